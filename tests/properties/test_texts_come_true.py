"""What a text says is what happens: scripts are grown, carried out, and their texts read by somebody who knows no scripts.

The reader (`text_reader.py`) takes the text of a script in one language and does what it says: to these players, with these
amounts, as they are then. The reference evaluator carries out the script. Both must end with the same table.
"""

import io
import random
import zipfile
from functools import cache

import pytest
from text_reader import PLAYERS, TONGUES, YOU, Unread, World, act, cost
from tiny_pack import script
from twin import Twin

from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.diagnostics import Severity
from interpreter.play.pack import check_source
from interpreter.prose import card_text, notes, scope, statements, tell
from interpreter.source import read_stack
from interpreter.source.gather import gather_zip
from interpreter.source.layers.stack import find_stack

CARDS = 40
COUNTERS = ("coins", "gold", "points")
DAILY, LONG = 120, 5_000
PACK = {
    "pack.yaml": """\
id: ledger
version: 1.0.0
title: {en: Ledger, fr: Registre, de: Kassenbuch}
players: {min: 3, max: 3}
languages: [en, fr, de]
start: set up
result: {score: my.points}
""",
    "model.yaml": """\
shared:
  vars:
    leader: player
  zones:
    deck: {holds: card, ordered: yes, visible: all}
    market: {holds: card, ordered: yes, visible: all}
kinds:
  player:
    vars: {coins: {min: 0}, gold: {min: 0}, points: {min: 0}}
    zones:
      hand: {holds: card, ordered: yes, visible: all}
  card:
    fields: {cost: {type: number, min: 0, max: 9, show: yes}}
""",
    "cards/cards.yaml": "card:\n"
    + "".join(
        f"  - {{id: card_{n}, source: designed, name: {{en: Card {n}, fr: Carte {n}, de: Karte {n}}}, cost: {cost(n)}}}\n"
        for n in range(CARDS)
    ),
    "rules/rules.yaml": """\
- verb: set up
  source: designed
  effect: |
    for each card in cards:
      move card to deck
    draw 3 from deck to market
    as each player:
      draw 2 from deck to my.hand
    set leader to me.left
    choose n from range(1, 2)
    gain n points
- verb: "trade {n: number}"
  source: designed
  effect: |
    lose n coins
    gain n points
""",
    "text/en.yaml": """\
terms:
  coins: {one: coin, many: coins}
  gold: {one: gold, many: gold}
  points: {one: point, many: points}
  leader: the leader
  deck: the deck
  market: the market
  hand: hand
  card: {one: card, many: cards}
  cost: cost
""",
    "text/fr.yaml": """\
terms:
  coins: {one: pièce, many: pièces, gender: f}
  gold: {one: or, many: or}
  points: {one: point, many: points}
  leader: le meneur
  deck: la pioche
  market: le marché
  hand: {one: main, gender: f}
  card: {one: carte, many: cartes, gender: f}
  cost: coût
""",
    "text/de.yaml": """\
terms:
  coins: {one: Münze, many: Münzen, gender: f}
  gold: {one: Gold, many: Gold, gender: n, plural: none}
  points: {one: Punkt, many: Punkte}
  leader: {one: der Anführer}
  deck: {one: der Stapel}
  market: {one: der Markt}
  hand: {one: Hand, gender: f}
  card: {one: Karte, many: Karten, gender: f}
  cost: {one: Preis}
""",
}


@cache
def ledger():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in PACK.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    pack = check_source(read_stack(find_stack(gather_zip(packed.getvalue(), "ledger"))))
    assert not [one for one in pack.diagnostics if one.severity is Severity.ERROR]
    return pack


# ---- scripts


class Writer:
    """Writes a script that remembers things and changes them."""

    def __init__(self, seed):
        self.chance = random.Random(f"come true {seed}")
        self.names = {"number": [], "truth": [], "card": [], "player": []}
        self.fresh = 0

    def script(self):
        lines = [line for _ in range(self.chance.randint(2, 6)) for line in self.statement()]
        return "\n".join(lines) + "\n"

    def statement(self):
        block = self.chance.random()
        if block < 0.66:
            return self.simple()
        if block < 0.76:
            branch = [f"if {self.condition()}:", *self.block()]
            return [*branch, "else:", *self.block()] if self.chance.random() < 0.5 else branch
        if block < 0.82:
            return ["repeat 2:", *self.block()]
        return [self.chance.choice(["as my.left:", "as each opponent:"]), *self.block(others=True)]

    def block(self, *, others=False):
        kept = {of: list(names) for of, names in self.names.items()}
        lines = [f"  {line}" for _ in range(self.chance.randint(1, 3)) for line in self.simple(others=others)]
        self.names = kept
        return lines

    def simple(self, *, others=False):
        pick = self.chance.random()
        if pick < 0.3:
            return [self.let(others=others)]
        if pick < 0.8 or others:
            return [
                f"{self.chance.choice(['gain', 'lose'])} {self.amount(others=others)} {self.counter(others=others)}"
            ]
        card = self.names["card"]
        return [
            self.chance.choice(
                [
                    f"draw {self.amount()} from deck to my.hand", "move all from market to my.hand", f"trade {self.amount()}",
                    f"set leader to {self.chance.choice(['me', 'my.left'])}",
                    *[f"move {name} to {zone}" for name in card for zone in ("my.hand", "market")],
                ]
            )
        ]  # fmt: skip

    def let(self, *, others):
        of = self.chance.choice(["number"] * 6 + (["truth", "card", "player"] if not others else []))
        value = {
            "number": lambda: self.worked_out(others=others),
            "truth": self.condition,
            "card": lambda: self.chance.choice(["top(deck)", "top(market)"]),
            "player": lambda: "leader",
        }[of]()
        self.fresh += 1
        self.names[of].append(f"it{self.fresh}")
        return f"let it{self.fresh} = {value}"

    def worked_out(self, *, others=False):
        """A number that may be another one later."""
        plain = ["my.coins", "my.gold", "my.points", "count(my.hand)"]
        if not others:
            plain += ["my.left.coins", "leader.gold", "count(market)", *(f"{name}.cost" for name in self.names["card"])]
        value = self.chance.choice(plain + self.names["number"])
        return self.chance.choice(
            [value, value, value, f"{value} + {self.chance.randint(1, 3)}", f"2 * {value}", f"2 * ({value} + 1)"]
        )

    def amount(self, *, others=False):
        known = self.names["number"]
        picked = self.chance.random()
        if known and picked < (0.85 if others else 0.6):
            return self.chance.choice(known)
        return self.worked_out(others=others) if picked < 0.9 else str(self.chance.randint(1, 4))

    def counter(self, *, others):
        whose = ["", ""] if others else ["", "", "", "my.left.", *(f"{name}." for name in self.names["player"])]
        return self.chance.choice(whose) + self.chance.choice(["coins", "gold", "points"])

    def condition(self):
        if self.names["truth"] and self.chance.random() < 0.7:
            return self.chance.choice(["", "not "]) + self.chance.choice(self.names["truth"])
        what = ["my.coins", "my.left.gold", "count(my.hand)", *self.names["number"]]
        return f"{self.chance.choice(what)} > {self.chance.randint(1, 5)}"


# ---- what happens, and what is read


class Table:
    """A game that scripts are carried out in, each from the same position."""

    def __init__(self, seed):
        self.pack = ledger()
        self.game = self.pack.new_game(players=3, seed=1)
        self.checker = Checker(self.pack.vocabulary)
        self.layout = self.game.machine.layout
        self.twin = Twin(self.game)
        chance = random.Random(f"purses {seed}")
        purses = [
            f"gain {chance.randint(1, 9)} {who}.{what}" for who in ("me", "my.left", "my.right") for what in COUNTERS
        ]
        self.twin.entered(self.routine("\n".join(purses)), YOU)
        self.start = self.twin.position

    def routine(self, text):
        """The script, checked; None where the checker refuses it."""
        made = self.checker.routine(extra("case"), script(text), [])
        wrong = [one for one in self.checker.problems if one.severity is Severity.ERROR]
        self.checker.problems.clear()
        return None if wrong else made

    def carry_out(self, routine):
        """The table behind the script; None where it cannot be carried out."""
        self.twin.position = self.start
        self.twin.entered(routine, YOU)
        return None if self.twin.due == "stopped" else self.world()

    def world(self):
        """The table as it is now. At the start the cards of the deck and the market came there one by one."""
        state, cards = self.twin.position.s, self.layout.tables["card"]
        counters = {
            (player, name): state[self.layout.vars[f"player.{name}"].base + player]
            for name in COUNTERS
            for player in range(PLAYERS)
        }
        zones = {"deck": [], "market": [], **{("hand", player): [] for player in range(PLAYERS)}}
        for card in range(CARDS):
            place, host = self.game.names.zones[state[cards.loc + card]]
            zones[
                "deck" if place.decl.name == "deck" else "market" if place.decl.name == "market" else ("hand", host)
            ].append(card)
        zones["market"].reverse()
        return World(counters, zones, state[self.layout.vars["shared.leader"].base])


def same(happened, read):
    """Whether somebody who did what is written has the same before them: counters, leader, and which cards lie where."""
    lie = [{where: sorted(cards) for where, cards in one.zones.items()} for one in (happened, read)]
    return lie[0] == lie[1] and (happened.counters, happened.leader) == (read.counters, read.leader)


def lies(seed, langs=tuple(TONGUES)):
    """What texts of a grown script say that does not happen, a line for each language; None where there is no such script."""
    table, written = tables(seed % 5), Writer(seed).script()
    routine = table.routine(written)
    happened = table.carry_out(routine) if routine is not None else None
    if happened is None:
        return None
    found = []
    for lang in langs:
        table.twin.position = table.start
        text = card_text(table.pack.vocabulary, routine, lang)
        try:
            read = act(text, lang, table.world())
        except Unread as unclear:
            read = f"“{unclear}” says nothing"
        if not isinstance(read, World) or not same(happened, read):
            found.append(f"{written}{lang}: {text}\n  happened: {happened}\n  read: {read}")
    return found


@cache
def tables(number):
    return Table(number)


def measure(seeds):
    """How many scripts were read, and every lie."""
    told = [found for seed in seeds if (found := lies(seed)) is not None]
    return len(told), [one for found in told for one in found]


def test_what_is_read_is_what_happens():
    read, found = measure(range(DAILY))
    assert read > 0.9 * DAILY
    assert not found, found[0]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_what_is_read_is_what_happens_in_many_scripts(part):
    _, found = measure(range(DAILY + part * LONG // 20, DAILY + (part + 1) * LONG // 20))
    assert not found, found[0]


def nothing_is_noted(_v, _routine, _given=()):
    return notes.Notes()


def as_whoever_acts(value, own):
    return scope.Binding(value=value, scope=own)


SWITCHED_OFF = {
    "what a let remembers is told where it is used": [(tell, "notes_of", nothing_is_noted), (statements, "notes_of", nothing_is_noted)],
    "that many, whatever was said in between": [(notes, "_is_clear", lambda *_: True)],
    "my gold is that of whoever acts": [(statements, "standing_for", as_whoever_acts)],
}  # fmt: skip


@pytest.mark.parametrize("way", SWITCHED_OFF)
def test_it_would_be_noticed(way, monkeypatch):
    """The measure is no good if texts could lie: without the notes, the letters or the owners of a text, it finds it, in each language."""
    for module, name, other in SWITCHED_OFF[way]:
        monkeypatch.setattr(module, name, other)
    for lang in TONGUES:
        assert any(lies(seed, (lang,)) for seed in range(DAILY)), lang
