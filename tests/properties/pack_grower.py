"""Packs grown to be expensive: a few ways to ask for much work, each as large as chance has it, one upon the other."""

import random

from expensive.packs import CASE, indented, replaced, value, verb

from interpreter.syntax.parse import MAX_LENGTH

SETS = ("cards", "tokens", "players", "cells", "goods", "my.hand", "dice", "my.markers", "spots", "deck", "everyone")
NUMBERS = ("my.coins", "my.points", "my.wood", "my.debt", "round", "balance")
LARGE = (1, 2, 3, 5, 8, 20, 60, 120, 200)


class Grower:
    """Grows one pack."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.rules: list[str] = []
        self.files: dict[str, bytes] = {}
        self.values: list[str] = []
        self.verbs: list[str] = []
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
        if way < 0.8:
            return f"({self.set_(depth - 1)} where {self.truth(depth - 1)})"
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
            return self.one(*NUMBERS, *self.values, str(self.one(*LARGE)))
        inner = depth - 1
        return self.one(
            lambda: f"count({self.set_(inner)})",
            lambda: f"sum({self.set_(inner)}, {self.number(inner)})",
            lambda: f"highest({self.set_(inner)}, {self.number(inner)})",
            lambda: f"distinct({self.set_(inner)}, {self.number(inner)})",
            lambda: f"({self.number(inner)} {self.one('+', '-', '*', '/', 'mod')} {self.number(inner)})",
            lambda: f"({self.number(inner)} if {self.truth(inner)} else {self.number(inner)})",
            lambda: f"max({self.number(inner)}, {self.number(inner)})",
            lambda: self.one(*self.values, *NUMBERS),
        )()

    def truth(self, depth):
        if depth <= 0:
            return f"{self.one(*NUMBERS, *self.values)} {self.one('>', '<', 'is', '>=')} {self.one(*LARGE)}"
        inner = depth - 1
        return self.one(
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
        )
        plain = (*plain[:3], *plain[5:]) if self.certain else plain
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
            lambda: [f"{pad}if {self.truth(2)}: end turn"],
            lambda: [f"{pad}as each player:", *inner()],
        )()

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

    def grow(self):
        self.grow_values()
        for part in (self.grow_verbs, self.grow_things, self.grow_reactions):
            if self.chance.random() < 0.4:
                part()
        self.rules.append(verb("try it", f"gain {self.one(5, 50, 500, 5000)} coins\n{self.script()}"))
        return {**self.files, CASE: "".join(self.rules).encode()}


def grow(seed):
    """The files of an expensive pack, to be put into the fixture pack."""
    return Grower(seed).grow()


__all__ = ["grow", "indented"]
