"""A save: a game written down as packs, options, seed, players and picks, in a file that notices every damage.

Lines of text, each ended by 16 hex digits that hash the line and everything above it:

    rulewright-save 1 0.1.0 <hash>       format and program version
    head {"seed": 7, ...} <hash>         what the game is made of (JSON)
    pick 3 <hash>                        one line per choice
    end 1 <state hash> <hash>            how many, and the state they lead to

A sealed save says "sealed": "…" in place of "seed": 7 (`interpreter.play.seal`).

This module owns the format and the files; it knows no game, no rules and no terminal.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping

from interpreter.diagnostics import shown
from interpreter.diagnostics.raised import RulewrightError
from interpreter.languages import FALLBACK, language
from interpreter.play.seal import sealed, unsealed
from interpreter.records import record

FORMAT = 3
"""The newest format that is read: 2 has a sealed seed, 3 a long one. A save is written in the oldest that fits it."""
MAGIC = b"rulewright-save"
MAX_BYTES = 16 * 1024 * 1024
MAX_SEED = 2**31 - 1
LONG_SEED = 2**63 - 1
"""Seeds of games that were played at a table on the network: there they must not be found by trying."""
MAX_PICK = 1_000_000
_CAREFUL = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""How files of ours are opened: never through a link, never handed on to another program."""


class SaveError(RulewrightError):
    """A save that cannot be read or written; `code` and `facts` say why, `text` says it to a person."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = {name: shown(value) for name, value in facts.items()}
        super().__init__(self.text(FALLBACK))

    def text(self, lang: str) -> str:
        """Say what is wrong."""
        return language(lang).saves[self.code].format(**self.facts)


@record(frozen=True, slots=True)
class PackPin:
    """The exact content a game was started with."""

    id: str
    version: str
    where: str
    sha256: str


@record(frozen=True, slots=True)
class Save:
    """Everything that makes a game again: the content, how it was set up, and what was chosen."""

    packs: tuple[PackPin, ...]
    options: Mapping[str, bool | int | str]
    seed: int
    players: tuple[str, ...]
    lang: str
    picks: tuple[int, ...]
    state: str = ""  # hash of the state after the last pick; empty when the end of the file was lost
    seal: str = ""  # the random part of the seal that the seed is under; empty when it stands there openly
    stack: str = ""  # hash of the game that several packs make together; empty for a pack alone


@record(frozen=True, slots=True)
class Damage:
    """Where a save stops being trustworthy: the picks up to `good` are whole."""

    good: int


# ---------------------------------------------------------------------------------------------------------- encoding


def encode(save: Save) -> bytes:
    """Write a save as bytes."""
    chain = _Chain()
    version = 3 if save.seed > MAX_SEED else 2 if save.seal else 1
    lines = [chain.seal(f"{MAGIC.decode()} {version} {program_version()}".encode())]
    lines.append(chain.seal(b"head " + _head(save)))
    lines.extend(chain.seal(f"pick {pick}".encode()) for pick in save.picks)
    lines.append(chain.seal(f"end {len(save.picks)} {save.state or '-'}".encode()))
    return b"".join(lines)


def decode(data: bytes, path: str) -> tuple[Save, Damage | None]:
    """Read a save from bytes; what follows the first damaged line is left out and reported.

    Raises SaveError when not even the head can be trusted, or when a newer program wrote it.
    """
    if len(data) > MAX_BYTES:
        raise SaveError("save/too-large", path=path)
    lines = _good_lines(data)
    _check_version(next(lines, None), data, path)
    head = _read_head(next(lines, None), path)
    picks: list[int] = []
    for line, stop in lines:
        word, _, rest = line.partition(b" ")
        if word == b"pick" and _small_number(rest):
            picks.append(int(rest))
            continue
        state = _read_end(line, len(picks))
        whole = state is not None and stop == len(data)
        return _built(head, picks, state or "", path), None if whole else Damage(len(picks))
    return _built(head, picks, "", path), Damage(len(picks))


def program_version() -> str:
    """Give the version of the installed program."""
    from importlib import metadata  # noqa: PLC0415 - it loads half a mail program

    try:
        return metadata.version("rulewright")
    except metadata.PackageNotFoundError:
        return "0"


class _Chain:
    """The running hash: each line's seal depends on every line above it."""

    def __init__(self) -> None:
        self._digest = b""

    def seal(self, payload: bytes) -> bytes:
        return payload + b" " + self.next(payload) + b"\n"

    def next(self, payload: bytes) -> bytes:
        self._digest = hashlib.sha256(self._digest + payload).digest()
        return self._digest.hex()[:16].encode()


def _good_lines(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Give payload and end of each line whose seal holds, up to the first that does not."""
    chain = _Chain()
    start = 0
    # What follows the last newline is an unfinished line, never a good one.
    while (stop := data.find(b"\n", start)) >= 0:
        payload, _, seal = data[start:stop].rpartition(b" ")
        if chain.next(payload) != seal:
            return
        start = stop + 1
        yield payload, start


def _check_version(first: tuple[bytes, int] | None, data: bytes, path: str) -> None:
    if first is None:
        raise SaveError("save/damaged-head" if data.startswith(MAGIC) else "save/reads-no-save", path=path)
    words = first[0].split(b" ")
    if len(words) != 3 or words[0] != MAGIC or not _small_number(words[1]):
        raise SaveError("save/reads-no-save", path=path)
    if int(words[1]) > FORMAT:
        version = words[2].decode("ascii", "replace")
        raise SaveError("save/newer", path=path, version=version, format=int(words[1]), ours=FORMAT)


def _small_number(text: bytes) -> bool:
    return text.isdigit() and len(text) <= 7 and int(text) <= MAX_PICK


def _read_end(line: bytes, count: int) -> str | None:
    words = line.split(b" ")
    if len(words) != 3 or words[0] != b"end" or words[1] != str(count).encode():
        return None
    state = words[2].decode("ascii", "replace")
    return "" if state == "-" else state


# -------------------------------------------------------------------------------------------------------------- head


def _head(save: Save) -> bytes:
    fields = {
        "packs": [[pin.id, pin.version, pin.where, pin.sha256] for pin in save.packs],
        "options": dict(sorted(save.options.items())),
        "seed": save.seed,
        "players": list(save.players),
        "lang": save.lang,
        **({"stack": save.stack} if save.stack else {}),
    }
    if save.seal:
        fields["sealed"] = sealed(save.seed, save.seal, _about(fields))
        del fields["seed"]
    return json.dumps(fields, ensure_ascii=True, separators=(",", ":")).encode()


def _about(fields: Mapping[str, object]) -> bytes:
    """What a seal is tied to: content, options and players."""
    parts = [fields.get(name) for name in ("packs", "options", "players")]
    return json.dumps(parts, ensure_ascii=True, separators=(",", ":")).encode()


def _read_head(second: tuple[bytes, int] | None, path: str) -> dict[str, object]:
    if second is None or not second[0].startswith(b"head "):
        raise SaveError("save/damaged-head", path=path)
    try:
        fields = json.loads(second[0].removeprefix(b"head "))
    except (ValueError, RecursionError) as error:
        raise SaveError("save/bad-field", path=path, field="head") from error
    if not isinstance(fields, dict):
        raise SaveError("save/bad-field", path=path, field="head")
    return fields


def _built(head: dict[str, object], picks: list[int], state: str, path: str) -> Save:
    seal = ""
    if "sealed" in head:
        opened = unsealed(head["sealed"], _about(head)) if "seed" not in head else None
        if opened is None:
            raise SaveError("save/bad-field", path=path, field="sealed")
        head["seed"], seal = opened
    for field, allowed in _FIELDS.items():
        if not allowed(head.get(field)):
            raise SaveError("save/bad-field", path=path, field=field)
    packs, options, players = head["packs"], head["options"], head["players"]
    seed, lang = head["seed"], head["lang"]
    # The table below has looked at each of them; this tells the type checker.
    assert isinstance(packs, list) and isinstance(options, dict) and isinstance(players, list)
    assert isinstance(seed, int) and isinstance(lang, str)
    stack = head.get("stack", "")
    if not _is_text(stack):
        raise SaveError("save/bad-field", path=path, field="stack")
    assert isinstance(stack, str)
    pins = tuple(PackPin(*pin) for pin in packs)
    return Save(pins, options, seed, tuple(players), lang, tuple(picks), state, seal, stack)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 4096


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LONG_SEED


def _is_names(value: object) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 16 and all(_is_text(name) for name in value)


def _is_pins(value: object) -> bool:
    if not isinstance(value, list) or not 1 <= len(value) <= 64:
        return False
    return all(isinstance(pin, list) and len(pin) == 4 and all(_is_text(part) for part in pin) for pin in value)


def _is_options(value: object) -> bool:
    if not isinstance(value, dict) or len(value) > 200:
        return False
    return all(isinstance(each, bool | int) or _is_text(each) for each in value.values())


_FIELDS = {
    "packs": _is_pins,
    "options": _is_options,
    "seed": _is_seed,
    "players": _is_names,
    "lang": _is_text,
}


# ------------------------------------------------------------------------------------------------------------- files


def read_save(path: str) -> tuple[Save, Damage | None]:
    """Read a save from a file. Raises SaveError when there is nothing to go on with."""
    with os_errors(path):
        if not _is_regular(path, "save/reads-a-folder", "save/reads-a-device"):
            raise SaveError("save/missing", path=path)
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    return decode(data, path)


def check_target(path: str) -> str:
    """Give the file that a save under this path goes to. Raises SaveError when it cannot go there."""
    with os_errors(path):
        # A link is followed, so that the file it names is replaced and not the link.
        target = os.path.realpath(path)
        if _is_regular(target, "save/is-a-folder", "save/not-a-file") and not _is_ours(target):
            raise SaveError("save/not-a-save", path=path)
        if not os.path.isdir(os.path.dirname(target)):
            raise SaveError("save/no-folder", path=path)
        if os.path.exists(target) and not os.access(target, os.W_OK):
            raise SaveError("save/read-only", path=path)
        return target


def write_save(path: str, save: Save) -> None:
    """Write a save whole or not at all: the old file stays until the new one is safely on the disk."""
    data = encode(save)
    target = check_target(path)
    with os_errors(path):
        write_whole(target, data)


@contextlib.contextmanager
def hold(path: str) -> Iterator[None]:
    """Keep a save for this process alone while a game writes to it. Raises SaveError when another one has it.

    Two locks do that. The one beside the save keeps its name, also where there is no file yet; the one on the save itself
    holds when somebody takes the first away, and under every other name the file has.
    """
    with contextlib.ExitStack() as locks:
        with os_errors(path):
            target = os.path.realpath(path)
            folder, name = os.path.split(target)
            if not os.path.isdir(folder):
                raise SaveError("save/no-folder", path=path)
            lock = os.path.join(folder, f".{name}.lock")
            handle = _name_lock(lock, path)
            locks.callback(os.close, handle)
            locks.callback(_unlink_own, lock, handle)
            _held[target] = _file_lock(target, path)
            locks.callback(lambda: _release(_held.pop(target)))
            remove_leftovers(target)
        yield


_held: dict[str, int | None] = {}
"""The saves this process holds, by their place, each with the open file whose lock keeps it, where there is one."""


def _name_lock(lock: str, path: str) -> int:
    """Open the file beside a save and lock it; one that was taken away meanwhile is no lock."""
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_RDWR | _CAREFUL, 0o600)
        try:
            _take(handle, path)
            if _is_at(handle, lock):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _file_lock(target: str, path: str) -> int | None:
    """Lock the save itself, if there is one and the system lets a file be replaced while it is open."""
    if os.name == "nt":
        return None
    try:
        handle = os.open(target, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _CAREFUL)
    except FileNotFoundError:
        return None
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            _take(handle, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _release(handle: int | None) -> None:
    if handle is not None:
        os.close(handle)  # which gives its lock back


def _is_at(handle: int, path: str) -> bool:
    """Whether an open file is the one that stands at a path."""
    try:
        there = os.lstat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), there)


def _unlink_own(lock: str, handle: int) -> None:
    """Take our lock away; another one in its place is not ours to take."""
    with contextlib.suppress(OSError):
        if _is_at(handle, lock):
            os.unlink(lock)


def _take(handle: int, path: str) -> None:
    if not _lock(handle):
        raise SaveError("save/in-use", path=path)


def _lock(handle: int) -> bool:
    """Lock an open file; False when somebody else has it."""
    try:
        import fcntl  # noqa: PLC0415 - Windows has none: two programs on one save are then not noticed
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # A file system without locks cannot tell; everything else means that somebody has it.
        return error.errno in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS)
    return True


def write_whole(target: str, data: bytes) -> None:
    """Write a file whole or not at all. Raises OSError; the old file is then as it was."""
    folder, name = os.path.split(target)
    _replace(target, os.path.join(folder, f".{name}.{os.getpid()}.tmp"), data)
    _sync_folder(folder)


def remove_leftovers(target: str) -> None:
    """Remove what a program that was killed while it wrote has left beside a file; only for who holds the file."""
    folder, name = os.path.split(target)
    left = re.compile(rf"\.{re.escape(name)}\.[0-9]+\.tmp")
    with contextlib.suppress(OSError):
        for one in os.listdir(folder):
            if left.fullmatch(one):
                os.unlink(os.path.join(folder, one))


def _replace(target: str, temporary: str, data: bytes) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)  # of a program that had our number before us
    handle: int | None = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CAREFUL, 0o666)
    assert handle is not None
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
            # The new file is locked before anybody can see it, so that a save is held without a gap.
            keeps = os.name != "nt" and target in _held and _lock(handle)
            if not keeps:
                os.close(handle)
                handle = None
            os.replace(temporary, target)
        except BaseException:
            _release(handle)
            raise
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    if handle is not None:
        _release(_held[target])
        _held[target] = handle


def _sync_folder(folder: str) -> None:
    """Make the new name itself survive a power cut, where the system lets a folder be synced."""
    # The save is already in place: a folder that cannot be synced is no reason to call it failed.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _is_regular(path: str, folder: str, device: str) -> bool:
    """True for a file, False for nothing; for anything else raises SaveError with the code given for it."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode):
        raise SaveError(folder if stat.S_ISDIR(mode) else device, path=path)
    return True


def _is_ours(path: str) -> bool:
    with open(path, "rb") as file:
        start = file.read(len(MAGIC))
    return start in (b"", MAGIC)


@contextlib.contextmanager
def os_errors(path: str) -> Iterator[None]:
    """Turn what the system says into a SaveError that names the cause."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise SaveError("save/disk-full", path=path) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise SaveError("save/read-only", path=path) from error
        raise SaveError("save/refused", path=path, cause=error.strerror or "unknown") from error
    except ValueError as error:  # a name with a zero byte
        raise SaveError("save/refused", path=path, cause="not a file name") from error
