"""The one place where the tools meet the engine: packs loaded, checked, pinned and started, or trouble told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, in_order, render_text
from interpreter.play.errors import InvalidAction, PackError
from interpreter.play.pack import Pack, open_pack, open_sound
from interpreter.play.pack import load as load_pack
from interpreter.play.save import PackPin
from interpreter.records import record
from interpreter.source import Asked, PackSource, read_pack
from interpreter.tools.checking import NOT_FOUND, Lines, asked, belongs_to, errors, pack_place, together
from interpreter.tools.trouble import FINDINGS, Trouble
from interpreter.wasm.offered import NotOffered

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Mode
    from interpreter.play.fast import FastGames
    from interpreter.play.game import Game
    from interpreter.play.scenario import Scenario
    from interpreter.play.simulate import Starter
    from interpreter.play.text import Text

__all__ = ["asked", "pack_place"]
OptionValues = Mapping[str, bool | int | str]


@record(frozen=True, slots=True)
class Offer:
    """What a pack lets people choose before a game."""

    id: str
    title: Text
    least: int
    most: int
    options: Mapping[str, tuple[bool | int | str, ...]]
    modes: Mapping[str, Mode]


def source(where: Asked) -> PackSource:
    """Read a pack. Raises Trouble when there is none there; what is wrong inside comes back with it."""
    found = read_pack(where)
    _demand_found(found.diagnostics)
    return found


def load(where: Asked) -> Pack:
    """Load and check a pack. Raises Trouble when there is none, or when it has errors (which are then shown)."""
    try:
        return load_pack(where)
    except PackError as error:
        _demand_found(error.diagnostics)
        told = render_text(error.diagnostics, error.lines)
        raise Trouble(f"the pack cannot be played:\n\n{told}") from error


@record(frozen=True, slots=True)
class Looked:
    """A pack for looking at it: what is wrong with what is there of it, how many mistakes it has, and what was left out."""

    pack: Pack
    errors: list[Diagnostic]
    mistakes: int = 0
    left_out: Mapping[str, list[Diagnostic]] = field(default_factory=dict)


def load_sound(where: Asked) -> Looked:
    """Load a pack for looking at it: with errors, what is sound of it is there too. Raises Trouble when nothing is."""
    try:
        return Looked(load_pack(where), [])
    except PackError as error:
        _demand_found(error.diagnostics)
        wrong = errors(error.diagnostics)
        pack = open_pack(where)
        if pack.vocabulary.kinds:
            return Looked(pack, wrong, len(wrong))
        pack, left_out = open_sound(where)
        if pack.vocabulary.kinds:
            return Looked(pack, errors(pack.diagnostics), len(wrong), left_out)
        told = render_text(error.diagnostics, error.lines)
        raise Trouble(f"nothing of the pack can be shown:\n\n{told}") from error


def scenarios(path: str, others: Sequence[str] = ()) -> tuple[Pack, list[Scenario]]:
    """Load a pack and its scenarios, or those of one file. Raises Trouble when the pack or one of these has errors."""
    from interpreter.play.scenario_reading import read_scenarios  # noqa: PLC0415 - a game is played without them

    place = pack_place(path)
    where = asked(place, others)
    try:
        pack = load_pack(where)
    except PackError as error:
        files = [one.label.span.file.removeprefix(place).split("/") for one in errors(error.diagnostics)]
        if not all("scenarios" in file for file in files):
            load(where)
        raise _not_run(error.diagnostics, error.lines) from error
    # A pack may be remembered from before its scenarios were spoilt: they are no part of what is remembered.
    wrong = errors(pack.source.diagnostics)
    found = [] if wrong else [one for one in read_scenarios(pack) if path == place or belongs_to(path, one.span.file)]
    wrong += errors(one for scenario in found for one in scenario.diagnostics)
    if wrong:
        raise _not_run(wrong, pack.source.lines)
    return pack, found


def _not_run(wrong: Sequence[Diagnostic], lines: Lines) -> Trouble:
    return Trouble(f"the scenarios cannot be run:\n\n{render_text(in_order(wrong), lines)}", FINDINGS)


def _demand_found(diagnostics: Sequence[Diagnostic]) -> None:
    for one in diagnostics:
        if one.code == NOT_FOUND:
            raise Trouble(one.message, hint=one.help)


def offer(pack: Pack) -> Offer:
    """Say what can be chosen for a pack."""
    options = {one.name: one.allowed for one in pack.vocabulary.options.values()}
    return Offer(pack.id, pack.title, pack.players.start, pack.players.stop - 1, options, pack.vocabulary.modes)


def start(pack: Pack, seats: int, seed: int, options: OptionValues) -> Game:
    """Start a game. Raises Trouble when the number of players or an option does not fit."""
    try:
        return pack.new_game(players=seats, seed=seed, options=options)
    except InvalidAction as error:
        raise Trouble(str(error)) from error


def opener(where: Asked, seats: int, options: OptionValues) -> Starter:
    """Load a pack once, and give what starts games of it: for the processes of a simulation."""
    pack = load(where)
    return lambda seed: start(pack, seats, seed, options)


def fast_games(
    pack: Pack, seats: int, options: OptionValues, bots: Sequence[str], jobs: int, engine: str | None
) -> FastGames | None:
    """Give what plays games in WebAssembly; None where Python does. Raises Trouble when it was asked for and cannot be."""
    from interpreter.play.fast import fast_games as find_fast_games  # noqa: PLC0415 - one game is played in Python

    if seats not in pack.players:
        return None  # whoever starts a game says so
    try:
        return find_fast_games(pack, seats, pack.options(options), bots, jobs, engine)
    except NotOffered as reason:
        raise Trouble(f"these games cannot be played in WebAssembly: {reason}", hint="leave `--engine` out") from reason
    except InvalidAction as error:
        raise Trouble(str(error)) from error


def pins(pack: Pack) -> tuple[PackPin, ...]:
    """Name the exact content of each pack of a game, the lowest first, and where to find it again from any folder."""
    return tuple(PackPin(one.id, one.version, one.place or one.where, one.digest) for one in pack.vocabulary.packs)


def place(packs: Sequence[PackPin]) -> Asked:
    """Ask for the packs of a save."""
    return together(packs[-1].where, [pin.where for pin in packs[:-1]])


def words(packs: Sequence[PackPin]) -> list[str]:
    """Write what to type to get these packs: the highest, and with it all others but the game below."""
    return [packs[-1].where, *(word for pin in packs[1:-1] for word in ("--with", pin.where))]
