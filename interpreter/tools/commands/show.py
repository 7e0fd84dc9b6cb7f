"""`rulewright show`: what a pack contains, as texts, as written, as trees, as code."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator

from interpreter import prose
from interpreter.check.vocabulary import Item, ValueDecl
from interpreter.diagnostics import nearest, shown
from interpreter.play.names import Terms
from interpreter.play.pack import Pack
from interpreter.play.text import colon
from interpreter.source import Mapping, Node, Scalar, Sequence
from interpreter.syntax import parse_expression, parse_script
from interpreter.syntax import show as show_tree
from interpreter.tools import core
from interpreter.tools.catalogue import Entry, Script, declaration, entries, holes
from interpreter.tools.choices import choice_lines
from interpreter.tools.console import Console
from interpreter.tools.declared import declared, value_facts
from interpreter.tools.listing import listing
from interpreter.tools.setting import add_lang, seats
from interpreter.tools.trouble import FINE, Trouble


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    parser.add_argument("id", metavar="ID", nargs="?", help="one thing of it (default: everything)")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--text", dest="way", action="store_const", const="text", help="what it does, in words (default)")
    ways.add_argument("--resolved", dest="way", action="store_const", const="resolved", help="each field and its place")
    ways.add_argument("--tree", dest="way", action="store_const", const="tree", help="its scripts as trees")
    ways.add_argument("--code", dest="way", action="store_const", const="code", help="its scripts as instructions")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Show one thing, or list all."""
    pack = core.load(args.pack)
    known = entries(pack.vocabulary)
    console = Console()
    if args.id is None and args.way is None:
        _show_all(pack, known, console, args.lang)
        return FINE
    way = _WAYS[args.way or "text"]
    model = declared(pack, args.lang) if args.id is not None else {}
    for entry in _wanted(args.id, known, model):
        console.line(f"{entry.kind} {entry.id}", "bold")
        for line in way(pack, entry, args.lang):
            console.line(f"  {line}".rstrip())
    for one in model.get(args.id, ()):
        console.line(one.heading, "bold")
        for line in (one.term, *one.facts):
            console.line(f"  {line}")
    return FINE


def _wanted(wanted: str | None, known: dict[str, list[Entry]], model: Collection[str]) -> list[Entry]:
    if wanted is None:
        return [entry for each in known.values() for entry in each]
    if wanted in known or wanted in model:
        return known.get(wanted, [])
    named = [entry for each in known.values() for entry in each if _is_called(entry, wanted)]
    if named:
        return named
    near = nearest(wanted, known) or nearest(wanted, model)
    hint = f"did you mean `{near}`?" if near else "without an ID everything is listed"
    raise Trouble(f"the pack has nothing named `{shown(wanted)}`", hint=hint)


def _is_called(entry: Entry, wanted: str) -> bool:
    """Whether somebody who writes this means the entry: its id, its name or that of a face, in capitals or not."""
    faces = entry.told.faces if isinstance(entry.told, Item) else ()
    names = (entry.id, entry.title.en, entry.title.fr, *(name for face in faces for name in face.name.values()))
    return wanted.casefold() in map(str.casefold, names)


def _show_all(pack: Pack, known: dict[str, list[Entry]], console: Console, lang: str) -> None:
    offer = core.offer(pack)
    console.line(f"{pack.title.get(lang)} ({pack.id} {pack.version}), {seats(offer.least, offer.most)}", "bold")
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
    told = [(face.name.get(lang) or item.id, terms.fields(item, number)) for number, face in enumerate(item.faces)]
    if len({fields for _, fields in told}) == 1:
        told = [("", told[0][1])]
    for name, fields in dict.fromkeys(told):
        if fields is not None:
            yield f"{name}{colon(lang)}{fields.get(lang)}" if name else fields.get(lang)


def _resolved(pack: Pack, entry: Entry, _lang: str) -> Iterator[str]:
    node = declaration(pack.source, entry)
    if node is None:
        return
    filled = holes(node, entry.id)
    for key, value in node.entries:
        place = f"{pack.id} {value.span.file}:{value.span.line}"
        written = [_filled(line, filled) for line in _written(value)]
        yield f"{key.text}: {written[0] if len(written) == 1 else ''}".rstrip() + f"   # {place}"
        if len(written) > 1:
            yield from (f"  {line}" for line in written)


def _filled(line: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        line = line.replace(f"{{{name}}}", value)
    return line


def _written(node: Node) -> list[str]:
    if isinstance(node, Scalar):
        return node.text.splitlines() or [""]
    if isinstance(node, Sequence):
        return ["[" + ", ".join(" ".join(_written(item)) for item in node.items) + "]"]
    if isinstance(node, Mapping):
        return ["{" + ", ".join(f"{key.text}: {' '.join(_written(value))}" for key, value in node.entries) + "}"]
    return []


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
        lines = list(listing(program, script.routine))
        yield from lines or ["  (a value: it is computed where it is used)"]


_WAYS: dict[str, Callable[[Pack, Entry, str], Iterator[str]]] = {
    "text": _text,
    "resolved": _resolved,
    "tree": _tree,
    "code": _code,
}
