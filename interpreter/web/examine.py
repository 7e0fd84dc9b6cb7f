"""`python -m interpreter.web.examine FILE`: look at a pack that a visitor brought, in a process that may come to harm.

It is checked as `rulewright pack install` and `rulewright check` do it. What is found is printed as JSON: `wrong` is what
is wrong in words, or empty; `taken` is the name of the pack if it is that of one that is here already.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

from interpreter.diagnostics import Severity, render_text
from interpreter.play.findings import everything_wrong
from interpreter.source.find import installed_packs, shipped_packs
from interpreter.source.gather import gather_archive
from interpreter.source.layers.known import described
from interpreter.web import limits


def _confine() -> None:
    """Limit the time and the room of this process, where the system can do it."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_CPU, (limits.LOOKING_SECONDS, limits.LOOKING_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (limits.LOOKING_BYTES, limits.LOOKING_BYTES))


def examined(path: str) -> dict[str, str]:
    """What is to be said about a pack file."""
    found = everything_wrong(path)
    errors = [one for one in found.diagnostics if one.severity is Severity.ERROR]
    if errors:
        assert found.source is not None, "whatever has errors was read"
        return {"wrong": render_text(errors, found.source.lines)}
    known = described(gather_archive(Path(path), path))
    taken = known.name in shipped_packs() or known.name in installed_packs()
    return {"wrong": ""} | ({"taken": known.name} if taken else {})


def main() -> int:
    """Look at the one file that is named."""
    _confine()
    json.dump(examined(sys.argv[1]), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
