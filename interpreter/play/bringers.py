"""What brought points that were gained for no reason: the one thing of an action whose script can give them.

A script of the engine does not say on whose behalf a counter went up. But an action names what it is about (what moved, was
turned over or chosen), and where one of these things alone has a script that changes the counter, that is the one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.operands import cell_of
from interpreter.check.scripts import by_what_runs, run_by
from interpreter.primitives import changes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Face
    from interpreter.play.game import Game
    from interpreter.play.log import Event
    from interpreter.play.sources import Thing
    from interpreter.play.text import Text


class Bringers:
    """Finds what brought gains in one game."""

    def __init__(self, game: Game) -> None:
        self._game, self._v = game, game.pack.vocabulary
        self._runs = by_what_runs(self._v)
        self._changed: dict[int, frozenset[str]] = {}
        self._deeds = list(game.deeds())

    def of(self, at: int, cell: int) -> Text | None:
        """What brought a gain, by the number of its event and the counter; None where that is not known."""
        names, events = self._game.names, self._game.events
        key = names.cells[cell][0]
        for begin, end, chosen in self._deeds:
            if begin <= at < end:
                there = dict.fromkeys([*chosen, *self._named(events[begin:end])])
                faces = {thing: self._face(thing, at, end) for thing in there}
                able = [thing for thing, face in faces.items() if self._can_change(thing, face, key)]
                return names.thing(*able[0], faces[able[0]]) if len(able) == 1 else None
        return None

    def _face(self, thing: Thing, at: int, end: int) -> int:
        """The side of a thing that was up when something happened: told by the next time it is turned over."""
        kind, number = thing
        table = self._game.machine.layout.tables.get(kind)
        if table is None or table.faces < 2:
            return 0
        for event in self._game.events[at:end]:
            if event[0] == "flip" and (self._game.names.kinds_by_index[event[2]], event[3]) == thing:
                return int(event[4] - 1) % table.faces
        turned = (event for event in reversed(self._game.events[:at]) if event[0] == "flip")
        of_it = (int(event[4]) for event in turned if (self._game.names.kinds_by_index[event[2]], event[3]) == thing)
        return next(of_it, int(self._game.state[table.face + number]))

    def _named(self, events: list[Event]) -> Iterator[Thing]:
        """The pieces that everybody saw move, or be turned over."""
        from interpreter.play.feats import MOVING  # noqa: PLC0415 - the log asks why games end, and knows which events move

        machine, kinds = self._game.machine, self._game.names.kinds_by_index
        for event in events:
            if event[0] == "flip":
                yield kinds[event[2]], event[3]
            elif event[0] in MOVING:
                _, _, kind, piece, _, new, mask = event
                seen = mask < 0 or mask & machine.everyone == machine.everyone
                if seen or (new and machine.visible[new] == "all"):
                    yield kinds[kind], piece

    def _can_change(self, thing: Thing, side: int, key: str) -> bool:
        kind, number = thing
        item = self._game.machine.layout.things[kind][number].item
        if item is None:
            return False
        face = item.faces[min(side, len(item.faces) - 1)]
        if id(face) not in self._changed:
            self._changed[id(face)] = frozenset(self._changes(face))
        return key in self._changed[id(face)]

    def _changes(self, face: Face) -> Iterator[str]:
        """The vars that the scripts of a face make more of, with all that they run."""
        waiting = [one for one in face.scripts.values() if isinstance(one, ty.Routine)]
        seen = {id(one) for one in waiting}
        known = changes()
        while waiting:
            for statement in walk(waiting.pop().body):
                cell = cell_of(statement) if isinstance(statement, ty.Do) and statement.primitive in known else None
                if cell is not None and isinstance(statement, ty.Do) and known[statement.primitive].adds:
                    yield cell.key
                for called in run_by(statement, self._v):
                    for routine in self._runs.get(called, ()):
                        if id(routine) not in seen:
                            seen.add(id(routine))
                            waiting.append(routine)
