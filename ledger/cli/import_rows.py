"""What an import did, for other programs: JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.book.importing import OUTCOMES, Imported

HEADINGS: Final = ("session", "outcome", "file", "reason", "remedy")


def as_dict(done: Imported) -> dict[str, object]:
    """Return the object of ``bourre import --format json``: counts, then what became of each session."""
    return {
        **{outcome: len(done.of(outcome)) for outcome in OUTCOMES},
        "quarantined": done.quarantined,
        "findings": done.findings,
        "payments": done.payments,
        "sessions": [dict(zip(("id", *HEADINGS[1:]), row, strict=True)) for row in rows(done)],
        "new_players": [one._asdict() for one in done.new_players],
    }


def rows(done: Imported) -> Iterator[tuple[str | None, ...]]:
    """Yield a row for each session, and for each file without one; reason and remedy only where something was refused."""
    for fate in done.sessions:
        yield fate.session, fate.outcome, fate.file, fate.reason or None, fate.remedy or None
