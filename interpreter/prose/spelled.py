"""Which values read as a sentence where a text spells them out, because the pack has no word for them, and which do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.prose.values import MOST_SPELLED

if TYPE_CHECKING:
    from interpreter.check.vocabulary import ValueDecl, Vocabulary

_RELATIONS = (ty.Compare, ty.NonEmpty, ty.Some, ty.InZone, ty.Member, ty.Aside, ty.HasScript)
"""One of them is a clause; one inside another is none."""
_WORKED_OUT = (ty.Arith, ty.Ranked, ty.Logic, ty.IfElse, ty.OverEach, ty.OnGrid, ty.TableRow, ty.Listing)
"""Told as a formula: "the total of its prices plus 1"."""


def unclear(v: Vocabulary, lang: str) -> set[str]:
    """The values without a term in a language of which nobody would know, spelled out, what is meant.

    One that has a term in another language is not to be spelled out in this one.
    """
    worded = set().union(*v.terms.values())
    lacking = [one for one in v.values.values() if one.name not in v.terms.get(lang, {}) and one.formula is not None]
    return {one.name for one in lacking if one.name in worded or not _reads_well(v, one)}


def _reads_well(v: Vocabulary, decl: ValueDecl) -> bool:
    """Whether a value is one phrase: something that is there, those of a place for which one thing holds, a clause."""
    assert decl.formula is not None
    return _phrase(v, decl.formula.value)


def _phrase(v: Vocabulary, value: ty.Value) -> bool:
    match value:
        case ty.Filter(items=items, cond=cond):
            return _named(v, items) and _clause(v, cond)
        case ty.Applied(given=(items,)):  # how many of them, whether there are any, which is the first
            return _phrase(v, items)
        case _:
            return _clause(v, value)


def _clause(v: Vocabulary, value: ty.Value) -> bool:
    if isinstance(value, ty.Not):
        return _clause(v, value.cond)
    return all(_named(v, one) for one in ty.children(value)) if isinstance(value, _RELATIONS) else _named(v, value)


def _named(v: Vocabulary, value: ty.Value, depth: int = 1) -> bool:
    """Whether a value is called by names alone, in a few steps."""
    if isinstance(value, ty.Derived):
        decl = v.values[value.key]
        if not any(decl.name in terms for terms in v.terms.values()):
            formula = decl.formula
            return depth < MOST_SPELLED and formula is not None and _named(v, formula.value, depth + 1)
    if isinstance(value, (*_RELATIONS, *_WORKED_OUT, ty.Filter, ty.Not)):
        return False
    return all(_named(v, one, depth) for one in ty.children(value))


def shape(decl: ValueDecl) -> str:
    """How the term of a value is written."""
    of = decl.formula.value.type if decl.formula is not None else None
    match of.tag if of is not None else "":
        case "truth":
            return (
                "{one: …, that: …}" if any(one.tag == "kind" for _, one in decl.params) else "{one: …, is: …, not: …}"
            )
        case "set":
            return "{one: …, each: …}"
        case _:
            return "…"
