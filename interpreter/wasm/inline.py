"""Small functions of the machine written out where they are called: what runs the modules calls them one by one otherwise.

A function is written out that is nothing but one value, or a few statements, over its parameters. An argument that would
then be worked out twice must be a local or a number.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

Tree: TypeAlias = "str | list[Tree]"

_WORD = re.compile(r"""\s+|;;[^\n]*|("(?:[^"\\]|\\.)*"|[()]|[^\s()]+)""")
SMALL = frozenset({
    "$cell", "$place", "$zone_at", "$about", "$cell_of", "$about_ask", "$word", "$put_word", "$first_of", "$end_of",
    "$ask_at", "$size_at", "$candidates", "$random_below", "$is_known", "$zone_of_place", "$path", "$plan_of", "$push",
    "$packed", "$lay_top",
})  # fmt: skip
"""The functions that are written out."""


@cache
def written_out(*texts: str) -> str:
    """All these functions, with the small ones written out wherever they are called."""
    functions = _parsed("".join(texts))
    small = {str(one[1]): one for one in functions if str(one[1]) in SMALL}
    for _ in range(3):  # small ones call each other
        small = {name: _expanded(one, small, name) for name, one in small.items()}
    done = (small.get(str(one[1])) or _expanded(one, small, "") for one in functions)
    return "\n".join(map(_shown, done)) + "\n"


def _parsed(text: str) -> list[list[Tree]]:
    stack: list[list[Tree]] = [[]]
    for word in _WORD.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif word:
            stack[-1].append(word)
    return [one for one in stack[0] if isinstance(one, list)]


def _shown(tree: Tree) -> str:
    if isinstance(tree, str):
        return tree
    return f"({' '.join(map(_shown, tree))})"


def _expanded(tree: list[Tree], small: dict[str, list[Tree]], inside: str) -> list[Tree]:
    made: list[Tree] = []
    for part in tree:
        one = _expanded(part, small, inside) if isinstance(part, list) else part
        if isinstance(one, list) and one and one[0] == "call" and str(one[1]) in small and one[1] != inside:
            made += _written(small[str(one[1])], one[2:]) or [one]
        else:
            made.append(one)
    return made


def _written(function: list[Tree], given: list[Tree]) -> list[Tree]:
    """The body of a function with its parameters replaced; nothing where that would work something out twice."""
    params = [str(one[1]) for one in function if isinstance(one, list) and one[0] == "param"]
    head = ("param", "result", "export")
    body = [one for one in function[2:] if not (isinstance(one, list) and one[0] in head)]
    if any(isinstance(one, list) and one[0] == "local" for one in body):
        return []
    arguments = dict(zip(params, given, strict=True))
    text = _shown(body)
    for name, value in arguments.items():
        if text.count(f"(local.get {name})") > 1 and not _is_simple(value):
            return []
    return [_replaced(one, arguments) for one in body]


def _is_simple(value: Tree) -> bool:
    return isinstance(value, list) and value[0] in ("local.get", "global.get", "i32.const", "i64.const")


def _replaced(tree: Tree, arguments: dict[str, Tree]) -> Tree:
    if isinstance(tree, str):
        return tree
    if len(tree) == 2 and tree[0] == "local.get" and tree[1] in arguments:
        return arguments[str(tree[1])]
    return [_replaced(one, arguments) for one in tree]
