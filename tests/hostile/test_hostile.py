"""Packs that mean harm get what docs/safety.md promises: refused with an error, stopped with the game intact, or harmless.

The folders here are whole packs; `attacks.py` holds more, as changes of the fixture pack.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pace import within
from tiny_pack import checked, tiny_files
from wasm.beside import Inside

import interpreter
from hostile import attacks
from interpreter.check.keys import verb
from interpreter.diagnostics import Severity
from interpreter.machine import Fault, Machine
from interpreter.play import scenario
from interpreter.play.batch import step_batch
from interpreter.play.bots import BOTS
from interpreter.play.fast import FastGames
from interpreter.play.game import Game
from interpreter.play.pack import open_pack
from interpreter.play.scenario import read_scenarios, run_scenarios
from interpreter.play.simulate import play_out
from interpreter.prose import card_text

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent.name for path in HERE.glob("*/pack.yaml"))
SLOW = 2.0

REFUSED = {
    "filters_in_filters": "check/beyond-limit",
    "flip_what_has_one_face": "check/cannot-do",
    "names_with_lines": "pack/line-break",
    "offer_by_what_is_hidden": "check/secret-option",
    "remove_what_lies_nowhere": "check/cannot-do",
    "roll_cards": "check/cannot-do",
    "roll_players": "check/cannot-do",
    "values_that_square": "check/unknown-name",
}
STOPPED = {
    "choices_before_a_demand": "this takes too many steps in `blow up`",
    "sums_without_end": "this takes too many totals in `blow up`",
}
PLAYED = {
    "a_board_each",
    "hidden_pieces_touched",
    "numbers_below_zero",
    "one_id_in_two_kinds",
    "ready_through_a_verb",
    "turns_in_turns",
    "values_that_share_a_name",
    "verb_named_like_an_action",
    "verb_named_start",
    "verbs_that_double",
    "verbs_told_twice",
}


def errors(pack):
    return [one for one in pack.diagnostics if one.severity is Severity.ERROR]


def play_through(pack, seed=1, most=600):
    """Play a game by always taking what comes next in a row of picks, with every write watched; give the game."""
    pack.guarded = True
    game = pack.new_game(players=pack.players.start, seed=seed)
    while game.decision is not None and len(game.picks) < most:
        game.choose(len(game.picks) * 7 % len(game.decision.options))
        game.view(None).text("en")
    return game


def test_every_folder_has_its_promise():
    assert set(FOLDERS) == {*REFUSED, *STOPPED, *PLAYED}


@pytest.mark.parametrize("name", REFUSED)
def test_a_pack_is_refused_with_its_error(name):
    with within(SLOW):
        found = errors(open_pack(HERE / name))
    assert REFUSED[name] in [one.code for one in found]
    assert all(one.label.span.line > 0 for one in found)
    with pytest.raises(interpreter.PackError):
        interpreter.load(HERE / name)


@pytest.mark.parametrize("name", STOPPED)
def test_a_pack_is_stopped_with_the_rule_named(name):
    pack = interpreter.load(HERE / name)
    with within(SLOW), pytest.raises(Fault, match=STOPPED[name]) as stopped:
        play_through(pack)
    assert re.search(r"\.yaml:\d+:\d+\)$", str(stopped.value))


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_a_pack_plays_and_touches_nothing_it_may_not(name):
    game = play_through(interpreter.load(HERE / name))
    assert game.picks


def scores_of_a_turn(name):
    """What the score of each seat became, step by step."""
    game = interpreter.load(HERE / name).new_game(players=2, seed=1)
    return [line for line in game.log(None, "en") if "smiles" in line]


def test_each_card_runs_its_own_script_though_two_share_an_id():
    lines = scores_of_a_turn("one_id_in_two_kinds")
    assert lines[:2] == ["Player 1 gains 5 smiles", "Player 1 gains 1000 smiles"]


def test_a_verb_called_like_an_action_or_like_the_start_stays_a_verb():
    assert scores_of_a_turn("verb_named_like_an_action")[:1] == ["Player 1 gains 77 smiles"]
    assert scores_of_a_turn("verb_named_start") == []


def test_the_log_names_no_hidden_piece_whatever_touches_it():
    game = play_through(interpreter.load(HERE / "hidden_pieces_touched"))
    names = {
        name.en for name in (game.names.thing("token", n) for n in range(len(game.machine.layout.things["token"])))
    }
    told = "\n".join(line for line in game.log(None, "en") if "supply" not in line)
    assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", told)]


def test_numbers_below_zero_are_offered_as_what_they_are():
    game = interpreter.load(HERE / "numbers_below_zero").new_game(players=2, seed=1)
    assert game.decision.options.keys == ("-2", "-1", "0", "1", "2", "3")
    assert [option.label.en for option in game.decision.options] == ["-2", "-1", "0", "1", "2", "3"]
    game.choose(1)
    assert game.decision.options.keys == ("-4", "-3", "-2", "-1", "done")
    assert game.log(0, "en")[-1] == "Player 1 – height: -1"


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_every_bot_plays_with_numbers_below_zero_in_every_way_of_running(bot):
    pack = interpreter.load(HERE / "numbers_below_zero")
    seated = [(seed, (bot, "random")) for seed in range(4)]
    for fast in FastGames(pack, 2, pack.options()).play(seated):
        assert fast == play_out(pack.new_game(players=2, seed=fast.seed), fast.bots)


def test_numbers_below_zero_mean_what_the_engine_says():
    pack = interpreter.load(HERE / "numbers_below_zero")
    for seed in range(3):
        game = pack.new_game(players=2, seed=seed)
        stepping = Game(pack, 2, seed, game.options, Machine(game.machine.program, stepping=True))
        twin = Inside(game)
        while True:
            twin.compare()
            assert stepping.pending == game.pending
            if game.pending is None:
                break
            pick = len(game.picks) * 7 % len(game.pending.values)
            twin.chosen(game.pending.values[pick])
            game.choose(pick)
            stepping.choose(pick)


@pytest.mark.parametrize(("name", "told"), [("turns_in_turns", "play a round"), ("verbs_told_twice", "deal v2")])
def test_verbs_without_words_are_told_in_few_words(name, told):
    """What comes to itself, and what says two others that say two others: where it would have no end, by the phrase."""
    pack = interpreter.load(HERE / name)
    with within(SLOW):
        texts = [
            card_text(pack.vocabulary, verb.routine, lang)
            for verb in pack.vocabulary.verbs
            for lang in ("en", "fr", "de")
        ]
        game = pack.new_game(players=2, seed=1)
        for number, option in enumerate(game.decision.options):
            texts.append(option.label.en)
            note = game.decision.options.note(number)
            texts.append(note.en if note is not None else "")
    assert max(map(len, texts)) < 10_000
    assert told in " ".join(texts)


# ---- what else a stranger may try


@pytest.mark.parametrize("name", attacks.REFUSED)
def test_an_attack_is_refused(name):
    files, code = attacks.REFUSED[name]
    with within(SLOW):
        found = errors(checked(files))
    assert found
    assert any(one.code.startswith(code) for one in found), [one.code for one in found]


@pytest.mark.parametrize("text", attacks.FORMATS)
def test_a_text_is_a_text_and_fills_in_nothing(text):
    """In a term, in a name and in the words of a verb."""
    quoted = text.replace("'", "''")
    files = attacks.replaced(
        "text/en.yaml", "coins: {one: coin, many: coins}", f"coins: {{one: '{quoted}', many: '{quoted}'}}"
    )
    files |= attacks.rules(
        attacks.verb("'try {n: number} it'", "gain n coins", f"  text: {{en: '{quoted}', fr: '{quoted}'}}\n"),
        attacks.verb("go it", "try 2 it"),
        attacks.verb("plainly", "gain 2 coins"),
    )
    pack = checked(files)
    assert errors(pack) == []
    made = {one.name: one.routine for one in pack.vocabulary.verbs}
    for lang in ("en", "fr"):
        told = card_text(pack.vocabulary, made["go it"], lang) + card_text(pack.vocabulary, made["plainly"], lang)
        assert "<class" not in told
        assert len(told) < 1000
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("go it"), 0)
    assert "<class" not in "\n".join(game.log(0, "en"))


def test_names_of_python_are_names_like_others():
    pack = checked(attacks.python_names())
    assert not errors(pack), [one.message for one in errors(pack)]
    pack.guarded = True
    game = pack.new_game(players=2, seed=1)
    game.enter(verb("try it"), 0)
    assert game.log(0, "en")[-1] == "Player 1 gains 3 coins"
    game.enter(verb("count it"), 0)
    while game.pending is not None:
        game.choose(1)
    assert game.log(0, "en")[-1] == f"Player 1 gains {2 * len(attacks.PYTHON)} coins"


@pytest.mark.parametrize("first", range(0, len(attacks.WORDS), 4))
def test_a_game_is_the_same_whatever_its_ids_are_called(first):
    """Every sort of id, called like a word of what is printed; in Python, and where it can be in WebAssembly."""
    nothing = dict.fromkeys(tiny_files())
    plain, words = (
        checked({**nothing, **files})
        for files in (
            {path: text.format(*(f"w{n}" for n in range(18))).encode() for path, text in attacks.WORDS_AS_IDS.items()},
            attacks.words_as_ids(first),
        )
    )
    assert not errors(plain) + errors(words), [one.message for one in errors(plain) + errors(words)]
    assert play_through(words).state == play_through(plain).state
    ends = []
    for pack in (plain, words):
        games = step_batch(pack, 2, pack.options(), [1, 2], most=8)
        while any(games.waiting):
            games.step([1 if due else -1 for due in games.waiting])
        ends.append([games.scores(number) for number in (0, 1)])
    assert ends[0] == ends[1]


def test_a_scenario_is_metered_like_a_game():
    text = "- scenario: for ever\n  players: 2\n  given:\n    - |\n      set my.coins to 5000\n      repeat my.coins:\n        repeat my.coins:\n          gain 1 points\n  then: [my.coins is 3]\n"
    with within(2 * SLOW):
        pack = checked({"scenarios/long.yaml": text.encode()})
        assert errors(pack) == []
        (verdict,) = run_scenarios(pack, read_scenarios(pack))
    assert not verdict.passed
    assert "too many steps" in verdict.why


def test_scenarios_without_end_do_not_fill_the_memory(monkeypatch):
    """What is planned of the scripts of scenarios is forgotten after some thousands of them."""
    made, make = [], scenario._Player
    monkeypatch.setattr(scenario, "SCRIPTS_AT_ONCE", 50)
    monkeypatch.setattr(scenario, "_Player", lambda layout: made.append(1) or make(layout))
    given = ", ".join(f"gain {number} coins" for number in range(20))
    text = "".join(
        f"- scenario: number {number}\n  players: 2\n  given: [{given}]\n  then: [my.coins is 192]\n"
        for number in range(7)
    )
    pack = checked({"scenarios/many.yaml": text.encode()})
    assert all(verdict.passed for verdict in run_scenarios(pack, read_scenarios(pack)))
    assert len(made) > 2, "so many scripts fit one table: 22 of each scenario"


def test_a_game_without_end_is_left():
    """A million choices in a row: whoever simulates it gets an answer, and a player can leave at any of them."""
    files = attacks.rules(
        attacks.verb(
            "try it",
            "repeat 1000:\n  repeat 1000:\n    choose one:\n      wood: gain 1 coins\n      clay: lose 1 coins",
        )
    )
    files |= attacks.replaced("pack.yaml", "start: play the game", "start: try it")
    pack = checked(files)
    assert not errors(pack)
    game = pack.new_game(players=2, seed=1)
    for _ in range(300):
        game.choose(0)
    assert game.decision is not None


def test_a_flood_of_events_is_told_in_time():
    pack = checked(attacks.rules(attacks.verb("try it", "repeat 4900:\n  gain 1 coins\n  lose 1 coins")))
    assert not errors(pack)
    game = pack.new_game(players=2, seed=1)
    with within(SLOW):
        game.enter(verb("try it"), 0)
        assert len(game.log(0, "en")) > 9000


def test_checking_and_showing_a_pack_writes_nothing_and_runs_nothing(tmp_path):
    """Python itself reports what a process opens, starts and connects to while it reads and shows hostile packs."""
    watched = (
        "import os, sys\n"
        "bad = []\n"
        "def look(event, given):\n"
        "    if event == 'open' and given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):\n"
        "        bad.append((event, str(given[0])))\n"
        "    if event.startswith(('socket.', 'subprocess.', 'ctypes.', 'shutil.', 'tempfile.', 'sqlite3.', 'webbrowser.')):\n"
        "        bad.append((event, str(given)[:80]))\n"
        "    if event.startswith('os.') and event not in ('os.listdir', 'os.scandir', 'os.putenv', 'os.unsetenv', 'os.mkdir'):\n"
        "        bad.append((event, str(given)[:80]))\n"
        "    if event == 'os.mkdir' and not str(given[0]).startswith('/dev/null/none'):\n"
        "        bad.append((event, str(given)[:80]))\n"
        "import interpreter.tools.commands.check, interpreter.tools.commands.show, interpreter.play.pack\n"
        "import interpreter.tools.cli as cli\n"
        "sys.addaudithook(look)\n"
        "for name in sys.argv[1:]:\n"
        "    cli.main(['check', name])\n"
        "    cli.main(['show', name])\n"
        "print('BAD', bad)\n"
    )
    folders = [str(HERE / name) for name in FOLDERS]
    done = subprocess.run(
        [sys.executable, "-c", watched, *folders],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": "/dev/null/none", "HOME": "/dev/null/none"},
        cwd=tmp_path,
    )
    assert done.stdout.splitlines()[-1] == "BAD []"
    assert not list(tmp_path.iterdir())


def test_the_fixture_is_what_the_attacks_change():
    assert errors(checked(tiny_files())) == []


@pytest.mark.parametrize(("who", "told"), [("me", []), ("me.left", ["check/secret-option"])])
def test_with_whom_a_card_lies_is_asked_only_of_what_one_sees(who, told):
    """All that a player holds is open to them here: whether a card is among it they may know, with whom else it lies not."""
    effect = f"choose one:\n  wood if sage.player is {who}: gain 1 wood\n  clay: gain 1 clay"
    own = attacks.replaced(
        "model.yaml",
        "      deck: {holds: card, ordered: yes, visible: nobody}",
        "      deck: {holds: card, visible: owner}",
    )
    found = errors(checked({**own, **attacks.rules(attacks.verb("try it", effect))}))
    assert [one.code for one in found] == told
