"""Finds the packs and schemas that are shipped with the program, and the packs that the user has installed."""

from __future__ import annotations

import os
import sys
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


def user_folder() -> Path | None:
    """Return the folder for the user's data, as the system has it; RULEWRIGHT_DATA names another; None: nobody's home."""
    given = os.environ.get("RULEWRIGHT_DATA")
    if given:
        return Path(given).absolute()
    try:
        return _base() / "rulewright"
    except RuntimeError:
        return None


def _base() -> Path:
    shared = Path(os.environ.get("XDG_DATA_HOME") or "")
    if shared.is_absolute():  # a relative one is to be ignored
        return shared
    platform: str = sys.platform
    if platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path.home() / ".local" / "share"


def installed_folder() -> Path | None:
    """Return the folder that installed packs are kept in, which need not be there yet."""
    folder = user_folder()
    return folder / "packs" if folder is not None else None


def installed_packs() -> dict[str, Path]:
    """Return the files of all installed packs by name, in order."""
    folder = installed_folder()
    try:
        files = sorted(folder.glob("*.zip")) if folder is not None else []
    except OSError:
        files = []
    return {file.stem: file for file in files}
