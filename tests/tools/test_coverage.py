"""Coverage: which rules no scenario cites."""

import pytest

LIST = "rule_ids.txt"


def test_missing_rules_are_listed_by_group(rulewright, pebbles):
    (pebbles / LIST).write_text("# all of them\nPB-1\nPB-2  # twice\nPB-3\nPB-4 solo\n\n")
    ran = rulewright("coverage", pebbles)
    assert ran.code == 1
    assert ran.out == (
        "2 of 3 rules have a scenario (66 %)\n  PB-3\n[solo] 0 of 1 rules have a scenario (0 %)\n  PB-4\n"
    )
    assert rulewright("coverage", pebbles, "--at-least", 60).code == 0


def test_an_unknown_rule_is_a_finding(rulewright, pebbles):
    (pebbles / LIST).write_text("PB-1\n")
    ran = rulewright("coverage", pebbles)
    assert ran.code == 1
    assert "cites `PB-2`" in ran.out


def test_what_is_missing_is_named(rulewright, pebbles, tmp_path):
    (pebbles / LIST).unlink()
    assert "no rule_ids.txt" in rulewright("coverage", pebbles).err
    (pebbles / LIST).write_text("PB-1\nPB-1\n")
    assert "lists `PB-1` twice" in rulewright("coverage", pebbles).err
    ran = rulewright("coverage", tmp_path / "nowhere")
    assert ran.code == 2
    assert "there is no pack" in ran.err


@pytest.mark.parametrize("content", ["", "- 1\n", "rule: X\n", "- rule: {a: b}\n", "- rule: [[1]]\n", "- [", "\0"])
def test_broken_scenarios_are_no_traceback(rulewright, pebbles, content):
    (pebbles / LIST).write_text("PB-1\n")
    (pebbles / "scenarios" / "turn.yaml").write_text(content)
    assert rulewright("coverage", pebbles).code == 1
