"""The command line: what is wrong is said in a line, with a hint and exit code 2."""

import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.play.bots import BOTS
from interpreter.tools import commands
from interpreter.tools.cli import COMMANDS, _command
from interpreter.tools.trouble import Exits

NO_FINDINGS = [
    (name,) for name in ("rules", "show", "achievements", "diff", "packs", "new", "try", "watch", "serve", "sheet")
]
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
    (("play", "pebbles", "--players", ""), "nobody plays"),
    (("play", "pebbles", "--players", "human,,human"), "there is no player ``"),
    (("play", "pebbles", "--players", "human"), "is for 2 to 4 players, not 1"),
    (("play", "pebbles", "--players", "0"), "not 0"),
    (("play", "pebbles", "--players", "5"), "not 5"),
    (("play", "pebbles", "--players", ",".join(["random"] * 5)), "not 5"),
    (("play", "pebbles", "--lang", "tlh"), "--lang"),
    (("play", "pebbles", "--option", "large_pile"), "`large_pile` is not NAME=VALUE"),
    (("play", "pebbles", "--option", "large_pil=yes"), "did you mean `large_pile`?"),
    (("play", "pebbles", "--option", "large_pile=maybe"), "option `large_pile` is one of yes, no, not `maybe`"),
    (("play", "pebbles", "--option", "charms=basik"), "did you mean `basic`?"),
    (("play", "pebbles", "--option", "large_pile=yes", "--option", "large_pile=no"), "given twice"),
    (("play", "pebbles", "--large-pile"), "`--large-pile` needs a value: yes, no"),
    (("play", "pebbles", "--large-pile", "--seed", "1"), "`--large-pile` needs a value: yes, no"),
    (("play", "pebbles", "--large-pile", "maybe"), "option `large_pile` is one of yes, no, not `maybe`"),
    (("play", "pebbles", "--large-pile=maybe"), "option `large_pile` is one of yes, no, not `maybe`"),
    (("play", "pebbles", "--charms", "basik"), "did you mean `basic`?"),
    (("play", "pebbles", "--large_pil", "yes"), "did you mean `--large-pile`?"),
    (("play", "pebbles", "--sed", "7"), "did you mean `--seed`?"),
    (("play", "pebbles", "--frobnicate", "7"), "options of `pebbles`: --large-pile, --charms, --broken"),
    (("play", "pebbles", "--", "--large-pile"), "--large-pile"),
    (("play", "pebbles", "--large-pile", "yes", "--large_pile", "no"), "given twice"),
    (("play", "pebbles", "--large-pile", "yes", "--option", "large_pile=no"), "given twice"),
    (("play", "pig", "--large-pile", "yes"), "options of `pig`: none"),
    (("play", "pebbles", "--mode", "due"), "did you mean `duel`? modes of `pebbles`: duel, party"),
    (("play", "pebbles", "--mode", ""), "modes of `pebbles`: duel, party"),
    (("play", "pig", "--mode", "duel"), "it has none"),
    (("play", "pebbles", "--mode"), "--mode"),
    (("play", "pebbles", "--mode", "duel", "--players", "human,random,random"), "mode `duel` is for 2 players, not 3"),
    (("play", "pebbles", "--mode", "duel", "--players", "human,random,random"), "modes for 3 players: party"),
    (("play", "pebbles", "--mode", "duel", "--players", "7"), "is for 2 to 4 players, not 7"),
    (("play", "pebbles", "--mode", "duel", "--charms", "basic"), "mode `duel` is played with `charms` none, not basic"),
    (("simulate", "pebbles", "--players", "2", "--mode", "party"), "mode `party` is for 3 to 4 players, not 2"),
    (("simulate", "pebbles", "--players", "2", "--charm", "none"), "did you mean `--charms`?"),
    (("show", "pebbles", "--large-pile", "yes"), "--large-pile"),
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


@pytest.mark.parametrize(
    ("argv", "finding"),
    [
        ((), "1  findings: errors or warnings, failed scenarios"),
        (("check",), "1  there are errors or warnings"),
        (("test",), "1  a scenario failed"),
        *(((name,), None) for name in COMMANDS if name not in ("check", "test")),
    ],
)
def test_help_tells_the_exit_codes(rulewright, capsys, argv, finding):
    with pytest.raises(SystemExit):
        rulewright(*argv, "--help")
    told = capsys.readouterr().out.partition("exit codes:\n")[2].splitlines()
    codes = [line.split()[0] for line in told if line[2] != " "]
    wanted = ["0", "2"] if argv in NO_FINDINGS else ["0", "1", "2"]
    assert codes == wanted, "`findings` in EXITS of the command; without any it is listed in NO_FINDINGS"
    assert told[-1] == "     or it was interrupted, or its output cannot be written"
    assert finding is None or told[1].strip().startswith(finding)
    assert max(map(len, told)) <= 80


def test_a_reader_that_goes_away_is_no_traceback():
    ran = subprocess.run(
        f"{sys.executable} -m interpreter.tools --help | head -c 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "argv",
    [
        ("pebbles", "--large-pile", "yes"),
        ("pebbles", "--large_pile=yes"),
        ("--large-pile", "on", "pebbles"),
        ("pebbles", "--option", "large-pile=yes"),
        ("pebbles", "--option", "large_pile=yes", "--charms", "basic"),
    ],
)
def test_an_option_of_the_pack_is_a_flag(rulewright, argv):
    ran = rulewright("play", *argv, "--players", "human,random", "--seed", 1)
    assert ran.code == 0
    assert "pile 24" in ran.out


def test_a_mode_sets_players_and_options(rulewright):
    ran = rulewright("play", "pebbles", "--mode", "party", "--seed", 1)
    assert ran.out.startswith("Pebbles: 3 players, seed 1.")
    assert "pile 24" in ran.out
    assert "--players human,greedy,greedy --seed 1 --option large_pile=yes\n" in ran.out
    ran = rulewright("play", "pebbles", "--mode", "party", "--players", 4, "--large-pile", "yes", "--seed", 1)
    assert ran.out.startswith("Pebbles: 4 players, seed 1.")


def test_a_mode_of_a_simulation(rulewright):
    same = [("--mode", "duel"), ("--charms", "none"), ("--option", "charms=none")]
    ran = {rulewright("simulate", "pebbles", "--players", 2, "--games", 5, *argv).out for argv in same}
    assert len(ran) == 1
    assert ran != {rulewright("simulate", "pebbles", "--players", 2, "--games", 5).out}


def test_show_and_help_list_modes_and_options(rulewright, capsys):
    wanted = (
        "modes: --mode NAME\n  duel   Two and no charms (2 players, charms=none)\n"
        "  party  Many at a large pile (3 to 4 players, large_pile=yes)\n"
        "options: --NAME VALUE\n  large-pile  yes [no]: The pile has 24 pebbles\n"
        "  charms      [basic] none: Which charms are dealt\n"
    )
    assert wanted in rulewright("show", "pebbles").out
    assert "  duel   À deux et sans charmes (2 joueurs" in rulewright("show", "pebbles", "--lang", "fr").out
    for argv, text in ((("pebbles",), wanted), ((), "Name a pack before --help"), (("gone",), "Name a pack")):
        with pytest.raises(SystemExit):
            rulewright("play", *argv, "--help")
        assert text in capsys.readouterr().out


def test_a_command_is_whole():
    """Each module of a command is in the table, and says what it takes, what it does and how it ends."""
    folder = Path(commands.__file__).parent
    assert {path.stem.rstrip("_") for path in folder.glob("*.py") if path.stem != "__init__"} == set(COMMANDS), (
        "each line of COMMANDS in interpreter/tools/cli.py has a file in interpreter/tools/commands/"
    )
    for name in COMMANDS:
        module = _command(name)
        assert callable(module.add)
        assert callable(module.run)
        assert isinstance(module.EXITS, Exits), name


def test_the_help_names_every_bot(rulewright, capsys):
    with pytest.raises(SystemExit):
        rulewright("play", "--help")
    told = capsys.readouterr().out
    assert all(name in told for name in BOTS)
