"""Pictures of packs: PNG read to the last byte, within limits; anything else is told with its place."""

import random
import zlib

import pytest
from small_png import MARK, chunk, png
from source_packs import GOOD, messages, read, write

from interpreter.play.findings import everything_wrong
from interpreter.source import meter
from interpreter.source.pictures import NotPng, pixels, read_png

SIDE = meter.PICTURE_SIDE.most


@pytest.mark.parametrize("colour", [0, 2, 3, 4, 6])
def test_every_kind_of_colour_is_read(colour):
    found = read_png(png(5, 3, colour=colour))
    assert (found.width, found.height, found.colour) == (5, 3, colour)
    assert pixels(found) == bytes(5 * 3 * found.channels)


def test_small_palettes_and_lines_in_several_chunks():
    assert pixels(read_png(png(5, 1, colour=3, depth=1, lines=b"\0\xa8"))) == b"\xa8"
    packed = zlib.compress(b"\0abc\0def")
    parts = [(b"IHDR", b"\0\0\0\1\0\0\0\2\x08\x02\0\0\0"), (b"IDAT", packed[:5]), (b"IDAT", packed[5:]), (b"IEND", b"")]
    assert pixels(read_png(MARK + b"".join(chunk(*part) for part in parts))) == b"abcdef"


def test_every_filter_gives_the_same_picture():
    """A line is told from its neighbours in five ways: written in each of them it is the same line."""
    chance = random.Random(3)
    rows = [chance.randbytes(12) for _ in range(6)]

    def guess(form, left, up, corner):
        near = left + up - corner
        paeth = min((left, up, corner), key=lambda one: abs(near - one))
        return [0, left, up, (left + up) // 2, paeth][form]

    lines = b""
    for y, row in enumerate(rows):
        above = rows[y - 1] if y else bytes(12)
        form = y % 5
        told = [
            (row[x] - guess(form, row[x - 3] if x > 2 else 0, above[x], above[x - 3] if x > 2 else 0)) % 256
            for x in range(12)
        ]
        lines += bytes([form, *told])
    assert pixels(read_png(png(4, 6, lines=lines))) == b"".join(rows)


WRONG = {
    "nothing": (b"", "it is no PNG"),
    "jpeg": (b"\xff\xd8\xff\xe0 and so on", "it is no PNG"),
    "svg": (b"<svg onload='alert(1)'/>", "it is no PNG"),
    "cut": (png()[:-6], "it is damaged"),
    "without an end": (png()[:-12], "it is cut off"),
    "behind its end": (png(end=b"<script>"), "something follows behind its end"),
    "a second picture": (png(end=png()), "something follows behind its end"),
    "a wrong sum": (png()[:-13] + b"\0" + png()[-12:], "it is damaged"),
    "more lines": (png(lines=bytes(7) * 3), "it does not hold as many pixels as it says"),
    "fewer lines": (png(lines=bytes(7)), "it does not hold as many pixels as it says"),
    "a bomb": (png(lines=bytes(200_000_00)), "it does not hold as many pixels as it says"),
    "no such filter": (png(lines=(b"\5" + bytes(6)) * 2), "a line of it makes no sense"),
    "not packed": (png().replace(zlib.compress(bytes(14)), b"x" * len(zlib.compress(bytes(14)))), "it is damaged"),
    "interlaced": (png(interlace=1), "it is interlaced"),
    "sixteen bits": (png(depth=16), "its size or its colours are of no form that is drawn"),
    "no width": (png(0, 2), "its size or its colours are of no form that is drawn"),
    "a profile": (png(before=[(b"iCCP", b"x")]), "it holds something that draws nothing (`iCCP`)"),
    "packed words": (png(after=[(b"zTXt", b"x")]), "it holds something that draws nothing (`zTXt`)"),
    "a film": (png(before=[(b"acTL", bytes(8))]), "it holds something that draws nothing (`acTL`)"),
    "two palettes": (png(colour=3, before=[(b"PLTE", b"abc")]), "it holds something that draws nothing (`PLTE`)"),
    "a palette too many": (png(before=[(b"PLTE", b"abc")]), "its palette does not fit"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_picture(name):
    content, why = WRONG[name]
    with pytest.raises(NotPng) as wrong:
        read_png(content)
    assert wrong.value.why == why


def test_every_changed_byte_is_noticed_or_harmless():
    content = png(6, 6, lines=(b"\1" + bytes(range(18))) * 6)
    for at in range(len(content)):
        changed = bytearray(content)
        changed[at] ^= 0x41
        with pytest.raises(NotPng):
            read_png(bytes(changed))
    for length in range(len(content)):
        with pytest.raises(NotPng):
            read_png(content[:length])


def pictured(content, more=""):
    return read({"table.yaml": f"hero:\n  picture: assets/a.png\n{more}", "assets/a.png": content})


def test_limits_of_one_picture():
    for extra, refused in ((-1, False), (0, False), (1, True)):
        found = messages(pictured(png(SIDE + extra, 1)))
        assert found == (
            [f"pack/picture-too-large: `assets/a.png` is too large: it is {SIDE + 1:,} by 1 pixels"] * refused
        )
    room = meter.PICTURE.most - len(png(after=[(b"tEXt", b"")]))
    for extra, refused in ((-1, False), (0, False), (1, True)):
        found = pictured(png(after=[(b"tEXt", bytes(room + extra))]))
        assert [one.code for one in found.diagnostics] == ["pack/picture-too-large"] * refused
        if refused:
            assert f"{meter.PICTURE.most:,} bytes" in found.diagnostics[0].help
            assert (found.diagnostics[0].label.span.line, found.diagnostics[0].label.span.column) == (2, 12)


def test_limit_of_all_pictures():
    whole = png(SIDE, SIDE, colour=0)
    most = meter.PICTURES.most // (SIDE * SIDE)
    for count, refused in ((most, False), (most + 1, True)):
        named = "".join(f"    h{n}: assets/{n}.png\n" for n in range(count))
        pack = read({"table.yaml": f"hero:\n  picture:\n{named}", **{f"assets/{n}.png": whole for n in range(count)}})
        assert [one.code for one in pack.diagnostics] == ["pack/picture-too-large"] * refused


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("assets/b.png", "pack/no-such-file: no file `assets/b.png` in the pack"),
        ("assets/a.svg", "pack/wrong-form"),
        ("assets/x/../../a.png", "pack/path-leaves"),
        ("https://example.org/a.png", "pack/wrong-form"),
        ("a.png", "pack/wrong-form"),
    ],
)
def test_paths(path, said):
    for table in (f"hero:\n  picture: {path}\n", f"hero:\n  picture: {{patron: '{path}'}}\n"):
        pack = read({"table.yaml": table, "assets/a.png": png()})
        assert any(one.startswith(said) for one in messages(pack)), messages(pack)
        assert {one.label.span.line for one in pack.diagnostics} == {2}


def test_a_file_that_is_none_is_told_with_its_place():
    pack = pictured(b"<svg/>")
    assert messages(pack) == ["pack/not-a-picture: `assets/a.png` is no picture that can be shown: it is no PNG"]
    assert pack.diagnostics[0].label.span.line == 2


def test_a_picture_that_nothing_shows(tmp_path):
    write(tmp_path / "demo", GOOD | {"table.yaml": "hero: {icon: person}\n"})
    (tmp_path / "demo/assets").mkdir()
    (tmp_path / "demo/assets/a.png").write_bytes(png())
    found = everything_wrong(str(tmp_path / "demo")).diagnostics
    assert [one.code for one in found if "picture" in one.code] == ["pack/picture-unused"]


def test_a_picture_is_part_of_the_digest():
    assert pictured(png()).digest != pictured(png(3, 3)).digest
