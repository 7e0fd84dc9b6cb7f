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


def test_a_mended_file_that_is_no_part_of_the_game_is_not_remembered_as_broken(pebbles):
    odd = pebbles / "scenarios" / "odd.yaml"
    odd.write_text("- scenrio: x\n")
    with pytest.raises(interpreter.PackError):
        interpreter.load(str(pebbles))
    odd.unlink()
    assert interpreter.load(str(pebbles)).id == "pebbles"
    assert list((pebbles.parent / "cache" / "rulewright").iterdir()), "a sound pack is remembered"
