"""Play, resume and replay at a terminal that is a pipe."""

import pytest

from interpreter.play.save import read_save
from interpreter.tools.console import Console
from interpreter.tools.texts import TEXTS, WORDS


def test_a_game_over_a_pipe_comes_to_its_end(rulewright):
    ran = rulewright("play", "pebbles", "--players", "human,human", "--seed", 7, typed="3\n3\n3\ntake_3\n")
    assert ran.code == 0
    assert "Pebbles: 2 players, seed 7" in ran.out
    assert "Your choice (1-3): 3\n" in ran.out
    assert "Player 1 (human): 6 points, place 1\n    pebbles      6\n" in ran.out
    assert "Shared victory: Player 1 (human), Player 2 (human)" in ran.out
    assert "\x1b" not in ran.out


def test_options_stand_under_their_action_with_the_text_of_the_card(rulewright):
    ran = rulewright("play", "pebbles", "--seed", 1, typed="")
    assert "How many?\n  Take\n    1  take 1\n    2  take 2\n    3  take 3\n         text of scoop\n" in ran.out


def test_in_french(rulewright):
    ran = rulewright(
        "play", "pebbles", "--seed", 1, "--lang", "fr", "--players", "human,random", typed="aide\nvoir\nfoo\n"
    )
    for text in ("Combien ?", "prendre 1", "Pile : 12", "`foo` n'est pas proposé", "annuler", "Fin de l'entrée"):
        assert text in ran.out


def test_bots_alone_play_to_the_end(rulewright):
    ran = rulewright("play", "pebbles", "--players", "greedy,greedy,random", "--seed", 7)
    assert ran.code == 0
    assert "P1 takes 3" in ran.out
    assert "Player 3 (random):" in ran.out
    assert "Winner: Player" in ran.out


def test_quiet_leaves_the_log_out(rulewright):
    ran = rulewright("play", "pebbles", "--players", "greedy,random", "--seed", 7, "--quiet")
    assert "takes" not in ran.out
    assert "The game is over." in ran.out


def test_commands_during_play(rulewright):
    typed = "look\nlog\nundo\n1\nundo\nwhy scoop\nwhy\nsave\nhelp\n99\ntake_9\n\nquit\n"
    ran = rulewright("play", "pebbles", "--players", "human,human", "--seed", 1, typed=typed)
    assert ran.code == 0
    for text in (
        "Nothing has happened yet.", "Nothing can be taken back", "The last choice is taken back.", "scoop: nope",
        "Name what you miss", "Name a file", "save FILE", "`99` is not on offer", "Did you mean `take_1`?", "Leaving the game.",
    ):  # fmt: skip
        assert text in ran.out, text


@pytest.mark.parametrize("typed", ["", "1\n", "1\n2\n", "bogus\n", "\x00\n", "1" * 5000 + "\n"])
def test_the_end_of_the_input_leaves_cleanly(rulewright, typed):
    ran = rulewright("play", "pebbles", "--players", "human,human", "--seed", 1, typed=typed)
    assert ran.code == 0
    assert "The input has ended" in ran.out
    assert "rulewright resume" in ran.out or "rulewright play pebbles --players human,human --seed 1" in ran.out


def test_an_unfinished_game_can_be_resumed_without_a_named_file(rulewright):
    ran = rulewright("play", "pebbles", "--players", "human,random", "--seed", 5, typed="1\n")
    path = ran.out.strip().splitlines()[-1].split()[-1]
    again = rulewright("resume", path, typed="log\n")
    assert "Resumed at step" in again.out
    assert "P1 takes 1" in again.out


def test_ctrl_c_leaves_cleanly(rulewright, monkeypatch):
    def interrupted(self, prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "_read", interrupted)
    ran = rulewright("play", "pebbles", "--seed", 1)
    assert ran.code == 0
    assert "Interrupted" in ran.out
    assert "Traceback" not in ran.out + ran.err


def test_a_kept_game_is_saved_after_every_choice_and_goes_on_as_it_would_have(rulewright, tmp_path):
    path = tmp_path / "game.rws"
    whole = rulewright(
        "play", "pebbles", "--players", "human,greedy,random", "--seed", 3, "--save", path, typed="1\n1\n1\n"
    )
    full = read_save(str(path))[0]
    path.unlink()
    rulewright("play", "pebbles", "--players", "human,greedy,random", "--seed", 3, "--save", path, typed="1\n")
    assert 1 <= len(read_save(str(path))[0].picks) < len(full.picks)
    rest = rulewright("resume", path, typed="1\n1\n1\n")
    assert read_save(str(path))[0] == full
    assert whole.out[whole.out.index("The game is over") :] == rest.out[rest.out.index("The game is over") :]
    assert [file.name for file in tmp_path.iterdir()] == ["game.rws"]


def test_a_save_that_cannot_be_written_is_known_at_the_start(rulewright, tmp_path):
    for path in (tmp_path, tmp_path / "no" / "x.rws", "/dev/null"):
        ran = rulewright("play", "pebbles", "--save", path, "--players", "human,random", typed="1\n")
        assert ran.code == 2
        assert ran.err.startswith("rulewright: ")
        assert "Your choice" not in ran.out


def test_saving_during_play_tells_what_is_wrong_and_goes_on(rulewright, tmp_path):
    typed = f"save {tmp_path}\nsave {tmp_path}/a.rws\n3\n3\n3\n3\n"
    ran = rulewright("play", "pebbles", "--players", "human,human", "--seed", 1, typed=typed)
    assert "Not saved: " in ran.out
    assert f"Saved to {tmp_path}/a.rws." in ran.out
    assert "The game is over." in ran.out


def test_a_fault_of_the_rules_is_told_and_the_game_goes_on(rulewright, monkeypatch, pebbles):
    from interpreter.tools import core

    monkeypatch.setattr(core, "start", lambda *args: pebbles.Game(*args, fails_at=0))
    ran = rulewright("play", "pebbles", "--players", "human,human", typed="1\n")
    assert ran.code == 0
    assert "A rule of the pack failed, and the choice was undone: rules/turn.yaml:3:5" in ran.out
    ran = rulewright("play", "pebbles", "--players", "random,random")
    assert ran.code == 1
    assert "cannot go on: rules/turn.yaml:3:5" in ran.err


# ------------------------------------------------------------------------------------------------ resume and replay


@pytest.fixture
def saved(rulewright, tmp_path):
    path = tmp_path / "game.rws"
    rulewright("play", "pebbles", "--players", "human,random", "--seed", 5, "--save", path, typed="1\n2\n")
    return path


def test_replay_shows_every_step(rulewright, saved):
    ran = rulewright("replay", saved)
    assert ran.code == 0
    assert "Step 1, Player 1 (human): take 1\n  P1 takes 1" in ran.out
    assert "steps replayed; the game is not over" in ran.out


def test_replay_step_by_step(rulewright, saved):
    ran = rulewright("replay", saved, "--step", typed="\nlook\n\nquit\n")
    assert ran.code == 0
    assert "Step 3" in ran.out
    assert "Pile: " in ran.out
    assert "Step 4" not in ran.out
    assert rulewright("replay", saved, "--step", typed="").code == 0


def test_a_damaged_save_offers_its_last_good_step(rulewright, saved):
    data = saved.read_bytes()
    saved.write_bytes(data[: data.index(b"pick", data.index(b"pick") + 1)])
    refused = rulewright("resume", saved, typed="no\n")
    assert refused.code == 1
    assert "is damaged after step 1" in refused.out
    assert "left as it is" in refused.out
    agreed = rulewright("resume", saved, typed="yes\nquit\n")
    assert "Resumed at step 1." in agreed.out
    assert read_save(str(saved))[1] is None
    assert rulewright("replay", saved).code == 0


def test_going_on_from_an_earlier_step(rulewright, saved):
    assert "Resumed at step 0." in rulewright("resume", saved, "--step", 0, typed="").out
    ran = rulewright("resume", saved, "--step", 400)
    assert ran.code == 2
    assert "steps, not 400" in ran.err


def test_changed_or_missing_content_is_refused(rulewright, saved, monkeypatch, pebbles):
    from interpreter.tools import core

    before = saved.read_bytes()
    monkeypatch.setattr(pebbles, "PACK", pebbles.Pack(digest="cd" * 32))
    ran = rulewright("resume", saved)
    assert ran.code == 2
    assert "content of `pebbles` 1.0.0 changed since this game began (then abababababab, now cdcdcdcdcdcd)" in ran.err

    def missing(where):
        raise core.Trouble("there is no pack `pebbles`")

    monkeypatch.setattr(core, "load", missing)
    ran = rulewright("resume", saved)
    assert ran.code == 2
    assert "needs the pack `pebbles` 1.0.0 (content abababababab)" in ran.err
    assert saved.read_bytes() == before


def test_a_save_of_other_rules_is_refused(rulewright, saved, monkeypatch, pebbles):
    monkeypatch.setattr(pebbles.Game, "state_hash", "something else")
    ran = rulewright("resume", saved)
    assert ran.code == 2
    assert "no longer fits the rules at step" in ran.err


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_what_is_no_save_is_refused(rulewright, tmp_path, command):
    (tmp_path / "note").write_text("hello")
    for path in (tmp_path / "note", tmp_path, tmp_path / "gone", "/dev/zero", "a\0b"):
        ran = rulewright(command, path)
        assert ran.code == 2
        assert ran.err.startswith("rulewright: ")
        assert "Traceback" not in ran.err


# ------------------------------------------------------------------------------------------------------- the words


def test_every_text_speaks_both_languages_with_the_same_facts():
    import string

    for key, (en, fr) in TEXTS.items():
        facts = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (en, fr)]
        assert facts[0] == facts[1], key
        assert en != fr or key == "started", key


def test_every_word_has_one_meaning():
    words = [word for meanings in WORDS.values() for word in meanings]
    assert len(words) == len(set(words))
