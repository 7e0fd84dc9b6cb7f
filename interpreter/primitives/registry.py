"""The table of statements and the decorator that fills it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Behaviour = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of the engine.

    `text` is a template for each language (its notation: `interpreter/prose/fill.py`); `level` is the one for a counter
    that is a level, raised and lowered, rather than something one has so many of.
    `hard`: it can be impossible, and then the option it stands in is not offered.
    `fate`: it rolls, shuffles or reveals; nothing before it can be taken back.
    """

    name: str
    phrase: str
    text: dict[str, str]
    doc: str
    example: str
    behaviour: Behaviour
    hard: bool
    fate: bool
    level: dict[str, str] = field(default_factory=dict)


STATEMENTS: dict[str, Statement] = {}


def statement(
    phrase: str, *, en: str, fr: str, level: tuple[str, str] | None = None, hard: bool = False, fate: bool = False
) -> Callable[[Behaviour], Behaviour]:
    """Register the decorated function as the behaviour of a statement."""

    def register(behaviour: Behaviour) -> Behaviour:
        doc, _, example = (behaviour.__doc__ or "").partition("Example:")
        if not doc.strip() or not example.strip():
            message = f"{behaviour.__name__} needs a doc-string with an Example"
            raise TypeError(message)
        if behaviour.__name__ in STATEMENTS:
            message = f"{behaviour.__name__} is declared twice"
            raise TypeError(message)
        STATEMENTS[behaviour.__name__] = Statement(
            behaviour.__name__,
            phrase,
            {"en": en, "fr": fr},
            " ".join(doc.split()),
            example.strip(),
            behaviour,
            hard,
            fate,
            {"en": level[0], "fr": level[1]} if level else {},
        )
        return behaviour

    return register
