"""What a seat imagines is drawn from all games that fit what it knows, each as likely as the others."""

import collections
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.play.bots import GreedyBot
from interpreter.play.imagine import back_shows

PACKS = Path(__file__).parent.parent / "packs"
DRAWS = 3000


def chi_square(counts, values):
    """How far counts are from all being alike."""
    expected = sum(counts.values()) / len(values)
    return sum((counts[value] - expected) ** 2 / expected for value in values)


def likely(counts, values):
    """Whether counts of things that ought to be alike look so: what chance exceeds once in ten thousand is refused."""
    assert set(counts) <= set(values)
    free = len(values) - 1
    return chi_square(counts, values) < free + 3.9 * (2 * free) ** 0.5 + 6


def test_the_measure_notices_what_is_not_alike():
    assert likely(collections.Counter(dict.fromkeys(range(10), 300)), range(10))
    assert not likely(collections.Counter({n: 300 + 150 * (n == 4) for n in range(10)}), range(10))
    assert not likely(collections.Counter({4: 3000}), range(10))


@pytest.fixture(scope="module")
def cards():
    return shared_pack(PACKS / "whose_card")


def zone(game, key, host=0):
    place = game.machine.layout.zones[key]
    address = place.base + host * place.stride
    return list(game.state[address + 1 : address + 1 + game.state[address]])


def test_hands_and_decks_mix(cards):
    game = cards.new_game(players=2, seed=3)
    mine, theirs = zone(game, "player.hand", 0)[0], zone(game, "player.hand", 1)[0]
    others = [card for card in range(10) if card != mine]
    held, on_top, pairs = collections.Counter(), collections.Counter(), collections.Counter()
    for seed in range(DRAWS):
        other = game.imagine(0, seed)
        assert zone(other, "player.hand", 0) == [mine]
        (card,) = zone(other, "player.hand", 1)
        deck = zone(other, "shared.deck")
        assert sorted([card, *deck]) == others
        held[card] += 1
        on_top[deck[-1]] += 1
        pairs[card, deck[-1]] += 1
        table = other.machine.layout.tables["card"]
        assert other.state[table.known + card] == game.state[table.known + theirs], "the other player knows the hand"
        assert all(other.state[table.loc + one] for one in range(10))
    assert likely(held, others)
    assert likely(on_top, others)
    assert likely(pairs, [(a, b) for a in others for b in others if a != b])


def test_private_numbers_are_drawn_anew():
    game = shared_pack(PACKS / "which_number").new_game(players=2, seed=3)
    place = game.machine.layout.vars["player.secret"]
    counts = collections.Counter()
    for seed in range(DRAWS):
        other = game.imagine(0, seed)
        assert other.state[place.base] == game.state[place.base]
        counts[other.state[place.base + 1]] += 1
    assert likely(counts, range(10))


@pytest.mark.parametrize(("name", "chance"), [("whose_card", 1 / 9), ("which_number", 1 / 10)])
def test_greedy_guesses_no_better_than_chance(name, chance):
    pack, games, right = shared_pack(PACKS / name), 2000, 0
    for seed in range(games):
        game = pack.new_game(players=2, seed=seed)
        bots = [GreedyBot(), GreedyBot()]
        while game.pending is not None:
            game.choose(bots[game.pending.seat].pick(game))
        right += sum(game.result.scores)
    spread = (2 * games * chance * (1 - chance)) ** 0.5
    assert abs(right - 2 * games * chance) < 4 * spread, f"{right} of {2 * games} are right"


def test_a_card_named_from_all_cards_is_offered_by_its_name(cards):
    game = cards.new_game(players=2, seed=3)
    assert game.decision.options.keys == tuple(f"c{n}" for n in range(10))
    assert game.decision.options[4].label.en == "Card 4"


def hidden_by_back(game, seat):
    """The cards a seat does not know, by what shows of them, and the cells where it shows."""
    machine, s, found, cells = game.machine, game.state, collections.defaultdict(list), []
    table = machine.layout.tables["card"]
    for address in machine.zones:
        if machine.zone_kind[address] is not table or machine.visible[address] == "all":
            continue
        for at in range(s[address]):
            piece = s[address + 1 + at]
            if not s[table.known + piece] >> seat & 1:
                back = game.names.public_key("card", piece)
                found[back].append(piece)
                if back_shows(machine, s, address, at):
                    cells.append((address + 1 + at, back))
    return found, cells


def test_cards_with_the_same_back_mix_wherever_they_lie():
    game = shared_pack("five_kingdoms").new_game(players=2, seed=4)
    while len(game.picks) < 60:
        game.choose(len(game.picks) * 7 % len(game.pending.values))
    found, cells = hidden_by_back(game, 0)
    counts = {cell: collections.Counter() for cell, _ in cells}
    for seed in range(1500):
        other = game.imagine(0, seed)
        for cell, _ in cells:
            counts[cell][other.state[cell]] += 1
    assert len(cells) > 5
    for cell, back in cells:
        assert likely(counts[cell], found[back]), (cell, back)


def test_where_no_back_shows_any_card_may_lie():
    game = shared_pack("five_kingdoms").new_game(players=2, seed=4)
    place = game.machine.layout.zones["shared.deck"]
    cell = place.base + 1  # the bottom of the deck: only the top one shows its back
    backs = {game.names.public_key("card", game.imagine(0, seed).state[cell]) for seed in range(300)}
    assert len(backs) > 5


def test_imagining_leaves_no_piece_out_and_none_twice():
    for name, players in (("five_kingdoms", 2), ("ancient_world", 3), ("daimyo", 3)):
        game = shared_pack(name).new_game(players=players, seed=5)
        while len(game.picks) < 40:
            game.choose(len(game.picks) * 5 % len(game.pending.values))
        for seat in range(players):
            other = game.imagine(seat, 9)
            for address in game.machine.zones:
                kind = game.machine.zone_kind[address]
                pieces = other.state[address + 1 : address + 1 + other.state[address]]
                assert other.state[address] == game.state[address]
                assert all(other.state[kind.loc + piece] == address for piece in pieces)
            for kind in game.machine.layout.tables.values():
                if kind.loc:
                    aside = [other.state[kind.loc + piece] for piece in range(kind.size)].count(0)
                    assert aside == [game.state[kind.loc + piece] for piece in range(kind.size)].count(0)
