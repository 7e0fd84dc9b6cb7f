"""A new thing of a kind, written so that it is valid at once: its fields as on another one, its script a simple one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import FieldDecl, Item, KindDecl, VarDecl, Vocabulary

_COLUMN = 44
"""Where comments begin."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new thing begins as: the thing it is like, and the counter its script changes (None: scripts are copied)."""

    kind: KindDecl
    like: Item
    counter: VarDecl | None

    @property
    def script(self) -> str:
        """The first script of statements that the kind has."""
        return next(name for name, of in self.kind.scripts.items() if of == "effect")


def kinds_with_scripts(v: Vocabulary) -> list[str]:
    """The kinds of which a new thing can be made: those that do something, and are no part of another."""
    return [
        kind.name
        for kind in v.kinds.values()
        if "effect" in kind.scripts.values() and any(_is_free(item) for item in kind.items)
    ]


def is_in_every_game(kind: KindDecl) -> bool:
    """Whether some thing of the kind that is nobody's own is in every game."""
    return any(_is_free(item) and item.in_play_source is None for item in kind.items)


def draft_of(v: Vocabulary, kind: str) -> Draft:
    """Begin a thing of a kind, like the first of it that is in every game; else like one, and in the games it is in."""
    decl = v.kinds[kind]
    free = [item for item in decl.items if _is_free(item)]
    fitting = [item for item in free if item.in_play_source is None] or _usual(decl, free)
    # One with a script, and else as plain as can be: what it leaves out, most leave out.
    like = min(fitting, key=lambda item: (not any(face.sources for face in item.faces), _own_values(decl, item)))
    plain = decl.faces == 1 and like.in_play_source is None
    return Draft(decl, like, _counter(v) if plain else None)


def _usual(kind: KindDecl, items: list[Item]) -> list[Item]:
    """Those of which there are most: with the same fields and scripts."""
    alike = Counter(_shape(kind, item) for item in items)
    most = max(alike, key=lambda shape: alike[shape])
    return [item for item in items if _shape(kind, item) == most]


def _shape(kind: KindDecl, item: Item) -> tuple[tuple[str, ...], int]:
    return tuple(sorted(item.faces[0].sources)), _own_values(kind, item)


def _own_values(kind: KindDecl, item: Item) -> int:
    """How many fields of an item are not as they come."""
    values = item.faces[0].values
    return sum(not _is_as_it_comes(field, values.get(name)) for name, field in kind.fields.items())


def _is_as_it_comes(field: FieldDecl, value: object) -> bool:
    """Whether a value need not be written; none is -1 where there are things or names."""
    if field.required:
        return False
    return value == field.default or (field.default in (None, "none") and value in (None, -1))


def _is_free(item: Item) -> bool:
    """Whether a thing is nobody's own, and no part of another one."""
    return item.parent is None and not item.owned


def _counter(v: Vocabulary) -> VarDecl | None:
    """A counter of a player that anybody may gain one of: what most scripts change."""
    used = " ".join(
        face.sources[name].text
        for kind in v.kinds.values()
        for item in kind.items
        for face in item.faces
        for name in face.sources
    )
    counters = [
        var
        for var in v.kinds["player"].vars.values()
        if var.type.tag == "number"
        and not var.each
        and not var.quiet
        and var.overflow_source is None
        and not var.name.startswith("(")
        and (var.high is None or _start(var) < var.high)
    ]
    ranked = [(len(re.findall(rf"\bgain \d+ {re.escape(var.name)}\b", used)), var) for var in counters]
    best = max(ranked, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None else None


def _start(var: VarDecl) -> int:
    return var.start if isinstance(var.start, int) else 0


# ---- writing


def card_file(v: Vocabulary, draft: Draft, name: str, title: str) -> str:
    """Write a file of cards with one thing in it."""
    return "\n".join([f"{draft.kind.name}:", *_lines(v, draft, name, title)]) + "\n"


def _lines(v: Vocabulary, draft: Draft, name: str, title: str) -> Iterator[str]:
    yield f"  - id: {name}"
    names = ", ".join(f'{lang}: "{title}"' for lang in v.languages)
    faces = draft.like.faces
    when = draft.like.in_play_source
    if when is not None:
        yield _commented(f"    in_play: {' '.join(when.text.split())}", "in which games it is")
    if len(faces) == 1:
        yield _commented(f"    name: {{{names}}}", "what players read, in each language")
    yield _commented("    source: designed", "or `rulebook`, with the id of its `rule`")
    if len(faces) == 1:
        yield from _face(v, draft, 0, "    ")
        return
    yield "    faces:"
    for number in range(len(faces)):
        yield f"      - name: {{{names}}}"
        yield from _face(v, draft, number, "        ")


def _face(v: Vocabulary, draft: Draft, number: int, indent: str) -> Iterator[str]:
    """The fields of a face, those that need a value written out, and its scripts."""
    face = draft.like.faces[number]
    for field in draft.kind.fields.values():
        value = face.values.get(field.name)
        line = f"{indent}{field.name}: {_value(v, field, value)}"
        if not _is_as_it_comes(field, value):
            yield _commented(line, _about(v, field))
        else:
            yield _commented(f"{indent}# {line.strip()}", _about(v, field))
    for name, of in draft.kind.scripts.items():
        source = face.sources.get(name)
        if of == "effect" and draft.counter is not None and name == draft.script:
            yield _commented(f"{indent}{name}: |", "what it does, a statement a line")
            yield f"{indent}  gain 1 {draft.counter.name}"
        elif source is not None:
            yield f"{indent}{name}: |"
            yield from (f"{indent}  {line}".rstrip() for line in source.text.strip("\n").split("\n"))


def _commented(line: str, words: str) -> str:
    return f"{line:<{_COLUMN}}  # {words}"


def _value(v: Vocabulary, field: FieldDecl, value: object) -> str:
    """A value as YAML has it."""
    if field.type.tag == "truth":
        return "yes" if value else "no"
    if value is None or (value == -1 and field.type.tag != "number"):
        return "none"
    if field.type.tag == "enum" and isinstance(value, int):
        return v.enums[field.type.name].values[value]
    return str(value)


def _about(v: Vocabulary, field: FieldDecl) -> str:
    """What may stand in a field."""
    if field.type.tag == "enum":
        words = f"one of {', '.join(v.enums[field.type.name].values)}"
    elif field.type.tag == "number" and field.low is not None and field.high is not None:
        words = f"a number from {field.low} to {field.high}"
    else:
        words = {"number": "a number", "truth": "yes or no"}.get(field.type.tag, f"of kind {field.type}")
    return words if field.required else f"{words}; may be left out"
