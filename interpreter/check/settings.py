"""For how many players and with which options something is meant: modes of pack.yaml, achievements of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.reading import child, entries, number, text
from interpreter.check.vocabulary import Setting
from interpreter.diagnostics import Problem
from interpreter.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.source import Node


class Settings:
    """Reads settings against what the pack declares."""

    def __init__(self, vocabulary: Vocabulary, report: Callable[[Problem], None]) -> None:
        self.v, self.report = vocabulary, report

    def read(self, node: Node | None) -> Setting:
        """Read `players` and `options` of a map; what is left out may be anything."""
        least, most = self._seats(child(node, "players"))
        options: dict[str, bool | str] = {}
        for key, value in entries(child(node, "options")):
            name = self.option(key)
            given = self._value(name, value) if name is not None else None
            if name is not None and given is not None:
                options[name] = given
        return Setting(least, most, options)

    def option(self, node: Node | None) -> str | None:
        """Read the name of an option."""
        if node is None or text(node) in self.v.options:
            return text(node) or None
        self.report(err.UnknownName(node.span, text(node), tuple(self.v.options), "option"))
        return None

    def _value(self, name: str, node: Node) -> bool | str | None:
        allowed = self.v.options[name].allowed
        given = node.value if isinstance(node, Scalar) and isinstance(node.value, bool) else text(node)
        for value in allowed:
            if type(value) is type(given) and value == given:
                return value
        if True in allowed:
            self.report(err.BadValue(node.span, f"yes or no for `{name}`", text(node)))
        else:
            self.report(err.BadValue(node.span, f"a value of `{name}`", text(node), tuple(map(str, allowed))))
        return None

    def _seats(self, node: Node | None) -> tuple[int, int]:
        """Read a number of players, or `min` and `max`; all that the pack allows if left out."""
        lowest, highest = self.v.players
        if node is None:
            return lowest, highest
        least = number(child(node, "min") if isinstance(node, Mapping) else node, lowest) or lowest
        most = number(child(node, "max") if isinstance(node, Mapping) else node, highest) or highest
        if not lowest <= least <= most <= highest:
            wanted = f"a number of players from {lowest} to {highest}, the smaller one first"
            given = str(least) if least == most else f"{least} to {most}"
            self.report(err.BadValue(node.span, wanted, given))
            return lowest, highest
        return least, most
