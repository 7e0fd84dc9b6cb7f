"""One pack verified: all that was looked at, in numbers, and all that was found, as diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.scripts import every_routine
from interpreter.diagnostics import Label, Severity, Span, in_order
from interpreter.play.pack import load
from interpreter.play.pipeline import running
from interpreter.play.verify.below import Reached, judge, line_to_paste, on_top, stack_of
from interpreter.play.verify.branches import WHOLE, written
from interpreter.play.verify.design import look_at_texts, look_at_things
from interpreter.play.verify.findings import finding, note, quoted
from interpreter.play.verify.games import ENDLESS, Plan, Played, play_games, table_of
from interpreter.play.verify.inside import Inside, engine_for
from interpreter.primitives import STATEMENTS
from interpreter.wasm.offered import PYTHON, WASM

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Diagnostic
    from interpreter.play.pack import Pack
    from interpreter.play.verify.branches import Branch, Written
    from interpreter.play.verify.games import Table, Wrong
    from interpreter.source import Asked

MAX_WRONG = 5
"""After so many games that went wrong no more are played: they would only say the same again."""
MOST_BLAMED = 5
ENDING = "end"
"""What a statement writes that ends the game."""
MAX_WORK = 200_000_000
"""Steps of all games together: some times what those of the largest shipped pack take."""

Progress = Callable[[str, int, int], bool]
"""Told what is being done, how much of how much; says whether to go on."""


@dataclass(frozen=True, slots=True)
class Witness:
    """The first game that came to a branch, and the decision after which it had."""

    table: Table
    decision: int


@dataclass(slots=True)
class Verified:
    """What was looked at, and what was found."""

    id: str
    version: str
    title: str
    languages: list[str] = field(default_factory=list)
    own_scenarios: int = 0
    scenarios_below: int = 0
    games: dict[int, int] = field(default_factory=dict)
    """By number of players."""
    engine: str = PYTHON
    """What played the games."""
    again: int = 0
    """How many of those that were played in WebAssembly were played in Python, too."""
    decisions: int = 0
    longest: int = 0
    views: int = 0
    """Views that were compared with hidden things exchanged."""
    things: int = 0
    branches: dict[Branch, Written] = field(default_factory=dict)
    witnesses: dict[Branch, Witness] = field(default_factory=dict)
    scenarios: dict[Branch, str] = field(default_factory=dict)
    """The first scenario that came to a branch."""
    outnumbered: list[str] = field(default_factory=list)
    """Scenarios of the packs below that fail only because there are more things in the game."""
    findings: list[Diagnostic] = field(default_factory=list)
    to_paste: str = ""
    """The line of pack.yaml that says that whatever fails below is meant; empty where nothing does."""
    lines: Callable[[str], Sequence[str]] = lambda _file: ()
    """The lines of a file of the pack, or of one below."""

    def reached(self, *, whole: bool) -> tuple[int, int, int]:
        """How many scripts, or branches inside scripts, games reached, how many more scenarios, and how many there are."""
        wanted = {branch for branch, one in self.branches.items() if one.whole is whole}
        games = wanted & self.witnesses.keys()
        return len(games), len((wanted & self.scenarios.keys()) - games), len(wanted)


def verify(where: Asked, plan: Plan, progress: Progress = lambda *_: True) -> Verified:
    """Verify a pack that passes the checker.

    Raises PackError when it has errors, NotOffered when its games cannot be played where the plan says.
    """
    pack = load(where)
    v = pack.vocabulary
    made = Verified(pack.id, pack.version, pack.title.get("en"), list(v.languages), engine=engine_for(pack, plan))
    progress("scenarios", 0, 1)
    stack = stack_of(pack)
    made.lines = stack.whole.source.lines
    made.own_scenarios, made.scenarios_below = len(stack.own), len(stack.below)
    reached = Reached()
    made.findings += judge(stack, reached)
    made.to_paste = line_to_paste(stack)
    made.outnumbered = [one.name for one in stack.outnumbered]
    made.scenarios = reached.by
    mine = _own_files(pack)
    progress("texts", 0, 1)
    made.things = sum(len(kind.items) for kind in v.kinds.values())
    made.findings += look_at_texts(v, mine)
    made.findings += look_at_things(v, mine)
    _play(pack, plan, made, progress)
    made.findings = in_order([*made.findings, *_unreached(made, mine)])
    return made


def _own_files(pack: Pack) -> set[str]:
    """The files of the packs on top: what stands below is not judged again."""
    source = pack.source
    top = on_top(source)
    return {file for file in source.texts if source.owner(file) in top}


def _play(pack: Pack, plan: Plan, made: Verified, progress: Progress) -> None:
    """Play the games, and keep the first witness of every branch."""
    for seats in pack.players:
        machine = running(pack.vocabulary, seats, pack.option_numbers(pack.options()))
        made.branches |= {key: one for key, one in written(machine).items() if key not in made.branches}
    total, wrong, work, told = len(pack.players) * plan.games, 0, 0, set()
    opener = partial(load, pack.where)
    inside = Inside(pack, plan) if made.engine == WASM else None
    progress("games", 0, total)
    games = inside.play(opener, total) if inside is not None else play_games(opener, plan, range(total))
    for done, played in enumerate(games, 1):
        table = table_of(pack, plan, played.number)
        _count(made, played, table)
        work += played.work
        if played.wrong is not None:
            wrong += 1
            if (played.wrong.sort, played.wrong.words) not in told:
                told.add((played.wrong.sort, played.wrong.words))
                made.findings.append(_went_wrong(pack, played, played.wrong, table))
        if done < total and (wrong >= MAX_WRONG or work > MAX_WORK or not progress("games", done, total)):
            made.findings.append(_stopped(pack, done, total, wrong))
            break
    games.close()
    made.again = inside.again if inside is not None else 0


def _count(made: Verified, played: Played, table: Table) -> None:
    made.games[table.seats] = made.games.get(table.seats, 0) + 1
    made.decisions += played.decisions
    made.longest = max(made.longest, played.decisions)
    made.views += played.compared
    for branch, decision in played.reached:
        made.witnesses.setdefault(branch, Witness(table, decision))


def _went_wrong(pack: Pack, played: Played, wrong: Wrong, table: Table) -> Diagnostic:
    how = f"{table.told(pack.options())}, after {played.decisions} decisions"
    if wrong.sort == ENDLESS:
        return _endless(pack, wrong, how)
    place = Label(wrong.span or _manifest(pack), how)
    return finding(f"verify/{wrong.sort}", Severity.ERROR, wrong.words, place)


def _endless(pack: Pack, wrong: Wrong, how: str) -> Diagnostic:
    """Blame what never happened: the statements that end the game, or else the loop that goes on."""
    ends = list(_ends(pack.vocabulary))
    never = [Label(one, "never came to this") for one in ends] or [
        Label(one, "goes on") for one in _loops(pack.vocabulary)
    ]
    cure = "see what has to come about before this, and who could bring it about"
    if not ends:
        cure = "say when it is over: `repeat N while …`, or a rule that says `end the game`"
    place = Label(_manifest(pack), how)
    return finding("verify/endless", Severity.ERROR, wrong.words, place, never[:MOST_BLAMED], help=cure)


def _ends(v: Vocabulary) -> Iterator[Span]:
    for routine in every_routine(v):
        done = (one for one in walk(routine.body) if isinstance(one, ty.Do))
        yield from (routine.span(one.at) for one in done if ENDING in STATEMENTS[one.primitive].writes)


def _loops(v: Vocabulary) -> Iterator[Span]:
    """The outermost loops of the verb that is the whole game."""
    verbs = {verb.key: verb.routine for verb in v.verbs}
    called = [verbs.get(one.verb) for one in walk(v.start.body) if isinstance(one, ty.CallVerb)] if v.start else []
    for routine in (one for one in called if one is not None):
        yield from (routine.span(one.at) for one in routine.body.statements if isinstance(one, ty.Loop))


def _stopped(pack: Pack, done: int, total: int, wrong: int) -> Diagnostic:
    why = f"{wrong} of them went wrong" if wrong >= MAX_WRONG else "they take too long"
    message = f"{done} of {total} games were played: {why}"
    return finding("verify/stopped", Severity.WARNING, message, Label(_manifest(pack), ""))


def _unreached(made: Verified, mine: set[str]) -> list[Diagnostic]:
    """Tell of scripts, and of branches of scripts that were reached, to which nothing came; those of one place together."""
    places: dict[Span, list[str]] = {}
    seen = made.witnesses.keys() | made.scenarios.keys()
    reached = {made.branches[branch].span for branch in seen if branch in made.branches}
    for branch, one in made.branches.items():
        if branch in seen or one.span.file not in mine:
            continue
        if not one.whole and (one.span in reached or (branch[0], WHOLE) not in seen):
            continue
        places.setdefault(one.span, []).append(one.script)
    games = sum(made.games.values())
    return [
        note("verify/unreached", _never(games, list(dict.fromkeys(scripts))), span, help=_CURE)
        for span, scripts in places.items()
    ]


_CURE = "write a scenario that comes here, or take it out if nothing can"


def _never(games: int, scripts: list[str]) -> str:
    return f"no game of {games} and no scenario reached this part of {quoted(scripts)}"


def _manifest(pack: Pack) -> Span:
    return Span.start_of(f"{pack.source.packs[-1].where}/pack.yaml")
