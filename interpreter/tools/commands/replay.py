"""`rulewright replay`: show a saved game from its start."""

from __future__ import annotations

import argparse

from interpreter.play.folding import gathered
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
    seen = _show_log(restored, console, 0)
    for number, pick in enumerate(restored.save.picks, 1):
        decision = restored.next_decision()
        label = decision.options.told(pick).get(lang)
        player = player_name(lang, decision.seat, restored.save.players[decision.seat])
        game.choose(pick)
        console.line(say(lang, "step", step=number, player=player, label=label), "bold")
        seen = _show_log(restored, console, seen)
        if step:
            _wait(restored, console)


def _show_log(restored: Restored, console: Console, seen: int) -> int:
    # A replay is for everybody's eyes: only what every player knows is told.
    for line in gathered(restored.game.log(None, restored.lang, seen)):
        console.line(f"  {line}", "dim")
    return len(restored.game.events)


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
