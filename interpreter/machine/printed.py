"""A program as Python functions, each printed and compiled when it is first needed: a game uses a part of its program.

`B<pc>` runs on from a place in the program; it takes the state `s` and the frame `f` and answers where to go on, or a
signal. `P<pc>` is a plain routine: it takes the state, who acts, `this` and its parameters, and answers a signal only
when it has to stop. `A`, `D`, `H` and `O` belong to choices: candidates, whether to decline, whether none is failure, and
what can be completed. `W` are the conditions of state-based rules, `R`, `S` and `Q` what positions are worth, values that
are shown, and formulas of a scenario. `T`, `E`, `X` and `C` are tables and functions these use.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from interpreter.machine.blocks import LOOK, PLAY, TRY, Blocks, Purpose, hoisted, watch_function
from interpreter.machine.lasting import MAX_KEPT
from interpreter.machine.offers import Offers
from interpreter.machine.place import IN_VALUE
from interpreter.machine.plain import Plain
from interpreter.machine.proof import Proofs
from interpreter.machine.support import SUPPORT
from interpreter.machine.values import Values

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.check.typed import E
    from interpreter.code.program import Ask, Program

    Function = Callable[..., Any]


class Printed:
    """The functions of one program."""

    def __init__(self, program: Program, known: dict[str, Any], *, fused: bool) -> None:
        self.p = program
        self.names: dict[str, Any] = {**SUPPORT, **known, "memo": {}, "lasting": {}}
        self.values, self.remembering = Values(program), Values(program, "E")
        plain = Plain(program)
        self._instructions = {
            purpose: Blocks(plain, self.values, purpose, self._plain_on_first_call, fused=fused)
            for purpose in (PLAY, LOOK, TRY)
        }
        self.proofs = Proofs(program, self.values, self.condition)
        self.offers = Offers(program, self.values, self.proofs)
        self._taken = {id(values): [0, 0] for values in (self.values, self.remembering)}
        self.blocks: dict[Purpose, list[Function]] = {
            purpose: [partial(self._first_block, purpose, pc) for pc in range(len(program.code))]
            for purpose in self._instructions
        }
        self._define(*self._positions())

    # ---- compiling

    def _define(self, *texts: str) -> None:
        """Run printed functions, and before them the tables and derived values they are the first to need."""
        fresh: list[str] = []
        for values in (self.values, self.remembering):
            functions, names = self._taken[id(values)]
            fresh += values.functions[functions:]
            made = {k: v for k, v in islice(values.names.items(), names, None) if v is not None}
            self.names.update(made)
            self._taken[id(values)] = [len(values.functions), len(values.names)]
        for instructions in self._instructions.values():
            fresh += instructions.fresh
            instructions.fresh = []
        source = "\n".join([*fresh, *texts])
        if source:
            exec(compile(source, f"<{self.p.layout.v.id}>", "exec"), self.names)  # noqa: S102 - code we printed ourselves
        for values in (self.values, self.remembering):
            values.link(self.names)

    def condition(self, params: str, text: str) -> Function:
        """Compile a condition; one that looks for an element does so in a loop, which is faster than `any`."""
        lines = [f"return {text}"]
        if text in self.proofs.searches:
            cond, name, among = self.proofs.searches[text]
            lines = [f"for {name} in {among}:", f"    if {cond}: return True", "return False"]
        self._define(f"def condition({params}):", *(f"    {line}" for line in hoisted(lines)))
        return self.names["condition"]  # type: ignore[no-any-return]

    def _first_block(self, purpose: Purpose, pc: int, s: object, f: int) -> int:
        """Print a block, put it into its place, and run it."""
        instructions = self._instructions[purpose]
        self._define(instructions.block(pc))
        made = self.blocks[purpose][pc] = self.names[instructions.name_of(pc)]
        return int(made(s, f))

    def _plain_on_first_call(self, instructions: Blocks, entry: int) -> Function:
        def first(*args: Any) -> Any:  # noqa: ANN401 - whatever the routine takes and gives
            name = instructions.routine(entry)
            self._define()
            for row in instructions.function_rows:
                row[:] = [self.names[name] if function is first else function for function in row]
            return self.names[name](*args)

        return first

    # ---- choices

    def candidates(self, ask: Ask) -> Function:
        """Everything that could be chosen."""
        self._define(self.offers.candidates(ask))
        return self.names[f"A{ask.number}"]  # type: ignore[no-any-return]

    def ask_condition(self, letter: str, ask: Ask, cond: E | None) -> Function | None:
        """A condition of a choice, if it has one."""
        if cond is None:
            return None
        name = f"{letter}{ask.number}"
        self._define(self.offers.condition(name, ask, cond))
        return self.names[name]  # type: ignore[no-any-return]

    def possible(self, ask: Ask, tried: Function, *, to_the_end: bool) -> Function:
        """What can be completed of a choice; `tried` tries what cannot be proved."""
        name = f"O{ask.number}_{int(to_the_end)}"
        self.names[f"T{name}"] = tried
        self._define(self.offers.possible(name, ask, to_the_end=to_the_end))
        return self.names[name]  # type: ignore[no-any-return]

    # ---- positions

    def _positions(self) -> list[str]:
        """State-based conditions, the score, the tie-breaks and the estimate, what is shown, formulas of a scenario."""
        v = self.p.layout.v
        lines = [
            watch_function(f"W{number}", self.p, self.values, number, "s, this=-1")
            for number in range(len(self.p.watches))
        ]
        named = {"R_score": v.score, **{f"R_tie{i}": tie for i, tie in enumerate(v.ties)}}
        named |= {f"R_achieved_{one.id}": one.value.formula for one in v.achievements.values()}
        for name, formula in named.items():
            if formula is not None:
                self.values.define(name, [], formula.value)
        if v.estimate is not None:
            # It looks at the same values for everybody again and again, so they are remembered.
            text = self.remembering.text(v.estimate.value, IN_VALUE)
            lines += [
                "def R_estimate(s, me, this):",
                "    memo.clear()",
                f"    if len(lasting) > {MAX_KEPT}: lasting.clear()",
                f"    return {text}",
            ]
        for value in v.values.values():
            if value.show and value.formula is not None:
                params = [f"a{i}" for i in range(len(value.params))]
                self.values.define(f"S_{value.key.replace('.', '_')}", params, value.formula.value)
        for number, formula in enumerate(self.p.formulas.values()):
            self.values.define(f"Q{number}", [f"a{i}" for i in range(len(formula.params))], formula.value)
        return lines
