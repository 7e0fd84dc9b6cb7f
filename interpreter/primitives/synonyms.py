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
