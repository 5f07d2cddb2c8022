"""The answers to a phone that records: each takes a book and the request, and returns plain
data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Final, TypeAlias

from dashboard.frame import wording
from dashboard.frame.faces import faces_anywhere
from dashboard.record.picture import last_hands, picture
from ledger.book import Book, GoneError, Numbered, Recorder, StoredRecording, told_aside
from ledger.book.balances.one_session import bourres_of_year
from ledger.book.files.folder import TERMINAL_TOKEN_PREFIX
from ledger.book.files.input_values import tonight
from ledger.book.files.settings import Forbidden, Role
from ledger.book.members.people import by_last_played
from ledger.book.sessions.new_session import (
    NextSession,
    next_session,
    read_chip,
    read_rules_answer,
    with_house,
)
from ledger.book.sessions.recordings import TakenError
from ledger.errors import UserError
from ledger.files import LogError
from ledger.game import SUMMARIES
from ledger.game.options import compared_rules, explain_rules
from ledger.money import CHIPS, amount_text, decimal_text
from ledger.recording import RecordingView, contents, read_tap, tapped, view
from ledger.recording.recording import NewSession

Said: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]
_LONGEST: Final = 80  # the most characters of a name, a token or a title
_MOST_TAPS: Final = 1_000
_LATELY: Final = 6  # the last hands that whoever watches is told of
_MOST_DISCARDED: Final = 3
_MOST: Final = 10**9  # the largest number of chips, or of a tap, that a request may have


class Wrong(Exception):  # noqa: N818 - it becomes an answer
    """A request that fails: a status, and the content of the answer."""

    def __init__(self, status: int, error: str, remedy: str = "", **more: object) -> None:
        super().__init__(error)
        self.status, self.answer = status, {"error": error, "remedy": remedy, **more}


def answered(answer: Callable[[], Answer | None]) -> tuple[Answer | None, int]:
    """An answer and its status; errors become answers too. None and 204 if there is nothing new."""
    try:
        found = answer()
    except Wrong as wrong:
        return wrong.answer, wrong.status
    except TakenError as error:
        return _told(error) | {"picture": _shown(error.current, "", "")}, 409
    except UserError as error:
        return _told(error), next(status for kind, status in _STATUSES if isinstance(error, kind))
    return (None, 204) if found is None else (found, 200)


_STATUSES: Final = ((GoneError, 404), (Forbidden, 403), (LogError, 503), (UserError, 422))


def _told(error: UserError) -> Answer:
    return {"error": error.message, "remedy": error.remedy}


# --- What is there --------------------------------------------------------------------------------
def desk(book: Book, said: Said) -> Answer:
    """What a phone needs to begin.

    ``unfinished``: recordings under way (``log`` ``title`` ``day`` ``hands`` ``open``, ``recorder``
    and whether it is ``mine``); ``discarded``: those discarded last (``key`` ``title``
    ``contents``); ``players``, latest first; ``usual``: an evening like the last one; ``presets``
    with a line about each and its ``options``; ``faces``: those of players, by name; ``may``: the
    role. The day is the phone's: this machine may be in another part of the world.
    """
    usual = _usual(book)
    players = list(book.ask(by_last_played)) if book.exists else []
    return {
        "unfinished": [_unfinished(one, _token(said)) for one in book.unfinished()],
        "discarded": [
            {
                "key": one.key,
                "title": _title(view(one.recording)),
                "contents": contents(one.recording),
            }
            for one in book.discarded()[:_MOST_DISCARDED]
        ],
        "players": players,
        "faces": _faces(players),
        "usual": _usual_told(usual),
        "presets": [
            {"name": name, "about": SUMMARIES[name], "options": options}
            for name, options in compared_rules().items()
        ],
        "may": book.role.word,
    }


def _title(now: RecordingView) -> str:
    return now.title or wording.day(date.fromisoformat(now.date))


def _unfinished(kept: StoredRecording, phone: str) -> Answer:
    now = view(kept.recording)
    day = date.fromisoformat(now.date)
    return {
        "log": kept.log,
        "title": _title(now),
        "day": wording.short_day(day),
        "hands": now.hands,
        "open": None if now.hand is None else now.hand.number,
        "recorder": None if kept.recorder is None else kept.recorder.name,
        "mine": kept.recorder is not None and kept.recorder.token == phone,
    }


def _usual(book: Book) -> NextSession:
    return with_house(book.ask(next_session), book.settings()) if book.exists else NextSession()


def _usual_told(usual: NextSession) -> Answer:
    """An evening like the last: ``chip`` is the worth of one as text (empty: no money), ``seats``
    who sat at the last hand.

    ``stakes`` is that in words, empty if no evening of the book tells it.
    """
    money = usual.unit != CHIPS and usual.chip > 0
    return {
        "seats": list(usual.seats),
        "rules": usual.rules,
        "rules_words": wording.rules(explain_rules(usual.rules)),
        "ante": usual.ante,
        "chip": decimal_text(usual.chip, usual.unit) if money else "",
        "unit": usual.unit if money else "",
        "stakes": f"a chip is {amount_text(usual.chip, usual.unit)}"
        if money
        else "no money"
        if usual.chip
        else "",
        "pot": usual.pot,
        "pot_words": f"{wording.counted(usual.pot, 'chip')} carried in" if usual.pot else "",
        "exempt": None if usual.exempt is None else sorted(usual.exempt),
    }


def recording(book: Book, said: Said) -> Answer | None:
    """The picture of a recording (``log``), None if its ``stamp`` is that of ``since``."""
    log, phone = _text(said, "log", 400), _token(said) if book.role >= Role.SCORER else ""
    stamp = book.pulse(log)
    if said.get("since") == stamp:
        return None
    if not book.is_recorded(log):
        raise Wrong(404, "nobody is recording this evening any more", "begin or choose another")
    return _shown(book.load(log), stamp, phone)


def _shown(kept: StoredRecording, stamp: str, phone: str) -> Answer:
    recorder = kept.recorder
    mine = recorder is not None and bool(phone) and recorder.token == phone
    told = picture(kept.recording)
    told["doubt"] = " ".join(filter(None, [told_aside(kept), told["doubt"]]))
    if not mine:
        told = _for_all_to_see(told) | {
            "lately": last_hands(kept.recording.log, _LATELY),
            "faces": _faces(told["players"]),
        }
    return told | {
        "log": kept.log,
        "stamp": stamp,
        "applied": dict(kept.applied),
        "recorder": None if recorder is None else {"name": recorder.name},
        "mine": mine,
    }


def _faces(names: Iterable[str]) -> Answer:
    return {name: one._asdict() for name, one in faces_anywhere(names).items()}


def _for_all_to_see(told: Answer) -> Answer:
    """A picture without cards that were not played: whoever watches may be playing."""
    hand = told["hand"] and {**told["hand"], "seen": [], "legal": None, "findings": []}
    return told | {
        "hand": hand,
        "deals": [],
        "said": [],
        "before": None,
        "objections": [],
        "calls": [],
    }


def bourres(book: Book, said: Said) -> Answer:
    """The number of the last bourré of each player (by name) in the year of a recording (``log``),
    such as ``6th``: ``nth``.
    """
    year = int(view(book.load(_text(said, "log", 400)).recording).date[:4])
    return {
        "year": year,
        "nth": {one.name: wording.nth(one.times) for one in book.ask(bourres_of_year, year)},
    }


# --- What changes it ------------------------------------------------------------------------------
def taps(book: Book, said: Said) -> Answer:
    """Apply the taps (``events``) of a ``stream``, each at most once; returns the picture after
    them.

    ``applied`` is the number of the last one on disk; ``refused`` is the first one that is not
    possible: ``n`` ``why`` ``remedy``, and ``gap`` if it never arrived. Taps that are neither must
    be sent again.
    """
    log, me, stream = _text(said, "log", 400), _me(said), _text(said, "stream")
    done = book.tap(log, me, stream, _events(said))
    refused = done.refused
    return {
        "applied": done.applied,
        "refused": refused
        and {
            "n": refused.number,
            "why": refused.error.message,
            "remedy": refused.error.remedy,
            "gap": refused.gap,
        },
        "picture": _shown(done.kept, done.pulse, me.token),
    }


def mending(book: Book, said: Said) -> Answer:
    """What mending a hand of a recording (``log``, ``event``: a tap ``mends``) would change: chips
    of players, pots, doubts.
    """
    book.require(Role.SCORER, "mend a hand")
    now = book.load(_text(said, "log", 400)).recording
    before, after = view(now), view(tapped(now, read_tap(said.get("event"))))
    figures = [
        (name, before.figure(name) if name in before.chips else "0", after.figure(name))
        for name in after.players
    ]
    told = [f"{name}: {was} → {now}" for name, was, now in figures if was != now]
    told += [f"The pot: {before.pot} → {after.pot}"] if before.pot != after.pot else []
    told += [after.doubt] if after.doubt not in {"", before.doubt} else []
    return {"told": told or ["Nobody's chips change."]}


def _events(said: Said) -> list[Numbered]:
    events = said.get("events")
    if not isinstance(events, list) or len(events) > _MOST_TAPS or not all(map(_is_event, events)):
        raise UserError("the request has no valid taps", "reload the page")
    return [Numbered(one["n"], one) for one in events]


def _is_event(event: object) -> bool:
    return isinstance(event, dict) and type(event.get("n")) is int and 0 < event["n"] <= _MOST


def begin(book: Book, said: Said) -> Answer:
    """Begin an evening: ``seats``, and what differs from last time: ``rules`` ``ante`` ``chip``
    ``pot`` ``title`` ``date``.

    A ``stream`` begins only one evening, however often it asks. Returns its picture.
    """
    me, stream = _me(said), _text(said, "stream")
    usual = _usual(book)
    return _seen(book, book.begin(_evening(book, usual, said), me, stream=stream), me)


def _evening(book: Book, usual: NextSession, said: Said) -> NewSession:
    seats = said.get("seats")
    if not isinstance(seats, list) or not all(
        isinstance(name, str) and 0 < len(name) <= _LONGEST for name in seats
    ):
        raise UserError("nobody is at the table", "tap the players, clockwise")
    if len(seats) < 2:
        raise UserError("it takes at least two players", "tap the players, clockwise")
    day = _text(said, "date", default=tonight())
    pot = _chips(said, "pot", usual.pot)
    if not usual.chip and "chip" not in said:
        raise UserError(
            "no evening in the book says what a chip is worth",
            "say it, or that you do not play for money",
        )
    money = None if usual.unit == CHIPS else (usual.chip, usual.unit)
    if "chip" in said:
        worth = _text(said, "chip", default="")
        money = (
            read_chip(worth, usual.unit if money else book.settings().currency) if worth else None
        )
    chip, currency = money or (None, None)
    return NewSession(
        date=day,
        id=usual.free_id(day),
        seats=tuple(seats),
        rules=read_rules_answer(_text(said, "rules", 400, default=usual.rules), money),
        title=_text(said, "title", default="").strip() or None,
        game=usual.game,
        chip=chip,
        currency=currency,
        ante=_chips(said, "ante", usual.ante),
        pot=usual.pot_line(pot),
        exempt=usual.exempt_line(pot, seats),
    )


def take_over(book: Book, said: Said) -> Answer:
    """Take over recording a session (``log``); returns its picture."""
    log, me = _text(said, "log", 400), _me(said)
    return _seen(book, book.take_over(log, me), me)


def close(book: Book, said: Said) -> Answer:
    """End a recording (``log``); its log stays in the book, and its luck and prices are
    worked out.
    """
    log, me = _text(said, "log", 400), _me(said)
    book.close(book.load(log), me)
    book.price_in_background()
    return {"closed": True}


def discard(book: Book, said: Said) -> Answer:
    """Discard a recording (``log``) if it still has the ``stamp``; returns ``kept``, the key that
    brings it back, if any.
    """
    log, me = _text(said, "log", 400), _me(said)
    now = book.load(log)
    if book.pulse(log) != _text(said, "stamp"):
        shown = _seen(book, now, me)
        raise Wrong(
            409,
            "more has been recorded in the meantime",
            "look at it first, then discard it",
            picture=shown,
        )
    return {"kept": book.discard(now, me)}


def bring_back(book: Book, said: Said) -> Answer:
    """Bring a discarded recording (``key``) back; returns its picture."""
    me = _me(said)
    return _seen(book, book.bring_back(_text(said, "key", 400), me), me)


def _seen(book: Book, kept: StoredRecording, me: Recorder) -> Answer:
    return _shown(kept, book.pulse(kept.log), me.token)


# --- What was said --------------------------------------------------------------------------------
def _text(said: Said, name: str, longest: int = _LONGEST, default: str | None = None) -> str:
    found = said.get(name, default)
    if isinstance(found, str) and len(found) <= longest and (found or default is not None):
        return found
    raise UserError(f"the request has no {name}", "reload the page")


def _chips(said: Said, name: str, default: int) -> int:
    found = said.get(name, default)
    if type(found) is int and 0 <= found <= _MOST:
        return found
    raise UserError(f"the {name} must be a whole number of chips", "for example 4")


def _token(said: Said) -> str:
    token = _text(said, "phone", default="")
    return "" if token.startswith(TERMINAL_TOKEN_PREFIX) else token


def _me(said: Said) -> Recorder:
    """The recorder: the phone's own token, which nobody else sees, and the name that others see."""
    if not _token(said):
        raise UserError("the request does not say which phone it is from", "reload the page")
    return Recorder(_token(said), " ".join(_text(said, "name", default="").split()) or "somebody")
