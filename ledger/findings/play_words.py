"""Sentences about the record and the play, in the order of a hand; first the hand itself, as all
sentences need it.

The play: reneges, cards taken back, claims, the wrong player leading (rules.md 4). A record that
cannot be right: sizes, one card in two places, draws, scores (1.3, 3.2 to 3.4, 6.5). What comes
before the first card: seats, deal, declarations (1 to 3, 7.4). A session that stops in its last
hand, which is no finding, for nobody did anything wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ledger.engine import CLAIMED, NOBODY_WON, ONE_NAMED
from ledger.game.play import UNKNOWN, cards_in, mask_of_suit, pretty, ranks, sure_tricks
from ledger.wording import SUIT_NAMES, cards, count, listing, ordered

if TYPE_CHECKING:
    from ledger.engine import Fact, Judged


class HandInWords:
    """The hand that a fact is about.

    Seats are places at the table, tricks count from 0 as in the columns.

    Of a fact about no hand, such as chips counted between two, there is only the session
    (``info``).
    """

    __slots__ = ("ante", "form", "hands", "info", "judged", "played", "row", "rules")

    def __init__(self, judged: Judged, fact: Fact) -> None:
        self.judged = judged
        self.hands = judged.hands
        self.form = judged.replay.form
        self.row = fact.row
        self.info = self.hands.sessions[
            int(self.hands.session[fact.row]) if fact.row >= 0 else fact.session
        ]
        house = self.hands.house_of(fact.row) if fact.row >= 0 else self.info.house
        self.rules, self.ante = house
        self.played: list[list[tuple[int, int, int]]] | None = None

    @property
    def seated(self) -> int:
        """How many sit at the table; the dealer is the last of them."""
        return int(self.hands.seated[self.row])

    @property
    def dealer(self) -> str:
        """The dealer's name."""
        return self.name(self.seated - 1)

    @property
    def trump(self) -> str:
        """The trump suit in a word."""
        return SUIT_NAMES[int(self.hands.trump[self.row])]

    @property
    def trumps(self) -> int:
        """The mask of the trump suit, 0 where it is unknown."""
        return mask_of_suit(int(self.hands.trump[self.row]))

    @property
    def counted_pot(self) -> int | None:
        """The pot as the table counted it, None where nobody wrote that down."""
        counted = int(self.hands.pot[self.row])
        return None if counted < 0 else counted

    def name(self, seat: int) -> str:
        """The name of the player in a place."""
        return self.info.players[int(self.hands.player[seat, self.row])]

    def number(self, row: int) -> int:
        """The number of a hand."""
        return int(self.hands.number[row])

    def previous(self) -> int | None:
        """The row of the hand before in this session, None for the first."""
        return self.row - 1 if self.row > self.info.first_row else None

    def tricks(self) -> list[list[tuple[int, int, int]]]:
        """The tricks that count, each as (seat, card, card taken back) in order of play, as they
        were recorded.

        Of a trick that somebody laid down a card for there is nothing: nobody else's card is
        written down.
        """
        if self.played is None:
            self.played = [
                [] if self.form.laid_down(trick)[self.row] else self._trick(trick)
                for trick in range(int(self.form.tricks[self.row]))
            ]
        return self.played

    def _trick(self, trick: int) -> list[tuple[int, int, int]]:
        places, line = (
            self.form.places_in_turn(trick, self.row),
            self.form.trick_line(trick, self.row),
        )
        cards, back = (
            column[line, : len(places), self.row].tolist()
            for column in (self.hands.cards, self.hands.withdrawn)
        )
        return list(zip(places, cards, back, strict=True))

    def wrong_tricks(self, seat: int) -> list[int]:
        """The tricks, from 1, in which ``seat`` played a wrong card."""
        from ledger.engine import WRONG  # noqa: PLC0415 - commands that need no arrays load these sentences

        verdict = self.judged.replay.verdict
        return [
            trick + 1
            for trick, plays in enumerate(self.tricks())
            for turn, (place, _, _) in enumerate(plays)
            if place == seat and verdict[trick, turn, self.row] == WRONG
        ]

    def known_from(self, seat: int, card: int, trick: int) -> str:
        """What shows that ``seat`` held ``card`` at ``trick`` (or at any time, for -1): ``played it
        in trick 4``.
        """
        hands, row = self.hands, self.row
        taken_back = -1
        for at, plays in enumerate(self.tricks()):
            for place, played, withdrawn in plays:
                if place == seat and played == card and at > trick:
                    return f"played it in trick {at + 1}"
                if place == seat and withdrawn == card:
                    taken_back = at
        if int(hands.claim[row]) == seat and card in hands.shown[:, row].tolist():
            return "showed it when claiming"
        if taken_back >= 0:
            return (
                "took it back in this very trick"
                if taken_back == trick
                else f"took it back in trick {taken_back + 1}"
            )
        if card in hands.drawn[:, seat, row].tolist():
            return "drew it"
        if int(hands.turned[row]) == card:
            return (
                "kept it, the turned card"
                if self.rules.trump == "dealer"
                else "took it, the turned card"
            )
        return "kept it from the deal"

    def held(self, seat: int, mask: int, trick: int) -> str:
        """The cards that were in a hand, each with what shows it: ``A♦: played it in trick 4; K♦
        and 9♦: drew them``.
        """
        sources: dict[str, int] = {}
        for card in cards_in(mask):
            source = self.known_from(seat, card, trick)
            sources[source] = sources.get(source, 0) | 1 << card
        return "; ".join(
            (
                f"{cards(found)}: "
                f"{source if found.bit_count() == 1 else source.replace(' it', ' them')}"
            )
            for source, found in sources.items()
        )

    def prize(self) -> str:
        """What a single winner takes: the stake, or ``the pot of 13`` where the limit is not on it
        (5.9).
        """
        settled, row = self.judged.settlement, self.row
        whole = settled.prize[row] == settled.pot[row]
        return f"the pot of {int(settled.pot[row])}" if whole else self.stake()

    def bourre(self) -> str:
        """What a bourré costs: the stake, or ``2 chips, what a bourré costs in this house``
        (5.13).
        """
        due = count(int(self.judged.settlement.bourre_due[self.row]), "chip")
        return self.stake() if self.bourre_is_stake else f"{due}, what a bourré costs in this house"

    @property
    def bourre_is_stake(self) -> bool:
        """True where a bourré costs the stake (5.4), and has no price of its own (5.13)."""
        return bool(self.judged.settlement.bourre_is_stake[self.row])

    def renege(self) -> str:
        """What a renege costs: the stake, or ``26, twice the pot of 13`` as far as the limit goes
        (5.9).
        """
        settled, row = self.judged.settlement, self.row
        pot, stake, due = (
            int(one[row]) for one in (settled.pot, settled.stake, settled.renege_due)
        )
        if due == stake:
            return self.stake()
        if self._double_is_limited:
            return f"{due}, the limit on twice the pot of {pot}"
        return f"{due}, twice the {'pot' if stake == pot else 'limit on a pot'} of {pot}"

    @property
    def _double_is_limited(self) -> bool:
        """True if a renege costs more than the stake, but for the limit not twice as much (5.9)."""
        settled, row = self.judged.settlement, self.row
        return bool(settled.stake[row] < settled.renege_due[row] < 2 * settled.stake[row])

    def stake(self) -> str:
        """How the stake comes about: ``the pot of 13``, or ``12, the limit on a pot of 13``."""
        settled, row = self.judged.settlement, self.row
        pot, stake = int(settled.pot[row]), int(settled.stake[row])
        return f"the pot of {pot}" if stake == pot else f"{stake}, the limit on a pot of {pot}"

    def rule(self, *numbers: str, prize: bool = False) -> str:
        """``(rule 5.4)``, or ``(rules 5.4 and 5.9)`` where the limit matters: to costs, or to the
        ``prize``.
        """
        settled, row = self.judged.settlement, self.row
        limited = int((settled.prize if prize else settled.stake)[row]) < int(settled.pot[row])
        limited |= "5.5" in numbers and self._double_is_limited
        every = [*numbers, "5.9"] if limited else list(numbers)
        return f"(rule{'' if len(every) == 1 else 's'} {listing(every)})"


# --- The play -------------------------------------------------------------------------------------
MOST_NAMED: Final = 5  # cards named one by one in a list


def follow_suit(hand: HandInWords, fact: Fact) -> str:
    """4.3: a card of the suit led was in hand."""
    leader, led, _ = hand.tricks()[fact.trick - 1][0]
    said = (
        f"{hand.name(leader)} led {pretty(led)} and {_who(hand, fact)} played "
        f"{pretty(fact.card)}: must follow suit (rule 4.3)"
    )
    return f"{said}. {_evidence(hand, fact, fact.why['held'] & fact.why['led'])}"


def must_trump(hand: HandInWords, fact: Fact) -> str:
    """4.4: not following, a trump was in hand."""
    leader, led, _ = hand.tricks()[fact.trick - 1][0]
    best = fact.why["best"]
    if best & hand.trumps and not hand.rules.must_trump:
        duty = "must trump with one that wins (rules 4.4 and 4.6)"
    else:
        duty = "must trump (rule 4.4)"
    said = (
        f"{hand.name(leader)} led {pretty(led)} and {_who(hand, fact)} played "
        f"{pretty(fact.card)}: if not following, {duty}"
    )
    mask = fact.why["held"] & hand.trumps if hand.rules.must_trump else fact.required or 0
    return f"{said}; {hand.trump} are trumps. {_evidence(hand, fact, mask)}"


def must_beat(hand: HandInWords, fact: Fact) -> str:
    """4.5: a card that beats the best one on the table was in hand."""
    leader, led, _ = hand.tricks()[fact.trick - 1][0]
    best = _best(hand, fact)
    table = f"{hand.name(leader)} led {pretty(led)}"
    if best != pretty(led):
        table += f", {best} was the best card"
    said = (
        f"{table} and {_who(hand, fact)} played {pretty(fact.card)}: must beat the best card if "
        "able (rule 4.5)"
    )
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
            f"{'' if hand.rules.cinch == 'literal' else 'not last to play, '}must play the "
            "highest trump (rule 4.8 b)"
        )
    others = f"the trumps that may be out are {_highest(out)}" if out else "no trump can be out"
    if shown_out:
        others = "everybody else has shown that they have no trump"
    numbers = (
        f"{won} won and {sure} sure make {won + sure} of {count(hand.rules.hand_size, 'trick')}; "
        f"{others}"
    )
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
    turn, seat, best = next(
        (turn, seat, card)
        for turn, (seat, card, _) in enumerate(plays)
        if fact.why["best"] == 1 << card
    )
    return f"{hand.name(seat)}'s {pretty(best)}" if turn else pretty(best)


def _evidence(hand: HandInWords, fact: Fact, shown: int) -> str:
    """What was held, where that is known from, and what would have been right."""
    required = fact.required or 0
    said = f"Held {hand.held(fact.seat, shown | required, fact.trick - 1)}"
    # Among cards that nobody wrote down there may be others that were right, and only they.
    whole = fact.why["held"].bit_count() > hand.rules.hand_size - fact.trick
    known = "" if whole else ", of those that are known"
    if shown & ~required == 0:
        number = required.bit_count()
        if number == 1:
            return f"{said}. That was the card to play{known}."
        return f"{said}. {'Either' if number == 2 else 'Any'} of them was right{known}."
    because = ""
    if fact.why["cinch"] is not None and fact.rule != "cinch":
        because = ", because with the pot certain the highest trump is due (rule 4.8)"
    elif fact.rule != "cinch" and fact.why["best"]:
        because = f", to beat {_best(hand, fact)} as well (rule 4.5)"
    return f"{said}. Right{known}: {cards(required, 'or')}{because}."


def recall(hand: HandInWords, fact: Fact) -> str:
    """4.10: a card taken back, and what the house makes of it."""
    card = pretty(fact.card) if fact.card < UNKNOWN else "a card that was not recorded"
    instead = fact.why.get("instead", UNKNOWN)
    other = pretty(instead) if instead < UNKNOWN else "another"
    who = _who(hand, fact)
    if not (hand.form.active | hand.judged.replay.recalls)[fact.seat, fact.row]:
        return (
            f"{who} took a card back, by the record, but was not in the hand: that has no "
            "consequence (rule 4.10)."
        )
    if fact.remark:
        return (
            f"{who} took back {card} and played {other} instead: {card} was right, so that has no "
            "consequence (rule 4.10)."
        )
    said = f"{who} took back {card} and played {other} instead (rule 4.10)"
    if fact.settled is not None:
        return f"{said}: the table waived it, so that has no consequence."
    if not fact.why["wrong"] and hand.rules.recall != "free":
        cost = {
            "forfeit": "the pot and the next turn to deal",
            "renege": "what a renege costs",
        }[hand.rules.recall]
        return (
            f"{said}: nobody can tell whether that card was wrong, so it may have cost {cost}. A "
            "`take` or `renege` line says what the table made of it."
        )
    follows = {
        "forfeit": f"{who} cannot win this pot and forfeits the next turn to deal",
        "free": "in this house that costs nothing",
        "renege": "in this house that is still a renege, and is paid as one (rule 5.5)",
    }[hand.rules.recall]
    return f"{said}: {follows}."


def claim(hand: HandInWords, fact: Fact) -> str:
    """4.11: a claim that is not proven."""
    why, who, laid = fact.why, _who(hand, fact), fact.why["laid"]
    if not hand.hands.stayers_said[hand.row]:
        unsaid = (
            "and nobody wrote down who stayed: the claim is not followed (rule 4.11). Write who "
            "stayed in `play` lines."
        )
        return f"{who} claimed tricks, {unsaid}"
    if not why["active"]:
        return (
            f"{who} claimed tricks, but was not in the hand: the claim does not count (rule 4.11)."
        )
    said = f"{who} claimed {count(laid, 'trick')}"
    if why["every"]:
        rule = "every card that takes one of these tricks must be sure (rule 4.11)"
    else:
        rule = f"with those already won, {why['needed']} tricks must be sure (rule 4.11)"
    theirs = f"{'The trick counts' if laid == 1 else 'The tricks count'} as {who}'s"
    if why["contradictory"]:
        return (
            f"{said}, but the record of {who}'s cards contradicts itself, so nobody can tell: "
            f"{rule}. {theirs}."
        )
    if not hand.trumps and fact.unproved:
        return f"{said}, but the trump suit is not recorded, so nobody can tell: {rule}. {theirs}."
    if why["cards"]:
        said += f" with {cards(why['cards'])}"
    if fact.unproved:
        return (
            f"{said}, which is neither proven nor disproven, because {_unclear(why)}: {rule}. "
            f"{theirs}."
        )
    return f"{said}, but {rule}: {'; '.join(_unsure(hand, why))}. {theirs} anyway."


def _unclear(why: Mapping[str, Any]) -> str:
    """Why nobody can tell of a claim whether it was right."""
    known, laid = why["cards"].bit_count(), why["laid"]
    if not known:
        return "the cards are not recorded"
    if known < laid:
        return f"only {known} of the {laid} cards {'is' if known == 1 else 'are'} known"
    if why["missing"]:
        return "a trick is missing: if it was played before the claim, add its line"
    return "the record does not show which trumps are still out, or who won the earlier tricks"


def _unsure(hand: HandInWords, why: Mapping[str, Any]) -> list[str]:
    """Say why a claim is wrong: cards that are not sure of a trick (4.8), or too few tricks."""
    trumps, plain, out = why["cards"] & hand.trumps, why["cards"] & ~hand.trumps, why["out"]
    suit = int(hand.hands.trump[hand.row])
    reasons = []
    if hand.trumps and sure_tricks(ranks(trumps, suit), ranks(out, suit)) < trumps.bit_count():
        reasons.append(f"{_highest(out)} {'is' if out.bit_count() == 1 else 'are'} still out")
    if hand.trumps and plain:
        reasons.append(
            f"{cards(plain)} {'is not a trump' if plain.bit_count() == 1 else 'are not trumps'}"
        )
    if not why["every"]:
        reasons.append(
            f"{why['won']} won and {why['most']} that could be sure make {why['won'] + why['most']}"
        )
    return reasons


def turn(hand: HandInWords, fact: Fact) -> str:
    """4.1: the wrong player led."""
    who, trick = _who(hand, fact), fact.trick
    expected = fact.why["expected"]
    if not hand.form.active[:, hand.row].any():
        nobody = "but no `play` line says that anybody was in the hand"
        return (
            f"{who} led trick {trick}, {nobody} (rule 4.1). The hand is not followed from there on."
        )
    if expected < 0:
        return (
            f"{who} led trick {trick}, but was not in the hand (rule 4.1). The hand is not "
            "followed from there on."
        )
    right = hand.name(expected)
    if trick == 1:
        first = f"the first still in to the left of the dealer, {hand.dealer}"
        return f"{who} led trick 1, but {right} is {first}, and leads (rule 4.1)."
    card = next((card for seat, card, _ in hand.tricks()[trick - 2] if seat == expected), None)
    if card is None:
        return (
            f"{who} led trick {trick}, but {right} claimed trick {trick - 1} and leads (rules 4.1 "
            "and 4.11)."
        )
    with_card = f" with {pretty(card)}" if card < UNKNOWN else ""
    return (
        f"{who} led trick {trick}, but {right} won trick {trick - 1}{with_card} and leads (rule "
        "4.1)."
    )


# --- Contradictions -------------------------------------------------------------------------------
def hand_size(hand: HandInWords, fact: Fact) -> str:
    """1.3 and 4.2: a trick, a deal or a hand of the wrong size."""
    why, size = fact.why, hand.rules.hand_size
    if fact.trick:
        if why["too_many"]:
            return (
                f"Trick {fact.trick} is one too many: a hand has {size} cards, so {size} tricks "
                "(rule 1.3)."
            )
        if not hand.hands.stayers_said[hand.row]:
            return (
                f"Trick {fact.trick} has {count(why['cards'], 'card')}, and nobody wrote down who "
                "played them (rule 4.2). "
                "The hand is not followed. Write who stayed in `play` lines, one card of each in "
                "every trick."
            )
        forgotten = (
            " Write ?? for a card that nobody noted." if why["cards"] < why["players"] else ""
        )
        return (
            f"Trick {fact.trick} has {count(why['cards'], 'card')}, but "
            f"{count(why['players'], 'player')} were in the hand: "
            f"one card each (rule 4.2). The hand is not followed from there on.{forgotten}"
        )
    who = hand.name(fact.seat)
    if "dealt" in why:
        return f"{who} was dealt {count(why['dealt'], 'card')}; a hand has {size} (rule 1.3)."
    return (
        f"{who} is recorded with {why['held'].bit_count()} cards; a hand has {size} (rule 1.3). "
        f"Held {hand.held(fact.seat, why['held'], -1)}. Such a record proves nothing about "
        f"{who}'s plays (rule 6.5)."
    )


def duplicate_card(hand: HandInWords, fact: Fact) -> str:
    """3.4: one card in two places at once."""
    places = _places(hand, fact)
    number = "two" if len(places) <= 2 else "several"
    return (
        f"{pretty(fact.card)} is in {number} places at once: {listing(places)} (rule 3.4). It is "
        "read as unknown (rule 6.5)."
    )


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
            f"{who} played {card} in trick {fact.trick}, but after the draw held {held} and "
            "nothing else (rule 6.1). "
            f"The card is read as unknown (rule 6.5)."
        )
    return (
        f"{who} discarded {card}, but was dealt {held} and nothing else (rule 6.1). The card is "
        "read as unknown (rule 6.5)."
    )


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
    reasons += [
        f"{hand.name(seat)} was not in the hand"
        for seat, _ in counted
        if not hand.form.active[seat, hand.row]
    ]
    given = dict(counted)
    reasons += [
        f"{hand.name(seat)} took at least {number} of the recorded tricks"
        for seat, number in won
        if given.get(seat, 0) < number
    ]
    hint = (
        " Add who took the others, or a name and ? for whom nobody counted."
        if total < size and not won
        else ""
    )
    return f"{said}, but {listing(reasons)} (rule 5.1).{hint}"


def _score(hand: HandInWords, won: list[tuple[int, int]]) -> str:
    return ordered((hand.name(seat), number) for seat, number in won) or "nothing"


# --- Before the play ------------------------------------------------------------------------------
def qualify(hand: HandInWords, fact: Fact) -> str:
    """7.4: neither a trump nor a club among the cards dealt."""
    return (
        f"{hand.name(fact.seat)} was dealt {cards(fact.why['dealt'])} and played: "
        f"a player needs a trump ({hand.trump}) or a club to play (rule 7.4)."
    )


def dealer_must_play(hand: HandInWords, fact: Fact) -> str:
    """3.5: the dealer turned an ace; 5.13: a house where the dealer always plays."""
    if fact.why["turned"] is None:
        return (
            f"{hand.dealer} dealt and passed: in this house the dealer may never pass (rule 5.13)."
        )
    turned = pretty(fact.why["turned"])
    return (
        f"{hand.dealer} dealt, turned up {turned} and passed: with an ace the dealer must play "
        "(rule 3.5)."
    )


def declare_order(hand: HandInWords, fact: Fact) -> str:  # noqa: ARG001 - every sentence is asked alike
    """3.1: declarations go round from the dealer's left."""
    order = hand.hands.order[:, hand.row].tolist()
    declared = sorted((rank, seat) for seat, rank in enumerate(order) if rank >= 0)
    late, before = next(
        (later, earlier) for (_, earlier), (_, later) in pairwise(declared) if later < earlier
    )
    return (
        f"{hand.name(before)} declared before {hand.name(late)}, whose turn comes first: "
        f"declarations start on the left of the dealer, {hand.dealer} (rule 3.1)."
    )


def draw_cap(hand: HandInWords, fact: Fact) -> str:
    """3.3: more discards than allowed."""
    who, discards, cap = hand.name(fact.seat), count(fact.why["discards"], "card"), fact.why["cap"]
    if cap == hand.rules.hand_size:
        return f"{who} discarded {discards}; a hand has {cap} (rule 3.3)."
    return (
        f"{who} discarded {discards}; at most {cap} are allowed with {hand.seated} at the table "
        "(rule 3.3)."
    )


def seats(hand: HandInWords, fact: Fact) -> str:
    """1.2: a number of players that the game is not for."""
    low, high = hand.rules.seats
    return (
        f"{fact.why['seated']} players sit at the table; these rules ({hand.rules.preset}) are "
        f"for {low} to {high} (rule 1.2)."
    )


def dealer(hand: HandInWords, fact: Fact) -> str:
    """2.5: the deal passes left, skipping those who have forfeited a turn."""
    seated = hand.seated
    who, expected = hand.name(fact.seat), fact.why["expected"]
    said = f"{who} dealt, but it was {hand.name(expected)}'s turn (rule 2.5)"
    before = hand.row - 1  # no dealer is expected of a session's first hand
    if hand.hands.misdeal[before] and _dealer_of(hand, before) == hand.name(expected):
        return (
            f"{said}: hand {hand.number(before)} was thrown in, and {hand.name(expected)} deals "
            "again (rule 5.14)."
        )
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
                return (
                    f"{hand.name(place)} forfeited a turn by announcing early in hand "
                    f"{hand.number(row)} (rule 3.9)"
                )
            forfeits = hands.house_of(row).rules.recall == "forfeit"
            if forfeits and replay.recalls[seat, row] and not _waived(hand, row, seat):
                may = "forfeited" if replay.recalls_wrong[seat, row] else "may have forfeited"
                return (
                    f"{hand.name(place)} {may} a turn by taking a card back in hand "
                    f"{hand.number(row)} (rule 4.10)"
                )
    return f"{hand.name(place)} had forfeited a turn"


def _waived(hand: HandInWords, row: int, seat: int) -> bool:
    """True if the table let a card taken back go."""
    facts = hand.judged.facts
    return any(
        fact.rule == "recall" and (fact.row, fact.seat) == (row, seat) and fact.settled is not None
        for fact in facts
    )


def hand_number(hand: HandInWords, fact: Fact) -> str:
    """A hand's number is one more than the number before it."""
    before, number = fact.why["before"], hand.number(hand.row)
    should = f"{before} or {before + 1}" if hand.hands.misdeal[hand.row - 1] else str(before + 1)
    missing = number - before - 1
    hint = ""
    if missing == 1:
        hint = f" Hand {before + 1} may be missing."
    elif number == before:
        hint = " If it is the same hand written twice, delete one: both are counted."
    elif missing > 1:
        hint = f" Hands {before + 1} to {number - 1} may be missing."
    return f"Hand {number} comes after hand {before}: it should be number {should}.{hint}"


def all_passed(hand: HandInWords, fact: Fact) -> str:
    """3.6: nobody was left to play."""
    if fact.why["dropped"]:
        return (
            "Everyone who played passed after the draw, so nobody won the pot: it stays (rule 3.6)."
        )
    if hand.rules.gives_dealer_the_pot:
        return "Everyone passed, so in this house the dealer takes the pot (rule 3.6)."
    should = f"With everyone else out, the dealer, {hand.dealer}, should play."
    return f"Everyone passed, so nobody won the pot: it stays (rule 3.6). {should}"


# --- Endings --------------------------------------------------------------------------------------
_MISSING: Final = {
    NOBODY_WON: "{hand}, has no end: {pot}, and more may be missing after it",
    ONE_NAMED: (
        "what is missing at the end of {hand}: its {pot} count as won by the only player named as "
        "playing"
    ),
    CLAIMED: "{hand}, has a claim, and nobody wrote down who took the tricks after it: "
    "a bourré may be missing, and more after it",
}


def without_an_end(kind: int, hand: str, pot: str) -> str:
    """What is missing at the end of the last hand, by the ``kind`` of its ending; ``pot`` is what
    lies in it, if anything.
    """
    lies = f"its pot holds {pot}" if pot else "nobody has won it"
    return _MISSING[kind].format(hand=hand, pot=pot if kind == ONE_NAMED else lies)


TO_END_IT: Final = (
    "write what is missing at the end of ",
    "; if nothing is, end it with `end carry`",
)
"""What to do about it, before and after the name of the file."""
