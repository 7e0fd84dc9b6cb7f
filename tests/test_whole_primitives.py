"""A statement or a function is declared once and whole: entries of this file's own work everywhere without another line.

`double {counter}` changes a cell in a way no statement of the engine does, `turn all {tokens}` touches several pieces and
calls its parameter as it likes, `trade {one} for {other}` is about two pieces, `product(set, number)` is a function that no
back end knows, and `least(set, number)` one with a form that all know. `tests/wasm/test_own_primitives.py` runs them inside.
"""

from pathlib import Path

import pytest
from tiny_pack import checked, indented, script
from twin import Twin

from interpreter.check import Checker
from interpreter.check.keys import extra, verb
from interpreter.check.remembered import vocabulary_shape
from interpreter.machine import Machine
from interpreter.play.game import Game
from interpreter.primitives import FUNCTIONS, STATEMENTS, Function
from interpreter.primitives.pieces import lay_on_top, lift
from interpreter.primitives.registry import cell_statement, statement
from interpreter.prose import card_text
from interpreter.tools import reference

TERMS = Path(__file__).parent / "prose"


@pytest.fixture(autouse=True)
def declared():
    """The whole of it: what stands here is all that anything knows of these."""
    before, functions = dict(STATEMENTS), dict(FUNCTIONS)

    @cell_statement(
        "double {counter: counter}",
        text={"en": "{double|doubles} {the counter}", "fr": "{doublez|double|doubler} {the counter}"},
    )
    def double(old, _amount):
        """Make a counter twice what it is.

        Example:
            double coins
        """
        return old * 2

    @statement(
        "turn all {tokens: pieces}",
        text={"en": "{turn|turns} over {tokens}", "fr": "{retournez|retourne|retourner} {tokens}"},
        writes=("face",),
        needs={"tokens": "faces"},
    )
    def turn_all(m, s, me, k, tokens):
        """Turn several pieces to their next face.

        Example:
            turn all tokens
        """
        for piece in tokens:
            STATEMENTS["flip"].behaviour(m, s, me, k, piece)

    @statement(
        "trade {one: piece} for {other: piece}",
        text={"en": "{trade|trades} {one} for {other}", "fr": "{échangez|échange|échanger} {one} contre {other}"},
        writes=("pieces",),
        needs={"one": "lies", "other": "lies"},
    )
    def trade(m, s, me, k, one, other):
        """Let two pieces change their zones, each on top of the one where the other lay.

        Example:
            trade marker for marker
        """
        if one < 0 or other < 0:
            return
        left, right = s[k.loc + one], s[k.loc + other]
        if not left or not right or left == right:
            return
        for piece, old, new in ((one, left, right), (other, right, left)):
            lift(m, s, k, piece)
            lay_on_top(m, s, k, piece, new)
            if m.log is not None:
                m.log.append(("move", me, k.index, piece, old, new, s[k.known + piece] if k.known else -1))

    FUNCTIONS["least"] = Function(
        "least",
        "each",
        ("set", "number"),
        "number",
        "min",
        "the smallest value over the elements, 0 for an empty set",
        text={"en": "the least {1} of {0}", "fr": "le plus petit {1} de {0}"},
        meaning=lambda _table, _items, values: min(values, default=0),
    )
    FUNCTIONS["product"] = Function(
        "product",
        "each",
        ("set", "number"),
        "number",
        "",
        "all values over the elements multiplied, 1 for an empty set",
        text={"en": "the product of the {many 1} of {0}", "fr": "le produit des {many 1} de {0}"},
        meaning=_product,
    )
    yield
    for table, old in ((STATEMENTS, before), (FUNCTIONS, functions)):
        for name in set(table) - set(old):
            del table[name]


def _product(_table, _items, values):
    made = 1
    for value in values:
        made *= value
    return made


def rules(effect, *more):
    text = f"- verb: try it\n  source: designed\n  effect: |\n    {indented(effect)}\n"
    return {"rules/case.yaml": "".join([text, *more]).encode()}


def tried(effect, *more, stepping=False):
    """A game that has entered a script, its proofs held against trials, its writes watched, and its second opinion."""
    pack = checked(rules(effect, *more))
    assert pack.diagnostics == [], [one.message for one in pack.diagnostics]
    plain = pack.new_game(players=2, seed=1)
    machine = Machine(plain.machine.program, stepping=stepping, guarded=True)
    machine.careful = True
    game = Game(pack, 2, 1, plain.options, machine)
    twin = Twin(game)
    game.told = len(game.events)
    game.enter(verb("try it"), 0)
    twin.entered(next(one.routine for one in pack.vocabulary.verbs if one.name == "try it"), 0)
    twin.compare()
    return game, twin


def said(game, lang="en"):
    return game.log(0, lang, game.told)


def value(game, formula):
    """What a formula gives at the table of a game."""
    checker = Checker(game.pack.vocabulary)
    made = checker.formula(extra("asked"), script(formula, "is"), [])
    assert not checker.problems, [one.message for one in checker.problems]
    from interpreter.code import compile_pack

    machine = Machine(compile_pack(game.pack.vocabulary, 2, game.pack.option_numbers(game.options), [made]))
    return machine.formula(made.key)(game.state, 0, -1)


# ---- the checker


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("double my.hand", "counter"),
        ("double weather", "counter"),
        ("double", "double"),
        ("turn all cards", "one face only"),
        ("gain product(cards, shade) coins", "number"),
        ("trade first(my.hand) for first(my.purse)", "expected a card, got a token"),
        ("trade me for me.left", "piece"),
    ],
)
def test_the_checker_types_it(wrong, message):
    found = checked(rules(wrong)).diagnostics
    assert found
    assert message in found[0].message


def test_a_verb_of_a_pack_cannot_take_its_words():
    taken = "- verb: 'double {coins: number}'\n  source: designed\n  effect: gain 1 coins\n"
    assert "check/bad-phrase" in [one.code for one in checked(rules("gain 1 coins", taken)).diagnostics]


def test_a_slip_is_met_with_it():
    (found,) = checked(rules("doubel coins")).diagnostics
    assert "double" in str(found)


# ---- cards, log, docs


def texts(effect):
    words = {f"text/{lang}.yaml": (TERMS / f"terms_{lang}.yaml").read_bytes() for lang in ("en", "fr")}
    pack = checked(rules(effect) | words)
    routine = next(one.routine for one in pack.vocabulary.verbs if one.name == "try it")
    return [card_text(pack.vocabulary, routine, lang) for lang in ("en", "fr")]


def test_cards_tell_it_in_each_language():
    assert texts("double coins") == ["Double your coins.", "Doublez vos pièces."]
    assert texts("as each player:\n  double coins") == [
        "Each player doubles their coins.",
        "Chaque joueur double ses pièces.",
    ]
    assert texts("turn all my.purse") == ["Turn over your tokens.", "Retournez vos jetons."]
    assert texts("double my.left.coins") == [
        "Double your left neighbour’s coins.",
        "Doublez les pièces de votre voisin de gauche.",
    ]
    assert texts("gain product(my.hand, cost) coins") == [
        "Gain coins equal to the product of the costs of the cards in your hand.",
        "Gagnez un nombre de pièces égal au produit des coûts des cartes dans votre main.",
    ]


def test_two_pieces_are_told_apart():
    assert texts("trade first(my.hand) for first(my.court)") == [
        "Trade a card from your hand for a card from your court.",
        "Échangez une carte de votre main contre une carte de votre cour.",
    ]


def test_the_log_tells_it():
    game, _ = tried("set my.coins to 3\ndouble coins")
    assert said(game)[-1] == "Player 1 – coins: 6"
    assert said(game, "fr")[-1] == "Joueur 1 – pièces : 6"


def test_the_log_is_right_where_doubling_makes_less():
    game, _ = tried("set my.debt to 0 - 1\ndouble my.debt")
    assert said(game)[-1] == "Player 1 – debt: -2"


def test_a_secret_counter_stays_secret():
    game, _ = tried("set my.secret to 4\ndouble my.secret")
    assert [line for line in game.log(0, "en", game.told) if "8" in line]
    assert not [line for line in game.log(1, "en", game.told) if "8" in line]


def test_the_docs_list_it():
    page = reference.PAGES["docs/language.md"]()
    assert "double {counter" in page
    assert "Make a counter twice what it is." in page
    assert "product(set, x)" in page


# ---- running


@pytest.mark.parametrize("stepping", [False, True])
@pytest.mark.parametrize("coins", range(4))
@pytest.mark.parametrize("price", [0, 1, 3, 4, 6])
def test_an_option_with_a_cost_behind_it_is_offered_when_it_can_be_paid(coins, price, stepping):
    """The proof agrees with the trial (`careful`) and with the engine (the twin), in both ways of printing."""
    effect = f"set my.coins to {coins}\nmay:\n  double coins\n  pay {price} coins\n  gain 1 points"
    game, twin = tried(effect, stepping=stepping)
    possible = 2 * coins >= price
    if not possible:
        assert game.pending is None or "yes" not in game.decision.options.keys
        return
    taken = game.pending.values[game.decision.options.keys.index("yes")]
    game.choose_key("yes")
    assert twin.chosen(taken)
    twin.compare()
    assert value(game, "my.coins") == 2 * coins - price
    assert value(game, "my.points") == 1


@pytest.mark.parametrize("debt", range(-2, 6))
@pytest.mark.parametrize("price", [1, 4, 7])
def test_bounds_are_kept_on_the_way_of_a_proof(debt, price):
    """The counter goes from -2 to 5: doubling stops at either end, and the cost comes after."""
    start = f"0 - {-debt}" if debt < 0 else str(debt)
    game, _ = tried(f"set my.debt to {start}\nmay:\n  double my.debt\n  pay {price} my.debt")
    doubled = max(-2, min(5, 2 * debt))
    offered = game.pending is not None and "yes" in game.decision.options.keys
    assert offered == (doubled - price >= -2)


def test_it_is_followed_through_verbs_and_loops():
    more = "- verb: grow twice\n  source: designed\n  effect: |\n    double coins\n    double coins\n"
    for coins, possible in ((1, False), (2, True)):
        effect = f"set my.coins to {coins}\nmay:\n  grow twice\n  pay {8 - 1} coins"
        game, _ = tried(effect, more)
        assert (game.pending is not None and "yes" in game.decision.options.keys) == possible


def test_what_goes_beyond_the_maximum_is_handed_over():
    """`energy` holds 3 at most, and its overflow script makes points of the rest."""
    game, _ = tried("set my.energy to 2\ndouble my.energy")
    assert value(game, "my.energy") == 3
    assert value(game, "my.points") == 1


def test_rules_that_watch_the_counter_notice_it():
    watch = "- whenever: my.coins > 5\n  source: designed\n  effect: |\n    lose 6 coins\n    gain 1 clay\n"
    game, _ = tried("set my.coins to 3\ndouble coins", watch)
    assert value(game, "my.coins") == 0
    assert value(game, "my.clay") == 1


def test_several_pieces_are_touched_by_a_parameter_of_any_name():
    game, _ = tried("for each token in tokens:\n  move token to my.purse\nturn all my.purse")
    turned = [line for line in said(game) if "turned over" in line]
    assert len(turned) == len(game.machine.layout.things["token"])


LAID = "let one = first(deck)\nmove one to my.hand\nlet other = first(deck)\nmove other to display\n"


@pytest.mark.parametrize("stepping", [False, True])
def test_a_statement_about_two_pieces(stepping):
    game, _ = tried(LAID, stepping=stepping)
    before = [value(game, f"first({zone})") for zone in ("my.hand", "display")]
    game, _ = tried(LAID + "trade one for other", stepping=stepping)
    assert [value(game, f"first({zone})") for zone in ("display", "my.hand")] == before
    assert [line.rpartition("→ ")[2] for line in said(game)[-2:]] == ["display", "hand"]


@pytest.mark.parametrize("stepping", [False, True])
def test_a_function_with_a_form_that_is_known(stepping):
    game, _ = tried("set my.coins to least(range(3, 5), it * 2)", stepping=stepping)
    assert value(game, "my.coins") == 6


@pytest.mark.parametrize("stepping", [False, True])
def test_a_function_no_back_end_knows_is_computed(stepping):
    effect = "set my.coins to product(range(1, 5), it)\nset my.points to product(my.hand, cost)"
    game, _ = tried(effect, stepping=stepping)
    assert value(game, "my.coins") == 120
    assert value(game, "my.points") == 1


@pytest.mark.parametrize("coins", [23, 24])
def test_a_function_in_the_way_of_a_proof(coins):
    game, _ = tried(f"set my.coins to {coins}\nmay:\n  pay product(range(1, 4), it) coins\n  gain 1 points")
    assert (game.pending is not None and "yes" in game.decision.options.keys) == (coins >= 24)


def test_what_is_remembered_of_a_pack_holds_it():
    pack = checked(rules("double coins\ngain product(my.hand, cost) coins"))
    shape = vocabulary_shape()
    again = shape.decode(shape.encode(pack.vocabulary))
    assert again.digest == pack.vocabulary.digest
