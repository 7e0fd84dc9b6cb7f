"""The page's own drawings for paper: colours of its style sheet, and its icons (paths of SVG) as paths of PDF."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent / "page"
Point = tuple[float, float]
Curve = tuple[Point, ...]
"""A point to begin at, one to go straight to, or three to bend to."""
PLAIN = ("#b9ab8f", "#fffaf0")
BACK = ("#4c3626", "#6b4f3a")
"""Edge and paper of what has no colour, and of the backs of cards."""
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}


@cache
def icons() -> dict[str, str]:
    """The icons by name, as paths of SVG in a box of 24 by 24."""
    found = json.loads((PAGE / "icons.json").read_text("utf-8"))
    return {str(name): str(path) for name, path in found.items()}


@cache
def colours() -> dict[str, tuple[str, str]]:
    """Edge and paper of each colour, as the style sheet has them."""
    style = (PAGE / "style.css").read_text("utf-8")
    rule = re.compile(r"\.c-(\w+) \{ border-color: (#\w+); background-color: (#\w+); \}")
    return {name: (edge, paper) for name, edge, paper in rule.findall(style)}


@cache
def _in_turn() -> list[str]:
    """The colours of values that are called by none, in the order in which the page gives them."""
    listed = re.search(r"const IN_TURN = \[(.*)\];", (PAGE / "draw.js").read_text("utf-8"))
    return re.findall(r"\w+", listed[1]) if listed is not None else []


def colour_of(decl: dict[str, Any], words: dict[str, Any], values: dict[str, Any]) -> tuple[str, str]:
    """Edge and paper of a piece: the field that its table names, else an enum whose values are colours."""
    fields = [one for one in decl["fields"] if one.get("type") == "enum"]
    named = decl.get("colour") or next((one["name"] for one in fields if _named(values.get(one["name"]))), None)
    value = values.get(named) if named else None
    if value is None:
        return PLAIN
    found = decl.get("colours", {}).get(value) or _named(value)
    if found is None:
        of = next((one["of"] for one in fields if one["name"] == named), None)
        known = list(words.get(of or "", ()))
        found = _in_turn()[known.index(value) % len(_in_turn())] if value in known else None
    return colours().get(str(found), PLAIN)


def lighter(colour: str) -> str:
    """A colour with an eighth of white in it, as the page stripes its backs."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{part + (255 - part) // 8:02x}" for part in parts)


def _named(value: object) -> str | None:
    words = value.split("_") if isinstance(value, str) else []
    return next((("grey" if word == "gray" else word) for word in words if word in (*colours(), "gray")), None)


def icon_of(decl: dict[str, Any], item: str, values: dict[str, Any]) -> str | None:
    """The icon on a piece, as its table says: one for all, one for each item, or one for each value of a field."""
    said = decl.get("icon")
    if isinstance(said, str):
        name = values.get(said, said)
        return name if name in icons() else None
    if isinstance(said, dict):
        return next((icon for value, icon in said.items() if value in values.values()), said.get(item))
    return None


def picture_of(decl: dict[str, Any], item: str, values: dict[str, Any]) -> str | None:
    """The picture on a piece, as its table says: one for all, one for each item, or one for each value of a field."""
    said = decl.get("picture")
    if isinstance(said, dict):
        return said.get(item) or next((name for value, name in said.items() if value in values.values()), None)
    return said


def outline(path: str) -> Iterator[tuple[str, Curve]]:
    """The pieces of a path: `m` to begin, `l` straight, `c` bent, `z` to close. Arcs are bent in four or fewer pieces."""
    tokens = _spread(path)
    at, start, bent, command = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), "m"
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        small, relative = command.lower(), command.islower()
        numbers = [float(tokens.pop(0)) for _ in range(_TAKES[small])]
        base = at if relative else (0.0, 0.0)
        if small == "z":
            at = start
            yield "z", ()
            continue
        if small == "a":
            end = (base[0] + numbers[5], base[1] + numbers[6])
            for bend in _arc(at, end, numbers[0], large=numbers[3] > 0, clockwise=numbers[4] > 0):
                yield "c", bend
            at = end
            continue
        if small in "hv":
            point = (base[0] + numbers[0], at[1]) if small == "h" else (at[0], base[1] + numbers[0])
            points = [point]
        else:
            points = [(base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if small == "s":  # goes on as the bend before it came in
            points = [(2 * at[0] - bent[0], 2 * at[1] - bent[1]), *points]
        at, bent = points[-1], points[-2] if len(points) == 3 else points[-1]
        if small == "m":
            start = at
        yield {"h": "l", "v": "l", "s": "c"}.get(small, small), tuple(points)
        command = {"m": "l", "M": "L"}.get(command, command)


def _spread(path: str) -> list[str]:
    """The letters and numbers of a path; the two flags of an arc may stand against what follows them."""
    found: list[str] = []
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        found.append(letter)
        if letter in "aA":
            number = r"\s*,?\s*(-?(?:\d+\.?\d*|\.\d+))"
            flag = r"\s*,?\s*([01])"
            for part in re.findall(number * 3 + flag * 2 + number * 2, rest):
                found += part
        else:
            found += _TOKEN.findall(rest)
    return found


def _arc(start: Point, end: Point, radius: float, *, large: bool, clockwise: bool) -> Iterator[Curve]:
    """A part of a circle as bends of at most a quarter."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = math.hypot(dx, dy)
    if far == 0 or radius == 0:
        return
    radius = max(radius, far / 2)
    lift = math.sqrt(max(0.0, radius * radius - far * far / 4)) * (1 if large == clockwise else -1)
    centre = ((start[0] + end[0]) / 2 + lift * dy / far, (start[1] + end[1]) / 2 - lift * dx / far)
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = math.atan2(end[1] - centre[1], end[0] - centre[0]) - first
    turn += 2 * math.pi if clockwise and turn <= 0 else -2 * math.pi if not clockwise and turn >= 0 else 0
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    bend = 4 / 3 * math.tan(step / 4)
    for number in range(count):
        one, two = first + number * step, first + (number + 1) * step
        cos_one, sin_one, cos_two, sin_two = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
        yield (
            (centre[0] + radius * (cos_one - bend * sin_one), centre[1] + radius * (sin_one + bend * cos_one)),
            (centre[0] + radius * (cos_two + bend * sin_two), centre[1] + radius * (sin_two - bend * cos_two)),
            (centre[0] + radius * cos_two, centre[1] + radius * sin_two),
        )
