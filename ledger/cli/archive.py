"""What the commands on archives share: their options, and the summary of an archive that was
audited.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Final

from ledger import archive
from ledger.cli.terminal import (
    SEVERITY_COLOURS,
    complain,
    folded,
    jobs_for,
    note,
    paint,
    print_json,
    progress,
    table,
)
from ledger.errors import UserError
from ledger.files import BYTES_OF_A_HAND, PARQUET
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.log.words import visible
from ledger.wording import counted

# how many players are printed, those who won or lost most first; the summary file has all of them
MOST: Final = 10
FINDINGS: Final = ".findings"  # the folder of the parts has the archive's name with this behind it


def jobs_or_cluster(args: argparse.Namespace, hands: int) -> int:
    """How many processes to use for about ``hands`` hands.

    With ``--dask`` the cluster decides how many workers there are.
    """
    if args.dask is not None and args.jobs is not None:
        raise UserError(
            "either processes of this machine or the workers of a cluster do it",
            "leave out --jobs or --dask",
        )
    return jobs_for(args, hands)


def audit_archive(args: argparse.Namespace) -> int:
    """Audit the archive ``args.paths`` into parts and print their sums.

    The exit status is that of an audit.
    """
    if len(args.paths) != 1 or args.book:
        raise UserError(
            "an archive is one folder, or one Parquet file", "name only that folder or file"
        )
    if args.rule or args.severity != "remark" or args.format == "csv":
        raise UserError(
            "the findings of an archive cannot be printed",
            "leave out --rule, --severity and --format csv",
        )
    (place,) = args.paths
    summary = worked_out(
        args, archive.pieces_of(place, args.parts or archive.parts_beside(place, FINDINGS))
    )
    if args.format == "json":
        print_json(summary.as_dict())
    else:
        print(as_text(summary))
    return status_of(summary) or int(summary.figures["failing"] > 0)


def worked_out(
    args: argparse.Namespace, pieces: list[archive.Piece], as_many: int = 1
) -> archive.Summary:
    """Process an archive, and warn of files that cannot be read and sessions that are counted more
    than once.

    One hand takes as long as ``as_many`` hands of an audit: that decides whether several processes
    are worth starting.
    """
    hands = sum(piece.size for piece in pieces) // BYTES_OF_A_HAND[PARQUET] * as_many
    jobs = min(len(pieces), jobs_or_cluster(args, hands))
    summary = archive.work_out(pieces, jobs, args.dask, lambda parts: _told(parts, len(pieces)))
    _warn(summary)
    return summary


def status_of(summary: archive.Summary) -> int:
    """The exit status: 2 if the figures leave something out."""
    return 2 if summary.refused or summary.figures.get("unreadable_logs") else 0


def _told(parts: Iterable[archive.Part], total: int) -> Iterable[archive.Part]:
    for part in progress(parts, total, "files"):
        if part.refused is not None:
            complain(UserError(*part.refused))
        yield part


def as_text(summary: archive.Summary) -> str:
    """The summary of an archive as text."""
    figures = summary.figures
    lines = [", ".join(_counts(summary))]
    if not figures:
        return lines[0]
    verified = (
        f"{figures['right'] + figures['wrong']:,} verified ({figures['right']:,} right, "
        f"{figures['wrong']:,} wrong)"
    )
    lines.append(
        f"{counted(figures['plays'], 'play')}: {verified}, {figures['unproved']:,} not provable"
    )
    found = [
        paint(counted(figures["severities"][name], name), colour)
        for name, colour in SEVERITY_COLOURS.items()
        if name in figures["severities"]
    ]
    settled = f", {figures['settled']:,} of them settled" if figures["settled"] else ""
    told = f"{counted(figures['findings'], 'finding')}: {', '.join(found)}{settled}"
    lines.append(told if found else paint("nothing wrong", "green"))
    kinds = figures["kinds"]
    if kinds:
        lines.append(
            folded(
                ", ".join(f"{name} {kinds[name]:,}" for name in KINDS_OF_FINDING if name in kinds),
                "  ",
                "  ",
            )
        )
    return "\n".join([*lines, *_players(figures), "", found_in(summary)])


def found_in(summary: archive.Summary) -> str:
    """Where the parts are, and the digest by which two runs can be compared."""
    return f"Parts, and summary.json: {visible(summary.place)}\nDigest of it all: {summary.digest}"


def _counts(summary: archive.Summary) -> Iterator[str]:
    figures = summary.figures
    before = sum(not part.is_new for part in summary.parts) - len(summary.refused)
    yield counted(len(summary.parts), "file") + (
        f" ({before:,} worked out before)" if before else ""
    )
    if summary.refused:
        yield counted(len(summary.refused), "file") + " not readable"
    if figures:
        yield counted(figures["sessions"], "evening")
        yield counted(figures["hands"], "hand") + (
            f", {figures['quarantined']:,} of them in quarantine" * bool(figures["quarantined"])
        )
        if figures["unreadable_logs"]:
            yield (
                counted(figures["unreadable_logs"], "log")
                + " that could not be read when it was made"
            )


def _players(figures: archive.Figures) -> Iterator[str]:
    from ledger.money import decimal_text

    for currency, players in sorted(figures["players"].items()):
        most = sorted(players.items(), key=lambda one: (-abs(one[1]["chips"]), one[0]))[:MOST]
        rows = [
            [
                visible(name),
                f"{one['sessions']:,}",
                f"{one['chips']:+,}",
                decimal_text(one["amount"], currency) if currency else "",
            ]
            for name, one in most
        ]
        yield ""
        yield table(
            ["Player", "Evenings", "Chips", currency], rows, right=("Evenings", "Chips", currency)
        )
        if len(players) > MOST:
            yield f"{len(players) - MOST:,} more won or lost less; summary.json lists everybody"
    if figures["too_large"]:
        yield (
            f"left out: {counted(figures['too_large'], 'evening')} with more chips than fit in 64 "
            "bits"
        )


def _warn(summary: archive.Summary) -> None:
    if summary.repeated:
        note(
            f"bourre: {counted(summary.repeated, 'evening')} of the archive share an id with "
            "another; all are counted"
        )
    if summary.left_over:
        these = ", ".join(map(visible, summary.left_over[:MOST]))
        note(
            f"bourre: {counted(len(summary.left_over), 'part')} of files that are not in the "
            f"archive: {these}"
        )
        note("  delete those you no longer need: programs that read the whole folder count them")
    same: dict[str, list[str]] = {}
    for part in summary.parts:
        if part.refused is None:
            same.setdefault(part.source, []).append(part.name)
    for names in same.values():
        if len(names) > 1:
            note(f"  the same file, byte for byte: {', '.join(map(visible, names[:MOST]))}")
