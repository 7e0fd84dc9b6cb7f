"""How much of the packs comes up in the games that are held: things, actions of menus, and options."""

import re

import yaml

from tests.held import games
from tests.held.records import KEPT, all_kept, kept

WORD = re.compile(r"[a-z][a-z0-9_]*")


def measured(folder=KEPT):
    """A line for each pack: of what a player can be offered or see happen, so much does, and what does not."""
    lines = []
    for pack in games.packs():
        mine = [
            path for path in all_kept(folder) if path.startswith("games/") and pack in path.split("/")[1].split("+")
        ]
        texts = [kept(folder, path) for path in mine]
        offered, taken, told = _touched(texts)
        things = _things(pack)
        picked = {one for one in things if one in taken}
        known = {one for one, name in things.items() if one in offered or (name and name in told)}
        actions = _actions(pack)
        chosen = {one for one in actions if one in taken}
        settings = {(name, value) for one in games.settings() if one.packs[0] == pack for name, value in one.options}
        options = [(name, value) for name, one in _options(pack).items() for value in games.others(one)]
        lines.append(
            f"{pack}: {len(mine)} games, {sum(text.count(chr(10) + '  > ') for text in texts)} picks; "
            f"things offered or told of {_share(known, things)}, picked {_share(picked, things)}; "
            f"actions taken {_share(chosen, actions)}; other values of options {_share(settings & {*options}, options)}"
        )
        lines += [f"  not once: {', '.join(sorted({*things} - known))}"] if {*things} - known else []
        lines += [f"  not taken: {', '.join(sorted(actions - chosen))}"] if actions - chosen else []
    return "\n".join(lines)


def _share(some, every):
    return f"{len(some)} of {len(every)}"


def _touched(texts):
    """The words of keys that were offered and taken, and everything that was said."""
    offered, taken = set(), set()
    for text in texts:
        for line in text.splitlines():
            if line.startswith("  > "):
                taken.update(WORD.findall(line))
            elif re.match(r"  [a-z]", line):
                offered.update(WORD.findall(line))
    return offered, taken, "\n".join(texts)


def _documents(pack):
    for path in sorted((games.CONTENT / pack).rglob("*.yaml")):
        if path.relative_to(games.CONTENT / pack).parts[0] in ("cards", "rules", "model.yaml"):
            yield from _mappings(yaml.safe_load(path.read_text(encoding="utf-8")))


def _mappings(data):
    if isinstance(data, dict):
        yield data
        for value in data.values():
            yield from _mappings(value)
    elif isinstance(data, list):
        for value in data:
            yield from _mappings(value)


def _things(pack):
    """Things with an id and a name of their own, by id, and what they are called."""
    return {
        one["id"]: one["name"].get("en", "")
        for one in _documents(pack)
        if isinstance(one.get("id"), str) and isinstance(one.get("name"), dict)
    }


def _actions(pack):
    return {str(one["action"]) for one in _documents(pack) if isinstance(one.get("action"), str)}


def _options(pack):
    return games.declared(pack).get("options") or {}
