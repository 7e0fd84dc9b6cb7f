"""Reversi a second time, in plain Python, from the rules alone: it shares nothing with the pack or the engine."""

SIZE = 8
FIRST, SECOND = 0, 1
WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Reversi:
    """A game: a board of (column, row) from 1, who is to move, and whether it is over."""

    def __init__(self):
        self.board = {(5, 4): FIRST, (4, 5): FIRST, (4, 4): SECOND, (5, 5): SECOND}
        self.mover = FIRST
        self.over = False

    def caught(self, at, player):
        """Every disc that a new one there would turn."""
        if at in self.board:
            return set()
        found = set()
        for dx, dy in WAYS:
            row, (x, y) = [], (at[0] + dx, at[1] + dy)
            while self.board.get((x, y)) == 1 - player:
                row.append((x, y))
                x, y = x + dx, y + dy
            if self.board.get((x, y)) == player:
                found.update(row)
        return found

    def moves(self, player):
        """Where a player may place a disc, row by row."""
        squares = [(x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1)]
        return [at for at in squares if self.caught(at, player)]

    def place(self, at):
        """Place a disc, turn what it catches, and find out whose turn it is."""
        turned = self.caught(at, self.mover)
        assert turned, f"{at} catches nothing"
        for square in (at, *turned):
            self.board[square] = self.mover
        if self.moves(1 - self.mover):
            self.mover = 1 - self.mover
        elif not self.moves(self.mover):
            self.over = True

    def scores(self):
        return [sum(owner == player for owner in self.board.values()) for player in (FIRST, SECOND)]

    def winners(self):
        best = max(self.scores())
        return [player for player in (FIRST, SECOND) if self.scores()[player] == best]


def perft(depth, game=None):
    """How many ways there are to play so many moves; a pass counts as one."""
    game = game or Reversi()
    if depth == 0:
        return 1
    moves = game.moves(game.mover)
    if not moves:
        if not game.moves(1 - game.mover):
            return 1
        other = copied(game)
        other.mover = 1 - game.mover
        return perft(depth - 1, other)
    total = 0
    for at in moves:
        other = copied(game)
        for square in (at, *game.caught(at, game.mover)):
            other.board[square] = game.mover
        other.mover = 1 - game.mover
        total += perft(depth - 1, other)
    return total


def copied(game):
    made = Reversi()
    made.board, made.mover, made.over = dict(game.board), game.mover, game.over
    return made
