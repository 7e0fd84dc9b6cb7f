"""What a person did that cannot be done, said in one line; never a traceback."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.tools.printing import complain

FINE = 0
FINDINGS = 1
TROUBLE = 2


class Exits(NamedTuple):
    """What the exit codes of a command mean; without `findings` there are none."""

    fine: str
    trouble: str
    findings: str | None = None

    def __str__(self) -> str:
        """List them for the help."""
        trouble = f"{self.trouble};\n     or it was interrupted, or its output cannot be written"
        meanings = {FINE: self.fine, FINDINGS: self.findings, TROUBLE: trouble}
        return "\n".join(["exit codes:", *(f"  {code}  {told}" for code, told in meanings.items() if told)])


class Trouble(Exception):
    """Ends a command with a message on the error stream and an exit code."""

    def __init__(self, message: str, code: int = TROUBLE, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


def tell(message: str, hint: str | None = None) -> None:
    """Say on the error stream what cannot be done, and what may help."""
    complain(f"rulewright: {message}")
    if hint:
        complain(f"  {hint}")
