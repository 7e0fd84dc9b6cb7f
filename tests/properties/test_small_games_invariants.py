"""Tic-tac-toe, Connect Four and Pig: what their few rules say always holds."""

import pytest
from pack_invariants import Invariants, contents, crown, decisions, must_notice, put, watch, write

from interpreter.machine.pending import due

GAMES = 25
BOARDS = {"tic_tac_toe": ("mark", 3, 3, 3), "connect_four": ("disc", 7, 6, 4)}
GRIDS, COLUMNS, PIG = Invariants(), Invariants(), Invariants()


def owners(t):
    """Who has which cell, by column and row."""
    kind, width, _, _ = BOARDS[t.game.pack.id]
    return {
        (cell % width, cell // width): t.owner(kind, here[0])
        for cell, here in enumerate(t.zones(f"cell.{kind}"))
        if here
    }


def lines(t, seat):
    """Straight lines of full length a player has."""
    need, taken = BOARDS[t.game.pack.id][3], owners(t)
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return [
        (x, y, dx, dy)
        for x, y in taken
        for dx, dy in ways
        if all(taken.get((x + i * dx, y + i * dy)) == seat for i in range(need))
    ]


# ---- marks and discs


@GRIDS.of("TTT-1", "CF-1")
def players_take_turns(t, _):
    counts = [list(owners(t).values()).count(seat) for seat in (0, 1)]
    assert counts[0] - counts[1] in (0, 1)
    if t.game.pending is not None:
        assert t.game.pending.seat == counts[0] - counts[1]


@GRIDS.of("TTT-2", "TTT-3", "CF-2")
def what_lies_stays(t, before):
    if before is not None:
        assert owners(before).items() <= owners(t).items()


@GRIDS.of("TTT-4", "CF-4")
def a_line_wins_at_once(t, _):
    for seat in (0, 1):
        won = t.game.result is not None and t.game.result.winners == [seat]
        assert bool(lines(t, seat)) == won


@GRIDS.of("TTT-5", "CF-5")
def a_full_board_without_a_line_is_a_draw(t, _):
    _, width, height, _ = BOARDS[t.game.pack.id]
    full = len(owners(t)) == width * height
    assert not full or t.game.result is not None
    if t.game.result is not None and len(t.game.result.winners) == 2:
        assert full


COLUMNS.update(GRIDS)


@COLUMNS.of("CF-2", "CF-3")
def nothing_floats(t, _):
    taken = owners(t)
    assert all(y == 5 or (x, y + 1) in taken for x, y in taken)


# ---- the die


def points(t):
    return [t.var("player.points", seat) for seat in t.seats]


@PIG.of("PIG-5")
def only_the_winner_has_100(t, _):
    reached = [seat for seat in t.seats if points(t)[seat] >= 100]
    assert reached == (t.game.result.winners if t.game.result else [])


@PIG.of("PIG-3", "PIG-4")
def points_come_from_the_pot_of_who_holds(t, before):
    if before is None:
        assert not any(points(t))
        return
    rises = [new - old for old, new in zip(points(before), points(t), strict=True)]
    pot = [before.var("player.pot", seat) * (seat == before.asked) for seat in t.seats]
    assert rises in ([0] * len(rises), pot)


@PIG.of("PIG-3")
def a_pot_grows_by_2_to_6_or_is_lost(t, before):
    if before is not None and t.asked == before.asked:
        old, new = (table.var("player.pot", t.asked) for table in (before, t))
        assert new - old in range(2, 7)


@PIG.of("PIG-1", "PIG-2")
def turns_go_clockwise(t, before):
    if before is None:
        assert t.asked == 0
    elif t.asked is not None:
        assert t.asked in (before.asked, (before.asked + 1) % t.game.seats)


# ---- the tests


@pytest.mark.parametrize(
    ("invariants", "name", "players"),
    [(GRIDS, "tic_tac_toe", 2), (COLUMNS, "connect_four", 2), *((PIG, "pig", players) for players in (2, 3, 4))],
)
def test_invariants_hold(invariants, name, players):
    watch(invariants, name, players, range(GAMES))


def remove_first(kind):
    """Take the piece off the board that was laid first."""
    return lambda game: len(game.picks) > 1 and put(game, kind, 0)


def add_one(kind, cell):
    """One more piece of the first player, where there is room."""

    def harm(game):
        loc = game.machine.layout.tables[kind].loc
        aside = [piece for piece in range(5) if not game.state[loc + piece]]
        return (
            bool(game.picks and aside)
            and not contents(game, f"cell.{kind}", cell)
            and put(game, kind, aside[0], f"cell.{kind}", cell)
        )

    return harm


def draw_early(game):
    """The end is declared before the board is full."""
    from interpreter.primitives.header import OVER, STATUS

    game.state[STATUS] = OVER
    return True


GRID_HARMS = {
    "players_take_turns": lambda kind: lambda g: g.pending.seat == 1 and add_one(kind, 0)(g),
    "what_lies_stays": remove_first,
    "a_line_wins_at_once": lambda kind: crown,
    "a_full_board_without_a_line_is_a_draw": lambda kind: draw_early,
    "nothing_floats": lambda kind: add_one(kind, 3),
}


@pytest.mark.parametrize(
    ("pack", "name"),
    [(pack, name) for pack, which in (("tic_tac_toe", GRIDS), ("connect_four", COLUMNS)) for name in which],
)
def test_an_invariant_of_a_board_notices_harm(pack, name):
    harm = GRID_HARMS[name](BOARDS[pack][0])
    games = (each for seed in range(20) for each in decisions(pack, 2, seed))
    must_notice(COLUMNS[name], harm, games)


def pot(game):
    return game.machine.layout.vars["player.pot"].base + game.pending.seat


def skip_a_player(game):
    """In the middle of a turn the player after the next is asked."""
    if not game.state[pot(game)]:
        return False
    was = game.pending
    game.pending = due(was.ask, (was.seat + 2) % 3, was.values, was.unknown)
    return True


PIG_HARMS = {
    "only_the_winner_has_100": lambda g: write(g, "player.points", 100),
    "points_come_from_the_pot_of_who_holds": lambda g: bool(g.picks) and write(g, "player.points", 99),
    "a_pot_grows_by_2_to_6_or_is_lost": lambda g: g.state[pot(g)] > 0 and write(g, "player.pot", 90, g.pending.seat),
    "turns_go_clockwise": skip_a_player,
}


@pytest.mark.parametrize("name", PIG)
def test_an_invariant_of_the_die_notices_harm(name):
    games = (each for seed in range(5) for each in decisions("pig", 3, seed))
    must_notice(PIG[name], PIG_HARMS[name], games)
