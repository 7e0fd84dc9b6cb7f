"""Tries mutants: makes one, runs the scenarios that must notice it until one fails, and puts everything back.

A mutant of a script costs the check of that script; a mutant of a number in a table or on a card costs a check of the
pack from the documents in memory. Nothing is compiled (`scenario.py`). Scenarios are read once.
"""

from __future__ import annotations

import gc
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.check.analysis import find_cycles, find_late_costs, find_long_scripts
from interpreter.check.check import Checker, check
from interpreter.check.scripts import every_routine
from interpreter.diagnostics import Severity
from interpreter.play.errors import RulewrightError
from interpreter.play.mutation.mutants import Mutant, all_mutants
from interpreter.play.mutation.slots import slots
from interpreter.play.mutation.uses import mentioned
from interpreter.play.pack import Pack, check_source
from interpreter.play.scenario import Scenario, Scenarios, read_scenarios
from interpreter.source import Mapping, PackSource, Scalar, Sequence, read_pack
from interpreter.source.one_pack import BESIDE_THE_GAME

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Face, Vocabulary
    from interpreter.diagnostics import Diagnostic, Span
    from interpreter.play.mutation.changes import Change
    from interpreter.play.mutation.slots import Slot
    from interpreter.play.scenario import Verdict
    from interpreter.source import Node

NOTICED, SURVIVED, REFUSED, EQUIVALENT = "noticed", "survived", "refused", "equivalent"
PATIENCE = 20.0
"""Seconds of work after which a scenario counts as one that never ends: it takes milliseconds without a mutant."""
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_HOLE = re.compile(r"\\\{[a-z_0-9]+\\\}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant: `by` is the scenario that noticed it, `why` what it said."""

    mutant: Mutant
    verdict: str
    by: str = ""
    why: str = ""
    scenarios: int = 0
    """How many were run."""
    crashed: bool = False
    """Whether the engine itself gave up: a bug of ours that the mutant brought to light."""

    def told(self) -> Outcome:
        """The same without what only trying needs, fit to be handed to another process."""
        return replace(self, mutant=replace(self.mutant, script=None, value=None))


class Refused(Exception):
    """The checker does not let this mutant through."""


class Bench:
    """One pack, its scenarios and its mutants."""

    def __init__(self, source: PackSource) -> None:
        self.pack: Pack = check_source(source)
        self.scenarios = read_scenarios(self.pack)
        self.mutants = all_mutants(self.pack)
        self._slots = slots(self.pack.vocabulary, set(self.pack.vocabulary.values))
        texts = _texts_of(self.pack)
        self._words = [_run_by(one) | set(_WORD.findall(texts.get(one.span, ""))) for one in self.scenarios]
        self._sound: dict[int, bool] = {}

    @property
    def problems(self) -> list[Diagnostic]:
        """What keeps the pack or its scenarios from being run."""
        found = [*self.pack.diagnostics, *(one for scenario in self.scenarios for one in scenario.diagnostics)]
        return [one for one in found if one.severity is Severity.ERROR]

    # ---- which scenarios

    def watchers(self, mutant: Mutant) -> list[Scenario]:
        """The scenarios that must notice a mutant.

        Those that cite a rule of what was changed; where it cites none, those that name it, or that cite or name what
        uses it. What the model says of a thing that no scenario names may show anywhere.
        """
        if mutant.rules:
            cited = set(mutant.rules)
            return [one for one in self.scenarios if cited & set(one.rules)]
        if mutant.via:
            naming, cited = {id(one) for one in self._naming(mutant)}, set(mutant.via)
            return [one for one in self.scenarios if id(one) in naming or cited & set(one.rules)]
        return self._naming(mutant) or (list(self.scenarios) if mutant.file == "model.yaml" else [])

    def _naming(self, mutant: Mutant) -> list[Scenario]:
        patterns = [re.compile(_HOLE.sub("[a-z0-9_]+", re.escape(word))) for word in mutant.words]
        return [
            scenario
            for scenario, words in zip(self.scenarios, self._words, strict=True)
            if any(pattern.fullmatch(word) for pattern in patterns for word in words)
        ]

    # ---- trying

    def attempt(self, mutant: Mutant, *, everywhere: bool = False) -> Outcome:
        """Make a mutant and run its scenarios until one fails; with `everywhere`, then all the others too."""
        watchers = self.watchers(mutant)
        if everywhere:
            known = {id(one) for one in watchers}
            watchers += [one for one in self.scenarios if id(one) not in known]
        try:
            with self._made(mutant) as pack:
                failed, run = self._first_failure(pack, watchers)
        except Refused:
            return Outcome(mutant, REFUSED)
        except _TooLong:
            return Outcome(mutant, NOTICED, why="it does not end")
        except RulewrightError as error:
            return Outcome(mutant, NOTICED, why=str(error))
        except Exception as error:  # noqa: BLE001 - whatever the engine does with a pack it let through
            why = f"{type(error).__name__}: {error}"
            # in a pack that lacks a thing now, a scenario that speaks of it means nothing: no fault of the engine
            return Outcome(mutant, NOTICED, why=why, crashed=mutant.script is not None)
        if failed is None:
            return Outcome(mutant, SURVIVED, scenarios=run)
        if not self._is_sound(failed.scenario):
            raise Unsound(failed.scenario.name, failed.span)
        return Outcome(mutant, NOTICED, failed.scenario.name, failed.why, run)

    def _first_failure(self, pack: Pack, scenarios: list[Scenario]) -> tuple[Verdict | None, int]:
        """Run scenarios until one fails: its verdict, and how many were run. What needs no set-up comes first."""
        plain = Scenarios(pack)
        for run, scenario in enumerate(sorted(scenarios, key=lambda one: not one.blank), 1):
            with _patience():
                verdict = plain.verdict(scenario)
            if not verdict.passed:
                return verdict, run
        return None, len(scenarios)

    def _is_sound(self, scenario: Scenario) -> bool:
        """Whether a scenario passes without any change."""
        if id(scenario) not in self._sound:
            self._sound[id(scenario)] = self._first_failure(self.pack, [scenario])[0] is None
        return self._sound[id(scenario)]

    @contextmanager
    def _made(self, mutant: Mutant) -> Iterator[Pack]:
        if mutant.script is None:
            field = self._field_of(mutant)
            if field is None:
                yield self._checked_anew(mutant)
                return
            faces, name, put = field
            before = [face.values[name] for face in faces]
            try:
                for face in faces:
                    face.values[name] = put
                yield self.pack
            finally:
                for face, value in zip(faces, before, strict=True):
                    face.values[name] = value
            return
        vocabulary = self.pack.vocabulary
        place, change = mutant.script
        group = self._slots[place]
        reads, vocabulary.reads = vocabulary.reads, {}
        try:
            for slot in group:
                made = slot.checked(Checker(vocabulary), _changed_tree(slot, change))
                if made is None:
                    raise Refused
                slot.put(made)
            if _wrong(vocabulary):
                raise Refused
            yield self.pack
        finally:
            for slot in group:
                slot.put(slot.now)
            vocabulary.reads = reads

    def _field_of(self, mutant: Mutant) -> tuple[list[Face], str, int] | None:
        """The faces of a card with a plain field that a mutant changes: there is nothing to check but its range."""
        assert mutant.value is not None
        _, way, put = mutant.value
        decl = self.pack.vocabulary.kinds.get(str(way[0])) if len(way) == 3 else None
        field = decl.fields.get(str(way[2])) if decl is not None else None
        if decl is None or field is None or isinstance(put, str) or field.type.tag not in ("number", "truth"):
            return None
        item = next((one for one in decl.items if mutant.words == (one.id,)), None)
        if item is None or len({id(face) for face in item.faces}) > 1:
            return None  # made from a template, or a card whose faces may say otherwise
        if (field.low is not None and put < field.low) or (field.high is not None and put > field.high):
            raise Refused
        return item.faces[:1], field.name, int(put)

    def _checked_anew(self, mutant: Mutant) -> Pack:
        assert mutant.value is not None
        number, way, put = mutant.value
        source = self.pack.source
        documents = tuple(
            replace(one, root=_with(one.root, way, put)) if place == number else one
            for place, one in enumerate(source.documents)
            if one.kind not in BESIDE_THE_GAME
        )
        vocabulary, problems = check(replace(source, documents=documents))
        if any(one.severity is Severity.ERROR for one in problems):
            raise Refused
        return Pack(self.pack.where, vocabulary, [], source)


class Unsound(Exception):
    """A scenario fails without any mutant."""

    def __init__(self, name: str, span: Span) -> None:
        super().__init__(name, span)
        self.name, self.span = name, span


class _TooLong(BaseException):
    """The clock says that this does not end. Nothing that runs a game may catch it."""


def open_bench(where: str) -> Bench:
    """Read a pack with its scenarios; `problems` says whether it is fit for trying mutants."""
    bench = Bench(read_pack(where))
    gc.collect()
    gc.freeze()  # all of this stays, and looking through it for garbage would take longer than the mutants
    return bench


def _texts_of(pack: Pack) -> dict[Span, str]:
    """The text of every scenario, by the place of its title."""
    found: dict[Span, str] = {}
    for document in pack.source.of_kind("scenario"):
        for node in document.root if isinstance(document.root, Sequence) else ():
            title = node.get("scenario") if isinstance(node, Mapping) else None
            if title is not None:
                found[title.span] = node.origin.text[node.start : node.stop]
    return found


def _run_by(scenario: Scenario) -> set[str]:
    """The verbs that a scenario runs itself, by their labels."""
    scripts = [*scenario.given, *([scenario.run] if scenario.run is not None else [])]
    return {name for script in scripts for name in mentioned(script) if name.startswith("verb ")}


def _changed_tree(slot: Slot, change: Change) -> Any:  # noqa: ANN401 - a node of a script
    try:
        return change.made_in(slot.tree())
    except (LookupError, AttributeError, TypeError) as other:
        raise Refused from other  # a script of the template that is built otherwise


def _wrong(v: Vocabulary) -> bool:
    """Whether the whole pack has a fault that one script alone does not show."""
    routines = every_routine(v)
    problems = [*find_cycles(v), *find_late_costs(v, routines), *find_long_scripts(v, routines)]
    return any(one.severity is Severity.ERROR for one in problems)


def _with(node: Node, way: tuple[str | int, ...], put: int | bool | str) -> Node:
    """The same tree with another value at the end of the way."""
    if not way:
        assert isinstance(node, Scalar)
        return _Other(node, put)
    step, rest = way[0], way[1:]
    if isinstance(node, Sequence):
        items = tuple(_with(one, rest, put) if number == step else one for number, one in enumerate(node.items))
        return Sequence(node.origin, node.start, node.stop, items)
    assert isinstance(node, Mapping)
    entries = tuple((key, _with(one, rest, put) if key.text == step else one) for key, one in node.entries)
    return Mapping(node.origin, node.start, node.stop, entries)


class _Other(Scalar):
    """A value that stands in no file, at the place of one that does."""

    __slots__ = ()

    def __init__(self, node: Scalar, value: int | bool | str) -> None:
        super().__init__(node.origin, node.start, node.stop, value, node.style)

    @property
    def text(self) -> str:
        """The value as it would be written."""
        return {True: "yes", False: "no"}[self.value] if isinstance(self.value, bool) else str(self.value)


@contextmanager
def _patience() -> Iterator[None]:
    """Stop what takes far too long, where the system can: the engine counts work, but many choices have no limit."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_signal: int, _frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)  # only our own work counts, so a busy machine changes nothing
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
