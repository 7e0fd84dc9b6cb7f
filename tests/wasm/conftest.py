"""Everything here needs wasmtime, the extra `fast`."""

import sys
from pathlib import Path

import pytest

from interpreter.wasm.engine import why_not

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))


def pytest_collection_modifyitems(items):
    """Skip all of it where wasmtime is missing, and say so."""
    reason = why_not()
    if reason:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))
