"""`rulewright verify`: everything it can find is found in a pack that has just that, and sound packs are green."""

import json
import shutil
from pathlib import Path

import layered
import pytest

from interpreter.play.verify import games, verify
from interpreter.play.verify.findings import MEANINGS
from interpreter.play.verify.invariants import Broken, Invariants
from interpreter.play.verify.secrets import Leak
from interpreter.wasm.engine import why_not

DOCS = Path(__file__).parents[2] / "docs" / "verify.md"
MANIFEST = 'id: wild_pig\nversion: 0.1.0\ntitle: {en: Wild, fr: Sauvage, de: Wild}\nrequires: {pig: ">=0.1, <1"}\n'
BANK = """\
- change: verb bank the pot
  effect: |
    gain my.pot points
    set my.rolling to no
    if my.points >= 50:
      win the game
"""
SCENARIO = """\
- scenario: fifty points are enough
  source: designed
  given: [set p1.points to 49, set p1.pot to 1]
  when: [p1: hold]
  over: yes
"""
NEVER = "    if my.points is 100000:\n      gain 1 points\n"
STUCK = """\
- change: verb bank the pot
  effect: |
    set my.rolling to no
- change: verb take a turn
  effect: |
    begin turn
    repeat 100 while my.rolling:
      choose one:
        roll: roll the die
        hold: bank the pot
    require my.points is 7
"""
CARDS = """\
id: cards
version: 0.1.0
title: {en: Cards}
players: {min: 2, max: 2}
languages: [en]
start: play the game
result: {score: my.gold}
"""
MODEL = """\
shared: {zones: {row: {holds: hero}}}
kinds:
  player: {vars: {gold: {}}}
  hero: {fields: {cost: number, strength: {type: number, default: 1}}, scripts: {effect: effect}}
"""
RULES = """\
- verb: play the game
  source: designed
  effect: |
    for each hero in heros:
      move hero to row
    repeat 2:
      as each player:
        choose hero from row
        do hero.effect
- verb: earn something
  text: {en: earn something}
  source: designed
  effect: gain 1 gold
- verb: earn a thing
  text: {en: earn something}
  source: designed
  effect: gain 2 gold
- table: big_pot
  source: designed
  values: [1, 2]
- value: some
  of: player
  source: designed
  is: my.gold + 3
"""
TEXT = "terms: {gold: gold, hero: hero, row: row, cost: cost}\n"
HERO = "  - {{id: {0}, name: {0}, source: designed, cost: {1}, effect: {2}}}\n"


@pytest.fixture
def wild(home):
    """A pack on a shipped one, with files to fill in."""

    def write(**files):
        folder = home / "wild_pig"
        shutil.rmtree(folder, ignore_errors=True)
        for name, text in {"pack": MANIFEST, **files}.items():
            place = folder / {"pack": "pack.yaml", "rules": "rules/r.yaml", "scenarios": "scenarios/s.yaml"}[name]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        return folder

    return write


@pytest.fixture
def cards(home):
    """A game of its own with the heroes that are given."""

    def write(*heroes):
        folder = home / "cards"
        shutil.rmtree(folder, ignore_errors=True)
        files = {"pack.yaml": CARDS, "model.yaml": MODEL, "rules/r.yaml": RULES, "text/en.yaml": TEXT}
        files["cards/c.yaml"] = "hero:\n" + "".join(HERO.format(*hero) for hero in heroes)
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        return folder

    return write


def found(ran):
    return {one["code"]: one for one in json.loads(ran.out)["diagnostics"]}


def to_say(ran):
    return json.loads(ran.out)["packs"][0]["changes_rules_to_say"]


@pytest.fixture
def verified(rulewright):
    def run(pack, *more):
        ran = rulewright("verify", pack, "--games", 4, "--format", "json", *more)
        return ran, found(ran)

    return run


def test_a_sound_pack_is_told_in_numbers(rulewright):
    ran = rulewright("verify", "pig", "--games", 4)
    assert ran.code == 0
    assert "4 for 2, 4 for 3, 4 for 4 players" in ran.out
    assert "scripts    6 of 6 reached by games" in ran.out
    assert ran.out.endswith("1 verified: 0 errors, 0 warnings, 0 notes\n")


def test_how_the_games_are_shared_out_leaves_no_trace(rulewright):
    one, two = (rulewright("verify", "pig", "--games", 6, "--witnesses", "--jobs", jobs).out for jobs in (1, 2))
    assert one == two
    assert "2 players, seed 1, decision" in one


@pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")
@pytest.mark.parametrize("pack", ["tic_tac_toe", "sealed_bids", "five_kingdoms_ruins"])
def test_which_engine_plays_leaves_no_trace(rulewright, pack):
    """The same findings and numbers, the same witness for every script and branch; only that it was played inside is told."""
    asked = ("verify", pack, "--games", 12, "--witnesses", "--format", "json")
    python, wasm = (json.loads(rulewright(*asked, "--engine", engine).out) for engine in ("python", "wasm"))
    (slow,), (fast,) = python["packs"], wasm["packs"]
    assert (slow.pop("engine"), slow.pop("games_in_python_too")) == ("python", 0)
    assert (fast.pop("engine"), fast.pop("games_in_python_too")) == ("wasm", 2 * len(slow["games"]))
    assert python == wasm


def test_an_engine_that_is_not_there(rulewright, monkeypatch):
    """Without the extra Python plays, unless WebAssembly was asked for."""
    monkeypatch.setattr("interpreter.play.fast.why_not", lambda: "wasmtime is not installed")
    ran = rulewright("verify", "pig", "--games", 1)
    assert ran.code == 0
    assert "engine     Python" in ran.out
    ran = rulewright("verify", "pig", "--games", 1, "--engine", "wasm")
    assert ran.code == 2
    assert "wasmtime is not installed" in ran.err


def test_a_scenario_that_fails(wild, verified):
    ran, told = verified(wild(scenarios=SCENARIO))
    assert ran.code == 1
    assert "the game should be over" in told["verify/scenario"]["label"]


def test_a_pack_without_scenarios_is_only_noted(wild, verified):
    ran, told = verified(wild())
    assert ran.code == 0
    assert set(told) == {"verify/no-scenario"}


def test_a_scenario_below_that_fails_because_of_a_changed_thing_is_listed_apart(wild, verified):
    ran, told = verified(wild(rules=BANK, scenarios=SCENARIO))
    assert ran.code == 0
    assert "PIG-5" in told["verify/changed-rule"]["message"]
    assert told["verify/changed-rule"]["severity"] == "note"


def test_a_scenario_below_that_fails_unasked_is_an_error_until_it_is_declared(wild, verified):
    react = "- whenever: my.pot > 0\n  for: player\n  source: designed\n  effect: set my.pot to 0\n"
    ran, told = verified(wild(rules=react, scenarios=SCENARIO))
    assert ran.code == 1
    assert "name its rule under `changes_rules`: PIG-" in told["verify/scenario-below"]["help"]
    line = to_say(ran)
    assert line.startswith("changes_rules: [PIG-")
    ran, told = verified(wild(pack=f"{MANIFEST}{line}\n", rules=react, scenarios=SCENARIO))
    assert "verify/scenario-below" not in told  # the line says all that is to be said
    assert not to_say(ran)
    line = "changes_rules: [PIG-9]\n"
    ran, told = verified(wild(pack=MANIFEST + line, rules=react, scenarios=SCENARIO))
    assert to_say(ran).startswith("changes_rules: [PIG-9, PIG-")
    assert "PIG-9" in told["pack/unknown-rule"]["message"]


def test_the_line_to_paste_ends_the_report(wild, rulewright):
    react = "- whenever: my.pot > 0\n  for: player\n  source: designed\n  effect: set my.pot to 0\n"
    ran = rulewright("verify", wild(rules=react, scenarios=SCENARIO), "--games", 1)
    assert ran.out.count("changes_rules: [PIG-") == 1
    assert ran.out.splitlines()[-2].strip().startswith("changes_rules: [PIG-")


def test_a_rule_that_stops_a_game(wild, verified):
    ran, told = verified(wild(rules=STUCK))
    assert ran.code == 1
    assert told["verify/fault"]["file"].endswith("wild_pig/rules/r.yaml")
    assert "2 players, seed 1" in told["verify/fault"]["label"]
    assert "5 of them went wrong" in told["verify/stopped"]["message"]


def test_a_part_nothing_reaches(wild, verified):
    ran, told = verified(wild(rules=BANK + NEVER, scenarios=SCENARIO))
    assert ran.code == 0
    assert told["verify/unreached"]["line"] == 8


def test_a_game_without_end(wild, verified, monkeypatch):
    monkeypatch.setattr(games, "MAX_DECISIONS", 3)
    endless = verified(wild())[1]["verify/endless"]
    assert "after 3 decisions" in endless["message"]
    assert {note["label"] for note in endless["notes"]} == {"never came to this"}
    assert "what has to come about before this" in endless["help"]
    monkeypatch.setattr(games, "MAX_DECISIONS", 20_000)
    monkeypatch.setattr(games, "MAX_WORK", 3)
    assert "after 3 steps" in verified(wild())[1]["verify/endless"]["message"]


def test_a_state_no_game_may_come_to(wild, verified, monkeypatch):
    def broken(self, game, before=None):
        raise Broken("a piece lies in two places")

    monkeypatch.setattr(Invariants, "check", broken)
    assert verified(wild())[1]["verify/invariant"]["message"] == "a piece lies in two places"


def test_a_secret_that_is_shown(wild, verified, monkeypatch):
    monkeypatch.setattr(games, "leak", lambda *_: Leak("`hand` is shown to player 1", None))
    assert verified(wild())[1]["verify/secret"]["severity"] == "error"


def test_time_that_is_up(wild, verified, monkeypatch):
    monkeypatch.setattr("time.monotonic", iter(range(0, 10**9, 61)).__next__)
    _, told = verified(wild(), "--minutes", 1)
    assert "too long" in told["verify/stopped"]["message"]


def test_things_that_nobody_can_tell_apart(cards, verified):
    pack = cards(("ann", 1, "earn something"), ("bob", 1, "earn a thing"))
    assert "say the same" in verified(pack)[1]["verify/same-words"]["message"]
    pack = cards(("ann", 1, "gain 1 gold"), ("bob", 1, "gain  1 gold"))
    assert "count: 2" in verified(pack)[1]["verify/same-thing"]["help"]
    pack = cards(("ann", 1, "gain 1 gold"), ("bob", 3, "gain 1 gold"))
    assert "`cost` (1 and 3)" in verified(pack)[1]["verify/dominated"]["message"]
    pack = cards(("ann", 1, "gain 1 gold"), ("bob", 3, "gain 2 gold"))
    assert not set(verified(pack)[1]) & {"verify/same-words", "verify/same-thing", "verify/dominated"}


def test_an_id_that_stands_in_a_text(cards, verified):
    pack = cards(("ann", 1, "'gain big_pot[1] gold'"), ("bob", 3, "gain 2 gold"))
    ran, told = verified(pack)
    assert ran.code == 1
    assert "`big_pot`" in told["check/missing-term"]["message"]
    assert "verify/raw-name" not in told  # once is enough
    pack = cards(("ann", 1, "do bob.effect"), ("bob", 3, "gain 2 gold"))
    assert "`effect`" in verified(pack)[1]["verify/raw-name"]["message"]


def test_a_broken_pack_is_checked_and_not_played(rulewright, pebbles):
    (pebbles / "rules" / "extra.yaml").write_text("- verb: x\n  source: designed\n  effect: gain 1 nothing_there\n")
    ran = rulewright("verify", pebbles, "pig", "--games", 1)
    assert ran.code == 1
    assert "not verified because of its errors" in ran.out
    assert "1 verified: 1 error" in ran.out
    ran = rulewright("verify", "nowhere_at_all", "--games", 1)
    assert ran.code == 2
    assert "there is no pack" in ran.err


def test_formats_for_code_hosts(rulewright, wild):
    pack = wild(rules=STUCK)
    out = rulewright("verify", pack, "--games", 2, "--format", "github").out
    assert "::notice file=" in out
    assert [line for line in out.splitlines() if line.startswith("::error ") and "title=verify/fault::" in line]
    sarif = json.loads(rulewright("verify", pack, "--games", 2, "--format", "sarif").out)
    results = sarif["runs"][0]["results"]
    assert {one["ruleId"] for one in results} >= {"verify/fault"}
    assert all(one["locations"][0]["physicalLocation"]["region"]["startLine"] >= 1 for one in results)
    assert json.loads(rulewright("check", "pig", "--format", "sarif").out)["runs"][0]["results"] == []
    assert rulewright("check", "pig", "--format", "github").out == ""


def test_every_finding_is_explained():
    text = DOCS.read_text(encoding="utf-8")
    assert [code for code in MEANINGS if f"`{code}`" not in text] == []


def test_every_finding_is_found_by_a_test():
    text = Path(__file__).read_text(encoding="utf-8")
    assert [code for code in MEANINGS if f'"{code}"' not in text] == []


def test_nothing_is_judged_that_was_not_asked_for(home):
    assert verify("five_kingdoms", games.Plan(games=1)).scenarios_below == 0


# --- more things, other things, broken rules

BELOW = """\
- scenario: there are two heroes
  source: designed
  then: [count(heros) is 2]
- scenario: the baker is dealt first
  source: designed
  then: [baker in p1.hand]
- scenario: the baker is cheaper than the smith
  source: designed
  from: blank
  then: [baker.cost < smith.cost]
- scenario: a hero costs 7 with another one
  source: designed
  from: blank
  then: ["sum(heros, cost) is 7"]
- scenario: work brings one
  source: designed
  when: [p1: work]
  then: [p1.gold is 1]
- scenario: rice is wealth
  source: designed
  then: [p1.wealth is 2]
- scenario: what is earned is got
  source: designed
  from: blank
  run: earn 3
  then: [p1.gold is 3]
"""
DEALT = {"pack.yaml": layered.BASE["pack.yaml"] + "ready: take a turn\n", "scenarios/s.yaml": BELOW}
MONK = "hero:\n  - {id: monk, name: Monk, cost: 9, source: designed, effect: gain 1 gold for work%s}\n"
OMEN = "kinds: {omen: {scripts: {harm: effect}}}\n"
OMENS = "omen:\n  - {id: comet, name: Comet, source: designed, harm: gain 5 gold for work}\n"
HARM = "- change: verb take a turn\n  before: |\n    for each omen in omens:\n      do omen.harm\n"
OMEN_TEXT = "terms: {omen: omen, harm: harm}\n"


@pytest.fixture
def above(home, rulewright):
    """What verifying tells of a pack on a small game: the exit code, the codes, and the names behind them."""

    def run(**files):
        shutil.rmtree(home / "above", ignore_errors=True)
        paths = {"cards": "cards/c.yaml", "rules": "rules/r.yaml", "model": "model.yaml", "text": "text/en.yaml"}
        layered.write(
            home, {"above": {paths[name]: text for name, text in files.items()}, "base": layered.BASE | DEALT}
        )
        ran = rulewright("verify", home / "above", "--games", 1, "--format", "json")
        facts = json.loads(ran.out)
        told = {}
        for one in facts["diagnostics"]:
            if one["code"] in ("verify/scenario-below", "verify/changed-thing", "verify/changed-rule"):
                told.setdefault(one["code"], set()).add(one["message"].rpartition(": ")[2])
        told["verify/more-things"] = set(facts["packs"][0]["scenarios_with_more_things"])
        return ran.code, {code: names for code, names in told.items() if names}

    return run


COUNTS = {"there are two heroes", "the baker is dealt first", "a hero costs 7 with another one"}


def test_the_small_game_is_green(above):
    assert above() == (0, {})


def test_what_is_merely_added_breaks_nothing(above):
    """Scenarios that count or stand on a shuffle are listed apart, with nothing to paste."""
    assert above(cards=MONK % "") == (0, {"verify/more-things": COUNTS})


def test_a_game_that_is_named_with_its_expansion_is_below_it(above, home, rulewright):
    """`verify base --with above` is about the expansion, as `verify above` is."""
    above(cards=MONK % "")
    ran = rulewright("verify", home / "base", "--with", home / "above", "--games", 1, "--format", "json")
    (pack,) = json.loads(ran.out)["packs"]
    assert (ran.code, set(pack["scenarios_with_more_things"])) == (0, COUNTS)


def test_a_thing_that_does_what_no_thing_of_its_kind_does_is_heard(above):
    """A standing change and a reaction work from wherever the thing lies: they are no matter of number."""
    standing = ", standing: [{value: player.wealth, add: 1}]"
    code, told = above(cards=MONK % standing)
    assert (code, told["verify/scenario-below"]) == (1, {"rice is wealth"})
    reaction = ", when: after earn amount by me"
    code, told = above(cards=MONK % reaction)
    assert (code, told["verify/scenario-below"]) == (1, {"work brings one"})


def test_a_new_kind_of_thing_that_rules_use_is_no_matter_of_number(above):
    told = above(cards=OMENS, model=OMEN, rules=HARM, text=OMEN_TEXT)
    assert told == (1, {"verify/scenario-below": {"work brings one", "rice is wealth"}})


def test_a_broken_rule_is_not_hidden_behind_new_things(above):
    richer = "- change: action work\n  after: gain 1 gold for work\n"
    code, told = above(cards=MONK % "", rules=richer)
    assert code == 1
    assert told == {"verify/scenario-below": {"work brings one"}, "verify/more-things": COUNTS}


def test_who_speaks_of_a_changed_thing_is_listed_apart(above):
    dear = "hero:\n  - {change: baker, cost: 5}\n"
    speaks = {"the baker is cheaper than the smith", "a hero costs 7 with another one"}
    assert above(cards=dear) == (0, {"verify/changed-thing": speaks})
    watching = "hero:\n  - {change: baker, standing: [{value: player.wealth, add: 1}]}\n"
    assert above(cards=watching) == (1, {"verify/scenario-below": {"rice is wealth"}})


def test_who_runs_a_changed_verb_is_listed_apart(above):
    """The others are not: what they show is not what was changed."""
    code, told = above(rules="- change: verb earn\n  after: gain 1 gold for work\n")
    assert (code, told) == (
        1,
        {"verify/changed-rule": {"what is earned is got"}, "verify/scenario-below": {"work brings one"}},
    )
