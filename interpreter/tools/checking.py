"""What is wrong with packs, for those who ask nothing else: checking needs no machine, and does not load one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Severity, in_order
from interpreter.records import record, replace
from interpreter.source import Asked, PackSource, Together
from interpreter.source.find import installed_packs, shipped_packs
from interpreter.tools.trouble import Trouble

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary
    from interpreter.play.findings import Wrong

NOT_FOUND = "pack/not-found"
MANIFEST = "pack.yaml"
Lines = Callable[[str], Sequence[str]]


@record(frozen=True, slots=True)
class Findings:
    """What is wrong with some packs, the lines to show it in, and what could not be looked at yet."""

    diagnostics: list[Diagnostic]
    lines: Lines
    packs: int
    """How many were there to be checked."""
    not_checked: Mapping[str, Sequence[str]]
    """The parts of a pack that an earlier mistake hides, by its place."""
    not_there: Sequence[str]
    """What would be looked at with packs that cannot be found, and with which command."""
    games: Mapping[str, Vocabulary]
    """What those packs declare whose game is sound, by the place that was asked for."""

    @property
    def missing(self) -> list[Diagnostic]:
        """Tell of the paths where there is no pack."""
        return [one for one in self.diagnostics if one.code == NOT_FOUND]


def pack_place(path: str) -> str:
    """Give the pack a path belongs to: a file or a folder inside a pack stands for the pack around it."""
    try:
        place = Path(path)
        if (place.suffix == ".yaml" and place.is_file()) or (place.is_dir() and not (place / MANIFEST).is_file()):
            around = next((one for one in place.parents if (one / MANIFEST).is_file()), None)
            if around is not None:  # as it was written: what is known of a pack is known by its place
                return str(around)
            # who stands inside the pack writes no folder of it
            around = next((one for one in place.absolute().parents if (one / MANIFEST).is_file()), None)
            return path if around is None else os.path.relpath(around)
    except (OSError, ValueError):
        pass  # not a path at all: reading it says so
    return path


def belongs_to(path: str, file: str) -> bool:
    """Whether a file is the one at a path, or lies there, however both are written: `scenarios`, `./scenarios/a.yaml`."""
    wanted, found = Path(path).resolve(), Path(file).resolve()
    return found == wanted or wanted in found.parents


def paths_or_here(paths: Sequence[str], command: str) -> Sequence[str]:
    """Give the paths that were asked for, or else the pack one stands in. Raises Trouble where one stands in none."""
    if paths:
        return paths
    here = pack_place(".")
    if not (Path(here) / MANIFEST).is_file():
        hint = f"try: rulewright {command} --help"
        raise Trouble("the following arguments are required: PATH (only inside the folder of a pack none)", hint=hint)
    return [here]


def asked(path: str, others: Sequence[str] = ()) -> Asked:
    """Ask for a pack, with others to play with it.

    A folder that lies here goes before a pack that is installed under its name: it is what somebody works on.
    """
    return together(nearest_place(path), [nearest_place(one) for one in others])


def together(path: str, others: Sequence[str]) -> Asked:
    """Ask for packs by their very places."""
    return Together(path, tuple(others)) if others else path


def nearest_place(name: str) -> str:
    """The folder of a pack that is called so, or else the name."""
    if name in installed_packs() and name not in shipped_packs() and Path(name, MANIFEST).is_file():
        return f"./{name}"
    return name


def errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Give what keeps a pack from being played."""
    return [one for one in diagnostics if one.severity is Severity.ERROR]


def findings(paths: Sequence[str], others: Sequence[str] = ()) -> Findings:
    """Check packs with their scenarios and studies and collect all that is wrong with them."""
    from interpreter.play.findings import everything_wrong  # noqa: PLC0415 - whoever plays needs the rest only

    found: list[Diagnostic] = []
    sources: list[PackSource] = []
    not_checked: dict[str, Sequence[str]] = {}
    not_there: list[str] = []
    games: dict[str, Vocabulary] = {}
    packs = 0
    for place in dict.fromkeys(map(pack_place, paths)):
        wrong = everything_wrong(asked(place, others))
        found += wrong.diagnostics
        if any(one.code == NOT_FOUND for one in wrong.diagnostics):
            continue
        packs += 1
        if wrong.vocabulary is not None:
            games[place] = wrong.vocabulary
        if wrong.game_is_sound:  # else it is no use to look at more of it
            for more in (_with_those(place, others, wrong, waited) for waited in wrong.waits):
                if isinstance(more, str):
                    not_there.append(more)
                    continue
                found += more.diagnostics
                sources += [more.source] if more.source is not None else []
        if wrong.source is None:
            continue
        sources.append(wrong.source)
        if not wrong.game_is_sound and (hidden := _hidden(wrong.source)):
            not_checked[wrong.source.where] = hidden

    def lines(file: str) -> Sequence[str]:
        return next((known for one in sources if (known := one.lines(file))), ())

    return Findings(in_order(found), lines, packs, not_checked, not_there, games)


def _with_those(place: str, others: Sequence[str], alone: Wrong, waited: Sequence[str]) -> Wrong | str:
    """Look at a pack with others that some of it waits for: what is wrong in its own files then.

    Gives words about it where one of these cannot be found, or does not go with it.
    """
    from interpreter.play.findings import everything_wrong  # noqa: PLC0415 - whoever plays needs the rest only

    shelf = {*shipped_packs(), *installed_packs()}
    near = [one if one in shelf else str(Path(place).parent / one) for one in waited if one in alone.near]
    if len(near) == len(waited):
        more = everything_wrong(asked(place, (*others, *near)))
        own = [one for one in more.diagnostics if belongs_to(place, one.label.span.file)]
        if own or more.game_is_sound:
            return replace(more, diagnostics=own)
    flags = "".join(f" --with {one}" for one in waited)
    return f"what is there with {' and '.join(waited)} was not looked at; that does: rulewright check {place}{flags}"


def _hidden(broken: PackSource) -> list[str]:
    """Name the parts of a pack with errors that were not looked at because of them."""
    kinds = {document.kind for document in broken.documents}
    later = {"scenario": "scenarios", "balance": "studies"}
    scripts = ["scripts"] if errors(broken.diagnostics) else []
    return scripts + [parts for kind, parts in later.items() if kind in kinds]
