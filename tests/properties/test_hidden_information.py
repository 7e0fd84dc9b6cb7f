"""Two states that differ only in what a seat cannot see give that seat the same bytes."""

import json
import random

import pytest
from exchange import mixed
from random_games import daily, play, tables

from interpreter.play.reading import Reader

GAMES = 2
EVERY = 24
SECRETS = 3
"""How often the hidden things of a position are mixed anew."""


def seen(game, seat):
    """Everything a seat is shown of a position."""
    view = game.view(seat)
    return json.dumps(view.data, sort_keys=True), view.text("en"), view.text("fr")


def positions(name, players):
    for seed in range(GAMES):
        for game in play(name, players, seed, adventurous=True):
            if len(game.picks) % EVERY == 0 or game.pending is None:
                yield game


@pytest.mark.parametrize(("name", "players"), daily())
def test_views_show_nothing_hidden(name, players):
    chance = random.Random(name)
    differ = 0
    for game in positions(name, players):
        for seat in (None, *range(players)):
            own = seen(game, seat)
            for _ in range(SECRETS):
                other = mixed(game, seat, chance)
                differ += other.state != game.state
                assert seen(other, seat) == own
    assert differ, "nothing was hidden: the test proves nothing"


@pytest.mark.parametrize(("name", "players"), daily())
def test_reading_tells_nothing_hidden(name, players):
    chance = random.Random(name)
    for game in positions(name, players):
        for seat in (None, 0):
            own = places(game, seat)
            for _ in range(SECRETS):
                assert places(mixed(game, seat, chance), seat) == own


def places(game, seat):
    """Where everything lies, as `read` tells it; the text of a card is the same for everybody."""
    reader = Reader(game, seat)
    return [
        (item.id, reader._places(item, reader._copies(kind.name).get(id(item), []), "en"))
        for kind in game.pack.vocabulary.kinds.values()
        for item in kind.items
    ]


@pytest.mark.parametrize(("name", "players"), daily())
def test_a_seat_is_offered_the_same_whatever_is_hidden(name, players):
    """What can be completed must not tell what lies in a deck or in another hand."""
    chance = random.Random(name)
    for game in positions(name, players):
        if game.pending is None:
            continue
        seat = game.pending.seat
        keys = game.decision.options.keys
        for _ in range(SECRETS):
            other = mixed(game, seat, chance)
            other.pending = other.machine.pending(other.state)
            other._decided_at = None
            assert other.pending is not None
            assert other.decision.options.keys == keys


@pytest.mark.parametrize(("name", "players"), daily())
def test_a_pick_tells_only_what_it_shows(name, players):
    """After the same public pick by the same seat, the others' logs and views are still the same bytes."""
    chance = random.Random(name)
    for game in positions(name, players):
        if game.pending is None:
            continue
        actor, index = game.pending.seat, chance.randrange(len(game.pending.values))
        real = game.clone()
        real.choose(index)
        if real.machine.fate or real.pending is None:
            continue  # something was rolled, drawn or shown, or the game is over and hidden cards count: that may differ
        other = mixed(game, actor, chance)
        other.choose(index)
        if other.machine.fate:
            continue
        assert seen(other, actor) == seen(real, actor)
        for lang in ("en", "fr"):
            assert other.log(actor, lang) == real.log(actor, lang)
            assert words(other, actor, lang) == words(real, actor, lang)


@pytest.mark.parametrize(("name", "players"), daily())
def test_imagining_changes_only_what_is_unknown(name, players):
    for game in positions(name, players):
        for seat in range(players):
            before = game.state[:]
            other = game.imagine(seat, seed=len(game.picks))
            assert game.state == before
            assert seen(other, seat) == seen(game, seat)
            again = game.imagine(seat, seed=len(game.picks))
            assert again.state == other.state


@pytest.mark.parametrize(("name", "players"), daily())
def test_logs_name_no_hidden_piece(name, players):
    """A piece a seat has never been able to know is not named in that seat's log."""
    for game in play(name, players, seed=2, adventurous=True):
        pass
    machine, names = game.machine, game.names
    kinds = {table.index: table for table in machine.layout.tables.values()}
    for seat in range(players):
        for event in game.events:
            if event[0] != "draw" or event[6] < 0 or event[6] >> seat & 1:
                continue
            told = game_teller(game).tell(event, seat)
            hidden = names.thing(kinds[event[2]].name, event[3])
            assert told is None or hidden.get("en") not in told.get("en")


def game_teller(game):
    from interpreter.play.log import Teller

    return Teller(game.machine, game.names)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "players"), tables())
@pytest.mark.parametrize("seed", range(100, 130))
def test_views_show_nothing_hidden_for_long(name, players, seed):
    chance = random.Random(seed)
    for game in play(name, players, seed, adventurous=True):
        if len(game.picks) % 7 == 0:
            seat = chance.choice([None, *range(players)])
            assert seen(mixed(game, seat, chance), seat) == seen(game, seat)


def words(game, seat, lang):
    return [(line.depth, line.text.get(lang)) for line in game.story(seat)]
