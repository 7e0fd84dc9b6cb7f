"""What a card does, in words made from its script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter import prose
from interpreter.play.errors import InvalidAction

if TYPE_CHECKING:
    from interpreter.play.pack import Pack


def card_text(pack: Pack, card_id: str, lang: str) -> str:
    """The text of a card: a line, or one for each face and script. Raises InvalidAction when there is no such card."""
    items = pack.vocabulary.referred(card_id)
    if not items:
        raise InvalidAction(f"there is no card `{card_id}`")
    told = dict.fromkeys(prose.card_text(pack.vocabulary, item, lang) for item in items)
    return "\n".join(filter(None, told))
