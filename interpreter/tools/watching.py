"""A pack that is being written: what changed since the last look, and what its author wants to know about that."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path

from interpreter import prose
from interpreter.check.vocabulary import Item, Vocabulary
from interpreter.diagnostics import Severity, render_text
from interpreter.play.errors import RulewrightError
from interpreter.play.pack import Pack
from interpreter.play.pipeline import nothing_thrown_away
from interpreter.play.scenario import Scenario, read_scenarios, run_scenarios
from interpreter.records import record
from interpreter.source import beside_the_game, gather, read_beside
from interpreter.tools import checking, core
from interpreter.tools.console import Console, has_colour
from interpreter.tools.printing import raw

Stamps = dict[str, tuple[int, int]]
"""By file: when it was written, and how long it is."""
MAX_FILES = 2_000
MAX_SCENARIOS = 200
"""More are a matter for `test`."""


@record(slots=True)
class Watcher:
    """Looks at the files of a pack, and tells about it when one of them is not what it was."""

    place: str
    others: Sequence[str] = ()
    console: Console = field(default_factory=Console)
    _stamps: Stamps | None = None
    _known: dict[tuple[str, str], str] = field(default_factory=dict)

    def look(self) -> bool:
        """Look once, and tell if something changed (the first time everything has). Gives whether it had."""
        now = stamps(Path(self.place))
        if now == self._stamps:
            return False
        changed = set() if self._stamps is None else _differing(self._stamps, now)
        first, self._stamps = self._stamps is None, now
        with nothing_thrown_away():  # whoever saves and looks does not wait for that
            self._tell(changed, first=first)
        return True

    def _tell(self, changed: set[str], *, first: bool) -> None:
        say = self.console.line
        if changed:
            say(f"--- {', '.join(sorted(Path(one).name for one in changed))}", "bold")
        findings = checking.findings([self.place], self.others)
        raw(render_text(findings.diagnostics, findings.lines, has_colour(sys.stdout)))
        errors = sum(one.severity is Severity.ERROR for one in findings.diagnostics)
        warnings = len(findings.diagnostics) - errors
        say(
            f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}",
            "red" if errors else "green",
        )
        if errors:
            return
        try:
            pack = self._opened(findings)
            fresh = self._fresh(pack.vocabulary)
            if not first:
                self._texts(pack.vocabulary, fresh)
                self._scenarios(pack, changed, fresh)
        except RulewrightError as problem:
            say(str(problem), "red")

    def _opened(self, findings: checking.Findings) -> Pack:
        """The pack that was just checked, with its scenarios; the game itself is not read again."""
        where = core.asked(self.place, self.others)
        stack = gather(where)
        known = findings.games[checking.pack_place(self.place)]
        return Pack(where, known, [], read_beside(stack, beside_the_game(stack)))

    def _fresh(self, v: Vocabulary) -> list[Item]:
        """The things that are new, or not what they were at the last look."""
        now = {(item.kind, item.id): _said(item) for kind in v.kinds.values() for item in kind.items}
        fresh = {key for key, said in now.items() if self._known.get(key) != said}
        self._known = now
        return [item for kind in v.kinds.values() for item in kind.items if (item.kind, item.id) in fresh]

    def _texts(self, v: Vocabulary, fresh: Sequence[Item]) -> None:
        for item in fresh[:5]:
            for lang in v.languages:
                text = prose.card_text(v, item, lang).replace("\n", " / ")
                self.console.line(f"{item.id} ({lang}): {item.name.get(lang) or item.id}. {text}".rstrip())
        if len(fresh) > 5:
            self.console.line(f"… and {len(fresh) - 5} more things")

    def _scenarios(self, pack: Pack, changed: set[str], fresh: Sequence[Item]) -> None:
        wanted = list(_concerned(pack, read_scenarios(pack), changed, fresh))[:MAX_SCENARIOS]
        if not wanted:
            return
        failed = [verdict for verdict in run_scenarios(pack, wanted) if not verdict.passed]
        for verdict in failed:
            span = verdict.span
            self.console.line(f"FAIL  {verdict.scenario.name}", "red")
            self.console.line(f"      {verdict.why}")
            self.console.line(f"      --> {span.file}:{span.line}:{span.column}")
        told = f"{len(wanted)} scenario{'s' * (len(wanted) != 1)} of what changed: {len(failed)} failed"
        self.console.line(told, "red" if failed else "green")


def stamps(folder: Path) -> Stamps:
    """When each file of a folder was written; a file that goes away meanwhile is not there."""
    found: Stamps = {}
    for path in sorted(folder.rglob("*.yaml"))[:MAX_FILES]:
        try:
            seen = path.stat()
        except OSError:
            continue
        found[str(path)] = (seen.st_mtime_ns, seen.st_size)
    return found


def _differing(before: Stamps, now: Stamps) -> set[str]:
    return {file for file in before.keys() | now.keys() if before.get(file) != now.get(file)}


def _said(item: Item) -> str:
    """Everything a thing says, as one text to compare."""
    faces = [(face.name, face.values, {name: one.text for name, one in face.sources.items()}) for face in item.faces]
    when = item.when.source.text if item.when is not None and item.when.source is not None else ""
    return repr((faces, item.count, when))


def _concerned(
    pack: Pack, scenarios: Sequence[Scenario], changed: set[str], fresh: Sequence[Item]
) -> Iterator[Scenario]:
    """The scenarios of files that changed, and those that name a thing that did."""
    files = {str(Path(one)) for one in changed}
    names = [item.id for item in fresh]
    starts = sorted((one.span.file, one.span.line) for one in scenarios)
    for scenario in scenarios:
        if str(Path(scenario.span.file)) in files:
            yield scenario
        elif names:
            lines = pack.source.lines(scenario.span.file)
            after = [line for file, line in starts if file == scenario.span.file and line > scenario.span.line]
            text = "\n".join(lines[scenario.span.line - 1 : (after[0] - 1 if after else len(lines))])
            if any(name in text for name in names):
                yield scenario
