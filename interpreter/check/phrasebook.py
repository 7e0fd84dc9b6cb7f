"""All phrases a command may be, found by the words it has: many verbs are not looked through for each command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from interpreter.check.phrases import Phrase

Entry = tuple[str, "Phrase", object]


class PhraseBook:
    """Phrases by the fixed words of their forms and where these stand."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._forms: dict[int, dict[tuple[int, ...], dict[tuple[str, ...], list[int]]]] = {}
        self._entries = list(entries)
        for number, (_, phrase, _) in enumerate(self._entries):
            for form in phrase.forms:
                fixed = tuple(at for at, part in enumerate(form) if isinstance(part, str))
                words = tuple(str(form[at]) for at in fixed)
                self._forms.setdefault(len(form), {}).setdefault(fixed, {}).setdefault(words, []).append(number)

    def fitting(self, items: tuple[t.Value, ...]) -> list[Entry]:
        """The phrases one of whose forms a command fits, in the order they were given."""
        words = [item.id if isinstance(item, t.Name) else "" for item in items]
        found: set[int] = set()
        for fixed, known in self._forms.get(len(items), {}).items():
            found.update(known.get(tuple(words[at] for at in fixed), ()))
        return [self._entries[number] for number in sorted(found)]
