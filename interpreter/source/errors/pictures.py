"""Mistakes in the pictures of a pack."""

from __future__ import annotations

from typing import ClassVar

from interpreter.diagnostics import Diagnostic, Facts, Label, Severity, Span, shown
from interpreter.source.errors.fact import error


class NotAPicture(Facts):
    """A file is named as a picture that is none, is damaged, or holds more than the picture.

    Example:
        picture: assets/baker.png, which is a JPEG by another name
    Use instead:
        picture: assets/baker.png, saved as PNG without remarks and profiles
    """

    code: ClassVar[str] = "pack/not-a-picture"
    span: Span
    path: str
    why: str

    def diagnostic(self) -> Diagnostic:
        """Say what it is instead."""
        return error(
            self.code,
            f"`{shown(self.path)}` is no picture that can be shown: {self.why}",
            Label(self.span, "named here"),
            help="save it as PNG: 8 bits, not interlaced, without remarks and profiles",
        )


class PictureTooLarge(Facts):
    """A picture has too many bytes or pixels, or all of them together have.

    Example:
        picture: assets/poster.png, which is 4,000 pixels wide
    Use instead:
        picture: assets/poster.png, which is 400 pixels wide
    """

    code: ClassVar[str] = "pack/picture-too-large"
    span: Span
    path: str
    why: str
    limit: str

    def diagnostic(self) -> Diagnostic:
        """Name the limit."""
        return error(
            self.code,
            f"`{shown(self.path)}` is too large: {self.why}",
            Label(self.span, "named here"),
            help=f"make it smaller: {self.limit}",
        )


class PictureUnused(Facts):
    """A picture lies in the pack, and nothing shows it.

    Example:
        assets/baker.png, and no `picture: assets/baker.png`
    Use instead:
        picture: assets/baker.png
    """

    code: ClassVar[str] = "pack/picture-unused"
    span: Span
    path: str

    def diagnostic(self) -> Diagnostic:
        """Name the file."""
        return Diagnostic(
            self.code,
            Severity.WARNING,
            f"`{shown(self.path)}` is shown nowhere",
            Label(self.span, ""),
            help=f"name it in table.yaml (`picture: {shown(self.path)}`; only PNG is shown), or delete it",
        )
