"""Everything a seat cannot know, exchanged: the same game to that seat, another one in truth.

Independent of the engine's own `imagine`: pairs of hidden pieces change places, one pair after another, wherever they lie
and whoever they belong to, which no rule would allow but nothing the seat is told may show.
"""

from interpreter.play.imagine import pointers

SWAPS = 4
"""How often each hidden piece changes places, on average."""


def knows(machine, state, table, piece, seat):
    """Whether a seat (None: a spectator) knows a piece."""
    mask = state[table.known + piece]
    return mask & machine.everyone == machine.everyone if seat is None else bool(mask >> seat & 1)


def back(machine, kind, piece):
    """What everybody sees of a piece that lies face down: its public fields."""
    item = machine.layout.things[kind][piece].item
    fields = machine.layout.v.kinds[kind].fields.values()
    return tuple(item.faces[0].values[field.name] for field in fields if field.public) if item else ()


def mixed(game, seat, chance):
    """A copy in which all the seat does not know is something else, as far as that can be."""
    other = game.clone()
    other._history, other._floor = [], 0
    for name, places in _hidden(other, seat).items():
        if len(places) > 1:
            swaps = _Swaps(other, name)
            for _ in range(SWAPS * len(places)):
                first, second = chance.sample(places, 2)
                if _may_swap(other, swaps.table, first, second):
                    swaps.swap(first[0], second[0])
            swaps.point_there()
    s = other.state
    s[3], s[4] = chance.randrange(2**32), chance.randrange(2**32)
    _private_vars(other, seat, chance)
    return other


def _hidden(game, seat):
    """The places of hidden pieces by kind: the cell, and whether the back shows there."""
    machine, s, found = game.machine, game.state, {}
    for address, (place, _) in machine.zones.items():
        table = machine.zone_kind[address]
        if place.decl.visible == "all" or not table.known:
            continue
        for at in range(address + 1, address + 1 + s[address]):
            if not knows(machine, s, table, s[at], seat):
                shows = place.decl.backs == "all" or (place.decl.backs == "top" and at == address + s[address])
                found.setdefault(table.name, []).append((at, shows))
    return found


def _may_swap(game, table, first, second):
    s, machine = game.state, game.machine
    alike = back(machine, table.name, s[first[0]]) == back(machine, table.name, s[second[0]])
    return alike or not (first[1] or second[1])


class _Swaps:
    """Pieces of a kind that change places; what has happened to each stays where it happened, and so does what points there."""

    def __init__(self, game, name):
        layout = game.machine.layout
        self.game, self.table, decl = game, layout.tables[name], layout.v.kinds[name]
        self.rows = [(self.table.loc, 1), (self.table.known, 1)] + ([(self.table.face, 1)] if decl.faces > 1 else [])
        self.rows += [(layout.vars[var.key].base, layout.vars[var.key].width) for var in decl.vars.values()]
        self.zones = [layout.zones[zone.key] for zone in decl.zones.values()]
        self.now = {}
        """Where what pointed to a piece points by now; a piece that is missing is its own."""
        self.first = {}
        """The same, the other way round."""

    def swap(self, first, second):
        """Let the pieces in two cells change places."""
        s = self.game.state
        a, b = s[first], s[second]
        s[first], s[second] = b, a
        for base, width in self.rows:
            for i in range(width):
                s[base + a * width + i], s[base + b * width + i] = s[base + b * width + i], s[base + a * width + i]
        on_them = (s[place.base + piece * place.stride] for place in self.zones for piece in (a, b))
        assert not any(on_them), "something lies on it"
        to_a, to_b = self.first.get(a, a), self.first.get(b, b)
        self.now[to_a], self.now[to_b] = b, a
        self.first[b], self.first[a] = to_a, to_b

    def point_there(self):
        """Let everything that points to a piece point to the one in its place: cells, and what is on offer."""
        game, s, naming = self.game, self.game.state, self.game.machine.naming
        cells = [cell for cell, kind in pointers(game.machine, s) if kind == self.table.name]
        for key, place in game.machine.layout.vars.items():
            kind = place.decl.type
            if kind.tag == "kind" and kind.name == self.table.name and not naming.var_names(key):
                cells += range(place.base, place.base + place.width * len(game.machine.layout.things[place.decl.host]))
        for cell in dict.fromkeys(cells):
            s[cell] = self.now.get(s[cell], s[cell])
        ask = game.pending.ask if game.pending is not None else None
        if ask is not None and ask.typed_values is not None and ask.type.name == self.table.name:
            if not naming.names(ask.typed_values, game.machine.program.script_of(ask)):
                values = [self.now.get(value, value) for value in game.pending.values]
                unknown = frozenset(self.now.get(value, value) for value in game.pending.unknown)
                game.pending = game.pending.but(values, unknown)


def _private_vars(game, seat, chance):
    """Vars only their owner sees."""
    for place in game.machine.layout.vars.values():
        if place.decl.visible == "owner" and place.decl.type.tag == "number":
            low, high = place.decl.low or 0, place.decl.high if place.decl.high is not None else 9
            for host in range(len(game.machine.layout.things[place.decl.host])):
                if host != seat:
                    game.state[place.base + host] = chance.randint(low, high)
