"""It ends, stays in its place, and runs nothing that we did not make ourselves."""

import hashlib
import subprocess
import sys

import pytest
from beside import Inside
from random_games import pack
from tiny_pack import checked, indented, tiny_files

from interpreter.check.keys import verb
from interpreter.machine import Fault
from interpreter.play import fast
from interpreter.play.batch import SteppedInPython, step_batch
from interpreter.play.fast import FastGames, compiled_for
from interpreter.play.simulate import play_out
from interpreter.source import memory
from interpreter.wasm.engine import Interrupted, beginning, compiled
from interpreter.wasm.module import FAULTS, MOST_PAGES, PAGE, Module
from interpreter.wasm.threads import Threads


def trying(script, coins):
    """A game of the fixture pack about to run a script as player 1."""
    effect = f"set my.coins to {coins}\n{script}"
    rule = f"- verb: try it\n  source: designed\n  effect: |\n    {indented(effect)}\n"
    return checked({"rules/case.yaml": rule.encode()}).new_game(players=2, seed=1)


def stops(script, coins):
    """Why a script stops in WebAssembly, and whether it does in Python."""
    game = trying(script, coins)
    inside = Inside(game)
    inside.entered(game.machine.program.routines[verb("try it")].source, 0)
    try:
        game.enter(verb("try it"), 0)
    except Fault:
        return FAULTS[inside.status - 2] if inside.status >= 2 else "", True
    return FAULTS[inside.status - 2] if inside.status >= 2 else "", False


# ---- it ends


def test_the_same_script_stops_at_the_same_step():
    """Python says with how many coins it goes on just yet; there, and with one more, it is asked inside."""
    script = "repeat my.coins:\n  repeat 100:\n    gain 1 clay\n    lose 1 clay"

    def goes_on(coins):
        try:
            trying(script, coins).enter(verb("try it"), 0)
        except Fault:
            return False
        return True

    low, high = 1, 2000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if goes_on(middle) else (low, middle)
    assert 400 < low < 600
    assert stops(script, low) == ("", False)
    assert stops(script, high) == ("STEPS", True)


def test_a_game_that_was_stopped_is_told_by_python():
    """The message names script and line, though the game was begun in WebAssembly."""
    rule = "- verb: take it\n  source: designed\n  effect: |\n    if round > 1:\n      pay 99 coins\n"
    broken = checked({"rules/case.yaml": rule.encode(), **turns_with("take it")})
    (played,) = FastGames(broken, 2, broken.options()).play([(3, ("random", "random"))])
    assert played == play_out(broken.new_game(players=2, seed=3), ("random", "random"))
    assert "cannot be done here" in played.fault
    assert "rules/case.yaml:5" in played.fault


def turns_with(name):
    """The fixture, each turn beginning with a verb."""
    rules = tiny_files()["rules/game.yaml"].decode()
    offered = "    offer turn any number of times\n"
    assert offered in rules
    return {"rules/game.yaml": rules.replace(offered, f"    {name}\n{offered}", 1).encode()}


RUNG = """
import signal, time
import interpreter
from interpreter.play.fast import compiled_for
from interpreter.wasm.engine import beginning
from interpreter.wasm.threads import Threads

rung = []

def ring(number, frame):
    rung.append(time.monotonic())
    raise KeyboardInterrupt

pack = interpreter.load("pig")
program = compiled_for(pack, 2, pack.options())
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 1.0)
try:
    list(Threads(program).share_out(lambda instance, games: instance.play(games, 50_000), [[beginning(1)] * 400_000]))
except KeyboardInterrupt:
    print(time.monotonic() - rung[0])
"""


def test_ctrl_c_stops_a_call_that_runs():
    """One call that would take for ever: whoever waits is woken at once, and the call ends with it.

    In a process of its own: an interrupt that comes a moment too soon or too late would end all other tests with it.
    """
    ran = subprocess.run([sys.executable, "-c", RUNG], capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert float(ran.stdout) < 1.0, "a tenth of a second on a computer that has nothing else to do"


def test_who_is_stopped_for_somebody_else_begins_again():
    program = compiled_for(pack("pig"), 2, pack("pig").options())
    calls = []

    def work(instance, _piece):
        calls.append(1)
        if len(calls) == 1:
            raise Interrupted("the clock moved on")
        return instance.play([beginning(1)], 50_000)[0].status

    assert list(Threads(program).share_out(work, ["piece"])) == [("piece", 0)]
    assert len(calls) == 2


# ---- it stays in its place


def test_memory_is_capped():
    instance = compiled_for(pack("pig"), 2, pack("pig").options()).instance()
    with pytest.raises(Interrupted):
        instance.call("set_aside", MOST_PAGES * PAGE)
    assert instance.play([beginning(1)], 50_000)[0].status == 0


def test_a_number_that_does_not_fit_is_left_to_python():
    script = "let n = my.coins * my.coins * 100000\ngain n / 1000000 clay"
    assert stops("let n = 3 * my.coins\ngain n clay", 3) == ("", False)
    with pytest.raises(AssertionError, match="left to Python"):
        stops(script, 9_000)


# ---- the cache


@pytest.fixture
def places(tmp_path, monkeypatch):
    pack("pig")  # what is kept of the pack itself lies elsewhere
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv(memory.OFF, raising=False)
    printed = []

    class Counted(Module):
        def printed(self):
            printed.append(1)
            return super().printed()

    monkeypatch.setattr(fast, "Module", Counted)
    return tmp_path, printed


def made():
    game = pack("pig")
    program = compiled(lambda: fast.module_of(game, game.machine(2, game.options())), "a name")
    return program.instance().play([beginning(5)], 50_000)[0]


def test_what_was_compiled_is_recalled(places):
    _, printed = places
    assert made() == made()
    assert len(printed) == 1


@pytest.mark.parametrize("harm", ["a byte", "cut", "empty", "resealed", "other key", "no key"])
def test_what_others_put_there_is_not_run(places, harm):
    folder, printed = places
    whole = made()
    (entry,) = (folder / "cache/rulewright").iterdir()
    (key,) = (folder / "data/rulewright").iterdir()
    content = entry.read_bytes()
    if harm == "a byte":
        entry.write_bytes(content[:2000] + bytes([content[2000] ^ 1]) + content[2001:])
    elif harm == "cut":
        entry.write_bytes(content[:-1])
    elif harm == "empty":
        entry.write_bytes(b"")
    elif harm == "resealed":
        body = content[32:-1] + b"x"
        entry.write_bytes(hashlib.sha256(entry.name.encode() + body).digest() + body)
    elif harm == "other key":
        key.write_bytes(bytes(32))
    else:
        key.unlink()
    assert made() == whole
    assert len(printed) == 2
    assert made() == whole
    assert len(printed) == 2, "it was made again and kept"


def test_a_key_that_others_can_read_is_not_used(places):
    folder, printed = places
    made()
    (folder / "data/rulewright/key").chmod(0o644)
    made()
    assert len(printed) == 2


def test_where_there_is_no_room_for_it_python_plays(monkeypatch):
    """docs/safety.md tells who opens packs for others to limit the process: a module wants gigabytes of addresses."""
    wasmtime = pytest.importorskip("wasmtime")

    def no_room(*_):
        raise wasmtime.WasmtimeError("mmap failed to reserve 0x104000000 bytes")

    monkeypatch.setattr(wasmtime, "Instance", no_room)
    program = compiled_for(pack("pig"), 2, pack("pig").options())
    work = list(Threads(program).share_out(lambda instance, _: instance, ["piece"]))
    assert work == [("piece", None)]
    games = step_batch(pack("pig"), 2, pack("pig").options(), [1, 2], most=8)
    assert isinstance(games, SteppedInPython)
