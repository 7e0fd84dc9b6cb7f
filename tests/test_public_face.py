"""The public face: its examples are true, every name in it is explained, and its licence is where it must be."""

import doctest
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import interpreter
from interpreter.source import plain, read_pack

ROOT = Path(__file__).parents[1]
PACKS = sorted(path.parent for path in ROOT.glob("content/*/pack.yaml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_examples_of_the_public_face_are_true():
    done = doctest.testmod(interpreter)
    assert done.attempted > 15
    assert done.failed == 0


@pytest.mark.parametrize("name", interpreter.__all__)
def test_a_public_name_is_there_and_explained(name):
    made = getattr(interpreter, name)
    assert made.__doc__
    assert made.__doc__.splitlines()[0].endswith(".")
    assert f"`{name}`" in interpreter.__doc__


def test_the_version_is_that_of_the_project():
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.tools", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"rulewright {PROJECT['version']}\n"


def test_the_project_says_under_which_licence_it_is():
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert PROJECT["license"] == "MIT"
    assert PROJECT["license-files"] == ["LICENSE"]
    assert text.startswith("MIT License\n")
    assert "the Rulewright authors" in text


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_a_pack_says_under_which_licence_it_is(pack):
    source = read_pack(pack)
    own = next(layer for one, layer in zip(source.packs, source.layers or (source,), strict=True) if one.named)
    document = next(one for one in own.of_kind("pack"))
    assert plain(document.root)["license"] == "MIT"


def test_every_screen_of_the_front_door_is_short():
    """CONTRIBUTING.md is read at a glance, and names files that are there."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert len(page.splitlines()) <= 50
    for link in ("docs/extending.md", "docs/architecture.md", "docs/safety.md", "docs/authoring.md", "LICENSE"):
        assert f"({link})" in page
        assert (ROOT / link).is_file()
