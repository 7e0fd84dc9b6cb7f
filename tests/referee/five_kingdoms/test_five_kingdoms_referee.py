"""Random games agree with the referee, and the referee notices what is wrong with one."""

import ast
import pickle
import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

import interpreter

from .adapter import stream
from .cards import DECK, KINGDOMS
from .referee import Referee
from .table import PILE

HERE = Path(__file__).parent
CONTENT = HERE.parents[2] / "content/five_kingdoms"
GAMES = 40
OCCASIONS = 2
"""How many games a lie is told about."""
HAPPEN = ["FK-K02", "FK-K05", "FK-I09", "FK-R06", "FK-R15", "FK-Q14", "FK-T08", "FK-X03", "FK-X06", "FK-X08", "FK-X09"]
HAPPEN += ["FK-X07", "FK-X12", "FK-X13", "FK-X14", "FK-X15", "FK-X18", "FK-X19", "FK-X21", "FK-X22", "FK-X23", "FK-X25"]


def watch(told):
    return Referee(told).watch()


def test_games_agree_with_the_referee():
    fired, ended = Counter(), Counter()
    for seed in range(GAMES):
        referee = Referee(stream(seed))
        assert not referee.watch(), "\n".join(map(str, referee.differences))
        fired += referee.rules.fired
        ended[referee.rules.winner is not None] += 1
    assert not [rule for rule in HAPPEN if not fired[rule]], "these rules were never put to the test"
    assert ended[True] and ended[False]


# ---- on its own


def test_only_the_adapter_knows_the_interpreter():
    """Every import of the referee, followed through its own files."""
    for path in HERE.glob("*.py"):
        if path.name in ("adapter.py", "__main__.py") or path.name.startswith("test_"):
            continue
        names = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add("." * node.level + (node.module or ""))
            elif isinstance(node, ast.Name):
                assert node.id not in ("__import__", "eval", "exec"), path.name
        own = {".cards", ".ledger", ".rules", ".scoring", ".square", ".table"}
        assert names <= own | {"collections", "dataclasses", "typing"}, path.name


def test_the_cards_are_those_of_the_pack():
    """The list written from the checklist against the YAML, read without the interpreter."""
    found = Counter()
    for path in (CONTENT / "cards").glob("*.yaml"):
        for item in yaml.safe_load(path.read_text()).get("card", []):
            for kingdom in item.get("for_each", {}).get("kingdom", [None]):
                found[item["banner"].format(kingdom=kingdom), item["role"]] += item["count"]
    assert found == Counter(card.face for card in DECK)
    assert len(DECK) == len(set(DECK)) == 66
    assert Counter(card.banner for card in DECK) == {**dict.fromkeys(KINGDOMS, 10), "imperial": 8, "religious": 8}


# ---- a stream that lies


@pytest.fixture(scope="module")
def honest():
    """Games as bytes: each lie is told about a fresh copy."""
    return [pickle.dumps(stream(seed)) for seed in range(12)]


def find(told, sort, wanted=lambda happening: True, after=3):
    """A happening of some sort well into the game: its step and its number there."""
    for number, step in enumerate(told.steps[after:], after):
        for index, happening in enumerate(step.happened):
            if happening[0] == sort and wanted(happening):
                return step.happened, index, number
    return None


def change(sort, edit, wanted=lambda happening: True):
    """Edit the first such happening of a stream."""

    def tamper(told):
        found = find(told, sort, wanted)
        if found is None:
            return None
        happened, index, number = found
        happened[index : index + 1] = edit(happened[index])
        return number

    return tamper


def at_question(name, edit):
    """Replace what is asked somewhere; `edit` gives the fields that change, or None where it does not apply."""

    def tamper(told):
        for number, step in enumerate(told.steps[3:], 3):
            if step.asked and step.asked.question == name:
                changed = edit(step)
                if changed is not None:
                    step.asked = type(step.asked)(**{**vars(step.asked), **changed})
                    return number
        return None

    return tamper


def at_table(edit, step=20):
    """Doctor the table that is shown at some step."""

    def tamper(told):
        edit(told.steps[step].seen)
        return step

    return tamper


def at_end(name, edit):
    def tamper(told):
        setattr(told, name, edit(getattr(told, name)))
        return len(told.steps) - 1

    return tamper


def swap_draws(told):
    """Two neighbouring cards of the pile change places in every table and every draw: a different shuffle halfway."""
    for number, step in enumerate(told.steps[10:], 10):
        pile = step.seen.zones[PILE]
        if len(pile) > 30:
            step.seen.zones[PILE] = (pile[1], pile[0], *pile[2:])
            return number
    return None


def two_places(seen):
    seen.zones["discard",] += seen.zones[PILE][:1]


def drop_option(step):
    options = [one for one in step.asked.options if one != step.asked.pick]
    return {"options": (*options[1:], step.asked.pick)} if len(options) > 1 else None


def far_cell(step):
    return {"options": (*step.asked.options, (9, 9))}


def other_mate(happening):
    return [(*happening[:3], ("council", 1 - happening[3][1]))]


def is_slide(happening):
    return happening[2][0] == happening[3][0] == "cell"


def into(name):
    return lambda happening: happening[3][0] == name


TAMPERS = {
    "castles too many": (change("gain", lambda h: [(*h[:2], h[2] + 1)]), "FK-"),
    "castles paid twice": (change("gain", lambda h: [h, h]), "FK-"),
    "castles not paid": (change("gain", lambda h: []), "FK-"),
    "castles to the other seat": (change("gain", lambda h: [("gain", 1 - h[1], h[2])]), "FK-"),
    "a steal that takes nothing": (change("lose", lambda h: []), "FK-X08|FK-X14"),
    "a card not discarded": (change("move", lambda h: [], into("discard")), "FK-R10|FK-R06|FK-X09"),
    "a card taken too many": (
        change("move", lambda h: [h, ("move", DECK[0], PILE, h[3])], into("taken")),
        "FK-",
    ),
    "a card left in the Square": (change("move", lambda h: [], into("taken")), "FK-"),
    "an influence in the wrong column": (
        change("move", lambda h: [(*h[:3], ("column", h[3][1], "nowhere"))], into("column")),
        "FK-I01|FK-I09",
    ),
    "a recruit for the other": (change("move", other_mate, into("council")), "FK-R03"),
    "a card that slides": (change("move", lambda h: [(*h[:3], ("cell", 7, 7))], is_slide), "FK-P06|FK-G23"),
    "a card shown to the rival": (change("show", lambda h: [h, (*h[:2], frozenset({0, 1}))]), "FK-"),
    "a Character looked at unasked": (
        change("move", lambda h: [h, ("show", h[1], frozenset({0}))], into("drawn")),
        "FK-",
    ),
    "the turn passed twice": (change("active", lambda h: [("active", 1 - h[1])]), "FK-T10"),
    "a Throne Room spent in silence": (change("spent", lambda h: []), "FK-I07"),
    "a pile that is shuffled again": (change("active", lambda h: [h, ("shuffle", PILE)]), "FK-S01"),
    "the pile in another order": (swap_draws, "FK-S01"),
    "a cell too many": (at_question("place", far_cell), "FK-P02"),
    "a cell too few": (at_question("place", drop_option), "FK-P02"),
    "another banner offered": (
        at_question("banner", lambda step: {"options": (*step.asked.options, "nobody's")}),
        "FK-K04",
    ),
    "Influence refused": (at_question("use", lambda step: {"options": ("recruit",), "pick": "recruit"}), "FK-T05"),
    "nobody to recruit": (at_question("newcomer", lambda step: {"options": ("nothing",), "pick": "nothing"}), "FK-R04"),
    "the rival is asked": (at_question("use", lambda step: {"seat": 1 - step.asked.seat}), "FK-T05"),
    "a pick that is not played": (
        at_question("banner", lambda step: {"pick": next(o for o in step.asked.options if o != step.asked.pick)}),
        "FK-K05",
    ),
    "a card in two places": (at_table(two_places), "FK-C06"),
    "a card that vanished": (at_table(lambda seen: seen.zones.update({PILE: seen.zones[PILE][1:]})), "FK-C06"),
    "castles that appear": (at_table(lambda seen: seen.castles.__setitem__(0, 40)), "FK-C09"),
    "a leaked Character": (at_table(lambda seen: seen.knows.update({seen.zones[PILE][0]: frozenset({1})})), "FK-T11"),
    "a debt of turns": (at_table(lambda seen: seen.extra.__setitem__(1, 1)), "FK-X23"),
    "a game cut short": (
        at_end("steps", lambda steps: [*steps[:-3], type(steps[0])(steps[-3].happened, steps[-3].seen)]),
        "FK-E01",
    ),
    "scores invented": (at_end("scores", lambda scores: [scores[0] + 1, scores[1]]), "FK-E05"),
    "the loser wins": (at_end("winners", lambda winners: [1 - seat for seat in winners][:1]), "FK-"),
    "ranks turned round": (at_end("ranks", lambda ranks: [ranks[1], ranks[0] + 2]), "FK-"),
}


def names(rules, differences):
    return any(re.search(rules, difference.rule) for difference in differences)


@pytest.mark.parametrize("harm", TAMPERS)
def test_a_stream_that_lies_is_caught(harm, honest):
    """The first difference is told at the step of the lie (or the next one), with a rule that is broken there."""
    tamper, rules = TAMPERS[harm]
    caught = 0
    for told in honest:
        lie = pickle.loads(told)
        step = tamper(lie)
        if step is None:
            continue
        found = watch(lie)
        assert found, f"seed {lie.seed}: not noticed"
        assert found[0].seed == lie.seed
        assert found[0].step in (step, step + 1) or harm == "a game cut short"
        assert names(rules, found), str(found[0])
        assert found[0].expected != found[0].found
        assert str(found[0]).startswith(f"seed {lie.seed}, step {found[0].step}, FK-")
        caught += 1
        if caught == OCCASIONS:
            break
    assert caught, "no game gave an occasion to lie"


# ---- a pack that plays by other rules

BENT = {
    "a Queen pays for the 2nd": ("cards/kingdoms.yaml", "nth in (3, 4, 5)", "nth in (2, 3, 4, 5)", "FK-"),
    "a Witch acts at the 4th": ("cards/kingdoms.yaml", "nth in (3, 5)", "nth in (4, 5)", "FK-"),
    "a Popess pays 1": (
        "cards/orders.yaml",
        "effect: gain 2 castles for popess",
        "effect: gain 1 castles for popess",
        "FK-X12",
    ),
    "a tie is a majority": ("cards/orders.yaml", "my.officers > my", "my.officers >= my", "FK-"),
    "a King pays 4": ("cards/kingdoms.yaml", "legacy: 3 if", "legacy: 4 if", "FK-X02"),
    "Throne Rooms pay at 4": ("rules/influence.yaml", ">= 3:", ">= 4:", "FK-X25"),
    "Throne Rooms pay always": ("rules/influence.yaml", "set room.spent to yes", "set room.spent to no", "FK-"),
    "jokers open columns": ("rules/influence.yaml", "imperial and any(influences)", "imperial", "FK-"),
    "a Square of 4 by 4": ("rules/square.yaml", "lowest(laid, column)) < 3", "lowest(laid, column)) < 4", "FK-P02"),
    "all of a banner are taken": (
        "rules/square.yaml",
        "connected(spot, cells where card.banner is emblem)",
        "cells where card.banner is emblem",
        "FK-",
    ),
    "the ring from the other side": ("rules/square.yaml", "(cell_2_1, cell_3_1,", "(cell_3_1, cell_2_1,", "FK-"),
    "two cards left are too few": ("rules/square.yaml", "count(laid) < 2", "count(laid) < 3", "FK-"),
    "a Council of 3": ("rules/recruiting.yaml", "count(my.council) is 4", "count(my.council) is 3", "FK-R06|FK-R03"),
    "two of the same": ("rules/recruiting.yaml", "not any(copies(newcomer) where it in my.followers)", "yes", "FK-R"),
    "four Titans win": ("rules/recruiting.yaml", "count(my.titans) >= 5", "count(my.titans) >= 4", "FK-"),
    "extra turns are lost": ("rules/game.yaml", "my.extra_turns > 0", "my.extra_turns > 5", "FK-"),
    "a steal takes 2": ("rules/characters.yaml", "steal 1 castle", "steal 2 castles", "FK-X08"),
    "Gaia forgotten at the end": (
        "rules/scoring.yaml",
        "sum(my.followers, legacy)",
        "sum(my.council, legacy)",
        "FK-X15",
    ),
}


RARE = {"a tie is a majority", "a King pays 4", "four Titans win", "extra turns are lost", "Gaia forgotten at the end"}
"""What takes many games to show."""


@pytest.mark.parametrize("harm", [pytest.param(harm, marks=[pytest.mark.soak] * (harm in RARE)) for harm in BENT])
def test_a_pack_with_a_bent_rule_is_caught(harm, tmp_path):
    name, right, wrong, rules = BENT[harm]
    for path in CONTENT.rglob("*.yaml"):
        if "scenarios" not in path.parts:
            copied = tmp_path / path.relative_to(CONTENT)
            copied.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text()
            if path == CONTENT / name:
                assert right in text
                text = text.replace(right, wrong)
            copied.write_text(text)
    content = interpreter.load(tmp_path)
    for seed in range(200):
        try:
            found = watch(stream(seed, content))
        except interpreter.Fault:
            continue
        if found:
            assert names(rules, found), "\n".join(map(str, found))
            return
    pytest.fail("200 games by a bent rule were all found right")
