"""Saved games, written by the format alone: lines, each ended by a hash of itself and of all above it."""

import hashlib
import json
from functools import cache

from tests.held.commands import said
from tests.held.games import declared, loaded


def written(setting, seed, picks, who="human"):
    """A save of a game with so many picks."""
    pack = loaded(setting.packs)
    options = pack.options(dict(setting.options))
    head = {"packs": _pins(setting), "options": dict(sorted(options.items())), "seed": seed}
    head |= {"players": [who] * setting.players, "lang": "en"}
    if len(head["packs"]) > 1:
        head["stack"] = pack.digest
    lines = ["rulewright-save 1 0.1.0", f"head {json.dumps(head, separators=(',', ':'))}"]
    lines += [f"pick {pick}" for pick in picks]
    return _chained([*lines, f"end {len(picks)} -"])


def _pins(setting):
    """The packs of a game with their hashes, the lowest first, as a save of the house names them."""
    below = [under for name in setting.packs for under in declared(name).get("requires") or () if under in shipped()]
    names = dict.fromkeys([*below, setting.packs[0], *sorted(setting.packs[1:])])
    return [[name, shipped()[name]["version"], name, shipped()[name]["digest"]] for name in names]


@cache
def shipped():
    """The packs there are, as the command lists them."""
    return {one["name"]: one for one in json.loads(said("packs", "--json").partition("\n")[2])}


def _chained(lines):
    made, digest = [], b""
    for line in lines:
        digest = hashlib.sha256(digest + line.encode()).digest()
        made.append(line.encode() + b" " + digest.hex()[:16].encode() + b"\n")
    return b"".join(made)


def plain(data):
    """A save as text, without what changes with every word of a pack: hashes of content and of lines."""
    lines = []
    for line in data.decode().splitlines():
        body = line.rpartition(" ")[0]
        if body.startswith("head "):
            head = json.loads(body.removeprefix("head "))
            head["packs"] = [[*pin[:3], "HASH"] for pin in head["packs"]]
            head |= {"stack": "HASH"} if "stack" in head else {}
            body = f"head {json.dumps(head, ensure_ascii=False)}"
        lines.append(body)
    return "\n".join(lines) + "\n"
