"""Sentences about a record that cannot be right: sizes, one card in two places, draws, scores (rules.md 1.3, 3.2 to 3.4, 6.5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ledger.findings.words.phrases import cards, count, listing, ordered
from ledger.game.play import pretty

if TYPE_CHECKING:
    from ledger.engine import Fact
    from ledger.findings.words.hand_in_words import HandInWords


def hand_size(hand: HandInWords, fact: Fact) -> str:
    """1.3 and 4.2: a trick, a deal or a hand of the wrong size."""
    why, size = fact.why, hand.rules.hand_size
    if fact.trick:
        if why["too_many"]:
            return f"Trick {fact.trick} is one too many: a hand has {size} cards, so {size} tricks (rule 1.3)."
        forgotten = " Write ?? for a card that nobody noted." if why["cards"] < why["players"] else ""
        return (
            f"Trick {fact.trick} has {count(why['cards'], 'card')}, but {count(why['players'], 'player')} were in the hand: "
            f"one card each (rule 4.2). The hand is not followed from there on.{forgotten}"
        )
    who = hand.name(fact.seat)
    if "dealt" in why:
        return f"{who} was dealt {count(why['dealt'], 'card')}; a hand has {size} (rule 1.3)."
    return (
        f"{who} is recorded with {why['held'].bit_count()} cards; a hand has {size} (rule 1.3). "
        f"Held {hand.held(fact.seat, why['held'], -1)}. Such a record proves nothing about {who}'s plays (rule 6.5)."
    )


def duplicate_card(hand: HandInWords, fact: Fact) -> str:
    """3.4: one card in two places at once."""
    places = _places(hand, fact)
    number = "two" if len(places) <= 2 else "several"
    return f"{pretty(fact.card)} is in {number} places at once: {listing(places)} (rule 3.4). It is read as unknown (rule 6.5)."


def _places(hand: HandInWords, fact: Fact) -> list[str]:
    """Where a card was seen: ``dealt to Bea``, ``played by Cal in trick 3``."""
    said = []
    for (name, seat), times in Counter(fact.why["places"]).items():
        who = hand.name(seat) if seat >= 0 else ""
        if name in {"played", "withdrawn"}:
            said += [
                f"{'played' if name == 'played' else 'taken back'} by {who} in trick {at}"
                for at in _tricks(hand, fact, name, seat)
            ]
            continue
        text = {
            "turned": f"turned up by {hand.dealer}",
            "dealt": f"dealt to {who}",
            "out": f"discarded by {who}",
            "drawn": f"drawn by {who}",
            "shown": f"shown by {who} when claiming",
        }[name]
        said.append(f"{text} twice" if times > 1 else text)
    return said


def _tricks(hand: HandInWords, fact: Fact, name: str, seat: int) -> list[int]:
    """The tricks in which a player played, or took back, the card."""
    return [
        at
        for at, plays in enumerate(hand.tricks(), 1)
        for place, played, withdrawn in plays
        if place == seat and fact.card == (played if name == "played" else withdrawn)
    ]


def not_held(hand: HandInWords, fact: Fact) -> str:
    """6.1: a card that was not in a hand recorded card by card."""
    who, card, held = hand.name(fact.seat), pretty(fact.card), cards(fact.why["held"])
    if fact.trick:
        return (
            f"{who} played {card} in trick {fact.trick}, but after the draw held {held} and nothing else (rule 6.1). "
            f"The card is read as unknown (rule 6.5)."
        )
    return f"{who} discarded {card}, but was dealt {held} and nothing else (rule 6.1). The card is read as unknown (rule 6.5)."


def draw_count(hand: HandInWords, fact: Fact) -> str:
    """3.2: discards, replacements and the number announced do not agree."""
    why = fact.why
    said = [
        text
        for number, text in (
            (why["announced"], f"announced {why['announced']}"),
            (why["out"], f"discarded {why['out']}"),
            (why["drawn"], f"drew {why['drawn']}"),
        )
        if number >= 0
    ]
    taking = hand.rules.trump == "dealer-may-take" and fact.seat == hand.seated - 1
    rule = "a player draws as many cards as they discard (rule 3.2)"
    if taking:
        rule += ", or one fewer if they take the turned card (rule 2.4)"
    return f"{hand.name(fact.seat)} {listing(said)}: {rule}."


def trick_count(hand: HandInWords, fact: Fact) -> str:
    """5.1: the recorded score does not fit the tricks."""
    why, size = fact.why, hand.rules.hand_size
    counted = [(seat, number) for seat, number in enumerate(why["counted"]) if number >= 0]
    won = [(seat, number) for seat, number in enumerate(why["won"]) if number > 0]
    said = f"The score says {_score(hand, counted)}"
    if why["known"]:
        return f"{said}, but the tricks say {_score(hand, won)} (rule 5.1)."
    reasons = []
    total = sum(number for _, number in counted)
    if total != size:
        reasons.append(f"that is {count(total, 'trick')} of {size}")
    reasons += [f"{hand.name(seat)} was not in the hand" for seat, _ in counted if not hand.form.active[seat, hand.row]]
    given = dict(counted)
    reasons += [
        f"{hand.name(seat)} took at least {number} of the recorded tricks" for seat, number in won if given.get(seat, 0) < number
    ]
    return f"{said}, but {listing(reasons)} (rule 5.1)."


def _score(hand: HandInWords, won: list[tuple[int, int]]) -> str:
    return ordered((hand.name(seat), number) for seat, number in won) or "nothing"
