"""Testing a pack of which a few things have changed: only those scenarios are run that these may concern.

Beside what was found out about a pack lies, by its place, which of its scenarios passed and what each verdict depended on
(`dependence.py`). A verdict stands while its scenario is the same word for word, the frame of the pack is, and so is
every thing it needed. Only passing is kept: what failed is run again, and what is told of it is always fresh.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from interpreter.check.reading import maps
from interpreter.diagnostics import Diagnostic, in_order
from interpreter.play.errors import InvalidAction
from interpreter.play.pack import Pack
from interpreter.play.pipeline import has_errors, nothing_thrown_away, opened
from interpreter.play.verdict import NOT_RUN, Verdict, unrun
from interpreter.records import record
from interpreter.source import Shape, beside_the_game, gather, keep, pack_digest, plain, read_beside, recall
from interpreter.source.names import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.keys import Key
    from interpreter.check.typed import Formula, Routine
    from interpreter.machine import Machine
    from interpreter.play.dependence import Dependence
    from interpreter.play.scenario_reading import Scenario
    from interpreter.play.tutorial import NoLesson
    from interpreter.source import Asked, Mapping, Stack

_ENTRY = "verdicts"


@record(frozen=True, slots=True)
class Known:
    """A scenario: a hash of what it says, its name, whether it passed, and which things that depended on, by number."""

    mark: str
    name: str
    passed: bool
    needs: tuple[int, ...] = ()


@record(frozen=True, slots=True)
class KnownFile:
    """A file of scenarios: a hash of its content, and what is known of each of them, in order."""

    mark: str
    scenarios: tuple[Known, ...]


@record(frozen=True, slots=True)
class Kept:
    """What is known of the scenarios of a pack: of which content, frame and things, beside which other documents."""

    digest: str
    frame: str
    beside: str
    things: dict[str, str]
    files: dict[str, KnownFile]


def no_lines(_file: str) -> Sequence[str]:
    """The lines of no file."""
    return ()


@record(slots=True)
class Tested:
    """How the scenarios of a pack went: each by its name, in order, with its verdict, none where that is as before."""

    scenarios: list[tuple[str, Verdict | None]] = field(default_factory=list)
    no_lesson: NoLesson | None = None
    """What is wrong with the tutorial."""
    broken: list[Diagnostic] = field(default_factory=list)
    """What is wrong with scenarios that cannot be run because of it."""
    lines: Callable[[str], Sequence[str]] = no_lines
    """Where the lines stand that these are about."""

    @property
    def failed(self) -> list[Verdict]:
        """The verdicts of those that failed."""
        return [one for _, one in self.scenarios if one is not None and not one.passed and one.why != NOT_RUN]

    @property
    def not_run(self) -> int:
        """How many could not be run."""
        return sum(verdict is not None and verdict.why == NOT_RUN for _, verdict in self.scenarios)

    @property
    def kept(self) -> int:
        """How many passed before, and nothing has changed for them."""
        return sum(verdict is None for _, verdict in self.scenarios)


@cache
def _shape() -> Shape:
    return Shape(Kept, {"Known": Known, "KnownFile": KnownFile})


def run_again(where: Asked, file: Callable[[str], bool] | None = None, *, afresh: bool = False) -> Tested | None:
    """Test a pack, or only a `file` of its scenarios: run what a change may concern, and keep the rest.

    `afresh`: run everything. None where only reading the whole pack can tell what is wrong with it or its scenarios.
    """
    with nothing_thrown_away():
        stack = gather(where)
        digest, label = pack_digest(stack)
        if not digest:
            return None
        found = opened(stack)
        if has_errors(found.diagnostics):
            return None
        pack = Pack(where, found.vocabulary, found.diagnostics)
        return _Testing(stack, pack, digest, label).run(file, afresh=afresh)


class _Testing:
    def __init__(self, stack: Stack, pack: Pack, digest: str, label: str) -> None:
        self.stack, self.pack, self.digest, self.label = stack, pack, digest, label
        self._same: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.broken: list[Diagnostic] = []
        self.lines: Callable[[str], Sequence[str]] = no_lines
        self.before: Kept | None = recall(_ENTRY, label, _shape())
        self.marks = {path: _hash(content) for path, content in beside_the_game(stack).items()}
        self.files = list(self._of_kind("scenario"))
        self.lesson = next(self._of_kind("tutorial", pack.id if len(stack.layers) > 1 else ""), "")
        others = [f"{path} {mark}" for path, mark in self.marks.items() if path not in self.files]
        self.beside = _hash("\n".join(others).encode("utf-8", "surrogatepass"))

    def _of_kind(self, kind: str, owner: str = "") -> Iterator[str]:
        """The documents of a kind beside the game; of an `owner`, those of that pack alone."""
        for layer in self.stack.layers:
            if layer.named and owner in ("", layer.id):
                where = layer.gathered.where
                yield from (f"{where}/{path}" for path in layer.gathered.files if kind_of(path) == kind)

    def run(self, file: Callable[[str], bool] | None, *, afresh: bool) -> Tested | None:
        """Find out what stands, run the rest, and write down what is known now."""
        before = self.before
        known = self._known(before)
        asked = [path for path in self.files if file is None or file(path)]
        sure = set() if afresh else {path for path in asked if self._stands(path, known)}
        looked_at = set(asked) if before is not None and before.beside == self.beside else set(self.marks)
        nodes: dict[str, list[Mapping]] = {}
        if looked_at - sure:
            source = read_beside(self.stack, looked_at - sure)
            if has_errors(source.diagnostics):
                return None
            nodes = {file: [] for file in looked_at}
            nodes |= {one.root.origin.file: list(maps(one.root)) for one in source.of_kind("scenario")}
            self.lines = source.lines
        standing = {} if afresh else {one.mark: one for of in known.values() for one in of.scenarios if one.passed}
        due = [node for path in asked if path not in sure for node in nodes[path] if _said(node) not in standing]
        frame = self.about.frame if due else ""  # of the pack as it was opened: what runs leaves its marks in scripts
        run = iter(self._run(due))
        tested = Tested(broken=in_order(self.broken), lines=self.lines)
        for path in asked:
            of: list[tuple[Known, Verdict | None]] = []
            if path in sure:
                of += [(one, None) for one in known[path].scenarios]
            else:
                of += [(standing[mark], None) if mark in standing else next(run) for mark in map(_said, nodes[path])]
            known[path] = KnownFile(self.marks[path], tuple(one for one, _ in of))
            tested.scenarios += [(one.name, verdict) for one, verdict in of]
        if file is None and self.lesson and (afresh or not self._stands(self.lesson, known)):
            tested.no_lesson = self._teach(known)
        if before is None or (before.digest, before.beside, before.files) != (self.digest, self.beside, known):
            made = Kept(self.digest, frame or self.about.frame, self.beside, self.things, known)
            keep(_ENTRY, self.label, made, _shape())
        return tested

    @cached_property
    def about(self) -> Dependence:
        """The pack, taken apart."""
        from interpreter.play.dependence import Dependence  # noqa: PLC0415 - a pack as it was needs it not

        return Dependence(self.pack.vocabulary)

    @cached_property
    def things(self) -> dict[str, str]:
        """A hash of what each thing says, in the order of their numbers: as it was kept, where that is of this content."""
        before = self.before
        return before.things if before is not None and before.digest == self.digest else self.about.things

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of things."""
        return {name: number for number, name in enumerate(self.things)}

    # ---- what stands

    def _known(self, before: Kept | None) -> dict[str, KnownFile]:
        """What is known of each file that is still there; what depended on something that has changed has not passed."""
        if before is not None and before.digest == self.digest:
            return {path: of for path, of in before.files.items() if path in self.marks}
        if before is None or before.frame != self.about.frame:
            return {}
        now = self.things
        numbers = [self.numbers[name] if now.get(name) == said else -1 for name, said in before.things.items()]

        def still(one: Known) -> Known:
            needs = tuple(map(numbers.__getitem__, one.needs))
            return replace(one, passed=False, needs=()) if -1 in needs else replace(one, needs=needs)

        return {
            path: KnownFile(of.mark, tuple(map(still, of.scenarios)))
            for path, of in before.files.items()
            if path in self.marks
        }

    def _stands(self, path: str, known: dict[str, KnownFile]) -> bool:
        of = known.get(path)
        return of is not None and of.mark == self.marks[path] and all(one.passed for one in of.scenarios)

    # ---- running

    def _run(self, nodes: list[Mapping]) -> list[tuple[Known, Verdict]]:
        """Run scenarios, and note for each that passed what that depended on. One with a mistake in it is not run.

        They are run by what their scripts mean, and on the machine where that takes too long, or it can say better why one
        fails.
        """
        if not nodes:
            return []
        from interpreter.play.by_meaning import ByMeaning, NotHere  # noqa: PLC0415 - where all stand nothing is run
        from interpreter.play.scenario_reading import read_some  # noqa: PLC0415 - the same

        scenarios = read_some(self.pack, nodes)
        plain = ByMeaning(self.pack, self.about.naming)
        made: dict[int, tuple[Known, Verdict]] = {}
        left: list[tuple[Mapping, Scenario]] = []
        for node, scenario in zip(nodes, scenarios, strict=True):
            if has_errors(scenario.diagnostics):
                self.broken += scenario.diagnostics
                made[id(scenario)] = Known(_said(node), scenario.name, False, ()), unrun(scenario)
                continue
            try:
                verdict = plain.verdict(scenario, in_full=True)
            except (NotHere, InvalidAction):
                left.append((node, scenario))
                continue
            needs: tuple[int, ...] = ()
            if verdict.passed:
                needs = self._numbered(self.about.needs_of_asked(self.scripts(scenario), plain.asked(scenario)))
            made[id(scenario)] = Known(_said(node), scenario.name, verdict.passed, needs), verdict
        made |= self._run_on_machine(left)
        return [made[id(scenario)] for scenario in scenarios]

    def _run_on_machine(self, left: list[tuple[Mapping, Scenario]]) -> dict[int, tuple[Known, Verdict]]:
        if not left:
            return {}
        from interpreter.play.scenario import run_scenarios  # noqa: PLC0415 - most often nothing is left

        notes, made = _Notes(self), {}
        verdicts = run_scenarios(self.pack, [scenario for _, scenario in left], notes)
        notes.finish()
        for (node, scenario), verdict in zip(left, verdicts, strict=True):
            needs = notes.needs.get(id(scenario)) if verdict.passed else None
            made[id(scenario)] = Known(_said(node), scenario.name, needs is not None, needs or ()), verdict
        return made

    def needs(self, scripts: list[Routine | Formula], fired: set[Key]) -> tuple[int, ...]:
        """The things that a run of these scripts on the machine depended on, by number."""
        return self._numbered(self.about.needs(scripts, fired))

    def _numbered(self, names: set[str]) -> tuple[int, ...]:
        return self._same.setdefault(made := tuple(sorted(map(self.numbers.__getitem__, names))), made)

    def scripts(self, scenario: Scenario) -> list[Routine | Formula]:
        """What a scenario runs by itself."""
        start = self.pack.vocabulary.start
        made: list[Routine | Formula] = [*scenario.given, *(formula for formula, _, _ in scenario.then)]
        made += [scenario.run] if scenario.run is not None else []
        return made + ([start] if start is not None and not scenario.blank else [])

    def _teach(self, known: dict[str, KnownFile]) -> NoLesson | None:
        """Play the tutorial through; gives what is wrong with it, as the machine finds it."""
        from interpreter.play.by_meaning import ByMeaning, NotHere  # noqa: PLC0415 - where it stands it is not played
        from interpreter.play.tutorial import NoLesson, lesson_of, read_tutorial  # noqa: PLC0415 - the same

        pack, start = self.pack, self.pack.vocabulary.start
        tutorial = read_tutorial(pack)
        assert tutorial is not None
        assert start is not None
        try:
            asked = ByMeaning(pack, self.about.naming).can_be_taken(tutorial)
        except (NotHere, InvalidAction):
            asked = None
        if asked is not None:
            needs = self._numbered(self.about.needs_of_asked([start], asked))
        else:
            pack.fired = set()
            try:
                lesson_of(pack)
            except NoLesson as wrong:
                return wrong
            machine = pack.machine(tutorial.players, pack.options(tutorial.options))
            needs = self.needs([start], pack.fired | machine.printed.proofs.relied)
        known[self.lesson] = KnownFile(self.marks[self.lesson], (Known("", "the tutorial", True, needs),))
        return None


class _Notes:
    """Notes while scenarios run what each depends on."""

    def __init__(self, testing: _Testing) -> None:
        self.testing = testing
        self.needs: dict[int, tuple[int, ...]] = {}
        self._machine: Machine | None = None
        self._fired: list[tuple[Scenario, set[Key]]] = []

    def __call__(self, machine: Machine, scenario: Scenario) -> None:
        """Note which scripts of things were looked at."""
        if machine is not self._machine:
            self.finish()
            self._machine = machine
        self._fired.append((scenario, machine.fired or set()))

    def finish(self) -> None:
        """Work out the needs of all that ran on a machine: each also needs what any of its proofs took as known.

        Where scripts of scenarios themselves decide what may be seen, one depends on the others: nothing is kept then.
        """
        machine, testing = self._machine, self.testing
        if machine is None or testing.about.pointing_with(machine.naming) != testing.about.pointing:
            self._fired = []
        for scenario, fired in self._fired:
            assert machine is not None
            self.needs[id(scenario)] = testing.needs(testing.scripts(scenario), fired | machine.printed.proofs.relied)
        self._fired = []


def _said(node: Mapping) -> str:
    """A hash of what a scenario says, wherever it stands."""
    return _hash(repr(plain(node)).encode("utf-8", "surrogatepass"))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
