"""What is in the box for a number of players, by the rulebook's list; nothing may ever appear or vanish."""

from . import content

HUES = ("blue", "red", "yellow", "purple", "green", "black")
ISLANDS = {1: 4, 2: 4, 3: 5, 4: 6}
DICE = {1: (2, 3, 3), 2: (3, 4, 4), 3: (2, 4, 4), 4: (3, 5, 5)}  # blue, green, red
GOODS = ("rice", "metal", "crystal")
CLANS = ("nature", "tech", "nomad", "noble")
DIE_NAMES = {
    "blue": ("blue_die#1", "blue_die#2", "third_blue_die"),
    "green": ("green_die#1", "green_die#2", "green_die#3", "fourth_green_die", "fifth_green_die"),
    "red": ("red_die#1", "red_die#2", "red_die#3", "fourth_red_die", "fifth_red_die"),
}
SPACES = {  # the colour of the die a place takes; any die on Tax, none on the slots of the ability and of the round's end
    "villagers_space": "blue",
    "production_space": "green",
    "relic_space": "green",
    "recruitment_space": "red",
    "construction_space": "red",
    "tax_space": "any",
    "ability_space": None,
    "revenue_space_1": None,
    "revenue_space_2": None,
}
GRAY_SLOTS = (
    "villagers_space", "production_space", "relic_space", "recruitment_space", "construction_space", "ability_space",
)  # fmt: skip
YELLOW_SLOTS = ("revenue_space_1", "revenue_space_2")
POSTS = {"relic_post": "green", "tower_post": "blue", "governor_post": "red", "shadow_post": "red"}
SPARE = {"governor": 12, "shadow": 9, "pawn": 6, "farm": 16, "tower": 16}  # alone, other clans lend pieces
CLAN_PIECES = {"governor": 8, "shadow": 3, "pawn": 6, "farm": 4, "tower": 4, "scavenger": 1, "goal_token": 4}


class Anywhere:
    """A host of any name."""

    def __contains__(self, host):
        return True


ANYWHERE = Anywhere()


class Box:
    """The components of one game: every piece with its kind and owner, every place."""

    def __init__(self, players, options):
        self.players, self.options, self._sorted = players, options, {}
        self.seats = [f"player{n + 1}" for n in range(players)]
        self.neutral = f"player{players + 1}" if players < 3 else None
        self.everyone = [*self.seats, *([self.neutral] if self.neutral else [])]
        self.hues = HUES[: ISLANDS[players]]
        self.islands = [f"{hue}_isle" for hue in self.hues]
        self.kind, self.owner, self.hue, self.number, self.spare = {}, {}, {}, {}, set()
        for seat in self.everyone:
            self._clan_pieces(seat)
        self._tiles_and_dice()
        self._cards()
        self.sites = {site: good for site, good in content.sites().items() if site.split("_")[0] in self.hues}
        self.alleys = {f"{hue}_alley_{gold}": gold for hue in self.hues for gold in (3, 2, 1)}
        self.altars = {f"{hue}_altar_{n}": n for hue in self.hues for n in (3, 2, 1)}

    def _add(self, piece, kind, owner=None):
        self.kind[piece], self.owner[piece] = kind, owner

    def _clan_pieces(self, seat):
        number = seat.removeprefix("player")
        for kind, count in CLAN_PIECES.items():
            name = f"{kind}_piece" if kind in ("farm", "tower") else kind
            for copy in range(count):
                self._add(f"{name}@{number}" + (f"#{copy + 1}" if count > 1 else ""), kind, seat)
            for copy in range(SPARE.get(kind, 0) if self.players == 1 else 0):
                self._add(f"spare_{name}@{number}#{copy + 1}", kind, seat)
                self.spare.add(f"spare_{name}@{number}#{copy + 1}")

    def _tiles_and_dice(self):
        for hue in self.hues:
            for number in (1, 2, 3, 4):
                for copy in (1, 2, 3):
                    tile = f"relic_{hue}_{number}#{copy}"
                    self._add(tile, "relic")
                    self.hue[tile], self.number[tile] = hue, number
        for hue, count in zip(("blue", "green", "red"), DICE[self.players], strict=True):
            for die in DIE_NAMES[hue][:count]:
                self._add(die, "die")
                self.hue[die] = hue

    def _cards(self):
        for hero in content.heroes(self.players, aggressive=True):
            self._add(hero, "hero")
        for clan in CLANS:
            for hero in content.clan_heroes(clan):
                self._add(hero, "hero")
        for hero in content.things("hero"):
            if hero["id"] not in self.kind and not (self.players == 1 and hero["id"] == "many_faced_mime"):
                self._add(hero["id"], "hero")
        for goal in content.things("goal"):
            self._add(goal["id"], "goal")
        for villager in content.things("villager"):
            self._add(villager["id"], "villager")
        for board in content.boards(self.advanced).values():
            for tile in board["tiles"]:
                self._add(tile, "bonus_tile")
        if self.players == 1:
            for card in content.things("solo_card"):
                self._add(card["id"], "solo_card")

    @property
    def advanced(self):
        return self.options["tile_set"] == "advanced"

    def hosts_of(self, zone):
        """Where on the board a zone is; anywhere for what is not on an island."""
        spots = {"governor": self.sites, "building": self.sites, "shadow": self.alleys, "pawn": self.altars}
        return spots.get(zone, self.islands if zone == "scavengers" else ANYWHERE)

    def isle_of(self, spot):
        """The island a site, alley or altar belongs to."""
        return f"{spot.split('_')[0]}_isle"

    def pieces(self, kind, owner=None):
        """All pieces of a kind, or those of one player."""
        if not self._sorted:
            for piece, of in self.kind.items():
                self._sorted.setdefault((of, None), []).append(piece)
                if self.owner[piece] is not None:
                    self._sorted.setdefault((of, self.owner[piece]), []).append(piece)
        return self._sorted.get((kind, owner), [])
