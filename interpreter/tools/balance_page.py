"""The figures of studies as tables: for the terminal, and as a page of Markdown that holds no date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.play.pack import Pack
from interpreter.play.studies import Figure, Study
from interpreter.play.verdicts import MET, MISSED, UNSURE, Finding
from interpreter.tools.console import Console

STYLES = {MET: "green", MISSED: "red", UNSURE: "yellow"}
UNITS = {"rate": " %", "lift": " points", "mean": ""}
HEADS = {"rate": "share", "lift": "lift", "mean": "mean"}

INTRO = """\
# Balance

What bots make of the games, and the bars each pack sets itself in its `balance.yaml`. `rulewright balance --write` makes
this page: do not edit it. "Is it a good game?" in docs/authoring.md says how to declare and read figures.

* The interval holds the true figure of these bots in 95 of 100 cases. *met* and *missed* say whether the figure keeps to
  its bar; *narrowly* means that the bar runs through the interval, so that other games might say otherwise. *not enough
  games*: the interval is too wide to tell.
* A victory that is shared counts for each winner.
* Everything here is about bots that look one action ahead. What they do badly (long plans, bluff) looks weaker than it
  is.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A study and what came out of it."""

    study: Study
    bots: tuple[str, ...]
    seed: int
    games: int
    finished: int
    shared: int
    figures: list[tuple[Figure, list[Finding]]]

    @property
    def faults(self) -> int:
        """Games that a rule broke or that did not end."""
        return self.games - self.finished

    def verdicts(self, verdict: str) -> list[tuple[Figure, Finding]]:
        """Give what was judged so."""
        return [(figure, one) for figure, found in self.figures for one in found if one.verdict == verdict]

    def as_json(self) -> dict[str, object]:
        """Give plain values."""
        return {
            "study": self.study.name,
            "players": self.study.players,
            "options": dict(self.study.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "asked_for": self.study.games,
            "finished": self.finished,
            "shared": self.shared,
            "figures": [
                {"figure": figure.name, "how": figure.how, "findings": [one.as_json() for one in found]}
                for figure, found in self.figures
            ],
        }


def show(outcome: Outcome, pack: Pack, console: Console) -> None:
    """Print a study for a terminal."""
    console.line(f"{outcome.study.name}: {_setup(outcome)}", "bold")
    for figure, found in outcome.figures:
        console.line()
        rows = [_row(pack, figure, one) for one in _by_value(figure, found)]
        head = (figure.name, "samples", HEADS[figure.how], "95 %", "bar", "")
        widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
        console.line("  " + _padded(head, widths), "dim")
        for row, one in zip(rows, _by_value(figure, found), strict=True):
            console.line("  " + _padded(row, widths), STYLES.get(one.verdict))
    console.line()
    console.line(f"  {tally(outcome)}")


def page(parts: Sequence[tuple[Pack, Sequence[Outcome]]]) -> str:
    """Make the page."""
    lines = [INTRO, "| game | study | games | bars |", "| --- | --- | --- | --- |"]
    for pack, outcomes in parts:
        lines += [f"| {pack.title.en} | {one.study.name} | {one.games:,} | {tally(one)} |" for one in outcomes]
    for pack, outcomes in parts:
        lines += ["", f"## {pack.title.en}", "", f"`{pack.id}` {pack.version}, content `{pack.digest[:12]}`"]
        for outcome in outcomes:
            lines += ["", *_section(pack, outcome)]
    return "\n".join(lines) + "\n"


def tally(outcome: Outcome) -> str:
    """Say how many bars were met, and name those that were not."""
    told = [f"{len(outcome.verdicts(MET))} met"]
    missed = outcome.verdicts(MISSED)
    told.append(f"{len(missed)} missed")
    unsure = len(outcome.verdicts(UNSURE))
    told += [f"{unsure} not enough games"] if unsure else []
    told += [f"{outcome.faults} games broken"] if outcome.faults else []
    return ", ".join(told)


def _section(pack: Pack, outcome: Outcome) -> Iterator[str]:
    yield f"### {outcome.study.name}"
    yield ""
    yield f"{_setup(outcome)[0].upper()}{_setup(outcome)[1:]}."
    if outcome.study.note:
        yield ""
        yield _plain(outcome.study.note)
    for figure, found in outcome.figures:
        yield ""
        yield f"**{_plain(figure.name)}**" + (f" — {_plain(figure.note)}" if figure.note else "")
        yield ""
        yield f"| | samples | {HEADS[figure.how]} | 95 % | bar | |"
        yield "| --- | --: | --: | --- | --- | --- |"
        for one in _by_value(figure, found):
            yield "| " + " | ".join(map(_plain, _row(pack, figure, one))) + " |"


def _setup(outcome: Outcome) -> str:
    study = outcome.study
    bots = "only " + outcome.bots[0] if len(set(outcome.bots)) == 1 else ", ".join(outcome.bots)
    options = "".join(f", {name} {_spelled(value)}" for name, value in study.options.items())
    last = outcome.seed + outcome.games - 1
    players = f"{study.players} players" if study.players > 1 else "1 player"
    shared = f", {outcome.shared} of them shared" if outcome.shared else ""
    broken = f", {outcome.faults} of them broken" if outcome.faults else ""
    return f"{outcome.games:,} games (seeds {outcome.seed} to {last}){shared}{broken}, {players}{options}, bots: {bots}"


def _spelled(value: object) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


def _by_value(figure: Figure, found: Sequence[Finding]) -> list[Finding]:
    """The highest first, what is unknown last; what must rise stays in its order."""
    if figure.bar.rising:
        return list(found)
    return sorted(found, key=lambda one: (one.value is None, -(one.value or 0.0)))


def _row(pack: Pack, figure: Figure, one: Finding) -> tuple[str, ...]:
    unit = UNITS[figure.how]
    sign = "+" if figure.how == "lift" else "-"
    value = "–" if one.value is None else f"{one.value:{sign}.1f}{unit}"
    interval = "" if one.value is None else f"{one.low:.1f} to {one.high:.1f}"
    verdict = one.verdict + (", narrowly" if one.narrow else "")
    return (_subject(pack, figure, one.subject), f"{one.samples:,}", value, interval, _bar(one, unit), verdict)


def _subject(pack: Pack, figure: Figure, subject: str) -> str:
    if figure.each is None:
        return "all"
    items = pack.vocabulary.kinds[figure.each].items
    name = next((item.name.get("en") for item in items if item.id == subject and item.name), None)
    return name or subject


def _bar(one: Finding, unit: str) -> str:
    low, high = (None if limit is None else f"{limit:.1f}".removesuffix(".0") for limit in (one.least, one.most))
    if low is not None and high is not None:
        return f"{low} to {high}{unit}"
    if low is not None:
        return f"at least {low}{unit}"
    return f"at most {high}{unit}" if high is not None else ""


def _padded(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _plain(text: str) -> str:
    """Keep a text of a pack from being read as Markdown tables."""
    return text.replace("|", "\\|").replace("\n", " ")
