"""A player who plays the game out by chance again and again, and takes the option it came back to most often.

Each time everything its seat cannot know is drawn anew: it plays against all worlds there may be, and not against the
one there is. What it remembers of earlier times is a tree: for each option that was taken behind those before it how often
it was on offer, how often it was taken, and how often whoever took it won. Down the tree it takes what did best, or was
seldom tried; where the tree ends it adds an option, and from there on chance plays to the end.

An option is told from others by the choice and its value; pieces that whoever decides does not know all look alike, and are
told apart by their place on offer. No game is known here, and no pack must say what a position is worth.

`wasm/searching.wat` is this again. Both come to the same picks: the numbers are whole ones, divisions and roots.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.machine.pending import Pending
    from interpreter.play.game import Game
    from interpreter.primitives.tables import State

ITERATIONS = 200
"""How often a game is played out for one pick, unless told otherwise."""
MOST_ITERATIONS = 100_000
SHARE = 840
"""What a win counts; those who win together share it."""
CURIOSITY = 0.5
"""How much what was seldom tried is preferred."""
LONGEST = 1_000
"""So many decisions are played by chance; then the game counts as it stands."""
WORLDS = 2**31 - 1


class Node:
    """What is remembered of an option behind those before it."""

    __slots__ = ("behind", "offered", "total", "visits")

    def __init__(self) -> None:
        self.behind: dict[tuple[int, int, bool], Node] = {}
        self.offered, self.visits, self.total = 1, 0, 0

    def outlook(self) -> float:
        """How well it did, and how little it was tried: the bonus grows with the fourth root of the times on offer."""
        return self.total / (SHARE * self.visits) + CURIOSITY * sqrt(sqrt(self.offered) / self.visits)


class UctBot:
    """Plays the game out by chance many times; knows no game and looks at nothing its seat cannot know."""

    def __init__(self, iterations: int = ITERATIONS, *, inside: bool = True) -> None:
        self._iterations, self._inside = iterations, inside

    def pick(self, game: Game) -> int:
        """Give the option that was taken most often; equal ones are settled by their order."""
        from interpreter.play.fast import pondered  # noqa: PLC0415 - what plays many games needs bots

        found = pondered(game, self._iterations) if self._inside else None
        return Search(game).best(self._iterations) if found is None else found


class Search:
    """Plays out one decision of a game."""

    def __init__(self, game: Game) -> None:
        from interpreter.play.bots import Dice  # noqa: PLC0415 - the table of bots has this one in it

        if game.pending is None:
            raise ValueError("the game is over: there is nothing to pick")
        self._game, self._machine, self._pending = game, game.machine, game.pending
        self._dice = Dice(game.seed, game.pending.seat, len(game.picks))

    def best(self, iterations: int) -> int:
        """Play out so many times; gives the number of an option."""
        root, game, pending = Node(), self._game, self._pending
        for _ in range(iterations):
            seed = self._dice.below(WORLDS)
            self._play(root, *game.imagine_state(game.state, pending, pending.seat, seed))
        visits = [root.behind[key].visits if key in root.behind else 0 for key in keys(pending)]
        return visits.index(max(visits))

    def _play(self, node: Node, s: State, due: Pending | None) -> None:
        machine, way = self._machine, list[tuple[Node, int]]()
        while due is not None:
            index, node, new = self._taken(node, due)
            way.append((node, due.seat))
            machine.apply(s, due.ask, due.values[index])
            due = machine.run(s)
            if new:
                break
        self._by_chance(s, due)
        won = self._game.standing(s).winners
        for one, seat in way:
            one.visits += 1
            one.total += SHARE // len(won) if seat in won else 0

    def _taken(self, node: Node, due: Pending) -> tuple[int, Node, bool]:
        """Take an option: one that was never taken behind this one, by chance, or else the most promising one."""
        known = [(index, node.behind.get(key)) for index, key in enumerate(keys(due))]
        tried = [(index, one) for index, one in known if one is not None]
        for _, one in tried:
            one.offered += 1
        if len(tried) == len(known):
            outlooks = [one.outlook() for _, one in tried]
            index = outlooks.index(max(outlooks))
            return index, tried[index][1], False
        untried = [index for index, one in known if one is None]
        index = untried[self._dice.below(len(untried))]
        node.behind[keys(due)[index]] = new = Node()
        return index, new, True

    def _by_chance(self, s: State, due: Pending | None) -> None:
        machine, below = self._machine, self._dice.below
        for _ in range(LONGEST):
            if due is None:
                return
            machine.apply(s, due.ask, due.values[below(len(due.values))])
            due = machine.run(s)


def keys(due: Pending) -> list[tuple[int, int, bool]]:
    """What tells the options of a choice apart, for whoever decides."""
    number = due.ask.number
    return [
        (number, at, True) if value in due.unknown else (number, value, False) for at, value in enumerate(due.values)
    ]
