"""The packs that can be asked for by name: shipped with the program, or installed by the user."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.source.find import installed_packs, shipped_packs
from interpreter.source.gather import Gathered
from interpreter.source.layers.stack import Layer, layer_of
from interpreter.source.one_pack import gather_named
from interpreter.source.tree import Node, plain


@dataclass(frozen=True, slots=True)
class Known:
    """A pack by its manifest alone."""

    name: str
    version: str
    title: dict[str, str]
    players: tuple[int, int] | None
    """For how many; a pack on another one leaves that to the game below."""
    requires: dict[str, str]
    installed: bool
    digest: str
    sound: bool
    """Whether its files can be read at all."""


def known_packs() -> list[Known]:
    """Return all packs that are known by name, shipped ones first."""
    found = []
    for names, installed in ((shipped_packs(), False), (installed_packs(), True)):
        for name in names:
            gathered = gather_named(name)
            if gathered is not None and (not installed or name not in shipped_packs()):
                found.append(described(gathered, installed=installed, name=name))
    return found


def described(gathered: Gathered, *, installed: bool = False, name: str = "") -> Known:
    """Return what the manifest of a pack says about it."""
    layer = layer_of(gathered)
    manifest = layer.manifest
    title = _plain(manifest.get("title") if manifest is not None else None)
    players = _plain(manifest.get("players") if manifest is not None else None)
    return Known(
        name or layer.id,
        layer.version,
        {str(key): str(value) for key, value in title.items()} if isinstance(title, dict) else {"en": str(title)},
        (players.get("min", 1), players.get("max", 1)) if isinstance(players, dict) else None,
        {one.name: one.wanted for one in layer.requires},
        installed,
        layer.digest,
        _is_sound(layer, name),
    )


def _is_sound(layer: Layer, name: str) -> bool:
    return not layer.gathered.problems and bool(layer.version) and (not name or layer.id == name)


def _plain(node: Node | None) -> object:
    return plain(node) if node is not None else ""
