"""A sealed seed: what a save says in place of its seed, so that reading the file does not give the deck away.

Whoever can resume a game can work out its deck, and no file can change that without a third party who keeps the secret. A
seal keeps out eyes, editors and search, not somebody who runs this code to break it (docs/decisions/0006). It is tied to
what the game is made of: put into another save it does not open.
"""

from __future__ import annotations

import hashlib
import hmac

MARK_BYTES = 16
"""How many random bytes make a seal."""
_SEED_BYTES, _PROOF_BYTES = 4, 8


def sealed(seed: int, mark: str, about: bytes) -> str:
    """Put a seed under a seal; `mark` is its random part in hex, `about` what else the game is made of."""
    hidden = bytes(a ^ b for a, b in zip(seed.to_bytes(_SEED_BYTES, "big"), _stream(mark, about), strict=False))
    return mark + hidden.hex() + _proof(seed, mark, about)


def unsealed(token: object, about: bytes) -> tuple[int, str] | None:
    """Give the seed under a seal and its random part; None when it is no seal of this game."""
    size = 2 * (MARK_BYTES + _SEED_BYTES + _PROOF_BYTES)
    if not isinstance(token, str) or len(token) != size or not set(token) <= set("0123456789abcdef"):
        return None
    mark, hidden = token[: 2 * MARK_BYTES], bytes.fromhex(token[2 * MARK_BYTES : size - 2 * _PROOF_BYTES])
    seed = int.from_bytes(bytes(a ^ b for a, b in zip(hidden, _stream(mark, about), strict=False)), "big")
    right = hmac.compare_digest(token[size - 2 * _PROOF_BYTES :], _proof(seed, mark, about))
    return (seed, mark) if right else None


def _stream(mark: str, about: bytes) -> bytes:
    return hashlib.sha256(b"rulewright sealed seed " + mark.encode() + about).digest()


def _proof(seed: int, mark: str, about: bytes) -> str:
    return hashlib.sha256(b"rulewright seal " + mark.encode() + str(seed).encode() + about).hexdigest()[
        : 2 * _PROOF_BYTES
    ]
