"""Everything the checker can report. Passes state facts; the prose is here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Severity, Span, nearest, shown, with_article
from interpreter.languages import LANGUAGES
from interpreter.primitives.synonyms import SYNONYMS
from interpreter.source.meter import SILENT, Limit
from interpreter.syntax.slips import NUMBER_WORDS

MOST_TOLD = 10**12
"""Numbers beyond this are not told exactly."""


class _Fact(Facts):
    """An error as facts: subclasses add fields and word them."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = Severity.ERROR
    span: Span

    def message(self) -> str:
        """One lower-case clause."""
        raise NotImplementedError

    def label(self) -> str:
        """Five words at most for the place."""
        return ""

    def help(self) -> str | None:
        """What to do, if there is something to do."""
        return None

    def notes(self) -> tuple[Label, ...]:
        """Other places that matter."""
        return ()

    def diagnostic(self) -> Diagnostic:
        """Word the error."""
        return Diagnostic(
            self.code,
            self.severity,
            self.message(),
            Label(self.span, self.label()),
            notes=self.notes(),
            help=self.help(),
        )


def _near(name: str, known: Iterable[str]) -> str | None:
    close = nearest(name, known)
    return f"did you mean `{close}`?" if close else None


def _one_of(known: Iterable[str]) -> str:
    names = sorted(known)
    return ", ".join(f"`{n}`" for n in names[:12]) + (", …" if len(names) > 12 else "")


class UnknownVerb(_Fact):
    """A statement starts with a word that neither the engine nor the pack defines.

    Example:
        gian 2 wood
    Use instead:
        gain 2 wood
    """

    code = "check/unknown-verb"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"there is no statement `{shown(self.name)}`"

    def label(self) -> str:
        return "not a statement"

    def help(self) -> str | None:
        near = nearest(self.name, self.known)
        said = SYNONYMS.get(self.name, "")
        if near and said and said != near:
            return f"did you mean `{near}`, or `{said}`?"
        return f"did you mean `{near or said}`?" if near or said else None


class WrongPhrase(_Fact):
    """A statement is known, but not with these words.

    Example:
        gain wood
    Use instead:
        gain 2 wood
    """

    code = "check/wrong-phrase"
    verb: str
    phrases: tuple[str, ...]
    meant: str = ""

    def message(self) -> str:
        return f"`{self.verb}` is not written like this"

    def label(self) -> str:
        return "does not fit"

    def help(self) -> str | None:
        if self.meant:
            return f"write `{self.meant}`"
        return "write " + " or ".join(f"`{p}`" for p in self.phrases[:4])


class OneOrMany(_Fact):
    """A word of a verb does not agree with the number before it.

    Example:
        - verb: "hand out {n: number} (marble|marbles)"
          source: designed
          effect: gain n coins
        - verb: thank everybody
          source: designed
          effect: hand out 1 marbles
    Use instead:
        - verb: "hand out {n: number} (marble|marbles)"
          source: designed
          effect: gain n coins
        - verb: thank everybody
          source: designed
          effect: hand out 1 marble
    """

    code = "check/one-or-many"
    severity = Severity.WARNING
    word: str
    right: str

    def message(self) -> str:
        return f"`{self.word}` does not agree with the number before it"

    def label(self) -> str:
        return "one, or many?"

    def help(self) -> str | None:
        return f"write `{self.right}`"


class NotInBlock(_Fact):
    """Something stands in a block where others would notice it too early, or never.

    Example:
        at once:
          stop
    Use instead:
        at once:
          gain 1 wood
        stop
    """

    code = "check/not-in-block"
    what: str
    block: str

    def message(self) -> str:
        if self.what == "nothing":
            return f"`{self.block}` sets no var that is `visible: sealed`"
        if self.what == "what is sealed":
            return f"what is sealed cannot be read inside `{self.block}`"
        return f"`{self.what}` cannot stand inside `{self.block}`"

    def label(self) -> str:
        return "not here"

    def help(self) -> str | None:
        if self.block == "at once:":
            return "put it behind the block"
        return "let players choose, set a var of their own that is `visible: sealed`, and do the rest behind the block"


class EndsNothing(_Fact):
    """`end SPAN` leaves the verb that begins the span, so it can be said only where that verb is under way.

    Example:
        end match
    Use instead:
        end turn
    """

    code = "check/ends-nothing"
    name: str
    known: tuple[str, ...]
    way: tuple[str, ...] = ()

    def message(self) -> str:
        if not self.way:
            return f"no verb begins `{shown(self.name)}`"
        return f"`end {shown(self.name)}` can be said where no `{shown(self.name)}` is under way"

    def label(self) -> str:
        return "reached by " + " → ".join(self.way) if self.way else "begun by nothing"

    def help(self) -> str | None:
        near = _near(self.name, self.known)
        return near or f"say it only below a verb with `begins: {shown(self.name)}`"


class TwoDeciders(_Fact):
    """Chance chooses, and yet a player could decline or stop.

    Example:
        may choose card from my.hand at random
        move card to my.discard
    Use instead:
        may:
          choose card from my.hand at random
          move card to my.discard
    """

    code = "check/two-deciders"
    word: str

    def message(self) -> str:
        return f"`at random` and `{self.word}` cannot stand together"

    def label(self) -> str:
        return "who decides?"

    def help(self) -> str | None:
        if self.word == "may":
            return "put the choice into a block: `may:`"
        return "say how many are chosen: one number"


class UnknownName(_Fact):
    """A name that means nothing here.

    Example:
        gain 2 wodo
    Use instead:
        gain 2 wood
    """

    code = "check/unknown-name"
    name: str
    known: tuple[str, ...]
    what: str = "name"
    cure: str = ""
    counters: tuple[str, ...] = ()
    """Where a counter is wanted: those there are."""

    def message(self) -> str:
        return f"unknown {self.what} `{shown(self.name)}`"

    def label(self) -> str:
        return "not known here"

    def help(self) -> str | None:
        if self.cure:
            return self.cure
        if self.name in NUMBER_WORDS:
            return f"write `{NUMBER_WORDS[self.name]}`"
        near = _near(self.name, self.known)
        if near is None and self.counters:
            return f"the counters are {_one_of(self.counters)}"
        return near


class UnknownProperty(_Fact):
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
    hidden: str = ""
    """How to name the thing that may be meant, where its name is taken for something else before."""

    def message(self) -> str:
        return f"unknown field `{shown(self.name)}`: {with_article(self.of)} has no such thing"

    def label(self) -> str:
        return f"not of {with_article(self.of)}"

    def help(self) -> str | None:
        if self.hidden:
            return f"a thing is called so, too: write `{self.hidden}.{self.name}`"
        return _near(self.name, self.known) or (f"it has {_one_of(self.known)}" if self.known else None)


class WrongType(_Fact):
    """A value is of another type than the place wants.

    Example:
        gain dark wood
    Use instead:
        gain 2 wood
    """

    code = "check/wrong-type"
    wanted: str
    got: str
    hidden: str = ""
    """How to name a thing that the name is taken for something else before."""

    def message(self) -> str:
        return f"expected {with_article(self.wanted)}, got {with_article(self.got)}"

    def label(self) -> str:
        return f"this is {with_article(self.got)}"

    def help(self) -> str | None:
        if self.hidden:
            return f"a thing is called so, too: write `{self.hidden}`"
        if (self.wanted, self.got) == ("truth", "number"):
            return "compare it with a number, as in `… > 0`"
        if self.wanted == "word":
            return "write a term of text/, or a name that holds a value of an enum"
        if self.got == "set of player" and self.wanted == "player":
            return "for one after another write `as each SET:`; for one of them `first(SET)`, or choose one"
        if self.got == f"set of {self.wanted}" or (self.wanted == "piece" and self.got.startswith("set of ")):
            return "it is a set: go through it with `for each NAME in SET:`, choose one, or take `first(SET)`"
        return None


class BareCondition(_Fact):
    """A set or a thing stands where a condition is wanted; a script says what it asks of it.

    Example:
        if my.hand:
          stop
    Use instead:
        if any(my.hand):
          stop
    """

    code = "check/bare-condition"
    tag: str
    written: str
    old: bool = False
    narrowed: bool = False
    """Whether `where` follows, which was meant to narrow the set alone."""

    def message(self) -> str:
        if self.old:
            return "`is not empty` is no longer said"
        return "a set is no condition" if self.tag in ("set", "zone") else "a thing is no condition"

    def label(self) -> str:
        return "ask something of it"

    def help(self) -> str | None:
        if self.narrowed:
            return (
                f"`where` reaches over `and` and `or`: write `any({self.written} where …)`, or brackets around the set"
            )
        if self.tag in ("set", "zone"):
            return f"write `any({self.written})` for something is there, `{self.written} is empty` for nothing is"
        return f"write `{self.written} is not none`"


class NeedlessIt(_Fact):
    """`it.` stands before the name of something the element has: inside a set such names stand alone.

    Example:
        count(my.hand where it.cost > 2)
    Use instead:
        count(my.hand where cost > 2)
    """

    code = "check/needless-it"
    name: str

    def message(self) -> str:
        return "what an element has goes by its bare name"

    def label(self) -> str:
        return "not needed"

    def help(self) -> str | None:
        return (
            f"write `{self.name}` (`rulewright migrate` does); where a set inside has the same name, give the element "
            "one: `SET as NAME where …`"
        )


class CannotCompare(_Fact):
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

    def message(self) -> str:
        left, right = with_article(self.left), with_article(self.right)
        if self.order:
            return f"only numbers and values of one enum have an order, not {left} and {right}"
        return f"{left} cannot be compared with {right}"

    def label(self) -> str:
        return "has no order" if self.order else "never equal"


class SameOnBothSides(_Fact):
    """Both sides of a comparison are the same thing, since inside a set bare names are first those of its element.

    Example:
        gain count(my.hand where cost < cost) points
    Use instead:
        gain count(my.hand where cost < my.coins) points
    """

    code = "check/same-on-both-sides"
    severity = Severity.WARNING
    written: str

    def message(self) -> str:
        return f"`{shown(self.written)}` is compared with itself"

    def label(self) -> str:
        return "the same on both sides"

    def help(self) -> str | None:
        return "inside a set, a bare name is first what the element has: give the other one a name that no element has"


class UnlikeTuples(_Fact):
    """Values in a row are compared with another number of values.

    Example:
        (my.wood, my.clay) > my.coins
    Use instead:
        (my.wood, my.clay) > (my.coins, 0)
    """

    code = "check/unlike-rows"
    left: int
    right: int

    def message(self) -> str:
        some = [f"{n} values" if n > 1 else "a single value" for n in (self.left, self.right)]
        return f"{some[0]} cannot be compared with {some[1]}"

    def label(self) -> str:
        return "compare as many with as many"

    def help(self) -> str | None:
        return "write as many values on both sides, the one that counts most first: `(A, B) > (C, D)`"


class NameWithoutUse(_Fact):
    """A name for the element stands where nothing looks at each element.

    Example:
        count(my.hand as card)
    Use instead:
        count(my.hand as card where card.cost > 2)
    """

    code = "check/name-without-use"
    name: str

    def message(self) -> str:
        return f"nothing here looks at each `{self.name}`"

    def label(self) -> str:
        return "a name for the element"

    def help(self) -> str | None:
        return (
            f"`SET as {self.name}` stands before `where`, or in a function with a value for each element: "
            f"`sum(SET as {self.name}, VALUE)`"
        )


class SetChanged(_Fact):
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
    name: str
    changed: Span

    def message(self) -> str:
        return f"`{self.name}` may no longer be the set that was named"

    def label(self) -> str:
        return "used here"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.changed, "may change it, or what it is made of"),)

    def help(self) -> str | None:
        return f"use it before, keep a number of it (`let n = count({self.name})`), or name it again behind the change"


class WrongArguments(_Fact):
    """A function or value is given too many or too few arguments.

    Example:
        max(1)
    Use instead:
        max(1, 2)
    """

    code = "check/wrong-arguments"
    name: str
    wanted: int
    got: int

    def message(self) -> str:
        return f"`{self.name}` takes {self.wanted} argument{'s' * (self.wanted != 1)}, got {self.got}"

    def label(self) -> str:
        return "wrong number of arguments"


class TakenWord(_Fact):
    """A field or script is called by a word that says in cards/ what is done to a thing of another pack.

    Example:
        kinds: {coin: {fields: {change: number}}}
    Use instead:
        kinds: {coin: {fields: {small_change: number}}}
    """

    code = "check/taken-word"
    name: str

    def message(self) -> str:
        return f"`{self.name}` cannot be the name of a field or script"

    def label(self) -> str:
        return "choose another name"

    def help(self) -> str | None:
        """Tell what the word is for."""
        return f"`{self.name}` says in cards/ what is done to a thing of a pack below"


class ReservedName(_Fact):
    """A local, a card or a name of the model is called by a word that means something else everywhere.

    Example:
        let me = 3
    Use instead:
        let price = 3
    """

    code = "check/reserved-name"
    name: str
    declared: str = ""
    kind: str = ""
    picked: bool = False

    def message(self) -> str:
        return f"`{self.name}` already means something"

    def label(self) -> str:
        return f"choose another {self.declared or 'name'}"

    def help(self) -> str | None:
        """Tell why a name outside of scripts matters, and make one of the kind of thing it is for."""
        if not self.declared:
            return None
        like = f", like `{self.name}_{self.kind}`" if self.kind else ""
        if self.picked:
            return f"`{self.name}` is an answer of the engine to every choice; choose another {self.declared}{like}"
        return f"scripts read `{self.name}` as a word of the language; choose another {self.declared}{like}"


class AmbiguousName(_Fact):
    """A name stands for values of several enums, or things of several kinds, and nothing tells which.

    Example:
        let x = dark
    Use instead:
        let x = shade.dark
    """

    code = "check/ambiguous-name"
    name: str
    owners: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.name}` could be {' or '.join(with_article(f'`{o}`') for o in self.owners)}"

    def label(self) -> str:
        return "which one?"

    def help(self) -> str | None:
        return "write " + " or ".join(f"`{owner}.{self.name}`" for owner in self.owners[:3])


class Duplicate(_Fact):
    """Two things of a pack have one name.

    Example:
        - id: fool
        - id: fool
    Use instead:
        - id: fool
        - id: sage
    """

    code = "check/duplicate"
    what: str
    name: str
    first: Span

    def message(self) -> str:
        return f"{self.what} `{shown(self.name)}` is defined twice"

    def label(self) -> str:
        return "again here"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "first defined here"),)

    def help(self) -> str | None:
        if self.first == self.span:
            return (
                f"it is made by `for_each` or `for_rows`: put a `{{NAME}}` of them into what the {self.what} is called"
            )
        return "give one of them another name, or leave one out"


class TwoMeanings(_Fact):
    """A name stands for two things in one place, so that scripts could only ever mean one of them.

    Example:
        fields: {weight: number}
        vars: {weight: {}}
    Use instead:
        fields: {weight: number}
        vars: {load: {}}
    """

    code = "check/two-meanings"
    name: str
    other: str
    what: str
    first: Span

    def message(self) -> str:
        return f"`{shown(self.name)}` is both {with_article(self.other)} and {with_article(self.what)}"

    def label(self) -> str:
        return f"{with_article(self.what)}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, with_article(self.other)),)

    def help(self) -> str | None:
        return "rename one of them"


class Cycle(_Fact):
    """Verbs or values need each other in a circle, so they would never end.

    Example:
        - verb: a
          effect: b
        - verb: b
          effect: a
    Use instead:
        - verb: a
          effect: gain 1 wood
    """

    code = "check/cycle"
    path: tuple[str, ...]

    def message(self) -> str:
        return "cycle " + " → ".join(self.path)

    def label(self) -> str:
        return "comes back to itself"


class NoVerb(_Fact):
    """A reaction can follow a verb of a pack, not a statement of the engine: those are too many and too small.

    Example:
        - when: after gain n wood
          effect: gain 1 points
    Use instead:
        - when: after chop wood
          effect: gain 1 points
    """

    code = "check/no-verb"
    name: str

    def message(self) -> str:
        return f"`{shown(self.name)}` is a statement of the engine, and nothing can react to those"

    def label(self) -> str:
        return "no verb of a pack"

    def help(self) -> str | None:
        return "react to a verb that does this, or watch what it changes with `whenever`"


class NothingBefore(_Fact):
    """`as before` stands where nothing was before: it is for a rule of a pack below that a pack goes around.

    Example:
        - verb: rest
          effect: as before
    Use instead:
        - change: verb rest     # in a pack that requires the one with the verb
          effect: |
            gain 1 wood
            as before
    """

    code = "check/nothing-before"

    def message(self) -> str:
        return "nothing was here before"

    def label(self) -> str:
        return "before what?"

    def help(self) -> str | None:
        return (
            "`as before` is for the script of a rule that `change` names; as a value, for the `is` or `requires` of one"
        )


class AroundItself(_Fact):
    """What goes around a rule calls that rule by its name, itself or through others, and so would never end.

    Example:
        - change: verb rest
          effect: |
            gain 1 wood
            rest
    Use instead:
        - change: verb rest
          effect: |
            gain 1 wood
            as before
    """

    code = "check/around-itself"
    name: str
    path: tuple[str, ...]
    first: Span

    def message(self) -> str:
        way = " → ".join(f"`{shown(one)}`" for one in self.path)
        return f"what goes around `{shown(self.name)}` comes back to it: {way}"

    def label(self) -> str:
        return "comes back to itself"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "goes around this"),)

    def help(self) -> str | None:
        return f"names mean the finished game: write `as before` for what `{shown(self.name)}` was"


class AfterItself(_Fact):
    """A reaction to a verb does that verb again, itself or through others, and so would never end.

    Example:
        - when: after rest
          effect: rest
    Use instead:
        - when: after rest
          effect: gain 1 wood
    """

    code = "check/after-itself"
    name: str
    path: tuple[str, ...]

    def message(self) -> str:
        way = " → ".join(f"`{shown(one)}`" for one in self.path)
        return f"what follows `{shown(self.name)}` comes back to it: {way}"

    def label(self) -> str:
        return "comes back to itself"

    def help(self) -> str | None:
        return "do the parts of it that are meant, or put what both do into a verb that nothing reacts to"


class StandingCircle(_Fact):
    """Standing changes need each other's values in a circle, so that none of them could come first.

    Example:
        - {value: card.cost, where: player.wealth > 3, add: 1}
        - {value: player.wealth, where: hill.cost > 2, add: 1}
    Use instead:
        - {value: card.cost, where: printed player.wealth > 3, add: 1}
        - {value: player.wealth, where: hill.cost > 2, add: 1}
    """

    code = "check/standing-circle"
    path: tuple[str, ...]
    others: tuple[Span, ...]

    def message(self) -> str:
        return "standing changes need each other: " + " → ".join(f"`{shown(one)}`" for one in self.path)

    def label(self) -> str:
        return "needs what it changes"

    def notes(self) -> tuple[Label, ...]:
        return tuple(Label(span, "and so does this") for span in self.others)

    def help(self) -> str | None:
        return f"let one of them read the value without changes: `printed {shown(self.path[0])}`"


class BothSet(_Fact):
    """Two standing changes can hold at once and set one value, which has no word on which of them counts.

    Example:
        - {value: player.reach, set: 7}     # of one item
        - {value: player.reach, set: 4}     # of another one
    Use instead:
        - value: reach
          of: player
          combine: lowest
          is: 5
    """

    code = "check/both-set"
    name: str
    others: tuple[Span, ...]

    def message(self) -> str:
        return f"several standing changes set `{shown(self.name)}`, and they can hold at once"

    def label(self) -> str:
        return "sets it"

    def notes(self) -> tuple[Label, ...]:
        return tuple(Label(span, "sets it, too") for span in self.others)

    def help(self) -> str | None:
        ways = "`combine: highest` or `combine: lowest`"
        return f"give `{shown(self.name)}` a {ways}, or decide in a pack that requires both"


class SourceDepends(_Fact):
    """Whether a source is awake comes before all standing changes, so `while` can read nothing that they change.

    Example:
        - {value: player.reach, while: my.reach > 3, add: 1}
    Use instead:
        - {value: player.reach, while: printed my.reach > 3, add: 1}
    """

    code = "check/source-depends"
    name: str
    first: Span

    def message(self) -> str:
        return f"`while` depends on `{shown(self.name)}`, which standing changes alter"

    def label(self) -> str:
        return "comes before all changes"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "altered here"),)

    def help(self) -> str | None:
        return f"read `printed {shown(self.name)}`, or write it under `where`, which comes later"


class BothLeaveOut(_Fact):
    """Two packs beside each other go around one rule, and both may leave out what was before: one would undo the other.

    Example:
        - change: value player.reach     # in the pack rain
          is: 1 if my.levy else as before
        - change: value player.reach     # in the pack wind
          is: 2 if my.boat else as before
    Use instead:
        - change: value player.reach     # in the pack wind
          is: as before + (1 if my.boat else 0)
    """

    code = "check/both-leave-out"
    packs: tuple[str, ...]
    what: str
    others: tuple[Span, ...]

    def message(self) -> str:
        names = [f"`{shown(pack)}`" for pack in self.packs]
        return f"{', '.join(names[:-1])} and {names[-1]} may each leave out what {self.what} was"

    def label(self) -> str:
        return f"by {shown(self.packs[0])}"

    def notes(self) -> tuple[Label, ...]:
        return tuple(Label(span, f"by {shown(pack)}") for span, pack in zip(self.others, self.packs[1:], strict=True))

    def help(self) -> str | None:
        return "let one of them always come to `as before`, or decide in a pack that requires both"


class CannotDo(_Fact):
    """A statement is given things of a kind, or a zone, with which it cannot be done.

    Example:
        flip marker
    Use instead:
        flip token
    """

    code = "check/cannot-do"
    statement: str
    of: str
    lacks: str
    remedy: str

    def message(self) -> str:
        return f"`{self.statement}` cannot be done here: {with_article(f'`{shown(self.of)}`')} {self.lacks}"

    def label(self) -> str:
        return with_article(shown(self.of))

    def help(self) -> str | None:
        return self.remedy


class BadPattern(_Fact):
    """The phrase of a verb or event cannot be read.

    Example:
        verb: "visit [a friend"
    Use instead:
        verb: "visit [a friend]"
    """

    code = "check/bad-phrase"
    why: str

    def message(self) -> str:
        return f"the phrase cannot be read: {self.why}"


class UnknownField(_Fact):
    """An item has a field its kind does not declare.

    Example:
        costt: 3
    Use instead:
        cost: 3
    """

    code = "check/unknown-field"
    kind: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"unknown field `{shown(self.name)}`: {with_article(self.kind)} has no such field"

    def label(self) -> str:
        return "not declared in model.yaml"

    def help(self) -> str | None:
        if " " in self.name:
            return "if this is a line of the script above, indent it like the lines of that script"
        return _near(self.name, self.known) or f"fields are {_one_of(self.known)}"


class MissingField(_Fact):
    """An item lacks a field its kind declares without a default.

    Example:
        - id: fool
    Use instead:
        - id: fool
          cost: 3
    """

    code = "check/missing-field"
    item: str
    name: str

    def message(self) -> str:
        return f"`{shown(self.item)}` has no `{self.name}`"

    def label(self) -> str:
        return "field missing"


class BadValue(_Fact):
    """A value of an item or declaration is not of the declared type or range.

    Example:
        cost: many
    Use instead:
        cost: 3
    """

    code = "check/bad-value"
    wanted: str
    got: str
    known: tuple[str, ...] = ()
    quoted: bool = False

    def message(self) -> str:
        return f"expected {self.wanted}, got " + ("text in quotes" if self.quoted else f"`{shown(self.got)}`")

    def label(self) -> str:
        return "text, because of the quotes" if self.quoted else ""

    def help(self) -> str | None:
        if self.quoted:
            return f"remove the quotes: `{shown(self.got)}`"
        if "{" in self.got:
            return "`{NAME}` is filled by `for_each` or `for_rows` of the item: write one of the names there"
        return (_near(self.got, self.known) or f"one of {_one_of(self.known)}") if self.known else None


class TooCostly(_Fact):
    """A script could take more steps than one effect may.

    Example:
        repeat 1000000:
          gain 1 wood
    Use instead:
        gain 1000 wood
    """

    code = "check/too-costly"
    steps: int

    def message(self) -> str:
        return f"this may take more than {SILENT.most:,} steps ({min(self.steps, 10**9):,} in the worst case)"

    def label(self) -> str:
        return "too many steps"


class BeyondLimit(_Fact):
    """Something is larger, deeper or more work than a game may be; docs/language.md lists the limits.

    Example:
        gain count(range(1, 200) where count(range(1, 200) where count(range(1, 200) where it > 5) > 5) > 5) wood
    Use instead:
        gain count(range(1, 200) where it > 5) wood
    """

    code = "check/beyond-limit"
    limit: Limit
    amount: int
    name: str = ""

    def message(self) -> str:
        amount = f"{self.amount:,}" if self.amount <= MOST_TOLD else f"more than {MOST_TOLD:,}"
        about = f" (`{shown(self.name)}`)" if self.name else ""
        return f"{self.limit.what}{about}: {amount} {self.limit.unit}, at most {self.limit.most:,}"

    def label(self) -> str:
        return "too much"

    def help(self) -> str:
        return f"this is limited because {self.limit.why}"


class HardAfterFate(_Fact):
    """Something that can be impossible stands after a roll, shuffle, draw or reveal in the same option.

    Example:
        draw 1 from my.deck to my.hand
        pay 2 wood
    Use instead:
        pay 2 wood
        draw 1 from my.deck to my.hand
    """

    code = "check/cost-after-reveal"
    verb: str
    fate: Span

    def message(self) -> str:
        return f"`{self.verb}` can be impossible, but what stands before it cannot be taken back"

    def label(self) -> str:
        return "put this first"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.fate, "point of no return"),)


class NothingToPut(_Fact):
    """The pack lacks something the engine needs to start a game.

    Example:
        start: play
    Use instead:
        start: play the game
    """

    code = "check/incomplete-pack"
    what: str

    def message(self) -> str:
        return self.what


class MissingTerm(_Fact):
    """A language of the pack has no words for an id that players see.

    Example:
        terms: {}
    Use instead:
        terms: {wood: bois}
    """

    code = "check/missing-term"
    severity = Severity.WARNING
    name: str
    lang: str
    of: str = ""
    """The thing whose text says it; nothing where it is always seen."""

    def message(self) -> str:
        return f"`{self.name}` has no term in text/{self.lang}.yaml"

    def label(self) -> str:
        return "its text says it" if self.of else "players see this"

    def help(self) -> str | None:
        if not self.of:
            return None
        return f"write `{self.name}: …` there: players read it in the text of `{self.of}`"


class UndeclaredLanguage(_Fact):
    """A file in text/ is of a language that the pack does not name, so nobody ever reads it.

    Example:
        languages: [en]      # and a file text/fr.yaml
    Use instead:
        languages: [en, fr]
    """

    code = "check/undeclared-language"
    severity = Severity.WARNING
    language: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"text/{shown(self.language)}.yaml is never read: the pack does not speak `{shown(self.language)}`"

    def label(self) -> str:
        return "never read"

    def help(self) -> str | None:
        listed = ", ".join(self.known)
        if self.language in LANGUAGES:
            return f"write `languages: [{listed}, {self.language}]` in pack.yaml, or move the terms"
        return f"a file is called like its language: {', '.join(f'text/{one}.yaml' for one in self.known)}"


class MissingName(_Fact):
    """A thing has a name, but not in every language of the pack; or none at all, while others of its kind have one.

    Example:
        name: {en: Baker}
    Use instead:
        name: {en: Baker, fr: Boulangère}
    """

    code = "check/missing-name"
    severity = Severity.WARNING
    item: str
    lang: str
    kind: str = ""
    langs: tuple[str, ...] = ()

    def message(self) -> str:
        if not self.lang:
            return f"`{shown(self.item)}` has no name: players will read `{shown(self.kind)}`, the name of its kind"
        return f"`{shown(self.item)}` has no name in `{shown(self.lang)}`, a language of the pack"

    def label(self) -> str:
        return f"no `{shown(self.lang)}` here" if self.lang else "others of its kind have one"

    def help(self) -> str | None:
        if not self.lang:
            return "write `name: {" + ", ".join(f"{lang}: …" for lang in self.langs) + "}` below its id"
        return f"write `{shown(self.lang)}: …` beside the others"


class SameId(_Fact):
    """Things of two kinds have one id: scripts, players and commands that say it cannot tell which is meant.

    Example:
        card: [{id: hill, name: Hill, cost: 1, source: designed}]
    Use instead:
        card: [{id: hill_card, name: Hill, cost: 1, source: designed}]
    """

    code = "check/same-id"
    severity = Severity.WARNING
    name: str
    kinds: tuple[str, ...]
    first: Span

    def message(self) -> str:
        return f"`{shown(self.name)}` is the id of " + " and of ".join(with_article(kind) for kind in self.kinds)

    def label(self) -> str:
        return "again here"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "first here"),)

    def help(self) -> str | None:
        return f"give one of them another id, as in `{shown(self.name)}_{self.kinds[-1]}`"


class LeftOut(_Fact):
    """The text of a verb leaves out what it is given, so that the text of a card does not say what was chosen.

    Example:
        - verb: "wave goodbye to {card: card}"
          text: {en: wave goodbye, fr: dites adieu}
          source: designed
          effect: move card to my.discard
        - action: part
          menu: turn
          source: designed
          effect: |
            choose card from my.hand
            wave goodbye to card
    Use instead:
        - verb: "wave goodbye to {card: card}"
          text: {en: "wave goodbye to {card}", fr: "dites adieu à {card}"}
          source: designed
          effect: move card to my.discard
        - action: part
          menu: turn
          source: designed
          effect: |
            choose card from my.hand
            wave goodbye to card
    """

    code = "check/left-out"
    severity = Severity.WARNING
    verb: str
    param: str
    chosen: str
    langs: tuple[str, ...]

    def message(self) -> str:
        return f"the text of `{shown(self.verb)}` does not say `{{{self.param}}}`, so nobody reads of `{self.chosen}`"

    def label(self) -> str:
        return "chosen, and not told"

    def help(self) -> str | None:
        return f"write `{{{self.param}}}` into the `text` of the verb ({', '.join(self.langs)})"


class NothingToWord(_Fact):
    """An item has words of its own for a script that it does not have.

    Example:
        text: {effct: {en: Take a coin.}}
        effect: gain 1 coins
    Use instead:
        text: {effect: {en: Take a coin.}}
        effect: gain 1 coins
    """

    code = "check/nothing-to-word"
    item: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"`{shown(self.item)}` has no `{shown(self.name)}` that could have words of its own"

    def label(self) -> str:
        return "no script, no language"

    def help(self) -> str | None:
        has = f"it has {', '.join(f'`{shown(one)}`' for one in self.known)}" if self.known else "it has no script"
        return _near(self.name, self.known) or f"{has}; words for all of it stand under their language"


class WordsLack(_Fact):
    """The words an item has of its own leave out something that its scripts do: a number, a counter, a thing, a choice.

    Example:
        text: {en: Take some coins.}
        effect: gain 2 coins
    Use instead:
        text: {en: Take 2 coins.}
        effect: gain 2 coins
    """

    code = "check/words-lack"
    severity = Severity.WARNING
    item: str
    lang: str
    what: str

    def message(self) -> str:
        return f"the words of `{shown(self.item)}` ({self.lang}) do not say `{shown(self.what)}`, which its script does"

    def label(self) -> str:
        return "not all of it"

    def help(self) -> str | None:
        return "change the words or the script, or leave the words out: they are then made from the script"


class WordsAdd(_Fact):
    """The words an item has of its own speak of something that its scripts never touch.

    Example:
        text: {en: Take 3 coins.}
        effect: gain 2 coins
    Use instead:
        text: {en: Take 2 coins.}
        effect: gain 2 coins
    """

    code = "check/words-add"
    severity = Severity.WARNING
    item: str
    lang: str
    what: str

    def message(self) -> str:
        return (
            f"the words of `{shown(self.item)}` ({self.lang}) say `{shown(self.what)}`, which its script does not touch"
        )

    def label(self) -> str:
        return "more than it does"

    def help(self) -> str | None:
        return "change the words or the script, or leave the words out: they are then made from the script"


class UnevenTable(_Fact):
    """The values of a table rise and fall: perhaps one of them is mistyped.

    Example:
        values: [0, 3, 12, 7, 1]
    Use instead:
        values: [0, 1, 3, 7, 12]
    """

    code = "check/uneven-table"
    severity = Severity.WARNING
    name: str
    values: tuple[int, ...]

    def message(self) -> str:
        return f"the table `{shown(self.name)}` rises and falls: {', '.join(map(str, self.values[:12]))}"

    def label(self) -> str:
        return "is this meant?"

    def help(self) -> str | None:
        return "its first value is for 0, the last for everything beyond; a table by enum may have any values"


class MissingRows(_Fact):
    """A table by enum has no row for some of the values: it gives 0 for them.

    Example:
        values: {wood: 2}
    Use instead:
        values: {wood: 2, clay: 0}
    """

    code = "check/missing-rows"
    severity = Severity.WARNING
    name: str
    enum: str
    values: tuple[str, ...]

    def message(self) -> str:
        lacking = ", ".join(f"`{shown(one)}`" for one in self.values[:12])
        return f"the table `{shown(self.name)}` has no row for {lacking} of `{shown(self.enum)}`"

    def label(self) -> str:
        return "gives 0 there"

    def help(self) -> str | None:
        return "write a row for each value of the enum, 0 where it is meant"


class Unused(_Fact):
    """A local is bound but never used.

    Example:
        let x = 3
    Use instead:
        let x = 3
        gain x wood
    """

    code = "check/unused"
    severity = Severity.WARNING
    name: str

    def message(self) -> str:
        return f"`{self.name}` is never used"


class SecretOption(_Fact):
    """What is offered depends on something the one who chooses may not see, so the offer gives it away.

    Example:
        choose one:
          dig:
            require top(deck) is baker
            gain 1 wood
          wait: gain 1 clay
    Use instead:
        choose one:
          dig:
            reveal top(deck)
            if top(deck) is baker:
              gain 1 wood
          wait: gain 1 clay
    """

    code = "check/secret-option"

    def message(self) -> str:
        return "what is offered here depends on something the player who chooses may not see"

    def label(self) -> str:
        return "hidden from that player"

    def help(self) -> str | None:
        return "decide it after the choice, or let the player see it first (`show … to me`, `reveal …`)"


class SecretPath(_Fact):
    """What is offered depends, by way of values or verbs, on something the one who chooses may not see.

    Example:
        - value: luck
          source: designed
          is: top(deck).cost
        - verb: dig
          source: designed
          effect: |
            require luck > 2
    Use instead:
        - value: luck
          source: designed
          is: count(deck)
        - verb: dig
          source: designed
          effect: |
            require luck > 2
    """

    code = "check/secret-path"
    severity = Severity.WARNING
    path: tuple[str, ...]

    def message(self) -> str:
        way = " → ".join(f"`{shown(step)}`" for step in self.path)
        return f"what is offered here depends, by way of {way}, on something the player who chooses may not see"

    def label(self) -> str:
        return "reads something hidden"

    def help(self) -> str | None:
        return "decide it after the choice, or let the player see it first (`show … to me`, `reveal …`)"


class SaidOtherwise(_Fact):
    """The text of a line of the log has a gap that nothing fills, or none for a value it is given.

    Example:
        say call_out with who = me
    Use instead:
        say call_out with who = me, times = my.coins
    """

    code = "check/said-otherwise"
    term: str
    lang: str
    name: str
    given: bool

    def message(self) -> str:
        if self.given:
            return f"the text of `{self.term}` in text/{self.lang}.yaml has no `{{{self.name}}}`"
        return f"nothing is given for `{{{self.name}}}` of `{self.term}` in text/{self.lang}.yaml"

    def label(self) -> str:
        return "said otherwise there"

    def help(self) -> str | None:
        if self.given:
            return f"write `{{{self.name}}}` into the text, or leave `{self.name} = …` out"
        return f"write `say {self.term} with {self.name} = …`"


class SecretSaid(_Fact):
    """A line of the log tells what not all who are told may see.

    Example:
        say call_out with who = me, times = sum(my.hand, cost)
    Use instead:
        say call_out to me with who = me, times = sum(my.hand, cost)
    """

    code = "check/secret-said"
    private: bool

    def message(self) -> str:
        who = "the one who acts" if self.private else "everybody"
        return f"{who} would be told what is hidden from {'them' if self.private else 'some'}"

    def label(self) -> str:
        return "hidden"

    def help(self) -> str | None:
        if self.private:
            return "leave this value out, or `show` what it is read from first"
        return "write `to me` behind the term, so that only who acts is told; or `reveal` what it is read from first"


class SecretShown(_Fact):
    """A value that everybody is shown is worked out from something that not everybody may see.

    Example:
        - value: luck
          of: player
          show: yes
          source: designed
          is: sum(my.hand, cost)
    Use instead:
        - value: luck
          of: player
          show: yes
          source: designed
          is: count(my.hand)
    """

    code = "check/secret-shown"
    value: str

    def message(self) -> str:
        return f"`{shown(self.value)}` is shown to everybody and reads something that is hidden from some"

    def label(self) -> str:
        return "hidden from some"

    def help(self) -> str | None:
        return "leave out `show`, or work it out from what everybody sees"
