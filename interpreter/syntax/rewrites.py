"""Old forms of scripts and what is written now: one entry of a table for each.

`rulewright migrate` carries the edits out, and a script that does not parse because of an old form says so by name. An
entry is a function over a clause that gives the edits, none where the clause is of no old form. What an entry writes
may not be an old form of the same entry: migrating twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from interpreter.syntax.clauses import Clause, clauses

MAX_ROUNDS = 8
"""How often one rewrite may make room for another."""


class Edit(NamedTuple):
    """Put another text in the place of `text[start:end]`."""

    start: int
    end: int
    text: str


class Rewrite(NamedTuple):
    """An old form, the new one, and the edits that make one of the other."""

    old: str
    new: str
    edits: Callable[[Clause], list[Edit]]


def rewritten(text: str) -> str:
    """A script in the forms of today."""
    for _ in range(MAX_ROUNDS):
        edits = edits_of(text)
        if not edits:
            break
        text = edited(text, edits)
    return text


def edits_of(text: str) -> list[Edit]:
    """The edits that bring a script one step on, in order and apart from each other: one old form for each clause."""
    found: list[Edit] = []
    for clause in clauses(text):
        found += next((edits for rewrite in REWRITES if (edits := rewrite.edits(clause))), [])
    return found


def edited(text: str, edits: list[Edit]) -> str:
    """A text with edits carried out."""
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def old_form(text: str, at: int) -> tuple[Rewrite, Clause] | None:
    """The old form in which a place of a script stands, and the clause; the one just before it where a line ends."""
    for clause in clauses(text):
        if clause.start <= at <= clause.end + 1:
            for rewrite in REWRITES:
                if rewrite.edits(clause):
                    return rewrite, clause
    return None


# ---- sets that have something


def _is_not_empty(clause: Clause) -> list[Edit]:
    """`A is not empty` becomes `any(A)`."""
    words = clause.words
    for place in range(1, len(words) - 2):
        if words[place : place + 3] == ("is", "not", "empty"):
            first = _operand(words, place - 1)
            start = clause.tokens[first].start
            edits = [Edit(start, start, "any("), Edit(clause.tokens[place - 1].end, clause.tokens[place + 2].end, ")")]
            return edits if first <= place - 1 else []
    return []


def _operand(words: tuple[str, ...], last: int) -> int:
    """Where the path begins that ends here: names with dots between them, and brackets behind them."""
    place = last
    while place > 0:
        if words[place] in ")]":
            place = _opening(words, place)
            if place == 0 or not (words[place - 1].isidentifier() or words[place - 1] in ")]"):
                return place
            place -= 1
        elif words[place - 1] == ".":
            place -= 2
        else:
            break
    return place


def _opening(words: tuple[str, ...], close: int) -> int:
    """The bracket that a bracket closes."""
    depth = 0
    for place in range(close, -1, -1):
        depth += (words[place] in ")]") - (words[place] in "([")
        if not depth:
            return place
    return 0


def _it_dot(clause: Clause) -> list[Edit]:
    """`it.NAME` becomes `NAME`: what an element has goes by its bare name."""
    pairs = zip(clause.tokens, clause.tokens[1:], clause.tokens[2:], strict=False)
    return [
        Edit(it.start, name.start, "")
        for it, dot, name in pairs
        if (it.text, dot.text) == ("it", ".") and it.end == dot.start and dot.end == name.start
    ]


# ---- the table


def _as_each(clause: Clause) -> list[Edit]:
    """`as each players` becomes `as each player`: one after another is meant."""
    place = next((at for at, word in enumerate(clause.words) if at > 1 and word != "("), 0)
    if clause.words[:2] != ("as", "each") or clause.words[place] not in ("players", "opponents"):
        return []
    name = clause.tokens[place]
    return [Edit(name.start, name.end, name.text.removesuffix("s"))]


def _if_any(clause: Clause) -> list[Edit]:
    words = clause.words
    if words[:1] != ("choose",) or words[-2:] != ("if", "any") or "from" not in words or clause.opens:
        return []
    return [Edit(clause.tokens[-2].start, clause.end, "else: nothing")]


def _pick_at_random(clause: Clause) -> list[Edit]:
    words = clause.words
    if words[:1] != ("pick",) or words[2:5] != ("at", "random", "from"):
        return []
    pick, name, *_ = clause.tokens
    sure = words[5:] == ("players",)
    return [
        Edit(pick.start, pick.end, "choose"),
        Edit(name.end, clause.tokens[4].start, " "),
        Edit(clause.end, clause.end, " at random" if sure else " at random else: nothing"),
    ]


# ---- again and again


def _repeat_up_to(clause: Clause) -> list[Edit]:
    words = clause.words
    if words[:3] != ("repeat", "up", "to") or "while" not in words:
        return []
    return [Edit(clause.tokens[1].start, clause.tokens[3].start, "")]


def _any_times(clause: Clause) -> list[Edit]:
    if clause.words != TIMES or not clause.opens:
        return []
    return [Edit(clause.start, clause.tokens[0].end, "may any")]


def _until_done(clause: Clause) -> list[Edit]:
    if clause.words[:1] != ("offer",) or clause.words[2:] != ("until", "done"):
        return []
    return [Edit(clause.tokens[2].start, clause.end, " ".join(TIMES))]


def _may_label(clause: Clause) -> list[Edit]:
    """`may LABEL:` becomes `LABEL:`."""
    words = clause.words
    if words[:1] != ("may",) or len(words) < 2 or words[1] in ("choose", "any"):
        return []
    if not clause.opens or not (len(words) == 2 or words[2] == "if"):
        return []
    return [Edit(clause.start, clause.tokens[1].start, "")]


TIMES = ("any", "number", "of", "times")

REWRITES = (
    Rewrite("choose NAME from SET if any", "choose NAME from SET else: nothing", _if_any),
    Rewrite("pick NAME at random from SET", "choose NAME from SET at random else: nothing", _pick_at_random),
    Rewrite("A is not empty", "any(A)", _is_not_empty),
    Rewrite("it.NAME", "NAME", _it_dot),
    Rewrite("as each players", "as each player", _as_each),
    Rewrite("repeat up to N while CONDITION", "repeat N while CONDITION", _repeat_up_to),
    Rewrite("any number of times: …", "may any number of times: …", _any_times),
    Rewrite("offer MENU until done", "offer MENU any number of times", _until_done),
    Rewrite("may LABEL: …", "LABEL: …", _may_label),
)
