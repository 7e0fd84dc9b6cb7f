"""`rulewright show`: what a pack contains, as texts, as written, as trees, as code."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache

from interpreter import prose
from interpreter.check.cards import AMOUNTS
from interpreter.check.vocabulary import Item, ValueDecl
from interpreter.code.show import show as show_code
from interpreter.diagnostics import Diagnostic, Span, nearest, render_text, shown
from interpreter.languages import LANGUAGES
from interpreter.play.fast import module_of
from interpreter.play.names import Terms
from interpreter.play.pack import Pack
from interpreter.play.text import colon
from interpreter.source.layers.inventory import Fact, Inventory, Thing, inventory
from interpreter.syntax import parse_expression, parse_script
from interpreter.syntax import show as show_tree
from interpreter.tools import core
from interpreter.tools.catalogue import Entry, Script, entries
from interpreter.tools.choices import choice_lines, seats_in_words
from interpreter.tools.console import Console
from interpreter.tools.declared import Declared, declared, value_facts
from interpreter.tools.flags import add_with
from interpreter.tools.printing import put
from interpreter.tools.setting import add_lang
from interpreter.tools.trouble import FINE, Exits, Trouble
from interpreter.wasm.module import Printed
from interpreter.wasm.offered import NotOffered
from interpreter.wasm.text import indented

EXITS = Exits(
    fine="it was shown",
    trouble="wrong use, or no pack that can be played, or nothing of that name in it",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    parser.add_argument("id", metavar="ID", nargs="*", help="one thing of it (default: everything)")
    add_with(parser)
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--text", dest="way", action="store_const", const="text", help="what it does, in words (default)")
    ways.add_argument("--resolved", dest="way", action="store_const", const="resolved", help="each field and its place")
    ways.add_argument("--tree", dest="way", action="store_const", const="tree", help="its scripts as trees")
    ways.add_argument(
        "--code", dest="way", action="store_const", const="code", help="its scripts as the program runs them"
    )
    ways.add_argument(
        "--wat", "--code=wat", dest="way", action="store_const", const="wat", help="the same in WebAssembly"
    )
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Show one thing, or list all."""
    args.id = " ".join(args.id) or None  # rules have names of several words
    where = core.asked(args.pack, args.others)
    looked = core.load_sound(where)
    pack, many = looked.pack, looked.mistakes
    if many and args.way in ("code", "wat"):
        core.load(where)  # only a sound pack has a program: this tells what is wrong
    known = entries(pack.vocabulary)
    console = Console()
    if many:
        _demand_whole(pack, args.id, looked.left_out)
        known = _sound(pack, known, looked.errors, args.id)
        console.line(f"{many} error{'s' * (many != 1)}: only what is sound is shown", "yellow")
    if args.id is None and args.way is None:
        _show_all(pack, known, console, args.lang)
        return FINE
    if args.id is None and args.way == "wat":
        put(indented(_module(pack).text))
        return FINE
    way = _WAYS[args.way or "text"]
    model = declared(pack, args.lang) if args.id is not None else {}
    for entry in _wanted(args.id, known, model):
        console.line(f"{entry.kind} {entry.id}", "bold")
        for line in way(pack, entry, args.lang):
            console.line(f"  {line}".rstrip())
    for one in model.get(args.id, ()):
        console.line(one.heading, "bold")
        for line in _model_places(pack, one) if args.way == "resolved" else (one.term, *one.facts):
            console.line(f"  {line}")
    return FINE


def _demand_whole(pack: Pack, wanted: str | None, left_out: Mapping[str, list[Diagnostic]]) -> None:
    """Raise Trouble when what is wanted was left out, or only what a pack below says of it would be shown."""
    for name, own in left_out.items():
        if wanted is not None and wanted in (name, name.rpartition(".")[2]):
            raise Trouble(f"`{shown(wanted)}` has errors:\n\n{render_text(own, pack.source.lines)}")


def _sound(
    pack: Pack, known: dict[str, list[Entry]], errors: list[Diagnostic], wanted: str | None
) -> dict[str, list[Entry]]:
    """The entries without errors of their own. Raises Trouble when the one that is wanted has some."""
    from interpreter.source.layers.sound import written_items  # noqa: PLC0415 - not for a sound pack

    items = written_items(pack.source)
    starts = sorted((one.span.file, one.span.line) for each in known.values() for one in each)
    found: dict[str, list[Entry]] = {}
    for name, each in known.items():
        for entry in each:
            own = [one for one in errors if _concerns(one, entry, items, starts)]
            if own and name == wanted:
                raise Trouble(f"`{shown(name)}` has errors:\n\n{render_text(own, pack.source.lines)}")
            if not own:
                found.setdefault(name, []).append(entry)
    return found


def _concerns(one: Diagnostic, entry: Entry, items: list[tuple[Span, str]], starts: list[tuple[str, int]]) -> bool:
    """Whether an error stands in what a pack writes of an entry: where it is made, or where it is changed."""
    from interpreter.source.layers.sound import is_within  # noqa: PLC0415 - not for a sound pack

    for around, about in items:
        if is_within(one.label.span, around):
            changed = about and (about.rpartition(".")[2] == entry.id or _begins_like(entry, about))
            return bool(changed) or is_within(entry.span, around)
    return _is_inside(one, entry, starts)


def _is_inside(one: Diagnostic, entry: Entry, starts: list[tuple[str, int]]) -> bool:
    """Whether an error stands between the beginning of an entry and that of the next one in its file."""
    at = (one.label.span.file, one.label.span.line)
    begin = (entry.span.file, entry.span.line)
    after = next((start for start in starts if start > begin), None)
    return at[0] == begin[0] and begin <= at and (after is None or after[0] != at[0] or at < after)


def _wanted(wanted: str | None, known: dict[str, list[Entry]], model: Collection[str]) -> list[Entry]:
    if wanted is None:
        return [entry for each in known.values() for entry in each]
    if wanted in known or wanted in model:
        return known.get(wanted, [])
    kind, _, own = wanted.rpartition(".")
    named = [entry for entry in known.get(own, ()) if entry.kind == kind]
    everything = [entry for each in known.values() for entry in each]
    named = named or [entry for entry in everything if _is_called(entry, wanted)]
    named = named or [entry for entry in everything if _begins_like(entry, wanted)]
    if named:
        return named
    near = nearest(wanted, known) or nearest(wanted, model)
    hint = f"did you mean `{near}`?" if near else "without an ID everything is listed"
    raise Trouble(f"the pack has nothing named `{shown(wanted)}`", hint=hint)


def _is_called(entry: Entry, wanted: str) -> bool:
    """Whether somebody who writes this means the entry: its id, its name or that of a face, in capitals or not."""
    faces = entry.told.faces if isinstance(entry.told, Item) else ()
    titles = (entry.title.get(lang) for lang in LANGUAGES)
    names = (entry.id, *titles, *(name for face in faces for name in face.name.values()))
    return wanted.casefold() in map(str.casefold, names)


def _begins_like(entry: Entry, wanted: str) -> bool:
    """Whether these are the first words of a rule, with or without what it is before them, as in `verb take`."""
    if isinstance(entry.told, Item):
        return False
    words = wanted.casefold().split()
    what = entry.kind.partition(" ")[0]
    if len(words) > 1 and words[0] == what:
        words = words[1:]
    return entry.id.casefold().split()[: len(words)] == words


def _show_all(pack: Pack, known: dict[str, list[Entry]], console: Console, lang: str) -> None:
    offer = core.offer(pack)
    many = seats_in_words(offer.least, offer.most, lang)
    console.line(f"{pack.title.get(lang)} ({pack.id} {pack.version}), {many}", "bold")
    for heading, lines in choice_lines(pack, lang):
        console.line(heading, "cyan")
        for line in lines:
            console.line(f"  {line}")
    kinds: dict[str, list[Entry]] = {}
    for entry in (entry for each in known.values() for entry in each):
        kinds.setdefault(entry.kind, []).append(entry)
    for kind, members in kinds.items():
        console.line(f"{kind} ({len(members)})", "cyan")
        width = max(len(entry.id) for entry in members)
        for entry in members:
            console.line(f"  {entry.id:<{width}}  {entry.title.get(lang)}")
    hosts: dict[str, list[str]] = {}
    for one in (one for each in declared(pack, lang).values() for one in each if one.host):
        hosts.setdefault(one.host, []).append(one.name)
    if hosts:
        console.line("vars and zones", "cyan")
    for host, names in hosts.items():
        console.line(f"  {host}: {', '.join(names)}")


# -------------------------------------------------------------------------------------------------------- the ways


def _text(pack: Pack, entry: Entry, lang: str) -> Iterator[str]:
    yield entry.title.get(lang)
    if entry.note is not None and entry.note.get(lang):
        yield entry.note.get(lang)
    if isinstance(entry.told, Item):
        yield from _fields(pack, entry.told, lang)
    if isinstance(entry.told, ValueDecl):
        yield from value_facts(entry.told)
    elif entry.told is not None:
        yield from prose.card_text(pack.vocabulary, entry.told, lang).splitlines()


def _fields(pack: Pack, item: Item, lang: str) -> Iterator[str]:
    """What the faces of an item show beside its name; the name of a face stands with it where there are several."""
    terms = Terms(pack.vocabulary)
    shown = [(face, terms.fields(item, number)) for number, face in enumerate(item.faces)]
    told = [(face.name.get(lang) or item.id, text.get(lang) if text is not None else "") for face, text in shown]
    if len({fields for _, fields in told}) == 1:
        told = [("", told[0][1])]
    for name, fields in dict.fromkeys(told):
        if fields:
            yield f"{name}{colon(lang)}{fields}" if name else fields


def _resolved(pack: Pack, entry: Entry, _lang: str) -> Iterator[str]:
    word = entry.kind.partition(" of ")[0] if entry.kind.startswith("action of ") else entry.kind
    fitting = [one for (sort, name), one in _inventory(pack).items() if sort == word and _is_named(entry, name)]
    for thing in fitting[:1]:
        yield from _with_places(pack, thing)
    yield from _chain(pack, entry)


def _chain(pack: Pack, entry: Entry) -> Iterator[str]:
    """What standing changes do to a value, in the order it is worked out."""
    changes = pack.vocabulary.standing.get(entry.told.key, []) if isinstance(entry.told, ValueDecl) else []
    if changes:
        yield "then, of the items that are awake:"
    for how in AMOUNTS:
        for one in (one for one in changes if one.how == how):
            said = " ".join(one.scripts["amount"].text.split())
            parts = [
                f"{part} {' '.join(one.scripts[part].text.split())}"
                for part in ("while", "where")
                if part in one.scripts
            ]
            owner = pack.source.owner(one.span.file)
            about = f"{how} {said}{''.join(f', {part}' for part in parts)}"
            yield f"  {about}: {', '.join(one.ids)}   # {owner} {one.span.file}:{one.span.line}"


@lru_cache(maxsize=1)
def _inventory(pack: Pack) -> Inventory:
    return inventory(pack.source)


def _model_places(pack: Pack, one: Declared) -> Iterator[str]:
    """Every key of a declaration of the model, and its words in each language."""
    word = one.heading.partition(" ")[0]
    sort = f"{word} of {one.host}" if one.host else word
    for (found, name), thing in _inventory(pack).items():
        if name == one.name and (found == sort or found.startswith("term in ")):
            if found != sort:
                yield found
            yield from _with_places(pack, thing)


def _is_named(entry: Entry, name: str) -> bool:
    """Whether this is the name of an entry; that of a value may begin with whose it is."""
    if isinstance(entry.told, ValueDecl):
        return name == entry.told.key
    return name == " ".join(entry.id.split())


def _with_places(pack: Pack, thing: Thing) -> Iterator[str]:
    """Every key with the pack, the file and the line it comes from; the parts of a map together if they stand together."""
    waiting = list(thing.facts.items())
    while waiting:
        name, fact = waiting.pop(0)
        top, dot, part = name.partition(".")
        place = _place(pack, fact)
        lines: tuple[str, ...] = fact.lines
        if dot and len(lines) == 1:
            parts = [f"{part}: {lines[0]}"]
            while waiting and waiting[0][0].startswith(f"{top}.") and _place(pack, waiting[0][1]) == place:
                name, fact = waiting.pop(0)
                parts.append(f"{name.partition('.')[2]}: {' '.join(fact.lines)}")
            yield f"{top}: {{{', '.join(parts)}}}   # {place}"
        else:
            yield f"{name}: {lines[0] if len(lines) == 1 else ''}".rstrip() + f"   # {place}"
            yield from (f"  {line}" for line in lines if len(lines) > 1)


def _place(pack: Pack, fact: Fact) -> str:
    span = fact.node.span
    return f"{pack.source.owner(span.file)} {span.file}:{span.line}"


def _tree(_pack: Pack, entry: Entry, _lang: str) -> Iterator[str]:
    for script in entry.scripts:
        yield f"{script.name}:"
        yield from (f"  {line}" for line in _script_tree(script).splitlines())


def _script_tree(script: Script) -> str:
    return show_tree(parse_expression(script.source) if script.is_value else parse_script(script.source))


def _code(pack: Pack, entry: Entry, _lang: str) -> Iterator[str]:
    # A program is made for one set-up; the smallest table with the options as they come is shown.
    program = pack.machine(pack.players.start, pack.options()).program
    for script in entry.scripts:
        yield f"{script.name}:"
        if script.routine in program.routines:
            yield from (f"  {line}" for line in show_code(program, script.routine).splitlines())
        else:
            yield "  (a value: it is computed where it is used)"


def _wat(pack: Pack, entry: Entry, _lang: str) -> Iterator[str]:
    printed = _module(pack)
    for script in entry.scripts:
        yield f"{script.name}:"
        found = printed.function(script.routine)
        yield from (f"  {line}" for line in indented(found).splitlines())
        if not found:
            yield "  (a value: it is computed where it is used)"


@cache
def _module(pack: Pack) -> Printed:
    """Print the program of the smallest table with the options as they come."""
    try:
        return module_of(pack, pack.machine(pack.players.start, pack.options())).printed()
    except NotOffered as reason:
        raise Trouble(f"this pack has no form in WebAssembly: {reason}") from reason


_WAYS: dict[str, Callable[[Pack, Entry, str], Iterator[str]]] = {
    "text": _text,
    "resolved": _resolved,
    "tree": _tree,
    "code": _code,
    "wat": _wat,
}
