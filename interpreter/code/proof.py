"""Whether an option can be completed, proved from its script instead of tried.

For the statements behind an option there is a condition over the present state that holds exactly when there is a way
through them: costs that can be paid, things to choose, places with room. A condition reads the present state, so it may
not depend on anything an earlier statement of the same way changes; where it would, or where a loop, a call chain or a
nested choice is too much for it, there is no proof (`Unknown`) and the machine tries the option on a copy instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.ending import Endings
from interpreter.check.keys import Key
from interpreter.check.reads import origin_of, wanted_by, written_by
from interpreter.check.work import LIGHT
from interpreter.code import expr as x
from interpreter.code.counting import counted
from interpreter.code.evident import never_empty
from interpreter.code.expr import UNKNOWN, YES, Expr, both, choose, either, has_unknown
from interpreter.code.hard import Hardness, overflow_of
from interpreter.code.place import Bound, Change, Place, Untold, in_routine, inside
from interpreter.code.way import Frame, Way, going_on_with, moved, relocated, sharing
from interpreter.code.writing import NOTHING, Tokens, Writing
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import NOWHERE
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.code.program import Ask, Program

MAX_UNROLL = 3
MAX_SIZE = 900
MAX_INLINE = 12
MAX_VALUES = 6
MAX_LEVELS = 90
"""Statements one behind the other that a proof looks at: each takes a part of Python's own stack."""
ASKED = 400
"""The parts a condition in a table takes at most before it counts its work itself."""


class Proofs:
    """Finds conditions for one program."""

    def __init__(self, program: Program) -> None:
        self.p, self.v, self.values = program, program.layout.v, program.values
        self.hardness, self.endings = Hardness(program.layout), Endings(program.layout.v)
        self.count = 0
        self.cost = 0
        """The parts that the condition found last takes beyond what it counts itself."""
        self._left, self._level = 0, 0
        self.writing = Writing(self.v, self.hardness)

    def condition(self, ask: Ask, target: int, *, to_the_end: bool, chosen: Expr) -> Expr:
        """The condition under which a value of a choice, `chosen`, can be completed.

        `target` is the case it leads to, -1 for declining. `to_the_end` means to the end of the option or routine the
        choice stands in, otherwise only to the end of the option it begins itself.
        """
        rest = ask.unless if target < 0 else ask.rest
        if to_the_end and rest is None:
            return UNKNOWN
        place = in_routine(self.p.routines[ask.routine].source)
        if ask.store >= 0 and target >= 0:
            origin = origin_of(ask.typed_values, {}) if ask.typed_values is not None else ""
            origins = ((ask.store, origin),) if origin else ()
            place = replace(place, bound=(Bound(ask.store, chosen, sure=True),), origins=origins)
        behind = ask.behind[target] if target >= 0 and ask.scoped else []
        after = tuple(rest or ()) if to_the_end else ()
        return self._begin(Way((Frame(tuple(behind), place), Frame(after, place))))

    def of_script(self, routine: ty.Routine, written: Tokens) -> Expr:
        """The condition for the script of one thing, with `me` and `this` as names."""
        frame = Frame(tuple(routine.body.statements), inside(x.ME, x.THIS), routine=True)
        return self._begin(Way((frame,), written))

    def afterwards(self, routine: Key, done: Iterable[ty.Statement], rest: Iterable[ty.Statement]) -> Expr:
        """The condition for the rest of a routine, told while something before it is under way. Raises Untold."""
        written = NOTHING
        for statement in done:
            if self.endings.of_statement(statement):
                raise Untold
            written |= self.writing.by(statement)
        return self._begin(Way((Frame(tuple(rest), in_routine(self.p.routines[routine].source)),), written))

    # ---- the walk

    def _begin(self, way: Way) -> Expr:
        self._left, self._level, self.cost = meter.PROOF.most, 0, 0
        return self._prove(way)

    def _prove(self, way: Way) -> Expr:
        if self._left <= 0 or self._level > MAX_LEVELS:
            return UNKNOWN
        self._left -= 1
        self._level += 1
        self.cost += way.turns
        try:
            return self._next(way)
        finally:
            self._level -= 1

    def _next(self, way: Way) -> Expr:
        while way.frames and not way.frames[0].statements:
            way = replace(way, frames=way.frames[1:])
        if not way.frames:
            return YES
        if len(way.frames) > MAX_INLINE:
            return UNKNOWN
        top = way.frames[0]
        statement = top.statements[0]
        way = replace(way, frames=(replace(top, statements=top.statements[1:]), *way.frames[1:]))
        try:
            found = self._statement(statement, top.place, way)
        except Untold:
            return UNKNOWN
        return found if x.size(found, MAX_SIZE) <= MAX_SIZE else UNKNOWN

    def _statement(self, statement: ty.Statement, place: Place, way: Way) -> Expr:  # noqa: C901, PLR0911, PLR0912 - a case each
        if self.endings.of_statement(statement):
            raise Untold  # where it goes on depends on what was left
        match statement:
            case ty.Do():
                return self._do(statement, place, way)
            case ty.Demand(cond=cond):
                return both(self._expr(cond, place, way), self._prove(way))
            case ty.SetLocal(slot=slot, value=value):
                return self._prove(self._bind(way, slot, self._maybe(value, place, way)))
            case ty.NameSet() | ty.Say():
                return self._prove(way)
            case ty.CallVerb(verb=verb) if verb in self.v.begins:
                return YES
            case ty.CallVerb(verb=verb, args=args):
                return self._call(verb, args, place, way)
            case ty.RunScript():
                return self._run(statement, place, way)
            case ty.Announce(event=event):
                if self.hardness.of_event(event):
                    raise Untold
                return self._prove(self._changed(way, self.writing.of_event(event)))
            case ty.Branch():
                return self._branch(statement, place, way)
            case ty.Loop():
                return self._loop(statement, way)
            case ty.Each(secret=True):
                return YES
            case ty.AtOnce(body=body):
                return self._into(body, place, way)  # what rules may do behind it is noted behind each change
            case ty.Acting(who=who, body=body):
                return self._acting(who, body, place, way)
            case ty.Pick():
                return self._pick(statement, place, way)
            case ty.PickSeveral():
                return self._several(statement, place, way)
            case ty.PickOption(mode="one") if not statement.soft:
                return self._one_of(statement, place, way)
            case ty.Leave():
                return self._leave(way)
        if self._hard(statement) or _leaves(statement):
            raise Untold
        return self._soft(statement, way)

    def _soft(self, statement: ty.Statement, way: Way) -> Expr:
        """Something that cannot fail by itself; where it may be declined, not doing it is one way on."""
        done = self._prove(self._changed(way, self.writing.by(statement)))
        if not has_unknown(done) or not _declinable(statement):
            return done
        skipped = self._prove(way)
        return done if has_unknown(skipped) else either(skipped, done)

    def _leave(self, way: Way) -> Expr:
        frames = way.frames
        while frames and not frames[0].routine:
            frames = frames[1:]
        return self._prove(replace(way, frames=frames[1:]))

    # ---- values

    def _expr(self, value: ty.Value, place: Place, way: Way) -> Expr:
        """A value as it will be then; Untold when something on the way changes it in a way that cannot be told."""
        wanted = wanted_by(value, self.v)
        if wanted & way.written:
            raise Untold
        if wanted & way.changed:
            place = replace(place, changes=way.changes)
        self.cost += way.turns * self.values.work.of(value).cost
        return self.values.expr(value, place)

    def _maybe(self, value: ty.Value, place: Place, way: Way) -> Expr | None:
        try:
            made = self._expr(value, place, way)
        except Untold:
            return None
        return choose(made, YES, x.NO) if value.type.tag == "truth" and not isinstance(made, x.Num) else made

    def _bind(self, way: Way, slot: int, expr: Expr | None, origin: str = "", *, sure: bool = False) -> Way:
        place = way.frames[0].place
        bound = place.binding(slot, expr, sure=sure)
        return relocated(way, replace(place, bound=bound, origins=moved(place, slot, origin)))

    def _changed(self, way: Way, tokens: Tokens) -> Way:
        way = replace(way, written=way.written | tokens)
        if any(token.startswith("where ") for token in tokens):  # where pieces are is no longer known
            frames = tuple(replace(frame, place=replace(frame.place, origins=())) for frame in way.frames)
            way = replace(way, frames=sharing(way.frames, frames))
        return way

    # ---- engine statements

    def _do(self, statement: ty.Do, place: Place, way: Way) -> Expr:
        declared = STATEMENTS[statement.primitive]
        if declared.fate or declared.ends:
            return YES
        tokens = frozenset(written_by(statement, self.v, dict(place.origins))) | self.writing.by_watches(statement)
        if self.hardness.of_routines([overflow_of(statement, self.v)]):
            raise Untold
        if declared.change is not None:
            return self._count(statement, place, way, tokens)
        after = self._moving(statement, place, way, tokens)
        if self.hardness.impossible(statement):
            return both(self._room(statement, place, way), self._prove(after))
        return self._prove(after)

    def _moving(self, statement: ty.Do, place: Place, way: Way, tokens: Tokens) -> Way:
        """Afterwards a piece in a local is where it was put; other pieces in locals are where they were."""
        after = self._changed(way, tokens)
        piece, zone = statement.args.get("piece"), statement.args.get("zone")
        if not STATEMENTS[statement.primitive].puts or self.writing.by_watches(statement):
            return after
        if not isinstance(piece, ty.Local) or not isinstance(zone, ty.Zone):
            return after
        now = after.frames[0].place
        if now.bound != place.bound:
            return after
        return relocated(after, replace(now, origins=moved(place, piece.slot, zone.key)))

    def _count(self, statement: ty.Do, place: Place, way: Way, tokens: Tokens) -> Expr:
        """A statement that changes one cell; it may be impossible where its new value must fit."""
        declared = STATEMENTS[statement.primitive]
        cell: ty.Var = declared.cell_of(statement.args)
        assert declared.change is not None
        fails = declared.change.fails and not statement.safe
        try:
            change = self._change(statement, cell, place, way)
        except Untold:
            if fails:
                raise
            return self._prove(self._changed(way, tokens))
        after = self._changed(replace(way, changes=(*way.changes, change)), self.writing.by_watches(statement))
        low, high = self._bounds(cell)
        if not fails or (low is None and high is None):
            return self._prove(after)
        if f"var {cell.key}" in way.written:
            raise Untold
        old = self.values.expr(cell, replace(place, changes=way.changes))
        new = change.into(old, _as_written(change.amount) if _takes(declared.change.into) else change.amount)
        fits = [x.test(">=", new, x.Num(low))] if low is not None else []
        fits += [x.test("<=", new, x.Num(high))] if high is not None and not _takes(declared.change.into) else []
        return both(*fits, self._prove(after))

    def _change(self, statement: ty.Do, cell: ty.Var, place: Place, way: Way) -> Change:
        """What a statement does to its cell."""
        declared = STATEMENTS[statement.primitive].change
        assert declared is not None
        hosts = [one for one in (cell.host, cell.index) if one is not None]
        if any(self.values.nullable(one, place) for one in hosts):
            raise Untold
        if any(wanted_by(one, self.v) & way.changed for one in hosts):
            raise Untold
        amount: Expr = x.YES
        given = statement.args.get(declared.amount)
        if given is not None:
            if wanted_by(given, self.v) & way.written:
                raise Untold
            amount = self.values.truth(given, replace(place, changes=way.changes))
            if not declared.forgets and not self._never_negative(given):
                amount = x.math("max", x.NO, amount)
        low, high = self._bounds(cell)

        def into(old: Expr, amount: Expr) -> Expr:
            new: Expr = declared.into(old, amount)
            if declared.fails:
                return new
            shrinks = declared.forgets or not _adds(declared.into)
            grows = declared.forgets or not _takes(declared.into)
            if high is not None and grows:
                new = x.math("min", x.Num(high), new)
            if low is not None and shrinks:
                new = x.math("max", x.Num(low), new)
            return new

        return Change(cell.key, self.values.address(cell, place), into, amount, declared.forgets)

    def _never_negative(self, value: ty.Value) -> bool:
        """Whether a number is evidently 0 or more."""
        match value:
            case ty.Const(number=number):
                return number >= 0
            case ty.Var():
                low = self._bounds(value)[0]
                return low is not None and low >= 0
            case ty.Field(kind=kind, name=name):
                return min(self.values.rows.field_values(kind, name)) >= 0
            case ty.TableRow(table=table):
                return min(self.v.tables[table].values) >= 0
            case ty.Arith(sign="+", left=left, right=right):
                return self._never_negative(left) and self._never_negative(right)
            case ty.Applied(given=given):
                made = self.values.form_of(value)
                return made == "count" or (made == "larger" and any(map(self._never_negative, given)))
        return False

    def _bounds(self, cell: ty.Var) -> tuple[int | None, int | None]:
        host, _, name = cell.key.partition(".")
        decl = self.v.kind(host).vars[name]
        return (decl.low, decl.high) if decl.type.tag == "number" else (None, None)

    def _room(self, statement: ty.Do, place: Place, way: Way) -> Expr:
        piece, zone = statement.args.get("piece"), statement.args.get("zone")
        if piece is None or not isinstance(zone, ty.Zone):
            raise Untold
        decl = self.p.layout.zones[zone.key]
        if f"zone {zone.key}" in way.written:
            raise Untold
        thing, target = self._expr(piece, place, way), self._expr(zone, place, way)
        room = x.test("<", x.Cell(target), x.Num(decl.stride - 1))
        if origin_of(piece, dict(place.origins)) in ("", zone.key):  # a piece that lies there already needs no room
            there = x.Cell(x.plus(x.Num(self.p.layout.tables[piece.type.name].loc), thing))
            room = either(room, x.test("==", there, target))
        if zone.host is not None and self.values.nullable(zone.host, place):
            room = both(x.test("!=", target, x.Num(NOWHERE)), room)
        if not self.values.nullable(piece, place):
            return room
        return either(x.test("<", thing, x.NO), room)

    # ---- calls

    def _call(self, verb: Key, args: list[ty.Value], place: Place, way: Way) -> Expr:
        routine = self.writing.verbs.get(verb)
        if routine is None:
            raise Untold
        if not self.hardness.of_body(routine.body):
            found = self._prove(self._changed(way, self.writing.of(verb)))
            if not has_unknown(found) or not any(isinstance(one, ty.Pick) for one in routine.body.statements):
                return found
        bound = tuple(
            Bound(i, self._maybe(arg, place, way), sure=not self.values.nullable(arg, place))
            for i, arg in enumerate(args)
        )
        frame = Frame(tuple(routine.body.statements), inside(place.me, x.NOBODY, bound), routine=True)
        return self._prove(replace(way, frames=(frame, *way.frames)))

    def _run(self, statement: ty.RunScript, place: Place, way: Way) -> Expr:
        kind, script = statement.kind, statement.script
        rest = self._prove(self._changed(way, self.writing.of_scripts(kind, script)))
        if not self.hardness.of_statement(statement):
            return rest
        piece, faces = self._expr(statement.piece, place, way), self.v.kinds[kind].faces
        number = x.known(piece)
        if number is not None and faces == 1:
            item = self.p.layout.things[kind][number].item if number >= 0 else None
            routine = item.faces[0].scripts.get(script) if item else None
            if not isinstance(routine, ty.Routine):
                return rest
            frame = Frame(tuple(routine.body.statements), inside(place.me, piece), routine=True)
            return both(self._prove(replace(way, frames=(frame,))), rest)
        self.cost += way.turns * ASKED
        table = self._table(kind, script, way.changed)
        row = self.values.faced(kind, statement.piece, replace(place, changes=way.changes))
        return both(x.CallRow(table, row, place.me, piece, 1), rest)

    def _table(self, kind: str, script: str, written: Tokens) -> Key:
        """A table of conditions, one for each thing and face; each is found when it is first asked."""
        key = Key("proof", (kind, script, *sorted(written)))
        return self.values.proof_table(key, kind, script, written)

    def _acting(self, who: ty.Value, body: ty.Body, place: Place, way: Way) -> Expr:
        actor = self._expr(who, place, way)
        if self.values.nullable(who, place):
            raise Untold
        frame = Frame(tuple(body.statements), replace(place, me=actor))
        return self._prove(replace(way, frames=(frame, *way.frames)))

    # ---- control

    def _branch(self, statement: ty.Branch, place: Place, way: Way) -> Expr:
        if not self._hard(statement) and not _leaves(statement):
            return self._prove(self._changed(way, self.writing.by(statement)))
        bodies = [(self._expr(cond, place, way), body) for cond, body in statement.branches]
        found: Expr | None = None
        for cond, body in reversed(bodies):
            certain = x.known(cond)
            if certain == 0:
                continue
            if found is None and certain is None:
                found = self._into(statement.otherwise, place, way)
            then = self._into(body, place, way)
            found = then if certain else choose(cond, then, found if found is not None else UNKNOWN)
        return found if found is not None else self._into(statement.otherwise, place, way)

    def _into(self, body: ty.Body | None, place: Place, way: Way) -> Expr:
        statements = tuple(body.statements) if body else ()
        return self._prove(replace(way, frames=(Frame(statements, place), *way.frames)))

    def _loop(self, statement: ty.Loop, way: Way) -> Expr:
        if not self._hard(statement):
            return self._prove(self._changed(way, self.writing.by(statement)))
        count = ty.const_number(statement.count if statement.left is None else statement.left)
        if count is None or count > MAX_UNROLL or statement.while_ is not None:
            raise Untold
        if statement.left is None:
            return self._turns(statement, count, way)
        found: Expr = UNKNOWN
        turns = way.frames[0].place.local(statement.counter)
        for number in range(count):
            found = choose(x.test("==", turns, x.Num(number)), self._turns(statement, number, way), found)
        return found

    def _turns(self, statement: ty.Loop, number: int, way: Way) -> Expr:
        """So many turns of a loop one after another."""
        frame = Frame(tuple(statement.body.statements) * number, way.frames[0].place)
        return self._prove(replace(way, frames=(frame, *way.frames)))

    # ---- choices

    def _pick(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        if statement.mode == "random":
            sure = statement.soft or never_empty(statement.items)
            return YES if sure else x.test(">", x.Count(self._expr(statement.items, place, way)), x.NO)
        return self._optional(statement, place, way) if statement.soft else self._chosen(statement, place, way)

    def _optional(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        """A choice that may come to nothing; then the rest of its block is left out, and that is one way on."""
        top, instead = way.frames[0], tuple(statement.otherwise.statements) if statement.otherwise else ()
        left_out = [*top.statements, *instead]
        with suppress(Untold):
            if not any(self._hard(s) or _ends(s) or _leaves(s) for s in left_out):
                either_way = NOTHING.union(*(self.writing.by(s) for s in left_out))
                return self._prove(self._changed(going_on_with(way, replace(top, statements=())), either_way))
        without = self._prove(going_on_with(way, replace(top, statements=instead)))
        if without == YES:
            return YES
        try:
            return either(without, self._chosen(statement, place, way))
        except Untold:
            return either(without, UNKNOWN)

    def _chosen(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        """An element must be chosen."""
        spelt = self._each_by_itself(statement, place, way)
        if spelt is not None:
            return spelt
        items, name = statement.items, self._name()
        origin = origin_of(items, dict(place.origins))
        before, inside = self.cost, self._many(way, items)
        rest = self._prove(self._bind(inside, statement.slot, x.Name(name), origin, sure=True))
        if isinstance(items, ty.Filter):
            self._expr(items, place, way)  # nothing in it may be unknown
            cond = self._expr(items.cond, place.at_element(items.element, x.Name(name)), inside)
            rest = both(cond, rest)
            items = items.items
        among = self._gone_through(self._expr(items, place, way), before, way, inside)
        if rest == YES:
            return YES if never_empty(items) else x.test(">", x.Count(among), x.NO)
        return x.Has(among, name, rest)

    def _many(self, way: Way, items: ty.Value) -> Way:
        """The same way inside a set that is gone through."""
        return replace(way, turns=way.turns * max(self.values.work.of(items).size, 1))

    def _gone_through(self, among: Expr, before: int, way: Way, inside: Way) -> Expr:
        """A set, its turns counted where they are much work; `before` is what was noted before them."""
        parts = self.cost - before
        if parts <= LIGHT * way.turns:
            return among
        self.cost = before + 2 * way.turns
        return x.Counted(among, 1 + parts // inside.turns)

    def _each_by_itself(self, statement: ty.Pick, place: Place, way: Way) -> Expr | None:
        """Among the few values of an enum: a condition for each, if that stays short."""
        source = statement.items
        narrowed = source if isinstance(source, ty.Filter) else None
        few = self.values.sets.few(source if narrowed is None else narrowed.items)
        if few is None or len(few) > MAX_VALUES:
            return None
        ways: list[Expr] = []
        origin = origin_of(statement.items, dict(place.origins))
        for value in map(x.Num, few):
            among: Expr = YES
            if narrowed is not None:
                among = self._expr(narrowed.cond, place.at_element(narrowed.element, value), way)
            ways.append(both(among, self._prove(self._bind(way, statement.slot, value, origin))))
            if has_unknown(ways[-1]) or sum(x.size(one, MAX_SIZE) for one in ways) > MAX_SIZE // 3:
                return None
        return counted(either(*ways))

    def _several(self, statement: ty.PickSeveral, place: Place, way: Way) -> Expr:
        """Only the first pick can be missing; the others may be declined or run out."""
        if _leaves(statement):
            raise Untold
        rest = self._soft(statement, way)
        low = 0 if statement.soft else ty.const_number(statement.low)
        if low is None or low > 1:
            raise Untold
        if low == 0:
            return rest
        items, name = self._expr(statement.items, place, way), self._name()
        bound = place.binding(statement.slot, x.Name(name), sure=True)
        frame = Frame(tuple(statement.body.statements), replace(place, bound=bound))
        before, inner = self.cost, self._many(way, statement.items)
        body = self._prove(Way((frame,), way.written, way.changes, inner.turns))
        some = x.Has(self._gone_through(items, before, way, inner), name, body)
        return some if statement.mode == "random" else both(some, rest)

    def _one_of(self, statement: ty.PickOption, place: Place, way: Way) -> Expr:
        if _leaves(statement):
            raise Untold
        rest = self._prove(self._changed(way, self.writing.by(statement)))
        ways = []
        for case in statement.options:
            guard = self._expr(case.cond, place, way) if case.cond else YES
            frame = Frame(tuple(case.body.statements), place)
            ways.append(both(guard, self._prove(replace(way, frames=(frame,)))))
        return both(either(*ways), rest)

    def _name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    # ---- what statements may do

    def _hard(self, statement: ty.Statement) -> bool:
        for one in self._plain_inside(statement):
            self.writing.by_watches(one)
        return self.hardness.of_statement(statement)

    def _plain_inside(self, statement: ty.Statement) -> Iterable[ty.Do]:
        stack = [statement]
        while stack:
            one = stack.pop()
            if isinstance(one, ty.Do):
                yield one
            elif isinstance(one, ty.Branch | ty.Loop | ty.Each | ty.Acting | ty.AtOnce):
                stack += [s for body in inner_bodies(one) for s in body.statements]


def _adds(into: Any) -> bool:  # noqa: ANN401 - how a cell changes
    """Whether a change only ever adds its amount."""
    return bool(into(x.Name("old"), x.Name("amount")) == x.plus(x.Name("old"), x.Name("amount")))


def _takes(into: Any) -> bool:  # noqa: ANN401 - how a cell changes
    """Whether a change only ever takes its amount away."""
    return bool(into(x.Name("old"), x.Name("amount")) == x.minus(x.Name("old"), x.Name("amount")))


def _as_written(amount: Expr) -> Expr:
    """An amount that counts as 0 below 0, as it is: taking less than nothing from a cell that fits leaves it fitting."""
    match amount:
        case x.Math(sign="max", left=x.Num(value=0), right=inner):
            return inner
    return amount


def _declinable(statement: ty.Statement) -> bool:
    match statement:
        case ty.Maybe(otherwise=None):
            return True
        case ty.PickOption(mode=mode, may=may, otherwise=None):
            return may or mode == "any"
        case ty.PickSeveral(low=low, mode=mode, otherwise=None):
            return mode == "may" or (low is not None and ty.const_number(low) == 0)
    return False


def _leaves(statement: ty.Statement) -> bool:
    """Whether some way through the statement does not go on behind it."""
    return any(_ends(s) or _leaves(s) for body in inner_bodies(statement) for s in body.statements)


def _ends(statement: ty.Statement) -> bool:
    match statement:
        case ty.Leave():
            return True
        case ty.Do(primitive=primitive):
            return STATEMENTS[primitive].ends
    return False
