"""Pictures for tests."""

import struct
import zlib

MARK = b"\x89PNG\r\n\x1a\n"


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width=2, height=2, *, depth=8, colour=2, lines=None, before=(), after=(), interlace=0, end=b""):  # noqa: PLR0913 - a picture can be wrong in many ways
    """A picture: black unless told; `before` and `after` are chunks around its lines, `end` what stands behind it."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(colour, 1)
    if lines is None:
        lines = (b"\0" + bytes((width * channels * depth + 7) // 8)) * height
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    palette = [(b"PLTE", b"\x10\x20\x30\xff\xff\xff")] if colour == 3 else []
    parts = [(b"IHDR", head), *palette, *before, (b"IDAT", zlib.compress(lines)), *after, (b"IEND", b"")]
    return MARK + b"".join(chunk(*part) for part in parts) + end
