"""A position in which a card can be played, found by playing: by chance, until a script of its kind is carried out.

If that is the card itself, the position before is the one. If it is another card of the kind, the two change places, and
the same pick is made again: so any game in which cards of the kind are played has a place for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check.typed import Routine
from interpreter.diagnostics.raised import RulewrightError
from interpreter.engine.knowledge import DECLINE
from interpreter.engine.layout import Layout
from interpreter.machine import Fault
from interpreter.play.game import Game
from interpreter.play.prepared import prepared
from interpreter.play.verify.chance import Chance
from interpreter.primitives.header import OVER, STATUS
from interpreter.primitives.pieces import first_of

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Item
    from interpreter.play.pack import Pack
    from interpreter.play.scenario import Scenario
    from interpreter.primitives.tables import KindTable, State

Options = Mapping[str, object]

MAX_GAMES = 200
MAX_DECISIONS = 2_000
MAX_WORK = 30_000_000
"""Steps of all games that are played to find a position."""
BOLD = 10


class NoPosition(RulewrightError):
    """No game came to a position in which the card can be played."""


class NothingToDo(NoPosition):
    """A thing has nothing that somebody carries out; `cure` says how to see what it does."""

    def __init__(self, words: str, cure: str) -> None:
        super().__init__(words)
        self.cure = cure


@dataclass(frozen=True, slots=True)
class Spot:
    """A game at a position, who plays the card there, the card, its script; `found` says in which game, and when."""

    game: Game
    seat: int
    piece: int
    script: Key
    found: Mapping[str, int]


def script_of(item: Item, name: str | None = None) -> tuple[Key, Routine]:
    """The script of a card that is tried: the one of that name, or its first. Raises NoPosition when it has none."""
    for number, face in enumerate(item.faces):
        for own, routine in face.scripts.items():
            if isinstance(routine, Routine) and name in (None, own):
                return keys.script(item.kind, item.id, own, number + 1 if len(item.faces) > 1 else -1), routine
    raise _nothing_to_do(item, name)


def _nothing_to_do(item: Item, name: str | None) -> NothingToDo:
    """Say what a thing does instead of having a script, and how to see it."""
    own = [own for face in item.faces for own, made in face.scripts.items() if isinstance(made, Routine)]
    place = f"put it into its place in `given:` of a scenario (`move {item.id} to …`)"
    if name and own:
        return NothingToDo(f"`{item.id}` has no script `{name}`", f"it has {', '.join(f'`{one}`' for one in own)}")
    if item.when is not None and item.when.when_source is not None:
        event = " ".join(item.when.when_source.text.split())
        return NothingToDo(
            f"`{item.id}` only reacts, `when: {event}`", f"{place}, let that happen in `run:` or `when:`"
        )
    if item.standing:
        told = f"{place}, and say in `then:` what it makes of the value"
        return NothingToDo(f"`{item.id}` is never carried out: it stands, and changes what a value is", told)
    return NothingToDo(f"`{item.id}` has no script that does something", "`show` tells what it is for")


def copies_in(game: Game, item: Item) -> list[int]:
    """The numbers of the things in a game that are this item."""
    return [number for number, thing in enumerate(game.machine.layout.things[item.kind]) if thing.item is item]


def games_with(
    pack: Pack, item: Item, seats: int | None, options: Options, first: int
) -> Iterator[tuple[int, Options]]:
    """The ways to play in which a thing is in the game: as asked for, then other numbers of players, modes and options.

    `first` is the number of players to begin with where none was asked for.
    """
    v = pack.vocabulary
    wanted = [(seats or first, options)]
    if not options:
        wanted += [(max(mode.setting.least, 1), mode.setting.options) for mode in v.modes.values()]
        wanted += [(first, {one.name: value}) for one in v.options.values() for value in one.allowed]
    wanted += [(count, options) for count in pack.players]
    seen = []
    for count, chosen in wanted:
        if count in pack.players and seats in (None, count) and (count, pack.options(chosen)) not in seen:
            seen.append((count, pack.options(chosen)))
            layout = Layout(v, count, pack.option_numbers(pack.options(chosen)))
            if any(thing.item is item for thing in layout.things[item.kind]):
                yield count, chosen


def find_spot(pack: Pack, item: Item, script: Key, seats: int, seed: int, options: Options | None = None) -> Spot:
    """Play games until the card can be played in one. Raises NoPosition."""
    seeker = _Seeker(pack, item, script, options or {})
    for number in range(MAX_GAMES):
        found = seeker.seek(seats, seed + number)
        if found is not None:
            return found
        if seeker.work > MAX_WORK:
            break
    return ready_spot(pack, item, script, seats, options)


def ready_spot(pack: Pack, item: Item, script: Key, seats: int, options: Options | None = None) -> Spot:
    """The position where scenarios start, if the card can be carried out there. Raises NoPosition."""
    from interpreter.play.trying.written import blank_scenario  # noqa: PLC0415 - writing needs finding

    return spot_given(pack, item, script, blank_scenario(seats, options))


def spot_given(pack: Pack, item: Item, script: Key, scenario: Scenario) -> Spot:
    """The position of a scenario. Raises NoPosition when the card cannot be carried out there."""
    try:
        game = prepared(pack, scenario)
    except (Fault, ValueError) as problem:
        raise NoPosition(str(problem)) from problem
    for piece in copies_in(game, item):
        if _works(game, script, scenario.seat, piece):
            return Spot(game, scenario.seat, piece, script, {})
    raise NoPosition(f"`{item.id}` cannot be carried out in this position")


def _works(game: Game, script: Key, seat: int, piece: int) -> bool:
    """Whether a script can be carried out by itself in a position."""
    other = game.clone()
    other.state[STATUS] = 0
    try:
        other.enter(script, seat, this=piece)
    except Fault:
        return False
    return True


class _Fired(set["Key"]):
    """The scripts that are carried out, and the board as it is when the wanted one begins."""

    def __init__(self, game: Game, wanted: Key) -> None:
        super().__init__()
        self._game, self._wanted = game, wanted
        self.board: State | None = None

    def add(self, key: Key) -> None:
        """Note a script that begins now."""
        if key == self._wanted and self.board is None:
            self.board = self._game.state[: self._game.machine.layout.size]
        super().add(key)

    def begun(self) -> Game | None:
        """The game at the moment the wanted script begins, out of its flow."""
        if self.board is None:
            return None
        made = self._game.clone()
        made.state[: len(self.board)] = self.board
        return made


class _Seeker:
    """Plays games, and looks for a script."""

    def __init__(self, pack: Pack, item: Item, script: Key, options: Options) -> None:
        self._pack, self._item, self._script = pack, item, script
        self._options = pack.options(options)
        self.work = 0

    def seek(self, seats: int, seed: int) -> Spot | None:
        """Play one game until the card can be played."""
        chance = Chance(seed, seats)
        try:
            game = Game(self._pack, seats, seed, self._options)
            for _ in range(MAX_DECISIONS):
                if game.pending is None:
                    return None
                before = game.clone()
                index = _pick(game, chance)
                fired = self._chosen(game, index)
                found = self._spot(before, index, fired, seed)
                if found is not None:
                    return found
        except Fault:
            pass  # the game is of no more use
        return None

    def _chosen(self, game: Game, index: int) -> _Fired:
        """Take a pick; gives the scripts that were carried out."""
        machine = game.machine
        machine.fired = fired = _Fired(game, self._script)
        try:
            game.choose(index)
            self.work += machine.work_done
        finally:
            machine.fired = None
        return fired

    def _spot(self, before: Game, index: int, fired: _Fired, seed: int) -> Spot | None:
        """The position before a pick, if the card was or could have been carried out after it."""
        assert before.pending is not None
        seat = before.pending.seat
        found = {"people": before.seats, "seed": seed, "number": len(before.picks) + 1}
        alike = [key for key in fired if key.sort == "script" and key.names[0] == self._item.kind]
        alike = [key for key in alike if key.names[2] == self._script.names[2]]
        for piece in copies_in(before, self._item) if alike else ():
            begun = fired.begun()
            if begun is not None and _works(begun, self._script, seat, piece):
                return Spot(begun, seat, piece, self._script, found)
            for other in self._others(before, alike):
                made = self._swapped(before, index, piece, other)
                if made is not None and _works(made, self._script, seat, piece):
                    return Spot(made, seat, piece, self._script, found)
        return None

    def _others(self, game: Game, fired: list[Key]) -> Iterator[int]:
        names = {key.names[1] for key in fired}
        for number, thing in enumerate(game.machine.layout.things[self._item.kind]):
            if thing.item is not None and thing.item.id in names:
                yield number

    def _swapped(self, before: Game, index: int, piece: int, other: int) -> Game | None:
        """The position with two cards in each other's place, if the same pick then carries the wanted one out."""
        made, pending = before.clone(), before.pending
        assert pending is not None
        swap(made, made.machine.layout.tables[self._item.kind], piece, other)
        made.pending = made.machine.pending(made.state)
        if made.pending is None or made.pending.ask is not pending.ask:
            return None
        value = pending.values[index]
        if pending.ask.type is not None and pending.ask.type.name == self._item.kind and value == other:
            value = piece
        if value not in made.pending.values:
            return None
        trial = made.clone()
        try:
            return self._chosen(trial, made.pending.values.index(value)).begun()
        except Fault:
            return None


def _pick(game: Game, chance: Chance) -> int:
    assert game.pending is not None
    values = game.pending.values
    count = len(values)
    if values[-1] == DECLINE and chance.below(BOLD):
        count -= 1
    return chance.below(count)


def swap(game: Game, table: KindTable, one: int, other: int) -> None:
    """Let two pieces change places; who knows what lies where, and what was noted there, stays with the place."""
    s, layout = game.state, game.machine.layout
    assert s[STATUS] != OVER
    _exchange_places(s, table, one, other)
    rows = [(table.known, 1)] if table.known else []
    decl = layout.v.kinds[table.name]
    rows += [(layout.vars[var.key].base, layout.vars[var.key].width) for var in decl.vars.values()]
    for base, width in rows:
        for at in range(width):
            left, right = base + one * width + at, base + other * width + at
            s[left], s[right] = s[right], s[left]


def _exchange_places(s: State, table: KindTable, one: int, other: int) -> None:
    places = {piece: s[table.loc + piece] for piece in (one, other)} if table.loc else {}
    cells = {}
    for piece, zone in places.items():
        if zone:
            cells[piece] = s.index(piece, first_of(s, table, zone))
    for piece, cell in cells.items():
        s[cell] = other if piece == one else one
    if places:
        s[table.loc + one], s[table.loc + other] = places[other], places[one]
