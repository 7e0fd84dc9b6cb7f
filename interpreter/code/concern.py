"""Which cards a state-based rule has to ask after a change.

Many such rules say: as soon as the condition of any card of a row holds. Between two changes such a rule does not hold, so
after a change it can hold only through a card whose own condition reads what was changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.typed import E, Formula
from interpreter.code.reads import wanted_by

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary


def cards_of(cond: E, tokens: set[str], v: Vocabulary) -> tuple[E, str, set[str]] | None:
    """The set of cards a rule looks through, their condition, and the ids of those whose condition reads the change.

    None when the rule is of another kind, or reads the change also elsewhere.
    """
    part = _only_part(cond, tokens, v)
    if part is None:
        return None
    if part.op == "value" and len(part.args) == 2:
        formula = v.values[part.args[0]].formula
        return cards_of(formula.value, tokens, v) if formula is not None else None
    if part.op == "nonempty" or (part.op == "func" and part.args[0] == "any"):
        return cards_of(part.args[-1], tokens, v)
    if part.op != "filter":
        return None
    cards, number, test = part.args
    asked = _only_part(test, tokens, v)
    if asked is None or asked.op != "formula" or wanted_by(cards, v) & tokens or _says_me(cards):
        return None
    kind, script, base = asked.args
    if base.op != "element" or base.args[0] != number or v.kinds[kind].faces != 1 or cards.type.element.name != kind:
        return None
    return cards, script, _readers(kind, script, tokens, v)


def _only_part(cond: E, tokens: set[str], v: Vocabulary) -> E | None:
    """Of conditions that must all hold, the only one that reads the change."""
    if cond.op != "logic" or cond.args[0] != "and":
        return cond if wanted_by(cond, v) & tokens else None
    parts = [part for part in cond.args[1:] if wanted_by(part, v) & tokens]
    return _only_part(parts[0], tokens, v) if len(parts) == 1 else None


def _readers(kind: str, script: str, tokens: set[str], v: Vocabulary) -> set[str]:
    found = set()
    for item in v.kinds[kind].items:
        made = item.faces[0].scripts.get(script)
        if isinstance(made, Formula) and wanted_by(made.value, v) & tokens:
            found.add(item.id)
    return found


def _says_me(value: E) -> bool:
    stack: list[object] = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, E):
            if node.op in ("me", "local"):
                return True
            stack += node.args
    return False
