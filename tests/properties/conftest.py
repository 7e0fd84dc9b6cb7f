"""Games of these tests are played under guard, as `shared_packs.guarded_pack` says; what comes behind a test is watched whole."""

import pytest

from interpreter.machine.guard import Guard


@pytest.fixture(autouse=True)
def _guarded(monkeypatch):
    monkeypatch.setattr(Guard, "awake", True)
