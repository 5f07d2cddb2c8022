"""Cards as numbers, hands as bit masks, and what is legal to play (rules.md 4): the one copy of the
rules of play.

A card is ``13 * suit + rank`` with suits s h d c = 0 to 3 and ranks 2 to A = 0 to 12 (rules.md
1.1). A hand is a mask with bit ``card`` set. Masks fit in 52 bits, so every function that takes one
takes a Python ``int`` and a numpy ``int64`` array alike (arrays broadcast): one live hand and a
million recorded ones are judged by the same lines.

``led`` and ``trumps`` are the masks of a whole suit, 0 for nothing led and for an unknown trump;
``best`` is the mask of the best card on the table, 0 if there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

# --- Cards ----------------------------------------------------------------------------------------
SUITS: Final = "shdc"
RANKS: Final = "23456789TJQKA"
SYMBOLS: Final = "♠♥♦♣"
UNKNOWN: Final = 52  # a card that nobody wrote down: ``??``
NONE: Final = 53  # no card at all
DECK: Final = (1 << 52) - 1  # the mask of all cards
SUIT: Final = tuple(0x1FFF << (13 * suit) for suit in range(4))  # the mask of each suit
NAMES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "??", "-")
"""Canonical text of each card code: ``NAMES[card]``."""


def mask_of_card(card: int) -> int:
    """The mask of one card; 0 for ``??`` and for no card."""
    return 1 << card if card < UNKNOWN else 0


def mask_of_suit(suit: int) -> int:
    """The mask of a suit, 0 for -1: an unknown one."""
    return SUIT[suit] if suit >= 0 else 0


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, suit s h d c and from high to low within a suit (log-format.md)."""
    cards = []
    for first in range(0, 52, 13):
        held = mask >> first & 0x1FFF
        while held:
            rank = held.bit_length() - 1
            cards.append(first + rank)
            held ^= 1 << rank
    return cards


def pretty(card: int) -> str:
    """A card as people read it: ``A♦``, ``10♠``; ``??`` where unknown."""
    if card >= UNKNOWN:
        return NAMES[card]
    rank, suit = RANKS[card % 13], SYMBOLS[card // 13]
    return ("10" if rank == "T" else rank) + suit


# --- Play -----------------------------------------------------------------------------------------
Mask: TypeAlias = Any
"""An ``int`` or an ``int64`` array of masks: typing cannot say "the same kind in, the same kind
out" for both.
"""


def flag(mask: Mask) -> Mask:
    """Return all ones where ``mask`` has a card, 0 where it is empty."""
    return -mask >> 63  # the sign of what is below 0, over and over


def either(first: Mask, second: Mask) -> Mask:
    """Return ``first`` where it has a card, else ``second``."""
    return first | second * (first == 0)


def above(card: Mask) -> Mask:
    """Return the cards numbered higher than ``card`` (a mask of one card); none above no card."""
    return -(card << 1)


def beats(best: Mask, led: Mask, trumps: Mask) -> Mask:
    """Return the cards that beat the best one on the table (4.2): higher ones of its suit, and
    trumps over a plain card.
    """
    plain = (best & trumps) == 0
    return above(best) & (trumps ^ (trumps ^ led) * plain) | trumps * plain


def best_after(best: Mask, card: Mask, led: Mask, trumps: Mask) -> Mask:
    """The best card on the table once ``card`` lies there too: ``card`` if it beats ``best``, else
    still ``best`` (4.2).
    """
    winning = card & beats(best, led, trumps)
    return winning | best * (winning == 0)


def hidden_after(hidden: Mask, card: Mask, led: Mask, trumps: Mask) -> Mask:
    """True if, once ``card`` lies on the table too, the cards no longer tell which is best;
    ``hidden`` if they did not before.

    So it is with a card that nobody saw (mask 0), and with one of another suit than ``led`` where
    the trump is unknown: after the 9♥ the 2♠ is the better card if spades are trumps, else not.
    """
    return hidden | (card == 0) | (trumps == 0) & ((card & ~led) != 0)


def best_of(cards: Sequence[Mask], trumps: Mask) -> Mask:
    """The card that takes a trick as it stands, 0 if that cannot be told (4.2, 6.3); ``cards`` are
    masks in order of play.

    9♥, then K♥, then 2♠ with spades trumps: the 2♠. The same with the trump unknown, or with a card
    nobody saw: 0.
    """
    best, led = cards[0], suit_of(cards[0])
    hidden = hidden_after(False, best, led, trumps)
    for card in cards[1:]:
        best = best_after(best, card, led, trumps)
        hidden = hidden_after(hidden, card, led, trumps)
    return best * (hidden == 0)


def suit_of(card: Mask) -> Mask:
    """The mask of the suit of one card, 0 for none."""
    return sum(suit & flag(card & suit) for suit in SUIT)


def player_at(lead: Mask, turn: Mask, players: Mask) -> Mask:
    """Who plays ``turn``-th (from 0) to a trick: clockwise from ``lead``, the one who leads, among
    ``players`` (4.2).
    """
    place = lead + turn
    return place - players * (place >= players)


def legal_plays(  # noqa: PLR0913, PLR0917 - a table and its house
    hand: Mask, led: Mask, best: Mask, trumps: Mask, must_trump: Mask, over_trump: Mask = True
) -> Mask:
    """Return the cards of ``hand`` that 4.3 to 4.7 allow; all of them on lead (``led`` 0).

    ``must_trump`` is all ones (or True) where a trump is asked for even if it cannot win, 0 (False)
    where it is not (4.6); ``over_trump`` where one that wins is, if the player cannot follow
    (4.5). Monotone: a card that is not allowed stays so if cards are added to the
    hand. So against the cards known to be held it is wrong for certain, and against everything that
    may be held it is right for certain (6.2, 6.3).
    """
    return legal_against(
        hand,
        led,
        beats(best, led, trumps),
        trumps,
        -must_trump if must_trump is True else must_trump,
        over_trump,
    )


def legal_against(  # noqa: PLR0913, PLR0917 - a table and its house
    hand: Mask, led: Mask, beating: Mask, trumps: Mask, must_trump: Mask, over_trump: Mask = True
) -> Mask:
    """Return what ``legal_plays`` does, where the cards ``beating`` the best one on the table are
    worked out already.
    """
    follow = hand & led
    trump = hand & (trumps & flag(led))
    winning = either(follow, trump) & beating
    if over_trump is not True:  # in a house that asks for no more than a trump, any is as good
        winning |= trump & flag(winning) & ~flag(follow) & ~over_trump
    return either(winning, either(follow, either(trump & must_trump, hand)))


def ranks(mask: Mask, suit: Mask) -> Mask:
    """Return the 13-bit mask of the ranks of ``suit`` in ``mask``."""
    return mask >> (13 * suit) & 0x1FFF


def sure_tricks(own: Mask, out: Mask) -> Mask:
    """Return how many of ``own`` trumps are sure of a trick against those ``out`` (4.8); both are
    13-bit masks of ranks.

    From the top, each trump that is out takes the next lower own one that is still unbeaten: a
    maximum matching. So there is one more sure trick wherever the own trumps from the top down are
    for the first time so many more than those out.
    """
    more = own & 0
    sure = own & 0
    for rank in range(12, -1, -1):
        more = more + (own >> rank & 1) - (out >> rank & 1)
        sure = sure + (more > sure)
    return sure


def highest_trumps(own: Mask, between: Mask) -> Mask:
    """Return those of ``own`` that count as the highest (4.8 d): no card of ``between`` lies
    between. 13-bit masks of ranks.

    Of K, Q and 9 with the J between: from the J down none counts, so the K and the Q do.
    """
    broken = up_to_highest(between & up_to_highest(own))
    return own & ~(broken >> 1)


def up_to_highest(mask: Mask) -> Mask:
    """Return every rank up to the highest one of a 13-bit mask."""
    for ranks_below in (1, 2, 4, 8):
        mask = mask | mask >> ranks_below
    return mask


ALL_RANKS: Final = 0x1FFF
"""Every rank of a suit.

With all of them between, none but the very highest trump counts as such (``cinch=literal``).
"""


def shows_no_trump(card: Mask, led: Mask, trumps: Mask, must_trump: Mask) -> Mask:
    """Return all ones where playing ``card`` shows that a player has no trump, 0 where it does not
    (4.8).

    So it does off a lead of trumps, and where neither the suit nor a trump is played although any
    trump is asked for (``must_trump``, 4.4 and 4.6).
    """
    void = flag(card & ~led & ~trumps) & flag(led) & flag(trumps)
    return void & (flag(led & trumps) | must_trump)


def legal_whatever_lies(hand: Mask, led: Mask, trumps: Mask, must_trump: Mask) -> Mask:
    """Return the cards of ``hand`` that may be right although a card on the table is unknown (6.3).

    Of the rules only 4.3 holds then, and 4.4 where any trump is asked for.
    """
    return either(hand & ~flag(led), either(hand & led, either(hand & trumps & must_trump, hand)))
