"""Golden cases: Markdown files with one case per `## heading`.

A case has input blocks and expected blocks. Input: `effect` (a script, run as player 1), `expression` (a value), `yaml
PATH` (a file put into the fixture pack, or `append=yes` to one of its files; `rules/case.yaml` if no path is given; with
`on=NAME` into a pack of that name that stands on the fixture pack), `given` (statements run before), `picks`
(what is picked, by key; also `undo` and `why KEY`), `show` (expressions printed at the end). Settings stand behind the
name of a block: ```effect players=3 seed=4``` or ```log seat=2``` (whose log it is, `none` for a spectator).
Expected: `tree`, `typed`, `code`, `log`, `diagnostics`. `pytest --bless` rewrites the expected blocks. A line `Xfail:
reason` in the prose says that the engine does not do this yet; such a case is written by hand and never blessed.
"""

import re
from dataclasses import dataclass, field

from tiny_pack import checked, indented, script, tiny_files
from twin import Twin

from interpreter.check import Checker
from interpreter.check.keys import extra, verb
from interpreter.check.show import show as show_typed
from interpreter.check.types import PLAYER
from interpreter.code import compile_pack
from interpreter.code.show import show as show_code
from interpreter.diagnostics import Severity, in_order, in_words, render_text
from interpreter.machine import Fault, Machine
from interpreter.play.decisions import option_key
from interpreter.play.errors import IllegalAction
from interpreter.play.game import Game
from interpreter.play.rulebook import rulebook_problems
from interpreter.play.studies import read_studies
from interpreter.play.tutorial import tutorial_problems
from interpreter.primitives.header import WINNER
from interpreter.syntax import parse_expression, parse_script, show

EXPECTED = ("tree", "typed", "code", "log", "diagnostics")
VERB = "try it"
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Block:
    name: str
    info: str
    text: str
    span: tuple[int, int]

    @property
    def settings(self):
        return dict(word.split("=") for word in self.info.split() if "=" in word)

    @property
    def path(self):
        return next((word for word in self.info.split() if "=" not in word), "rules/case.yaml")


@dataclass
class Case:
    title: str
    line: int
    xfail: str = ""
    blocks: list[Block] = field(default_factory=list)

    def all(self, name):
        return [block for block in self.blocks if block.name == name]

    def text(self, name):
        return "".join(block.text for block in self.all(name))

    @property
    def settings(self):
        return {key: value for block in self.blocks for key, value in block.settings.items()}


def read_cases(text):
    """Split a file into its cases."""
    cases = []
    for match in re.finditer(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
        xfail = re.search(r"^Xfail: (.+(?:\n.+)*)", match[2], re.MULTILINE)
        case = Case(match[1], text.count("\n", 0, match.start()) + 1, xfail[1] if xfail else "")
        for fence in FENCE.finditer(match[2]):
            start = match.start(2) + fence.start(3)
            case.blocks.append(Block(fence[1], fence[2], fence[3], (start, start + len(fence[3]))))
        cases.append(case)
    return cases


def answers(case):
    """What each expected block of a case should hold: pairs of block and text."""
    pack, source = prepare(case)
    for block in case.blocks:
        if block.name in EXPECTED:
            yield block, globals()[f"print_{block.name}"](case, pack, source).rstrip("\n") + "\n"
    if not case.all("diagnostics"):
        errors = [d for d in pack.diagnostics if d.severity is Severity.ERROR]
        assert not errors, render_text(errors, source.lines)


def prepare(case):
    pack = checked(*files_of(case))
    return pack, pack.source


def files_of(case):
    """The files of a case that are put into the fixture pack, and those of packs on it."""
    files, upper = {}, {}
    for block in case.all("yaml"):
        if "on" in block.settings:
            upper.setdefault(block.settings["on"], {})[block.path] = block.text.encode()
            continue
        before = tiny_files()[block.path] if "append" in block.settings else b""
        files[block.path] = before + block.text.encode()
    if case.all("effect"):
        effect = indented(case.text("effect"))
        files["rules/case.yaml"] = f"- verb: {VERB}\n  source: designed\n  effect: |\n    {effect}\n".encode()
    if case.all("expression"):
        value = case.text("expression").rstrip()
        files["rules/case.yaml"] = f"- value: tried\n  of: player\n  source: designed\n  is: {value}\n".encode()
    return files, upper


# ---- printers


def print_tree(case, pack, source):
    if case.all("expression"):
        return show(parse_expression(script(case.text("expression"), "is")))
    return show(parse_script(script(case.text("effect"))))


def print_typed(case, pack, source):
    if case.all("expression"):
        return show_typed(pack.vocabulary.values["player.tried"].formula)
    return show_typed(_verb(pack).routine)


def print_code(case, pack, source):
    return show_code(_machine(case, pack, [])[0].program, verb(VERB))


def _verb(pack):
    return next(verb for verb in pack.vocabulary.verbs if verb.name == VERB)


def print_diagnostics(case, pack, source):
    """Everything that is wrong; missing words only where a case is about them."""
    words = ("check/missing-term", "check/missing-name", "check/missing-words", "check/spelled-out")
    found = [d for d in pack.diagnostics if "terms" in case.settings or d.code not in words]
    if not found:
        found = in_order(d for study in read_studies(pack) for d in study.diagnostics)
    if not found:
        found = in_words([*rulebook_problems(pack), *tutorial_problems(pack)])
    return render_text(found, source.lines) or "none"


def print_log(case, pack, source):
    """The story of a run; the engine plays along and must agree."""
    return "\n".join(_play(case, pack))


# ---- running


def _machine(case, pack, extra):
    seats = int(case.settings.get("players", 2))
    options = pack.options(_options(case))
    program = compile_pack(pack.vocabulary, seats, pack.option_numbers(options), extra)
    return Machine(program, guarded=True), seats, options


def _options(case):
    chosen = {key.removeprefix("option."): value for key, value in case.settings.items() if key.startswith("option.")}
    return {key: {"yes": True, "no": False}.get(value, value) for key, value in chosen.items()}


def _play(case, pack):
    checker = Checker(pack.vocabulary)
    params = [(f"p{seat + 1}", PLAYER) for seat in range(int(case.settings.get("players", 2)))]
    given = [
        checker.routine(extra("given", number), script(block.text), params)
        for number, block in enumerate(case.all("given"))
    ]
    shown = [line for line in case.text("show").splitlines() if line.strip()]
    if case.all("expression"):
        shown.insert(0, "my.tried")
    formulas = [checker.formula(extra("show", line), script(line, "is"), params) for line in shown]
    assert not checker.problems, render_text(checker.problems, pack.source.lines)
    machine, seats, options = _machine(case, pack, [*given, *formulas])
    machine.careful = True
    game = Game(pack, seats, int(case.settings.get("seed", 1)), options, machine)
    players = list(range(seats))
    story = Story(game, case.settings.get("seat", "1"))
    for routine in given:
        game.enter(routine.key, 0, players)
        story.twin.entered(routine, 0, players)
        assert game.pending is None, "a given statement asks for a choice"
    story.told = len(game.events)
    if verb(VERB) in machine.program.routines:
        story.enter(_verb(pack).routine)
    for pick in case.text("picks").split():
        story.pick(pick)
    story.close()
    for line, formula in zip(shown, formulas, strict=True):
        value = machine.formula(formula.key)(game.state, 0, -1, *players)
        story.lines.append(f"{line} = {_value(game, formula.value.type, value)}")
    return story.lines


def _value(game, of, value):
    if of.tag in ("set", "zone"):
        values = value if of.tag == "set" else game.state[value + 1 : value + 1 + game.state[value]]
        return f"({', '.join(str(one) if of.name == 'number' else game.names.key(of.element, one) for one in values)})"
    return game.names.key(of, int(value)) if of.tag != "number" else str(int(value))


class Story:
    """Tells a run: what happened, what was offered (`?`) and picked, what could not be done (`!`)."""

    def __init__(self, game, seat):
        self.game, self.lines = game, []
        self.seat = None if seat == "none" else int(seat) - 1
        self.told = len(game.events)
        self.entered = False
        self.twin = Twin(game)

    def enter(self, routine):
        self.entered = True
        self.twin.entered(routine, 0)
        try:
            self.game.enter(verb(VERB), 0)
            self.twin.compare()
        except Fault as fault:
            assert self.twin.due == "stopped", "the engine goes on"
            self.lines.append(f"! {fault}")
            self.game.pending = None
        self.tell()

    def tell(self):
        self.lines += self.game.log(self.seat, "en", self.told)
        self.told = len(self.game.events)

    def offered(self):
        pending = self.game.pending
        return [option_key(self.game.names, pending, value) for value in pending.values]

    def pick(self, pick):
        if pick == "undo":
            return self.undo()
        if pick.startswith("why:"):
            self.lines.append(self.game.why(pick[4:], "en"))
            return None
        assert self.game.pending is not None, f"nothing is asked any more: {pick}"
        keys = self.offered()
        self.lines.append(f"? p{self.game.pending.seat + 1} {' '.join(keys)} > {pick}")
        before = self.game.state[:]
        try:
            value = self.game.pending.values[keys.index(pick)] if pick in keys else None
            self.game.choose_key(pick)
            assert self.twin.chosen(value), "the engine cannot go on"
            self.twin.compare()
        except Fault as fault:
            assert self.game.state == before, "a refused pick changed the state"
            assert not self.twin.chosen(value), "the engine goes on"
            self.lines.append(f"! {fault}")
        except IllegalAction as problem:
            assert self.game.state == before, "a refused pick changed the state"
            self.lines.append(f"! {problem}")
        return self.tell()

    def undo(self):
        try:
            self.game.undo()
            self.twin.undone()
            self.lines.append("undone")
        except IllegalAction as problem:
            self.lines.append(f"! {problem}")
        self.told = len(self.game.events)

    def close(self):
        if self.entered and self.game.pending is not None:
            self.lines.append(f"? p{self.game.pending.seat + 1} {' '.join(self.offered())}")
        winner = self.game.state[WINNER]
        if winner:
            self.lines.append(f"won by p{winner}")
