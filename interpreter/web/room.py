"""One game at work: picks, what is taken back, and what each seat is told of it, made once for a seat and revision.

A room knows no network and no clock. Every change raises `rev`, which never falls, also when picks are taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.check.types import Type
from interpreter.languages import in_words
from interpreter.play.decisions import SECRET, answered
from interpreter.play.errors import Fault, IllegalAction
from interpreter.play.folding import gathered
from interpreter.play.text import logged
from interpreter.play.tutorial import LEARNER
from interpreter.web.errors import Refused
from interpreter.web.messages import dumped
from interpreter.web.openly import Openly
from interpreter.web.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.play.game import Game
    from interpreter.play.text import Text
    from interpreter.play.tutorial import Lesson
    from interpreter.web.store import GameRecord, Store

HUMAN = "human"
PLAIN = frozenset({"yes", "no", "done"})


@dataclass(frozen=True, slots=True)
class Step:
    """A pick: whose, what it was for everybody's eyes and for who made it, and what it set off."""

    seat: int
    told: Text
    own: Text
    events: int
    """How many events there were before it."""
    fate: bool
    """Whether something was rolled, drawn or shown: then it stands."""
    plain: bool = False
    """Whether it was a bare yes, no or done: what came of it says more."""


@dataclass(slots=True)
class Request:
    """Somebody wants to take back what lies behind a pick of another: those have to agree."""

    seat: int
    to: int
    missing: set[int]


@dataclass(slots=True)
class Room:
    """A game that somebody plays or watches."""

    record: GameRecord
    game: Game
    store: Store
    lesson: Lesson | None = None
    """The first turn explained, if this is the game of one."""
    strange: bool = False
    """Whether a visitor brought the rules: then nothing of it is done where others wait for it."""
    steps: list[Step] = field(default_factory=list)
    request: Request | None = None
    _openly: Openly = field(init=False)
    _sights: dict[int | None, Sight] = field(default_factory=dict)
    _views: dict[tuple[int | None, str, bool], str] = field(default_factory=dict)
    _frames: dict[tuple[int, int | None], str] = field(default_factory=dict)
    _told: dict[tuple[int | None, str], list[dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin to note what everybody sees alike."""
        self._openly = Openly(self.game)

    def replay(self) -> None:
        """Make the picks of the record again. Raises Refused when they do not fit the rules as they are."""
        for _ in self.replaying():
            pass

    def replaying(self) -> Iterator[None]:
        """The same, one pick at a time: somebody else may be served in between. Raises Refused."""
        for pick in tuple(self.record.picks):
            try:
                self._play(pick)
            except (IllegalAction, Fault) as error:
                raise Refused("unfit", str(error)) from error
            yield
        self.note_turn()

    def _play(self, index: int) -> Step:
        game = self.game
        decision = game.decision
        if decision is None or not 0 <= index < len(decision.options):
            raise IllegalAction("there is no such option")
        told, own, events = decision.options.told(index), decision.options[index].label, len(game.events)
        if told is own:  # nothing of it is hidden
            told = own = answered(decision, index)
        game.choose(index)
        plain = decision.options.keys[index] in PLAIN
        step = Step(decision.seat, told, own, events, fate=not game.can_undo, plain=plain)
        self.steps.append(step)
        return step

    # ---- what is done

    @property
    def rev(self) -> int:
        """The number of this state of the game; it only rises."""
        return self.record.rev

    @property
    def deciding(self) -> int | None:
        """Whose choice is due."""
        return self.game.pending.seat if self.game.pending is not None else None

    def pick(self, seat: int, key: str, mark: str, now: float) -> bool:
        """Pick an option by the key it was sent with; False when this very message was carried out before.

        Raises Refused when it is not this seat's turn, or the option is not offered.
        """
        if mark and mark in self.record.marks[-64:]:
            return False
        decision = self.game.decision
        if decision is None or decision.seat != seat:
            raise Refused("not_your_turn")
        sight = self.sight(seat)
        keys = [sight.key_of(one) for one in decision.options.keys]
        if key not in keys:
            raise Refused("not_offered")
        self.pick_index(seat, keys.index(key), mark, now)
        return True

    def pick_index(self, seat: int, index: int, mark: str, now: float) -> None:
        """Pick an option by its number: for bots. The pick is on the disk when this returns."""
        try:
            self._play(index)
        except Fault as fault:
            raise Refused("fault", str(fault)) from fault
        self.record.picks.append(index)
        self.record.marks.append(mark)
        self._changed(now)
        self.store.add_pick(self.record, len(self.record.picks) - 1, index, seat, mark)

    def _changed(self, now: float) -> None:
        self.record.rev += 1
        self.record.touched = now
        self.note_turn()
        self.request = None
        self._sights.clear()
        self._views.clear()

    def note_turn(self) -> None:
        """Write down whose choice is due."""
        self.record.turn, self.record.over = self.deciding, self.game.pending is None

    # ---- what is taken back

    def floor(self) -> int:
        """The first pick that could be taken back: none after it has shown or rolled anything."""
        first = len(self.steps)
        while first and not self.steps[first - 1].fate:
            first -= 1
        return first

    def trail(self, seat: int) -> int:
        """From which step on all picks are this seat's own, or those of bots, and can be taken back by it alone."""
        first, floor = len(self.steps), self.floor()
        own = first
        while first > floor and self._alone(first - 1, seat):
            first -= 1
            if self.steps[first].seat == seat:
                own = first
        return own

    def _alone(self, step: int, seat: int) -> bool:
        by = self.steps[step].seat
        return by == seat or self.record.seats[by].who != HUMAN

    def undo(self, seat: int, to: int, now: float) -> bool:
        """Go back to before a step; False when others have to agree first. Raises Refused when it cannot be."""
        if not 0 <= to < len(self.steps):
            raise Refused("nothing_to_undo")
        if to < self.floor():
            raise Refused("undo_fate")
        if not any(step.seat == seat for step in self.steps[to:]):
            raise Refused("undo_others")
        others = {s.seat for n, s in enumerate(self.steps) if n >= to and not self._alone(n, seat)}
        if others:
            self.request = Request(seat, to, others)
            self.record.rev += 1
            self._views.clear()
            return False
        self._take_back(to, now)
        return True

    def agree(self, seat: int, yes: bool, now: float) -> bool:
        """Answer a request; True when everybody has agreed and it was done. Who asked can only think better of it."""
        asked = self.request
        if asked is None or (seat not in asked.missing and (yes or seat != asked.seat)):
            raise Refused("nothing_asked")
        asked.missing.discard(seat)
        if yes and not asked.missing:
            self._take_back(asked.to, now)
            return True
        if not yes:
            self.request = None
        self.record.rev += 1
        self._views.clear()
        return False

    def left_to_bot(self, seat: int, now: float) -> bool:
        """A seat is a bot's now: it has nothing against a request, and none of its own. True when picks were taken back."""
        asked = self.request
        if asked is None or (seat != asked.seat and seat not in asked.missing):
            return False
        return self.agree(seat, seat != asked.seat, now)

    def _take_back(self, to: int, now: float) -> None:
        while len(self.steps) > to:
            self.game.undo()
            self.steps.pop()
        del self.record.picks[to:]
        del self.record.marks[to:]
        self._frames = {key: frame for key, frame in self._frames.items() if key[0] <= to}
        for told in self._told.values():
            del told[to + 1 :]
        self._changed(now)
        self.store.drop_picks(self.record, to)

    # ---- what is told

    def sight(self, seat: int | None) -> Sight:
        """The game as a seat sees it now, with the names that were sent."""
        sight = self._sights.get(seat)
        if sight is None:
            sight = self._sights[seat] = Sight(self.game, seat, self._openly)
            sight.table()  # settles the names of pieces, in the order of the table
        return sight

    def view(self, seat: int | None, lang: str, *, ahead: bool = True) -> str:
        """Everything but the log, as the inside of a JSON object; without what options bring where that has to wait."""
        key = (seat, lang, ahead)
        made = self._views.get(key)
        if made is None:
            rest = dumped(self._view(seat, lang, ahead=ahead))
            made = self._views[key] = f'"rev":{self.rev},"view":{self.sight(seat).table()},{rest[1:-1]}'
        return made

    def plain(self, seat: int | None, lang: str) -> str:
        """What is left of a view where a pack makes words fail: the table, and what can be taken back."""
        found: dict[str, Any] = {"step": len(self.steps), "turn": self.deciding}
        found |= {"undo": self._undo(seat, lang)} if seat is not None else {}
        return f'"rev":{self.rev},"view":{Sight(self.game, seat, self._openly).table()},{dumped(found)[1:-1]}'

    def ahead(self, seat: int, lang: str) -> Iterator[dict[str, Any]]:
        """What the options of a seat bring, where that was left out: one after another, as long as nothing changes."""
        return self.sight(seat).ahead(lang)

    def _view(self, seat: int | None, lang: str, *, ahead: bool) -> dict[str, Any]:
        """All of it but the table, which is written already."""
        sight = self.sight(seat)
        found: dict[str, Any] = {"step": len(self.steps)}
        decision = sight.decision(lang, ahead=ahead)
        if decision is not None:
            found["decision"] = decision
        if self.lesson is not None and seat == LEARNER:
            found |= self._taught(self.lesson, sight, lang)
        found["turn"] = self.deciding
        pending = self.game.decision
        if pending is not None and pending.secret:
            found["waiting"] = [pending.seat, *pending.waiting]
        if seat is not None:
            found["undo"] = self._undo(seat, lang)
        if self.request is not None:
            asked = self.request
            found["asked"] = {"by": asked.seat, "to": asked.to, "missing": sorted(asked.missing)}
        if self.game.pending is None:
            found["result"] = self._result(lang)
        return found

    def _taught(self, lesson: Lesson, sight: Sight, lang: str) -> dict[str, Any]:
        """What a lesson says to the learner now: before a choice, at its end until the next one, or when it was left."""
        said, decision = lesson.at(self.game), self.game.decision
        if said is not None and decision is not None:
            if decision.seat != LEARNER:
                return {}
            key = sight.key_of(decision.options.keys[said.index])
            step: dict[str, Any] = {"number": said.number, "count": said.count, "key": key}
            return {"lesson": step | ({"words": said.words.get(lang)} if said.words is not None else {})}
        length = len(lesson.picks)
        if tuple(self.game.picks[:length]) != lesson.picks:
            return {"lesson": {"left": True}} if len(self.steps) <= length else {}
        if any(step.seat == LEARNER for step in self.steps[length:]):
            return {}
        return {"lesson": {"words": lesson.tutorial.end.get(lang)}}

    def _undo(self, seat: int, lang: str) -> dict[str, Any]:
        """What this seat can take back alone: its own picks of the trail, by step; else what it can ask the others for."""
        first = self.trail(seat)
        trail = [
            {"step": n, "label": self.steps[n].own.get(lang)}
            for n in range(first, len(self.steps))
            if self.steps[n].seat == seat
        ]
        if trail:
            return {"trail": trail}
        own = max((n for n, step in enumerate(self.steps) if step.seat == seat), default=-1)
        if own < 0:
            return {"trail": [], "why": "nothing_to_undo"}
        if own < self.floor():
            return {"trail": [], "why": "undo_fate"}
        return {"trail": [], "ask": {"step": own, "label": self.steps[own].own.get(lang)}}

    def _result(self, lang: str) -> dict[str, Any] | None:
        result = self.game.result
        if result is None:
            return None
        achieved = [
            [
                {"name": in_words(one.name, lang, one.id), "text": in_words(one.text, lang)}
                for one in self.game.achieved(seat)
            ]
            for seat in range(len(self.record.seats))
        ]
        return {
            "scores": result.scores,
            "ranks": result.ranks,
            "winners": result.winners,
            "lines": [[[reason.get(lang), points] for reason, points in sheet] for sheet in result.lines],
            "achieved": achieved,
            "why": result.why.get(lang) if result.why is not None else None,
            "ties": [[tie.what.get(lang), tie.values, tie.decided, tie.seats] for tie in result.ties],
        }

    def log(self, seat: int | None, lang: str, first: int) -> list[dict[str, Any]]:
        """What happened from a step on; step -1 is what came before the first pick."""
        told = self._told.setdefault((seat, lang), [])  # the first entry is step -1
        if len(told) <= len(self.steps):
            for number, passage in enumerate(self.game.passages(seat, len(told) - 1), len(told) - 1):
                lines = gathered(line.get(lang) for line in passage.lines)
                parts = [[head.get(lang), gathered(line.get(lang) for line in some)] for head, some in passage.parts]
                if number < 0:
                    told.append({"n": -1, "lines": lines} | ({"parts": parts} if parts else {}))
                    continue
                step = self.steps[number]
                words = step.own if step.seat == seat else step.told
                did = {"n": number, "who": step.seat, "did": words.get(lang), "lines": lines}
                if passage.action is not None:
                    did |= {"act": logged("chooses", what=words).get(lang)}
                did |= {"plain": True} if step.plain else {}
                did |= {"secret": True} if words is SECRET else {}
                if passage.feats and did["did"] != step.own.get(lang):  # what came of it names what was hidden then
                    did |= {"masked": True}
                for key, texts in (("feats", passage.feats), ("besides", passage.besides), ("gains", passage.gains)):
                    did |= {key: gathered(text.get(lang) for text in texts)} if texts else {}
                told.append(did | ({"parts": parts} if parts else {}))
        return told[first + 1 :] if first >= 0 else told[:]

    def frame(self, seat: int | None, step: int) -> str:
        """The table as a seat saw it before a step; the last one is now."""
        if not 0 <= step <= len(self.steps):
            raise Refused("no_such_step")
        key = (step, seat)
        if key not in self._frames:
            for _ in self.leafing(seat, step):
                pass
            if step == len(self.steps):
                return self._frames.pop(key)
        return self._frames[key]

    def leafing(self, seat: int | None, step: int) -> Iterator[None]:
        """Make such a table, one pick at a time: somebody else may be served in between. Nothing if it was taken back."""
        then, key = self.game, (step, seat)
        if not 0 <= step <= len(self.steps) or key in self._frames:
            return
        if step < len(self.steps):
            then = self.game.landmark(step)
            while len(then.picks) < step:
                then.choose(self.game.picks[len(then.picks)])
                yield
                if list(then.picks) != list(self.game.picks[: len(then.picks)]) or step > len(self.steps):
                    return
        while len(self._frames) > 200:
            del self._frames[next(iter(self._frames))]
        self._frames[key] = f'{{"step":{step},"view":{Sight(then, seat, self._openly).table()}}}'

    def why(self, seat: int, kind: str, key: str, lang: str) -> tuple[str, list[str]]:
        """Why something cannot be chosen now, and the keys of the options that lead to it.

        Raises Refused when this seat has nothing to choose.
        """
        decision = self.game.decision
        if self.deciding != seat or decision is None:
            raise Refused("not_your_turn")
        sight = self.sight(seat)
        true = sight.renaming.true(kind, key)
        ways = self.game.ways_to(kind, true)
        keys = decision.options.keys
        return self.game.why_thing(kind, true, lang), [sight.key_of(keys[way]) for way in ways]

    def read(self, seat: int | None, kind: str, key: str, lang: str) -> list[str]:
        """What a thing is and does, and where its copies lie as far as this seat knows."""
        if kind == "player":
            seats = [one.key for one in self.game.names.layout.things[kind]]
            if key not in seats:
                return []
            key = self.game.names.value(Type("kind", kind), seats.index(key)).get(lang)
            return self.game.read(key, seat, lang)
        return self.game.read(key.partition("#")[0].partition("@")[0], seat, lang)
