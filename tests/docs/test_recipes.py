"""What docs/extending.md promises: a step that is skipped is noticed."""

import re

import pytest

from interpreter.check import errors as check_errors
from interpreter.check.statements import PRIMITIVE_PHRASES
from interpreter.syntax import errors as syntax_errors
from interpreter.tools import reference

CASES = reference.ROOT / "tests/cases"
TESTS = reference.ROOT / "tests"
# Errors that no case shows yet; the list may only shrink.
NO_CASE = {"check/incomplete-pack", "check/reserved-name"}


@pytest.mark.parametrize("name", PRIMITIVE_PHRASES)
def test_every_statement_has_a_case(name):
    """Some script in the cases for statements starts a line with its words."""
    scripts = "\n".join(path.read_text() for path in sorted((CASES / "statements").glob("*.md")))
    words = [part for part in PRIMITIVE_PHRASES[name].forms[-1] if isinstance(part, str)]
    assert re.search(rf"^ *{'.*'.join(words)}\b", scripts, re.MULTILINE)


@pytest.mark.parametrize("module", [syntax_errors, check_errors], ids=lambda module: module.__name__)
def test_every_error_has_a_case(module):
    codes = {one.code for one in reference.error_classes(module)}
    shown = {f"{path.parts[-3]}/{path.stem}" for path in CASES.glob("*/bad/*.md")}
    assert codes - shown - NO_CASE == set()


def test_the_pages_name_tests_that_exist():
    page = (reference.ROOT / "docs/extending.md").read_text("utf-8")
    sources = "\n".join(path.read_text("utf-8") for path in sorted(TESTS.rglob("test_*.py")))
    named = set(re.findall(r"`(test_\w+)`", page))
    assert named
    assert {name for name in named if f"def {name}(" not in sources} == set()
