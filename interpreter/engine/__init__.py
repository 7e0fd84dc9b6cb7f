"""The effect VM: every node of the typed tree is planned once into a closure, and that is what a script means.

To be read in this order: `position.py` (a game between two statements, and the chain of what is still to be done),
`values.py` (every form of value), `statements.py` (every form of statement), `choices.py` (every form of choice),
`completable.py` (which of the ways on offer can be gone to their end) and `engine.py` (running from choice to choice).
"""

from interpreter.engine.choices import Choice
from interpreter.engine.engine import Due, Engine
from interpreter.engine.position import Failed, Here, Position, Return, Stopped, TooManyTrials, chain_of
from interpreter.engine.values import Values

__all__ = [
    "Choice",
    "Due",
    "Engine",
    "Failed",
    "Here",
    "Position",
    "Return",
    "Stopped",
    "TooManyTrials",
    "Values",
    "chain_of",
]
