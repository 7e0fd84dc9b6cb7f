"""Reactions of packs to the verbs of packs below: once, behind everything, only if the verb's own script ran."""

import layered
import pytest
from layered import told, write
from test_wraps import SKIPS, found, gold, on, play, rules, sound

from interpreter import prose
from interpreter.languages import LANGUAGES

TILES = {
    "model.yaml": """\
kinds:
  player: {zones: {side: {holds: tile}}}
  spot: {zones: {slot: {holds: tile, capacity: 1}}}
  tile: {scripts: {effect: effect}}
shared:
  zones: {pile: {holds: tile, ordered: yes}}
""",
    "cards/t.yaml": """\
spot: [{id: hill, name: Hill, source: designed}]
tile:
  - {id: mine, name: Mine, source: designed, when: after earn n by me, effect: gain n gold}
  - {id: well, name: Well, count: 2, source: designed, when: after earn n, effect: gain 1 round}
""",
}


def by(text):
    """The base game with a verb that says who earns."""
    text = text.replace('"earn {amount: number} [twice]"', '"earn {amount: number} [by {who: player}]"')
    return text.replace("effect: earn 1\n", "effect: earn 1 by me\n")


BASE = {**layered.BASE, "rules/game.yaml": by(layered.BASE["rules/game.yaml"])}


@pytest.mark.parametrize(
    ("rule", "worth"),
    [
        ("after earn n by p where p is me", 10),
        ("after earn n by me", 10),
        ("after earn amount by who where who is me and amount is 1", 10),
        ("after earn 1 by me", 10),
        ("after earn 2 by me", 0),
        ("after earn n", 10),
        ("after earn n by p where p is not me", 0),
        ("after earn n by p where p is me.left", 0),
    ],
)
def test_a_reaction_to_a_verb(tmp_path, rule, worth):
    effect = "gain 10 gold" if " n" not in rule.partition(" by")[0] else "gain 10 * n gold"
    text = f"- when: {rule}\n  source: designed\n  effect: {effect}\n"
    write(tmp_path, {"base": BASE, "rain": rules(text)})
    game = play(sound(tmp_path, "rain"), "work")
    assert gold(game) == 1 + worth
    assert gold(game, 1) == (10 if rule == "after earn n" or "is not me" in rule or "left" in rule else 0)


def test_it_is_heard_once_behind_all_that_goes_around(tmp_path):
    """Twice as before, and a script behind it: the reaction sees what came of all that, once."""
    rain = "- change: verb earn\n  effect: |\n    as before\n    as before\n    gain 1 gold for work\n"
    wind = "- when: after earn n by me\n  source: designed\n  effect: gain my.gold gold\n"
    write(tmp_path, {"base": BASE, "rain": rules(rain), "wind": rules(wind)})
    for order in (("rain", "wind"), ("wind", "rain")):
        assert gold(play(sound(tmp_path, *order), "work")) == 6


@pytest.mark.parametrize(
    ("rule", "mine", "theirs"),
    [
        ("after earn n by me", 10, 0),
        ("after earn n by p where p is me", 10, 0),
        ("after earn n by p where p is not me", 0, 10),
        ("after earn 1 by me.left", 0, 10),
        ("after work hard by me", 0, 0),
        ("after earn 2 by me", 0, 0),
    ],
)
def test_who_acted_stands_behind_a_verb_that_does_not_say_it(tmp_path, rule, mine, theirs):
    more = "- {verb: work hard, source: designed, effect: nothing}\n"
    text = f"- when: {rule}\n  source: designed\n  effect: gain 10 gold\n"
    write(tmp_path, {"base": layered.BASE, "rain": rules(more + text)})
    game = play(sound(tmp_path, "rain"), "work")
    assert (gold(game), gold(game, 1)) == (1 + mine, theirs)


@pytest.mark.parametrize(("gold_first", "heard"), [(0, False), (2, True)])
def test_what_was_left_out_has_not_happened(tmp_path, gold_first, heard):
    rain = "- change: verb earn\n  effect: |\n    if my.gold > 1: as before\n    else: gain 1 gold\n"
    wind = "- when: after earn n by me\n  source: designed\n  effect: gain 10 gold\n"
    start = f"- change: verb play the game\n  before: |\n    as each player: gain {gold_first} gold\n"
    write(tmp_path, {"base": BASE, "rain": rules(rain), "wind": rules(wind + start)})
    game = play(sound(tmp_path, "rain", "wind"), "work")
    assert gold(game) == gold_first + 1 + (10 if heard else 0)
    assert all("ran" not in str(key) for key in game.view(0).data["shared"])


def test_a_verb_inside_itself_keeps_what_is_known_of_each(tmp_path):
    """The outer one is left out while an inner one, through a card, really happens."""
    rain = """\
- change: verb earn
  effect: |
    if amount is 1:
      for each hero in my.hand:
        do hero.effect
    else:
      as before
"""
    cards = "hero: [{change: baker, effect: earn 5 by me}, {change: smith, effect: earn 5 by me}]"
    wind = "- when: after earn n by me\n  source: designed\n  effect: gain 10 gold\n"
    write(tmp_path, {"base": BASE, "rain": {**rules(rain), "cards/x.yaml": cards}, "wind": rules(wind)})
    assert gold(play(sound(tmp_path, "rain", "wind"), "work")) == 15


def test_free_where_nobody_listens(tmp_path):
    write(
        tmp_path,
        {"base": BASE, "rain": rules("- when: after take a turn\n  source: designed\n  effect: gain 1 gold\n")},
    )
    base, more = sound(tmp_path, "base"), sound(tmp_path, "rain")
    one, other = base.machine(2, base.options()).program, more.machine(2, more.options()).program
    earn = next(verb.key for verb in base.vocabulary.verbs if verb.name.startswith("earn"))
    assert [type(node) for node in one.routines[earn].body.nodes] == [
        type(node) for node in other.routines[earn].body.nodes
    ]
    assert not base.vocabulary.heard and base.vocabulary.events == [base.vocabulary.events[0]]


# --- things -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("put", "mine", "rounds"),
    [
        ("move mine to p1.side", 1, 0),
        ("move mine to p2.side", 0, 0),
        ("move mine to hill.slot", 1, 0),
        ("move mine to pile", 1, 0),
        ("gain 0 p1.gold", 0, 0),
        ("move first(tiles where it is not mine) to pile", 0, 1),
        ("move first(tiles where it is not mine) to hill.slot", 0, 1),
        ("move first(tiles where it is not mine) to p2.side", 0, 1),
    ],
)
def test_things_react_wherever_they_lie(tmp_path, put, mine, rounds):
    """With the player they lie with, or, on the table and on a board, once for who acts; aside they do nothing."""
    start = "- change: verb play the game\n  before: |\n    let p1 = first(players)\n    let p2 = first(players).left\n"
    start += f"    if p1 is not none and p2 is not none: {put}\n"
    write(tmp_path, {"base": BASE, "rain": {**TILES, **rules(start)}})
    pack = sound(tmp_path, "rain")
    game = play(pack, "work")
    assert (gold(game), game.view(0).data["shared"]["round"]) == (1 + mine, 1 + rounds)


def test_what_a_thing_that_reacts_says(tmp_path):
    spoken = BASE["pack.yaml"].replace("languages: [en]", "languages: [en, fr, de]")
    words = {f"text/{lang}.yaml": BASE["text/en.yaml"] for lang in LANGUAGES}
    write(tmp_path, {"base": {**BASE, **words, "pack.yaml": spoken}, "rain": TILES})
    v = layered.pack(tmp_path, "rain").vocabulary
    mine = next(item for item in v.kinds["tile"].items if item.id == "mine")
    said = [prose.card_text(v, mine, lang) for lang in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)
    assert said[list(LANGUAGES).index("en")].startswith("After a player earns a number")


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("by me", ("After you earn", "Après que vous avez fait «", "Nachdem du „")),
        (
            "by p where p is not me",
            ("After another player earns", "Après qu’un autre joueur a", "Nachdem ein anderer Sp"),
        ),
        (
            "by p where p.gold > 3",
            ("After a player earns", "Après qu’un joueur a fait «", "Nachdem ein Spieler „"),
        ),
        ("", ("After a player earns", "Après «", "Nach „")),
    ],
)
def test_what_a_thing_says_of_who_acted(tmp_path, who, said):
    spoken = layered.BASE["pack.yaml"].replace("languages: [en]", "languages: [en, fr, de]")
    words = {f"text/{lang}.yaml": layered.BASE["text/en.yaml"] for lang in LANGUAGES}
    cards = (
        TILES["cards/t.yaml"].replace("after earn n by me", f"after earn n {who}".strip()).replace("gain n", "gain 1")
    )
    write(tmp_path, {"base": {**layered.BASE, **words, "pack.yaml": spoken}, "rain": {**TILES, "cards/t.yaml": cards}})
    v = layered.pack(tmp_path, "rain").vocabulary
    mine = next(item for item in v.kinds["tile"].items if item.id == "mine")
    for lang, words_of in zip(("en", "fr", "de"), said, strict=True):
        assert prose.card_text(v, mine, lang).startswith(words_of)


# --- what cannot be ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "code", "words"),
    [
        ("after eran n by me", "check/unknown-verb", "eran"),
        ("after earn", "check/wrong-phrase", "earn"),
        ("after gain n gold", "check/no-verb", "gain"),
        ("after earn n by mee", "check/unknown-name", "mee"),
        ("after earn n by red", "check/wrong-type", "player"),
        ("after earn n by me where n is red", "check/cannot-compare", ""),
        ("after", "check/unknown-name", "after"),
        ("after stop", "check/unknown-verb", "stop"),
    ],
)
def test_what_cannot_be_heard(tmp_path, when, code, words):
    write(tmp_path, {"base": BASE, "rain": rules(f"- when: {when}\n  source: designed\n  effect: gain 1 gold\n")})
    one, *_ = found(tmp_path, "rain")
    assert one.code == code and words in one.message
    assert layered.places(one).startswith("rain/rules/x.yaml:1")


def test_a_reaction_that_does_it_again(tmp_path):
    direct = "- when: after earn n by me\n  source: designed\n  effect: earn 1 by me\n"
    through = "- when: after earn n by me\n  source: designed\n  effect: rest\n- verb: rest\n  source: designed\n  effect: earn 1\n"
    event = "- when: after earn n by me\n  source: designed\n  effect: announce pay_day\n- change: when pay_day\n  after: earn 1\n"
    write(tmp_path, {"base": BASE, "rain": rules(direct), "wind": rules(through), "snow": rules(event)})
    for name in ("rain", "wind", "snow"):
        assert [line.partition(":")[0] for line in told(found(tmp_path, name))] == ["check/after-itself"]


def test_two_packs_react_to_each_other_into_a_circle(tmp_path):
    verbs = "- {verb: rest, source: designed, effect: gain 1 gold}\n- {verb: dance, source: designed, effect: gain 1 gold}\n"
    rain = "- {when: after rest, source: designed, effect: dance}\n"
    wind = "- {when: after dance, source: designed, effect: rest}\n"
    write(tmp_path, {"base": {**BASE, "rules/v.yaml": verbs}, "rain": rules(rain), "wind": rules(wind)})
    assert {one.code for one in found(tmp_path, "rain", "wind")} == {"check/after-itself"}
    sound(tmp_path, "rain")


@pytest.mark.parametrize("skipping", SKIPS[:3])
def test_a_reaction_above_a_wrap(tmp_path, skipping):
    """A pack may go around a verb and another one above it react; saves, proofs and the reference agree."""
    reacts = {**on("wind", "rain"), **rules("- when: after earn n by me\n  source: designed\n  effect: gain 3 gold\n")}
    write(tmp_path, {"base": BASE, "rain": rules(f"- change: verb earn\n  {skipping}"), "wind": reacts})
    game = play(sound(tmp_path, "wind"), "work")
    assert gold(game) in (0, 4)
