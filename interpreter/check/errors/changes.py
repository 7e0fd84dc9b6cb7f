"""Packs on packs: rules around rules, reactions, standing changes."""

from __future__ import annotations

from interpreter.diagnostics import Label, Problem, Span, shown


class NothingBefore(Problem):
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
    says = "nothing was here before"
    beside = "before what?"
    advice = (
        "`as before` is for the script of a rule that `change` names; as a value, for the `is` or `requires` of one"
    )


class AroundItself(Problem):
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
    beside = "comes back to itself"
    name: str
    path: tuple[str, ...]
    first: Span

    def message(self) -> str:
        way = " → ".join(f"`{shown(one)}`" for one in self.path)
        return f"what goes around `{shown(self.name)}` comes back to it: {way}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "goes around this"),)

    def help(self) -> str | None:
        return f"names mean the finished game: write `as before` for what `{shown(self.name)}` was"


class AfterItself(Problem):
    """A reaction to a verb does that verb again, itself or through others, and so would never end.

    Example:
        - when: after rest
          effect: rest
    Use instead:
        - when: after rest
          effect: gain 1 wood
    """

    code = "check/after-itself"
    beside = "comes back to itself"
    advice = "do the parts of it that are meant, or put what both do into a verb that nothing reacts to"
    name: str
    path: tuple[str, ...]

    def message(self) -> str:
        way = " → ".join(f"`{shown(one)}`" for one in self.path)
        return f"what follows `{shown(self.name)}` comes back to it: {way}"


class StandingCircle(Problem):
    """Standing changes need each other's values in a circle, so that none of them could come first.

    Example:
        - {value: card.cost, where: player.wealth > 3, add: 1}
        - {value: player.wealth, where: hill.cost > 2, add: 1}
    Use instead:
        - {value: card.cost, where: printed player.wealth > 3, add: 1}
        - {value: player.wealth, where: hill.cost > 2, add: 1}
    """

    code = "check/standing-circle"
    beside = "needs what it changes"
    path: tuple[str, ...]
    others: tuple[Span, ...]
    read: str = ""
    """How the changed value is written where a change reads it."""

    def message(self) -> str:
        return "standing changes need each other: " + " → ".join(f"`{shown(one)}`" for one in self.path)

    def notes(self) -> tuple[Label, ...]:
        return tuple(Label(span, "and so does this") for span in self.others)

    def help(self) -> str | None:
        alone = len(self.path) == 2 and not self.others
        who = "let it" if alone else "let one of them"
        return f"{who} read the value without changes: `printed {shown(self.read or self.path[0])}`"


class BothSet(Problem):
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
    beside = "sets it"
    name: str
    others: tuple[Span, ...]

    def message(self) -> str:
        if not self.others:
            return (
                f"there are several things that set `{shown(self.name)}` so, and they can set different values at once"
            )
        return f"several standing changes set `{shown(self.name)}`, and they can hold at once"

    def notes(self) -> tuple[Label, ...]:
        return tuple(Label(span, "sets it, too") for span in self.others)

    def help(self) -> str | None:
        ways = "`combine: highest` or `combine: lowest`"
        return f"give `{shown(self.name)}` a {ways}, or decide in a pack that requires both"


class SourceDepends(Problem):
    """Whether a source is awake comes before all standing changes, so `while` can read nothing that they change.

    Example:
        - {value: player.reach, while: my.reach > 3, add: 1}
    Use instead:
        - {value: player.reach, while: printed my.reach > 3, add: 1}
    """

    code = "check/source-depends"
    beside = "comes before all changes"
    name: str
    first: Span

    def message(self) -> str:
        return f"`while` depends on `{shown(self.name)}`, which standing changes alter"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "altered here"),)

    def help(self) -> str | None:
        return f"read `printed {shown(self.name)}`, or write it under `where`, which comes later"


class BothLeaveOut(Problem):
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
    advice = "let one of them always come to `as before`, or decide in a pack that requires both"
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
