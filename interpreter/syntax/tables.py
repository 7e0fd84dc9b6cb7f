"""The tables of the parser as plain data: worked out from the grammar by Lark, and shipped beside it.

To make them takes as long as to check half a pack. Where the grammar is another one than they were made from, they are made
anew and kept for the next time. What is kept holds names, numbers and the patterns of the words; a pattern that does not
stand in the grammar is not ours, and then nothing of it is used.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Any

from interpreter.records import record
from interpreter.source import Shape, keep, recall
from interpreter.syntax.grammar import grammar_text, tables_text

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

_LITERAL = re.compile(r'"([^"\n]+)"')
_PATTERN = re.compile(r"/((?:[^/\\\n]|\\.)+)/")
_ESCAPED = {r"\n": "\n", r"\r": "\r"}


@record(frozen=True, slots=True)
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


@record(frozen=True, slots=True)
class Words:
    """The words there can be in a state: names of patterns in the order they are tried, and the words among names."""

    tried: tuple[str, ...]
    passed_over: tuple[str, ...]
    told_apart: dict[str, dict[str, str]]


@record(frozen=True, slots=True)
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
    digest = _digest()
    shipped = _shipped(digest)
    if shipped is not None:
        return shipped
    known = recall(digest, "grammar", _shape())
    if known is not None and _fits(known):
        return known  # type: ignore[no-any-return]
    from interpreter.syntax.by_lark import parser  # noqa: PLC0415 - it is loaded when it is needed

    made = read_from(parser())
    keep(digest, "grammar", made, _shape())
    return made


def _digest() -> str:
    return hashlib.sha256(grammar_text().encode()).hexdigest()


def written() -> str:
    """The tables as they are shipped: `make docs` writes them anew where the grammar has changed."""
    from interpreter.syntax.by_lark import parser  # noqa: PLC0415 - it is loaded when it is needed

    parts = {"grammar": _digest(), **asdict(read_from(parser()))}
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {_lines(part)}" for name, part in parts.items()) + "\n}\n"


def _lines(part: Any) -> str:  # noqa: ANN401 - a part of the tables
    """One line for each state and each rule, so that a change of the grammar can be read."""
    line = json.JSONEncoder(separators=(",", ":")).encode
    return "[\n" + ",\n".join(map(line, part)) + "\n]" if isinstance(part, tuple) else line(part)


def _shipped(digest: str) -> Tables | None:
    """The tables that lie beside the grammar, if they were made from it."""
    text = tables_text()
    given = json.loads(text) if text else {}
    if given.pop("grammar", None) != digest:
        return None
    reductions = (
        Reduction(**{**one, "kept": tuple((at, made_of_parts, before) for at, made_of_parts, before in one["kept"])})
        for one in given.pop("reductions")
    )
    words = (Words(tuple(one["tried"]), tuple(one["passed_over"]), one["told_apart"]) for one in given.pop("words"))
    rows: dict[str, Any] = {name: tuple(part) if isinstance(part, list) else part for name, part in given.items()}
    return Tables(**rows, reductions=tuple(reductions), words=tuple(words))


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
    """Read the tables out of Lark; what they are made of has no public types.

    Lark's own numbers differ from one run to the next: states are numbered as they are met on the way from the starts.
    """
    frontend: Any = lark.parser
    table = frontend.parser._parse_table  # noqa: SLF001 - the tables are all we want of it
    numbers = _numbers(table)
    shifts: list[dict[str, int]] = []
    complete: list[dict[str, int]] = []
    rules: dict[int, int] = {}
    reductions: list[Reduction] = []
    for state in numbers:
        moves, ends = _actions(table, state)
        for rule in ends.values():
            if id(rule) not in rules:
                rules[id(rule)] = len(reductions)
                reductions.append(_reduction(rule))
        shifts.append({name: numbers[to] for name, to in moves.items()})
        complete.append({name: rules[id(rule)] for name, rule in ends.items()})
    lexers = frontend.lexer.lexer.lexers if hasattr(frontend.lexer, "lexer") else frontend.lexer.lexers
    apart = {id(lexers[state]): lexers[state] for state in numbers}
    words = {one: number for number, one in enumerate(apart)}
    return Tables(
        {str(name): numbers[state] for name, state in sorted(table.start_states.items())},
        {str(name): numbers[state] for name, state in sorted(table.end_states.items())},
        tuple(shifts),
        tuple(complete),
        tuple(reductions),
        tuple(map(_words, apart.values())),
        tuple(words[id(lexers[state])] for state in numbers),
        {str(one.name): str(one.pattern.to_regexp()) for one in sorted(lark.terminals, key=lambda one: str(one.name))},
    )


def _numbers(table: Any) -> dict[int, int]:  # noqa: ANN401 - a table of Lark
    """The states, each with its number."""
    waiting = [state for _, state in sorted(table.start_states.items())]
    numbers: dict[int, int] = {}
    for state in waiting:  # it grows meanwhile
        if state not in numbers:
            numbers[state] = len(numbers)
            waiting += _actions(table, state)[0].values()
    return numbers


def _actions(table: Any, state: int) -> tuple[dict[str, int], dict[str, Rule]]:  # noqa: ANN401 - a table of Lark
    """Where the words and parts behind a state lead to, and which rules they complete, in the order of their names."""
    from lark.parsers.lalr_analysis import Shift  # noqa: PLC0415 - only here

    moves: dict[str, int] = {}
    ends: dict[str, Rule] = {}
    for name, (action, argument) in sorted(table.states[state].items()):
        if action is Shift:
            moves[str(name)] = argument
        else:
            ends[str(name)] = argument
    return moves, ends


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
        for name, callback in sorted(lexer.callback.items())
    }
    return Words(tried, tuple(sorted(map(str, lexer.ignore_types))), apart)
