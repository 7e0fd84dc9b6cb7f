"""Mosaic, the game of `bench/mosaic`, written by hand in plain Python, as one would who needs fast random games of it.

A game rests on `options`, and `choose` goes on with the one that is picked; a choice with a single option is taken by
itself. What is to be done with the pick is a function with its arguments, so that a game at rest can be copied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

STONE_NAMES = ("slate", "jade", "amber", "coral", "pearl")
PATTERN_NAMES = ("waves", "leaves", "stars", "knots")
STONES = range(len(STONE_NAMES))
PATTERNS = range(len(PATTERN_NAMES))
SIDE = 8
CELLS = range(SIDE * SIDE)
NEIGHBOURS = tuple(
    tuple(
        x + dx + SIDE * (y + dy)
        for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
        if 0 <= x + dx < SIDE and 0 <= y + dy < SIDE
    )
    for y in range(SIDE)
    for x in range(SIDE)
)
ROUNDS = 12
MARKET = 66
BOARD = 8


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    key: str
    stone: int
    pattern: int
    worth: int


TILES = tuple(
    Tile(f"{STONE_NAMES[stone]}_{PATTERN_NAMES[pattern]}_{worth}", stone, pattern, worth)
    for stone in STONES
    for pattern in PATTERNS
    for worth in range(1, 7)
)


class Player:
    __slots__ = ("coins", "fame", "finished", "floor", "stock")

    def __init__(self) -> None:
        self.coins = 8
        self.fame = 0
        self.stock = [0] * len(STONES)
        self.floor: list[Tile | None] = [None] * len(CELLS)
        self.finished: list[Plan] = []

    def kinds(self) -> int:
        """How many different stones there are in stock."""
        return len(self.stock) - self.stock.count(0)

    def cells_for(self, stone: int) -> list[int]:
        """The empty cells that have no tile of this stone beside them."""
        taken = set()
        for cell, tile in enumerate(self.floor):
            if tile is not None:
                taken.add(cell)
                if tile.stone == stone:
                    taken.update(NEIGHBOURS[cell])
        return [cell for cell in CELLS if cell not in taken]

    def has_room_for(self, stone: int) -> bool:
        floor = self.floor
        for cell, tile in enumerate(floor):
            if tile is None:
                for other in NEIGHBOURS[cell]:
                    beside = floor[other]
                    if beside is not None and beside.stone == stone:
                        break
                else:
                    return True
        return False

    def laid_with(self, pattern: int) -> int:
        return sum(1 for tile in self.floor if tile is not None and tile.pattern == pattern)

    def laid_of(self, stone: int) -> int:
        return sum(1 for tile in self.floor if tile is not None and tile.stone == stone)


# ------------------------------------------------------------------------------------------------------------- plans


class Plan:
    """What can be built: whether a player can pay for it, how they pay, and what it brings."""

    def __init__(self, key: str) -> None:
        self.key = key

    def affordable(self, player: Player) -> bool:
        raise NotImplementedError

    def pay(self, game: Game, player: Player) -> None:
        """Ask for what is to be decided; `game.built(self)` comes last."""
        raise NotImplementedError

    def reward(self, player: Player) -> None:
        raise NotImplementedError


class Gate(Plan):
    def __init__(self, pattern: int) -> None:
        super().__init__(f"gate_{PATTERN_NAMES[pattern]}")
        self.pattern = pattern

    def affordable(self, player: Player) -> bool:
        return max(player.stock) >= 2 and player.kinds() >= 2

    def pay(self, game: Game, player: Player) -> None:
        stock = player.stock
        game.ask([stone for stone in STONES if stock[stone] >= 2], self.pay_main, game, player)

    def pay_main(self, game: Game, player: Player, main: int) -> None:
        stock = player.stock
        stock[main] -= 2
        game.ask([stone for stone in STONES if stock[stone] and stone != main], game.pay_last, player, self)

    def reward(self, player: Player) -> None:
        player.fame += 2 + player.laid_with(self.pattern)


class Arch(Plan):
    def __init__(self, pattern: int) -> None:
        super().__init__(f"arch_{PATTERN_NAMES[pattern]}")
        self.pattern = pattern

    def affordable(self, player: Player) -> bool:
        return player.kinds() >= 3

    def pay(self, game: Game, player: Player) -> None:
        stock = player.stock
        game.ask([stone for stone in STONES if stock[stone]], self.pay_main, game, player)

    def pay_main(self, game: Game, player: Player, main: int) -> None:
        stock = player.stock
        stock[main] -= 1
        game.ask([stone for stone in STONES if stock[stone] and stone != main], self.pay_trim, game, player, main)

    def pay_trim(self, game: Game, player: Player, main: int, trim: int) -> None:
        stock = player.stock
        stock[trim] -= 1
        edges = [stone for stone in STONES if stock[stone] and stone not in (main, trim)]
        game.ask(edges, game.pay_last, player, self)

    def reward(self, player: Player) -> None:
        player.fame += 3 + player.laid_with(self.pattern)


class Hall(Plan):
    def __init__(self, stone: int) -> None:
        super().__init__(f"{STONE_NAMES[stone]}_hall")
        self.stone = stone

    def affordable(self, player: Player) -> bool:
        return player.stock[self.stone] >= 1 and sum(player.stock) >= 3

    def pay(self, game: Game, player: Player) -> None:
        stock = player.stock
        stock[self.stone] -= 1
        game.ask([stone for stone in STONES if stock[stone]], self.pay_first, game, player)

    def pay_first(self, game: Game, player: Player, filler: int) -> None:
        stock = player.stock
        stock[filler] -= 1
        game.ask([stone for stone in STONES if stock[stone]], game.pay_last, player, self)

    def reward(self, player: Player) -> None:
        player.fame += 2 * player.laid_of(self.stone)


class Tower(Plan):
    def __init__(self, stone: int) -> None:
        super().__init__(f"{STONE_NAMES[stone]}_tower")
        self.stone = stone

    def affordable(self, player: Player) -> bool:
        return player.coins >= 2 and player.stock[self.stone] >= 1 and bool(self.mains(player))

    def mains(self, player: Player) -> list[int]:
        return [stone for stone in STONES if player.stock[stone] >= 2 and stone != self.stone]

    def pay(self, game: Game, player: Player) -> None:
        game.ask(self.mains(player), self.pay_main, game, player)

    def pay_main(self, game: Game, player: Player, main: int) -> None:
        player.stock[main] -= 2
        player.stock[self.stone] -= 1
        player.coins -= 2
        game.built(player, self)

    def reward(self, player: Player) -> None:
        player.fame += 6
        player.stock[self.stone] += 1


class Shrine(Plan):
    def __init__(self, pattern: int) -> None:
        super().__init__(f"{PATTERN_NAMES[pattern]}_shrine")
        self.pattern = pattern

    def affordable(self, player: Player) -> bool:
        return bool(self.cells(player))

    def cells(self, player: Player) -> list[int]:
        """Cells with a tile of the pattern, if there is a stone in stock other than the tile's."""
        stock, kinds = player.stock, player.kinds()
        if not kinds:
            return []
        return [
            cell
            for cell, tile in enumerate(player.floor)
            if tile is not None and tile.pattern == self.pattern and (kinds > 1 or not stock[tile.stone])
        ]

    def pay(self, game: Game, player: Player) -> None:
        game.ask(self.cells(player), self.pay_tile, game, player)

    def pay_tile(self, game: Game, player: Player, cell: int) -> None:
        gone = player.floor[cell].stone
        player.floor[cell] = None
        stock = player.stock
        game.ask([stone for stone in STONES if stock[stone] and stone != gone], game.pay_last, player, self)

    def reward(self, player: Player) -> None:
        player.fame += 5


class Bank(Plan):
    def __init__(self, stone: int) -> None:
        super().__init__(f"bank_of_{STONE_NAMES[stone]}")
        self.stone = stone

    def affordable(self, player: Player) -> bool:
        return player.coins >= 3 or self.payable_in_stones(player)

    def payable_in_stones(self, player: Player) -> bool:
        stock, own = player.stock, self.stone
        return stock[own] >= 1 and any(stock[stone] >= (3 if stone == own else 2) for stone in STONES)

    def pay(self, game: Game, player: Player) -> None:
        ways = ["in_coins"] if player.coins >= 3 else []
        if self.payable_in_stones(player):
            ways.append("in_stones")
        game.ask(ways, self.pay_in, game, player)

    def pay_in(self, game: Game, player: Player, way: str) -> None:
        if way == "in_coins":
            player.coins -= 3
            game.built(player, self)
        else:
            stock = player.stock
            stock[self.stone] -= 1
            game.ask([stone for stone in STONES if stock[stone] >= 2], self.pay_filler, game, player)

    def pay_filler(self, game: Game, player: Player, filler: int) -> None:
        player.stock[filler] -= 2
        game.built(player, self)

    def reward(self, player: Player) -> None:
        player.fame += 4
        player.coins += 1


PLANS = (
    *map(Gate, PATTERNS),
    *map(Arch, PATTERNS),
    *map(Hall, STONES),
    *map(Tower, STONES),
    *map(Shrine, PATTERNS),
    *map(Bank, STONES),
)


# -------------------------------------------------------------------------------------------------------------- game


class Game:
    def __init__(self, seats: int, chance: Any) -> None:
        self.players = [Player() for _ in range(seats)]
        self.bag = list(TILES)
        chance.shuffle(self.bag)
        self.market = [self.bag.pop() for _ in range(MARKET)]
        self.stack = list(PLANS)
        chance.shuffle(self.stack)
        self.board = [self.stack.pop() for _ in range(BOARD)]
        self.turns = ROUNDS * seats
        self.options: list = []
        self.seat = -1
        self.next_turn()

    # ------------------------------------------------------------------------------------------------------ choices

    def decision(self) -> list:
        """The options of the player at `seat`; none when the game is over."""
        return self.options

    def choose(self, index: int) -> None:
        self.then(*self.arguments, self.options[index])

    def ask(self, options: list, then: Callable[..., None], *arguments: Any) -> None:
        if len(options) == 1:
            then(*arguments, options[0])
        else:
            self.options, self.then, self.arguments = options, then, arguments

    # -------------------------------------------------------------------------------------------------------- turns

    def next_turn(self) -> None:
        if not self.turns:
            self.finish()
            return
        self.turns -= 1
        self.seat = (self.seat + 1) % len(self.players)
        player = self.players[self.seat]
        on_offer = [0] * len(STONES)
        for tile in self.market:
            on_offer[tile.stone] += 1
        self.common = on_offer.index(max(on_offer))
        actions = []
        if self.can_draft(player):
            actions.append("draft")
        if any(plan.affordable(player) for plan in self.board):
            actions.append("build")
        if max(player.stock) >= 2:
            actions.append("sell")
        actions.append("rest")
        self.ask(actions, self.act, player)

    def act(self, player: Player, action: str) -> None:
        if action == "draft":
            self.ask(self.draftable(player), self.draft, player)
        elif action == "build":
            self.ask([plan for plan in self.board if plan.affordable(player)], self.build, player)
        elif action == "sell":
            self.ask([stone for stone in STONES if player.stock[stone] >= 2], self.sell, player)
        else:
            player.coins += 3
            self.next_turn()

    def sell(self, player: Player, stone: int) -> None:
        player.stock[stone] -= 2
        player.coins += 4
        self.next_turn()

    # ----------------------------------------------------------------------------------------------------- drafting

    def can_draft(self, player: Player) -> bool:
        coins, common = player.coins, self.common
        return any(
            tile.worth - (tile.stone == common) <= coins and player.has_room_for(tile.stone) for tile in self.market
        )

    def draftable(self, player: Player) -> list[Tile]:
        coins, common = player.coins, self.common
        room = [player.has_room_for(stone) for stone in STONES]
        return [tile for tile in self.market if tile.worth - (tile.stone == common) <= coins and room[tile.stone]]

    def draft(self, player: Player, tile: Tile) -> None:
        player.coins -= tile.worth - (tile.stone == self.common)
        self.ask(player.cells_for(tile.stone), self.lay, player, tile)

    def lay(self, player: Player, tile: Tile, cell: int) -> None:
        self.market.remove(tile)
        floor = player.floor
        floor[cell] = tile
        player.stock[tile.stone] += 2 if tile.worth <= 3 else 1
        for other in NEIGHBOURS[cell]:
            beside = floor[other]
            if beside is not None and beside.pattern == tile.pattern:
                player.fame += 1
        if tile.worth >= 5:
            player.fame += 2
        if self.bag:
            self.market.append(self.bag.pop())
        self.next_turn()

    # ----------------------------------------------------------------------------------------------------- building

    def build(self, player: Player, plan: Plan) -> None:
        plan.pay(self, player)

    def pay_last(self, player: Player, plan: Plan, stone: int) -> None:
        player.stock[stone] -= 1
        self.built(player, plan)

    def built(self, player: Player, plan: Plan) -> None:
        plan.reward(player)
        self.board.remove(plan)
        player.finished.append(plan)
        if self.stack:
            self.board.append(self.stack.pop())
        self.next_turn()

    # ---------------------------------------------------------------------------------------------------------- end

    def finish(self) -> None:
        for player in self.players:
            for start in range(0, len(CELLS), SIDE):
                if SIDE - player.floor[start : start + SIDE].count(None) >= 2:
                    player.fame += 2
            player.fame += 3 * min(player.laid_of(stone) for stone in STONES)
        self.options = []

    def scores(self) -> list[int]:
        return [player.fame for player in self.players]

    def winners(self) -> list[int]:
        ranks = [(player.fame, player.coins) for player in self.players]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def keys(game: Game) -> list[str]:
    """The options of the decision that is due, as the pack calls them."""
    cells = game.options and game.then.__func__ in (Game.lay, Shrine.pay_tile)
    return [cell_key(option, game.seat) if cells else key(option) for option in game.decision()]


def cell_key(cell: int, seat: int) -> str:
    return f"cell_{cell % SIDE + 1}_{cell // SIDE + 1}@{seat + 1}"


def key(option: str | int | Tile | Plan) -> str:
    if isinstance(option, str):
        return option
    if isinstance(option, int):
        return STONE_NAMES[option]
    return option.key


def seat(game: Game) -> int:
    """Who decides."""
    return game.seat
