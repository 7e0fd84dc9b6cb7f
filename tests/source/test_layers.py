"""Packs on packs: what an expansion can say, what conflicts, who is named, and that order means nothing."""

from itertools import permutations

import layered
import pytest
from layered import manifest, source, told, write

from interpreter.diagnostics import Severity, render_text
from interpreter.source import Scalar, plain
from interpreter.source.layers.inventory import inventory


def found(folder, *names):
    """What is wrong with packs together, checked to the end; terms that are missing aside."""
    return [one for one in layered.pack(folder, *names).diagnostics if one.code not in layered.WORDS]


def errors(folder, *names):
    return [one for one in found(folder, *names) if one.severity is Severity.ERROR]


def codes(folder, *names):
    return [one.code for one in found(folder, *names)]


def sound(folder, *names):
    """The pack, after making sure that nothing is wrong with it."""
    pack = layered.pack(folder, *names)
    wrong = [one for one in pack.diagnostics if one.code not in layered.WORDS]
    assert not wrong, render_text(wrong, pack.source.lines)
    return pack


def says(pack, sort, name, key):
    """What a key says in the finished game, and which pack says it."""
    fact = inventory(pack.source)[sort, name].facts[key]
    return "\n".join(fact.lines), pack.source.owner(fact.node.span.file)


# --- adding -----------------------------------------------------------------------------


def test_an_expansion_holds_only_what_it_adds(tmp_path):
    files = {
        "model.yaml": """\
enums: {good: [tea], mood: [glad, sad]}
shared: {vars: {weather: {type: mood}}, zones: {pit: {holds: hero}}}
kinds:
  player: {vars: {fame: {}}, zones: {side: {holds: hero}}}
  hero: {fields: {fame: {type: number, default: 1}}, scripts: {farewell: effect}}
  boat: {fields: {speed: number}}
""",
        "cards/new.yaml": """\
hero: [{id: poet, name: Poet, cost: 1, fame: 4, source: designed, effect: gain 1 fame for work, farewell: gain 1 gold for work}]
boat: [{id: raft, name: Raft, speed: 1, source: designed}]
""",
        "rules/new.yaml": """\
- {verb: sail, source: designed, effect: gain 1 fame for work}
- {value: glory, of: player, source: designed, is: my.fame}
- {action: sail_out, menu: turn, name: Sail, source: designed, effect: sail}
- {achievement: famous, name: Famous, source: designed, is: my.fame > 3}
- {whenever: my.fame > 10, for: player, source: designed, effect: win the game}
""",
        "text/en.yaml": "terms: {tea: tea, fame: fame, boat: boat}\n",
    }
    extra = "options: {wind: {default: no}}\nmodes: {storm: {text: {en: Storm}, options: {wind: yes}}}\nlanguages: [en, fr]\n"
    write(tmp_path, {"rain": {**files, "pack.yaml": manifest("rain", more=extra)}})
    v = layered.pack(tmp_path, "rain").vocabulary
    assert (v.id, v.version, v.title["en"], v.players) == ("rain", "0.1.0", "rain", (2, 3))
    assert v.enums["good"].values == ["rice", "metal", "tea"]
    assert [one.id for one in v.kinds["hero"].items] == ["baker", "smith", "poet"]
    assert [one.id for one in v.kinds["sack"].items] == ["sack_rice", "sack_metal", "sack_tea"]
    assert [one.faces[0].values["fame"] for one in v.kinds["hero"].items] == [1, 1, 4]
    assert [one.id for one in v.actions] == ["work", "play_card", "sail_out"]
    assert {"wind", "size"} == set(v.options)
    assert {"calm", "storm"} == set(v.modes)
    assert v.languages == ["en", "fr"]
    assert "boat" in v.kinds and "famous" in v.achievements and "player.glory" in v.values
    assert v.terms["en"]["tea"] == "tea" and v.terms["en"]["rice"] == "rice"
    assert not [one for one in layered.pack(tmp_path, "rain").diagnostics if one.severity is Severity.ERROR]
    assert [part.id for part in v.packs] == ["base", "rain"]


def test_what_is_new_comes_behind_what_is_there(tmp_path):
    """So the numbers of things, the order of options and the draws of the base stay as they are."""
    cards = "hero: [{id: aaron, name: Aaron, cost: 1, source: designed, in_play: option.guests}]"
    extra = "options: {guests: {default: no}}\n"
    model = "kinds: {aviary: {fields: {x: number}}, player: {vars: {aaa: {}}}}\nenums: {ants: [ant]}\n"
    write(tmp_path, {"rain": {"cards/0.yaml": cards, "model.yaml": model, "pack.yaml": manifest("rain", more=extra)}})
    base, more = sound(tmp_path, "base"), sound(tmp_path, "rain")
    assert list(more.vocabulary.kinds)[: len(base.vocabulary.kinds)] == list(base.vocabulary.kinds)
    for seed in range(5):
        one, other = base.new_game(2, seed), more.new_game(2, seed)
        while one.decision is not None:
            assert [o.key for o in one.decision.options] == [o.key for o in other.decision.options]
            one.choose(len(one.picks) % len(one.decision.options))
            other.choose(one.picks[-1])
        assert one.result.scores == other.result.scores


def test_a_term_may_be_given_again_if_it_says_the_same(tmp_path):
    write(tmp_path, {"rain": {"text/en.yaml": "terms: {gold: gold}"}, "wind": {"text/en.yaml": "terms: {gold: coins}"}})
    assert codes(tmp_path, "rain") == []
    assert codes(tmp_path, "wind") == ["pack/already-there"]


def test_two_packs_may_say_the_same_of_a_word(tmp_path):
    packs = {name: {"text/en.yaml": "terms: {dew: dew}"} for name in ("rain", "wind")}
    write(tmp_path, {**packs, "snow": {"text/en.yaml": "terms: {dew: frost}"}})
    assert codes(tmp_path, "rain", "wind") == []
    assert told(found(tmp_path, "rain", "snow")) == [
        "pack/conflict: `rain` and `snow` both add the term `dew` in en @ rain/text/en.yaml:1, snow/text/en.yaml:1"
    ]


@pytest.mark.parametrize(
    ("model", "what", "cure"),
    [
        ("kinds: {player: {vars: {gold: {max: 12}}}}", "var `gold`", "under `change`"),
        ("kinds: {hero: {plural: heroes}}", "the key `plural`", "under `change`"),
        ("enums: {good: [rice]}", "the value `rice`", "write only what is new"),
        ("enums: {hue: {values: [green], plural: colours}}", "enum `hue`", "under `change`"),
        ("shared: {zones: {deck: {holds: coin}}}", "zone `deck`", "under `change`"),
    ],
)
def test_what_is_there_already_is_changed_not_declared(tmp_path, model, what, cure):
    write(tmp_path, {"rain": {"model.yaml": model}})
    one = found(tmp_path, "rain")[0]
    assert one.code == "pack/already-there"
    assert one.message == f"{what} is already in `base`"
    assert one.notes[0].span.file.endswith("base/model.yaml")
    assert cure in one.help


def test_a_new_field_of_a_kind_below_needs_a_default(tmp_path):
    write(tmp_path, {"rain": {"model.yaml": "kinds: {hero: {fields: {fame: number}}}"}})
    assert told(found(tmp_path, "rain")) == [
        "pack/needs-default: the new field `fame` of `hero` needs a default @ rain/model.yaml:1"
    ]


def test_a_thing_that_is_there_already(tmp_path):
    card = "hero: [{id: baker, name: B, cost: 1, source: designed}]"
    rule = "- {action: work, menu: turn, name: W, source: designed, effect: earn 2}"
    write(tmp_path, {"rain": {"cards/x.yaml": card, "rules/x.yaml": rule}})
    assert sorted(one.message for one in found(tmp_path, "rain")) == [
        "action `work` is already in `base`",
        "hero `baker` is already in `base`",
    ]
    cures = " ".join(one.help for one in found(tmp_path, "rain"))
    assert "write `change: baker`;" in cures and "write `change: action work`;" in cures


@pytest.mark.parametrize(
    ("path", "content", "said", "cure"),
    [
        ("rules/x.yaml", "- {change: action earn, after: gain 1 gold}", "no action `earn`", "write `verb earn`: it is a verb"),
        ("rules/x.yaml", "- {change: verb earn gold, after: gain 1 gold}", "no verb `earn gold`", "there is `earn {amount"),
        ("rules/x.yaml", "- {change: verb earn, befor: gain 1 gold}", "did you mean `before`", None),
        ("cards/x.yaml", "hero: [{change: baker, remove: portrait}]", "no key `portrait`", "there is `cost`, `effect`"),
        ("cards/x.yaml", 'sack: [{id: bag, for_each: {good: good}, name: B, holds: "{good}", source: designed}]',
         "adds twice sack `bag`", "put a `{NAME}` of these into its id"),
        ("rules/x.yaml", "- remove: value wealth\n- {change: value wealth, is: 3}", "removes and changes", "leave out one of them"),
        ("card/x.yaml", "hero: []", "not at a place", "did you mean `cards/x.yaml`?"),
        ("modle.yaml", "kinds: {}", "not at a place", "did you mean `model.yaml`?"),
        ("cards/x.yml", "hero: []", "file type not allowed", "call it `cards/x.yaml`"),
        ("pack.yaml", manifest("rain").replace("<2", "^2"), "a range", "write it like `base: \">=0.1, <1\"`"),
    ],
)  # fmt: skip
def test_slips_of_an_expansion_are_told_with_their_cure(tmp_path, path, content, said, cure):
    write(tmp_path, {"rain": {path: content + "\n"}})
    one = next(one for one in layered.pack(tmp_path, "rain").diagnostics if said in one.message)
    assert (cure is None and one.help is None) or cure in one.help


@pytest.mark.parametrize("said", ["source: me", "sorce: designed"])
def test_a_source_that_is_said_wrongly_is_the_only_mistake(tmp_path, said):
    cards = "hero: [{id: poet, name: Poet, cost: 1}, {id: monk, name: Monk, cost: 1}]\n"
    write(tmp_path, {"rain": {"pack.yaml": manifest("rain", more=f"{said}\n"), "cards/x.yaml": cards}})
    assert [one.label.span.file.rpartition("/")[2] for one in found(tmp_path, "rain")] == ["pack.yaml"]


# --- changing ---------------------------------------------------------------------------


def test_single_keys_are_changed(tmp_path):
    files = {
        "cards/x.yaml": """\
hero:
  - change: baker
    cost: {was: 3, is: 2}
    hue: blue
sack:
  - change: sack_{good}
    effect: gain 2 {good}
  - change: sack_metal
    name: Crate
coin:
  - change: penny
    face: 2
    worth: 5
""",
        "rules/x.yaml": """\
- change: action work
  limit: twice per game
- change: verb earn
  effect: gain amount + 1 gold for work
- change: value wealth
  is: my.gold
- change: table worth_of
  values: {metal: 9}
- change: table steps
  values: {add: [10]}
- change: when pay_day
  effect: gain 5 gold for work
""",
        "model.yaml": """\
change:
  kinds:
    player: {vars: {gold: {max: {was: 30, is: 40}}}, zones: {hand: {visible: all}}}
    hero: {fields: {cost: {type: number, max: 6}}}
  shared: {vars: {round: {max: 12}}}
  enums: {good: {plural: wares}}
""",
        "pack.yaml": manifest(
            "rain",
            more="""\
change:
  players: {max: 4}
  options: {size: {default: large, values: {add: [huge]}}}
  modes: {calm: {options: {size: large}}}
  result: {score: my.wealth}
""",
        ),
        "text/en.yaml": "change: {terms: {rice: {was: rice, is: brown rice}}}",
    }
    write(tmp_path, {"rain": files})
    pack = sound(tmp_path, "rain")
    v = pack.vocabulary
    heroes = {one.id: one.faces[0].values for one in v.kinds["hero"].items}
    assert heroes["baker"] == {"cost": 2, "hue": 1}
    assert says(pack, "hero", "baker", "cost") == ("2", "rain")
    assert says(pack, "hero", "baker", "effect") == ("gain 1 gold for work", "base")
    sacks = {one.id: one for one in v.kinds["sack"].items}
    assert sacks["sack_metal"].faces[0].sources["effect"].text == "gain 2 metal"
    assert sacks["sack_metal"].name["en"] == "Crate" and sacks["sack_rice"].name["en"] == "Sack of brown rice"
    assert [face.values["worth"] for face in v.kinds["coin"].items[0].faces] == [1, 5]
    assert v.actions[0].times == 2
    assert v.tables["worth_of"].values == [2, 9] and v.tables["steps"].values == [1, 3, 6, 10]
    assert v.triggers[0].source.text == "gain 5 gold for work"
    assert v.kinds["player"].vars["gold"].high == 40 and v.kinds["player"].zones["hand"].visible == "all"
    assert v.kinds["hero"].fields["cost"].high == 6
    assert v.enums["good"].plural == "wares" and v.enums["good"].values == ["rice", "metal"]
    assert v.players == (2, 4) and v.options["size"].default == "large"
    assert v.options["size"].values == ["small", "large", "huge"]
    assert v.modes["calm"].setting.options == {"size": "large"}
    assert v.score.source.text == "my.wealth"
    assert v.terms["en"]["rice"] == "brown rice"


def more_faces(name, worth):
    face = f"{{name: {name}, worth: {worth}, effect: gain {worth} gold for work}}"
    return {"cards/coins.yaml": f"coin: [{{change: penny, faces: {{add: [{face}]}}}}]"}


FOUR = {"model.yaml": "change: {kinds: {coin: {faces: {was: 2, is: 4}}}}"}


def test_more_faces_of_a_thing_come_behind_those_there_are(tmp_path):
    write(
        tmp_path,
        {
            "rain": {**more_faces("Drop", 5), **FOUR},
            "wind": {**more_faces("Gust", 7), **FOUR},
            "snow": {
                "pack.yaml": manifest("snow", {"rain": ">=0.1, <1"}),
                "cards/one.yaml": "coin: [{change: penny, face: 3, worth: 6}]",
            },
        },
    )
    pack = sound(tmp_path, "base", "wind", "rain")
    assert says(pack, "coin", "penny", "face 3 name") == ("Drop", "rain")
    assert says(pack, "coin", "penny", "face 4 name") == ("Gust", "wind")
    assert pack.digest == sound(tmp_path, "base", "rain", "wind").digest
    assert says(sound(tmp_path, "snow"), "coin", "penny", "face 3 worth") == ("6", "snow")
    assert [one.code for one in errors(tmp_path, "base", "wind", "snow")] == []


def test_more_standing_changes_of_a_thing(tmp_path):
    add = "hero: [{{change: {}, standing: {{add: [{{value: player.wealth, while: this in my.hand, add: {}}}]}}}}]"
    write(
        tmp_path,
        {
            "rain": {"cards/one.yaml": add.format("baker", 1)},
            "wind": {"cards/one.yaml": add.format("baker", 2)},
        },
    )
    one, other = sound(tmp_path, "base", "rain", "wind"), sound(tmp_path, "base", "wind", "rain")
    (changes,) = one.vocabulary.standing.values()
    assert len(changes) == 2 and one.digest == other.digest


def test_replacing_leaves_nothing_of_the_old_and_keeps_the_place(tmp_path):
    files = {
        "cards/x.yaml": """\
hero:
  - {replace: baker, name: Miller, cost: 1, source: designed}
sack:
  - {replace: sack_rice, name: Bag, holds: metal, source: designed}
""",
        "rules/x.yaml": "- {replace: action work, menu: turn, name: Toil, source: designed, effect: earn 3}\n",
        "model.yaml": "change: {kinds: {player: {vars: {gold: {is: {start: 2}}}}}}",
    }
    write(tmp_path, {"rain": files})
    v = sound(tmp_path, "rain").vocabulary
    assert [one.id for one in v.kinds["hero"].items] == ["baker", "smith"]
    assert v.kinds["hero"].items[0].name["en"] == "Miller" and not v.kinds["hero"].items[0].faces[0].sources
    assert [one.id for one in v.kinds["sack"].items] == ["sack_rice", "sack_metal"]
    assert [one.id for one in v.actions] == ["work", "play_card"]
    assert v.kinds["player"].vars["gold"].high is None and v.kinds["player"].vars["gold"].start == 2


def test_a_template_may_be_replaced_by_another(tmp_path):
    card = """\
sack:
  - replace: sack_{good}
    for_each: {good: [rice, metal], size: [1, 2]}
    name: Sack
    holds: "{good}"
    source: designed
"""
    files = {"cards/x.yaml": card.replace("replace: sack_{good}", "replace: sack_{good}").replace("id", "id")}
    write(
        tmp_path,
        {
            "rain": files,
            "snow": {
                "pack.yaml": manifest("snow", {"rain": "<1"}),
                "cards/x.yaml": "sack: [{change: sack_metal, name: Other}]",
            },
        },
    )
    # the pattern has no hole for the size: both sizes make the same id, and that is told
    assert "check/duplicate" in codes(tmp_path, "rain")


def test_removing_things_keys_and_values(tmp_path):
    files = {
        "cards/x.yaml": "hero: [{remove: smith}, {change: baker, remove: [name, effect]}]\ncoin: [{remove: penny}]\n",
        "rules/x.yaml": "- remove: [value wealth, table steps, when pay_day]\n- {change: action play_card, remove: requires}\n",
        "model.yaml": "remove: {enums: {good: [metal]}, shared: {vars: {round: [max]}}, kinds: {player: {vars: [fame]}}}\n",
        "text/en.yaml": "remove: {terms: [wealth, metal]}\n",
        "pack.yaml": manifest("rain", more="remove: {modes: [calm]}\n"),
    }
    rule = "- {change: table worth_of, values: {is: {rice: 2}}}\n"
    write(tmp_path, {"rain": {**files, "rules/y.yaml": rule}})
    assert told(found(tmp_path, "rain")) == [
        "pack/nothing-to-change: there is no var `fame` below to remove @ rain/model.yaml:1"
    ]
    fixed = files["model.yaml"].replace("vars: [fame]", "vars: [stock]")
    write(
        tmp_path,
        {
            "rain": {
                **files,
                "rules/y.yaml": rule,
                "model.yaml": fixed,
                "cards/y.yaml": "sack: [{remove: 'sack_{good}'}]",
            }
        },
    )
    v = sound(tmp_path, "rain").vocabulary
    assert [one.id for one in v.kinds["hero"].items] == ["baker"]
    assert not v.kinds["hero"].items[0].name and not v.kinds["hero"].items[0].faces[0].sources
    assert not v.kinds["coin"].items and not v.kinds["sack"].items and not v.triggers
    assert v.enums["good"].values == ["rice"] and v.shared.vars["round"].high is None
    assert "stock" not in v.kinds["player"].vars and not v.modes and "metal" not in v.terms["en"]


@pytest.mark.parametrize(
    ("files", "message", "help_"),
    [
        ({"cards/x.yaml": "hero: [{change: bakr, cost: 2}]"}, "there is no hero `bakr` below to change", "did you mean `baker`?"),
        ({"cards/x.yaml": "coin: [{change: baker, worth: 2}]"}, "there is no coin `baker` below to change", "there is one under `hero`"),
        ({"cards/x.yaml": "hero: [{remove: nobody}]"}, "there is no hero `nobody` below to remove", "it has to be in a pack"),
        ({"rules/x.yaml": "- {change: action werk, limit: once per game}"}, "there is no action `werk` below to change", "did you mean `work`?"),
        ({"rules/x.yaml": "- {change: verb take a tern, effect: earn 2}"}, "there is no verb `take a tern` below to change", "did you mean `take a turn`?"),
        ({"model.yaml": "change: {kinds: {playr: {vars: {gold: {max: 1}}}}}"}, "there is no kind `playr` below to change", "did you mean `player`?"),
        ({"model.yaml": "change: {kinds: {player: {vars: {gould: {max: 1}}}}}"}, "there is no var `gould` below to change", "did you mean `gold`?"),
        ({"model.yaml": "remove: {enums: {good: [rise]}}"}, "there is no value `rise` below to remove", "did you mean `rice`?"),
        ({"text/en.yaml": "change: {terms: {golf: coins}}"}, "there is no term `golf` below to change", "did you mean `gold`?"),
        ({"cards/x.yaml": "hero: [{change: baker, remove: hue}]"}, "there is no key `hue` below to remove", None),
    ],
)  # fmt: skip
def test_changing_what_is_not_there(tmp_path, files, message, help_):
    write(tmp_path, {"rain": files})
    (one,) = found(tmp_path, "rain")
    assert (one.code, one.message) == ("pack/nothing-to-change", message)
    if help_ is not None:
        assert one.help.startswith(help_)


@pytest.mark.parametrize(
    ("files", "code", "message"),
    [
        ({"cards/x.yaml": "hero: [{change: baker, cost: {was: 5, is: 2}}]"}, "pack/was-otherwise", "`cost` is 3 below, not 5"),
        ({"cards/x.yaml": "sack: [{change: sack_rice, holds: {was: metal, is: metal}}]"}, "pack/was-otherwise", "`holds` is rice below, not metal"),
        ({"cards/x.yaml": "hero: [{change: baker, hue: {was: blue, is: red}}]"}, "pack/was-otherwise", "`hue` is red below, not blue"),
        ({"cards/x.yaml": "hero: [{change: baker, cost: {was: 3}}]"}, "pack/cannot-change", "write what it was and what it is: `{was: …, is: …}`"),
        ({"cards/x.yaml": "hero: [{change: baker, cost: {was: 3, iss: 2}}]"}, "pack/cannot-change", "write what it was and what it is"),
        ({"cards/x.yaml": "hero: [{change: baker, remove: id}]"}, "pack/cannot-change", "`remove` the whole thing, or `replace` it"),
        ({"cards/x.yaml": "hero: [{change: baker, remove: [source]}]"}, "pack/cannot-change", "write it anew beside `change`"),
        ({"rules/x.yaml": "- {change: action work, remove: action}"}, "pack/cannot-change", "`remove` the whole thing"),
        ({"cards/x.yaml": "hero: [{change: baker, id: cook}]"}, "pack/cannot-change", "`id` cannot be changed like this"),
        ({"cards/x.yaml": "sack: [{change: 'sack_{good}', for_each: {good: [rice]}}]"}, "pack/cannot-change", "`for_each` cannot be changed like this"),
        ({"rules/x.yaml": "- {change: verb take a turn, verb: take turns}"}, "pack/cannot-change", "`verb` cannot be changed like this"),
        ({"cards/x.yaml": "hero:\n  - change: baker\n    cost:\n"}, "pack/cannot-change", "`cost` cannot be changed like this: to take it away"),
        ({"rules/x.yaml": "- {change: table worth_of, before: gain 1 gold}"}, "pack/cannot-change", "write `is: …` with `as before` in it"),
        ({"rules/x.yaml": "- {change: verb earm, effect: gain 1 gold}"}, "pack/nothing-to-change", "did you mean `earn`?"),
        ({"model.yaml": "change: {enums: {good: [tea]}}"}, "pack/cannot-change", "`good` cannot be changed like this: new values stand under"),
        ({"pack.yaml": manifest("rain", more="change: {title: {en: Other}}\n")}, "pack/cannot-change", "`title` cannot be changed like this"),
        ({"cards/x.yaml": "coin: [{change: penny, worth: 3}]"}, "pack/which-face", "each face of `penny` has its own `worth`"),
        ({"cards/x.yaml": "coin: [{change: penny, face: 3, worth: 3}]"}, "pack/which-face", "`penny` has 2 faces"),
        ({"cards/x.yaml": "hero: [{change: baker, face: 1, cost: 3}]"}, "pack/which-face", "`baker` has no faces of its own"),
        ({"cards/x.yaml": "hero:\n  - remove: baker\n  - {id: baker, name: B, cost: 1, source: designed}"}, "pack/removed-and-added", "`baker` is removed and added again"),
        ({"cards/x.yaml": "hero: [{change: baker, cost: free}]"}, "check/bad-value", "expected a whole number"),
        ({"model.yaml": "change: {kinds: {player: {vars: {gold: {max: lots}}}}}"}, "pack/wrong-type", "max: expected a whole number"),
        ({"model.yaml": "change: {kindz: {}}"}, "pack/unknown-field", "unknown field `kindz`"),
        ({"rules/x.yaml": "- {change: action work, limmit: once per game}"}, "pack/unknown-field", "unknown field `limmit`"),
        ({"cards/x.yaml": "hero: [{change: baker, coost: 3}]"}, "check/unknown-field", "coost"),
        ({"cards/x.yaml": "coin: [{change: penny, faces: {add: [5]}}]"}, "pack/cannot-change", "each of what is added is a map"),
        ({"cards/x.yaml": "coin: [{change: penny, faces: {add: [{name: X, wurth: 5}]}}]", "model.yaml": "change: {kinds: {coin: {faces: 3}}}"}, "check/unknown-field", "wurth"),
        ({"cards/x.yaml": "coin: [{change: penny, faces: {add: [{name: X, worth: 1}]}}]"}, "check/bad-value", "at most 2 faces"),
        ({"cards/x.yaml": "hero: [{change: baker, rule: {add: [{a: b}]}}]"}, "pack/cannot-change", "a list of values takes single values"),
        ({"cards/x.yaml": "hero:\n  - {change: baker, cost: 1}\n  - {change: baker, cost: 1, hue: red}\n  - {change: baker, cost: 2}"}, "pack/conflict", "`rain` changes twice"),
    ],
)  # fmt: skip
def test_changes_that_cannot_be(tmp_path, files, code, message):
    write(tmp_path, {"rain": files})
    one = found(tmp_path, "rain")[0]
    assert one.code == code
    assert message in f"{one.message}: {one.help}"
    assert not f"{one.message}{one.help}".endswith("…")  # what to write instead is told whole
    assert one.label.span.file.endswith(f"rain/{next(iter(files))}")


def test_what_a_field_is_by_default_can_be_expected(tmp_path):
    write(tmp_path, {"rain": {"cards/x.yaml": "hero: [{change: baker, hue: {was: red, is: blue}}]"}})
    assert says(sound(tmp_path, "rain"), "hero", "baker", "hue") == ("blue", "rain")


def test_a_key_that_every_thing_needs_and_a_pack_takes_away(tmp_path):
    """The mistake shows at the thing, in a pack below; who made it is named beside."""
    write(tmp_path, {"rain": {"cards/x.yaml": "hero: [{change: baker, remove: cost}]"}})
    (one,) = found(tmp_path, "rain")
    assert (one.code, one.message) == ("check/missing-field", "`baker` has no `cost`")
    assert layered.places(one) == "cards/all.yaml:2, cards/x.yaml:1".replace("cards/", "base/cards/", 1).replace(
        " cards", " rain/cards"
    )
    assert one.notes[0].text == "removed by rain" and "write what it is instead" in one.help


def test_one_language_of_a_plain_name_and_a_plain_term_that_becomes_a_map(tmp_path):
    terms = "change: {terms: {gold: {many: golds}}}"
    packs = {
        "french": {"cards/x.yaml": "hero: [{change: baker, name: {fr: Boulangère}}]"},
        "german": {"cards/x.yaml": "hero: [{change: baker, name: {de: Bäckerin}}]", "text/en.yaml": terms},
    }
    write(tmp_path, packs)
    pack = sound(tmp_path, "french", "german")
    baker = pack.vocabulary.item_ids["baker"][0]
    assert baker.name == {"en": "Baker", "fr": "Boulangère", "de": "Bäckerin"}
    assert pack.vocabulary.terms["en"]["gold"] == {"one": "gold", "many": "golds"}


def test_a_map_where_a_number_is_is_told_where_it_is_written(tmp_path):
    write(tmp_path, {"rain": {"cards/x.yaml": "hero: [{change: baker, cost: {low: 1}}]"}})
    (one,) = found(tmp_path, "rain")
    assert one.label.span.file.endswith("rain/cards/x.yaml")


def test_a_rule_of_which_there_are_several(tmp_path):
    more = "- {value: wealth, of: hero, source: designed, is: 1}\n"
    write(
        tmp_path,
        {
            "base": {**layered.BASE, "rules/more.yaml": more},
            "rain": {"rules/x.yaml": "- {change: value wealth, is: 2}"},
        },
    )
    (one,) = found(tmp_path, "rain")
    assert (one.code, one.message) == ("pack/many-fit", "`wealth` may be any of `player.wealth`, `hero.wealth`")
    write(tmp_path, {"rain": {"rules/x.yaml": "- {change: value hero.wealth, is: 2}"}})
    sound(tmp_path, "rain")


@pytest.mark.parametrize("word", ["change", "replace", "remove"])
def test_a_game_has_nothing_below_to_change(tmp_path, word):
    card = "hero: [{" + word + ": baker" + {"change": ", cost: 1", "replace": ", source: designed"}.get(word, "") + "}]"
    write(tmp_path, {"base": {**layered.BASE, "cards/x.yaml": card}})
    assert told(errors(tmp_path, "base")) == [
        f"pack/nothing-below: `{word}` in a pack that requires no other pack @ base/cards/x.yaml:1"
    ]


def test_a_mistake_is_shown_in_the_pack_that_makes_it(tmp_path):
    write(tmp_path, {"rain": {"cards/x.yaml": "hero:\n  - change: baker\n    effect: gian 1 gold"}})
    (one,) = found(tmp_path, "rain")
    assert one.code == "check/unknown-verb"
    assert (one.label.span.file, one.label.span.line) == (f"{tmp_path}/rain/cards/x.yaml", 3)


# --- conflicts --------------------------------------------------------------------------


def cost(number):
    return {"cards/x.yaml": f"hero:\n  - change: baker\n    cost: {number}\n"}


def test_two_packs_that_change_one_key(tmp_path):
    write(tmp_path, {"rain": cost(1), "wind": cost(2), "snow": cost(1)})
    (one,) = found(tmp_path, "rain", "wind")
    assert one.message == "`rain` and `wind` both change `cost` of hero `baker`"
    assert [label.span.file.split("/")[-3] for label in (one.label, *one.notes)] == ["rain", "wind"]
    assert one.help == "leave out one of the packs, or decide in a pack that requires both"
    assert found(tmp_path, "wind", "rain") == [one]
    sound(tmp_path, "rain", "snow")  # equal values agree


def test_one_key_is_told_once_though_some_agree(tmp_path):
    """With all packs that want it, also where there are many of them."""
    wanted = {"rain": 1, "wind": 2, "snow": 1, "hail": 2, "dew": 3}
    write(tmp_path, {name: cost(number) for name, number in wanted.items()})
    (one,) = found(tmp_path, *wanted)
    assert one.message == "`dew`, `hail`, `rain`, `snow` and `wind` all change `cost` of hero `baker`"
    many = {f"p{number:02}": cost(number) for number in range(24)}
    write(tmp_path, many)
    (one,) = found(tmp_path, *many)
    assert one.message.endswith("`p19` and 4 more all change `cost` of hero `baker`")


def test_every_order_of_asking_tells_the_same(tmp_path):
    write(
        tmp_path,
        {"rain": cost(1), "wind": cost(2), "snow": cost(3), "hail": {"cards/x.yaml": "hero: [{remove: baker}]"}},
    )
    tellings = {
        tuple(told(found(tmp_path, "base", *order))) for order in permutations(("rain", "wind", "snow", "hail"))
    }
    (only,) = tellings
    words = "`hail` removes and `rain` changes and `snow` changes and `wind` changes hero `baker`"
    assert [one.partition(" @ ")[0] for one in only] == [f"pack/conflict: {words}"]
    (three,) = {tuple(told(found(tmp_path, "base", *order))) for order in permutations(("rain", "wind", "snow"))}
    assert three[0].startswith("pack/conflict: `rain`, `snow` and `wind` all change `cost` of hero `baker` @ rain")


def test_a_pack_above_both_decides(tmp_path):
    above = manifest("peace", {"rain": "<1", "wind": "<1"})
    write(tmp_path, {"rain": cost(1), "wind": cost(2), "peace": {"pack.yaml": above, **cost(5)}})
    pack = sound(tmp_path, "peace")
    assert says(pack, "hero", "baker", "cost") == ("5", "peace")
    assert [part.id for part in pack.vocabulary.packs] == ["base", "rain", "wind", "peace"]


CONTESTED = {
    ("hero", "baker"): ("cards/x.yaml", "hero: [{remove: baker}]", "hero: [{change: baker, cost: 2}]",
        "hero: [{replace: baker, name: Baker, cost: 5, source: designed}]"),
    ("action", "work"): ("rules/x.yaml", "- remove: action work", "- {change: action work, limit: once per turn}",
        "- {replace: action work, menu: turn, name: Toil, source: designed, effect: earn 3}"),
    ("value", "player.wealth"): ("rules/x.yaml", "- remove: value wealth", "- {change: value wealth, is: as before + 1}",
        "- {replace: value player.wealth, of: player, source: designed, is: my.gold}"),
}  # fmt: skip
"""What one pack takes away, another changes, and a third one puts there."""


@pytest.mark.parametrize("thing", CONTESTED)
def test_a_pack_above_both_decides_about_what_one_of_them_removes(tmp_path, thing):
    path, gone, changed, replaced = CONTESTED[thing]
    above = manifest("peace", {"rain": "<1", "wind": "<1"})
    write(tmp_path, {"rain": {path: gone}, "wind": {path: changed}, "peace": {"pack.yaml": above}})
    assert codes(tmp_path, "peace") == ["pack/conflict"]
    write(tmp_path, {"peace": {"pack.yaml": above, path: gone}})
    assert thing not in inventory(sound(tmp_path, "peace").source)
    write(tmp_path, {"peace": {"pack.yaml": above, path: replaced}})
    pack = sound(tmp_path, "peace")
    assert {pack.source.owner(fact.node.span.file) for key, fact in inventory(pack.source)[thing].facts.items()
            if key in ("cost", "name", "is")} == {"peace"}  # fmt: skip


AT_ODDS = {
    "a var that goes and is changed": ("remove: {kinds: {player: {vars: [fame]}}}",
        "change: {kinds: {player: {vars: {fame: {max: 12}}}}}"),
    "a var that both add": ("kinds: {player: {vars: {hope: {max: 1}}}}", "kinds: {player: {vars: {hope: {max: 2}}}}"),
    "an enum that both add": ("enums: {mood: [glad]}", "enums: {mood: [sad]}"),
    "a value that both add": ("enums: {good: [tea]}", "enums: {good: [tea]}"),
}  # fmt: skip
DECIDED = {
    "a var that goes and is changed": ("remove: {kinds: {player: {vars: [fame]}}}", "kinds: {player: {vars: {fame: {max: 3}}}}"),
    "a var that both add": ("remove: {kinds: {player: {vars: [hope]}}}", "kinds: {player: {vars: {hope: {max: 3}}}}"),
    "an enum that both add": ("remove: {enums: [mood]}", "enums: {mood: [bored]}"),
    "a value that both add": ("remove: {enums: {good: [tea]}}", "enums: {good: [tea]}"),
}  # fmt: skip
THERE = {
    "a var that goes and is changed": lambda v: v.kinds["player"].vars.get("fame"),
    "a var that both add": lambda v: v.kinds["player"].vars.get("hope"),
    "an enum that both add": lambda v: v.enums.get("mood"),
    "a value that both add": lambda v: v.enums["good"].places.get("tea"),
}


@pytest.mark.parametrize("what", AT_ODDS)
def test_a_pack_above_both_decides_about_what_is_declared(tmp_path, what):
    low = manifest("cloud")
    both, above = {"cloud": "<1"}, manifest("peace", {"rain": "<1", "wind": "<1"})
    packs = {name: {"pack.yaml": manifest(name, both), "model.yaml": said}
             for name, said in zip(("rain", "wind"), AT_ODDS[what], strict=True)}  # fmt: skip
    declared = {"pack.yaml": low, "model.yaml": "kinds: {player: {vars: {fame: {max: 9}}}}"}
    write(tmp_path, {"cloud": declared, **packs, "peace": {"pack.yaml": above}})
    assert codes(tmp_path, "peace") == ["pack/conflict"]
    gone, kept = DECIDED[what]
    write(tmp_path, {"peace": {"pack.yaml": above, "model.yaml": gone}})
    assert THERE[what](sound(tmp_path, "peace").vocabulary) is None
    rows = (
        "- {change: table worth_of, values: {tea: 1}}"
        if "value" in what
        else "- {change: table worth_of, values: {rice: 1}}"
    )
    write(tmp_path, {"peace": {"pack.yaml": above, "model.yaml": kept, "rules/x.yaml": rows}})
    there = THERE[what](sound(tmp_path, "peace").vocabulary)
    assert getattr(there, "span", there).file.endswith("peace/model.yaml")


def test_what_one_pack_below_adds_is_not_declared_again(tmp_path):
    write(tmp_path, {
        "rain": {"model.yaml": "enums: {good: [tea]}"},
        "wind": {},
        "peace": {"pack.yaml": manifest("peace", {"rain": "<1", "wind": "<1"}), "model.yaml": "enums: {good: [tea]}"},
    })  # fmt: skip
    assert "pack/already-there" in codes(tmp_path, "peace")


def test_what_a_pack_below_removes_and_nobody_changes_is_gone(tmp_path):
    cards = {"cards/x.yaml": "hero: [{remove: baker}]"}
    write(tmp_path, {"rain": cards, "peace": {"pack.yaml": manifest("peace", {"rain": "<1"}), **cards}})
    assert codes(tmp_path, "peace") == ["pack/nothing-to-change"]


def test_a_diamond_of_which_only_one_decides(tmp_path):
    both = {"rain": "<1", "wind": "<1"}
    write(
        tmp_path,
        {
            "rain": cost(1),
            "wind": cost(2),
            "peace": {"pack.yaml": manifest("peace", both), **cost(5)},
            "truce": {"pack.yaml": manifest("truce", both)},
        },
    )
    sound(tmp_path, "peace", "truce")
    assert codes(tmp_path, "truce") == ["pack/conflict"]


def test_a_higher_pack_overwrites_a_lower_one(tmp_path):
    write(tmp_path, {"rain": cost(1), "storm": {"pack.yaml": manifest("storm", {"rain": "<1"}), **cost(7)}})
    assert says(sound(tmp_path, "storm"), "hero", "baker", "cost") == ("7", "storm")


def test_one_removes_what_the_other_changes(tmp_path):
    write(tmp_path, {"rain": cost(1), "wind": {"cards/x.yaml": "hero: [{remove: baker}]"}})
    assert told(found(tmp_path, "wind", "rain")) == [
        "pack/conflict: `rain` changes and `wind` removes hero `baker` @ rain/cards/x.yaml:3, wind/cards/x.yaml:1"
    ]


def test_two_that_remove_agree(tmp_path):
    gone = {"cards/x.yaml": "hero: [{remove: baker}]"}
    write(tmp_path, {"rain": gone, "wind": gone})
    assert [one.id for one in sound(tmp_path, "wind", "rain").vocabulary.kinds["hero"].items] == ["smith"]


def test_one_replaces_what_the_other_changes(tmp_path):
    write(tmp_path, {"rain": cost(1), "wind": {"cards/x.yaml": "hero: [{replace: baker, cost: 3, source: designed}]"}})
    assert [one.message for one in found(tmp_path, "wind", "rain")] == [
        "`rain` changes and `wind` replaces hero `baker`"
    ]


def test_a_higher_pack_changes_what_a_lower_one_removed(tmp_path):
    gone = {"cards/x.yaml": "hero: [{remove: baker}]"}
    write(tmp_path, {"rain": gone, "storm": {"pack.yaml": manifest("storm", {"rain": "<1"}), **cost(7)}})
    (one,) = found(tmp_path, "storm")
    assert one.code == "pack/nothing-to-change"
    assert one.notes[0].text == "removed here" and one.notes[0].span.file.endswith("rain/cards/x.yaml")


def test_a_higher_pack_may_add_again_what_a_lower_one_removed(tmp_path):
    gone = {"cards/x.yaml": "hero: [{remove: baker}]"}
    card = {"cards/x.yaml": "hero: [{id: baker, name: New Baker, cost: 9, source: designed}]"}
    write(tmp_path, {"rain": gone, "storm": {"pack.yaml": manifest("storm", {"rain": "<1"}), **card}})
    heroes = sound(tmp_path, "storm").vocabulary.kinds["hero"].items
    assert [(one.id, one.faces[0].values["cost"]) for one in heroes] == [("smith", 4), ("baker", 9)]


def test_two_packs_add_one_id(tmp_path):
    card = {"cards/x.yaml": "hero: [{id: poet, name: Poet, cost: 1, source: designed}]"}
    made = {"cards/x.yaml": "hero: [{id: '{art}', for_each: {art: [poet, bard]}, name: A, cost: 1, source: designed}]"}
    write(tmp_path, {"rain": card, "wind": card, "snow": made})
    assert [one.message for one in found(tmp_path, "rain", "wind")] == ["`rain` and `wind` both add hero `poet`"]
    assert [one.message for one in found(tmp_path, "rain", "snow")] == ["`rain` and `snow` both add hero `poet`"]


def test_two_packs_add_one_value_kind_or_field(tmp_path):
    model = {
        "model.yaml": "enums: {good: [tea]}\nkinds: {hero: {fields: {fame: {type: number, default: 0}}}, boat: {}}"
    }
    write(tmp_path, {"rain": model, "wind": model})
    assert sorted(one.message for one in found(tmp_path, "rain", "wind")) == [
        "`rain` and `wind` both add `enums.good.tea` of model.yaml",
        "`rain` and `wind` both add `kinds.boat` of model.yaml",
        "`rain` and `wind` both add `kinds.hero.fields.fame` of model.yaml",
    ]


def test_one_removes_a_value_the_other_names(tmp_path):
    write(
        tmp_path,
        {
            "rain": {
                "model.yaml": "remove: {enums: {hue: [blue]}}",
                "cards/x.yaml": "hero: [{change: smith, hue: red}]",
            },
            "wind": {"cards/x.yaml": "hero: [{id: poet, name: Poet, cost: 1, hue: blue, source: designed}]"},
        },
    )
    sound(tmp_path, "rain")
    (one,) = found(tmp_path, "rain", "wind")
    assert one.code == "check/bad-value"
    assert one.label.span.file.endswith("wind/cards/x.yaml")
    assert one.notes[-1].text == "removed by rain" and one.notes[-1].span.file.endswith("rain/model.yaml")
    assert one.help == "`rain` removes `blue`, which `wind` still uses: change one of them"


def test_what_the_base_still_uses_is_told_with_who_removed_it(tmp_path):
    write(tmp_path, {"rain": {"cards/x.yaml": "hero: [{remove: baker}]", "rules/x.yaml": "- remove: verb take a turn"}})
    (one,) = found(tmp_path, "rain")
    assert one.code == "check/unknown-verb" and one.label.span.file.endswith("base/rules/game.yaml")


def test_a_field_of_one_pack_and_a_thing_of_another(tmp_path):
    field = {"model.yaml": "kinds: {hero: {fields: {fame: {type: number, default: 3}}}}"}
    card = {"cards/x.yaml": "hero: [{id: poet, name: Poet, cost: 1, source: designed}]"}
    write(tmp_path, {"rain": field, "wind": card})
    heroes = sound(tmp_path, "wind", "rain").vocabulary.kinds["hero"].items
    assert {one.id: one.faces[0].values["fame"] for one in heroes} == {"baker": 3, "smith": 3, "poet": 3}


def test_a_new_value_goes_through_a_template_and_a_third_pack_changes_what_it_makes(tmp_path):
    tea = {
        "model.yaml": "enums: {good: [tea]}",
        "rules/x.yaml": "- {change: table worth_of, values: {tea: 4}}\n",
    }
    cup = {"pack.yaml": manifest("cup", {"tea": "<1"}), "cards/x.yaml": "sack: [{change: sack_tea, name: Cup}]"}
    write(tmp_path, {"tea": tea, "cup": cup})
    names = {one.id: one.name["en"] for one in sound(tmp_path, "cup").vocabulary.kinds["sack"].items}
    assert names == {"sack_rice": "Sack of rice", "sack_metal": "Sack of metal", "sack_tea": "Cup"}


def test_a_template_and_one_thing_it_makes(tmp_path):
    whole = {"cards/x.yaml": "sack: [{change: 'sack_{good}', name: Crate, effect: 'gain 2 {good}'}]"}
    single = {"cards/x.yaml": "sack: [{change: sack_rice, name: Bowl}]"}
    other = {"cards/x.yaml": "sack: [{change: sack_rice, holds: metal}]"}
    both = {"cards/x.yaml": "sack: [{change: sack_rice, name: Bowl}, {change: 'sack_{good}', name: Crate}]"}
    gone = {"cards/x.yaml": "sack: [{remove: 'sack_{good}'}]"}
    write(tmp_path, {"rain": whole, "wind": single, "snow": other, "hail": both, "fog": gone})
    assert [one.message for one in found(tmp_path, "rain", "wind")] == [
        "`rain` and `wind` both change `name` of sack `sack_rice`"
    ]
    assert [one.message for one in found(tmp_path, "fog", "wind")] == [
        "`fog` removes and `wind` changes sack `sack_rice`"
    ]
    sound(tmp_path, "rain", "snow")
    names = {one.id: one.name["en"] for one in sound(tmp_path, "hail").vocabulary.kinds["sack"].items}
    assert names == {"sack_rice": "Bowl", "sack_metal": "Crate"}


def test_a_script_and_its_text_are_one(tmp_path):
    script = {"rules/x.yaml": "- {change: verb earn, effect: gain amount + 1 gold for work}"}
    words = {"rules/x.yaml": "- {change: verb earn, text: {en: 'earn {amount}, maybe more'}}"}
    write(tmp_path, {"rain": script, "wind": words, "storm": {"pack.yaml": manifest("storm", {"rain": "<1"}), **words}})
    assert codes(tmp_path, "rain", "wind") == ["pack/conflict"]
    pack = sound(tmp_path, "storm")
    verb = "earn {amount: number} [twice]"
    assert says(pack, "verb", verb, "effect")[1] == "rain" and says(pack, "verb", verb, "text.en")[1] == "storm"


def test_all_conflicts_in_one_run(tmp_path):
    one = {"cards/x.yaml": "hero: [{change: baker, cost: 1, hue: red}, {change: smith, cost: 1}]"}
    two = {"cards/x.yaml": "hero: [{change: baker, cost: 2, hue: blue}, {change: smith, cost: 2}]"}
    write(tmp_path, {"rain": one, "wind": two})
    assert len(found(tmp_path, "rain", "wind")) == 3


# --- with another pack ------------------------------------------------------------------


def test_things_that_are_there_with_another_pack_only(tmp_path):
    boat = {
        "model.yaml": "kinds: {boat: {fields: {speed: number}}}",
        "text/en.yaml": "terms: {boat: boat, speed: speed}",
    }
    cards = """\
boat:
  - {id: ferry, name: Ferry, speed: 2, source: designed, in_play: with sea}
hero:
  - {id: hermit, name: Hermit, cost: 1, source: designed, in_play: without sea and players > 2}
  - {change: baker, in_play: with sea, cost: 9}
"""
    rules = "- {action: sail, menu: turn, name: Sail, in_play: with sea, source: designed, effect: earn 1}\n"
    write(tmp_path, {"sea": boat, "crew": {"cards/x.yaml": cards, "rules/x.yaml": rules}})
    alone = sound(tmp_path, "crew").vocabulary
    assert [one.id for one in alone.kinds["hero"].items] == ["baker", "smith", "hermit"]
    assert alone.kinds["hero"].items[2].in_play_source.text == "players > 2"
    assert [one.id for one in alone.actions] == ["work", "play_card"]
    pack = sound(tmp_path, "crew", "sea")
    assert [one.id for one in pack.vocabulary.kinds["boat"].items] == ["ferry"]
    assert [one.id for one in pack.vocabulary.kinds["hero"].items] == ["baker", "smith"]
    assert says(pack, "hero", "baker", "cost") == ("9", "crew")
    assert pack.vocabulary.actions[-1].id == "sail"


def test_a_section_stands_above_the_pack_it_is_with_for_its_keys_only(tmp_path):
    def half(me, other, mine, theirs):
        card = "hero:\n  - {change: %s, cost: 5}\n  - {change: %s, in_play: with %s, cost: 6}\n"
        return {"cards/x.yaml": card % (mine, theirs, other)}

    write(tmp_path, {"rain": half("rain", "wind", "baker", "smith"), "wind": half("wind", "rain", "smith", "baker")})
    pack = sound(tmp_path, "rain", "wind")  # each stands above the other, but not for the same key
    assert says(pack, "hero", "baker", "cost") == ("6", "wind") and says(pack, "hero", "smith", "cost") == ("6", "rain")
    card = "hero: [{change: baker, in_play: with %s, cost: %s}]"
    write(tmp_path, {"rain": {"cards/x.yaml": card % ("wind", 1)}, "wind": {"cards/x.yaml": card % ("rain", 2)}})
    assert codes(tmp_path, "rain", "wind") == ["pack/conflict"]


@pytest.mark.parametrize("name", ["land", "zland"])
@pytest.mark.parametrize("said", ["change: crab, cost: 6", "remove: crab"])
def test_what_another_pack_adds_can_be_changed_with_it_whatever_the_two_are_called(tmp_path, name, said):
    crab = "hero: [{id: crab, name: Crab, cost: 1, source: designed}]"
    write(tmp_path, {"sea": {"cards/x.yaml": crab}, name: {"cards/x.yaml": f"hero: [{{{said}, in_play: with sea}}]"}})
    assert [one.id for one in sound(tmp_path, name).vocabulary.kinds["hero"].items] == ["baker", "smith"]
    for order in ((name, "sea"), ("sea", name)):
        pack = sound(tmp_path, *order)
        if said.startswith("remove"):
            assert [one.id for one in pack.vocabulary.kinds["hero"].items] == ["baker", "smith"]
        else:
            assert says(pack, "hero", "crab", "cost") == ("6", name)


def test_a_mistake_behind_with_is_shown_at_its_place(tmp_path):
    card = "hero:\n  - id: poet\n    name: Poet\n    cost: 1\n    source: designed\n    in_play: with base and plaiers > 2\n"
    write(tmp_path, {"rain": {"cards/x.yaml": card}})
    (one,) = found(tmp_path, "rain")
    assert (one.label.span.line, one.label.span.column, one.label.span.end_column) == (6, 28, 35)


# --- the whole stack --------------------------------------------------------------------

QUARTET = {
    "tea": {
        "model.yaml": "enums: {good: [tea]}",
        "rules/x.yaml": "- {change: table worth_of, values: {tea: 4}}\n",
        "text/en.yaml": "terms: {tea: tea}",
    },
    "rain": {
        "cards/x.yaml": "hero:\n  - {id: poet, name: Poet, cost: 1, source: designed, effect: gain 3 gold for work}\n  - {change: baker, cost: 1}\n"
    },
    "wind": {
        "cards/x.yaml": "hero: [{id: monk, name: Monk, cost: 2, source: designed}, {change: smith, effect: gain 4 gold for work}]",
        "rules/x.yaml": "- {action: rest, menu: turn, name: Rest, source: designed, effect: gain 2 gold for work}",
        "model.yaml": "change: {kinds: {player: {vars: {gold: {max: 50}}}}}",
    },
    "snow": {"pack.yaml": manifest("snow", {"rain": "<1"}), "cards/x.yaml": "hero: [{change: poet, cost: 5}]"},
}


def test_every_order_gives_the_same_hash_and_the_same_games(tmp_path):
    write(tmp_path, QUARTET)
    seen = set()
    for order in permutations(QUARTET):
        for asked in (("base", *order), order):
            pack = sound(tmp_path, *asked)
            games = []
            for seed in range(3):
                game = pack.new_game(2, seed)
                while game.decision is not None:
                    game.choose((seed + len(game.picks)) % len(game.decision.options))
                games.append((game.state_hash, tuple(game.result.scores)))
            seen.add((pack.digest, pack.id, pack.title.en, tuple(games)))
    assert len(seen) == 1
    assert next(iter(seen))[1:3] == ("snow+tea+wind", "Base + snow + tea + wind")


def test_the_hash_is_that_of_the_finished_game(tmp_path):
    write(tmp_path, QUARTET)
    before = sound(tmp_path, "rain").digest
    with (tmp_path / "rain" / "cards" / "x.yaml").open("a") as file:
        file.write("# a remark\n")
    assert sound(tmp_path, "rain").digest == before
    with (tmp_path / "rain" / "cards" / "x.yaml").open("a") as file:
        file.write("  - {change: smith, cost: 1}\n")
    assert sound(tmp_path, "rain").digest != before
    with (tmp_path / "base" / "pack.yaml").open("a") as file:
        file.write("ready: take a turn\n")
    assert sound(tmp_path, "rain").digest != before


def test_a_pack_alone_is_a_stack_of_one(tmp_path):
    write(tmp_path, {})
    alone = source(tmp_path, "base")
    assert alone.packs[0].id == "base" and alone.packs[0].digest == alone.digest
    assert not alone.layers


def test_scenarios_and_studies_of_the_packs_asked_for(tmp_path):
    scenario = "- {scenario: SAID, players: 2, run: earn 1, then: [p1.gold is 1]}\n"
    alone = "- {scenario: with wind, players: 2, in_play: with wind, run: earn 1, then: [p1.gold is 1]}\n"
    write(
        tmp_path,
        {
            "base": {**layered.BASE, "scenarios/x.yaml": scenario.replace("SAID", "of the base")},
            "rain": {"scenarios/x.yaml": scenario.replace("SAID", "of the rain") + alone},
            "wind": {},
        },
    )

    def titles(*names):
        read = source(tmp_path, *names)
        roots = [one.root for one in read.of_kind("scenario")]
        return [plain(item.get("scenario")) for root in roots for item in root]

    assert titles("rain") == ["of the rain"]
    assert titles("base", "rain") == ["of the base", "of the rain"]
    assert titles("rain", "wind") == ["of the rain", "with wind"]


def test_places_of_synthetic_words_are_real(tmp_path):
    write(tmp_path, QUARTET)
    pack = sound(tmp_path, *QUARTET)
    root = next(one.root for one in pack.source.documents if one.kind == "pack")
    assert isinstance(root.get("id"), Scalar) and root.get("id").span.file.endswith("base/pack.yaml")


def test_a_value_that_goes_and_a_table_below_has_a_row_for(tmp_path):
    write(tmp_path, {"rain": {"model.yaml": "remove: {enums: {good: [metal]}}"}})
    (one,) = errors(tmp_path, "rain")
    assert (one.code, one.message) == ("check/bad-value", "expected a value of `good`, got `metal`")
    assert one.help == "`rain` removes `metal`, which `base` still uses: change one of them"
    write(tmp_path, {"rain": {"rules/x.yaml": "- {change: table worth_of, values: {is: {rice: 2}}}"}})
    assert not errors(tmp_path, "rain")


def test_a_name_without_words_is_told_where_the_pack_says_it_that_has_changed_the_thing(tmp_path):
    effect = "hero:\n- change: baker\n  effect: |\n    gain 1 gold for work\n    gain worth_of[rice] gold for work\n"
    work = "- change: action work\n  effect: gain steps[1] gold for work\n"
    write(tmp_path, {"rain": {"cards/x.yaml": effect, "rules/x.yaml": work}})
    lacking = [one for one in layered.pack(tmp_path, "rain").diagnostics if one.code == "check/missing-term"]
    assert told(lacking) == [
        "check/missing-term: `worth_of` has no term in text/en.yaml @ rain/cards/x.yaml:5",
        "check/missing-term: `steps` has no term in text/en.yaml @ rain/rules/x.yaml:2",
    ]
    assert [one.label.span.column for one in lacking] == [10, 16]
