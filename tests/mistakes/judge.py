"""Makes mistakes, one at a time, and judges what is said about each: found, at the right line, with a cure."""

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from corpus import CONTENT, corpus

from interpreter.diagnostics import render_text
from interpreter.tools import checking

FOUND, PLACED, CURED = 100, 95, 85
"""Of a hundred mistakes, so many must be found, told at the right line, and told with the cure."""


@dataclass(frozen=True)
class Judged:
    mistake: object
    found: bool
    placed: bool
    cured: bool
    told: str


def judge(mistake):
    """Make a mistake in a copy of its pack, and look at what `check` says first."""
    home = Path(tempfile.mkdtemp(prefix="mistake"))
    try:
        folder = home / mistake.pack
        shutil.copytree(CONTENT / mistake.pack, folder)
        if mistake.name == "text_of_another_language":
            (folder / "text" / "es.yaml").write_text("terms: {player: jugador}\n")
        else:
            mistake.apply(folder)
        findings = checking.findings([str(folder)])
        told = findings.diagnostics
        words = render_text(told[:3], findings.lines).replace(str(home) + "/", "")
        return Judged(mistake, bool(told), _placed(mistake, told), _cured(mistake, told), words)
    finally:
        shutil.rmtree(home)


def _placed(mistake, told):
    lines = {mistake.line, *mistake.also}
    if mistake.name in ("word_left_out", "text_of_another_language"):
        return bool(told)  # it is told where the id is declared, or in the file that is too many
    return any(
        span.file.endswith(f"/{mistake.file}") and (span.line in lines or span.line <= mistake.line <= span.end_line)
        for one in told[:3]
        for span in (one.label.span, *(note.span for note in one.notes))
    )


def _cured(mistake, told):
    texts = [
        text
        for one in told[:3]
        for text in (one.message, one.help or "", one.label.text, *(note.text for note in one.notes))
    ]
    return any(word in text for word in mistake.cure for text in texts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="mistakes with this in their name")
    parser.add_argument("--verbose", action="store_true", help="show what is said about those that fall short")
    args = parser.parse_args()
    judged = [judge(one) for one in corpus() if args.only in str(one)]
    short = [one for one in judged if not (one.found and one.placed and one.cured)]
    for one in short:
        lacks = [word for word, has in (("found", one.found), ("placed", one.placed), ("cured", one.cured)) if not has]
        print(f"{one.mistake}: not {', '.join(lacks)}")
        if args.verbose:
            print("\n".join(f"    {line}" for line in one.told.splitlines()[:24]))
    by_name = Counter(one.mistake.name for one in short)
    print(f"\n{len(judged)} mistakes of {len({one.mistake.name for one in judged})} sorts; short: {dict(by_name)}")
    total = max(len(judged), 1)
    figures = {
        "found": (100 * sum(one.found for one in judged) / total, FOUND),
        "at the right line": (100 * sum(one.placed for one in judged) / total, PLACED),
        "with the cure": (100 * sum(one.cured for one in judged) / total, CURED),
    }
    for what, (share, bar) in figures.items():
        print(f"{share:6.1f} % {what} (at least {bar} %)")
    return int(any(share < bar for share, bar in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
