"""`rulewright pack`: packs as files."""

from __future__ import annotations

import argparse
from pathlib import Path

from interpreter.diagnostics import Severity, shown
from interpreter.play.pack import check_source
from interpreter.source.layers.known import known_packs
from interpreter.tools import core, shelf
from interpreter.tools.commands.packs import show
from interpreter.tools.console import Console
from interpreter.tools.printing import put
from interpreter.tools.program import command
from interpreter.tools.setting import add_lang
from interpreter.tools.trouble import FINE, Exits, Trouble

EXITS = Exits(
    fine="it is done",
    findings="the pack has errors",
    trouble="wrong use, or a file or pack is missing, cannot be used or is needed",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    doing = parser.add_subparsers(dest="doing", metavar="build|install|list|remove", required=True)
    build = doing.add_parser("build", help="make one file of a pack", description="Make one file of a pack.")
    build.add_argument("path", metavar="PATH", help="the folder of the pack")
    build.add_argument("--to", metavar="FILE", help="where it goes (default: NAME-VERSION.zip, here)")
    install = doing.add_parser("install", help="keep a pack file", description="Check a pack file and keep it.")
    install.add_argument("file", metavar="FILE", help="a pack file, as `pack build` makes it")
    install.add_argument("--anyway", action="store_true", help="even if saved games need the version that is there")
    listed = doing.add_parser("list", help="list the installed packs", description="List the installed packs.")
    add_lang(listed)
    remove = doing.add_parser("remove", help="take an installed pack away", description="Take an installed pack away.")
    remove.add_argument("name", metavar="NAME", help="an installed pack")
    remove.add_argument("--anyway", action="store_true", help="even if saved games need it")
    for each in (build, install, listed, remove):
        each.formatter_class = argparse.RawDescriptionHelpFormatter
        each.epilog = str(EXITS)


def run(args: argparse.Namespace) -> int:
    """Build, install, list or remove."""
    return {"build": _build, "install": _install, "list": _list, "remove": _remove}[args.doing](args)


def _build(args: argparse.Namespace) -> int:
    source = core.source(core.asked(args.path))
    pack = check_source(source)
    shelf.demand_sound(pack.diagnostics, source.lines)
    part, files = source.packs[-1], (source.layers or (source,))[-1].files
    target = args.to if args.to is not None else f"{part.id}-{part.version}.zip"
    _demand_free(target)
    content = shelf.packed(files)
    shelf.write_file(target, content)
    warnings = sum(one.severity is Severity.WARNING for one in pack.diagnostics)
    hint = f" ({warnings} warning{'s' * (warnings != 1)}: `rulewright check` shows them)" if warnings else ""
    size = f"{len(files)} files, {len(content)} bytes, content {part.digest[:12]}"
    put(f"{shown(target)}: {part.id} {part.version}, {size}{hint}\n")
    return FINE


def _demand_free(target: str) -> None:
    """Refuse to write over anything that is not an archive."""
    place = Path(target)
    try:
        if place.is_dir():
            raise Trouble(f"`{shown(target)}` is a folder; name a file in it")
        if place.exists() and not (place.is_file() and _begins_like_an_archive(place)):
            raise Trouble(f"`{shown(target)}` exists and is not a pack file; choose another name")
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or "not a path"
        raise Trouble(f"`{shown(target)}` cannot be used: {cause}") from error


def _begins_like_an_archive(place: Path) -> bool:
    with place.open("rb") as file:
        return file.read(2) == b"PK"


def _install(args: argparse.Namespace) -> int:
    new, old = shelf.install(args.file, anyway=args.anyway)
    instead = f", in place of {old.version}" if old is not None and old.version != new.version else ""
    put(f"installed {new.name} {new.version}{instead}; `{command()} play {new.name}` plays it\n")
    return FINE


def _list(args: argparse.Namespace) -> int:
    installed = [one for one in known_packs() if one.installed]
    if installed:
        show(installed, args.lang, Console())
    else:
        put("no packs are installed\n")
    return FINE


def _remove(args: argparse.Namespace) -> int:
    old = shelf.remove(args.name, anyway=args.anyway)
    put(f"removed {old.name} {old.version}\n")
    return FINE
