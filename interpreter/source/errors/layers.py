"""Mistakes of packs on packs: what is required, what is changed, and two packs that want one thing in two ways."""

from __future__ import annotations

import re

from interpreter.diagnostics import Label, Problem, Severity, Span, nearest, one_of, shown

_LISTED = 20
_MAJORS = re.compile(r"(?<![.0-9])([0-9]{1,6})(?=[.0-9]*)")
"""The first number of each version of a range."""


def _meant(name: str, known: tuple[str, ...], otherwise: str | None) -> str | None:
    near = nearest(name, known)
    return f"did you mean `{shown(near)}`?" if near else otherwise


# --- which packs ------------------------------------------------------------------------


class MissingPack(Problem):
    """A pack stands on another one that is not there: not shipped, not installed, not beside it.

    Example:
        requires: {base_gaem: ">=0.1, <1"}
    Use instead:
        requires: {base_game: ">=0.1, <1"}
    """

    code = "pack/missing-pack"
    beside = "not found"
    pack: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"`{shown(self.pack)}` requires the pack `{shown(self.name)}`, which is not there"

    def help(self) -> str | None:
        ways = "packs are found among the shipped ones, the installed ones, beside this one, or after --with"
        return _meant(self.name, self.known, ways)


class PackMeant(Problem):
    """A condition waits for a pack that nobody has, and its name is nearly that of one that is there: it never holds.

    Example:
        - {id: ferry, name: Ferry, speed: 2, source: designed, in_play: with base_gaem}
    Use instead:
        - {id: ferry, name: Ferry, speed: 2, source: designed, in_play: with base_game}
    """

    code = "pack/pack-meant"
    severity = Severity.WARNING
    says = "no pack is called `{name}`"
    beside = "not found"
    name: str
    meant: str

    def help(self) -> str | None:
        return f"did you mean `{shown(self.meant)}`?"


class UnknownRule(Problem):
    """A pack says that it changes a rule, and no pack below lists a rule of that id.

    Example:
        changes_rules: [SAIL-O1]
    Use instead:
        changes_rules: [SAIL-01]
    """

    code = "pack/unknown-rule"
    severity = Severity.WARNING
    says = "no pack below has a rule `{name}`"
    beside = "not in their rule_ids.txt"
    name: str
    known: tuple[str, ...]

    def help(self) -> str | None:
        return _meant(self.name, self.known, f"there is {one_of(self.known)}")


class ExcludedVersion(Problem):
    """A pack requires versions of another one that the one at hand does not have.

    Example:
        requires: {base_game: ">=2, <3"}
    Use instead:
        requires: {base_game: ">=1, <2"}
    """

    code = "pack/excluded-version"
    pack: str
    name: str
    wanted: str
    version: str
    place: Span
    others: tuple[tuple[str, str, Span], ...]

    def message(self) -> str:
        return (
            f"`{shown(self.pack)}` requires `{shown(self.name)}` {shown(self.wanted)}, "
            f"and version {shown(self.version)} is there"
        )

    def label(self) -> str:
        return f"not {shown(self.version)}"

    def notes(self) -> tuple[Label, ...]:
        notes = [Label(self.place, f"this is {shown(self.version)}")]
        notes += [Label(span, f"{shown(pack)} wants {shown(wanted)}") for pack, wanted, span in self.others[:_LISTED]]
        return tuple(notes)

    def help(self) -> str | None:
        return (
            f"use another version of `{shown(self.name)}` or of `{shown(self.pack)}`, or widen the range once it works"
        )


class OpenRange(Problem):
    """A pack says from which version on it works, but not up to which; the next one may break it.

    Example:
        requires: {base_game: ">=0.1"}
    Use instead:
        requires: {base_game: ">=0.1, <1"}
    """

    code = "pack/open-range"
    severity = Severity.WARNING
    beside = "up to which version?"
    name: str
    wanted: str

    def message(self) -> str:
        return f"`{shown(self.wanted)}` of `{shown(self.name)}` has no end: a later version may not fit any more"

    def help(self) -> str | None:
        end = 1 + max((int(major) for major in _MAJORS.findall(self.wanted)), default=0)
        return (
            f'write `{shown(self.name)}: "{shown(self.wanted)}, <{end}"` with the first version that you do not trust'
        )


class CircleOfPacks(Problem):
    """Packs require each other in a circle, so none of them can be the lower one.

    Example:
        id: rain
        requires: {clouds: ">=0.1, <1"}     # and clouds requires rain
    Use instead:
        id: rain
        requires: {base_game: ">=0.1, <1"}
    """

    code = "pack/circle-of-packs"
    beside = "the first step"
    advice = "leave out one of these; what needs the other pack only if it is there can say `in_play: with NAME`"
    names: tuple[str, ...]
    steps: tuple[Span, ...]

    def message(self) -> str:
        return f"packs require each other in a circle: {' → '.join(map(shown, self.names[:_LISTED]))}"

    def notes(self) -> tuple[Label, ...]:
        return tuple(Label(step, "and on") for step in self.steps[:_LISTED])


class OtherGame(Problem):
    """Packs for different games are put together.

    Example:
        rulewright play chess --with rivers_of_go
    Use instead:
        rulewright play go --with rivers_of_go
    """

    code = "pack/other-game"
    game: str
    pack: str
    first: str
    place: Span

    def message(self) -> str:
        return f"packs for two games, `{shown(self.first)}` and `{shown(self.game)}`, cannot be played together"

    def label(self) -> str:
        return f"needs {shown(self.game)}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.place, f"needs {shown(self.first)}"),)

    def help(self) -> str | None:
        what = f"`{shown(self.pack)}` is made for it" if self.pack != self.game else "it is a game of its own"
        return f"leave out one of them: `{shown(self.game)}` comes in because {what}"


class SamePackTwice(Problem):
    """Two different packs with one id are put together.

    Example:
        rulewright play ./my_clouds --with ./old/my_clouds
    Use instead:
        rulewright play ./my_clouds
    """

    code = "pack/same-pack-twice"
    beside = "one of them"
    advice = "name only one of them, or give one another id"
    name: str
    first: Span

    def message(self) -> str:
        return f"two packs call themselves `{shown(self.name)}`, with different content"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "the other one"),)


class TooManyPacks(Problem):
    """More packs are put together than anybody can play.

    Example:
        rulewright play base_game --with pack_1 --with pack_2 ... --with pack_70
    Use instead:
        rulewright play base_game --with pack_1 --with pack_2
    """

    code = "pack/too-many-packs"
    says = "more than {most} packs at once"
    most: int


# --- what is changed --------------------------------------------------------------------


class NothingBelow(Problem):
    """Something is changed, replaced or removed in a pack that stands on no other pack.

    Example:
        - change: baker
          cost: 2
    Use instead:
        requires: {base_game: ">=0.1, <1"}     # in pack.yaml
    """

    code = "pack/nothing-below"
    says = "`{word}` in a pack that requires no other pack"
    beside = "nothing below"
    advice = "say in pack.yaml which pack this one `requires`, or write the thing as it is to be"
    word: str


class NothingToChange(Problem):
    """What is changed, replaced or removed is not in the packs below; maybe the name is a slip.

    Example:
        - change: bakker
          cost: 2
    Use instead:
        - change: baker
          cost: 2
    """

    code = "pack/nothing-to-change"
    beside = "not there"
    doing: str
    what: str
    name: str
    known: tuple[str, ...]
    gone: Span | None
    elsewhere: str
    cure: str = ""

    def message(self) -> str:
        return f"there is no {shown(self.what)} `{shown(self.name)}` below to {shown(self.doing)}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.gone, "removed here"),) if self.gone else ()

    def help(self) -> str | None:
        cure = self.cure or "it has to be in a pack that this one requires, also through others"
        if self.cure:
            return cure
        if self.elsewhere:
            cure = f"there is one under `{shown(self.elsewhere)}`"
        return cure if self.gone or self.elsewhere else _meant(self.name, self.known, cure)


class AlreadyThere(Problem):
    """Something is declared that a pack below has already.

    Example:
        kinds: {player: {vars: {coins: {max: 12}}}}       # the base has coins
    Use instead:
        change: {kinds: {player: {vars: {coins: {max: 12}}}}}
    """

    code = "pack/already-there"
    beside = "declared again"
    what: str
    name: str
    pack: str
    first: Span
    cure: str

    def message(self) -> str:
        return f"{shown(self.what)} `{shown(self.name)}` is already in `{shown(self.pack)}`"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "declared here"),)

    def help(self) -> str | None:
        return self.cure


class WasOtherwise(Problem):
    """A change says what it expects to find, and finds something else: the pack below has moved on.

    Example:
        cost: {was: 3, is: 2}      # and it is 4 by now
    Use instead:
        cost: {was: 4, is: 2}
    """

    code = "pack/was-otherwise"
    beside = "expected here"
    name: str
    expected: str
    found: str
    place: Span | None

    def message(self) -> str:
        return f"`{shown(self.name)}` is {shown(self.found)} below, not {shown(self.expected)}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.place, "what it is"),) if self.place else ()

    def help(self) -> str | None:
        return f"see whether the change is still right, then write `was: {shown(self.found)}`"


class CannotChange(Problem):
    """A key that other things depend on, or a part that has another shape below, cannot be changed like this.

    Example:
        - change: baker
          id: rich_baker
    Use instead:
        - remove: baker
        - id: rich_baker
          source: designed
    """

    code = "pack/cannot-change"
    says = "`{name}` cannot be changed like this"
    name: str
    why: str
    """Why not, and what to write instead."""

    def help(self) -> str | None:
        return self.why


class ManyFit(Problem):
    """The name of a rule fits several rules.

    Example:
        - change: value luck            # players and towns have one each
    Use instead:
        - change: value player.luck
    """

    code = "pack/many-fit"
    beside = "write it in full"
    name: str
    fitting: tuple[str, ...]

    def message(self) -> str:
        names = ", ".join(f"`{shown(one)}`" for one in self.fitting[:_LISTED])
        return f"`{shown(self.name)}` may be any of {names}"


class WhichFace(Problem):
    """A key is changed that each face of a thing has by itself, or of a face that it does not have.

    Example:
        - change: coin
          effect: gain 2 coins
    Use instead:
        - change: coin
          face: 2
          effect: gain 2 coins
    """

    code = "pack/which-face"
    beside = "which face?"
    name: str
    key: str
    faces: int
    place: Span

    def message(self) -> str:
        if not self.faces:
            return f"`{shown(self.name)}` has no faces of its own"
        if self.key:
            return f"each face of `{shown(self.name)}` has its own `{shown(self.key)}`"
        return f"`{shown(self.name)}` has {self.faces} faces"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.place, "its faces"),)

    def help(self) -> str | None:
        if not self.faces:
            return "leave out `face`"
        if self.key:
            return f"say which one: `face: 1` to `face: {self.faces}`"
        return "`face` is one of them, from 1 on"


class NeedsDefault(Problem):
    """A field is added to a kind of a pack below, whose things do not have it, and it has no default.

    Example:
        kinds: {guest: {fields: {fame: number}}}
    Use instead:
        kinds: {guest: {fields: {fame: {type: number, default: 0}}}}
    """

    code = "pack/needs-default"
    says = "the new field `{name}` of `{kind}` needs a default"
    beside = "the things below lack it"
    advice = "write it as a map with `type` and `default`; each thing may still have a value of its own"
    name: str
    kind: str


class RemovedAndAdded(Problem):
    """One pack removes a thing and adds one with the same id.

    Example:
        - remove: baker
        - id: baker
          source: designed
    Use instead:
        - replace: baker
          source: designed
    """

    code = "pack/removed-and-added"
    beside = "added here"
    name: str
    first: Span

    def message(self) -> str:
        return f"`{shown(self.name)}` is removed and added again"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "removed here"),)

    def help(self) -> str | None:
        return f"write `replace: {shown(self.name)}` and leave out the other one"


# --- conflicts --------------------------------------------------------------------------


class Conflict(Problem):
    """Two packs of which neither stands on the other want one key in two ways.

    Example:
        - change: baker        # in the pack rain
          cost: 2
        - change: baker        # in the pack wind
          cost: 4
    Use instead:
        - change: baker        # in a pack that requires both
          cost: 3
    """

    code = "pack/conflict"
    packs: tuple[str, ...]
    doing: tuple[str, ...]
    what: str
    places: tuple[Span, ...]
    in_lists: bool = True
    """Whether it is about cards or rules: of these, two of one name cannot be told apart by whoever stands above."""

    def message(self) -> str:
        once = len(set(self.packs)) == 1
        return f"{self._told(once)} {self.what}"

    def label(self) -> str:
        return f"by {shown(self.packs[0])}"

    def notes(self) -> tuple[Label, ...]:
        notes = [Label(place, f"by {shown(pack)}") for place, pack in zip(self.places, self.packs[1:], strict=True)]
        return tuple(notes[:_LISTED])

    def help(self) -> str | None:
        if self._one_template():
            return "it is made by `for_each` or `for_rows`: put a `{NAME}` of these into its id"
        if len(set(self.packs)) == 1:
            return "leave out one of them"
        both_add = set(self.doing) == {"add"}
        if both_add and self.in_lists:
            return "give one of them another id, or leave out one of the packs"
        other = "give one of them another id, " if both_add else ""
        return f"{other}leave out one of the packs, or decide in a pack that requires both"

    def _one_template(self) -> bool:
        """Whether one item makes several things of one id."""
        return set(self.doing) == {"add"} and set(self.places) == {self.span}

    def _told(self, once: bool) -> str:
        names = [f"`{shown(pack)}`" for pack in self.packs[:_LISTED]]
        if len(self.packs) > _LISTED:
            names.append(f"{len(self.packs) - _LISTED} more")
        if once and len(set(self.doing)) == 1:
            return f"{names[0]} {_third(self.doing[0])} twice"
        if once:
            return f"{names[0]} {' and '.join(map(_third, dict.fromkeys(self.doing)))}"
        if len(set(self.doing)) == 1:
            all_of = "both " if len(names) == 2 else "all "
            return f"{', '.join(names[:-1])} and {names[-1]} {all_of}{self.doing[0]}"
        return " and ".join(f"{name} {_third(doing)}" for name, doing in zip(names, self.doing, strict=False))


def _third(verb: str) -> str:
    return f"{verb}s"
