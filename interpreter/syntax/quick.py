"""Parses sound scripts: Lark's tables and terminals, driven so that our tree is made at once.

Lark makes a tree of its own, with the place of every part, which then becomes ours; most of the time of checking a large
pack went there. Whatever is not sound ends with `NotSound`, and is parsed again by Lark, which knows what to say about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from lark import Token
from lark.parsers.lalr_analysis import Shift

from interpreter.syntax.build import Build

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

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


class _Reduction:
    """What becomes of the parts of a rule: which are kept, which stand for their own parts, and what is made of them."""

    __slots__ = ("alone", "inline", "kept", "last", "length", "make", "origin", "passes", "plain")

    def __init__(self, rule: Rule) -> None:
        self.origin, self.length = rule.origin.name, len(rule.expansion)
        self.inline = self.origin.startswith("_")
        self.alone = rule.options.expand1 and not rule.alias
        self.make = None if self.inline else vars(Build).get(rule.alias or rule.origin.name)
        gaps = [False] * self.length if not rule.options.empty_indices else rule.options.empty_indices
        left_out = [len(gap) for gap in "".join("1" if gap else "0" for gap in gaps).split("0")]
        self.kept: list[
            tuple[int, bool, int]
        ] = []  # of each part: its number, whether it is inline, what lacks before it
        missing = 0
        for number, symbol in enumerate(rule.expansion):
            missing += left_out[number]
            if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):  # type: ignore[attr-defined]
                self.kept.append((number, not symbol.is_term and symbol.name.startswith("_"), missing))
                missing = 0
        self.last = missing + left_out[self.length]
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


class Quick:
    """The parser of one grammar."""

    def __init__(self, lark: Lark) -> None:
        frontend: Any = lark.parser  # what it is made of has no public types
        table = frontend.parser._parse_table  # noqa: SLF001 - the tables are all we want of it
        reductions: dict[int, _Reduction] = {}
        self._starts, self._ends = table.start_states, table.end_states
        self._actions: list[dict[str, tuple[bool, Any]]] = [{} for _ in range(1 + max(table.states))]
        for state, actions in table.states.items():
            for name, (action, argument) in actions.items():
                if action is Shift:
                    self._actions[state][name] = True, argument
                else:
                    made = reductions.setdefault(id(argument), _Reduction(argument))
                    self._actions[state][name] = False, made
        self._lexers = frontend.lexer.lexer.lexers if hasattr(frontend.lexer, "lexer") else frontend.lexer.lexers
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
            begins.append(token.start_pos or 0)
            ends.append(token.end_pos or 0)
        raise NotSound

    def _reduce(
        self, rule: _Reduction, states: list[int], values: list[Any], begins: list[int], ends: list[int]
    ) -> None:
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
        for pattern in lexer.scanner._mres:  # noqa: SLF001 - as the lexer itself does
            found = pattern.match(text, at)
            if found:
                name, end = found.lastgroup, found.end()
                if name in lexer.ignore_types:
                    return None, end
                token = _word(name, found[0], at, end)
                return (lexer.callback[name](token) if name in lexer.callback else token), end
        raise NotSound


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
    """A token, without the lines and columns that nobody asks for."""
    token = str.__new__(Token, text)
    token.type, token.value, token.start_pos, token.end_pos = name, text, begin, end
    return token


def _borrowing(name: str, text: str, other: Token) -> Token:
    """A token where another one stands."""
    return _word(name, text, other.start_pos or 0, other.end_pos or 0)
