"""What a plain value means, and the limits of numbers, depth and count."""

import pytest
from source_packs import read, read_any

from interpreter.source import limits, plain, read_document
from interpreter.source.compose import Budget, compose
from interpreter.source.tree import SourceText


def value_of(text):
    composed = compose(SourceText("any.yaml", f"a: {text}\n"), Budget())
    return plain(composed.root)["a"], [one.diagnostic().code for one in composed.problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", True), ("no", False), ("true", True), ("false", False),
        ("on", "on"), ("off", "off"), ("NO", "NO"), ("Yes", "Yes"), ("True", "True"), ("y", "y"),
        ("", None), ("~", None), ("null", None), ("none", "none"),
        ("0", 0), ("7", 7), ("-3", -3), ("-0", 0), ("1000000", 1_000_000), ("-1000000", -1_000_000),
        ("0.1.0", "0.1.0"), ("1:30", "1:30"), ("1_000", "1_000"), ("٣", "٣"), ("1d6", "1d6"), ("-", "-x"), ("DA-1", "DA-1"),
        ('"3"', "3"), ("'yes'", "yes"), ('"010"', "010"), ("2 * 3", "2 * 3"), ("1 if x else 0", "1 if x else 0"),
    ],
)  # fmt: skip
def test_values(text, value):
    if text == "-":
        text = "-x"
    assert value_of(text) == (value, [])
    assert type(value_of(text)[0]) is type(value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("010", "leading-zero"), ("-07", "leading-zero"), ("00", "leading-zero"),
        ("3.0", "not-whole"), ("1e0", "not-whole"), ("1.", "not-whole"), (".5", "not-whole"), ("-1.5e-3", "not-whole"),
        (".inf", "not-whole"), ("-.INF", "not-whole"), (".nan", "not-whole"),
        ("0x1f", "not-decimal"), ("0o17", "not-decimal"), ("0b11", "not-decimal"), ("0X1F", "not-decimal"),
        ("1000001", "number-too-large"), ("-1000001", "number-too-large"), ("10000000", "number-too-large"),
        ("9" * 5000, "number-too-large"), ("0x" + "f" * 100_000, "not-decimal"),
        ("2024-01-01", "date"), ("2024-1-1T10:00:00Z", "date"),
    ],
)  # fmt: skip
def test_refused_values(text, code):
    assert value_of(text) == (text, [f"pack/{code}"])


def test_yes_and_on_are_text_when_they_are_keys():
    document, found = read_any("t", b"{yes: 1, on: 2, no: 3, null_: 4, 'y': 5}")
    assert found == []
    assert document.root.keys() == ("yes", "on", "no", "null_", "y")
    again = read_any("t", b"{yes: 1, 'yes': 2}")[1]
    assert [one.code for one in again] == ["pack/duplicate-key"]


def test_depth_at_the_limit():
    for depth in (limits.DEPTH - 1, limits.DEPTH, limits.DEPTH + 1):
        text = "a: " + "[" * (depth - 1) + "]" * (depth - 1)
        found = read_any("t", text.encode())[1]
        assert [one.code for one in found] == (["pack/too-deep"] if depth > limits.DEPTH else [])


@pytest.mark.parametrize("mark", ["[", "{", "- ", "? ", "{a: ", "[[{"])
@pytest.mark.parametrize("count", [40, 10_000, 80_000])
def test_deep_nesting_ends_at_once(mark, count):
    text = (mark * count)[: limits.FILE_BYTES]
    found = read_any("t", text.encode())[1]
    assert found[-1].message == f"nested deeper than {limits.DEPTH}"


def test_node_count_at_the_limit():
    text = SourceText("t", "[" + "0," * 9 + "]")
    for left, refused in ((11, False), (10, False), (9, True)):
        codes = [one.diagnostic().code for one in compose(text, Budget(left)).problems]
        assert codes == (["pack/too-many-values"] if refused else [])


def test_nodes_are_counted_over_the_whole_pack():
    half = "a: [" + "0," * (limits.NODES // 2) + "]"
    pack = read({"cards/a.yaml": half, "cards/b.yaml": half, "cards/c.yaml": half})
    counted = [one for one in pack.diagnostics if one.code == "pack/too-many-values"]
    assert len(counted) == 1
    assert counted[0].message == "more than 200,000 values in the pack"


def test_key_length_at_the_limit():
    for length in (limits.NAME_CHARACTERS - 1, limits.NAME_CHARACTERS, limits.NAME_CHARACTERS + 1):
        found = read_any("t", f"{'k' * length}: 1".encode())[1]
        assert [one.code for one in found] == (["pack/key-too-long"] if length > limits.NAME_CHARACTERS else [])


@pytest.mark.parametrize(
    ("field", "limit"), [("id", limits.ID_CHARACTERS), ("name", limits.NAME_CHARACTERS), ("note", limits.TEXT_CHARACTERS),
                         ("effect", limits.SCRIPT_CHARACTERS)]
)  # fmt: skip
def test_text_lengths_at_the_limit(field, limit):
    for length in (limit - 1, limit, limit + 1):
        card = {"id": "a", "source": "designed", field: "x" * length}
        text = "hero: [{" + ", ".join(f"{key}: {value}" for key, value in card.items()) + "}]"
        found = read_document("cards/x.yaml", text.encode(), "cards")[1]
        assert bool(found) is (length > limit), (field, length)


def test_copies_at_the_limit():
    for count, refused in ((0, True), (1, False), (199, False), (200, False), (201, True)):
        found = read_document("x", f"hero: [{{id: a, source: designed, count: {count}}}]".encode(), "cards")[1]
        assert bool(found) is refused


def test_a_value_left_out_before_a_long_comment():
    for tail in ("#" * 5000, "#" * 5000 + "\n", ("#" * 50 + "\n") * 200):
        document, found = read_any("t", f"? a\n{tail}".encode())
        assert found == []
        assert document.root.get("a").span.line == 1
