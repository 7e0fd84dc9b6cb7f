"""Studies: what a pack wants to know about many games between bots, as data, and the bars it sets itself.

A study names a set-up; its figures are formulas in the language of the pack. Each figure looks at samples: every player of
every game (or every game), once for each thing of the kind named by `each`. `had` says which samples count. Then `rate`
gives the share of them for which a condition holds, `lift` how much larger that share is than among the samples that do
not count, and `mean` the average of a number. Besides the words of the pack there are two: `won`, whether the player won
the game (in `rate` and `lift`), and `ran`, whether a script of the thing ran after a pick of the player.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check import Checker
from interpreter.check import errors as err
from interpreter.check.keys import extra
from interpreter.check.reading import maps, number, script, text, truth
from interpreter.check.types import NUMBER, TRUTH, Type, kind
from interpreter.diagnostics import Severity, in_words
from interpreter.play.given_settings import given_options, wrong_players
from interpreter.records import record
from interpreter.source import Mapping

if TYPE_CHECKING:
    from interpreter.check.typed import Formula
    from interpreter.diagnostics import Diagnostic, Span
    from interpreter.play.pack import Pack
    from interpreter.source import Node

GAMES = 2000
HOW = ("rate", "lift", "mean")


@record(frozen=True, slots=True)
class Bar:
    """What a figure must keep to; all of it may be left open."""

    low: int | None = None
    high: int | None = None
    within: int | None = None
    rising: bool = False


@record(slots=True)
class Figure:
    """One figure, checked. `formulas` has `among`, `had`, `at`, `since` where given, and what is measured under `value`."""

    name: str
    span: Span
    note: str
    how: str
    per_game: bool
    each: str | None
    bar: Bar
    formulas: dict[str, Formula] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)


@record(slots=True)
class Study:
    """One set-up that is played often, and what is counted."""

    name: str
    span: Span
    note: str
    players: int
    options: dict[str, object]
    games: int
    figures: list[Figure] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def formulas(self) -> list[Formula]:
        """Every formula of every figure."""
        return [formula for figure in self.figures for formula in figure.formulas.values()]


def read_studies(pack: Pack) -> list[Study]:
    """Read and check the studies of a pack; those with mistakes come with diagnostics."""
    found: list[Study] = []
    for document in pack.source.of_kind("balance"):
        for node in maps(document.root):
            made = _Reader(pack, len(found)).study(node)
            first = next((study for study in found if study.name == made.name), None)
            if first is not None:
                made.diagnostics.append(err.Duplicate(made.span, "study", made.name, first.span).diagnostic())
            found.append(made)
    return found


def broken(studies: list[Study]) -> list[Diagnostic]:
    """Give the errors of studies."""
    return [one for study in studies for one in study.diagnostics if one.severity is Severity.ERROR]


_OF_SAMPLES = {
    "won": "`won` is known in `rate` and `lift`, of players",
    "ran": "`ran` is known beside `each`, in what is counted and in `had`",
}
"""Words that only some formulas know."""


class _Reader:
    """Reads one study."""

    def __init__(self, pack: Pack, index: int) -> None:
        self.pack, self.index = pack, index
        self.checker = Checker(pack.vocabulary)
        self.problems = self.checker.problems

    def study(self, node: Mapping) -> Study:
        title, players = node.get("study"), node.get("players")
        made = Study(
            text(title),
            _span(title, node),
            _note(node),
            number(players, 0) or 0,
            given_options(node.get("options"), self.pack, self.problems.report),
            number(node.get("games"), GAMES) or GAMES,
        )
        for problem in wrong_players(players, self.pack):
            self.problems.report(problem)
        for one in maps(node.get("figures")):
            figure = self._figure(one, len(made.figures))
            first = next((other for other in made.figures if other.name == figure.name), None)
            if first is not None:
                self.problems.report(err.Duplicate(figure.span, "figure", figure.name, first.span))
            made.figures.append(figure)
        made.diagnostics = in_words(self.problems)
        return made

    def _figure(self, node: Mapping, position: int) -> Figure:
        title = node.get("figure")
        each = node.get("each")
        of = text(each) or None
        if of is not None and of not in self.pack.vocabulary.kinds:
            known = tuple(self.pack.vocabulary.kinds)
            self.problems.report(err.UnknownName(_span(each, node), of, known, "kind"))
            of = None
        given = [how for how in HOW if node.get(how) is not None]
        made = Figure(
            text(title),
            _span(title, node),
            _note(node),
            given[0] if given else "",
            text(node.get("per")) == "game",
            of,
            Bar(
                number(node.get("min")), number(node.get("max")), number(node.get("within")), truth(node.get("rising"))
            ),
        )
        if len(given) != 1:
            wanted = "exactly one of `rate`, `lift` and `mean`"
            second = node.key(given[1]) if given else None
            self._wrong(second.span if second is not None else made.span, wanted, " and ".join(given) or "none of them")
        elif each is None or of is not None:
            self._demand(node, made)
            self._formulas(node, made, position)
        return made

    def _demand(self, node: Mapping, made: Figure) -> None:
        """What a figure of its sort needs beside it."""
        if made.how == "lift" and node.get("had") is None:
            self.problems.report(err.MissingField(made.span, made.name, "had"))
        alone = made.bar.within is None and not made.bar.rising and node.get("among") is None
        if made.each is None and not alone:
            self.problems.report(err.MissingField(made.span, made.name, "each"))
        since = node.get("since")
        if since is not None and made.how != "mean":
            self._wrong(since.span, "`mean` beside `since`", made.how)

    def _formulas(self, node: Mapping, made: Figure, position: int) -> None:
        this = kind(made.each) if made.each else None
        ran: list[tuple[str, Type]] = [("ran", TRUTH)] if made.each else []
        won: list[tuple[str, Type]] = [] if made.per_game or made.how == "mean" else [("won", TRUTH)]
        wanted = {"among": ([], TRUTH), "at": ([], TRUTH), "since": ([], TRUTH), "had": (ran, TRUTH)}
        wanted[made.how] = ([*ran, *won], NUMBER if made.how == "mean" else TRUTH)
        for key, (params, of) in wanted.items():
            source = script(node.get(key))
            if source is None:
                continue
            part = "value" if key == made.how else key
            made.written[part] = source.text.strip()
            formula = self.checker.formula(
                extra("study", self.index, "figure", position, part), source, params, of, this
            )
            last = self.problems[-1] if self.problems else None
            if formula is None and isinstance(last, err.UnknownName) and last.name in _OF_SAMPLES:
                self.problems[-1] = last.but(cure=_OF_SAMPLES[last.name])
            if formula is not None:
                made.formulas[part] = formula

    def _wrong(self, span: Span, wanted: str, got: str) -> None:
        self.problems.report(err.BadValue(span, wanted, got))


def _span(node: Node | None, around: Mapping) -> Span:
    return node.span if node is not None else around.span


def _note(node: Mapping) -> str:
    return " ".join(text(node.get("note")).split())


__all__ = ["GAMES", "Bar", "Figure", "Study", "broken", "read_studies"]
