"""Reading a thing at the table: what it is and does for everybody, where it lies only for those who know."""

from pathlib import Path

import pytest
from shared_packs import shared_pack
from tiny_pack import checked

import interpreter
from interpreter import prose
from interpreter.play.reading import Reader
from interpreter.source.find import shipped_packs

PEBBLES = Path(__file__).parents[1] / "packs" / "pebbles"


@pytest.fixture
def game():
    return interpreter.load(str(PEBBLES)).new_game(players=2, seed=1)


def hand(game, seat):
    return [key for key in game.view(seat).data["players"][seat]["purse"] if key is not None]


def test_a_card_is_read_by_its_id_and_by_its_name(game):
    told = game.read("scoop_3", 0, "en")
    assert told[0] == "Scoop of 3 (scoop scoop_3)"
    assert "  Take 3 pebbles." in told
    assert game.read("SCOOP OF 3", 0, "en") == told
    french = game.read("scoop_3", 0, "fr")
    assert "  Prenez 3 cailloux." in french
    assert game.read(french[0].partition(" (")[0], 0, "fr") == french
    assert game.read("nothing", 0, "en") == []
    assert game.read("", 0, "en") == []


def test_where_it_lies_is_told_to_those_who_know(game):
    own = hand(game, 0)[0].partition("#")[0]
    others = hand(game, 1)[0].partition("#")[0]
    assert own != others, "the seed should deal two different charms"
    assert any(line.startswith("  where: purse (Player 1)") for line in game.read(own, 0, "en"))
    assert any(line.startswith("  où : ") and "(Joueur 1)" in line for line in game.read(own, 0, "fr"))
    for name, seat in ((own, 1), (others, 0), (own, None), (others, None)):
        told = game.read(name, seat, "en")
        assert not any("where:" in line for line in told), told
        assert any("You do not see where" in line for line in told)


def test_what_is_left_out_of_this_game():
    pack = checked(
        {"cards/more.yaml": b"card:\n  - {id: rare, name: Rare, cost: 1, source: designed, in_play: option.fast}\n"}
    )
    told = pack.new_game(players=2, seed=1, options={"fast": False}).read("rare", 0, "en")
    assert told[-1] == "  It is not in this game."
    assert "It is not in this game" not in str(
        pack.new_game(players=2, seed=1, options={"fast": True}).read("rare", 0, "en")
    )


def test_everything_of_the_shipped_packs_can_be_read():
    for name in ("daimyo", "five_kingdoms", "tic_tac_toe"):
        game = shared_pack(name).new_game(seed=1)
        for kind in game.pack.vocabulary.kinds.values():
            for item in kind.items[:6]:
                for lang in game.pack.vocabulary.languages:
                    told = game.read(item.id, 0, lang)
                    assert told
                    assert all(line.strip() for line in told)


def test_a_field_that_names_another_thing_is_told_by_its_name():
    """The value of such a field is an id until a game is laid out."""
    model = (Path(__file__).parents[1] / "fixtures" / "tiny" / "model.yaml").read_text()
    before, after = "friend: {type: card, default: none}", "friend: {type: card, default: none, show: yes, public: yes}"
    assert before in model
    changed = model.replace(before, after)
    cards = b"card:\n  - {id: rare, name: {en: Rare, fr: Rare}, cost: 1, friend: other, source: designed}\n  - {id: other, name: {en: Mate, fr: Ami}, cost: 1, source: designed}\n"
    pack = checked({"model.yaml": changed.encode(), "cards/more.yaml": cards})
    assert not [one for one in pack.diagnostics if one.severity.name == "ERROR"], pack.diagnostics
    game = pack.new_game(players=2, seed=1)
    assert any("friend Mate" in line for line in game.read("rare", 0, "en"))
    assert any("amie Ami" in line for line in game.read("rare", 0, "fr"))
    assert game.view(0).text("en")
    kind = game.machine.layout.things["card"]
    number = next(i for i, thing in enumerate(kind) if thing.key == "rare")
    assert game.names.hidden("card", number).en.endswith("(Mate)")
    assert "other" in game.names.public_key("card", number)


@pytest.mark.parametrize("pack_id", sorted(shipped_packs()))
def test_a_card_reads_the_same_in_a_game_as_outside(pack_id):
    """Compiling a pack leaves its scripts as they are."""
    pack = shared_pack(pack_id)
    cards = [item for kind in pack.vocabulary.kinds.values() for item in kind.items]
    languages = pack.vocabulary.languages
    before = [prose.card_text(pack.vocabulary, card, lang) for card in cards for lang in languages]
    for players in pack.players:
        pack.new_game(players=players, seed=1)
    assert [prose.card_text(pack.vocabulary, card, lang) for card in cards for lang in languages] == before


def test_a_person_a_counter_and_a_zone_are_read_as_they_are_now():
    game = shared_pack("daimyo").new_game(players=2, seed=7)
    assert game.read("the village", 0, "en")[0].startswith("  the village: ")
    assert game.read("village", 0, "en") == game.read("The Village", 0, "en")
    assert game.read("gold", 0, "en") == [f"  {who}: gold 0" for who in ("Player 1", "Player 2", "the Mercenary band")]
    assert game.read("rice", 0, "fr")[0] == "  Joueur 1 : riz 0"
    assert game.read("mercenary band", 0, "en")[0] == "the Mercenary band"
    paddies = game.read("Paddy", 0, "en")
    assert paddies[0].startswith("Paddy 1 (") and not any("not in this game" in line for line in paddies)


def test_what_another_holds_is_read_only_as_far_as_it_is_seen(game):
    told = game.read("purse", 0, "en")
    assert len(told) == 2
    assert "hidden" not in told[0] and told[1].endswith("hidden")
    assert all("hidden" in line for line in game.read("purse", None, "en"))


def test_pieces_of_several_players_are_told_with_their_player():
    game = interpreter.load("daimyo").new_game(2, 7)
    lines = game.read("governor", 0, "en")
    assert lines[0] == "governor", "no kind and id where they say the same"
    assert all(
        any(line.startswith("  where: ") and f"({who})" in line for line in lines) for who in ("Player 1", "Player 2")
    )
    assert not any(
        "Player" in line for line in game.read("wreck_diver", 0, "en")[1:] if "where:" in line and "market" in line
    )


def test_what_is_not_in_the_game_is_not_told_beside_its_namesakes():
    """Daimyo has spare techno-farms for the empire; who plays with others reads of those that there are."""
    told = shared_pack("daimyo").new_game(players=3, seed=1).read("techno-farm", 0, "en")
    assert told and not any("not in this game" in line for line in told)


@pytest.mark.parametrize(
    "typed", ["Blue Island", "BLUE-island", "blue_isle", "the blue island", "Île bleue", "ile  bleue"]
)
def test_a_name_may_be_spelled_in_any_way(typed):
    game = shared_pack("daimyo").new_game(players=2, seed=7)
    told = game.read(typed, 0, "en")
    assert told[0] == "Blue Island (island blue_isle)", told


def test_whose_piece_it_is_is_told_once():
    game = shared_pack("ancient_world").new_game(players=2, seed=9)
    while not any("ready Citizens (Player 1)" in line for line in game.read("Citizen 1", 0, "en")):
        game.choose(0)
    told = game.read("Citizen 1", 0, "en")
    assert "  where: ready Citizens (Player 1)" in told
    game.choose(0)
    assert not any(line.count("Player 1") > 1 for line in game.read("Citizen 1", 0, "en"))


def test_a_part_of_a_name_finds_what_is_called_so():
    game = shared_pack("daimyo").new_game(players=2, seed=7)
    reader = Reader(game, 0)
    assert [line for line in reader.read("mine 3", "en") if line.startswith("Mine 3 (red)")]
    assert not [line for line in reader.read("mine 3", "en") if line.startswith("Mine 4")]
    assert not Reader(shared_pack("five_kingdoms").new_game(players=2, seed=1), 0).read("cell", "en"), (
        "ids are no names"
    )
    assert reader.like("queen", "en") == ["Barter Queen"]
    assert reader.like("reine", "fr") == [reader.read("barter_queen", "fr")[0].partition(" (")[0]]
    assert reader.like("mine", "de") == [one for one in reader.like("mine", "de") if one.startswith("Mine ")], (
        "not by `Miner`"
    )
    assert reader.like("mercenary", "en") == ["the Mercenary band"]
    assert reader.like("Barter Queen", "en") == [], "who is meant by the whole name is read"
    assert reader.like("", "en") == []


def test_a_painting_says_what_it_brings_to_whoever_bids_for_it():
    """Worth and genre stood in the rules and on the pictures alone, not where one decides at the terminal."""
    game = shared_pack("sealed_bids").new_game(players=3, seed=2)
    assert game.read("old_sailor", 0, "en")[1].strip() == "genre portrait, worth 7"
    assert "easel: Salt Marsh (genre landscape, worth 5)" in game.view(0).text("en")
