"""Questions printed as Python functions: the candidates of a choice, and those of them that can be completed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.machine.blocks import by_frame, hoisted
from interpreter.machine.place import Place, in_routine
from interpreter.machine.proof import TRUE, UNKNOWN, Proofs
from interpreter.machine.values import Values

if TYPE_CHECKING:
    from interpreter.check.typed import E
    from interpreter.code.program import Ask, Program


MAX_TEXT = 6000
"""A set whose elements are looked at one by one may take so much text; longer ones are a loop."""


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
        return by_frame(name, hoisted(self._set(name, ask, ask.values, to_the_end)))

    def _cases(self, name: str, ask: Ask, to_the_end: bool) -> list[str]:
        lines, place = [], self._place(ask)
        for number, case in enumerate(ask.cases):
            target = number if len(ask.targets) > 1 else 0
            proof = self._proof(name, ask, target, str(number), to_the_end)
            lines += self._add(str(number), [self.values.text(case, place), proof])
        return lines

    def _set(self, name: str, ask: Ask, items: E, to_the_end: bool) -> list[str]:
        place, text = self._place(ask), self.values.text
        among, cond, number = items, None, -1
        if items.op == "filter":
            among, number, cond = items.args
        few = self.values.few(among)
        if few is not None:
            lines = []
            for value in map(str, few):
                conditions = [text(cond, replace(place, elements=((number, value),))) if cond is not None else TRUE]
                if conditions[0] != "False":
                    conditions.append(self._proof(name, ask, 0, value, to_the_end))
                    lines += self._add(value, conditions)
            if sum(map(len, lines)) <= MAX_TEXT:
                return ["r = []", *lines, "return r"]
        conditions = [text(cond, replace(place, elements=((number, "v"),)))] if cond is not None else []
        proof = self._proof(name, ask, 0, "v", to_the_end)
        conditions += [proof] if proof != TRUE else []
        source = text(among, place)
        return [
            f"return [v for v in {source} if {' and '.join(conditions)}]" if conditions else f"return list({source})"
        ]

    def _proof(self, name: str, ask: Ask, target: int, value: str, to_the_end: bool) -> str:
        behind = ask.scoped and self.p.risk[ask.targets[target]]
        if not behind and not to_the_end:
            return TRUE
        chosen = value if ask.store >= 0 else ""
        text = self.proofs.condition(ask, target, to_the_end=to_the_end, chosen=chosen)
        return f"T{name}(s, {value})" if text == UNKNOWN else text

    def _add(self, value: str, conditions: list[str]) -> list[str]:
        """Add a value if conditions hold; one that looks for an element does so in a loop, which is faster than `any`."""
        left = [text for text in conditions if text not in (TRUE, "1")]
        lines = [f"r.append({value})"]
        if left and left[-1] in self.proofs.searches:
            cond, name, among = self.proofs.searches[left.pop()]
            lines = [f"for {name} in {among}:", f"    if {cond}:", f"        r.append({value})", "        break"]
        if not left:
            return lines
        if len(lines) == 1:
            return [f"if {' and '.join(left)}: {lines[0]}"]
        return [f"if {' and '.join(left)}:", *(f"    {line}" for line in lines)]
