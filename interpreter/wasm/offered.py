"""Why a pack may not be offered in WebAssembly: something in it has a meaning in Python only."""

from __future__ import annotations

PYTHON, WASM = "python", "wasm"
ENGINES = (PYTHON, WASM)
"""What plays many games."""


class NotOffered(Exception):
    """A pack, or the computer, cannot run games in WebAssembly; says why, in words for whoever asked."""
