"""What is on offer at each choice, printed for the choice: most of what a choice might have, a given one has not.

`Q<n>` works a choice out. One with a single way is taken at once (0, and the state rests behind it); otherwise (1) what is
due lies in the globals `ask`, `seat`, `values` and `offered`. `offer` goes to the one of the place where a state rests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.primitives.header import PC, SCOPE
from interpreter.wasm.routines import ACTING, FRAME_AT
from interpreter.wasm.scope import cell_offset
from interpreter.wasm.text import i32, pushed, put, when

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.code.program import Ask

NOWHERE = "(global.set $top (local.get $top))"
"""Take off the heap what was worked out."""
_LOCALS = (
    "(local $top i32) (local $set i64) (local $values i32) (local $count i32) (local $end i32) (local $declines i32)"
    " (local $reach i32)"
)


def offer_text(ask: Ask, *, own: int, exposed: bool, hidden: int) -> str:
    """`Q<n>`: `own` says how far something can fail behind it, `hidden` the kind whose pieces are sorted in it, or 0."""
    number, start = i32(ask.number), put("$top", "(global.get $top)")
    if ask.random:
        return _function(ask, f"{start} (call $at_random (local.get $s) {number}) {NOWHERE} (i32.const 0)")
    lines = [start, put("$reach", i32(own)), _reach(own) if exposed else "", _found(ask, exposed=exposed)]
    lines += [
        put("$values", "(i32.wrap_i64 (i64.shr_u (local.get $set) (i64.const 32)))"),
        put("$count", "(i32.wrap_i64 (local.get $set))"),
        put("$end", "(i32.add (local.get $values) (i32.shl (local.get $count) (i32.const 2)))"),
        "(global.set $top (local.get $end))",
        _declines(ask, may_fail=bool(own) or exposed),
        when("(i32.eqz (local.get $count))", _none(number)),
        _more(ask, number),
        f"(global.set $ask {number})",
        f"(global.set $seat (i32.load offset={ACTING} {FRAME_AT}))",
        "(global.set $values (local.get $values)) (global.set $offered (local.get $count))",
        when("(i32.gt_s (local.get $count) (global.get $MOST_OPTIONS))", "(throw $stop (global.get $PUNT))"),
        "" if not hidden else f"(call $in_sight (local.get $s) {i32(hidden)})",
    ]
    return _function(ask, "\n".join([*(line for line in lines if line), i32(1)]))


def _function(ask: Ask, body: str) -> str:
    return f"(func $Q{ask.number} (param $s i32) (result i32) {_LOCALS}\n{body})"


def _reach(own: int) -> str:
    risk = f"(call $reach_of_risk (local.get $s) {i32(own)})"
    return when(f"(i32.load offset={cell_offset(SCOPE)} (local.get $s))", put("$reach", risk))


def _found(ask: Ask, *, exposed: bool) -> str:
    """The values that can be completed: as it is proved, or tried one by one where that cannot be told."""
    proved = put("$set", f"(call $O{ask.number} (local.get $s))")
    told = f"(block $untold (try_table (catch $untold $untold) {proved}) (br $found)) {NOWHERE}"
    tried = put("$set", f"(call $one_by_one (local.get $s) {i32(ask.number)} (local.get $reach))")
    return f"(block $found {when('(i32.ne (local.get $reach) (i32.const 2))', told) if exposed else told} {tried})"


def _declines(ask: Ask, *, may_fail: bool) -> str:
    if not ask.decline:
        return ""
    number, always = i32(ask.number), not ask.must and ask.decline_if is None
    asked = f"(call $declinable (local.get $s) {number} (local.get $values) (local.get $end))"
    can = f"(call $can (local.get $s) {number} (global.get $DECLINE) (local.get $reach))"
    lines = put("$declines", i32(1) if always else asked)
    if may_fail:
        some = "(i32.and (i32.ne (local.get $count) (i32.const 0)) (i32.ne (local.get $reach) (i32.const 0)))"
        lines += when(f"(i32.and (local.get $declines) {some})", put("$declines", can))
    return lines


def _none(number: str) -> str:
    way = f"(call $way_of_none (local.get $s) {number} (local.get $declines))"
    return f"(i32.store offset={cell_offset(PC)} (local.get $s) {way}) {NOWHERE} (return (i32.const 0))"


def _more(ask: Ask, number: str) -> str:
    """Declining is the last value; without it, a single value is taken."""
    taken = f"(call $apply (local.get $s) {number} (i32.load (local.get $values))) {NOWHERE} (return (i32.const 0))"
    single = when("(i32.eq (local.get $count) (i32.const 1))", taken)
    if not ask.decline:
        return single
    last = pushed("(i64.extend_i32_s (global.get $DECLINE))") + put(
        "$count", "(i32.add (local.get $count) (i32.const 1))"
    )
    return when("(local.get $declines)", last, single)


def offering(places: Sequence[int]) -> str:
    """`offer`: on to the choice of the place where a state rests; `places` has the number of each one's choice, or -1."""
    asks = sorted({ask for ask in places if ask >= 0})
    cases = " ".join(f"$q{ask}" if ask >= 0 else "$lost" for ask in places)
    opened = " ".join(f"block $q{ask}" for ask in reversed(asks))
    ends = "\n".join(f"end local.get $s return_call $Q{ask}" for ask in asks)
    head = "(func $offer (param $s i32) (result i32)"
    resting = f"local.get $s i32.load offset={cell_offset(PC)}"
    return f"{head} block $lost {opened}\n{resting} br_table {cases} $lost\n{ends}\nend unreachable)"
