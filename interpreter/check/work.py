"""How much work a value can be, told before the game from the sizes of the sets it goes through.

Work is counted in parts: one operation of a value for one element of a set. For every value three numbers are known:
`cost`, the parts it may take beyond what is counted while it is worked out; `worst`, all of them with every set as large
as it can be; and for sets `size`, the most elements. A set that is gone through with little work (`LIGHT`) is not counted
at all; one with more counts its turns when it is gone through, so `cost` takes no more notice of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from interpreter.check import typed as ty
from interpreter.check.sizes import Sizes
from interpreter.check.typed import Formula, Value
from interpreter.primitives.functions import FUNCTIONS, MOST_NUMBERS
from interpreter.primitives.grids import NEAR
from interpreter.source import meter

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary

LIGHT = meter.LIGHT.most
SCAN = 8
"""So many elements are copied or compared in the time of one part."""
ENOUGH = 10**15
"""Beyond this nobody counts on."""
NESTED = 15
"""A level of brackets inside each other counts for so many parts in words."""


class Amount(NamedTuple):
    """The work of a value; for a set, how many elements it may have."""

    cost: int
    worst: int
    size: int = 1


NOTHING = Amount(1, 1, 1)


def used_values(value: Value) -> list[str]:
    """The derived values an expression names, without looking into them."""
    return [node.key for node in ty.nodes(value) if isinstance(node, ty.Derived)]


def used_scripts(value: Value) -> list[tuple[str, str]]:
    """The scripts of things an expression asks for a number or truth: kind and name."""
    return [(node.kind, node.script) for node in ty.nodes(value) if isinstance(node, ty.ItemFormula)]


class Work:
    """The work of the values of one pack."""

    def __init__(self, v: Vocabulary) -> None:
        self.v, self.sizes = v, Sizes(v)
        self._known: dict[str, Amount] = {}
        self._seen: dict[int, tuple[Value, Amount]] = {}
        self.depths: dict[str, int] = {}
        self._told: dict[str, tuple[int, int]] = {}
        for key in self._in_order():
            self._define(key)

    # ---- derived values and scripts, those they use first

    def definitions(self, key: str) -> list[Formula]:
        """What a key stands for: the formula of a derived value, or those of the scripts of a kind."""
        if "()" not in key:
            value = self.v.values.get(key)
            return [value.formula] if value is not None and value.formula is not None else []
        kind, _, script = key.removesuffix("()").partition(".")
        made = [face.scripts.get(script) for item in self.v.kinds[kind].items for face in item.faces]
        return [formula for formula in made if isinstance(formula, Formula)]

    def _uses(self, key: str) -> list[str]:
        found: dict[str, None] = {}
        for formula in self.definitions(key):
            found.update(dict.fromkeys(used_values(formula.value)))
            found.update(dict.fromkeys(f"{kind}.{script}()" for kind, script in used_scripts(formula.value)))
        return list(found)

    def _in_order(self) -> list[str]:
        """Every derived value and script behind those it uses, without recursion; how deep they go is noted on the way."""
        keys = [*self.v.values, *self._scripts()]
        uses = {key: self._uses(key) for key in keys}
        order: list[str] = []
        begun: set[str] = set()
        for start in keys:
            stack = [(start, 0)]
            while stack:
                key, at = stack.pop()
                if at == 0 and key in begun:
                    continue
                begun.add(key)
                if at < len(uses.get(key, ())):
                    stack += [(key, at + 1), (uses[key][at], 0)]
                else:
                    self.depths[key] = 1 + max((self.depths.get(one, 0) for one in uses.get(key, ())), default=0)
                    order.append(key)
        return order

    def _scripts(self) -> list[str]:
        return [
            f"{decl.name}.{script}()"
            for decl in self.v.kinds.values()
            for script, of in decl.scripts.items()
            if of != "effect"
        ]

    def _define(self, key: str) -> None:
        found = [self.of(formula.value) for formula in self.definitions(key)] or [NOTHING]
        self._known[key] = Amount(*(max(one[i] for one in found) for i in range(3)))
        if not self._has_term(key.rpartition(".")[2]):
            self._told[key] = max((self._telling(formula.value) for formula in self.definitions(key)), default=(1, 1))

    def known(self, key: str) -> Amount:
        """The work of a derived value, or of the scripts of a kind."""
        return self._known.get(key, NOTHING)

    def told(self, value: Value) -> int:
        """How many parts a value has in words: derived values without a term of their own are told by what they are."""
        return self._telling(value)[0]

    def _telling(self, value: Value) -> tuple[int, int]:
        """How many parts, and how many levels; what is nested deep counts for more, since sentences do not nest."""
        found, deepest = 0, 0
        stack = [(value, 1)]
        while stack and found < ENOUGH:
            node, level = stack.pop()
            more, levels = self._told.get(node.key, (0, 0)) if isinstance(node, ty.Derived) else (0, 0)
            found, deepest = found + 1 + more, max(deepest, level + levels)
            stack += [(part, level + 1) for part in ty.children(node)]
        return min(max(found, deepest * NESTED), ENOUGH), deepest

    def _has_term(self, name: str) -> bool:
        return bool(self.v.terms) and all(name in terms for terms in self.v.terms.values())

    def counts_itself(self, key: str) -> bool:
        """Whether a derived value is so much work that its function counts it."""
        return self.known(key).cost > LIGHT

    # ---- expressions

    def of(self, value: Value | None) -> Amount:
        """The work of an expression."""
        if value is None:
            return Amount(0, 0, 1)
        known = self._seen.get(id(value))
        if known is not None and known[0] is value:
            return known[1]
        cost, worst, size = self._amount(value)
        found = Amount(min(cost, ENOUGH), min(worst, ENOUGH), min(size, ENOUGH))
        self._seen[id(value)] = (value, found)
        return found

    def turn(self, value: ty.Filter | ty.OverEach) -> int:
        """The parts of one turn through a set, where its turns are counted; 0 where they need not be."""
        if isinstance(value, ty.Filter) and ty.asked_once(value):
            return 0
        turn = 1 + self.of(_each(value)).cost
        return turn if self.of(value.items).size * turn > LIGHT else 0

    def _amount(self, value: Value) -> Amount:
        match value:
            case ty.Filter() | ty.OverEach():
                return self._through(value)
            case ty.Derived(key=key, base=base, given=given):
                return self._call(key, [base, *given])
            case ty.ItemFormula(kind=kind, script=script, thing=thing):
                return self._call(f"{kind}.{script}()", [thing])
            case ty.IfElse():
                cond, then, other = self.of(value.cond), self.of(value.then), self.of(value.other)
                return Amount(
                    1 + cond.cost + max(then.cost, other.cost),
                    1 + cond.worst + max(then.worst, other.worst),
                    max(then.size, other.size),
                )
            case ty.Watched(number=number):
                return self._watched(number)
        inner = [self.of(part) for part in ty.children(value)]
        size = self._size(value)
        own = 1 + self._scanned(value, size)
        return Amount(own + sum(one.cost for one in inner), own + sum(one.worst for one in inner), size)

    def _through(self, value: ty.Filter | ty.OverEach) -> Amount:
        """A set that is gone through: a filter, a sum."""
        rest = [self.of(one) for one in value.given] if isinstance(value, ty.OverEach) else []
        around, each = self.of(value.items), self.of(_each(value))
        turns, worst = around.size * (1 + each.cost), around.size * (1 + each.worst)
        if isinstance(value, ty.Filter) and ty.asked_once(value):  # the worst is told as for all others
            return Amount(1 + around.cost + each.cost, 1 + around.worst + worst, around.size)
        counted = turns if turns <= LIGHT else 2
        return Amount(
            1 + around.cost + counted + sum(one.cost for one in rest),
            1 + around.worst + worst + sum(one.worst for one in rest),
            around.size if value.type.tag == "set" else 1,
        )

    def _call(self, key: str, args: list[Value | None]) -> Amount:
        known, given = self.known(key), [self.of(arg) for arg in args]
        own = 2 if known.cost > LIGHT else known.cost
        return Amount(
            1 + own + sum(one.cost for one in given), 1 + known.worst + sum(one.worst for one in given), known.size
        )

    def _watched(self, number: int) -> Amount:
        cond = self.v.watches[number].cond
        inner = self.of(cond.value) if cond is not None else NOTHING
        return Amount(1 + self.sizes.seats * inner.cost, 1 + self.sizes.seats * inner.worst, 1)

    def _scanned(self, value: Value, size: int) -> int:
        """The parts of what is copied or compared as a whole."""
        match value:
            case ty.Contents():
                return size // SCAN
            case ty.Member(items=items):
                return self.of(items).size // SCAN
            case ty.OnGrid(function=function, given=given):
                return FUNCTIONS[function].effort * sum(self.of(one).size for one in given if one.type.tag == "set")
            case ty.Applied() if value.type.tag == "set" and value.type.name != "player":
                return size // 2
        return 0

    def _size(self, value: Value) -> int:  # noqa: C901, PLR0911, PLR0912 - one case for each kind of set
        sizes = self.sizes
        match value:
            case ty.Contents(zone=zone):
                return sizes.zone(zone.key) if isinstance(zone, ty.Zone) else self.of(zone).size
            case ty.Zone(key=key):
                return sizes.zone(key)
            case ty.Every(kind=kind, ids=ids):
                copies = sum(item.count for item in self.v.kinds[kind].items if item.id in ids)
                return copies * (sizes.seats if self.v.kinds[kind].per_player else 1)
            case ty.AllOf(kind=kind):
                return sizes.seats if kind == "player" else sizes.things.get(kind, 0)
            case ty.Everyone() | ty.Opponents():
                return sizes.people
            case ty.EnumValues(enum=enum):
                return len(self.v.enums[enum].values)
            case ty.Owned(kind=kind):
                return sizes.owned(self.v.kinds[kind])
            case ty.Parts(part=part):
                return sizes.parts.get(part, 0)
            case ty.Copies():
                return sizes.copies.get(value.type.name, 0)
            case ty.Neighbours(which=which):
                return len(NEAR[which])
            case ty.Listing(items=items):
                return len(items)
            case ty.OnGrid(kind=kind, given=given) if value.type.tag == "set":
                inner = [self.of(one).size for one in given if one.type.tag == "set"]
                return sum(inner) or max(self.v.kinds[kind].grid or (1, 1)) - 1
            case ty.Applied():
                return self._size_of_function(value)
        if value.type.tag in ("set", "zone"):
            return sizes.things.get(value.type.name, MOST_NUMBERS)
        return 1

    def _size_of_function(self, value: ty.Applied) -> int:
        if value.type.tag != "set":
            return 1
        if value.type.name == "player" and all(one.type.tag == "kind" for one in value.given):
            return self.sizes.seats
        if value.type.name == "number" and all(one.type.tag == "number" for one in value.given):
            low, high = (ty.const_number(one) for one in value.given[:2])
            return MOST_NUMBERS if low is None or high is None else max(high - low + 1, 0)
        return sum(self.of(one).size for one in value.given if one.type.tag == "set")


def _each(value: ty.Filter | ty.OverEach) -> Value:
    """What is worked out for each element."""
    return value.cond if isinstance(value, ty.Filter) else value.each


_RECENT: list[tuple[Vocabulary, Work]] = []


def work_of(v: Vocabulary) -> Work:
    """The work of a pack's values, worked out once while the pack is in use."""
    for known, work in _RECENT:
        if known is v:
            return work
    made = Work(v)
    _RECENT.insert(0, (v, made))
    del _RECENT[4:]
    return made
