"""What a game is set up with, as typed on a command line: players, seed, options, language."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Sequence

from interpreter.diagnostics import nearest, shown
from interpreter.play.bots import BOTS
from interpreter.play.save import MAX_SEED
from interpreter.tools.core import Offer
from interpreter.tools.texts import LANGUAGES
from interpreter.tools.trouble import Trouble

HUMAN = "human"
Options = dict[str, bool | int | str]


def add_lang(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`; a French system speaks French unless told otherwise."""
    parser.add_argument("--lang", choices=LANGUAGES, default=_system_language(), help="language of all texts")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--option`, which may be given several times."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the pack; may be repeated"
    )


def _system_language() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "fr" if value.startswith("fr") else "en"
    return "en"


def seed(text: str) -> int:
    """Read a seed. An argparse type: raises ArgumentTypeError."""
    return number(text, 0, MAX_SEED)


def number(text: str, low: int, high: int) -> int:
    """Read a whole number between bounds. Raises ArgumentTypeError."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high:
        return int(text)
    raise argparse.ArgumentTypeError(f"`{shown(text)}` is not a whole number from {low} to {high}")


def new_seed() -> int:
    """Give a seed nobody chose; it is shown, so that the game can be played again."""
    return secrets.randbelow(1_000_000)


def read_players(text: str | None, offer: Offer) -> tuple[str, ...]:
    """Read who plays: a list of kinds, a number (you and greedy bots), or nothing (as few as the pack allows)."""
    kinds = (HUMAN, *BOTS)
    if text is None or (text.isascii() and text.isdigit() and len(text) < 4):
        count = offer.least if text is None else int(text)
        names: Sequence[str] = [HUMAN] + ["greedy"] * (count - 1) if count else []
    else:
        names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in kinds:
            near = nearest(name, kinds)
            hint = f"did you mean `{near}`?" if near else f"a player is one of: {', '.join(kinds)}"
            raise Trouble(f"there is no player `{shown(name)}`", hint=hint)
    return check_count(tuple(names), offer)


def read_bots(text: str, count: int, offer: Offer) -> tuple[str, ...]:
    """Read which bots sit where: one kind for all seats, or one for each."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            near = nearest(name, BOTS)
            hint = f"did you mean `{near}`?" if near else f"a bot is one of: {', '.join(BOTS)}"
            raise Trouble(f"there is no bot `{shown(name)}`", hint=hint)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise Trouble(f"{len(names)} bots for {count} players", hint="name one bot for all, or one for each player")
    return check_count(names, offer)


def check_count(names: tuple[str, ...], offer: Offer) -> tuple[str, ...]:
    """Refuse a number of players the pack is not made for."""
    if not offer.least <= len(names) <= offer.most:
        allowed = f"{offer.least} to {offer.most}" if offer.least < offer.most else str(offer.least)
        raise Trouble(f"`{offer.id}` is for {allowed} players, not {len(names)}")
    return names


def read_options(texts: Sequence[str], offer: Offer) -> Options:
    """Read NAME=VALUE pairs against what the pack declares."""
    options: Options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Trouble(f"`{shown(text)}` is not NAME=VALUE")
        if name not in offer.options:
            near = nearest(name, offer.options)
            known = ", ".join(offer.options) or "none"
            hint = f"did you mean `{near}`?" if near else f"options of `{offer.id}`: {known}"
            raise Trouble(f"`{offer.id}` has no option `{shown(name)}`", hint=hint)
        if name in options:
            raise Trouble(f"option `{name}` is given twice")
        options[name] = _value(name, value, offer)
    return options


SWITCH = {"on": "yes", "true": "yes", "off": "no", "false": "no"}
"""Other ways to write yes and no."""


def _value(name: str, text: str, offer: Offer) -> bool | int | str:
    allowed = offer.options[name]
    text = SWITCH.get(text, text) if True in allowed else text
    for value in allowed:
        if text == spelled(value):
            return value
    choices = [spelled(value) for value in allowed]
    near = nearest(text, choices)
    hint = f"did you mean `{near}`?" if near else None
    raise Trouble(f"option `{name}` is one of {', '.join(choices)}, not `{shown(text)}`", hint=hint)


def spelled(value: bool | int | str) -> str:
    """Write an option's value as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
