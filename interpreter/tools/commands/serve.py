"""`rulewright serve`: the table in the browser, on this machine."""

from __future__ import annotations

import argparse
import importlib.util
import webbrowser
from pathlib import Path

from interpreter.source.find import user_folder
from interpreter.tools import core
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.printing import flush
from interpreter.tools.setting import add_lang, number
from interpreter.tools.texts import say
from interpreter.tools.trouble import FINE, Exits, Trouble

EXITS = Exits(fine="the server was stopped", trouble="wrong use, or something that is needed is missing or broken")
NEEDED = ("starlette", "uvicorn", "websockets")
LOCAL = "127.0.0.1"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "pack", nargs="?", metavar="PACK", help="what the page offers first: a pack by name, folder or zip"
    )
    add_with(parser)
    parser.add_argument("--port", type=_port, default=8421, metavar="N", help="the port (8421); 0: any that is free")
    parser.add_argument(
        "--host", default=LOCAL, metavar="ADDRESS", help="where to listen; only this machine unless told"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which others may call this server; may be repeated",
    )
    parser.add_argument("--games", metavar="FILE", help="where games are kept; a file of yours unless told")
    parser.add_argument("--pace", type=_pace, default=0.4, metavar="SECONDS", help="between two picks of bots (0.4)")
    parser.add_argument(
        "--keep",
        type=_days,
        default=90.0,
        metavar="DAYS",
        help="how long games and visitors' packs are kept that nobody touches (90); then they go to FILE-past",
    )
    parser.add_argument("--uploads", action="store_true", help="let visitors bring packs of their own; off unless told")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise Trouble(
            f"the table in the browser needs {', '.join(missing)}", hint="pip install 'rulewright[web]', or `make web`"
        )
    from interpreter.web.qr import terminal  # noqa: PLC0415 - the extra `web` may not be there
    from interpreter.web.serve import Place, serve  # noqa: PLC0415

    offered: tuple[str, ...] = ()
    if args.pack is not None:
        core.load(core.asked(args.pack, args.others))
        offered = tuple(one for one in (args.pack, *args.others) if core.load(one).id != one)
    elif args.others:
        raise Trouble(
            "`--with` says what is played with a pack", hint="name the pack first: rulewright serve PACK --with PACK"
        )
    place = Place(
        args.host,
        args.port,
        tuple(args.name),
        args.games or _games(),
        args.pace,
        offered,
        args.pack or "",
        tuple(args.others),
        uploads=args.uploads,
        keep=args.keep,
    )
    console = Console()

    def started(addresses: list[str]) -> None:
        address, *others = addresses
        console.line(say(args.lang, "serving", address=f"{address}/?lang={args.lang}"), "bold", whole=True)
        for other in others:
            console.line(say(args.lang, "serving_others", address=f"{other}/?lang={args.lang}"), "bold", whole=True)
            for line in terminal(f"{other}/?lang={args.lang}") if console.colour else ():
                print(line)
        console.line(say(args.lang, "serving_kept", path=place.games), "dim", whole=True)
        flush()  # it serves for hours: who reads from a pipe wants to know where, and nobody serves where none can know
        if args.open:
            webbrowser.open(f"{address}/?lang={args.lang}")

    trouble = serve(place, started)
    if trouble:
        raise Trouble(trouble)
    return FINE


def _games() -> str:
    folder = user_folder()
    if folder is None:
        raise Trouble("there is no folder of yours to keep games in", hint="name a file with --games")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"games cannot be kept in {folder}: {error.strerror}", hint="name a file with --games") from error
    return str(Path(folder) / "games.sqlite")


def _port(text: str) -> int:
    return number(text, 0, 65535)


def _days(text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if 0 < days <= 36500:
        return days
    raise argparse.ArgumentTypeError("a number of days above 0, up to 36500")


def _pace(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if 0 <= seconds <= 60:
        return seconds
    raise argparse.ArgumentTypeError("a number of seconds from 0 to 60")
