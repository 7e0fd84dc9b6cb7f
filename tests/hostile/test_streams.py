"""What stands at the other end of a stream may be no person: nothing is waited for without end, nothing fills the memory."""

import subprocess
import sys
from pathlib import Path

import pytest

KILOBYTES = 300 * 1024
PLAY = (sys.executable, "-m", "interpreter.tools", "play", "tic_tac_toe", "--players", "human,random", "--seed", "1")


MEASURED = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as found:
    print(os.waitstatus_to_exitcode(status), used.ru_maxrss, file=found)
"""
"""A process counts the room of the one it was split off from: so a small one stands between."""


def ended(command, source, tmp_path):
    """What a command says whose answers come from a file, its exit code and the room it took."""
    found = tmp_path / "found"
    with (tmp_path / "said").open("wb") as said, Path(source).open("rb") as answers:
        words = [sys.executable, "-c", MEASURED, str(found), *command]
        subprocess.run(words, stdin=answers, stdout=said, stderr=said, cwd=tmp_path, check=True, timeout=120)
    code, room = map(int, found.read_text().split())
    return (tmp_path / "said").read_text("utf-8"), code, room


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without devices")
def test_a_line_without_end_is_nobodys_answer(tmp_path):
    said, code, room = ended(PLAY, "/dev/zero", tmp_path)
    assert code == 0
    assert "The input has ended" in said
    assert room < KILOBYTES


def test_a_long_line_ends_the_input_and_a_shorter_one_is_an_answer(tmp_path):
    answers = tmp_path / "answers"
    answers.write_bytes(b"x" * 9_000 + b"\nquit\n")
    assert "Leaving the game" in ended(PLAY, answers, tmp_path)[0]
    answers.write_bytes(b"x" * 11_000 + b"\nquit\n")
    assert "The input has ended" in ended(PLAY, answers, tmp_path)[0]


def test_noise_is_no_answer(tmp_path):
    """Bytes that are no text, signs that move the cursor: told as they are, in signs that can be seen."""
    answers = tmp_path / "answers"
    answers.write_bytes(b"\xff\xfe\x00\x1b[2J\nwhy \x1b]0;owned\x07\nread \xe2\x80\xae\n")
    said, code, _ = ended(PLAY, answers, tmp_path)
    assert code == 0
    assert not any(sign in said for sign in ("\x1b", "\x07", "\x00", "\u202e"))
