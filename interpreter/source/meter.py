"""The limits on work: how large, how deep and how long what a pack asks for may be. One table; each says why it is there.

What can be told beforehand is refused by the checker with its place; the rest is counted while a game runs, and what goes
beyond is stopped with the action undone. Work is counted in *steps* (a routine begun, a turn of a loop) and in *parts* (one
operation of a value for one element of a set); so many parts are a step.
"""

from __future__ import annotations

import sys
from typing import Final, NamedTuple


class Limit(NamedTuple):
    """A limit: what it is about, the highest number that passes, what is counted, and why it is there."""

    what: str
    most: int
    unit: str
    why: str


STEPS: Final = Limit(
    "work between two choices", 100_000, "steps", "a second of computing; the shipped games take fewer than a hundred"
)
STEP: Final = Limit("a step", 200, "parts of values", "values are work as much as statements are")
LIGHT: Final = Limit(
    "a value whose work is known beforehand", 4_000, "parts", "larger ones are counted while they are worked out"
)
SILENT: Final = Limit(
    "a script that asks nothing", 10_000, "steps in the worst case", "nobody waits for what nobody decides"
)
VALUE: Final = Limit(
    "a value with the values it uses, as it is written",
    400_000,
    "parts",
    "values that use each other double their work",
)
VALUE_AT_WORST: Final = Limit(
    "a value with all its sets as large as they can be", 1_000_000_000, "parts", "sets inside sets multiply"
)
STANDING: Final = Limit(
    "standing changes of one value or action that differ",
    100,
    "changes",
    "all of them are looked at whenever it is worked out",
)
VALUE_DEPTH: Final = Limit("values that use each other", 32, "levels", "each level takes room of its own")
CALL_DEPTH: Final = Limit(
    "verbs, scripts and reactions that call each other", 64, "levels", "each level takes room of its own"
)
STACK: Final = Limit("effects under way inside each other", 4_000, "numbers", "stops what calls itself without end")
TRIAL_STEPS: Final = Limit(
    "finding out whether one option can be completed", 20_000, "steps", "every way may have to be tried"
)
TRIALS: Final = Limit(
    "finding out which options of a choice can be completed",
    60_000,
    "steps",
    "a choice offers many options, each with ways of its own",
)
OPTIONS: Final = Limit(
    "a choice", 2_000, "options", "nobody reads more, and each is named, looked at and tried by bots"
)
TRIAL_CHOICES: Final = Limit(
    "choices in a row that are tried for one option", 150, "choices", "each is a copy of the whole game"
)
PROOF: Final = Limit(
    "statements looked at to prove an option", 300, "statements", "beyond that, trying is faster than proving"
)
SUMS: Final = Limit("different totals `adds_up` looks at", 50_000, "totals", "parts of a set double with each element")
CELLS: Final = Limit("the state of a game", 250_000, "numbers", "it is copied for every pick and every trial")
THINGS: Final = Limit("pieces, places and players of a game", 20_000, "things", "each is looked at to show the table")
KINDS: Final = Limit("kinds of a pack", 200, "kinds", "each is laid out, named and compared with the others")
DECLARED: Final = Limit(
    "vars, zones, fields and scripts of all kinds, and values of enums",
    2_000,
    "names",
    "every name in a script is looked for among them",
)
UNFOLDED: Final = Limit("items one template unfolds to", 2_000, "items", "lists multiply")
WRITTEN: Final = Limit(
    "all items of a pack, or all its rules, as they are written, templates unfolded",
    1_000_000,
    "characters",
    "each is read and kept whole",
)
VERBS: Final = Limit("verbs of a pack", 500, "verbs", "every command is compared with them")
SCRIPTS: Final = Limit(
    "all scripts of a pack together, those alike once", 100_000, "characters", "each is read, checked and compiled"
)
SCRIPTS_MADE: Final = Limit(
    "all scripts of a pack together, as often as templates make them",
    200_000,
    "characters",
    "scripts alike are read once, but checked and compiled for each thing that has them",
)
MISTAKES: Final = Limit(
    "mistakes in the scripts of a pack",
    500,
    "mistakes",
    "the others may go with these, and are told once these are mended",
)
RULES: Final = Limit("rules of a pack, templates unfolded", 5_000, "rules", "each is checked and compiled by itself")
ITEMS: Final = Limit("items of all kinds", 5_000, "items", "each is checked, named and compiled by itself")
WATCHES: Final = Limit("rules with `whenever`", 60, "rules", "each is looked at after every change it may concern")
REACTIONS: Final = Limit(
    "changes in scripts, times the rules with `whenever`", 100_000, "places", "a rule is compiled into each it concerns"
)
TOLD: Final = Limit(
    "a value in words, with those it uses that have no term of their own",
    1_500,
    "parts",
    "nobody reads on; a term in text/ says it in a word",
)
SHOWN: Final = Limit(
    "all values that are shown, for all their things", 10_000_000, "parts", "they are worked out for every look"
)
ESTIMATE: Final = Limit(
    "what bots value a position by", STEPS.most * STEP.most, "parts", "it is worked out for every way they look at"
)
LESSON: Final = Limit(
    "a lesson, all its choices together", 100_000, "steps", "it is played through before anybody can begin it"
)
PICTURE: Final = Limit("a picture", 256 * 1024, "bytes", "everybody at a table is sent it")
PICTURE_SIDE: Final = Limit("a picture", 1_024, "pixels wide or high", "it is unpacked whole to be looked at")
PICTURES: Final = Limit("what a pack shows in pictures", 16_000_000, "pixels", "all of them are looked at")

DEEP: Final = 20_000
"""Calls of Python inside each other: values that use each other, as deep and as long as the limits let them be, take some
6,000 where they are worked out, and a few thousand where they are looked through."""


def make_room() -> None:
    """Let Python go as deep as the limits above let values be."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEP))


ALL: Final = tuple(value for value in tuple(globals().values()) if isinstance(value, Limit))
"""Every limit, in order."""
