"""What the layout of the state rests on: where these hold, every address computed from a thing lies within its kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.diagnostics import Problems

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, VarDecl, Vocabulary
    from interpreter.diagnostics import Problem


def find_flaws(v: Vocabulary) -> list[Problem]:
    """Report declarations that contradict what the engine makes of them."""
    problems = Problems()
    for decl in v.kinds.values():
        problems += _rolled(decl)
        problems += _owned(decl)
        problems += _board(decl)
    problems += _circles(v)
    problems += [
        err.BadValue(var.span, f"a start of at least {var.low}", str(var.start))
        for decl in v.hosts()
        for var in decl.vars.values()
        if _starts_below(var)
    ]
    return problems


def _starts_below(var: VarDecl) -> bool:
    return type(var.start) is int and var.low is not None and var.start < var.low


def _rolled(decl: KindDecl) -> Iterator[Problem]:
    """A roll gives one number of a thing a value between its bounds."""
    var = decl.vars.get(decl.rolls or "")
    if var is not None and (var.type.tag != "number" or var.each):
        got = f"a row over {var.each}" if var.each else str(var.type)
        yield err.BadValue(var.span, f"a number, because `{decl.name}` rolls `{var.name}`", got)


def _owned(decl: KindDecl) -> Iterator[Problem]:
    """So many pieces for each player: where cards/ names them, as many as were promised, in every game."""
    if decl.name == "player" and decl.per_player:
        yield err.BadValue(decl.span, "`per_player` at a kind of pieces, not at the players", "player")
    elif decl.per_player > 0 and not _kept(decl):
        wanted = f"`per_player: yes`, because cards/ says which `{decl.name}` each player has"
        yield err.BadValue(decl.span, wanted, str(decl.per_player))
    elif decl.per_player > 0 and decl.grid:
        yield err.BadValue(decl.span, "`per_player: yes` beside `grid`: a board for each player", str(decl.per_player))
    if decl.per_player and decl.part_of:
        yield err.BadValue(decl.span, "`per_player` or `part_of`, not both", decl.name)


def _kept(decl: KindDecl) -> bool:
    always = all(item.in_play_source is None for item in decl.items)
    return always and sum(item.count for item in decl.items) == decl.per_player


def _board(decl: KindDecl) -> Iterator[Problem]:
    """Cells of a board are told by their place in the list, so each place has exactly one, in every game."""
    if decl.grid is None or any(item.span is decl.span for item in decl.items):
        return
    if decl.name == "player":
        yield err.BadValue(decl.span, "`grid` at a kind of places, not at the players", "player")
        return
    columns, rows = decl.grid
    if len(decl.items) != columns * rows:
        wanted = f"{columns * rows} cells, one for each place of a grid of {columns} × {rows}"
        yield err.BadValue(decl.span, wanted, str(len(decl.items)))
    for item in decl.items:
        if item.count != 1:
            yield err.BadValue(item.span, "one of each cell of a grid", f"count: {item.count}")
        if item.in_play_source is not None:
            yield err.BadValue(item.span, "a cell without `in_play`: a grid has no holes", item.id)


def _circles(v: Vocabulary) -> Iterator[Problem]:
    """What is part of something is not made before it, so nothing can be part of itself."""
    for decl in v.kinds.values():
        path = [decl.name]
        while (up := v.kinds[path[-1]].part_of) in v.kinds and up not in path:
            path.append(str(up))
        if up == decl.name:
            yield err.Cycle(decl.span, (*path, decl.name))
        elif decl.part_of == "player":
            yield err.BadValue(decl.span, "`per_player: yes` for what belongs to players", "part_of: player")


__all__ = ["find_flaws"]
