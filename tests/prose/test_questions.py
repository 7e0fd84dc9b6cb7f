"""What choices ask. `daimyo_questions.txt` holds every question of the flagship pack, every number in it being 2."""

import pytest
from shared_packs import shared_pack
from told import HERE, pack, routine, same

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import verb
from interpreter.prose import option_text, question_text, statement_text


def ask(text, lang="en", known=None, which=0):
    made = routine(text)
    asks = (ty.Pick, ty.PickSeveral, ty.PickOption, ty.Maybe, ty.OfferMenu)
    at = [statement.at for statement in walk(made.body) if isinstance(statement, asks)][which]
    return question_text(pack().vocabulary, made, at, lang, known)


QUESTIONS = [
    ("choose card from my.hand where cost > 2", "Choose a card from your hand", "Choisissez une carte de votre main"),
    ("may choose token from my.purse", "Choose one of your tokens", "Choisissez l’un de vos jetons"),
    ("choose up to 2 card from my.hand: reveal card", "Choose a card from your hand (up to 2 in all)",
     "Choisissez une carte de votre main (jusqu’à 2 en tout)"),
    ("choose 1 to 3 card from my.hand: reveal card", "Choose a card from your hand (1 to 3 in all)",
     "Choisissez une carte de votre main (1 à 3 en tout)"),
    ("may: pay 2 coins", "Pay 2 coins?", "Payer 2 pièces\u00a0?"),
    ("may any number of times: place a marker", "Place a marker?", "Poser un marqueur\u00a0?"),
    ("choose one:\n  wood: gain 1 wood\n  clay: gain 1 clay", "Choose one", "Choisissez"),
    ("offer market", "What do you do?", "Que faites-vous\u00a0?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "english", "french"), QUESTIONS)
def test_questions(text, english, french):
    assert (ask(text), ask(text, "fr")) == (english, french)


def test_options_that_do_more_than_one_thing_are_told_one_by_one():
    text = "choose one:\n  wood: gain 1 wood\n  coins:\n    pay 1 wood\n    gain 2 coins"
    assert ask(text) == "Choose one"
    assert options(text) == ["Gain 1 wood.", "Pay 1 wood. Gain 2 coins."]
    assert options(text, "fr") == ["Gagnez 1 bois.", "Payez 1 bois. Gagnez 2 pièces."]


def test_options_that_their_labels_tell_are_not_told():
    assert options("choose one:\n  wood: gain 1 wood\n  clay: gain 1 clay") == ["", ""]


def options(text, lang="en"):
    made = routine(text)
    choice = made.body.statements[0]
    return [option_text(pack().vocabulary, made, choice.at, number, lang) for number in range(len(choice.options))]


def test_the_player_who_acts_is_the_one_spoken_to():
    text = "let boss = me\nas who:\n  may:\n    pay 1 coins\n    gain 1 boss.coins"
    boss = len(routine(text).params)
    assert ask(text, known={boss: "Player 2"}) == "Pay 1 coin and Player 2 gains 1 coin?"
    assert ask(text, "fr", known={boss: "le joueur 2"}) == "Payer 1 pièce et le joueur 2 gagne 1 pièce\u00a0?"


def test_known_values_stand_in_the_question():
    assert ask("may: hire for n", known={2: "4"}) == "Hire for 4?"


def test_a_block_of_a_script():
    made = routine("choose card from my.hand\nmay:\n  move card to my.discard\n  gain 1 coins")
    block = made.body.statements[1]
    assert statement_text(pack().vocabulary, made, block, "en") == "Move that card to your discard pile. Gain 1 coin."


def test_the_questions_of_daimyo(pytestconfig):
    loaded = shared_pack("daimyo")
    program = loaded.machine(3, loaded.options()).program
    lines, languages = [], loaded.vocabulary.languages
    for asked in program.asks:
        if not asked.random:
            made = program.script_of(asked)
            lines += [f"{made.key} ({asked.shape})"]
            known = {slot: "2" for slot, (_, of) in enumerate(made.params) if of.tag == "number"}
            lines += [f"  {question_text(loaded.vocabulary, made, asked.at, lang, known)}" for lang in languages]
            for number, label in enumerate(asked.labels if asked.values is None else ()):
                told = [option_text(loaded.vocabulary, made, asked.at, number, lang, known) for lang in languages]
                lines += [f"    {label}: {text}" for text in told if text]
    same(HERE / "daimyo_questions.txt", "\n".join(lines) + "\n", bless=pytestconfig.getoption("--bless"))


def test_prompts_say_what_is_chosen_and_why():
    game = shared_pack("daimyo").new_game(players=3, seed=1)
    assert game.decision.prompt.en == "Set up your clan: choose a clan"
    assert game.decision.prompt.get("fr") == "Préparer votre clan\u00a0: choisissez un clan"


EMPIRE = [
    ("the empire takes {n: number} (tile|tiles) [from {isle: island}]", (1, -1),
     "The empire takes 1 tile: choose a tile", "L’empire prend 1 tuile\u00a0: choisissez une tuile"),
    ("the empire takes {n: number} (tile|tiles) [from {isle: island}]", (2, 0),
     "The empire takes 2 tiles from Blue Island: choose a tile",
     "L’empire prend 2 tuiles de l’Île bleue\u00a0: choisissez une tuile"),
    ("the empire builds {n: number} of {sort: building_type}", (2, 0),
     "The empire builds 2 techno-farms: choose a site", "L’empire construit 2 techno-fermes\u00a0: choisissez un site"),
    ("put up {sort: building_type}", (1,),
     "Place a radio tower and its bonus tile: choose a site",
     "Placer une tour radio et sa tuile bonus\u00a0: choisissez un site"),
    ("lay {tile: bonus_tile} on the clan board", (0,),
     "Lay Cheap recruit on your Clan board: choose a space",
     "Poser Recrue à bas prix sur votre plateau de clan\u00a0: choisissez une case"),
]  # fmt: skip


@pytest.mark.parametrize(("phrase", "given", "english", "french"), EMPIRE)
def test_questions_name_what_a_verb_was_given_and_leave_out_what_it_was_not(phrase, given, english, french):
    """Parts in square brackets go with a parameter that was left out; words agree with the number."""
    game = shared_pack("daimyo").new_game(players=1, seed=1)
    game.enter(verb(phrase), 0, given)
    assert (game.decision.prompt.en, game.decision.prompt.get("fr")) == (english, french)
