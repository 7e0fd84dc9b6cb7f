"""Daimyo: what its rulebook says about components and play, read from the state, not from the pack's rules.

Numbers are the rulebook's for 1 to 4 players. `History` remembers what must never move or shrink.
"""

from collections import Counter
from functools import cache

RELIC_POINTS = (0, 3, 7, 12, 18, 25, 33)
FARM_POINTS = (0, 1, 4, 7, 12)
TOWER_POINTS = (0, 1, 2, 4, 7)
ARMY_POINTS = {1: (10, 2), 2: (10, 5, 2), 3: (10, 5, 2), 4: (10, 5, 2, 0)}


class Table:
    """The state by name: zones as lists of pieces, vars as values, fields of things."""

    def __init__(self, game):
        self.game, self.s, self.layout = game, list(game.state), game.machine.layout
        self.seats = range(game.seats)
        self.everyone = range(game.machine.layout.people)
        self.field, self.own, self.inside = _fixed(game.machine)

    def zone(self, key, host=0):
        place = self.layout.zones[key]
        at = place.base + host * place.stride
        return self.s[at + 1 : at + 1 + self.s[at]]

    def zones(self, key):
        return [self.zone(key, host) for host in range(self.count(key.split(".")[0]))]

    def count(self, kind):
        return len(self.layout.things[kind])

    def var(self, key, host=0, row=0):
        place = self.layout.vars[key]
        return self.s[place.base + host * place.width + row]

    def owner(self, kind, thing):
        return self.layout.things[kind][thing].owner

    def aside(self, kind):
        loc = self.layout.tables[kind].loc
        return [piece for piece in range(self.count(kind)) if not self.s[loc + piece]]

    def place_of(self, kind, piece):
        return self.s[self.layout.tables[kind].loc + piece]

    def between_actions(self):
        """Whether the turn's menu is open: no action is under way."""
        return self.game.pending is not None and self.game.pending.ask.menu == "turn"


@cache
def _fixed(machine):
    """What never changes in a game: fields of things, pieces of players, parts of places."""
    layout = machine.layout

    @cache
    def field(kind, thing, name):
        """A number, or the name of an enum value or item."""
        value = layout.things[kind][thing].item.faces[0].values[name]
        of = layout.v.kinds[kind].fields[name].type
        return layout.v.enums[of.name].values[value] if of.tag == "enum" and value >= 0 else value

    @cache
    def own(kind, seat):
        return tuple(i for i, thing in enumerate(layout.things[kind]) if thing.owner == seat)

    @cache
    def inside(kind, above):
        return tuple(i for i, parent in enumerate(layout.parents[kind]) if parent == above)

    return field, own, inside


class History:
    """Holds one game against its own past."""

    def __init__(self, game):
        self.before = None
        self.rounds = 0
        self.step(game)

    def step(self, game):
        table = Table(game)
        check(table)
        now = self._remember(table)
        if self.before is not None:
            self._compare(self.before, now)
        self.before = now

    def _remember(self, t):
        laid = {tile: space for space, tiles in enumerate(t.zones("space.bonus")) for tile in tiles}
        return {
            "round": t.var("shared.round"),
            "start": t.var("shared.start_player"),
            "storage": [t.var("player.storage", seat) for seat in t.seats],
            **{
                f"{kind}s": {piece: t.place_of(kind, piece) for piece in settled(t, kind)}
                for kind in ("shadow", "building")
            },
            "pawns": {piece: t.place_of("pawn", piece) for piece in range(t.count("pawn"))},
            "laid": laid,
            "covered": {tile for tiles in t.zones("player.covered_tiles") for tile in tiles},
            "restored": [len(t.zone("player.restored_tiles", seat)) for seat in t.seats],
        }

    def _compare(self, old, new):
        assert new["round"] - old["round"] in (0, 1)
        assert (
            new["start"] == old["start"]
            or new["round"] != old["round"]
            or old["start"] < 0
            or self._round_ends(old, new)
        )
        assert all(b >= a for a, b in zip(old["storage"], new["storage"], strict=True)), "storage never falls"
        assert all(b >= a for a, b in zip(old["restored"], new["restored"], strict=True)), "relics stay restored"
        for kind in ("shadows", "buildings", "pawns"):
            moved = {piece: place for piece, place in old[kind].items() if place and new[kind][piece] != place}
            assert not moved, f"{kind} never move"
        for tile, space in old["laid"].items():
            assert new["laid"].get(tile) == space or tile in new["covered"], "a laid tile is only ever covered"
        assert old["covered"] <= new["covered"]

    def _round_ends(self, old, new):
        """The helmet is passed on before the round marker moves, with hiring in between."""
        return new["round"] < 5


def settled(t, kind):
    """The pieces that never move once placed: all but those of the mercenaries."""
    movers = set(t.own(kind, 2)) if t.game.seats == 2 else set()
    return [piece for piece in range(t.count(kind)) if piece not in movers]


def check(t):
    """Everything that holds at any moment."""
    if not t.game.picks:
        components(t)
    tiles(t)
    heroes(t)
    dice(t)
    pieces(t)
    storage(t)
    if t.between_actions():
        between_actions(t)


def components(t):
    """What the box holds for so many players, and how the table is laid at the start."""
    n = t.game.seats
    hues = {t.field("island", isle, "hue") for isle in range(t.count("island"))}
    assert len(hues) == t.count("island") == {1: 4, 2: 4, 3: 5, 4: 6}[n]
    kinds = Counter((t.field("relic", r, "hue"), t.field("relic", r, "number")) for r in range(t.count("relic")))
    assert kinds == {(hue, number): 3 for hue in hues for number in (1, 2, 3, 4)}
    assert [len(land) for land in t.zones("island.tiles")] == [3] * len(hues)
    assert len(t.zone("shared.black_market")) == 3
    assert len(t.zone("shared.bag")) == {1: 33, 2: 33, 3: 42, 4: 51}[n]
    dice_in_play = Counter(t.field("die", die, "hue") for die in range(t.count("die")))
    wanted = {1: (2, 3, 3), 2: (3, 4, 4), 3: (2, 4, 4), 4: (3, 5, 5)}[n]
    assert dice_in_play == dict(zip(("blue", "green", "red"), wanted, strict=True))
    assert all(len(t.inside("site", isle)) == 5 for isle in range(t.count("island")))
    for seat in t.everyone:
        counts = {kind: _clan_pieces(t, kind, seat) for kind in ("governor", "shadow", "scavenger", "pawn", "building")}
        assert counts == {"governor": 8, "shadow": 3, "scavenger": 1, "pawn": 6, "building": 8}


def _clan_pieces(t, kind, seat):
    """Pieces of the clan itself; alone, spare ones of the unused clans lie beside them."""
    return sum(kind == "scavenger" or not t.field(kind, piece, "spare") for piece in t.own(kind, seat))


def tiles(t):
    assert not t.aside("relic"), "no relic tile leaves the game"


def heroes(t):
    clans = {t.var("player.clan", seat) for seat in t.seats}
    for hero in t.aside("hero"):
        clan = t.field("hero", hero, "clan")
        left_out = t.field("hero", hero, "aggressive") and (not t.game.options["aggressive"] or t.game.seats == 1)
        assert left_out or clan != -1, "a common hero lies in the box"
        if isinstance(clan, str):
            chosen = t.layout.item_index("clan", clan) in clans and -1 not in clans
            assert not chosen or not t.game.picks or _set_up(t), "a hero of a clan in play lies in the box"


def _set_up(t):
    return any(not t.zone("player.hand", seat) + t.zone("player.deck", seat) for seat in t.seats)


def dice(t):
    placed = []
    for seat in t.seats:
        spaces = t.own("space", seat)
        here = [(space, die) for space in spaces for die in t.zone("space.placed", space)]
        for space, die in here:
            wanted = t.field("space", space, "hue")
            assert wanted in (-1, t.field("die", die, "hue")), "a die stands on a space of another colour"
            assert t.field("space", space, "takes_die")
        placed.append(len(here) + len(t.zone("player.beside", seat)) + len(t.zone("player.taken_die", seat)))
    if t.aside("die"):
        assert len(t.aside("die")) == t.count("die"), "dice are all out or all in play"
    assert max(placed) <= 3
    assert max(placed) - min(placed) <= 1, "everybody places a die before anybody places the next"


def pieces(t):
    for seat in t.seats:
        boards = {t.var(f"player.{sort}_board", seat) for sort in ("farm", "tower")}
        _bonus_tiles(t, seat, boards)
    assert t.var("shared.round") in range(1, 6)
    assert t.var("shared.helmet") in (t.everyone if t.game.seats == 1 else t.seats)
    for seat in t.seats if t.game.seats == 1 else ():
        for kind in ("governor", "shadow", "pawn", "building"):
            assert not [p for p in t.own(kind, seat) if t.field(kind, p, "spare") and t.place_of(kind, p)]


def _bonus_tiles(t, seat, boards):
    """8 tiles a player: 6 gray, 2 yellow; as many uncovered as buildings stand; each colour in its own places."""
    if -1 in boards:
        return
    laid = [(space, tile) for space in t.own("space", seat) for tile in t.zone("space.bonus", space)]
    covered = t.zone("player.covered_tiles", seat)
    waiting = [tile for board in boards for tile in t.zone("mini_board.tiles", board)]
    everything = [tile for _, tile in laid] + covered + waiting
    if not everything:
        return  # the boards are laid out after they are taken
    colours = Counter(t.field("bonus_tile", tile, "colour") for tile in everything)
    assert colours == {"gray_tile": 6, "yellow_tile": 2}
    built = [b for b in t.own("building", seat) if t.place_of("building", b)]
    asked = t.game.pending.ask.name if t.game.pending else ""
    assert len(built) - (len(laid) + len(covered)) in ((0, 1) if asked in ("space", "tile") else (0,))
    assert all(t.field("space", space, "takes") == t.field("bonus_tile", tile, "colour") for space, tile in laid)


def storage(t):
    for seat in t.seats:
        loose = [
            (t.field("relic", r, "hue"), t.field("relic", r, "number")) for r in t.zone("player.loose_tiles", seat)
        ]
        restored = t.zone("player.restored_tiles", seat)
        assert len(set(loose)) == len(loose), "two loose tiles are alike"
        assert not [hue for hue, n in Counter(hue for hue, _ in loose).items() if n == 4 and not _restoring(t)]
        assert t.var("player.storage", seat) in range(3, 10)
        assert len(loose) + len(restored) // 4 <= t.var("player.storage", seat), "more than storage can hold"
        pawns = [p for p in t.own("pawn", seat) if t.place_of("pawn", p)]
        beside = t.game.seats == 1 and t.var("shared.round") == 5  # a fourth relic of a colour finds no altar
        assert len(restored) // 4 - len(pawns) in ((0, 1) if _restoring(t) or beside else (0,))


def _restoring(t):
    return t.game.pending is not None and t.game.pending.ask.name == "altar"


def between_actions(t):
    """Lands and market are full again before the next action, as far as there is anything left."""
    if t.zone("shared.bag") and t.game.seats > 2:  # with 1 or 2 players an empty bag may get tiles back
        assert [len(land) for land in t.zones("island.tiles")] == [3] * t.count("island")
    assert len(t.zone("shared.market")) == 5 or not t.zone("shared.hero_deck")
    scavengers = [len(here) for here in t.zones("island.scavengers")]
    assert sum(scavengers) == t.game.seats, "every scavenger is on an island"
    for seat in t.seats:
        assert not t.zone("player.found", seat)
        assert not t.zone("player.taken_die", seat)
        assert not t.zone("player.resolving", seat)


def influence(t, seat, isle):
    """2 a governor, 1 a shadow, 2 a tower, and what the altars of one's pawns grant."""

    def mine(kind, zone, host_kind):
        for host in t.inside(host_kind, isle):
            yield from ((piece, host) for piece in t.zone(zone, host) if t.owner(kind, piece) == seat)

    total = 2 * len(list(mine("governor", "site.governor", "site"))) + len(
        list(mine("shadow", "alley.shadow", "alley"))
    )
    total += 2 * sum(t.field("building", b, "type") == "tower" for b, _ in mine("building", "site.building", "site"))
    return total + sum(t.field("altar", altar, "grants") for _, altar in mine("pawn", "altar.pawn", "altar"))


def end(game):
    """The final scoring, worked out anew from the pieces."""
    t = Table(game)
    assert t.var("shared.round") == 5
    assert sum(event[0] == "roll" and len(event[3]) == t.count("die") for event in game.events) == 5, (
        "one big roll a round"
    )
    sheets = [{text.en: points for text, points in lines} for lines in game.result.lines]
    ranked = t.everyone if t.game.seats == 1 else t.seats
    armies = [_army(t, seat) for seat in t.everyone]
    for seat in ranked:
        sheet = dict.fromkeys(("relics", "farms", "towers", "army", "helmet", "leftovers"), 0) | _by_reason(game, seat)
        built = Counter(t.field("building", b, "type") for b in t.own("building", seat) if t.place_of("building", b))
        goods = sum(t.var("player.stock", seat, row) for row in range(3))
        relics = len(t.zone("player.restored_tiles", seat)) // 4 + t.var("player.returned_relics", seat)
        series = seat >= t.game.seats and relics // 6
        assert sheet["relics"] == (
            33 * series + RELIC_POINTS[relics - 6 * series] if series else RELIC_POINTS[min(relics, 6)]
        )
        assert sheet["farms"] == 12 * (built["farm"] // 4) + FARM_POINTS[built["farm"] % 4]
        assert sheet["towers"] == 7 * (built["tower"] // 4) + TOWER_POINTS[built["tower"] % 4]
        assert sheet["helmet"] == (2 if t.var("shared.helmet") == seat else 0)
        assert sheet["leftovers"] == goods // 5
        assert sheet["army"] == _army_points(ARMY_POINTS[t.game.seats], armies, armies[seat])
        assert sum(sheets[seat].values()) == game.result.scores[seat] == t.var("player.popularity", seat)
    best = max((game.result.scores[seat], sum(t.var("player.stock", seat, row) for row in range(3))) for seat in ranked)
    assert game.result.winners == [
        seat
        for seat in ranked
        if (game.result.scores[seat], sum(t.var("player.stock", seat, row) for row in range(3))) == best
    ]


def _by_reason(game, seat):
    """Points by the reason a script gave, whatever a language calls it."""
    place, totals = game.machine.layout.vars["player.popularity"], Counter()
    for event in game.events:
        if event[0] == "gain" and event[2] == place.base + seat and event[4] >= 0:
            totals[game.machine.program.reasons[event[4]]] += event[3]
    return dict(totals)


def _army(t, seat):
    """Larger first, then fewer heroes, then more 5s, 4s, 3s, 2s."""
    mine = t.zone("player.hand", seat) + t.zone("player.deck", seat) + t.zone("player.discard", seat)
    costs = Counter(t.field("hero", hero, "cost") for hero in mine)
    value = sum(cost * n for cost, n in costs.items()) + t.var("player.gold", seat)
    return (value, -len(mine), costs[5], costs[4], costs[3], costs[2])


def _army_points(points, armies, mine):
    ahead, level = sum(other > mine for other in armies), armies.count(mine)
    return sum(points[ahead : ahead + level]) // level
