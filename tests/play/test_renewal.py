"""A pack of which a few files have changed: what is found out by looking at these alone is what the whole pack says."""

import random
import re
import shutil
from pathlib import Path

import pytest

from interpreter.check.remembered import vocabulary_shape
from interpreter.check.renewed import KINDS, renewed
from interpreter.play.pipeline import checked, opened
from interpreter.source import gather, memory, read_beside, read_stack
from interpreter.source.find import shipped_packs
from interpreter.source.names import MANIFEST, kind_of

CONTENT = Path(__file__).parents[2] / "content"
PACKS = {"daimyo": 6, "five_kingdoms": 8, "pig": 8}
"""Changes tried for each pack."""


def judged(folder):
    """What the whole pack says."""
    return checked(read_stack(gather(str(folder)), game_only=True))


def difference(one, other, path="vocabulary"):
    """Where two vocabularies differ, told by everything that is kept of them; nothing where they do not."""
    fields = vocabulary_shape().fields
    waiting = [(one, other, path)]
    while waiting:
        one, other, path = waiting.pop()
        if type(one) is not type(other):
            return path
        if type(one) in fields:
            names = [name for name in fields[type(one)] if name != "reads"]  # what was asked for the first time
            waiting += [(getattr(one, name), getattr(other, name), f"{path}.{name}") for name in names]
        elif isinstance(one, dict):
            if list(one) != list(other):
                return path
            waiting += [(one[key], other[key], f"{path}[{key!r}]") for key in one]
        elif isinstance(one, list | tuple):
            if len(one) != len(other):
                return path
            waiting += [(a, b, f"{path}[{at}]") for at, (a, b) in enumerate(zip(one, other, strict=True))]
        elif one != other:
            return path
    return ""


def judged_alone(base, folder, path):
    """What the changed file alone says, beside what was kept."""
    before = vocabulary_shape().decode(base)
    return renewed(before, read_beside(gather(str(folder)), {MANIFEST, path}))


PLACES = re.compile(r"\b\d+\b|\bgain\b|\bmay:|\bif\b|\bmy\b|, fr: [^},]+|^ *- ", re.MULTILINE)
WORDS = {"gain": "lose", "may:": "mya:", "if": "if not", "my": "mine"}


def changed(text, rng):
    """A file with one thing changed: mostly it is sound afterwards, sometimes not."""
    place = rng.choice(list(PLACES.finditer(text)))
    word = place[0]
    new = str(int(word) + rng.choice((1, 2, -1))) if word.isdecimal() else WORDS.get(word, f"{word}x")
    return text[: place.start()] + new + text[place.end() :]


def a_file_alone_says_what_the_whole_pack_says(folder, changes):
    """Change a pack again and again; give how often the changed file alone could tell."""
    rng, told = random.Random(folder.name), 0
    base = vocabulary_shape().encode(judged(folder).vocabulary)
    paths = sorted(path for path in gather(str(folder)).layers[0].gathered.files if kind_of(path) in KINDS)
    for number in range(changes):
        path = rng.choice(paths)
        file = folder / path
        before = file.read_text("utf-8")
        file.write_text(f"# a line\n{before}" if number < 2 else changed(before, rng), "utf-8")
        try:
            whole, alone = judged(folder), judged_alone(base, folder, path)
        finally:
            file.write_text(before, "utf-8")
        assert alone is None or not whole.diagnostics, (path, whole.diagnostics)
        assert alone is None or not difference(alone, whole.vocabulary), path
        told += alone is not None
    return told


@pytest.mark.parametrize("name", PACKS)
def test_a_file_alone_says_what_the_whole_pack_says(name, tmp_path):
    folder = shutil.copytree(CONTENT / name, tmp_path / name)
    assert a_file_alone_says_what_the_whole_pack_says(folder, PACKS[name]) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(name for name in shipped_packs() if len(gather(name).layers) == 1))
def test_a_file_alone_says_what_the_whole_pack_says_often(name, tmp_path):
    a_file_alone_says_what_the_whole_pack_says(shutil.copytree(CONTENT / name, tmp_path / name), 100)


# ---- with the folder in which things are kept


@pytest.fixture
def pig(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "pig"
    shutil.copytree(CONTENT / "pig", folder)
    opened(gather(str(folder)))
    return folder


def change(folder):
    path = next(path for path in sorted(folder.rglob("*.yaml")) if path.parent.name == "rules")
    path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")
    return path.relative_to(folder).as_posix()


def read_for(folder):
    """Open a pack; which of its files were read, and what it says."""
    stack = gather(str(folder))
    found = opened(stack)
    return set(stack.layers[0].gathered.read), found


def test_only_the_changed_file_is_read(pig):
    assert read_for(pig)[0] == set()
    path = change(pig)
    read, found = read_for(pig)
    assert read == {MANIFEST, path}
    assert not found.diagnostics
    assert not difference(found.vocabulary, judged(pig).vocabulary)


def test_a_pack_opened_again_as_it_is_is_kept_whole(pig):
    change(pig)
    assert read_for(pig)[0]
    assert read_for(pig)[0]
    assert read_for(pig)[0] == set()
    assert not difference(read_for(pig)[1].vocabulary, judged(pig).vocabulary)


def test_a_second_change_is_judged_beside_the_first(pig):
    change(pig)
    read_for(pig)
    change(pig)
    read, found = read_for(pig)
    assert len(read) == 2
    assert not difference(found.vocabulary, judged(pig).vocabulary)


def test_another_file_more_or_less_or_of_another_kind_is_read_with_all(pig):
    files = gather(str(pig)).layers[0].gathered.files
    every = {path for path in files if kind_of(path) in (*KINDS, "pack", "model", "text")}
    model = pig / "model.yaml"
    model.write_text(model.read_text("utf-8") + "# changed\n", "utf-8")
    assert read_for(pig)[0] == every
    (pig / "rules" / "more.yaml").write_text("- table: more_points\n  values: [1, 2]\n  source: designed\n", "utf-8")
    assert read_for(pig)[0] == every | {"rules/more.yaml"}


def test_what_is_wrong_is_told_as_ever(pig):
    path = pig / change(pig)
    path.write_text(path.read_text("utf-8").replace("gain", "gian", 1), "utf-8")
    _, found = read_for(pig)
    assert found.diagnostics
    assert found.diagnostics == judged(pig).diagnostics


def test_damaged_notes_are_no_notes(pig, tmp_path):
    change(pig)
    for entry in memory.folder().iterdir():
        entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    read, found = read_for(pig)
    assert len(read) > 2
    assert not difference(found.vocabulary, judged(pig).vocabulary)
