"""Many pieces of work shared out among processes, given back in their order.

How the work is shared out leaves no trace: each piece depends on its number alone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from interpreter.play.errors import WorkLost

T = TypeVar("T")
Worker = Callable[[int], T]
"""Does the piece of work of a number."""


def share_out(
    opener: Callable[[], Worker[T]], numbers: Sequence[int], jobs: int, *, singly: bool = False
) -> Iterator[T]:
    """Do the pieces of these numbers in so many processes, and give what comes out, in the order of the numbers.

    `opener` makes a worker, once in each process. It must be importable there: a function or a partial of one. Small
    pieces are handed over several at a time, and come back so; with `singly` each comes as soon as it can.
    """
    jobs = max(1, min(jobs, len(numbers)))
    if jobs == 1:
        yield from map(opener(), numbers)
        return
    # `spawn` is the one way that works the same everywhere; a process costs its start and one load of the pack.
    context = multiprocessing.get_context("spawn")
    chunk = 1 if singly else max(1, min(16, len(numbers) // (jobs * 4)))
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, _set_up, (opener,))
    with _deaf_to_interrupts():
        found = pool.map(_work, numbers, chunksize=chunk)  # starts all processes
    try:
        yield from found
    except BrokenProcessPool as broken:
        raise WorkLost("a process that did part of the work was ended, perhaps for want of memory") from broken
    except BaseException:  # nobody waits for what is still under way: somebody has seen enough, or has interrupted
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that leave Ctrl-C to their parent from their first moment on: they inherit its deafness."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what a signal does
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_worker: Worker[Any] | None = None


def _set_up(opener: Callable[[], Worker[Any]]) -> None:
    """Prepare a process: load the pack once. Ctrl-C is the parent's business."""
    global _worker  # noqa: PLW0603 - the pool offers no other place for what a process keeps
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = opener()


def _work(number: int) -> Any:  # noqa: ANN401 - whatever the worker gives
    assert _worker is not None
    return _worker(number)
