"""`rulewright new`: files to begin with, valid and playable as they are."""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from interpreter.diagnostics import nearest, shown
from interpreter.tools import core
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.program import command, typed
from interpreter.tools.scaffold import card_file, draft_of, expansion_files, game_files, kinds_with_scripts
from interpreter.tools.trouble import FINE, Exits, Trouble

EXITS = Exits(fine="the files are there", trouble="wrong use, something is there already, or it cannot be written")

_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    sorts = parser.add_subparsers(dest="sort", metavar="WHAT", required=True)
    game = sorts.add_parser("game", help="a small game of its own, to change into yours")
    game.add_argument("name", metavar="NAME", help="the id of the game, and of its folder")
    game.add_argument("--title", help="what players read")
    pack = sorts.add_parser("pack", help="a pack on another one: an expansion, a variant, a house rule")
    pack.add_argument("name", metavar="NAME", help="the id of the pack, and of its folder")
    pack.add_argument("--on", required=True, metavar="PACK", help="the pack it stands on")
    pack.add_argument("--title", help="what players read")
    card = sorts.add_parser("card", help="a card, tile or other thing, in a file of its own")
    card.add_argument("kind", metavar="KIND", help="the kind it is of, as the pack calls it")
    card.add_argument(
        "--in", dest="folder", default=".", metavar="FOLDER", help="the pack it belongs to (default: here)"
    )
    card.add_argument("--id", help="its id (default: new_KIND)")
    card.add_argument("--title", help="what players read")
    add_with(card)


def run(args: argparse.Namespace) -> int:
    """Write the files, or none of them."""
    if args.sort == "card":
        return _card(args)
    name = _checked_id(args.name)
    title = _checked_title(args.title, name)
    if args.sort == "game":
        files = game_files(name, title)
    else:
        files = expansion_files(core.load(args.on).vocabulary, name, title)
    _write_folder(Path(name), files)
    console = Console()
    console.line(f"{name}/ is there:")
    for path in files:
        console.line(f"  {name}/{path}")
    _suggest(console, [f"check {name}", f"test {name}", f"play {name}", f"verify {name} --games 20"])
    return FINE


def _card(args: argparse.Namespace) -> int:
    folder = Path(args.folder)
    if not (folder / "pack.yaml").is_file():
        raise Trouble(f"there is no pack in `{shown(args.folder)}`", hint="name its folder with --in, or go there")
    v = core.load(core.asked(args.folder, args.others)).vocabulary
    kinds = kinds_with_scripts(v)
    if args.kind not in kinds:
        if args.kind in v.kinds and v.kinds[args.kind].items:
            like = v.kinds[args.kind].items[0]
            does = "effect" in v.kinds[args.kind].scripts.values()
            raise Trouble(
                f"every `{args.kind}` belongs to somebody or is a part of something"
                if does
                else f"no `{args.kind}` has an effect to write",
                hint=f"begin with a copy of `{like.id}` ({like.span.file}:{like.span.line})",
            )
        near = nearest(args.kind, kinds)
        hint = f"did you mean `{near}`?" if near else f"kinds that do something: {', '.join(kinds) or 'none'}"
        raise Trouble(f"the pack has no kind `{shown(args.kind)}` that does something", hint=hint)
    name = _checked_id(args.id or _free(f"new_{args.kind}", set(v.item_ids)))
    if name in v.item_ids:
        raise Trouble(f"the pack has a `{name}` already", hint="give the new one another name with --id")
    path = folder / "cards" / f"{name}.yaml"
    _write_file(path, card_file(v, draft_of(v, args.kind), name, _checked_title(args.title, name)))
    console = Console()
    console.line(f"{path} is there")
    here = typed(args.folder)
    _suggest(console, [f"show {here} {name}", f"try {here} {name}"])
    return FINE


def _suggest(console: Console, words: list[str]) -> None:
    console.line("next:")
    for one in words:
        console.line(f"  {command()} {one}", whole=True)


# ------------------------------------------------------------------------------------------------------- names


def _checked_id(name: str) -> str:
    if not _ID.fullmatch(name):
        raise Trouble(
            f"`{shown(name)}` is no id", hint="an id has small letters, digits and `_`, and begins with a letter"
        )
    return name


def _checked_title(given: str | None, name: str) -> str:
    """What players read: as given, or the id as a title; quotes would end it in YAML."""
    title = given if given is not None else name.replace("_", " ").title()
    if not title.strip() or len(title) > 60 or not title.isprintable() or any(sign in title for sign in '"\\{}'):
        raise Trouble(f"`{shown(title)}` is no title", hint="1 to 60 letters, without quotes, braces and backslashes")
    return title


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name}_{number}" for number in range(2, 10_000))
    return name if name not in taken else next(one for one in numbered if one not in taken)


# ------------------------------------------------------------------------------------------------------- files


def _write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Put all files in place at once: a folder is there whole or not at all."""
    if folder.exists() or folder.is_symlink():
        raise Trouble(f"`{folder}` is there already", hint="nothing was changed; choose another name")
    made = None
    try:
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        for name, text in files.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            (made / name).write_text(text, encoding="utf-8")
        made.chmod(0o755)
        made.rename(folder)
    except OSError as error:
        raise Trouble(f"`{folder}` cannot be written: {error.strerror}") from error
    finally:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)


def _write_file(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise Trouble(f"`{path}` is there already", hint="nothing was changed; choose another --id") from error
    except OSError as error:
        raise Trouble(f"`{path}` cannot be written: {error.strerror}") from error
