"""Every kind of finding (log-format.md), in the order in which help and summaries list them.

To add one: its entry here, its sentence in ``play_words`` or ``payment_words``, and its fact in the
engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from ledger.findings import payment_words, play_words

if TYPE_CHECKING:
    from ledger.engine import Fact
    from ledger.findings.play_words import HandInWords

ERROR, WARNING, REMARK = "error", "warning", "remark"
SEVERITIES: Final = (ERROR, WARNING, REMARK)  # from the worst to the least
BY_CARDS: Final = "Proved by the cards."
BY_RECORD: Final = "The record says so."
CONTRADICTORY: Final = "The record contradicts itself: what was done or what was written is wrong."
UNSETTLED: Final = "The record cannot settle it."
UNREAD: Final = "Until the line is fixed, it counts for nothing."


class Kind(NamedTuple):
    """A kind of finding: everything that anybody needs to know of it.

    - ``name``: the ``rule`` of a ``Fact`` and of a ``Finding``, and what ``bourre audit --rule``
      takes;
    - ``severity``: how serious it is; where the record leaves a fact ``unproved``, the finding is a
      warning instead;
    - ``heading``: what people call it;
    - ``meaning``: what it is, in one line with the number of the rule;
    - ``certainty``: what a finding follows from;
    - ``sentence``: tells a fact with the evidence; None if it is not the engine that finds it;
    - ``final_before_the_end``: True if the hand need not be over to say it: no later line takes it
      back, unless that line contradicts the record;
    - ``told_at``: the kinds of ``Moment`` at which a finding without a trick is told, the first of
      them that the hand has; otherwise it is told with the settlement;
    - ``duty``: only of the rules of play (4.3 to 4.8), what the card was wrong for in the fewest
      words, and ``duty_of_leader`` where that is another for whoever leads.
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
        """True for the rules of play: whoever breaks one has reneged if the card still stands when
        the next one falls (4.9).
        """
        return bool(self.duty)

    def how_sure(self, severity: str) -> str:
        """What a finding follows from, in a sentence; one that is milder than its kind is not
        settled by the record.
        """
        return self.certainty if severity == self.severity else UNSETTLED


# --- Kinds ----------------------------------------------------------------------------------------
# The kinds that others ask for by name.
UNPAID_RENEGE: Final = "unpaid-renege"
RECALL: Final = "recall"
COUNT: Final = "count"
UNVERIFIED_POT: Final = "unverified-pot"
CARRIED_POT: Final = "carried-pot"
SYNTAX: Final = "syntax"

_KINDS: Final = (
    Kind(
        "follow-suit",
        ERROR,
        "Did not follow suit",
        "held a card of the suit led and did not play one (4.3)",
        BY_CARDS,
        play_words.follow_suit,
        final_before_the_end=True,
        duty="must follow suit",
    ),
    Kind(
        "must-trump",
        ERROR,
        "Did not trump",
        "could not follow, held a trump and did not play one (4.4)",
        BY_CARDS,
        play_words.must_trump,
        final_before_the_end=True,
        duty="must trump",
    ),
    Kind(
        "must-beat",
        ERROR,
        "Did not beat",
        "could have beaten the best card on the table (4.5)",
        BY_CARDS,
        play_words.must_beat,
        final_before_the_end=True,
        duty="must beat if able",
    ),
    Kind(
        "cinch",
        ERROR,
        "Did not cinch",
        "certain of the pot, and did not play the highest trump (4.8)",
        BY_CARDS,
        play_words.cinch,
        final_before_the_end=True,
        duty="must play the highest trump",
        duty_of_leader="must lead the highest trump",
    ),
    Kind(
        RECALL,
        WARNING,
        "Card taken back",
        "a card was taken back (4.10)",
        BY_RECORD,
        play_words.recall,
        final_before_the_end=True,
    ),
    Kind(
        "claim",
        ERROR,
        "Claim not sure",
        "claimed tricks that were not all sure, or too few (4.11)",
        BY_CARDS,
        play_words.claim,
        final_before_the_end=True,
        told_at=("claim",),
    ),
    Kind(
        "turn",
        ERROR,
        "Led out of turn",
        "the wrong player led (4.1)",
        BY_RECORD,
        play_words.turn,
        final_before_the_end=True,
    ),
    Kind(
        "hand-size",
        ERROR,
        "Wrong number of cards",
        "a trick, a deal or a hand of the wrong size (1.3, 4.2)",
        CONTRADICTORY,
        play_words.hand_size,
        final_before_the_end=True,
        told_at=("draws", "declares", "deal"),
    ),
    Kind(
        "duplicate-card",
        ERROR,
        "Card in two places",
        "one card in two places (3.4)",
        CONTRADICTORY,
        play_words.duplicate_card,
        final_before_the_end=True,
        told_at=("deal",),
    ),
    Kind(
        "not-held",
        ERROR,
        "Card not in the hand",
        "played or discarded a card that was not in the hand (6.1)",
        CONTRADICTORY,
        play_words.not_held,
        final_before_the_end=True,
        told_at=("draws", "declares", "deal"),
    ),
    Kind(
        "draw-cap",
        ERROR,
        "Drew too many",
        "more discards than allowed (3.3)",
        BY_RECORD,
        play_words.draw_cap,
        final_before_the_end=True,
        told_at=("draws", "declares"),
    ),
    Kind(
        "draw-count",
        ERROR,
        "Draw does not add up",
        "discards, replacements and number announced differ (3.2)",
        CONTRADICTORY,
        play_words.draw_count,
        final_before_the_end=True,
        told_at=("draws", "declares"),
    ),
    Kind(
        "qualify",
        ERROR,
        "Played without qualifying",
        "played Indiana without a trump or a club (7.4)",
        BY_RECORD,
        play_words.qualify,
        final_before_the_end=True,
        told_at=("declares",),
    ),
    Kind(
        "dealer-must-play",
        ERROR,
        "Dealer had to play",
        "the dealer turned an ace, or may never pass, and passed (3.5, 5.13)",
        BY_RECORD,
        play_words.dealer_must_play,
        told_at=("declares",),
    ),
    Kind(
        "late-pass",
        ERROR,
        "Passed too late",
        "passed after declaring to play, where the house gives no second pass (3.1)",
        BY_RECORD,
        payment_words.late_pass,
    ),
    Kind(
        "declare-order",
        WARNING,
        "Declared out of turn",
        "declared out of turn (3.1)",
        BY_RECORD,
        play_words.declare_order,
        final_before_the_end=True,
        told_at=("declares",),
    ),
    Kind(
        "seats",
        WARNING,
        "Wrong number of players",
        "more or fewer players than the game is for (1.2)",
        BY_RECORD,
        play_words.seats,
        final_before_the_end=True,
        told_at=("antes",),
    ),
    Kind(
        "dealer",
        ERROR,
        "Wrong dealer",
        "the wrong player dealt (2.5)",
        BY_RECORD,
        play_words.dealer,
        final_before_the_end=True,
        told_at=("antes",),
    ),
    Kind(
        "trick-count",
        ERROR,
        "Score does not fit the tricks",
        "the recorded score is not what the tricks say (5.1)",
        CONTRADICTORY,
        play_words.trick_count,
    ),
    Kind(
        "ante",
        ERROR,
        "Wrong ante",
        "an ante missing, not due or of the wrong amount (2.1)",
        BY_RECORD,
        payment_words.ante,
        told_at=("antes",),
    ),
    Kind(
        "pot",
        ERROR,
        "Pot does not add up",
        "the counted pot is not what the log adds up to (5.10)",
        CONTRADICTORY,
        payment_words.pot,
    ),
    Kind(
        "take",
        ERROR,
        "Wrongly taken from the pot",
        "the wrong player or amount was taken from the pot (5.1)",
        BY_RECORD,
        payment_words.take,
    ),
    Kind(
        "match",
        ERROR,
        "Bourré not paid correctly",
        "a bourré unpaid, wrongly paid or paid by the wrong player (5.4)",
        BY_RECORD,
        payment_words.match,
    ),
    Kind(
        "penalty",
        ERROR,
        "Wrong penalty",
        "a called renege that was not one, or was wrongly paid (5.5)",
        BY_RECORD,
        payment_words.penalty,
    ),
    Kind(
        UNPAID_RENEGE,
        WARNING,
        "Renege not paid for",
        "a proved renege that nobody called or ruled on (5.5)",
        BY_CARDS,
        payment_words.unpaid_renege,
    ),
    Kind(
        "hand-number",
        WARNING,
        "Hand number out of order",
        "a hand's number does not follow the one before",
        CONTRADICTORY,
        play_words.hand_number,
        final_before_the_end=True,
        told_at=("antes",),
    ),
    Kind(
        UNVERIFIED_POT,
        WARNING,
        "Pot cannot be checked",
        "from here on the pot cannot be checked (5.10)",
        UNSETTLED,
        payment_words.unverified_pot,
        told_at=("antes",),
    ),
    Kind(
        COUNT,
        WARNING,
        "Chips do not agree",
        "counted chips differ from the books",
        CONTRADICTORY,
        payment_words.chip_count,
    ),
    Kind(
        CARRIED_POT,
        WARNING,
        "Pot was not carried",
        "in a book: not the pot that the evening before left (5.12)",
        CONTRADICTORY,
        None,
    ),
    Kind(
        "all-passed",
        REMARK,
        "Everybody passed",
        "nobody played (3.6)",
        BY_RECORD,
        play_words.all_passed,
    ),
    Kind(SYNTAX, ERROR, "Line cannot be read", "a line that cannot be read", UNREAD, None),
)

# by name
KINDS_OF_FINDING: Final[Mapping[str, Kind]] = MappingProxyType({kind.name: kind for kind in _KINDS})
# the kinds that later lines can put right (rules.md 5.15)
ABOUT_CHIPS: Final = ("ante", "take", "match", "penalty")
HANGS_ON_THE_EVENING_BEFORE: Final = (*ABOUT_CHIPS, "pot", "dealer", COUNT)
"""The kinds that may be made only because what goes on from evening to evening is not known."""

RULES_OF_PLAY: Final = tuple(kind.name for kind in _KINDS if kind.of_play)
"""The names of the rules of play: whoever breaks one has reneged (4.9)."""
