"""Whether an option can be completed, proved from its script instead of tried.

For the statements behind an option there is a condition over the present state that holds exactly when there is a way
through them: costs that can be paid, things to choose, places with room. A condition reads the present state, so it may
not depend on anything an earlier statement of the same way changes; where it would, or where a loop, a call chain or a
nested choice is too much for it, there is no proof (`Unknown`) and the machine tries the option on a copy instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.ending import Endings
from interpreter.check.keys import Key
from interpreter.check.operands import cell_of, overflow_of
from interpreter.check.reads import origin_of, wanted_by, written_by
from interpreter.check.work import LIGHT
from interpreter.code import expr as x
from interpreter.code.concluding import Conclusions
from interpreter.code.counting import counted
from interpreter.code.effects import Effects, as_written, takes
from interpreter.code.expr import UNKNOWN, YES, Expr, both, choose, either, has_unknown
from interpreter.code.largest import reached_by_some
from interpreter.code.needing import Needing
from interpreter.code.place import Bound, Place, Untold, in_routine, inside
from interpreter.code.plenty import conjuncts, effort, loses_one, surely
from interpreter.code.turns import MAX_VALUES, Turns, declinable, ends, leaves
from interpreter.code.way import MANY, Frame, Way, enough, going_on_with, known_first, moved, relocated, sharing
from interpreter.code.writing import NOTHING, Tokens, Writing
from interpreter.engine.evident import never_empty
from interpreter.engine.hard import Hardness
from interpreter.primitives import STATEMENTS
from interpreter.records import replace
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.code.program import Ask, Program

MAX_SIZE = 900
MAX_INLINE = 12
MAX_LEVELS = 90
"""Statements one behind the other that a proof looks at: each takes a part of Python's own stack."""
MAX_CLOSER = 12
"""Things whose scripts are each looked into for one condition."""
CLOSER_STEPS = 12
"""Steps that looking into the script of one thing may take: what takes longer is tried, printing waits for it."""
MORE = "more"
"""How another one of several is chosen, in a proof only."""
ASKED = 400
"""The parts a condition in a table takes at most before it counts its work itself."""


class Proofs:
    """Finds conditions for one program."""

    def __init__(self, program: Program) -> None:
        self.p, self.v, self.values = program, program.layout.v, program.values
        self.hardness, self.endings = Hardness(program.layout), Endings(program.layout.v)
        self.conclusions = Conclusions(program.layout)
        self.effects = Effects(self)
        self.turns = Turns(self)
        self.count = 0
        self.cost = 0
        """The parts that the condition found last takes beyond what it counts itself."""
        self._left, self._level = 0, 0
        self.size = 0
        """How many locals the routine has in which a proof begins."""
        self.relied: set[Key] = set()
        """Scripts of things that were known when a condition was found: it holds what they say."""
        self.writing = Writing(self.v, self.hardness)
        self.needing = Needing(self.v, self.hardness, self.writing.verbs)

    def condition(self, ask: Ask, target: int, *, to_the_end: bool, chosen: Expr) -> Expr:
        """The condition under which a value of a choice, `chosen`, can be completed.

        `target` is the case it leads to, -1 for declining. `to_the_end` means to the end of the option or routine the
        choice stands in, otherwise only to the end of the option it begins itself.
        """
        rest = ask.unless if target < 0 else ask.rest
        if to_the_end and rest is None:
            return UNKNOWN
        place = in_routine(self.p.routines[ask.routine].source)
        if keeps(ask, target):
            origin = origin_of(ask.typed_values, {}) if ask.typed_values is not None else ""
            origins = ((ask.store, origin),) if origin else ()
            place = replace(place, bound=(Bound(ask.store, chosen, sure=True),), origins=origins)
        behind = ask.behind[target] if target >= 0 and ask.scoped else []
        after = tuple(rest or ()) if to_the_end else ()
        return self._begin(Way((Frame(tuple(behind), place), Frame(after, place))), ask.routine)

    def of_script(self, routine: ty.Routine, written: Tokens) -> Expr:
        """The condition for the script of one thing, with `me` and `this` as names."""
        frame = Frame(tuple(routine.body.statements), inside(x.ME, x.THIS), routine=True)
        return self._begin(Way((frame,), written, loose=written), routine.key)

    def afterwards(self, routine: Key, done: Iterable[ty.Statement], rest: Iterable[ty.Statement]) -> Expr:
        """The condition for the rest of a routine, told while something before it is under way. Raises Untold."""
        written = NOTHING
        for statement in done:
            if self.endings.of_statement(statement):
                raise Untold
            written |= self.writing.by(statement)
        frame = Frame(tuple(rest), in_routine(self.p.routines[routine].source))
        return self._begin(Way((frame,), written, loose=written), routine)

    # ---- the walk

    def _begin(self, way: Way, routine: Key) -> Expr:
        self._left, self._level, self.cost = meter.PROOF.most, 0, 0
        self.size = self.p.routines[routine].size
        return self.prove(way)

    def prove(self, way: Way) -> Expr:
        """The condition for everything that is left of a way."""
        if self._left <= 0 or self._level > MAX_LEVELS:
            return UNKNOWN
        self._left -= 1
        self._level += 1
        self.cost += way.turns
        try:
            return self._next(way)
        finally:
            self._level -= 1

    def briefly(self, way: Way, steps: int) -> Expr:
        """The condition for a way, if it can be found in so many steps: for what is looked at besides."""
        kept = self._left
        self._left = given = min(kept, steps)
        try:
            return self.prove(way)
        finally:
            self._left += kept - given

    def _next(self, way: Way) -> Expr:
        frames = way.frames
        while frames and not frames[0].statements:
            frames = frames[1:]
        if not frames:
            return YES
        if len(frames) > MAX_INLINE:
            return UNKNOWN
        top = frames[0]
        statement = top.statements[0]
        way = replace(way, frames=(Frame(top.statements[1:], top.place, top.routine), *frames[1:]))
        try:
            found = self._statement(statement, top.place, way)
        except Untold:
            return UNKNOWN
        return found if x.size(found) <= MAX_SIZE else UNKNOWN

    def _statement(self, statement: ty.Statement, place: Place, way: Way) -> Expr:  # noqa: C901, PLR0911, PLR0912 - a case each
        if self.endings.of_statement(statement):
            raise Untold  # where it goes on depends on what was left
        match statement:
            case ty.Do():
                return self._do(statement, place, way)
            case ty.Demand(cond=cond):
                return both(self.expr(cond, place, way), self.prove(way))
            case ty.SetLocal(slot=slot, value=value):
                told = Bound(slot, self._maybe(value, place, way), meaning=value, since=way.now)
                return self.prove(self._bind(way, told))
            case ty.NameSet() | ty.Say():
                return self.prove(way)
            case ty.CallVerb(verb=verb) if verb in self.v.begins:
                return YES
            case ty.CallVerb():
                return self._call(statement, place, way)
            case ty.RunScript():
                return self._run(statement, place, way)
            case ty.Announce(event=event):
                if self.hardness.of_event(event):
                    raise Untold
                return self.behind(statement, self.prove(self.changed(way, self.writing.of_event(event))))
            case ty.Branch():
                return self._branch(statement, place, way)
            case ty.Loop():
                return self.turns.loop(statement, way)
            case ty.Each(secret=True):
                return YES
            case ty.Each():
                return self.turns.each(statement, place, way)
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
        if self.writing.may_fail(statement) or leaves(statement):
            raise Untold
        return self._soft(statement, place, way)

    def _soft(self, statement: ty.Statement, place: Place, way: Way) -> Expr:
        """Something that cannot fail by itself; where it may be declined, not doing it is one way on."""
        done = self.behind(statement, self.prove(self.changed(way, self.writing.by(statement))))
        if not has_unknown(done) or not declinable(statement):
            return done
        if isinstance(statement, ty.Maybe) and not statement.again:
            with suppress(Untold):
                done = self._into(statement.body, place, way)
        return known_first(self.prove(way), done)

    def behind(self, statement: ty.Statement, rest: Expr) -> Expr:
        """What follows a statement; where a trial may end inside it, it is enough that what follows can be done."""
        return enough(rest) if self.conclusions.of_statement(statement) else rest

    def _leave(self, way: Way) -> Expr:
        frames = way.frames
        while frames and not frames[0].routine:
            frames = frames[1:]
        return self.prove(replace(way, frames=frames[1:]))

    # ---- values

    def expr(self, value: ty.Value, place: Place, way: Way) -> Expr:
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
            made = self.expr(value, place, way)
        except Untold:
            return None
        return choose(made, YES, x.NO) if value.type.tag == "truth" and not isinstance(made, x.Num) else made

    def _bind(self, way: Way, told: Bound, origin: str = "") -> Way:
        place = way.frames[0].place
        return relocated(way, replace(place, bound=place.with_bound(told), origins=moved(place, told.slot, origin)))

    def changed(self, way: Way, tokens: Tokens, once: Tokens = NOTHING) -> Way:
        """The same way, once something was written; `once`, by a single change of one cell or one piece."""
        way = replace(way.stepped(tokens, MANY).stepped(once, 1), written=way.written | tokens | once)
        tokens |= once
        way = replace(way, loose=way.loose | tokens)
        if any(token.startswith("where ") for token in tokens):  # where pieces are is no longer known
            frames = tuple(replace(frame, place=replace(frame.place, origins=())) for frame in way.frames)
            way = replace(way, frames=sharing(way.frames, frames))
        return way

    # ---- engine statements

    def _do(self, statement: ty.Do, place: Place, way: Way) -> Expr:
        declared = STATEMENTS[statement.primitive]
        if declared.fate or declared.ends:
            return YES
        if self.hardness.of_routines([overflow_of(statement, self.v)]):
            raise Untold

        def done(left_out: Iterable[int] = ()) -> Expr:
            heard = self.writing.by_watches(statement, left_out)
            loose = self.conclusions.of_change(statement, left_out)  # a trial may end in an overflow, or in a rule
            if declared.change is not None:
                return self._count(statement, place, way, heard, loose)
            room = self.effects.room(statement, place, way) if self.hardness.impossible(statement) else YES
            rest = self.prove(self._moving(statement, place, way, heard))
            return both(room, enough(rest) if loose else rest)

        return self._heard(statement, way, done)

    def _heard(self, statement: ty.Do, way: Way, done: Callable[..., Expr]) -> Expr:
        """What comes of a change, given what rules that watch it may change in turn: some only concern certain cards."""
        loudly = done()
        if not has_unknown(loudly):
            return loudly
        grows = self.effects.leads(statement)
        asked = [
            (number, self.effects.concerned(number, tokens, way, grows))
            for number, tokens in self.writing.watching(statement)
        ]
        asking = {number: one for number, one in asked if one is not None}
        if not asking:
            return loudly
        quietly = done(asking)
        return loudly if quietly == UNKNOWN else choose(either(*asking.values()), loudly, quietly)

    def _moving(self, statement: ty.Do, place: Place, way: Way, heard: Tokens) -> Way:
        """Afterwards a piece in a local is where it was put; other pieces in locals are where they were."""
        written = frozenset(written_by(statement, self.v, dict(place.origins)))
        declared = STATEMENTS[statement.primitive]
        if "resets" in declared.writes:
            reset = [f"var {key}" for key in self.p.layout.vars]
            way = replace(way, changes=(*way.changes, *map(self.effects.reset, sorted(written.intersection(reset)))))
            written = written.difference(reset)
        after = self.changed(way, heard, written) if declared.puts else self.changed(way, heard | written)
        piece, zone = (statement.args.get(declared.named(of)) for of in ("piece", "zone"))
        if not declared.puts or heard:
            return after
        if piece is None or not isinstance(zone, ty.Zone):
            return after
        with suppress(Untold):
            after = replace(after, loose=way.loose, shifts=(*way.shifts, self.effects.shift(piece, zone, place, way)))
        if not isinstance(piece, ty.Local):
            return after
        now = after.frames[0].place
        if now.bound != place.bound:
            return after
        return relocated(after, replace(now, origins=moved(place, piece.slot, zone.key)))

    def _count(self, statement: ty.Do, place: Place, way: Way, heard: Tokens, loose: bool) -> Expr:
        """A statement that changes one cell; it may be impossible where its new value must fit.

        What follows need not be done where a trial may end in what the change sets off (`loose`).
        """
        declared, cell = STATEMENTS[statement.primitive], cell_of(statement)
        assert declared.change is not None
        assert cell is not None
        fails = declared.change.fails and not self.p.layout.finds_room(statement)
        there = self.effects.there(cell, place, way)
        more = self.writing.by_overflow(statement)

        def followed(after: Way) -> Expr:
            return enough(self.prove(after)) if loose else self.prove(after)

        try:
            change = self.effects.change(statement, cell, place, way)
        except Untold:
            if fails:
                raise
            written = frozenset(written_by(statement, self.v))
            return both(*there, followed(self.changed(way, heard | more, written)))
        after = self.changed(replace(way, changes=(*way.changes, change)), heard | more)
        after = after.stepped(frozenset({f"var {cell.key}"}), 1)
        low, high = self.effects.bounds(cell)
        if not fails or (low is None and high is None):
            return both(*there, followed(after))
        if f"var {cell.key}" in way.written:
            raise Untold
        old = self.values.expr(cell, replace(place, changes=way.changes))
        new = change.into(old, as_written(change.amount) if takes(declared.change.into) else change.amount)
        fits = [x.test(">=", new, x.Num(low))] if low is not None else []
        fits += [x.test("<=", new, x.Num(high))] if high is not None and not takes(declared.change.into) else []
        return both(*there, *fits, followed(after))

    # ---- calls

    def _call(self, statement: ty.CallVerb, place: Place, way: Way) -> Expr:
        routine, args = self.writing.verbs.get(statement.verb), statement.args
        if routine is None:
            raise Untold
        if not self.hardness.of_body(routine.body):
            return self.followed(statement, way, lambda: self._inside(routine, args, place, way))
        return self._inside(routine, args, place, way)

    def _inside(self, routine: ty.Routine, args: list[ty.Value], place: Place, way: Way) -> Expr:
        """What a verb does, and then the rest."""
        bound = tuple(
            Bound(i, self._maybe(arg, place, way), sure=not self.values.nullable(arg, place))
            for i, arg in enumerate(args)
        )
        frame = Frame(tuple(routine.body.statements), inside(place.me, x.NOBODY, bound), routine=True)
        return self.prove(replace(way, frames=(frame, *way.frames)))

    def _run(self, statement: ty.RunScript, place: Place, way: Way) -> Expr:
        kind, script = statement.kind, statement.script
        rest = self.behind(statement, self.prove(self.changed(way, self.writing.of_scripts(kind, script))))
        if not self.hardness.of_statement(statement):
            return rest
        piece, faces = self.expr(statement.piece, place, way), self.v.kinds[kind].faces
        number = x.known(piece)
        if number is not None and faces == 1:
            item = self.p.layout.things[kind][number].item if number >= 0 else None
            routine = item.faces[0].scripts.get(script) if item else None
            if not isinstance(routine, ty.Routine):
                return rest
            self.relied.add(routine.key)
            frame = Frame(tuple(routine.body.statements), inside(place.me, piece), routine=True)
            return both(self.prove(replace(way, frames=(frame,))), rest)
        if self.hardness.too_many(kind, script):
            raise Untold
        self.cost += way.turns * ASKED
        table = self._table(kind, script, way.changed)
        row = self.values.faced(kind, statement.piece, replace(place, changes=way.changes))
        asked: Expr = x.CallRow(table, row, place.me, piece, 1)
        for one, cond in self._closer(statement, place, way) if faces == 1 else ():
            asked = choose(x.test("==", piece, x.Num(one)), cond, asked)
        return both(asked, rest)

    def _closer(self, statement: ty.RunScript, place: Place, way: Way) -> list[tuple[int, Expr]]:
        """Conditions of single things' scripts that read what the way does: a table is told only that it does something."""
        found: list[tuple[int, Expr]] = []
        hard = [
            (number, routine)
            for number, thing in enumerate(self.p.layout.things[statement.kind])
            if isinstance(routine := thing.item and thing.item.faces[0].scripts.get(statement.script), ty.Routine)
            and self.hardness.of_body(routine.body)
        ]
        room = MAX_SIZE // 2
        for number, routine in hard if len(hard) <= MAX_CLOSER and way.changes else ():
            frames = (Frame(tuple(routine.body.statements), inside(place.me, x.Num(number)), routine=True),)
            if has_unknown(self.briefly(Way(frames, way.changed, loose=way.changed), CLOSER_STEPS)):
                cond = self.briefly(replace(way, frames=frames), CLOSER_STEPS)
                room -= x.size(cond)
                if cond == UNKNOWN or room < 0:
                    continue
                self.relied.add(routine.key)
                found.append((number, cond))
        return found

    def _table(self, kind: str, script: str, written: Tokens) -> Key:
        """A table of conditions, one for each thing and face; each is found when it is first asked."""
        key = Key("proof", (kind, script, *sorted(written)))
        return self.values.proof_table(key, kind, script, written)

    def _acting(self, who: ty.Value, body: ty.Body, place: Place, way: Way) -> Expr:
        actor = self.expr(who, place, way)
        if self.values.nullable(who, place):
            raise Untold
        frame = Frame(tuple(body.statements), replace(place, me=actor))
        return self.prove(replace(way, frames=(frame, *way.frames)))

    # ---- control

    def _branch(self, statement: ty.Branch, place: Place, way: Way) -> Expr:
        if self._is_decided(statement, place, way):
            return self._one_branch(statement, place, way)
        if not self.writing.may_fail(statement) and not leaves(statement):
            return self.followed(statement, way, lambda: self._one_branch(statement, place, way))
        return self._one_branch(statement, place, way)

    def _is_decided(self, statement: ty.Branch, place: Place, way: Way) -> bool:
        """Whether it is known which branch is taken, so that no other one need be looked at."""
        with suppress(Untold):
            return all(x.known(self.expr(cond, place, way)) is not None for cond, _ in statement.branches)
        return False

    def _one_branch(self, statement: ty.Branch, place: Place, way: Way) -> Expr:
        try:
            bodies = [(self.expr(cond, place, way), body) for cond, body in statement.branches]
        except Untold:
            return self._any_branch(statement, place, way)
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

    def _any_branch(self, statement: ty.Branch, place: Place, way: Way) -> Expr:
        """Whichever branch is taken: it is enough that all of them can be."""
        ways = [
            self._into(body, place, way) for body in (*(body for _, body in statement.branches), statement.otherwise)
        ]
        return enough(both(*ways)) if UNKNOWN not in ways else UNKNOWN

    def _into(self, body: ty.Body | None, place: Place, way: Way) -> Expr:
        statements = tuple(body.statements) if body else ()
        return self.prove(replace(way, frames=(Frame(statements, place), *way.frames)))

    def followed(self, statement: ty.Statement, way: Way, closely: Callable[[], Expr]) -> Expr:
        """What cannot fail: that it may change something is enough to know, unless what follows needs just that."""
        tokens = self.writing.by(statement)
        needed = self._needed(tokens, way)
        better = self._told(closely) if needed else UNKNOWN
        if better != UNKNOWN:
            return better
        found = self.prove(self.changed(way, tokens))
        if found == YES:
            return found
        found = self.behind(statement, found)
        if needed or not has_unknown(found):
            return found
        better = self._told(closely)
        return found if better == UNKNOWN else better

    @staticmethod
    def _told(way: Callable[[], Expr]) -> Expr:
        try:
            return way()
        except Untold:
            return UNKNOWN

    def _needed(self, tokens: Tokens, way: Way) -> bool:
        """Whether something that can fail on the rest of a way reads what was written."""
        return any(tokens & self.needing.by(frame.statements) for frame in way.frames)

    # ---- choices

    def _pick(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        if statement.mode == "random":
            sure = statement.soft or never_empty(statement.items)
            return YES if sure else x.test(">", x.Count(self.expr(statement.items, place, way)), x.NO)
        return self._optional(statement, place, way) if statement.soft else self._chosen(statement, place, way)

    def _optional(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        """A choice that may come to nothing; then the rest of its block is left out, and that is one way on."""
        top, instead = way.frames[0], tuple(statement.otherwise.statements) if statement.otherwise else ()
        left_out = [*top.statements, *instead]
        with suppress(Untold):
            if not any(self.writing.may_fail(s) or ends(s) or leaves(s) for s in left_out):
                either_way = NOTHING.union(*(self.writing.by(s) for s in left_out))
                found = self.prove(self.changed(going_on_with(way, replace(top, statements=())), either_way))
                found = enough(found) if self.conclusions.of_statements(left_out) else found
                if not has_unknown(found):
                    return found
        without = self.prove(going_on_with(way, replace(top, statements=instead)))
        if without == YES:
            return YES
        try:
            return either(without, self._chosen(statement, place, way))
        except Untold:
            return either(without, UNKNOWN)

    def _chosen(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        """An element must be chosen."""
        before = self.cost
        try:
            self.expr(statement.items, place, way)  # told first: what follows is looked at once
        except Untold:
            self.cost = before
            if reached_by_some(statement.items, place, way, self.v, self.values.sets):
                return self.prove(self._bind(way, Bound(statement.slot, None, sure=True)))
            return self._plenty(statement, place, way)
        self.cost = before
        return self._one_chosen(statement, place, way)

    def _plenty(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        """That more elements fit now than changes on the way can take out of the set, each of them one. Raises Untold."""
        items = statement.items
        while isinstance(items, ty.Derived) and items.base is None and not items.given:
            formula = self.v.values[items.key].formula
            assert formula is not None
            place, items = self.values.inside_of(items, place), formula.value
        if not isinstance(items, ty.Filter):
            raise Untold
        name, among = self._name(), self.expr(items.items, place, way)
        if wanted_by(items.items, self.v) & way.changed:
            raise Untold
        within = place.at_element(items.element, x.Name(name))
        lost, fits = 0, []
        for part in conjuncts(items.cond):
            read = wanted_by(part, self.v) & way.written
            if read and not loses_one(part, items.element, read, self.v):
                raise Untold
            lost += way.times(frozenset(read))
            fits.append(self.values.expr(part, within) if read else self.expr(part, within, way))
        if lost >= MANY:
            raise Untold
        rest = surely(self.prove(self._bind(way, Bound(statement.slot, x.Name(name), sure=True))))
        parts = rest.parts if isinstance(rest, x.Both) else (rest,)
        own = [part for part in parts if x.Name(name) in x.walk(part)]
        fitting = x.Keep(among, name, both(*fits, *own))
        self.cost += way.turns * effort(fitting, self.values)
        found = x.test(">", x.Count(fitting), x.Num(lost))
        return enough(both(found, *(part for part in parts if part not in own)))

    def _one_chosen(self, statement: ty.Pick, place: Place, way: Way) -> Expr:
        """The same, told by the elements themselves. Raises Untold."""
        spelt = self._each_by_itself(statement, place, way)
        if spelt is not None:
            return spelt
        items, name = statement.items, self._name()
        origin = origin_of(items, dict(place.origins))
        before, inside = self.cost, self._many(way, items)
        rest = self.prove(self._bind(inside, Bound(statement.slot, x.Name(name), sure=True), origin))
        if isinstance(items, ty.Filter):
            self.expr(items, place, way)  # nothing in it may be unknown
            cond = self.expr(items.cond, place.at_element(items.element, x.Name(name)), inside)
            rest = both(cond, rest)
            items = items.items
        among = self._gone_through(self.expr(items, place, way), before, way, inside)
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
                among = self.expr(narrowed.cond, place.at_element(narrowed.element, value), way)
            ways.append(both(among, self.prove(self._bind(way, Bound(statement.slot, value), origin))))
            if has_unknown(ways[-1]) or sum(x.size(one) for one in ways) > MAX_SIZE // 3:
                return None
        return counted(either(*ways))

    def _several(self, statement: ty.PickSeveral, place: Place, way: Way) -> Expr:
        """Only the first pick can be missing; the others may be declined or run out."""
        if leaves(statement) or (statement.mode != MORE and self.hardness.of_otherwise(statement)):
            raise Untold
        if statement.mode == "random" and (ty.const_number(statement.high) or 0) < 1:
            raise Untold  # with none to choose a trial goes on, with one it ends here
        if statement.mode == "random":
            return YES if statement.soft else x.test(">", x.Count(self.expr(statement.items, place, way)), x.NO)
        if statement.mode == MORE:
            return either(self.prove(way), self._by_one(statement, place, way))
        rest = self._soft(statement, place, way)
        low = 0 if statement.soft else ty.const_number(statement.low)
        if low is None or low > 1:
            raise Untold
        if low == 0:
            return self._some_or_none(statement, place, way, rest)
        frame, name, inner = self._one_of_several(statement, place, way)
        before, items = self.cost, self.expr(statement.items, place, way)
        some = self.prove(replace(inner, frames=(frame,)))
        found = x.Has(self._gone_through(items, before, way, inner), name, some)
        if not has_unknown(rest):
            return both(found, rest)
        with suppress(Untold):
            return either(self._by_one(statement, place, way), both(found, rest))
        return both(found, rest)

    def _some_or_none(self, statement: ty.PickSeveral, place: Place, way: Way, rest: Expr) -> Expr:
        """Where it cannot be told what follows however many are chosen: none of them, or one, may be enough."""
        if not has_unknown(rest) or statement.otherwise is not None:
            return rest
        with suppress(Untold):
            skipped = self.prove(way) if declinable(statement) else UNKNOWN
            another = self._by_one(replace(statement, mode=MORE), place, way)
            return either(*[skipped] * (skipped != UNKNOWN), another, rest)
        return rest

    def _one_of_several(self, statement: ty.PickSeveral, place: Place, way: Way) -> tuple[Frame, str, Way]:
        """What is done with one of them, its name, and the way inside the set."""
        name = self._name()
        bound = place.binding(statement.slot, x.Name(name), sure=True)
        frame = Frame(tuple(statement.body.statements), replace(place, bound=bound))
        return frame, name, self._many(way, statement.items)

    def _by_one(self, statement: ty.PickSeveral, place: Place, way: Way) -> Expr:
        """That one of them is enough for what follows, or this one and another: ways through among others."""
        frame, name, inner = self._one_of_several(statement, place, way)
        high = ty.const_number(statement.high)
        more: tuple[ty.Statement, ...] = ()
        if statement.mode != MORE and high is not None and high > 1:
            more = (replace(statement, mode=MORE),)
        before, items = self.cost, self.expr(statement.items, place, way)
        done = self.prove(replace(inner, frames=(frame, Frame(more, place), *way.frames)))
        if done == UNKNOWN:
            raise Untold
        return x.Has(self._gone_through(items, before, way, inner), name, done)

    def _one_of(self, statement: ty.PickOption, place: Place, way: Way) -> Expr:
        if leaves(statement):
            raise Untold
        rest = self.prove(self.changed(way, self.writing.by(statement)))
        behind = () if rest == YES or not self.conclusions.of_statement(statement) else way.frames
        ways = []
        for case in statement.options:
            guard = self.expr(case.cond, place, way) if case.cond else YES
            frame = Frame(tuple(case.body.statements), place)
            ways.append(both(guard, self.prove(replace(way, frames=(frame, *behind)))))
        return both(either(*ways), YES if behind else rest)

    def _name(self) -> str:
        self.count += 1
        return f"v{self.count}"


def keeps(ask: Ask, target: int) -> bool:
    """Whether the value of a choice is kept in a local of its routine: else a condition does not depend on it."""
    return ask.store >= 0 and target >= 0
