"""What is known of a pack before it is opened, from its files as they are written: which tests there are is asked by every process.

Reading and checking all packs takes seconds; who only collects tests, or runs others, should not wait for it.
`test_random_games.py` holds all of it against what the packs say.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml"))
FIXTURES = ["tests/fixtures/tiny"]
_SEEN_BY_FEW = re.compile(r"visible: (?!all\b)")


def _folder(name: str) -> Path:
    return ROOT / "content" / name if name in SHIPPED else ROOT / name


@cache
def _parts(name: str) -> tuple[tuple[dict, str], ...]:
    """The manifest and the model of a pack, behind those of the packs it stands on."""
    folder = _folder(name)
    manifest = yaml.load((folder / "pack.yaml").read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    model = folder / "model.yaml"
    below = sum((_parts(one) for one in manifest.get("requires", ())), ())
    return (*below, (manifest, model.read_text("utf-8") if model.exists() else ""))


def players(name: str) -> range:
    """The numbers of players a pack is for; none where nobody can tell, and then nobody can play."""
    said = [manifest["players"] for manifest, _ in _parts(name) if isinstance(manifest.get("players"), dict)]
    return range(said[-1]["min"], said[-1]["max"] + 1) if said else range(0)


def stands_alone(name: str) -> bool:
    """Whether a pack is a game of its own, and stands on no other."""
    return len(_parts(name)) == 1


def has_estimate(name: str) -> bool:
    """Whether a pack says what a position is worth."""
    results = [(manifest.get("change") or manifest).get("result") or {} for manifest, _ in _parts(name)]
    return any("estimate" in one for one in results)


def hides(name: str) -> bool:
    """Whether anything is ever hidden in a pack."""
    return any(_SEEN_BY_FEW.search(model) for _, model in _parts(name))


__all__ = ["FIXTURES", "ROOT", "SHIPPED", "has_estimate", "hides", "players", "stands_alone"]
