"""`rulewright sheet`: the cards of a pack on sheets to print and cut."""

from __future__ import annotations

import argparse

from interpreter.diagnostics import nearest, shown
from interpreter.tools import core
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.plain_files import write_bytes
from interpreter.tools.setting import add_lang
from interpreter.tools.texts import say
from interpreter.tools.trouble import FINE, Exits, Trouble
from interpreter.web.sheet import sheets

EXITS = Exits(fine="the sheets are written", trouble="wrong use, or the file cannot be written")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    add_with(parser)
    parser.add_argument("--out", required=True, metavar="FILE", help="where to write them, as PDF")
    parser.add_argument("--kind", action="append", default=[], metavar="KIND", help="only this kind; may be repeated")
    parser.add_argument("--once", action="store_true", help="each card once, not as often as it is in the box")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Write the sheets: fronts, then backs in mirrored order, page after page."""
    pack = core.load(core.asked(args.pack, args.others))
    known = pack.vocabulary.kinds
    for kind in args.kind:
        if kind not in known:
            near = nearest(kind, known)
            raise Trouble(f"`{pack.id}` has no kind `{shown(kind)}`", hint=f"did you mean `{near}`?" if near else None)
    made, count = sheets(pack, args.lang, tuple(args.kind), copies=not args.once)
    if not count:
        raise Trouble(f"`{pack.id}` has no cards", hint="name a kind with --kind")
    write_bytes(args.out, made)
    Console().line(say(args.lang, "sheets", count=count, path=args.out), whole=True)
    return FINE
