"""The command `rulewright`: reads the command line, runs one command, gives its exit code.

0: fine. 1: findings (a check that found something, a test that failed). 2: wrong usage, or something that the command
needs is missing or broken; also when it is interrupted, or when its output cannot be written. A traceback is a bug of
this program, never an answer to bad input.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import gc
import importlib
import keyword
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.diagnostics import nearest, printable, shown
from interpreter.tools.flags import Flags, split
from interpreter.tools.printing import Unwritable, flush, give_up, prepare_streams, put
from interpreter.tools.signals import heard
from interpreter.tools.trouble import FINDINGS, TROUBLE, Exits, Trouble, tell

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

ENDS_SOON = ("check", "rules", "show")
"""Commands that make what they need, print it and end: nothing is thrown away that looking for garbage could find."""
# Each command is a module of its own with `add` (its arguments) and `run`.
COMMANDS = {
    "play": "play a game, with people and bots",
    "serve": "play in the browser: the table, on this machine",
    "resume": "go on with a saved game",
    "replay": "show a saved game from its start",
    "check": "find every mistake in a pack",
    "migrate": "bring the scripts of a pack to the forms of today",
    "test": "run the scenarios of a pack",
    "verify": "validate a pack: check, scenarios, random games, texts, design",
    "new": "begin a game, a pack on a pack, or a card",
    "try": "carry a card out, in a position where it can be played, with a trace",
    "watch": "check a pack whenever one of its files is saved",
    "rules": "read the rules of a pack: chapters, glossary, a first turn explained",
    "show": "show what a pack contains: texts, fields, trees, code",
    "sheet": "print the cards of a pack: sheets to cut, as PDF",
    "diff": "say in words what one pack does to another",
    "achievements": "show what you have achieved in a game",
    "packs": "list every pack that can be played",
    "pack": "build a pack into one file, install, list and remove packs",
    "simulate": "let bots play many games and add them up",
    "balance": "play the studies of a pack and hold their figures against its bars",
    "coverage": "list the rules that no scenario tests",
    "mutate": "change a pack in one place at a time and list what no scenario notices",
}

EXITS = Exits(
    fine="fine",
    findings="findings: errors or warnings, failed scenarios, a path without scenarios",
    trouble="wrong use, or something that is needed is missing or broken",
)


class _Version(argparse.Action):
    """Says the version, which takes longer to find out than all the help."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as argparse has them
        super().__init__(nargs=0, **settings)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from interpreter.play.save import program_version  # noqa: PLC0415 - for this answer only

        put(f"rulewright {program_version()}\n")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the nearest known word, and where to find help."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as argparse has them
        self.flags: set[str] = set()
        super().__init__(**settings)

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:  # noqa: ANN401 - as argparse has them
        """Declare an argument and remember its flags."""
        self.flags.update(name for name in names if name.startswith("-"))
        return super().add_argument(*names, **settings)

    def error(self, message: str) -> NoReturn:
        raise Trouble(printable(message), hint=f"try: {self.prog} --help")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help, with what a pack says in it, as everything is printed."""
        del file
        put(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    if argv is None:
        atexit.register(gc.freeze)  # there is no use in looking for garbage once more at the very end
        if sys.argv[1:2] and sys.argv[1] in ENDS_SOON:
            gc.disable()
    try:
        prepare_streams()
        with heard(to_the_end=argv is None):
            code = _answered(sys.argv[1:] if argv is None else list(argv))
            flush()
    except Unwritable as lost:
        give_up(sys.stdout)
        # A reader who has gone (a pager, `head`) wants no more; but a game that was kept must be found again.
        if not lost.reader_left or lost.note:
            tell(f"the output cannot be written: {lost}", lost.note)
        return TROUBLE
    except KeyboardInterrupt:
        return _tell("interrupted")
    return code


def _answered(argv: list[str]) -> int:
    try:
        return _run(argv)
    except Trouble as trouble:
        flush()
        return _tell(str(trouble), trouble.hint, trouble.code)
    except SystemExit:  # argparse has shown the help or the version
        flush()
        raise


def _run(argv: list[str]) -> int:
    _check_command(argv)
    parser = _Parser(
        prog="rulewright",
        description="Plays board games from content packs.",
        epilog=str(EXITS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, help="show program's version number and exit")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    wanted = argv[0] if argv else ""
    flags = Flags()
    for name, summary in COMMANDS.items():
        sub = subparsers.add_parser(name, help=summary, description=summary.capitalize() + ".")
        if name == wanted:
            command = _command(name)
            command.add(sub)
            sub.formatter_class = argparse.RawDescriptionHelpFormatter
            sub.epilog = str(command.EXITS)
            if "--option" in sub.flags:
                argv, flags = split(argv, sub.flags)
                _explain_pack(sub, argv)
    args = parser.parse_args(argv)
    args.flags = flags
    command = _command(args.command)
    from interpreter.play.errors import Fault, WorkLost  # noqa: PLC0415 - every command has loaded these by now
    from interpreter.play.save import SaveError  # noqa: PLC0415 - the same

    try:
        code = command.run(args)
    except Fault as fault:
        # Where a choice can be undone this is told in its place; here it happened while looking or counting.
        raise Trouble(f"a rule of the pack failed: {fault}", FINDINGS) from fault
    except SaveError as error:
        raise Trouble(str(error)) from error
    except WorkLost as lost:
        raise Trouble(str(lost), hint="try again with fewer processes: --jobs 1") from lost
    assert isinstance(code, int)
    return code


def _explain_pack(parser: _Parser, argv: list[str]) -> None:
    """Let the help of a command that names a pack list what that pack lets people choose."""
    if not {"-h", "--help"} & set(argv):
        return
    from interpreter.tools import choices, core  # noqa: PLC0415 - only for help: the rest should start quickly

    exits = parser.epilog
    parser.epilog = f"Name a pack before --help to see its modes and options.\n\n{exits}"
    for word in argv[1:]:
        if not word.startswith("-"):
            with contextlib.suppress(Trouble):
                parts = choices.choice_lines(core.load(word), "en")
                told = "\n".join("\n  ".join(map(printable, [heading, *lines])) for heading, lines in parts)
                parser.epilog = f"{told}\n\n{exits}" if told else exits
            return


def _command(name: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a module with `add` and `run`
    own = f"{name}_" if keyword.iskeyword(name) else name  # a module cannot be called like a word of Python
    return importlib.import_module(f"interpreter.tools.commands.{own}")


def _check_command(argv: list[str]) -> None:
    """Refuse an unknown command with the nearest one: argparse only lists them all."""
    if not argv or argv[0].startswith("-") or argv[0] in COMMANDS:
        return
    near = nearest(argv[0], COMMANDS)
    hint = f"did you mean `{near}`?" if near else f"commands: {', '.join(COMMANDS)}"
    raise Trouble(f"there is no command `{shown(argv[0])}`", hint=hint)


def _tell(message: str, hint: str | None = None, code: int = TROUBLE) -> int:
    tell(message, hint)
    return code
