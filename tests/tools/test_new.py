"""`rulewright new`: what it writes is valid, playable and commented; what is there is never touched."""

import re
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.tools.scaffold import kinds_with_scripts

SHIPPED = sorted(path.parent.name for path in (Path(__file__).parents[2] / "content").glob("*/pack.yaml"))
CLEAN = "1 checked: 0 errors, 0 warnings\n"


@pytest.mark.parametrize("base", SHIPPED)
def test_a_pack_on_any_shipped_pack_is_valid_and_plays(rulewright, home, base):
    ran = rulewright("new", "pack", "more", "--on", base, "--title", "A little more")
    assert ran.code == 0
    assert rulewright("check", "more").out == CLEAN
    fewest = max(2, min(shared_pack(base).players))
    assert "1 game finished" in rulewright(
        "simulate", "more", "--games", 1, "--bots", "random", "--players", fewest
    ).out.replace("1 of 1 games", "1 game")
    if kinds_with_scripts(shared_pack(base).vocabulary):
        assert "more_" in rulewright("diff", base, "more").out
    if (home / "more" / "scenarios").exists():
        assert ", 0 failed" in rulewright("test", "more").out
    for file in (home / "more").rglob("*.yaml"):
        assert "# " in file.read_text(encoding="utf-8"), f"{file.name} is not commented"


@pytest.mark.parametrize("base", SHIPPED)
def test_a_card_of_any_kind_is_valid(rulewright, base):
    rulewright("new", "pack", "more", "--on", base)
    kinds = kinds_with_scripts(shared_pack(base).vocabulary)
    for kind in kinds:
        assert rulewright("new", "card", kind, "--in", "more").code == 0
    assert rulewright("check", "more").out == CLEAN
    for kind in kinds:
        assert rulewright("show", "more", f"new_{kind}").code == 0


def test_a_card_of_a_kind_that_is_in_some_games_only(rulewright, home):
    """It is in the same games as the one it is like, with its scripts; it can be tried at once."""
    rulewright("new", "pack", "more", "--on", "daimyo")
    for kind, when in (
        ("solo_card", "in_play: players is 1  "),
        ("mini_board", "in_play: option.tile_set is advanced  "),
    ):
        assert rulewright("new", "card", kind, "--in", "more").code == 0
        assert when in (home / "more" / "cards" / f"new_{kind}.yaml").read_text("utf-8")
    assert (home / "more" / "cards" / "heroes.yaml").exists()  # the pack itself begins with what is in every game
    assert "    blue: |" in (home / "more" / "cards" / "new_solo_card.yaml").read_text("utf-8")
    assert "no `relic` has an effect" in rulewright("new", "card", "relic", "--in", "more").err
    assert rulewright("check", "more").out == CLEAN
    assert "position of a game of 1" in rulewright("try", "more", "new_solo_card", typed="quit\n").out


def test_a_game_is_valid_and_plays(rulewright, home):
    assert rulewright("new", "game", "supper").code == 0
    assert rulewright("check", "supper").out == CLEAN
    assert "2 passed, 0 failed" in rulewright("test", "supper", "--strict").out
    assert "0 errors, 0 warnings, 0 notes" in rulewright("verify", "supper", "--games", 10).out
    assert rulewright("new", "card", "dish", "--in", "supper", "--id", "pie", "--title", "Apple Pie").code == 0
    assert "Apple Pie" in rulewright("show", "supper", "pie").out
    assert rulewright("check", "supper").out == CLEAN
    ends = [rulewright("play", "supper", "--players", "random,random", "--seed", seed).out for seed in range(8)]
    assert all(re.search(r"(Winner|Shared victory): Player [12]", end) for end in ends)


def test_the_next_card_gets_another_name(rulewright, home, monkeypatch):
    rulewright("new", "game", "supper")
    monkeypatch.chdir("supper")
    assert rulewright("new", "card", "dish").code == 0
    assert "new_dish_2" in rulewright("new", "card", "dish").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("game", "Supper"), "is no id"),
        (("game", "../up"), "is no id"),
        (("game", "x" * 65), "is no id"),
        (("game", "a\x1b[2J"), "\\x1b"),
        (("game", "fine", "--title", 'a "quote"'), "is no title"),
        (("game", "fine", "--title", " "), "is no title"),
        (("game", "pebbles"), "is there already"),
        (("pack", "fine", "--on", "nowhere"), "there is no pack"),
        (("card", "scoop", "--in", "nowhere"), "there is no pack in"),
        (("card", "scop", "--in", "pebbles"), "did you mean `scoop`"),
        (("card", "scoop", "--in", "pebbles", "--id", "scoop_1"), "has a `scoop_1` already"),
    ],
)
def test_what_cannot_be_begun_is_told_and_nothing_is_written(rulewright, home, words, told):
    before = sorted(home.rglob("*"))
    ran = rulewright("new", *words)
    assert ran.code == 2
    assert told in ran.err
    assert sorted(home.rglob("*")) == before


def test_a_disk_that_takes_nothing_leaves_nothing_behind(rulewright, home, monkeypatch):
    def full(*_args, **_more):
        raise OSError(28, "No space left on device")

    before = sorted(home.rglob("*"))
    monkeypatch.setattr(Path, "write_text", full)
    ran = rulewright("new", "game", "supper")
    assert ran.code == 2
    assert "No space left" in ran.err
    assert sorted(home.rglob("*")) == before


def test_a_kind_of_which_none_can_be_begun_says_what_to_copy(rulewright, home, monkeypatch):
    monkeypatch.chdir(home)
    assert rulewright("new", "pack", "fest", "--on", "daimyo").code == 0
    ran = rulewright("new", "card", "space", "--in", "fest")
    assert ran.code == 2
    assert "every `space` belongs to somebody" in ran.err
    assert "begin with a copy of `villagers_space`" in ran.err
