"""Typed statements become the structured program."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.ending import ENDING, Endings
from interpreter.check.keys import Key
from interpreter.check.operands import cell_of, overflow_of
from interpreter.check.reads import watched, written_by
from interpreter.check.sealed import written_secretly
from interpreter.check.typed import Formula, Routine
from interpreter.check.types import NUMBER
from interpreter.code import expr as x
from interpreter.code import program as pr
from interpreter.code.choices import Choices, has_otherwise, then
from interpreter.code.place import Place, in_routine
from interpreter.code.program import Block, Code, Program
from interpreter.code.reactions import Reactions
from interpreter.code.values import Values
from interpreter.engine.evident import mark_room
from interpreter.engine.hard import Hardness
from interpreter.engine.layout import Layout
from interpreter.engine.ordering import order_matters
from interpreter.engine.tables import cell_bounds
from interpreter.primitives import STATEMENTS
from interpreter.primitives.header import SCOPE, SCOPE_SIZE, WATCHING
from interpreter.primitives.registry import CELLS
from interpreter.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.code.expr import Expr

STATEMENT = 100
"""A statement of the engine is as much work as so many parts of a value."""
ME = ty.Me()


def compile_pack(
    vocabulary: Vocabulary, seats: int, options: dict[str, int], extra: Iterable[Routine | Formula] = ()
) -> Program:
    """Compile a checked pack for so many players and these options; `extra` are scripts of a scenario or a console."""
    layout = Layout(vocabulary, seats, options)
    made = list(extra)
    formulas = _by_key([f for f in made if isinstance(f, Formula)])
    program = Program(layout, Values(layout), spans=vocabulary.spans(), formulas=formulas)
    Compiler(program).run([r for r in made if isinstance(r, Routine)])
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


class Compiler:
    """Compiles all routines of a pack into one program."""

    def __init__(self, program: Program) -> None:
        self.p, self.values = program, program.values
        self.v: Vocabulary = program.layout.v
        self.hardness = Hardness(program.layout)
        self.choices, self.reactions = Choices(self), Reactions(self)
        self.endings = Endings(self.v)
        self.code: Code | None = None
        self.place = Place()
        self.parts = 0  # the work of the values lowered since the last node
        self.holds = False  # whether state-based rules wait for the end of a block
        self.outer: list[ty.Statement] | None = None
        self.after: list[ty.Statement] | None = None
        self.above: int | None = 0  # how many cells lie on the stack above the locals, where that is known
        self.watch_wants = watched(self.v)

    def run(self, extra: list[Routine]) -> None:
        """Lower every routine; the entry point comes first."""
        v = self.v
        assert v.start is not None
        self.routine(v.start)
        for verb in v.verbs:
            self.routine(verb.routine)
        for action in v.actions:
            self.routine(action.routine)
        for decl in v.hosts():
            for var in decl.vars.values():
                self.routine(var.overflow)
        for number, watch in enumerate(v.watches):
            self.routine(watch.routine)
            self.reactions.watch(number)
        self._scripts()
        self.reactions.events()
        for routine in extra:
            self.routine(routine)

    # ---- routines

    def routine(self, routine: Routine | None) -> None:
        """Lower a script of its own, if there is one."""
        if routine is None:
            return
        mark_room(routine.body, self.v, self.p.layout.roomy)
        code = self.begin(routine)
        self.block(routine.body, code.body, [])

    def begin(self, routine: Routine) -> Code:
        """Turn to a routine. No two may be found by one key."""
        if routine.key in self.p.routines:
            raise ValueError(f"two routines are called {routine.key!r}")
        self.above = 0
        self.code = Code(routine.key, routine, Block(routine.key), len(routine.locals))
        self.place = in_routine(routine)
        self.p.routines[routine.key] = self.code
        return self.code

    def slot(self) -> int:
        """A hidden local beyond those the script has."""
        assert self.code is not None
        self.code = self.p.routines[self.code.key] = replace(self.code, size=self.code.size + 1)
        return self.code.size - 1

    def new_block(self) -> Block:
        """An empty block of the routine."""
        assert self.code is not None
        return Block(self.code.key)

    def add(self, block: Block, node: pr.Node) -> None:
        """Put a node at the end of a block; its own blocks learn where they stand, and the block how much work it is."""
        block.parts += self.parts + (STATEMENT if isinstance(node, pr.Do) else 1)
        self.parts = 0
        if isinstance(node, pr.If | pr.ActAs):
            block.parts += max(inner.parts for inner in pr.inner_blocks(node))
        for inner in pr.inner_blocks(node):
            inner.inside = (node, block, len(block.nodes))
        block.nodes.append(node)

    def block(self, body: ty.Body, block: Block, outer: list[ty.Statement] | None = None) -> Block:
        """Lower a body into a block.

        `outer` is what follows the body up to the end of the option or routine; None when that cannot be told.
        """
        for number, statement in enumerate(body.statements):
            rest = body.statements[number + 1 :]
            self.outer, self.after = outer, None if outer is None else then(rest, outer)
            if isinstance(statement, ty.Pick) and has_otherwise(statement):
                self.choices.pick_or(statement, ty.Body(rest), block)
                break
            self._statement(statement, block)
        return block

    def inner(self, body: ty.Body, outer: list[ty.Statement] | None = None) -> Block:
        """Lower a body into a block of its own."""
        return self.block(body, self.new_block(), outer)

    def turn(self, body: ty.Body, block: Block, outer: list[ty.Statement] | None = None) -> Block:
        """Lower the body of a walk: how many elements wait below it is not known before."""
        above, self.above = self.above, None
        self.block(body, block, outer)
        self.above = above
        return block

    def option(self, body: ty.Body, block: Block) -> Block:
        """Lower the body of an option, whose scope lies on the stack meanwhile."""
        above, self.above = self.above, None if self.above is None else self.above + SCOPE_SIZE
        self.block(body, block, [])
        self.above = above
        return block

    def expr(self, value: ty.Value) -> Expr:
        """Lower a value, and note how much work it is."""
        self.parts += self.values.work.of(value).cost
        return self.values.expr(value, self.place)

    def kept(self, value: ty.Value) -> Expr:
        """The same for a value that is kept: a truth is 0 or 1."""
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
                run = pr.Run(keys.scripts(kind, script), kind, self.expr(piece), sure, (), at, self._behind(statement))
                self.add(block, run)
                self.leaving(keys.scripts(kind, script), at, block)
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
                self.choices.in_any_order(statement, block)
            case ty.AtOnce():
                self._at_once(statement, block)
            case ty.Each(items=items, slot=slot, left=left, body=body, acting=acting, saved=saved, at=at):
                inner, who = self.expr(items), saved if acting else -1
                further = replace(statement, begun=True, above=self.above)
                outer = None if self.after is None else [further, *self.after]
                self.add(block, pr.ForEach(slot, left, inner, self.turn(body, self.new_block(), outer), at, who, items))
            case ty.Acting(who=player, body=body, saved=saved, at=at):
                sure = not self.values.nullable(player, self.place)
                acting_as = self.kept(player)
                self.add(
                    block, pr.ActAs(saved, acting_as, sure, self.inner(body), at, self.hardness.given_none(statement))
                )
            case ty.Maybe():
                self.choices.maybe(statement, block)
            case ty.Pick():
                self.choices.pick(statement, block)
            case ty.PickSeveral():
                self.choices.several(statement, block)
            case ty.PickOption():
                self.choices.options(statement, block)
            case ty.OfferMenu():
                self.choices.offer(statement, block)
            case ty.Demand(cond=cond, at=at):
                self.add(block, pr.Demand(self.expr(cond), at, cond))
            case ty.Leave(at=at, span=span):
                self._leave(span, at, block)
            case _:
                assert_never(statement)

    def _assign(self, slot: int, value: ty.Value, at: ty.At, block: Block) -> None:
        checked = value.type.tag == "number" and _grows(value)
        self.add(block, pr.Assign(slot, self.kept(value), at, checked))

    def _behind(self, statement: ty.Statement) -> list[ty.Statement]:
        """A statement and what follows it, for proofs; nothing where that cannot be told."""
        return [] if self.after is None else [statement, *self.after]

    def _call(self, routine: Key, args: list[ty.Value], at: ty.At, block: Block, behind: list[ty.Statement]) -> None:
        given = tuple(self.kept(arg) for arg in args)
        checked = tuple(arg.type.tag == "number" and _grows(arg) for arg in args)
        if routine in self.v.begins:
            self._begun(pr.Call(routine, given, at, checked, apart=True), block)
        else:
            self.add(block, pr.Call(routine, given, at, checked, behind=behind))
        self.leaving(routine, at, block)

    # ---- spans

    def _begun(self, call: pr.Call, block: Block) -> None:
        """A verb that begins a span: what is decided there is judged by itself, as if no option were around it."""
        scope, held = x.Num(SCOPE), self.slot()
        self.add(block, pr.Assign(held, x.Cell(scope), call.at))
        self.add(block, pr.Store(scope, x.NO, call.at))
        self.add(block, call)
        self.add(block, pr.Store(scope, x.Local(held), call.at))

    def _leave(self, span: str, at: ty.At, block: Block) -> None:
        """Leave the routine, and with a span those around it, up to the one that begins it."""
        noted = f"shared.{ENDING}" in self.p.layout.vars  # a script outside the pack has nothing around it to leave
        if span and span != self._own_span() and noted:
            self.add(block, pr.Store(self._ending(), x.Num(1 + self.p.spans.index(span)), at))
        self.add(block, pr.Leave(at))

    def leaving(self, routine: Key, at: ty.At, block: Block, *before: pr.Node) -> None:
        """After something that may end a span: go on leaving, up to the verb that begins it."""
        spans, own = self.endings.of(routine), self._own_span()
        ending = x.Cell(self._ending()) if spans else x.NO
        if own in spans:
            out, number = self.new_block(), x.Num(1 + self.p.spans.index(own))
            self.add(out, pr.Store(self._ending(), x.NO, at))
            self.add(out, pr.Leave(at))
            self.add(block, pr.If(x.test("==", ending, number), out, self.new_block(), at))
        if spans - {own}:
            out = self.new_block()
            for node in (*before, pr.Leave(at)):
                self.add(out, node)
            self.add(block, pr.If(x.test(">", ending, x.NO), out, self.new_block(), at))

    def _own_span(self) -> str:
        """The span that the routine itself begins."""
        assert self.code is not None
        return self.v.begins.get(self.code.key, "")

    def _ending(self) -> Expr:
        return self.values.address(ty.Var(NUMBER, f"shared.{ENDING}", None, None), self.place)

    def _say(self, statement: ty.Say, block: Block) -> None:
        """What a line tells is worked out in any case, so that a game takes the same steps whoever listens."""
        assert self.code is not None
        slots = tuple(self.slot() for _ in statement.args)
        for slot, value in zip(slots, statement.args, strict=True):
            self._assign(slot, value, statement.at, block)
        self.p.messages.append(pr.Message(statement, self.code.source))
        self.add(block, pr.Tell(len(self.p.messages) - 1, slots, statement.at))

    # ---- engine statements

    def _do(self, statement: ty.Do, block: Block) -> None:
        at = statement.at
        declared = STATEMENTS[statement.primitive]
        given = () if declared.ends else tuple(self._arguments(statement, declared.params))
        node = pr.Do(
            statement.primitive,
            (("reason", "", self._ending_of(statement)),) if declared.ends else given,
            at,
            hard=self.hardness.impossible(statement) or self.hardness.given_none(statement),
            ends=declared.ends,
            typed=statement,
        )
        cell = cell_of(statement)
        if cell is not None:
            optional = [one for one in (cell.host, cell.index) if one is not None]
            needs = tuple(self.expr(one) for one in optional if self.values.nullable(one, self.place))
            bounds = cell_bounds(self.v.var(cell.key))
            node = replace(node, needs=needs, cell=self.values.address(cell, self.place), bounds=bounds)
        overflow = overflow_of(statement, self.v)
        if overflow is not None:
            node = replace(node, excess=self.slot())
        self.add(block, node)
        self._watch(statement, block)
        if overflow is not None:
            more, left = self.new_block(), x.Local(node.excess)
            self.add(more, pr.Call(overflow.key, (left,), at))
            self.leaving(overflow.key, at, more)
            self.add(block, pr.If(x.test(">", left, x.NO), more, self.new_block(), at))

    def _arguments(self, statement: ty.Do, types: Mapping[str, str]) -> Iterable[tuple[str, str, Expr]]:
        """Words become numbers: a span its number, a reason a number given here. The first piece brings its kind along."""
        about = STATEMENTS[statement.primitive].about
        for name, of in types.items():
            word, value = statement.words.get(name), statement.args.get(name)
            if word is not None:
                yield name, "", x.Num(self.p.spans.index(word) if of == "span" else self._reason_number(word))
            elif value is None:
                continue
            elif of == "word":
                yield name, "", self._reason(value)
            elif isinstance(value, ty.Var) and of in CELLS:
                yield name, "", self.values.address(value, self.place)
            else:
                kind = value.type.name if name == about else ""
                yield name, kind, self.kept(value) if value.type.tag != "set" else self.expr(value)

    def _ending_of(self, statement: ty.Do) -> Expr:
        """The number of a way for the game to end, for the log to tell why it did; of a value of an enum, one for each."""
        value = statement.args.get("reason")
        if value is None:
            return x.Num(self._ending_number(statement, statement.words.get("reason", "")))
        words = self.v.enums[value.type.name].values
        first = self._ending_number(statement, "")
        rows = [self._ending_number(statement, word) for word in words]
        return x.Row(self.values.table(Key("endings", (str(first),)), lambda: [*rows, first]), self.expr(value))

    def _ending_number(self, statement: ty.Do, reason: str) -> int:
        assert self.code is not None
        self.p.endings.append(pr.Ending(statement, self.code.source, reason))
        return len(self.p.endings) - 1

    def _reason(self, value: ty.Value) -> Expr:
        """The number of the word that a value of an enum is."""
        words = self.v.enums[value.type.name].values
        table = self.values.table(
            Key("reasons", (value.type.name,)), lambda: [*(self._reason_number(word) for word in words), -1]
        )
        return x.Row(table, self.expr(value))

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
                self.add(block, pr.Watch(number, tuple(sorted(wants & written)), statement.at))
                self.leaving(keys.watch(number), statement.at, block)

    # ---- control

    def _branch(self, statement: ty.Branch, block: Block) -> None:
        after = self.after
        for cond, body in statement.branches:
            test = self.expr(cond)
            then, other = self.inner(body, after), self.new_block()
            self.add(block, pr.If(test, then, other, statement.at))
            block = other
        if statement.otherwise is not None:
            self.block(statement.otherwise, block, after)

    def _loop(self, statement: ty.Loop, block: Block) -> None:
        after, counter = self.after, x.Local(statement.counter)
        self.add(block, pr.Assign(statement.counter, self.kept(statement.count), statement.at))
        cond = x.test(">", counter, x.NO)
        if statement.while_ is not None:
            cond = x.both(cond, self.expr(statement.while_))
        inner = self.new_block()
        self.add(inner, pr.Assign(statement.counter, x.minus(counter, x.YES), statement.at))
        self.block(statement.body, inner, None if after is None else [replace(statement, left=statement.count), *after])
        self.add(block, pr.While(cond, inner, statement.at))

    def _at_once(self, statement: ty.AtOnce, block: Block) -> None:
        """No state-based rule is looked at before the end of the block; then all are that it may concern."""
        at, every, after = statement.at, len(self.v.watches), self.after
        held, watching = self.holds, x.Num(WATCHING)
        self.add(block, pr.Assign(statement.saved, x.Cell(watching), at))
        self.add(block, pr.Store(watching, x.Num((1 << every) - 1), at))
        self.holds = True
        self.add(block, pr.If(x.YES, self.inner(statement.body, after), self.new_block(), at))
        self.holds = held
        self.add(block, pr.Store(watching, x.Local(statement.saved), at))
        for number in self.endings.concerned(statement.body) if not held else ():
            self.parts += self.values.work.of(ty.Watched(number)).cost
            self.add(block, pr.Watch(number, tuple(sorted(self.watch_wants[number])), at))
            self.leaving(keys.watch(number), at, block)

    def _secretly(self, statement: ty.Each, block: Block) -> None:
        """Each player in turn; what their script holds is forgotten before the next one is asked."""
        assert self.code is not None
        at, items = statement.at, self.expr(statement.items)
        chosen, first = self.slot(), self.code.size
        self.add(block, pr.Assign(chosen, x.NO, at))
        body = self.new_block()
        # whoever chooses need not care what comes behind: nobody knows what the others choose
        self.add(body, pr.If(x.YES, self.turn(statement.body, self.new_block(), []), self.new_block(), at))
        for slot in sorted({*_bound(statement.body), *range(first, self.code.size)}):
            self.add(body, pr.Assign(slot, x.NO, at))
        bits = self.values.table(keys.Key("bits", ()), lambda: [1 << seat for seat in range(self.p.layout.people)])
        self.add(body, pr.Assign(chosen, x.plus(x.Local(chosen), x.Row(bits, self.expr(ME))), at))
        sealed = written_secretly(statement.body, self.v)
        walk_through = statement.slot, statement.left, items, body, at, statement.saved, statement.items
        self.add(block, pr.ForEach(*walk_through, secret=sealed, chosen=chosen))

    # ---- scripts of things

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
                                self.routine(routine)
                            made[item.id, face] = routine.key
                self.p.runs[keys.scripts(decl.name, script)] = self.per_thing(decl.name, made)

    def per_thing(self, kind: str, made: dict[tuple[str, int], Key]) -> list[Key | None]:
        """The routine of every thing and face of a kind, and none for none."""
        faces = self.v.kinds[kind].faces
        row = [
            made.get((thing.item.id, face)) if thing.item else None
            for thing in self.p.layout.things[kind]
            for face in range(faces)
        ]
        return [*row, *[None] * faces]
