"""Who wins: the highest score, or the lowest where a pack says so."""

import pytest
from tiny_pack import checked, tiny_files

from interpreter.primitives.header import OVER, STATUS

MANIFEST = tiny_files()["pack.yaml"]
LOWEST = MANIFEST.replace(b"result:\n", b"result:\n  lowest_wins: yes\n")
PLAIN = LOWEST.replace(b"  estimate: my.points + my.coins\n", b"")


def ended(manifest, *points):
    """A game that is over with these points."""
    pack = checked({"pack.yaml": manifest})
    assert not pack.diagnostics
    game = pack.new_game(players=len(points), seed=1)
    for seat, number in enumerate(points):
        game.state[game.machine.layout.vars["player.points"].base + seat] = number
    game.state[STATUS] = OVER
    return game


@pytest.mark.parametrize(
    ("manifest", "points", "ranks"),
    [
        (MANIFEST, (3, 7, 5), [3, 1, 2]),
        (LOWEST, (3, 7, 5), [1, 3, 2]),
        (LOWEST, (4, 4, 5), [1, 1, 3]),
        (MANIFEST, (4, 4, 5), [2, 2, 1]),
    ],
)
def test_the_highest_or_the_lowest_score_wins(manifest, points, ranks):
    result = ended(manifest, *points).result
    assert (result.scores, result.ranks) == (list(points), ranks)
    assert result.winners == [seat for seat, rank in enumerate(ranks) if rank == 1]


def test_what_decides_between_equal_scores_is_the_same_either_way():
    game = ended(LOWEST, 4, 4)
    game.state[game.machine.layout.vars["player.stock"].base] = 2
    assert game.result.winners == [0]


def test_without_an_estimate_bots_want_few_points_where_the_lowest_wins():
    game = ended(PLAIN, 3, 7)
    assert game.estimate(0) > game.estimate(1)
