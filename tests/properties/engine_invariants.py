"""What holds for any game after every decision, read from the flat state and the layout alone."""

from interpreter.code.layout import FRAME, HEADER, SCOPE, STATUS

CELL = range(-(2**31), 2**32)


def check(game):
    """Hold a resting game against everything that must always be true."""
    plain_numbers(game)
    every_piece_is_somewhere(game)
    vars_within_bounds(game)
    knowledge_fits_places(game)
    stack_is_sound(game)
    decision_is_sound(game)


def plain_numbers(game):
    assert {type(cell) for cell in game.state} == {int}, "whole numbers and nothing else"
    assert min(game.state) in CELL
    assert max(game.state) in CELL


def zones_of(game):
    """Every zone of the game: address, declaration, host, kind table."""
    for address, (place, host) in game.machine.zones.items():
        yield address, place, host, game.machine.zone_kind[address]


def every_piece_is_somewhere(game):
    """A piece lies in exactly one zone or aside; zones and locations say the same; cells behind the last piece are 0."""
    s, layout = list(game.state), game.machine.layout
    lying = {name: {} for name in layout.tables}
    for address, place, host, table in zones_of(game):
        count, room = s[address], place.stride - 1
        where = (place.decl.key, host)
        assert 0 <= count <= room, f"{where} holds {count} of {room}"
        assert place.decl.capacity is None or count <= place.decl.capacity, where
        assert not any(s[address + 1 + count : address + 1 + room]), f"{where} keeps traces of pieces that left"
        for piece in s[address + 1 : address + 1 + count]:
            assert 0 <= piece < table.size, f"{where} holds no such {table.name}: {piece}"
            assert piece not in lying[table.name], f"{table.name} {piece} lies in two places"
            lying[table.name][piece] = address
    for name, table in layout.tables.items():
        if table.loc:
            places = {piece: s[table.loc + piece] for piece in range(table.size) if s[table.loc + piece]}
            assert places == lying[name], f"{name}: zones and places disagree"


def vars_within_bounds(game):
    s, layout = list(game.state), game.machine.layout
    for key, place in layout.vars.items():
        cells = s[place.base : place.base + place.width * len(layout.things[place.decl.host])]
        low, high = bounds(layout, place.decl)
        if cells:
            assert low is None or min(cells) >= low, f"{key} is {min(cells)}, below {low}"
            assert high is None or max(cells) <= high, f"{key} is {max(cells)}, above {high}"


def bounds(layout, decl):
    """The range of a var: its own for a number; none and the things there are for a reference."""
    if decl.type.tag == "number":
        return decl.low, decl.high
    if decl.type.tag == "truth":
        return 0, 1
    values = layout.v.enums[decl.type.name].values if decl.type.tag == "enum" else layout.things[decl.type.name]
    return -1, len(values) - 1


def knowledge_fits_places(game):
    """Who may look into a zone knows what lies there."""
    s, machine = list(game.state), game.machine
    for address, place, _, table in zones_of(game):
        if not table.known:
            continue
        pieces = s[address + 1 : address + 1 + s[address]]
        masks = [s[table.known + piece] for piece in pieces]
        assert all(0 <= mask <= machine.everyone for mask in masks), place.decl.key
        if place.decl.visible == "all":
            assert all(mask == machine.everyone for mask in masks), place.decl.key
        elif place.decl.visible == "owner":
            owner = machine.zone_owner[address]
            assert owner < 0 or all(mask >> owner & 1 for mask in masks), place.decl.key
        elif place.decl.visible == "top" and masks:
            assert masks[-1] == machine.everyone, place.decl.key


def stack_is_sound(game):
    """Frames and option scopes are chains that go down to the bottom of the stack."""
    s, bottom = list(game.state), game.machine.layout.size
    assert bottom >= HEADER
    for cell in (FRAME, SCOPE):
        at, seen = s[cell], 0
        while at:
            assert bottom <= at < len(s), f"{cell} points outside the stack"
            assert s[at] < at, "chains go downwards"
            at, seen = s[at], seen + 1
            assert seen < 1000


def decision_is_sound(game):
    pending = game.pending
    if pending is None:
        assert game.state[STATUS] == 2
        assert game.result is not None
        assert game.decision is None
        return
    assert game.result is None
    assert pending.seat in range(game.seats)
    assert len(pending.values) >= 2, "a single way is taken without asking"
    assert len(set(pending.values)) == len(pending.values), "an option is offered twice"
    assert -1 not in pending.values[:-1], "declining comes last"
