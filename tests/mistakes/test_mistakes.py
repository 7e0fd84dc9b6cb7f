"""A sample of the mistakes authors make: each is found at its line, and told with its cure. `make mistakes` makes them all."""

import corpus
import judge
import pytest

SAMPLE = [*corpus.seeded(("connect_four", "pig", "tic_tac_toe"))[::6], *corpus.by_hand(("pig",))[::4]]
"""The others are not even looked for while tests are collected."""


def test_there_are_enough_of_them():
    every = corpus.corpus()
    assert len(every) >= 200
    assert {one.pack for one in every} == set(corpus.PACKS)
    assert len({str(one) for one in every}) == len(every)


@pytest.mark.parametrize("mistake", SAMPLE, ids=str)
def test_a_mistake_is_found_at_its_line_with_its_cure(mistake):
    judged = judge.judge(mistake)
    assert judged.found, "nothing is said"
    assert judged.placed, judged.told
    assert judged.cured, judged.told


def test_a_pack_without_mistakes_has_no_findings():
    """The judge can tell: nothing changed, nothing found."""
    idle = corpus.Mistake("nothing", "pig", "pack.yaml", 1, ("id: pig",))
    judged = judge.judge(idle)
    assert not judged.found
