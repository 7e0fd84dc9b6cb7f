"""Whether a script names a piece or points at one.

`choose card from cards` names one of all the cards there are: everybody knows these, whoever holds them. `choose card from
left.hand` points at one that lies there, and who points at a hidden card does not know which it is. What holds a piece
afterwards (a local, a parameter, a var) holds a name if it never gets anything but names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import Key
from interpreter.check.operands import cell_of
from interpreter.primitives import STATEMENTS

if TYPE_CHECKING:
    from interpreter.check.typed import Routine, Value
    from interpreter.check.vocabulary import Vocabulary

_PRINTED = (
    *(
        ty.Const,
        ty.TheItem,
        ty.Field,
        ty.Element,
        ty.Compare,
        ty.Logic,
        ty.Not,
        ty.Arith,
        ty.OptionValue,
        ty.PlayerCount,
    ),
    *(ty.TableRow, ty.Member, ty.Listing, ty.Some, ty.IfElse, ty.HasScript, ty.EnumValues, ty.Owner, ty.Local),
)
"""What a filter may read without looking where a piece lies or what has happened to it."""


class Naming:
    """What holds names, in one pack: found by taking away from everything that could what gets something else."""

    def __init__(self, v: Vocabulary, routines: list[Routine]) -> None:
        self._v = v
        self._by_key: dict[Key, list[Routine]] = {}
        for routine in routines:
            self._by_key.setdefault(routine.key, []).append(routine)
        self._pointing: dict[int, set[int]] = {id(routine.locals): set() for routine in routines}
        self._pointing_vars: set[str] = set()
        self.picked: set[str] = set()
        """Kinds of which scripts pick pieces wherever they are, also from among those that lie aside."""
        self._kept = routines  # the keys above are only good while these live
        changed = True
        while changed:
            changed = sum(map(self._settle, routines)) > 0

    def names(self, value: Value, routine: Routine | None = None) -> bool:
        """Whether a value, or the elements of a set, are names."""
        return self._names(value, routine)

    def local_names(self, routine: Routine, slot: int) -> bool:
        """Whether a local of a script holds a name."""
        return slot not in self._pointing.get(id(routine.locals), {slot})

    def var_names(self, key: str) -> bool:
        """Whether a var holds names."""
        return key not in self._pointing_vars

    def keeps_secret(self, routine: Routine, slot: int) -> bool:
        """Whether a script writes what a local holds into a var that only its owner sees."""
        for statement in walk(routine.body):
            match statement:
                case ty.Do(primitive=primitive, args=args):
                    change, cell = STATEMENTS[primitive].change, cell_of(statement)
                    kept = args[change.amount] if change is not None and change.forgets else None
                    if cell is None or not isinstance(kept, ty.Local) or kept.slot != slot:
                        continue
                    if self._v.var(cell.key).visible in ("owner", "sealed"):
                        return True
        return False

    # ---- values

    def _names(self, value: Value, routine: Routine | None) -> bool:
        match value:
            case ty.Const() | ty.TheItem() | ty.AllOf() | ty.Every() | ty.Field() | ty.EnumValues():
                return True
            case ty.Local(slot=slot):
                return routine is not None and self.local_names(routine, slot)
            case ty.Var(key=key):
                return self.var_names(key)
            case ty.Filter(items=items, cond=each) | ty.OverEach(items=items, each=each):
                return self._names(items, routine) and _only_printed(each)
            case ty.IfElse(then=then, other=other):
                return self._names(then, routine) and self._names(other, routine)
            case ty.Applied() | ty.Listing() | ty.Copies():
                return all(self._names(part, routine) for part in ty.children(value))
            case ty.Derived(key=key):
                made = self._v.values[key].formula
                return made is not None and self._names(made.value, None)
        return False

    # ---- where values go

    def _settle(self, routine: Routine) -> bool:
        """Take away what a script fills with something it points at; gives whether anything was."""
        changed = False
        for statement in walk(routine.body):
            free = isinstance(statement, ty.Each) and bool(statement.free)
            if isinstance(statement, ty.Pick | ty.PickSeveral) or (isinstance(statement, ty.Each) and free):
                self._picks(statement.items)
            for held, value in self._filled(statement, routine):
                if value.type.tag in ("kind", "set") and not self._names(value, routine):
                    changed |= self._take(held)
        return changed

    def _picks(self, items: Value) -> None:
        if not lies_in_zone(items):
            self.picked.add(items.type.element.name)

    def _filled(self, statement: ty.Statement, routine: Routine) -> Iterator[tuple[str | tuple[int, int], Value]]:
        """What a statement puts where: a var by its key, a local by its script and number."""
        own = id(routine.locals)
        match statement:
            case ty.SetLocal(slot=slot, value=value):
                yield (own, slot), value
            case (
                ty.Each(items=items, slot=slot)
                | ty.Pick(slot=slot, items=items)
                | ty.PickSeveral(slot=slot, items=items)
            ):
                yield (own, slot), items
            case ty.Do(primitive=primitive, args=given):
                change, cell = STATEMENTS[primitive].change, cell_of(statement)
                if change is not None and change.forgets and cell is not None:
                    yield cell.key, given[change.amount]
            case ty.CallVerb(verb=verb, args=args):
                yield from self._passed(verb, args)
            case ty.Announce(event=event, args=args):
                yield from self._passed(keys.event(event), args)
                for heard in (one.routine for one in self._v.reactions() if one.event == event):
                    if heard is not None:
                        yield from (((id(heard.locals), slot), value) for slot, value in enumerate(args))

    def _passed(self, verb: Key, args: list[Value]) -> Iterator[tuple[tuple[int, int], Value]]:
        for called in self._by_key.get(verb, ()):
            yield from (((id(called.locals), slot), value) for slot, value in enumerate(args))

    def _take(self, held: str | tuple[int, int]) -> bool:
        if isinstance(held, str):
            new = held not in self._pointing_vars
            self._pointing_vars.add(held)
            return new
        slots = self._pointing.setdefault(held[0], set())
        new = held[1] not in slots
        slots.add(held[1])
        return new


def lies_in_zone(items: Value) -> bool:
    """Whether a set is what lies in a zone, in its order."""
    return isinstance(ty.unfiltered(items), ty.Contents)


def _only_printed(cond: Value) -> bool:
    """Whether a condition reads nothing of a thing but what is printed on it."""
    return all(isinstance(node, _PRINTED) for node in ty.nodes(cond))
