"""`rulewright achievements`: the table of what a player has achieved in a game."""

from __future__ import annotations

import argparse

from interpreter.play.pack import Pack
from interpreter.tools import core
from interpreter.tools.achievements import Mark, Plain, columns, place, read_marks, value_words, words
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.printing import put_json
from interpreter.tools.setting import add_lang, spelled
from interpreter.tools.texts import say
from interpreter.tools.trouble import FINE, Exits

Rows = dict[tuple[str, Plain | None], Mark]

EXITS = Exits(
    fine="the table was shown",
    trouble="wrong use, or the pack or the file of achievements cannot be used",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    add_with(parser)
    add_lang(parser)
    parser.add_argument("--json", action="store_true", help="print the table as JSON")


def run(args: argparse.Namespace) -> int:
    """Print every achievement with what the player's file says about it."""
    pack = core.load(core.asked(args.pack, args.others))
    rows: Rows = {mark.key: mark for mark in read_marks(pack.id, args.lang)}
    if args.json:
        put_json(_data(pack, rows, args.lang))
    else:
        _show(pack, rows, args.lang, Console())
    return FINE


def _show(pack: Pack, rows: Rows, lang: str, console: Console) -> None:
    title = pack.title.get(lang)
    cells = [(one.id, by) for one in pack.vocabulary.achievements.values() for by in columns(pack, one)]
    if not cells:
        console.line(say(lang, "table_empty", title=title))
        return
    achieved = sum(cell in rows for cell in cells)
    console.line(say(lang, "table_head", title=title, count=achieved, total=len(cells)), "bold")
    for one in pack.vocabulary.achievements.values():
        console.line(words(one.name, lang, one.id), "cyan")
        if one.text:
            console.line(f"  {words(one.text, lang, '')}")
        values = {by: f"{value_words(pack, by, lang)}  " if by is not None else "" for by in columns(pack, one)}
        width = max(map(len, values.values()))
        for by, value in values.items():
            start = value.ljust(width)
            mark = rows.get((one.id, by))
            console.line(f"  {start}{_told(pack, mark, lang)}", "green" if mark is not None else None)
    strange = len(rows.keys() - set(cells))
    if strange:
        console.line(say(lang, "table_strange", count=strange), "dim")


def _told(pack: Pack, mark: Mark | None, lang: str) -> str:
    if mark is None:
        return say(lang, "table_not")
    counted = pack.vocabulary.achievements[mark.achievement].by
    unusual = [
        f"{name}={spelled(value)}"
        for name, value in mark.options.items()
        if name != counted and name in pack.vocabulary.options and value != pack.vocabulary.options[name].default
    ]
    often = len(mark.games)
    times = say(lang, "table_once") if often == 1 else say(lang, "table_often", count=often)
    options = f" ({', '.join(unusual)})" if unusual else ""
    return say(lang, "table_mark", date=mark.date, score=mark.score, times=times, options=options)


def _data(pack: Pack, rows: Rows, lang: str) -> dict[str, object]:
    listed = []
    for one in pack.vocabulary.achievements.values():
        for by in columns(pack, one):
            mark = rows.get((one.id, by))
            entry: dict[str, object] = {"id": one.id, "name": words(one.name, lang, one.id)}
            entry["text"] = words(one.text, lang, "")
            if one.by is not None:
                entry["by"] = {"option": one.by, "value": by}
            entry["achieved"] = mark is not None
            if mark is not None:
                first = {"date": mark.date, "score": mark.score, "seed": mark.seed, "options": dict(mark.options)}
                entry |= {"first": first, "games": len(mark.games)}
            listed.append(entry)
    return {"pack": pack.id, "version": pack.version, "file": place(pack.id, lang), "achievements": listed}
