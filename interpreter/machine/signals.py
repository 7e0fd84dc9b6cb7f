"""What a block answers instead of a place to go on."""

ASK, FAIL, FATE, DONE, DEEP, HALT = -1, -2, -3, -4, -5, -6
"""A choice is due; a hard instruction failed; in a trial, a point of no return; in a trial, the option is complete; the
stack is too deep; the game is over."""
