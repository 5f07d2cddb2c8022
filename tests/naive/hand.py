"""One recorded hand as the two naive judges read it: cards as text, ``None`` for a card nobody
wrote down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ledger.game.play import NAMES, UNKNOWN
from ledger.game.rules import Rules
from ledger.log import hand_statements, records

RANKS = "23456789TJQKA"
SUITS = "shdc"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


def height(card: str) -> int:
    """Return how high a card stands in its suit, 0 for a two (1.1)."""
    return RANKS.index(card[0])


def suit_of(card: str) -> str:
    """Return the suit letter of a card."""
    return card[1]


def in_order(cards: Iterable[str]) -> list[str]:
    """Return cards by suit s h d c and from high to low, the way findings list them."""
    return sorted(cards, key=lambda card: (SUITS.index(suit_of(card)), -height(card)))


def known(cards: Iterable[str | None]) -> list[str]:
    """Return the cards that somebody wrote down."""
    return [card for card in cards if card is not None]


def text(code: int) -> str | None:
    """Return a card of the log as text, None for ``??`` and for no card."""
    return NAMES[code] if code < UNKNOWN else None


@dataclass
class Draw:
    """What one ``play`` line says. ``count`` is None where the draw was not recorded."""

    announced: int | None
    out: list[str | None] | None
    drawn: list[str | None] | None

    @property
    def count(self) -> int | None:
        if self.announced is not None:
            return self.announced
        if self.drawn is not None:
            return len(self.drawn)
        if self.out is not None:
            return len(self.out)
        return None

    def out_named(self) -> bool:
        """Say whether every discard is named."""
        if self.count == 0 and not self.out:
            return True
        return (
            self.count is not None
            and self.out is not None
            and None not in self.out
            and len(self.out) >= self.count
        )

    def drawn_named(self) -> bool:
        """Say whether every replacement is named."""
        if self.count == 0 and not self.drawn:
            return True
        return self.drawn is not None and None not in self.drawn and len(self.drawn) == self.count


@dataclass
class TrickPlayed:
    """A trick that could be replayed: who played what in order, and what was taken back.

    ``laid`` is True for one that a claim was laid down for: the claimant's card, and ``None`` from
    the others (4.11).
    """

    number: int
    leader: str
    cards: list[tuple[str, str | None]]
    withdrawn: list[tuple[str, str | None]]
    laid: bool = False

    def card_of(self, player: str) -> str | None:
        return dict(self.cards)[player]


@dataclass
class Reading:
    """A hand taken apart. Nothing here is judged except what ends the replay."""

    rules: Rules
    seats: list[str]
    dealer: str | None  # None where nobody noted it
    trump: str | None
    turned: str | None
    dealt: dict[str, list[str | None]] = field(default_factory=dict)
    draws: dict[str, Draw] = field(default_factory=dict)
    # a line at a time: "pass" or "play", and who
    declared: list[tuple[str, list[str]]] = field(default_factory=list)
    counts: dict[str, int | None] | None = None  # what ``tricks`` lines say, None for ?
    unnoted: list[str] = field(default_factory=list)  # took a card back, nobody noted which
    passed: set[str] = field(default_factory=set)  # at the declaration, or by saying nothing
    dropped: set[str] = field(default_factory=set)  # after the draw (7.4)
    took_silently: set[str] = field(default_factory=set)  # by a ``take`` line, and did not pass
    active: list[str] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    tricks: list[TrickPlayed] = field(default_factory=list)
    misdeal: bool = False
    # 'tricks' or 'chips': nobody said who passed and who played, and these lines tell
    score: str | None = None
    claimant: str | None = None
    shown: list[str | None] = field(default_factory=list)
    claimed_at: int = 0  # the first trick claimed
    # (rule, trick, player) that ended the replay
    broken: list[tuple[str, int, str | None]] = field(default_factory=list)
    ended: bool = False
    over: bool = False  # something is said of what was won or paid, or something follows
    written: int = 0  # how many ``trick`` lines there are
    taken_back: int = 0  # how many cards were, in the tricks as written
    # the separate card where nobody noted the dealer, who may have taken it
    unowned: str | None = None

    @property
    def missing(self) -> int:
        """How many tricks nobody wrote down, perhaps the first: then a card that was kept may have
        gone in one (log-format, *Tricks*).
        """
        shown = self.written > 0 or self.claimant is not None
        if not self.over or not shown or len(self.active) < 2:
            return 0
        laid = self.claimed if self.claimant in self.active else 0
        return max(0, self.rules.hand_size - self.written - laid)

    @property
    def gap(self) -> bool:
        """Say whether a trick is missing."""
        return self.missing > 0

    @property
    def claimed(self) -> int:
        """How many tricks are claimed: one for each card laid down, or all that are left (4.11)."""
        left = self.rules.hand_size - self.claimed_at + 1
        return min(len(self.shown), left) if self.shown else left

    def clockwise_from(self, leader: str) -> list[str]:
        start = self.active.index(leader)
        return self.active[start:] + self.active[:start]

    @property
    def separate(self) -> bool:
        """Say whether the turned card is one more than the hands (2.4)."""
        return self.rules.trump != "dealer"

    def may_take(self, player: str) -> bool:
        """Say whether this is the dealer who may take the separate card (2.4, form 2)."""
        return self.rules.trump == "dealer-may-take" and self.dealer in (player, None)

    def took_turned(self) -> bool | None:
        """Say whether the dealer took the separate card (log-format, *Seats and players*), None
        where it is not known.
        """
        if self.rules.trump != "dealer-may-take":
            return False
        if self.dealer is None:
            return None
        draw = self.draws.get(self.dealer)
        if draw is None:
            return False
        if draw.out is None or draw.count is None:
            return None
        if len(draw.out) == draw.count:
            return False
        return True if len(draw.out) == draw.count + 1 else None


def read_hand(hand: records.Hand, rules: Rules, *, followed: bool = False) -> Reading:
    """Take a hand that is not quarantined apart; ``followed`` says whether a hand or a statement
    between hands comes after it.
    """
    first = hand.first
    reading = Reading(
        rules,
        list(hand.seats),
        first.dealer,
        SUITS[first.trump] if first.trump >= 0 else None,
        # Where nobody noted the dealer, nobody knows whose the turned card is.
        text(first.turned) if first.dealer is not None or rules.trump == "separate" else None,
    )
    if first.dealer is None and rules.trump == "dealer-may-take":
        reading.unowned = text(first.turned)
    trick_lines = []
    for line in hand.statements:
        if isinstance(line, hand_statements.Dealt):
            reading.dealt[line.player] = [text(card) for card in line.cards]
        elif isinstance(line, hand_statements.Play):
            out = None if line.out is None else [text(card) for card in line.out]
            drawn = None if line.drawn is None else [text(card) for card in line.drawn]
            plays(reading, line.player, Draw(line.draw, out, drawn))
            reading.declared.append(("play", [line.player]))
        elif isinstance(line, hand_statements.Plays):
            for player, draw in line.draws:
                plays(reading, player, Draw(draw, None, None))
            reading.declared.append(("play", [player for player, _ in line.draws]))
        elif isinstance(line, hand_statements.Draw):
            drew(reading.draws[line.player], line)
        elif isinstance(line, hand_statements.Draws):
            for player, draw in line.draws:
                reading.draws[player].announced = draw
        elif isinstance(line, hand_statements.Pass):
            for player in line.players:
                (reading.dropped if player in reading.draws else reading.passed).add(player)
            reading.declared.append(("pass", list(line.players)))
        elif isinstance(line, hand_statements.Recall):
            reading.unnoted.append(line.player)
        elif isinstance(line, hand_statements.Tricks):
            reading.counts = {**(reading.counts or {}), **dict(line.won)}
        elif isinstance(line, hand_statements.Early):
            reading.early.append(line.player)
        elif isinstance(line, hand_statements.Misdeal):
            reading.misdeal = True
        elif isinstance(line, hand_statements.Trick | hand_statements.Claim):
            trick_lines.append(line)
    if rules.second_pass == "stand-pat":  # noqa: S105  # 3.1: a pass without a recorded draw is a draw of none
        for player in sorted(reading.dropped):
            if reading.draws[player].count is None:
                reading.dropped.discard(player)
                reading.draws[player] = Draw(0, None, None)
    reading.took_silently = {
        line.player
        for line in hand.statements
        if isinstance(line, hand_statements.Take) and line.chips != 0
    } - reading.passed
    read_score(reading, hand.statements)
    paid = hand_statements.Take | hand_statements.Match | hand_statements.Renege
    reading.over = (
        followed
        or reading.counts is not None
        or any(isinstance(line, paid) for line in hand.statements)
    )
    tricks = [line for line in trick_lines if isinstance(line, hand_statements.Trick)]
    reading.written = len(tricks)
    reading.taken_back = sum(len(line.withdrawn) for line in tricks)
    reading.passed |= {player for player in reading.seats if player not in reading.draws}
    reading.active = [
        player
        for player in reading.seats
        if player in reading.draws and player not in reading.dropped
    ]
    replay(reading, trick_lines)
    return reading


def plays(reading: Reading, player: str, draw: Draw) -> None:
    reading.draws[player] = draw
    reading.dropped.discard(player)
    reading.passed.discard(player)


def drew(draw: Draw, line: hand_statements.Draw) -> None:
    """Add what a ``draw`` line says to what the ``play`` line said."""
    if line.draw is not None:
        draw.announced = line.draw
    if line.out is not None:
        draw.out = [text(card) for card in line.out]
    if line.drawn is not None:
        draw.drawn = [text(card) for card in line.drawn]


def read_score(reading: Reading, lines: list) -> None:
    """Find out who played where no ``play`` line says so (log-format, *Seats and players*)."""
    if reading.misdeal:
        return
    if reading.draws:
        left_out(reading, lines)
        return
    silent = [player for player in reading.seats if player not in reading.passed]
    paid = hand_statements.Take | hand_statements.Match | hand_statements.Renege
    named = {line.player for line in lines if isinstance(line, paid)} & set(silent)
    tricks = [line for line in lines if isinstance(line, hand_statements.Trick)]
    if tricks and silent:  # as many played as a trick has cards
        named |= set(reading.counts or ()) | {line.leader for line in tricks}
        named |= {line.player for line in lines if isinstance(line, hand_statements.Claim)}
        named &= set(silent)
        cards = max(len(line.cards) for line in tricks[:5])
        if cards == len(silent) or 1 < cards == len(named):
            reading.score = "tricks"
            named = set(silent) if cards == len(silent) else named
        else:
            reading.score = "chips"
    elif tricks:
        return
    elif reading.counts is not None:
        reading.score = "tricks"
        pays = hand_statements.Match | hand_statements.Renege
        named = set(reading.counts) | {line.player for line in lines if isinstance(line, pays)}
        named &= set(silent)
    else:
        one_left = len(silent) == 1 and bool(named) and bool(reading.passed)
        if silent and not one_left:
            reading.score = "chips"  # 5.16: of those not named nothing is known
        if all_may_have_passed(reading, lines, named):
            named = set()
    for player in reading.seats:
        if player in named:
            reading.draws[player] = Draw(None, None, None)


def all_may_have_passed(reading: Reading, lines: list, named: set[str]) -> bool:
    """3.6: where the dealer gets a pot that all pass for, one whom only a ``take`` line names need
    not have played.
    """
    pays = hand_statements.Match | hand_statements.Renege
    if not reading.rules.gives_dealer_the_pot or any(
        isinstance(line, pays) and line.player in named for line in lines
    ):
        return False
    return reading.dealer is None or named == {reading.dealer}


def left_out(reading: Reading, lines: list) -> None:
    """Find out who stayed though no line says so (log-format, *Seats and players*)."""
    tricks = [line for line in lines if isinstance(line, hand_statements.Trick)]
    said_in = {player for player in reading.draws if player not in reading.dropped}
    silent = {
        player
        for player in reading.seats
        if player not in reading.passed and player not in reading.draws
    }
    matched = {line.player for line in lines if isinstance(line, hand_statements.Match)}
    says = hand_statements.Take | hand_statements.Claim
    named = {line.leader for line in tricks} | matched
    named |= {line.player for line in lines if isinstance(line, says)}
    counts = reading.counts or {}
    if sum(tricks or 0 for tricks in counts.values()) <= reading.rules.hand_size:
        named |= {player for player, tricks in counts.items() if tricks != 0}
    stayed = named & silent
    if tricks:
        more = {len(line.cards) - len(said_in) for line in tricks[:5]}
        if len(more) > 1 or max(more) <= 0:
            return
        if more != {len(stayed)}:
            stayed = silent if more == {len(silent)} and len(tricks) > 1 else set()
    elif sum(counts.get(player) or 0 for player in said_in) == reading.rules.hand_size:
        stayed = matched & silent
    reading.draws |= {
        player: Draw(None, None, None) for player in reading.seats if player in stayed
    }


def replay(reading: Reading, lines: list) -> None:
    """Keep the tricks up to the first that cannot be one (log-format, *Tricks*)."""
    for line in lines:
        if reading.ended:
            return
        number = len(reading.tricks) + 1
        if isinstance(line, hand_statements.Claim):
            if reading.claimant is None:
                reading.claimant = line.player
                reading.shown = [text(card) for card in line.cards]
                reading.claimed_at = number
                lay_down(reading)
            continue
        if number > reading.rules.hand_size:
            reading.broken.append(("hand-size", number, None))
        elif line.leader not in reading.active and (
            any(line.leader in players for _, players in reading.declared)
            or len(line.cards) <= len(reading.active)
        ):
            reading.broken.append(("turn", number, line.leader))
        elif len(line.cards) != len(reading.active) or reading.score == "chips":
            reading.broken.append(("hand-size", number, None))
        if reading.broken:
            reading.ended = True
            continue
        order = reading.clockwise_from(line.leader)
        reading.tricks.append(
            TrickPlayed(
                number,
                line.leader,
                [(player, text(card)) for player, card in zip(order, line.cards, strict=True)],
                [(order[place], text(card)) for place, card in line.withdrawn],
            )
        )


def lay_down(reading: Reading) -> None:
    """Write down the tricks that a claim is laid down for: they count in the numbering, the others'
    cards are unknown (4.11).
    """
    if reading.claimant not in reading.active or reading.score == "chips":
        return
    order = reading.clockwise_from(reading.claimant)
    for place in range(reading.claimed):
        card = reading.shown[place] if reading.shown else None
        cards = [(player, card if player == reading.claimant else None) for player in order]
        reading.tricks.append(
            TrickPlayed(reading.claimed_at + place, reading.claimant, cards, [], laid=True)
        )
