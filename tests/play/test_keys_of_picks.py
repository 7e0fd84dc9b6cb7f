"""The keys of picks that docs/authoring.md lists, as scenarios meet them: what is offered, by its key."""

import pytest

import interpreter
from interpreter.play.prepared import watched_scenarios
from interpreter.play.scenario import read_scenario, run_scenarios
from interpreter.source import read_document
from interpreter.tools import reference

TINY = reference.ROOT / "tests/fixtures/tiny"
OFFERED = {
    "a thing, and none of it": ("may choose card from (fool, sage)\nmove card to my.hand", ["fool", "sage", "done"]),
    "copies that each player has": (
        "for each marker in my.markers, in any order:\n  remove marker", ["marker@1#1", "marker@1#2", "marker@1#3"]
    ),
    "a player": ("choose p from players\ngain 1 p.wood", ["player1", "player2"]),
    "a place of a board": ("choose cell from cells where column is 1\nlet x = cell", ["cell_1_1", "cell_1_2"]),
    "a labelled option, and no more of it": ("choose any number of times:\n  few: gain 1 wood", ["few", "done"]),
    "a number": ("choose n from range(1, 3)\ngain n wood", ["1", "2", "3"]),
    "a number below 0": ("choose n from range(-2, 1)\nset my.coins to n + 2", ["-2", "-1", "0", "1"]),
    "a value of an enum": ("choose good from goods\ngain 1 good", ["wood", "clay"]),
    "once, or not at all": ("may: gain 1 wood", ["yes", "no"]),
    "once more": ("may any number of times: gain 1 wood", ["again", "done"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def tiny():
    return interpreter.load(str(TINY))


@pytest.mark.parametrize("what", OFFERED)
def test_what_is_offered_is_picked_by_its_key(tiny, what):
    script, keys = OFFERED[what]
    lines = "".join(f"    {line}\n" for line in script.split("\n"))
    text = f"- scenario: x\n  from: blank\n  run: |\n{lines}  offered: [nothing_like_it]\n"
    document, problems = read_document("scenarios/x.yaml", text.encode(), "scenario")
    assert not problems
    scenario = read_scenario(tiny, next(iter(document.root)))
    for verdict in (*run_scenarios(tiny, [scenario]), *watched_scenarios(tiny, [scenario], lambda *_: None)):
        assert verdict.why == f"`nothing_like_it` should be offered (offered: {', '.join(keys)})"


def test_the_guide_names_the_keys_that_the_engine_makes():
    page = (reference.ROOT / "docs/authoring.md").read_text("utf-8")
    table = page.partition("| key | picks |")[2].partition("\n\n")[0]
    assert all(f"`{key}`" in table for key in ("player2", "yes", "no", "again", "done", "hidden_1", "3"))
