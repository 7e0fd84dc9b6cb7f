"""Trees and the pack's own vocabulary become a typed tree; everything that can be proved is proved here.

`check` reads a pack's documents into a `Vocabulary`, checks every script and expression against it, and reports all
errors of the pack in one run. A pack without errors cannot fail later for a reason this stage could have seen, because
the compiler and the machine read the same tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lazily import from_homes

if TYPE_CHECKING:
    from interpreter.check.check import Checker

__all__ = ["Checker"]
__getattr__ = from_homes(__name__, {"check": ("Checker",)})  # a pack that is known is played without checking it
