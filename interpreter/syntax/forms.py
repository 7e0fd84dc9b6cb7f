"""Every form the grammar knows, in an author's words: how it is written, what it means, and an example.

A row is named like the alias in `grammar/effects.lark`. The language reference is printed from these tables; a test
fails when the grammar has an alias that no row explains, or when an example does not parse and check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """One form: capitals stand for what an author fills in."""

    alias: str
    form: str
    doc: str
    example: str
    only_there: str = ""
    """The code of the error it is where it does not belong, if it belongs only to packs on packs."""
    parts: tuple[Part, ...] = ()
    """What may stand in it, or behind it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that a form may have: the alias of the grammar, if it has one of its own, and as for a form."""

    alias: str
    form: str
    doc: str
    example: str
    only_there: str = ""


CONTROL = (
    Form("command", "VERB WORDS AND VALUES", "A statement of the engine or a verb of the pack.", "gain 3 wood"),
    Form(
        "let",
        "let NAME = VALUE",
        "Give a value a name for the rest of the block. The name keeps the value it had then, and where that may "
        "have changed the text says what is noted; a set cannot be used behind what may change it.",
        "let price = max(0, 3 - my.coins)\npay price wood",
    ),
    Form(
        "if_statement",
        "if CONDITION: … else if CONDITION: … else: …",
        "Do the first block whose condition holds. `else if` and `else` may be left out.",
        "if my.wood > 2:\n  gain 1 points\nelse:\n  gain 1 wood",
    ),
    Form(
        "repeat",
        "repeat NUMBER [while CONDITION]: …",
        "Do the block so many times; with `while` only as long as the condition holds, and the number is the most.",
        "repeat 2:\n  gain 1 wood",
        parts=(
            Part(
                "",
                "repeat NUMBER while CONDITION: …",
                "The condition is asked before each time.",
                "repeat 10 while my.wood > 0:\n  pay 1 wood\n  gain 1 coins",
            ),
        ),
    ),
    Form(
        "for_each",
        "for each NAME in SET[, in any order]: …",
        "Do the block for every element. The set is looked at once, before the first step.",
        "for each card in my.hand:\n  gain card.cost points",
        parts=(
            Part(
                "",
                "for each NAME in SET, in any order: …",
                "In the order the player likes: before each step they pick which element comes next. Nothing is asked "
                "where the order evidently makes no difference, nor for the last one.",
                "for each card in my.hand, in any order:\n  do card.effect",
            ),
        ),
    ),
    Form(
        "as_player",
        "as PLAYER: …, as each SET OF PLAYERS [secretly]: …",
        "That player is `me` in the block, and decides; with `each`, one player after another.",
        "as leader:\n  gain 1 wood",
        parts=(
            Part(
                "",
                "as each SET OF PLAYERS: …",
                "One of all is `player`, one of the others `opponent`.",
                "as each opponent:\n  lose 1 wood",
            ),
            Part(
                "",
                "as each SET OF PLAYERS secretly: …",
                "Each chooses without knowing what the others choose. In the block players only choose, and set vars of "
                "their own that are `visible: sealed`; nobody else sees these before the last one has chosen. Then "
                "everybody is told. A var that points at a hidden piece does not show it: `reveal` the piece behind the "
                "block. **Point of no return.**",
                "as each player secretly:\n  choose tone from shades\n  set my.favourite to tone",
            ),
        ),
    ),
    Form(
        "say",
        "say TERM [to me] [with NAME = VALUE, …]",
        "A line of the log, by its term in text/: `{NAME}` in it is the value, `(point|points)` behind a number agrees "
        "with it. Everybody is told, so the values may not read what not everybody may see; `to me`: only who acts is "
        "told. A piece is named only to those who know it.",
        "say call_out with who = me, times = my.coins",
    ),
    Form(
        "at_once",
        "at once: …",
        "The changes of the block count as one: rules with `whenever` look when all are made.",
        "at once:\n  lose 2 wood\n  gain 2 clay",
    ),
    Form(
        "require",
        "require CONDITION",
        "Hard: cannot be done when the condition does not hold.",
        "require my.wood > 2",
    ),
    Form(
        "as_before",
        "as before [with PARAMETER = VALUE, …]",
        "In a script that goes around a rule of a pack below: what the rule was, with the parameters as they are but for "
        "those given anew. See layers.md.",
        "gain 1 wood\nas before",
        "check/nothing-before",
    ),
    Form("stop", "stop", "Leave this verb, action or effect.", "if my.wood is 0:\n  stop\npay 1 wood"),
    Form(
        "nothing", "nothing", "Do nothing, where a block is wanted.", "choose one:\n  few: gain 1 wood\n  many: nothing"
    ),
)

CHOICES = (
    Form(
        "choose",
        "[may] choose [COUNT] NAME from SET [preferring CONDITION] [at random] [: …] [else: …]",
        "The player picks an element; the rest of the block is about it. Hard: cannot be done when there is nothing to "
        "pick. With `may` the player may decline, and with nothing to pick nothing is asked: then the rest of the block is "
        "left out. "
        "`preferring`: if some elements meet the condition, only those can be picked. `at random`: chance picks.",
        "choose card from my.hand where cost > 1 preferring cost > 2\nmove card to display",
        parts=(
            Part(
                "",
                "choose NAME from SET else: …",
                "Never hard: with nothing to pick, or declined, the rest of the block is left out and the block behind "
                "`else:` is done instead.",
                "choose card from display else: nothing\nmove card to my.hand",
            ),
            Part(
                "",
                "choose NAME from SET: … [else: …]",
                "For a block of its own, which is an option: it is offered only where it can be completed. What follows "
                "the block comes in any case.",
                "may choose card from my.hand:\n  move card to display\nelse:\n  gain 1 wood\ngain 1 coins",
            ),
            Part(
                "count_of",
                "choose NUMBER NAMES from SET: …",
                "One element after another, and the block for each; the set is looked at anew each time. As many as that, "
                "or as there are; no stopping before. NAMES may be the plural of what is picked; in the block one of them "
                "goes by the singular. `else:` is done when none is picked, or fewer than there must be.",
                "choose 2 cards from my.hand:\n  move card to my.discard",
            ),
            Part(
                "count_up_to",
                "choose up to NUMBER NAMES from SET: …",
                "The player may stop at any time.",
                "choose up to 2 cards from my.hand:\n  move card to my.discard",
            ),
            Part(
                "count_between",
                "choose NUMBER to NUMBER NAMES from SET: …",
                "The player may stop once the first number is reached. Hard below it, unless there is an `else:`.",
                "choose 2 to 2 cards from my.hand:\n  move card to my.discard\nelse: nothing",
            ),
        ),
    ),
    Form(
        "choose_option",
        "[may] choose LABELS: [must] LABEL [if CONDITION]: … [else: …]",
        "The player picks labelled blocks: a label is a term of text/. LABELS says how many; `may` and `else:` as above.",
        "may choose one:\n  few: gain 1 wood\n  many if my.coins > 2:\n    pay 3 coins\n    gain 4 wood\nelse: gain 1 clay",
        parts=(
            Part(
                "labels_one",
                "choose one: …",
                "One of the blocks. Hard: at least one must be possible.",
                "choose one:\n  few: gain 1 wood\n  many if my.coins > 2:\n    pay 3 coins\n    gain 4 wood",
            ),
            Part(
                "labels_different",
                "choose COUNT different: …",
                "So many blocks, each at most once; COUNT as for elements.",
                "choose 2 different:\n  few: gain 1 wood\n  many: gain 2 clay\n  none_left: gain 1 coins",
            ),
            Part(
                "labels_any",
                "choose any number of times: …",
                "Blocks again and again, until the player is done.",
                "choose any number of times:\n  few:\n    pay 1 wood\n    gain 1 coins\n"
                "  many:\n    pay 3 wood\n    gain 4 coins",
            ),
            Part(
                "labels_order",
                "choose in any order: …",
                "Blocks in any order, each at most once. `done` is offered as soon as no `must` block is possible any "
                "more.",
                "choose in any order:\n  must few: gain 1 wood\n  many:\n    pay 1 coins\n    gain 2 wood",
            ),
        ),
    ),
    Form(
        "may_block",
        "may [any number of times]: … [else: …]",
        "The player does the block or not. Nothing is asked when it is impossible. `else:` is done when the block is not.",
        "may:\n  pay 2 wood\n  gain 3 points",
        parts=(
            Part(
                "",
                "may any number of times: …",
                "Again and again, until the player is done or it is impossible.",
                "may any number of times:\n  pay 1 wood\n  gain 1 coins",
            ),
        ),
    ),
    Form(
        "offer",
        "offer MENU [any number of times]",
        "The player picks one action of the menu (see `action`). Nothing is asked when none is possible.",
        "offer turn",
        parts=(
            Part(
                "",
                "offer MENU any number of times",
                "Actions of the menu until the player is done; not before every possible `must` action is done.",
                "offer turn any number of times",
            ),
        ),
    ),
)


def written() -> Iterator[Form | Part]:
    """Every form of a statement, and behind it the parts it may have."""
    for form in (*CONTROL, *CHOICES):
        yield form
        yield from form.parts


INSIDE = frozenset({"if", "for", "as", "at"})
"""Words that begin a statement, and may stand in one as well."""


def beginnings() -> set[str]:
    """The words that begin a form of statement and never go on with one."""
    words = (re.match(r"(?:\[\w+\] )?([a-z]+)", form.form) for form in (*CONTROL, *CHOICES))
    return {"may", *(word[1] for word in words if word is not None)} - INSIDE


VALUES = (
    Form("number", "3", "A whole number up to 1,000,000.", "3"),
    Form("yes", "yes", "The truth value yes.", "yes"),
    Form("no", "no", "The truth value no.", "no"),
    Form("none", "none", "No thing at all.", "leader is none"),
    Form(
        "before",
        "as before",
        "In a value that goes around one of a pack below: what it was. See layers.md.",
        "as before + 1",
        "check/nothing-before",
    ),
    Form(
        "printed",
        "printed VALUE",
        "A value or field as it is without standing changes. See layers.md.",
        "printed card.cost",
    ),
    Form("name", "NAME", "A name: see “Names”.", "players"),
    Form("dot", "THING.NAME", "What a thing has: see “Behind a dot”.", "card.cost"),
    Form("index", "ROW[VALUE], TABLE[VALUE]", "A counter of a row, or a row of a table.", "my.stock[wood]"),
    Form(
        "call", "FUNCTION(VALUES)", "A function of the engine, or a value of the pack that takes something.", "twice(3)"
    ),
    Form("method", "THING.VALUE(VALUES)", "A value of a thing that takes something.", "count(me.cards_of(dark))"),
    Form("group", "(VALUE)", "Brackets, where the order of reading would be another.", "2 * (my.wood + 1)"),
    Form(
        "listing",
        "(A, B)",
        "A set written out. Compared, and in `best`: A decides, and only where it is the same B; yes is more than no.",
        "card.shade in (dark, pale) and (my.wood, my.clay) > (3, 1)",
    ),
    Form("where", "SET where CONDITION", "The elements for which the condition holds.", "my.hand where cost > 2"),
    Form(
        "where_named",
        "SET as NAME where CONDITION",
        "The same, with a name for the element: conditions inside others can speak of it. A bare name is first what the "
        "innermost element has: `choose shade from shades as one where any(my.hand where shade is one)`.",
        "count(places as spot_place where any(my.markers where place is spot_place))",
    ),
    Form(
        "named",
        "SET as NAME, VALUE",
        "The same in a function that wants a value for each element.",
        "sum(my.hand as card, card.cost * count(my.hand where cost < card.cost))",
    ),
    Form("either", "A if CONDITION else B", "One of two values.", "2 if my.wood > 3 else 1"),
    Form("add", "A + B", "The sum.", "my.wood + 1"),
    Form("negative", "-A", "The opposite of a number.", "-1"),
    Form("subtract", "A - B", "The difference; it may be below 0.", "my.wood - 1"),
    Form("multiply", "A * B", "The product.", "2 * my.wood"),
    Form("divide", "A / B", "The quotient, rounded down; dividing by 0 gives 0.", "my.wood / 2"),
    Form("modulo", "A mod B", "The rest of the division; by 0 it is 0.", "my.wood mod 2"),
    Form("equal", "A is B", "Both are the same.", "card.shade is dark"),
    Form("not_equal", "A is not B", "They differ.", "leader is not me"),
    Form("less", "A < B", "A is smaller; of an enum, it stands before B.", "my.wood < 3"),
    Form("at_most", "A <= B", "A is not larger.", "my.wood <= 3"),
    Form("more", "A > B", "A is larger.", "my.wood > 3"),
    Form("at_least", "A >= B", "A is not smaller.", "my.wood >= 3"),
    Form("member", "A in SET", "A is an element.", "card in my.hand"),
    Form("not_member", "A not in SET", "A is no element.", "card not in my.hand"),
    Form("is_empty", "A is empty", "A set has no element, a slot no piece.", "my.hand is empty"),
    Form("not_", "not A", "The condition does not hold.", "not my.rested"),
    Form("and_", "A and B", "Both conditions hold.", "my.wood > 2 and my.clay > 2"),
    Form("or_", "A or B", "At least one condition holds.", "my.wood > 2 or my.clay > 2"),
)
"""What is asked of a set or a thing is said: `any(set)`, `set is empty`, `thing is none`."""
