"""Brings the scripts in a file to the forms of today and leaves every other byte as it is.

A YAML file is composed, each script in it is rewritten where it stands, and the result is composed again: it must say
the same as before but for the scripts. In a Markdown page the fenced blocks are looked at, one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.languages import LANGUAGES
from interpreter.source.compose import Budget, compose
from interpreter.source.tree import Mapping, Node, Scalar, Sequence, SourceText
from interpreter.syntax.rewrites import Edit, edited, edits_of, rewritten

WORDS_FOR_PEOPLE = frozenset({"name", "names", "text", "title", "description", "summary", "note", "why", "reason"})
"""Keys whose values people read: nothing in them is a script."""
_MARK = "\ufeff"
"""What some editors put at the beginning of a file."""
_FENCED = re.compile(r"^( *)```([a-z]*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_SCRIPTS = frozenset({"effect", "expression", "given"})
"""The fenced blocks of a page that hold a script and nothing else."""


class NotMigrated(Exception):
    """A script cannot be rewritten where it stands; the message says why and in which line."""


def migrated(name: str, text: str) -> str:
    """The text of a file with its scripts in the forms of today. Raises NotMigrated."""
    if text.startswith(_MARK):
        return _MARK + migrated(name, text.removeprefix(_MARK))
    plain = text.replace("\r\n", "\n")
    made = _page(name, plain) if name.endswith(".md") else _document(name, plain)
    return made if plain == text else _with_line_ends(text, plain, made)


def _with_line_ends(text: str, plain: str, made: str) -> str:
    """The same in a file whose lines end as in Windows: those of a mixed file cannot be told apart once it is edited."""
    if made == plain:
        return text
    if text.count("\r\n") != text.count("\n"):
        raise NotMigrated("some of its lines end with CR LF and some with LF; make them alike first")
    return made.replace("\n", "\r\n")


# ---- pages


def _page(name: str, text: str) -> str:
    edits = []
    for block in _FENCED.finditer(text):
        before = block[3]
        if block[2] in _SCRIPTS:
            after = rewritten(before)
        elif block[2] == "yaml":
            after = _block(name, before)
        else:
            continue
        if after != before:
            edits.append(Edit(*block.span(3), after))
    return edited(text, edits)


def _block(name: str, text: str) -> str:
    """A block of YAML in a page; one that is no whole document is an example of something else."""
    source = SourceText(name, text)
    root = compose(source, Budget()).root
    return text if root is None else _document(name, text)


# ---- documents


def _document(name: str, text: str) -> str:
    while True:
        root = _composed(name, text)
        edits = [edit for scalar in _scripts(root) for edit in _edits(scalar)] if root is not None else []
        if not edits:
            return text
        made = edited(text, sorted(edits))
        if not _alike(root, _composed(name, made)):
            raise NotMigrated("its scripts cannot be rewritten without changing something else; rewrite them by hand")
        text = made


def _composed(name: str, text: str) -> Node | None:
    found = compose(SourceText(name, text), Budget())
    return found.root


def _scripts(node: Node | None, key: str = "") -> Iterator[Scalar]:
    """Every text of a document that may be a script. Depth is bounded by the reader."""
    match node:
        case Scalar(value=str()) if key not in WORDS_FOR_PEOPLE:
            yield node
        case Sequence(items=items):
            for item in items:
                yield from _scripts(item, key)
        case Mapping(entries=entries) if key not in WORDS_FOR_PEOPLE and not _by_language(entries):
            for name, value in entries:
                yield from _scripts(value, name.text)


def _by_language(entries: tuple[tuple[Scalar, Node], ...]) -> bool:
    """Whether something is said in languages: then people read it, whatever it is called."""
    return any(name.text in LANGUAGES for name, _ in entries)


def _edits(scalar: Scalar) -> list[Edit]:
    """The edits of the file that rewrite one script by one step."""
    wanted = edits_of(scalar.text)
    if not wanted:
        return []
    source = scalar.script()
    made = edited(scalar.text, wanted)
    if scalar.style == "" and (": " in made or " #" in made or "\n" in made):
        return [Edit(scalar.start, scalar.stop, _quoted(made))]
    if "\n" in made and scalar.style in "'\"" and "\n" not in scalar.text:
        return [Edit(scalar.start, scalar.stop, _quoted(made))]
    line = scalar.origin.place(scalar.start)[0]
    found = []
    for start, end, text in wanted:
        if source.written(start, end) != scalar.text[start:end]:
            raise NotMigrated(f"the script in line {line} is written over several lines; put it into a `|` block first")
        begin, stop = source.stretch(start, end)
        if start == end and start:  # right behind what stands before it, wherever the next line begins
            begin = stop = source.stretch(start - 1, start)[1]
        found.append(Edit(begin, stop, text.replace("\n", "\n" + _indent(scalar))))
    return found


def _indent(scalar: Scalar) -> str:
    """What the lines of a block begin with."""
    first = scalar.script().stretch(0, 1)[0]
    text = scalar.origin.text
    return " " * (first - text.rfind("\n", 0, first) - 1)


def _quoted(text: str) -> str:
    """A text in quotes: single ones where that is enough."""
    if "\n" not in text:
        return "'" + text.replace("'", "''") + "'"
    escaped = text.rstrip("\n").replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n") + '"'


def _alike(before: Node | None, after: Node | None) -> bool:
    """Whether two documents say the same, but that scripts of one are a step further in the other."""
    match before, after:
        case Scalar(value=str(old)), Scalar(value=str(new)):
            return new.rstrip("\n") in (old.rstrip("\n"), edited(old, edits_of(old)).rstrip("\n"))
        case Scalar(value=old), Scalar(value=new):
            return old == new
        case Sequence(items=old), Sequence(items=new):
            return len(old) == len(new) and all(map(_alike, old, new))
        case Mapping(entries=old), Mapping(entries=new):
            return len(old) == len(new) and all(
                _alike(a[0], b[0]) and _alike(a[1], b[1]) for a, b in zip(old, new, strict=True)
            )
    return False
