"""What a pack adds to, changes in and takes from the lists of the packs below: cards/*.yaml and rules/*.yaml.

An item that begins with its own head (`id`, `verb`, `value`, …) is new; one that begins with `change`, `replace` or
`remove` is about a thing of a pack below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.diagnostics import nearest, one_of, with_article
from interpreter.source.errors import (
    AlreadyThere,
    CannotChange,
    ManyFit,
    NothingBelow,
    NothingToChange,
    RemovedAndAdded,
    UnknownField,
    WhichFace,
)
from interpreter.source.layers.collect import Collected, Section, scalars
from interpreter.source.layers.things import RULES, Event, named, rule_word, step
from interpreter.source.layers.writes import Path, Write
from interpreter.source.templates import AXES, Values, is_template, made
from interpreter.source.tree import Mapping, Node, Scalar, Sequence

HEADS = ("change", "replace", "remove")
_KEPT = ("id", *AXES)
_CONTROL = ("change", "face", "remove")
_SIDES = ("before", "after")
_AS_BEFORE = re.compile(r"(?<![a-z0-9_.])as +before(?![a-z0-9_])")
_COMMENT = re.compile(r"#[^\n]*")


def head_of(item: Mapping) -> str | None:
    """Return what an item does to a thing below; nothing for a new thing."""
    return next((word for word in HEADS if word in item), None)


class Listed:
    """Reads the items of one section of one pack."""

    def __init__(self, collected: Collected, section: Section, values_of: Values) -> None:
        self.c, self.section, self.values_of = collected, section, values_of

    # ---- items of cards/ and rules/

    def about_below(self, of: str, item: Mapping, *, lowest: bool) -> None:
        """Take in an item that changes, replaces or removes; `of` is its kind of thing, empty for rules."""
        doing = head_of(item)
        assert doing is not None
        key = item.key(doing)
        if lowest:
            assert key is not None
            self.c.problems.report(NothingBelow(key.span, doing))
            return
        for name in scalars(item.get(doing)):
            thing = self._card(of, name, doing) if of else self._rule(name, doing)
            if thing is not None:
                {"change": self._change, "replace": self._replace, "remove": self._remove}[doing](thing, name, item)

    def _card(self, of: str, name: Scalar, doing: str) -> Path | None:
        thing = ("cards", of, name.text)
        if (*thing[:2], f"{name.text}\n1") in self.c.things.events:  # templates that are called alike
            templates = [path for path in self.c.things.templates if path[:2] == thing[:2]]
            alike = [path for path in templates if path[-1].partition("\n")[0] == name.text]
            names = tuple(one for path in alike for one in self.c.things.templates[path])
            self.c.problems.report(ManyFit(name.span, name.text, names))
            return None
        return thing if self.c.find(self.section, thing, name, doing, of) else None

    def _rule(self, name: Scalar, doing: str) -> Path | None:
        word, _, called = name.text.strip().partition(" ")
        called = called.strip()
        if word not in RULES:
            return None  # the schema has told
        names = self.c.things.siblings(("rules", word), self.section.above)
        found = names.fitting(called)
        if len(found) > 1:
            self.c.problems.report(
                ManyFit(name.span, called, tuple(dict.fromkeys(one.partition("\n")[0] for one in found)))
            )
        elif not found:
            gone = self.c.things.latest(("rules", word, called), self.section.above)
            place = gone.at.span if gone is not None else None
            cure = "" if place else self._rule_meant(word, called)
            self.c.problems.report(NothingToChange(name.span, doing, word, called, names.said(), place, "", cure))
        return ("rules", word, found[0]) if len(found) == 1 else None

    def _rule_meant(self, word: str, called: str) -> str:
        """What to write where a rule of another sort has the name, or others begin with its first word."""
        for other in RULES:
            found = self.c.things.siblings(("rules", other), self.section.above).fitting(called) if called else []
            if found:
                return f"write `{other} {called}`: it is {with_article(other)}"
        names = self.c.things.siblings(("rules", word), self.section.above)
        alike = [one.partition("\n")[0] for one in names.known if one.split()[:1] == called.split()[:1]]
        return f"there is {one_of(alike)}" if alike and nearest(called, names.said()) is None else ""

    # ---- new things

    def add(self, of: str, item: Mapping, *, lowest: bool) -> None:
        """Take in a new thing, or all that a template makes."""
        word = of or rule_word(item) or ""
        head = item.get("id") if of else item.get(word)
        if not isinstance(head, Scalar) or not word:
            return
        nameless = not of and word in ("when", "whenever") and "id" not in item
        parent: Path = ("cards", of) if of else ("rules", word)
        path = self.c.things.place(parent, item, apart=nameless or is_template(item))
        self._note(path, head, Event(self.section.pack, head, item), lowest=lowest or nameless or "\n" in path[-1])
        if not is_template(item) or nameless:
            return
        makes = made(item, self.values_of, lambda one: named(parent, one)) if self.c.things.few() else {}
        self.c.things.templates[path] = makes
        for name, one in makes.items():
            event = Event(self.section.pack, head, one.item, path, one.holes)
            self._note((*parent, name), head, event, lowest=lowest)

    def _note(self, path: Path, head: Scalar, event: Event, *, lowest: bool) -> None:
        """Keep that a thing is there; below the lowest pack nothing can be in its way."""
        if not lowest:
            below = self.c.things.visible(path, self.section.above)
            removal = self.c.writes.last(path, frozenset({self.section.pack}))
            if removal is not None and removal.op == "remove":
                self.c.problems.report(RemovedAndAdded(head.span, path[-1], removal.at.span))
            elif below is not None:
                called = path[-1] if path[0] == "cards" else f"{path[1]} {path[-1]}"
                cure = f"to change it, write `change: {called}`; else give yours another id"
                self.c.problems.report(AlreadyThere(head.span, path[1], path[-1], below.pack, below.at.span, cure))
            self.c.inventions.add(Write(path, "add", self.section.pack, self.section.above, head))
        self.c.things.note(path, event)

    # ---- the three things to do

    def _change(self, thing: Path, name: Scalar, item: Mapping) -> None:
        face = item.get("face")
        number = str(face.value) if isinstance(face, Scalar) else ""
        if number and not self._has_face(thing, name, number):
            return
        for key, value in item.entries:
            if key.text in _CONTROL:
                continue
            if key.text in _KEPT and thing[0] == "cards":
                why = "others know the thing by it; `replace` the thing, or add a new one"
                self.c.problems.report(CannotChange(key.span, key.text, why))
            elif thing[0] == "rules" and key.text == thing[1]:
                self.c.problems.report(
                    CannotChange(key.span, key.text, "scripts call the rule by it; add a new rule instead")
                )
            elif thing[0] == "rules" and _is_side(key.text):
                self._beside(thing, key, value)
            elif _says_before(value):
                self._around(thing, key, value, number)
            elif number:
                self.c.attribute(self.section, thing, ("faces", number, key.text), key, value)
            elif not self._on_faces(thing, key):
                self.c.attribute(self.section, thing, (key.text,), key, value)
        rest: Path = ("faces", number) if number else ()
        self.c.drop(self.section, thing, rest, self._dropped(thing, item))

    def _dropped(self, thing: Path, item: Mapping) -> Iterator[Scalar]:
        """The keys that go away; what a thing is known by and where it comes from cannot."""
        head = (*_KEPT, "source") if thing[0] == "cards" else (thing[1], "source")
        for name in scalars(item.get("remove")):
            if name.text in head:
                why = "every thing and rule says it: to say something else, write it anew beside `change`"
                why = (
                    why
                    if name.text == "source"
                    else "others know the thing by it; `remove` the whole thing, or `replace` it"
                )
                self.c.problems.report(CannotChange(name.span, name.text, why))
            else:
                yield name

    def _beside(self, thing: Path, key: Scalar, value: Node) -> None:
        """Take in what is done before or after a rule as it was."""
        if key.text not in _SIDES:
            self.c.problems.report(UnknownField(key.span, key.text, _SIDES, _SIDES))
        elif "effect" in RULES.get(thing[1], ()):
            self.c.write(self.section, (*thing, "effect"), key.text, key, value)
        else:
            why = "only what does something has a before and an after; write `is: …` with `as before` in it"
            self.c.problems.report(CannotChange(key.span, key.text, why))

    def _around(self, thing: Path, key: Scalar, value: Node, face: str) -> None:
        """Take in a script that goes around what was there."""
        if thing[0] != "rules" or face or key.text not in RULES.get(thing[1], ()):
            why = "`as before` is for verbs, values, actions and reactions; here the whole script is written anew"
            self.c.problems.report(CannotChange(key.span, key.text, why))
        elif self.c.things.current(thing, (key.text,), self.section.above) is None:
            self.c.problems.report(CannotChange(key.span, key.text, "there is none below, so nothing was before"))
        else:
            self.c.write(self.section, (*thing, key.text), "around", key, value)

    def _replace(self, thing: Path, _name: Scalar, item: Mapping) -> None:
        at = item.key("replace")
        event = self.c.things.visible(thing, self.section.above)
        assert at is not None and event is not None and isinstance(event.node, Mapping)
        head = "id" if thing[0] == "cards" else thing[1]
        called: Node | None = item.get("replace") if thing[0] == "cards" else event.node.get(head)
        assert called is not None
        key = Scalar(at.origin, at.start, at.stop, head, "")
        kept = tuple(entry for entry in item.entries if entry[0].text != "replace")
        whole = Mapping(item.origin, item.start, item.stop, ((key, called), *kept))
        self.c.write(self.section, thing, "set", at, whole)
        self.c.things.note(thing, Event(self.section.pack, called, whole, event.template))
        if is_template(whole):
            self._remade(thing, whole)

    def _remade(self, thing: Path, whole: Mapping) -> None:
        """Tell the index what a template makes now that another one stands in its place."""
        before = self.c.things.templates.get(thing, {})
        now = made(whole, self.values_of, lambda one: named(thing[:2], one))
        at = whole.entries[0][1]
        for name in before.keys() - now.keys():
            self.c.things.note((*thing[:2], name), Event(self.section.pack, at, None))
        for name, one in now.items():
            self.c.things.note((*thing[:2], name), Event(self.section.pack, at, one.item, thing, one.holes))
        self.c.things.templates[thing] = {**before, **now}

    def _remove(self, thing: Path, name: Scalar, _item: Mapping) -> None:
        self.c.write(self.section, thing, "remove", name)
        called = thing[-1] if thing[0] == "cards" else thing[-1].rpartition(".")[2]
        for one in (called, *self.c.things.templates.get(thing, ())):
            path = (*thing[:-1], one) if thing[0] == "cards" else thing
            self.c.things.note(path, Event(self.section.pack, name, None))
            self.c.removed.setdefault(one, (self.section.pack, name.span))

    # ---- faces

    def _faces(self, thing: Path) -> Sequence | None:
        node = self.c.things.current(thing, ("faces",), self.section.above)
        return node if isinstance(node, Sequence) else None

    def _has_face(self, thing: Path, name: Scalar, number: str) -> bool:
        faces = self._faces(thing)
        if faces is not None and step(faces, number) is not None:
            return True
        event = self.c.things.visible(thing, self.section.above)
        assert event is not None
        place = faces.span if faces is not None else event.at.span
        self.c.problems.report(WhichFace(name.span, thing[-1], "", len(faces) if faces is not None else 0, place))
        return False

    def _on_faces(self, thing: Path, key: Scalar) -> bool:
        """Report a key that would be hidden by those of the faces."""
        faces = self._faces(thing)
        if faces is None or not any(isinstance(face, Mapping) and key.text in face for face in faces):
            return False
        self.c.problems.report(WhichFace(key.span, thing[-1], key.text, len(faces), faces.span))
        return True


def _is_side(key: str) -> bool:
    """Say whether a key puts something beside a rule, or is a slip of one that does."""
    return key in _SIDES or nearest(key, _SIDES) is not None


def _says_before(value: Node) -> bool:
    """Say whether a script has a place for what was there before."""
    return isinstance(value, Scalar) and _AS_BEFORE.search(_COMMENT.sub("", value.text)) is not None
