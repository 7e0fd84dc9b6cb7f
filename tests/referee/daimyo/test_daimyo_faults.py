"""The referee finds faults: every sentence it judges by has a fault of its own, and the referee names that sentence.

Games are tampered with after they were played, in the ways of `tampering.py`, or played with a rule that is wrong. What
random games hardly ever come to is put on a table by hand.
"""

import ast
import dataclasses
import random
import shutil
from functools import cache
from pathlib import Path

import pytest

import interpreter

from . import adapter, faces, heroes, mercenaries, reading, referee, relics, turns
from .log import Log, aside, scratch
from .record import Decision, Difference, Game, Sight
from .tampering import WAYS, sign

HERE = Path(__file__).parent
PACK = HERE.parents[2] / "content" / "daimyo"
SEEDS = range(8)
TRIES = 400
OPTIONS = {
    "": {},
    "advanced": {"tile_set": "advanced"},
    "difficult": {"tile_set": "advanced", "difficulty": "difficult"},
    "easy": {"difficulty": "easy"},
    "unseen": {},  # and without what is seen of the table, which would tell first
}
CLOSING = "draw 1 from hero_deck to market\n    repeat 5 while any(row_end):\n      move top(row_end) to market"
CLOSING_LAST = "repeat 5 while any(row_end):\n      move top(row_end) to market\n    draw 1 from hero_deck to market"
DEFAULTS = {"tile_set": "basic", "goals": True, "aggressive": True, "difficulty": "normal"}


@cache
def recorded(players, options, seed):
    game = adapter.record(players, seed, **OPTIONS[options])
    if options == "unseen":
        game.items = [item for item in game.items if not isinstance(item, Sight)]
    return game


def tampered(players, options, way, of):
    """Games with one thing wrong: everything of a sort, in every way."""
    for seed in SEEDS:
        game = recorded(players, options, seed)
        for at, item in enumerate(game.items):
            if sign(item) == of and not (isinstance(item, tuple) and (scratch(item) or aside(item))):
                for items in WAYS[way](game.items, at):
                    yield dataclasses.replace(game, items=items)


# ---- one fault for each sentence: players, options, the way, and what is tampered with

FAULTS = {
    "COMPONENTS": (1, "easy", "other_piece", "move box to unused"),
    "ISLANDS": (3, "", "seen_place", "sight"),
    "SUPPLY": (2, "", "with_a_good", "move box to hero_deck"),
    "ROUND_MARKER": (4, "", "seen_table", "sight"),
    "HERO_MARKET": (1, "easy", "drop", "move market to deck"),
    "OPEN_DECK": (3, "", "seen_place", "sight"),
    "VILLAGE": (3, "", "guide_turned", "move box to village"),
    "DICE_COUNT": (1, "easy", "with_gold", "move box to center"),
    "BAG_COLOURS": (1, "difficult", "gone_again", "move bag to loose_tiles"),
    "TILES_ON_ISLES": (2, "", "swap", "move tiles to loose_tiles"),
    "OPEN_MARKET": (3, "", "seen_place", "sight"),
    "GOAL_CARDS": (3, "unseen", "drop", "move box to open_goals"),
    "FIRST_HELMET": (2, "", "other_value", "set start_player"),
    "ISLAND_PARTS": (1, "difficult", "seen_place", "sight"),
    "SITES": (1, "difficult", "seen_place", "sight"),
    "ALLEYS": (3, "", "seen_place", "sight"),
    "INFLUENCE_TRACK": (2, "", "seen_influence", "sight"),
    "OWN_CLAN": (3, "advanced", "other_value", "set clan"),
    "CLAN_CARDS": (4, "", "drop", "move box to deck"),
    "FIRST_SPACES": (4, "", "with_a_point", "move box to tiles"),
    "MINI_BOARDS": (1, "easy", "repeat", "set tower_board"),
    "DRAFT": (1, "difficult", "with_another", "offer barracks_board"),
    "BOARD_TILES": (1, "difficult", "other_place", "draw bag to tiles"),
    "STARTING_GOODS": (1, "difficult", "with_gold", "set tower_board"),
    "FIRST_GOVERNOR": (1, "difficult", "other_place", "move box to scavengers"),
    "SECOND_GOVERNOR": (3, "advanced", "other_place", "move box to governor"),
    "FREE_SPACE": (1, "difficult", "other_place", "move governor to governor"),
    "FIVE_ROUNDS": (3, "advanced", "with_gold", "gain round"),
    "ROLL": (4, "", "other_helmet", "roll"),
    "CLOCKWISE": (1, "easy", "other_value", "begin turn"),
    "OWN_SPACE": (3, "advanced", "with_gold", "move center to taken_die"),
    "OWN_TURN": (3, "", "other_seat", "offer main_action"),
    "ANY_ORDER": (4, "", "with_a_good", "gain pips"),
    "THREE_TURNS": (3, "", "drop", "begin turn"),
    "MAIN_ACTION": (2, "", "with_gold", "set recruit_cost"),
    "ONE_DIE_EACH": (1, "", "other_place", "move taken_die to placed"),
    "STORAGE_UP": (2, "", "with_a_point", "gain popularity for goals"),
    "STORAGE_FULL": (1, "difficult", "other_holder", "gain popularity"),
    "DRAW": (4, "", "with_gold", "gain storage"),
    "RESHUFFLE": (4, "", "repeat", "gain storage"),
    "BLUE_HELMET": (2, "", "drop", "set helmet"),
    "VILLAGER": (1, "easy", "drop", "flip"),
    "VILLAGER_FACES": (1, "easy", "without_one", "offer gold"),
    "MOVED_GOVERNOR": (1, "easy", "with_gold", "move governor to governor"),
    "PRODUCTION": (4, "", "more", "gain rice"),
    "NO_MANS_LAND": (3, "advanced", "other_place", "move scavengers to scavengers"),
    "REPLACED": (3, "advanced", "with_a_good", "move tiles to black_market"),
    "TWO_STOPS": (2, "", "with_a_point", "move loose_tiles to loose_tiles"),
    "NO_TWINS": (4, "", "other_piece", "move tiles to loose_tiles"),
    "ONCE_EACH": (3, "", "with_another", "offer take"),
    "SEARCH": (3, "advanced", "with_gold", "pay crystal"),
    "SEARCH_PRICE": (2, "", "more", "pay crystal"),
    "SHOP": (2, "", "other_place", "move black_market to loose_tiles"),
    "NO_LEGAL_TILE": (2, "", "with_a_good", "move black_market to loose_tiles"),
    "STORAGE": (3, "", "seen_counter", "sight"),
    "MAKE_ROOM": (3, "advanced", "with_a_good", "draw bag to found"),
    "FROM_BAG": (3, "advanced", "other_place", "move found to loose_tiles"),
    "RESTORE": (1, "easy", "swap", "move loose_tiles to restored_tiles"),
    "ALTAR": (1, "difficult", "swap", "move box to pawn"),
    "STACK": (1, "", "seen_counter", "sight"),
    "RECRUIT_PRICE": (4, "", "more", "pay rice"),
    "ADVANCE": (3, "advanced", "with_a_good", "pay rice"),
    "UNIT": (1, "easy", "with_gold", "gain recruit_cost"),
    "MANY_UNITS": (1, "easy", "without_one", "offer again"),
    "RESET": (3, "advanced", "other_helmet", "set recruit_cost"),
    "LAST_SPACE": (1, "", "with_another", "offer no"),
    "TRACK": (2, "", "repeat", "gain recruit_cost"),
    "GOVERNOR_SITE": (3, "advanced", "with_another", "offer hue"),
    "GOVERNOR_COLLECTS_NOT": (3, "", "with_a_good", "move box to governor"),
    "SHADOW_PLACE": (4, "", "with_another", "offer hue_alley"),
    "SHADOW_GOLD": (3, "advanced", "with_a_good", "move box to shadow"),
    "ELIMINATE": (1, "difficult", "with_gold", "move box to shadow"),
    "COMPENSATION": (4, "", "with_gold", "move governor to box"),
    "SHADOWS_STAY": (3, "advanced", "gone_again", "move box to shadow"),
    "BUILDING_PRICE": (4, "", "without_one", "offer farm"),
    "BASE_PRICE": (3, "", "more", "pay metal"),
    "BUILDING_PLACE": (1, "easy", "with_a_point", "pay metal"),
    "TILE_LAID": (4, "", "with_a_good", "move bonus to covered_tiles"),
    "TILE_COLOURS": (3, "advanced", "without_one", "offer ability_space"),
    "MANY_BUILDINGS": (3, "advanced", "with_a_point", "move tiles to bonus"),
    "FARM_COLLECTS_NOT": (3, "", "with_a_good", "move tiles to bonus"),
    "BUILDINGS_STAY": (1, "difficult", "gone_again", "move box to building"),
    "COVER": (2, "", "other_place", "move tiles to bonus"),
    "TAX": (1, "easy", "less", "gain gold"),
    "ONCE_A_TURN": (3, "advanced", "other_menu", "offer main_action"),
    "STRENGTH": (1, "difficult", "other_piece", "move hand to resolving"),
    "PLAYED_HERO": (4, "", "with_a_good", "move discard to hand"),
    "HERO_TEXT": (3, "advanced", "with_a_good", "move hand to resolving"),
    "ABILITY_13": (3, "advanced", "other_menu", "offer reset_track"),
    "TECH": (3, "", "drop", "gain storage"),
    "NOMAD": (3, "advanced", "gone_again", "move governor to governor"),
    "NOBLE": (1, "difficult", "without_one", "offer court_archivist"),
    "NATURE": (1, "easy", "without_one", "offer crystal"),
    "TILE_USE": (1, "difficult", "other_menu", "offer play_hero"),
    "DISCARD": (3, "advanced", "other_place", "move hand to discard"),
    "PIPS": (1, "difficult", "with_another", "offer higher"),
    "RESOLVING": (4, "", "other_place", "move hand to resolving"),
    "ORANGE": (2, "", "another_token", "move open_goals to closed_goals"),
    "GREEN": (4, "", "drop", "move open_goals to closed_goals"),
    "GOAL_AT_ONCE": (3, "advanced", "other_place", "move box to tokens"),
    "GOAL_TEXT": (3, "advanced", "with_gold", "move box to tokens"),
    "GOALS_LATER": (3, "", "another_token", "move box to scavengers"),
    "PLACES": (2, "", "with_gold", "gain popularity for islands"),
    "STANDARDS": (3, "", "more", "gain popularity for islands"),
    "GOVERNOR_2": (3, "", "seen_influence", "sight"),
    "SHADOW_1": (1, "difficult", "seen_influence", "sight"),
    "TOWER_2": (3, "", "seen_influence", "sight"),
    "TIES_SHADOWS": (4, "", "drop", "gain popularity for islands"),
    "TIE_FIRST": (3, "", "more", "gain popularity for islands"),
    "TIE_SECOND": (4, "", "more", "gain popularity for islands"),
    "NO_INFLUENCE": (3, "", "other_holder", "gain popularity for islands"),
    "REVENUE": (1, "easy", "with_another", "offer rice"),
    "YELLOW_TILES": (3, "advanced", "drop", "gain rice"),
    "START_PLAYER": (2, "", "other_helmet", "set start_player"),
    "HIRE": (4, "", "with_another", "offer judge_of_exiles"),
    "HIRED_TO_HAND": (3, "", "other_place", "move market to hand"),
    "IN_PLACE": (1, "difficult", "with_gold", "move market to deck"),
    "NEW_CARD": (4, "", "swap", "draw deck to hand"),
    "LAST_ROUND": (3, "", "late_purchase", "gain popularity for farms"),
    "NEXT_ROUND": (2, "", "more", "gain round"),
    "GAME_ENDS": (2, "", "repeat", "gain popularity for leftovers"),
    "SCORE_RELICS": (1, "difficult", "drop", "gain popularity for relics"),
    "SCORE_FARMS": (4, "", "more", "gain popularity for farms"),
    "SCORE_TOWERS": (4, "", "with_gold", "gain popularity for farms"),
    "ARMY": (2, "", "with_gold", "reveal"),
    "ARMY_POINTS": (3, "advanced", "with_gold", "gain popularity for towers"),
    "SCORE_HELMET": (4, "", "less", "gain popularity for helmet"),
    "SCORE_GOODS": (4, "", "with_a_good", "gain popularity for helmet"),
    "WINNER": (1, "difficult", "with_a_point", "set tower_board"),
    "MERC_PIECES": (2, "", "drop", "set clan"),
    "MERC_DICE": (2, "", "drop", "move center to placed"),
    "MERC_SPACE": (2, "", "with_another", "offer governor_post"),
    "MERC_RELIC_DICE": (2, "", "other_place", "move center to placed"),
    "MERC_COLOURS": (2, "", "other_place", "move center to placed"),
    "MERC_RELIC_CHOICE": (2, "", "without_one", "offer hoard_tiles"),
    "MERC_RETURN": (2, "", "drop", "move found to bag"),
    "MERC_TAKE": (2, "", "without_one", "offer hue_isle"),
    "MERC_NO_TWINS": (2, "", "without_one", "offer tile"),
    "MERC_SELL": (2, "", "with_another", "offer mercenaries"),
    "MERC_TOWER": (2, "", "with_a_point", "move center to placed"),
    "MERC_TOWER_MOVES": (2, "", "drop", "move building to building"),
    "MERC_GOVERNOR": (2, "", "without_one", "offer hue"),
    "MERC_SHADOW": (2, "", "without_one", "offer hue_alley"),
    "MERC_SHADOW_GOLD": (2, "", "with_gold", "move box to shadow"),
    "MERC_SHADOW_PRICE": (2, "", "drop", "pay gold"),
    "MERC_SHADOW_MOVES": (2, "", "drop", "move shadow to shadow"),
    "MERC_PLACES": (2, "", "drop", "gain popularity for islands"),
    "MERC_13": (2, "", "more", "gain gold"),
    "MERC_HERO": (2, "", "with_a_point", "pay gold"),
    "MERC_FACE_DOWN": (2, "", "seen_army", "sight"),
    "MERC_FIVE": (2, "", "other_piece", "move market to deck"),
    "MERC_ARMY": (2, "", "more", "gain popularity for army"),
    "SOLO_NO_GOALS": (1, "unseen", "with_a_goal", "move box to village"),
    "SOLO_START": (1, "unseen", "empire_first", "set helmet"),
    "EASY": (1, "easy", "drop", "move box to governor"),
    "NORMAL": (1, "difficult", "without_one", "offer hue_isle"),
    "DIFFICULT": (1, "difficult", "drop", "move box to building"),
    "SOLO_HERO": (1, "", "seen_army", "sight"),
    "SOLO_DECKS": (1, "easy", "other_place", "draw unused to cards"),
    "SOLO_ONE_DIE": (1, "", "other_place", "move center to levied"),
    "SOLO_NO_LIMIT": (1, "difficult", "repeat", "lose crystal"),
    "SOLO_NO_CARDS": (1, "", "to_the_empire", "draw deck to hand"),
    "SOLO_NO_GOODS": (1, "easy", "with_gold", "gain popularity for towers"),
    "SOLO_DIE": (1, "difficult", "with_another", "offer hue_die"),
    "SOLO_OTHER_TWO": (1, "difficult", "with_gold", "lose crystal"),
    "SOLO_CHOICE": (1, "easy", "with_another", "offer hue_alley"),
    "SOLO_SHORT": (1, "easy", "with_a_point", "move box to building"),
    "SOLO_FINISH": (1, "difficult", "other_piece", "move black_market to loose_tiles"),
    "SOLO_LEAD": (1, "easy", "with_gold", "lose gold"),
    "SOLO_NO_ADVANTAGE": (1, "", "with_a_point", "move box to governor"),
    "SOLO_TILES": (1, "difficult", "other_place", "move tiles to loose_tiles"),
    "SOLO_NEXT_CARD": (1, "difficult", "swap", "draw cards to orders"),
    "SOLO_ABILITY": (1, "easy", "with_another", "offer imperial_fame"),
    "SOLO_NO_REVENUE": (1, "", "with_a_good", "gain gold"),
    "SOLO_KEEPS": (1, "easy", "other_helmet", "move market to deck"),
    "SOLO_RIGHTMOST": (1, "easy", "other_place", "move market to deck"),
    "SOLO_CARDS_GO": (1, "difficult", "with_gold", "gain round"),
    "SOLO_TILES_BACK": (1, "easy", "with_gold", "move restored_tiles to bag"),
    "SOLO_SERIES": (1, "difficult", "with_a_point", "gain popularity for relics"),
    "SOLO_BEST_ALTAR": (1, "", "other_place", "move box to pawn"),
    "TILE_TEXT": (4, "", "with_a_point", "move hand to resolving"),
}  # fmt: skip


LONG = (
    "TOWER_2",
    "HIRED_TO_HAND",
    "NO_TWINS",
    "TIES_SHADOWS",
    "TIE_SECOND",
    "ALLEYS",
    "ISLANDS",
    "ISLAND_PARTS",
    "SHADOW_1",
)
"""Sentences whose fault takes many tries to plant."""


@pytest.mark.parametrize("name", [n if n not in LONG else pytest.param(n, marks=pytest.mark.soak) for n in FAULTS])
def test_a_fault_is_found_and_the_sentence_named(name):
    sentence = getattr(reading, name)
    for number, game in enumerate(tampered(*FAULTS[name])):
        difference = referee.judge(game)
        if difference is not None and difference.rule is sentence:
            told = str(difference)
            assert f"{game.players} players, seed {game.seed}, tile_set=" in told
            assert f"step {difference.step}, {sentence}: " in told
            assert difference.expected != difference.found
            return
        if number == TRIES:
            break
    raise AssertionError(f"nobody noticed: {sentence}")


# ---- what hardly ever happens, put on the table by hand

P1, P2 = "player1", "player2"


def bench(players, *items, **options):
    """A log of these items, and a table to prepare."""
    g = Log(Game(players, 0, {**DEFAULTS, **options}, list(items)))
    g.t.named["table", "helmet"] = g.t.named["table", "start_player"] = P1
    return g


def lay(g, place, *pieces):
    for piece in pieces:
        g.t.apply(("move", P1, piece, None, place))


def a_die_without_a_space():
    g = bench(3, ("move", P1, "blue_die#2", ("center", "table"), ("taken_die", P1)))
    lay(g, ("center", "table"), "blue_die#2")
    lay(g, ("placed", "villagers_space@1"), "blue_die#1")
    lay(g, ("placed", "tax_space@1"), "red_die#1")
    turns.place_die(g, P1)


def a_purchase_outside_the_relic_action():
    go = ("move", P1, "scavenger@1", ("scavengers", "blue_isle"), ("scavengers", "red_isle"))
    isles = ("red_isle", "yellow_isle", "purple_isle", "green_isle")
    g = bench(3, Decision(P1, None, isles, "red_isle"), go, ("pay", P1, P1, "gold", 1, None))
    lay(g, ("scavengers", "blue_isle"), "scavenger@1")
    lay(g, ("tiles", "red_isle"), "relic_red_1#1")
    lay(g, ("black_market", "table"), "relic_red_2#1")
    g.t.counters[P1, "gold"] = 1
    relics.stop(g, P1, shops=False)


def a_last_piece_without_room():
    g = bench(3, ("move", P1, "relic_blue_4#1", ("tiles", "red_isle"), ("loose_tiles", P1)))
    lay(g, ("loose_tiles", P1), *(f"relic_blue_{n}#1" for n in (1, 2, 3)))
    lay(g, ("tiles", "red_isle"), "relic_blue_4#1")
    relics.take(g, P1, ["relic_blue_4#1"], reading.NO_MANS_LAND)


def a_twin_from_the_bag_is_kept():
    tile = "relic_blue_1#2"
    g = bench(
        3,
        ("draw", P1, tile, ("bag", "table"), ("found", P1)),
        ("move", P1, tile, ("found", P1), ("loose_tiles", P1)),
    )
    lay(g, ("loose_tiles", P1), "relic_blue_1#1")
    lay(g, ("bag", "table"), tile)
    relics.draw_blind(g, P1)


def a_full_store_and_a_twin(gone):
    """A store of three is full; a copy of one of its tiles is taken, and this tile makes room for it."""
    g = bench(
        3,
        ("move", P1, gone, ("loose_tiles", P1), ("black_market", "table")),
        ("move", P1, "relic_blue_1#2", ("tiles", "red_isle"), ("loose_tiles", P1)),
    )
    lay(g, ("loose_tiles", P1), *(f"relic_blue_{n}#1" for n in (1, 2, 3)))
    lay(g, ("tiles", "red_isle"), "relic_blue_1#2")
    return relics.take(g, P1, ["relic_blue_1#2"], reading.NO_MANS_LAND)


def test_a_twin_takes_the_place_of_its_copy_and_of_no_other_tile():
    assert a_full_store_and_a_twin("relic_blue_1#1") == "relic_blue_1#2"
    with pytest.raises(Difference) as found:
        a_full_store_and_a_twin("relic_blue_2#1")
    assert found.value.rule is reading.NO_TWINS


def a_relic_on_a_lesser_altar():
    tiles = [f"relic_blue_{n}#1" for n in (1, 2, 3, 4)]
    moves = [("move", P1, tile, ("loose_tiles", "player3"), ("restored_tiles", "player3")) for tile in tiles]
    g = bench(2, *moves, ("move", P1, "pawn@3#1", None, ("pawn", "blue_altar_1")))
    lay(g, ("loose_tiles", "player3"), *tiles)
    g._inside = True
    relics.restore(g, "player3")


def a_die_the_mercenaries_cannot_use():
    g = bench(2, ("move", P1, "blue_die#2", ("center", "table"), ("beside", P1)))
    lay(g, ("center", "table"), "blue_die#2")
    lay(g, ("placed", "tower_post"), "blue_die#1")
    mercenaries.lead(g, P1)


def a_step_nobody_chose():
    faces.two_steps(bench(3, ("gain", P1, P1, "storage", 1, None)), P1)


def a_hero_who_stays_in_the_box():
    game = recorded(1, "unseen", 0)
    rename = lambda event: tuple("night_burglar" if part == "field_gleaner" else part for part in event)
    judge(dataclasses.replace(game, items=[rename(i) if isinstance(i, tuple) else i for i in game.items]))


def a_pawn_without_an_altar(players, seat):
    tiles = [f"relic_blue_{n}#1" for n in (1, 2, 3, 4)]
    number = seat.removeprefix("player")
    moves = [("move", P1, tile, ("loose_tiles", seat), ("restored_tiles", seat)) for tile in tiles]
    g = bench(players, *moves, ("move", P1, f"pawn@{number}#4", None, ("pawn", "red_altar_1")))
    lay(g, ("loose_tiles", seat), *tiles)
    for n in (1, 2, 3):
        lay(g, ("pawn", f"blue_altar_{n}"), f"pawn@{number}#{n}")
    g._inside = True
    relics.restore(g, seat)


def a_hero_again():
    g = bench(3, ("move", P1, "field_gleaner", ("hand", P1), ("resolving", P1)))
    lay(g, ("hand", P1), "field_gleaner")
    g.played.add("field_gleaner")
    heroes.play(g, P1)


def armies(points, **gold):
    """The first line of a scoring in which armies are alike."""
    g = bench(3, ("gain", P1, P1, "popularity", points, "army"))
    lay(g, ("hand", P1), "stilt_acrobat")
    for seat, coins in gold.items():
        g.t.counters[seat, "gold"] = coins
    referee.score(g)


def armies_level():
    """All armies are worth nothing, with no heroes: 17 points are shared, 5 each."""
    g = bench(3, ("gain", P1, P1, "popularity", 10, "army"))
    referee.score(g)


def judge(game):
    difference = referee.judge(game)
    if difference is not None:
        raise difference


def other_cards_than_agreed():
    game = recorded(3, "", 0)
    judge(dataclasses.replace(game, options={**game.options, "aggressive": False}))


def other_winners(**wrong):
    judge(dataclasses.replace(recorded(3, "", 0), **wrong))


RARE = {
    "NO_SPACE": a_die_without_a_space,
    "SHOP_ONLY": a_purchase_outside_the_relic_action,
    "FOURTH_TILE": a_last_piece_without_room,
    "TWIN_FROM_BAG": a_twin_from_the_bag_is_kept,
    "NO_ALTAR": lambda: a_pawn_without_an_altar(3, P1),
    "SOLO_MORE_RELICS": lambda: a_pawn_without_an_altar(1, P2),
    "NOT_TWICE": a_hero_again,
    "MERC_ALTAR": a_relic_on_a_lesser_altar,
    "MERC_NO_SPACE": a_die_the_mercenaries_cannot_use,
    "TILE_STEPS": a_step_nobody_chose,
    "SOLO_HEROES": a_hero_who_stays_in_the_box,
    "ARMY_TIES": lambda: armies(10, player2=3),  # fewer heroes rank higher: 5
    "ARMY_LEVEL": armies_level,
    "AGGRESSIVE": other_cards_than_agreed,
    "WINNER_TIES": lambda: other_winners(winners=[]),
}


@pytest.mark.parametrize("name", RARE)
def test_a_rare_fault_is_found(name):
    with pytest.raises(Difference) as found:
        RARE[name]()
    assert found.value.rule is getattr(reading, name), str(found.value)


def test_the_same_without_the_fault():
    """What the benches above would have to say to pass."""
    g = bench(3, ("gain", P1, P1, "popularity", 5, "army"), ("gain", P1, P1, "popularity", 2, "helmet"))
    with pytest.raises(Difference, match="army of player2"):
        referee.score(g)
    g = bench(3, ("move", P1, "blue_die#2", ("center", "table"), ("beside", P1)))
    lay(g, ("center", "table"), "blue_die#2")
    lay(g, ("placed", "villagers_space@1"), "blue_die#1")
    lay(g, ("placed", "tax_space@1"), "red_die#1")
    assert turns.place_die(g, P1) is None


def test_wrong_scores_ranks_and_sheets():
    game = recorded(3, "", 0)
    for wrong in (
        {"ranks": [rank % 3 + 1 for rank in game.ranks]},
        {"scores": [score + 1 for score in game.scores]},
        {"lines": [{**lines, "army": lines.get("army", 0) + 1} for lines in game.lines]},
    ):
        with pytest.raises(Difference) as found:
            other_winners(**wrong)
        assert found.value.rule is reading.WINNER


# ---- the reading, the judgements and the faults belong together


def cited():
    """The sentences that the modules of the referee judge by."""
    found = set()
    for path in HERE.glob("*.py"):
        if not path.stem.startswith("test_"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "book":
                    found.add(node.attr)
    return found


def sentences():
    return {name: value for name, value in vars(reading).items() if isinstance(value, reading.Citation)}


def test_every_sentence_is_judged_or_says_why_not():
    untold = {name for name, sentence in sentences().items() if sentence.untold}
    assert cited() | untold == set(sentences())
    assert not cited() & untold


def test_every_judgement_bites():
    assert set(FAULTS) | set(RARE) == cited()
    assert not set(FAULTS) & set(RARE)


def test_sentences_are_numbered_and_say_where_they_stand():
    assert [sentence.number for sentence in reading.ALL] == list(range(1, len(reading.ALL) + 1))
    assert set(reading.ALL) == set(sentences().values())
    for sentence in reading.ALL:
        assert 0 < sentence.line < 1200
        assert sentence.kind in ("sentence", "printed", "silent")
        assert f"line {sentence.line}" in str(sentence)


# ---- any change at all


def telling(items):
    """Events that say something: no notes of the pack, no die that is moved to where it lies, no mixing of a stack."""
    return [
        at
        for at, item in enumerate(items)
        if isinstance(item, tuple)
        and not scratch(item)
        and not aside(item)
        and not (item[0] == "move" and item[3] == item[4])
        and not (item[0] == "shuffle" and item[2] == ("deck", "player3"))
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_event_counts(players):
    game, chance = recorded(players, "", 1), random.Random(players)
    told = telling(game.items)
    plans = [("drop", told, 12), ("repeat", [at for at in told if game.items[at][0] != "set"], 8)]
    counted = [at for at in told if game.items[at][0] in ("gain", "lose", "pay")]
    plans += [("more", counted, 6), ("less", counted, 6)]
    for way, places, count in plans:
        for at in chance.sample(places, count):
            for items in WAYS[way](game.items, at):
                assert referee.judge(dataclasses.replace(game, items=items)), f"{way}: {game.items[at]}"


# ---- wrong rules, played by the interpreter itself

WRONG = {  # the file, what is right, what is wrong, players, and sentences of which one is named
    "tax": ("rules/tax.yaml", "effect: gain 2 gold", "effect: gain 3 gold", 3, "TAX"),
    "gold_standard": ("rules/influence.yaml", "[0, 2, 3, 4, 5, 6]", "[0, 2, 3, 4, 5, 7]", 3, "STANDARDS TIE_FIRST TIES_SHADOWS TIE_SECOND"),
    "shadows_in_ties": ("rules/influence.yaml", "(influence(isle), shadows_on(isle)) >", "(influence(isle), my.shadows_on(isle)) >", 4, "TIES_SHADOWS TIE_FIRST TIE_SECOND STANDARDS PLACES"),
    "tower_influence": ("rules/influence.yaml", "2 * count(my.buildings", "1 * count(my.buildings", 3, "TOWER_2 INFLUENCE_TRACK PLACES STANDARDS TIE_FIRST TIE_SECOND"),
    "surcharge": ("rules/construction.yaml", "plan.main_cost + my.built(sort)", "plan.main_cost", 3, "BUILDING_PRICE MANY_BUILDINGS TILE_USE"),
    "spaces": ("rules/turn.yaml", "is: hue is none or hue is candidate.hue", "is: hue is none or hue is not blue", 3, "OWN_SPACE"),
    "storage": ("rules/storage.yaml", "+ my.restored < my.storage", "< my.storage", 1, "MAKE_ROOM STORAGE"),
    "twins": ("rules/storage.yaml", "hue is tile.hue and number is tile.number", "number is tile.number and hue is none", 3, "NO_TWINS NO_MANS_LAND ONCE_EACH SHOP HERO_TEXT TILE_TEXT"),
    "army": ("rules/scoring.yaml", "100 * my.army - count(my.own_heroes)", "100 * my.army + count(my.own_heroes)", 4, "ARMY_TIES"),
    "revenue": ("rules/end_of_round.yaml", "    gain 1 gold\n", "    gain 2 gold\n", 3, "REVENUE"),
    "mercenaries": ("rules/mercenaries.yaml", "pips) >= 13", "pips) >= 12", 2, "MERC_13 PLACES MERC_PLACES STANDARDS TIE_FIRST TIE_SECOND TIES_SHADOWS"),
    "advantage": ("rules/orders.yaml", " and not any(hues where within_reach(it, isle, left - 1))", "", 1, "SOLO_FINISH"),
    "market_closes_up": ("rules/heroes.yaml", CLOSING, CLOSING_LAST, 3, "IN_PLACE"),
    "strike_anywhere": ("rules/orders.yaml", " preferring my.garrison(island) > 0", "", 1, "SOLO_CHOICE"),
    "one_tile_hoards": ("rules/mercenaries.yaml", "hoard_size(isle) > (1 if pair else 0)", "hoard_size(isle) > 0", 2, "MERC_TAKE"),
    "stack_face_up": ("model.yaml", "deck: {holds: hero, ordered: yes, visible: nobody}", "deck: {holds: hero, ordered: yes}", 2, "MERC_FACE_DOWN"),
}  # fmt: skip
QUICK = ("surcharge", "market_closes_up", "stack_face_up")


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.soak) for n in WRONG])
def test_a_wrong_rule_is_found(name, tmp_path):
    path, right, wrong, players, named = WRONG[name]
    pack = tmp_path / "daimyo"
    shutil.copytree(PACK, pack, ignore=shutil.ignore_patterns("scenarios"))
    text = (pack / path).read_text(encoding="utf-8")
    assert right in text
    (pack / path).write_text(text.replace(right, wrong), encoding="utf-8")
    loaded = interpreter.load(pack)
    for seed in range(80):
        difference = referee.judge(adapter.record(players, seed, of=loaded))
        if difference is not None:
            assert difference.rule in [getattr(reading, one) for one in named.split()], str(difference)
            return
    raise AssertionError(f"nobody noticed: {name}")
