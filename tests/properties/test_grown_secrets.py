"""Games of scripts grown at random, full of secrets: what a seat is shown, asked and told is the same whatever it cannot know.

The shipped packs show pieces and private numbers in few ways; these look into hands, move what nobody sees, point at it and ask
about it in any order.
"""

import json
import random

import pytest
from exchange import mixed
from script_grower import write
from test_foresight import is_true
from tiny_pack import checked, indented, tiny_files

from interpreter.diagnostics import Severity
from interpreter.machine import Fault
from interpreter.play.reading import Reader

SEEDS, PICKS, FEW = 24, 14, 6
SET_UP = """\
for each card in cards:
  put card under deck
shuffle deck
for each token in tokens:
  move token to bag
for each die in dice:
  move die to pool
as each player:
  draw 1 from deck to my.hand
  draw 1 from deck to my.deck
  choose noted from range(0, 3)
  set my.secret to noted
repeat 4:
  as each player:
    begin turn
    act it
"""
SECRETS = (
    "show first(my.hand) to my.left",
    "reveal first(my.left.hand)",
    "set my.idea to first(my.left.hand)",
    "draw 1 from my.left.hand to my.hand",
    "move first(my.hand) to my.left.hand",
    "put first(my.hand) under my.left.deck",
    "choose card from my.left.hand\nmove card to my.hand",
    "choose card from deck\nmove card to my.hand\nshuffle deck",
    "choose 1 card from my.left.hand at random:\n  move card to my.deck",
    "flip first(bag)",
    "gain my.left.secret points",
    "if my.left.secret > my.secret:\n  gain 1 coins",
    "set my.idea to top(deck)",
    "draw 1 from bag to hill.finds",
    "remove top(deck)",
    "move top(deck) to my.deck",
    "let kept = first(my.left.hand)\nchoose one:\n  few: move kept to my.discard\n  many: nothing",
    "for each card in my.left.hand:\n  set card.used to yes",
    "move all from my.hand to my.left.deck",
)


def verb(name, effect):
    return f"- verb: {name}\n  source: designed\n  effect: |\n    {indented(effect)}\n"


def grown(seed):
    """A game with a script of that seed in each turn; None where the checker refuses it, or warns of its secrets."""
    chance = random.Random(seed)
    turn = "\n".join([write(seed).rstrip(), *chance.sample(SECRETS, 3)])
    start = tiny_files()["pack.yaml"].replace(b"start: play the game", b"start: try it")
    pack = checked(
        {
            "pack.yaml": start.replace(b"ready: take a turn", b"ready: act it"),
            "rules/case.yaml": (verb("try it", SET_UP) + verb("act it", turn)).encode(),
        }
    )
    if any(one.severity is Severity.ERROR or "secret" in one.code for one in pack.diagnostics):
        return None
    try:
        return pack.new_game(players=2 + seed % 2, seed=seed)
    except Fault:
        return None


def seen(game, seat):
    """What a seat is shown, may read, and is told of its options."""
    view, reader, found = game.view(seat), Reader(game, seat), []
    found += [json.dumps(view.data, sort_keys=True), view.text("en"), view.text("fr")]
    for kind in game.pack.vocabulary.kinds.values():
        found += [reader._places(one, reader._copies(kind.name).get(id(one), []), "en") for one in kind.items]
    if game.pending is not None and game.pending.seat == seat:
        options = game.decision.options
        found += [game.why(name, "en") for name in ("sell", "Sage", "hill", "few")]
        found += [options.keys, game.decision.prompt.en]
        for index in range(min(FEW, len(options))):
            ahead = options.ahead(index)
            found += [options[index].label.en, options.told(index).en, ahead.certain, ahead.idle]
            found += [text.en for text in (*ahead.follows, *(one.text for one in ahead.prices))]
            found += [ahead.leads.en if ahead.leads is not None else ""]
    return found


def demand_secrecy(seed):
    """Play a grown game and exchange what each seat cannot know; gives how often there was something to exchange."""
    game, chance, exchanged = grown(seed), random.Random(f"picks {seed}"), 0
    for step in range(PICKS if game is not None else 0):
        if game.pending is None:
            break
        for seat in (None, *range(game.seats)) if step > 1 else ():
            other = mixed(game, seat, chance)
            if other.pending.seat == seat:
                other.pending = other.machine.pending(other.state)
                other._decided_at = None
            exchanged += other.state != game.state
            try:
                expected = seen(game, seat)
            except Fault:
                continue
            assert seen(other, seat) == expected, seed
        index = chance.randrange(len(game.pending.values))
        assert is_true(game, index, game.decision.options.ahead(index)), seed
        try:
            game.choose(index)
        except Fault:
            break
    return exchanged


def test_nothing_hidden_is_shown_asked_or_told():
    assert sum(demand_secrecy(seed) for seed in range(SEEDS)) > SEEDS


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 3000))
def test_nothing_hidden_is_shown_asked_or_told_for_long(seed):
    demand_secrecy(seed)
