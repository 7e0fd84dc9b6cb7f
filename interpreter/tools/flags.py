"""Options of a pack as flags: `--NAME VALUE`. Which ones there are is only known when the pack has been read."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from typing import NamedTuple


class Flags(NamedTuple):
    """The flags of a command line that the command itself does not know, each with its value; and those it knows."""

    given: tuple[tuple[str, str | None], ...] = ()
    known: tuple[str, ...] = ()


def split(words: Sequence[str], known: Collection[str]) -> tuple[list[str], Flags]:
    """Take the flags that are not known, and the word after each, out of a command line."""
    rest: list[str] = []
    given: list[tuple[str, str | None]] = []
    waiting = list(reversed(words))
    while waiting:
        word = waiting.pop()
        if word == "--":
            rest += [word, *reversed(waiting)]
            break
        flag, equals, value = word.partition("=")
        if not flag.startswith("--") or flag in known:
            rest.append(word)
        elif equals:
            given.append((flag, value))
        else:
            given.append((flag, waiting.pop() if waiting and not waiting[-1].startswith("--") else None))
    return rest, Flags(tuple(given), tuple(sorted(known)))


def add_with(parser: argparse.ArgumentParser) -> None:
    """Add `--with`, which may be given several times, in any order."""
    parser.add_argument(
        "--with",
        dest="others",
        action="append",
        default=[],
        metavar="PACK",
        help="a pack to play with it; may be repeated, in any order",
    )
