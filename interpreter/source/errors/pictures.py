"""Mistakes in the pictures of a pack."""

from __future__ import annotations

from interpreter.diagnostics import Problem, Severity, shown


class NotAPicture(Problem):
    """A file is named as a picture that is none, is damaged, or holds more than the picture.

    Example:
        picture: assets/baker.png, which is a JPEG by another name
    Use instead:
        picture: assets/baker.png, saved as PNG without remarks and profiles
    """

    code = "pack/not-a-picture"
    beside = "named here"
    advice = "save it as PNG: 8 bits, not interlaced, without remarks and profiles"
    path: str
    why: str

    def message(self) -> str:
        return f"`{shown(self.path)}` is no picture that can be shown: {self.why}"


class PictureTooLarge(Problem):
    """A picture has too many bytes or pixels, or all of them together have.

    Example:
        picture: assets/poster.png, which is 4,000 pixels wide
    Use instead:
        picture: assets/poster.png, which is 400 pixels wide
    """

    code = "pack/picture-too-large"
    beside = "named here"
    path: str
    why: str
    limit: str

    def message(self) -> str:
        return f"`{shown(self.path)}` is too large: {self.why}"

    def help(self) -> str | None:
        return f"make it smaller: {self.limit}"


class PictureUnused(Problem):
    """A picture lies in the pack, and nothing shows it.

    Example:
        assets/baker.png, and no `picture: assets/baker.png`
    Use instead:
        picture: assets/baker.png
    """

    code = "pack/picture-unused"
    severity = Severity.WARNING
    path: str

    def message(self) -> str:
        return f"`{shown(self.path)}` is shown nowhere"

    def help(self) -> str | None:
        return f"name it in table.yaml (`picture: {shown(self.path)}`; only PNG is shown), or delete it"
