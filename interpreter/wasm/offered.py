"""Why a pack may not be offered in WebAssembly: something in it has a meaning in Python only."""

from __future__ import annotations

PYTHON, WASM = "python", "wasm"
ENGINES = (PYTHON, WASM)
"""What plays many games."""
MOST_TRIED = 250
"""So many options of a question a bot tries that looks ahead, wherever it runs: each is a copy of the game."""


class NotOffered(Exception):
    """A pack, or the computer, cannot run games in WebAssembly; says why, in words for whoever asked."""
