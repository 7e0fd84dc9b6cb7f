"""Finds the packs and schemas that are shipped with the program."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_folder(in_checkout: str, in_wheel: str) -> Path | None:
    """Return a folder of data: beside the package in a checkout, inside it when installed."""
    for folder in (_PACKAGE / in_wheel, _PACKAGE.parent / in_checkout):
        if folder.is_dir():
            return folder
    return None


def shipped_packs() -> dict[str, Path]:
    """Return the folders of all shipped packs by name, in order."""
    folder = shipped_folder("content", "_content")
    if folder is None:
        return {}
    return {entry.name: entry for entry in sorted(folder.iterdir()) if (entry / "pack.yaml").is_file()}
