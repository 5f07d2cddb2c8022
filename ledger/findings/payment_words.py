"""Sentences about money: antes, the pot, who took and who paid; what is recorded, what is due and
why (rules.md 2, 3.7 and 5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ledger.wording import count, listing, off, ordered

if TYPE_CHECKING:
    from ledger.engine import Fact
    from ledger.findings.play_words import HandInWords


def ante(hand: HandInWords, fact: Fact) -> str:
    """2.1, 2.2, 5.6 to 5.8: who puts in how much before the deal."""
    who, paid, due = hand.name(fact.seat), fact.why["paid"], fact.why["due"]
    unit = hand.ante
    said = f"{who} put in {count(paid, 'chip') if paid else 'nothing'}"
    if hand.rules.dealer_antes:
        if due:
            each = "" if unit == 1 else f" of {unit}"
            return (
                f"{said}, but the dealer antes for all: {hand.seated} antes{each} make {due}, "
                f"{off(paid - due)} (rule 2.2)."
            )
        return f"{said}, but the dealer, {hand.dealer}, antes for all: nothing was due (rule 2.2)."
    before = hand.previous()
    if before is not None and hand.hands.misdeal[before]:
        return (
            f"{said}, but hand {hand.number(before)} was thrown in, and nobody antes again (rule "
            "5.14)."
        )
    if due:
        return f"{said}, but one ante is {count(due, 'chip')}: {off(paid - due)} (rule 2.1)."
    return f"{said}, but was exempt: {_exemption(hand, fact.seat)}."


def _exemption(hand: HandInWords, seat: int) -> str:
    """Say what freed a player from this ante; the hand before did, or the session before."""
    judged, before = hand.judged, hand.previous()
    if before is None:
        return f"{hand.name(seat)} was excused when the evening began (rule 5.6)"
    player = hand.hands.player[seat, hand.row]
    place = int((hand.hands.player[:, before] == player).argmax())
    settled, number = judged.settlement, hand.number(before)
    paid = int(settled.matched[place, before] + settled.penalty[place, before])
    if paid and hand.hands.house_of(before).rules.bourre_exempt:
        return f"{hand.name(seat)} paid {paid} into the pot after hand {number} (rule 5.6)"
    return f"{hand.name(seat)} tied in hand {number}, which was split (rule 5.7)"


def pot(hand: HandInWords, fact: Fact) -> str:  # noqa: ARG001 - every sentence is asked alike
    """5.10: the pot as counted against the pot as it adds up."""
    why = fact.why
    parts = [
        f"{why['opening']} left in it",
        f"{why['antes']} in antes",
    ]
    if why["second"]:
        parts.append(f"{why['second']} for playing")
    return (
        f"The pot was counted as {why['counted']}, but adds up to {why['computed']}: "
        f"{listing(parts)}. "
        f"It has {off(fact.amount or 0)} (rule 5.10)."
    )


def take(hand: HandInWords, fact: Fact) -> str:
    """5.1 to 5.3, 5.9: who takes the pot, and how much of it."""
    why, who = fact.why, hand.name(fact.seat)
    taken, due, verified = why["taken"], why["due"], why["verified"]
    if why["sharing"][fact.seat]:
        return _share(hand, fact)
    if why["winner"] != fact.seat:
        amount = f"{taken} from" if verified else "from"
        return f"{who} took {amount} the pot, but {_nothing_due(hand, fact)}."
    alone = (
        f"{who} alone had the most tricks ({why['won'][fact.seat]})"
        if len(_active(hand)) > 1
        else f"{who} alone played"
        if _active(hand)
        else f"everyone passed, so the dealer, {who}, wins"
    )
    alone = alone[0].upper() + alone[1:]
    rule = "5.1" if len(_active(hand)) > 1 else "3.6"
    if not verified:
        return f"{alone} and takes the pot, but took nothing (rule {rule})."
    took = f"took {taken}" if taken else "took nothing"
    nobody = (
        not hand.judged.settlement.taken[:, hand.row].any()
        and hand.hands.trick_count[hand.row] < hand.rules.hand_size
    )
    unsaid = nobody and rule == "5.1" and hand.rules.recall == "forfeit"
    hint = f" If {who} had taken a card back, add the line recall {who}." if unsaid else ""
    return (
        f"{alone} and takes {hand.prize()}, but {took}: {off(taken - due)} "
        f"{hand.rule(rule, prize=True)}.{hint}"
    )


def _share(hand: HandInWords, fact: Fact) -> str:
    """Say what comes to one of those who share a pot (5.13)."""
    why, who = fact.why, hand.name(fact.seat)
    others = listing(
        [
            hand.name(seat)
            for seat, shares in enumerate(why["sharing"])
            if shares and seat != fact.seat
        ]
    )
    took = f"took {why['taken']}" if why["taken"] else "took nothing"
    tied = (
        f"{who} tied with {others} for the most tricks"
        if others
        else f"{who} is the only one of those tied who may win"
    )
    if not why["verified"]:
        return f"{tied} and takes a share of the pot, but took nothing (rule 5.13)."
    difference = off(why["taken"] - why["due"])
    return (
        f"{tied} and takes {why['due']} of {hand.prize()}, but {took}: {difference} "
        f"{hand.rule('5.13', prize=True)}."
    )


def _active(hand: HandInWords) -> list[int]:
    return [
        seat
        for seat, active in enumerate(hand.form.active[: hand.seated, hand.row].tolist())
        if active
    ]


def _nothing_due(hand: HandInWords, fact: Fact) -> str:
    """Say who had the pot coming instead, if anybody."""
    won, winner = fact.why["won"], fact.why["winner"]
    active = _active(hand)
    if not active and winner < 0:
        return "nobody played: the pot stays (rule 3.6)"
    if winner >= 0:
        why = {
            0: "dealt, and takes what all passed for (rule 3.6)",
            1: "alone played and takes it (rule 3.6)",
        }.get(len(active), f"alone had the most tricks ({won[winner]}) and takes it (rule 5.1)")
        return f"{hand.name(winner)} {why}"
    most = max(won[seat] for seat in active)
    leaders = [seat for seat in active if won[seat] == most]
    if len(leaders) > 1:
        tied = ordered((hand.name(seat), won[seat]) for seat in leaders)
        sharers = [hand.name(seat) for seat, shares in enumerate(fact.why["sharing"]) if shares]
        if sharers:
            return (
                f"the most tricks were tied ({tied}): the pot is for {listing(sharers)} (rule 5.13)"
            )
        shared = hand.judged.settlement.taken[:, hand.row] > 0
        hint = (
            "; a house that shares it has split=share in its rules"
            if shared.nonzero()[0].tolist() == leaders
            else ""
        )
        return f"the most tricks were tied ({tied}): nobody takes, the pot stays (rule 5.2){hint}"
    leader = leaders[0]
    barred = (
        "a renege was called on"
        if hand.judged.outcome.called[leader, hand.row]
        else "a card was taken back by"
    )
    rule, reason = (
        "5.3",
        f"{barred} {hand.name(leader)}, who had the most tricks and so may not take it",
    )
    if hand.rules.wins == "majority" and most < hand.rules.tricks_for_pot:
        rule, reason = (
            "5.1",
            f"{hand.name(leader)} had the most tricks ({most}), and it takes more than half",
        )
    return f"{reason}: the pot stays (rule {rule})"


def match(hand: HandInWords, fact: Fact) -> str:
    """5.4, and 5.5 where a card taken back counts as a renege: what was paid into the next pot."""
    why, who = fact.why, hand.name(fact.seat)
    if why["called"]:
        return f"{_renege(hand, fact)} {hand.rule('4.10', '5.5')}."
    tricks = int(hand.judged.outcome.won[fact.seat, hand.row])
    paid = f"paid {why['paid']}" if why["paid"] else "paid nothing"
    if why["verified"] and why["due"] and hand.judged.outcome.late[fact.seat, fact.row]:
        owed = (
            f"{who} passed after declaring to play, which costs {hand.bourre()} (rules 3.1 and 5.4)"
        )
        return f"{owed}, but {paid}: {off(why['paid'] - why['due'])}."
    if not why["bourre"]:
        active = fact.seat in _active(hand)
        reason = f"took {count(tricks, 'trick')}" if active else "did not play"
        matched = f"matched {why['paid']}" if why["verified"] else "matched the pot"
        return f"{who} {matched} but {reason}, so owed nothing (rule 5.4)."
    if not why["verified"]:
        owed = "the pot" if hand.bourre_is_stake else hand.bourre()
        return f"{who} played, took no trick and owes {owed}, but paid nothing (rule 5.4)."
    difference = off(why["paid"] - why["due"])
    rule = hand.rule("5.4") if hand.bourre_is_stake else "(rule 5.13)"
    return f"{who} played, took no trick and owes {hand.bourre()}, but {paid}: {difference} {rule}."


def penalty(hand: HandInWords, fact: Fact) -> str:
    """5.5: a renege called by the table."""
    why, who = fact.why, hand.name(fact.seat)
    if why["passed"]:
        out = "dropped out" if hand.form.playing[fact.seat, fact.row] else "passed"
        return (
            f"A renege was called on {who}, who {out}: who is out of a hand can neither win nor "
            "pay (rule 3.1)."
        )
    if why["refuted"]:
        return (
            f"A renege was called on {who}, but every card of the hand is known and all of "
            f"{who}'s plays are right (rule 5.5)."
        )
    return f"{_renege(hand, fact)} {hand.rule('5.5')}."


def _renege(hand: HandInWords, fact: Fact) -> str:
    """Say what a called renege costs and what was paid."""
    why, who = fact.why, hand.name(fact.seat)
    paid = f"paid {why['paid']}" if why["paid"] else "paid nothing"
    because = (
        "A renege was called on"
        if fact.rule == "penalty"
        else "A card taken back counts as a renege of"
    )
    if not why["verified"]:
        return f"{because} {who}, who owes the pot, but {paid}"
    both = ""
    if why["bourre"]:
        both = "; a bourré and a renege in one hand cost the larger of the two, once"
        if hand.rules.renege_and_bourre == "both":
            both = f", and as much as a bourré costs, {hand.bourre()}, besides"
    return (
        f"{because} {who}, who owes {hand.renege()}{both}, "
        f"but {paid}: {off(why['paid'] - why['due'])}"
    )


def late_pass(hand: HandInWords, fact: Fact) -> str:
    """3.1: passed after declaring to play."""
    why, who = fact.why, hand.name(fact.seat)
    said = f"{who} declared to play and passed later: who has declared to play stays in (rule 3.1)"
    if fact.amount is None:
        return (
            f"{said}. It asks what a bourré costs (rule 5.4); how much that was cannot be checked "
            "here."
        )
    paid = f"{who} paid {why['matched']}" if why["matched"] else "nothing was paid"
    return f"{said}. Staying in without a trick costs {hand.bourre()} (rule 5.4); {paid}."


def unpaid_renege(hand: HandInWords, fact: Fact) -> str:
    """5.5: a proved renege that nobody called or ruled on."""
    why, who = fact.why, hand.name(fact.seat)
    where = listing([str(trick) for trick in hand.wrong_tricks(fact.seat)])
    several = "tricks" if " " in where else "trick"
    said = f"{who} reneged in {several} {where}; nobody called it, and no ruling followed"
    if fact.amount is None:
        twice = "twice " if hand.rules.renege_factor > 1 else ""
        return f"{said}. A renege costs {twice}the pot (rule 5.5), here of unknown size."
    cost = f"It would have cost {hand.renege()}"
    if why["matched"]:
        cost += f", {fact.amount} more than the {why['matched']} paid for the bourré"
    return f"{said}. {cost} {hand.rule('5.5')}."


def unverified_pot(hand: HandInWords, fact: Fact) -> str:
    """5.10: from here on the pot is a guess."""
    counted = hand.counted_pot
    if counted is None:
        until = "From here until a counted pot is recorded, amounts are not checked"
    else:
        difference = int(hand.judged.settlement.booked[hand.row])
        booked = (
            (
                f"; {abs(difference)} {'more' if difference > 0 else 'less'} than the books had, "
                "unexplained"
            )
            if difference
            else ""
        )
        until = f"The pot counted here, {counted}, resets it{booked}"
    return f"The pot cannot be followed to this hand: {_unknown(hand, fact)}. {until} (rule 5.10)."


def _unknown(  # noqa: C901, PLR0911 - one for each reason
    hand: HandInWords, fact: Fact
) -> str:
    before = hand.previous()
    if fact.why["lost"]:
        return (
            "a line above it that cannot be read may have changed the ante, the rules, who sits "
            "there or the pot"
        )
    if fact.why["missing"]:
        return "by their numbers, hands are missing before it, or in another order"
    if fact.why["unwritten"]:
        return "hands were played before it that nobody wrote down"
    if before is None:
        pot_known = hand.info.pot is not None and hand.info.pot_sure
        if not pot_known:
            return "what was carried into the evening is not known for certain"
        return _NO_DEALER if _dealer_antes_unnoted(hand) else _NOBODY_SAID
    which = f"hand {hand.number(before)}" if hand.number(before) >= 0 else "the hand before"
    if fact.why["bourre_unsaid"]:
        claimed = int(hand.judged.outcome.bourre_unsaid[: hand.row].nonzero()[0][-1])
        named = f"hand {hand.number(claimed)}" if hand.number(claimed) >= 0 else "a hand before"
        return (
            f"{named} ended by a claim, and nobody wrote who went bourré in it (write `match "
            "NAME` there, or `match -`)"
        )
    if hand.hands.quarantined[before]:
        return f"{which} has a line that cannot be read"
    recorded = hand.hands.has_take[before] and hand.hands.has_match[before]
    if not hand.judged.outcome.known[before] and not recorded:
        return f"who won what in {which} is not known, nor everything that was paid"
    if fact.why["stays"]:
        return (
            f"nobody wrote down who took the pot of {which}: write `take NAME` there, or `take -`"
        )
    if fact.why["fees"]:
        return f"who else paid to play in {which} is not known"
    if fact.why["lacking"]:
        lacking = count(fact.why["lacking"], "chip")
        return f"more was taken from it than lay in it, {lacking} that nobody can explain"
    if _dealer_antes_unnoted(hand):
        return _NO_DEALER
    return f"who was exempt from the ante after {which} is not known"


_NOBODY_SAID: Final = (
    "who is exempt from the first ante is not known (write an `exempt` line, or `exempt -` for "
    "nobody)"
)
_NO_DEALER: Final = (
    "the dealer anted for all, and nobody noted who dealt (write the dealer, or an `ante` line)"
)


def _dealer_antes_unnoted(hand: HandInWords) -> bool:
    return bool(
        hand.rules.dealer_antes
        and hand.hands.no_dealer[hand.row]
        and not hand.hands.has_ante[hand.row]
    )


def chip_count(hand: HandInWords, fact: Fact) -> str:
    """Chips as counted against the books; of a night kept by chips, what they do not add up to."""
    doubt = _doubt(hand, fact)
    if fact.player < 0:
        more = "more" if (fact.amount or 0) > 0 else "fewer"
        return (
            f"The chips counted do not add up: together they are {abs(fact.amount or 0)} {more} "
            "than were bought, won and lost. "
            f"Nobody owes them until the table says whose they are.{doubt}"
        )
    who = hand.info.players[fact.player]
    counted, books = fact.why["counted"], fact.why["books"]
    more = "more" if counted > books else "fewer"
    verb = "cashed out" if fact.why["cashed"] else "counted"
    difference = f"{abs(counted - books)} {more} than the {books} in the books"
    return f"{who} {verb} {count(counted, 'chip')}, {difference} (bought, won and lost).{doubt}"


def _doubt(hand: HandInWords, fact: Fact) -> str:
    """Say that the books may be wrong and not the count, where a hand before it is not fully known;
    nothing if all are.
    """
    judged, hands, settled = hand.judged, hand.hands, hand.judged.settlement
    rows = slice(hand.info.first_row, hand.info.first_row + hand.info.rows)
    followed = (
        (judged.outcome.known | hands.misdeal)
        & settled.verified
        & ~settled.unverified_first
        & ~hands.quarantined
    )
    (doubted,) = (~followed[rows] & (hands.line[rows] < fact.line)).nonzero()
    if not len(doubted):
        return ""
    number = hand.number(rows.start + int(doubted[0]))
    where = f"hand {number}" if number >= 0 else "a hand without a number"
    return f" From {where} on, the books are incomplete, so the count may be right."
