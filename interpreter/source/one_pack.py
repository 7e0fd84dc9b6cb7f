"""Gathers one pack by itself, wherever it is, and knows it again by its content; `documents` reads it."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePath

from interpreter.diagnostics import Span
from interpreter.source.errors import NoSuchPack
from interpreter.source.find import installed_packs, shipped_packs
from interpreter.source.gather import Gathered, gather_archive, gather_folder
from interpreter.source.names import kind_of

BESIDE_THE_GAME = frozenset({"scenario", "balance", "mutants", "table", "rulebook", "tutorial"})
"""Documents about a game that it is not made of."""


def gather_pack(where: str | PurePath) -> Gathered:
    """Gather the files of a pack: shipped or installed ones by name, others from a folder or a zip file."""
    named = gather_named(where) if isinstance(where, str) else None
    if named is not None:
        return named
    label = PurePath(where).as_posix()
    gathered = gather_path(Path(where), label) if str(where).strip() else None
    if gathered is not None:
        return gathered
    gathered = Gathered(label)
    known = (*shipped_packs(), *installed_packs())
    gathered.problems.report(NoSuchPack(Span.start_of(label), str(where), known))
    return gathered


def gather_named(name: str) -> Gathered | None:
    """Gather a pack that is known by its name alone."""
    shipped = shipped_packs()
    if name in shipped:
        return _from(name, gather_folder(shipped[name], f"content/{name}"))
    installed = installed_packs()
    if name in installed:
        return _from(name, gather_archive(installed[name], f"installed/{name}"))
    return None


def _from(place: str, gathered: Gathered) -> Gathered:
    gathered.place = place
    return gathered


def gather_path(path: Path, label: str) -> Gathered | None:
    """Gather a pack from a folder or a zip file, if there is one of them."""
    try:
        if path.is_dir():
            return _from(str(path.resolve()), gather_folder(path, label))
        if path.is_file():
            return _from(str(path.resolve()), gather_archive(path, label))
    except (OSError, ValueError):
        pass  # a path the system cannot even ask about is no pack either
    return None


def digest_of(files: dict[str, bytes]) -> str:
    """Hash paths and contents of what a game is made of; scenarios, studies and line ends in documents do not count.

    A checkout with other line ends, or with one more scenario, is the same pack to a saved game.
    """
    total = hashlib.sha256()
    for path, content in sorted(files.items()):
        if kind_of(path) in BESIDE_THE_GAME:
            continue
        same = content.replace(b"\r\n", b"\n") if kind_of(path) else content
        for piece in (path.encode(), same):
            total.update(len(piece).to_bytes(8, "big"))
            total.update(piece)
    return total.hexdigest()
