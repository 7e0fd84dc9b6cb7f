"""The options of a choice as a person meets them: the same thing once, numbers that stay, and what a typed line means."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.languages import FALLBACK, language
from interpreter.play.decisions import YES
from interpreter.play.foresight import MOST
from interpreter.play.numbering import DECLINING, is_number, numbered_options
from interpreter.play.text import begins_in, colon, is_called, spelled
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.play.foresight import Price
    from interpreter.play.game import Decision, Option

FORESEEN = 200
"""Of so many options it is worked out what they bring; who has more looks at the board."""


@record(frozen=True, slots=True)
class Row:
    """One option on the screen: its number, which one it is, and how many are the same."""

    number: int
    index: int
    times: int
    option: Option


class Offered:
    """What is offered to a person, in one language."""

    def __init__(self, decision: Decision, lang: str) -> None:
        self.decision, self.lang = decision, lang
        self.rows = self._rows()
        self.first, self.last = self.rows[0].number, self.rows[-1].number

    def _rows(self) -> list[Row]:
        options, alike = self.decision.options, self.decision.options.alike
        kept = [index for index, first in enumerate(alike) if index == first]
        numbered = numbered_options(self.decision, self.lang, kept)
        return [Row(number, index, alike.count(index), options[index]) for number, index in numbered]

    def row_of(self, index: int) -> Row:
        """The row an option stands in, be it itself or one like it."""
        first = self.decision.options.alike[index]
        return next(row for row in self.rows if row.index == first)

    # ---- what is told of an option

    def label(self, row: Row, *, short: bool = False) -> str:
        """What an option is called, how many there are of it, and its price; `short`: without what stands on it."""
        label = (row.option.name or row.option.label if short else row.option.label).get(self.lang)
        if row.times > 1:
            label += f" (×{row.times})"
        prices = self._ahead(row.index)[0]
        costs = [(price.also if at else price.text).get(self.lang) for at, price in enumerate(prices)]
        return f"{label}{colon(self.lang)}{language(self.lang).grammar.listing(costs, 'and')}" if costs else label

    def follows(self, row: Row) -> str:
        """What an option is known to bring, as far as its label does not say so; nothing where that is nothing new."""
        told = [text for text in self._ahead(row.index)[1] if text not in self._anyway]
        more = " …" if len(told) > MOST else ""
        leads = self._leads(row.index) if not told else ""
        return leads or language(self.lang).play["semicolon"].join(told[:MOST]) + more

    def _leads(self, index: int) -> str:
        """Where one can go on from an option; of a single one nobody has to be told beforehand."""
        if not 1 < len(self.decision.options) <= FORESEEN:
            return ""
        leads = self.decision.options.ahead(index).leads
        return leads.get(self.lang) if leads is not None else ""

    @cached_property
    def _anyway(self) -> set[str]:
        """What comes of every option: nobody chooses by that, but a gain among others is told with these."""
        rows = [row for row in self.rows if not self._declines(row)]
        told = [set(self._ahead(row.index)[1]) for row in (rows if len(rows) > 1 else self.rows)]
        anyway = set.intersection(*told) if len(told) > 1 else set()
        differ = len(rows) > 1 and any(one - anyway for one in told)
        return anyway - self.decision.options.gains(rows[0].index, self.lang) if anyway and differ else anyway

    def _ahead(self, index: int) -> tuple[list[Price], list[str]]:
        if len(self.decision.options) > FORESEEN:
            return [], []
        ahead = self.decision.options.ahead(index)
        return list(ahead.prices), self.decision.options.news(index, self.lang)

    # ---- what a line means

    def meant(self, line: str) -> list[Row]:
        """The options a typed line can mean: by number, by key, by name."""
        if is_number(line):
            sign, digits = line[: line.startswith("-")], line.removeprefix("-").lstrip("0") or "0"
            return [row for row in self.rows if str(row.number) == sign + digits]
        if not spelled(line):
            return []
        exact = [row for row in self.rows if is_called(line, self._names(row), self.lang)]
        if exact:
            return exact
        answers = [row for row in self.rows if self._answers(row, line.lower())]
        if answers or self._is_answer(line.lower()):
            return answers
        return [row for row in self.rows if begins_in(line, self._names(row), self.lang)]

    def is_named(self, line: str) -> bool:
        """Whether one of the options is called just so."""
        return any(is_called(line, self._names(row), self.lang) for row in self.rows)

    def _is_answer(self, word: str) -> bool:
        """Whether a word says yes or no: it is never the beginning of something else."""
        return any(word in (*one.yes, *one.no) for one in (language(self.lang), language(FALLBACK)))

    def called(self, row: Row) -> str:
        """The name of an option alone."""
        return (row.option.name or row.option.label).get(self.lang)

    def _names(self, row: Row) -> set[str]:
        option = row.option
        return {option.key, option.label.get(self.lang), *([option.name.get(self.lang)] if option.name else [])}

    def _answers(self, row: Row, word: str) -> bool:
        """Whether a short word answers a question of yes and no."""
        spoken = (language(self.lang), language(FALLBACK))
        if row.option.label is YES:
            return any(word in one.yes for one in spoken)
        return self._declines(row) and any(word in one.no for one in spoken)

    @staticmethod
    def _declines(row: Row) -> bool:
        return row.option.label in DECLINING

    @property
    def known(self) -> list[str]:
        """Everything that can be typed for an option."""
        return [name for row in self.rows for name in (row.option.key, row.option.label.get(self.lang))]
