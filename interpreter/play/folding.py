"""The same said of several things: once, with all of them.

Three pieces that go to one place are a sentence and not three, and so are counters on many pieces that change alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.play.text import Text

if TYPE_CHECKING:
    from interpreter.play.log import Event
    from interpreter.primitives.registry import CellChange


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


def summed(events: Iterable[Event], changes: Mapping[str, CellChange]) -> list[Event]:
    """Events in which what a counter gains several times in a row is gained once: `beans +3`, not `beans +2; beans +1`.

    Other counters may gain something in between.
    """
    found: list[Event] = []
    gains: dict[tuple[object, ...], int] = {}
    for event in events:
        change = changes.get(event[0])
        if change is None or change.tells_new or not change.adds:
            gains.clear()
            found.append(event)
            continue
        what = (*event[:3], *event[4:])
        at = gains.setdefault(what, len(found))
        if at == len(found):
            found.append(event)
        else:
            found[at] = (*found[at][:3], found[at][3] + event[3], *found[at][4:])
    return found


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
