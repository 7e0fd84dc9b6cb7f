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
