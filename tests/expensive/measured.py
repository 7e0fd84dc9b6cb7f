"""What becomes of expensive packs, how long it takes and how much room: run in a process of its own, with limits on both.

`python -m expensive.measured` (from `tests/`) prints one line of JSON for each case named, or for all.
"""

import contextlib
import json
import random
import resource
import sys
import time

from tiny_pack import checked

from interpreter.check.keys import verb
from interpreter.diagnostics import Severity, few_suggestions
from interpreter.machine import Fault
from interpreter.play.findings import wrong_beside

ROOM = 1_500 * 1024 * 1024
"""Bytes of addresses the process may take: far above what may be used, so that a runaway ends here and not the machine."""
PICKS = 6


def fate_of(files, upper=None):
    """Check a pack and play it a little, looking at everything on the way; what became of it, and in which words."""
    pack = checked(files, upper)
    errors = [one for one in pack.diagnostics if one.severity is Severity.ERROR]
    if not errors:
        with few_suggestions():
            errors = [one for one in wrong_beside(pack) if one.severity is Severity.ERROR]
    if errors:
        one = next((error for error in errors if error.code == "check/beyond-limit"), errors[0])
        return "refused", f"{one.message} ({one.label.span.file}:{one.label.span.line}:{one.label.span.column})"
    chance = random.Random(1)
    try:
        game = pack.new_game(players=pack.players[-1], seed=1)
        if verb("try it") in game.machine.program.routines:
            untouched = game.state[:]
            try:
                game.enter(verb("try it"), 0)
            except Fault:
                game.state = untouched  # `enter` is for scenarios, which stop there; players only ever choose
                raise
        for _ in range(PICKS):
            look(game)
            if game.pending is None:
                break
            before, events = game.state[:], len(game.events)
            try:
                game.choose(chance.randrange(len(game.pending.values)))
            except Fault:
                assert (game.state, len(game.events)) == (before, events), "the action was not undone"
                raise
    except Fault as fault:
        return "stopped", str(fault)
    return "played", ""


def look(game):
    """Everything a player may ask for."""
    game.view(0).text("en")
    game.view(None).text("fr")
    game.log(0, "fr")
    if game.decision is not None:
        [option.label.get("en") for option in game.decision.options]
        for name in ("sell", "rest", "trade"):
            game.why(name, "en")
    game.estimate(0)
    for name in ("Sage", "Baker"):
        game.read(name, 0, "en")


def most_room():
    """The most room this process took, in kilobytes; what the system says of it may be that of the one that started it."""
    with contextlib.suppress(OSError), open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def measured(name, case):
    start = time.process_time()
    fate, words = fate_of(case.files, case.upper)
    return {
        "name": name,
        "fate": fate,
        "words": words,
        "seconds": time.process_time() - start,
        "kilobytes": most_room(),
    }


def main():
    from expensive.models import CASES

    for name in sys.argv[1:] or CASES:
        try:
            print(json.dumps(measured(name, CASES[name])), flush=True)
        except BaseException as problem:
            print(
                json.dumps(
                    {"name": name, "fate": "broken", "words": repr(problem)[:400], "seconds": 0, "kilobytes": 0}
                ),
                flush=True,
            )
            if not isinstance(problem, Exception):
                raise


if __name__ == "__main__":
    if sys.platform != "darwin":  # which knows no such limit
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    main()
