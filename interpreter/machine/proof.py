"""Whether an option can be completed, proved from its script instead of tried.

For the statements behind an option a condition over the present state is printed that holds exactly when there is a way
through them: costs that can be paid, things to choose, places with room. A condition reads the present state, so it may
not depend on anything an earlier statement of the same way changes; where it would, or where a loop, a call chain or a
nested choice is too much for it, there is no proof (`Unknown`) and the machine tries the option on a copy instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from interpreter.check import typed as ty
from interpreter.check.analysis import inner_bodies
from interpreter.check.typed import E
from interpreter.code.reads import origin_of, wanted_by, written_by
from interpreter.code.risk import hard_statement
from interpreter.machine.place import NO_LOCALS, Change, Place, Unknown, in_routine
from interpreter.machine.values import Values
from interpreter.primitives import STATEMENTS
from interpreter.primitives.tables import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.code.program import Ask, Program

MAX_UNROLL = 3
MAX_TEXT = 6000
MAX_INLINE = 12
MAX_VALUES = 4
TRUE, UNKNOWN = "True", "unknown()"
"""Nothing can fail; what follows cannot be told: asking for it sends the machine to try."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Statements still to come, where they stand, and whether they end a routine."""

    statements: tuple[Any, ...]
    place: Place
    routine: bool = False


@dataclass(frozen=True, slots=True)
class _Way:
    """How far a proof has come: what is left, what was written in ways that cannot be told, and what in known ways."""

    frames: tuple[_Frame, ...]
    written: frozenset[str] = frozenset()
    changes: tuple[Change, ...] = ()

    @property
    def changed(self) -> frozenset[str]:
        """Everything that is not as in the present state."""
        return self.written | {f"var {change.key}" for change in self.changes}

    def then(self, **changes: Any) -> _Way:  # noqa: ANN401 - fields of this class
        """The same with changes."""
        return replace(self, **changes)


class Proofs:
    """Prints conditions for one program."""

    def __init__(self, program: Program, values: Values, compile_text: Callable[[str, str], Any]) -> None:
        self.p, self.v = program, program.layout.v
        self.values, self.compile = values, compile_text
        values.names["unknown"] = unknown
        self.count = 0
        self.tables: dict[tuple[str, frozenset[str]], str] = {}
        self.searches: dict[str, tuple[str, str, str]] = {}  # texts that look for one element: condition, name, set
        self._writes: dict[str, frozenset[str]] = {}
        self._verbs = self._routines()

    def _routines(self) -> dict[str, Any]:
        v = self.v
        found = {verb.name: verb.routine for verb in v.verbs}
        found |= {f"action {a.id}": a.routine for a in v.actions}
        found |= {t.routine.name: t.routine for t in v.triggers if t.routine}
        found |= {w.routine.name: w.routine for w in v.watches if w.routine}
        return found

    def condition(self, ask: Ask, target: int, *, to_the_end: bool, chosen: str = "v") -> str:
        """The condition under which a value of a choice, called `chosen`, can be completed.

        `target` is the case it leads to, -1 for declining. `to_the_end` means to the end of the option or routine the
        choice stands in, otherwise only to the end of the option it begins itself.
        """
        rest = ask.unless if target < 0 else ask.rest
        if to_the_end and rest is None:
            return UNKNOWN
        place = in_routine(self.p.routines[ask.routine])
        if ask.store >= 0 and target >= 0:
            origin = origin_of(ask.values, {}) if ask.values is not None else ""
            place = replace(place, bound=((ask.store, chosen),), origins=((ask.store, origin),) if origin else ())
        behind = ask.bodies[target] if target >= 0 and ask.scoped else []
        return self._prove(_Way((_Frame(tuple(behind), place), _Frame(tuple(rest or ()) if to_the_end else (), place))))

    # ---- the walk

    def _prove(self, way: _Way) -> str:
        while way.frames and not way.frames[0].statements:
            way = way.then(frames=way.frames[1:])
        if not way.frames:
            return TRUE
        if len(way.frames) > MAX_INLINE:
            return UNKNOWN
        top = way.frames[0]
        statement = top.statements[0]
        way = way.then(frames=(replace(top, statements=top.statements[1:]), *way.frames[1:]))
        try:
            text = self._statement(statement, top.place, way)
        except Unknown:
            return UNKNOWN
        return text if len(text) <= MAX_TEXT else UNKNOWN

    def _statement(self, statement: Any, place: Place, way: _Way) -> str:  # noqa: ANN401, C901, PLR0911, PLR0912 - a case each
        match statement:
            case ty.Do():
                return self._do(statement, place, way)
            case ty.Demand(cond):
                return _and(self._text(cond, place, way), self._prove(way))
            case ty.SetLocal(slot, value):
                return self._prove(self._bind(way, slot, self._maybe_text(value, place, way)))
            case ty.CallVerb(verb, args):
                return self._call(verb, args, place, way)
            case ty.RunScript():
                return self._run(statement, place, way)
            case ty.Announce(event):
                if self.p.risk[self.p.entries[f"event {event}"]]:
                    raise Unknown
                return self._prove(self._changed(way, self.writes_of_event(event)))
            case ty.Branch():
                return self._branch(statement, place, way)
            case ty.Loop():
                return self._loop(statement, way)
            case ty.Acting(who, body):
                return self._acting(who, body, place, way)
            case ty.Pick():
                return self._pick(statement, place, way)
            case ty.PickSeveral():
                return self._several(statement, place, way)
            case ty.PickOption(mode="one"):
                return self._one_of(statement, place, way)
            case ty.Leave():
                return self._leave(way)
        if self._hard(statement) or _leaves(statement):
            raise Unknown
        return self._soft(statement, way)

    def _soft(self, statement: Any, way: _Way) -> str:  # noqa: ANN401 - a typed statement
        """Something that cannot fail by itself; where it may be declined, not doing it is one way on."""
        done = self._prove(self._changed(way, self.writes(statement)))
        if UNKNOWN not in done or not _declinable(statement):
            return done
        skipped = self._prove(way)
        return f"({skipped} or {done})" if UNKNOWN not in skipped else done

    def _leave(self, way: _Way) -> str:
        frames = way.frames
        while frames and not frames[0].routine:
            frames = frames[1:]
        return self._prove(way.then(frames=frames[1:]))

    # ---- values

    def _text(self, value: E, place: Place, way: _Way) -> str:
        """Print a value as it will be then; Unknown when something on the way changes it in a way that cannot be told."""
        wanted = wanted_by(value, self.v)
        if wanted & way.written:
            raise Unknown
        if wanted & way.changed:
            place = replace(place, changes=way.changes)
        return self.values.text(value, place)

    def _maybe_text(self, value: E, place: Place, way: _Way) -> str | None:
        try:
            return self._text(value, place, way)
        except Unknown:
            return None

    def _bind(self, way: _Way, slot: int, text: str | None, origin: str = "") -> _Way:
        place = way.frames[0].place
        bound = ((slot, text), *(pair for pair in place.bound if pair[0] != slot))
        return _relocated(way, replace(place, bound=bound, origins=_moved(place, slot, origin)))

    def _changed(self, way: _Way, tokens: frozenset[str] | set[str]) -> _Way:
        way = way.then(written=way.written | tokens)
        if any(token.startswith("where ") for token in tokens):  # where pieces are is no longer known
            frames = tuple(replace(frame, place=replace(frame.place, origins=())) for frame in way.frames)
            way = way.then(frames=_sharing(way.frames, frames))
        return way

    # ---- engine statements

    def _do(self, statement: ty.Do, place: Place, way: _Way) -> str:
        name = statement.primitive
        if STATEMENTS[name].fate or name in ("end_game", "win_game"):
            return TRUE
        tokens = frozenset(written_by(statement, self.v, dict(place.origins))) | self._watch_writes(statement)
        if name == "gain" and self._overflows(statement.args["counter"]):
            raise Unknown
        if "counter" in statement.args or "var" in statement.args:
            return self._count(statement, place, way, tokens)
        if hard_statement(self.p, name, statement.args, safe=statement.safe):
            return _and(self._room(statement, place, way), self._prove(self._moving(statement, place, way, tokens)))
        return self._prove(self._moving(statement, place, way, tokens))

    def _moving(self, statement: ty.Do, place: Place, way: _Way, tokens: frozenset[str]) -> _Way:
        """Afterwards a piece in a local is where it was put; other pieces in locals are where they were."""
        after = self._changed(way, tokens)
        piece, zone = statement.args.get("piece"), statement.args.get("zone")
        if statement.primitive not in ("move", "put_under") or self._watch_writes(statement):
            return after
        if piece is None or zone is None or piece.op != "local" or zone.op != "zone":
            return after
        now = after.frames[0].place
        if now.bound != place.bound:
            return after
        return _relocated(after, replace(now, origins=_moved(place, piece.args[0], str(zone.args[0]))))

    def _overflows(self, counter: E) -> bool:
        host, _, name = str(counter.args[0]).partition(".")
        routine = self.v.kind(host).vars[name].overflow
        return routine is not None and self.p.risk[self.p.entries[routine.name]]

    def _count(self, statement: ty.Do, place: Place, way: _Way, tokens: frozenset[str]) -> str:
        """A statement that changes one cell; only paying can be impossible."""
        name, cell = statement.primitive, statement.args.get("counter") or statement.args["var"]
        key = str(cell.args[0])
        pays = name == "pay" and not statement.safe
        try:
            change = self._change(name, cell, statement.args, place, way)
        except Unknown:
            if pays:
                raise
            return self._prove(self._changed(way, tokens))
        low = self._bounds(key)[0]
        after = self._changed(way.then(changes=(*way.changes, change)), self._watch_writes(statement))
        if not pays or low is None:
            return self._prove(after)
        if f"var {key}" in way.written:
            raise Unknown
        old = self.values.text(cell, replace(place, changes=way.changes))
        return _and(f"{change.after(change.address, old)} >= {low}", self._prove(after))

    def _change(self, name: str, cell: E, args: dict[str, Any], place: Place, way: _Way) -> Change:
        """What a statement does to its cell, as a text around the value before."""
        if any(x is not None and self.values.nullable(x, place) for x in cell.args[1:]):
            raise Unknown
        if any(wanted_by(x, self.v) & way.changed for x in cell.args[1:] if x is not None):
            raise Unknown
        given = args["value"] if name == "set_var" else args["amount"]
        text = self.values.truth(given, replace(place, changes=way.changes))
        if wanted_by(given, self.v) & way.written:
            raise Unknown
        low, high = self._bounds(str(cell.args[0]))
        if name != "set_var" and not self._never_negative(given):
            text = f"max(0, {text})"
        into = {"gain": "{old} + {amount}", "set_var": "{amount}"}.get(name, "{old} - {amount}")
        if high is not None and name in ("gain", "set_var"):
            into = f"min({high}, {into})"
        if low is not None and name in ("lose", "set_var"):
            into = f"max({low}, {into})"
        return Change(str(cell.args[0]), self.values.address(cell, place), f"({into})", text)

    def _never_negative(self, value: E) -> bool:
        """Whether a number is evidently 0 or more."""
        match value.op:
            case "const":
                return bool(value.args[0] >= 0)
            case "var":
                low = self._bounds(str(value.args[0]))[0]
                return low is not None and low >= 0
            case "field":
                return min(self.values.field_values(*value.args[:2])) >= 0
            case "table":
                return min(self.v.tables[value.args[0]].values) >= 0
            case "arith":
                return value.args[0] == "+" and all(map(self._never_negative, value.args[1:]))
            case "func":
                name, *args = value.args
                return name == "count" or (name == "max" and any(map(self._never_negative, args)))
        return False

    def _bounds(self, key: str) -> tuple[int | None, int | None]:
        host, _, name = key.partition(".")
        decl = self.v.kind(host).vars[name]
        return decl.low, decl.high

    def _room(self, statement: ty.Do, place: Place, way: _Way) -> str:
        args = statement.args
        if "piece" not in args or "zone" not in args or args["zone"].op != "zone":
            raise Unknown
        piece, zone = self._text(args["piece"], place, way), self._text(args["zone"], place, way)
        decl = self.p.layout.zones[args["zone"].args[0]].decl
        if f"zone {decl.key}" in way.written:
            raise Unknown
        return f"({piece} < 0 or m.capacity[{zone}] > s[{zone}])"

    def _watch_writes(self, statement: ty.Do) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        written = written_by(statement, self.v)
        for number, watch in enumerate(self.v.watches):
            if watch.cond is not None and wanted_by(watch.cond.value, self.v) & written and watch.routine is not None:
                if self.p.risk[self.p.entries[f"watch {number}"]]:
                    raise Unknown
                found |= self.writes_of(watch.routine.name)
        return found

    # ---- calls

    def _call(self, verb: str, args: list[E], place: Place, way: _Way) -> str:
        if not self.p.risk[self.p.entries[verb]]:
            return self._prove(self._changed(way, self.writes_of(verb)))
        routine = self._verbs.get(verb)
        if routine is None:
            raise Unknown
        bound = tuple((i, self._maybe_text(arg, place, way)) for i, arg in enumerate(args))
        return self._prove(
            way.then(
                frames=(
                    _Frame(tuple(routine.body.statements), _inside(place.me, "-1", bound), routine=True),
                    *way.frames,
                )
            )
        )

    def _run(self, statement: ty.RunScript, place: Place, way: _Way) -> str:
        name = f"{statement.kind}.{statement.script}"
        entries = [e for e in self.p.runs[name] if e >= 0]
        rest = self._prove(self._changed(way, self.writes_of_scripts(statement.kind, statement.script)))
        if not any(self.p.risk[e] for e in entries):
            return rest
        piece = self._text(statement.piece, place, way)
        if piece.isdigit() and self.v.kinds[statement.kind].faces == 1:
            item = self.p.layout.things[statement.kind][int(piece)].item
            routine = item.faces[0].scripts.get(statement.script) if item else None
            if not isinstance(routine, ty.Routine):
                return rest
            inside = _inside(place.me, piece, ())
            own = self._prove(way.then(frames=(_Frame(tuple(routine.body.statements), inside, routine=True),)))
            return _and(own, rest)
        table, faces = self._table(statement, way.changed), self.v.kinds[statement.kind].faces
        index = piece if faces == 1 else f"faced(s, {self.p.layout.tables[statement.kind].face}, {faces}, {piece})"
        return _and(f"({table}[{index}] is None or {table}[{index}](s, {place.me}, {piece}))", rest)

    def _table(self, statement: ty.RunScript, written: frozenset[str]) -> str:
        """One condition per thing, each a function of its own, made when first asked."""
        key = (f"{statement.kind}.{statement.script}", written)
        if key not in self.tables:
            self.tables[key] = f"C{len(self.tables)}"
            self.values.names[self.tables[key]] = self._conditions(statement.kind, statement.script, written)
        return self.tables[key]

    def _conditions(self, kind: str, script: str, written: frozenset[str]) -> list[Any]:
        """A function for each thing and face, None where nothing can fail; each is printed when it is first asked."""
        faces = self.v.kinds[kind].faces
        row: list[Any] = []

        def first(index: int, s: State, me: int, this: int) -> bool:
            try:
                text = self.script_condition(kind, script, index // faces, index % faces, written)
                row[index] = None if text == TRUE else self.compile("s, me, this", text)
            except Unknown:
                row[index] = unknown
            return row[index] is None or bool(row[index](s, me, this))

        row += [partial(first, index) for index in range(faces * len(self.p.layout.things[kind]))]
        row += [None] * faces
        return row

    def script_condition(self, kind: str, script: str, thing: int, face: int, written: frozenset[str]) -> str:
        """The condition for the script of one thing, with `me` and `this` as names."""
        item = self.p.layout.things[kind][thing].item
        routine = item.faces[face].scripts.get(script) if item else None
        if not isinstance(routine, ty.Routine):
            return TRUE
        frame = _Frame(tuple(routine.body.statements), _inside("me", "this", ()), routine=True)
        return self._prove(_Way((frame,), written))

    def _acting(self, who: E, body: ty.Body, place: Place, way: _Way) -> str:
        actor = self._text(who, place, way)
        if self.values.nullable(who, place):
            raise Unknown
        return self._prove(way.then(frames=(_Frame(tuple(body.statements), replace(place, me=actor)), *way.frames)))

    # ---- control

    def _branch(self, statement: ty.Branch, place: Place, way: _Way) -> str:
        if not self._hard(statement) and not _leaves(statement):
            return self._prove(self._changed(way, self.writes(statement)))
        bodies = [(self._text(cond, place, way), body) for cond, body in statement.branches]
        text = self._into(statement.otherwise, place, way)
        for cond, body in reversed(bodies):
            if cond in ("True", "1"):
                text = self._into(body, place, way)
            elif cond not in ("False", "0"):
                text = f"({self._into(body, place, way)} if {cond} else {text})"
        return text

    def _into(self, body: ty.Body | None, place: Place, way: _Way) -> str:
        statements = tuple(body.statements) if body else ()
        return self._prove(way.then(frames=(_Frame(statements, place), *way.frames)))

    def _loop(self, statement: ty.Loop, way: _Way) -> str:
        if not self._hard(statement):
            return self._prove(self._changed(way, self.writes(statement)))
        count = statement.count if statement.left is None else statement.left
        if count.op != "const" or count.args[0] > MAX_UNROLL or statement.while_ is not None:
            raise Unknown
        if statement.left is None:
            return self._turns(statement, count.args[0], way)
        text = UNKNOWN
        turns = way.frames[0].place.local_text(statement.counter)
        for number in range(count.args[0]):
            text = f"({self._turns(statement, number, way)} if {turns} == {number} else {text})"
        return text

    def _turns(self, statement: ty.Loop, number: int, way: _Way) -> str:
        """So many turns of a loop one after another."""
        frame = _Frame(tuple(statement.body.statements) * number, way.frames[0].place)
        return self._prove(way.then(frames=(frame, *way.frames)))

    # ---- choices

    def _pick(self, statement: ty.Pick, place: Place, way: _Way) -> str:
        if statement.mode == "random":
            return TRUE
        top = way.frames[0]
        if statement.mode != "hard":
            if any(self._hard(s) for s in top.statements):
                raise Unknown
            skipped = frozenset().union(*(self.writes(s) for s in top.statements)) if top.statements else frozenset()
            return self._prove(self._changed(way.then(frames=(replace(top, statements=()), *way.frames[1:])), skipped))
        text = self._each_by_itself(statement, place, way)
        if text is not None:
            return text
        items, name = statement.items, self._name()
        rest = self._prove(self._bind(way, statement.slot, name, self._origin(statement.items, place)))
        if items.op == "filter":
            self._text(items, place, way)  # nothing in it may be unknown
            items, number, cond = items.args
            rest = _and(self._text(cond, replace(place, elements=((number, name), *place.elements)), way), rest)
        among = self._text(items, place, way)
        if rest == TRUE:
            return f"(len({among}) > 0)"
        text = f"any({rest} for {name} in {among})"
        self.searches[text] = (rest, name, among)
        return text

    def _origin(self, items: E, place: Place) -> str:
        return origin_of(items, dict(place.origins))

    def _each_by_itself(self, statement: ty.Pick, place: Place, way: _Way) -> str | None:
        """Among the few values of an enum: a condition for each, if that stays short."""
        items, cond, number = statement.items, None, -1
        if items.op == "filter":
            items, number, cond = items.args
        few = self.values.few(items)
        if few is None or len(few) > MAX_VALUES:
            return None
        ways: list[str] = []
        for value in map(str, few):
            inside = replace(place, elements=((number, value), *place.elements))
            among = self._text(cond, inside, way) if cond is not None else TRUE
            origin = self._origin(statement.items, place)
            ways.append(_and(among, self._prove(self._bind(way, statement.slot, value, origin))))
            if UNKNOWN in ways[-1] or sum(map(len, ways)) > MAX_TEXT // 4:
                return None
        return TRUE if TRUE in ways else "(" + " or ".join(ways) + ")"

    def _several(self, statement: ty.PickSeveral, place: Place, way: _Way) -> str:
        """Only the first pick can be missing; the others may be declined or run out."""
        if _leaves(statement):
            raise Unknown
        rest = self._soft(statement, way)
        low = statement.low
        if low is not None and (low.op != "const" or low.args[0] > 1):
            raise Unknown
        if low is None or low.args[0] == 0:
            return rest
        items, name = self._text(statement.items, place, way), self._name()
        bound = ((statement.slot, name), *place.bound)
        frame = _Frame(tuple(statement.body.statements), replace(place, bound=bound))
        body = self._prove(_Way((frame,), way.written, way.changes))
        return _and(f"any({body} for {name} in {items})", rest)

    def _one_of(self, statement: ty.PickOption, place: Place, way: _Way) -> str:
        if _leaves(statement):
            raise Unknown
        rest = self._prove(self._changed(way, self.writes(statement)))
        ways = []
        for case in statement.options:
            guard = self._text(case.cond, place, way) if case.cond else TRUE
            ways.append(
                _and(guard, self._prove(_Way((_Frame(tuple(case.body.statements), place),), way.written, way.changes)))
            )
        return rest if TRUE in ways else _and("(" + " or ".join(ways) + ")", rest)

    def _name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    # ---- what statements may do

    def _hard(self, statement: Any) -> bool:  # noqa: ANN401 - a case each
        match statement:
            case ty.Do(primitive, args):
                self._watch_writes(statement)
                return hard_statement(self.p, primitive, args, safe=statement.safe)
            case ty.Demand():
                return True
            case ty.Pick(mode=mode):
                return mode == "hard"
            case ty.PickSeveral(low=low):
                return low is not None and not (low.op == "const" and low.args[0] == 0)
            case ty.PickOption(mode=mode):
                return mode == "one"
            case ty.CallVerb(verb):
                return self.p.risk[self.p.entries[verb]]
            case ty.RunScript(kind, script):
                return any(e >= 0 and self.p.risk[e] for e in self.p.runs[f"{kind}.{script}"])
            case ty.Announce(event):
                return self.p.risk[self.p.entries[f"event {event}"]]
            case ty.Branch() | ty.Loop() | ty.Each() | ty.Acting():
                return any(self._hard(s) for body in inner_bodies(statement) for s in body.statements)
        return False

    def writes(self, statement: Any) -> frozenset[str]:  # noqa: ANN401 - a typed statement
        """Everything a statement may change, calls included."""
        match statement:
            case ty.Do():
                return (
                    frozenset(written_by(statement, self.v))
                    | self._watch_writes(statement)
                    | self._overflow_writes(statement)
                )
            case ty.CallVerb(verb):
                return self.writes_of(verb)
            case ty.RunScript(kind, script):
                return self.writes_of_scripts(kind, script)
            case ty.Announce(event):
                return self.writes_of_event(event)
            case ty.OfferMenu(menu):
                actions = [a for a in self.v.actions if a.menu == menu]
                limits = frozenset(f"var player.(limit {a.id})" for a in actions)
                return limits.union(*(self.writes_of(f"action {a.id}") for a in actions))
        inner = [self.writes(s) for body in inner_bodies(statement) for s in body.statements]
        return frozenset().union(*inner) if inner else frozenset()

    def _overflow_writes(self, statement: ty.Do) -> frozenset[str]:
        if statement.primitive != "gain":
            return frozenset()
        host, _, name = str(statement.args["counter"].args[0]).partition(".")
        routine = self.v.kind(host).vars[name].overflow
        return self._of_body(f"overflow {host}.{name}", routine) if routine else frozenset()

    def writes_of(self, verb: str) -> frozenset[str]:
        """Everything a routine may change."""
        return self._of_body(verb, self._verbs.get(verb))

    def _of_body(self, key: str, routine: Any) -> frozenset[str]:  # noqa: ANN401 - a Routine or None
        if key not in self._writes:
            self._writes[key] = frozenset()
            if routine is not None:
                self._writes[key] = frozenset().union(*(self.writes(s) for s in routine.body.statements))
        return self._writes[key]

    def writes_of_scripts(self, kind: str, script: str) -> frozenset[str]:
        """Everything any thing's script of that name may change."""
        key = f"scripts {kind}.{script}"
        if key not in self._writes:
            self._writes[key] = frozenset()
            found: frozenset[str] = frozenset()
            for item in self.v.kinds[kind].items:
                for face in item.faces:
                    routine = face.scripts.get(script)
                    if isinstance(routine, ty.Routine):
                        found |= self._of_body(f"script {routine.name}", routine)
            self._writes[key] = found
        return self._writes[key]

    def writes_of_event(self, event: str) -> frozenset[str]:
        """Everything that reacts to an event may change."""
        found: frozenset[str] = frozenset()
        for trigger in self.v.triggers:
            if trigger.event == event and trigger.routine:
                found |= self.writes_of(trigger.routine.name)
        for decl in self.v.kinds.values():
            for item in decl.items:
                if item.when and item.when.event == event and item.when.routine:
                    found |= self._of_body(f"hears {item.id}", item.when.routine)
        return found


def _relocated(way: _Way, place: Place) -> _Way:
    """The same way, with another place for all frames that share the place of the first."""
    old = way.frames[0].place
    return way.then(frames=tuple(replace(f, place=place) if f.place is old else f for f in way.frames))


def _sharing(before: tuple[_Frame, ...], after: tuple[_Frame, ...]) -> tuple[_Frame, ...]:
    """Frames that shared a place still share one."""
    places: dict[int, Place] = {}
    made = []
    for old, new in zip(before, after, strict=True):
        place = places.setdefault(id(old.place), new.place)
        made.append(replace(new, place=place))
    return tuple(made)


def _moved(place: Place, slot: int, origin: str) -> tuple[tuple[int, str], ...]:
    """Where pieces in locals are, after one has come to lie in a zone, or after that is not known any more."""
    kept = tuple(pair for pair in place.origins if pair[0] != slot)
    return (*kept, (slot, origin)) if origin else kept


def _declinable(statement: Any) -> bool:  # noqa: ANN401 - a typed statement
    match statement:
        case ty.Maybe():
            return True
        case ty.PickOption(mode=mode):
            return mode == "any"
        case ty.PickSeveral(low=low):
            return low is not None and low.op == "const" and low.args[0] == 0
    return False


def unknown(*_: object) -> bool:
    """Ask what cannot be told."""
    raise Unknown


def _inside(me: str, this: str, bound: tuple[tuple[int, str | None], ...]) -> Place:
    """A called routine: its parameters are texts, its other locals are not known until bound."""
    return Place(me, this, NO_LOCALS, bound)


def _leaves(statement: Any) -> bool:  # noqa: ANN401 - a typed statement
    """Whether some way through the statement does not go on behind it."""
    return any(_ends(s) or _leaves(s) for body in inner_bodies(statement) for s in body.statements)


def _ends(statement: Any) -> bool:  # noqa: ANN401 - a typed statement
    match statement:
        case ty.Leave():
            return True
        case ty.Do(primitive):
            return primitive in ("end_game", "win_game")
    return False


def _and(left: str, right: str) -> str:
    if left == TRUE:
        return right
    return left if right == TRUE else f"({left} and {right})"
