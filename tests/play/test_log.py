"""What the log and the board say of whose a piece is, and of who did something."""

import pytest
from shared_packs import shared_pack

from interpreter.languages import language
from interpreter.play.bots import GreedyBot
from interpreter.play.folding import gathered
from interpreter.play.log import Teller
from interpreter.prose import subject_text


@pytest.fixture
def game():
    """A two-player Daimyo with the mercenaries, up to the first choice."""
    return shared_pack("daimyo").new_game(players=2, seed=3)


def told(game, lang="en"):
    return game.log(None, lang)


def test_what_the_table_does_is_nobodys(game):
    lines = told(game)
    assert "Wreck Diver → the hero deck" in lines
    assert not [line for line in lines if line.startswith("Player 1")]


def test_what_a_player_does_with_their_own_pieces_is_theirs(game):
    while not [line for line in told(game) if "governor of Player 2 →" in line]:
        game.choose(0)
    assert [line for line in told(game) if line.startswith("Player 2: governor of Player 2 → ")]
    assert [line for line in told(game, "fr") if line.startswith("Joueur 2 : gouverneur du joueur 2 → ")]


def test_a_piece_with_a_name_says_whose_it_is_where_that_is_not_clear(game):
    names, things = game.names, game.machine.layout.things["building"]
    tower = next(i for i, thing in enumerate(things) if thing.owner == 2 and thing.key.startswith("tower"))
    assert names.thing("building", tower).en == "Radio tower"
    assert names.owned("building", tower).en == "Radio tower of the Mercenary band"
    assert names.owned("building", tower).get("fr") == "Tour radio du camp des mercenaires"


@pytest.mark.parametrize(
    ("name", "made"),
    [("Joueur 1", "du joueur 1"), ("Les Loups", "des Loups"), ("le Mort", "du Mort"), ("la Banque", "de la Banque")],
)
def test_a_name_after_de(name, made):
    assert language("fr").grammar.formed(name, "of") == made


def test_who_has_just_chosen_is_named_even_if_the_pieces_are_nobodys():
    """In Five Kingdoms cards lie on a board of all; the one who takes from it is named."""
    game = shared_pack("five_kingdoms").new_game(players=2, seed=1)
    dealt = len(game.events)
    assert [line for line in game.log(None, "en") if "→ column" in line and not line.startswith("Player")]
    first = game.decision.seat + 1
    game.choose(0)
    while game.decision is not None and game.decision.seat + 1 == first:
        game.choose(0)
    told = [line for line in game.log(None, "en", dealt) if "→" in line]
    acts = [line for line in told if not line.endswith("→ drawn card")]  # what comes onto the table nobody gets
    assert acts
    assert all(line.startswith("Player ") for line in acts)


def test_what_a_neutral_player_does_is_not_told_as_a_deed_of_another():
    game = shared_pack("daimyo").new_game(players=1, seed=11)
    while not [line for line in told(game) if "governor of the Empire →" in line]:
        game.choose(0)
    assert not [line for line in told(game) if line.startswith("Player 1: governor of the Empire")]


def test_counters_of_the_table_are_told_by_how_far_they_move(game):
    game.choose(0)
    assert "round +1" not in told(game)
    while "round +1" not in told(game):
        game.choose(0)
    assert "manche +1" in told(game, "fr")


def test_the_same_line_several_times_is_told_once():
    assert gathered(["a", "a", "b", "a"]) == ["a (×2)", "b", "a"]


def test_what_somebody_or_something_becomes_is_told_where_the_pack_has_words_for_it():
    game = shared_pack("ancient_world").new_game(players=2, seed=4)
    game.choose(0)
    game.choose(0)
    first = game.decision.seat + 1
    game.choose(list(game.decision.options.keys).index("pass"))
    assert f"Player {first} is out for this Round" in told(game)
    assert f"Joueur {first} ne joue plus de cette Manche" in told(game, "fr")
    assert not [line for line in told(game) if "has not passed" in line]


def test_damage_repair_and_points_lost_to_famine_are_told():
    game = shared_pack("ancient_world").new_game(players=2, seed=2)
    bots = [GreedyBot(7), GreedyBot(8)]
    while game.decision is not None:
        game.choose(bots[game.decision.seat].pick(game))
    lines, french = told(game), told(game, "fr")
    assert [line for line in lines if line.endswith(" is damaged")]
    assert [line for line in lines if line.endswith(" is intact")]
    assert [line for line in french if line.startswith("la carte Empire ") and line.endswith(" est endommagée")]
    assert [
        line for line in told(game, "de") if line.startswith("die Imperiumskarte ") and line.endswith(" ist beschädigt")
    ]
    assert [line for line in lines if line.startswith("the Empire card ") and line.endswith(" is damaged")]


@pytest.mark.parametrize(("lang", "round_"), [("en", "round"), ("fr", "manche"), ("de", "runde")])
def test_what_a_heading_counts_has_no_line_of_its_own(game, lang, round_):
    while "round +1" not in told(game):
        game.choose(0)
    lines = [line.text.get(lang).casefold() for line in game.story(None)]
    assert f"{round_} 2" in lines
    assert not [line for line in lines if f"{round_} +1" in line]


@pytest.mark.parametrize(
    ("lang", "name", "made"),
    [
        ("en", "Wreck Diver", "the hero Wreck Diver"),
        ("fr", "Plongeuse", "le héros Plongeuse"),
        ("de", "Taucherin", "der Held Taucherin"),
        ("en", "hero of Player 1", "the hero of Player 1"),
        ("fr", "héros du joueur 1", "le héros du joueur 1"),
        ("de", "Held von Spieler 1", "der Held von Spieler 1"),
        ("en", "a hidden hero", "a hidden hero"),
        ("fr", "un héros caché", "un héros caché"),
        ("de", "ein verdeckter Held", "ein verdeckter Held"),
    ],
)
def test_a_thing_of_which_something_is_said_has_an_article(lang, name, made):
    assert subject_text(shared_pack("daimyo").vocabulary, "hero", name, lang) == made


def test_a_card_taken_from_somebody_says_from_whom():
    """The log of Five Kingdoms names whose Character a Warrior has destroyed."""
    pack = shared_pack("five_kingdoms")
    for seed in range(1, 60):
        game = pack.new_game(players=2, seed=seed)
        while game.decision is not None:
            keys = list(game.decision.options.keys)
            game.choose(keys.index("destroy") if "destroy" in keys else (7 * len(game.picks) + seed) % len(keys))
        gone = [line for line in told(game) if " of Player " in line and line.endswith("→ the discard pile")]
        if gone:
            break
    assert gone


def test_a_score_sheet_names_what_was_lost():
    """New Citizens whom nobody feeds cost points at the end."""
    game = shared_pack("ancient_world").new_game(players=2, seed=3)
    while game.decision is not None:
        keys = list(game.decision.options.keys)
        wanted = next((key for key in ("repopulate", "labour", "pass") if key in keys), keys[-1])
        game.choose(keys.index(wanted))
    sheets = [{reason.en: points for reason, points in sheet} for sheet in game.result.lines]
    assert min(sheet.get("Citizens in Famine", 0) for sheet in sheets) < 0
    assert not any("During play" in sheet for sheet in sheets)


def test_a_piece_that_all_saw_is_named_when_it_goes_among_hidden_ones(game):
    machine, names = game.machine, game.names
    zones = {place.decl.name: zone for zone, (place, _) in names.zones.items() if place.decl.host == "shared"}
    table, market, bag = machine.layout.tables["relic"], zones["black_market"], zones["bag"]
    piece = game.state[market + 1]
    teller = Teller(machine, names)
    for seat in (None, 0, 1):
        told = teller.tell(("move", 0, table.index, piece, market, bag, 0), seat)
        assert told.en == f"{names.thing('relic', piece).en} → the bag", "nobody knows it any more, but all saw it go"
        assert "hidden" in teller.tell(("move", 0, table.index, piece, bag, bag, 0), seat).en


def test_what_was_chosen_secretly_is_told_as_everybodys():
    game = shared_pack("sealed_bids").new_game(players=3, seed=7)
    for pick in (3, 0, 5):
        game.choose(pick)
    lines = [(line.depth, line.text.en) for line in game.story(None)]
    at = lines.index((-1, "All have chosen"))
    assert "Player 1: bid 3; Player 2: bid 0; Player 3: bid 5" in lines[at + 1][1]
    assert not any("bid" in text for _, text in lines[:at])
    assert game.passages(None)[-1].parts[0][0].get("de") == "Alle haben gewählt"


def test_the_end_of_a_round_and_the_final_scoring_are_nobodys():
    """They came of the last choice of somebody, but are told below headings of their own, with everybody named."""
    game = shared_pack("daimyo").new_game(players=2, seed=3)
    bot = GreedyBot()
    while game.decision is not None:
        game.choose(bot.pick(game))
    parts = [line.text.en for line in game.story(None) if line.depth < 0]
    assert parts[-1] == "Final scoring"
    assert [part for part in parts if part.startswith("End of round")] == [f"End of round {n}" for n in range(1, 6)]
    last = [line.text.en for line in game.story(None)][-1]
    assert "Player 1: popularity point" in last


def test_a_place_that_has_room_for_such_pieces_once_is_told_by_its_name(game):
    assert any(line.endswith(" → Blue Island") for line in told(game))
    assert not any("tiles (Blue Island)" in line for line in told(game))


def test_places_of_a_grid_are_listed_without_doubt():
    game = shared_pack("reversi").new_game(players=2, seed=1)
    assert "square 5/4, square 4/5: now a disc of Player 1" in [
        part for line in game.story(None) for part in line.text.en.split("; ")
    ]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Player 2: rice +3, metal +2, crystal +2, gold +2; "),
        ("fr", "Joueur 2 : riz +3, "),
        ("de", "Spieler 2: Reis +3, "),
    ],
)
def test_who_gets_several_things_is_named_once(game, lang, told):
    while not (lines := [one.text.get(lang) for one in game.story(None) if told in one.text.get(lang)]):
        game.choose(0)
    assert lines


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "discard pile (Player 1) → deck (Player 1), shuffled"),
        ("fr", "défausse (Joueur 1) → pioche (Joueur 1) (mélange)"),
        ("de", "Ablagestapel (Spieler 1) → Nachziehstapel (Spieler 1), gemischt"),
    ],
)
def test_a_pile_that_becomes_the_deck_is_told(lang, told):
    """Whoever draws from an empty deck shuffles the discard pile into it: that the pile is gone is no surprise."""
    game = shared_pack("daimyo").new_game(players=3, seed=4)
    bot = GreedyBot()
    while not [event for event in game.events if event[0] == "shuffle" and len(event) > 3 and event[1] == 0]:
        game.choose(bot.pick(game))
    assert told in game.log(None, lang)
