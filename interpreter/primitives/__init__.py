"""The engine's own statements and functions, each declared once.

A statement has its phrase, its types, its text in every language, its documentation and its behaviour in one place; the
checker, the compiler, the machine, the texts and the language reference all read this registry and nothing else.
Behaviours work on the flat state: `s` is the list of numbers, `m` the running machine.
"""

from interpreter.primitives import statements as _statements  # noqa: F401 - importing fills the registry
from interpreter.primitives.functions import FUNCTIONS, Function
from interpreter.primitives.needs import NEEDS
from interpreter.primitives.registry import STATEMENTS, Statement, changes

__all__ = ["FUNCTIONS", "NEEDS", "STATEMENTS", "Function", "Statement", "changes"]
