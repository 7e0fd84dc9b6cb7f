"""Mistakes that a schema cannot see: parts of a pack that contradict each other."""

from __future__ import annotations

from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Span, nearest, shown
from interpreter.source.errors.fact import Fact, error


class RepeatedId(Facts):
    """Two things of one kind have one id.

    Example:
        - id: baker
        - id: baker
    Use instead:
        - id: baker
        - id: rich_baker
    """

    code: ClassVar[str] = "pack/repeated-id"
    span: Span
    name: str
    first: Span

    def diagnostic(self) -> Diagnostic:
        """Show both places."""
        return error(
            self.code,
            f"the id `{shown(self.name)}` is given twice",
            Label(self.span, "given again"),
            (Label(self.first, "first given here"),),
            "give each an id of its own, or one of them a `count`",
        )


class AboveMaximum(Facts):
    """A lower bound or a start is above the upper bound.

    Example:
        players: {min: 5, max: 2}
    Use instead:
        players: {min: 2, max: 5}
    """

    code: ClassVar[str] = "pack/above-maximum"
    span: Span
    low: str
    high: str
    bound: Span

    def diagnostic(self) -> Diagnostic:
        """Show both bounds."""
        message = f"{self.low} above {self.high}"
        return error(self.code, message, Label(self.span, "too high"), (Label(self.bound, "the bound"),))


class NewerEngine(Fact):
    """The pack asks for a program that this one is not.

    Example:
        engine: ">=99"
    Use instead:
        engine: ">=0.1"
    """

    code = "pack/engine"
    says = "needs engine {wanted}, this is {version}"
    label = "not this one"
    wanted: str
    version: str


class NeedsItself(Facts):
    """A pack requires itself.

    Example:
        id: base
        requires: {base: ">=1.0"}
    Use instead:
        id: base
    """

    code: ClassVar[str] = "pack/dependency-cycle"
    span: Span
    name: str

    def diagnostic(self) -> Diagnostic:
        """Draw the cycle."""
        name = shown(self.name)
        return error(self.code, f"dependency cycle {name} → {name}", Label(self.span, "the pack itself"))


class NotAnOptionValue(Facts):
    """The default of an option is not among its values.

    Example:
        size: {values: [small, large], default: medium}
    Use instead:
        size: {values: [small, large], default: small}
    """

    code: ClassVar[str] = "pack/option-default"
    span: Span
    value: str
    allowed: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name the allowed values."""
        allowed = ", ".join(map(shown, self.allowed[:20]))
        return error(
            self.code, f"the default `{shown(self.value)}` is not one of {allowed}", Label(self.span, "not a value")
        )


class OutsideLink(Fact):
    """A picture or link names something on the network or on the disk.

    Example:
        image: http://example.org/x.png
    Use instead:
        image: assets/x.png
    """

    code = "pack/outside-link"
    says = "only files inside the pack: `{value}`"
    label = "not in the pack"
    value: str


class LinkLeavesPack(Fact):
    """The path of a picture or link climbs out of the pack.

    Example:
        image: ../../secret.png
    Use instead:
        image: assets/secret.png
    """

    code = "pack/path-leaves"
    says = "path leaves the pack: `{value}`"
    label = "not in the pack"
    value: str


class NoSuchFile(Facts):
    """A picture is named that the pack does not hold.

    Example:
        image: assets/brokr.png
    Use instead:
        image: assets/baker.png
    """

    code: ClassVar[str] = "pack/no-such-file"
    span: Span
    value: str
    known: tuple[str, ...]

    def diagnostic(self) -> Diagnostic:
        """Name a file that may be meant."""
        near = nearest(self.value, self.known)
        return error(
            self.code,
            f"no file `{shown(self.value)}` in the pack",
            Label(self.span, "not in the pack"),
            help=f"did you mean `{near}`?" if near else None,
        )
