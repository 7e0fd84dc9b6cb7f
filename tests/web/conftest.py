"""Tests of the table need the extra `test` as it is now; in CI they are never left out."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

NEEDED = ("starlette", "uvicorn", "websockets", "httpx2", "playwright")
missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
collect_ignore_glob = []
if missing and os.environ.get("RULEWRIGHT_BROWSER") != "needed":
    print(f"tests/web is left out: {', '.join(missing)} not installed (make setup)", file=sys.stderr)
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="module")
def browser():
    from browser import demand, launched

    with launched(demand()) as made:
        yield made


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One for all that a server of their own would tell nothing more: packs are opened once."""
    from browser import demand
    from running import running

    demand()
    with running(tmp_path_factory.mktemp("served")) as made:
        yield made
