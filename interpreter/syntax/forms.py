"""Every form the grammar knows, in an author's words: how it is written, what it means, and an example.

A row is named like the alias in `grammar/effects.lark`. The language reference is printed from these tables; a test
fails when the grammar has an alias that no row explains, or when an example does not parse and check.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """One form: capitals stand for what an author fills in."""

    alias: str
    form: str
    doc: str
    example: str


CONTROL = (
    Form("command", "VERB WORDS AND VALUES", "A statement of the engine or a verb of the pack.", "gain 3 wood"),
    Form(
        "let",
        "let NAME = VALUE",
        "Give a value a name for the rest of the block. The name keeps the value it had then.",
        "let price = max(0, 3 - my.coins)\npay price wood",
    ),
    Form(
        "if_statement",
        "if CONDITION: … else if CONDITION: … else: …",
        "Do the first block whose condition holds. `else if` and `else` may be left out.",
        "if my.wood > 2:\n  gain 1 points\nelse:\n  gain 1 wood",
    ),
    Form("repeat_statement", "repeat NUMBER: …", "Do the block so many times.", "repeat 2:\n  gain 1 wood"),
    Form(
        "repeat_while",
        "repeat up to NUMBER while CONDITION: …",
        "Do the block again and again while the condition holds, but not more often than the number says.",
        "repeat up to 10 while my.wood > 0:\n  pay 1 wood\n  gain 1 coins",
    ),
    Form(
        "for_each",
        "for each NAME in SET: …",
        "Do the block for every element. The set is looked at once, before the first step.",
        "for each card in my.hand:\n  gain card.cost points",
    ),
    Form("as_player", "as PLAYER: …", "That player is `me` in the block, and decides.", "as leader:\n  gain 1 wood"),
    Form(
        "as_each",
        "as each SET OF PLAYERS: …",
        "Each player of the set in turn is `me` in the block.",
        "as each opponents:\n  lose 1 wood",
    ),
    Form(
        "require",
        "require CONDITION",
        "Hard: cannot be done when the condition does not hold.",
        "require my.wood > 2",
    ),
    Form("stop", "stop", "Leave this verb, action or effect.", "if my.wood is 0:\n  stop\npay 1 wood"),
)

CHOICES = (
    Form(
        "choose_from",
        "choose NAME from SET",
        "The player picks an element. Hard: cannot be done when there is nothing to pick.",
        "choose card from my.hand where cost > 2\nmove card to display",
    ),
    Form(
        "choose_if_any",
        "choose NAME from SET if any",
        "The same, but with nothing to pick the rest of the block is skipped.",
        "choose card from display if any\nmove card to my.hand",
    ),
    Form(
        "may_choose",
        "may choose NAME from SET",
        "The player may pick an element. When they decline, or there is none, the rest of the block is skipped.",
        "may choose card from my.hand\nmove card to display",
    ),
    Form(
        "pick_random",
        "pick NAME at random from SET",
        "Chance picks an element. With nothing to pick the rest of the block is skipped.",
        "pick card at random from my.hand\nmove card to display",
    ),
    Form(
        "choose_count",
        "choose NUMBER NAME from SET: …",
        "The player picks one element after another and the block is done for each; the set is looked at anew each time. "
        "As many as possible, no declining.",
        "choose 2 card from my.hand:\n  move card to my.discard",
    ),
    Form(
        "choose_up_to",
        "choose up to NUMBER NAME from SET: …",
        "The same, and the player may stop at any time.",
        "choose up to 2 card from my.hand:\n  move card to my.discard",
    ),
    Form(
        "choose_range",
        "choose NUMBER to NUMBER NAME from SET: …",
        "The same; the player may stop once the first number is reached. Hard below it.",
        "choose 1 to 2 card from my.hand:\n  move card to my.discard",
    ),
    Form(
        "choose_one",
        "choose one: LABEL [if CONDITION]: … LABEL: …",
        "The player picks one of the labelled blocks. Hard: at least one must be possible. A label is a term of text/.",
        "choose one:\n  few: gain 1 wood\n  many if my.coins > 2:\n    pay 3 coins\n    gain 4 wood",
    ),
    Form(
        "choose_different",
        "choose NUMBER different: LABEL: … LABEL: …",
        "The player picks so many labelled blocks, each at most once. As many as possible, no declining.",
        "choose 2 different:\n  few: gain 1 wood\n  many: gain 2 clay\n  none_left: gain 1 coins",
    ),
    Form(
        "choose_any",
        "choose any number of times: LABEL: … LABEL: …",
        "The player picks labelled blocks again and again, until they are done.",
        "choose any number of times:\n  few:\n    pay 1 wood\n    gain 1 coins\n  many:\n    pay 3 wood\n    gain 4 coins",
    ),
    Form(
        "choose_order",
        "choose in any order: must LABEL: … may LABEL: …",
        "The player picks labelled blocks, each at most once. `done` is offered as soon as no `must` block is possible "
        "any more; a label without a word before it is a `may`.",
        "choose in any order:\n  must few: gain 1 wood\n  may many:\n    pay 1 coins\n    gain 2 wood",
    ),
    Form(
        "may_block",
        "may: …",
        "The player does the block or not. Nothing is asked when it is impossible.",
        "may:\n  pay 2 wood\n  gain 3 points",
    ),
    Form(
        "any_times",
        "any number of times: …",
        "The player does the block again and again, until they are done or it is impossible.",
        "any number of times:\n  pay 1 wood\n  gain 1 coins",
    ),
    Form(
        "offer_once",
        "offer MENU",
        "The player picks one action of the menu (see `action`). Nothing is asked when none is possible.",
        "offer turn",
    ),
    Form(
        "offer_until",
        "offer MENU until done",
        "The player picks actions of the menu until they are done; not before every possible `must` action is done.",
        "offer turn until done",
    ),
)

VALUES = (
    Form("number", "3", "A whole number up to 1,000,000.", "3"),
    Form("yes", "yes", "The truth value yes.", "yes"),
    Form("no", "no", "The truth value no.", "no"),
    Form("none", "none", "No thing at all.", "leader is none"),
    Form("name", "NAME", "A name: see “Names”.", "players"),
    Form("dot", "THING.NAME", "What a thing has: see “Behind a dot”.", "card.cost"),
    Form("index", "ROW[VALUE], TABLE[VALUE]", "A counter of a row, or a row of a table.", "my.stock[wood]"),
    Form(
        "call", "FUNCTION(VALUES)", "A function of the engine, or a value of the pack that takes something.", "twice(3)"
    ),
    Form("method", "THING.VALUE(VALUES)", "A value of a thing that takes something.", "count(me.cards_of(dark))"),
    Form("group", "(VALUE)", "Brackets, where the order of reading would be another.", "2 * (my.wood + 1)"),
    Form("listing", "(A, B)", "A set written out.", "card.shade in (dark, pale)"),
    Form("where", "SET where CONDITION", "The elements for which the condition holds.", "my.hand where cost > 2"),
    Form("either", "A if CONDITION else B", "One of two values.", "2 if my.wood > 3 else 1"),
    Form("add", "A + B", "The sum.", "my.wood + 1"),
    Form("subtract", "A - B", "The difference; it may be below 0.", "my.wood - 1"),
    Form("multiply", "A * B", "The product.", "2 * my.wood"),
    Form("divide", "A / B", "The quotient, rounded down; dividing by 0 gives 0.", "my.wood / 2"),
    Form("modulo", "A mod B", "The rest of the division; by 0 it is 0.", "my.wood mod 2"),
    Form("equal", "A is B", "Both are the same.", "card.shade is dark"),
    Form("not_equal", "A is not B", "They differ.", "leader is not me"),
    Form("less", "A < B", "A is smaller.", "my.wood < 3"),
    Form("at_most", "A <= B", "A is not larger.", "my.wood <= 3"),
    Form("more", "A > B", "A is larger.", "my.wood > 3"),
    Form("at_least", "A >= B", "A is not smaller.", "my.wood >= 3"),
    Form("member", "A in SET", "A is an element.", "card in my.hand"),
    Form("not_member", "A not in SET", "A is no element.", "card not in my.hand"),
    Form("is_empty", "A is empty", "A set has no element, a slot no piece.", "my.hand is empty"),
    Form("is_not_empty", "A is not empty", "A set has an element, a slot a piece.", "spot.sign is not empty"),
    Form("not_", "not A", "The condition does not hold.", "not my.rested"),
    Form("and_", "A and B", "Both conditions hold.", "my.wood > 2 and my.clay > 2"),
    Form("or_", "A or B", "At least one condition holds.", "my.wood > 2 or my.clay > 2"),
)
"""Conditions accept sets (has something) and things (is not none) in place of truth values."""
