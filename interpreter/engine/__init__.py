"""The effect VM: every node of the typed tree is planned once into a closure, and that is what a script means.

`layout.py` lays the board out as a row of numbers, and `tables.py` is what behaviours of statements look up. Then, to be
read in this order: `position.py` (a game between two statements, and the chain of what is still to be done), `values.py`
(every form of value), `statements.py` (every form of statement), `choices.py` (every form of choice), `completable.py`
(which of the ways on offer can be gone to their end) and `engine.py` (running from choice to choice). `hard.py` knows what
can fail, `knowledge.py` what the one who decides sees of what is on offer.
"""

from interpreter.engine.choices import Choice
from interpreter.engine.engine import Due, Engine
from interpreter.engine.faults import Beyond, Failed, Fault, Stopped, TooManyTrials, Unfit, fault_of
from interpreter.engine.position import Here, Position, Return, chain_of
from interpreter.engine.values import Values

__all__ = [
    "Beyond",
    "Choice",
    "Due",
    "Engine",
    "Failed",
    "Fault",
    "Here",
    "Position",
    "Return",
    "Stopped",
    "TooManyTrials",
    "Unfit",
    "Values",
    "chain_of",
    "fault_of",
]
