"""Items and rules made from templates, with their holes filled: ids in scripts and keys, words in what people read."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check.reading import entries, text, texts
from interpreter.diagnostics import Problem
from interpreter.source import Mapping, Scalar, Sequence, fill, how_many, is_template, meter, unfolded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.source import Made, Node

READ_BY_PEOPLE = ("name", "text", "note")
"""Keys that hold texts by language: there a hole is a word."""
_HOLE = re.compile(r"\{(\w+)\}")


class Unfold:
    """Makes the things of templates; says what is wrong with a template once, not once for each thing."""

    def __init__(self, vocabulary: Vocabulary, report: Callable[[Problem], None]) -> None:
        self.v = vocabulary
        self.report = report
        self._written = 0
        """Characters of the items so far, templates as often as they make something."""
        self._full = False

    def things(self, item: Mapping, head: str) -> Iterator[Mapping]:
        """Yield the things an item of a list stands for; `head` is the key they are known by."""
        many = self._often(item, head) if is_template(item) else 1
        size = Size(item)
        for one in unfolded(item, self._values) if many else ():
            size = size if one.item is size.item else Size(one.item)
            self._written += size.filled(one.holes)
            if self._written > meter.WRITTEN.most:
                self._report_full(item, head)
                return
            yield self._filled(one) if is_template(item) else item

    def _report_full(self, item: Mapping, head: str) -> None:
        """Tell once that there is too much; nothing behind it is made."""
        if not self._full:
            self.report(err.BeyondLimit(item.span, meter.WRITTEN, self._written, text(item.get(head))))
        self._full = True

    def _often(self, item: Mapping, head: str) -> int:
        """How many things a template stands for; none where they are too many."""
        for _, value in entries(item.get("for_each")):
            self._known(value)
        often = how_many(item, self._values)
        if often > meter.UNFOLDED.most:
            at = item.get("for_each") or item.get("for_rows") or item
            self.report(err.BeyondLimit(at.span, meter.UNFOLDED, often, text(item.get(head))))
            return 0
        return often

    def _values(self, word: str) -> list[str]:
        """The values of an enum, by the word for all of them or by its name."""
        owner = self.v.plurals.get(word, word)
        return self.v.enums[owner].values if owner in self.v.enums else []

    def _known(self, axis: Node) -> None:
        if isinstance(axis, Scalar) and not self._values(text(axis)):
            known = tuple(one.plural for one in self.v.enums.values() if one.plural)
            self.report(err.UnknownName(axis.span, text(axis), known, "enum"))

    # ---- words

    def _filled(self, one: Made) -> Mapping:
        """Fill the holes of a thing: by language where people read it."""
        item = one.item
        words = tuple(
            (key, self._in_words(value, one.holes) if key.text in READ_BY_PEOPLE else self._key(key, value, one.holes))
            for key, value in item.entries
        )
        whole = fill(Mapping(item.origin, item.start, item.stop, words), one.holes)
        assert isinstance(whole, Mapping)
        return whole

    def _key(self, key: Scalar, value: Node, holes: dict[str, str]) -> Node:
        """Fill the names of faces; everything else is filled with ids."""
        if key.text != "faces" or not isinstance(value, Sequence):
            return value
        faces = tuple(self._face(face, holes) if isinstance(face, Mapping) else face for face in value.items)
        return Sequence(value.origin, value.start, value.stop, faces)

    def _face(self, face: Mapping, holes: dict[str, str]) -> Mapping:
        kept = tuple(
            (key, self._in_words(value, holes) if key.text in READ_BY_PEOPLE else value) for key, value in face.entries
        )
        return Mapping(face.origin, face.start, face.stop, kept)

    def _in_words(self, node: Node, holes: dict[str, str]) -> Node:
        """Texts by language with the words of each; one text for all languages becomes one for each.

        Words of single scripts stand one step deeper.
        """
        deeper = [key.text for key, value in entries(node) if isinstance(value, Mapping)]
        if deeper:
            assert isinstance(node, Mapping)
            split = tuple((key, self._in_words(value, holes)) for key, value in node.entries if key.text in deeper)
            kept = tuple(entry for entry in node.entries if entry[0].text not in deeper)
            rest = self._in_words(Mapping(node.origin, node.start, node.stop, kept), holes)
            return Mapping(node.origin, node.start, node.stop, (*entries(rest), *split))
        if not any(f"{{{name}}}" in said for said in texts(node).values() for name in holes):
            return node
        if isinstance(node, Scalar):
            pairs = [(Scalar(node.origin, node.start, node.stop, lang, ""), node) for lang in self.v.languages]
        else:
            pairs = [(key, value) for key, value in entries(node) if isinstance(value, Scalar)]
        made = tuple((lang, fill(value, self._words(holes, lang.text))) for lang, value in pairs)
        return Mapping(node.origin, node.start, node.stop, made)

    def _words(self, holes: dict[str, str], lang: str) -> dict[str, str]:
        """What a hole is called in a language: names are for people, ids are not."""
        words = {}
        for hole, value in holes.items():
            word = self.v.terms.get(lang, {}).get(value, value)
            words[hole] = word.get("one", value) if isinstance(word, dict) else str(word)
        return words


class Size:
    """How much a thing of a template is to read, told without filling its holes."""

    __slots__ = ("_holes", "_written", "item")

    def __init__(self, item: Mapping) -> None:
        said = list(_said(item))
        self.item = item
        self._written = sum(map(len, said))
        self._holes = Counter(hole for one in said if "{" in one for hole in _HOLE.findall(one))

    def filled(self, holes: dict[str, str]) -> int:
        """Count its characters with these values in its holes."""
        return self._written + sum(len(holes[name]) * often for name, often in self._holes.items() if name in holes)


def _said(node: Node) -> Iterator[str]:
    """Every key and value in a node."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            yield key.text
            yield from _said(value)
    elif isinstance(node, Sequence):
        for one in node.items:
            yield from _said(one)
    elif isinstance(node, Scalar):
        yield node.text
