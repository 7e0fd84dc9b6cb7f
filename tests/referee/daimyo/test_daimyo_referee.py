"""Random games of Daimyo hold against the referee; the referee itself holds against the examples of the rulebook."""

import ast
import sys
from pathlib import Path

import pytest

from . import adapter, content, empire, faces, final, heroes, influence, prices, referee, tiles
from .__main__ import options, run
from .box import Box
from .table import Table

HERE = Path(__file__).parent
GAMES = 12
DEFAULTS = {"tile_set": "basic", "goals": True, "aggressive": True, "difficulty": "normal"}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_show_no_difference(players):
    tables = (0, 1, 5) if players == 1 else (0, 7)  # every option both ways, and few machines to make
    for seed in range(GAMES):
        chosen = options(players, tables[seed % len(tables)])
        difference = referee.judge(adapter.record(players, seed, **chosen))
        assert difference is None, str(difference)


def test_all_options_come_round():
    for players in (2, 3, 4):
        assert len({tuple(options(players, n).items()) for n in range(8)}) == 8
    assert len({tuple(options(1, n).items()) for n in range(6)}) == 6


# ---- independence


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__":
            yield "__import__"


def test_only_the_adapter_knows_the_interpreter():
    modules = [path for path in sorted(HERE.glob("*.py")) if not path.stem.startswith("test_")]
    assert len(modules) > 15
    foreign = {path.stem: set(imports(path)) - set(sys.stdlib_module_names) for path in modules}
    assert foreign.pop("adapter") == {"interpreter"}
    assert foreign.pop("content") == {"yaml"}
    assert not {name: found for name, found in foreign.items() if found}
    for path in modules:
        assert "importlib" not in path.read_text(encoding="utf-8")


def test_nothing_the_referee_reasons_with_uses_the_adapter():
    for path in HERE.glob("*.py"):
        if path.stem not in ("adapter", "__main__") and not path.stem.startswith("test_"):
            assert "adapter" not in path.read_text(encoding="utf-8").replace("`adapter.py`", "")


# ---- every card can be read


def lines():
    for hero in content.things("hero"):
        if hero["id"] not in heroes._SPECIAL:
            yield from ((faces._BOOK, line) for line in content.lines(hero["effect"]))
    for tile in content.things("bonus_tile"):
        yield from ((faces._BOOK, line) for line in content.lines(tile["effect"]))
    for goal in content.things("goal"):
        yield from ((faces._BOOK, line) for line in content.lines(goal.get("reward", "")))
    for card in content.things("solo_card"):
        for part in ("blue", "green", "red"):
            yield from ((empire._BOOK, line) for line in content.lines(card.get(part, "")))


def test_every_line_on_a_card_can_be_read():
    read = 0
    for book, line in lines():
        assert any(pattern.fullmatch(line) for pattern, _ in book), line
        read += 1
    assert read > 150


def test_every_tile_has_one_meaning_of_the_rulebooks_list():
    told = {tile["id"]: tiles.meanings(tile["id"]) for tile in content.things("bonus_tile")}
    assert {tile: lines for tile, lines in told.items() if len(lines) != 1} == {}
    assert {lines[0] for lines in told.values()} == set(tiles.MEANINGS)


def test_special_heroes_exist():
    assert set(heroes._SPECIAL) <= set(content.by_id("hero"))


# ---- the rulebook's own examples, and cases like them


@pytest.mark.parametrize(
    ("standings", "paid"),
    [
        (((6, 1), (6, 0), (5, 0)), (4, 2, 0)),
        (((6, 0), (6, 0), (5, 0)), (3, 3, 0)),
        (((6, 0), (5, 0), (5, 0)), (4, 1, 1)),
        (((6, 0), (6, 0), (6, 0)), (2, 2, 2)),
        (((6, 2), (6, 1), (6, 1)), (4, 1, 1)),
        (((6, 1), (6, 1), (6, 0)), (3, 3, 0)),
        (((3, 0), (0, 0), (0, 0)), (4, 0, 0)),
        (((5, 1), (3, 2), (3, 1)), (4, 2, 0)),
        (((0, 0), (0, 0), (0, 0)), (0, 0, 0)),
    ],
)
def test_places_on_an_island(standings, paid):
    people = dict(zip("abc", standings, strict=True))
    assert influence.payout(people, 4, 2) == dict(zip("abc", paid, strict=True))


def test_silver_split_below_one_is_lost():
    standings = {"a": (4, 0), "b": (2, 0), "c": (2, 0)}
    assert influence.payout(standings, 2, 1) == {"a": 2, "b": 0, "c": 0}


def test_the_solo_example_of_the_final_scoring():
    """Line 990: relics 2 : 3, farms 3 : 6, towers 3 : 1."""
    assert [final.RELICS[2], final.series(final.FARMS, 3), final.series(final.TOWERS, 3)] == [7, 7, 4]
    assert [final.series(final.RELICS, 3), final.series(final.FARMS, 6), final.series(final.TOWERS, 1)] == [12, 16, 1]


def table(players=3):
    t = Table(players, DEFAULTS)
    t.named["table", "helmet"] = "player1"
    return t


def give(t, seat, *ids):
    for hero in ids:
        t.apply(("move", seat, hero, None, ("hand", seat)))


def test_armies_alike_share_their_places():
    t = table()
    assert final.army(t) == {"player1": 5, "player2": 5, "player3": 5}
    give(t, "player1", "field_gleaner", "stilt_acrobat")
    t.counters["player2", "gold"] = 5
    assert final.army(t) == {"player1": 5, "player2": 10, "player3": 2}
    give(t, "player2", "harvest_marshal")
    t.counters["player2", "gold"] = 0
    give(t, "player3", "mirror_monk")
    assert final.army(t) == {"player1": 2, "player2": 7, "player3": 7}


def test_more_heroes_of_value_5_decide():
    """As in line 778, with two heroes each."""
    t = table()
    give(t, "player1", "harvest_marshal", "field_gleaner")  # 5 + 2
    give(t, "player2", "stilt_acrobat", "harbour_twins")  # 3 + 4
    assert final.army_order(t, "player1") > final.army_order(t, "player2")


def test_a_third_farm():
    """Line 538: 4 metal and 1 crystal after two farms; the next 5 and 1."""
    t = table()
    for nth, site in ((1, "blue_1"), (2, "blue_2")):
        t.apply(("move", "player1", f"farm_piece@1#{nth}", None, ("building", site)))
    assert prices.building(t, "player1", "farm") == {"rice": 0, "metal": 4, "crystal": 1}
    assert prices.building(t, "player1", "tower") == {"rice": 0, "metal": 1, "crystal": 2}
    t.apply(("move", "player1", "farm_piece@1#3", None, ("building", "blue_3")))
    assert prices.building(t, "player1", "farm") == {"rice": 0, "metal": 5, "crystal": 1}


def test_governor_and_farm_collect_apart():
    """Line 379."""
    t = table()
    rice = next(site for site, good in t.box.sites.items() if good == "rice")
    metal = next(site for site, good in t.box.sites.items() if good == "metal")
    t.apply(("move", "player1", "governor@1#1", None, ("governor", rice)))
    t.apply(("move", "player1", "farm_piece@1#1", None, ("building", rice)))
    t.apply(("move", "player1", "governor@1#2", None, ("governor", metal)))
    t.apply(("move", "player2", "farm_piece@2#1", None, ("building", metal)))
    assert influence.production(t, "player1") == {"rice": 2, "metal": 1, "crystal": 0}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_box(players):
    box = Box(players, DEFAULTS)
    assert len(box.pieces("relic")) == {1: 48, 2: 48, 3: 60, 4: 72}[players]
    assert len(box.pieces("die")) == {1: 8, 2: 11, 3: 10, 4: 13}[players]
    assert len(box.sites) == 5 * len(box.islands)
    for isle in box.islands:
        goods = {good for site, good in box.sites.items() if box.isle_of(site) == isle}
        assert goods == {"rice", "metal", "crystal"}
    assert all(len(box.pieces("governor", seat)) - 12 * (players == 1) == 8 for seat in box.everyone)
    assert len(box.pieces("goal")) == 12
    assert len(content.heroes(players, aggressive=True)) == (40 if players > 1 else 31)


def test_the_command_line_counts_games():
    told = []
    assert run(1, 2, 40, lambda done, found: told.append((done, len(found)))) == []
    assert told == [(1, 0), (2, 0)]
