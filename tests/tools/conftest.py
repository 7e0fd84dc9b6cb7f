"""The tools on a fake engine: what is tested here is the terminal, the files and the words."""

import sys
import types

import fake
import pytest

from interpreter.tools import core
from interpreter.tools.trouble import Trouble


@pytest.fixture
def pebbles(monkeypatch, tmp_path):
    """Put a tiny game behind the tools."""

    def load(where):
        if where != "pebbles":
            raise Trouble(f"there is no pack `{where}`", hint="did you mean `pebbles`?")
        return fake.PACK

    offer = core.Offer(
        "pebbles", "1.0.0", fake.Text("Pebbles", "Cailloux"), 2, 4, {"fast": (False, True), "set": ("basic", "wide")}
    )
    monkeypatch.setattr(core, "load", load)
    monkeypatch.setattr(core, "offer", lambda pack: offer)
    monkeypatch.setattr(core, "start", fake.Game)
    monkeypatch.setattr(core, "pins", fake.pins)
    monkeypatch.setattr(core, "card_text", lambda pack, card, lang: f"text of {card}")
    monkeypatch.setattr(core, "fault_type", lambda: fake.Fault)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return fake


@pytest.fixture
def rulewright(pebbles, monkeypatch, capsys):
    """Run the command with lines typed over a pipe; gives exit code, output, errors."""
    import io

    from interpreter.tools.cli import main

    def run(*argv, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(word) for word in argv])
        out, err = capsys.readouterr()
        return types.SimpleNamespace(code=code, out=out, err=err)

    return run
