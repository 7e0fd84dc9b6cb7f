"""The long runs: every test marked `soak` is in exactly one portion, and what has passed on a commit is not done again."""

import re
import sys
from pathlib import Path

import soak

pytest_plugins = ["pytester"]
TESTS = Path(__file__).parent


def portion(name, code="pass", part="some", *, alone=False):
    return soak.Portion(part, name, (sys.executable, "-c", code), alone)


def test_every_long_test_is_in_one_portion(pytester):
    pytester.makeconftest((TESTS / "conftest.py").read_text("utf-8"))
    pytester.makepyfile("import pytest\n@pytest.mark.parametrize('n', range(7))\ndef test_it(n): pass")
    pytester.syspathinsert(TESTS)
    done = [
        re.findall(r"test_it\[\d\]", pytester.runpytest("--collect-only", "-q", "--portion", f"{n}/3").stdout.str())
        for n in (1, 2, 3)
    ]
    assert sorted(name for names in done for name in names) == [f"test_it[{n}]" for n in range(7)]
    assert all(done)


def test_every_file_with_long_tests_is_in_one_part():
    marked = {path for path in TESTS.rglob("test_*.py") if "mark.soak" in path.read_text("utf-8")}
    places = [TESTS / one for _, _, where in soak.TESTS.values() for one in where]
    assert all(place.exists() and any(path.is_relative_to(place) for path in marked) for place in places)
    for path in marked:
        assert sum(path.is_relative_to(place) for place in places) < 2, path


def test_parts_are_named_and_portions_are_told_apart():
    everything = list(soak.portions(2, 10, "pig"))
    assert len({(one.part, one.name) for one in everything}) == len(everything)
    assert {*soak.TESTS, "rest", "mutants", "scenarios", "referee_daimyo", "simulate"} <= {o.part for o in everything}


def test_what_has_passed_is_not_done_again(tmp_path, capsys):
    ledger = tmp_path / "ledger"
    due = [portion("good", "sum(range(10**7))"), portion("bad", "raise SystemExit(3)"), portion("whole", alone=True)]
    rows = soak.run(due, 2, "abc", ledger, tmp_path / "logs")
    assert {row["portion"]: row["passed"] for row in rows} == {"good": True, "bad": False, "whole": True}
    assert next(row["computing"] for row in rows if row["portion"] == "good") > 0
    assert "some bad: FAILED" in capsys.readouterr().out
    ledger.write_text(ledger.read_text("utf-8") + '{"commit": "ab', "utf-8")
    assert [one.name for one in soak.still_due(due, ledger, "abc")] == ["bad"]
    assert soak.still_due(due, ledger, "abcd") == due, "another commit"
    (line,) = soak.told(ledger, "abc")
    assert line.startswith("some: 3 portions, 1 failed, ")


def test_a_part_is_asked_for_by_name(capsys):
    assert soak.main(["mutants", "--list"]) == 0
    assert capsys.readouterr().out.count("--sample 1000 --seed") == 2
