"""One evening: who won it and how, what everybody won or lost, the hands that stand out, and who
owes what for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger import stats
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
    Table,
    Value,
    listed,
    words,
)
from ledger.book.answers.owes import left_out, transfers
from ledger.book.balances.figures import handles
from ledger.book.balances.one_session import (
    Evening,
    Feat,
    feats,
    heading,
    in_the_pot,
    one_night,
    open_lines,
    who_won,
)
from ledger.book.balances.trail import parts_of
from ledger.book.balances.transfer_words import no_link, payment_lines, without_handle
from ledger.book.balances.unread import Unread
from ledger.book.files.chain import statement_footer
from ledger.book.files.settings import Settings
from ledger.money import CHIPS, decimal_text, money_as_dict
from ledger.wording import counted


class Told(NamedTuple):
    """What the answer is made of: the evening, how it went, payment handles by account, what the
    book knew when it was asked (``foot``), what it adds to each balance (``parts``, as ``parts_of``
    has them: a page says it beside each result), and what stands out.
    """

    night: Evening
    course: stats.Course
    handles: Mapping[int, str]
    foot: list[str]
    parts: Mapping[int, Mapping[str, Mapping[str, int]]]
    review: stats.Review | None = None


def told(connection: DuckDBPyConnection, session: str) -> Told:
    """What the answer is made of, for a session that the book has."""
    night = one_night(connection, session)
    course = stats.course_of(connection, session, [one.name for one in night.winners])
    foot, parts = statement_footer(connection), parts_of(connection, session)
    return Told(night, course, handles(connection), foot, parts)


def evening(told: Told, settings: Settings, missing: Unread, elsewhere: int = 0) -> Answer:
    """One evening, in words and in tables.

    ``missing`` is what its figures leave out; ``elsewhere`` is the number of other evenings that
    could not be read in full.
    """
    night = told.night
    blocks = tuple(_blocks(told, settings, missing, elsewhere))
    rows = (_results(night), *_feats(night), transfers(night.settlement.payments, settings))
    section = Section("evening", heading(night), blocks)
    return Answer((section,), _data(told, settings), HEADINGS, rows)


# --- For people -----------------------------------------------------------------------------------
def _blocks(told: Told, settings: Settings, missing: Unread, elsewhere: int) -> Iterator[Block]:
    night = told.night
    yield verdict(told, missing)
    if night.results:
        yield results(night)
    marks = [*feats(night), *_marks(told.review), in_the_pot(night)]
    if some := tuple(one for one in marks if one.parts):
        yield Listed("stands out", some)
    payments, rest = night.settlement.payments, night.settlement.left_out
    if payments:
        yield Listed("payments", tuple(payment_lines(settings, told.handles, payments)))
    if rest:
        yield Listed("left out", tuple(open_lines(rest)))
    if not payments and not rest:
        yield words("Nothing is left to pay for it.")
    if names := without_handle(settings, payments):
        yield no_link(names)
    yield _alone(elsewhere)
    yield Listed("foot", tuple(map(words, told.foot)))


def verdict(told: Told, missing: Unread) -> Sentence:
    """Who won the evening, how much, and how; of one that is not all recorded, it says so."""
    won, how = who_won(told.night, missing), _how(told.night, told.course)
    return words(won, " " if how.parts else "", how, name="verdict")


def _how(night: Evening, course: stats.Course) -> Sentence:
    """What decided the evening: pots won, the biggest pot, most bourrés."""
    if not night.winners:
        return words()
    said: list[Sentence | str] = []
    if course.won:
        of = counted(course.known, "hand")
        of += "" if course.all_known else " with a known outcome"
        where = "?" if course.hand is None else course.hand
        biggest = f", the biggest for {counted(course.most, 'chip')} (hand {where})"
        one = night.winners[0]
        said += [
            words(Player(one.name, one.account), f" won {course.won:,} of {of}"),
            biggest if course.most else "",
            ".",
        ]
    if 0 < len(course.went) <= 2:
        space = " " if said else ""
        each = " each" if len(course.went) > 1 else ""
        times = {1: "once", 2: "twice"}.get(course.times, f"{course.times:,} times")
        who = listed([Player(name) for name in course.went])
        said += [space, words(who, f" went bourré {times}{each}.")]
    return words(*said)


def _marks(review: stats.Review | None) -> Iterator[Sentence]:
    """Yield what stands out besides the best hand and the worst bourré, and what of it is not
    known.
    """
    if review is None:
        return
    for one in review.marks:
        if one.kind != "bourre":
            where = "" if one.number is None else f", hand {one.number}"
            yield words(f"{stats.MARKS[one.kind]}{where}: {one.said()}")
    yield from map(words, review.missing)


def _alone(elsewhere: int) -> Listed:
    more = [Remedy(words("see all evenings"), ("owes",), page="owes")]
    said = ["This evening alone."]
    if elsewhere:
        others = counted(elsewhere, "other evening")
        said.append(f"{others} could not be read in full, and the pot may differ.")
        more.append(Remedy(words("see what could not be read"), ("check",), page="audit"))
    return Listed("alone", tuple(map(words, said)), more=tuple(more))


# --- Tables, and what other programs get ----------------------------------------------------------
HEADINGS: Final = ("kind", "from", "to", "hand", "chips", "currency", "amount")
_RESULTS: Final = (
    Column("Player", "player", "from"),
    Column("Won or lost", right=True, bare=True),
    Column("Chips", right=True, bare=True),
    Column("With what was paid", right=True, bare=True),
    Column(key="chips", field="chips"),
    Column(field="currency"),
    Column(key="amount", field="amount"),
)
_FEAT: Final = (
    Column(key="player", field="from"),
    Column(key="hand", field="hand"),
    Column(key="chips", field="chips"),
    Column(field="currency"),
    Column(key="amount", field="amount"),
)


def results(night: Evening) -> Table:
    """What everybody won or lost; if chips were bought or money was paid, also what is left to
    settle.
    """
    return _results(night).filled()


def _results(night: Evening) -> Table:
    unit, left, differs = night.unit, night.left, night.left_differs
    rows = tuple(
        (
            Player(one.name, one.account),
            Amount(one.amount, unit, signed=True),
            None if unit == CHIPS else Amount(one.chips, CHIPS, signed=True),
            Amount(left.get(one.account, 0), unit, signed=True) if differs else None,
            one.chips,
            unit,
            Amount(one.amount, unit),
        )
        for one in night.results
    )
    return Table("results", _RESULTS, rows, "What each player won or lost", kind="result")


def _feats(night: Evening) -> tuple[Table, Table]:
    return (
        _feat("best hand", night.best, night.unit),
        _feat("worst bourré", night.worst, night.unit),
    )


def _feat(kind: str, one: Feat | None, unit: str) -> Table:
    rows: tuple[tuple[Value, ...], ...] = ()
    if one is not None:
        rows = ((one.name, one.hand, one.chips, unit, Amount(one.amount, unit)),)
    return Table(kind, _FEAT, rows, kind=kind, single=True)


def _data(told: Told, settings: Settings) -> dict[str, Value]:
    night = told.night
    unit, settled = night.unit, night.settlement
    best, worst = _feats(night)
    return {
        "session": night.session,
        "date": Day(night.date),
        "title": night.title,
        "game": night.game,
        "file": night.file,
        "currency": unit,
        "chip": None if unit == CHIPS else decimal_text(night.chip, unit),
        "hands": night.hands,
        "pot": night.pot,
        "winners": [one.name for one in night.winners],
        "results": _results(night),
        "best_hand": best,
        "worst_bourre": worst,
        "stands_out": told.review and [_mark(one) for one in told.review.marks],
        "balances": [
            {"player": one.name, **money_as_dict(one.amount, one.unit)} for one in night.balances
        ],
        "transfers": transfers(settled.payments, settings),
        "left_out": left_out(settled.left_out),
    }


def _mark(one: stats.Mark) -> dict[str, Value]:
    return {"kind": one.kind, "hand": one.number, "players": list(one.names), "text": one.said()}
