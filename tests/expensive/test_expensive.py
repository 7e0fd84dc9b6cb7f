"""Packs that ask for too much are refused or stopped: soon, in little room, with the place and the limit named."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pace import allowed

from expensive.models import CASES
from interpreter.check.errors import UnknownName
from interpreter.diagnostics import Span
from interpreter.source import meter
from interpreter.tools.checking import Findings
from interpreter.tools.commands.check import _report as print_findings

TESTS = Path(__file__).parent.parent
SLOW, LARGE = 2.0, 300 * 1024
"""Seconds of computing that one pack may take, and kilobytes that all of them may."""
PLACE = re.compile(r"\(case/[a-z0-9_/]+\.yaml:\d+:\d+\)$")
TRIPPED_ELSEWHERE = {
    *(meter.STEP, meter.LIGHT),  # what the counting goes by: nothing goes beyond them
    *(meter.STACK, meter.TRIAL_STEPS, meter.TRIAL_CHOICES),  # tests/cases/run/faults.md, regression/completable.md
    meter.PROOF,  # then it is tried
    *(meter.PICTURE, meter.PICTURE_SIDE, meter.PICTURES),  # tests/source/test_pictures.py
    meter.LESSON,  # tests/hostile/test_lessons.py
}


@pytest.fixture(scope="module")
def answers():
    """All cases in one process of their own: the room it took is theirs."""
    done = subprocess.run(
        [sys.executable, "-m", "expensive.measured"],
        cwd=TESTS,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return {answer["name"]: answer for answer in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("name", CASES)
def test_soon_and_in_little_room(name, answers):
    answer, case = answers[name], CASES[name]
    assert answer["fate"] == case.fate, answer["words"]
    assert answer["seconds"] < SLOW or answer["seconds"] < allowed(SLOW)
    assert answer["kilobytes"] < LARGE
    assert case.words in answer["words"]
    if isinstance(case.limit, meter.Limit):
        assert PLACE.search(answer["words"]), answer["words"]
        assert f"{case.limit.most:,}" in answer["words"]
        assert case.fate == "refused" or re.search(r" in `[a-z0-9 ]+`:", answer["words"]), "no script is named"


def test_mistakes_by_the_thousand_are_gone_through_once(capsys, monkeypatch):
    """A table.yaml of one page names thousands of things that are not there: what is missing is not looked for at each."""
    looked = []
    monkeypatch.setattr(Findings, "missing", property(lambda _: looked.append(1) or []))
    found = [UnknownName(Span("table.yaml", n, 1, n, 2), f"zz{n}", ()).diagnostic() for n in range(1, 200)]
    print_findings(Findings(found, lambda _: [], 1, {}, (), {}))
    assert "199 errors" in capsys.readouterr().out
    assert len(looked) < 5


def test_there_are_enough_of_them():
    assert len(CASES) > 60


def test_every_limit_has_a_case_that_trips_it():
    assert {case.limit for case in CASES.values()} >= set(meter.ALL) - TRIPPED_ELSEWHERE


def test_every_limit_is_in_the_documentation():
    page = (TESTS.parent / "docs" / "language.md").read_text("utf-8")
    for limit in meter.ALL:
        assert f"| {limit.what} | {limit.most:,} {limit.unit} | {limit.why} |" in page
