"""Why something is not offered: the first condition that fails, with the values it has now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.typed import E
from interpreter.diagnostics import nearest, shown
from interpreter.machine import Explain, Reason
from interpreter.play.reading import called
from interpreter.play.text import Text, folded
from interpreter.play.views import Looker
from interpreter.prose import failing_text

if TYPE_CHECKING:
    from interpreter.check.types import Type
    from interpreter.machine import Pending
    from interpreter.play.game import Game

_LISTED = 12
"""How many options an answer names, and how many things of one name are looked into."""

OVER = Text("The game is over.", "La partie est terminée.")


class Explainer:
    """Explains one decision to the one who decides.

    Nothing is told of a piece that player cannot see: not even whether it stands behind one of the options.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def why(self, name: str, lang: str) -> str:
        """Say why what is called so is not offered, or that it is, or that it is not part of this decision.

        A name is the number, the key or the label of an option, or the id or a name of what could be one.
        """
        pending = self.game.pending
        if pending is None:
            return OVER.get(lang)
        offered = self._options(name, lang, pending)
        values = self._values(name, pending)
        missing = [value for value in values if value not in pending.values or value in pending.unknown]
        visible = [value for value in missing if self._sees(pending, value)]
        if offered:
            return " ".join([self._offered(offered, lang), *self._others(pending, visible, lang)])
        if not missing:
            return self._foreign(name, lang, pending)
        label = self._label(pending, missing[0])
        if not visible:
            return Text(f"You do not see where `{label.en}` is.", f"Vous ne voyez pas où est « {label.fr} ».").get(lang)
        reason = self._first_reason(pending, visible)
        label = self._label(pending, visible[0])
        return Text(
            f"`{label.en}` is not offered: {reason.en}.", f"« {label.fr} » n'est pas proposé : {reason.fr}."
        ).get(lang)

    # ---- what a name means

    def _options(self, name: str, lang: str, pending: Pending) -> list[int]:
        """The offered options a name means."""
        decision = self.game.decision
        assert decision is not None
        if name.isascii() and name.isdigit() and len(name) < 7 and 1 <= int(name) <= len(decision.options):
            return [int(name) - 1]
        wanted, values = folded(name), self._values(name, pending)
        return [
            index
            for index, (value, option) in enumerate(zip(pending.values, decision.options, strict=True))
            if wanted in (folded(option.key), folded(option.label.get(lang)))
            or (value in values and value not in pending.unknown)
        ]

    def _values(self, name: str, pending: Pending) -> list[int]:
        """Every value of this decision's type, or label of it, that is called so; the player's own ones first."""
        wanted, ask, names = folded(name), pending.ask, self.game.names
        if ask.type is not None and ask.type.tag == "number":
            return [int(wanted)] if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 else []
        found = [value for value, known in enumerate(self._names(pending)) if wanted in map(folded, known)]
        if ask.values is None or ask.type is None or ask.type.tag != "kind":
            return found
        things = names.layout.things[ask.type.name]
        return sorted(found, key=lambda value: things[value].owner != pending.seat)

    def _names(self, pending: Pending) -> list[list[str]]:
        """What each value that could be on offer is called: ids, and names in every language."""
        ask, names = pending.ask, self.game.names
        if ask.values is None:
            labels = [self._label(pending, value) for value in range(len(ask.labels))]
            return [[key, label.en, label.fr] for key, label in zip(ask.labels, labels, strict=True)]
        assert ask.type is not None
        if ask.type.tag == "enum":
            terms = [(value, names.term(value)) for value in names.v.enums[ask.type.name].values]
            return [[value, term.en, term.fr] for value, term in terms]
        if ask.type.tag != "kind":
            return []
        known = []
        for number, thing in enumerate(names.layout.things[ask.type.name]):
            label = names.value(ask.type, number)
            known.append([thing.key, label.en, label.fr, *(called(thing.item) if thing.item is not None else ())])
        return known

    def _label(self, pending: Pending, value: int) -> Text:
        ask, names = pending.ask, self.game.names
        if ask.values is not None:
            assert ask.type is not None
            return names.value(ask.type, value)
        if ask.shape == "menu":
            texts = next(action.name for action in names.v.actions if action.id == ask.labels[value])
            english = texts.get("en", ask.labels[value])
            return Text(english, texts.get("fr", english))
        return names.term(ask.labels[value])

    def _sees(self, pending: Pending, value: int) -> bool:
        of = pending.ask.type if pending.ask.values is not None else None
        return of is None or of.tag != "kind" or Looker(self.game, pending.seat).sees(of.name, value)

    # ---- answers

    def _offered(self, indexes: list[int], lang: str) -> str:
        assert self.game.decision is not None
        label = self.game.decision.options[indexes[0]].label
        numbers = ", ".join(str(index + 1) for index in indexes[:_LISTED])
        return Text(f"`{label.en}` is offered: {numbers}.", f"« {label.fr} » est proposé : {numbers}.").get(lang)

    def _others(self, pending: Pending, missing: list[int], lang: str) -> list[str]:
        """What is said of the things of the same name that are not offered."""
        if not missing:
            return []
        reason = self._first_reason(pending, missing)
        return [
            Text(
                f"Something else of that name is not: {reason.en}.",
                f"Autre chose de ce nom ne l'est pas : {reason.fr}.",
            ).get(lang)
        ]

    def _foreign(self, name: str, lang: str, pending: Pending) -> str:
        """What is said of a name that this decision does not know."""
        decision = self.game.decision
        assert decision is not None
        labels = list(dict.fromkeys(option.label.get(lang) for option in decision.options))
        more = ", …" if len(labels) > _LISTED else ""
        listed = ", ".join(labels[:_LISTED]) + more
        typed = shown(name)
        said = Text(
            f"`{typed}` is not part of this decision. Offered: {listed}.",
            f"« {typed} » ne fait pas partie de ce choix. Proposé : {listed}.",
        ).get(lang)
        values = range(len(self._names(pending)))
        known = {folded(label): label for label in (self._label(pending, value).get(lang) for value in values)}
        near = None if name.isdigit() else known.get(nearest(folded(name), known) or "")
        if near is None:
            return said
        return said + "\n" + Text(f"Did you mean `{near}`?", f"Vouliez-vous dire « {near} » ?").get(lang)

    # ---- reasons

    def _first_reason(self, pending: Pending, values: list[int]) -> Text:
        """The reason of the first value that has one to tell; most copies are just not where one chooses from."""
        game, explain = self.game, Explain(self.game.machine)
        first: Reason | None = None
        for value in values[:_LISTED]:
            reason = explain.why_not(game.state, pending, value)
            if reason.kind != "absent":
                return self._reason(reason)
            first = first or reason
        assert first is not None
        return self._reason(first)

    def _reason(self, reason: Reason) -> Text:
        """Word a reason; a clause there are no good words for is shown as it stands in the pack."""
        values = [(clause, self.game.names.value(of, value)) for clause, of, value in reason.actual]
        en = ", ".join(f"`{clause}` is {value.en}" for clause, value in values)
        fr = ", ".join(f"`{clause}` vaut {value.fr}" for clause, value in values)
        words = self._words(reason)
        if words is not None:
            numbers = [str(value) for _, of, value in reason.actual if of.tag == "number"]
            now = Text(f" (now {' and '.join(numbers)})", f" (à présent {' et '.join(numbers)})")
            measured = len(numbers) > 1 or (numbers and any(letter.isdigit() for letter in words.en))
            return Text(words.en + now.en, words.fr + now.fr) if measured else words
        if reason.among:
            lacking = _lacking(reason)
            if reason.kind == "clause":
                return lacking
            en, fr = lacking.en, lacking.fr
        match reason.kind:
            case "used":
                return Text(f"it was already done this {reason.clause}", "c'est déjà fait")
            case "clause":
                return Text(
                    f"`{reason.clause}` does not hold" + (f": {en}" if en else ""),
                    f"`{reason.clause}` n'est pas vrai" + (f" : {fr}" if fr else ""),
                )
            case "cost":
                return Text(
                    f"`{reason.clause}` cannot be done" + (f": {en}" if en else ""),
                    f"`{reason.clause}` est impossible" + (f" : {fr}" if fr else ""),
                )
        inside = f" ({reason.clause})" if reason.clause else ""
        return Text(f"it is not among what can be chosen{inside}", f"cela ne fait pas partie du choix{inside}")

    def _words(self, reason: Reason) -> Text | None:
        """A condition that fails, in words, if there are good ones in both languages."""
        names, cond, script = self.game.names, reason.cond, reason.script
        if cond is None or script is None:
            return None
        types = _element_types(cond)
        about = {number: names.value(types[number], value) for number, value in reason.elements if number in types}
        english = failing_text(names.v, script, cond, "en", {number: text.en for number, text in about.items()})
        french = failing_text(names.v, script, cond, "fr", {number: text.fr for number, text in about.items()})
        return Text(english, french) if english and french else None


def _element_types(cond: object) -> dict[int, Type]:
    """The types of the elements a condition speaks of, by their numbers."""
    if not isinstance(cond, E):
        return {}
    found = {cond.args[0]: cond.type} if cond.op == "element" else {}
    for part in cond.args:
        found |= _element_types(part)
    return found


def _lacking(reason: Reason) -> Text:
    """Say that nothing of a set qualifies."""
    if not reason.test:
        return Text(f"there is nothing in `{reason.among}`", f"il n'y a rien dans `{reason.among}`")
    return Text(
        f"nothing in `{reason.among}` fits `{reason.test}`",
        f"rien dans `{reason.among}` ne convient à `{reason.test}`",
    )
