"""Daimyo with thousands of heroes against Daimyo as it is: what a decision costs, and how many cells a state has.

The many heroes are an expansion made on the fly: those of the market again and again, with numbers behind their names.
"""

from __future__ import annotations

import json
import tempfile
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter
from bench.inside import PerDecisionInside, inside
from bench.measures import Effort, PerDecision, Row, held, interleaved, micro, play_machine, ratio
from interpreter.source import plain, read_pack
from interpreter.source.find import shipped_packs
from interpreter.wasm.engine import why_not

if TYPE_CHECKING:
    from interpreter.play.pack import Pack

MORE = 4_660
"""Together with Daimyo's own these are nearly as many items as a pack may have."""
IN_A_FILE = 250
SHORT = 32
"""Longer effects so often would be more script than a pack may have."""
SEATS = 4
BAR = 1.3
GAMES_INSIDE = 20


def crowded(folder: Path, more: int) -> Pack:
    """Daimyo with so many heroes more."""
    source = read_pack(shipped_packs()["daimyo"])
    cards: list[Any] = [plain(document.root) for document in source.documents if document.kind == "cards"]
    market = [hero for file in cards for hero in file.get("hero", ()) if "clan" not in hero]
    heroes = [hero for hero in market if len(hero["effect"]) <= SHORT]
    again = [_renamed(hero, number) for number, hero in enumerate(islice(cycle(heroes), more))]
    about = {
        "id": "crowd",
        "version": "0.1.0",
        "license": "MIT",
        "source": "designed",
        "title": dict.fromkeys(("en", "fr", "de"), "Daimyo: the crowd"),
        "requires": {"daimyo": ">=0.1, <1"},
    }
    (folder / "cards").mkdir(parents=True)
    (folder / "pack.yaml").write_text(json.dumps(about), encoding="utf-8")
    for first in range(0, more, IN_A_FILE):
        part = json.dumps({"hero": again[first : first + IN_A_FILE]}, ensure_ascii=False)
        (folder / "cards" / f"heroes_{first}.yaml").write_text(part, encoding="utf-8")
    return interpreter.load(folder)


def _renamed(hero: dict[str, Any], number: int) -> dict[str, Any]:
    name = {language: f"{word} {number}" for language, word in hero["name"].items()}
    return hero | {"id": f"{hero['id']}_{number}", "name": name}


def measure_growth(effort: Effort) -> list[Row]:
    """The time of a decision with many heroes, and with few."""
    with tempfile.TemporaryDirectory() as folder:
        packs = [interpreter.load("daimyo"), crowded(Path(folder) / "crowd", MORE)]
        machines = [pack.machine(SEATS, pack.options()) for pack in packs]
        playing = [partial(play_machine, machine) for machine in machines]
        twice = [PerDecision(play, 1) for play in (*playing, *playing)]  # what a card does is printed the first time
        first, first_many, few, many = interleaved(effort, *twice)
        rows = [
            Row("daimyo on the machine", micro(few)),
            Row(f"daimyo with {MORE:,} more heroes on the machine", micro(many)),
            held("daimyo: many heroes / few", ratio(many, few), BAR),
            Row("the same, each game for the first time", f"{ratio(first_many, first):.2f}"),
            *(Row("cells of a state", f"{machine.layout.size:,}") for machine in machines),
        ]
        if why_not():
            return rows
        few, many = interleaved(effort, *(PerDecisionInside(inside(pack, SEATS), GAMES_INSIDE) for pack in packs))
    return [
        *rows,
        Row("daimyo inside", micro(few)),
        Row(f"daimyo with {MORE:,} more heroes inside", micro(many)),
        Row("daimyo inside: many heroes / few", f"{ratio(many, few):.2f}"),
    ]
