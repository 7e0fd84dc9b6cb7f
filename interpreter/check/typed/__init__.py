"""The typed tree: what the checker hands to everything behind it. Every name is resolved, every value has a type.

Each form of value and of statement is a small class of its own, so that a walk is a `match` that the type checker
proves complete. `Value` and `Statement` are the unions of all forms.
"""

from interpreter.check.typed.statements import *  # noqa: F403 - the forms of both files stand side by side
from interpreter.check.typed.values import *  # noqa: F403
from interpreter.check.typed.walks import every_form as every_form
