"""From each character of a script back to its place in the file, in every style of YAML."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from source_packs import read_any

from interpreter.source import ScriptSource
from interpreter.source.text import odd_character

LETTERS = st.sampled_from(list("abcxyz 012.,()[]'\"\\#:-é日𝄞{}?!|>&*%@`~\n"))
TEXTS = st.text(LETTERS, min_size=1, max_size=60)


def scalar(document):
    read, found = read_any("x.yaml", document.encode())
    assert found == [], (document, found)
    return read.root.get("k")


def check(document, wanted=None):
    """Each visible character of the script must stand at the place its span names."""
    node = scalar(document)
    script = node.script()
    assert wanted is None or script.text == wanted
    lines = document.split("\n")
    for at, letter in enumerate(script.text):
        span = script.span(at, at + 1)
        written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
        if letter not in " \n":
            escapes = {"'": written == "''", '"': written.startswith("\\")}
            assert written == letter or escapes.get(node.style), (document, at, letter, span)
    ends = script.span(0, len(script.text))
    assert ends.file == "x.yaml"


def usable(text):
    return not odd_character(text) and text.strip(" \n")


def indented(text, pad):
    return "".join(f"{pad}{line}\n" if line.strip() else "\n" for line in text.split("\n"))


def block_text(text):
    """Shape text so that a block scalar can hold it without an indentation mark."""
    lines = [line.rstrip() for line in text.split("\n")]
    return "\n".join(lines).strip("\n ")


@given(TEXTS, st.sampled_from(["|", "|-", "|+", ">", ">-", ">+"]), st.integers(1, 6))
@settings(max_examples=300)
def test_block_styles(text, mark, pad):
    body = block_text(text)
    if usable(body):
        tail = "\n\n" if "+" in mark else ""
        check(
            f"j: 1\nk: {mark} # note\n{indented(body, ' ' * pad)}{tail}\nl: 2\n", body + "\n" if mark == "|" else None
        )


@given(TEXTS, st.sampled_from(["|2", "|2-", "|-2", ">2", ">2-", "|2+"]))
def test_block_styles_with_an_indentation_mark(text, mark):
    body = block_text(text)
    if usable(body):
        check(f"k: {mark}\n{indented('  ' + body, '  ')}l: 2\n")


@given(TEXTS)
@settings(max_examples=300)
def test_single_quotes(text):
    if usable(text):
        quoted = text.replace("'", "''").replace("\n", "\n  ")
        check(f"k: '{quoted}'\nl: 2\n")


@given(TEXTS, st.data())
@settings(max_examples=300)
def test_double_quotes(text, data):
    if usable(text):
        pieces = []
        for letter in text:
            ways = [f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"]
            if letter not in '"\\\n':
                ways += [letter, letter]
            if letter == "\n":
                ways += ["\\n", "\\n\\\n   "]
            if letter in '"\\':
                ways.append("\\" + letter)
            pieces.append(data.draw(st.sampled_from(ways)))
        check(f'k: "{"".join(pieces)}"\nl: 2\n')


@given(st.lists(st.text(st.sampled_from("abé日𝄞.()+*<>"), min_size=1, max_size=8), min_size=1, max_size=8), st.data())
@example(["a"], None)
def test_plain(words, data):
    gaps = [" ", "  ", "\n  ", "\n\n    ", "  \n  "]
    text = "a"
    for word in words:
        text += (data.draw(st.sampled_from(gaps)) if data else " ") + word.lstrip("*>")
    check(f"k: {text}\nl: 2\n")
    check(f"k: {text}   # note\n")
    check(f"j: [1]\nk: {text}\n\n# note\n")


def test_a_folded_script_line_by_line():
    node = scalar("k: >\n  first line\n  goes on\n\n  second\n    deeper\n")
    script = node.script()
    assert script.text == "first line goes on\n\nsecond\n  deeper\n" or script.text.startswith(
        "first line goes on\nsecond"
    )
    at = script.text.index("deeper")
    assert script.span(at, at + 6).line == 6
    assert script.span(at, at + 6).column == 5
    at = script.text.index("goes")
    assert (script.span(at, at + 7).line, script.span(at, at + 7).column, script.span(at, at + 7).end_column) == (
        3,
        3,
        10,
    )


def test_escapes_are_as_wide_as_they_are_written():
    script = scalar('k: "a\\u00e9b\\n\\tc"\n').script()
    assert script.text == "aéb\n\tc"
    assert [(script.span(at, at + 1).column, script.span(at, at + 1).end_column) for at in range(6)] == [
        (5, 6), (6, 12), (12, 13), (13, 15), (15, 17), (17, 18),
    ]  # fmt: skip


def test_numbers_and_truth_values_are_scripts_too():
    assert scalar("k: 12\n").script().text == "12"
    assert scalar("k: yes\n").script().text == "yes"
    assert scalar("k: -3 # note\n").script().span(0, 2).column == 4


def test_the_end_of_a_script_has_a_place():
    script = scalar("k: |\n  abc\n").script()
    assert script.span(3, 3).column == 6
    assert script.span(4, 4).line == 3
    assert script.span(99, 120) == script.span(4, 4)


def test_filling_a_template_keeps_the_places():
    script = scalar("k: gain {n} of {hue} and {x}\n").script().filled({"n": "12", "hue": "blue"})
    assert script.text == "gain 12 of blue and {x}"
    assert script.span(5, 7).column == script.span(6, 7).column == 9
    assert script.span(5, 7).end_column == 12
    at = script.text.index("and")
    assert script.span(at, at + 3).column == 22


def test_a_part_keeps_the_places():
    part = scalar("k: a bc d\n").script().part(2, 4)
    assert part.text == "bc"
    assert (part.span(0, 2).column, part.span(0, 2).end_column) == (6, 8)


def test_text_without_a_file():
    script = ScriptSource.from_text("ab\ncd", "console")
    assert (script.span(3, 5).file, script.span(3, 5).line, script.span(3, 5).column) == ("console", 2, 1)


def test_empty_scripts():
    for document in ("k: ''\n", 'k: ""\n', "k:\n", "k: |\n\nl: 1\n"):
        script = scalar(document).script()
        assert script.span(0, 0).line <= 2


def test_a_block_that_begins_like_its_own_header():
    for mark in "|>":
        script = scalar(f"k: {mark}\n  {mark}\n").script()
        assert script.text == f"{mark}\n"
        assert (script.span(0, 1).line, script.span(0, 1).column) == (2, 3)
