"""A stack of packs against its twin: the same game written as one pack.

The twin is made from the finished documents of the stack. What packs put around the script of a rule is written into it:
`as before` gives way to the script it stands for, with the parameters given anew in their places. Both must play the very
same games; how long they take is compared in turns.
"""

from __future__ import annotations

import json
import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import interpreter
from bench.measures import Effort, PerDecision, Row, held, interleaved, micro, play_machine, ratio
from interpreter.source import Together, plain, read_pack
from interpreter.source.find import shipped_packs

STACK = ("daimyo", "daimyo_weather", "daimyo_alliances")
OPTIONS = {"alliances": True}
SEATS = 4
BAR = 1.05
FOLDERS = {"cards": "cards", "rules": "rules"}
BEFORE = re.compile(r"^( *)as before(?: with (\w+) = (.*))?$", re.MULTILINE)


def flatten(stack: tuple[str, ...], folder: Path) -> Path:
    """Write the finished game of a stack as one pack; return its folder."""
    places = [str(shipped_packs()[name]) for name in stack]
    source = read_pack(Together(places[0], tuple(places[1:])))
    for number, document in enumerate(source.documents):
        content: Any = plain(document.root)
        if document.kind == "rules":
            content = [_inlined(rule) for rule in content]
        elif document.kind == "pack":
            content = {**content, "id": "flat"}
        elif document.kind not in ("cards", "model", "text"):
            continue
        inside = document.path if document.kind not in FOLDERS else f"{FOLDERS[document.kind]}/{number:03}.yaml"
        place = folder / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    return folder


def _inlined(rule: dict[str, Any]) -> dict[str, Any]:
    """Write what goes around the scripts of a rule into them, the innermost first."""
    around = rule.pop("around", ())
    for layer in around:
        key, script = layer["of"], layer["script"].rstrip()
        was = rule[key].rstrip()
        if layer["how"] == "before":
            rule[key] = f"{script}\n{was}\n"
        elif layer["how"] == "after":
            rule[key] = f"{was}\n{script}\n"
        elif key == "effect":
            rule[key] = BEFORE.sub(partial(_put_in, was), script) + "\n"
        else:
            rule[key] = script.replace("as before", f"({' '.join(was.split())})")
    return rule


def _put_in(was: str, found: re.Match[str]) -> str:
    indent, parameter, value = found.groups()
    lines = [indent + line for line in was.splitlines()]
    text = "\n".join(lines)
    return re.sub(rf"\b{parameter}\b", f"({value})", text) if parameter else text


def measure_stack(effort: Effort) -> list[Row]:
    """The time of a decision in a stack, and in its twin."""
    with tempfile.TemporaryDirectory() as folder:
        one = interpreter.load(STACK[0], with_=list(STACK[1:]))
        flat = interpreter.load(str(flatten(STACK, Path(folder) / "flat")))
        stacked, twin = (pack.machine(SEATS, pack.options(OPTIONS)) for pack in (one, flat))
        assert [play_machine(stacked, seed) for seed in range(2)] == [play_machine(twin, seed) for seed in range(2)]
        ways = (PerDecision(partial(play_machine, machine), effort.daimyo_games) for machine in (stacked, twin))
        above, below = interleaved(effort, *ways)
    return [
        Row("daimyo with two expansions on the machine", micro(above)),
        Row("the same game as one pack", micro(below)),
        held("daimyo: stack / one pack", ratio(above, below), BAR),
    ]
