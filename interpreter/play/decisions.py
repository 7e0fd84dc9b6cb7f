"""A pending choice as people and bots see it: who, what for, and the options, each with a label and a stable key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from interpreter.engine.knowledge import DECLINE
from interpreter.machine.secret import Choosing, choosing
from interpreter.play.foresight import Ahead, Foresight, Own
from interpreter.play.questions import in_language, known_words, prompt_of
from interpreter.play.subjects import Subject, place_of, subjects
from interpreter.play.surroundings import during
from interpreter.play.text import Text, colon, joined, named, said, same
from interpreter.play.twins import as_they_lie, first_alike
from interpreter.primitives.tables import State
from interpreter.prose import has_option_text, option_text
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.typed import Routine
    from interpreter.check.vocabulary import Action
    from interpreter.engine.layout import ZonePlace
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names

DONE, NO, YES, SKIP = said("done"), said("decline"), said("accept"), said("skip")
SECRET = said("secret choice")


@record(frozen=True, slots=True)
class Option:
    """One thing that can be picked."""

    label: Text
    key: str
    group: Text | None = None
    touches: tuple[str, ...] = ()
    rule: str | None = None
    card: str | None = None
    name: Text | None = None
    """The thing itself, where the label says more of it."""
    place: tuple[str, str] | None = None
    """Kind and key of the place that an action of a menu goes to."""


class Options(Sequence[Option]):
    """The options of a decision; made when looked at, since bots mostly only count them."""

    __slots__ = ("_ahead", "_machine", "_made", "_names", "_pending", "_sight", "_state")

    def __init__(self, machine: Machine, names: Names, state: State, pending: Pending) -> None:
        self._machine, self._names, self._state, self._pending = machine, names, state, pending
        self._made: list[Option | None] | None = None
        self._sight: Foresight | None = None
        self._ahead: dict[int, Ahead] = {}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._pending.values)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        """Make an option."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        options = self._made
        if options is None:
            options = self._made = [None] * len(self)
        made = options[index]
        if made is None:
            made = options[index] = self._make(self._pending.values[index])
        return made

    def __iter__(self) -> Iterator[Option]:
        """All options in order."""
        return (self[i] for i in range(len(self)))

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys, without making labels."""
        return tuple(option_key(self._names, self._pending, value) for value in self._pending.values)

    @property
    def prompt(self) -> Text:
        """What is asked."""
        return prompt_of(self._machine, self._names, self._state, self._pending)

    @property
    def script(self) -> Routine:
        """The script that asks."""
        return self._machine.program.script_of(self._pending.ask)

    @property
    def number(self) -> int:
        """The number of the choice in the program."""
        return self._pending.ask.number

    @property
    def kind(self) -> str | None:
        """The kind of the things that are on offer."""
        of = self._pending.ask.type if self._pending.ask.values is not None else None
        return of.name if of is not None and of.tag == "kind" else None

    @property
    def choosing(self) -> Choosing | None:
        """The secret choice that this is a part of, if any."""
        return choosing(self._machine, self._state)

    @property
    def about(self) -> list[Subject]:
        """The cards that are carried out after this choice."""
        return subjects(self._names, self._machine.program.script_of(self._pending.ask), self._state, self._pending)

    @property
    def during(self) -> Text | None:
        """What this is a part of: the end of a round, an action, a card; None where it is a turn of its own."""
        return during(self._machine, self._names, self._state, self._pending)

    def told(self, index: int) -> Text:
        """The label of an option for everybody's eyes: no piece that only some know, nothing that is kept secret."""
        ask, value = self._pending.ask, self._pending.values[index]
        if self.choosing is not None:
            return SECRET
        if value == DECLINE or ask.typed_values is None or ask.type is None:
            return self[index].label
        routine, naming = self._machine.program.script_of(ask), self._machine.naming
        table = self._names.layout.tables.get(ask.type.name) if ask.type.tag == "kind" else None
        if naming.keeps_secret(routine, ask.store):
            return SECRET
        if table is not None and table.known and not naming.names(ask.typed_values, routine):
            everyone = self._machine.everyone
            if self._machine.knowers(self._state, table, value) & everyone != everyone:
                return self._names.hidden(ask.type.name, value)
        return self[index].label

    @property
    def alike(self) -> list[int]:
        """For each option the first one that is the same to everybody, like the first of three equal dice."""
        return first_alike(self._machine, self._state, self._pending)

    @property
    def as_they_lie(self) -> list[int]:
        """The options in the order of the table: pieces of a zone as they lie in it, dice by what they are and show."""
        return as_they_lie(self._machine, self._names, self._state, self._pending)

    def column(self, index: int) -> int | None:
        """The column of an option that is a place on a board."""
        of, value = self._pending.ask.type, self._pending.values[index]
        if self._pending.ask.typed_values is None or of is None or of.tag != "kind" or value == DECLINE:
            return None
        grid = self._names.v.kinds[of.name].grid
        return value % grid[0] + 1 if grid is not None else None

    def above(self, index: int) -> int:
        """The number of the thing that an option is a part of; -1 for none."""
        of, value = self._pending.ask.type, self._pending.values[index]
        if self._pending.ask.typed_values is None or of is None or of.tag != "kind" or value == DECLINE:
            return -1
        parents = self._names.layout.parents.get(of.name)
        return parents[value] if parents is not None else -1

    def full(self, column: int) -> bool:
        """Whether something lies on every place in a column of the board that is asked about."""
        of, places = self._pending.ask.type, self._places()
        grid = self._names.v.kinds[of.name].grid if of is not None and of.tag == "kind" else None
        if grid is None or not places:
            return False
        cells = (value for value in range(grid[0] * grid[1]) if value % grid[0] + 1 == column)
        return all(any(self._state[place.base + cell * place.stride] for place in places) for cell in cells)

    def _places(self) -> list[ZonePlace]:
        """The zones of what is asked about."""
        of = self._pending.ask.type
        return [place for _, place in self._names.looks(of.name).zones] if of is not None and of.tag == "kind" else []

    def ahead(self, index: int) -> Ahead:
        """What an option costs and what is known to follow from it."""
        if index not in self._ahead:
            if self._sight is None:
                self._sight = Foresight(self._machine, self._names, self._state, self._pending)
            self._ahead[index] = self._sight.ahead(index)
        return self._ahead[index]

    def news(self, index: int, lang: str) -> list[str]:
        """What follows in words, one's own first, without what only says what is asked and chosen: where a piece goes."""
        option = self[index]
        names = [name for text in (option.label, option.name) if text is not None and (name := text.get(lang))]
        told = [one.get(lang) for one in self.ahead(index).told]
        return [words for words in told if not any(self._says_again(words, name, lang) for name in names)]

    def gains(self, index: int, lang: str) -> set[str]:
        """What an option brings to who chooses, in words."""
        return {one.get(lang) for one in self.ahead(index).follows if isinstance(one, Own)}

    def _says_again(self, words: str, name: str, lang: str) -> bool:
        """Whether something only goes to what is chosen, or to a place there."""
        if words.endswith(f"({name})") and "→" in words:
            return self._is_asked(words.partition("→")[0], lang)
        return words.endswith(name) and self._is_asked(words.removesuffix(name), lang)

    def _is_asked(self, words: str, lang: str) -> bool:
        return words.strip(" \u00a0\u202f:→").casefold() in self.prompt.get(lang).casefold()

    def note(self, index: int) -> Text | None:
        """What a labelled option does, where its label does not say it."""
        ask, value = self._pending.ask, self._pending.values[index]
        if value == DECLINE or not ask.labels or ask.shape in ("menu", "may", "again"):
            return None
        routine = self._machine.program.script_of(ask)
        if not has_option_text(self._names.v, routine, ask.at, value):
            return None
        known, v = known_words(self._names, routine, self._state, self._pending.seat), self._names.v
        return Text(lambda lang: option_text(v, routine, ask.at, value, lang, in_language(known, lang)))

    def _make(self, value: int) -> Option:
        ask, names = self._pending.ask, self._names
        key = option_key(names, self._pending, value)
        if value == DECLINE:
            return Option(decline_text(ask.shape), key)
        if value in self._pending.unknown:
            assert ask.type is not None
            return Option(names.hidden(ask.type.name, value), key)
        if ask.values is not None:
            assert ask.type is not None
            return self._of_value(value, key)
        if ask.shape == "menu":
            action = next(a for a in names.v.actions if a.id == ask.labels[value])
            return self._of_action(action, key)
        if ask.shape in ("may", "again"):
            return Option(YES, key)
        return Option(names.term(ask.labels[value]), key)

    def _of_action(self, action: Action, key: str) -> Option:
        names, found = self._names, place_of(self._names, action)
        thing = names.layout.things[found[0]][found[1]] if found is not None else None
        return Option(
            named(action.name, action.id),
            key,
            rule=next(iter(action.rules), None),
            card=names.v.reference(thing.item) if thing is not None and thing.item is not None else None,
            place=(found[0], thing.key) if found is not None and thing is not None else None,
        )

    def _of_value(self, value: int, key: str) -> Option:
        ask, names = self._pending.ask, self._names
        assert ask.type is not None
        label = names.value(ask.type, value)
        if ask.type.tag != "kind" or ask.type.name == "player":
            return Option(label, key)
        thing = names.layout.things[ask.type.name][value]
        if names.v.kinds[ask.type.name].faces > 1:
            label = names.thing(ask.type.name, value, self._state[names.layout.tables[ask.type.name].face + value])
        elif thing.owner != self._pending.seat:
            label = names.owned(ask.type.name, value)
        where, name = self._where(ask.type.name, value), label
        if where is not None:
            label = _with_note(label, where)
        touches = (key,)
        item = thing.item
        has_script = item is not None and (item.when is not None or any(face.scripts for face in item.faces))
        rule = item.rules[0] if item is not None and item.rules else None
        return Option(
            label,
            key,
            touches=touches,
            rule=rule,
            card=names.v.reference(item) if item is not None and has_script else None,
            name=name,
        )

    def _where(self, kind: str, value: int) -> Text | None:
        """Where a piece lies, when it lies on something that has a name; values of its vars beside it."""
        table = self._names.layout.tables[kind]
        details = self._names.details(kind, value)
        notes: list[Text] = [details] if details is not None else []
        counted = [
            var
            for var in self._names.v.kinds[kind].vars.values()
            if var.type.tag == "number" and not (var.each or var.resets or var.quiet)
        ]
        for var in counted:
            number = self._state[self._names.layout.vars[var.key].base + value]
            # One number needs no word, as on a die; of several, only what there is any of is told.
            word = self._names.term(var.name) if len(counted) > 1 else None
            if number or len(counted) == 1:
                notes.append(joined([word, same(str(number))], " ") if word is not None else same(str(number)))
        place = self._machine.place_of(self._state, kind, value) if table.loc else None
        if place is not None and place[0] not in ("shared", "player"):
            notes.append(self._names.thing(*place))
        if not notes:
            return None
        return joined(notes, ", ")


def option_key(names: Names, pending: Pending, value: int) -> str:
    """The stable meaning of a value; a piece the decider does not know is only told by its place among the options."""
    ask = pending.ask
    if value == DECLINE:
        return "no" if ask.shape == "may" else "done"
    if value in pending.unknown:
        return f"hidden_{pending.values.index(value) + 1}"
    if ask.values is not None:
        assert ask.type is not None
        return names.key(ask.type, value)
    return ask.labels[value]


def answered(decision: Decision, index: int) -> Text:
    """What was chosen, as it is told later: a yes, a no or a player says nothing without the question."""
    option, yes_or_no = decision.options[index], decision.options[index].label in (YES, NO)
    if not yes_or_no and (decision.options.kind != "player" or option.label in (DONE, SKIP)):
        return option.label
    prompt = decision.prompt
    if yes_or_no:
        return Text(lambda lang: f"{_asked(prompt.get(lang), lang)[-1]} {option.label.get(lang)}")
    return Text(lambda lang: f"{_asked(prompt.get(lang), lang)[0]}{colon(lang)}{option.label.get(lang)}")


def _asked(prompt: str, lang: str) -> tuple[str, str]:
    """A question in its two parts: what it is about, and what is to be chosen."""
    about, _, wanted = prompt.rpartition(colon(lang))
    wanted = wanted[:1].upper() + wanted[1:]
    return (about or wanted, wanted)


def decline_text(shape: str) -> Text:
    """What declining is called."""
    return {"may": NO, "pick": SKIP}.get(shape, DONE)


class Decision(NamedTuple):
    """A choice that is due. All but who decides and how many ways there are is made when looked at: bots do not look."""

    seat: int
    options: Options

    @property
    def rule(self) -> str | None:
        """The rule the script that asks comes from."""
        return self.options.script.rule

    @property
    def where(self) -> str:
        """Which choice of which script it is."""
        return f"{self.options.script.key}:{self.options.number}"

    @property
    def prompt(self) -> Text:
        """What is asked."""
        return self.options.prompt

    @property
    def secret(self) -> bool:
        """Whether nobody else may know what is chosen until all have chosen."""
        return self.options.choosing is not None

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who else is still to choose secretly: their options do not depend on what is chosen here."""
        under_way = self.options.choosing
        return under_way.waiting if under_way is not None else ()

    @property
    def during(self) -> Text | None:
        """What is under way that this choice is a part of, in few words."""
        return self.options.during

    @property
    def about(self) -> list[Subject]:
        """The cards that are carried out after this choice, by name and id."""
        return self.options.about


_decision = tuple.__new__  # half the time of calling the class


def make_decision(machine: Machine, names: Names, state: State, pending: Pending) -> Decision:
    """Dress up a pending choice."""
    return _decision(Decision, (pending.seat, Options(machine, names, state, pending)))


def _with_note(label: Text, note: Text) -> Text:
    return Text(lambda lang: f"{label.get(lang)} ({note.get(lang)})")
