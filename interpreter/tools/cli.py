"""The command `rulewright`: reads the command line, runs one command, gives its exit code.

0: fine. 1: findings (a check that found something, a test that failed). 2: wrong usage, or something that the command
needs is missing or broken. A traceback is a bug of this program, never an answer to bad input.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from interpreter.diagnostics import nearest, shown
from interpreter.play.save import SaveError, program_version
from interpreter.tools.console import forgiving_streams
from interpreter.tools.flags import Flags, split
from interpreter.tools.trouble import FINDINGS, TROUBLE, Trouble, exit_codes, tell

# Each command is a module of its own with `add` (its arguments) and `run`.
COMMANDS = {
    "play": "play a game, with people and bots",
    "resume": "go on with a saved game",
    "replay": "show a saved game from its start",
    "check": "find every mistake in a pack",
    "test": "run the scenarios of a pack",
    "show": "show what a pack contains: texts, fields, trees, code",
    "achievements": "show what you have achieved in a game",
    "simulate": "let bots play many games and add them up",
    "balance": "play the studies of a pack and hold their figures against its bars",
    "coverage": "list the rules that no scenario tests",
}

_EXIT_CODES = exit_codes(
    "fine",
    "findings: errors or warnings, failed scenarios, a path without scenarios",
    "wrong use, or something that is needed is missing or broken",
)


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
        raise Trouble(message, hint=f"try: {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    forgiving_streams()
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except Trouble as trouble:
        return _tell(str(trouble), trouble.hint, trouble.code)
    except SaveError as error:
        return _tell(str(error))
    except KeyboardInterrupt:
        return _tell("interrupted")
    except BrokenPipeError:
        # The reader (a pager, `head`) has gone: there is nobody left to tell. Python must not try again at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return TROUBLE
    return code


def _run(argv: list[str]) -> int:
    _check_command(argv)
    parser = _Parser(
        prog="rulewright",
        description="Plays board games from content packs.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rulewright {program_version()}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    wanted = argv[0] if argv else ""
    flags = Flags()
    for name, summary in COMMANDS.items():
        sub = subparsers.add_parser(name, help=summary, description=summary.capitalize() + ".")
        if name == wanted:
            _command(name).add(sub)
            if "--option" in sub.flags:
                argv, flags = split(argv, sub.flags)
                _explain_pack(sub, argv)
    args = parser.parse_args(argv)
    args.flags = flags
    command = _command(args.command)
    from interpreter.play.errors import Fault  # noqa: PLC0415 - every command has loaded the machine by now

    try:
        code = command.run(args)
    except Fault as fault:
        # Where a choice can be undone this is told in its place; here it happened while looking or counting.
        raise Trouble(f"a rule of the pack failed: {fault}", FINDINGS) from fault
    assert isinstance(code, int)
    return code


def _explain_pack(parser: _Parser, argv: list[str]) -> None:
    """Let the help of a command that names a pack list what that pack lets people choose."""
    if not {"-h", "--help"} & set(argv):
        return
    from interpreter.tools import choices, core  # noqa: PLC0415 - only for help: the rest should start quickly

    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "Name a pack before --help to see its modes and options."
    for word in argv[1:]:
        if not word.startswith("-"):
            with contextlib.suppress(Trouble):
                parts = choices.choice_lines(core.load(word), "en")
                parser.epilog = "\n".join("\n  ".join([heading, *lines]) for heading, lines in parts) or None
            return


def _command(name: str):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a module with `add` and `run`
    return importlib.import_module(f"interpreter.tools.commands.{name}")


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
