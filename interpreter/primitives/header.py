"""The first cells of every state: where the program stands, the random generator, whether and by whom the game is won."""

FRAME, PC, SCOPE, RANDOM, STATUS, WINNER, NOWHERE, WATCHING = 0, 1, 2, 3, 5, 6, 7, 8
"""The frame under way, the place in the program, the innermost option, the generator (two cells, low half first), the
status, the seat that has won plus one, the zone that is no zone, and the state-based rules under way."""
HEADER = 10
"""Where everything else begins."""
OVER = 2
"""The status of a game that has ended."""
