"""What the scripts of an item are about, so that words for them can be held against it.

There are two answers. What a script *says* is what a reader must be told: its numbers, the counters it changes, the things
it moves and lets somebody choose, what its conditions ask for, that something is left to a player. What it *reaches* is all
that it and what it calls ever touch: words may speak of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.operands import cell_of, operands
from interpreter.check.typed import Formula, Routine
from interpreter.primitives import STATEMENTS
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Face, Item, Verb, Vocabulary

Script = Routine | Formula
Given = Mapping[int, int]
INSIDE = 1
"""How many verbs deep words may tell numbers: they say what a verb does, rarely what the verbs in it do."""
_STRICT = {">": 1, "<": -1}
"""How far the number beside a strict comparison lies from the one a reader may be told: more than 3 is at least 4."""


@record(frozen=True, slots=True)
class Said:
    """Something a reader must be told: one of these numbers, or a word for one of these ids."""

    numbers: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Called:
    """A verb that is carried out, with those of its parameters whose numbers are known."""

    verb: Verb
    given: tuple[tuple[str, int], ...] = ()


@record(slots=True)
class Facts:
    """What scripts say, and what they reach."""

    said: list[Said] = field(default_factory=list)
    verbs: list[Called] = field(default_factory=list)
    """The verbs called at once: their words are part of what is said."""
    leaves: bool = False
    """Whether something is left to a player: to do it or not, or how often."""
    either: bool = False
    """Whether one of several ways is chosen."""
    numbers: set[int] = field(default_factory=set)
    """Those of the scripts, of the verbs they call at once, and of the values they read."""
    ids: set[str] = field(default_factory=set)
    amounts: dict[str, set[int]] = field(default_factory=dict)
    """How many of a counter are gained, lost, paid or asked for, as far as that is written."""
    worked_out: set[str] = field(default_factory=set)
    """Counters of which somewhere as many are meant as is worked out in the game."""
    seats: bool = False
    """Whether it matters how many players there are."""
    reached: list[Called] = field(default_factory=list)
    """Every verb that may be carried out on the way."""


def facts_of(v: Vocabulary, scripts: Iterable[Script]) -> Facts:
    """What these scripts say and reach."""
    reader = _Reader(v, Facts())
    for made in scripts:
        reader.surface(made)
        reader.depths(made)
    return reader.facts


def scripts_of(v: Vocabulary, item: Item, name: str = "", of: Face | None = None) -> list[Script]:
    """The scripts that words of an item, or of one of its faces, are about: one by its name, all under the empty one.

    A number that has no term is for bots, and nobody is told.
    """
    found: list[Script] = []
    for face in {id(face): face for face in item.faces if of is None or face is of}.values():
        told = [own for own, made in face.scripts.items() if isinstance(made, Routine) or _has_term(v, own)]
        found += [face.scripts[own] for own in (told if not name else [name]) if own in face.scripts]
    if of is not None:
        return found
    if item.when is not None and name in ("", "when"):
        found += [made for made in (item.when.cond, item.when.routine) if made is not None]
    if name in ("", "standing"):
        for one in item.standing:
            made_of = (v.values[key].formula for key in one.keys.values())
            found += [formula for formula in made_of if formula is not None]
    return found


def _has_term(v: Vocabulary, name: str) -> bool:
    return any(name in terms for terms in v.terms.values())


class _Reader:
    def __init__(self, v: Vocabulary, facts: Facts) -> None:
        self.v, self.facts = v, facts
        self.verbs = {verb.key: verb for verb in v.verbs}
        self.seen: set[object] = set()

    # ---- what is said

    def surface(self, made: Script) -> None:
        """Note what the script itself says."""
        if isinstance(made, Formula):
            self._value(made.value)
            return
        for statement in walk(made.body):
            self._statement(statement)

    def _statement(self, statement: ty.Statement) -> None:
        match statement:
            case ty.Do():
                self._do(statement)
                return
            case ty.Announce() | ty.Say() | ty.RunScript() | ty.Acting():
                return
            case ty.CallVerb(verb, args):
                self._call(verb, args)
            case ty.Maybe():
                self.facts.leaves = True
            case ty.Pick(name=name, items=items):
                self.facts.leaves |= statement.mode == "may"
                self._chosen(name, items)
            case ty.PickSeveral(name=name, items=items):
                self.facts.leaves |= statement.soft
                self._chosen(name, items)
            case ty.PickOption():
                self.facts.either = True
            case _:
                pass
        for value in _values(statement):
            self._value(value)

    def _do(self, statement: ty.Do) -> None:
        declared, cell = STATEMENTS[statement.primitive], cell_of(statement)
        for name, value in statement.args.items():
            if value is cell:
                continue
            self._value(value)
            if declared.params.get(name) == "piece" and value.type.tag == "kind":
                self._say(ids=(value.type.name, *_names(value), *self._places(value.type.name)))
        if cell is not None:
            self._say(ids=tuple(self._cell(cell)))

    def _cell(self, cell: ty.Var) -> Iterator[str]:
        yield cell.key.rpartition(".")[2]
        if cell.index is not None:
            yield from self._things(cell.index)

    def _things(self, value: ty.Value) -> Iterator[str]:
        """The words a value that is an enum's may go by."""
        yield value.type.name
        if isinstance(value, ty.Const) and value.type.tag == "enum" and value.number >= 0:
            yield self.v.enums[value.type.name].values[value.number]

    def _call(self, verb: Key, args: list[ty.Value]) -> None:
        called = self.verbs.get(verb)
        if called is not None:
            self.facts.verbs.append(_called(called, args, {}))

    def _chosen(self, name: str, items: ty.Value) -> None:
        of = items.type.name
        self._say(ids=(of, name, *_names(items), *self._places(of)))

    def _places(self, kind: str) -> Iterator[str]:
        """The zones whose words may name what lies in them."""
        for host in self.v.hosts():
            yield from (zone.name for zone in host.zones.values() if zone.holds == kind)

    def _say(self, numbers: tuple[int, ...] = (), ids: tuple[str, ...] = ()) -> None:
        told = Said(numbers, tuple(dict.fromkeys(one for one in ids if one)))
        if told not in self.facts.said:
            self.facts.said.append(told)

    def _value(self, value: ty.Value) -> None:
        for node in _told(value):
            match node:
                case ty.Compare(sign, left, right) if sign in _STRICT:
                    for side, step in ((right, _STRICT[sign]), (left, -_STRICT[sign])):
                        number = ty.const_number(side)
                        if number is not None and side.type.tag == "number":
                            self.facts.numbers |= {number, number + step}
                case ty.Var() if node.index is not None:
                    self._say(ids=tuple(self._cell(node)))
                case ty.Var(key=key) | ty.Derived(key=key):
                    self._say(ids=(key.rpartition(".")[2], *self._made_of(node)))
                case ty.Field(name=name):
                    self._say(ids=(name, node.type.name))
                case ty.TheItem(id=name):
                    self._say(ids=(name,))
                case _:
                    pass
        for numbers in _numbers(value):
            self._say(numbers)

    def _made_of(self, value: ty.Var | ty.Derived) -> Iterator[str]:
        """What a derived value without a word of its own is spelled out with."""
        decl = self.v.values.get(value.key) if isinstance(value, ty.Derived) else None
        if decl is None or decl.formula is None:
            return
        yield decl.formula.value.type.name
        for node in ty.nodes(decl.formula.value):
            yield from _names(node)
            yield node.type.name

    # ---- what is reached

    def depths(self, made: Script, deep: int = 0, given: Given = MappingProxyType({})) -> None:
        """Note everything the script and what it calls may touch; numbers only as far as words would go into it.

        `given` are the parameters whose numbers are known.
        """
        own = (type(made), made.key, tuple(given.items()))
        if own in self.seen:
            return
        self.seen.add(own)
        self.facts.ids |= {of.name for _, of in made.params}
        if made.this is not None:
            self.facts.ids.add(made.this.name)
        if isinstance(made, Formula):
            self._reach(made.value, deep)
            return
        for statement in walk(made.body):
            if isinstance(statement, ty.CallVerb):
                self._reach_verb(statement, deep, given)
            if isinstance(statement, ty.RunScript):
                self.facts.ids |= {statement.script, statement.kind}
            if isinstance(statement, ty.Do):
                self._change(statement, given)
            for value in _values(statement):
                self._reach(value, deep)

    def _reach_verb(self, call: ty.CallVerb, deep: int, given: Given) -> None:
        """Go on behind a verb, and behind its layers."""
        known = {slot: _amount(arg, given)[0] for slot, arg in enumerate(call.args) if arg.type.tag == "number"}
        passed = {slot: next(iter(numbers)) for slot, numbers in known.items() if len(numbers) == 1}
        for one in (self.verbs.get(call.verb), *map(self.verbs.get, self.v.pairs.get(call.verb, ()))):
            if one is not None:
                self.facts.reached.append(_called(one, call.args, given))
                if one.routine is not None:
                    self.depths(one.routine, deep + 1, passed)

    def _change(self, statement: ty.Do, given: Given) -> None:
        """Note how many of a counter a statement changes."""
        change, cell = STATEMENTS[statement.primitive].change, cell_of(statement)
        if change is None or cell is None:
            return
        amount = statement.args.get(change.amount)
        numbers, computed = _amount(amount, given) if amount is not None else ({1}, False)
        self._so_many(cell, numbers, computed=computed)

    def _so_many(self, cell: ty.Var, numbers: set[int], *, computed: bool = False) -> None:
        for name in self._cell(cell):
            self.facts.amounts.setdefault(name, set()).update(numbers)
            if computed:
                self.facts.worked_out.add(name)
        if cell.index is not None and not isinstance(cell.index, ty.Const):
            for name in self.v.enums[cell.index.type.name].values if cell.index.type.name in self.v.enums else ():
                self.facts.amounts.setdefault(name, set()).update(numbers)

    def _reach(self, value: ty.Value, deep: int) -> None:
        facts = self.facts
        for node in ty.nodes(value):
            facts.ids |= {*_names(node), node.type.name}
            match node:
                case ty.Compare(left=ty.Var() as cell, right=ty.Const(number=number)):
                    self._so_many(cell, {number - 1, number, number + 1} if node.sign in _STRICT else {number})
                case ty.PlayerCount():
                    facts.seats |= deep <= INSIDE
                case ty.Const(type=of, number=number) if of.tag == "number":
                    facts.numbers |= {abs(number)} if deep <= INSIDE else set()
                case ty.Const(type=of, number=number) if of.tag == "enum" and number >= 0:
                    facts.ids.add(self.v.enums[of.name].values[number])
                case ty.Derived(key=key):
                    formula = self.v.values[key].formula
                    if formula is not None:
                        self.depths(formula, deep)
                case ty.TableRow(table=table) if deep <= INSIDE:
                    facts.numbers |= set(self.v.tables[table].values)
                case _:
                    pass


def _told(value: ty.Value) -> Iterator[ty.Value]:
    """A value and what it is made of, but for what a function looks at in each element: its words say that."""
    yield value
    for part in ty.children(value):
        if not (isinstance(value, ty.OverEach) and part is value.each):
            yield from _told(part)


def _called(verb: Verb, args: list[ty.Value], given: Given) -> Called:
    known = zip((one.name for one in verb.phrase.params), (_amount(arg, given)[0] for arg in args), strict=False)
    return Called(verb, tuple((name, next(iter(numbers))) for name, numbers in known if len(numbers) == 1))


def _amount(value: ty.Value, given: Given) -> tuple[set[int], bool]:
    """The numbers that are written for an amount, and whether it is worked out in the game."""
    match value:
        case ty.Const(number=number):
            return {abs(number)}, False
        case ty.Local(slot=slot) if slot in given:
            return {given[slot]}, False
        case ty.IfElse(then=then, other=other):
            parts = [_amount(then, given), _amount(other, given)]
            return parts[0][0] | parts[1][0], parts[0][1] or parts[1][1]
        case ty.Applied(given=arguments) if value.type.tag == "number":
            made = [_amount(one, given) for one in arguments if one.type.tag == "number"]
            numbers: set[int] = set().union(*(known for known, _ in made))
            some = any(computed for _, computed in made)
            return (numbers | {1} if some else numbers), all(computed for _, computed in made)
        case ty.Arith(left=left, right=right):
            return _amount(left, given)[0] | _amount(right, given)[0], True
        case _:
            return set(), True


def _values(statement: ty.Statement) -> Iterator[ty.Value]:
    """The values a statement works out, and a set that it only gives a name."""
    yield from operands(statement)
    if isinstance(statement, ty.NameSet):
        yield statement.value


def _names(value: ty.Value) -> Iterator[str]:
    """The ids that stand in a value itself."""
    match value:
        case ty.Var(key=key) | ty.Row(key=key) | ty.Zone(key=key) | ty.Derived(key=key):
            yield key.rpartition(".")[2]
        case ty.Field(name=name) | ty.TheItem(id=name):
            yield name
        case ty.ItemFormula(script=name) | ty.HasScript(script=name):
            yield name
        case ty.EnumValues(enum=name) | ty.AllOf(kind=name):
            yield name
        case ty.Opponents():
            yield "opponent"
        case ty.Contents(zone=inner) | ty.InSlot(zone=inner) | ty.Filter(items=inner):
            yield from _names(inner)
        case _:
            pass


def _numbers(value: ty.Value) -> Iterator[tuple[int, ...]]:
    """The numbers of a value a reader must be told, each with those that say the same; 0 and 1 need no word."""
    match value:
        case ty.Compare(sign, left, right) if sign in _STRICT:
            for side, step in ((right, _STRICT[sign]), (left, -_STRICT[sign])):
                number = ty.const_number(side)
                if number is not None and number > 1:
                    yield (number, number + step)
                elif number is None:
                    yield from _numbers(side)
        case ty.Const(type=of, number=number):
            if of.tag == "number" and abs(number) > 1:
                yield (abs(number),)
        case _:
            for part in ty.children(value):
                yield from _numbers(part)
