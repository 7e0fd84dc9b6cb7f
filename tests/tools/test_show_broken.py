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


def test_mistakes_in_documents(rulewright, pebbles):
    """A card, a rule, a term and a declaration that are not written as they must be: the rest is shown."""
    (pebbles / "cards" / "more.yaml").write_text(
        "scoop:\n"
        "  - {id: shovel, name: {en: Shovel, fr: Pelle}, size: 9, source: designed, effect: take pebbles 9}\n"
        "  - {id: spoon, name: {en: Spoon, fr: Cuillère}, size: 9, effekt: take pebbles 9}\n"
    )
    (pebbles / "rules" / "more.yaml").write_text(
        "- {value: thrift, source: designed, is: 3, off: player}\n- {value: craft, source: designed, is: 2}\n"
    )
    ran = rulewright("show", "pebbles", "shovel")
    assert ran.code == 0
    assert "errors: only what is sound is shown" in ran.out
    assert "Take 9 pebbles." in ran.out
    everything = rulewright("show", "pebbles").out
    assert "shovel" in everything and "craft" in everything
    assert "spoon" not in everything and "thrift" not in everything
    ran = rulewright("show", "pebbles", "spoon")
    assert ran.code == 2
    assert "`spoon` has errors" in ran.err and "source missing" in ran.err
    ran = rulewright("show", "pebbles", "thrift")
    assert ran.code == 2
    assert "unknown field `off`" in ran.err


def test_mistakes_of_packs_with_each_other(rulewright, pebbles):
    """What two packs are at odds about is not shown; everything else is, with what the packs make of it."""
    for name, worth in (("dawn", 7), ("noon", 8)):
        pack = pebbles.parent / name
        (pack / "cards").mkdir(parents=True)
        (pack / "pack.yaml").write_text(
            f'id: {name}\nversion: 0.1.0\ntitle: {name}\nrequires: {{pebbles: ">=1, <2"}}\n'
        )
        (pack / "cards" / "all.yaml").write_text(
            f"charm:\n  - {{change: charm_6, worth: {worth}}}\n  - {{change: charm_{worth - 5}, worth: {worth}}}\n"
        )
    both = ("dawn", "--with", "noon")
    assert "both change `worth` of charm `charm_6`" in rulewright("show", *both[:1], "charm_6", *both[1:]).err
    ran = rulewright("show", "dawn", "charm_2", "--with", "noon", "--resolved")
    assert ran.code == 0
    assert "worth: 7   # dawn" in ran.out
    assert rulewright("show", "dawn", "charm_3", "--with", "noon", "--resolved").out.count("worth: 8   # noon") == 1


def test_a_mistake_in_what_changes_a_card_below(rulewright, pebbles):
    """It is one of the changed card, and of no other that is written before it."""
    pack = pebbles.parent / "dawn"
    (pack / "cards").mkdir(parents=True)
    (pack / "pack.yaml").write_text('id: dawn\nversion: 0.1.0\ntitle: dawn\nrequires: {pebbles: ">=1, <2"}\n')
    (pack / "cards" / "all.yaml").write_text(
        "charm:\n"
        "  - {id: charm_9, name: Nine, worth: 9, source: designed}\n"
        "  - {change: charm_6, worht: 7}\n"
        "  - {change: charm_66, worth: 7}\n"
    )
    assert rulewright("show", "dawn", "charm_9").code == 0
    ran = rulewright("show", "dawn", "charm_6")
    assert ran.code == 2
    assert "did you mean `worth`?" in ran.err
    ran = rulewright("show", "dawn", "charm_66")
    assert ran.code == 2
    assert "there is no charm `charm_66` below to change" in ran.err
