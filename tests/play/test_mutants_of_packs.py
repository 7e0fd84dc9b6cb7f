"""The shipped packs: their scenarios notice changed rules. A fixed sample here, a thousand in `make soak`."""

import pytest
from shared_packs import shared_pack

from interpreter.play.mutation.marks import Marks
from interpreter.play.mutation.survey import Plan, survey
from interpreter.source.find import shipped_packs

SMALL = ["connect_four", "pig", "reversi", "tic_tac_toe"]


def test_every_mutant_of_a_small_pack_is_noticed():
    for tally in survey(SMALL, Plan()):
        told = [(one.mutant.before, one.mutant.after) for one in tally.survivors]
        assert (tally.pack, told) == (tally.pack, [])
        assert not tally.crashes
        assert not tally.wrong_marks
        assert not tally.stale_marks


@pytest.mark.parametrize("pack", ["five_kingdoms", "ancient_world"])
def test_a_sample_of_a_larger_pack_is_noticed(pack):
    (tally,) = survey([pack], Plan(seed=10, sample=8))
    assert tally.counted == 8
    assert not tally.survivors, [(one.mutant.before, one.mutant.after) for one in tally.survivors]
    assert not tally.crashes
    assert not tally.wrong_marks
    assert not tally.stale_marks


def test_a_few_of_the_largest_pack_are_noticed():
    """Few, and those of one file, so that they need few positions of the table; `make soak` has the others."""
    (tally,) = survey(["daimyo"], Plan(seed=10, sample=3, only="cards/tiles.yaml"))
    assert tally.counted == 3
    assert not tally.survivors, [(one.mutant.before, one.mutant.after) for one in tally.survivors]
    assert not tally.crashes
    assert not tally.wrong_marks
    assert not tally.stale_marks


def test_marks_have_reasons():
    for name in shipped_packs():
        for mark in Marks(shared_pack(name).source).all:
            assert len(mark.reason.split()) > 3
