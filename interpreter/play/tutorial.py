"""`tutorial.yaml`: a first turn, step by step: every choice of a game that is always the same, with words for the learner.

A lesson knows nothing of who plays it: as long as the picks of a game are those of the lesson, it says what comes next and
why. Whoever picks something else has left it, and the game goes on as any other; whoever takes that back is in it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check.reading import maps, number, text, texts
from interpreter.diagnostics.raised import RulewrightError
from interpreter.engine.faults import Beyond, Fault
from interpreter.play.errors import InvalidAction
from interpreter.play.rulebook import untold
from interpreter.play.text import Text, named
from interpreter.records import record
from interpreter.source import Mapping, Scalar, gather, read_beside_kind
from interpreter.source.meter import LESSON

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.diagnostics import Problem, Span
    from interpreter.play.game import Game
    from interpreter.play.pack import Pack
    from interpreter.source import Node

KIND = "tutorial"
LEARNER = 0


@record(frozen=True, slots=True)
class Step:
    """A choice of the lesson: whose, which option by its key, and what the learner is told before it."""

    seat: int
    pick: str
    words: Text | None
    span: Span


@record(frozen=True, slots=True)
class Tutorial:
    """A lesson as it is written."""

    players: int
    seed: int
    options: dict[str, object]
    steps: tuple[Step, ...]
    end: Text
    span: Span


@record(frozen=True, slots=True)
class Told:
    """What a lesson says at a choice: which one of the learner's steps it is, the words, and the option to pick."""

    number: int
    count: int
    words: Text | None
    index: int


@record(frozen=True, slots=True)
class Lesson:
    """A tutorial that was played once, so that it is known which picks it consists of."""

    tutorial: Tutorial
    picks: tuple[int, ...]

    def fits(self, game: Game) -> bool:
        """Whether a game is that of the lesson, and all its picks are."""
        known = self.tutorial
        return (
            game.seed == known.seed
            and game.seats == known.players
            and tuple(game.picks) == self.picks[: len(game.picks)]
            and game.options == game.pack.options(known.options)
        )

    def at(self, game: Game) -> Told | None:
        """What is said at the choice that is due; nothing where the lesson is over or was left."""
        done = len(game.picks)
        if done >= len(self.picks) or not self.fits(game):
            return None
        steps = self.tutorial.steps
        own = [n for n, step in enumerate(steps) if step.seat == LEARNER]
        return Told(sum(n <= done for n in own), len(own), steps[done].words, self.picks[done])

    def ends(self, game: Game) -> bool:
        """Whether this is the first choice after the lesson."""
        return len(game.picks) == len(self.picks) and self.fits(game)


class NoLesson(RulewrightError):
    """A tutorial does not fit the game: where, and why."""

    def __init__(self, why: str, span: Span) -> None:
        super().__init__(why)
        self.span = span


def read_tutorial(pack: Pack) -> Tutorial | None:
    """The tutorial of a pack itself; that of a pack below is about another game."""
    stack = gather(pack.where)
    alone = len(stack.layers) == 1  # whatever its folder is called
    own = [document for owner, document in read_beside_kind(stack, KIND) if alone or owner == pack.id]
    root = own[-1].root if own else None
    if not isinstance(root, Mapping):
        return None
    return Tutorial(
        number(root.get("players"), pack.players.start) or pack.players.start,
        number(root.get("seed"), 0) or 0,
        _options(root.get("options")),
        tuple(_step(node) for node in maps(root.get("steps"))),
        _words(root.get("end")),
        root.entries[0][0].span,
    )


def lesson_of(pack: Pack) -> Lesson | None:
    """The tutorial of a pack, played through once. Raises NoLesson when it does not fit the game, or takes too long."""
    tutorial = read_tutorial(pack)
    if tutorial is None:
        return None
    try:
        game = pack.new_game(tutorial.players, tutorial.seed, tutorial.options)
    except (InvalidAction, Fault) as error:
        raise NoLesson(str(error), tutorial.span) from error
    work = 0
    for step in tutorial.steps:
        _take(game, step)
        work += game.machine.work_done
        if work > LESSON.most:
            raise NoLesson(str(Beyond(LESSON)), step.span)
    return Lesson(tutorial, tuple(game.picks))


def lesson_steps(pack: Pack, lang: str) -> list[tuple[str, str]]:
    """What the learner is told at each step of the lesson, and what is picked there."""
    try:
        lesson = lesson_of(pack)
    except NoLesson:
        return []  # `rulewright test` says what is wrong with it
    if lesson is None:
        return []
    known = lesson.tutorial
    game = pack.new_game(known.players, known.seed, known.options)
    found = []
    for step, pick in zip(known.steps, lesson.picks, strict=True):
        decision = game.decision
        assert decision is not None
        if step.words is not None or step.seat == 0:
            label = decision.options[pick].label.get(lang)
            found.append((step.words.get(lang) if step.words is not None else "", label))
        game.choose(pick)
    return found


def _take(game: Game, step: Step) -> None:
    decision = game.decision
    if decision is None:
        raise NoLesson("nothing is asked any more", step.span)
    keys = decision.options.keys
    if decision.seat != step.seat:
        raise NoLesson(f"p{decision.seat + 1} decides here, not p{step.seat + 1} (offered: {_list(keys)})", step.span)
    if step.pick not in keys:
        raise NoLesson(f"`{step.pick}` is not offered (offered: {_list(keys)})", step.span)
    try:
        game.choose(keys.index(step.pick))
    except Fault as fault:
        raise NoLesson(str(fault), step.span) from fault


def _list(keys: Sequence[str]) -> str:
    return ", ".join(keys[:12]) + (", …" if len(keys) > 12 else "")


def _step(node: Mapping) -> Step:
    by, pick, say = text(node.get("by"), "p1"), node.get("pick"), node.get("say")
    assert pick is not None
    return Step(int(by[1:]) - 1, text(pick), _words(say) if say is not None else None, pick.span)


def _words(node: Node | None) -> Text:
    said = texts(node)
    return named(said, next(iter(said.values()), ""))


def _options(node: Node | None) -> dict[str, object]:
    if not isinstance(node, Mapping):
        return {}
    return {key.text: value.value for key, value in node.entries if isinstance(value, Scalar)}


def tutorial_problems(pack: Pack) -> Iterator[Problem]:
    """Texts of the tutorial that are missing in a language; whether it fits the game is seen when it is played."""
    for document in pack.source.of_kind(KIND):
        yield from untold(document.root, pack.vocabulary)
