"""The table of a season: who leads or has won it, and how everybody got there."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.answer import (
    Amount,
    Answer,
    Block,
    Column,
    Day,
    Listed,
    Player,
    Remedy,
    Section,
    Sentence,
    Strong,
    Table,
    Value,
    words,
)
from ledger.book.balances import figures
from ledger.book.balances.figures import (
    SIGNS,
    UNREAD_SIGNS,
    EveningOfSeason,
    Form,
    Place,
    Without,
    evenings_of,
    form,
    part_sentence,
    streak_in_words,
)
from ledger.log.words import visible
from ledger.money import CHIPS
from ledger.stats import EVERYTHING, Filter
from ledger.wording import counted


class Told(NamedTuple):
    """What the answer is made of: the places, the part of the book they cover, and what that leaves
    out.
    """

    places: Sequence[Place]
    part: Filter
    without: Without


def told(connection: DuckDBPyConnection, part: Filter = EVERYTHING) -> Told:
    """What the answer is made of."""
    return Told(figures.standings(connection, part), part, figures.without(connection, part))


Draw: TypeAlias = Callable[[Sequence[Place]], Sequence[str]]
"""How somebody draws what each of some players in one unit had after each evening."""


def standings(told: Told, doubted: Container[str], today: date, draw: Draw | None = None) -> Answer:
    """The table of a season, in words and a table for each unit.

    ``doubted`` are the ids of sessions not all of which could be read. The courses of the players,
    if somebody can ``draw`` them, stand in place of form and streaks.
    """
    table = _places(told.places, doubted)
    data: dict[str, Value] = {
        **told.part.as_dict(),
        "other_sessions": told.without.sessions,
        "standings": table,
    }
    return Answer(tuple(_blocks(told, doubted, today, draw)), data, HEADINGS, (table,))


# --- For people -----------------------------------------------------------------------------------
def _blocks(told: Told, doubted: Container[str], today: date, draw: Draw | None) -> Iterator[Block]:
    if part := part_sentence(told.part, told.without, payments=False):
        yield words(part, name="part")
    if not told.places:
        if part:
            yield words(Strong("Nobody played"), " then.", name="verdict")
        else:
            yield words("Nobody has played in this book yet.", name="verdict")
            yield Remedy(words("bring evenings in"), ("import", "PATH…"), page="import")
        return
    yield _leaders(told.places, doubted, over=is_over(told.part, today))
    units = by_unit(told.places)
    for unit, places in units.items():
        heading = "Chips without a value" if unit == CHIPS else unit
        shown = _drawn(places, draw) if draw else _with_form(places, doubted)
        yield Section("unit", heading if len(units) > 1 else "", (shown,))
    yield _key(told.places, doubted, with_form=draw is None)


def is_over(part: Filter, today: date) -> bool:
    """True if the last day of a season is past: then somebody has won it."""
    return part.until is not None and part.until < today


def by_unit(places: Sequence[Place]) -> dict[str, list[Place]]:
    """The places by unit."""
    return {
        unit: [one for one in places if one.unit == unit]
        for unit in dict.fromkeys(one.unit for one in places)
    }


def _leaders(places: Sequence[Place], doubted: Container[str], *, over: bool) -> Sentence:
    """Who leads in each unit, or has won a season that is ``over``; of one that is not all
    recorded, it says so.
    """
    so_far = any(session in doubted for _, session in evenings_of(places))
    said: list[Sentence | str] = ["As far as it is recorded, "] if so_far else []
    did = "won" if over else "leads"
    for at, one in enumerate(one for one in places if one.place == 1):
        said += [" "] if at else []
        said.append(
            words(
                Strong(f"{visible(one.name)} {did}"),
                " with ",
                Amount(one.amount, one.unit, signed=True),
                f" in {counted(one.evenings, 'evening')}.",
            )
        )
    return words(*said, name="verdict")


def _key(places: Sequence[Place], doubted: Container[str], *, with_form: bool) -> Listed:
    """What the figures and the signs mean."""
    said = [_AT_THE_TABLE]
    if with_form:
        hollow = f"; {UNREAD_SIGNS}" if any(_in_doubt(places, doubted)) else ""
        said = [f"Form, the last five evenings: {SIGNS}{hollow}.", *said, _STREAK]
    owed = Remedy(words("see what is owed, with payments"), ("owes",), page="owes")
    return Listed("key", tuple(map(words, said)), more=(owed,))


_AT_THE_TABLE: Final = (
    "Won and lost at the table: payments do not change it. Wins are the evenings in which nobody "
    "won more."
)
_STREAK: Final = (
    "A streak is how many evenings in a row a player was up or down. Evenings that the player "
    "missed do not end it, one in which nothing was won or lost does."
)


def _in_doubt(places: Sequence[Place], doubted: Container[str]) -> Iterator[bool]:
    """Yield for each player whether a sign of the form, or the streak, may be another."""
    for some in by_unit(places).values():
        evenings = evenings_of(some)
        for one in some:
            signs = form(one, evenings, doubted)
            streak = streak_in_words(one, evenings, doubted)
            yield any(night.unread for night in signs) or streak.endswith("?")


# --- Tables for people ----------------------------------------------------------------------------
_ALWAYS: Final = (
    Column(shown=True, right=True),
    Column("Player"),
    Column("Evenings", right=True),
    Column("Wins", right=True),
    Column("Won or lost", right=True, bare=True),
)
_FORM: Final = (
    *_ALWAYS,
    Column("Form"),
    Column("Streak"),
    Column("Best", right=True, bare=True, spare=True),
    Column("Worst", right=True, bare=True, spare=True),
)
_DRAWN: Final = (*_ALWAYS, Column("Evening by evening"))


def _with_form(places: Sequence[Place], doubted: Container[str]) -> Table:
    evenings = evenings_of(places)
    rows = []
    for one in places:
        signs = "".join(night.sign for night in form(one, evenings, doubted))
        ends = (Amount(night.amount, one.unit, signed=True) for night in (one.best, one.worst))
        rows.append((*_always(one), signs, streak_in_words(one, evenings, doubted), *ends))
    return Table("standings", _FORM, tuple(rows), _title(places))


def _drawn(places: Sequence[Place], draw: Draw) -> Table:
    rows = ((*_always(one), course) for one, course in zip(places, draw(places), strict=True))
    return Table("standings", _DRAWN, tuple(rows), _title(places))


def _always(one: Place) -> tuple[Value, ...]:
    won = Amount(one.amount, one.unit, signed=True)
    return f"{one.place}.", Player(one.name, one.account), one.evenings, one.won or None, won


def _title(places: Sequence[Place]) -> str:
    unit = places[0].unit
    return f"Standings in {'chips without a value' if unit == CHIPS else unit}"


# --- For other programs ---------------------------------------------------------------------------
HEADINGS: Final = (
    "place",
    "player",
    "evenings",
    "won",
    "currency",
    "amount",
    "best_date",
    "best_session",
    "best",
    "worst_date",
    "worst_session",
    "worst",
)
_PLACES: Final = (
    *(Column(key=name, field=name) for name in HEADINGS[:6]),
    *(Column(key=name) for name in ("streak", "form", "best", "worst")),
    *(Column(field=name) for name in HEADINGS[6:]),
)


def _places(places: Sequence[Place], doubted: Container[str]) -> Table:
    evenings = {unit: evenings_of(some) for unit, some in by_unit(places).items()}
    rows = tuple(_place(one, form(one, evenings[one.unit], doubted)) for one in places)
    return Table("standings", _PLACES, rows)


def _place(one: Place, signs: Sequence[Form]) -> tuple[Value, ...]:
    unit = one.unit
    about = (one.place, one.name, one.evenings, one.won, unit, Amount(one.amount, unit))
    went = [None if some.night is None else Amount(some.night.amount, unit) for some in signs]
    best, worst = (_night(night, unit) for night in (one.best, one.worst))
    of_both = (night[name] for night in (best, worst) for name in ("date", "session", "amount"))
    return (*about, one.in_a_row, went, best, worst, *of_both)


def _night(one: EveningOfSeason, unit: str) -> dict[str, Value]:
    return {"session": one.session, "date": Day(one.date), "amount": Amount(one.amount, unit)}
