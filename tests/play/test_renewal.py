"""A pack of which a few files have changed: what is found out by looking at these alone is what the whole pack says."""

import random
import re
import shutil
from pathlib import Path

import layered
import pytest

from interpreter.check.remembered import vocabulary_shape
from interpreter.check.renewed import KINDS
from interpreter.play.pipeline import checked, opened
from interpreter.play.renewal import noted, renewed_by
from interpreter.source import Together, gather, memory, read_stack
from interpreter.source.find import shipped_packs
from interpreter.source.names import MANIFEST, kind_of

CONTENT = Path(__file__).parents[2] / "content"
PACKS = {
    ("daimyo",): 4,
    ("five_kingdoms",): 6,
    ("pig",): 8,
    ("daimyo_weather",): 5,
    ("ancient_world_markets",): 5,
    ("five_kingdoms_ruins",): 5,
    ("daimyo_weather", "daimyo_alliances"): 3,
}
"""Changes tried for each pack, and for packs together."""


def judged(asked):
    """What the whole pack says."""
    return checked(read_stack(gather(asked), game_only=True))


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


PLACES = re.compile(r"\b\d+\b|\bgain\b|\bmay:|\bif\b|\bmy\b|, fr: [^},]+|^ *- ", re.MULTILINE)
WORDS = {"gain": "lose", "may:": "mya:", "if": "if not", "my": "mine"}


def changed(text, rng):
    """A file with one thing changed: mostly it is sound afterwards, sometimes not."""
    place = rng.choice(list(PLACES.finditer(text)))
    word = place[0]
    new = str(int(word) + rng.choice((1, 2, -1))) if word.isdecimal() else WORDS.get(word, f"{word}x")
    return text[: place.start()] + new + text[place.end() :]


class Copies:
    """Copies of packs in a folder, to change files of them: those that are asked for, not those they stand on."""

    def __init__(self, tmp_path, names):
        self.folders = [shutil.copytree(CONTENT / name, tmp_path / name) for name in names]
        first, *others = map(str, self.folders)
        self.asked = Together(first, tuple(others)) if others else first
        self.before = judged(self.asked)
        assert not self.before.diagnostics
        self.base = vocabulary_shape().encode(self.before.vocabulary)
        stack = gather(self.asked)
        read_stack(stack, game_only=True)  # so that it is known how many values there are
        self.lately = noted(stack, "", self.before.source)

    def files(self):
        return sorted(file for folder in self.folders for of in KINDS for file in folder.glob(f"{of}/*.yaml"))

    def judged_alone(self):
        """What the changed file alone says, beside what was kept."""
        return renewed_by(vocabulary_shape().decode(self.base), self.lately, gather(self.asked), "")


def a_file_alone_says_what_the_whole_pack_says(copies, changes):
    """Change a pack again and again; give how often the changed file alone could tell."""
    rng, told = random.Random(copies.folders[0].name), 0
    for number in range(changes):
        file = rng.choice(copies.files())
        before = file.read_text("utf-8")
        file.write_text(f"# a line\n{before}" if number < 2 else changed(before, rng), "utf-8")
        try:
            whole, alone = judged(copies.asked), copies.judged_alone()
        finally:
            file.write_text(before, "utf-8")
        if alone is not None:
            vocabulary, note = alone
            assert not whole.diagnostics, (file, whole.diagnostics)
            assert not difference(vocabulary, whole.vocabulary), file
            assert note.written == whole.source.seams.written
            assert (note.groups, note.heads) == (whole.source.seams.groups, whole.source.seams.heads)
            told += 1
    return told


@pytest.mark.parametrize("names", PACKS, ids="+".join)
def test_a_file_alone_says_what_the_whole_pack_says(names, tmp_path):
    assert a_file_alone_says_what_the_whole_pack_says(Copies(tmp_path, names), PACKS[names]) >= 2


STACKS = [("daimyo_weather", "daimyo_alliances")]


@pytest.mark.soak
@pytest.mark.parametrize("names", [*((name,) for name in shipped_packs()), *STACKS], ids="+".join)
def test_a_file_alone_says_what_the_whole_pack_says_often(names, tmp_path):
    a_file_alone_says_what_the_whole_pack_says(Copies(tmp_path, names), 100)


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
    assert not difference(found.vocabulary, judged(str(pig)).vocabulary)


def test_a_pack_opened_again_as_it_is_is_kept_whole(pig):
    change(pig)
    assert read_for(pig)[0]
    assert read_for(pig)[0]
    assert read_for(pig)[0] == set()
    assert not difference(read_for(pig)[1].vocabulary, judged(str(pig)).vocabulary)


def test_a_second_change_is_judged_beside_the_first(pig):
    change(pig)
    read_for(pig)
    change(pig)
    read, found = read_for(pig)
    assert len(read) == 2
    assert not difference(found.vocabulary, judged(str(pig)).vocabulary)


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
    assert found.diagnostics == judged(str(pig)).diagnostics


def test_damaged_notes_are_no_notes(pig, tmp_path):
    change(pig)
    for entry in memory.folder().iterdir():
        entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    read, found = read_for(pig)
    assert len(read) > 2
    assert not difference(found.vocabulary, judged(str(pig)).vocabulary)


# ---- packs on packs


@pytest.fixture
def on_base(tmp_path, monkeypatch):
    """Two packs on a small one, with a cache of their own: one has new heroes, one goes around a rule."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files = {
        "more": {
            "cards/new.yaml": "hero:\n  - {id: monk, name: Monk, cost: 1, source: designed, effect: gain 1 gold for work}\n",
            "cards/old.yaml": "hero:\n  - {change: baker, cost: 4}\n",
        },
        "other": {
            "rules/other.yaml": "- change: verb take a turn\n  effect: |\n    as before\n    gain 1 gold for work\n",
        },
    }
    layered.write(tmp_path, files)
    asked = Together(str(tmp_path / "more"), (str(tmp_path / "other"),))
    assert not opened(gather(asked)).diagnostics
    return tmp_path, asked


def read_of(asked):
    """Open packs; the files that were read for it, and what they say."""
    stack = gather(asked)
    found = opened(stack)
    return {f"{layer.id}/{path}" for layer in stack.layers for path in layer.gathered.read} - MANIFESTS, found


MANIFESTS = {f"{name}/{MANIFEST}" for name in ("base", "more", "other")}


def change_line(file, old, new):
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "read"),
    [
        ("more/cards/new.yaml", "gain 1", "gain 2", {"more/cards/new.yaml"}),
        ("more/cards/old.yaml", "cost: 4", "cost: 5", {"base/cards/all.yaml", "more/cards/old.yaml"}),
        ("base/cards/all.yaml", "gain 2 gold", "gain 3 gold", {"base/cards/all.yaml", "more/cards/old.yaml"}),
        ("other/rules/other.yaml", "gain 1", "gain 2", {"base/rules/game.yaml", "other/rules/other.yaml"}),
    ],
)
def test_of_packs_on_packs_only_the_changed_file_and_what_it_is_about_is_read(on_base, file, old, new, read):
    folder, asked = on_base
    change_line(folder / file, old, new)
    for _ in range(2):
        seen, found = read_of(asked)
        assert seen == read
        assert not found.diagnostics
        assert not difference(found.vocabulary, judged(asked).vocabulary)
    assert read_of(asked)[0] == set(), "kept whole"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("more/cards/old.yaml", "change: baker", "change: smith"),
        ("more/cards/old.yaml", "change: baker, cost: 4", "remove: baker"),
        ("more/cards/new.yaml", "id: monk", "id: nun"),
        ("more/cards/new.yaml", "id: monk", "id: smith"),
        ("other/rules/other.yaml", "as before\n    gain", "if 1 is 2:\n      as before\n    gain"),
        ("other/rules/other.yaml", "effect: |\n    as before\n    gain", "after: |\n    gain"),
        ("base/cards/all.yaml", "id: baker", "id: cook"),
        ("more/cards/new.yaml", "gain 1 gold", "gain 1 golt"),
    ],
)
def test_of_packs_on_packs_what_matters_elsewhere_is_told_by_all(on_base, file, old, new):
    folder, asked = on_base
    change_line(folder / file, old, new)
    seen, found = read_of(asked)
    assert len(seen) > 3
    whole = judged(asked)
    assert [one.message for one in found.diagnostics] == [one.message for one in whole.diagnostics]
    assert whole.diagnostics or not difference(found.vocabulary, whole.vocabulary)
