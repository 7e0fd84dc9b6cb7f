"""What an error says is to be written is written: then the error is gone, and no other one has come."""

import re
from pathlib import Path

import case_files
import pytest
from tiny_pack import checked, tiny, tiny_files

from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.check.show import show
from interpreter.check.types import PLAYER
from interpreter.diagnostics import Severity, in_words
from interpreter.source import ScriptSource

BAD = [Path(__file__).parent / "cases" / stage / "bad" for stage in ("check", "syntax")]
CASES = [
    (path, case)
    for folder in BAD
    for path in sorted(folder.glob("*.md"))
    for case in case_files.read_cases(path.read_text())
    if case.all("diagnostics")
]
EDIT = re.compile(r"(?:write|did you mean) `([^`…]+)`(.*)", re.DOTALL)
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|[{}]|\b[A-Z]\b")
"""What the author has to put something else in the place of."""
OTHERWISE = {
    "as each opponent: lose 1": "of what is not said",
    "cost: 1": "a key that is missing, put beside the others",
    "hill": "a slip of a name that would be of another kind",
    "to me": "put behind the term",
    "connected(place, set)": "how it is written, with words that say what",
    "do thing.script": "how it is written, with words that say what",
    "else if": "the case has no `if` before it",
    "as each player secretly:": "the case has nothing that could be set in secret",
    "my.coins": "or behind the number",
}
"""What is no whole edit by itself, and why."""
SIGN = re.compile(r"[^a-z]+")


def cure_of(one):
    """What to write, where the help says one thing, word for word."""
    found = EDIT.match(one.help or "")
    if not found or PLACEHOLDER.search(found[1]) or SIGN.fullmatch(found[1]):
        return None
    return None if found[1] in OTHERWISE or re.match(r",? (?:or|and|to|before|in) ", found[2]) else found[1]


def cured(text, span, cure):
    """The file with the cure in the place of what is wrong, of the statement, or of the rest of the line."""
    lines = text.split("\n")
    line = lines[span.line - 1]
    begin, end = span.column - 1, span.end_column - 1 if span.end_line == span.line else len(line)
    key = re.match(r"\s*(?:- )*(?:[a-z_]+: (?!\|))?", line)[0]
    colon = ":" if line.endswith(":") and not cure.endswith(":") else ""
    head = line[:begin].rstrip()
    word_before = head.removesuffix(head.split()[-1]) if head.split() else head
    for made in (
        line[:begin] + cure + line[end:],
        key + cure + colon,
        line[:begin] + cure + colon,
        word_before + cure + line[end:],
        line[:begin] + f"{cure} " + line[end:],
        f"{key}{cure} {line.removeprefix(key).partition(' ')[2]}",
    ):
        yield "\n".join([*lines[: span.line - 1], made, *lines[span.line :]])


def said(pack, line):
    return [one.code for one in pack.diagnostics if one.severity is Severity.ERROR and one.label.span.line == line]


def curable():
    """Every error of a case whose help is an edit; what a case shows stands in it."""
    for path, case in CASES:
        if re.search(r"help: (?:write|did you mean) `", case.text("diagnostics")):
            yield pytest.param(case, id=f"{path.stem}:{case.line}")


@pytest.mark.parametrize("case", list(curable()))
def test_a_cure_that_is_an_edit_cures(case):
    files, upper = case_files.files_of(case)
    before = checked(files, upper)
    for one in before.diagnostics:
        cure, span = cure_of(one), one.label.span
        name = span.file.removeprefix("case/")
        if cure is None or one.severity is not Severity.ERROR or name not in {**tiny_files(), **files}:
            continue
        text = files.get(name, tiny_files().get(name)).decode()
        tried = [checked({**files, name: made.encode()}, upper) for made in cured(text, span, cure)]
        left = min((said(pack, span.line) for pack in tried), key=len)
        assert len(left) < len(said(before, span.line)), f"{one.code}: `{cure}` leaves {left}"


SAME = [
    ("count(my.hand where it.cost > 2)", "count(my.hand where cost > 2)", "count(my.hand as one where one.cost > 2)"),
    (
        "count(places where any(my.hand where it.shade is dark))",
        "count(places where any(my.hand where shade is dark))",
        "count(places where any(my.hand as one where one.shade is dark))",
    ),
    (
        "count(shades as shade where any(my.hand where it.shade is shade))",
        "count(shades as other where any(my.hand where shade is other))",
        "count(shades as other where any(my.hand as one where one.shade is other))",
    ),
    (
        "count(places as shade where it.shade is dark)",
        "count(places as one where one.shade is dark)",
        "count(places as two where two.shade is dark)",
    ),
]
"""A value with `it.`, what its cure says is to be written, and what is meant."""


@pytest.mark.parametrize(("wrong", "written", "meant"), SAME)
def test_without_it_the_same_is_meant(wrong, written, meant):
    assert [one.code for one in _formula(wrong)[1]] == ["check/needless-it"]
    made, problems = _formula(written)
    assert not problems, "nothing is warned of"
    assert show(made) == show(_formula(meant)[0])


def _formula(value):
    checker = Checker(tiny().vocabulary)
    made = checker.formula(extra("cure"), ScriptSource.from_text(value), [], this=PLAYER)
    return made, in_words(checker.problems)
