"""The recap after an evening: a picture and a text for those who played, buttons to share them, and the same for a phone."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.routing import Route

from dashboard.frame import wording
from dashboard.frame.component import component
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.theme import LIGHT, PIPS
from dashboard.record.routes import asking
from ledger.book import Book, Connection, Settings
from ledger.book.figures import handles, session_called
from ledger.book.folder import name_for
from ledger.book.one_session import Bourres, Evening, bourres_of, chat_text, one_night
from ledger.book.transfer_words import transfer_sentence
from ledger.book.unread import Unread, of_evening, unread
from ledger.errors import UserError
from ledger.money import CHIPS, amount_text
from ledger.recording import view

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
        "svg": recap_card(drawn(night, bourres, of_evening(left_out, night.session))),
        "text": chat_text(night, settings, where, of_evening(left_out, night.session)),
        "title": night.title or wording.day(night.date),
        "name": file,
    }


def drawn(night: Evening, bourres: list[Bourres], left_out: Unread) -> Recap:
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
        f"won the evening with {won}{' each' if len(names) > 1 else ''}" if names else "won anything",
        [Row(one.name, amount_text(one.amount, night.unit, signed=True), one.amount) for one in night.results],
        list(_told(night, bourres, left_out)),
    )


def _told(night: Evening, bourres: list[Bourres], left_out: Unread) -> Iterator[Told]:
    """Yield the highlights: the biggest hand, bourrés, the pot, payments, and what the figures leave out."""
    if night.best:
        where = "" if night.best.hand is None else f" in hand {night.best.hand}"
        yield Told("THE HAND OF THE EVENING", [f"{night.best.name} took {_worth(night, night.best.chips)}{where}"])
    if bourres:
        yield Told("BOURRÉ", list(_bourres(night, bourres)))
    if night.pot > 0:
        yield Told("IN THE POT", [f"{_worth(night, night.pot)} {'wait' if night.pot > 1 else 'waits'} for next time"])
    elif night.pot:
        yield Told("IN THE POT", [f"{_worth(night, -night.pot)} missing"])
    yield from _payments(night)
    for one in left_out.sessions:
        unread = [f"{wording.counted(one.hands, 'hand')} with a line that cannot be read"] if one.hands else []
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


# --- As a picture ---------------------------------------------------------------------------------------------------

WIDTH: Final = 1080
_GOLD: Final = "#ffd257"
_PALE: Final = "#d9e6dc"
_EDGE: Final = 72
"""The margin between the side of the picture and its text."""
_FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
_ROW: Final = 66
_MOST_ROWS: Final = 20


class Row(NamedTuple):
    """A player: the result in words, and ``won``, which is positive for a win and negative for a loss."""

    name: str
    amount: str
    won: int


class Told(NamedTuple):
    """A highlight, and its label."""

    what: str
    words: Sequence[str]


class Recap(NamedTuple):
    """An evening to draw: its title, when and how long it was, who won how much, everybody's results, and highlights."""

    title: str
    about: str
    winner: str
    won: str
    rows: Sequence[Row]
    told: Sequence[Told]


def recap_card(recap: Recap) -> str:
    """The picture as a self-contained SVG, as high as its content needs, the same in light and dark themes."""
    page = _Page()
    page.pips()
    page.line(recap.title, 54, "#fff", weight=700, most=34)
    page.line(recap.about, 30, _PALE, most=62)
    page.gap(34)
    page.line(recap.winner, 76, _GOLD, weight=800, most=24)
    page.line(recap.won, 40, "#fff", weight=600, most=44)
    page.gap(22)
    page.plate(recap.rows)
    for told in recap.told:
        page.gap(26)
        page.line(told.what, 27, _GOLD, weight=700, most=60)
        for words in told.words:
            for part in _wrapped(words, 50):
                page.line(part, 36, "#fff", most=50)
    return page.drawn(f"{recap.title}: {recap.winner} {recap.won}")


class _Page:
    """The picture so far, from the top down."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 62.0

    def gap(self, height: float) -> None:
        self.y += height

    def pips(self) -> None:
        for at, suit in enumerate("shdc"):
            colour = "#e9573f" if suit in "hd" else "#10231a"
            x = WIDTH / 2 - 118 + 64 * at
            self.parts.append(f'<path d="{PIPS[suit]}" fill="{colour}" transform="translate({x:g} {self.y:g}) scale(.44)"/>')
        self.y += 62

    def line(self, text: str, size: int, colour: str, *, weight: int = 400, most: int) -> None:
        """Add a centred line of text, in a smaller size if it would be too long."""
        shown, size = _fitting(text, size, most, WIDTH - _EDGE)
        self.y += size * 1.28
        self.parts.append(
            f'<text x="{WIDTH / 2:g}" y="{self.y:g}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
            f' text-anchor="middle">{html.escape(shown)}</text>'
        )

    def plate(self, rows: Sequence[Row]) -> None:
        """Add a plate with everybody's results."""
        shown = rows[:_MOST_ROWS]
        height = _ROW * len(shown) + 28
        self.y += 14
        self.parts.append(
            f'<rect x="{_EDGE}" y="{self.y:g}" width="{WIDTH - 2 * _EDGE}" height="{height}" rx="26" fill="{LIGHT.page}"/>'
        )
        for at, row in enumerate(shown):
            y = self.y + 14 + _ROW * at + _ROW * 0.68
            colour = LIGHT.won if row.won > 0 else LIGHT.lost if row.won < 0 else LIGHT.quiet
            arrow = "▲ " if row.won > 0 else "▼ " if row.won < 0 else ""
            amount = html.escape(f"{arrow}{row.amount}")
            name, size = _fitting(row.name, 38, 26, WIDTH - 2 * _EDGE - 100 - round(38 * _ems(amount)))
            name = html.escape(name)
            self.parts.append(f'<text x="{_EDGE + 36}" y="{y:g}" font-size="{size}" fill="{LIGHT.ink}">{name}</text>')
            self.parts.append(
                f'<text x="{WIDTH - _EDGE - 36}" y="{y:g}" font-size="38" font-weight="700" fill="{colour}" text-anchor="end"'
                f' style="font-variant-numeric:tabular-nums">{amount}</text>'
            )
        self.y += height
        if len(rows) > len(shown):
            self.line(f"and {len(rows) - len(shown)} more", 27, _PALE, most=60)

    def drawn(self, title: str) -> str:
        height = round(self.y + 74)
        said = html.escape(wording.plain(title, 200))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
            f' font-family="{_FONT}" role="img" aria-label="{said}"><title>{said}</title>'
            f'<rect width="{WIDTH}" height="{height}" fill="#6f4a2f"/>'
            f'<rect x="20" y="20" width="{WIDTH - 40}" height="{height - 40}" rx="52" fill="{LIGHT.felt}"/>'
            + "".join(self.parts)
            + "</svg>"
        )


def _fitting(text: str, size: int, most: int, room: int) -> tuple[str, int]:
    """Return a text and its size, down to half of it, so that it fits into ``room``; what does not fit then is clipped."""
    longest = most * 2
    while True:
        shown = wording.plain(text, longest)
        fits = int(min(size, size * most / len(shown or " "), room / max(_ems(shown), 1)))
        if fits >= size // 2 or longest <= _SHORTEST:
            return shown, max(fits, size // 2)
        longest -= 2


_SHORTEST: Final = 4


def _ems(text: str) -> float:
    """How wide a bold text is at most, in sizes of its font: a browser's fonts are not known here."""
    wide = {"M": 1.05, "W": 1.12, "m": 1.05, "w": 0.95, "@": 1.05, "%": 1.05, "—": 1.05, "…": 1.05, "▲": 0.8, "▼": 0.8}
    narrow = dict.fromkeys("fijlrt.,:;'!|()[]I /-", 0.45)
    return sum((wide | narrow).get(sign) or (1.3 if ord(sign) > 0x2E7F else 0.82 if sign.isupper() else 0.7) for sign in text)


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# --- For a phone that has recorded it -------------------------------------------------------------------------------


def recap(book: Book, said: Mapping[str, Any]) -> dict[str, Any]:
    """The recap of a session, by its id (``session``) or its log (``log``): ``svg`` ``text`` ``title``, ``name`` for a file."""
    session, log = said.get("session"), said.get("log")
    if session is None and log is None:
        raise UserError("the request has no session", "reload the page")
    wanted = str(session) if session is not None else view(book.load(str(log)).recording).session

    def facts(connection: Connection) -> tuple[Any, ...]:
        return recap_facts(connection, session_called(connection, wanted))

    return dict(recap_of(book.ask(facts), book.settings()))


ROUTES: Final = (Route("/bourre/recap", asking(recap), methods=["GET"]),)
"""The route of the recap."""
