"""Print a tree for goldens and `show --tree`."""

from __future__ import annotations


def show(node: object, depth: int = 0) -> str:
    """Give one node a line, children indented."""
    lines: list[str] = []
    _lines(node, depth, lines)
    return "\n".join(lines)


def _lines(node: object, depth: int, lines: list[str]) -> None:
    pad = "  " * depth
    if isinstance(node, tuple):
        for child in node:
            _lines(child, depth, lines)
        return
    if not hasattr(node, "at"):
        if node is not None:
            lines.append(f"{pad}{node}")
        return
    slots = [slot for slot in node.__slots__ if not slot.endswith("at")]  # type: ignore[attr-defined]
    flat = [
        str(getattr(node, s))
        for s in slots
        if isinstance(getattr(node, s), str | int | bool) and getattr(node, s) != ""
    ]
    lines.append(f"{pad}{type(node).__name__} {' '.join(flat)}".rstrip())
    for slot in slots:
        child = getattr(node, slot)
        if child is not None and not isinstance(child, str | int | bool):
            _lines(child, depth + 1, lines)
