"""What the words of a game mean: every term that players see, and what cards of any game tell them to do.

A pack explains a term in its rule book; of the others it is told what they are, from the model alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.scripts import every_routine
from interpreter.languages import language
from interpreter.play.names import Terms
from interpreter.play.text import Fact, Text, joined, phrase
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.vocabulary import KindDecl, VarDecl, Vocabulary, ZoneDecl
    from interpreter.play.pack import Pack

BUILT_IN = "option "
"""How the enums begin that stand for the values of an option."""
SEEN = {"owner": "seen_owner", "nobody": "seen_nobody", "top": "seen_top"}
"""What is said of zones that not everybody sees into."""


@record(frozen=True, slots=True)
class Meaning:
    """A term and what it means."""

    name: str
    word: Text
    text: Text


def told(key: str, **facts: Fact) -> Text:
    """A sentence around a rule book."""
    return Text(lambda lang: phrase(lang, language(lang).rules[key], facts))


def glossary(pack: Pack, own: Mapping[str, Text]) -> list[Meaning]:
    """Every term that players see, with what the pack says of it, or else what it is; in the order of the model."""
    found: dict[str, Meaning] = {}
    terms = Terms(pack.vocabulary)
    for name, text in _terms(pack.vocabulary, terms):
        if name not in found:
            found[name] = Meaning(name, terms.term(name), own.get(name, text))
    for name, text in own.items():
        found.setdefault(name, Meaning(name, terms.term(name), text))
    return list(found.values())


def engine_words(pack: Pack) -> list[Text]:
    """What the statements of the engine mean that the scripts of a pack use."""
    used = {name for routine in every_routine(pack.vocabulary) for name in _statements(routine.body)}
    known = language("en").meanings
    return [_meaning(name) for name, words in known.items() if words and name in used]


def _meaning(name: str) -> Text:
    return Text(lambda lang: language(lang).meanings[name])


def _statements(body: object) -> Iterator[str]:
    yield from (form.primitive for form in ty.every_form(body) if isinstance(form, ty.Do))


# ---- what a thing of the model is


def _terms(v: Vocabulary, terms: Terms) -> Iterator[tuple[str, Text]]:
    for decl in v.hosts():
        if decl is not v.shared and not decl.quiet:
            yield decl.name, _kind(decl)
    for enum in v.enums.values():
        if not enum.name.startswith(BUILT_IN) and enum.name in v.terms.get("en", {}):
            yield enum.name, told("one_of", values=_words(terms, enum.values))
            for value in enum.values:
                yield value, told("a_value", enum=terms.term(enum.name))
    for decl in v.hosts():
        yield from _members(decl, v, terms)


def _members(decl: KindDecl, v: Vocabulary, terms: Terms) -> Iterator[tuple[str, Text]]:
    host = told("table") if decl is v.shared else terms.term(decl.name)
    for var in decl.vars.values():
        if not var.quiet and not var.name.startswith("("):
            yield var.name, told("of", what=_var(var, v, terms), host=host)
    for zone in decl.zones.values():
        if not zone.quiet:
            yield zone.name, told("of", what=_zone(zone, terms), host=host)
    for field in decl.fields.values():
        if field.show:
            yield field.name, told("field", kind=terms.term(decl.name, 2))
    for value in v.named_values():
        if value.show and value.of == decl.name:
            yield value.name, told("of", what=told("worked_out"), host=host)


def _kind(decl: KindDecl) -> Text:
    if decl.name == "player":
        return told("player")
    count = sum(item.count for item in decl.items)
    if decl.per_player:
        return told("owned", count=decl.per_player if decl.per_player > 0 else count)
    if decl.grid:
        count = decl.grid[0] * decl.grid[1]
    stands = (decl.zones_only or decl.grid) and not decl.rolls
    if count == 1:
        return told("place_one" if stands else "piece_one")
    return told("place" if stands else "piece", count=count)


def _var(var: VarDecl, v: Vocabulary, terms: Terms) -> Text:
    if var.each:
        return told(
            "each", values=_words(terms, v.enums[var.each].values) if var.each in v.enums else terms.term(var.each)
        )
    if var.type.tag == "truth":
        return told("truth")
    if var.type.tag != "number":
        return told("names", what=terms.term(var.type.name or var.type.tag))
    parts = [told("number")]
    if var.low is not None and var.high is not None:
        parts.append(told("between", low=var.low, high=var.high))
    elif var.high is not None:
        parts.append(told("most", high=var.high))
    elif var.low:
        parts.append(told("least", low=var.low))
    return joined(parts, ", ")


def _zone(zone: ZoneDecl, terms: Terms) -> Text:
    what = terms.term(zone.holds, 1 if zone.slot else 2)
    parts = [told("slot" if zone.slot else "zone", what=what)]
    if zone.capacity is not None and not zone.slot:
        parts.append(told("capacity", count=zone.capacity))
    if zone.visible in SEEN:
        parts.append(told(SEEN[zone.visible]))
    return joined(parts, ", ")


def _words(terms: Terms, names: list[str]) -> Text:
    return joined([terms.term(name) for name in names], ", ")
