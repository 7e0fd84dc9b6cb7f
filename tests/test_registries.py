"""The tables of the language hold together, and nothing in them is without an example, a case or a use."""

import inspect
import re
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import case_files
import pytest
from shared_packs import shared_pack
from tiny_pack import checked, script, tiny

from interpreter.check import Checker, vocabulary
from interpreter.check import errors as check_errors
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import extra
from interpreter.check.scripts import scripts as known_scripts
from interpreter.check.types import kind
from interpreter.code import compile_pack, expr, lower, program
from interpreter.languages import LANGUAGES, language
from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.source import errors as source_errors
from interpreter.source.layers.things import RULES
from interpreter.source.shapes import schema
from interpreter.syntax import build, tree
from interpreter.syntax import errors as syntax_errors
from interpreter.syntax.grammar import grammar_text
from interpreter.tools import manual, reference
from interpreter.tools.catalogue import entries

CASES = Path(__file__).parent / "cases"
# Shapes of packs that the schemas refuse before the checker sees them: these errors guard against a schema that lags behind.
BEHIND_THE_SCHEMA = {"NothingToPut"}
# Rules that nobody asks `rulewright show` for: they are called by what they react to.
NAMELESS = {"when", "whenever"}


@cache
def written():
    """Every case: its file and itself."""
    return [(path, case) for path in sorted(CASES.rglob("*.md")) for case in case_files.read_cases(path.read_text())]


@cache
def scripts():
    return "\n".join(case.text("effect") + case.text("given") + case.text("yaml") for _, case in written())


@cache
def diagnostics():
    return "\n".join(case.text("diagnostics") for _, case in written())


def example_problems(text):
    """Check a statement on its own, with a card, a marker and a token at hand."""
    checker = Checker(tiny().vocabulary)
    params = [(name, kind(name)) for name in ("card", "marker", "token")]
    checker.routine(extra("example"), script(text), params)
    return [problem.message for problem in checker.problems]


# ---- statements and functions


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_example_of_a_statement_checks(name):
    assert example_problems(STATEMENTS[name].example) == []


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_is_told_in_each_language(name):
    declared, change = STATEMENTS[name], STATEMENTS[name].change
    for table in map(language, LANGUAGES):
        assert table.statements[name].strip()
        assert (name in table.levels) == declared.levels
        counted = change is not None and f"{{{change.amount} {change.cell}" in table.statements[name]
        assert counted == declared.counted
    assert declared.doc.endswith(".")


def statements_of(case):
    """The statements of the engine in the script of a case that runs."""
    pack, _ = case_files.prepare(case)
    return {one.primitive for one in walk(case_files._verb(pack).routine.body) if isinstance(one, ty.Do)}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_has_cases(name):
    """Some case says it, and the checker takes it for the statement: a verb of a case may begin with the same word."""
    words = re.escape(re.split(r" [\[{]", STATEMENTS[name].phrase)[0])
    sound = [case for _, case in written() if not case.all("diagnostics")]
    saying = [case for case in sound if re.search(rf"^\s*{words}\b", case.text("effect"), re.MULTILINE)]
    assert any(name in statements_of(case) for case in saying), f"no case in tests/cases/ says `{words}`"


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_behaviour_takes_what_its_phrase_names(name):
    """`m`, `s`, `me`, then one parameter for each of the phrase (a piece comes with the table of its kind)."""
    statement = STATEMENTS[name]
    wanted = re.findall(r"\{(\w+): (\w+)\}", statement.phrase)
    if statement.change is not None:
        pytest.skip("it says no more than what becomes of its cell")
    taken = list(inspect.signature(statement.behaviour).parameters)
    assert taken[:3] == ["m", "s", "me"]
    assert [one for one in taken[3:] if one != "k"] == [param for param, _ in wanted]
    assert ("k" in taken) == any(of in ("piece", "pieces") for _, of in wanted)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_a_case(name):
    text = "\n".join(case.text("expression") + case.text("show") for _, case in written())
    assert f"{name}(" in text, f"no case shows what `{name}` gives"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_is(name):
    function = FUNCTIONS[name]
    assert function.name == name
    assert function.doc
    assert all(language(lang).functions[name].strip() for lang in LANGUAGES)


@pytest.mark.parametrize("name", sorted(one.__name__ for one in (*tree.Statement.__args__, *tree.Value.__args__)))
def test_a_node_of_the_tree_is_shown_by_a_case(name):
    trees = "\n".join(case.text("tree") for _, case in written())
    assert re.search(rf"^\s*{name}\b", trees, re.MULTILINE), f"no case of tests/cases/syntax shows the tree of a {name}"


def test_every_alias_of_the_grammar_is_built():
    aliases = set(re.findall(r"-> (\w+)", grammar_text()))
    missing = sorted(alias for alias in aliases if not hasattr(build.Build, alias))
    assert missing == [], "interpreter/syntax/build.py has no method for them"


# ---- what a pack declares


@cache
def read_keys():
    """The keys that the checker asks a node for."""
    texts = [path.read_text("utf-8") for path in Path(inspect.getfile(Checker)).parent.glob("*.py")]
    return {key for text in texts for key in re.findall(r"""(?:child\(\w+, |\.get\()"(\w+)\"""", text)}


@cache
def models():
    """Every model.yaml there is, and the cases, which have theirs in them."""
    root = CASES.parents[1]
    files = [path for part in ("content", "tests") for path in (root / part).rglob("model.yaml")]
    return "\n".join(path.read_text("utf-8") for path in (*files, *CASES.rglob("*.md")))


@pytest.mark.parametrize("table", ["KIND", "VAR", "ZONE"])
def test_a_property_is_read_and_shown(table):
    keys = set(getattr(manual, table))
    assert sorted(keys - read_keys()) == [], "the schema allows it, and nothing in interpreter/check/ reads it"
    unshown = sorted(key for key in keys if not re.search(rf"(?:^|[\s{{,]){key}:", models(), re.MULTILINE))
    assert unshown == [], "no pack and no case has it"


@pytest.mark.parametrize("decl", [vocabulary.KindDecl, vocabulary.VarDecl, vocabulary.ZoneDecl, vocabulary.FieldDecl])
def test_what_is_declared_is_used(decl):
    root = Path(inspect.getfile(lower)).parents[1]
    paths = [path for path in root.rglob("*.py") if path.name != "declare.py"]
    used = {name for path in paths for name in re.findall(r"\.(\w+)", path.read_text("utf-8"))}
    idle = sorted(field.name for field in fields(decl) if field.name not in used)
    assert idle == [], f"nothing but check/declare.py knows these fields of {decl.__name__}"


def test_every_rule_of_the_schema_is_known():
    """By its first word, which the layers, the checker, the mutants and the catalogue go by."""
    ways = {one["$ref"].rpartition("/")[2] for one in schema("rules")["items"]["oneOf"]}
    assert ways - {"changed", "replaced", "removed"} == set(RULES), (
        "the list on top of schemas/rules.schema.json, and RULES in interpreter/source/layers/things.py"
    )
    sections = set(re.findall(r'"\$defs", "(\w+)"', inspect.getsource(reference)))
    assert sorted(set(RULES) - sections) == [], "interpreter/tools/reference.py has no section of language.md for it"


@pytest.mark.parametrize("word", [word for word in RULES if word not in NAMELESS])
def test_a_rule_with_a_name_is_listed(word):
    packs = (tiny().vocabulary, shared_pack("daimyo").vocabulary)
    kinds = {one.kind.split()[0] for v in packs for alike in entries(v).values() for one in alike}
    assert word in kinds, (
        "interpreter/tools/catalogue.py lists what `rulewright show` knows; tests/fixtures/tiny has one"
    )


def rule_scripts():
    """Every script of every rule, by the schema: the word of the rule, and the key."""
    for word in RULES:
        shape = schema("rules")["$defs"].get(word, {"properties": {}})
        yield from ((word, key) for key, one in shape["properties"].items() if one.get("$ref") == "#/$defs/script")


def with_rule(word, **said):
    """The fixture pack with one rule more, which has what every rule of its kind must have."""
    needed = {"menu": "turn", "name": "{en: Probe, fr: Sonde, de: Sonde}", "effect": "gain 1 points", "is": "1 > 0"}
    heads = {word: "probe"} | ({"when": "rained", "whenever": "my.points > 90"} if word in NAMELESS else {})
    item = {one: {**needed, **heads}[one] for one in schema("rules")["$defs"][word]["required"]} | said
    lines = [f"{one}: {text}" for one, text in item.items()] + ["source: designed"]
    return checked({"rules/probe.yaml": ("- " + "\n  ".join(lines) + "\n").encode()})


@pytest.mark.parametrize(("word", "key"), list(rule_scripts()))
def test_every_script_of_a_rule_is_checked(word, key):
    condition = "rained where nowhere_at_all > 0" if key == "when" else "nowhere_at_all > 0"
    made = with_rule(word, **{key: "gain nowhere_at_all points" if key == "effect" else condition})
    assert any("nowhere_at_all" in one.message for one in made.diagnostics), (
        f"`{key}` of `{word}` is not checked: check/check.py; found {[one.message for one in made.diagnostics]}"
    )


def made_of(declared):
    """Every checked script that is kept anywhere in what is declared."""
    waiting, known = [declared], set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, ty.Routine | ty.Formula):
            yield one
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
        elif is_dataclass(one) and id(one) not in known:
            known.add(id(one))
            waiting += [getattr(one, part.name) for part in fields(one)]


@pytest.mark.parametrize("word", [word for word in RULES if any(word == of for of, _ in rule_scripts())])
def test_scripts_of_a_rule_are_kept_apart(word):
    """Each is kept where `scripts` of check/scripts.py finds it, by a key that no other script of the pack has."""
    keys = [key for of, key in rule_scripts() if of == word]
    said = {
        key: f"gain {41 + at} points" if key == "effect" else f"my.points > {4100 + at}" for at, key in enumerate(keys)
    }
    said |= {key: f"rained where {said[key]}" for key in keys if key == "when"}
    made = with_rule(word, **said)
    assert [one.message for one in made.diagnostics] == []
    kept = {id(one): one for one in made_of(made.vocabulary)}
    by_text = {one.source.text.strip(): one for one in kept.values()}
    assert [key for key in keys if said[key] not in by_text] == [], (
        f"nothing is kept of these of `{word}`: check/check.py"
    )
    found = {id(one.made) for one in known_scripts(made.vocabulary)}
    assert [key for key in keys if id(by_text[said[key]]) not in found] == [], "check/scripts.py does not find these"
    alike = [one.key for one in kept.values()]
    shared = {key for key in keys if alike.count(by_text[said[key]].key) > 1}
    assert shared == set(), f"these of `{word}` have a key that another script has: check/keys.py"


@pytest.mark.parametrize("word", RULES)
def test_packs_above_can_name_a_rule(word):
    shape = schema("rules")["$defs"]["rule_name"]
    assert re.match(shape["pattern"], f"{word} it"), "`rule_name` in schemas/rules.schema.json"


# ---- errors


def error_classes(*stages):
    return [
        pytest.param(one, id=one.__name__)
        for stage in stages or (syntax_errors, check_errors)
        for one in reference.error_classes(stage)
    ]


@pytest.mark.parametrize("error", error_classes())
def test_an_error_has_a_bad_case(error):
    """Judged by its code and by how its message begins, since two classes may share a code."""
    if error.__name__ in BEHIND_THE_SCHEMA:
        pytest.skip("the schemas refuse this first")
    assert re.search(rf"^{re.escape(error.code)} (error|warning|note): ", diagnostics(), re.MULTILINE), (
        f"{error.code}: no case under tests/cases/syntax/bad/ or check/bad/ shows it"
    )


@cache
def said_of_reading():
    """What is said of files, in the tests and in the cases of whole packs."""
    folders = (CASES.parent / "source", CASES / "packs")
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".txt")]
    return "\n".join(path.read_text("utf-8") for path in paths)


@pytest.mark.parametrize("error", error_classes(source_errors))
def test_an_error_of_reading_has_a_bad_case(error):
    assert re.search(rf"{error.code}(?!-)\b", said_of_reading()), (
        f"{error.code}: tests/cases/packs/bad/ or tests/source/"
    )


@pytest.mark.parametrize("error", error_classes())
def test_an_error_is_documented(error):
    doc = inspect.getdoc(error)
    assert re.search(r"^Example:\n.+^Use instead:\n.+", doc, re.MULTILINE | re.DOTALL), error.__name__
    assert doc.splitlines()[0].endswith(".")
    assert re.fullmatch(r"(syntax|check)/[a-z]+(-[a-z]+)*", error.code)


def test_codes_are_unique():
    """One code, one mistake; a field of an item and a field in a script are the same mistake in two places."""
    shared = {"check/unknown-field"}
    codes = [param.values[0].code for param in error_classes()]
    assert sorted(code for code in codes if codes.count(code) > 1 and code not in shared) == []


@cache
def sources():
    """The engine without its errors: where a class stands, it is not reported yet."""
    root = Path(inspect.getfile(lower)).parents[1]
    paths = (path for path in root.rglob("*.py") if "errors" not in path.with_suffix("").parts)
    return "\n".join(path.read_text() for path in paths)


@pytest.mark.parametrize("error", error_classes(source_errors, syntax_errors, check_errors))
def test_an_error_is_reported_somewhere(error):
    assert re.search(rf"\b{error.__name__}\b", sources()), f"nothing reports {error.__name__}"


def test_bad_cases_point_into_the_yaml():
    for path, case in written():
        if "bad" in path.parts:
            for line in case.text("diagnostics").splitlines():
                if line.strip().startswith("--> "):
                    assert re.fullmatch(r"\s*--> case/[\w/.]+:\d+:\d+", line), (path, case.title, line)


# ---- the program


def test_every_node_of_the_program_is_seen_running():
    """Every kind of node is part of the compiled fixture pack or of a case that shows its program."""
    made = compile_pack(tiny().vocabulary, 2, {"fast": 0, "deal": 0})
    seen = {type(node) for code in made.routines.values() for node in program.nodes_of(code.body)}
    cases = "\n".join(case.text("code") for case in (case for _, case in written()))
    words = {
        program.Demand: "demand",
        program.Leave: "leave",
        program.Settled: "settled",
        program.ActAs: "as math(",
        program.Tell: "tell 0(",
    }
    missing = [one.__name__ for one in set(program.Node.__args__) - seen if words.get(one, "?") not in cases]
    assert missing == []


def test_the_program_stays_small():
    """What a back end must print: nodes, and expressions (docs/decisions/0007)."""
    assert len(program.Node.__args__) + len(expr.Expr.__args__) <= 48
