"""Parses sound scripts: the tables of the grammar, driven so that our tree is made at once.

Lark makes a tree of its own, with the place of every part, which then becomes ours; most of the time of checking a large
pack went there. Whatever is not sound ends with `NotSound`, and is parsed again by Lark, which knows what to say about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.syntax.build import Build
from interpreter.syntax.tables import tables

if TYPE_CHECKING:
    from interpreter.syntax.tables import Reduction, Tables, Words

_NEW_LINE, _INDENT, _DEDENT, _END = "_NL", "_INDENT", "_DEDENT", "$END"
_BRACKETS = {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}


class NotSound(Exception):
    """The script does not parse."""


class Place(NamedTuple):
    """Where a part of a script stands; what makes trees asks for it as it would ask Lark."""

    start_pos: int
    end_pos: int
    empty: bool


_place = tuple.__new__  # half the time of calling the class, and there is one for every part
_NOWHERE = -1
_MAKER = Build()


class Token(str):
    """A word of a script, and where it stands."""

    __slots__ = ("end_pos", "start_pos")
    start_pos: int
    end_pos: int


class _Rule:
    """What becomes of the parts of a rule: which are kept, which stand for their own parts, and what is made of them."""

    __slots__ = ("alone", "inline", "kept", "last", "length", "make", "origin", "passes", "plain", "single")

    def __init__(self, rule: Reduction) -> None:
        self.origin, self.length, self.alone = rule.origin, rule.length, rule.alone
        self.kept, self.last = rule.kept, rule.last
        self.inline = not rule.made
        self.make = vars(Build).get(rule.made) if rule.made else None
        simple = not self.last and not any(inline or lacks for _, inline, lacks in self.kept)
        self.plain = [number for number, _, _ in self.kept] if simple else []
        self.single = (
            self.length == 1 and self.plain == [0] and not self.alone and (self.inline or self.make is not None)
        )
        self.passes = self.alone and self.length == 1 and self.plain == [0]  # it only stands for its part

    def parts(self, values: list[Any]) -> list[Any]:
        """The parts that are kept."""
        if self.plain:
            return [values[number] for number in self.plain]
        found: list[Any] = []
        for number, inline, missing in self.kept:
            found += [None] * missing
            if inline:
                found += values[number]
            else:
                found.append(values[number])
        return found + [None] * self.last


class _Lexer:
    """Finds the words that there can be in a state; its pattern is made when it is first needed."""

    __slots__ = ("_patterns", "_words", "apart", "match")

    def __init__(self, words: Words, patterns: dict[str, str]) -> None:
        self._words, self._patterns = words, patterns
        self.apart = words.told_apart
        self.match: Callable[[str, int], re.Match[str] | None] = self._made

    def _made(self, text: str, at: int) -> re.Match[str] | None:
        """The word that begins at a place, or behind what is passed over there, which is never looked at twice."""
        passed_over = "|".join(self._patterns[name] for name in self._words.passed_over)
        tried = [name for name in self._words.tried if name not in self._words.passed_over]
        words = "|".join(f"(?P<{name}>{self._patterns[name]})" for name in tried)
        self.match = re.compile(f"(?>(?:{passed_over})*)(?:{words})").match
        return self.match(text, at)


@cache
def quick() -> Quick:
    """Give the parser of the grammar."""
    return Quick(tables())


class Quick:
    """The parser of one grammar."""

    def __init__(self, known: Tables) -> None:
        self._starts, self._ends = known.starts, known.ends
        rules = [_Rule(one) for one in known.reductions]
        self.actions: list[dict[str, int | _Rule]] = [
            {**shifts, **{name: rules[number] for name, number in complete.items()}}
            for shifts, complete in zip(known.shifts, known.complete, strict=True)
        ]
        self.after = known.shifts
        self.passed: dict[tuple[int, int, str], int] = {}
        """Where rules that only stand for their part lead to: from one state, behind another, before a word."""
        lexers = [_Lexer(one, known.patterns) for one in known.words]
        self._lexers = [lexers[number] for number in known.words_of]
        self.own_words = frozenset(filter(str.isalpha, known.patterns.values()))
        """Words of the grammar that look like names."""

    def parse(self, text: str, start: str) -> Any:  # noqa: ANN401 - a Block or a Value
        """The tree of a script or an expression. Raises NotSound, and NumberTooLarge as `build` does."""
        run = _Run(self, self._starts[start], self._ends[start])
        states, lexers = run.states, self._lexers
        depths, brackets, begin, end = [0], 0, 0, 0
        while end < len(text):
            lexer = lexers[states[-1]]
            found = lexer.match(text, end)
            if found is None:
                raise NotSound
            name = found.lastgroup or ""
            word = found[name]
            begin, end = found.span(name)
            if name == _NEW_LINE:
                if not brackets:
                    run.take(name, None, begin, end)
                    for block in _indentation(word, depths):
                        run.take(block, None, begin, end)
                continue
            if name in lexer.apart:
                name = lexer.apart[name].get(word, name)
            run.take(name, _word(word, begin, end), begin, end)
            if name in _BRACKETS:
                brackets += _BRACKETS[name]
                if brackets < 0:
                    raise NotSound
        for _ in depths[1:]:
            run.take(_DEDENT, None, begin, end)
        run.take(_END, None, begin, end)
        return run.values[-1]


class _Run:
    """How far a script is parsed: the states it went through, and what was made of its parts so far."""

    __slots__ = ("_begins", "_ends", "_last", "_of", "states", "values")

    def __init__(self, of: Quick, first: int, last: int) -> None:
        self._of, self._last = of, last
        self.states = [first]
        self.values: list[Any] = []
        self._begins: list[int] = []  # where the parts stand, -1 for those that are nowhere
        self._ends: list[int] = []

    def take(self, name: str, value: Token | None, begin: int, end: int) -> None:
        """Take the next word, once everything is made that is complete before it."""
        states, actions = self.states, self._of.actions
        while True:
            action = actions[states[-1]].get(name)
            if action is None:
                raise NotSound
            if action.__class__ is int:
                break
            if action.passes:  # type: ignore[union-attr] # a rule
                states[-1] = self._passed(name)
            else:
                self._reduce(action)  # type: ignore[arg-type] # a rule
            if name == _END and states[-1] == self._last:
                return
        states.append(action)
        self.values.append(value)
        self._begins.append(begin)
        self._ends.append(end)

    def _passed(self, name: str) -> int:
        """The state behind all rules that only stand for their part, one after the other."""
        below, state = self.states[-2:]
        known = self._of.passed.get((below, state, name))
        if known is None:
            known, after, actions = state, self._of.after[below], self._of.actions
            while isinstance(action := actions[known].get(name), _Rule) and action.passes:
                known = after[action.origin]
                if known == self._last:
                    break
            self._of.passed[below, state, name] = known
        return known

    def _reduce(self, rule: _Rule) -> None:
        """Make one part of some."""
        values, begins, ends, states = self.values, self._begins, self._ends, self.states
        if rule.single:  # every other one: it takes the place of its part
            begin, end = begins[-1], ends[-1]
            if rule.make is not None:
                place = _place(Place, (begin, end, False) if begin >= 0 else (0, 0, True))
                values[-1] = rule.make(_MAKER, place, values[-1])
            else:
                values[-1] = [values[-1]]
            states[-1] = self._of.after[states[-2]][rule.origin]
            return
        first = len(values) - rule.length
        begin = end = _NOWHERE
        for at in range(first, len(values)):
            if begins[at] >= 0:
                end = ends[at]
                if begin < 0:
                    begin = begins[at]
        made: Any = rule.parts(values[first:])
        if rule.make is not None and not (rule.alone and len(made) == 1):
            place = _place(Place, (begin, end, False) if begin >= 0 else (0, 0, True))
            made = rule.make(_MAKER, place, *made)
        elif not rule.inline:
            (made,) = made
        del states[first + 1 :], values[first:], begins[first:], ends[first:]
        states.append(self._of.after[states[-1]][rule.origin])
        values.append(made)
        begins.append(begin)
        ends.append(end)


def _indentation(line_end: str, depths: list[int]) -> list[str]:
    """Whether a block begins or ends behind the end of a line."""
    depth = line_end.rsplit("\n", 1)[1].count(" ")
    if depth > depths[-1]:
        depths.append(depth)
        return [_INDENT]
    ended = []
    while depth < depths[-1]:
        depths.pop()
        ended.append(_DEDENT)
    if depth != depths[-1]:
        raise NotSound
    return ended


def _word(text: str, begin: int, end: int) -> Token:
    """A word at its place."""
    token = Token(text)
    token.start_pos, token.end_pos = begin, end
    return token
