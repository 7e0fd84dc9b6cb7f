"""Runs the pages of the documentation: their YAML becomes files, their commands are run, and their output is compared.

In a page,
* a `yaml` block names its file in the first line: `# garden/pack.yaml` writes it, `# garden/cards/guests.yaml, at the end`
  adds to it, `# …, changed` puts a card in the place of the one with the same id; a block of `content/` is an excerpt
  and must stand in that file as it is;
* a `console` block holds commands after `$ ` and what they print. What a player types stands behind the question.

`python tests/docs/pages.py` (part of `make docs`) rewrites what the commands print. Read the diff.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/authoring.md", "docs/verify.md")
BLOCK = re.compile(r"^```(yaml|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"\(1-\d+\) ?: (.+)$", re.MULTILINE)


class WrongPage(AssertionError):
    """A block of a page is not true."""


def walk(page, folder):
    """Do everything a page says, in a folder; give the page as it should be."""
    (folder / "content").symlink_to(ROOT / "content")
    return BLOCK.sub(lambda match: f"```{match[1]}\n{_do(match[1], match[2], folder)}```", page)


def _do(kind, text, folder):
    return _console(text, folder) if kind == "console" else _yaml(text, folder)


# ---- files


def _yaml(text, folder):
    first, _, rest = text.partition("\n")
    name, _, how = first.removeprefix("# ").partition(", ")
    if not first.startswith("# "):
        raise WrongPage(f"a yaml block must name its file in the first line, not `{first}`")
    file = folder / name
    if name.startswith("content/"):
        _demand(rest.strip("\n") in file.read_text(), f"{name} has no such part:\n{rest}")
        return text
    file.parent.mkdir(parents=True, exist_ok=True)
    made = {"": lambda: rest, "at the end": lambda: file.read_text() + rest, "changed": lambda: _changed(file, rest)}
    file.write_text(made[how]())
    return text


def _changed(file, card):
    """The file with the item of the same id replaced."""
    head = re.search(r"^( *- (?:id|scenario): .*)$", card, re.MULTILINE)[1]
    old = re.compile(rf"^{re.escape(head)}\n(?:(?! *- (?:id|scenario): ).*\S.*\n)*", re.MULTILINE)
    text, count = old.subn(lambda _: card.rstrip("\n") + "\n", file.read_text())
    _demand(count == 1, f"{file.name} has no `{head.strip()}`")
    return text


def _demand(holds, why):
    if not holds:
        raise WrongPage(why)


# ---- commands


def _console(text, folder):
    made = []
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        made.append(f"$ {command}\n{run(command, TYPED.findall(output), folder)}")
    return "".join(made)


def run(command, typed, folder):
    """Give what a command prints, both streams together, for a player who types this."""
    home = folder / ".home"
    here = {
        "HOME": home,
        "XDG_STATE_HOME": home,
        "XDG_CACHE_HOME": home,
        "RULEWRIGHT_DATA": home,
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONPATH": ROOT,  # the program these pages belong to, whatever else is installed
    }
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, **{name: str(value) for name, value in here.items()}, "PATH": path},
        input="".join(f"{line}\n" for line in typed),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def main():
    for name in PAGES:
        folder = Path(tempfile.mkdtemp())
        try:
            page = ROOT / name
            page.write_text(walk(page.read_text("utf-8"), folder), "utf-8")
        finally:
            shutil.rmtree(folder)
        print(name)


if __name__ == "__main__":
    main()
