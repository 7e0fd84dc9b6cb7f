"""The first cells of every state: where the program stands, the random generator, whether and by whom the game is won."""

FRAME, PC, SCOPE, RANDOM, STATUS, WINNER, NOWHERE, WATCHING = 0, 1, 2, 3, 5, 6, 7, 8
"""The frame under way, the place in the program, the innermost option, the generator (two cells, low half first), the
status, the seat that has won plus one, the zone that is no zone, and the state-based rules under way."""
UNDER_WAY = slice(FRAME, SCOPE + 1)
"""The cells that say where the program stands; all others say how the table lies."""
HEADER = 10
"""Where everything else begins."""
CALLER, BACK, ACTS, THIS, FRAME_LOCALS = 0, 1, 2, 3, 4
"""What a frame begins with: the frame of its caller, where that one goes on, the seat that acts, the thing whose script it
is; then its locals."""
SCOPE_SIZE = 2
"""The cells that an option takes on the stack: the option around it, and the place behind it."""
OVER = 2
"""The status of a game that has ended."""
