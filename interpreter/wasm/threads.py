"""Games in threads: each has an instance of its own, and Python's lock is free while they play.

Work comes back in its order, so that the number of threads leaves no trace. Whoever waits can be interrupted at any time,
by Ctrl-C or by no longer asking; what runs is stopped then.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from interpreter.wasm.engine import Compiled, Instance, Interrupted

T = TypeVar("T")
R = TypeVar("R")
TRIES = 3
"""How often a piece of work is begun again that was stopped because somebody else was interrupted."""


class Threads:
    """Plays pieces of work of one program."""

    def __init__(self, program: Compiled, jobs: int = 1) -> None:
        self._program, self._jobs = program, max(1, jobs)
        self._own = threading.local()
        self._instances: list[Instance] = []
        self._stopped = False

    def share_out(self, work: Callable[[Instance, T], R], pieces: Iterable[T]) -> Iterator[tuple[T, R | None]]:
        """Do all pieces; gives each with what came of it, in their order; None for one that could not be done here."""
        waiting: deque[tuple[T, Future[R | None]]] = deque()
        pool = ThreadPoolExecutor(self._jobs, "rulewright-wasm")
        try:
            for piece in pieces:
                waiting.append((piece, pool.submit(self._done, work, piece)))
                if len(waiting) > 2 * self._jobs:
                    yield _finished(*waiting.popleft())
            while waiting:
                yield _finished(*waiting.popleft())
        except BaseException:
            self._stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _done(self, work: Callable[[Instance, T], R], piece: T) -> R | None:
        for _ in range(TRIES):
            if self._stopped:
                break
            try:
                return work(self._instance(), piece)
            except Interrupted:
                self._own.instance = None
        return None

    def _stop(self) -> None:
        self._stopped = True
        for instance in self._instances:
            instance.stop()

    def _instance(self) -> Instance:
        found: Instance | None = getattr(self._own, "instance", None)
        if found is None:
            found = self._own.instance = self._program.instance()
            self._instances.append(found)
            if self._stopped:  # meanwhile
                found.stop()
        return found


def _finished(piece: T, done: Future[R | None]) -> tuple[T, R | None]:
    return piece, done.result()
