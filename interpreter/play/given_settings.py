"""The players and options that a scenario or a study names, held against what the pack allows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.reading import entries, items, maps, number, text
from interpreter.play.errors import InvalidAction
from interpreter.source import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.diagnostics import Problem
    from interpreter.play.pack import Pack
    from interpreter.source import Node

_SEAT = re.compile(r"p[1-9][0-9]*")


def seats_of(scenario: Mapping, pack: Pack) -> int:
    """How many play."""
    return number(scenario.get("players"), pack.players.start) or pack.players.start


def wrong_settings(scenario: Mapping, pack: Pack) -> Iterator[Problem]:
    """What a scenario asks for that the pack does not know: so many players, one of them, an option."""
    yield from wrong_players(scenario.get("players"), pack)
    wrong: list[Problem] = []
    given_options(scenario.get("options"), pack, wrong.append)
    yield from wrong
    seats = seats_of(scenario, pack)
    known = tuple(f"p{seat + 1}" for seat in range(seats))
    neutral = tuple(f"p{seats + one + 1}" for one in range(pack.vocabulary.neutrals.get(seats, 0)))  # who may win
    who = scenario.get("as")
    picking = [key for step in maps(scenario.get("when")) for key, _ in step.entries]
    winning = [one for one in items(scenario.get("winners")) if text(one) not in neutral]
    for one in (*winning, *([] if who is None else [who]), *picking):
        if _SEAT.fullmatch(text(one)) and text(one) not in known and seats in pack.players:
            cure = f"{seats} play: {', '.join(f'`{seat}`' for seat in known)}; with `players: …` there may be more"
            yield err.UnknownName(one.span, text(one), known, "player", cure)


def wrong_players(given: Node | None, pack: Pack) -> Iterator[Problem]:
    """A number of players that the pack is not for."""
    if given is not None and number(given, 0) not in pack.players:
        least, most = pack.players.start, pack.players.stop - 1
        wanted = f"{least} to {most} players" if least < most else f"{least} players"
        yield err.BadValue(given.span, wanted, text(given))


def given_options(node: Node | None, pack: Pack, report: Callable[[Problem], None]) -> dict[str, object]:
    """The options that are given and that the pack has; the others are reported."""
    found: dict[str, object] = {}
    declared = pack.vocabulary.options
    for key, value in entries(node):
        given = value.value if isinstance(value, Scalar) else None
        try:
            pack.options({key.text: given})
        except InvalidAction:
            if key.text not in declared:
                report(err.UnknownName(key.span, key.text, tuple(declared), "option"))
            else:
                known = tuple(declared[key.text].values or ("yes", "no"))
                report(err.BadValue(value.span, f"a value of the option `{key.text}`", text(value), known))
            continue
        found[key.text] = given
    return found
