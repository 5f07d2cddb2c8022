"""Sentences about everything before the first card: seats, deal, declarations, draws (rules.md 1 to 3, 7.4)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ledger.findings.words.phrases import cards, count, listing
from ledger.game.play import pretty

if TYPE_CHECKING:
    from ledger.engine import Fact
    from ledger.findings.words.hand_in_words import HandInWords


def qualify(hand: HandInWords, fact: Fact) -> str:
    """7.4: neither a trump nor a club among the cards dealt."""
    return (
        f"{hand.name(fact.seat)} was dealt {cards(fact.why['dealt'])} and played: "
        f"a player needs a trump ({hand.trump}) or a club to play (rule 7.4)."
    )


def dealer_must_play(hand: HandInWords, fact: Fact) -> str:
    """3.5: the dealer turned an ace; 5.13: a house where the dealer always plays."""
    dropped = " after the draw" if hand.form.playing[fact.seat, hand.row] else ""
    if fact.why["turned"] is None:
        return f"{hand.dealer} dealt and passed{dropped}: in this house the dealer may never pass (rule 5.13)."
    turned = pretty(fact.why["turned"])
    return f"{hand.dealer} dealt, turned up {turned} and passed{dropped}: with an ace the dealer must play (rule 3.5)."


def declare_order(hand: HandInWords, fact: Fact) -> str:  # noqa: ARG001 - every sentence is asked alike
    """3.1: declarations go round from the dealer's left."""
    order = hand.hands.order[:, hand.row].tolist()
    declared = sorted((rank, seat) for seat, rank in enumerate(order) if rank >= 0)
    late, before = next((later, earlier) for (_, earlier), (_, later) in pairwise(declared) if later < earlier)
    return (
        f"{hand.name(before)} declared before {hand.name(late)}, whose turn comes first: "
        f"declarations start on the left of the dealer, {hand.dealer} (rule 3.1)."
    )


def draw_cap(hand: HandInWords, fact: Fact) -> str:
    """3.3: more discards than allowed."""
    who, discards, cap = hand.name(fact.seat), count(fact.why["discards"], "card"), fact.why["cap"]
    if cap == hand.rules.hand_size:
        return f"{who} discarded {discards}; a hand has {cap} (rule 3.3)."
    return f"{who} discarded {discards}; at most {cap} are allowed with {hand.seated} at the table (rule 3.3)."


def seats(hand: HandInWords, fact: Fact) -> str:
    """1.2: a number of players that the game is not for."""
    low, high = hand.rules.seats
    return f"{fact.why['seated']} players sit at the table; these rules ({hand.rules.preset}) are for {low} to {high} (rule 1.2)."


def dealer(hand: HandInWords, fact: Fact) -> str:
    """2.5: the deal passes left, skipping those who have forfeited a turn."""
    seated = hand.seated
    who, expected = hand.name(fact.seat), fact.why["expected"]
    said = f"{who} dealt, but it was {hand.name(expected)}'s turn (rule 2.5)"
    before = hand.row - 1  # no dealer is expected of a session's first hand
    if hand.hands.misdeal[before] and _dealer_of(hand, before) == hand.name(expected):
        return f"{said}: hand {hand.number(before)} was thrown in, and {hand.name(expected)} deals again (rule 5.14)."
    reasons = [f"{_dealer_of(hand, before)} dealt hand {hand.number(before)}"]
    place = int(hand.hands.due[hand.row])
    while place != expected:
        reasons.append(_forfeit(hand, place))
        place = (place + 1) % seated
    if len(reasons) == 1:
        reasons.append("the deal passes left")
    return f"{said}: {listing(reasons)}."


def _dealer_of(hand: HandInWords, row: int) -> str:
    return hand.info.players[int(hand.hands.player[int(hand.hands.seated[row]) - 1, row])]


def _forfeit(hand: HandInWords, place: int) -> str:
    """Say which hand cost a player this turn to deal."""
    hands, replay = hand.hands, hand.judged.replay
    player = int(hands.player[place, hand.row])
    for row in range(hand.row - 1, hand.info.first_row - 1, -1):
        if hands.quarantined[row] and player in hands.player[:, row]:
            return f"{hand.name(place)} may have forfeited a turn in a hand that cannot be read"
        at = (hands.player[:, row] == player).nonzero()[0]
        for seat in at.tolist():
            if hands.early[seat, row] and not hands.misdeal[row]:
                return f"{hand.name(place)} forfeited a turn by announcing early in hand {hand.number(row)} (rule 3.9)"
            forfeits = hands.house_of(row).rules.recall == "forfeit"
            if forfeits and replay.recalls[seat, row] and not _waived(hand, row, seat):
                return f"{hand.name(place)} forfeited a turn by taking a card back in hand {hand.number(row)} (rule 4.10)"
    return f"{hand.name(place)} had forfeited a turn"


def _waived(hand: HandInWords, row: int, seat: int) -> bool:
    """True if the table let a card taken back go."""
    facts = hand.judged.facts
    return any(fact.rule == "recall" and (fact.row, fact.seat) == (row, seat) and fact.settled is not None for fact in facts)


def hand_number(hand: HandInWords, fact: Fact) -> str:
    """A hand's number is one more than the number before it."""
    before, number = fact.why["before"], hand.number(hand.row)
    should = f"{before} or {before + 1}" if hand.hands.misdeal[hand.row - 1] else str(before + 1)
    missing = number - before - 1
    hint = ""
    if missing == 1:
        hint = f" Hand {before + 1} may be missing."
    elif missing > 1:
        hint = f" Hands {before + 1} to {number - 1} may be missing."
    return f"Hand {number} comes after hand {before}: it should be number {should}.{hint}"


def all_passed(hand: HandInWords, fact: Fact) -> str:
    """3.6: nobody was left to play."""
    if fact.why["dropped"]:
        return "Everyone who played passed after the draw, so nobody won the pot: it stays (rule 3.6)."
    should = f"With everyone else out, the dealer, {hand.dealer}, should play."
    return f"Everyone passed, so nobody won the pot: it stays (rule 3.6). {should}"
