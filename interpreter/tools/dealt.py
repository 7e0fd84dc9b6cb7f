"""A seed with which a card is dealt to a player: a game stays its seed and its picks, and can be kept as always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.play.trying.find import copies_in
from interpreter.tools import core
from interpreter.tools.trouble import Trouble

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Item
    from interpreter.play.game import Game
    from interpreter.play.pack import Pack

MAX_SEEDS = 2_000
IN_HAND, IN_SIGHT = 2, 1


def seed_with(pack: Pack, item: Item, seats: int, seat: int, first: int, options: core.OptionValues) -> tuple[int, str]:
    """A seed that gives a seat the card, or else lays it where the seat can see it; and the zone. Raises Trouble."""
    sight: tuple[int, str] | None = None
    for seed in range(first, first + MAX_SEEDS):
        near, zone = _nearness(core.start(pack, seats, seed, options), item, seat)
        if near == IN_HAND:
            return seed, zone
        if near == IN_SIGHT and sight is None:
            sight = seed, zone
        if sight is not None and seed - first > MAX_SEEDS // 10:
            break  # it lies open now and then, and is dealt to nobody
    if sight is not None:
        return sight
    message = f"no game of {MAX_SEEDS} begins with `{item.id}` in your hand or in sight"
    raise Trouble(message, hint="`rulewright try` finds a position in which it can be played")


def _nearness(game: Game, item: Item, seat: int) -> tuple[int, str]:
    """How near a card is to a seat, and the zone it lies in."""
    machine, s = game.machine, game.state
    table = machine.layout.tables[item.kind]
    best = 0, ""
    for piece in copies_in(game, item):
        zone = s[table.loc + piece] if table.loc else 0
        if not zone or not machine.knowers(s, table, piece) >> seat & 1:
            continue
        place, _ = machine.zones[zone]
        own = machine.zone_owner[zone] == seat
        best = max(best, (IN_HAND if own else IN_SIGHT, place.decl.name))
    return best
