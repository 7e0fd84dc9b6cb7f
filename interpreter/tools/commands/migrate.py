"""`rulewright migrate`: bring the scripts of a pack to the forms of today."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterator
from pathlib import Path

from interpreter.diagnostics import shown
from interpreter.tools.migration import NotMigrated, migrated
from interpreter.tools.plain_files import content, write_text
from interpreter.tools.printing import put
from interpreter.tools.shortening import MANIFEST, shortened
from interpreter.tools.trouble import FINDINGS, FINE, Exits, Trouble

EXITS = Exits(
    fine="all scripts are in the forms of today",
    findings="with --check: some are not",
    trouble="wrong use, or a file cannot be rewritten; then nothing is changed",
)
_SUFFIXES = (".yaml", ".yml", ".md")
_TEXTS = "text"
"""The folder of a pack that holds words for people: no script stands there."""


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", nargs="+", help="folders of packs, or single .yaml and .md files")
    parser.add_argument("--check", action="store_true", help="change nothing: show what would be changed")
    parser.add_argument(
        "--shorten", action="store_true", help="say `source` once for a pack or a file of cards, and phrases only once"
    )


def run(args: argparse.Namespace) -> int:
    """Work everything out first; then show it, or write it file by file, each whole or not at all."""
    changes = [change for path in args.path for change in _changes(Path(path))]
    if args.shorten:
        changes = [change for path in args.path for change in _shorter(Path(path), changes)]
    if args.check:
        for path, before, after in changes:
            put("".join(_difference(path, before, after)))
    else:
        for path, _, after in changes:
            write_text(str(path), after)
            put(f"{shown(str(path))}\n")
    files = f"{len(changes)} file{'s' * (len(changes) != 1)}"
    put(f"{files} to rewrite\n" if args.check else f"{files} rewritten\n")
    return FINDINGS if args.check and changes else FINE


def _changes(path: Path) -> list[tuple[Path, str, str]]:
    """The files below a path whose scripts change, each with its text before and after. Raises Trouble."""
    found = []
    for file in _files(path):
        before = _text(file)
        try:
            after = migrated(file.name, before)
        except NotMigrated as problem:
            raise Trouble(f"`{shown(str(file))}` cannot be migrated: {problem}", hint="no file was changed") from None
        if after != before:
            found.append((file, before, after))
    return found


def _shorter(path: Path, changes: list[tuple[Path, str, str]]) -> list[tuple[Path, str, str]]:
    """The same with everything said once, for a path that is the folder of a pack. Raises Trouble."""
    if not (path / MANIFEST).is_file():
        raise Trouble(f"`{shown(str(path))}` is not the folder of a pack", hint="--shorten looks at a pack as a whole")
    migrated_ones = {file: after for file, _, after in changes}
    before = {file: _text(file) for file in _files(path) if file.suffix == ".yaml"}
    texts = {str(file.relative_to(path).as_posix()): migrated_ones.get(file, text) for file, text in before.items()}
    try:
        texts |= shortened(texts)
    except NotMigrated as problem:
        raise Trouble(f"`{shown(str(path))}` cannot be shortened: {problem}", hint="no file was changed") from None
    after = {file: texts[str(file.relative_to(path).as_posix())] for file in before}
    return [(file, before[file], after[file]) for file in before if after[file] != before[file]]


def _files(path: Path) -> Iterator[Path]:
    try:
        folder, known = path.is_dir(), path.exists()
    except (OSError, ValueError):
        folder = known = False
    if not known:
        raise Trouble(f"there is nothing at `{shown(str(path))}`", hint="name the folder of a pack, or a file in one")
    if not folder:
        yield path
        return
    for one in sorted(path.rglob("*")):
        inside = one.relative_to(path).parts
        hidden = any(part.startswith(".") for part in inside)
        if one.suffix in _SUFFIXES and one.is_file() and not one.is_symlink() and not hidden and inside[0] != _TEXTS:
            yield one


def _text(file: Path) -> str:
    try:
        return content(file).decode("utf-8")
    except UnicodeDecodeError:
        raise Trouble(f"`{shown(str(file))}` is not UTF-8 text", hint="no file was changed") from None


def _difference(path: Path, before: str, after: str) -> Iterator[str]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, f"{path}", f"{path} (migrated)", n=1):
        yield line if line.endswith("\n") else f"{line}\n"
