"""How much of the packs comes up in the games that are held: things, actions of menus, and options."""

import re

from tests.held import games
from tests.held.records import KEPT, all_kept, kept

WORD = re.compile(r"[a-z][a-z0-9_]*")
LISTED = re.compile(r"^(?:action of )?([a-z_]+) ([a-z0-9_]+)\n  (.+)$", re.MULTILINE)
NO_THINGS = ("verb", "value", "table", "achievement", "reaction", "event", "whenever")


def measured(folder=KEPT):
    """A line for each pack: of its things, actions and options so many come up, and what does not."""
    lines = []
    for pack in games.packs():
        mine = [
            path for path in all_kept(folder) if path.startswith("games/") and pack in path.split("/")[1].split("+")
        ]
        texts = [kept(folder, path) for path in mine]
        offered, taken, told = _touched(texts)
        things, actions = _listed(folder, pack)
        known = {one for one, name in things.items() if one in offered or name in told}
        settings = {one for setting in games.settings() if setting.packs[0] == pack for one in setting.options}
        options = {(name, value) for name, one in _options(pack).items() for value in games.others(one)}
        lines.append(
            f"{pack}: {len(mine)} games, {sum(text.count(chr(10) + '  > ') for text in texts)} picks; "
            f"things offered or told of {_share(known, things)}, picked {_share({*things} & taken, things)}; "
            f"actions offered {_share(actions & offered, actions)}, taken {_share(actions & taken, actions)}; "
            f"other values of options {_share(settings & options, options)}"
        )
        for what, some in (("not once", {*things} - known), ("not taken", actions - taken)):
            lines += [f"  {what}: {', '.join(sorted(some))}"] if some else []
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


def _listed(folder, pack):
    """The things that `show` lists, by id, with their English names; and the actions of its menus."""
    text = kept(folder, f"show/{pack}.en")
    actions = set(re.findall(r"^action of [a-z_]+ ([a-z0-9_]+)$", text, re.MULTILINE))
    things = {
        of_id: name for kind, of_id, name in LISTED.findall(text) if kind not in NO_THINGS and of_id not in actions
    }
    return things, actions


def _options(pack):
    return games.declared(pack).get("options") or {}
