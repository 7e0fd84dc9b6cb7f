"""Plays random games with the interpreter and writes them down as the plain records the referee reads.

The only module of the referee that touches the interpreter. Numbers of cells, zones and pieces become names here; nothing
is judged or left out.
"""

import random
from functools import cache

import interpreter

from .record import Decision, Game, Sight

EVERY = 100
"""A look at the whole table after so many decisions."""
LONGEST = 20_000
KEEN = {
    "done": 0.25,
    "no": 0.25,
    "discard_hero": 0.1,
    "play_hero": 6,
    "clan_ability": 3,
    "slot_tile": 3,
    "relic_space": 2,
}
"""How likely an option is for a keen player, 1 for all others: cards are played, not thrown away."""


WORDS = ("end", "say")
"""Events that only tell: that it is over, and lines of the log."""
PARTS = ("round", "turn")
"""What the rulebook knows to begin; other spans are headings of the log."""


@cache
def pack():
    return interpreter.load("daimyo")


class Names:
    """Names for the numbers in the events of one table."""

    def __init__(self, game):
        layout = game.machine.layout
        self.names, self.layout = game.names, layout
        self.seat = [thing.key for thing in layout.things["player"]]
        self.kind = {table.index: name for name, table in layout.tables.items()}
        self.zone = {at: (z.decl.name, self._host(z.decl.host, n)) for at, (z, n) in layout.zone_addresses().items()}
        self.zone[0] = None
        self.cell = {}
        for place in layout.vars.values():
            values = layout.v.enums[place.decl.each].values if place.decl.each else [place.decl.name]
            for host in range(len(layout.things[place.decl.host])):
                for row, value in enumerate(values):
                    name = value if place.decl.name == "stock" else place.decl.name
                    cell = place.base + host * place.width + row
                    self.cell[cell] = (self._host(place.decl.host, host), name, place.decl.type)
        self.reasons, self.spans = game.machine.program.reasons, game.machine.program.spans

    def _host(self, kind, number):
        return self.layout.things[kind][number].key

    def piece(self, kind, number):
        return self.layout.things[self.kind[kind]][number].key

    def only_tells(self, event):
        """Whether an event is a line of the log, and nothing of the table."""
        return event[0] in WORDS or (event[0] == "begin" and self.spans[event[2]] not in PARTS)

    def event(self, event):
        """One event of the machine as plain data."""
        word, who = event[0], self.seat[event[1]]
        if word in ("move", "draw"):
            return (word, who, self.piece(event[2], event[3]), self.zone[event[4]], self.zone[event[5]])
        if word in ("gain", "lose", "pay"):
            holder, counter, _ = self.cell[event[2]]
            reason = self.reasons[event[4]] if word == "gain" and event[4] >= 0 else None
            return (word, who, holder, counter, event[3], reason)
        if word == "set":
            holder, counter, of = self.cell[event[2]]
            value = event[3] if of.tag == "number" else self.names.key(of, event[3])
            return (word, who, holder, counter, value)
        if word == "shuffle":
            return (word, who, self.zone[event[2]])
        if word == "roll":
            return (word, who, tuple((self.piece(event[2], die), pips) for die, pips in event[3]))
        if word == "begin":
            return (word, who, self.spans[event[2]])
        return (word, who, self.piece(event[2], event[3]), *event[4:])


_names = {}
"""Names by machine: the same table is played many times."""


def record(players, seed, of=None, **options):
    """Play one random game, of the shipped pack or of another, and write it down."""
    chance = random.Random(f"{players} {seed} {sorted(options.items())}")
    game = (of or pack()).new_game(players=players, seed=seed, options=options)
    names = _names.get(id(game.machine)) or _names.setdefault(id(game.machine), Names(game))
    written = Game(players, seed, dict(game.options), [])
    told = 0
    while True:
        # Why the game ended is a sentence; that it did, and when, the last sight shows.
        written.items += [names.event(event) for event in game.events[told:] if not names.only_tells(event)]
        told = len(game.events)
        if len(game.picks) % EVERY == 0 or game.pending is None:
            written.items.append(sight(game))
        if game.pending is None:
            break
        written.items.append(pick(game, chance))
        assert len(game.picks) < LONGEST, "the game does not end"
    result = game.result
    written.scores, written.ranks, written.winners = result.scores, result.ranks, result.winners
    # A line of the sheet begins with a capital letter.
    reason = {names.names.term(word).en.casefold(): word for word in names.reasons}
    written.lines = [
        {reason.get(text.en.casefold(), text.en): points for text, points in lines} for lines in result.lines
    ]
    return written


def pick(game, chance):
    """Pick an option by chance, and say what was asked. In one game of three all options are equally likely."""
    decision = game.decision
    keys = decision.options.keys
    if game.seed % 3:
        weights = [KEEN.get(key.split("@")[0], 1) for key in keys]
        index = chance.choices(range(len(keys)), weights)[0]
    else:
        index = chance.randrange(len(keys))
    game.choose(index)
    return Decision(f"player{decision.seat + 1}", decision.rule, keys, keys[index])


def sight(game):
    """The game's own view of the table, as a spectator sees it."""
    data = game.view(None).data
    players = {player["id"]: player for player in data["players"]}
    places = {}
    for host in (data["shared"], *data["players"], *(thing for things in data["places"].values() for thing in things)):
        for zone, pieces in host.items():
            if isinstance(pieces, list):
                places[zone, host["id"]] = [piece and piece.split(":")[0].split("=")[0] for piece in pieces]
    return Sight(players, data["shared"], places)
