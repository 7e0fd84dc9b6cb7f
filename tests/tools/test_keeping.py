"""The files of a game: nothing that was saved is lost by looking, by going back or by choosing a name twice."""

from dataclasses import replace

import pytest

from interpreter.play.save import hold, read_save, write_save
from interpreter.tools.console import Console

SCOOP = "take\nscoop_3\n"
TWO = ("--players", "human,human")


def score(out):
    """The score sheets; what was achieved for the first time is not the same twice."""
    return out[out.index("The game is over") :].partition("\nAchievements of this game")[0]


def kept(out):
    """The file a left game says it is kept in."""
    return out.strip().splitlines()[-1].split()[-1]


@pytest.fixture
def long(rulewright, home):
    """A save of six steps: three scoops of 3 by two people in turn."""
    rulewright("play", "pebbles", *TWO, "--seed", 5, "--save", "long.rws", typed=SCOOP * 3)
    assert len(read_save("long.rws")[0].picks) == 6
    return home / "long.rws"


@pytest.mark.parametrize("typed", ["quit\n", "", "look\nlog\nwhy take\nquit\n"])
@pytest.mark.parametrize("how", [(), ("--step", 4), ("--step", 0), ("--step", 6), ("--lang", "fr")])
def test_who_only_looks_changes_nothing(rulewright, home, long, typed, how):
    before = long.read_bytes()
    ran = rulewright("resume", "long.rws", *how, typed=typed)
    assert ran.code == 0
    assert long.read_bytes() == before
    assert sorted(file.name for file in home.iterdir()) == ["long.rws", "pebbles"]
    earlier = f" --step {how[1]}" if how in (("--step", 4), ("--step", 0)) else ""
    assert ran.out.endswith(f"rulewright resume long.rws{earlier}\n")


def test_looking_at_a_finished_game_changes_nothing(rulewright, home):
    rulewright("play", "pebbles", "--players", "random,random", "--seed", 5, "--save", "over.rws")
    before = (home / "over.rws").read_bytes()
    for how in ((), ("--lang", "fr"), ("--step", 2)):
        # Bots choose again what they chose before: nothing of it is new.
        assert rulewright("resume", "over.rws", *how).code == 0
        assert (home / "over.rws").read_bytes() == before
        assert sorted(file.name for file in home.iterdir()) == ["over.rws", "pebbles"]


def test_another_language_is_written_with_the_next_choice_only(rulewright, long):
    rulewright("resume", "long.rws", "--lang", "fr", typed="take\n")
    assert read_save("long.rws")[0].lang == "fr"
    assert len(read_save("long.rws")[0].picks) == 7


@pytest.mark.parametrize("choice", ["take", "search"])
def test_a_choice_at_an_earlier_step_begins_a_new_file(rulewright, home, long, choice):
    """Even the choice that was made before: the player goes on from there, and the old game stays whole."""
    before, old = long.read_bytes(), read_save("long.rws")[0].picks
    ran = rulewright("resume", "long.rws", "--step", 4, typed=f"{choice}\nlook\nquit\n")
    assert kept(ran.out) == "long-2.rws"
    assert ran.out.count("The game goes on in long-2.rws; long.rws stays as it is.\n") == 1
    assert read_save("long-2.rws")[0].picks == (*old[:4], {"take": 0, "search": 1}[choice])
    again = rulewright("resume", "long.rws", "--step", 0, typed="search\n")
    assert kept(again.out) == "long-3.rws"
    assert kept(rulewright("resume", "long-2.rws", typed="").out) == "long-2.rws"
    assert long.read_bytes() == before
    assert sorted(file.name for file in home.iterdir()) == ["long-2.rws", "long-3.rws", "long.rws", "pebbles"]


def test_a_game_from_an_earlier_step_is_kept_to_its_end(rulewright, long):
    before = long.read_bytes()
    ran = rulewright("resume", "long.rws", "--step", 5, typed="scoop_1\n" + "take\nscoop_1\n" * 9)
    assert "The game is over." in ran.out
    assert score(rulewright("replay", "long-2.rws").out) == score(ran.out)
    assert long.read_bytes() == before


def test_taking_back_at_an_earlier_step_leaves_the_save_whole(rulewright, long):
    before = long.read_bytes()
    ran = rulewright("resume", "long.rws", "--step", 5, typed="undo\nquit\n")
    assert "The last choice is taken back." in ran.out
    assert ran.out.endswith("rulewright resume long.rws --step 4\n")
    ran = rulewright("resume", "long.rws", "--step", 5, typed="undo\nsave\nsave long.rws\nquit\n")
    assert "Saved to long-2.rws.\n" in ran.out
    assert "Not saved: `long.rws` holds a game of Pebbles at step 6" in ran.out
    assert kept(ran.out) == "long-2.rws"
    assert long.read_bytes() == before


def test_a_damaged_save_stays_as_it_is_when_the_game_goes_on_from_an_earlier_step(rulewright, long):
    long.write_bytes(long.read_bytes()[:-9])
    before = long.read_bytes()
    for typed, file in (("quit\n", ["--step", "2"]), ("search\n", ["long-2.rws"])):
        assert rulewright("resume", "long.rws", "--step", 2, typed=typed).out.split()[-len(file) :] == file
        assert long.read_bytes() == before


OTHER = (
    "`long.rws` holds a game of Pebbles at step 6; go on with it: `rulewright resume long.rws`, or name another file"
)


@pytest.mark.parametrize("seed", [5, 6])
def test_play_never_replaces_a_save(rulewright, long, seed):
    before = long.read_bytes()
    ran = rulewright("play", "pebbles", *TWO, "--seed", seed, "--save", "long.rws", typed=SCOOP)
    assert (ran.code, ran.out, ran.err) == (2, "", f"rulewright: {OTHER}\n")
    french = rulewright("play", "pebbles", "--save", "long.rws", "--lang", "fr")
    assert "contient une partie de Cailloux au coup 6 : reprenez-la avec `rulewright resume long.rws`" in french.err
    assert long.read_bytes() == before


def test_a_save_of_a_pack_that_is_gone_is_not_replaced_either(rulewright, long, home, pebbles):
    before = long.read_bytes()
    pebbles.rename(home / "stones")
    ran = rulewright("play", "stones", *TWO, "--seed", 5, "--save", "long.rws")
    assert ran.code == 2
    assert "`long.rws` holds a game of pebbles at step 6" in ran.err
    assert long.read_bytes() == before


@pytest.mark.parametrize("cut", [20, 300, -9])
def test_a_damaged_save_is_not_replaced(rulewright, long, cut):
    long.write_bytes(long.read_bytes()[:cut])
    before = long.read_bytes()
    ran = rulewright("play", "pebbles", *TWO, "--seed", 5, "--save", "long.rws")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("name another file\n")
    assert "name another file.\n" in rulewright("play", "pebbles", *TWO, typed="save long.rws\n").out
    assert long.read_bytes() == before


def test_an_empty_file_or_a_game_that_has_not_begun_may_be_taken(rulewright, home):
    (home / "new.rws").write_bytes(b"")
    for _ in range(2):
        assert rulewright("play", "pebbles", *TWO, "--seed", 5, "--save", "new.rws").code == 0
    assert read_save("new.rws")[0].picks == ()


def test_saving_during_play_never_replaces_another_game(rulewright, long):
    before = long.read_bytes()
    ran = rulewright("play", "pebbles", *TWO, "--seed", 6, typed="save long.rws\nsave ./long.rws\n" + SCOOP * 4)
    assert f"Not saved: {OTHER}.\n" in ran.out
    assert ran.out.count("Not saved: ") == 2
    assert "The game is over." in ran.out
    # The same game, but at an earlier point, or after other choices.
    for typed in (SCOOP, "search\n" * 5):
        ran = rulewright("play", "pebbles", *TWO, "--seed", 5, typed=typed + "save long.rws\n")
        assert f"Not saved: {OTHER}.\n" in ran.out
    assert long.read_bytes() == before


def test_saving_over_an_earlier_point_of_the_same_game_works(rulewright, long):
    ran = rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP * 3 + "take\nsave long.rws\n")
    assert "Saved to long.rws.\n" in ran.out
    assert len(read_save("long.rws")[0].picks) == 7


def test_saving_again_where_the_game_was_saved_or_resumed_from_works(rulewright, long):
    typed = "take\nsave a.rws\nundo\nsearch\nsave ./a.rws\nsave long.rws\nsave\n"
    ran = rulewright("resume", "long.rws", typed=typed)
    assert "Not saved" not in ran.out
    assert ran.out.count("Saved to ") == 4
    assert read_save("a.rws")[0].picks == read_save("long.rws")[0].picks
    assert read_save("a.rws")[0].picks[-1] == 1


def test_a_file_that_went_on_since_it_was_saved_to_is_not_replaced(rulewright, long, monkeypatch):
    """Somebody resumed the second file elsewhere: what they did is no longer this game's to replace."""
    read = Console._read

    def elsewhere(self, prompt):
        line = read(self, prompt)
        if line == "search\n":
            save = read_save("a.rws")[0]
            write_save("a.rws", replace(save, picks=(*save.picks, 0, 0)))
        return line

    monkeypatch.setattr(Console, "_read", elsewhere)
    ran = rulewright("resume", "long.rws", typed="save a.rws\nsearch\nsave a.rws\n")
    assert "Not saved: `a.rws` holds a game of Pebbles at step 8" in ran.out
    assert len(read_save("a.rws")[0].picks) == 8


def test_a_game_being_played_is_not_saved_over(rulewright, long):
    with hold("long.rws"):
        ran = rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP * 3 + "save long.rws\n")
    assert "Not saved: `long.rws` is in use by another running game.\n" in ran.out
