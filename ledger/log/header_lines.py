"""The statements of the header, each from its words."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Final
from unicodedata import normalize

from ledger.game.option_values import split_option
from ledger.log.context import Context, name_from, no_more
from ledger.log.money import currency_from, money_from, number_from
from ledger.log.problem import Problem
from ledger.log.records import AnteUnit, Chip, Game, HeaderStatement, OpeningPot, RulesLine, Seats, Session, Title, Version
from ledger.log.words import shown, split

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def version_line(line: int, words: list[str], comment: str) -> Version:
    """``bourre 1``: the first statement of every file."""
    number = number_from(words, 1, "the version of the format")
    if number != 1:
        raise Problem(
            1, f"version {number} of the format", "version 1", "use a newer `bourre`, or export the log again as version 1"
        )
    no_more(words, 2, "bourre 1")
    return Version(line, number, comment)


def _title(session: Session, _context: Context, line: int, words: list[str], comment: str, _text: str) -> Title:
    form = 'a date, an id and perhaps a title: session 2026-11-20 friday-at-anns "Friday at Ann\'s"'
    day = date_from(words, 1, form)
    if len(words) < 3 or not words[2].strip():
        raise Problem(2, "the id of the session is missing", form, "write a short name that no other session has")
    if len(words) > 4:
        raise Problem(4, f"{shown(words[4])} is a word too many", form, "put the title in quotes")
    session.date, session.id = day, words[2]
    session.title = words[3] if len(words) > 3 else None
    return Title(line, session.date, session.id, session.title, comment)


def date_from(words: list[str], index: int, form: str) -> str:
    """Return the date at ``index`` as written; raises Problem for what is none."""
    if index >= len(words) or not _is_date(words[index]):
        message = f"{shown(words[index])} is not a date" if index < len(words) else "the date is missing"
        raise Problem(index, message, form, "write year, month and day: 2026-11-20")
    return words[index]


def _is_date(word: str) -> bool:
    try:
        return bool(_DATE.fullmatch(word)) and bool(date.fromisoformat(word))
    except ValueError:
        return False


def _game(session: Session, _context: Context, line: int, words: list[str], comment: str, _text: str) -> Game:
    form = "the name of the game that this session belongs to: game fridays"
    if len(words) < 2 or not words[1].strip():
        raise Problem(1, "the name of the game is missing", form, "write one name for all sessions that share a pot")
    no_more(words, 2, form)
    session.game = normalize("NFC", words[1])
    return Game(line, session.game, comment)


def _rules(session: Session, _context: Context, line: int, words: list[str], comment: str, text: str) -> RulesLine:
    form = "a preset and options: rules louisiana limit=20 recall=free"
    if len(words) < 2:
        raise Problem(1, "the rules are missing", form, "write the name of a preset, such as louisiana")
    options: list[tuple[str, str]] = []
    for index, word in enumerate(words[2:], 2):
        name, value = split_option(word)
        if not (name and value):
            raise Problem(index, f"{shown(word)} is not an option", form, "write its name, = and its value, without spaces")
        options.append((name, value))
    session.rules = RulesLine(line, words[1], tuple(options), tuple(split(text).columns[1:]), comment)
    return session.rules


def _chip(session: Session, context: Context, line: int, words: list[str], comment: str, _text: str) -> Chip:
    form = "what one chip is worth: chip 0.25 USD"
    if len(words) < 3:
        missing = "the currency is missing" if len(words) > 1 else "the value is missing"
        raise Problem(len(words), missing, form, "leave the line out if you do not play for money")
    currency = currency_from(words, 2)
    value = money_from(words, 1, currency)
    no_more(words, 3, form)
    if not value:
        raise Problem(1, "a chip that is worth nothing", form, "leave the line out if you do not play for money")
    session.chip, session.currency, context.currency = value, currency, currency
    return Chip(line, value, currency, comment)


def _ante(session: Session, _context: Context, line: int, words: list[str], comment: str, _text: str) -> AnteUnit:
    session.ante = number_from(words, 1)
    no_more(words, 2, "chips in one ante: ante 1")
    return AnteUnit(line, session.ante, comment)


def _pot(session: Session, _context: Context, line: int, words: list[str], comment: str, _text: str) -> OpeningPot:
    chips = number_from(words, 1)
    no_more(words, 2, "chips in the pot before the first hand: pot 4")
    session.pot = chips
    return OpeningPot(line, chips, comment)


def _seats(session: Session, context: Context, line: int, words: list[str], comment: str, _text: str) -> Seats:
    twice: Problem | None = None
    for index in range(1, max(len(words), 2)):
        name = name_from(words, index)
        if name in context.seated:
            twice = twice or Problem(index, f"{shown(name)} is seated twice", "each player once", "give one of them another name")
            continue
        context.room(index)
        context.known[name] = context.seated[name] = name
    players = list(context.seated)
    context.seat(players)
    session.seats = tuple(players)
    if twice:
        raise twice
    return Seats(line, session.seats, comment)


HEADER_LINES: Final[dict[str, Callable[[Session, Context, int, list[str], str, str], HeaderStatement]]] = {
    "bourre": lambda _session, _context, line, words, comment, _text: version_line(line, words, comment),
    "session": _title,
    "game": _game,
    "rules": _rules,
    "chip": _chip,
    "ante": _ante,
    "pot": _pot,
    "seats": _seats,
}
"""Keyword to the function that reads its line, in the order in which the lines must stand; only ``game`` may stand anywhere."""

NEEDED: Final = ("bourre", "session", "rules", "seats")
"""Lines that a header must have."""
