"""Trees and the pack's own vocabulary become a typed tree; everything that can be proved is proved here.

`check` reads a pack's documents into a `Vocabulary`, checks every script and expression against it, and reports all
errors of the pack in one run. A pack without errors cannot fail later for a reason this stage could have seen, because
the compiler and the machine read the same tables.
"""

from interpreter.check.check import Checker, check

__all__ = ["Checker", "check"]
