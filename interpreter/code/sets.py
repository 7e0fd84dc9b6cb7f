"""Sets become expressions: what is gone through, counted, or asked whether there is any.

Where a set need not be gone through, it is not: one that is always the same and small is spelt out, pieces that stand in a
row are counted over their cells, and a condition that only one element can meet is asked of that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.code import expr as x
from interpreter.code.boards import RAY
from interpreter.code.known import Known
from interpreter.primitives.functions import FUNCTIONS

if TYPE_CHECKING:
    from interpreter.check.typed import Value
    from interpreter.code.expr import Expr
    from interpreter.code.place import Place
    from interpreter.code.values import Values

MAX_PLACED = 200
"""Parts of a condition that stands where a set of the pack is only asked whether it has an element, instead of a call."""
MAX_FEW = 12
"""Sets of so many elements, always the same ones, are looked at one by one instead of in a loop."""
MAX_SPELT = 6
"""Sets of so many elements are looked through without a loop."""
SHORT = 12
"""Nodes of a condition that is short enough to be written once for each element."""
FIRST = next(name for name, function in FUNCTIONS.items() if function.form == "first")


class Sets:
    """Lowers the sets of one pack."""

    def __init__(self, values: Values) -> None:
        self.x = values
        self.known = Known(values.tables)
        self._spelling = False

    def few(self, items: Value) -> range | None:
        """The elements of a set that is always the same and small."""
        match items:
            case ty.EnumValues(enum=enum):
                return range(len(self.x.v.enums[enum].values))
            case ty.AllOf(kind=kind) if kind != "player" and len(self.x.layout.things[kind]) <= MAX_FEW:
                return range(len(self.x.layout.things[kind]))
        return None

    def filtered(self, value: ty.Filter, place: Place) -> Expr:
        """The elements of a set for which a condition holds."""
        if ty.asked_once(value):
            return x.choose(self.x.expr(value.cond, place), self.x.expr(value.items, place), x.Span(x.NO, x.NO))
        name, within = place.with_element(value.element)
        source, test = self.known.narrowed(self._through(value, place), name, self.x.expr(value.cond, within))
        test, first = self._once(test, name)
        return source if test == x.YES else x.Keep(source, name, test, first)

    def over_each(self, value: ty.OverEach, place: Place) -> Expr:
        """A function over something of each element of a set."""
        source = self._through(value, place)
        only = self.known.only(source) if FUNCTIONS[value.function].form == "all" else None
        if only is not None:
            fits = self.x.expr(value.each, place.at_element(value.element, only))
            return x.either(x.test("<", only, x.NO), fits)
        name, within = place.with_element(value.element)
        rest = tuple(self.x.expr(one, within) for one in value.given)
        return x.Fold(value.function, source, name, self.x.expr(value.each, within), rest)

    def _once(self, test: Expr, element: str) -> tuple[Expr, tuple[tuple[str, Expr], ...]]:
        """Calls in a condition that are the same for every element of a set are made once, before it."""
        inner = {node.name for node in x.walk(test) if isinstance(node, x.Keep | x.Has | x.Fold | x.Let)} | {element}
        calls = [
            node
            for node in x.walk(test)
            if isinstance(node, x.Call) and not any(isinstance(n, x.Name) and n.id in inner for n in x.walk(node))
        ]
        names: dict[Expr, str] = {}
        for call in dict.fromkeys(calls):
            names[call] = self.x.fresh_name("i")
        if not names:
            return test, ()

        def put(node: Expr) -> Expr:
            return x.Name(names[node]) if node in names else x.rebuilt(node, put)

        return put(test), tuple((name, call) for call, name in names.items())

    def _through(self, value: ty.Filter | ty.OverEach, place: Place) -> Expr:
        """The set a value goes through; where that is much work, its turns are counted."""
        items, turn = self.x.expr(value.items, place), self.x.work.turn(value)
        return x.Counted(items, turn) if turn else items

    def any(self, items: Value, place: Place) -> Expr:
        """Whether a set has an element."""
        if items.type.tag == "zone":
            return x.test(">", x.Cell(self.x.expr(items, place)), x.NO)
        if isinstance(items, ty.Contents):
            return x.test(">", x.Cell(self.x.expr(items.zone, place)), x.NO)
        placed = self._placed(items, place) if isinstance(items, ty.Derived) else None
        if placed is not None:
            return placed
        if isinstance(
            items, ty.OverEach
        ):  # of elements as long as a condition holds there are some if it holds for the first
            return self._first_fits(items, place)
        if isinstance(items, ty.Filter) and ty.asked_once(items):
            return x.both(self.any(items.items, place), self.x.expr(items.cond, place))
        if isinstance(items, ty.Filter):
            at_once = self._counted_at_once(items, place)
            if at_once is not None:
                return x.test(">", at_once, x.NO)
            spelt = self._any_of_few(items, place)
            if spelt is not None:
                return spelt
            return self._has(items, place)
        return x.test(">", x.Count(self.x.expr(items, place)), x.NO)

    def _has(self, items: ty.Filter, place: Place) -> Expr:
        """Whether a condition holds for an element of a set."""
        name, within = place.with_element(items.element)
        source, test = self.known.narrowed(self._through(items, place), name, self.x.expr(items.cond, within))
        only = self.known.only(source)
        if only is not None:
            return x.both(x.test(">=", only, x.NO), self.x.expr(items.cond, place.at_element(items.element, only)))
        return x.test(">", x.Count(source), x.NO) if test == x.YES else x.Has(source, name, test)

    def _placed(self, items: ty.Derived, place: Place) -> Expr | None:
        """Whether a set of the pack has an element, asked of its formula where it stands."""
        formula = self.x.v.values[items.key].formula
        if formula is None or not isinstance(formula.value, ty.Filter | ty.OverEach):
            return None
        if items.base is not None and self.x.nullable(items.base, place):
            return None
        given = [self.x.expr(one, place) for one in (items.base, *items.given) if one is not None]
        if not all(map(x.simple, given)) or self.x.weight(items.key) > MAX_PLACED:
            return None
        return self.any(formula.value, self.x.inside_of(items, place))

    def _first_fits(self, items: ty.OverEach, place: Place) -> Expr:
        """Whether a condition holds for the first element of a set."""
        first = self.first(items.items, place)

        def fits(one: Expr) -> Expr:
            return self.x.expr(items.each, place.at_element(items.element, one))

        return self.x.or_nothing_of(first, fits, x.NO)

    def first(self, items: Value, place: Place) -> Expr:
        """The first element of a set; of a ray it is the next place."""
        if isinstance(items, ty.OnGrid) and FUNCTIONS[items.function].form == RAY:
            return self.x.boards.next_place(items, place)
        return x.Apply(FIRST, (self.x.expr(items, place),))

    def count(self, items: Value, place: Place) -> Expr:
        """How many elements a set has."""
        if isinstance(items, ty.Contents):
            return x.Cell(self.x.expr(items.zone, place))
        at_once = self._counted_at_once(items, place) if isinstance(items, ty.Filter) else None
        return at_once if at_once is not None else x.Count(self.x.expr(items, place))

    def _any_of_few(self, items: ty.Filter, place: Place) -> Expr | None:
        """A short condition for each of a few elements that are always the same."""
        source = items.items
        everybody = isinstance(source, ty.AllOf) and source.kind == "player"
        few = range(self.x.layout.seats) if everybody else self.few(source)
        if few is None or len(few) > MAX_SPELT or self._spelling:
            return None
        if not few:
            return x.NO
        self._spelling = True  # one inside the other would be long anyway, and take for ever to find that out
        try:
            spelt = [self.x.expr(items.cond, place.at_element(items.element, x.Num(one))) for one in few]
        finally:
            self._spelling = False
        return x.either(*spelt) if max(x.size(one) for one in spelt) <= SHORT else None

    def _counted_at_once(self, items: ty.Filter, place: Place) -> Expr | None:
        """How many pieces of a row are (not) aside, or lie on a certain thing: counted over their cells, without a loop."""
        cells = self._cells_of(items.items, place)
        if cells is None or self.x.work.turn(items):
            return None
        cond, element = items.cond, items.element
        test, opposite = (cond.cond, True) if isinstance(cond, ty.Not) else (cond, False)
        if isinstance(test, ty.Aside) and _is_element(test.thing, element):
            aside = x.CountEqual(cells, None, x.NO)
            return x.Math("-", x.Num(cells.count), aside) if opposite else aside
        if opposite or not isinstance(test, ty.Compare) or test.sign != "is" or not isinstance(test.left, ty.Host):
            return None
        host, wanted = test.left, test.right
        if not _is_element(host.thing, element) or any(_is_element(node, element) for node in ty.nodes(wanted)):
            return None
        table = self.x.table(
            Key(
                "host",
                (
                    host.kind,
                    host.target,
                ),
            ),
            lambda: self.x.rows.hosts(host.kind, host.target),
        )
        return x.CountEqual(cells, table, self.x.expr(wanted, place))

    def _cells_of(self, source: Value, place: Place) -> x.Stretch | None:
        """The cells that say where the pieces of a set are, if they stand in a row."""
        if not isinstance(source, ty.Owned | ty.AllOf) or source.kind == "player":
            return None
        base = self.x.layout.tables[source.kind].loc
        if not base:
            return None
        if isinstance(source, ty.AllOf):
            return x.Stretch(x.Num(base), len(self.x.layout.things[source.kind]))
        player, count = self.x.expr(source.player, place), self.x.layout.owned_count(source.kind)
        if self.x.nullable(source.player, place) or not x.simple(player):
            return None
        return x.Stretch(x.plus(x.Num(base), x.math("*", player, x.Num(count))), count)


def _is_element(value: Value, number: int) -> bool:
    return isinstance(value, ty.Element) and value.number == number
