"""What the system tells a running program: somebody pressed Ctrl-C, asks it to end, or closed its terminal."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_WANTED = ("SIGTERM", "SIGHUP")


class Terminated(KeyboardInterrupt):
    """The system asks the program to end. Whoever tidies up after Ctrl-C does so after this, too."""


class _Ear:
    """Hears signals, and keeps them back while something must not be torn apart."""

    def __init__(self) -> None:
        self._shields = 0
        self._waiting: list[type[KeyboardInterrupt]] = []

    def hear(self, number: int, _frame: FrameType | None) -> None:
        """Take a signal: now, or when the shield is down."""
        what = KeyboardInterrupt if number == signal.SIGINT else Terminated
        if what is Terminated:
            # Asking twice does not help: what is being tidied up is tidied up.
            signal.signal(number, signal.SIG_IGN)
        if self._shields:
            self._waiting.append(what)
        else:
            raise what

    @contextlib.contextmanager
    def shielded(self) -> Iterator[None]:
        """Finish what is under way before a signal is heard."""
        self._shields += 1
        try:
            yield
        finally:
            self._shields -= 1
            if not self._shields and self._waiting:
                what = self._waiting[-1]
                self._waiting.clear()
                raise what


_ear = _Ear()
shielded = _ear.shielded


@contextlib.contextmanager
def heard(*, to_the_end: bool = False) -> Iterator[None]:
    """Let Ctrl-C, SIGTERM and SIGHUP end what is under way in order, wherever signals can be heard.

    A program that goes on `to_the_end` has nothing else to do afterwards: a signal that comes while it is ending anyway
    changes neither what it said nor its exit code.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {}
    for name in ("SIGINT", *_WANTED):
        number = getattr(signal, name, None)
        # Who starts a program deaf (`nohup`) wants it deaf.
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            before[number] = signal.signal(number, _ear.hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if to_the_end else handler)
