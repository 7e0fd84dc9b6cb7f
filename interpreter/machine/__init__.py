"""The machine: runs a program over a flat state until somebody must choose.

The state is a row of whole numbers (`interpreter.code.layout` says which cell is what) and nothing else: copying the
row is cloning the game. A frame on the stack is `[caller's frame, where to return, who acts, this, locals…]`; above
its locals lie the elements a loop has still to visit and the scopes of options under way, each `[outer scope, where the
program goes on after it]`. The program counter only ever rests on a choice.

The program is printed as Python functions when they are first needed (`printed.py`): values (`values.py`), choices
(`offers.py`, with proofs of what can be completed from `proof.py`), and instructions (`blocks.py`). What never asks anybody
is printed as plain loops and conditions (`plain.py`), and changes of one counter are written out in place (`inline.py`).
With `fused=False` every instruction is a function of its own, for stepping and explaining: the same states, more slowly.
"""

from interpreter.machine.explain import Explain, Reason
from interpreter.machine.vm import Fault, Machine, Pending
from interpreter.primitives.tables import State

__all__ = ["Explain", "Fault", "Machine", "Pending", "Reason", "State"]
