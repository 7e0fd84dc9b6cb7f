"""Why something is not offered: the first condition that fails, with the values it has now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.secrets import reads_secret
from interpreter.check.types import Type
from interpreter.diagnostics import nearest, shown
from interpreter.languages import language
from interpreter.machine import Explain, Reason
from interpreter.play.reading import called
from interpreter.play.subjects import place_of
from interpreter.play.text import Fact, Text, begins_in, is_called, named, phrase, said, same, spelled
from interpreter.play.views import Looker
from interpreter.prose import LONG_CLAUSE, MAX_CLAUSE, Words, failing_text, looked_for, says_not, statement_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from interpreter.machine import Pending
    from interpreter.play.game import Decision, Game

_LISTED = 12
"""How many options an answer names, and how many things of one name are looked into."""


class Explainer:
    """Explains one decision to the one who decides.

    Nothing is told of a piece that player cannot see: not even whether it stands behind one of the options.
    """

    def __init__(self, game: Game, numbers: Mapping[int, int] | None = None) -> None:
        """`numbers`: those that the options have for who asks, by their place among the options."""
        self.game, self._numbers = game, numbers

    def why(self, name: str, lang: str) -> str:
        """Say why what is called so is not offered, or that it is, or that it is not part of this decision.

        A name is the number, the key or the label of an option, or the id or a name of what could be one.
        """
        pending = self.game.pending
        if pending is None:
            return said("over").get(lang)
        offered = self._options(name, lang, pending)
        values = self._values(name, pending, lang)
        missing = [value for value in values if value not in pending.values or value in pending.unknown]
        visible = [value for value in missing if self._sees(pending, value)]
        if offered:
            return " ".join([self._offered(offered, lang), *self._others(pending, visible, lang)])
        if not missing:
            if name.isdigit():
                return self._foreign(name, lang, pending)
            own = self._own_of(name, pending, lang)
            told = [self._now(kind, number, ways, lang) for kind, number, ways in own]
            told += [self._later(lambda asks: self._values(name, asks, lang), lang)]
            return " ".join(one for one in told if one) or self._foreign(name, lang, pending)
        label = self._label(pending, missing[0])
        if not visible:
            return _say(lang, "unseen", label=label)
        reason = self._first_reason(pending, visible, lang)
        return _say(lang, "not offered", label=self._label(pending, visible[0]), reason=reason)

    def why_thing(self, kind: str, key: str, lang: str) -> str:
        """Say the same of a thing that somebody points at: what this decision is not about is told by its name."""
        pending, decision = self.game.pending, self.game.decision
        numbers = {thing.key: number for number, thing in enumerate(self.game.names.layout.things.get(kind, ()))}
        if pending is None or decision is None or key not in numbers:
            return self.why(key, lang)
        ask = pending.ask
        if ask.values is not None and ask.type is not None and (ask.type.tag, ask.type.name) == ("kind", kind):
            return self.why(key, lang)
        there = self._pointed(kind, numbers[key], pending)
        if there:
            return self.why(ask.labels[there[0]], lang)
        told = [
            self._now(kind, numbers[key], self._taking(pending, kind, numbers[key]), lang),
            self._later(lambda asks: self._pointed(kind, numbers[key], asks), lang),
            *self._for_actions(pending, kind, numbers[key], lang),
        ]
        if any(told):
            return " ".join(one for one in told if one)
        label = self.game.names.value(Type("kind", kind), numbers[key])
        return _say(lang, "not asked", label=label, prompt=decision.prompt.get(lang))

    def ways(self, kind: str, key: str) -> list[int]:
        """The options of a menu that take a thing somebody points at, or ask for it next."""
        pending, decision = self.game.pending, self.game.decision
        numbers = {thing.key: number for number, thing in enumerate(self.game.names.layout.things.get(kind, ()))}
        if pending is None or decision is None or key not in numbers:
            return []
        number = numbers[key]
        if self._pointed(kind, number, pending):
            return []
        found = {
            *self._taking(pending, kind, number),
            *(index for index, _ in self._leading(lambda asks: self._pointed(kind, number, asks))),
        }
        alike = decision.options.alike
        return sorted({alike[index] for index in found})

    def _taking(self, pending: Pending, kind: str, number: int) -> list[int]:
        """The actions of a menu that take a thing by themselves, since there is no other for them to begin with."""
        game, decision, explain = self.game, self.game.decision, Explain(self.game.machine)
        if decision is None or pending.ask.shape != "menu" or not Looker(game, pending.seat).sees(kind, number):
            return []
        actions = {action.id: action for action in game.names.v.actions}
        return [
            index
            for index, value in enumerate(pending.values)
            if value >= 0
            and (kind, number) in decision.options.ahead(index).moves
            and explain.concerns(game.state, pending, actions[pending.ask.labels[value]], kind, number)
        ]

    def _own_of(self, name: str, pending: Pending, lang: str) -> Iterator[tuple[str, int, list[int]]]:
        """The things called so that an action of the menu takes by itself, each with these actions."""
        decision, names = self.game.decision, self.game.names
        if decision is None or pending.ask.shape != "menu":
            return
        moved = {thing: None for index in range(len(decision.options)) for thing in decision.options.ahead(index).moves}
        for kind, number in sorted(moved):
            thing = names.layout.things[kind][number]
            label = names.value(Type("kind", kind), number)
            if is_called(name, [thing.key, *self._spoken(label), *(called(thing.item) if thing.item else ())], lang):
                yield kind, number, self._taking(pending, kind, number)

    def _now(self, kind: str, number: int, ways: list[int], lang: str) -> str | None:
        """What is said of something that an action takes by itself."""
        decision = self.game.decision
        if not ways or decision is None:
            return None
        label = self.game.names.value(Type("kind", kind), number)
        return _say(lang, "by itself", label=label, listed=self._shortly(decision, ways, lang))

    def _for_actions(self, pending: Pending, kind: str, number: int, lang: str) -> Iterator[str]:
        """Why actions of a menu that begin with a choice among such things cannot be done with this one now."""
        game, ask, explain = self.game, pending.ask, Explain(self.game.machine)
        if ask.shape != "menu" or not Looker(game, pending.seat).sees(kind, number):
            return
        actions = {action.id: action for action in game.names.v.actions}
        for value, action in enumerate(actions[label] for label in ask.labels):
            if not explain.concerns(game.state, pending, action, kind, number):
                continue
            named_so = self._label(pending, value)
            if value not in pending.values:
                reason = self._reason(explain.why_not(game.state, pending, value), lang)
                yield _say(lang, "not offered", label=named_so, reason=reason)
                continue
            failing = explain.not_for(game.state, pending, action, kind, number)
            if failing is not None:
                label = game.names.value(Type("kind", kind), number)
                yield _say(lang, "not for", label=label, action=named_so, reason=self._reason(failing, lang))

    # ---- what a name means

    def _options(self, name: str, lang: str, pending: Pending) -> list[int]:
        """The offered options a name means."""
        decision = self.game.decision
        assert decision is not None
        if name.isascii() and name.isdigit() and len(name) < 7:
            numbered = [index for index in range(len(decision.options)) if self._number(index) == int(name)]
            if numbered:
                return numbered[:1]
        values = self._values(name, pending, lang)
        return [
            index
            for index, (value, option) in enumerate(zip(pending.values, decision.options, strict=True))
            if is_called(name, (option.key, option.label.get(lang)), lang)
            or (value in values and value not in pending.unknown)
        ]

    def _pointed(self, kind: str, number: int, pending: Pending) -> list[int]:
        """The values of a choice that a thing stands for: itself, or the actions of a menu that go there."""
        ask = pending.ask
        if ask.values is not None:
            return [number] if ask.type is not None and (ask.type.tag, ask.type.name) == ("kind", kind) else []
        if ask.shape != "menu":
            return []
        goes = {action.id: place_of(self.game.names, action) for action in self.game.names.v.actions}
        return [value for value, action in enumerate(ask.labels) if goes[action] == (kind, number)]

    def _number(self, index: int) -> int:
        """The number by which an option is chosen."""
        return index + 1 if self._numbers is None else self._numbers[index]

    def _values(self, name: str, pending: Pending, lang: str) -> list[int]:
        """Every value of this decision's type, or label of it, that is called so; the player's own ones first."""
        ask, names = pending.ask, self.game.names
        if ask.type is not None and ask.type.tag == "number":
            return [int(name)] if name.isascii() and name.isdigit() and len(name) < 7 else []
        found = [value for value, known in enumerate(self._names(pending)) if is_called(name, known, lang)]
        if ask.values is None or ask.type is None or ask.type.tag != "kind":
            return found
        things = names.layout.things[ask.type.name]
        return sorted(found, key=lambda value: things[value].owner != pending.seat)

    def _names(self, pending: Pending) -> list[list[str]]:
        """What each value that could be on offer is called: ids, and names in every language."""
        ask, names = pending.ask, self.game.names
        if ask.values is None:
            labels = [self._label(pending, value) for value in range(len(ask.labels))]
            return [[key, *self._spoken(label)] for key, label in zip(ask.labels, labels, strict=True)]
        assert ask.type is not None
        if ask.type.tag == "enum":
            return [[value, *self._spoken(names.term(value))] for value in names.v.enums[ask.type.name].values]
        if ask.type.tag != "kind":
            return []
        known = []
        for number, thing in enumerate(names.layout.things[ask.type.name]):
            label = names.value(ask.type, number)
            known.append([thing.key, *self._spoken(label), *(called(thing.item) if thing.item is not None else ())])
        return known

    def _spoken(self, label: Text) -> list[str]:
        """A label in every language of the pack: a player may type any."""
        return [label.get(lang) for lang in self.game.names.v.languages]

    def _label(self, pending: Pending, value: int) -> Text:
        ask, names = pending.ask, self.game.names
        if ask.values is not None:
            assert ask.type is not None
            return names.value(ask.type, value)
        if ask.shape == "menu":
            return named(next(a.name for a in names.v.actions if a.id == ask.labels[value]), ask.labels[value])
        return names.term(ask.labels[value])

    def _sees(self, pending: Pending, value: int) -> bool:
        of = pending.ask.type if pending.ask.values is not None else None
        return of is None or of.tag != "kind" or Looker(self.game, pending.seat).sees(of.name, value)

    # ---- answers

    def _offered(self, indexes: list[int], lang: str) -> str:
        assert self.game.decision is not None
        label = self.game.decision.options[indexes[0]].label
        found = dict.fromkeys(self._number(index) for index in indexes)
        numbers = ", ".join(str(number) for number in list(found)[:_LISTED])
        return _say(lang, "offered", label=label, numbers=numbers)

    def _others(self, pending: Pending, missing: list[int], lang: str) -> list[str]:
        """What is said of the things of the same name that are not offered."""
        if not missing:
            return []
        return [_say(lang, "another", reason=self._first_reason(pending, missing, lang))]

    def _later(self, meant: Callable[[Pending], list[int]], lang: str) -> str | None:
        """What is said of something that can be chosen next, after an option that leads there."""
        decision, found = self.game.decision, list(self._leading(meant))
        if not found or decision is None:
            return None
        return _say(lang, "later", label=found[0][1], listed=self._shortly(decision, [way for way, _ in found], lang))

    def _leading(self, meant: Callable[[Pending], list[int]]) -> Iterator[tuple[int, Text]]:
        """The options after which something is on offer, each with what it is called there."""
        decision = self.game.decision
        assert decision is not None
        for index in range(len(decision.options)):
            asks = decision.options.ahead(index).asks
            for one in meant(asks) if asks is not None else ():
                if asks is not None and one in asks.values and one not in asks.unknown and self._sees(asks, one):
                    yield index, self._label(asks, one)
                    break

    def _foreign(self, name: str, lang: str, pending: Pending) -> str:
        """What is said of a name that this decision does not know."""
        decision = self.game.decision
        assert decision is not None
        listed = self._shortly(decision, range(len(decision.options)), lang)
        foreign = _say(lang, "foreign", typed=shown(name), listed=listed)
        values = range(len(self._names(pending)))
        labels = list(dict.fromkeys(self._label(pending, value).get(lang) for value in values))
        known = {spelled(label): label for label in labels}
        near = None if name.isdigit() else known.get(nearest(spelled(name), known) or "")
        if near is None and not name.isdigit():  # some of a name says which ones may be meant
            near = "`, `".join([label for label in labels if begins_in(name, (label,), lang)][:_LISTED])
        return foreign + "\n" + _say(lang, "meant", name=near) if near else foreign

    def _shortly(self, decision: Decision, indexes: Sequence[int], lang: str) -> str:
        """Some options in a row, not too many."""
        labels = self._listed(decision, indexes, lang)
        return ", ".join(labels[:_LISTED]) + (", …" if len(labels) > _LISTED else "")

    def _listed(self, decision: Decision, indexes: Sequence[int], lang: str) -> list[str]:
        """Options: with their numbers, and in their order, where who asks has a list with numbers before them."""
        labels = {index: decision.options[index].label.get(lang) for index in indexes}
        if self._numbers is None:
            return list(dict.fromkeys(labels.values()))
        first = {self._numbers[index]: label for index, label in reversed(labels.items())}
        return [f"{number} {label}" for number, label in sorted(first.items())]

    # ---- reasons

    def _first_reason(self, pending: Pending, values: list[int], lang: str) -> str:
        """The reason of the first value that has one to tell; most copies are just not where one chooses from."""
        game, explain = self.game, Explain(self.game.machine)
        first: Reason | None = None
        for value in values[:_LISTED]:
            reason = explain.why_not(game.state, pending, value)
            if reason.kind != "absent":
                return self._reason(reason, lang)
            first = first or reason
        assert first is not None
        return self._reason(first, lang)

    def _reason(self, reason: Reason, lang: str) -> str:
        """Word a reason: as the author does, or from the condition that fails, or from one that it is part of."""
        if reason.cond is not None and reason.script is not None:
            program = self.game.machine.program
            if reads_secret(program.layout.v, program.scripts, reason.cond, reason.script):
                return _say(lang, "hidden")
        if reason.kind == "used":
            times = next(one.times for one in self.game.names.v.actions if one.id == reason.action)
            return _say(lang, "used", span=self.game.names.term(reason.clause), times=times)
        own = self._own_words(reason, lang)
        if own:
            return own
        if reason.kind == "none":
            return self._none(reason, lang)
        for longest in (MAX_CLAUSE, LONG_CLAUSE):
            for one in self._in_order(reason, lang):
                words = self._words(one, lang, longest)
                if words:
                    return _measured(one, words, lang)
        return self._plain(reason, lang)

    def _none(self, reason: Reason, lang: str) -> str:
        """Why no way of doing something can be gone, where each has a reason with words."""
        parts = list(dict.fromkeys(self._reason(part, lang) for part in reason.parts))
        told = [part for part in parts if part not in (_say(lang, "not allowed"), _say(lang, "not among"))]
        return language(lang).grammar.listing(told if told == parts else told[:1], "and") or _say(lang, "not allowed")

    def _in_order(self, reason: Reason, lang: str) -> Iterator[Reason]:
        """A condition that fails and those it is part of; what the pack says of one that is all of it comes first."""
        v, words, inner = self.game.names.v, self._pack_words(lang), reason
        for part in reason.wider:
            whole = part.cond
            formula = v.values[whole.key].formula if isinstance(whole, ty.Derived) else None
            if whole is not None and formula is not None and formula.value is inner.cond and says_not(words, whole):
                yield replace(part, actual=reason.actual)
                break
            if isinstance(whole, ty.IfElse):
                break
            inner = part
        yield from (reason, *reason.wider)

    def _own_words(self, reason: Reason, lang: str) -> str:
        """What the author says where an action is not open."""
        action = next((one for one in self.game.names.v.actions if one.id == reason.action), None)
        return named(action.why, "").get(lang) if action is not None else ""

    def _plain(self, reason: Reason, lang: str) -> str:
        """A reason that the condition itself gives no good words for."""
        cond, v = reason.cond, self.game.names.v
        items = looked_for(cond) if cond is not None else None
        if items is not None and items.type.element.tag == "kind":
            return _say(lang, "no fitting", kind=self.game.names.term(items.type.element.name))
        chosen_before = isinstance(cond, ty.Compare) and cond.sign == "is not" and cond.left.type.tag == "kind"
        if chosen_before or isinstance(cond, ty.Unmarked):
            return _say(lang, "the same")
        if reason.statement is not None and isinstance(reason.script, ty.Routine):
            told = statement_text(v, reason.script, reason.statement, lang)
            return _say(lang, "cannot", what=told[:1].lower() + told[1:].rstrip("."))
        return _say(lang, "not among" if reason.kind == "absent" else "not allowed")

    def _shown(self, of: Type, value: int) -> Text:
        """A value a condition has now; a piece the player does not know is not named."""
        pending, names = self.game.pending, self.game.names
        assert pending is not None
        if of.tag == "kind" and value >= 0 and not Looker(self.game, pending.seat).sees(of.name, value):
            return names.hidden(of.name, value)
        return names.value(of, value)

    def _words(self, reason: Reason, lang: str, longest: int) -> str:
        """A condition that fails, in words, if there are good ones."""
        cond, script = reason.cond, reason.script
        if cond is None or script is None:
            return ""
        types = _element_types(cond)
        about = {number: self._shown(types[number], value) for number, value in reason.elements if number in types}
        called = {number: text.get(lang) for number, text in about.items()}
        known = {slot: (of, text.get(lang)) for slot, of, text in self._known(reason)}
        return failing_text(self._pack_words(lang), script, cond, called, known=known, longest=longest)

    def _pack_words(self, lang: str) -> Words:
        """The words of the pack for a game with so many players."""
        words = Words(self.game.names.v, lang)
        words.neutral = self.game.names.neutral
        return words

    def _known(self, reason: Reason) -> Iterator[tuple[int, Type, Text]]:
        """What the names of a script stand for, as far as the board shows it; whoever is asked is spoken to."""
        assert reason.script is not None and self.game.pending is not None
        v, given = self.game.names.v, len(reason.script.params)
        for slot, of, value in reason.names:
            if of.tag == "kind" and of.name == "player" and value == self.game.pending.seat:
                yield slot, of, same("")
                continue
            place = of.tag == "kind" and v.kinds[of.name].zones_only
            if of.tag == "enum" or place or (of.tag in ("kind", "number") and slot < given):
                yield slot, of, self._shown(of, value)


def _say(lang: str, key: str, **facts: Fact) -> str:
    return phrase(lang, language(lang).why[key], facts)


def _element_types(cond: ty.Value) -> dict[int, Type]:
    """The types of the elements a condition speaks of, by their numbers."""
    return {node.number: node.type for node in ty.nodes(cond) if isinstance(node, ty.Element)}


def _measured(reason: Reason, words: str, lang: str) -> str:
    """Words of a condition that compares, with the numbers it has now."""
    numbers = [str(value) for _, of, value in reason.actual if of.tag == "number"]
    measured = len(numbers) > 1 or (numbers and any(letter.isdigit() for letter in words))
    listed = language(lang).grammar.listing(numbers, "and")
    return _say(lang, "now", words=words, numbers=listed) if measured else words
