"""What a spreadsheet of old results was understood to say, in words, and the logs that are made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ledger.book.importing import MadeLog
from ledger.log.words import visible
from ledger.money import CHIPS, amount_text
from ledger.sheets import Night, Results, Unit, log_of

MOST: Final = 12
"""Rows left out, names and pots that are told; more are counted."""


def made_logs(results: Results) -> list[MadeLog]:
    """Return a log for each night of a spreadsheet."""
    return [MadeLog(results.file, log_of(night, results.unit).encode()) for night in results.nights]


def outline(results: Results) -> str:
    """How many nights, days and players there are, and what the amounts are."""
    nights, unit = results.nights, results.unit
    first, last = nights[0].day, nights[-1].day
    days = f"{first}" if first == last else f"{first} to {last}"
    players = {name for night in nights for name in night.results}
    worth = f", worth {amount_text(unit.chip or 0, unit.currency)} each" if unit.currency else ""
    what = f"money in {unit.currency}" if unit.money else f"chips{worth}"
    return f"{_number(len(nights), 'night')}, {days}, {_number(len(players), 'player')}; {what}"


def details(results: Results) -> Iterator[str]:
    """Yield lines on how the table was read, and on what in it was not taken for a result."""
    layout = results.layout
    kind = "row for each night and player" if layout.by_rows else "column for each player"
    yield f"headings in row {layout.row + 1}, a {kind}"
    if layout.left_out:
        yield f"columns left out: {_some(layout.left_out.values())}"
    by_reason: dict[str, list[str]] = {}
    for row, reason in sorted(results.rows_left_out.items()):
        by_reason.setdefault(reason, []).append(str(row + 1))
    for reason, rows in by_reason.items():
        yield f"{'row' if len(rows) == 1 else 'rows'} left out: {_some(rows)} ({reason})"
    for name, known in list(results.names.items())[:MOST]:
        yield f"{visible(name)} is read as {visible(known)}"
    if results.started is not None:
        zone = " UTC" if results.started.utcoffset() is not None else ""
        yield f"the first sat down on {results.started:%Y-%m-%d at %H:%M}{zone}"
    pots = [_rest(night, results.unit) for night in results.nights if night.rest]
    if pots:
        yield f"nights that do not add up to zero: {_some(pots)}"


def totals(results: Results) -> list[tuple[str, int, int]]:
    """Return each player with the number of nights and the sum of the results, those who won most first."""
    sums: dict[str, int] = {}
    times: dict[str, int] = {}
    for night in results.nights:
        for name, amount in night.results.items():
            sums[name] = sums.get(name, 0) + amount
            times[name] = times.get(name, 0) + 1
    return [(name, times[name], sums[name]) for name in sorted(sums, key=lambda name: (-sums[name], name))]


def unit_of(unit: Unit) -> str:
    """The currency in which the amounts are, or ``chips``."""
    return unit.currency if unit.money and unit.currency else CHIPS


def _rest(night: Night, unit: Unit) -> str:
    return f"{night.day} ({amount_text(abs(night.rest), unit_of(unit))} {'from' if night.rest > 0 else 'into'} the pot)"


def _some(texts: Iterable[str]) -> str:
    listed = [visible(text) for text in texts]
    return ", ".join(listed[:MOST]) + (f" and {len(listed) - MOST} more" if len(listed) > MOST else "")


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
