"""A call with room behind it: however deep the calls below go, they need no further piece of Python's stack.

Python (3.11 and later, before the newest fixes) keeps the frames of its functions in pieces of 16 kB, and asks the system
for a piece whenever a call does not fit into the last one, and gives it back when that call returns. A loop that happens to
stand there does so each time round: a call then takes a thousand times as long, and whether one does depends on nothing but how
deep the stack is just there, which under pytest is deep. A function that asks for a large frame is given a large piece, and
those that it calls share what it leaves.
"""

SLOTS = 1 << 16
"""For this many Python asks for twice as much: half of it is left, more than calls can fill before they are too many."""


def call(run, /, *given, **named):
    """Run something with room behind it."""
    return run(*given, **named)


call.__code__ = call.__code__.replace(co_stacksize=SLOTS)
