"""What is sent to a seat depends on nothing that the seat cannot know: exchange all of that, and the bytes are the same."""

import random
import re
from functools import cache

import pytest
from exchange import mixed
from random_games import pack as loaded
from random_games import play, tables

from interpreter.web.openly import Openly
from interpreter.web.room import Room
from interpreter.web.sight import Sight
from interpreter.web.store import GameRecord, SeatRecord

EVERY = 90
SECRETS = 1


def room_of(game):
    seats = [SeatRecord(b"", "human") for _ in range(game.seats)]
    return Room(GameRecord("g", (), {}, game.seed, b"", seats), game, None)


@cache
def positions(name, players):
    """Some positions of a game, which is played once for all tests of them."""
    through = play(name, players, 1, adventurous=True)
    return [game.clone() for game in through if len(game.picks) % EVERY == 0 or game.pending is None]


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_same_bytes_whatever_is_hidden(name, players):
    chance = random.Random(name)
    differ = 0
    for game in positions(name, players):
        for seat in (None, *range(players)):
            own = room_of(game).view(seat, "en")
            assert str(game.seed) not in own or game.seed < 100
            for _ in range(SECRETS):
                other = mixed(game, seat, chance)
                if other.pending is not None and other.pending.seat == seat:
                    other.pending = other.machine.pending(other.state)
                    other._decided_at = None
                if game.pending is None:
                    continue  # at the end the scores count everything
                differ += other.state != game.state
                assert room_of(other).view(seat, "en") == own
    assert differ, "nothing was hidden: the test proves nothing"


@pytest.mark.parametrize(("name", "players"), sorted({name: (name, seats) for name, seats in tables()}.values()))
def test_what_all_see_alike_is_what_would_be_written_anew(name, players):
    """It is kept for all seats, and written again only when one of its cells has changed."""
    kept, changes, before = None, 0, ""
    for game in play(name, players, 2, adventurous=True):
        kept = kept or Openly(game)
        if len(game.picks) % 4:
            continue
        for seat in (None, 0):
            now = Sight(game, seat, kept).table()
            assert now == Sight(game, seat, Openly(game)).table()
        changes += now != before
        before = now
        if len(game.picks) > 120:
            break
    assert changes > 1
    assert name != "daimyo" or sum(cells is not None for cells in kept._cells.values()) >= 7, "most lies openly"


@pytest.mark.parametrize(("name", "players"), tables())
def test_no_number_follows_a_piece_through_a_bag(name, players):
    """Copies of pieces that can be hidden are exchanged, known or not: nobody can tell them apart."""
    for game in positions(name, players):
        layout = game.machine.layout
        for seat in (None, 0):
            sent = room_of(game).view(seat, "en")
            for kind, table in layout.tables.items():
                if not table.known:
                    continue
                counts = {}
                for thing in layout.things[kind]:
                    base = thing.key.partition("#")[0]
                    counts[base] = counts.get(base, 0) + 1
                for base in (base for base, count in counts.items() if count > 1):
                    seen = {int(n) for n in re.findall(rf'"{base}#(\d+)', sent)}
                    assert seen == set(range(1, len(seen) + 1)), "numbered in the order in which they are seen"


def test_what_a_page_may_ask_for_tells_nothing_of_others():
    """Frames of the past show what the seat knew then: another's cards stay hidden in all of them."""
    game = loaded("hearts").new_game(4, 3)
    room = room_of(game)
    room.store = type("Nowhere", (), {"add_pick": lambda *_: None})()
    for _ in range(30):
        room.pick_index(game.decision.seat, 0, "", 0.0)
    mine = set(re.findall(r"(?:clubs|hearts|spades|diamonds)_\d+", room.frame(0, 0)))
    assert len(mine) == 13, "one's own hand and no other card"


def test_what_follows_from_a_roll_is_the_same_for_all_seeds():
    """A dry run stops at the first chance: else it would tell the roll that is to come."""
    pack, told = loaded("pig"), set()
    for seed in range(1, 60):
        told.add(room_of(pack.new_game(2, seed)).view(0, "en"))
    assert len(told) == 1
    assert '"roll"' in told.pop()
