"""The verbs of this stage. Scripts alike are parsed once, and the parser is loaded when there is something to parse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.diagnostics import Problem
    from interpreter.source import ScriptSource
    from interpreter.syntax import tree as t

MOST = 20_000
"""So many trees are kept: more than the scripts and scenarios of a large pack."""
_trees: dict[tuple[str, str], Any] = {}


def words_of_the_grammar() -> frozenset[str]:
    """The words that are no names in every place of a script."""
    from interpreter.syntax.quick import quick  # noqa: PLC0415 - as below

    return quick().own_words


def parse_script(source: ScriptSource) -> t.Block | list[Problem]:
    """Parse the statements of an effect."""
    return _parsed(source, "script")  # type: ignore[no-any-return]


def parse_expression(source: ScriptSource) -> t.Value | list[Problem]:
    """Parse a single value or condition."""
    return _parsed(source, "expression")  # type: ignore[no-any-return]


def _parsed(source: ScriptSource, start: str) -> Any:  # noqa: ANN401 - a Block or a Value, by `start`
    """A tree knows places in its text only, so it serves every script with that text, whatever file it stands in."""
    key = (start, source.text)
    tree = _trees.get(key)
    if tree is None:
        from interpreter.syntax.parse import parsed  # noqa: PLC0415 - loading the parser takes longer than most pages

        tree = parsed(source, start)
        if not isinstance(tree, list):
            if len(_trees) >= MOST:
                _trees.clear()
            _trees[key] = tree
    return tree
