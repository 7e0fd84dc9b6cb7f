"""A script as words and signs, without a grammar: for forms that the grammar no longer knows.

A line is what a person would call one, brackets kept together; a clause is a line, or the part of one behind a `:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from interpreter.records import record

_TOKEN = re.compile(r"#[^\n]*|\{[^{}\n]*\}|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|<=|>=|\n|[^ \t\n]")
_OPEN, _CLOSE = frozenset("(["), frozenset(")]")
_ENDS = frozenset({"\n", ":", ";"})


class Token(NamedTuple):
    """A word, number or sign, and where it stands."""

    text: str
    start: int
    end: int


@record(frozen=True, slots=True)
class Clause:
    """The words and signs of one clause; `opens` when a `:` follows it."""

    tokens: tuple[Token, ...]
    opens: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The texts of its tokens."""
        return tuple(token.text for token in self.tokens)

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where it ends, the `:` left out."""
        return self.tokens[-1].end


def clauses(text: str) -> Iterator[Clause]:
    """The clauses of a script in order; comments belong to none."""
    held: list[Token] = []
    depth = 0
    for found in _TOKEN.finditer(f"{text}\n"):
        word = found[0]
        depth = max(0, depth + (word in _OPEN) - (word in _CLOSE))
        if word in _ENDS and not depth:
            if held:
                yield Clause(tuple(held), opens=word == ":")
            held = []
        elif word != "\n" and not word.startswith("#"):
            held.append(Token(word, found.start(), found.end()))
