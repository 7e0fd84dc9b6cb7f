"""The command line as people use it: typed words in; exit code, output and errors out."""

import io
import shutil
import sys
import types
from pathlib import Path

import pytest

from interpreter.tools.cli import main

PEBBLES = Path(__file__).parent.parent / "packs" / "pebbles"


@pytest.fixture
def home(monkeypatch, tmp_path):
    """An empty folder to play in, and a system that speaks English."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("RULEWRIGHT_DATA", str(tmp_path / "data"))
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def pebbles(home):
    """A copy of the smallest pack that a test may break."""
    shutil.copytree(PEBBLES, home / "pebbles")
    return home / "pebbles"


@pytest.fixture
def rulewright(pebbles, monkeypatch, capsys):
    """Run the command with lines typed over a pipe."""

    def run(*argv, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(word) for word in argv])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return types.SimpleNamespace(code=code, out=out, err=err)

    return run
