"""The engine's functions over values: what each takes and gives, and how it is computed.

`kind` says how arguments are checked: `plain` (typed one by one), `set` (one set), `each` (a set and a value for each
element, bare names being the element's), `grid` (places of one grid, sets of them, directions and numbers). `form` is the
operation of the program it becomes, which every back end has in its own way (docs/decisions/0007); without one the meaning
itself is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import takewhile

from interpreter.primitives import grids
from interpreter.primitives.grids import DIRECTION, Around
from interpreter.primitives.tables import Given
from interpreter.records import record
from interpreter.source import meter

PLAYERS_FROM = "players_from"
"""The function the engine itself uses: everybody in turn, as an event is heard."""
MOST_NUMBERS = 201
"""How many numbers a range may have: a set is looked through again and again."""
LARGEST_NUMBER = 2_000_000_000
"""How large or small a number of a range may be: elements of sets fit 32 bits, with room for marks that are no element."""


class TooMuch(Exception):
    """A function was asked for more than may be worked out at once."""


class TooManyNumbers(TooMuch):
    """A range has more numbers than a set may have, or larger or smaller ones."""

    def __init__(self, low: int, high: int) -> None:
        many = f"has more than {MOST_NUMBERS} numbers"
        far = f"has numbers not between -{LARGEST_NUMBER:,} and {LARGEST_NUMBER:,}"
        super().__init__(f"a range from {low} to {high} {many if high - low >= MOST_NUMBERS else far}")


def is_range(low: int, high: int) -> bool:
    """Whether a set may have the numbers from one to another."""
    return high < low or (high - low < MOST_NUMBERS and low >= -LARGEST_NUMBER and high <= LARGEST_NUMBER)


def span(low: int, high: int) -> list[int]:
    """The whole numbers from one to another. Raises TooManyNumbers."""
    if not is_range(low, high):
        raise TooManyNumbers(low, high)
    return list(range(low, high + 1))


@record(frozen=True, slots=True)
class Function:
    """One function.

    `meaning` works it out: it is given the table around, and then the arguments, sets as lists; for `each` the elements,
    the value for each of them, and the rest.
    What it says stands in the tables of the languages, under its name; one that is not of the engine brings its words along
    (`text`, by language). In them `{0}` and so on are the arguments, `{element}` what an element is, `{each}` each of them,
    `{some}` any one of them.
    """

    name: str
    kind: str
    params: tuple[str, ...]
    result: str
    form: str
    doc: str
    meaning: Callable[..., Given]
    text: Mapping[str, str] = field(default_factory=dict)
    opposite: str = ""
    """The function that looks from the other end: what an author may have mixed it up with."""
    also: tuple[str, ...] = ()
    """What authors call it who look for it."""
    effort: int = 1
    """Parts of work for each element of the sets it is given."""

    @property
    def written(self) -> str:
        """How it is written, `x` for the value of each element."""
        params = ["x" if self.kind == "each" and number == 1 else name for number, name in enumerate(self.params)]
        return f"{self.name}({', '.join(params)})"


def _first(_table: Around, items: list[int]) -> int:
    return items[0] if items else -1


def _top(_table: Around, items: list[int]) -> int:
    return items[-1] if items else -1


def _adds_up(_table: Around, _items: list[int], values: list[int], total: int) -> bool:
    sums: set[int] = set()
    for value in values:
        sums |= {value, *(value + other for other in sums)}
        if len(sums) > meter.SUMS.most:
            raise TooMuch(f"this takes too many {meter.SUMS.unit}: {meter.SUMS.what}, at most {meter.SUMS.most:,}")
    return total in sums


def _best(_table: Around, items: list[int], values: list[int]) -> int:
    return max(zip(items, values, strict=True), key=lambda pair: pair[1], default=(-1, 0))[0]


def _union(_table: Around, left: list[int], right: list[int]) -> list[int]:
    return list(dict.fromkeys([*left, *right]))


def _leading(_table: Around, items: list[int], values: list[int]) -> list[int]:
    return [item for item, _ in takewhile(lambda pair: pair[1], zip(items, values, strict=True))]


def _range(_table: Around, low: int, high: int) -> list[int]:
    return span(low, high)


def _table(*rows: Function) -> dict[str, Function]:
    return {row.name: row for row in rows}


FUNCTIONS: dict[str, Function] = _table(
    Function(
        "count",
        "set",
        ("set",),
        "number",
        "count",
        "how many elements the set has",
        lambda _table, items: len(items),
        also=("size", "length", "len", "number", "amount", "how_many"),
    ),
    Function(
        "any",
        "set",
        ("set",),
        "truth",
        "any",
        "whether the set has an element",
        lambda _table, items: bool(items),
        also=("some", "exists", "has"),
    ),
    Function(
        "first",
        "set",
        ("set",),
        "element",
        "first",
        "the first element, or none",
        _first,
    ),
    Function(
        "top",
        "set",
        ("set",),
        "element",
        "last",
        "the top piece of a zone, or none",
        _top,
        also=("last", "topmost"),
    ),
    Function(
        "sum",
        "each",
        ("set", "number"),
        "number",
        "sum",
        "the total over the elements",
        lambda _table, _items, values: sum(values),
        also=("total", "add", "sum_of"),
    ),
    Function(
        "highest",
        "each",
        ("set", "number"),
        "number",
        "max",
        "the largest value over the elements, 0 for an empty set",
        lambda _table, _items, values: max(values, default=0),
        opposite="lowest",
        also=("max", "maximum", "largest", "biggest", "greatest", "most"),
    ),
    Function(
        "lowest",
        "each",
        ("set", "number"),
        "number",
        "min",
        "the smallest value over the elements, 0 for an empty set",
        lambda _table, _items, values: min(values, default=0),
        opposite="highest",
        also=("min", "minimum", "smallest", "least", "fewest"),
    ),
    Function(
        "all",
        "each",
        ("set", "truth"),
        "truth",
        "all",
        "whether the condition holds for every element",
        lambda _table, _items, values: all(values),
        also=("every", "each"),
    ),
    Function(
        "adds_up",
        "each",
        ("set", "number", "number"),
        "truth",
        "adds_up",
        "whether some non-empty part of the elements totals exactly the last number",
        _adds_up,
    ),
    Function(
        "distinct",
        "each",
        ("set", "any"),
        "number",
        "distinct",
        "how many different values the elements have",
        lambda _table, _items, values: len(set(values)),
        also=("unique", "different"),
    ),
    Function(
        "best",
        "each",
        ("set", "order"),
        "element",
        "best",
        "the first element with the largest value, or none; `(A, B)`: by A, those alike by B",
        _best,
        also=("strongest", "winner"),
    ),
    Function(
        "leading",
        "each",
        ("set", "truth"),
        "set",
        "leading",
        "the elements from the first on, as long as the condition holds",
        _leading,
    ),
    Function(
        "next",
        "enum",
        ("enum",),
        "enum",
        "following",
        "the value behind this one in its enum, or none",
        lambda _table, value, size: value + 1 if 0 <= value < size - 1 else -1,
    ),
    Function(
        "union",
        "join",
        ("set", "set"),
        "set",
        "union",
        "the elements of both sets",
        _union,
        also=("both", "join", "merge", "together"),
    ),
    Function(
        "copies",
        "copies",
        ("piece",),
        "set",
        "",
        "all copies of the same card, itself included",
        lambda _table, items: items,
    ),
    Function(
        "connected",
        "grid",
        ("place", "set"),
        "set",
        "connected",
        "the places of the set that hang together with this one by edges, itself included",
        grids.connected,
        also=("group", "cluster", "region", "area", "component"),
        effort=8,  # its four neighbours are looked for among the others
    ),
    Function(
        "line",
        "grid",
        ("place", "set"),
        "number",
        "line",
        "the length of the longest straight line through this place within the set, diagonals and itself included",
        grids.line,
        also=("in_a_row", "straight"),
    ),
    Function(
        "step",
        "grid",
        ("place", DIRECTION),
        "place",
        "step",
        "the next place in a direction, or none at the edge",
        grids.step,
        also=("neighbour", "beside"),
    ),
    Function(
        "ray",
        "grid",
        ("place", DIRECTION),
        "set",
        "ray",
        "the places from the next one on in a direction, outwards to the edge",
        grids.ray,
    ),
    Function(
        "distance",
        "grid",
        ("place", "place"),
        "number",
        "distance",
        "how many steps over edges lead from one place to the other; 1,000,000 to another board",
        grids.distance,
        also=("steps", "dist"),
    ),
    Function(
        "distance_around",
        "grid",
        ("place", "place"),
        "number",
        "distance around",
        "the same where a step may also go over a corner",
        grids.distance_around,
    ),
    Function(
        "turned",
        "plain",
        (DIRECTION, "number"),
        DIRECTION,
        "turned",
        "the direction so many eighths of a full turn clockwise from this one; 4 is the opposite",
        grids.turned,
        also=("rotate", "rotated", "turn"),
    ),
    Function(
        "min",
        "plain",
        ("number", "number"),
        "number",
        "smaller",
        "the smaller number",
        lambda _table, left, right: min(left, right),
        opposite="max",
    ),
    Function(
        "max",
        "plain",
        ("number", "number"),
        "number",
        "larger",
        "the larger number",
        lambda _table, left, right: max(left, right),
        opposite="min",
    ),
    Function(
        PLAYERS_FROM,
        "plain",
        ("player",),
        "set of player",
        "players",
        "all players clockwise from this one",
        Around.players_from,
    ),
    Function(
        "range",
        "plain",
        ("number", "number"),
        "set of number",
        "range",
        f"the whole numbers from the first to the last; more than {MOST_NUMBERS} are an error, and so are any beyond "
        f"-{LARGEST_NUMBER:,} and {LARGEST_NUMBER:,}",
        _range,
        also=("numbers", "between"),
    ),
)


def meant_by(word: str) -> Function | None:
    """The function that authors call so, where it has another name."""
    return next((one for one in FUNCTIONS.values() if word in one.also), None)


def _of_form(form: str, kind: str) -> str:
    return next(one.name for one in FUNCTIONS.values() if one.form == form and one.kind == kind)


TOTAL, LARGEST, SMALLEST = (_of_form(form, "each") for form in ("sum", "max", "min"))
LARGER, SMALLER = (_of_form(form, "plain") for form in ("larger", "smaller"))
DOWNWARD = SMALLEST
"""Functions the engine itself uses, to put standing changes together; a value may say which end counts."""
