"""Stay tables: how much more staying is worth than passing, by class of hand, place and number in
(rules.md 3.1).

The class of a hand before it is decided whether to stay: what people look at, in a number small
enough for a table.

A class is what the trumps are worth and how many side aces there are. Trumps count by their number
and by which of ace, king and queen are among them: ``A K +1`` is the ace, the king and one lower
trump. More than three trumps are told apart by number alone, since nobody passes with them.

The stay chart: which hands are worth staying with, by position and by how many are in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from ledger.game import Rules
from ledger.game.costs import Terms, terms_of
from ledger.game.play import SUIT, ranks
from ledger.hands.model import Array

LOOSENESS: Final = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.5, 0.8)
"""Looseness, from tight to loose tables: players stay as long as that loses less than this many
stakes.
"""

# the looseness of the tables for which ``replies`` were played out
REPLIES: Final = (-0.3, 0.0, 0.3, 0.6)


class StayTable(NamedTuple):
    """How reference players at one table decide, and what a pot is worth to them.

    ``margin`` (classes, places, already in) is the value of staying less that of passing, in
    stakes; places count from the dealer's left (0), the dealer's is the last. ``cards`` has the
    same shape: how many decisions each margin is based on. ``share`` (places,) is the part of a pot
    carried into the next hand that is worth as much as chips, by the place in the hand *before*,
    and adds up to 1. ``ante`` is an ante in stakes, as it is on average where the same people play
    on. ``worth`` (places,) is what a hand is worth in each place before a card is dealt, in stakes;
    it adds up to 0. ``per_ante``, in the shape of ``margin``, is how much more staying is worth for
    each stake that an ante is: a bourré saves the next one. ``beyond`` is how much the antes of
    some hands (hands,) are more than ``ante``, in stakes, and ``chip`` what a chip is in them, None
    where that is an ante. ``stay_rate`` (LOOSENESS,) is how many of those dealt in stay where
    everybody is as loose as that. ``replies`` (REPLIES, classes, places, already in) is what
    ``margin`` is to one player where all others are as loose as that: the best reply. ``leads`` is
    the table of leads that all play by, see there.
    """

    rules: Rules
    margin: Array
    decisions: Array
    share: Array
    ante: float
    worth: Array
    stay_rate: Array
    replies: Array
    per_ante: Array
    leads: Array
    beyond: Array | float = 0.0
    chip: Array | float | None = None

    def at_ante(self, ante: Array | float, chip: Array | float | None = None) -> StayTable:
        """The table for hands in which an ante, and a chip, is so much, in stakes: one, or one for
        each hand (hands,).
        """
        return self._replace(beyond=ante - self.ante, chip=chip)

    def of_hands(self, which: Array) -> StayTable:
        """The table for some of the hands that it was asked for by ``at_ante``."""
        beyond, chip = self.beyond, self.chip
        return self._replace(
            beyond=beyond[which] if isinstance(beyond, np.ndarray) else beyond,
            chip=chip[which] if isinstance(chip, np.ndarray) else chip,
        )

    @property
    def terms(self) -> Terms:
        """What the rules ask, in stakes."""
        ante = self.ante + self.beyond
        return terms_of(self.rules, ante, ante if self.chip is None else self.chip)

    @property
    def margins(self) -> Array:
        """``margin`` at the antes it was asked for, the same in all hands; NaN for cards that
        nobody can hold there.
        """
        margins = self.margin + self.per_ante * self.beyond
        if self.rules.trump == "dealer":  # the card turned is a trump of the dealer's
            margins[[one.trumps == 0 for one in CLASSES], -1] = np.nan
        return np.asarray(margins)

    @property
    def sure(self) -> Array:
        """True for cells (classes, places, already in) that need no estimate, or have enough
        decisions of their own.
        """
        enough = self.decisions >= SEEN
        enough[:, -1, 0] |= self.rules.declare != "simultaneous"
        return np.asarray(enough | np.isnan(self.margins))

    def of_classes(self, place: int, already_in: Array) -> Array:
        """The margins (classes, hands) in a place."""
        return np.asarray(
            self.margin[:, place, already_in] + self.per_ante[:, place, already_in] * self.beyond
        )

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.margin.shape[1])

    def of(self, seen: Array, trump: Array, place: int | Array, already_in: Array) -> Array:
        """The margin of each hand (hands,), for masks ``seen`` of what a player in ``place`` (one,
        or one for each hand) sees.
        """
        cell = self._cell(seen, trump, place, already_in)
        return np.asarray(self.margin[cell] + self.per_ante[cell] * self.beyond)

    def reply_to(self, loose: float) -> Array:
        """What ``margin`` is against others as loose as that, in a usual pot, interpolated between
        REPLIES.
        """
        return np.tensordot(near(loose), self.replies, 1)

    def reply(
        self, seen: Array, trump: Array, place: int, already_in: Array, loose: Array
    ) -> Array:
        """As ``of``, against others with the looseness ``loose`` (hands,), interpolated between
        REPLIES.
        """
        level = np.interp(loose, REPLIES, np.arange(len(REPLIES)))
        below = np.minimum(level.astype(np.int64), len(REPLIES) - 2)
        cell = self._cell(seen, trump, place, already_in)
        low, high = self.replies[(below, *cell)], self.replies[(below + 1, *cell)]
        return np.asarray(low + (level - below) * (high - low) + self.per_ante[cell] * self.beyond)

    def _cell(
        self, seen: Array, trump: Array, place: int | Array, already_in: Array
    ) -> tuple[Array, int | Array, Array]:
        known = np.zeros_like(already_in) if self.rules.declare == "simultaneous" else already_in
        return class_of(seen, trump), place, known


def near(loose: float) -> Array:
    """How much each of REPLIES counts for a table as loose as that (REPLIES,); they add up to 1."""
    return np.array([np.interp(loose, REPLIES, one) for one in np.eye(len(REPLIES))])


# --- The class of a hand --------------------------------------------------------------------------
ACES: Final = sum(1 << 13 * suit + 12 for suit in range(4))
KINGS: Final = ACES >> 1
SIDE: Final = 3  # side aces are counted up to two; this many numbers
MOST_TRUMPS: Final = 6  # a hand of five and the turned card that its dealer may take
SUITS: Final = np.array(SUIT, np.int64)
LOW: Final = (-0.04, -0.04, -0.03, -0.02, -0.01, 0.01, 0.03, 0.05, 0.08, 0.12)
"""Stakes by which staying with a low trump, two to jack, is worth more than with others of its
class.
"""
SHOWN: Final = np.array((*[0.0] * 10, -0.04, -0.09, -0.13))
"""The same where somebody else's card is turned, two to ace: the dealer has a trump that is hard to
beat.
"""


class HandClass(NamedTuple):
    """``trumps`` is their number, ``honours`` which of ace, king and queen are among them (4, 2,
    1), ``side`` the other aces.
    """

    trumps: int
    honours: int
    side: int

    @property
    def honours_in_words(self) -> str:
        """Which of ace, king and queen of trumps are there: ``AQ``."""
        return "".join(name for name, bit in (("A", 4), ("K", 2), ("Q", 1)) if self.honours & bit)

    @property
    def trumps_in_words(self) -> str:
        """The trumps as a player would say them: ``A K +1``; ``2 low``; ``no trump``."""
        high = " ".join(self.honours_in_words)
        low = self.trumps - len(self.honours_in_words)
        more = (f"+{low}" if high else f"{low} low") if low else ""
        return f"{high} {more}".strip() or "no trump"

    def __str__(self) -> str:
        """The whole class: ``A K +1, side ace``."""
        return self.trumps_in_words + ("", ", side ace", ", two side aces")[self.side]


def _all() -> tuple[HandClass, ...]:
    """Every class, weakest trumps first."""
    return tuple(
        HandClass(trumps, honours, side)
        for trumps in range(MOST_TRUMPS + 1)
        for honours in range(8)
        if honours.bit_count() <= trumps
        for side in range(SIDE)
    )


CLASSES: Final = _all()
_NUMBER = np.full((MOST_TRUMPS + 1, 8, SIDE), -1, np.int64)
for _at, _one in enumerate(CLASSES):
    _NUMBER[_one] = _at


def class_of(hand: Array, trump: Array) -> Array:
    """The number in CLASSES of each hand, masks (hands,), where ``trump`` (hands,) is the suit of
    the trumps.
    """
    own = ranks(hand, trump)
    side = hand & ~SUITS[trump] & ACES
    at = (np.bitwise_count(own) * np.int64(8) + (own >> 10 & 7)) * SIDE + np.minimum(
        np.bitwise_count(side), SIDE - 1
    )
    return np.asarray(_NUMBER.take(at))


def class_of_cards(cards: Sequence[int], trump: int) -> HandClass:
    """The class of one hand, a list of card codes."""
    mask = np.array([sum(1 << card for card in cards)])
    return CLASSES[int(class_of(mask, np.array([trump]))[0])]


def low_trumps(hand: Array, trump: Array) -> Array:
    """How much more staying is worth, in stakes, than the class of a hand says, by its trumps below
    the queen.
    """
    own = ranks(hand, trump)
    return np.asarray(sum(more * (own >> rank & 1) for rank, more in enumerate(LOW)))


# --- The stay chart -------------------------------------------------------------------------------
SHOWN_TRUMPS: Final = 3  # the most trumps of a hand in the chart: nobody passes with more
# with fewer decisions of its own a cell shows what hands and places are worth in general
SEEN: Final = 30


class Cell(NamedTuple):
    """``margin`` is value(stay) − value(pass) in stakes, NaN where nobody can hold such cards.

    ``seen`` is False where it is too rare to estimate alone.
    """

    place: int
    already_in: int
    margin: float
    seen: bool

    @property
    def stays(self) -> bool:
        """True if staying is worth more."""
        return self.margin > 0

    @property
    def advice(self) -> str:
        """What to do with such a hand."""
        return (
            "stay"
            if self.stays
            else "cannot be: the card turned is the dealer's"
            if math.isnan(self.margin)
            else "pass"
        )

    @property
    def hundredths(self) -> str:
        """The margin in hundredths of a stake, with its sign: ``+15``; a dash where there
        is none.
        """
        if math.isnan(self.margin):
            return "–"
        return f"{100 * self.margin:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0")


class Line(NamedTuple):
    """A class of hands, and its cells in the order of ``situations``."""

    hand: HandClass
    cells: tuple[Cell, ...]


def situations(seats: int) -> list[tuple[int, int]]:
    """Who is in when a place must speak, as (already in, place): nobody in first, and the dealer
    last.
    """
    return [
        (already_in, place) for already_in in range(seats) for place in range(already_in, seats)
    ]


def chart(table: StayTable, side_aces: int = 0) -> list[Line]:
    """The lines of the chart for hands with so many side aces (2 stands for more as well), the
    weakest first.
    """
    margins, sure = table.margins, table.sure
    return [
        Line(
            hand,
            tuple(
                Cell(
                    place,
                    already_in,
                    float(margins[at, place, already_in]),
                    bool(sure[at, place, already_in]),
                )
                for already_in, place in situations(table.seats)
            ),
        )
        for at, hand in enumerate(CLASSES)
        if hand.trumps <= SHOWN_TRUMPS and hand.side == side_aces
    ]


def place_name(place: int, seats: int) -> str:
    """How a place is headed: ``1st`` to speak, ``dealer``."""
    if place == seats - 1:
        return "dealer"
    return f"{place + 1}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place + 1, 'th') }"


def rows_of(table: StayTable) -> Iterator[tuple[object, ...]]:
    """A row for each cell that can happen.

    Way of playing, seats, trumps, their honours, side aces, place from 1, how many are in, margin
    in stakes, and the decisions that it was drawn from.
    """
    margins = table.margins
    for at, hand in enumerate(CLASSES):
        for already_in, place in situations(table.seats):
            margin, decisions = (
                margins[at, place, already_in],
                table.decisions[at, place, already_in],
            )
            if np.isnan(margin):
                continue
            head = (table.rules.preset, table.seats, hand.trumps, hand.honours_in_words, hand.side)
            yield *head, place + 1, already_in, round(float(margin), 4), int(decisions)
