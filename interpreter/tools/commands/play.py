"""`rulewright play`: a new game at this terminal."""

from __future__ import annotations

import argparse

from interpreter.tools import core
from interpreter.tools.session import Session
from interpreter.tools.setting import add_lang, add_options, new_seed, read_mode, read_options, read_players, seed


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    parser.add_argument(
        "--players", metavar="LIST", help="human, greedy, random, separated by commas; or a number: you and greedy bots"
    )
    parser.add_argument("--seed", type=seed, metavar="N", help="same seed, same choices, same game")
    add_lang(parser)
    add_options(parser)
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file after every choice")
    parser.add_argument("--quiet", action="store_true", help="only decisions and the result, no log")


def run(args: argparse.Namespace) -> int:
    """Play until the end, or until the players leave."""
    pack = core.load(args.pack)
    offer = core.offer(pack)
    mode = read_mode(args.mode, offer)
    players = read_players(args.players, offer, mode)
    options = read_options(args.option, args.flags, offer, mode)
    chosen = new_seed() if args.seed is None else args.seed
    game = core.start(pack, len(players), chosen, options)
    session = Session(game, core.pins(pack), players, args.lang, args.save, quiet=args.quiet)
    return session.play()
