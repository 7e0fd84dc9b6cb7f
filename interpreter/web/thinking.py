"""Bots think in a few processes beside the server: whose turn it is says the desk, as everywhere else."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any

from interpreter.web import limits
from interpreter.web.desk import Desk, Urgency, Whose
from interpreter.web.store import GameRecord

_HERE = str(Path(__file__).resolve().parents[2])


class CannotThink(Exception):
    """A bot came to no pick; what is said is for players, `where` for the log."""

    def __init__(self, said: str, where: str = "") -> None:
        super().__init__(said)
        self.where = where


@dataclass(eq=False, slots=True)
class Elsewhere:
    """A process that thinks, started when it is first needed and again when it has ended."""

    last: str = ""
    """The game it thought about: it has a copy of it."""
    _process: subprocess.Popen[str] | None = None
    _late: bool = False

    def ask(self, task: dict[str, Any]) -> dict[str, Any]:
        """The answer to a task. Raises CannotThink when it takes too long, or the process comes to harm."""
        process = self._started()
        end = Timer(limits.THINKING_SECONDS, self._give_up)
        end.daemon, self._late = True, False
        end.start()
        try:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(json.dumps(task) + "\n")
            process.stdin.flush()
            told = process.stdout.readline()
        except OSError:
            told = ""
        finally:
            end.cancel()
        if told:
            found = json.loads(told)
            assert isinstance(found, dict)
            return found
        self.end()
        raise CannotThink("too long" if self._late else "ended", f"process {process.pid}")

    def _started(self) -> subprocess.Popen[str]:
        if self._process is not None and self._process.poll() is not None:
            self.end()
        if self._process is None:
            path = os.pathsep.join([_HERE, *filter(None, [os.environ.get("PYTHONPATH")])])
            self._process = subprocess.Popen(
                (sys.executable, "-P", "-m", "interpreter.web.mind"),
                env=dict(os.environ, PYTHONPATH=path),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,  # who stops the server at the keyboard stops it, and it ends this one
            )
        return self._process

    def _give_up(self) -> None:
        self._late = True
        if self._process is not None:
            self._process.kill()

    def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what nobody reads any more
                        pipe.close()


@dataclass(slots=True)
class Thinker:
    """Picks for bots."""

    minds: list[Elsewhere] = field(default_factory=lambda: [Elsewhere() for _ in range(limits.MINDS)])
    desk: Desk = field(init=False)
    _pool: ThreadPoolExecutor = field(init=False)
    """Who waits for the processes."""
    _idle: list[Elsewhere] = field(init=False)

    def __post_init__(self) -> None:
        """One place for each process."""
        self.desk = Desk(len(self.minds))
        self._pool = ThreadPoolExecutor(len(self.minds), "rulewright-bot")
        self._idle = list(self.minds)

    async def pick(self, record: GameRecord, seat: int, whose: Whose) -> int:
        """The number of the option that the bot at a seat takes. Raises CannotThink."""
        task = {
            "game": record.id,
            "packs": [[pin.id, pin.version, pin.where, pin.sha256] for pin in record.packs],
            "options": record.options,
            "seats": len(record.seats),
            "seed": record.seed,
            "picks": record.picks[:],
            "who": record.seats[seat].who,
        }
        await self.desk.enter(whose, Urgency.PLAYING)
        # The one that has a copy of the game, or one that runs already.
        mind = max(self._idle, key=lambda one: (one.last == record.id, bool(one.last)))
        self._idle.remove(mind)
        mind.last = record.id
        begun = self.desk.clock()
        asked = asyncio.get_running_loop().run_in_executor(self._pool, mind.ask, task)

        def over(_asked: asyncio.Future[dict[str, Any]]) -> None:
            self._idle.append(mind)
            self.desk.leave(whose, self.desk.clock() - begun)

        asked.add_done_callback(over)
        told = await asyncio.shield(asked)
        if "pick" not in told:
            raise CannotThink(str(told.get("wrong")), str(told.get("where", "")))
        return int(told["pick"])

    def close(self) -> None:
        """Think no more."""
        self.desk.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        for mind in self.minds:
            mind.end()
