"""What people call the statements of the engine before they know their names."""

from __future__ import annotations

SYNONYMS = {
    **dict.fromkeys(("add", "collect", "earn", "get", "increase", "receive"), "gain"),
    **dict.fromkeys(("spend", "costs"), "pay"),
    **dict.fromkeys(("decrease", "deduct", "reduce", "subtract"), "lose"),
    **dict.fromkeys(("assign", "make"), "set"),
    **dict.fromkeys(("discard", "give", "place", "take"), "move"),
    **dict.fromkeys(("delete", "destroy", "trash"), "remove"),
    **dict.fromkeys(("pick", "select"), "choose"),
    **dict.fromkeys(("break", "exit", "leave", "return"), "stop"),
    **dict.fromkeys(("log", "print", "tell", "write"), "say"),
    **dict.fromkeys(("each", "every", "everybody", "everyone", "players"), "as each player:"),
    **dict.fromkeys(("opponent", "opponents", "others"), "as each opponent:"),
    **dict.fromkeys(("activate", "call", "execute", "resolve", "run", "use"), "do"),
    **dict.fromkeys(("pass", "skip", "noop"), "nothing"),
    **dict.fromkeys(("fire", "raise", "trigger"), "announce"),
    "as_before": "as before",
    "super": "as before",
    "loop": "repeat",
    "mix": "shuffle",
    "throw": "roll",
    "turn": "flip",
    "unless": "if not",
    "when": "if",
    "deal": "draw",
    "finish": "end the game",
}
"""A word at the beginning of a line, and the statement or form that may be meant."""

WORDS = {
    **dict.fromkeys(("true", "on"), "yes"),
    **dict.fromkeys(("false", "off"), "no"),
    **dict.fromkeys(("null", "nil", "nobody", "nothing", "undefined"), "none"),
    **dict.fromkeys(("i", "self", "myself", "you", "player", "current_player", "active_player"), "me"),
    **dict.fromkeys(("mine", "your", "their", "his", "her"), "my"),
    **dict.fromkeys(("all_players", "everybody"), "players"),
    **dict.fromkeys(("opponent", "others", "other_players", "enemies"), "opponents"),
    **dict.fromkeys(("before", "as_before", "super"), "as before"),
}
"""A word in a value that means nothing there, and the word of the language that may be meant."""

TYPES = {
    **dict.fromkeys(("int", "integer", "count", "amount", "counter", "num", "float"), "number"),
    **dict.fromkeys(("bool", "boolean", "flag", "yes_no"), "truth"),
}
"""What other languages call the types."""

ROUNDED = {
    **dict.fromkeys(("floor", "int", "round", "round_down", "trunc"), "`/` rounds down by itself: leave it out"),
    **dict.fromkeys(("ceil", "ceiling", "round_up"), "`/` rounds down: to round up write `(A + B - 1) / B`"),
}
"""Functions that nobody needs where numbers are whole."""

CHANCE = frozenset({"random", "rand", "randint", "random_number", "dice", "d6"})
"""Functions of other languages that draw a number; here chance chooses."""

OPPOSITES = {"gain": "lose", "lose": "gain", "pay": "gain"}
"""Statements of which one does the other with an amount below 0."""
