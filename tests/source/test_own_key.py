"""The user's own key is there as a whole or not at all, whatever ends the program that makes it."""

import errno
import os

import pytest

from interpreter.source import own_key

CONTENT = b"what is kept"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "rulewright"


def fits():
    return own_key.is_ours("name", own_key.sealed("name", CONTENT) + CONTENT)


def test_a_key_is_made_once_for_its_owner_alone(folder):
    seal = own_key.sealed("name", CONTENT)
    assert own_key.sealed("name", CONTENT) == seal
    assert [one.name for one in folder.iterdir()] == ["key"]
    assert (folder / "key").stat().st_size == own_key.SEAL
    assert (folder / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("call", ["fsync", "urandom"])
def test_a_full_disk_leaves_no_key_and_the_next_run_makes_one(folder, monkeypatch, call):
    def full(_):
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(own_key.os, call, full)
        with pytest.raises(OSError, match="full"):
            own_key.sealed("name", CONTENT)
    assert list(folder.iterdir()) == []
    assert fits()


def test_an_empty_key_that_a_sudden_end_left_is_made_anew(folder):
    folder.mkdir()
    (folder / "key").touch(0o600)
    assert fits()
    assert (folder / "key").stat().st_size == own_key.SEAL


def test_an_empty_key_that_others_can_write_stays_and_is_not_used(folder):
    folder.mkdir()
    (folder / "key").touch()
    (folder / "key").chmod(0o666)
    with pytest.raises(PermissionError):
        own_key.sealed("name", CONTENT)
    assert (folder / "key").stat().st_size == 0


def test_a_cut_key_is_not_used(folder):
    folder.mkdir()
    (folder / "key").write_bytes(b"x" * 7)
    (folder / "key").chmod(0o600)
    with pytest.raises(OSError, match="no whole key"):
        own_key.sealed("name", CONTENT)


def test_who_was_faster_is_followed(folder, monkeypatch):
    theirs = b"k" * own_key.SEAL
    link = os.link

    def late(begun, path):
        path.write_bytes(theirs)
        path.chmod(0o600)
        link(begun, path)

    monkeypatch.setattr(own_key.os, "link", late)
    assert fits()
    assert (folder / "key").read_bytes() == theirs
    assert [one.name for one in folder.iterdir()] == ["key"]


def test_a_file_system_without_hard_links(folder, monkeypatch):
    def unknown(*_):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(own_key.os, "link", unknown)
    assert fits()
    assert [one.name for one in folder.iterdir()] == ["key"]
