"""Nothing changes on the table that no line tells: the state before and after each choice against the words each seat was told.

Independent of how events are told: what differs is found in the state, and looked for by name in the sentences of the story.
What is on its way, in a zone that a pack calls quiet, is told where it arrives.
"""

import re

import pytest
from random_games import daily, play

from interpreter.play.log import Teller

PICKS = 120
ON_THE_WAY = {
    (None, "shared.center"),
    (None, "shared.drawn"),
    ("supply", "shared.tray"),
    ("shared.tray", "supply"),
    ("player.resolving", "player.discard"),
}
"""Moves for which a pack wants no words: a roll names the dice, and a card that is drawn is told when it is laid; what was played is put away."""
SAID_BY = {"throne.spent": "throne"}
"""Marks that no sentence tells by name: what stands behind the points that were gained says it."""


class Watched:
    """A game, looked at after each choice: what differs from the time before, and what was said of it."""

    def __init__(self, game):
        self.game, self.state, self.since = game, game.state[:], len(game.events)
        self.names, self.layout, self.zones = game.names, game.machine.layout, game.names.zones
        self.teller = Teller(game.machine, game.names)
        self.left = {}
        """Where pieces come from that are on their way."""

    def unsaid(self, seats):
        """The changes since the last time that the story does not tell, by seat."""
        self.shuffled = {(event[0], *event[2:]) for event in self.game.events[self.since :] if event[0] == "shuffle"}
        pieces = list(self._pieces())
        found = {}
        for seat in seats:
            told = " ".join(line.text.en for line in self.game.story(seat, self.since)).casefold()
            differs = [*self._vars(seat), *pieces]
            missing = [what for what, words in differs if not any(word.casefold() in told for word in words)]
            found |= {seat: (missing, told)} if missing else {}
        self.state, self.since = self.game.state[:], len(self.game.events)
        return found

    def _vars(self, seat):
        """The vars that a seat sees and that hold something else, each with words one of which is said of it."""
        for cell, (key, host, row) in self.names.cells.items():
            decl, now = self.layout.vars[key].decl, self.game.state[cell]
            if self.state[cell] == now or decl.resets or decl.quiet or decl.name.startswith("("):
                continue
            whose = self.names.host_owner(decl.host, host)
            if decl.visible == "sealed" or (decl.visible != "all" and (seat is None or seat != whose)):
                continue  # what was chosen secretly is told when all have chosen; until then it is its owner's
            if decl.host != "shared" or decl.name not in self.game.pack.headed:  # its heading says the number
                yield (
                    f"{key} of {host}, row {row}: {self.state[cell]} is now {now}",
                    list(self._words(decl, host, row, now)),
                )

    def _words(self, decl, host, row, now):
        if decl.host not in ("shared", "player"):
            yield from (
                self.names.thing(decl.host, host, face).en for face in range(self.layout.v.kinds[decl.host].faces)
            )
            yield from (self.names.term(name).en for name in [SAID_BY.get(decl.key)] if name)
            return
        name = self.layout.v.enums[decl.each].values[row] if decl.each in self.layout.v.enums else decl.name
        yield from (self.names.term(name, count).en for count in (1, 2))
        written = self.layout.v.terms["en"].get(decl.name)
        if decl.type.tag == "truth" and isinstance(written, dict):
            yield from (_longest_part(written[key]) for key in ("is", "not") if key in written)
        elif decl.type.tag != "number":
            yield self.names.value(decl.type, now).en

    def _pieces(self):
        """The pieces that lie elsewhere, show another face or number, each with its names."""
        for table in self.layout.tables.values():
            decl = self.game.pack.vocabulary.kinds[table.name]
            for piece, thing in enumerate(self.layout.things[table.name] if not decl.quiet else ()):
                words = [self.names.thing(table.name, piece, face).en for face in range(decl.faces)]
                hidden = self.names.hidden(table.name, piece)
                words += [
                    hidden.en,
                    hidden.several(2, "en", "nom").removeprefix("2 "),
                ]  # several are told by their number
                words += [
                    self.names.term(table.name, count).en for count in (1, 2) if not (thing.item and thing.item.name)
                ]
                if decl.faces > 1 and self.state[table.face + piece] != self.game.state[table.face + piece]:
                    yield f"{thing.key} shows another face", words
                if table.loc and self._has_moved(table, piece):
                    yield (
                        f"{thing.key} lies elsewhere",
                        [*words, *self._way(table, piece, bool(thing.item and thing.item.name))],
                    )

    def _way(self, table, piece, is_named):
        """Where it went, which says enough of what has no name; a pile that was shuffled into another says it for its cards."""
        old, new = self.state[table.loc + piece], self.game.state[table.loc + piece]
        if not is_named and new:
            place = self.zones[new][0].decl
            yield (
                self.names.thing(place.host, self.zones[new][1]).en
                if place.host not in ("shared", "player")
                else self.names.term(place.name).en
            )
        if ("shuffle", new, old) in self.shuffled:
            yield f"{self.names.term(self.zones[old][0].decl.name).en} → "

    def _has_moved(self, table, piece):
        old, new = self.state[table.loc + piece], self.game.state[table.loc + piece]
        if old == new:
            return False
        from_zone, to_zone = (self.zones[zone][0].decl if zone else None for zone in (old, new))
        keys = [decl.key if decl else "supply" for decl in (from_zone, to_zone)]
        if (to_zone and to_zone.quiet) or {(keys[0], keys[1]), (None, keys[1])} & ON_THE_WAY:
            self.left.setdefault((table.name, piece), old)
            return False
        return self.left.pop((table.name, piece), -1) != new  # what is back where it was has not moved


def _longest_part(said):
    """What is said in every form of a sentence of the pack: the rest agrees with who is spoken of."""
    return max(re.split(r"\{[^{}]*\}", said), key=len).strip()


def watched(name, players, picks=PICKS):
    """Gives what was left unsaid in a game, choice by choice."""
    watch = None
    for game in play(name, players, 4, adventurous=True):
        if watch is None:
            watch = Watched(game)
        yield from watch.unsaid((None, *range(players))).items()
        if len(game.picks) >= picks:
            return


@pytest.mark.parametrize(("name", "players"), daily())
def test_nothing_changes_that_no_line_tells(name, players):
    for seat, (missing, told) in watched(name, players):
        pytest.fail(f"seat {seat} is not told: {missing}\n{told}")


@pytest.mark.parametrize("lost", ["_change", "_move", "_draw", "_flip", "_holds"])
def test_it_would_be_noticed(lost, monkeypatch):
    """The measure above is no good if a sentence could be missing."""
    games = [("daimyo", 3), ("ancient_world", 2), ("five_kingdoms", 2)]
    for cls in (
        Teller,
        *Teller.__subclasses__(),
        *(one for sub in Teller.__subclasses__() for one in sub.__subclasses__()),
    ):
        if lost in vars(cls):
            monkeypatch.setattr(cls, lost, lambda *_args, **_more: None)
        tellers = {event: one for event, one in cls.TELLERS.items() if one.__name__ != lost}
        monkeypatch.setattr(cls, "TELLERS", tellers)
    assert any(next(watched(name, players), None) for name, players in games)
