"""`rulewright balance`: play the studies a pack declares, and hold their figures against its bars."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Sequence

from interpreter.diagnostics import Severity, in_order, nearest, printable, render_text, shown
from interpreter.engine.layout import Layout
from interpreter.play.balance import Record, add_up, fits, play_study, run_key, subjects
from interpreter.play.pack import Pack
from interpreter.play.studies import Study, broken, read_studies
from interpreter.play.verdicts import MISSED, findings
from interpreter.source import Asked
from interpreter.source.find import shipped_packs
from interpreter.tools import core
from interpreter.tools.balance_page import Outcome, page, show
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.gamebook import Gamebook
from interpreter.tools.pace import Pace
from interpreter.tools.plain_files import demand_plain, write_text
from interpreter.tools.printing import put_json
from interpreter.tools.setting import add_engine, number, read_bots, seed
from interpreter.tools.trouble import FINDINGS, FINE, Exits, Trouble
from interpreter.wasm.offered import NotOffered

EXITS = Exits(
    fine="no figure misses its bar",
    findings="a figure misses its bar, or a game broke",
    trouble="wrong use, or a pack, its studies or a file cannot be used",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "pack", metavar="PACK", nargs="*", help="packs; without any, all shipped ones that have studies"
    )
    add_with(parser)
    parser.add_argument("--games", type=_games, metavar="N", help="games of each study (default: what it asks for)")
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="seed of the first game; game i has S + i")
    parser.add_argument("--players", type=_count, metavar="N", help="only studies with so many players")
    parser.add_argument("--study", metavar="NAME", help="only this study")
    parser.add_argument("--bots", default="greedy", metavar="LIST", help="one bot for all seats, or one for each")
    add_engine(parser)
    parser.add_argument("--jobs", type=_count, default=1, metavar="J", help="processes to share the work")
    parser.add_argument("--data", metavar="FILE", help="keep each game there, and go on from what is there")
    parser.add_argument("--report", action="store_true", help="play nothing: tell what the games in --data say")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--write", metavar="FILE", help="write the figures as a page of Markdown")


def _count(text: str) -> int:
    return number(text, 1, 64)


def _games(text: str) -> int:
    return number(text, 1, 1_000_000)


def run(args: argparse.Namespace) -> int:
    """Play what is missing and tell the figures; a bar that is missed, or a game that broke, is a finding."""
    _check_files(args)
    asked = [core.asked(one, args.others) for one in args.pack or _with_studies()]
    plans = [(where, *_read(where)) for where in asked]
    chosen = [(where, pack, _chosen(pack, studies, args)) for where, pack, studies in plans]
    if not any(studies for _, _, studies in chosen):
        wanted = f"the name `{shown(args.study)}`" if args.study is not None else f"{args.players} players"
        names = [study.name for _, _, studies in plans for study in studies]
        near = nearest(args.study, names) if args.study is not None else None
        raise Trouble(
            f"no study has {wanted}", hint=f"did you mean `{shown(near)}`?" if near else "; ".join(map(shown, names))
        )
    book, console = Gamebook(args.data), Console()
    parts: list[tuple[Pack, list[Outcome]]] = []
    for where, pack, studies in chosen:
        outcomes = []
        for study in studies:
            outcome = _play(where, pack, study, args, book)
            if args.report and not outcome.games:
                continue
            outcomes.append(outcome)
            if not args.json:
                if parts or len(outcomes) > 1:
                    console.line()
                show(outcomes[-1], pack, console)
        parts += [(pack, outcomes)] if outcomes else []
    if args.json:
        put_json([_as_json(pack, outcomes) for pack, outcomes in parts], sort_keys=True)
    if args.write is not None:
        write_text(args.write, printable(page(parts), lines=True))
    bad = any(one.verdicts(MISSED) or one.faults for _, outcomes in parts for one in outcomes)
    return FINDINGS if bad else FINE


def _check_files(args: argparse.Namespace) -> None:
    """Refuse files that can never be used before an hour has gone."""
    if args.report and args.data is None:
        raise Trouble("`--report` needs `--data`: the file with the games to tell about")
    for path in filter(None, (args.data, args.write)):
        with contextlib.suppress(OSError, ValueError):  # said when it is used
            demand_plain(path)


def _with_studies() -> list[str]:
    return [name for name, folder in shipped_packs().items() if (folder / "balance.yaml").is_file()]


def _read(where: Asked) -> tuple[Pack, list[Study]]:
    pack = core.load(where)
    # The pack may have been recalled; its studies are always read anew, and may be broken now.
    wrong = [one for one in pack.source.diagnostics if one.severity is Severity.ERROR]
    studies = [] if wrong else read_studies(pack)
    wrong += broken(studies)
    if wrong:
        raise Trouble(f"the studies cannot be played:\n\n{render_text(in_order(wrong), pack.source.lines)}")
    if not studies:
        raise Trouble(f"`{pack.id}` declares no studies", hint="they stand in balance.yaml: see docs/authoring.md")
    return pack, studies


def _chosen(pack: Pack, studies: Sequence[Study], args: argparse.Namespace) -> list[Study]:
    del pack
    return [
        study
        for study in studies
        if args.players in (None, study.players) and (args.study is None or study.name == args.study)
    ]


def _play(where: Asked, pack: Pack, study: Study, args: argparse.Namespace, book: Gamebook) -> Outcome:
    bots = read_bots(args.bots, study.players, core.offer(pack))
    seeds = range(args.seed, args.seed + (args.games or study.games))
    run = run_key(pack, study, bots)
    if args.report:
        return _outcome(pack, study, bots, args.seed, _fitting(book.games(run, seeds), study, args.data))
    missing = book.missing(run, seeds)
    done = len(seeds) - len(missing)
    pace = Pace(f"{pack.id}, {study.name}", len(seeds), done)
    try:
        for record in play_study(where, pack, study, bots, missing, args.jobs, engine=args.engine) if missing else ():
            book.add(record)
            done += 1
            pace(done)
    except KeyboardInterrupt:
        kept = f"; the same command goes on from `{shown(args.data)}`" if args.data is not None else ""
        raise Trouble(f"interrupted after {done} of {len(seeds)} games of `{shown(study.name)}`{kept}") from None
    except NotOffered as reason:
        raise Trouble(f"these games cannot be played in WebAssembly: {reason}", hint="leave `--engine` out") from reason
    finally:
        pace.close()
    return _outcome(pack, study, bots, args.seed, _fitting(book.games(run, seeds), study, args.data))


def _fitting(records: Sequence[Record], study: Study, data: str | None) -> Sequence[Record]:
    odd = next((record for record in records if not fits(record, study)), None)
    if odd is not None:
        raise Trouble(f"the game of seed {odd['seed']} in `{shown(data)}` has other figures than `{shown(study.name)}`")
    return records


def _outcome(pack: Pack, study: Study, bots: tuple[str, ...], first: int, records: Sequence[Record]) -> Outcome:
    finished = [record for record in records if not record["fault"]]
    totals = add_up(finished, len(study.figures))
    layout = Layout(pack.vocabulary, study.players, pack.option_numbers(pack.options(study.options)))
    complete = len(finished) >= study.games
    figures = [
        (figure, findings(figure, rows, list(subjects(layout, figure.each)), complete=complete))
        for figure, rows in zip(study.figures, totals, strict=True)
    ]
    shared = sum(len(record["winners"]) > 1 for record in finished)
    return Outcome(study, bots, first, len(records), len(finished), shared, figures)


def _as_json(pack: Pack, outcomes: Sequence[Outcome]) -> dict[str, object]:
    studies = [one.as_json() for one in outcomes]
    return {"pack": pack.id, "version": pack.version, "digest": pack.digest, "studies": studies}
