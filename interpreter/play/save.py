"""A save: a game written down as packs, options, seed, players and picks, in a file that notices every damage.

Lines of text, each ended by 16 hex digits that hash the line and everything above it:

    rulewright-save 1 0.1.0 <hash>       format and program version
    head {"seed": 7, ...} <hash>         what the game is made of (JSON)
    pick 3 <hash>                        one line per choice
    end 1 <state hash> <hash>            how many, and the state they lead to

This module owns the format and the files; it knows no game, no rules and no terminal.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata

from interpreter.diagnostics import shown

FORMAT = 1
MAGIC = b"rulewright-save"
MAX_BYTES = 16 * 1024 * 1024
MAX_SEED = 2**31 - 1
MAX_PICK = 1_000_000

# Every sentence this module can say, by code: English, French.
ERRORS: Mapping[str, tuple[str, str]] = {
    "save/missing": ("there is no save `{path}`", "il n'y a pas de sauvegarde `{path}`"),
    "save/is-a-folder": (
        "`{path}` is a folder; name a file in it",
        "`{path}` est un dossier ; nommez un fichier dedans",
    ),
    "save/not-a-file": (
        "`{path}` is a device or a pipe, not a file; choose another name",
        "`{path}` est un périphérique ou un tube, pas un fichier ; choisissez un autre nom",
    ),
    "save/not-a-save": (
        "`{path}` exists and is not a Rulewright save; choose another name",
        "`{path}` existe et n'est pas une sauvegarde Rulewright ; choisissez un autre nom",
    ),
    # The same three when a save is to be read: nobody is about to choose a name then.
    "save/reads-a-folder": ("`{path}` is a folder, not a save", "`{path}` est un dossier, pas une sauvegarde"),
    "save/reads-a-device": (
        "`{path}` is a device or a pipe, not a save",
        "`{path}` est un périphérique ou un tube, pas une sauvegarde",
    ),
    "save/reads-no-save": (
        "`{path}` is not a Rulewright save",
        "`{path}` n'est pas une sauvegarde Rulewright",
    ),
    "save/no-folder": ("the folder of `{path}` does not exist", "le dossier de `{path}` n'existe pas"),
    "save/refused": (
        "`{path}` cannot be used: {cause}",
        "impossible d'utiliser `{path}` : {cause}",
    ),
    "save/read-only": (
        "`{path}` cannot be written: its folder or the file is read-only for you",
        "impossible d'écrire `{path}` : son dossier ou le fichier est en lecture seule pour vous",
    ),
    "save/disk-full": (
        "`{path}` was not written: the disk is full; make room and save again",
        "`{path}` n'a pas été écrit : le disque est plein ; faites de la place et sauvegardez de nouveau",
    ),
    "save/in-use": (
        "`{path}` is in use by another running game",
        "`{path}` est utilisé par une autre partie en cours",
    ),
    "save/newer": (
        "`{path}` was made by version {version} (save format {format}), newer than this program reads (format {ours})",
        "`{path}` vient de la version {version} (format {format}), plus récente que ce programme (format {ours})",
    ),
    "save/damaged-head": (
        "`{path}` is damaged at its start: nothing can be recovered",
        "`{path}` est endommagé dès le début : rien n'est récupérable",
    ),
    "save/bad-field": (
        "`{path}` is not a usable save: `{field}` is missing or not allowed",
        "`{path}` n'est pas une sauvegarde utilisable : `{field}` manque ou n'est pas permis",
    ),
    "save/too-large": (
        "`{path}` is larger than any save (16 MB)",
        "`{path}` est plus grand que toute sauvegarde (16 Mo)",
    ),
}


class SaveError(Exception):
    """A save that cannot be read or written; `code` and `facts` say why, `text` says it to a person."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = {name: shown(value) for name, value in facts.items()}
        super().__init__(self.text("en"))

    def text(self, lang: str) -> str:
        """Say what is wrong, in English or French."""
        return ERRORS[self.code][1 if lang == "fr" else 0].format(**self.facts)


@dataclass(frozen=True, slots=True)
class PackPin:
    """The exact content a game was started with."""

    id: str
    version: str
    where: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Save:
    """Everything that makes a game again: the content, how it was set up, and what was chosen."""

    packs: tuple[PackPin, ...]
    options: Mapping[str, bool | int | str]
    seed: int
    players: tuple[str, ...]
    lang: str
    picks: tuple[int, ...]
    state: str = ""  # hash of the state after the last pick; empty when the end of the file was lost


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a save stops being trustworthy: the picks up to `good` are whole."""

    good: int


# ---------------------------------------------------------------------------------------------------------- encoding


def encode(save: Save) -> bytes:
    """Write a save as bytes."""
    chain = _Chain()
    lines = [chain.seal(f"{MAGIC.decode()} {FORMAT} {program_version()}".encode())]
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
    }
    return json.dumps(fields, ensure_ascii=True, separators=(",", ":")).encode()


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
    for field, allowed in _FIELDS.items():
        if not allowed(head.get(field)):
            raise SaveError("save/bad-field", path=path, field=field)
    packs, options, players = head["packs"], head["options"], head["players"]
    seed, lang = head["seed"], head["lang"]
    # The table below has looked at each of them; this tells the type checker.
    assert isinstance(packs, list) and isinstance(options, dict) and isinstance(players, list)
    assert isinstance(seed, int) and isinstance(lang, str)
    return Save(tuple(PackPin(*pin) for pin in packs), options, seed, tuple(players), lang, tuple(picks), state)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 4096


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_SEED


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
    """Keep a save for this process alone while a game writes to it. Raises SaveError when another one has it."""
    with os_errors(path):
        folder, name = os.path.split(os.path.realpath(path))
        if not os.path.isdir(folder):
            raise SaveError("save/no-folder", path=path)
        lock = os.path.join(folder, f".{name}.lock")
        handle = os.open(lock, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        _take(handle, path)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                os.unlink(lock)
    finally:
        os.close(handle)


def _take(handle: int, path: str) -> None:
    try:
        import fcntl  # noqa: PLC0415 - Windows has none: two programs on one save are then not noticed
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise SaveError("save/in-use", path=path) from error


def write_whole(target: str, data: bytes) -> None:
    """Write a file whole or not at all. Raises OSError; the old file is then as it was."""
    folder, name = os.path.split(target)
    _replace(target, os.path.join(folder, f".{name}.{os.getpid()}.tmp"), data)
    _sync_folder(folder)


def _replace(target: str, temporary: str, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666)
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


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
