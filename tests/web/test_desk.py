"""Who is served first when many want something at once, and that looking after memory makes nobody wait."""

from __future__ import annotations

import asyncio
import gc

from interpreter.web.desk import HALF, OLDEST, STEP, Desk, Urgency, Whose
from interpreter.web.memory import LONG, Memory

ANN = Whose("192.0.2.1", "a game")


async def take_turn(desk, urgency=Urgency.ASKED, whose=ANN, seconds=0.0):
    await desk.enter(whose, urgency)
    desk.leave(whose, seconds)


def served(wanted):
    """The order in which some who came at once are served."""
    order = []

    async def ask(desk, name, urgency):
        await take_turn(desk, urgency)
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
        await take_turn(desk, urgency)
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
        await take_turn(desk, Urgency.PLAYING)
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


class Shares:
    """A desk in a time of its own, which only work takes: each turn costs what its game costs, and what each got is counted."""

    def __init__(self, places=1):
        self.now = 1.0
        self.desk = Desk(places, clock=lambda: self.now)
        self.got, self.order = {}, []

    async def want(self, whose, cost, turns, urgency=Urgency.ASKED):
        for _ in range(turns):
            await self.desk.enter(whose, urgency)
            self.now += cost
            self.got[whose] = self.got.get(whose, 0.0) + cost
            self.order.append(whose)
            self.desk.leave(whose, cost)

    def run(self, *wanted):
        async def all_of_them():
            tasks = [asyncio.create_task(one) for one in wanted]
            _, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

        asyncio.run(all_of_them())


def test_games_that_want_all_there_is_get_equal_shares_whatever_a_turn_costs():
    shares, games = Shares(), [Whose(f"192.0.2.{n}", f"game {n}") for n in range(3)]
    costs = [0.5, 0.1, 0.02]
    shares.run(*(shares.want(whose, cost, 3000) for whose, cost in zip(games, costs, strict=True)))
    got = sorted(shares.got.values())
    assert got[-1] <= 1.2 * got[0], "as far apart as one step and one turn are in what is remembered"


def test_a_visitor_with_eight_games_gets_no_more_than_one_with_one():
    shares, one = Shares(), Whose("192.0.2.1", "hers")
    eight = [Whose("192.0.2.2", f"his {n}") for n in range(8)]
    shares.run(shares.want(one, 0.1, 200), *(shares.want(whose, 0.1, 200) for whose in eight))
    his = sum(shares.got[whose] for whose in eight)
    assert abs(his - shares.got[one]) <= 2 * STEP + 0.1 * his


def test_who_wants_little_is_served_before_all_who_have_had_much():
    """Fifty quiet games beside three that would take everything: none waits for more than the piece that is under way."""
    shares = Shares()
    greedy = [Whose(f"192.0.2.{n}", f"greedy {n}") for n in range(3)]
    quiet = [Whose(f"198.51.100.{n}", f"quiet {n}") for n in range(50)]
    waited = []

    async def one_pick(whose):
        while shares.now < 4.0 + quiet.index(whose) / 10:  # noqa: ASYNC110 - each at a time of its own
            await asyncio.sleep(0)
        came = len(shares.order)
        await shares.want(whose, 0.005, 1, Urgency.PLAYING)
        waited.append([one for one in shares.order[came:-1] if one in greedy])

    async def all_of_them():
        wanting = [asyncio.create_task(shares.want(whose, 0.3, 10_000)) for whose in greedy]
        await asyncio.gather(*map(one_pick, quiet))
        for task in wanting:
            task.cancel()
        await asyncio.gather(*wanting, return_exceptions=True)

    asyncio.run(all_of_them())
    assert len(waited) == 50
    assert max(map(len, waited)) <= 2, "the piece under way, and at most one that was given out with it"


def test_what_was_used_is_forgotten():
    shares = Shares()
    shares.run(shares.want(ANN, 10.0, 1))
    other = Whose("192.0.2.9", "other")
    shares.now += HALF * 20
    order = []

    async def ask(whose):
        await shares.desk.enter(whose, Urgency.ASKED)
        order.append(whose)
        shares.desk.leave(whose, 0.0)

    async def run():
        await asyncio.gather(ask(ANN), ask(other))

    asyncio.run(run())
    assert order == [ANN, other], "in the order in which they came"


def test_one_place_of_several_is_left_for_other_visitors():
    shares, taken = Shares(places=2), []

    async def hold(whose, until):
        await shares.desk.enter(whose, Urgency.PLAYING)
        taken.append(whose)
        await until.wait()
        shares.desk.leave(whose, 1.0)

    async def run():
        until = asyncio.Event()
        his = [Whose("192.0.2.2", f"his {n}") for n in range(8)]
        tasks = [asyncio.create_task(hold(whose, until)) for whose in his]
        for _ in range(20):
            await asyncio.sleep(0)
        assert taken == his[:1]
        tasks.append(asyncio.create_task(hold(ANN, until)))
        for _ in range(20):
            await asyncio.sleep(0)
        assert taken == [his[0], ANN], "she is served though he asked for all there is"
        until.set()
        await asyncio.gather(*tasks)
        assert len(taken) == 9

    asyncio.run(run())


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
