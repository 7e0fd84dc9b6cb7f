"""What is remembered about a pack is never out of date."""

import errno
import os
import shutil
import stat
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import MagicMock

import pytest

import interpreter
from interpreter.check.keys import SCORE, START
from interpreter.check.remembered import vocabulary_shape
from interpreter.check.typed import Arith, Body, Compare, Const, Formula, Routine
from interpreter.check.types import NUMBER
from interpreter.check.vocabulary import Verb, Vocabulary
from interpreter.play import pipeline
from interpreter.source import gather, memory, own_key, pack_digest
from interpreter.source.codec import NotOurs
from interpreter.source.find import shipped_packs

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


# ------------------------------------------------------------------------------------------------- what an entry may hold

SHIPPED = tuple(sorted(shipped_packs()))


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_kept_comes_back_as_it_was(name):
    shape = vocabulary_shape()
    kept = shape.encode(interpreter.load(name).vocabulary)
    again = shape.decode(kept)
    assert shape.encode(again) == kept
    assert again.digest == interpreter.load(name).digest
    # What two places share they share afterwards, too.
    for items in again.item_ids.values():
        for item in items:
            assert any(item is one for kind in again.kinds.values() for one in kind.items)


def test_a_remembered_pack_plays_the_same_game(pebbles):
    def played():
        game = interpreter.load(str(pebbles)).new_game(players=2, seed=5)
        while game.decision is not None:
            game.choose(0)
        return game.state_hash, game.log(None, "en")

    assert played() == played()


def test_only_data_of_known_classes_is_written():
    shape = vocabulary_shape()
    for strange in (object(), os.system, 1.5, b"bytes", Path("x"), lambda: None, 2**70):
        with pytest.raises(NotOurs):
            shape.encode(replace(Vocabulary(), start=strange))
    circle = []
    circle.append(circle)
    with pytest.raises(NotOurs):
        shape.encode(replace(Vocabulary(), languages=circle))
    deep = []
    for _ in range(2000):
        deep = [deep]
    with pytest.raises(NotOurs):
        shape.encode(replace(Vocabulary(), languages=deep))
    with pytest.raises(NotOurs):
        shape.encode([])


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 7},
        {"players": (1,)},
        {"players": (1, "2")},
        {"languages": ["en", 3]},
        {"languages": "en"},
        {"title": {"en": None}},
        {"title": {1: "x"}},
        {"start": Verb("a", None, {}, None, None, ())},
        {"score": Formula(SCORE, [], Const(NUMBER, "__import__('os')"))},
        {"score": Formula(SCORE, [], Const("exit", 1))},
        {"score": Formula(SCORE, [], Compare("or exit (me) or", Const(NUMBER, 1), Const(NUMBER, 2)))},
        {"score": Formula(SCORE, [], Arith("+ print('x') +", Const(NUMBER, 1), Const(NUMBER, 2)))},
        {"score": Formula("score", [], Const(NUMBER, 1))},
        {"start": Routine(START, [], body=Body(["print(1)"]))},
        {"start": Routine(START, [], body=Body([{"key": 'x"; import os'}]))},
    ],
)
def test_data_that_is_not_as_declared_is_not_read(wrong):
    shape = vocabulary_shape()
    written = shape.encode(replace(Vocabulary(), **wrong))
    with pytest.raises(NotOurs):
        shape.decode(written)


def test_no_bytes_but_ours_are_read_and_none_are_dangerous():
    shape = vocabulary_shape()
    whole = shape.encode(interpreter.load("pig").vocabulary)
    for stop in range(0, len(whole), 97):
        with pytest.raises(NotOurs):
            shape.decode(whole[:stop])
    with pytest.raises(NotOurs):
        shape.decode(whole + b"\0")
    source = Random(3)
    survived = 0
    for _ in range(3000):
        spoilt = bytearray(whole)
        for _ in range(source.randint(1, 4)):
            spoilt[source.randrange(len(spoilt))] = source.randrange(256)
        try:
            made = shape.decode(bytes(spoilt))
        except NotOurs:
            continue
        survived += 1
        assert type(made) is Vocabulary
        shape.encode(made)  # everything in it is of a known class
    assert survived, "a letter of a text may change unnoticed here: the seal is what notices"
    for pickled in (b"\x80\x05cos\nsystem\n(S'true'\ntR.", b"", b"\xff" * 4096, b"[" * 100_000):
        with pytest.raises(NotOurs):
            shape.decode(pickled)


# ----------------------------------------------------------------------------------------------- what may stand in its place


def _entries(pebbles):
    return sorted((pebbles.parent / "cache" / "rulewright").iterdir())


@pytest.fixture
def entry(pebbles):
    """The entry of a pack that was loaded once."""
    interpreter.load(str(pebbles))
    (path,) = _entries(pebbles)
    return path


def _reads_afresh(pebbles, monkeypatch):
    """Whether loading reads the pack's documents again."""
    read = []
    whole = pipeline.read_stack
    monkeypatch.setattr(pipeline, "read_stack", lambda *given, **more: read.append(1) or whole(*given, **more))
    interpreter.load(str(pebbles))
    monkeypatch.setattr(pipeline, "read_stack", whole)
    return bool(read)


def test_an_entry_saves_reading_the_pack(pebbles, entry, monkeypatch):
    assert not _reads_afresh(pebbles, monkeypatch)


def test_folder_and_entry_are_the_users_alone(pebbles, entry):
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    assert stat.S_IMODE(entry.parent.stat().st_mode) == 0o700


def test_an_entry_is_worth_nothing_under_another_name(pebbles, entry, monkeypatch, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(PEBBLES, other)
    interpreter.load(str(other))
    stranger = max((path for path in _entries(pebbles) if path != entry), key=lambda path: path.stat().st_size)
    entry.write_bytes(stranger.read_bytes())
    assert _reads_afresh(pebbles, monkeypatch)
    assert not _reads_afresh(pebbles, monkeypatch), "and is replaced"


def _replaced_by_pipe(entry):
    os.mkfifo(entry)


def _replaced_by_link(entry):
    kept = entry.with_name("elsewhere")
    kept.write_bytes(b"x")
    entry.symlink_to(kept)


def _replaced_by_device_link(entry):
    entry.symlink_to("/dev/zero")


def _replaced_by_huge_file(entry):
    with entry.open("wb") as file:
        file.truncate(2 * 1024**3)


def _replaced_by_nothing_readable(entry):
    entry.write_bytes(b"\0" * 100)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
@pytest.mark.parametrize(
    "replaced",
    [
        _replaced_by_pipe,
        _replaced_by_link,
        _replaced_by_device_link,
        _replaced_by_huge_file,
        _replaced_by_nothing_readable,
    ],
)
def test_anything_else_in_the_place_of_an_entry_is_replaced_and_not_waited_for(pebbles, entry, monkeypatch, replaced):
    entry.unlink()
    replaced(entry)
    begun = time.monotonic()
    assert _reads_afresh(pebbles, monkeypatch)
    assert time.monotonic() - begun < 5
    assert entry.is_file() and not entry.is_symlink()
    assert not _reads_afresh(pebbles, monkeypatch)


def test_a_folder_in_the_place_of_an_entry_is_no_trouble(pebbles, entry, monkeypatch):
    before = _entries(pebbles)
    entry.unlink()
    (entry / "full").mkdir(parents=True)
    assert _reads_afresh(pebbles, monkeypatch)
    assert _entries(pebbles) == before, "nothing is left beside it"


def test_a_sealed_entry_of_other_content_is_rebuilt(pebbles, entry, monkeypatch):
    content = b"cos\nsystem\n(S'echo caught > caught'\ntR."
    key = memory._key(*pack_digest(gather(str(pebbles))))
    entry.write_bytes(own_key.sealed(key, content) + content)
    assert _reads_afresh(pebbles, monkeypatch)
    assert not Path("caught").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_folder_that_others_can_write_is_not_used(pebbles, entry, monkeypatch, mode):
    entry.parent.chmod(mode)
    assert _reads_afresh(pebbles, monkeypatch)
    assert _reads_afresh(pebbles, monkeypatch)
    entry.parent.chmod(0o700)
    assert not _reads_afresh(pebbles, monkeypatch)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners")
def test_a_folder_of_somebody_else_is_not_used(pebbles, entry, monkeypatch):
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert _reads_afresh(pebbles, monkeypatch)


def test_a_link_in_the_place_of_the_folder_is_not_followed(pebbles, monkeypatch):
    cache = pebbles.parent / "cache"
    (cache / "elsewhere").mkdir(parents=True)
    (cache / "rulewright").symlink_to(cache / "elsewhere")
    assert _reads_afresh(pebbles, monkeypatch)
    assert not list((cache / "elsewhere").iterdir())


@pytest.mark.parametrize("cache", ["relative/cache", ""])
def test_a_relative_cache_folder_is_not_one(pebbles, monkeypatch, cache, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    interpreter.load(str(pebbles))
    assert not (tmp_path / "relative").exists()
    assert (tmp_path / "home" / ".cache" / "rulewright").is_dir()


def test_a_user_without_a_home_plays_without_memory(pebbles, monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME")

    def nowhere():
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", nowhere)
    assert interpreter.load(str(pebbles)).id == "pebbles"


@pytest.mark.parametrize("failing", ["write", "close", "replace"])
def test_a_full_disk_leaves_nothing_behind(pebbles, entry, monkeypatch, failing):
    before, every = entry.read_bytes(), _entries(pebbles)
    (pebbles / "NOTES.md").write_text("another content")

    def full(*given, **more):
        raise OSError(errno.ENOSPC, "No space left on device")

    if failing == "replace":
        monkeypatch.setattr(os, "replace", full)
    else:
        opened = os.fdopen

        def fdopen(handle, mode):
            file = opened(handle, mode)
            if mode != "wb":
                return file
            double = MagicMock(wraps=file)
            double.__enter__.return_value = double
            setattr(double, failing, full)
            double.__exit__.side_effect = lambda *_: (file.close(), full())[1] if failing == "close" else file.close()
            return double

        monkeypatch.setattr(os, "fdopen", fdopen)
    assert interpreter.load(str(pebbles)).id == "pebbles"
    assert _entries(pebbles) == every
    assert entry.read_bytes() == before


def test_what_was_left_half_written_goes_and_only_the_newest_stay(pebbles, entry):
    place = entry.parent
    old = time.time() - 100_000
    left = place / f"{'a' * 40}.99999.tmp"
    fresh = place / f"{'b' * 40}.99998.tmp"
    foreign = place / "README"
    for path in (left, fresh, foreign):
        path.write_bytes(b"x")
    os.utime(left, (old, old))
    for number in range(memory.MOST_ENTRIES + 16):
        path = place / f"{number:040x}"
        path.write_bytes(b"x")
        os.utime(path, (old + number, old + number))
    (pebbles / "NOTES.md").write_text("another content")
    interpreter.load(str(pebbles))
    names = {path.name for path in _entries(pebbles)}
    assert left.name not in names
    assert {fresh.name, foreign.name, entry.name} <= names
    assert sum(len(name) == 40 for name in names) == memory.MOST_ENTRIES
    assert f"{0:040x}" not in names and f"{memory.MOST_ENTRIES + 15:040x}" in names


@pytest.mark.skipif(os.utime not in os.supports_fd, reason="a file that is open cannot be told so here")
def test_what_is_in_use_is_not_pushed_out_by_what_was_kept_once(pebbles, entry):
    old = time.time() - 100_000
    os.utime(entry, (old, old))
    interpreter.load(str(pebbles))
    for number in range(memory.MOST_ENTRIES - 1):
        path = entry.parent / f"{number:040x}"
        path.write_bytes(b"x")
        os.utime(path, (old + 1, old + 1))
    (pebbles / "NOTES.md").write_text("another content")
    interpreter.load(str(pebbles))
    assert entry in _entries(pebbles)


def test_what_is_kept_altogether_has_a_size(pebbles, entry, monkeypatch):
    """The newest entries stay as long as there is room for them."""
    large = entry.parent / f"{7:040x}"
    large.write_bytes(b"x" * 100_000)
    old = time.time() - 100_000
    os.utime(large, (old, old))
    monkeypatch.setattr(memory, "MOST_BYTES", 90_000)
    (pebbles / "NOTES.md").write_text("another content")
    interpreter.load(str(pebbles))
    names = {path.name for path in _entries(pebbles)}
    assert large.name not in names
    assert any(len(name) == 40 for name in names)
