"""A real terminal: colour, Ctrl-C, Ctrl-D, progress."""

import io
import os
import pty
import select
import signal
import subprocess
import sys

import pytest

from interpreter.tools.console import Console, Progress

PLAY = [sys.executable, "-m", "interpreter.tools", "play", "pebbles", "--players", "human,random", "--seed", "1"]


class Terminal:
    """A program on a pseudo terminal."""

    def __init__(self, command, **env):
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": "xterm", **env}
        # A session of its own makes the pseudo terminal the one that Ctrl-C goes through.
        self.child = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            preexec_fn=self.adopt(slave),  # noqa: PLW1509 - no threads here
        )
        os.close(slave)
        self.seen = ""
        self.typed_at = 0

    @staticmethod
    def adopt(slave):
        import fcntl
        import termios

        def take():
            # Whoever runs the tests may ignore Ctrl-C, and children inherit that: a person's shell does not.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        return take

    def until(self, text, again=""):
        """Wait until something has come since the last key: a prompt may well have stood there before."""
        while text not in self.seen[self.typed_at :]:
            ready, _, _ = select.select([self.master], [], [], 10)
            if not ready and again:
                # A Ctrl-C between the prompt and the wait for a key is only noticed with the next key.
                self.type(again)
                again = ""
                continue
            if not ready:
                ready, _, _ = select.select([self.master], [], [], 60)
            assert ready, f"{text!r} never came: {self.seen[-500:]!r}"
            try:
                self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
            except OSError:
                break
        assert text in self.seen[self.typed_at :], self.seen[-500:]

    def type(self, text):
        self.typed_at = len(self.seen)
        os.write(self.master, text.encode())

    def end(self):
        try:
            code = self.child.wait(timeout=60)
        finally:
            self.child.kill()
            self.child.wait()
            os.close(self.master)
        assert "Traceback" not in self.seen
        return code


@pytest.mark.parametrize(
    ("key", "text"), [("\x03", "Interrupted"), ("\x04", "The input has ended"), ("quit\r", "Leaving")]
)
def test_colour_and_every_way_to_leave(pebbles, key, text):
    terminal = Terminal(PLAY)
    terminal.until("Your choice (1-2): ")
    assert "\x1b[1m" in terminal.seen
    terminal.type("take\r")
    terminal.until("Your choice (1-3): ")
    terminal.type(key)
    terminal.until(" -m interpreter.tools resume ", again=key)
    assert text in terminal.seen
    assert terminal.end() == 0


def test_people_who_share_a_screen_do_not_see_each_others_cards(pebbles):
    command = [sys.executable, "-m", "interpreter.tools", "play", "pebbles", "--players", "human,human", "--seed", "1"]
    terminal = Terminal(command)
    terminal.until("Player 1, press Enter when nobody else is looking.")
    terminal.type("\r")
    terminal.until("purse: Charm of")
    terminal.until("Your choice (1-2): ")
    terminal.type("search\r")
    terminal.until("Player 2, press Enter when nobody else is looking.")
    assert terminal.seen.rindex("\x1b[2J") > terminal.seen.rindex("purse: Charm of")
    terminal.type("\r")
    terminal.until("Your choice (1-2): ")
    terminal.type("\x04")
    assert terminal.end() == 0


def test_nobody_gets_back_what_somebody_else_typed(pebbles):
    """The key that brings back the last line is no way to learn what the player before has chosen."""
    command = [sys.executable, "-m", "interpreter.tools", "play", "pebbles", "--players", "human,human", "--seed", "1"]
    terminal = Terminal(command)
    terminal.until("Player 1, press Enter when nobody else is looking.")
    terminal.type("\r")
    terminal.until("Your choice (1-2): ")
    terminal.type("look\r")
    terminal.until("Your choice (1-2): ")
    terminal.type("\x1b[A")
    terminal.until("look")  # one's own comes back
    terminal.type("\x15search\r")
    terminal.until("Player 2, press Enter when nobody else is looking.")
    terminal.type("\r")
    terminal.until("Your choice (1-2): ")
    terminal.type("\x1b[A\x1b[A.\r")
    terminal.until("is not on offer")
    assert "`.` is not on offer" in terminal.seen[terminal.typed_at :]
    terminal.typed_at = terminal.seen.index("is not on offer", terminal.typed_at)
    terminal.until("Your choice (1-2): ")  # who types the end of all input before that is not heard
    terminal.type("\x04")
    assert terminal.end() == 0


def test_a_terminal_without_colour(pebbles):
    terminal = Terminal(PLAY, NO_COLOR="1")
    terminal.until("Your choice (1-2): ")
    assert "\x1b[1m" not in terminal.seen
    terminal.type("\x04")
    assert terminal.end() == 0


def test_progress_shows_on_a_terminal_only(pebbles):
    command = [sys.executable, "-m", "interpreter.tools", "simulate", "pebbles", "--players", "2", "--games", "5"]
    terminal = Terminal(command)
    terminal.until("digest")
    assert "100 % 5/5 games" in terminal.seen
    assert terminal.end() == 0
    assert b"%" not in subprocess.run(command, capture_output=True, check=True).stderr


def test_ctrl_c_in_a_simulation(pebbles):
    command = [*PLAY[:3], "simulate", "pebbles", "--players", "2", "--games", "100000", "--jobs", "2"]
    terminal = Terminal(command)
    terminal.until("games")
    terminal.type("\x03")
    terminal.until("rulewright: interrupted")
    assert terminal.end() == 2


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_is_drawn_once_a_percent_and_wiped():
    screen = Screen()
    bar = Progress(1000, "games", screen)
    for done in range(1, 1001):
        bar(done)
    bar.close()
    assert screen.getvalue().count("games") == 101
    assert screen.getvalue().endswith("\r\x1b[K")


def test_answers_are_echoed_where_nobody_types():
    target = io.StringIO()
    console = Console(io.StringIO("  yes \n"), target)
    assert console.ask("Sure? ") == "yes"
    assert target.getvalue() == "Sure?   yes \n"


def test_long_lines_are_broken_at_spaces_on_a_terminal_only(monkeypatch):
    monkeypatch.setenv("COLUMNS", "24")
    text = "  10  Serve an_uncommonly_long_guest_of_the_house and rest"
    screen, pipe = Screen(), io.StringIO()
    Console(io.StringIO(), screen).line(text)
    Console(io.StringIO(), pipe).line(text)
    assert screen.getvalue() == ("  10  Serve\n      an_uncommonly_long_guest_of_the_house\n      and rest\n")
    assert pipe.getvalue() == text + "\n"


def test_a_broken_line_keeps_its_colour_and_lines_keep_their_places(monkeypatch):
    monkeypatch.setenv("COLUMNS", "12")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = Screen()
    Console(io.StringIO(), screen).lines("one\n\n  two and three", "bold")
    assert screen.getvalue() == "\x1b[1mone\x1b[0m\n\n\x1b[1m  two and\n  three\x1b[0m\n"
    screen = Screen()
    Console(io.StringIO(), screen).line("one\nWinner: two")
    assert screen.getvalue() == "one\\nWinner:\ntwo\n", "a line is one line"
