"""Typed statements become the structured program."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.ending import ENDING, Endings
from interpreter.check.keys import Key
from interpreter.check.reads import wanted_by, written_by
from interpreter.check.sealed import written_secretly
from interpreter.check.typed import Formula, Routine
from interpreter.check.types import NUMBER, PLAYER, TRUTH, set_of
from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.evident import mark_room, never_empty
from interpreter.code.hard import Hardness, overflow_of
from interpreter.code.layout import Layout
from interpreter.code.listening import Listening
from interpreter.code.ordering import order_matters
from interpreter.code.place import Place, in_routine
from interpreter.code.program import BREAK, END, NEXT, Ask, Block, Code, Program
from interpreter.code.runtime import cell_bounds
from interpreter.code.values import Values
from interpreter.primitives import STATEMENTS
from interpreter.primitives.functions import PLAYERS_FROM
from interpreter.primitives.header import SCOPE, WATCHING
from interpreter.primitives.registry import CELLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.check.vocabulary import Action, Vocabulary
    from interpreter.code.expr import Expr

MAX_TIMES = 100
"""How often a player may repeat something that is allowed any number of times."""
MAX_WATCH = 64
STATEMENT = 100
"""A statement of the engine is as much work as so many parts of a value."""
NOWHERE_IN_PACK = (0, 0)
ME = ty.Me()
YES = ty.Const(TRUTH, 1)
NO = ty.Const(NUMBER, 0)


def compile_pack(
    vocabulary: Vocabulary, seats: int, options: dict[str, int], extra: Iterable[Routine | Formula] = ()
) -> Program:
    """Compile a checked pack for so many players and these options; `extra` are scripts of a scenario or a console."""
    layout = Layout(vocabulary, seats, options)
    program = Program(layout, Values(layout))
    made = list(extra)
    program.formulas = _by_key([f for f in made if isinstance(f, Formula)])
    _Compiler(program).run([r for r in made if isinstance(r, Routine)])
    return program


def _by_key(formulas: list[Formula]) -> dict[Key, Formula]:
    found = {formula.key: formula for formula in formulas}
    if len(found) < len(formulas):
        raise ValueError("two formulas are found by one key")
    return found


def _grows(value: ty.Value) -> bool:
    """Whether a number may be larger than those it is made of by more than a constant."""
    for node in ty.nodes(value):
        match node:
            case ty.Arith(sign=sign, left=left, right=right):
                if sign == "*" or not (isinstance(left, ty.Const) or isinstance(right, ty.Const)):
                    return True
            case ty.Derived(given=given):
                if given:
                    return True
    return False


def _bound(body: ty.Body) -> Iterable[int]:
    """The locals that a block may fill."""
    for statement in walk(body):
        match statement:
            case ty.SetLocal(slot=slot) | ty.Pick(slot=slot):
                yield slot
            case ty.PickSeveral(slot=slot, counter=counter):
                yield from (slot, counter)
            case ty.PickOption(mask=mask, counter=counter):
                yield from (mask, counter)
            case ty.Maybe(counter=counter) | ty.Loop(counter=counter):
                yield counter
            case ty.Each(slot=slot, left=left):
                yield from (slot, left)


def _has_otherwise(statement: ty.Maybe | ty.Pick | ty.PickSeveral | ty.PickOption) -> bool:
    """Whether something happens where nothing is chosen."""
    return statement.otherwise is not None and bool(statement.otherwise.statements)


def _once_begun(statement: ty.PickSeveral) -> ty.PickSeveral | None:
    """What is left of a choice of several once one is chosen, if it cannot fail any more."""
    low = ty.const_number(statement.low)
    if statement.mode == "random" or (statement.low is not None and (low is None or low > 1)):
        return None
    return replace(statement, low=None if statement.low is None else NO, mode="hard", otherwise=None)


def _at_least_one(low: Expr | None) -> Expr:
    return x.YES if low is None or x.known(low) == 0 else low


class _Compiler:
    """Compiles all routines of a pack into one program."""

    def __init__(self, program: Program) -> None:
        self.p, self.values = program, program.values
        self.v: Vocabulary = program.layout.v
        self.hardness = Hardness(program.layout)
        self.listening = Listening(program.layout)
        self.endings = Endings(self.v)
        self.code: Code | None = None
        self.place = Place()
        self.parts = 0  # the work of the values lowered since the last node
        self.holds = False  # whether state-based rules wait for the end of a block
        self.outer: list[ty.Statement] | None = None
        self.after: list[ty.Statement] | None = None
        self.watch_wants = [wanted_by(w.cond.value, self.v) if w.cond else set() for w in self.v.watches]

    def run(self, extra: list[Routine]) -> None:
        """Lower every routine; the entry point comes first."""
        v = self.v
        assert v.start is not None
        self.p.spans = v.spans()
        self._routine(v.start)
        for verb in v.verbs:
            self._routine(verb.routine)
        for action in v.actions:
            self._routine(action.routine)
        for decl in v.hosts():
            for var in decl.vars.values():
                self._routine(var.overflow)
        for number, watch in enumerate(v.watches):
            self._routine(watch.routine)
            self._watch_routine(number)
        self._scripts()
        self._events()
        for routine in extra:
            self._routine(routine)

    # ---- routines

    def _routine(self, routine: Routine | None) -> None:
        if routine is None:
            return
        mark_room(routine.body, self.v)
        code = self._begin(routine)
        self._block(routine.body, code.body, [])

    def _begin(self, routine: Routine) -> Code:
        """Turn to a routine. No two may be found by one key."""
        if routine.key in self.p.routines:
            raise ValueError(f"two routines are called {routine.key!r}")
        self.code = Code(routine.key, routine, Block(routine.key), len(routine.locals))
        self.place = in_routine(routine)
        self.p.routines[routine.key] = self.code
        return self.code

    def _slot(self) -> int:
        """A hidden local beyond those the script has."""
        assert self.code is not None
        self.code.size += 1
        return self.code.size - 1

    def _new_block(self) -> Block:
        assert self.code is not None
        return Block(self.code.key)

    def _add(self, block: Block, node: pr.Node) -> None:
        """Put a node at the end of a block; its own blocks learn where they stand, and the block how much work it is."""
        block.parts += self.parts + (STATEMENT if isinstance(node, pr.Do) else 1)
        self.parts = 0
        if isinstance(node, pr.If | pr.ActAs):
            block.parts += max(inner.parts for inner in pr.inner_blocks(node))
        for inner in pr.inner_blocks(node):
            inner.inside = (node, block, len(block.nodes))
        block.nodes.append(node)

    def _block(self, body: ty.Body, block: Block, outer: list[ty.Statement] | None = None) -> Block:
        """Lower a body into a block.

        `outer` is what follows the body up to the end of the option or routine; None when that cannot be told.
        """
        for number, statement in enumerate(body.statements):
            rest = body.statements[number + 1 :]
            self.outer, self.after = outer, None if outer is None else [*rest, *outer]
            if isinstance(statement, ty.Pick) and _has_otherwise(statement):
                self._pick_or(statement, ty.Body(rest), block)
                break
            self._statement(statement, block)
        return block

    def _inner(self, body: ty.Body, outer: list[ty.Statement] | None = None) -> Block:
        return self._block(body, self._new_block(), outer)

    def _expr(self, value: ty.Value) -> Expr:
        self.parts += self.values.work.of(value).cost
        return self.values.expr(value, self.place)

    def _kept(self, value: ty.Value) -> Expr:
        self.parts += self.values.work.of(value).cost
        return self.values.truth(value, self.place)

    def _statement(self, statement: ty.Statement, block: Block) -> None:  # noqa: C901, PLR0912, PLR0915 - one case for each form
        match statement:
            case ty.Do():
                self._do(statement, block)
            case ty.CallVerb(verb=verb, args=args, at=at):
                self._call(verb, args, at, block, self._behind(statement))
            case ty.Announce(event=event, args=args, at=at):
                self._call(keys.event(event), args, at, block, self._behind(statement))
            case ty.Say():
                self._say(statement, block)
            case ty.RunScript(kind=kind, script=script, piece=piece, at=at):
                sure = not self.values.nullable(piece, self.place)
                run = pr.Run(keys.scripts(kind, script), kind, self._expr(piece), sure, (), at, self._behind(statement))
                self._add(block, run)
                self._leaving(keys.scripts(kind, script), at, block)
            case ty.SetLocal(slot=slot, value=value, at=at):
                self._assign(slot, value, at, block)
            case ty.NameSet():
                pass  # the set stands where its name stood
            case ty.Branch():
                self._branch(statement, block)
            case ty.Loop():
                self._loop(statement, block)
            case ty.Each(secret=True):
                self._secretly(statement, block)
            case ty.Each(free=name) if name and order_matters(statement, self.v):
                self._in_any_order(statement, block)
            case ty.AtOnce():
                self._at_once(statement, block)
            case ty.Each(items=items, slot=slot, left=left, body=body, acting=acting, saved=saved, at=at):
                inner, who = self._expr(items), saved if acting else -1
                outer = (
                    None if acting or self.after is None else [statement, *self.after]
                )  # further turns, then the rest
                self._add(block, pr.ForEach(slot, left, inner, self._inner(body, outer), at, who, items))
            case ty.Acting(who=player, body=body, saved=saved, at=at):
                sure = not self.values.nullable(player, self.place)
                acting_as = self._kept(player)
                self._add(block, pr.ActAs(saved, acting_as, sure, self._inner(body), at))
            case ty.Maybe():
                self._maybe(statement, block)
            case ty.Pick():
                self._pick(statement, block)
            case ty.PickSeveral():
                self._several(statement, block)
            case ty.PickOption():
                self._options(statement, block)
            case ty.OfferMenu():
                self._offer(statement, block)
            case ty.Demand(cond=cond, at=at):
                self._add(block, pr.Demand(self._expr(cond), at, cond))
            case ty.Leave(at=at, span=span):
                self._leave(span, at, block)
            case _:
                assert_never(statement)

    def _assign(self, slot: int, value: ty.Value, at: ty.At, block: Block) -> None:
        checked = value.type.tag == "number" and _grows(value)
        self._add(block, pr.Assign(slot, self._kept(value), at, checked))

    def _behind(self, statement: ty.Statement) -> list[ty.Statement]:
        """A statement and what follows it, for proofs; nothing where that cannot be told."""
        return [] if self.after is None else [statement, *self.after]

    def _call(self, routine: Key, args: list[ty.Value], at: ty.At, block: Block, behind: list[ty.Statement]) -> None:
        given = tuple(self._kept(arg) for arg in args)
        checked = tuple(arg.type.tag == "number" and _grows(arg) for arg in args)
        if routine in self.v.begins:
            self._begun(pr.Call(routine, given, at, checked, apart=True), block)
        else:
            self._add(block, pr.Call(routine, given, at, checked, behind=behind))
        self._leaving(routine, at, block)

    # ---- spans

    def _begun(self, call: pr.Call, block: Block) -> None:
        """A verb that begins a span: what is decided there is judged by itself, as if no option were around it."""
        scope, held = x.Num(SCOPE), self._slot()
        self._add(block, pr.Assign(held, x.Cell(scope), call.at))
        self._add(block, pr.Store(scope, x.NO, call.at))
        self._add(block, call)
        self._add(block, pr.Store(scope, x.Local(held), call.at))

    def _leave(self, span: str, at: ty.At, block: Block) -> None:
        """Leave the routine, and with a span those around it, up to the one that begins it."""
        noted = f"shared.{ENDING}" in self.p.layout.vars  # a script outside the pack has nothing around it to leave
        if span and span != self._own_span() and noted:
            self._add(block, pr.Store(self._ending(), x.Num(1 + self.p.spans.index(span)), at))
        self._add(block, pr.Leave(at))

    def _leaving(self, routine: Key, at: ty.At, block: Block, *before: pr.Node) -> None:
        """After something that may end a span: go on leaving, up to the verb that begins it."""
        spans, own = self.endings.of(routine), self._own_span()
        ending = x.Cell(self._ending()) if spans else x.NO
        if own in spans:
            out, number = self._new_block(), x.Num(1 + self.p.spans.index(own))
            self._add(out, pr.Store(self._ending(), x.NO, at))
            self._add(out, pr.Leave(at))
            self._add(block, pr.If(x.test("==", ending, number), out, self._new_block(), at))
        if spans - {own}:
            out = self._new_block()
            for node in (*before, pr.Leave(at)):
                self._add(out, node)
            self._add(block, pr.If(x.test(">", ending, x.NO), out, self._new_block(), at))

    def _own_span(self) -> str:
        """The span that the routine itself begins."""
        assert self.code is not None
        return self.v.begins.get(self.code.key, "")

    def _ending(self) -> Expr:
        return self.values.address(ty.Var(NUMBER, f"shared.{ENDING}", None, None), self.place)

    def _say(self, statement: ty.Say, block: Block) -> None:
        """What a line tells is worked out in any case, so that a game takes the same steps whoever listens."""
        assert self.code is not None
        slots = tuple(self._slot() for _ in statement.args)
        for slot, value in zip(slots, statement.args, strict=True):
            self._assign(slot, value, statement.at, block)
        self.p.messages.append(pr.Message(statement, self.code.source))
        self._add(block, pr.Tell(len(self.p.messages) - 1, slots, statement.at))

    # ---- engine statements

    def _do(self, statement: ty.Do, block: Block) -> None:
        args, at = statement.args, statement.at
        declared = STATEMENTS[statement.primitive]
        given = () if declared.ends else tuple(self._arguments(args, declared.params))
        node = pr.Do(
            statement.primitive,
            (("reason", "", self._ending_of(statement)),) if declared.ends else given,
            at,
            hard=self.hardness.impossible(statement),
            ends=declared.ends,
            typed=statement,
        )
        cell = declared.cell_of(args)
        if isinstance(cell, ty.Var):
            optional = [one for one in (cell.host, cell.index) if one is not None]
            node.needs = tuple(self._expr(one) for one in optional if self.values.nullable(one, self.place))
            node.cell = self.values.address(cell, self.place)
            host, _, name = cell.key.partition(".")
            node.bounds = cell_bounds(self.v.kind(host).vars[name])
        overflow = overflow_of(statement, self.v)
        if overflow is not None:
            node.excess = self._slot()
        self._add(block, node)
        self._watch(statement, block)
        if overflow is not None and isinstance(cell, ty.Var):
            more, left = self._new_block(), x.Local(node.excess)
            self._add(more, pr.Call(overflow.key, (left,), at))
            self._leaving(overflow.key, at, more)
            self._add(block, pr.If(x.test(">", left, x.NO), more, self._new_block(), at))

    def _arguments(self, args: dict[str, Any], types: dict[str, str]) -> Iterable[tuple[str, str, Expr]]:
        """Words become numbers: a span its number, a reason a number given here."""
        for name, value in args.items():
            if types[name] == "span":
                yield name, "", x.Num(self.p.spans.index(value))
            elif types[name] == "word":
                yield name, "", self._reason(value)
            elif types[name] in CELLS:
                yield name, "", self.values.address(value, self.place)
            else:
                kind = value.type.name if types[name] in ("piece", "pieces") else ""
                yield name, kind, self._kept(value) if value.type.tag != "set" else self._expr(value)

    def _ending_of(self, statement: ty.Do) -> Expr:
        """The number of a way for the game to end, for the log to tell why it did; of a value of an enum, one for each."""
        value = statement.args.get("reason", "")
        if isinstance(value, str):
            return x.Num(self._ending_number(statement, value))
        words = self.v.enums[value.type.name].values
        first = self._ending_number(statement, "")
        rows = [self._ending_number(statement, word) for word in words]
        return x.Row(self.values.table(Key("endings", (str(first),)), lambda: [*rows, first]), self._expr(value))

    def _ending_number(self, statement: ty.Do, reason: str) -> int:
        assert self.code is not None
        self.p.endings.append(pr.Ending(statement, self.code.source, reason))
        return len(self.p.endings) - 1

    def _reason(self, value: str | ty.Value) -> Expr:
        """The number of a word; of a value of an enum, the number of the word that it is."""
        if isinstance(value, str):
            return x.Num(self._reason_number(value))
        words = self.v.enums[value.type.name].values
        table = self.values.table(
            Key("reasons", (value.type.name,)), lambda: [*(self._reason_number(word) for word in words), -1]
        )
        return x.Row(table, self._expr(value))

    def _reason_number(self, word: str) -> int:
        if word not in self.p.reasons:
            self.p.reasons.append(word)
        return self.p.reasons.index(word)

    def _watch(self, statement: ty.Do, block: Block) -> None:
        """After a change, look at the state-based rules that read what was changed."""
        written = written_by(statement, self.v)
        for number, wants in enumerate(() if self.holds else self.watch_wants):
            if wants & written:
                self.parts += self.values.work.of(ty.Watched(number)).cost
                self._add(block, pr.Watch(number, tuple(sorted(wants & written)), statement.at))
                self._leaving(keys.watch(number), statement.at, block)

    # ---- control

    def _branch(self, statement: ty.Branch, block: Block) -> None:
        after = self.after
        for cond, body in statement.branches:
            test = self._expr(cond)
            then, other = self._inner(body, after), self._new_block()
            self._add(block, pr.If(test, then, other, statement.at))
            block = other
        if statement.otherwise is not None:
            self._block(statement.otherwise, block, after)

    def _loop(self, statement: ty.Loop, block: Block) -> None:
        after, counter = self.after, x.Local(statement.counter)
        self._add(block, pr.Assign(statement.counter, self._kept(statement.count), statement.at))
        cond = x.test(">", counter, x.NO)
        if statement.while_ is not None:
            cond = x.both(cond, self._expr(statement.while_))
        inner = self._new_block()
        self._add(inner, pr.Assign(statement.counter, x.minus(counter, x.YES), statement.at))
        self._block(
            statement.body, inner, None if after is None else [replace(statement, left=statement.count), *after]
        )
        self._add(block, pr.While(cond, inner, statement.at))

    def _at_once(self, statement: ty.AtOnce, block: Block) -> None:
        """No state-based rule is looked at before the end of the block; then all are that it may concern."""
        at, every, after = statement.at, len(self.v.watches), self.after
        held, watching = self.holds, x.Num(WATCHING)
        self._add(block, pr.Assign(statement.saved, x.Cell(watching), at))
        self._add(block, pr.Store(watching, x.Num((1 << every) - 1), at))
        self.holds = True
        self._add(block, pr.If(x.YES, self._inner(statement.body, after), self._new_block(), at))
        self.holds = held
        self._add(block, pr.Store(watching, x.Local(statement.saved), at))
        for number in self.endings.concerned(statement.body) if not held else ():
            self.parts += self.values.work.of(ty.Watched(number)).cost
            self._add(block, pr.Watch(number, tuple(sorted(self.watch_wants[number])), at))
            self._leaving(keys.watch(number), at, block)

    def _secretly(self, statement: ty.Each, block: Block) -> None:
        """Each player in turn; what their script holds is forgotten before the next one is asked."""
        assert self.code is not None
        at, items = statement.at, self._expr(statement.items)
        chosen, first = self._slot(), self.code.size
        self._add(block, pr.Assign(chosen, x.NO, at))
        body = self._new_block()
        # whoever chooses need not care what comes behind: nobody knows what the others choose
        self._add(body, pr.If(x.YES, self._inner(statement.body, []), self._new_block(), at))
        for slot in sorted({*_bound(statement.body), *range(first, self.code.size)}):
            self._add(body, pr.Assign(slot, x.NO, at))
        bits = self.values.table(keys.Key("bits", ()), lambda: [1 << seat for seat in range(self.p.layout.people)])
        self._add(body, pr.Assign(chosen, x.plus(x.Local(chosen), x.Row(bits, self._expr(ME))), at))
        sealed = written_secretly(statement.body, self.v)
        each = pr.ForEach(statement.slot, statement.left, items, body, at, statement.saved, statement.items)
        each.secret, each.chosen = sealed, chosen
        self._add(block, each)

    def _in_any_order(self, statement: ty.Each, block: Block) -> None:
        """The elements in the order the player likes: before each turn they choose among those that are left."""
        at, items, body = statement.at, self._expr(statement.items), self._new_block()
        ask = self._new_ask("pick", statement.free, at)
        ask.type, ask.typed_values = statement.items.type.element, statement.items
        ask.values, ask.store = x.Waiting(x.Local(statement.left)), statement.slot
        self._add(body, self._ask(ask, loops=True))
        each = pr.ForEach(statement.slot, statement.left, items, self._block(statement.body, body), at)
        each.typed, each.free = statement.items, True
        self._add(block, each)

    # ---- choices

    def _ask(self, ask: Ask, *, loops: bool = False, again: ty.Statement | None = None) -> Ask:
        """Number a choice. One that `loops` comes `again`, if that is known not to fail; else what follows is untold."""
        ask.number = len(self.p.asks)
        ask.unless = self.after
        ask.rest = self.after if not loops else None if again is None or self.after is None else [again, *self.after]
        self.p.asks.append(ask)
        return ask

    def _new_ask(self, shape: str, name: str, at: ty.At) -> Ask:
        assert self.code is not None
        return Ask(-1, shape, name, self.code.key, at)

    def _pick(self, statement: ty.Pick, block: Block) -> None:
        outer, sure = self.outer, never_empty(statement.items)
        ask = self._new_ask("pick", statement.name, statement.at)
        self._candidates(ask, statement)
        ask.empty = END if statement.soft else ""
        ask.hard = None if statement.soft or sure else x.YES
        ask.decline = END if statement.mode == "may" else ""
        self._ask(ask)
        ask.unless = self._instead(statement.otherwise, outer)
        self._add(block, ask)

    def _candidates(self, ask: Ask, statement: ty.Pick | ty.PickSeveral) -> None:
        ask.type, ask.typed_values = statement.items.type.element, statement.items
        ask.values, ask.store = self._expr(statement.items), statement.slot
        ask.random = statement.mode == "random"

    @staticmethod
    def _instead(otherwise: ty.Body | None, after: list[ty.Statement] | None) -> list[ty.Statement] | None:
        """What comes after a choice that came to nothing."""
        return after if after is None or otherwise is None else [*otherwise.statements, *after]

    def _pick_or(self, statement: ty.Pick, rest: ty.Body, block: Block) -> None:
        """A choice and the rest of its block, or what happens instead of both."""
        outer, at, taken = self.outer, statement.at, self._slot()
        assert statement.otherwise is not None
        inside = self._new_block()
        self._add(block, pr.Assign(taken, x.NO, at))
        self._pick(statement, inside)
        self._add(inside, pr.Assign(taken, x.YES, at))
        self._add(block, pr.If(x.YES, self._block(rest, inside, outer), self._new_block(), at))
        self._unless_chosen(statement.otherwise, taken, x.YES, at, block, outer)

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
            self._add(block, pr.If(few, self._inner(otherwise, after), self._new_block(), at))

    def _repeated(self, block: Block, counter: int, at: ty.At) -> Block:
        """The body of a loop in which a choice is made again and again."""
        self._add(block, pr.Assign(counter, x.NO, at))
        return self._new_block()

    def _again(self, block: Block, inner: Block, counter: int, limit: Expr, at: ty.At) -> None:
        self._add(block, pr.While(x.test("<", x.Local(counter), limit), inner, at))

    def _bump(self, block: Block, counter: int, at: ty.At) -> None:
        self._add(block, pr.Assign(counter, x.plus(x.Local(counter), x.YES), at))

    def _several(self, statement: ty.PickSeveral, block: Block) -> None:
        at, after, counts = statement.at, self.after, _has_otherwise(statement)
        high = self._fixed(statement.high, at, block)
        low = self._fixed(statement.low, at, block) if statement.low is not None else None
        once = x.known(high) == 1
        counter: Expr = x.NO if once else x.Local(statement.counter)
        if once and counts:
            self._add(block, pr.Assign(statement.counter, x.NO, at))
        inside = block if once else self._repeated(block, statement.counter, at)
        ask = self._new_ask("several", statement.name, at)
        self._candidates(ask, statement)
        ask.behind = [statement.body.statements]
        ask.empty = NEXT if once else BREAK
        self._bounds(ask, counter, low, statement)
        self.after = after
        self._ask(ask, loops=not once, again=_once_begun(statement))
        ask.unless = None if counts and not once else self._instead(statement.otherwise, ask.unless)
        body = self._new_block()
        if not once or counts:
            self._bump(body, statement.counter, at)
        ask.bodies = [self._block(statement.body, body, [])]
        self._add(inside, ask)
        if not once:
            self._again(block, inside, statement.counter, high, at)
        self._unless_chosen(statement.otherwise, statement.counter, _at_least_one(low), at, block, after)

    @staticmethod
    def _bounds(ask: Ask, counter: Expr, low: Expr | None, statement: ty.PickSeveral | ty.PickOption) -> None:
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
            ask.decline, ask.decline_if = ask.empty, None if x.known(allowed) == 1 else allowed
        if not statement.soft and low is not None:
            few = x.test("<", counter, low)
            ask.hard = x.both(begun, few) if may else few

    def _fixed(self, value: ty.Value, at: ty.At, block: Block) -> Expr:
        """A number worked out once, before the first turn of a loop."""
        made = self._kept(value)
        if isinstance(made, x.Num):
            return made
        slot = self._slot()
        self._add(block, pr.Assign(slot, made, at))
        return x.Local(slot)

    def _maybe(self, statement: ty.Maybe, block: Block) -> None:
        at, after, again = statement.at, self.after, statement.again
        counts = _has_otherwise(statement)
        if counts:
            self._add(block, pr.Assign(statement.counter, x.NO, at))
        inside = self._repeated(block, statement.counter, at) if again else block
        ask = self._new_ask("again" if again else "may", "", at)
        ask.typed_cases, ask.cases = [YES], [x.YES]
        ask.labels = ["again" if again else "yes"]
        ask.behind = [statement.body.statements]
        ask.decline = ask.empty = BREAK if again else NEXT
        self.after = after
        self._ask(ask, loops=again, again=replace(statement, otherwise=None))
        ask.unless = self._instead(statement.otherwise, ask.unless)
        body = self._new_block()
        if again or counts:
            self._bump(body, statement.counter, at)
        ask.bodies = [self._block(statement.body, body, [])]
        self._add(inside, ask)
        if again:
            self._again(block, inside, statement.counter, x.Num(MAX_TIMES), at)
        self._unless_chosen(statement.otherwise, statement.counter, x.YES, at, block, after)

    def _options(self, statement: ty.PickOption, block: Block) -> None:
        at, after, counts = statement.at, self.after, _has_otherwise(statement)
        once, marks = statement.mode == "one", statement.mode in ("order", "different")
        if marks:
            self._add(block, pr.Assign(statement.mask, x.NO, at))
        low: Expr | None = x.YES if once else None
        if statement.low is not None:
            low = self._fixed(statement.low, at, block)
        limit = x.Num(MAX_TIMES) if statement.count is None else self._fixed(statement.count, at, block)
        if once and counts:
            self._add(block, pr.Assign(statement.counter, x.NO, at))
        inside = block if once else self._repeated(block, statement.counter, at)
        ask = self._labelled(statement, low)
        self.after = after
        self._ask(ask, loops=not once)
        ask.unless = None if counts and not once else self._instead(statement.otherwise, ask.unless)
        for number, case in enumerate(statement.options):
            body = self._new_block()
            if not once or counts:
                self._bump(body, statement.counter, case.at)
            if marks:
                marked = x.Math("|", x.Local(statement.mask), x.Num(1 << number))
                self._add(body, pr.Assign(statement.mask, marked, case.at))
            ask.bodies.append(self._block(case.body, body, []))
        self._add(inside, ask)
        if not once:
            self._again(block, inside, statement.counter, limit, at)
        self._unless_chosen(statement.otherwise, statement.counter, _at_least_one(low), at, block, after)

    def _labelled(self, statement: ty.PickOption, low: Expr | None) -> Ask:
        """The choice between labelled options, its bodies left out."""
        mode, once = statement.mode, statement.mode == "one"
        ask = self._new_ask("options", mode, statement.at)
        for number, case in enumerate(statement.options):
            cond: ty.Value = case.cond or YES
            if mode in ("order", "different"):
                free = ty.Unmarked(statement.mask, number)
                cond = ty.Logic("and", free, cond) if case.cond else free
            ask.typed_cases.append(cond)
            ask.cases.append(self._expr(cond))
        ask.labels = [case.label for case in statement.options]
        ask.behind = [case.body.statements for case in statement.options]
        ask.must = frozenset(i for i, case in enumerate(statement.options) if case.duty == "must")
        ask.empty = NEXT if once else BREAK
        if mode in ("any", "order"):
            ask.decline = BREAK
        else:
            self._bounds(ask, x.NO if once else x.Local(statement.counter), low, statement)
        if once and not statement.soft:
            ask.empty = ""
        return ask

    def _offer(self, statement: ty.OfferMenu, block: Block) -> None:
        at, after, again = statement.at, self.after, statement.until_done
        actions = [action for action in self.v.actions if action.menu == statement.menu]
        inside = self._repeated(block, statement.counter, at) if again else block
        ask = self._new_ask("menu", statement.menu, at)
        ask.menu, ask.labels = statement.menu, [action.id for action in actions]
        ask.typed_cases = [self._may_act(action) for action in actions]
        ask.cases = [self._expr(cond) for cond in ask.typed_cases]
        ask.behind = [[ty.CallVerb(keys.action(action.id), [], at)] for action in actions]
        ask.decline = BREAK if again else ""
        ask.empty = BREAK if again else NEXT
        ask.must = frozenset(i for i, action in enumerate(actions) if action.must)
        self.after = after
        self._ask(ask, loops=again, again=statement)
        for action in actions:
            body = self._new_block()
            if again:
                self._bump(body, statement.counter, at)
            if action.limit:
                used = self.values.address(self._used(action), self.place)
                self._add(body, pr.Store(used, x.plus(x.Cell(used), x.YES), at))
            self._add(body, pr.Call(keys.action(action.id), (), at))
            self._leaving(keys.action(action.id), at, body)
            ask.bodies.append(body)
        self._add(inside, ask)
        if again:
            self._again(block, inside, statement.counter, x.Num(MAX_TIMES), at)

    def _used(self, action: Action) -> ty.Var:
        return ty.Var(NUMBER, f"player.(limit {action.id})", ME, None)

    def _may_act(self, action: Action) -> ty.Value:
        cond = action.requires.value if action.requires else YES
        if not action.limit:
            return cond
        return ty.Logic("and", ty.Compare("<", self._used(action), ty.Const(NUMBER, action.times)), cond)

    # ---- what the pack declares beside verbs

    def _watch_routine(self, number: int) -> None:
        """A routine that runs the effect for every player it concerns, until the condition holds for nobody."""
        watch = self.v.watches[number]
        if watch.cond is None or watch.routine is None:
            return
        routine = Routine(keys.watch(number), [], source=watch.source)
        routine.locals = [("(repeat)", NUMBER), ("(player)", PLAYER), ("(left)", NUMBER), ("(me)", PLAYER)]
        body, at = self._begin(routine).body, NOWHERE_IN_PACK
        hit, each, turn = self._new_block(), self._new_block(), self._new_block()
        self._add(hit, pr.Call(watch.routine.key, (), at))
        self._leaving(keys.watch(number), at, hit, pr.Watching(number, on=False, at=at))
        self._add(each, pr.If(self._expr(watch.cond.value), hit, self._new_block(), at))
        everybody = ty.Applied(set_of(PLAYER), PLAYERS_FROM, (ME,))
        players = everybody if watch.for_player else ty.Listing(set_of(PLAYER), (ME,))
        self._add(turn, pr.Assign(0, x.minus(x.Local(0), x.YES), at))
        self._add(turn, pr.ForEach(1, 2, self._expr(players), each, at, 3, players))
        self._add(body, pr.Watching(number, on=True, at=at))
        self._add(body, pr.Assign(0, x.Num(MAX_WATCH), at))
        cond = x.both(x.test(">", x.Local(0), x.NO), self._expr(ty.Watched(number)))
        self._add(body, pr.While(cond, turn, at))
        self._add(body, pr.Settled(number, at))
        self._add(body, pr.Watching(number, on=False, at=at))

    def _scripts(self) -> None:
        """A table for each script of each kind: the routine of every thing and face."""
        for decl in self.v.kinds.values():
            for script, of in decl.scripts.items():
                if of != "effect":
                    continue
                made: dict[tuple[str, int], Key] = {}
                for item in decl.items:
                    for face, shown in enumerate(item.faces):
                        routine = shown.scripts.get(script)
                        if isinstance(routine, Routine):
                            if routine.key not in self.p.routines:  # a face may be used again for another
                                self._routine(routine)
                            made[item.id, face] = routine.key
                self.p.runs[keys.scripts(decl.name, script)] = self._per_thing(decl.name, made)

    def _per_thing(self, kind: str, made: dict[tuple[str, int], Key]) -> list[Key | None]:
        faces = self.v.kinds[kind].faces
        row = [
            made.get((thing.item.id, face)) if thing.item else None
            for thing in self.p.layout.things[kind]
            for face in range(faces)
        ]
        return [*row, *[None] * faces]

    def _events(self) -> None:
        """A routine for each event: for every player from the acting one on, the rules react, then the cards."""
        for trigger in self.v.triggers:
            self._routine(trigger.routine)
        for event in self.v.events:
            self._listeners(event.name)
            params = [(param.name, NUMBER) for param in event.phrase.params]
            assert self.v.start is not None
            routine = Routine(keys.event(event.name), params, source=self.v.start.source)
            hidden = [
                ("(player)", PLAYER),
                ("(left)", NUMBER),
                ("(me)", PLAYER),
                ("(card)", NUMBER),
                ("(cards)", NUMBER),
            ]
            routine.locals = [*params, *hidden]
            body, first, at = self._begin(routine).body, len(params), NOWHERE_IN_PACK
            self.place = replace(self.place, solid=self.place.solid | {first + 3})
            given = tuple(x.Local(slot) for slot in range(first))
            react = self._new_block()
            for trigger in self.v.triggers:
                if trigger.event != event.name or trigger.routine is None:
                    continue
                call = pr.Call(trigger.routine.key, given, at)
                then = react if trigger.cond is None else self._new_block()
                self._add(then, call)
                self._leaving(keys.event(event.name), at, then)
                if trigger.cond is None:
                    continue
                self._add(react, pr.If(self._expr(trigger.cond.value), then, self._new_block(), at))
            for kind, cards in self.listening.with_me(event.name):
                self._hearing(kind, cards, event.name, given, react)
            players = ty.Applied(set_of(PLAYER), PLAYERS_FROM, (ME,))
            self._add(body, pr.ForEach(first, first + 1, self._expr(players), react, at, first + 2, players))
            for kind, cards in self.listening.with_nobody(event.name):
                self._hearing(kind, cards, event.name, given, body)

    def _hearing(self, kind: str, cards: ty.Value, event: str, given: tuple[x.Local, ...], block: Block) -> None:
        """Let each of some things react."""
        hear, first, at = self._new_block(), len(given), NOWHERE_IN_PACK
        table = keys.listeners(kind, event)
        self._add(hear, pr.Run(table, kind, x.Local(first + 3), True, given, at))
        self._leaving(keys.event(event), at, hear)
        self._add(block, pr.ForEach(first + 3, first + 4, self._expr(cards), hear, at, -1, cards))

    def _listeners(self, event: str) -> None:
        """For each kind: the routine of every thing that hears this event."""
        for decl in self.v.kinds.values():
            made: dict[tuple[str, int], Key] = {}
            for item in decl.items:
                heard = item.when
                if heard is None or heard.event != event or heard.routine is None:
                    continue
                body = heard.routine.body
                if isinstance(heard.cond, Formula):
                    leave = ty.Body([ty.Leave((0, 0))])
                    guard = ty.Branch([(ty.Not(heard.cond.value), leave)], None, (0, 0))
                    body = ty.Body([guard, *body.statements])
                key = keys.listener(decl.name, item.id)
                self._routine(replace(heard.routine, key=key, body=body))
                made[item.id, 0] = key
            if made:
                self.p.runs[keys.listeners(decl.name, event)] = self._per_thing(decl.name, made)
