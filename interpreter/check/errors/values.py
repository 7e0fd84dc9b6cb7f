"""Values: names in them, their types, and what can be compared."""

from __future__ import annotations

from interpreter.diagnostics import Label, Problem, Severity, Span, did_you_mean, one_of, shown, with_article
from interpreter.primitives.synonyms import TYPES
from interpreter.syntax.slips import NUMBER_WORDS


class UnknownName(Problem):
    """A name that means nothing here.

    Example:
        gain 2 wodo
    Use instead:
        gain 2 wood
    """

    code = "check/unknown-name"
    beside = "not known here"
    name: str
    known: tuple[str, ...]
    what: str = "name"
    cure: str = ""
    counters: tuple[str, ...] = ()
    """Where a counter is wanted: those there are."""
    choices: str = ""
    """Where the value of an enum is wanted: which there are."""

    def message(self) -> str:
        return f"unknown {self.what} `{shown(self.name)}`"

    def help(self) -> str | None:
        if self.cure:
            return self.cure
        if self.what == "type" and self.name in TYPES:
            return f"write `{TYPES[self.name]}`"
        if self.name in NUMBER_WORDS:
            return f"write `{NUMBER_WORDS[self.name]}`"
        near = did_you_mean(self.name, self.known)
        if near is None and self.counters:
            return f"the counters are {one_of(self.counters)}"
        if near or self.choices or self.what == "name" or not self.known:
            return near or self.choices or None
        return f"there {'are' if len(self.known) > 1 else 'is only'} {one_of(self.known)}"


class UnknownProperty(Problem):
    """A thing has no field, var, zone or value of that name.

    Example:
        my.wodo > 2
    Use instead:
        my.wood > 2
    """

    code = "check/unknown-field"
    of: str
    name: str
    known: tuple[str, ...]
    meant: str = ""
    """What to write where the name before the dot stands for something else than was meant."""
    cure: str = ""
    """What else has it, or asks for it."""

    def message(self) -> str:
        return f"unknown field `{shown(self.name)}`: {with_article(self.of)} has no such thing"

    def label(self) -> str:
        return f"not of {with_article(self.of)}"

    def help(self) -> str | None:
        if self.meant:
            return self.meant
        near = did_you_mean(self.name, self.known)
        if self.cure:
            return f"{near} Else: {self.cure}" if near else self.cure
        return near or (f"it has {one_of(self.known)}" if self.known else None)


class WrongType(Problem):
    """A value is of another type than the place wants.

    Example:
        gain dark wood
    Use instead:
        gain 2 wood
    """

    code = "check/wrong-type"
    wanted: str
    got: str
    meant: str = ""
    """What to write where a name stands for something else than was meant."""

    def message(self) -> str:
        return f"expected {with_article(self.wanted)}, got {with_article(self.got)}"

    def label(self) -> str:
        return f"this is {with_article(self.got)}"

    def help(self) -> str | None:
        if self.meant:
            return self.meant
        if (self.wanted, self.got) == ("truth", "number"):
            return "compare it with a number, as in `… > 0`"
        if self.wanted == "word":
            return "write a term of text/, or a name that holds a value of an enum"
        if self.got == "set of player" and self.wanted == "player":
            return "for one after another write `as each SET:`; for one of them `first(SET)`, or choose one"
        if self.got == f"set of {self.wanted}" or (self.wanted == "piece" and self.got.startswith("set of ")):
            return "it is a set: go through it with `for each NAME in SET:`, choose one, or take `first(SET)`"
        return None


class BareCondition(Problem):
    """A set or a thing stands where a condition is wanted; a script says what it asks of it.

    Example:
        if my.hand:
          stop
    Use instead:
        if any(my.hand):
          stop
    """

    code = "check/bare-condition"
    beside = "ask something of it"
    tag: str
    written: str
    old: bool = False
    narrowed: bool = False
    """Whether `where` follows, which was meant to narrow the set alone."""
    cure: str = ""
    """How the comparison is written that was meant."""

    def message(self) -> str:
        if self.old:
            return "`is not empty` is no longer said"
        return "a set is no condition" if self.tag in ("set", "zone") else "a thing is no condition"

    def help(self) -> str | None:
        if self.cure:
            return self.cure
        if self.narrowed:
            return (
                f"`where` reaches over `and` and `or`: write `any({self.written} where …)`, or brackets around the set"
            )
        if self.tag in ("set", "zone"):
            return f"write `any({self.written})` for something is there, `{self.written} is empty` for nothing is"
        return f"write `{self.written} is not none`"


class NeedlessIt(Problem):
    """`it.` stands before the name of something the element has: inside a set such names stand alone.

    Example:
        count(my.hand where it.cost > 2)
    Use instead:
        count(my.hand where cost > 2)
    """

    code = "check/needless-it"
    says = "what an element has goes by its bare name"
    beside = "`it.` is not needed"
    name: str
    taken: str = ""
    """What else is called so: the element `itself`, or an `other` thing of the script."""
    inside: bool = False
    """Whether it is the element of a set inside another one."""

    def help(self) -> str | None:
        plain = self.name.removesuffix("(…)")
        if self.taken == "itself":
            return f"`{plain}` alone is the element: give it another name, as in `SET as one where one.{self.name} …`"
        if self.taken:
            return (
                f"write `{self.name}`, and give the other `{plain}` another name, as in `SET as other where …`: inside "
                f"this set `{plain}` is what the element has"
            )
        outer = "; to mean the set around it, give its element a name: `SET as NAME where …`" if self.inside else ""
        return f"write `{self.name}`, as `rulewright migrate` does{outer}"


class CannotCompare(Problem):
    """Two values of different types are compared.

    Example:
        my.wood is dark
    Use instead:
        my.wood is 3
    """

    code = "check/cannot-compare"
    left: str
    right: str
    order: bool = False
    inside: bool = False
    counted: str = ""
    """The set that is compared with a number."""
    sets: tuple[str, ...] = ()
    """Two sets, as they are written."""
    alike: bool = False
    """Whether both hold things of one kind."""

    def message(self) -> str:
        left, right = with_article(self.left), with_article(self.right)
        if self.order:
            return f"only numbers and values of one enum have an order, not {left} and {right}"
        return "two sets cannot be compared" if self.sets else f"{left} cannot be compared with {right}"

    def label(self) -> str:
        return "has no order" if self.order else "these are sets" if self.sets else "never equal"

    def help(self) -> str | None:
        if self.counted:
            return f"count what is in it: `count({self.counted})`"
        if self.sets:
            one, other = self.sets
            some = f"; for one that is in both, `any({one} where it in {other})`" if self.alike else ""
            return f"compare how many there are: `count({one}) is count({other})`{some}"
        if not self.inside:
            return None
        return "`it` is the element of the inner set; give that of the outer one a name: `SET as NAME where …`"


class SameOnBothSides(Problem):
    """Both sides of a comparison are the same thing, since inside a set bare names are first those of its element.

    Example:
        gain count(my.hand where cost < cost) points
    Use instead:
        gain count(my.hand where cost < my.coins) points
    """

    code = "check/same-on-both-sides"
    severity = Severity.WARNING
    beside = "the same on both sides"
    advice = "inside a set, a bare name is first what the element has: give the other one a name that no element has"
    written: str

    def message(self) -> str:
        return f"`{shown(self.written)}` is compared with itself"


class OutOfBounds(Problem):
    """A var is set to a number that lies outside its bounds: it becomes the bound instead.

    Example:
        set round to 9
    Use instead:
        set round to 3
    """

    code = "check/out-of-bounds"
    severity = Severity.WARNING
    beside = "out of its bounds"
    name: str
    number: int
    edge: int
    declared: Span

    def message(self) -> str:
        end = "below" if self.number < self.edge else "above"
        return f"`{shown(self.name)}` is never {end} {self.edge}: set to {self.number} it becomes {self.edge}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.declared, "declared here"),)

    def help(self) -> str | None:
        return f"write `{self.edge}` if this is meant, or other bounds in model.yaml"


class UnlikeTuples(Problem):
    """Values in a row are compared with another number of values.

    Example:
        (my.wood, my.clay) > my.coins
    Use instead:
        (my.wood, my.clay) > (my.coins, 0)
    """

    code = "check/unlike-rows"
    beside = "compare as many with as many"
    advice = "write as many values on both sides, the one that counts most first: `(A, B) > (C, D)`"
    left: int
    right: int

    def message(self) -> str:
        some = [f"{n} values" if n > 1 else "a single value" for n in (self.left, self.right)]
        return f"{some[0]} cannot be compared with {some[1]}"


class NameWithoutUse(Problem):
    """A name for the element stands where nothing looks at each element.

    Example:
        count(my.hand as card)
    Use instead:
        count(my.hand as card where card.cost > 2)
    """

    code = "check/name-without-use"
    beside = "a name for the element"
    name: str

    def message(self) -> str:
        return f"nothing here looks at each `{self.name}`"

    def help(self) -> str | None:
        return (
            f"`SET as {self.name}` stands before `where`, or in a function with a value for each element: "
            f"`sum(SET as {self.name}, VALUE)`"
        )


class SetChanged(Problem):
    """A set that has a name is used where it may no longer be the one that was named.

    Example:
        let dear = my.hand where cost > 2
        move all from my.hand to my.discard
        gain count(dear) points
    Use instead:
        let dear = my.hand where cost > 2
        gain count(dear) points
        move all from my.hand to my.discard
    """

    code = "check/set-changed"
    beside = "used here"
    name: str
    changed: Span

    def message(self) -> str:
        return f"`{self.name}` may no longer be the set that was named"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.changed, "may change it, or what it is made of"),)

    def help(self) -> str | None:
        return f"use it before, keep a number of it (`let n = count({self.name})`), or name it again behind the change"


class WrongArguments(Problem):
    """A function or value is given too many or too few arguments.

    Example:
        max(1)
    Use instead:
        max(1, 2)
    """

    code = "check/wrong-arguments"
    beside = "wrong number of arguments"
    name: str
    wanted: int
    got: int

    def message(self) -> str:
        return f"`{self.name}` takes {self.wanted} argument{'s' * (self.wanted != 1)}, got {self.got}"
