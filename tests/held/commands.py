"""Commands, run in this process or in one of their own, with nothing around them of whoever runs them."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
from functools import cache

from interpreter.tools.cli import main
from tests.held.games import ROOT

INTERRUPTED = 2


@cache
def _data():
    """A folder for what the commands keep, so that nothing of whoever runs this is in it."""
    return tempfile.TemporaryDirectory(prefix="held")


def environment():
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return plain | {
        "RULEWRIGHT_DATA": _data().name,
        "XDG_STATE_HOME": _data().name,
        "COLUMNS": "100",
        "LINES": "50",
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "PYTHONIOENCODING": "utf-8",
    }


def said(*words):
    """What a command prints, with its exit code when that is not 0."""
    out, err = io.StringIO(), io.StringIO()
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment())
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(word) for word in words])
    finally:
        os.environ.clear()
        os.environ.update(before)
    told = out.getvalue() + err.getvalue()
    if code == INTERRUPTED and "interrupted" in err.getvalue():
        raise KeyboardInterrupt  # who ends this program does not mean the command alone
    return f"$ rulewright {' '.join(map(str, words))}\n{told}" + (f"exit code {code}\n" if code else "")


def as_a_process(*words, typed=""):
    """The same, in a process of its own, with something typed."""
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.tools", *map(str, words)],
        cwd=ROOT, env=environment(), input=typed, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.stdout + done.stderr + (f"exit code {done.returncode}\n" if done.returncode else "")
