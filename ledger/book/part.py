"""A part of a book that a question is about: one session, one game, some days; and what of the book is not in it."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.errors import UserError, did_you_mean
from ledger.log.words import shown, visible
from ledger.months import day_in_words


class Part(NamedTuple):
    """A part of a book; None means no restriction. Both days count. Payments between sessions have no session and no game."""

    session: str | None = None
    game: str | None = None
    since: date | None = None
    until: date | None = None

    def values(self) -> dict[str, object]:
        """Return the parameters of ``WITHIN``."""
        return self._asdict()

    def as_dict(self) -> dict[str, str | None]:
        """The part in answers in JSON."""
        since, until = (None if day is None else day.isoformat() for day in (self.since, self.until))
        return {"session": self.session, "game": self.game, "since": since, "until": until}


WHOLE: Final = Part()
"""The whole book."""

WITHIN: Final = """(($session::VARCHAR IS NULL OR id = $session) AND ($game::VARCHAR IS NULL OR game = $game)
    AND ($since::DATE IS NULL OR date >= $since) AND ($until::DATE IS NULL OR date <= $until))"""
"""A condition on rows with the ``id`` and ``game`` of a session (NULL: of none) and a ``date``: they are in the part."""

MOVED: Final = f"""
    moved AS (
        SELECT * FROM (SELECT entries.*, id, game FROM entries LEFT JOIN sessions USING (session)) WHERE {WITHIN}
    )"""  # noqa: S608 - our own names
"""A named query: what moved in the part, as the view ``entries`` has it, with ``id`` and ``game``."""

SUMMED: Final = f"""
    summed AS (
        SELECT * FROM (SELECT totals.*, id, game FROM totals LEFT JOIN sessions USING (session)) WHERE {WITHIN}
    )"""  # noqa: S608 - our own names
"""A named query: what it comes to by session and account, as the table ``totals`` has it, with ``id`` and ``game``."""


class Without(NamedTuple):
    """What a part leaves out of the book: how many sessions, and how many payments and shared costs between sessions."""

    sessions: int
    payments: int


def without(connection: DuckDBPyConnection, part: Part) -> Without:
    """What is not in a part."""
    ((sessions, payments),) = connection.execute(_WITHOUT, part.values()).fetchall()
    return Without(sessions, payments)


def require_part(connection: DuckDBPyConnection, part: Part, folder: Path) -> Part:
    """Return the part by the id of its session. Raises UserError if the book has no such session, file or game."""
    if part.game is not None:
        games = [game for (game,) in connection.execute("SELECT DISTINCT game FROM sessions ORDER BY game").fetchall()]
        if part.game not in games:
            remedy = did_you_mean(part.game, games) or f"the games are {', '.join(map(shown, games[:_MOST])) or 'still to come'}"
            raise UserError(f"the book has no game {shown(part.game)}", remedy)
    return part if part.session is None else part._replace(session=session_called(connection, part.session, folder))


def session_called(connection: DuckDBPyConnection, word: str, folder: Path | None = None) -> str:
    """Return the id of the session that somebody means: by its id, its file in the book at ``folder``, or a day that has one.

    Raises UserError if there is none, or more than one.
    """
    sessions = connection.execute("SELECT id, file, date FROM sessions ORDER BY date, id").fetchall()
    if any(word == name for name, _, _ in sessions):
        return word
    named = [name for name, file, _ in sessions if _is_file(word, file, folder)]
    found = named if len(named) == 1 else [name for name, _, day in sessions if word == day.isoformat()]
    if len(found) > 1:
        raise UserError(f"{len(found)} sessions are dated {word}", f"choose one: {', '.join(map(shown, found[:_MOST]))}")
    if not found:
        latest = "import some: bourre import PATH…"
        if sessions:
            name, _, day = sessions[-1]
            latest = f"the last is {shown(name)}, of {day_in_words(day)}"
        raise UserError(f"there is no session {shown(word)}", did_you_mean(word, [name for name, _, _ in sessions]) or latest)
    return str(found[0])


def last_session(connection: DuckDBPyConnection) -> str:
    """Return the id of the last session. Raises UserError if the book has none."""
    found = connection.execute("SELECT id FROM sessions ORDER BY date DESC, id DESC LIMIT 1").fetchall()
    if not found:
        raise UserError("the book has no sessions yet", "import some: bourre import PATH…")
    return str(found[0][0])


def _is_file(word: str, file: str, folder: Path | None) -> bool:
    return word == file or (folder is not None and Path(word).resolve() == (folder / file).resolve())


# --- Days and seasons -----------------------------------------------------------------------------------------------


def season(word: str) -> tuple[date, date]:
    """Return the first and the last day of a year (``2026``), a quarter (``2026-q4``) or a month (``2026-11``).

    Raises UserError for anything else: whose season begins when is not known.
    """
    match = _SEASON.fullmatch(word.lower())
    if match is None or not int(match["year"]):
        remedy = "give a year (2026), a quarter (2026-q4), a month (2026-11), or days with --since and --until"
        raise UserError(f"{visible(word)} is not a season", remedy)
    year, quarter, month = int(match["year"]), match["quarter"], match["month"]
    first = 3 * int(quarter) - 2 if quarter else int(month or 1)
    last = first + 2 if quarter else int(month or 12)
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])


_SEASON: Final = re.compile(r"(?P<year>\d{4})(?:-q(?P<quarter>[1-4])|-(?P<month>0[1-9]|1[0-2]))?", re.ASCII)


# --- In words -------------------------------------------------------------------------------------------------------


def part_sentence(part: Part, left: Without, *, payments: bool = True) -> str:
    """Say which part it is and what it leaves out; empty for the whole book. ``payments``: payments would count too."""
    if part == WHOLE:
        return ""
    whose = [*_named({"the session": part.session, "the game": part.game})]
    days = _days(part)
    out = [_counted(left.sessions, "other session")] if left.sessions else []
    out += [_counted(left.payments, "payment") + " between sessions"] if payments and left.payments else []
    only = " ".join([*(["Only", *whose] if whose else []), *([days] if days else [])])
    only = only[0].upper() + only[1:]
    are = "is" if left.sessions + (left.payments if payments else 0) == 1 else "are"
    return f"{only}: {' and '.join(out)} {are} not in these figures." if out else f"{only}: that is everything."


def _named(words: Mapping[str, str | None]) -> list[str]:
    return [f"{what} {visible(name)}" for what, name in words.items() if name is not None]


def _days(part: Part) -> str:
    if part.since and part.until:
        return f"from {day_in_words(part.since)} to {day_in_words(part.until)}"
    if part.since:
        return f"since {day_in_words(part.since)}"
    return f"until {day_in_words(part.until)}" if part.until else ""


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


_MOST: Final = 8
"""Names that an error lists."""
_WITHOUT: Final = f"""
    SELECT (SELECT count(*) FROM sessions WHERE NOT {WITHIN}),
        (SELECT count(DISTINCT (kind, line)) FROM (SELECT *, NULL::VARCHAR AS id, NULL::VARCHAR AS game FROM postings)
            WHERE session IS NULL AND NOT coalesce({WITHIN}, FALSE))
"""  # noqa: S608 - our own names
