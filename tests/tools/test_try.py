"""`rulewright try`: every card of every pack has its position; the trace is true; what was done becomes a scenario."""

import os
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.check.typed import Routine
from interpreter.play.trying import NoPosition, Trial, find_spot
from interpreter.play.trying.find import script_of, swap
from interpreter.play.verify.invariants import Invariants

SHIPPED = sorted(path.parent.name for path in (Path(__file__).parents[2] / "content").glob("*/pack.yaml"))


def cards(name, every):
    pack = shared_pack(name)
    found = [
        item
        for kind in pack.vocabulary.kinds.values()
        for item in kind.items
        if item.parent is None and any(isinstance(one, Routine) for face in item.faces for one in face.scripts.values())
    ]
    return pack, found[::every]


def tried(pack, item, players):
    """Carry a card out, the first option each time, with a trace; the game must stay sound."""
    script, _ = script_of(item)
    trial = Trial(find_spot(pack, item, script, players, 1))
    for _ in range(40):
        if trial.game.pending is None:
            break
        trial.choose(0)
    Invariants(trial.game.machine).check(trial.game)
    return trial


@pytest.mark.parametrize(
    ("name", "players", "every"), [("five_kingdoms", 2, 6), ("ancient_world", 2, 9), ("daimyo", 3, 40)]
)
def test_a_card_has_a_position_and_a_trace(name, players, every):
    pack, found = cards(name, every)
    assert len(found) > 3
    for item in found:
        try:
            trial = tried(pack, item, players)
        except NoPosition:
            continue  # not in a game of so many players
        size = trial.game.machine.layout.size
        assert trial.steps, item.id
        assert list(trial.game.state[5:size]) == list(trial._position.s[5:size]), (
            f"{item.id}: the trace is of another game"
        )


def test_two_pieces_change_places_and_nothing_else():
    pack = shared_pack("five_kingdoms")
    game = pack.new_game(seed=3)
    table = game.machine.layout.tables["card"]
    invariants = Invariants(game.machine)
    for one, other in ((0, 1), (3, 40), (7, 7 + table.size // 2)):
        before = game.state[:]
        swap(game, table, one, other)
        invariants.check(game)
        swap(game, table, one, other)
        assert game.state == before


def test_the_trace_tells_what_was_read_asked_and_changed(rulewright):
    ran = rulewright("try", "pebbles", "scoop_2", typed="quit\n")
    assert ran.code == 0
    assert "Scoop of 2" in ran.out
    assert "take pebbles 2" in ran.out
    assert "→ Player 1 gains 2 pebbles" in ran.out
    assert "size is 2" in ran.out
    file, verb = "pebbles/cards/all.yaml", "pebbles/rules/play.yaml"  # a number of a line stands below its file
    places = [line.strip() for line in ran.out.split("\n") if line in (file, verb) or line[:4].strip().isdigit()]
    assert places == [file, "8   take pebbles 2", verb, "52     lose size pile", "53     gain size pebbles for taken"]
    assert ran.out.rstrip().endswith("done\n> quit".rstrip())


ASKS_ALL = """\
scoop:
  - id: scoop_all
    name: {en: Scoop for all, fr: Poignée pour tous}
    size: 1
    source: designed
    effect: |
      as each player:
        may: gain 1 pebbles for taken
"""


def test_it_is_said_who_is_asked(rulewright, pebbles):
    (pebbles / "cards" / "more.yaml").write_text(ASKS_ALL)
    ran = rulewright("try", "pebbles", "scoop_all", typed="1\n1\nquit\n")
    asked = [line for line in ran.out.split("\n") if line.endswith("?")]
    assert len(asked) == 2
    assert asked[1] == f"Player 2: {asked[0]}"


def test_it_can_be_undone_begun_again_and_looked_at(rulewright):
    typed = "1\nundo\nundo\n2\nagain\n1\ntrace\nboard\nnonsense\n99\nquit\n"
    ran = rulewright("try", "daimyo", "deserter_captain", typed=typed)
    assert ran.code == 0
    assert ran.out.count("choose 1 to 2 heroes") >= 2
    assert "nothing was picked yet" in ran.out
    assert "the trace is off" in ran.out
    assert "a number picks an option" in ran.out


def test_what_was_done_becomes_a_scenario_that_passes(rulewright, pebbles):
    file = pebbles / "scenarios" / "tried.yaml"
    ran = rulewright("try", "pebbles", "Scoop of 3", "--scenario", file)
    assert f"written to {file}" in ran.out
    text = file.read_text()
    assert "run: do scoop_3.effect" in text
    assert rulewright("test", file).code == 0
    assert "1 passed" in rulewright("test", file, "--strict").out
    rulewright("try", "pebbles", "scoop_2", typed=f"scenario {file}\nquit\n")
    assert file.read_text().startswith(text + "\n- scenario: scoop_2")
    assert "2 passed" in rulewright("test", file).out


def test_a_position_may_be_given(rulewright, home):
    (home / "given.yaml").write_text("- scenario: x\n  source: designed\n  as: p2\n  given: [set pile to 5]\n")
    ran = rulewright("try", "pebbles", "scoop_3", "--given", "given.yaml")
    assert "you are player 2" in ran.out
    assert "pile is 5" in ran.out
    (home / "given.yaml").write_text("- scenario: x\n  source: designed\n  given: [set pil to 5]\n")
    ran = rulewright("try", "pebbles", "scoop_3", "--given", "given.yaml")
    assert ran.code == 2
    assert "did you mean `pile`" in ran.err
    (home / "given.yaml").write_text("[")
    assert rulewright("try", "pebbles", "scoop_3", "--given", "given.yaml").code == 2
    assert "cannot be read" in rulewright("try", "pebbles", "scoop_3", "--given", "nowhere.yaml").err
    os.mkfifo(home / "pipe.yaml")
    for endless in ("/dev/zero", "pipe.yaml"):
        ran = rulewright("try", "pebbles", "scoop_3", "--given", endless)
        assert (ran.code, f"`{endless}` is a device or a pipe" in ran.err) == (2, True)
    (home / "given.yaml").write_text("- scenario: x\n" * 20_000)
    assert "larger than 256 KB" in rulewright("try", "pebbles", "scoop_3", "--given", "given.yaml").err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("pebbles", "scop_3"), "did you mean `scoop_3`"),
        (("pebbles", "charm_1"), "has no script"),
        (("pebbles", "scoop_1", "--script", "wonder"), "no script `wonder`"),
        (("pebbles", "scoop_1", "--players", "7"), "is for 2 to 4 players"),
        (("nowhere", "x"), "there is no pack"),
        (("daimyo_weather", "rainbow"), "in `then:` what it makes of the value"),
        (("five_kingdoms_ruins", "offering_bowls"), "only reacts, `when: after take cards where uncovered`"),
    ],
)
def test_what_cannot_be_tried_is_told(rulewright, words, told):
    ran = rulewright("try", *words)
    assert ran.code == 2
    assert told in ran.err


def test_a_card_left_half_way_is_not_written(rulewright, home):
    ran = rulewright("try", "daimyo", "deserter_captain", "--scenario", home / "x.yaml", typed="quit\n")
    assert ran.code == 2
    assert "not carried out to its end" in ran.err
    assert not (home / "x.yaml").exists()


def test_a_game_begins_with_a_card_in_the_hand(rulewright):
    ran = rulewright("play", "pebbles", "--hand", "charm_6", typed="read charm_6\nquit\n")
    assert "Charm of 6 lies here: purse" in ran.out
    ran = rulewright("play", "pebbles", "--hand", "scoop_1")
    assert ran.code == 2
    assert "in your hand or in sight" in ran.err
    assert "did you mean" in rulewright("play", "pebbles", "--hand", "charm_66").err


def test_another_seed_than_the_one_asked_for_is_told(rulewright):
    told = [
        rulewright("play", "pebbles", "--hand", "charm_6", "--seed", seed, typed="quit\n").out.count(
            "is the next one with"
        )
        for seed in range(1, 6)
    ]
    assert set(told) == {0, 1}  # now and then it is the very seed


@pytest.mark.parametrize("card", ["seed_store", "head_count"])
def test_a_card_of_another_way_to_play_is_found_there(rulewright, card, tmp_path):
    """Tiles of the advanced boards and cards of the game alone are in no ordinary game of two."""
    written = tmp_path / "tried.yaml"
    ran = rulewright("try", "daimyo", card, "--scenario", written, typed="1\n" * 8 + "quit\n")
    assert ran.code == 0, ran.err
    assert "position of a game of " in ran.out


def test_what_is_tried_in_another_mode_is_written_with_its_options(rulewright, tmp_path):
    written = tmp_path / "tried.yaml"
    ran = rulewright("try", "daimyo", "seed_store", "--mode", "advanced", "--scenario", written, typed="quit\n")
    assert ran.code == 0, ran.err
    assert "\n  options: {" in written.read_text("utf-8")


def test_a_mode_without_the_card_says_so(rulewright):
    ran = rulewright("try", "daimyo", "seed_store", "--mode", "solo")
    assert ran.code == 2
    assert "`seed_store` is not in such a game" in ran.err


def test_where_it_is_tried_is_said_in_the_language_asked_for(rulewright):
    ran = rulewright("try", "daimyo", "rice_broker", "--lang", "fr", typed="quit\n")
    assert " : position d’une partie à " in ran.out.split("\n")[0]
    assert "Errno" not in rulewright("try", "daimyo", "rice_broker", "--given", "/no/such/file").err
