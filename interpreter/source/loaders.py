"""Owns the two YAML parsers, made to agree on what they accept.

PyYAML's Python parser is used where its C parser was not built. The two differ
in a few corners of plain text inside brackets; the Python one is brought to the
C one's rules, so that a pack reads the same everywhere.
"""

from __future__ import annotations

from typing import NoReturn, cast

import yaml
from yaml.scanner import ScannerError


class PureLoader(yaml.SafeLoader):
    """The Python parser, with the C parser's rules for plain text in brackets."""

    _in_plain = False

    def scan_plain(self) -> yaml.ScalarToken:
        """Scan plain text; `?` may stand in it, a colon may not touch a bracket or comma."""
        self._in_plain = True
        try:
            token = super().scan_plain()
        finally:
            self._in_plain = False
        touches = self.peek() == ":" and self.peek(1) in ",?[]{}"
        if self.flow_level and (touches or ":?" in token.value):
            context = "while scanning a plain scalar"
            raise ScannerError(context, token.start_mark, "found unexpected ':'", self.get_mark())
        return token

    def scan_directive(self) -> NoReturn:
        """Refuse directives at once, as the C parser does with most of them."""
        mark = self.get_mark()
        raise ScannerError("while scanning a directive", mark, "found a directive", mark)

    def peek(self, index: int = 0) -> str:
        """Look ahead; inside plain text a question mark is a letter like any other."""
        character = cast("str", super().peek(index))
        return "x" if character == "?" and self._in_plain else character


Loader = type[yaml.SafeLoader] | type[yaml.CSafeLoader]

PURE_LOADER: Loader = PureLoader
FAST_LOADER: Loader = getattr(yaml, "CSafeLoader", PureLoader)
