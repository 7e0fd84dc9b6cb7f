"""The packs whose games run in WebAssembly: all that are shipped."""

import random_games


def tables():
    """Every pack, with each number of players."""
    return random_games.tables()
