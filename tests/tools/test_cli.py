"""The command line: what is wrong is said in a line, with a hint and exit code 2."""

import subprocess
import sys

import pytest

BAD = [
    ((), "COMMAND"),
    (("pla",), "did you mean `play`?"),
    (("frobnicate",), "commands: play"),
    (("--nope",), "rulewright --help"),
    (("play",), "PACK"),
    (("play", "pebble"), "did you mean `pebbles`?"),
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
    (("play", "pebbles", "--option", "fast"), "`fast` is not NAME=VALUE"),
    (("play", "pebbles", "--option", "fats=yes"), "did you mean `fast`?"),
    (("play", "pebbles", "--option", "fast=maybe"), "option `fast` is one of no, yes, not `maybe`"),
    (("play", "pebbles", "--option", "set=basik"), "did you mean `basic`?"),
    (("play", "pebbles", "--option", "fast=yes", "--option", "fast=no"), "given twice"),
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
    for argv in (["--help"], ["--version"], ["play", "--help"], ["simulate", "--help"]):
        with pytest.raises(SystemExit) as left:
            rulewright(*argv)
        assert left.value.code == 0
    assert "rulewright" in capsys.readouterr().out


def test_help_is_quick_because_the_engine_is_not_loaded():
    script = "import sys; from interpreter.tools.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\nprint([m for m in ('lark', 'yaml', 'jsonschema') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.endswith("[]\n")


def test_a_reader_that_goes_away_is_no_traceback():
    ran = subprocess.run(
        f"{sys.executable} -m interpreter.tools --help | head -c 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ran.stderr
