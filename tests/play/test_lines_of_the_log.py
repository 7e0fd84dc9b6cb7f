"""Lines of the log that read like a machine's, each as it was and as it is now."""

import re

import pytest
from shared_packs import shared_pack

from interpreter.play.bots import GreedyBot

GAMES = {"daimyo": (2, (3, 2)), "ancient_world": (3, (5,)), "five_kingdoms": (2, (5,)), "reversi": (2, (5,))}
LINES = [
    (
        "daimyo",
        "en",
        r"^Player \d the Mercenary",
        r"^Player \d: .*\. The Mercenary band takes [^;.]* from the hero market",
    ),
    ("daimyo", "en", r"; Main action \(gold", r"places the red die on Tax; gold \+2"),
    ("daimyo", "en", r"order Relics .*\(Green die\)", r"gives the order “Relics \(mercenaries\)” with the green die"),
    ("daimyo", "en", r"of the Mercenary band into the bag", r"The Mercenary band .*puts Relic [^;]*into the bag"),
    ("daimyo", "en", r"→ the supply", r"removes the governor of Player 1 from Crystal cave 5 \(yellow\)"),
    ("daimyo", "en", r"hidden hero \(×", r"Player 1: 3 hidden heroes → deck;"),
    ("daimyo", "en", r"draws [^;]* → the hero market", r"Wandering Poet → the hero market"),
    ("daimyo", "en", r"Play a hero: plays", r"plays Court Archivist; rice \+2"),
    ("daimyo", "en", r"Blue die \d, Blue die", r"rolled: Blue die 3, 1, 5 – Green die 6, 5, 1, 3"),
    ("daimyo", "fr", r"pose Dé", r"pose le dé rouge sur Construction"),
    ("daimyo", "fr", r"joue [A-Z]", r"joue le héros Archiviste de la cour"),
    ("daimyo", "fr", r"prend Relique", r"prend la relique 3 \(violette\)"),
    ("daimyo", "fr", r"on retourne [A-Z]", r"on retourne le villageois Passeur : Charpentier"),
    ("daimyo", "fr", r"→ la réserve", r"Joueur 2 retire le gouverneur du joueur 1 \(Grotte de cristal 5"),
    ("daimyo", "de", r"legt auf Bau:", r"legt den roten Würfel auf Bau"),
    ("daimyo", "de", r"zieht: ", r"zieht einen verdeckten Helden"),
    ("daimyo", "de", r"Befehl Relikte", r"gibt mit dem grünen Würfel den Befehl „Relikte \(Söldner\)“"),
    ("daimyo", "de", r"zieht[^;]* → der Heldenmarkt", r"Fahrender Sänger|→ der Heldenmarkt"),
    ("daimyo", "de", r"→ der Vorrat|→ Vorrat", r"Spieler 2 entfernt den Gouverneur von Spieler 1 von Kristallhöhle 5"),
    ("ancient_world", "en", r"does not show its hand", r"the First Player tile may be taken"),
    ("ancient_world", "en", r"Pass: Player|Player \d: Pass$", r"^Pass: is out for this Round"),
    ("ancient_world", "fr", r"vainc [A-Z]", r"vainc le Titan Jumeaux des marais"),
    ("ancient_world", "fr", r"ne montre pas sa main", r"la tuile Premier Joueur peut être prise"),
    ("ancient_world", "de", r"besiegt [A-Z]", r"besiegt den Titanen "),
    ("five_kingdoms", "en", r"hidden card \([A-Z]\w+\) \(×", r"looks at 2 hidden cards \(Marines\)"),
    ("five_kingdoms", "de", r"sieht sich an: ", r"sieht sich 2 verdeckte Karten \(Meerwesen\) an"),
    ("five_kingdoms", "de", r"wirbt an: ", r"wirbt Gaia an"),
    ("reversi", "en", r"– disc: ", r"square 5/4, square 4/5: now a disc of Player 1"),
    ("reversi", "en", r"^Player 1 places", r"^places a disc on square 5/6"),
    ("reversi", "fr", r"– pion : ", r"case 5/4, case 4/5 : désormais un pion du joueur 1"),
]


@pytest.fixture(scope="module")
def told():
    """Whole games of bots, as a spectator is told of them, by pack and language."""
    found = {}
    for name, (players, seeds) in GAMES.items():
        games = [played(name, players, seed) for seed in seeds]
        stories = [line for game in games for line in game.story(None)]
        for lang in ("en", "fr", "de"):
            found[name, lang] = [
                text.get(lang) for line in stories for text in (line.text, line.did) if text is not None
            ]
    return found


def played(name, players, seed):
    game, bot = shared_pack(name).new_game(players=players, seed=seed), GreedyBot()
    while game.decision is not None:
        game.choose(bot.pick(game))
    return game


@pytest.mark.parametrize(("pack", "lang", "was", "now"), LINES)
def test_a_line_reads_as_a_person_would_say_it(told, pack, lang, was, now):
    lines = told[pack, lang]
    assert not [line for line in lines if re.search(was, line)], was
    assert [line for line in lines if re.search(now, line)], now


@pytest.mark.parametrize("pack", GAMES)
def test_a_heading_speaks_of_one(told, pack):
    """What a neutral player did stands in a sentence of its own, and who stands in the heading is not named below it."""
    for line in told[pack, "en"]:
        assert not re.search(r"^Player \d+: (the \w+ |Player )", line), line
        assert "→ the supply" not in line
