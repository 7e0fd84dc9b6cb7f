"""The tools for authors: check, test, show."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

import interpreter
from interpreter.play.prepared import watched_scenarios
from interpreter.play.scenario import idle_scenarios, read_scenarios


def spoil(pack, file, old, new):
    path = pack / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


# ------------------------------------------------------------------------------------------------------------ check


def test_a_sound_pack_has_no_findings(rulewright, pebbles):
    ran = rulewright("check", pebbles)
    assert (ran.code, ran.out) == (0, "1 checked: 0 errors, 0 warnings\n")


def test_a_mistake_is_shown_at_its_place(rulewright, pebbles):
    spoil(pebbles, "rules/play.yaml", "lose size pile", "lsoe size pile")
    ran = rulewright("check", "pebbles")
    assert ran.code == 1
    assert "pebbles/rules/play.yaml:" in ran.out
    assert "lsoe" in ran.out
    assert "1 checked: 1 error, 0 warnings" in ran.out
    assert rulewright("check", "pebbles/rules/play.yaml").code == 1


def test_a_mistake_in_a_scenario_is_found(rulewright, pebbles):
    spoil(pebbles, "scenarios/turn.yaml", "pile is 9", "pille is 9")
    ran = rulewright("check", "pebbles")
    assert ran.code == 1
    assert "scenarios/turn.yaml" in ran.out


def test_findings_as_json(rulewright, pebbles):
    assert json.loads(rulewright("check", "pebbles", "--format", "json").out) == {"diagnostics": [], "more": 0}
    spoil(pebbles, "model.yaml", "size: number", "size: numbre")
    ran = rulewright("check", "pebbles", "--format", "json")
    assert ran.code == 1
    found = json.loads(ran.out)["diagnostics"]
    assert "pebbles/model.yaml" in {one["file"] for one in found}


def test_several_packs_and_a_zip(rulewright, pebbles, home):
    with zipfile.ZipFile(home / "pebbles.zip", "w") as archive:
        for file in pebbles.rglob("*"):
            archive.write(file, file.relative_to(pebbles))
    assert rulewright("check", "pebbles", "pebbles.zip").out == "2 checked: 0 errors, 0 warnings\n"
    assert rulewright("play", "pebbles.zip", "--players", "random,random").code == 0


def test_a_missing_pack_does_not_hide_what_is_wrong_in_the_others(rulewright, pebbles):
    spoil(pebbles, "rules/play.yaml", "lose size pile", "lsoe size pile")
    ran = rulewright("check", "nosuch", "pebbles", "daimo")
    assert ran.code == 2
    assert "lsoe" in ran.out
    assert "1 checked: 1 error, 0 warnings\n" in ran.out
    assert "rulewright: there is no pack `nosuch`\n  shipped packs: " in ran.err
    assert "rulewright: there is no pack `daimo`\n  did you mean `daimyo`?\n" in ran.err


def test_a_missing_pack_as_json(rulewright, pebbles):
    ran = rulewright("check", "--format", "json", "nosuch")
    assert (ran.code, ran.err) == (2, "")
    found = json.loads(ran.out)["diagnostics"]
    assert [(one["code"], one["file"]) for one in found] == [("pack/not-found", "nosuch")]
    spoil(pebbles, "rules/play.yaml", "lose size pile", "lsoe size pile")
    ran = rulewright("check", "--format", "json", "pebbles", "nosuch")
    assert ran.code == 2
    assert {one["file"] for one in json.loads(ran.out)["diagnostics"]} == {"nosuch", "pebbles/rules/play.yaml"}


UNREADABLE = ("cards/all.yaml", "name: {", "name: {{")
MISSPELT = ("rules/play.yaml", "lose size pile", "lsoe size pile")


@pytest.mark.parametrize(
    ("slips", "hidden"),
    [
        ([UNREADABLE, MISSPELT], ["scripts", "scenarios"]),
        ([MISSPELT], ["scenarios"]),
        ([("scenarios/turn.yaml", "pile is 9", "pille is 9")], []),
        ([], []),
    ],
    ids=["file", "script", "scenario", "none"],
)
def test_a_report_says_what_was_not_looked_at(rulewright, pebbles, slips, hidden):
    for slip in slips:
        spoil(pebbles, *slip)
    out = rulewright("check", "pebbles").out
    last = f"more may show once these are mended: the {' and '.join(hidden)} of pebbles were not looked at\n"
    assert out.endswith(last) if hidden else "mended" not in out
    told = json.loads(rulewright("check", "pebbles", "--format", "json").out)
    assert told.get("not_checked", {}) == ({"pebbles": hidden} if hidden else {})


def test_a_pack_without_scenarios_hides_none(rulewright, pebbles):
    (pebbles / "scenarios" / "turn.yaml").unlink()
    spoil(pebbles, *MISSPELT)
    assert "mended" not in rulewright("check", "pebbles").out


def test_a_broken_pack_is_not_played(rulewright, pebbles):
    spoil(pebbles, "rules/play.yaml", "lose size pile", "lsoe size pile")
    for argv in (("play",), ("test",), ("simulate", "--players", "2")):
        ran = rulewright(argv[0], "pebbles", *argv[1:])
        assert ran.code == 2
        assert "the pack cannot be played" in ran.err
        assert "rules/play.yaml:" in ran.err


# ------------------------------------------------------------------------------------------------------------- test


def test_scenarios_pass(rulewright):
    ran = rulewright("test", "pebbles", "--verbose")
    assert ran.code == 0
    assert ran.out == "ok    a scoop moves pebbles from the pile to the player\n1 scenario: 1 passed, 0 failed\n"
    assert rulewright("test", "pebbles/scenarios/turn.yaml").code == 0


def test_scenarios_of_a_file_from_inside_the_pack(rulewright, pebbles, monkeypatch):
    monkeypatch.chdir(pebbles)
    assert rulewright("test", "scenarios/turn.yaml").out == "1 scenario: 1 passed, 0 failed\n"
    for path in ("scenarios/turn.yaml", "./scenarios/turn.yaml"):
        assert rulewright("test", path).out == "1 scenario: 1 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("inside", "paths"), [(".", ["scenarios"]), ("scenarios", ["turn.yaml"]), ("scenarios", ["."]), ("rules", [])]
)
def test_a_part_of_a_pack_stands_for_it_wherever_one_is(rulewright, pebbles, monkeypatch, inside, paths):
    monkeypatch.chdir(pebbles / inside)
    ran = rulewright("test", *paths)
    assert (ran.code, ran.out) == (0, "1 scenario: 1 passed, 0 failed\n")
    assert rulewright("check", *paths).out == "1 checked: 0 errors, 0 warnings\n"


def test_a_folder_of_a_pack_without_scenarios(rulewright, pebbles):
    assert "there are no scenarios in pebbles/rules: " in rulewright("test", "pebbles/rules").out


@pytest.mark.parametrize("command", ["test", "check"])
def test_no_path_where_there_is_no_pack(rulewright, home, monkeypatch, command):
    monkeypatch.chdir(home)
    ran = rulewright(command)
    assert ran.code == 2
    assert "required: PATH" in ran.err and f"rulewright {command} --help" in ran.err


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("pile is 9", "pile is 8", "does not hold: pile is 8"),
        ("scoop_3", "scoop_4", "`scoop_4` is not offered"),
        ("[take, scoop_3]", "take", "(under `when` goes what p1 picks, for example `- p1: scoop_"),
        ("p1: [", "p2: [", "p1 decides here"),
        ("players: 2", "players: 2\n  given: [take a turn]", "`take a turn` under `given` asks for a choice (`"),
    ],
)
def test_a_scenario_that_fails_says_why_and_where(rulewright, pebbles, old, new, why):
    spoil(pebbles, "scenarios/turn.yaml", old, new)
    ran = rulewright("test", "pebbles")
    assert ran.code == 1
    assert why in ran.out
    assert "--> pebbles/scenarios/turn.yaml:" in ran.out


SET_UP = {"scenario", "rule", "source", "players", "seed", "options", "given", "run", "as", "when", "from"}
SET_UP |= {"in_play", "text", "holds_before"}
"""What a scenario begins with and is called; everything else is held against the game."""
FAILING = {
    "then": ("pile is 9", "pile is 8", "does not hold: pile is 8"),
    "offered": ("    - p1: [take, scoop_3]\n  then:", "    []\n  offered: [fly]\n  then:", "`fly` should be offered"),
    "not_offered": (
        "    - p1: [take, scoop_3]\n  then:",
        "    []\n  not_offered: [take]\n  then:",
        "`take` should not",
    ),
    "impossible": ("  then:", "  impossible: yes\n  then:", "should be impossible, but it can be done"),
    "over": ("  run: take a turn\n", "  over: yes\n", "the game should be over"),
    "winners": ("  then:", "  winners: [p2]\n  then:", "the winners are"),
}
"""For each assertion, a change that makes the scenario of the fixture pack fail by it."""


def test_every_assertion_can_fail():
    shape = json.loads((Path(__file__).parents[2] / "schemas" / "scenario.schema.json").read_text("utf-8"))
    (fields,) = [one["properties"] for one in shape["$defs"].values() if "scenario" in one.get("properties", ())]
    assert set(fields) - SET_UP == set(FAILING), "a new assertion goes into FAILING, with a scenario that fails by it"


@pytest.mark.parametrize("name", FAILING)
def test_an_assertion_fails(rulewright, pebbles, name):
    old, new, why = FAILING[name]
    spoil(pebbles, "scenarios/turn.yaml", old, new)
    ran = rulewright("test", "pebbles")
    assert ran.code == 1
    assert why in ran.out


NEVER = """\
- verb: have a break
  text: {en: have a break, fr: faites une pause}
  source: designed
  effect: nothing
"""


def test_a_verb_that_is_never_reached_is_no_beginning(rulewright, pebbles):
    """Scenarios would begin at the end of the game, and nobody would know."""
    (pebbles / "rules" / "never.yaml").write_text(NEVER)
    spoil(pebbles, "pack.yaml", "ready: take a turn", "ready: have a break")
    ran = rulewright("test", "pebbles")
    assert ran.code == 1
    assert "nobody was asked anything in `have a break`" in ran.out
    pack = interpreter.load(str(pebbles))
    on_the_machine = [one.why for one in watched_scenarios(pack, read_scenarios(pack), lambda *_: None)]
    assert all(why.startswith("nobody was asked anything in `have a break`") for why in on_the_machine)


@pytest.mark.parametrize("name", FAILING)
def test_an_assertion_fails_where_branches_are_watched(pebbles, name):
    """`rulewright verify` runs scenarios on the machine that plays, which marks what they reach."""
    old, new, why = FAILING[name]
    spoil(pebbles, "scenarios/turn.yaml", old, new)
    pack = interpreter.load(str(pebbles))
    found = watched_scenarios(pack, read_scenarios(pack), lambda _machine, _scenario: None)
    assert any(why in one.why for one in found), "judge it in `ASSERTIONS` of play/verdict.py"


@pytest.mark.parametrize("name", FAILING)
def test_what_an_assertion_demands_does_not_hold_anyway(pebbles, name):
    """A scenario that fails by one assertion is not called idle (`--strict`), whatever else it demands."""
    spoil(pebbles, "scenarios/turn.yaml", *FAILING[name][:2])
    if name != "then":
        spoil(pebbles, "scenarios/turn.yaml", "    - p1.pebbles is 3\n    - pile is 9", "    - p1.pebbles is 0")
    pack = interpreter.load(str(pebbles))
    assert idle_scenarios(pack, read_scenarios(pack)) == [], "`Scenarios.is_idle` does not look at it"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("pile is 9", "pille is 9", ("unknown name `pille`", "did you mean `pile`?")),
        ("p1.pebbles is 3", "p1.pebles is 3", ("unknown field `pebles`", "did you mean `pebbles`?")),
        ("players: 2", "players: 2\n  from: blnak", ("unknown from `blnak`", "did you mean `blank`?")),
        ("run: take", "runs: take", ("unknown field `runs`; did you mean `run`",)),
        ("scenario: a", "scenari: a", ("unknown field `scenari`; did you mean `scenario`",)),
    ],
)
@pytest.mark.parametrize("known", [False, True], ids=["new", "remembered"])
def test_a_scenario_with_mistakes_is_not_run(rulewright, pebbles, old, new, told, known):
    if known:
        assert rulewright("test", "pebbles").code == 0
    spoil(pebbles, "scenarios/turn.yaml", old, new)
    ran = rulewright("test", "pebbles/")
    assert ran.code == 1
    assert ran.out in ("", "1 scenario: 0 passed, 0 failed, 1 not run\n"), "of a file of another shape nothing is known"
    assert ("the scenarios cannot be run" if not ran.out else "1 scenario cannot be run") in ran.err
    assert rulewright("test", "pebbles/scenarios/turn.yaml").err == ran.err
    assert "--> pebbles/scenarios/turn.yaml:" in ran.err
    assert all(words in ran.err for words in told), ran.err


def test_a_scenario_with_a_mistake_keeps_no_other_from_being_run(rulewright, pebbles):
    with (pebbles / "scenarios" / "turn.yaml").open("a", encoding="utf-8") as file:
        file.write("\n- scenario: spoilt\n  source: designed\n  from: blank\n  then:\n    - pille is 9\n")
        file.write("\n- scenario: wrong\n  source: designed\n  from: blank\n  then:\n    - p1.pebbles is 7\n")
    ran = rulewright("test", "pebbles")
    assert ran.code == 1
    assert ran.out.startswith("FAIL  wrong\n")
    assert ran.out.endswith("3 scenarios: 1 passed, 1 failed, 1 not run\n")
    assert "unknown name `pille`" in ran.err


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("players: 7", "got `7`"),
        ("options: {long: yes}", "unknown option `long`"),
        ("winners: [p3]", "unknown player `p3`"),
        ("as: p4", "unknown player `p4`"),
    ],
)
def test_what_a_scenario_asks_for_is_there(rulewright, pebbles, said, told):
    """Known before any scenario is run, also where all are said like others in which nothing is wrong."""
    assert rulewright("check", "pebbles").code == 0
    with (pebbles / "scenarios" / "turn.yaml").open("a", encoding="utf-8") as file:
        file.write(f"\n- scenario: other\n  source: designed\n  {said}\n  then:\n    - pile >= 0\n")
    assert told in rulewright("check", "pebbles").out


def test_a_warning_does_not_hide_a_mistake_in_a_scenario(rulewright, pebbles):
    spoil(pebbles, "cards/all.yaml", ", fr: ", ", en-GB: ")
    spoil(pebbles, "scenarios/turn.yaml", "pile is 9", "pille is 9")
    ran = rulewright("check", "pebbles")
    assert "check/missing-name warning" in ran.out
    assert "1 checked: 1 error, 1 warning" in ran.out


def test_a_pack_without_scenarios_does_not_look_tested(rulewright, pebbles):
    shutil.copytree(pebbles, pebbles.parent / "tested")
    (pebbles / "scenarios" / "turn.yaml").unlink()
    ran = rulewright("test", "pebbles")
    assert ran.code == 1
    assert ran.out == (
        "there are no scenarios in pebbles: they stand in the folder scenarios/ of a pack\n"
        "0 scenarios: 0 passed, 0 failed\n"
    )
    ran = rulewright("test", "tested", "pebbles", "tested/model.yaml")
    assert ran.code == 1
    assert [line.partition(":")[0] for line in ran.out.splitlines()] == [
        "there are no scenarios in pebbles",
        "there are no scenarios in tested/model.yaml",
        "1 scenario",
    ]


def test_a_path_that_cannot_be_tested_keeps_no_other_from_it(rulewright, pebbles):
    shutil.copytree(pebbles, pebbles.parent / "tested")
    spoil(pebbles, "rules/play.yaml", "verb:", "verv:")
    ran = rulewright("test", "nosuch", "pebbles", "tested")
    assert ran.code == 2
    assert ran.out.endswith("1 scenario: 1 passed, 0 failed\n")
    assert ran.err.startswith("rulewright: there is no pack `nosuch`\n  shipped packs: ")
    assert "rulewright: the pack cannot be played:\n" in ran.err


def test_a_scenario_with_an_unknown_option_is_no_traceback(rulewright, pebbles):
    spoil(pebbles, "scenarios/turn.yaml", "players: 2", "players: 2\n  options: {magic: yes}")
    assert rulewright("test", "pebbles").code in (1, 2)


# ------------------------------------------------------------------------------------------------------------- show


def test_everything_is_listed(rulewright):
    out = rulewright("show", "pebbles").out
    assert out.startswith("Pebbles (pebbles 1.0.0), 2 to 4 players\n")
    assert "scoop (3)\n  scoop_1  Scoop of 1\n" in out
    assert "Poignée de 1" in rulewright("show", "pebbles", "--lang", "fr").out


@pytest.mark.parametrize(
    ("way", "text"),
    [
        ("--resolved", "effect: take pebbles 2   # pebbles pebbles/cards/all.yaml:8"),
        ("--tree", "Command"),
        ("--code", "call take pebbles"),
        ("--text", "Scoop of 2\n  Take 2 pebbles."),
    ],
)
def test_one_thing_in_every_way(rulewright, way, text):
    ran = rulewright("show", "pebbles", "scoop_2", way)
    assert ran.code == 0
    assert text in ran.out


@pytest.mark.parametrize("way", ["--resolved", "--tree", "--code", "--text"])
def test_all_of_a_big_pack_in_every_way(rulewright, way):
    assert rulewright("show", "daimyo", way).code == 0


def test_an_unknown_thing(rulewright):
    ran = rulewright("show", "pebbles", "scoop2")
    assert ran.code == 2
    assert "did you mean `scoop_2`?" in ran.err


@pytest.mark.parametrize("wanted", ["Scoop of 2", "scoop OF 2", "SCOOP_2", "Poignée de 2"])
def test_a_thing_is_found_by_its_name(rulewright, wanted):
    assert rulewright("show", "pebbles", wanted).out.startswith("scoop scoop_2\n  Scoop of 2\n")


def test_a_thing_is_found_by_the_name_of_a_face(rulewright):
    assert rulewright("show", "daimyo", "charpentier").out.startswith("villager guide\n")


def test_a_thing_without_a_name_is_called_by_its_kind(rulewright):
    assert rulewright("show", "daimyo", "governor").out.startswith("governor governor\n  governor\n")
    assert rulewright("show", "daimyo", "governor", "--lang", "fr").out.startswith("governor governor\n  gouverneur\n")


def test_a_card_shows_its_fields(rulewright, pebbles):
    model = pebbles / "model.yaml"
    model.write_text(model.read_text().replace("{worth: number}", "{worth: {type: number, show: yes}}"))
    out = rulewright("show", "pebbles", "charm_1").out
    assert out == "charm charm_1\n  Charm of 1\n  worth 1\n"


def test_the_faces_of_a_card_show_their_fields(rulewright, home):
    """A piece with two faces that say different things names the face before them."""
    tiny = home / "tiny"
    shutil.copytree(Path(__file__).parents[1] / "fixtures" / "tiny", tiny)
    spoil(tiny, "model.yaml", "fields: {shade: shade}", "fields: {shade: {type: shade, show: yes}}")
    assert "  shade dark\n" in rulewright("show", tiny, "coin_dark").out
    spoil(tiny, "cards/things.yaml", 'name: {en: "{shade} back", ', 'shade: pale, name: {en: "{shade} back", ')
    assert "  dark front: shade dark\n  dark back: shade pale\n" in rulewright("show", tiny, "coin_dark").out


@pytest.mark.parametrize("words", ["verb bank", "bank the", "Verb bank the pot", "bank"])
def test_a_rule_is_shown_by_its_first_words(rulewright, words):
    assert rulewright("show", "pig", words).out.startswith("verb bank the pot\n")
    assert rulewright("show", "pig", *words.split()).out.startswith("verb bank the pot\n")


@pytest.mark.parametrize("words", ["verb the pot", "bank a", "value bank"])
def test_other_words_than_the_first_are_no_name(rulewright, words):
    assert "nothing named" in rulewright("show", "pig", words).err


def test_show_tells_of_kinds_vars_zones_and_values(rulewright):
    """What the model declares has a type, bounds, and somebody who sees it."""
    out = rulewright("show", "pebbles", "scoop").out
    assert out.startswith("kind scoop\n  scoop\n  fields (1)\n    size: number")
    assert "  scripts (1)\n    effect: effect\n  things (3)\n    scoop_1  Scoop of 1\n" in out
    assert rulewright("show", "pebbles", "purse", "--lang", "fr").out == (
        "zone purse of player\n  bourse\n  holds: charm\n  seen by: its owner only\n"
    )
    out = rulewright("show", "pebbles", "pile").out
    assert out.startswith("var pile of the table\n  pile\n  type: number")
    assert out.endswith("  seen by: everybody\n")
    assert rulewright("show", "pebbles", "luck").out == (
        "value luck\n  player.luck\n  of: player\n  type: number\n  is: sum(my.purse, worth)\n"
    )
    assert "vars and zones\n  player: pebbles, purse\n  the table: pile, bag\n" in rulewright("show", "pebbles").out
    assert "did you mean `purse`?" in rulewright("show", "pebbles", "pursee").err
