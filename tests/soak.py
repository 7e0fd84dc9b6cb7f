"""Long runs, in portions: done side by side on all cores, noted, and not done again on the same commit.

`python tests/soak.py` does all parts, `python tests/soak.py bots mutants` some of them, `--list` names them. What was done
stands in `.soak.jsonl`: commit, seconds of computing, verdict. A run that was interrupted goes on where it stopped.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEDGER, LOGS = ROOT / ".soak.jsonl", ROOT / ".soak"
TESTS = {
    "bots": (24, "a pick is the same whatever its seat cannot know; resumed games", ["properties/test_blind_bots.py"]),
    "expensive": (20, "10,000 packs that ask for too much", ["properties/test_expensive_packs.py"]),
    "fuzz": (30, "10,000 scripts, proofs and mutated packs each", ["properties/test_fuzz.py"]),
    "secrets": (20, "views, offers and logs show nothing hidden", ["properties/test_hidden_information.py"]),
    "games": (40, "invariants hold in a thousand games", ["properties/test_random_games.py"]),
    "machines": (20, "all back ends play the same games", ["properties/test_back_ends.py", "wasm"]),
    "held": (12, "everything users see is as it was kept", ["held"]),
    "faults": (6, "referees notice what is wrong", ["referee"]),
}
"""Tests marked `soak`: in how many portions, what for, and where they stand; all others are the part `rest`."""
REFEREED = 2000
CHUNK = 250


@dataclass(frozen=True)
class Portion:
    """One command, which must succeed; `alone`: it shares the work among all cores by itself."""

    part: str
    name: str
    command: tuple[str, ...]
    alone: bool = False


def portions(jobs, games, pack):
    """Everything there is to do, what is most worth knowing first."""
    yield from tests("bots")
    yield from tests("expensive")
    for seed in (1, 2):
        mutants = ("mutate", *packs(), "--sample", "1000", "--seed", str(seed), "--jobs", str(jobs))
        yield Portion("mutants", f"seed {seed}", rulewright(*mutants), alone=True)
    for name in packs():
        yield Portion("scenarios", name, rulewright("test", "--strict", name))
    yield from refereed("five_kingdoms", [()], "--seed")
    yield from refereed("daimyo", [("--players", str(players)) for players in (1, 2, 3, 4)], "--first")
    for part in TESTS:
        if part not in ("bots", "expensive"):
            yield from tests(part)
    yield from tests("rest")
    for players in (3, 4):
        played = ("simulate", pack, "--players", str(players), "--games", str(games), "--seed", "1", "--bots", "random")
        yield Portion("simulate", f"{pack} {players}", rulewright(*played, "--jobs", str(jobs)), alone=True)


def tests(part):
    """The portions of a part that is made of tests."""
    if part in TESTS:
        many, _, where = TESTS[part]
        chosen = [f"tests/{one}" for one in where]
    else:
        many, chosen = 12, ["tests", *(f"--ignore=tests/{one}" for _, _, where in TESTS.values() for one in where)]
    for number in range(1, many + 1):
        own = ("--portion", f"{number}/{many}", "-n", "0", "-q", "-p", "no:cacheprovider")
        yield Portion(part, f"{number}/{many}", (sys.executable, "-m", "pytest", "-m", "soak", *own, *chosen))


def refereed(name, ways, first):
    for way in ways:
        for seed in range(0, REFEREED, CHUNK):
            asked = (*way, first, str(seed), "--games", str(CHUNK))
            yield Portion(
                f"referee_{name}",
                " ".join((*way[1:], str(seed))),
                (sys.executable, "-m", f"tests.referee.{name}", *asked),
            )


def rulewright(*words):
    return (str(Path(sys.executable).parent / "rulewright"), *words)


def packs():
    return sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml"))


# ---- what was done


def state():
    """The commit, and a mark of what was changed since."""
    head = said("git", "rev-parse", "--short=12", "HEAD").strip()
    changed = said("git", "diff", "HEAD")
    return f"{head}+{hashlib.sha256(changed.encode()).hexdigest()[:8]}" if changed else head


def said(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def noted(ledger):
    """What stands in a ledger; a line that was cut off is none."""
    found = []
    for line in ledger.read_text("utf-8").splitlines() if ledger.exists() else ():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def still_due(due, ledger, commit):
    """The portions that have not passed on this commit."""
    done = {(one["part"], one["portion"]) for one in noted(ledger) if one["commit"] == commit and one["passed"]}
    return [one for one in due if (one.part, one.name) not in done]


def done(portion, commit, ledger, logs):
    """Do a portion and note it; gives whether it passed."""
    logs.mkdir(exist_ok=True)
    log = logs / f"{portion.part} {portion.name}.log".replace("/", " of ").replace(" ", "_")
    began = time.monotonic()
    with log.open("wb") as out:
        process = subprocess.Popen(
            portion.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    nothing = portion.command[1:3] == ("-m", "pytest") and process.returncode == 5  # a portion without a test
    row = {
        "commit": commit,
        "part": portion.part,
        "portion": portion.name,
        "passed": process.returncode == 0 or nothing,
        "computing": round(used.ru_utime + used.ru_stime, 1),
        "seconds": round(time.monotonic() - began, 1),
    }
    with ledger.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")
    if not row["passed"]:
        print(
            f"-- {portion.part} {portion.name}: {' '.join(portion.command)}\n{log.read_text('utf-8', 'replace')[-3000:]}"
        )
    return row


def run(due, jobs, commit, ledger=LEDGER, logs=LOGS):
    """Do portions, `jobs` at a time; gives what became of each."""
    rows = []

    def finish(portion):
        row = done(portion, commit, ledger, logs)
        rows.append(row)
        failed = sum(not one["passed"] for one in rows)
        verdict = "passed" if row["passed"] else "FAILED"
        print(
            f"{len(rows)} of {len(due)} · {portion.part} {portion.name}: {verdict}, {row['computing']:.0f} s of computing"
            + (f" · {failed} failed" if failed else ""),
            flush=True,
        )

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(finish, [one for one in due if not one.alone]))
    for portion in due:
        if portion.alone:
            finish(portion)
    return rows


def told(ledger, commit):
    """A line for each part that was done on a commit: portions, failures, seconds."""
    last = {(one["part"], one["portion"]): one for one in noted(ledger) if one["commit"] == commit}.values()
    counted, failed, spent = Counter(), Counter(), Counter()
    for one in last:
        counted[one["part"]] += 1
        failed[one["part"]] += not one["passed"]
        spent[one["part"]] += one["computing"]
    for part, count in counted.items():
        yield f"{part}: {count} portions, {failed[part]} failed, {spent[part]:.0f} s of computing ({commit})"


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python tests/soak.py", description=__doc__)
    parser.add_argument("part", nargs="*", help="the parts to do; all without any")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="portions at a time")
    parser.add_argument("--games", type=int, default=10_000, help="games that are simulated")
    parser.add_argument("--pack", default="daimyo", help="the pack that is simulated")
    parser.add_argument("--again", action="store_true", help="do what has passed on this commit, too")
    parser.add_argument("--list", action="store_true", help="name parts and portions, and do nothing")
    chosen = parser.parse_args(arguments)
    everything = list(portions(chosen.jobs, chosen.games, chosen.pack))
    unknown = set(chosen.part) - {one.part for one in everything}
    if unknown:
        parser.error(
            f"no such part: {', '.join(sorted(unknown))}; there are {', '.join({o.part: 0 for o in everything})}"
        )
    due = [one for one in everything if not chosen.part or one.part in chosen.part]
    if chosen.list:
        print("\n".join(f"{one.part} {one.name}: {' '.join(one.command)}" for one in due))
        return 0
    commit = state()
    rows = run(due if chosen.again else still_due(due, LEDGER, commit), chosen.jobs, commit)
    print("\n".join(told(LEDGER, commit)))
    return 0 if all(row["passed"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
