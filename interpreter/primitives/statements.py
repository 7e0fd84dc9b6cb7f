"""What the engine's statements do to the state.

Conventions: `m` is the machine (its tables and its log), `s` the state, `me` the acting player; a counter is the address
of its cell, a zone the address of its count cell (the pieces follow it), a piece comes as its kind's table and its
number. A hard behaviour returns False when it cannot be done and has then changed nothing. Those that change one cell may
be written out in a program (`interpreter.machine.inline`): they keep to arithmetic and never change their arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.primitives.pieces import lay_below, lay_on_top, learn, lift, lower, random_below, random_order
from interpreter.primitives.registry import statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.primitives.tables import KindTable, Runtime, State


@statement(
    "gain {amount: number} {counter: counter} [for {reason: word}]",
    en="{gain|gains} {amount counter}",
    fr="{gagnez|gagne|gagner} {amount counter}",
    level=("{raise|raises} {the counter} by {amount}", "{augmentez|augmente|augmenter} {the counter} de {amount}"),
)
def gain(m: Runtime, s: State, me: int, amount: int, counter: int, reason: int = -1) -> int:
    """Add to a counter. What goes beyond its maximum is handed to the counter's overflow script, or is lost.

    Example:
        gain 3 wood
    """
    if amount <= 0:
        return 0
    high = m.highs.get(counter)
    after = s[counter] + amount
    excess = 0
    if high is not None and after > high:
        excess = after - high
        after = high
    s[counter] = after
    if m.log is not None and amount > excess:
        m.log.append(("gain", me, counter, amount - excess, reason))
    return excess


@statement(
    "lose {amount: number} {counter: counter}",
    en="{lose|loses} {amount counter}",
    fr="{perdez|perd|perdre} {amount counter}",
    level=("{lower|lowers} {the counter} by {amount}", "{diminuez|diminue|diminuer} {the counter} de {amount}"),
)
def lose(m: Runtime, s: State, me: int, amount: int, counter: int) -> None:
    """Take from a counter, but never below its minimum.

    Example:
        lose 2 wood
    """
    if amount <= 0:
        return
    low = m.lows.get(counter)
    before = s[counter]
    after = before - amount
    if low is not None and after < low:
        after = low
    s[counter] = after
    if m.log is not None and after < before:
        m.log.append(("lose", me, counter, before - after))


@statement(
    "pay {amount: number} {counter: counter}",
    en="{pay|pays} {amount counter}",
    fr="{payez|paie|payer} {amount counter}",
    hard=True,
)
def pay(m: Runtime, s: State, me: int, amount: int, counter: int) -> bool:
    """Take from a counter; cannot be done when that would go below its minimum.

    Example:
        pay 2 wood
    """
    if amount <= 0:
        return True
    low = m.lows.get(counter)
    after = s[counter] - amount
    if low is not None and after < low:
        return False
    s[counter] = after
    if m.log is not None:
        m.log.append(("pay", me, counter, amount))
    return True


@statement(
    "set {var: var} to {value: value}",
    en="{set|sets} {the var} to {value}",
    fr="{fixez|fixe|fixer} {the var} à {value}",
)
def set_var(m: Runtime, s: State, me: int, var: int, value: int) -> None:
    """Give a var a new value; a number is kept within its bounds.

    Example:
        set round to 1
    """
    low, high = m.lows.get(var), m.highs.get(var)
    new = value
    if low is not None and value < low:
        new = low
    if high is not None and value > high:
        new = high
    if m.log is not None and s[var] != new:
        m.log.append(("set", me, var, new))
    s[var] = new


@statement(
    "move {piece: piece} to {zone: zone}",
    en="{move|moves} {piece} to {zone}",
    fr="{mettez|met|mettre} {piece} {in zone}",
    hard=True,
)
def move(m: Runtime, s: State, me: int, k: KindTable, piece: int, zone: int) -> bool:
    """Put a piece into a zone, on top if the zone is ordered; cannot be done when the zone is full.

    Where there is no piece, nothing happens.

    Example:
        move card to display
    """
    return _lay(m, s, me, k, piece, zone, lay_on_top)


def _lay(m: Runtime, s: State, me: int, k: KindTable, piece: int, zone: int, lay: Callable[..., None]) -> bool:  # noqa: PLR0913, PLR0917 - as its callers
    """Lay a piece into a zone in one way or the other; gives whether there was room."""
    if piece < 0:
        return True
    old = s[k.loc + piece]
    if old != zone and s[zone] >= m.capacity[zone]:
        return False
    if old:
        lift(m, s, k, piece)
    lay(m, s, k, piece, zone)
    if m.log is not None:
        m.log.append(("move", me, k.index, piece, old, zone, s[k.known + piece] if k.known else -1))
    return True


@statement(
    "move all from {source: zone} to {target: zone}",
    en="{move|moves} {all pieces} from {source} to {target}",
    fr="{mettez|met|mettre} {all pieces} de {source} {in target}",
    hard=True,
)
def move_all(m: Runtime, s: State, me: int, source: int, target: int) -> bool:
    """Move every piece of a zone, keeping the order.

    Example:
        move all from my.discard to my.deck
    """
    k = m.zone_kind[source]
    if s[target] + s[source] > m.capacity[target]:
        return False
    for piece in s[source + 1 : source + 1 + s[source]]:
        move(m, s, me, k, piece, target)
    return True


@statement(
    "put {piece: piece} under {zone: zone}",
    en="{put|puts} {piece} at the bottom of {zone}",
    fr="{mettez|met|mettre} {piece} sous {zone}",
    hard=True,
)
def put_under(m: Runtime, s: State, me: int, k: KindTable, piece: int, zone: int) -> bool:
    """Put a piece at the bottom of an ordered zone.

    Example:
        put card under my.deck
    """
    return _lay(m, s, me, k, piece, zone, lay_below)


@statement(
    "remove {piece: piece}",
    en="{return|returns} {piece} to the supply",
    fr="{remettez|remet|remettre} {piece} dans la réserve",
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
    if m.log is not None:
        m.log.append(("move", me, k.index, piece, old, 0, s[k.known + piece] if k.known else -1))


@statement(
    "draw {amount: number} from {source: zone} to {target: zone} [reshuffling {discard: zone}]",
    en="{draw|draws} {amount pieces} from {source} to {target}",
    fr="{piochez|pioche|piocher} {amount pieces} de {source} vers {target}",
    fate=True,
)
def draw(m: Runtime, s: State, me: int, amount: int, source: int, target: int, discard: int = 0) -> None:  # noqa: PLR0913, PLR0917 - its phrase has so many parts
    """Take pieces from the top of an ordered zone, or at random from an unordered one, until nothing is left or no room.

    With `reshuffling`, an empty source is first filled with that zone, shuffled.

    Example:
        draw 2 from my.deck to my.hand reshuffling my.discard
    """
    k = m.zone_kind[source]
    for _ in range(amount):
        if not s[source] and discard and s[discard]:
            for piece in s[discard + 1 : discard + 1 + s[discard]]:
                lift(m, s, k, piece)
                lay_on_top(m, s, k, piece, source)
            shuffle(m, s, me, source)
        if not s[source] or s[target] >= m.capacity[target]:
            return
        at = s[source] - 1 if m.ordered[source] else random_below(s, s[source])
        piece = s[source + 1 + at]
        lift(m, s, k, piece)
        lay_on_top(m, s, k, piece, target)
        m.fate = True
        if m.log is not None:
            m.log.append(("draw", me, k.index, piece, source, target, s[k.known + piece] if k.known else -1))


@statement("shuffle {zone: zone}", en="{shuffle|shuffles} {zone}", fr="{mélangez|mélange|mélanger} {zone}", fate=True)
def shuffle(m: Runtime, s: State, me: int, zone: int) -> None:
    """Put the pieces of a zone in a random order.

    Example:
        shuffle my.deck
    """
    if not s[zone]:
        return
    k = m.zone_kind[zone]
    random_order(s, zone + 1, zone + s[zone])
    if k.known and m.visible[zone] in ("nobody", "top"):
        for piece in s[zone + 1 : zone + 1 + s[zone]]:
            s[k.known + piece] = 0
        lower(m, s, k, zone)
    m.fate = True
    if m.log is not None:
        m.log.append(("shuffle", me, zone))


@statement("roll {dice: pieces}", en="{roll|rolls} {dice}", fr="{lancez|lance|lancer} {dice}", fate=True)
def roll(m: Runtime, s: State, me: int, k: KindTable, dice: list[int]) -> None:
    """Give every die of the set a random value within the bounds of the var its kind `rolls`.

    Example:
        roll pool
    """
    if not dice:
        return
    low, high = k.roll_low, k.roll_high
    for die in dice:
        s[k.rolls + die] = low + random_below(s, high - low + 1)
    m.fate = True
    if m.log is not None:
        m.log.append(("roll", me, k.index, tuple((die, s[k.rolls + die]) for die in dice)))


@statement("flip {piece: piece}", en="{turn|turns} over {piece}", fr="{retournez|retourne|retourner} {piece}")
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


@statement("reveal {piece: piece}", en="{reveal|reveals} {piece}", fr="{révélez|révèle|révéler} {piece}", fate=True)
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
    en="{show|shows} {piece} to {player}",
    fr="{montrez|montre|montrer} {piece} à {player}",
    fate=True,
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


@statement("begin {span: span}", en="{begin|begins} {the span}", fr="{commencez|commence|commencer} {the span}")
def begin(m: Runtime, s: State, me: int, span: int) -> None:
    """Put every var and limit that `resets` with this span back to its start.

    Example:
        begin turn
    """
    for address, start in m.resets[span]:
        s[address] = start
    if m.log is not None:
        m.log.append(("begin", me, span))


@statement("end the game", en="the game ends", fr="la partie se termine")
def end_game(m: Runtime, s: State, me: int) -> None:
    """Stop everything; the pack's result says who has won.

    Example:
        end the game
    """
    del m, me
    s[5] = 2


@statement("win the game", en="you win the game", fr="vous gagnez la partie")
def win_game(m: Runtime, s: State, me: int) -> None:
    """Stop everything; the acting player has won.

    Example:
        win the game
    """
    del m
    s[5] = 2
    s[6] = me + 1
