"""A sample of the mistakes authors make: each is found at its line, and told with its cure. `make mistakes` makes them all."""

import corpus
import judge
import pytest

SEEDED, BY_HAND = corpus.seeded(), corpus.by_hand()
ALL = [*SEEDED, *BY_HAND]
SAMPLE = [one for one in SEEDED if one.pack in ("pig", "tic_tac_toe", "connect_four")][::6]
SAMPLE += [one for one in BY_HAND if one.pack == "pig"][::4]


def test_there_are_enough_of_them():
    assert len(ALL) >= 200
    assert {one.pack for one in ALL} == set(corpus.PACKS)
    assert len({str(one) for one in ALL}) == len(ALL)


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
