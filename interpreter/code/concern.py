"""Which cards a state-based rule has to ask after a change.

Many such rules say: as soon as the condition of any card of a row holds. Between two changes such a rule does not hold, so
after a change it can hold only through a card whose own condition reads what was changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.reads import wanted_by
from interpreter.check.typed import Formula, Value
from interpreter.code.program import Watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.code.program import Do, Node


def cards_of(cond: Value, tokens: set[str], v: Vocabulary) -> tuple[Value, str, dict[str, Value]] | None:
    """The set of cards a rule looks through, their script, and by their ids the conditions that read the change.

    None when the rule is of another kind, or reads the change also elsewhere.
    """
    part = _only_part(cond, tokens, v)
    match part:
        case ty.Derived(key=key, given=()):
            formula = v.values[key].formula
            return cards_of(formula.value, tokens, v) if formula is not None else None
        case ty.NonEmpty(items=items):
            return cards_of(items, tokens, v)
        case ty.Applied(type=of, given=(items,)) if of.tag == "truth":
            return cards_of(items, tokens, v)
        case ty.Filter(items=cards, element=element, cond=test):
            return _asked(cards, element, _only_part(test, tokens, v), tokens, v)
    return None


def _asked(
    cards: Value, element: int, test: Value | None, tokens: set[str], v: Vocabulary
) -> tuple[Value, str, dict[str, Value]] | None:
    match test:
        case ty.ItemFormula(kind=kind, script=script, thing=ty.Element(number=number)) if number == element:
            if wanted_by(cards, v) & tokens or any(isinstance(node, ty.Me | ty.Local) for node in ty.nodes(cards)):
                return None
            if v.kinds[kind].faces != 1 or cards.type.element.name != kind:
                return None
            return cards, script, _readers(kind, script, tokens, v)
    return None


def _only_part(cond: Value, tokens: set[str], v: Vocabulary) -> Value | None:
    """Of conditions that must all hold, the only one that reads the change."""
    if not isinstance(cond, ty.Logic) or cond.sign != "and":
        return cond if wanted_by(cond, v) & tokens else None
    parts = [part for part in (cond.left, cond.right) if wanted_by(part, v) & tokens]
    return _only_part(parts[0], tokens, v) if len(parts) == 1 else None


def _readers(kind: str, script: str, tokens: set[str], v: Vocabulary) -> dict[str, Value]:
    found = {}
    for item in v.kinds[kind].items:
        made = item.faces[0].scripts.get(script)
        if isinstance(made, Formula) and wanted_by(made.value, v) & tokens:
            found[item.id] = made.value
    return found


def unconcerned(do: Do, watches: Sequence[Node]) -> bool:
    """Whether rules that watch behind a statement read nothing of what it does to pieces that lie nowhere before.

    They then read zones only, and none that the statement names: those that the pieces might have come from.
    """
    given = do.typed.args.values() if do.typed is not None else ()
    zones = [one for one in given if one.type.tag == "zone"]
    named = {f"zone {zone.key}" for zone in zones if isinstance(zone, ty.Zone)}
    tokens = {token for watch in watches if isinstance(watch, Watch) for token in watch.tokens}
    alone = all(isinstance(watch, Watch) for watch in watches)
    told = not watches or all(isinstance(zone, ty.Zone) for zone in zones)
    return alone and told and tokens.isdisjoint(named) and all(token.startswith("zone ") for token in tokens)
