"""Hearts worked out a second time, from rule_ids.txt alone: random games must offer, move and count exactly what this says.

`Match` is plain Python and knows nothing of the pack but the names of its cards. It is told what was dealt, and then says
before every decision who decides and what may be picked, and in the end who has how many points and who wins.
"""

import random
import re

import pytest
from pack_invariants import contents
from shared_packs import guarded_pack

SUITS = ("clubs", "diamonds", "spades", "hearts")
WAYS = (1, 3, 2, 0)  # seats to the left: left, right, across, nowhere
GAMES = 6


def parts(card):
    suit, rank = card.split("_")
    return suit, int(rank)


def worth(card):
    return 1 if card.startswith("hearts") else 13 if card == "spades_12" else 0


class Match:
    """One match, as a walk from decision to decision."""

    def __init__(self, dealt, goal):
        self.dealt, self.goal = dealt, goal
        self.points = [0] * 4
        self.hands = [set() for _ in range(4)]
        self.secret = False

    def play(self):
        deals = 0
        while max(self.points) < self.goal:
            self.hands = self.dealt()
            assert sorted(card for hand in self.hands for card in hand) == sorted(
                f"{suit}_{rank}" for suit in SUITS for rank in range(2, 15)
            )
            assert [len(hand) for hand in self.hands] == [13] * 4
            yield from self.passing(WAYS[deals % 4])
            yield from self.deal()
            deals += 1

    def passing(self, steps):
        if not steps:
            return
        given, self.secret = [], True
        for seat in range(4):
            away = set()
            for _ in range(3):
                card = yield seat, self.hands[seat] - away
                away.add(card)
            given.append(away)
        self.secret = False
        for seat in range(4):
            self.hands[seat] -= given[seat]
        for seat in range(4):
            self.hands[(seat + steps) % 4] |= given[seat]

    def deal(self):
        lead = next(seat for seat in range(4) if "clubs_2" in self.hands[seat])
        broken, taken = False, [0] * 4
        for trick in range(13):
            table = {}
            for seat in ((lead + step) % 4 for step in range(4)):
                led = parts(table[lead])[0] if table else None
                may = self.may_play(self.hands[seat], led, first=trick == 0, broken=broken)
                card = (yield seat, may) if len(may) > 1 else next(iter(may))
                assert card in may
                self.hands[seat].remove(card)
                table[seat] = card
                broken = broken or card.startswith("hearts")
            led = parts(table[lead])[0]
            lead = max((seat for seat in table if parts(table[seat])[0] == led), key=lambda seat: parts(table[seat])[1])
            taken[lead] += sum(map(worth, table.values()))
        for seat in range(4):
            self.points[seat] += (26 if taken[seat] == 0 else 0) if max(taken) == 26 else taken[seat]

    @staticmethod
    def may_play(hand, led, *, first, broken):
        if "clubs_2" in hand:
            return {"clubs_2"}
        following = {card for card in hand if parts(card)[0] == led}
        if following:
            return following
        if led is None:
            plain = {card for card in hand if not card.startswith("hearts")}
            return plain if plain and not broken else set(hand)
        harmless = {card for card in hand if not worth(card)}
        return harmless if first and harmless else set(hand)

    @property
    def winners(self):
        return [seat for seat in range(4) if self.points[seat] == min(self.points)]


def named(game, zone):
    """The cards of every player in a zone, by their ids."""
    things = game.machine.layout.things["card"]
    return [{things[card].item.id for card in contents(game, f"player.{zone}", seat)} for seat in range(4)]


def whole_hands(game):
    """What was dealt: the hands, and what was played since by players who had no choice."""
    assert not any(named(game, "tricks_taken"))
    return [hand | played for hand, played in zip(named(game, "hand"), named(game, "played"), strict=True)]


def follow(seed, match, pick):
    """Play a game with these picks; gives it when it is over. The two must agree all the way."""
    game = guarded_pack("hearts").new_game(players=4, seed=seed, options={"match_length": f"{match}_match"})
    mine = Match(lambda: whole_hands(game), 50 if match == "short" else 100)
    walk = mine.play()
    expected = next(walk)
    while game.decision is not None:
        seat, may = expected
        assert game.decision.seat == seat
        assert game.decision.secret == mine.secret
        assert sorted(game.decision.options.keys) == sorted(may)
        index = pick(game)
        card = game.decision.options.keys[index]
        game.choose(index)
        expected = next_step(walk, card)
    assert expected is None
    assert game.result.scores == mine.points
    assert game.result.winners == mine.winners
    return game


def test_what_is_passed_is_seen_by_who_passes_and_who_receives():
    """Nobody sees a card go that they did not hold: neither before all have chosen, nor behind it."""
    game = guarded_pack("hearts").new_game(players=4, seed=3)
    dealt = named(game, "hand")
    for _ in range(12):
        for seat in range(4):
            assert seen(game, seat) == dealt[seat]
        game.choose(0)
    hands, played = whole_hands(game), set().union(*named(game, "played"))
    for seat in range(4):
        passed = dealt[seat] - hands[seat]
        assert len(passed) == 3
        assert seen(game, seat) == hands[seat] | passed | played


def seen(game, seat):
    """Every card that a player can see, in hands, on the table, or in what is written down of players."""
    words = re.findall(r"(?:clubs|diamonds|spades|hearts)_\d+", str(game.view(seat).data))
    return set(words)


def next_step(walk, card):
    try:
        return walk.send(card)
    except StopIteration:
        return None


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games_follow_the_rules(seed):
    dice = random.Random(f"hearts {seed}")
    follow(seed, "long" if seed % 3 else "short", lambda game: dice.randrange(len(game.decision.options)))


def test_somebody_who_takes_everything_is_counted_right():
    """High cards by one, low cards by the others: in some deal the moon is shot."""

    def greedy_for_tricks(game):
        keys = game.decision.options.keys
        best = max if game.decision.seat == 0 else min
        return keys.index(best(keys, key=lambda card: (parts(card)[1], card)))

    shot = 0
    for seed in range(8):
        game = follow(seed, "short", greedy_for_tricks)
        shot += any(score % 26 == 0 and score for score in game.result.scores)
    assert shot


def test_a_bent_rule_is_noticed(monkeypatch):
    """The second reading can fail: a match that forgets that hearts must be broken parts from the pack."""
    strict = Match.may_play
    monkeypatch.setattr(
        Match, "may_play", lambda _, hand, led, first, **_broken: strict(hand, led, first=first, broken=True)
    )
    dice = random.Random("bent")
    with pytest.raises(AssertionError):
        follow(1, "short", lambda game: dice.randrange(len(game.decision.options)))
