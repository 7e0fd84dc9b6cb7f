"""An address as a QR code, so that a phone can open it: for the terminal in half blocks, for a page as SVG.

Both are nothing where `segno` (of the extra `web`) is not installed: an address can always be read, too.
"""

from __future__ import annotations

from importlib import import_module

_QUIET = 4
"""Light modules around the code, without which a camera does not find it."""
_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two modules above each other, dark is 1: a light one is drawn, a dark one left out."""
_ON_DARK, _PLAIN = "\x1b[97;40m", "\x1b[0m"


def _rows(text: str) -> list[list[int]]:
    """The modules of the code with their quiet zone, dark is 1; none where it cannot be made."""
    try:
        segno = import_module("segno")
    except ImportError:
        return []
    code = segno.make_qr(text, error="l")
    return [[int(dark) for dark in row] for row in code.matrix_iter(border=_QUIET)]


def svg(text: str) -> str:
    """A QR code as a picture of its own or inside a page: one path, no style, no script; empty where there is none.

    It is dark on light whatever the colours of the page are, since cameras look for that.
    """
    rows = _rows(text)
    if not rows:
        return ""
    size = len(rows)
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, one in enumerate(row) if one)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    )


def terminal(text: str, *, colour: bool = True) -> list[str]:
    """A QR code as lines of a terminal; none where there is none.

    With `colour` the lines say that light is white and dark is not; without, that is left to a dark terminal.
    """
    rows = _rows(text)
    rows += [[0] * len(rows[0])] if len(rows) % 2 else []
    lines = [
        "".join(_HALVES[pair] for pair in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
    return [f"{_ON_DARK}{line}{_PLAIN}" for line in lines] if colour else lines
