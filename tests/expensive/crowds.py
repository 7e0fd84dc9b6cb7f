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

__all__ = ["CASES"]
