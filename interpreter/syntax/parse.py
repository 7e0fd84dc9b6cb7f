"""Text to tree, under the limits, with errors that point into the YAML file."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from interpreter.diagnostics import Problem
from interpreter.syntax import slips
from interpreter.syntax import tree as t
from interpreter.syntax.build import NumberTooLarge, build
from interpreter.syntax.errors import (
    OVER_LINES,
    BadIndentation,
    EmptyScript,
    NotWhole,
    OldForm,
    OtherSign,
    StrayCharacter,
    TooLarge,
    Unclosed,
    Unexpected,
)
from interpreter.syntax.quick import NotSound, quick
from interpreter.syntax.rewrites import old_form

if TYPE_CHECKING:
    from lark import Token, UnexpectedToken

    from interpreter.source import ScriptSource

MAX_LENGTH = 4096
MAX_NODES = 500
MAX_DEPTH = 32
MAX_CHAIN = 96
_PART = re.compile(r"[a-z0-9_]+|[^a-z0-9_ ]")
_LEAVES = frozenset({type(None), bool, int, str})

# What the parser calls a terminal, in an author's words.
TERMINALS = {
    "_NL": "the end of the line",
    "NAME": "a name",
    "INT": "a number",
    "FUNC": "a function",
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "DOT": "`.`",
    "COMMA": "`,`",
    "EQUAL": "`=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "SLASH": "`/`",
    "LESSTHAN": "`<`",
    "MORETHAN": "`>`",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the script",
}
# Shown first: what is most often missing.
_ORDER = ("RPAR", "RSQB", "COLON", "_INDENT", "_NL", "NAME", "INT")


# Words that are only words inside a command: nobody misses them there.
_SOFT = {
    *("FROM", "TO", "ONE", "ANY", "NUMBER_WORD", "OF", "TIMES", "ORDER", "UP", "DIFFERENT", "EACH", "AS"),
    *("RANDOM", "AT", "WHILE", "FOR", "PREFERRING", "NOTHING", "SECRETLY", "ONCE"),
}

# Signs of other languages and of paper, and what scripts say instead; the longest first.
_OTHER_SIGNS = {
    "===": "is", "!==": "is not",
    "==": "is", "!=": "is not", "<>": "is not", "=>": ">=", "=<": "<=", "&&": "and", "||": "or",
    "=": "is", "&": "and", "|": "or", "%": "mod", "≠": "is not", "≥": ">=", "≤": "<=", "×": "*", "÷": "/",
    "\u2212": "-", "\u2013": "-", "\u2014": "-",
}  # fmt: skip
_ROWS = ({"+", "-"}, {"*", "/", "mod"}, {"and"}, {"or"})
"""Operators that may follow each other without brackets."""
_BANG = re.compile(r"(?<![a-z0-9_)\]])! *[a-z(]")
_NAME = r"[a-z][a-z0-9_]*"
_NO_EVENTS = ("event", "verb", "on", "if", "when", "whenever", "the", "every", "each")
"""Words that people put before the name of an event."""
_SENTENCE = re.compile(r"[\"'“„»«]?[A-ZÀ-Þ][^\n]* [^\n]*[.!?][\"'”“«»]?")
"""Words for people: they begin with a capital and end with a full stop."""
_NO_SUCH_TIME = ("before", "during", "instead")
"""What no reaction can be."""
_TYPED = re.compile(r"\{ *([a-z][a-z0-9_]*)(?: *:[^{}]*)?\}")
_FRACTION = re.compile(r"[0-9]*[.,][0-9]+")
_CONDITION = re.compile(r"\b(?:if|while|where|require|is|and|or|not)\b")


def forms_written(source: ScriptSource) -> list[str]:
    """Name the forms of the grammar that a sound script is made of, as often as they stand there."""
    from interpreter.syntax.by_lark import parser  # noqa: PLC0415 - it is loaded when it is needed

    made = parser().parse(source.text.rstrip() + "\n", start="script")
    return [str(part.data) for part in made.iter_subtrees()]


def parsed(source: ScriptSource, start: str) -> Any:  # noqa: ANN401 - a Block, a Value, or what is wrong
    """Parse a `script` or an `expression`."""
    problem = _beyond_limits(source)
    if problem is None:
        text, tree = source.text.rstrip() + "\n", None
        try:
            tree = quick().parse(text, start)
        except NumberTooLarge as error:
            problem = TooLarge(source.span(*error.at), "numbers go up to 1,000,000")
        except NotSound:
            tree, problem = _by_lark(source, text, start)
        if problem is None and most_parts(text) > MAX_DEPTH:  # as a rule a script is far from every limit
            problem = _too_big(source, tree)
        if problem is None:
            return tree
    return [problem]


def most_parts(text: str) -> int:
    """How many parts the tree of a text has at most: each has a word, a sign or the end of a line for itself."""
    return len(_PART.findall(text)) + 2


def _by_lark(source: ScriptSource, text: str, start: str) -> tuple[Any, Problem | None]:
    """The tree of a text that our own parser gave up, or what is wrong with it."""
    from lark import UnexpectedInput  # noqa: PLC0415 - it is loaded when something is wrong
    from lark.indenter import DedentError  # noqa: PLC0415 - the same

    from interpreter.syntax.by_lark import parser  # noqa: PLC0415 - the same

    try:
        return build(parser().parse(text, start=start)), None
    except (UnexpectedInput, DedentError, NumberTooLarge) as error:
        return None, _problem(source, error, start)


def _beyond_limits(source: ScriptSource) -> Problem | None:
    """Refuse what would be slow or deep before the parser sees it."""
    if len(source.text) > MAX_LENGTH:
        return TooLarge(source.span(0, 1), f"the script is longer than {MAX_LENGTH} characters")
    text = re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), source.text)
    if not text.strip():
        return EmptyScript(source.span(0, 0))
    stray = re.search(r"[^a-z0-9_+\-*/.,()\[\]<>=: \n]", text)
    if stray:
        foreign = _foreign(source, stray.start(), gives=False)
        if foreign:
            return foreign
        if source.key() == "when" and stray[0] == "{":
            return _typed_where_heard(source, text, stray.start())
        word, (begin, end) = _in_capitals(text, stray.start()) or _in_quotes(text, stray.start()) or ("", stray.span())
        whole = StrayCharacter(source.span(begin, end), stray[0], word)
        return whole.but(sentence=_SENTENCE.fullmatch(source.text.strip()) is not None)
    depth = 0
    for bracket in re.finditer(r"[()\[\]]", text):
        depth += 1 if bracket[0] in "([" else -1
        if depth > MAX_DEPTH:
            return TooLarge(source.span(*bracket.span()), f"brackets are nested deeper than {MAX_DEPTH}")
    return None


def _typed_where_heard(source: ScriptSource, text: str, at: int) -> StrayCharacter:
    """Parameters of a verb, written where it is heard as where it is declared: they stand there as names or values."""
    line = source.text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0].strip()
    plain = _TYPED.sub(r"\1", line)
    return StrayCharacter(source.span(at, at + 1), "{", plain if plain != line else "", heard=True)


def _in_capitals(text: str, at: int) -> tuple[str, tuple[int, int]] | None:
    """The word around a capital letter, if it would be one in small letters."""
    word = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
    begin = (
        at - len(text[:at]) + len(text[:at].rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"))
    )
    found = word.match(text, begin)
    return (found[0], found.span()) if found and text[at].isascii() and text[at].isupper() else None


def _in_quotes(text: str, at: int) -> tuple[str, tuple[int, int]] | None:
    """The name in quotes that is compared with something, where scripts want it without."""
    found = re.compile(r"[\"'“”«»]([a-z][a-z0-9_]*)[\"'“”«»]").match(text, at)
    compared = re.search(r"\b(?:is|is not|in|to)[ (]*$", text[:at])
    return (found[1], found.span()) if found and compared else None


def _problem(source: ScriptSource, error: Exception, start: str) -> Problem:
    from lark import UnexpectedCharacters, UnexpectedToken  # noqa: PLC0415 - it is loaded when something is wrong

    if isinstance(error, NumberTooLarge):
        return TooLarge(source.span(*error.at), "numbers go up to 1,000,000")
    if isinstance(error, UnexpectedToken):
        return _old(source, error) or _unexpected(source, error, start)
    if isinstance(error, UnexpectedCharacters):
        at = getattr(error, "pos_in_stream", 0) or 0
        return StrayCharacter(source.span(at, at + 1), source.text[at : at + 1])
    return BadIndentation(source.span(*_odd_line(source.text)))


def _old(source: ScriptSource, error: UnexpectedToken) -> OldForm | None:
    """Recognise a form of an earlier version."""
    at = error.token.start_pos if error.token.start_pos is not None else len(source.text)
    found = old_form(source.text, min(at, len(source.text)))
    if found is None:
        return None
    rewrite, clause = found
    return OldForm(source.span(clause.start, clause.end), rewrite.old, rewrite.new)


def _foreign(source: ScriptSource, at: int, *, gives: bool) -> OtherSign | None:
    """Recognise a sign of another language that a place is part of; `gives`: `=` may be meant to give a value."""
    text = source.text
    for sign, meant in _OTHER_SIGNS.items():
        begin = text.find(sign, max(at - len(sign) + 1, 0), at + len(sign))
        if begin >= 0:
            return OtherSign(source.span(begin, begin + len(sign)), sign, meant, gives and sign == "=")
    if _BANG.match(text, at):
        return OtherSign(source.span(at, at + 1), "!", "not")
    return None


def _foreign_or_fraction(source: ScriptSource, at: int, start: str) -> Problem | None:
    """Tell what is good elsewhere but not in a script: other signs, numbers with a fraction."""
    text = source.text
    if text[at] in "=<>":
        line = text[text.rfind("\n", 0, at) + 1 : at]
        return _foreign(source, at, gives=start == "script" and not _CONDITION.search(line))
    for found in _FRACTION.finditer(text):
        if found.start() <= at < found.end():
            return NotWhole(source.span(*found.span()), found[0])
    return None


def _unexpected(source: ScriptSource, error: UnexpectedToken, kind: str) -> Problem:
    token: Token = error.token
    start = min(token.start_pos if token.start_pos is not None else len(source.text), len(source.text))
    if token.type in ("EQUAL", "LESSTHAN", "MORETHAN", "INT", "DOT", "COMMA"):
        known = _foreign_or_fraction(source, start, kind)
        if known:
            return known
    opened = _left_open(source.text, start)
    if opened is not None:
        return Unclosed(source.span(opened, opened + 1), source.text[opened])
    end = min(token.end_pos or start, len(source.text))
    if token.type == "$END":
        start = len(source.text)
    if token.type in ("_NL", "$END", "_DEDENT"):
        start, end = _end_of_line(source.text, start)
    named = (TERMINALS.get(token.type) or f"`{token}`").removeprefix("the ")
    if token.type == "_INDENT":
        start = len(source.text) - len(source.text[start:].lstrip())
        line = source.text[start:].partition("\n")[0]
        on = slips.goes_on(source.text, start)
        return BadIndentation(source.span(start, start + len(line.rstrip())), deeper=True, goes_on=on)
    if token.type in ("NAME", "INT", "FUNC"):
        named = f"`{token}`"
    accepted = set(error.accepts or error.expected)
    expected = sorted(accepted - (_SOFT if "NAME" in accepted else set()), key=lambda name: (_rank(name), name))
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start].strip()
    key = line if token.type == "COLON" and line != "else" and re.fullmatch(r"[a-z][a-z0-9_]*", line) else ""
    meant = _meant(source, error, start, kind)
    return Unexpected(source.span(start, max(end, start + 1)), named, tuple(map(_terminal, expected)), key, meant)


def _left_open(text: str, before: int) -> int | None:
    """The bracket of an earlier line that is open at a place, and never closed."""
    opened: list[int] = []
    for bracket in re.finditer(r"[()\[\]]", text):
        if bracket[0] in "([":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    return next((at for at in opened if "\n" in text[at:before]), None)


def _meant(source: ScriptSource, error: UnexpectedToken, at: int, kind: str) -> str:
    """What to write instead of some slips that many make; nothing where it cannot be told."""
    begin = source.text.rfind("\n", 0, at) + 1
    line, word = source.text[begin:].partition("\n")[0], str(error.token)
    before = line[: at - begin].strip()
    if re.fullmatch(_NAME, word) and re.search(r"\bmy$", before):
        return f"write `my.{word}`"
    if source.torn():
        return "inside `[…]` and `{…}` of YAML a comma ends the value: put quotes around the script"
    if source.key() == "when" and kind == "expression":
        heard = _heard(line.strip(), before, word)
        if heard:
            return heard
    at_end = error.token.type in ("_NL", "$END", "_DEDENT")
    accepted = set(error.accepts or error.expected)
    told = slips.meant(line, len(line.rstrip()) if at_end else at - begin, accepted)
    asked = kind == "expression" or re.match(r"(?:if|else if|while|require|let|set)\b", line.strip())
    in_value = asked and error.token.type in ("NAME", "INT", "FUNC") and "NAME" not in accepted
    told = told or (slips.meant_in_value(line, at - begin) if in_value else "")
    return told or (OVER_LINES if slips.goes_on(source.text, at + at_end) else "")


def _heard(line: str, before: str, word: str) -> str:
    """How to write what a reaction hears: an event, and a condition behind it."""
    asked = re.fullmatch(rf"({_NAME}) if (.+)", line)
    if asked:
        return f"write `{asked[1]} where {asked[2]}`: the names in its phrase are known there"
    if not re.fullmatch(_NAME, before):
        return ""
    if before in _NO_SUCH_TIME:
        verb = line.removeprefix(before).strip()
        return f"a reaction comes behind a verb: `after {verb}`; what comes before it is a change with `before: …`"
    if before in _NO_EVENTS and word != "me" and re.fullmatch(_NAME, word):
        return f"write the name of the event alone: `{word}`"
    verb = f"; what follows a verb is written `after {line}`" if word != "me" and re.fullmatch(_NAME, word) else ""
    return f"write `{before}`, or with a condition `{before} where …`: the names in its phrase are known there{verb}"


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _terminal(name: str) -> str:
    return TERMINALS.get(name) or f"`{name.lower().removesuffix('_word')}`"


def _end_of_line(text: str, start: int) -> tuple[int, int]:
    """Point just behind the last word before the line break, where the missing thing belongs."""
    end = len(text[:start].rstrip())
    return max(end - 1, 0), end


def _odd_line(text: str) -> tuple[int, int]:
    """Find the first line whose indentation matches no open block."""
    open_depths, offset = [0], 0
    for line in text.splitlines(keepends=True):
        body = line.strip()
        if body and not body.startswith("#"):
            depth = len(line) - len(line.lstrip(" "))
            if depth > open_depths[-1]:
                open_depths.append(depth)
            while open_depths[-1] > depth:
                open_depths.pop()
            if open_depths[-1] != depth:
                return offset + depth, offset + len(line.rstrip())
        offset += len(line)
    return 0, 1


def _goes_on(node: object, slot: str, part: object) -> bool:
    """Whether a part is the beginning of the same flat row, like `a + b` in `a + b + c`."""
    if slot != "left" or not isinstance(node, t.Binary) or not isinstance(part, t.Binary):
        return False
    return any({node.op, part.op} <= row for row in _ROWS)


def _too_big(source: ScriptSource, tree: object) -> Problem | None:
    """Count nodes and depth without recursion."""
    stack: list[tuple[Any, int, int]] = [(tree, 1, 1)]
    nodes = 0
    while stack:
        node, depth, below = stack.pop()
        if type(node) is tuple:
            stack += [(child, depth, below) for child in reversed(node)]
            continue
        slots = _parts_of(type(node))  # type: ignore[arg-type]
        if slots is None:
            continue
        nodes += 1
        if depth > MAX_DEPTH:
            return TooLarge(source.span(*node.at), f"the script is nested deeper than {MAX_DEPTH}")
        if nodes > MAX_NODES:
            return TooLarge(source.span(*node.at), f"the script has more than {MAX_NODES} parts")
        if below > MAX_CHAIN:
            why = f"more than {MAX_CHAIN - 2} parts hang together; make a value of some of them"
            return TooLarge(source.span(*node.at), why)
        for slot in slots:
            part = getattr(node, slot)
            if type(part) not in _LEAVES:
                stack.append((part, depth + (not _goes_on(node, slot, part)), below + 1))
    return None


@cache
def _parts_of(form: type) -> tuple[str, ...] | None:
    """Where the parts of a node stand; None for what is no node."""
    return tuple(slot for slot in form.__slots__ if slot != "at") if hasattr(form, "at") else None  # type: ignore[attr-defined]
