"""What users see is as it was kept: daily a fixed share of it, on `make soak` all (`python -m tests.held compare`)."""

import pytest

from tests.held import games
from tests.held.differences import differences, told
from tests.held.judge import made
from tests.held.records import KEPT, all_kept, keep, kept, place, records

DAILY = [path for path, one in records().items() if one.daily]
OTHERS = [path for path, one in records().items() if not one.daily or one.beginning]
GAME = "games/five_kingdoms/2_game_1"


@pytest.mark.parametrize("path", DAILY)
def test_it_is_as_it_was(path):
    _, _, found = made(path, daily=True)
    assert not found, told(found)


@pytest.mark.soak
@pytest.mark.parametrize("path", OTHERS)
def test_all_of_it_is_as_it_was(path):
    _, _, found = made(path)
    assert not found, told(found)


def test_everything_is_kept_and_nothing_else():
    """A pack, a language or a number of players that comes along is held from then on; what is gone is not kept."""
    every = {*records(), *(path.replace("games/", "boards/", 1) for path in records())}
    assert {*all_kept(KEPT)} <= every
    assert {*records()} <= {*all_kept(KEPT)}


def test_what_is_kept_is_small():
    assert sum(place(KEPT, path).stat().st_size for path in all_kept(KEPT)) < 8_000_000


# ---- it can fail


def changed(before, old, new, many=1):
    assert old in before, f"nothing says {old!r}"
    return before.replace(old, new, many)


def test_another_order_of_options_is_told_with_its_step():
    before = kept(KEPT, GAME)
    lines = before.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("12 p"))
    offer = lines[at + 1]
    lines[at + 1] = "  " + " ".join(reversed(offer.split()))
    assert lines[at + 1] != offer
    found = differences(GAME, before, "\n".join(lines) + "\n")
    assert found == [(f"{GAME} · step 12", (offer, lines[at + 1]))]


def test_another_word_is_told_with_its_language():
    before = kept(KEPT, GAME)
    line = next(line for line in before.splitlines() if line.startswith("  .") and line.count(games.BETWEEN) == 2)
    en, fr, de = line.split(games.BETWEEN)
    other = games.BETWEEN.join([en, fr + " !", de])
    where, pair = differences(GAME, before, changed(before, line, other))[0]
    assert where.endswith("· fr") and pair == (line, other)


def test_another_board_is_told_with_its_step():
    path = GAME.replace("games/", "boards/")
    before = kept(KEPT, path)
    lines = before.splitlines()
    lines[7] = "0" * 8
    [(where, _)] = differences(path, before, "\n".join(lines) + "\n")
    assert where == f"{path} · step 7"


def test_what_one_seat_sees_is_in_its_mark():
    """The same game, where one piece lies elsewhere for one seat only: the mark of that view is another."""
    setting = games.Setting(("five_kingdoms",), 2)
    seen = []

    def marks(name, data):
        seen.append((name, str(data)))
        return "other" if name.startswith("step 3 p2.") else "same"

    lines = games.played(setting, 1, marks, 4).lines
    assert sum("other" in line for line in lines) == 1
    assert {name for name, _ in seen} >= {f"step 3 {who}.json" for who in ("watcher", "p1", "p2")}


def test_a_difference_in_many_places_is_shown_once():
    text = told([("a/b · step 1", ("x", "y")), ("a/c · step 2", ("x", "y")), ("a/c · step 3", ("x", "z"))])
    assert "-- a/b · step 1 and 1 more places\n  - x\n  + y" in text and text.endswith("differences: 3 in a")


def test_a_changed_rule_is_seen(tmp_path, monkeypatch):
    """From the pack to the verdict: a copy of a pack with another number in a rule, another word and another order."""
    import shutil

    import interpreter

    def altered(old, new):
        folder = tmp_path / str(len(list(tmp_path.iterdir()))) / "pig"
        shutil.copytree(games.CONTENT / "pig", folder)
        written = [*sorted((folder / "rules").iterdir()), *sorted((folder / "text").iterdir())]
        path = next(path for path in written if old in path.read_text(encoding="utf-8"))
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        pack = interpreter.load(folder)
        with monkeypatch.context() as patched:
            patched.setattr(games, "loaded", lambda _names: pack)
            return made("games/pig/2_game_1")[2]

    assert not altered("begin turn", "begin turn")
    for old, new in ALTERED:
        assert altered(old, new), f"{new} is not noticed"


ALTERED = [
    (
        "      choose one:\n        roll: roll the die\n        hold: bank the pot",
        "      choose one:\n        hold: bank the pot\n        roll: roll the die",
    ),
    ("gain the_die.pips pot", "gain the_die.pips + 1 pot"),
    ("  roll: Würfeln", "  roll: Werfen"),
    ("my.points >= 100", "my.points >= 60"),
]


def test_a_record_can_be_kept_and_read_again(tmp_path):
    keep(tmp_path, "a/b.fr", "l’été\n")
    assert kept(tmp_path, "a/b.fr") == "l’été\n" and all_kept(tmp_path) == ["a/b.fr"]
    assert kept(tmp_path, "a/c") is None
