"""Nothing a pack or a path holds moves the cursor, breaks a line or hides, wherever it is printed.

The reader of packs refuses such names (tests/source/test_text.py). Here it is made to let everything pass, so that only
the way out stands between the names and the screen.
"""

import io
import json
import re
import shutil
import sys
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import printable
from interpreter.source import accept, compose, memory
from interpreter.tools import cli
from interpreter.tools.cli import main
from interpreter.tools.program import typed

EVIL = "\x1b[2J\nFORGED: you win\r\u202e\u2066\u200d\u2028\x9b31m\ue000\t\x07\x7f\u200b\ufeff"
STUDY = """
- study: two
  players: 2
  figures:
    - {figure: pebbles, mean: my.pebbles}
"""


def _escaped(text):
    return "".join(f"\\U{ord(one):08x}" for one in text)


def _spoilt(text):
    """Put the payload behind every text of a document that people read."""
    keys = r"(en|fr|one|many|scenario|study|figure|[a-z]+)"
    flow = re.compile(r'\b(en|fr|one|many): (?:"([^"]*)"|([^,}"\n]+))')
    text = flow.sub(lambda found: f'{found[1]}: "{found[2] or found[3]}{_escaped(EVIL)}"', text)
    line = re.compile(rf"^((?:- |  )(?:scenario|study)): (.+)$|^(  {keys}): ([a-zA-Zé ]+)$", re.MULTILINE)
    return line.sub(
        lambda found: (
            f'{found[1] or found[3]}: "{found[2] or found[5]}{_escaped(EVIL)}"'
            if found[1] or text.startswith("terms")
            else found[0]
        ),
        text,
    )


@pytest.fixture
def hostile(pebbles, home, monkeypatch):
    """A pack whose names are all hostile, in a folder of a hostile name."""
    monkeypatch.setenv(memory.OFF, "1")
    monkeypatch.setattr(accept, "is_line", lambda text: True)
    monkeypatch.setattr(compose, "odd_character", lambda text: None)
    (pebbles / "balance.yaml").write_text(STUDY)
    for path in sorted(pebbles.rglob("*.yaml")):
        path.write_text(_spoilt(path.read_text()))
    (pebbles / "rule_ids.txt").write_text(f"PB-1\nPB-2\nPB-\x1b[2J\u202e group\x9b\n{'PB-9'}\n")
    # A name cannot hold a slash or a zero byte; anything else it can.
    place = home / f"evil{EVIL}pack"
    shutil.move(pebbles, place)
    return place


def _run(monkeypatch, capsys, *argv, typed_in=""):
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed_in))
    try:
        code = main([str(word) for word in argv])
    except SystemExit as left:
        code = left.code
    out, err = capsys.readouterr()
    for what in (out, err):
        assert "Traceback" not in what
        _demand_harmless(what)
    return code, out, err


def _demand_harmless(text):
    for at, character in enumerate(text):
        category = unicodedata.category(character)
        if character == "\n":
            assert not text[at + 1 :].startswith("FORGED"), text[max(0, at - 80) : at + 80]
        elif category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            pytest.fail(f"U+{ord(character):04X} in {text[max(0, at - 80) : at + 80]!r}")


TYPED = (
    "look\nlog\nwhy take\nwhy scoop_1\nread scoop_1\nread charm\nhelp\n1\n1\nundo\n1\n1\nlog\nnonsense\x1b[2J\n\x1b[A\n"
)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_game_with_hostile_names(hostile, home, monkeypatch, capsys, lang):
    save = home / f"save{EVIL}.rws"
    text = f"{TYPED}save {home}/other\x1b[2J.rws\nquit\n"
    code, out, _ = _run(
        monkeypatch, capsys, "play", hostile, "--seed", "3", "--players", "human,random", "--lang", lang,
        "--save", save, typed_in=text,
    )  # fmt: skip
    assert code == 0
    assert "FORGED" in out, "the hostile names were printed at all"
    assert r"$'" in out and r"\x1b" in out, "and the path in a form that can be typed"
    for argv in (("replay", save), ("resume", save, "--quiet"), ("resume", save, "--step", "1"), ("replay", hostile)):
        _run(monkeypatch, capsys, *argv, "--lang", lang, typed_in=TYPED)
    damaged = save.read_bytes()
    save.write_bytes(damaged[:-30])
    for argv in (("replay", save), ("resume", save)):
        _run(monkeypatch, capsys, *argv, "--lang", lang, typed_in="no\n")
    code, out, _ = _run(monkeypatch, capsys, "play", hostile, "--seed", "3", "--lang", lang, typed_in="quit\n")
    assert "again with" in out or "même partie" in out
    code, _, err = _run(monkeypatch, capsys, "play", hostile, "--seed", "4", "--lang", lang, "--save", save)
    assert code == 2
    assert "FORGED" in err
    code, out, _ = _run(
        monkeypatch, capsys, "play", hostile, "--seed", "1", "--players", "random,random", "--lang", lang
    )
    assert code == 0 and "FORGED" in out


COMMANDS = (
    ("check",),
    ("check", "--format", "json"),
    ("test", "--verbose"),
    ("show",),
    ("show", "--text"),
    ("show", "--resolved"),
    ("show", "--tree"),
    ("show", "--code"),
    ("show", "--lang", "fr"),
    ("achievements",),
    ("achievements", "--json"),
    ("coverage",),
    ("simulate", "--players", "2", "--games", "3"),
    ("simulate", "--players", "2", "--games", "3", "--json"),
    ("simulate", "--players", "2", "--games", "3", "--option", "broken=yes"),
    ("balance", "--games", "3"),
    ("balance", "--games", "3", "--json"),
    ("balance", "--games", "3", "--study", f"other{EVIL}"),
    ("play", "--help"),
    ("play", "--mode", f"none{EVIL}"),
    ("play", "--option", f"none{EVIL}=1"),
    ("play", f"--none{EVIL}", "1"),
    ("play", "--players", f"bob{EVIL}"),
    ("play", "--seed", f"1{EVIL}"),
    ("show", f"thing{EVIL}"),
    ("show", f"thing{EVIL}", f"more{EVIL}"),
    ("verify", "--games", "2"),
    ("migrate",),
    ("mutate", "--sample", "2"),
    ("rules",),
    ("rules", f"chapter{EVIL}"),
    ("try", f"card{EVIL}"),
    ("diff", "pig", "{pack}"),
    ("sheet", "--out", f"no{EVIL}/sheets.pdf"),
    ("watch", f"--once{EVIL}"),
    ("serve", "--port", f"1{EVIL}"),
    ("new", "pack", f"more{EVIL}", "--on", "{pack}"),
    ("new", "card", f"kind{EVIL}", "--in", "{pack}"),
    ("packs",),
    ("pack", "list"),
    ("pack", "build", "{pack}"),
    ("pack", "install", f"no{EVIL}.zip"),
    ("resume", "{pack}"),
    ("replay", "{pack}"),
)


def test_no_command_is_left_out():
    assert {argv[0] for argv in COMMANDS} == set(cli.COMMANDS), "each has a line in COMMANDS of this file"


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: printable(" ".join(argv))[:60])
def test_every_command_with_hostile_names(hostile, monkeypatch, capsys, argv):
    named = "{pack}" in argv or argv[0] in ("packs", "pack")
    words = [hostile if word == "{pack}" else word for word in argv]
    code, out, err = _run(monkeypatch, capsys, *(words if named else (words[0], hostile, *words[1:])))
    assert code in (0, 1, 2)
    assert out or err or argv[0] == "migrate"
    if "--json" in argv or "json" in argv:
        json.loads(out)


@pytest.mark.parametrize(
    "argv",
    [
        (f"comm{EVIL}",),
        ("check", f"no{EVIL}"),
        ("test", f"no{EVIL}"),
        ("play", f"no{EVIL}"),
        ("resume", f"no{EVIL}"),
        ("replay", f"no{EVIL}"),
        ("balance", "pig", "--report", "--data", f"no{EVIL}"),
        ("play", "pig", "--save", f"no{EVIL}/no"),
        ("check", "pig", f"--flag{EVIL}"),
        ("check", "\udc80\udcff"),
        ("resume", "\udc80.rws"),
    ],
    ids=lambda argv: printable(" ".join(argv))[:60],
)
def test_words_of_the_command_line_are_told_harmlessly(rulewright, monkeypatch, capsys, argv):
    assert _run(monkeypatch, capsys, *argv)[0] in (1, 2)


def test_a_broken_pack_with_hostile_names_is_told_harmlessly(hostile, monkeypatch, capsys):
    for path in sorted(hostile.rglob("*.yaml")):
        path.write_text(
            path.read_text().replace("effect: |", "effect:  |\n    do \x7f nothing; \u202e\n").replace(": ", ":  ", 1)
        )
    (hostile / "cards" / "more.yaml").write_text(f'scoop: [{{id: "{_escaped(EVIL)}", nme: "{_escaped(EVIL)}"}}]\n')
    (hostile / "cards" / f"x{EVIL}.yaml").write_text("scoop: []\n")
    for argv in (("check", hostile), ("check", "--format", "json", hostile), ("play", hostile), ("test", hostile)):
        code, out, err = _run(monkeypatch, capsys, *argv)
        assert code in (1, 2) and (out or err)


# ------------------------------------------------------------------------------------------------------------ one by one


@given(st.text(alphabet=st.characters(), max_size=40))
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_printed_is_harmless_and_says_what_was_there(text):
    shown = printable(text)
    for at, character in enumerate(shown):
        if character in "\u200c\u200d":
            assert 0 < at < len(shown) - 1 and not shown[at - 1].isascii() and not shown[at + 1].isascii()
        else:
            assert unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    assert printable(shown) == shown
    if text.isprintable():
        assert shown == text
    assert printable(text, lines=True).split("\n") == [printable(part) for part in text.split("\n")]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_what_is_to_be_typed_means_the_same_to_a_shell():
    import subprocess

    names = [
        EVIL,
        "plain",
        "with space",
        "it's",
        "back\\slash",
        "a\nb",
        "\udc80\udcff",
        "é\x1b",
        '$HOME`x`\x07"!',
        "'\x1b",
    ]
    for name in names:
        written = typed(name)
        assert printable(written) == written
        ran = subprocess.run(
            ["bash", "-c", f"printf %s {written}"], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"}
        )
        assert ran.stdout == name.encode("utf-8", "surrogateescape")


def test_stacked_marks_are_printed_up_to_four(rulewright, pebbles):
    """More of them would reach into the lines above and below, in an excerpt as in a path."""
    cards = next((pebbles / "cards").glob("*.yaml"))
    cards.write_text(cards.read_text("utf-8").replace("en: ", "en: e" + "\u0301" * 60, 1), encoding="utf-8")
    ran = rulewright("check", "pebbles")
    assert ran.code == 1
    assert "\u0301" * 4 + "\\u0301" in ran.out
    assert "\u0301" * 5 not in ran.out + ran.err
    named = rulewright("check", "e" + "\u0301" * 60)
    assert named.code == 2
    assert "\u0301" * 5 not in named.out + named.err
