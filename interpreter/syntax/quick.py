"""Parses sound scripts: the tables of the grammar, driven so that our tree is made at once.

Lark makes a tree of its own, with the place of every part, which then becomes ours; most of the time of checking a large
pack went there. Whatever is not sound ends with `NotSound`, and is parsed again by Lark, which knows what to say about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.syntax.build import Build
from interpreter.syntax.tables import tables

if TYPE_CHECKING:
    from interpreter.syntax.tables import Reduction, Tables, Words

_NEW_LINE, _INDENT, _DEDENT, _END = "_NL", "_INDENT", "_DEDENT", "$END"
_OPEN, _CLOSE = frozenset({"LPAR", "LSQB"}), frozenset({"RPAR", "RSQB"})


class NotSound(Exception):
    """The script does not parse."""


class Place(NamedTuple):
    """Where a part of a script stands; what makes trees asks for it as it would ask Lark."""

    start_pos: int
    end_pos: int
    empty: bool


_place = tuple.__new__  # half the time of calling the class, and there is one for every part
_NOWHERE = -1


class Token(str):
    """A word of a script: what it is, and where it stands."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int


class _Rule:
    """What becomes of the parts of a rule: which are kept, which stand for their own parts, and what is made of them."""

    __slots__ = ("alone", "inline", "kept", "last", "length", "make", "origin", "passes", "plain")

    def __init__(self, rule: Reduction) -> None:
        self.origin, self.length, self.alone = rule.origin, rule.length, rule.alone
        self.kept, self.last = rule.kept, rule.last
        self.inline = not rule.made
        self.make = vars(Build).get(rule.made) if rule.made else None
        simple = not self.last and not any(inline or lacks for _, inline, lacks in self.kept)
        self.plain = [number for number, _, _ in self.kept] if simple else []
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

    __slots__ = ("_match", "_patterns", "_words", "apart", "passed_over")

    def __init__(self, words: Words, patterns: dict[str, str]) -> None:
        self._words, self._patterns = words, patterns
        self.apart, self.passed_over = words.told_apart, frozenset(words.passed_over)
        self._match: Any = None

    def match(self, text: str, at: int) -> re.Match[str] | None:
        """The word that begins at a place."""
        if self._match is None:
            whole = "|".join(f"(?P<{name}>{self._patterns[name]})" for name in self._words.tried)
            self._match = re.compile(whole).match
        return self._match(text, at)  # type: ignore[no-any-return]


@cache
def quick() -> Quick:
    """Give the parser of the grammar."""
    return Quick(tables())


class Quick:
    """The parser of one grammar."""

    def __init__(self, known: Tables) -> None:
        self._starts, self._ends = known.starts, known.ends
        rules = [_Rule(one) for one in known.reductions]
        self._actions: list[dict[str, tuple[bool, Any]]] = [
            {name: (True, state) for name, state in shifts.items()}
            | {name: (False, rules[number]) for name, number in complete.items()}
            for shifts, complete in zip(known.shifts, known.complete, strict=True)
        ]
        lexers = [_Lexer(one, known.patterns) for one in known.words]
        self._lexers = [lexers[number] for number in known.words_of]
        self._maker = Build()

    def parse(self, text: str, start: str) -> Any:  # noqa: ANN401 - a Block or a Value
        """The tree of a script or an expression. Raises NotSound, and NumberTooLarge as `build` does."""
        states, actions = [self._starts[start]], self._actions
        values: list[Any] = []
        begins: list[int] = []  # where the parts stand, -1 for those that are nowhere
        ends: list[int] = []
        last = self._ends[start]
        for token in self._tokens(text, states):
            name = token.type
            while True:
                found = actions[states[-1]].get(name)
                if found is None:
                    raise NotSound
                shifts, argument = found
                if shifts:
                    break
                if argument.passes:
                    states[-1] = actions[states[-2]][argument.origin][1]
                else:
                    self._reduce(argument, states, values, begins, ends)
                if name == _END and states[-1] == last:
                    return values[-1]
            states.append(argument)
            values.append(token)
            begins.append(token.start_pos)
            ends.append(token.end_pos)
        raise NotSound

    def _reduce(self, rule: _Rule, states: list[int], values: list[Any], begins: list[int], ends: list[int]) -> None:
        """Make one part of some."""
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
            made = rule.make(self._maker, place, *made)
        elif not rule.inline:
            (made,) = made
        del states[first + 1 :], values[first:], begins[first:], ends[first:]
        states.append(self._actions[states[-1]][rule.origin][1])
        values.append(made)
        begins.append(begin)
        ends.append(end)

    # ---- words

    def _tokens(self, text: str, states: list[int]) -> Iterator[Token]:
        """The words of a script, and its indentation; which words there can be depends on how far the parser is."""
        depths, brackets, at = [0], 0, 0
        token = _word(_END, "", 0, 0)
        while at < len(text):
            found, at = self._next(text, at, states[-1])
            if found is None:
                continue
            token = found
            if token.type == _NEW_LINE:
                if not brackets:
                    yield token
                    yield from _indentation(token, depths)
                continue
            yield token
            brackets += (token.type in _OPEN) - (token.type in _CLOSE)
            if brackets < 0:
                raise NotSound
        for _ in depths[1:]:
            yield _borrowing(_DEDENT, "", token)
        yield _borrowing(_END, "", token)

    def _next(self, text: str, at: int, state: int) -> tuple[Token | None, int]:
        """The word that begins at a place, None for what is passed over, and where it ends."""
        lexer = self._lexers[state]
        found = lexer.match(text, at)
        if found is None:
            raise NotSound
        name, end = found.lastgroup or "", found.end()
        if name in lexer.passed_over:
            return None, end
        word = found[0]
        apart = lexer.apart.get(name)
        return _word(apart.get(word, name) if apart is not None else name, word, at, end), end


def _indentation(line_end: Token, depths: list[int]) -> Iterator[Token]:
    """Whether a block begins or ends behind the end of a line."""
    blank = line_end.rsplit("\n", 1)[1]
    depth = blank.count(" ")
    if depth > depths[-1]:
        depths.append(depth)
        yield _borrowing(_INDENT, blank, line_end)
        return
    while depth < depths[-1]:
        depths.pop()
        yield _borrowing(_DEDENT, blank, line_end)
    if depth != depths[-1]:
        raise NotSound


def _word(name: str, text: str, begin: int, end: int) -> Token:
    """A token at its place."""
    token = Token(text)
    token.type, token.start_pos, token.end_pos = name, begin, end
    return token


def _borrowing(name: str, text: str, other: Token) -> Token:
    """A token where another one stands."""
    return _word(name, text, other.start_pos, other.end_pos)
