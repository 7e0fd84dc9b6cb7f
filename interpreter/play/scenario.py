"""Scenarios: a position written as data, picks written by what they mean, and what must hold afterwards.

A scenario starts from the position the pack calls ready (`ready:` in pack.yaml names the verb in which the first real
choice is made; set-up choices before it take the first option), or with `from: blank` from an untouched table. `given`
statements change it, as p1 unless `as` says otherwise. With `run`, one statement is run on its own; without, the game
goes on from where it rests. A choice that `when` does not script fails the scenario.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.check import Checker
from interpreter.check.reading import items, maps, number, script, text
from interpreter.check.types import PLAYER, TRUTH
from interpreter.code import compile_pack
from interpreter.code.layout import OVER, STATUS
from interpreter.diagnostics import Severity
from interpreter.machine import Fault, Machine
from interpreter.play.decisions import option_key
from interpreter.play.errors import InvalidAction
from interpreter.play.game import Game
from interpreter.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.typed import Formula, Routine
    from interpreter.diagnostics import Diagnostic, Span
    from interpreter.play.pack import Pack
    from interpreter.source import Node

MAX_SETUP = 500


@dataclass(slots=True)
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
    diagnostics: list[Diagnostic] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scenario went: `why` is empty when it passed."""

    scenario: Scenario
    why: str
    span: Span

    @property
    def passed(self) -> bool:
        """Whether everything held."""
        return not self.why


def read_scenarios(pack: Pack) -> list[Scenario]:
    """Read and check all scenarios of a pack."""
    found: list[Scenario] = []
    for document in pack.source.documents:
        if document.kind == "scenario":
            found += [_read(pack, node, len(found) + i) for i, node in enumerate(maps(document.root))]
    return found


def _read(pack: Pack, node: Mapping, index: int) -> Scenario:
    checker = Checker(pack.vocabulary)
    title = node.get("scenario")
    seats = number(node.get("players"), pack.players.start) or pack.players.start
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
    params = [(f"p{i + 1}", PLAYER) for i in range(seats)]
    for i, statement in enumerate(items(node.get("given"))):
        source = script(statement)
        if source is not None:
            made.given.append(checker.routine(f"scenario {index} given {i}", source, params))
    run = script(node.get("run"))
    made.run = checker.routine(f"scenario {index} run", run, params) if run is not None else None
    made.picks = list(_picks(node.get("when")))
    for i, condition in enumerate(items(node.get("then"))):
        source = script(condition)
        formula = checker.formula(f"scenario {index} then {i}", source, params, TRUTH) if source is not None else None
        if formula is not None and source is not None:
            made.then.append((formula, source.text, condition.span))
    made.offered = [text(item) for item in items(node.get("offered"))]
    made.not_offered = [text(item) for item in items(node.get("not_offered"))]
    made.winners = sorted(_seat(text(item)) for item in items(node.get("winners")))
    impossible = node.get("impossible")
    made.impossible = isinstance(impossible, Scalar) and impossible.value is True
    made.diagnostics = checker.problems
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


def run_scenarios(pack: Pack, scenarios: list[Scenario]) -> list[Verdict]:
    """Run scenarios; those with the same players and options share one compiled program."""
    groups: dict[tuple[object, ...], list[Scenario]] = {}
    for scenario in scenarios:
        groups.setdefault((scenario.seats, *sorted(scenario.options.items())), []).append(scenario)
    verdicts: dict[int, Verdict] = {}
    for group in groups.values():
        fit = []
        try:
            pack.options(group[0].options)
        except InvalidAction as wrong:
            verdicts.update((id(scenario), Verdict(scenario, str(wrong), scenario.span)) for scenario in group)
            continue
        for scenario in group:
            broken = [d for d in scenario.diagnostics if d.severity is Severity.ERROR]
            if scenario.seats not in pack.players:
                verdicts[id(scenario)] = Verdict(
                    scenario, f"{pack.id} is not for {scenario.seats} players", scenario.span
                )
            elif broken:
                verdicts[id(scenario)] = Verdict(scenario, broken[0].message, broken[0].label.span)
            else:
                fit.append(scenario)
        if fit:
            machine = _machine(pack, fit)
            verdicts.update((id(scenario), _run(pack, machine, scenario)) for scenario in fit)
    return [verdicts[id(scenario)] for scenario in scenarios]


def _machine(pack: Pack, group: list[Scenario]) -> Machine:
    extra: list[Routine | Formula] = []
    for scenario in group:
        extra += scenario.given
        extra += [scenario.run] if scenario.run else []
        extra += [formula for formula, _, _ in scenario.then]
    options = pack.option_numbers(pack.options(group[0].options))
    return Machine(compile_pack(pack.vocabulary, group[0].seats, options, extra))


class _Failed(Exception):
    def __init__(self, why: str, span: Span) -> None:
        super().__init__(why)
        self.why, self.span = why, span


def _run(pack: Pack, machine: Machine, scenario: Scenario) -> Verdict:
    try:
        _play(pack, machine, scenario)
    except _Failed as failed:
        return Verdict(scenario, failed.why, failed.span)
    except Fault as fault:
        return Verdict(scenario, str(fault), scenario.span)
    return Verdict(scenario, "", scenario.span)


def _play(pack: Pack, machine: Machine, scenario: Scenario) -> None:
    game = Game(pack, scenario.seats, scenario.seed, pack.options(scenario.options), machine)
    players = list(range(scenario.seats))
    if scenario.blank:
        game.state = machine.start(scenario.seed)
    else:
        _set_up(game, pack.vocabulary.ready)
    _prepare(game, scenario, players)
    if scenario.run is not None:
        try:
            game.enter(scenario.run.name, scenario.seat, players)
        except Fault:
            if scenario.impossible:
                return
            raise
        if scenario.impossible:
            raise _Failed("this should be impossible, but it can be done", scenario.span)
    for seat, pick, span in scenario.picks:
        _pick(game, seat, pick, span)
    _after(game, machine, scenario, players)


def _set_up(game: Game, ready: str | None) -> None:
    """Take the first option of every choice until the game is ready."""
    for _ in range(MAX_SETUP):
        pending = game.pending
        if pending is None or ready is None or game.machine.program.routines[pending.ask.routine].name == ready:
            return
        game.choose(0)


def _prepare(game: Game, scenario: Scenario, players: list[int]) -> None:
    """Run the given statements beside the flow, then put the flow back on top of the changed table."""
    size = game.machine.layout.size
    header, stack = game.state[:3], game.state[size:]
    for routine in scenario.given:
        game.enter(routine.name, scenario.seat, players)
        if game.pending is not None:
            raise _Failed("a given statement asks for a choice", routine.span((0, 0)))
    game.state[size:] = stack
    game.state[:3] = header
    game.state[5] = 0
    if scenario.blank:
        game.pending = None
    elif scenario.run is None:
        game.resume()


def _pick(game: Game, seat: int, pick: str, span: Span) -> None:
    pending = game.pending
    if pending is None:
        raise _Failed(f"nothing is asked any more, so `{pick}` cannot be picked", span)
    keys = [option_key(game.names, pending, value) for value in pending.values]
    if pending.seat != seat:
        raise _Failed(f"p{pending.seat + 1} decides here, not p{seat + 1} (offered: {_list(keys)})", span)
    index = _index(keys, pick)
    if index is None:
        raise _Failed(f"`{pick}` is not offered (offered: {_list(keys)})", span)
    game.choose(index)


def _index(keys: list[str], pick: str) -> int | None:
    """An option by its key, a player as p1, or the first copy of an item by its id."""
    if pick[:1] == "p" and pick[1:].isdigit():
        pick = f"player{pick[1:]}"
    if pick in keys:
        return keys.index(pick)
    for sign in ("#", "@"):
        short = [key.split(sign)[0] for key in keys]
        if pick in short:
            return short.index(pick)
    return None


def _list(keys: list[str]) -> str:
    return ", ".join(keys[:12]) + (", …" if len(keys) > 12 else "")


def _after(game: Game, machine: Machine, scenario: Scenario, players: list[int]) -> None:
    pending = game.pending
    keys = [option_key(game.names, pending, v) for v in pending.values] if pending else []
    asked = bool(scenario.offered or scenario.not_offered)
    if scenario.run is not None and pending is not None and not asked:
        raise _Failed(f"unscripted choice for p{pending.seat + 1}: {_list(keys)}", scenario.span)
    for name in scenario.offered:
        if _index(keys, name) is None:
            raise _Failed(f"`{name}` should be offered (offered: {_list(keys)})", scenario.span)
    for name in scenario.not_offered:
        if _index(keys, name) is not None:
            raise _Failed(f"`{name}` should not be offered", scenario.span)
    if scenario.winners:
        game.state[STATUS] = OVER
        result = game.result
        found = result.winners if result else []
        if found != scenario.winners:
            raise _Failed(f"the winners are {_list([f'p{seat + 1}' for seat in found])}", scenario.span)
    for formula, words, span in scenario.then:
        if not machine.formulas[formula.name](game.state, scenario.seat, -1, *players):
            raise _Failed(f"does not hold: {words.strip()}{_actual(machine, game, formula, players)}", span)


def _actual(machine: Machine, game: Game, formula: Formula, players: list[int]) -> str:
    """For a comparison of numbers: what the left side is."""
    value = formula.value
    if value.op != "compare" or value.args[1].type.tag != "number":
        return ""
    left = machine.evaluate(value.args[1], game.state, players)
    return f" (it is {left})"


__all__ = ["Scenario", "Verdict", "read_scenarios", "run_scenarios"]
