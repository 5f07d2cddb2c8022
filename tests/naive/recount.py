"""Counts everything that is asked of a book again, with plain loops over what the audit says of
each hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np

from ledger.engine.judge import Judged
from ledger.engine.replay import NO_PLAY, UNPROVED, WRONG
from ledger.engine.settle import divided
from ledger.game.options import rules_text
from ledger.hands.model import BY_PAYMENT, PENALTY, RESULT, TRANSFER, SessionInfo


@dataclass
class Deed:
    """One player in one hand that counts."""

    session: str
    day: date
    preset: str
    unit: str
    chip: int
    base: int  # one ante of the hand
    misdeal: bool
    hand: int
    number: int | None
    seated: int
    seat: int
    name: str
    known: bool
    stayed: bool
    passed: bool
    told: bool  # whether it is written down who stayed
    draw: int | None
    tricks: int
    scored: bool  # every trick of the hand is somebody's
    told_bourre: bool  # it is certain whether this player went bourré
    won: bool
    tied: bool
    bourre: bool
    wrong: int  # plays proved wrong
    doubtful: int  # plays that cannot be judged
    cards: set[int]  # known to have been held when the play began
    size: int
    trump: int
    stake: int
    taken: int
    matched: int
    net: int

    @property
    def dealer(self) -> bool:
        return self.seat == self.seated - 1


@dataclass
class Moved:
    """Chips that a player got (or gave) after a hand; hand 0 is the start of the evening."""

    session: str
    hand: int
    name: str
    chips: int


def deeds(judged: Judged) -> list[Deed]:
    found = []
    for info in judged.hands.sessions:
        for place in range(info.rows):
            if not judged.hands.quarantined[info.first_row + place]:
                found += _of_hand(judged, info, info.first_row + place, place + 1)
    return found


def _of_hand(judged: Judged, info: SessionInfo, row: int, hand: int) -> Iterator[Deed]:
    hands, replay, settled, won = judged.hands, judged.replay, judged.settlement, judged.outcome
    number = int(hands.number[row])
    for seat in range(int(hands.seated[row])):
        cards, wrong, doubtful = _play(judged, row, seat)
        declared = (
            2
            if replay.form.active[seat, row]
            else 3
            if replay.form.playing[seat, row]
            else int(hands.declared[seat, row])
        )
        draw = int(replay.form.draws[seat, row])
        known = bool(won.known[row])
        parts = (settled.ante, settled.second, settled.matched, settled.penalty)
        yield Deed(
            session=info.id,
            day=date.fromisoformat(info.date),
            preset=rules_text(info.rules).split()[0],
            unit=info.currency or "chips",
            chip=info.chip or 1,
            base=hands.houses[int(hands.house[row])].ante,
            misdeal=bool(hands.misdeal[row]),
            hand=hand,
            number=number if number >= 0 else None,
            seated=int(hands.seated[row]),
            seat=seat,
            name=hands.name(row, seat),
            known=known,
            stayed=declared == 2 and not hands.misdeal[row],
            passed=declared < 2 and not hands.misdeal[row],
            told=int(hands.score[row]) != BY_PAYMENT,
            draw=draw if declared in {2, 3} and draw >= 0 else None,
            tricks=int(won.won[seat, row]) if won.scored[row] else 0,
            scored=bool(won.scored[row]),
            told_bourre=known
            and bool(
                won.scored[row]
                or won.won[seat, row] > 0
                or won.bourre[seat, row]
                or hands.has_match[row]
            ),
            won=int(won.winner[row]) == seat,
            tied=bool(won.tied[seat, row]),
            bourre=bool(won.bourre[seat, row])
            or (not known and declared == 2 and int(settled.matched[seat, row]) > 0),
            wrong=wrong,
            doubtful=doubtful,
            cards=cards,
            size=hands.house_of(row).rules.hand_size,
            trump=int(hands.trump[row]),
            stake=int(settled.stake[row]),
            taken=int(settled.taken[seat, row]),
            matched=int(settled.matched[seat, row]),
            net=int(settled.taken[seat, row]) - sum(int(part[seat, row]) for part in parts),
        )


def _play(judged: Judged, row: int, seat: int) -> tuple[set[int], int, int]:
    """Return the cards known to have been in a hand, and how many of its plays are proved wrong and
    not provable.
    """
    replay, form = judged.replay, judged.replay.form
    cards: set[int] = set()
    wrong = doubtful = 0
    for trick in range(replay.verdict.shape[0]):
        for turn in range(int(form.players[row])):
            verdict = int(replay.verdict[trick, turn, row])
            if (
                verdict == NO_PLAY
                or int(form.seat_of[form.player_at(trick, turn, row), row]) != seat
            ):
                continue
            wrong += verdict == WRONG
            doubtful += verdict == UNPROVED
            cards |= {int(replay.cards[trick, turn, row]), int(replay.withdrawn[trick, turn, row])}
    if form.claimed[row] and int(judged.hands.claim[row]) == seat:
        cards |= {int(card) for card in judged.hands.shown[:, row]}
    return {card for card in cards if card < 52}, wrong, doubtful


def between(judged: Judged) -> list[Moved]:
    """Return what rulings, transfers, results, divided pots and counts of play that nobody wrote
    down moved.
    """
    hands, events = judged.hands, judged.hands.events
    found = []
    for at in range(len(events)):
        info = hands.sessions[int(events.session[at])]
        hand, chips = int(events.before[at]) - info.first_row, int(events.amount[at])
        if events.kind[at] in {PENALTY, TRANSFER}:
            found.append(Moved(info.id, hand, info.players[events.player[at]], -chips))
        if events.kind[at] == RESULT:
            found.append(Moved(info.id, hand, info.players[events.player[at]], chips))
        if events.kind[at] == TRANSFER:
            found.append(Moved(info.id, hand, info.players[events.other[at]], chips))
    for session, player, event, chips in judged.books.unlogged:
        info = hands.sessions[session]
        found.append(
            Moved(info.id, int(events.before[event]) - info.first_row, info.players[player], chips)
        )
    for session, player, chips in divided(hands, judged.settlement.left)[1]:
        info = hands.sessions[session]
        found.append(Moved(info.id, info.rows, info.players[player], int(chips)))
    return found


def rate(k: int, n: int) -> tuple[float | None, float | None]:
    """Return the Wilson interval by the formula in its usual form."""
    if n == 0:
        return None, None
    z = 1.959963984540054
    centre, spread = k + z * z / 2, z * np.sqrt(k * (n - k) / n + z * z / 4)
    return (centre - spread) / (n + z * z), (centre + spread) / (n + z * z)
