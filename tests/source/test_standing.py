"""Standing changes: a formula without an order, that ends when its source goes; what is forbidden and allowed."""

from itertools import permutations

import layered
import pytest
from layered import told, write
from test_wraps import found, gold, on, play, rules, sound
from tiny_pack import script

from interpreter import prose
from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.code import compile_pack
from interpreter.engine import Engine, Here
from interpreter.languages import LANGUAGES
from interpreter.machine import Machine

MODEL = """\
kinds:
  player: {zones: {side: {holds: tile}}}
  tile: {fields: {weight: {type: number, default: 1}}}
shared:
  zones: {pile: {holds: tile, ordered: yes}, attic: {holds: tile}}
"""
BASE = {
    **layered.BASE,
    "model.yaml": layered.BASE["model.yaml"].replace("  hero:\n", "  hero:\n    plural: heroes\n"),
    "rules/game.yaml": layered.BASE["rules/game.yaml"].replace("in heros", "in heroes")
    + "- {value: income, of: player, source: designed, is: 3}\n"
    + "- {value: limit, source: designed, is: 9}\n"
    + "- {value: bold, of: player, source: designed, is: my.gold > 99}\n"
    + "- {value: price, of: hero, with: {more: number}, source: designed, is: cost + more}\n",
}


def tiles(*changes, name="t", **more):
    """Cards of a pack: one tile for each list of changes."""
    lines = [f"  - {{id: {name}{number}, name: T, source: designed, {more.get('also', '')}standing: [{change}]}}"
             for number, change in enumerate(changes, 1)]  # fmt: skip
    return {"model.yaml": MODEL, "cards/t.yaml": "tile:\n" + "\n".join(lines) + "\n"}


def start(*lines):
    """A rule that is done before the game."""
    return "- change: verb play the game\n  before: |\n" + "".join(f"    {line}\n" for line in lines)


def worth(pack, expression, seat=0, **game):
    """What an expression gives at the first choice, by the program and by the reference."""
    played = play(pack, **game)
    checker = Checker(pack.vocabulary)
    formula = checker.formula(extra("asked"), script(expression, "is"), [])
    assert not checker.problems, checker.problems
    program = compile_pack(pack.vocabulary, 2, pack.option_numbers(pack.options()), [formula])
    machine = Machine(program)
    mine = machine.formula(formula.key)(played.state, seat, -1)
    other = Engine(machine.layout).values.of(formula.value, Here(played.state, seat, -1))
    assert int(mine) == int(other)
    return int(mine)


IN_PILE = "while: this in pile"


@pytest.mark.parametrize(
    ("changes", "income"),
    [
        (["{value: player.income, add: 2}"], 5),
        (["{value: player.income, set: 1}"], 1),
        (["{value: player.income, set: 1}", "{value: player.income, add: 4}"], 5),
        (["{value: player.income, add: 4}", "{value: player.income, set: 1}"], 5),
        (["{value: player.income, times: 3}", "{value: player.income, add: 1}"], 12),
        (["{value: player.income, at_most: 4}", "{value: player.income, times: 3}"], 4),
        (["{value: player.income, at_least: 8}", "{value: player.income, add: 1}"], 8),
        (["{value: player.income, add: weight}", "{value: player.income, add: -2}"], 2),
        (["{value: player.income, add: my.gold + 1}"], 4),
        (["{value: player.income, where: me is first(players), add: 5}"], 8),
        (["{value: player.income, where: me is not first(players), add: 5}"], 3),
        (["{value: player.income, while: this in attic, add: 5}"], 3),
        (["{value: player.income, while: this is top(pile), add: 5}", "{value: limit, add: 1}"], 3),
        (["{value: player.income, add: printed my.income}"], 6),
    ],
)
def test_what_several_changes_make_of_a_value(tmp_path, changes, income):
    put = [f"move t{number} to pile" for number in range(1, len(changes) + 1)]
    for order in permutations(put):
        if "top" in "".join(changes) and order[-1] == "move t1 to pile":
            continue
        write(tmp_path, {"base": BASE, "rain": {**tiles(*changes), **rules(start(*order))}})
        assert worth(sound(tmp_path, "rain"), "my.income") == income


@pytest.mark.parametrize("hue", ["hue", "it.hue"])
def test_a_value_of_the_table_a_field_and_a_value_with_parameters(tmp_path, hue):
    changes = (
        f"{{value: limit, set: 2}}, {{value: hero.cost, where: {hue} is blue, add: 10}}",
        "{value: hero.price, where: more > 1, add: 100 * more}",
    )
    put = start("move t1 to pile", "move t2 to pile")
    write(tmp_path, {"base": BASE, "rain": {**tiles(*changes), **rules(put)}})
    pack = sound(tmp_path, "rain")
    asked = ["limit", "baker.cost", "smith.cost", "printed smith.cost", "baker.price(1)", "smith.price(2)"]
    assert [worth(pack, one) for one in asked] == [2, 3, 14, 4, 4, 216]
    assert worth(pack, "count(heroes where cost > 5)") == 1


def test_a_truth_is_set(tmp_path):
    write(
        tmp_path, {"base": BASE, "rain": {**tiles("{value: player.bold, set: yes}"), **rules(start("move t1 to pile"))}}
    )
    assert worth(sound(tmp_path, "rain"), "my.bold") == 1
    write(tmp_path, {"base": BASE, "rain": tiles("{value: player.bold, set: yes}")})
    (tmp_path / "rain/rules/x.yaml").unlink()
    assert worth(sound(tmp_path, "rain"), "my.bold") == 0


def test_a_truth_that_is_set_is_told_as_it_is_asked(tmp_path):
    """By the words for asking it, not as a value of its own: "your bold is yes" says nobody."""
    terms = "terms: {shy: {one: shy, is: is shy, not: is not shy}, big: {one: big, is: is big, not: is not big}}\n"
    files = tiles("{value: player.shy, set: no}", "{value: hero.big, where: cost > 3, set: yes}")
    files["rules/more.yaml"] = (
        "- {value: shy, of: player, source: designed, is: my.gold > 9}\n"
        "- {value: big, of: hero, source: designed, is: cost > 5}\n"
    )
    write(tmp_path, {"base": BASE, "rain": {**files, "text/en.yaml": terms}})
    v = sound(tmp_path, "rain").vocabulary
    told = [prose.card_text(v, item, "en").rpartition(", ")[2] for item in v.kinds["tile"].items]
    assert told == ["You are not shy.", "Each hero whose cost is more than 3 is big."]


def test_several_copies_each_count(tmp_path):
    files = tiles("{value: player.income, while: this in my.side, add: 2}", also="count: 3, ")
    put = start("for each tile in tiles:", "  move tile to first(players).side")
    write(tmp_path, {"base": BASE, "rain": {**files, **rules(put)}})
    assert [worth(sound(tmp_path, "rain"), "my.income", seat) for seat in (0, 1)] == [9, 3]


def test_it_ends_when_its_source_goes(tmp_path):
    """The change decides whether its source leaves, and what is worked out is always what lies there now."""
    work = (
        "- change: action work\n  effect: |\n    earn my.income\n    if my.income > 3: remove t1\n    earn my.income\n"
    )
    files = tiles("{value: player.income, add: 5}")
    write(tmp_path, {"base": BASE, "rain": {**files, **rules(start("move t1 to pile") + work)}})
    game = play(sound(tmp_path, "rain"), "work")
    assert gold(game) == 8 + 3
    assert gold(play(sound(tmp_path, "rain"), "work", "work", "work")) == 11 + 6


def test_strength_and_income(tmp_path):
    """Conditions read finished values: strength first, whichever change came first."""
    more = "- {value: strength, of: player, source: designed, is: 4}\n"
    changes = ("{value: player.income, where: my.strength >= 5, add: 1}", "{value: player.strength, add: 2}")
    put = start("move t1 to pile", "move t2 to pile")
    base = {**BASE, "rules/more.yaml": more}
    for order in permutations(changes):
        write(tmp_path, {"base": base, "rain": {**tiles(*order), **rules(put)}})
        pack = sound(tmp_path, "rain")
        assert (worth(pack, "my.strength"), worth(pack, "my.income")) == (6, 4)
    circle = (*changes, "{value: player.strength, where: my.income >= 3, add: 1}")
    write(tmp_path, {"base": base, "rain": {**tiles(*circle), **rules(put)}})
    (one, *_) = found(tmp_path, "rain")
    assert one.code == "check/standing-circle" and "printed" in one.help
    assert {label.span.line for label in (one.label, *one.notes)} == {2, 4}
    mended = (*changes, "{value: player.strength, where: printed my.income >= 3, add: 1}")
    put = start("move t1 to pile", "move t2 to pile", "move t3 to pile")
    write(tmp_path, {"base": base, "rain": {**tiles(*mended), **rules(put)}})
    assert worth(sound(tmp_path, "rain"), "my.strength") == 7


# --- actions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "open_"),
    [
        (["{forbid: work}"], ["play_card"]),
        (["{forbid: work, where: my.gold > 3}"], ["work", "play_card"]),
        (["{forbid: play_card, while: this in attic}"], ["work", "play_card"]),
        (["{forbid: play_card, while: this in pile}"], ["work"]),
        (["{allow: trade}"], ["work", "play_card", "trade"]),
        (["{allow: trade}", "{forbid: trade}"], ["work", "play_card"]),
        (["{forbid: trade}", "{allow: trade}"], ["work", "play_card"]),
    ],
)
def test_actions_are_forbidden_and_allowed(tmp_path, changes, open_):
    more = "- {action: trade, menu: turn, name: Trade, requires: my.gold > 50, source: designed, effect: earn 1}\n"
    rest = "- {action: rest, menu: turn, name: Rest, source: designed, effect: earn 0}\n"
    put = start(*(f"move t{number} to pile" for number in range(1, len(changes) + 1)))
    base = {**BASE, "rules/more.yaml": more + rest}
    write(tmp_path, {"base": base, "rain": {**tiles(*changes), **rules(put)}})
    game = play(sound(tmp_path, "rain"))
    assert [one.key for one in game.decision.options if one.key != "rest"] == open_
    play(sound(tmp_path, "rain"), "rest", "rest")


# --- what cannot be ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (["{value: player.incom, add: 1}"], "check/unknown-name"),
        (["{value: player.gold, add: 1}"], "check/unknown-name"),
        (["{value: hero.hue, set: 1}"], "check/wrong-type"),
        (["{value: player.income}"], "check/bad-value"),
        (["{value: player.income, add: 1, set: 2}"], "check/bad-value"),
        (["{add: 1}"], "check/bad-value"),
        (["{value: player.income, forbid: work}"], "check/bad-value"),
        (["{forbid: wrok}"], "check/unknown-name"),
        (["{value: player.bold, add: 1}"], "check/wrong-type"),
        (["{value: player.income, add: my.income}"], "check/standing-circle"),
        (["{value: player.income, while: my.income > 1, add: 1}"], "check/standing-circle"),
        (["{value: player.income, while: limit > 1, add: 1}", "{value: limit, add: 1}"], "check/source-depends"),
        (["{forbid: work, while: limit > 1}", "{value: limit, add: 1}"], "check/source-depends"),
        (["{value: player.income, set: 1}", "{value: player.income, set: 2}"], "check/both-set"),
        (["{value: player.income, where: my.limt > 1, set: 1}"], "check/unknown-field"),
        (["{value: player.income, unless: yes, set: 1}"], "pack/unknown-field"),
    ],
)
def test_what_cannot_be(tmp_path, changes, code):
    write(tmp_path, {"base": BASE, "rain": tiles(*changes)})
    assert code in {one.code for one in found(tmp_path, "rain")}
    assert all(one.help is None or "None" not in one.help for one in found(tmp_path, "rain"))


def test_two_that_set_one_value(tmp_path):
    """Both lines are told whatever order the packs are asked in; `combine`, or never both at once, is the cure."""
    one, two = (tiles(f"{{value: player.income, {IN_PILE}, set: {n}}}", name=name) for n, name in ((7, "a"), (4, "b")))
    write(tmp_path, {"base": BASE, "rain": one, "wind": {"cards/t.yaml": two["cards/t.yaml"], **on("wind", "rain")}})
    (line,) = told(found(tmp_path, "wind"))
    assert line.startswith("check/both-set") and line.endswith("@ rain/cards/t.yaml:2, wind/cards/t.yaml:2")
    for word, income in (("highest", 7), ("lowest", 4)):
        base = {**BASE, "rules/game.yaml": BASE["rules/game.yaml"].replace("of: player, source: designed, is: 3", f"of: player, combine: {word}, source: designed, is: 3")}  # fmt: skip
        put = rules(start("move a1 to pile", "move b1 to pile"))
        write(
            tmp_path,
            {"base": base, "rain": one, "wind": {"cards/t.yaml": two["cards/t.yaml"], **on("wind", "rain"), **put}},
        )
        assert worth(sound(tmp_path, "wind"), "my.income") == income
    alone = [f"{{value: player.income, while: this is top(pile), set: {n}}}" for n in (7, 4)]
    write(tmp_path, {"base": BASE, "rain": {**tiles(*alone), **rules(start("move t2 to pile", "move t1 to pile"))}})
    assert worth(sound(tmp_path, "rain"), "my.income") == 7


def test_many_changes_of_one_value(tmp_path):
    many = tiles(*[f"{{value: player.income, add: {n}}}" for n in range(1, 102)])
    write(tmp_path, {"base": BASE, "rain": many})
    assert [one.code for one in found(tmp_path, "rain")] == ["check/beyond-limit"]
    alike = tiles(*["{value: player.income, add: 1}"] * 400)
    put = rules(start("for each tile in tiles:", "  move tile to pile"))
    write(tmp_path, {"base": BASE, "rain": {**alike, **put}})
    assert worth(sound(tmp_path, "rain"), "my.income") == 403


# --- words ------------------------------------------------------------------------------


def test_of_what_can_be_counted_the_number_changes(tmp_path):
    """`your hero is 1 higher` is nothing one can say; the number of them is."""
    spoken = BASE["pack.yaml"].replace("languages: [en]", "languages: [en, fr, de]")
    more = "  income: {one: friend, many: friends}\n  limit: limit\n  side: side\n  pile: pile\n  tile: tile\n  cost: cost\n"
    words = {f"text/{lang}.yaml": BASE["text/en.yaml"] + more for lang in LANGUAGES}
    rain = tiles("{value: player.income, while: this in my.side, add: 2}")
    write(tmp_path, {"base": {**BASE, **words, "pack.yaml": spoken}, "rain": rain})
    v = layered.pack(tmp_path, "rain").vocabulary
    (item,) = v.kinds["tile"].items
    assert [prose.card_text(v, item, lang).partition(", ")[2] for lang in ("en", "fr")] == [
        "you have 2 more friends.",
        "vous avez en plus 2 friends.",
    ]
    assert prose.card_text(v, item, "de").endswith(", hast du zusätzlich 2 friends.")


def test_what_it_says(tmp_path):
    changes = (
        "{value: player.income, while: this in my.side, add: 2}",
        "{value: player.income, add: -1}, {value: player.income, set: 4}, {value: limit, at_most: 3}",
        "{value: player.income, add: my.gold}",
        "{value: hero.cost, where: it.hue is blue, times: 2}, {forbid: work}, {allow: play_card, where: my.gold > 2}",
    )
    spoken = BASE["pack.yaml"].replace("languages: [en]", "languages: [en, fr, de]")
    more = "  income: income\n  limit: limit\n  side: side\n  pile: pile\n  tile: tile\n  cost: cost\n"
    words = {f"text/{lang}.yaml": BASE["text/en.yaml"] + more for lang in LANGUAGES}
    write(tmp_path, {"base": {**BASE, **words, "pack.yaml": spoken}, "rain": tiles(*changes)})
    v = layered.pack(tmp_path, "rain").vocabulary
    assert [prose.card_text(v, item, "en").splitlines() for item in v.kinds["tile"].items] == [
        ["While this tile is in your side, your income is 2 higher."],
        ["Your income is 1 lower.", "Your income is 4.", "The limit is at most 3."],
        ["Your income is higher by your gold."],
        [
            "The cost of each hero whose hue is blue is doubled.",
            "“Work” is forbidden.",
            "While your gold is more than 2, “Play a hero” is allowed.",
        ],
    ]
    for item in v.kinds["tile"].items:
        assert len({prose.card_text(v, item, lang) for lang in LANGUAGES}) == len(LANGUAGES)
