"""`rulewright resume`: go on with a saved game."""

from __future__ import annotations

import argparse
from dataclasses import replace

from interpreter.diagnostics import shown
from interpreter.play.save import MAX_PICK
from interpreter.tools.console import Console, Stop
from interpreter.tools.restore import restore
from interpreter.tools.secrecy import Secrecy, add_secrecy, new_seal
from interpreter.tools.session import Session
from interpreter.tools.setting import SPOKEN, language, number
from interpreter.tools.texts import say, says_yes
from interpreter.tools.trouble import FINDINGS, Exits, Trouble

EXITS = Exits(
    fine="the game is over, or was left, by Ctrl-C or a signal, too",
    findings="the save is damaged and was left as it is, or a rule of the pack failed",
    trouble="wrong use, or the save or its pack is missing or cannot be used",
)


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
    add_secrecy(parser)
    parser.add_argument("--quiet", action="store_true", help="only decisions and the result, no log")


def run(args: argparse.Namespace) -> int:
    """Restore the game and play on; a damaged save goes on from its last good step, if the player agrees."""
    console = Console()
    restored = restore(args.file, args.lang, args.step)
    if restored.save.seal and args.step is not None:
        raise Trouble(say(restored.lang, "sealed_step", path=shown(args.file)))
    seal = restored.save.seal or (new_seal() if args.sealed else "")
    news = seal != restored.save.seal
    restored.save = replace(restored.save, seal=seal)
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
        secrecy=Secrecy(shown=args.show_seed, seal=seal),
        reseals=news,
    )
    return session.play()


def _agrees(console: Console, path: str, good: int, lang: str) -> bool:
    console.line(say(lang, "damaged", path=path, good=good))
    try:
        if says_yes(lang, console.ask(say(lang, "continue_from", good=good))):
            return True
    except Stop:
        pass
    console.line(say(lang, "untouched"))
    return False
