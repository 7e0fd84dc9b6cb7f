"""Cards of packs in words. `daimyo_cards.txt` holds every text of the flagship pack, to be read as a player would."""

import pytest
from shared_packs import shared_pack
from test_prose_scripts import well_written
from told import HERE, pack, same

from interpreter import prose
from interpreter.play.cards import card_text
from interpreter.play.errors import InvalidAction
from interpreter.source.find import shipped_packs

SHOWN = ("hero", "bonus_tile", "villager", "clan", "space", "mini_board")


def texts(loaded):
    """Each text once, with the first card that has it."""
    seen = set()
    for kind in SHOWN:
        yield f"== {kind}"
        for item in loaded.vocabulary.kinds[kind].items:
            told = [prose.card_text(loaded.vocabulary, item, lang) for lang in loaded.vocabulary.languages]
            if not any(told) or (kind, *told) in seen:
                continue
            seen.add((kind, *told))
            yield f"\n{item.id}: {' / '.join(item.name[lang] for lang in loaded.vocabulary.languages)}"
            for text in told:
                yield "  " + text.replace("\n", "\n  ")
        yield ""


def test_the_cards_of_daimyo(pytestconfig):
    lines = list(texts(shared_pack("daimyo")))
    same(HERE / "daimyo_cards.txt", "\n".join(lines).rstrip() + "\n", bless=pytestconfig.getoption("--bless"))


def test_all_heroes_are_told():
    told = (HERE / "daimyo_cards.txt").read_text()
    heroes = shared_pack("daimyo").vocabulary.kinds["hero"].items
    assert len(heroes) == 52
    assert [hero.id for hero in heroes if f"\n{hero.id}: " not in told] == []


@pytest.mark.parametrize("name", sorted(shipped_packs()))
def test_every_card_of_a_shipped_pack_is_written_well(name):
    vocabulary = shared_pack(name).vocabulary
    for decl in vocabulary.kinds.values():
        for item in decl.items:
            for lang in vocabulary.languages:
                if any(face.scripts for face in item.faces) or item.when:
                    well_written(prose.card_text(vocabulary, item, lang))


def told(card, lang="en"):
    return card_text(pack(), card, lang)


def test_a_card_with_one_effect_is_its_sentences():
    assert told("fool") == "Gain 1 point."


def test_other_scripts_stand_under_their_names():
    assert told("sage") == "Pay 2 coins. Gain 3 points.\nBonus: your coins plus this card’s cost."
    assert told("baker", "fr").splitlines()[1] == "Convient\u00a0: Vous avez plus de 1 bois."


def test_a_script_without_a_term_only_bots_read():
    vocabulary = pack().vocabulary
    words = {lang: {k: v for k, v in terms.items() if k != "bonus"} for lang, terms in vocabulary.terms.items()}
    before, vocabulary.terms = vocabulary.terms, words
    try:
        assert told("sage") == "Pay 2 coins. Gain 3 points."
    finally:
        vocabulary.terms = before


def test_a_card_that_listens_says_when():
    assert told("crier") == "When you cheer, if the number is at least 2, gain points equal to the number."
    assert told("crier", "fr").startswith("Quand vous acclamez, si ")


def test_a_pack_that_does_not_speak_a_language_is_told_in_its_own():
    assert "de" not in pack().vocabulary.languages
    assert told("sage", "de") == told("sage")


def test_a_card_that_is_not_there():
    with pytest.raises(InvalidAction, match="nobody_here"):
        told("nobody_here")
