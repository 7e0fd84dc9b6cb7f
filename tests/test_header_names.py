"""One module knows the header of a state and the beginning of a frame: all others say its cells by name."""

import re
from pathlib import Path

import pytest

import interpreter
from interpreter.primitives import header

ROOT = Path(interpreter.__file__).parent
FILES = [path for path in sorted(ROOT.rglob("*.py")) if path.name != "header.py"]
BARE = [
    r"\bstate\[:?\d+:?\]",  # a cell of the header
    r"\bs\[\d+\]",
    r"FRAME\]\s*\+\s*\d",  # a cell of a frame
    r"\bs\[(f|frame)\s*\+\s*\d",
    r"\bframe\s*\+\s*\d",
    r"offset=\d+ \(local\.get \$[sf]\)",  # the same in WebAssembly
    r"\$s i32\.load offset=\d",
    r"^FRAME_LOCALS = ",
]


def bare(text):
    return [found.group() for line in BARE for found in re.finditer(line, text, re.MULTILINE)]


def test_cells_of_header_and_frame_have_names():
    found = {path.relative_to(ROOT).as_posix(): bare(path.read_text(encoding="utf-8")) for path in FILES}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line", ["s[0]", "state[:3]", "s[f+2]", "s[frame + 1]", "s[FRAME] + 3", "(i32.load offset=8 (local.get $s))"]
)
def test_a_bare_number_is_found(line):
    assert bare(line)


def test_the_cells_of_the_header_lie_apart():
    names = ("FRAME", "PC", "SCOPE", "RANDOM", "STATUS", "WINNER", "NOWHERE", "WATCHING")
    cells = [getattr(header, name) for name in names]
    assert len({*cells, header.RANDOM + 1}) == len(cells) + 1 and max(cells) < header.HEADER
    frame = [header.CALLER, header.BACK, header.ACTS, header.THIS, header.FRAME_LOCALS]
    assert frame == sorted(set(frame))
