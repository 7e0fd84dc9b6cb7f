"""What a pack above says is not held against the packs below: they were written without it, and nobody may mend them."""

import layered
import pytest
from layered import manifest, told, write
from test_wraps import gold, play, rules, sound


def found(folder, *names):
    return told(one for one in layered.pack(folder, *names).diagnostics if one.code not in layered.WORDS)


LOOP = "- {verb: lodge, source: designed, effect: 'for each shrine in heros: gain shrine.cost gold for work'}\n"
SHRINE = "shared: {zones: {shrine: {holds: hero}}}\n"


def test_a_local_of_a_pack_below_hides_nothing_of_one_above(tmp_path):
    write(
        tmp_path,
        {
            "base": {**layered.BASE, "rules/lodge.yaml": LOOP},
            "rain": {"model.yaml": SHRINE},
            "wind": {"rules/more.yaml": LOOP.replace("lodge", "rest")},
            "snow": {
                "model.yaml": SHRINE.replace("shrine", "lair"),
                "rules/more.yaml": LOOP.replace("shrine", "lair").replace("lodge", "rest"),
            },
            "dew": {
                "pack.yaml": manifest("dew", {"rain": "<1"}),
                "rules/more.yaml": LOOP.replace("lodge", "lodge here"),
            },
        },
    )
    assert found(tmp_path, "rain") == []
    assert found(tmp_path, "rain", "wind") == found(tmp_path, "wind", "rain") == []
    for name, place in (("snow", "snow"), ("dew", "rain")):  # of itself and of what it stands on it should know
        (told_,) = found(tmp_path, name)
        assert told_.startswith("check/hidden-name") and f"{place}/model.yaml" in told_


@pytest.mark.parametrize("rule", ["verb earn", "action work"])
def test_a_verb_with_words_has_them_whatever_goes_around_it(tmp_path, rule):
    """A card reacts to it, and a pack goes around it: what is around has no words of its own, and needs none."""
    told_words = layered.BASE["rules/game.yaml"].replace(
        'text: {en: "earn {amount}"}', 'text: {en: "earn {amount}", fr: "gagnez {amount}"}'
    )
    files = {
        "pack.yaml": manifest("rain", more="languages: [en, fr]\n"),
        "rules/x.yaml": f"- {{change: {rule}, before: gain 1 gold for work}}\n",
        "cards/x.yaml": "coin: [{id: cent, name: Cent, worth: 1, source: designed, when: after earn n, effect: gain 1 gold for work}]\n",
    }
    write(tmp_path, {"base": {**layered.BASE, "rules/game.yaml": told_words}, "rain": files})
    assert [one for one in found(tmp_path, "rain") if "no words" in one and "silent-in" not in one] == []


SAYS = """\
- verb: reckon
  source: designed
  effect: |
    let price = 3
    if count(heros where cost <= price) is 1: gain 1 gold
    if count(heros where cost > round) is 2: gain 2 gold
    if baker in deck or smith in deck or deck is empty: gain 4 gold
    gain 1 round
    if round is 2: gain 8 gold
    do baker.effect
    if any(players where gold < wares and it is me): gain 32 gold
- {value: wares, source: designed, is: 99}
"""
"""What a base says with bare names: a local, a var of the table, things, a value of the table."""


@pytest.mark.parametrize(
    "files",
    [
        {"model.yaml": "kinds: {hero: {fields: {price: {type: number, default: 9}}}}\n"},
        {"model.yaml": "kinds: {hero: {fields: {round: {type: number, default: 9}}}}\n"},
        {"model.yaml": "kinds: {hero: {vars: {round: {start: 5}, price: {start: 7}}}}\n"},
        {"model.yaml": "kinds: {hero: {scripts: {round: number}}}\n"},
        {"model.yaml": "kinds: {hero: {zones: {price: {holds: coin}}}}\n"},
        {"model.yaml": "kinds: {player: {vars: {round: {start: 7}}}}\n"},
        {"model.yaml": "kinds: {player: {zones: {round: {holds: coin}}}}\n"},
        {"model.yaml": "kinds: {price: {plural: prices, zones: {inside: {holds: hero}}}}\n"},
        {"model.yaml": "shared: {vars: {baker: {}, smith: {type: hero}}}\n"},
        {"model.yaml": "kinds: {boat: {}}\n", "cards/boats.yaml": "boat: [{id: baker, name: Boat, source: designed}]\n"},
        {"model.yaml": "enums: {trade: [baker, smith]}\n"},
        {"model.yaml": "enums: {good: [wares]}\n"},
        {"rules/x.yaml": "- {value: price, of: hero, source: designed, is: 9}\n- {value: round, of: hero, source: designed, is: 9}\n"},
        {"rules/x.yaml": "- {value: baker, source: designed, is: 7}\n"},
    ],
)  # fmt: skip
def test_what_a_pack_above_declares_takes_no_name_away(tmp_path, files):
    """Else whoever adds a field changes rules that he has never read, and nobody is told."""
    cards = layered.BASE["cards/all.yaml"].replace(
        "effect: gain 1 gold for work}", "effect: 'gain 16 * round gold for work'}", 1
    )
    model = layered.BASE["model.yaml"].replace("max: 30", "max: 900")
    low = {
        **layered.BASE,
        "cards/all.yaml": cards,
        "model.yaml": model,
        "rules/z.yaml": SAYS,
    }
    start = rules("- {change: action work, after: reckon}\n")
    write(tmp_path, {"base": low, "snow": start})
    write(tmp_path, {"base": low, "rain": files})
    alone, both = play(sound(tmp_path, "snow"), "work"), play(sound_but_names(tmp_path, "snow", "rain"), "work")
    assert gold(alone) == gold(both) == 1 + 1 + 2 + 4 + 8 + 32 + 32


def sound_but_names(folder, *names):
    """The packs together; that two things have one id or one word, or that a table lacks a row, is a warning."""
    pack = layered.pack(folder, *names)
    warned = (*layered.WORDS, "check/same-id", "check/borrowed-term", "check/missing-rows")
    assert [one.code for one in pack.diagnostics if one.code not in warned] == []
    return pack


def test_a_pack_knows_what_it_adds_and_what_it_stands_on(tmp_path):
    """The nearest meaning first, as in a game of one pack."""
    field = {"model.yaml": "kinds: {hero: {fields: {price: {type: number, default: 4}}}}\n"}
    rule = "- {{change: action work, after: 'let price = 9\n\n\n    gain count(heros where price is {}) gold'}}\n"
    write(
        tmp_path,
        {
            "rain": {**field, **rules(rule.format(4))},
            "snow": {"pack.yaml": manifest("snow", {"rain": "<1"}), **rules(rule.format(4))},
            "wind": rules(rule.format(9)),
        },
    )
    assert gold(play(warned(tmp_path, "rain"), "work")) == 3
    assert gold(play(warned(tmp_path, "snow"), "work")) == 5
    assert gold(play(warned(tmp_path, "wind"), "work")) == gold(play(warned(tmp_path, "wind"), "work")) == 3


def warned(folder, *names):
    pack = layered.pack(folder, *names)
    assert {one.code for one in pack.diagnostics} <= {*layered.WORDS, "check/unused"}
    return pack


def not_about_words(pack):
    return [one for one in pack.diagnostics if one.code not in layered.WORDS]


def test_a_value_that_another_pack_removes_is_blamed_on_it_by_its_full_name(tmp_path):
    tile = {
        "model.yaml": "kinds: {tile: {}}\nshared: {zones: {pile: {holds: tile}}}\n",
        "cards/t.yaml": "tile: [{id: t, name: T, source: designed, standing: [{value: player.wealth, add: 1}]}]\n",
    }
    write(tmp_path, {"rain": tile, "wind": rules("- remove: [value wealth]\n")})
    (one,) = not_about_words(layered.pack(tmp_path, "rain", "wind"))
    assert (one.code, one.help) == (
        "check/unknown-name",
        "`wind` removes `player.wealth`, which `rain` still uses: change one of them",
    )
    assert layered.places(one) == "rain/cards/t.yaml:1, wind/rules/x.yaml:1"


@pytest.mark.parametrize(
    ("target", "help_"),
    [
        ("wealth", "write `player.wealth`"),
        ("cost", "write `hero.cost`"),
        ("player.gold", "a var is what scripts make it: a standing change is for a value or a field"),
        ("round", "a var is what scripts make it: a standing change is for a value or a field"),
        ("player.welth", "did you mean `player.wealth`?"),
    ],
)
def test_a_standing_change_of_what_is_no_value(tmp_path, target, help_):
    tile = {
        "model.yaml": "kinds: {tile: {}}\nshared: {zones: {pile: {holds: tile}}}\n",
        "cards/t.yaml": f"tile: [{{id: t, name: T, source: designed, standing: [{{value: {target}, add: 1}}]}}]\n",
    }
    write(tmp_path, {"rain": tile})
    (one,) = not_about_words(layered.pack(tmp_path, "rain"))
    assert (one.code, one.help) == ("check/unknown-name", help_)
