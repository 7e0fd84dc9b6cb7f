"""What the engine's statements do to the state.

Conventions: `m` is the machine (its tables and its log), `s` the state, `me` the acting player; a counter is the address
of its cell, a zone the address of its count cell (the pieces follow it), a piece comes as its kind's table and its
number. A hard behaviour returns False when it cannot be done and has then changed nothing. Statements that change one cell
say no more than its new value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.primitives.header import OVER, STATUS, WINNER
from interpreter.primitives.pieces import (
    carry_over,
    draw_top,
    first_of,
    forget,
    lay_below,
    lay_new,
    lay_on_top,
    learn,
    lift,
    lift_all,
    lower,
    random_below,
    random_order,
    spend,
)
from interpreter.primitives.registry import cell_statement, statement
from interpreter.primitives.tables import SHOWN_ON_TOP

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.primitives.tables import KindTable, Runtime, State


@cell_statement(
    "gain {amount: number} {counter: counter} [for {reason: word}]",
    counted=True,
    levels=True,
)
def gain(old: Any, amount: Any) -> Any:  # noqa: ANN401 - numbers or expressions
    """Add to a counter. What goes beyond its maximum is handed to the counter's overflow script, or is lost.

    An amount below 0 counts as 0, here and wherever a number of things is wanted.

    Example:
        gain 3 wood
    """
    return old + amount


@cell_statement(
    "lose {amount: number} {counter: counter} [for {reason: word}]",
    counted=True,
    levels=True,
)
def lose(old: Any, amount: Any) -> Any:  # noqa: ANN401 - numbers or expressions
    """Take from a counter, but never below its minimum.

    Example:
        lose 2 wood
    """
    return old - amount


@cell_statement(
    "pay {amount: number} {counter: counter}",
    counted=True,
    fails=True,
)
def pay(old: Any, amount: Any) -> Any:  # noqa: ANN401 - numbers or expressions
    """Take from a counter; cannot be done when that would go below its minimum.

    Example:
        pay 2 wood
    """
    return old - amount


@cell_statement(
    "set {var: var} to {value: value}",
    event="set",
    forgets=True,
)
def set_var(_old: Any, value: Any) -> Any:  # noqa: ANN401 - numbers or expressions
    """Give a var a new value; a number is kept within its bounds.

    Example:
        set round to 1
    """
    return value


def _move_each(m: Runtime, s: State, me: int, k: KindTable, pieces: Sequence[int], zone: int) -> bool:
    if not pieces or not lay_new(m, s, k, pieces, zone):
        return False
    if m.log is not None:
        known = k.known
        m.log += [("move", me, k.index, piece, 0, zone, s[known + piece] if known else -1) for piece in pieces]
    return True


@statement(
    "move {piece: piece} to {zone: zone}",
    room="zone",
    writes=("pieces",),
    needs={"piece": "lies"},
    each=_move_each,
)
def move(m: Runtime, s: State, me: int, k: KindTable, piece: int, zone: int) -> bool:
    """Put a piece into a zone, on top if the zone is ordered; cannot be done when the zone is full.

    Where there is no piece, nothing happens.

    Example:
        move card to display
    """
    return _lay(m, s, me, k, piece, zone, lay_on_top, carry_over if k.common else None)


def _lay(  # noqa: PLR0913, PLR0917 - as its callers
    m: Runtime,
    s: State,
    me: int,
    k: KindTable,
    piece: int,
    zone: int,
    lay: Callable[..., None],
    at_once: Callable[..., None] | None = None,
) -> bool:
    """Lay a piece into a zone in one way or the other; gives whether there was room.

    `at_once` does the same for a piece that lies in another zone.
    """
    if piece < 0:
        return True
    old = s[k.loc + piece]
    if old != zone and s[zone] >= m.capacity[zone]:
        return False
    if at_once is not None and old and old != zone:
        at_once(m, s, k, piece, zone)
    else:
        if old:
            lift(m, s, k, piece)
        elif k.known:
            s[k.known + piece] &= ~m.put_away
        lay(m, s, k, piece, zone)
    if m.log is not None:
        m.log.append(("move", me, k.index, piece, old, zone, s[k.known + piece] if k.known else -1))
    return True


@statement(
    "move all from {source: zone} to {target: zone}",
    room="target",
    writes=("pieces",),
)
def move_all(m: Runtime, s: State, me: int, source: int, target: int) -> bool:
    """Move every piece of a zone, keeping the order.

    Example:
        move all from my.discard to my.deck
    """
    k = m.zone_kind[source]
    if source == target:
        return True
    if s[target] + s[source] > m.capacity[target]:
        return False
    spend(m, s[source])
    for piece in lift_all(s, k, source):
        lay_on_top(m, s, k, piece, target)
        if m.log is not None:
            m.log.append(("move", me, k.index, piece, source, target, s[k.known + piece] if k.known else -1))
    return True


@statement(
    "put {piece: piece} under {zone: zone}",
    room="zone",
    writes=("pieces",),
    needs={"piece": "lies", "zone": "ordered"},
)
def put_under(m: Runtime, s: State, me: int, k: KindTable, piece: int, zone: int) -> bool:
    """Put a piece at the bottom of an ordered zone.

    Example:
        put card under my.deck
    """
    return _lay(m, s, me, k, piece, zone, lay_below)


@statement(
    "remove {piece: piece}",
    aside=True,
    writes=("pieces",),
    needs={"piece": "lies"},
)
def remove(m: Runtime, s: State, me: int, k: KindTable, piece: int) -> None:
    """Take a piece out of its zone and put it aside.

    Example:
        remove marker
    """
    if piece < 0:
        return
    old = s[k.loc + piece]
    if not old:
        return
    lift(m, s, k, piece)
    s[k.loc + piece] = 0
    if k.known:
        s[k.known + piece] |= m.put_away
    if m.log is not None:
        m.log.append(("move", me, k.index, piece, old, 0, s[k.known + piece] if k.known else -1))


@statement(
    "draw {amount: number} from {source: zone} to {target: zone} [reshuffling {discard: zone}]",
    fate=True,
    writes=("pieces", "chance"),
)
def draw(m: Runtime, s: State, me: int, amount: int, source: int, target: int, discard: int = 0) -> None:  # noqa: C901, PLR0913, PLR0917 - its phrase has so many parts
    """Take pieces from the top of an ordered zone, or at random from an unordered one, until nothing is left or no room.

    With `reshuffling`, an empty source is first filled with that zone, shuffled.

    Example:
        draw 2 from my.deck to my.hand reshuffling my.discard
    """
    if amount <= 0:
        return
    k = m.zone_kind[source]
    if m.log is None and source in m.piles and m.learners[target] != SHOWN_ON_TOP:  # nobody listens
        amount -= draw_top(m, s, k, amount, source, target)
        if not amount:
            return
    for _ in range(min(amount, s[source] + (s[discard] if discard else 0))):
        m.fuel -= 1
        if m.fuel < 0 or (not s[source] and discard and s[discard]):
            spend(m, s[discard] if discard else 0)
        if not s[source] and discard and s[discard]:
            for piece in lift_all(s, k, discard):
                lay_on_top(m, s, k, piece, source)
            _mix(m, s, source)
            if m.log is not None:
                m.log.append(("shuffle", me, source, discard))  # what was shuffled lay elsewhere
        if not s[source] or s[target] >= m.capacity[target]:
            return
        first = first_of(s, k, source)
        piece = s[first + s[source] - 1 if m.ordered[source] else first + random_below(s, s[source])]
        if k.common and source != target:
            carry_over(m, s, k, piece, target)
        else:
            lift(m, s, k, piece)
            lay_on_top(m, s, k, piece, target)
        m.fate = True
        if m.log is not None:
            m.log.append(("draw", me, k.index, piece, source, target, s[k.known + piece] if k.known else -1))


@statement(
    "shuffle {zone: zone}",
    fate=True,
    writes=("pieces", "chance"),
)
def shuffle(m: Runtime, s: State, me: int, zone: int) -> None:
    """Put the pieces of a zone in a random order.

    Example:
        shuffle my.deck
    """
    if not s[zone]:
        return
    _mix(m, s, zone)
    if m.log is not None:
        m.log.append(("shuffle", me, zone))


def _mix(m: Runtime, s: State, zone: int) -> None:
    k = m.zone_kind[zone]
    m.fuel -= s[zone] >> 2
    first, hides = first_of(s, k, zone), bool(k.known) and m.visible[zone] in ("nobody", "top")
    if hides:
        forget(s, k, zone)  # before, while they may lie as they did in games before
    random_order(s, first, first + s[zone] - 1)
    if hides:
        lower(m, s, k, zone)
    m.fate = True


@statement(
    "roll {dice: pieces}",
    fate=True,
    writes=("rolls", "chance"),
    needs={"dice": "rolls"},
)
def roll(m: Runtime, s: State, me: int, k: KindTable, dice: list[int]) -> None:
    """Give every die of the set a random value within the bounds of the var its kind `rolls`.

    Example:
        roll pool
    """
    if not dice:
        return
    low, high = k.roll_low, k.roll_high
    m.fuel -= len(dice) >> 2
    for die in dice:
        s[k.rolls + die] = low + random_below(s, high - low + 1)
    m.fate = True
    if m.log is not None:
        m.log.append(("roll", me, k.index, tuple((die, s[k.rolls + die]) for die in dice)))


@statement(
    "flip {piece: piece}",
    writes=("face",),
    needs={"piece": "faces"},
)
def flip(m: Runtime, s: State, me: int, k: KindTable, piece: int) -> None:
    """Turn a piece to its next face.

    Example:
        flip token
    """
    if piece < 0:
        return
    s[k.face + piece] = (s[k.face + piece] + 1) % k.faces
    if m.log is not None:
        m.log.append(("flip", me, k.index, piece, s[k.face + piece]))


@statement(
    "reveal {piece: piece}",
    fate=True,
    writes=("known",),
    needs={"piece": "lies"},
)
def reveal(m: Runtime, s: State, me: int, k: KindTable, piece: int) -> None:
    """Let all players know a piece.

    Example:
        reveal card
    """
    if piece < 0:
        return
    learn(m, s, k, piece, m.everyone)
    if m.log is not None:
        m.log.append(("reveal", me, k.index, piece, m.everyone))


@statement(
    "show {piece: piece} to {player: player}",
    fate=True,
    writes=("known",),
    needs={"piece": "lies"},
)
def show(m: Runtime, s: State, me: int, k: KindTable, piece: int, player: int) -> None:
    """Let one player know a piece.

    Example:
        show card to me
    """
    if piece < 0 or player < 0:
        return
    learn(m, s, k, piece, 1 << player)
    if m.log is not None:
        m.log.append(("reveal", me, k.index, piece, 1 << player))


@statement(
    "begin {span: span}",
    writes=("resets",),
)
def begin(m: Runtime, s: State, me: int, span: int) -> None:
    """Put every var and limit that `resets` with this span back to its start, and the pieces of every such zone aside.

    Example:
        begin turn
    """
    m.fuel -= len(m.resets[span]) >> 7
    single, stretches = m.anew[span]
    for address, start in single:
        s[address] = start
    for first, last, cells in stretches:
        s[first:last] = cells
    for zone in m.emptied[span]:
        k = m.zone_kind[zone]
        m.fuel -= 1 + (s[zone] >> 2)
        for piece in lift_all(s, k, zone):
            s[k.loc + piece] = 0
            if k.known:
                s[k.known + piece] |= m.put_away
            if k.face:
                s[k.face + piece] = 0
    if m.log is not None:
        m.log.append(("begin", me, span))


@statement(
    "end the game [for {reason: word}]",
    writes=("end",),
)
def end_game(m: Runtime, s: State, me: int, reason: int = -1) -> None:
    """Stop everything; the pack's result says who has won. The reason is told to the players.

    Example:
        end the game for nothing_left
    """
    s[STATUS] = OVER
    if m.log is not None:
        m.log.append(("end", me, reason))


@statement(
    "win the game [for {reason: word}]",
    writes=("end", "winner"),
)
def win_game(m: Runtime, s: State, me: int, reason: int = -1) -> None:
    """Stop everything; the acting player has won. The reason is told to the players.

    Example:
        win the game for last_left
    """
    s[STATUS] = OVER
    s[WINNER] = me + 1
    if m.log is not None:
        m.log.append(("end", me, reason))
