"""Sealed Bids worked out a second time from its rules, and what nobody may learn before all have chosen."""

import json
from random import Random

import pytest
from shared_packs import guarded_pack

PLAYERS = (2, 3, 5)
START, LOTS, ROOM, CHANGE = 20, 12, 4, 5
PAINTINGS = {
    "portrait": {"beekeeper": 1, "two_sisters": 6, "old_sailor": 7, "countess": 12},
    "landscape": {"ford_at_dusk": 2, "salt_marsh": 5, "snow_pass": 8, "harbour_fire": 11},
    "still_life": {"three_pears": 3, "broken_jug": 4, "lemons": 9, "banquet": 10},
}


@pytest.fixture(scope="module")
def pack():
    return guarded_pack("sealed_bids")


class Ledger:
    """The rules in plain Python, from rule_ids.txt alone."""

    def __init__(self, players):
        self.florins = [START] * players
        self.galleries = [[] for _ in range(players)]
        self.cellar = 0

    def auction(self, painting, bids):
        assert all(0 <= bid <= has for bid, has in zip(bids, self.florins, strict=True))  # SB-2
        alone = [bid for bid in bids if bid > 0 and bids.count(bid) == 1]
        if alone:  # SB-3
            buyer = bids.index(max(alone))
            self.florins[buyer] -= bids[buyer]
            self.galleries[buyer].append(painting)
        else:  # SB-4
            self.cellar += 1
        self.florins = [has + (bid == 0) for has, bid in zip(self.florins, bids, strict=True)]  # SB-5

    def scores(self):  # SB-6
        found = []
        for florins, gallery in zip(self.florins, self.galleries, strict=True):
            genres = [genre for genre, _ in gallery]
            rooms = min(genres.count(genre) for genre in ("portrait", "landscape", "still_life"))
            found.append(sum(worth for _, worth in gallery) + ROOM * rooms + florins // CHANGE)
        return found


def for_sale(game):
    """The painting on the easel: its genre and its worth."""
    (piece,) = game.view(None).data["shared"]["easel"]
    return next((genre, worth) for genre, row in PAINTINGS.items() for name, worth in row.items() if name == piece)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(6))
def test_the_rules_a_second_time(pack, players, seed):
    """Random bids: whoever has nothing left is not asked, and bids nothing."""
    game, ledger, chance = pack.new_game(players=players, seed=seed), Ledger(players), Random(seed)
    for _ in range(LOTS):
        painting, bids = for_sale(game), [0] * players
        asked = [seat for seat in range(players) if ledger.florins[seat]]
        for number, seat in enumerate(asked):
            decision = game.decision
            assert (decision.seat, decision.secret) == (seat, True)
            assert [one for one in decision.waiting if ledger.florins[one]] == asked[number + 1 :]
            assert decision.options.keys == tuple(str(n) for n in range(ledger.florins[seat] + 1))
            bids[seat] = chance.randrange(min(8, len(decision.options)))
            game.choose(bids[seat])
        ledger.auction(painting, bids)
        data = game.view(None).data
        assert [one["florins"] for one in data["players"]] == ledger.florins
        assert len(data["shared"]["cellar"]) == ledger.cellar
    assert game.decision is None
    assert game.result.scores == ledger.scores()


def seen(game, seat):
    """Everything a seat gets to see: the table, the log, what is asked, and what it may imagine."""
    options = [(option.key, option.label.get("en")) for option in game.decision.options]
    imagined = game.imagine(seat, 7) if seat is not None else None
    told = [game.view(seat).data, game.view(seat).text("en"), game.log(seat, "en"), game.decision.prompt.get("en")]
    return json.dumps([told, options, imagined.state_hash if imagined else ""], default=str, sort_keys=True)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_learns_a_bid_before_all_have_bid(pack, seed):
    """Whatever others have bid: what a seat sees is the same, byte for byte. Who has bid sees the own bid."""
    game, chance = pack.new_game(players=3, seed=seed), Random(seed)
    for _ in range(12):
        game.choose(chance.randrange(min(4, len(game.decision.options))))
    first = game.decision.seat
    assert first == 0
    for others in ((2, None), (1, 2, None)):
        tables = []
        for bid in range(len(game.decision.options)):
            copy = game.clone()
            copy.choose(bid)
            if len(others) == 2:
                copy.choose(1)
            tables.append(copy)
        for seat in others:
            if len(others) == 2 or seat != 1 or tables[0].decision.seat == 1:
                assert len({seen(table, seat) for table in tables}) == 1, seat
        own = {json.dumps(table.view(0).data["players"][0]) for table in tables}
        assert len(own) == len(tables)


def test_bids_that_are_imagined_can_be_paid(pack):
    """What others may have bid is drawn anew from what they could bid."""
    game = pack.new_game(players=3, seed=5)
    game.choose_key("4")
    place = game.machine.layout.vars["player.bid"].base
    drawn = {game.imagine(1, seed).state[place] for seed in range(200)}
    assert drawn <= set(range(START + 1))
    assert len(drawn) > START // 2
    assert all(game.imagine(0, seed).state[place] == 4 for seed in range(5))


def test_a_bid_is_taken_back_until_all_have_bid(pack):
    """Behind the last bid everybody knows them all."""
    game = pack.new_game(players=2, seed=1)
    game.choose_key("3")
    assert (game.can_undo, game.last_picker) == (True, 0)
    game.undo()
    game.choose_key("2")
    game.choose_key("5")
    assert not game.can_undo


def test_bids_are_told_when_all_have_bid(pack):
    """Then to everybody, also to who only watches."""
    game = pack.new_game(players=2, seed=1)
    before = len(game.events)
    game.choose_key("3")
    assert game.log(None, "en", before) == game.log(1, "en", before) == []
    assert len({game.decision.options.told(n).get("en") for n in range(len(game.decision.options))}) == 1
    game.choose_key("5")
    told = game.log(None, "en", before)
    assert "Player 1: bid 3" in told
    assert "Player 2: bid 5" in told
