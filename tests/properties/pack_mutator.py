"""The fixture pack with something changed at random: in its letters, its lines, or its values."""

import random
from copy import deepcopy

import yaml
from tiny_pack import tiny_files

VALUES = [
    None, True, False, 0, 1, -1, 2, 200, 201, 1_000_000, 10**7, "", " ", "no such thing", "fool", "wood", "card", "player", "number",
    "truth", "set of card", "zone of card", "gain 1 coins", "my.coins", "count(cards)", "set of", "³ times per turn", "once per",
    "{shade}", "{", "[", "a" * 100, [], {}, [[]], {"a": 1}, ["wood"], ["wood", "wood"], {"type": "card"}, {"each": "good"}, 1.5,
    {"holds": "card"}, {"min": 5, "max": 1}, {"columns": 3, "rows": 3}, {"columns": 10**6, "rows": 10**6}, "me", "this", "option",
]  # fmt: skip
KEYS = [
    "id", "name", "cost", "count", "effect", "when", "faces", "source", "rule", "for_each", "in_play", "verb", "value", "is", "of",
    "with", "table", "values", "action", "menu", "limit", "must", "requires", "event", "whenever", "for", "text", "holds", "ordered",
    "capacity", "visible", "fields", "vars", "zones", "scripts", "part_of", "per_player", "rolls", "listens", "grid", "plural",
    "start", "result", "players", "min", "max", "resets", "overflow", "each", "type", "default", "on", "yes",
]  # fmt: skip
STRANGE = [
    "\n",
    "  ",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "#",
    "&a ",
    "*a",
    "!!x ",
    "|",
    ">",
    "\t",
    "\x00",
    "\ud7ff",
    "é",
    "?",
    "0",
    "no",
]


def mutate(seed):
    """One changed pack: files by path."""
    chance = random.Random(f"mutate {seed}")
    path = chance.choice([path for path in tiny_files() if not path.startswith("text/") or chance.random() < 0.2])
    content = tiny_files()[path].decode()
    way = chance.choice([_letters, _lines, _value, _value, _value, _key, _swap])
    return {path: way(content, chance).encode("utf-8", "surrogatepass")}


def _letters(content, chance):
    letters = list(content)
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(letters) + 1)
        letters[at : at + chance.randint(0, 3)] = chance.choice(STRANGE)
    return "".join(letters)


def _lines(content, chance):
    lines = content.split("\n")
    at = chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        case 2:
            lines[at] = " " * chance.randint(1, 3) + lines[at]
        case _:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def _places(node, found):
    """Every container of a document with its keys, walked without recursion limits in mind: fixtures are shallow."""
    if isinstance(node, dict):
        found += [(node, key) for key in node]
        for value in node.values():
            _places(value, found)
    elif isinstance(node, list):
        found += [(node, index) for index in range(len(node))]
        for value in node:
            _places(value, found)
    return found


class _Plain(yaml.SafeDumper):
    """Writes what is the same twice, not as an alias."""

    def ignore_aliases(self, data):
        return True


def _written(root):
    return yaml.dump(root, Dumper=_Plain, allow_unicode=True, sort_keys=False)


def _value(content, chance):
    """Put a strange value somewhere, or one from elsewhere in the file."""
    root = yaml.safe_load(content)
    places = _places(root, [])
    holder, key = chance.choice(places)
    other, there = chance.choice(places)
    holder[key] = deepcopy(chance.choice(VALUES) if chance.random() < 0.7 else other[there])
    return _written(root)


def _key(content, chance):
    """Add, rename or remove a key."""
    root = yaml.safe_load(content)
    maps = [(holder, key) for holder, key in _places(root, []) if isinstance(holder, dict)]
    holder, key = chance.choice(maps)
    value = holder.pop(key)
    if chance.random() < 0.7:
        holder[chance.choice(KEYS)] = value if chance.random() < 0.5 else chance.choice(VALUES)
    return _written(root)


def _swap(content, chance):
    """Exchange two values of one document."""
    root = yaml.safe_load(content)
    places = _places(root, [])
    (first, a), (second, b) = chance.choice(places), chance.choice(places)
    first[a], second[b] = deepcopy(second[b]), deepcopy(first[a])
    return _written(root)
