"""Packs grown to be expensive: a few ways to ask for much work, each as large as chance has it, one upon the other.

Every form of the grammar, every statement and every function of the engine is among them (`test_every_form_is_grown`), and
some stand on the fixture pack as a pack of their own, with rules that go around rules and standing changes.
"""

import random
from contextlib import contextmanager

from expensive.packs import CASE, indented, replaced, value, verb

from interpreter.syntax.parse import MAX_LENGTH

SETS = ("cards", "tokens", "players", "cells", "goods", "my.hand", "dice", "my.markers", "spots", "deck", "everyone")
NUMBERS = ("my.coins", "my.points", "my.wood", "my.debt", "round", "balance")
CARDS = ("fool", "sage", "baker", "top(pile)", "first(display)", "best(display, (cost, used))", "my.idea")
PLAYERS = ("me", "leader", "me.left", "first(opponents)", "best(players, points)")
CELLS = ("cell_1_1", "cell(2, 1)", "step(cell(1, 2), turned(north, my.coins))", "first(cells where stone is empty)")
LARGE = (1, 2, 3, 5, 8, 20, 60, 120, 200)


class Grower:
    """Grows one pack."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.rules: list[str] = []
        self.files: dict[str, bytes] = {}
        self.values: list[str] = []
        self.verbs: list[str] = []
        self.bound: list[str] = []  # numbers that have a name where we are
        self.named = 0
        self.certain = self.chance.random() < 0.7  # nothing is left to chance: costs may then stand anywhere

    def one(self, *among):
        return self.chance.choice(among)

    def often(self, most):
        """Mostly few, sometimes many."""
        return self.chance.randint(1, most if self.chance.random() < 0.4 else 1 + most // 6)

    # ---- values

    def set_(self, depth):
        way = self.chance.random()
        if way < 0.45 or depth <= 0:
            return self.one(
                f"range(1, {self.one(*LARGE)})",
                *SETS,
                f"range({self.one(*NUMBERS)}, {self.one(*NUMBERS)} + {self.one(*LARGE)})",
            )
        if way < 0.62:
            return f"({self.set_(depth - 1)} where {self.truth(depth - 1)})"
        if way < 0.8:  # what does not look at its element is asked once: these do
            with self.element() as name:
                return f"(range(1, {self.one(*LARGE)}) as {name} where {self.truth(depth - 1)})"
        if way < 0.83:
            return self.one(
                "players_from(leader)",
                "copies(sage)",
                "me.cards_of(shade.dark)",
                f"connected({self.one(*CELLS)}, cells where {self.truth(0)})",
                "(goods where it in (good.wood, good.clay))",
                "(shades where it not in (shade.dark, next(shade.dark)))",
                "(cells where line(it, cells) > 2)",
                "(cells where distance_around(it, cell_1_1) < 2)",
            )
        if way < 0.86:
            return f"leading({self.set_(depth - 1)}, {self.truth(depth - 1)})"
        if way < 0.9:
            cell = f"cell({self.one(*NUMBERS)}, {self.one(*NUMBERS)})"
            return self.one(
                f"ray({cell}, southeast)", f"{cell}.around", f"(cells where distance(it, {cell}) > {self.number(0)})"
            )
        numbers = f"range(0, {self.one(*LARGE)})"
        return f"union({numbers}, {numbers})"

    def number(self, depth):
        if depth <= 0:
            return self.one(
                *NUMBERS,
                *self.values,
                *self.bound * 4,
                str(self.one(*LARGE)),
                "my.stock[good.clay]",
                "prices[my.coins]",
                "worths[good.wood]",
                "printed sage.cost",
                "twice(my.coins)",
            )
        inner = depth - 1
        return self.one(
            lambda: f"count({self.set_(inner)})",
            lambda: f"sum({self.set_(inner)}, {self.number(inner)})",
            lambda: f"highest({self.set_(inner)}, {self.number(inner)})",
            lambda: f"distinct({self.set_(inner)}, {self.number(inner)})",
            lambda: f"({self.number(inner)} {self.one('+', '-', '*', '/', 'mod')} {self.number(inner)})",
            lambda: f"({self.number(inner)} if {self.truth(inner)} else {self.number(inner)})",
            lambda: f"{self.one('max', 'min')}({self.number(inner)}, {self.number(inner)})",
            lambda: self.one(*self.values, *NUMBERS),
            lambda: f"-{self.number(inner)}",
            lambda: f"lowest({self.set_(inner)}, {self.number(inner)})",
            lambda: self.over(inner),
        )()

    def over(self, depth):
        """A number that looks at each element, by its name."""
        way = self.one("sum", "highest", "lowest", "distinct")
        with self.element() as name:
            return f"{way}(range(1, {self.one(*LARGE)}) as {name}, {self.number(depth)} + {name})"

    @contextmanager
    def element(self):
        """A name for the element of a set, known while this lasts."""
        self.named += 1
        self.bound.append(f"e{self.named}")
        yield self.bound[-1]
        self.bound.pop()

    def truth(self, depth):
        if depth <= 0:
            left = self.one(*NUMBERS, *self.values, *self.bound * 6)
            return f"{left} {self.one('>', '<', 'is', 'is not', '>=', '<=')} {self.one(*LARGE, *self.bound)}"
        inner = depth - 1
        return self.one(
            lambda: f"({self.number(inner)}, {self.number(0)}) > ({self.number(0)}, {self.number(inner)})",
            lambda: f"{self.set_(inner)} is empty",
            lambda: self.one("my.rested is yes", "tired is no", "leader is none", "option.fast"),
            lambda: f"any({self.set_(inner)})",
            lambda: f"all({self.set_(inner)}, {self.truth(inner)})",
            lambda: f"({self.truth(inner)} {self.one('and', 'or')} {self.truth(inner)})",
            lambda: f"{self.number(inner)} > {self.number(inner)}",
            lambda: f"not {self.truth(inner)}",
            lambda: f"adds_up({self.set_(inner)}, {self.number(0)}, {self.number(0)})",
        )()

    def grow_values(self):
        """A chain of values, each using those before."""
        for number in range(self.often(40)):
            name = f"w{number}"
            show = "  show: yes\n" if self.chance.random() < 0.05 else ""
            self.rules.append(value(name, self.number(self.chance.randint(0, 4)), "player", show))
            if self.values and self.chance.random() < 0.7:
                used = self.values[-1]
                self.rules[-1] = value(
                    name, f"{used} {self.one('+', '*', '-')} {self.one(used, *NUMBERS)}", "player", show
                )
            self.values.append(f"my.{name}")

    # ---- statements

    def block(self, depth, length, indent):
        lines = []
        for _ in range(max(1, self.often(length))):
            lines += self.statement(depth, length, indent)
        return lines

    def statement(self, depth, length, indent):
        pad = "  " * indent
        plain = (
            lambda: [f"{pad}gain {self.number(1)} {self.one('points', 'coins', 'wood', 'energy', 'balance')}"],
            lambda: [f"{pad}{self.one('lose', 'pay')} {self.one(*LARGE)} {self.one('points', 'coins', 'wood')}"],
            lambda: [f"{pad}set balance to {self.number(2)}"],
            lambda: [
                f"{pad}{self.one('shuffle deck', 'roll dice', 'begin turn', 'move all from deck to pile', 'announce rained')}"
            ],
            lambda: [f"{pad}draw {self.number(1)} from my.deck to my.discard reshuffling my.discard"],
            lambda: [f"{pad}{self.one(*self.verbs, 'gain 1 points')}"],
            lambda: [f"{pad}require {self.truth(2)}"],
            lambda: [f"{pad}say call_out with who = {self.one(*PLAYERS)}, times = {self.number(2)}"],
            lambda: [f"{pad}say call_out to me with times = {self.number(1)}, who = {self.one(*PLAYERS)}"],
            lambda: [f"{pad}gain 1 if {self.truth(1)} else {self.number(1)} wood"],
            lambda: [f"{pad}{self.one('gain 1 points', f'roll dice where {self.truth(1)}')}"],
            lambda: [pad + self.piece_statement()],
        )
        plain = (*plain[:3], *plain[5:-2], plain[-1]) if self.certain else plain
        if depth <= 0:
            return self.one(*plain)()
        inner = lambda: self.block(depth - 1, length, indent + 1)
        name = f"n{indent}{self.chance.randint(0, 9)}"
        return self.one(
            *plain,
            lambda: [f"{pad}repeat {self.number(1)}:", *inner()],
            lambda: [f"{pad}repeat {self.one(*LARGE)}:", *inner()],
            lambda: [f"{pad}for each {name} in {self.set_(2)}:", *inner()],
            lambda: [f"{pad}for each {name} in {self.set_(2)}, in any order:", *inner()],
            lambda: [f"{pad}if {self.truth(3)}:", *inner()],
            lambda: [f"{pad}choose {name} from {self.set_(2)}"],
            lambda: [f"{pad}choose up to {self.one(*LARGE)} {name} from {self.set_(1)}:", *inner()],
            lambda: [f"{pad}choose {name} from {self.set_(2)} preferring {self.truth(2)} else:", *inner()],
            lambda: [
                f"{pad}may choose {self.one(*LARGE)} {name} from {self.set_(1)}:",
                *inner(),
                f"{pad}else:",
                *inner(),
            ],
            lambda: [f"{pad}at once:", *inner()],
            lambda: [
                f"{pad}as each player secretly:",
                f"{pad}  repeat {self.one(*LARGE)}:",
                f"{pad}    choose {name} from shades",
                f"{pad}    set my.favourite to {name}",
            ],
            lambda: [
                f"{pad}choose one:",
                f"{pad}  sell:",
                *self.block(depth - 1, length, indent + 2),
                f"{pad}  rest: gain 1 points",
            ],
            lambda: [f"{pad}may:", *inner()],
            lambda: [f"{pad}may any number of times:", *inner()],
            lambda: [f"{pad}may:", f"{pad}  take a turn"],
            lambda: self.naming(pad, length, indent),
            lambda: [f"{pad}repeat {self.one(*LARGE)} while {self.truth(2)}:", *inner()],
            lambda: [f"{pad}as {self.one(*PLAYERS)}:", *inner()],
            lambda: [f"{pad}choose {name} from {self.set_(2)} at random:", *inner()],
            lambda: [f"{pad}choose 1 to {self.one(*LARGE)} {name} from {self.set_(1)}:", *inner()],
            lambda: [f"{pad}may choose {name} from {self.set_(1)}:", *inner()],
            lambda: [f"{pad}may:", *inner(), f"{pad}else: {self.one('stop', 'nothing')}"],
            lambda: [
                f"{pad}if {self.truth(1)}:",
                *inner(),
                f"{pad}else if {self.truth(2)}:",
                *inner(),
                f"{pad}else:",
                *inner(),
            ],
            lambda: [
                f"{pad}choose {self.one('2 different', 'up to 3 different', 'any number of times')}:",
                f"{pad}  sell if {self.truth(1)}:",
                *self.block(depth - 1, length, indent + 2),
                f"{pad}  rest: gain 1 points",
                f"{pad}  study:",
                *self.block(depth - 1, length, indent + 2),
            ],
            lambda: [
                f"{pad}choose in any order:",
                f"{pad}  must sell:",
                *self.block(depth - 1, length, indent + 2),
                f"{pad}  rest:",
                *self.block(depth - 1, length, indent + 2),
            ],
            lambda: [
                f"{pad}offer {self.one('market', 'market any number of times', 'turn', 'turn any number of times')}"
            ],
            lambda: [f"{pad}if {self.truth(2)}: end turn"],
            lambda: [f"{pad}as each player:", *inner()],
        )()

    def naming(self, pad, length, indent):
        """A number that keeps its name to the end of a block."""
        number, when = self.number(2), self.truth(0)
        with self.element() as name:
            return [f"{pad}if {when}:", f"{pad}  let {name} = {number}", *self.block(0, length, indent + 1)]

    def piece_statement(self):
        """Something about pieces, or an end."""
        card, player = self.one(*CARDS), self.one(*PLAYERS)
        known = (
            f"move {card} to {self.one('my.hand', 'display', 'my.court')}",
            f"put {card} under pile",
            f"remove {card}",
            "flip first(my.purse)",
            f"set my.idea to {card}",
            f"move first(my.markers where aside) to {self.one('hill_top.sign', 'hill.guest')}",
            f"move first(my.purse) to {self.one(*CELLS)}.stone",
            f"if {self.truth(0)}: {self.one('end the game', 'win the game', 'end turn', 'stop', 'nothing')}",
        )
        hidden = (
            f"do {card}.effect",
            f"reveal {card}",
            f"show {card} to {player}",
            f"announce cheered_by {player} {self.number(0)}",
            "draw 3 from bag to my.purse",
        )
        return self.one(*known) if self.certain else self.one(*known, *hidden)

    def script(self):
        """A script, shorter ones tried until it is no longer than a script may be."""
        for depth in range(self.chance.randint(1, 5), -1, -1):
            text = "\n".join(self.block(depth, self.one(2, 4, 12), 0))
            if len(text) < MAX_LENGTH - 50 * text.count("\n") // 10 - 100:
                return text
        return "gain 1 points"

    def grow_verbs(self):
        for number in range(self.often(50)):
            name = f"go b{number}"
            body = (
                self.script()
                if self.chance.random() < 0.5 or not self.verbs
                else "\n".join([self.verbs[-1]] * self.chance.randint(1, 3))
            )
            self.rules.append(verb(name, body))
            self.verbs.append(name)

    # ---- what there is

    def grow_things(self):
        if self.chance.random() < 0.5:
            columns, rows = (self.chance.randint(1, self.one(20, 100)) for _ in range(2))
            zones = "".join(
                f"      z{i}: {{holds: {self.one('token', 'card', 'marker')}}}\n" for i in range(self.often(5))
            )
            self.files |= replaced(
                "model.yaml",
                "grid: {columns: 3, rows: 2}\n    zones:\n",
                f"grid: {{columns: {columns}, rows: {rows}}}\n    zones:\n{zones}",
            )
        items = "".join(
            f"  - {{id: 't{i}_{{a}}', for_each: {{a: [{', '.join(f'x{j}' for j in range(self.often(60)))}]}}, shade: dark, "
            f"count: {self.one(*LARGE)}, source: designed, name: {{en: T, fr: T}}}}\n"
            for i in range(self.often(12))
        )
        self.files["cards/more.yaml"] = f"token:\n{items}".encode()

    def grow_reactions(self):
        events = self.often(12)
        for number in range(events):
            self.rules.append(f"- event: f{number}\n  source: designed\n")
        for number in range(self.often(12)):
            said = "\n    ".join(f"announce f{self.chance.randrange(events)}" for _ in range(self.often(4)))
            self.rules.append(f"- when: f{number % min(events, 3)}\n  source: designed\n  effect: |\n    {said}\n")
        for number in range(self.often(8)):
            self.rules.append(
                f"- whenever: {self.truth(2)}\n  for: player\n  source: designed\n  effect: {self.one('lose 1 coins', 'gain 1 wood', 'gain 1 points')}\n"
            )

    def grow_families(self):
        """Rules made for each of some words, and what reacts to them."""
        words = ", ".join(f"y{number}" for number in range(self.often(60)))
        each = f"  for_each: {{a: [{words}]}}\n"
        self.rules.append(value("'{a}_is'", self.number(2), "player").replace("  of", each + "  of"))
        self.rules.append(verb("'shout {a}'", self.script()).replace("  source", each + "  source"))
        self.rules.append(
            f"- when: after shout y0 by p\n  source: designed\n  effect: {self.one('gain 1 wood', 'gain 1 clay')}\n"
        )
        self.values.append("my.y0_is")
        self.verbs.append("shout y0")

    def layer(self):
        """A pack that stands on the grown one: rules that go around rules, and cards that change values while they lie."""
        cards = "".join(self.standing(number) for number in range(self.often(12)))
        return {"rules/around.yaml": self.rule_around().encode(), "cards/standing.yaml": f"card:\n{cards}".encode()}

    def standing(self, number):
        changed, how = self.one("player.wealth", "card.cost"), self.one("add", "at_least", "at_most")
        return (
            f"  - id: s{number}\n    name: {{en: S{number}, fr: S{number}}}\n    cost: 1\n    count: {self.one(1, 8)}\n"
            f"    source: designed\n    standing:\n      - {{value: {changed}, {how}: '{self.number(2)}'}}\n"
        )

    def rule_around(self):
        twice = "\n".join(["as before"] * self.often(20))
        hire = f"as before with price = {self.number(2)}\n" * self.often(6)
        return (
            f"- change: verb hire for\n  effect: |\n    {indented(hire)}\n"
            f"- change: action rest\n  effect: |\n    {indented(twice)}\n"
            f"- change: value player.wealth\n  is: {' + '.join(['as before'] * self.often(30))} + {self.number(1)}\n"
            f"- change: verb take a turn\n  before: |\n    {indented(self.script())}\n"
        )

    def grow(self):
        self.grow_values()
        for part in (self.grow_verbs, self.grow_things, self.grow_reactions, self.grow_families):
            if self.chance.random() < 0.4:
                part()
        self.rules.append(verb("try it", f"gain {self.one(5, 50, 500, 5000)} coins\n{self.script()}"))
        upper = {"above": self.layer()} if self.chance.random() < 0.25 else None
        return {**self.files, CASE: "".join(self.rules).encode()}, upper


def grow(seed):
    """The files of an expensive pack, to be put into the fixture pack, and those of packs on it by name."""
    return Grower(seed).grow()


__all__ = ["grow", "indented"]
