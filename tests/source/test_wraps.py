"""Rules around rules: `as before`, what is done before and after, how packs nest, and what they cannot do together."""

from itertools import permutations

import layered
import pytest
from layered import manifest, told, write
from pace import within
from twin import Twin

from interpreter.diagnostics import Severity, render_text
from interpreter.play.pack import open_pack
from interpreter.play.save import PackPin, Save, decode, encode
from interpreter.source import Together


def found(folder, *names):
    return [one for one in layered.pack(folder, *names).diagnostics if one.code not in layered.WORDS]


def sound(folder, *names):
    pack = layered.pack(folder, *names)
    wrong = [one for one in pack.diagnostics if one.code not in layered.WORDS]
    assert not wrong, render_text(wrong, pack.source.lines)
    return pack


def rules(text, **more):
    return {"rules/x.yaml": text, **more}


def on(name, *others):
    """The manifest of a pack that stands on others as well."""
    return {"pack.yaml": manifest(name, dict.fromkeys(("base", *others), ">=0.1, <2"))}


def play(pack, *picks, seed=1, players=2):
    """A game after some picks, with the engine beside it."""
    game = pack.new_game(players, seed)
    game.machine.careful = True
    twin = Twin(game)
    twin.compare()
    for pick in picks:
        at = next(n for n, one in enumerate(game.decision.options) if one.key == pick)
        value = game.pending.values[at]
        game.choose(at)
        twin.chosen(value)
        twin.compare()
    return game


def gold(game, seat=0):
    return game.view(seat).data["players"][seat]["gold"]


EARN_WEALTH = "- change: action work\n  after: earn my.wealth\n"
EARN_MORE = "- change: verb earn\n  effect: |\n    gain 1 gold for work\n    as before\n"


# --- what can be said -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "after_work"),
    [
        (EARN_MORE, 2),
        ("- change: verb earn\n  before: gain 1 gold for work\n", 2),
        ("- change: verb earn\n  after: gain amount gold for work\n", 2),
        ("- change: verb earn\n  before: gain 2 gold for work\n  after: gain 4 gold for work\n", 7),
        ("- change: verb earn\n  effect: as before with amount = amount + 5\n", 6),
        ("- change: verb earn\n  effect: |\n    as before\n    as before\n", 2),
        ("- change: verb earn\n  effect: |\n    if my.gold > 100: as before\n", 0),
        ("- change: verb earn\n  effect: |\n    repeat 3: as before with amount = my.gold + 1\n", 7),
        ("- change: verb earn\n  effect: |\n    as my.left: as before\n    as before\n", 1),
        ("- change: action work\n  effect: |\n    as before\n    as before\n", 2),
        ("- change: action work\n  before: earn 3\n", 4),
        ("- change: value player.wealth\n  is: as before + 1\n- change: action work\n  after: earn my.wealth\n", 5),
        (f"- change: value player.wealth\n  is: 9 if my.gold > 0 else as before\n{EARN_WEALTH}", 10),
    ],
)
def test_a_rule_around_a_rule(tmp_path, rule, after_work):
    write(tmp_path, {"rain": rules(rule)})
    assert gold(play(sound(tmp_path, "rain"), "work")) == after_work


def test_a_requirement_around_a_requirement(tmp_path):
    rule = "- change: action play_card\n  requires: as before and my.gold > 0\n"
    write(tmp_path, {"rain": rules(rule)})
    game = play(sound(tmp_path, "rain"))
    assert game.view(0).data["shared"]["round"] == 2  # nobody could do anything but work
    assert [one.key for one in game.decision.options] == ["work", "play_card"]


def test_a_reaction_around_a_reaction(tmp_path):
    base = layered.BASE["rules/game.yaml"].replace("- event: pay_day", '- event: "pay_day {much: number}"')
    base = base.replace("- when: pay_day\n  source: designed\n  effect: gain 1 gold", "- when: pay_day where much > 1\n"
                        "  source: designed\n  effect: gain much gold").replace("effect: earn 1\n", "effect: announce pay_day 2\n")  # fmt: skip
    rule = "- change: when pay_day where much > 1\n  effect: |\n    as before with much = much + 1\n    as before\n"
    watch = "- change: whenever rich\n  after: gain 1 round for work\n"
    more = (
        "- whenever: my.gold > 4 and round < 2\n  id: rich\n  for: player\n  source: designed\n  effect: gain 1 gold\n"
    )
    write(tmp_path, {"base": {**layered.BASE, "rules/game.yaml": base + more}, "rain": rules(rule + watch)})
    game = play(sound(tmp_path, "rain"), "work")
    assert (gold(game), game.view(0).data["shared"]["round"]) == (6, 2)


def test_as_before_across_a_choice_a_save_and_an_undo(tmp_path):
    asks = """\
- change: verb earn
  effect: |
    choose one:
      red: as before with amount = 3
      blue:
        may: gain 1 gold for work
        as before
    gain 1 gold for work
"""
    own = "- change: verb earn\n  effect: |\n    choose one:\n      rice: gain amount gold\n      metal: gain 10 gold\n"
    write(tmp_path, {"sun": {**on("sun"), **rules(own)}, "rain": {**on("rain", "sun"), **rules(asks)}})
    pack = sound(tmp_path, "rain")
    game = play(pack, "work", "red", "rice")
    assert gold(game) == 4
    for picks in (("work",), ("work", "blue"), ("work", "blue", "yes")):
        begun = play(pack, *picks)
        pins = (PackPin(pack.id, pack.version, pack.id, pack.digest),)
        kept = Save(pins, {"size": "small"}, begun.seed, ("human", "human"), "en", tuple(begun.picks))
        save, damage = decode(encode(kept), "kept")
        again = pack.new_game(2, save.seed)
        for pick in save.picks:
            again.choose(pick)
        assert damage is None and again.state == begun.state
        begun.undo()
        assert begun.state == play(pack, *picks[:-1]).state
    game = play(pack, "work", "blue", "yes", "metal")
    assert gold(game) == 12


# --- how packs nest ---------------------------------------------------------------------


def test_packs_nest_as_they_stand_on_each_other(tmp_path):
    """Doubled and then one more, or one more and then doubled: the higher pack is outside, whatever its name."""
    double = rules(
        "- change: value player.wealth\n  is: 2 * as before\n- change: action work\n  after: earn my.wealth\n"
    )
    more = rules("- change: value player.wealth\n  is: as before + 1\n")
    write(tmp_path, {"a": double, "b": {**on("b", "a"), **more}})
    assert gold(play(sound(tmp_path, "b"), "work")) == 1 + (2 * 3 + 1)
    write(tmp_path, {"a": {**on("a", "b"), **double}, "b": {**on("b"), **more}})
    assert gold(play(sound(tmp_path, "a"), "work")) == 1 + 2 * (3 + 1)


def test_packs_beside_each_other_nest_by_name_in_any_order(tmp_path):
    packs = {
        "rain": rules("- change: verb earn\n  effect: as before with amount = amount + 1\n"),
        "wind": rules("- change: verb earn\n  effect: as before with amount = amount * 3\n"),
        "snow": rules("- change: verb earn\n  before: gain 1 gold for work\n"),
    }
    write(tmp_path, packs)
    seen = {
        (sound(tmp_path, *order).digest, gold(play(sound(tmp_path, *order), "work"))) for order in permutations(packs)
    }
    assert [worth for _, worth in seen] == [1 + 1 * 3 + 1]


def test_what_may_leave_out_goes_inside(tmp_path):
    """`aura` is first by name, but may leave out what was before: `zeal` is done all the same."""
    packs = {
        "aura": rules("- change: verb earn\n  effect: |\n    if my.gold > 0: as before\n"),
        "zeal": rules("- change: verb earn\n  after: gain 1 gold for work\n"),
        "able": rules("- change: verb earn\n  before: gain 0 gold for work\n"),
    }
    write(tmp_path, packs)
    seen = {gold(play(sound(tmp_path, *order), "work", "work", "work")) for order in permutations(packs)}
    assert seen == {1 + 2}


SKIPS = [
    "effect: |\n    if my.gold > 0: as before\n",
    "effect: |\n    may: as before\n",
    "effect: |\n    for each hero in my.hand: as before\n",
    "effect: |\n    choose hero from my.hand else: nothing\n    as before\n",
    "effect: |\n    if my.gold > 5:\n      stop\n    as before\n",
    "effect: |\n    choose one:\n      red: as before\n      blue: gain 1 gold\n",
    "effect: gain 7 gold for work\n",
]
KEEPS = [
    "before: stop\n",
    "after: gain 1 gold for work\n",
    "effect: |\n    if my.gold > 0: as before\n    else: as before with amount = 2\n",
    "effect: |\n    repeat 2: as before\n",
    "effect: |\n    choose one:\n      red: as before\n      blue: as before\n",
    "effect: |\n    as my.left: as before\n",
    "effect: |\n    as before\n    stop\n",
]


@pytest.mark.parametrize("other", [SKIPS[1], SKIPS[-1]])
@pytest.mark.parametrize("skipping", SKIPS)
def test_two_that_may_leave_out_are_at_odds(tmp_path, skipping, other):
    if skipping == other == SKIPS[-1]:
        skipping = skipping.replace("7", "8")
    write(
        tmp_path,
        {"rain": rules(f"- change: verb earn\n  {skipping}"), "wind": rules(f"- change: verb earn\n  {other}")},
    )
    both = [told(found(tmp_path, *order)) for order in permutations(("rain", "wind"))]
    assert both[0] == both[1]
    (line,) = both[0]
    assert line.startswith(
        ("check/both-leave-out: `rain` and `wind` may each", "pack/conflict: `rain` and `wind` both")
    )
    assert line.endswith("@ rain/rules/x.yaml:2, wind/rules/x.yaml:2")
    peace = {**on("peace", "rain", "wind"), **rules("- change: verb earn\n  effect: gain amount gold for work\n")}
    write(tmp_path, {"peace": peace})
    assert gold(play(sound(tmp_path, "peace"), "work")) == 1


@pytest.mark.parametrize("keeping", KEEPS)
def test_one_that_may_leave_out_goes_with_those_that_do_not(tmp_path, keeping):
    write(
        tmp_path,
        {"rain": rules(f"- change: verb earn\n  {SKIPS[0]}"), "wind": rules(f"- change: verb earn\n  {keeping}")},
    )
    assert sound(tmp_path, "rain", "wind").digest == sound(tmp_path, "wind", "rain").digest


def test_values_that_may_leave_out(tmp_path):
    write(
        tmp_path,
        {
            "rain": rules("- change: value player.wealth\n  is: 1 if my.gold > 0 else as before\n"),
            "wind": rules("- change: value player.wealth\n  is: as before if my.gold > 2 else 4\n"),
            "snow": rules("- change: value player.wealth\n  is: (as before if my.gold > 2 else as before + 1)\n"),
            "hail": rules("- change: value player.wealth\n  is: 1 if as before > 3 else 2\n"),
        },
    )
    assert told(found(tmp_path, "rain", "wind"))[0].startswith(
        "check/both-leave-out: `rain` and `wind` may each leave out what `is` of `wealth` was"
    )
    for other in ("snow", "hail"):
        sound(tmp_path, "rain", other)


# --- what cannot be ---------------------------------------------------------------------


def test_a_wrap_calls_its_rule(tmp_path):
    direct = "- change: verb earn\n  effect: |\n    as before\n    earn 2\n"
    through = "- change: verb earn\n  effect: |\n    as before\n    rest\n- verb: rest\n  source: designed\n  effect: earn 2\n"
    value = "- change: value player.wealth\n  is: as before + my.riches\n"
    value += "- {value: riches, of: player, source: designed, is: my.wealth}\n"
    write(tmp_path, {"rain": rules(direct), "wind": rules(through), "snow": rules(value)})
    for name, at in (("rain", "rain/rules/x.yaml:4"), ("wind", "wind/rules/x.yaml:4"), ("snow", "snow/rules/x.yaml:2")):
        (one,) = found(tmp_path, name)
        assert one.code == "check/around-itself"
        assert "write `as before`" in one.help
        assert layered.places(one).startswith(at)


def test_a_change_that_names_its_own_rule(tmp_path):
    """It puts something else in the place of the rule, and means what was there: the cure is the same."""
    verb = "- change: verb earn\n  effect: |\n    gain 1 gold\n    earn 2\n"
    value = "- change: value player.wealth\n  is: my.wealth + 1\n"
    write(tmp_path, {"rain": rules(verb), "snow": rules(value)})
    for name, at in (("rain", "rain/rules/x.yaml:4"), ("snow", "snow/rules/x.yaml:2")):
        (one,) = found(tmp_path, name)
        assert one.code == "check/around-itself"
        assert "write `as before`" in one.help
        assert layered.places(one).startswith(at)


def test_two_packs_wrap_each_others_rules_into_a_circle(tmp_path):
    rest = "- verb: rest\n  source: designed\n  effect: gain 1 gold\n"
    write(
        tmp_path,
        {
            "base": {**layered.BASE, "rules/more.yaml": rest},
            "rain": rules("- change: verb earn\n  after: rest\n"),
            "wind": rules("- change: verb rest\n  after: earn 1\n"),
        },
    )
    assert [one.code for one in found(tmp_path, "rain", "wind")] == ["check/around-itself"]
    sound(tmp_path, "rain")
    sound(tmp_path, "wind")


def test_a_rule_that_another_pack_removes(tmp_path):
    rest = "- verb: rest\n  source: designed\n  effect: gain 1 gold\n"
    write(
        tmp_path,
        {
            "base": {**layered.BASE, "rules/more.yaml": rest},
            "rain": rules("- change: verb rest\n  after: earn 1\n"),
            "wind": rules("- remove: verb rest\n"),
            "snow": rules("- replace: verb rest\n  source: designed\n  effect: earn 2\n"),
        },
    )
    for other, does in (("wind", "removes"), ("snow", "replaces")):
        both = [told(found(tmp_path, *order)) for order in permutations(("rain", other))]
        assert both[0] == both[1]
        assert (
            both[0][0].startswith("pack/conflict")
            and "`rain` wraps" in both[0][0]
            and f"`{other}` {does}" in both[0][0]
        )


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("- {verb: rest, source: designed, effect: as before}", "check/nothing-before"),
        ("- {value: rest, source: designed, is: as before + 1}", "check/nothing-before"),
        ("- change: verb earn\n  effect: gain as before gold", "check/nothing-before"),
        ("- change: value player.wealth\n  after: gain 1 gold", "pack/cannot-change"),
        ("- change: action work\n  requires: as before and my.gold > 1", "pack/cannot-change"),
        ("- change: table worth_of\n  values: as before", "pack/cannot-change"),
        ("- change: verb earn\n  effect: as before with amonut = 1", "check/unknown-name"),
        ("- change: verb earn\n  effect: as before with amount = red", "check/wrong-type"),
        ("- change: value player.wealth\n  is: as before is 3", "check/wrong-type"),
        ("- change: verb earn\n  before: []", "pack/wrong-type"),
    ],
)
def test_what_cannot_be_said(tmp_path, rule, code):
    write(tmp_path, {"rain": rules(rule)})
    (one,) = found(tmp_path, "rain")
    assert one.code == code and one.severity is Severity.ERROR, one


def test_a_card_says_as_before(tmp_path):
    write(tmp_path, {"rain": {"cards/x.yaml": "hero: [{change: baker, effect: as before}]"}})
    (one,) = found(tmp_path, "rain")
    assert one.code == "pack/cannot-change" and "verbs, values, actions and reactions" in (one.help or "")


def test_the_word_in_a_comment_or_in_a_name_means_nothing(tmp_path):
    rule = "- change: verb earn\n  effect: |\n    gain 2 gold for work  # not as before\n"
    write(tmp_path, {"rain": rules(rule)})
    assert gold(play(sound(tmp_path, "rain"), "work")) == 2


# --- many of them -----------------------------------------------------------------------


def test_fifty_packs_around_one_rule(tmp_path):
    packs = {}
    for number in range(50):
        packs[f"p{number:02}"] = rules("- change: verb earn\n  before: gain 1 gold for work\n")
    write(tmp_path, packs)
    with within(2):
        pack = sound(tmp_path, *packs)
    assert gold(play(pack, "work")) == 30  # as much as anybody can have


def test_more_packs_around_a_value_than_a_value_can_have_layers(tmp_path):
    packs = {f"p{number:02}": rules("- change: value player.wealth\n  is: as before + 1\n") for number in range(40)}
    write(tmp_path, packs)
    with within(2):
        (one, *_) = found(tmp_path, *packs)
    assert one.code == "check/beyond-limit" and "values that use each other" in one.message
    sound(tmp_path, *list(packs)[:30])


def test_what_is_kept_of_a_wrapped_pack_comes_back(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write(tmp_path, {"rain": rules(EARN_MORE + "- change: value player.wealth\n  is: as before + 1\n")})
    where = Together(str(tmp_path / "base"), (str(tmp_path / "rain"),))
    one, other = open_pack(where), open_pack(where)
    assert one.vocabulary.below == other.vocabulary.below != {}
    assert gold(play(other, "work")) == 2


def test_several_rules_that_may_be_left_out_are_kept_in_one_order(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    skipping = "- change: {}\n  effect: |\n    if round > 1:\n      as before\n"
    write(
        tmp_path,
        {"rain": rules("".join(skipping.format(one) for one in ("verb earn", "action work", "verb take a turn")))},
    )
    where = Together(str(tmp_path / "base"), (str(tmp_path / "rain"),))
    one, other = open_pack(where), open_pack(where)
    assert one.vocabulary.skipped == other.vocabulary.skipped and len(one.vocabulary.skipped) > 1
