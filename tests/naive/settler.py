"""Keeps the books hand by hand, straight from rules.md 2, 5 and log-format.md: every chip moved by
one plain line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ledger.game.rules import Antes, Rules
from ledger.log import between_hands, hand_statements, records
from ledger.log.hand_statements import DEFAULT
from ledger.log.records import Session

from .hand import Reading
from .referee import (
    Judged,
    best_of,
    change_rules,
    finding,
    is_followed,
    judge_hand,
    known,
    suit_of,
)
from .rulings import settled_later


def settle(session: Session, rules: Rules) -> tuple[list[dict], dict[str, int]]:
    """Return all findings of a session, those about cards and play too, and the chips everybody
    should hold at its end.
    """
    books = Books(session, rules)
    books.run()
    settled_later(books.findings, session, books.renege_costs, books.beyond, books.paid_by_match)
    return books.findings, books.result()


@dataclass
class Money:
    """What was due and what was paid in one hand."""

    stake: int  # what a winner takes, before it is shared
    cost: int  # what a renege costs, but for its factor
    price: int  # what a bourré costs
    asked: int  # what a renege costs
    won: dict[str, int] | None  # tricks by active player, None where the outcome is unknown
    # without a trick for certain, but some are nobody's for certain (4.11), or were not counted (?)
    doubtful: set[str]
    claimed: bool  # the pot is the claimant's, whoever took the tricks that nobody wrote down
    called: set[str]  # reneges the table called, or recalls that count as called
    barred: set[str]  # who may not win this pot
    perhaps: set[str]  # who may have been barred from it, or not (4.10)
    given: str | None = None  # the dealer, whose it is where all passed (3.6)
    perhaps_paid: bool = False  # to play, who has not passed either


WHATEVER_THE_RULES = frozenset(
    ("follow-suit", "must-beat", "turn", "recall", "hand-number", "all-passed", "count")
)


def may_be_allowed(found: dict, judged: Judged) -> bool:
    """Say whether some house may allow what a finding about cards says is wrong (log-format,
    *Unverified*).
    """
    reading = judged.reading
    if found["rule"] not in WHATEVER_THE_RULES:
        return True
    if found["rule"] != "must-beat":
        return False
    led = reading.tricks[found["trick"] - 1].cards[0][1]
    return suit_of(found["card"]) == reading.trump != suit_of(led)


class Chair:
    """A chair and who sits on it, None once it has been left."""

    def __init__(self, player: str) -> None:
        self.player: str | None = player


class Circle:
    """The chairs, clockwise; a chair that someone has left keeps its place, whoever sits down gets
    a new one (2.5).
    """

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.chairs = [Chair(player) for player in seats]

    def chair_of(self, player: str) -> Chair:
        return next(chair for chair in self.chairs if chair.player == player)

    def sit(self, player: str, after: str) -> None:
        self.chairs.insert(self.chairs.index(self.chair_of(after)) + 1, Chair(player))

    def leave(self, player: str) -> None:
        self.chair_of(player).player = None

    def left_of(self, chair: Chair | None) -> list[str]:
        """Return everyone seated, clockwise, beginning on the left of a chair; from the first chair
        if it is None.
        """
        start = 0 if chair is None else self.chairs.index(chair) + 1
        return [
            chair.player
            for chair in self.chairs[start:] + self.chairs[:start]
            if chair.player is not None
        ]


class Books:
    """One session's chips, pot, exemptions and forfeited deals."""

    def __init__(self, session: Session, rules: Rules) -> None:
        self.session = session
        self.rules = rules
        self.ante = session.ante
        self.findings: list[dict] = []
        self.place = 0  # of the hand or line in the session
        self.chips = dict.fromkeys(session.players, 0)
        self.pot = session.pot or 0
        self.unexplained = 0
        self.verified = session.pot is not None
        self.reported = False  # this stretch has its unverified-pot
        # None: unknown
        self.exempt: set[str] | None = None if session.exempt_lost else set(session.exempt or ())
        self.nobody_antes = False  # after a misdeal
        # Chips lie there and nothing is said of exemptions: whoever is left out of the first antes
        # may have had one.
        self.perhaps_exempt = (
            session.pot != 0 and session.exempt is None and not session.exempt_lost
        )
        self.circle = Circle(session.seats)
        # of the hand before this one, None after one that anyone may follow
        self.last_dealer: Chair | None = None
        self.last_replayed_dealer: Chair | None = None
        self.again: list[str] = []  # who may deal after a misdeal
        self.numbers: tuple[int, ...] | None = None  # that the next hand may have, None for any
        self.number_before = 0
        self.missing = 0  # how many hands may be missing before this one
        self.perhaps_again: str | None = None  # who dealt a hand that may have been thrown in
        # the least that a bourré after a claim, of which nobody said whose it was, would have
        # brought
        self.in_doubt = 0
        self.forfeits: dict[str, int] = {}
        self.possible: dict[str, int] = {}
        self.unread = False  # the hand before cannot be read
        # a `rules` line could not be read, and none has named a preset since
        self.rules_lost = False
        self.seats_lost = False  # nobody knows who sits where
        # hands for which a deal is possibly forfeited until a later waive
        self.waivable: dict[str, list[int]] = {}
        # By hand and player: what a proved renege, or a late pass, costs that was not called; None
        # where nobody can tell.
        self.renege_costs: dict[tuple[int, str], int | None] = {}
        # what a proved renege costs beyond the bourré, paid or owed (5.5)
        self.beyond: dict[tuple[int, str], int] = {}
        # hand, player, "renege" or "late-pass"
        self.paid_by_match: set[tuple[int, str, str]] = set()
        self.table_sizes: set[int] = set()
        self.bought: set[str] = set()
        self.shares: dict[str, int] = {}  # of the pot, divided at the end
        self.counted: dict[str, int] = {}  # by player: the last count less the books
        self.end: between_hands.End | None = None

    def say(
        self,
        hand: int | None,
        rule: str,
        severity: str,
        player: str | None = None,
        amount: int | None = None,
        too_much: bool = False,
    ) -> None:
        """Note a finding; ``too_much`` says of one without an amount that its player holds more
        than was due.
        """
        by_house = {"take", "match", "penalty", "unverified-pot", "syntax"} | WHATEVER_THE_RULES
        if self.rules_lost and rule not in by_house:
            return
        if self.seats_lost and rule in {"ante", "dealer", "seats"}:
            return
        found = finding(hand, rule, severity, player=player, amount=amount)
        self.findings.append({**found, "place": self.place, "too_much": too_much})

    def pay(self, player: str, chips: int) -> None:
        """Move chips from a player into the pot."""
        self.chips[player] = self.chips.get(player, 0) - chips
        self.pot += chips

    def run(self) -> None:
        for place, item in enumerate(self.session.body):
            self.place = place
            if isinstance(item, records.Hand):
                if item.quarantined:
                    self.quarantine(item)
                else:
                    self.hand(item, self.session.body[self.place + 1 :])
            else:
                self.between(item)
        self.fill_up()
        if self.end is not None and self.end.divide:
            self.divide_pot()
        if self.kept_by_chips():
            self.believe_the_counts()

    def result(self) -> dict[str, int]:
        books = {**self.chips, "pot": self.pot}
        if self.unexplained:
            books["?"] = self.unexplained
        return books

    # --- Between hands ----------------------------------------------------------------------------

    def between(self, line: records.TableRecord) -> None:
        if isinstance(line, between_hands.Sit):
            self.circle.sit(line.player, line.after)
            self.chips.setdefault(line.player, 0)
        elif isinstance(line, between_hands.Leave):
            self.circle.leave(line.player)
        elif isinstance(line, between_hands.BuyIn):
            self.chips[line.player] = self.chips.get(line.player, 0) + line.chips
            self.bought.add(line.player)
        elif isinstance(line, between_hands.Penalty):
            self.pay(line.player, line.chips)
        elif isinstance(line, between_hands.Transfer):
            self.chips[line.giver] = self.chips.get(line.giver, 0) - line.chips
            self.chips[line.receiver] = self.chips.get(line.receiver, 0) + line.chips
        elif isinstance(line, between_hands.Count | between_hands.CashOut):
            held = self.chips.get(line.player, 0)
            if line.chips != held:
                self.say(None, "count", "warning", line.player, line.chips - held)
            self.counted[line.player] = line.chips - held
            if isinstance(line, between_hands.CashOut):
                self.chips[line.player] = held - line.chips
        elif isinstance(line, between_hands.Waive):
            for waivable in self.waivable.values():
                waivable[:] = [
                    place for place in waivable if self.waived_at(place, line.player) != self.place
                ]
        elif isinstance(line, between_hands.AnteChange):
            self.ante = line.chips
        elif isinstance(line, between_hands.RulesChange):
            rules = change_rules(self.rules, line, self.session)
            if rules is None:
                self.say(None, "syntax", "error")
            self.rules = rules or self.rules
            self.rules_lost = rules is None or (self.rules_lost and not line.preset)
        elif isinstance(line, records.Unreadable):
            if any(word in line.text for word in ("penalty", "pealty", "result")):
                self.become_unverified()
            self.seats_lost |= line.text.split()[0] in {"leave", "sit"}
        elif isinstance(line, between_hands.Result):
            for player, chips in line.won:
                self.pay(player, -chips)
            # Anyone may deal, any number will do, and exemptions are unknown.
            self.exempt, self.nobody_antes, self.perhaps_exempt = None, False, False
            self.last_dealer, self.numbers, self.unread = None, None, False
            self.doubt_forfeits()
        elif isinstance(line, between_hands.End):
            self.end = line

    # --- Nights kept by chips ---------------------------------------------------------------------

    def kept_by_chips(self) -> bool:
        """Return whether the chips counted are the truth: the log says so, or has nothing else."""
        if self.end is not None and self.end.counted:
            return True
        nothing_else = not any(
            isinstance(item, records.Hand | between_hands.Result) for item in self.session.body
        )
        return nothing_else and self.bought <= self.counted.keys()

    def believe_the_counts(self) -> None:
        self.findings = [found for found in self.findings if found["rule"] != "count"]
        lacking = 0
        for player, difference in self.counted.items():
            share = self.shares.get(player, 0)
            self.chips[player] += difference - share
            lacking += difference - share
        if lacking:
            self.unexplained -= lacking
            self.say(None, "count", "warning", amount=lacking)

    def divide_pot(self) -> None:
        """5.12: equal shares, odd chips from the dealer's left on."""
        seated = self.circle.left_of(self.last_replayed_dealer)
        if self.pot <= 0 or not seated:
            return
        share, odd = divmod(self.pot, len(seated))
        self.shares = {
            player: share + (1 if place < odd else 0) for place, player in enumerate(seated)
        }
        for player, chips in self.shares.items():
            self.pay(player, -chips)

    # --- A hand -----------------------------------------------------------------------------------

    def quarantine(self, hand: records.Hand) -> None:
        """Nothing of it is booked; the pot and the exemptions are unknown, and anyone may have lost
        a deal.
        """
        self.become_unverified()
        self.exempt, self.nobody_antes, self.perhaps_exempt = None, False, False
        self.perhaps_again = None
        self.last_dealer, self.numbers, self.unread = None, None, True
        self.doubt_forfeits()
        for player in hand.seats:
            self.possible[player] = self.possible.get(player, 0) + 1

    def doubt_forfeits(self) -> None:
        """Whoever has forfeited a deal may have missed it since."""
        for player, number in self.forfeits.items():
            self.possible[player] = self.possible.get(player, 0) + number
        self.forfeits = {}

    def fill_up(self) -> None:
        """5.10: a pot below zero is never real; what the books lack is unexplained."""
        if self.pot < 0:
            self.unexplained += self.pot
            self.pot = 0
            self.become_unverified()

    def miss_hands(self, number: int, seats: list[str]) -> None:
        """Read a hand as after one that cannot be read (log-format, *Unverified*)."""
        self.missing = max(number - self.number_before - 1, 1)
        self.become_unverified()
        self.exempt, self.nobody_antes, self.perhaps_exempt = None, False, False
        self.perhaps_again, self.unread = None, True
        self.doubt_forfeits()
        for player in seats:
            self.possible[player] = self.possible.get(player, 0) + self.missing
        self.last_dealer, self.again = None, []

    def become_unverified(self) -> None:
        if self.verified:
            self.verified = False
            self.reported = False

    def hand(self, hand: records.Hand, later: list) -> None:
        number = hand.first.number
        judged = judge_hand(hand, self.rules, followed=is_followed(self.session.body, hand))
        found = judged.findings
        if self.rules_lost:
            found = [one for one in found if not may_be_allowed(one, judged)]
            judged.findings = found
        self.findings += [{**one, "place": self.place} for one in found]
        lines = hand.statements

        self.missing = 0
        lower = any(
            isinstance(item, records.Hand) and item.first is not None and item.first.number < number
            for item in later
        )
        first = not any(isinstance(item, records.Hand) for item in self.session.body[: self.place])
        if self.numbers is not None and number not in self.numbers:
            self.say(number, "hand-number", "warning")
            self.miss_hands(number, hand.seats)
        elif first and lower:
            self.miss_hands(number, hand.seats)
        self.number_before = number
        self.fill_up()
        self.numbers = (number, number + 1) if judged.reading.misdeal else (number + 1,)
        low, high = self.rules.seats
        if not low <= len(hand.seats) <= high and len(hand.seats) not in self.table_sizes:
            self.say(number, "seats", "warning")
            self.table_sizes.add(len(hand.seats))
        due = self.deal(hand)
        self.antes(hand)
        self.perhaps_again = hand.first.dealer if self.without_an_end(hand, judged) else None
        self.second_antes(judged)
        self.doubt_the_pot(lines)

        if not self.verified and not self.reported:
            self.say(number, "unverified-pot", "warning")
            self.reported = True
        for line in lines:
            if isinstance(line, hand_statements.Pot):
                if self.verified and not (
                    self.others_paid_to_play(judged, lines) and line.chips > self.pot
                ):
                    if line.chips != self.pot:
                        self.say(number, "pot", "error", amount=line.chips - self.pot)
                else:
                    self.unexplained -= line.chips - self.pot
                    self.pot = line.chips
                    self.verified = not self.rules_lost
        if judged.reading.misdeal:
            # 5.14: nobody takes or pays, nobody antes for the next hand, and the same dealer deals
            # again.
            self.exempt, self.nobody_antes = set(), True
            self.again = (
                list(dict.fromkeys([*due, hand.first.dealer]))
                if hand.first.dealer is not None
                else []
            )
            return

        recalled = {
            player for player in judged.recalled if self.waived_at(self.place, player) is None
        }
        unsure = {
            player
            for player in judged.perhaps - judged.recalled
            if self.waived_at(self.place, player) is None
        }
        called = {line.player for line in lines if isinstance(line, hand_statements.Renege)}
        unpriced = unsure - called if self.rules.recall == "renege" else set()
        if self.rules.recall == "renege":
            called |= recalled
        called &= set(judged.reading.active)
        barred = (called if self.rules.renege_bars else set()) | (
            recalled if self.rules.recall == "forfeit" else set()
        )
        perhaps = unpriced if self.rules.renege_bars else set()
        perhaps = unsure if self.rules.recall == "forfeit" else perhaps
        take_lines = [line for line in lines if isinstance(line, hand_statements.Take)]
        takers = {line.player for line in take_lines if line.chips != 0} - {None}
        if take_lines:  # the table says what it made of it
            barred |= perhaps - takers
            perhaps = set()
        perhaps -= barred
        won, doubtful, is_open, claimed = self.tricks_won(number, judged, lines, later)
        pot, limit = self.pot, self.limit()
        cost = pot if limit is None else min(pot, limit)
        price = cost if self.rules.bourre is None else self.rules.bourre
        asked = cost * self.rules.renege_factor
        if self.rules.limit_caps == "cost" and limit is not None:
            asked = min(asked, limit)
        stake = pot if self.rules.limit_caps == "cost" else cost
        given, unnoted = self.given_to_the_dealer(judged, takers, bool(take_lines))
        money = Money(
            stake, cost, price, asked, won, doubtful, claimed, called, barred, perhaps, given
        )
        money.perhaps_paid = self.alone_named(judged)
        stays = unnoted or self.stays(money)
        money.called |= {
            player
            for player in unpriced
            if any(
                isinstance(line, hand_statements.Match)
                and line.player == player
                and line.chips != 0
                for line in lines
            )
        }
        taken = self.takes(number, lines, money)
        matched, reneged, payers = self.penalties(number, lines, money, judged, later)
        self.late_passes(number, money, judged, matched, lines)
        self.unpaid(number, money, judged, matched, payers, later)
        for player, chips in taken.items():
            self.pay(player, -chips)
        for paid in (matched, reneged):
            for player, chips in paid.items():
                self.pay(player, chips)

        # 5.6, 5.7: who is exempt from the next ante.
        counted = any(isinstance(line, hand_statements.Pot) for line in lines)
        matches = any(isinstance(line, hand_statements.Match) for line in lines)
        if claimed and doubtful and not matches and not self.antes_tell(later):
            self.in_doubt = self.in_doubt or max(price - self.ante, 1)
        like_a_bourre = (
            self.rules.renege_factor == 1
            and self.rules.bourre is None
            and self.rules.renege_and_bourre == "larger"
        )
        is_open |= bool(unpriced - (payers if like_a_bourre else set()))
        others = self.others_paid_to_play(judged, lines)
        as_taken = self.alone_named(judged) and pot == sum(
            max(line.chips, 0) for line in take_lines
        )
        if is_open or stays or (others and not counted and not as_taken):
            self.become_unverified()
        if is_open or (money.won is None and len(takers) != 1 and self.rules.split_exempt):
            self.exempt = None
        else:
            self.exempt = set()
            if self.rules.bourre_exempt:
                self.exempt |= payers
            if self.rules.split_exempt and self.rules.split == "carry" and money.won:
                leaders = leaders_of(money.won)
                if len(leaders) > 1:
                    self.exempt |= set(leaders)
        self.forfeit(judged)

    def forfeit(self, judged: Judged) -> None:
        """3.9, 4.10: note the deals forfeited in this hand, for certain or perhaps; one each."""
        lost = set(judged.reading.early)
        perhaps: set[str] = set()
        if self.rules.recall == "forfeit":
            followed = sum(len(trick.withdrawn) for trick in judged.reading.tricks)
            if judged.reading.taken_back > followed:  # it may have been anybody's
                perhaps |= {
                    player
                    for player in judged.reading.seats
                    if self.waived_at(self.place, player) is None
                }
            for player in sorted(judged.recalled | judged.perhaps):
                waived = self.waived_at(self.place, player)
                if waived is None:
                    (lost if player in judged.recalled else perhaps).add(player)
                elif player not in lost and any(
                    isinstance(item, records.Hand)
                    for item in self.session.body[self.place + 1 : waived]
                ):
                    self.waivable.setdefault(player, []).append(self.place)
        for player in sorted(lost):
            self.forfeits[player] = self.forfeits.get(player, 0) + 1
        for player in sorted(perhaps - lost):
            self.possible[player] = self.possible.get(player, 0) + 1
        if judged.reading.dealer is None:  # the turn may have passed over them already
            self.doubt_forfeits()

    def waived_at(self, place: int, player: str) -> int | None:
        """Return where in the session a player's findings in the hand at ``place`` are first
        waived, None if nowhere.
        """
        number = self.session.body[place].first.number
        for at, line in enumerate(self.session.body):
            if isinstance(line, between_hands.Waive) and (line.hand, line.player) == (
                number,
                player,
            ):
                return at
        return None

    # --- 2.5 The deal -----------------------------------------------------------------------------

    def without_an_end(self, hand: records.Hand, judged: Judged) -> bool:
        """Return whether nothing says what came of a hand: it may have been thrown in (5.14)."""
        of_the_end = (
            hand_statements.Trick
            | hand_statements.Claim
            | hand_statements.Tricks
            | hand_statements.Take
            | hand_statements.Match
            | hand_statements.Renege
        )
        said = {
            player
            for kind, players in judged.reading.declared
            for player in players
            if kind == "pass"
        }
        ended = judged.reading.misdeal or any(
            isinstance(line, of_the_end) for line in hand.statements
        )
        return not (
            ended
            or len(judged.reading.active) == 1
            or said - judged.reading.dropped >= set(hand.seats)
        )

    def limit(self) -> int | None:
        """5.9: the limit in chips, None where there is none."""
        limit = self.rules.limit
        return limit.number * self.ante if isinstance(limit, Antes) else limit

    def doubt_the_pot(self, lines: list) -> None:
        """4.11: what was counted, taken or paid may say that somebody went bourré after a claim."""
        limit = self.limit()
        stake = self.pot if limit is None else min(self.pot, limit)
        asked = stake * self.rules.renege_factor
        if self.rules.limit_caps == "cost" and limit is not None:
            asked = min(asked, limit)
        counted = [line.chips for line in lines if isinstance(line, hand_statements.Pot)]
        chips: dict[type, dict[str, int]] = {
            hand_statements.Take: {},
            hand_statements.Match: {},
            hand_statements.Renege: {},
        }
        for line in lines:
            if type(line) in chips and line.player is not None and line.chips > 0:
                paid = chips[type(line)]
                paid[line.player] = paid.get(line.player, 0) + line.chips
        took = sum(chips[hand_statements.Take].values())
        more = [
            *(pot - self.pot for pot in counted),
            took - (self.pot if self.rules.limit_caps == "cost" else stake),
            *(
                paid - (self.rules.bourre or stake)
                for paid in chips[hand_statements.Match].values()
            ),
            *(paid - asked for paid in chips[hand_statements.Renege].values()),
        ]
        if self.in_doubt and self.verified and max(more) >= self.in_doubt:
            self.become_unverified()
        full = counted[-1] if counted else self.pot
        if counted or (not self.verified and not self.reported) or (took == full and full):
            self.in_doubt = 0

    def deal(self, hand: records.Hand) -> list[str]:
        """Check who dealt, and return whose turn it was if it was somebody else's."""
        dealer = hand.first.dealer
        if dealer is None:  # nobody knows whose deal it was, or will be
            self.last_dealer = self.last_replayed_dealer = None
            self.again, self.unread = [], False
            self.doubt_forfeits()
            return []
        wrong = []
        if dealer == self.perhaps_again:  # it may have been dealt again
            self.doubt_forfeits()
            self.last_dealer = None
        if self.last_dealer is not None:
            order = self.circle.left_of(self.last_dealer)
            again = [player for player in self.again if player in order]
            due = again or [self.expected(order)]
            known = dealer in due or any(self.explained(order, player, dealer) for player in due)
            if not known:
                self.say(hand.first.number, "dealer", "error", dealer)
                wrong = due
        # where anyone may deal otherwise it shows nothing
        if self.last_dealer is not None or self.unread:
            self.possible[dealer] = 0
            self.waivable[dealer] = []
        self.again, self.unread = [], False
        self.last_dealer = self.last_replayed_dealer = self.circle.chair_of(dealer)
        return wrong

    def expected(self, order: list[str]) -> str:
        """Pass the deal left, using up a known forfeit of each player it reaches."""
        place = 0
        while self.forfeits.get(order[place], 0):
            self.forfeits[order[place]] -= 1
            place = (place + 1) % len(order)
        return order[place]

    def explained(self, order: list[str], expected: str, dealer: str) -> bool:
        """Return whether possible forfeits explain who dealt, and use them up if so."""
        forfeits, possible = dict(self.forfeits), dict(self.possible)
        waivable = {player: list(places) for player, places in self.waivable.items()}
        place, spent, behind = order.index(expected), False, []
        while forfeits.get(order[place], 0) or order[place] != dealer:
            player = order[place]
            if forfeits.get(player, 0):
                forfeits[player] -= 1
                behind += [player] if spent else []
            elif waivable.get(player):
                waivable[player].pop()
                spent = True
            elif possible.get(player, 0):
                possible[player] -= 1
                spent = True
            else:
                for skipped in behind:  # only if somebody before them had lost a turn
                    self.forfeits[skipped] -= 1
                    self.possible[skipped] = self.possible.get(skipped, 0) + 1
                return False
            place = (place + 1) % len(order)
        self.forfeits, self.possible, self.waivable = forfeits, possible, waivable
        return True

    # --- 2.1, 2.2, 3.7 Antes ----------------------------------------------------------------------

    def antes(self, hand: records.Hand) -> None:
        never_exempt = not self.rules.bourre_exempt and not (
            self.rules.split_exempt and self.rules.split == "carry"
        )
        unknown = self.rules_lost or (
            self.exempt is None and not never_exempt and not self.rules.dealer_antes
        )
        if self.rules_lost:
            self.become_unverified()
        if self.nobody_antes:
            due: dict[str, int] = {}
        elif self.rules.dealer_antes and hand.first.dealer is None:
            due = {}
            unknown = True
        elif self.rules.dealer_antes:
            due = {hand.first.dealer: self.ante * len(hand.seats)}
        else:
            due = {
                player: self.ante for player in hand.seats if player not in (self.exempt or set())
            }
        paid = self.antes_paid(hand)
        if paid is not None:
            for player in [] if unknown else hand.seats:
                difference = paid.get(player, 0) - due.get(player, 0)
                let_off = (
                    self.perhaps_exempt and not self.rules.dealer_antes and not paid.get(player, 0)
                )
                let_off = let_off or (
                    (self.missing or self.perhaps_again is not None) and not paid.get(player, 0)
                )
                if difference and not let_off:
                    self.say(hand.first.number, "ante", "error", player, difference)
        else:
            paid = due
            if (unknown or self.seats_lost) and self.ante:
                self.become_unverified()
        for player, chips in paid.items():
            self.pay(player, chips)
        self.nobody_antes = self.perhaps_exempt = False

    def antes_paid(self, hand: records.Hand) -> dict[str, int] | None:
        """Return the antes that are recorded, None where none are."""
        lines = [line for line in hand.statements if isinstance(line, hand_statements.Ante)]
        paid: dict[str, int] = {}
        for line in lines:
            for player, chips in line.amounts:
                paid[player] = paid.get(player, 0) + (self.ante if chips == DEFAULT else chips)
        return paid if lines else None

    def others_paid_to_play(self, judged: Judged, lines: list) -> bool:
        """Return whether others than those who are named may have put something in (3.7, 7.4)."""
        reading, size = judged.reading, self.rules.hand_size
        if reading.misdeal or (self.rules.second_ante is None and not self.rules.stay_ante):
            return False
        if reading.score == "chips" or self.alone_named(judged):
            return True
        said = {player for _, players in reading.declared for player in players}
        silent = set(reading.seats) - said - set(reading.active)
        if silent and self.cut_short(reading) and self.card_too_many(reading, lines):
            return True
        counts = reading.counts or {}
        known_tricks = {who: tricks for who, tricks in counts.items() if tricks is not None}
        unknown = counts.keys() - known_tricks.keys()
        full = sum(known_tricks.values()) == size and counts.keys() <= set(reading.active)
        if reading.score != "tricks" or not counts or not silent or full:
            return False
        match_lines = [line for line in lines if isinstance(line, hand_statements.Match)]
        matched = {line.player for line in match_lines if line.chips != 0}
        least = known_tricks | {
            who: 1 if match_lines and who not in matched else 0 for who in unknown
        }
        takers = {
            line.player
            for line in lines
            if isinstance(line, hand_statements.Take) and line.chips != 0
        } - {None}
        for who in takers & unknown if len(takers) == 1 else ():
            others = [tricks for other, tricks in least.items() if other != who]
            least[who] = max(least[who], max(others, default=0) + 1)
        return sum(least.values()) < size

    def alone_named(self, judged: Judged) -> bool:
        """3.6: return whether all passed but a dealer whom a ``take`` line alone names, and who may
        have paid to play.
        """
        reading = judged.reading
        pays = self.rules.second_ante is not None or self.rules.stay_ante
        said = {player for _, players in reading.declared for player in players}
        silent = reading.took_silently - said
        all_passed = not reading.draws and not reading.misdeal and reading.score != "chips"
        return bool(pays and self.rules.gives_dealer_the_pot and all_passed and silent)

    def cut_short(self, reading: Reading) -> bool:
        """Return whether the replay ended at a trick with a wrong number of cards."""
        return any(
            rule == "hand-size" and trick <= self.rules.hand_size
            for rule, trick, _ in reading.broken
        )

    def card_too_many(self, reading: Reading, lines: list) -> bool:
        """Return whether a trick has more cards than players are said to be in."""
        tricks = [line for line in lines if isinstance(line, hand_statements.Trick)]
        return any(len(line.cards) > len(reading.active) for line in tricks[:5])

    def given_to_the_dealer(
        self, judged: Judged, takers: set[str], said: bool
    ) -> tuple[str | None, bool]:
        """3.6: return whose a pot is that all passed for, and whether nobody can tell."""
        reading = judged.reading
        all_passed = not reading.draws and reading.score != "chips" and not reading.misdeal
        if not all_passed or not self.rules.gives_dealer_the_pot:
            return None, False
        if reading.dealer is not None:
            return reading.dealer, False
        return next(iter(takers)) if len(takers) == 1 else None, not said

    def stays(self, money: Money) -> bool:
        """4.10: return whether the pot stays: who has it coming may be barred, so nobody."""
        if not money.won or not max(money.won.values()):
            return False
        leaders = set(leaders_of(money.won))
        shared = self.rules.split == "share"
        enough = self.rules.wins == "most" or max(money.won.values()) >= self.rules.tricks_for_pot
        coming = leaders if len(leaders) == 1 or shared else set()
        if coming & money.perhaps and enough:
            money.barred |= leaders
            return True
        return False

    def second_antes(self, judged: Judged) -> None:
        reading = judged.reading
        if reading.misdeal and reading.score:
            return  # 5.14: of recorded play lines
        unit = self.rules.second_ante if isinstance(self.rules.second_ante, int) else self.ante
        for player in reading.seats:
            if self.rules.second_ante is not None and player in reading.draws:
                self.pay(player, unit)
            if self.rules.stay_ante and player in reading.active:  # 7.4
                self.pay(player, unit)

    # --- Who won what -----------------------------------------------------------------------------

    def tricks_won(
        self, number: int, judged: Judged, lines: list, later: list
    ) -> tuple[dict[str, int] | None, set[str], bool, bool]:
        """Return who won what.

        That is: the tricks of each active player, None where the outcome is unknown; who may have
        taken one more; whether somebody's chips are not known (5.16); whether a claim decided it.
        """
        reading, size = judged.reading, self.rules.hand_size
        shown = dict.fromkeys(reading.active, 0)
        hidden = False
        for trick, winner in zip(reading.tricks, judged.winners, strict=True):
            if winner is None:
                hidden = True
            elif not trick.laid:
                shown[winner] += 1
        claims = reading.claimant in reading.active and bool(
            any(trick.laid for trick in reading.tricks) or reading.claimed == 0
        )
        if claims:
            shown[reading.claimant] += judged.sure
        unsure = reading.claimed - judged.sure if claims else 0
        all_there = len(reading.tricks) == size and not hidden
        known = all_there and not unsure
        # 5.16: somebody whom nobody named may have gone bourré.
        said = {player for _, players in reading.declared for player in players}
        silent = bool(set(reading.seats) - said - set(reading.active))
        another = silent and self.card_too_many(reading, lines)
        if reading.score == "chips":
            known = False
        elif len(reading.active) == 1 and not another:
            shown, known = {reading.active[0]: size}, True
        recorded, partial = self.recorded_tricks(
            number, reading, shown, known=known, another=another
        )
        kinds = {type(line) for line in lines}
        matched = hand_statements.Match in kinds
        if known or (not reading.active and reading.score != "chips"):
            return shown, set(), False, False
        if recorded is not None and not partial:
            cut = self.cut_short(reading) and another and not matched
            return recorded, set(), cut, False
        # 4.11: what nobody is said to have taken after a claim is nobody's for certain.
        if claims:
            for_pot = {
                player: tricks + (unsure if player == reading.claimant else 0)
                for player, tricks in shown.items()
            }
            if for_pot[reading.claimant] >= self.rules.tricks_for_pot or all_there:
                doubtful = {
                    player
                    for player, tricks in for_pot.items()
                    if tricks == 0 and self.may_have_won(player, judged)
                }
                garbled = reading.counts is not None or hidden
                told = matched or self.antes_tell(later)
                return for_pot, doubtful, garbled and bool(doubtful) and not told, True
        if partial and max(recorded.values()) > size - sum(recorded.values()):
            doubtful = {
                player
                for player, tricks in recorded.items()
                if tricks == 0 and reading.counts.get(player, 0) is None
            }
            return (
                recorded,
                doubtful,
                (bool(doubtful) or reading.score == "chips") and not matched,
                False,
            )
        return None, set(), not (matched and hand_statements.Take in kinds), False

    def may_have_won(self, player: str, judged: Judged) -> bool:
        """Say whether a trick that is nobody's for certain may be a player's."""
        reading = judged.reading
        if (
            len(reading.tricks) < self.rules.hand_size
            or reading.trump is None
            or judged.sure < reading.claimed
        ):
            return True
        for trick, winner in zip(reading.tricks, judged.winners, strict=True):
            own, led = dict(trick.cards).get(player), trick.cards[0][1]
            if winner is None and (own is None or led is None):
                return True
            if winner is None and own == best_of(
                known(card for _, card in trick.cards), suit_of(led), reading.trump
            ):
                return True
        return False

    def recorded_tricks(
        self, number: int, reading: Reading, shown: dict[str, int], *, known: bool, another: bool
    ) -> tuple[dict[str, int] | None, bool]:
        """Return what the ``tricks`` lines say if there are any and they can be so, and whether
        some of it is not known (?); who is named besides may be ``another`` who stayed.
        """
        if reading.counts is None:
            return None, False
        recorded = {
            **dict.fromkeys(shown, 0),
            **{player: tricks or 0 for player, tricks in reading.counts.items()},
        }
        unknown = {player for player, tricks in reading.counts.items() if tricks is None}
        total = sum(recorded.values())
        wrong = recorded.keys() != shown.keys() or total > self.rules.hand_size
        wrong |= total < self.rules.hand_size and not unknown
        too_few = any(recorded[player] < shown[player] for player in shown if player not in unknown)
        wrong |= too_few
        full = total == self.rules.hand_size
        if not wrong and full and any(recorded[player] < shown[player] for player in shown):
            wrong = True
        if (
            not wrong
            and known
            and any(recorded[player] != shown[player] for player in shown if player not in unknown)
        ):
            wrong = True
        if wrong:
            said = {player for _, players in reading.declared for player in players}
            others = recorded.keys() - shown.keys()
            sums = total == self.rules.hand_size or (unknown and total < self.rules.hand_size)
            if another and others and not others & said and sums and not too_few:
                return None, False
            self.say(number, "trick-count", "error")
            return None, False
        return recorded, not full or reading.score == "chips"

    def antes_tell(self, later: list) -> bool:
        """Return whether the next hand's ``ante`` line tells who paid for a bourré in this one
        (4.11).
        """
        following = next(
            (item for item in later if isinstance(item, records.Hand | between_hands.Result)), None
        )
        if not isinstance(following, records.Hand) or following.quarantined:
            return False
        return (
            self.antes_paid(following) is not None
            and self.rules.bourre_exempt
            and not self.rules.dealer_antes
        )

    # --- 5.1-5.3, 5.9 The pot ---------------------------------------------------------------------

    def takes(self, number: int, lines: list, money: Money) -> dict[str, int]:
        """Return what was taken, by whom."""
        due: dict[str, int] = {}
        if money.won:
            leaders = leaders_of(money.won)
            entitled = [player for player in leaders if player not in money.barred]
            enough = (
                self.rules.wins == "most" or max(money.won.values()) >= self.rules.tricks_for_pot
            )
            if entitled and enough and (len(leaders) == 1 or self.rules.split == "share"):  # 5.13
                due = dict.fromkeys(entitled, money.stake // len(entitled))
        if money.given is not None:
            due = {money.given: money.stake}
        take_lines = [line for line in lines if isinstance(line, hand_statements.Take)]
        if not take_lines:
            return due
        sharers = {
            line.player for line in take_lines if line.player is not None and line.chips != 0
        }
        share = (
            money.stake // max(len(sharers), 1)
            if money.won is None and self.rules.split == "share"
            else money.stake
        )
        taken, takers = amounts(take_lines, lambda player: due.get(player, share))
        if self.rules_lost and not due:  # a house may share, or give it to the dealer
            return taken
        majority = bool(money.won) and max(money.won.values()) >= self.rules.hand_size // 2 + 1
        if self.rules_lost and not majority:
            due = {player: chips for player, chips in due.items() if player in takers}
        if money.won is not None:
            for player in sorted(set(due) | set(taken)):
                difference = taken.get(player, 0) - due.get(player, 0)
                if difference > 0 and player == money.given and money.perhaps_paid:
                    continue
                if self.verified and difference:
                    self.say(number, "take", "error", player, difference)
                if not self.verified and (player in due) != (player in takers):
                    self.say(number, "take", "error", player, too_much=player in takers)
        return taken

    # --- 5.4, 5.5, 5.9 Bourré and renege ----------------------------------------------------------

    def penalties(
        self, number: int, lines: list, money: Money, judged: Judged, later: list
    ) -> tuple[dict, dict, set]:
        """Return what was matched, what was paid for reneges, and who paid anything."""
        match_lines = [line for line in lines if isinstance(line, hand_statements.Match)]
        renege_lines = [line for line in lines if isinstance(line, hand_statements.Renege)]
        matched, payers = amounts(match_lines, lambda _: money.price)
        bourres = {
            player for player, tricks in (money.won or {}).items() if tricks == 0
        } - money.doubtful
        called_on = {line.player for line in renege_lines}
        tells = self.left_out(later) - called_on if money.claimed else set()
        bourres |= money.doubtful & (payers if match_lines else tells)
        if not match_lines:
            matched, payers = dict.fromkeys(bourres, money.price), set(bourres)
        reneged: dict[str, int] = {}
        both = self.rules.renege_and_bourre == "both"
        late = self.late(judged)
        for player in sorted(money.called | called_on):
            # What 5.5 asks beyond what the player matches already, or owes.
            bourre = money.price if player in bourres else 0
            asked = max(0, money.asked - (0 if both else max(matched.get(player, 0), bourre)))
            own_lines = [line for line in renege_lines if line.player == player]
            said = [line.chips for line in own_lines if line.chips != DEFAULT]
            reneged[player] = sum(said) if said else asked if player in money.called else 0
            if (player in money.called and (not said or sum(said))) or sum(said):
                payers.add(player)
        if self.verified:
            payers = {
                player for player in payers if matched.get(player, 0) + reneged.get(player, 0) > 0
            }

        named = {line.player for line in renege_lines}
        for player in judged.reading.seats:
            said = {who for _, players in judged.reading.declared for who in players}
            out = player not in judged.reading.active
            if player in named and out and player not in said:
                continue  # of whom nothing is said may have stayed
            if player in named and (out or self.proved_innocent(judged, player)):
                self.say(number, "penalty", "error", player)
            elif money.won is not None:
                owed = player in bourres or (player in late and matched.get(player, 0) > 0)
                bourre = money.price if owed else 0
                due = bourre
                if player in money.called:
                    due = bourre + money.asked if both else max(bourre, money.asked)
                paid = matched.get(player, 0) + reneged.get(player, 0)
                rule = "penalty" if player in named else "match"
                owes = owed or player in money.called
                if self.verified and paid != due:
                    self.say(number, rule, "error", player, paid - due)
                if not self.verified and owes != (player in payers):
                    self.say(number, rule, "error", player, too_much=player not in payers)
            paid_enough = self.matched_for_a_renege(money, matched.get(player, 0))
            if not both and any(line.player == player for line in match_lines) and paid_enough:
                self.paid_by_match.add((self.place, player, "renege"))
        return matched, reneged, payers

    def matched_for_a_renege(self, money: Money, matched: int) -> bool:
        """Return whether a bourré that was matched pays a renege as well (5.5); of an unknown pot
        it does if both cost one.
        """
        if not self.verified:
            return self.rules.bourre is None and self.rules.renege_factor == 1
        return matched >= money.asked

    def late(self, judged: Judged) -> set[str]:
        """Return who passed after declaring to play, where the house gives no second pass (3.1)."""
        return (
            set()
            if self.rules.second_pass_allowed
            else judged.reading.dropped & judged.reading.draws.keys()
        )

    def late_passes(
        self, number: int, money: Money, judged: Judged, matched: dict, lines: list
    ) -> None:
        """3.1: a late pass asks what a bourré costs; the books stay as the table paid."""
        for player in sorted(self.late(judged)):
            paid = matched.get(player, 0)
            self.say(number, "late-pass", "error", player, -money.price if self.verified else None)
            self.renege_costs[self.place, player] = money.price - paid if self.verified else None
            self.beyond[self.place, player] = money.price - paid if self.verified else 0
            written = any(
                isinstance(line, hand_statements.Match) and line.player == player for line in lines
            )
            if written and (paid == money.price or not self.verified):
                self.paid_by_match.add((self.place, player, "late-pass"))

    def left_out(self, later: list) -> set[str]:
        """Return who put in nothing by the antes recorded for the next hand, where that says who
        was bourré (4.11).
        """
        following = next(
            (item for item in later if isinstance(item, records.Hand | between_hands.Result)), None
        )
        if (
            not isinstance(following, records.Hand)
            or following.quarantined
            or not self.rules.bourre_exempt
        ):
            return set()
        paid = self.antes_paid(following)
        if paid is None or self.rules.dealer_antes:
            return set()
        return {player for player in following.seats if not paid.get(player, 0)}

    def proved_innocent(self, judged: Judged, player: str) -> bool:
        """Return whether every card of every trick is known and all of this player's are proved
        right.
        """
        tricks = judged.reading.tricks
        if len(tricks) < self.rules.hand_size or any(
            card is None for trick in tricks for _, card in trick.cards
        ):
            return False
        if player in judged.recalled | judged.perhaps or any(
            (found["rule"], found["player"]) == ("turn", player) for found in judged.findings
        ):
            return False
        own = [
            judged.verdicts[trick.number, player] for trick in tricks if player in dict(trick.cards)
        ]
        return all(verdict == "right" for verdict in own)

    def unpaid(
        self, number: int, money: Money, judged: Judged, matched: dict, payers: set, later: list
    ) -> None:
        """Report proved reneges that nobody called or ruled on, and note what the others cost."""
        rulings = [
            line
            for line in later
            if isinstance(line, between_hands.Penalty) and line.hand == number
        ]
        ruled = {line.player for line in rulings}
        bourres = {
            player for player, tricks in (money.won or {}).items() if tricks == 0
        } - money.doubtful
        both = self.rules.renege_and_bourre == "both"
        led_wrongly = {found["player"] for found in judged.findings if found["rule"] == "turn"}
        for player in sorted(led_wrongly | set(judged.reneged())):
            if player in money.called:
                continue
            beyond = money.asked - (0 if both else matched.get(player, 0))
            self.renege_costs[self.place, player] = max(0, beyond) if self.verified else None
            owed = max(matched.get(player, 0), money.price if player in bourres else 0)
            self.beyond[self.place, player] = (
                max(0, money.asked - (0 if both else owed)) if self.verified else 0
            )
            if player not in judged.reneged():
                continue  # a lead out of turn that nobody called costs nothing
            amount = max(0, money.asked - (0 if both else owed)) if self.verified else None
            if player in ruled or self.waived_at(self.place, player) is not None:
                continue
            if self.verified:
                if amount:
                    self.say(number, "unpaid-renege", "warning", player, amount)
            else:
                bourre = player in payers if money.won is None else money.won.get(player) == 0
                if self.rules.renege_factor > 1 or not bourre or both:
                    self.say(number, "unpaid-renege", "warning", player)


def amounts(lines: list, left_out: Callable[[str], int]) -> tuple[dict[str, int], set[str]]:
    """Return the chips of ``take`` or ``match`` lines by player, and who took or paid at all,
    whatever the stake is.

    ``left_out`` says of a player what an amount left out is.
    """
    chips: dict[str, int] = {}
    named = set()
    for line in lines:
        if line.player is not None:
            said = left_out(line.player) if line.chips == DEFAULT else line.chips
            chips[line.player] = chips.get(line.player, 0) + said
            if line.chips != 0:
                named.add(line.player)
    return chips, named


def leaders_of(won: dict[str, int]) -> list[str]:
    """Return who has the most tricks."""
    most = max(won.values())
    return [player for player, tricks in won.items() if tricks == most]
