"""What the rulebook of Daimyo says, sentence by sentence, in our own words: the referee's only source.

Every judgement names one of these. `cite` stands for a sentence of the English rulebook, with the section it stands in
and the line of the text it was read from. `printed` is a number or a picture the text points to but does not spell out:
it stands on a board, a tile or a card. `silent` is where the book says nothing and the referee holds to the plainest
thing that does not contradict the sentence named. `untold=` says why a sentence cannot be judged from a log.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence of the rulebook, or the place where one is missing."""

    number: int
    heading: str
    line: int
    says: str
    kind: str = "sentence"
    edition: str = "en"
    untold: str = ""

    def __str__(self):
        where = f"line {self.line}" if self.edition == "en" else f"line {self.line} of the earlier French edition"
        return f"{self.heading}, {where} ({self.says})"


ALL: list[Citation] = []
"""The whole reading, as the book has it."""


def cite(heading, line, says, **more):
    """A sentence of the rulebook."""
    found = Citation(len(ALL) + 1, heading, line, says, **more)
    ALL.append(found)
    return found


def printed(heading, line, says):
    """Something the sentence there leaves to a board, a tile or a card."""
    return cite(heading, line, says, kind="printed")


def silent(heading, line, says, **more):
    """Nothing is said; this fits best what stands there."""
    return cite(heading, line, says, kind="silent", **more)


# ---- what is in the box, and the table before the first round

COMPONENTS = cite(
    "Components", 31, "each piece exists as often as the list says: it lies in one place, none comes or goes"
)
DICE_IN_BOX = cite(
    "Components",
    53,
    "thirteen dice: five red ones, five green, three blue",
    untold="judged by the number of dice for so many players",
)
TILES_IN_BOX = cite(
    "Components",
    57,
    "72 relic tiles; with six colours and four numbers that makes three of each",
    untold="judged by the colours in play and by the list of components",
)
ISLANDS = cite("Main board", 121, "which islands are used: four alone or for two, a fifth for three, a sixth for four")
SUPPLY = cite(
    "Main board, 2", 131, "goods and gold come from a common stock, counted in whole tokens, never below none"
)
ROUND_MARKER = cite("Main board, 3", 133, "the marker begins on the first of the rounds")
HERO_MARKET = cite("Main board, 4", 135, "the heroes are shuffled; five lie open in a row, left to right")
OPEN_DECK = cite("Main board, 4", 135, "the uppermost hero of the pile is seen by all")
VILLAGE = cite("Main board, 5", 137, "three villagers, that of the moving governor with this side up")
DICE_COUNT = cite("Main board, 6", 139, "dice by players, blue, green and red: 2 3 3, then 3 4 4, then 2 4 4, then all")
BAG_COLOURS = cite("Main board, 7", 149, "only tiles in the colour of an island in play go into the bag")
TILES_ON_ISLES = cite("Main board, 8", 157, "three tiles on every island in play, never more")
OPEN_MARKET = cite(
    "Main board, 9", 159, "the black market begins with three tiles; everybody sees them, like those of the islands"
)
GOAL_CARDS = cite("Main board, 10", 161, "four goals: three green ones, one orange")
FIRST_HELMET = cite("Main board, 11", 163, "whoever starts holds the Helmet")
ISLAND_PARTS = cite("Islands", 169, "three altars, and one rough neighbourhood for shadows, on each island")
SITES = cite("Islands", 177, "a site takes one governor besides one building, and yields one sort of good")
ALLEYS = printed("Islands", 204, "three places for shadows an island, worth 3, 2 and 1 gold")
INFLUENCE_TRACK = cite("Islands", 191, "gained or lost influence shows at once")
OWN_CLAN = cite("Choosing a clan", 193, "each player has a clan that nobody else has")
CLAN_CARDS = cite("Choosing a clan, B", 217, "the three heroes of the clan are shuffled, two of them drawn")
FIRST_SPACES = cite("Choosing a clan, C", 218, "no points, no influence, the cheapest recruit, room for three tiles")
MINI_BOARDS = cite("Setting up the Clan board", 225, "everybody has a board for farms and another for towers")
DRAFT = cite("Setting up the Clan board", 225, "advanced boards: one each clockwise, then a second each, backwards")
BOARD_TILES = cite("Setting up the Clan board, 2", 247, "under every building lies a bonus tile of that board")
STARTING_GOODS = printed("Setting up the Clan board, 3", 249, "what the three boards of a player show is received")
FIRST_GOVERNOR = cite(
    "Setting up units", 255, "clockwise: a governor anywhere on an island nobody began on, the scavenger with it"
)
SECOND_GOVERNOR = cite("Setting up units", 259, "from the first player on, a second one on whatever site is free")
FREE_SPACE = cite("Setting up units", 266, "what is taken is taken; nothing else goes there")

# ---- rounds and turns

FIVE_ROUNDS = cite("Playing", 274, "five rounds, with a roll, turns, and an end each")
ROLL = cite("Roll the dice", 282, "all dice are rolled anew by whoever starts")
CLOCKWISE = cite("Turns", 288, "clockwise, beginning with whoever ended the last round with the Helmet")
OWN_SPACE = cite("Turns", 290, "a die goes on a free space of the own board that has its colour")
OWN_TURN = cite("Turns", 290, "whoever has the turn is asked, about the neutral's pieces too")
ANY_ORDER = cite("Turns", 296, "what comes first, main or bonus, is free")
WHOLE_ACTIONS = cite(
    "Turns",
    298,
    "an action is finished before the next one starts",
    untold="the whole grammar of the log is this sentence; what comes too early is told as what is missing there",
)
THREE_TURNS = cite("Turns", 302, "three dice each, then the round ends")
MAIN_ACTION = cite("Main actions", 308, "the main action is done, and all of it; pips do not matter for it")
ONE_DIE_EACH = cite("To remember", 1086, "no second die on an action that has one")
NO_SPACE = silent("Main actions", 308, "a die that fits nowhere is laid aside, giving no main action")

# ---- blue: help from villagers

STORAGE_UP = cite("Blue", 320, "room for one more tile, nine at most")
STORAGE_FULL = cite("Blue", 320, "a point for every step that would lead beyond nine")
DRAW = cite("Blue", 326, "a card from the own deck to hand")
RESHUFFLE = cite("Blue", 326, "the discards are shuffled when a card is due from a deck without cards")
BLUE_HELMET = cite("Blue", 330, "who first used blue in a round has the Helmet; the order of turns stays")
VILLAGER = cite("Blue", 334, "one villager: what its upper side shows, after that it is turned")
VILLAGER_FACES = cite(
    "Blue", 338, "sides: this or that good, both, storage, a governor moved to collect, a tile, two cards"
)
MOVED_GOVERNOR = cite("Blue", 350, "a governor that moves collects what its new site yields")

# ---- green: production and relics

PRODUCTION = cite("Production", 367, "each governor and each farm brings one good of its site, whoever else is there")
NO_MANS_LAND = cite("Relic", 391, "the scavenger goes to another island, and only there a tile is taken")
REPLACED = cite("Relic", 391, "a tile that was taken is replaced from the bag straight away")
TWO_STOPS = cite("Relic", 392, "two moves; the second may lead back")
NO_TWINS = cite("Relic", 394, "nobody has a tile twice, restored ones apart")
ONCE_EACH = cite("Relic", 396, "at either island one search and one purchase at most, before or after the tile")
SEARCH = cite("Relic, search", 400, "one or two tiles of that island join the black market, new ones are drawn")
SEARCH_PRICE = printed("Relic, search", 400, "it costs a metal or a crystal")
SHOP = cite("Relic, shop", 404, "one gold for one tile of the black market")
SHOP_ONLY = cite("Relic, shop", 406, "no shopping outside the Relic action")
BAG_EMPTY = silent("Relic", 391, "a gap stays when the bag is empty", untold="nothing can be drawn from an empty bag")
NO_LEGAL_TILE = silent("Relic", 391, "a tile that may be taken is taken; where none may, none is")

# ---- storage and restoring

STORAGE = cite("Storage", 426, "loose tiles together with relics never exceed the room")
MAKE_ROOM = cite("Storage", 428, "who has no room first parts with a tile; the black market gets it")
FROM_BAG = cite("Storage", 428, "what the bag yields is looked at before an older tile makes way")
FOURTH_TILE = cite("Storage", 430, "a tile that completes a relic needs room like any other")
TWIN_FROM_BAG = silent("Storage", 428, "a twin out of the bag joins the black market")
RESTORE = cite("Restore", 434, "all four numbers in one colour are a relic at once")
ALTAR = cite("Restore", 436, "a pawn on a free altar where the colour is at home, which gives its influence")
STACK = cite("Restore", 437, "the four tiles take up one place from then on")
NO_ALTAR = silent("Restore", 436, "without a free altar or a pawn the relic counts, and gives no influence")

# ---- red: recruitment

RECRUIT_PRICE = cite("Recruitment", 453, "first the rice that the track asks for is paid")
ADVANCE = cite("Recruitment track", 462, "whatever recruits a unit, the pawn must go on a space")
UNIT = cite("Recruitment", 455, "a governor or a shadow out of the own supply, put on a free space")
MANY_UNITS = cite("Recruitment", 458, "as many as one can pay, none if one likes")
RESET = cite(
    "Recruitment track", 464, "on the last space, at any time of the own turn, two gold lead back to the first"
)
LAST_SPACE = cite("Recruitment track", 468, "otherwise the pawn stays there, and each unit costs three")
TRACK = printed("Recruitment track", 453, "the track shows one, two and three rice")
GOVERNOR_SITE = cite("Recruitment: governor", 474, "a governor takes a site that is free of governors")
GOVERNOR_COLLECTS_NOT = cite("Recruitment: governor", 480, "a new governor brings no good")
SHADOW_PLACE = cite("Recruitment: shadow", 486, "a shadow takes an empty place of a rough neighbourhood")
SHADOW_GOLD = cite("Recruitment: shadow", 488, "its owner gets the gold shown there")
ELIMINATE = cite("Recruitment: shadow", 490, "one enemy governor of that island goes back to its owner")
COMPENSATION = cite("Recruitment: shadow", 490, "whoever lost it is given one gold")
SHADOWS_STAY = cite("Recruitment: shadow", 492, "three shadows a game, which neither move nor come back")

# ---- red: construction; tax

BUILDING_PRICE = cite("Construction", 508, "the price, and what the uncovered spaces of that board add")
BASE_PRICE = printed(
    "Construction", 538, "a farm is two metal and a crystal, a tower the reverse; one more of the first for each"
)
BUILDING_PLACE = cite("Construction", 509, "a building takes a site that is free of buildings")
TILE_LAID = cite("Construction", 510, "the tile that came to light is laid on the Clan board")
TILE_COLOURS = cite("Construction", 510, "gray ones beside actions or the ability, yellow ones beside the revenue")
MANY_BUILDINGS = cite("Construction", 512, "as many as one can pay, none if one likes")
FARM_COLLECTS_NOT = cite("Construction: farm", 518, "a farm yields with Production, not when it is built")
BUILDINGS_STAY = cite("Questions: construction", 1073, "no building is ever destroyed")
COVER = cite("Questions: bonus tiles", 1079, "laid tiles stay; a new one may cover one, whose use is lost")
TAX = cite("Tax", 534, "any die: two gold")

# ---- bonus actions

ONCE_A_TURN = cite("Bonus actions", 556, "each once in a turn, discarding apart")
STRENGTH = cite("Hero ability", 562, "some of the own dice come to exactly the strength of the card")
PLAYED_HERO = cite("Hero ability", 564, "one card a turn, which then goes to the discards")
HERO_TEXT = printed("Hero ability", 564, "what the card says")
ABILITY_13 = cite("Clan ability", 572, "the own dice come to thirteen or more")
TECH = cite("Clan ability", 576, "Tech: storage, after that a card")
NOMAD = cite("Clan ability", 578, "Nomad: a governor moves and brings two goods of its new site")
NOBLE = cite("Clan ability", 582, "Noble: a card is played whatever its strength, besides the usual one")
NATURE = cite("Clan ability", 588, "Nature: two goods of choice")
TILE_USE = cite("Bonus tiles", 592, "the tile beside this turn's die, and with thirteen that of the ability")
DISCARD = cite("Discard", 604, "a card thrown away turns one own die by one, as often as one likes")
PIPS = cite("Discard", 606, "a die shows one to six")
AGGRESSIVE = cite("Discard, note", 610, "cards against others may be left out")
RESOLVING = cite("Questions: heroes", 1043, "a card in play is not among the discards before it is through")
NOT_TWICE = cite("Questions: heroes", 1047, "the same card not again in this turn, though in this round")

# ---- goals

ORANGE = cite("Goals", 634, "an orange one is for whoever meets it first, alone")
GREEN = cite("Goals", 638, "a green one has a second place with three players or more, for another player")
GOAL_AT_ONCE = cite("Goals", 638, "its points and whatever it adds come right away")
GOAL_TEXT = printed("Goals", 638, "the condition and the points of the card")
GOALS_LATER = silent("Goals", 634, "goals count as soon as the units of set-up stand")

# ---- the end of a round

PLACES = cite("Influence", 665, "most influence earns gold, the next one silver")
STANDARDS = printed("Influence", 665, "gold 2 3 4 5 6 and silver 1 1 2 2 3, by round")
GOVERNOR_2 = cite("Influence", 658, "two for a governor, gone when it leaves")
SHADOW_1 = cite("Influence", 663, "one for a shadow")
TOWER_2 = cite("Influence", 664, "two for a tower")
TIES_SHADOWS = cite("Influence", 668, "who is level is told apart by shadows on that island")
TIE_FIRST = cite(
    "Influence", 568, "level in front: both standards are added and shared, rounded down, no second place", edition="fr"
)
TIE_SECOND = cite("Influence", 672, "level behind: the silver one is shared, rounded down")
NO_INFLUENCE = silent("Influence", 665, "no place without influence")
REVENUE = cite("Revenue", 575, "a good of choice and a gold for each player", edition="fr")
YELLOW_TILES = cite("Revenue", 687, "every yellow tile is resolved")
START_PLAYER = cite("Start player", 697, "who has the Helmet keeps it or gives it to somebody; its holder starts")
HIRE = cite("Hire heroes", 707, "in order from the Helmet, as many as one can pay, at the price of the card in gold")
HIRED_TO_HAND = cite("Hire heroes", 709, "a hired hero goes to hand")
IN_PLACE = cite("Hire heroes", 709, "the open card takes the very place that was left")
MARKET_GAP = silent(
    "Hire heroes", 709, "without a deck the place stays empty", untold="nothing can be drawn from an empty deck"
)
NEW_CARD = cite("Hire heroes", 713, "when all have hired, everybody draws a card")
LAST_ROUND = cite("Start player, hiring", 705, "neither of the two in the last round")
NEXT_ROUND = cite("Hire heroes", 611, "the marker goes on by one", edition="fr")

# ---- the end of the game

GAME_ENDS = cite("Game end", 721, "it ends with the revenue of round five; then points are counted")
SCORE_RELICS = cite("Final scoring: relics", 732, "3, 7, 12, 18, 25, 33")
SCORE_FARMS = cite("Final scoring: buildings", 741, "1, 4, 7, 12")
SCORE_TOWERS = cite("Final scoring: buildings", 742, "1, 2, 4, 7")
ARMY = cite("Final scoring: heroes", 754, "prices of all own heroes, wherever they are, and the gold left")
ARMY_POINTS = cite("Final scoring: heroes", 760, "10, 5 and 2; alone 10 and 2")
ARMY_TIES = cite("Final scoring: heroes", 768, "level: fewer heroes, then more of price five, four, three, two")
ARMY_LEVEL = silent("Final scoring: heroes", 770, "alike in all: the points of the places are shared, rounded down")
SCORE_HELMET = cite("Final scoring: Helmet", 784, "two points for it")
SCORE_GOODS = cite("Final scoring: resources", 788, "a point for every five goods, gold not counted")
WINNER = cite("Final scoring", 790, "the most points win")
WINNER_TIES = cite("Final scoring", 792, "then the most goods; then all who are level")

# ---- two players: mercenaries

MERC_PIECES = cite("Two players", 806, "the mercenaries have the pieces of a clan without a player, none on the board")
MERC_DICE = cite("Two players", 811, "before each of the first three turns of a round, its player gives them a die")
MERC_SPACE = cite("Two players", 815, "it goes on a free space of theirs with its colour, and the action follows")
MERC_RELIC_DICE = cite("Mercenaries: relics", 823, "two dice find room there, elsewhere one")
MERC_COLOURS = printed("Mercenaries", 823, "relics are green, towers blue, governors and shadows red")
MERC_RELIC_CHOICE = cite("Mercenaries: relics", 823, "one of two things, as the player likes")
MERC_RETURN = cite(
    "Mercenaries: relics", 825, "a tile leaves an island, a new one is drawn, only then it goes into the bag"
)
MERC_TAKE = cite("Mercenaries: relics", 826, "or any two tiles of one island are theirs, then two are drawn")
MERC_NO_TWINS = silent("Mercenaries: relics", 826, "what holds for players holds for them: no tile twice")
MERC_ALTAR = cite("Mercenaries: relics", 830, "of the free altars, the best is theirs")
MERC_SELL = cite(
    "Mercenaries: relics",
    832,
    "in a Relic action, instead of the black market, a tile of theirs costs two gold, paid to them",
)
MERC_TOWER = cite("Mercenaries: tower", 834, "a tower of theirs on any free plot")
MERC_TOWER_MOVES = cite("Mercenaries: tower", 836, "when all stand, one of them moves")
MERC_GOVERNOR = cite("Mercenaries: governor", 840, "a governor of theirs on any free site")
MERC_SHADOW = cite(
    "Mercenaries: shadow", 844, "two gold to them, a shadow on any free place, and the opponent loses a governor there"
)
MERC_SHADOW_GOLD = cite("Mercenaries: shadow", 848, "nobody gets the gold of that place")
MERC_SHADOW_PRICE = cite("Mercenaries: shadow", 850, "who lacks two gold has no die to put there")
MERC_SHADOW_MOVES = cite("Mercenaries: shadow", 852, "when all stand, one of them moves and strikes nobody")
MERC_NO_SPACE = silent("Two players", 815, "a die that fits no space of theirs waits beside them")
MERC_PLACES = cite("Two players: round end", 856, "they take places on islands, without points")
MERC_13 = cite("Two players: round end", 860, "two gold for them with thirteen or more on their dice")
MERC_HERO = cite("Two players: round end", 864, "after the hiring, the last of the market is theirs for nothing")
MERC_FACE_DOWN = cite("Two players: round end", 864, "their heroes lie face down")
MERC_FIVE = cite("Two players: round end", 864, "five heroes in the end, so one joins in the last round too")
MERC_ARMY = cite("Two players: game end", 870, "their heroes and gold count among the armies")

# ---- alone: the empire

SOLO_HEROES = cite("Solo: set-up", 878, "no cards against others, nor the one that uses a foreign ability")
SOLO_NO_GOALS = cite("Solo: set-up", 882, "there are no goals")
SOLO_START = cite("Solo: set-up", 886, "the player starts")
EASY = cite("Solo: set-up", 890, "easy: a governor each on two islands")
NORMAL = cite("Solo: set-up", 891, "normal: two on an island, one each on two more")
DIFFICULT = cite(
    "Solo: set-up", 892, "difficult: as normal, a tower on the island left, and two unlike tiles by chance"
)
SOLO_HERO = cite("Solo: set-up", 896, "the empire has a hero from the deck that nobody has looked at")
SOLO_DECKS = cite(
    "Solo: set-up", 908, "six cards for rounds 1 and 2, six for 3 and 4, three for the fifth, the first one open"
)
SOLO_ONE_DIE = cite("Solo card", 918, "a card has three spaces by colour and takes one die")
SOLO_NO_LIMIT = cite("Solo: playing", 928, "the empire never runs out of pieces")
SOLO_NO_CARDS = cite("Solo: playing", 929, "the empire neither draws nor plays heroes")
SOLO_NO_GOODS = cite("Solo: playing", 930, "the empire has neither goods nor gold")
SOLO_DIE = cite("Solo: playing", 933, "any die of the middle, where its colour belongs")
SOLO_OTHER_TWO = cite("Solo: playing", 935, "what the two other spaces say is done, the upper one first")
SOLO_CHOICE = cite("Solo: playing", 935, "the player chooses among all ways that do the whole of it")
SOLO_SHORT = cite("Solo: playing", 935, "what cannot be done whole is done as far as can be, for a point")
SOLO_FINISH = cite("Solo: playing", 939, "to its advantage: a relic that can be finished is")
SOLO_LEAD = cite("Solo: playing", 940, "to its advantage: an island where it can pass the player is the one")
SOLO_NO_ADVANTAGE = cite("Solo: playing", 942, "an order without such an advantage is whole all the same")
SOLO_TILES = cite("Solo: playing", 946, "a tile from any island or the black market, unless the card names one")
SOLO_MORE_RELICS = cite("Solo: playing", 948, "a fourth relic of a colour counts, without influence")
SOLO_NEXT_CARD = cite("Solo: playing", 950, "afterwards the next card of this round is drawn")
SOLO_ABILITY = cite("Solo: playing", 958, "before the round ends, what the sum of its three dice brings")
SOLO_NO_REVENUE = cite("Solo: round end", 968, "no revenue for the empire")
SOLO_KEEPS = cite("Solo: round end", 970, "the empire never gives the Helmet away")
SOLO_RIGHTMOST = cite("Solo: round end", 972, "in its turn it takes, for nothing, whoever stands furthest to the right")
SOLO_CARDS_GO = cite("Solo: round end", 974, "three cards are put away, the next one is drawn")
SOLO_TILES_BACK = cite("Solo: round end", 976, "after round four every tile of the empire is back in the bag")
SOLO_SERIES = cite("Solo: game end", 988, "the empire begins further rows of farms and of towers")
SOLO_BEST_ALTAR = silent("Solo: playing", 935, "a relic of the empire takes the best one left")

# ---- the list of bonus tiles

TILE_TEXT = printed("List of bonus tiles", 1098, "what a tile shows is one of the meanings listed there")
TILE_STEPS = cite("List of bonus tiles", 1198, "two different ones of the four steps with the villagers")
