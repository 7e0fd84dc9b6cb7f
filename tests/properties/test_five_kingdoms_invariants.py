"""Five Kingdoms: what its checklist says always holds."""

from collections import Counter

import pytest
from pack_invariants import Invariants, Table, contents, crown, decisions, found, must_notice, put, watch, write, zone

GAMES = 12
KINGDOMS = ("reptiles", "felines", "raptors", "ursids", "marines")
TITANS = ("titan", "gaia", "ouranos")
SEATS = (0, 1)
ZONES = ("shared.deck", "shared.discard", "shared.drawn")
INVARIANTS = Invariants()


def face(t, card):
    return t.field("card", card, "banner"), t.field("card", card, "role")


def banner(t, card):
    return t.field("card", card, "banner")


def cells(t):
    """The Square: cells by column and row."""
    return {(cell % 5, cell // 5): here[0] for cell, here in enumerate(t.zones("cell.card")) if here}


def column(t, seat, kingdom):
    (number,) = (c for c in t.own("column", seat) if t.field("column", c, "kingdom") == kingdom)
    return t.zone("column.influences", number)


def placing(t):
    """Whether a turn begins: its card is drawn, nothing else is under way."""
    return t.game.pending is not None and t.game.pending.ask.name == "cell"


def titans(t, seat):
    return {face(t, card) for card in t.zone("player.titans", seat)}


# ---- components


@INVARIANTS.of("FK-G23", "FK-C03", "FK-C04", "FK-C05", "FK-C06")
def cards_are_conserved(t, _):
    lying = [card for key in ZONES for card in t.zone(key)] + list(cells(t).values())
    lying += [card for here in t.zones("column.influences") for card in here]
    for key in ("player.council", "player.titans", "player.taken"):
        lying += [card for here in t.zones(key) for card in here]
    assert sorted(lying) == list(range(66))
    assert set(Counter(face(t, card) for card in lying).values()) == {2}


@INVARIANTS.of("FK-G23", "FK-Q20")
def castles_are_never_negative(t, _):
    assert min(t.var("player.castles", seat) for seat in SEATS) >= 0


@INVARIANTS.of("FK-S03", "FK-C08")
def throne_rooms_stay(t, before):
    rooms = t.zones("player.throne_room")
    assert [len(room) for room in rooms] == [1, 1]
    assert before is None or rooms == before.zones("player.throne_room")


@INVARIANTS.of("FK-S04", "FK-S06", "FK-S09")
def the_start_is_as_set_up(t, before):
    if before is None:
        assert [t.var("player.castles", seat) for seat in SEATS] == [2, 2]
        assert set(cells(t)) == {(2, 1), (3, 1), (3, 2), (2, 3), (1, 3), (1, 2)}
        assert len(t.zone("shared.deck")) == 60 - len(t.zone("shared.drawn")) == 59
        assert not t.zone("shared.discard")


# ---- the Square


@INVARIANTS.of("FK-G23", "FK-T07", "FK-T12")
def the_square_holds_2_to_6_between_turns(t, _):
    if placing(t):
        assert 2 <= len(cells(t)) <= 6


@INVARIANTS.of("FK-P03")
def the_square_fits_3_by_3(t, _):
    for axis in (0, 1):
        line = [cell[axis] for cell in cells(t)]
        assert not line or max(line) - min(line) < 3


@INVARIANTS.of("FK-G23", "FK-T12")
def there_is_always_room_for_the_next_card(t, _):
    if placing(t):
        assert len(t.zone("shared.drawn")) == 1
        laid = cells(t)
        edge = {(x + dx, y + dy) for x, y in laid for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - set(laid)
        legal = [cell for cell in edge if all(spread([*laid, cell], axis) < 3 for axis in (0, 1))]
        assert len(t.game.pending.values) == len(legal) >= 2


def spread(laid, axis):
    return max(cell[axis] for cell in laid) - min(cell[axis] for cell in laid)


@INVARIANTS.of("FK-K08", "FK-T04")
def a_take_is_of_one_banner(t, _):
    for seat in SEATS:
        assert len({banner(t, card) for card in t.zone("player.taken", seat)}) <= 1


# ---- a player's area


@INVARIANTS.of("FK-R05")
def a_council_holds_4(t, _):
    assert max(len(here) for here in t.zones("player.council")) <= 4


@INVARIANTS.of("FK-R04")
def nobody_owns_a_character_twice(t, _):
    for seat in SEATS:
        faces = [face(t, card) for card in t.zone("player.council", seat) + t.zone("player.titans", seat)]
        assert len(faces) == len(set(faces))


@INVARIANTS.of("FK-R07")
def titans_stand_apart(t, _):
    for seat in SEATS:
        assert not [card for card in t.zone("player.council", seat) if face(t, card)[1] in TITANS]
        assert not [card for card in t.zone("player.titans", seat) if face(t, card)[1] not in TITANS]


@INVARIANTS.of("FK-I01", "FK-I12", "FK-I14")
def a_column_is_of_its_kingdom_with_jokers(t, _):
    for seat in SEATS:
        for kingdom in KINGDOMS:
            banners = {banner(t, card) for card in column(t, seat, kingdom)}
            assert banners <= {kingdom, "imperial"}
            assert banners != {"imperial"}, "jokers alone"


@INVARIANTS.of("FK-I08")
def influences_stay(t, before):
    for seat in SEATS if before else ():
        for kingdom in KINGDOMS:
            assert set(column(before, seat, kingdom)) <= set(column(t, seat, kingdom))


@INVARIANTS.of("FK-I07", "FK-X25", "FK-Q23")
def a_throne_room_is_spent_at_3_influences(t, before):
    for seat in SEATS:
        (room,) = t.zone("player.throne_room", seat)
        high = len(column(t, seat, t.field("throne", room, "kingdom"))) >= 3
        spent = bool(t.var("throne.spent", room))
        assert high or not spent
        if placing(t):
            assert spent == high
        assert before is None or spent >= bool(before.var("throne.spent", room))


# ---- the end


@INVARIANTS.of("FK-R15", "FK-X11", "FK-E01", "FK-E06")
def a_game_ends_with_the_pile_or_with_five_titans(t, _):
    won = [seat for seat in SEATS if len(titans(t, seat)) >= 5]
    if t.game.pending is not None:
        assert not won
        return
    assert bool(won) or not t.zone("shared.deck")
    if won:
        assert t.game.result.winners == won


@INVARIANTS.of("FK-E05", "FK-B01")
def most_castles_win_and_equal_ones_share(t, _):
    if t.game.pending is None and not any(len(titans(t, seat)) >= 5 for seat in SEATS):
        castles = [t.var("player.castles", seat) for seat in SEATS]
        assert t.game.result.scores == castles
        assert t.game.result.winners == [seat for seat in SEATS if castles[seat] == max(castles)]


# ---- the tests


@pytest.mark.parametrize("part", range(2))
def test_invariants_hold(part):
    watch(INVARIANTS, "five_kingdoms", 2, range(part, GAMES, 2), open_discard=bool(part))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_invariants_hold_for_long(part):
    watch(INVARIANTS, "five_kingdoms", 2, range(1000 + 50 * part, 1050 + 50 * part), open_discard=bool(part % 2))


def test_games_are_about_as_long_as_the_checklist_says():
    """FK-G23: 32 to 55 turns, mean 41, when no Titans and no extra turns cut in."""
    turns = []
    for seed in range(24):
        games = decisions("five_kingdoms", 2, seed)
        game, *_ = (game for game, now, _ in games if game.pending is None)
        drawn = game.machine.layout.zones["shared.drawn"].base
        if not game.state[game.machine.layout.zones["shared.deck"].base]:
            turns.append(sum(event[0] == "draw" and event[5] == drawn for event in game.events))
    assert len(turns) > 12
    assert min(turns) >= 30
    assert max(turns) <= 58
    assert 38 <= sum(turns) / len(turns) <= 44


def at(ask, harm):
    """Harm at a certain question only."""
    return lambda g: g.pending is not None and g.pending.ask.name == ask and harm(g)


def top(game):
    return contents(game, "shared.deck")[-1]


def crowd(game):
    """The zone has no room for a fifth Character: its count lies."""
    game.state[zone(game, "player.council")] = 5
    return True


def twin(game):
    council = contents(game, "player.council")
    if not council:
        return False
    other = council[0] ^ 1  # the two copies are neighbours
    return put(game, "card", other, "player.titans")


def bare_joker(game):
    empty = next((c for c in range(10) if not contents(game, "column.influences", c)), None)
    return empty is not None and put(game, "card", found(game, "card", banner="imperial"), "column.influences", empty)


def lose_influence(game):
    """The oldest card of a high column, which no single take can have built."""
    full = next((c for c in range(10) if len(contents(game, "column.influences", c)) > 5), None)
    return full is not None and put(game, "card", contents(game, "column.influences", full)[0], "shared.discard")


def five_titans(game):
    names = [{"banner": kingdom, "role": "titan"} for kingdom in KINGDOMS]
    return all(put(game, "card", found(game, "card", **name), "player.titans") for name in names)


def strew(game):
    corners = [cell for cell in (0, 24) if not contents(game, "cell.card", cell)]
    pile = contents(game, "shared.deck")
    return (
        len(corners) == 2
        and len(pile) > 1
        and all(put(game, "card", card, "cell.card", cell) for card, cell in zip(pile, corners, strict=False))
    )


def sweep(game):
    laid = [card for cell in range(25) for card in contents(game, "cell.card", cell)]
    return all(put(game, "card", card, "shared.discard") for card in laid)


HARMS = {
    "cards_are_conserved": lambda g: bool(contents(g, "shared.deck")) and put(g, "card", top(g)),
    "castles_are_never_negative": lambda g: write(g, "player.castles", -1, 1),
    "throne_rooms_stay": lambda g: bool(g.picks) and put(g, "throne", contents(g, "player.throne_room")[0]),
    "the_start_is_as_set_up": lambda g: write(g, "player.castles", 3),
    "the_square_holds_2_to_6_between_turns": at("cell", sweep),
    "the_square_fits_3_by_3": strew,
    "there_is_always_room_for_the_next_card": at("cell", lambda g: g.pending.values.pop() >= 0),
    "a_take_is_of_one_banner": at("one", lambda g: put(g, "card", _other_banner(g), "player.taken", g.pending.seat)),
    "a_council_holds_4": crowd,
    "nobody_owns_a_character_twice": twin,
    "titans_stand_apart": lambda g: put(g, "card", found(g, "card", role="gaia"), "player.council"),
    "a_column_is_of_its_kingdom_with_jokers": bare_joker,
    "influences_stay": lose_influence,
    "a_throne_room_is_spent_at_3_influences": at(
        "cell", lambda g: write(g, "throne.spent", 1, contents(g, "player.throne_room")[0])
    ),
    "a_game_ends_with_the_pile_or_with_five_titans": lambda g: bool(g.picks) and five_titans(g),
    "most_castles_win_and_equal_ones_share": lambda g: bool(g.result) and not contents(g, "shared.deck") and crown(g),
}


def _other_banner(game):
    t = Table(game)
    taken = t.zone("player.taken", game.pending.seat)
    return next(
        card
        for card in t.zone("shared.deck") + t.zone("shared.discard")
        if not taken or banner(t, card) != banner(t, taken[0])
    )


@pytest.mark.parametrize("name", INVARIANTS)
def test_an_invariant_notices_harm(name):
    games = (each for seed in range(6) for each in decisions("five_kingdoms", 2, seed))
    must_notice(INVARIANTS[name], HARMS[name], games)
