"""Plays the games of a study and counts what its figures ask for.

A game gives one record of plain whole numbers; records are added up in any order. A record names its run: a digest of the
content of the pack, the set-up, the bots and what is counted. Records of another run are never mixed in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from interpreter.check.keys import Key
from interpreter.play.fast import fast_games
from interpreter.play.game import Game
from interpreter.play.pack import Pack, load
from interpreter.play.pipeline import running
from interpreter.play.share import share_out
from interpreter.play.simulate import Setup, play_out
from interpreter.play.studies import Figure, Study, read_studies
from interpreter.wasm.engine import MOST_SEED

if TYPE_CHECKING:
    from interpreter.engine.layout import Layout
    from interpreter.play.simulate import Played
    from interpreter.source import Asked

FORMAT = 1
Record = dict[str, Any]
"""A game as JSON: run, seed, winners, scores, decisions, fault, and for each figure subject to numbers."""
ALL = "all"
"""The one subject of a figure without `each`."""


def run_key(pack: Pack, study: Study, bots: Sequence[str]) -> str:
    """Name a run: whatever changes a game or what is counted in it changes the name; titles, notes and bars do not."""
    counted = [(one.how, one.per_game, one.each, sorted(one.written.items())) for one in study.figures]
    options = sorted((name, str(value)) for name, value in pack.options(study.options).items())
    facts = (FORMAT, pack.digest, study.players, options, tuple(bots), counted)
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def play_study(  # noqa: PLR0913 - what is played, by whom, and where
    where: Asked,
    pack: Pack,
    study: Study,
    bots: tuple[str, ...],
    seeds: Sequence[int],
    jobs: int = 1,
    *,
    engine: str | None = None,
) -> Iterator[Record]:
    """Play the games of these seeds and give their records, in order."""
    opener = partial(_open, where, study.name, bots, run_key(pack, study, bots), engine)
    yield from share_out(opener, seeds, jobs, singly=True)


def _open(
    where: Asked, name: str, bots: tuple[str, ...], run: str, engine: str | None = None
) -> Callable[[int], Record]:
    pack = load(where)
    study = next(one for one in read_studies(pack) if one.name == name)
    return _Player(pack, study, bots, run, engine)


class _Player:
    """Plays single games of a study."""

    def __init__(self, pack: Pack, study: Study, bots: tuple[str, ...], run: str, engine: str | None) -> None:
        self._pack, self._study, self._run = pack, study, run
        self._options = pack.options(study.options)
        numbers = pack.option_numbers(self._options)
        self._machine = running(pack.vocabulary, study.players, numbers, study.formulas())
        self._setup = Setup(bots, 1, 0, rotate=True)
        # What the bots pick is found out in WebAssembly where it can be; the game is then played here, to look on.
        self._fast = fast_games(pack, study.players, self._options, bots, 1, engine)

    def __call__(self, seed: int) -> Record:
        game = Game(self._pack, self._study.players, seed, self._options, self._machine)
        watcher = Watcher(self._study, game)
        # Who sits where follows from the seed alone, so that a game is the same in whatever run it is played.
        bots = self._setup.seats(seed)
        picks = self._fast.picks(seed, bots) if self._fast is not None and seed < MOST_SEED else None
        played = play_out(game, bots, step=watcher.step, picks=picks)
        return self._record(played, [] if played.fault else watcher.counted(played.winners))

    def _record(self, played: Played, figures: list[dict[str, list[int]]]) -> Record:
        return {
            "run": self._run,
            "seed": played.seed,
            "winners": list(played.winners),
            "scores": list(played.scores),
            "decisions": played.decisions,
            "fault": played.fault,
            "figures": figures,
        }


def subjects(layout: Layout, each: str | None) -> dict[str, list[int]]:
    """What a figure is told for: items of a kind with the numbers of their things; a player for each seat."""
    if each is None:
        return {ALL: [-1]}
    found: dict[str, list[int]] = {}
    for number, thing in enumerate(layout.things[each]):
        if each == "player" and number >= layout.seats:
            break  # neutrals never win anything by themselves
        found.setdefault(thing.item.id if thing.item else str(number + 1), []).append(number)
    return found


WIDTHS = {"rate": 2, "lift": 4, "mean": 3}
"""How many numbers a subject has in a record."""
Moment = dict[tuple[int, int], tuple[int, int]]
"""What was seen of a sample (thing, seat) when its moment came: whether it counts, and the value."""


class Watcher:
    """Looks on while a game is played."""

    def __init__(self, study: Study, game: Game) -> None:
        self._study, self._game, self._machine = study, game, game.machine
        self._ran: list[set[Key]] = [set() for _ in range(study.players)]
        self._subjects = [subjects(game.machine.layout, one.each) for one in study.figures]
        self._scripts = {one.each: self._entries(one.each) for one in study.figures if one.each}
        self._at: list[Moment] = [{} for _ in study.figures]
        self._since: list[Moment] = [{} for _ in study.figures]
        self._look()

    def _entries(self, each: str) -> list[set[Key]]:
        """The scripts of each thing of a kind."""
        layout, runs = self._machine.layout, self._machine.program.runs
        faces = layout.v.kinds[each].faces
        found: list[set[Key]] = [set() for _ in layout.things[each]]
        for table, row in runs.items():
            if table.names[0] == each:
                for place, key in enumerate(row[: faces * len(found)]):
                    if key is not None:
                        found[place // faces].add(key)
        return found

    def step(self, game: Game, index: int) -> None:
        """Carry out a pick, and note whose scripts ran."""
        assert game.decision is not None
        seat, machine = game.decision.seat, self._machine
        machine.fired = set()
        try:
            game.choose(index)
            self._ran[seat] |= machine.fired
        finally:
            machine.fired = None
        if game.decision is not None:
            self._look()

    def _look(self) -> None:
        """See whether a moment has come for a sample that waits for it."""
        for number, figure in enumerate(self._study.figures):
            for part, seen in (("since", self._since[number]), ("at", self._at[number])):
                if part not in figure.formulas:
                    continue
                for sample in self._samples(number):
                    if sample not in seen and self._value(figure, part, sample, []):
                        seen[sample] = self._seen(figure, sample)

    def _samples(self, number: int) -> Iterator[tuple[int, int]]:
        seats = range(1 if self._study.figures[number].per_game else self._study.players)
        return ((thing, seat) for things in self._subjects[number].values() for thing in things for seat in seats)

    def _seen(self, figure: Figure, sample: tuple[int, int]) -> tuple[int, int]:
        value = self._value(figure, "value", sample, []) if figure.how == "mean" else 0
        return int("had" not in figure.formulas or self._value(figure, "had", sample, [])), value

    def _value(self, figure: Figure, part: str, sample: tuple[int, int], winners: Sequence[int]) -> int:
        formula = figure.formulas[part]
        thing, seat = sample
        words = {"won": seat in winners, "ran": self._has_run(figure, sample)}
        given = [int(words[name]) for name, _ in formula.params]
        return int(self._machine.formula(formula.key)(self._game.state, seat, thing, *given))

    def _has_run(self, figure: Figure, sample: tuple[int, int]) -> bool:
        if figure.each is None:
            return False
        thing, seat = sample
        entries = self._scripts[figure.each][thing]
        seats = self._ran if figure.per_game else [self._ran[seat]]
        return any(not entries.isdisjoint(ran) for ran in seats)

    # ---- when the game is over

    def counted(self, winners: Sequence[int]) -> list[dict[str, list[int]]]:
        """Give the numbers of each figure: subject to samples and hits (for a lift also of the others; see `add_up`)."""
        return [self._count(number, winners) for number in range(len(self._study.figures))]

    def _count(self, number: int, winners: Sequence[int]) -> dict[str, list[int]]:
        figure = self._study.figures[number]
        seats = range(1 if figure.per_game else self._study.players)
        among = "among" in figure.formulas
        found: dict[str, list[int]] = {}
        for subject, things in self._subjects[number].items():
            counted = [one for one in things if not among or self._value(figure, "among", (one, 0), ())]
            row = [0, 0, 0, 0]
            for thing in counted:
                for seat in seats:
                    self._add(row, number, (thing, seat), winners)
            # A row of nothing says that the subject was among them and could have counted.
            if any(row) or (among and counted):
                found[subject] = row[: WIDTHS[figure.how]]
        return found

    def _add(self, row: list[int], number: int, sample: tuple[int, int], winners: Sequence[int]) -> None:
        figure = self._study.figures[number]
        had, value = self._at[number].get(sample) or self._seen(figure, sample)
        if figure.how == "mean":
            if "since" in figure.formulas:
                if sample not in self._since[number]:
                    return
                value -= self._since[number][sample][1]
            if had:
                row[0] += 1
                row[1] += value
                row[2] += value * value
            return
        if had or figure.how == "lift":
            first = 0 if had else 2
            row[first] += 1
            row[first + 1] += int(bool(self._value(figure, "value", sample, winners)))


def fits(record: Record, study: Study) -> bool:
    """Whether a record can be one of this study: read from a file, it may be anything."""
    if record["fault"]:
        return True
    figures = record["figures"]
    return len(figures) == len(study.figures) and all(
        len(row) == WIDTHS[figure.how]
        for figure, rows in zip(study.figures, figures, strict=True)
        for row in rows.values()
    )


def add_up(records: Iterator[Record] | Sequence[Record], figures: int) -> list[dict[str, list[int]]]:
    """Add the numbers of finished games.

    A row holds samples and hits for a rate; samples, hits, and the same of the others for a lift; samples, sum and sum
    of squares for a mean.
    """
    totals: list[dict[str, list[int]]] = [{} for _ in range(figures)]
    for record in records:
        for total, rows in zip(totals, record["figures"], strict=True):
            for subject, row in rows.items():
                sums = total.setdefault(subject, [0] * len(row))
                for place, count in enumerate(row):
                    sums[place] += count
    return totals
