"""Saves: every damage is noticed, every failed write leaves the old save, every refusal says why."""

import errno
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from interpreter.languages import LANGUAGES, language
from interpreter.play import save as saving
from interpreter.play.save import Damage, PackPin, Save, SaveError, decode, encode, hold, read_save, write_save

SAVE = Save(
    packs=(PackPin("pebbles", "1.0.0", "pebbles", "ab" * 32),),
    options={"fast": True, "set": "basic", "size": 3},
    seed=7,
    players=("human", "greedy"),
    lang="fr",
    picks=(0, 3, 1, 12, 0, 7),
    state="cafe1234",
)
OLD = Save(SAVE.packs, SAVE.options, 1, SAVE.players, "en", (1,), "00")


def loaded(data):
    """Give what a damaged save still offers: None when it is refused, else (picks, damage)."""
    try:
        save, damage = decode(data, "x.rws")
    except SaveError:
        return None
    return save, damage


def test_a_save_comes_back_as_it_was():
    assert decode(encode(SAVE), "x") == (SAVE, None)


def test_every_truncation_is_noticed_and_the_good_steps_are_kept():
    data = encode(SAVE)
    for length in range(len(data)):
        found = loaded(data[:length])
        if found is None:
            continue
        save, damage = found
        assert damage is not None, length
        assert save.picks == SAVE.picks[: damage.good]
        assert save.state == "" or damage.good == len(SAVE.picks)


def test_every_flipped_bit_is_noticed():
    data = encode(SAVE)
    for place in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            found = loaded(bytes(changed))
            if found is None:
                continue
            save, damage = found
            assert damage is not None, (place, bit)
            assert save.picks == SAVE.picks[: damage.good]
            assert (save.seed, save.packs, save.options) == (SAVE.seed, SAVE.packs, SAVE.options)


def test_a_cut_save_offers_the_last_good_step():
    data = encode(SAVE)
    cut = data.index(b"pick 12")
    assert loaded(data[:cut])[1] == Damage(3)


def test_lines_swapped_removed_doubled_or_added_are_noticed():
    lines = encode(SAVE).splitlines(keepends=True)
    for changed in (
        [*lines[:2], lines[3], lines[2], *lines[4:]],
        [*lines[:2], *lines[3:]],
        [*lines[:3], lines[2], *lines[3:]],
        [*lines, lines[-1]],
        [*lines, b"\n"],
    ):
        assert loaded(b"".join(changed))[1] is not None


def forged(head, picks=b""):
    """Make a save with right seals around any head."""
    chain = saving._Chain()
    lines = [chain.seal(b"rulewright-save 1 0.1.0"), chain.seal(b"head " + head)]
    return b"".join([*lines, *(chain.seal(line) for line in picks.splitlines()), chain.seal(b"end 0 -")])


@pytest.mark.parametrize(
    "head",
    [
        b"", b"[]", b"nope", b"{}", b"[" * 100_000, b'{"seed": ' + b"9" * 5000 + b"}", b"\xff",
        b'{"packs":[["a","b","c","d"]],"options":{},"seed":-1,"players":["human"],"lang":"en"}',
        b'{"packs":[["a","b","c","d"]],"options":{},"seed":true,"players":["human"],"lang":"en"}',
        b'{"packs":[["a","b","c"]],"options":{},"seed":1,"players":["human"],"lang":"en"}',
        b'{"packs":[],"options":{},"seed":1,"players":["human"],"lang":"en"}',
        b'{"packs":[["a","b","c","d"]],"options":{"x":null},"seed":1,"players":["human"],"lang":"en"}',
        b'{"packs":[["a","b","c","d"]],"options":{"x":1.5},"seed":1,"players":["human"],"lang":"en"}',
        b'{"packs":[["a","b","c","d"]],"options":{},"seed":1,"players":[],"lang":"en"}',
        b'{"packs":[["a","b","c","d"]],"options":{},"seed":1,"players":[1],"lang":"en"}',
        b'{"packs":[["a","b","c","d"]],"options":{},"seed":1,"players":["human"],"lang":NaN}',
    ],
)  # fmt: skip
def test_a_forged_head_is_refused(head):
    with pytest.raises(SaveError) as caught:
        decode(forged(head), "x.rws")
    assert caught.value.code == "save/bad-field"


@pytest.mark.parametrize("pick", [b"pick -1", b"pick x", b"pick 99999999", b"pick 1 1", b"pick \xd9\xa3", b"what 1"])
def test_a_forged_pick_is_damage(pick):
    head = b'{"packs":[["a","b","c","d"]],"options":{},"seed":1,"players":["human"],"lang":"en"}'
    save, damage = decode(forged(head, pick), "x.rws")
    assert (save.picks, damage) == ((), Damage(0))


def test_a_newer_format_is_refused_with_its_version():
    line = saving._Chain().seal(f"rulewright-save {saving.FORMAT + 1} 9.5.0".encode())
    with pytest.raises(SaveError, match=r"made by version 9\.5\.0") as caught:
        decode(line, "x.rws")
    assert caught.value.code == "save/newer"


def test_files_that_are_no_saves_are_refused(tmp_path):
    note = tmp_path / "note.txt"
    for content in (b"", b"dear diary\n", b"\x00" * 100, b"rulewright"):
        note.write_bytes(content)
        with pytest.raises(SaveError):
            read_save(str(note))


def test_a_giant_is_refused_before_it_is_read(tmp_path):
    giant = tmp_path / "giant.rws"
    with giant.open("wb") as file:
        file.truncate(saving.MAX_BYTES * 40)
    with pytest.raises(SaveError, match="16 MB"):
        read_save(str(giant))


def test_written_and_read(tmp_path):
    path = str(tmp_path / "game.rws")
    write_save(path, OLD)
    write_save(path, SAVE)
    assert read_save(path) == (SAVE, None)
    assert os.listdir(tmp_path) == ["game.rws"]


def test_a_link_is_followed(tmp_path):
    (tmp_path / "link.rws").symlink_to(tmp_path / "real.rws")
    write_save(str(tmp_path / "link.rws"), SAVE)
    assert (tmp_path / "link.rws").is_symlink()
    assert read_save(str(tmp_path / "real.rws")) == (SAVE, None)


def bad_targets(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "note.txt").write_text("dear diary")
    return {
        str(tmp_path / "folder"): "save/is-a-folder",
        "/dev/null": "save/not-a-file",
        str(tmp_path / "note.txt"): "save/not-a-save",
        str(tmp_path / "no" / "x.rws"): "save/no-folder",
        str(tmp_path / "note.txt" / "x.rws"): None,
        str(tmp_path / ("x" * 300)): "save/refused",
        "a\0b": "save/refused",
    }


def test_bad_targets_are_refused_and_left_alone(tmp_path):
    for path, code in bad_targets(tmp_path).items():
        with pytest.raises(SaveError) as caught:
            write_save(path, SAVE)
        assert code in (None, caught.value.code), path
        assert "\0" not in str(caught.value)
    assert (tmp_path / "note.txt").read_text() == "dear diary"


def test_reading_what_is_not_there(tmp_path):
    with pytest.raises(SaveError, match="there is no save"):
        read_save(str(tmp_path / "x.rws"))
    with pytest.raises(SaveError, match="is a folder"):
        read_save(str(tmp_path))
    with pytest.raises(SaveError, match="device"):
        read_save("/dev/zero")


def test_what_cannot_be_read_is_not_refused_with_the_words_for_writing(tmp_path):
    for path, code in bad_targets(tmp_path).items():
        if code in ("save/is-a-folder", "save/not-a-file", "save/not-a-save"):
            with pytest.raises(SaveError) as caught:
                read_save(path)
            assert "name" not in str(caught.value).replace(path, "")
            assert "nommez" not in caught.value.text("fr") and "choisissez" not in caught.value.text("fr")


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.EPERM])
def test_a_read_only_folder_is_named(tmp_path, monkeypatch, code):
    # Raised by hand: for root no folder is read-only.
    def refuse(*_args):
        raise OSError(code, "no")

    monkeypatch.setattr(saving.os, "open", refuse)
    with pytest.raises(SaveError, match="read-only"):
        write_save(str(tmp_path / "x.rws"), SAVE)


class Failing:
    """Make the n-th of the calls that change the disk fail, or write less than asked."""

    def __init__(self, monkeypatch, nth, code):
        self.left, self.code, self.calls = nth, code, []
        for name in ("open", "write", "fsync", "replace"):
            monkeypatch.setattr(saving.os, name, self.wrap(name, getattr(os, name)))

    def wrap(self, name, real):
        def call(*args):
            self.calls.append(name)
            self.left -= 1
            if self.left == 0 and self.code is not None:
                raise OSError(self.code, os.strerror(self.code))
            if name == "write" and self.code is None:
                return real(args[0], bytes(args[1][:5]))
            return real(*args)

        return call


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_the_old_save_survives_a_failure_of_any_call(tmp_path, code):
    path = str(tmp_path / "game.rws")
    write_save(path, OLD)
    for nth in range(1, 20):
        with pytest.MonkeyPatch.context() as patch:
            failing = Failing(patch, nth, code)
            try:
                write_save(path, SAVE)
                failed = False
            except SaveError as error:
                failed = True
                assert error.code == ("save/disk-full" if code == errno.ENOSPC else "save/refused")
        # Only the sync of the folder may fail without a word: the new save is in place by then.
        assert read_save(path)[0] == (OLD if failed else SAVE)
        assert os.listdir(tmp_path) == ["game.rws"]
        write_save(path, OLD)
        if failing.left > 0:
            break
    else:
        pytest.fail("the run without a failure was never reached")


def test_short_writes_are_continued_and_fsync_comes_before_rename(tmp_path):
    path = str(tmp_path / "game.rws")
    with pytest.MonkeyPatch.context() as patch:
        failing = Failing(patch, 0, None)
        write_save(path, SAVE)
    assert read_save(path) == (SAVE, None)
    order = [name for name in failing.calls if name != "write"]
    assert order == ["open", "fsync", "replace", "open", "fsync"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a system without /dev/full")
def test_a_full_disk_leaves_the_old_save():
    path = "/dev/full"
    with pytest.raises(SaveError):
        write_save(path, SAVE)


def test_one_game_at_a_time(tmp_path):
    path = str(tmp_path / "game.rws")
    with hold(path), pytest.raises(SaveError, match="in use"), hold(path):
        pass
    with hold(path):
        pass
    assert os.listdir(tmp_path) == []


def test_a_game_that_fails_leaves_no_lock_behind(tmp_path):
    with pytest.raises(KeyError), hold(str(tmp_path / "game.rws")):
        raise KeyError
    assert os.listdir(tmp_path) == []


WRITER = """
import sys
sys.path.insert(0, {root!r})
from interpreter.play.save import Save, PackPin, write_save
pin = (PackPin("p", "1", "p", "0"),)
for n in range(100000):
    write_save(sys.argv[1], Save(pin, {{}}, 1, ("human",), "en", tuple(range(n)), str(n)))
    print(n, flush=True)
"""


@pytest.mark.parametrize("tenths", range(5))
def test_a_killed_writer_loses_nothing_acknowledged(tmp_path, tenths):
    path = str(tmp_path / "game.rws")
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    child = subprocess.Popen([sys.executable, "-c", WRITER.format(root=root), path], stdout=subprocess.PIPE, text=True)
    seen = [child.stdout.readline() for _ in range(5 + 13 * tenths)]
    child.send_signal(signal.SIGKILL)
    acknowledged = int((seen + child.stdout.read().split("\n")[:-1])[-1])
    child.stdout.close()
    child.wait()
    save, damage = read_save(path)
    assert damage is None
    assert len(save.picks) >= acknowledged


def test_every_error_speaks_every_language():
    facts = {"path": "x", "cause": "c", "version": "9", "format": 2, "ours": 1, "field": "f"}
    for code in language("en").saves:
        error = SaveError(code, **facts)
        assert len({error.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_messages_quote_short_and_escaped():
    assert "\\x1b" in str(SaveError("save/missing", path="a\x1b[31m"))
    assert len(str(SaveError("save/missing", path="x" * 500))) < 120


def test_a_long_seed_is_written_as_a_format_of_its_own():
    data = encode(replace(SAVE, seed=2**62 + 1))
    assert data.startswith(b"rulewright-save 3 ")
    assert decode(data, "x.rws")[0].seed == 2**62 + 1
    assert encode(replace(SAVE, seed=2**31 - 1)).startswith(b"rulewright-save 1 ")
    with pytest.raises(SaveError, match="seed"):
        decode(encode(replace(SAVE, seed=2**63)), "x.rws")
