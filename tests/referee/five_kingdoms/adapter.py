"""Turns games of the interpreter into streams: the one file here that knows it."""

import random
from functools import cache

import interpreter

from .cards import KINGDOMS, TITANS, Card
from .table import ASIDE, NOTHING, Asked, Seen, Step, Stream

QUESTIONS = {
    ("place the card", "cell"): "place",
    ("take another banner", "emblem"): "banner",
    ("use the taken cards", "one"): "use",
    ("welcome a newcomer", "newcomer"): "newcomer",
    ("clear a seat", "leaver"): "leaver",
    ("add {card: card} to a column", "column"): "column",
    ("settle the pool", "hero"): "deed",
    ("search the discard pile", "find"): "find",
    ("use the found {find: card}", "one"): "find_use",
    ("attack the rival", "one"): "attack",
    ("attack the rival", "victim"): "victim",
}
STYLES = ("any", "court", "titans", "coven", "influence", "officers", "court")
"""Whims of the random players, so that columns grow, Councils listen and Titans gather often enough to matter."""
COURTS = {
    "court": ("queen", "witch", "warrior"),
    "coven": ("witch", "warrior"),
    "officers": ("colonel", "general", "witch"),
    "titans": tuple(TITANS),
}
ENOUGH = {"court": 2, "coven": 4, "officers": 2, "titans": 9}
"""How large a Council is gathered before columns are fed to it."""
KNOWING = (frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1}))


@cache
def pack():
    return interpreter.load("five_kingdoms")


class Reader:
    """Names things of one compiled game."""

    def __init__(self, machine):
        layout = machine.layout
        self.machine, self.layout = machine, layout
        banners, roles = (layout.v.enums[name].values for name in ("banner", "role"))
        self.cards = []
        for thing in layout.things["card"]:
            values = thing.item.faces[0].values
            banner, role = (
                names[values[field]] if isinstance(values[field], int) else values[field]
                for field, names in (("banner", banners), ("role", roles))
            )
            copy = sum(card[:2] == (banner, role) for card in self.cards) + 1
            self.cards.append(Card(banner, role, copy))
        self.thrones = [thing.key.removesuffix("_throne") for thing in layout.things["throne"]]
        self.kinds = {table.index: table.name for table in layout.tables.values()}
        self.places = {0: ASIDE} | {
            address: self.place(where.decl.key, host) for address, (where, host) in machine.zones.items()
        }
        self.vars = {
            where.base + host: (key, host)
            for key, where in layout.vars.items()
            for host in range(len(layout.things[where.decl.host]))
        }

    def cell(self, number):
        return tuple(map(int, self.layout.things["cell"][number].key.split("_")[1:]))

    def column(self, number):
        thing = self.layout.things["column"][number]
        return thing.owner, thing.key.split("_")[0]

    def place(self, key, host):
        kind, name = key.split(".")
        if kind == "cell":
            return ("cell", *self.cell(host))
        if kind == "column":
            return ("column", *self.column(host))
        return (name,) if kind == "shared" else (name, host)

    # ---- happenings

    def happening(self, event):
        """An event in plain words, or None when the rules do not speak of it."""
        read = getattr(self, f"_{event[0]}", None)
        return read(event) if read else None

    def _move(self, event):
        kind, piece, old, new = event[2:6]
        if self.kinds[kind] == "throne":
            return "room", self.thrones[piece], self.places[new][1]
        return "move", self.cards[piece], self.places[old], self.places[new]

    _draw = _move

    def _counter(self, event, sign, castles):
        key, host = self.vars[event[2]]
        if key == "player.castles":
            return castles, host, event[3]
        return ("extra", host, sign * event[3]) if key == "player.extra_turns" else None

    def _gain(self, event):
        return self._counter(event, 1, "gain")

    def _lose(self, event):
        return self._counter(event, -1, "lose")

    def _set(self, event):
        key, host = self.vars[event[2]]
        if key == "shared.active":
            return "active", event[3]
        return ("spent", self.thrones[host]) if key == "throne.spent" else None

    def _reveal(self, event):
        return "show", self.cards[event[3]], self.seats(event[4])

    def _shuffle(self, event):
        return "shuffle", self.places[event[2]]

    def seats(self, mask):
        return KNOWING[mask & 3]

    # ---- the table

    def seen(self, state):
        s = list(state)
        zones, rooms = {}, [None, None]
        for address, (where, host) in self.machine.zones.items():
            pieces = s[address + 1 : address + 1 + s[address]]
            if where.decl.holds == "throne":
                rooms[host] = self.thrones[pieces[0]] if len(pieces) == 1 else pieces
            else:
                zones[self.places[address]] = tuple(self.cards[piece] for piece in pieces)

        def var(key, count):
            base = self.layout.vars[key].base
            return s[base : base + count]

        known = self.layout.tables["card"].known
        return Seen(
            zones=zones,
            castles=var("player.castles", 2),
            extra=var("player.extra_turns", 2),
            rooms=rooms,
            spent={self.thrones[i] for i, spent in enumerate(var("throne.spent", len(KINGDOMS))) if spent},
            active=var("shared.active", 1)[0],
            knows={card: self.seats(s[known + number]) for number, card in enumerate(self.cards)},
        )

    # ---- questions

    def options(self, pending):
        ask = pending.ask
        return tuple(NOTHING if value < 0 else self.option(ask, value) for value in pending.values)

    def option(self, ask, value):
        if ask.type is None:
            return ask.labels[value]
        if ask.type.tag == "enum":
            return self.layout.v.enums[ask.type.name].values[value]
        read = {"card": self.cards.__getitem__, "cell": self.cell, "column": lambda number: self.column(number)[1]}
        return read[ask.type.name](value)

    def question(self, ask):
        routine = str(self.machine.program.routines[ask.routine].key)
        return QUESTIONS.get((routine, ask.name), f"{routine}: {ask.name}")


def stream(seed, content=None, options=None):
    """Play a game by chance and tell it."""
    content = content or pack()
    options = {"open_discard": seed % 5 == 0} if options is None else options
    game = content.new_game(players=2, seed=seed, options=options)
    reader = _reader(game.machine)
    chance = random.Random(f"referee {seed}")
    style, steps, told = STYLES[seed % len(STYLES)], [], 0
    while True:
        happened = [what for what in map(reader.happening, game.events[told:]) if what is not None]
        told = len(game.events)
        steps.append(Step(happened, reader.seen(game.state)))
        if game.pending is None:
            break
        offered = reader.options(game.pending)
        court = len(steps[-1].seen.zones["council", game.pending.seat])
        question = reader.question(game.pending.ask)
        index = choose(
            chance, style, offered, court >= ENOUGH.get(style, 0) and (style, question) != ("coven", "find_use")
        )
        steps[-1].asked = Asked(game.pending.seat, question, offered, offered[index])
        game.choose(index)
    result = game.result
    return Stream(seed, bool(options.get("open_discard")), steps, result.scores, result.ranks, result.winners)


@cache
def _reader(machine):
    return Reader(machine)


def choose(chance, style, options, gathered):
    """Any option; nine times out of ten one that suits the player's style, if there is one."""
    liked = [index for index, option in enumerate(options) if likes(style, option, gathered)]
    return chance.choice(liked if liked and chance.random() < 0.9 else range(len(options)))


def likes(style, option, gathered):
    """A court is gathered first, then columns are fed to it; the Witches of a coven gather on."""
    roles = COURTS.get(style)
    if roles is None:
        return option == style
    if isinstance(option, Card):
        return option.role in roles
    return option == ("influence" if gathered else "recruit")
