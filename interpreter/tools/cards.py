"""Which card somebody means who types an id, a kind and an id, or a name."""

from __future__ import annotations

from interpreter.check.vocabulary import Item
from interpreter.diagnostics import nearest, shown
from interpreter.play.pack import Pack
from interpreter.tools.trouble import Trouble


def card_named(pack: Pack, wanted: str) -> Item:
    """Find a card, tile or other thing, one with a script first. Raises Trouble."""
    v = pack.vocabulary
    found = v.referred(wanted)
    if not found:
        everything = [item for kind in v.kinds.values() for item in kind.items]
        found = [one for one in everything if wanted.casefold() in map(str.casefold, one.name.values())]
    if not found:
        near = nearest(wanted, v.item_ids)
        raise Trouble(
            f"the pack has no card `{shown(wanted)}`",
            hint=f"did you mean `{near}`?" if near else "`show` lists them all",
        )
    with_script = [one for one in found if any(face.scripts for face in one.faces)]
    return (with_script or found)[0]
