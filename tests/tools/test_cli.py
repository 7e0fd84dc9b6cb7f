"""The command line: what is wrong is said in a line, with a hint and exit code 2."""

import subprocess
import sys

import pytest

from interpreter.tools.cli import COMMANDS

BAD = [
    ((), "COMMAND"),
    (("pla",), "did you mean `play`?"),
    (("frobnicate",), "commands: play"),
    (("--nope",), "rulewright --help"),
    (("play",), "PACK"),
    (("play", "daimo"), "did you mean `daimyo`?"),
    (("play", "nowhere/at/all"), "there is no pack"),
    (("play", "a\0b"), "there is no pack"),
    (("check", "daimo"), "did you mean `daimyo`?"),
    (("test", "daimo"), "did you mean `daimyo`?"),
    (("show", "daimo"), "did you mean `daimyo`?"),
    (("coverage", "daimo"), "did you mean `daimyo`?"),
    (("check",), "PATH"),
    (("check", "pebbles", "--format", "xml"), "--format"),
    (("play", "pebbles", "--seed", "x"), "`x` is not a whole number from 0 to"),
    (("play", "pebbles", "--seed=-1"), "`-1` is not a whole number"),
    (("play", "pebbles", "--seed", "1.5"), "not a whole number"),
    (("play", "pebbles", "--seed", "9" * 5000), "not a whole number"),
    (("play", "pebbles", "--seed", "٣"), "not a whole number"),
    (("play", "pebbles", "--players", "human,gredy"), "did you mean `greedy`?"),
    (("play", "pebbles", "--players", ""), "there is no player ``"),
    (("play", "pebbles", "--players", "human,,human"), "there is no player ``"),
    (("play", "pebbles", "--players", "human"), "is for 2 to 4 players, not 1"),
    (("play", "pebbles", "--players", "0"), "not 0"),
    (("play", "pebbles", "--players", "5"), "not 5"),
    (("play", "pebbles", "--players", ",".join(["random"] * 5)), "not 5"),
    (("play", "pebbles", "--lang", "de"), "--lang"),
    (("play", "pebbles", "--option", "large_pile"), "`large_pile` is not NAME=VALUE"),
    (("play", "pebbles", "--option", "large_pil=yes"), "did you mean `large_pile`?"),
    (("play", "pebbles", "--option", "large_pile=maybe"), "option `large_pile` is one of yes, no, not `maybe`"),
    (("play", "pebbles", "--option", "charms=basik"), "did you mean `basic`?"),
    (("play", "pebbles", "--option", "large_pile=yes", "--option", "large_pile=no"), "given twice"),
    (("simulate", "pebbles"), "--players"),
    (("simulate", "pebbles", "--players", "2", "--games", "0"), "from 1 to"),
    (("simulate", "pebbles", "--players", "9"), "is for 2 to 4 players"),
    (("simulate", "pebbles", "--players", "2", "--bots", "human"), "there is no bot `human`"),
    (("simulate", "pebbles", "--players", "3", "--bots", "random,random"), "2 bots for 3 players"),
    (("simulate", "pebbles", "--players", "2", "--jobs", "0"), "from 1 to"),
    (("resume",), "FILE"),
]


@pytest.mark.parametrize(
    ("argv", "text"), BAD, ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else ""
)
def test_bad_usage_is_told_in_a_line(rulewright, argv, text):
    ran = rulewright(*argv)
    assert ran.code == 2
    assert text in ran.err
    assert ran.err.startswith("rulewright: ")
    assert "Traceback" not in ran.err
    assert len(ran.err) < 600


def test_help_and_version(rulewright, capsys):
    for argv in (
        ["--help"],
        ["--version"],
        ["play", "--help"],
        ["simulate", "--help"],
        *([name, "--help"] for name in COMMANDS),
    ):
        with pytest.raises(SystemExit) as left:
            rulewright(*argv)
        assert left.value.code == 0
    assert "rulewright" in capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_traceback():
    ran = subprocess.run(
        f"{sys.executable} -m interpreter.tools --help | head -c 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ran.stderr
