"""`rulewright replay`: show a saved game from its start."""

from __future__ import annotations

import argparse

from interpreter.languages import language as words_of
from interpreter.play.folding import gathered
from interpreter.play.text import said
from interpreter.tools.console import Console, Stop
from interpreter.tools.restore import Restored, restore
from interpreter.tools.session import Session
from interpreter.tools.setting import SPOKEN, language
from interpreter.tools.texts import command_of, player_name, say
from interpreter.tools.trouble import FINDINGS, FINE, Exits

EXITS = Exits(
    fine="the game was shown",
    findings="the save is damaged, and was shown up to its last good step",
    trouble="wrong use, or the save or its pack is missing or cannot be used",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a save")
    parser.add_argument("--step", action="store_true", help="wait for Enter after every step")
    parser.add_argument("--lang", type=language, metavar=SPOKEN, help="language of all texts (default: as saved)")


def run(args: argparse.Namespace) -> int:
    """Show every choice and what came of it; a damaged save is shown up to its last good step."""
    console = Console()
    restored = restore(args.file, args.lang, at=0)
    try:
        _show(restored, console, step=args.step)
    except Stop:
        return FINE
    _show_end(restored, console)
    if restored.damage is not None:
        console.line(say(restored.lang, "damaged", path=args.file, good=restored.damage.good), "red")
        return FINDINGS
    return FINE


def _show(restored: Restored, console: Console, *, step: bool) -> None:
    game, lang = restored.game, restored.lang
    _show_log(restored, console, -1)
    for number, pick in enumerate(restored.save.picks, 1):
        decision = restored.next_decision()
        label = decision.options.told(pick).get(lang)
        player = player_name(lang, decision.seat, restored.save.players[decision.seat])
        game.choose(pick)
        console.line(say(lang, "step", step=number, player=player, label=label), "bold")
        _show_log(restored, console, number - 1)
        if step:
            _wait(restored, console)


def _show_log(restored: Restored, console: Console, pick: int) -> None:
    """What came of a choice, in the words in which it is told in a game; -1: how the table was laid."""
    # A replay is for everybody's eyes: only what every player knows is told.
    passage, lang = restored.game.passages(None, pick)[0], restored.lang
    if pick < 0 and passage.lines:
        console.line(said("set-up").get(lang), "cyan")
    for heading, lines in ((None, passage.lines), *passage.parts):
        if heading is not None:
            console.line(heading.get(lang), "cyan")
        told = words_of(lang).play["semicolon"].join(gathered(line.get(lang) for line in lines))
        if told:
            console.line(f"  {told}", "dim")


def _wait(restored: Restored, console: Console) -> None:
    while answer := console.ask(say(restored.lang, "step_on")).lower():
        meaning = command_of(restored.lang, answer)
        if meaning == "quit":
            raise Stop("leaving")
        if meaning == "look":
            console.lines(restored.game.view(None).text(restored.lang))


def _show_end(restored: Restored, console: Console) -> None:
    if restored.game.result is None:
        console.line(say(restored.lang, "replayed", count=len(restored.game.picks)))
    else:
        Session(restored.game, restored.save.packs, restored.save.players, restored.lang, None).show_result()
