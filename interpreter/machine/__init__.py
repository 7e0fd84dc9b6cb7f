"""The machine: runs a program over a flat state until somebody must choose.

The state is an array of whole numbers (`interpreter.code.layout` says which cell is what) and nothing else: copying the
array is cloning the game. A frame on the stack is `[caller's frame, where to return, who acts, this, locals…]`; above
its locals lie the elements a loop has still to visit and the scopes of options under way, each `[outer scope, where the
program goes on after it]`. The program counter only ever rests on a choice.

The program is printed as Python functions, one per basic block (`emit.py`, `values.py`); with `fused=False` one per
instruction, for stepping and tracing. A function takes the state and the frame and gives the place of the next block, or
one of the signals in `signals.py`.
"""

from interpreter.machine.explain import Explain, Reason
from interpreter.machine.vm import Fault, Machine, Pending
from interpreter.primitives.tables import State

__all__ = ["Explain", "Fault", "Machine", "Pending", "Reason", "State"]
