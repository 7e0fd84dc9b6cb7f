"""`rulewright packs`: every pack that can be played."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from interpreter.source.layers.known import Known, known_packs
from interpreter.tools.console import Console
from interpreter.tools.printing import put_json
from interpreter.tools.setting import add_lang, seats
from interpreter.tools.trouble import FINE, Exits

EXITS = Exits(fine="the packs are listed, also those that cannot be read", trouble="wrong use")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_lang(parser)
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the packs that come with the program, then the installed ones."""
    known = known_packs()
    if args.json:
        put_json([asdict(one) for one in known])
    else:
        show(known, args.lang, Console())
    return FINE


def show(packs: list[Known], lang: str, console: Console) -> None:
    """Print packs, one on a line."""
    width = max((len(one.name) for one in packs), default=0)
    for one in packs:
        title = one.title.get(lang) or one.title.get("en") or one.name
        console.line(f"{one.name:<{width}}  {one.version:<7}  {title}{_below(one)}")


def _below(one: Known) -> str:
    """Say for how many players a game is, or what a pack stands on."""
    if not one.sound:
        return " (cannot be read: `rulewright check` says why)"
    installed = ", installed" if one.installed else ""
    if one.requires:
        return f" (on {', '.join(f'{name} {wanted}' for name, wanted in one.requires.items())}{installed})"
    return f" ({seats(*one.players)}{installed})" if one.players is not None else ""
