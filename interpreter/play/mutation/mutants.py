"""All mutants of a pack: each the pack with one change, told as a line of a file before and after."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.check.reading import text
from interpreter.check.typed import Routine
from interpreter.play.mutation.changes import REMOVED, Change, changes
from interpreter.play.mutation.commuting import Sequence
from interpreter.play.mutation.owners import Owner, Owners, scalars
from interpreter.play.mutation.slots import Place, Slot, slots
from interpreter.play.mutation.uses import mentioned, used_by_rules
from interpreter.source import Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.diagnostics import Span
    from interpreter.play.pack import Pack
    from interpreter.source import Document, PackSource

DATA = frozenset({"cards", "rules", "model"})
NUMBERS_OF_A_MODEL = frozenset({"start", "min", "max", "capacity", "per_player", "default", "columns", "rows"})
NOT_PLAYED = frozenset({"id", "name", "note", "text", "source", "rule", "show", "quiet", "public"})
"""Keys of a card or rule that no rule looks at."""
PRINTED = frozenset({"name", "note", "text"})
"""Those of them that are only shown: an id is a name by which scripts speak of a thing."""
_LIMIT = re.compile(r"(once|twice|\d+ times)( per [a-z_]+)")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. What tells it from all others survives a change of line numbers: file, owner, line before and after."""

    file: str
    owner: str
    before: str
    after: str
    nth: int
    sort: str
    span: Span
    rules: tuple[str, ...]
    words: tuple[str, ...]
    via: tuple[str, ...] = ()
    """The rules of what uses it, for something that cites none itself."""
    script: tuple[Place, Change] | None = None
    value: tuple[int, tuple[str | int, ...], int | bool | str] | None = None
    """Which document, the way to the value in it, and what stands there instead."""

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What stays the same when lines are added above it."""
        return self.file, self.owner, self.before, self.after, self.nth

    def rank(self, seed: int) -> bytes:
        """Its place in the order of a seed: by itself alone, so that other changes to a pack do not reshuffle it."""
        return hashlib.sha256("\0".join(map(str, (seed, *self.key))).encode()).digest()


def all_mutants(pack: Pack) -> list[Mutant]:
    """Every mutant of a pack, in the order of the files."""
    scripts = _Scripts(pack)
    found = [*scripts.all(), *_data(pack, scripts)]
    found.sort(key=lambda one: (one.file, one.span.line, one.span.column, one.sort, one.after))
    seen: dict[tuple[str, ...], int] = {}
    numbered = []
    for one in found:
        key = one.key[:4]
        seen[key] = seen.get(key, 0) + 1
        numbered.append(replace(one, nth=seen[key]))
    return numbered


def own_path(source: PackSource, file: str) -> str | None:
    """The path of a file in the pack that was asked for; None for one of a pack that it stands on."""
    for part in sorted(source.packs, key=lambda one: -len(one.where)):
        if file.startswith(f"{part.where}/"):
            return file.removeprefix(f"{part.where}/") if part.named else None
    return None


# ---- scripts


class _Scripts:
    """Changes of scripts."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        values, self.tables = used_by_rules(pack.vocabulary)
        self.groups = slots(pack.vocabulary, values)
        self.sequence = Sequence(pack.vocabulary)
        self.owners = Owners(pack.source.documents)
        self.users = self._find_users()

    def _find_users(self) -> dict[str, list[Owner]]:
        """For each verb, value and table: what has a script that mentions it."""
        found: dict[str, list[Owner]] = {}
        for place, group in self.groups.items():
            owner = self.owners.at(*place)
            for name in mentioned(group[0].now) if owner is not None else ():
                found.setdefault(name, []).append(owner)  # type: ignore[arg-type]
        return found

    def responsible(self, owner: Owner) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The rules and names by which scenarios can speak of something without a rule: its own, and those of its users."""
        rules: list[str] = []
        words, seen, waiting = list(owner.words), {owner.label}, [owner]
        while waiting:
            for user in self.users.get(waiting.pop().label, ()):
                if user.label in seen:
                    continue
                seen.add(user.label)
                rules += user.rules
                words += user.words
                waiting += [] if user.rules else [user]
        return tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(words))

    def all(self) -> Iterator[Mutant]:
        for place, group in self.groups.items():
            path, owner = own_path(self.pack.source, place[0]), self.owners.at(*place)
            if path is None or owner is None:
                continue
            first = group[0]
            for change in changes(first.tree(), first.source.text):
                if not self._idle(first, change):
                    yield self._mutant(place, first, change, path, owner)

    def _idle(self, slot: Slot, change: Change) -> bool:
        """Whether a change is none: what fills a template is changed there, and some statements have no order."""
        source = slot.source
        if change.sort == "number" and source.written(*change.at) != source.text[slice(*change.at)]:
            return True
        if change.pair is None or not isinstance(slot.now, Routine):
            return False
        return self.sequence.is_free(slot.now.body, *change.pair)

    def _mutant(self, place: Place, slot: Slot, change: Change, path: str, owner: Owner) -> Mutant:
        span = slot.source.span(*change.at)
        lines = self.pack.source.lines(span.file)
        line = lines[span.line - 1]
        if change.whole:
            before, after = change.whole, change.put or REMOVED
        elif span.line == span.end_line:
            before = _tidy(line)
            after = _tidy(line[: span.column - 1] + change.put + line[span.end_column - 1 :])
        else:
            before, after = _tidy(slot.source.written(*change.at)), _tidy(change.put)
        via, words = ((), owner.words) if owner.rules else self.responsible(owner)
        return Mutant(
            path, owner.label, before, after, 1, change.sort, span, owner.rules, words, via, script=(place, change)
        )


def _tidy(line: str) -> str:
    """A line without its indentation and its comment."""
    return " ".join(re.sub(r"\s#.*", "", line).split())


# ---- numbers and truths that are no scripts


def _data(pack: Pack, rules: _Scripts) -> Iterator[Mutant]:
    tables = rules.tables
    scripts = slots(pack.vocabulary, set(pack.vocabulary.values))
    for number, document in enumerate(pack.source.documents):
        if document.kind not in DATA:
            continue
        for way, node in scalars(document.root):
            assert isinstance(node, Scalar)
            path, owner = own_path(pack.source, node.origin.file), rules.owners.at(node.origin.file, node.start)
            if path is None or owner is None or (node.span.file, node.start) in scripts:
                continue
            if (owner.label.startswith("table ") and owner.words[0] not in tables) or _only_printed(owner, way):
                continue
            for put in _others(document, way, node):
                made = _changed(pack, path, node, put, owner)
                made = replace(made, value=(number, way, put))
                if not owner.rules and document.kind == "rules":
                    via, words = rules.responsible(owner)
                    made = replace(made, via=via, words=words)
                yield made


def _only_printed(owner: Owner, way: tuple[str | int, ...]) -> bool:
    """Whether this fills a hole of a template that stands in names and notes alone."""
    if "for_rows" not in way:
        return False
    hole = f"{{{way[-1]}}}"
    return not any(hole in text(node) for path, node in scalars(owner.node) if path[0] not in PRINTED)


def _others(document: Document, way: tuple[str | int, ...], node: Scalar) -> list[int | bool | str]:
    """What could stand there instead."""
    keys = [one for one in way if isinstance(one, str)]
    if NOT_PLAYED & set(keys[1:] if document.kind == "cards" else keys):
        return []
    if document.kind == "model" and not _is_played(keys):
        return []
    if document.kind == "rules" and not ({"values", "limit", "must"} & set(keys)):
        return []
    limit = _LIMIT.fullmatch(text(node)) if keys and keys[-1] == "limit" else None
    if limit is not None:
        often = {"once": 1, "twice": 2}.get(limit[1]) or int(limit[1].split()[0])
        return [f"{other} times{limit[2]}" for other in (often + 1, often - 1) if other > 0]
    if isinstance(node.value, bool):
        return [not node.value]
    if isinstance(node.value, int):
        return [other for other in (node.value + 1, node.value - 1) if other >= 0 or node.value < 0]
    return []


def _is_played(keys: list[str]) -> bool:
    """Whether a number of the model is a rule; the bounds of a field only help authors."""
    return bool(keys) and keys[-1] in NUMBERS_OF_A_MODEL and not ("fields" in keys and keys[-1] in ("min", "max"))


def _changed(
    pack: Pack,
    path: str,
    node: Scalar,
    put: int | bool | str,
    owner: Owner,
) -> Mutant:
    span = node.span
    line = pack.source.lines(span.file)[span.line - 1]
    words = {True: "yes", False: "no"}[put] if isinstance(put, bool) else str(put)
    after = line[: span.column - 1] + words + line[span.end_column - 1 :]
    sort = "condition" if isinstance(put, bool) else "number"
    return Mutant(
        path,
        owner.label,
        _tidy(line),
        _tidy(after),
        1,
        sort,
        span,
        owner.rules,
        owner.words,
    )
