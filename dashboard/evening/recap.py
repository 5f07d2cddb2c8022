"""The recap after an evening: a picture and a text for those who played, buttons to share them, and
the same for a phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from starlette.routing import Route

from dashboard.frame import picture, wording
from dashboard.frame.picture import Recap, Row, Told, recap_card
from dashboard.frame.shown_book import asked, the_book
from dashboard.record.routes import asking
from ledger.book import Book, Connection, Settings
from ledger.book.balances.figures import handles, session_called
from ledger.book.balances.one_session import Bourres, Evening, bourres_of, chat_text, one_night
from ledger.book.balances.transfer_words import transfer_sentence
from ledger.book.balances.unread import Unread, of_evening, unread
from ledger.book.files.folder import name_for
from ledger.errors import UserError
from ledger.money import CHIPS, amount_text
from ledger.recording import view

_MOST_NAMED: Final = 3
_MOST_PAYMENTS: Final = 10


def show(session: str) -> None:
    """Show the recap of a session of the book, to share, save or copy."""
    facts = asked(recap_facts, session)
    picture.show(f"recap {session}", recap_of(facts, the_book().settings()), "the evening")


def recap_facts(connection: Connection, session: str) -> tuple[Any, ...]:
    """The facts for ``recap_of``: the evening, bourrés, handles, and what could not be read
    of it.
    """
    return (
        one_night(connection, session),
        bourres_of(connection, session),
        handles(connection),
        unread(connection),
    )


def recap_of(facts: tuple[Any, ...], settings: Settings) -> dict[str, str]:
    """The recap as strings: ``svg``, ``text``, ``title``, and ``name`` for a file of it, without an
    ending.
    """
    night, bourres, where, left_out = facts
    file = Path(name_for(night.session, "")).name
    return {
        "svg": recap_card(drawn(night, bourres, of_evening(left_out, night.session))),
        "text": chat_text(night, settings, where, of_evening(left_out, night.session)),
        "title": night.title or wording.day(night.date),
        "name": file,
    }


def drawn(night: Evening, bourres: list[Bourres], left_out: Unread) -> Recap:
    """An evening, ready to draw."""
    day = wording.day(night.date)
    hands = (
        wording.counted(night.hands, "hand")
        if night.hands or not night.unlogged
        else "kept by chips"
    )
    winners = night.winners
    won = amount_text(winners[0].amount, night.unit, signed=True) if winners else ""
    names = [one.name for one in winners]
    return Recap(
        night.title or day,
        f"{day} · {hands}" if night.title else hands,
        wording.listed(names) if names else "Nobody",
        f"won the evening with {won}{' each' if len(names) > 1 else ''}"
        if names
        else "won anything",
        [
            Row(one.name, amount_text(one.amount, night.unit, signed=True), one.amount)
            for one in night.results
        ],
        list(_told(night, bourres, left_out)),
    )


def _told(night: Evening, bourres: list[Bourres], left_out: Unread) -> Iterator[Told]:
    """Yield the highlights: the biggest hand, bourrés, the pot, payments, and what the figures
    leave out.
    """
    if night.best:
        where = "" if night.best.hand is None else f" in hand {night.best.hand}"
        yield Told(
            "THE HAND OF THE EVENING",
            [f"{night.best.name} took {_worth(night, night.best.chips)}{where}"],
        )
    if bourres:
        yield Told("BOURRÉ", list(_bourres(night, bourres)))
    if night.pot > 0:
        yield Told(
            "IN THE POT",
            [f"{_worth(night, night.pot)} {'wait' if night.pot > 1 else 'waits'} for next time"],
        )
    elif night.pot:
        yield Told("IN THE POT", [f"{_worth(night, -night.pot)} missing"])
    yield from _payments(night)
    for one in left_out.sessions:
        unread = (
            [f"{wording.counted(one.hands, 'hand')} with a line that cannot be read"]
            if one.hands
            else []
        )
        unread += [f"{wording.counted(len(one.open), 'hand')} not all recorded"] if one.open else []
        if one.loose and not one.open:
            unread.append(f"the pot from hand {one.astray} on cannot be followed")
        if unread:
            yield Told("NOT IN THESE FIGURES", unread)


def _bourres(night: Evening, bourres: list[Bourres]) -> Iterator[str]:
    most = [one.name for one in bourres if one.times == bourres[0].times]
    total, times = wording.times(sum(one.times for one in bourres)), wording.times(bourres[0].times)
    if len(bourres) == 1:
        yield f"{most[0]}, {times}"
    elif len(most) <= _MOST_NAMED:
        yield f"{total} in all: {wording.listed(most)} {times}{' each' if len(most) > 1 else ''}"
    else:
        yield f"{total} in all, nobody more than {times}"
    if night.worst:
        yield f"{night.worst.name} matched {_worth(night, night.worst.chips)} at once"


def _payments(night: Evening) -> Iterator[Told]:
    """Who pays whom for this evening; says that it is this evening's only, if the plan of the whole
    book differs.
    """
    alone = night.settlement.payments
    if not alone:
        return
    said = [transfer_sentence(one, {}).text for one in alone[:_MOST_PAYMENTS]]
    if len(alone) > _MOST_PAYMENTS:
        said.append(f"and {len(alone) - _MOST_PAYMENTS} more")
    if night.settlement.left_out:
        said.append("The rest is still open: see the text")
    yield Told(
        "WHO PAYS WHOM"
        if set(alone) <= set(night.plan)
        else "WHO PAYS WHOM, FOR THIS EVENING ALONE",
        said,
    )


def _worth(night: Evening, chips: int) -> str:
    said = wording.counted(chips, "chip")
    return (
        said if night.unit == CHIPS else f"{said} ({amount_text(chips * night.chip, night.unit)})"
    )


# --- For a phone that has recorded it -------------------------------------------------------------
def recap(book: Book, said: Mapping[str, Any]) -> dict[str, Any]:
    """The recap of a session, by its id (``session``) or its log (``log``): ``svg`` ``text``
    ``title``, ``name`` for a file.
    """
    session, log = said.get("session"), said.get("log")
    if session is None and log is None:
        raise UserError("the request has no evening", "reload the page")
    wanted = str(session) if session is not None else view(book.load(str(log)).recording).session

    def facts(connection: Connection) -> tuple[Any, ...]:
        return recap_facts(connection, session_called(connection, wanted))

    return dict(recap_of(book.ask(facts), book.settings()))


ROUTES: Final = (Route("/bourre/recap", asking(recap), methods=["GET"]),)  # the route of the recap
