"""The referee itself, held against the worked examples of the checklist (FK-EX…)."""

import pytest

from .cards import DECK, KINGDOMS, Card
from .rules import Rules, Won
from .scoring import end_effects
from .square import RING, connected, legal_cells, of_banner
from .table import DISCARD, PILE


def rules(places, castles=(2, 2), room="reptiles"):
    """A position: places with the cards there, everything else in the pile."""
    made = Rules(DECK, [room, next(k for k in KINGDOMS if k != room)], 0, open_discard=False)
    made.table.places = dict.fromkeys(DECK, PILE)
    for place, cards in places.items():
        for card in cards:
            assert made.table.places[card] == PILE, f"{card} is named twice"
            made.table.places[card] = place
    made.table.castles, made.table.rooms, made.table.active = list(castles), made.rooms, 0
    return made


def spare(banner, count, start=0):
    """Some cards of a banner."""
    return [card for card in DECK if card.banner == banner][start : start + count]


def columns(seat, **heights):
    """Columns filled from the end of each kingdom, so that first copies stay free."""
    return {("column", seat, kingdom): spare(kingdom, 10)[10 - height :] for kingdom, height in heights.items()}


def run(play, *answers):
    """Drive a generator; give the questions asked. Answers may be options or functions that pick one."""
    asked, left, answer = [], list(answers), None
    while True:
        try:
            asked.append(play.send(answer))
        except (StopIteration, Won):
            assert not left, f"never asked for {left}"
            return asked
        answer = left.pop(0)
        assert answer in asked[-1].options, (answer, asked[-1])


def test_legal_cells():
    card = DECK[0]
    assert legal_cells(dict.fromkeys(RING, card)) == {(1, 1), (2, 2), (3, 3)}  # FK-EX07
    pair = {(1, 1): card, (2, 1): card}
    assert legal_cells(pair) == {(0, 1), (3, 1), (1, 0), (1, 2), (2, 0), (2, 2)}  # FK-EX08
    apart = {(1, 1): card, (3, 1): card}
    assert legal_cells(apart) == {(2, 1), (1, 0), (1, 2), (3, 0), (3, 2)}  # FK-EX09
    corners = {(1, 1): card, (3, 3): card}
    assert legal_cells(corners) == {(2, 1), (1, 2), (3, 2), (2, 3)}  # FK-EX10


def test_takes():
    feline, ursid, raptor = (spare(banner, 1)[0] for banner in ("felines", "ursids", "raptors"))
    chain = dict.fromkeys([(1, 1), (2, 1), (3, 1), (3, 2), (2, 2)], feline)
    assert connected(chain, (2, 2)) == set(chain)  # FK-EX02
    mixed = {(1, 1): raptor, (2, 1): feline, (3, 1): ursid, (3, 3): raptor}
    assert of_banner(mixed, "raptors") == {(1, 1), (3, 3)}  # FK-EX03
    groups = {(1, 1): feline, (1, 2): feline, (2, 2): feline, (3, 2): feline, (3, 1): ursid, (1, 3): raptor}
    assert len(connected(groups, (2, 2))) == 4  # FK-EX11


def test_a_queen_pays_for_each_ordinal():
    """FK-EX04."""
    queen = Card("reptiles", "queen", 1)
    made = rules({("council", 0): [queen], **columns(0, reptiles=1)}, room="felines")
    for card in [*spare("reptiles", 2), Card("reptiles", "queen", 2)]:
        made.table.places[card] = ("taken", 0)
    run(made.influence(0))
    assert (made.table.height(0, "reptiles"), made.table.castles) == (4, [4, 2])


@pytest.mark.parametrize("height", [2, 3])
def test_imperial_cards_wake_a_warrior(height):
    """FK-EX05."""
    warrior = Card("ursids", "warrior", 1)
    jokers = {("taken", 0): spare("imperial", 2)}
    made = rules({("council", 0): [warrior], ("council", 1): [DECK[0]], **columns(0, ursids=height), **jokers})
    asked = run(made.influence(0), "steal")
    assert [question.name for question in asked] == ["attack"]
    assert made.table.castles == [3, 1]


@pytest.mark.parametrize("height", [2, 4])
def test_an_imperial_card_wakes_a_witch(height):
    """FK-EX06."""
    witch = Card("marines", "witch", 1)
    places = {("council", 0): [witch], DISCARD: [DECK[0]], ("taken", 0): spare("imperial", 1)}
    made = rules({**places, **columns(0, marines=height)})
    assert [question.name for question in run(made.influence(0), "nothing")] == ["find"]


def test_a_throne_room_pays_once():
    """FK-EX12."""
    made = rules({("taken", 0): spare("felines", 2), **columns(0, felines=2)}, room="felines")
    run(made.influence(0))
    assert made.table.castles == [4, 2]
    made.table.places[spare("felines", 3)[2]] = ("taken", 0)
    run(made.influence(0))
    assert (made.table.height(0, "felines"), made.table.castles) == (5, [4, 2])


def test_nothing_reaches_back():
    """FK-EX13."""
    queen = Card("raptors", "queen", 1)
    made = rules({("taken", 0): [queen], **columns(0, raptors=4)})
    run(made.recruit(0, queen))
    assert made.table.castles == [2, 2]
    made.table.places[spare("raptors", 1)[0]] = ("taken", 0)
    run(made.influence(0))
    assert made.table.castles == [3, 2]


def test_a_popess_hit_twice():
    """FK-EX14."""
    popess = Card("religious", "popess", 1)
    jokers = {("taken", 0): spare("imperial", 2)}
    made = rules({("council", 0): [popess], **columns(0, reptiles=3, marines=3), **jokers}, room="felines")
    run(made.influence(0), "reptiles", "marines")
    assert made.table.castles == [6, 2]


@pytest.mark.parametrize(("heights", "more", "lines"), [((3, 2, 2, 2, 1), 1, 1), ((3, 3, 3, 3, 1), 2, 2)])
def test_lines(heights, more, lines):
    """FK-EX15, FK-EX16."""
    council = {("council", 0): [Card("imperial", "colonel", 1), Card("imperial", "general", 1)]}
    made = rules({**council, **columns(0, **dict(zip(KINGDOMS, heights, strict=True)))})
    made.table.spent.add("reptiles")
    for card in spare("marines", more):
        made.table.places[card] = ("taken", 0)
    run(made.influence(0))
    assert made.table.lines(0) == 1 + lines
    assert (made.table.castles, made.table.extra) == ([2 + lines, 2], [lines, 0])


def test_a_captain():
    """FK-EX17."""
    captain = Card("imperial", "captain", 1)
    theirs = {
        ("column", 1, kingdom): spare(kingdom, count) for kingdom, count in zip(KINGDOMS, (2, 0, 2, 0, 1), strict=True)
    }
    mine = columns(0, **dict(zip(KINGDOMS, (3, 0, 2, 1, 0), strict=True)))
    made = rules({("taken", 0): [captain], **mine, **theirs})
    run(made.recruit(0, captain))
    assert made.table.castles == [4, 2]


def test_a_chain_of_witches():
    """FK-EX18: the pool of the influence a Witch starts is settled before the outer one goes on."""
    witch, queen, king = (Card("reptiles", role, 1) for role in ("witch", "queen", "king"))
    other = Card("reptiles", "warrior", 1)
    taken = [Card("reptiles", "witch", 2), Card("reptiles", "queen", 2)]
    made = rules(
        {("council", 0): [witch, queen], DISCARD: [king, other], ("taken", 0): taken, **columns(0, reptiles=2)},
        room="felines",
    )
    asked = run(made.influence(0), king, "influence", "nothing")
    assert [question.name for question in asked] == ["find", "find_use", "find"]
    assert (made.table.height(0, "reptiles"), made.table.castles) == (5, [5, 2])


def test_a_fifth_titan_wins_and_a_second_copy_is_barred():
    """FK-EX19, FK-EX20."""
    four = [Card(kingdom, "titan", 1) for kingdom in KINGDOMS[:4]]
    fifth = Card("religious", "gaia", 1)
    made = rules({("titans", 0): four, ("taken", 0): [fifth]}, castles=(0, 30))
    run(made.recruit(0, fifth))
    assert made.winner == 0
    taken = [Card("ursids", "titan", 2), Card("ursids", "king", 1)]
    made = rules({("titans", 0): four, ("taken", 0): taken})
    asked = run(made.look(0, taken), taken[1])
    assert asked[0].options == {taken[1], "nothing"}


@pytest.mark.parametrize(("survivors", "pile", "left"), [([(3, 2)], 20, 15), ([], 4, 0)])
def test_a_refill(survivors, pile, left):
    """FK-EX21, FK-EX22."""
    made = rules({("cell", *cell): [card] for cell, card in zip(survivors, DECK, strict=False)})
    made.table.pile = made.table.at(*PILE)[:pile]
    made.tidy()
    assert len(made.table.pile) == left
    assert set(made.table.square) == set(RING[: 6 if left else pile])
    assert not survivors or made.table.square[RING[0]] == DECK[0]


def test_an_end():
    """FK-EX23."""
    marshal, captain, colonel = (Card("imperial", role, 1) for role in ("marshal", "captain", "colonel"))
    made = rules({("council", 1): [marshal, captain], ("council", 0): [colonel]}, castles=(7, 6))
    castles = [7, 6]
    for seat, more, _ in end_effects(made.table):
        castles[seat] += more
    assert castles == [7, 9]


def test_the_end_reads_a_frozen_table_and_steals_what_there_is():
    """FK-Q20, FK-Q24."""
    monk, king = Card("religious", "monk", 1), Card("felines", "king", 1)
    made = rules({("council", 0): [monk], ("council", 1): [king], **columns(1, felines=1)}, castles=(0, 0))
    assert end_effects(made.table) == [(1, 3, "FK-X02"), (1, -2, "FK-X14"), (0, 2, "FK-X14")]
    made = rules({("council", 0): [monk]}, castles=(0, 1))
    assert end_effects(made.table) == [(1, -1, "FK-X14"), (0, 1, "FK-X14")]
