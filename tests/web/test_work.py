"""What takes long is done beside the loop, so that nobody waits for it; what is short, before everybody's eyes."""

from __future__ import annotations

import asyncio
import threading

import pytest

from interpreter.web import limits
from interpreter.web.desk import Urgency, Whose
from interpreter.web.work import Work

ANN, BEN = Whose("192.0.2.1", "hers"), Whose("192.0.2.2", "his")


class Measured:
    """Work in a time of its own: a piece takes what it is said to."""

    def __init__(self):
        self.now = 1.0
        self.work = Work(clock=lambda: self.now, meter=lambda: self.now)
        self.places = []

    def piece(self, seconds):
        def done():
            self.now += seconds
            self.places.append("beside" if threading.current_thread() is not threading.main_thread() else "front")

        return done

    async def of(self, pack, seconds, whose=ANN):
        await self.work.do(whose, pack, self.piece(seconds))
        return self.places[-1]


def run(test):
    async def whole():
        measured = Measured()
        try:
            await test(measured)
        finally:
            await measured.work.close()

    asyncio.run(whole())


def test_a_pack_whose_pieces_are_long_is_worked_on_beside_and_comes_back_when_that_is_made_good():
    async def test(measured):
        rate, most = limits.LONG_PIECES
        places = [await measured.of("burner", 0.4) for _ in range(6)]
        assert places == ["front", "front", "front", "beside", "beside", "beside"], "others waited for a second of it"
        assert await measured.of("quiet", 0.01) == "front"
        assert measured.work.is_slow("burner")
        measured.now += -limits.LONGEST_DEBT / rate + 1
        assert not measured.work.is_slow("burner")
        assert await measured.of("burner", 0.01) == "front"
        assert most == 1.0

    run(test)


def test_short_pieces_without_number_stay_in_front():
    async def test(measured):
        for _ in range(1000):
            assert await measured.of("quiet", limits.PIECE_SECONDS * 0.9) == "front"

    run(test)


def test_while_something_of_a_pack_is_done_beside_all_of_it_is():
    """A machine is not made for two threads."""

    async def test(measured):
        begun, end, here = threading.Event(), threading.Event(), threading.main_thread()

        def long():
            begun.set()
            assert end.wait(20)

        first = asyncio.create_task(measured.work.do(ANN, "pack", long, long=True))
        await asyncio.to_thread(begun.wait, 20)
        where = []
        second = asyncio.create_task(measured.work.do(BEN, "pack", lambda: where.append(threading.current_thread())))
        other = Whose("192.0.2.3", "other")
        await measured.work.do(other, "another pack", lambda: where.append(threading.current_thread()))
        assert where == [here], "who plays something else does not wait"
        assert not second.done()
        end.set()
        await asyncio.gather(first, second)
        assert where[1] is not here
        await measured.work.do(BEN, "pack", lambda: where.append(threading.current_thread()))
        assert where[2] is here, "nothing of it is done there any more"

    run(test)


def test_who_waits_in_front_while_the_pack_becomes_slow_is_served_beside():
    async def test(measured):
        tasks = [asyncio.create_task(measured.of("burner", 2.0)) for _ in range(3)]
        await asyncio.gather(*tasks)
        assert measured.places == ["front", "beside", "beside"]

    run(test)


def test_who_goes_leaves_nothing_half_done_or_taken():
    async def test(measured):
        begun, end = threading.Event(), threading.Event()

        def long():
            begun.set()
            assert end.wait(20)
            measured.places.append("done")

        gone = asyncio.create_task(measured.work.do(ANN, "pack", long, long=True))
        await asyncio.to_thread(begun.wait, 20)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        after = asyncio.create_task(measured.work.do(BEN, "pack", lambda: measured.places.append("after")))
        await asyncio.sleep(0.05)
        assert measured.places == [], "what was begun is not overtaken"
        end.set()
        await after
        assert measured.places == ["done", "after"]

    run(test)


def test_what_goes_wrong_beside_is_told_to_who_wanted_it():
    async def test(measured):
        def wrong():
            raise RecursionError

        for long in (False, True):
            with pytest.raises(RecursionError):
                await measured.work.do(ANN, "pack", wrong, Urgency.ASKED, long=long)
        assert await measured.of("pack", 0.0) == "front"

    run(test)
