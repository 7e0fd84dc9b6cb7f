"""What to write instead, where a name, a property or a type is not what an author takes it for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.properties import ME
from interpreter.check.types import NUMBER, Type, kind
from interpreter.diagnostics import nearest, one_of, with_article
from interpreter.primitives import FUNCTIONS
from interpreter.primitives.functions import TOTAL, meant_by
from interpreter.primitives.synonyms import WORDS
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions
    from interpreter.check.scope import Scope
    from interpreter.check.typed import Value

_DASHED = re.compile(r"[a-z][a-z0-9_]*(?:-[a-z][a-z0-9_]*)+")
_KINDS_TOLD = 3


class Cures:
    """Finds out what was meant, in one pack. Each gives nothing where it cannot be told."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.v = expressions.v

    # ---- names

    def of_name(self, name: str, mine: Value | None, want: Type | None) -> str:
        """What to write for a name that nothing here has; `mine` is what the acting player has by that name."""
        if mine is not None:
            counter = isinstance(mine, ty.Var) and mine.type == NUMBER
            return f"write `my.{name}`" + ("; as a counter it stands behind the number" if counter else "")
        copies = max((item.count for item in self.v.item_ids.get(name, ())), default=0)
        if copies > 1:
            return f"there are {copies} of it: say which, as in `first(… where …)`, or give it no `count`"
        if name in self.v.options:
            return f"write `option.{name}`"
        if name == "options" and self.v.options:
            return "write `option.…`"
        if name in WORDS:
            return f"write `{WORDS[name]}`"
        taking = self.v.values.get(name)
        if taking is not None and taking.params:
            return f"it is given something: write `{self._given(name)}`"
        owners = [of for of, plain, kind in self._owned_values() if plain == name and kind in self.v.kinds]
        if owners and not (want is not None and want.tag == "enum"):
            return f"it belongs to {_listed(owners)}: write what has it before it, as in `NAME.{name}`"
        return ""

    def of_mine(self, name: str, known: tuple[str, ...]) -> str:
        """What to write where the nearest name is something of the players, which no script has by its bare name."""
        near = nearest(name, known)
        plain = near is not None and self.x.properties.shared(near, (0, 0)) is None and near not in self.v.item_ids
        mine = self.x.properties.find(ME, near, (0, 0)) if near is not None and plain else None
        return f"did you mean `my.{near}`?" if isinstance(mine, ty.Var) else ""

    def _owned_values(self) -> list[tuple[str, str, str]]:
        """The values of kinds: of what, by what name."""
        return [(one.of, one.name, one.of) for one in self.v.named_values() if one.of]

    def dashed(self, node: t.Value, scope: Scope) -> str:
        """How a name is written that has a dash in it; a difference of numbers has spaces around its sign as a rule."""
        written = scope.source.text[slice(*node.at)].strip()
        name = written.replace("-", "_")
        if not _DASHED.fullmatch(written) or name not in {*self.x.known_names(scope), *self._terms()}:
            return ""
        return f"a name has `_` where words have a dash: write `{name}`"

    def _terms(self) -> set[str]:
        return {name for terms in self.v.terms.values() for name in terms}

    # ---- behind a dot

    def of_property(self, base: Value, name: str, written: str, scope: Scope) -> str:
        """What to write where a thing has nothing of that name: what else has it, or what asks for it."""
        if base.type.tag in ("set", "zone"):
            return self._of_set(base, name, written)
        value = self.v.values.get(f"{base.type.name}.{name}")
        if value is not None and value.params:
            return f"it is given something: write `{written}.{self._given(f'{base.type.name}.{name}')}`"
        if self.x.properties.shared(name, (0, 0)) is not None:
            return f"it lies on the table, not with {with_article(str(base.type))}: write `{name}` alone"
        loose = self.v.values.get(name)
        if loose is not None and loose.of is None:
            return f"it is a value of no kind: write `{name}` alone, or give it `of: {base.type.name}`"
        if base.type.tag != "kind" or name in scope.broken:
            return ""
        others = [kind for kind in self.v.kinds if kind != base.type.name and name in self.x.properties.known(kind)]
        return f"{_listed(others)} has it, not {with_article(str(base.type))}" if others else ""

    def _of_set(self, base: Value, name: str, written: str) -> str:
        function = FUNCTIONS.get(name) or meant_by(name)
        if function is not None:
            rest = "" if len(function.params) == 1 else ", …"
            return f"write `{function.name}({written}{rest})`"
        if name in self.x.properties.known(base.type.name):
            one = self.x.properties.find(ty.Element(kind(base.type.name), 0), name, (0, 0))
            asked = f", or ask with a function, as in `{TOTAL}({written}, {name})`"
            counts = one is not None and one.type == NUMBER
            return f"each {base.type.name} in it has one: choose one, or go through it with `for each`" + asked * counts
        return ""

    def _given(self, key: str) -> str:
        value = self.v.values[key]
        return f"{value.name}({', '.join(name for name, _ in value.params)})"

    # ---- types

    def hidden_thing(self, node: t.Value, found: Value) -> str:
        """How to name the thing that is called like the value of an enum which was found instead of it."""
        items = self.v.item_ids.get(node.id, []) if isinstance(node, t.Name) and found.type.tag == "enum" else []
        return f"{items[0].kind}.{items[0].id}" if items else ""

    def of_type(self, node: t.Value, found: Value, want: Type) -> str:
        """What to write where a name was found to be something else than is meant."""
        thing = self.hidden_thing(node, found)
        if thing:
            return f"a thing is called so, too: write `{thing}`"
        if want.tag != "enum" or found.type != NUMBER:
            return ""
        value = self.v.values.get(found.key) if isinstance(found, ty.Derived) else None
        inside = value.formula.value if value is not None and value.formula is not None else found
        for part in ty.nodes(inside):
            match part:
                case ty.Var(index=ty.Const(type=of, number=number)) if of == want:
                    name = self.v.enums[of.name].values[number]
                    where = f"in `{value.name}`, " if value is not None else ""
                    return (
                        f"{where}`{name}` is the counter of that value: write `{of.name}.{name}` for the value itself"
                    )
        return ""

    def of_piece(self, node: t.Value, found: Value) -> str:
        """What to write where a piece is wanted and the value of an enum stands: pieces are told by their fields."""
        thing = self.of_type(node, found, found.type)
        if thing or found.type.tag != "enum" or not isinstance(node, t.Name):
            return thing
        for decl in self.v.kinds.values():
            for field in decl.fields.values():
                if field.type == found.type and decl.name != "player":
                    some = f"{decl.plural} where {field.name} is {node.id}"
                    return f"say which piece: choose one from `{some}`, or take `first({some})`"
        return ""

    def before_dot(self, node: t.Dot, base: Value) -> str:
        """What to write where the name before a dot is not the thing or the enum that is called so."""
        thing = self.hidden_thing(node.base, base)
        if thing:
            return f"a thing is called so, too: write `{thing}.{node.name}`"
        name = node.base.id if isinstance(node.base, t.Name) else ""
        if isinstance(base, ty.Local) and name in self.v.enums and node.name in self.v.enums[name].values:
            value = f"{name}.{node.name}"
            return f"`{name}` is a name in this script; call it otherwise, and `{value}` is the value of the enum"
        return ""

    def choices(self, want: Type | None) -> str:
        """The values of the enum that is wanted."""
        if want is None or want.tag != "enum" or want.name not in self.v.enums:
            return ""
        return f"{with_article(want.name)} is one of {one_of(self.v.enums[want.name].values)}"

    # ---- conditions

    def shared_subject(self, node: t.Binary, scope: Scope) -> bool:
        """Report `A is B or C`, where B and C are meant to be compared with A; gives whether it was."""
        parts = _row(node, node.op)
        first, others = parts[0], parts[1:]
        wanted = {"or": ("is", "in"), "and": ("is not", "not in")}[node.op]
        if not isinstance(first, t.Binary) or first.op != wanted[0]:
            return False
        if not all(isinstance(one, t.Name | t.Number) for one in others):
            return False
        told = len(scope.problems)
        left = self.x.raw(first.left, scope, None)
        of = self.x.settle(left).type if left is not None else None
        found = [self.x.raw(one, scope, of) for one in others] if of is not None and of.tag != "truth" else [None]
        del scope.problems[told:]
        if any(one is None or self.x.settle(one).type != of for one in found):
            return False
        written = [scope.source.text[slice(*one.at)] for one in (first.left, first.right, *others)]
        cure = f"write `{written[0]} {wanted[1]} ({', '.join(written[1:])})`"
        wrong = err.BareCondition(scope.span(others[0].at), "thing", written[2], cure=cure)
        scope.problems.report(wrong)
        return True


def _row(node: t.Value, op: str) -> list[t.Value]:
    """The parts of a flat row of one operator, from left to right."""
    found: list[t.Value] = []
    while isinstance(node, t.Binary) and node.op == op:
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def _listed(kinds: list[str]) -> str:
    """Some kinds, for people: a card, a token or a player."""
    named = [with_article(one) for one in kinds[:_KINDS_TOLD]]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"
