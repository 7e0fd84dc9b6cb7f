"""The machine: runs a program over a flat state until somebody must choose.

The state is a row of whole numbers (`interpreter.engine.layout` says which cell is what) and nothing else: copying the
row is cloning the game. A frame on the stack is `[caller's frame, where to return, who acts, this, locals…]`; above
its locals lie the elements a loop has still to visit and the scopes of options under way, each `[outer scope, where the
program goes on after it]`. The program counter only ever rests on a choice.

The program is printed as Python functions when they are first needed (`printed.py`): expressions (`python_values.py`),
choices (`offers.py`), and blocks (`python_code.py`) with their calls (`calls.py`), through Python's own syntax trees
(`syntax.py`). What never asks anybody is printed as plain loops and conditions, and changes of one counter in place
(`cells.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lazily import from_homes

if TYPE_CHECKING:
    from interpreter.engine.faults import Fault
    from interpreter.machine.explain import Explain, Reason
    from interpreter.machine.pending import Pending
    from interpreter.machine.vm import Machine

__all__ = ["Explain", "Fault", "Machine", "Pending", "Reason"]

__getattr__ = from_homes(  # a pack can be checked without a machine
    __name__, {"explain": ("Explain", "Reason"), "faults": ("Fault",), "pending": ("Pending",), "vm": ("Machine",)}
)
