"""What a seat is shown depends on what it knows: exchanged secrets must leave every byte of it as it was."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.play.game import Game


@dataclass(frozen=True, slots=True)
class Leak:
    """Something shown that tells a secret."""

    words: str
    span: Span | None


def leak(game: Game, seat: int, seed: int) -> Leak | None:
    """Draw anew all that a seat cannot know; give what it would see of that, or None."""
    other = game.imagine(seat, seed)
    own, others = game.view(seat).data, other.view(seat).data
    path = _difference(own, others)
    if path is not None:
        name = next((part for part in reversed(path) if not part.isdigit()), "the table")
        return Leak(f"`{name}` is shown to player {seat + 1}, and depends on what only others know", _span(game, name))
    for lang in game.pack.vocabulary.languages:
        if game.view(seat).text(lang) != other.view(seat).text(lang):
            return Leak(f"the table in words ({lang}) tells player {seat + 1} what only others know", None)
    if game.pending is None or game.pending.seat != seat:
        return None
    offered = _offered(game)
    other.pending = other.machine.pending(other.state)
    if other.pending is None or _offered(other) != offered:
        ask = game.pending.ask
        span = game.machine.program.span_of(ask.routine, ask.at)
        return Leak(f"what player {seat + 1} is offered depends on what only others know", span)
    return None


def _offered(game: Game) -> str:
    copy = game.clone()
    copy._decided_at = None  # noqa: SLF001 - the choice was worked out anew, so its labels must be, too
    decision = copy.decision
    return json.dumps(list(decision.options.keys)) if decision is not None else ""


def _difference(own: object, other: object, path: tuple[str, ...] = ()) -> tuple[str, ...] | None:
    """Where two views first differ."""
    if isinstance(own, dict) and isinstance(other, dict) and own.keys() == other.keys():
        found = (_difference(own[key], other[key], (*path, str(key))) for key in own)
    elif isinstance(own, list) and isinstance(other, list) and len(own) == len(other):
        found = (_difference(a, b, (*path, str(at))) for at, (a, b) in enumerate(zip(own, other, strict=True)))
    else:
        return None if own == other else path
    return next((one for one in found if one is not None), None)


def _span(game: Game, name: str) -> Span | None:
    """Where what is shown under a name is declared."""
    v = game.pack.vocabulary
    spans = [value.span for value in v.values.values() if value.name == name and value.show]
    spans += [decl[name].span for host in v.hosts() for decl in (host.vars, host.zones) if name in decl]
    return next(iter(spans), None)
