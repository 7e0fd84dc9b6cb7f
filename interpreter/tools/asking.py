"""A question as lines: with everything that is known of each option, or short where there is little room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.play.cards import card_text

if TYPE_CHECKING:
    from interpreter.play.pack import Pack
    from interpreter.tools.offered import Offered, Row
    from interpreter.tools.screen import Styled


SIDE_BY_SIDE, _GAP = 2, 2
MANY = 8
"""So many numbers that say nothing more are told in one line."""


def question_lines(offered: Offered, pack: Pack) -> Iterator[Styled]:
    """What is asked and the options, numbered, under the action they belong to."""
    lang, decision = offered.lang, offered.decision
    during = decision.during
    if during is not None and (words := during.get(lang)):
        yield words, "dim"
    yield decision.prompt.get(lang), "bold"
    for subject in decision.about:
        yield f"  {subject.name.get(lang)}", None
        yield from _card(pack, subject.card, lang, "    ")
    group: str | None = None
    cards: set[str] = set()
    if _are_numbers(offered):
        yield _in_a_row(offered), None
        return
    for row in offered.rows:
        heading = _heading(row, lang)
        if heading != group and heading is not None:
            yield f"  {heading}", "cyan"
        group = heading
        yield from _option(offered, row, pack, "    " if heading is not None else "  ", cards)


def _are_numbers(offered: Offered) -> bool:
    """Whether there are many options that are numbers and nothing more: they stand one after another."""
    return len(offered.rows) >= MANY and all(_bare(offered, row) for row in offered.rows)


def _in_a_row(offered: Offered) -> str:
    return "  " + "  ".join(numbered(offered, row).strip() for row in offered.rows)


def _bare(offered: Offered, row: Row) -> bool:
    """Whether an option is a number and nothing more."""
    plain = numbered(offered, row).strip() == str(row.number) and row.option.group is None and row.option.card is None
    return plain and offered.decision.options.note(row.index) is None and not offered.follows(row)


def numbered(offered: Offered, row: Row, *, short: bool = False) -> str:
    """An option behind its number; a number that is itself on offer stands there once."""
    number, label = str(row.number), offered.label(row, short=short)
    rest = label.removeprefix(number) if row.option.label.get(offered.lang) == number else f"  {label}"
    return f"{number:>{len(str(offered.last))}}{rest}"


def _option(offered: Offered, row: Row, pack: Pack, indent: str, cards: set[str]) -> Iterator[Styled]:
    """An option with its price, what it does and brings, and the card it is, if that was not shown yet."""
    width = len(str(offered.last))
    yield f"{indent}{numbered(offered, row)}", None
    below = indent + " " * (width + 4)
    note = offered.decision.options.note(row.index)
    if note is not None:
        yield below + note.get(offered.lang), "dim"
    if row.option.card is not None and row.option.card not in cards:
        cards.add(row.option.card)
        yield from _card(pack, row.option.card, offered.lang, below)
    # Words with numbers in them say what an option brings; others leave that open.
    told = note is not None and any(sign.isdigit() for sign in note.get(offered.lang))
    follows = "" if told else offered.follows(row)
    if follows:
        yield f"{below}{follows}", "dim"


def _card(pack: Pack, card: str, lang: str, indent: str) -> Iterator[Styled]:
    for line in card_text(pack, card, lang).splitlines():
        yield indent + line, "dim"


def _heading(row: Row, lang: str) -> str | None:
    return row.option.group.get(lang) if row.option.group is not None else None


def short_lines(offered: Offered, width: int, level: int, pack: Pack | None = None) -> Iterator[Styled]:
    """The same in few lines: a line for each option with its price and what it brings, as far as it fits, or side by side.

    At the last level options are told by their labels, at the one before as far as two fit into a line.
    """
    lang, decision = offered.lang, offered.decision
    if _are_numbers(offered):
        yield decision.prompt.get(lang), "bold"
        yield _in_a_row(offered), None
        return
    about = ", ".join(subject.name.get(lang) for subject in decision.about)
    yield decision.prompt.get(lang) + (f" ({about})" if about else ""), "bold"
    group: str | None = None
    beside: list[str] = []
    for row in offered.rows:
        heading = _heading(row, lang)
        if heading != group and heading is not None:
            yield from side_by_side(beside, width)
            beside = []
            yield f"  {heading}", "cyan"
        group = heading
        if level == 1:
            yield _one_line(offered, row, width, pack), None
        elif level == SIDE_BY_SIDE:
            beside.append(_one_line(offered, row, (width - _GAP) // 2))
        else:
            beside.append(_cut(f"  {numbered(offered, row)}", width))
    yield from side_by_side(beside, width)


def side_by_side(cells: list[str], width: int) -> Iterator[Styled]:
    """Options in columns as wide as they need, each whole: one below the other first, as numbers are read."""
    for columns in range(min(len(cells), width), 0, -1):
        high = -(-len(cells) // columns)
        wide = [max(map(len, cells[top : top + high])) + _GAP for top in range(0, len(cells), high)]
        if sum(wide) - _GAP <= width or columns == 1:
            for line in range(high):
                row = zip(cells[line::high], wide, strict=False)  # the last column may be shorter
                yield "".join(cell.ljust(room) for cell, room in row).rstrip(), None
            return


def _one_line(offered: Offered, row: Row, width: int, pack: Pack | None = None) -> str:
    """An option in a line: what stands on a card goes first where there is little room, the price last."""
    note = offered.decision.options.note(row.index)
    more = offered.follows(row) or (note.get(offered.lang) if note is not None else "")
    # What an option brings in numbers is what one wants to know; else what stands on its card says more.
    if not any(sign.isdigit() for sign in more) and pack is not None and row.option.card is not None:
        more = card_text(pack, row.option.card, offered.lang).replace("\n", " ") or more
    whole, short = (f"  {numbered(offered, row, short=short)}" for short in (False, True))
    line = whole if len(whole) + (4 if more else 0) <= width else short
    return _cut(f"{line} – {more}" if more else line, width)


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 1].rstrip()}…"
