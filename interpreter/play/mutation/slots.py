"""Where the checked scripts of a pack are kept, so that one of them can be exchanged without checking the others again.

A template gives many scripts from one text: they stand together in a group, and are changed together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.check import Checker
from interpreter.check.scope import Scope
from interpreter.check.typed import Contents, Formula, Routine, Value
from interpreter.check.types import NUMBER, TRUTH, Type
from interpreter.syntax import parse_expression, parse_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.check.vocabulary import Face, Item, Vocabulary
    from interpreter.source import ScriptSource

Script = Routine | Formula
Place = tuple[str, int]
"""The file of a script, and where in it the script begins."""


@dataclass(slots=True)
class Slot:
    """One checked script and the way to put another one there."""

    source: ScriptSource
    now: Script
    put: Callable[[Any], None]
    want: Type | None = None

    @property
    def place(self) -> Place:
        """Where its text stands: the same for all scripts of a template."""
        return self.source.file, self.source.stretch(0, 0)[0]

    def tree(self) -> Any:  # noqa: ANN401 - a node of a script
        """Its text, parsed."""
        parsed = parse_script(self.source) if isinstance(self.now, Routine) else parse_expression(self.source)
        if isinstance(parsed, list):
            raise LookupError(str(self.now.key))  # noqa: TRY004 - a list of mistakes, not a wrong argument
        return parsed

    def checked(self, checker: Checker, tree: Any) -> Script | None:  # noqa: ANN401 - a node of a script
        """Another script for the same place; None when the checker refuses it."""
        scope = Scope(self.source, self.now.this)
        for name, of in self.now.params:
            scope.new_local(name, of)
        if isinstance(self.now, Routine):
            body = checker.statements.block(tree, scope)
            return None if scope.problems else replace(self.now, body=body, locals=scope.locals)
        value = checker.x.value(tree, scope, self.want)
        if value is None or scope.problems:
            return None
        value = _as_zone(value, self.now.value)
        return replace(self.now, value=value) if value.type == self.now.value.type else None


def _as_zone(value: Value, before: Value) -> Value:
    """A value that was a zone stays one."""
    return value.zone if isinstance(value, Contents) and not isinstance(before, Contents) else value


def slots(v: Vocabulary, used: set[str]) -> dict[Place, list[Slot]]:
    """All scripts that can be exchanged, by the place of their text; of derived values, those that are `used`."""
    found: dict[Place, list[Slot]] = {}
    for slot in _all(v, used):
        found.setdefault(slot.place, []).append(slot)
    return found


def _all(v: Vocabulary, used: set[str]) -> Iterator[Slot]:
    for verb in v.verbs:
        yield from _one(verb.source, verb.routine, verb, "routine")
    for trigger in v.triggers:
        yield from _one(trigger.source, trigger.routine, trigger, "routine")
    for watch in v.watches:
        yield from _one(watch.source, watch.routine, watch, "routine")
        yield from _one(watch.cond_source, watch.cond, watch, "cond", TRUTH)
    for value in v.values.values():
        if value.key in used and value.key not in v.standing:
            yield from _one(value.source, value.formula, value, "formula", value.want)
    for action in v.actions:
        yield from _one(action.source, action.routine, action, "routine")
        yield from _one(action.requires_source, action.requires, action, "requires", TRUTH)
    for decl in v.hosts():
        for var in decl.vars.values():
            yield from _one(var.overflow_source, var.overflow, var, "overflow")
        for item in decl.items:
            yield from _of_item(item, decl.scripts)


def _one(
    source: ScriptSource | None, now: Script | None, owner: object, name: str, want: Type | None = None
) -> Iterator[Slot]:
    if source is not None and now is not None:
        yield Slot(source, now, lambda made: setattr(owner, name, made), want)


def _of_item(item: Item, types: dict[str, str]) -> Iterator[Slot]:
    seen: list[Face] = []
    for face in item.faces:
        if any(face is one for one in seen):
            continue  # a card of one face shows the same one on its back
        seen.append(face)
        for name, source in face.sources.items():
            made = face.scripts.get(name)
            if made is not None:
                want = None if types[name] == "effect" else NUMBER if types[name] == "number" else TRUTH
                yield Slot(source, made, _key_setter(face.scripts, name), want)
    if item.when is not None:
        yield from _one(item.when.source, item.when.routine, item.when, "routine")


def _key_setter(owner: dict[str, Any], name: str) -> Callable[[Any], None]:
    return lambda made: owner.__setitem__(name, made)
