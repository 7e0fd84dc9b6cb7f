"""How the scenarios of a pack go, and its tutorial: what `rulewright test` tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check.reading import maps
from interpreter.diagnostics import Diagnostic, in_order
from interpreter.play.errors import InvalidAction
from interpreter.play.pack import Pack
from interpreter.play.pipeline import has_errors, nothing_thrown_away, opened
from interpreter.play.scenario import Scenario, Scenarios, read_some
from interpreter.play.tutorial import NoLesson, lesson_of, read_tutorial
from interpreter.play.verdict import NOT_RUN, Verdict, unrun
from interpreter.records import record
from interpreter.source import gather, read_beside
from interpreter.source.names import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.source import Asked, Stack


def no_lines(_file: str) -> Sequence[str]:
    """The lines of no file."""
    return ()


@record(slots=True)
class Tested:
    """How the scenarios of a pack went, in order."""

    verdicts: list[Verdict] = field(default_factory=list)
    no_lesson: NoLesson | None = None
    """What is wrong with the tutorial."""
    broken: list[Diagnostic] = field(default_factory=list)
    """What is wrong with scenarios that cannot be run because of it."""
    lines: Callable[[str], Sequence[str]] = no_lines
    """Where the lines stand that these are about."""

    @property
    def failed(self) -> list[Verdict]:
        """The verdicts of those that failed."""
        return [one for one in self.verdicts if not one.passed and one.why != NOT_RUN]

    @property
    def not_run(self) -> int:
        """How many could not be run."""
        return sum(one.why == NOT_RUN for one in self.verdicts)


def run_pack(where: Asked, file: Callable[[str], bool] | None = None) -> Tested | None:
    """Run the scenarios of a pack with its tutorial, or only those of a `file`.

    None where the game itself, or a file of scenarios, cannot be read: whoever reads the whole pack tells what is wrong.
    """
    with nothing_thrown_away():
        stack = gather(where)
        found = opened(stack)
        if has_errors(found.diagnostics):
            return None
        pack = Pack(where, found.vocabulary, found.diagnostics)
        asked = [path for path in _scenario_files(stack) if file is None or file(path)]
        source = read_beside(stack, set(asked))
        if has_errors(source.diagnostics):
            return None
        of = {one.root.origin.file: list(maps(one.root)) for one in source.of_kind("scenario")}
        scenarios = read_some(pack, [node for path in asked for node in of.get(path, [])])
        runner = Scenarios(pack)
        broken = [problem for one in scenarios if has_errors(one.diagnostics) for problem in one.diagnostics]
        made = Tested([_verdict(runner, one) for one in scenarios], broken=in_order(broken), lines=source.lines)
        if file is None:
            made.no_lesson = _no_lesson(pack)
        return made


def _verdict(runner: Scenarios, scenario: Scenario) -> Verdict:
    return unrun(scenario) if has_errors(scenario.diagnostics) else runner.verdict(scenario)


def _scenario_files(stack: Stack) -> Iterator[str]:
    for layer in stack.layers:
        if layer.named:
            where = layer.gathered.where
            yield from (f"{where}/{path}" for path in layer.gathered.files if kind_of(path) == "scenario")


def _no_lesson(pack: Pack) -> NoLesson | None:
    """What is wrong with the tutorial, if there is one."""
    tutorial = read_tutorial(pack)
    if tutorial is None:
        return None
    try:
        if not Scenarios(pack).can_be_taken(tutorial):
            lesson_of(pack)
    except InvalidAction as wrong:
        return NoLesson(str(wrong), tutorial.span)
    except NoLesson as wrong:
        return wrong
    return None
