"""Says once what the things of a pack say many times: `source` in pack.yaml or above a file of cards, a phrase as its text.

Only whole keys go, and a line that held nothing else; every other byte stays. Afterwards the documents are read again with
what is said once put into every thing: they must say exactly what they said before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Mapping as MappingOf

from interpreter.check.phrases import BadPhrase, parse_phrase
from interpreter.source.compose import Budget, compose
from interpreter.source.origins import SOURCE, with_sources
from interpreter.source.tree import Document, Mapping, Node, Scalar, Sequence, SourceText
from interpreter.syntax.rewrites import Edit, edited
from interpreter.tools.migration import NotMigrated

MANIFEST = "pack.yaml"
PHRASED = "en"
"""The language of phrases: a verb says its phrase there where its text says nothing else."""
_ABOVE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")
_STANDS_ALONE = re.compile(r"\n[ ]*$")


def shortened(files: MappingOf[str, str]) -> dict[str, str]:
    """The files of a pack that become shorter, by path; those of cards and rules, and pack.yaml. Raises NotMigrated."""
    documents = [made for path, text in files.items() if (made := _document(path, text)) is not None]
    defaults = _defaults(documents)
    after = dict(files)
    for document in documents:
        edits = sorted(_edits(document, defaults))
        after[document.path] = edited(files[document.path], edits)
    if _said(documents) != _said([made for path, text in after.items() if (made := _document(path, text)) is not None]):
        raise NotMigrated("its things would not say the same as before; shorten them by hand")
    return {path: text for path, text in after.items() if text != files[path]}


def _document(path: str, text: str) -> Document | None:
    kind = "pack" if path == MANIFEST else path.partition("/")[0]
    if kind not in ("pack", "cards", "rules"):
        return None
    root = compose(SourceText(path, text), Budget()).root
    return Document(path, kind, root) if root is not None else None


# ---- what is said once


def _defaults(documents: list[Document]) -> dict[str, str]:
    """What each file says of all its things: what it says already, else what saves most."""
    made = {one.path: said for one in documents if (said := _source(one.root))}
    counted = {one.path: Counter(filter(None, map(_source, _things(one)))) for one in documents}
    if MANIFEST not in made and any(not _source(thing) for one in documents for thing in _things(one)):
        return made  # somebody relies on something else
    if MANIFEST not in made:
        best = {said: _saved(documents, counted, said) for said in ("rulebook", "designed")}
        said = max(best, key=lambda one: best[one])
        if best[said] > 1:
            made[MANIFEST] = said
    other = "designed" if made.get(MANIFEST) == "rulebook" else "rulebook"
    for one in documents:
        found = counted[one.path]
        unsaid = any(not _source(thing) for thing in _things(one))
        if one.kind == "cards" and one.path not in made and not unsaid and max(1, found.total() / 2) < found[other]:
            made[one.path] = other
    return made


def _saved(documents: list[Document], counted: dict[str, Counter[str]], said: str) -> int:
    """How many lines go if pack.yaml says this; a file of cards may say something else."""
    return sum(
        max(counted[one.path][said], counted[one.path].total() - counted[one.path][said] - 1)
        if one.kind == "cards"
        else counted[one.path][said]
        for one in documents
    )


def _things(document: Document) -> Iterator[Mapping]:
    """The things of a file that say where they come from."""
    root = document.root
    lists = [value for _, value in root.entries] if isinstance(root, Mapping) else [root]
    for listed in lists if document.kind != "pack" else ():
        for item in listed.items if isinstance(listed, Sequence) else ():
            if isinstance(item, Mapping) and "change" not in item and "remove" not in item:
                yield item


def _source(node: Node) -> str:
    value = node.get(SOURCE) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""


# ---- edits


def _edits(document: Document, defaults: dict[str, str]) -> Iterator[Edit]:
    said = defaults.get(document.path) or defaults.get(MANIFEST, "")
    if document.path in defaults and not _source(document.root):
        yield _announced(document, said)
    for thing in _things(document):
        if said and _source(thing) == said:
            yield from _without(thing, SOURCE)
        if document.kind == "rules":
            yield from _own_phrase(thing)


def _announced(document: Document, said: str) -> Edit:
    """A line that says it of all: above the first list of a file, or below what pack.yaml says of the licence."""
    root, text = document.root, document.root.origin.text
    assert isinstance(root, Mapping)
    above = root.key("license") or root.key("version")
    if document.kind == "pack" and above is not None:
        place = text.index("\n", above.start) + 1
        return Edit(place, place, f"{SOURCE}: {said}\n")
    start = root.entries[0][0].start
    return Edit(start, start, f"{SOURCE}: {said}\n\n")


def _own_phrase(thing: Mapping) -> Iterator[Edit]:
    """A text of a verb that says its phrase, where it says something in another language, too."""
    phrase, told = thing.get("verb"), thing.get("text")
    if not isinstance(phrase, Scalar) or not isinstance(told, Mapping) or len(told.entries) == 1:
        return
    own = told.get(PHRASED)
    try:
        same = isinstance(own, Scalar) and own.text == parse_phrase(phrase.text).said
    except BadPhrase:
        same = False
    if same:
        yield from _without(told, PHRASED)


def _without(thing: Mapping, name: str) -> Iterator[Edit]:
    """Take a key away: its line, or its part of what stands in braces. Nothing where something else hangs on it."""
    text = thing.origin.text
    place = next(at for at, (key, _) in enumerate(thing.entries) if key.text == name)
    key, value = thing.entries[place]
    if thing.in_braces:
        follows = thing.entries[place + 1][0].start if place + 1 < len(thing.entries) else None
        if follows is not None:
            yield Edit(key.start, follows, "")
        elif place:
            yield Edit(text.rindex(",", 0, key.start), value.stop, "")
        return
    stop = text.find("\n", value.stop)
    stop = len(text) if stop < 0 else stop
    if _STANDS_ALONE.search(text, 0, key.start) and not text[value.stop : stop].strip():
        yield Edit(text.rindex("\n", 0, key.start), stop, "")


# ---- what is said


def _said(documents: list[Document]) -> list[tuple[str, object]]:
    """What all things say, with what their file or pack says of all of them, and verbs with their phrase."""
    return [(one.path, _plain(one.root)) for one in with_sources(documents) if one.path != MANIFEST]


def _plain(node: Node) -> object:
    match node:
        case Scalar(value=value):
            return value
        case Sequence(items=items):
            return [_plain(item) for item in items]
        case Mapping(entries=entries):
            made = {key.text: _plain(value) for key, value in entries}
            told = made.get("text")
            if isinstance(told, dict) and isinstance(made.get("verb"), str) and PHRASED not in told:
                made["text"] = {**told, PHRASED: parse_phrase(str(made["verb"])).said}
            return made
    return None
