"""Moving numbers about: zones, knowledge, and the random generator."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from functools import cache
from struct import Struct
from typing import TYPE_CHECKING

from interpreter.primitives.header import RANDOM

if TYPE_CHECKING:
    from interpreter.primitives.tables import KindTable, Runtime, State

RNG = RANDOM
"""The generator's 64 bits lie in two cells, low half first, so that every cell fits 32 bits."""
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_SEVERAL, _MANY = 12, 512
"""From so many draws to so many it is faster to work them out side by side."""
CROWD = 1024
"""So many pieces of a zone that are looked through, or moved up for another, are a step."""


def lift(m: Runtime, s: State, k: KindTable, piece: int) -> None:
    """Take a piece out of its zone; its place is for the caller to set."""
    zone = s[k.loc + piece]
    if not zone:
        return
    last = zone + s[zone]
    top = s[last] == piece
    if not top:
        at = s.index(piece, zone + 1, last + 1)
        s[at:last] = s[at + 1 : last + 1]
        if s[zone] >= CROWD:
            spend(m, s[zone] // CROWD)
    s[last] = 0
    s[zone] -= 1
    if top and k.known:
        lower(m, s, k, zone)


def lift_top(m: Runtime, s: State, k: KindTable, zone: int) -> int:
    """Take the top piece out of a zone that has one; its place is for the caller to set."""
    size = s[zone]
    piece = s[zone + size]
    s[zone + size] = 0
    s[zone] = size - 1
    if k.known:
        lower(m, s, k, zone)
    return piece


def draw_top(m: Runtime, s: State, k: KindTable, amount: int, source: int, target: int) -> int:
    """Move pieces from the top of one zone onto another, as many as are there, fit and can be counted; gives how many."""
    there, size = s[source], s[target]
    number = min(amount, there, m.capacity[target] - size, m.fuel)
    if number <= 0 or source == target:
        return 0
    m.fuel -= number
    bottom, loc = source + 1 + there - number, k.loc
    if number == 1:
        taken = [s[bottom]]
        s[bottom], s[target + size + 1] = 0, taken[0]
    else:
        taken = list(s[bottom : bottom + number])[::-1]
        _write(s, bottom, [0] * number)
        _write(s, target + size + 1, taken)
    s[source], s[target] = there - number, size + number
    for piece in taken:
        s[loc + piece] = target
    if k.known and m.noticed[target]:
        _notice_all(m, s, k, taken, target)
    m.fate = True
    return number


def lay_on_top(m: Runtime, s: State, k: KindTable, piece: int, zone: int) -> None:
    """Put a piece behind all others of a zone; who sees the zone learns the piece."""
    size = s[zone] = s[zone] + 1
    s[zone + size] = piece
    s[k.loc + piece] = zone
    if k.known and m.noticed[zone]:
        _notice(m, s, k, piece, zone, zone + size)


def lay_new(m: Runtime, s: State, k: KindTable, pieces: range, zone: int) -> bool:
    """Put pieces that lie nowhere into a zone with room for all of them, one on the other; gives whether it did."""
    number, loc, size = len(pieces), k.loc + pieces.start, s[zone]
    if size + number > m.capacity[zone] or m.visible[zone] == "top" or any(s[loc : loc + number]):
        return False
    s[zone] = size + number
    _write(s, zone + size + 1, list(pieces))
    _write(s, loc, [zone] * number)
    if k.known:
        known, kept = k.known + pieces.start, ~m.put_away
        _write(s, known, [before & kept for before in s[known : known + number]])
        if m.noticed[zone]:
            _notice_all(m, s, k, pieces, zone)
    return True


def lay_below(m: Runtime, s: State, k: KindTable, piece: int, zone: int) -> None:
    """Put a piece before all others of a zone; who sees the zone learns the piece."""
    first, end = zone + 1, zone + 1 + s[zone]
    if s[zone] >= CROWD:
        spend(m, s[zone] // CROWD)
    s[first + 1 : end + 1] = s[first:end]
    s[first] = piece
    s[zone] += 1
    s[k.loc + piece] = zone
    if k.known and m.noticed[zone]:
        _notice(m, s, k, piece, zone, first)


def _notice(m: Runtime, s: State, k: KindTable, piece: int, zone: int, first: int) -> None:
    """Let those who see a zone know a piece that has come to lie at an address of it."""
    visible = m.visible[zone]
    if visible == "all":
        learn(m, s, k, piece, m.everyone)
    elif visible == "owner":
        if m.zone_owner[zone] >= 0:
            learn(m, s, k, piece, 1 << m.zone_owner[zone])
    elif visible == "top":
        if first == zone + s[zone]:
            learn(m, s, k, piece, m.everyone)
    elif not m.ordered[zone]:
        s[k.known + piece] = 0  # lost among the others


def _notice_all(m: Runtime, s: State, k: KindTable, pieces: Sequence[int], zone: int) -> None:
    """Let those who see a zone, not only its top, know pieces that have come to lie in it."""
    known, visible, owner = k.known, m.visible[zone], m.zone_owner[zone]
    if visible == "nobody":
        for piece in pieces:
            s[known + piece] = 0  # lost among the others
        return
    seats = m.everyone if visible == "all" else 1 << owner if owner >= 0 else 0
    for piece in pieces:
        before = s[known + piece]
        if before | seats != before:
            s[known + piece] = before | seats
            m.fate = True


def lower(m: Runtime, s: State, k: KindTable, zone: int) -> None:
    """After the top of a pile changed: a pile that shows its top shows the new one."""
    if s[zone] and m.visible[zone] == "top":
        learn(m, s, k, s[zone + s[zone]], m.everyone)


def learn(m: Runtime, s: State, k: KindTable, piece: int, seats: int) -> None:
    """Note that these seats (a bit each) know the piece; news is a point of no return."""
    if not k.known:
        return
    cell, seats = k.known + piece, seats & m.everyone
    if s[cell] | seats != s[cell]:
        s[cell] |= seats
        m.fate = True


def lift_all(s: State, zone: int) -> list[int]:
    """Take all pieces out of a zone at once, and give them in their order; their places are for the caller to set."""
    first, end = zone + 1, zone + 1 + s[zone]
    pieces = list(s[first:end])
    for cell in range(zone, end):
        s[cell] = 0
    return pieces


def spend(m: Runtime, steps: int) -> None:
    """Count work that no loop of a script shows. Stops what takes too long."""
    m.fuel -= steps
    if m.fuel < 0:
        m.out_of_steps()


def seed_random(s: MutableSequence[int], seed: int) -> None:
    """Start the generator; the seed is scattered first, so that neighbouring seeds give streams that never meet."""
    x = _scatter((seed + 1) * 0xD1B54A32D192ED03 & _MASK)
    s[RNG], s[RNG + 1] = x & 0xFFFFFFFF, x >> 32


def _scatter(x: int) -> int:
    """Mix all 64 bits (the finaliser of SplitMix64)."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def random_order(s: MutableSequence[int], first: int, last: int) -> None:
    """Shuffle the cells from first to last: the same draws as with `random_below`, but with the generator at hand."""
    size, mask = last - first + 1, _MASK
    state = (s[RNG + 1] << 32) | s[RNG]
    if _SEVERAL <= size <= _MANY and max(draws := _draws(state, size - 1)) <= mask - size:
        cells = list(s[first : last + 1])
        for n, x in zip(range(size, 1, -1), draws, strict=True):
            other = x % n
            cells[n - 1], cells[other] = cells[other], cells[n - 1]
        _write(s, first, cells)
        state = (state + (size - 1) * _STEP) & mask
        s[RNG], s[RNG + 1] = state & 0xFFFFFFFF, state >> 32
        return
    for n in range(size, 1, -1):
        while True:
            state = (state + _STEP) & mask
            x = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
            x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
            x ^= x >> 31
            if x <= mask - n or x < (1 << 64) - (1 << 64) % n:
                break
        i, j = first + n - 1, first + x % n
        s[i], s[j] = s[j], s[i]
    s[RNG], s[RNG + 1] = state & 0xFFFFFFFF, state >> 32


@cache
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """For so many numbers side by side, 128 bits each: a 1 in each, how far the generator is there, and the low halves."""
    ones = sum(1 << 128 * lane for lane in range(count))
    steps = sum(((lane + 1) * _STEP & _MASK) << 128 * lane for lane in range(count))
    return ones, steps, ones * _MASK, Struct(f"<{2 * count}Q")


def _draws(state: int, count: int) -> tuple[int, ...]:
    """What the generator gives next, so many numbers at once: one long number does the work of all."""
    ones, steps, low, halves = _lanes(count)
    x = (state * ones + steps) & low
    x = ((x ^ (x >> 30)) & low) * 0xBF58476D1CE4E5B9 & low
    x = ((x ^ (x >> 27)) & low) * 0x94D049BB133111EB & low
    return halves.unpack(((x ^ (x >> 31)) & low).to_bytes(16 * count, "little"))[::2]


def _write(s: MutableSequence[int], at: int, cells: list[int]) -> None:
    """Put numbers into cells that follow each other."""
    s[at : at + len(cells)] = cells if isinstance(s, list) else array("q", cells)


def random_below(s: MutableSequence[int], n: int) -> int:
    """Draw a whole number from 0 to n-1, without bias (SplitMix64, our own for ever)."""
    while True:
        state = (((s[RNG + 1] << 32) | s[RNG]) + 0x9E3779B97F4A7C15) & _MASK
        s[RNG], s[RNG + 1] = state & 0xFFFFFFFF, state >> 32
        x = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK  # as in `_scatter`, written out for speed
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        x ^= x >> 31
        # Beyond the last whole multiple of n the draw would be biased; only the last n numbers can be there.
        if x <= _MASK - n or x < (1 << 64) - (1 << 64) % n:
            return x % n


def first_below(seed: int, n: int) -> int:
    """Draw what `random_below` gives first after `seed_random`, without a state to keep the generator in.

    >>> cells = [0] * (RNG + 2)
    >>> seed_random(cells, 7)
    >>> first_below(7, 1000) == random_below(cells, 1000)
    True
    """
    state = _scatter((seed + 1) * 0xD1B54A32D192ED03 & _MASK)
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        x = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK  # as in `_scatter`, written out for speed
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        x ^= x >> 31
        if x <= _MASK - n or x < (1 << 64) - (1 << 64) % n:
            return x % n
