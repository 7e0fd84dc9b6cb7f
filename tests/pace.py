"""Limits in seconds of computing, held on any machine: a slow one is given more in proportion.

What a limit means is fixed on a machine that does `work` in `USUAL` seconds. A machine (or an hour) that takes twice
as long is allowed twice as much; a faster one is held to the limit as it stands.
"""

import contextlib
import time

USUAL = 0.011
"""Seconds of computing that `work` takes where the limits were set."""
ROOM = 1.5
"""How far one run may lie above the next on a busy machine, for the same work."""


def work():
    table = {}
    for number in range(60_000):
        key = f"k{number % 977}"
        table[key] = table.get(key, 0) + len(key)
    return sum(sorted(table.values()))


def seconds(run):
    """The seconds of computing that something takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


def allowed(limit):
    """What a limit comes to on this machine, just now: a middle run says how fast it is."""
    pace = sorted(seconds(work) for _ in range(5))[2] / USUAL
    return limit * ROOM * max(1.0, pace)


@contextlib.contextmanager
def within(limit):
    """What is done here takes no more than so many seconds of computing."""
    start = time.process_time()
    yield
    spent = time.process_time() - start
    if spent >= limit:
        assert spent < allowed(limit), f"{spent:.2f} s of computing, where {limit} are the limit"
