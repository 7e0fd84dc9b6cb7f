"""`rulewright balance`: tables, exit codes, and a long run that is interrupted and gone on with."""

import io
import json

import pytest

from interpreter.tools.commands import balance
from interpreter.tools.pace import Pace

STUDIES = """
- study: two
  players: 2
  games: 40
  note: The smallest game there is.
  figures:
    - {figure: Wins by seat, each: player, had: this is me, rate: won, max: 90}
    - {figure: Points, mean: my.pebbles}
- study: three
  players: 3
  games: 40
  options: {large_pile: yes}
  figures:
    - {figure: Charms, each: charm, had: this in my.purse, rate: won, max: 20}
"""
RUN = ("balance", "pebbles", "--bots", "random")


@pytest.fixture
def studies(pebbles):
    (pebbles / "balance.yaml").write_text(STUDIES)
    return pebbles / "balance.yaml"


def test_figures_are_told_with_their_bars(rulewright, studies):
    ran = rulewright(*RUN, "--study", "two")
    assert ran.code == 0
    assert "two: 40 games (seeds 1 to 40)" in ran.out
    assert "at most 90 %" in ran.out
    assert "2 met, 0 missed" in ran.out


def test_a_missed_bar_is_a_finding(rulewright, studies):
    ran = rulewright(*RUN, "--players", "3")
    assert ran.code == 1
    assert "missed" in ran.out
    assert "two:" not in ran.out


def test_too_few_games_are_no_finding(rulewright, studies):
    ran = rulewright(*RUN, "--players", "3", "--games", "3")
    assert ran.code == 0
    assert "0 met, 0 missed, 6 not enough games" in ran.out


def test_json_has_everything(rulewright, studies):
    (told,) = json.loads(rulewright(*RUN, "--json").out)
    assert (told["pack"], len(told["digest"])) == ("pebbles", 64)
    two, three = told["studies"]
    assert (two["games"], two["finished"], two["bots"]) == (40, 40, ["random", "random"])
    seats = two["figures"][0]["findings"]
    assert sum(one["value"] * one["samples"] for one in seats) == pytest.approx(100 * (40 + two["shared"]), abs=0.1)
    assert three["options"] == {"large_pile": True}


def test_the_page_has_no_date_and_comes_out_the_same(rulewright, studies, home):
    rulewright(*RUN, "--write", "one.md", "--jobs", "2")
    rulewright(*RUN, "--write", "two.md")
    page = (home / "one.md").read_text()
    assert page == (home / "two.md").read_text()
    assert "## Pebbles" in page
    assert "| Pebbles | two | 40 | 2 met, 0 missed |" in page
    assert "The smallest game there is." in page
    assert "large_pile yes" in page
    assert [name.name for name in home.iterdir() if name.name.startswith(".")] == []


def test_a_run_goes_on_where_it_stopped(rulewright, studies, home, monkeypatch):
    whole = rulewright(*RUN, "--study", "two", "--data", "whole.jsonl").out
    played = []
    real = balance.play_study

    def dying(*args, **settings):
        for record in real(*args, **settings):
            if len(played) == 15:
                raise KeyboardInterrupt
            played.append(record["seed"])
            yield record

    monkeypatch.setattr(balance, "play_study", dying)
    ran = rulewright(*RUN, "--study", "two", "--data", "part.jsonl")
    assert ran.code == 2
    assert "interrupted after 15 of 40 games of `two`; the same command goes on from `part.jsonl`" in ran.err
    monkeypatch.setattr(
        balance,
        "play_study",
        lambda *args, **settings: iter(played.append(r["seed"]) or r for r in real(*args, **settings)),
    )
    part = home / "part.jsonl"
    part.write_bytes(part.read_bytes()[:-20])  # as a crash in the middle of a line leaves it
    assert rulewright(*RUN, "--study", "two", "--data", "part.jsonl").out == whole
    assert sorted(played) == sorted([*range(1, 41), 15]), "only the torn game was played again"
    assert part.read_bytes() == (home / "whole.jsonl").read_bytes()


def test_a_report_plays_nothing(rulewright, studies, home):
    assert rulewright("balance", "pebbles", "--games", 12, "--data", "games.jsonl").code in (0, 1)
    kept = (home / "games.jsonl").read_bytes()
    told = rulewright("balance", "pebbles", "--report", "--data", "games.jsonl")
    assert "12 games (seeds 1 to 12)" in told.out
    assert (home / "games.jsonl").read_bytes() == kept
    assert "needs `--data`" in rulewright("balance", "pebbles", "--report").err


def test_games_of_other_content_are_left_aside(rulewright, studies, home, pebbles):
    rulewright(*RUN, "--study", "two", "--games", "5", "--data", "games.jsonl")
    rules = pebbles / "rules/play.yaml"
    rules.write_text(rules.read_text().replace("set pile to 24", "set pile to 25"))
    rulewright(*RUN, "--study", "two", "--games", "7", "--data", "games.jsonl")
    runs = [json.loads(line)["run"] for line in (home / "games.jsonl").read_text().splitlines()]
    assert [runs.count(run) for run in dict.fromkeys(runs)] == [5, 7]


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"run":1}',
        '{"run":"a","seed":1,"decisions":1,"fault":"","winners":[0],"scores":[1],"figures":[{"a":["x",2]}]}',
        '{"run":"a","seed":1.5,"decisions":1,"fault":"","winners":[0],"scores":[1],"figures":[]}',
        '{"run":"a","seed":1,"decisions":1,"fault":"","winners":0,"scores":[1],"figures":[]}',
        "[" * 100_000,
    ],
)
def test_a_file_of_something_else_is_refused(rulewright, studies, home, line):
    (home / "games.jsonl").write_text(line + "\n")
    ran = rulewright(*RUN, "--data", "games.jsonl")
    assert ran.code == 2
    assert "line 1 of `games.jsonl` is not a game" in ran.err
    assert (home / "games.jsonl").read_text() == line + "\n"


def test_a_file_of_something_else_is_not_cut(rulewright, studies, home):
    for text in ("dear diary", "dear\ndiary", '{"decision'):
        (home / "games.jsonl").write_text(text)
        ran = rulewright(*RUN, "--study", "two", "--games", "1", "--data", "games.jsonl")
        assert (ran.code, (home / "games.jsonl").read_text() == text) == ((0, False) if text[0] == "{" else (2, True))


def test_a_game_with_other_figures_is_refused(rulewright, studies, home):
    rulewright(*RUN, "--study", "two", "--games", "2", "--data", "games.jsonl")
    games = home / "games.jsonl"
    games.write_text(games.read_text().replace('{"all":[2,', '{"all":[', 1))
    ran = rulewright(*RUN, "--study", "two", "--games", "2", "--data", "games.jsonl")
    assert ran.code == 2
    assert "the game of seed 1 in `games.jsonl` has other figures than `two`" in ran.err


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (("--study", "tow"), "did you mean `two`?"),
        (("--players", "4"), "no study has 4 players"),
        (("--games", "0"), "not a whole number from 1"),
        (("--bots", "gredy"), "did you mean `greedy`?"),
        (("--data", "no/such/folder"), "cannot be written"),
        (("--data", "."), "is a folder, not a file; name another"),
        (("--data", "/dev/null"), "is a device or a pipe, not a file; name another"),
        (("--data", "/dev/zero", "--report"), "is a device or a pipe, not a file; name another"),
        (("--write", "/dev/null"), "is a device or a pipe, not a file; name another"),
        (("--write", "no/such/folder", "--games", "1"), "cannot be written"),
    ],
)
def test_wrong_usage(rulewright, studies, argv, why):
    ran = rulewright(*RUN, *argv)
    assert ran.code == 2
    assert why in ran.err


def test_a_pack_without_studies(rulewright):
    ran = rulewright(*RUN)
    assert ran.code == 2
    assert "`pebbles` declares no studies" in ran.err


@pytest.mark.parametrize(
    ("old", "new", "why"), [("won", "wno", "unknown name `wno`"), ("games:", "gmaes:", "did you mean `games`")]
)
def test_studies_with_mistakes_are_not_played(rulewright, studies, old, new, why):
    rulewright("simulate", "pebbles", "--players", "2", "--games", "1")  # so that the pack is remembered as sound
    studies.write_text(STUDIES.replace(old, new))
    for command in (RUN, ("check", "pebbles")):
        ran = rulewright(*command)
        assert ran.code in (1, 2)
        assert why in ran.out + ran.err


def test_time_left_is_told_now_and_then():
    now = [0.0]
    told = io.StringIO()
    pace = Pace("pebbles, two", 100, 10, told, lambda: now[0])
    for done in range(11, 101):
        now[0] += 10
        pace(done)
    pace.close()
    lines = told.getvalue().splitlines()
    assert lines[0] == "pebbles, two: 16 of 100 games, about 14 min left"
    assert len(lines) == 15
