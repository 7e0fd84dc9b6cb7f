"""Coverage: which rules no scenario cites."""

import pytest

SCENARIOS = """
- scenario: one
  rule: [PB-1, PB-2]
- scenario: two
  rule: PB-2
"""


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "pebbles_pack"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text("id: pebbles\n")
    (folder / "scenarios" / "a.yaml").write_text(SCENARIOS)
    return folder


def test_missing_rules_are_listed_by_group(rulewright, pack):
    (pack / "rule_ids.txt").write_text("# all of them\nPB-1\nPB-2  # twice\nPB-3\nPB-4 solo\n\n")
    ran = rulewright("coverage", pack)
    assert ran.code == 1
    assert ran.out == (
        "2 of 3 rules have a scenario (66 %)\n  PB-3\n[solo] 0 of 1 rules have a scenario (0 %)\n  PB-4\n"
    )
    assert rulewright("coverage", pack, "--at-least", 60).code == 0


def test_an_unknown_rule_is_a_finding(rulewright, pack):
    (pack / "rule_ids.txt").write_text("PB-1\n")
    ran = rulewright("coverage", pack)
    assert ran.code == 1
    assert "cites `PB-2`" in ran.out


def test_what_is_missing_is_named(rulewright, pack, tmp_path):
    assert "no rule_ids.txt" in rulewright("coverage", pack).err
    (pack / "rule_ids.txt").write_text("PB-1\nPB-1\n")
    assert "lists `PB-1` twice" in rulewright("coverage", pack).err
    ran = rulewright("coverage", tmp_path / "nowhere")
    assert ran.code == 2
    assert "there is no pack" in ran.err


@pytest.mark.parametrize("content", ["", "- 1\n", "rule: X\n", "- rule: {a: b}\n", "- rule: [[1]]\n", "- [", "\0"])
def test_broken_scenarios_are_no_traceback(rulewright, pack, content):
    (pack / "rule_ids.txt").write_text("PB-1\n")
    (pack / "scenarios" / "a.yaml").write_text(content)
    assert rulewright("coverage", pack).code == 1
