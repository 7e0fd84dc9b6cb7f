"""Many games between bots, over several processes, with one result for any number of them.

Game number i has the seed `seed + i`, so each game of a run can be played again on its own. Results are added up in the
order of the games and in whole numbers: how the work was shared out leaves no trace.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, field
from functools import partial

from interpreter.play.bots import Bot, RandomBot, bot_named, chances
from interpreter.play.errors import Fault
from interpreter.play.game import Game
from interpreter.play.share import share_out
from interpreter.records import record

# No finished game of any shipped pack comes near; a game that does is stuck, and is reported as such.
MAX_DECISIONS = 50_000

Starter = Callable[[int], Game]
"""Gives a new game for a seed."""
Opener = Callable[[], Starter]
"""Loads the pack, once in each process. Must be importable there: a function or a partial of one."""


NEUTRAL = "neutral"
"""What a rival that no bot plays is called in a report."""


@record(frozen=True, slots=True)
class Setup:
    """What to play: who sits where, how often, from which seed."""

    bots: tuple[str, ...]
    games: int
    seed: int
    rotate: bool = False

    def seats(self, number: int) -> tuple[str, ...]:
        """Give the bots by seat for one game; with `rotate` everybody moves on one seat from game to game."""
        turn = number % len(self.bots) if self.rotate else 0
        return self.bots[turn:] + self.bots[:turn]


@record(frozen=True, slots=True)
class Played:
    """How one game went."""

    seed: int
    bots: tuple[str, ...]
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    decisions: int = 0
    options: int = 0
    state: str = ""
    fault: str = ""


@record(slots=True)
class Tally:
    """What one seat, or one kind of bot, achieved: `wins` counts shared victories too."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    score: int = 0
    best: int | None = None
    worst: int | None = None

    def add(self, score: int, won: bool, shared: bool) -> None:
        """Count one finished game."""
        self.games += 1
        self.wins += won
        self.shared += won and shared
        self.score += score
        self.best = score if self.best is None else max(self.best, score)
        self.worst = score if self.worst is None else min(self.worst, score)

    def as_json(self) -> dict[str, object]:
        """Give the numbers, with the mean score to three places."""
        return asdict(self) | {"mean_score": ratio(self.score, self.games)}


@record(slots=True)
class Report:
    """All games of a run, added up."""

    setup: Setup
    games: int = 0
    finished: int = 0
    decisions: int = 0
    longest: int = 0
    shortest: int = 0
    options: int = 0
    by_seat: list[Tally] = field(default_factory=list)
    by_bot: dict[str, Tally] = field(default_factory=dict)
    # Per kind of bot: games in which one of its kind won, alone or with others.
    won_by_bot: dict[str, int] = field(default_factory=dict)
    faults: list[Played] = field(default_factory=list)
    digest: str = ""

    def as_json(self) -> dict[str, object]:
        """Give everything as plain values."""
        return {
            "setup": {**asdict(self.setup), "bots": list(self.setup.bots)},
            "games": self.games,
            "finished": self.finished,
            "faults": [{"seed": each.seed, "decisions": each.decisions, "fault": each.fault} for each in self.faults],
            "decisions": {
                "total": self.decisions,
                "mean": ratio(self.decisions, self.games),
                "shortest": self.shortest,
                "longest": self.longest,
            },
            "options_per_decision": ratio(self.options, self.decisions),
            "by_seat": [tally.as_json() for tally in self.by_seat],
            "by_bot": {
                name: tally.as_json() | {"games_won": self.won_by_bot[name]} for name, tally in self.by_bot.items()
            },
            "digest": self.digest,
        }


def simulate(opener: Opener, setup: Setup, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Report:
    """Play all games and add them up; `progress` hears how many are done."""
    return added_up(share_out(partial(_worker, opener, setup), range(setup.games), jobs), setup, progress)


def added_up(games: Iterable[Played], setup: Setup, progress: Callable[[int], None] | None = None) -> Report:
    """Add games up, in their order; `progress` hears how many are done."""
    adder = _Adder(setup)
    for done, played in enumerate(games, 1):
        adder.add(played)
        if progress is not None:
            progress(done)
    return adder.report()


def play_out(
    game: Game,
    bots: Sequence[str],
    limit: int = MAX_DECISIONS,
    step: Callable[[Game, int], None] = Game.choose,
    picks: Sequence[int] | None = None,
) -> Played:
    """Let bots play a game to its end; a fault of the rules or a game without end is told, not raised.

    `step` carries a pick out, for those who want to look on. `picks` are what the bots pick, where that is known already.
    """
    players: list[Bot] = [_Prompted(picks)] * len(bots) if picks is not None else [bot_named(name) for name in bots]
    options = 0
    fault = ""
    if step is Game.choose and not game.picks and all(isinstance(one, RandomBot) for one in players):
        try:  # nobody looks on, and these look at nothing but how many options there are
            options = game.go_on(chances(game.seed), limit)
        except Fault:
            game = game.anew()  # played with care it says why, and rests where it was before
    try:
        while (pending := game.pending) is not None and len(game.picks) < limit:
            options += len(pending.values)
            step(game, players[pending.seat].pick(game))
    except Fault as error:
        fault = f"{type(error).__name__}: {error}"
    outcome = game.outcome
    if outcome is None:
        fault = fault or f"not finished after {limit} decisions"
        return Played(game.seed, tuple(bots), (), (), len(game.picks), options, game.state_hash, fault)
    scores, winners = tuple(outcome.scores), tuple(outcome.winners)
    return Played(game.seed, tuple(bots), scores, winners, len(game.picks), options, game.state_hash, fault)


class _Prompted:
    """Picks what it was told to."""

    def __init__(self, picks: Sequence[int]) -> None:
        self._picks = picks

    def pick(self, game: Game) -> int:
        """Give the next of the picks."""
        return self._picks[len(game.picks)]


def ratio(total: int, count: int) -> float:
    """Give a mean to three places; 0 of nothing is 0."""
    return round(total / count, 3) if count else 0.0


class _Adder:
    """Adds games up, in their order."""

    def __init__(self, setup: Setup) -> None:
        self._report = Report(setup, by_seat=[Tally() for _ in setup.bots])
        self._hash = hashlib.sha256()

    def add(self, played: Played) -> None:
        report = self._report
        report.games += 1
        report.decisions += played.decisions
        report.options += played.options
        report.longest = max(report.longest, played.decisions)
        report.shortest = min(report.shortest or played.decisions, played.decisions)
        self._hash.update(repr((played.seed, played.scores, played.state, played.fault)).encode())
        if played.fault:
            report.faults.append(played)
        else:
            self._add_scores(played)

    def _add_scores(self, played: Played) -> None:
        report = self._report
        report.finished += 1
        shared = len(played.winners) > 1
        # Behind the seats come neutral rivals, where the pack lets them take part in the result.
        names = [*played.bots, *[NEUTRAL] * (len(played.scores) - len(played.bots))]
        for seat, (name, score) in enumerate(zip(names, played.scores, strict=True)):
            won = seat in played.winners
            if seat < len(report.by_seat):
                report.by_seat[seat].add(score, won, shared)
            report.by_bot.setdefault(name, Tally()).add(score, won, shared)
        for name in sorted({names[seat] for seat in played.winners}):
            report.won_by_bot[name] = report.won_by_bot.get(name, 0) + 1

    def report(self) -> Report:
        for name in self._report.by_bot:
            self._report.won_by_bot.setdefault(name, 0)
        self._report.digest = self._hash.hexdigest()
        return self._report


class _Worker:
    """Plays single games of a set-up."""

    def __init__(self, start: Starter, setup: Setup) -> None:
        self._start = start
        self._setup = setup

    def __call__(self, number: int) -> Played:
        return play_out(self._start(self._setup.seed + number), self._setup.seats(number))


def _worker(opener: Opener, setup: Setup) -> _Worker:
    return _Worker(opener(), setup)
