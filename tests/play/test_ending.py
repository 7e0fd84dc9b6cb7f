"""Why a game ended, what every point was for, and what decided between equals."""

import re

import pytest
from shared_packs import shared_pack
from tiny_pack import checked, tiny_files

from interpreter.check.keys import verb
from interpreter.languages import LANGUAGES
from interpreter.play.bots import bot_named
from interpreter.primitives.header import OVER, STATUS

GAMES = {
    "ancient_world": 3,
    "connect_four": 2,
    "daimyo": 2,
    "five_kingdoms": 2,
    "hearts": 4,
    "pig": 2,
    "reversi": 2,
    "sealed_bids": 3,
    "tic_tac_toe": 2,
}


def played(pack, seats, seed, bot="random"):
    game, player = pack.new_game(players=seats, seed=seed), bot_named(bot)
    while game.decision is not None:
        game.choose(player.pick(game))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_says_in_its_languages_why_it_ended(name):
    pack = shared_pack(name)
    game = played(pack, GAMES[name], seed=5)
    told = {lang: game.result.why.get(lang) for lang in LANGUAGES if lang in pack.vocabulary.terms}
    assert all(told.values()) and len(set(told.values())) == len(told)
    assert game.log(None, "en")[-1].casefold() == f"the game is over: {told['en']}".casefold()
    assert game.log(None, "de")[-1] == f"das Spiel ist zu Ende: {told['de']}"


@pytest.mark.parametrize("name", GAMES)
def test_the_lines_of_a_sheet_add_up_to_the_score(name):
    result = played(shared_pack(name), GAMES[name], seed=6).result
    assert [sum(points for _, points in sheet) for sheet in result.lines] == result.scores


PARTS = re.compile(r"^(?:Islands|Goals) \((.+)\)$")


@pytest.mark.parametrize(("players", "seed"), [(1, 3), (2, 4), (3, 5), (4, 8)])
def test_a_sheet_names_the_islands_and_goals_that_brought_points(players, seed):
    game = played(shared_pack("daimyo"), players, seed)
    names = {
        game.names.thing(kind, n).en
        for kind in ("island", "goal")
        for n in range(len(game.machine.layout.things[kind]))
    }
    named = 0
    for sheet in game.result.lines:
        for reason, points in sheet:
            found = PARTS.match(reason.en)
            if reason.en.startswith(("Islands", "Goals")):
                each = [one.rpartition(" ") for one in found[1].split(", ")]
                assert sum(int(amount) for _, _, amount in each) == points
                assert {name for name, _, _ in each} <= names
                named += len(each)
    assert named > 2


def test_a_sheet_names_the_cards_that_brought_castles_and_what_one_began_with():
    said = set()
    for seed in range(6):
        result = played(shared_pack("five_kingdoms"), 2, seed).result
        for sheet in result.lines:
            lines = {reason.en: points for reason, points in sheet}
            assert lines["At the start"] == 2
            assert "During play" not in lines
            said |= set(lines)
    assert {"Titan", "Throne Room", "Queen"} <= said


def test_a_fifth_titan_is_told_with_whose_it_is():
    pack = shared_pack("five_kingdoms")
    for seed in range(40):
        game = played(pack, 2, seed, bot="greedy")
        if "fifth Titan" in game.result.why.en:
            assert game.result.why.en.startswith(f"Player {game.result.winners[0] + 1} has a fifth Titan")
            assert game.result.ties == []
            return
    pytest.fail("no greedy game of forty is won by five Titans")


def test_a_computed_score_is_told_by_its_parts():
    result = played(shared_pack("sealed_bids"), 3, seed=3).result
    parts = {"Paintings", "Complete rooms (4 each)", "Florins left (1 for 5)"}
    told = {what.en for sheet in result.lines for what, _ in sheet}
    assert {"Paintings" if line.startswith("Paintings (") else line for line in told} <= parts


# ---- without a word from the pack


def tiny(**changes):
    pack = checked({name.replace("__", "/"): text for name, text in changes.items()})
    assert not pack.diagnostics
    return pack


def with_rules(before, after):
    rules = tiny_files()["rules/game.yaml"]
    assert before in rules
    return tiny(**{"rules/game.yaml": rules.replace(before, after)})


def test_an_end_without_a_reason_is_told_from_the_loop_that_ran_out():
    game = played(tiny(), 2, seed=1)
    assert game.result.why.en == "There is no player with fewer than 5 points"


def test_an_end_under_a_condition_is_told_by_it_in_the_third_person():
    pack = with_rules(
        b"    gain 1 points\n    draw 1", b"    gain 1 points\n    if my.points > 2: win the game\n    draw 1"
    )
    game = played(pack, 2, seed=1)
    winner = game.result.winners[0] + 1
    assert game.result.why.en == f"Player {winner} has more than 2 points"
    assert game.result.why.get("fr") == f"Joueur {winner} a plus de 2 points"


def test_a_reason_of_the_pack_goes_before():
    text = tiny_files()["text/en.yaml"] + b"  weary: all are weary, {player} most of all\n"
    rules = tiny_files()["rules/game.yaml"].replace(b"    end the game\n", b"    end the game for weary\n")
    pack = checked({"rules/game.yaml": rules, "text/en.yaml": text})
    assert played(pack, 2, seed=1).result.why.en == "All are weary, Player 1 most of all"


def ended(points, wood, coins):
    game = tiny().new_game(players=len(points), seed=1)
    layout = game.machine.layout.vars
    for seat, (point, log, coin) in enumerate(zip(points, wood, coins, strict=True)):
        game.state[layout["player.points"].base + seat] = point
        stock = layout["player.stock"]
        game.state[stock.base + seat * stock.width] = log
        game.state[layout["player.coins"].base + seat] = coin
    game.state[STATUS] = OVER
    return game.result


@pytest.mark.parametrize(
    ("points", "wood", "coins", "ties", "winners"),
    [
        ((3, 2), (0, 5), (0, 5), [], [0]),
        ((3, 3), (0, 5), (9, 5), [("wood", [0, 5], True)], [1]),
        ((3, 3, 2), (4, 4, 9), (9, 5, 9), [("wood", [4, 4, 9], False), ("coins", [9, 5, 9], True)], [0]),
        ((3, 3), (4, 4), (5, 5), [("wood", [4, 4], False), ("coins", [5, 5], False)], [0, 1]),
        ((2, 5, 2), (1, 0, 3), (0, 0, 0), [("wood", [1, 0, 3], True)], [1]),
        ((3, 3, 3), (4, 1, 1), (0, 2, 7), [("wood", [4, 1, 1], True), ("coins", [0, 2, 7], True)], [0]),
    ],
)
def test_what_decides_between_equals_is_told(points, wood, coins, ties, winners):
    result = ended(points, wood, coins)
    assert [(tie.what.en, tie.values, tie.decided) for tie in result.ties] == ties
    assert result.winners == winners
    for tie in result.ties:
        assert len({points[seat] for seat in tie.seats}) == 1
        assert tie.decided == (len({tie.values[seat] for seat in tie.seats}) > 1)
    told = {seat for tie in result.ties for seat in tie.seats}
    assert told == {seat for seat, point in enumerate(points) if points.count(point) > 1}, "also below the first place"


def test_what_counts_under_a_condition_is_told_without_it_and_of_whose_it_is():
    """At the end the condition holds or it does not: nobody wants to read it on a score sheet."""
    manifest = tiny_files()["pack.yaml"]
    assert b"score: my.points" in manifest
    score = b"score: my.points + (me.left.points if player_count is 2 else 0)"
    game = checked({"pack.yaml": manifest.replace(b"score: my.points", score)}).new_game(players=2, seed=1)
    points = game.machine.layout.vars["player.points"].base
    game.state[points : points + 2] = [3, 4]
    game.state[STATUS] = OVER
    assert [(what.en, amount) for what, amount in game.result.lines[0]] == [("Points", 3), ("Points (Player 2)", 4)]
    assert game.result.lines[1][1][0].get("fr") == "Points (Joueur 1)"
    assert game.result.scores == [7, 7]


@pytest.mark.parametrize(
    ("cond", "told"),
    [
        ("sage in me.left.hand", None),
        ("any(cards where it in me.left.hand and cost > 2)", None),
        ("count(me.left.hand) > 1", "hand"),
    ],
)
def test_what_ended_a_game_is_not_told_where_it_is_hidden(cond, told):
    effect = f"move sage to me.left.hand\n    move fool to me.left.hand\n    if {cond}:\n      end the game"
    pack = checked({"rules/case.yaml": f"- verb: try it\n  source: designed\n  effect: |\n    {effect}\n".encode()})
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("try it"), 0)
    last = [game.log(seat, "en")[-1] for seat in (None, 0, 1)]
    assert game.state[STATUS] == OVER
    assert len(set(last)) == 1
    if told is None:
        assert game.result.why is None
        assert "Sage" not in last[0]
    else:
        assert told in game.result.why.get("en")


def test_points_gained_for_no_reason_are_told_with_the_hero_or_villager_that_brought_them():
    sheet = {what.en: points for what, points in played(shared_pack("daimyo"), 2, 1, bot="greedy").result.lines[1]}
    assert sheet["Round 4 (Rice Broker 3, Carpenter 2)"] == 5, "the Carpenter by the side that was up then"
