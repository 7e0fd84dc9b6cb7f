"""Packs as files: one reproducible zip for each, and the folder of the user where installed ones are kept.

An installed pack stays the very file that was checked: nothing is ever unpacked, so no member of an archive can land
anywhere, and every later reading goes through the same limits.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Severity, nearest, render_text, shown
from interpreter.play.pack import check_source
from interpreter.play.save import SaveError, os_errors, read_save, write_whole
from interpreter.source import limits, read_archive
from interpreter.source.find import installed_folder, installed_packs, shipped_packs
from interpreter.source.gather import gather_zip
from interpreter.source.layers.known import Known, described, known_packs
from interpreter.source.version import satisfies
from interpreter.tools.keeping import shelf_folder
from interpreter.tools.trouble import FINDINGS, Trouble

_DATE = (1980, 1, 1, 0, 0, 0)
"""The first moment a zip can name: files have no date in a pack."""
_NAMED = 5
"""So many saves are named that need a pack."""
_MOST_SAVES = 1000


# ------------------------------------------------------------------------------------------------------------ archives


def packed(files: Mapping[str, bytes]) -> bytes:
    """Make an archive of files: the same files give the same bytes, on every machine and on every day.

    Nothing is compressed: how small a file gets depends on the library, and packs are small.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(files.items()):
            member = zipfile.ZipInfo(name, _DATE)
            member.create_system = 3
            member.external_attr = 0o100644 << 16
            archive.writestr(member, content)
    made = buffer.getvalue()
    if len(made) > limits.ARCHIVE_PACKED_BYTES:
        most = limits.ARCHIVE_PACKED_BYTES // 2**20
        raise Trouble(f"the pack is larger than a pack file may be ({most} MB)", hint="make its pictures smaller")
    return made


def read_file(path: str) -> bytes:
    """Read a pack file, at most one byte more than a pack may have. Raises Trouble when there is none."""
    place = Path(path)
    try:
        if place.is_dir():
            raise Trouble(f"`{shown(path)}` is a folder", hint="`rulewright pack build` makes a file of it")
        if not place.is_file():
            raise Trouble(f"there is no file `{shown(path)}`")
        with place.open("rb") as file:
            return file.read(limits.ARCHIVE_PACKED_BYTES + 1)
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or "not a path"
        raise Trouble(f"`{shown(path)}` cannot be read: {cause}") from error


# ---------------------------------------------------------------------------------------------------------- installing


def install(path: str, *, anyway: bool) -> tuple[Known, Known | None]:
    """Check a pack file with all it stands on, and keep it; gives it and the one it took the place of.

    Raises Trouble, and leaves everything as it was, when anything is wrong with it.
    """
    content = read_file(path)
    pack = check_source(read_archive(content, path))
    demand_sound(pack.diagnostics, pack.source.lines)
    new = described(gather_zip(content, path))
    if new.name in shipped_packs():
        raise Trouble(f"`{new.name}` is the name of a pack that comes with the program", hint="give it another id")
    old = next((one for one in known_packs() if one.installed and one.name == new.name), None)
    if old is not None and old.sound:
        if old.digest == new.digest and old.version == new.version:
            _write(new.name, content)  # scenarios and studies may differ; the game is the same
            return new, old
        if old.version == new.version:
            raise Trouble(
                f"`{new.name}` {new.version} is already installed with other content",
                hint="give the new one another version, or `rulewright pack remove` the old one first",
            )
        _demand_unneeded(old, new.version, anyway=anyway)
    _write(new.name, content)
    return new, old


def remove(name: str, *, anyway: bool) -> Known:
    """Take an installed pack away. Raises Trouble when there is none, or when something needs it."""
    installed = installed_packs()
    old = next((one for one in known_packs() if one.installed and one.name == name), None)
    if name not in installed or old is None:
        if name in shipped_packs():
            raise Trouble(f"`{shown(name)}` comes with the program and stays")
        near = nearest(name, installed)
        hint = f"did you mean `{near}`?" if near else f"installed: {', '.join(installed) or 'none'}"
        raise Trouble(f"no pack `{shown(name)}` is installed", hint=hint)
    _demand_unneeded(old, None, anyway=anyway)
    try:
        installed[name].unlink()
    except OSError as error:
        raise Trouble(f"`{installed[name]}` cannot be removed: {error.strerror}") from error
    return old


def _demand_unneeded(old: Known, version: str | None, *, anyway: bool) -> None:
    """Refuse to take away what another pack stands on, or what a saved game goes on with."""
    for one in known_packs():
        wanted = one.requires.get(old.name)
        if one.name != old.name and wanted is not None and (version is None or not satisfies(version, wanted)):
            raise Trouble(f"`{old.name}` is needed by `{one.name}` ({wanted})", hint=f"remove `{one.name}` first")
    saves = _saves_with(old)
    if saves and not anyway:
        named = ", ".join(shown(save) for save in saves[:_NAMED]) + (" …" if len(saves) > _NAMED else "")
        raise Trouble(
            f"`{old.name}` {old.version} is needed by {len(saves)} saved game{'s' * (len(saves) != 1)}: {named}",
            hint="finish or delete them first, or say --anyway",
        )


def _saves_with(pack: Known) -> list[str]:
    """Name the unfinished games on the shelf that were begun with exactly this pack."""
    found = []
    try:
        files = sorted(shelf_folder().glob("*.rws"))[:_MOST_SAVES]
    except (OSError, RuntimeError):
        return []
    for file in files:
        try:
            save, _ = read_save(str(file))
        except SaveError:
            continue
        if any(pin.id == pack.name and pin.sha256 == pack.digest for pin in save.packs):
            found.append(str(file))
    return found


def _write(name: str, content: bytes) -> None:
    folder = installed_folder()
    if folder is None:
        raise Trouble("there is no folder for your data", hint="name one with RULEWRIGHT_DATA")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"`{folder}` cannot be made: {error.strerror}") from error
    write_file(str(folder / f"{name}.zip"), content)


def write_file(path: str, content: bytes) -> None:
    """Write a file whole or not at all. Raises Trouble with the cause."""
    try:
        with os_errors(path):
            write_whole(path, content)
    except SaveError as error:
        raise Trouble(str(error)) from error


def demand_sound(diagnostics: list[Diagnostic], lines: object) -> None:
    """Refuse a pack with errors, and show them."""
    wrong = [one for one in diagnostics if one.severity is Severity.ERROR]
    if wrong:
        raise Trouble(f"the pack has errors:\n\n{render_text(wrong, lines)}", FINDINGS)  # type: ignore[arg-type]
