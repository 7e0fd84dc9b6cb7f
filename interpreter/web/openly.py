"""What of a table everybody sees alike, as it is sent: written once for all seats, and again only when it has changed.

Most things on a board are such: nothing of them is ever hidden, so what is sent of one follows from a few cells of the
state, whoever looks. The others are read for each seat (`sight.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.primitives.pieces import pieces_in
from interpreter.web.messages import dumped

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl
    from interpreter.play.game import Game
    from interpreter.play.views import Computed
    from interpreter.primitives.tables import KindTable, State

Held = list[Sequence[int]]
"""What some cells hold."""
Read = Callable[[str, int], dict[str, Any]]
"""What is sent of a thing, by its kind and number."""


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells that say how a thing of a kind is."""

    vars: tuple[tuple[int, int], ...]
    """Where the vars begin, and how many cells each thing has of them."""
    zones: tuple[tuple[int, int, KindTable, tuple[int, ...]], ...]
    """Where the zones begin, how far they are apart, for which pieces, and where it is written what shows of each."""

    def of(self, s: State, number: int) -> Held:
        """What they hold."""
        found: Held = [s[base + number * width : base + number * width + width] for base, width in self.vars]
        for base, stride, table, beside in self.zones:
            pieces = pieces_in(s, table, base + number * stride)
            found.append(pieces)
            if pieces:
                found += [[s[row + piece] for piece in pieces] for row in beside]
        return found


@dataclass(slots=True)
class Openly:
    """The open things of one game as they were last written."""

    game: Game
    _cells: dict[str, _Cells | None] = field(default_factory=dict)
    _written: dict[str, list[tuple[Held, str] | None]] = field(default_factory=dict)
    _state: State | None = None
    _texts: dict[str, str | None] = field(default_factory=dict)
    """What was asked for in that state: the next seat asks for the same."""
    _values: Computed = field(default_factory=dict)

    def computed(self, s: State) -> Computed:
        """Values of players in a state, as far as somebody has asked for them."""
        self._now(s)
        return self._values

    def _now(self, s: State) -> None:
        if s is not self._state:
            self._state, self._texts, self._values = s, {}, {}

    def text(self, kind: str, s: State, read: Read) -> str | None:
        """All things of a kind, as JSON; None where seats may differ in what they see of them."""
        self._now(s)
        if kind not in self._texts:
            self._texts[kind] = self._text(kind, s, read)
        return self._texts[kind]

    def _text(self, kind: str, s: State, read: Read) -> str | None:
        if kind not in self._cells:
            self._cells[kind] = self._open(self.game.pack.vocabulary.kinds[kind])
            self._written[kind] = [None] * len(self.game.machine.layout.things[kind])
        cells = self._cells[kind]
        if cells is None:
            return None
        written, texts = self._written[kind], []
        for number, last in enumerate(written):
            now = cells.of(s, number)
            if last is None or last[0] != now:
                last = written[number] = (now, dumped(read(kind, number)))  # noqa: PLW2901 - it takes its place
            texts.append(last[1])
        return f"[{','.join(texts)}]"

    def _open(self, decl: KindDecl) -> _Cells | None:
        """The cells that say everything about things of a kind; None where something may be hidden, or is computed."""
        layout, look = self.game.machine.layout, self.game.names.looks(decl.name)
        held = [layout.tables[place.decl.holds] for _, place in look.zones]
        pointed = [layout.tables.get(var.type.name) for var in look.vars if var.type.tag == "kind"]
        tables = [layout.tables.get(decl.name), *held, *pointed]
        if look.shown or any(var.visible != "all" for var in look.vars):
            return None
        if any(table is not None and table.known for table in tables):
            return None
        beside = [
            tuple(row for row in (table.face if layout.v.kinds[table.name].faces > 1 else 0, table.rolls) if row)
            for table in held
        ]
        places = [layout.vars[var.key] for var in look.vars]
        return _Cells(
            tuple((place.base, place.width) for place in places),
            tuple(
                (place.base, place.stride, table, rows)
                for (_, place), table, rows in zip(look.zones, held, beside, strict=True)
            ),
        )
