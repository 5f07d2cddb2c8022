"""Which cards the player on turn may play, as far as the table knows: cards that would prove a renege are left out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from ledger.game import Rules
from ledger.game.cards import DECK, NAMES, SUITS, cards_in, mask_of_card, mask_of_suit
from ledger.game.play import best_of, legal_plays, legal_whatever_lies, suit_of
from ledger.recording.state import HandNow


def playable(hand: HandNow, rules: Rules) -> tuple[str, ...] | None:
    """The cards that ``turn`` may play as far as is known; None if it is not known whose turn it is.

    Left out are cards seen elsewhere, cards that 4.3 to 4.7 forbid given a card known to be in that hand, and cards
    that would prove an earlier play of that player wrong. Cinches (4.8) are ignored. Nothing is blocked by this.
    """
    if hand.turn is None:
        return None
    trumps = mask_of_suit(SUITS.index(hand.trump) if hand.trump else -1)
    must_trump = -1 if rules.must_trump else 0
    held = _mask(hand.holds)
    before = [(led, best, card) for led, best, card in _plays(hand, trumps) if led]
    now = [mask_of_card(NAMES.index(laid.card)) for laid in hand.tricks[-1].plays] if hand.open_trick else []

    def right(card: int, beside: int, led: int, best: int) -> bool:
        if not best:
            return bool(card & legal_whatever_lies(card | beside, led, trumps, must_trump))
        return bool(card & legal_plays(card | beside, led, best, trumps, must_trump))

    def may(card: int) -> bool:
        fits = not now or not now[0] or right(card, held, suit_of(now[0]), best_of(now, trumps))
        return fits and all(right(played, card, led, best) for led, best, played in before)

    left = DECK & ~_mask(hand.seen) | held
    return tuple(NAMES[card] for card in cards_in(left) if may(1 << card))


def _mask(names: tuple[str, ...]) -> int:
    return reduce(lambda mask, name: mask | mask_of_card(NAMES.index(name)), names, 0)


def _plays(hand: HandNow, trumps: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each card that ``turn`` has played: the suit led, the best card before it (0: not known), and the card."""
    complete = hand.tricks[:-1] if hand.open_trick else hand.tricks
    for trick in complete:
        laid = [mask_of_card(NAMES.index(play.card)) for play in trick.plays]
        at = next((at for at, play in enumerate(trick.plays) if play.player == hand.turn), 0)
        if at and laid[at]:
            yield suit_of(laid[0]), best_of(laid[:at], trumps), laid[at]
