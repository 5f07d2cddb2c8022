"""What the audit says: a finding, and the kinds that there are of them (log-format.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ledger.engine.facts import Fact
    from ledger.findings.words.hand_in_words import HandInWords

ERROR, WARNING, REMARK = "error", "warning", "remark"
SEVERITIES: Final = (ERROR, WARNING, REMARK)
"""From the worst to the least."""

BY_CARDS: Final = "Proved by the cards."
BY_RECORD: Final = "The record says so."
CONTRADICTORY: Final = "The record contradicts itself: what was done or what was written is wrong."
UNSETTLED: Final = "The record cannot settle it."
UNREAD: Final = "Until the line is put right, it counts for nothing."


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


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of finding: all that is known of it, whoever needs it.

    ``name`` is what a ``Fact`` and a ``Finding`` call it (``rule``), and what ``bourre audit --rule`` is asked for;
    ``severity`` that of a finding which the record settles. ``heading`` names it for people, ``meaning`` says in one line
    what it is, with the number of the rule, and ``certainty`` what a finding follows from. ``sentence`` tells the one fact
    of a finding; it is None for what the engine has no fact of. ``final_before_the_end`` is True if a hand need not be over
    for it: no later line takes it back, unless it contradicts the record. ``told_at`` are the kinds of moment (``Moment``) at
    which a finding without a trick is told, the first one that there is; else it is told with the settlement.

    The four rules of play (4.3 to 4.8) have a ``duty``: what the card was wrong for, in the fewest words;
    ``duty_of_leader`` where it is another for who leads.
    """

    name: str
    severity: str
    heading: str
    meaning: str
    certainty: str
    sentence: Callable[[HandInWords, Fact], str] | None
    final_before_the_end: bool = False
    told_at: tuple[str, ...] = ()
    duty: str = ""
    duty_of_leader: str = ""

    @property
    def of_play(self) -> bool:
        """True for the rules of play: who breaks one has reneged if the card still stands when the next one falls (4.9)."""
        return bool(self.duty)

    def how_sure(self, severity: str) -> str:
        """Return in a sentence what a finding of some severity follows from; less than the usual one is left unsettled."""
        return self.certainty if severity == self.severity else UNSETTLED
