"""`table.yaml`: every name in it is one of the pack, or is told with its place; what is drawn follows it."""

import json
import shutil
from pathlib import Path

import pytest
from tables import loaded

from interpreter.play.findings import everything_wrong
from interpreter.play.pack import load
from interpreter.play.table_layers import conflicts, put_over
from interpreter.play.tables import read_table
from interpreter.source.compose import Budget, compose
from interpreter.source.text import decode
from interpreter.web.scene import scene_of
from interpreter.web.shapes import colours
from interpreter.web.sheet import cards_of
from interpreter.web.spots import spots

ROOT = Path(__file__).parents[2]
PACKS = sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml"))


@pytest.fixture
def pack(tmp_path):
    shutil.copytree(ROOT / "content/sealed_bids", tmp_path / "bids", ignore=shutil.ignore_patterns("assets"))
    return tmp_path / "bids"


def wrong(pack, text):
    (pack / "table.yaml").write_text(text)
    return [(one.code, one.label.span.line, one.message) for one in everything_wrong(str(pack)).diagnostics]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("paintingg: {label: worth}\n", 1, "unknown kind `paintingg`"),
        ("painting:\n  label: worht\n", 2, "unknown field `worht`"),
        ("painting:\n  colour: hue\n", 2, "unknown field `hue`"),
        ("painting: {colour: {landscap: red}}\n", 1, "unknown value `landscap`"),
        ("painting: {icon: {landscap: wave}}\n", 1, "unknown item or value `landscap`"),
        ("regions:\n  shop: {group: [easle]}\n", 2, "unknown zone or place `easle`"),
        ("painting: {in: shopp}\nregions: {shop: {in: board}}\n", 1, "unknown region `shopp`"),
        ("first: shopp\n", 1, "unknown region `shopp`"),
        ("headings: {rond: {en: Round, fr: Manche, de: Runde}}\n", 1, "unknown span `rond`"),
        ("player:\n  galery: {fold: yes}\n", 2, "unknown zone, var, value or shown field of `player` `galery`"),
    ],
)
def test_a_name_that_means_nothing(pack, text, line, message):
    assert wrong(pack, text) == [("check/unknown-name", line, message)]


@pytest.mark.parametrize(
    "text",
    [
        "painting: {icon: nonsense}\n",
        "painting: {shape: cloud}\n",
        "painting: {colour: {landscape: reddish}}\n",
        "regions: {shop: {in: sky}}\n",
        "regions: {shop: {size: [1]}}\n",
        "painting: {at: left}\n",
        "[]\n",
    ],
)
def test_a_form_that_is_none(pack, text):
    found = wrong(pack, text)
    assert found and all(code.startswith("pack/") for code, _, _ in found)


def test_a_table_is_no_part_of_the_game(pack):
    before = load(str(pack)).digest
    assert wrong(pack, "painting: {label: worth}\n") == []
    assert load(str(pack)).digest == before


def test_the_icons_of_the_schema_are_those_of_the_page():
    schema = json.loads((ROOT / "schemas/table.schema.json").read_text())
    icons = json.loads((ROOT / "interpreter/web/page/icons.json").read_text())
    assert schema["$defs"]["icon"]["enum"] == sorted(icons)


def test_values_have_the_colours_that_the_table_gives_them_on_paper_as_on_the_page(pack):
    assert wrong(pack, "painting: {colour: {landscape: teal, portrait: red}}\n") == []
    found = load(str(pack))
    scene = scene_of(found, 2, {}, "en")
    decl = scene["kinds"]["painting"]
    assert (decl["colour"], decl["colours"]) == ("genre", {"landscape": "teal", "portrait": "red"})
    edges = {side.name: side.edge for side in (card.front for card in cards_of(found, "en", ("painting",)))}
    assert edges["Old Sailor"] == colours()["red"][0]
    assert edges["Salt Marsh"] == colours()["teal"][0]
    assert edges["Lemons and Glass"] not in (edges["Old Sailor"], edges["Salt Marsh"]), "others get theirs in turn"


def test_the_colours_of_the_schema_are_those_of_the_page():
    schema = json.loads((ROOT / "schemas/table.schema.json").read_text())
    assert schema["$defs"]["colour"]["enum"] == sorted(colours())


@pytest.mark.parametrize("name", PACKS)
def test_everything_of_every_pack_has_a_place(name):
    pack = loaded(name)
    hints = read_table(pack)
    assert hints.diagnostics == []
    assert hints.data, "a pack has a table of its own, or that of the pack below"
    for seats in pack.players:
        scene = scene_of(pack, seats, {}, "en")
        placed = [one for region in scene["board"] for one in region["holds"]]
        assert len(placed) == len(set(placed)), "nothing lies in two places"
        shared = {zone["name"] for zone in scene["kinds"].get("shared", {"zones": []})["zones"]}
        assert shared <= set(placed)
        for kind, decl in scene["kinds"].items():
            if scene["things"].get(kind) and decl["draw"] == "place" and not decl.get("quiet"):
                assert kind in placed or decl.get("part_of") or kind in scene["mine"], kind


# ---- packs on packs


def test_a_pack_puts_something_into_a_region_of_the_pack_below_and_takes_it_from_its_old_one():
    below = {"regions": {"left": {"group": ["a", "b"]}, "right": {"group": ["c"]}}, "first": "left"}
    put_over(below, {"regions": {"right": {"group": {"add": ["b"]}, "flow": "column"}}, "first": "right"})
    assert below["regions"] == {"left": {"group": ["a"]}, "right": {"group": ["c", "b"], "flow": "column"}}
    assert below["first"] == "right"


def tables_of(**texts):
    """Tables as they are read, by pack."""
    return [(name, compose(decode(f"{name}/table.yaml", text.encode())[0], Budget())) for name, text in texts.items()]


@pytest.mark.parametrize(
    ("rain", "wind", "wanted"),
    [
        ("first: sky\n", "first: sea\n", ["`first` of table.yaml"]),
        ("first: sky\n", "first: sky\n", []),
        ("regions: {dice: {group: {add: [sky]}}}\n", "regions: {dice: {group: {add: [sea]}}}\n", []),
        ("player: {gold: {icon: coin}}\n", "player: {gold: {icon: gem}}\n", ["`player.gold.icon` of table.yaml"]),
        ("player: {gold: {icon: coin}}\n", "player: {rice: {icon: grain}}\n", []),
    ],
)
def test_packs_beside_each_other_must_not_disagree(rain, wind, wanted):
    tables = tables_of(game="first: board\n", rain=rain, wind=wind)
    beside = {"game": frozenset(), "rain": frozenset({"game"}), "wind": frozenset({"game"})}
    assert [one.what for one in conflicts(tables, beside)] == wanted
    assert list(conflicts(tables, beside | {"wind": frozenset({"game", "rain"})})) == [], "the upper one says it last"
    both = [*tables, *tables_of(top="first: board\nplayer: {gold: {icon: star}}\n")]
    decided = beside | {"top": frozenset({"game", "rain", "wind"})}
    assert list(conflicts(both, decided)) == [], "a pack on both decides"


def test_islands_that_are_not_there_leave_their_room_to_the_others():
    at = {"a": [1, 1], "b": [51, 1], "c": [101, 1], "d": [1, 47], "e": [51, 47], "f": [101, 47]}
    assert spots(at, [48, 44], at)["f"] == [101, 47, 48, 44]
    four = spots(at, [48, 44], {"a", "b", "d", "e"})
    assert four == {"a": [1, 1, 73, 44], "b": [76, 1, 73, 44], "d": [1, 47, 73, 44], "e": [76, 47, 73, 44]}
    assert spots(at, [48, 44], {"a", "b", "c"})["b"] == [51, 1, 48, 90]
