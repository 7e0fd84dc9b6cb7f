"""What a script means: a plain evaluator of the typed tree, the definition that everything faster is held against.

`values.py` says what every form of value is, `run.py` what every form of statement does. Nothing here is fast, printed or
clever: where another way of running differs, that way is wrong.
"""

from interpreter.reference.run import Reference
from interpreter.reference.values import Here, Values

__all__ = ["Here", "Reference", "Values"]
