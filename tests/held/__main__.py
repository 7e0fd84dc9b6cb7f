"""`python -m tests.held compare`: whether everything that users see is as it was; `bless` keeps it as it is now."""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.held import measure
from tests.held.differences import differences, told
from tests.held.judge import made
from tests.held.records import KEPT, all_kept, keep, kept, place, records


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.held", description=__doc__)
    parser.add_argument("what", choices=("compare", "bless", "between", "dump", "list", "measure"))
    parser.add_argument("words", nargs="*", help="only records whose path holds one of these")
    parser.add_argument("--daily", action="store_true", help="only what the daily test compares")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--kept", type=Path, default=KEPT, help="the records to compare with (tests/held/records)")
    parser.add_argument(
        "--dump", type=Path, help="a folder for all texts as they are now, and what the marks stand for"
    )
    parser.add_argument("--most", type=int, default=40, help="differences that are shown")
    args = parser.parse_intermixed_args(arguments)
    chosen = [one.path for one in records().values() if _is_chosen(one, args)]
    if args.what == "list":
        print("\n".join(chosen))
        return 0
    if args.what == "measure":
        print(measure.measured())
        return 0
    if args.what == "between":
        return between(args)
    if args.what == "dump" and args.dump is None:
        parser.error("dump where? --dump FOLDER")
    return run(args, chosen)


def _is_chosen(record, args):
    named = not args.words or any(word in record.path for word in args.words)
    return named and (record.daily or not args.daily)


def between(args):
    """Tell how what is kept here differs from what is kept elsewhere; nothing is made anew."""
    paths = sorted({*all_kept(args.kept), *all_kept(KEPT)})
    wanted = [path for path in paths if not args.words or any(word in path for word in args.words)]
    found = [one for path in wanted for one in differences(path, kept(args.kept, path), kept(KEPT, path))]
    print(told(found, args.most))
    return int(bool(found))


def run(args, chosen):
    """Make the chosen records and compare, keep or dump them."""
    found, began = [], time.monotonic()
    for number, (path, texts, more) in enumerate(_made(args, chosen), 1):
        found += more
        if args.what == "bless" and more:
            for name, text in texts.items():
                keep(args.kept, name, text)
        if sys.stderr.isatty() or number % 50 == 0:
            print(f"{number} of {len(chosen)} · {path} · {len(found)} differences", file=sys.stderr, flush=True)
    if not args.words and not args.daily:
        found += _forgotten(args)
    if args.what == "dump":
        return 0
    print(told(found, args.most))
    print(f"{len(chosen)} records, {time.monotonic() - began:.0f} s")
    return int(bool(found) and args.what == "compare")


def _forgotten(args):
    """What is kept of records that there are no more."""
    every = {name for path in records() for name in (path, path.replace("games/", "boards/", 1))}
    gone = [path for path in all_kept(args.kept) if path not in every]
    if args.what == "bless":
        for path in gone:
            place(args.kept, path).unlink()
    return [difference for path in gone for difference in differences(path, "", None)]


def _made(args, chosen):
    make = partial(made, kept_in=args.kept, dump=args.dump, daily=args.daily)
    if args.jobs == 1:
        yield from map(make, chosen)
        return
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(make, chosen)


if __name__ == "__main__":
    sys.exit(main())
