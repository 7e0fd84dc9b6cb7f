"""What a pack says of others that need not be there: `in_play: with`, `without`, and the rules that it changes."""

import layered
import pytest
from layered import manifest, write

from interpreter.diagnostics import Severity
from interpreter.play.findings import everything_wrong
from interpreter.source import Together
from interpreter.source.layers import resolve


def found(folder, *names):
    """What is wrong with packs together; terms that are missing aside."""
    return [one for one in layered.pack(folder, *names).diagnostics if one.code not in layered.WORDS]


WORDS = f"{layered.BASE['text/en.yaml']}  worth_of: worth of\n  steps: steps\n  cost: cost\n"
"""With all that `check` asks for."""


@pytest.mark.parametrize("word", ["with", "without"])
@pytest.mark.parametrize("file", ["cards/x.yaml", "rules/x.yaml", "scenarios/x.yaml"])
def test_a_pack_that_is_waited_for_and_nearly_called_so(tmp_path, word, file):
    says = {
        "cards/x.yaml": "hero: [{change: baker, in_play: with ranbow and players > 2, cost: 1}]",
        "rules/x.yaml": "- {change: action work, in_play: with ranbow, limit: once per turn}",
        "scenarios/x.yaml": "- {scenario: x, from: blank, in_play: with ranbow, run: gain 1 gold, then: [my.gold is 1]}",
    }[file].replace("with", word)
    write(tmp_path, {"rain": {file: says}, "rainbow": {}})
    (one,) = found(tmp_path, "rain")
    assert (one.code, one.severity) == ("pack/pack-meant", Severity.WARNING)
    assert (one.message, one.help) == ("no pack is called `ranbow`", "did you mean `rainbow`?")
    assert one.label.span.column == says.splitlines()[0].index("ranbow") + 1
    assert layered.pack(tmp_path, "rain").vocabulary.id == "rain"  # it can be played


def test_it_is_told_of_a_scenario_of_a_game_that_is_known_to_be_right(tmp_path):
    says = (
        "- {scenario: x, from: blank, source: designed, in_play: with ranbow, run: gain 1 gold, then: [my.gold is 1]}"
    )
    write(tmp_path, {"rain": {}, "rainbow": {}, "base": {**layered.BASE, "text/en.yaml": WORDS}})
    asked = Together(str(tmp_path / "rain"))
    assert not everything_wrong(asked).diagnostics
    write(tmp_path, {"rain": {"scenarios/x.yaml": says}, "base": {**layered.BASE, "text/en.yaml": WORDS}})
    for _ in range(2):
        assert [one.code for one in everything_wrong(asked).diagnostics] == ["pack/pack-meant"]


def test_the_folder_around_a_pack_is_looked_through_once(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(resolve, "near_packs", lambda _gathered: seen.append(1) or set())
    cards = "".join(f"  - {{id: h{n}, name: H, cost: 1, source: designed, in_play: with far_away}}\n" for n in range(9))
    write(tmp_path, {"rain": {"cards/x.yaml": f"hero:\n{cards}"}})
    assert not found(tmp_path, "rain")
    assert seen == [1]


def test_a_pack_that_nobody_has_is_waited_for_in_silence(tmp_path):
    cards = (
        "hero: [{change: baker, in_play: with far_away_land, cost: 1}, {change: smith, in_play: with wind, cost: 1}]"
    )
    write(tmp_path, {"rain": {"cards/x.yaml": cards}, "wind": {}, "mind": {}})
    assert not found(tmp_path, "rain")


def test_a_rule_that_no_pack_below_lists(tmp_path):
    more = "changes_rules: [B-1, B-3]\n"
    base = {**layered.BASE, "rule_ids.txt": "B-1 all\nB-2 all\n"}
    write(tmp_path, {"base": base, "rain": {"pack.yaml": manifest("rain", more=more)}})
    (one,) = [one for one in everything_wrong(tmp_path / "rain").diagnostics if one.code not in layered.WORDS]
    assert (one.code, one.message) == ("pack/unknown-rule", "no pack below has a rule `B-3`")
    assert one.help == "did you mean `B-1`?"
    write(tmp_path, {"rain": {"pack.yaml": manifest("rain", more="changes_rules: [B-2]\n")}})
    assert not [one for one in everything_wrong(tmp_path / "rain").diagnostics if one.code not in layered.WORDS]
