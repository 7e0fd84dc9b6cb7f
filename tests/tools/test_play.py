"""Play, resume and replay at a terminal that is a pipe."""

import re

import pytest

from interpreter.languages import LANGUAGES, language
from interpreter.play.game import Game
from interpreter.play.save import read_save, write_save
from interpreter.tools.console import Console

SCOOP = "take\nscoop_3\n"  # six of them empty a pile of 12 for two people: bots or people may take the rest
TWO = ("--players", "human,human")


def score(out):
    """The score sheets; what was achieved for the first time is not the same twice."""
    return out[out.index("The game is over") :].partition("\nAchievements of this game")[0]


def test_a_game_over_a_pipe_comes_to_its_end(rulewright):
    ran = rulewright("play", "pebbles", *TWO, "--seed", 7, "--option", "charms=none", typed="1\n3\n" + SCOOP * 3)
    assert ran.code == 0
    assert "Pebbles: 2 players, seed 7" in ran.out
    assert "Your choice (1-3): 3\n" in ran.out
    assert "Player 1 (human): 6 points, place 1\n    Pebbles taken      6\n" in ran.out
    assert "Shared victory: Player 1 (human), Player 2 (human)" in ran.out
    assert "\x1b" not in ran.out


def test_the_board_the_question_and_the_options_are_shown(rulewright):
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed="1\n").out
    assert "pile 12" in out
    assert "Player 1, it is up to you." in out
    assert "  1  Take pebbles\n  2  Search the bag\n" in out
    assert re.search(r"  3  Scoop of 3.*\n       Take 3 pebbles\.\n", out)


def test_an_option_is_chosen_by_number_by_key_or_by_label(rulewright):
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed="take pebbles\nSCOOP_2\n1\n1\nlog\n").out
    assert "Player 1\n  Take pebbles: pile −2; pebbles +2 (Pebbles taken)\n" in out
    assert "Player 2\n  Take pebbles: pile −1; pebble +1 (Pebbles taken)\n" in out


def test_in_french(rulewright):
    typed = "aide\nvoir\nfoo\nannuler\npourquoi\nsauver\njournal\n"
    ran = rulewright("play", "pebbles", "--seed", 1, "--lang", "fr", "--players", "human,random", typed=typed)
    for text in ("Prendre des cailloux", "tas 12", "`foo` n’est pas proposé", "Rien à annuler", "Fin de l’entrée"):
        assert text in ran.out


def test_a_french_system_is_spoken_to_in_french(rulewright, monkeypatch):
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert "Prendre des cailloux" in rulewright("play", "pebbles", *TWO).out


def test_bots_alone_play_to_the_end(rulewright):
    ran = rulewright("play", "pebbles", "--players", "greedy,greedy,random", "--seed", 7)
    assert ran.code == 0
    assert "Player 1\n  Take pebbles: pile −3; pebbles +3 (Pebbles taken)\n" in ran.out
    assert "Player 3 (random):" in ran.out
    assert re.search("Winner: Player|Shared victory", ran.out)


def test_quiet_leaves_the_log_out(rulewright):
    ran = rulewright("play", "pebbles", "--players", "greedy,random", "--seed", 7, "--quiet")
    assert "pebbles +" not in ran.out
    assert "The game is over." in ran.out


def test_commands_during_play(rulewright):
    typed = "look\nlog\nundo\ntake\nundo\nwhy scoop\nwhy\nsave\nhelp\n99\nserach\n\nquit\n"
    ran = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed)
    assert ran.code == 0
    for text in (
        "Nothing can be taken back", "The last choice is taken back.", "`scoop` is not", "Name what you are missing",
        "Name a file", "save FILE", "`99` is not on offer", "Did you mean `search`?", "Leaving the game.",
    ):  # fmt: skip
        assert text in ran.out, text


@pytest.mark.parametrize("word", ["quit", "exit", "q", "Q", "quitter"])
def test_a_game_is_left_by_more_than_one_word(rulewright, word):
    ran = rulewright("play", "pebbles", *TWO, "--seed", 1, "--lang", "fr", typed=f"{word}\n")
    assert ran.code == 0
    assert f"Votre choix (1-2) : {word}\nVous quittez la partie.\n" in ran.out


def test_read_tells_what_a_thing_is_and_where_it_lies(rulewright):
    typed = "read\nread scoop_3\nread Scoop of 2\nread scop_3\nread x\0y\nread charm_1\n"
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed).out
    assert "Name what you want to read" in out
    assert "Scoop of 3 (scoop scoop_3)\n  Take 3 pebbles.\n" in out
    assert "Scoop of 2 (scoop scoop_2)\n  Take 2 pebbles.\n" in out
    assert "Nothing is called `scop_3`.\nDid you mean `scoop_3`?\n" in out
    out = rulewright(
        "play", "pebbles", *TWO, "--seed", 1, "--lang", "fr", typed="lire scoop_3\nlire rien\nlire POIGNEE de 2\n"
    ).out
    assert "  Prenez 3 cailloux.\n" in out
    assert "Poignée de 2 (poignée scoop_2)\n  Prenez 2 cailloux.\n" in out
    assert "Rien ne s’appelle `rien`." in out


def test_the_question_is_short_and_the_options_tell_what_they_do(rulewright, pebbles):
    with (pebbles / "rules" / "play.yaml").open("a") as rules:
        rules.write("""
- action: haggle
  menu: turn
  name: {en: Haggle, fr: Marchander}
  source: designed
  effect: |
    choose one:
      small:
        take pebbles 1
        gain 1 pebbles
      large: take pebbles 2
""")
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed="haggle\n").out
    told = "  1  small\n       Take 1 pebble. Gain 1 pebble.\n  2  large\n       Take 2 pebbles.\nYour choice"
    assert f"\nHaggle: choose one\n{told}" in out


def test_undo_stops_at_another_players_decision_and_at_a_draw(rulewright):
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=SCOOP + "undo\n").out
    assert "Nothing can be taken back: another player has decided since." in out
    out = rulewright("play", "pebbles", "--players", "human,random", "--seed", 1, typed="search\nundo\n").out
    assert "Nothing can be taken back" in out
    assert (
        "Nothing can be taken back: nothing has been chosen yet."
        in rulewright("play", "pebbles", *TWO, "--seed", 1, typed="undo\n").out
    )
    out = rulewright("play", "pig", *TWO, "--seed", 3, typed="roll\nundo\n").out
    assert "Nothing can be taken back: something was rolled, drawn or revealed since." in out
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed="take\nundo\nundo\n").out
    assert out.index("is taken back") < out.index("Nothing can be taken back")


@pytest.mark.parametrize(
    "typed", ["", "1\n", "1\n2\n", "bogus\n", "\x00\n", "1" * 5000 + "\n", "\ud83d\n", "-1\n", "٣\n"]
)
def test_the_end_of_the_input_leaves_cleanly(rulewright, typed):
    ran = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed)
    assert ran.code == 0
    assert "The input has ended" in ran.out
    assert "rulewright resume" in ran.out or "--players human,human --seed 1" in ran.out


def test_an_unfinished_game_can_be_resumed_without_a_named_file(rulewright):
    ran = rulewright("play", "pebbles", "--players", "human,random", "--seed", 5, typed=SCOOP)
    path = ran.out.strip().splitlines()[-1].split()[-1]
    again = rulewright("resume", path, typed="log\n")
    assert "Resumed at step" in again.out
    assert "pebbles +3 (Pebbles taken)" in again.out


def test_ctrl_c_leaves_cleanly(rulewright, monkeypatch):
    def interrupted(self, prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "_read", interrupted)
    ran = rulewright("play", "pebbles", "--seed", 1)
    assert ran.code == 0
    assert "Interrupted" in ran.out


def test_ctrl_c_while_bots_think_leaves_cleanly(rulewright, monkeypatch, home):
    def interrupted(self, state, pending, seat, seed):
        raise KeyboardInterrupt

    monkeypatch.setattr(Game, "imagine_state", interrupted)
    ran = rulewright("play", "pebbles", "--seed", 1, "--save", "x.rws", typed=SCOOP)
    assert ran.code == 0
    assert "rulewright resume x.rws" in ran.out
    assert len(read_save("x.rws")[0].picks) == 2


def test_a_kept_game_is_saved_after_every_choice_and_goes_on_as_it_would_have(rulewright, home):
    players = ("--players", "human,greedy,random", "--option", "large_pile=yes")
    whole = rulewright("play", "pebbles", *players, "--seed", 3, "--save", "game.rws", typed=SCOOP * 9)
    full = read_save("game.rws")[0]
    (home / "game.rws").unlink()
    rulewright("play", "pebbles", *players, "--seed", 3, "--save", "game.rws", typed=SCOOP + "take\n")
    assert 2 < len(read_save("game.rws")[0].picks) < len(full.picks)
    rest = rulewright("resume", "game.rws", typed="scoop_3\n" + SCOOP * 9)
    assert read_save("game.rws")[0] == full
    assert score(whole.out) == score(rest.out)
    assert score(rulewright("resume", "game.rws").out) == score(whole.out)
    assert sorted(file.name for file in home.iterdir()) == ["game.rws", "pebbles"]


def test_a_save_that_cannot_be_written_is_known_at_the_start(rulewright, home):
    for path in (home, "no/x.rws", "/dev/null", "pebbles/pack.yaml"):
        ran = rulewright("play", "pebbles", "--save", path, *TWO, typed="1\n")
        assert ran.code == 2
        assert ran.err.startswith("rulewright: ")
        assert ran.out == ""


def test_saving_during_play_tells_what_is_wrong_and_goes_on(rulewright):
    typed = "save .\nsave a.rws\n" + SCOOP * 4
    ran = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed)
    assert "Not saved: " in ran.out
    assert "Saved to a.rws." in ran.out
    assert "The game is over." in ran.out


def test_a_fault_of_the_rules_is_told_and_the_game_goes_on(rulewright):
    broken = ("--option", "broken=yes", "--seed", "1")
    ran = rulewright("play", "pebbles", *TWO, *broken, typed=SCOOP + SCOOP + "look\n")
    assert ran.code == 0
    assert "A rule of the pack failed, and the choice was undone: " in ran.out
    assert "pebbles/rules/play.yaml:" in ran.out
    assert "pile 9" in ran.out[ran.out.index("was undone") :]
    ran = rulewright("play", "pebbles", "--players", "random,random", *broken)
    assert ran.code == 1
    assert "the game cannot go on: " in ran.err


# ------------------------------------------------------------------------------------------------ resume and replay


@pytest.fixture
def saved(rulewright, home):
    rulewright("play", "pebbles", "--players", "human,random", "--seed", 5, "--save", "game.rws", typed=SCOOP)
    return home / "game.rws"


def test_replay_shows_every_step(rulewright, saved):
    ran = rulewright("replay", saved)
    assert ran.code == 0
    assert "Step 2, Player 1 (human): Scoop of 3\n  pile −3" in ran.out
    assert "; the game is not over" in ran.out


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Step 4, Player 2 (greedy): Mine 3 (purple)\n  puts a governor on Mine 3 (purple); sends the scavenger"),
        (
            "fr",
            "Coup 4, Joueur 2 (greedy) : Mine 3 (île violette)\n  place un gouverneur sur Mine 3 (île violette) ; envoie le",
        ),
        (
            "de",
            "Zug 4, Spieler 2 (greedy): Mine 3 (violett)\n  setzt einen Gouverneur auf Mine 3 (violett); schickt den",
        ),
    ],
)
def test_a_replay_speaks_as_the_game_does(rulewright, lang, told):
    """The set-up is a paragraph and not a hundred lines, and what was done is told in the words of the pack."""
    rulewright(
        "play", "daimyo", "--players", "human,greedy", "--seed", 7, "--save", "game.rws", typed="1\n1\n1\nquit\n"
    )
    out = rulewright("replay", "game.rws", "--lang", lang).out
    assert told in out
    assert len(out[: out.index("1, ")].splitlines()) < 5


def test_a_replay_of_a_whole_game_ends_with_the_scores(rulewright):
    played = rulewright("play", "pebbles", "--players", "random,random", "--seed", 5, "--save", "game.rws")
    assert score(rulewright("replay", "game.rws").out) == score(played.out)


def test_a_replay_tells_no_secrets(rulewright, saved):
    assert "Charm of" not in rulewright("replay", saved).out.replace("Charm of 1 → bag", "")[600:]


def test_replay_step_by_step(rulewright, saved):
    ran = rulewright("replay", saved, "--step", typed="\nlook\n\nquit\n")
    assert ran.code == 0
    assert "Step 3" in ran.out
    assert "pile 9" in ran.out
    assert "Step 4" not in ran.out
    assert rulewright("replay", saved, "--step", typed="").code == 0


def test_a_damaged_save_offers_its_last_good_step(rulewright, saved):
    data = saved.read_bytes()
    saved.write_bytes(data[: data.index(b"pick", data.index(b"pick") + 1)])
    assert rulewright("replay", saved).code == 1
    refused = rulewright("resume", saved, typed="no\n")
    assert refused.code == 1
    assert "is damaged after step 1" in refused.out
    assert "left as it is" in refused.out
    agreed = rulewright("resume", saved, typed="yes\nquit\n")
    assert "Resumed at step 1." in agreed.out
    assert read_save(str(saved))[1] is None
    assert rulewright("replay", saved).code == 0


def test_going_on_from_an_earlier_step(rulewright, saved):
    assert "Resumed at step 0." in rulewright("resume", saved, "--step", 0, typed="").out
    ran = rulewright("resume", saved, "--step", 400)
    assert ran.code == 2
    assert "steps, not 400" in ran.err


def test_changed_or_missing_content_is_refused(rulewright, saved, pebbles):
    before = saved.read_bytes()
    cards = pebbles / "cards" / "all.yaml"
    cards.write_text(cards.read_text().replace("[1, 2, 3]", "[1, 2, 4]", 1))
    ran = rulewright("resume", saved)
    assert ran.code == 2
    assert re.search(r"content of `pebbles` 1\.0\.0 changed since this game began \(then \w{12}, now \w{12}\)", ran.err)
    pebbles.rename(pebbles.parent / "gone")
    ran = rulewright("resume", saved)
    assert ran.code == 2
    assert "needs the pack `pebbles` 1.0.0 (content " in ran.err
    assert saved.read_bytes() == before


def test_a_save_is_found_again_from_another_folder(rulewright, saved, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert rulewright("replay", saved).code == 0


def test_a_save_that_leads_to_another_state_is_refused(rulewright, saved, monkeypatch):
    monkeypatch.setattr(Game, "state_hash", "something else")
    ran = rulewright("resume", saved)
    assert ran.code == 2
    assert "no longer fits the rules at step" in ran.err


@pytest.mark.parametrize("change", [{"picks": (77,)}, {"picks": (0,) * 99}, {"players": ("human", "wizard")}, {"players": ("human",)},
                                    {"options": {"magic": True}}, {"options": {"broken": 7}}, {"lang": "xx"}])  # fmt: skip
def test_a_save_that_does_not_fit_is_refused(rulewright, saved, change):
    from dataclasses import replace

    write_save(str(saved), replace(read_save(str(saved))[0], **change))
    ran = rulewright("resume", saved)
    assert ran.code == (0 if "lang" in change else 2)


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_what_is_no_save_is_refused(rulewright, home, command):
    (home / "note").write_text("hello")
    for path in ("note", ".", "gone", "/dev/zero", "a\0b", ""):
        ran = rulewright(command, path)
        assert ran.code == 2
        assert ran.err.startswith("rulewright: ")


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_what_is_no_save_is_called_so_without_advice_on_saving(rulewright, home, command):
    (home / "note").write_text("hello")
    (home / "empty").write_text("")
    for path, told in (
        ("note", "`note` is not a Rulewright save"),
        ("empty", "`empty` is not a Rulewright save"),
        (".", "`.` is a folder, not a save"),
        ("/dev/zero", "`/dev/zero` is a device or a pipe, not a save"),
    ):
        assert rulewright(command, path).err == f"rulewright: {told}\n"


# ------------------------------------------------------------------------------------------------------- the words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_one_meaning(lang):
    """The English words are understood beside those of the language."""
    meanings = {}
    for table in (language("en").commands, language(lang).commands):
        for meaning, words in table.items():
            for word in words:
                assert meanings.setdefault(word, meaning) == meaning


def test_a_fault_while_looking_is_told_and_the_game_is_kept(rulewright, pebbles):
    """A value that is shown on the board breaks as soon as somebody has pebbles."""
    with (pebbles / "rules" / "play.yaml").open("a") as rules:
        rules.write(
            "\n- {value: wide, of: player, show: yes, source: designed, is: 'count(range(0, 100 * my.pebbles))'}\n"
        )
    ran = rulewright("play", "pebbles", *TWO, "--seed", 1, "--save", "game.rws", typed=SCOOP)
    assert ran.code == 1
    assert ran.err.startswith("rulewright: a rule of the pack failed: a range from 0 to 300 has more than 201 numbers")
    assert len(read_save("game.rws")[0].picks) == 2


@pytest.mark.parametrize("command", ["play", "replay"])
def test_a_game_that_a_neutral_rival_wins_ends_with_its_score(rulewright, home, command):
    """The one who belongs to nobody takes part in the result: it has a place, a sheet and a name."""
    answer = rulewright(
        *[
            "play",
            "daimyo",
            "--players",
            "random",
            "--mode",
            "solo",
            "--difficulty",
            "difficult",
            "--seed",
            "1",
            "--quiet",
            "--save",
            "lost.rws",
        ]
    )
    if command == "replay":
        answer = rulewright("replay", "lost.rws")
    assert answer.code == 0, answer.err
    assert "\nThe Empire: " in answer.out
    assert answer.out.rstrip().endswith("Winner: the Empire")


def test_why_runs_into_what_fails_behind_calls(rulewright):
    """What stands in the way lies behind a routine: it is run into, not given up."""
    answer = rulewright(
        "play", "five_kingdoms", "--players", "human,random", "--seed", "5", typed="why warrior_ursids\nquit\n"
    )
    assert "too many steps" not in answer.out + answer.err
    assert "warrior_ursids" in answer.out


# ------------------------------------------------------------------------------------- what a newcomer stumbles over


FOUR = ("--players", "human,human,human,human")


def test_why_takes_names_labels_and_numbers(rulewright):
    typed = "why TAKE  pebbles\nwhy search\nwhy 2\nwhy 3\nwhy scoop of 3\nwhy scoop of 9\nwhy search the bagg\n"
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed).out
    assert "`Take pebbles` is offered: 1.\n" in out
    assert out.count("`Search the bag` is offered: 2.\n") == 2
    assert "`3` is not part of this decision. Offered: 1 Take pebbles, 2 Search the bag.\n" in out
    assert "`Scoop of 3` can be chosen after: 1 Take pebbles.\n" in out
    assert "`scoop of 9` is not part of this decision. Offered: 1 Take pebbles, 2 Search the bag.\n" in out
    assert "\nDid you mean `Search the bag`?\n" in out


def test_why_shows_the_values_of_what_fails_under_the_name_of_the_thing(rulewright):
    typed = SCOOP * 3 + "take\nscoop_1\ntake\nwhy SCOOP OF 3\nwhy scoop_1\n"
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed).out
    assert "`Scoop of 3` is not offered: Scoop of 3’s size is more than the pile (now 3 and 2).\n" in out
    assert "`Scoop of 1` is offered: 1.\n" in out
    french = rulewright(
        "play", "pebbles", *TWO, "--seed", 1, "--lang", "fr", typed=typed + "pourquoi poignee de 3\npourquoi rien\n"
    ).out
    assert french.count("« Poignée de 3 » n’est pas au choix : la taille de la Poignée de 3 vaut plus que le tas") == 2
    assert "« rien » ne fait pas partie de ce choix. Proposé : 1 Poignée de 1, 2 Poignée de 2.\n" in french


def test_why_says_in_words_that_nothing_qualifies(rulewright, pebbles):
    with (pebbles / "rules" / "play.yaml").open("a") as rules:
        rules.write("""
- action: rest
  menu: turn
  name: {en: Rest, fr: Se reposer}
  source: designed
  effect: gain 0 pebbles
- action: polish
  menu: turn
  name: {en: Polish a charm, fr: Polir un charme}
  source: designed
  requires: any(my.purse where worth > 6)
  effect: gain 1 pebbles
- action: swap
  menu: turn
  name: {en: Swap a charm, fr: Échanger un charme}
  source: designed
  effect: |
    choose charm from my.purse where worth > 7
    gain 1 pebbles
""")
    out = rulewright("play", "pebbles", *FOUR, "--seed", 1, typed="2\n2\nwhy search the bag\nwhy polish a charm\n").out
    assert "`Search the bag` is not offered: there is no charm in the bag.\n" in out
    told = "you have no charm in your purse whose worth is more than 6"
    assert f"`Polish a charm` is not offered: {told}.\n" in out
    out = rulewright("play", "pebbles", *FOUR, "--seed", 1, "--lang", "fr", typed="pourquoi echanger un charme\n").out
    told = "vous n’avez aucun charme dans votre bourse dont la valeur vaut plus de 7"
    assert f"« Échanger un charme » n’est pas au choix : {told}.\n" in out


def test_why_tells_nothing_of_what_the_player_cannot_see(rulewright, pebbles):
    with (pebbles / "rules" / "play.yaml").open("a") as rules:
        rules.write("""
- action: show_off
  menu: turn
  name: {en: Show a charm, fr: Montrer un charme}
  source: designed
  effect: |
    choose charm from my.purse
    gain 1 pebbles
""")
    typed = "search\nsearch\nshow a charm\n" + "".join(f"why charm of {worth}\n" for worth in range(1, 7))
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed).out
    assert len(re.findall(r"`Charm of \d` is offered: [12]\.\n", out)) == 2
    assert len(re.findall(r"You do not see where `Charm of \d` is\.\n", out)) == 4


def test_why_speaks_of_another_copy_when_one_is_offered(rulewright, pebbles):
    cards = pebbles / "cards" / "all.yaml"
    cards.write_text(cards.read_text().replace('en: "Scoop of {size}"', "en: Scoop"))
    typed = SCOOP * 3 + "take\nscoop_1\ntake\nwhy scoop\n"
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed).out
    told = "Something else of that name is not: Scoop’s size is more than the pile (now 3 and 2).\n"
    assert f"`Scoop` is offered: 1, 2. {told}" in out


def kept(out):
    """The file a left game says it is kept in."""
    return out.strip().splitlines()[-1].split()[-1]


def test_the_automatic_save_never_takes_the_place_of_another_game(rulewright, home, pebbles):
    first = kept(rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP).out)
    before = read_save(first)
    assert first.endswith("pebbles-5.rws")
    other = kept(rulewright("play", "pebbles", *FOUR, "--seed", 5, typed=SCOOP).out)
    assert other.endswith("pebbles-5-2.rws")
    pebbles.rename(home / "copied")
    pebbles.symlink_to(home / "copied")
    copied = kept(rulewright("play", "copied", *TWO, "--seed", 5, "--option", "large_pile=yes", typed=SCOOP).out)
    assert copied.endswith("pebbles-5-3.rws")
    # The same set-up, but other choices: going on with the first game must stay possible.
    elsewhere = kept(rulewright("play", "copied", *TWO, "--seed", 5, typed="search\n").out)
    assert elsewhere.endswith("pebbles-5-4.rws")
    assert read_save(first) == before


def test_a_resumed_or_repeated_game_keeps_its_automatic_save(rulewright):
    first = kept(rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP).out)
    assert kept(rulewright("resume", first, typed=SCOOP).out) == first
    assert len(read_save(first)[0].picks) == 4
    assert kept(rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP * 2 + "take\n").out) == first
    assert len(read_save(first)[0].picks) == 5


def test_an_automatic_save_that_is_played_or_damaged_is_left_alone(rulewright):
    from interpreter.play.save import hold

    first = kept(rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP).out)
    with hold(first):
        second = kept(rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP * 2).out)
    assert second.endswith("pebbles-5-2.rws")
    assert len(read_save(first)[0].picks) == 2
    with open(second, "r+b") as file:
        file.truncate(300)
    assert kept(rulewright("play", "pebbles", *TWO, "--seed", 5, typed="search\n").out).endswith("pebbles-5-3.rws")


@pytest.mark.parametrize("where", ["inside", "outside", "path"])
def test_the_hint_names_the_program_as_it_can_be_typed(rulewright, monkeypatch, home, tmp_path, where):
    folder = home / "some bin" if where == "inside" else tmp_path / "bin"
    folder.mkdir()
    program = folder / "rulewright"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder if where == "path" else home))
    monkeypatch.setattr("sys.argv", ["some bin/rulewright" if where == "inside" else str(program)])
    typed = {"inside": "'some bin/rulewright'", "outside": str(program), "path": "rulewright"}[where]
    out = rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP).out
    assert f"Continue with: {typed} resume /" in out
    out = rulewright("play", "pebbles", *TWO, "--seed", 5, typed="").out
    assert f"Start the same game again with: {typed} play " in out


@pytest.mark.parametrize(("seed", "told"), [((), "Start another such game with: "), (("--seed", 5), "--seed 5")])
def test_a_game_that_is_left_at_once_is_called_the_same_only_with_its_seed(rulewright, seed, told):
    last = rulewright("play", "pebbles", *TWO, *seed, typed="quit\n").out.splitlines()[-1]
    assert told in last
    assert ("the same game" in last) == bool(seed)


def test_undo_works_after_resume_up_to_a_point_of_no_return(rulewright):
    path = kept(rulewright("play", "pebbles", *TWO, "--seed", 5, typed=SCOOP + "take\n").out)
    out = rulewright("resume", path, typed="undo\nundo\nlog\n").out
    assert out.index("The last choice is taken back.") < out.index("Nothing can be taken back")
    assert "pebbles +3 (Pebbles taken)" in out
    assert len(read_save(path)[0].picks) == 2


@pytest.mark.parametrize("typed", ["3", "0", "99", "7?"])
def test_a_number_that_is_not_offered_gets_no_strange_suggestion(rulewright, typed):
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=f"{typed}\n").out
    assert "is not on offer" in out
    assert "Did you mean" not in out


def test_alone_the_board_is_shown_again_when_a_turn_begins(rulewright, pebbles):
    pack = pebbles / "pack.yaml"
    pack.write_text(pack.read_text().replace("min: 2", "min: 1"))
    model = pebbles / "model.yaml"
    model.write_text(
        model.read_text().replace(
            "player:\n    vars:\n", "player:\n    vars:\n      tired: {type: truth, resets: turn}\n"
        )
    )
    rules = pebbles / "rules" / "play.yaml"
    rules.write_text(rules.read_text().replace("    offer turn\n", "    begin turn\n    offer turn\n"))
    out = rulewright("play", "pebbles", "--players", "human", "--seed", 1, typed=SCOOP).out
    assert re.findall(r"^pile \d+", out, re.MULTILINE) == ["pile 12", "pile 9"]


@pytest.mark.parametrize("command", [("play", "pebbles"), ("show", "pebbles"), ("resume", "x"), ("replay", "x")])
def test_an_unknown_language_is_refused_as_everything_else_is(rulewright, command):
    ran = rulewright(*command, "--lang", "tlh")
    assert (ran.code, ran.err) == (2, "rulewright: there is no language `tlh`\n  --lang is one of: en, fr, de\n")


def test_french_needs_no_brackets_and_has_its_colons(rulewright):
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, "--lang", "fr", typed="voir\n").out
    assert "sac : 4 non visibles\n" in out
    assert "bourse : 1 non visible\n" in out
    assert "(s)" not in out and "(e)" not in out
    out = rulewright("show", "pebbles", "--lang", "fr").out
    assert "  large-pile  yes [no] : Le tas a 24 cailloux\n" in out


@pytest.mark.parametrize("players", ["", " ", ",", " , "])
def test_a_game_without_players_is_called_so(rulewright, players):
    ran = rulewright("play", "pebbles", "--players", players)
    assert (ran.code, ran.err) == (2, "rulewright: nobody plays\n  a player is one of: human, greedy, random, uct\n")


@pytest.mark.parametrize("asked", ["en", "fr"])
def test_a_pack_that_does_not_speak_the_language_asked_for_says_so_once(rulewright, pebbles, asked):
    said = {
        "en": "Pebbles has texts in French only. / Les textes de Cailloux n’existent qu’en français.\n",
        "fr": "Les textes de Cailloux n’existent qu’en anglais. / Pebbles has texts in English only.\n",
    }
    assert "only. /" not in rulewright("play", "pebbles", *TWO, "--lang", asked).out
    pack, other = pebbles / "pack.yaml", {"en": "fr", "fr": "en"}[asked]
    pack.write_text(pack.read_text().replace("languages: [en, fr]", f"languages: [{other}]"))
    ran = rulewright("play", "pebbles", *TWO, "--seed", 5, "--lang", asked, typed=SCOOP + "quit\n")
    assert ran.code == 0
    assert ran.out.count(said[asked]) == 1
    assert ran.out.splitlines(keepends=True)[2] == said[asked]
    assert rulewright("resume", kept(ran.out)).out.count(said[asked]) == 1
    assert said[asked] not in rulewright("resume", kept(ran.out), "--lang", other).out


def test_the_card_a_question_is_about_is_shown_under_it(rulewright):
    shown = rulewright("play", "daimyo", "--players", "human", "--mode", "solo", "--seed", "12", typed="1\n" * 30).out
    assert "choose a die for the empire\n  Salvage Crew\n    Blue: The empire takes 1 tile from Red Island.\n" in shown


def test_people_who_share_a_screen_with_a_bot_are_told_everything_once(rulewright):
    ran = rulewright("play", "sealed_bids", "--players", "human,greedy,human", "--seed", 5, typed="0\n1\n2\n0\n1\n")
    between = ran.out.split("it is up to you")
    told = [[line for line in part.splitlines() if "florins −" in line] for part in between]
    assert any(told)
    assert all(len(lines) == len(set(lines)) for lines in told)


def test_many_plain_numbers_are_one_line(rulewright):
    out = rulewright("play", "sealed_bids", *TWO, "--seed", 7, typed="3\n").out
    assert "\n  " + "  ".join(map(str, range(21))) + "\nYour choice (0-20): " in out


def test_who_acts_is_named_again_after_a_part_of_the_game(rulewright):
    """Whoever chose last in a round and first in the next stood only above the end of the round."""
    out = rulewright("play", "ancient_world", "--players", "random,random", "--seed", 6).out
    lines = out.splitlines()
    begun = [at for at, line in enumerate(lines) if line.startswith("Round ") and "," not in line]
    assert len(begun) == 6
    for at in begun:
        first = next(line for line in lines[at + 1 :] if ": sends" in line or not line.startswith(" "))
        assert first.startswith("Player "), lines[at : at + 4]


def test_a_sign_of_the_table_can_be_read(rulewright):
    """What stands on the screen is known by it: a mine with a tower, a die, a tile by its number and colour."""
    typed = "1\n" * 40 + "look\n" + "read 4r\nread b6\nread p·· \n"
    out = rulewright("play", "daimyo", "--players", "human,human", "--seed", 3, typed=typed).out
    assert "Nothing is called `" not in out
    assert "Relic 4 (red) (relic tile" in out
    assert "Blue die (die " in out
    assert "Paddy 1 (" in out
