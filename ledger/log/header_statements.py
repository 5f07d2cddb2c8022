"""The statements of a header, each with its record (log-format.md, "File header").

A new one is a record, a place in ``InHeader`` and an entry in ``HEADER_STATEMENTS``; where it changes what a session is,
``ledger.log.reader`` says how.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias
from unicodedata import normalize

from ledger.log.context import Context, check_quotes, name_from, no_more
from ledger.log.parts import ALL_SEATED, CHIPS, DATE, Kind, Line, Part, name_text, number_text, own
from ledger.log.statement import Statement, by_keyword
from ledger.log.values import chip_meant, currency_from, money_from, money_text, number_from
from ledger.log.words import Problem, quote, shown, split

# --- Records --------------------------------------------------------------------------------------------------------------


class Version(NamedTuple):
    """``bourre 1``."""

    line: int
    number: int
    comment: str = ""


class Title(NamedTuple):
    """``session 2026-11-20 friday-at-anns "Friday at Ann's"``."""

    line: int
    date: str
    id: str
    title: str | None
    comment: str = ""


class Game(NamedTuple):
    """``game friday``: whose pot this session's is; sessions of one game hand it on."""

    line: int
    name: str
    comment: str = ""


class RulesLine(NamedTuple):
    """``rules louisiana limit=20``: the words as written, not yet understood. ``columns`` has one entry a word (from 1)."""

    line: int
    preset: str
    options: tuple[tuple[str, str], ...]
    columns: tuple[int, ...]
    comment: str = ""


class Chip(NamedTuple):
    """``chip 0.25 USD``: the value of a chip in minor units of the currency."""

    line: int
    value: int
    currency: str
    comment: str = ""


class AnteUnit(NamedTuple):
    """``ante 1`` in the header: chips in one ante."""

    line: int
    chips: int
    comment: str = ""


class OpeningPot(NamedTuple):
    """``pot 4`` in the header."""

    line: int
    chips: int
    comment: str = ""


class Exempt(NamedTuple):
    """``exempt Cal Dot``: who posts no ante in the first hand; ``exempt -`` is nobody."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Seats(NamedTuple):
    """``seats Ann Bea Cal``, clockwise."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


InHeader: TypeAlias = Version | Title | Game | RulesLine | Chip | AnteUnit | OpeningPot | Exempt | Seats


# --- Words that stand in a header only ------------------------------------------------------------------------------------


def _version(line: Line, index: int) -> int:
    try:
        number = number_from(line.words, index, "the version of the format")
    except Problem as problem:
        problem.remedy = "the first line is: bourre 1"
        raise
    if number != 1:
        message = f"version {number} of the format"
        raise Problem(index, message, "version 1", "use a newer `bourre`, or export the log again as version 1")
    return number


def _id(line: Line, index: int) -> str:
    if index >= len(line.words) or not line.words[index].strip():
        message = "the id of the session is missing"
        raise Problem(index, message, line.form, "write a short name that no other session has")
    return line.words[index]


def _title(line: Line, index: int) -> str | None:
    if len(line.words) > index + 1:
        message = f"{shown(line.words[index + 1])} is one word too many"
        raise Problem(index + 1, message, line.form, "put the title in quotes")
    return line.words[index] if len(line.words) > index else None


def _game(line: Line, index: int) -> str:
    if index >= len(line.words) or not line.words[index].strip():
        message = "the name of the game is missing"
        raise Problem(index, message, line.form, "write one name for all sessions that share a pot")
    return normalize("NFC", line.words[index])


# --- Lines that are more than their words ---------------------------------------------------------------------------------

_RULES_FORM: Final = "a preset and options: rules louisiana limit=20 recall=free"
_CHIP_FORM: Final = "what one chip is worth: chip 0.25 USD"


def _rules(_context: Context, line: int, words: list[str], comment: str, text: str) -> RulesLine:
    if len(words) < 2:
        raise Problem(1, "the rules are missing", _RULES_FORM, "write the name of a preset, such as louisiana")
    options: list[tuple[str, str]] = []
    for index, word in enumerate(words[2:], 2):
        name, _, value = word.partition("=")
        if not (name and value):
            remedy = "write its name, = and its value, without spaces"
            raise Problem(index, f"{shown(word)} is not an option", _RULES_FORM, remedy)
        options.append((name, value))
    return RulesLine(line, words[1], tuple(options), tuple(split(text).columns[1:]), comment)


def _rules_text(said: RulesLine, _currency: str | None) -> str:
    return " ".join(["rules", quote(said.preset), *(quote("=".join(option)) for option in said.options)])


def _chip(context: Context, line: int, words: list[str], comment: str, _text: str) -> Chip:
    if len(words) < 2:
        raise Problem(1, "the value is missing", _CHIP_FORM, "leave the line out if you do not play for money")
    try:
        currency = currency_from(words, 2)
    except Problem as problem:
        problem.expected, problem.remedy = _CHIP_FORM, chip_meant(words) or problem.remedy
        raise
    value = money_from(words, 1, currency)
    no_more(words, 3, _CHIP_FORM)
    if not value:
        raise Problem(1, "a chip cannot be worth nothing", _CHIP_FORM, "leave the line out if you do not play for money")
    context.currency = currency
    return Chip(line, value, currency, comment)


def _chip_text(said: Chip, _currency: str | None) -> str:
    return f"chip {money_text(said.value, said.currency)} {said.currency}"


def _exempt(_context: Context, line: int, words: list[str], comment: str, _text: str) -> Exempt:
    form = "who posts no ante in the first hand, or - for nobody: exempt Cal Dot"
    if words[1:] == ["-"]:
        return Exempt(line, (), comment)
    players: list[str] = []
    for index in range(1, max(len(words), 2)):
        if words[index : index + 1] == ["-"]:
            raise Problem(index, "- beside somebody", form, "nobody, or somebody: leave one of them out")
        name = name_from(words, index)
        if name in players:
            raise Problem(index, f"{shown(name)} is named twice", form, "leave one of them out")
        players.append(name)
    return Exempt(line, tuple(players), comment)


def exempt_seated(context: Context, said: Exempt) -> Exempt:
    """The line with its names as they are seated. Raises Problem for one that is not, and for a player named twice."""
    words = ["exempt", *said.players]
    return said._replace(players=context.players(words)) if said.players else said


def _exempt_text(said: Exempt, _currency: str | None) -> str:
    return " ".join(["exempt", *(map(quote, said.players) if said.players else "-")])


def _seats(context: Context, line: int, words: list[str], comment: str, text: str) -> Seats:
    twice: Problem | None = None
    check_quotes(text)
    for index in range(1, max(len(words), 2)):
        name = name_from(words, index)
        if name in context.seated:
            twice = twice or Problem(index, f"{shown(name)} is seated twice", "each player once", "give one of them another name")
            continue
        context.room(index)
        context.seated[name] = name
    players = list(context.seated)
    context.seat(players)
    if twice:
        raise twice
    return Seats(line, tuple(players), comment)


# --- Statements -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeaderStatement(Statement[InHeader]):
    """A statement of the header. ``needed`` is True if every header has it, ``anywhere`` if its place does not matter.

    After an unreadable one nothing else in the file can be understood, unless it is ``harmless``.
    """

    needed: bool = False
    anywhere: bool = False
    harmless: bool = False


HEADER_STATEMENTS: Final[dict[str, HeaderStatement]] = by_keyword(
    HeaderStatement(
        "bourre",
        Version,
        (Part("number", Kind("", "1", _version, number_text)),),
        says="bourre 1",
        help="The version of the format: the first line of every file.",
        needed=True,
    ),
    HeaderStatement(
        "session",
        Title,
        (
            Part("date", DATE),
            Part("id", Kind("", "ID", _id, name_text)),
            Part("title", Kind("", "[TITLE]", _title, name_text, rest=True)),
        ),
        says="a date, an id and perhaps a title",
        example='session 2026-11-20 friday-at-anns "Friday at Ann\'s"',
        help="The day, an id that no other session has, and a title.",
        needed=True,
    ),
    HeaderStatement(
        "game",
        Game,
        (Part("name", Kind("", "NAME", _game, name_text)),),
        says="the name of the game that this session belongs to",
        example="game fridays",
        help="Pots carry over between sessions of one game; anywhere in the header.",
        anywhere=True,
        harmless=True,
    ),
    HeaderStatement(
        "rules",
        RulesLine,
        (Part("preset", own("PRESET")), Part("options", own("[OPTION=VALUE …]"))),
        example="rules louisiana limit=20 recall=free",
        help="The rules of the house: a preset, and options that differ from it.",
        needed=True,
        own_reader=_rules,
        own_writer=_rules_text,
    ),
    HeaderStatement(
        "chip",
        Chip,
        (Part("value", own("MONEY")), Part("currency", own("CURRENCY"))),
        example="chip 0.25 USD",
        help="What one chip is worth, if you play for money.",
        harmless=True,
        own_reader=_chip,
        own_writer=_chip_text,
    ),
    HeaderStatement(
        "ante",
        AnteUnit,
        (Part("chips", CHIPS),),
        says="chips in one ante",
        example="ante 1",
        help="The chips in one ante; 1 without this line.",
    ),
    HeaderStatement(
        "pot",
        OpeningPot,
        (Part("chips", CHIPS),),
        says="chips in the pot before the first hand",
        example="pot 4",
        help="The chips carried in from before.",
        harmless=True,
    ),
    HeaderStatement(
        "exempt",
        Exempt,
        (Part("players", own("PLAYER …|-", names=True)),),
        example="exempt Cal Dot",
        help="Who posts no ante in the first hand; - for nobody.",
        harmless=True,
        own_reader=_exempt,
        own_writer=_exempt_text,
    ),
    HeaderStatement(
        "seats",
        Seats,
        (Part("players", ALL_SEATED),),
        example="seats Ann Bea Cal Dot",
        help="Who sits there, clockwise.",
        needed=True,
        own_reader=_seats,
    ),
)
"""Each by its keyword, in the order in which they must stand."""
