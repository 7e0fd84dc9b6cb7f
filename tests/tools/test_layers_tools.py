"""Packs on packs at the command line: --with, show, diff, saves; packs as files: build, install, list, remove."""

import json
import os
import shutil
import zipfile
from itertools import permutations
from pathlib import Path

import pytest

import interpreter
from interpreter.play.errors import PackError
from interpreter.source.find import installed_folder

GEMS = Path(__file__).parent.parent / "packs" / "pebbles_gems"
DUSK = """\
id: dusk
version: 0.1.0
title: {en: Dusk, fr: Crépuscule}
requires: {pebbles: ">=1, <2"}
"""


@pytest.fixture
def gems(home):
    """An expansion that a test may break, beside its game."""
    shutil.copytree(GEMS, home / "pebbles_gems")
    return home / "pebbles_gems"


@pytest.fixture
def dusk(home):
    """A second expansion, which touches nothing the first one does."""
    (home / "dusk" / "cards").mkdir(parents=True)
    (home / "dusk" / "pack.yaml").write_text(DUSK)
    (home / "dusk" / "cards" / "x.yaml").write_text("charm: [{change: charm_2, worth: 20}]\n")
    return home / "dusk"


# --- every command ----------------------------------------------------------------------


def test_the_expansion_is_sound_and_tested(rulewright, gems):
    assert rulewright("check", gems).out == "1 checked: 0 errors, 0 warnings\n"
    assert rulewright("test", gems).out == "2 scenarios: 2 passed, 0 failed\n"
    assert rulewright("test", gems / "scenarios" / "gems.yaml").out == "2 scenarios: 2 passed, 0 failed\n"
    assert rulewright("coverage", gems).out == "2 of 2 rules have a scenario (100 %)\n"


def test_an_expansion_speaks_the_languages_it_declares(rulewright, dusk):
    (dusk / "pack.yaml").write_text("""\
id: dusk
version: 0.1.0
title: {en: Dusk}
requires: {pebbles: ">=1, <2"}
languages: [en]
""")
    (dusk / "model.yaml").write_text("kinds: {player: {vars: {owls: {}}}, tree: {scripts: {effect: effect}}}\n")
    (dusk / "text").mkdir()
    (dusk / "text" / "en.yaml").write_text("terms: {owls: {one: owl, many: owls}, tree: tree}\n")
    (dusk / "cards" / "x.yaml").write_text(
        "tree: [{id: night, name: {en: Night}, source: designed, effect: gain 2 owls}]\n"
    )
    checked = rulewright("check", dusk)
    assert checked.code == 0, checked.out
    assert checked.out.count("note:") == 1
    assert checked.out.splitlines()[-1] == "1 checked: 0 errors, 0 warnings, 1 note"
    shown = rulewright("show", dusk, "night", "--lang", "fr").out
    assert "Night" in shown
    assert "owls" in shown
    game = interpreter.load(dusk).new_game(players=2, seed=1)
    assert game.names.term("owls", 2).get("fr") == "owls"
    assert game.names.term("owls").get("fr") == "owl"


def test_its_folder_is_the_game(rulewright, gems):
    alone = rulewright("simulate", gems, "--players", 2, "--games", 5)
    asked = rulewright("simulate", "pebbles", "--with", gems, "--players", 2, "--games", 5)
    assert alone.code == asked.code == 0
    assert alone.out == asked.out
    assert alone.out != rulewright("simulate", "./pebbles", "--players", 2, "--games", 5).out


def test_every_order_of_with(rulewright, gems, dusk):
    told = {
        rulewright("simulate", first, *(f"--with={one}" for one in others), "--players", 2, "--games", 3).out
        for first, *others in permutations(("./pebbles", "pebbles_gems", "dusk"))
    }
    assert len(told) == 1
    packs = [interpreter.load(a, with_=[b, c]) for a, b, c in permutations(("./pebbles", "pebbles_gems", "dusk"))]
    assert len({pack.digest for pack in packs}) == 1
    assert packs[0].id == "dusk+pebbles_gems"


def test_a_pack_behind_with_that_is_not_there(rulewright, gems):
    failed = rulewright("check", "./pebbles", "--with", "no_such_pack")
    assert failed.code == 2
    assert "there is no pack" in failed.err


def test_a_conflict_is_told_by_every_command(rulewright, gems, dusk):
    (dusk / "cards" / "x.yaml").write_text("charm: [{change: charm_6, worth: 20}]\n")
    sound = rulewright("show", gems, "--with", dusk)
    assert (sound.code, sound.out.splitlines()[0]) == (0, "1 error: only what is sound is shown")
    for command in (["check"], ["test"], ["show", "charm_6"], ["simulate", "--players", "2"], ["play"]):
        told = rulewright(command[0], gems, *command[1:], "--with", dusk)
        assert told.code in (1, 2)
        assert "`dusk` and `pebbles_gems` both change `worth` of charm `charm_6`" in told.out + told.err
    with pytest.raises(PackError) as error:
        interpreter.load("pebbles_gems", with_=["dusk"])
    assert [one.code for one in error.value.diagnostics] == ["pack/conflict"]


def test_studies_of_an_expansion(rulewright, gems):
    study = """\
- study: gems
  players: 2
  games: 4
  figures:
    - {figure: polished, mean: my.gems, max: 100}
"""
    (gems / "balance.yaml").write_text(study)
    told = rulewright("balance", gems, "--games", 4)
    assert told.code == 0 and "polished" in told.out


# --- where everything comes from --------------------------------------------------------


def test_every_key_tells_its_place(rulewright, gems):
    assert (
        rulewright("show", "pebbles_gems", "charm_6", "--resolved").out
        == """\
charm charm_6
  id: charm_6   # pebbles pebbles/cards/all.yaml:10
  name: {en: Charm of 7}   # pebbles_gems pebbles_gems/cards/gems.yaml:16
  name: {fr: Charme de 6}   # pebbles pebbles/cards/all.yaml:12
  worth: 7   # pebbles_gems pebbles_gems/cards/gems.yaml:15
  source: rulebook   # pebbles pebbles/cards/all.yaml:14
  rule: PB-3   # pebbles pebbles/cards/all.yaml:15
"""
    )
    assert (
        "start: 14   # pebbles_gems pebbles_gems/model.yaml:18"
        in rulewright("show", "pebbles_gems", "pile", "--resolved").out
    )
    assert rulewright("show", gems, "--resolved").code == 0


def test_what_a_pack_does_in_words(rulewright, gems):
    told = rulewright("diff", "./pebbles", gems).out.splitlines()
    for line in (
        "new action Polish a gem (polish)",
        "new kind gem",
        "new terms in fr: shine, dull, bright, gem, gems, facets, box, pouch, polished, rare, turn",
        "var pile of the table: start 12 → 14",
        "option charms: values + rare",
        "term in en pile: one pile → heap",
        "  worth 6 → 7",
        "    + take pebbles 2",
        "without charm Charm of 1 (charm_1)",
    ):
        assert line in told
    assert rulewright("diff", gems, gems).out == f"`{gems}` and `{gems}` are the same game\n"


def test_what_cards_do_by_themselves_in_words(rulewright, pebbles, home):
    """Standing changes and reactions are told by their sentences, on new cards and on changed ones; so is a rule's reaction."""
    pack = home / "luck"
    for folder in ("cards", "rules"):
        (pack / folder).mkdir(parents=True)
    (pack / "pack.yaml").write_text('id: luck\nversion: 0.1.0\ntitle: Luck\nrequires: {pebbles: ">=1, <2"}\n')
    (pack / "cards" / "all.yaml").write_text(
        "charm:\n"
        "  - {id: clover, name: Clover, worth: 2, source: designed,\n"
        "     standing: [{value: player.luck, while: this in my.purse, add: 2}]}\n"
        "  - change: charm_6\n"
        "    standing: [{value: player.luck, while: this in my.purse, add: 1}]\n"
    )
    (pack / "rules" / "all.yaml").write_text(
        "- {when: after take a turn by me, source: designed, effect: gain 1 pebbles}\n"
    )
    told = rulewright("diff", "./pebbles", pack).out
    assert "new charm Clover (clover)\n  While this charm is in your purse, your luck is 2 higher.\n" in told
    assert "charm Charm of 6 (charm_6): + While this charm is in your purse, your luck is 1 higher.\n" in told
    assert "take a turn, gain 1 pebble.\n" in told
    back = rulewright("diff", pack, "./pebbles").out
    assert "charm Charm of 6 (charm_6): - While this charm is in your purse, your luck is 1 higher.\n" in back
    assert "standing" not in told + back


def test_what_is_wrapped_and_what_is_not_any_more_in_words(rulewright, pebbles, home):
    """Also backwards, as between two versions of a pack; of lists what came and what went, and kinds before their parts."""
    pack = home / "luck"
    (pack / "rules").mkdir(parents=True)
    (pack / "pack.yaml").write_text('id: luck\nversion: 0.1.0\ntitle: Luck\nrequires: {pebbles: ">=1, <2"}\n')
    (pack / "model.yaml").write_text("kinds: {ghost: {plural: ghosts, fields: {shade: number}}}\n")
    (pack / "rules" / "all.yaml").write_text(
        "- {change: verb take pebbles, rule: [PB-2, PB-1], before: gain 1 pebbles, effect: as before, after: gain 2 pebbles}\n"
        "- {change: value player.luck, is: 1 + as before}\n"
    )
    told = rulewright("diff", "./pebbles", pack).out
    back = rulewright("diff", pack, "./pebbles").out
    assert "new kind ghost\nnew field shade of ghost\n" in told
    assert "  rule + PB-1\n" in told and "  rule - PB-1\n" in back
    for line in ("value player.luck: luck goes around `is`{}: 1 + as before", "  luck goes around `effect`{}: as before",
                 "  luck does this before `effect`{}: gain 1 pebbles", "  luck does this after `effect`{}: gain 2 pebbles"):  # fmt: skip
        assert line.format("") + "\n" in told and line.format(" no longer") + "\n" in back + "\n"


def test_a_new_face_in_words(rulewright, pebbles, home):
    for name, requires, cards in (
        ("two", "pebbles: '>=1, <2'", "coin: [{id: cent, source: designed, faces: [{name: Heads}, {name: Tails, effect: gain 1 pebbles}]}]"),
        ("three", "two: '<1'", "coin: [{change: cent, faces: {add: [{name: {en: Edge, fr: Tranche}, effect: gain 3 pebbles}]}}]"),
    ):  # fmt: skip
        (home / name / "cards").mkdir(parents=True)
        (home / name / "pack.yaml").write_text(f"id: {name}\nversion: 0.1.0\ntitle: {name}\nrequires: {{{requires}}}\n")
        (home / name / "cards" / "all.yaml").write_text(cards + "\n")
    (home / "two" / "model.yaml").write_text("kinds: {coin: {faces: 2, scripts: {effect: effect}}}\n")
    (home / "three" / "model.yaml").write_text("change: {kinds: {coin: {faces: 3}}}\n")
    assert "coin Heads (cent): new face Edge: Gain 3 pebbles.\n" in rulewright("diff", "two", "three").out
    assert "new face Tranche\u202f: Gagnez 3 cailloux." in rulewright(
        "diff", "two", "three", "--lang", "fr"
    ).out.replace("\xa0", "\u202f")
    assert "coin Heads (cent): without face Edge: Gain 3 pebbles.\n" in rulewright("diff", "three", "two").out


# --- saves ------------------------------------------------------------------------------


def test_a_save_pins_every_pack(rulewright, gems, dusk, home):
    played = rulewright("play", gems, "--with", dusk, "--players", "random,random", "--seed", 3, "--save", "a.rws")
    assert played.code == 0
    head = json.loads((home / "a.rws").read_text().splitlines()[1].split(" ", 1)[1].rsplit(" ", 1)[0])
    assert [pin[:2] for pin in head["packs"]] == [["pebbles", "1.0.0"], ["dusk", "0.1.0"], ["pebbles_gems", "0.2.0"]]
    assert head["stack"] == interpreter.load("dusk", with_=["pebbles_gems"]).digest
    assert rulewright("replay", "a.rws").code == 0
    os.chdir(home.parent)
    assert rulewright("replay", home / "a.rws").code == 0  # from any folder


def test_a_save_says_which_pack_is_not_what_it_was(rulewright, gems, dusk, home):
    rulewright("play", gems, "--with", dusk, "--players", "random,random", "--seed", 3, "--save", "a.rws")
    (dusk / "cards" / "x.yaml").write_text("charm: [{change: charm_2, worth: 21}]\n")
    told = rulewright("resume", "a.rws")
    assert told.code == 2
    assert "The content of `dusk` 0.1.0 changed since this game began" in told.err
    assert "pebbles" not in told.err.split("Bring")[0].replace("dusk", "")
    (dusk / "cards" / "x.yaml").write_text("charm: [{change: charm_2, worth: 20}]\n")
    assert rulewright("replay", "a.rws").code == 0
    dusk.rename(home / "moved")
    told = rulewright("resume", "a.rws")
    assert told.code == 2
    assert "This game needs the pack `dusk` 0.1.0 (content " in told.err


def test_a_save_of_a_pack_that_requires_more_now(rulewright, gems, dusk):
    rulewright("play", gems, "--players", "random,random", "--seed", 3, "--save", "a.rws")
    manifest = (gems / "pack.yaml").read_text()
    (gems / "pack.yaml").write_text(manifest.replace('{pebbles: ">=1.0, <2"}', '{pebbles: ">=1.0, <2", dusk: "<1"}'))
    told = rulewright("resume", "a.rws")
    assert "The content of `pebbles_gems` 0.2.0 changed" in told.err
    assert "This game began without `dusk` 0.1.0" in told.err


def test_a_pack_that_moved_is_found_by_its_name(rulewright, gems, home):
    rulewright("play", gems, "--players", "random,random", "--seed", 3, "--save", "a.rws")
    for name in ("pebbles", "pebbles_gems"):
        rulewright("pack", "build", name, "--to", f"{name}.zip")
        shutil.rmtree(home / name)
    for name in ("pebbles", "pebbles_gems"):
        assert rulewright("pack", "install", f"{name}.zip").code == 0
        (home / f"{name}.zip").unlink()
    assert rulewright("replay", "a.rws").code == 0


def test_a_pack_that_was_renamed_is_asked_for_by_its_old_name(rulewright, gems):
    """A save stays whole, and says which pack it waits for; renamed back it goes on."""
    rulewright("play", gems, "--players", "random,random", "--seed", 3, "--save", "a.rws")
    manifest = (gems / "pack.yaml").read_text()
    (gems / "pack.yaml").write_text(manifest.replace("id: pebbles_gems", "id: pebbles_jewels"))
    kept = Path("a.rws").read_bytes()
    told = rulewright("replay", "a.rws")
    assert told.code != 0 and "Traceback" not in told.err
    assert "pebbles_gems" in told.err
    assert Path("a.rws").read_bytes() == kept
    (gems / "pack.yaml").write_text(manifest)
    assert rulewright("replay", "a.rws").code == 0


def test_an_old_save_of_one_pack_is_as_it_was(rulewright, home):
    rulewright("play", "./pebbles", "--players", "random,random", "--seed", 3, "--save", "a.rws")
    assert '"stack"' not in (home / "a.rws").read_text()
    assert rulewright("replay", "a.rws").code == 0


# --- packs as files ---------------------------------------------------------------------


def test_a_pack_is_built_installed_played_and_removed(rulewright, gems, home):
    first = rulewright("pack", "build", "./pebbles")
    assert first.out.startswith("pebbles-1.0.0.zip: pebbles 1.0.0, 8 files")
    assert rulewright("pack", "build", gems).code == 0
    refused = rulewright("pack", "install", "pebbles_gems-0.2.0.zip")
    assert refused.code == 1 and "requires the pack `pebbles`, which is not there" in refused.err
    assert rulewright("pack", "list").out == "no packs are installed\n"
    assert rulewright("pack", "install", "pebbles-1.0.0.zip").code == 0
    assert rulewright("pack", "install", "pebbles_gems-0.2.0.zip").code == 0
    shutil.rmtree(home / "pebbles")
    shutil.rmtree(gems)
    os.chdir(home.parent)
    assert rulewright("simulate", "pebbles_gems", "--players", 2, "--games", 2).code == 0
    listed = " ".join(rulewright("packs").out.split())
    assert "pebbles_gems 0.2.0 Pebbles: Gems (on pebbles >=1.0, <2, installed)" in listed
    assert "pebbles" in [one["name"] for one in json.loads(rulewright("packs", "--json").out)]
    needed = rulewright("pack", "remove", "pebbles")
    assert needed.code == 2 and "`pebbles` is needed by `pebbles_gems`" in needed.err
    assert rulewright("pack", "remove", "pebbles_gems").out == "removed pebbles_gems 0.2.0\n"
    assert rulewright("pack", "remove", "pebbles").code == 0
    assert rulewright("play", "pebbles").code == 2


def test_a_folder_here_goes_before_an_installed_pack_of_its_name(rulewright, gems, home):
    """Who has installed his pack and goes on writing it works on the folder; games of the installed one stay its own."""
    for name in ("./pebbles", gems):
        rulewright("pack", "build", name, "--to", "a.zip")
        rulewright("pack", "install", "a.zip")
    (home / "elsewhere").mkdir()
    os.chdir(home / "elsewhere")
    save = home / "a.rws"
    assert rulewright("play", "pebbles_gems", "--players", "random,random", "--seed", 3, "--save", save).code == 0
    os.chdir(home)
    gems.rename(home / "pebbles_gems")
    (home / "pebbles_gems" / "cards" / "x.yaml").write_text("charm: [{change: charm_2, worth: 21}]\n")
    assert "worth 2 → 21" in rulewright("diff", "pebbles", "pebbles_gems").out
    assert "worth: 21" in rulewright("show", "pebbles_gems", "charm_2", "--resolved").out
    rulewright("pack", "build", "pebbles_gems", "--to", "b.zip")
    told = rulewright("pack", "install", "b.zip")
    assert told.code == 2 and "already installed with other content" in told.err
    above = home / "above"
    above.mkdir()
    (above / "pack.yaml").write_text('id: above\nversion: 0.1.0\ntitle: Above\nrequires: {pebbles_gems: "<1"}\n')
    assert "worth: 21" in rulewright("show", "above", "charm_2", "--resolved").out
    assert rulewright("replay", save).code == 0


def test_the_same_pack_gives_the_same_bytes(rulewright, pebbles, home):
    rulewright("pack", "build", "./pebbles", "--to", "a.zip")
    copy = home / "copy"
    shutil.copytree(pebbles, copy)
    for path in copy.rglob("*"):
        os.utime(path, (1, 1))
    (copy / ".DS_Store").write_bytes(b"x")
    rulewright("pack", "build", "copy", "--to", "b.zip")
    assert (home / "a.zip").read_bytes() == (home / "b.zip").read_bytes()
    rulewright("pack", "build", "a.zip", "--to", "c.zip")
    assert (home / "a.zip").read_bytes() == (home / "c.zip").read_bytes()


def test_installing_again(rulewright, pebbles, home):
    rulewright("pack", "build", "./pebbles", "--to", "a.zip")
    assert rulewright("pack", "install", "a.zip").code == 0
    assert rulewright("pack", "install", "a.zip").code == 0
    model = (pebbles / "model.yaml").read_text()
    (pebbles / "model.yaml").write_text(model.replace("start: 12", "start: 13"))
    rulewright("pack", "build", "./pebbles", "--to", "b.zip")
    again = rulewright("pack", "install", "b.zip")
    assert again.code == 2 and "`pebbles` 1.0.0 is already installed with other content" in again.err
    (pebbles / "pack.yaml").write_text((pebbles / "pack.yaml").read_text().replace("1.0.0", "1.1.0"))
    rulewright("pack", "build", "./pebbles", "--to", "c.zip")
    assert rulewright("pack", "install", "c.zip").out.startswith("installed pebbles 1.1.0, in place of 1.0.0")


def test_a_version_that_another_pack_cannot_stand_on(rulewright, gems, pebbles):
    rulewright("pack", "build", "./pebbles", "--to", "a.zip")
    rulewright("pack", "install", "a.zip")
    rulewright("pack", "build", gems, "--to", "g.zip")
    rulewright("pack", "install", "g.zip")
    (pebbles / "pack.yaml").write_text((pebbles / "pack.yaml").read_text().replace("1.0.0", "2.0.0"))
    rulewright("pack", "build", "./pebbles", "--to", "b.zip")
    told = rulewright("pack", "install", "b.zip")
    assert told.code == 2 and "`pebbles` is needed by `pebbles_gems` (>=1.0, <2)" in told.err


def test_a_pack_that_saved_games_need(rulewright, pebbles, home):
    rulewright("pack", "build", "./pebbles", "--to", "a.zip")
    rulewright("pack", "install", "a.zip")
    shutil.rmtree(pebbles)
    rulewright("play", "pebbles", "--seed", 3, typed="1\nquit\n")
    told = rulewright("pack", "remove", "pebbles")
    assert told.code == 2 and "`pebbles` 1.0.0 is needed by 1 saved game" in told.err
    assert rulewright("pack", "remove", "pebbles", "--anyway").code == 0


def test_names_that_are_not_there_or_taken(rulewright, pebbles, home):
    assert "no pack `pebles` is installed" in rulewright("pack", "remove", "pebles").err
    assert "comes with the program" in rulewright("pack", "remove", "pig").err
    (pebbles / "pack.yaml").write_text((pebbles / "pack.yaml").read_text().replace("id: pebbles", "id: pig"))
    rulewright("pack", "build", "./pebbles", "--to", "a.zip")
    assert "is the name of a pack that comes with the program" in rulewright("pack", "install", "a.zip").err
    assert rulewright("pack", "install", "./pebbles").code == 2
    assert rulewright("pack", "install", "nowhere.zip").code == 2
    assert rulewright("pack", "build", "nowhere").code == 2
    (home / "notes.txt").write_text("mine")
    assert "is not a pack file" in rulewright("pack", "build", "./pebbles", "--to", "notes.txt").err
    assert (home / "notes.txt").read_text() == "mine"
    assert rulewright("pack", "build", "./pebbles", "--to", "no/such/folder/a.zip").code == 2


def test_a_pack_with_errors_is_neither_built_nor_installed(rulewright, gems, home):
    (gems / "cards" / "x.yaml").write_text("charm: [{change: charm_99, worth: 1}]\n")
    built = rulewright("pack", "build", gems)
    assert built.code == 1 and "there is no charm `charm_99` below to change" in built.err
    assert not list(home.glob("*.zip"))


EVIL = {
    "climbing": ("../evil.yaml", b"x"),
    "absolute": ("/etc/evil.yaml", b"x"),
    "drive": ("C:\\evil.yaml", b"x"),
    "program": ("plugin.py", b"print()"),
    "archive": ("inner.zip", b"PK\x03\x04"),
    "archive under another name": ("assets/a.png", b"PK\x03\x04rest"),
    "reserved": ("CON.yaml", b"x"),
    "long": ("cards/" + "a" * 300 + ".yaml", b"x"),
    "second manifest": ("inner/pack.yaml", b"id: x"),
    "bomb": ("assets/a.svg", b"\0" * 20_000_000),
}


@pytest.mark.parametrize("name", EVIL)
def test_no_archive_writes_anything(rulewright, pebbles, home, name):
    member, content = EVIL[name]
    with zipfile.ZipFile(home / "evil.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(pebbles.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(pebbles).as_posix())
        archive.writestr(zipfile.ZipInfo(member) if name != "bomb" else member, content)
    before = sorted(path for path in home.parent.rglob("*"))
    told = rulewright("pack", "install", "evil.zip")
    assert told.code in (1, 2) and "pack/" in told.err
    assert sorted(path for path in home.parent.rglob("*")) == before
    assert not installed_folder().exists()


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"PK\x03\x04", b"\x1f\x8b\x08rest", b"id: x\n", b"PK\x05\x06" + b"\0" * 18]
)
def test_files_that_are_no_packs(rulewright, home, content):
    (home / "a.zip").write_bytes(content)
    assert rulewright("pack", "install", "a.zip").code in (1, 2)
    assert not installed_folder().exists()


def test_a_damaged_pack_among_the_installed_ones(rulewright, home):
    installed_folder().mkdir(parents=True)
    (installed_folder() / "rotten.zip").write_bytes(b"PK\x03\x04nothing")
    (installed_folder() / "liar.zip").write_bytes(b"")
    assert "rotten" in rulewright("packs").out and "cannot be read" in rulewright("packs").out
    assert rulewright("play", "rotten").code == 2
    assert rulewright("pack", "remove", "rotten").code == 0


# --- hostile places ---------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_folder_whose_name_is_no_text(rulewright, gems):
    odd = os.fsdecode(b"gems\xff\x1b[2J")
    gems.rename(gems.parent / odd)
    told = rulewright("check", odd)
    assert (told.code, told.out) == (0, "1 checked: 0 errors, 0 warnings\n")
    shown = ("diff", "./pebbles", odd), ("show", odd, "charm_6", "--resolved")
    for argv in (*shown, ("simulate", odd, "--players", 2, "--games", 1)):
        told = rulewright(*argv)
        assert told.code == 0
        assert "\x1b" not in told.out + told.err
    built = rulewright("pack", "build", odd, "--to", f"{odd}.zip")
    assert built.code == 0
    assert "\x1b" not in built.out
    assert rulewright("pack", "build", "./pebbles").code == 0
    assert rulewright("pack", "install", "pebbles-1.0.0.zip").code == 0
    assert rulewright("pack", "install", f"{odd}.zip").out.startswith("installed pebbles_gems 0.2.0")


def test_a_game_of_a_stack_can_be_sealed(rulewright, gems):
    rulewright("play", gems, "--players", "human,greedy", "--seed", 4, "--sealed", "--save", "g.rws", typed="1\nq\n")
    text = Path("g.rws").read_text()
    assert '"stack":' in text
    assert '"sealed":' in text
    assert '"seed":' not in text
    told = rulewright("resume", "g.rws", typed="q\n")
    assert told.code == 0
    assert '"stack":' in Path("g.rws").read_text()
    (gems / "cards" / "gems.yaml").write_text(
        (gems / "cards" / "gems.yaml").read_text().replace("worth: 9", "worth: 8")
    )
    told = rulewright("resume", "g.rws", typed="q\n")
    assert told.code == 2
    assert "pebbles_gems" in told.err


def test_the_help_of_every_way_to_use_packs_lists_its_exit_codes(rulewright, capsys):
    for doing in ("build", "install", "list", "remove"):
        with pytest.raises(SystemExit) as left:
            rulewright("pack", doing, "--help")
        assert left.value.code == 0
        assert "exit codes:\n  0  it is done\n" in capsys.readouterr().out


# --- what is there only with another pack -----------------------------------------------


def test_what_waits_for_another_pack_is_looked_at(rulewright, gems, dusk):
    (dusk / "rules").mkdir()
    broken = "- {value: bright_nights, of: player, source: designed, is: my.gmes, in_play: with pebbles_gems}\n"
    (dusk / "rules" / "x.yaml").write_text(broken)
    checked = rulewright("check", dusk)
    assert checked.code == 1
    assert "unknown field `gmes`" in checked.out
    assert "did you mean `gems`?" in checked.out
    assert checked.out.splitlines()[-1].startswith("1 checked: 1 error, ")
    (dusk / "rules" / "x.yaml").write_text(broken.replace("gmes", "gems"))
    assert rulewright("check", dusk).code == 0


def test_what_waits_for_a_pack_that_is_not_here_is_told(rulewright, dusk):
    (dusk / "rules").mkdir()
    waiting = (
        "- {value: far, of: player, source: designed, is: my.gmes, in_play: with far_away and with pebbles_gems}\n"
    )
    (dusk / "rules" / "x.yaml").write_text(waiting)
    checked = rulewright("check", dusk)
    assert checked.code == 0
    assert checked.out.splitlines()[-1] == (
        "what is there with far_away and pebbles_gems was not looked at; that does: "
        f"rulewright check {dusk} --with far_away --with pebbles_gems"
    )
