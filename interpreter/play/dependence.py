"""What the verdict of a scenario depends on, so that one may stand as long as nothing of that has changed.

A pack is taken apart into a frame and things. The frame is what is declared, in which order and of which types, every
script that runs by itself, and what can be said of scripts without knowing which of them runs: whether one of a name may
fail, what they write, what they point at. Things are what an author changes every day: verbs, actions, values, the
scripts of items, and what an item says in one field. Whoever runs a script depends on all that it can reach by name, and
of items on what was asked of them (`by_meaning.py`). The machine notes only which items' scripts it looked at
(`Machine.fired`): what it has run depends on the whole column of a field, which is what all items of a kind say in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from operator import attrgetter
from typing import Any

from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import Key
from interpreter.check.naming import Naming
from interpreter.check.operands import operands
from interpreter.check.scripts import every_routine, run_by
from interpreter.check.vocabulary import Action, Face, Item, ValueDecl, Verb, Vocabulary
from interpreter.code.evident import mark_room
from interpreter.code.hard import Hardness
from interpreter.code.layout import Layout
from interpreter.code.place import Untold
from interpreter.code.writing import Writing
from interpreter.diagnostics import Span
from interpreter.source import ScriptSource

_APART: dict[type, frozenset[str]] = {
    Vocabulary: frozenset({"digest", "version", "title", "terms", "estimate", "packs", "reads", "item_ids"}),
    Item: frozenset({"source", "rules", "places", "words"}),
    Verb: frozenset({"text", "source", "rules", "routine"}),
    Action: frozenset({"name", "source", "rules", "requires_source", "requires", "routine", "why"}),
    ValueDecl: frozenset({"source", "rules", "formula", "busy"}),
}
"""What of a declaration is no part of the frame: a thing of its own, or nothing that a game could notice."""
Part = ty.Routine | ty.Formula


@cache
def _parts_of(of: type) -> Callable[[Any], tuple[object, ...]]:
    """What gives the fields of a declaration that are part of the frame: there are thousands of a few classes."""
    names = [part.name for part in fields(of) if part.name not in _APART.get(of, frozenset())]
    return attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)


class Dependence:
    """One pack, taken apart."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self._verbs = {verb.key: verb for verb in v.verbs}
        self._items = [(decl, item) for decl in v.kinds.values() for item in decl.items]
        self._scripts = {
            one.key: one
            for _, item in self._items
            for face in item.faces
            for one in face.scripts.values()
            if isinstance(one, ty.Routine)
        }
        self._direct: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    # ---- the frame

    @cached_property
    def frame(self) -> str:
        """A hash of everything that every verdict depends on."""
        total = hashlib.sha256(
            "\n".join([*self._declared(), *self._said_of_scripts()]).encode("utf-8", "surrogatepass")
        )
        return total.hexdigest()

    def _declared(self) -> Iterator[str]:
        """Everything declared that is no thing, in one order; who reads it aloud could write it down again."""
        waiting: list[Any] = [self.v]
        while waiting:
            one = waiting.pop()
            if isinstance(one, Span):
                continue
            if isinstance(one, ScriptSource):
                yield f"script {one.text}"
            elif isinstance(one, ty.Routine | ty.Formula):
                yield f"made of {one.source.text} {_type_of(one)}"
            elif isinstance(one, Face):
                yield f"face {sorted(one.scripts)} {sorted(one.values)}"
            elif is_dataclass(one) and not isinstance(one, type):
                yield type(one).__name__
                if isinstance(one, ValueDecl) and one.formula is not None:
                    yield str(_type_of(one.formula))
                waiting += _parts_of(type(one))(one)
            elif isinstance(one, dict):
                yield f"{len(one)} by name"
                waiting += [*one, *one.values()]
            elif isinstance(one, list | tuple):
                yield f"{len(one)} in a row"
                waiting += one
            else:
                yield repr(sorted(one)) if isinstance(one, set | frozenset) else repr(one)

    def _said_of_scripts(self) -> Iterator[str]:
        """What is said of scripts of items without knowing which of them runs."""
        v = self.v
        yield repr([(part.id, part.version) for part in v.packs])
        least = dict.fromkeys(v.options, 0)
        layout = Layout(v, v.players[0], least)
        for routine in every_routine(v):
            mark_room(routine.body, v, layout.roomy)
        hardness = Hardness(layout)
        writing = Writing(v, hardness)
        for decl in v.kinds.values():
            for script in decl.scripts:
                made = [face.scripts.get(script) for item in decl.items for face in item.faces]
                try:
                    written: object = sorted(writing.of_scripts(decl.name, script))
                except Untold:
                    written = "anything"
                yield f"{decl.name}.{script} {hardness.of_routines(made)} {written}"
        yield from self.pointing

    @cached_property
    def pointing(self) -> list[str]:
        """What is known of where pieces come from by the scripts of the pack alone."""
        return self.pointing_with(self.naming)

    @cached_property
    def naming(self) -> Naming:
        """What in the pack holds names, by its own scripts alone."""
        return Naming(self.v, every_routine(self.v))

    def pointing_with(self, naming: Naming) -> list[str]:
        """What is known of where pieces in vars and in the names of rules come from: who may choose sees it."""
        v = self.v
        said = [f"{var.key} {naming.var_names(var.key)}" for decl in v.hosts() for var in decl.vars.values()]
        said.append(repr(sorted(naming.picked)))
        rules = [v.start, *(verb.routine for verb in v.verbs), *(action.routine for action in v.actions)]
        rules += [*(trigger.routine for trigger in v.triggers), *(watch.routine for watch in v.watches)]
        for routine in rules:
            if routine is not None:
                said.append(repr([naming.local_names(routine, slot) for slot in range(len(routine.params))]))
        return said

    # ---- things

    @cached_property
    def things(self) -> dict[str, str]:
        """A hash of what each thing says."""
        v = self.v
        said = {_name(key): [_text(verb.source)] for key, verb in self._verbs.items()}
        said |= {_name(keys.action(one.id)): [_text(one.source), _text(one.requires_source)] for one in v.actions}
        said |= {_value(key): [_text(one.source)] for key, one in v.values.items()}
        said |= {_name(key): [_text(one.source)] for key, one in self._scripts.items()}
        for decl, item in self._items:
            for number, face in enumerate(item.faces):
                said |= {_cell(decl.name, item.id, number, name): [repr(one)] for name, one in face.values.items()}
                for name, one in face.scripts.items():
                    if isinstance(one, ty.Formula):
                        said[_cell(decl.name, item.id, number, name)] = [_text(one.source)]
        return {name: _hash(parts) for name, parts in said.items()}

    @cached_property
    def _columns(self) -> dict[str, list[str]]:
        """What all items of a kind say in one field, or by a formula of one name."""
        made: dict[str, list[str]] = {}
        for decl, item in self._items:
            for number, face in enumerate(item.faces):
                for name in (*face.values, *face.scripts):
                    made.setdefault(_column(decl.name, name), []).append(_cell(decl.name, item.id, number, name))
        return made

    # ---- who depends on what

    def needs(self, scripts: Iterable[Part], fired: Iterable[Key]) -> set[str]:
        """The things that a run of these scripts on the machine depended on, which looked at these scripts of items."""
        looked_at = [self._scripts[key] for key in fired if key in self._scripts]
        needed = self._reached([*scripts, *looked_at], all_columns=True)
        needed |= {_name(one.key) for one in looked_at}
        columns = [cell for name in needed for cell in self._columns.get(name, ())]
        return needed.union(columns) & self.things.keys()

    def needs_of_asked(self, scripts: Iterable[Part], asked: Iterable[tuple[Item, int, str]]) -> set[str]:
        """The things that a run of these scripts depended on, in which just this was asked of items."""
        needed, parts = set[str](), list[Part]()
        for item, face, name in asked:
            script = item.faces[face].scripts.get(name)
            parts += [script] if script is not None else []
            needed.add(_name(script.key) if isinstance(script, ty.Routine) else _cell(item.kind, item.id, face, name))
        return (needed | self._reached([*scripts, *parts], all_columns=False)) & self.things.keys()

    def _reached(self, scripts: Iterable[Part], *, all_columns: bool) -> set[str]:
        """What scripts can reach by name; with `all_columns` also through what any item says where they ask one."""
        v = self.v
        roots: list[Part | None] = [*scripts, v.score, *v.ties]
        for watch in v.watches:
            roots += [watch.cond, watch.routine]
        needed, waiting = set[str](), list[str]()
        for root in roots:
            if root is not None:
                own, below = self._mentioned([root])
                needed |= own
                waiting += below
        while waiting:
            name = waiting.pop()
            if name not in needed and (all_columns or name not in self._columns):
                needed.add(name)
                if name not in self._direct:
                    self._direct[name] = self._mentioned(self._parts(name))
                own, below = self._direct[name]
                needed |= own
                waiting += below
        return needed

    def _parts(self, name: str) -> list[Part]:
        """The checked scripts of a thing, or of what runs by itself."""
        found = self._by_name.get(name, [])
        return [one for one in found if one is not None]

    @cached_property
    def _by_name(self) -> dict[str, list[Part | None]]:
        v = self.v
        made: dict[str, list[Part | None]] = {_name(key): [verb.routine] for key, verb in self._verbs.items()}
        made |= {_name(keys.action(one.id)): [one.routine, one.requires] for one in v.actions}
        made |= {_value(key): [one.formula] for key, one in v.values.items()}
        for trigger in v.reactions():
            made.setdefault(_name(keys.event(trigger.event)), []).extend([trigger.cond, trigger.routine])
        for decl in v.hosts():
            for var in decl.vars.values():
                made[_name(keys.overflow(decl.name, var.name))] = [var.overflow]
        for decl, item in self._items:
            for face in item.faces:
                for name, one in face.scripts.items():
                    if isinstance(one, ty.Formula):
                        made.setdefault(_column(decl.name, name), []).append(one)
        return made

    def _mentioned(self, parts: Iterable[Part]) -> tuple[frozenset[str], frozenset[str]]:
        """What scripts name: columns without scripts of their own, and what leads on to other scripts."""
        own, below = set[str](), set[str]()
        for part in parts:
            values = [part.value] if isinstance(part, ty.Formula) else []
            below |= set(self._layers(part.key))
            for statement in walk(part.body) if isinstance(part, ty.Routine) else ():
                values += operands(statement)
                below |= set(self._run_by(statement))
            for value in values:
                for node in ty.nodes(value):
                    match node:
                        case ty.Field(kind=kind, name=name):
                            own.add(_column(kind, name))
                        case ty.ItemFormula(kind=kind, script=script):
                            below.add(_column(kind, script))
                        case ty.Derived(key=key):
                            below.add(_value(key))
        return frozenset(own), frozenset(below)

    def _layers(self, key: Key) -> Iterator[str]:
        """The rules that stand behind one of several packs."""
        v = self.v
        behind = [v.below.get(key), *v.pairs.get(key, ()), *v.marks.get(key, ())[:1]]
        if key in v.heard:
            behind += [v.heard[key].layers, keys.event(v.heard[key].event)]
        yield from (_name(one) for one in behind if isinstance(one, Key))

    def _run_by(self, statement: ty.Statement) -> Iterator[str]:
        for key in run_by(statement, self.v):
            yield _name(key)
            yield from self._layers(key)


def _type_of(part: Part) -> object:
    return part.value.type if isinstance(part, ty.Formula) else [of for _, of in part.params]


def _name(key: Key) -> str:
    return repr((key.sort, *key.names))


def _value(key: str) -> str:
    return f"value {key}"


def _column(kind: str, name: str) -> str:
    return f"column {kind}.{name}"


def _cell(kind: str, item: str, face: int, name: str) -> str:
    return f"cell {kind}.{item}#{face}.{name}"


def _text(source: ScriptSource | None) -> str:
    return source.text if source is not None else ""


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]
