"""Every example of docs/layers.md is one that a pack on another pack may say: its file takes that shape."""

import re

import pytest

from interpreter.diagnostics import render_text
from interpreter.source import read_document
from interpreter.source.names import kind_of
from interpreter.tools import reference

PAGE = (reference.ROOT / "docs/layers.md").read_text("utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^# ([a-z_./]+)(?::.*)?\n", re.MULTILINE)
MANIFEST = "id: rain\nversion: 0.1.0\ntitle: Rain\nrequires: {base: '<1'}\n"


def files():
    """The files of the page, each with what stands below its name; a block begins with the name of one."""
    for block in BLOCKS:
        assert FILE.match(block), f"a block begins with the name of its file: {block[:60]}"
        _, *parts = FILE.split(block)
        yield from zip(parts[::2], parts[1::2], strict=True)


@pytest.mark.parametrize(("name", "content"), list(files()), ids=lambda part: part.split("\n")[0][:40])
def test_an_example_has_the_shape_of_its_file(name, content):
    name = name.partition("/")[2] if name.endswith("/pack.yaml") else name
    missing = [line for line in MANIFEST.splitlines() if line.partition(":")[0] not in content]
    content = content if name != "pack.yaml" else "\n".join([*missing, content])
    kind = kind_of(name)
    assert kind is not None
    _, problems = read_document(name, content.encode(), kind)
    assert not problems, render_text(problems, lambda _file: content.split("\n"))


def test_there_are_examples_of_every_sort():
    assert {kind_of(name.rpartition("/")[2] if name.endswith("pack.yaml") else name) for name, _ in files()} >= {
        "pack", "model", "cards", "rules"
    }  # fmt: skip
