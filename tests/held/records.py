"""All that is held: each record has a path and can be made anew; what is kept of it lies under the same path."""

import hashlib
import json
import lzma
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.held import games, pages, said
from tests.held.games import LANGUAGES

KEPT = Path(__file__).parent / "records"
LARGE = ("ancient_world", "daimyo")
"""Packs, and packs on them, whose games are long: of each setting fewer games are held, and daily their beginnings."""
BEGINNING = 25
"""So many picks of a game are made daily, where all of it would take long."""
SOME = 8
"""So many mistakes of a pack are made daily."""


@dataclass
class Digests:
    """Marks of what would be too large to keep. With a folder, what they stand for is written there."""

    folder: Path | None = None
    inside: str = ""

    def __call__(self, name, told):
        """The mark of a text, or of data: that is written with its keys in order."""
        text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False, sort_keys=True)
        if self.folder is not None:
            path = self.folder / self.inside / name.replace(" ", "_")
            path.parent.mkdir(parents=True, exist_ok=True)
            readable = text if text is told else json.dumps(told, ensure_ascii=False, sort_keys=True, indent=1) + "\n"
            path.write_text(readable, encoding="utf-8")
        return hashlib.sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Record:
    """One thing that is held; `make` gives its texts by path, most often one under its own."""

    path: str
    make: Callable = field(repr=False)
    daily: bool = False
    beginning: Callable | None = field(default=None, repr=False)
    """What is made daily instead of all of it: the first lines of the same texts."""


@cache
def records():
    """Every record by its path."""
    every = [*_games(), *_picked(), *_why(), *_commands(), *_mistakes(), *_pages(), *_cases()]
    found = {one.path: one for one in every}
    assert len(found) == len(every), "two records of one name"
    return found


def _games():
    for setting in games.settings():
        large = setting.packs[0].startswith(LARGE)
        many = 4 if not large else 2 if setting.packs[0] in LARGE and not setting.options else 1
        for number in range(1, many + 1):
            path = f"games/{setting.pack}/{setting} game {number}".replace(" ", "_")

            def make(digests, setting=setting, number=number, path=path, most=games.LONGEST):
                told = games.played(setting, number, digests, most)
                return {path: _lines(told.lines), path.replace("games/", "boards/", 1): _lines(told.boards)}

            def begin(digests, make=make):
                return make(digests, most=BEGINNING)

            daily = number < (2 if large else 3) and not setting.options
            yield Record(path, make, daily and len(setting.packs) == 1, begin if large else None)


def _picked():
    for pack in games.packs():
        for number, (setting, seed, keys) in enumerate(games.picked(pack), 1):
            path = f"games/{pack}/{setting}_picked_{number}".replace(" ", "_")

            def make(digests, setting=setting, seed=seed, keys=keys, path=path):
                told = games.played_as(setting, seed, keys, digests)
                return {path: _lines(told.lines), path.replace("games/", "boards/", 1): _lines(told.boards)}

            yield Record(path, make)


def _why():
    for setting in games.settings():
        if (
            not setting.options
            and len(setting.packs) == 1
            and setting.players == games.players_of(setting.packs[0])[-1]
        ):
            path = f"why/{setting.pack}"
            small = not setting.packs[0].startswith(LARGE)

            def make(_digests, setting=setting, path=path):
                return {path: _lines(games.asked_why(setting, 2))}

            yield Record(path, make, small)


def _commands():
    for pack in games.packs():
        small = not pack.startswith(LARGE)
        yield _text(f"check/{pack}", lambda pack=pack: said.checked(pack), daily=True)
        yield _text(f"test/{pack}", lambda pack=pack: said.scenarios(pack), daily=small)
        yield _text(f"resolved/{pack}", lambda pack=pack: said.resolved(pack), daily=small)
        for lang in LANGUAGES:
            for name, make in (("show", said.shown), ("rules", said.rules), ("replay", said.replayed)):
                daily = name == "show" or small
                yield _text(f"{name}/{pack}.{lang}", lambda make=make, p=pack, at=lang: make(p, at), daily=daily)
            daily = small and lang == "fr"
            yield _text(f"terminal/{pack}.{lang}", lambda p=pack, at=lang: said.session(p, at), daily=daily)
            if games.declared(pack).get("requires"):
                yield _text(f"diff/{pack}.{lang}", lambda p=pack, at=lang: said.compared(p, at), daily=lang == "en")


def _mistakes():
    for pack in games.packs():
        path = f"mistakes/{pack}"

        def make(_digests, pack=pack, path=path, most=None):
            made = list(said.mistakes(pack).items())[:most]
            return {path: "".join(f"# {name}\n{said.about(one)}\n" for name, one in made)}

        def begin(digests, make=make):
            return make(digests, most=SOME)

        yield Record(path, make, pack in ("connect_four", "pig", "sealed_bids"), begin)


def _pages():
    for names in dict.fromkeys(one.packs for one in games.settings()):
        path = f"pages/{'+'.join(names)}"

        def make(digests, names=names, path=path):
            with pages.server() as served:
                lines = [line for lang in LANGUAGES for line in pages.about_pack(served, names, lang, digests)]
            lines += pages.looked_at_all([one for one in pages.positions() if one.setting.packs == names], digests)
            return {path: _lines(lines)}

        yield Record(path, make, names[0] in ("reversi", "sealed_bids"))

    def make_house(digests):
        with pages.server() as served:
            return {
                "pages/house": _lines([one for lang in LANGUAGES for one in pages.about_house(served, lang, digests)])
            }

    yield Record("pages/house", make_house, daily=True)


def _cases():
    yield _text("cases/counted", said.cases, daily=True)
    yield _text("cases/collected", said.collected)


def _text(path, make, *, daily=False):
    return Record(path, lambda _digests: {path: make()}, daily)


def _lines(lines):
    return "\n".join(lines) + "\n"


# ---- what is kept


def place(folder, path):
    return folder / f"{path}.xz"


def kept(folder, path):
    """What was kept under a path; nothing where nothing was."""
    where = place(folder, path)
    return lzma.decompress(where.read_bytes()).decode() if where.exists() else None


def keep(folder, path, text):
    where = place(folder, path)
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def all_kept(folder):
    """The paths under which something is kept."""
    return sorted(str(one.relative_to(folder)).removesuffix(".xz") for one in folder.rglob("*.xz"))
