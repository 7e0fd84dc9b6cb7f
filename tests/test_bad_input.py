"""Bad packs: every line of the lists "Schema and cross-references" and "Effect scripts" of the reliability plan.

Each is the fixture pack with one thing wrong. Wanted: a code, the file and line, words that name the culprit; no traceback;
no hang.
"""

import time

import pytest
from tiny_pack import checked, indented, read, tiny, tiny_files

from interpreter.check.keys import verb
from interpreter.diagnostics import Severity, render_text
from interpreter.syntax.parse import MAX_LENGTH, MAX_NODES

TOO_LONG = 10.0
"""Seconds: far beyond what any of these may take, so that a busy machine does not fail the test."""


def changed(path, old, new):
    """The fixture pack with a piece of one file replaced."""
    text = tiny_files()[path].decode()
    assert text.count(old) >= 1, old
    return {path: text.replace(old, new, 1).encode()}


def added(path, text):
    return {path: text.encode()}


def card(lines):
    return added(
        "cards/more.yaml", "card:\n  - id: newcomer\n" + "".join(f"    {line}\n" for line in lines.splitlines())
    )


def effect(text):
    return added("rules/case.yaml", f"- verb: try it\n  source: designed\n  effect: |\n    {indented(text)}\n")


def errors(changes):
    """The errors of a pack, within reasonable time."""
    start = time.monotonic()
    pack = checked(changes)
    assert time.monotonic() - start < TOO_LONG
    found = [d for d in pack.diagnostics if d.severity is Severity.ERROR]
    assert "Traceback" not in render_text(found, pack.source.lines)
    return found


MODEL, PACK, PEOPLE = "model.yaml", "pack.yaml", "cards/people.yaml"
FOOL = "id: fool\n    name: {en: Fool, fr: Fou}\n    cost: 0"

SCHEMA = {
    "id missing": (changed(PEOPLE, "id: fool\n    name", "name"), f"{PEOPLE}:2", ["id"]),
    "a field misspelt": (changed(PEOPLE, "cost: 0", "costt: 0"), f"{PEOPLE}:4", ["costt", "cost"]),
    "a list for a number": (card("cost: [3]\nsource: designed"), "cards/more.yaml:3", ["whole number", "list"]),
    "below the minimum": (card("cost: -1\nsource: designed"), "cards/more.yaml:3", ["0", "9", "-1"]),
    "above the maximum": (card("cost: 10\nsource: designed"), "cards/more.yaml:3", ["0", "9", "10"]),
    "a number too large": (card("cost: 10000000\nsource: designed"), "cards/more.yaml:3", ["number too large"]),
    "a colour that is none": (card("cost: 1\nshade: drak\nsource: designed"), "cards/more.yaml:4", ["drak", "dark"]),
    "two cards with one id": (card("cost: 1\nsource: designed\n") | changed(PEOPLE, "id: sage", "id: newcomer"), PEOPLE, ["newcomer"]),
    "an unknown card": (effect("move foool to my.hand"), "rules/case.yaml:4", ["foool", "fool"]),
    "an unknown zone": (effect("move fool to dekc"), "rules/case.yaml:4", ["dekc", "deck"]),
    "an unknown counter": (effect("gain 1 wodo"), "rules/case.yaml:4", ["wodo", "wood"]),
    "an engine of the future": (changed(PACK, 'engine: ">=0.1"', 'engine: ">=99"'), f"{PACK}:7", ["99"]),
    "a version that is none": (changed(PACK, "version: 1.0.0", "version: banana"), f"{PACK}:3", ["version", "1.2.3"]),
    "a pattern": (card("cost: 1\nsource: designed\npattern: ^(a+)+$"), "cards/more.yaml:5", ["pattern"]),
    "ten million copies": (card("cost: 1\nsource: designed\ncount: 1000000"), "cards/more.yaml:5", ["200"]),
    "201 copies": (card("cost: 1\nsource: designed\ncount: 201"), "cards/more.yaml:5", ["200"]),
    "no copies": (card("cost: 1\nsource: designed\ncount: 0"), "cards/more.yaml:5", ["1"]),
    "more players at least than at most": (changed(PACK, "{min: 2, max: 3}", "{min: 5, max: 2}"), f"{PACK}:5", ["min above max"]),
    "a start above the maximum": (changed(MODEL, "energy: {start: 1,", "energy: {start: 9,"), MODEL, ["start above maximum"]),
    "a start below the minimum": (changed(MODEL, "debt: {min: -2,", "debt: {start: -4, min: -2,"), MODEL, ["min above start"]),
    "a minimum above the maximum": (changed(MODEL, "debt: {min: -2, max: 5}", "debt: {min: 6, max: 5}"), MODEL, ["min above max"]),
    "an unknown kind": (changed(MODEL, "{holds: die}", "{holds: dye}"), MODEL, ["dye", "die"]),
    "an unknown type": (changed(MODEL, "{type: shade, visible: sealed}", "{type: shada, visible: sealed}"), MODEL, ["shada", "shade"]),
    "a row over no enum": (changed(MODEL, "stock: {each: good}", "stock: {each: goood}"), MODEL, ["goood", "good"]),
    "a part of nothing": (changed(MODEL, "part_of: place", "part_of: plaice"), MODEL, ["plaice", "place"]),
    "a roll of no var": (changed(MODEL, "rolls: pips", "rolls: pisp"), MODEL, ["pisp", "pips"]),
    "a zone that listens and is not there": (changed(MODEL, "listens: court", "listens: cuort"), MODEL, ["cuort", "court"]),
    "visible to whom": (changed(MODEL, "visible: owner}", "visible: friends}"), MODEL, ["friends"]),
    "a capacity of none": (changed(MODEL, "capacity: 1}", "capacity: 0}"), MODEL, ["capacity"]),
    "a default of another type": (changed(MODEL, "quick: {type: truth, default: no}", "quick: {type: truth, default: 3}"), MODEL, ["3"]),
    "an option without its default": (changed(PACK, "values: [few, many], default: few", "values: [few, many], default: none_at_all"), PACK, ["none_at_all"]),
    "a start verb that is none": (changed(PACK, "start: play the game", "start: play the gmae"), PACK, ["play"]),
    "a ready verb that is none": (changed(PACK, "ready: take a turn", "ready: take a trun"), PACK, ["take a trun"]),
    "a limit that is none": (changed("rules/game.yaml", "limit: once per turn", "limit: often"), "rules/game.yaml", ["once per turn"]),
    "a duty without a limit": (changed("rules/game.yaml", "  limit: once per turn\n  must: yes", "  must: yes"), "rules/game.yaml", ["must"]),
    "an empty table": (added("rules/case.yaml", "- table: nothing\n  source: designed\n  values: []\n"), "rules/case.yaml", ["values"]),
    "a table of words": (added("rules/case.yaml", "- table: odd\n  source: designed\n  values: [one]\n"), "rules/case.yaml", ["whole number", "text"]),
    "an unfinished template": (card("cost: '{n}'\nsource: designed"), "cards/more.yaml:3", ["{n}"]),
    "a start of another type": (changed(MODEL, "coins: {start: 2}", "coins: {start: many}"), MODEL, ["whole number", "many"]),
    "a start that is no value": (changed(MODEL, "start: merry", "start: mery"), MODEL, ["mery", "merry"]),
    "a start that is no item": (changed(MODEL, "idea: {type: card}", "idea: {type: card, start: foool}"), MODEL, ["foool", "fool"]),
    "a var that is a set": (changed(MODEL, "home: place", "home: set of place"), MODEL, ["set of place"]),
    "in play by what happens": (card("cost: 1\nsource: designed\nin_play: round > 1"), "cards/more.yaml:5", ["players", "round"]),
    "a place of two kinds": (changed(MODEL, "  marker: {per_player: 3}", "  marker: {per_player: many}"), MODEL, ["per_player"]),
    "an enum with a value twice": (changed(MODEL, "good: [wood, clay]", "good: [wood, wood]"), MODEL, ["wood"]),
}  # fmt: skip

# Lines of the list that are about Daimyo's own numbers: a hero's strength, dice for three players, relic tiles 1-4. Fields
# with `min` and `max` say such things in a pack ("below the minimum" above); the pack's own tests hold the rest.

SCRIPTS = {
    "an open bracket": ("gain max(2, 3 coins", 4, ["`)`"]),
    "an open bracket, the old way": ("gain(coins, 2", 4, ["`)`"]),
    "an unknown statement": ("gian 2 coins", 4, ["gian", "gain"]),
    "arguments turned round": ("gain coins 2", 4, ["coins"]),
    "an argument missing": ("gain coins", 4, ["gain", "amount", "counter"]),
    "an unknown local": ("gain x coins", 4, ["x"]),
    "a circle": ("try it", 1, ["cycle", "try it"]),
    "a loop without measure": ("repeat 1000000:\n  gain 1 coins", 4, ["10,000 steps"]),
    "a loop beyond numbers": ("repeat 1000000000:\n  gain 1 coins", 4, ["1,000,000"]),
    "loops in loops": ("for each a in spots:\n  for each b in spots:\n    for each c in spots:\n      for each d in spots:\n        gain 1 coins", 4, ["steps"]),
    "brackets without end": ("let x = " + "(" * 100 + "1" + ")" * 100, 4, ["deeper than 32"]),
    "Python behind a dot": ("gain me.__class__.__mro__ coins", 4, ["_"]),
    "Python behind a bracket": ("gain ().__class__ coins", 4, ["`)`"]),
    "a roll of the machine's own": ("gain random() coins", 4, ["random"]),
    "the clock": ("now", 4, ["now"]),
    "a file": ('open("x")', 4, ['"']),
    "digits of another script": ("gain ٣ coins", 4, ["٣"]),
    "text is no value": ('let x = "long"', 4, ['"']),
    "a piece in two kinds of place": ("move fool to bag", 4, ["card", "token"]),
    "a set for a number": ("gain my.hand coins", 4, ["number"]),
    "a number of no kind": ("gain 1.5 coins", 4, ["5"]),
    "a negative literal of eight digits": ("lose 99999999 coins", 4, ["1,000,000"]),
    "an event nobody declares": ("announce snowed", 4, ["announce"]),
    "a menu nobody fills": ("offer shop", 4, ["shop"]),
    "a span nobody uses": ("begin century", 4, ["century"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMA)
def test_schema_and_references(name):
    changes, where, words = SCHEMA[name]
    found = errors(changes)
    assert found, "accepted"
    told = " ".join(f"{d.message} {d.help or ''}" for d in found)
    assert any(f"{d.label.span.file}:{d.label.span.line}".startswith(f"case/{where}") for d in found), [
        d.label.span for d in found
    ]
    assert all(word in told for word in words), told


@pytest.mark.parametrize("name", SCRIPTS)
def test_effect_scripts(name):
    text, line, words = SCRIPTS[name]
    found = errors(effect(text))
    assert found, "accepted"
    assert {d.label.span.file for d in found} == {"case/rules/case.yaml"}
    assert found[0].label.span.line == line
    told = " ".join(f"{d.message} {d.help or ''}" for d in found)
    assert all(word in told for word in words), told


def test_a_trigger_that_is_none():
    found = errors(changed("cards/people.yaml", "when: cheered_by", "when: cheerd_by"))
    assert [(d.code, d.label.span.file) for d in found] == [("check/unknown-name", "case/cards/people.yaml")]
    assert "did you mean `cheered_by`" in found[0].help


def test_two_cards_of_one_id_name_both_places():
    found = errors(card("cost: 1\nsource: designed") | changed("cards/people.yaml", "id: sage", "id: newcomer"))
    spans = {found[0].label.span.file, *(note.span.file for note in found[0].notes)}
    assert spans == {"case/cards/people.yaml", "case/cards/more.yaml"}


@pytest.mark.parametrize(
    ("word", "old", "new"),
    [
        ("none", "good: [wood, clay]", "good: [wood, clay, none]"),
        ("me", "mood: [dark, merry]", "mood: [dark, merry]\n  me: [north, south]"),
        ("players", "mood: [dark, merry]", "mood: [dark, merry]\n  way: {plural: players, values: [north, south]}"),
        ("it", "balance: {} ", "it: {} "),
        ("everyone", "pool: {holds: die}", "pool: {holds: die}\n    everyone: {holds: die}"),
        ("my", "debt: {min: -2", "my: {}\n      debt: {min: -2"),
        ("opponents", "die:\n    plural: dice", "die:\n    plural: opponents"),
        ("empty", "quick: {type: truth", "empty: {type: truth, default: no}\n      quick: {type: truth"),
    ],
)
def test_a_name_of_the_model_is_no_word_of_the_language(word, old, new):
    found = [one for one in errors(changed("model.yaml", old, new)) if one.code == "check/reserved-name"]
    assert [one.message for one in found] == [f"`{word}` already means something"]
    assert found[0].label.span.file == "case/model.yaml"
    assert "choose another name" in found[0].help


def test_all_errors_in_one_run_sorted_and_capped():
    found = errors(effect("\n".join(["gian 1 coins"] * 60)))
    assert len(found) == 60
    places = [(d.label.span.file, d.label.span.line) for d in found]
    assert places == sorted(places)
    pack = checked(effect("\n".join(["gian 1 coins"] * 60)))
    shown = render_text(pack.diagnostics, pack.source.lines)
    assert shown.count("there is no statement") == 20
    assert "and 40 more" in shown


@pytest.mark.parametrize("excess", [-1, 0, 1])
def test_length_at_the_limit(excess):
    text = "gain 1 coins\n#"
    text += "x" * (MAX_LENGTH - len(text) + excess)
    found = errors(added("rules/case.yaml", f"- verb: try it\n  source: designed\n  effect: {quoted(text)}\n"))
    assert bool(found) == (excess > 0)


def quoted(text):
    return '"' + text.replace("\n", "\\n") + '"'


@pytest.mark.parametrize("excess", [-1, 0, 1])
def test_nodes_at_the_limit(excess):
    """A block and its statements: `stop` is one node, `gain 1 coins` four."""
    count = MAX_NODES - 1 + excess
    found = errors(effect("\n".join(["gain 1 coins"] * (count // 4) + ["stop"] * (count % 4))))
    assert [d.code for d in found] == (["syntax/too-large"] if excess > 0 else [])


@pytest.mark.parametrize("depth", [31, 32, 33])
def test_brackets_at_the_limit(depth):
    found = errors(effect(f"let x = {'(' * depth}1{')' * depth}\ngain x coins"))
    assert [d.code for d in found] == (["syntax/too-large"] if depth > 32 else [])


@pytest.mark.parametrize("number", [999_999, 1_000_000, 1_000_001])
def test_numbers_at_the_limit(number):
    found = errors(effect(f"gain {number} coins"))
    assert bool(found) == (number > 1_000_000)


@pytest.mark.parametrize("times", [9_999, 10_000])
def test_steps_at_the_limit(times):
    found = errors(effect(f"repeat {times}:\n  gain 1 coins"))
    assert [d.code for d in found] == (["check/too-costly"] if times > 9_999 else [])


def test_numbers_never_leave_their_range():
    """A million and a million: counters stop where numbers stop, and nothing overflows a cell."""
    changes = effect(
        "repeat 50:\n  gain 1000000 points\ngain my.points * my.points coins\nset balance to 0 - my.coins * my.coins"
    )
    pack = checked(changes)
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("try it"), 0)
    assert all(abs(cell) < 2**63 for cell in game.state)
    layout = game.machine.layout
    assert all(
        abs(game.state[layout.vars[key].base]) <= 1_000_000
        for key in ("player.points", "player.coins", "shared.balance")
    )


def test_a_choice_with_no_options_is_skipped_and_the_game_goes_on():
    """The manual's rule: a soft choice with nothing to choose skips the rest of its block."""
    pack = checked(effect("if not tired:\n  choose c from my.hand else: nothing\n  move c to my.discard\ngain 1 clay"))
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("try it"), 0)
    assert [event[0] for event in game.events[-1:]] == ["gain"]


def test_components_are_conserved_whatever_a_script_does():
    """A piece moved twice lies in one place; a piece taken away is aside, not gone."""
    pack = checked(
        effect("move fool to my.hand\nmove fool to display\nmove fool to my.court\nremove sage\nmove sage to pile")
    )
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("try it"), 0)
    held = [
        piece
        for at in game.machine.zones
        for piece in game.state[at + 1 : at + 1 + game.state[at]]
        if game.machine.zone_kind[at].name == "card"
    ]
    assert sorted(held) == sorted(set(held))
    assert len(held) == len(game.machine.layout.things["card"])


def test_the_fixture_is_sound():
    assert tiny().diagnostics == []
    assert read().diagnostics == ()
