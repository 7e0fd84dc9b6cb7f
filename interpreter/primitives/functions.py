"""The engine's functions over values: what each takes and gives, and how it is computed.

`kind` says how arguments are checked: `plain` (typed one by one), `set` (one set), `each` (a set and a value for each
element, bare names being the element's). `python` is the expression it becomes; `{0}`, `{1}` are the arguments, and for
`each` `{x}` is the element.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_NUMBERS = 201
"""How many numbers a range may have: a set is looked through again and again."""


@dataclass(frozen=True, slots=True)
class Function:
    """One function."""

    name: str
    kind: str
    params: tuple[str, ...]
    result: str
    python: str
    doc: str
    text: dict[str, str]


def _table(*rows: Function) -> dict[str, Function]:
    return {row.name: row for row in rows}


FUNCTIONS: dict[str, Function] = _table(
    Function(
        "count",
        "set",
        ("set",),
        "number",
        "len({0})",
        "how many elements the set has",
        {"en": "the number of {0}", "fr": "le nombre de {0}"},
    ),
    Function(
        "any",
        "set",
        ("set",),
        "truth",
        "bool({0})",
        "whether the set has an element",
        {"en": "there is {0}", "fr": "il y a {0}"},
    ),
    Function(
        "first",
        "set",
        ("set",),
        "element",
        "first({0})",
        "the first element, or none",
        {"en": "one of {0}", "fr": "l’un de {0}"},
    ),
    Function(
        "top",
        "set",
        ("set",),
        "element",
        "last({0})",
        "the top piece of a zone, or none",
        {"en": "the top {one element} of {0}", "fr": "{the element} du dessus de {0}"},
    ),
    Function(
        "sum",
        "each",
        ("set", "number"),
        "number",
        "sum([{1} for {x} in {0}])",
        "the total over the elements",
        {"en": "the total {1} of {0}", "fr": "le total des {many 1} de {0}"},
    ),
    Function(
        "highest",
        "each",
        ("set", "number"),
        "number",
        "max([{1} for {x} in {0}], default=0)",
        "the largest value over the elements, 0 for an empty set",
        {"en": "the highest {1} of {0}", "fr": "le maximum des {many 1} de {0}"},
    ),
    Function(
        "lowest",
        "each",
        ("set", "number"),
        "number",
        "min([{1} for {x} in {0}], default=0)",
        "the smallest value over the elements, 0 for an empty set",
        {"en": "the lowest {1} of {0}", "fr": "le minimum des {many 1} de {0}"},
    ),
    Function(
        "all",
        "each",
        ("set", "truth"),
        "truth",
        "all([{1} for {x} in {0}])",
        "whether the condition holds for every element",
        {"en": "for {each}, {1}", "fr": "pour {each}, {1}"},
    ),
    Function(
        "adds_up",
        "each",
        ("set", "number", "number"),
        "truth",
        "adds_up([{1} for {x} in {0}], {2})",
        "whether some non-empty part of the elements totals exactly the last number",
        {"en": "some of {0} add up to {2}", "fr": "une partie de {0} totalise {2}"},
    ),
    Function(
        "distinct",
        "each",
        ("set", "any"),
        "number",
        "len({{{1} for {x} in {0}}})",
        "how many different values the elements have",
        {"en": "the number of different {many 1} among {0}", "fr": "le nombre de {many 1} sans doublon parmi {0}"},
    ),
    Function(
        "best",
        "each",
        ("set", "number"),
        "element",
        "best([({1}, {x}) for {x} in {0}])",
        "the first element with the largest value, or none",
        {
            "en": "the {one element} with the highest {1} among {0}",
            "fr": "{the element} dont {the 1} vaut le plus parmi {0}",
        },
    ),
    Function(
        "union",
        "join",
        ("set", "set"),
        "set",
        "union({0}, {1})",
        "the elements of both sets",
        {"en": "{0} or {1}", "fr": "{0} ou {1}"},
    ),
    Function(
        "copies",
        "copies",
        ("piece",),
        "set",
        "",
        "all copies of the same card, itself included",
        {"en": "{element} like {0}", "fr": "{element} comme {0}"},
    ),
    Function(
        "connected",
        "grid",
        ("place", "set"),
        "set",
        "",
        "the places of the set that hang together with this one by edges, itself included",
        {"en": "{1} in the group of {0}", "fr": "{1} du groupe de {0}"},
    ),
    Function(
        "line",
        "grid",
        ("place", "set"),
        "number",
        "",
        "the length of the longest straight line through this place within the set, diagonals and itself included",
        {
            "en": "the length of the longest line of {1} through {0}",
            "fr": "la longueur de la plus longue ligne de {1} passant par {0}",
        },
    ),
    Function(
        "min",
        "plain",
        ("number", "number"),
        "number",
        "min({0}, {1})",
        "the smaller number",
        {"en": "{0} (at most {1})", "fr": "{0} ({1} au plus)"},
    ),
    Function(
        "max",
        "plain",
        ("number", "number"),
        "number",
        "max({0}, {1})",
        "the larger number",
        {"en": "{0} (at least {1})", "fr": "{0} ({1} au moins)"},
    ),
    Function(
        "players_from",
        "plain",
        ("player",),
        "set of player",
        "players_from({0})",
        "all players clockwise from this one",
        {"en": "{element}, starting with {0}", "fr": "{element}, en commençant par {0}"},
    ),
    Function(
        "range",
        "plain",
        ("number", "number"),
        "set of number",
        "span({0}, {1})",
        f"the whole numbers from the first to the last; more than {MOST_NUMBERS} are an error",
        {"en": "a number from {0} to {1}", "fr": "un nombre de {0} à {1}"},
    ),
)
