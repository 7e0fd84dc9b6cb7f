"""What the commands say about every pack, what the terminal shows of a game, and what is said about mistakes."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.held import saves
from tests.held.commands import as_a_process, said
from tests.held.games import CONTENT, ROOT, Setting, declared, picks, players_of

sys.path.insert(0, str(ROOT / "tests" / "mistakes"))
import corpus

CASES = ROOT / "tests" / "cases"
AS_BEFORE = re.compile(r" \((?:\d+ )?as before\)")
SESSION = 12
"""Picks that are made at the terminal."""
REPLAYED = 30
"""Picks that are shown again."""


# ---- a pack


def shown(pack, lang):
    """All that a pack has, in words."""
    return said("show", pack, "--lang", lang) + said("show", pack, "--text", "--lang", lang)


def resolved(pack):
    """Each field of each thing, with its file; a line more above it is nothing to be held."""
    return re.sub(r"(\.yaml):\d+$", r"\1", said("show", pack, "--resolved"), flags=re.MULTILINE)


def rules(pack, lang):
    """The rule book, chapter by chapter."""
    listed = said("rules", pack, "--lang", lang)
    chapters = re.findall(r"^ *(\d+)  ", listed, re.MULTILINE)
    return listed + "".join(said("rules", pack, one, "--lang", lang) for one in chapters)


def checked(pack):
    """What is wrong with it, for programs and for people."""
    return said("check", pack, "--format", "json") + said("check", pack)


def compared(pack, lang):
    """What a pack on another does to it."""
    return "".join(said("diff", below, pack, "--lang", lang) for below in declared(pack).get("requires") or ())


def scenarios(pack):
    """The verdict of every scenario; that one is known from before is nothing to be held."""
    return AS_BEFORE.sub("", said("test", pack, "--verbose")) + said("coverage", pack)


# ---- the terminal


def _usual(pack):
    """A pack with as few players as play against each other."""
    return Setting((pack,), next((many for many in players_of(pack) if many > 1), 1))


def session(pack, lang):
    """A game at the terminal: what is printed when so many picks are typed, and what is kept of it."""
    setting = _usual(pack)
    typed = "".join(f"{pick + 1}\n" for pick in picks(setting, 1)[:SESSION])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.rws"
        people = ",".join(["human"] * setting.players)
        told = as_a_process("play", pack, "--players", people, "--seed", 1, "--lang", lang, "--save", path, typed=typed)
        kept = saves.plain(path.read_bytes()) if path.exists() else "nothing was kept\n"
    return re.sub(r"\S*python\S* -m", "python -m", told.replace(folder, "FOLDER")) + kept


def replayed(pack, lang):
    """A saved game, shown again."""
    setting = _usual(pack)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.rws"
        path.write_bytes(saves.written(setting, 1, picks(setting, 1)[:REPLAYED]))
        return said("replay", path, "--lang", lang).replace(folder, "FOLDER")


# ---- mistakes and cases


def mistakes(pack):
    """The mistakes of the corpus in a pack, by name."""
    return {str(one): one for one in [*corpus.seeded((pack,)), *corpus.by_hand((pack,))]}


def about(mistake):
    """What `check` says when a mistake was made."""
    with tempfile.TemporaryDirectory(prefix="mistake") as home:
        folder = Path(home) / mistake.pack
        shutil.copytree(CONTENT / mistake.pack, folder)
        if mistake.name == "text_of_another_language":
            (folder / "text" / "es.yaml").write_text("terms: {player: jugador}\n", encoding="utf-8")
        else:
            mistake.apply(folder)
        return said("check", folder).replace(f"{home}/", "").partition("\n")[2]


def cases():
    """How many cases each file has, and what they expect: the texts are held there; that none is lost is held here."""
    lines = []
    for path in sorted(CASES.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        blocks = re.findall(r"^```(tree|typed|code|log|diagnostics)\b", text, re.MULTILINE)
        counted = ", ".join(f"{blocks.count(name)} {name}" for name in sorted(set(blocks)))
        lines.append(f"{path.relative_to(CASES)}: {len(re.findall(r'^## ', text, re.MULTILINE))} cases, {counted}")
    return "\n".join(lines) + "\n"


def collected():
    """The cases that pytest runs."""
    words = [sys.executable, "-m", "pytest", "tests/cases", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return re.sub(r" in [\d.]+s", "", done.stdout)
