"""Play in plain lines: the board as text, numbered options, typed answers. Works over a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field

from interpreter.diagnostics import nearest, shown
from interpreter.languages import language
from interpreter.play.bots import Bot, bot_named, is_bot
from interpreter.play.compact import CUT, Compact
from interpreter.play.errors import Fault
from interpreter.play.game import Decision, Game, Result
from interpreter.play.glossary import told
from interpreter.play.reading import Reader
from interpreter.play.rulebook import read_rulebook
from interpreter.play.save import SaveError
from interpreter.play.story import Line, in_short
from interpreter.play.story import latest as latest_lines
from interpreter.play.text import spelled
from interpreter.play.tutorial import Lesson
from interpreter.play.views import Looker, has_secrets
from interpreter.records import record
from interpreter.tools.asking import question_lines, short_lines
from interpreter.tools.booklet import Booklet, plain, show
from interpreter.tools.console import Console, Stop, fold, hang
from interpreter.tools.offered import Offered, Row
from interpreter.tools.screen import Parts, Styled, Told, latest, screen
from interpreter.tools.signals import Terminated, shielded
from interpreter.tools.texts import command_of, commands, player_name, say
from interpreter.tools.trouble import FINDINGS, Trouble

# How much of the log comes before a question; all of it is a word away.
_SHOWN_LINES = 40
# So many options are told again to who typed something that is none of them.
_FEW = 3
# So many things are named that have something in their name.
_LISTED = 12
# Of what a sign of the table stands for, so many are told with all that is on them.
_LISTED_WHOLE = 3
# A longer line of a score sheet does not push the points of the others to the right.
_WIDEST = 36
# No log has so many lines that its number has so many digits.
_DIGITS = 9
# A table so wide has all its signs in it.
_WIDE = 1000
# Shorter words are no reason to think of a name.
_WORD = 3
TELLING = frozenset({"log", "undo", "why", "read", "rules", "save", "seed", "help"})
"""Commands that write much or little below the question, so that it is shown again."""


class _Quit(Exception):
    """The player wants to leave."""


@record(slots=True)
class Table:
    """Who plays, in which language, and where the game is kept."""

    players: tuple[str, ...]
    lang: str
    keep: Callable[[], None]
    """Writes the game to where it is kept, if anywhere: after every choice."""
    save: Callable[[str | None], str | None]
    """Writes the game to a file (None: to where it is kept, if anywhere) and gives the path written."""
    seed: Callable[[], str]
    """Tells the seed, or why not."""
    quiet: bool = False
    lesson: Lesson | None = None
    """The first turn explained, where the game is one to learn from."""


@record(slots=True)
class Terminal:
    """One game at one terminal, for any mix of people and bots."""

    game: Game
    table: Table
    console: Console
    _bots: dict[int, Bot] = field(default_factory=dict)
    _seen: dict[int | None, int] = field(default_factory=dict)
    _last_seat: int | None = None
    _at_screen: int | None = None
    _board_at: int = 0
    _start: int = 0
    _aimed: set[int] = field(default_factory=set)  # who has been told what the game is about
    _hinted: set[int] = field(default_factory=set)  # and what can be typed
    _notes: list[Styled] = field(default_factory=list)  # what is to be said on the next screen
    _shown: list[Line] = field(default_factory=list)  # what happened, as the screen has it
    _heading: str = ""  # the last one of the story on the screen

    def __post_init__(self) -> None:
        """Seat the bots. What happened before (the set-up, or an earlier sitting) is told by `log` only."""
        self._bots = {seat: bot_named(name) for seat, name in enumerate(self.table.players) if is_bot(name)}
        self._start = len(self.game.events)

    # ------------------------------------------------------------------------------------------------ the game's run

    def run(self) -> str | None:
        """Play until the end. Gives None, or why the players left: a key of the texts."""
        try:
            while self.game.decision is not None:
                self._step(self.game.decision)
        except Terminated:
            return "terminated"
        except KeyboardInterrupt:
            self.console.line()
            return "interrupted"
        except Stop as stop:
            return stop.key
        except _Quit:
            return "leaving"
        self._show_log(self._watcher())
        if not self.table.quiet:
            self.console.line()
            self.console.lines(self.game.view(self._watcher()).text(self.table.lang))
        self.show_result()
        return None

    def _step(self, decision: Decision) -> None:
        if decision.seat in self._bots:
            self._let_bot(decision)
        else:
            self._let_person(decision)

    def _let_bot(self, decision: Decision) -> None:
        try:
            said = self.table.lesson.at(self.game) if self.table.lesson is not None else None
            pick = said.index if said is not None else self._bots[decision.seat].pick(self.game)
            with shielded():
                self.game.choose(pick)
        except Fault as fault:
            player = player_name(self.table.lang, decision.seat, self.table.players[decision.seat])
            raise Trouble(self._say("bot_fault", player=player, cause=str(fault)), FINDINGS) from fault
        self._last_seat = decision.seat
        if not self._people and not self.table.quiet:  # people are told when it is up to them
            self._show_log(None)

    def _let_person(self, decision: Decision) -> None:
        seat = decision.seat
        self._change_seats(seat)
        offered = Offered(decision, self.table.lang)
        size = self.console.size
        if size is not None and not self.table.quiet:
            self._show_screen(offered, *size)
        else:
            self._show_log(seat)
            if self._last_seat != seat or self._has_begun():
                self._show_board(seat)
                self.console.line(self._say("turn", number=seat + 1), "bold")
            for line in self._aim(seat):
                self.console.line(line, "green")
            self._teach(offered)
            self.show_decision(offered)
        self._last_seat = seat
        while (index := self._answer(offered)) is None:
            if self.game.decision is not decision:
                return
        self._choose(index)

    def _teach(self, offered: Offered) -> None:
        for line in self._lesson_lines(offered):
            self.console.line(line, "green")

    def _lesson_lines(self, offered: Offered) -> Iterator[str]:
        """What the lesson says before a choice, and what to take."""
        lesson, lang = self.table.lesson, self.table.lang
        said = lesson.at(self.game) if lesson is not None else None
        if said is None:
            return
        yield told("lesson_step", number=said.number, count=said.count).get(lang)
        if said.words is not None:
            yield plain(said.words.get(lang))
        row = offered.row_of(said.index)
        yield told("lesson_take", number=row.number, label=row.option.label).get(lang)

    def _change_seats(self, seat: int) -> None:
        """Where several people share a screen and have secrets, let nobody see what the one before saw."""
        if seat == self._at_screen:
            return
        self._at_screen = seat
        if self._watcher() is None and self.console.is_watched and has_secrets(self.game):
            self.console.clear()
            self.console.ask(self._say("look_away", number=seat + 1))

    def _has_begun(self) -> bool:
        """Whether a turn, a round or the like has begun since the board was shown: alone one follows oneself."""
        return any(event[0] == "begin" for event in self.game.events[self._board_at :])

    def _choose(self, index: int) -> None:
        before = self.table.lesson is not None and self.table.lesson.at(self.game) is not None
        try:
            with shielded():
                self.game.choose(index)
        except Fault as fault:
            self._announce(self._say("fault", cause=str(fault)), "red")
            return
        # Kept before anything else is said: what the player sees acknowledged is on the disk.
        self._keep()
        if before:
            self._end_lesson()

    def _end_lesson(self) -> None:
        """Say that the lesson is over, or that it was left."""
        lesson, lang = self.table.lesson, self.table.lang
        if lesson is None:
            return
        if not lesson.fits(self.game):
            self._announce(told("lesson_left").get(lang), "yellow")
        elif lesson.ends(self.game):
            self._announce(plain(lesson.tutorial.end.get(lang)), "green")

    def _announce(self, text: str, style: str | None = None) -> None:
        """Say something between two questions; where the next one fills the screen it is said there."""
        if self.console.size is not None and not self.table.quiet and self.game.decision is not None:
            self._notes.append((text, style))
        else:
            self.console.line(text, style)

    def _watcher(self) -> int | None:
        """Whose eyes see the end and the bots' moves: the only person's, or a spectator's."""
        return self._people[0] if len(self._people) == 1 else None

    @property
    def _people(self) -> list[int]:
        return [seat for seat in range(len(self.table.players)) if seat not in self._bots]

    # --------------------------------------------------------------------------------------------------- the answers

    def _answer(self, offered: Offered) -> int | None:
        """Read one line and do what it says; gives an option's index when one was chosen."""
        line = self.console.ask(self._say("choose", first=offered.first, count=offered.last))
        word, _, rest = line.partition(" ")
        meaning = command_of(self.table.lang, word.lower())
        # A command is a word of its own; what an option is called goes before one with more behind it.
        if line and (meaning is None or (rest and offered.is_named(line))):
            return self._meant(line, offered)
        if not line and self.console.size is not None and not self.table.quiet:
            self._show_screen(offered, *self.console.size, again=True)
            return None
        self._commands[meaning or "options"](rest.strip())
        if meaning in TELLING and self.game.decision is offered.decision:
            self._ask_again(offered)
        return None

    def _ask_again(self, offered: Offered) -> None:
        """Show the question below what was told, in few lines; where all that was said stays on paper it is not needed."""
        if self.console.size is None:
            return
        width, high = self.console.size
        ways = ([*short_lines(offered, width, level, self.game.pack)] for level in (1, 2))
        asked = next((lines for lines in ways if len(lines) <= high // 3), None) or [*short_lines(offered, width, 2)]
        self.console.line()
        for line, style in asked:
            self.console.line(line, style)

    def _meant(self, line: str, offered: Offered) -> int | None:
        """Find the option a line means."""
        found = offered.meant(line)
        if len(found) == 1:
            return found[0].index
        if found:
            numbers = self._few(offered, found, _LISTED)
            self.console.line(self._say("several", line=shown(line), numbers=numbers))
        else:
            self._refuse(line, offered)
        return None

    def _refuse(self, line: str, offered: Offered) -> None:
        if len(offered.rows) <= _FEW:
            few = self._few(offered, offered.rows, _FEW)
            self.console.line(self._say("not_one_of", line=shown(line), choices=few))
        else:
            self.console.line(self._say("not_a_choice", line=shown(line), first=offered.first, count=offered.last))
        # A number that is not there is no slip of a word, and no word is a slip of a sign.
        words = [word for word in commands(self.table.lang) if word.isalpha()]
        near = None if line.isdigit() or len(line) == 1 else nearest(line.lower(), [*offered.known, *words])
        if near:
            self.console.line(self._say("did_you_mean", name=near))

    @staticmethod
    def _few(offered: Offered, rows: Sequence[Row], most: int) -> str:
        """Some options by number and name."""
        told = ", ".join(f"{row.number} ({offered.called(row)})" for row in rows[:most])
        return told if len(rows) <= most else f"{told}, …"

    @property
    def _commands(self) -> dict[str, Callable[[str], None]]:
        """What the words mean that can be typed instead of an option; `COMMANDS` of a language has the words."""
        return {
            "look": self._do_look,
            "options": self._do_options,
            "log": self._do_log,
            "undo": self._do_undo,
            "why": self._do_why,
            "read": self._do_read,
            "rules": self._do_rules,
            "save": self._do_save,
            "seed": self._do_seed,
            "help": self._do_help,
            "quit": self._do_quit,
        }

    def _do_look(self, _rest: str) -> None:
        self._show_board(self._last_seat)
        self._do_options("")

    def _do_options(self, _rest: str) -> None:
        if self.game.decision is not None:
            self.show_decision(Offered(self.game.decision, self.table.lang))

    def _do_log(self, rest: str) -> None:
        """Tell everything that happened, or the last lines of it."""
        lines = self.game.story(self._last_seat)
        if rest:
            if not (rest.isascii() and rest.isdigit() and len(rest) < _DIGITS and int(rest)):
                self.console.line(self._say("log_number"))
                return
            lines = latest_lines(lines, int(rest))
        if not lines:
            self.console.line(self._say("nothing_happened"))
        self._show_story(lines)

    def _do_undo(self, _rest: str) -> None:
        # Only one's own choice; one of an earlier sitting too, since all of them were made again to get here.
        picker = self.game.last_picker
        if picker != self._last_seat or not self.game.can_undo:
            others = "undo_nothing" if picker is None else "undo_others"
            self.console.line(self._say(others if picker != self._last_seat else "undo_fate"))
            return
        self.game.undo()
        self._keep()
        now = len(self.game.events)
        self._seen = {seat: min(seen, now) for seat, seen in self._seen.items()}
        self._start, self._board_at = min(self._start, now), min(self._board_at, now)
        self._announce(self._say("undone"))

    def _do_why(self, rest: str) -> None:
        if not rest or self.game.decision is None:
            self.console.line(self._say("why_what"))
            return
        offered = Offered(self.game.decision, self.table.lang)
        numbers = {index: offered.row_of(index).number for index in range(len(offered.decision.options))}
        self.console.lines(self.game.why(rest, self.table.lang, numbers))

    def _do_read(self, rest: str) -> None:
        if not rest:
            self.console.line(self._say("read_what"))
            return
        lang, booklet, reader = (
            self.table.lang,
            Booklet(self.game.pack, self.table.lang),
            Reader(self.game, self._last_seat),
        )
        lines, like = [*booklet.terms(rest), *reader.read(rest, lang)], reader.like(rest, lang)
        if not lines:
            lines = self._of_sign(rest, reader)
        if not lines and len(like) == 1:
            lines, like = reader.read(like[0], lang), []
        for line in lines or ([] if like else [self._say("read_nothing", name=shown(rest))]):
            self.console.line(line)
        like = [one for one in like if not any(line.startswith(one) for line in lines)]
        if like:
            names = ", ".join(like[:_LISTED]) + (", …" if len(like) > _LISTED else "")
            self.console.line(self._say("read_more", name=shown(rest), names=names))
        near = None if lines else _near(rest, [*reader.names(lang), *booklet.words()])
        if near:
            self.console.line(self._say("did_you_mean", name=near))

    def _of_sign(self, sign: str, reader: Reader) -> list[str]:
        """What a sign of the table stands for: what is drawn so, by its name alone where there is much of it."""
        table, lang, things = Compact(reader.look, self.table.lang), self.table.lang, self.game.names.layout.things
        table.lines(_WIDE, CUT)
        meant = table.meant(sign)
        if len(meant) > _LISTED_WHOLE:
            return [", ".join(dict.fromkeys(self.game.names.owned(*one).get(lang) for one in meant))]
        keys = dict.fromkeys(things[kind][number].key for kind, number in meant)
        named = [line for key in keys for line in reader.read(key, lang)]
        return named or [self.game.names.owned(*one).get(lang) for one in meant]

    def _do_rules(self, rest: str) -> None:
        show(Booklet(self.game.pack, self.table.lang), rest, self.console)

    def _do_save(self, rest: str) -> None:
        written = self._told(lambda: self.table.save(rest or None))
        if written is not None:
            self.console.line(self._say("saved", path=written), whole=True)
        elif not rest:
            self.console.line(self._say("save_where"))

    def _do_seed(self, _rest: str) -> None:
        told = self.table.seed()
        self.console.line(f"{told[:1].upper()}{told[1:]}.")

    def _do_help(self, _rest: str) -> None:
        width = self.console.size[0] if self.console.size is not None else 0
        for line in self._say("help").split("\n"):
            self.console.lines(hang(line, width) if width else line)

    def _do_quit(self, _rest: str) -> None:
        raise _Quit

    def _keep(self) -> None:
        self._told(self.table.keep)

    def _told(self, write: Callable[[], str | None]) -> str | None:
        """Write the game; what stands in the way is said, and the game goes on."""
        try:
            return write()
        except (SaveError, Trouble) as error:
            cause = error.text(self.table.lang) if isinstance(error, SaveError) else str(error)
            self.console.line(self._say("not_saved", cause=cause), "red")
            return None

    # ------------------------------------------------------------------------------------------------ what is shown

    def show_decision(self, offered: Offered) -> None:
        """Show what is asked and the options, numbered, under the action they belong to."""
        self._heading = ""
        for line, style in question_lines(offered, self.game.pack):
            self.console.line(line, style)

    def _show_screen(self, offered: Offered, width: int, high: int, *, again: bool = False) -> None:
        """Show the table, what happened since this person last chose, and the question, on one screen."""
        lang, seat = self.table.lang, offered.decision.seat
        self._shown = self._shown if again else self._news(seat)
        self._board_at = len(self.game.events)
        view, compact = self.game.view(seat), Compact(Looker(self.game, seat), lang)
        turn = self._say("turn", number=seat + 1) if self._last_seat != seat else ""

        def folded(lines: Iterable[Styled]) -> list[Styled]:
            return [(part, style) for line, style in lines for part in fold(line, width).split("\n")]

        aim = folded((line, "green") for line in self._aim(seat))
        aim += folded((line, "dim") for line in self._hint(seat))
        story = [Told(line.heading, folded(line.lines)) for line in self._in_short(self._shown, seat)]
        lesson = folded([*self._notes, *((line, "green") for line in self._lesson_lines(offered))])
        self._notes = []

        def log(most: int) -> list[Styled]:
            told = latest(story, most - len(aim) - len(lesson), self._say("earlier", count="{count}"))
            told = [*told, *lesson]
            return [*aim, *((line if len(line) <= width else f"{line[: width - 1]}…", style) for line, style in told)]

        def question(level: int) -> list[Styled]:
            asked = (
                question_lines(offered, self.game.pack)
                if not level
                else short_lines(offered, width, level, self.game.pack)
            )
            return folded([*([(turn, "bold")] if turn else []), *asked])

        parts = Parts(
            lambda: folded((line, None) for line in view.text(lang).split("\n")),
            lambda level, extra: [(line, None) for line in compact.lines(width, level, extra)],
            log,
            question,
            self._say("more"),
            len(aim) + len(lesson) + min(2, sum(len(told.lines) for told in story)) if aim or lesson else 0,
        )
        for line, style in screen(parts, high - 1):
            self.console.line(line, style)
        self._heading = ""

    def _in_short(self, lines: list[Line], seat: int) -> Iterator[Told]:
        """What happened, where there is little room, each line with the heading it stands under."""
        lang, heading = self.table.lang, ""
        for line in in_short(lines, seat):
            if line.depth <= 0:
                heading = "" if line.did is not None else line.text.get(lang)
            text = "  " * line.depth + (line.did or line.text).get(lang)
            yield Told(heading, [(text, "dim" if line.depth >= 0 else "cyan")])

    def _aim(self, seat: int) -> Iterator[str]:
        """What it is all about, before somebody chooses for the first time."""
        if seat not in self._aimed and self.table.lesson is None:
            self._aimed.add(seat)
            aim = read_rulebook(self.game.pack).aim
            if aim is not None:
                yield plain(aim.get(self.table.lang))

    def _hint(self, seat: int) -> Iterator[str]:
        """What can be typed, before somebody chooses for the first time."""
        if seat not in self._hinted:
            self._hinted.add(seat)
            yield self._say("hint")

    def _show_board(self, seat: int | None) -> None:
        self._board_at = len(self.game.events)
        self.console.line()
        self.console.lines(self.game.view(seat).text(self.table.lang))
        self.console.line()

    def _news(self, seat: int | None) -> list[Line]:
        """What happened since a seat last looked."""
        since = self._seen.get(seat, self._start)
        self._seen[seat] = self._seen[None] = len(self.game.events)  # whoever only watches saw it, too
        return self.game.story(seat, since) if since < len(self.game.events) else []

    def _show_log(self, seat: int | None) -> None:
        if self.table.quiet:
            return
        lines = self._news(seat)
        if lines and not lines[0].depth and lines[0].text.get(self.table.lang) == self._heading:
            lines = lines[1:]
        if seat is not None and len(lines) > _SHOWN_LINES:
            self.console.line(self._say("earlier", count=len(lines) - _SHOWN_LINES), "dim")
            lines = lines[-_SHOWN_LINES:]
        self._show_story(lines)

    def _show_story(self, lines: Sequence[Line]) -> None:
        for line in lines:
            text = line.text.get(self.table.lang)
            self.console.line("  " * line.depth + text, "dim" if line.depth >= 0 else "cyan")
            self._heading = self._heading if line.depth > 0 else text  # a part of the game ends a turn, too

    def show_result(self) -> None:
        """Show the score sheet of every player, line by line, and who won."""
        result = self.game.result
        if result is None:
            return
        lang = self.table.lang
        self.console.line()
        self.console.line(self._say("over"), "bold")
        if result.why is not None:
            self.console.line(f"{result.why.get(lang)}.")
        names = everybody(self.game, self.table.players, lang)[: len(result.scores)]
        for seat, name in enumerate(names):
            score, rank = result.scores[seat], result.ranks[seat]
            line = self._say(_score_key(result, score, lang), player=name, score=score, rank=rank)
            self.console.line(line[:1].upper() + line[1:])
            sheet = [(reason.get(lang), points) for reason, points in result.lines[seat]]
            width = max((len(reason) for reason, _ in sheet if len(reason) <= _WIDEST), default=0)
            for reason, points in sheet:
                self.console.line(f"    {reason:<{width}}  {points:>5}")
        self._show_ties(result, names)
        self._show_winners([names[seat] for seat in result.winners])

    def _show_ties(self, result: Result, names: Sequence[str]) -> None:
        """Show what was compared between equal scores, and what came of it."""
        for tie in result.ties:
            listed = ", ".join(f"{names[seat]} {tie.values[seat]}" for seat in tie.seats)
            key = "tie_decided" if tie.decided else "tie_equal"
            self.console.line(self._say(key, what=tie.what.get(self.table.lang), values=listed))

    def _show_winners(self, names: Sequence[str]) -> None:
        key = "winner" if len(names) == 1 else "winners" if names else "no_winner"
        self.console.line(self._say(key, players=", ".join(names)), "green")

    def _say(self, key: str, **facts: object) -> str:
        return say(self.table.lang, key, **facts)


def _score_key(result: Result, score: int, lang: str) -> str:
    """How a score is said: one point, several, or only the place where nothing is counted."""
    if not any(result.scores) and not any(result.lines):
        return "score_none"
    return "score" if language(lang).grammar.plural(abs(score)) else "score_one"


def _near(wanted: str, known: Sequence[str]) -> str | None:
    """What somebody may have meant: a name like what was typed, or one with a word like one of those."""
    found = nearest(wanted.lower(), known)
    if found is None:
        words = {word: name for name in reversed(known) for word in spelled(name).split() if len(word) > _WORD}
        typed = (word for word in spelled(wanted).split() if len(word) > _WORD)
        found = next((words[near] for word in typed if (near := nearest(word, words))), None)
    return found


def everybody(game: Game, players: Sequence[str], lang: str) -> list[str]:
    """The names of all who take part: the players, and behind them those who belong to nobody."""
    neutrals = range(len(players), game.machine.layout.people)
    return [player_name(lang, seat, who) for seat, who in enumerate(players)] + [
        game.names.player(seat).get(lang) for seat in neutrals
    ]
