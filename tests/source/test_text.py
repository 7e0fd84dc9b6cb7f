"""Bytes and characters: what is text, what is not, and where."""

import pytest
from source_packs import messages, read

from interpreter.diagnostics import render_text
from interpreter.source import limits, plain, read_document


def refused(content):
    document, found = read_document("cards/x.yaml", content, "cards")
    assert found
    return document, [(one.code, one.message, one.label.span.line, one.label.span.column) for one in found]


def test_not_utf8_names_the_byte():
    assert refused(b"hero:\n  - id: caf\xe9\n")[1] == [("pack/not-utf8", "not UTF-8: byte 18 of the file", 2, 12)]


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16(coding):
    assert refused("hero: []\n".encode(coding))[1][0][0] == "pack/not-utf8"


def test_overlong_and_surrogate_bytes():
    assert refused(b"a: \xc0\xaf")[1][0][0] == "pack/not-utf8"
    assert refused(b"a: \xed\xa0\x80")[1][0][0] == "pack/not-utf8"


def test_a_byte_order_mark_is_passed_over():
    document, found = read_document("x", b"\xef\xbb\xbfhero:\n  - {id: a, source: designed}\n", "cards")
    assert found == []
    assert document.root.entries[0][0].span.column == 1


def test_other_line_ends():
    document, found = read_document("x", b"hero:\r\n  - id: a\r\n    source: designed\r\n", "cards")
    assert found == []
    assert document.root.get("hero").items[0].get("source").span.line == 3
    assert refused(b"hero:\r  - id: a\r")[1][0][:2] == ("pack/control-character", "control character U+000D")


@pytest.mark.parametrize("code", [0, 1, 7, 8, 0xB, 0xC, 0x1B, 0x7F, 0x80, 0x85, 0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF])
def test_control_characters(code):
    content = f"hero:\n  - id: a{chr(code)}b\n".encode()
    assert refused(content)[1] == [("pack/control-character", f"control character U+{code:04X}", 2, 10)]


@pytest.mark.parametrize(
    "code",
    [0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0x206F, 0x3164, 0xFEFF,
     0xFFF9, 0xE0001, 0xE0041, 0xE0100],
)  # fmt: skip
@pytest.mark.parametrize("escaped", [False, True])
def test_invisible_characters(code, escaped):
    written = f"\\U{code:08x}" if escaped else chr(code)
    content = f'hero:\n  - {{id: a, source: designed, name: "x{written}y"}}\n'.encode()
    message = f"invisible control character U+{code:04X}"
    assert refused(content)[1] == [("pack/invisible-character", message, 2, 39)]


@pytest.mark.parametrize("name", ["Émile", "naïve", "日本語", "می‌خواهم", "👩‍👧", "e\u0301", "❤\ufe0f", "\u00a0x"])
def test_text_of_all_languages_is_text(name):
    document, found = read_document("x", f"hero: [{{id: a, source: designed, name: '{name}'}}]".encode(), "cards")
    assert found == []
    assert plain(document.root)["hero"][0]["name"] == name


@pytest.mark.parametrize(
    "escape", ["\\ud800", "\\udfff", "\\ud83d\\ude00", "\\U00110000", "\\UFFFFFFFF", "\\q", "\\x1", "\\u12g4"]
)
def test_escapes_that_are_no_text(escape):
    document, found = refused(f'hero:\n  - name: "é{escape}"\n'.encode())
    assert document is None
    assert found[0][0] == "pack/not-text"
    assert "not valid text" in found[0][1]
    assert found[0][2:] == (2, 13)


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "{{7*7}}", "%s%s", "{player.__class__}", "${HOME}", "'; DROP TABLE x; --"]
)
def test_text_that_looks_dangerous_is_only_text(name):
    quoted = name.replace("'", "''")
    pack = read({"cards/x.yaml": f"hero: [{{id: a, source: designed, name: '{quoted}', text: '{quoted}'}}]"})
    assert messages(pack) == []
    assert plain(pack.documents[1].root)["hero"][0]["name"] == name


@pytest.mark.parametrize(
    "value",
    [
        "javascript:alert(1)",
        "http://169.254.169.254/",
        "file:///etc/passwd",
        "https://x.org/a.png",
        "//x.org/a.png",
        "data:x",
    ],
)
@pytest.mark.parametrize("key", ["image", "icon", "link", "url"])
def test_links_to_the_outside(key, value):
    pack = read({"cards/x.yaml": f"hero: [{{id: a, source: designed, {key}: '{value}'}}]"})
    assert messages(pack) == [f"pack/outside-link: only files inside the pack: `{value}`"]


@pytest.mark.parametrize("value", ["../../secret.png", "assets/../../x.png", "/etc/passwd", "~/x.png", "..\\x.png"])
def test_paths_that_leave(value):
    pack = read({"cards/x.yaml": f"hero: [{{id: a, source: designed, image: '{value}'}}]"})
    assert messages(pack) == [f"pack/path-leaves: path leaves the pack: `{value}`"]


def test_pictures_of_the_pack():
    cards = "hero: [{id: a, source: designed, image: assets/a.png}]"
    assert messages(read({"cards/x.yaml": cards, "assets/a.png": b"x"})) == []
    missing = read({"cards/x.yaml": cards, "assets/b.png": b"x"})
    assert messages(missing) == ["pack/no-such-file: no file `assets/a.png` in the pack"]
    assert missing.diagnostics[0].help == "did you mean `assets/b.png`?"


def test_file_size_at_the_limit():
    head = b"hero: [{id: a, source: designed}]\n#"
    for extra, refused in ((-1, False), (0, False), (1, True)):
        content = head + b"x" * (limits.FILE_BYTES - len(head) + extra)
        found = read_document("x", content, "cards")[1]
        assert [one.code for one in found] == (["pack/file-too-large"] if refused else [])


def test_reports_hold_no_control_characters():
    pack = read({"cards/x.yaml": b"a: \x1b[31m\x07\xff"})
    text = render_text(pack.diagnostics, pack.lines)
    assert all(letter == "\n" or letter.isprintable() for letter in text)


# Every place of a pack where people read a text, by kind of document.
READ_BY_PEOPLE = {
    "pack": [
        "{id: a, version: 1.0.0, players: {min: 1, max: 2}, start: go, result: {score: '1'}, title: {en: TEXT}}",
        "{id: a, version: 1.0.0, players: {min: 1, max: 2}, start: go, result: {score: '1'}, title: x, authors: [TEXT]}",
        "{id: a, version: 1.0.0, players: {min: 1, max: 2}, start: go, result: {score: '1'}, title: x, license: TEXT}",
    ],
    "cards": [
        "{hero: [{id: a, source: designed, name: TEXT}]}",
        "{hero: [{id: a, source: designed, name: {fr: TEXT}}]}",
        "{hero: [{id: 'a_{n}', source: designed, name: x, for_each: {n: [TEXT]}}]}",
        "{hero: [{id: 'a_{n}', source: designed, name: x, for_rows: [{n: TEXT}]}]}",
    ],
    "rules": ["[{action: a, menu: turn, name: TEXT, effect: go}]", "[{verb: do it, text: {en: TEXT}, effect: go}]"],
    "text": ["{terms: {a: TEXT}}", "{terms: {a: {one: TEXT}}}", "{terms: {a: {one: x, many: TEXT}}}"],
    "scenario": ["[{scenario: TEXT, do: [x]}]"],
    "balance": ["[{study: TEXT, players: 2}]"],
}


@pytest.mark.parametrize(("kind", "document"), [(kind, one) for kind, each in READ_BY_PEOPLE.items() for one in each])
@pytest.mark.parametrize(
    ("written", "code"),
    [
        ('"Smith\\nWinner: you"', "pack/line-break"),
        ('"Smith\\tPass"', "pack/line-break"),
        ('"\\u200d"', "pack/nothing-visible"),
        ('"\\u2800"', "pack/nothing-visible"),
        ('"\\U0001d159"', "pack/nothing-visible"),
        ('"ab\\u200dcd"', "pack/invisible-character"),
        ('"ab\\u034fcd"', "pack/invisible-character"),
        ('"ab\\U00016fe4cd"', "pack/invisible-character"),
        ('"\\u0301Smith"', "pack/loose-mark"),
        ('"Smith \\u0301"', "pack/loose-mark"),
        ('"Smith\\ufffc"', "pack/invisible-character"),
        ('"Smith    Winner"', "pack/wide-gap"),
        ('"\\x1b[2J"', "pack/control-character"),
        ('"\\u202eevil"', "pack/invisible-character"),
    ],
)
def test_no_text_that_people_read_breaks_its_line_or_hides(kind, document, written, code):
    _, found = read_document("x.yaml", document.replace("TEXT", written).encode(), kind)
    assert code in [one.code for one in found]


@pytest.mark.parametrize("kind", ["cards", "text"])
def test_a_folded_text_ends_without_a_line_end(kind):
    written = {"cards": b"hero:\n  - id: a\n    source: designed\n    name: >\n      Smith of\n      the hills\n",
               "text": b"terms:\n  a: >\n    Smith of\n    the hills\n"}[kind]  # fmt: skip
    assert read_document("x.yaml", written, kind)[1] == []
