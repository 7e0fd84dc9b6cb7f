"""The referee: a whole game, from the box to the winner."""

from collections import Counter

from . import actions, content, empire, final, influence, laws, mercenaries, prices, setup, tiles, turns
from . import reading as book
from .log import Log, scratch
from .log_words import ANY
from .record import Decision, Difference, same
from .table import MARKET, Table


def judge(game):
    """Read a game; None when all is as the rules ask, else the first difference.

    One reading only keeps the books: every piece in exactly one place, every counter within its bounds. The other asks
    whether each thing that happened, and each option that was offered, is what the rules ask for.
    """
    found = []
    for reading, read in ((Books(game), Books.read), (Log(game), read_game)):
        try:
            read(reading)
        except Difference as difference:
            difference.game, difference.step = game.name, reading.step
            found.append((reading.at, difference))
    return min(found, key=lambda one: one[0])[1] if found else None


class Books:
    """Every event on a table of its own, and nothing else."""

    def __init__(self, game):
        self.items, self.at, self.step = game.items, 0, 0
        self.t = Table(game.players, game.options)

    def read(self):
        for at, item in enumerate(self.items):
            self.at = at
            if isinstance(item, Decision):
                self.step += 1
            elif isinstance(item, tuple) and not scratch(item):
                laws.watch(self.t, item)
                self.t.apply(item)
        self.balance()

    def balance(self):
        """Each piece of the box lies in one place only, and nothing else lies there."""
        lying = Counter(piece for pieces in self.t.inside.values() for piece in pieces)
        same(book.COMPONENTS, "pieces that lie in two places", {}, {p: n for p, n in lying.items() if n > 1})
        out = {piece for piece, place in self.t.where.items() if place is not None}
        same(book.COMPONENTS, "pieces on the table", out, set(lying))
        for kind, rule in (("relic", book.COMPONENTS), ("die", book.DICE_COUNT), ("villager", book.VILLAGE)):
            same(
                rule,
                f"every {kind} on the table",
                set(self.t.box.pieces(kind)),
                out & set(self.t.box.pieces(kind)),
            )


def read_game(g):
    setup.read(g)
    for number in range(1, 6):
        same(book.NEXT_ROUND if number > 1 else book.ROUND_MARKER, "the round", number, g.t.round)
        read_round(g)
    score(g)
    if g.peek() is not None or g.at < len(g.items):
        raise Difference(book.GAME_ENDS, "after the final scoring", "nothing", g.items[g.at])
    outcome(g.t, g.game)


# ---- a round


def read_round(g):
    g.actor = None
    g.take(book.FIVE_ROUNDS, "a round begins", "begin", ANY, "round")
    g.village_visited = False
    roll(g)
    order = g.t.players_from(g.t.start_player)
    first = g.t.start_player
    for _ in range(3):
        if g.t.box.players == 1 and first == g.t.box.neutral:
            empire.turn(g, order[0])
        for seat in order:
            turns.turn(g, seat)
        if g.t.box.players == 1 and first != g.t.box.neutral:
            empire.turn(g, order[0])
    left = len(g.t.at("center"))
    used = 3 * len(g.t.box.everyone)
    same(book.THREE_TURNS, "dice left over", len(g.t.box.pieces("die")) - used, left)
    finish(g)


def roll(g):
    """All dice are back in the centre and rolled."""
    dice = set(g.t.box.pieces("die"))
    while g.sees("move", ANY, ANY, ANY, ("center", "table")):
        g.next()
    same(book.DICE_COUNT, "dice in the centre", dice, set(g.t.at("center")))
    event = g.take(book.ROLL, "the dice are rolled", "roll")
    same(book.ROLL, "dice rolled", dice, {die for die, _ in event[2]})


# ---- the end of a round


def finish(g):
    """Influence, revenue, start player, heroes, cards; in round 5 only the first two."""
    t, players = g.t, g.t.box.players
    g.actor = None
    if players == 2:
        mercenaries.paid(g)
    if players == 1:
        empire.decree(g, t.box.seats[0])
    score_islands(g)
    for seat in t.players_from(t.helmet):
        revenue(g, seat)
    if players == 1 and g.sees("gain", ANY, t.box.neutral):
        raise Difference(book.SOLO_NO_REVENUE, "revenue of the empire", "none", g.peek())
    if t.round == 5:
        skipped(g)
        if players == 2:  # the fifth hero of the mercenaries
            enlist(g, book.MERC_FIVE)
        return
    pass_helmet(g)
    hire_heroes(g)
    for seat in t.players_from(t.helmet):
        actions.draw(g, seat, rule=book.NEW_CARD)
    g.gain(book.NEXT_ROUND, "the round marker", "table", "round", 1)
    if players == 1:
        empire.new_orders(g)


def skipped(g):
    """In the last round nobody is asked about the Helmet, and nobody hires."""
    event = g.peek()
    if g.asked or (event is not None and (event[0] == "pay" or event[3] == "start_player" or event[2] == "helmet")):
        raise Difference(
            book.LAST_ROUND, "after the last revenue", "nothing is asked", [d.keys for d in g.asked] or event
        )


def scorers(t):
    order = t.players_from(t.start_player)
    return [*order, t.box.neutral] if t.box.players == 1 else order


def score_islands(g):
    """Every island pays its first and second."""
    for isle, paid in influence.island_payments(g.t):
        shown = {seat: influence.standing(g.t, seat, isle) for seat in paid}
        people = scorers(g.t)
        for _ in range(sum(paid[seat] > 0 for seat in people)):
            due = {seat: paid[seat] for seat in people if paid[seat]}
            event = g.peek()
            found = (event[2], event[4]) if event and event[0] == "gain" and event[3] == "popularity" else event
            if found not in due.items():
                raise Difference(
                    influence.rule(g.t, shown, due, found), f"{isle} in round {g.t.round}, {shown}", due, found
                )
            g.take(book.PLACES, f"points of {isle}", "gain", ANY, event[2], "popularity", event[4], "islands")
            paid[event[2]] = 0
    if g.sees("gain", ANY, ANY, "popularity", ANY, "islands"):
        raise Difference(book.PLACES, "more points from islands", "none", g.peek())


def revenue(g, seat):
    """1 good of choice, 1 gold, and every yellow tile."""
    actions.any_goods(g, seat, 1, rule=book.REVENUE)
    g.gain(book.REVENUE, "revenue", seat, "gold", 1)
    left, cards = Counter(), 0
    for tile in tiles.laid(g.t, seat, "yellow"):
        for line in content.lines(content.by_id("bonus_tile")[tile]["effect"]):
            if line == "draw a hero":
                cards += 1
            else:
                _, amount, counter = line.split()
                left[counter] += int(amount)
    while left or cards:
        event = g.peek()
        if event is not None and event[0] == "gain" and event[2] == seat and 0 < event[4] <= left[event[3]]:
            left[event[3]] -= event[4]
            left = +left
            g.next()
        elif cards and (not left or (event is not None and event[0] in ("draw", "shuffle"))):
            actions.draw(g, seat)
            cards -= 1
        else:
            raise Difference(
                book.YELLOW_TILES, f"yellow tiles of {seat}", f"{dict(left)} and {cards} cards more", event
            )


def pass_helmet(g):
    """The holder keeps it or gives it away; the empire keeps it."""
    t = g.t
    if t.box.players > 1 or t.helmet != t.box.neutral:
        heirs = set(t.box.everyone if t.box.players == 1 else t.box.seats)
        g.peek()
        asked = [d for d in g.asked if d.picked in heirs]
        same(book.START_PLAYER, "who is asked about the Helmet, and whom it may go to",
             [(t.helmet, heirs)], [(d.seat, set(d.keys)) for d in asked][:1])  # fmt: skip
        heir = asked[0].picked
        if heir != t.helmet:
            g.take(book.START_PLAYER, "the Helmet", "set", ANY, "table", "helmet", heir)
    elif g.sees("set", ANY, "table", "helmet"):
        raise Difference(book.SOLO_KEEPS, "the Helmet of the empire", "kept", g.peek())
    if t.start_player != t.helmet:
        g.take(book.START_PLAYER, "the next start player", "set", ANY, "table", "start_player", t.helmet)


def hire_heroes(g):
    """Clockwise from the Helmet; the empire in its turn, the mercenaries when all have hired."""
    t = g.t
    if t.box.players == 1 and t.helmet == t.box.neutral:
        enlist(g, book.SOLO_RIGHTMOST)
    for seat in t.players_from(t.helmet):
        while actions.another(g, seat, bool(prices.hireable(t, seat)), book.HIRE, actions.hires_next):
            actions.hire(g, seat)
    if t.box.players == 2:
        enlist(g, book.MERC_HERO)
    elif t.box.players == 1 and t.helmet != t.box.neutral:
        enlist(g, book.SOLO_RIGHTMOST)


def enlist(g, rule):
    """The neutral takes whoever stands furthest to the right, for nothing."""
    hero = g.t.rightmost()
    if hero is not None:
        army = ("deck", g.t.box.neutral)
        g.take(rule, "the rightmost hero of the market", "move", ANY, hero, MARKET, army)
        actions.refill_market(g)
        if g.sees("shuffle", ANY, army):  # a stack that nobody may look through
            g.next()


# ---- the end


def score(g):
    """Final scoring, line by line."""
    secret = set(g.t.at("deck", g.t.box.neutral)) if g.t.box.neutral else set()
    if g.t.box.players == 2:
        same(book.MERC_FIVE, "heroes of the mercenaries", 5, len(secret))
    g.t.counted, revealed = True, []
    while g.sees("reveal"):
        revealed.append(g.next()[2])
    same(book.ARMY, "secret heroes shown at the end", sorted(secret), sorted(revealed))
    for seat in scorers(g.t):
        for line, points in final.sheet(g.t, seat).items():
            g.gain(final.rule(g.t, seat, line), f"{line} of {seat}", seat, "popularity", points, line)


def outcome(t, game):
    """Scores, ranks, winners and the score sheets as the game itself gives them."""
    people = t.box.everyone if t.box.players == 1 else t.box.seats
    same(book.WINNER, "final scores", [t.count(seat, "popularity") for seat in people], game.scores)
    ranks = final.ranks(t)
    same(book.WINNER, "ranks", ranks, game.ranks)
    same(book.WINNER_TIES, "winners", [n for n, rank in enumerate(ranks) if rank == 1], game.winners)
    for seat, lines in zip(people, game.lines, strict=True):
        mine = {line: points for line, points in final.sheet(t, seat).items() if points}
        same(book.WINNER, f"score sheet of {seat}", mine, {k: v for k, v in lines.items() if k in final.RULES})
