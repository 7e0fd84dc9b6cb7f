"""Scripts grown at random from the grammar file itself, so that a new rule is exercised without a word here.

Names come from the fixture pack and from nowhere; indentation follows the `_INDENT` and `_DEDENT` of the grammar.
"""

import random
import re
from functools import cache

from lark import Lark

from interpreter.syntax.by_lark import _Blocks
from interpreter.syntax.grammar import grammar_text

WORDS = """
    gain lose pay set move put remove draw shuffle roll flip reveal show begin end win do announce hire place take try
    wood clay coins points energy debt stock hand deck discard court pile display bag pool round balance leader weather
    fool sage baker crier hill hill_top wood_side cards tokens players opponents spots places goods markers my me it this
    left right owner cost shade friend used face aside player place spot p x y card token turn market under the game it
    all wealth cards_of free_spots prices worths option fast deal none_such effect bonus fits dark pale merry a column row
    neighbours diagonals around cell_1_1 cells north southwest directions straight_directions diagonal_directions rained
    cheered_by excess nth call_out who times say"""
CALLS = """
    count any first top sum highest lowest all adds_up distinct best next union min max players_from range copies connected line
    leading step ray distance distance_around turned cell twice cards_of no_such"""
NAMES, FUNCTIONS = WORDS.split(), CALLS.split()
NUMBERS = ["0", "1", "2", "3", "9", "100", "1000", "1000000"]
UNCERTAIN = ("draw", "shuffle", "roll", "reveal", "show", "move all", "set fool", "set sage", "set baker", "set crier", "set my.idea.",
             "set top", "set first", "set c", "do ", "announce")  # fmt: skip
DEEPEST = 10

GAP = re.compile(r"<(\w+)(?: (\d))?>")
TEXTS = {
    "number": (
        ["<digit>", "my.coins", "my.points", "my.wood", "my.debt", "balance", "round", "player_count"],
        ["(<number> <sign> <number>)", "count(<cards>)", "sum(<cards>, cost)", "<end>(<number>, <number>)", "<player>.coins",
         "<card>.cost", "(<number> if <condition> else <number>)", "prices[<number>]", "worths[<good>]", "my.stock[<good>]",
         "<player>.wealth", "twice(<number>)", "highest(players, coins + <number>)", "<card>.bonus", "sum(goods, my.stock[it])",
         "-<number>", "sum(<cards> as found, found.cost * count(<cards> where cost < found.cost))", "<token>.face",
         "<way_of_counting>(<cell>, <cell>)", "<cell>.row", "<cell>.column", "count(<cells>)", "distinct(<cards>, cost)",
         "lowest(players, coins)", "count(copies(<card>))", "line(<cell>, <cells>)", "count(union(<cards>, <cards>))"],
    ),
    "condition": (
        ["<number 0> <comparison> <number 0>", "tired", "my.rested", "<card> in <cards>", "<cards> is empty", "<card> is none",
         "<player> is me", "my.favourite is dark", "any(<spot>.sign)", "any(<cell>.stone)", "<cell> in <cells>",
         "<direction> is <direction>", "<card> not in <cards>"],
        ["<number> <comparison> <number>", "(<condition> <both> <condition>)", "not (<condition>)", "all(<cards>, <condition>)",
         "any(<cards>)", "(<number>, <number>) <comparison> (<number>, <number>)", "<mood> <order> <mood>",
         "adds_up(<cards>, cost, <number>)", "any(connected(<cell>, <cells>))"],
    ),
    "cards": (["<some_cards>", "<some_cards>", "(<some_cards> where <of_card>)"], []),
    "some_cards": (["my.hand", "display", "my.court", "my.discard", "cards", "deck", "pile", "my.left.hand", "<player>.court"], []),
    "of_card": (["cost > 1", "dear", "shade is dark", "it is not fool", "quick", "fits", "used"], []),
    "card": (["fool", "sage", "baker", "crier", "my.idea", "top(deck)", "first(<cards>)", "baker.friend"], []),
    "player": (
        ["me", "my.left", "my.right", "leader", "best(players, coins)", "best(players, (coins, -points))", "first(players_from(leader))"],
        [],
    ),
    "token": (["top(bag)", "first(tokens)", "first(my.purse)"], []),
    "spot": (["hill_top", "hill_foot", "first(free_spots)", "wood_side_camp"], []),
    "direction": (["north", "southwest", "turned(east, <number 0>)"], []),
    "cell": (["cell_1_1", "cell(2, 1)", "cell(<number 0>, <number 0>)"], ["step(<cell>, <direction>)", "first(<cells>)"]),
    "cells": (["<some_cells>", "(<some_cells> where <of_cell>)", "leading(<some_cells>, <of_cell>)"], []),
    "some_cells": (["cells", "<cell 0>.<near>", "ray(<cell 0>, <direction>)"], []),
    "of_cell": (["any(stone)", "stone is empty", "column > 1", "step(it, <direction>).stone is empty", "row is my.coins"], []),
    "good": (["wood", "clay"], []),
    "reason": (["cheered", "bag", "<good>"], []),
    "mood": (["weather", "merry", "mood.dark", "next(weather)"], []),
    "zone": (["my.hand", "display", "my.court", "my.discard", "deck", "pile", "my.deck", "<player>.hand"], []),
    "pile": (["deck", "my.deck", "pile"], []),
    "counter": (["coins", "points", "energy", "debt", "wood", "clay", "balance", "round"], ["<player>.coins", "my.stock[<good>]", "<good>"]),
    "target_cell": (["cell_1_1"], ["<cell>"]),
    "digit": (["0", "1", "2", "3", "4"], []),
    "sign": (["+", "-", "*", "/", "mod"], []),
    "end": (["min", "max"], []),
    "both": (["and", "or"], []),
    "comparison": (["<", "<=", ">", ">=", "is", "is not"], []),
    "order": (["<", ">="], []),
    "near": (["neighbours", "diagonals", "around"], []),
    "way_of_counting": (["distance", "distance_around"], []),
}  # fmt: skip
"""What fills a gap of a kind: plain texts, and those with more inside them, which may also be chosen where there is depth left."""
RISKY = ("counter", "target_cell")
"""Kinds of gaps whose larger texts may write through a thing that is none."""
SETS = [
    ("<cards>", "card"), ("players", "player"), ("opponents", "player"), ("goods", "good"), ("free_spots", "spot"),
    ("range(1, <number 0>)", "number"), ("my.purse", "token"), ("<cells>", "cell"), ("directions", "direction"),
    ("straight_directions", "direction"),
]  # fmt: skip
SIMPLE = [
    "gain <number> <counter>", "lose <number> <counter>", "pay <number 0> <counter>", "set balance to <number>", "set my.idea to <card>",
    "set leader to <player>", "set tired to yes", "set tired to no", "set my.favourite to dark", "set my.favourite to pale",
    "set my.favourite to none", "move <card> to <zone>", "put <card> under <pile>", "remove <card>",
    "draw <number 0> from <pile> to my.hand reshuffling my.discard", "draw 1 from bag to my.purse", "move all from my.discard to <pile>",
    "shuffle <pile>", "roll pool", "flip <token>", "reveal <card>", "show <card> to <player>", "begin turn", "do <card>.effect",
    "do <token>.effect", "announce rained", "announce cheered_by <player> <number 0>", "hire for <number 0>",
    "hire for <number 0> sparing <number 0>", "place a marker", "place a marker at <spot>", "require <condition>", "stop", "end turn",
    "offer market", "set <card>.used to yes", "move first(my.markers where aside) to <spot>.sign", "move <token> to hill.finds",
    "remove <spot>.sign", "gain <number 0> <good>", "pay <number 0> <good>", "nothing", "gain <number 0> if <condition 0> else <number 0> coins",
    "gain 1 points for <reason>", "offer market any number of times", "say cheered", "say cheered to me",
    "say call_out with who = <player>, times = <number 0>", "say call_out to me with who = <player>, times = <number>",
    "move <token> to <target_cell>.stone", "end the game", "win the game for cheered",
]  # fmt: skip


@cache
def rules():
    """The rules of the grammar: for each name its expansions, and the least depth each needs to end."""
    parser = Lark(
        grammar_text(), parser="lalr", start=["script", "expression"], postlex=_Blocks(), maybe_placeholders=False
    )
    found = {}
    for rule in parser.rules:
        found.setdefault(rule.origin.name, []).append([(symbol.name, symbol.is_term) for symbol in rule.expansion])
    terminals = {
        terminal.name: terminal.pattern.value for terminal in parser.terminals if terminal.pattern.type == "str"
    }
    return found, terminals, _depths(found)


def _depths(found):
    """How deep a rule must at least go: found by growing from those that need nothing."""
    depth = dict.fromkeys(found, 10**6)
    changed = True
    while changed:
        changed = False
        for name, expansions in found.items():
            for expansion in expansions:
                needed = 1 + max([depth[symbol] for symbol, is_term in expansion if not is_term], default=0)
                if needed < depth[name]:
                    depth[name], changed = needed, True
    return depth


class Grower:
    """Grows one script."""

    def __init__(self, seed):
        self.chance = random.Random(f"grow {seed}")
        self.parts, self.indent = [], 0

    def script(self, start="script"):
        self._grow(start, 0)
        return "".join(self.parts).strip("\n") + "\n"

    def _grow(self, name, depth):
        found, terminals, least = rules()
        options = found[name]
        if depth > DEEPEST or self.chance.random() < 0.35:
            shortest = min(self._needs(option, least) for option in options)
            options = [option for option in options if self._needs(option, least) == shortest]
        for symbol, is_term in self.chance.choice(options):
            if is_term:
                self._terminal(symbol, terminals)
            else:
                self._grow(symbol, depth + 1)

    def _needs(self, option, least):
        return max([least[symbol] for symbol, is_term in option if not is_term], default=0)

    def _terminal(self, name, terminals):
        if name == "_INDENT":
            self.indent += 1
            self.parts[-1] = "\n" + "  " * self.indent
        elif name == "_DEDENT":
            self.indent -= 1
            self.parts.append("\n" + "  " * self.indent)
        elif name == "_NL":
            self.parts.append("\n" + "  " * self.indent)
        elif name == "INT":
            self.parts.append(f"{self.chance.choice(NUMBERS)} ")
        elif name == "FUNC":
            self.parts.append(self.chance.choice(FUNCTIONS))
        elif name == "NAME":
            self.parts.append(f"{self.chance.choice(NAMES)} ")
        else:
            self.parts.append(f"{terminals.get(name, name.lower())} ")


def grow(seed, start="script"):
    return Grower(seed).script(start)


def scratch(text, seed):
    """Damage a script a little: letters dropped, doubled, exchanged, strange ones put in."""
    chance = random.Random(f"scratch {seed}")
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(letters) + 1)
        strange = chance.choice(
            [
                "",
                "(",
                ")",
                "[",
                "]",
                ":",
                "\n",
                "\n    ",
                " ",
                "0",
                "_",
                ".",
                "#",
                "é",
                "٣",
                "\t",
                "\u202e",
                "if ",
                "'",
                '"',
            ]
        )
        letters[at : at + chance.randint(0, 2)] = strange
    return "".join(letters)


class Writer:
    """Writes scripts that mean something: every value has the type its place wants, so most of them pass the checker."""

    def __init__(self, seed, certain=False):
        """With `certain`, nothing is drawn, rolled or shown, and nothing is written through a thing that may be none."""
        self.chance = random.Random(f"write {seed}")
        self.certain = certain
        kinds = ("number", "card", "player", "token", "spot", "good", "cell", "direction")
        self.names = {kind: [] for kind in kinds}
        self.fresh = 0

    def pick(self, *options):
        """One of these, with its gaps filled: only what is picked is grown, and nothing beside it."""
        return self.fill(self.chance.choice(options))

    def fill(self, text, deep=3):
        """A text with its gaps filled: `<number>` is one with less inside it, `<number 0>` a plain one."""
        return GAP.sub(lambda gap: str(self.gap(gap[1], deep - 1 if gap[2] is None else int(gap[2]))), text)

    def gap(self, of, deep):
        """What fills a gap: a name in scope (often enough), or one of the texts of its kind."""
        names, (simple, larger) = self.names.get(of, []), TEXTS[of]
        plain = deep <= 0 or (self.certain and of in RISKY)
        return self.fill(self.chance.choice([*simple, *names, *([] if plain else larger)]), max(deep, 0))

    def number(self, deep=2):
        return self.gap("number", deep)

    def condition(self, deep=2):
        return self.gap("condition", deep)

    def simple(self):
        """A statement of one line."""
        while True:
            made = self.pick(*SIMPLE)
            if not self.certain or not made.startswith(UNCERTAIN):
                return made

    def block(self, deep, indent):
        """A few statements; names bound inside end with it."""
        kept = {of: list(names) for of, names in self.names.items()}
        lines = [line for _ in range(self.chance.randint(1, 3)) for line in self.statement(deep, indent)]
        self.names = kept
        return lines

    def bind(self, of):
        self.fresh += 1
        name = f"{of[0]}{self.fresh}"
        self.names[of].append(name)
        return name

    def choice(self):
        """A set to choose from, and the type of its elements."""
        text, of = self.chance.choice(SETS)
        return self.fill(text), of

    def _let(self, pad):
        """A name for a value, or for a set that is used before anything changes it (or perhaps behind that)."""
        if self.chance.random() < 0.5:
            of = self.pick("number", "card", "player")
            value = self.gap(of, 2)
            return [f"{pad}let {self.bind(of)} = {value}"]
        self.fresh += 1
        name, between = f"set{self.fresh}", self.pick(self.simple(), "gain 1 if tired else 2 wood")
        use = self.pick(f"gain count({name}) points", f"for each found in {name}: gain found.cost points")
        return [pad + line for line in (self.fill(f"let {name} = <cards>"), between, use)]

    def statement(self, deep, indent):  # noqa: PLR0911, PLR0912 - one for each form
        pad = "  " * indent
        if not deep or self.chance.random() < 0.45:
            return [pad + self.simple()]
        match self.chance.randrange(14):
            case 0 | 13:
                return self._let(pad)
            case 1:
                head = [f"{pad}if {self.condition()}:", *self.block(deep - 1, indent + 1)]
                return [*head, f"{pad}else:", *self.block(deep - 1, indent + 1)] if self.chance.random() < 0.5 else head
            case 2:
                times = self.pick(str(self.chance.randint(1, 3)), f"1 if {self.condition(1)} else 2")
                head = self.pick(f"repeat {times}:", f"repeat {times} while {self.condition()}:")
                return [pad + head, *self.block(deep - 1, indent + 1)]
            case 3:
                return [
                    pad
                    + self.pick(
                        "as me:" if self.certain else "as <player>:",
                        "as each opponent:",
                        "as each players_from(leader):",
                    ),
                    *self.block(deep - 1, indent + 1),
                ]
            case 4 | 5:
                items, of = self.choice()
                kept = {kind: list(names) for kind, names in self.names.items()}
                head = self.pick(
                    "for each {} in {}:",
                    "for each {} in {}, in any order:",
                    "choose up to 2 {} from {}{}:",
                    "choose 1 to 2 {} from {}{}:",
                    "choose 2 {} from {}{}:",
                    "may choose 2 {} from {}{}:",
                    "may choose 2 to 2 {} from {}{}:",
                    "choose {} from {}{}:",
                    "may choose {} from {}{}:",
                    "choose {} from {}{}:" if self.certain else "choose 2 {} from {}{} at random:",
                )
                head = head.format(self.bind(of), items, self.preference(of))
                lines = [pad + head, *self.block(deep - 1, indent + 1)]
                self.names = kept
                return [*lines, *self.otherwise(deep, indent)] if head.startswith(("may", "choose")) else lines
            case 6 | 7:
                items, of = self.choice()
                form = self.pick(
                    "choose {} from {}{}",
                    "choose {} from {}{} else: nothing",
                    "may choose {} from {}{}",
                    "choose {} from {}{}" if self.certain else "choose {} from {}{} at random",
                    "choose {} from {}{} else:",
                    "may choose {} from {}{} else:",
                    "choose {} from {}{} else:" if self.certain else "choose {} from {}{} at random else:",
                )
                preference = self.preference(of)
                other = self.block(deep - 1, indent + 1) if form.endswith("else:") else []
                return [pad + form.format(self.bind(of), items, preference), *other]
            case 8 | 9:
                if self.chance.random() < 0.3:
                    body = self.block(deep - 1, indent + 1)
                    return [pad + "may any number of times:", *body, *self.otherwise(deep, indent)]
                if self.chance.random() < 0.2:
                    return [pad + "at once:", *self.block(deep - 1, indent + 1)]
                if not self.certain and self.chance.random() < 0.2:
                    return self._secretly(pad)
                return [pad + "may:", *self.block(deep - 1, indent + 1), *self.otherwise(deep, indent)]
            case 10:
                return [
                    pad
                    + (
                        "offer market any number of times"
                        if self.certain
                        else self.pick("offer turn", "offer turn any number of times")
                    )
                ]
            case _:
                head = self.pick(
                    "choose one:",
                    "may choose one:",
                    "choose any number of times:",
                    "may choose 2 different:",
                    "choose 2 different:",
                    "choose 1 to 2 different:",
                    "choose up to 2 different:",
                    "choose in any order:",
                )
                duty = ["must ", ""] if "order" in head else [""]
                lines = [pad + head]
                for label in ("first", "second", "third")[: self.chance.randint(1, 3)]:
                    cond = f" if {self.condition(1)}" if self.chance.random() < 0.3 else ""
                    lines += [f"{pad}  {self.pick(*duty)}{label}{cond}:", *self.block(deep - 1, indent + 2)]
                return [*lines, *self.otherwise(deep, indent)]

    def _secretly(self, pad):
        """Everybody chooses without knowing what the others choose, in one step or several."""
        self.fresh += 1
        who = self.pick("player", "opponent", "players_from(leader)", f"player where {self.condition(1)}")
        tone, way = f"tone{self.fresh}", self.pick("may choose", "choose")
        otherwise = self.pick("", " preferring it is dark", " else: set my.favourite to dark", " else: nothing")
        chosen = [f"{way} {tone} from shades{otherwise}", f"set my.favourite to {tone}"]
        if self.chance.random() < 0.3:
            chosen = ["choose one:", "  first: set my.favourite to pale", f"  second if {self.condition(1)}: nothing"]
        if self.chance.random() < 0.3:
            chosen = [f"if {self.condition(1)}:", *(f"  {line}" for line in chosen)]
        return [f"{pad}as each {who} secretly:", *(f"{pad}  {line}" for line in chosen)]

    def preference(self, of):
        """Which elements are chosen if there are any, now and then."""
        wanted = {
            "card": "cost > 1",
            "player": "coins > 1",
            "good": "it is wood",
            "spot": "it is hill_top",
            "number": "it > 2",
        }
        return f" preferring {wanted[of]}" if of in wanted and self.chance.random() < 0.3 else ""

    def otherwise(self, deep, indent):
        """What happens when nothing is chosen, now and then."""
        if self.chance.random() < 0.6:
            return []
        return ["  " * indent + "else:", *self.block(deep - 1, indent + 1)]

    def script(self):
        return "\n".join(line for _ in range(self.chance.randint(1, 5)) for line in self.statement(3, 0)) + "\n"


def write(seed, certain=False):
    return Writer(seed, certain).script()


__all__ = ["grow", "scratch", "write"]
