"""``book.toml``: who plays, what they are called, and what the book takes for granted.

People write this file too. Functions that change it take its text and return the new text, with comments, layout and
everything unknown left as it was, and read the result again before they return it. Names are what the log reader takes
for names. A player's ``id`` is never given to anybody else: a player merged into another leaves the id in ``was``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar
from unicodedata import normalize

from ledger.book.roles import Role
from ledger.book.toml_edit import Entry, with_players
from ledger.book.toml_place import Where, place_of
from ledger.errors import UserError, did_you_mean
from ledger.files import write_atomically
from ledger.log.diagnostics import format_diagnostic
from ledger.log.limits import MOST_CHIPS
from ledger.log.money import currency_from, money_from
from ledger.log.problem import Problem
from ledger.log.records import Diagnostic
from ledger.log.table import name_from
from ledger.log.words import FORBIDDEN, quote, shown

USUAL_CURRENCY: Final = "USD"
USUAL_GAME: Final = "book"
MOST_BYTES: Final = 1_000_000
"""In a file: thousands of players."""
HIGHEST_ID: Final = 999_999_999
LONGEST_TEXT: Final = 200
"""Of a name of a book or game, and of a payment handle, in characters."""

_TEACHING: Final = """\
# The settings of a book: edit them as you like, remarks and all.
# Whoever appears in a log for the first time gets an entry below. If one person has several names, put them together:
#   bourre players merge Bea Beatrice
"""
_SYNTAX_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Player:
    """One person: every log that says ``name`` or one of ``aliases`` means this ``id``. ``handle`` is where to send money."""

    id: int
    name: str
    aliases: tuple[str, ...] = ()
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class House:
    """What a new session starts with: the words after ``rules``, chips in an ante, minor units in a chip; None if not said."""

    rules: str | None = None
    ante: int | None = None
    chip: int | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use a dashboard that others can reach.

    For each role there is the Argon2 hash of its password, or with ``oidc`` the e-mail addresses, in small letters, of
    those who log in elsewhere.
    """

    oidc: bool = False
    passwords: Mapping[Role, str] = field(default_factory=dict)
    people: Mapping[Role, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Tell whether anybody may."""
        return bool(self.passwords or self.people)


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
    access: Access = Access()


class _Wrong(Exception):  # noqa: N818 - it never leaves this module, where it becomes a UserError with its place
    """A value that cannot be used: ``where`` are the keys that lead to it, ``word`` what to point at within it."""

    def __init__(self, where: Where, message: str, remedy: str, word: str | None = None) -> None:
        super().__init__(message)
        self.where, self.message, self.remedy, self.word = where, message, remedy, word


# --- Reading ------------------------------------------------------------------------------------------------------------


def read_settings(path: Path) -> Settings:
    """Return the settings at ``path``; those of a new book if there is no such file. Raises UserError if they cannot be used."""
    return parse_settings(settings_text(path), str(path))


def settings_text(path: Path) -> str:
    """Return the text of the settings at ``path``, empty if there is no such file. Raises UserError if it cannot be read."""
    try:
        if path.is_fifo():  # it would keep us waiting for ever
            raise UserError(f"{path}: it is no file", "take it out of the folder")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        if path.is_symlink():  # who a name means is on a disk that is not there now
            raise UserError(f"{path}: it is a link to a file that is not there", "bring that file back") from error
        return ""
    except OSError as error:
        raise UserError(f"{path}: it cannot be read: {error.strerror or error}", "check that it is a file we may read") from error
    if len(raw) > MOST_BYTES:
        raise UserError(f"{path}: it is larger than {MOST_BYTES:,} bytes", "check that it is the settings of a book")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"the byte {raw[error.start]:#04x} is not UTF-8"
        raise _at(str(path), raw.decode("utf-8", "replace"), place, message, "save the file as UTF-8") from error


def parse_settings(text: str, file: str = "book.toml") -> Settings:
    """Return what the text of a ``book.toml`` says; ``file`` is its path. Raises UserError with the place of what is wrong."""
    try:
        return _settings(_data(text, file), Path(file).parent.resolve().name)
    except _Wrong as wrong:
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
        raise _at(file, text, place, f"this is not TOML: {message}", 'write it like name = "Ann"') from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; thousands of brackets
        raise UserError(f"{file}: something in it is far too long or too deep to be settings", "check the file") from error


def _at(file: str, text: str, place: tuple[int, int], message: str, remedy: str) -> UserError:
    line, column = place
    excerpt = text.split("\n")[line - 1].rstrip("\r")
    return UserError(format_diagnostic(Diagnostic(file, line, column, excerpt, message, "", "")), remedy)


def _settings(data: dict[str, Any], folder: str) -> Settings:
    currency = USUAL_CURRENCY
    if "currency" in data:
        currency = _checked(("currency",), currency_from, _text(data["currency"], ("currency",)))
    players, by_name = _players(data.get("players", []))
    return Settings(
        name=_text(data.get("name", folder or "book"), ("name",)),
        currency=currency,
        game=normalize("NFC", _text(data.get("game", USUAL_GAME), ("game",))),
        house=_house(data.get("house", {}), currency),
        players=players,
        by_name=by_name,
        access=_access(data.get("access", {})),
    )


def _text(value: object, where: Where) -> str:
    if not isinstance(value, str):
        raise _Wrong(where, f"{where[-1]} must be text", "put it in quotes")
    if not value.strip():
        raise _Wrong(where, f"{where[-1]} is empty", "write it between the quotes, or leave the line out")
    if len(value) > LONGEST_TEXT or FORBIDDEN.search(value):
        raise _Wrong(where, f"{where[-1]} must be at most {LONGEST_TEXT} plain characters on one line", "shorten it")
    return value


def _checked(where: Where, read: Callable[[list[str], int], _T], word: str) -> _T:
    """Read a word as the log reader does."""
    try:
        return read([word], 0)
    except Problem as problem:
        raise _Wrong(where, problem.message, problem.remedy or f"expected {problem.expected}", word) from problem


def _whole(value: object, where: Where, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _Wrong(where, f"{where[-1]} must be a whole number from {low} to {high:,}", "write it in digits, without quotes")
    return value


def _table(value: object, where: Where, form: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(where, "this must be a table", f"write {form}")
    return value


def _list(value: object, where: Where, form: str) -> list[Any]:
    if not isinstance(value, list):
        raise _Wrong(where, f"{where[-1]} must be a list", f"write {form}")
    return value


_EACH_PLAYER: Final = "[[players]] on a line of its own for each player, and below it id and name"
_ALIASES: Final = 'a list such as ["Annie", "Ann B."]'
_ADDRESSES: Final = 'a list of e-mail addresses such as ["ann@example.org"]'
_ARGON2: Final = re.compile(r"\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}")
_WAS: Final = 'a list such as [{ id = 2, name = "Bea" }]'


def _house(value: object, currency: str) -> House:
    house = _table(value, ("house",), "[house] on a line of its own, and below it what it says")
    rules = ante = chip = None
    if "rules" in house:
        rules = _rules(_text(house["rules"], ("house", "rules")))
    if "ante" in house:
        ante = _whole(house["ante"], ("house", "ante"), 0, MOST_CHIPS)
    if "chip" in house:
        where = ("house", "chip")
        chip = _checked(where, lambda words, index: money_from(words, index, currency), _text(house["chip"], where))
        if not chip:
            raise _Wrong(where, "a chip that is worth nothing", "leave the line out if you do not play for money")
    return House(rules, ante, chip)


def _rules(text: str) -> str:
    from ledger.game.option_values import RulesError  # noqa: PLC0415 - many books never say
    from ledger.game.rules_line import read_rules  # noqa: PLC0415

    words = text.split()
    try:
        read_rules(text)
    except RulesError as error:
        raise _Wrong(("house", "rules"), str(error), error.advice, words[error.word]) from error
    return " ".join(words)


def _access(value: object) -> Access:
    table = _table(value, ("access",), "[access] on a line of its own, and below it viewer, scorer, banker")
    roles = {role.word: role for role in Role}
    for key in table:
        if key != "oidc" and key not in roles:
            remedy = did_you_mean(key, ["oidc", *roles]) or "expected viewer, scorer, banker or oidc"
            raise _Wrong(("access", key), f"there is no role {shown(key)}", remedy)
    oidc = table.get("oidc", False)
    if not isinstance(oidc, bool):
        raise _Wrong(("access", "oidc"), "oidc must be true or false", "write oidc = true to have people log in elsewhere")
    given = {role: table[word] for word, role in roles.items() if word in table}
    if oidc:
        return Access(oidc, people={role: _addresses(value, ("access", role.word)) for role, value in given.items()})
    return Access(oidc, passwords={role: _hash(value, ("access", role.word)) for role, value in given.items()})


def _hash(value: object, where: Where) -> str:
    if not isinstance(value, str) or not _ARGON2.fullmatch(value):
        raise _Wrong(
            where, "this is not the hash of a password", f"bourre dashboard password {where[-1]} asks for one and writes it"
        )
    return value


def _addresses(value: object, where: Where) -> tuple[str, ...]:
    addresses = [_text(one, where) for one in _list(value, where, _ADDRESSES)]
    for address in addresses:
        if not re.fullmatch(r"[^\s@]+@[^\s@]+", address):
            raise _Wrong(where, f"{shown(address)} is no e-mail address", f"write {_ADDRESSES}", address)
    return tuple(address.casefold() for address in addresses)


def _players(value: object) -> tuple[tuple[Player, ...], dict[str, int]]:
    players = []
    by_name: dict[str, int] = {}
    taken: set[int] = set()
    for number, entry in enumerate(_list(value, ("players",), _EACH_PLAYER)):
        where = ("players", number)
        player, past = _player(_table(entry, where, _EACH_PLAYER), where)
        for one, key in [(player.id, "id"), *((one, "was") for one in past)]:
            if one in taken:
                raise _Wrong((*where, key), f"the id {one} is given twice", "give one of the two the next free number", str(one))
            taken.add(one)
        for at, name in enumerate([player.name, *player.aliases]):
            if by_name.setdefault(name, player.id) != player.id:
                key = "aliases" if at else "name"
                raise _Wrong((*where, key), f"{shown(name)} is the name of two players", "take it from one of them", name)
        players.append(player)
    return tuple(players), by_name


def _player(entry: dict[str, Any], where: Where) -> tuple[Player, list[int]]:
    """Return a player, and the ids of those who were merged into this one."""
    for key in ("id", "name"):
        if key not in entry:
            raise _Wrong(where, f"a player without {key}", f"add a line {key} = …")
    aliases = [_name(alias, (*where, "aliases")) for alias in _list(entry.get("aliases", []), (*where, "aliases"), _ALIASES)]
    player = Player(
        id=_whole(entry["id"], (*where, "id"), 1, HIGHEST_ID),
        name=_name(entry["name"], (*where, "name")),
        aliases=tuple(dict.fromkeys(aliases)),
        handle=_text(entry["handle"], (*where, "handle")) if "handle" in entry else None,
    )
    past = []
    for one in _list(entry.get("was", []), (*where, "was"), _WAS):
        row = _table(one, (*where, "was"), _WAS)
        past.append(_whole(row.get("id"), (*where, "was", "id"), 1, HIGHEST_ID))
        _name(row.get("name"), (*where, "was", "name"))
    return player, past


def _name(value: object, where: Where) -> str:
    if not isinstance(value, str):
        raise _Wrong(where, f"{where[-1]} must be text", "put it in quotes")
    return _checked(where, name_from, value)


# --- Changing -----------------------------------------------------------------------------------------------------------


def new_text(name: str | None = None, currency: str = USUAL_CURRENCY) -> str:
    """Return the text of a new book's settings. Raises UserError for a name or currency that cannot be used."""
    import tomlkit  # noqa: PLC0415 - slow to import, and only needed to write

    title = [f"name = {tomlkit.item(name).as_string()}\n"] if name is not None else []
    text = "".join([_TEACHING, "\n", *title, f"currency = {tomlkit.item(currency).as_string()}\n"])
    parse_settings(text)
    return text


def change_settings(path: Path, change: Callable[[str], str]) -> Settings:
    """Change the text of the settings at ``path`` in one step and return what it says now; the book must be held for writing."""
    before = settings_text(path)
    parse_settings(before, str(path))  # so that what was wrong before is told with its path
    after = change(before)
    if after != before:
        write_atomically(path, after)
    return parse_settings(after, str(path))


def enrolled(text: str, names: Iterable[str]) -> str:
    """Return ``text`` with a new player for each of ``names`` that nobody has, in their order."""
    settings = parse_settings(text)
    new = [name for name in dict.fromkeys(map(_allowed, names)) if name not in settings.by_name]
    if not new:
        return text
    people = _People(text if text.strip() else new_text())
    for name in new:
        people.add(name)
    return people.text()


def renamed(text: str, who: str, new_name: str) -> str:
    """Return ``text`` with another name for ``who`` (a name, alias or id); the old one becomes an alias, for older logs."""
    people = _People(text)
    player, name = people.find(who), _allowed(new_name)
    owner = people.settings.by_name.get(name)
    if owner not in {None, player["id"]}:
        other = people.find(name)["name"]
        raise UserError(
            f"{shown(name)} is another player",
            f"if they are one person: bourre players merge {quote(player['name'])} {quote(other)}",
        )
    old = normalize("NFC", player["name"])
    if name != old:
        player["name"] = name
        _set_aliases(player, [*_without(player, name), old])
    return people.text()


def merged(text: str, kept: str, other: str) -> str:
    """Return ``text`` with two players made one: ``kept``, with the names of ``other``, whose id nobody gets again."""
    people = _People(text)
    one, two = people.find(kept), people.find(other)
    if one is two:
        raise UserError(f"{shown(kept)} and {shown(other)} are one player already", "bourre players lists all names")
    people.entries.remove(two)
    _set_aliases(one, [*one.get("aliases", []), two["name"], *two.get("aliases", [])])
    one["was"] = [*one.get("was", []), {"id": two["id"], "name": two["name"]}, *two.get("was", [])]
    if "handle" in two:
        one.setdefault("handle", two["handle"])
    return people.text()


def separated(text: str, alias: str) -> str:
    """Return ``text`` with an alias made a player again, with the id from before it was merged, or a new one."""
    people = _People(text)
    player, name = people.find(alias), normalize("NFC", alias)
    rest = _without(player, name)
    if len(rest) == len(player.get("aliases", [])):
        raise UserError(f"{shown(alias)} is no alias", f"{shown(player['name'])} is called that and nothing else")
    _set_aliases(player, rest)
    past = [one for one in player.get("was", []) if normalize("NFC", one["name"]) == name]
    if past:
        player["was"].remove(past[0])
        if not player["was"]:
            del player["was"]
    people.add(name, past[0]["id"] if past else None)
    return people.text()


def with_handle(text: str, who: str, handle: str | None) -> str:
    """Return ``text`` with the place where ``who`` (a name, alias or id) is sent money; None takes it out."""
    people = _People(text)
    player = people.find(who)
    player.pop("handle", None)
    if handle is not None:
        player["handle"] = handle
    return people.text()


def with_password(text: str, role: Role, password_hash: str) -> str:
    """Return ``text`` with the hash of the password of a role. Raises UserError if people log in elsewhere (``oidc``)."""
    import tomlkit  # noqa: PLC0415 - slow to import, and only needed to write

    if parse_settings(text).access.oidc:
        raise UserError("this book has oidc = true in [access]: nobody needs a password", "take that line out first")
    before = text if text.strip() else new_text()
    wanted = tomllib.loads(before)
    wanted["access"] = {**wanted.get("access", {}), role.word: password_hash}
    document = tomlkit.parse(before)
    if "access" not in document:
        document["access"] = tomlkit.table()
    document["access"][role.word] = password_hash
    after = tomlkit.dumps(document)
    if tomllib.loads(after) != wanted:
        raise UserError(
            "[access] is written in a way that cannot be changed from here", f'add to it: {role.word} = "{password_hash}"'
        )
    return after


class _People:
    """The players of a text as they stand in it, to be changed; names in them may not be NFC."""

    def __init__(self, text: str) -> None:
        self.settings = parse_settings(text)
        self.before = text
        self.entries: list[Entry] = tomllib.loads(text).get("players", [])

    def find(self, who: str) -> Entry:
        """Return the player with a name, alias or id; raises UserError if there is none."""
        by_name = self.settings.by_name
        known = by_name.get(normalize("NFC", who))
        for entry in self.entries:
            if known == entry["id"] or (known is None and who == str(entry["id"])):
                return entry
        raise UserError(f"there is no player {shown(who)}", did_you_mean(who, by_name) or "bourre players lists them")

    def add(self, name: str, number: int | None = None) -> None:
        """Add a player, with the next id that nobody has had."""
        used = [one["id"] for entry in self.entries for one in (entry, *entry.get("was", []))]
        self.entries.append({"id": number or max(used, default=0) + 1, "name": name})

    def text(self) -> str:
        """Return the text with the players as they are now, read again to be sure."""
        text = with_players(self.before, self.entries)
        parse_settings(text)
        return text


def _allowed(name: str) -> str:
    """Return a name as the log reader would; raises UserError for one that cannot stand in a log."""
    try:
        return name_from([name], 0)
    except Problem as problem:
        raise UserError(problem.message, problem.remedy) from problem


def _without(player: Entry, name: str) -> list[str]:
    return [alias for alias in player.get("aliases", []) if normalize("NFC", alias) != name]


def _set_aliases(player: Entry, aliases: list[str]) -> None:
    player.pop("aliases", None)
    if aliases:
        player["aliases"] = aliases
