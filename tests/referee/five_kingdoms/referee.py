"""Holds a stream against the rules, question by question, and says where the two part."""

from collections import Counter
from dataclasses import dataclass

from .cards import DECK, KINGDOMS
from .ledger import Ledger
from .rules import Rules
from .square import moved, offset
from .table import PILE, SEATS

RULE_OF = {"castles": "FK-C09", "extra": "FK-X23", "rooms": "FK-S03", "spent": "FK-I07", "active": "FK-T10"}


@dataclass(frozen=True)
class Difference:
    """One place where a game and its referee disagree."""

    seed: int
    step: int
    rule: str
    what: str
    expected: object
    found: object

    def __str__(self):
        return (
            f"seed {self.seed}, step {self.step}, {self.rule}: {self.what}: "
            f"by the rules {plain(self.expected)}, in the game {plain(self.found)}"
        )


def plain(value):
    """A value as text: sets sorted, cards by name."""
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(plain, value))) + "}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{plain(k)}: {plain(v)}" for k, v in value.items()) + "}"
    if type(value) in (list, tuple):
        return "(" + ", ".join(map(plain, value)) + ")"
    return str(value)


class Parted(Exception):
    """The game and the referee disagree: what comes after means nothing."""


class Referee:
    """Watches one game. `differences` is empty when all was right; only the first step that differs is told."""

    def __init__(self, stream):
        self.stream = stream
        self.differences = []
        self.step = 0
        self.rules = None

    def watch(self):
        try:
            self.begin()
            self.follow()
            self.verdict()
        except Parted:
            pass
        return self.differences

    def differ(self, rule, what, expected, found):
        self.differences.append(Difference(self.stream.seed, self.step, rule, what, expected, found))

    def same(self, rule, what, expected, found):
        if expected != found:
            self.differ(rule, what, expected, found)

    def part(self):
        """Stop when something was different."""
        if self.differences:
            raise Parted

    # ---- the start

    def begin(self):
        """Read from the stream what only chance could decide: the pile, the Throne Rooms, who begins."""
        first = self.stream.steps[0]
        drawn = [each[1] for each in first.happened if each[0] == "move" and each[2] == PILE]
        shuffled = drawn + list(reversed(first.seen.zones[PILE]))
        self.same("FK-C06", "cards shuffled", Counter(DECK), Counter(shuffled))
        rooms = {each[2]: each[1] for each in first.happened if each[0] == "room"}
        self.same("FK-S03", "seats with a Throne Room", set(SEATS), set(rooms))
        starters = [each[1] for each in first.happened if each[0] == "active"]
        self.same("FK-S05", "starting players named", 1, len(starters))
        if not set(rooms.values()) <= set(KINGDOMS) or len(set(rooms.values())) < len(rooms):
            self.differ("FK-S03", "Throne Rooms", "two different ones", rooms)
        self.part()
        dealt = [rooms[seat] for seat in SEATS]
        self.rules = Rules(shuffled, dealt, starters[0], self.stream.open_discard)
        self.ledger = Ledger(shuffled)

    # ---- the game

    def follow(self):
        play, answer = self.rules.play(), None
        for number, step in enumerate(self.stream.steps):
            self.step = number
            self.rules.expected, self.rules.ahead = [], step.happened
            try:
                question = play.send(answer)
            except StopIteration:
                question = None
            self.hold(step, question)
            self.part()
            if step.asked is None:
                break
            answer = self.answer(step.asked)

    def hold(self, step, question):
        """Everything about one step; where happenings differ, the tables would only say so again."""
        self.changes(step, question)
        if not self.differences:
            self.told(step, question)
        if not self.differences:
            self.shown(step, question)
        self.asked(step, question)

    def changes(self, step, _question):
        """What happened against what the rules wanted to happen."""
        rules = {}
        wanted = net(self.rules.expected, rules)
        found = net(((each, None) for each in step.happened), {})
        for key in [*wanted, *(key for key in found if key not in wanted)]:
            if wanted[key] != found[key]:
                self.differ(
                    why(rules.get(key), self.rules.expected), " ".join(map(plain, key)), wanted[key], found[key]
                )

    def told(self, step, _question):
        """The table kept from the happenings against the one kept by the rules."""
        for each in step.happened:
            self.ledger.enter(each)
        for rule, expected, found in self.ledger.wrong:
            self.differ(rule, "told", expected, found)
        mine, told = self.rules.table, self.ledger.table
        self.same("FK-S01", "order of the pile", mine.pile, told.pile)
        for name, rule in RULE_OF.items():
            if step.asked is not None or name not in ("active", "extra"):  # nothing is owed after the end
                self.same(rule, name, getattr(mine, name), getattr(told, name))
        off_square = [{c: p for c, p in t.places.items() if p[0] != "cell"} for t in (mine, told)]
        self.same("FK-G23", "places", *only_different(*off_square))
        if offset(mine.square, told.square) is None:
            self.differ("FK-P06", "the Square, wherever it has floated to", mine.square, told.square)

    def shown(self, step, _question):
        """The table the game shows against the one it has told of."""
        seen, told = step.seen, self.ledger.table
        lying = [(card, place) for place, cards in seen.zones.items() for card in cards]
        self.same("FK-C06", "each card in one place", Counter(DECK), Counter(card for card, _ in lying))
        self.same("FK-G23", "places shown", *only_different(told.places, dict(lying)))
        self.same("FK-S01", "order of the pile shown", told.pile, list(seen.zones[PILE]))
        for name, rule in RULE_OF.items():
            self.same(rule, f"{name} shown", getattr(told, name), getattr(seen, name))
        self.same("FK-T11", "who knows which Character", *only_different(self.rules.table.knows, seen.knows))

    def asked(self, step, question):
        asked = step.asked
        if asked is None or question is None:
            if asked is not question:
                self.differ("FK-E01", "asked", question and question.name, asked and asked.question)
            return
        self.same(question.rule, "who is asked", question.seat, asked.seat)
        if question.name != asked.question:
            self.differ(question.rule, "question", question.name, asked.question)
            return
        options = question.options
        if question.name == "place":
            if self.shift() is None:
                return  # told already: the Square itself differs
            options = frozenset(moved(dict.fromkeys(options), self.shift()))
        self.same(question.rule, f"options of {question.name}", Counter(options), Counter(asked.options))
        if asked.pick not in asked.options:
            self.differ(question.rule, "pick", "one of the options", asked.pick)

    def shift(self):
        """How far the game's Square has floated from the referee's."""
        return offset(self.rules.table.square, self.ledger.table.square)

    def answer(self, asked):
        if asked.question != "place":
            return asked.pick
        x, y = self.shift()
        return asked.pick[0] - x, asked.pick[1] - y

    # ---- the end

    def verdict(self):
        """Scores, ranks and winners (FK-E05, FK-E06, FK-B01)."""
        castles, winner = self.rules.table.castles, self.rules.winner
        self.same("FK-E05", "scores", castles, self.stream.scores)
        if winner is not None:
            ranks, rule = [1 if seat == winner else 2 for seat in SEATS], "FK-R15"
        else:
            ranks, rule = [1 + (castles[1 - seat] > castles[seat]) for seat in SEATS], "FK-E05"
            rule = "FK-B01" if ranks == [1, 1] else rule
        self.same(rule, "ranks", ranks, self.stream.ranks)
        self.same(rule, "winners", [seat for seat in SEATS if ranks[seat] == 1], self.stream.winners)


def net(happenings, rules):
    """What a step comes to: each card's way from first to last place, castles won and lost, cards shown to whom.

    Within the Square a card has no place here: where its cells lie is compared as a picture. `rules` is told why.
    """
    ways, sums = {}, Counter()
    for happening, rule in happenings:
        sort, what, *rest = happening
        if sort == "move":
            first, _, _ = ways.get(what, (place(rest[0]), None, None))
            ways[what] = first, place(rest[1]), rule
            continue
        if sort in ("gain", "lose"):
            key, count = (sort, f"castles of seat {what}"), rest[0]
        elif sort == "show":
            key, count = (sort, what, rest[0]), 1
        else:
            continue
        sums[key] += count
        rules.setdefault(key, []).append(rule)
    for card, (first, last, rule) in ways.items():
        if first != last:
            key = ("move", card, first, last)
            sums[key] = 1
            rules[key] = [rule]
    return sums


def place(where):
    return where[:1] if where[0] == "cell" else where


def why(own, expected):
    """The rules behind a change; for one that nothing asks for, those of all that should have happened instead."""
    rules = own or [rule for _, rule in expected] or ["FK-T01"]
    return ", ".join(dict.fromkeys(rules))


def only_different(mine, other):
    """Two tables of the same keys, cut down to where they differ."""
    keys = [key for key in mine.keys() | other.keys() if mine.get(key) != other.get(key)]
    return {key: mine.get(key) for key in keys}, {key: other.get(key) for key in keys}
