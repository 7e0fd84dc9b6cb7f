"""What is printed on cards, tiles and sites. The rulebook does not spell that out, so it is read from the pack's documents,
with plain YAML: only ids, numbers, colours and the wording of an effect, which `faces.py` then reads in its own way."""

import itertools
import re
from functools import cache
from pathlib import Path

import yaml

CARDS = Path(__file__).parents[3] / "content" / "daimyo" / "cards"


@cache
def things(kind):
    """Every thing of a kind as a dict, with the rows of `for_each` and `for_rows` written out, in printed order."""
    found = []
    for path in sorted(CARDS.glob("*.yaml")):
        for thing in _document(path).get(kind, ()):
            found += _rows(thing)
    return found


@cache
def _document(path):
    return yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)) or {}


def _rows(thing):
    """A thing for every row, and in each row for every way to fill in `for_each`."""
    rows, each = thing.get("for_rows", [{}]), thing.get("for_each", {})
    if not all(isinstance(values, list) for values in each.values()):
        each = {}
    ways = [dict(zip(each, values, strict=True)) for values in itertools.product(*each.values())]
    return [{key: _fill(value, {**row, **way}) for key, value in thing.items()} for row in rows for way in ways]


def _fill(value, row):
    if not isinstance(value, str):
        return value
    return re.sub(r"\{(\w+)\}", lambda m: str(row.get(m[1], m[0])), value)


@cache
def by_id(kind):
    return {thing["id"]: thing for thing in things(kind)}


@cache
def heroes(players, aggressive):
    """The market heroes for a number of players."""
    found = []
    for hero in things("hero"):
        attacks = hero.get("aggressive", False)
        if "clan" in hero or (attacks and (players == 1 or not aggressive)):
            continue
        if players == 1 and hero["id"] == "many_faced_mime":
            continue
        found.append(hero["id"])
    return tuple(found)


@cache
def clan_heroes(clan):
    return tuple(hero["id"] for hero in things("hero") if hero.get("clan") == clan)


def cost(hero):
    return by_id("hero")[hero]["cost"]


def strength(hero):
    return by_id("hero")[hero]["strength"]


@cache
def sites():
    """What each site yields."""
    return {site["id"]: site["yields"] for site in things("site")}


@cache
def boards(advanced):
    """The mini-boards in play: what each builds, the good it starts with, and its tiles in order."""
    side = "advanced" if advanced else "basic"
    found = {}
    for board in things("mini_board"):
        if board["in_play"].endswith(side):
            tiles = [tile["id"] for tile in things("bonus_tile") if tile["board"] == board["id"]]
            found[board["id"]] = {"builds": board["builds"], "start": board["start"], "tiles": tiles}
    return found


def tile_colour(tile):
    return by_id("bonus_tile")[tile]["colour"].removesuffix("_tile")


def lines(effect):
    """The lines of an effect; `may:` and the like keep what stands below them on the same line."""
    found = []
    for line in str(effect).strip().splitlines():
        if line.startswith(" ") and found:
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
    return found
