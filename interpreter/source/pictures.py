"""Pictures of a pack: PNG and nothing else, read to the last byte before anybody is shown one.

What is not decoded cannot be checked, and PNG can be decoded with what Python has: chunks with checksums, and one stream
of zlib whose length follows from the width, height and colours at the beginning. Everything that is not needed to draw
it is refused: other chunks may be large when unpacked, or hold what nobody sees.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from interpreter.diagnostics import Problem
from interpreter.source.errors import NotAPicture, PictureTooLarge
from interpreter.source.meter import PICTURE, PICTURE_SIDE, PICTURES, Limit
from interpreter.source.tree import Document, Node, Scalar
from interpreter.source.tree import Mapping as MapNode

KEY: Final = "picture"
FOLDER: Final = "assets/"
_MARK: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Numbers for each pixel by the kind of colour: grey, three colours, palette, and the first two with transparency."""
_DEPTHS: Final = {0: (8,), 2: (8,), 3: (1, 2, 4, 8), 4: (8,), 6: (8,)}
_PALETTE: Final = 3
_PASSED_OVER: Final = (b"sRGB", b"gAMA", b"cHRM", b"pHYs", b"bKGD", b"tIME", b"tEXt")
"""Chunks that draw nothing and are never unpacked."""
_FILTERS: Final = 5


class Png(NamedTuple):
    """A picture that was read: its size, its colours, and its lines as they were packed."""

    width: int
    height: int
    depth: int
    colour: int
    palette: bytes
    transparent: bytes
    packed: bytes
    lines: bytes
    """Each line with the number of its filter before it."""

    @property
    def channels(self) -> int:
        """Numbers for each pixel."""
        return _CHANNELS[self.colour]


class NotPng(Exception):
    """A picture that is none, or too large: then with the limit."""

    def __init__(self, why: str, limit: Limit | None = None) -> None:
        super().__init__(why)
        self.why, self.limit = why, limit


def read_png(content: bytes) -> Png:
    """Read a picture, all of it. Raises NotPng."""
    if len(content) > PICTURE.most:
        raise NotPng(f"it has {len(content):,} bytes", PICTURE)
    chunks = list(_chunks(content))
    width, height, depth, colour = _head(*chunks[0])
    parts = _parts(chunks[1:-1])
    palette = parts[b"PLTE"]
    if (colour == _PALETTE) != bool(palette) or len(palette) % 3 or len(palette) > 3 << depth:
        raise NotPng("its palette does not fit")
    line = 1 + (width * _CHANNELS[colour] * depth + 7) // 8
    lines = _unpacked(parts[b"IDAT"], line * height)
    if any(lines[at] >= _FILTERS for at in range(0, len(lines), line)):
        raise NotPng("a line of it makes no sense")
    return Png(width, height, depth, colour, palette, parts[b"tRNS"], parts[b"IDAT"], lines)


def _head(name: bytes, body: bytes) -> tuple[int, int, int, int]:
    """Width, height, bits for each number, and the kind of colour."""
    if name != b"IHDR" or len(body) != 13:
        raise NotPng("it does not begin with its size")
    width, height, depth, colour, packing, filtering, interlace = struct.unpack(">IIBBBBB", body)
    if max(width, height) > PICTURE_SIDE.most:
        raise NotPng(f"it is {width:,} by {height:,} pixels", PICTURE_SIDE)
    if 0 in (width, height) or packing or filtering or depth not in _DEPTHS.get(colour, ()):
        raise NotPng("its size or its colours are of no form that is drawn")
    if interlace:
        raise NotPng("it is interlaced")
    return width, height, depth, colour


def _parts(chunks: list[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """The palette, what is transparent, and the lines; lines may stand in several chunks in a row, all else in one."""
    parts: dict[bytes, bytes] = {b"PLTE": b"", b"tRNS": b"", b"IDAT": b""}
    last = b""
    for name, body in chunks:
        if name in _PASSED_OVER:
            continue
        if name not in parts or (parts[name] and not last == name == b"IDAT"):
            raise NotPng(f"it holds something that draws nothing (`{name.decode('latin-1')}`)")
        parts[name] += body
        last = name
    return parts


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a file, which fill it exactly, the last one empty."""
    if not content.startswith(_MARK):
        raise NotPng("it is no PNG")
    at, name, body = len(_MARK), b"", b""
    while at < len(content):
        if name == b"IEND":
            raise NotPng("something follows behind its end")
        size = int.from_bytes(content[at : at + 4], "big")
        name, body = content[at + 4 : at + 8], content[at + 8 : at + 8 + size]
        check = content[at + 8 + size : at + 12 + size]
        if len(check) != 4 or zlib.crc32(name + body) != int.from_bytes(check, "big"):
            raise NotPng("it is damaged")
        at += 12 + size
        yield name, body
    if name != b"IEND" or body:
        raise NotPng("it is cut off")


def _unpacked(packed: bytes, size: int) -> bytes:
    """The lines of a picture, exactly as many bytes as there must be; no more than one beyond is unpacked."""
    stream = zlib.decompressobj()
    try:
        lines = stream.decompress(packed, size + 1)
    except zlib.error as error:
        raise NotPng("its lines cannot be unpacked") from error
    if len(lines) != size or not stream.eof or stream.unused_data:
        raise NotPng("it does not hold as many pixels as it says")
    return lines


def pixels(png: Png) -> bytes:
    """The lines of a picture as they look, one after another: each byte is told from its neighbours left and above."""
    line = len(png.lines) // png.height
    step = max(1, png.channels * png.depth // 8)
    above, found = bytearray(line - 1), bytearray()
    for at in range(0, len(png.lines), line):
        form, now = png.lines[at], bytearray(png.lines[at + 1 : at + line])
        if form:
            for n, byte in enumerate(now):
                left, corner = (now[n - step], above[n - step]) if n >= step else (0, 0)
                now[n] = (byte + _guess(form, left, above[n], corner)) & 0xFF
        found += now
        above = now
    return bytes(found)


def _guess(form: int, left: int, up: int, corner: int) -> int:
    """What a byte is told from, by the number of its filter."""
    if form < 3:
        return (0, left, up)[form]
    if form == 3:
        return (left + up) // 2
    near = left + up - corner
    return min((abs(near - left), 0, left), (abs(near - up), 1, up), (abs(near - corner), 2, corner))[2]


# ---- in a pack


def named(document: Document) -> Iterator[Scalar]:
    """The paths of pictures that a table names, with their places."""
    for _, kind in document.root.entries if isinstance(document.root, MapNode) else ():
        said: Node | None = kind.get(KEY) if isinstance(kind, MapNode) else None
        for one in [value for _, value in said.entries] if isinstance(said, MapNode) else [said]:
            if isinstance(one, Scalar):
                yield one


def _said(limit: Limit) -> str:
    return f"{limit.what}: at most {limit.most:,} {limit.unit}"


def picture_problems(document: Document, files: Mapping[str, bytes]) -> Iterator[Problem]:
    """What is wrong with the pictures that a table names; that one is missing is told of every path."""
    seen: set[str] = set()
    pixels = 0
    for path in named(document):
        if path.text not in files or path.text in seen:
            continue
        seen.add(path.text)
        try:
            found = read_png(files[path.text])
        except NotPng as wrong:
            if wrong.limit is not None:
                yield PictureTooLarge(path.span, path.text, wrong.why, _said(wrong.limit))
            else:
                yield NotAPicture(path.span, path.text, wrong.why)
            continue
        pixels += found.width * found.height
        if pixels > PICTURES.most:
            yield PictureTooLarge(
                path.span, path.text, "with those before it there are too many pixels", _said(PICTURES)
            )
            return
