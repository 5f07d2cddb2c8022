"""A finding: one thing the audit says, with everything another program needs to know of it (log-format.md)."""

from __future__ import annotations

from typing import Final, NamedTuple

ERROR, WARNING, REMARK = "error", "warning", "remark"

SEVERITY: Final = {
    "follow-suit": ERROR,
    "must-trump": ERROR,
    "must-beat": ERROR,
    "cinch": ERROR,
    "recall": WARNING,
    "claim": ERROR,
    "turn": ERROR,
    "hand-size": ERROR,
    "duplicate-card": ERROR,
    "not-held": ERROR,
    "draw-cap": ERROR,
    "draw-count": ERROR,
    "qualify": ERROR,
    "dealer-must-play": ERROR,
    "declare-order": WARNING,
    "seats": WARNING,
    "dealer": ERROR,
    "trick-count": ERROR,
    "ante": ERROR,
    "pot": ERROR,
    "take": ERROR,
    "match": ERROR,
    "penalty": ERROR,
    "unpaid-renege": WARNING,
    "hand-number": WARNING,
    "unverified-pot": WARNING,
    "count": WARNING,
    "carried-pot": WARNING,
    "all-passed": REMARK,
    "syntax": ERROR,
}
"""Every kind of finding and its severity; a claim that is neither proven nor disproven is a warning."""


class Finding(NamedTuple):
    """One finding. ``trick`` counts from 1, ``card`` and ``required`` are canonical text, ``amount`` is in chips."""

    file: str
    line: int
    session: str | None
    hand: int | None
    trick: int | None
    player: str | None
    rule: str
    severity: str
    card: str | None
    required: tuple[str, ...] | None
    amount: int | None
    message: str

    def as_dict(self) -> dict[str, object]:
        """Return the finding as the JSON of ``bourre audit`` has it."""
        found = self._asdict()
        found["required"] = list(self.required) if self.required is not None else None
        return found
