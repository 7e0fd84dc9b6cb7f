"""Every example of docs/layers.md is the real thing: put on the game it is about, it is read and checked to the end."""

import re

import pages
import pytest
from pebbles import PEBBLES

from interpreter.diagnostics import Severity, render_text
from interpreter.play.findings import everything_wrong
from interpreter.source import Together
from interpreter.source.names import kind_of

PAGE = (pages.ROOT / "docs/layers.md").read_text("utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^# ([a-z_./]+)(?::.*)?\n", re.MULTILINE)
LEFT_OUT = {
    "check/missing-term",
    "check/missing-name",
    "check/missing-words",
    "check/spelled-out",
    "check/missing-rows",
}
"""What an example leaves out that is about something else."""
GEMS = 2
"""The page begins with one pack, in so many blocks; whatever comes later stands on it as well."""


def parts(block):
    """The files of a block, each with what stands below its name; a block begins with the name of one."""
    assert FILE.match(block), f"a block begins with the name of its file: {block[:60]}"
    _, *found = FILE.split(block)
    return list(zip(found[::2], found[1::2], strict=True))


def manifest(name, below):
    """What pack.yaml has to say of an example that says no more than its own keys."""
    requires = ", ".join(f'{one}: "<9"' for one in below)
    return {"id": name, "version": "0.1.0", "title": name.title(), "requires": f"{{{requires}}}"}


def put(folder, name, files, *below):
    """Write a pack; what its manifest must say and the example does not is added."""
    said = {"pack.yaml": "", **files}
    needed = manifest(name, below)
    missing = [
        f"{key}: {value}"
        for key, value in needed.items()
        if not re.search(rf"^{key}:", said["pack.yaml"], re.MULTILINE)
    ]
    said["pack.yaml"] = "\n".join([*missing, said["pack.yaml"]])
    for path, content in said.items():
        place = folder / name / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")


@pytest.fixture
def packs(tmp_path):
    """The game, the pack of the first blocks, and those that the page only names."""
    for path, content in PEBBLES.items():
        place = tmp_path / "pebbles" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
    gems = {name.removeprefix("my_gems/"): text for block in BLOCKS[:GEMS] for name, text in parts(block)}
    put(tmp_path, "my_gems", gems, "pebbles")
    for name in ("sea", "rain", "wind"):
        put(tmp_path, name, {}, "my_gems")
    return tmp_path


def wrong(folder, name, *others):
    """Everything that is wrong with a pack and those below it, as it is told; what is left out aside."""
    found = everything_wrong(Together(str(folder / name), tuple(str(folder / one) for one in others)))
    told = [one for one in found.diagnostics if one.code not in LEFT_OUT]
    return render_text(told, found.source.lines) if told else ""


def test_the_game_and_the_first_pack_on_it_are_right(packs):
    assert not wrong(packs, "pebbles")
    assert not wrong(packs, "my_gems")


@pytest.mark.parametrize("others", [(), ("sea",)], ids=["", "with sea"])
@pytest.mark.parametrize("block", BLOCKS[GEMS:], ids=lambda block: block[:40])
def test_an_example_is_right(packs, block, others):
    files = dict(parts(block))
    name = "peace" if "peace/pack.yaml" in files else "example"
    put(packs, name, {path.removeprefix("peace/"): text for path, text in files.items()}, "my_gems")
    assert not wrong(packs, name, *others)


SLIPS = {
    "change: rice_broker": "change: rice_brokr",
    "{was: 3, is: 2}": "{was: 4, is: 2}",
    "my.popularity + my.fame": "my.popularity + my.fmae",
    "with amount = amount - 1": "with amuont = amount - 1",
    "restore a relic by p where": "restore a relix by p where",
    "value: player.reach, while": "value: player.raech, while",
    "zones: {hand: [visible]}": "zones: {hand: [visibel]}",
    'wind: ">=0.1, <1"': 'wnd: ">=0.1, <1"',
    "speed: 2": "sped: 2",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_an_example_is_noticed(packs, slip):
    (block,) = [one for one in BLOCKS[GEMS:] if slip in one]
    files = dict(parts(block.replace(slip, SLIPS[slip])))
    put(packs, "example", {path.removeprefix("peace/"): text for path, text in files.items()}, "my_gems")
    found = everything_wrong(Together(str(packs / "example"), (str(packs / "sea"),)))
    assert any(one.severity is Severity.ERROR for one in found.diagnostics)


def test_there_are_examples_of_every_sort():
    names = [name for block in BLOCKS for name, _ in parts(block)]
    assert {kind_of(name.rpartition("/")[2] if name.endswith("pack.yaml") else name) for name in names} >= {
        "pack", "model", "cards", "rules"
    }  # fmt: skip
