"""The rule books of the shipped packs: every rule is told in some chapter, every term means something, in every language."""

import re
import shutil
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.play.glossary import engine_words, glossary
from interpreter.play.pack import load
from interpreter.play.rulebook import PARTS, cites, read_rulebook, rule_ids

ROOT = Path(__file__).parents[2]
PACKS = sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml"))


@pytest.fixture(params=PACKS)
def pack(request):
    return shared_pack(request.param)


def test_every_rule_is_told_in_a_chapter(pack):
    cited = [rule for chapter in read_rulebook(pack).chapters for rule in chapter.rules]
    assert [one for one in sorted(rule_ids(pack.source)) if not any(cites(rule, one) for rule in cited)] == []


def test_every_chapter_cites_rules_or_gives_advice(pack):
    chapters = read_rulebook(pack).chapters
    assert chapters
    assert {chapter.id for chapter in chapters if not chapter.rules} <= {"advice"}


def test_every_chapter_has_words_in_every_language(pack):
    for chapter in read_rulebook(pack).chapters:
        assert {part.form for part in chapter.parts} <= set(PARTS)
        for lang in pack.vocabulary.languages:
            texts = [cell.get(lang) for part in chapter.parts for row in part.rows for cell in row]
            assert chapter.title.get(lang) and all(texts)
            assert all(text.count("**") % 2 == 0 and text.count("`") % 2 == 0 for text in texts), chapter.id


def test_the_words_of_a_language_are_its_own(pack):
    """Whole sentences are translated: names and numbers may be the same."""
    for lang in pack.vocabulary.languages[1:]:
        for chapter in read_rulebook(pack).chapters:
            texts = [cell for part in chapter.parts for row in part.rows for cell in row]
            assert [text.en for text in texts if len(text.en) > 30 and text.en == text.get(lang)] == []


def test_every_term_on_the_board_is_in_the_glossary(pack):
    v = pack.vocabulary
    known = {one.name for one in glossary(pack, read_rulebook(pack).meanings)}
    for decl in v.hosts():
        shown = [var.name for var in decl.vars.values() if not var.quiet and not var.name.startswith("(")]
        shown += [zone.name for zone in decl.zones.values() if not zone.quiet]
        shown += [field.name for field in decl.fields.values() if field.show]
        shown += [value.name for value in v.named_values() if value.show and value.of == decl.name]
        assert set(shown) <= known, decl.name


def test_the_glossary_has_words_in_every_language(pack):
    for lang in pack.vocabulary.languages:
        for one in glossary(pack, read_rulebook(pack).meanings):
            assert one.word.get(lang) and one.text.get(lang) and not re.search(r"-1\b", one.text.get(lang))
        assert all(one.get(lang) for one in engine_words(pack))


def test_only_words_that_cards_say_are_explained():
    assert [one.en.partition(":")[0] for one in engine_words(shared_pack("tic_tac_toe"))] == [
        "move",
        "the game ends",
        "win the game",
    ]


def test_a_pack_above_adds_its_chapters_behind():
    below, above = (
        read_rulebook(shared_pack("daimyo")),
        read_rulebook(load("daimyo", with_=["daimyo_weather", "daimyo_alliances"])),
    )
    ids = [chapter.id for chapter in above.chapters]
    assert ids[: len(below.chapters)] == [chapter.id for chapter in below.chapters]
    assert set(ids[len(below.chapters) :]) == {"weather", "alliances"}


def test_a_pack_above_may_give_a_chapter_other_words(tmp_path):
    (tmp_path / "rulebook").mkdir()
    (tmp_path / "pack.yaml").write_text(
        "id: loud_pig\nversion: 1.0.0\nlicense: MIT\nsource: designed\ntitle: Loud Pig\nrequires: {pig: '>=0.1'}\n"
    )
    (tmp_path / "rulebook/a.yaml").write_text("- {chapter: turn, title: Noise, text: [{say: Oink.}]}\n")
    chapters = {chapter.id: chapter for chapter in read_rulebook(load(str(tmp_path))).chapters}
    assert chapters["turn"].title.en == "Noise" and chapters["turn"].pack == "loud_pig"
    assert list(chapters) == ["goal", "turn", "advice"]
    assert load(str(tmp_path)).vocabulary.kinds.keys() == load("pig").vocabulary.kinds.keys()


def test_a_rule_book_is_no_part_of_the_game(tmp_path):
    shutil.copytree(ROOT / "content/pig", tmp_path / "pig")
    before = load(str(tmp_path / "pig")).digest
    shutil.rmtree(tmp_path / "pig/rulebook")
    assert load(str(tmp_path / "pig")).digest == before
    assert read_rulebook(load(str(tmp_path / "pig"))).chapters == []
