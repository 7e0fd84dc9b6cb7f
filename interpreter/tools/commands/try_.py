"""`rulewright try`: one card, in a position where it can be played, carried out by you, with a trace."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from interpreter import prose
from interpreter.check.vocabulary import Item
from interpreter.diagnostics import Severity, printable, render_text, shown
from interpreter.play.errors import Fault, IllegalAction
from interpreter.play.pack import Pack
from interpreter.play.scenario import read_scenario
from interpreter.play.text import colon
from interpreter.play.trying import NoPosition, Spot, Trial, find_spot, scenario_text, spot_given
from interpreter.play.trying.find import NothingToDo, games_with, script_of
from interpreter.source import Mapping, Sequence, read_document
from interpreter.source.limits import FILE_BYTES
from interpreter.tools import core, texts
from interpreter.tools.cards import card_named
from interpreter.tools.console import Console, Stop
from interpreter.tools.flags import add_with
from interpreter.tools.plain_files import content, demand_plain, why, write_text
from interpreter.tools.setting import add_lang, add_options, number, read_mode, read_options, seats, seed
from interpreter.tools.trouble import FINE, Exits, Trouble

EXITS = Exits(
    fine="the card was tried",
    trouble="wrong use, no such pack or card, or no position for it was found",
)

MAX_WAYS = 4
"""Ways to play in which a position is looked for: each may take a second."""
_HELP = "a number picks an option; also: undo, again, trace, board, scenario FILE, quit"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    parser.add_argument("card", metavar="CARD", help="a card, tile or other thing with a script: its id, or its name")
    add_with(parser)
    parser.add_argument("--script", metavar="NAME", help="which of its scripts (default: the first)")
    parser.add_argument("--players", type=_players, metavar="N", help="for how many (default: as few as play together)")
    add_options(parser)
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="where to begin looking (default 1)")
    parser.add_argument("--given", metavar="FILE", help="a scenario that says the position")
    parser.add_argument("--scenario", metavar="FILE", help="write what you did as a scenario, at the end of this file")
    add_lang(parser)


def _players(text: str) -> int:
    return number(text, 1, 8)


def run(args: argparse.Namespace) -> int:
    """Find a position, carry the card out, and tell what each statement did."""
    pack = core.load(core.asked(args.pack, args.others))
    item = card_named(pack, args.card)
    trial = Trial(_spot(pack, item, args))
    table = _Table(pack, item, trial, args.lang)
    table.play()
    if args.scenario:
        table.write(args.scenario)
    return FINE


def _spot(pack: Pack, item: Item, args: argparse.Namespace) -> Spot:
    """A position as asked for; where nothing was asked for, in any way to play that has the card."""
    least = min(max(pack.players.start, 2), pack.players.stop - 1)
    if args.players is not None and args.players not in pack.players:
        raise Trouble(f"`{pack.id}` is for {seats(pack.players.start, pack.players.stop - 1)}, not {args.players}")
    offer = core.offer(pack)
    mode = read_mode(args.mode, offer)
    options = read_options(args.option, args.flags, offer, mode)
    count = args.players or (mode.setting.least if mode is not None else None)
    missing = NoPosition(f"`{item.id}` is not in such a game")
    try:
        script, _ = script_of(item, args.script)
        if args.given:
            return _given(pack, item, script, args.given)
        for number, (people, chosen) in enumerate(games_with(pack, item, count, options, least)):
            try:
                return find_spot(pack, item, script, people, args.seed, chosen)
            except NoPosition as none:
                missing = none
            if number + 1 == MAX_WAYS:
                break
    except NothingToDo as nothing:
        raise Trouble(str(nothing), hint=nothing.cure) from nothing
    except NoPosition as none:
        missing = none
    hint = "another --seed, --players or --mode may find one; --given FILE says a position as a scenario does"
    raise Trouble(str(missing), hint=hint) from missing


def _given(pack: Pack, item: Item, script: object, file: str) -> Spot:
    """Read the position of the first scenario of a file."""
    from interpreter.check.keys import Key  # noqa: PLC0415 - only its type

    assert isinstance(script, Key)
    try:
        demand_plain(file)
        with Path(file).open("rb") as opened:
            content = opened.read(FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Trouble(f"`{shown(file)}` cannot be read: {why(error)}") from error
    document, problems = read_document(file, content, "scenario")
    root = document.root if document is not None else None
    node = root.items[0] if isinstance(root, Sequence) and root.items else None
    scenario = read_scenario(pack, node) if isinstance(node, Mapping) and not problems else None
    wrong = [one for one in (*problems, *(scenario.diagnostics if scenario else ())) if one.severity is Severity.ERROR]
    if scenario is None or wrong:
        lines = content.decode("utf-8", "replace").split("\n")
        raise Trouble(f"`{shown(file)}` gives no position:\n\n{render_text(wrong, lambda _file: lines)}")
    return spot_given(pack, item, script, scenario)


class _Table:
    """The person, the card, and what is shown of them."""

    def __init__(self, pack: Pack, item: Item, trial: Trial, lang: str) -> None:
        self._pack, self._item, self._trial, self._lang = pack, item, trial, lang
        self._console = Console()
        self._shown = 0
        self._file = ""
        self._traces = True

    def play(self) -> None:
        """Carry the card out, again and again, until nobody wants any more."""
        say = self._console.line
        found = self._trial.spot.found
        name = self._item.name.get(self._lang) or self._item.id
        say(texts.say(self._lang, "tried_in" if found else "tried_at_start", name=name, **found), "bold")
        for line in prose.card_text(self._pack.vocabulary, self._item, self._lang).splitlines():
            say(f"  {line}")
        say(texts.say(self._lang, "tried_by", number=self._trial.spot.seat + 1))
        try:
            while self._turn():
                pass
        except Stop:
            pass

    def _turn(self) -> bool:
        """Show what happened, and do what is asked for. Gives whether it goes on."""
        self._show_steps()
        decision = self._trial.game.decision
        if decision is None:
            self._console.line(texts.say(self._lang, "tried"), "green")
        else:
            asked = decision.prompt.get(self._lang)
            if decision.seat != self._trial.spot.seat:
                other = self._trial.game.names.player(decision.seat).get(self._lang)
                asked = f"{other}{colon(self._lang)}{asked}"
            self._console.line(asked, "cyan")
            for count, option in enumerate(decision.options, 1):
                self._console.line(f"  {count:>2}  {option.label.get(self._lang)}")
        return self._answer(0 if decision is None else len(decision.options))

    def _answer(self, options: int) -> bool:
        word, _, rest = self._console.ask("> ").partition(" ")
        commands: dict[str, Callable[[str], bool]] = {
            "quit": lambda _rest: False,
            "again": self._again,
            "undo": self._undo,
            "trace": self._trace,
            "board": self._board,
            "scenario": self._scenario,
        }
        if word in commands:
            return commands[word](rest.strip())
        if word.isascii() and word.isdigit() and len(word) < 6 and 1 <= int(word) <= options:
            return self._choose(int(word) - 1)
        self._console.line(_HELP if options else _HELP.partition("; also: ")[2], "dim")
        return True

    def _choose(self, index: int) -> bool:
        try:
            self._trial.choose(index)
        except (IllegalAction, Fault) as problem:
            self._console.line(str(problem), "red")
        return True

    def _again(self, _rest: str) -> bool:
        self._trial.again()
        self._shown, self._file = 0, ""
        return True

    def _undo(self, _rest: str) -> bool:
        if not self._trial.undo():
            self._console.line("nothing was picked yet", "dim")
        self._shown, self._file = len(self._trial.steps), ""
        return True

    def _trace(self, _rest: str) -> bool:
        self._traces = not self._traces
        self._console.line(f"the trace is {'on' if self._traces else 'off'}", "dim")
        return True

    def _board(self, _rest: str) -> bool:
        for line in self._trial.game.view(self._trial.spot.seat).text(self._lang).split("\n"):
            self._console.line(line)
        return True

    def _scenario(self, rest: str) -> bool:
        if not rest:
            self._console.line("scenario FILE writes what you did at the end of that file", "dim")
        else:
            try:
                self.write(rest)
            except Trouble as trouble:
                self._console.line(str(trouble), "red")
        return True

    def _show_steps(self) -> None:
        for step in self._trial.steps[self._shown :]:
            indent = "  " * (1 + max(step.depth, 0))
            if self._traces:
                if step.file != self._file:  # the numbers of lines from here on are those of this file
                    self._console.line(printable(step.file), "dim")
                    self._file = step.file
                self._console.line(f"{step.line:>4} {indent}{step.words}", "dim")
                for read in step.read:
                    self._console.line(f"     {indent}    {read}", "dim")
            for told in self._trial.told(step, self._lang):
                self._console.line(f"     {indent}  → {told}")
        self._shown = len(self._trial.steps)

    def write(self, file: str) -> None:
        """Write what was done as a scenario. Raises Trouble when it cannot be."""
        if self._trial.game.pending is not None:
            raise Trouble("the card is not carried out to its end: nothing was written")
        text = scenario_text(self._pack, self._trial, self._item)
        if text is None:
            raise Trouble(
                "this position cannot be said in statements: nothing was written",
                hint="begin with a scenario of your own: --given FILE",
            )
        try:
            before = content(Path(file)).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Trouble(f"`{shown(file)}` cannot be written to: it is no text") from error
        write_text(file, before + ("\n" if before.strip() else "") + text)
        self._console.line(f"written to {file}", "green", whole=True)
