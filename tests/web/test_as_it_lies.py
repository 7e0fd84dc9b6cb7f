"""What the page shows and how: options as things lie on the board, equal things once, seats in the colour they chose."""

import random

import pytest
from shared_packs import shared_pack

from interpreter.play.bots import GreedyBot
from interpreter.primitives.pieces import pieces_in
from interpreter.tools.offered import Offered
from interpreter.web.scene import items_once, scene_of
from interpreter.web.sheet import cards_of


def test_cards_in_hand_are_offered_as_they_lie_there():
    game, chance = shared_pack("hearts").new_game(players=4, seed=3), random.Random(1)
    table = game.machine.layout.tables["card"]
    hands = {host: zone for zone, (place, host) in game.names.zones.items() if place.decl.key == "player.hand"}
    for _ in range(60):
        lying = pieces_in(game.state, table, hands[game.decision.seat])
        hand = [game.names.thing("card", card).en for card in lying]
        rows = Offered(game.decision, "en").rows
        offered = [row.option.label.en for row in rows]
        assert offered == [card for card in hand if card in offered]
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        game.choose(chance.randrange(len(game.decision.options)))


def test_dice_are_offered_by_colour_and_pips():
    game, bot = shared_pack("daimyo").new_game(players=2, seed=3), GreedyBot()
    while game.decision.options.kind != "die":
        game.choose(bot.pick(game))
    dice = [row.option.key for row in Offered(game.decision, "en").rows if row.option.touches]
    shown = [(label.split()[0], int("".join(filter(str.isdigit, label)))) for label in labels(game)]
    assert dice
    colours = list(dict.fromkeys(colour for colour, _ in shown))
    assert shown == sorted(shown, key=lambda one: (colours.index(one[0]), one[1]))


def labels(game):
    return [row.option.label.en for row in Offered(game.decision, "en").rows if row.option.touches]


@pytest.mark.parametrize("kind", ["bonus_tile", "die"])
def test_a_thing_is_shown_once_with_its_number(kind):
    scene = scene_of(shared_pack("daimyo"), 4, {}, "en")
    once = items_once(scene, [kind])
    names = [item["faces"][0]["name"] for _, _, item in once]
    assert len(names) == len(set(names))
    every = scene["items"][kind].values()
    assert sum(item["count"] for _, _, item in once) == sum(item["count"] for item in every)
    assert {item["like"] for item in every if "like" in item} <= {one for _, one, _ in once}


def test_a_sheet_with_each_card_once_tells_how_many_there_are():
    pack = shared_pack("daimyo")
    once, copies = (cards_of(pack, "en", ("bonus_tile",), copies=both) for both in (False, True))
    assert len({card.front.name for card in once}) == len(once) < len(copies)
    assert all(card.front.kind == "bonus tile ×4" for card in once)


def test_a_pack_says_which_var_is_the_colour_of_a_seat():
    scene = scene_of(shared_pack("ancient_world"), 2, {}, "en")
    assert scene["kinds"]["player"]["colour"] == "colour"
