"""The packs whose games run in WebAssembly, and those that say why they do not."""

import random_games

NOT_OFFERED = {"sealed_bids": "choices that players make secretly"}


def tables():
    """Every pack that is offered, with each number of players."""
    return [(name, players) for name, players in random_games.tables() if name not in NOT_OFFERED]
