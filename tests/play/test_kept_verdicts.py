"""Verdicts of scenarios that are kept: what stands is what running everything says, whatever was changed."""

import random
import shutil

import pytest

from interpreter.play.kept_verdicts import run_again
from interpreter.play.pack import load
from interpreter.play.scenario import read_scenarios, run_scenarios
from interpreter.source import gather, memory
from interpreter.source.find import shipped_packs
from interpreter.source.names import kind_of
from tests.play.test_renewal import CONTENT, changed


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def copied(name, tmp_path):
    return shutil.copytree(CONTENT / name, tmp_path / name)


def by_memory(folder, file=""):
    """What is said of each scenario, and how many were not run."""
    tested = run_again(str(folder), lambda path: path.endswith(file))
    return [(name, "" if one is None else one.why) for name, one in tested.scenarios], tested.kept


def by_running(folder, file=""):
    """What is said of each scenario by running all of them, on machines that note nothing."""
    pack = load(str(folder))
    scenarios = [one for one in read_scenarios(pack) if one.span.file.endswith(file)]
    return [(one.scenario.name, one.why) for one in run_scenarios(pack, scenarios)]


def what_stands_is_what_running_says(folder, changes, file=""):
    """Change a pack again and again; gives how many verdicts stood, of how many, and how often one was lost."""
    rng, stood, all_of_them, lost = random.Random(f"{folder.name} {file}"), 0, 0, 0
    by_memory(folder, file)
    files = gather(str(folder)).layers[-1].gathered.files
    paths = sorted(path for path in files if kind_of(path) in ("cards", "rules"))
    for _ in range(changes):
        path = folder / rng.choice(paths)
        before = path.read_text("utf-8")
        path.write_text(changed(before, rng), "utf-8")
        try:
            if run_again(str(folder), lambda _: False) is None:
                continue  # something is wrong with the pack
            kept, count = by_memory(folder, file)
            ran = by_running(folder, file)
        finally:
            path.write_text(before, "utf-8")
        assert kept == ran, path
        stood, all_of_them = stood + count, all_of_them + len(ran)
        lost += any(why for _, why in ran)
        by_memory(folder, file)
    return stood, all_of_them, lost


# ---- one thing changed at a time


CARDS = """
scoop:
  - {id: small, name: {en: Small, fr: Petite}, size: 1, source: designed, effect: gain 1 pebbles for taken}
  - {id: large, name: {en: Large, fr: Grande}, size: 3, source: designed, effect: gain 3 pebbles for taken}
  - {id: dear, name: {en: Dear, fr: Chère}, size: 2, source: designed, effect: gain 2 pebbles for taken}
charm: [{id: charm, name: {en: Charm, fr: Charme}, worth: 1, source: designed}]
"""
SCENARIOS = """
- {scenario: the small one, players: 2, from: blank, run: take a turn, when: [{p1: small}], then: [p1.pebbles is 1]}
- {scenario: the large one, players: 2, from: blank, run: take a turn, when: [{p1: large}], then: [p1.pebbles is 3]}
- {scenario: what is offered, players: 2, from: blank, run: take a turn, when: [], offered: [small, large, dear]}
"""


@pytest.fixture
def scoops(tmp_path):
    folder = shutil.copytree(CONTENT.parent / "tests/packs/pebbles", tmp_path / "scoops")
    (folder / "cards/all.yaml").write_text(CARDS, "utf-8")
    (folder / "scenarios/turn.yaml").write_text(SCENARIOS, "utf-8")
    assert by_memory(folder) == (by_running(folder), 0)
    assert by_memory(folder) == (by_running(folder), 3)
    return folder


def rewrite(folder, path, old, new):
    text = (folder / path).read_text("utf-8")
    assert old in text
    (folder / path).write_text(text.replace(old, new), "utf-8")


def kept_after(folder, path, old, new):
    """How many verdicts stand after a change; all are what running says."""
    rewrite(folder, path, old, new)
    said, kept = by_memory(folder)
    assert said == by_running(folder)
    return kept


def test_what_passed_the_very_first_time_stands_after_a_change(tmp_path):
    """Running notes in the scripts where there is room for certain: that is no change of the pack."""
    folder, file = copied("daimyo", tmp_path), "costs_and_goals.yaml"
    said, kept = by_memory(folder, file)
    assert kept == 0 and not any(why for _, why in said)
    rewrite(folder, "cards/heroes.yaml", "gain my.restored + 1 popularity", "gain my.restored + 2 popularity")
    assert by_memory(folder, file) == (said, len(said))


def test_a_script_that_did_not_run_may_change(scoops):
    assert kept_after(scoops, "cards/all.yaml", "gain 3 pebbles", "gain 4 pebbles") == 2
    assert by_memory(scoops)[0][1] == ("the large one", "does not hold: p1.pebbles is 3 (it is 4)")
    assert kept_after(scoops, "cards/all.yaml", "gain 4 pebbles", "gain 3 pebbles") == 2
    assert by_memory(scoops)[1] == 3


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("cards/all.yaml", "gain 2 pebbles for taken", "pay 2 pebbles"),  # it was offered, whoever looked
        ("cards/all.yaml", "size: 2", "size: 20"),  # all who choose look at the sizes
        ("rules/play.yaml", "where size <= pile", "where size < pile - 9"),
        ("model.yaml", "pile: {start: 12}", "pile: {start: 2}"),
    ],
)
def test_what_all_could_notice_is_run_again(scoops, path, old, new):
    assert kept_after(scoops, path, old, new) == 0
    assert by_memory(scoops)[0][2][1]


def test_what_a_proof_asked_is_noted(scoops):
    rewrite(scoops, "cards/all.yaml", "gain 2 pebbles for taken", "pay 2 pebbles")
    rewrite(scoops, "scenarios/turn.yaml", ", dear]", "], not_offered: [dear]")
    assert {why for _, why in by_memory(scoops)[0]} == {""}
    kept_after(scoops, "cards/all.yaml", "pay 2 pebbles", "pay 0 pebbles")
    assert by_memory(scoops)[0][2] == ("what is offered", "`dear` should not be offered")


def test_scenarios_that_say_the_same_stand_wherever_they_are(scoops):
    file = scoops / "scenarios/turn.yaml"
    file.write_text(f"# a line\n{file.read_text('utf-8')}".replace("is 1]", "is 2]"), "utf-8")
    said, kept = by_memory(scoops)
    assert (said, kept) == (by_running(scoops), 2)
    assert said[0][1]
    assert by_memory(scoops) == (said, 2), "what failed is run again"


def test_everything_is_run_for_who_asks(scoops, monkeypatch):
    assert run_again(str(scoops), afresh=True).kept == 0
    monkeypatch.setenv(memory.OFF, "1")
    assert by_memory(scoops)[1] == 0


def test_a_broken_entry_is_none(scoops):
    for entry in (memory.folder()).iterdir():
        entry.write_bytes(entry.read_bytes()[:-1] + b"?")
    assert by_memory(scoops) == (by_running(scoops), 0)


def test_mistakes_are_told_by_the_whole_pack(scoops):
    rewrite(scoops, "cards/all.yaml", "gain 3 pebbles", "gain 3 pebles")
    assert run_again(str(scoops)) is None


def test_a_mistake_in_a_scenario_is_told_of_it_alone(scoops):
    rewrite(scoops, "scenarios/turn.yaml", "p1.pebbles is 1", "p1.pebles is 1")
    tested = run_again(str(scoops))
    assert (tested.not_run, tested.kept) == (1, 2)
    assert "pebles" in tested.broken[0].message


# ---- whatever is changed


@pytest.mark.parametrize("name", ["pig", "hearts", "sealed_bids"])
def test_what_stands_is_what_running_says(name, tmp_path):
    stood, count, lost = what_stands_is_what_running_says(copied(name, tmp_path), 8)
    assert 0 < stood < count
    assert lost


def test_scripts_of_cards(tmp_path):
    folder = copied("ancient_world", tmp_path)
    stood, count, _ = what_stands_is_what_running_says(folder, 3, "scenarios/what_armies_bring.yaml")
    assert 0 < stood <= count


def test_scripts_of_cards_of_a_pack_on_another(tmp_path):
    folder = copied("ancient_world_markets", tmp_path)
    stood, count, _ = what_stands_is_what_running_says(folder, 4)
    assert 0 < stood <= count


def test_a_pack_in_a_folder_of_another_name_has_its_tutorial(tmp_path):
    folder = shutil.copytree(CONTENT / "five_kingdoms", tmp_path / "copy")
    assert run_again(str(folder), lambda _: False) is not None
    rewrite(folder, "tutorial.yaml", "seed: ", "seed: 9")
    shutil.rmtree(folder / "scenarios")
    assert run_again(str(folder)).no_lesson is not None


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(shipped_packs()))
def test_what_stands_is_what_running_says_often(name, tmp_path):
    what_stands_is_what_running_says(copied(name, tmp_path), 25)
