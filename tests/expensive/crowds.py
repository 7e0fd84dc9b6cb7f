"""More packs that ask for too much: what one statement, one choice or one event does to a crowd."""

from expensive.packs import CASES, case, effect, replaced, rules, stopped, verb
from interpreter.source import meter

CROWD = {
    "cards/more.yaml": (
        "card:\n"
        + "".join(
            f"  - {{id: c{i}, name: {{en: C{i}, fr: C{i}}}, cost: 1, count: 200, source: designed}}\n"
            for i in range(40)
        )
    ).encode()
}
"""Eight thousand cards."""

stopped(
    "cards that go to the bottom of a crowd, one after another",
    {
        **CROWD,
        **effect(
            "for each card in cards:\n  move card to deck\nfor each card in cards:\n" + "  put card under deck\n" * 15
        ),
    },
)
stopped(
    "cards taken out of the middle of a crowd",
    {
        **CROWD,
        **effect(
            "for each card in cards:\n  move card to deck\nfor each a in range(1, 3):\n  for each card in cards:\n"
            + "    put card under pile\n    put card under deck\n" * 4
        ),
    },
)
case(
    "a crowd that moves at once",
    {**CROWD, **effect("for each card in cards:\n  move card to deck\nmove all from deck to pile")},
)
stopped(
    "a choice among a crowd",
    {
        **CROWD,
        **effect("for each card in cards:\n  move card to my.discard\nchoose card from my.discard\ngain 1 points"),
    },
    meter.OPTIONS,
)
stopped(
    "a choice among a crowd that is hidden",
    {**CROWD, **effect("for each card in cards:\n  move card to deck\nchoose 3 card from deck:\n  move card to pile")},
    meter.OPTIONS,
)
case(
    "wide choices one behind the other, none of which can fail",
    effect("".join(f"choose {name} from range(0, 200)\n" for name in "abcd") + "gain a + b + c + d points"),
)
case(
    "an enum of many values",
    replaced("model.yaml", "good: [wood, clay]", f"good: [wood, clay, {', '.join(f'g{n}' for n in range(20_000))}]"),
    "good holds at most 500",
)
case(
    "an event that many rules hear",
    rules(
        "- event: bell\n  source: designed\n",
        *(f"- when: bell\n  source: designed\n  effect: gain {n} points\n" for n in range(700)),
        verb("try it", "announce bell"),
    ),
)

MINIONS = "".join(
    f"  - {{id: c{n}, name: {{en: C{n}, fr: C{n}}}, cost: 1, friend: fool, source: designed, effect: do friend.effect}}\n"
    for n in range(1_000)
)
case(
    "cards each of which may do what any other does",
    {
        "cards/more.yaml": f"card:\n{MINIONS}".encode(),
        **effect(
            "choose one:\n  called:\n    choose card from my.hand\n    do card.effect\n    pay 1 coins\n  wait: gain 1 wood"
        ),
    },
)

PRICES = "".join(
    f"  - id: c{n}\n    name: {{en: C{n}, fr: C{n}}}\n    cost: 1\n    source: designed\n    effect: |\n"
    f"      choose a from goods\n      pay 1 a\n      choose b from goods\n      pay 1 b\n"
    f"      choose c from my.hand\n      move c to my.discard\n      gain {n} points\n"
    for n in range(150)
)
case(
    "cards each of which must be looked into for what it costs",
    {
        "cards/more.yaml": f"card:\n{PRICES}".encode(),
        **effect(
            "for each one in cards:\n  move one to my.hand\nmay:\n  choose c from my.hand\n  do c.effect\n  pay 1 coins"
        ),
    },
)

# ---- what templates make, and what is told of it


def family(*lines, words=200, more=""):
    """Cards of one template, ten for each word."""
    each = f"{{a: [{', '.join(f'a{n}' for n in range(words))}], b: [{', '.join(f'b{n}' for n in range(10))}]{more}}}"
    head = f"card:\n  - id: c_{{a}}_{{b}}\n    for_each: {each}\n    name: {{en: Aa, fr: Aa}}\n    cost: 1\n    source: designed\n"
    return {"cards/more.yaml": (head + "".join(f"    {line}\n" for line in lines)).encode()}


case(
    "two thousand cards with much to read each",
    family(f"note: {{en: {'w' * 1990}, fr: {'w' * 1990}}}", "effect: |", f"  gain 1 points # {'q' * 3000}"),
    meter.WRITTEN,
)
case(
    "holes that are filled with long words",
    family("effect: |", f"  gain 1 points # {'{c}' * 1000}", words=20, more=f", c: [{'y' * 199}]"),
    meter.WRITTEN,
)
case(
    "holes in what fills holes, each two in one, thirty deep",
    family(
        "effect: |",
        f"  gain 1 points # {'{c0}' * 20}",
        words=2,
        more="".join(f', c{n}: ["{{c{n + 1}}}{{c{n + 1}}}"]' for n in range(30)) + ", c30: [yy]",
    ),
)
case(
    "one long script for a thousand cards",
    family("bonus: " + " + ".join(["my.coins"] * 50), words=100),
    meter.SCRIPTS_MADE,
)
case(
    "long scripts in many files",
    {
        f"cards/more{part}.yaml": (
            "card:\n"
            + "".join(
                f"  - id: c{part}_{n}\n    name: {{en: Aa, fr: Aa}}\n    cost: 1\n    source: designed\n"
                f"    effect: |\n      gain 1 points\n      # {'q' * 3900}\n"
                for n in range(60)
            )
        ).encode()
        for part in range(33)
    },
    meter.WRITTEN,
)
case(
    "mistakes without end",
    family("effect: |", *(f"  gain my.coinz{n} + hant{n} poinds" for n in range(9)), words=60),
    meter.MISTAKES,
)

# ---- standing changes


def standing(said, cards=30):
    """Cards with ten standing changes each, in six files; `#` is the number of a change."""
    line = "      - {{{0}}}\n"
    return {
        f"cards/more{part}.yaml": (
            "card:\n"
            + "".join(
                f"  - id: s{part}_{n}\n    name: {{en: Aa, fr: Aa}}\n    cost: 1\n    source: designed\n    standing:\n"
                + "".join(line.format(said.replace("#", str(1000 * part + 10 * n + i))) for i in range(10))
                for n in range(cards)
            )
        ).encode()
        for part in range(6)
    }


LONG = " and ".join(f"my.points > {n} + #" for n in range(20))

case("standing changes with long scripts", standing(f"forbid: study, while: '{LONG}'"), meter.SCRIPTS)
case(
    "standing changes with long scripts, and values they change",
    {
        **standing(f"value: player.worth, add: 1, where: '{LONG}'"),
        **rules("- value: worth\n  of: player\n  source: designed\n  is: my.coins\n"),
    },
    meter.SCRIPTS,
)
case("an action that many things forbid", standing("forbid: study, while: my.coins > #", cards=5), meter.STANDING)
case(
    "a standing change that a crowd of cards shares",
    family(f"standing: [{{forbid: study, while: '{LONG.replace('#', '1')}'}}]", words=80),
)

__all__ = ["CASES"]
