"""Prints docs/packs.md: what each shipped pack is made of, counted in its files and in its checked scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from statistics import median_low

from interpreter.check import typed as ty
from interpreter.check.scripts import every_formula, every_routine
from interpreter.check.vocabulary import Vocabulary
from interpreter.play.pack import Pack
from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.primitives.grids import DIRECTION
from interpreter.source import Mapping, PackSource, Sequence
from interpreter.source.find import shipped_packs
from interpreter.syntax import forms
from interpreter.syntax.parse import forms_written
from interpreter.tools import core

INTRO = """\
What the shipped packs are made of. Lines are those that are neither empty nor a comment. A card or a script that is
written once and filled in for many counts once where something is written, and as often as it is made where things are
counted. Uses are counted in the checked scripts, so a word in a comment is none. Of a pack on another one only what it adds
is counted."""

FOLDERS = {"model": "model", "rules": "rules", "cards": "cards", "scenario": "scenarios", "text": "texts"}
Scripts = list[ty.Routine | ty.Formula]


def packs() -> str:
    """Give the text of docs/packs.md, without its mark."""
    loaded = [core.load(name) for name in sorted(shipped_packs())]
    below = {pack.id: [core.load(part.id) for part in pack.source.packs[:-1]] for pack in loaded}
    scripts = [_own_scripts(pack) for pack in loaded]
    uses = [Counter(name for script in one for name in _used(script)) for one in scripts]
    head = ("", *(pack.title.en for pack in loaded))
    parts = [
        "# The shipped packs",
        INTRO,
        "## What is written",
        _table(head, _written(loaded, scripts)),
        "## What is declared",
        _table(head, _declared(loaded, below)),
        "## Statements of the engine",
        _table(head, _rows([(f"do {one.name}", one.phrase) for one in STATEMENTS.values()] + SPECIAL, uses)),
        "## Control and choices",
        _table(head, _rows([(one.alias, one.form) for one in forms.written() if one.alias][1:], uses)),
        "## Functions",
        _table(head, _rows([(f"{one}()", f"{one}()") for one in FUNCTIONS], uses)),
    ]
    return "\n\n".join(parts) + "\n"


SPECIAL = [
    ("run script", "do THING.SCRIPT"),
    ("announce", "announce EVENT"),
    ("end", "end SPAN"),
    ("verb", "a verb of the pack"),
]

DECLARED: dict[str, Callable[[Vocabulary], int]] = {
    "numbers of players": lambda v: v.players[1] - v.players[0] + 1,
    "options": lambda v: len(v.options),
    "modes": lambda v: len(v.modes),
    "enums": lambda v: sum(enum.name != DIRECTION and not enum.name.startswith("option ") for enum in v.enums.values()),
    "kinds of things, with the player": lambda v: len(v.kinds),
    "content items": lambda v: sum(len(kind.items) for kind in v.kinds.values()),
    "verbs of the pack": lambda v: len(v.spoken()),
    "values of the pack": lambda v: len(v.named_values()) - len(v.achievements),
    "tables": lambda v: len(v.tables),
    "actions in menus": lambda v: len(v.actions),
    "events": lambda v: sum(bool(one.phrase.text) for one in v.events),
    "reactions to events": lambda v: len(v.reactions()),
    "rules that watch the table": lambda v: len(v.watches),
    "achievements": lambda v: len(v.achievements),
}


# ----------------------------------------------------------------------------------------------------- what is written


def _declared(loaded: list[Pack], below: dict[str, list[Pack]]) -> Iterator[tuple[str, ...]]:
    for name, count in DECLARED.items():
        known = {pack.id: sum(count(one.vocabulary) for one in below[pack.id]) for pack in loaded}
        yield name, *(str(count(pack.vocabulary) - known[pack.id]) for pack in loaded)


def _own(pack: Pack) -> PackSource:
    """What the files of a pack itself say, without those of the packs it stands on."""
    return pack.source.layers[-1] if pack.source.layers else pack.source


def _own_scripts(pack: Pack) -> Scripts:
    return [one for one in _scripts(pack.vocabulary) if pack.source.owner(one.source.span(0, 0).file) == pack.id]


def _written(loaded: list[Pack], scripts: list[Scripts]) -> Iterator[tuple[str, ...]]:
    for kind, name in FOLDERS.items():
        yield f"lines of {name}", *(f"{_document_lines(pack, kind):,}" for pack in loaded)
    yield "lines of Python", *(str(_python_lines(pack)) for pack in loaded)
    cards = [[_lines(_text_of(pack, card)) for card in _cards(pack)] for pack in loaded]
    yield "cards written", *(str(len(one)) for one in cards)
    yield "lines of a card, median", *(str(median_low(one)) if one else "" for one in cards)
    made = [_once(one) for one in scripts]
    yield "values and conditions written", *(str(sum(isinstance(one, ty.Formula) for one in each)) for each in made)
    effects = [[one for one in each if isinstance(one, ty.Routine)] for each in made]
    yield "scripts of statements written", *(str(len(each)) for each in effects)
    lengths = [[_lines(script.source.text.splitlines()) for script in each] for each in effects]
    yield "lines of such a script, median", *(str(median_low(one)) if one else "" for one in lengths)
    yield "lines of such a script, longest", *(str(max(one, default=0)) for one in lengths)


def _lines(lines: Iterable[str]) -> int:
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


def _document_lines(pack: Pack, kind: str) -> int:
    own = _own(pack)
    return sum(_lines(own.files[one.path].decode().splitlines()) for one in own.of_kind(kind))


def _python_lines(pack: Pack) -> int:
    return sum(_lines(text.decode().splitlines()) for name, text in _own(pack).files.items() if name.endswith(".py"))


def _cards(pack: Pack) -> Iterator[Mapping]:
    for document in _own(pack).of_kind("cards"):
        for _, things in document.root.entries if isinstance(document.root, Mapping) else ():
            for thing in things.items if isinstance(things, Sequence) else ():
                if isinstance(thing, Mapping):
                    yield thing


def _text_of(pack: Pack, node: Mapping) -> list[str]:
    span = node.span
    last = span.end_line if span.end_column > 1 else span.end_line - 1
    return list(pack.source.lines(span.file)[span.line - 1 : last])


# -------------------------------------------------------------------------------------------------------- what is used


def _scripts(v: Vocabulary) -> Scripts:
    """Give every checked script of a pack: its statements, and its values."""
    return [*every_routine(v), *every_formula(v)]


def _once(scripts: Scripts) -> Scripts:
    """Leave out what a template made again."""
    places: dict[object, ty.Routine | ty.Formula] = {}
    for script in scripts:
        span = script.source.span(0, 0)
        places.setdefault((span.file, span.line, span.column), script)
    return list(places.values())


def _used(script: ty.Routine | ty.Formula) -> Iterator[str]:
    """Name everything of the engine that a script uses, as often as it does: forms by their names in the grammar."""
    if isinstance(script, ty.Routine) and script.source is not None:
        yield from forms_written(script.source)
    for form in ty.every_form(script.body if isinstance(script, ty.Routine) else script.value):
        name = _name(form)
        if name:
            yield name


_COPIES = next(one.name for one in FUNCTIONS.values() if one.kind == "copies")


def _name(node: object) -> str | None:
    match node:
        case ty.Applied(function=function) | ty.OverEach(function=function) | ty.OnGrid(function=function):
            return f"{function}()"
        case ty.Copies():
            return f"{_COPIES}()"
        case ty.Do(primitive):
            return f"do {primitive}"
        case ty.RunScript():
            return "run script"
        case ty.Announce():
            return "announce"
        case ty.Leave(span=span) if span:
            return "end"
        case ty.Say():
            return "say"
        case ty.CallVerb():
            return "verb"
    return None


# ---------------------------------------------------------------------------------------------------------- the tables


def _rows(names: Iterable[tuple[str, str]], uses: list[Counter[str]]) -> Iterator[tuple[str, ...]]:
    for key, written in names:
        yield f"`{written}`", *(str(one[key] or "") for one in uses)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---", *["--:"] * (len(heads) - 1)), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
