"""The fixture pack, whole or with files of a case put in, without touching the disk again."""

import io
import zipfile
from functools import cache
from pathlib import Path

from interpreter.play.pack import Pack, check_source
from interpreter.source import read_stack
from interpreter.source.compose import Budget, compose
from interpreter.source.gather import gather_zip
from interpreter.source.layers.stack import find_stack
from interpreter.source.text import decode

FOLDER = Path(__file__).parent / "fixtures" / "tiny"


MANIFEST = """\
id: {name}
version: 0.1.0
title: {{en: {name}, fr: {name}}}
requires: {{tiny: ">=1, <2"}}
"""


@cache
def tiny_files():
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in sorted(FOLDER.rglob("*.yaml"))}


def read(changes=None, upper=None):
    """Read the fixture pack with files added, replaced, or (None) left out; `upper` are packs on it, by name."""
    others = [
        gather_zip(_packed({"pack.yaml": MANIFEST.format(name=name).encode(), **files}), f"case/{name}")
        for name, files in (upper or {}).items()
    ]
    base = gather_zip(_packed({**tiny_files(), **(changes or {})}), "case")
    base.read.update((path, one) for path, one in _as_it_is().items() if base.files.get(path) == tiny_files()[path])
    return read_stack(find_stack(base, tuple(others)))


@cache
def _as_it_is():
    """The fixture's own documents, read once: nodes are never changed, and most cases have one file of their own."""
    whole = gather_zip(_packed(tiny_files()), "case")
    read_stack(find_stack(whole))
    return whole.read


def _packed(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            if content is not None:
                archive.writestr(zipfile.ZipInfo(name), content)
    return packed.getvalue()


def checked(changes=None, upper=None):
    """The pack with these changes, checked; its diagnostics say whether it is fit to play."""
    return check_source(read(changes, upper))


@cache
def tiny():
    pack = checked()
    assert not pack.diagnostics, pack.diagnostics
    return pack


def script(text, key="effect"):
    """The source of a script as it would stand in a rules file."""
    source, problems = decode("given.yaml", f"{key}: |\n    {indented(text)}\n".encode())
    document = compose(source, Budget())
    assert not problems + document.problems, problems
    return document.root.get(key).script()


def indented(text):
    return text.rstrip("\n").replace("\n", "\n    ")


__all__ = ["Pack", "checked", "indented", "read", "script", "tiny", "tiny_files"]
