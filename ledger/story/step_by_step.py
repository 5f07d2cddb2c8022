"""The moments of a hand: what is on the table, what everybody is known to hold, whose turn it is,
and a sentence about it.
"""

from __future__ import annotations

from dataclasses import replace

from ledger import findings
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.game.play import NAMES, UNKNOWN, best_of, mask_of_card, mask_of_suit
from ledger.story import sentences
from ledger.story.retelling import Laid, Moment, Place, Play, Retelling, Seat, Trick
from ledger.wording import listing


def moments(hand: Retelling) -> list[Moment]:
    """The moments of a hand in order; none for a hand in quarantine, which could not be read."""
    if not hand.seats:
        return []
    told = _Teller(hand).tell()
    mine: list[list[findings.Finding]] = [[] for _ in told]
    for found in hand.findings:
        mine[_place_of(found, told)].append(found)
    return [replace(moment, findings=tuple(here)) for moment, here in zip(told, mine, strict=True)]


def _place_of(found: findings.Finding, told: list[Moment]) -> int:
    """The index in ``told`` of the moment that a finding belongs to."""
    told_at = KINDS_OF_FINDING[found.rule].told_at
    # A claim is about tricks that are not played any more, so the trick that it names has no card
    # to put the finding at.
    if found.trick is not None and told_at != ("claim",):
        here = [at for at, moment in enumerate(told) if moment.trick == found.trick]
        cards = [at for at in here if told[at].kind == "card"]
        own = [at for at in cards if told[at].player == found.player]
        return next(iter([*own, *cards, *here]), len(told) - 1)
    for kind in told_at:
        of_kind = [at for at, moment in enumerate(told) if moment.kind == kind]
        own = [at for at in of_kind if told[at].player in {found.player, None}]
        if own or (of_kind and found.player is None):
            return (own or of_kind)[0]
    return len(told) - 1


class _Teller:
    """Walks through a hand from moment to moment, keeping the state of each player."""

    def __init__(self, hand: Retelling) -> None:
        self.hand = hand
        self.order = [seat.player for seat in hand.seats]
        self.active = [seat.player for seat in hand.seats if seat.declared == "plays"]
        doubled = {
            NAMES.index(found.card)
            for found in hand.findings
            if found.rule == "duplicate-card" and found.card
        }
        self.cards = {seat.player: _before_draw(hand, seat) - doubled for seat in hand.seats}
        self.count = dict.fromkeys(self.order, 0)
        self.state = dict.fromkeys(self.order, "")
        self.won = dict.fromkeys(self.order, 0)
        self.chips = dict.fromkeys(self.order, 0)
        self.pot = hand.opening
        self.turned = ""
        self.laid: tuple[Laid, ...] = ()
        self.accused = {
            (found.trick, found.player): found
            for found in hand.findings
            if KINDS_OF_FINDING[found.rule].of_play and found.trick
        }
        self.told: list[Moment] = []

    def tell(self) -> list[Moment]:
        self.begin()
        if self.hand.misdeal:
            self.throw_in()
            return self.told
        if self.hand.game.declare == "with-draw":
            self.declare_and_draw()
        else:
            self.declare_then_draw()
        self.drop()
        before = self.hand.claimed.start if self.hand.claimed else self.hand.game.hand_size + 1
        for trick in (trick for trick in self.hand.tricks if trick.number < before):
            self.play(trick)
        if self.hand.claim is not None and (self.hand.claimed or self.hand.unfollowed is None):
            self.claim(self.hand.claim)
        for trick in (trick for trick in self.hand.tricks if trick.number > before):
            self.play(trick)
        self.end()
        return self.told

    def add(
        self,
        kind: str,
        said: str,
        player: str | None = None,
        turn: str | None = None,
        trick: int | None = None,
    ) -> None:
        """Add a moment with the current state."""
        places = tuple(
            Place(
                name,
                tuple(NAMES[card] for card in self.in_order(name)) if self.count[name] else (),
                max(0, self.count[name] - len(self.cards[name])),
                self.state[name],
                self.won[name],
                self.chips[name],
            )
            for name in self.order
        )
        self.told.append(
            Moment(kind, said, places, self.pot, trick, player, turn, self.laid, turned=self.turned)
        )

    def in_order(self, name: str) -> list[int]:
        """The known cards of a player: trumps first, then suit by suit, high cards first."""
        trump = self.hand.trump
        return sorted(
            self.cards[name],
            key=lambda card: ((card // 13 - trump) % 4 if trump >= 0 else card // 13, -card),
        )

    def pay(self, player: str, chips: int) -> None:
        self.chips[player] -= chips
        self.pot += chips

    # --- Before the play --------------------------------------------------------------------------

    def begin(self) -> None:
        hand = self.hand
        for name, chips in hand.antes.items():
            self.pay(name, chips)
        self.add("antes", sentences.antes(hand), turn=hand.dealer)
        self.count = {name: max(hand.game.hand_size, len(self.cards[name])) for name in self.order}
        lies_there = hand.game.trump == "separate" or (
            hand.game.trump == "dealer-may-take" and hand.dealer is not None
        )
        if lies_there and hand.turned < UNKNOWN:
            self.turned = NAMES[hand.turned]
        self.add("deal", sentences.deal(hand), player=hand.dealer, turn=self.order[0])

    def throw_in(self) -> None:
        """End a hand that was thrown in: it does not count (5.14), but what was paid to play it
        stays in the pot.
        """
        self.pot += self.hand.booked
        for payment in self.hand.payments:
            self.pay(payment.player, payment.chips)
        for player in self.order:
            self.fold(player)
        self.add("settled", sentences.thrown_in(self.hand))

    def declare_and_draw(self) -> None:
        """Go round once: each player declares and draws in one turn (rules.md 3.2)."""
        for at, seat in enumerate(self.hand.seats):
            drew = ""
            if not seat.declared:
                continue
            self.declare(seat)
            if seat.declared != "passes":
                drew = sentences.draws(seat)
                self.draw(seat)
            said = sentences.declares(seat)
            turn = self.order[at + 1] if at + 1 < len(self.order) else self.first_to_lead()
            self.add("declares", f"{said} and {drew}." if drew else f"{said}.", seat.player, turn)
        self.not_recorded()

    def not_recorded(self) -> None:
        """Say of whom nobody wrote down whether they stayed (5.16)."""
        names = [seat.player for seat in self.hand.seats if not seat.declared]
        if names:
            who = (
                "who stayed"
                if len(names) == len(self.order)
                else f"whether {listing(names, 'or')} stayed"
            )
            self.add("declares", f"It is not recorded {who}.")

    def declare_then_draw(self) -> None:
        """Everybody declares, in turn or at the same time; then everybody draws."""
        seats = [seat for seat in self.hand.seats if seat.declared]
        drawing = [seat for seat in seats if seat.declared != "passes"]
        if self.hand.game.declare == "simultaneous":
            for seat in seats:
                self.declare(seat)
            said = (
                [
                    (
                        f"{listing([seat.player for seat in drawing])} "
                        f"{'play' if len(drawing) > 1 else 'plays'}"
                    )
                ]
                if drawing
                else []
            )
            passing = [seat.player for seat in seats if seat.declared == "passes"]
            said += (
                [f"{listing(passing)} {'pass' if len(passing) > 1 else 'passes'}"]
                if passing
                else []
            )
            self.add(
                "declares",
                f"All declare at once: {'; '.join(said)}.",
                turn=next((seat.player for seat in drawing), None),
            )
        else:
            for at, seat in enumerate(seats):
                self.declare(seat)
                following = seats[at + 1 :] or drawing
                self.add(
                    "declares",
                    f"{sentences.declares(seat)}.",
                    seat.player,
                    following[0].player if following else None,
                )
        self.not_recorded()
        for at, seat in enumerate(drawing):
            drew = sentences.draws(seat)
            self.draw(seat)
            if drew:
                turn = drawing[at + 1].player if at + 1 < len(drawing) else self.first_to_lead()
                self.add("draws", f"{seat.player} {drew}.", seat.player, turn)

    def declare(self, seat: Seat) -> None:
        """Let a player stay in, paying what that costs, or fold."""
        self.state[seat.player] = "passed" if seat.declared == "passes" else "plays"
        if seat.declared == "passes":
            self.fold(seat.player)
        for payment in self.hand.payments:
            if payment.what == "plays" and payment.player == seat.player:
                self.pay(seat.player, payment.chips)

    def fold(self, player: str) -> None:
        self.count[player] = 0
        self.cards[player] = set()

    def draw(self, seat: Seat) -> None:
        """Replace a hand by what is known of it after the draw."""
        self.count[seat.player] = self.hand.game.hand_size
        if seat.declared == "plays":
            self.cards[seat.player] = set(self.hand.known[0][seat.player])
        else:  # a player who drops after the draw plays no card that would show more
            out, drawn = (_named(cards) for cards in (seat.out, seat.drawn))
            certain = seat.draw == 0 or (seat.out is not None and len(out) == seat.draw)
            self.cards[seat.player] = (self.cards[seat.player] - out if certain else set()) | drawn
        if seat.player == self.hand.dealer and self.takes_turned(seat):
            self.turned = ""

    def takes_turned(self, seat: Seat) -> bool:
        """True if the dealer took a separate turned card into the hand (rules.md 2.4, form 2)."""
        if self.hand.game.trump != "dealer-may-take":
            return False
        more = seat.out is not None and seat.draw is not None and len(seat.out) == seat.draw + 1
        return more or self.hand.turned in self.cards[seat.player]

    def drop(self) -> None:
        """Fold the hands of those who drop after the draw."""
        for seat in self.hand.seats:
            if seat.declared == "drops":
                self.fold(seat.player)
                self.state[seat.player] = "passed"
                self.add(
                    "drops",
                    f"{seat.player} passes after the draw.",
                    seat.player,
                    self.first_to_lead(),
                )

    def first_to_lead(self) -> str | None:
        if self.hand.tricks:
            return self.hand.tricks[0].plays[0].player
        return self.active[0] if len(self.active) > 1 else None

    # --- The play ---------------------------------------------------------------------------------

    def play(self, trick: Trick) -> None:
        """Play the cards of a trick one after the other, and give it to its winner."""
        hand, plays = self.hand, trick.plays
        after = hand.known[trick.number]
        for turn, play in enumerate(plays):
            self.cards[play.player] = set(after[play.player])
            self.count[play.player] = hand.game.hand_size - trick.number
            found = self.accused.get((trick.number, play.player))
            best = self.best(plays[: turn + 1])
            self.laid = tuple(
                Laid(one.player, NAMES[one.card], at == 0, at == best, one.verdict == "wrong")
                for at, one in enumerate(plays[: turn + 1])
            )
            following = plays[turn + 1].player if turn + 1 < len(plays) else None
            self.add(
                "card", sentences.plays(play, leads=turn == 0), play.player, following, trick.number
            )
            self.told[-1] = replace(
                self.told[-1],
                verdict=play.verdict,
                reason=sentences.reason(found, leads=turn == 0) if found else "",
                right=(found.required or ()) if found else (),
            )
        if trick.winner is not None:
            self.won[trick.winner] += 1
        self.laid = tuple(replace(one, best=one.player == trick.winner) for one in self.laid)
        self.add(
            "trick", sentences.wins(trick), trick.winner, self.leads(trick.number + 1), trick.number
        )
        self.laid = ()

    def leads(self, number: int) -> str | None:
        return next(
            (trick.plays[0].player for trick in self.hand.tricks if trick.number == number), None
        )

    def claim(self, claimant: str) -> None:
        """Lay down the claimant's cards, each for a trick (rules.md 4.11)."""
        hand = self.hand
        self.cards[claimant] |= {card for card in hand.shown if card < UNKNOWN}
        number = hand.claimed.start if hand.claimed else len(hand.tricks) + 1
        trick = number if number <= hand.game.hand_size else None
        self.add("claim", sentences.claims(hand), claimant, self.leads(hand.claimed.stop), trick)
        self.won[claimant] += len(hand.claimed)
        if self.leads(hand.claimed.stop) is not None:
            for name, cards in hand.known[hand.claimed.stop - 1].items():
                self.cards[name], self.count[name] = (
                    set(cards),
                    hand.game.hand_size - hand.claimed.stop + 1,
                )

    def best(self, plays: list[Play]) -> int | None:
        """The index of the card that takes the trick so far; None if an unknown card or trump
        leaves that open.
        """
        cards = [mask_of_card(play.card) for play in plays]
        best = best_of(cards, mask_of_suit(self.hand.trump))
        return cards.index(best) if best else None

    # --- The end ----------------------------------------------------------------------------------

    def end(self) -> None:
        """Add what was not followed, and the settlement."""
        hand = self.hand
        if hand.unfollowed is not None:
            self.add(
                "unfollowed",
                f"Trick {hand.unfollowed} and everything after it were not replayed.",
                trick=hand.unfollowed,
            )
        self.pot += hand.booked
        for payment in hand.payments:
            if payment.what != "plays":
                self.pay(payment.player, payment.chips)
        won = {seat.player: seat.won for seat in hand.seats if seat.declared == "plays"}
        if all(tricks is not None for tricks in won.values()):
            self.won |= {name: tricks or 0 for name, tricks in won.items()}
        self.add("settled", f"{self.outcome(won)} {sentences.settles(hand)}".strip())

    def outcome(self, won: dict[str, int | None]) -> str:
        """Who won how many tricks, as far as is known."""
        if not won:
            return "Everybody passed." if self.hand.outcome else ""
        if len(won) == 1 and not self.hand.tricks and self.hand.outcome:
            return f"{next(iter(won))} is alone and wins without playing a card."
        return sentences.score(won) if all(tricks is not None for tricks in won.values()) else ""


def _named(cards: list[int] | None) -> set[int]:
    return {card for card in cards or () if card < UNKNOWN}


def _before_draw(hand: Retelling, seat: Seat) -> set[int]:
    """The cards that a player is known to have been dealt, the dealer's own turned card
    among them.
    """
    dealer = seat.player == hand.dealer
    own = (
        {hand.turned} if dealer and hand.game.trump == "dealer" and hand.turned < UNKNOWN else set()
    )
    cards = _named(seat.dealt) | _named(seat.out) | own
    if seat.declared == "plays" and not hand.misdeal:
        later = set(hand.known[0][seat.player])
        drawn = _named(seat.drawn)
        if seat.draw == 0 or len(drawn) == seat.draw:
            cards |= later - drawn
    if hand.game.trump == "dealer-may-take" and dealer:
        cards.discard(hand.turned)
    if seat.dealt is not None and len(cards) > max(hand.game.hand_size, len(seat.dealt)):
        return _named(seat.dealt) | own  # the record contradicts itself
    return cards
