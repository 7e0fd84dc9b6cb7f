"""What values read and statements write, so that state-based rules are looked at exactly when they may have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.typed import Do, E, Formula

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary


def wanted_by(value: E, v: Vocabulary) -> set[str]:
    """Everything a value reads: `var` keys, where `pieces` of a kind lie, which are `aside`, which `face` is up."""
    found: set[str] = set()
    seen: set[str] = set()
    stack: list[object] = [value]
    while stack:
        node = stack.pop()
        if not isinstance(node, E):
            continue
        found |= _own_reads(node, v)
        if node.op == "value" and node.args[0] not in seen:
            seen.add(node.args[0])
            formula = v.values[node.args[0]].formula
            if formula is not None:
                stack.append(formula.value)
        if node.op == "formula" and f"{node.args[0]}.{node.args[1]}()" not in seen:
            seen.add(f"{node.args[0]}.{node.args[1]}()")
            stack.extend(_item_formulas(node.args[0], node.args[1], v))
        stack.extend(node.args)
    return found


def _item_formulas(kind: str, script: str, v: Vocabulary) -> list[E]:
    """Every item of a kind answers by an expression of its own."""
    made = [face.scripts.get(script) for item in v.kinds[kind].items for face in item.faces]
    return [formula.value for formula in made if isinstance(formula, Formula)]


def _own_reads(node: E, v: Vocabulary) -> set[str]:
    match node.op:
        case "var":
            return {f"var {node.args[0]}"}
        case "zone":
            host, _, name = str(node.args[0]).partition(".")
            return {f"pieces {v.kind(host).zones[name].holds}"}
        case "host":
            return {f"pieces {node.args[0]}"}
        case "aside":
            return {f"aside {node.args[0]}"}
        case "face":
            return {f"face {node.args[0]}"}
        case "field" | "formula" if v.kinds[node.args[0]].faces > 1:
            return {f"face {node.args[0]}"}
    return set()


def written_by(statement: Do, v: Vocabulary) -> set[str]:
    """Everything an engine statement may change."""
    args = statement.args
    for name in ("counter", "var"):
        if name in args:
            return {f"var {args[name].args[0]}"}
    if statement.primitive == "flip":
        return {f"face {args['piece'].type.name}"}
    if statement.primitive == "roll":
        kind = args["dice"].type.name
        return {f"var {kind}.{v.kinds[kind].rolls}"}
    if statement.primitive == "begin":
        hosts = [*v.kinds.values(), *([v.shared] if v.shared else [])]
        return {f"var {var.key}" for d in hosts for var in d.vars.values() if var.resets == args["span"]}
    kinds = {
        a.type.name
        for a in args.values()
        if isinstance(a, E) and a.type.tag in ("kind", "zone") and a.type.name != "player"
    }
    found = {f"pieces {kind}" for kind in kinds}
    if "piece" in args and (statement.primitive == "remove" or not _in_a_zone(args["piece"])):
        found.add(f"aside {args['piece'].type.name}")
    return found


def _in_a_zone(piece: E) -> bool:
    """Whether a piece is evidently taken from a zone, so that it was not aside before."""
    if piece.op == "slot":
        return True
    if piece.op != "func" or piece.args[0] not in ("first", "top"):
        return False
    items = piece.args[1]
    while items.op == "filter":
        items = items.args[0]
    return bool(items.op == "contents")
