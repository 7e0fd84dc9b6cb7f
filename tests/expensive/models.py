"""Packs that declare without end: kinds, parts of parts, vars, enums, packs below, and mistakes among many names."""

from expensive.boards import CASES
from expensive.packs import case, replaced
from expensive.stacks import cards
from interpreter.source import meter

LAST = "      stone: {holds: token, capacity: 1}\n"
"""The end of the fixture's model."""


def kinds(lines):
    return replaced("model.yaml", LAST, LAST + "".join(f"  {line}\n" for line in lines))


def vars_of_players(lines):
    return replaced(
        "model.yaml", "      points: {}\n", "      points: {}\n" + "".join(f"      {one}\n" for one in lines)
    )


case("kinds without end", kinds(f"k{n}: {{}}" for n in range(6_000)), meter.KINDS)
case(
    "parts of parts of parts",
    kinds(["k0: {part_of: place}", *(f"k{n}: {{part_of: k{n - 1}}}" for n in range(1, 3_000))]),
    meter.KINDS,
)
case(
    "parts of parts, as many as there may be",
    kinds(["k0: {part_of: place}", *(f"k{n}: {{part_of: k{n - 1}}}" for n in range(1, 180))]),
)
case("vars without end", vars_of_players(f"u{n}: {{}}" for n in range(10_000)), meter.DECLARED)
case(
    "vars without end, in kinds that are many",
    kinds(f"k{n}: {{vars: {{{', '.join(f'u{i}: {{}}' for i in range(40))}}}}}" for n in range(180)),
    meter.DECLARED,
)
case(
    "enums without end",
    replaced("model.yaml", "enums:\n", "enums:\n" + "".join(f"  e{n}: [v{n}]\n" for n in range(6_000))),
    meter.DECLARED,
)
case(
    "mistakes among as many names as there may be",
    {
        "model.yaml": vars_of_players(f"u{n}: {{each: e{n}}}" for n in range(900))["model.yaml"].replace(
            b"enums:\n", "".join(["enums:\n", *(f"  e{n}: [v{n}]\n" for n in range(900))]).encode(), 1
        ),
        **cards(many=2_000),
        "rules/more.yaml": "".join(
            f"- verb: go m{m}\n  source: designed\n  effect: |\n"
            + "".join(f"    gain v{n} + w{n} u{n}x\n" for n in range(70))
            for m in range(6)
        ).encode(),
    },
    meter.MISTAKES,
)
case(
    "numbers without end to break a tie",
    replaced("pack.yaml", "ties: [my.wood, my.coins]", f"ties: [{', '.join(['my.wood'] * 15_000)}]"),
    "ties holds at most 20",
)
case(
    "packs below without end",
    replaced("pack.yaml", 'engine: ">=0.1"\n', "requires:\n" + "".join(f'  p{n}: ">=0, <1"\n' for n in range(9_000))),
    "requires the pack",
)
case(
    "signs for thousands of things that are not there",
    {"table.yaml": ("card:\n  icon:\n" + "".join(f"    zz{n}: star\n" for n in range(12_000))).encode()},
    "unknown item or value",
)
case(
    "chapters without end",
    {
        "rulebook/a.yaml": "".join(
            f"- {{chapter: c{n}, title: {{en: C, fr: C}}, text: [{{say: {{en: a, fr: a}}}}]}}\n" for n in range(900)
        ).encode()
    },
    "the file holds at most 200",
)
case(
    "actions by the thousand",
    {
        f"rules/more{n}.yaml": "".join(
            f"- {{action: a{n}_{i}, menu: more, source: designed, effect: gain 1 coins}}\n" for i in range(1_000)
        ).encode()
        for n in range(3)
    },
)

__all__ = ["CASES"]
