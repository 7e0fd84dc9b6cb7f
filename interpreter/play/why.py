"""Why something is not offered: the first condition that fails, with the values it has now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.machine import Explain, Reason
from interpreter.play.decisions import option_key
from interpreter.play.text import Text

if TYPE_CHECKING:
    from interpreter.play.game import Game


class Explainer:
    """Explains one decision."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def why(self, name: str, lang: str) -> str:
        """Say why an option of that key is not offered, or that it is, or that it is not part of this decision."""
        game = self.game
        pending = game.pending
        if pending is None:
            return Text("The game is over.", "La partie est terminée.").get(lang)
        offered = [option_key(game.names, pending, value) for value in pending.values]
        if name in offered:
            return Text(f"`{name}` is offered.", f"« {name} » est proposé.").get(lang)
        value = self._value(name)
        if value is None:
            keys = ", ".join(offered[:12])
            return Text(
                f"`{name}` is not part of this decision. Offered: {keys}.",
                f"« {name} » ne fait pas partie de ce choix. Proposé : {keys}.",
            ).get(lang)
        reason = self._reason(Explain(game.machine).why_not(game.state, pending, value))
        return Text(f"`{name}` is not offered: {reason.en}.", f"« {name} » n'est pas proposé : {reason.fr}.").get(lang)

    def _reason(self, reason: Reason) -> Text:
        """Word a reason; clauses are shown as they stand in the pack."""
        values = [(clause, self.game.names.value(of, value)) for clause, of, value in reason.actual]
        en = ", ".join(f"`{clause}` is {value.en}" for clause, value in values)
        fr = ", ".join(f"`{clause}` vaut {value.fr}" for clause, value in values)
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

    def _value(self, name: str) -> int | None:
        """The value behind a key of this decision's type or labels."""
        pending, names = self.game.pending, self.game.names
        assert pending is not None
        ask = pending.ask
        if ask.values is None:
            return ask.labels.index(name) if name in ask.labels else None
        assert ask.type is not None
        if ask.type.tag == "kind":
            things = names.layout.things[ask.type.name]
            return next((i for i, t in enumerate(things) if t.key == name or (t.item and t.item.id == name)), None)
        if ask.type.tag == "enum":
            values = names.v.enums[ask.type.name].values
            return values.index(name) if name in values else None
        return None
