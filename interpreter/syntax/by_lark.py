"""The parser as Lark makes it from the grammar: for its tables, and for saying what is wrong with a script."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from lark import Lark
from lark.indenter import Indenter

from interpreter.syntax.grammar import grammar_text


class _Blocks(Indenter):
    """Indentation as tokens."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def parser() -> Lark:
    """Make the parser, once."""
    return Lark(
        grammar_text(),
        parser="lalr",
        start=["script", "expression"],
        postlex=_Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )
