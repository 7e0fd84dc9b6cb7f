"""Small functions of the machine written out where they are called: what runs the modules calls them one by one otherwise.

An argument that would then be worked out twice, or after something has changed, is kept in a local.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

Tree: TypeAlias = "str | list[Tree]"

_HEADS = ("param", "result", "export", "local", "type")

_WORD = re.compile(r"""\s+|;;[^\n]*|("(?:[^"\\]|\\.)*"|[()]|[^\s()]+)""")
SMALL = frozenset({
    "$cell", "$place", "$zone_at", "$about", "$cell_of", "$about_ask", "$word", "$put_word", "$first_of", "$end_of",
    "$ask_at", "$size_at", "$candidates", "$random_below", "$is_known", "$zone_of_place", "$path", "$plan_of", "$push",
    "$packed", "$lay_top", "$last_sharing", "$pieces_at",
})  # fmt: skip
"""The functions that are written out wherever they are called."""
WHERE: dict[str, frozenset[str]] = {
    "$scattered": frozenset({"$by_chance", "$below", "$seeded"}),
    "$seeded": frozenset({"$by_chance"}),
    "$wiped": frozenset({"$enter"}),
    "$advance": frozenset({"$run"}),
    "$afresh": frozenset({"$play_on"}),
    "$run": frozenset({"$play_on"}),
    "$by_chance": frozenset({"$picked"}),
    "$picked": frozenset({"$play_on"}),
    "$apply": frozenset({"$play_on"}),
    "$learn": frozenset({"$notice", "$lower"}),
    "$notice": frozenset({"$lay_on_top"}),
    "$spend_in_crowd": frozenset({"$lift"}),
    "$lower": frozenset({"$lift"}),
    "$lift": frozenset({"$lay", "$do_draw"}),
    "$lay_on_top": frozenset({"$lay", "$pour", "$do_draw"}),
    "$lay": frozenset({"$do_move"}),
}
"""Larger ones, which are written out in those functions alone that are often run."""


@cache
def written_out(*texts: str) -> str:
    """All these functions, with the small ones written out wherever they are called, larger ones where it pays."""
    functions = {str(one[1]): one for one in _parsed("".join(texts))}
    done: dict[str, list[Tree]] = {}

    def finished(name: str) -> list[Tree]:
        if name not in done:
            done[name] = functions[name]  # one that comes back to itself is called
            done[name] = _Caller(name, finished).expanded(functions[name])
        return done[name]

    return "\n".join(_shown(finished(name)) for name in functions) + "\n"


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


class _Caller:
    """A function in which others are written out; what they need locals for becomes locals of it."""

    def __init__(self, name: str, finished: Callable[[str], list[Tree]]) -> None:
        self._name, self._finished = name, finished
        self._locals: list[Tree] = []
        self._count = 0

    def expanded(self, function: list[Tree]) -> list[Tree]:
        """The function with all that is to be written out in it."""
        made = self._parts(function)
        at = next((n for n, one in enumerate(made[2:], 2) if _head(one) not in _HEADS), len(made))
        return [*made[:at], *self._locals, *made[at:]]

    def _parts(self, tree: list[Tree]) -> list[Tree]:
        made: list[Tree] = []
        for part in tree:
            one = self._parts(part) if isinstance(part, list) else part
            if isinstance(one, list) and _head(one) == "call" and self._is_written_out(str(one[1])):
                made += self._written(self._finished(str(one[1])), one[2:])
            else:
                made.append(one)
        return made

    def _is_written_out(self, name: str) -> bool:
        return name != self._name and (name in SMALL or self._name in WHERE.get(name, ()))

    def _written(self, function: list[Tree], given: list[Tree]) -> list[Tree]:
        """The body of a function: its parameters replaced, or in locals where that would work something out twice."""
        params = [one for one in function if isinstance(one, list) and _head(one) == "param"]
        own = [one for one in function if isinstance(one, list) and _head(one) == "local"]
        result = [one for one in function if _head(one) == "result"]
        body = [one for one in function[2:] if _head(one) not in _HEADS]
        text = _shown(body)
        self._count += 1
        arguments: dict[str, Tree] = {}
        names: dict[str, str] = {}
        first: list[Tree] = []
        for param, value in zip(params, given, strict=True):
            name, kind = str(param[1]), param[2]
            once = text.count(f"(local.get {name})") <= 1 and not own
            if f" {name} " not in text.replace(f"(local.get {name})", "") and (once or _is_simple(value)):
                arguments[name] = value
            else:
                names[name] = self._local(name, kind)
                first.append(["local.set", names[name], value])
        for one in own:
            name, kind = str(one[1]), one[2]
            names[name] = self._local(name, kind)
            zero = ["i64x2", "0", "0"] if kind == "v128" else ["0"]
            first.append(["local.set", names[name], [f"{kind}.const", *zero]])
        label = f"$out.{self._name[1:]}.{self._count}"
        made = [_replaced(one, arguments, names, label) for one in body]
        if not first and "(return" not in text:
            return made
        return [["block", label, *result, *first, *made]]

    def _local(self, name: str, kind: Tree) -> str:
        fresh = f"{name}.{self._count}"
        self._locals.append(["local", fresh, kind])
        return fresh


def _head(tree: Tree) -> Tree:
    return tree[0] if isinstance(tree, list) and tree else ""


def _is_simple(value: Tree) -> bool:
    """Whether a value costs nothing and stays what it is: globals in small letters are changed as games go on."""
    if not isinstance(value, list):
        return False
    return value[0] in ("local.get", "i32.const", "i64.const") or (
        value[0] == "global.get" and str(value[1])[1:].isupper()
    )


def _replaced(tree: Tree, arguments: dict[str, Tree], names: dict[str, str], label: str) -> Tree:
    if isinstance(tree, str):
        return tree
    if tree[0] in ("local.get", "local.set", "local.tee"):
        name = str(tree[1])
        if name in arguments:
            return arguments[name]
        rest = [_replaced(one, arguments, names, label) for one in tree[2:]]
        return [tree[0], names.get(name, name), *rest]
    rest = [_replaced(one, arguments, names, label) for one in tree[1:]]
    return ["br", label, *rest] if tree[0] == "return" else [tree[0], *rest]
