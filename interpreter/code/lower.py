"""Typed statements become instructions. Labels are numbers handed out while lowering and replaced by places at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.typed import E, Formula, Routine
from interpreter.check.types import NUMBER, PLAYER, TRUTH, set_of
from interpreter.code.evident import mark_room, never_empty
from interpreter.code.layout import Layout
from interpreter.code.program import Ask, Instr, Program
from interpreter.code.reads import wanted_by, written_by
from interpreter.code.risk import find_risk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.check.vocabulary import Item, Trigger, Vocabulary

MAX_TIMES = 100
"""How often a player may repeat something that is allowed any number of times."""
MAX_WATCH = 64
YES = E("const", TRUTH, (1,))
ME = E("me", PLAYER)


def compile_pack(
    vocabulary: Vocabulary, seats: int, options: dict[str, int], extra: Iterable[Routine | Formula] = ()
) -> Program:
    """Compile a checked pack for so many players and these options; `extra` are scripts of a scenario or a console."""
    program = Program(Layout(vocabulary, seats, options))
    made = list(extra)
    program.formulas = {f.name: f for f in made if isinstance(f, Formula)}
    _Compiler(vocabulary, program).run([r for r in made if isinstance(r, Routine)])
    find_risk(program)
    return program


def _const(number: int) -> E:
    return E("const", NUMBER, (number,))


def _local(slot: int) -> E:
    return E("local", NUMBER, (slot,))


class _Compiler:
    """Compiles all routines of a pack into one program."""

    def __init__(self, v: Vocabulary, program: Program) -> None:
        self.v = v
        self.p = program
        self.labels: list[int] = []
        self.routine = 0
        self.extra = 0
        self.outer: list[Any] | None = None
        self.after: list[Any] | None = None
        self.watch_wants = [wanted_by(w.cond.value, v) if w.cond else set() for w in v.watches]

    def run(self, extra: list[Routine]) -> None:
        """Lower every routine; the entry point comes first."""
        v = self.v
        assert v.start is not None
        self._span_names()
        self._emit_routine(v.start)
        for verb in v.verbs:
            self._emit_routine(verb.routine)
        for action in v.actions:
            self._emit_routine(action.routine)
        for decl in (*v.kinds.values(), *([v.shared] if v.shared else [])):
            for var in decl.vars.values():
                self._emit_routine(var.overflow)
        for number, watch in enumerate(v.watches):
            self._emit_routine(watch.routine)
            self._emit_watch(number)
        self._scripts()
        self._events()
        for routine in extra:
            self._emit_routine(routine)
        self._resolve()
        self.p.watches = [w.cond.value for w in v.watches if w.cond]

    def _span_names(self) -> None:
        names = {
            var.resets for d in (*self.v.kinds.values(), self.v.shared) if d for var in d.vars.values() if var.resets
        }
        self.p.spans = sorted(names)

    # ---- routines

    def _emit_routine(self, routine: Routine | None) -> int:
        if routine is None:
            return -1
        self.p.routines.append(routine)
        self.routine = len(self.p.routines) - 1
        self.extra = len(routine.locals)
        entry = len(self.p.code)
        self.p.entries[routine.name] = entry
        mark_room(routine.body, self.v)
        self._block(routine.body, [])
        self._emit("return")
        self.p.sizes[routine.name] = self.extra
        self.p.run_sizes[entry] = self.extra
        return entry

    def _emit(self, op: str, *args: Any, at: ty.At = (0, 0)) -> int:  # noqa: ANN401 - operands differ by instruction
        self.p.code.append(Instr(op, args, self.routine, at))
        return len(self.p.code) - 1

    def _slot(self) -> int:
        """A hidden local beyond those the script has."""
        self.extra += 1
        return self.extra - 1

    def _label(self) -> int:
        self.labels.append(-1)
        return len(self.labels) - 1

    def _here(self, label: int) -> None:
        self.labels[label] = len(self.p.code)

    def _block(self, body: ty.Body, outer: list[Any] | None = None) -> None:
        """Lower a block; a soft choice in it with nothing to choose jumps to its end.

        `outer` is what follows the block up to the end of the option or routine; None when that cannot be told.
        """
        end = self._label()
        for number, statement in enumerate(body.statements):
            self.outer = outer
            self.after = None if outer is None else [*body.statements[number + 1 :], *outer]
            self._statement(statement, end)
        self._here(end)

    def _statement(self, statement: Any, end: int) -> None:  # noqa: ANN401, C901, PLR0912 - one case per statement
        match statement:
            case ty.Do():
                self._do(statement)
            case ty.CallVerb(verb, args, at):
                self._emit("call", verb, tuple(args), at=at)
            case ty.Announce(event, args, at):
                self._emit("call", f"event {event}", tuple(args), at=at)
            case ty.RunScript(kind, script, piece, at):
                self._emit("run", f"{kind}.{script}", piece, (), at=at)
            case ty.SetLocal(slot, value, at):
                self._emit("let", slot, value, at=at)
            case ty.Branch():
                self._branch(statement)
            case ty.Loop():
                self._loop(statement)
            case ty.Each():
                self._each(statement)
            case ty.Acting(who, body, saved, at):
                self._emit("act", saved, who, at=at)
                self._block(body)
                self._emit("back", saved, at=at)
            case ty.Maybe():
                self._maybe(statement)
            case ty.Pick():
                self._pick(statement, end)
            case ty.PickSeveral():
                self._several(statement)
            case ty.PickOption():
                self._options(statement)
            case ty.OfferMenu():
                self._offer(statement)
            case ty.Demand(cond, at):
                self._emit("demand", cond, at=at)
            case ty.Leave(at):
                self._emit("return", at=at)

    # ---- engine statements

    def _do(self, statement: ty.Do) -> None:
        name, args, at = statement.primitive, statement.args, statement.at
        if name == "gain" and self._overflow(args["counter"]) is not None:
            slot = self._slot()
            self._emit("do", name, self._words(args), slot, statement.safe, at=at)
            self._watch(statement)
            skip = self._label()
            self._emit("branch", E("compare", TRUTH, (">", _local(slot), _const(0))), skip, at=at)
            self._emit("call", self._overflow(args["counter"]), (_local(slot),), at=at)
            self._here(skip)
            return
        self._emit("do", name, self._words(args), -1, statement.safe, at=at)
        if name in ("end_game", "win_game"):
            self._emit("halt", at=at)
        self._watch(statement)

    def _overflow(self, counter: E) -> str | None:
        host, _, name = str(counter.args[0]).partition(".")
        routine = self.v.kind(host).vars[name].overflow
        return routine.name if routine else None

    def _words(self, args: dict[str, Any]) -> dict[str, Any]:
        """Words become numbers: a span its number, a reason a number given here."""
        made = dict(args)
        if "span" in made:
            made["span"] = _const(self._span_number(made["span"]))
        if "reason" in made:
            if made["reason"] not in self.p.reasons:
                self.p.reasons.append(made["reason"])
            made["reason"] = _const(self.p.reasons.index(made["reason"]))
        return made

    def _span_number(self, name: str) -> int:
        if name not in self.p.spans:
            self.p.spans.append(name)
        return self.p.spans.index(name)

    def _watch(self, statement: ty.Do) -> None:
        """After a change, look at the state-based rules that read what was changed."""
        written = written_by(statement, self.v)
        for number, wants in enumerate(self.watch_wants):
            if wants & written:
                self._emit("watch", number, tuple(sorted(wants & written)), at=statement.at)

    # ---- control

    def _branch(self, statement: ty.Branch) -> None:
        done, after = self._label(), self.after
        for cond, body in statement.branches:
            other = self._label()
            self._emit("branch", cond, other, at=statement.at)
            self._block(body, after)
            self._emit("jump", done, at=statement.at)
            self._here(other)
        if statement.otherwise is not None:
            self._block(statement.otherwise, after)
        self._here(done)

    def _loop(self, statement: ty.Loop) -> None:
        again, done, after = self._label(), self._label(), self.after
        self._emit("let", statement.counter, statement.count, at=statement.at)
        self._here(again)
        self._emit("branch", E("compare", TRUTH, (">", _local(statement.counter), _const(0))), done, at=statement.at)
        if statement.while_ is not None:
            self._emit("branch", statement.while_, done, at=statement.at)
        minus = E("arith", NUMBER, ("-", _local(statement.counter), _const(1)))
        self._emit("let", statement.counter, minus, at=statement.at)
        self._block(statement.body, None if after is None else [replace(statement, left=statement.count), *after])
        self._emit("jump", again, at=statement.at)
        self._here(done)

    def _each(self, statement: ty.Each) -> None:
        again, done = self._label(), self._label()
        self._emit("each", statement.left, statement.items, at=statement.at)
        self._here(again)
        self._emit("next", statement.slot, statement.left, done, at=statement.at)
        if statement.acting:
            self._emit("act", statement.saved, E("local", PLAYER, (statement.slot,)), at=statement.at)
        self._block(statement.body)
        if statement.acting:
            self._emit("back", statement.saved, at=statement.at)
        self._emit("jump", again, at=statement.at)
        self._here(done)

    # ---- choices

    def _ask(self, shape: str, name: str, at: ty.At, *, loops: bool = False, **settings: Any) -> Ask:  # noqa: ANN401 - fields of Ask
        settings.setdefault("unless", self.after)
        # what comes behind a choice that is made again and again cannot be told: another turn may change everything
        settings["rest"] = None if loops else self.after
        ask = Ask(len(self.p.asks), shape, name, self.routine, at, **settings)
        self.p.asks.append(ask)
        ask.pc = self._emit("ask", ask.number, at=at)
        return ask

    def _pick(self, statement: ty.Pick, end: int) -> None:
        go_on = self._label()
        soft = statement.mode != "hard"
        self._ask(
            "pick",
            statement.name,
            statement.at,
            type=statement.items.type.element,
            values=statement.items,
            store=statement.slot,
            targets=[go_on],
            empty=end if soft else -1,
            hard=None if soft or never_empty(statement.items) else YES,
            decline=end if statement.mode == "optional" else -1,
            random=statement.mode == "random",
            unless=self.outer,
        )
        self._here(go_on)

    def _several(self, statement: ty.PickSeveral) -> None:
        again, body, done = self._label(), self._label(), self._label()
        high, low = self._fixed(statement.high, statement.at), statement.low
        low = self._fixed(low, statement.at) if low is not None else None
        once = high.op == "const" and high.args[0] == 1
        counter = _const(0) if once else _local(statement.counter)
        if not once:
            self._emit("let", statement.counter, _const(0), at=statement.at)
            self._here(again)
            self._emit("branch", E("compare", TRUTH, ("<", counter, high)), done, at=statement.at)
        self._ask(
            "several",
            statement.name,
            statement.at,
            bodies=[statement.body.statements],
            type=statement.items.type.element,
            values=statement.items,
            store=statement.slot,
            targets=[body],
            scoped=True,
            after=done if once else again,
            empty=done,
            decline=done if low is not None else -1,
            decline_if=E("compare", TRUTH, (">=", counter, low)) if low is not None else None,
            hard=E("compare", TRUTH, ("<", counter, low)) if low is not None else None,
            loops=not once,
        )
        self._here(body)
        if not once:
            self._emit("bump", statement.counter, at=statement.at)
        self._block(statement.body, [])
        self._emit("commit", at=statement.at)
        if not once:
            self._emit("jump", again, at=statement.at)
        self._here(done)

    def _fixed(self, value: E, at: ty.At) -> E:
        """A number worked out once, before the first turn of a loop."""
        if value.op == "const":
            return value
        slot = self._slot()
        self._emit("let", slot, value, at=at)
        return _local(slot)

    def _maybe(self, statement: ty.Maybe) -> None:
        again, body, done = self._label(), self._label(), self._label()
        if statement.again:
            self._emit("let", statement.counter, _const(0), at=statement.at)
            self._here(again)
            self._emit(
                "branch",
                E("compare", TRUTH, ("<", _local(statement.counter), _const(MAX_TIMES))),
                done,
                at=statement.at,
            )
        self._ask(
            "again" if statement.again else "may",
            "",
            statement.at,
            bodies=[statement.body.statements],
            cases=[YES],
            labels=["again" if statement.again else "yes"],
            targets=[body],
            scoped=True,
            after=again if statement.again else done,
            decline=done,
            empty=done,
            loops=statement.again,
        )
        self._here(body)
        if statement.again:
            self._emit("bump", statement.counter, at=statement.at)
        self._block(statement.body, [])
        self._emit("commit", at=statement.at)
        if statement.again:
            self._emit("jump", again, at=statement.at)
        self._here(done)

    def _options(self, statement: ty.PickOption) -> None:
        again, done = self._label(), self._label()
        mode, counter, mask = statement.mode, _local(statement.counter), statement.mask
        once, marks = mode == "one", mode in ("order", "different")
        if marks:
            self._emit("let", mask, _const(0), at=statement.at)
        if not once:
            limit = statement.count if mode not in ("any", "order") else _const(MAX_TIMES)
            assert limit is not None
            self._emit("let", statement.counter, _const(0), at=statement.at)
            self._here(again)
            self._emit("branch", E("compare", TRUTH, ("<", counter, limit)), done, at=statement.at)
        cases, bodies = [], []
        for number, case in enumerate(statement.options):
            cond = case.cond or YES
            if marks:
                free = E("unmarked", TRUTH, (mask, number))
                cond = E("logic", TRUTH, ("and", free, cond)) if case.cond else free
            cases.append(cond)
            bodies.append(self._label())
        self._ask(
            "options",
            mode,
            statement.at,
            bodies=[case.body.statements for case in statement.options],
            cases=cases,
            labels=[c.label for c in statement.options],
            targets=bodies,
            scoped=True,
            after=done if once else again,
            decline=done if mode in ("any", "order") else -1,
            must=frozenset(i for i, c in enumerate(statement.options) if c.duty == "must"),
            empty=-1 if once else done,
            hard=YES if once else None,
            loops=not once,
        )
        for number, (case, label) in enumerate(zip(statement.options, bodies, strict=True)):
            self._here(label)
            if not once:
                self._emit("bump", statement.counter, at=case.at)
            if marks:
                self._emit("mark", mask, number, at=case.at)
            self._block(case.body, [])
            self._emit("commit", at=case.at)
            self._emit("jump", done if once else again, at=case.at)
        self._here(done)

    def _offer(self, statement: ty.OfferMenu) -> None:
        again, done = self._label(), self._label()
        actions = [a for a in self.v.actions if a.menu == statement.menu]
        if statement.until_done:
            counter, at = _local(statement.counter), statement.at
            self._emit("let", statement.counter, _const(0), at=at)
            self._here(again)
            self._emit("branch", E("compare", TRUTH, ("<", counter, _const(MAX_TIMES))), done, at=at)
        cases, bodies = [], []
        for action in actions:
            cond = action.requires.value if action.requires else YES
            if action.limit:
                used = E("var", NUMBER, (f"player.(limit {action.id})", ME, None))
                often = _const(action.times)
                unused = E("compare", TRUTH, ("<", used, often))
                cond = E("logic", TRUTH, ("and", unused, cond))
            cases.append(cond)
            bodies.append(self._label())
        self._ask(
            "menu",
            statement.menu,
            statement.at,
            bodies=[[ty.CallVerb(f"action {action.id}", [], statement.at)] for action in actions],
            cases=cases,
            labels=[a.id for a in actions],
            targets=bodies,
            scoped=True,
            after=again if statement.until_done else done,
            decline=done if statement.until_done else -1,
            empty=done,
            must=frozenset(i for i, a in enumerate(actions) if a.must),
            menu=statement.menu,
            loops=statement.until_done,
        )
        for action, label in zip(actions, bodies, strict=True):
            self._here(label)
            if statement.until_done:
                self._emit("bump", statement.counter, at=statement.at)
            if action.limit:
                self._emit("limit", f"player.(limit {action.id})", at=statement.at)
            self._emit("call", f"action {action.id}", (), at=statement.at)
            self._emit("commit", at=statement.at)
            self._emit("jump", again if statement.until_done else done, at=statement.at)
        self._here(done)

    # ---- what the pack declares beside verbs

    def _emit_watch(self, number: int) -> None:
        """A routine that runs the effect for every player it concerns, until the condition holds for nobody."""
        watch = self.v.watches[number]
        assert watch.cond is not None
        assert watch.routine is not None
        routine = Routine(f"watch {number}", [], source=watch.source)
        slots = [("(repeat)", NUMBER), ("(player)", PLAYER), ("(left)", NUMBER), ("(me)", PLAYER)]
        routine.locals = list(slots)
        hit = ty.Branch([(watch.cond.value, ty.Body([ty.CallVerb(watch.routine.name, [], (0, 0))]))], None, (0, 0))
        players = (
            E("func", set_of(PLAYER), ("players_from", ME)) if watch.for_player else E("listing", set_of(PLAYER), (ME,))
        )
        each = ty.Each(players, 1, 2, ty.Body([hit]), acting=True, saved=3, at=(0, 0))
        still = E("watched", TRUTH, (number,))
        routine.body = ty.Body([ty.Loop(_const(MAX_WATCH), still, ty.Body([each]), 0, (0, 0))])
        self.p.routines.append(routine)
        self.routine, self.extra = len(self.p.routines) - 1, len(slots)
        self.p.entries[routine.name] = self._emit("watching", number, 1)
        self._block(routine.body)
        self._emit("settled", number)
        self._emit("watching", number, 0)
        self._emit("return")
        self.p.sizes[routine.name] = self.extra

    def _scripts(self) -> None:
        """A table for each script of each kind: the routine of every thing and face."""
        for decl in self.v.kinds.values():
            for script, of in decl.scripts.items():
                if of != "effect":
                    continue
                entries: dict[tuple[str, int], int] = {}
                for item in decl.items:
                    for face, shown in enumerate(item.faces):
                        routine = shown.scripts.get(script)
                        if isinstance(routine, Routine) and routine.name not in self.p.entries:
                            self._emit_routine(routine)
                        if isinstance(routine, Routine):
                            entries[item.id, face] = self.p.entries[routine.name]
                self.p.runs[f"{decl.name}.{script}"] = self._per_thing(decl.name, entries)

    def _per_thing(self, kind: str, entries: dict[tuple[str, int], int]) -> list[int]:
        faces = self.v.kinds[kind].faces
        return [
            entries.get((thing.item.id, face), -1) if thing.item else -1
            for thing in self.p.layout.things[kind]
            for face in range(faces)
        ]

    def _events(self) -> None:
        for event in self.v.events:
            self._listeners(event.name)
            params = list(enumerate(event.phrase.params))
            routine = Routine(
                f"event {event.name}",
                [(p.name, NUMBER) for _, p in params],
                source=self.v.start.source if self.v.start else None,
            )
            routine.locals = [
                *routine.params,
                ("(player)", PLAYER),
                ("(left)", NUMBER),
                ("(me)", PLAYER),
                ("(card)", NUMBER),
                ("(cards)", NUMBER),
            ]
            first = len(params)
            args = [_local(i) for i, _ in params]
            reactions: list[Any] = [
                self._reaction(t, args) for t in self.v.triggers if t.event == event.name and t.routine
            ]
            for decl in self.v.kinds.values():
                if decl.listens and any(i.when and i.when.event == event.name for i in decl.items):
                    zone = self.v.kinds["player"].zones[decl.listens]
                    cards = E("contents", set_of(E("", PLAYER).type), (E("zone", PLAYER, (zone.key, ME)),))
                    hear = _Hear(f"{decl.name} hears {event.name}", first + 3, args)
                    reactions.append(
                        ty.Each(cards, first + 3, first + 4, ty.Body([hear]), acting=False, saved=-1, at=(0, 0))
                    )
            players = E("func", set_of(PLAYER), ("players_from", ME))
            routine.body = ty.Body(
                [ty.Each(players, first, first + 1, ty.Body(reactions), acting=True, saved=first + 2, at=(0, 0))]
            )
            self._emit_event(routine)

    def _reaction(self, trigger: Trigger, args: list[E]) -> Any:  # noqa: ANN401 - a statement
        assert trigger.routine is not None
        if trigger.routine.name not in self.p.entries:
            self._emit_routine(trigger.routine)
        call = ty.CallVerb(trigger.routine.name, list(args), (0, 0))
        return ty.Branch([(trigger.cond.value, ty.Body([call]))], None, (0, 0)) if trigger.cond else call

    def _listeners(self, event: str) -> None:
        """For each kind that listens: the routine of every card that hears this event."""
        for decl in self.v.kinds.values():
            entries: dict[tuple[str, int], int] = {}
            for item in decl.items:
                if item.when and item.when.event == event and item.when.routine:
                    entries[item.id, 0] = self._listener(item, item.when)
            if entries:
                self.p.runs[f"{decl.name} hears {event}"] = self._per_thing(decl.name, entries)

    def _listener(self, item: Item, trigger: Trigger) -> int:
        assert trigger.routine is not None
        body = trigger.routine.body
        if isinstance(trigger.cond, Formula):
            guard = ty.Branch([(E("not", TRUTH, (trigger.cond.value,)), ty.Body([ty.Leave((0, 0))]))], None, (0, 0))
            body = ty.Body([guard, *body.statements])
        return self._emit_routine(replace(trigger.routine, name=f"{item.id}.when", body=body))

    def _emit_event(self, routine: Routine) -> None:
        self.p.routines.append(routine)
        self.routine, self.extra = len(self.p.routines) - 1, len(routine.locals)
        self.p.entries[routine.name] = len(self.p.code)
        end = self._label()
        for statement in routine.body.statements:
            self._lower_event(statement, end)
        self._here(end)
        self._emit("return")
        self.p.sizes[routine.name] = self.extra

    def _lower_event(self, statement: ty.Each, end: int) -> None:
        inner = statement.body.statements
        statement.body = ty.Body(
            [s for s in inner if not (isinstance(s, ty.Each) and isinstance(s.body.statements[0], _Hear))]
        )
        hears = [s for s in inner if s not in statement.body.statements]
        again, done = self._label(), self._label()
        self._emit("each", statement.left, statement.items)
        self._here(again)
        self._emit("next", statement.slot, statement.left, done)
        self._emit("act", statement.saved, E("local", PLAYER, (statement.slot,)))
        self._block(statement.body)
        for hear in hears:
            self._hear(hear)
        self._emit("back", statement.saved)
        self._emit("jump", again)
        self._here(done)
        del end

    def _hear(self, each: ty.Each) -> None:
        hear = each.body.statements[0]
        again, done = self._label(), self._label()
        self._emit("each", each.left, each.items)
        self._here(again)
        self._emit("next", each.slot, each.left, done)
        self._emit("run", hear.table, _local(hear.slot), tuple(hear.args))
        self._emit("jump", again)
        self._here(done)

    # ---- labels to places

    def _resolve(self) -> None:
        p = self.p
        for instr in p.code:
            if instr.op in ("jump", "next", "branch"):
                instr.args = (*instr.args[:-1], self.labels[instr.args[-1]])
        for ask in p.asks:
            ask.targets = [self.labels[t] for t in ask.targets]
            ask.decline, ask.empty, ask.after = (
                self.labels[x] if x >= 0 else -1 for x in (ask.decline, ask.empty, ask.after)
            )
            only = ask.targets[0] if len(ask.targets) == 1 else -1
            ask.way = (ask.store, ask.after if ask.scoped else -1, only, ask.targets)


class _Hear:
    """Marks the place in an event's routine where the cards of a kind react."""

    def __init__(self, table: str, slot: int, args: list[E]) -> None:
        self.table, self.slot, self.args = table, slot, args
