"""What the audit says: a finding, and the kinds that there are of them (log-format.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ledger.engine import Fact
    from ledger.findings.words.hand_in_words import HandInWords

ERROR, WARNING, REMARK = "error", "warning", "remark"
SEVERITIES: Final = (ERROR, WARNING, REMARK)
"""From the worst to the least."""

BY_CARDS: Final = "Proved by the cards."
BY_RECORD: Final = "The record says so."
CONTRADICTORY: Final = "The record contradicts itself: what was done or what was written is wrong."
UNSETTLED: Final = "The record cannot settle it."
UNREAD: Final = "Until the line is fixed, it counts for nothing."


class Finding(NamedTuple):
    """One finding. ``trick`` counts from 1, ``card`` and ``required`` are canonical text, ``amount`` is in chips.

    ``settled`` is the log line that put it right later (rules.md 5.15).
    """

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
    settled: int | None
    message: str

    @property
    def fails(self) -> bool:
        """True if the audit fails for it: an error that nobody has put right."""
        return self.severity == ERROR and self.settled is None

    def as_dict(self) -> dict[str, object]:
        """The finding as the JSON of ``bourre audit`` has it."""
        found = self._asdict()
        found["required"] = list(self.required) if self.required is not None else None
        return found


class Kind(NamedTuple):
    """A kind of finding: everything that anybody needs to know of it.

    - ``name``: the ``rule`` of a ``Fact`` and of a ``Finding``, and what ``bourre audit --rule`` takes;
    - ``severity``: how serious it is; where the record leaves a fact ``unproved``, the finding is a warning instead;
    - ``heading``: what people call it;
    - ``meaning``: what it is, in one line with the number of the rule;
    - ``certainty``: what a finding follows from;
    - ``sentence``: tells a fact with the evidence; None if it is not the engine that finds it;
    - ``final_before_the_end``: True if the hand need not be over to say it: no later line takes it back, unless that line
      contradicts the record;
    - ``told_at``: the kinds of ``Moment`` at which a finding without a trick is told, the first of them that the hand has;
      otherwise it is told with the settlement;
    - ``duty``: only of the rules of play (4.3 to 4.8), what the card was wrong for in the fewest words, and
      ``duty_of_leader`` where that is another for whoever leads.
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
        """True for the rules of play: whoever breaks one has reneged if the card still stands when the next one falls (4.9)."""
        return bool(self.duty)

    def how_sure(self, severity: str) -> str:
        """What a finding follows from, in a sentence; one that is milder than its kind is not settled by the record."""
        return self.certainty if severity == self.severity else UNSETTLED
