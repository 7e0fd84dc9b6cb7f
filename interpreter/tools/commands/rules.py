"""`rulewright rules`: the rule book of a pack, its glossary, and a first turn explained."""

from __future__ import annotations

import argparse

from interpreter.tools import core
from interpreter.tools.booklet import Booklet, show
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.setting import add_lang
from interpreter.tools.trouble import FINE, TROUBLE, Exits

EXITS = Exits(
    fine="it was shown",
    trouble="wrong use, or no pack that can be played, or nothing of that name in it",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    parser.add_argument(
        "chapter", metavar="CHAPTER", nargs="*", help="a chapter by its number or title, or a term (default: a list)"
    )
    parser.add_argument(
        "--ids", action="store_true", help="with the ids of the rules that a chapter tells, for authors"
    )
    add_with(parser)
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Show the chapters, or one of them."""
    pack = core.load(core.asked(args.pack, args.others))
    booklet = Booklet(pack, args.lang, ids=args.ids)
    return FINE if show(booklet, " ".join(args.chapter), Console()) else TROUBLE
