"""Everything a pack declares under a name: cards, places, verbs, values, tables, actions, reactions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from interpreter.check.typed import Routine
from interpreter.check.vocabulary import Item, ValueDecl, Vocabulary
from interpreter.diagnostics import Span
from interpreter.play.names import Terms
from interpreter.play.text import Text
from interpreter.source import Mapping, Node, PackSource, Scalar, ScriptSource, Sequence


@dataclass(frozen=True, slots=True)
class Script:
    """One script of a thing: what it is for, its text, whether it is a value, and what the program calls it."""

    name: str
    source: ScriptSource
    is_value: bool
    routine: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing with a name."""

    id: str
    kind: str
    title: Text
    span: Span
    scripts: tuple[Script, ...] = ()
    told: Item | Routine | ValueDecl | None = None
    """What its text is made from."""
    note: Text | None = None
    """What the pack says about it in its own words."""


def entries(vocabulary: Vocabulary) -> dict[str, list[Entry]]:
    """List all entries by id; a name may be used once in each kind of thing."""
    found: dict[str, list[Entry]] = {}
    for entry in (*_items(vocabulary), *_rules(vocabulary)):
        found.setdefault(entry.id, []).append(entry)
    return found


def _items(vocabulary: Vocabulary) -> Iterator[Entry]:
    terms = Terms(vocabulary)
    for kind in vocabulary.kinds.values():
        for item in kind.items:
            yield Entry(
                item.id, kind.name, _named(item, terms), item.span, tuple(_item_scripts(item, vocabulary)), item
            )


def _item_scripts(item: Item, vocabulary: Vocabulary) -> Iterator[Script]:
    kinds = vocabulary.kinds[item.kind].scripts
    for number, face in enumerate(item.faces, 1):
        several = f" {number}" if len(item.faces) > 1 else ""
        for name, source in face.sources.items():
            yield Script(name + several, source, kinds[name] != "effect", f"{item.id}.{name}{several}")


def _rules(vocabulary: Vocabulary) -> Iterator[Entry]:
    for verb in vocabulary.verbs:
        script = Script("effect", verb.source, is_value=False, routine=verb.name)
        yield Entry(verb.name, "verb", _text(verb.text, verb.name), verb.span, (script,), verb.routine)
    named = {one.value.key: one for one in vocabulary.achievements.values()}
    for value in vocabulary.values.values():
        script = Script("is", value.source, is_value=True, routine=value.key)
        achievement = named.get(value.key)
        if achievement is not None:
            title = _text(achievement.name, value.name)
            yield Entry(value.name, "achievement", title, value.span, (script,), note=_text(achievement.text, ""))
        else:
            yield Entry(value.name, "value", _text({}, value.key), value.span, (script,), value)
    for action in vocabulary.actions:
        script = Script("effect", action.source, is_value=False, routine=f"action {action.id}")
        yield Entry(
            action.id, f"action of {action.menu}", _text(action.name, action.id), action.span, (script,), action.routine
        )
    for table in vocabulary.tables.values():
        yield Entry(table.name, "table", _text({}, ", ".join(map(str, table.values))), table.span)
    for event in vocabulary.events:
        yield Entry(event.name, "event", _text({}, event.name), event.span)


def _named(item: Item, terms: Terms) -> Text:
    """What a thing is called: by its name, or else as one of its kind."""
    return _text(item.name, item.id) if item.name else terms.term(item.kind)


def _text(texts: dict[str, str], fallback: str) -> Text:
    english = texts.get("en", fallback)
    return Text(english, texts.get("fr", english))


def declaration(source: PackSource, entry: Entry) -> Mapping | None:
    """Find the YAML map an entry was written as; an item of a template gives the template."""
    for document in source.documents:
        found = _around(document.root, entry.span)
        if found is not None:
            return found
    return None


def holes(node: Mapping, wanted: str) -> dict[str, str]:
    """Give what stands in the holes of a template for the item with this id; nothing for a plain item."""
    pattern, ranges = node.get("id"), node.get("for_each")
    if not isinstance(pattern, Scalar) or not isinstance(ranges, Mapping):
        return {}
    names = [key.text for key, _ in ranges.entries]
    lists = [value.items if isinstance(value, Sequence) else () for _, value in ranges.entries]
    for chosen in product(*lists):
        values = {name: one.text for name, one in zip(names, chosen, strict=True) if isinstance(one, Scalar)}
        if pattern.script().filled(values).text == wanted:
            return values
    return {}


def _around(node: Node, span: Span) -> Mapping | None:
    """Find the innermost map in a list that holds a span."""
    if isinstance(node, Mapping):
        inner = (_around(value, span) for _, value in node.entries)
    elif isinstance(node, Sequence):
        inner = (_around(item, span) or _holds(item, span) for item in node.items)
    else:
        return None
    return next((found for found in inner if found is not None), None)


def _holds(node: Node, span: Span) -> Mapping | None:
    if not isinstance(node, Mapping) or node.span.file != span.file:
        return None
    start, stop = (node.span.line, node.span.column), (node.span.end_line, node.span.end_column)
    return node if start <= (span.line, span.column) < stop else None
