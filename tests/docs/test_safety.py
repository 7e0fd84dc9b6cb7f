"""docs/safety.md promises nothing without a test that holds it."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/safety.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


@cache
def source(path):
    return (ROOT / path).read_text("utf-8")


@pytest.mark.parametrize(("path", "test"), NAMED, ids=lambda part: part.rpartition("/")[2])
def test_a_named_test_exists(path, test):
    assert (ROOT / path).is_file(), path
    assert re.search(rf"^def {test}\(", source(path), re.MULTILINE), f"{path} has no {test}"


def test_every_promise_names_a_test():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    assert len(rows) > 20
    assert [row for row in rows if not re.search(r"`tests/[\w/]+\.py::test_\w+`", row)] == []


def test_no_named_test_is_left_out_of_an_ordinary_run():
    """A test that only `make soak` runs holds nothing from day to day."""
    for path, test in NAMED:
        before = source(path).partition(f"def {test}(")[0].rsplit("\n\n\n", 1)[-1]
        assert "mark.soak" not in before, test
