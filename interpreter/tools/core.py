"""The one place where the tools meet the engine: packs loaded, checked, pinned and started, or trouble told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.check.vocabulary import Mode
from interpreter.diagnostics import Diagnostic, Severity, in_order, render_text
from interpreter.play.errors import InvalidAction, PackError
from interpreter.play.game import Game
from interpreter.play.pack import Pack, check_source
from interpreter.play.pack import load as load_pack
from interpreter.play.save import PackPin
from interpreter.play.scenario import Scenario, read_scenarios
from interpreter.play.simulate import Starter
from interpreter.play.studies import read_studies
from interpreter.play.text import Text
from interpreter.source import PackSource, read_pack
from interpreter.source.find import shipped_packs
from interpreter.tools.trouble import FINDINGS, Trouble

NOT_FOUND = "pack/not-found"
Lines = Callable[[str], Sequence[str]]
OptionValues = Mapping[str, bool | int | str]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a pack lets people choose before a game."""

    id: str
    title: Text
    least: int
    most: int
    options: Mapping[str, tuple[bool | int | str, ...]]
    modes: Mapping[str, Mode]


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with some packs, the lines to show it in, and what could not be looked at yet."""

    diagnostics: list[Diagnostic]
    lines: Lines
    packs: int
    """How many were there to be checked."""
    not_checked: Mapping[str, Sequence[str]]
    """The parts of a pack that an earlier mistake hides, by its place."""

    @property
    def missing(self) -> list[Diagnostic]:
        """Tell of the paths where there is no pack."""
        return [one for one in self.diagnostics if one.code == NOT_FOUND]


def pack_place(path: str) -> str:
    """Give the pack a path belongs to: a file inside a pack stands for the pack around it."""
    try:
        place = Path(path)
        if place.suffix == ".yaml" and place.is_file():
            around = [folder for folder in place.parents if (folder / "pack.yaml").is_file()]
            return str(around[0]) if around else path
    except (OSError, ValueError):
        pass  # not a path at all: reading it says so
    return path


def source(where: str) -> PackSource:
    """Read a pack. Raises Trouble when there is none there; what is wrong inside comes back with it."""
    found = read_pack(where)
    _demand_found(found.diagnostics)
    return found


def load(where: str) -> Pack:
    """Load and check a pack. Raises Trouble when there is none, or when it has errors (which are then shown)."""
    try:
        return load_pack(where)
    except PackError as error:
        _demand_found(error.diagnostics)
        told = render_text(error.diagnostics, error.lines)
        raise Trouble(f"the pack cannot be played:\n\n{told}") from error


def scenarios(path: str) -> tuple[Pack, list[Scenario]]:
    """Load a pack and its scenarios, or those of one file. Raises Trouble when the pack or one of these has errors."""
    place = pack_place(path)
    try:
        pack = load_pack(place)
    except PackError as error:
        files = [one.label.span.file.removeprefix(place).split("/") for one in _errors(error.diagnostics)]
        if not all("scenarios" in file for file in files):
            load(place)
        raise _not_run(error.diagnostics, error.lines) from error
    # A pack may be remembered from before its scenarios were spoilt: they are no part of what is remembered.
    wrong = _errors(pack.source.diagnostics)
    found = [] if wrong else [one for one in read_scenarios(pack) if path in (place, one.span.file)]
    wrong += _errors(one for scenario in found for one in scenario.diagnostics)
    if wrong:
        raise _not_run(wrong, pack.source.lines)
    return pack, found


def _errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [one for one in diagnostics if one.severity is Severity.ERROR]


def _not_run(wrong: Sequence[Diagnostic], lines: Lines) -> Trouble:
    return Trouble(f"the scenarios cannot be run:\n\n{render_text(in_order(wrong), lines)}", FINDINGS)


def _demand_found(diagnostics: Sequence[Diagnostic]) -> None:
    for one in diagnostics:
        if one.code == NOT_FOUND:
            raise Trouble(one.message, hint=one.help)


def findings(paths: Sequence[str]) -> Findings:
    """Check packs with their scenarios and studies and collect all that is wrong with them."""
    found: list[Diagnostic] = []
    sources: list[PackSource] = []
    not_checked: dict[str, Sequence[str]] = {}
    for place in dict.fromkeys(map(pack_place, paths)):
        read = read_pack(place)
        if any(one.code == NOT_FOUND for one in read.diagnostics):
            found += read.diagnostics
            continue
        sources.append(read)
        pack = check_source(read)
        found += pack.diagnostics
        if not _errors(pack.diagnostics):
            # Scenarios and studies are read against the pack's words, so only a sound pack can judge them.
            found += [one for scenario in read_scenarios(pack) for one in scenario.diagnostics]
            found += [one for study in read_studies(pack) for one in study.diagnostics]
        elif hidden := _hidden(read):
            not_checked[read.where] = hidden

    def lines(file: str) -> Sequence[str]:
        return next((known for one in sources if (known := one.lines(file))), ())

    return Findings(in_order(found), lines, len(sources), not_checked)


def _hidden(broken: PackSource) -> list[str]:
    """Name the parts of a pack with errors that were not looked at because of them."""
    kinds = {document.kind for document in broken.documents}
    later = {"scenario": "scenarios", "balance": "studies"}
    scripts = ["scripts"] if _errors(broken.diagnostics) else []
    return scripts + [parts for kind, parts in later.items() if kind in kinds]


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


def opener(where: str, seats: int, options: OptionValues) -> Starter:
    """Load a pack once, and give what starts games of it: for the processes of a simulation."""
    pack = load(where)
    return lambda seed: start(pack, seats, seed, options)


def pins(pack: Pack) -> tuple[PackPin, ...]:
    """Name the exact content of a pack and where to find it again from any folder."""
    where = str(pack.where)
    place = where if where in shipped_packs() else str(Path(where).resolve())
    return (PackPin(pack.id, pack.version, place, pack.digest),)
