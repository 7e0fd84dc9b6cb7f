"""What was tried, as a scenario: a position said in statements, the picks, and what is different afterwards.

A position found by playing is said as what differs from where scenarios start. Not everything can be said in words (a piece
of which there are many has no name), so what was written is played: the scenario that is given away passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.diagnostics import Severity, Span
from interpreter.machine import Fault
from interpreter.play.prepared import prepared
from interpreter.play.scenario import Scenario, read_scenario, run_scenarios
from interpreter.source import Mapping, read_document

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Item
    from interpreter.engine.layout import Layout, VarPlace
    from interpreter.play.game import Game
    from interpreter.play.pack import Pack
    from interpreter.play.trying.find import Options
    from interpreter.play.trying.trial import Trial
    from interpreter.primitives.tables import State

MAX_GIVEN = 60
MAX_THEN = 12


def blank_scenario(seats: int, options: Options | None = None) -> Scenario:
    """A scenario that says nothing: the position where scenarios start."""
    return Scenario("", Span.start_of("scenario"), (), seats, 1, dict(options or {}), 0, blank=False)


def scenario_text(pack: Pack, trial: Trial, item: Item) -> str | None:
    """Write what was done as a scenario that passes; None when the position cannot be said in statements."""
    ready = prepared(pack, blank_scenario(trial.game.seats, trial.game.options))
    start = trial.spot.game
    layout = start.machine.layout
    changed = set(_said(layout, start.state, trial.game.state, _named))
    differing = list(_said(layout, ready.state, start.state, _set))
    moved = list(_moves(start, ready.state, start.state))
    me = f"p{trial.spot.seat + 1}."
    own, near = ([line for line in lines if me in line] for lines in (differing, moved))
    people = [line for line in differing if line.startswith("set p")]
    # The fewest statements that will do: a scenario should say what matters.
    for given in ([], own, near, [*own, *near], [*people, *moved], [*differing, *moved]):
        if len(given) > MAX_GIVEN:
            continue
        made = _passing(pack, trial, item, given, changed)
        if made is not None:
            return made
    return None


def _passing(pack: Pack, trial: Trial, item: Item, given: Sequence[str], changed: set[str]) -> str | None:
    """The scenario with these statements, if what was picked can be picked there and the same things change."""
    bare = _yaml(trial, item, given, ())
    after = _played(pack, bare, trial)
    if after is None:
        return None
    before, end = after
    layout = end.machine.layout
    then = list(_said(layout, before, end.state, _is))[:MAX_THEN]
    if not then or set(_said(layout, before, end.state, _named)) != changed:
        return None
    made = _yaml(trial, item, given, then)
    scenario = _read(pack, made)
    return made if scenario is not None and run_scenarios(pack, [scenario])[0].passed else None


def _read(pack: Pack, text: str) -> Scenario | None:
    document, problems = read_document("scenario.yaml", text.encode(), "scenario")
    if document is None or problems:
        return None
    node = next(iter(document.root), None) if hasattr(document.root, "__iter__") else None
    if not isinstance(node, Mapping):
        return None
    scenario = read_scenario(pack, node)
    return None if any(one.severity is Severity.ERROR for one in scenario.diagnostics) else scenario


def _played(pack: Pack, text: str, trial: Trial) -> tuple[State, Game] | None:
    """The position of a scenario, and the game after the picks of the trial; None where they cannot be made."""
    scenario = _read(pack, text)
    if scenario is None or scenario.run is None:
        return None
    try:
        game = prepared(pack, scenario)
        before = game.state[:]
        game.enter(scenario.run.key, scenario.seat, range(scenario.seats))
        for seat, key in trial.picks:
            if game.pending is None or game.pending.seat != seat or game.decision is None:
                return None
            if key not in game.decision.options.keys:
                return None
            game.choose_key(key)
    except (Fault, ValueError):
        return None
    return (before, game) if game.pending is None else None


def _yaml(trial: Trial, item: Item, given: Sequence[str], then: Sequence[str]) -> str:
    script = trial.spot.script.names[2]
    name = trial.spot.game.pack.vocabulary.reference(item)
    lines = [f"- scenario: {item.id} does what was tried", "  source: designed", f"  players: {trial.game.seats}"]
    declared = trial.game.pack.vocabulary.options
    chosen = {name: value for name, value in trial.game.options.items() if value != declared[name].default}
    if chosen:
        lines.append(f"  options: {{{', '.join(f'{name}: {_spelled(value)}' for name, value in chosen.items())}}}")
    if trial.spot.seat:
        lines.append(f"  as: p{trial.spot.seat + 1}")
    if given:
        lines += ["  given:", *(f"    - {line}" for line in given)]
    lines.append(f"  run: do {name}.{script}")
    if trial.picks:
        lines += ["  when:", *(f"    - p{seat + 1}: {_quoted(key)}" for seat, key in trial.picks)]
    if then:
        lines += ["  then:", *(f"    - {line}" for line in then)]
    return "\n".join(lines) + "\n"


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else _quoted(str(value))


def _quoted(key: str) -> str:
    """A key as YAML has it: `#` and the like would end it, and yes and no are no words there."""
    plain = (
        key.replace("_", "").isalnum() and not key[0].isdigit() and key not in ("yes", "no", "true", "false", "null")
    )
    return key if plain else f'"{key}"'


# ---- cells in words


def _set(name: str, value: str) -> str:
    return f"set {name} to {value}"


def _is(name: str, value: str) -> str:
    return f"{name} is {value}"


def _named(name: str, _value: str) -> str:
    return name


def _said(layout: Layout, old: State, new: State, say: Callable[[str, str], str]) -> Iterator[str]:
    """The vars that are not the same in two states, where they can be named."""
    for place in layout.vars.values():
        if place.decl.name.startswith("("):
            continue
        for host in range(len(layout.things[place.decl.host])):
            for row in range(place.width):
                cell = place.base + host * place.width + row
                name, value = _name(layout, place, host, row), _value(layout, place, new[cell])
                if old[cell] != new[cell] and name is not None and value is not None:
                    yield say(name, value)


def _name(layout: Layout, place: VarPlace, host: int, row: int) -> str | None:
    decl = place.decl
    inside = f"[{layout.v.enums[decl.each].values[row]}]" if decl.each else ""
    if decl.host == "shared":
        return f"{decl.name}{inside}"
    if decl.host == "player":
        return f"p{host + 1}.{decl.name}{inside}" if host < layout.seats else None
    owner = _thing(layout, decl.host, host)
    return f"{owner}.{decl.name}{inside}" if owner is not None else None


def _thing(layout: Layout, kind: str, number: int) -> str | None:
    """A thing by its name, if there is one of it."""
    thing = layout.things[kind][number]
    if thing.item is None or thing.item.count != 1 or thing.owner >= 0:
        return None
    return layout.v.reference(thing.item)


def _value(layout: Layout, place: VarPlace, value: int) -> str | None:
    of = place.decl.type
    match of.tag:
        case "number":
            return str(value)
        case "truth":
            return "yes" if value else "no"
        case "enum":
            return layout.v.enums[of.name].values[value] if value >= 0 else "none"
        case "kind":
            return _thing(layout, of.name, value) if value >= 0 else "none"
    return f"p{value + 1}" if 0 <= value < layout.seats else None


def _moves(game: Game, old: State, new: State) -> Iterator[str]:
    """The pieces with a name that lie in other zones."""
    machine, layout = game.machine, game.machine.layout
    for table in layout.tables.values():
        for piece in range(table.size) if table.loc else ():
            zone = new[table.loc + piece]
            name = _thing(layout, table.name, piece)
            if not zone or zone == old[table.loc + piece] or name is None:
                continue
            place, host = machine.zones[zone]
            if place.decl.host == "shared":
                yield f"move {name} to {place.decl.name}"
            elif place.decl.host == "player" and host < layout.seats:
                yield f"move {name} to p{host + 1}.{place.decl.name}"
