"""Files to begin with: a game, a pack on a pack, a card. Commented, valid, and playable as they are."""

from interpreter.tools.scaffold.card import Draft, card_file, draft_of, kinds_with_scripts
from interpreter.tools.scaffold.expansion import expansion_files
from interpreter.tools.scaffold.game import game_files

__all__ = ["Draft", "card_file", "draft_of", "expansion_files", "game_files", "kinds_with_scripts"]
