"""Mistakes that a schema cannot see: parts of a pack that contradict each other."""

from __future__ import annotations

from interpreter.diagnostics import Label, Problem, Span, nearest, shown


class RepeatedId(Problem):
    """Two things of one kind have one id.

    Example:
        - id: baker
        - id: baker
    Use instead:
        - id: baker
        - id: rich_baker
    """

    code = "pack/repeated-id"
    beside = "given again"
    advice = "give each an id of its own, or one of them a `count`"
    name: str
    first: Span

    def message(self) -> str:
        return f"the id `{shown(self.name)}` is given twice"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.first, "first given here"),)


class AboveMaximum(Problem):
    """A lower bound or a start is above the upper bound.

    Example:
        players: {min: 5, max: 2}
    Use instead:
        players: {min: 2, max: 5}
    """

    code = "pack/above-maximum"
    beside = "too high"
    low: str
    high: str
    bound: Span

    def message(self) -> str:
        return f"{self.low} above {self.high}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.bound, "the bound"),)


class NewerEngine(Problem):
    """The pack asks for a program that this one is not.

    Example:
        engine: ">=99"
    Use instead:
        engine: ">=0.1"
    """

    code = "pack/engine"
    says = "needs engine {wanted}, this is {version}"
    beside = "not this one"
    wanted: str
    version: str


class NeedsItself(Problem):
    """A pack requires itself.

    Example:
        id: base
        requires: {base: ">=1.0"}
    Use instead:
        id: base
    """

    code = "pack/dependency-cycle"
    beside = "the pack itself"
    name: str

    def message(self) -> str:
        name = shown(self.name)
        return f"dependency cycle {name} → {name}"


class NotAnOptionValue(Problem):
    """The default of an option is not among its values.

    Example:
        size: {values: [small, large], default: medium}
    Use instead:
        size: {values: [small, large], default: small}
    """

    code = "pack/option-default"
    beside = "not a value"
    value: str
    allowed: tuple[str, ...]

    def message(self) -> str:
        allowed = ", ".join(map(shown, self.allowed[:20]))
        return f"the default `{shown(self.value)}` is not one of {allowed}"


class OutsideLink(Problem):
    """A picture or link names something on the network or on the disk.

    Example:
        image: http://example.org/x.png
    Use instead:
        image: assets/x.png
    """

    code = "pack/outside-link"
    says = "only files inside the pack: `{value}`"
    beside = "not in the pack"
    value: str


class LinkLeavesPack(Problem):
    """The path of a picture or link climbs out of the pack.

    Example:
        image: ../../secret.png
    Use instead:
        image: assets/secret.png
    """

    code = "pack/path-leaves"
    says = "path leaves the pack: `{value}`"
    beside = "not in the pack"
    value: str


class NoSuchFile(Problem):
    """A picture is named that the pack does not hold.

    Example:
        image: assets/brokr.png
    Use instead:
        image: assets/baker.png
    """

    code = "pack/no-such-file"
    beside = "not in the pack"
    value: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"no file `{shown(self.value)}` in the pack"

    def help(self) -> str | None:
        near = nearest(self.value, self.known)
        return f"did you mean `{near}`?" if near else None
