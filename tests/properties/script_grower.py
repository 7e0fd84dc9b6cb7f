"""Scripts grown at random from the grammar file itself, so that a new rule is exercised without a word here.

Names come from the fixture pack and from nowhere; indentation follows the `_INDENT` and `_DEDENT` of the grammar.
"""

import random
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
        return self.chance.choice(options)

    def number(self, deep=2):
        simple = [
            str(self.chance.randint(0, 4)),
            "my.coins",
            "my.points",
            "my.wood",
            "my.debt",
            "balance",
            "round",
            "player_count",
        ]
        simple += self.names["number"]
        if not deep:
            return self.pick(*simple)
        n, c = lambda: self.number(deep - 1), lambda: self.condition(deep - 1)
        return self.pick(
            *simple, f"({n()} {self.pick('+', '-', '*', '/', 'mod')} {n()})", f"count({self.cards()})", f"sum({self.cards()}, cost)",
            f"{self.pick('min', 'max')}({n()}, {n()})", f"{self.player()}.coins", f"{self.card()}.cost", f"({n()} if {c()} else {n()})",
            f"prices[{n()}]", f"worths[{self.good()}]", f"my.stock[{self.good()}]", f"{self.player()}.wealth", f"twice({n()})",
            f"highest(players, coins + {n()})", f"{self.card()}.bonus", "sum(goods, my.stock[it])", f"-{n()}",
            f"sum({self.cards()} as found, found.cost * count({self.cards()} where cost < found.cost))", f"{self.token()}.face",
            f"{self.pick('distance', 'distance_around')}({self.cell()}, {self.cell()})", f"{self.cell()}.{self.pick('row', 'column')}",
            f"count({self.cells()})",
        )  # fmt: skip

    def condition(self, deep=2):
        n = lambda: self.number(max(deep - 1, 0))
        simple = [
            f"{n()} {self.pick('<', '<=', '>', '>=', 'is', 'is not')} {n()}",
            "tired",
            "my.rested",
            f"{self.card()} in {self.cards()}",
        ]
        simple += [
            f"{self.cards()} is empty",
            f"{self.card()} is none",
            f"{self.player()} is me",
            "my.favourite is dark",
            f"any({self.spot()}.sign)",
            f"any({self.cell()}.stone)",
            f"{self.cell()} in {self.cells()}",
            f"{self.direction()} is {self.direction()}",
        ]
        if not deep:
            return self.pick(*simple)
        c = lambda: self.condition(deep - 1)
        return self.pick(
            *simple,
            f"({c()} {self.pick('and', 'or')} {c()})",
            f"not ({c()})",
            f"all({self.cards()}, {c()})",
            f"any({self.cards()})",
            f"({n()}, {n()}) {self.pick('<', '<=', '>', '>=', 'is', 'is not')} ({n()}, {n()})",
            f"{self.pick('weather', 'next(weather)')} {self.pick('<', '>=')} {self.pick('merry', 'mood.dark')}",
        )

    def cards(self):
        base = self.pick(
            "my.hand",
            "display",
            "my.court",
            "my.discard",
            "cards",
            "deck",
            "pile",
            "my.left.hand",
            f"{self.player()}.court",
        )
        if self.chance.random() < 0.4:
            return f"({base} where {self.pick('cost > 1', 'dear', 'shade is dark', 'it is not fool', 'quick', 'fits', 'used')})"
        return base

    def card(self):
        return self.pick(
            "fool",
            "sage",
            "baker",
            "crier",
            "my.idea",
            "top(deck)",
            f"first({self.cards()})",
            "baker.friend",
            *self.names["card"],
        )

    def player(self):
        return self.pick(
            "me",
            "my.left",
            "my.right",
            "leader",
            "best(players, coins)",
            "best(players, (coins, -points))",
            *self.names["player"],
        )

    def token(self):
        return self.pick("top(bag)", "first(tokens)", "first(my.purse)", *self.names["token"])

    def spot(self):
        return self.pick("hill_top", "hill_foot", "first(free_spots)", "wood_side_camp", *self.names["spot"])

    def direction(self):
        return self.pick("north", "southwest", f"turned(east, {self.number(0)})", *self.names["direction"])

    def cell(self, deep=2):
        simple = ["cell_1_1", "cell(2, 1)", f"cell({self.number(0)}, {self.number(0)})", *self.names["cell"]]
        if not deep:
            return self.pick(*simple)
        return self.pick(*simple, f"step({self.cell(deep - 1)}, {self.direction()})", f"first({self.cells()})")

    def cells(self):
        cell, way = self.cell(0), self.direction()
        around = self.pick("neighbours", "diagonals", "around")
        base = self.pick("cells", f"{cell}.{around}", f"ray({cell}, {way})")
        cond = self.pick(
            "any(stone)", "stone is empty", "column > 1", f"step(it, {way}).stone is empty", "row is my.coins"
        )
        return self.pick(base, f"({base} where {cond})", f"leading({base}, {cond})")

    def good(self):
        return self.pick("wood", "clay", *self.names["good"])

    def zone(self):
        return self.pick(
            "my.hand", "display", "my.court", "my.discard", "deck", "pile", "my.deck", f"{self.player()}.hand"
        )

    def counter(self):
        mine = ["coins", "points", "energy", "debt", "wood", "clay", "balance", "round"]
        if self.certain:
            return self.pick(*mine)
        return self.pick(*mine, f"{self.player()}.coins", f"my.stock[{self.good()}]", *self.names["good"])

    def simple(self):
        while True:
            made = self._simple()
            if not self.certain or not made.startswith(UNCERTAIN):
                return made

    def _simple(self):
        n = self.number
        piles = self.pick("deck", "my.deck", "pile")
        return self.pick(
            f"gain {n()} {self.counter()}", f"lose {n()} {self.counter()}", f"pay {n(0)} {self.counter()}", f"set balance to {n()}",
            f"set my.idea to {self.card()}", f"set leader to {self.player()}", f"set tired to {self.pick('yes', 'no')}",
            f"set my.favourite to {self.pick('dark', 'pale', 'none')}", f"move {self.card()} to {self.zone()}", f"put {self.card()} under {piles}",
            f"remove {self.card()}", f"draw {n(0)} from {piles} to my.hand reshuffling my.discard", "draw 1 from bag to my.purse",
            f"move all from my.discard to {piles}", f"shuffle {piles}", "roll pool", f"flip {self.token()}", f"reveal {self.card()}",
            f"show {self.card()} to {self.player()}", "begin turn", f"do {self.card()}.effect", f"do {self.token()}.effect", "announce rained",
            f"announce cheered_by {self.player()} {n(0)}", f"hire for {n(0)}", f"hire for {n(0)} sparing {n(0)}", "place a marker",
            f"place a marker at {self.spot()}", f"require {self.condition()}", "stop", "end turn", "offer market", f"set {self.card()}.used to yes",
            f"move first(my.markers where aside) to {self.spot()}.sign", f"move {self.token()} to hill.finds", f"remove {self.spot()}.sign",
            f"gain {n(0)} {self.good()}", f"pay {n(0)} {self.good()}", "nothing", f"gain {n(0)} if {self.condition(0)} else {n(0)} coins",
            f"gain 1 points for {self.pick('cheered', 'bag', *self.names['good'])}", "offer market any number of times",
            f"say cheered{self.pick('', ' to me')}",
            f"say call_out{self.pick('', ' to me')} with who = {self.player()}, times = {self.pick(n(0), n())}",
            f"move {self.token()} to {'cell_1_1' if self.certain else self.cell()}.stone",
        )  # fmt: skip

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
        return self.pick((self.cards(), "card"), ("players", "player"), ("opponents", "player"), ("goods", "good"), ("free_spots", "spot"),
                         (f"range(1, {self.number(0)})", "number"), ("my.purse", "token"), (self.cells(), "cell"),
                         (self.pick("directions", "straight_directions"), "direction"))  # fmt: skip

    def _let(self, pad):
        """A name for a value, or for a set that is used before anything changes it (or perhaps behind that)."""
        if self.chance.random() < 0.5:
            value, of = self.pick((self.number(), "number"), (self.card(), "card"), (self.player(), "player"))
            return [f"{pad}let {self.bind(of)} = {value}"]
        self.fresh += 1
        name, between = f"set{self.fresh}", self.pick(self.simple(), "gain 1 if tired else 2 wood")
        use = self.pick(f"gain count({name}) points", f"for each found in {name}: gain found.cost points")
        return [pad + line for line in (f"let {name} = {self.cards()}", between, use)]

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
                        "as me:" if self.certain else f"as {self.player()}:",
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
