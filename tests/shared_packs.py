"""Packs that tests share: each is read once, and its machines are printed once, in each process.

Printing the machine of a large game takes seconds, a game on it hundredths. Whoever changes a pack or its files, or tests how it
is loaded, takes `interpreter.load` instead.
"""

from functools import cache

import interpreter


@cache
def shared_pack(name):
    """The pack of a name or a folder."""
    return interpreter.load(name)
