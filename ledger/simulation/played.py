"""Whole sessions, hand by hand, many of them in lockstep: what really happened, before anybody writes it down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.game.cards import NONE
from ledger.hands.events import Events
from ledger.hands.model import ABSENT, BY_SEAT, LINE_SEATS, Array, Hands, House, SessionInfo
from ledger.simulation.deck import Dice
from ledger.simulation.faults import FAULT_NAMES, IN_PLAY, Planted, Wishes, number_of
from ledger.simulation.hand import play_hand
from ledger.simulation.plan import Plan, choose_faults, levels, seats
from ledger.simulation.table import Move, Table, day, players
from ledger.simulation.written_down import CLAIM, SCORE

RECALLS, EARLY, CLAIMS = 0.02, 0.004, 0.03
"""How often a hand sees a card taken back, an announcement before the turn, a claim where its record does not ask for one."""


@dataclass(slots=True)
class Played:
    """Sessions as they were played.

    ``hands`` has every card and no amount; ``level`` (hands,) is how much of a hand will be written down, ``fault`` the number
    of the fault that its record should have (-1: none; those of the play have happened), ``recalled`` (width, hands) who
    took a card back. ``moves`` are the statements between hands as the table makes them.
    """

    plan: Plan
    hands: Hands
    level: Array
    fault: Array
    recalled: Array
    reshuffled: Array
    planted: list[Planted]
    moves: list[Move]
    last_round: list[tuple[int, ...]]


def play_sessions(plan: Plan, dice: Dice, first_session: int, count: int, prefix: str) -> Played:
    """Play ``count`` sessions; ids begin with ``prefix`` and count from ``first_session``."""
    seated, crowd = seats(plan, dice, count)
    low, high = plan.hands
    lengths = low + dice.below(high - low + 1, count)
    first = np.cumsum(lengths) - lengths
    total = int(lengths.sum())
    begins, ends = np.zeros(total, bool), np.zeros(total, bool)
    begins[first], ends[first + lengths - 1] = True, True
    level = levels(plan, dice, total)
    fault = choose_faults(plan, dice, begins, ends, level)
    table = Table(dice, seated, (plan.least, plan.most, plan.width), crowd)
    played = Played(
        plan,
        blank(plan.width, total),
        level,
        fault,
        np.zeros((plan.width, total), bool),
        np.zeros(total, bool),
        [],
        table.moves,
        [],
    )
    hands = played.hands
    hands.session[:] = np.repeat(np.arange(count), lengths)
    hands.number[:] = np.arange(total) - np.repeat(first, lengths) + 1
    for step in range(int(lengths.max(initial=0))):
        _step(played, dice, table, first[lengths > step] + step, step)
    hands.houses = [House(plan.rules, 1)]
    played.last_round = [tuple(int(p) for p in table.round[: table.seated[at], at]) for at in range(count)]
    for at in range(count):
        people = players(first_session + at, int(table.known[at]))
        name = f"{prefix}{first_session + at:06d}"
        hands.sessions.append(
            SessionInfo(
                file=f"{name}.bourre",
                id=name,
                rules=plan.rules,
                players=people,
                first_row=int(first[at]),
                rows=int(lengths[at]),
                date=day(first_session + at),
                chip=25,
                currency="USD",
                seats=people[: int(seated[at])],
                game=name,  # each session is a table of its own, with a pot of its own
            )
        )
        if crowd[at]:
            played.planted.append(Planted("seats", int(first[at])))
    return played


def _step(played: Played, dice: Dice, table: Table, rows: Array, step: int) -> None:
    """Play one hand in each of some sessions: their hand number ``step``, from 0."""
    plan, hands = played.plan, played.hands
    sessions = hands.session[rows]
    if step:
        table.come_and_go(sessions, step)
    fault = played.fault[rows]
    wrongly = fault == number_of("dealer")
    due = table.deal(sessions, wrongly, first=step == 0)
    in_play = np.array([*(IN_PLAY.index(name) if name in IN_PLAY else -1 for name in FAULT_NAMES), -1])
    plain = fault < 0
    rate = np.where(played.level[rows] == CLAIM, 1.0, CLAIMS)
    wishes = Wishes(
        fault=np.where(wrongly, -1, in_play[fault]),
        recalls=np.where(plain & (played.level[rows] != SCORE), RECALLS, 0.0),
        early=np.where(plain, EARLY, 0.0),
        claims=np.where(plain, rate, 0.0),
        mistakes=plan.mistakes,
    )
    seated = table.seated[sessions]
    hand = play_hand(plan.rules, dice, wishes, seated, plan.width)
    for name, column in hand.columns.items():
        getattr(hands, name)[..., rows] = column
    hands.player[:, rows] = table.round[:, sessions]
    hands.due[rows] = due
    played.recalled[:, rows] = hand.recalled
    played.reshuffled[rows] = hand.reshuffled
    table.forfeit(sessions, hand.columns["early"])
    if plan.rules.recall == "forfeit":
        table.forfeit(sessions, hand.recalled)
    slips = hand.slips
    for rule, row, trick, place, card in zip(slips.rule, slips.row, slips.trick, slips.place, slips.card, strict=True):
        played.planted.append(Planted(rule, int(rows[row]), trick, place, card))
    for at in np.flatnonzero(wrongly & (seated > 1)):
        played.planted.append(Planted("dealer", int(rows[at]), place=int(seated[at]) - 1))
    nobody = (hand.columns["declared"] == 2).sum(0) == 0
    for at in np.flatnonzero(nobody):
        played.planted.append(Planted("all-passed", int(rows[at])))


def blank(width: int, total: int) -> Hands:
    """Return columns with nothing in them."""

    def absent(*shape: int, kind: str = "int8", value: int = ABSENT) -> Array:
        return np.full((*shape, total), value, kind)

    def cards(*shape: int) -> Array:
        return absent(*shape, kind="uint8", value=NONE)

    def flags(*shape: int) -> Array:
        return np.zeros((*shape, total), bool)

    nothing = np.zeros(0, np.int64)
    return Hands(
        sessions=[],
        events=Events(*(nothing for _ in range(8))),
        session=absent(kind="int32"),
        number=absent(kind="int64"),
        line=absent(kind="int32", value=0),
        quarantined=flags(),
        seated=absent(value=0),
        player=absent(width, kind="int16"),
        due=absent(),
        turned=cards(),
        trump=absent(),
        declared=absent(width, value=0),
        order=absent(width),
        draw=absent(width),
        early=flags(width),
        dealt=cards(6, width),
        dealt_count=absent(width),
        out=cards(6, width),
        out_count=absent(width),
        drawn=cards(6, width),
        drawn_count=absent(width),
        trick_count=absent(value=0),
        trick_size=absent(5, value=0),
        leader=absent(5),
        cards=cards(5, width),
        withdrawn=cards(5, width),
        claim=absent(),
        claim_after=absent(),
        shown=cards(6),
        has_counts=flags(),
        counted=absent(width),
        has_ante=flags(),
        ante=absent(width, kind="int64", value=0),
        pot=absent(kind="int64"),
        has_take=flags(),
        take=absent(width, kind="int64"),
        has_match=flags(),
        match=absent(width, kind="int64"),
        renege=absent(width, kind="int64"),
        house=absent(kind="int32", value=0),
        houses=[],
        misdeal=flags(),
        score=absent(value=0),
        lines=np.zeros((LINE_SEATS + len(BY_SEAT) * width, total), np.uint16),
    )
