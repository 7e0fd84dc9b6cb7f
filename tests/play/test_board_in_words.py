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
