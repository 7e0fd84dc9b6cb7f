"""One screen for each question: whatever the pack, everything fits, and every option can be told from it."""

import io
import random
import re

import pytest
from shared_packs import shared_pack

from interpreter.languages import language
from interpreter.play.compact import FEW, FREE, LEVELS, Compact
from interpreter.play.rulebook import read_rulebook
from interpreter.play.story import in_short
from interpreter.play.tutorial import lesson_of
from interpreter.play.views import Looker
from interpreter.source.layers.known import known_packs
from interpreter.tools.asking import short_lines, side_by_side
from interpreter.tools.console import Console
from interpreter.tools.offered import Offered
from interpreter.tools.screen import Parts, Told, latest, screen
from interpreter.tools.terminal import Table, Terminal

PACKS = [one.name for one in known_packs() if not one.installed]


class Screen(io.StringIO):
    def isatty(self):
        return True


class Person:
    """Answers with any option that is offered, and keeps what stood on the screen before."""

    def __init__(self, target, answers, says=()):
        self.target, self.answers, self.shown, self.random = target, answers, [], random.Random(5)
        self.says, self.news, self.seen = list(says), [], None

    def isatty(self):
        return False

    def readline(self, _most=-1):
        self.shown.append((self.target.getvalue(), self.offered()))
        self.news.append(self.happened())
        self.target.seek(0)
        self.target.truncate()
        if len(self.shown) > self.answers:
            return ""
        if self.says:
            return f"{self.says.pop(0)}\n"
        return f"{self.random.choice(self.shown[-1][1].rows).number}\n"

    def happened(self):
        """What the others did since the last question, as it is told in short: the last line of it."""
        game, since = self.terminal.game, self.seen
        self.seen = len(game.events)
        lines = [] if since is None else in_short(game.story(game.decision.seat, since), game.decision.seat)
        return [(line.did or line.text).get(self.terminal.table.lang) for line in lines][-1:]

    def offered(self):
        return Offered(self.terminal.game.decision, self.terminal.table.lang)


def played(monkeypatch, name, size, answers, lang="en", says=()):
    return sat(monkeypatch, name, size, answers, lang, says).shown


def sat(monkeypatch, name, size, answers, lang="en", says=(), lesson=None):  # noqa: PLR0913, PLR0917 - all that can differ
    monkeypatch.setenv("COLUMNS", str(size[0]))
    monkeypatch.setenv("LINES", str(size[1]))
    monkeypatch.setenv("NO_COLOR", "1")
    pack = shared_pack(name)
    seats = max(pack.players)
    if lesson is not None:
        seats, game = lesson.tutorial.players, pack.new_game(lesson.tutorial.players, lesson.tutorial.seed)
    else:
        game = pack.new_game(seats, 11)
    target = Screen()
    person = Person(target, answers, says)
    table = Table(
        ("human", *["random"] * (seats - 1)), lang, lambda: None, lambda _path: None, lambda: "", lesson=lesson
    )
    person.terminal = Terminal(game, table, Console(person, target))
    person.terminal.run()
    return person


def rows_of(text):
    """The rows of a screen, with the one where the answer is typed, without the echo of the answer before."""
    lines = text.split("\n")
    return lines[1:] if lines[0].strip().isdigit() else lines


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("name", PACKS)
def test_every_question_fits_a_small_screen(monkeypatch, name, lang):
    shown = played(monkeypatch, name, (80, 24), 12, lang)
    assert len(shown) > 3
    for text, offered in shown:
        lines = rows_of(text)
        assert len(lines) <= 24, text
        assert max(map(len, lines)) <= 80, text
        asked = " ".join(" ".join(lines).split())
        assert " ".join(offered.decision.prompt.get(lang).split()) in asked
        for row in offered.rows:
            label = (row.option.name or row.option.label).get(lang)[:12]  # what stands on a card may be left out
            told = rf"\s+{re.escape(label)}" if label != str(row.number) else r"(\s|$)"  # a number on offer stands once
            assert re.search(rf"(^|\s){row.number}{told}", asked), row


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_words_of_the_help_stand_in_a_column(monkeypatch, lang):
    """What goes on below stands under what is explained, so that every line that begins at the left is a word."""
    text = played(monkeypatch, "pig", (80, 24), 1, lang, ["help"])[1][0]
    lines = [line for line in text.split("\n") if line.startswith("  ")]
    column = next(
        re.match(r" +\S+ +", line).end()
        for line in lines
        if re.match(rf"  {language(lang).commands['undo'][0]} ", line)
    )
    told = lines[: next(at for at, line in enumerate(lines) if language(lang).commands["quit"][0] in line) + 1]
    assert len(told) >= 12
    assert all(line[column - 1] == " " and line[column] != " " and len(line) <= 80 for line in told), told


def test_numbers_alone_stand_in_a_row_after_every_word(monkeypatch):
    text, _ = played(monkeypatch, "sealed_bids", (80, 24), 1, says=["seed"])[1]
    assert re.search(r"^  0  1  2  3  4", text, re.MULTILINE), text


def test_an_empty_line_brings_the_screen_back(monkeypatch):
    """After a long text one wants to see the table again: the same one, with what had happened, at the size of now."""
    shown = played(monkeypatch, "daimyo", (80, 24), 6, says=["1", "1", "1", "log", "", ""])
    before, after, once_more = rows_of(shown[3][0]), *(shown[at][0].split("\n")[1:] for at in (5, 6))
    assert "Player 1, it is up to you." in before
    assert {line for line in before if not line.startswith(("Player 1, it", "("))} <= set(after)
    assert [line for line in after if line.startswith("Player 4: puts a governor on")], "what had happened"
    assert once_more == after
    assert len(after) <= 24


@pytest.mark.parametrize(
    "word", ["log", "log 3", "why nothing", "read gold", "read nothing", "rules", "help", "undo", "seed"]
)
def test_after_every_word_the_question_stands_on_the_screen(monkeypatch, word):
    """Whatever was told, what is asked is its last lines: nobody has to scroll to know what to answer."""
    shown = played(monkeypatch, "daimyo", (80, 24), 1, says=[word])
    text, offered = shown[1]
    lines = rows_of(text)[-24:]
    asked = " ".join(" ".join(lines).split())
    assert " ".join(offered.decision.prompt.en.split()) in asked
    for row in offered.rows:
        assert re.search(rf"(^|\s){row.number}\s+{re.escape(row.option.label.en[:12])}", asked), text


def test_what_the_game_is_about_is_told_before_the_first_choice(monkeypatch):
    shown = played(monkeypatch, "pig", (80, 24), 2)
    assert "Whoever first has 100 points" in " ".join(shown[0][0].split())
    assert "100 points" not in " ".join(shown[1][0].split())


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("name", PACKS)
def test_the_first_screen_says_what_the_game_is_about_and_what_can_be_typed(monkeypatch, name, lang):
    aim = read_rulebook(shared_pack(name)).aim
    told = " ".join(rows_of(played(monkeypatch, name, (80, 24), 1, lang)[0][0]))
    told = " ".join(told.split())
    assert aim is None or " ".join(aim.get(lang).replace("*", "").split()) in told, told
    for meaning in ("help", "rules", "read"):
        assert f"`{language(lang).commands[meaning][0]}" in told, told


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("name", ["daimyo", "ancient_world", "five_kingdoms", "hearts"])
def test_what_happened_last_stands_on_every_screen(monkeypatch, name, size):
    """However long the question and the table are: what the others did is told, or at least the end of it."""
    person = sat(monkeypatch, name, size, 25)
    told = [(text, line) for (text, _), news in zip(person.shown, person.news, strict=True) for line in news]
    assert len(told) > 5
    for text, line in told:
        own = re.search(r"chooses “(.+)”$", line.strip())  # an action of one's own heads the question that follows
        end = own[1].split()[:3] if own else line.split()[-4:]
        assert " ".join(end) in " ".join(text.split()), text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("name", ["daimyo", "five_kingdoms"])
def test_every_step_of_the_lesson_stands_on_the_screen_whole(monkeypatch, name, lang, size):
    lesson = lesson_of(shared_pack(name))
    picks = [step.pick for step in lesson.tutorial.steps if step.seat == 0]
    words = [step.words for step in lesson.tutorial.steps if step.seat == 0]
    shown = sat(monkeypatch, name, size, len(picks), lang, picks, lesson).shown
    for (text, _), words_of_step in zip(shown, [*words, lesson.tutorial.end], strict=True):
        lines = rows_of(text.split("\n", 1)[1] if text.startswith(tuple(picks)) else text)
        assert len(lines) <= size[1], text
        told = words_of_step.get(lang).replace("**", "") if words_of_step is not None else ""
        assert " ".join(told.split()) in " ".join(" ".join(lines).split())
    hint = language(lang).terminal["hint"].split(",")[0]
    assert [hint in text for text, _ in shown] == [True] + [False] * len(picks)


def test_what_was_taken_back_is_said_on_the_screen(monkeypatch):
    text, _ = played(monkeypatch, "daimyo", (80, 24), 3, says=["1", "1", "undo"])[3]
    assert "The last choice is taken back." in "\n".join(rows_of(text)[-24:])


def parts(board=10, log=0, question=5):
    said = [Told(f"Player {at}", [(f"  Player {at}" if not at % 3 else f"    line {at}", None)]) for at in range(log)]
    return Parts(
        lambda: [(f"full {at}", None) for at in range(2 * board)],
        lambda level, spare: [(f"board {at}", None) for at in range(board - level + (spare if level >= FEW else 0))],
        lambda most: latest(said, most, "({count} before)"),
        lambda level: [(f"question {at}", None) for at in range(question - level)],
        more="(more)",
    )


def test_a_table_that_does_not_fit_says_so():
    lines = [line for line, _ in screen(parts(board=40), 20)]
    assert len(lines) == 20
    assert lines[0] == "(more)"
    assert lines[1].startswith("board")
    assert "(more)" not in [line for line, _ in screen(parts(board=10), 20)]


@pytest.mark.parametrize("question", [16, 19, 22, 23, 40])
def test_no_option_is_ever_cut_off(question):
    lines = [line for line, _ in screen(parts(board=16, log=5, question=question), 24)]
    asked = parts(question=question).question(3)
    assert lines[-len(asked) :] == [line for line, _ in asked]
    assert len(lines) <= max(24, len(asked) + 1)
    assert len(asked) > 21 or lines[0] == "(more)"


def test_room_that_is_left_is_given_back_to_the_table():
    lines = [line for line, _ in screen(parts(board=20, question=5), 23)]
    assert len(lines) == 23
    assert lines.count("") == 1


@pytest.mark.parametrize("log", [1, 2, 3, 30])
def test_what_happened_has_room_beside_a_long_question(log):
    lines = [line for line, _ in screen(parts(board=16, log=log, question=14), 24)]
    assert len(lines) == 24
    assert [line for line in lines if line.endswith(str(log - 1)) and line.startswith("  ")]


def test_a_story_is_cut_between_its_lines():
    first, last = [("a" * 20, None), ("b" * 20, None)], [("c" * 20, None), ("d" * 20, None)]
    lines = [Told("Ann", [("Ann", "cyan")]), Told("Ann", first), Told("Ann", last)]
    assert latest(lines, 5, "({count} before)") == [("Ann", "cyan"), *first, *last]
    assert latest(lines, 4, "({count} before)") == [("Ann (1 before)", "dim"), *last]
    assert latest(lines, 3, "({count} before)") == [("Ann (1 before)", "dim"), *last]
    assert latest(lines, 2, "({count} before)") == [("Ann (1 before)", "dim"), (f"… {'d' * 20}", None)]
    assert latest(lines, 1, "({count} before)") == [("(2 before)", "dim")]
    assert latest(lines, 0, "({count} before)") == []


def test_why_numbers_options_as_the_screen_does(monkeypatch):
    """Columns keep their numbers in Connect Four, whatever the order of its options: `why 4` is about the fourth."""
    says = ["4", "4", "why 4", "why nothing"]
    shown = played(monkeypatch, "connect_four", (80, 24), 4, says=says)
    for text, offered in shown[3:4]:
        row = next(row for row in offered.rows if row.number == 4)
        assert offered.rows != sorted(offered.rows, key=lambda row: row.index), "the order of the options is another"
        assert f"`{row.option.label.en}` is offered: 4." in text
    text, offered = shown[4]
    listed = " ".join(text.split()).partition("Offered: ")[2].partition(". ")[0].removesuffix(".")
    assert listed == ", ".join(f"{row.number} {row.option.label.en}" for row in offered.rows)


def test_a_player_who_has_nothing_takes_no_line(monkeypatch):
    for text, _ in played(monkeypatch, "connect_four", (80, 24), 2):
        assert not re.search(r"^Player \d( \(you\))?:$", text, re.MULTILINE)


def test_a_larger_screen_tells_more(monkeypatch):
    small = played(monkeypatch, "daimyo", (80, 24), 3)
    large = played(monkeypatch, "daimyo", (140, 50), 3)
    assert [offered.last for _, offered in small] == [offered.last for _, offered in large]
    for (less, _), (more, _) in zip(small, large, strict=True):
        assert len(more.split()) > len(less.split())
        assert max(len(line) for line in more.split("\n")) <= 140
        assert len(rows_of(more)) <= 50


@pytest.mark.parametrize("level", range(LEVELS))
def test_free_places_are_drawn(level):
    pack = shared_pack("daimyo")
    game = pack.new_game(3, 7)
    lines = Compact(Looker(game, 0), "en").lines(80, level)
    rows = [line for line in lines if re.match(r"(Blue|Red|Yellow|Purple|Green)( Island)? ", line)]
    assert len(rows) == 5
    for row in rows:
        assert row.count(FREE) >= 16, "ten slots of sites, three alleys, three altars"


@pytest.mark.parametrize("level", range(LEVELS))
def test_what_lies_hidden_in_a_place_stands_in_one_pair_of_brackets(level):
    lines = "\n".join(Compact(Looker(shared_pack("ancient_world").new_game(2, 7), 0), "en").lines(200, level))
    assert "Empire deck B (47 ▒)" in lines
    assert "((" not in lines


def test_a_piece_is_told_by_its_player():
    pack = shared_pack("daimyo")
    game = pack.new_game(3, 7)
    draw = random.Random(1)
    while not any("governor" in one.label.en for one in game.decision.options) and len(game.picks) < 40:
        game.choose(draw.randrange(len(game.decision.options)))
    for seat in range(3):
        text = "\n".join(Compact(Looker(game, seat), "en").lines(80, 2))
        assert re.search(r"[PMC][123]·", text), text


def test_nothing_hidden_is_told():
    pack = shared_pack("hearts")
    game = pack.new_game(4, 7)
    told = {seat: "\n".join(Compact(Looker(game, seat), "en").lines(999)) for seat in (None, 0, 1, 2, 3)}
    hands = [re.findall(r"\w+[♣♦♥♠]", told[seat]) for seat in range(4)]
    assert [len(hand) for hand in hands] == [13] * 4
    assert len({card for hand in hands for card in hand}) == 52, "each sees its own hand, and none of another"
    assert not re.search("[♣♦♥♠]", told[None])


def test_options_stand_side_by_side_whole_and_are_read_downwards():
    cells = [f"  {number}  Field {number}" for number in range(1, 8)]
    lines = [line for line, _ in side_by_side(cells, 30)]
    assert lines[0] == "  1  Field 1    5  Field 5"
    assert lines[3:] == ["  4  Field 4"]
    assert [line for line, _ in side_by_side(["  1  " + "long " * 20], 40)] == [("  1  " + "long " * 20).rstrip()]
    assert list(side_by_side([], 40)) == []


def test_a_price_stands_in_the_line_of_its_option_on_a_small_screen():
    """Whoever buys sees what it costs and what it brings, whatever else there is no room for."""
    game = shared_pack("ancient_world").new_game(players=2, seed=4)
    while not any(game.decision.options.ahead(index).prices for index in range(len(game.decision.options))):
        game.choose(0)
    offered = Offered(game.decision, "en")
    for level in (1, 2):
        lines = [line for line, _ in short_lines(offered, 80, level)]
        assert all(len(line) <= 80 for line in lines[1:])
        assert [line for line in lines if "costs" in line], lines


def test_signs_stand_for_what_is_drawn_so_and_nothing_is_told_that_cannot_be():
    game = shared_pack("daimyo").new_game(players=2, seed=3)
    while not any(event[0] == "begin" for event in game.events) or len(game.picks) < 30:
        game.choose(0)
    table = Compact(Looker(game, 0), "en")
    lines = "\n".join(table.lines(120))
    assert "abilities of the empire" not in lines, "only who plays alone has the empire"
    held = [sign for sign in lines.split() if FREE in sign and sign[0] in "MPC"]
    assert held
    for sign in (one for each in held for one in (each, each.replace(FREE, ""), each.lower())):
        assert {kind for kind, _ in table.meant(sign)} == {"site"}, sign
    assert {kind for kind, _ in table.meant("Gr6")} <= {"die"}
