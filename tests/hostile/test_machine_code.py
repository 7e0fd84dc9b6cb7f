"""Kept machine code is run, so only what this user of this engine made is ever given back."""

import os
import shutil
import threading

import pytest

from interpreter.source import memory
from interpreter.source.machine_code import keep_code, recall_code

CODE = b"\x7fELF" + bytes(range(256))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The file in which some code was kept, in folders of its own."""
    monkeypatch.delenv(memory.OFF, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    keep_code("a pack", CODE)
    (entry,) = (tmp_path / "cache" / "rulewright").iterdir()
    return entry


@pytest.fixture
def key(tmp_path):
    return tmp_path / "data" / "rulewright" / "key"


def test_what_was_kept_comes_back(kept, key):
    assert recall_code("a pack") == CODE
    assert recall_code("another pack") is None
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.parent != kept.parent


def test_every_changed_byte_is_noticed(kept):
    whole = kept.read_bytes()
    for at in range(len(whole)):
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert recall_code("a pack") is None
    for length in range(0, len(whole), 7):
        kept.write_bytes(whole[:length])
        assert recall_code("a pack") is None


def test_an_entry_is_worth_nothing_under_another_name(kept):
    keep_code("another pack", b"other code")
    (other,) = (one for one in kept.parent.iterdir() if one != kept)
    shutil.copy(other, kept)
    assert recall_code("a pack") is None


def test_what_somebody_else_sealed_is_not_run(kept, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "of somebody else"))
    keep_code("a pack", b"evil code")
    assert recall_code("a pack") == b"evil code"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert recall_code("a pack") is None
    keep_code("a pack", CODE)
    assert recall_code("a pack") == CODE, "it is made again"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666])
def test_a_key_that_others_can_use_is_not_used(kept, key, mode):
    key.chmod(mode)
    assert recall_code("a pack") is None
    kept.unlink()
    keep_code("a pack", CODE)
    assert not kept.exists()


@pytest.mark.parametrize("content", [b"", b"short", bytes(33)])
def test_a_key_that_is_not_whole_is_not_used(kept, key, content):
    key.write_bytes(content)
    assert recall_code("a pack") is None


@pytest.mark.parametrize("which", ["entry", "key"])
def test_a_pipe_in_its_place_is_not_waited_for(kept, key, which):
    place = kept if which == "entry" else key
    place.unlink()
    os.mkfifo(place, 0o600)
    answers = []
    asking = threading.Thread(target=lambda: answers.append(recall_code("a pack")), daemon=True)
    asking.start()
    asking.join(10)
    assert answers == [None]


def test_a_link_to_a_key_is_not_followed(kept, key, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    key.rename(elsewhere)
    key.symlink_to(elsewhere)
    assert recall_code("a pack") is None
