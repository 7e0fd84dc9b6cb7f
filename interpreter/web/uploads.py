"""Packs that visitors bring, where the server was told to take them: checked in a process of its own, kept in one folder.

Nothing of them is ever unpacked, and nothing comes near the packs that the user has installed. A file is kept under the
hash of its bytes, so that two packs of one name do not meet; whoever brought it gets a key to take it away again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from interpreter.play.save import write_whole
from interpreter.web import limits
from interpreter.web.errors import Refused
from interpreter.web.store import hashed

if TYPE_CHECKING:
    from interpreter.web.store import Store

MARK = "visitor:"
"""How such packs are called on the page: no pack that is found by its name has a colon in it."""
_NAME = re.compile(MARK + r"[0-9a-f]{64}")
_FILE = "pack.zip"
"""What a pack is called while it is looked at: the only path in what is told about it."""
_BEGUN = "incoming-"
_HERE = str(Path(__file__).resolve().parents[2])


@dataclass(slots=True)
class Uploads:
    """The packs of visitors: files in a folder, and a row for each in the file of the games."""

    folder: Path
    store: Store
    taking: bool = True
    """Whether packs are listed and taken; where they are not, games that were begun with one go on all the same."""
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        """Make the folder, and remove what an earlier server left half done. Raises OSError."""
        self.folder = self.folder.resolve()
        if not self.taking:
            return
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in self.folder.glob(f"{_BEGUN}*/"):
            if {one.name for one in left.iterdir()} <= {_FILE}:
                shutil.rmtree(left, ignore_errors=True)
        self.sweep()

    def names(self) -> list[str]:
        """The packs that can be begun, as the page calls them, the oldest first."""
        return [MARK + one for one in self.store.brought()] if self.taking else []

    def place(self, name: str) -> str | None:
        """Where a pack of a visitor lies; None when there is none of that name."""
        if not _NAME.fullmatch(name) or name not in self.names():
            return None
        return str(self._file(name))

    def holds(self, place: str) -> bool:
        """Whether a path is that of a visitor's pack, also of one that is no longer listed."""
        return Path(place).parent == self.folder

    def _file(self, name: str) -> Path:
        return self.folder / f"{name.removeprefix(MARK)}.zip"

    async def bring(self, content: bytes, now: float) -> tuple[str, str]:
        """Check a pack and keep it; gives its name and the key that removes it. Raises Refused, and keeps nothing then."""
        name = MARK + hashlib.sha256(content).hexdigest()
        async with self._looking:
            if not self.taking:
                raise Refused("no_uploads")
            known = self.names()
            if name in known:
                raise Refused("pack_known")
            if len(known) >= limits.BROUGHT:
                raise Refused("too_many_packs")
            await self._look(content)
            key = secrets.token_urlsafe(16)
            await self.store.free()
            self._keep(name, content, hashed(key), now)
        return name, key

    def _keep(self, name: str, content: bytes, secret: bytes, now: float) -> None:
        """List a pack and write its file: in this order, since files that are not listed are swept away."""
        try:
            self.store.bring(name.removeprefix(MARK), secret, now)
        except sqlite3.Error as error:
            raise Refused("not_kept") from error
        try:
            write_whole(str(self._file(name)), content)
        except OSError as error:
            self.store.unlist(name.removeprefix(MARK), secret)
            raise Refused("not_kept") from error

    async def _look(self, content: bytes) -> None:
        """Let another process find everything that is wrong: it may take long, or much room, or fall over."""
        inside = Path(mkdtemp(prefix=_BEGUN, dir=self.folder))
        try:
            (inside / _FILE).write_bytes(content)
            told = await _examined(inside)
        except OSError as error:
            raise Refused("not_kept") from error
        finally:
            shutil.rmtree(inside, ignore_errors=True)
        if told is None:
            raise Refused("pack_too_hard")
        if told.get("taken"):
            raise Refused("pack_name_taken", str(told["taken"]))
        if told.get("wrong") != "":
            raise Refused("bad_pack", str(told.get("wrong")))

    def remove(self, name: str, key: str) -> None:
        """Take a pack off the list; its file stays for as long as a game needs it. Raises Refused."""
        if not _NAME.fullmatch(name) or not self.store.unlist(name.removeprefix(MARK), hashed(key)):
            raise Refused("no_such_pack")
        self.sweep()

    def used(self, place: str, now: float) -> None:
        """Note that a pack is played: it is kept for longer then."""
        if self.taking and self.holds(place):
            self.store.use(Path(place).stem, now)

    def expire(self, then: float) -> list[str]:
        """Take off the list what nobody has played since a time, and remove what nobody needs; gives where it lay."""
        if not self.taking:
            return []
        before = set(self.folder.glob("*.zip"))
        for file in self.store.brought_before(then):
            self.store.drop(file)
        self.sweep()
        return [str(one) for one in before - set(self.folder.glob("*.zip"))]

    def sweep(self) -> None:
        """Remove files of ours that nobody can ask for any more: not listed, and in no game that goes on."""
        listed = set(self.store.brought())
        for file in self.folder.glob("*.zip"):
            if _NAME.fullmatch(MARK + file.stem) and file.stem not in listed and not self.store.needs(str(file)):
                with contextlib.suppress(OSError):
                    file.unlink()


async def _examined(inside: Path) -> dict[str, object] | None:
    """What another process finds in the pack of a folder; None when it needs too much time or room."""
    # The engine is imported from where this one is, whatever the folder; nothing is remembered of a pack that is refused.
    path = os.pathsep.join([_HERE, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = dict(os.environ, RULEWRIGHT_NO_CACHE="1", PYTHONPATH=path)
    command = (sys.executable, "-P", "-m", "interpreter.web.examine", _FILE)
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=inside,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(limits.LOOKING_SECONDS):
            told, _ = await process.communicate()
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    try:
        found = json.loads(told) if process.returncode == 0 else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
