"""A file of games already played, one line of JSON each, so that a long run can be interrupted and gone on with.

Only whole lines count: what a crash left half written at the end is cut off before anything is added. The file may hold
the games of several runs; each line says which one it belongs to. A file that holds anything else is left untouched.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from interpreter.diagnostics import shown
from interpreter.play.balance import Record
from interpreter.tools import plain_files
from interpreter.tools.plain_files import why
from interpreter.tools.trouble import Trouble

START = b'{"decisions":'
"""How a line begins, since keys are sorted."""


class Gamebook:
    """The games of one file; without a file they are kept in memory only."""

    def __init__(self, path: str | None) -> None:
        self._path = Path(path) if path is not None else None
        self._runs: dict[str, dict[int, Record]] = {}
        self._whole: int | None = None
        if self._path is not None:
            self._read(self._path)

    def _read(self, path: Path) -> None:
        content = plain_files.content(path)
        *lines, torn = content.split(b"\n")
        for number, line in enumerate(lines, 1):
            record = _record(line)
            if record is None:
                raise _no_game(number, path)
            self._keep(record)
        if torn[: len(START)] != START[: len(torn)]:
            raise _no_game(len(lines) + 1, path)
        self._whole = len(content) - len(torn)

    def games(self, run: str, seeds: range) -> list[Record]:
        """Give the games of a run that are there, in the order of their seeds."""
        known = self._runs.get(run, {})
        return [known[seed] for seed in seeds if seed in known]

    def missing(self, run: str, seeds: range) -> list[int]:
        """Give the seeds that are still to be played."""
        known = self._runs.get(run, {})
        return [seed for seed in seeds if seed not in known]

    def add(self, record: Record) -> None:
        """Keep a game; its line is on the disk's way when this returns."""
        self._keep(record)
        if self._path is None:
            return
        line = json.dumps(record, separators=(",", ":"), sort_keys=True) + "\n"
        try:
            handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                if self._whole is not None:
                    os.ftruncate(handle, self._whole)
                    self._whole = None
                left = line.encode()
                while left:
                    left = left[os.write(handle, left) :]
            finally:
                os.close(handle)
        except (OSError, ValueError) as error:
            raise Trouble(f"`{shown(str(self._path))}` cannot be written: {why(error)}") from error

    def _keep(self, record: Record) -> None:
        self._runs.setdefault(record["run"], {})[record["seed"]] = record


def _record(line: bytes) -> Record | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and _fits(found) else None


def _fits(found: Record) -> bool:
    numbers = (found.get("winners"), found.get("scores"))
    figures = found.get("figures")
    return (
        isinstance(found.get("run"), str)
        and all(type(found.get(key)) is int for key in ("seed", "decisions"))
        and isinstance(found.get("fault"), str)
        and all(isinstance(row, list) and all(type(one) is int for one in row) for row in numbers)
        and isinstance(figures, list)
        and all(_fits_figure(figure) for figure in figures)
    )


def _fits_figure(figure: object) -> bool:
    return isinstance(figure, dict) and all(
        isinstance(row, list) and 2 <= len(row) <= 4 and all(type(one) is int for one in row) for row in figure.values()
    )


def _no_game(number: int, path: Path) -> Trouble:
    hint = "name a file of an earlier run or a new one, or take the line out"
    return Trouble(f"line {number} of `{shown(str(path))}` is not a game", hint=hint)
