"""`rulewright simulate`: bots play many games, and the results are added up."""

from __future__ import annotations

import argparse
from functools import partial

from interpreter.play.fast import games_of
from interpreter.play.simulate import Report, Setup, Tally, added_up, ratio, simulate
from interpreter.tools import core
from interpreter.tools.console import Console, Progress
from interpreter.tools.flags import add_with
from interpreter.tools.printing import put_json
from interpreter.tools.setting import (
    add_engine,
    add_options,
    number,
    read_bots,
    read_mode,
    read_options,
    seed,
)
from interpreter.tools.trouble import FINDINGS, FINE, Exits

EXITS = Exits(
    fine="all games were played to their end",
    findings="a rule failed in a game, or a game did not end",
    trouble="wrong use, or there is no pack that can be played",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    add_with(parser)
    parser.add_argument("--players", type=_count, required=True, metavar="N", help="players in each game")
    parser.add_argument("--games", type=_games, default=100, metavar="M", help="how many games (default 100)")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="seed of the first game; game i has S + i")
    parser.add_argument("--bots", default="random", metavar="LIST", help="one bot for all seats, or one for each")
    parser.add_argument("--rotate", action="store_true", help="move the bots on one seat from game to game")
    parser.add_argument("--jobs", type=_count, default=1, metavar="J", help="processes to share the work")
    add_engine(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    add_options(parser)


def _count(text: str) -> int:
    return number(text, 1, 64)


def _games(text: str) -> int:
    return number(text, 1, 10_000_000)


def run(args: argparse.Namespace) -> int:
    """Play the games and print the report; a game that a rule broke or that did not end is a finding."""
    where = core.asked(args.pack, args.others)
    pack = core.load(where)
    offer = core.offer(pack)
    mode = read_mode(args.mode, offer)
    bots = read_bots(args.bots, args.players, offer, mode)
    options = read_options(args.option, args.flags, offer, mode)
    setup = Setup(bots, args.games, args.seed, args.rotate)
    fast = core.fast_games(pack, args.players, options, bots, args.jobs, args.engine)
    progress = Progress(args.games, "games")
    try:
        if fast is not None:
            report = added_up(fast.play(games_of(setup)), setup, progress)
        else:
            report = simulate(partial(core.opener, where, args.players, options), setup, args.jobs, progress)
    finally:
        progress.close()
    if fast is not None:
        progress.note("played in WebAssembly")
    if args.json:
        put_json(report.as_json(), sort_keys=True)
    else:
        _show(report, Console())
    return FINDINGS if report.faults else FINE


def _show(report: Report, console: Console) -> None:
    console.line(f"{report.finished} of {report.games} games finished, {len(report.faults)} faults")
    console.line(
        f"decisions per game: {ratio(report.decisions, report.games)} "
        f"({report.shortest} to {report.longest}), {ratio(report.options, report.decisions)} options each"
    )
    for seat, tally in enumerate(report.by_seat):
        console.line(f"  seat {seat + 1}: {_tally(tally)}")
    for name, tally in report.by_bot.items():
        won = f"won {report.won_by_bot[name]} of {report.finished} games"
        console.line(f"  {name}: {won}; per seat {_tally(tally)}")
    for played in report.faults[:20]:
        console.line(f"  seed {played.seed}, decision {played.decisions}: {played.fault}", "red")
    if len(report.faults) > 20:
        console.line(f"  and {len(report.faults) - 20} more faults")
    console.line(f"digest {report.digest}")


def _tally(tally: Tally) -> str:
    shared = f" ({tally.shared} shared)" if tally.shared else ""
    return (
        f"{tally.wins} wins{shared} in {tally.games}, mean score {ratio(tally.score, tally.games)} "
        f"({tally.worst} to {tally.best})"
    )
