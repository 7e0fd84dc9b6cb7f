"""Questions printed as Python functions: the candidates of a choice, and those of them that can be completed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.machine.blocks import by_frame, hoisted
from interpreter.machine.proof import TRUE, UNKNOWN, Proofs
from interpreter.machine.values import Place, Values, in_routine

if TYPE_CHECKING:
    from interpreter.check.typed import E
    from interpreter.code.program import Ask, Program


class Offers:
    """Prints the questions of one program."""

    def __init__(self, program: Program, values: Values, proofs: Proofs) -> None:
        self.p, self.values, self.proofs = program, values, proofs

    def _place(self, ask: Ask) -> Place:
        return in_routine(self.p.routines[ask.routine])

    def candidates(self, ask: Ask) -> str:
        """`A<n>`: everything that could be chosen, whether it can be completed or not."""
        text, place = self.values.text, self._place(ask)
        if ask.values is not None:
            return by_frame(f"A{ask.number}", [f"return {text(ask.values, place)}"])
        cases = [f"if {text(case, place)}: r.append({number})" for number, case in enumerate(ask.cases)]
        return by_frame(f"A{ask.number}", ["r = []", *cases, "return r"])

    def condition(self, name: str, ask: Ask, cond: E) -> str:
        """A condition of a choice: whether it may be declined, whether none is failure."""
        return by_frame(name, [f"return {self.values.text(cond, self._place(ask))}"])

    def possible(self, name: str, ask: Ask, *, to_the_end: bool) -> str:
        """The candidates that can be completed, in one function; what cannot be proved is tried by `T<name>`."""
        if ask.values is None:
            return by_frame(name, hoisted(["r = []", *self._cases(name, ask, to_the_end), "return r"]))
        proof = self._proof(name, ask, 0, "v", to_the_end)
        return by_frame(name, hoisted([f"return {self._set(ask, ask.values, proof)}"]))

    def _cases(self, name: str, ask: Ask, to_the_end: bool) -> list[str]:  # noqa: FBT001 - passed on
        lines, place = [], self._place(ask)
        for number, case in enumerate(ask.cases):
            target = number if len(ask.targets) > 1 else 0
            proof = self._proof(name, ask, target, str(number), to_the_end)
            conditions = [text for text in (self.values.text(case, place), proof) if text not in (TRUE, "1")]
            add = f"r.append({number})"
            lines.append(f"if {' and '.join(conditions)}: {add}" if conditions else add)
        return lines

    def _set(self, ask: Ask, items: E, proof: str) -> str:
        place = self._place(ask)
        if items.op != "filter":
            text = self.values.text(items, place)
            return f"list({text})" if proof == TRUE else f"[v for v in {text} if {proof}]"
        inner, number, cond = items.args
        conditions = [self.values.text(cond, replace(place, elements=((number, "v"),)))]
        conditions += [proof] if proof != TRUE else []
        return f"[v for v in {self.values.text(inner, place)} if {' and '.join(conditions)}]"

    def _proof(self, name: str, ask: Ask, target: int, value: str, to_the_end: bool) -> str:  # noqa: FBT001, PLR0913, PLR0917
        behind = ask.scoped and self.p.risk[ask.targets[target]]
        if not behind and not to_the_end:
            return TRUE
        text = self.proofs.condition(ask, target, to_the_end=to_the_end)
        return f"T{name}(s, {value})" if text == UNKNOWN else text
