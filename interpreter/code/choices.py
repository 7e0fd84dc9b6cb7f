"""Choices of the players become nodes of the program that ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.program import BREAK, END, NEXT, Ask, Block
from interpreter.engine.evident import never_empty
from interpreter.engine.turns import MAX_TIMES, YES, may_act, once_begun, times_taken
from interpreter.records import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.code.expr import Expr
    from interpreter.code.lower import Compiler


class Choices:
    """Lowers choices into the blocks of the routine that is being compiled."""

    def __init__(self, lower: Compiler) -> None:
        self.lower = lower

    def _ask(self, ask: Ask, *, loops: bool = False, again: ty.Statement | None = None) -> Ask:
        """Number a choice. One that `loops` comes `again`, if that is known not to fail; else what follows is untold."""
        after = self.lower.after
        rest = after if not loops else None if again is None or after is None else [again, *after]
        numbered = replace(ask, number=len(self.lower.p.asks), unless=after, rest=rest)
        self.lower.p.asks.append(numbered)
        return numbered

    def _asked(self, ask: Ask, block: Block) -> None:
        """Put a choice that has all its parts where it belongs: those inside its bodies were numbered behind it."""
        self.lower.p.asks[ask.number] = ask
        self.lower.add(block, ask)

    def _new_ask(self, shape: str, name: str, at: ty.At) -> Ask:
        assert self.lower.code is not None
        return Ask(-1, shape, name, self.lower.code.key, at)

    def pick(self, statement: ty.Pick, block: Block) -> None:
        """A thing of a set must, or may, be chosen."""
        outer, sure = self.lower.outer, never_empty(statement.items)
        ask = self._ask(self._candidates(self._new_ask("pick", statement.name, statement.at), statement))
        finished = replace(
            ask,
            empty=END if statement.soft else "",
            hard=None if statement.soft or sure else x.YES,
            decline=END if statement.mode == "may" else "",
            unless=self._instead(statement.otherwise, outer),
        )
        self._asked(finished, block)

    def pick_or(self, statement: ty.Pick, rest: ty.Body, block: Block) -> None:
        """A choice and the rest of its block, or what happens instead of both."""
        outer, at, taken = self.lower.outer, statement.at, self.lower.slot()
        assert statement.otherwise is not None
        inside = self.lower.new_block()
        self.lower.add(block, pr.Assign(taken, x.NO, at))
        self.pick(statement, inside)
        self.lower.add(inside, pr.Assign(taken, x.YES, at))
        self.lower.add(block, pr.If(x.YES, self.lower.block(rest, inside, outer), self.lower.new_block(), at))
        self._unless_chosen(statement.otherwise, taken, x.YES, at, block, outer)

    def several(self, statement: ty.PickSeveral, block: Block) -> None:
        """Several things of a set are chosen, one after the other."""
        at, after, counts = statement.at, self.lower.after, has_otherwise(statement)
        high = self._fixed(statement.high, at, block)
        low = self._fixed(statement.low, at, block) if statement.low is not None else None
        once = x.known(high) == 1
        counter: Expr = x.NO if once else x.Local(statement.counter)
        if once and counts:
            self.lower.add(block, pr.Assign(statement.counter, x.NO, at))
        inside = block if once else self._repeated(block, statement.counter, at)
        ask = self._candidates(self._new_ask("several", statement.name, at), statement)
        ask = replace(ask, behind=[statement.body.statements], empty=NEXT if once else BREAK)
        ask = self._bounds(ask, counter, low, statement)
        self.lower.after = after
        ask = self._ask(ask, loops=not once, again=once_begun(statement))
        unless = None if counts and not once else self._instead(statement.otherwise, ask.unless)
        body = self.lower.new_block()
        if not once or counts:
            self._bump(body, statement.counter, at)
        self._asked(replace(ask, unless=unless, bodies=[self.lower.option(statement.body, body)]), inside)
        if not once:
            self._again(block, inside, statement.counter, high, at)
        self._unless_chosen(statement.otherwise, statement.counter, _at_least_one(low), at, block, after)

    def maybe(self, statement: ty.Maybe, block: Block) -> None:
        """Something may be done, once or again and again."""
        at, after, again = statement.at, self.lower.after, statement.again
        counts = has_otherwise(statement)
        if counts:
            self.lower.add(block, pr.Assign(statement.counter, x.NO, at))
        inside = self._repeated(block, statement.counter, at) if again else block
        declined = BREAK if again else NEXT
        ask = replace(
            self._new_ask("again" if again else "may", "", at),
            typed_cases=[YES],
            cases=[x.YES],
            labels=[case.label for case in statement.options],
            behind=[statement.body.statements],
            decline=declined,
            empty=declined,
        )
        self.lower.after = after
        ask = self._ask(ask, loops=again, again=replace(statement, otherwise=None))
        unless = None if counts and again else self._instead(statement.otherwise, ask.unless)
        body = self.lower.new_block()
        if again or counts:
            self._bump(body, statement.counter, at)
        self._asked(replace(ask, unless=unless, bodies=[self.lower.option(statement.body, body)]), inside)
        if again:
            self._again(block, inside, statement.counter, x.Num(MAX_TIMES), at)
        self._unless_chosen(statement.otherwise, statement.counter, x.YES, at, block, after)

    def options(self, statement: ty.PickOption, block: Block) -> None:
        """One or several labelled options are chosen."""
        at, after, counts = statement.at, self.lower.after, has_otherwise(statement)
        once, marks = statement.mode == "one", statement.mode in ("order", "different")
        if marks:
            self.lower.add(block, pr.Assign(statement.mask, x.NO, at))
        low: Expr | None = x.YES if once else None
        if statement.low is not None:
            low = self._fixed(statement.low, at, block)
        limit = x.Num(MAX_TIMES) if statement.count is None else self._fixed(statement.count, at, block)
        if once and counts:
            self.lower.add(block, pr.Assign(statement.counter, x.NO, at))
        inside = block if once else self._repeated(block, statement.counter, at)
        ask = self._labelled(statement, low)
        self.lower.after = after
        ask = self._ask(ask, loops=not once)
        unless, bodies = None if counts and not once else self._instead(statement.otherwise, ask.unless), []
        for number, case in enumerate(statement.options):
            body = self.lower.new_block()
            if not once or counts:
                self._bump(body, statement.counter, case.at)
            if marks:
                marked = x.Math("|", x.Local(statement.mask), x.Num(1 << number))
                self.lower.add(body, pr.Assign(statement.mask, marked, case.at))
            bodies.append(self.lower.option(case.body, body))
        self._asked(replace(ask, unless=unless, bodies=bodies), inside)
        if not once:
            self._again(block, inside, statement.counter, limit, at)
        self._unless_chosen(statement.otherwise, statement.counter, _at_least_one(low), at, block, after)

    def _labelled(self, statement: ty.PickOption, low: Expr | None) -> Ask:
        """The choice between labelled options, its bodies left out."""
        mode, once = statement.mode, statement.mode == "one"
        typed = []
        for number, case in enumerate(statement.options):
            cond: ty.Value = case.cond or YES
            if mode in ("order", "different"):
                free = ty.Unmarked(statement.mask, number)
                cond = ty.Logic("and", free, cond) if case.cond else free
            typed.append(cond)
        ask = replace(
            self._new_ask("options", mode, statement.at),
            typed_cases=typed,
            cases=[self.lower.expr(cond) for cond in typed],
            labels=[case.label for case in statement.options],
            behind=[case.body.statements for case in statement.options],
            must=frozenset(i for i, case in enumerate(statement.options) if case.duty == "must"),
            empty=NEXT if once else BREAK,
        )
        if mode in ("any", "order"):
            ask = replace(ask, decline=BREAK)
        else:
            ask = self._bounds(ask, x.NO if once else x.Local(statement.counter), low, statement)
        return replace(ask, empty="") if once and not statement.soft else ask

    def offer(self, statement: ty.OfferMenu, block: Block) -> None:
        """The actions of a menu are offered, once or until the player is done."""
        at, after, again = statement.at, self.lower.after, statement.until_done
        actions = [action for action in self.lower.v.actions if action.menu == statement.menu]
        inside = self._repeated(block, statement.counter, at) if again else block
        typed, bodies = [may_act(action) for action in actions], []
        ask = replace(
            self._new_ask("menu", statement.menu, at),
            menu=statement.menu,
            labels=[action.id for action in actions],
            typed_cases=typed,
            cases=[self.lower.expr(cond) for cond in typed],
            behind=[[ty.CallVerb(keys.action(action.id), [], at)] for action in actions],
            decline=BREAK if again else "",
            empty=BREAK if again else NEXT,
            must=frozenset(i for i, action in enumerate(actions) if action.must),
        )
        self.lower.after = after
        ask = self._ask(ask, loops=again, again=statement)
        for action in actions:
            body = self.lower.new_block()
            if again:
                self._bump(body, statement.counter, at)
            if action.limit:
                used = self.lower.values.address(times_taken(action), self.lower.place)
                self.lower.add(body, pr.Store(used, x.plus(x.Cell(used), x.YES), at))
            self.lower.add(body, pr.Call(keys.action(action.id), (), at))
            self.lower.leaving(keys.action(action.id), at, body)
            bodies.append(body)
        self._asked(replace(ask, bodies=bodies), inside)
        if again:
            self._again(block, inside, statement.counter, x.Num(MAX_TIMES), at)

    def in_any_order(self, statement: ty.Each, block: Block) -> None:
        """The elements in the order the player likes: before each turn they choose among those that are left."""
        at, items, body = statement.at, self.lower.expr(statement.items), self.lower.new_block()
        ask = replace(
            self._new_ask("pick", statement.free, at),
            type=statement.items.type.element,
            typed_values=statement.items,
            values=x.Waiting(x.Local(statement.left)),
            store=statement.slot,
        )
        self.lower.add(body, self._ask(ask, loops=True))
        turn = self.lower.turn(statement.body, body)
        each = pr.ForEach(statement.slot, statement.left, items, turn, at, typed=statement.items, free=True)
        self.lower.add(block, each)

    def _candidates(self, ask: Ask, statement: ty.Pick | ty.PickSeveral) -> Ask:
        return replace(
            ask,
            type=statement.items.type.element,
            typed_values=statement.items,
            values=self.lower.expr(statement.items),
            store=statement.slot,
            random=statement.mode == "random",
        )

    @staticmethod
    def _bounds(ask: Ask, counter: Expr, low: Expr | None, statement: ty.PickSeveral | ty.PickOption) -> Ask:
        """When a choice that is made again and again may be declined, and when it must be made.

        From `low` on, if that is said; one that may be declined as a whole, before it is made for the first time.
        """
        may = statement.may if isinstance(statement, ty.PickOption) else statement.mode == "may"
        begun = x.test(">", counter, x.NO)
        ways = [x.nope(begun)] * may
        if low is not None and not ask.random:
            ways.append(x.YES if x.known(low) == 0 else x.test(">=", counter, low))
        allowed = x.either(*ways)
        if x.known(allowed) != 0:
            ask = replace(ask, decline=ask.empty, decline_if=None if x.known(allowed) == 1 else allowed)
        if not statement.soft and low is not None:
            few = x.test("<", counter, low)
            ask = replace(ask, hard=x.both(begun, few) if may else few)
        return ask

    @staticmethod
    def _instead(otherwise: ty.Body | None, after: list[ty.Statement] | None) -> list[ty.Statement] | None:
        """What comes after a choice that came to nothing."""
        return after if after is None or otherwise is None else then(otherwise.statements, after)

    def _unless_chosen(
        self,
        otherwise: ty.Body | None,
        counter: int,
        least: Expr,
        at: ty.At,
        block: Block,
        after: list[ty.Statement] | None,
    ) -> None:
        """What happens when fewer are chosen than there must be, or none."""
        if otherwise is not None and otherwise.statements:
            few = x.test("<", x.Local(counter), least)
            self.lower.add(block, pr.If(few, self.lower.inner(otherwise, after), self.lower.new_block(), at))

    def _repeated(self, block: Block, counter: int, at: ty.At) -> Block:
        """The body of a loop in which a choice is made again and again."""
        self.lower.add(block, pr.Assign(counter, x.NO, at))
        return self.lower.new_block()

    def _again(self, block: Block, inner: Block, counter: int, limit: Expr, at: ty.At) -> None:
        self.lower.add(block, pr.While(x.test("<", x.Local(counter), limit), inner, at))

    def _bump(self, block: Block, counter: int, at: ty.At) -> None:
        self.lower.add(block, pr.Assign(counter, x.plus(x.Local(counter), x.YES), at))

    def _fixed(self, value: ty.Value, at: ty.At, block: Block) -> Expr:
        """A number worked out once, before the first turn of a loop."""
        made = self.lower.kept(value)
        if isinstance(made, x.Num):
            return made
        slot = self.lower.slot()
        self.lower.add(block, pr.Assign(slot, made, at))
        return x.Local(slot)


def may_skip(statements: Sequence[ty.Statement]) -> bool:
    """Whether a choice among these may come to nothing, so that the rest of its block is left out."""
    return any(isinstance(statement, ty.Pick) and statement.soft for statement in statements)


def then(rest: list[ty.Statement], outer: list[ty.Statement]) -> list[ty.Statement]:
    """The rest of a block and what follows it; still a block where a choice may leave out its rest, and no more."""
    if not outer or not may_skip(rest):
        return [*rest, *outer]
    return [ty.Branch([(YES, ty.Body(rest))], None, rest[0].at), *outer]


def has_otherwise(statement: ty.Maybe | ty.Pick | ty.PickSeveral | ty.PickOption) -> bool:
    """Whether something happens where nothing is chosen."""
    return statement.otherwise is not None and bool(statement.otherwise.statements)


def _at_least_one(low: Expr | None) -> Expr:
    return x.YES if low is None or x.known(low) == 0 else low
