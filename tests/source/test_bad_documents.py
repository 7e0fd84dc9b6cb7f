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


@pytest.mark.parametrize("manifest", [GOOD["pack.yaml"] + "# \x1b\n", GOOD["pack.yaml"] + "id: [\n", ""])
def test_what_only_an_unreadable_manifest_could_say_is_not_missed(manifest):
    """The source of all things may stand in it; a report that begins with every card hides the one mistake."""
    cards = "hero:\n" + "".join(f"  - {{id: h{n}, name: {{en: H}}}}\n" for n in range(3))
    pack = read_archive(zipped({**GOOD, "pack.yaml": manifest, "cards/more.yaml": cards}), "case")
    assert pack.diagnostics[0].label.span.file == "case/pack.yaml"
    assert not [one for one in pack.diagnostics if "source" in one.message]
