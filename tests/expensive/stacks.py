"""Packs on packs that ask for much, and mistakes by the thousand: what is wrong is told soon, too."""

from expensive.crowds import CASES, case
from expensive.packs import replaced

MANY = 4_900
"""As many items as a pack may have, but for those of the fixture."""


def files(head, lines, folder="cards"):
    """Lines below a head, in as many files as it takes."""
    made, size = [head], 0
    for line in lines:
        size += len(line)
        if size > 200_000:
            made, size = [*made, head], len(line)
        made[-1] += line
    return {f"{folder}/more{number}.yaml": text.encode() for number, text in enumerate(made)}


def cards(more="", many=MANY, name="card_of_number"):
    """Cards whose ids are much alike; `#` in what more they say is their number."""
    line = "  - {{id: {0}_{1}, name: {{en: C{1}, fr: C{1}}}, cost: 1, source: designed{2}}}\n"
    return files("card:\n", (line.format(name, n, more.replace("#", str(n))) for n in range(many)))


def changes(said, many=MANY, step=1):
    return files("card:\n", (f"  - {{{said.replace('#', str(n))}}}\n" for n in range(0, many, step)))


def rules(said, many):
    return files("", (said.replace("#", str(n)) for n in range(many)), "rules")


def chain(many, said):
    """Packs that stand on each other, each saying the same."""
    manifest = 'id: p{0}\nversion: 0.1.0\ntitle: {{en: P, fr: P}}\nrequires: {{{1}: ">=0, <2"}}\n'
    below = ["tiny", *(f"p{n}" for n in range(many - 1))]
    return {
        f"p{n}": {"pack.yaml": manifest.format(n, below[n]).encode(), "rules/more.yaml": said.encode()}
        for n in range(many)
    }


# ---- changes without end

VALUES = rules("- value: v#\n  source: designed\n  is: #\n", 4_000)

case(
    "every card changed",
    cards(many=2_400),
    upper={"more": changes("change: card_of_number_#, cost: 2", 2_400)},
)
case(
    "every card changed by two packs",
    cards(many=2_400),
    upper={
        "more": changes("change: card_of_number_#, cost: 2", 2_400),
        "other": changes("change: card_of_number_#, quick: yes", 2_400),
    },
)
case(
    "every card changed by two packs that are at odds",
    cards(),
    "both change `cost`",
    upper={
        "more": changes("change: card_of_number_#, cost: 2"),
        "other": changes("change: card_of_number_#, cost: 3"),
    },
)
case(
    "every card changed to what it cannot be",
    cards(),
    "expected a whole number",
    upper={"more": changes("change: card_of_number_#, cost: 200")},
)
case("every card removed", cards(), upper={"more": changes("remove: card_of_number_#")})
case(
    "every second card removed, and wanted by another",
    cards(", friend: card_of_number_0"),
    "unknown card",
    upper={"more": changes("remove: card_of_number_#", step=2)},
)
case(
    "changes of what is not there",
    cards(),
    "below to change",
    upper={"more": changes("change: cart_of_number_#, cost: 2")},
)
case("every rule changed", VALUES, upper={"more": rules("- change: value v#\n  is: # + 1\n", 4_000)})
case(
    "every rule with more around it", VALUES, upper={"more": rules("- change: value v#\n  is: as before + 1\n", 4_000)}
)
case("every rule removed", VALUES, upper={"more": rules("- remove: value v#\n", 4_000)})
case("reactions that are called alike", rules("- when: cheered_by\n  source: designed\n  effect: gain 1 points\n", 690))
case(
    "fifty packs around one verb, each twice",
    {},
    upper=chain(
        50,
        "- change: verb take a turn\n  effect: |\n    if my.points > 1:\n      as before\n    else:\n      as before\n",
    ),
)
case(
    "fifty packs that double a value",
    {},
    "values that use each other",
    upper=chain(50, "- change: value player.wealth\n  is: as before + as before\n"),
)

# ---- mistakes without end

case("a friend that is not there, for every card", cards(", friend: cart_of_number_#"), "unknown card")
case(
    "a place that is not there, for every spot",
    {
        **cards(many=4_500),
        "cards/spots.yaml": b"spot:\n"
        + b"".join(b"  - {id: s%d, place: hil%d, yields: clay, source: designed}\n" % (n, n) for n in range(400)),
    },
    "unknown place",
)
case(
    "names with a slip in many scripts",
    {
        **cards(many=4_000),
        **rules("- verb: go a#\n  source: designed\n  effect: move cart_of_number_# to deck\n", 450),
    },
    "unknown name",
)
case("fields that nobody knows", cards(", coste: 3, effekt: 4, nam#: 1"), "unknown field")
case(
    "many files, all of them wrong",
    {
        f"cards/more{part}.yaml": b"card:\n" + b"".join(b"  - {id: Z%dx%d, nam: A}\n" % (part, n) for n in range(60))
        for part in range(1_500)
    },
    "`id` must be an id",  # pack.yaml is not reached: whether the cards need a source is not known
)
case(
    "thirty packs, all of them wrong",
    {},
    "missing",
    upper={f"p{part}": files("card:\n", (f"  - {{id: w{n}, nam: 3}}\n" for n in range(2_000))) for part in range(30)},
)
case(
    "terms that nobody knows, all explained",
    {
        f"rulebook/more{part}.yaml": b"".join(
            b"- {term: unknown%d_%d, text: {en: B, fr: B}}\n" % (part, n) for n in range(200)
        )
        for part in range(40)
    },
    "unknown term",
)

TONGUES = [f"{a}{b}" for a in "abcghijk" for b in "ghijklmnoprsuvwxyz"]
case(
    "names in languages that nobody knows",
    {
        **cards(),
        **replaced("pack.yaml", "languages: [en, fr]", f"languages: [en, fr, {', '.join(TONGUES)}]"),
        **{f"text/{tongue}.yaml": b"terms: {wood: w}\n" for tongue in TONGUES},
    },
    "expected a language",
)

__all__ = ["CASES"]
