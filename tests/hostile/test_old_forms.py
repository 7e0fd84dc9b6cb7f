"""Packs that were written before the forms of today show their own fault once they are migrated, and not before."""

import re
import shutil
from pathlib import Path

import pytest
from pace import within

from hostile.test_hostile import FOLDERS, HERE, SLOW, errors
from interpreter.play.pack import open_pack
from interpreter.tools.cli import main

GUESSING = Path(__file__).parents[1] / "packs"
PACKS = {**{name: HERE / name for name in FOLDERS}, **{n: GUESSING / n for n in ("whose_card", "which_number")}}
ONCE = (
    (r"choose (\w+) from (.+) at random else: nothing", r"pick \1 at random from \2"),
    (r"(choose .+) else: nothing", r"\1 if any"),
    (r"as each player:", "as each players:"),
)
"""How it was written once, for what is written today."""
ALWAYS_SO = {"ready_through_a_verb", "turns_in_turns"}


def as_it_was(folder, where):
    """A copy of a pack in the forms it was written in; gives how many scripts are in old forms."""
    shutil.copytree(folder, where)
    changed = 0
    for path in sorted(where.glob("rules/*.yaml")):
        text = path.read_text("utf-8")
        for now, once in ONCE:
            text, times = re.subn(now, once, text)
            changed += times
        path.write_text(text, "utf-8")
    return changed


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_in_old_forms_is_migrated_and_shows_its_own_fault(name, tmp_path, capsys):
    old = tmp_path / name
    assert bool(as_it_was(PACKS[name], old)) is (name not in ALWAYS_SO)
    before = {one.code for one in errors(open_pack(old))}
    if name not in ALWAYS_SO and "pack/line-break" not in before:  # then scripts are not looked at
        assert "syntax/old-form" in before
    assert main(["migrate", str(old)]) == 0
    capsys.readouterr()
    for path in PACKS[name].rglob("*.yaml"):
        assert (old / path.relative_to(PACKS[name])).read_bytes() == path.read_bytes()
    after = [one.code for one in errors(open_pack(old))]
    assert after == [one.code for one in errors(open_pack(PACKS[name]))]
    assert "syntax/old-form" not in after


def test_a_set_as_a_condition_is_left_to_the_author(tmp_path, capsys):
    """What stood for "there is one" needs the types of a pack to be told from a truth: an error says what to write."""
    copy = tmp_path / "boards"
    shutil.copytree(HERE / "a_board_each", copy)
    rules = copy / "rules" / "play.yaml"
    rules.write_text(rules.read_text("utf-8").replace("if any(my.chosen):", "if my.chosen:"), "utf-8")
    assert main(["migrate", str(copy)]) == 0
    capsys.readouterr()
    (told,) = errors(open_pack(copy))
    assert (told.code, told.label.span.line) == ("check/bare-condition", 34)
    assert "any(my.chosen)" in told.help


def test_values_that_square_are_refused_for_what_they_cost(tmp_path):
    """Written as they are meant (`my.`), and used: the limit is named; as they were written, each name is unknown."""
    copy = tmp_path / "squares"
    shutil.copytree(HERE / "values_that_square", copy)
    head = "- value: v{}\n  of: player\n  source: designed\n  is: "
    values = [head.format(n) + f"my.v{n - 1} + my.v{n - 1}\n" for n in range(1, 24)]
    (copy / "rules" / "sq.yaml").write_text(head.format(0) + "my.smiles + 3\n" + "".join(values), "utf-8")
    game = copy / "rules" / "game.yaml"
    game.write_text(
        game.read_text("utf-8").replace("      dig:\n", "      dig:\n        gain my.v23 smiles\n"), "utf-8"
    )
    with within(SLOW):
        found = errors(open_pack(copy))
    assert {one.code for one in found} == {"check/beyond-limit"}
