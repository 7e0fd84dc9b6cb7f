"""`rulewright play`: a new game at this terminal."""

from __future__ import annotations

import argparse

from interpreter.play.bots import BOTS
from interpreter.play.glossary import told
from interpreter.play.names import Terms
from interpreter.play.pack import Pack
from interpreter.play.save import MAX_SEED
from interpreter.play.tutorial import NoLesson, lesson_of
from interpreter.tools import core
from interpreter.tools.cards import card_named
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.secrecy import Secrecy, add_secrecy, new_seal
from interpreter.tools.session import Session
from interpreter.tools.setting import (
    HUMAN,
    Options,
    add_lang,
    add_options,
    new_seed,
    read_mode,
    read_options,
    read_players,
    seed,
)
from interpreter.tools.texts import say
from interpreter.tools.trouble import Exits, Trouble

EXITS = Exits(
    fine="the game is over, or was left, by Ctrl-C or a signal, too",
    findings="a rule of the pack failed while a bot was choosing",
    trouble="wrong use, or something that is needed is missing or broken",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    add_with(parser)
    parser.add_argument(
        "--players",
        metavar="LIST",
        help=f"{', '.join((HUMAN, *BOTS))}, separated by commas; or a number: you and greedy bots",
    )
    parser.add_argument("--seed", type=seed, metavar="N", help="same seed, same choices, same game")
    parser.add_argument("--tutorial", action="store_true", help="a first turn explained step by step, then play on")
    parser.add_argument("--hand", metavar="CARD", help="begin with this card in your hand, or else in your sight")
    add_lang(parser)
    add_options(parser)
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file after every choice")
    add_secrecy(parser)
    parser.add_argument("--quiet", action="store_true", help="only decisions and the result, no log")


def run(args: argparse.Namespace) -> int:
    """Play until the end, or until the players leave."""
    pack = core.load(core.asked(args.pack, args.others))
    if args.tutorial:
        return _learn(pack, args)
    offer = core.offer(pack)
    mode = read_mode(args.mode, offer)
    players = read_players(args.players, offer, mode)
    options = read_options(args.option, args.flags, offer, mode)
    chosen = new_seed() if args.seed is None else args.seed
    if args.hand is not None:
        first = chosen
        chosen = _dealt(pack, args.hand, players, first, options, args.lang)
        if args.seed is not None and chosen != first:
            Console().line(say(args.lang, "dealt_later", seed=chosen), "dim")
    game = core.start(pack, len(players), chosen, options)
    secrecy = Secrecy(shown=args.show_seed or args.seed is not None, seal=new_seal() if args.sealed else "")
    session = Session(game, core.pins(pack), players, args.lang, args.save, quiet=args.quiet, secrecy=secrecy)
    return session.play()


def _learn(pack: Pack, args: argparse.Namespace) -> int:
    """Play the lesson of a pack, and then on."""
    try:
        lesson = lesson_of(pack)
    except NoLesson as wrong:
        raise Trouble(
            f"the tutorial does not fit the game: {wrong}", hint=f"try: rulewright test {args.pack}"
        ) from wrong
    if lesson is None:
        raise Trouble(told("lesson_none", title=pack.title).get(args.lang))
    known = lesson.tutorial
    game = pack.new_game(known.players, known.seed, known.options)
    players = (HUMAN, *[next(iter(BOTS))] * (known.players - 1))
    session = Session(game, core.pins(pack), players, args.lang, args.save, quiet=args.quiet, lesson=lesson)
    return session.play()


def _dealt(pack: Pack, card: str, players: tuple[str, ...], first: int, options: Options, lang: str) -> int:
    """Find a seed with which the first person has the card, and say where it lies."""
    from interpreter.tools.dealt import MAX_SEEDS, seed_with  # noqa: PLC0415 - for `--hand` only

    seat = players.index(HUMAN) if HUMAN in players else 0
    item = card_named(pack, card)
    found, zone = seed_with(pack, item, len(players), seat, min(first, MAX_SEED - MAX_SEEDS), options)
    name, place = item.name.get(lang) or item.id, Terms(pack.vocabulary).term(zone).get(lang)
    Console().line(say(lang, "dealt", card=name, zone=place), "dim")
    return found
