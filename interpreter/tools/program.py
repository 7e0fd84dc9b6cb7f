"""How this program is called from where the person stands: what hints tell them to type must work."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from interpreter.diagnostics import hides

NAME = "rulewright"


def command() -> str:
    """Give the words that start this program again: its name where the shell finds it, else the path it was started by."""
    start = Path(sys.argv[0] if sys.argv else "")
    if start == Path(__file__).with_name("__main__.py"):
        return f"{_typed(Path(sys.executable))} -m interpreter.tools" if sys.executable else NAME
    # A program that embeds this one, or a test, has a name of its own: nothing better is known than the usual one.
    return _typed(start) if start.stem == NAME else NAME


def typed(word: str) -> str:
    r"""Quote a word so that it can be copied into a shell, and so that it can be seen.

    >>> typed("a b"), typed("x\x1b")
    ("'a b'", "$'x\\x1b'")
    """
    if not hides(word):
        return shlex.quote(word)
    return f"$'{re.sub(_NOT_PLAIN, lambda found: _escaped(found[0]), word)}'"


def typed_all(words: Iterable[str]) -> str:
    """Quote several words."""
    return " ".join(map(typed, words))


_NOT_PLAIN = re.compile(r"[^ -&(-\[\]-~]")


def _escaped(character: str) -> str:
    """Write a character as shells read it between `$'` and `'`."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how Python writes a byte of a name that is no text
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\{character}" if character in "\\'" else f"\\x{code:02x}"
    if not hides(character):
        return character
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _typed(path: Path) -> str:
    """Write a program as it can be typed in this folder."""
    whole = path.absolute()
    found = shutil.which(whole.name)
    # Not resolved: a program in a virtual environment is often a link, and works only under its own name.
    if found is not None and Path(found).absolute() == whole:
        return whole.name
    here = Path.cwd()
    if here not in whole.parents:
        return typed(str(whole))
    inside = whole.relative_to(here)
    return typed(str(inside) if len(inside.parts) > 1 else f"./{inside}")
