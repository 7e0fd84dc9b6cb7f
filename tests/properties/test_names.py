"""Things that share a name: what runs is what is told, or the pack is refused with both places."""

import random

import pytest
from tiny_pack import checked, tiny_files

from interpreter.check.keys import verb
from interpreter.diagnostics import Severity
from interpreter.play.cards import card_text
from interpreter.tools.catalogue import entries

WORDS = (
    "start",
    "score",
    "estimate",
    "action",
    "event",
    "watch",
    "when",
    "value",
    "script",
    "verb",
    "table",
    "me",
    "it",
)
IDS = (
    "hat",
    "hat_cap",
    "cap",
    "start",
    "score",
    "p1",
    "player1",
    "action",
    "event",
    "a_b",
    "a",
    "b",
    "one",
    "wood",
    "dark",
)
KINDS = ("hat", "hat_a", "rival", "goal")


class Pack:
    """A pack of chance with a few names for many things; every script gives a number of points of its own."""

    def __init__(self, seed):
        self.chance = random.Random(f"names {seed}")
        self.points = 0
        self.kinds = self.chance.sample(KINDS, 3)
        self.items = {kind: self.chance.sample(IDS, 4) for kind in self.kinds}
        self.given = {}

    def worth(self):
        self.points += 1
        return self.points

    def files(self):
        model = "".join(
            f"  {kind}:\n    plural: all_{kind}\n    scripts: {{effect: effect, bonus: number}}\n"
            for kind in self.kinds
        )
        cards = "".join(
            f"{kind}:\n" + "".join(self.card(kind, name) for name in self.items[kind]) for kind in self.kinds
        )
        rules = "".join([*self.values(), *self.verbs(), *self.actions(), self.trying()])
        return {"model.yaml": model, "cards/more.yaml": cards, "rules/case.yaml": rules}

    def card(self, kind, name):
        effect, bonus = self.worth(), self.worth()
        self.given[kind, name] = (effect, bonus)
        titles = f"{{en: {kind} {name}, fr: {kind} {name}}}"
        return f'  - {{id: {name}, name: {titles}, source: designed, bonus: "{bonus}", effect: gain {effect} points}}\n'

    def values(self):
        self.shown = {}
        for kind in self.kinds:
            for name in self.chance.sample(("a_b", "b", "a", "start", "tie"), 3):
                self.shown[kind, name] = self.worth()
                yield f"- {{value: {name}, of: {kind}, show: yes, source: designed, is: {self.shown[kind, name]}}}\n"

    def verbs(self):
        self.said = {}
        for head in self.chance.sample(WORDS, 5):
            name = self.chance.choice((head, f"{head} {self.chance.choice(IDS)}", f"{head} nap"))
            self.said[name] = self.worth()
            yield f"- {{verb: {name}, source: designed, effect: gain {self.said[name]} points}}\n"

    def actions(self):
        self.menu = {}
        for name in ("nap", *self.chance.sample(IDS, 2)):
            self.menu[name] = self.worth()
            told = f"{{en: {name}, fr: {name}}}"
            effect = f"gain {self.menu[name]} points"
            yield f"- {{action: {name}, menu: turn, name: {told}, source: designed, effect: {effect}}}\n"

    def trying(self):
        lines = []
        for kind in self.kinds:
            for name in self.items[kind]:
                lines += [f"do {kind}.{name}.effect", f"gain {kind}.{name}.bonus points"]
        lines += [*self.said, *(f"gain {kind}.{self.items[kind][0]}.{name} points" for kind, name in self.shown)]
        return "- verb: try it\n  source: designed\n  effect: |\n" + "".join(f"    {line}\n" for line in lines)

    def wanted(self):
        """The points of the verb, one gain after another."""
        cards = [worth for kind in self.kinds for name in self.items[kind] for worth in self.given[kind, name]]
        return [*cards, *self.said.values(), *self.shown.values()]


def made(seed):
    plan = Pack(seed)
    files = plan.files()
    files["model.yaml"] = tiny_files()["model.yaml"].decode() + files["model.yaml"]
    return plan, checked({name: text.encode() for name, text in files.items()})


@pytest.mark.parametrize("seed", range(40))
def test_what_runs_is_what_is_told(seed):
    plan, pack = made(seed)
    errors = [one for one in pack.diagnostics if one.severity is Severity.ERROR]
    if errors:
        assert all(one.notes or one.help or "phrase" in one.code for one in errors), [one.message for one in errors]
        return
    pack.guarded = True
    game = pack.new_game(players=2, seed=1)
    told = len(game.events)
    game.enter(verb("try it"), 0)
    assert [event[3] for event in game.events[told:]] == plan.wanted()
    known = entries(pack.vocabulary)
    for (kind, name), (effect, _) in plan.given.items():
        (item,) = [one for one in pack.vocabulary.kinds[kind].items if one.id == name]
        assert f"{effect} point" in card_text(pack, pack.vocabulary.reference(item), "en")
        (entry,) = [one for one in known[name] if one.kind == kind]
        assert entry.told is item
    for (kind, name), worth in plan.shown.items():
        view = game.machine.shown(f"{kind}.{name}")
        assert view(game.state, 0, 0) == worth


def test_most_packs_of_chance_are_sound():
    sound = [not any(one.severity is Severity.ERROR for one in made(seed)[1].diagnostics) for seed in range(40)]
    assert sum(sound) > 10


@pytest.mark.parametrize("name", ["done", "hidden_3", "none", "me"])
def test_values_of_enums_are_no_answers(name):
    model = tiny_files()["model.yaml"].replace(b"mood: [dark, merry]", f"mood: [dark, merry, {name}]".encode())
    messages = [one.message for one in checked({"model.yaml": model}).diagnostics]
    assert f"`{name}` already means something" in messages
