"""Every golden case of a statement, a function or a run is played in WebAssembly as well, and must come to the same."""

from pathlib import Path

import case_files
import pytest
from beside import Inside

from interpreter.wasm.offered import NotOffered

CASES = Path(__file__).parents[1] / "cases"
OFTEN = ("any_order", "completable", "control", "spans", "whenever")
"""Of the runs, those that are played in `make test`; `make soak` plays all."""
FILES = sorted(
    path for folder in ("statements", "functions", "regression", "run") for path in (CASES / folder).glob("*.md")
)


def cases():
    for path in FILES:
        for case in case_files.read_cases(path.read_text()):
            slow = path.parent.name == "run" and path.stem not in OFTEN
            yield pytest.param(case, id=f"{path.stem}: {case.title}", marks=[pytest.mark.soak] if slow else [])


@pytest.mark.parametrize("case", list(cases()))
def test_a_case_comes_to_the_same(case, monkeypatch):
    monkeypatch.setattr(case_files, "Twin", Inside)
    try:
        given = list(case_files.answers(case))
    except NotOffered as reason:
        pytest.skip(str(reason))
    assert [text for _, text in given] == [block.text for block, _ in given]
