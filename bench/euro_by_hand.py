"""Market Town, the game of the pack bench/euro, written by hand in plain Python.

It is the yardstick of the benchmark: what a programmer would write for this one game, fast and clear. It follows the
same rules of offering as the machine: only options that can be completed, and a choice with one way is taken by itself.
"""

# ruff: noqa: ARG001 - all effects take the game and the player, whether they need both or not

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

GRAIN, TIMBER, CLOTH = GOODS = range(3)
FOOD, WOOD, TEXTILE, CIVIC = CRAFTS = range(4)
GOOD_NAMES = ("grain", "timber", "cloth")

ROUNDS = 6
ROW_SIZE = 5
MAX_WORKERS = 4
MAX_GUILD = 6
MAX_PRICE = 5

RECRUIT_COST = (0, 0, 3, 5)  # by workers hired so far
GUILD_INCOME = (0, 0, 1, 1, 2, 2, 3)
GUILD_FAME = (0, 1, 3, 6, 10, 14, 20)
VARIETY_FAME = (0, 0, 2, 5, 9)  # by crafts built


class Random(Protocol):
    """Where chance comes from: the two questions the game asks."""

    def below(self, n: int) -> int: ...
    def shuffle(self, items: list) -> None: ...


class Player:
    __slots__ = ("coins", "fame", "goods", "guild", "home", "town", "town_crafts", "workers")

    def __init__(self) -> None:
        self.goods = [2, 1, 0]
        self.coins = 3
        self.fame = 0
        self.guild = 0
        self.workers = 2  # hired
        self.home = 2  # still to be placed this round
        self.town: list[Card] = []
        self.town_crafts = [0, 0, 0, 0]  # buildings of each craft

    def recruit_cost(self, discount: int) -> int:
        return max(0, RECRUIT_COST[self.workers] - discount)

    def can_recruit(self, discount: int = 0) -> bool:
        return self.workers < MAX_WORKERS and self.coins >= self.recruit_cost(discount)

    def recruit(self, discount: int = 0) -> None:
        self.coins -= self.recruit_cost(discount)
        self.workers += 1

    def step_guild(self) -> None:
        if self.guild < MAX_GUILD:
            self.guild += 1

    def can_build(self, card: Card) -> bool:
        grain, timber, cloth = card.cost
        goods = self.goods
        return goods[0] >= grain and goods[1] >= timber and goods[2] >= cloth and self.coins >= card.toll


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A building. `toll` is what its `built` effect must be able to pay in coins."""

    key: str
    craft: int
    cost: tuple[int, int, int]
    worth: int
    built: Callable[[Game, Player], None] | None = None
    income: Callable[[Game, Player], None] | None = None
    bonus: Callable[[Player], int] | None = None
    toll: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A place for workers. `can` says whether a player could use it now; None: always."""

    key: str
    number: int
    room: int
    use: Callable[[Game, Player], None]
    can: Callable[[Game, Player], bool] | None = None


Option = Space | Card | int | str


class Game:
    """A game in progress: `decision()` gives the options (none: it is over), `choose(i)` takes one and runs on."""

    def __init__(self, seats: int, random: Random) -> None:
        self.random = random
        self.players = [Player() for _ in range(seats)]
        self.start = random.below(seats)
        self.turn = self.start  # seat that places next
        self.round = 1
        self.prices = [2, 2, 2]
        self.crews = [0] * len(SPACES)
        self.rooms = [space.room + (1 if seats == 4 else 0) for space in SPACES]
        self.deck = list(CARDS)
        random.shuffle(self.deck)
        self.row: list[Card] = []
        self.fill_row()
        self.over = False
        # What is left to do after the current choice, last first: (step, its arguments).
        self.todo: list[tuple] = []
        # The open choice: who, between what, and what then.
        self.player = self.players[self.start]
        self.options: list[Option] = []
        self.then: Callable[[Player, Option], None] = self.place
        self.run()

    # ------------------------------------------------------------------------------------------------- the driver

    def decision(self) -> list[Option]:
        return self.options

    def choose(self, index: int) -> None:
        option = self.options[index]
        self.options = []
        self.then(self.player, option)
        self.run()

    def run(self) -> None:
        todo = self.todo
        while not self.options and not self.over:
            if todo:
                step, *arguments = todo.pop()
                step(*arguments)
            else:
                self.next_turn()

    def ask(self, player: Player, options: list, then: Callable) -> None:
        if len(options) == 1:
            then(player, options[0])
        else:
            self.player = player
            self.options = options
            self.then = then

    def offer(self, player: Player, then: Callable[[Player], None]) -> None:
        """Ask whether the player wants to do `then`."""
        self.player = player
        self.options = ["yes", "no"]
        self.then = lambda player, answer: then(player) if answer == "yes" else None

    # ------------------------------------------------------------------------------------------------- the rounds

    def next_turn(self) -> None:
        players = self.players
        for _ in players:
            player = players[self.turn]
            self.turn = (self.turn + 1) % len(players)
            if player.home:
                self.take_turn(player)
                return
        self.end_round()

    def take_turn(self, player: Player) -> None:
        crews, rooms = self.crews, self.rooms
        options = []
        for space in SPACES:
            number = space.number
            if crews[number] < rooms[number] and (space.can is None or space.can(self, player)):
                options.append(space)
        self.ask(player, options, self.place)

    def place(self, player: Player, space: Space) -> None:
        player.home -= 1
        self.crews[space.number] += 1
        space.use(self, player)

    def end_round(self) -> None:
        self.todo.append((self.tidy_up,))
        seats = len(self.players)
        for i in range(seats - 1, -1, -1):
            self.todo.append((self.collect, self.players[(self.start + i) % seats]))

    def collect(self, player: Player) -> None:
        player.coins += 1 + GUILD_INCOME[player.guild]
        self.todo.append((self.feed, player))
        for card in reversed(player.town):
            if card.income is not None:
                self.todo.append((card.income, self, player))

    def feed(self, player: Player) -> None:
        mouths = player.workers - 2
        fed = min(mouths, player.goods[GRAIN])
        player.goods[GRAIN] -= fed
        player.fame = max(0, player.fame - (mouths - fed))

    def tidy_up(self) -> None:
        self.crews = [0] * len(SPACES)
        for player in self.players:
            player.home = player.workers
        if self.row:
            del self.row[0]
        self.fill_row()
        self.start = self.turn = (self.start + 1) % len(self.players)
        if self.round == ROUNDS:
            self.finish()
        else:
            self.round += 1

    def fill_row(self) -> None:
        while len(self.row) < ROW_SIZE and self.deck:
            self.row.append(self.deck.pop())

    # ------------------------------------------------------------------------------------------------- the choices

    def build(self, player: Player) -> None:
        self.ask(player, [card for card in self.row if player.can_build(card)], self.build_card)

    def build_card(self, player: Player, card: Card) -> None:
        goods = player.goods
        grain, timber, cloth = card.cost
        goods[0] -= grain
        goods[1] -= timber
        goods[2] -= cloth
        player.fame += card.worth
        self.row.remove(card)
        player.town.append(card)
        player.town_crafts[card.craft] += 1
        self.todo.append((self.fill_row,))
        if card.built is not None:
            card.built(self, player)

    def trade(self, player: Player) -> None:
        options = []
        if any(player.goods):
            options.append("sell")
        if player.coins >= min(self.prices) + 2:
            options.append("buy")
        if options:
            self.ask(player, [*options, "done"], self.trade_way)

    def trade_way(self, player: Player, way: str) -> None:
        if way == "sell":
            self.ask(player, [good for good in GOODS if player.goods[good]], self.sell)
        elif way == "buy":
            self.ask(player, [good for good in GOODS if player.coins >= self.prices[good] + 2], self.buy)

    def sell(self, player: Player, good: int) -> None:
        player.goods[good] -= 1
        player.coins += self.prices[good]
        self.prices[good] = max(1, self.prices[good] - 1)
        self.trade(player)

    def buy(self, player: Player, good: int) -> None:
        player.coins -= self.prices[good] + 2
        player.goods[good] += 1
        self.prices[good] = min(MAX_PRICE, self.prices[good] + 1)
        self.trade(player)

    def tithe(self, player: Player) -> None:
        self.ask(player, [good for good in GOODS if player.goods[good]], self.first_tithe)

    def first_tithe(self, player: Player, good: int) -> None:
        player.goods[good] -= 1
        self.ask(player, [good for good in GOODS if player.goods[good]], self.second_tithe)

    def second_tithe(self, player: Player, good: int) -> None:
        player.goods[good] -= 1
        player.guild += 1

    def caravan(self, player: Player) -> None:
        grain, timber, cloth = player.goods
        options = []
        if grain >= 2:
            options.append("bread")
        if timber >= 2:
            options.append("beams")
        if cloth >= 1:
            options.append("robes")
        self.ask(player, options, self.send)

    def send(self, player: Player, load: str) -> None:
        goods = player.goods
        if load == "bread":
            goods[GRAIN] -= 2
            player.coins += 4
        elif load == "beams":
            goods[TIMBER] -= 2
            player.coins += 2
            goods[CLOTH] += 1
        else:
            goods[CLOTH] -= 1
            player.coins += 2
            player.fame += 2

    # ------------------------------------------------------------------------------------------------- the end

    def finish(self) -> None:
        for player in self.players:
            player.fame += GUILD_FAME[player.guild]
            player.fame += VARIETY_FAME[sum(1 for number in player.town_crafts if number)]
            player.fame += player.coins // 4
            player.fame += sum(card.bonus(player) for card in player.town if card.bonus is not None)
        self.over = True

    def scores(self) -> list[int]:
        return [player.fame for player in self.players]

    def winners(self) -> list[int]:
        ranks = [(player.fame, sum(player.goods), player.coins) for player in self.players]
        best = max(ranks)
        return [seat for seat, rank in enumerate(ranks) if rank == best]


def key(option: Option) -> str:
    """What an option means, as the pack calls it."""
    if isinstance(option, str):
        return option
    if isinstance(option, int):
        return GOOD_NAMES[option]
    return option.key


def keys(game: Game) -> list[str]:
    """The options of the decision that is due, as the pack calls them."""
    return [key(option) for option in game.decision()]


def seat(game: Game) -> int:
    """Who decides."""
    return game.players.index(game.player)


# ------------------------------------------------------------------------------------------------------------ spaces


def farm(game: Game, player: Player) -> None:
    player.goods[GRAIN] += 2 + min(2, player.town_crafts[FOOD])


def woods(game: Game, player: Player) -> None:
    player.goods[TIMBER] += 2 + min(2, player.town_crafts[WOOD])


def weaver(game: Game, player: Player) -> None:
    player.goods[CLOTH] += 1 + min(2, player.town_crafts[TEXTILE])
    player.coins += 1


def square(game: Game, player: Player) -> None:
    player.coins += 1


def hall(game: Game, player: Player) -> None:
    player.recruit()


def can_use_yard(game: Game, player: Player) -> bool:
    return any(player.can_build(card) for card in game.row)


def can_use_hall(game: Game, player: Player) -> bool:
    return player.can_recruit()


def can_use_chapel(game: Game, player: Player) -> bool:
    return player.guild < MAX_GUILD and sum(player.goods) >= 2


def can_use_caravan(game: Game, player: Player) -> bool:
    grain, timber, cloth = player.goods
    return grain >= 2 or timber >= 2 or cloth >= 1


SPACES = [
    Space("farm", 0, 2, farm),
    Space("woods", 1, 2, woods),
    Space("weaver", 2, 1, weaver),
    Space("market", 3, 2, Game.trade),
    Space("yard", 4, 2, Game.build, can_use_yard),
    Space("hall", 5, 1, hall, can_use_hall),
    Space("chapel", 6, 2, Game.tithe, can_use_chapel),
    Space("caravan", 7, 1, Game.caravan, can_use_caravan),
    Space("square", 8, 99, square),
]


# --------------------------------------------------------------------------------------------------------- buildings


def coins(amount: int) -> Callable[[Game, Player], None]:
    def effect(game: Game, player: Player) -> None:
        player.coins += amount

    return effect


def goods(good: int, amount: int) -> Callable[[Game, Player], None]:
    def effect(game: Game, player: Player) -> None:
        player.goods[good] += amount

    return effect


def any_good(amount: int) -> Callable[[Game, Player], None]:
    def gain(player: Player, good: int) -> None:
        player.goods[good] += amount

    def effect(game: Game, player: Player) -> None:
        game.ask(player, list(GOODS), gain)

    return effect


def guild_step(game: Game, player: Player) -> None:
    player.step_guild()


def pay_for_fame(toll: int, fame: int) -> Callable[[Game, Player], None]:
    def effect(game: Game, player: Player) -> None:
        player.coins -= toll
        player.fame += fame

    return effect


def may_trade_good(good: int, coins: int, fame: int) -> Callable[[Game, Player], None]:
    def trade(player: Player) -> None:
        player.goods[good] -= 1
        player.coins += coins
        player.fame += fame

    def effect(game: Game, player: Player) -> None:
        if player.goods[good]:
            game.offer(player, trade)

    return effect


def wheelwright(game: Game, player: Player) -> None:
    def pay(player: Player) -> None:
        player.coins -= 2
        player.fame += 2

    if player.coins >= 2:
        game.offer(player, pay)


def cooper(game: Game, player: Player) -> None:
    def take(player: Player, what: str) -> None:
        if what == "purse":
            player.coins += 3
        else:
            player.goods[GRAIN] -= 1
            player.fame += 2

    game.ask(player, ["purse", "feast"] if player.goods[GRAIN] else ["purse"], take)


def guesthouse(game: Game, player: Player) -> None:
    if player.can_recruit(2):
        game.offer(player, lambda player: player.recruit(2))


def fountain(game: Game, player: Player) -> None:
    for other in game.players:
        if other is not player:
            other.coins += 1


def toll_gate(game: Game, player: Player) -> None:
    player.coins += 1
    for other in game.players:
        if other is not player and other.coins:
            other.coins -= 1


def each_of(craft: int) -> Callable[[Player], int]:
    return lambda player: player.town_crafts[craft]


CARDS = [
    Card("bakery", FOOD, (1, 1, 0), 2, income=may_trade_good(GRAIN, 3, 0)),
    Card("mill", FOOD, (0, 2, 0), 2, income=goods(GRAIN, 1)),
    Card("orchard", FOOD, (1, 1, 0), 1, income=goods(GRAIN, 1)),
    Card("granary", FOOD, (0, 2, 0), 2, built=goods(GRAIN, 3)),
    Card("brewery", FOOD, (2, 1, 0), 3, income=may_trade_good(GRAIN, 0, 1)),
    Card("dairy", FOOD, (0, 1, 1), 3, built=any_good(2)),
    Card("cookshop", FOOD, (2, 1, 0), 2, bonus=each_of(FOOD)),
    Card("fishery", FOOD, (0, 2, 0), 2, built=coins(2), income=coins(1)),
    Card("sawmill", WOOD, (2, 0, 0), 2, income=goods(TIMBER, 1)),
    Card("carpenter", WOOD, (1, 2, 0), 3, built=goods(TIMBER, 2)),
    Card("cooper", WOOD, (0, 3, 0), 4, built=cooper),
    Card("wharf", WOOD, (0, 2, 1), 4, income=coins(1)),
    Card("wheelwright", WOOD, (1, 2, 0), 3, built=wheelwright),
    Card("shipyard", WOOD, (0, 3, 1), 5, bonus=lambda player: player.guild),
    Card("joiner", WOOD, (0, 2, 0), 2, bonus=each_of(WOOD)),
    Card("ropewalk", WOOD, (0, 1, 1), 3, built=pay_for_fame(1, 2), toll=1),
    Card("loom_house", TEXTILE, (1, 2, 0), 1, income=goods(CLOTH, 1)),
    Card("dyer", TEXTILE, (0, 1, 1), 3, built=coins(3)),
    Card("tailor", TEXTILE, (0, 0, 2), 4, income=may_trade_good(CLOTH, 2, 1)),
    Card("draper", TEXTILE, (2, 0, 1), 4, built=any_good(2)),
    Card("fuller", TEXTILE, (1, 0, 1), 3, built=guild_step),
    Card("lacemaker", TEXTILE, (0, 1, 2), 5, bonus=each_of(TEXTILE)),
    Card("warehouse", TEXTILE, (1, 2, 0), 2, income=any_good(1)),
    Card("guesthouse", CIVIC, (1, 2, 0), 2, built=guesthouse),
    Card("school", CIVIC, (0, 2, 1), 3, bonus=lambda player: player.workers),
    Card("bank", CIVIC, (0, 1, 1), 2, built=coins(4), bonus=lambda player: player.coins // 3),
    Card("library", CIVIC, (0, 1, 2), 6, built=pay_for_fame(2, 2), toll=2),
    Card("fountain", CIVIC, (0, 2, 0), 4, built=fountain),
    Card("cathedral", CIVIC, (2, 2, 2), 9, built=guild_step),
    Card("toll_gate", CIVIC, (1, 2, 0), 2, income=toll_gate),
]
