"""Everything a pack declares under a name: cards, places, verbs, values, tables, actions, reactions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.check import keys
from interpreter.check.keys import Key
from interpreter.check.typed import Routine
from interpreter.check.vocabulary import Item, ValueDecl, Vocabulary
from interpreter.diagnostics import Span
from interpreter.play.names import Terms
from interpreter.play.text import Text, named
from interpreter.records import record
from interpreter.source import ScriptSource

_FORMS = re.compile(r"\{([^|{}]*)\|[^{}]*\}")
_CASE = re.compile(r":\w+(?=\})")


@record(frozen=True, slots=True)
class Script:
    """One script of a thing: what it is for, its text, whether it is a value, and what the program calls it."""

    name: str
    source: ScriptSource
    is_value: bool
    routine: Key


@record(frozen=True, slots=True)
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
            yield Script(
                name + several,
                source,
                kinds[name] != "effect",
                keys.script(item.kind, item.id, name, number if several else -1),
            )


def _rules(vocabulary: Vocabulary) -> Iterator[Entry]:
    for verb in vocabulary.spoken():
        script = Script("effect", verb.source, is_value=False, routine=verb.key)
        yield Entry(verb.name, "verb", _request(verb.text, verb.name), verb.span, (script,), verb.routine)
    named = {one.value.key: one for one in vocabulary.achievements.values()}
    for value in vocabulary.named_values():
        script = Script("is", value.source, is_value=True, routine=value.formula_key)
        achievement = named.get(value.key)
        if achievement is not None:
            title = _text(achievement.name, value.name)
            yield Entry(value.name, "achievement", title, value.span, (script,), note=_text(achievement.text, ""))
        else:
            yield Entry(value.name, "value", _text({}, value.key), value.span, (script,), value)
    for action in vocabulary.actions:
        script = Script("effect", action.source, is_value=False, routine=keys.action(action.id))
        yield Entry(
            action.id, f"action of {action.menu}", _text(action.name, action.id), action.span, (script,), action.routine
        )
    for table in vocabulary.tables.values():
        yield Entry(table.name, "table", _text({}, ", ".join(map(str, table.values))), table.span)
    for event in (one for one in vocabulary.events if one.phrase.text):
        yield Entry(event.name, "event", _text({}, event.name), event.span)


def _named(item: Item, terms: Terms) -> Text:
    """What a thing is called: by its name, or else as one of its kind."""
    return _text(item.name, item.id) if item.name else terms.term(item.kind)


def _text(texts: dict[str, str], fallback: str) -> Text:
    return named(texts, fallback)


def _request(texts: dict[str, str], fallback: str) -> Text:
    """A verb as it tells somebody to do something: the first of the forms that are written out."""
    return _text({lang: _CASE.sub("", _FORMS.sub(r"\1", text)) for lang, text in texts.items()}, fallback)
