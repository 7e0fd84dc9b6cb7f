"""Paints the pictures of content/sealed_bids: `python tests/web/paintings.py`; look at them before they are committed.

Each is a list of shapes in flat colours on a canvas of 320 by 240, written as a PNG with a palette.
"""

import struct
import sys
import zlib
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "content/sealed_bids/assets"
WIDE, HIGH = 320, 240


class Canvas:
    """Pixels as numbers of colours."""

    def __init__(self, ground):
        self.colours = [ground]
        self.rows = [bytearray(WIDE) for _ in range(HIGH)]

    def _number(self, colour):
        if colour not in self.colours:
            self.colours.append(colour)
        return self.colours.index(colour)

    def fill(self, colour, inside, box=(0, 0, WIDE, HIGH)):
        number = self._number(colour)
        for y in range(max(0, int(box[1])), min(HIGH, int(box[3]) + 1)):
            row = self.rows[y]
            for x in range(max(0, int(box[0])), min(WIDE, int(box[2]) + 1)):
                if inside(x + 0.5, y + 0.5):
                    row[x] = number

    def box(self, colour, x, y, wide, high):
        self.fill(colour, lambda px, py: x <= px < x + wide and y <= py < y + high, (x, y, x + wide, y + high))

    def oval(self, colour, x, y, rx, ry=None):
        ry = rx if ry is None else ry
        self.fill(
            colour, lambda px, py: ((px - x) / rx) ** 2 + ((py - y) / ry) ** 2 <= 1, (x - rx, y - ry, x + rx, y + ry)
        )

    def shape(self, colour, *points):
        """A polygon, by counting the edges to the right of a pixel."""
        edges = list(zip(points, points[1:] + points[:1], strict=True))

        def inside(px, py):
            crossed = False
            for (ax, ay), (bx, by) in edges:
                if (ay > py) != (by > py) and px < ax + (py - ay) * (bx - ax) / (by - ay):
                    crossed = not crossed
            return crossed

        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.fill(colour, inside, (min(xs), min(ys), max(xs), max(ys)))

    def png(self):
        def chunk(name, body):
            return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

        head = struct.pack(">IIBBBBB", WIDE, HIGH, 8, 3, 0, 0, 0)
        palette = b"".join(bytes.fromhex(colour) for colour in self.colours)
        lines = b"".join(b"\0" + bytes(row) for row in self.rows)
        parts = [(b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def person(canvas, x, skin, hair, coat, scale=1.0):
    """Head and shoulders."""
    s = scale
    canvas.oval(coat, x, 250, 78 * s, 92 * s)
    canvas.box(skin, x - 13 * s, 128, 26 * s, 45 * s)
    canvas.oval(hair, x, 96, 46 * s, 54 * s)
    canvas.oval(skin, x, 106, 34 * s, 44 * s)
    for side in (-1, 1):
        canvas.oval("2b2118", x + side * 13 * s, 102, 3.4 * s)
    canvas.box("a8574a", x - 9 * s, 126, 18 * s, 3 * s)


def beekeeper():
    c = Canvas("7d8f5a")
    c.oval("96a76d", 160, 120, 150, 110)
    person(c, 160, "e3b58f", "6b4a2c", "efe6cf")
    c.oval("d9b24a", 160, 62, 86, 12)
    c.oval("e6c766", 160, 48, 40, 24)
    for x, y in [(60, 60), (262, 90), (80, 150), (250, 40), (232, 160), (40, 105)]:
        c.oval("fff4d8", x + 3, y - 6, 7, 5)
        c.oval("e9b31f", x, y, 9, 6)
        c.box("2b2118", x - 3, y - 5, 3, 11)
        c.box("2b2118", x + 3, y - 5, 2, 11)
    return c


def two_sisters():
    c = Canvas("4a3b52")
    c.box("5d4a66", 0, 0, 160, HIGH)
    person(c, 108, "f0cba8", "3a2416", "a8423f", 0.92)
    person(c, 214, "e8bd97", "b4722b", "2f6f73", 0.92)
    c.oval("f2e4c4", 108, 176, 8)
    c.oval("f2e4c4", 214, 176, 8)
    return c


def old_sailor():
    c = Canvas("8fb3bd")
    c.box("3f6f80", 0, 165, WIDE, 75)
    c.shape("f6f1e2", (30, 165), (30, 70), (82, 160))
    c.box("5b4028", 24, 160, 66, 10)
    person(c, 190, "c98f68", "d9d5cc", "23304a")
    c.oval("e8e4da", 190, 140, 33, 34)
    c.oval("c98f68", 190, 110, 25, 22)
    c.oval("2b2118", 179, 103, 3.4)
    c.oval("2b2118", 201, 103, 3.4)
    c.box("18223a", 146, 56, 88, 12)
    c.oval("23304a", 190, 54, 44, 20)
    c.box("7a4a2b", 206, 128, 34, 5)
    return c


def countess():
    c = Canvas("5e1f2a")
    c.shape("7a2a37", (0, 0), (70, 0), (36, HIGH), (0, HIGH))
    c.shape("7a2a37", (250, 0), (WIDE, 0), (WIDE, HIGH), (284, HIGH))
    person(c, 160, "f3d6bb", "20160f", "1c4a3f")
    c.oval("20160f", 160, 44, 30, 28)
    for x in range(118, 206, 12):
        c.oval("f7f0dd", x, 172 + abs(x - 160) * -0.25 + 10, 5)
    c.shape("e3bd4f", (126, 60), (132, 34), (146, 52), (160, 26), (174, 52), (188, 34), (194, 60))
    c.oval("b3263a", 160, 46, 5)
    c.oval("e3bd4f", 126, 122, 4)
    c.oval("e3bd4f", 194, 122, 4)
    return c


def ford_at_dusk():
    c = Canvas("d9774b")
    c.box("e79a5c", 0, 46, WIDE, 36)
    c.box("f0bd73", 0, 82, WIDE, 30)
    c.oval("fbe3a1", 212, 112, 30)
    c.shape("5a3f52", (0, 112), (60, 78), (130, 112), (190, 86), (270, 112), (WIDE, 96), (WIDE, 130), (0, 130))
    c.box("3b4a38", 0, 112, WIDE, 128)
    c.shape("c9835a", (150, 112), (236, 112), (300, 240), (60, 240))
    c.shape("f0bd73", (186, 112), (226, 112), (236, 240), (150, 240))
    for x, y, r in [(118, 184, 16), (160, 178, 13), (200, 186, 17), (242, 180, 13)]:
        c.oval("4a4440", x, y, r, r * 0.5)
    c.box("2a2a22", 44, 84, 9, 90)
    c.oval("2f3a2b", 48, 76, 34, 40)
    return c


def salt_marsh():
    c = Canvas("bcd3da")
    c.box("d8e4e2", 0, 60, WIDE, 44)
    c.box("8da05a", 0, 104, WIDE, 136)
    for n, y in enumerate((122, 150, 182, 216)):
        c.oval("a9c6cf", 70 + n * 66 % 200, y, 74 + n * 12, 7 + n * 3)
    for n in range(26):
        x, y = n * 53 % WIDE, 124 + n * 37 % 104
        c.shape("5f7038", (x - 4, y), (x, y - 26), (x + 4, y))
        c.shape("6d8040", (x + 1, y), (x + 10, y - 20), (x + 7, y))
    for x, y in [(90, 40), (128, 52), (220, 34)]:
        c.shape("3d4a52", (x - 16, y - 7), (x, y + 2), (x + 16, y - 7), (x, y - 2))
    return c


def snow_pass():
    c = Canvas("7fa3c4")
    c.oval("f6ecd0", 264, 46, 22)
    c.shape("5c6f88", (-20, 240), (92, 34), (204, 240))
    c.shape("f4f7fa", (92, 34), (64, 86), (84, 78), (96, 96), (110, 76), (122, 90))
    c.shape("4c5d75", (120, 240), (232, 66), (350, 240))
    c.shape("f4f7fa", (232, 66), (204, 110), (224, 104), (238, 120), (250, 102), (264, 116))
    c.shape("eef3f7", (0, 240), (0, 176), (150, 196), (WIDE, 168), (WIDE, 240))
    c.shape("c9d6e2", (150, 196), (172, 192), (214, 240), (96, 240))
    for x, y in [(34, 178), (60, 190), (284, 176), (258, 190)]:
        c.shape("24463a", (x - 13, y + 22), (x, y - 24), (x + 13, y + 22))
    return c


def harbour_fire():
    c = Canvas("1f2438")
    c.oval("5a2a30", 190, 130, 150, 100)
    c.oval("8c3a2c", 196, 136, 104, 74)
    for x, w, h in [(24, 46, 62), (76, 38, 84), (122, 52, 58), (234, 56, 70)]:
        c.box("12162a", x, 168 - h, w, h)
        c.shape("0d1020", (x - 5, 168 - h), (x + w / 2, 142 - h), (x + w + 5, 168 - h))
    for x, h in [(178, 70), (200, 104), (222, 78), (190, 50), (212, 60)]:
        c.shape("e2672a", (x - 20, 168), (x - 8, 168 - h * 0.6), (x, 168 - h), (x + 9, 168 - h * 0.55), (x + 20, 168))
    for x, h in [(188, 46), (204, 64), (216, 44)]:
        c.shape("f7c04a", (x - 10, 168), (x, 168 - h), (x + 10, 168))
    c.box("16304a", 0, 168, WIDE, 72)
    for n in range(9):
        c.oval("c7632f" if n % 2 else "e79a45", 198 + (n % 3 - 1) * 16, 176 + n * 7, 34 - n * 2, 2.4)
    c.shape("0d1020", (40, 196), (120, 196), (108, 212), (52, 212))
    c.box("0d1020", 78, 150, 4, 46)
    return c


def table_top(ground, cloth):
    c = Canvas(ground)
    c.box(cloth, 0, 164, WIDE, 76)
    return c


def three_pears():
    c = table_top("54624d", "8a5a3a")
    for x, y, colour, light in [
        (92, 156, "b7bd3f", "d5d86a"),
        (164, 164, "c98f2f", "e3b55c"),
        (232, 158, "9fb04a", "c3cf78"),
    ]:
        c.oval("4a3320", x + 6, y + 40, 40, 8)
        c.oval(colour, x, y, 38, 42)
        c.oval(colour, x, y - 44, 20, 32)
        c.oval(light, x - 14, y - 6, 9, 16)
        c.box("4a3320", x - 2, y - 90, 5, 22)
    return c


def broken_jug():
    c = table_top("40465a", "6d5a4a")
    c.oval("3a3129", 168, 206, 92, 12)
    c.oval("b5653f", 150, 156, 58, 56)
    c.shape("b5653f", (126, 112), (120, 66), (180, 66), (174, 112))
    c.shape("40465a", (150, 60), (164, 96), (150, 112), (176, 128), (196, 96), (186, 60))
    c.oval("9a5232", 96, 132, 22, 30)
    c.oval("40465a", 96, 132, 13, 20)
    c.oval("d08a5f", 126, 150, 9, 26)
    c.shape("b5653f", (226, 204), (252, 178), (262, 206))
    c.shape("9a5232", (272, 212), (288, 196), (296, 214))
    return c


def lemons():
    c = table_top("2f4a52", "d8cdb4")
    c.oval("b3a88e", 120, 214, 90, 10)
    for x, y in [(84, 186), (146, 190), (112, 156)]:
        c.oval("e9c62c", x, y, 36, 27)
        c.shape("e9c62c", (x + 30, y - 8), (x + 46, y), (x + 30, y + 8))
        c.oval("f6e16a", x - 10, y - 9, 12, 6)
    c.shape("a9c9cf", (204, 84), (276, 84), (264, 204), (216, 204))
    c.shape("cfe3e4", (208, 120), (272, 120), (263, 200), (217, 200))
    c.oval("8fb5bd", 240, 84, 36, 8)
    c.oval("e9c62c", 240, 150, 18)
    c.oval("f9f0b5", 240, 150, 13)
    return c


def banquet():
    c = table_top("3a1f24", "efe6d2")
    for x in (54, 266):
        c.box("caa24a", x - 3, 96, 6, 74)
        c.oval("caa24a", x, 172, 20, 6)
        c.oval("f7d774", x, 82, 6, 14)
    c.oval("b8b2a4", 160, 208, 96, 18)
    c.oval("dcd7ca", 160, 204, 88, 14)
    c.oval("a5602f", 160, 176, 62, 30)
    c.oval("c07a42", 146, 166, 26, 10)
    for x in (96, 222):
        c.oval("8c2f3a", x, 192, 13)
    for x, y in [(116, 150), (204, 150), (214, 162), (108, 164), (124, 162), (196, 162)]:
        c.oval("5a3a78", x, y, 9)
    c.shape("7a1f2e", (234, 120), (262, 120), (254, 156), (242, 156))
    c.box("dcd7ca", 245, 156, 6, 26)
    c.oval("dcd7ca", 248, 184, 15, 4)
    return c


ALL = (beekeeper, two_sisters, old_sailor, countess, ford_at_dusk, salt_marsh, snow_pass, harbour_fire, three_pears)
ALL += (broken_jug, lemons, banquet)


def main():
    FOLDER.mkdir(exist_ok=True)
    for paint in ALL:
        content = paint().png()
        (FOLDER / f"{paint.__name__}.png").write_bytes(content)
        print(paint.__name__, len(content), file=sys.stderr)


if __name__ == "__main__":
    main()
