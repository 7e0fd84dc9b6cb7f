"""Streams that take nothing, signals, a full disk, locks that are got round: real processes, in real trouble."""

import contextlib
import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path
from unittest import mock

import pytest

from interpreter.tools.cli import main

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the streams and signals of Unix")

PEBBLES = Path(__file__).parent.parent / "packs" / "pebbles"
PROGRAM = [sys.executable, "-m", "interpreter.tools"]
SHELL = f"{shlex.quote(sys.executable)} -m interpreter.tools"
FULL = Path("/dev/full")
PATIENCE = 120
"""Seconds until a test gives up waiting for a program: far more than a busy machine needs."""


@pytest.fixture(scope="module")
def common(tmp_path_factory):
    """What the programs of this file may share, so that each starts quickly: compiled code and what is known of packs."""
    return tmp_path_factory.mktemp("common")


@pytest.fixture
def place(common, tmp_path):
    return _place(common, tmp_path)


def _place(common, tmp_path):
    """An empty folder, with an environment that keeps everything inside it."""
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "RULEWRIGHT_DATA": str(tmp_path / "data")}
    environment |= {"LANG": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[2])}
    environment |= {"XDG_CACHE_HOME": str(common / "cache"), "PYTHONPYCACHEPREFIX": str(common / "code")}
    for name in ("LC_ALL", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(name, None)
    return tmp_path, environment


def shell(place, line):
    """Run a line as a shell does."""
    folder, environment = place
    return subprocess.run(
        line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def here(place, line, typed=""):
    """Run a command in this very process, where its own start and end do not matter: that takes no time."""
    folder, environment = place
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, environment),
        mock.patch("sys.stdin", io.StringIO(typed)),
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main(shlex.split(line))
    return subprocess.CompletedProcess(line, code, out.getvalue(), err.getvalue())


def _hears_signals():
    """Forget what whoever runs the tests has chosen not to hear, as `nohup` does."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Played:
    """A game at the other end of two pipes."""

    def __init__(self, place, *argv, **more):
        folder, environment = place
        self.process = subprocess.Popen(
            [*PROGRAM, *map(str, argv)], cwd=folder, env=environment, text=True, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **({"preexec_fn": _hears_signals} | more),
        )  # fmt: skip

    def until(self, words):
        told = ""
        while words not in told:
            letter = self.process.stdout.read(1)
            assert letter, f"{told}\n{self.process.stderr.read()}"
            told += letter
        return told

    def type(self, *lines):
        for line in lines:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
            self.until("Your choice")

    def end(self, number=None):
        if number is not None:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in out + err
        return self.process.returncode, out, err


COMMANDS = {
    f"check {PEBBLES}": 0,
    f"check {PEBBLES} --format json": 0,
    f"check {PEBBLES}/no": 2,
    f"test {PEBBLES}": 0,
    f"show {PEBBLES}": 0,
    f"achievements {PEBBLES}": 0,
    f"achievements {PEBBLES} --json": 0,
    f"simulate {PEBBLES} --players 2 --games 2 --json": 0,
    f"coverage {PEBBLES}": 1,
    f"play {PEBBLES} --players random,random": 0,
    "replay kept.rws": 0,
    "resume kept.rws": 0,
    f"verify {PEBBLES} --games 1 --format sarif": 0,
    f"balance {PEBBLES}": 2,  # which has no studies
    f"pack build {PEBBLES} --to built.zip": 0,
    f"sheet {PEBBLES} --kind charm --out sheet.pdf": 0,
    f"migrate {PEBBLES}": 0,
    f"diff {PEBBLES} {PEBBLES}": 0,
    f"rules {PEBBLES}": 0,
    "--help": 0,
    "--version": 0,
    "play --help": 0,
}


@pytest.fixture(scope="module")
def kept(common, tmp_path_factory):
    place = _place(common, tmp_path_factory.mktemp("kept"))
    ran = here(place, f"play {PEBBLES} --seed 1 --save kept.rws", "1\n1\nquit\n")
    assert ran.returncode == 0, ran.stderr
    return place


STREAMS = {
    "> /dev/full </dev/null": "cannot be written: No space left on device",
    ">&- </dev/null": "the output cannot be written: it is closed",
    "<&- 2>&-": None,
    "<&- >&- 2>/dev/full": "",
}
EACH = [(command, streams) for command in COMMANDS for streams in STREAMS]
SOME = list(zip(COMMANDS, cycle(STREAMS), strict=False))  # each command in one way, each way with several commands


@pytest.mark.parametrize(
    ("command", "streams"), [one if one in SOME else pytest.param(*one, marks=pytest.mark.soak) for one in EACH]
)
def test_streams_that_take_or_give_nothing(kept, command, streams):
    if "/dev/full" in streams and not FULL.exists():
        pytest.skip("a system without /dev/full")
    ran = shell(kept, f"{SHELL} {command} {streams}")
    why = STREAMS[streams]
    assert ran.returncode == (COMMANDS[command] if why is None else 2), ran
    if not (command.endswith("/no") or command.startswith("balance")) or not streams.startswith("> "):
        # these have nothing to say on their output
        assert (why or "") in ran.stderr
    assert "Traceback" not in ran.stderr and "Exception" not in ran.stderr


@pytest.mark.parametrize("streams", [one for one in STREAMS if STREAMS[one] is not None])
def test_a_server_that_cannot_say_where_it_is_stops(kept, streams):
    pytest.importorskip("uvicorn")
    if "/dev/full" in streams and not FULL.exists():
        pytest.skip("a system without /dev/full")
    ran = shell(kept, f"{SHELL} serve --port 0 --games table.sqlite {streams}")
    assert ran.returncode == 2, ran
    assert STREAMS[streams] in ran.stderr
    assert "Traceback" not in ran.stderr and "Exception" not in ran.stderr


def test_a_reader_who_leaves_is_told_nothing(kept):
    ran = shell(kept, f"{{ {SHELL} show {PEBBLES}; echo $? >code; }} | :")
    assert ran.stderr == ""
    assert (kept[0] / "code").read_text() == "2\n"


def test_a_game_whose_reader_leaves_is_kept(place):
    game = Played(place, "play", PEBBLES, "--seed", "1", "--players", "human,random")
    game.until("Your choice")
    game.type("1", "1")
    game.process.stdout.close()
    game.process.stdin.write("1\n1\n1\n")
    game.process.stdin.close()
    with game.process.stderr as stream:
        err = stream.read()
    assert game.process.wait(30) == 2
    found = re.search(r"Continue with: (.*)", err)
    assert found and "Traceback" not in err, err
    ran = here(place, found[1][found[1].index("resume ") :])
    assert ran.returncode == 0
    assert "Resumed at step" in ran.stdout


@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_game_that_the_system_ends_is_kept(place, number):
    game = Played(place, "play", PEBBLES, "--seed", "1", "--players", "human,human")
    game.until("Your choice")
    game.type("1", "1")
    code, out, _ = game.end(signal.Signals[number])
    assert code == 0
    assert ("Interrupted" if number == "SIGINT" else "The system ends the program") in out
    found = re.search(r"Continue with: .* resume (\S+)", out)
    assert found, out
    assert Path(found[1]).is_relative_to(place[0] / "state")
    for lang, told in {"en": "Resumed at step 2", "fr": "Repris au coup 2"}.items():
        ran = here(place, f"resume {found[1]} --lang {lang}")
        assert ran.returncode == 0
        assert told in ran.stdout


def test_a_game_with_a_file_that_the_system_ends_is_in_its_file(place):
    game = Played(place, "play", PEBBLES, "--seed", "1", "--players", "human,human", "--save", "mine.rws")
    game.until("Your choice")
    game.type("1", "1")
    code, out, _ = game.end(signal.SIGTERM)
    assert code == 0 and "resume mine.rws" in out
    assert sorted(path.name for path in place[0].iterdir()) == ["mine.rws"]
    assert "Resumed at step 2" in here(place, "resume mine.rws").stdout


def _at_moment(place, number, seconds):
    game = Played(place, "play", "daimyo", "--seed", number, "--players", "random,random", "--save", f"{number}.rws")
    game.until("seed")
    time.sleep(seconds)
    code, out, err = game.end(signal.SIGTERM)
    assert code == 0, (seconds, code, out[-300:], err)
    assert "The game is over" in out or f"resume {number}.rws" in out
    ran = here(place, f"replay {number}.rws")
    assert ran.returncode == 0, ran.stderr
    assert not [path for path in place[0].iterdir() if path.name.startswith(".")]


def test_a_signal_in_the_midst_of_a_game_keeps_what_can_be_resumed(place):
    _at_moment(place, 1, 0.1)


@pytest.mark.soak
def test_signals_at_any_moment_keep_a_game_that_can_be_resumed(place):
    """Bots play on and on; wherever the signal falls, the file holds a game that fits."""
    for number in range(40):
        _at_moment(place, number, 0.02 * number)


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.soak), "2"])
def test_other_work_that_the_system_ends_says_so(place, jobs):
    work = Played(place, "simulate", PEBBLES, "--players", "2", "--games", "1000000", "--jobs", jobs)
    _wait_until_it_works(work.process.pid, int(jobs))
    code, _, err = work.end(signal.SIGTERM)
    assert code == 2
    assert "rulewright: interrupted" in err


def _wait_until_it_works(pid, jobs):
    """Wait until a program has a use of its own for SIGTERM and as many at work as it was told to, where the system tells."""
    about, children = Path(f"/proc/{pid}/status"), Path(f"/proc/{pid}/task/{pid}/children")
    if not about.exists():
        time.sleep(3)
        return
    end = time.monotonic() + 60
    while time.monotonic() < end:
        told = about.read_text()
        listens = int(re.search(r"SigCgt:\s*(\w+)", told)[1], 16) >> (signal.SIGTERM - 1) & 1
        threads = int(re.search(r"Threads:\s*(\d+)", told)[1])
        if listens and (threads > jobs or len(children.read_text().split()) >= jobs):
            return
        time.sleep(0.02)
    raise AssertionError("it never began to work")


def test_a_program_started_deaf_stays_deaf(place):
    game = Played(place, "play", PEBBLES, "--seed", "1", "--players", "human,human",
                  preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))  # fmt: skip
    game.until("Your choice")
    game.process.send_signal(signal.SIGHUP)
    game.type("1")
    assert game.end(signal.SIGTERM)[0] == 0


# ------------------------------------------------------------------------------------------------------------- a full disk


def _little_room():
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))


def test_a_disk_that_fills_up_keeps_the_old_save_and_the_game_goes_on(place):
    place[1]["XDG_CACHE_HOME"] = str(place[0] / "cache")
    place[1]["PYTHONDONTWRITEBYTECODE"] = "1"  # Python would leave the first 900 bytes of a module behind
    game = Played(place, "play", PEBBLES, "--seed", "1", "--players", "human,human", "--save", "mine.rws",
                  "--option", "large_pile=yes", preexec_fn=_little_room)  # fmt: skip
    game.until("Your choice")
    told = ""
    for _ in range(40):
        game.process.stdin.write("1\n")
        told = game.until("Your choice")
        if "Not saved" in told:
            break
    assert "`mine.rws` cannot be used: File too large" in told
    before = (place[0] / "mine.rws").read_bytes()
    game.type("1")
    assert (place[0] / "mine.rws").read_bytes() == before
    code, out, _ = game.end(signal.SIGTERM)
    assert code == 0 and "Not saved" in out
    assert re.search(r"Continue with: .* resume mine\.rws$", out, re.MULTILINE), "as far as it was written"
    assert not [path.name for path in place[0].iterdir() if path.name.startswith(".")]
    kept = [(path.name[0], path.stat().st_size) for path in (place[0] / "cache" / "rulewright").iterdir()]
    assert all(first != "." and size < 900 for first, size in kept), "whole notes, and nothing of what has no room"
    assert here(place, "resume mine.rws").returncode == 0


@pytest.mark.parametrize("how", ["SIGTERM", "quit"])
def test_a_game_whose_file_cannot_be_written_any_more_is_kept_elsewhere(place, how):
    place[1]["XDG_STATE_HOME"] = str(place[0] / "state")
    (place[0] / "stick").mkdir()
    game = Played(place, "play", PEBBLES, "--seed", "1", "--players", "human,human", "--save", "stick/mine.rws")
    game.until("Your choice")
    shutil.rmtree(place[0] / "stick")
    game.type("1")
    if how == "quit":
        game.process.stdin.write("quit\n")
    code, out, _ = game.end(None if how == "quit" else signal.SIGTERM)
    assert code == 0 and "Not saved" in out
    (kept,) = (place[0] / "state" / "rulewright").glob("*.rws")
    assert re.search(rf"Continue with: .* resume {re.escape(str(kept))}$", out, re.MULTILINE)
    assert "Resumed at step 1." in here(place, f"resume {kept}").stdout


# ------------------------------------------------------------------------------------------------------------------- locks


@pytest.fixture
def playing(place):
    game = Played(place, "play", PEBBLES, "--seed", "1", "--players", "human,human", "--save", "mine.rws")
    game.until("Your choice")
    game.type("1")
    yield game
    if game.process.poll() is None:
        game.end(signal.SIGTERM)


def _is_in_use(place, path="mine.rws"):
    ran = here(place, f"resume {path}")
    assert ran.returncode == 2, ran
    return f"`{path}` is in use by another running game" in ran.stderr


def test_a_lock_is_not_got_round(place, playing):
    folder = place[0]
    assert _is_in_use(place)
    (folder / "link.rws").symlink_to("mine.rws")
    assert _is_in_use(place, "link.rws")
    os.link(folder / "mine.rws", folder / "hard.rws")
    assert _is_in_use(place, "hard.rws")
    (folder / ".mine.rws.lock").unlink()
    assert _is_in_use(place)
    # The next choice puts another file in its place, and that is held, too.
    playing.type("1")
    assert _is_in_use(place)
    assert here(place, "resume hard.rws").returncode == 0, "which is another file by now"
    (folder / ".mine.rws.lock").write_text("")
    assert _is_in_use(place)
    assert playing.end(signal.SIGTERM)[0] == 0
    assert here(place, "resume mine.rws").returncode == 0
    left = sorted(path.name for path in folder.iterdir() if path.name.startswith("."))
    assert left == []


def test_what_a_killed_program_left_goes_when_the_save_is_used_again(place, playing):
    folder = place[0]
    playing.process.kill()
    playing.process.communicate()
    (folder / ".mine.rws.4711.tmp").write_bytes(b"half")
    (folder / ".other.rws.4711.tmp").write_bytes(b"of another save")
    (folder / ".mine.rws.note.tmp").write_bytes(b"not ours")
    ran = here(place, "resume mine.rws")
    assert ran.returncode == 0
    assert "Resumed at step 1" in ran.stdout
    left = sorted(path.name for path in folder.iterdir() if path.name.startswith("."))
    assert left == [".mine.rws.note.tmp", ".other.rws.4711.tmp"]


def test_the_data_of_a_study_is_a_plain_file(place):
    os.mkfifo(place[0] / "pipe")
    for path in ("/dev/null", "/dev/zero", "pipe", "."):
        # Where a wrong program would wait or read for ever, it is one that can be ended.
        argv = f"balance five_kingdoms --games 1 --data {path}"
        ran = shell(place, f"{SHELL} {argv}") if path in ("/dev/zero", "pipe") else here(place, argv)
        assert ran.returncode == 2
        assert "not a file; name another" in ran.stderr


def test_what_is_no_file_is_not_replaced_by_one(place):
    """A sheet took the place of whatever it was told to write to: of a device, where the user may do that."""
    folder, _ = place
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("pipe")
    for command in (
        "sheet PACK --kind charm --out",
        "pack build PACK --to",
        "play PACK --players random,random --save",
    ):
        for name in ("pipe", "link"):
            ran = here(place, f"{command.replace('PACK', str(PEBBLES))} {name}")
            assert ran.returncode == 2, ran
            assert "not a" in ran.stderr
            assert (folder / "pipe").is_fifo() and (folder / "link").is_symlink()
    ran = here(place, f"try {PEBBLES} scoop_1 --players 2 --scenario pipe", "quit\n")
    assert ran.returncode == 2 and "not a file" in ran.stderr, ran


def test_a_pipe_in_the_place_of_the_achievements_is_not_waited_for(place):
    (place[0] / "data").mkdir()
    os.mkfifo(place[0] / "data" / "achievements-pebbles.rwa")
    ran = shell(place, f"{SHELL} achievements {PEBBLES}")
    assert ran.returncode == 2
    assert "is a device or a pipe, not a file" in ran.stderr
