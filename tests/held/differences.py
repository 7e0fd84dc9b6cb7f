"""What differs between two texts of a record, said so that a person can judge it: where, in which step and language."""

import re
from collections import Counter
from difflib import SequenceMatcher

from tests.held.games import BETWEEN, LANGUAGES

NEAR = 600
"""Lines that are looked through from the first difference on: what was another game from there on has no more to tell."""
STEP = re.compile(r"^(?:step )?(\d+) (?:p\d+\?|watcher)")
NAMED = re.compile(r"\.(en|fr|de)$")


def differences(path, before, now, *, only_beginning=False):
    """Pairs of a place and what changed there, line for line."""
    if before is None:
        return [(path, ("", "is new, and not kept"))]
    if now is None:
        return [(path, ("is kept, and no longer made", ""))]
    old, new = before.splitlines(), now.splitlines()
    if only_beginning:
        old = old[: len(new)]
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    if at == len(old) == len(new):
        return []
    found = []
    ours, theirs = old[at : at + NEAR], new[at : at + NEAR]
    cut = len(old) > at + NEAR or len(new) > at + NEAR
    for what, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if what != "equal" and not (cut and found and (b == len(ours) or d == len(theirs))):  # it may go on behind
            found.append((_where(path, old, at + a), ("\n".join(ours[a:b]), "\n".join(theirs[c:d]))))
    return [(where + _languages(path, *pair), pair) for where, pair in found]


def _where(path, lines, at):
    step = next((found[1] for line in reversed(lines[: at + 1]) if (found := STEP.match(line))), None)
    if path.startswith("boards/"):
        step = str(at)
    return f"{path}" + (f" · step {step}" if step is not None else f" · line {at + 1}")


def _languages(path, old, new):
    """The languages in which words differ, where that can be told."""
    if NAMED.search(path):
        return ""
    one, other = old.split(BETWEEN), new.split(BETWEEN)
    if len(one) != len(other) or len(one) != len(LANGUAGES):
        return ""
    return " · " + ", ".join(lang for lang, a, b in zip(LANGUAGES, one, other, strict=True) if a != b)


def told(found, most=40):
    """All differences as text: what changed alike in many places is shown once."""
    places = {}
    for where, pair in found:
        places.setdefault(pair, []).append(where)
    lines = []
    for (old, new), where in list(places.items())[:most]:
        more = f" and {len(where) - 1} more places" if len(where) > 1 else ""
        lines.append(f"-- {where[0]}{more}")
        lines += [f"  - {line}" for line in _cut(old)] + [f"  + {line}" for line in _cut(new)]
    if len(places) > most:
        lines.append(f"-- and {len(places) - most} other differences")
    kinds = Counter(where.partition("/")[0] for where, _ in found)
    lines.append("differences: " + (", ".join(f"{many} in {kind}" for kind, many in kinds.items()) or "none"))
    return "\n".join(lines)


def _cut(text, most=12):
    lines = text.splitlines()
    return lines[:most] + ([f"… {len(lines) - most} more lines"] if len(lines) > most else [])
