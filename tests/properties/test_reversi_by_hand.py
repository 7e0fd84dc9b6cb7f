"""The pack of Reversi and the game by hand are the same game: legal moves, boards and results over random games."""

import random

import pytest
from reversi_by_hand import FIRST, Reversi, perft
from shared_packs import guarded_pack
from twin import Twin

from interpreter.play.bots import BOTS

SEEDS = [*range(48), 99, 190]
"""The last two end before the board is full."""
COUNTS = [1, 4, 12, 56, 244, 1396]
"""Ways to play 0 to 5 moves from the start, as everybody counts them who has written the game."""


@pytest.fixture(scope="module")
def pack():
    return guarded_pack("reversi")


def board_of(game):
    """Who owns which square, as a spectator sees it."""
    squares = game.view(None).data["places"]["square"]
    owners = {tuple(map(int, one["id"].split("_")[1:])): one["disc"] for one in squares}
    return {at: int(owner.removeprefix("player")) - 1 for at, owner in owners.items() if owner != "none"}


def square_of(key):
    return tuple(map(int, key.split("_")[1:]))


def follow(hand, moved):
    """Carry out by hand what the machine takes without asking: turns with a single move."""
    while not hand.over and len(moves := hand.moves(hand.mover)) == 1:
        hand.place(moves[0])
        moved.append(moves[0])


def play(pack, seed, watch=lambda _game: None):
    """Play a random game on both; every position is compared. Gives how it went."""
    chance, game, hand = random.Random(seed), pack.new_game(players=2, seed=seed), Reversi()
    moved, passes = [], 0
    while True:
        follow(hand, moved)
        assert board_of(game) == hand.board, moved
        if hand.over:
            break
        offered = [square_of(key) for key in game.decision.options.keys]
        assert offered == hand.moves(hand.mover), moved
        assert game.decision.seat == hand.mover, moved
        watch(game)
        pick = chance.randrange(len(offered))
        before = hand.mover
        game.choose(pick)
        hand.place(offered[pick])
        moved.append(offered[pick])
        passes += hand.mover == before and not hand.over
    assert game.decision is None
    assert list(game.result.scores) == hand.scores(), moved
    assert list(game.result.winners) == hand.winners(), moved
    return moved, passes


def test_the_game_by_hand_counts_as_everybody_does():
    assert [perft(depth) for depth in range(len(COUNTS))] == COUNTS


def test_the_pack_and_the_game_by_hand_agree(pack):
    played = [play(pack, seed) for seed in SEEDS]
    lengths = [len(moved) for moved, _ in played]
    assert max(lengths) == 60, "a full board was never seen"
    assert min(lengths) < 60, "a board that is not full at the end was never seen"
    assert sum(passes for _, passes in played) > len(SEEDS) // 4, "passing was hardly ever seen"


def test_the_reference_plays_along(pack):
    game = pack.new_game(players=2, seed=3)
    twin, chance = Twin(game), random.Random(3)
    while game.pending is not None:
        twin.compare()
        value = chance.choice(game.pending.values)
        game.choose(game.pending.values.index(value))
        twin.chosen(value)
    twin.compare()


def test_a_difference_is_noticed(pack, monkeypatch):
    right = Reversi.caught
    monkeypatch.setattr(Reversi, "caught", lambda self, at, player: right(self, at, player) - {(3, 3)})
    with pytest.raises(AssertionError):
        _ = [play(pack, seed) for seed in range(5)]


def test_greedy_wins_against_chance(pack):
    won = 0
    for seed in range(8):
        game, seat = pack.new_game(players=2, seed=seed), seed % 2
        bots = [BOTS["greedy" if one == seat else "random"]() for one in (0, 1)]
        while game.decision is not None:
            game.choose(bots[game.decision.seat].pick(game))
        won += list(game.result.winners) == [seat]
    assert won >= 7


def test_first_moves_are_four(pack):
    game = pack.new_game(players=2, seed=1)
    assert game.decision.seat == FIRST
    assert list(game.decision.options.keys) == ["square_4_3", "square_3_4", "square_6_5", "square_5_6"]
