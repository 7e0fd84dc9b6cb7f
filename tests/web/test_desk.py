"""Who is served first when many want something at once, and that looking after memory makes nobody wait."""

from __future__ import annotations

import asyncio
import gc

from interpreter.web.desk import OLDEST, Desk, Urgency
from interpreter.web.memory import LONG, Memory


def served(wanted):
    """The order in which some who came at once are served."""
    order = []

    async def ask(desk, name, urgency):
        await desk.turn(urgency)
        order.append(name)

    async def run():
        desk = Desk()
        await asyncio.gather(*(ask(desk, name, urgency) for name, urgency in wanted))

    asyncio.run(run())
    return order


def test_who_has_chosen_goes_before_all_who_arrive():
    many = [(f"arriving {n}", Urgency.ARRIVING) for n in range(50)]
    order = served([*many, ("ahead", Urgency.AHEAD), ("other", Urgency.PLAYING), ("chose", Urgency.ASKED)])
    assert order[:2] == ["chose", "other"]
    assert order[2:52] == [name for name, _ in many]
    assert order[52:] == ["ahead"]


def test_nobody_waits_for_ever():
    """Where more is asked for than can be done, who has waited longest has its turn all the same."""
    order = served([("arriving", Urgency.ARRIVING), *((f"chose {n}", Urgency.ASKED) for n in range(50))])
    assert order.index("arriving") == OLDEST - 1


def test_between_two_turns_everybody_is_heard():
    """Somebody who speaks while others are served is answered after the one at the desk, not after all of them."""
    order = []

    async def ask(desk, name, urgency):
        await desk.turn(urgency)
        order.append(name)

    async def speak(desk):
        for _ in range(5):
            await asyncio.sleep(0)
        await ask(desk, "late", Urgency.ASKED)

    async def run():
        desk = Desk()
        await asyncio.gather(speak(desk), *(ask(desk, str(n), Urgency.ARRIVING) for n in range(100)))

    asyncio.run(run())
    assert order.index("late") < 12


def test_who_has_gone_holds_nobody_up():
    order = []

    async def ask(desk, name):
        await desk.turn(Urgency.PLAYING)
        order.append(name)

    async def run():
        desk = Desk()
        gone = asyncio.create_task(ask(desk, "gone"))
        stays = asyncio.create_task(ask(desk, "stays"))
        gone.cancel()
        async with asyncio.timeout(5):
            await stays

    asyncio.run(run())
    assert order == ["stays"]


class Circle:
    """Something that only the collector can free."""

    freed = 0

    def __init__(self):
        self.me = self

    def __del__(self):
        Circle.freed += 1


def test_memory_is_looked_through_in_portions_and_once_in_a_while_whole():
    thresholds, now = gc.get_threshold(), [0.0]
    memory = Memory(lambda: now[0])
    try:
        Circle.freed = 0
        old, kept = Circle(), [[] for _ in range(200_000)]
        for _ in range(3):
            memory.tidy(busy=True)
        assert gc.get_freeze_count() >= len(kept), "what has been looked at is set aside"
        del old
        Circle()
        for _ in range(3 * 10):
            gc.collect(1)
        memory.tidy(busy=True)
        assert Circle.freed == 1, "what is new and needed by nobody is freed, what was set aside is not looked at"
        now[0] = LONG + 1
        memory.tidy(busy=True)
        assert Circle.freed == 1, "not while people play"
        memory.tidy(busy=False)
        assert Circle.freed == 2
    finally:
        memory.close()
    assert gc.get_threshold() == thresholds
    assert gc.get_freeze_count() == 0
