"""Whatever a pack asks for, it is refused, stopped or played in little time and room; nothing is left half done."""

import time

import pytest
from expensive.measured import fate_of
from pace import allowed
from pack_grower import grow
from test_fuzz import LARGE, SLOW, stays_small

GROWN, SOAK, PARTS = 60, 10_000, 20


def hold(seed):
    """Grow a pack, see what becomes of it, and how long that takes."""
    start = time.process_time()
    fate, words = fate_of(grow(seed))
    spent = time.process_time() - start
    # each of the picks, and each look at the table, is a piece of work by itself
    limit = SLOW if fate == "refused" else 4 * SLOW
    assert spent < limit or spent < allowed(limit), f"seed {seed}: {fate} after {spent:.1f} s: {words}"
    return fate


@pytest.mark.parametrize("part", range(4))
def test_expensive_packs(part):
    fates = {hold(seed) for seed in range(part * GROWN // 4, (part + 1) * GROWN // 4)}
    assert "refused" in fates


def test_what_is_grown_is_worth_its_name():
    """Some are refused, some stopped, some played."""
    assert {fate_of(grow(seed))[0] for seed in range(1000, 1030)} == {"refused", "stopped", "played"}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_many_expensive_packs(part):
    for seed in range(GROWN + part * SOAK // PARTS, GROWN + (part + 1) * SOAK // PARTS):
        hold(seed)
    stays_small()


__all__ = ["LARGE"]
