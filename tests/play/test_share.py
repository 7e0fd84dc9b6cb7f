"""Work shared out among processes: given back in order, left when nobody wants more, and never waited for in vain."""

import multiprocessing
import os
import signal

import pytest

from interpreter.play.errors import WorkLost
from interpreter.play.share import share_out


def opener():
    return abs


def deadly():
    return lambda number: os.kill(os.getpid(), signal.SIGKILL) if number == 3 else number


@pytest.mark.parametrize("singly", [False, True])
def test_in_the_order_of_the_numbers(singly):
    assert list(share_out(opener, range(-20, 5), 2, singly=singly)) == [abs(number) for number in range(-20, 5)]
    assert not multiprocessing.active_children()


def test_who_has_seen_enough_leaves_nobody_behind():
    found = share_out(opener, range(100_000), 2, singly=True)
    assert [next(found), next(found)] == [0, 1]
    found.close()
    assert not multiprocessing.active_children()


def test_a_process_that_is_ended_from_outside_is_told():
    with pytest.raises(WorkLost, match="was ended"):
        list(share_out(deadly, range(8), 2, singly=True))
    assert not multiprocessing.active_children()
