"""Find the grammar and its tables: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache

from interpreter.source.find import shipped_folder


@cache
def grammar_text() -> str:
    """Read `effects.lark`."""
    text = _read("effects.lark")
    if text is None:
        message = "grammar/effects.lark is missing from this installation"
        raise FileNotFoundError(message)
    return text


def tables_text() -> str | None:
    """Read `effects.tables.json`, which was made from the grammar (`tables`), if it is there."""
    return _read("effects.tables.json")


def _read(name: str) -> str | None:
    folder = shipped_folder("grammar", "_grammar")
    file = folder / name if folder is not None else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else None
