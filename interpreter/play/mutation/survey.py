"""A sample of the mutants of some packs, tried in one or more processes: how many of them the scenarios notice."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from interpreter.play.mutation.bench import EQUIVALENT, NOTICED, REFUSED, SURVIVED, Bench, Outcome, Unsound, open_bench
from interpreter.play.mutation.marks import Mark, Marks
from interpreter.play.share import share_out

_PACK = 10_000_000
"""A mutant is known to the processes by one number: that of its pack times this, and its own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to try: so many mutants of all packs together (all of them, when 0), chosen by the seed."""

    seed: int = 1
    sample: int = 0
    only: str = ""
    """Only mutants whose file or owner has these words."""
    everywhere: bool = False
    """Run all scenarios, not only those that must notice a mutant."""
    jobs: int = 1


@dataclass(slots=True)
class Tally:
    """What became of the mutants of one pack."""

    pack: str
    noticed: int = 0
    refused: int = 0
    equivalent: int = 0
    survivors: list[Outcome] = field(default_factory=list)
    crashes: list[Outcome] = field(default_factory=list)
    wrong_marks: list[Outcome] = field(default_factory=list)
    stale_marks: list[Mark] = field(default_factory=list)

    @property
    def counted(self) -> int:
        """Mutants that a scenario could notice."""
        return self.noticed + len(self.survivors)

    def add(self, outcome: Outcome) -> None:
        """Count a mutant."""
        match outcome.verdict:
            case "refused":
                self.refused += 1
            case "equivalent":
                self.equivalent += 1
                self.wrong_marks += [outcome] if outcome.by else []
            case "survived":
                self.survivors.append(outcome)
            case _:
                self.noticed += 1
                self.crashes += [outcome] if outcome.crashed else []


def survey(places: Sequence[str], plan: Plan, progress: Callable[[int, int], None] | None = None) -> list[Tally]:
    """Try mutants of packs. `progress` is told how many of how many are done. Raises Unsound for a scenario that fails."""
    benches = {where: open_bench(where) for where in places}
    marks = {where: Marks(bench.pack.source) for where, bench in benches.items()}
    tallies = {where: Tally(bench.pack.id) for where, bench in benches.items()}
    for where, bench in benches.items():
        tallies[where].stale_marks = marks[where].stale(bench.mutants)
    numbers = _order(places, benches, plan)
    total = min(plan.sample, len(numbers)) if plan.sample else len(numbers)
    with closing(_outcomes(places, benches, plan, numbers)) as outcomes:
        for number in numbers:
            done = sum(tally.counted for tally in tallies.values())
            if progress is not None:
                progress(done, total)
            if plan.sample and done >= plan.sample:
                break
            where, outcome = places[number // _PACK], next(outcomes)
            if isinstance(outcome, Unsound):
                raise outcome
            tallies[where].add(_judged(outcome, marks[where]))
    return list(tallies.values())


def _judged(outcome: Outcome, marks: Marks) -> Outcome:
    """What a mark says counts more than what the scenarios did; but one that is noticed is no equivalent."""
    if outcome.verdict == REFUSED or marks.of(outcome.mutant) is None:
        return outcome
    return Outcome(outcome.mutant, EQUIVALENT, outcome.by, outcome.why, outcome.scenarios)


def _order(places: Sequence[str], benches: dict[str, Bench], plan: Plan) -> list[int]:
    """The numbers of the mutants, those of the sample first."""
    ranked = [
        (mutant.rank(plan.seed), pack * _PACK + number)
        for pack, where in enumerate(places)
        for number, mutant in enumerate(benches[where].mutants)
        if plan.only in mutant.file or plan.only in mutant.owner
    ]
    return [number for _, number in (sorted(ranked) if plan.sample else ranked)]


def _outcomes(
    places: Sequence[str], benches: dict[str, Bench], plan: Plan, numbers: list[int]
) -> Generator[Outcome | Unsound, None, None]:
    if plan.jobs == 1:
        yield from map(_worker(places, benches, plan), numbers)
    else:
        yield from share_out(partial(_opener, tuple(places), plan), numbers, plan.jobs)


def _opener(places: Sequence[str], plan: Plan) -> Callable[[int], Outcome | Unsound]:
    """A worker of its own process: it reads a pack when the first mutant of it comes."""
    return _worker(places, {}, plan)


def _worker(places: Sequence[str], benches: dict[str, Bench], plan: Plan) -> Callable[[int], Outcome | Unsound]:
    def work(number: int) -> Outcome | Unsound:
        where = places[number // _PACK]
        if where not in benches:
            benches[where] = open_bench(where)
        bench = benches[where]
        try:
            return bench.attempt(bench.mutants[number % _PACK], everywhere=plan.everywhere).told()
        except Unsound as problem:
            return problem

    return work


__all__ = ["EQUIVALENT", "NOTICED", "REFUSED", "SURVIVED", "Plan", "Tally", "survey"]
