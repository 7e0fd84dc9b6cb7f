"""SHA-256 of one short message, written out round by round: the dice of players are seeded with it at every pick.

The words of the schedule and the eight numbers at work are locals; where the numbers change their names from round to
round, nothing has to be moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

FIRST = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ROUNDS = 64


def _primes() -> Iterator[int]:
    number = 2
    while True:
        if all(number % divisor for divisor in range(2, number)):
            yield number
        number += 1


def _cube_root(number: int) -> int:
    """The whole cube root of a number."""
    root = 1 << (number.bit_length() + 2) // 3
    while (better := (2 * root + number // (root * root)) // 3) < root:
        root = better
    return root


@cache
def constants() -> tuple[int, ...]:
    """The first 32 bits of the cube roots of the first 64 primes."""
    return tuple(_cube_root(prime << 96) & 0xFFFFFFFF for prime, _ in zip(_primes(), range(ROUNDS), strict=False))


def _turned(word: str, *by: int) -> str:
    """A word turned right by so many bits, three ways, and all of these together; below 0, what falls off is lost."""
    made = [
        f"(i32.rotr {word} (i32.const {one}))" if one > 0 else f"(i32.shr_u {word} (i32.const {-one}))" for one in by
    ]
    return f"(i32.xor (i32.xor {made[0]} {made[1]}) {made[2]})"


def _get(name: str) -> str:
    return f"(local.get ${name})"


@cache
def hash_text() -> str:
    """A function that gives the first 8 bytes of the hash of the block at 128."""
    lines = [_loaded(n) for n in range(16)]
    names = list("abcdefgh")
    lines += [f"(local.set ${name} (i32.const {value}))" for name, value in zip(names, FIRST, strict=True)]
    for number in range(ROUNDS):
        if number >= 16:
            lines.append(_extended(number))
        lines += _round(number, names)
        names = [names[-1], *names[:-1]]
    high, low = (f"(i64.extend_i32_u (i32.add {_get(names[n])} (i32.const {FIRST[n]})))" for n in (0, 1))
    own = " ".join(f"(local $w{n} i32)" for n in range(16)) + "".join(f" (local ${name} i32)" for name in "abcdefgh")
    body = "\n".join(lines)
    return f"(func $hash_of_block (result i64) {own}\n{body}\n(i64.or (i64.shl {high} (i64.const 32)) {low}))"


def _loaded(number: int) -> str:
    """A word of the block, its first byte the highest."""
    word = _get(f"w{number}")
    left = f"(i32.and (i32.rotl {word} (i32.const 8)) (i32.const 0x00FF00FF))"
    right = f"(i32.and (i32.rotr {word} (i32.const 8)) (i32.const 0xFF00FF00))"
    loaded = f"(local.set $w{number} (i32.load offset={128 + 4 * number} (i32.const 0)))"
    return f"{loaded} (local.set $w{number} (i32.or {left} {right}))"


def _extended(number: int) -> str:
    old, near, far = (_get(f"w{(number + step) % 16}") for step in (1, 9, 14))
    here = _get(f"w{number % 16}")
    more = f"(i32.add {_turned(old, 7, 18, -3)} {_turned(far, 17, 19, -10)})"
    return f"(local.set $w{number % 16} (i32.add (i32.add {here} {near}) {more}))"


def _round(number: int, names: list[str]) -> list[str]:
    a, b, c, d, e, f, g, h = map(_get, names)
    chosen = f"(i32.xor {g} (i32.and {e} (i32.xor {f} {g})))"
    most = f"(i32.or (i32.and {a} {b}) (i32.and {c} (i32.or {a} {b})))"
    word = f"(i32.add (i32.const {constants()[number]}) {_get(f'w{number % 16}')})"
    first = f"(i32.add (i32.add {h} {_turned(e, 6, 11, 25)}) (i32.add {chosen} {word}))"
    return [
        f"(local.set ${names[7]} {first})",
        f"(local.set ${names[3]} (i32.add {d} {h}))",
        f"(local.set ${names[7]} (i32.add {h} (i32.add {_turned(a, 2, 13, 22)} {most})))",
    ]
