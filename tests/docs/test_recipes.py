"""docs/extending.md promises that a step that is skipped is noticed: the tests it names exist."""

import re

from interpreter.tools import reference


def test_the_recipes_name_tests_that_exist():
    page = (reference.ROOT / "docs/extending.md").read_text("utf-8")
    sources = "\n".join(path.read_text("utf-8") for path in sorted((reference.ROOT / "tests").rglob("test_*.py")))
    named = set(re.findall(r"`(test_\w+)`", page))
    assert named
    assert {name for name in named if f"def {name}(" not in sources} == set()


def test_a_recipe_has_less_than_ten_lines():
    page = (reference.ROOT / "docs/extending.md").read_text("utf-8")
    for recipe in page.split("\n## ")[1:]:
        assert len(recipe.strip().splitlines()) - 2 < 10, recipe
