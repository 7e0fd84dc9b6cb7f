"""Mistakes of packs on packs: what is required, what is changed, and two packs that want one thing in two ways."""

from __future__ import annotations

from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Severity, Span, nearest, shown
from interpreter.source.errors.fact import Fact, error

_LISTED = 20


def _meant(name: str, known: tuple[str, ...], otherwise: str | None) -> str | None:
    near = nearest(name, known)
    return f"did you mean `{shown(near)}`?" if near else otherwise


# --- which packs ------------------------------------------------------------------------


class MissingPack(Facts):
    """A pack stands on another one that is not there: not shipped, not installed, not beside it.

    Example:
        requires: {base_gaem: ">=0.1, <1"}
    Use instead:
        requires: {base_game: ">=0.1, <1"}
    """

    code: ClassVar[str] = "pack/missing-pack"
    span: Span
    pack: str
    name: str
    known: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Say where packs are looked for."""
        ways = "packs are found among the shipped ones, the installed ones, beside this one, or after --with"
        return error(
            self.code,
            f"`{shown(self.pack)}` requires the pack `{shown(self.name)}`, which is not there",
            Label(self.span, "not found"),
            help=_meant(self.name, self.known, ways),
        )


class ExcludedVersion(Facts):
    """A pack requires versions of another one that the one at hand does not have.

    Example:
        requires: {base_game: ">=2, <3"}
    Use instead:
        requires: {base_game: ">=1, <2"}
    """

    code: ClassVar[str] = "pack/excluded-version"
    span: Span
    pack: str
    name: str
    wanted: str
    version: str
    place: Span
    others: tuple[tuple[str, str, Span], ...]

    def diagnostic(self) -> Diagnostic:
        """Show the pack that is there, and what others require of it."""
        notes = [Label(self.place, f"this is {shown(self.version)}")]
        notes += [Label(span, f"{shown(pack)} wants {shown(wanted)}") for pack, wanted, span in self.others[:_LISTED]]
        return error(
            self.code,
            f"`{shown(self.pack)}` requires `{shown(self.name)}` {shown(self.wanted)}, "
            f"and version {shown(self.version)} is there",
            Label(self.span, f"not {shown(self.version)}"),
            tuple(notes),
            f"use another version of `{shown(self.name)}` or of `{shown(self.pack)}`, or widen the range once it works",
        )


class OpenRange(Facts):
    """A pack says from which version on it works, but not up to which; the next one may break it.

    Example:
        requires: {base_game: ">=0.1"}
    Use instead:
        requires: {base_game: ">=0.1, <1"}
    """

    code: ClassVar[str] = "pack/open-range"
    span: Span
    name: str
    wanted: str

    def diagnostic(self) -> Diagnostic:
        """Warn, and write the range that is meant."""
        return Diagnostic(
            self.code,
            Severity.WARNING,
            f"`{shown(self.wanted)}` of `{shown(self.name)}` has no end: a later version may not fit any more",
            Label(self.span, "up to which version?"),
            help=f'write `{shown(self.name)}: "{shown(self.wanted)}, <1"` with the first version that you do not trust',
        )


class CircleOfPacks(Facts):
    """Packs require each other in a circle, so none of them can be the lower one.

    Example:
        id: rain
        requires: {clouds: ">=0.1, <1"}     # and clouds requires rain
    Use instead:
        id: rain
        requires: {base_game: ">=0.1, <1"}
    """

    code: ClassVar[str] = "pack/circle-of-packs"
    span: Span
    names: tuple[str, ...]
    steps: tuple[Span, ...]

    def diagnostic(self) -> Diagnostic:
        """Draw the circle, with the place of each step."""
        return error(
            self.code,
            f"packs require each other in a circle: {' → '.join(map(shown, self.names[:_LISTED]))}",
            Label(self.span, "the first step"),
            tuple(Label(step, "and on") for step in self.steps[:_LISTED]),
            "leave out one of these; what needs the other pack only if it is there can say `in_play: with NAME`",
        )


class OtherGame(Facts):
    """Packs for different games are put together.

    Example:
        rulewright play chess --with rivers_of_go
    Use instead:
        rulewright play go --with rivers_of_go
    """

    code: ClassVar[str] = "pack/other-game"
    span: Span
    game: str
    pack: str
    first: str
    place: Span

    def diagnostic(self) -> Diagnostic:
        """Name both games."""
        what = f"`{shown(self.pack)}` is made for it" if self.pack != self.game else "it is a game of its own"
        return error(
            self.code,
            f"packs for two games, `{shown(self.first)}` and `{shown(self.game)}`, cannot be played together",
            Label(self.span, f"needs {shown(self.game)}"),
            (Label(self.place, f"needs {shown(self.first)}"),),
            f"leave out one of them: `{shown(self.game)}` comes in because {what}",
        )


class SamePackTwice(Facts):
    """Two different packs with one id are put together.

    Example:
        rulewright play ./my_clouds --with ./old/my_clouds
    Use instead:
        rulewright play ./my_clouds
    """

    code: ClassVar[str] = "pack/same-pack-twice"
    span: Span
    name: str
    first: Span

    def diagnostic(self) -> Diagnostic:
        """Show both."""
        return error(
            self.code,
            f"two packs call themselves `{shown(self.name)}`, with different content",
            Label(self.span, "one of them"),
            (Label(self.first, "the other one"),),
            "name only one of them, or give one another id",
        )


class TooManyPacks(Fact):
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


class NothingBelow(Fact):
    """Something is changed, replaced or removed in a pack that stands on no other pack.

    Example:
        - change: baker
          cost: 2
    Use instead:
        requires: {base_game: ">=0.1, <1"}     # in pack.yaml
    """

    code = "pack/nothing-below"
    says = "`{word}` in a pack that requires no other pack"
    label = "nothing below"
    cure = "say in pack.yaml which pack this one `requires`, or write the thing as it is to be"
    word: str


class NothingToChange(Facts):
    """What is changed, replaced or removed is not in the packs below; maybe the name is a slip.

    Example:
        - change: bakker
          cost: 2
    Use instead:
        - change: baker
          cost: 2
    """

    code: ClassVar[str] = "pack/nothing-to-change"
    span: Span
    doing: str
    what: str
    name: str
    known: tuple[str, ...]
    gone: Span | None
    elsewhere: str

    def diagnostic(self) -> Diagnostic:
        """Name what may be meant, or who took it away."""
        cure = "it has to be in a pack that this one requires, also through others"
        if self.elsewhere:
            cure = f"there is one under `{shown(self.elsewhere)}`"
        return error(
            self.code,
            f"there is no {shown(self.what)} `{shown(self.name)}` below to {shown(self.doing)}",
            Label(self.span, "not there"),
            (Label(self.gone, "removed here"),) if self.gone else (),
            cure if self.gone or self.elsewhere else _meant(self.name, self.known, cure),
        )


class AlreadyThere(Facts):
    """Something is declared that a pack below has already.

    Example:
        kinds: {player: {vars: {coins: {max: 12}}}}       # the base has coins
    Use instead:
        change: {kinds: {player: {vars: {coins: {max: 12}}}}}
    """

    code: ClassVar[str] = "pack/already-there"
    span: Span
    what: str
    name: str
    pack: str
    first: Span
    cure: str

    def diagnostic(self) -> Diagnostic:
        """Show both places."""
        return error(
            self.code,
            f"{shown(self.what)} `{shown(self.name)}` is already in `{shown(self.pack)}`",
            Label(self.span, "declared again"),
            (Label(self.first, "declared here"),),
            self.cure,
        )


class WasOtherwise(Facts):
    """A change says what it expects to find, and finds something else: the pack below has moved on.

    Example:
        cost: {was: 3, is: 2}      # and it is 4 by now
    Use instead:
        cost: {was: 4, is: 2}
    """

    code: ClassVar[str] = "pack/was-otherwise"
    span: Span
    name: str
    expected: str
    found: str
    place: Span | None

    def diagnostic(self) -> Diagnostic:
        """Show what it is now."""
        return error(
            self.code,
            f"`{shown(self.name)}` is {shown(self.found)} below, not {shown(self.expected)}",
            Label(self.span, "expected here"),
            (Label(self.place, "what it is"),) if self.place else (),
            f"see whether the change is still right, then write `was: {shown(self.found)}`",
        )


class CannotChange(Fact):
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
    says = "`{name}` cannot be changed like this: {why}"
    name: str
    why: str


class ManyFit(Facts):
    """The name of a rule fits several rules.

    Example:
        - change: value luck            # players and towns have one each
    Use instead:
        - change: value player.luck
    """

    code: ClassVar[str] = "pack/many-fit"
    span: Span
    name: str
    fitting: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """List the names to choose from."""
        names = ", ".join(f"`{shown(one)}`" for one in self.fitting[:_LISTED])
        return error(self.code, f"`{shown(self.name)}` may be any of {names}", Label(self.span, "write it in full"))


class WhichFace(Facts):
    """A key is changed that each face of a thing has by itself, or of a face that it does not have.

    Example:
        - change: coin
          effect: gain 2 coins
    Use instead:
        - change: coin
          face: 2
          effect: gain 2 coins
    """

    code: ClassVar[str] = "pack/which-face"
    span: Span
    name: str
    key: str
    faces: int
    place: Span

    def diagnostic(self) -> Diagnostic:
        """Say which faces there are."""
        if not self.faces:
            message, cure = f"`{shown(self.name)}` has no faces of its own", "leave out `face`"
        elif self.key:
            message = f"each face of `{shown(self.name)}` has its own `{shown(self.key)}`"
            cure = f"say which one: `face: 1` to `face: {self.faces}`"
        else:
            message, cure = f"`{shown(self.name)}` has {self.faces} faces", "`face` is one of them, from 1 on"
        return error(self.code, message, Label(self.span, "which face?"), (Label(self.place, "its faces"),), cure)


class NeedsDefault(Fact):
    """A field is added to a kind of a pack below, whose things do not have it, and it has no default.

    Example:
        kinds: {guest: {fields: {fame: number}}}
    Use instead:
        kinds: {guest: {fields: {fame: {type: number, default: 0}}}}
    """

    code = "pack/needs-default"
    says = "the new field `{name}` of `{kind}` needs a default"
    label = "the things below lack it"
    cure = "write it as a map with `type` and `default`; each thing may still have a value of its own"
    name: str
    kind: str


class RemovedAndAdded(Facts):
    """One pack removes a thing and adds one with the same id.

    Example:
        - remove: baker
        - id: baker
          source: designed
    Use instead:
        - replace: baker
          source: designed
    """

    code: ClassVar[str] = "pack/removed-and-added"
    span: Span
    name: str
    first: Span

    def diagnostic(self) -> Diagnostic:
        """Show both places."""
        return error(
            self.code,
            f"`{shown(self.name)}` is removed and added again",
            Label(self.span, "added here"),
            (Label(self.first, "removed here"),),
            f"write `replace: {shown(self.name)}` and leave out the other one",
        )


# --- conflicts --------------------------------------------------------------------------


class Conflict(Facts):
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

    code: ClassVar[str] = "pack/conflict"
    span: Span
    packs: tuple[str, ...]
    doing: tuple[str, ...]
    what: str
    places: tuple[Span, ...]

    def diagnostic(self) -> Diagnostic:
        """Show every place; the packs stand by name, so that every order of asking gives the same words."""
        notes = [Label(place, f"by {shown(pack)}") for place, pack in zip(self.places, self.packs[1:], strict=True)]
        once = len(set(self.packs)) == 1
        cure = "leave out one of them" if once else "leave out one of the packs, or decide in a pack that requires both"
        return error(
            self.code,
            f"{self._told(once)} {self.what}",
            Label(self.span, f"by {shown(self.packs[0])}"),
            tuple(notes[:_LISTED]),
            cure,
        )

    def _told(self, once: bool) -> str:
        names = [f"`{shown(pack)}`" for pack in self.packs[:_LISTED]]
        if once:
            return f"{names[0]} {_third(self.doing[0])} twice"
        if len(set(self.doing)) == 1:
            all_of = "both " if len(names) == 2 else "all "
            return f"{', '.join(names[:-1])} and {names[-1]} {all_of}{self.doing[0]}"
        return " and ".join(f"{name} {_third(doing)}" for name, doing in zip(names, self.doing, strict=False))


def _third(verb: str) -> str:
    return f"{verb}s"
