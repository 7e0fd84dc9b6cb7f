"""Everything the checker can report. Passes state facts; the prose is here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Label, Severity, Span, nearest, shown


@dataclass(frozen=True, slots=True)
class _Fact:
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


@dataclass(frozen=True, slots=True)
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
        return _near(self.name, self.known)


@dataclass(frozen=True, slots=True)
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

    def message(self) -> str:
        return f"`{self.verb}` is not written like this"

    def label(self) -> str:
        return "does not fit"

    def help(self) -> str | None:
        return "write " + " or ".join(f"`{p}`" for p in self.phrases[:4])


@dataclass(frozen=True, slots=True)
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

    def message(self) -> str:
        return f"unknown {self.what} `{shown(self.name)}`"

    def label(self) -> str:
        return "not known here"

    def help(self) -> str | None:
        return _near(self.name, self.known)


@dataclass(frozen=True, slots=True)
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

    def message(self) -> str:
        return f"unknown field `{shown(self.name)}`: a {self.of} has no such thing"

    def label(self) -> str:
        return f"not of a {self.of}"

    def help(self) -> str | None:
        return _near(self.name, self.known) or (f"it has {_one_of(self.known)}" if self.known else None)


@dataclass(frozen=True, slots=True)
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

    def message(self) -> str:
        return f"expected a {self.wanted}, got a {self.got}"

    def label(self) -> str:
        return f"this is a {self.got}"


@dataclass(frozen=True, slots=True)
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
        if self.order:
            return f"only numbers can be larger or smaller, not a {self.left if self.left != 'number' else self.right}"
        return f"a {self.left} cannot be compared with a {self.right}"

    def label(self) -> str:
        return "has no order" if self.order else "never equal"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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

    def message(self) -> str:
        return f"`{self.name}` already means something"

    def label(self) -> str:
        return f"choose another {self.declared or 'name'}"

    def help(self) -> str | None:
        """Tell why a name outside of scripts matters, and make one of the kind of thing it is for."""
        if not self.declared:
            return None
        like = f", like `{self.name}_{self.kind}`" if self.kind else ""
        return f"scripts read `{self.name}` as a word of the language; choose another {self.declared}{like}"


@dataclass(frozen=True, slots=True)
class AmbiguousName(_Fact):
    """A name stands for values of several enums and nothing tells which.

    Example:
        let x = dark
    Use instead:
        let x = shade.dark
    """

    code = "check/ambiguous-name"
    name: str
    owners: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.name}` could be a value of {' or '.join(f'`{o}`' for o in self.owners)}"

    def label(self) -> str:
        return "which one?"

    def help(self) -> str | None:
        return f"write `{self.owners[0]}.{self.name}`"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
        return f"unknown field `{shown(self.name)}`: a {self.kind} has no such field"

    def label(self) -> str:
        return "not declared in model.yaml"

    def help(self) -> str | None:
        if " " in self.name:
            return "if this is a line of the script above, indent it like the lines of that script"
        return _near(self.name, self.known) or f"fields are {_one_of(self.known)}"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
        return (_near(self.got, self.known) or f"one of {_one_of(self.known)}") if self.known else None


@dataclass(frozen=True, slots=True)
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
        return f"this may take more than 10,000 steps ({min(self.steps, 10**9):,} in the worst case)"

    def label(self) -> str:
        return "too many steps"


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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

    def message(self) -> str:
        return f"`{self.name}` has no term in text/{self.lang}.yaml"

    def label(self) -> str:
        return "players see this"


@dataclass(frozen=True, slots=True)
class MissingName(_Fact):
    """A thing has a name, but not in every language of the pack.

    Example:
        name: {en: Baker}
    Use instead:
        name: {en: Baker, fr: Boulangère}
    """

    code = "check/missing-name"
    severity = Severity.WARNING
    item: str
    lang: str

    def message(self) -> str:
        return f"`{shown(self.item)}` has no name in `{shown(self.lang)}`, a language of the pack"

    def label(self) -> str:
        return f"no `{shown(self.lang)}` here"

    def help(self) -> str | None:
        return f"write `{shown(self.lang)}: …` beside the others"


@dataclass(frozen=True, slots=True)
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
