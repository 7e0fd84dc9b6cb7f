"""The tables of the parser as plain data: worked out from the grammar once, by Lark, and kept for the next time.

To make them takes longer than to check a card. What is kept holds names, numbers and the patterns of the words; a
pattern that does not stand in the grammar is not ours, and then nothing of it is used.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from interpreter.source import Shape, keep, recall
from interpreter.syntax.grammar import grammar_text

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

_LITERAL = re.compile(r'"([^"\n]+)"')
_PATTERN = re.compile(r"/((?:[^/\\\n]|\\.)+)/")
_ESCAPED = {r"\n": "\n", r"\r": "\r"}


@dataclass(frozen=True, slots=True)
class Reduction:
    """What becomes of the parts of a rule of the grammar."""

    origin: str
    made: str
    """The form that is made of them; nothing for a rule whose parts stand for themselves."""
    length: int
    alone: bool
    """Whether a single part stands for itself."""
    kept: tuple[tuple[int, bool, int], ...]
    """Of each part that is kept: its number, whether it is made of parts itself, how many are left out before it."""
    last: int
    """How many are left out behind them."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words there can be in a state: names of patterns in the order they are tried, and the words among names."""

    tried: tuple[str, ...]
    passed_over: tuple[str, ...]
    told_apart: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Tables:
    """What follows what: by state the next state behind a word or a part, or the rule whose parts are complete."""

    starts: dict[str, int]
    ends: dict[str, int]
    shifts: tuple[dict[str, int], ...]
    complete: tuple[dict[str, int], ...]
    reductions: tuple[Reduction, ...]
    words: tuple[Words, ...]
    words_of: tuple[int, ...]
    patterns: dict[str, str]


def tables() -> Tables:
    """Give the tables of the grammar."""
    digest = hashlib.sha256(grammar_text().encode()).hexdigest()
    known = recall(digest, "grammar", _shape())
    if known is not None and _fits(known):
        return known  # type: ignore[no-any-return]
    from interpreter.syntax.by_lark import parser  # noqa: PLC0415 - it is loaded when it is needed

    made = read_from(parser())
    keep(digest, "grammar", made, _shape())
    return made


@cache
def _shape() -> Shape:
    return Shape(Tables, {**globals()})


def _fits(known: Tables) -> bool:
    """Whether numbers lead somewhere, and every pattern stands in the grammar."""
    states = len(known.shifts)
    if not states or len(known.complete) != states or len(known.words_of) != states:
        return False
    led = [*known.starts.values(), *known.ends.values(), *(one for row in known.shifts for one in row.values())]
    rules = [one for row in known.complete for one in row.values()]
    names = [name for one in known.words for name in one.tried]
    return (
        all(0 <= one < states for one in led)
        and all(0 <= one < len(known.reductions) for one in rules)
        and all(0 <= one < len(known.words) for one in known.words_of)
        and all(0 <= number < one.length for one in known.reductions for number, _, _ in one.kept)
        and set(names) <= known.patterns.keys()
        and all(name.isidentifier() for name in names)
        and set(known.patterns.values()) <= _patterns_of_the_grammar()
    )


def _patterns_of_the_grammar() -> set[str]:
    text = grammar_text()
    written: list[str] = _PATTERN.findall(text)
    for escaped, meant in _ESCAPED.items():
        written = [one.replace(escaped, meant) for one in written]
    return {*written, *map(re.escape, _LITERAL.findall(text))}


# ---- from Lark


def read_from(lark: Lark) -> Tables:
    """Read the tables out of Lark; what they are made of has no public types."""
    from lark.parsers.lalr_analysis import Shift  # noqa: PLC0415 - only here

    frontend: Any = lark.parser
    table = frontend.parser._parse_table  # noqa: SLF001 - the tables are all we want of it
    count = 1 + max(table.states)
    shifts: list[dict[str, int]] = [{} for _ in range(count)]
    complete: list[dict[str, int]] = [{} for _ in range(count)]
    rules: dict[int, int] = {}
    reductions: list[Reduction] = []
    for state, actions in table.states.items():
        for name, (action, argument) in actions.items():
            if action is Shift:
                shifts[state][str(name)] = argument
                continue
            if id(argument) not in rules:
                rules[id(argument)] = len(reductions)
                reductions.append(_reduction(argument))
            complete[state][str(name)] = rules[id(argument)]
    lexers = frontend.lexer.lexer.lexers if hasattr(frontend.lexer, "lexer") else frontend.lexer.lexers
    apart = {id(one): one for one in lexers.values()}
    numbers = {one: number for number, one in enumerate(apart)}
    return Tables(
        {str(name): state for name, state in table.start_states.items()},
        {str(name): state for name, state in table.end_states.items()},
        tuple(shifts),
        tuple(complete),
        tuple(reductions),
        tuple(map(_words, apart.values())),
        tuple(numbers[id(lexers[state])] for state in range(count)),
        {str(one.name): str(one.pattern.to_regexp()) for one in lark.terminals},
    )


def _reduction(rule: Rule) -> Reduction:
    length = len(rule.expansion)
    gaps = rule.options.empty_indices or [False] * length
    left_out = [len(gap) for gap in "".join("1" if gap else "0" for gap in gaps).split("0")]
    kept: list[tuple[int, bool, int]] = []
    missing = 0
    for number, symbol in enumerate(rule.expansion):
        missing += left_out[number]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):  # type: ignore[attr-defined]
            kept.append((number, not symbol.is_term and symbol.name.startswith("_"), missing))
            missing = 0
    origin = str(rule.origin.name)
    made = "" if origin.startswith("_") else str(rule.alias or origin)
    alone = bool(rule.options.expand1 and not rule.alias)
    return Reduction(origin, made, length, alone, tuple(kept), missing + left_out[length])


def _words(lexer: Any) -> Words:  # noqa: ANN401 - a lexer of Lark
    tried = tuple(str(one.name) for one in lexer.scanner.terminals)
    apart = {
        str(name): {str(one.pattern.value): str(one.name) for one in callback.scanner.terminals}
        for name, callback in lexer.callback.items()
    }
    return Words(tried, tuple(sorted(map(str, lexer.ignore_types))), apart)
