"""The 66 cards, told by banner, role and copy (checklist, section 2)."""

from typing import NamedTuple

KINGDOMS = ("reptiles", "felines", "raptors", "ursids", "marines")
IMPERIAL, RELIGIOUS = "imperial", "religious"
ROLES = {
    **dict.fromkeys(KINGDOMS, ("king", "queen", "witch", "warrior", "titan")),
    IMPERIAL: ("colonel", "general", "captain", "marshal"),
    RELIGIOUS: ("popess", "monk", "gaia", "ouranos"),
}
TITANS = frozenset({"titan", "gaia", "ouranos"})
COPIES = (1, 2)


class Card(NamedTuple):
    banner: str
    role: str
    copy: int

    def __str__(self):
        return f"{self.role} of {self.banner} {self.copy}"

    @property
    def face(self):
        """Who it is; the two copies are the same Character (FK-R04)."""
        return self.banner, self.role

    @property
    def is_titan(self):
        return self.role in TITANS


DECK = tuple(Card(banner, role, copy) for banner, roles in ROLES.items() for role in roles for copy in COPIES)
