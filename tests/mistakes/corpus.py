"""Mistakes as authors make them, seeded into the shipped packs: what is changed, where, and what the cure must name.

An operator looks at the lines of a file and gives every place where its mistake can be made. A seed chooses among all of
them, the same ones every time.
"""

import hashlib
import re
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

import yaml

CONTENT = Path(__file__).parents[2] / "content"
PACKS = tuple(sorted(path.parent.name for path in CONTENT.glob("*/pack.yaml")))
BIG = {"daimyo": 2, "ancient_world_markets": 1, "daimyo_alliances": 1, "daimyo_weather": 1, "five_kingdoms_ruins": 2}
"""Of packs that take long to check, so many of each mistake; of the others, as many as of a small one."""
SMALL = 3

BY_HAND = Path(__file__).parent / "by_hand.yaml"

OPERATORS = {}


@dataclass(frozen=True)
class Mistake:
    """One mistake: lines put in the place of others, and what must be said about it."""

    name: str
    pack: str
    file: str
    line: int
    lines: tuple[str, ...]
    replaces: int = 1
    cure: tuple[str, ...] = ()
    """Words of which one must stand in the message, the labels or the help."""
    also: tuple[int, ...] = field(default=())
    """Other lines at which it may be told as well."""

    def apply(self, folder):
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8").split("\n") if path.exists() else [""]
        at = self.line - 1
        path.write_text("\n".join([*before[:at], *self.lines, *before[at + self.replaces :]]), encoding="utf-8")

    def __str__(self):
        return f"{self.name}-{self.pack}-{self.file}:{self.line}"


def operator(files):
    """Declare a mistake that can be made in files whose path matches."""

    def keep(function):
        OPERATORS[function.__name__] = (re.compile(files), function)
        return function

    return keep


def corpus():
    """All mistakes: a few of each sort in each pack, and those thought up by hand."""
    return [*seeded(), *by_hand()]


def by_hand(packs=PACKS):
    """The mistakes of `by_hand.yaml`."""
    return [_made_by_hand(one) for one in yaml.safe_load(BY_HAND.read_text(encoding="utf-8")) if one["pack"] in packs]


def _made_by_hand(one):
    path = CONTENT / one["pack"] / one["file"]
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    before = one.get("before", "")
    assert before in text, f"{one['mistake']}: {one['file']} of {one['pack']} does not say {before!r} any more"
    at = text.index(before) if before else len(text)
    after = one.get("after", one.get("append", one.get("write", "")))
    made = (text[:at] + after + text[at + len(before) :]).split("\n")
    old = text.split("\n")
    same = next((n for n, (a, b) in enumerate(zip(old, made, strict=False)) if a != b), len(old) - 1)
    also = tuple(same + 1 + down for down in (one.get("down", 0), *one.get("also", ())))
    return Mistake(
        one["mistake"], one["pack"], one["file"], same + 1, tuple(made[same:]), len(old) - same, (one["cure"],), also
    )


def seeded(packs=PACKS):
    """What the operators below make, the same every time."""
    found = []
    for pack in packs:
        files = {
            str(path.relative_to(CONTENT / pack)): path.read_text(encoding="utf-8").split("\n")
            for path in sorted((CONTENT / pack).rglob("*.yaml"))
        }
        for name, (pattern, function) in OPERATORS.items():
            places = [
                Mistake(name, pack, file, *made)
                for file, lines in files.items()
                if pattern.match(file)
                for made in function(lines)
                if name != "word_left_out" or _is_declared(lines[made[0] - 1], files.get("model.yaml", ()))
            ]
            first = {str(one): one for one in reversed(places)}  # one of a sort in a line
            order = sorted(first, key=lambda one: hashlib.sha256(one.encode()).hexdigest())
            found += [first[one] for one in order[: BIG.get(pack, SMALL)]]
    return found


def _is_declared(term, model):
    """Whether a term is of something that players see for sure: other words are needed only by some texts."""
    word = term.strip().partition(":")[0]
    return word in _seen("\n".join(model))


@cache
def _seen(model):
    """The kinds, vars, zones and shown fields of a model; a field that is not shown may stand in no text at all."""
    declared = yaml.safe_load(model) or {}
    kinds = declared.get("kinds") or {}
    names = set(kinds)
    for decl in (declared.get("shared"), *kinds.values()):
        parts = decl or {}
        names |= {*(parts.get("vars") or ()), *(parts.get("zones") or ())}
        names |= {name for name, of in (parts.get("fields") or {}).items() if isinstance(of, dict) and of.get("show")}
    return names - {"player"}


# ---- reading the files

KEY = re.compile(r"^(\s*(?:- )?)([a-z_]+): (\S.*)$")
STATEMENT = re.compile(r"^ {4,}([a-z]+) .*$")
SCRIPTS = r"(cards|rules)/"
HEADS = ("gain", "pay", "lose", "move", "draw", "shuffle", "choose", "set", "remove")


def scripts(lines):
    """The lines of block scripts: number from 1, indentation, text."""
    inside = None
    for number, line in enumerate(lines, 1):
        if inside is not None and line.strip() and len(line) - len(line.lstrip()) <= inside:
            inside = None
        if inside is not None and line.strip() and not line.strip().startswith("#"):
            yield number, line[: len(line) - len(line.lstrip())], line.strip()
        if re.search(r": \|\s*(#.*)?$", line):
            inside = len(line) - len(line.lstrip()) + (2 if line.lstrip().startswith("- ") else 0)


def swapped(word):
    """A word with two letters in the middle exchanged, if that is another word."""
    at = len(word) // 2
    made = word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
    return made if made != word else None


# ---- scripts


@operator(SCRIPTS)
def verb_misspelt(lines):
    for number, indent, text in scripts(lines):
        head, _, rest = text.partition(" ")
        if head in HEADS and rest and swapped(head):
            yield number, (f"{indent}{swapped(head)} {rest}",), 1, (f"`{head}`",)


@operator(SCRIPTS)
def name_misspelt(lines):
    for number, indent, text in scripts(lines):
        for found in re.finditer(r"\bmy\.([a-z_]{5,})\b(?!\()", text):
            if swapped(found[1]):
                made = text[: found.start(1)] + swapped(found[1]) + text[found.end(1) :]
                yield number, (indent + made,), 1, (f"`{found[1]}`",)


@operator(SCRIPTS)
def number_in_words(lines):
    words = {"1": "one", "2": "two", "3": "three"}
    for number, indent, text in scripts(lines):
        found = re.match(r"(gain|pay|lose|draw) ([123]) ", text)
        if found:
            made = f"{found[1]} {words[found[2]]} {text[found.end() :]}"
            yield number, (indent + made,), 1, (f"`{found[2]}`",)


@operator(SCRIPTS)
def capital_letter(lines):
    for number, indent, text in scripts(lines):
        head = text.split(" ")[0]
        if head in HEADS:
            yield number, (indent + text[0].upper() + text[1:],), 1, (f"`{head}`",)


@operator(SCRIPTS)
def two_statements_with_and(lines):
    for number, indent, text in scripts(lines):
        after = lines[number] if number < len(lines) else ""
        if (
            text.split(" ")[0] in ("gain", "pay")
            and after.strip().split(" ")[0] in HEADS
            and after.startswith(indent)
            and after[len(indent) : len(indent) + 1].strip()
            and re.fullmatch(r"[a-z0-9_ ]+", text)
        ):
            yield number, (f"{indent}{text} and {after.strip()}",), 2, ("line of its own",)


@operator(SCRIPTS)
def unknown_counter(lines):
    for number, indent, text in scripts(lines):
        found = re.fullmatch(r"(gain|pay|lose) (\d+) ([a-z]+)", text)
        if found:
            yield number, (f"{indent}{found[1]} {found[2]} carrots",), 1, ("counters",)


@operator(SCRIPTS)
def missing_colon(lines):
    for number, indent, text in scripts(lines):
        if re.match(r"(if|repeat|for each|as each|may|while)\b", text) and text.endswith(":"):
            yield number, (indent + text[:-1],), 1, ("`:`",)


@operator(SCRIPTS)
def indented_too_far(lines):
    for number, indent, text in scripts(lines):
        before = lines[number - 2].strip()
        whole = not before.endswith((":", "|")) and not before.startswith(
            "choose "
        )  # behind a choice a block may stand
        if text.split(" ")[0] in HEADS and before and whole and "#" not in before:
            yield number, (f"{indent}   {text}",), 1, ("indent",)


@operator(SCRIPTS)
def equals_sign(lines):
    for number, indent, text in scripts(lines):
        found = re.search(r" is (?!not|empty)", text)
        if found and text.startswith("if"):
            yield number, (f"{indent}{text[: found.start()]} = {text[found.end() :]}",), 1, ("`is`",)


@operator(SCRIPTS)
def double_equals(lines):
    for number, indent, text in scripts(lines):
        found = re.search(r" is (?!not|empty)", text)
        if found and text.startswith("if"):
            yield number, (f"{indent}{text[: found.start()]} == {text[found.end() :]}",), 1, ("`is`",)


@operator(SCRIPTS)
def set_with_equals(lines):
    for number, indent, text in scripts(lines):
        found = re.fullmatch(r"set (.+) to (.+)", text)
        if found:
            yield number, (f"{indent}set {found[1]} = {found[2]}",), 1, ("`to`", " to ")


@operator(SCRIPTS)
def my_without_a_dot(lines):
    for number, indent, text in scripts(lines):
        found = re.search(r"\bmy\.([a-z_]+)", text)
        if found:
            yield number, (indent + text[: found.start()] + f"my {found[1]}" + text[found.end() :],), 1, ("my.",)


@operator(SCRIPTS)
def bracket_left_open(lines):
    for number, indent, text in scripts(lines):
        if text.endswith(")") and text.count("(") == 1:
            yield number, (indent + text[:-1],), 1, ("`)`",)


@operator(SCRIPTS)
def words_the_wrong_way_round(lines):
    for number, indent, text in scripts(lines):
        found = re.fullmatch(r"(gain|pay|lose) (\d+) ([a-z]+)", text)
        if found:
            yield number, (f"{indent}{found[1]} {found[3]} {found[2]}",), 1, (f"{found[1]} {{", "write `")


@operator(SCRIPTS)
def choose_in(lines):
    for number, indent, text in scripts(lines):
        found = re.match(r"choose ([a-z_]+) from ", text)
        if found:
            yield number, (f"{indent}choose {found[1]} in {text[found.end() :]}",), 1, ("from",)


@operator(SCRIPTS)
def for_each_from(lines):
    for number, indent, text in scripts(lines):
        found = re.match(r"for each ([a-z_]+) in ", text)
        if found:
            yield number, (f"{indent}for each {found[1]} from {text[found.end() :]}",), 1, ("`in`", " in ")


# ---- items and keys


@operator(r"cards/")
def key_misspelt(lines):
    for number, line in enumerate(lines, 1):
        found = KEY.match(line)
        if (
            found
            and len(found[2]) > 3
            and found[2] != "name"
            and not found[1].startswith("  - ")
            and found[1].strip() == ""
        ):
            yield number, (f"{found[1]}{found[2]}{found[2][-1]}: {found[3]}",), 1, (f"`{found[2]}`",)


@operator(r"cards/")
def key_twice(lines):
    for number, line in enumerate(lines, 1):
        found = KEY.match(line)
        if found and re.fullmatch(r"\d+", found[3]) and found[1].strip() == "":
            yield number, (line, line), 1, (f"`{found[2]}`",), (number + 1,)


@operator(r"cards/")
def number_as_word(lines):
    for number, line in enumerate(lines, 1):
        found = KEY.match(line)
        if found and re.fullmatch(r"\d+", found[3]) and found[1].strip() == "":
            yield number, (f"{found[1]}{found[2]}: three",), 1, ("number",)


@operator(r"cards/")
def number_in_quotes(lines):
    for number, line in enumerate(lines, 1):
        found = KEY.match(line)
        if found and re.fullmatch(r"\d+", found[3]) and found[1].strip() == "":
            yield number, (f'{found[1]}{found[2]}: "{found[3]}"',), 1, ("number", "quotes")


@operator(r"(cards|rules)/")
def source_left_out(lines):
    for number, line in enumerate(lines, 1):
        # Where it comes from the rulebook unless it says otherwise, what is designed has no rule to name.
        if re.fullmatch(r"\s+source: designed", line) and not lines[number].strip().startswith("rule:"):
            start = next(at for at in range(number, 0, -1) if lines[at - 1].lstrip().startswith("- "))
            yield number, (), 1, ("source: designed",), tuple(range(start, number + 1))


@operator(r"(cards|rules)/")
def source_unknown(lines):
    for number, line in enumerate(lines, 1):
        if re.fullmatch(r"\s+source: designed", line):
            yield number, (line.replace("designed", "me"),), 1, ("rulebook, designed",)


@operator(r"cards/")
def id_twice(lines):
    ids = [(number, line) for number, line in enumerate(lines, 1) if re.fullmatch(r"\s+- id: [a-z_]+", line)]
    for (first, line), (second, _) in pairwise(ids):
        yield second, (line,), 1, ("another id", "twice"), (first,)


@operator(r"cards/")
def id_with_capitals(lines):
    for number, line in enumerate(lines, 1):
        if re.fullmatch(r"\s+- id: [a-z_]+", line):
            yield number, (line.title().replace("Id:", "id:"),), 1, ("small letters", "lower", "a-z")


@operator(r"(cards|rules)/")
def brace_left_open(lines):
    for number, line in enumerate(lines, 1):
        if re.search(r"name: \{en: [^{}]*\}$", line):
            yield number, (line[:-1],), 1, ("`}`", "close"), (number + 1,)


@operator(r"(cards|rules)/")
def indented_with_a_tab(lines):
    for number, line in enumerate(lines, 1):
        if KEY.match(line) and line.startswith("    "):
            yield number, ("\t" + line.lstrip(),), 1, ("spaces",)


@operator(r"(cards|rules)/")
def colon_without_a_space(lines):
    for number, line in enumerate(lines, 1):
        found = KEY.match(line)
        if found and found[2] in ("source", "rule") and line.startswith(" "):
            yield (
                number,
                (line.replace(f"{found[2]}: ", f"{found[2]}:"),),
                1,
                ("space", f"`{found[2]}`"),
                tuple(range(max(number - 8, 1), number + 2)),
            )


# ---- the pack, its words, its scenarios


@operator(r"pack\.yaml")
def start_misspelt(lines):
    for number, line in enumerate(lines, 1):
        if line == "start: play the game":
            yield number, ("start: play the gmae",), 1, ("play the game",)


@operator(r"pack\.yaml")
def version_too_short(lines):
    for number, line in enumerate(lines, 1):
        if line.startswith("version: "):
            yield number, ("version: 1.0",), 1, ("0.1.0", "1.2.3", "three numbers")


@operator(r"pack\.yaml")
def players_upside_down(lines):
    for number, line in enumerate(lines, 1):
        if line.startswith("players: {min: "):
            yield number, ("players: {min: 5, max: 2}",), 1, ("min",)


@operator(r"pack\.yaml")
def key_of_the_pack_misspelt(lines):
    for number, line in enumerate(lines, 1):
        if line.startswith("languages: "):
            yield number, (line.replace("languages", "langauges"),), 1, ("`languages`",), (1,)


@operator(r"text/en\.yaml")
def word_left_out(lines):
    for number, line in enumerate(lines, 1):
        found = re.match(r"  ([a-z_]+): ", line)
        if found and found[1] not in ("player", "turn"):
            yield number, (), 1, ("text/en.yaml",), ()


@operator(r"pack\.yaml")
def text_of_another_language(lines):
    yield 1, tuple(lines[:1]), 1, ("language",), ()


@operator(r"scenarios/")
def given_as_a_map(lines):
    for number, line in enumerate(lines, 1):
        found = re.match(r"    - set (\S+) to (\S+)$", line)
        if found and lines[number - 2] == "  given:" and not lines[number].startswith("    - "):
            yield number, (f"    {found[1]}: {found[2]}",), 1, ("- set",), (number - 1,)


@operator(r"scenarios/")
def name_in_then_misspelt(lines):
    for number, line in enumerate(lines, 1):
        found = re.match(r"    - p1\.([a-z_]{5,}) is \d+$", line)
        if found and swapped(found[1]):
            yield number, (line.replace(found[1], swapped(found[1])),), 1, (f"`{found[1]}`",)


@operator(r"scenarios/")
def key_of_a_scenario_misspelt(lines):
    for number, line in enumerate(lines, 1):
        if line == "  then:":
            yield number, ("  than:",), 1, ("`then`",)


@operator(r"scenarios/")
def player_who_is_not_there(lines):
    for number, line in enumerate(lines, 1):
        if re.match(r"    - p1: [a-z]", line):
            yield number, (line.replace("p1:", "p9:"),), 1, ("p1",)


@operator(r"scenarios/")
def equals_in_then(lines):
    for number, line in enumerate(lines, 1):
        if re.match(r"    - p1\.[a-z_]+ is \d+$", line):
            yield number, (line.replace(" is ", " = "),), 1, ("`is`",)


@operator(r"rules/")
def event_with_a_word(lines):
    for number, line in enumerate(lines, 1):
        found = re.fullmatch(r"- when: ([a-z_]+)", line)
        if found:
            yield number, (f"- when: {found[1]} me",), 1, ("where",)


@operator(r"rules/")
def menu_without_a_name(lines):
    for number, line in enumerate(lines, 1):
        if re.match(r"  menu: ", line):
            start = next(at for at in range(number, 0, -1) if lines[at - 1].startswith("- "))
            yield number, (), 1, ("`menu: ",), (start, number)
