"""Log and views name no piece that a seat does not know, whatever statement touched it and wherever it lies."""

import json

import pytest

import interpreter
from interpreter.primitives import STATEMENTS

# For each statement of the engine, a script that lets it touch the bottom piece of a pile, whatever the pile is.
SCRIPTS = {
    "gain": "gain 2 token.uses",
    "lose": "gain 2 token.uses\nlose 1 token.uses",
    "pay": "gain 2 token.uses\npay 1 token.uses",
    "set_var": "set my.idea to token\nset hint to token\nset token.uses to 3\nset token.friend to token",
    "move": "move token to me.left.hand",
    "move_all": "move all from pile to spare",
    "put_under": "put token under deck",
    "remove": "remove token\nremove token",
    "draw": "draw 1 from pile to spare",
    "shuffle": "shuffle pile",
    "roll": "roll pile",
    "flip": "flip token\nflip token",
    "reveal": "reveal token",
    "show": "show token to me\nshow token to me.left",
    "begin": "gain 1 token.uses\nbegin turn",
    "end_game": "gain 1 token.uses\nend the game",
    "win_game": "gain 1 token.uses\nwin the game",
}
ZONES = {
    "hand": ("player.hand", "{holds: token, visible: owner}"),
    "deck": ("shared.deck", "{holds: token, ordered: yes, visible: nobody}"),
    "bag": ("shared.bag", "{holds: token, visible: nobody}"),
    "heap": ("shared.heap", "{holds: token, ordered: yes, visible: top}"),
    "slot": ("shared.slot", "{holds: token, capacity: 1, visible: nobody}"),
    "table": ("shared.table", "{holds: token}"),
}
WORDS = ["alder", "birch", "cedar", "elm", "fir", "gum", "hazel", "ivy", "juniper", "kauri", "larch", "maple", "oak"]


def write(folder):
    """A pack with a zone of every kind, a few tokens in each, and a verb for every statement."""
    zones = {key: text for key, (_, text) in ZONES.items() if key != "hand"}
    (folder / "cards").mkdir()
    (folder / "rules").mkdir()
    (folder / "text").mkdir()
    (folder / "pack.yaml").write_text(
        "id: veil\nversion: 1.0.0\ntitle: {en: Veil}\nplayers: {min: 2, max: 2}\nlanguages: [en]\n"
        "start: play the game\nresult: {score: my.points}\n"
    )
    shared = "".join(f"    {key}: {text}\n" for key, text in zones.items())
    (folder / "model.yaml").write_text(
        f"shared:\n  vars:\n    hint: token\n  zones:\n{shared}    spare: {{holds: token, visible: nobody}}\n"
        "kinds:\n  player:\n    vars:\n      points: {}\n      idea: token\n"
        f"    zones:\n      hand: {ZONES['hand'][1]}\n"
        "  token:\n    faces: 2\n    vars:\n      uses: {resets: turn}\n      friend: token\n"
        "      pips: {start: 1, min: 1, max: 6}\n    rolls: pips\n"
    )
    cards = "".join(
        f"  - id: {word}\n    source: designed\n    name: {{en: {word.title()}}}\n"
        f"    faces:\n      - name: {{en: {word.title()}}}\n      - name: {{en: {word.title()} turned}}\n"
        for word in WORDS
    )
    (folder / "cards" / "tokens.yaml").write_text(f"token:\n{cards}")
    terms = ["points", "hint", "idea", "hand", "spare", "token", "uses", "friend", "pips", *zones]
    (folder / "text" / "en.yaml").write_text("terms:\n" + "".join(f"  {term}: the {term}\n" for term in terms))
    verbs = "".join(
        f'- verb: "try {name} on {{pile: zone of token}}"\n  source: designed\n  effect: |\n    let token = first(pile)\n'
        + "".join(f"    {line}\n" for line in script.splitlines())
        + ("" if "token" in script else "    gain 0 token.uses\n")
        for name, script in SCRIPTS.items()
    )
    (folder / "rules" / "rules.yaml").write_text(
        "- verb: play the game\n  source: designed\n  effect: |\n"
        "    for each token in tokens:\n      move token to deck\n    shuffle deck\n"
        "    as each player:\n      draw 2 from deck to my.hand\n"
        "    draw 2 from deck to bag\n    draw 2 from deck to heap\n    draw 1 from deck to slot\n"
        "    draw 2 from deck to table\n    choose n from range(1, 2)\n    gain n points\n" + verbs
    )
    return folder


@pytest.fixture(scope="module")
def veil(tmp_path_factory):
    return interpreter.load(write(tmp_path_factory.mktemp("veil")))


def touched(pack, name, zone, seed):
    """A game in which a statement has just touched the bottom piece of a zone, on behalf of the first player."""
    game = pack.new_game(players=2, seed=seed)
    place = game.machine.layout.zones[ZONES[zone][0]]
    routine = next(verb.key for verb in pack.vocabulary.verbs if verb.name.startswith(f"try {name} "))
    game.never_known = {seat: set(unknown(game, seat)) for seat in (None, 0, 1)}
    game.enter(routine, 0, [place.base])
    return game


def unknown(game, seat):
    """The words for every piece a seat (None: a watcher) does not know."""
    machine, table = game.machine, game.machine.layout.tables["token"]
    for piece, thing in enumerate(machine.layout.things["token"]):
        mask = machine.knowers(game.state, table, piece)
        known = mask & machine.everyone == machine.everyone if seat is None else mask >> seat & 1
        if not known:
            yield thing.item.id


def told(game, seat):
    view = game.view(seat)
    texts = [json.dumps(view.data), view.text("en"), view.text("fr")]
    story = [line.text.get(lang) for line in game.story(seat) for lang in ("en", "fr")]
    return "\n".join([*texts, *game.log(seat, "en"), *game.log(seat, "fr"), *story]).casefold()


def test_every_statement_has_a_case():
    assert set(SCRIPTS) == set(STATEMENTS), "a new statement needs a script here"


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("name", STATEMENTS)
def test_nothing_hidden_is_named(veil, name, zone):
    for seed in range(3):
        game = touched(veil, name, zone, seed)
        for seat in (None, 0, 1):
            words = told(game, seat)
            hidden = game.never_known[seat] & set(unknown(game, seat))  # what was open before may be in the log
            assert hidden
            assert [word for word in hidden if word in words] == [], seat


def test_what_is_seen_is_named(veil):
    """The measure above is no good if nothing is ever named."""
    for name in ("gain", "set_var", "flip", "roll"):
        game = touched(veil, name, "table", 1)
        piece = game.state[game.machine.layout.zones["shared.table"].base + 1]
        word = game.names.thing("token", piece).en
        assert any(word in line for line in game.log(1, "en"))
        assert any(word in line for line in game.log(None, "en"))
    game = touched(veil, "flip", "hand", 1)
    assert any("turned over:" in line for line in game.log(0, "en"))
    assert any("a hidden the token is turned over" in line for line in game.log(1, "en"))


def test_a_watcher_does_not_know_what_all_players_looked_at_in_private(veil):
    game = touched(veil, "show", "bag", 1)
    piece = game.state[game.machine.layout.zones["shared.bag"].base + 1]
    word = game.names.thing("token", piece).en.casefold()
    assert word in told(game, 0)
    assert word in told(game, 1)
    assert word not in told(game, None)
    game = touched(veil, "reveal", "bag", 1)
    piece = game.state[game.machine.layout.zones["shared.bag"].base + 1]
    assert game.names.thing("token", piece).en.casefold() in told(game, None)
