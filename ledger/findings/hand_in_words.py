"""One hand as sentences need it: who sits where, what lay on the table, and where a card in a hand is known from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.engine import WRONG
from ledger.game.play import cards_in, mask_of_suit
from ledger.hands.model import ABSENT, BY_TRICKS
from ledger.wording import SUIT_NAMES, cards, count, listing

if TYPE_CHECKING:
    from ledger.engine import Fact, Judged


class HandInWords:
    """The hand that a fact is about. Seats are places at the table, tricks count from 0 as in the columns.

    Of a fact about no hand, such as chips counted between two, there is only the session (``info``).
    """

    __slots__ = ("ante", "form", "hands", "info", "judged", "played", "row", "rules")

    def __init__(self, judged: Judged, fact: Fact) -> None:
        self.judged = judged
        self.hands = judged.hands
        self.form = judged.replay.form
        self.row = fact.row
        self.info = self.hands.sessions[int(self.hands.session[fact.row]) if fact.row >= 0 else fact.session]
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
    def is_score(self) -> bool:
        """True if those who played are the ones whose tricks are told, and no line says who plays or passes."""
        return int(self.hands.score[self.row]) == BY_TRICKS

    @property
    def counted_pot(self) -> int | None:
        """The pot as the table counted it, None where nobody wrote that down."""
        counted = int(self.hands.pot[self.row])
        return None if counted == ABSENT else counted

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
        """The tricks that count, each as (seat, card, card taken back) in order of play, as they were recorded.

        Of a trick that somebody laid down a card for there is nothing: nobody else's card is written down.
        """
        if self.played is None:
            self.played = [
                [] if self.form.laid_down(trick)[self.row] else self._trick(trick)
                for trick in range(int(self.form.tricks[self.row]))
            ]
        return self.played

    def _trick(self, trick: int) -> list[tuple[int, int, int]]:
        places, line = self.form.places_in_turn(trick, self.row), self.form.trick_line(trick, self.row)
        cards, back = (column[line, : len(places), self.row].tolist() for column in (self.hands.cards, self.hands.withdrawn))
        return list(zip(places, cards, back, strict=True))

    def wrong_tricks(self, seat: int) -> list[int]:
        """The tricks, from 1, in which ``seat`` played a wrong card."""
        verdict = self.judged.replay.verdict
        return [
            trick + 1
            for trick, plays in enumerate(self.tricks())
            for turn, (place, _, _) in enumerate(plays)
            if place == seat and verdict[trick, turn, self.row] == WRONG
        ]

    def known_from(self, seat: int, card: int, trick: int) -> str:
        """What shows that ``seat`` held ``card`` at ``trick`` (or at any time, for -1): ``played it in trick 4``."""
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
            return "took it back in this very trick" if taken_back == trick else f"took it back in trick {taken_back + 1}"
        if card in hands.drawn[:, seat, row].tolist():
            return "drew it"
        if int(hands.turned[row]) == card:
            return "kept it, the turned card" if self.rules.trump == "dealer" else "took it, the turned card"
        return "kept it from the deal"

    def held(self, seat: int, mask: int, trick: int) -> str:
        """The cards that were in a hand, each with what shows it: ``A♦: played it in trick 4; K♦ and 9♦: drew them``."""
        sources: dict[str, int] = {}
        for card in cards_in(mask):
            source = self.known_from(seat, card, trick)
            sources[source] = sources.get(source, 0) | 1 << card
        return "; ".join(
            f"{cards(found)}: {source if found.bit_count() == 1 else source.replace(' it', ' them')}"
            for source, found in sources.items()
        )

    def prize(self) -> str:
        """What a single winner takes: the stake, or ``the pot of 13`` where the limit is not on it (5.9)."""
        settled, row = self.judged.settlement, self.row
        whole = settled.prize[row] == settled.pot[row]
        return f"the pot of {int(settled.pot[row])}" if whole else self.stake()

    def bourre(self) -> str:
        """What a bourré costs: the stake, or ``2 chips, what a bourré costs in this house`` (5.13)."""
        price = self.rules.bourre
        return self.stake() if price is None else f"{count(price, 'chip')}, what a bourré costs in this house"

    def stake(self, *, factor: int = 1) -> str:
        """How the stake comes about: ``the pot of 13``, or ``12, the limit on a pot of 13``."""
        settled, row = self.judged.settlement, self.row
        pot, stake = int(settled.pot[row]), int(settled.stake[row])
        if factor == 1:
            return f"the pot of {pot}" if stake == pot else f"{stake}, the limit on a pot of {pot}"
        return f"{factor * stake}, twice the {'pot' if stake == pot else 'limit on a pot'} of {pot}"

    def rule(self, *numbers: str, prize: bool = False) -> str:
        """``(rule 5.4)``, or ``(rules 5.4 and 5.9)`` where the limit matters: to costs, or to the ``prize``."""
        settled, row = self.judged.settlement, self.row
        limited = int((settled.prize if prize else settled.stake)[row]) < int(settled.pot[row])
        every = [*numbers, "5.9"] if limited else list(numbers)
        return f"(rule{'' if len(every) == 1 else 's'} {listing(every)})"
