"""Simulated sessions with planted faults that the audit must find: ``Plan`` and ``simulations``, as
the simulation has them.

Read in this order: the kinds of fault; a plan with faults, and the sessions made from it; which
hand gets which fault; what goes wrong at the table; wrong payments (rules.md 5); wrong records
(log-format.md): the hand was played and paid correctly, but the record says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ledger import simulation as honest
from ledger.engine import Outcome, Settlement, settle
from ledger.engine.form import bits, short_ranks
from ledger.findings.kinds import RULES_OF_PLAY, UNPAID_RENEGE
from ledger.game import MOST_SEATS, Rules
from ledger.game.play import ALL_RANKS, NAMES, NONE, UNKNOWN, highest_trumps
from ledger.hands import columns, sessions_of, write_hands
from ledger.hands.model import ABSENT, BY_RULE, COLUMNS, COUNT, PASSED, PLAYED, SILENT, Array, Hands
from ledger.log import read, write
from ledger.simulation.deck import Dice, Stock
from ledger.simulation.evenings import Mishaps, Move, Played, blank
from ledger.simulation.hand import (
    ACES,
    HESITATION,
    KINGS,
    Deal,
    Declarations,
    Holdings,
    Tricks,
    Turn,
    Wishes,
    leave,
    lowest,
)
from ledger.simulation.written_down import FULL, PLAYS, SCORE

ANY: Final = -1
"""Stands for every level of record."""

FAULTS: Final = {
    "follow-suit": (3, (FULL, PLAYS)),
    "must-trump": (3, (FULL, PLAYS)),
    "must-beat": (3, (FULL, PLAYS)),
    "cinch": (6, (FULL,)),
    "recall": (1, (FULL, PLAYS)),
    "claim": (1, (FULL,)),
    "turn": (1, (FULL, PLAYS)),
    "hand-size": (1, (FULL,)),
    "duplicate-card": (1, (FULL,)),
    "not-held": (1, (FULL,)),
    "draw-cap": (1, (PLAYS,)),
    "draw-count": (1, (FULL,)),
    "qualify": (2, (FULL,)),
    "dealer-must-play": (1, (FULL, PLAYS)),
    "declare-order": (1, (FULL,)),
    "dealer": (1, (ANY,)),
    "trick-count": (1, (FULL,)),
    "ante": (1, (FULL,)),
    "pot": (1, (FULL,)),
    "take": (2, (FULL, SCORE)),
    "match": (2, (FULL, SCORE)),
    "penalty": (2, (FULL, SCORE)),
    "hand-number": (1, (ANY,)),
    "unverified-pot": (1, (PLAYS,)),
    "count": (1, (ANY,)),
    "all-passed": (1, (ANY,)),
    "syntax": (0, (ANY,)),
}
"""Every kind of fault to plant: its weight among the others, and the levels of record at which it
can be proved.

Two more come by themselves: ``unpaid-renege`` with a wrong card, and ``seats`` for a whole session.
"""
FAULT_NAMES: Final = tuple(FAULTS)

ILLEGIBLE: Final = 0.2
"""How often the fault of a session's last hand is a line that cannot be read."""


IN_PLAY: Final = (
    *RULES_OF_PLAY,
    "recall",
    "claim",
    "turn",
    "draw-cap",
    "qualify",
    "dealer-must-play",
    "dealer",
    "all-passed",
)
"""Faults that happen at the table."""


def number_of(fault: str) -> int:
    """The number of a fault in the columns."""
    return FAULT_NAMES.index(fault)


class Planted(NamedTuple):
    """A planted fault: its ``rule`` in the table of findings (log-format.md), its ``row`` in
    ``Hands``, its ``trick`` (0: none).

    ``place`` is a seat of that hand and ``player`` an index in the session's players (-1: none);
    ``card`` is a code; ``session`` is set instead of ``row`` if the finding belongs to no hand.
    ``follows`` names the fault that caused this one.
    """

    rule: str
    row: int
    trick: int = 0
    place: int = -1
    card: int = NONE
    player: int = -1
    session: int = -1
    follows: str | None = None

    def as_dict(self, hands: Hands) -> dict[str, object]:
        """The fault as in a line of the side file."""
        info = hands.sessions[self.session if self.row < 0 else int(hands.session[self.row])]
        player = None
        if self.row >= 0 and self.place >= 0:
            player = hands.name(self.row, self.place)
        elif self.player >= 0:
            player = info.players[self.player]
        return {
            "file": info.file,
            "session": info.id,
            "hand": int(hands.number[self.row]) if self.row >= 0 else None,
            "trick": self.trick or None,
            "player": player,
            "rule": self.rule,
            "card": NAMES[self.card] if self.card < UNKNOWN else None,
            "follows": self.follows,
        }


def as_recorded(planted: list[Planted], hands: Hands) -> list[Planted]:
    """The faults as the record shows them: a card taken back may not have been written down."""
    return [
        fault._replace(card=NONE)
        if fault.rule == "recall"
        and fault.card not in hands.withdrawn[fault.trick - 1, :, fault.row]
        else fault
        for fault in planted
    ]


# --- Sessions with faults -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan(honest.Plan):
    """A plan in which something goes wrong.

    ``mistakes`` is how often a wrong card is played where there is one, whatever the record;
    ``faults`` is the rate of hands with a planted fault, which their record then proves.
    """

    mistakes: float = 0.0
    faults: float = 0.0

    @property
    def width(self) -> int:
        """The places that the columns need: the same for every batch of a simulation."""
        crowded = self.faults > 0 and self.players is None and not self.club
        return min(self.most + 1, MOST_SEATS) if crowded else self.most

    def faults_possible(self) -> list[int]:
        """The numbers of the faults that are possible under these rules."""
        rules = self.rules
        without = set()
        if rules.cinch == "no":
            without |= {"cinch"}
        if not rules.qualify:
            without |= {"qualify"}
        if not (rules.dealer_plays or rules.ace_binds_dealer):
            without |= {"dealer-must-play"}
        if rules.dealer_plays:
            without |= {"all-passed"}
        if rules.declare == "simultaneous":
            without |= {"declare-order"}
        return [number_of(fault) for fault in FAULT_NAMES if fault not in without]


class Simulated(NamedTuple):
    """Sessions, and the faults planted in them."""

    hands: Hands
    planted: list[Planted]


def simulations(plan: Plan, sessions: int, seed: int) -> Iterator[Simulated]:
    """Yield ``sessions`` sessions in batches, with what was planted in each batch."""
    begun: list[Planting] = []

    def begin() -> Planting:
        begun.append(Planting(plan))
        return begun[-1]

    for hands in honest.simulations(plan, sessions, seed, begin):
        yield Simulated(hands, begun[-1].planted)


class Planting(Mishaps):
    """Plants the faults of a plan in sessions made together."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.proven = plan.faults > 0
        self.planted: list[Planted] = []
        self.amounts: list[Amount] = []
        self.wrong_counts: set[tuple[int, int]] = set()

    def seats(self, dice: Dice, seated: Array) -> Array:
        """Seat one player too few or too many at some tables (1.2)."""
        plan, count = self.plan, len(seated)
        low, high = max(plan.rules.seats[0], 2), plan.rules.seats[1]
        wrong = dice.chance(plan.faults / 4, count)
        few = wrong & dice.chance(0.5, count) & (plan.rules.seats[0] > 2)
        many = wrong & ~few & (high < plan.width)
        return np.where(few, low - 1, np.where(many, high + 1, seated))

    def choose(self, dice: Dice, first: Array, last: Array, level: Array) -> Array:
        return choose_faults(self.plan, dice, first, last, level)

    def wrong_dealer(self, fault: Array) -> Array:
        return np.asarray(fault == number_of("dealer"))

    def wishes(self, wishes: Wishes, fault: Array) -> Wishes:
        if not (self.plan.faults or self.plan.mistakes):
            return wishes
        in_play = np.array(
            [*(IN_PLAY.index(name) if name in IN_PLAY else -1 for name in FAULT_NAMES), -1]
        )
        rare = {one.name: getattr(wishes, one.name) for one in fields(wishes)}
        return FaultyWishes(
            **rare,
            fault=np.where(self.wrong_dealer(fault), -1, in_play[fault]),
            mistakes=self.plan.mistakes,
        )

    def slipped(self, wishes: Wishes, rows: Array, misdeal: Array) -> None:
        slips = wishes.slips() if isinstance(wishes, FaultyWishes) else Slips()
        for rule, row, trick, place, card in zip(
            slips.rule, slips.row, slips.trick, slips.place, slips.card, strict=True
        ):
            if not misdeal[rows[row]]:
                self.planted.append(Planted(rule, int(rows[row]), trick, place, card))

    def after_play(self, played: Played) -> None:
        hands, (low, high) = played.hands, self.plan.rules.seats
        for row in np.flatnonzero(
            (played.fault == number_of("dealer")) & (hands.seated > 1)
        ).tolist():
            self.planted.append(Planted("dealer", row, place=int(hands.seated[row]) - 1))
        for row in np.flatnonzero(
            ((hands.declared == PLAYED).sum(0) == 0) & ~hands.misdeal
        ).tolist():
            self.planted.append(Planted("all-passed", row))
        for info in hands.sessions:
            if info.rows and not self.plan.club and not low <= len(info.seats) <= high:
                self.planted.append(Planted("seats", info.first_row))

    def unwritten(self, played: Played) -> None:
        """Plant nothing there, as nobody knows who is exempt: only a record with antes and pot
        proves faults from there on.
        """
        if self.proven:
            played.fault[played.unwritten] = -1
            played.level[played.unwritten] = FULL

    def pay_wrongly(self, played: Played, dice: Dice, won: Outcome) -> bool:
        """Plant payments by or to the wrong player, and note the wrong amounts to write later: what
        is due is not known yet.
        """
        for kind, plant in (("take", _take), ("match", _match), ("penalty", _penalty)):
            rows = np.flatnonzero(played.fault == number_of(kind))
            coins = dice.bits(len(rows), 2)
            for row, (coin, pick) in zip(rows.tolist(), coins.tolist(), strict=True):
                amount = plant(played, self.planted, won, row, heads=bool(coin & 1), pick=pick)
                if amount is not None:
                    self.amounts.append(amount)
        return True

    def pay_other_amounts(
        self, played: Played, dice: Dice, won: Outcome, settled: Settlement
    ) -> None:
        miscount_antes(played, self.planted, dice, settled)
        for together in rounds(played, self.amounts):
            write_wrong_amounts(played, self.planted, together, settle(played.hands, won))

    def after_payments(self, settled: Settlement) -> None:
        """Take out payments out of an empty pot, which are neither right nor wrong; add reneges
        nobody called (5.5).
        """
        money = {"take", "match"}
        self.planted = [
            fault
            for fault in self.planted
            if fault.rule not in money or settled.stake[fault.row] > 0
        ]
        for fault in [fault for fault in self.planted if fault.rule in RULES_OF_PLAY]:
            # Only if it would have cost anything.
            if int(settled.renege_due[fault.row]) > int(settled.matched[fault.place, fault.row]):
                self.planted.append(
                    Planted(UNPAID_RENEGE, fault.row, 0, fault.place, NONE, follows=fault.rule)
                )

    def counts(self, played: Played, dice: Dice) -> list[Move]:
        """A count of somebody's chips wherever a wrong count is wanted."""
        hands = played.hands
        rows = np.flatnonzero(played.fault == number_of("count"))
        moves = []
        for row, pick in zip(rows.tolist(), dice.bits(len(rows)).tolist(), strict=True):
            player, session = (
                int(hands.player[pick % int(hands.seated[row]), row]),
                int(hands.session[row]),
            )
            moves.append((session, row - hands.sessions[session].first_row, COUNT, player, -1, 0))
        self.wrong_counts = {move[:2] for move in moves}
        return moves

    def miscounted(self, move: Move, *, last: int, kept: bool) -> int:
        session, hand, _, player, _, _ = move
        if kept:  # only the last counts decide
            wrong = hand == last and any(owner == session for owner, _ in self.wrong_counts)
            self.wrong_counts -= {
                place for place in self.wrong_counts if wrong and place[0] == session
            }
        else:
            wrong = (session, hand) in self.wrong_counts
        if wrong:
            self.planted.append(
                Planted("count", -1, player=-1 if kept else player, session=session)
            )
        return int(wrong)

    def unread(self, played: Played) -> Array:
        return np.asarray(played.hands.session[played.fault == number_of("syntax")])

    def astray(self, played: Played) -> Array:
        """If the books lose track, the counts cannot tell that from a planted fault."""
        lost = [number_of("syntax"), number_of("unverified-pot")]
        return np.asarray(played.hands.session[np.isin(played.fault, lost)])

    def misrecord(self, played: Played, dice: Dice) -> None:
        """Plant the wrong records. The hands must be recorded at the level that the fault
        asks for.
        """
        rows = np.flatnonzero(played.fault >= 0)
        for row, pick in zip(rows.tolist(), dice.bits(len(rows)).tolist(), strict=True):
            plant = _SLIPS.get(FAULT_NAMES[played.fault[row]])
            if plant is not None:
                plant(played, self.planted, row, pick)
        for row in np.flatnonzero(played.fault == number_of("syntax")).tolist():
            _spoil(played, row)
            # Now the audit can find nothing else in this hand.
            self.planted = [
                *(fault for fault in self.planted if fault.row != row),
                Planted("syntax", row),
            ]
        self.planted = as_recorded(self.planted, played.hands)


def write_down(plan: Plan, sessions: int, seed: int, out: Path) -> list[dict[str, object]]:
    """Write sessions as logs into the folder ``out``, or into the Parquet file of that name.
    Returns what was planted.
    """
    made = list(simulations(plan, sessions, seed))
    if out.suffix == ".parquet":
        write_hands(out, (one.hands for one in made))
    else:
        out.mkdir(parents=True, exist_ok=True)
        for one in made:
            for session in sessions_of(one.hands):
                log = write(honest.shorten(session, plan.rare))
                (out / session.file).write_text(log, encoding="utf-8", newline="\n")
    return [fault.as_dict(one.hands) for one in made for fault in one.planted]


# --- Which hand gets which fault ------------------------------------------------------------------


def choose_faults(plan: Plan, dice: Dice, first: Array, last: Array, level: Array) -> Array:
    """Choose the fault of each hand (-1: none), and raise ``level`` to what proving it needs.

    ``first`` and ``last`` are True for hands that begin and end a session.
    """
    count = len(level)
    fault = np.full(count, -1)
    if not plan.faults:
        return fault
    possible = plan.faults_possible()
    urn = np.repeat(possible, [FAULTS[FAULT_NAMES[number]][0] for number in possible])
    fault = np.where(dice.chance(plan.faults, count), urn[dice.below(len(urn), count)], -1)
    # Only the last hand of a session gets an unreadable line: for a while after one nothing can be
    # proved.
    last_of_all = last & (not plan.club)
    fault = np.where(
        (fault >= 0) & last_of_all & dice.chance(ILLEGIBLE, count), number_of("syntax"), fault
    )
    pick = dice.bits(count)
    unverified = number_of("unverified-pot")
    session = np.cumsum(first)
    lost = -1
    for row in np.flatnonzero(fault >= 0).tolist():
        name = FAULT_NAMES[fault[row]]
        settling = not first[row] and fault[row - 1] == unverified
        early = first[row] and name in {"dealer", "hand-number"}
        late = last[row] and name == "unverified-pot"
        # Once the books have lost track of chips, a wrong count may be right by chance.
        astray = name == "count" and session[row] == lost
        if settling or early or late or astray:
            fault[row] = -1
            continue
        if name == "unverified-pot":
            lost = session[row]
        allowed = FAULTS[name][1]
        if level[row] not in allowed and ANY not in allowed:
            level[row] = allowed[pick[row] % len(allowed)]
    level[np.flatnonzero(fault[:-1] == unverified) + 1] = FULL
    return fault


# --- What goes wrong at the table -----------------------------------------------------------------


@dataclass(slots=True)
class Slips:
    """What went wrong at the table, as columns with an entry for each slip; ``row`` is the hand in
    the step.

    ``rule`` is as in the table of findings, ``trick`` from 1 (0: none), ``place`` at the table (-1:
    none), ``card`` a code.
    """

    rule: list[str] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    trick: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    card: list[int] = field(default_factory=list)

    def add(self, rule: str, rows: Array, trick: int, places: Array, cards: Array) -> None:
        """Add the same slip in several hands."""
        self.rule += [rule] * len(rows)
        self.row += rows.tolist()
        self.trick += [trick] * len(rows)
        self.place += places.tolist()
        self.card += cards.tolist()


@dataclass(slots=True)
class FaultyWishes(Wishes):
    """Wishes for faults as well: ``fault`` (hands,) is the number of one in IN_PLAY, -1 for none or
    once it has happened.

    ``mistakes`` is how often a wrong card is played whenever a player has one. ``said`` and
    ``played`` is what was made of them, with who plays.
    """

    fault: Array
    mistakes: float
    said: FaultyDeclarations | None = None
    played: list[tuple[FaultyTricks, Array]] = field(default_factory=list)

    def part(self, rows: Array) -> FaultyWishes:
        part = Wishes.part(self, rows)
        assert isinstance(part, FaultyWishes)
        return replace(part, fault=self.fault[rows])

    def fault_is(self, name: str) -> Array:
        """True where this fault is wanted (hands,)."""
        return np.asarray(self.fault == IN_PLAY.index(name))

    def stack(self, rules: Rules, decks: Array, seated: Array) -> None:
        turn_an_ace(rules, decks, seated, np.flatnonzero(self.fault_is("dealer-must-play")))

    def declarations(self, rules: Rules, dice: Dice, deal: Deal, stock: Stock) -> Declarations:
        self.played = []
        self.said = FaultyDeclarations(self, rules, dice, deal, stock)
        return self.said

    def tricks(self, rules: Rules, dice: Dice, held: Holdings) -> Tricks:
        assert self.said is not None
        tricks = FaultyTricks(rules, dice, self, held)
        self.played.append((tricks, self.said.declared == PLAYED))
        return tricks

    def slips(self) -> Slips:
        """What went wrong, of the rows and places of the whole table."""
        assert self.said is not None
        slips = self.said.slips
        for tricks, active in self.played:
            one, rows = tricks.slips, np.flatnonzero(active.sum(0) > 1)
            for rule, row, trick, player, card in zip(
                one.rule, one.row, one.trick, one.place, one.card, strict=True
            ):
                place = np.flatnonzero(active[:, rows[row]])[player]
                slips.add(rule, rows[[row]], trick, place[None], np.array([card]))
        return slips


def turn_an_ace(rules: Rules, cards: Array, seated: Array, rows: Array) -> None:
    """Exchange two cards of the decks in ``rows`` so that the turned one is an ace."""
    place = rules.hand_size * seated[rows] - (rules.trump == "dealer")
    ace = np.argmax(cards[rows] % 13 == 12, 1)
    turned = cards[rows, place]
    cards[rows, place] = cards[rows, ace]
    cards[rows, ace] = turned


class FaultyDeclarations(Declarations):
    """Declarations and draws, of which some are wrong."""

    def __init__(
        self, wishes: FaultyWishes, rules: Rules, dice: Dice, deal: Deal, stock: Stock
    ) -> None:
        super().__init__(rules, dice, deal, stock)
        self.wishes, self.slips = wishes, Slips()
        self.over_cap = wishes.fault_is("draw-cap")
        self.over = np.zeros(self.count, bool)

    def run(self) -> None:
        super().run()
        self.announce_too_many()

    def declare(self, place: int) -> None:
        rules, wishes, before = self.rules, self.wishes, self.in_so_far.copy()
        super().declare(place)
        there, dealer = place < self.seated, self.dealer == place
        good = self.is_good(place) if rules.qualify else np.ones(self.count, bool)
        bound = dealer & self.dealer_is_bound()
        plays = (self.declared[place] == PLAYED) & (~wishes.fault_is("all-passed") | bound)
        bold = there & ~good & wishes.fault_is("qualify")
        wishes.fault[bold] = -1
        self.slip("qualify", bold, place)
        refuses = bound & wishes.fault_is("dealer-must-play")
        plays = (plays | bold) & ~refuses
        self.slip("dealer-must-play", refuses, place)
        # A fault of play needs somebody who plays.
        needed = wishes.fault >= 0
        needed &= (
            ~wishes.fault_is("all-passed")
            & ~wishes.fault_is("dealer-must-play")
            & ~wishes.fault_is("qualify")
        )
        plays |= needed & (np.maximum(self.dealer - place, 0) < 2 - before) & good
        self.declared[place] = np.where(there, np.where(plays, PLAYED, PASSED), SILENT)
        self.in_so_far = before + (plays & there)

    def slip(self, rule: str, where: Array, place: int) -> None:
        """Note that the player in a place did wrong in the hands ``where``."""
        rows = np.flatnonzero(where)
        self.slips.add(rule, rows, 0, np.full(len(rows), place), np.full(len(rows), NONE))

    def unwanted(self, place: int, hand: Array) -> Array:
        return np.where(self.over, hand, super().unwanted(place, hand))

    def exchange(self, place: int) -> None:
        """Let somebody draw one card too many, where that fault is wanted and the rules set a limit
        (3.3).
        """
        cap = self.cap
        self.over = self.over_cap & (self.declared[place] == PLAYED) & (cap < self.rules.hand_size)
        self.cap = np.where(self.over, cap + 1, cap)
        super().exchange(place)
        self.cap = cap
        done = self.over & (self.draw[place] > cap)
        self.over_cap[done] = False
        self.slip("draw-cap", done, place)

    def announce_too_many(self) -> None:
        """Where the rules set no limit, let somebody announce more discards than a hand has."""
        rows = np.flatnonzero(
            self.over_cap & (self.cap == self.rules.hand_size) & (self.declared == PLAYED).any(0)
        )
        places = np.argmax(self.declared[:, rows] == PLAYED, 0)
        self.draw[places, rows] = self.rules.hand_size + 1
        self.slips.add("draw-cap", rows, 0, places, np.full(len(rows), NONE))

    def drop(self) -> None:
        """Nobody drops where a fault is wanted: for that time, everybody's hand there is strong."""
        hand = self.hand
        self.hand = np.where(self.wishes.fault >= 0, ACES | KINGS, hand)
        super().drop()
        self.hand = hand


class FaultyTricks(Tricks):
    """The play, with wrong cards, claims and leads."""

    def __init__(self, rules: Rules, dice: Dice, wishes: FaultyWishes, dealt: Holdings) -> None:
        super().__init__(rules, dice, wishes, dealt)
        self.wrong, self.slips = wishes, Slips()
        self.takes_back |= wishes.fault_is("recall")
        self.defended: Array | None = None
        """The cards that no complete record can prove wrong."""

    def claim_wrongly(self, trick: int) -> None:
        bold = (
            self.alive
            & self.wrong.fault_is("claim")
            & (trick > 0)
            & self.dice.chance(HESITATION, self.count)
        )
        for player in range(self.players):
            most = self.won[player] + np.bitwise_count(self.held[player] & self.trumps)
            plain = np.flatnonzero(
                bold & self.alive & (player < self.number) & (most < self.rules.tricks_for_pot)
            )
            self.claim(plain, player, trick)
            self.wrong.fault[plain] = -1
            self.slips.add(
                "claim", plain, trick + 1, np.full(len(plain), player), np.full(len(plain), NONE)
            )

    def lead_out_of_turn(self, trick: int) -> None:
        """Let somebody lead who did not win the trick before (4.1)."""
        rows = np.flatnonzero(
            self.alive & self.wrong.fault_is("turn") & self.dice.chance(HESITATION, self.count)
        )
        number = self.number[rows]
        self.lead[rows] = (
            self.lead[rows] + 1 + self.dice.of(rows).below(number - 1, len(rows))
        ) % number
        self.wrong.fault[rows] = -1
        self.slips.add("turn", rows, trick + 1, self.lead[rows], np.full(len(rows), NONE))

    def heed_cinch(self, now: Turn) -> None:
        super().heed_cinch(now)
        self.defended = now.allowed.copy()
        rows, trump, hand, out = self.certain(now)
        who = now.player[rows]
        known = out & ~self.dealt.own_out[who, rows] & ~self.dealt.loose[rows]
        between = (
            np.int16(ALL_RANKS) if self.rules.cinch == "literal" else short_ranks(known, trump)
        )
        leave(self.defended, rows, highest_trumps(hand, between), trump)

    def chosen(self, now: Turn, card: Array) -> Array:
        """The cards played: wrong ones where that is wanted and possible."""
        fault, mistakes = self.wrong.fault, self.wrong.mistakes
        rows = np.flatnonzero(now.here & (fault >= 0) & (fault < len(RULES_OF_PLAY)))
        if len(rows):
            card = card.copy()
            rows = rows[self.dice.of(rows).chance(HESITATION, len(rows))]
            for number, cards in enumerate(self.wrong_cards(now)):
                chosen = rows[(fault[rows] == number) & (cards[rows] != 0)]
                card[chosen] = lowest(cards[chosen])
                fault[chosen] = -1
                codes = np.bitwise_count(card[chosen] - 1)
                self.slips.add(
                    RULES_OF_PLAY[number], chosen, now.trick + 1, now.player[chosen], codes
                )
        if mistakes:
            wrong = now.mine & ~now.legal
            slipped = now.here & (wrong != 0) & self.dice.chance(mistakes, self.count)
            card = np.where(slipped, lowest(wrong), card)
        return card

    def wrong_cards(self, now: Turn) -> tuple[Array, ...]:
        """The cards that break each of RULES_OF_PLAY (4.3, 4.4, 4.5, 4.8), as masks."""
        follows = (now.mine & now.led) != 0
        wrong = now.mine & ~now.allowed
        return (
            np.where(follows, wrong & ~now.led, 0),
            np.where(follows, 0, wrong & ~self.trumps),
            np.where(follows, wrong & now.led, wrong & self.trumps),
            now.allowed & ~(now.allowed if self.defended is None else self.defended),
        )

    def take_back(self, now: Turn, card: Array) -> None:
        before = self.takes_back.copy()
        super().take_back(now, card)
        rows = np.flatnonzero(before & ~self.takes_back)
        self.wrong.fault[rows[self.wrong.fault_is("recall")[rows]]] = -1
        self.slips.add(
            "recall",
            rows,
            now.trick + 1,
            now.player[rows],
            self.withdrawn[now.trick, now.turn, rows],
        )


# --- Wrong payments -------------------------------------------------------------------------------


LARGEST = 10**11
"""No wrong amounts for larger stakes: the reader accepts no number above 10¹²."""


class Amount(NamedTuple):
    """An amount to be ``more`` than is due, in a ``column`` of ``Hands``, at a place and row."""

    row: int
    column: str
    place: int
    more: int


def _take(
    played: Played, planted: list[Planted], won: Outcome, row: int, *, heads: bool, pick: int
) -> Amount | None:
    """Let the wrong player take the pot, or the right one the wrong amount."""
    hands = played.hands
    winner = int(won.winner[row])
    hands.has_take[row] = True
    if winner >= 0 and heads:
        hands.take[winner, row] = BY_RULE
        return Amount(row, "take", winner, -1)
    others = [
        place
        for place in range(int(hands.seated[row]))
        if place != winner and not won.sharing[place, row]
    ]
    if not others:
        hands.has_take[row] = False
        return None
    taker = others[pick % len(others)]
    hands.take[taker, row] = BY_RULE
    planted.append(Planted("take", row, place=taker))
    if winner >= 0:
        planted.append(Planted("take", row, place=winner, follows="take"))
    return None


def _match(
    played: Played, planted: list[Planted], won: Outcome, row: int, *, heads: bool, pick: int
) -> Amount | None:
    """Let a bourré go unpaid, be paid wrongly, or be paid by a player who has taken a trick."""
    hands = played.hands
    hands.has_match[row] = True
    bourre = np.flatnonzero(won.bourre[:, row])
    hands.match[bourre, row] = BY_RULE
    if len(bourre):
        place = int(bourre[pick % len(bourre)])
        if heads:
            return Amount(row, "match", place, 1)
        hands.match[place, row] = ABSENT
    else:
        place = pick % int(hands.seated[row])
        hands.match[place, row] = BY_RULE
    planted.append(Planted("match", row, place=place))
    return None


def _penalty(
    played: Played,
    planted: list[Planted],
    _won: Outcome,
    row: int,
    *,
    heads: bool,  # noqa: ARG001 - the level decides
    pick: int,
) -> Amount | None:
    """Call a renege on somebody who played correctly, or charge too much for one that cannot be
    proved.
    """
    hands, rules = played.hands, played.hands.house_of(row).rules
    active = np.flatnonzero(hands.declared[:, row] == PLAYED)
    if len(active) < 2:
        return None
    place = int(active[pick % len(active)])
    if played.level[row] == SCORE:
        hands.renege[place, row] = BY_RULE
        return Amount(row, "renege", place, 1)
    drawn = np.maximum(hands.draw[:, row], 0).sum(dtype=int)
    if rules.trump != "dealer-may-take" and drawn <= rules.stock(int(hands.seated[row])):
        hands.renege[place, row] = BY_RULE
        planted.append(Planted("penalty", row, place=place))
    return None


def miscount_antes(played: Played, planted: list[Planted], dice: Dice, settled: Settlement) -> None:
    """Let somebody ante too much, or nothing (2.1)."""
    hands = played.hands
    rows = np.flatnonzero(played.fault == number_of("ante"))
    for row, pick in zip(rows.tolist(), dice.bits(len(rows)).tolist(), strict=True):
        place = pick % int(hands.seated[row])
        due = int(settled.ante_due[place, row])
        hands.ante[place, row] = 0 if due and pick & 1 << 20 else due + 1
        planted.append(Planted("ante", row, place=place))


def rounds(played: Played, amounts: list[Amount]) -> list[list[Amount]]:
    """The amounts in lists with at most one from each session, in the order of the hands."""
    seen: dict[int, int] = {}
    found: list[list[Amount]] = []
    for amount in sorted(amounts):
        session = int(played.hands.session[amount.row])
        turn = seen.get(session, 0)
        seen[session] = turn + 1
        if turn == len(found):
            found.append([])
        found[turn].append(amount)
    return found


def write_wrong_amounts(
    played: Played, planted: list[Planted], amounts: list[Amount], settled: Settlement
) -> None:
    """Write amounts that are wrong, now that what is due is known."""
    hands = played.hands
    for row, column, place, more in amounts:
        stake = int(settled.stake[row])
        due = stake
        if column == "renege":
            due = max(int(settled.renege_due[row] - settled.matched[place, row]), 0)
        if stake > LARGEST or due + more < 0 or not stake:
            continue
        getattr(hands, column)[place, row] = due + more
        rule = "penalty" if column == "renege" else column
        planted.append(Planted(rule, row, place=place))


# --- Wrong records --------------------------------------------------------------------------------


def _active(played: Played, row: int) -> list[int]:
    return [int(place) for place in np.flatnonzero(played.hands.declared[:, row] == PLAYED)]


def _hand_size(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Leave out a card of the last trick, or of the cards dealt to somebody who passed."""
    hands = played.hands
    last = int(hands.trick_count[row]) - 1
    passed = np.flatnonzero(hands.declared[:, row] == PASSED)
    if len(passed) and (pick & 1 or last < 0):
        place = int(passed[pick % len(passed)])
        hands.dealt_count[place, row] -= 1
        hands.dealt[hands.dealt_count[place, row], place, row] = NONE
        planted.append(Planted("hand-size", row, place=place))
    elif last >= 0 and hands.claim[row] < 0:
        size = int(hands.trick_size[last, row]) - 1
        hands.trick_size[last, row] = size
        hands.cards[last, size, row] = NONE
        planted.append(Planted("hand-size", row, last + 1))


def _duplicate(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Write down one card for two players."""
    hands = played.hands
    seated = int(hands.seated[row])
    first, other = pick % seated, (pick // 64 + 1) % seated
    if first == other:
        other = (first + 1) % seated
    at = pick // 4096 % int(hands.dealt_count[other, row])
    card = int(hands.dealt[at, other, row])
    hands.dealt[pick // 512 % int(hands.dealt_count[first, row]), first, row] = card
    planted.append(Planted("duplicate-card", row, card=card))


def _not_held(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Record a discard that was never dealt, or a played card that its player did not have."""
    hands = played.hands
    stranger = _stranger(played, row, pick)
    if stranger is None:
        return
    tricks = int(hands.trick_count[row])
    if pick & 1 and tricks:
        trick, turn = pick // 2 % tricks, pick // 16 % int(hands.trick_size[0, row])
        active = _active(played, row)
        place = active[(active.index(int(hands.leader[trick, row])) + turn) % len(active)]
        hands.cards[trick, turn, row] = stranger
        planted.append(Planted("not-held", row, trick + 1, place, stranger))
        # The card really played is known to be held as well: that would be one card too many.
        planted.append(Planted("hand-size", row, place=place, follows="not-held"))
        return
    throwing = np.flatnonzero(hands.out_count[:, row] > 0)
    if len(throwing):
        place = int(throwing[pick % len(throwing)])
        hands.out[0, place, row] = stranger
        planted.append(Planted("not-held", row, place=place, card=stranger))


def _stranger(played: Played, row: int, pick: int) -> int | None:
    """A card that nobody had, None if there is none."""
    hands = played.hands
    seen = int(bits(hands.turned[row]))
    for column in (hands.dealt, hands.drawn):
        seen |= int(np.bitwise_or.reduce(bits(column[:, :, row]), axis=None))
    free = [card for card in range(52) if not seen >> card & 1]
    return free[pick % len(free)] if free else None


def _draw_count(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Record one replacement too few."""
    hands = played.hands
    drawing = np.flatnonzero(hands.drawn_count[:, row] > 0)
    if len(drawing):
        place = int(drawing[pick % len(drawing)])
        hands.drawn_count[place, row] -= 1
        hands.drawn[hands.drawn_count[place, row], place, row] = NONE
        planted.append(Planted("draw-count", row, place=place))


def _declare_order(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Write down two who play in the wrong order; of those who pass there is one line."""
    hands = played.hands
    spoken = np.flatnonzero(hands.order[:, row] >= 0)
    plays = hands.declared[spoken, row] != PASSED
    pairs = np.flatnonzero(plays[1:] & plays[:-1])
    if len(pairs):
        at = pairs[pick % len(pairs)]
        first, second = spoken[at], spoken[at + 1]
        hands.order[[first, second], row] = hands.order[[second, first], row]
        planted.append(Planted("declare-order", row))


def _trick_count(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Count a trick for somebody else."""
    hands = played.hands
    active = _active(played, row)
    won = np.flatnonzero(hands.counted[:, row] > 0)
    if len(active) > 1 and len(won):
        giver = int(won[pick % len(won)])
        taker = next(place for place in active if place != giver)
        hands.counted[giver, row] -= 1
        hands.counted[taker, row] = max(int(hands.counted[taker, row]), 0) + 1
        if not hands.counted[giver, row]:
            hands.counted[giver, row] = ABSENT
        planted.append(Planted("trick-count", row))


def _pot(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Count the pot wrongly."""
    hands = played.hands
    if hands.pot[row] != ABSENT:
        hands.pot[row] += 1 if pick & 1 or not hands.pot[row] else -1
        planted.append(Planted("pot", row))


def _hand_number(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Skip a number, from this hand on."""
    hands = played.hands
    info = hands.sessions[int(hands.session[row])]
    hands.number[row : info.first_row + info.rows] += 1 + pick % 3
    planted.append(Planted("hand-number", row))


def _unverified(played: Played, planted: list[Planted], row: int, pick: int) -> None:
    """Record only some of the tricks, so that it is not known who won; the next hand counts the
    pot.
    """
    hands = played.hands
    size = hands.house_of(row).rules.hand_size
    if len(_active(played, row)) < 2 or hands.claim[row] >= 0 or hands.pot[row + 1] == ABSENT:
        return
    kept = pick % (size - 1)
    hands.trick_count[row] = kept
    hands.trick_size[kept:, row] = 0
    hands.leader[kept:, row] = ABSENT
    hands.cards[kept:, :, row] = NONE
    hands.withdrawn[kept:, :, row] = NONE
    hands.has_counts[row] = False
    planted.append(Planted("unverified-pot", row + 1))


_SLIPS: Final[dict[str, Callable[[Played, list[Planted], int, int], None]]] = {
    "hand-size": _hand_size,
    "duplicate-card": _duplicate,
    "not-held": _not_held,
    "draw-count": _draw_count,
    "declare-order": _declare_order,
    "trick-count": _trick_count,
    "pot": _pot,
    "hand-number": _hand_number,
    "unverified-pot": _unverified,
}
_MISSPELT = {"play": "plya", "pass": "apss", "tricks": "trikcs"}


def _spoil(played: Played, row: int) -> None:
    hands = played.hands
    at = int(hands.session[row])
    log = write(next(sessions_of(hands.part(slice(at, at + 1)))))
    before, mark, last = log.rpartition("\nhand ")
    for word, slip in _MISSPELT.items():
        place = last.find(f"\n  {word} ")
        if place >= 0:
            last = last[: place + 3] + slip + last[place + 3 + len(word) :]
            break
    spoilt = columns([read(before + mark + last, hands.sessions[at].file)])
    nothing = blank(hands.width, 1)
    for name in set(COLUMNS) - {"session", "number", "line", "seated", "player", "house"}:
        getattr(hands, name)[..., row] = getattr(nothing, name)[..., 0]
    hands.quarantined[row] = True
    hands.text[row] = spoilt.text[len(spoilt) - 1]
    hands.errors += spoilt.errors
