"""Mutants: the pack with one change, and the scenarios that must notice it."""

import json
import multiprocessing
import shutil
from pathlib import Path

import pytest

from interpreter.play.mutation.bench import NOTICED, REFUSED, SURVIVED, open_bench
from interpreter.play.mutation.marks import Marks

CONTENT = Path(__file__).parents[2] / "content"
GEMS = Path(__file__).parent.parent / "packs" / "pebbles_gems"
TURN = "scenarios/turn.yaml"
MARKS = "equivalent_mutants.yaml"
SCENARIOS = """\
- scenario: a scoop moves pebbles from the pile to the player
  rule: [PB-1, PB-2]
  players: 2
  run: take a turn
  when:
    - p1: [take, scoop_3]
  then:
    - p1.pebbles is 3
    - pile is 9
"""


def _mutants(bench, owner, **wanted):
    return [one for one in bench.mutants if one.owner == owner and all(getattr(one, k) == v for k, v in wanted.items())]


def _only(bench, owner, after):
    found = [one for one in bench.mutants if one.owner == owner and one.after == after]
    assert len(found) == 1, [(one.owner, one.before, one.after) for one in bench.mutants if one.owner == owner]
    return found[0]


@pytest.fixture
def bench(pebbles):
    return open_bench(str(pebbles))


def test_a_mutant_shows_its_line_before_and_after(bench):
    one = _only(bench, "action take", "choose scoop from scoops where size < pile")
    assert (one.file, one.before, one.sort) == (
        "rules/play.yaml",
        "choose scoop from scoops where size <= pile",
        "comparison",
    )
    line = bench.pack.source.lines(one.span.file)[one.span.line - 1]
    assert line[one.span.column - 1 : one.span.end_column - 1] == "<="
    assert one.rules == ("PB-1",)


def test_every_sort_of_change_is_made(bench):
    assert {one.sort for one in bench.mutants} == {"number", "comparison", "condition", "order", "statement"}
    texts = {(one.before, one.after) for one in bench.mutants}
    assert ("lose size pile", "(removed)") in texts
    assert ("if option.large_pile:", "if yes:") in texts
    assert ("repeat 100 while pile > 0:", "repeat 100 while pile > 1:") in texts
    assert ("require pile > 8 or not option.broken", "require pile > 8") in texts
    assert not any("repeat 101" in after for _, after in texts), "a safety net is no rule"


def test_statements_that_have_nothing_to_do_with_each_other_have_no_order(bench):
    texts = {one.before for one in _mutants(bench, "verb take pebbles {size: number}", sort="order")}
    assert texts == set(), "what is lost and what is gained are two counters"
    assert not _mutants(bench, "action search", sort="order"), "nor do a counter and a draw"
    before = {one.before for one in _mutants(bench, "verb play the game", sort="order")}
    assert "take a turn; require pile > 8 or not option.broken" in before


def test_what_scenarios_notice(bench):
    gone = next(one for one in _mutants(bench, "verb take pebbles {size: number}") if one.before == "lose size pile")
    outcome = bench.attempt(gone)
    assert (outcome.verdict, outcome.by) == (NOTICED, "a scoop moves pebbles from the pile to the player")
    assert "pile is 9" in outcome.why
    again = bench.attempt(gone)
    assert again == outcome, "everything was put back"
    unseen = _only(bench, "action take", "choose scoop from scoops where size < pile")
    assert bench.attempt(unseen).verdict == SURVIVED
    unasked = next(one for one in _mutants(bench, "action search") if one.after == "take pebbles 2")
    assert bench.attempt(unasked).verdict == SURVIVED
    assert bench.attempt(unasked).scenarios == 0, "no scenario cites PB-3"


SWEEP = """
- verb: "sweep {n: number} away"
  text: {en: "sweep {n} away", fr: "balayez-en {n}"}
  source: designed
  effect: |
    lose n + 1 pile
"""


@pytest.mark.parametrize(
    "said", ["run: sweep 3 away", "run: |\n    if yes:\n      sweep 3 away", "given: [sweep 3 away]"]
)
def test_a_scenario_that_runs_a_verb_names_it(pebbles, said):
    """A verb without a rule, which no other rule uses: whoever runs it must notice."""
    play = pebbles / "rules/play.yaml"
    play.write_text(play.read_text() + SWEEP)
    (pebbles / TURN).write_text(SCENARIOS + f"- scenario: sweeping\n  {said}\n  then: [pile is 8]\n")
    bench = open_bench(str(pebbles))
    assert not bench.problems
    more = _only(bench, "verb sweep {n: number} away", "lose n + 2 pile")
    assert [one.name for one in bench.watchers(more)] == ["sweeping"]
    assert bench.attempt(more).by == "sweeping"


def test_the_checker_may_refuse(bench, pebbles):
    cards = [one for one in bench.mutants if one.file == "cards/all.yaml"]
    verdicts = {bench.attempt(one).verdict for one in cards}
    assert verdicts <= {NOTICED, SURVIVED, REFUSED}
    assert NOTICED in verdicts


def test_the_list_and_the_sum(rulewright, pebbles):
    ran = rulewright("mutate", pebbles)
    assert ran.code == 1
    assert (
        "pebbles/rules/play.yaml:34:41  action take: not noticed; 1 scenario of PB-1 ran\n"
        "    - choose scoop from scoops where size <= pile\n"
        "    + choose scoop from scoops where size < pile\n"
    ) in ran.out
    assert "there are no scenarios of PB-3" in ran.out
    assert " mutants noticed (" in ran.out.splitlines()[-1]
    assert rulewright("mutate", pebbles, "--at-least", 0).code == 0


def test_a_sample_is_the_same_everywhere(rulewright, pebbles):
    first = rulewright("mutate", pebbles, "--sample", 12, "--seed", 3, "--format", "json", "--at-least", 0)
    again = rulewright("mutate", pebbles, "--sample", 12, "--seed", 3, "--format", "json", "--at-least", 0)
    other = rulewright("mutate", pebbles, "--sample", 12, "--seed", 4, "--format", "json", "--at-least", 0)
    assert first.out == again.out != other.out
    (pack,) = json.loads(first.out)["packs"]
    assert pack["noticed"] + len(pack["survivors"]) == 12


def test_lines_that_move_do_not_change_a_sample(rulewright, pebbles):
    before = open_bench(str(pebbles)).mutants
    play = pebbles / "rules/play.yaml"
    play.write_text("# a line\n# another\n" + play.read_text())
    after = open_bench(str(pebbles)).mutants
    assert [one.key for one in before] == [one.key for one in after]
    assert [one.rank(1) for one in before] == [one.rank(1) for one in after]


def test_processes_make_no_difference(rulewright, pebbles):
    if multiprocessing.get_start_method(allow_none=True) is None:
        multiprocessing.set_start_method("spawn", force=True)
    alone = rulewright("mutate", pebbles, "--sample", 8, "--at-least", 0)
    shared = rulewright("mutate", pebbles, "--sample", 8, "--at-least", 0, "--jobs", 2)
    assert alone.out == shared.out


MARK = """\
- file: rules/play.yaml
  in: action take
  before: choose scoop from scoops where size <= pile
  after: choose scoop from scoops where size < pile
  reason: the last pebble is glued to the table
"""


def test_a_mark_takes_a_mutant_out(rulewright, pebbles):
    (pebbles / MARKS).write_text(MARK)
    ran = rulewright("mutate", pebbles, "--only", "action take", "--at-least", 0)
    assert ran.code == 0
    assert "where size < pile" not in ran.out
    assert "; 1 equivalent, " in ran.out


def test_a_stale_mark_is_told(rulewright, pebbles):
    (pebbles / MARKS).write_text(MARK.replace("size < pile", "size << pile"))
    ran = rulewright("mutate", pebbles, "--at-least", 0)
    assert ran.code == 1
    assert "pebbles/equivalent_mutants.yaml:1:3  marks a mutant that does not exist (any more)" in ran.out


def test_a_mark_on_a_mutant_that_is_noticed_is_wrong(rulewright, pebbles):
    wrong = {"in": "verb take pebbles {size: number}", "before": "lose size pile", "after": "(removed)"}
    lines = "".join(f'  {key}: "{value}"\n' for key, value in wrong.items())
    (pebbles / MARKS).write_text(f"- file: rules/play.yaml\n{lines}  reason: I hope so\n")
    ran = rulewright("mutate", pebbles, "--at-least", 0)
    assert ran.code == 1
    assert "is marked as equivalent, but `a scoop moves pebbles from the pile to the player` notices it" in ran.out


def test_one_of_several_equal_lines_can_be_marked(pebbles):
    (pebbles / MARKS).write_text(MARK + "  nth: 2\n")
    bench = open_bench(str(pebbles))
    assert len(Marks(bench.pack.source).stale(bench.mutants)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- file: x\n", "in, before, after and reason missing"),
        ("{}\n", "list"),
        ("- 1\n", "map"),
        (MARK + "  other: 1\n", "other"),
    ],
)
def test_bad_marks_are_told(rulewright, pebbles, text, told):
    (pebbles / MARKS).write_text(text)
    ran = rulewright("check", pebbles)
    assert ran.code == 1
    assert told in ran.out


def test_marks_are_no_part_of_the_game(pebbles):
    before = open_bench(str(pebbles)).pack.digest
    (pebbles / MARKS).write_text(MARK)
    assert open_bench(str(pebbles)).pack.digest == before


def test_a_scenario_that_fails_anyway_is_trouble(rulewright, pebbles):
    (pebbles / TURN).write_text(SCENARIOS.replace("pile is 9", "pile is 8"))
    ran = rulewright("mutate", pebbles)
    assert ran.code == 2
    assert "fails without any change" in ran.err


def test_nothing_to_notice_with_is_trouble(rulewright, pebbles, tmp_path):
    (pebbles / TURN).unlink()
    assert "no scenarios that could notice" in rulewright("mutate", pebbles).err
    assert rulewright("mutate", tmp_path / "nowhere").code == 2
    assert rulewright("mutate", pebbles, "--sample", 0).code == 2
    (pebbles / "rules/play.yaml").write_text("- verb: x\n")
    assert rulewright("mutate", pebbles).code == 2


ENDLESS = """\
- scenario: pebbles
  rule: PB-2
  run: take pebbles 3
  then: [pile is 9]
"""


def test_a_mutant_that_never_ends_is_stopped(pebbles, monkeypatch):
    from interpreter.play.mutation import bench as module

    (pebbles / TURN).write_text(ENDLESS)
    bench = open_bench(str(pebbles))

    def forever(self, scenario):
        while True:
            pass

    monkeypatch.setattr(module, "PATIENCE", 0.05)
    monkeypatch.setattr(module.Scenarios, "verdict", forever)
    outcome = bench.attempt(bench.mutants[0])
    assert (outcome.verdict, outcome.why) == (NOTICED, "it does not end")


def test_what_rows_only_print_is_no_rule(pebbles):
    """A column that stands in names alone says nothing that is played; one that stands in a field does."""
    cards = pebbles / "cards/all.yaml"
    rows = """
  - id: cup_{n}
    for_rows:
      - {n: 2, held: 4, en: 5, fr: 6}
      - {n: 3, held: 7, en: 8, fr: 9}
    name: {en: "Cup {en}", fr: "Coupe {fr}"}
    size: "{held}"
"""
    cards.write_text(cards.read_text().replace("scoop:", "scoop:" + rows.rstrip("\n"), 1))
    changed = {(one.before, one.after) for one in open_bench(str(pebbles)).mutants if one.owner == "scoop cup_{n}"}
    line = "- {n: 2, held: 4, en: 5, fr: 6}"
    assert (line, line.replace("held: 4", "held: 5")) in changed
    assert (line, line.replace("n: 2", "n: 1")) in changed, "a name by which scripts can speak of it"
    assert not [after for _, after in changed if "en: 5" not in after and "en: 8" not in after]
    assert not [after for _, after in changed if "fr: 6" not in after and "fr: 9" not in after]


def test_templates_are_changed_in_all_they_make(home):
    folder = home / "lamps"
    for name, text in LAMPS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    bench = open_bench(str(folder))
    assert not bench.problems
    brighter = _only(bench, "lamp {hue}_lamp", "shine: gain 3 light")
    assert bench.attempt(brighter).by == "blue shines"
    assert not _mutants(bench, "value outlook"), "what only bots read is no rule"
    assert {one.after for one in _mutants(bench, "table worth")} == {
        "values: [0, 1, 5]",
        "values: [0, 1, 3]",
        "values: [0, 2, 4]",
        "values: [0, 0, 4]",
        "values: [1, 1, 4]",
    }
    limit = _only(bench, "action light_up", "limit: 2 times per turn")
    assert limit.before == "limit: once per turn"


LAMPS = {
    "pack.yaml": """\
id: lamps
version: 0.1.0
title: {en: Lamps}
players: {min: 1, max: 1}
languages: [en]
engine: ">=0.1"
start: play the game
result: {score: my.light, estimate: my.outlook}
""",
    "model.yaml": """\
enums: {hue: [red, blue]}
kinds:
  player:
    vars: {light: {}}
  lamp:
    fields: {hue: hue}
    scripts: {shine: effect}
""",
    "cards/lamps.yaml": """\
lamp:
  - id: "{hue}_lamp"
    for_each: {hue: hues}
    name: {en: "{hue} lamp"}
    hue: "{hue}"
    source: designed
    shine: gain 2 light
""",
    "rules/play.yaml": """\
- verb: play the game
  text: {en: play the game}
  source: designed
  effect: |
    begin turn
    offer deeds any number of times
    gain worth[min(my.light, 2)] light
- action: light_up
  menu: deeds
  name: {en: Light up}
  limit: once per turn
  source: designed
  effect: |
    do red_lamp.shine
- table: worth
  source: designed
  values: [0, 1, 4]
- value: outlook
  of: player
  source: designed
  is: my.light + 1
""",
    "text/en.yaml": """\
terms:
  red: red
  blue: blue
  light: {one: light, many: lights}
  lamp: {one: lamp, many: lamps}
  turn: turn
""",
    "scenarios/all.yaml": """\
- scenario: blue shines
  from: blank
  run: do blue_lamp.shine
  then: [p1.light is 2]
""",
}


# ---- scenarios that show nothing


IDLE = """\
- scenario: the pile is there
  rule: PB-1
  run: take a turn
  when:
    - p1: [take, scoop_3]
  then: [pile > 0]
"""


def test_a_scenario_that_would_pass_anyway_is_listed(rulewright, pebbles):
    (pebbles / TURN).write_text(IDLE)
    assert rulewright("test", pebbles).code == 0
    ran = rulewright("test", pebbles, "--strict")
    assert ran.code == 1
    assert "IDLE  the pile is there\n      holds before anything happens" in ran.out
    assert f"--> {pebbles.name}" in ran.out or "scenarios/turn.yaml:1:13" in ran.out


def test_a_reason_lets_it_pass_and_is_told_when_it_is_none(rulewright, pebbles):
    (pebbles / TURN).write_text(IDLE + "  holds_before: there are always pebbles\n")
    assert rulewright("test", pebbles, "--strict").code == 0
    (pebbles / TURN).write_text(IDLE.replace("pile > 0", "pile < 12") + "  holds_before: nonsense\n")
    ran = rulewright("test", pebbles, "--strict")
    assert ran.code == 1
    assert "says why it `holds_before` anything happens, but does not" in ran.out


def test_what_is_shown_otherwise_is_not_idle(rulewright, pebbles):
    offered = "- scenario: more\n  run: take a turn\n  then: [pile > 0]\n  offered: [take, search]\n"
    won = "- scenario: winners\n  given: [gain 1 p1.pebbles]\n  run: take pebbles 1\n  winners: [p1]\n  then: [pile > 0]\n"
    box = "- scenario: box\n  from: blank\n  then: [count(scoops) is 3]\n"
    (pebbles / TURN).write_text(offered + won + box)
    ran = rulewright("test", pebbles, "--strict")
    assert ran.out.startswith("3 scenarios: 3 passed"), ran.out


def test_set_up_must_have_a_part_in_what_is_said_after_it(rulewright, pebbles):
    (pebbles / TURN).write_text("- scenario: set up\n  then: [pile is 12]\n")
    assert "IDLE  set up" in rulewright("test", pebbles, "--strict").out
    (pebbles / TURN).write_text("- scenario: set up\n  then: [count(p1.purse) is 1]\n")
    assert rulewright("test", pebbles, "--strict").code == 0


# ---- the end of a game


def test_a_scenario_can_demand_that_the_game_is_over(rulewright, pebbles):
    play = "- scenario: end\n  given: [set pile to 1]\n  when:\n    - p1: {pick}\n  over: {over}\n"
    (pebbles / TURN).write_text(play.format(pick="take", over="yes"))
    assert rulewright("test", pebbles).code == 0
    (pebbles / TURN).write_text(play.format(pick="take", over="no"))
    assert "the game is over" in rulewright("test", pebbles).out
    (pebbles / TURN).write_text("- scenario: end\n  over: yes\n")
    assert "the game should be over" in rulewright("test", pebbles).out
    (pebbles / TURN).write_text("- scenario: end\n  run: take pebbles 1\n  over: yes\n")
    assert "`over` is for a game that goes on" in rulewright("test", pebbles).out


def test_a_scenario_can_demand_why_the_game_is_over(rulewright, home):
    file, bids = Path("bids/scenarios/play.yaml"), "\n".join("    - p1: 0\n    - p2: 0" for _ in range(12))
    shutil.copytree(CONTENT / "sealed_bids", "bids")
    play = f"- scenario: end\n  rule: SB-1\n  when:\n{bids}\n  over: %s\n"
    file.write_text(play % "last_painting")
    assert rulewright("test", "bids").code == 0
    file.write_text(play % "last_paintin")
    assert "the game is over for `last_painting`; did you mean `last_painting`?" in rulewright("test", "bids").out
    rules = Path("bids/rules/play.yaml")
    rules.write_text(rules.read_text().replace("    end the game for last_painting\n", ""))
    file.write_text(play % "last_painting")
    assert "the game is over without a reason" in rulewright("test", "bids").out


def test_a_game_that_is_over_at_once_is_no_traceback(rulewright, pebbles):
    rules = pebbles / "rules/play.yaml"
    rules.write_text(
        rules.read_text().replace("    if option.large_pile:", "    end the game\n    if option.large_pile:")
    )
    (pebbles / TURN).write_text("- scenario: over\n  given: [set pile to 3]\n  when:\n    - p1: take\n")
    ran = rulewright("test", pebbles)
    assert ran.code == 1
    assert "nobody was asked anything in `take a turn`" in ran.out


# --- packs on packs ---------------------------------------------------------------------


@pytest.fixture
def gems(home, pebbles):
    """An expansion beside its game, with a file that is called as one of the game."""
    assert pebbles.parent == home
    shutil.copytree(GEMS, home / "pebbles_gems")
    (home / "pebbles_gems" / "rules" / "gems.yaml").rename(home / "pebbles_gems" / "rules" / "play.yaml")
    return home / "pebbles_gems"


def test_the_mutants_of_a_pack_on_another_are_its_own(gems):
    bench = open_bench(str(gems))
    assert not bench.problems
    written = {path.relative_to(gems).as_posix() for path in gems.rglob("*.yaml")}
    assert {one.file for one in bench.mutants} <= written
    assert {one.span.file for one in bench.mutants} == {f"{gems}/{one.file}" for one in bench.mutants}
    changed = _only(bench, "action search", "requires: any(bag) and pile > 1")
    assert (changed.file, changed.rules) == ("rules/play.yaml", ("PB-3",))
    assert not _mutants(bench, "action take"), "that one is not touched"


def test_what_a_pack_changes_below_is_tried_where_it_stands(gems):
    bench = open_bench(str(gems))
    verdicts = {
        (one.before, one.after): bench.attempt(one).verdict for one in bench.mutants if one.owner == "scoop scoop_3"
    }
    assert verdicts["take pebbles 2", "take pebbles 3"] == NOTICED
    assert verdicts["take pebbles 2; take pebbles 1", "take pebbles 1; take pebbles 2"] == SURVIVED
    start = _only(bench, "shared.pile", "vars: {pile: {start: {was: 12, is: 15}}}")
    assert bench.attempt(start).verdict == NOTICED
    (charm,) = (one for one in bench.mutants if one.after == "worth: {was: 6, is: 8}")
    assert bench.attempt(charm, everywhere=True).verdict == SURVIVED


def test_a_pack_on_another_can_be_mutated_at_the_command_line(rulewright, gems):
    told = rulewright("mutate", gems, "--only", "play.yaml", "--at-least", 0)
    assert told.code == 0
    assert "action search: not noticed" in told.out


def test_what_is_only_said_is_no_rule(pebbles):
    """No scenario can notice a line of the log, so none is asked to."""
    rules = pebbles / "rules/play.yaml"
    text = rules.read_text("utf-8")
    body = "    repeat 100 while pile > 0:\n"
    assert body in text
    rules.write_text(text.replace(body, "    if pile > 3: say none_left\n" + body), "utf-8")
    assert not [
        one for one in open_bench(str(pebbles)).mutants if "none_left" in one.before or "pile > 3" in one.before
    ]
