"""Sentences about the play: reneges, cards taken back, claims, the wrong player leading (rules.md 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ledger.findings.words.phrases import cards, count
from ledger.game.play import UNKNOWN, cards_in, pretty, ranks, sure_tricks

if TYPE_CHECKING:
    from ledger.engine import Fact
    from ledger.findings.words.hand_in_words import HandInWords

MOST_NAMED: Final = 5
"""Cards named one by one in a list."""


def follow_suit(hand: HandInWords, fact: Fact) -> str:
    """4.3: a card of the suit led was in hand."""
    leader, led, _ = hand.tricks()[fact.trick - 1][0]
    said = f"{hand.name(leader)} led {pretty(led)} and {_who(hand, fact)} played {pretty(fact.card)}: must follow suit (rule 4.3)"
    return f"{said}. {_evidence(hand, fact, fact.why['held'] & fact.why['led'])}"


def must_trump(hand: HandInWords, fact: Fact) -> str:
    """4.4: not following, a trump was in hand."""
    leader, led, _ = hand.tricks()[fact.trick - 1][0]
    best = fact.why["best"]
    if best & hand.trumps and not hand.rules.must_trump:
        duty = "must trump with one that wins (rules 4.4 and 4.6)"
    else:
        duty = "must trump (rule 4.4)"
    said = f"{hand.name(leader)} led {pretty(led)} and {_who(hand, fact)} played {pretty(fact.card)}: if not following, {duty}"
    mask = fact.why["held"] & hand.trumps if hand.rules.must_trump else fact.required or 0
    return f"{said}; {hand.trump} are trumps. {_evidence(hand, fact, mask)}"


def must_beat(hand: HandInWords, fact: Fact) -> str:
    """4.5: a card that beats the best one on the table was in hand."""
    leader, led, _ = hand.tricks()[fact.trick - 1][0]
    best = _best(hand, fact)
    table = f"{hand.name(leader)} led {pretty(led)}"
    if best != pretty(led):
        table += f", {best} was the best card"
    said = f"{table} and {_who(hand, fact)} played {pretty(fact.card)}: must beat the best card if able (rule 4.5)"
    return f"{said}. {_evidence(hand, fact, fact.required or 0)}"


def cinch(hand: HandInWords, fact: Fact) -> str:
    """4.8: with the pot certain, the highest trump was due."""
    won, sure, out, shown_out = fact.why["cinch"]
    who, card = _who(hand, fact), pretty(fact.card)
    if fact.why["turn"] == 0:
        said = f"{who} led {card} with the pot certain: must lead the highest trump (rule 4.8 a)"
    else:
        leader, led, _ = hand.tricks()[fact.trick - 1][0]
        said = (
            f"{hand.name(leader)} led {pretty(led)} and {who} played {card} with the pot certain: "
            f"{'' if hand.rules.cinch == 'literal' else 'not last to play, '}must play the highest trump (rule 4.8 b)"
        )
    others = f"the trumps that may be out are {_highest(out)}" if out else "no trump can be out"
    if shown_out:
        others = "everybody else has shown that they have no trump"
    numbers = f"{won} won and {sure} sure make {won + sure} of {count(hand.rules.hand_size, 'trick')}; {others}"
    own = fact.why["held"] & hand.trumps & ~(1 << fact.card)
    return f"{said}. {numbers}. {_evidence(hand, fact, own)}"


def _highest(out: int) -> str:
    """Trumps that are out, the low ones of many as a number."""
    codes = cards_in(out)
    if len(codes) <= MOST_NAMED:
        return cards(out)
    named = [pretty(card) for card in codes[: MOST_NAMED - 1]]
    return f"{', '.join(named)} and {len(codes) - len(named)} lower ones"


def _who(hand: HandInWords, fact: Fact) -> str:
    return hand.name(fact.seat)


def _best(hand: HandInWords, fact: Fact) -> str:
    """The best card on the table and whose it was: ``Cal's J♥``, or the card led alone."""
    plays = hand.tricks()[fact.trick - 1]
    turn, seat, best = next((turn, seat, card) for turn, (seat, card, _) in enumerate(plays) if fact.why["best"] == 1 << card)
    return f"{hand.name(seat)}'s {pretty(best)}" if turn else pretty(best)


def _evidence(hand: HandInWords, fact: Fact, shown: int) -> str:
    """What was held, where that is known from, and what would have been right."""
    required = fact.required or 0
    said = f"Held {hand.held(fact.seat, shown | required, fact.trick - 1)}"
    if shown & ~required == 0:
        number = required.bit_count()
        if number == 1:
            return f"{said}. That was the card to play."
        return f"{said}. {'Either' if number == 2 else 'Any'} of them was right."
    because = ""
    if fact.why["cinch"] is not None and fact.rule != "cinch":
        because = ", because with the pot certain the highest trump is due (rule 4.8)"
    elif fact.rule != "cinch" and fact.why["best"]:
        because = f", to beat {_best(hand, fact)} as well (rule 4.5)"
    return f"{said}. Right: {cards(required, 'or')}{because}."


def recall(hand: HandInWords, fact: Fact) -> str:
    """4.10: a card taken back, and what the house makes of it."""
    card = pretty(fact.card) if fact.card < UNKNOWN else "a card that was not recorded"
    instead = fact.why["instead"]
    other = pretty(instead) if instead < UNKNOWN else "another"
    who = _who(hand, fact)
    if fact.remark:
        return f"{who} took back {card} and played {other} instead: {card} was right, so that has no consequence (rule 4.10)."
    said = f"{who} took back {card} and played {other} instead (rule 4.10)"
    if fact.settled is not None:
        return f"{said}: the table waived it, so that has no consequence."
    follows = {
        "forfeit": f"{who} cannot win this pot and forfeits the next turn to deal",
        "free": "in this house that costs nothing",
        "renege": "in this house that is still a renege, and is paid as one (rule 5.5)",
    }[hand.rules.recall]
    return f"{said}: {follows}."


def claim(hand: HandInWords, fact: Fact) -> str:
    """4.11: a claim that is not proven."""
    why, who, laid = fact.why, _who(hand, fact), fact.why["laid"]
    if not why["active"]:
        return f"{who} claimed tricks, but was not in the hand: the claim does not count (rule 4.11)."
    if why["whole"]:
        said = f"{who} claimed {'the last trick' if laid == 1 else f'the last {laid} tricks'}"
        rule = "every remaining trick must be sure (rule 4.11)"
    else:
        said = f"{who} claimed {count(laid, 'trick')}"
        rule = "each card laid down must be sure of its trick, and with those already won they must win the pot (rule 4.11)"
    theirs = f"{'The trick counts' if laid == 1 else 'The tricks count'} as {who}'s"
    if why["contradictory"]:
        return f"{said}, but the record of {who}'s cards contradicts itself, so nobody can tell: {rule}. {theirs}."
    if not hand.trumps and fact.unproved:
        return f"{said}, but the trump suit is not recorded, so nobody can tell: {rule}. {theirs}."
    if why["cards"]:
        said += f" with {cards(why['cards'])}"
    if fact.unproved:
        return f"{said}, which is neither proven nor disproven, because {_unclear(why)}: {rule}. {theirs}."
    return f"{said}, but {rule}: {'; '.join(_unsure(hand, why))}. {theirs} anyway."


def _unclear(why: Mapping[str, Any]) -> str:
    """Why nobody can tell of a claim whether it was right."""
    known, laid = why["cards"].bit_count(), why["laid"]
    if not known:
        return "the cards are not recorded"
    if known < laid:
        return f"only {known} of the {laid} cards {'is' if known == 1 else 'are'} known"
    if not why["sure"]:
        return "the record does not show which trumps are still out"
    return "the record does not show who won the earlier tricks"


def _unsure(hand: HandInWords, why: Mapping[str, Any]) -> list[str]:
    """Say why a claim is wrong: cards that are not sure of a trick (4.8), or too few tricks."""
    trumps, plain, out = why["cards"] & hand.trumps, why["cards"] & ~hand.trumps, why["out"]
    suit = int(hand.hands.trump[hand.row])
    reasons = []
    if hand.trumps and sure_tricks(ranks(trumps, suit), ranks(out, suit)) < trumps.bit_count():
        reasons.append(f"{_highest(out)} {'is' if out.bit_count() == 1 else 'are'} still out")
    if hand.trumps and plain:
        reasons.append(f"{cards(plain)} {'is not a trump' if plain.bit_count() == 1 else 'are not trumps'}")
    if why["few"]:
        made = why["won"] + why["laid"]
        reasons.append(f"{why['won']} won and {why['laid']} claimed make {made}, and {hand.rules.tricks_for_pot} win the pot")
    return reasons


def turn(hand: HandInWords, fact: Fact) -> str:
    """4.1: the wrong player led."""
    who, trick = _who(hand, fact), fact.trick
    expected = fact.why["expected"]
    if not hand.form.active[:, hand.row].any():
        nobody = "but no `play` line says that anybody was in the hand"
        return f"{who} led trick {trick}, {nobody} (rule 4.1). The hand is not followed from there on."
    if expected < 0:
        return f"{who} led trick {trick}, but was not in the hand (rule 4.1). The hand is not followed from there on."
    right = hand.name(expected)
    if trick == 1:
        first = f"the first still in to the left of the dealer, {hand.dealer}"
        return f"{who} led trick 1, but {right} is {first}, and leads (rule 4.1)."
    card = next((card for seat, card, _ in hand.tricks()[trick - 2] if seat == expected), None)
    if card is None:
        return f"{who} led trick {trick}, but {right} claimed trick {trick - 1} and leads (rules 4.1 and 4.11)."
    with_card = f" with {pretty(card)}" if card < UNKNOWN else ""
    return f"{who} led trick {trick}, but {right} won trick {trick - 1}{with_card} and leads (rule 4.1)."
