"""How long it takes to begin: commands, loading, a first prompt; and how soon a command ends that was interrupted.

New processes, as a person starts them. Seconds are those of computing, but for Ctrl-C, where somebody waits by the clock.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from bench.measures import Effort, Row
from interpreter.wasm.engine import why_not

ROOT = Path(__file__).parent.parent
COMMAND = (sys.executable, "-m", "interpreter.tools")
PROMPT = ("play", "daimyo", "--players", "human,random", "--seed", "1")
MANY_GAMES = ("--players", "4", "--games", "1000000")
UNDER_WAY = 3.0
"""Seconds after which a command that has run before surely plays."""
LOAD = """
import time
start = time.thread_time()
import interpreter, interpreter.play.game, interpreter.play.pack
imported = time.thread_time()
pack = interpreter.load("daimyo")
loaded = time.thread_time()
pack.new_game(players=4, seed=1).decision
print(imported - start, loaded - imported, time.thread_time() - loaded)
"""


def measure_starting(effort: Effort) -> list[Row]:
    """Loading with an empty cache and with a filled one, in turns; checking with an empty one, other commands with a filled one."""
    cold, warm, checks = [], [], []
    with tempfile.TemporaryDirectory() as filled:
        _loaded(filled)
        for _ in range(effort.processes):
            with tempfile.TemporaryDirectory() as empty:
                cold.append(_loaded(empty))
            with tempfile.TemporaryDirectory() as empty:
                checks.append(_computing("check", "content/daimyo", cache=empty))
            warm.append(_loaded(filled))
        told = median(_computing("--help", cache=filled) for _ in range(effort.processes))
        prompt = [_computing(*PROMPT, cache=filled) for _ in range(effort.processes + 1)][1:]
        stops = [] if why_not() else _stops(filled)
    _, cold_load, cold_first = (median(times) for times in zip(*cold, strict=True))
    imports, warm_load, warm_first = (median(times) for times in zip(*warm, strict=True))
    return [
        _seconds("rulewright --help", told, 0.1),
        Row("import the interpreter", f"{imports:.3f} s"),
        _seconds("load and check daimyo, cold", cold_load, 0.5),
        Row("then, to the first decision", f"{cold_first:.3f} s"),
        _seconds("check content/daimyo, cold", median(checks), 2),
        _seconds("load daimyo, warm", warm_load, 0.05),
        Row("then, to the first decision", f"{warm_first:.3f} s"),
        _seconds("play daimyo to the first prompt and its end, warm", median(prompt), 0.6),
        *stops,
    ]


def _seconds(what: str, taken: float, bar: float) -> Row:
    return Row(what, f"{taken:.3f} s", f"<= {bar:g} s", taken <= bar)


def _environment(cache: str) -> dict[str, str]:
    return {**os.environ, "XDG_CACHE_HOME": cache, "XDG_DATA_HOME": cache}


def _loaded(cache: str) -> tuple[float, float, float]:
    """Seconds to import, to load daimyo, and to its first decision, in a new process that caches in this folder."""
    done = subprocess.run(
        [sys.executable, "-c", LOAD], check=True, capture_output=True, text=True, cwd=ROOT, env=_environment(cache)
    )
    imports, load, first = map(float, done.stdout.split())
    return imports, load, first


def _computing(*argv: str, cache: str) -> float:
    """Seconds of computing that a command takes; what it asks for is not answered, so that it ends there."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [*COMMAND, *argv], stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, env=_environment(cache), check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _stops(cache: str) -> list[Row]:
    ways: dict[str, tuple[str, ...]] = {
        "simulate": ("simulate", "daimyo", *MANY_GAMES, "--bots", "random"),
        "simulate, two threads": ("simulate", "daimyo", *MANY_GAMES, "--bots", "random", "--jobs", "2"),
        "simulate, greedy": ("simulate", "daimyo", *MANY_GAMES, "--bots", "greedy", "--jobs", "2"),
    }
    rows = []
    for name, argv in ways.items():
        taken = [_until_it_ends(argv, cache) for _ in range(4)][1:]  # the first one compiles
        rows.append(_seconds(f"{name}: Ctrl-C to the end, by the clock", median(taken), 0.1))
    return rows


def _until_it_ends(argv: tuple[str, ...], cache: str) -> float:
    """Seconds by the clock from Ctrl-C to the end of a command."""
    heeded: Callable[[], object] = partial(
        signal.signal, signal.SIGINT, signal.SIG_DFL
    )  # whoever measures may ignore it
    with subprocess.Popen(
        [*COMMAND, *argv],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=_environment(cache),
        preexec_fn=heeded,  # noqa: PLW1509 - no threads here
    ) as process:
        time.sleep(UNDER_WAY)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        process.wait()
        return time.perf_counter() - start
