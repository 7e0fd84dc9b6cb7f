"""Prints docs/games/*.md: how to play each shipped game, from the rule book in its pack, with what expansions add."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cache

from interpreter.play.glossary import engine_words, glossary, told
from interpreter.play.pack import Pack
from interpreter.play.rulebook import Chapter, Part, read_rulebook
from interpreter.play.tutorial import lesson_steps
from interpreter.source.layers.known import known_packs
from interpreter.tools import core
from interpreter.tools.choices import choice_lines
from interpreter.tools.setting import seats

LANG = "en"
NAMES = {"fr": "French", "de": "German"}
"""What the page, which is English, calls the other languages."""
WIDTH = 120


@cache
def games() -> dict[str, list[str]]:
    """The shipped games, each with the shipped packs that stand on it."""
    shipped = [one for one in known_packs() if not one.installed]
    return {
        game.name: [one.name for one in shipped if game.name in one.requires] for game in shipped if not game.requires
    }


def page(name: str) -> str:
    """Give the text of docs/games/NAME.md, without its mark."""
    pack = core.load(name)
    book = read_rulebook(pack)
    parts = [_links(name), f"# {pack.title.en}", _intro(pack), f"![{pack.title.en} on the table](../table/{name}.png)"]
    for chapter in book.chapters:
        parts += _chapter(chapter)
    parts += [*_choices(pack), *_lesson(pack)]
    for upper in games()[name]:
        parts += _expansion(core.load(upper))
    parts += _glossary(pack)
    return "\n\n".join(parts) + "\n"


def _links(name: str) -> str:
    titles = {one: core.load(one).title.en for one in games()}
    told = [f"**{title}**" if one == name else f"[{title}]({one}.md)" for one, title in titles.items()]
    return _wrapped(" · ".join([*told, "[README](../../README.md)"]))


def _intro(pack: Pack) -> str:
    offer = core.offer(pack)
    many = seats(offer.least, offer.most)
    here, there = f"`rulewright play {pack.id}`", f"`rulewright serve {pack.id}`"
    return _wrapped(
        f"{many[:1].upper()}{many[1:]}. {here} starts a game against bots, {there} the same in the browser; "
        f"`rulewright rules {pack.id}` shows these chapters, also in {_languages(pack)}."
    )


def _languages(pack: Pack) -> str:
    others = [NAMES[one] for one in pack.vocabulary.languages if one in NAMES]
    return " and ".join(others)


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f"## {chapter.title.get(LANG)}"
    for part in chapter.parts:
        yield _part(part)


def _part(part: Part) -> str:
    rows = [[cell.get(LANG) for cell in row] for row in part.rows]
    match part.form:
        case "heading":
            return f"### {rows[0][0]}"
        case "table":
            head, *rest = rows
            lines = [head, ["---"] * len(head), *rest]
            return "\n".join("| " + " | ".join(row) + " |" for row in lines)
        case "points":
            return "\n".join(_wrapped(row[0], "- ") for row in rows)
        case "steps":
            return "\n".join(_wrapped(row[0], f"{number}. ") for number, row in enumerate(rows, 1))
    return _wrapped(rows[0][0])


def _choices(pack: Pack) -> Iterator[str]:
    found = list(choice_lines(pack, LANG))
    if found:
        yield f"## {told('choices').en}"
        yield (
            "```text\n"
            + "\n".join(line for heading, lines in found for line in (heading, *(f"  {one}" for one in lines)))
            + "\n```"
        )


def _lesson(pack: Pack) -> Iterator[str]:
    steps = lesson_steps(pack, LANG)
    if steps:
        yield f"## {told('lesson').en}"
        yield _wrapped(f"`rulewright play {pack.id} --tutorial` plays it with you; so does the page in the browser.")
        yield "\n".join(
            _wrapped(f"{words} **{label}**".strip(), f"{number}. ") for number, (words, label) in enumerate(steps, 1)
        )


def _expansion(pack: Pack) -> Iterator[str]:
    yield f"## {pack.title.en}"
    yield f"An expansion: `rulewright play {pack.id}`."
    for chapter in read_rulebook(pack).chapters:
        if chapter.pack == pack.id:
            head, *rest = _chapter(chapter)
            yield f"#{head}"
            yield from rest


def _glossary(pack: Pack) -> Iterator[str]:
    yield f"## {told('glossary').en}"
    yield "\n".join(f"- **{one.word.en}**: {one.text.en}" for one in glossary(pack, read_rulebook(pack).meanings))
    yield f"{told('glossary_all').en}:"
    yield "\n".join(f"- {one.en}" for one in engine_words(pack))


def _wrapped(text: str, mark: str = "") -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )
