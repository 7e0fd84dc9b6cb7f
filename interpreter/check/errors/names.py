"""Names that are taken, meant twice or used by nobody."""

from __future__ import annotations

from interpreter.diagnostics import Label, Problem, Severity, Span, did_you_mean, one_of, shown, with_article


class TakenWord(Problem):
    """A field or script is called by a word that says in cards/ what is done to a thing of another pack.

    Example:
        kinds: {coin: {fields: {change: number}}}
    Use instead:
        kinds: {coin: {fields: {small_change: number}}}
    """

    code = "check/taken-word"
    beside = "choose another name"
    name: str

    def message(self) -> str:
        return f"`{self.name}` cannot be the name of a field or script"

    def help(self) -> str | None:
        """Tell what the word is for."""
        return f"`{self.name}` says in cards/ what is done to a thing of a pack below"


class ReservedName(Problem):
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


class AmbiguousName(Problem):
    """A name stands for values of several enums, or things of several kinds, and nothing tells which.

    Example:
        let x = dark
    Use instead:
        let x = shade.dark
    """

    code = "check/ambiguous-name"
    beside = "which one?"
    name: str
    owners: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.name}` could be {' or '.join(with_article(f'`{o}`') for o in self.owners)}"

    def help(self) -> str | None:
        return "write " + " or ".join(f"`{owner}.{self.name}`" for owner in self.owners[:3])


class Duplicate(Problem):
    """Two things of a pack have one name.

    Example:
        - id: fool
        - id: fool
    Use instead:
        - id: fool
        - id: sage
    """

    code = "check/duplicate"
    beside = "again here"
    what: str
    name: str
    first: Span

    def message(self) -> str:
        return f"{self.what} `{shown(self.name)}` is defined twice"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "first defined here"),)

    def help(self) -> str | None:
        if self.first == self.span:
            return (
                f"it is made by `for_each` or `for_rows`: put a `{{NAME}}` of them into what the {self.what} is called"
            )
        return "give one of them another name, or leave one out"


class TwoMeanings(Problem):
    """A name stands for two things in one place, so that scripts could only ever mean one of them.

    Example:
        fields: {weight: number}
        vars: {weight: {}}
    Use instead:
        fields: {weight: number}
        vars: {load: {}}
    """

    code = "check/two-meanings"
    advice = "rename one of them"
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


class SameId(Problem):
    """Things of two kinds have one id: scripts, players and commands that say it cannot tell which is meant.

    Example:
        card: [{id: hill, name: Hill, cost: 1, source: designed}]
    Use instead:
        card: [{id: hill_card, name: Hill, cost: 1, source: designed}]
    """

    code = "check/same-id"
    severity = Severity.WARNING
    beside = "again here"
    name: str
    kinds: tuple[str, ...]
    first: Span

    def message(self) -> str:
        return f"`{shown(self.name)}` is the id of " + " and of ".join(with_article(kind) for kind in self.kinds)

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "first here"),)

    def help(self) -> str | None:
        return f"give one of them another id, as in `{shown(self.name)}_{self.kinds[-1]}`"


class HiddenName(Problem):
    """A local has the name of a var, field or zone that a script can say without anything before it.

    Example:
        let round = 3
    Use instead:
        let third = 3
    """

    code = "check/hidden-name"
    severity = Severity.WARNING
    beside = "now means the local"
    name: str
    what: str
    whose: str
    declared: Span

    def message(self) -> str:
        return f"the local `{self.name}` hides the {self.what} `{self.name}` of {self.whose}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.declared, "declared here"),)

    def help(self) -> str | None:
        return f"give the local another name, as in `this_{self.name}`"


class NotOffered(Problem):
    """No script offers a menu, so none of its actions can be chosen; maybe the name is a slip.

    Example:
        - action: fish
          menu: trun
          name: Fish
          source: designed
          effect: gain 1 coins
    Use instead:
        - action: fish
          menu: turn
          name: Fish
          source: designed
          effect: gain 1 coins
    """

    code = "check/not-offered"
    severity = Severity.WARNING
    says = "nothing offers the menu `{menu}`"
    beside = "nobody can choose it"
    menu: str
    offered: tuple[str, ...]

    def help(self) -> str | None:
        offer = f"a script has to say `offer {shown(self.menu)}`"
        return did_you_mean(self.menu, self.offered) or (
            f"{offer}; what is offered is {one_of(self.offered)}" if self.offered else offer
        )


class Unused(Problem):
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
