"""A small writer of PDF: lines, boxes and text in the fonts that every reader has; millimetres from the top left."""

from __future__ import annotations

import hashlib
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.source.pictures import Png, pixels, read_png
from interpreter.web.shapes import Curve

_POINTS = 72 / 25.4
_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
_WIDTH = {chr(32 + number): int(width) for number, width in enumerate(_WIDTHS.split())}
_OTHER = 600
PLAIN, BOLD = "F1", "F2"
_LIKE = {
    "−": "-",
    "→": "->",
    "≥": ">=",
    "≤": "<=",
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "\u202f": " ",
    "\u00a0": " ",
}
# Words by which a reader of broken files finds their parts: in a text their first letter is written as its number.
_WORDS = {"obj": "\\157bj", "stream": "\\163tream", "xref": "\\170ref", "trailer": "\\164railer"}


def width(text: str, size: float, font: str = PLAIN) -> float:
    """How wide a text is, in millimetres; `size` is in points. Accents do not change a width.

    >>> round(width("iii", 10), 2), round(width("WWW", 10), 2)
    (2.35, 9.99)
    """
    letters = unicodedata.normalize("NFKD", text)
    total = sum(_WIDTH.get(letter, _OTHER) for letter in letters if not unicodedata.combining(letter))
    return total / 1000 * size / _POINTS * (1.08 if font == BOLD else 1.0)


def wrapped(text: str, size: float, room: float, font: str = PLAIN) -> list[str]:
    """A text in lines that fit; a word that is too long stands alone."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and width(longer, size, font) > room:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


@dataclass(slots=True)
class Page:
    """One page: what is drawn on it, in order."""

    wide: float = 210.0
    high: float = 297.0
    parts: list[str] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    """The pictures on it (PNG, known to be sound), by the names they have in its parts."""

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A thin line."""
        start, end = self._at(x, y), self._at(to_x, to_y)
        self.parts.append(f"0.3 w 0.5 G {start} m {end} l S")

    def box(self, x: float, y: float, wide: float, high: float, paper: str = "#ffffff", edge: str = "#333333") -> None:
        """A box with a thin edge; colours as `#rrggbb`."""
        corner = self._at(x, y + high)
        size = f"{wide * _POINTS:.2f} {high * _POINTS:.2f}"
        self.parts.append(f"0.6 w {_colour(edge)} RG {_colour(paper)} rg {corner} {size} re B")

    def drawing(
        self, x: float, y: float, size: float, pieces: Iterable[tuple[str, Curve]], ink: str = "#333333"
    ) -> None:
        """Lines of a picture that was drawn in a box of 24 by 24, as large as asked for."""
        scale = size / 24
        told = [
            " ".join([*(self._at(x + px * scale, y + py * scale) for px, py in points), "h" if sign == "z" else sign])
            for sign, points in pieces
        ]
        width = 2 * scale * _POINTS
        self.parts.append(f"{width:.2f} w 1 J 1 j {_colour(ink)} RG {' '.join(told)} S 0 J 0 j")

    def text(self, x: float, y: float, text: str, size: float, font: str = PLAIN, ink: str = "#000000") -> None:
        """A line of text; `y` is where its letters stand."""
        like = "".join(_LIKE.get(letter, letter) for letter in text)
        data = like.encode("cp1252", "replace").decode("latin-1")
        safe = "".join(f"\\{letter}" if letter in "()\\" else letter for letter in data if letter >= " ")
        for word, written in _WORDS.items():
            safe = safe.replace(word, written)
        self.parts.append(f"{_colour(ink)} rg BT /{font} {size:.2f} Tf {self._at(x, y)} Td ({safe}) Tj ET")

    def picture(self, x: float, y: float, wide: float, high: float, content: bytes) -> None:
        """A picture, as large as it fits into a box, in its middle."""
        png = read_png(content)
        scale = min(wide / png.width, high / png.height)
        across, down = png.width * scale, png.height * scale
        name = "P" + hashlib.sha256(content).hexdigest()[:16]
        self.pictures[name] = content
        size = f"{across * _POINTS:.2f} 0 0 {down * _POINTS:.2f}"
        corner = self._at(x + (wide - across) / 2, y + (high + down) / 2)
        self.parts.append(f"q {size} {corner} cm /{name} Do Q")

    def _at(self, x: float, y: float) -> str:
        return f"{x * _POINTS:.2f} {(self.high - y) * _POINTS:.2f}"


def _colour(name: str) -> str:
    full = name if len(name) == 7 else "#" + "".join(letter * 2 for letter in name[1:])
    return " ".join(f"{int(full[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))


def _pictured(png: Png, mask: int) -> tuple[bytes, bytes]:
    """A picture and what is seen of it, as two objects: the second has the number `mask`."""
    lines, opaque = png.packed, b"\xff" * (png.width * png.height)
    parms = (
        f"/DecodeParms << /Predictor 15 /Colors {png.channels} /BitsPerComponent {png.depth} /Columns {png.width} >>"
    )
    space = {0: "/DeviceGray", 2: "/DeviceRGB", 4: "/DeviceGray", 6: "/DeviceRGB"}.get(png.colour)
    if space is None:
        space = f"[/Indexed /DeviceRGB {len(png.palette) // 3 - 1} <{png.palette.hex()}>]"
    if png.colour in (4, 6):
        plain, step = pixels(png), png.channels
        kept = bytearray(len(plain) // step * (step - 1))
        for channel in range(step - 1):
            kept[channel :: step - 1] = plain[channel::step]
        lines, opaque, parms = zlib.compress(bytes(kept), 9), plain[step - 1 :: step], ""
    elif png.transparent and png.colour == 3:
        seen = png.transparent + b"\xff" * 256
        opaque = bytes(seen[one] for one in _numbers(png))
    size = f"/Type /XObject /Subtype /Image /Width {png.width} /Height {png.height} /Filter /FlateDecode"
    head = f"{size} /ColorSpace {space} /BitsPerComponent {png.depth} {parms} /SMask {mask} 0 R".encode()
    veil = zlib.compress(opaque, 9)
    under = f"{size} /ColorSpace /DeviceGray /BitsPerComponent 8".encode()
    return _stream(head, lines), _stream(under, veil)


def _numbers(png: Png) -> Iterator[int]:
    """The number of the colour of each pixel of a picture with a palette."""
    plain, each = pixels(png), 8 // png.depth
    line = len(plain) // png.height
    for row in range(png.height):
        for x in range(png.width):
            byte = plain[row * line + x // each]
            yield byte >> (8 - png.depth * (x % each + 1)) & ((1 << png.depth) - 1)


def _stream(head: bytes, body: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (head, len(body), body)


def document(pages: list[Page]) -> bytes:
    """The file: the same pages give the same bytes."""
    fonts = [
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
        for name in ("Helvetica", "Helvetica-Bold")
    ]
    first = 5
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(font.encode() for font in fonts),
    ]
    pictures = dict(sorted({name: content for page in pages for name, content in page.pictures.items()}.items()))
    after = first + 2 * len(pages)
    places_of = {name: after + 2 * number for number, name in enumerate(pictures)}
    for number, page in enumerate(pages):
        shown = " ".join(f"/{name} {places_of[name]} 0 R" for name in page.pictures)
        drawn = f" /XObject << {shown} >>" if shown else ""
        box = f"0 0 {page.wide * _POINTS:.2f} {page.high * _POINTS:.2f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {first + 2 * number + 1} 0 R"
            f" /Resources << /Font << /F1 3 0 R /F2 4 0 R >>{drawn} >> >>".encode()
        )
        content = "\n".join(page.parts).encode("latin-1")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    for name, content in pictures.items():
        objects += _pictured(read_png(content), places_of[name] + 1)
    made, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(made))
    return bytes(made + head + table + tail)
