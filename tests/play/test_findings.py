"""A game that is known is not read again; what stands beside it (scenarios, table, rule book) always is."""

import shutil
import subprocess
import sys

import layered
import pytest

from interpreter.play.findings import everything_wrong
from interpreter.source import documents
from interpreter.source.layers import resolve
from interpreter.source.names import kind_of
from interpreter.source.one_pack import BESIDE_THE_GAME
from interpreter.tools.reference import ROOT


@pytest.fixture
def pig(tmp_path, monkeypatch):
    """A copy of a small pack, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    shutil.copytree(ROOT / "content/pig", tmp_path / "pig")
    return tmp_path / "pig"


@pytest.fixture
def read(monkeypatch):
    """The paths of the documents that are read."""
    paths = []
    whole = documents.read_one

    def noted(file, path, *rest):
        paths.append(path)
        return whole(file, path, *rest)

    monkeypatch.setattr(documents, "read_one", noted)
    return paths


def codes(pack):
    return [one.code for one in everything_wrong(str(pack)).diagnostics]


def scenario(pack):
    return next((pack / "scenarios").glob("*.yaml"))


def test_a_sound_game_is_not_read_again(pig, read):
    assert codes(pig) == []
    assert "model.yaml" in read
    read.clear()
    assert codes(pig) == []
    assert read
    assert {kind_of(path) for path in read} <= BESIDE_THE_GAME


def test_no_document_is_read_twice(pig, read):
    model = pig / "model.yaml"
    model.write_text(model.read_text("utf-8").replace("vars:", "vars:\n      odd one: {}", 1), "utf-8")
    assert codes(pig)
    assert len(read) == len(set(read))


@pytest.mark.parametrize("gold", ["gold", "golt"])
def test_packs_on_packs_are_made_one_game_once(tmp_path, monkeypatch, gold):
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    layered.write(tmp_path, {"more": {"cards/more.yaml": f"hero:\n  - {{change: baker, effect: gain 1 {gold}}}\n"}})
    made = []
    run = resolve._Resolver.run
    monkeypatch.setattr(resolve._Resolver, "run", lambda self: made.append(1) or run(self))
    wrong = everything_wrong(str(tmp_path / "more"))
    assert wrong.game_is_sound is (gold == "gold")
    assert made == [1]


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("table.yaml", "hero:\n  hoard: {icon: star}\n", "`hoard`"),
        ("rulebook/more.yaml", "- {term: hoard, text: {en: Much}}\n", "`hoard`"),
    ],
)
def test_what_a_pack_on_another_says_beside_the_game_is_looked_at(tmp_path, file, text, told):
    layered.write(tmp_path, {"more": {file: text}})
    found = everything_wrong(str(tmp_path / "more")).diagnostics
    assert any(told in one.message and one.label.span.file.endswith(file) for one in found), found


def test_a_name_that_is_gone_is_missed_by_scenarios_that_were_sound(pig):
    assert codes(pig) == []
    changed = scenario(pig)
    changed.write_text(changed.read_text("utf-8").replace("then:", "then:\n    - nobody_knows_this is 3", 1), "utf-8")
    first = codes(pig)
    assert "check/unknown-name" in first
    assert codes(pig) == first, "and again"


def test_a_rule_that_is_gone_from_the_list_is_missed_by_a_rule_book_that_was_sound(pig):
    assert codes(pig) == []
    listed = (pig / "rule_ids.txt").read_text()
    (pig / "rule_ids.txt").write_text(listed.replace("PIG-4", "PIG-44"))
    assert codes(pig) == ["check/unknown-name"]
    (pig / "rule_ids.txt").write_text(listed + "PIG-4\n" + "A" * 250_000)
    assert sorted(codes(pig)) == ["check/bad-value", "check/duplicate"]
    (pig / "rule_ids.txt").write_bytes(listed.encode() + b"\xff\n")
    assert codes(pig)[0] == "pack/not-utf8"
    (pig / "rule_ids.txt").write_text(listed)
    assert codes(pig) == []


def test_a_rule_book_is_held_against_the_list_of_rules_as_it_is_now(pig):
    assert codes(pig) == []
    listed = pig / "rule_ids.txt"
    listed.write_text(listed.read_text("utf-8").replace("PIG-1\n", "PIG-9\n"), "utf-8")
    assert "check/unknown-name" in codes(pig)


def test_two_files_of_a_rule_book_are_held_against_each_other(pig):
    assert codes(pig) == []
    book = next((pig / "rulebook").glob("*.yaml"))
    (pig / "rulebook/more.yaml").write_text("- {chapter: more, title: {en: A, fr: B, de: C}, text: []}\n", "utf-8")
    first = codes(pig)
    (pig / "rulebook/more.yaml").write_text(book.read_text("utf-8"), "utf-8")
    assert "check/duplicate" in codes(pig)
    assert "check/duplicate" not in first


# ---- packs on packs


@pytest.fixture
def more(tmp_path, monkeypatch):
    """A pack on another one, with a scenario, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    scenarios = "- {scenario: work, players: 2, from: blank, given: [gain 1 gold for work], then: [p1.gold is 1]}\n"
    cards = "hero:\n  - {id: monk, name: Monk, cost: 1, source: designed, effect: gain 1 gold for work}\n"
    layered.write(tmp_path, {"more": {"scenarios/a.yaml": scenarios, "cards/new.yaml": cards}})
    return tmp_path / "more"


def test_a_sound_pack_on_another_is_not_read_again(more, read):
    assert codes(more) == []
    read.clear()
    assert codes(more) == []
    assert set(read) == {"pack.yaml", "scenarios/a.yaml"}, "who requires whom is always asked"


def test_a_changed_scenario_of_a_pack_on_another_is_seen(more, read):
    codes(more)
    read.clear()
    changed = scenario(more)
    changed.write_text(changed.read_text("utf-8") + "# more\n", "utf-8")
    assert codes(more) == []
    assert set(read) == {"pack.yaml", "scenarios/a.yaml"}
    changed.write_text(changed.read_text("utf-8").replace("p1.gold", "p1.golt"), "utf-8")
    assert "check/unknown-field" in codes(more)


def test_a_name_that_the_pack_below_has_no_more_is_missed_above(more):
    assert codes(more) == []
    model = more.parent / "base/model.yaml"
    model.write_text(model.read_text("utf-8").replace("gold: {max: 30}", "silver: {max: 30}"), "utf-8")
    assert codes(more)


def test_a_remembered_pack_needs_neither_parser_nor_schemas(pig):
    code = "import sys, interpreter; interpreter.load(sys.argv[1]); print(sorted({'lark', 'jsonschema', 'wasmtime', 'yaml'} & {*sys.modules}))"
    first, again = (
        subprocess.run([sys.executable, "-c", code, str(pig)], capture_output=True, text=True, check=True, cwd=ROOT)
        for _ in range(2)
    )
    assert first.stdout.strip() == "['yaml']", (
        "tables of the parser are shipped; schemas tell of mistakes, and there are none"
    )
    assert again.stdout.strip() == "[]"
