"""Diagnostics as data and as printed: order, caps, carets, escapes, did-you-mean."""

import json

import pytest

from interpreter.diagnostics import Diagnostic, Label, Severity, Span, nearest, render_json, render_text, shown


def problem(line=1, column=1, end=2, *, text="here", file="a.yaml", **more):
    facts = {"severity": Severity.ERROR, "message": "wrong", **more}
    return Diagnostic("x/y", label=Label(Span(file, line, column, line, end), text), **facts)


def printed(*problems, source="abc def", **more):
    return render_text(problems, lambda _file: source.split("\n"), **more)


def test_the_look_of_it():
    note = Label(Span("a.yaml", 2, 1, 2, 4), "first here")
    got = printed(problem(10, 5, 8, notes=(note,), help="do this"), source="\n".join(["abc def"] * 12))
    assert got == (
        "x/y error: wrong\n"
        "  --> a.yaml:10:5\n"
        "   |\n"
        "10 | abc def\n"
        "   |     ^^^ here\n"
        "  ::: a.yaml:2:1\n"
        "   |\n"
        " 2 | abc def\n"
        "   | --- first here\n"
        "   = help: do this\n"
    )


def test_nothing_to_say():
    assert render_text([], lambda _file: []) == ""
    assert json.loads(render_json([])) == {"diagnostics": [], "more": 0}


def test_a_file_without_lines():
    assert render_text([problem()], lambda _file: []) == "x/y error: wrong\n --> a.yaml: here\n"


def test_colours_change_nothing_but_colours():
    import re

    one = problem(help="do this", notes=(Label(Span("a.yaml", 1, 1, 1, 2), "x"),))
    coloured = printed(one, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == printed(one)


@pytest.mark.parametrize(
    ("line", "column", "end", "carets"),
    [
        ("日本 abc", 4, 7, "     ^^^"),
        ("e\u0301 abc", 4, 7, "  ^^^"),
        ("\tabc", 2, 5, "    ^^^"),
        ("a\u202eb", 2, 3, " ^^^^^^"),
        ("a\x07b", 3, 4, "     ^"),
        ("abc", 9, 12, "   ^"),
        ("abc", 4, 4, "   ^"),
        ("𝄞x", 2, 3, " ^"),
    ],
)
def test_carets(line, column, end, carets):
    rows = printed(problem(1, column, end, text=""), source=line).split("\n")
    assert rows[4] == f"  | {carets}"
    assert all(letter.isprintable() for row in rows for letter in row)


def test_a_long_line_is_cut_around_the_caret():
    rows = printed(problem(1, 5000, 5004, text=""), source="x" * 10_000).split("\n")
    assert len(rows[3]) < 200
    assert rows[3].count("…") == 2
    assert rows[4].index("^") - rows[3].index("x") == 60


def test_a_span_over_many_lines_marks_the_first():
    one = Diagnostic("x/y", Severity.ERROR, "wrong", Label(Span("a", 1, 3, 4, 2), ""))
    assert "\n1 | ab cd\n  |   ^^^\n" in printed(one, source="ab cd  \nx\ny\nz")


def test_sorted_by_place_without_repeats():
    got = printed(problem(3), problem(1), problem(2), problem(1), source="x\nx\nx")
    assert [row for row in got.split("\n") if "-->" in row] == [f" --> a.yaml:{line}:1" for line in (1, 2, 3)]


def test_at_most_twenty_and_errors_first():
    warnings = [problem(line, severity=Severity.WARNING) for line in range(1, 31)]
    got = printed(*warnings, problem(40), source="x\n" * 50)
    assert got.count("x/y ") == 20
    assert got.count("x/y error") == 1
    assert got.endswith("… and 11 more\n")
    told = json.loads(render_json([*warnings, problem(40)]))
    assert (len(told["diagnostics"]), told["more"]) == (20, 11)


def test_at_most_64_kilobytes():
    notes = tuple(Label(Span("f" * 300, 1, 1, 1, 2), "t" * 300) for _ in range(60))
    many = [problem(line, message="m" * 100_000, notes=notes, help="h" * 100_000) for line in range(1, 20)]
    assert len(printed(*many, source="é" * 500).encode()) <= 64 * 1024
    assert len(render_json(many)) <= 64 * 1024
    assert json.loads(render_json(many))["more"] > 0


def test_control_characters_never_reach_the_terminal():
    nasty = "\x1b[31m\x07\u202e\ud800\r\n"
    one = problem(message=nasty, text=nasty, file=nasty, help=nasty)
    for got in (printed(one, source=nasty.replace("\n", "")), render_json([one])):
        assert all(letter == "\n" or letter.isprintable() for letter in got)
        got.encode()


def test_json_has_all_the_facts():
    row = json.loads(render_json([problem(2, 3, 5, help="x")]))["diagnostics"][0]
    assert row == {
        "code": "x/y", "severity": "error", "message": "wrong", "file": "a.yaml", "line": 2, "column": 3, "end_line": 2,
        "end_column": 5, "label": "here", "notes": [], "help": "x",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("abc", "abc"), ("a" * 80, "a" * 80), ("a" * 81, "a" * 79 + "…"), ("a\nb", "a\\nb"), ("\x00", "\\x00"),
        ("\u202e", "\\u202e"), ("\U000e0001", "\\U000e0001"), ("\ud800", "\\ud800"), ("é日", "é日"),
        (3, "3"), (True, "yes"), (False, "no"), (None, "NoneType"), ([1] * 10**6, "list"),
    ],
)  # fmt: skip
def test_shown(value, expected):
    assert shown(value) == expected


def test_shown_is_never_long():
    assert shown(10**5000) == "int"
    assert len(shown("\x00" * 100)) <= 80
    assert len(shown("x" * 10**7)) <= 80


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("costt", ["cost", "count"], "cost"), ("gian", ["gain", "pain"], "gain"), ("drow", ["draw", "row"], "draw"),
        ("x", ["abc"], None), ("", ["a"], None), ("cost", ["cost"], None), ("Blue", ["blue"], "blue"),
        ("recruitt", ["recruit", "recruits"], "recruit"), ("a" * 1000, ["a"], None), ("b", ["", "a"], "a"),
    ],
)  # fmt: skip
def test_nearest(name, known, expected):
    assert nearest(name, known) == expected
    assert nearest(name, set(known)) == nearest(name, reversed(known)) == expected
