"""Who wins: the highest score, or the lowest where a pack says so."""

import re

import pytest
from shared_packs import shared_pack
from tiny_pack import checked, tiny_files

from interpreter.play.bots import RandomBot
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


def played(pack, players, seed):
    game = shared_pack(pack).new_game(players=players, seed=seed)
    bot = RandomBot()
    while game.decision is not None:
        game.choose(bot.pick(game))
    return game


def test_a_total_names_what_it_adds_up():
    game = played("sealed_bids", 3, 5)
    lines = {line for sheet in game.result.lines for line in ((text.en, points) for text, points in sheet)}
    gallery = next(line for line in lines if line[0].startswith("Paintings ("))
    worth = [int(one.rpartition(" ")[2]) for one in gallery[0].removeprefix("Paintings (").rstrip(")").split(", ")]
    assert sum(worth) == gallery[1]


def test_points_of_the_last_scoring_name_the_cards_that_brought_them():
    """The reason is the script's; which cards it added up is read from the table, and told only if the sum is right."""
    for seed in range(1, 12):
        for sheet in played("five_kingdoms", 2, seed).result.lines:
            for text, points in sheet:
                if text.en.startswith("End of the game ("):
                    listed = re.findall(r" (\d+)(?: \(×(\d+)\))?(?=[,)])", text.en)
                    assert sum(int(one) * int(times or 1) for one, times in listed) == points
                    return
    raise AssertionError("no card brought anything")


def test_points_without_a_reason_are_told_by_the_deal_they_came_in():
    game = played("hearts", 4, 5)
    for seat, sheet in enumerate(game.result.lines):
        assert all(text.en.startswith("Deal ") for text, _ in sheet)
        assert sum(points for _, points in sheet) == game.result.scores[seat]
