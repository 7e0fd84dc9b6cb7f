"""How a game ended: why, who has how many points and for what, and what decided between equals."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.engine import Here
from interpreter.languages import language
from interpreter.play.bringers import Bringers
from interpreter.play.folding import listed
from interpreter.play.sources import Thing, sources
from interpreter.play.text import Text, joined, said, same
from interpreter.primitives import changes
from interpreter.primitives.functions import TOTAL
from interpreter.primitives.header import WINNER
from interpreter.prose import ending_condition, ending_text, said_text, value_text
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.code.program import Ending
    from interpreter.machine import Machine
    from interpreter.play.game import Game, Outcome
    from interpreter.play.log import Event
    from interpreter.play.names import Names
    from interpreter.primitives.registry import CellChange

Sheet = list[tuple[Text, int]]
_DEEPEST = 4
"""Values of a pack that are looked into for what a score is made of."""
_MOST = 8
"""So many things are named that brought points; of more nobody reads the names."""


@record(frozen=True, slots=True)
class TieBreak:
    """What was looked at because scores were equal: how much each seat has, between whom, and whether it decided."""

    what: Text
    values: list[int]
    seats: list[int]
    decided: bool


def why_ended(machine: Machine, names: Names, event: Event, *, whole: bool = True) -> Text | None:
    """The rule that ended the game, in words; None where neither the pack nor its script gives any.

    `whole`: as a sentence that stands by itself.
    """
    _, me, number = event
    if number < 0:
        return None
    v, who, ending = names.v, names.player(me), machine.program.endings[number]
    if ending.reason:
        return Text(lambda lang: said_text(v, ending.reason, {"player": who.get(lang)}, lang, whole=whole))

    from interpreter.check.secrets import tells_secret  # noqa: PLC0415 - most games end for a reason that has its words

    held = ending_condition(ending.script, ending.done)
    if held is not None and tells_secret(v, machine.program.scripts, held[0], ending.script):
        return None

    def tell(lang: str) -> str:
        text = ending_text(v, ending.script, ending.done, lang, who.get(lang))
        because = said("because", words=text).get(lang) if text else ""
        return because[:1].upper() + because[1:] if whole else because

    return Text(tell) if tell("en") else None


def ended_by(game: Game) -> Text | None:
    """Why a game is over, if the log has it."""
    last = _end(game)
    return None if last is None else why_ended(game.machine, game.names, last)


def ending_of(game: Game) -> Ending | None:
    """The place of the program that ended a game, if the log has it."""
    last = _end(game)
    return None if last is None or last[2] < 0 else game.machine.program.endings[last[2]]


def _end(game: Game) -> Event | None:
    return next((event for event in reversed(game.events) if event[0] == "end"), None)


# ---- ties


def tie_breaks(game: Game, outcome: Outcome) -> list[TieBreak]:
    """What was compared between players with equal scores, the best of them first, until they were told apart."""
    if not outcome.winners or game.state[WINNER]:
        return []
    order = sorted(range(len(outcome.scores)), key=lambda seat: outcome.ranks[seat])
    found: list[TieBreak] = []
    for _, equal in groupby(order, key=lambda seat: outcome.scores[seat]):
        found += _compared(game, sorted(equal), len(outcome.scores))
    return found


def _compared(game: Game, equal: list[int], count: int, first: int = 0) -> Iterator[TieBreak]:
    """What is looked at between equals, from one tie-break on; those whom it leaves equal are compared by the next."""
    ties = game.machine.ties
    if len(equal) < 2 or first >= len(ties):
        return
    values = [int(ties[first](game.state, seat, -1)) for seat in range(count)]
    amounts = sorted({values[seat] for seat in equal}, reverse=True)
    what = _called(game, _settled(game, game.pack.vocabulary.ties[first].value, equal[0]))
    yield TieBreak(what, values, equal, decided=len(amounts) > 1)
    for amount in amounts:
        yield from _compared(game, [seat for seat in equal if values[seat] == amount], count, first + 1)


def _called(game: Game, value: ty.Value) -> Text:
    v = game.pack.vocabulary
    return Text(lambda lang: value_text(v, value, lang))


def _settled(game: Game, value: ty.Value, seat: int) -> ty.Value:
    """A sum without its conditions: of each the part that counts as the game has ended, and nothing of what is 0."""
    values, here = game.machine.values, Here(game.state, seat)
    while isinstance(value, ty.IfElse):
        value = value.then if values.truth(value.cond, here) else value.other
    if not isinstance(value, ty.Arith) or value.sign not in ("+", "-"):
        return value
    left, right = (_settled(game, part, seat) for part in (value.left, value.right))
    if _nothing(right):
        return left
    return right if _nothing(left) and value.sign == "+" else replace(value, left=left, right=right)


def _nothing(value: ty.Value) -> bool:
    return isinstance(value, ty.Const) and value.number == 0


# ---- points


def score_sheets(game: Game, scores: list[int]) -> list[Sheet]:
    """What the points of every seat are for: gains and losses of a counter by reason, and the parts of a computed score."""
    score = game.pack.vocabulary.score
    parts = list(_parts(game, score.value)) if score is not None else []
    gained, brought = _gained(game), _brought(game)
    sheets = [_sheet(game, seat, points, parts, gained, brought) for seat, points in enumerate(scores)]
    return [[(_begun_large(what), amount) for what, amount in sheet] for sheet in sheets]


def _begun_large(what: Text) -> Text:
    """A line of its own."""
    return Text(lambda lang: language(lang).grammar.capital(what.get(lang)))


Part = tuple[ty.Value, int]
"""A part of a score, and 1 or -1: whether it adds or takes."""


def _parts(game: Game, value: ty.Value, sign: int = 1, depth: int = 0) -> Iterator[Part]:
    """What is added up to a score, as far as the pack writes it as a sum."""
    if isinstance(value, ty.Arith) and value.sign in ("+", "-"):
        yield from _parts(game, value.left, sign, depth)
        yield from _parts(game, value.right, sign if value.sign == "+" else -sign, depth)
        return
    formula = game.pack.vocabulary.values[value.key].formula if isinstance(value, ty.Derived) else None
    own = isinstance(value, ty.Derived) and isinstance(value.base, ty.Me) and not value.given
    if formula is not None and own and depth < _DEEPEST:
        inner = list(_parts(game, formula.value, sign, depth + 1))
        if len(inner) > 1:
            yield from inner
            return
    yield value, sign


Brought = dict[tuple[int, int], dict[Thing | None, int]]
"""What each thing added to a counter for a reason; None stands for what no thing is known of."""


def _sheet(
    game: Game, seat: int, points: int, parts: list[Part], gained: dict[int, dict[int, int]], brought: Brought
) -> Sheet:
    """One player's lines; what no line tells is from the course of the game."""
    values, here = game.machine.values, Here(game.state, seat)
    lines: dict[int, int] = {}
    by: dict[int, dict[Thing | None, int]] = {}
    worked: Sheet = []
    for part, sign in parts:
        value = _settled(game, part, seat)
        cell = values.address_of(value, here) if isinstance(value, ty.Var) else None
        owner = seat if cell is None else _whose(game, cell, seat)
        if owner != seat:
            worked.append((_of(_called(game, value), game.names.player(owner)), sign * values.number(value, here)))
        elif cell is not None and (cell in gained or len(parts) == 1):
            for reason, amount in gained.get(cell, {}).items():
                lines[reason] = lines.get(reason, 0) + sign * amount
                for thing, part_of in brought.get((cell, reason), {}).items():
                    sums = by.setdefault(reason, {})
                    sums[thing] = sums.get(thing, 0) + sign * part_of
        elif len(parts) > 1 or not isinstance(value, ty.Var | ty.Const):
            worked.append((_with(_called(game, value), _things(game, value, seat)), sign * values.number(value, here)))
    named = [
        (_named_reason(game, reason, lines[reason], seat, by.get(reason, {})), lines[reason])
        for reason in sorted(lines)
    ]
    told = [*named, *((what, amount) for what, amount in worked if amount)]
    rest = points - sum(amount for _, amount in told)
    return [*_course(game, seat, rest, parts), *told] if rest else told


# ---- which things, and when


def _with(what: Text, things: Text | None) -> Text:
    return what if things is None else Text(lambda lang: f"{what.get(lang)} ({things.get(lang)})")


def _named_reason(game: Game, reason: int, amount: int, seat: int, by: dict[Thing | None, int]) -> Text:
    """A reason for points, with the things that brought them, as they were counted or as its script adds them up."""
    word = game.machine.program.reasons[reason]
    things = _counted(game, by) or _of_the_end(game, reason, word, amount, seat)
    return _with(game.names.reason(word), things)


def _counted(game: Game, by: dict[Thing | None, int]) -> Text | None:
    """Each thing with the points that were counted for it; None where one of them is not known to everybody."""
    machine, worth = game.machine, {thing: amount for thing, amount in by.items() if amount}
    if not 0 < len(worth) <= _MOST:
        return None
    told: list[Text] = []
    for thing, amount in sorted(worth.items(), key=lambda one: one[0] or ("", -1)):
        table = machine.layout.tables.get(thing[0]) if thing is not None else None
        if thing is None or (
            table is not None and machine.knowers(game.state, table, thing[1]) & machine.everyone != machine.everyone
        ):
            return None
        told.append(joined([game.names.thing(*thing), same(str(amount))], " "))
    return listed(told)


def _of_the_end(game: Game, reason: int, word: str, amount: int, seat: int) -> Text | None:
    """What brought the points of a reason that came at the end alone: the table is still as it was then."""
    known, last = changes(), game.last_news
    when = [at for at, event in enumerate(game.events) if has_reason(event, known) and event[4] == reason]
    if not when or when[0] < last:
        return None
    for script in game.machine.program.scripts:
        for one in walk(script.body):
            if isinstance(one, ty.Do) and word in one.words.values():
                for value in one.args.values():
                    things = _things(game, value, seat, amount)
                    if things is not None:
                        return things
    return None


def _things(game: Game, value: ty.Value, seat: int, amount: int | None = None) -> Text | None:
    """The things of a total, each with what it adds; None for another value, or where not everybody knows them all.

    `amount`: what the total must be, if it is not worked out as it stands.
    """
    if isinstance(value, ty.Derived) and isinstance(value.base, ty.Me) and not value.given:
        formula = game.pack.vocabulary.values[value.key].formula
        return None if formula is None else _things(game, formula.value, seat, amount)
    if not isinstance(value, ty.OverEach) or value.function != TOTAL or value.items.type.element.tag != "kind":
        return None
    kind, machine = value.items.type.element.name, game.machine
    values, here = machine.values, Here(game.state, seat)
    found = values.items(value.items, here)
    each = [(one, values.number(value.each, here.looking_at(value.element, one))) for one in found]
    worth = [(one, number) for one, number in each if number]
    if not 0 < len(worth) <= _MOST or amount not in (None, sum(number for _, number in worth)):
        return None
    table, everyone = machine.layout.tables.get(kind), machine.everyone
    if table is None or any(machine.knowers(game.state, table, one) & everyone != everyone for one, _ in worth):
        return None
    return listed([joined([game.names.thing(kind, one), same(str(number))], " ") for one, number in worth])


def _course(game: Game, seat: int, rest: int, parts: list[Part], *, begin: bool = True) -> Sheet:
    """What no line tells: what one began with, and when the rest came, where the log has headings for that."""
    cells = _cells(game, parts, seat)
    known, found, count = changes(), dict[tuple[int, int], int](), dict[int, int]()
    brought: dict[tuple[int, int], dict[str, tuple[Text, int]]] = {}
    bringers: Bringers | None = None
    layout, called = game.machine.layout, game.names.cells
    begun = sum(sign * layout.start_value(layout.vars[called[cell][0]].decl) for cell, sign in cells.items() if cell)
    if begun and begin:
        after = _course(game, seat, rest - begun, parts, begin=False) if rest != begun else []
        return [(said("at first"), begun), *after]
    now: tuple[int, int] | None = None
    for at, event in enumerate(game.events):
        begun = begins(event)
        if begun in game.pack.counted:
            count[begun] = count.get(begun, 0) + 1
            now = (begun, count[begun])
        elif event[0] in known and event[2] in cells and now is not None and not has_reason(event, known):
            change = known[event[0]]
            if change.tells_new:
                return [(said("during play"), rest)]
            amount = cells[event[2]] * (event[3] if change.adds else -event[3])
            found[now] = found.get(now, 0) + amount
            bringers = bringers or Bringers(game)
            thing = bringers.of(at, event[2]) if change.adds else None
            if thing is not None:
                sums = brought.setdefault(now, {})
                sums[thing.en] = (thing, sums.get(thing.en, (thing, 0))[1] + amount)
    if not found or sum(found.values()) != rest:
        return [(said("during play"), rest)]
    return [
        (_with(numbered(game.pack.headings[span], number), _by(brought.get((span, number), {}))), amount)
        for (span, number), amount in found.items()
        if amount
    ]


def _by(brought: dict[str, tuple[Text, int]]) -> Text | None:
    """The things that brought something, as far as that is known."""
    told = [joined([thing, same(str(amount))], " ") for thing, amount in brought.values()]
    return listed(told) if 0 < len(told) <= _MOST else None


def _cells(game: Game, parts: list[Part], seat: int) -> dict[int | None, int]:
    """The counters that a score adds up for a seat, or takes away."""
    values, here = game.machine.values, Here(game.state, seat)
    return {values.address_of(part, here): sign for part, sign in parts if isinstance(part, ty.Var)}


def lasting(game: Game, events: list[Event], gone: Event) -> list[Event]:
    """What must be known of events long after: headings ask how often something began, score sheets for points."""
    known = changes()
    same: dict[Event, Event] = {}
    score = game.pack.vocabulary.score
    parts = list(_parts(game, score.value)) if score is not None else []
    counted = {cell for seat in range(game.seats) for cell in _cells(game, parts, seat)}

    naming = {at for _, at in _sources(game, events).values()}

    def lasts(event: Event) -> bool:
        return begins(event) >= 0 or has_reason(event, known) or (event[0] in known and event[2] in counted)

    return [same.setdefault(one, one) if at in naming or lasts(one) else gone for at, one in enumerate(events)]


def numbered(head: Text, number: int) -> Text:
    """A heading with how often it has come."""
    return Text(lambda lang: head.get(lang).replace("{n}", str(number)))


def _whose(game: Game, cell: int, seat: int) -> int:
    """The player who has a counter; the one who is asked about where it is nobody's."""
    key, host, _ = game.names.cells[cell]
    return host if game.machine.layout.vars[key].decl.host == "player" else seat


def _of(what: Text, whose: Text) -> Text:
    """What another player has, whose points count as well."""
    return Text(lambda lang: f"{what.get(lang)} ({whose.get(lang)})")


def _gained(game: Game) -> dict[int, dict[int, int]]:
    """What each cell gained and lost for a reason, by cell and reason."""
    known, found = changes(), dict[int, dict[int, int]]()
    for event in game.events:
        if not has_reason(event, known):
            continue
        sums = found.setdefault(event[2], {})
        sums[event[4]] = sums.get(event[4], 0) + (event[3] if known[event[0]].adds else -event[3])
    return found


def _brought(game: Game) -> Brought:
    """What each thing has added to each counter for each reason."""
    known, of = changes(), _sources(game, game.events)
    found: Brought = {}
    for at, event in enumerate(game.events):
        if has_reason(event, known):
            sums = found.setdefault((event[2], event[4]), {})
            thing = of[at][0] if at in of else None
            sums[thing] = sums.get(thing, 0) + (event[3] if known[event[0]].adds else -event[3])
    return found


def _sources(game: Game, events: list[Event]) -> dict[int, tuple[Thing, int]]:
    """For each gain for a reason, the thing that it was for, and the event that named it."""
    known = changes()
    reasons = {at: event[4] for at, event in enumerate(events) if has_reason(event, known)}
    return sources(game.machine, game.names, events, reasons)


def begins(event: Event) -> int:
    """The part of the game that an event begins, by its number; -1 for any other event."""
    return event[2] if event[0] == "begin" else -1


def has_reason(event: Event, known: dict[str, CellChange]) -> bool:
    """Whether something was gained or lost for a reason, which a score sheet tells; `known` are the changes of cells."""
    change = known.get(event[0])
    return not (change is None or change.fails or change.tells_new or event[4] < 0)
