"""What is wrong with a pack, as facts: the one base of every error of every stage, and the one way to report it.

Stages find facts and keep them. They are put in words once, when somebody is to read them: until then one can still ask
what kind of mistake it is, and leave out what is only a consequence of another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from interpreter.diagnostics.facts import Facts
from interpreter.diagnostics.tree import Diagnostic, Label, Severity, Span, in_order
from interpreter.diagnostics.words import shown


class Problem(Facts):
    """Something wrong: subclasses add fields, and words as attributes or, where they depend on more, as methods."""

    code: ClassVar[str]
    severity: ClassVar[Severity] = Severity.ERROR
    says: ClassVar[str] = ""
    """The message; a field in braces is filled in."""
    beside: ClassVar[str] = ""
    """What stands at the place, five words at most."""
    advice: ClassVar[str | None] = None
    """What to do, if there is something to do."""
    span: Span

    def message(self) -> str:
        """One lower-case clause: the fields in `says` filled in, each shown safely."""
        return self.says.format_map({name: shown(getattr(self, name)) for name in self.fields})

    def label(self) -> str:
        """Five words at most for the place."""
        return self.beside

    def help(self) -> str | None:
        """What to do, if there is something to do."""
        return self.advice

    def notes(self) -> tuple[Label, ...]:
        """Other places that matter."""
        return ()

    def lacking(self) -> str:
        """The key that something has to have and has not, if that is what is wrong."""
        return ""

    def diagnostic(self) -> Diagnostic:
        """Put it in words."""
        place = Label(self.span, self.label())
        return Diagnostic(self.code, self.severity, self.message(), place, self.notes(), self.help())


class Problems(list[Problem]):
    """What one stage has found, in the order of finding; beyond `most` nothing is kept, since nobody reads it."""

    def __init__(self, known: Iterable[Problem] = (), most: int | None = None) -> None:
        super().__init__(known)
        self.most = most

    def report(self, problem: Problem) -> None:
        """Keep a problem."""
        if self.most is None or len(self) < self.most:
            self.append(problem)


def in_words(problems: Iterable[Problem]) -> list[Diagnostic]:
    """Put problems in words, sorted by file and position, each once."""
    return in_order(problem.diagnostic() for problem in problems)
