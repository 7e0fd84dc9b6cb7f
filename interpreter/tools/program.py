"""How this program is called from where the person stands: what hints tell them to type must work."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

NAME = "rulewright"


def command() -> str:
    """Give the words that start this program again: its name where the shell finds it, else the path it was started by."""
    start = Path(sys.argv[0] if sys.argv else "")
    if start == Path(__file__).with_name("__main__.py"):
        return f"{_typed(Path(sys.executable))} -m interpreter.tools" if sys.executable else NAME
    # A program that embeds this one, or a test, has a name of its own: nothing better is known than the usual one.
    return _typed(start) if start.stem == NAME else NAME


def _typed(path: Path) -> str:
    """Write a program as it can be typed in this folder."""
    whole = path.absolute()
    found = shutil.which(whole.name)
    # Not resolved: a program in a virtual environment is often a link, and works only under its own name.
    if found is not None and Path(found).absolute() == whole:
        return whole.name
    here = Path.cwd()
    if here not in whole.parents:
        return shlex.quote(str(whole))
    inside = whole.relative_to(here)
    return shlex.quote(str(inside) if len(inside.parts) > 1 else f"./{inside}")
