"""`rulewright watch`: whenever a file of a pack is saved, check it, run what it concerns, show the text of the card."""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from pathlib import Path

from interpreter.diagnostics import shown
from interpreter.tools import core
from interpreter.tools.flags import add_with
from interpreter.tools.printing import flush
from interpreter.tools.trouble import FINE, Exits, Trouble
from interpreter.tools.watching import Watcher

EXITS = Exits(fine="it was stopped with Ctrl-C", trouble="wrong use, or there is no folder of a pack at the path")

SECONDS = 0.3
"""Between two looks."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", help="the folder of a pack, or a file inside one")
    add_with(parser)


def run(args: argparse.Namespace) -> int:
    """Look again and again, until somebody stops it."""
    place = core.pack_place(args.path)
    if not (Path(place) / "pack.yaml").is_file():
        raise Trouble(
            f"there is no pack in `{shown(args.path)}`", hint="name the folder of a pack that you are writing"
        )
    return watch(Watcher(place, args.others), time.sleep)


def watch(watcher: Watcher, wait: Callable[[float], None]) -> int:
    """Look, wait, and look again; Ctrl-C is how it ends."""
    try:
        while True:
            told = watcher.look()
            flush()
            if told:
                gc.collect()  # the pack as it was before is thrown away while its author reads
            wait(SECONDS)
    except KeyboardInterrupt:
        watcher.console.line()
        return FINE
