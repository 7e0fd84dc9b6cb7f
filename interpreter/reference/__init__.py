"""What a script means: a plain evaluator of the typed tree, the definition that everything faster is held against.

To be read in this order: `position.py` (a state, and what is still to be done), `values.py` (what every form of value is),
`statements.py` (what every form of statement does), `choices.py` (what there is to choose), `trials.py` (what of it can be
completed) and `run.py` (what of that is offered). Nothing here is fast, printed or clever: where another way of running
differs, that way is wrong.
"""

from interpreter.reference.run import Reference
from interpreter.reference.values import Here, Values

__all__ = ["Here", "Reference", "Values"]
