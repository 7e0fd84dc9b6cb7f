"""What is the same for several things is said once."""

from interpreter.play.folding import Alike, folded, gathered, summed
from interpreter.play.text import same
from interpreter.primitives import changes


def goes(what, to):
    return Alike(("goes", to), same(what), lambda what: same(f"{what.en} → {to}"))


def grows(what, by):
    return Alike(("grows", by), same(what), lambda what: same(f"{what.en}: +{by}"), loose=True)


def told(*texts):
    return [text.en for text in folded(texts)]


def test_what_goes_to_one_place_is_told_together():
    assert told(goes("A", "hand"), goes("B", "hand"), goes("C", "deck")) == ["A, B → hand", "C → deck"]


def test_equal_things_are_counted():
    assert told(goes("die", "cup"), goes("die", "cup"), goes("coin", "cup")) == ["die (×2), coin → cup"]


def test_the_order_of_moves_stays():
    """A piece may go somewhere and back: what happened last must stand last."""
    there_and_back = [goes("A", "hand"), goes("A", "deck"), goes("A", "hand")]
    assert told(*there_and_back) == ["A → hand", "A → deck", "A → hand"]


def test_numbers_on_several_things_need_not_stand_side_by_side():
    assert told(grows("A", 1), grows("B", 2), grows("C", 1)) == ["A, C: +1", "B: +2"]


def test_what_stands_between_keeps_them_apart():
    assert told(grows("A", 1), same("a storm"), grows("B", 1)) == ["A: +1", "a storm", "B: +1"]


def test_lines_that_are_the_same():
    assert gathered(["a", "a", "b"]) == ["a (×2)", "b"]


def test_what_a_counter_gains_several_times_in_a_row_is_summed():
    rice, metal = (0, 7), (0, 8)
    gains = [("gain", *rice, 2, -1), ("gain", *metal, 1, -1), ("gain", *rice, 1, -1)]
    assert summed(gains, changes()) == [("gain", *rice, 3, -1), ("gain", *metal, 1, -1)]
    loss = ("lose", *rice, 1, -1)
    apart = [gains[0], loss, gains[2]]
    assert summed(apart, changes()) == apart, "what is lost in between is told in between"
    other = [gains[0], ("gain", *rice, 1, 4)]
    assert summed(other, changes()) == other, "points for another reason are others"
