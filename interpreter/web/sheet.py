"""Sheets to print and cut: nine cards of 63 by 88 mm to a page of A4, with cut marks, and their backs in mirrored order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from interpreter.play.tables import read_table
from interpreter.web import shapes
from interpreter.web.pdf import BOLD, PLAIN, Page, document, width, wrapped
from interpreter.web.scene import items_in_order, items_once, scene_of

if TYPE_CHECKING:
    from interpreter.play.pack import Pack

WIDE, HIGH, ACROSS, DOWN = 63.0, 88.0, 3, 3
LEFT, TOP, MARK, EDGE = 10.5, 16.5, 5.0, 4.0
BAND, ICON, STRIPES, PICTURE, SIGN = 2.5, 8.0, 9, 34.0, 26.0
SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a card: its name, what it is, its numbers, its text."""

    name: str
    kind: str
    facts: str
    text: str
    edge: str = shapes.PLAIN[0]
    paper: str = shapes.PLAIN[1]
    icon: str | None = None
    picture: bytes | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card to print: its front, and its back if something stands there."""

    front: Side
    back: Side | None
    seen: str = ""
    """What everybody sees of it while it is hidden."""
    edge: str = shapes.BACK[0]
    paper: str = shapes.BACK[1]


def cards_of(pack: Pack, lang: str, kinds: tuple[str, ...] = (), *, copies: bool = True) -> list[Card]:
    """Every card of a pack, as often as it is in the box."""
    scene = scene_of(pack, max(pack.players), {}, lang)
    pictures = read_table(pack).pictures
    wanted = kinds or tuple(
        name
        for name, one in scene["kinds"].items()
        if one["draw"] == "card" or (one.get("picture") and one["draw"] != "place")
    )
    found = []
    for kind, one, item in (items_in_order if copies else items_once)(scene, wanted):
        sides = [_side(scene, kind, one, face, item) for face in range(len(item["faces"]))]
        for number, side in enumerate(sides):
            name = shapes.picture_of(scene["kinds"][kind], one, item["faces"][number]["values"])
            sides[number] = replace(side, picture=pictures.get(name or ""))
        if not copies and item["count"] > 1:
            sides = [replace(side, kind=f"{side.kind} ×{item['count']}") for side in sides]
        card = Card(sides[0], sides[1] if len(sides) > 1 else None, *_behind(pack, scene, kind, item))
        found += [card] * (item["count"] if copies else 1)
    return found


def _behind(pack: Pack, scene: dict[str, Any], kind: str, item: dict[str, Any]) -> tuple[str, str, str]:
    """What the back of a card shows, in the colour that this gives it; else nothing, in that of all backs."""
    public = {field.name for field in pack.vocabulary.kinds[kind].fields.values() if field.public}
    values = {name: value for name, value in item["faces"][0]["values"].items() if name in public}
    decl = scene["kinds"][kind]
    of = {field["name"]: scene["words"].get(field.get("of", ""), {}) for field in decl["fields"]}
    seen = ", ".join(str(of[name].get(value, value)) for name, value in values.items() if value is not None)
    edge, _ = shapes.colour_of(decl, scene["words"], values)
    if not seen or edge == shapes.PLAIN[0]:
        return seen, *shapes.BACK
    return seen, edge, shapes.lighter(edge)


def _side(scene: dict[str, Any], kind: str, one: str, face: int, item: dict[str, Any]) -> Side:
    decl, said = scene["kinds"][kind], item["faces"][face]
    facts = []
    for field in decl["fields"]:
        value = said["values"].get(field["name"])
        if not (field["show"] or field["name"] == decl.get("label")) or value is None or value is False:
            continue
        words = scene["words"].get(field.get("of", ""), {})
        facts.append(field["word"] if value is True else f"{field['word']} {words.get(value, value)}")
    edge, paper = shapes.colour_of(decl, scene["words"], said["values"])
    icon = shapes.icon_of(decl, one, said["values"])
    return Side(said["name"] or one, decl["word"], ", ".join(facts), item.get("text", ""), edge, paper, icon)


def sheets(pack: Pack, lang: str, kinds: tuple[str, ...] = (), *, copies: bool = True) -> tuple[bytes, int]:
    """The sheets as PDF, and how many cards are on them."""
    cards = cards_of(pack, lang, kinds, copies=copies)
    title = pack.title.get(lang)
    pages: list[Page] = []
    for first in range(0, len(cards), ACROSS * DOWN):
        some = cards[first : first + ACROSS * DOWN]
        front, back = Page(), Page()
        for number, card in enumerate(some):
            column, row = number % ACROSS, number // ACROSS
            _draw(front, column, row, card.front, title)
            # The paper is turned over its long edge: what was left is right.
            if card.back is not None:
                _draw(back, ACROSS - 1 - column, row, card.back, title)
            else:
                _draw_back(back, ACROSS - 1 - column, row, title, card)
        for page in (front, back):
            _cut_marks(page)
            pages.append(page)
    return document(pages), len(cards)


def _draw(page: Page, column: int, row: int, side: Side, title: str) -> None:
    x, y = LEFT + column * WIDE, TOP + row * HIGH
    page.box(x, y, WIDE, HIGH, side.paper)
    page.box(x, y, WIDE, BAND, side.edge, side.edge)
    room = WIDE - 2 * EDGE
    at = y + EDGE + 4
    if side.icon is not None:
        page.drawing(x + WIDE - EDGE - ICON, y + BAND + 1.5, ICON, shapes.outline(shapes.icons()[side.icon]))
    for line in wrapped(side.name, 11, room - (ICON + 1 if side.icon else 0), BOLD)[:3]:
        page.text(x + EDGE, at, line, 11, BOLD)
        at += 4.6
    page.text(x + EDGE, at, side.kind, 7)
    at += 4.2
    if not side.text and side.picture is None:
        _draw_sign(page, x, y, side)
    for line in wrapped(side.facts, 8, room, BOLD)[:4] if side.facts else ():
        page.text(x + EDGE, at, line, 8, BOLD)
        at += 3.4
    if side.picture is not None:
        high = PICTURE if side.text else room  # where nothing is to be read, there is room for it
        page.picture(x + EDGE, at - 2, room, high, side.picture)
        at += high + 2
    size, lines = _fitting(side.text, room, y + HIGH - 2 * EDGE - at)
    at += 1.5
    for line in lines:
        at += size * 0.42
        page.text(x + EDGE, at, line, size)
    page.text(x + EDGE, y + HIGH - EDGE, title, 5.5)


def _draw_sign(page: Page, x: float, y: float, side: Side) -> None:
    """In the middle of a card that says nothing, large: its sign and its name, to be known from afar."""
    if side.icon is not None:
        page.drawing(x + (WIDE - SIGN) / 2, y + (HIGH - SIGN) / 2, SIGN, shapes.outline(shapes.icons()[side.icon]))
    size = next((size for size in (24, 18, 14) if width(side.name, size, BOLD) <= WIDE - 2 * EDGE), 0)
    if size:
        page.text(x + (WIDE - width(side.name, size, BOLD)) / 2, y + (HIGH + SIGN) / 2 + 10, side.name, size, BOLD)


def _draw_back(page: Page, column: int, row: int, title: str, card: Card) -> None:
    """The back of a card on which nothing stands: stripes, the game, and what can be seen of it, or what it is."""
    x, y = LEFT + column * WIDE, TOP + row * HIGH
    edge, paper = card.edge, card.paper
    page.box(x, y, WIDE, HIGH, paper)
    for number in range(1, STRIPES):
        page.box(x + number * WIDE / STRIPES - 1, y, 2, HIGH, edge, edge)
    lines = [*wrapped(title, 14, WIDE - 8 * EDGE / 2, BOLD)[:3], card.seen or card.front.kind]
    top = y + HIGH / 2 - 4 * len(lines)
    page.box(x + EDGE, top - 3, WIDE - 2 * EDGE, 8 * len(lines) + 2, shapes.PLAIN[1], edge)
    for number, line in enumerate(lines):
        font, size = (PLAIN, 9) if number == len(lines) - 1 else (BOLD, 14)
        page.text(x + (WIDE - width(line, size, font)) / 2, top + 3.5 + 8 * number, line, size, font)


@lru_cache(maxsize=64)  # copies of a card come one after another
def _fitting(text: str, room: float, high: float) -> tuple[float, list[str]]:
    """The largest letters with which a text fits its card."""
    for size in SIZES:
        lines = wrapped(text, size, room, PLAIN)
        if len(lines) * size * 0.42 <= high:
            return size, lines
    return SIZES[-1], wrapped(text, SIZES[-1], room, PLAIN)


def _cut_marks(page: Page) -> None:
    for column in range(ACROSS + 1):
        x = LEFT + column * WIDE
        page.line(x, TOP - MARK - 1, x, TOP - 1)
        page.line(x, TOP + DOWN * HIGH + 1, x, TOP + DOWN * HIGH + 1 + MARK)
    for row in range(DOWN + 1):
        y = TOP + row * HIGH
        page.line(LEFT - MARK - 1, y, LEFT - 1, y)
        page.line(LEFT + ACROSS * WIDE + 1, y, LEFT + ACROSS * WIDE + 1 + MARK, y)
