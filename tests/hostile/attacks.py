"""What a stranger might try with what docs/safety.md says at hand: the fixture pack with a few lines that mean harm."""

from tiny_pack import indented, tiny_files

CASE = "rules/case.yaml"


def verb(phrase, effect="gain 1 coins", more=""):
    return f"- verb: {phrase}\n{more}  source: designed\n  effect: |\n    {indented(effect)}\n"


def rules(*texts):
    return {CASE: "".join(texts).encode()}


def replaced(path, old, new):
    text = tiny_files()[path].decode()
    assert old in text, old
    return {path: text.replace(old, new).encode()}


FORMATS = (
    "{0.__class__.__mro__}",
    "{n.__class__}",
    "{n!r:>999999}",
    "%(n)s%n",
    "{}",
    "{{n}}",
    "{" * 60 + "n" + "}" * 60,
)
"""Texts that other programs would take for instructions to fill something in."""
PYTHON = ("lambda", "def", "class", "import", "exec", "eval", "print", "m", "s", "o", "n", "fuel", "guard")
"""Names that mean something to whoever prints Python."""


def python_names():
    """Vars, locals and parameters called like words of Python and of the printed program."""
    names = "".join(f"      {name}: {{}}\n" for name in PYTHON)
    picks = "".join(f"choose {name} from range(1, 2)\n" for name in PYTHON)
    total = " + ".join(PYTHON)
    gains = "".join(f"gain 1 my.{name}\n" for name in PYTHON)
    return {
        **replaced("model.yaml", "      points: {}\n", f"      points: {{}}\n{names}"),
        **rules(verb("try it", f"{gains}use 1 lambda 2\n"), verb("'use {class: number} lambda {def: number}'", "gain class + def coins"),
                verb("count it", f"{picks}gain {total} coins")),
    }  # fmt: skip


WORDS = (
    *("class", "lambda", "import", "self", "def", "list", "print", "exec", "globals"),
    *("memory", "state", "play", "begin_all", "run", "i32", "func", "drop", "call"),
)
"""Words of Python, of WebAssembly and of what is printed in both."""
WORDS_AS_IDS = {
    "pack.yaml": (
        "id: {0}\nversion: 0.1.0\ntitle: {{en: T}}\nplayers: {{min: 2, max: 2}}\nlanguages: [en]\nsource: designed\n"
        "start: go it\noptions: {{{1}: {{default: no, text: {{en: a}}}}}}\nresult: {{score: my.{2}}}\n"
    ),
    "model.yaml": (
        "enums: {{{3}: [{4}, {5}]}}\nshared: {{zones: {{{6}: {{holds: {7}, ordered: yes}}}}}}\nkinds:\n"
        "  player: {{vars: {{{2}: {{}}, {8}: {{each: {3}}}}}}}\n"
        "  {7}: {{fields: {{{9}: {{type: number, default: 1}}}}, scripts: {{{10}: effect}}}}\n"
    ),
    "cards/cards.yaml": "{7}:\n  - {{id: {11}, name: {{en: C}}, {10}: 'gain {9} {2}'}}\n",
    "rules/rules.yaml": (
        "- verb: go it\n  effect: |\n    for each x in {7}s:\n      move x to {6}\n    repeat 3:\n      as each player:\n"
        "        offer {12}\n    announce {13}\n"
        "- event: {13}\n- {{when: '{13}', effect: 'gain my.{14} {2}'}}\n"
        "- {{value: {14}, of: player, is: '1 + {15}[1]'}}\n- {{table: {15}, values: [1, 2, 3]}}\n"
        "- action: {16}\n  menu: {12}\n  effect: |\n    choose y from {6}\n    do y.{10}\n    if option.{1}: gain 1 {2}\n"
        "- {{action: {17}, menu: {12}, effect: 'gain 1 {4}'}}\n"
    ),
}
"""A game with one of every sort of id."""


def words_as_ids(first):
    """The game with the words as its ids, beginning with one of them."""
    words = (*WORDS[first:], *WORDS[:first])
    return {path: text.format(*words).encode() for path, text in WORDS_AS_IDS.items()}


REFUSED = {
    "twenty optional parts, a million phrases": (
        rules(verb("'try it " + " ".join(f"[w{n} {{p{n}: number}}]" for n in range(20)) + "'")),
        "check/bad-phrase",
    ),
    "a phrase that is a pattern": (rules(verb("'try (a|a)*$ it'")), "check/bad-phrase"),
    "code in the place of a name": (
        replaced("model.yaml", "      points: {}\n", "      points: {}\n      \"__import__('os')\": {}\n"),
        "pack/",
    ),
    "code in the place of a type": (
        replaced("model.yaml", "{type: shade, visible: sealed}", "{type: '().__class__', visible: sealed}"),
        "pack/",
    ),
    "code in a script": (rules(verb("try it", "gain __import__('os').getpid() coins")), "syntax/"),
    "an attribute of Python in a script": (rules(verb("try it", "gain my.coins.__class__ coins")), ""),
    "a tag that builds an object": ({CASE: b"- !!python/object/apply:os.system ['true']\n"}, "pack/"),
    "a pack of many options": (
        replaced("pack.yaml", "options:\n", "options:\n" + "".join(
            f"  o{i}: {{values: [{', '.join(f'v{j}' for j in range(400))}], default: v0, text: {{en: x, fr: y}}}}\n" for i in range(200))),
        "pack/",
    ),
    "another pack by a path": (replaced("pack.yaml", 'engine: ">=0.1"', 'requires: {"../../etc": ">=0"}'), "pack/"),
    "a hidden card decides what is offered": (
        rules(verb("try it", "may:\n  require top(deck) is sage\n  gain 1 coins")),
        "check/secret-option",
    ),
    "a private number decides what another is offered": (
        rules(verb("try it", "may:\n  require my.left.secret > 3\n  gain 1 coins")),
        "check/secret-option",
    ),
}  # fmt: skip
"""Packs that the checker must refuse, and how the code of an error begins."""
