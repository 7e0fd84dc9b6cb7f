"""Log and views name no piece that a seat does not know, whatever statement touched it and wherever it lies."""

import json

import pytest
from every_statement import SCRIPTS, ZONES, write

import interpreter
from interpreter.primitives import STATEMENTS


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
    assert set(SCRIPTS) == set(STATEMENTS), "a new statement needs a script in tests/every_statement.py"


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("name", STATEMENTS)
def test_nothing_hidden_is_named(veil, name, zone):
    for seed in range(3):
        game = touched(veil, name, zone, seed)
        for seat in (None, 0, 1):
            words = told(game, seat)
            hidden = game.never_known[seat] & set(unknown(game, seat))  # what was open before may be in the log
            assert hidden
            assert [word for word in hidden if word in words] == [], (
                f"seat {seat} is told of a piece that it does not know: does `touched` of play/log.py give it?"
            )


def test_who_does_not_see_a_piece_is_not_told_that_it_is_the_one_it_was(tmp_path):
    """A line that is missing would say so."""
    logs = {}
    for then in ("token", "first(pile as one where one is not token)"):
        folder = tmp_path / str(len(logs))
        folder.mkdir()
        cells = ("hint", "my.idea", "token.friend")
        script = "".join(f"set {cell} to token\n" for cell in cells) + f"let then = {then}\n"
        script += "".join(f"set {cell} to then\n" for cell in cells)
        pack = interpreter.load(write(folder, {"again": script}))
        for zone in ("hand", "bag", "deck"):
            game = touched(pack, "again", zone, 1)
            for seat in (None, 0, 1):
                story = [line.text.get("en") for line in game.story(seat)]
                logs[zone, seat, then == "token"] = game.log(seat, "en"), story
    for zone, seat, _ in list(logs):
        same, others = logs[zone, seat, True], logs[zone, seat, False]
        if (zone, seat) == ("hand", 0):
            assert len(same[0]) < len(others[0]), "who sees both is told nothing"
        else:
            assert same == others


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
    assert any("a hidden token is turned over" in line for line in game.log(1, "en"))


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


def test_a_piece_of_three_faces_is_told_by_the_face_before(tmp_path):
    folder = write(tmp_path)
    for name, old, new in (
        ("model", "faces: 2", "faces: 3"),
        ("cards/tokens", " turned}\n", " turned}\n      - name: {en: Last}\n"),
    ):
        path = folder / f"{name}.yaml"
        path.write_text(path.read_text().replace(old, new))
    game = touched(interpreter.load(folder), "flip", "table", 1)
    assert game.log(0, "en")[-1].endswith(" turned is turned over: Last")
