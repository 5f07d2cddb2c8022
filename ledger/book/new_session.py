"""A session that begins: what the book proposes for it, and answers to what must be known, each read when it is given.

An answer is read as the line of the header that it becomes, so that what is taken here can be read in the log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from ledger.book.access import Waiting, ask
from ledger.book.folder import SETTINGS, is_book, name_for
from ledger.book.recordings import NextSession, next_session
from ledger.book.settings import Settings, read_settings
from ledger.errors import UserError
from ledger.game.options import typed_rules
from ledger.log import Problem
from ledger.log.grammar import HEADER_STATEMENTS
from ledger.log.values import Context, plain_name
from ledger.log.words import plain_letters, quote, quoted, shown
from ledger.money import CHIPS
from ledger.recording.recording import NewSession

FEWEST: Final = 2
"""Players at a table."""


def usual_evening(folder: Path, waiting: Waiting | None = None) -> tuple[NextSession, Settings]:
    """An evening as the last one of the book, else by the rules of the house; and the settings of the book."""
    settings = read_settings(folder / SETTINGS)
    last = ask(folder, next_session, waiting) if is_book(folder) else NextSession()
    return with_house(last, settings), settings


def with_house(usual: NextSession, settings: Settings) -> NextSession:
    """The next session by the rules of the house, if there was no session yet."""
    if usual.ids:
        return usual
    house = settings.house
    return usual._replace(
        rules=house.rules or usual.rules,
        ante=house.ante or usual.ante,
        chip=house.chip or 1,
        unit=settings.currency if house.chip else CHIPS,
    )


def as_last_time(usual: NextSession, day: str, session: str, seats: tuple[str, ...]) -> NewSession:
    """An evening of ``seats`` by the same rules, with the pot that was left."""
    worthless = usual.unit == CHIPS
    return NewSession(
        date=day,
        id=session,
        seats=seats,
        rules=usual.rules,
        game=usual.game,
        chip=None if worthless else usual.chip,
        currency=None if worthless else usual.unit,
        ante=usual.ante,
        pot=usual.pot_line(usual.pot),
        exempt=usual.exempt_line(usual.pot, seats),
    )


def file_of(session: str) -> str:
    """The name of a session's file, without its folder."""
    return Path(name_for(session)).name


# --- Answers --------------------------------------------------------------------------------------------------------------


def read_id(answer: str, usual: NextSession, day: str) -> str:
    """The id of a session of ``day``. Raises UserError for none, and for one that another session has."""
    name: str = _header("session", day, answer.strip().strip('"').strip()).id
    if name in usual.ids:
        raise UserError(f"the book already has an evening {shown(name)}", f"choose another name, such as {usual.free_id(day)}")
    return name


def read_seats(answer: str, players: Iterable[str]) -> tuple[str, ...]:
    """The names in an answer, clockwise; those of ``players``, who are in the book, as the book has them.

    Commas stand between two, or ``and``; where there are no commas, spaces do, but not within the name of somebody who is in
    the book. What is in quotes is one name, as it is. Raises UserError for what is no name, for somebody named twice, and for
    fewer than two.
    """
    plain = [(_plainly(name), name) for name in players]
    count = Counter(name for name, _ in plain)
    known = {short: name for short, name in plain if count[short] == 1} | {name: name for _, name in plain}
    parts = _without_and(_parts(answer), known)
    names = [name for part in parts for name in _named(part, known, alone=len(parts) == 1)]
    seated: tuple[str, ...] = _header("seats", *names).players
    if len(seated) < FEWEST:
        raise UserError(f"{shown(seated[0])} cannot play alone", "name everybody at the table, clockwise: Ann, Big Al, Cal")
    return seated


def read_rules_answer(answer: str) -> str:
    """Rules as a log has them. Raises UserError for rules that do not exist."""
    words = answer.split()
    typed_rules(words)
    return " ".join(words)


def read_chip(answer: str, currency: str) -> tuple[int, str] | None:
    """What a chip is worth, in minor units, and of what currency: ``currency`` if none is said; None for ``-``.

    Raises UserError for what is no money.
    """
    words = answer.split()
    if words == ["-"]:
        return None
    try:
        said = _header("chip", *(words if len(words) > 1 else [*words, currency]))
    except UserError as error:
        remedy = "write - if you do not play for money" if error.remedy.startswith("leave the line out") else error.remedy
        raise UserError(error.message, remedy) from None
    return said.value, said.currency


def read_pot(answer: str) -> int:
    """Chips. Raises UserError for what is no whole number."""
    chips: int = _header("pot", *answer.split()).chips
    return chips


def _header(keyword: str, *words: str) -> Any:  # noqa: ANN401 - the record of any statement
    try:
        return HEADER_STATEMENTS[keyword].read(Context(), 0, [keyword, *words], "", " ".join([keyword, *map(quote, words)]))
    except Problem as problem:
        raise UserError(problem.message, problem.remedy or f"expected {problem.expected}") from None


# --- Names ----------------------------------------------------------------------------------------------------------------

_WORD: Final = re.compile(r'(?P<comma>,)|"(?P<quoted>(?:[^"\\]|\\["\\])*)"(?=[\s,]|$)|(?P<bare>[^\s,"]+)(?=[\s,]|$)')


class _Word(NamedTuple):
    text: str
    quoted: bool


def _parts(answer: str) -> list[list[_Word]]:
    """The words of an answer, in a list for each part between two commas."""
    parts: list[list[_Word]] = [[]]
    at = 0
    while at < len(answer):
        if answer[at].isspace():
            at += 1
            continue
        match = _WORD.match(answer, at)
        if match is None:
            raise UserError("a quotation mark is not closed, or is inside a word", 'put names with spaces in quotes: "Big Al"')
        at = match.end()
        if match["comma"]:
            parts.append([])
        else:
            inside = match["quoted"]
            parts[-1].append(_Word(match["bare"] if inside is None else re.sub(r"\\(.)", r"\1", inside), inside is not None))
    return parts


def _without_and(parts: list[list[_Word]], known: Mapping[str, str]) -> list[list[_Word]]:
    """The parts with ``and`` read as a comma if there are commas, else as a space; but not within a known name."""
    found: list[list[_Word]] = []
    for part in parts:
        found.append([])
        for word in part:
            if word.quoted or word.text.casefold() not in {"and", "&"} or _meant(part, known):
                found[-1].append(word)
            elif len(parts) > 1:
                found.append([])
    return found


def _named(part: list[_Word], known: Mapping[str, str], *, alone: bool) -> list[str]:
    """The names in a part of an answer; ``alone`` is True if the answer has no comma, so that spaces separate names."""
    names: list[tuple[str, bool]] = []
    rest = part
    while rest:
        length = next((length for length in range(len(rest), 0, -1) if _meant(rest[:length], known)), 0)
        names.append((_meant(rest[:length], known) or rest[0].text, length > 0 or rest[0].quoted))
        rest = rest[max(length, 1) :]
    strangers = [name for name, is_known in names if not is_known]
    if alone or len(names) < 2 or not strangers:
        return [name for name, _ in names]
    together = " ".join(word.text for word in part)
    if len(strangers) < len(names):
        raise UserError(
            f"{shown(together)} may be one player or several",
            f"put a comma between players, or quotes around one: {quoted(together)}",
        )
    return [together]


def _meant(words: list[_Word], known: Mapping[str, str]) -> str | None:
    """Who of ``known`` is meant by some words: as they are, or without case and accents."""
    if any(word.quoted for word in words):
        return None
    name = " ".join(word.text for word in words)
    return known.get(name) or known.get(_plainly(name))


def _plainly(name: str) -> str:
    """A name without case and accents, in the letters and apostrophes of a plain keyboard: phones type O’Brien for O'Brien."""
    return plain_name(plain_letters(name))
