"""Addresses as QR codes. What the codes hold is for the library; here is what a camera and a page need."""

import sys
import xml.etree.ElementTree as ET

import pytest

from interpreter.web import qr

ADDRESS = "http://192.168.1.20:8421/g/abcdefghijkl#0123456789abcdefghijkl"
SVG = "{http://www.w3.org/2000/svg}"


def matrix():
    """The modules as the library gives them."""
    return [list(row) for row in pytest.importorskip("segno").make_qr(ADDRESS, error="l").matrix_iter(border=4)]


def test_a_picture_shows_each_dark_module_once_and_has_no_script_or_style():
    expected = {(x, y) for y, row in enumerate(matrix()) for x, dark in enumerate(row) if dark}
    root = ET.fromstring(qr.svg(ADDRESS))
    light, dark = root
    size = len(matrix())
    assert root.get("viewBox") == f"0 0 {size} {size}"
    assert light.get("fill") == "#fff"
    assert dark.tag == f"{SVG}path"
    drawn = [tuple(map(int, one.split("h")[0].split())) for one in dark.get("d").split("M")[1:]]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == expected
    assert not {name for one in root.iter() for name in one.keys()} & {"style", "onload", "href"}  # noqa: SIM118


def test_lines_of_a_terminal_show_the_same():
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    read = []
    for line in qr.terminal(ADDRESS, colour=False):
        pairs = [halves[letter] for letter in line]
        read += [[above for above, _ in pairs], [below for _, below in pairs]]
    expected = [[int(one) for one in row] for row in matrix()]
    assert read[: len(expected)] == expected
    assert not any(map(any, read[len(expected) :])), "a line that was added is light"


def test_in_colour_the_lines_are_white_on_black_whatever_the_terminal_is():
    pytest.importorskip("segno")
    plain, coloured = qr.terminal(ADDRESS, colour=False), qr.terminal(ADDRESS)
    assert coloured == [f"\x1b[97;40m{line}\x1b[0m" for line in plain]


def test_where_the_library_is_missing_there_is_none(monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)
    assert qr.svg(ADDRESS) == ""
    assert qr.terminal(ADDRESS) == []
