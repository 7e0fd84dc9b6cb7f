"""No file outside `interpreter/primitives/` knows a statement or a function of the engine by its name.

What the rest needs stands in the declaration (`registry.py`, `functions.py`). A name may stand elsewhere only because it
is also something else: a key of a pack's YAML, an operation of the program, an event of the log. These are listed with the
reason; what is listed and no longer there is an error too, so the list only shrinks.
"""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

from interpreter.primitives import FUNCTIONS, STATEMENTS

ROOT = Path(__file__).parents[1] / "interpreter"
NAMES = frozenset(STATEMENTS) | frozenset(FUNCTIONS)

ALLOWED = {
    "keys and words of a pack's YAML: bounds, who sees a zone, how many copies": """
        check/cards.py: count
        check/declare.py: all max min remove show
        check/secrets.py: all top
        check/settings.py: max min
        check/vocabulary.py: all
        engine/layout.py: all
        engine/tables.py: all top
        engine/knowledge.py: all
        play/imagine.py: all top
        play/names.py: all
        play/twins.py: all
        web/openly.py: all
        play/mutation/changes.py: count
        play/mutation/mutants.py: max min show
        play/studies.py: max min
        play/verify/invariants.py: all top
        play/views.py: all
        source/consistency.py: max min
        source/layers/build.py: remove
        source/layers/collect.py: remove
        source/layers/keyed.py: remove
        source/layers/known.py: max min
        source/layers/listed.py: remove
        source/layers/resolve.py: remove
        source/layers/writes.py: remove
        source/origins.py: remove
        source/errors/shapes.py: copies max min remove
        source/schema.py: copies
        tools/declared.py: all top
        wasm/module.py: all top
        wasm/secrets.py: all top
        tools/manual.py: count first max min remove show
        tools/reference.py: all first top
        tools/shortening.py: remove
    """,
    "words of the grammar: `choose any number of times`, the set of all things of a kind": """
        check/typed/statements.py: any
        code/choices.py: any
        code/turns.py: any
        syntax/rewrites.py: any
        syntax/build.py: any
        prose/conditions.py: any
        prose/statements.py: any next
    """,
    "where a choice leads": """
        code/program.py: next
    """,
    "ways to check arguments (`kind` and `params` of a function)": """
        check/calls.py: any copies range
    """,
    "operations of the program (`form` of a function, signs of numbers), which a back end prints in its own way": """
        code/expr.py: max min
        engine/values.py: all any sum
        prose/numbers.py: distinct sum
        play/mutation/changes.py: any
        prose/amounts.py: count
        prose/sets.py: copies
        code/effects.py: count max min
        code/largest.py: max
        code/plenty.py: any
        code/ranges.py: max min
        code/rising.py: all any count max min sum
        code/boards.py: distance max ray step
        code/known.py: max min
        code/sets.py: all first
        code/values.py: any copies count first max min turned
        wasm/once.py: adds_up
        wasm/own_pieces.py: sum
        wasm/folds.py: adds_up all best connected distinct first line max min range sum union
        wasm/values.py: leading max min
        wasm/fixed.py: max min
        wasm/straight.py: max min
        machine/loops.py: adds_up any count range
        machine/searches.py: any first
        machine/python_values.py: adds_up all best connected count distinct first leading line max min range sum union
    """,
    "events of the log, which several statements share": """
        play/bringers.py: all flip
        play/log.py: all draw flip move remove reveal roll shuffle
        play/ending.py: begin
    """,
    "keys of table.yaml, and of what the server and the page say to each other": """
        play/tables.py: first
        web/app.py: first step
        web/messages.py: step
        web/room.py: count step
        web/rules.py: all
        web/scene.py: all count draw first show
        web/sheet.py: count draw show
        web/sockets.py: step
        web/store.py: step
    """,
    "ordinary words and options of the tools": """
        diagnostics/as_github.py: line
        diagnostics/as_json.py: line
        play/balance.py: all
        play/glossary.py: top
        source/accept.py: line
        prose/fill.py: all
        prose/named.py: line
        prose/tell.py: line
        tools/balance_page.py: all
        tools/cli.py: show
        tools/commands/achievements.py: first
        tools/commands/mutate.py: line
        tools/commands/verify.py: line
        tools/commands/pack.py: remove
        tools/commands/replay.py: step
        tools/keeping.py: step
        tools/packs_page.py: copies
        tools/reference.py: step
        tools/terminal.py: begin
    """,
}


@cache
def named():
    """Every text in the sources that is a name of a primitive, by file."""
    found = defaultdict(set)
    for path in sorted(ROOT.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if where.startswith(("primitives/", "languages/")):  # declared there, and told there
            continue
        for word in _texts(ast.parse(path.read_text("utf-8"))):
            if word in NAMES:
                found[where].add(word)
    return found


def _texts(tree):
    """Texts that say something: neither doc-strings nor what a module offers."""
    nodes = list(ast.walk(tree))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Assign) and any(
            isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets
        ):
            told |= {id(one) for one in ast.walk(node.value)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def allowed():
    found = defaultdict(set)
    for lines in ALLOWED.values():
        for line in filter(None, map(str.strip, lines.splitlines())):
            where, _, words = line.partition(": ")
            assert not found[where] & set(words.split()), f"{where} is listed twice"
            found[where] |= set(words.split())
    return found


def test_only_its_declaration_knows_the_name_of_a_primitive():
    listed = allowed()
    known = {where: sorted(words - listed[where]) for where, words in named().items() if words - listed[where]}
    assert not known, (
        "take what is needed from the declaration, or say in ALLOWED what else the word is:\n"
        + "\n".join(f"{where}: {' '.join(words)}" for where, words in known.items())
    )


def test_the_list_of_exceptions_only_shrinks():
    found = named()
    gone = {where: sorted(words - found.get(where, set())) for where, words in allowed().items()}
    assert not any(gone.values()), {where: words for where, words in gone.items() if words}


def test_names_that_mean_nothing_else_are_nowhere():
    """If everything were listed, the test above would prove nothing: what cannot be mistaken for another word is not."""
    settled = "\n".join(ALLOWED.values())
    only = {"gain", "lose", "pay", "set_var", "move_all", "put_under", "end_game", "win_game"}
    only |= {"highest", "lowest", "players_from"}
    assert only <= NAMES
    assert not only & set(settled.split())
