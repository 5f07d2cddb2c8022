"""Play whole sessions hand by hand, many in lockstep."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ledger.game import Rules
from ledger.hands.model import PLAYED, Array, House, SessionInfo
from ledger.simulation import now_and_then
from ledger.simulation.deck import Dice
from ledger.simulation.faults import FAULT_NAMES, IN_PLAY, Planted, Wishes, number_of
from ledger.simulation.hand import HandPlayed, play_hand
from ledger.simulation.plan import Plan, choose_faults, levels, seats
from ledger.simulation.played import Played, blank
from ledger.simulation.table import Table, day, players
from ledger.simulation.written_down import CLAIM, SCORE

RECALLS, EARLY, CLAIMS = 0.02, 0.004, 0.03
"""How often a hand has a card taken back, an announcement out of turn, a claim that its record does not ask for."""

TOO_FEW = 0.5
"""How often a false claim lays down too few cards, rather than cards that are not all certain."""


class Evening(NamedTuple):
    """What a night of a club starts with, from the nights before (rules.md 5.6, 5.12).

    ``people`` are all members, those who stay at home last; ``exempt`` those of them who post no ante in the first hand,
    None if that is not known; ``forfeits`` how many turns to deal each still has to miss. ``sure`` is False if the pot cannot
    be trusted.
    """

    people: tuple[str, ...]
    pot: int = 0
    sure: bool = True
    exempt: frozenset[str] | None = frozenset()
    forfeits: tuple[int, ...] = ()


def play_sessions(plan: Plan, dice: Dice, numbers: range, prefix: str, evening: Evening | None = None) -> Played:
    """Play a session for each of ``numbers``; ids are ``prefix`` and the number. ``evening`` is what a club night starts with."""
    count, first_session = len(numbers), numbers.start
    seated, crowd = seats(plan, dice, count)
    low, high = plan.hands
    lengths = low + dice.below(high - low + 1, count)
    if plan.rare:
        lengths[now_and_then.without_hands(plan.rare, dice, count)] = 0
    first = np.cumsum(lengths) - lengths
    total, some = int(lengths.sum()), lengths > 0
    begins, ends = np.zeros(total, bool), np.zeros(total, bool)
    begins[first[some]], ends[(first + lengths - 1)[some]] = True, True
    level = levels(plan, dice, total)
    fault = choose_faults(plan, dice, begins, ends, level)
    table = Table(dice, seated, (plan.least, plan.most, plan.width), crowd, plan.most if plan.club else None)
    if evening is not None and evening.forfeits:
        table.forfeits[: len(evening.forfeits), 0] = evening.forfeits
    played = Played(
        plan,
        blank(plan.width, total),
        level,
        fault,
        np.zeros((plan.width, total), bool),
        np.zeros(total, bool),
        np.zeros(total, bool),
        [],
        table,
        [],
    )
    hands = played.hands
    hands.session[:] = np.repeat(np.arange(count), lengths)
    hands.number[:] = np.arange(total) - np.repeat(first, lengths) + 1
    hands.houses = [House(plan.rules, 1)]
    if plan.rare:
        now_and_then.arrange(played, dice, first, lengths)
        table.tell_results(np.flatnonzero(~some & dice.chance(now_and_then.TOLD, count)), 0)
    for step in range(int(lengths.max(initial=0))):
        _step(played, dice, table, first[lengths > step] + step, step)
    played.last_round = [tuple(int(p) for p in table.round[: table.seated[at], at]) for at in range(count)]
    for at in range(count):
        number, name = int(table.known[at]), f"{prefix}{first_session + at:06d}"
        people = players(first_session + at, number) if evening is None else evening.people[:number]
        info = SessionInfo(
            file=f"{name}.bourre",
            id=name,
            rules=plan.rules,
            players=people,
            first_row=int(first[at]),
            rows=int(lengths[at]),
            date=day(first_session + at, season=plan.club),
            chip=25,
            currency="USD",
            seats=people[: int(seated[at])],
            # Without a club each session has a table and a pot of its own.
            game=name if evening is None else prefix.rstrip("-"),
        )
        if evening is not None:
            _begin(info, evening)
        hands.sessions.append(info)
        if crowd[at] and lengths[at]:
            played.planted.append(Planted("seats", int(first[at])))
    if plan.rare and evening is None:
        now_and_then.begin_with_chips(played, dice)
    return played


def _begin(info: SessionInfo, evening: Evening) -> None:
    """Start a night with what the one before left, as a book does; its log does not say so."""
    info.pot, info.pot_sure = evening.pot, evening.sure
    info.exempt_lost = evening.exempt is None
    if evening.exempt is not None:
        info.exempt = tuple(at for at, name in enumerate(info.players) if name in evening.exempt)


def _step(played: Played, dice: Dice, table: Table, rows: Array, step: int) -> None:
    """Play hand ``step`` (from 0) of some sessions; ``rows`` are these hands."""
    plan, hands = played.plan, played.hands
    sessions, unwritten = hands.session[rows], played.unwritten[rows]
    again = hands.misdeal[rows - 1] & (step > 0) & ~unwritten
    if step:
        table.tell_results(sessions[unwritten], step)
        table.come_and_go(sessions[~again], step)
    fault = played.fault[rows]
    wrongly = fault == number_of("dealer")
    hands.due[rows] = table.deal(sessions, wrongly, again, unwritten | (step == 0))
    in_play = np.array([*(IN_PLAY.index(name) if name in IN_PLAY else -1 for name in FAULT_NAMES), -1])
    plain, level = fault < 0, played.level[rows]
    rate = np.where(level == CLAIM, 1.0, CLAIMS)
    lays = np.where(plain & (level != SCORE), plan.rare, 0.0)
    if plan.rare:
        lays[fault == number_of("claim")] = TOO_FEW
    wishes = Wishes(
        fault=np.where(wrongly, -1, in_play[fault]),
        recalls=np.where(plain & (level != SCORE), RECALLS, 0.0),
        early=np.where(plain, EARLY, 0.0),
        claims=np.where(plain, rate, 0.0),
        lays=lays,
        mistakes=plan.mistakes,
    )
    house = hands.house[rows]
    for number in np.unique(house):
        here = house == number
        _play_by(played, dice, hands.houses[number].rules, rows[here], wishes.part(here))
    seated = table.seated[sessions]
    for at in np.flatnonzero(wrongly & (seated > 1)):
        played.planted.append(Planted("dealer", int(rows[at]), place=int(seated[at]) - 1))
    nobody = ((hands.declared[:, rows] == PLAYED).sum(0) == 0) & ~hands.misdeal[rows]
    for at in np.flatnonzero(nobody):
        played.planted.append(Planted("all-passed", int(rows[at])))


def _play_by(played: Played, dice: Dice, rules: Rules, rows: Array, wishes: Wishes) -> None:
    """Play the hands in ``rows``, all by ``rules`` and each of a different session."""
    hands, table = played.hands, played.table
    sessions = hands.session[rows]
    hand = play_hand(rules, dice, wishes, table.seated[sessions], played.plan.width)
    _throw_in(hand, hands.misdeal[rows])
    for name, column in hand.columns.items():
        getattr(hands, name)[..., rows] = column
    hands.player[:, rows] = table.round[:, sessions]
    played.recalled[:, rows] = hand.recalled
    played.reshuffled[rows] = hand.reshuffled
    table.forfeit(sessions, hand.columns["early"])
    if rules.recall == "forfeit":
        table.forfeit(sessions, hand.recalled)
    slips = hand.slips
    for rule, row, trick, place, card in zip(slips.rule, slips.row, slips.trick, slips.place, slips.card, strict=True):
        if not hands.misdeal[rows[row]]:
            played.planted.append(Planted(rule, int(rows[row]), trick, place, card))


def _throw_in(hand: HandPlayed, misdeal: Array) -> None:
    """Clear hands that were thrown in, except for the turned card (5.14)."""
    rows = np.flatnonzero(misdeal)
    if not len(rows):
        return
    nothing = blank(hand.recalled.shape[0], 1)
    for name in set(hand.columns) - {"seated", "turned", "trump"}:
        hand.columns[name][..., rows] = getattr(nothing, name)
    hand.recalled[:, rows] = False
