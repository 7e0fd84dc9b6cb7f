"""The first turn explained: it fits the game, says something at every step of the learner, and can be left and found again."""

import shutil
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.play.pack import load
from interpreter.play.tutorial import NoLesson, lesson_of, read_tutorial

ROOT = Path(__file__).parents[2]
TAUGHT = ["daimyo", "five_kingdoms"]


def begun(pack):
    known = read_tutorial(pack)
    return pack.new_game(known.players, known.seed, known.options)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_lesson_is_played_to_its_end(name):
    pack = shared_pack(name)
    lesson, game = lesson_of(pack), begun(pack)
    numbers = []
    while (said := lesson.at(game)) is not None:
        if game.decision.seat == 0:
            numbers.append(said.number)
            assert all(said.words.get(lang) for lang in pack.vocabulary.languages)
            assert said.count == sum(step.seat == 0 for step in lesson.tutorial.steps)
        game.choose(said.index)
    assert numbers == list(range(1, said_count(lesson) + 1))
    assert lesson.ends(game) and game.decision is not None
    assert all(lesson.tutorial.end.get(lang) for lang in pack.vocabulary.languages)


def said_count(lesson):
    return sum(step.seat == 0 for step in lesson.tutorial.steps)


def test_who_picks_something_else_has_left_it_and_undo_leads_back():
    pack = shared_pack("five_kingdoms")
    lesson, game = lesson_of(pack), begun(pack)
    said = lesson.at(game)
    game.choose(said.index)
    second = lesson.at(game)
    other = next(index for index in range(len(game.decision.options)) if index != second.index)
    game.choose(other)
    assert lesson.at(game) is None and not lesson.fits(game)
    if game.can_undo:
        game.undo()
        assert lesson.at(game) == second


def test_another_game_is_none_of_it():
    pack = shared_pack("five_kingdoms")
    lesson = lesson_of(pack)
    assert lesson.at(pack.new_game(2, lesson.tutorial.seed + 1)) is None
    assert lesson.at(pack.new_game(2, lesson.tutorial.seed, {"open_discard": True})) is None


def test_a_pack_above_has_no_lesson_of_the_pack_below():
    assert lesson_of(shared_pack("five_kingdoms_ruins")) is None
    assert lesson_of(shared_pack("pig")) is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pick: cell_2_2", "pick: cell_9_9", "`cell_9_9` is not offered (offered: cell_1_1, cell_2_2, cell_3_3)"),
        ("by: p2\n    pick: cell_2_3", "pick: cell_2_3", "p2 decides here, not p1"),
        ("players: 2", "players: 5", "five_kingdoms is for 2 to 2 players, not 5"),
    ],
)
def test_a_lesson_that_does_not_fit_is_told(tmp_path, old, new, said):
    shutil.copytree(
        ROOT / "content/five_kingdoms", tmp_path / "five_kingdoms", ignore=shutil.ignore_patterns("scenarios")
    )
    file = tmp_path / "five_kingdoms/tutorial.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    with pytest.raises(NoLesson) as wrong:
        lesson_of(load(str(tmp_path / "five_kingdoms")))
    assert said in str(wrong.value)
    assert wrong.value.span.file.endswith("tutorial.yaml")
