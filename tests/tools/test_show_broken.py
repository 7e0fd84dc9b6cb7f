"""`show` of a pack with errors: what is sound is shown, what is not is told."""


def test_what_is_sound_is_shown(rulewright, pebbles):
    (pebbles / "cards" / "more.yaml").write_text(
        "scoop:\n"
        "  - {id: shovel, name: {en: Shovel, fr: Pelle}, size: 9, source: designed, effect: take pebbles 9}\n"
        "  - {id: spoon, name: {en: Spoon, fr: Cuillère}, size: 9, source: designed, effect: tkae pebbles 9}\n"
    )
    ran = rulewright("show", "pebbles", "shovel")
    assert ran.code == 0
    assert "1 error: only what is sound is shown" in ran.out
    assert "Take 9 pebbles." in ran.out
    ran = rulewright("show", "pebbles")
    assert "shovel" in ran.out
    assert "spoon" not in ran.out
    ran = rulewright("show", "pebbles", "spoon")
    assert ran.code == 2
    assert "did you mean `take`?" in ran.err
    assert rulewright("show", "pebbles", "shovel", "--code").code == 2
    (pebbles / "model.yaml").write_text("kinds: [")
    ran = rulewright("show", "pebbles", "shovel")
    assert ran.code == 2
    assert "nothing of the pack can be shown" in ran.err
