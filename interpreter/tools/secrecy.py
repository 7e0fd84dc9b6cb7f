"""What is told of a seed: it gives the deck away, so it is shown to who asks, and a save can be sealed."""

from __future__ import annotations

import argparse
import secrets
from hashlib import sha256

from interpreter.play.seal import MARK_BYTES
from interpreter.records import record


@record(frozen=True, slots=True)
class Secrecy:
    """Whether the seed of a game is shown, and the seal its save is under."""

    shown: bool = False
    seal: str = ""
    """The random part of the seal; empty when the save says the seed openly."""

    def file_name(self, seed: int) -> str:
        """What a file is called by when its player named none: the same for the same game, and not its seed."""
        if self.shown and not self.seal:
            return str(seed)
        return sha256(f"{self.seal or seed} on the shelf".encode()).hexdigest()[:6]


def add_secrecy(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--show-seed", action="store_true", help="show the seed: it gives away what is hidden")
    parser.add_argument(
        "--sealed", action="store_true", help="keep the seed out of sight in the save, to hand it to another player"
    )


def new_seal() -> str:
    """Give the random part of a seal."""
    return secrets.token_hex(MARK_BYTES)
