"""Options that depend on what the chooser may not see.

What is offered tells everybody who looks at it whatever it was worked out from. So a condition, a filter or a cost that
decides what is offered must not read a hidden card or another player's private var. Counting hidden cards is fine, and so
is what lies in one's own hand, what shows on a back, and a card that was shown before.

Each script is followed from its first statement to its last, with what the one who acts can see of the pieces it holds.
Where branches part, having seen a piece in one of them counts: the doubt is the author's. A var that still points at a
hidden piece where a script ends does so wherever it is read, and what an event is given is seen by those that hear it as by
those that announce it. Whether somebody is asked at all tells as much as what is offered: what decides that is followed.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, assert_never

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.analysis import Nature, inner_bodies, inside_options
from interpreter.check.keys import Key
from interpreter.check.naming import Naming
from interpreter.check.operands import cell_of
from interpreter.diagnostics import Problems
from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.check.typed import Formula, Routine, Value
    from interpreter.check.vocabulary import Vocabulary, ZoneDecl
    from interpreter.diagnostics import Problem

OPEN, OWN, HIDDEN = 0, 1, 2
"""How much the one who acts sees of a piece: as everybody, because it is their own, or nothing."""
DEEPEST = 40
"""How many verbs and values inside each other are followed."""
MOST_CALLS = 5_000
"""How many ways to call a verb are followed."""


@record(frozen=True, slots=True)
class Read:
    """Something hidden that is read: where in the script, and through which values and verbs."""

    at: ty.At
    path: tuple[str, ...] = ()
    asked: bool = False
    """Whether it decides whether somebody is asked, and not what is offered."""


GIVEN = Read((0, 0), ("given",))
"""Something that a verb was given: it is told where the verb is called."""


@record(slots=True)
class _Sight:
    """What can be seen at one place of a script."""

    locals: dict[int, int] = field(default_factory=dict)
    read: dict[int, Read] = field(default_factory=dict)
    """Locals that hold a number or the like that was read from something hidden."""
    borrowed: bool = False
    """Whether another player acts than the one whose names these are."""
    told: list[bool] = field(default_factory=list)
    """For each line of the log that tells what a verb was given: whether it is told to one alone."""
    private: dict[int, Read] = field(default_factory=dict)
    """Locals that hold one that was read from what only the one who acts may see."""
    elements: dict[int, int] = field(default_factory=dict)
    named: frozenset[tuple[str, int]] = frozenset()
    """What stands for a name inside of a value: `this`, what it was given, elements of a set of names."""
    this: int = OPEN
    mine: bool = True
    """Whether what only `me` sees may be read."""
    seen: set[str] = field(default_factory=set)
    """Zones something was shown from."""
    origins: dict[int, set[str]] = field(default_factory=dict)
    """The zones that the pieces in locals were taken from."""
    pointers: dict[str, tuple[int, int]] = field(default_factory=dict)
    """How much is seen of what a var was set to here, and the local that held it; -1 for none."""
    control: Read | None = None
    """What is hidden and decides whether this place is reached."""


def reads_secret(v: Vocabulary, routines: list[Routine], cond: Value, script: Routine | Formula) -> bool:
    """Whether a condition reads something that the one who chooses may not see.

    Inside a value nobody can tell whose `my` it is: there everything counts that not everybody may see. What an action
    requires is asked of the one who chooses.
    """
    secrets = _Secrets(v, routines)
    if isinstance(script, ty.Routine):
        return secrets.read(cond, _Sight(), script) is not None
    mine = any(action.requires is script for action in v.actions)
    return secrets.read(cond, _Sight(mine=mine), None) is not None


def tells_secret(v: Vocabulary, routines: list[Routine], cond: Value, script: Routine) -> bool:
    """Whether a condition of a script reads something that not everybody may see."""
    return _Secrets(v, routines).read(cond, _Sight(mine=False), script) is not None


@record(slots=True)
class _Way:
    """How a script is followed: for whom, and what was found on the way."""

    routine: Routine
    option: bool
    """Whether it runs inside an option, so that what can fail in it decides about an offer."""
    reads: list[Read] = field(default_factory=list)
    left: list[Read] = field(default_factory=list)
    """What is hidden and decides whether the script was left before."""


def find_secret_options(v: Vocabulary, routines: list[Routine]) -> list[Problem]:
    """Report what decides about an offer and reads something hidden."""
    return _Secrets(v, routines).problems()


class _Secrets:
    def __init__(self, v: Vocabulary, routines: list[Routine]) -> None:
        self.v, self.routines = v, routines
        self.naming = Naming(v, routines)
        self.nature = Nature(v)
        self.inside = inside_options(v, routines)
        self.verbs = {verb.key: verb.routine for verb in v.verbs if verb.routine}
        self.can_hide = {zone.holds for decl in v.hosts() for zone in decl.zones.values() if zone.visible != "all"}
        self.found = Problems()
        self._values: dict[tuple[object, ...], Read | None] = {}
        self._sights: dict[tuple[object, ...], int] = {}
        self._placed: dict[tuple[object, ...], bool] = {}
        self._calls: dict[tuple[object, ...], tuple[list[Read], _Sight]] = {}
        self._followed: set[Key] = set()
        """The verbs that are called somewhere."""
        self._depth = 0
        self._pointers: dict[str, int] = {}
        """How much is seen of what vars point at, where the scripts that set them have ended."""
        self._heard: dict[str, dict[int, int]] = {}
        """How much is seen of the pieces that events are given."""
        self._asking: dict[Key, bool] = {}

    def problems(self) -> list[Problem]:
        """Follow every script, and again as long as more is known of what vars point at and events are given."""
        known = None
        while known != (known := (dict(self._pointers), {event: dict(given) for event, given in self._heard.items()})):
            for found in (self._values, self._sights, self._placed, self._calls, self._followed):
                found.clear()
            self.found = Problems()
            self._follow_all()
        return list(dict.fromkeys(self.found))

    def _follow_all(self) -> None:
        """Follow every script from where it begins; a verb from where it is called, if it is."""
        heard = {
            id(one.routine): self._heard.get(one.event, {}) for one in self.v.reactions() if one.routine is not None
        }
        verbs = {id(routine) for routine in self.verbs.values()}
        for routine in self.routines:
            if id(routine) not in verbs:
                given = dict(heard.get(id(routine), {}))
                self._follow(routine, _Sight(locals=given), option=routine.key in self.inside)
        for name, routine in self.verbs.items():
            if name not in self._followed:
                self._follow(routine, _Sight(), option=routine.key in self.inside)
        for action in self.v.actions:
            if action.requires is not None:
                self._formula(action.requires)
        self._follow_reactions()
        for value in self.v.values.values():
            read = self.read(value.formula.value, _Sight(mine=False), None) if value.show and value.formula else None
            if read is not None and value.formula is not None:
                self.found.report(err.SecretShown(value.formula.source.span(*read.at), value.name))

    def _follow_reactions(self) -> None:
        for one in self.v.reactions():
            self._reacts(one.cond, one.routine, _Sight(locals=dict(self._heard.get(one.event, {}))))
        for watch in self.v.watches:
            self._reacts(watch.cond, watch.routine, _Sight())

    def _reacts(self, cond: Formula | None, routine: Routine | None, c: _Sight) -> None:
        """Whether something happens by itself that asks must not depend on something hidden."""
        if cond is None or routine is None or not any(map(self._asks, routine.body.statements)):
            return
        read = self.read(cond.value, c, None)
        if read is not None:
            self.found.report(err.SecretAsked(cond.source.span(*read.at), read.path))

    def _follow(self, routine: Routine, c: _Sight, *, option: bool) -> None:
        way = _Way(routine, option)
        self._block(routine.body, c, way)
        self.found += [self._told(read, routine) for read in way.reads]
        for key in c.pointers:
            self._pointers[key] = max(self._pointers.get(key, OPEN), self._pointer(key, c))

    def _formula(self, formula: Formula) -> None:
        read = self.read(formula.value, _Sight(), None)
        if read is not None:
            self.found.report(self._told(read, formula))

    @staticmethod
    def _told(read: Read, script: Routine | Formula) -> Problem:
        span = script.source.span(*read.at)
        if read.asked:
            return err.SecretAsked(span, read.path)
        if read.path:
            return err.SecretPath(span, read.path)
        return err.SecretOption(span)

    # ---- what can be seen of a piece

    def sight(self, value: Value, c: _Sight, routine: Routine | None) -> int:
        """How much is seen of a piece, or of the elements of a set."""
        match value:
            case ty.Zone():
                return self._zone(value, c)
            case ty.Local(slot=slot):
                return c.locals.get(slot, OPEN)
            case ty.Element(number=number):
                return c.elements.get(number, OPEN)
            case ty.This():
                return c.this
            case ty.Var() if value.type.tag == "kind":
                return self._sight_of_var(value, c)
            case ty.Derived() if value.type.tag in ("kind", "set", "zone"):
                return self._sight_of_value(value, c, routine)
            case ty.Applied() if self._shows_top(value):
                return OPEN
            case ty.Filter(element=number, cond=cond) if self._places(cond, number, c, routine):
                return HIDDEN
        return max((self.sight(part, c, routine) for part in _pieces_of(value)), default=OPEN)

    def _sight_of_var(self, value: ty.Var, c: _Sight) -> int:
        """How much is seen of what a var points at; what its owner sees, others do not."""
        seen = self._pointer(value.key, c)
        mine = c.mine and (value.host is None or isinstance(value.host, ty.Me))
        return HIDDEN if seen == OWN and not mine else seen

    def _pointer(self, key: str, c: _Sight) -> int:
        if key not in c.pointers:
            return self._pointers.get(key, OPEN)
        seen, slot = c.pointers[key]
        return min(seen, c.locals.get(slot, seen))

    def _through(self, value: Value, c: _Sight) -> tuple[str, ...]:
        """The vars by way of which a value comes to something hidden."""
        found = (node for node in ty.nodes(value) if isinstance(node, ty.Var) and node.type.tag == "kind")
        return tuple(
            dict.fromkeys(node.key.rpartition(".")[2] for node in found if self._sight_of_var(node, c) == HIDDEN)
        )

    def _sight_of_value(self, value: ty.Derived, c: _Sight, routine: Routine | None) -> int:
        made, within = self.v.values[value.key].formula, self._within(value, c, routine)
        key = _key(value, within)
        if key not in self._sights:
            self._sights[key] = OPEN  # values in a circle are reported elsewhere
            if made is not None and self._depth < DEEPEST:
                self._depth += 1
                self._sights[key] = self.sight(made.value, within, None)
                self._depth -= 1
        return self._sights[key]

    def _zone(self, zone: ty.Zone, c: _Sight) -> int:
        decl = self._declared(zone)
        if decl.visible == "all" or zone.key in c.seen:
            return OPEN
        if decl.visible != "owner":
            return HIDDEN
        if decl.host == "player":
            return OWN if isinstance(zone.host, ty.Me) and c.mine else HIDDEN
        return OWN  # whose it is cannot be told before the game

    def _declared(self, zone: ty.Zone) -> ZoneDecl:
        return self.v.zone(zone.key)

    def _shows_top(self, value: ty.Applied) -> bool:
        """Whether a value is the top piece of a zone that shows it."""
        match value.given:
            case (ty.Contents(zone=ty.Zone() as zone),) if FUNCTIONS[value.function].form == "last":
                return self._declared(zone).visible == "top"
        return False

    # ---- what a value reads

    def read(self, value: Value | None, c: _Sight, routine: Routine | None) -> Read | None:
        """The first hidden thing that a value is worked out from; None when there is none."""
        match value:
            case None:
                return None
            case ty.Local(slot=slot):
                return c.read.get(slot)
            case ty.Filter(cond=inner) | ty.OverEach(each=inner):
                return self._read_each(value, inner, c, routine)
            case ty.Derived():
                return self._read_value(value, c, routine)
            case ty.Compare() if self._asks_whether_mine(value, c):
                return None
        if self._looks(value, c, routine):
            return Read(value.at, self._through(value, c))
        return self._first_read(ty.children(value), c, routine)

    def _first_read(self, values: Iterable[Value], c: _Sight, routine: Routine | None) -> Read | None:
        for one in values:  # a plain loop: values lie deep inside each other, and a generator is a level of its own
            found = self.read(one, c, routine)
            if found is not None:
                return found
        return None

    def _looks(self, value: Value, c: _Sight, routine: Routine | None) -> bool:
        """Whether an operation itself looks at something hidden."""
        match value:
            case ty.Field(kind=kind, name=name) if self.v.kinds[kind].fields[name].public:
                return False  # it shows on the back
            case ty.Field(thing=piece) | ty.ItemFormula(thing=piece) | ty.HasScript(thing=piece):
                return self.sight(piece, c, routine) == HIDDEN
            case ty.FaceUp(thing=piece) | ty.Copies(piece=piece):
                return self.sight(piece, c, routine) == HIDDEN
            case ty.Host(thing=ty.Const() | ty.TheItem() | ty.This() as piece):
                return self._is_name(piece, c, routine) and bool(self._hidden_with(value))
            case ty.Var():
                return self._hides_var(value, c, routine)
            case ty.Compare(left=left, right=right):
                return self._names_hidden(left, right, c, routine)
            case ty.InZone(piece=item, items=items) | ty.Member(item=item, items=items):
                return self.sight(items, c, routine) == HIDDEN and self._is_name(item, c, routine)
        return False

    def _hides_var(self, value: ty.Var, c: _Sight, routine: Routine | None) -> bool:
        host, _, name = value.key.partition(".")
        decl, base = self.v.kind(host).vars[name], value.host
        if decl.visible == "owner":
            return base is None or (host == "player" and not (isinstance(base, ty.Me) and c.mine))
        return base is not None and host in self.can_hide and self.sight(base, c, routine) == HIDDEN

    def _names_hidden(self, left: Value, right: Value, c: _Sight, routine: Routine | None) -> bool:
        """Whether a card that is only pointed at is compared with a name."""
        return any(
            one.type.tag == "kind" and self.sight(one, c, routine) == HIDDEN and self._is_name(other, c, routine)
            for one, other in ((left, right), (right, left))
        )

    def _hidden_with(self, value: ty.Host) -> set[str]:
        """For whom zones are open that belong to such a host and hold such a piece, but not to all."""
        found = set()
        for decl in self.v.hosts():
            whole: str | None = decl.name
            while whole is not None and whole != value.target:
                whole = self.v.kind(whole).part_of if whole in self.v.kinds else None
            zones = decl.zones.values() if whole is not None else ()
            found |= {zone.visible for zone in zones if zone.holds == value.kind and zone.visible != "all"}
        return found

    def _asks_whether_mine(self, value: ty.Compare, c: _Sight) -> bool:
        """Whether all that is asked is whether a piece lies with the one who acts, where they see it."""
        sides = (value.left, value.right)
        host = next((one for one in sides if isinstance(one, ty.Host)), None)
        me = any(isinstance(one, ty.Me) for one in sides)
        return host is not None and me and c.mine and self._hidden_with(host) <= {"owner"}

    def _is_name(self, value: Value, c: _Sight, routine: Routine | None) -> bool:
        if _held(value) in c.named:
            return True
        return value.type.tag == "kind" and not ty.is_none(value) and self.naming.names(value, routine)

    def _places(self, cond: Value, number: int, c: _Sight, routine: Routine | None) -> bool:
        """Whether a condition says of an element where it lies among what is hidden: then it is one that lies there."""
        return any(self._is_placed(one, ("element", number), c, routine) for one in ty.nodes(cond))

    def _lists_hidden(self, items: Value, c: _Sight, routine: Routine | None) -> bool:
        """Whether hidden pieces are on offer in the order of their names: from their zone they come as they lie there."""
        match items:
            case ty.Filter(items=inner, element=number, cond=cond):
                named = self.naming.names(inner, routine)
                return (named and self._places(cond, number, c, routine)) or self._lists_hidden(inner, c, routine)
        return False

    def _is_placed(self, node: Value, held: tuple[str, int], c: _Sight, routine: Routine | None) -> bool:
        match node:
            case ty.InZone(piece=item, items=items) | ty.Member(item=item, items=items) if _held(item) == held:
                return self.sight(items, c, routine) == HIDDEN
            case ty.Compare(left=left, right=right) if left.type.tag == "kind" and held in (_held(left), _held(right)):
                return HIDDEN in (self.sight(left, c, routine), self.sight(right, c, routine))
            case ty.Derived(base=base, given=given):
                inside = [("this", 0)] * (base is not None and _held(base) == held)
                inside += [("local", slot) for slot, one in enumerate(given) if _held(one) == held]
                return any(self._is_placed_in(node, part, self._within(node, c, routine)) for part in inside)
        return False

    def _is_placed_in(self, value: ty.Derived, held: tuple[str, int], within: _Sight) -> bool:
        """The same inside of a value, of what it is of or was given."""
        key, formula = (held, *_key(value, within)), self.v.values[value.key].formula
        if key not in self._placed:
            self._placed[key] = False  # values in a circle are reported elsewhere
            if formula is not None and self._depth < DEEPEST:
                self._depth += 1
                nodes = ty.nodes(formula.value)
                self._placed[key] = any(self._is_placed(one, held, within, None) for one in nodes)
                self._depth -= 1
        return self._placed[key]

    def _read_each(
        self, value: ty.Filter | ty.OverEach, inner: Value, c: _Sight, routine: Routine | None
    ) -> Read | None:
        """What a set, what is looked at in each of its elements, and the rest of the value read."""
        element, sight, named = ("element", value.element), self.sight(value.items, c, routine), c.named
        if self.naming.names(value.items, routine) and not isinstance(value.items, ty.AllOf):
            named |= {element}
        elif self._places(inner, value.element, c, routine):
            sight = HIDDEN  # of all there are, one that lies there
        within = replace(c, elements={**c.elements, value.element: sight}, named=named)
        rest = value.given if isinstance(value, ty.OverEach) else ()
        return (
            self.read(value.items, c, routine)
            or self.read(inner, within, routine)
            or self._first_read(rest, c, routine)
        )

    def _within(self, value: ty.Derived, c: _Sight, routine: Routine | None) -> _Sight:
        """What can be seen inside a value that is asked for here."""
        decl, base = self.v.values[value.key], value.base
        given = enumerate(value.given)
        params = {slot: self.sight(arg, c, routine) for slot, arg in given if arg.type.tag in ("kind", "set")}
        mine = c.mine and (decl.of != "player" or base is None or isinstance(base, ty.Me))
        this = self.sight(base, c, routine) if base is not None else OPEN
        named = {("local", slot) for slot, arg in enumerate(value.given) if self._is_name(arg, c, routine)}
        named |= {("this", 0)} if base is not None and self._is_name(base, c, routine) else set()
        return _Sight(params, this=this, mine=mine, seen=c.seen, named=frozenset(named))

    def _read_value(self, value: ty.Derived, c: _Sight, routine: Routine | None) -> Read | None:
        found = self._first_read(ty.children(value), c, routine)
        if found is not None:
            return found
        decl, within = self.v.values[value.key], self._within(value, c, routine)
        key = _key(value, within)
        if key not in self._values:
            self._values[key] = None  # values in a circle are reported elsewhere
            if decl.formula is not None and self._depth < DEEPEST:
                self._depth += 1
                self._values[key] = self.read(decl.formula.value, within, None)
                self._depth -= 1
        inner = self._values[key]
        return None if inner is None else Read(value.at, (decl.name, *inner.path))

    # ---- what a script does

    def _block(self, body: ty.Body, c: _Sight, way: _Way) -> None:
        for statement in body.statements:
            self._statement(statement, c, way)

    def _statement(self, st: ty.Statement, c: _Sight, way: _Way) -> None:
        self._heed(st, c, way)
        reached = self._reached(c, way)
        if reached is not None:
            self._only_then(st, reached, way)
        begins_options = isinstance(st, ty.Maybe | ty.PickOption | ty.PickSeveral)
        acting = isinstance(st, ty.Acting) or (isinstance(st, ty.Each) and st.acting)
        inner_way = replace(way, option=way.option or begins_options)
        within = self._as_another(c, option=way.option) if acting else c
        for inner, control in self._controlled(st, c, way):
            self._block(inner, replace(within, control=reached or control), inner_way)

    @staticmethod
    def _reached(c: _Sight, way: _Way) -> Read | None:
        """What is hidden and decides whether a place is reached."""
        return c.control or next(iter(way.left), None)

    def _only_then(self, st: ty.Statement, reached: Read, way: _Way) -> None:
        """What is done only where something hidden has it so must be no cost of an option, and must ask nobody."""
        if isinstance(st, ty.Leave):
            way.left.append(reached)
        elif way.option and self.nature.hard(st):
            way.reads.append(reached)
        elif self._asks(st):
            way.reads.append(replace(reached, asked=True))

    def _controlled(self, st: ty.Statement, c: _Sight, way: _Way) -> Iterator[tuple[ty.Body, Read | None]]:
        """The blocks of a statement, each with something hidden that decides whether it is done, if any does."""
        match st:
            case ty.Branch(branches, otherwise):
                read = None
                for cond, inner in branches:
                    read = read or self.read(cond, c, way.routine)
                    yield inner, read
                if otherwise is not None:
                    yield otherwise, read
            case ty.Loop(count=count, while_=while_, body=inner):
                yield inner, self._first_read([one for one in (count, while_) if one is not None], c, way.routine)
            case ty.Each(items=items, body=inner):
                yield inner, self.read(items, c, way.routine)
            case ty.Acting(who=who, body=inner):
                yield inner, self.read(who, c, way.routine)
            case _:
                yield from ((inner, None) for inner in inner_bodies(st))

    def _asks(self, st: ty.Statement) -> bool:
        """Whether somebody may be asked in a statement."""
        match st:
            case ty.Pick(mode=mode) | ty.PickSeveral(mode=mode) if mode != "random":
                return True
            case ty.PickOption() | ty.Maybe() | ty.OfferMenu():
                return True
            case ty.Each(free=free) if free:
                return True
            case ty.CallVerb(verb=verb):
                if verb not in self._asking:
                    self._asking[verb] = False  # verbs in a circle ask where they ask at all
                    routine = self.verbs.get(verb)
                    self._asking[verb] = routine is not None and any(map(self._asks, routine.body.statements))
                return self._asking[verb]
        return any(self._asks(one) for body in inner_bodies(st) for one in body.statements)

    def _heed(self, st: ty.Statement, c: _Sight, way: _Way) -> None:  # noqa: C901, PLR0912 - one case per statement
        """Look at what a statement reads itself, and note what it binds."""
        match st:
            case ty.SetLocal(slot, value):
                self._bind(slot, value, c, way)
            case ty.Do():
                self._do(st, c, way)
            case ty.CallVerb():
                self._call(st, c, way)
            case ty.Each(items, slot, free=free):
                self._offer(items if free else None, c, way)
                self._bind(slot, items, c, way)
            case ty.Pick(slot, _, items, mode):
                self._offer(items if mode != "random" else None, c, way)
                self._bind(slot, items, c, way)
            case ty.PickSeveral(slot, _, items):
                self._offer(items, c, way)
                self._check_all((st.low, st.high), c, way)
                self._bind(slot, items, c, way)
            case ty.PickOption():
                self._check_all((st.low, st.count, *(case.cond for case in st.options)), c, way)
            case ty.Demand(cond):
                self._check(cond, c, way)
            case ty.Say(args=args, private=private):
                self._say(args, c, way, private=private)
            case ty.Announce(event=event, args=args):
                heard = self._heard.setdefault(event, {})
                for slot, arg in enumerate(args):
                    heard[slot] = max(heard.get(slot, OPEN), self.sight(arg, c, way.routine))
            case ty.Branch() | ty.Loop() | ty.RunScript() | ty.NameSet() | ty.Acting() | ty.AtOnce() | ty.Maybe():
                pass
            case ty.OfferMenu() | ty.Leave():
                pass
            case _:  # what a new form reads and nobody heeds could give a secret away
                assert_never(st)

    def _say(self, args: list[Value], c: _Sight, way: _Way, *, private: bool) -> None:
        """A line of the log tells no more than those may see who are told; a piece is named to who knows it."""
        sight = replace(c, read={**c.read, **c.private}) if c.borrowed else c
        sight = sight if private else self._as_all(c)
        for value in args:
            found = self.read(value, sight, way.routine)
            if found == GIVEN:
                c.told.append(private)
            elif found is not None:
                self.found.report(err.SecretSaid(way.routine.source.span(*found.at), private=private))

    @staticmethod
    def _as_all(c: _Sight) -> _Sight:
        """What everybody sees here."""
        locals_ = {slot: HIDDEN if sight == OWN else sight for slot, sight in c.locals.items()}
        return replace(c, locals=locals_, read={**c.read, **c.private}, mine=False)

    @staticmethod
    def _as_another(c: _Sight, *, option: bool) -> _Sight:
        """What another player sees who acts now; inside an option, only what both see decides whether it is offered."""
        locals_ = {slot: HIDDEN if sight == OWN else sight for slot, sight in c.locals.items()}
        return replace(c, locals=locals_, mine=c.mine and not option, borrowed=True)

    def _bind(self, slot: int, value: Value, c: _Sight, way: _Way) -> None:
        c.locals[slot] = self.sight(value, c, way.routine)
        c.origins[slot] = _zones(value)
        c.read.pop(slot, None)
        if value.type.tag not in ("kind", "set"):
            found = self.read(value, c, way.routine)
            if found is not None:
                c.read[slot] = found
            own = self.read(value, self._as_all(c), way.routine)
            c.private.pop(slot, None)
            if own is not None:
                c.private[slot] = own

    def _check(self, value: Value | None, c: _Sight, way: _Way) -> None:
        found = self.read(value, c, way.routine)
        if found is not None:
            way.reads.append(found)

    def _offer(self, items: Value | None, c: _Sight, way: _Way) -> None:
        if items is not None and self._lists_hidden(items, c, way.routine):
            way.reads.append(Read(items.at))
        else:
            self._check(items, c, way)

    def _check_all(self, values: Iterable[Value | None], c: _Sight, way: _Way) -> None:
        for value in values:
            self._check(value, c, way)

    def _do(self, st: ty.Do, c: _Sight, way: _Way) -> None:
        declared = STATEMENTS[st.primitive]
        piece, watcher = (st.args.get(declared.named(of)) for of in ("piece", "player"))
        if way.option and declared.change is not None and declared.change.fails:
            self._check(st.args[declared.change.amount], c, way)
        if piece is not None and "known" in declared.writes and (watcher is None or isinstance(watcher, ty.Me)):
            self._show(piece, c)
        cell = cell_of(st)
        if cell is not None and cell.type.tag == "kind" and declared.change is not None:
            value = st.args[declared.change.amount]
            slot = value.slot if isinstance(value, ty.Local) else -1
            c.pointers[cell.key] = self.sight(value, c, way.routine), slot
        if declared.puts and isinstance(piece, ty.Var):
            where = self.sight(st.args[declared.named("zone")], c, way.routine)
            c.pointers[piece.key] = min(self._pointer(piece.key, c), where), -1
        if declared.puts and isinstance(piece, ty.Local):
            c.locals[piece.slot] = min(
                c.locals.get(piece.slot, OPEN), self.sight(st.args[declared.named("zone")], c, way.routine)
            )

    @staticmethod
    def _show(piece: Value, c: _Sight) -> None:
        """From now on the piece is known, and others that were taken from where it lies may be."""
        if isinstance(piece, ty.Local):
            c.locals[piece.slot] = OPEN
            c.seen |= c.origins.get(piece.slot, set())
        if isinstance(piece, ty.Var):
            slot = c.pointers.get(piece.key, (OPEN, -1))[1]
            c.seen |= c.origins.get(slot, set())
            c.pointers[piece.key] = OPEN, -1
        c.seen |= _zones(piece)

    # ---- verbs

    def _call(self, st: ty.CallVerb, c: _Sight, way: _Way) -> None:
        """Follow a verb with what is seen here; what it reads only because of what it was given is told at the call."""
        called = self.verbs.get(st.verb)
        if called is None or self._depth >= DEEPEST or len(self._calls) >= MOST_CALLS:
            return
        option = way.option or st.verb in self.inside
        plain, after = self._called(st.verb, _Sight(mine=c.mine, seen=set(c.seen)), option=option)
        self.found += [self._told(read, called) for read in plain]
        sights = {n: self.sight(arg, c, way.routine) for n, arg in enumerate(st.args)}
        hidden = {n: read for n, arg in enumerate(st.args) if (read := self.read(arg, c, way.routine)) is not None}
        everybody = self._as_all(c)
        private = {n: read for n, arg in enumerate(st.args) if (read := self.read(arg, everybody, way.routine))}
        if hidden or private or max(sights.values(), default=OPEN) != OPEN:
            given = _Sight(sights, hidden, mine=c.mine, seen=set(c.seen), private=dict.fromkeys(private, GIVEN))
            found, after = self._called(st.verb, given, option=option)
            places = {read.at for read in plain}
            more = [read for read in found if read.at not in places]
            way.reads += [replace(read, at=st.at, path=(str(st.verb), *read.path)) for read in more[:1]]
            for told in after.told:
                if any(read != GIVEN for read in private.values()):
                    self.found.report(err.SecretSaid(way.routine.source.span(*st.at), private=told))
                else:
                    c.told.append(told)
            for n, arg in enumerate(st.args):
                if isinstance(arg, ty.Local):
                    c.locals[arg.slot] = after.locals.get(n, OPEN)
        c.seen |= after.seen
        c.pointers |= {key: (self._pointer(key, after), -1) for key in after.pointers}

    def _called(self, verb: Key, c: _Sight, *, option: bool) -> tuple[list[Read], _Sight]:
        """What a verb reads that is hidden, and what is seen after it."""
        key = (verb, option, c.mine, frozenset(c.seen), tuple(c.locals.items()), tuple(c.read), tuple(c.private))
        if key not in self._calls:
            self._followed.add(verb)
            self._calls[key] = ([], c)  # verbs in a circle are reported elsewhere
            way = _Way(self.verbs[verb], option)
            self._depth += 1
            self._block(way.routine.body, c, way)
            self._depth -= 1
            self._calls[key] = (way.reads, c)
        return self._calls[key]


def _key(value: ty.Derived, within: _Sight) -> tuple[object, ...]:
    return (value.key, within.mine, within.this, tuple(within.locals.items()), frozenset(within.seen), within.named)


def _held(value: Value) -> tuple[str, int] | None:
    """What a value stands for that is known only where it is used: this, a local, an element; None for anything else."""
    match value:
        case ty.This():
            return "this", 0
        case ty.Local(slot=slot):
            return "local", slot
        case ty.Element(number=number):
            return "element", number
    return None


def _pieces_of(value: Value) -> Iterable[Value]:
    """The values that a piece, or the elements of a set, are taken from."""
    match value:
        case ty.Contents(zone=zone) | ty.InSlot(zone=zone):
            return (zone,)
        case ty.Filter(items=items) | ty.OverEach(items=items):
            return (items,)
        case ty.IfElse(then=then, other=other):
            return (then, other)
        case ty.Applied(given=items) | ty.Listing(items=items):
            return items
    return ()


def _zones(value: Value) -> set[str]:
    """The zones a value speaks of."""
    return {node.key for node in ty.nodes(value) if isinstance(node, ty.Zone)}
