"""docs/extending.md promises that a step that is skipped is noticed: the tests it names exist."""

import re

import pytest

from interpreter.tools import reference

PARTS_OF_A_PACK = {"pack.yaml", "model.yaml", "rule_ids.txt"}


def test_the_recipes_name_tests_that_exist():
    page = (reference.ROOT / "docs/extending.md").read_text("utf-8")
    sources = "\n".join(path.read_text("utf-8") for path in sorted((reference.ROOT / "tests").rglob("test_*.py")))
    named = set(re.findall(r"`(test_\w+)`", page))
    assert named
    assert {name for name in named if f"def {name}(" not in sources} == set()


WANTED = (
    "a statement",
    "a function",
    "a control form",
    "a property",
    "a rule item",
    "an error",
    "a command",
    "a bot",
    "an assertion of scenarios",
    "a language",
    "a pack",
)


@pytest.mark.parametrize("what", WANTED)
def test_there_is_a_recipe_that_names_its_test(what):
    page = (reference.ROOT / "docs/extending.md").read_text("utf-8")
    (recipe,) = [one for one in page.split("\n## ")[1:] if one.startswith(f"Add {what}")]
    assert "`test_" in recipe or what == "a language"


def test_a_recipe_names_files_that_exist():
    page = (reference.ROOT / "docs/extending.md").read_text("utf-8")
    for name in re.findall(r"`([\w/]+\.(?:py|json|lark|txt|md|wat|yaml))`", page):
        roots = ("", "interpreter/")
        assert any((reference.ROOT / root / name).exists() for root in roots) or name in PARTS_OF_A_PACK, name


def test_a_recipe_has_less_than_ten_lines():
    page = (reference.ROOT / "docs/extending.md").read_text("utf-8")
    for recipe in page.split("\n## ")[1:]:
        assert len(recipe.strip().splitlines()) - 2 < 10, recipe
