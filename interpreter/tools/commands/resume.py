"""`rulewright resume`: go on with a saved game."""

from __future__ import annotations

import argparse

from interpreter.play.save import MAX_PICK
from interpreter.tools.console import Console, Stop
from interpreter.tools.restore import restore
from interpreter.tools.session import Session
from interpreter.tools.setting import SPOKEN, language, number
from interpreter.tools.texts import YES, say
from interpreter.tools.trouble import FINDINGS


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a save")
    parser.add_argument("--lang", type=language, metavar=SPOKEN, help="language of all texts (default: as saved)")
    parser.add_argument(
        "--step",
        type=lambda text: number(text, 0, MAX_PICK),
        metavar="N",
        help="go on from this step instead of the last, in a new file beside the save",
    )
    parser.add_argument("--quiet", action="store_true", help="only decisions and the result, no log")


def run(args: argparse.Namespace) -> int:
    """Restore the game and play on; a damaged save goes on from its last good step, if the player agrees."""
    console = Console()
    restored = restore(args.file, args.lang, args.step)
    if (
        restored.damage is not None
        and args.step is None
        and not _agrees(console, args.file, restored.damage.good, restored.lang)
    ):
        return FINDINGS
    console.line(say(restored.lang, "resumed", step=len(restored.game.picks)))
    # Going on from an earlier step must not cost the steps behind it: they stay in the file.
    earlier = args.step is not None and (restored.damage is not None or args.step < len(restored.save.picks))
    session = Session(
        restored.game,
        restored.save.packs,
        restored.save.players,
        restored.lang,
        None if earlier else args.file,
        quiet=args.quiet,
        console=console,
        origin=restored,
    )
    return session.play()


def _agrees(console: Console, path: str, good: int, lang: str) -> bool:
    console.line(say(lang, "damaged", path=path, good=good))
    try:
        if console.ask(say(lang, "continue_from", good=good)).lower() in YES:
            return True
    except Stop:
        pass
    console.line(say(lang, "untouched"))
    return False
