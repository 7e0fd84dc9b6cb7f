"""Schemas: the fast question, our wording and jsonschema itself agree."""

import copy
import json
import random
from functools import cache
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry
from source_packs import GOOD, messages, read

from interpreter.source import errors, plain, read_document, schema, shapes
from interpreter.source.accept import Ambiguous, accepts

ROOT = Path(__file__).parent.parent.parent
KINDS = ["balance", "cards", "model", "mutants", "pack", "rulebook", "rules", "scenario", "table", "text", "tutorial"]
JUNK = [
    None,
    True,
    False,
    0,
    -1,
    7,
    10**6,
    10**9,
    "",
    " ",
    "x",
    "Xy z",
    "p1",
    "a\n",
    "é",
    [],
    [1],
    ["a", "a"],
    {},
    {"a": 1},
    {"en": "x"},
]


@cache
def documents():
    return tuple(_documents())


def _documents():
    """All documents of the repository, by kind."""
    places = {"rules": "rules", "cards": "cards", "scenarios": "scenario", "text": "text", "rulebook": "rulebook"}
    for path in sorted([*(ROOT / "content").rglob("*.yaml"), *(ROOT / "bench").rglob("*.yaml")]):
        kind = places.get(path.parent.name) or path.stem
        if kind in KINDS:
            document, found = read_document(path.name, path.read_bytes(), kind)
            if document and not found:
                yield kind, plain(document.root)
    for name, text in GOOD.items():
        kind = places.get(name.partition("/")[0]) or name.removesuffix(".yaml")
        yield kind, plain(read_document(name, text.encode(), kind)[0].root)


def test_schema_files_are_standard():
    assert sorted(path.name for path in (ROOT / "schemas").glob("*")) == [f"{kind}.schema.json" for kind in KINDS]
    for kind in KINDS:
        Draft202012Validator.check_schema(shapes.schema(kind))


def test_references_are_local():
    for kind in KINDS:
        text = json.dumps(shapes.schema(kind))
        assert text.count('"$ref": "#/$defs/') == text.count('"$ref"')


def changed(value, chance):
    """Change one thing somewhere in a document."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        way = chance.random()
        if way < 0.15:
            del value[key]
        elif way < 0.25:
            value[key + "x"] = value.pop(key)
        else:
            value[key] = changed(value[key], chance)
        return value
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        value[at] = changed(value[at], chance)
        return value
    return copy.deepcopy(chance.choice(JUNK))


def test_three_ways_to_the_same_verdict():
    chance = random.Random(3)
    cases = documents()
    refused = 0
    for _ in range(800):
        kind, document = chance.choice(cases)
        document = _cut(document, chance)
        for _ in range(chance.randint(0, 2)):
            document = changed(document, chance)
        standard = Draft202012Validator(shapes.schema(kind), registry=Registry()).is_valid(document)
        if standard and _ends_in_newline(document):
            continue  # `$` before a line end is the one thing we refuse and Python's `re` lets pass
        validator = schema._validator(kind)
        assert accepts(validator.schema)(document) is standard, (kind, document)
        assert (next(validator.iter_errors(document), None) is None) is standard, (kind, document)
        refused += not standard
    assert 200 < refused < 700


def _cut(document, chance):
    """Keep a few parts of a long document, so that one change is not lost in it."""
    document = copy.deepcopy(document)
    if isinstance(document, list):
        return chance.sample(document, min(len(document), 3))
    return {key: _cut(value, chance) if isinstance(value, list) else value for key, value in document.items()}


def _ends_in_newline(value):
    if isinstance(value, str):
        return value.endswith("\n")
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_ends_in_newline, parts)) or (isinstance(value, dict) and any(map(_ends_in_newline, value)))


def test_any_value_anywhere_is_refused_in_words():
    chance = random.Random(5)
    for _ in range(600):
        kind, document = chance.choice(documents())
        document = _cut(document, chance)
        for _ in range(2):
            document = changed(document, chance)
        text = yaml.safe_dump(document, allow_unicode=True).encode()
        for one in read_document("x", text, kind)[1]:
            assert "of another shape" not in one.message, (one, text.decode())
            assert len(one.message) < 400


def test_a_large_value_is_not_repeated():
    pack = read({"pack.yaml": GOOD["pack.yaml"].replace("0.1.0", "'" + "x" * 200_000 + "'")})
    assert len(messages(pack)[0]) < 200


def test_words_that_other_readers_take_for_truth():
    assert accepts({"format": "words"})("NO")
    assert not accepts({"format": "words"})(Ambiguous("NO"))
    assert messages(read({"cards/x.yaml": 'hero: [{id: a, source: designed, name: "NO"}]'})) == []


def test_an_unknown_keyword_is_not_passed_over():
    with pytest.raises(KeyError):
        accepts({"multipleOf": 3})


def test_two_cards_with_one_id_name_both_places():
    one = read({"cards/x.yaml": "hero: [{id: patron, source: designed}]"}).diagnostics[0]
    assert one.code == "pack/repeated-id"
    assert {one.label.span.file, one.notes[0].span.file} == {"demo.zip/cards/heroes.yaml", "demo.zip/cards/x.yaml"}


def test_templates_may_share_a_pattern():
    cards = "hero: [{id: 'h_{n}', for_each: {n: [1]}, source: designed}, {id: 'h_{n}', for_each: {n: [2]}, source: designed}]"
    assert messages(read({"cards/x.yaml": cards})) == []


def test_a_misspelt_field_is_reported_once():
    # Cards may have fields of their own, so there it is only a guess.
    found = read({"cards/x.yaml": "hero: [{id: a, sourc: designed}]"})
    assert messages(found) == ["pack/missing-field: card `a`: source missing"]
    assert found.diagnostics[0].help == "`sourc` looks like a slip of it"
    found = messages(read({"model.yaml": "kinds: {hero: {zones: {hand: {hods: hero}}}}"}))
    assert found == ["pack/unknown-field: unknown field `hods`; did you mean `holds`"]


def test_problems_already_told_are_not_told_again():
    assert messages(read({"pack.yaml": GOOD["pack.yaml"].replace("max: 4", "max: 4.0")})) == [
        "pack/not-whole: expected a whole number, got `4.0`"
    ]


def test_engine_version_is_the_version_of_the_project():
    from interpreter.source.version import ENGINE

    assert f'\nversion = "{ENGINE}"\n' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def classes():
    ours = [
        one
        for topic in errors.TOPICS
        for one in vars(topic).values()
        if isinstance(one, type) and one.__module__ == topic.__name__
    ]
    return [one for one in ours if hasattr(one, "code")]


def test_every_error_has_a_code_an_example_and_a_cure():
    found = classes()
    assert len(found) > 60
    codes = [one.code for one in found]
    assert len(codes) == len(set(codes))
    for one in found:
        assert one.code.startswith("pack/")
        assert "Example:\n" in one.__doc__, one
        assert "Use instead:\n" in one.__doc__, one


def test_every_topic_is_part_of_the_table():
    files = {path.stem for path in Path(errors.__file__).parent.glob("*.py")} - {"__init__", "fact"}
    assert {topic.__name__.rpartition(".")[2] for topic in errors.TOPICS} == files
    assert {one.__name__ for one in classes()} == set(errors.__all__) - {"TOPICS"}


def test_every_error_is_shown_by_a_case_or_a_test():
    here = Path(__file__).parent
    told = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/cases/packs/bad").glob("*.txt"))
    told += "".join(path.read_text(encoding="utf-8") for path in here.glob("*.py"))
    words = {"pack/script-too-long": "script longer than"}
    silent = []
    for one in classes():
        sentence = words.get(one.code) or getattr(one, "says", one.code).partition("{")[0][:20]
        if one.code.removeprefix("pack/") not in told and sentence not in told:
            silent.append(one.code)
    assert silent == []


def test_fields_that_no_schema_knows():
    found = read({"model.yaml": "kinds: {hero: {pattern: ^(a+)+$}}"}).diagnostics[0]
    assert found.message == "unknown field `pattern`"
    assert found.help.startswith("the fields here are fields, vars, zones")
    found = messages(read({"rules/x.yaml": "- {verb: a, action: b, effect: c, source: designed}"}))
    assert found == ["pack/unknown-field: unknown field `action`"]


def test_a_long_script():
    script = "effect: |\n" + "      gain 1 points\n" * 300
    pack = read({"cards/x.yaml": f"hero:\n  - id: a\n    source: designed\n    {script}"})
    assert messages(pack) == ["pack/script-too-long: script longer than 4 KB"]
