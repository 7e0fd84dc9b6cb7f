"""Moving numbers about: zones, knowledge, and the random generator."""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from operator import mod
from struct import Struct
from typing import TYPE_CHECKING

from interpreter.primitives.header import RANDOM
from interpreter.primitives.tables import LOST, SHOWN_ON_TOP

if TYPE_CHECKING:
    from interpreter.primitives.tables import KindTable, Runtime, State

SHARING = 2
"""The cells of a zone that shares its room: its count, and the address of its first piece."""
RNG = RANDOM
"""The generator's 64 bits lie in two cells, low half first, so that every cell fits 32 bits."""
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_SEVERAL, _MANY = 12, 512
"""From so many draws on it is faster to work them out side by side, at most so many at once."""
CROWD = 1024
"""So many pieces of a zone that are looked through, or moved up for another, are a step."""


def first_of(s: State, k: KindTable, zone: int) -> int:
    """The address of the first piece of a zone, or where it would lie."""
    return s[zone + 1] if k.common else zone + 1


def pieces_in(s: State, k: KindTable, zone: int) -> State:
    """The pieces of a zone, bottom first."""
    first = s[zone + 1] if k.common else zone + 1
    return s[first : first + s[zone]]


def _open(s: State, k: KindTable, zone: int, at: int, number: int) -> None:
    """Make room for pieces of a zone in the room that all share: whatever lies behind moves up."""
    last = k.sharing.stop - SHARING
    end = s[last + 1] + s[last]
    if at < end:
        s[at + number : end + number] = s[at:end]
    s[zone] += number
    for cell in range(zone + SHARING + 1, last + SHARING, SHARING):
        s[cell] += number


def _close(s: State, k: KindTable, zone: int, at: int, number: int) -> None:
    """Take pieces of a zone out of the room that all share: whatever lies behind moves down."""
    last = k.sharing.stop - SHARING
    end = s[last + 1] + s[last] - number
    if at < end:
        s[at:end] = s[at + number : end + number]
    if number == 1:
        s[end] = 0
    else:
        _fill(s, end, 0, number)
    s[zone] -= number
    for cell in range(zone + SHARING + 1, last + SHARING, SHARING):
        s[cell] -= number


def lift(m: Runtime, s: State, k: KindTable, piece: int) -> None:
    """Take a piece out of its zone; its place is for the caller to set."""
    zone = s[k.loc + piece]
    if not zone:
        return
    first = s[zone + 1] if k.common else zone + 1
    last = at = first + s[zone] - 1
    top = s[last] == piece
    if not top:
        at = s.index(piece, first, last + 1)
        if s[zone] >= CROWD:
            spend(m, s[zone] // CROWD)
    if k.common:
        _close(s, k, zone, at, 1)
    else:
        if not top:
            s[at:last] = s[at + 1 : last + 1]
        s[last] = 0
        s[zone] -= 1
    if top and k.known and m.learners[zone] == SHOWN_ON_TOP:
        lower(m, s, k, zone)


def draw_top(m: Runtime, s: State, k: KindTable, amount: int, source: int, target: int) -> int:
    """Move pieces from the top of one zone onto another, as many as are there, fit and can be counted; gives how many.

    The source is one of `piles`, and the target does not show its top.
    """
    there, size = s[source], s[target]
    if not there or size >= m.capacity[target] or source == target:
        return 0
    number = 1 if amount == 1 else min(amount, there, m.capacity[target] - size, m.fuel)
    if m.fuel <= 0:
        return 0
    m.fuel -= number
    s[source], s[target] = there - number, size + number
    m.fate = True
    if number == 1:
        piece = s[source + there]
        s[source + there], s[target + size + 1] = 0, piece
        s[k.loc + piece] = target
        if k.known:
            seats = m.learners[target]
            if seats > 0:
                s[k.known + piece] |= seats
            elif seats == LOST:
                s[k.known + piece] = 0
        return 1
    bottom, loc = source + 1 + there - number, k.loc
    taken = list(s[bottom : bottom + number])[::-1]
    _fill(s, bottom, 0, number)
    _write(s, target + size + 1, taken)
    for piece in taken:
        s[loc + piece] = target
    if k.known and m.noticed[target]:
        _notice_all(m, s, k, taken, target)
    return number


def lay_on_top(m: Runtime, s: State, k: KindTable, piece: int, zone: int) -> None:
    """Put a piece behind all others of a zone; who sees the zone learns the piece."""
    if k.common:
        at = s[zone + 1] + s[zone]
        _open(s, k, zone, at, 1)
    else:
        size = s[zone] = s[zone] + 1
        at = zone + size
    s[at] = piece
    s[k.loc + piece] = zone
    if k.known and m.noticed[zone]:
        _notice(m, s, k, piece, zone, top=True)


def carry_over(m: Runtime, s: State, k: KindTable, piece: int, zone: int) -> None:
    """Take a piece out of its zone and put it behind all others of another one that shares its room.

    Only what lies between the two moves.
    """
    old = s[k.loc + piece]
    first, size = s[old + 1], s[old]
    at, end = first + size - 1, s[zone + 1] + s[zone]
    top = s[at] == piece
    if not top:
        at = s.index(piece, first, at)
        if size >= CROWD:
            spend(m, size // CROWD)
    if old < zone:
        s[at : end - 1] = s[at + 1 : end]
        s[end - 1] = piece
        for cell in range(old + SHARING + 1, zone + SHARING, SHARING):
            s[cell] -= 1
    else:
        s[end + 1 : at + 1] = s[end:at]
        s[end] = piece
        for cell in range(zone + SHARING + 1, old + SHARING, SHARING):
            s[cell] += 1
    s[old] = size - 1
    s[zone] += 1
    s[k.loc + piece] = zone
    if k.known:
        if top:
            lower(m, s, k, old)
        if m.noticed[zone]:
            _notice(m, s, k, piece, zone, top=True)


def lay_new(m: Runtime, s: State, k: KindTable, pieces: Sequence[int], zone: int) -> bool:
    """Put pieces that lie nowhere into a zone with room for all of them, one on the other; gives whether it did."""
    number, loc, size = len(pieces), k.loc, s[zone]
    if size + number > m.capacity[zone] or not _are_blank(s, loc, pieces):
        return False
    at = first_of(s, k, zone) + size
    if k.common:
        _open(s, k, zone, at, number)
    else:
        s[zone] = size + number
    _write(s, at, list(pieces))
    _fill_all(s, loc, pieces, zone)
    if k.known:
        if not _is_blank(s, k.known, k.size):
            kept = ~m.put_away
            for piece in pieces:
                s[k.known + piece] &= kept
        if m.noticed[zone]:
            _notice_all(m, s, k, pieces, zone)
    return True


def forget(s: State, k: KindTable, zone: int) -> None:
    """Let nobody know any piece of a zone."""
    if not _is_blank(s, k.known, k.size):
        _fill_all(s, k.known, pieces_in(s, k, zone), 0)


def lay_below(m: Runtime, s: State, k: KindTable, piece: int, zone: int) -> None:
    """Put a piece before all others of a zone; who sees the zone learns the piece."""
    first = first_of(s, k, zone)
    if s[zone] >= CROWD:
        spend(m, s[zone] // CROWD)
    if k.common:
        _open(s, k, zone, first, 1)
    else:
        end = first + s[zone]
        s[first + 1 : end + 1] = s[first:end]
        s[zone] += 1
    s[first] = piece
    s[k.loc + piece] = zone
    if k.known and m.noticed[zone]:
        _notice(m, s, k, piece, zone, top=s[zone] == 1)


def _notice(m: Runtime, s: State, k: KindTable, piece: int, zone: int, *, top: bool) -> None:
    """Let those who see a zone know a piece that has come to lie in it, on top or not."""
    seats = m.learners[zone]
    if seats == SHOWN_ON_TOP:
        seats = m.everyone if top else 0
    if seats > 0:
        cell = k.known + piece
        if s[cell] | seats != s[cell]:
            s[cell] |= seats
            m.fate = True
    elif seats == LOST:
        s[k.known + piece] = 0  # lost among the others


def _notice_all(m: Runtime, s: State, k: KindTable, pieces: Sequence[int], zone: int) -> None:
    """Let those who see a zone know pieces that have come to lie in it, each on top of the one before."""
    known, visible, owner = k.known, m.visible[zone], m.zone_owner[zone]
    unknown = _is_blank(s, known, k.size)
    if visible == "nobody":
        for piece in () if unknown else pieces:
            s[known + piece] = 0  # lost among the others
        return
    seats = m.everyone if visible != "owner" else 1 << owner if owner >= 0 else 0
    if unknown and seats and pieces:
        _fill_all(s, known, pieces, seats)
        m.fate = True
        return
    for piece in pieces:
        before = s[known + piece]
        if before | seats != before:
            s[known + piece] = before | seats
            m.fate = True


def lower(m: Runtime, s: State, k: KindTable, zone: int) -> None:
    """After the top of a pile changed: a pile that shows its top shows the new one."""
    if s[zone] and m.visible[zone] == "top":
        learn(m, s, k, s[first_of(s, k, zone) + s[zone] - 1], m.everyone)


def learn(m: Runtime, s: State, k: KindTable, piece: int, seats: int) -> None:
    """Note that these seats (a bit each) know the piece; news is a point of no return."""
    if not k.known:
        return
    cell, seats = k.known + piece, seats & m.everyone
    if s[cell] | seats != s[cell]:
        s[cell] |= seats
        m.fate = True


def lift_all(s: State, k: KindTable, zone: int) -> list[int]:
    """Take all pieces out of a zone at once, and give them in their order; their places are for the caller to set."""
    pieces = list(pieces_in(s, k, zone))
    if k.common:
        _close(s, k, zone, s[zone + 1], len(pieces))
    else:
        for cell in range(zone, zone + 1 + len(pieces)):
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
    if size >= _SEVERAL:
        cells, left = list(s[first : last + 1]), size
        while left > 1:
            count = min(left - 1, _MANY)
            draws = _draws(state, count)
            if max(draws) > mask - size:
                break  # one of them may have to be drawn again
            state = (state + count * _STEP) & mask
            for other in map(mod, draws, range(left, left - count, -1)):
                left -= 1
                cells[left], cells[other] = cells[other], cells[left]
        _write(s, first, cells)
        size = left
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
    return ones, steps, ones * _MASK, Struct("<" + "Q8x" * count)


def _draws(state: int, count: int) -> tuple[int, ...]:
    """What the generator gives next, so many numbers at once: one long number does the work of all."""
    ones, steps, low, halves = _lanes(count)
    x = (state * ones + steps) & low
    x = ((x ^ (x >> 30)) & low) * 0xBF58476D1CE4E5B9 & low
    x = ((x ^ (x >> 27)) & low) * 0x94D049BB133111EB & low
    return halves.unpack((x ^ (x >> 31)).to_bytes(16 * count, "little"))


def _write(s: MutableSequence[int], at: int, cells: list[int]) -> None:
    """Put numbers into cells that follow each other."""
    s[at : at + len(cells)] = cells if isinstance(s, list) else array("q", cells)


def _fill(s: MutableSequence[int], at: int, number: int, times: int) -> None:
    """Put the same number into cells that follow each other."""
    s[at : at + times] = [number] * times if isinstance(s, list) else array("q", (number,)) * times


def _fill_all(s: MutableSequence[int], at: int, pieces: Sequence[int], number: int) -> None:
    """Put the same number into the cells of pieces."""
    if isinstance(pieces, range):
        _fill(s, at + pieces[0], number, len(pieces))
    elif len(pieces) < CROWD:
        for piece in pieces:
            s[at + piece] = number
    else:
        for first, many in _stretches(array("q", pieces).tobytes()):
            _fill(s, at + first, number, many)


def _are_blank(s: MutableSequence[int], at: int, pieces: Sequence[int]) -> bool:
    """Whether the cells of pieces are all 0."""
    if isinstance(pieces, range):
        return _is_blank(s, at + pieces[0], len(pieces))
    if len(pieces) < CROWD:
        return not any(s[at + piece] for piece in pieces)
    return all(_is_blank(s, at + first, many) for first, many in _stretches(array("q", pieces).tobytes()))


@lru_cache(8)
def _stretches(cells: bytes) -> list[tuple[int, int]]:
    """Where many pieces follow each other by number: the first of each stretch, and how many.

    Most of a kind are laid together when a game is set up, the same ones every time.
    """
    pieces = sorted(memoryview(cells).cast("q"))
    breaks = [at for at, (one, other) in enumerate(pairwise(pieces), 1) if other != one + 1]
    return [(pieces[first], end - first) for first, end in pairwise([0, *breaks, len(pieces)])]


def _is_blank(s: MutableSequence[int], at: int, count: int) -> bool:
    """Whether cells that follow each other are all 0."""
    cells = s[at : at + count]
    if isinstance(cells, list):
        return not any(cells)
    packed: bytes = cells.tobytes()  # type: ignore[attr-defined]
    return packed == bytes(len(packed))


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


def first_draws(seed: int, one: int, other: int) -> Callable[[int, int, int], int]:
    """What `first_below` draws for seeds that grow by two numbers, as a function of how often each is added, and n.

    >>> draw = first_draws(7, 100, 10_000)
    >>> draw(3, 5, 1000) == first_below(7 + 3 * 100 + 5 * 10_000, 1000)
    True
    """
    spread, mask = 0xD1B54A32D192ED03, _MASK
    begin, first, second = (seed + 1) * spread & mask, one * spread & mask, other * spread & mask

    def draw(ones: int, others: int, n: int) -> int:
        x = (begin + ones * first + others * second) & mask
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask  # `_scatter`, for the seed and for the draw
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        x = ((x ^ (x >> 31)) + 0x9E3779B97F4A7C15) & mask
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        x ^= x >> 31
        return x % n if x <= mask - n else first_below(seed + ones * one + others * other, n)

    return draw
