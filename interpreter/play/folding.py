"""The same said of several things: once, with all of them.

Three pieces that go to one place are a sentence and not three, and so are counters on many pieces that change alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import groupby

from interpreter.play.text import Text


class Alike(Text):
    """A sentence about one thing that can be said of several: `way` is what must be the same, `of` the thing.

    `loose`: what stands between two such sentences of another way makes no difference, as with numbers on several pieces.
    """

    __slots__ = ("loose", "of", "way", "whole")

    def __init__(self, way: Hashable, of: Text, whole: Callable[[Text], Text], *, loose: bool = False) -> None:
        """`whole` makes the sentence of a thing, or of a list of them."""
        super().__init__(lambda lang: whole(of).get(lang))
        self.way, self.of, self.whole, self.loose = way, of, whole, loose


def folded(texts: Iterable[Text]) -> Iterator[Text]:
    """Sentences with those that say the same of several things, one after another, told once."""
    for key, some in groupby(texts, key=_run):
        if key is None:
            yield from some
            continue
        found: dict[Hashable, list[Alike]] = {}
        for text in some:
            assert isinstance(text, Alike)
            found.setdefault(text.way, []).append(text)
        for same in found.values():
            yield same[0] if len(same) == 1 else same[0].whole(listed([one.of for one in same]))


def _run(text: Text) -> Hashable:
    """What is the same for sentences that may be told together; None for those that stand alone."""
    if not isinstance(text, Alike):
        return None
    return Alike if text.loose else text.way


def listed(things: list[Text]) -> Text:
    """Things in a row, equal ones once with their number."""

    def tell(lang: str) -> str:
        counted = Counter(thing.get(lang) for thing in things)
        return ", ".join(name if times == 1 else f"{name} (×{times})" for name, times in counted.items())

    return Text(tell)


def gathered(lines: Iterable[str]) -> list[str]:
    """Lines with those that say the same one after another told once, with their number."""
    counted = [(line, sum(1 for _ in same)) for line, same in groupby(lines)]
    return [line if times == 1 else f"{line} (×{times})" for line, times in counted]
