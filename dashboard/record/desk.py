"""The recording that this browser keeps: every step of it is on disk before anything is said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from typing import Concatenate, Final, ParamSpec

import streamlit as st

from dashboard.door.who import is_local
from dashboard.frame.shown_book import the_book
from ledger.book import Book, Recorder, StoredRecording
from ledger.book.recordings import StaleError, TakenError
from ledger.errors import UserError
from ledger.recording import view as recording_view
from ledger.recording.spoken import NewSession, Recording

P = ParamSpec("P")

SCORE: Final = "score"
CARDS: Final = "cards"

_DESK: Final = "record desk"
_ME: Final = "record me"
_WRONG: Final = "record wrong"
_DEVICES: Final = ("iPhone", "iPad", "Android", "Macintosh", "Windows", "Linux")


@dataclass(slots=True)
class Desk:
    """What lies before somebody: the recording as it is on the disk, and how the page goes on with it.

    ``dealer`` is who deals next if somebody said so, ``leader`` who leads the next trick, ``counting`` the number of the
    hand of which tricks are counted. ``screen`` is what is shown instead of the hand, ``stands`` the text whose objections
    were answered, ``pulse`` the state of the recording when it was last looked at.
    """

    kept: StoredRecording
    watching: bool = False
    mode: str = SCORE
    dealer: str | None = None
    leader: str = ""
    counting: int | None = None
    screen: str = ""
    pulse: str = ""
    stands: str = ""

    @property
    def recording(self) -> Recording:
        """The recording."""
        return self.kept.recording


def my_desk() -> Desk | None:
    """What this browser records or watches, if anything."""
    found: Desk | None = st.session_state.get(_DESK)
    return found


def last_error() -> UserError | None:
    """What went wrong at the last tap, once."""
    found: UserError | None = st.session_state.pop(_WRONG, None)
    return found


# --- What a tap does ------------------------------------------------------------------------------------------------------


def begin(session: NewSession) -> None:
    """Begin a session."""
    _try(lambda book: _sit_down(book.begin(session, me())))


def take_over(log: str) -> None:
    """Go on with a recording, whoever kept it until now."""
    _try(lambda book: _sit_down(book.take_over(log, me())))


def watch(log: str) -> None:
    """Look on while somebody else records."""
    _try(lambda book: st.session_state.update({_DESK: Desk(book.load(log), watching=True)}))


def leave() -> None:
    """Go back to the list of recordings; what was recorded stays as it is."""
    st.session_state.pop(_DESK, None)


def close() -> None:
    """End the recording: its log stays in the book."""
    desk = my_desk()
    if desk is not None and _try(lambda book: book.close(desk.kept, me())):
        leave()


def step(change: Callable[Concatenate[Recording, P], Recording], *args: P.args, **kwargs: P.kwargs) -> None:
    """Take a step: when this returns it is on the disk, or the page has words for why it is not."""
    desk = my_desk()
    if desk is not None and not desk.watching:
        _try(lambda book: _keep(book, desk, change(desk.recording, *args, **kwargs)))


def _keep(book: Book, desk: Desk, recording: Recording) -> None:
    desk.kept = book.save(desk.kept, recording, me())


def _sit_down(kept: StoredRecording) -> None:
    hand = recording_view(kept.recording).hand
    by_card = hand is not None and bool(hand.trump or hand.tricks)
    st.session_state[_DESK] = Desk(kept, mode=CARDS if by_card else SCORE)


def _try(action: Callable[[Book], None]) -> bool:
    """Do something with the book; what goes wrong is kept to be shown, with the recording as it is by now."""
    desk = my_desk()
    try:
        action(the_book())
    except (StaleError, TakenError) as error:
        if desk is not None:
            desk.kept = error.current
            desk.watching = isinstance(error, TakenError)
        st.session_state[_WRONG] = error
    except UserError as error:
        st.session_state[_WRONG] = error
    else:
        return True
    return False


# --- Who is recording -----------------------------------------------------------------------------------------------------


def me() -> Recorder:
    """Who records in this window."""
    found: Recorder | None = st.session_state.get(_ME)
    if found is None:
        found = Recorder(token_hex(8), _name())
        st.session_state[_ME] = found
    return found


def _name() -> str:
    if not is_local() and st.user.get("is_logged_in"):
        return str(st.user.get("name") or st.user.get("email") or "somebody")
    agent = st.context.headers.get("User-Agent", "")
    return next((f"somebody on {_device(one)}" for one in _DEVICES if one in agent), "somebody")


def _device(word: str) -> str:
    return {"Android": "an Android phone", "Macintosh": "a Mac", "Windows": "a Windows machine", "Linux": "a Linux machine"}.get(
        word, f"an {word}"
    )
