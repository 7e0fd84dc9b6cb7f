"""German: genders, cases, verbs at the end. `german.txt` holds texts of whole packs, to be read as a player would."""

import re
from dataclasses import replace

import pytest
from shared_packs import shared_pack
from test_prose_scripts import well_written
from told import HERE, same

from interpreter.languages import language
from interpreter.languages.nouns import Noun, Np, Owner, Range
from interpreter.prose import card_text

PACKS = (
    "pig", "tic_tac_toe", "connect_four", "reversi", "sealed_bids", "hearts", "five_kingdoms", "five_kingdoms_ruins",
    "ancient_world", "ancient_world_markets",
)  # fmt: skip
G = language("de").grammar


def noun(one, many, **given):
    return G.term(Noun(one, many, counts=True), given, "")


STONE, CARD, FIELD = noun("Stein", "Steine"), noun("Karte", "Karten", gender="f"), noun("Feld", "Felder", gender="n")
TITAN = noun("Titan", "Titanen", weak="Titanen")
DECK = G.term(Noun("Stapel", "Stapel", fixed=True), {}, "der ")
LOOSE = noun("loses Plättchen", "lose Plättchen", gender="n")
FREE = noun("freier Standort im Vorrat", "freie Standorte im Vorrat")
GOLD = noun("Gold", "Gold", gender="n", plural="none")


def texts():
    seen: set[str] = set()
    for name in PACKS:
        vocabulary = shared_pack(name).vocabulary
        yield f"== {name}"
        for decl in vocabulary.kinds.values():
            for item in decl.items:
                told = card_text(vocabulary, item, "de")
                if told and told not in seen:
                    seen.add(told)
                    yield f"\n{item.name['de']}\n  " + told.replace("\n", "\n  ")
        for verb in vocabulary.verbs:
            told = f"\n{verb.name}\n  {card_text(vocabulary, verb.routine, 'de')}"
            if told not in seen:
                seen.add(told)
                yield told
        yield ""


def test_the_texts_of_whole_packs(pytestconfig):
    same(HERE / "german.txt", "\n".join(texts()).rstrip() + "\n", bless=pytestconfig.getoption("--bless"))


@pytest.mark.parametrize("name", PACKS)
def test_every_verb_is_written_well(name):
    vocabulary = shared_pack(name).vocabulary
    for verb in vocabulary.verbs:
        told = card_text(vocabulary, verb.routine, "de")
        for param, _ in verb.routine.params:
            told = told.replace(f"{{{param}}}", "7")
        well_written(told)
        assert all(sentence[:1] == sentence[:1].upper() for sentence in told.split(". "))


@pytest.mark.parametrize(
    ("of", "case", "shown"),
    [
        (STONE, "nom", "der Stein"), (STONE, "akk", "den Stein"), (STONE, "dat", "dem Stein"), (STONE, "gen", "des Steins"),
        (CARD, "akk", "die Karte"), (CARD, "dat", "der Karte"), (FIELD, "akk", "das Feld"), (FIELD, "gen", "des Felds"),
        (TITAN, "nom", "der Titan"), (TITAN, "akk", "den Titanen"), (TITAN, "gen", "des Titanen"),
    ],
)  # fmt: skip
def test_an_article_and_its_noun_have_their_case(of, case, shown):
    assert G.cased(G.show(Np(of)), case) == shown


def test_a_plural_like_the_singular_has_its_dative():
    dice = G.term(Noun("Würfel", "Würfel", counts=True), {"many": "Würfel"}, "")
    assert G.cased(G.show(Np(dice, plural=True)), "dat") == "den Würfeln"


def test_a_case_nobody_asks_for_is_the_first():
    assert G.finish(G.show(Np(STONE, det="a"))) == "ein Stein"


def test_several_have_a_dative_of_their_own():
    assert G.cased(G.show(Np(STONE, plural=True)), "dat") == "den Steinen"
    assert G.cased(G.show(Np(CARD, plural=True, owner=Owner("you"))), "gen") == "deiner Karten"


def test_what_is_owned_follows_its_owner_and_its_gender():
    assert G.cased(G.show(Np(CARD, owner=Owner("you"))), "dat") == "deiner Karte"
    assert G.cased(G.show(Np(STONE, owner=Owner("it", gender="f"))), "akk") == "ihren Stein"
    assert G.finish(G.show(Np(CARD, owner=Owner("of", G.show(Np(STONE, det="that")))))) == "die Karte dieses Steins"
    assert G.finish(G.show(Np(CARD, owner=Owner("of", "Spieler 2")))) == "die Karte von Spieler 2"


@pytest.mark.parametrize(
    ("np", "case", "shown"),
    [
        (Np(LOOSE), "nom", "das lose Plättchen"), (Np(LOOSE, det="a"), "nom", "ein loses Plättchen"),
        (Np(LOOSE, det="a"), "dat", "einem losen Plättchen"), (Np(LOOSE, det="that"), "gen", "dieses losen Plättchens"),
        (Np(LOOSE, owner=Owner("you")), "akk", "dein loses Plättchen"),
        (Np(LOOSE, owner=Owner("you"), plural=True), "nom", "deine losen Plättchen"),
        (Np(LOOSE, det="a", plural=True), "dat", "losen Plättchen"), (Np(FREE, det="a"), "nom", "ein freier Standort im Vorrat"),
        (Np(FREE), "nom", "der freie Standort im Vorrat"), (Np(FREE), "gen", "des freien Standorts im Vorrat"),
        (Np(FREE, plural=True), "dat", "den freien Standorten im Vorrat"),
    ],
)  # fmt: skip
def test_an_adjective_has_the_ending_that_its_article_leaves_it(np, case, shown):
    assert G.cased(G.show(np), case) == shown


def test_adjectives_where_no_article_or_another_one_stands():
    assert G.finish(G.number(1, Np(LOOSE))) == "1 loses Plättchen"
    assert G.finish(G.number(2, Np(LOOSE))) == "2 lose Plättchen"
    assert G.cased(G.bare(Np(LOOSE), plural=True), "gen") == "loser Plättchen"
    assert G.cased(G.none(Np(FREE)), "akk") == "keinen freien Standort im Vorrat"
    assert G.cased(G.each(Np(FREE)), "nom") == "jeder freie Standort im Vorrat"
    assert G.finish(G.every(Np(LOOSE))) == "alle losen Plättchen"
    assert G.cased(G.one_of(Np(LOOSE, owner=Owner("you"))), "nom") == "eines deiner losen Plättchen"


def test_two_nouns_that_are_joined_stay_as_they_are():
    fighters = noun("Krieger oder Mönch", "Krieger und Mönche")
    assert G.cased(G.show(Np(fighters, plural=True)), "dat") == "den Krieger und Mönche"


def test_what_has_no_plural_is_much_and_not_many():
    assert G.finish(G.show(Np(GOLD, owner=Owner("you"), plural=True))) == "dein Gold"
    assert G.finish(f"so viele {G.bare(Np(GOLD), plural=True)}, wie du willst") == "so viel Gold, wie du willst"
    assert G.finish(f"so viele {G.bare(Np(STONE), plural=True)}, wie du willst") == "so viele Steine, wie du willst"


def test_not_a_is_none():
    assert G.finish("der Stein nicht eine Karte ist") == "der Stein keine Karte ist"
    assert G.finish("das Feld nicht eines deiner Felder ist") == "das Feld keines deiner Felder ist"
    assert G.finish("das geht nicht einmal") == "das geht nicht einmal"


def test_pronouns_have_cases():
    assert [G.cased("du", case) for case in ("nom", "akk", "dat")] == ["du", "dich", "dir"]
    assert G.cased("er", "dat") == "ihm"


def test_a_clause_is_closed_by_a_comma_unless_another_mark_stands_there():
    assert G.finish("den Stein, der liegt, nehmen") == "den Stein, der liegt, nehmen"
    assert G.finish("nimm den Stein, der liegt,. Gut") == "nimm den Stein, der liegt. Gut"
    assert G.finish("Steine, die liegen, und, deren Wert 2 ist,") == "Steine, die liegen und deren Wert 2 ist"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Spieler 1", "von Spieler 1"),
        ("das Imperium", "des Imperiums"),
        ("Der Trupp", "des Trupps"),
        ("die Bank", "der Bank"),
    ],
)
def test_a_name_with_an_article_has_a_genitive(name, shown):
    assert G.formed(name, "of") == shown


def test_one_some_each_and_none_of_them():
    mine = Np(STONE, owner=Owner("you"))
    assert G.cased(G.one_of(mine), "akk") == "einen deiner Steine"
    assert G.cased(G.each(mine), "nom") == "jeder deiner Steine"
    assert G.several(Range("0", "2"), mine) == "bis zu 2 deiner Steine"
    assert G.cased(G.none(Np(STONE)), "akk") == "keinen Stein"
    assert G.cased(G.every(Np(STONE)), "dat") == "allen Steinen"


def test_adjectives_of_several_that_somebody_has():
    card = Np(noun("gezogene Karte", "gezogene Karten", gender="f"))
    assert G.finish(G.number(3, card)) == "3 gezogene Karten"
    assert G.cased(G.number(3, card), "dat") == "3 gezogenen Karten"
    assert G.cased(G.every(card), "akk") == "alle gezogenen Karten"
    assert G.cased(G.every(replace(card, owner=Owner("you"))), "dat") == "allen deinen gezogenen Karten"
    assert G.cased(G.one_of(replace(card, owner=Owner("you"))), "akk") == "eine deiner gezogenen Karten"
    assert G.cased(G.each(card), "akk") == "jede gezogene Karte"
    assert G.cased(G.none(card), "dat") == "keiner gezogenen Karte"


def test_a_noun_with_words_behind_it_has_its_endings():
    worth = noun("Wert einer Karte", "Werte einer Karte")
    assert G.cased(G.show(Np(worth)), "gen") == "des Werts einer Karte"
    assert G.cased(G.show(Np(worth, plural=True)), "dat") == "den Werten einer Karte"
    assert G.cased(G.show(Np(noun("Feld, das frei ist", "Felder", gender="n"))), "gen") == "des Felds, das frei ist"
    assert G.cased(G.show(Np(Noun("Spieler am Zug", "Spieler am Zug", fixed=True))), "gen") == "des Spielers am Zug"


def test_a_whole_with_things_in_it_keeps_its_own_article():
    pile, row = (
        Np(Noun("Karte", many, "f", whole=whole), plural=True)
        for whole, many in (("der ", "Stapel"), ("die ", "Auslage"))
    )
    pile, row = (replace(np, noun=G.term(np.noun, {"gender": "f"}, "")) for np in (pile, row))
    assert [G.cased(G.show(pile), case) for case in ("akk", "dat", "gen")] == [
        "den Stapel",
        "dem Stapel",
        "des Stapels",
    ]
    assert [G.cased(G.show(row), case) for case in ("akk", "dat", "gen")] == [
        "die Auslage",
        "der Auslage",
        "der Auslage",
    ]


def test_a_place_is_where_something_lies_or_where_it_goes():
    assert G.finish(G.inside(Np(DECK))) == "im Stapel"
    assert G.cased(G.inside(Np(DECK)), "akk") == "in den Stapel"
    assert G.finish(G.one_of(Np(CARD, place=Np(DECK)))) == "eine Karte aus dem Stapel"


def test_prepositions_melt_with_their_articles():
    assert G.finish("von dem Stapel zu der Karte in das Feld") == "vom Stapel zur Karte ins Feld"
    assert G.finish("das Feld, in dem du stehst") == "das Feld, in dem du stehst"


def test_a_clause_by_itself_has_its_verb_in_the_second_place():
    assert G.statement("beschädigt ist", subject=False) == "ist beschädigt"
    assert G.statement("das rote Plättchen seine Rückseite nicht zeigt", subject=True) == (
        "das rote Plättchen zeigt seine Rückseite nicht"
    )


def test_a_relative_clause_agrees_with_its_noun():
    one, many = Np(STONE, tail=f", {G.which(Np(STONE))} liegt"), Np(CARD, tail=f", {G.whose(Np(CARD))} Wert 2 ist")
    assert G.cased(G.bare(one, plural=False), "akk") == "Stein, der liegt"
    assert G.bare(many, plural=True) == "Karten, deren Wert 2 ist"


GAMES = [
    ("five_kingdoms", 2, {}), ("daimyo", 1, {}), ("daimyo", 2, {}), ("daimyo", 3, {"tile_set": "advanced"}),
    ("daimyo_weather", 3, {}), ("daimyo_alliances", 4, {"alliances": True}),
]  # fmt: skip
FOREIGN = re.compile(
    r"player|hidden|\bthe\b|choose|\bgains?\b|\bpays?\b|castle|\bof\b|\byour?\b|\btiles?\b|joueur|carte|\bvotre\b|choisi|\bdes? (la|le)\b|_",
    re.IGNORECASE,
)


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_a_game_in_german_has_no_word_of_another_language(name, players, options):
    game = shared_pack(name).new_game(players=players, seed=5, options=options)
    shown = []
    for step in range(100):
        if game.decision is None:
            break
        shown += [game.view(0).text("de"), game.decision.prompt.get("de")]
        shown += [option.label.get("de") for option in game.decision.options]
        game.choose(step % len(game.decision.options))
    text = "\n".join([*shown, *game.log(0, "de")])
    assert "Du bist" not in text
    assert {found[0] for found in FOREIGN.finditer(text)} == set()
