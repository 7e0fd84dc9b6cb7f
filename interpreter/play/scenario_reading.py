"""Reads scenarios: a position written as data, picks written by what they mean, and what must hold afterwards."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.check.reading import items, maps, number, script, text
from interpreter.check.types import PLAYER, TRUTH
from interpreter.diagnostics import Problems, in_words
from interpreter.play.given_settings import seats_of, wrong_settings
from interpreter.records import record, replace
from interpreter.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.keys import Key
    from interpreter.check.typed import Formula, Routine
    from interpreter.check.types import Type
    from interpreter.diagnostics import Diagnostic, Span
    from interpreter.play.pack import Pack
    from interpreter.source import Node, ScriptSource


@record(slots=True)
class Scenario:
    """One scenario, checked."""

    name: str
    span: Span
    rules: tuple[str, ...]
    seats: int
    seed: int
    options: dict[str, object]
    seat: int
    blank: bool
    given: list[Routine] = field(default_factory=list)
    run: Routine | None = None
    picks: list[tuple[int, str, Span]] = field(default_factory=list)
    then: list[tuple[Formula, str, Span]] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)
    not_offered: list[str] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    impossible: bool = False
    over: bool | None = None
    ended_for: str = ""
    holds_before: str = ""
    diagnostics: list[Diagnostic] = field(default_factory=list)


def read_scenarios(pack: Pack) -> list[Scenario]:
    """Read and check all scenarios of a pack."""
    return read_some(pack, [node for document in pack.source.of_kind("scenario") for node in maps(document.root)])


def read_some(pack: Pack, nodes: list[Mapping]) -> list[Scenario]:
    """Read and check scenarios that are to be run together; they need not stand in the pack."""
    reader = _Reader(pack)
    return [reader.read(node, number) for number, node in enumerate(nodes)]


def read_scenario(pack: Pack, node: Mapping) -> Scenario:
    """Read and check one scenario, which need not stand in the pack."""
    return _Reader(pack).read(node, 0)


class _Reader:
    """Reads the scenarios of a pack; scripts alike are checked once."""

    def __init__(self, pack: Pack) -> None:
        self.pack, self.checker = pack, Checker(pack.vocabulary)
        self._sound: dict[tuple[str, int], Routine] = {}
        """Statements in which nothing is wrong, by their text and the number of players."""
        self._true: dict[tuple[str, int], Formula] = {}
        """Conditions, likewise."""

    def routine(self, key: Key, source: ScriptSource, params: list[tuple[str, Type]]) -> Routine:
        """Check statements, as those alike were."""
        known = self._sound.get((source.text, len(params)))
        if known is not None:
            return replace(known, key=key, source=source)
        before = len(self.checker.problems)
        made = self.checker.routine(key, source, params)
        if len(self.checker.problems) == before:
            self._sound[source.text, len(params)] = made
        return made

    def formula(self, key: Key, source: ScriptSource, params: list[tuple[str, Type]]) -> Formula | None:
        """Check a condition, as those alike were."""
        known = self._true.get((source.text, len(params)))
        if known is not None:
            return replace(known, key=key, source=source)
        before = len(self.checker.problems)
        made = self.checker.formula(key, source, params, TRUTH)
        if made is not None and len(self.checker.problems) == before:
            self._true[source.text, len(params)] = made
        return made

    def read(self, node: Mapping, index: int) -> Scenario:
        """Read one scenario."""
        self.checker.problems = Problems()
        made = _read(self, node, index)
        made.diagnostics = in_words(self.checker.problems)
        return made


def _read(reader: _Reader, node: Mapping, index: int) -> Scenario:
    pack = reader.pack
    title = node.get("scenario")
    seats = seats_of(node, pack)
    who = text(node.get("as"), "p1")
    made = Scenario(
        text(title),
        title.span if title else node.span,
        tuple(text(r) for r in items(node.get("rule"))),
        seats,
        number(node.get("seed"), 1) or 0,
        _options(node.get("options")),
        _seat(who),
        text(node.get("from")) == "blank",
    )
    for problem in wrong_settings(node, pack):
        reader.checker.problems.report(problem)
    params = [(f"p{i + 1}", PLAYER) for i in range(seats)]
    for i, statement in enumerate(items(node.get("given"))):
        source = script(statement)
        if source is not None:
            made.given.append(reader.routine(extra("scenario", index, "given", i), source, params))
    run = script(node.get("run"))
    made.run = reader.routine(extra("scenario", index, "run"), run, params) if run is not None else None
    made.picks = list(_picks(node.get("when")))
    for i, condition in enumerate(items(node.get("then"))):
        source = script(condition)
        formula = reader.formula(extra("scenario", index, "then", i), source, params) if source is not None else None
        if formula is not None and source is not None:
            made.then.append((formula, source.text, condition.span))
    made.offered = [text(item) for item in items(node.get("offered"))]
    made.not_offered = [text(item) for item in items(node.get("not_offered"))]
    made.winners = sorted(_seat(text(item)) for item in items(node.get("winners")))
    impossible = node.get("impossible")
    made.impossible = isinstance(impossible, Scalar) and impossible.value is True
    over = node.get("over")
    if isinstance(over, Scalar) and isinstance(over.value, bool):
        made.over = over.value
    elif over is not None:
        made.over, made.ended_for = True, text(over)
    made.holds_before = text(node.get("holds_before"))
    return made


def _options(node: Node | None) -> dict[str, object]:
    if not isinstance(node, Mapping):
        return {}
    return {key.text: value.value for key, value in node.entries if isinstance(value, Scalar)}


def _seat(name: str) -> int:
    return int(name[1:]) - 1 if name[1:].isdigit() else 0


def _picks(node: Node | None) -> Iterator[tuple[int, str, Span]]:
    for step in maps(node):
        for key, value in step.entries:
            for pick in items(value):
                yield _seat(key.text), text(pick), pick.span
