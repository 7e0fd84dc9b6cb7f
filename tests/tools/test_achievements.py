"""Achievements: judged at the end of a game, told to people, and kept in a file of the player's that loses nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import interpreter
from interpreter.play import save
from interpreter.tools import achievements
from interpreter.tools.achievements import Mark, data_folder, decode, encode, read_marks, record

NO_CHARMS = ("--option", "charms=none")
TWO = ("--players", "human,human")
SCOOP = "take\nscoop_3\n"
ALL = SCOOP * 4
UNEVEN = "take\nscoop_3\ntake\nscoop_1\n" * 3 + "take\nscoop_1\n"


@pytest.fixture
def file(tmp_path):
    """Where the achievements in pebbles are kept."""
    return tmp_path / "data" / "achievements-pebbles.rwa"


def mark(game="1" * 16, by="none", **changes):
    return Mark(**{"achievement": "heap", "by": by, "date": "2020-02-02", "score": 6, "seed": 1, "options": {}, "games": (game,), **changes})  # fmt: skip


def table(rulewright):
    found = json.loads(rulewright("achievements", "pebbles", "--json").out)["achievements"]
    return {(one["id"], one.get("by", {}).get("value")): one for one in found}


# ------------------------------------------------------------------------------------------------- the end of a game


def test_what_was_achieved_is_told_and_recorded(rulewright, file):
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    assert "Achievements of this game:\n  A heap of six, none (new!)\nAll of them: rulewright achievements " in ran.out
    assert "The only heap" not in ran.out[ran.out.index("Achievements of") :]
    found = table(rulewright)
    assert found["heap", "none"]["achieved"]
    assert found["heap", "none"]["first"]["score"] == 6
    assert found["heap", "none"]["first"]["seed"] == 7
    assert found["heap", "none"]["first"]["options"] == {"broken": False, "charms": "none", "large_pile": False}
    assert found["heap", "none"]["games"] == 1
    assert not found["heap", "basic"]["achieved"]
    assert not found["lone_heap", None]["achieved"]


def test_a_second_game_is_counted_and_the_first_date_stays(rulewright, file):
    rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    file.write_bytes(encode("pebbles", [Mark(**{**vars_of(read_marks("pebbles", "en")[0]), "date": "2001-02-03"})]))
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 8, typed=ALL)
    assert "  A heap of six, none (in 2 games so far)\n" in ran.out
    assert table(rulewright)["heap", "none"]["games"] == 2
    assert table(rulewright)["heap", "none"]["first"]["date"] == "2001-02-03"
    assert "none   first on 2001-02-03 with 6 points; in 2 games" in rulewright("achievements", "pebbles").out


def vars_of(row):
    return {name: getattr(row, name) for name in Mark.__slots__}


def test_the_same_game_counts_once(rulewright, file):
    start = ("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7)
    rulewright(*start, "--save", "game.rws", typed=ALL)
    before = file.read_bytes()
    for again in (start, ("resume", "game.rws"), ("resume", "game.rws", "--step", 3)):
        ran = rulewright(*again, typed="scoop_3\n" + ALL if "--step" in again else ALL)
        assert "The game is over." in ran.out
        assert "A heap of six, none (this game was counted before)" in ran.out
        assert file.read_bytes() == before
    assert "Achievements" not in rulewright("replay", "game.rws").out


def test_the_same_game_played_better_counts_for_what_is_new(rulewright, file):
    rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=UNEVEN)
    assert "A heap of six, none (this game was counted before)\n  The only heap (new!)" in ran.out
    assert "first on" in rulewright("achievements", "pebbles").out


def test_only_where_it_applies(rulewright):
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--option", "large_pile=yes", "--seed", 7, typed=UNEVEN * 3)
    assert "A heap of six" in ran.out
    assert "The only heap" not in ran.out


def test_nothing_achieved_is_told_too(rulewright, file):
    typed = "take\nscoop_1\n" * 20
    ran = rulewright("play", "pebbles", "--players", "human,human,human", *NO_CHARMS, "--seed", 7, typed=typed)
    assert "No achievement this time.\n" in ran.out
    assert not file.exists()


def test_games_of_bots_do_not_count(rulewright, file):
    ran = rulewright("play", "pebbles", "--players", "greedy,random", "--seed", 7)
    assert "chievement" not in ran.out
    rulewright("simulate", "pebbles", "--players", 2, "--games", 3)
    assert not file.parent.exists()


def test_what_a_bot_achieves_is_not_the_players(rulewright):
    game = interpreter.load("pebbles").new_game(players=2, seed=1, options={"charms": "none"})
    while game.decision is not None:
        assert game.achieved(0) == []
        keys = list(game.decision.options.keys)
        small = game.decision.seat == 1
        game.choose(keys.index("take") if "take" in keys else keys.index("scoop_1") if small else len(keys) - 1)
    assert [one.id for one in game.achieved(0)] == ["heap", "lone_heap"]
    assert game.achieved(1) == []
    assert achievements.earned(game, ("greedy", "human"), [1]) == []


# ------------------------------------------------------------------------------------------------------- the command


def test_the_table_before_anything_is_achieved(rulewright, file):
    ran = rulewright("achievements", "pebbles")
    assert ran.code == 0
    assert ran.out == (
        "Pebbles: 0 of 3 achieved\nA heap of six\n  End the game with 6 pebbles or more.\n"
        "  basic  not yet\n  none   not yet\nThe only heap\n  not yet\n"
    )
    assert not file.parent.exists()


def test_the_table_in_french(rulewright):
    rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--option", "large_pile=yes", "--seed", 7, typed=ALL * 3)
    out = rulewright("achievements", "pebbles", "--lang", "fr").out
    assert out.startswith("Cailloux : 1 sur 3 obtenus\nUn tas de six\n")
    assert "avec 12 points (large_pile=yes) ; dans 1 partie\n" in out


def test_a_pack_without_achievements(rulewright):
    ran = rulewright("achievements", "pig")
    assert (ran.code, ran.out) == (0, "Pig has no achievements.\n")
    assert json.loads(rulewright("achievements", "pig", "--json").out)["achievements"] == []


def test_marks_of_another_version_are_kept_and_counted_apart(rulewright):
    record("pebbles", [mark(achievement="gone", by=None), mark(by="rare")], "en")
    out = rulewright("achievements", "pebbles").out
    assert "0 of 3" in out
    assert "(2 more of other versions of the pack)" in out
    rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    assert {row.achievement for row in read_marks("pebbles", "en")} == {"gone", "heap"}


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        ((), "PACK"),
        (("daimo",), "did you mean `daimyo`?"),
        (("pebbles", "--lang", "tlh"), "--lang"),
        (("pebbles", "extra"), "extra"),
    ],
)
def test_bad_usage(rulewright, argv, text):
    ran = rulewright("achievements", *argv)
    assert ran.code == 2
    assert text in ran.err


# ---------------------------------------------------------------------------------------------------------- the file


def broken_files():
    good = encode("pebbles", [mark()])
    yield b""
    yield b"hello"
    yield good[:-5]
    yield good.replace(b'"score": 6', b'"score": 9')
    yield good + b" "
    yield encode("daimyo", [mark()])
    for rows in (
        [1], [{}], "x", {"a": 1}, None,
        [{**vars_of(mark()), "score": "6"}],
        [{**vars_of(mark()), "games": []}],
        [{**vars_of(mark()), "games": [7]}],
        [{**vars_of(mark()), "options": {"x": [1]}}],
        [{**vars_of(mark()), "more": 1}],
    ):  # fmt: skip
        yield sealed(json.dumps({"pack": "pebbles", "marks": rows}).encode())
    yield sealed(b"[" * 100_000)
    yield sealed(b"\xff\xfe")
    yield sealed(b"[]")


def sealed(body):
    import hashlib

    return f"rulewright-achievements 1 {hashlib.sha256(body).hexdigest()}\n".encode() + body


@pytest.mark.parametrize("content", list(broken_files()), ids=lambda content: str(content[-30:]))
def test_a_damaged_file_is_told_and_never_written_over(rulewright, file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    ran = rulewright("achievements", "pebbles")
    assert ran.code == 2
    assert "achievements-pebbles.rwa` is damaged and was left as it is" in ran.err
    assert file.read_bytes() == content
    kept = record("pebbles", [mark()], "en").aside
    assert Path(kept).read_bytes() == content
    assert read_marks("pebbles", "en") == [mark()]
    file.write_bytes(content)
    assert record("pebbles", [mark()], "en").aside != kept
    assert Path(kept).read_bytes() == content


def test_a_damaged_file_at_the_end_of_a_game(rulewright, file):
    file.parent.mkdir()
    file.write_text("nonsense")
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    assert ran.code == 0
    assert f"The file of achievements was damaged; it is kept as {file}.damaged-1, and a new one was begun." in ran.out
    assert table(rulewright)["heap", "none"]["achieved"]


def test_a_newer_file_is_left_alone(rulewright, file):
    file.parent.mkdir()
    newer = b"rulewright-achievements 2 abc\n{}"
    file.write_bytes(newer)
    assert "written by a newer version" in rulewright("achievements", "pebbles").err
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    assert ran.code == 0
    assert "  A heap of six, none\nThey could not be recorded: " in ran.out
    assert "newer version" in ran.out
    assert [path.name for path in file.parent.iterdir() if path.suffix != ".lock"] == [file.name]
    assert file.read_bytes() == newer


@pytest.mark.parametrize("call", ["fsync", "replace", "write", "open"])
def test_a_file_is_written_whole_or_not_at_all(rulewright, file, monkeypatch, call):
    record("pebbles", [mark()], "en")
    before = file.read_bytes()

    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(save.SaveError, match="disk is full"):
            record("pebbles", [mark("2" * 16)], "en")
    assert file.read_bytes() == before
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name, f"{file.name}.lock"]
    record("pebbles", [mark("2" * 16)], "en")
    assert len(read_marks("pebbles", "en")[0].games) == 2


def test_a_folder_that_cannot_be_written_does_not_spoil_the_end(rulewright, file):
    file.parent.write_text("a file where the folder should be")
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    assert ran.code == 0
    assert "They could not be recorded: " in ran.out
    assert rulewright("achievements", "pebbles").code == 2


def test_a_folder_in_its_place_is_told(rulewright, file):
    file.mkdir(parents=True)
    assert rulewright("achievements", "pebbles").code == 2
    ran = rulewright("play", "pebbles", *TWO, *NO_CHARMS, "--seed", 7, typed=ALL)
    assert "They could not be recorded: " in ran.out


def test_two_programs_that_finish_at_once_lose_nothing(home, file):
    script = (
        "import sys\nfrom interpreter.tools.achievements import Mark, record\n"
        "for i in range(40):\n"
        "    record('pebbles', [Mark('heap', 'none', '2020-02-02', 6, 1, {}, (f'{sys.argv[1]}-{i}',))], 'en')\n"
    )
    root = str(Path(interpreter.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": root}
    both = [subprocess.Popen([sys.executable, "-c", script, name], env=env) for name in "ab"]
    assert [one.wait(60) for one in both] == [0, 0]
    assert sorted(read_marks("pebbles", "en")[0].games) == sorted(f"{name}-{i}" for name in "ab" for i in range(40))


def test_waiting_for_another_program_ends(file, home, monkeypatch):
    monkeypatch.setattr(achievements, "PATIENCE", 0.05)
    file.parent.mkdir()
    with achievements._alone(str(file)), pytest.raises(save.SaveError, match="in use"):
        record("pebbles", [mark()], "en")


def test_what_is_written_is_read_again():
    rows = [mark(), mark(by=True), mark(by=None, options={"a": 3, "b": "x", "c": False})]
    assert decode(encode("pebbles", rows), "pebbles") == [rows[2], rows[1], rows[0]]


# -------------------------------------------------------------------------------------------------------- the folder


@pytest.mark.parametrize(
    ("platform", "env", "wanted"),
    [
        ("linux", {}, "/h/.local/share/rulewright"),
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/rulewright"),
        ("linux", {"XDG_DATA_HOME": "x"}, "/h/.local/share/rulewright"),
        ("linux", {"XDG_DATA_HOME": "/x", "RULEWRIGHT_DATA": "/mine"}, "/mine"),
        ("darwin", {}, "/h/Library/Application Support/rulewright"),
        ("win32", {}, "/h/AppData/Local/rulewright"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/rulewright"),
    ],
)
def test_the_folder_of_the_system(monkeypatch, platform, env, wanted):
    for name in ("RULEWRIGHT_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/h")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == Path(wanted)


def test_nobodys_home_is_told(rulewright, monkeypatch):
    def nowhere():
        raise RuntimeError

    monkeypatch.delenv("RULEWRIGHT_DATA")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    ran = rulewright("achievements", "pebbles")
    assert ran.code == 2
    assert "RULEWRIGHT_DATA" in ran.err
