"""The one place where the tools meet the engine: loading, starting, pinning. Imported late, so `--help` is instant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.play.save import PackPin
from interpreter.tools.trouble import Trouble

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic
    from interpreter.play.game import Game, Pack, Text
    from interpreter.play.simulate import Starter
    from interpreter.source import PackSource

OptionValues = Mapping[str, bool | int | str]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a pack lets people choose before a game."""

    id: str
    version: str
    title: Text
    least: int
    most: int
    options: Mapping[str, tuple[bool | int | str, ...]]


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with some packs, and the lines to show it in."""

    diagnostics: tuple[Diagnostic, ...]
    lines: Callable[[str], Sequence[str]]


def pack_place(path: str) -> str:
    """Give the pack a path belongs to: a file inside a pack stands for the pack around it."""
    try:
        place = Path(path)
        if place.suffix == ".yaml" and place.is_file():
            around = [folder for folder in place.resolve().parents if (folder / "pack.yaml").is_file()]
            return str(around[0]) if around else path
    except (OSError, ValueError):
        pass  # not a path at all: reading it says so
    return path


def source(where: str) -> PackSource:
    """Read a pack. Raises Trouble when there is none there; what is wrong inside comes back with it."""
    from interpreter.source import read_pack  # noqa: PLC0415

    found = read_pack(where)
    for one in found.diagnostics:
        if one.code == "pack/not-found":
            raise Trouble(one.message, hint=one.help)
    return found


def load(where: str) -> Pack:
    """Load and check a pack. Raises Trouble when there is none, or when it has errors."""
    raise NotImplementedError


def findings(paths: Sequence[str]) -> Findings:
    """Check packs and collect all that is wrong with them."""
    raise NotImplementedError


def offer(pack: Pack) -> Offer:
    """Say what can be chosen for a pack."""
    raise NotImplementedError


def start(pack: Pack, seats: int, seed: int, options: OptionValues) -> Game:
    """Start a game."""
    raise NotImplementedError


def opener(where: str, seats: int, options: OptionValues) -> Starter:
    """Load a pack once, and give what starts games of it: for the processes of a simulation."""
    pack = load(where)
    return lambda seed: start(pack, seats, seed, options)


def pins(pack: Pack) -> tuple[PackPin, ...]:
    """Name the exact content of a pack."""
    raise NotImplementedError


def card_text(pack: Pack, card: str, lang: str) -> str:
    """Give the text of a card, made from its script."""
    raise NotImplementedError


def fault_type() -> type[Exception]:
    """Give the type of error that a rule of a pack may raise while it runs."""
    raise NotImplementedError
