"""``bourre simulate``: makes up sessions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledger import hands, simulation
from ledger.cli.archive import jobs_or_cluster
from ledger.cli.terminal import add_dask_option, add_jobs_option, jobs_for, note, progress
from ledger.errors import UserError
from ledger.files import PARQUET, is_remote
from ledger.wording import counted

if TYPE_CHECKING:
    from ledger.log.records import Session

DESCRIPTION: Final = """\
Make up evenings: sensible players, legal play, any rules, any level of record.

examples:
  bourre simulate -o -                                one evening, to look at
  bourre simulate --sessions 20 -o games/             twenty logs in a folder
  bourre simulate --preset acadiana --option limit=20 --level partial -o -
  bourre simulate --club --sessions 52 -o season/     the same people every week
  bourre simulate --rare 0.2 --sessions 20 -o odd/    whatever a log may say
  bourre simulate --players 5 --sessions 20000 --hands 50 -o million.parquet
  bourre simulate --sessions 200000 --hands 50 --files 100 -o archive/
  bourre audit games/                                 see what is found
"""

EPILOG: Final = """levels of record:
  full     the deal, the draws, every trick, every payment
  plays    who played, how many they drew, every trick
  partial  as full, but cards, lists and tricks are missing
  score    who played, and how many tricks each took
  claim    as full; hands end as soon as somebody is certain of the rest
  mixed    each hand one of these

With --rare, an evening or a hand now and then has what few of them have:
  in a hand          misdeal; a claim to some of the tricks; several players in
                     one play line; of a score only tricks, or tricks of ??
  between hands      another ante; other rules; result for hands nobody noted
  in the header      chips in the pot, and who is exempt (not with --club)
  at the end         expense; end counted, with play that the books lack
  a whole evening    no hand at all: everybody's chips, or their result

A simulation can be made again from its options and its seed.

With --files each file is made by itself, by the processors of this machine or by
a cluster (--dask: bourre help scale), and one that is there already is not made
again. With one seed they have the evenings that a single file would have.

exit status: 0 done; 2 what was asked for cannot be done"""

LEVELS: Final = ("full", "plays", "partial", "score", "claim", "mixed")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "-o",
        "--out",
        required=True,
        metavar="OUT",
        help="a folder, a .parquet file, or - for standard output",
    )
    parser.add_argument(
        "--preset",
        default="louisiana",
        metavar="P",
        help="the rules: see bourre rules (default: louisiana)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a change to them; may be repeated",
    )
    parser.add_argument(
        "--sessions", type=int, default=1, metavar="N", help="how many evenings (default: 1)"
    )
    parser.add_argument(
        "--hands",
        default="12-50",
        metavar="N",
        help="hands of an evening: 20, or 12-50 (the default)",
    )
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="who sit down at first, or belong to the club (default: as the rules allow)",
    )
    parser.add_argument(
        "--club",
        action="store_true",
        help="the same people every week, and the pot goes on: for a book",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        default="full",
        metavar="L",
        help="how much is written down (default: full)",
    )
    parser.add_argument(
        "--rare",
        type=float,
        default=0.0,
        metavar="RATE",
        help="how often something unusual happens, see below: 0 to 1",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="the same seed gives the same evenings (default: a new one)",
    )
    parser.add_argument(
        "--files",
        type=int,
        metavar="N",
        help="so many Parquet files in the folder OUT, which may be s3://…",
    )
    add_jobs_option(parser)
    add_dask_option(parser)
    parser.add_argument("--force", action="store_true", help="replace what is there already")


def run(args: argparse.Namespace) -> int:
    """Simulate as ``args`` say; raises UserError for what makes no sense."""
    from secrets import randbelow

    plan = _plan(args)
    if args.sessions < 1:
        raise UserError(f"{args.sessions} evenings are none", "ask for at least one")
    seed = randbelow(1_000_000) if args.seed is None else args.seed
    if seed < 0:
        raise UserError(f"a seed cannot be negative: {seed}", "use a whole number such as 7")
    if args.files is not None:
        return _write_archive(args, plan, seed)
    if args.dask is not None or is_remote(args.out):
        raise UserError(
            "on a cluster or in a store, evenings are made file by file",
            "give the number of files with --files",
        )
    work = _Work(plan, args.sessions, seed, jobs_for(args, args.sessions * max(plan.hands)))
    if args.out == "-":
        _print(work)
    elif args.out.endswith(PARQUET):
        _write_parquet(work, Path(args.out), force=args.force)
    else:
        _write_logs(work, Path(args.out), force=args.force)
    return 0


def _write_archive(args: argparse.Namespace, plan: simulation.Plan, seed: int) -> int:
    from ledger.archive import made_up, make_up

    if args.out == "-" or args.out.endswith(PARQUET):
        raise UserError(
            f"{args.out} is no folder for {counted(args.files, 'file')}", "name a folder"
        )
    making = make_up(plan, args.sessions, seed, args.files, args.out)
    making.keep_apart(force=args.force)
    jobs = min(args.files, jobs_or_cluster(args, args.sessions * max(plan.hands)))
    made = list(progress(made_up(making, jobs, args.dask), args.files, "files"))
    before = sum(not one.is_new for one in made)
    said = [
        counted(args.files, "file") + f" ({before:,} there already)" * (before > 0),
        counted(args.sessions, "evening"),
    ]
    print(
        f"{args.out}: {', '.join(said)}, {counted(sum(one.hands for one in made), 'hand')}, seed "
        f"{seed}"
    )
    return 0


def _plan(args: argparse.Namespace) -> simulation.Plan:
    from ledger.game import RulesError
    from ledger.game.options import parse_rules, typed_options

    options = typed_options(args.option)
    try:
        rules = parse_rules(args.preset, options)
    except RulesError as error:
        raise UserError(str(error), error.advice) from error
    return simulation.Plan(
        rules, args.players, _range(args.hands), args.level, club=args.club, rare=args.rare
    )


def _range(text: str) -> tuple[int, int]:
    low, dash, high = text.partition("-")
    if not (
        low.isascii() and low.isdigit() and (high.isascii() and high.isdigit() if dash else True)
    ):
        raise UserError(
            f"{text} is not a number of hands", "write 20, or 12-50 for any number from 12 to 50"
        )
    return int(low), int(high or low)


@dataclass
class _Work:
    """A simulation being written, and how many hands it has so far."""

    plan: simulation.Plan
    sessions: int
    seed: int
    jobs: int
    written: int = 0

    def batches(self) -> Iterator[hands.model.Hands]:
        from ledger.workers import spread

        batches = self.sessions if self.plan.club else -(-self.sessions // simulation.BATCH)
        if self.plan.club:  # a night depends on the one before it
            made = simulation.simulations(self.plan, self.sessions, self.seed)
        else:
            one = partial(simulation.simulation, self.plan, self.sessions, self.seed)
            made = spread(one, range(batches), min(self.jobs, batches))
        for part in progress(made, batches, "batches"):
            self.written += len(part)
            yield part

    def summary(self, out: str) -> str:
        """What was made, and the command that makes it again."""
        return (
            f"{out}: {counted(self.sessions, 'evening')}, {counted(self.written, 'hand')}, seed "
            f"{self.seed}"
        )


def _print(work: _Work) -> None:
    from ledger.log import write

    if work.sessions != 1:
        raise UserError(
            f"{work.sessions:,} evenings do not fit into one log", "name a folder instead"
        )
    for part in work.batches():
        for session in _logs(work.plan, part):
            sys.stdout.write(write(session))
    note(work.summary("standard output"))


def _write_parquet(work: _Work, out: Path, *, force: bool) -> None:
    if out.exists() and not force:
        raise UserError(f"{out} is there already", "use --force to replace it, or another name")
    hands.write_hands(out, work.batches())
    print(work.summary(str(out)))


def _write_logs(work: _Work, out: Path, *, force: bool) -> None:
    from ledger.log import write

    if out.exists() and not out.is_dir():
        raise UserError(
            f"{out} is not a folder",
            f"name a folder for the logs, or a file that ends in {PARQUET}",
        )
    if any(out.glob("*.bourre")) and not force:
        raise UserError(
            f"{out} has logs already",
            "use --force to replace those of the same name, or another folder",
        )
    out.mkdir(parents=True, exist_ok=True)
    for part in work.batches():
        for session in _logs(work.plan, part):
            (out / session.file).write_text(write(session), encoding="utf-8", newline="\n")
    print(work.summary(str(out)))


def _logs(plan: simulation.Plan, part: hands.model.Hands) -> Iterator[Session]:
    return (simulation.shorten(session, plan.rare) for session in hands.sessions_of(part))
