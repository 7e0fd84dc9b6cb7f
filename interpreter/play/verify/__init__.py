"""Validating a stranger's pack: its scenarios and those below it, random games under all invariants, texts, design.

Everything found is a `Diagnostic` with a code `verify/…`; docs/verify.md says what each means. The engine plays as always:
nothing here knows a rule of any game.
"""

from interpreter.play.verify.games import Plan
from interpreter.play.verify.invariants import Broken, Invariants
from interpreter.play.verify.verify import Verified, verify

__all__ = ["Broken", "Invariants", "Plan", "Verified", "verify"]
