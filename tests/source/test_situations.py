"""Fifteen situations that break naive merging of packs, and the bad input of stacks: each is named, with the tests that hold it.

The list is the index; it fails when a test that it names is gone. What stands nowhere else is tested below.
"""

import ast
from functools import cache
from pathlib import Path

import layered
import pytest
from layered import write
from test_standing import BASE, found, tiles

TESTS = Path(__file__).parents[1]

SITUATIONS = {
    "all orders of --with: same hash, errors, games": (
        "source/test_layers.py: test_every_order_gives_the_same_hash_and_the_same_games",
        "source/test_layers.py: test_every_order_of_asking_tells_the_same",
    ),
    "a diamond of which only one decides": ("source/test_layers.py: test_a_diamond_of_which_only_one_decides",),
    "one removes a value of an enum, a card of another names it": (
        "source/test_layers.py: test_one_removes_a_value_the_other_names",
    ),
    "one adds a field to a kind, another a thing of it": (
        "source/test_layers.py: test_a_field_of_one_pack_and_a_thing_of_another",
    ),
    "a new value through a template; a third pack changes what it makes": (
        "source/test_layers.py: test_a_new_value_goes_through_a_template_and_a_third_pack_changes_what_it_makes",
    ),
    "one changes the template, another one thing it makes": (
        "source/test_layers.py: test_a_template_and_one_thing_it_makes",
    ),
    "removed and added again in one pack": ("source/test_layers.py: test_changes_that_cannot_be",),
    "one changes a script, another its text": ("source/test_layers.py: test_a_script_and_its_text_are_one",),
    "two packs add one id": ("source/test_layers.py: test_two_packs_add_one_id",),
    "a wrap that calls its rule through another verb": ("source/test_wraps.py: test_a_wrap_calls_its_rule",),
    "as before twice, never, in a loop, across a choice and a save": (
        "source/test_wraps.py: test_a_rule_around_a_rule",
        "source/test_wraps.py: test_as_before_across_a_choice_a_save_and_an_undo",
        "source/test_reactions.py: test_what_was_left_out_has_not_happened",
    ),
    "one wraps a verb that another removes": ("source/test_wraps.py: test_a_rule_that_another_pack_removes",),
    "a source leaves while its change decides the leaving": (
        "source/test_standing.py: test_it_ends_when_its_source_goes",
    ),
    "a change that disables itself, and two each other": (
        "source/test_standing.py: test_what_cannot_be",
        "source/test_situations.py: test_two_changes_that_disable_each_other",
    ),
    "a pack renamed or moved": (
        "tools/test_layers_tools.py: test_a_pack_that_moved_is_found_by_its_name",
        "tools/test_layers_tools.py: test_a_pack_that_was_renamed_is_asked_for_by_its_old_name",
    ),
}

BAD_INPUT = {
    "wraps in a circle": ("source/test_wraps.py: test_two_packs_wrap_each_others_rules_into_a_circle",),
    "reactions in a circle": ("source/test_reactions.py: test_two_packs_react_to_each_other_into_a_circle",),
    "standing changes in a circle": ("source/test_standing.py: test_strength_and_income",),
    "a stack of 50 packs": (
        "source/test_stacks.py: test_a_stack_of_fifty_packs",
        "source/test_wraps.py: test_fifty_packs_around_one_rule",
        "source/test_stacks.py: test_too_many_packs",
    ),
    "10,000 changed cards": ("source/test_stacks.py: test_ten_thousand_changed_cards",),
    "a cycle of requirements": ("source/test_stacks.py: test_a_circle_is_drawn_with_its_edges",),
    "a version that is no version": ("source/test_stacks.py: test_a_version_that_is_no_version",),
    "an expansion for another game": ("source/test_stacks.py: test_an_expansion_for_another_game",),
}


@cache
def names_in(file):
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", [*SITUATIONS, *BAD_INPUT])
def test_a_situation_has_a_test(name):
    for place in {**SITUATIONS, **BAD_INPUT}[name]:
        file, _, test = place.partition(": ")
        assert test in names_in(file)


def test_there_are_fifteen():
    assert len(SITUATIONS) == 15


@pytest.mark.parametrize(
    "changes",
    [
        [
            "{value: limit, while: first(players).income < 9, add: 9}",
            "{value: player.income, while: limit < 9, add: 9}",
        ],
        [
            "{value: limit, where: first(players).income < 9, add: 9}",
            "{value: player.income, where: limit < 9, add: 9}",
        ],
    ],
)
def test_two_changes_that_disable_each_other(tmp_path, changes):
    """Whichever came first would decide: both are told, at both places."""
    write(tmp_path, {"base": BASE, "rain": tiles(changes[0]), "wind": tiles_named("w", changes[1])})
    told = found(tmp_path, "rain", "wind")
    assert {one.code for one in told} <= {"check/source-depends", "check/standing-circle"}
    places = {layered.places(one).partition("/")[0] for one in told}
    assert told and places <= {"rain", "wind"}


def tiles_named(name, change):
    """Things of a kind of their own, with a standing change."""
    model = f"kinds:\n  {name}_tile: {{}}\nshared:\n  zones: {{{name}_pile: {{holds: {name}_tile}}}}\n"
    card = f"{name}_tile:\n  - {{id: {name}_one, name: One, source: designed, standing: [{change}]}}\n"
    return {"model.yaml": model, "cards/w.yaml": card}
