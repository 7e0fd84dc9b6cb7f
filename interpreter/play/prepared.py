"""Scenarios on the machine that plays: a game at the position of one, and what of the program was reached by some.

Whether a scenario holds is told by the engine (`scenario.py`). Whoever carries a card out needs a game that goes on from
there, and whoever asks which branches of scripts are ever gone needs the machine's marks.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from interpreter.check.keys import verb
from interpreter.engine import Here
from interpreter.machine import Fault, Machine
from interpreter.play.decisions import option_key
from interpreter.play.ending import ending_of
from interpreter.play.errors import InvalidAction
from interpreter.play.game import Game
from interpreter.play.pipeline import has_errors, running
from interpreter.play.scenario import Scenario, Scenarios
from interpreter.play.verdict import MAX_SETUP, Failed, Verdict, asking, found_among, judge, listed, never_ready
from interpreter.primitives.header import OVER, STATUS, UNDER_WAY
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.check.typed import Formula, Routine, Value
    from interpreter.diagnostics import Span
    from interpreter.play.pack import Pack

SCRIPTS_AT_ONCE = 6_000
"""Scripts of scenarios that one machine is made of: those of a large pack."""


def watched_scenarios(
    pack: Pack, scenarios: list[Scenario], watch: Callable[[Machine, Scenario], None]
) -> list[Verdict]:
    """Run scenarios; `watch` is called after each that can be run, when the machine has noted what was reached.

    Those with the same players and options share one compiled program.
    """
    groups: dict[tuple[object, ...], list[Scenario]] = {}
    for scenario in filter(partial(_fits, pack), scenarios):
        groups.setdefault((scenario.seats, *sorted(scenario.options.items())), []).append(scenario)
    verdicts: dict[int, Verdict] = {}
    for group in groups.values():
        for part in together(group):
            machine = _machine(pack, part, covered=True)
            for scenario in part:
                machine.fired = set()
                verdicts[id(scenario)] = _run(pack, machine, scenario)
                watch(machine, scenario)
    told = Scenarios(pack)
    return [verdicts.get(id(scenario)) or told.verdict(scenario) for scenario in scenarios]


def _fits(pack: Pack, scenario: Scenario) -> bool:
    """Whether a scenario can be run at all."""
    try:
        pack.options(scenario.options)
    except InvalidAction:
        return False
    return scenario.seats in pack.players and not has_errors(scenario.diagnostics)


def together(scenarios: list[Scenario]) -> Iterator[list[Scenario]]:
    """Yield scenarios in parts, each with few enough scripts for one machine: all at once could fill the memory."""
    part: list[Scenario] = []
    scripts = 0
    for scenario in scenarios:
        own = len(scenario.given) + len(scenario.then) + 1
        if part and scripts + own > SCRIPTS_AT_ONCE:
            yield part
            part, scripts = [], 0
        part.append(scenario)
        scripts += own
    if part:
        yield part


def _machine(pack: Pack, group: list[Scenario], *, covered: bool = False) -> Machine:
    extra: list[Routine | Formula] = []
    for scenario in group:
        extra += scenario.given
        extra += [scenario.run] if scenario.run else []
        extra += [formula for formula, _, _ in scenario.then]
    options = pack.option_numbers(pack.options(group[0].options))
    return running(pack.vocabulary, group[0].seats, options, extra, covered=covered)


def _run(pack: Pack, machine: Machine, scenario: Scenario) -> Verdict:
    try:
        _play(pack, machine, scenario)
    except Failed as failed:
        return Verdict(scenario, failed.why, failed.span)
    except Fault as fault:
        return Verdict(scenario, str(fault), scenario.span)
    return Verdict(scenario, "", scenario.span)


def prepared(pack: Pack, scenario: Scenario) -> Game:
    """A game at the position of a sound scenario, before anything is run or picked. Raises Fault or ValueError."""
    try:
        return _prepared(pack, _machine(pack, [scenario]), scenario)
    except Failed as failed:
        raise ValueError(failed.why) from failed


def _prepared(pack: Pack, machine: Machine, scenario: Scenario) -> Game:
    options = pack.options(scenario.options)
    game = Game(pack, scenario.seats, scenario.seed, options, machine, blank=scenario.blank)
    if not scenario.blank and not _set_up(game, pack.vocabulary.ready):
        raise Failed(never_ready(pack.vocabulary), scenario.span)
    _prepare(game, scenario, list(range(scenario.seats)))
    return game


def _play(pack: Pack, machine: Machine, scenario: Scenario) -> None:
    game = _prepared(pack, machine, scenario)
    players = list(range(scenario.seats))
    if scenario.run is not None:
        try:
            game.enter(scenario.run.key, scenario.seat, players)
        except Fault:
            if scenario.impossible:
                return
            raise
        if scenario.impossible:
            raise Failed("this should be impossible, but it can be done", scenario.span)
    for seat, pick, span in scenario.picks:
        _pick(game, seat, pick, span)
    judge(scenario, _Outcome(game, scenario.seat, players))


def _set_up(game: Game, ready: str | None) -> bool:
    """Take the first option of every choice until the game is ready, if it ever is: somebody is asked inside that verb."""
    if ready is None:
        return True
    for _ in range(MAX_SETUP):
        if game.pending is None:
            return False
        if verb(ready) in game.machine.under_way(game.state):
            return True
        game.choose(0)
    return False


def _prepare(game: Game, scenario: Scenario, players: list[int]) -> None:
    """Run the given statements beside the flow, then put the flow back on top of the changed table."""
    size = game.machine.layout.size
    header, stack = game.state[UNDER_WAY], game.state[size:]
    over = game.pending is None and not scenario.blank
    for routine in scenario.given:
        game.enter(routine.key, scenario.seat, players)
        if game.pending is not None:
            raise asking(routine, game.machine.under_way(game.state))
    game.state[size:] = stack
    game.state[UNDER_WAY] = header
    game.state[STATUS] = OVER if over else 0
    if scenario.blank or over:
        game.pending = None
    elif scenario.run is None:
        game.resume()


def _pick(game: Game, seat: int, pick: str, span: Span) -> None:
    pending = game.pending
    if pending is None:
        raise Failed(f"nothing is asked any more, so `{pick}` cannot be picked", span)
    keys = [option_key(game.names, pending, value) for value in pending.values]
    if pending.seat != seat:
        raise Failed(f"p{pending.seat + 1} decides here, not p{seat + 1} (offered: {listed(keys)})", span)
    index = found_among(keys, pick)
    if index is None:
        raise Failed(f"`{pick}` is not offered (offered: {listed(keys)})", span)
    game.choose(index)


@record(frozen=True, slots=True)
class _Outcome:
    """What has come of a scenario in a game."""

    game: Game
    seat: int
    players: list[int]

    def asked(self) -> tuple[int, list[str]] | None:
        """Who is asked now, and what is offered; None where nobody is."""
        pending = self.game.pending
        if pending is None:
            return None
        return pending.seat, [option_key(self.game.names, pending, value) for value in pending.values]

    def reason(self) -> str:
        """Why the game is over, where the rule that ended it says so."""
        found = ending_of(self.game)
        return found.reason if found is not None else ""

    def reasons(self) -> list[str]:
        """What the game may be over for."""
        return sorted({ending.reason for ending in self.game.machine.program.endings if ending.reason})

    def winners(self) -> list[int]:
        """Who has won, if the game is over now."""
        self.game.state[STATUS] = OVER
        result = self.game.result
        return result.winners if result else []

    def holds(self, formula: Formula) -> bool:
        """Whether a condition holds now."""
        return bool(self.game.machine.formula(formula.key)(self.game.state, self.seat, -1, *self.players))

    def number(self, value: Value) -> int:
        """What a number is now."""
        here = Here(self.game.state, 0, -1, dict(enumerate(self.players)))
        return self.game.machine.values.number(value, here)
