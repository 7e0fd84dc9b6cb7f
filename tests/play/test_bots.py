"""Bots: the same on every machine, blind to what their seat cannot see, better than chance."""

import collections
from pathlib import Path

import pytest
from shared_packs import shared_pack
from tiny_pack import checked

import interpreter
from interpreter.check.keys import verb
from interpreter.play.bots import BOTS, MOST_TRIED, Dice, GreedyBot, RandomBot, bot_named, by_chance
from interpreter.primitives.pieces import RNG, first_below, random_below, seed_random

PEBBLES = Path(__file__).parent.parent / "packs" / "pebbles"


@pytest.fixture(scope="module")
def pebbles():
    return interpreter.load(PEBBLES)


def played(pack, bots, seed=1):
    game = pack.new_game(players=len(bots), seed=seed)
    while game.decision is not None:
        game.choose(bots[game.decision.seat].pick(game))
    return game


def test_the_dice_never_change():
    dice = Dice(1, 2, 3)
    assert [dice.below(10**9) for _ in range(2)] == [201673165, 5985640]


def test_the_dice_are_fair():
    dice = Dice(1)
    counts = collections.Counter(dice.below(6) for _ in range(60_000))
    assert all(9_500 < counts[face] < 10_500 for face in range(6))
    assert sorted(dice.shuffled(50)) == list(range(50))


def test_random_picks_never_change():
    assert [by_chance(7, 1, step, 10**9) for step in range(3)] == [13520187, 563666085, 829830781]
    pack = shared_pack("tic_tac_toe")
    for seed in range(50):
        game = pack.new_game(seed=seed)
        while game.decision is not None:
            picked = by_chance(seed, game.decision.seat, len(game.picks), len(game.decision.options))
            assert RandomBot().pick(game) == picked
            game.choose(picked)


def test_random_picks_are_fair():
    """Every seat, every step and every seed by itself, and neighbouring ones together."""
    for draw in (
        lambda n: by_chance(n, 0, 0, 6),
        lambda n: by_chance(1, 0, n, 6),
        lambda n: by_chance(n % 200, n // 200 % 4, n // 800, 6),
    ):
        counts = collections.Counter(draw(n) for n in range(24_000))
        assert all(3_750 < counts[face] < 4_250 for face in range(6))
    pairs = collections.Counter((by_chance(3, 1, n, 4), by_chance(3, 1, n + 1, 4)) for n in range(16_000))
    assert all(850 < pairs[a, b] < 1_150 for a in range(4) for b in range(4))


def test_the_first_number_is_drawn_again_where_it_would_be_biased():
    # So many numbers that every second draw is thrown away.
    most = (1 << 63) + 1
    for seed in range(100):
        cells = [0] * (RNG + 2)
        seed_random(cells, seed)
        assert first_below(seed, most) == random_below(cells, most)


def test_neighbouring_seeds_have_nothing_in_common():
    streams = [[dice.below(1000) for _ in range(50)] for dice in (Dice(seed) for seed in range(20))]
    assert len({tuple(stream[i : i + 3]) for stream in streams for i in range(48)}) == 20 * 48


def test_random_games_follow_from_the_seed(pebbles):
    games = [played(pebbles, [RandomBot(), RandomBot()], seed).picks for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_greedy_looks_past_the_menu_to_what_it_leads_to(pebbles):
    game = pebbles.new_game(players=2, seed=1, options={"charms": "none"})
    bot = GreedyBot()
    game.choose(bot.pick(game))
    assert game.decision.options[bot.pick(game)].key == "scoop_3"


@pytest.mark.parametrize("seed", range(5))
def test_a_fresh_bot_goes_on_as_the_old_one_would_have_when_another_seat_has_picked(pebbles, seed):
    whole = played(pebbles, [GreedyBot(), RandomBot(), GreedyBot()], seed).picks
    game = pebbles.new_game(players=3, seed=seed)
    bots = []
    last = None
    while game.decision is not None:
        if game.decision.seat != last:
            bots = [GreedyBot(), RandomBot(), GreedyBot()]
        last = game.decision.seat
        game.choose(bots[last].pick(game))
    assert game.picks == whole


def test_picking_changes_nothing(pebbles):
    game = pebbles.new_game(players=2, seed=1)
    before = game.state_hash
    GreedyBot().pick(game)
    RandomBot().pick(game)
    assert (game.state_hash, game.picks, len(game.events)) == (before, [], len(pebbles.new_game(2, 1).events))


@pytest.mark.parametrize("name", [{"uct": "uct:6"}.get(name, name) for name in BOTS])
def test_a_bot_does_not_see_what_its_seat_cannot_see(pebbles, name):
    # The same public script, with everything hidden from the seat drawn anew: the bot must pick the same.
    for seed in range(20):
        game = pebbles.new_game(players=3, seed=seed)
        for _ in range(seed % 5):
            game.choose(0)
        seat = game.decision.seat
        picks = {bot_named(name).pick(game.imagine(seat, other)) for other in range(6)} | {bot_named(name).pick(game)}
        assert len(picks) == 1


def test_greedy_beats_random():
    """In a game whose pack says what a position is worth; of 100 games against chance it wins all."""
    pack, wins = shared_pack("connect_four"), 0
    for seed in range(6):
        bots = [GreedyBot(), RandomBot()] if seed % 2 else [RandomBot(), GreedyBot()]
        wins += any(isinstance(bots[winner], GreedyBot) for winner in played(pack, bots, seed).result.winners)
    assert wins >= 5


def test_of_many_options_so_many_are_tried(monkeypatch):
    """Each is a copy of the game: how many there are must not decide how long a bot takes."""
    effect = "".join(
        f"    {line}\n" for line in ["choose n from union(range(1, 200), range(201, 400))", "set my.points to n"]
    )
    pack = checked({"rules/case.yaml": f"- verb: try it\n  source: designed\n  effect: |\n{effect}".encode()})
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("try it"), 0)
    assert len(game.decision.options) == 400
    tried = []
    monkeypatch.setattr(type(game), "worth", lambda _game, state, _seat: tried.append(len(state)) or len(tried))
    picked = GreedyBot().pick(game)
    assert len(tried) == MOST_TRIED
    assert 0 <= picked < 400
