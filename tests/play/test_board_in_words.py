"""What the board says of the table and the players: everything that is public, a counter by a name of its own."""

from tiny_pack import checked, tiny_files

from interpreter.check.keys import verb

MODEL = tiny_files()["model.yaml"].decode()
SIDES = "    weather: {type: mood, start: merry}\n    crowd: {each: good}\n    noise: {each: good, resets: turn}\n    goal: {start: 3, resets: turn}\n"


def board(script, model=MODEL):
    """The lines of the table after a script."""
    case = f"- verb: try it\n  source: designed\n  effect: |\n    {script}\n"
    pack = checked({"rules/case.yaml": case.encode(), "model.yaml": model.encode()})
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("try it"), 0)
    return game.view(0).text("en").splitlines(), game.log(0, "en")


def test_what_resets_is_shown_as_long_as_it_is_not_as_at_the_start():
    """A trump holds for a deal, and players must see it."""
    assert any("tired" in line for line in board("set tired to yes")[0])
    assert not any("tired" in line for line in board("set tired to no")[0])


def with_rows():
    weather, _, _ = SIDES.partition("    crowd")
    assert weather in MODEL
    return MODEL.replace(weather, SIDES)


def test_two_rows_of_an_enum_are_told_apart():
    lines, log = board("gain 2 crowd[wood]\n    gain 1 noise[clay]", with_rows())
    table = lines[0] or lines[1]
    assert "crowd (wood) 2" in table
    assert "noise (clay) 1" in table
    assert not any("goal" in line for line in lines)
    assert log[-2:] == ["crowd (wood) +2", "noise (clay) +1"]


PARTS = """
  meadow:
    zones: {grazing: {holds: card}}
  stall:
    part_of: meadow
    zones: {held: {holds: card, capacity: 1}, shown: {holds: card, capacity: 1}}
"""
ITEMS = """\
meadow:
  - {id: north, source: designed, name: North Meadow}
  - {id: south, source: designed, name: South Meadow}
stall:
  - {id: red, source: designed, name: Stall 1 (north), meadow: north}
  - {id: white, source: designed, name: Stall 2 (north), meadow: north}
"""


def test_places_where_nothing_lies_are_named_in_one_line():
    """Who is asked for a place must know which there are, also where `look` is all there is to see."""
    pack = checked({"model.yaml": (MODEL + PARTS).encode(), "cards/places.yaml": ITEMS.encode()})
    assert not [one for one in pack.diagnostics if one.code.startswith("pack") or "error" in one.severity.name.lower()]
    game = pack.new_game(players=2, seed=1)
    lines = game.view(0).text("en").splitlines()
    assert "North Meadow" in lines and "  Empty: Stall 1, Stall 2" in lines
    assert "Empty: South Meadow" in lines
    assert "  Vides : Stall 1, Stall 2" in game.view(0).text("fr").splitlines()
    assert "  Leer: Stall 1, Stall 2" in game.view(0).text("de").splitlines()
