"""What a choice asks, in words of the script that asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.play.text import Text, said, same
from interpreter.primitives.header import FRAME, FRAME_LOCALS
from interpreter.prose import ABSENT

if TYPE_CHECKING:
    from interpreter.check.typed import Routine
    from interpreter.check.types import Type
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.primitives.tables import State


def prompt_of(machine: Machine, names: Names, state: State, pending: Pending) -> Text:
    """What is asked, in words of the script that asks."""
    routine, at = machine.program.script_of(pending.ask), pending.ask.at
    known = known_words(names, routine, state, pending.seat)
    return Text(lambda lang: names.question(routine, at, lang, in_language(known, lang)))


def in_language(known: dict[int, Text | None], lang: str) -> dict[int, str]:
    """These words in one language."""
    return {slot: text.get(lang) if text is not None else ABSENT for slot, text in known.items()}


def known_words(names: Names, routine: Routine, state: State, seat: int) -> dict[int, Text | None]:
    """Words for the players, names and places a script holds, and the numbers it was given: never for hidden things.

    None stands for what was left out.
    """
    known: dict[int, Text | None] = {}
    first = state[FRAME] + FRAME_LOCALS
    for slot, (name, of) in enumerate(routine.locals):
        value, given = state[first + slot], slot < len(routine.params)
        absent = value < 0 and of.tag in ("kind", "enum")
        if name.startswith("(") or (absent and not given):
            continue
        if absent:
            known[slot] = None
        elif of.tag == "enum":
            known[slot] = same(names.key(of, value))
        elif _may_be_named(names, of, value, state, seat, given=given):
            known[slot] = _player(names, value, seat) if of.name == "player" else names.value(of, value)
        elif given and of.tag == "kind" and names.shows_backs(of.name):
            known[slot] = names.hidden(of.name, value)
    return known


def _may_be_named(names: Names, of: Type, value: int, state: State, seat: int, *, given: bool) -> bool:
    """Whether a question may name a value: a place, and a number or piece the script was given that is not hidden."""
    if of.tag != "kind":
        return of.tag == "number" and given
    if names.v.kinds[of.name].zones_only:
        return True
    return given and names.is_known(of.name, value, state, seat)


def _player(names: Names, player: int, seat: int) -> Text:
    """A player inside a sentence; no words for the one who is asked."""
    return same("") if player == seat else said("asked player", player=names.player(player))
