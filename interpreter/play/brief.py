"""Events in few words, under a heading that says who acts: that player is not named in every line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.play.folding import Alike
from interpreter.play.log import Event, Teller, filled
from interpreter.play.text import Text, colon, logged, same

if TYPE_CHECKING:
    from interpreter.check.vocabulary import VarDecl


class Brief(Teller):
    """Tells what one player does, or would do."""

    def _acts(self, me: int) -> bool:
        return (self.apart or me != self.picker) and super()._acts(me)

    def _concerns(self, me: int, owner: int, *zones: int) -> bool:
        return (self.apart or me != self.picker) and super()._concerns(me, owner, *zones)

    def _piece(self, kind: str, piece: int, me: int, *, known: bool) -> Text:
        """A piece; one of the acting player's own that has no name is told by its kind alone."""
        thing = self.layout.things[kind][piece]
        if known and thing.owner == me == self.picker and not (thing.item and thing.item.name):
            return self.names.place(kind, piece) if self.names.v.kinds[kind].grid else self.names.term(kind)
        return super()._piece(kind, piece, me, known=known)

    def _reveal(self, event: Event, seat: int | None) -> Text:
        """What is shown; who looks at something alone is not named again."""
        _, me, kind, piece, mask = event
        if me != self.picker or mask != 1 << me or self.apart:
            return super()._reveal(event, seat)
        what = self._piece(self.kinds[kind], piece, me, known=self._known(mask, seat))
        return Alike(("look", me), what, lambda what: logged("look", what=what), sentence=True)

    def zone_name(self, zone: int) -> Text:
        """What a zone is called; the acting player's own without the player."""
        place, host = self.zones[zone] if zone else (None, -1)
        if place is not None and place.decl.host == "player" and host == self.picker:
            return self.names.term(place.decl.name)
        return super().zone_name(zone)

    def _holds(self, event: Event, seat: int | None) -> Text | None:
        """What a cell holds now; the acting player's own without the player."""
        key, host, _ = self.cells[event[2]]
        decl = self.layout.vars[key].decl
        if decl.host != "player" or host != self.picker or self.apart or decl.type.tag == "truth":
            return super()._holds(event, seat)
        shown = self.names.value(decl.type, event[3])
        if decl.type.tag == "kind" and self._hides(decl.type.name, event[3], seat):
            shown = self.names.hidden(decl.type.name, event[3])
        said = self._becoming(decl, event)
        if said is not None:
            return filled(said, shown)
        return logged("set", what=self.counter(event[2], 1, seat)[1], value=shown)

    def _became(self, decl: VarDecl, whose: Text, now: bool, *, own: bool) -> Text | None:
        """What somebody is from now on; the acting player is not named again."""
        if decl.host == "player" and not own and not self.apart and self.picker is not None:
            return self._unnamed(super()._became(decl, whose, now, own=own))
        return super()._became(decl, whose, now, own=own)

    def _said(self, event: Event, seat: int | None) -> Text | None:
        """A line of the pack, without the acting player at its beginning: that one stands above."""
        told = super()._said(event, seat)
        return told if self.apart or self.picker is None else self._unnamed(told)

    def _unnamed(self, told: Text | None) -> Text | None:
        """A sentence without the acting player, where it begins with that one."""
        if told is None or self.picker is None:
            return told
        who = self.names.player(self.picker)
        return Text(lambda lang: told.get(lang).removeprefix(f"{who.get(lang)} "))

    def _becoming(self, decl: VarDecl, event: Event) -> Text | None:
        """What the pack says somebody does who comes to hold something."""
        return self._written(decl, "becomes") if event[0] != "unseal" else None

    def _change(self, event: Event, seat: int | None) -> Text | None:
        """A counter by its number, as in `beans +3`; whose it is, unless it is the acting player's or nobody's."""
        cell, amount = event[2:4]
        if self._private(cell, seat):
            return None
        key, host, _ = self.cells[cell]
        decl = self.layout.vars[key].decl
        whose, what = self.counter(cell, amount, seat)
        change = f"{'+' if self.changes[event[0]].adds else '−'}{amount}"
        reason = self._reason(event[4]) if len(event) > 4 and event[4] >= 0 else same("")
        clear = decl.host == "shared" or (decl.host == "player" and host == self.picker and not self.apart)
        if decl.host not in ("shared", "player"):
            return self._of_things("change of", event, {"who": whose, "what": what, "change": change, "reason": reason})
        told = logged("change", what=what, change=change, reason=reason)
        if clear:
            return told
        # Whoever gets several things one after another is named once.
        return Alike(
            ("changes", host), told, lambda told: Text(lambda lang: f"{whose.get(lang)}{colon(lang)}{told.get(lang)}")
        )
