"""Findings as rows of the database, where cards are numbers and masks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ledger.book.rows import Record
from ledger.findings.kinds import Finding
from ledger.game.play import NAMES, UNKNOWN

_CARD: Final = {name: card for card, name in enumerate(NAMES[:UNKNOWN])}


def finding_records(found: Iterable[Finding], sessions: Mapping[str, int]) -> list[Record]:
    """Return the rows of the table ``findings``; ``sessions`` are their numbers by id."""
    return [
        one._asdict()
        | {
            "session": None if one.session is None else sessions[one.session],
            "card": _CARD.get(one.card or ""),
            "required": None if one.required is None else sum(1 << _CARD[card] for card in one.required),
        }
        for one in found
    ]
