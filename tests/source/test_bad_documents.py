"""Every mistake in a document, with the words and carets that an author sees.

Each `tests/cases/packs/bad/KIND-MISTAKE.yaml` stands beside the report it gives.
Set `BLESS=1` to write the reports anew, then read every line of the diff.
"""

import os
from pathlib import Path

import pytest
from source_packs import GOOD, zipped

from interpreter.diagnostics import render_text
from interpreter.source import read_archive

CASES = sorted((Path(__file__).parent.parent / "cases" / "packs" / "bad").glob("*.yaml"))
PLACES = {
    "cards": "cards/case.yaml",
    "rules": "rules/case.yaml",
    "scenario": "scenarios/case.yaml",
    "balance": "balance.yaml",
    "text": "text/en.yaml",
    "pack": "pack.yaml",
    "model": "model.yaml",
}


def report(case):
    place = PLACES[case.stem.partition("-")[0]]
    pack = read_archive(zipped({**GOOD, place: case.read_bytes()}), "case")
    assert pack.diagnostics, "a bad case must be refused"
    return render_text(pack.diagnostics, pack.lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_report(case):
    expected = case.with_suffix(".txt")
    got = report(case)
    if os.environ.get("BLESS"):
        expected.write_text(got, encoding="utf-8")
    assert got == expected.read_text(encoding="utf-8")
