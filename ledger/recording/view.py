"""The state of a recording, entirely as the engine judges it."""

from __future__ import annotations

from functools import lru_cache

from ledger.hands.model import BY_PAYMENT
from ledger.log.hand_statements import Claim, Trick, Tricks
from ledger.log.records import Hand
from ledger.recording.hand_now import exempt, hand_now
from ledger.recording.judging import Standing, standing
from ledger.recording.spoken import Recording
from ledger.recording.state import CARD, CONFIRM, DECLARE, END, HAND, PLAY, TRICKS, HandNow, HandToCome, RecordingView


@lru_cache(maxsize=16)
def view(recording: Recording) -> RecordingView:
    """The state of a recording. The last few are cached: a tap asks several times, also for the state before it."""
    now = standing(recording)
    info = now.hands.sessions[0]
    hand = hand_now(now) if now.here is not None else None
    chips, pot, verified = _chips(now)
    return RecordingView(
        session=info.id,
        date=info.date,
        title=info.title,
        game=info.game,
        rules=now.house.rules,
        ante=now.house.ante,
        chip=info.chip,
        currency=info.currency,
        hands=sum(isinstance(item, Hand) for item in now.before.body) - (hand is not None),
        seats=now.seats,
        players=info.players,
        chips=chips,
        pot=pot,
        verified=verified,
        awaits=_awaits(now, hand),
        hand=hand,
        coming=None if now.coming is None else _to_come(now, now.coming),
    )


# --- What is awaited ------------------------------------------------------------------------------------------------------


def _awaits(now: Standing, hand: HandNow | None) -> str:
    said = now.hand
    if hand is None or said is None:
        return HAND if now.coming is not None or not now.seats else END
    if said.misdeal or now.hands.score[now.here] == BY_PAYMENT:
        return CONFIRM
    kinds: set[type] = {type(statement) for statement in said.statements}
    begun = bool(kinds & {Trick, Tricks, Claim})
    if not begun and not all(hand.declared.values()):
        return DECLARE
    if hand.settling.known and not hand.open_trick:  # while a trick is open its cards are awaited, even if the pot is decided
        return CONFIRM
    complete = len(hand.tricks) >= now.house.rules.hand_size and not hand.open_trick
    broken = now.judged.replay.form.broken[now.here] >= 0
    if Tricks in kinds or (Claim in kinds and not hand.open_trick) or complete or broken:
        return TRICKS
    return CARD if Trick in kinds else PLAY


# --- The table ------------------------------------------------------------------------------------------------------------


def _to_come(now: Standing, row: int) -> HandToCome:
    settled, hands = now.judged.settlement, now.hands
    by_dealer = hands.houses[int(hands.house[row])].rules.dealer_antes
    anyone = now.dealer is None and by_dealer  # then it is not known who antes either
    names = [] if anyone else [hands.name(row, seat) for seat in range(int(hands.seated[row]))]
    return HandToCome(
        number=int(hands.number[row]),
        dealer=now.dealer,
        antes={name: int(settled.ante_due[seat, row]) for seat, name in enumerate(names)},
        exempt=exempt(now, row),
        sure=bool(settled.antes_known[row]),
        pot=int(settled.pot[row]),
    )


def _chips(now: Standing) -> tuple[dict[str, int], int, bool]:
    """Everybody's chips and the pot, both without the open hand, and True if the pot can be trusted."""
    settled, hands, info = now.judged.settlement, now.hands, now.hands.sessions[0]
    chips = dict(zip(info.players, now.judged.books.chips[0], strict=True))
    for row in (row for row in (now.here, now.coming) if row is not None):
        for seat in range(int(hands.seated[row])):
            chips[hands.name(row, seat)] -= int(settled.moved[seat, row])
    first = now.here if now.here is not None else now.coming
    if first is None:
        return chips, now.judged.books.pot[0], True
    return chips, int(settled.opening[first]), bool(settled.verified[first])
