"""Keeps the books hand by hand, straight from rules.md 2, 5 and log-format.md: every chip moved by one plain line."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.game.rules import Rules
from ledger.log import between_hands, hand_records, records
from ledger.log.hand_records import DEFAULT
from ledger.log.records import Session

from .referee import Judged, finding, judge_hand


def settle(session: Session, rules: Rules) -> tuple[list[dict], dict[str, int]]:
    """Return the settlement findings of a session and the chips everybody should hold at its end."""
    books = Books(session, rules)
    books.run()
    return books.findings, books.result()


@dataclass
class Money:
    """What was due and what was paid in one hand."""

    stake: int
    won: dict[str, int] | None  # tricks by active player, None where the outcome is unknown
    called: set[str]  # reneges the table called, or recalls that count as called
    barred: set[str]  # who may not win this pot


class Chair:
    """A chair and who sits on it, None once it has been left."""

    def __init__(self, player: str) -> None:
        self.player: str | None = player


class Circle:
    """The chairs, clockwise; a chair that someone has left keeps its place, whoever sits down gets a new one (2.5)."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.chairs = [Chair(player) for player in seats]

    def chair_of(self, player: str) -> Chair:
        return next(chair for chair in self.chairs if chair.player == player)

    def sit(self, player: str, after: str) -> None:
        self.chairs.insert(self.chairs.index(self.chair_of(after)) + 1, Chair(player))

    def leave(self, player: str) -> None:
        self.chair_of(player).player = None

    def left_of(self, chair: Chair | None) -> list[str]:
        """Return everyone seated, clockwise, beginning on the left of a chair; from the first chair if it is None."""
        start = 0 if chair is None else self.chairs.index(chair) + 1
        return [chair.player for chair in self.chairs[start:] + self.chairs[:start] if chair.player is not None]


class Books:
    """One session's chips, pot, exemptions and forfeited deals."""

    def __init__(self, session: Session, rules: Rules) -> None:
        self.session = session
        self.rules = rules
        self.findings: list[dict] = []
        self.chips = dict.fromkeys(session.players, 0)
        self.pot = session.pot or 0
        self.unexplained = 0
        self.verified = session.pot is not None
        self.reported = False  # this stretch has its unverified-pot
        self.exempt: set[str] | None = set()  # None: unknown
        self.circle = Circle(session.seats)
        self.last_dealer: Chair | None = None  # of the hand before this one, None after a quarantined one
        self.last_replayed_dealer: Chair | None = None
        self.last_number: int | None = None
        self.forfeits: dict[str, int] = {}
        self.possible: dict[str, int] = {}
        self.table_sizes: set[int] = set()
        self.divide = False

    def say(self, hand: int | None, rule: str, severity: str, player: str | None = None, amount: int | None = None) -> None:
        self.findings.append(finding(hand, rule, severity, player=player, amount=amount))

    def pay(self, player: str, chips: int) -> None:
        """Move chips from a player into the pot."""
        self.chips[player] = self.chips.get(player, 0) - chips
        self.pot += chips

    def run(self) -> None:
        for place, item in enumerate(self.session.body):
            if isinstance(item, records.Hand):
                if item.quarantined:
                    self.quarantine(item)
                else:
                    self.hand(item, self.session.body[place + 1 :])
            else:
                self.between(item)
        if self.divide:
            self.divide_pot()

    def result(self) -> dict[str, int]:
        books = {**self.chips, "pot": self.pot}
        if self.unexplained:
            books["?"] = self.unexplained
        return books

    # --- Between hands ---------------------------------------------------------------------------------------

    def between(self, line: records.TableRecord) -> None:
        if isinstance(line, between_hands.Sit):
            self.circle.sit(line.player, line.after)
            self.chips.setdefault(line.player, 0)
        elif isinstance(line, between_hands.Leave):
            self.circle.leave(line.player)
        elif isinstance(line, between_hands.BuyIn):
            self.chips[line.player] = self.chips.get(line.player, 0) + line.chips
        elif isinstance(line, between_hands.Penalty):
            self.pay(line.player, line.chips)
        elif isinstance(line, between_hands.Transfer):
            self.chips[line.giver] = self.chips.get(line.giver, 0) - line.chips
            self.chips[line.receiver] = self.chips.get(line.receiver, 0) + line.chips
        elif isinstance(line, between_hands.Count | between_hands.CashOut):
            held = self.chips.get(line.player, 0)
            if line.chips != held:
                self.say(None, "count", "warning", line.player, line.chips - held)
            if isinstance(line, between_hands.CashOut):
                self.chips[line.player] = held - line.chips
        elif isinstance(line, between_hands.End):
            self.divide = line.divide

    def divide_pot(self) -> None:
        """5.12: equal shares, odd chips from the dealer's left on."""
        seated = self.circle.left_of(self.last_replayed_dealer)
        if self.pot <= 0 or not seated:
            return
        share, odd = divmod(self.pot, len(seated))
        for place, player in enumerate(seated):
            self.pay(player, -share - (1 if place < odd else 0))

    # --- A hand ----------------------------------------------------------------------------------------------

    def quarantine(self, hand: records.Hand) -> None:
        """Nothing of it is booked; the pot and the exemptions are unknown, and anyone may have lost a deal."""
        self.become_unverified()
        self.exempt = None
        self.last_number = None
        self.last_dealer = None
        for player, number in self.forfeits.items():
            self.possible[player] = self.possible.get(player, 0) + number
        self.forfeits = {}
        for player in hand.seats:
            self.possible[player] = self.possible.get(player, 0) + 1

    def become_unverified(self) -> None:
        if self.verified:
            self.verified = False
            self.reported = False

    def hand(self, hand: records.Hand, later: list) -> None:
        number = hand.first.number
        judged = judge_hand(hand, self.rules)
        lines = hand.statements

        if self.last_number is not None and number != self.last_number + 1:
            self.say(number, "hand-number", "warning")
        self.last_number = number
        low, high = self.rules.seats
        if not low <= len(hand.seats) <= high and len(hand.seats) not in self.table_sizes:
            self.say(number, "seats", "warning")
            self.table_sizes.add(len(hand.seats))
        self.deal(hand)
        self.antes(hand, lines)
        self.second_antes(judged)

        if not self.verified and not self.reported:
            self.say(number, "unverified-pot", "warning")
            self.reported = True
        for line in lines:
            if isinstance(line, hand_records.Pot):
                if self.verified:
                    if line.chips != self.pot:
                        self.say(number, "pot", "error", amount=line.chips - self.pot)
                else:
                    self.unexplained -= line.chips - self.pot
                    self.pot = line.chips
                    self.verified = True

        stake = max(0, self.pot if self.rules.limit is None else min(self.pot, self.rules.limit))
        recalled = {player for trick in judged.reading.tricks for player, _ in trick.withdrawn}
        called = {line.player for line in lines if isinstance(line, hand_records.Renege)}
        if self.rules.recall == "renege":
            called |= recalled
        barred = called | (recalled if self.rules.recall == "forfeit" else set())
        money = Money(stake, self.tricks_won(number, judged, lines), called, barred)
        taken = self.takes(number, lines, money)
        matched, reneged, payers = self.penalties(number, lines, money, judged)
        self.unpaid(number, money, judged, matched, payers, later)
        for player, chips in taken.items():
            self.pay(player, -chips)
        for paid in (matched, reneged):
            for player, chips in paid.items():
                self.pay(player, chips)

        # 5.6, 5.7: who is exempt from the next ante.
        if money.won is None:
            self.exempt = None
            kinds = {type(line) for line in lines}
            if not (hand_records.Take in kinds and hand_records.Match in kinds):
                self.become_unverified()
        else:
            self.exempt = set()
            if self.rules.bourre_exempt:
                self.exempt |= payers
            if self.rules.split_exempt and money.won:
                leaders = leaders_of(money.won)
                if len(leaders) > 1:
                    self.exempt |= set(leaders)

        # 3.9, 4.10: deals forfeited.
        for player in sorted(set(judged.reading.early)):
            self.forfeits[player] = self.forfeits.get(player, 0) + 1
        if self.rules.recall == "forfeit":
            for player in sorted(recalled):
                self.forfeits[player] = self.forfeits.get(player, 0) + 1

    # --- 2.5 The deal ----------------------------------------------------------------------------------------

    def deal(self, hand: records.Hand) -> None:
        dealer = hand.first.dealer
        if self.last_dealer is not None:
            order = self.circle.left_of(self.last_dealer)
            expected = self.expected(order)
            if dealer != expected and not self.explained(order, expected, dealer):
                self.say(hand.first.number, "dealer", "error", dealer)
        self.possible[dealer] = 0
        self.last_dealer = self.last_replayed_dealer = self.circle.chair_of(dealer)

    def expected(self, order: list[str]) -> str:
        """Pass the deal left, using up a known forfeit of each player it reaches."""
        place = 0
        while self.forfeits.get(order[place], 0):
            self.forfeits[order[place]] -= 1
            place = (place + 1) % len(order)
        return order[place]

    def explained(self, order: list[str], expected: str, dealer: str) -> bool:
        """Say whether possible forfeits explain who dealt, and use them up if so."""
        forfeits, possible = dict(self.forfeits), dict(self.possible)
        place = order.index(expected)
        while forfeits.get(order[place], 0) or order[place] != dealer:
            player = order[place]
            if forfeits.get(player, 0):
                forfeits[player] -= 1
            elif possible.get(player, 0):
                possible[player] -= 1
            else:
                return False
            place = (place + 1) % len(order)
        self.forfeits, self.possible = forfeits, possible
        return True

    # --- 2.1, 2.2, 3.7 Antes ---------------------------------------------------------------------------------

    def antes(self, hand: records.Hand, lines: list) -> None:
        unit = self.session.ante
        never_exempt = not (self.rules.bourre_exempt or self.rules.split_exempt)
        unknown = self.exempt is None and not never_exempt and not self.rules.dealer_antes
        if self.rules.dealer_antes:
            due = {hand.first.dealer: unit * len(hand.seats)}
        else:
            due = {player: unit for player in hand.seats if player not in (self.exempt or set())}
        ante_lines = [line for line in lines if isinstance(line, hand_records.Ante)]
        if ante_lines:
            paid: dict[str, int] = {}
            for line in ante_lines:
                for player, chips in line.amounts:
                    paid[player] = paid.get(player, 0) + (unit if chips == DEFAULT else chips)
            if not unknown:
                for player in hand.seats:
                    difference = paid.get(player, 0) - due.get(player, 0)
                    if difference:
                        self.say(hand.first.number, "ante", "error", player, difference)
        else:
            paid = due
            if unknown:
                self.become_unverified()
        for player, chips in paid.items():
            self.pay(player, chips)

    def second_antes(self, judged: Judged) -> None:
        for player in judged.reading.seats:
            if self.rules.second_ante and player in judged.reading.draws:
                self.pay(player, self.session.ante)
            if self.rules.stay_ante and player in judged.reading.active:  # 7.4
                self.pay(player, self.session.ante)

    # --- Who won what ----------------------------------------------------------------------------------------

    def tricks_won(self, number: int, judged: Judged, lines: list) -> dict[str, int] | None:
        """Return the tricks of each active player, None where the outcome is unknown."""
        reading, size = judged.reading, self.rules.hand_size
        shown = dict.fromkeys(reading.active, 0)
        hidden = False
        for winner in judged.winners:
            if winner is None:
                hidden = True
            else:
                shown[winner] += 1
        counted = len(reading.tricks)
        if reading.claimant in shown:
            shown[reading.claimant] += size - counted
            counted = size
        known = counted == size and not hidden
        if len(reading.active) == 1:
            shown, known = {reading.active[0]: size}, True
        recorded = None
        for line in lines:
            if isinstance(line, hand_records.Tricks):
                recorded = dict.fromkeys(reading.active, 0)
                wrong = False
                for player, tricks in line.won:
                    if player not in recorded:
                        wrong = True
                    recorded[player] = recorded.get(player, 0) + tricks
                wrong |= sum(recorded.values()) != size
                wrong |= any(recorded[player] < shown[player] for player in shown)
                wrong |= known and recorded != shown
                if wrong:
                    self.say(number, "trick-count", "error")
                    recorded = None
        if known or not reading.active:
            return shown
        return recorded

    # --- 5.1-5.3, 5.9 The pot --------------------------------------------------------------------------------

    def takes(self, number: int, lines: list, money: Money) -> dict[str, int]:
        """Return what was taken, by whom."""
        due: dict[str, int] = {}
        if money.won:
            leaders = leaders_of(money.won)
            if len(leaders) == 1 and leaders[0] not in money.barred:
                due[leaders[0]] = money.stake
        take_lines = [line for line in lines if isinstance(line, hand_records.Take)]
        if not take_lines:
            return due
        taken, takers = amounts(take_lines, money.stake)
        if money.won is not None:
            for player in sorted(set(due) | set(taken)):
                difference = taken.get(player, 0) - due.get(player, 0)
                if self.verified and difference:
                    self.say(number, "take", "error", player, difference)
                if not self.verified and (player in due) != (player in takers):
                    self.say(number, "take", "error", player)
        return taken

    # --- 5.4, 5.5, 5.9 Bourré and renege ---------------------------------------------------------------------

    def penalties(self, number: int, lines: list, money: Money, judged: Judged) -> tuple[dict, dict, set]:
        """Return what was matched, what was paid for reneges, and who paid anything."""
        factor = self.rules.renege_factor
        bourres = {player for player, tricks in (money.won or {}).items() if tricks == 0}
        match_lines = [line for line in lines if isinstance(line, hand_records.Match)]
        renege_lines = [line for line in lines if isinstance(line, hand_records.Renege)]
        if match_lines:
            matched, payers = amounts(match_lines, money.stake)
        else:
            matched, payers = dict.fromkeys(bourres, money.stake), set(bourres)
        reneged: dict[str, int] = {}
        for player in money.called:
            # What 5.5 asks beyond what the player matches already.
            asked = max(0, factor * money.stake - matched.get(player, 0))
            own_lines = [line for line in renege_lines if line.player == player]
            reneged[player] = sum(asked if line.chips == DEFAULT else line.chips for line in own_lines)
            if not own_lines:  # a recall under recall=renege
                reneged[player] = asked
            if not own_lines or any(line.chips for line in own_lines):
                payers.add(player)
        if self.verified:
            payers = {player for player in payers if matched.get(player, 0) + reneged.get(player, 0) > 0}

        named = {line.player for line in renege_lines}
        for player in judged.reading.seats:
            if player in named and self.proved_innocent(judged, player):
                self.say(number, "penalty", "error", player)
            elif money.won is not None:
                due = max(money.stake if player in bourres else 0, factor * money.stake if player in money.called else 0)
                paid = matched.get(player, 0) + reneged.get(player, 0)
                rule = "penalty" if player in named else "match"
                owes = player in bourres or player in money.called
                if self.verified and paid != due:
                    self.say(number, rule, "error", player, paid - due)
                if not self.verified and owes != (player in payers):
                    self.say(number, rule, "error", player)
        return matched, reneged, payers

    def proved_innocent(self, judged: Judged, player: str) -> bool:
        """Say whether every card of every trick is known and all of this player's are proved right."""
        tricks = judged.reading.tricks
        if len(tricks) < self.rules.hand_size or any(card is None for trick in tricks for _, card in trick.cards):
            return False
        if self.rules.recall == "renege" and any(who == player for trick in tricks for who, _ in trick.withdrawn):
            return False
        own = [judged.verdicts[trick.number, player] for trick in tricks if player in dict(trick.cards)]
        return all(verdict == "right" for verdict in own)

    def unpaid(self, number: int, money: Money, judged: Judged, matched: dict, payers: set, later: list) -> None:
        """Report proved reneges that nobody called or ruled on."""
        ruled = {
            line.player for line in later if isinstance(line, between_hands.Penalty | between_hands.Waive) and line.hand == number
        }
        for player in judged.reneged():
            if player in money.called or player in ruled:
                continue
            if self.verified:
                amount = self.rules.renege_factor * money.stake - matched.get(player, 0)
                if amount > 0:
                    self.say(number, "unpaid-renege", "warning", player, amount)
            else:
                bourre = player in payers if money.won is None else money.won.get(player) == 0
                if self.rules.renege_factor > 1 or not bourre:
                    self.say(number, "unpaid-renege", "warning", player)


def amounts(lines: list, stake: int) -> tuple[dict[str, int], set[str]]:
    """Return the chips of ``take`` or ``match`` lines by player, and who took or paid at all, whatever the stake is."""
    chips: dict[str, int] = {}
    named = set()
    for line in lines:
        if line.player is not None:
            chips[line.player] = chips.get(line.player, 0) + (stake if line.chips == DEFAULT else line.chips)
            if line.chips != 0:
                named.add(line.player)
    return chips, named


def leaders_of(won: dict[str, int]) -> list[str]:
    """Return who has the most tricks."""
    most = max(won.values())
    return [player for player, tricks in won.items() if tricks == most]
