"""The recap after a night: a picture and a text for those who played, and buttons to share them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from dashboard.evening.recap_card import Recap, Row, Told, recap_card
from dashboard.frame import wording
from dashboard.frame.component import component
from dashboard.frame.shown_book import asked, the_book
from ledger.book import Connection, Settings
from ledger.book.figures import handles
from ledger.book.folder import name_for
from ledger.book.one_session import Bourres, Evening, bourres_of, chat_text, one_night
from ledger.book.transfer_words import transfer_sentence
from ledger.book.unread import of_evening, unread
from ledger.money import CHIPS, amount_text

_MOST_NAMED: Final = 3
_MOST_PAYMENTS: Final = 10


def show(session: str) -> None:
    """Show the recap of a session of the book, to share, save or copy."""
    facts = asked(recap_facts, session)
    component("bourre.recap", Path(__file__))(key=f"recap {session}", data=recap_of(facts, the_book().settings()))


def recap_facts(connection: Connection, session: str) -> tuple[Any, ...]:
    """The facts for ``recap_of``: the evening, bourrés, handles, and what could not be read of it."""
    return one_night(connection, session), bourres_of(connection, session), handles(connection), unread(connection)


def recap_of(facts: tuple[Any, ...], settings: Settings) -> dict[str, str]:
    """The recap as strings: ``svg``, ``text``, ``title``, and ``name`` for a file of it, without an ending."""
    night, bourres, where, left_out = facts
    file = Path(name_for(night.session, "")).name
    return {
        "svg": recap_card(drawn(night, bourres)),
        "text": chat_text(night, settings, where, of_evening(left_out, night.session)),
        "title": night.title or wording.day(night.date),
        "name": file,
    }


def drawn(night: Evening, bourres: list[Bourres]) -> Recap:
    """An evening, ready to draw."""
    day = wording.day(night.date)
    hands = wording.counted(night.hands, "hand") if night.hands or not night.unlogged else "kept by chips"
    winners = night.winners
    won = amount_text(winners[0].amount, night.unit, signed=True) if winners else ""
    names = [one.name for one in winners]
    return Recap(
        night.title or day,
        f"{day} · {hands}" if night.title else hands,
        wording.listed(names) if names else "Nobody",
        f"won the night with {won}{' each' if len(names) > 1 else ''}" if names else "won anything",
        [Row(one.name, amount_text(one.amount, night.unit, signed=True), one.amount) for one in night.results],
        list(_told(night, bourres)),
    )


def _told(night: Evening, bourres: list[Bourres]) -> Iterator[Told]:
    """Yield the highlights: the biggest hand, bourrés, the pot, payments, and what the figures leave out."""
    if night.best:
        where = "" if night.best.hand is None else f" in hand {night.best.hand}"
        yield Told("THE HAND OF THE NIGHT", [f"{night.best.name} took {_worth(night, night.best.chips)}{where}"])
    if bourres:
        yield Told("BOURRÉ", list(_bourres(night, bourres)))
    if night.pot > 0:
        yield Told("IN THE POT", [f"{_worth(night, night.pot)} {'wait' if night.pot > 1 else 'waits'} for next time"])
    elif night.pot:
        yield Told("IN THE POT", [f"{_worth(night, -night.pot)} missing"])
    yield from _payments(night)
    if night.quarantined:
        yield Told("NOT IN THESE FIGURES", [f"{wording.counted(night.quarantined, 'hand')} with a line that cannot be read"])


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
    """Who pays whom for this evening; says that it is this evening's only, if the plan of the whole book differs."""
    alone = night.settlement.payments
    if not alone:
        return
    said = [transfer_sentence(one, {}) for one in alone[:_MOST_PAYMENTS]]
    if len(alone) > _MOST_PAYMENTS:
        said.append(f"and {len(alone) - _MOST_PAYMENTS} more")
    if night.settlement.left_out:
        said.append("The rest of what is open is in the text")
    yield Told("WHO PAYS WHOM" if set(alone) <= set(night.plan) else "WHO PAYS WHOM, FOR THIS EVENING ALONE", said)


def _worth(night: Evening, chips: int) -> str:
    said = wording.counted(chips, "chip")
    return said if night.unit == CHIPS else f"{said} ({amount_text(chips * night.chip, night.unit)})"
