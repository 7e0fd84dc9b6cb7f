"""`rulewright diff`: say in words what one pack does to another."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Collection, Iterable, Iterator

from interpreter import prose
from interpreter.diagnostics import printable
from interpreter.languages import LANGUAGES
from interpreter.play.names import Terms
from interpreter.play.pack import Pack
from interpreter.source.layers.inventory import GAME, Fact, Inventory, Thing, inventory
from interpreter.tools import core
from interpreter.tools.catalogue import entries
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.setting import add_lang
from interpreter.tools.trouble import FINE, Exits

EXITS = Exits(fine="the differences are told, or there are none", trouble="wrong use, or no pack that can be played")

_SHORT = 60
"""Values up to this length are told as `old → new`; longer ones line by line."""

_AROUND = {
    "around": ("{} goes around `{}` no longer", "{} goes around `{}`"),
    "before": ("{} does this before `{}` no longer", "{} does this before `{}`"),
    "after": ("{} does this after `{}` no longer", "{} does this after `{}`"),
}
"""How a pack goes around a script: what has gone, and what is there."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("before", metavar="A", help="a pack")
    parser.add_argument("after", metavar="B", help="a pack that changes it, or another version of it")
    add_with(parser)
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Print what is new, what has gone and what is different in the game of B, compared with that of A."""
    before, after = core.load(core.asked(args.before)), core.load(core.asked(args.after, args.others))
    console = Console()
    lines = list(differences(before, after, args.lang))
    for line in lines:
        console.line(line, {"+": "green", "-": "red"}.get(line.strip()[:1]))
    if not lines:
        console.line(f"`{printable(args.before)}` and `{printable(args.after)}` are the same game")
    return FINE


def differences(before: Pack, after: Pack, lang: str) -> Iterator[str]:
    """Yield what is different, thing by thing: what is new, then what is changed, then what has gone."""
    old, new = inventory(before.source), inventory(after.source)
    titles = _titles(before, lang) | _titles(after, lang)
    was, now = Told(before, lang), Told(after, lang)
    yield from _listed("new", (thing for key, thing in new.items() if key not in old), titles, now)
    yield from _changed(old, new, titles, was, now)
    yield from _listed("without", (thing for key, thing in old.items() if key not in new), titles)


class Told:
    """What the things of a pack say to players."""

    def __init__(self, pack: Pack, lang: str) -> None:
        self.v, self.lang = pack.vocabulary, lang
        self._items = {(kind.name, item.id): item for kind in self.v.kinds.values() for item in kind.items}

    def whole(self, thing: Thing) -> list[str]:
        """All that a card, an action or a reaction says; of a card, first what is printed on it."""
        item = self._items.get((thing.sort, thing.name))
        if item is not None:
            fields = Terms(self.v).fields(item)
            printed = [fields.get(self.lang)] if fields is not None else []
            return [*printed, *prose.card_text(self.v, item, self.lang).splitlines()]
        if thing.sort == "action":
            found = next((one.routine for one in self.v.actions if one.id == thing.name), None)
            return [prose.card_text(self.v, found, self.lang)] if found is not None else []
        place = thing.facts[thing.sort].node.span if thing.sort in thing.facts else None
        for trigger in self.v.triggers if thing.sort == "when" else ():
            if trigger.span == place:
                return [prose.reaction_text(self.v, trigger, self.lang)]
        return []

    def face(self, thing: Thing, number: int) -> str:
        """The name of a face, and what it does."""
        item = self._items.get((thing.sort, thing.name))
        face = item.faces[number - 1] if item is not None and number <= len(item.faces) else None
        name = (face.name.get(self.lang) if face is not None else None) or str(number)
        does = [line for line in self.whole(thing) if line and line.removeprefix(name).lstrip()[:1] == ":"]
        return "; ".join(does) or name

    def lasting(self, thing: Thing) -> list[str]:
        """What a card does by itself, while it lies somewhere."""
        item = self._items.get((thing.sort, thing.name))
        return prose.lasting_texts(self.v, item, self.lang) if item is not None else []


def _listed(
    how: str, things: Iterable[Thing], titles: dict[tuple[str, str], str], told: Told | None = None
) -> Iterator[str]:
    """Name things one by one, with what they say; words are many, and stand on one line."""
    words: dict[str, list[str]] = {}
    for thing in things:
        if thing.sort.startswith("term in "):
            words.setdefault(thing.sort.replace("term", "terms"), []).append(thing.name)
        else:
            yield f"{how} {_called(thing, titles)}"
            yield from (f"  {line}" for line in (told.whole(thing) if told is not None else ()) if line)
    for sort, names in words.items():
        yield f"{how} {sort}: {', '.join(names)}"


def _changed(old: Inventory, new: Inventory, titles: dict[tuple[str, str], str], was: Told, now: Told) -> Iterator[str]:
    for key, thing in new.items():
        before = old.get(key)
        if before is None:
            continue
        gone, come = _faces(before) - _faces(thing), _faces(thing) - _faces(before)
        but = [name for one in (before, thing) for name in one.facts if _face(name) in gone | come]
        said, says = was.lasting(before), now.lasting(thing)
        if said != says:
            but += _by_itself(before, thing)
        told = list(_keys(before, thing, but))
        told += [[f"without face {was.face(before, number)}"] for number in sorted(gone)]
        told += [[f"new face {now.face(thing, number)}"] for number in sorted(come)]
        if said != says:
            told += [[f"- {line}"] for line in said if line not in says]
            told += [[f"+ {line}"] for line in says if line not in said]
        if len(told) == 1 and len(told[0]) == 1:
            yield f"{_called(thing, titles)}: {told[0][0]}"
        elif told:
            yield f"{_called(thing, titles)}:"
            yield from (f"  {line}" for part in told for line in part)


def _face(name: str) -> int:
    """Of which face a key is; 0 for those of the whole thing."""
    word, _, rest = name.partition(" ")
    number = rest.partition(" ")[0]
    return int(number) if word == "face" and number.isdigit() else 0


def _faces(thing: Thing) -> set[int]:
    return {_face(name) for name in thing.facts} - {0}


def _by_itself(before: Thing, after: Thing) -> tuple[str, ...]:
    """The keys of a card that sentences tell: what it does while it lies somewhere, and where it reacts, its effect."""
    reacts = "when" in before.facts or "when" in after.facts
    return ("standing", "when", "effect") if reacts else ("standing",)


def _keys(before: Thing, after: Thing, but: Collection[str] = ()) -> Iterator[list[str]]:
    for name in (name for name in dict.fromkeys([*before.facts, *after.facts]) if name not in but):
        old, new = _fact(before, name), _fact(after, name)
        if any(f"{name}.{lang}" in one.facts for one in (before, after) for lang in LANGUAGES):
            continue  # a text here, one for each language there: compared language by language
        if (old.lines if old else None) != (new.lines if new else None):
            yield _told(name, old, new)


def _fact(thing: Thing, name: str) -> Fact | None:
    """What is said under a key; a single text stands for every language."""
    stem, _, lang = name.rpartition(".")
    return thing.facts.get(name) or (thing.facts.get(stem) if lang in LANGUAGES else None)


def _told(name: str, old: Fact | None, new: Fact | None) -> list[str]:
    if old is None or new is None:
        fact = new or old
        assert fact is not None
        told, mark = f"{name} {'now' if old is None else 'no longer'}", ""
        if fact.around is not None:
            told, mark = _AROUND[fact.around.how][old is None].format(fact.around.pack, fact.around.script), ":"
        if len(fact.lines) == 1 and len(fact.lines[0]) <= _SHORT:
            return [f"{told}{mark} {fact.lines[0]}"]
        return [f"{told}:", *(f"  {line}" for line in fact.lines)]
    if old.parts is not None or new.parts is not None:
        said, says = (fact.lines if fact.parts is None else fact.parts for fact in (old, new))
        more = [f"+ {one}" for one in says if one not in said]
        less = [f"- {one}" for one in said if one not in says]
        if more or less:
            return [f"{name} {', '.join((*more, *less))}"]
    if all(len(fact.lines) == 1 and len(fact.lines[0]) <= _SHORT for fact in (old, new)):
        return [f"{name} {old.lines[0]} → {new.lines[0]}"]
    compared = difflib.ndiff(old.lines, new.lines)
    return [f"{name}:", *(f"  {line}" for line in compared if not line.startswith("?"))]


def _called(thing: Thing, titles: dict[tuple[str, str], str]) -> str:
    if thing.sort == GAME:
        return GAME
    title = titles.get((thing.sort, thing.name))
    name = thing.name.partition("\n")[0]
    word, _, host = thing.sort.partition(" of ")
    if host:
        return f"{word} {name} of {host}"
    return f"{thing.sort} {title} ({name})" if title and title != name else f"{thing.sort} {name}"


def _titles(pack: Pack, lang: str) -> dict[tuple[str, str], str]:
    found = {}
    for each in entries(pack.vocabulary).values():
        for entry in each:
            sort = "action" if entry.kind.startswith("action of ") else entry.kind
            if sort not in ("verb", "value", "table", "event"):
                found[sort, entry.id] = entry.title.get(lang)
    return found
