"""``book.toml``: who plays, what they are called, and what the book takes for granted.

People write this file too, so whatever is wrong in it is told with its place. Names are what the log reader takes for names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

from ledger.book.pay_templates import PayLinks, read_links, template_value
from ledger.book.roles import Access, read_access
from ledger.book.toml_values import (
    Where,
    WrongValue,
    list_value,
    place_of,
    table_value,
    text_value,
    whole_value,
    word_value,
)
from ledger.errors import UserError
from ledger.log import format_diagnostic
from ledger.log.records import Diagnostic
from ledger.log.values import currency_from, money_from, name_from
from ledger.log.words import MOST_CHIPS, shown

USUAL_CURRENCY: Final = "USD"
USUAL_GAME: Final = "book"
MOST_BYTES: Final = 1_000_000
"""In a file: thousands of players."""
HIGHEST_ID: Final = 999_999_999

_SYNTAX_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")


@dataclass(frozen=True, slots=True)
class Player:
    """One person: every log that says ``name`` or one of ``aliases`` means this ``id``.

    ``handle`` is where to send money, and ``link`` the template of a link for whoever is not paid as the others are.
    """

    id: int
    name: str
    aliases: tuple[str, ...] = ()
    handle: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class House:
    """What a new session starts with: the words after ``rules``, chips in an ante, minor units in a chip; None if not said."""

    rules: str | None = None
    ante: int | None = None
    chip: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``book.toml`` says. ``currency`` is that of payments which name none, ``game`` that of sessions which name none."""

    name: str
    currency: str = USUAL_CURRENCY
    game: str = USUAL_GAME
    house: House = House()
    players: tuple[Player, ...] = ()
    by_name: Mapping[str, int] = field(default_factory=dict)
    """Every name and alias to the id of its player."""
    access: Access = field(default_factory=Access)
    links: PayLinks = field(default_factory=PayLinks)


def read_settings(path: Path) -> Settings:
    """Return the settings at ``path``; those of a new book if there is no such file. Raises UserError if they cannot be used."""
    return parse_settings(settings_text(path), str(path))


def settings_text(path: Path) -> str:
    """Return the text of the settings at ``path``, empty if there is no such file. Raises UserError if it cannot be read."""
    try:
        if path.is_fifo():  # it would keep us waiting for ever
            raise UserError(f"{path}: not a regular file", "move it out of the folder")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        if path.is_symlink():  # who a name means is on a disk that is not there now
            raise UserError(f"{path}: a link to a file that is missing", "bring that file back") from error
        return ""
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror or error}", "check its permissions") from error
    if len(raw) > MOST_BYTES:
        raise UserError(f"{path}: larger than {MOST_BYTES:,} bytes", "check that this is the settings file of a book")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"byte {raw[error.start]:#04x} is not UTF-8"
        raise _at(str(path), raw.decode("utf-8", "replace"), place, message, "save the file as UTF-8") from error


def parse_settings(text: str, file: str = "book.toml") -> Settings:
    """What the text of a ``book.toml`` says; ``file`` is its path. Raises UserError with the place of what is wrong."""
    return _parsed(text, file, Path(file).parent.resolve().name)


@lru_cache(maxsize=8)
def _parsed(text: str, file: str, folder: str) -> Settings:
    """The same, for a book in a folder of this name: every question to a book reads its settings, which seldom change."""
    try:
        return _settings(_data(text, file), folder)
    except WrongValue as wrong:
        place = place_of(text, wrong.where, wrong.word)
        raise _at(file, text, place, wrong.message, wrong.remedy) from wrong


def _data(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = _SYNTAX_PLACE.search(message)
        end = (text.count("\n") + 1, len(text) - text.rfind("\n"))
        place = (int(found[1]), int(found[2])) if found else end
        message = _SYNTAX_PLACE.sub("", message).removesuffix(" (at end of document)")
        raise _at(file, text, place, f"not valid TOML: {message}", 'write it like this: name = "Ann"') from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; thousands of brackets
        raise UserError(f"{file}: something in it is too long or too deeply nested for settings", "check the file") from error


def _at(file: str, text: str, place: tuple[int, int], message: str, remedy: str) -> UserError:
    line, column = place
    excerpt = text.split("\n")[line - 1].rstrip("\r")
    return UserError(format_diagnostic(Diagnostic(file, line, column, excerpt, message, "", "")), remedy)


def _settings(data: dict[str, Any], folder: str) -> Settings:
    currency = USUAL_CURRENCY
    if "currency" in data:
        currency = word_value(("currency",), currency_from, text_value(data["currency"], ("currency",)))
    players, by_name = _players(data.get("players", []))
    return Settings(
        name=text_value(data.get("name", folder or "book"), ("name",)),
        currency=currency,
        game=normalize("NFC", text_value(data.get("game", USUAL_GAME), ("game",))),
        house=_house(data.get("house", {}), currency),
        players=players,
        by_name=by_name,
        access=read_access(data.get("access", {})),
        links=read_links(data.get("pay", {})),
    )


_EACH_PLAYER: Final = "[[players]] on a line of its own for each player, and below it id and name"
_ALIASES: Final = 'a list such as ["Annie", "Ann B."]'
_WAS: Final = 'a list such as [{ id = 2, name = "Bea" }]'


def _house(value: object, currency: str) -> House:
    house = table_value(value, ("house",), "[house] on a line of its own, and its settings below it")
    rules = ante = chip = None
    if "rules" in house:
        rules = _rules(text_value(house["rules"], ("house", "rules")))
    if "ante" in house:
        ante = whole_value(house["ante"], ("house", "ante"), 0, MOST_CHIPS)
    if "chip" in house:
        where = ("house", "chip")
        chip = word_value(where, lambda words, index: money_from(words, index, currency), text_value(house["chip"], where))
        if not chip:
            raise WrongValue(where, "a chip cannot be worth nothing", "leave the line out if you do not play for money")
    return House(rules, ante, chip)


def _rules(text: str) -> str:
    from ledger.game import RulesError  # noqa: PLC0415 - many books never say
    from ledger.game.options import read_rules  # noqa: PLC0415

    words = text.split()
    try:
        read_rules(text)
    except RulesError as error:
        raise WrongValue(("house", "rules"), str(error), error.advice, words[error.word]) from error
    return " ".join(words)


def _players(value: object) -> tuple[tuple[Player, ...], dict[str, int]]:
    players = []
    by_name: dict[str, int] = {}
    taken: set[int] = set()
    for number, entry in enumerate(list_value(value, ("players",), _EACH_PLAYER)):
        where = ("players", number)
        player, past = _player(table_value(entry, where, _EACH_PLAYER), where)
        for one, key in [(player.id, "id"), *((one, "was") for one in past)]:
            if one in taken:
                raise WrongValue((*where, key), f"the id {one} is given twice", "give one of them the next free number", str(one))
            taken.add(one)
        for at, name in enumerate([player.name, *player.aliases]):
            if by_name.setdefault(name, player.id) != player.id:
                key = "aliases" if at else "name"
                raise WrongValue((*where, key), f"{shown(name)} is the name of two players", "remove it from one of them", name)
        players.append(player)
    return tuple(players), by_name


def _player(entry: dict[str, Any], where: Where) -> tuple[Player, list[int]]:
    """Return a player, and the ids of those who were merged into this one."""
    for key in ("id", "name"):
        if key not in entry:
            raise WrongValue(where, f"a player without {key}", f"add a line {key} = …")
    aliases = [_name(alias, (*where, "aliases")) for alias in list_value(entry.get("aliases", []), (*where, "aliases"), _ALIASES)]
    player = Player(
        id=whole_value(entry["id"], (*where, "id"), 1, HIGHEST_ID),
        name=_name(entry["name"], (*where, "name")),
        aliases=tuple(dict.fromkeys(aliases)),
        handle=text_value(entry["handle"], (*where, "handle")) if "handle" in entry else None,
        link=template_value(entry["link"], (*where, "link")) if "link" in entry else None,
    )
    past = []
    for one in list_value(entry.get("was", []), (*where, "was"), _WAS):
        row = table_value(one, (*where, "was"), _WAS)
        past.append(whole_value(row.get("id"), (*where, "was", "id"), 1, HIGHEST_ID))
        _name(row.get("name"), (*where, "was", "name"))
    return player, past


def _name(value: object, where: Where) -> str:
    if not isinstance(value, str):
        raise WrongValue(where, f"{where[-1]} must be text", "put it in quotes")
    return word_value(where, name_from, value)
