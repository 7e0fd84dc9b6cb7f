"""The fixture pack, whole or with files of a case put in, without touching the disk again."""

import io
import zipfile
from functools import cache
from pathlib import Path

from interpreter.play.pack import Pack, check_source
from interpreter.source import read_archive, read_document

FOLDER = Path(__file__).parent / "fixtures" / "tiny"


@cache
def tiny_files():
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in sorted(FOLDER.rglob("*.yaml"))}


def read(changes=None):
    """Read the fixture pack with files added, replaced, or (None) left out."""
    files = {**tiny_files(), **(changes or {})}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            if content is not None:
                archive.writestr(zipfile.ZipInfo(name), content)
    return read_archive(packed.getvalue(), "case")


def checked(changes=None):
    """The pack with these changes, checked; its diagnostics say whether it is fit to play."""
    return check_source(read(changes))


@cache
def tiny():
    pack = checked()
    assert not pack.diagnostics, pack.diagnostics
    return pack


def script(text, key="effect"):
    """The source of a script as it would stand in a rules file."""
    document, problems = read_document("given.yaml", f"{key}: |\n    {indented(text)}\n".encode(), "table")
    assert not problems, problems
    return document.root.get(key).script()


def indented(text):
    return text.rstrip("\n").replace("\n", "\n    ")


__all__ = ["Pack", "checked", "indented", "read", "script", "tiny", "tiny_files"]
