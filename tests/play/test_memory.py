"""What is remembered about a pack is never out of date."""

import shutil
from pathlib import Path

import pytest

import interpreter
from interpreter.source import memory

PEBBLES = Path(__file__).parent.parent / "packs" / "pebbles"


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    monkeypatch.delenv(memory.OFF, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(PEBBLES, tmp_path / "pebbles")
    return tmp_path / "pebbles"


def test_a_broken_scenario_keeps_nobody_from_playing_and_is_told_by_whoever_reads_it(pebbles):
    odd = pebbles / "scenarios" / "odd.yaml"
    odd.write_text("- scenrio: x\n")
    for _ in ("read", "remembered"):
        pack = interpreter.load(str(pebbles))
        assert pack.new_game(players=2, seed=1).decision is not None
        assert [one.code for one in pack.source.diagnostics] == ["pack/unknown-field"]
    odd.unlink()
    assert not interpreter.load(str(pebbles)).source.diagnostics
    assert list((pebbles.parent / "cache" / "rulewright").iterdir()), "a sound pack is remembered"
