"""The same said of several things: once, with all of them.

Three pieces that go to one place are a sentence and not three, and so are counters on many pieces that change alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.languages import language
from interpreter.play.text import Cased, Text, in_case

if TYPE_CHECKING:
    from interpreter.play.log import Event
    from interpreter.primitives.registry import CellChange


class Alike(Text):
    """A sentence about one thing that can be said of several: `way` is what must be the same, `of` the thing.

    `loose`: what stands between two such sentences of another way makes no difference, as with numbers on several pieces.
    `sentence`: the things stand behind a verb, so that they are listed with a word before the last one.
    """

    __slots__ = ("loose", "of", "sentence", "way", "whole")

    def __init__(
        self, way: Hashable, of: Text, whole: Callable[[Text], Text], *, loose: bool = False, sentence: bool = False
    ) -> None:
        """`whole` makes the sentence of a thing, or of a list of them."""
        super().__init__(lambda lang: whole(of).get(lang))
        self.way, self.of, self.whole, self.loose, self.sentence = way, of, whole, loose, sentence


class Unseen(Cased):
    """A thing that is not known; `several` tells so many of them."""

    __slots__ = ("several",)

    def __init__(self, make: Callable[[int, str, str], str]) -> None:
        """`make` is given how many, a language and a case."""
        super().__init__(lambda lang, case: make(1, lang, case))
        self.several = make


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
            few = same[0]
            yield few if len(same) == 1 else few.whole(listed([one.of for one in same], sentence=few.sentence))


def _run(text: Text) -> Hashable:
    """What is the same for sentences that may be told together; None for those that stand alone."""
    if not isinstance(text, Alike):
        return None
    return Alike if text.loose else text.way


def summed(events: Iterable[Event], changes: Mapping[str, CellChange]) -> list[Event]:
    """Events in which what one counter gains several times in a row is gained once: `beans +3`, not `+2` and `+1`.

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


def listed(things: list[Text], *, sentence: bool = False) -> Text:
    """Things in a row, equal ones once with their number; in a `sentence` with a word before the last one."""

    def tell(lang: str, case: str) -> str:
        alike: dict[str, list[Text]] = {}
        for thing in things:
            alike.setdefault(thing.get(lang), []).append(thing)
        told = [_so_many(some, lang, case) for some in alike.values()]
        return language(lang).grammar.listing(told, "and") if sentence else ", ".join(told)

    return Cased(tell)


def _so_many(things: list[Text], lang: str, case: str) -> str:
    """Equal things once, with their number."""
    first, times = things[0], len(things)
    if times > 1 and isinstance(first, Unseen):
        return first.several(times, lang, case)
    name = in_case(first, lang, case)
    return name if times == 1 else f"{name} (×{times})"


def gathered(lines: Iterable[str]) -> list[str]:
    """Lines with those that say the same one after another told once, with their number."""
    counted = [(line, sum(1 for _ in same)) for line, same in groupby(lines)]
    return [line if times == 1 else f"{line} (×{times})" for line, times in counted]
