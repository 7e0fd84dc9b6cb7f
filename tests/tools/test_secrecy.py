"""The seed is told to who asks for it, and a sealed save does not say it."""

import json
import re

import pytest

from interpreter.play import save as saving
from interpreter.play.save import Save, SaveError, decode, encode, read_save
from interpreter.play.seal import sealed, unsealed

TWO = ("--players", "human,human")
SCOOP = "take\nscoop_3\n"


def number_in(text):
    return re.search(r"[Ss]eed (\d+)", text)


def test_a_seed_nobody_chose_is_not_shown(rulewright):
    ran = rulewright("play", "pebbles", *TWO, typed=SCOOP)
    assert ran.out.startswith("Pebbles: 2 players. Type a number")
    path = ran.out.strip().splitlines()[-1].split()[-1]
    seed = read_save(path)[0].seed
    assert str(seed) not in ran.out
    again = rulewright("resume", path, typed=SCOOP)
    assert str(seed) not in again.out


def test_the_seed_is_shown_to_who_asks(rulewright):
    ran = rulewright("play", "pebbles", *TWO, "--save", "a.rws", typed=SCOOP + "seed\n")
    seed = read_save("a.rws")[0].seed
    assert f"Seed {seed}." in ran.out
    assert f"Graine {seed}." in rulewright("resume", "a.rws", "--lang", "fr", typed="graine\n").out
    assert f"2 players, seed {seed}" in rulewright("resume", "a.rws", "--show-seed").out
    assert "2 players, seed 5." in rulewright("play", "pebbles", *TWO, "--seed", 5).out
    assert number_in(rulewright("play", "pebbles", *TWO, "--show-seed").out)


def test_a_game_left_at_once_is_started_again_without_its_seed(rulewright):
    ran = rulewright("play", "pebbles", *TWO)
    assert "--players human,human" in ran.out
    assert "--seed" not in ran.out


def test_a_sealed_save_does_not_say_its_seed_and_goes_on_as_it_would_have(rulewright, home):
    players = ("--players", "human,greedy,random")
    start = ("play", "pebbles", *players, "--seed", 31337)
    rulewright(*start, "--save", "open.rws", typed=SCOOP * 4)
    rulewright(*start, "--save", "sealed.rws", "--sealed", typed=SCOOP + "take\n")
    assert b"31337" in (home / "open.rws").read_bytes()
    text = (home / "sealed.rws").read_bytes()
    assert b"31337" not in text
    assert b'"seed"' not in text
    assert text.startswith(b"rulewright-save 2 ")
    ran = rulewright("resume", "sealed.rws", "--show-seed", typed="seed\nscoop_3\n" + SCOOP * 3)
    assert "31337" not in ran.out.partition("The game is over")[0]
    assert "the seed is sealed until the game is over" in ran.out
    whole, mine = read_save("open.rws")[0], read_save("sealed.rws")[0]
    assert (mine.seed, mine.picks, mine.state) == (31337, whole.picks, whole.state)
    assert b"31337" not in (home / "sealed.rws").read_bytes()


def test_an_open_save_can_be_sealed(rulewright, home):
    rulewright("play", "pebbles", *TWO, "--seed", 31337, "--save", "a.rws", typed=SCOOP)
    rulewright("resume", "a.rws", "--sealed")
    assert b"31337" not in (home / "a.rws").read_bytes()
    before = read_save("a.rws")[0]
    assert (before.seed, len(before.picks)) == (31337, 2)
    rulewright("resume", "a.rws", typed=SCOOP)
    after = read_save("a.rws")[0]
    assert after.seal == before.seal
    assert len(after.picks) > 2
    ran = rulewright("resume", "a.rws", typed="save copy.rws\n")
    assert "Saved to copy.rws" in ran.out
    assert b"31337" not in (home / "copy.rws").read_bytes()


def test_a_sealed_save_does_not_go_back(rulewright):
    rulewright("play", "pebbles", *TWO, "--seed", 5, "--save", "a.rws", "--sealed", typed=SCOOP * 2)
    ran = rulewright("resume", "a.rws", "--step", 1)
    assert ran.code != 0
    assert "`a.rws` is sealed: it goes on from its last step only" in ran.err
    assert "est scellée" in rulewright("resume", "a.rws", "--step", 1, "--lang", "fr").err


def test_a_sealed_game_without_a_file_is_shelved_under_a_name_that_tells_nothing(rulewright):
    ran = rulewright("play", "pebbles", *TWO, "--seed", 31337, "--sealed", typed=SCOOP)
    last = ran.out.strip().splitlines()[-1]
    assert "31337" not in last
    assert read_save(last.split()[-1])[0].seed == 31337


# ---- seals


MARK = "0f" * 16


def test_a_seal_opens_for_its_own_game_only():
    token = sealed(7, MARK, b"this game")
    assert unsealed(token, b"this game") == (7, MARK)
    assert unsealed(token, b"another game") is None
    assert sealed(2**31 - 1, MARK, b"x") != sealed(2**31 - 2, MARK, b"x")
    assert unsealed(sealed(2**31 - 1, MARK, b"x"), b"x") == (2**31 - 1, MARK)


@pytest.mark.parametrize("wrong", ["", None, 7, [], "zz" * 28, "٣" * 56, "0f" * 28, "0F" * 28, "0f" * 500])
def test_what_is_no_seal_is_refused(wrong):
    assert unsealed(wrong, b"this game") is None


def test_a_seal_that_was_changed_is_refused():
    save = Save((), {}, 7, ("human",), "en", (), "", MARK)
    head = json.loads(encode(save).splitlines()[1].removeprefix(b"head ").rpartition(b" ")[0])
    assert "seed" not in head
    for at in range(0, len(head["sealed"]), 3):
        letter = "0" if head["sealed"][at] != "0" else "1"
        changed = head["sealed"][:at] + letter + head["sealed"][at + 1 :]
        assert unsealed(changed, json.dumps([[], {}, ["human"]], separators=(",", ":")).encode()) is None


def test_a_save_that_is_both_open_and_sealed_is_refused():
    token = sealed(7, MARK, b'[[["a","b","c","d"]],{},["human"]]')
    for extra, fits in ((b"", True), (b',"seed":7', False)):
        chain = saving._Chain()
        head = b'head {"packs":[["a","b","c","d"]],"options":{},"players":["human"],"lang":"en","sealed":"%s"%s}'
        lines = [chain.seal(b"rulewright-save 2 0.1.0"), chain.seal(head % (token.encode(), extra))]
        lines.append(chain.seal(b"end 0 -"))
        if fits:
            assert decode(b"".join(lines), "x.rws")[0].seed == 7
        else:
            with pytest.raises(SaveError, match="sealed"):
                decode(b"".join(lines), "x.rws")
