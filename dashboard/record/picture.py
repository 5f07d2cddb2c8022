"""The picture of a recording: everything that a phone draws, as plain data for JSON.

A picture is a dict; numbers are chips, names and cards are text as the log has it, words are ready
to be shown as text:

- ``session`` ``title`` ``day``: the id of the evening, what it is called, its date in words
- ``hands`` ``awaits`` ``verified``: hands confirmed, what is awaited (``ledger.recording.so_far``),
  True if the pot can be trusted
- ``players`` ``chips`` ``money``: all who ever sat, the chips of each by name, and their value in
  words (None: no money)
- ``pot`` ``pot_words``: the pot with the antes of the open hand, or of the one to come
- ``pot_left``: the pot without them, in words: what is left if the evening ends now
- ``pot_empty``: True if that is certainly nothing
- ``doubt``: a sentence on hands that are not all recorded; empty if there are none
- ``open`` ``number``: True if a hand is open, and the number of that, else of the one to come (None
  after the end)
- ``table``: the seats clockwise, in an order that does not depend on the deal: see ``_seat``
- ``hand``: the open hand, or None: see ``_hand``
- ``coming``: the hand to come, or, while one is open, the one after that as it stands; None after
  the end: see ``_coming``
- ``dealers``: who deals after whom, by name, if nobody has forfeited a turn
- ``strength``: by suit led, the cards of the open hand that can win a trick, strongest first (a
  phone needs no rules)
- ``sizes``: ``hand`` (cards, and tricks), ``draw`` (the most that may be drawn)
- ``ways``: what the house has: ``declare`` (``with-draw``, ``two-rounds``, ``simultaneous``),
  ``stays`` (one antes to stay in)
- ``settling``: the settlement of the open hand: ``known``, ``sentences``, and who ``went`` bourré:
  ``player``, and ``pays`` chips
- ``last``: the hand confirmed last: ``number``, ``sentences``, ``went``; None if there is none
- ``deals``: the cards dealt in the hand confirmed last and in the open one, as
  ``ledger.recording.HandDealt`` has them
- ``said``: the lines of each confirmed hand, with its ``number``
- ``objections``: what the last step proves wrong: ``words``, ``fails`` (False where cards entered
  afterwards say so: a finger may have slipped), ``recalls`` (cards that would have been right)
- ``calls``: reneges that the table may call: ``player`` ``label`` ``line`` (for a tap ``say``)
- ``offers``: what else may be entered now: ``statement`` ``label`` ``about`` ``asks``
  (``ledger.recording.offers``)
- ``contents``: what has been recorded, in words; empty if nothing has
- ``began``: what was set at the start of the evening: ``title`` ``rules`` ``chip`` (``0.25 USD``,
  empty: no money) ``ante`` ``pot`` ``exempt`` ``seats``
- ``undo``: True if there is a tap to undo
- ``before``: the picture after ``undo``, without its own ``before``, offers and ``said``; None if
  there is none

A hand at the table in sentences: who antes, how it is settled, who deals next.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Any, Final, TypeAlias

from dashboard.frame import wording
from ledger.errors import UserError
from ledger.findings.kinds import RULES_OF_PLAY
from ledger.game.play import RANKS, SUITS
from ledger.log.words import quote
from ledger.money import amount_text
from ledger.recording import (
    CardPlayed,
    HandNow,
    HandToCome,
    RecordingView,
    contents,
    deals,
    hands_said,
    let_off,
    objections,
    offers,
    playable,
    set_at_start,
    tricks_said,
    view as view_of,
)
from ledger.recording.recording import Recording, undo

Picture: TypeAlias = dict[str, Any]
_MOST_OBJECTIONS: Final = 4


def picture(recording: Recording) -> Picture:
    """The picture of a recording, with the one before it.

    It is a new dict, which the caller may change.
    """
    back = _back(recording)
    return _alone(recording) | {
        "before": None if back is None else _alone(back) | {"offers": [], "said": []}
    }


def _back(recording: Recording) -> Recording | None:
    try:
        return undo(recording)
    except UserError:  # only the header is left
        return None


@lru_cache(maxsize=16)
def _alone(recording: Recording) -> Picture:
    """The picture without ``before``.

    Cached, so that the picture before a tap need not be made again.
    """
    view = view_of(recording)
    hand, shown = view.hand, view.hand or view.coming
    return {
        "session": view.session,
        "title": view.title or wording.day(date.fromisoformat(view.date)),
        "day": wording.short_day(date.fromisoformat(view.date)),
        "hands": view.hands,
        "awaits": view.awaits,
        "verified": view.verified,
        "players": list(view.players),
        "chips": dict(view.chips),
        "money": _money(view),
        "pot": view.pot if shown is None else shown.pot,
        "pot_words": _pot(view, view.pot if shown is None else shown.pot),
        "pot_left": _pot(view, view.pot, before_antes=shown is not None and shown.pot != view.pot),
        "doubt": view.doubt,
        "pot_empty": view.verified and view.pot == 0,
        "open": hand is not None,
        "number": None if shown is None else shown.number,
        "table": [_seat(recording, view, name) for name in view.seats],
        "hand": None if hand is None else _hand(view, hand),
        "coming": None if view.coming is None else _coming(view, view.coming),
        "dealers": dict(zip(view.seats, (*view.seats[1:], *view.seats[:1]), strict=True)),
        "strength": strength(hand.trump) if hand is not None and hand.trump else {},
        "sizes": {"hand": view.rules.hand_size, "draw": _most_drawn(view)},
        "ways": {"declare": view.rules.declare, "stays": view.rules.stay_ante},
        "settling": {
            "known": hand is not None and hand.settling.known,
            "sentences": [] if hand is None else settling(view),
            "went": _went(hand),
        },
        "last": _last(recording.log),
        "deals": [
            one._asdict() | {"seats": [seat._asdict() for seat in one.seats]}
            for one in deals(recording)
        ],
        "said": [one._asdict() for one in hands_said(recording.log)],
        "objections": _objections(recording),
        "calls": _calls(recording, hand),
        "offers": [
            {**one._asdict(), "asks": [ask._asdict() for ask in one.asks]} for one in offers(view)
        ],
        "contents": contents(recording),
        "began": set_at_start(recording),
        "undo": _back(recording) is not None,
    }


# --- Who sits, and what lies there ----------------------------------------------------------------
def _money(view: RecordingView) -> dict[str, str] | None:
    if view.chip is None or view.currency is None:
        return None
    return {
        name: amount_text(chips * view.chip, view.currency, signed=True)
        for name, chips in view.chips.items()
    }


def _pot(view: RecordingView, chips: int, *, before_antes: bool = False) -> str:
    """The pot in words; ``before_antes`` if the screen shows another one above it, with the antes
    of the next hand.
    """
    worth = (
        f" ({amount_text(chips * view.chip, view.currency)})"
        if chips and view.chip and view.currency
        else ""
    )
    when = " without the next antes" if before_antes else ""
    return (
        f"{wording.counted(chips, 'chip')} in the "
        f"pot{worth}{when}{'' if view.verified else ', as far as recorded'}"
    )


def _seat(recording: Recording, view: RecordingView, name: str) -> dict[str, Any]:
    """A player at the table.

    ``sure`` is False if the chips may be others. ``exempt`` is the reason for not posting an ante,
    or empty; ``declared`` is ``plays``, ``passes``, ``drops`` (after the draw) or empty; ``stayed``
    is True after a ``stay``; ``draws`` and ``took`` (tricks, as counted) are None if not entered;
    ``won`` are tricks by the cards.
    """
    hand, dealt = view.hand, view.hand or view.coming
    return {
        "name": name,
        "dealer": dealt is not None and dealt.dealer == name,
        "chips": view.chips[name],
        "sure": name not in view.doubtful,
        "ante": 0 if dealt is None else dealt.antes.get(name, 0),
        "exempt": "" if dealt is None else dealt.exempt.get(name, ""),
        "declared": "" if hand is None else hand.declared.get(name, ""),
        "stayed": hand is not None and name in hand.stayed,
        "draws": None if hand is None else hand.draws.get(name),
        "won": 0 if hand is None else hand.won.get(name, 0),
        "took": tricks_said(recording).get(name),
    }


def _most_drawn(view: RecordingView) -> int:
    cap = view.rules.cap(len(view.seats))
    return view.rules.hand_size if cap is None else min(cap, view.rules.hand_size)


# --- Hands ----------------------------------------------------------------------------------------
def _hand(view: RecordingView, hand: HandNow) -> dict[str, Any]:
    """The hand that is open.

    ``order`` are the seats from the dealer's left on, ``active`` those who play; ``declaring``
    whose word is awaited (None: anybody's). ``turned`` and ``trump`` are a card and a suit's
    letter, or empty. ``tricks`` have ``number``, ``plays`` (``player`` ``card`` ``withdrawn``) and
    ``winner``; of an open one ``open_trick`` cards have been played. ``turn`` is who plays next, if
    that is known, ``led`` the suit led, ``best`` the play that takes the open trick as it stands.
    ``seen`` are cards that ``turn`` cannot play, ``legal`` those that may be right, None where that
    is not known. ``antes`` are sentences. ``silent`` are those of whom nobody has recorded whether
    they stayed, ``takes`` and ``matches`` who took the pot and who matched it by the table's word
    (None: not said).
    """
    legal = playable(hand, view.rules)
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "order": list(hand.seats),
        "turned": hand.turned,
        "trump": hand.trump,
        "declaring": hand.declaring,
        "active": list(hand.active),
        "tricks": [
            {
                "number": trick.number,
                "plays": [_play(play) for play in trick.plays],
                "winner": trick.winner,
            }
            for trick in hand.tricks
        ],
        "open_trick": hand.open_trick,
        "turn": hand.turn,
        "led": hand.led,
        "best": None if hand.best is None else _play(hand.best),
        "seen": list(hand.seen),
        "legal": None if legal is None else list(legal),
        "antes": antes(hand),
        "pot": hand.pot,
        "misdeal": hand.misdeal,
        "unsaid": hand.unsaid,
        "silent": list(hand.silent),
        "takes": None if hand.takes is None else list(hand.takes),
        "matches": None if hand.matches is None else list(hand.matches),
        "findings": [found.message for found in hand.findings],
    }


def _play(play: CardPlayed) -> dict[str, str]:
    return {"player": play.player, "card": play.card, "withdrawn": play.withdrawn}


def _coming(view: RecordingView, coming: HandToCome) -> dict[str, Any]:
    """A hand to come: ``dealer`` is None where anybody may deal; ``order`` are then the seats, else
    from the dealer's left on.
    """
    at = view.seats.index(coming.dealer) + 1 if coming.dealer in view.seats else 0
    return {
        "number": coming.number,
        "dealer": coming.dealer,
        "order": [*view.seats[at:], *view.seats[:at]],
        "sure": coming.sure,
        "pot": coming.pot,
        "antes": antes(coming),
    }


def strength(trump: str) -> dict[str, list[str]]:
    """By suit led, the cards that can win a trick: trumps, then that suit."""
    return {
        led: [f"{rank}{suit}" for suit in dict.fromkeys((trump, led)) for rank in reversed(RANKS)]
        for led in SUITS
    }


def _went(hand: HandNow | None) -> list[dict[str, Any]]:
    return (
        []
        if hand is None
        else [
            {"player": name, "pays": chips}
            for name, chips in hand.settling.matches.items()
            if chips
        ]
    )


def last_hands(log: str, most: int) -> list[dict[str, Any]]:
    """The hands confirmed last, each like ``last``, the latest first: what the log says of them, up
    to the next.
    """
    starts = [found.start() for found in re.finditer(r"^hand ", log, re.MULTILINE)][-most:]
    ends = [*starts[1:], len(log)]
    return [told for end in reversed(ends[: len(starts)]) for told in [_last(log[:end])] if told]


@lru_cache(maxsize=32)
def _last(log: str) -> dict[str, Any] | None:
    back = Recording(log)
    while not back.playing:
        further = _back(back)
        if further is None:
            return None
        back = further
    view = view_of(back)
    return {
        "number": view.hand.number if view.hand else None,
        "sentences": settling(view),
        "went": _went(view.hand),
    }


# --- The referee ----------------------------------------------------------------------------------
def _objections(recording: Recording) -> list[dict[str, Any]]:
    before = _back(recording)
    found = [] if before is None else objections(before, recording)
    return [
        {
            "words": one.words[:1].upper() + one.words[1:],
            "fails": one.finding.fails and not one.dealt,
            "recalls": [card for card, _ in one.recalls] if recording.playing else [],
        }
        for one in found[:_MOST_OBJECTIONS]
    ]


def _calls(recording: Recording, hand: HandNow | None) -> list[dict[str, str]]:
    """Every renege that is proved and not taken back, once the trick is over."""
    if hand is None or hand.open_trick:
        return []
    proved = [
        found
        for found in hand.findings
        if found.rule in RULES_OF_PLAY and found.player and found.settled is None
    ]
    lines = {str(found.player): f"renege {quote(str(found.player))}" for found in proved}
    return [
        {"player": player, "label": f"The table calls {player}'s renege", "line": line}
        for player, line in lines.items()
        if not any(f"{one} ".startswith(f"  {line} ") for one in recording.draft)
    ]


# --- Sentences ------------------------------------------------------------------------------------
def antes(hand: HandToCome | HandNow) -> list[str]:
    """Who antes and who does not, and why."""
    paid = [name for name, chips in hand.antes.items() if chips]
    sure, seated = (
        (hand.sure, len(hand.antes)) if isinstance(hand, HandToCome) else (True, len(hand.seats))
    )
    said = []
    if paid and len({hand.antes[name] for name in paid}) == 1:
        # eight names leave a phone no room for what matters
        everybody = sure and len(paid) == seated > 2
        payers = "Everybody" if everybody else wording.listed(paid)
        said.append(
            f"{payers} {'ante' if len(paid) > 1 and not everybody else 'antes'} "
            f"{hand.antes[paid[0]]}."
        )
    elif paid:
        said.append(f"Antes: {wording.listed([f'{name} {hand.antes[name]}' for name in paid])}.")
    for who, why in let_off(hand):
        free = (
            f"{wording.listed(who)} ante{'' if len(who) > 1 else 's'} nothing"
            if who
            else "Nobody antes"
        )
        said.append(f"{free}: {why}.")
    if not sure:
        said.append("It is not known who is exempt.")
    return said if isinstance(hand, HandToCome) else [*said, *_stayed(hand)]


def _stayed(hand: HandNow) -> list[str]:
    """Who stays in after the draw, under rules that ask for a ``stay``."""
    many = len(hand.stayed)
    return (
        [f"{wording.listed(hand.stayed)} {'stays' if many == 1 else 'stay'} in after the draw."]
        if many
        else []
    )


def settling(view: RecordingView) -> list[str]:
    """How the open hand is settled if it is confirmed as it stands."""
    hand = view.hand
    assert hand is not None
    far = "" if view.coming is None or view.coming.verified else ", as far as recorded"
    said = [
        *_stayed(hand),
        *hand.preview,
        f"Next pot: {wording.counted(hand.settling.next_pot, 'chip')} before the antes{far}.",
    ]
    return [*said, _next(view.coming)] if view.coming is not None else said


def _next(coming: HandToCome) -> str:
    said = f"Next deal: {coming.dealer}." if coming.dealer else "Anybody may deal next."
    if not coming.sure:
        return f"{said} Who is exempt from the ante is not known."
    free = let_off(coming)
    if free and not free[0][0]:
        return f"{said} Nobody antes: {free[0][1]}."
    return said + (
        f" No ante from {wording.listed([f'{wording.listed(who)} ({why})' for who, why in free])}."
        if free
        else ""
    )
