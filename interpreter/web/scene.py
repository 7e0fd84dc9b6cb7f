"""How the table of a game is laid out: what lies where, how each thing is drawn, and the words on it.

Everything follows from the model of the pack, by these rules; `table.yaml` of the pack only says it better.

1. Parts stand in their host, what each player has with that player, all else on the board; what is quiet is left out.
2. A piece that rolls is a cube; one that says something is a card; one that belongs to a player and says nothing is a
   token of that player; any other is a counter. What never moves is a place.
3. A zone for one piece is a slot, drawn when empty; one with an order that is hidden is a pile; one with an order or
   a limit is a row; any other is a heap. What only its owner sees is held: open for that player, a number for others.
4. A grid is a lattice. Zones of the table that hold the same kind stand together.
5. A var for each value of an enum is a strip; one with at most twelve steps is a track, any other number a number; a truth
   is a badge; what names a player, a place or a value is a marker.

A scene holds nothing of a game under way: it is the same for everybody and for ever, as long as the pack is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from interpreter import prose
from interpreter.play.names import Names
from interpreter.play.rulebook import read_rulebook
from interpreter.play.tables import coloured_by, read_table
from interpreter.play.text import named
from interpreter.web.hints import Hints
from interpreter.web.spots import spots

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.check.vocabulary import Face, Item, KindDecl, ValueDecl, VarDecl, ZoneDecl
    from interpreter.play.pack import Pack

Data = dict[str, Any]
TRACK_STEPS = 12
BELOW = "below"
"""The area under one's own things, for what is looked at less often than these."""


def scene_of(pack: Pack, seats: int, options: Mapping[str, object], lang: str) -> Data:
    """The scene of a game with so many players and these options, in a language."""
    return _Scene(pack, seats, options, lang).made()


def cube_card_token(decl: KindDecl) -> str:
    """How a kind is drawn (rule 2)."""
    if decl.zones_only and not decl.rolls:
        return "place"
    if decl.rolls:
        return "cube"
    if any(field.show for field in decl.fields.values()) or decl.scripts:
        return "card"
    return "token" if decl.per_player else "counter"


def zone_shape(zone: ZoneDecl) -> str:
    """How a zone is drawn (rule 3)."""
    if zone.visible == "owner":
        return "held"
    if zone.capacity == 1:
        return "slot"
    if zone.ordered and zone.visible != "all":
        return "pile"
    if zone.visible == "nobody":
        return "pile"
    return "row" if zone.ordered or zone.capacity is not None else "heap"


def var_shape(var: VarDecl) -> str:
    """How a var is drawn (rule 5)."""
    if var.each:
        return "strip"
    if var.type.tag == "truth":
        return "badge"
    if var.type.tag != "number":
        return "marker"
    if var.low is not None and var.high is not None and var.high - var.low < TRACK_STEPS:
        return "track"
    return "number"


class _Scene:
    """Makes one scene."""

    def __init__(self, pack: Pack, seats: int, options: Mapping[str, object], lang: str) -> None:
        self.pack, self.lang, self.seats = pack, lang, seats
        self.v = pack.vocabulary
        machine = pack.machine(seats, pack.options(options))
        self.layout, self.seals = machine.layout, machine.seals
        self.names: Names = pack.names(machine)
        self.hints = Hints(read_table(pack).data)

    def made(self) -> Data:
        """All of it."""
        kinds = list(self.v.kinds.values())
        hosts = self.v.hosts()
        return {
            "pack": self.v.id,
            "title": self.pack.title.get(self.lang),
            "digest": self.pack.digest,
            "lang": self.lang,
            "seats": self.seats,
            "people": [self.names.player(seat).get(self.lang) for seat in range(self.layout.people)],
            "words": {name: {one: self._term(one) for one in enum.values} for name, enum in self.v.enums.items()},
            "kinds": {decl.name: self._kind(decl) for decl in hosts},
            "items": {decl.name: self._items(decl) for decl in kinds if decl.items and not decl.grid},
            "things": {decl.name: self._things(decl) for decl in kinds if self._stands(decl)},
            "board": self._board(),
            "mine": self._of_players(),
            "first": self.hints.first,
            "secrets": self._secrets(),
            "aim": aim.get(self.lang) if (aim := read_rulebook(self.pack).aim) is not None else "",
        }

    def _secrets(self) -> bool:
        """Whether anything is ever hidden: where nothing is, who shares a screen may look on."""
        hosts = self.v.hosts()
        visible = {var.visible for decl in hosts for var in decl.vars.values()}
        visible |= {zone.visible for decl in hosts for zone in decl.zones.values()}
        return self.seals or visible != {"all"}

    def _term(self, name: str, count: int = 1) -> str:
        return self.names.term(name, count).get(self.lang)

    # ---- kinds

    @staticmethod
    def _stands(decl: KindDecl) -> bool:
        """Whether things of a kind are listed one by one: they hold something, or never move and change."""
        loose = decl.zones_only and any(not var.quiet for var in decl.vars.values())
        return decl.name != "player" and bool(decl.zones or decl.grid or loose)

    def _kind(self, decl: KindDecl) -> Data:
        found: Data = {
            "word": self._term(decl.name),
            "words": self._term(decl.name, 2),
            "draw": cube_card_token(decl),
            "fields": [self._field(name, decl) for name in decl.fields],
            "vars": [self._var(var) for var in decl.vars.values() if not var.quiet and not var.name.startswith("(")],
            "values": [self._value(value) for value in self.v.values.values() if self._shown(value, decl)],
            "zones": [self._zone(zone) for zone in decl.zones.values() if self._used(zone)],
        }
        if decl.grid:
            found["grid"] = list(decl.grid)
        if decl.part_of:
            found["part_of"] = decl.part_of
        if decl.per_player:
            found["owned"] = True
        if decl.rolls:
            found["rolls"] = decl.rolls
        if decl.faces > 1:
            found["faces"] = decl.faces
        if decl.quiet:
            found["quiet"] = True
        hints = self.hints.of_kind(decl.name)
        if isinstance(colours := hints.get("colour"), dict):
            hints |= {"colour": self._field_of(decl, colours), "colours": colours}
        if "label" in hints and found["draw"] == "card" and not decl.scripts:
            found["draw"] = "token" if decl.per_player else "counter"  # all there is to say stands on it
        at, size = hints.get("at"), hints.get("size")
        if isinstance(at, dict) and size:
            there = {thing.item.id for thing in self.layout.things[decl.name] if thing.item is not None}
            found["spots"] = spots(at, size, there)
        return found | hints

    def _field_of(self, decl: KindDecl, values: Mapping[str, object]) -> str:
        """The field that has these values, or some of them."""
        enums = self.v.enums
        fields = [one for one in coloured_by(decl) if one.type.tag == "enum"]
        return next(one.name for one in fields if not set(values).isdisjoint(enums[one.type.name].values))

    def _used(self, zone: ZoneDecl) -> bool:
        """Whether a zone is drawn: with so many players and these options there may be nothing that could lie in it."""
        return not zone.quiet and bool(self.layout.things[zone.holds])

    def _shown(self, value: ValueDecl, decl: KindDecl) -> bool:
        return value.show and value.of == decl.name and len(value.params) <= 1

    def _field(self, name: str, decl: KindDecl) -> Data:
        field = decl.fields[name]
        found: Data = {"name": name, "word": self._term(name), "show": field.show, **_typed(field.type)}
        drawn = self.hints.of_member(decl.name, name).get("icon")
        return found | ({"icon": drawn} if drawn else {})

    def _var(self, var: VarDecl) -> Data:
        found: Data = {"name": var.name, "word": self._term(var.name), "words": self._term(var.name, 2)}
        found |= {"draw": var_shape(var), **_typed(var.type)}
        if var.each:
            found["each"] = var.each
            found["keys"] = [[one, self._term(one, 2)] for one in self.v.enums[var.each].values]
        bounds: Data = {name: bound for name, bound in (("low", var.low), ("high", var.high)) if bound is not None}
        return found | bounds | self.hints.of_member(var.host, var.name)

    def _value(self, value: ValueDecl) -> Data:
        found: Data = {"name": value.name, "word": self._term(value.name)}
        if value.params:
            of = value.params[0][1]
            count = len(self.v.enums[of.name].values) if of.tag == "enum" else len(self.layout.things.get(of.name, ()))
            found["keys"] = [[self.names.key(of, i), self.names.value(of, i).get(self.lang)] for i in range(count)]
        return found | self.hints.of_member(value.of or "", value.name)

    def _zone(self, zone: ZoneDecl) -> Data:
        found: Data = {
            "name": zone.name,
            "word": self._term(zone.name),
            "holds": zone.holds,
            "draw": zone_shape(zone),
            "visible": zone.visible,
        }
        found["most"] = len(self.layout.things[zone.holds])
        if zone.capacity is not None:
            found["room"] = zone.capacity
        return found | self.hints.of_member(zone.host, zone.name)

    # ---- items and things

    def _items(self, decl: KindDecl) -> Data:
        there = {thing.item.id for thing in self.layout.things[decl.name] if thing.item is not None}
        found = {item.id: self._item(decl, item) for item in decl.items if item.id in there}
        links = {name for name, field in decl.fields.items() if field.type.tag == "kind"}
        first: dict[str, str] = {}
        for one, item in found.items():
            like = first.setdefault(_look(item, links), one)
            if like != one:
                item["like"] = like
        return found

    def _item(self, decl: KindDecl, item: Item) -> Data:
        found: Data = {"count": item.count, "faces": [self._face(decl, item, face) for face in item.faces]}
        text = prose.card_text(self.v, item, self.lang)
        if text:
            found["text"] = text
        return found

    def _face(self, decl: KindDecl, item: Item, face: Face) -> Data:
        name = named(face.name, "").get(self.lang) if face.name else ""
        values = {
            one.name: self._plain(one.type, face.values[one.name])
            for one in decl.fields.values()
            if one.required or not _is_empty(one.type, face.values[one.name])
        }
        return {"name": name or ("" if decl.per_player else self._term(item.id)), "values": values}

    def _plain(self, of: Type, value: int | str) -> int | str | bool | None:
        if isinstance(value, str):
            return value
        if of.tag == "truth":
            return bool(value)
        if of.tag == "enum":
            return self.v.enums[of.name].values[value] if value >= 0 else None
        return value

    def _things(self, decl: KindDecl) -> list[Data]:
        parents = self.layout.parents.get(decl.name)
        found = []
        for number, thing in enumerate(self.layout.things[decl.name]):
            one: Data = {"key": thing.key}
            if thing.item is not None and not decl.grid:
                one["item"] = thing.item.id
            if thing.owner >= 0:
                one["owner"] = thing.owner
            if parents is not None and parents[number] >= 0 and decl.part_of:
                one["in"] = self.layout.things[decl.part_of][parents[number]].key
            if decl.zones_only:
                one["name"] = self.names.place(decl.name, number).get(self.lang)
            found.append(one)
        return found

    # ---- regions

    def _board(self) -> list[Data]:
        """What lies in the middle: regions of the hints first, then everything they leave out, by the rules."""
        zones = [zone for zone in self.v.shared.zones.values() if self._used(zone)] if self.v.shared else []
        unused = (
            {zone.name for zone in self.v.shared.zones.values() if not self._used(zone)} if self.v.shared else set()
        )
        kinds = [decl for decl in self.v.kinds.values() if self._on_board(decl)]
        regions = self.hints.regions()
        absent = {name for name, things in self.layout.things.items() if not things and name in self.v.kinds} | unused
        for region in regions:
            region["holds"] = [name for name in region["holds"] if name not in absent]
        placed = {name for region in regions for name in region["holds"]}
        below = any(
            region.get("in") == BELOW for region in regions
        )  # what a pack leaves out is not what it wants on top
        area = BELOW if below else "board"
        rest: list[Data] = [
            {"name": decl.name, "in": area, "holds": [decl.name]} for decl in kinds if decl.name not in placed
        ]
        by_kind: dict[str, list[str]] = {}
        for zone in zones:
            if zone.name not in placed:
                by_kind.setdefault(zone.holds, []).append(zone.name)
        rest += [{"name": names[0], "in": area, "holds": names} for names in by_kind.values()]
        for region in regions:
            region["title"] = self._title(region)
        return [*regions, *rest]

    def _title(self, region: Data) -> str:
        """What a region is called: by its own word, if the pack has one."""
        known = any(region["name"] in terms for terms in self.v.terms.values())
        return self._term(region["name"]) if known else ""

    def _on_board(self, decl: KindDecl) -> bool:
        still = decl.zones_only and self._stands(decl)
        there = bool(self.layout.things[decl.name])
        return there and still and not (decl.part_of or decl.per_player or decl.quiet)

    def _of_players(self) -> list[str]:
        """The kinds of places that each player has."""
        kinds = self.v.kinds.values()
        return [one.name for one in kinds if one.per_player and one.zones_only and self._stands(one) and not one.quiet]


def _typed(of: Type) -> Data:
    return {"type": of.tag, **({"of": of.name} if of.tag in ("kind", "enum") else {})}


def _is_empty(of: Type, value: int | str) -> bool:
    if isinstance(value, str):
        return False
    return value == -1 if of.tag in ("kind", "enum") else value == 0


def _look(item: Data, links: set[str]) -> str:
    """What one sees of an item: two that differ only in what they belong to are the same to who looks at them."""
    faces = [
        (face["name"], sorted((name, str(value)) for name, value in face["values"].items() if name not in links))
        for face in item["faces"]
    ]
    return repr((faces, item.get("text", "")))


def items_once(scene: Data, kinds: Sequence[str] | None = None) -> list[tuple[str, str, Data]]:
    """The same, with those that look alike once: the number is that of all."""
    found: dict[tuple[str, str], Data] = {}
    for kind, one, item in items_in_order(scene, kinds):
        first = found.setdefault((kind, item.get("like", one)), {**item, "count": 0})
        first["count"] += item["count"]
    return [(kind, one, item) for (kind, one), item in found.items()]


def items_in_order(scene: Data, kinds: Sequence[str] | None = None) -> list[tuple[str, str, Data]]:
    """Every item of a scene with its kind and id, for galleries and sheets."""
    return [
        (kind, one, item)
        for kind, items in scene["items"].items()
        if kinds is None or kind in kinds
        for one, item in items.items()
    ]
