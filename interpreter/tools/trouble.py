"""What a person did that cannot be done, said in one line; never a traceback."""

from __future__ import annotations

import sys

FINE = 0
FINDINGS = 1
TROUBLE = 2


def exit_codes(fine: str, findings: str, trouble: str) -> str:
    """List for the help of a command what its exit codes mean."""
    meanings = {FINE: fine, FINDINGS: findings, TROUBLE: trouble}
    return "\n".join(["exit codes:", *(f"  {code}  {meaning}" for code, meaning in meanings.items())])


class Trouble(Exception):
    """Ends a command with a message on the error stream and an exit code."""

    def __init__(self, message: str, code: int = TROUBLE, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


def tell(message: str, hint: str | None = None) -> None:
    """Say on the error stream what cannot be done, and what may help."""
    print(f"rulewright: {message}", file=sys.stderr)
    if hint:
        print(f"  {hint}", file=sys.stderr)
