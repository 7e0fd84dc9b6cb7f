"""What everybody sees of the heroes of Daimyo, and what the log tells of the hero market."""

import re

import pytest
from shared_packs import shared_pack

from interpreter.play.views import Looker


def played(players, seed, until):
    """A game in which the first option is taken, up to a position."""
    game = shared_pack("daimyo").new_game(players=players, seed=seed)
    while not until(game):
        game.choose(0)
    return game


def zone(game, name, host=0):
    place = game.machine.layout.zones[name]
    start = place.base + host * place.stride
    return [game.machine.layout.things["hero"][i].key for i in game.state[start + 1 : start + 1 + game.state[start]]]


def test_the_top_of_the_hero_deck_lies_face_up_for_everybody_and_nothing_below_it():
    game = shared_pack("daimyo").new_game(players=3, seed=5)
    deck = zone(game, "shared.hero_deck")
    for seat in (0, 1, 2, None):
        sees = Looker(game, seat).sees
        numbers = {thing.key: i for i, thing in enumerate(game.machine.layout.things["hero"])}
        assert [key for key in deck if sees("hero", numbers[key])] == [deck[-1]]


def test_the_heroes_of_the_mercenaries_are_not_named_on_the_board():
    game = played(2, 3, lambda game: zone(game, "player.deck", 2))
    taken = zone(game, "player.deck", 2)
    assert len(taken) == 1
    for seat in (0, 1, None):
        assert [text.strip() for text in board_of_the_mercenaries(game, seat) if "deck" in text] == ["deck: 1 hidden"]


def board_of_the_mercenaries(game, seat):
    lines = Looker(game, seat).lines("en")
    start = lines.index("the Mercenary band")
    return lines[start : lines.index("", start) if "" in lines[start:] else None]


def test_heroes_right_of_a_gap_are_not_told_as_moving():
    """Who hires from the middle of the row reads of that hero and of the newcomer only."""
    game = shared_pack("daimyo").new_game(players=3, seed=1)
    while game.decision is not None:
        hired = next((key for key in game.decision.options.keys if key == zone(game, "shared.market")[0]), None)
        if hired is not None and game.decision.seat is not None:
            break
        keys = list(game.decision.options.keys)
        game.choose(keys.index("again") if "again" in keys else 0)
    row, newcomer, before = zone(game, "shared.market"), zone(game, "shared.hero_deck")[-1], len(game.events)
    game.choose(list(game.decision.options.keys).index(hired))
    assert zone(game, "shared.market") == [newcomer, *row[1:]]
    arrived = [text for text in game.log(None, "en", before) if text.endswith("→ the hero market")]
    assert len(arrived) == 1


@pytest.mark.parametrize(
    ("lang", "wanted", "never"),
    [
        ("en", r"the Mercenary band takes the pieces of the \w+ Clan", "now"),
        ("fr", r"le camp des mercenaires prend les pièces du Clan d", "maintenant"),
        ("de", r"der Söldnertrupp nimmt die Teile des \w+clans", "jetzt"),
    ],
)
def test_whose_pieces_a_clan_has_is_told_in_words(lang, wanted, never):
    game = shared_pack("daimyo").new_game(players=2, seed=3)
    while not any(re.search(wanted, line) for line in game.log(0, lang)):
        game.choose(0)
        assert len(game.picks) < 4
    assert not any(re.search(rf"[Cc]lan.*\b{never}\b", line) for line in game.log(0, lang))
    assert not any("(×4)" in line for line in game.log(0, lang)), "how bonus tiles are laid out is nobody's concern"
