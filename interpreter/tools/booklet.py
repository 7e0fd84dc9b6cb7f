"""The rule book of a pack as lines: its chapters, the glossary, the modes and options, and the first turn explained."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cached_property

from interpreter.diagnostics import nearest, shown
from interpreter.languages import language
from interpreter.play.glossary import Meaning, engine_words, glossary, told
from interpreter.play.names import Terms
from interpreter.play.pack import Pack
from interpreter.play.rulebook import Chapter, Part, read_rulebook
from interpreter.play.text import Text, colon, is_called
from interpreter.play.tutorial import Tutorial, lesson_steps, read_tutorial
from interpreter.records import record
from interpreter.tools.choices import choice_lines
from interpreter.tools.console import Console
from interpreter.tools.program import command

NARROW = 76
"""How wide a table may be where the width of the screen is not known."""


@record(frozen=True, slots=True)
class Topic:
    """What can be asked for: its number in the list is its place."""

    id: str
    title: Text


class Booklet:
    """The rules of a game, to be read on a screen in one language."""

    def __init__(self, pack: Pack, lang: str, *, ids: bool = False) -> None:
        """`ids`: with those of the rules that a chapter tells; they are for authors."""
        self.pack, self.lang, self.ids = pack, lang, ids
        self.book = read_rulebook(pack)
        self.tutorial: Tutorial | None = read_tutorial(pack)

    @cached_property
    def meanings(self) -> list[Meaning]:
        """The glossary of the game."""
        return glossary(self.pack, self.book.meanings)

    def topics(self) -> list[Topic]:
        """Everything that can be asked for, the chapters first."""
        found = [Topic(one.id, one.title) for one in self.book.chapters]
        if self.pack.vocabulary.modes or self.pack.vocabulary.options:
            found.append(Topic("options", told("choices")))
        if self.tutorial is not None:
            found.append(Topic("first_turn", told("lesson")))
        return [*found, Topic("glossary", told("glossary"))]

    def contents(self) -> Iterator[tuple[str, str | None]]:
        """The list of chapters, as lines with their styles."""
        yield told("chapters", title=self.pack.title).get(self.lang), "bold"
        for number, topic in enumerate(self.topics(), 1):
            yield f"{number:>3}  {topic.title.get(self.lang)}", None
        yield told("how", number=min(2, len(self.topics()))).get(self.lang), "dim"

    def about(self, wanted: str) -> list[tuple[str, str | None]]:
        """What is asked for: a chapter by its number, id or title, or a term; nothing when nothing is called so."""
        topics = self.topics()
        if wanted.isascii() and wanted.isdigit() and 0 < int(wanted) <= len(topics):
            return list(self._topic(topics[int(wanted) - 1]))
        for topic in topics:
            if is_called(wanted, (topic.id, topic.title.get(self.lang), topic.title.en), self.lang):
                return list(self._topic(topic))
        return [(line, None) for line in self.terms(wanted)]

    def terms(self, wanted: str) -> list[str]:
        """What a word of the game means, be it said of one or of several; nothing when it is none."""
        return [self._meaning(one) for one in self.meanings if is_called(wanted, self._words(one), self.lang)]

    def words(self) -> list[str]:
        """Every word that has a meaning here."""
        return [one.word.get(self.lang) for one in self.meanings]

    def _words(self, one: Meaning) -> tuple[str, ...]:
        several = Terms(self.pack.vocabulary).term(one.name, 2)
        return (one.name, one.word.get(self.lang), one.word.en, several.get(self.lang), several.en)

    def near(self, wanted: str) -> str | None:
        """What was perhaps meant."""
        titles = [topic.title.get(self.lang).lower() for topic in self.topics()]
        return nearest(wanted.lower(), [*titles, *(word.lower() for word in self.words())])

    # ---- one topic

    def _topic(self, topic: Topic) -> Iterator[tuple[str, str | None]]:
        chapter = next((one for one in self.book.chapters if one.id == topic.id), None)
        if chapter is not None:
            yield from self._chapter(chapter)
            return
        yield topic.title.get(self.lang), "bold"
        if topic.id == "options":
            yield from self._choices()
        elif topic.id == "first_turn":
            yield from self._lesson()
        else:
            yield from self._glossary()

    def _chapter(self, chapter: Chapter) -> Iterator[tuple[str, str | None]]:
        yield chapter.title.get(self.lang), "bold"
        for part in chapter.parts:
            yield from self._part(part)
        if chapter.rules and self.ids:
            yield told("cited", rules=", ".join(chapter.rules)).get(self.lang), "dim"

    def _part(self, part: Part) -> Iterator[tuple[str, str | None]]:
        rows = [[plain(cell.get(self.lang)) for cell in row] for row in part.rows]
        match part.form:
            case "heading":
                yield rows[0][0], "cyan"
            case "table":
                yield from ((line, None) for line in table_lines(rows, self.lang))
            case "points":
                yield from ((f"  • {row[0]}", None) for row in rows)
            case "steps":
                yield from ((f"  {number}  {row[0]}", None) for number, row in enumerate(rows, 1))
            case _:
                yield rows[0][0], None

    def _choices(self) -> Iterator[tuple[str, str | None]]:
        for heading, lines in choice_lines(self.pack, self.lang):
            yield heading, "cyan"
            yield from ((f"  {line}", None) for line in lines)

    def _lesson(self) -> Iterator[tuple[str, str | None]]:
        for number, (words, label) in enumerate(lesson_steps(self.pack, self.lang), 1):
            if words:
                yield f"{number:>3}  {plain(words)}", None
            yield f"     {told('lesson_pick', label=label).get(self.lang)}", "dim"
        if self.tutorial is not None:
            yield plain(self.tutorial.end.get(self.lang)), None
        yield told("lesson_start", command=f"{command()} play {self.pack.id} --tutorial").get(self.lang), "dim"

    def _glossary(self) -> Iterator[tuple[str, str | None]]:
        yield told("glossary_game").get(self.lang), "cyan"
        yield from ((f"  {self._meaning(one)}", None) for one in self.meanings)
        yield told("glossary_all").get(self.lang), "cyan"
        yield from ((f"  {one.get(self.lang)}", None) for one in engine_words(self.pack))

    def _meaning(self, one: Meaning) -> str:
        return f"{one.word.get(self.lang)}{colon(self.lang)}{plain(one.text.get(self.lang))}"


def show(booklet: Booklet, wanted: str, console: Console) -> bool:
    """Print the contents, or what is wanted; False when there is no such thing, which is then said."""
    lines = booklet.about(wanted) if wanted else list(booklet.contents())
    if lines:
        for line, style in lines:
            console.line(line, style)
        return True
    console.line(told("nothing", name=shown(wanted)).get(booklet.lang))
    near = booklet.near(wanted)
    if near:
        console.line(f"  {near}?")
    return False


def plain(text: str) -> str:
    """A text of the rule book without its marks of bold print."""
    return text.replace("**", "")


def table_lines(rows: list[list[str]], lang: str) -> list[str]:
    """A table as lines: in columns where they fit, else every row by itself with the heads of its cells."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    room = shutil.get_terminal_size((NARROW + 4, 24)).columns - 4
    if sum(widths) + 2 * len(widths) <= room:
        return [
            "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
    return [_row(rows[0], row, lang) for row in rows[1:]]


def _row(head: list[str], row: list[str], lang: str) -> str:
    """A row by itself: what it is about, and its cells; with their heads where there are many."""
    first, *cells = row
    if len(cells) == 2:
        return f"  • {first} ({cells[0]}){colon(lang)}{cells[1]}"
    if len(cells) > 2:
        cells = [f"{name}{colon(lang)}{cell}" for name, cell in zip(head[1:], cells, strict=True)]
    return f"  • {first}{colon(lang)}{language(lang).play['semicolon'].join(cells)}"
