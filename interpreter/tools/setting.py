"""What a game is set up with, as typed on a command line: players, seed, options, language."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Iterator, Sequence

from interpreter.check.vocabulary import Mode
from interpreter.diagnostics import nearest, shown
from interpreter.languages import FALLBACK, LANGUAGES
from interpreter.play.bots import BOTS, is_bot
from interpreter.play.save import MAX_SEED
from interpreter.tools.core import Offer
from interpreter.tools.flags import Flags
from interpreter.tools.trouble import Trouble
from interpreter.wasm.offered import ENGINES

HUMAN = "human"
SPOKEN = "{" + ",".join(LANGUAGES) + "}"
Options = dict[str, bool | int | str]


def add_lang(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`; without it we speak the language of the system, if it is one of ours."""
    parser.add_argument(
        "--lang", type=language, metavar=SPOKEN, default=_system_language(), help="language of all texts"
    )


def language(text: str) -> str:
    """Read a language."""
    if text in LANGUAGES:
        return text
    near = nearest(text, LANGUAGES)
    meant = f"did you mean `{near}`? " if near else ""
    raise Trouble(f"there is no language `{shown(text)}`", hint=f"{meant}--lang is one of: {', '.join(LANGUAGES)}")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--mode` and `--option`, which may be given several times; `--NAME VALUE` is short for it (see `flags.py`)."""
    parser.add_argument("--mode", metavar="NAME", help="a way to play that the pack declares: players and options")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the pack; may be repeated. --NAME VALUE is short for it",
    )


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add `--engine`; without it games are played in WebAssembly where that is installed."""
    parser.add_argument(
        "--engine", choices=ENGINES, help="what plays the games: `wasm`, where it is installed, unless told otherwise"
    )


def _system_language() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return next((code for code in LANGUAGES if value.startswith(code)), FALLBACK)
    return FALLBACK


def seed(text: str) -> int:
    """Read a seed. An argparse type: raises ArgumentTypeError."""
    return number(text, 0, MAX_SEED)


def number(text: str, low: int, high: int) -> int:
    """Read a whole number between bounds. Raises ArgumentTypeError."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high:
        return int(text)
    raise argparse.ArgumentTypeError(f"`{shown(text)}` is not a whole number from {low} to {high}")


def new_seed() -> int:
    """Give a seed nobody chose; it is told to who asks for it, so that the game can be played again."""
    return secrets.randbelow(MAX_SEED + 1)


def read_mode(text: str | None, offer: Offer) -> Mode | None:
    """Read the name of a mode; None when none was asked for."""
    if text is None or text in offer.modes:
        return offer.modes[text] if text is not None else None
    near = nearest(text, offer.modes)
    meant = f"did you mean `{near}`? " if near else ""
    hint = meant + (f"modes of `{offer.id}`: {', '.join(offer.modes)}" if offer.modes else "it has none")
    raise Trouble(f"`{offer.id}` has no mode `{shown(text)}`", hint=hint)


def read_players(text: str | None, offer: Offer, mode: Mode | None = None) -> tuple[str, ...]:
    """Read who plays: a list of kinds, a number (you and greedy bots), or nothing: you and as few bots as it takes."""
    kinds = (HUMAN, *BOTS)
    if text is None or (text.isascii() and text.isdigit() and len(text) < 4):
        least = mode.setting.least if mode is not None else min(max(offer.least, 2), offer.most)
        count = least if text is None else int(text)
        names: Sequence[str] = [HUMAN] + ["greedy"] * (count - 1) if count else []
    else:
        names = [name.strip() for name in text.split(",")]
        if not any(names):
            raise Trouble("nobody plays", hint=f"a player is one of: {', '.join(kinds)}")
    for name in names:
        if name not in kinds and not is_bot(name):
            near = nearest(name, kinds)
            hint = f"did you mean `{near}`?" if near else f"a player is one of: {', '.join(kinds)}"
            raise Trouble(f"there is no player `{shown(name)}`", hint=hint)
    return check_count(tuple(names), offer, mode)


def read_bots(text: str, count: int, offer: Offer, mode: Mode | None = None) -> tuple[str, ...]:
    """Read which bots sit where: one kind for all seats, or one for each."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not is_bot(name):
            near = nearest(name, BOTS)
            hint = f"did you mean `{near}`?" if near else f"a bot is one of: {', '.join(BOTS)}"
            raise Trouble(f"there is no bot `{shown(name)}`", hint=hint)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise Trouble(f"{len(names)} bots for {count} players", hint="name one bot for all, or one for each player")
    return check_count(names, offer, mode)


def check_count(names: tuple[str, ...], offer: Offer, mode: Mode | None = None) -> tuple[str, ...]:
    """Refuse a number of players the pack, or the mode, is not made for."""
    count = len(names)
    if not offer.least <= count <= offer.most:
        raise Trouble(f"`{offer.id}` is for {seats(offer.least, offer.most)}, not {count}")
    if mode is not None and not mode.setting.least <= count <= mode.setting.most:
        fitting = [one.name for one in offer.modes.values() if one.setting.least <= count <= one.setting.most]
        hint = f"modes for {seats(count, count)}: {', '.join(fitting) or 'none'}"
        raise Trouble(
            f"mode `{mode.name}` is for {seats(mode.setting.least, mode.setting.most)}, not {count}", hint=hint
        )
    return names


def seats(least: int, most: int) -> str:
    """Say how many players."""
    return f"{least} to {most} players" if least < most else f"{least} player{'s' if least > 1 else ''}"


def read_options(texts: Sequence[str], flags: Flags, offer: Offer, mode: Mode | None = None) -> Options:
    """Read NAME=VALUE pairs and `--NAME VALUE` against what the pack declares, on top of what a mode sets."""
    options: Options = {}
    for name, value in (*_pairs(texts, offer), *_short(flags, offer)):
        if name in options:
            raise Trouble(f"option `{name}` is given twice")
        options[name] = _value(name, value, offer)
    for name, preset in mode.setting.options.items() if mode is not None else ():
        if options.setdefault(name, preset) != preset:
            assert mode is not None
            given = spelled(options[name])
            raise Trouble(f"mode `{mode.name}` is played with `{name}` {spelled(preset)}, not {given}")
    return options


def _pairs(texts: Sequence[str], offer: Offer) -> Iterator[tuple[str, str]]:
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Trouble(f"`{shown(text)}` is not NAME=VALUE")
        name = name.replace("-", "_")
        if name not in offer.options:
            near = nearest(name, offer.options)
            known = ", ".join(offer.options) or "none"
            hint = f"did you mean `{near}`?" if near else f"options of `{offer.id}`: {known}"
            raise Trouble(f"`{offer.id}` has no option `{shown(name)}`", hint=hint)
        yield name, value


def _short(flags: Flags, offer: Offer) -> Iterator[tuple[str, str]]:
    for flag, value in flags.given:
        name = flag.removeprefix("--").replace("-", "_")
        if name not in offer.options:
            written = [f"--{one.replace('_', '-')}" for one in offer.options]
            near = nearest(flag, [*flags.known, *written])
            hint = f"did you mean `{near}`?" if near else f"options of `{offer.id}`: {', '.join(written) or 'none'}"
            raise Trouble(f"`{shown(flag)}` is no flag of this command and no option of `{offer.id}`", hint=hint)
        if value is None:
            choices = ", ".join(spelled(one) for one in offer.options[name])
            raise Trouble(f"`{shown(flag)}` needs a value: {choices}")
        yield name, value


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
