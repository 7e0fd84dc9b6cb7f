"""Packs that ask for more than a game may: each is the fixture pack with a few lines that would hang or fill a machine.

A case says what becomes of it: refused by the checker or stopped while playing, and by which limit; or played, where the work
only looks endless.
"""

from dataclasses import dataclass, field

from tiny_pack import indented, tiny_files

from interpreter.source import meter

CASE = "rules/case.yaml"
LARGE = "a number is too large"
UNKNOWN = "unknown name"
SCHEMA = "must be 1–"


@dataclass(frozen=True)
class Case:
    """A pack, what becomes of it, and the limit that says so."""

    name: str
    files: dict = field(hash=False)
    fate: str = "played"
    limit: meter.Limit | str | None = None
    upper: dict = field(default_factory=dict, hash=False)
    """Packs that stand on it, by name."""

    @property
    def words(self):
        """What the answer must say."""
        return (
            self.limit.what
            if isinstance(self.limit, meter.Limit) and self.limit is not meter.SILENT
            else (
                self.limit
                if isinstance(self.limit, str)
                else ""
                if self.limit is None
                else "this may take more than 10,000 steps"
            )
        )


CASES: dict[str, Case] = {}


def case(name, files, limit=None, fate="refused", upper=None):
    """Note a case; without a limit it is played."""
    assert name not in CASES, name
    CASES[name] = Case(name, files, fate if limit else "played", limit, upper or {})


def stopped(name, files, limit=meter.STEPS):
    case(name, files, limit, "stopped")


# ---- pieces of packs


def rules(*texts):
    return {CASE: "".join(texts).encode()}


def verb(name, effect):
    return f"- verb: {name}\n  source: designed\n  effect: |\n    {indented(effect)}\n"


def value(name, formula, of="player", more=""):
    owner = f"  of: {of}\n" if of else ""
    return f"- value: {name}\n{owner}{more}  source: designed\n  is: {formula}\n"


def effect(text, *more):
    """A script that is run when the case is played, and rules beside it."""
    return rules(*more, verb("try it", text))


def replaced(path, old, new):
    text = tiny_files()[path].decode()
    assert old in text, old
    return {path: text.replace(old, new, 1).encode()}


def nested(levels, innermost="it > 0", size=200):
    """Filters inside filters over ranges; each looks at its element, for what does not is asked once."""
    text = innermost
    for _ in range(levels):
        text = f"count(range(1, {size}) where it > 0 and {text}) > 0"
    return text


def chain(count, formula, first="my.coins + 3", of="player", name="v"):
    """Values each of which uses the one before."""
    made = [value(f"{name}0", first, of)]
    made += [
        value(f"{name}{i}", formula.format(f"{'my.' if of == 'player' else ''}{name}{i - 1}"), of)
        for i in range(1, count)
    ]
    return "".join(made)


def rich(script, coins=2000):
    """With so many coins that a loop over them is long, which no checker can know."""
    return f"gain {coins} coins\n{script}"


# ---- values: loops and filters

case("filters in filters, six deep", effect(f"if {nested(6)}:\n  gain 1 points"), meter.VALUE_AT_WORST)
case("filters in filters, five deep", effect(f"gain 1 points\nif {nested(5)}:\n  gain 1 points"), meter.VALUE_AT_WORST)
case(
    "filters in filters, four deep, as wide as can be",
    effect(f"if {nested(3, 'sum(range(1, 99), it) > 0')}:\n  gain 1 points"),
    meter.VALUE_AT_WORST,
)
stopped(
    "filters in filters, three deep, in a loop",
    effect(rich(f"repeat my.coins:\n  if {nested(3, size=90)}:\n    gain 1 points")),
)
case(
    "a range that depends on the game, inside others",
    effect("if " + nested(3, "count(range(my.coins, my.coins + 199) where it > 0) > 0") + ":\n  gain 1 points"),
    meter.VALUE_AT_WORST,
)
case(
    "sums of sums of sums",
    effect("gain " + "sum(range(1, 200), " * 5 + "it" + ")" * 5 + " points"),
    meter.VALUE_AT_WORST,
)
case(
    "sums of sums",
    effect("gain sum(range(1, 200), sum(range(1, 200), sum(range(1, 200), sum(range(1, 99), it)))) mod 7 points"),
    meter.VALUE_AT_WORST,
)
case(
    "the highest of the lowest",
    effect(
        "gain highest(range(1, 200), lowest(range(1, 200), highest(range(1, 200), distinct(range(1, 90), it)))) points"
    ),
    meter.VALUE_AT_WORST,
)
stopped(
    "the best of the best",
    effect(
        "for each n in range(1, 200):\n  if best(cards, sum(range(1, 200), sum(range(1, 200), it))) is fool:\n    gain 1 points"
    ),
)
case(
    "all of all",
    effect(
        "if all(range(1, 200), all(range(1, 200), all(range(1, 200), any(range(1, 99) where it > 98)))):\n  gain 1 points"
    ),
    meter.VALUE_AT_WORST,
)
case(
    "different among different",
    effect(
        "gain distinct(range(1, 200), distinct(range(1, 200), distinct(range(1, 200), it + sum(range(1, 99), it)))) points"
    ),
    meter.VALUE_AT_WORST,
)
stopped(
    "a union in every turn",
    effect(
        rich(
            "repeat my.coins:\n  if count(union(range(1, 200), range(0, 199)) where it < 999 and count(union(range(1, 200), range(0, 199)) where it > 3) > 3) > 3:\n    gain 1 points"
        )
    ),
)
case(
    "two sides of a condition",
    effect(
        f"if ({nested(2)}) and ({nested(3)}) and ({nested(3, 'it > 1 and it > 0')}) and ({nested(3, 'sum(range(1, 50), it) > 5')}):\n  gain 1 points"
    ),
    meter.VALUE_AT_WORST,
)

# ---- values: one using the other

case(
    "values that double each other, thirty of them",
    effect("gain my.v30 mod 7 points", chain(31, "{0} + {0}")),
    meter.VALUE_AT_WORST,
)
case("values that double each other, and are never used", rules(chain(30, "{0} + {0}")), meter.VALUE_AT_WORST)
case(
    "values that triple each other by their conditions",
    effect("gain my.v20 points", chain(21, "{0} if {0} > {0} else {0} + 1")),
    meter.VALUE_AT_WORST,
)
case("two hundred and fifty values in a row", effect("gain my.v249 points", chain(250, "{0} + 1")), meter.VALUE_DEPTH)
case("a thousand values in a row", effect("gain my.v999 points", chain(1000, "{0} + 1")), meter.VALUE_DEPTH)
case(
    "values in a row, each deep in brackets",
    effect("gain my.v31 points", chain(32, "max(0, " * 14 + "{0}" + ")" * 14)),
    meter.TOLD,
)
case(
    "a score of values in a row, each deep in brackets",
    {
        **rules(chain(32, "max(0, " * 14 + "{0}" + ")" * 14)),
        **replaced("pack.yaml", "score: my.points", "score: my.v31"),
    },
)
case(
    "values of a card in a row, each deep in brackets",
    effect(
        "if any(cards where v39 > 3):\n  gain 1 points", chain(40, "max(0, " * 14 + "{0}" + ")" * 14, "cost", "card")
    ),
    meter.VALUE_DEPTH,
)
case("twenty values in a row", effect("gain my.v19 points", chain(20, "{0} + 1")))
case(
    "sets that filter each other by themselves",
    effect("if any(v30):\n  gain 1 points", chain(31, "cards where any({0}) and any({0})", "cards", "")),
    meter.VALUE_AT_WORST,
)
case(
    "sets in a row that ask whether there is one",
    effect("if any(v9):\n  gain 1 points", chain(10, "cards where any({0})", "cards", "")),
)
stopped(
    "a value with a parameter, inside itself by others",
    effect(
        rich("repeat my.coins:\n  gain w2(90) mod 3 points"),
        "".join(
            value(
                f"w{i}",
                f"sum(range(1, n * 2 + 3), {f'w{i - 1}(it mod 90)' if i else 'it'})",
                "",
                "  with: {n: number}\n",
            )
            for i in range(3)
        ),
    ),
)
stopped(
    "numbers that grow by squaring",
    effect(
        "gain " + "square(" * 12 + "my.coins + 5" + ")" * 12 + " points",
        value("square", "n * n", "", "  with: {n: number}\n"),
    ),
    LARGE,
)
case(
    "sixteen values without my",
    rules(value("v0", "my.coins"), *(value(f"v{i}", f"v{i - 1} + v{i - 1}") for i in range(1, 17))),
    UNKNOWN,
)
stopped(
    "scripts of cards that are dear, in a loop",
    {
        **effect(rich("repeat my.coins:\n  if sum(cards, bonus) > 99999:\n    gain 1 points")),
        "cards/more.yaml": (
            b"card:\n  - {id: miser, name: {en: Miser, fr: Avare}, cost: 1, source: designed, "
            b"bonus: 'sum(range(1, 200), sum(range(1, 40), it))'}\n"
        ),
    },
)

# ---- sums of parts

stopped(
    "parts of a set that add up",
    effect("if adds_up(range(1, 200), it * it * it * it * it * it * it, 3):\n  gain 1 points"),
    meter.SUMS,
)
stopped(
    "parts of a set of negative numbers that add up",
    effect("if adds_up(range(1, 60), 0 - it * it * it * it, 3):\n  gain 1 points"),
    meter.SUMS,
)
stopped(
    "many sums of parts",
    effect(rich("repeat my.coins:\n  repeat my.coins:\n    if adds_up(range(1, 40), it * 9, 8):\n      gain 1 points")),
)
stopped(
    "sums of parts in a filter",
    effect(
        "if any(range(1, 200) where it > 0 and any(range(1, 200) where it > 0 and adds_up(range(1, 99), it * 3, 4))):\n  gain 1 points"
    ),
)

# ---- statements

stopped(
    "loops in loops over what nobody knows before",
    effect(rich("repeat my.coins:\n  repeat my.coins:\n    gain 1 clay\n    lose 1 clay")),
)
stopped(
    "a loop of many statements",
    effect(rich("repeat my.coins:\n  repeat my.coins:\n" + "    gain 1 clay\n    lose 1 clay\n" * 30)),
)
stopped(
    "loops over sets in loops",
    effect(
        rich(
            "for each a in range(1, my.coins - 1810):\n  for each b in range(1, 200):\n    for each c in range(1, 200):\n      gain 1 clay"
        )
    ),
)
case(
    "drawing from a pile into itself",
    effect("for each card in cards:\n  put card under my.deck\ndraw 1000000 from my.deck to my.deck"),
)
case(
    "drawing round and round",
    effect(
        "for each card in cards:\n  put card under my.deck\ndraw 1000000 from my.deck to my.discard reshuffling my.discard"
    ),
)
stopped(
    "shuffling for ever",
    effect(
        rich("for each card in cards:\n  put card under deck\nrepeat my.coins:\n  repeat my.coins:\n    shuffle deck")
    ),
)
stopped(
    "moving to and fro",
    effect(
        rich(
            "for each card in cards:\n  put card under deck\nrepeat my.coins:\n  repeat my.coins:\n    move all from deck to pile\n    move all from pile to deck"
        )
    ),
)
stopped("rolling for ever", effect(rich("repeat my.coins:\n  repeat my.coins:\n    roll dice")))
stopped("beginning for ever", effect(rich("repeat my.coins:\n  repeat my.coins:\n    begin turn")))
stopped(
    "a turn inside a turn for ever",
    effect("go on", verb("go on", "set tired to yes\ngo on").replace("  effect", "  begins: turn\n  effect")),
    "effects without end",
)
case("two hundred in any order", effect("for each n in range(1, 200), in any order:\n  gain n wood"))
case(
    "in any order, and every order fails at its end",
    effect(rich("may:\n  for each n in range(1, 60), in any order:\n    pay n coins\n  pay 500000 coins")),
)
case("a known loop", effect("repeat 300:\n  repeat 300:\n    gain 1 clay"), meter.SILENT)

# ---- calls

case(
    "a thousand verbs in a row",
    rules(verb("go a0", "gain 1 points"), *(verb(f"go a{i}", f"go a{i - 1}") for i in range(1, 1000))),
    meter.VERBS,
)
case(
    "four hundred verbs in a row",
    rules(verb("go a0", "gain 1 points"), *(verb(f"go a{i}", f"go a{i - 1}") for i in range(1, 400))),
    meter.CALL_DEPTH,
)
case(
    "a hundred verbs in a row, each in many conditions",
    rules(
        verb("go a0", "gain 1 points"),
        *(
            verb(
                f"go a{i}",
                "\n".join("  " * d + "if my.coins > 0:" for d in range(12)) + "\n" + "  " * 12 + f"go a{i - 1}",
            )
            for i in range(1, 100)
        ),
    ),
    meter.CALL_DEPTH,
)
case(
    "sixty verbs in a row, each in many conditions",
    rules(
        verb("go a0", "gain 1 points"),
        *(
            verb(
                f"go a{i}",
                "\n".join("  " * d + "if my.coins > 0:" for d in range(12)) + "\n" + "  " * 12 + f"go a{i - 1}",
            )
            for i in range(1, 60)
        ),
        verb("try it", "go a59"),
    ),
)
case(
    "three hundred events in a row",
    rules(
        *(f"- event: e{i}\n  source: designed\n" for i in range(301)),
        *(f"- when: e{i}\n  source: designed\n  effect: announce e{i + 1}\n" for i in range(300)),
    ),
    meter.CALL_DEPTH,
)
case(
    "forty events that set off two each",
    rules(
        *(f"- event: e{i}\n  source: designed\n" for i in range(41)),
        *(
            f"- when: e{i}\n  source: designed\n  effect: |\n    announce e{i + 1}\n    announce e{i + 1}\n"
            for i in range(40)
        ),
        verb("try it", "announce e0"),
    ),
    meter.STEPS,
    "stopped",
)
case(
    "verbs that ask and call twice, forty of them",
    rules(
        verb("go a0", "choose good from goods\ngain 1 good"),
        *(verb(f"go a{i}", f"choose one:\n  sell: go a{i - 1}\n  rest: go a{i - 1}") for i in range(1, 40)),
        verb("try it", "go a39"),
    ),
)
case(
    "verbs that ask, pay and call twice, forty of them",
    rules(
        verb("go a0", "pay 5 coins"),
        *(verb(f"go a{i}", f"choose one:\n  sell: go a{i - 1}\n  rest: go a{i - 1}") for i in range(1, 40)),
        verb("try it", "choose one:\n  sell: go a39\n  rest: gain 1 points"),
    ),
)
case(
    "verbs that call twice, thirty of them",
    rules(
        verb("go a0", "gain 1 points"),
        *(verb(f"go a{i}", f"go a{i - 1}\ngo a{i - 1}") for i in range(1, 30)),
        verb("try it", "go a29"),
    ),
    fate="refused",
    limit=meter.SILENT,
)

# ---- choices: proofs and trials

stopped(
    "four choices of two hundred before a condition",
    effect(
        "choose one:\n  sell:\n    choose a from range(1, 200)\n    choose b from range(1, 200)\n    choose c from range(1, 200)\n"
        "    choose d from range(1, 200)\n    gain a * b points\n    require my.points + c * d is 999999\n  rest: gain 1 points"
    ),
)
case(
    "choices that must be tried",
    effect(
        "choose one:\n  sell:\n    repeat 4:\n      choose a from range(1, 200)\n      repeat 5:\n        gain a points\n"
        "    require my.points is 999999\n  rest: gain 1 points"
    ),
)
case(
    "conditions one behind the other, thirty of them",
    effect(
        "choose one:\n  sell:\n"
        + "".join(f"    if my.coins > {i}:\n      pay 1 wood\n    gain 1 points\n" for i in range(30))
        + "    require my.points is 5\n  rest: gain 1 points"
    ),
)
case(
    "choices among few, one behind the other",
    effect(
        "choose one:\n  sell:\n"
        + "".join(f"    choose g{i} from goods where my.coins > {i}\n    pay 1 g{i}\n" for i in range(25))
        + "  rest: gain 1 points"
    ),
)
case(
    "payments that depend on each other",
    effect(
        "choose one:\n  sell:\n"
        + "    gain my.wealth points\n    set my.coins to my.wealth + my.points\n    pay my.wealth wood\n" * 20
        + "  rest: gain 1 points"
    ),
)
case(
    "a long way to prove",
    effect("choose one:\n  sell:\n" + "    pay 1 coins\n    gain 1 coins\n" * 60 + "  rest: gain 1 points"),
)
stopped(
    "a choice among many, each much work",
    effect(
        f"choose n from range(1, 200) where {nested(2)} and sum(range(1, 200), it) > n and {nested(2)}\ngain n points"
    ),
)
case(
    "options in options in options",
    effect(
        "\n".join(
            "  " * (2 * d) + "choose one:\n" + "  " * (2 * d) + "  rest: gain 1 points\n" + "  " * (2 * d) + "  sell:"
            for d in range(6)
        )
        + "\n"
        + "  " * 12
        + "pay 99 coins"
    ),
)

# ---- the size of things

case(
    "a template over three lists of two hundred",
    {
        "cards/more.yaml": (
            "card:\n  - id: c_{a}_{b}_{c}\n    for_each:\n"
            + "".join(f"      {axis}: [{', '.join(map(str, range(200)))}]\n" for axis in "abc")
            + "    name: {en: X, fr: X}\n    cost: 1\n    source: designed\n"
        ).encode()
    },
    meter.UNFOLDED,
)
case(
    "a template over eight lists of twenty",
    {
        "cards/more.yaml": (
            "card:\n  - id: c_{a}\n    for_each:\n"
            + "".join(f"      {axis}: [{', '.join(map(str, range(20)))}]\n" for axis in "abcdefgh")
            + "    name: {en: X, fr: X}\n    cost: 1\n    source: designed\n"
        ).encode()
    },
    meter.UNFOLDED,
)
case(
    "many templates of many",
    {
        "cards/more.yaml": (
            "card:\n"
            + "".join(
                f"  - id: c{n}_{{a}}_{{b}}\n    for_each: {{a: [{', '.join(map(str, range(40)))}], b: [{', '.join(map(str, range(40)))}]}}\n"
                "    name: {en: X, fr: X}\n    cost: 1\n    source: designed\n"
                for n in range(8)
            )
        ).encode()
    },
    meter.ITEMS,
)
case(
    "many templates of many rules",
    {
        "rules/more.yaml": "".join(
            f"- value: v{n}_{{a}}_{{b}}\n  for_each: {{a: [{', '.join(map(str, range(40)))}], b: [{', '.join(map(str, range(40)))}]}}\n"
            "  is: 1\n  source: designed\n"
            for n in range(8)
        ).encode()
    },
    meter.RULES,
)
case(
    "a verb over eight lists of twenty",
    {
        "rules/more.yaml": (
            "- verb: shout {a} {b}\n  for_each:\n"
            + "".join(f"    {axis}: [{', '.join(f'x{one}' for one in range(20))}]\n" for axis in "abcdefgh")
            + "  source: designed\n  effect: gain 1 wood\n"
        ).encode()
    },
    meter.UNFOLDED,
)
case(
    "a grid of four zones for forty thousand pieces",
    {
        **replaced(
            "model.yaml",
            "grid: {columns: 3, rows: 2}\n    zones:\n      stone: {holds: token, capacity: 1}",
            "grid: {columns: 20, rows: 20}\n    zones:\n"
            + "".join(f"      z{i}: {{holds: token}}\n" for i in range(4)),
        ),
        "cards/more.yaml": (
            "token:\n" + "".join(f"  - {{id: t{i}, shade: dark, count: 200, source: designed}}\n" for i in range(200))
        ).encode(),
    },
    meter.THINGS,
)
case(
    "a grid of four zones for ten thousand pieces",
    {
        **replaced(
            "model.yaml",
            "grid: {columns: 3, rows: 2}\n    zones:\n      stone: {holds: token, capacity: 1}",
            "grid: {columns: 20, rows: 20}\n    zones:\n"
            + "".join(f"      z{i}: {{holds: token}}\n" for i in range(4)),
        ),
        "cards/more.yaml": (
            "token:\n" + "".join(f"  - {{id: t{i}, shade: dark, count: 200, source: designed}}\n" for i in range(50))
        ).encode(),
    },
    meter.CELLS,
)
case("a grid of a hundred by a hundred", replaced("model.yaml", "columns: 3, rows: 2", "columns: 100, rows: 100"))
case("a grid one wider", replaced("model.yaml", "columns: 3, rows: 2", "columns: 101, rows: 100"), SCHEMA)
case(
    "a hundred by a hundred for every player",
    replaced(
        "model.yaml",
        "cell:\n    grid: {columns: 3, rows: 2}",
        "cell:\n    per_player: yes\n    grid: {columns: 100, rows: 100}",
    ),
    meter.THINGS,
)
case(
    "rays from everywhere to everywhere",
    {
        **replaced("model.yaml", "columns: 3, rows: 2", "columns: 100, rows: 100"),
        **effect(
            "gain count(cells where any(directions where this_way(it))) points",
            value(
                "this_way",
                "any(cells where any(leading(ray(it, way), any(ray(it, way) where any(stone)))))",
                "",
                "  with: {way: direction}\n",
            ),
        ),
    },
    meter.VALUE_AT_WORST,
)
stopped(
    "distances between all places",
    {
        **replaced("model.yaml", "columns: 3, rows: 2", "columns: 100, rows: 100"),
        **effect("gain sum(cells, far) points", value("far", "count(cells where distance(it, this) > 7)", "cell")),
    },
)
case("a grid without end", replaced("model.yaml", "columns: 3, rows: 2", "columns: 1000, rows: 1000"), SCHEMA)
case(
    "pieces without end for every player",
    replaced("model.yaml", "marker: {per_player: 3}", "marker: {per_player: 1000000}"),
    SCHEMA,
)
case(
    "rules without end that watch",
    rules(
        *(
            f"- whenever: my.coins > {i + 999}\n  for: player\n  source: designed\n  effect: lose 1 coins\n"
            for i in range(200)
        )
    ),
    meter.WATCHES,
)

# ---- what is shown

case(
    "a shown value that is much work",
    effect("gain 1 points", value("huge", nested(3).replace("count(", "count(", 1), more="  show: yes\n")),
    meter.SHOWN,
)
case(
    "a score that is much work",
    replaced("pack.yaml", "score: my.points", "score: sum(range(1, 200), sum(range(1, 200), sum(range(1, 200), it)))"),
    meter.SHOWN,
)
case(
    "an estimate that is much work",
    replaced(
        "pack.yaml",
        "estimate: my.points + my.coins",
        "estimate: sum(range(1, 200), sum(range(1, 200), sum(range(1, 200), it * 2 + it * 3 + it * 5)))",
    ),
    meter.ESTIMATE,
)

# ---- reactions

stopped(
    "a rule that watches and is much work",
    effect(
        rich("repeat my.coins:\n  gain 1 clay\n  lose 1 clay"),
        "- whenever: my.clay > 99999 or sum(range(1, 200), sum(range(1, 90), it)) > 999999\n  for: player\n  source: designed\n  effect: lose 1 clay\n",
    ),
)

# ---- in words

case(
    "a card that tells what doubles",
    {
        **rules(chain(14, "{0} + {0}")),
        "cards/more.yaml": b"card:\n  - {id: miser, name: {en: Miser, fr: Avare}, cost: 1, source: designed, effect: gain my.v13 points}\n",
    },
    meter.TOLD,
)
case(
    "a card that tells what is nested deep",
    {
        **rules(chain(32, "max(0, " * 14 + "{0}" + ")" * 14)),
        "cards/more.yaml": b"card:\n  - {id: miser, name: {en: Miser, fr: Avare}, cost: 1, source: designed, effect: gain my.v31 points}\n",
    },
    meter.TOLD,
)

# ---- much text

case(
    "five thousand cards with a script each",
    {
        f"cards/more{n}.yaml": (
            "card:\n"
            + "".join(
                f"  - id: c{n}_{i}\n    name: {{en: C{n}x{i}, fr: C{n}x{i}}}\n    cost: 1\n    source: designed\n"
                f"    effect: |\n      pay {i} coins\n      gain {n} points\n"
                for i in range(1000)
            )
        ).encode()
        for n in range(5)
    },
    meter.ITEMS,
)
case(
    "two thousand cards with a long script each",
    {
        f"cards/more{n}.yaml": (
            "card:\n"
            + "".join(
                f"  - id: c{n}_{i}\n    name: {{en: C{n}x{i}, fr: C{n}x{i}}}\n    cost: 1\n    source: designed\n    effect: |\n"
                + f"      pay {i} coins\n      gain {n} points\n" * 3
                for i in range(1000)
            )
        ).encode()
        for n in range(2)
    },
    meter.SCRIPTS,
)
case(
    "a value of many calls, each nearly too much",
    effect(
        "if count((" + ", ".join(["my.near"] * 130) + ") where it > 3) > 4:\n  gain 1 points",
        value("near", "count(range(1, 200) where it > 1 and it > 2 and it > 3 and it > 4)"),
    ),
    meter.VALUE,
)

# ---- many rules, many ways

case(
    "many changes under many rules that watch",
    rules(
        *(
            f"- whenever: my.coins > {i + 999}\n  for: player\n  source: designed\n  effect: lose 1 coins\n"
            for i in range(57)
        ),
        *(verb(f"go a{i}", f"gain {i} coins\n" + "gain 1 coins\n" * 99) for i in range(18)),
    ),
    meter.REACTIONS,
)
stopped(
    "options whose every way is long to try",
    effect(
        "gain 2000 coins\nchoose one:\n"
        + "".join(
            f"  {label}:\n    repeat my.coins:\n      repeat {8 - number}:\n        gain 1 clay\n    pay 99 wood\n"
            for number, label in enumerate(("sell", "rest", "study", "trade"))
        )
        + "  trade_more: gain 1 points"
    ),
    meter.TRIALS,
)
