"""``book.toml``: who plays, what they are called, who may do what, and what the book takes for
granted.

People write this file too, so everything wrong in it is reported with its place, which the parser
gives for syntax only. First what a value must be and where one stands; then the templates of links
to pay with (the table ``pay`` has one for all, ``link``, and for single currencies; a player who is
paid elsewhere has one of their own); then roles and access; then the file as a whole. Names are
what the log reader takes for names.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar
from unicodedata import normalize
from urllib.parse import urlsplit

from ledger.book.files.folder import SETTINGS
from ledger.errors import UserError, did_you_mean, shell_text
from ledger.log import Problem, format_diagnostic
from ledger.log.records import Diagnostic
from ledger.log.values import currency_from, money_from, name_from
from ledger.log.words import FORBIDDEN, MOST_CHIPS, shown, visible

# --- Values ---------------------------------------------------------------------------------------
LONGEST_TEXT: Final = 200  # of a name of a book or game, and of a payment handle, in characters
_T = TypeVar("_T")
# the keys that lead to a value, with the number of an entry (from 0) after the name of its list
Where = tuple[str | int, ...]
_HEADER: Final = re.compile(
    r"""^[ \t]*(?P<mark>\[\[?)[ \t]*["']?(?P<name>[^\]"'\n]*?)["']?[ \t]*\]""", re.MULTILINE
)


class WrongValue(Exception):  # noqa: N818 - it becomes a UserError as soon as its place is known
    """A value that cannot be used: ``where`` are the keys that lead to it, ``word`` what to point
    at within it.
    """

    def __init__(self, where: Where, message: str, remedy: str, word: str | None = None) -> None:
        super().__init__(message)
        self.where, self.message, self.remedy, self.word = where, message, remedy, word


def text_value(value: object, where: Where) -> str:
    """A text of one line that is not empty. Raises WrongValue."""
    if not isinstance(value, str):
        raise WrongValue(where, f"{where[-1]} must be text", "put it in quotes")
    if not value.strip():
        raise WrongValue(
            where, f"{where[-1]} is empty", "write something between the quotes, or delete the line"
        )
    if len(value) > LONGEST_TEXT or FORBIDDEN.search(value):
        raise WrongValue(
            where,
            f"{where[-1]} must be at most {LONGEST_TEXT} plain characters on one line",
            "shorten it",
        )
    return value


def word_value(where: Where, read: Callable[[list[str], int], _T], word: str) -> _T:
    """A word as the log reader reads it. Raises WrongValue."""
    try:
        return read([word], 0)
    except Problem as problem:
        raise WrongValue(
            where, problem.message, problem.remedy or f"expected {problem.expected}", word
        ) from problem


def whole_value(value: object, where: Where, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``. Raises WrongValue."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise WrongValue(
            where,
            f"{where[-1]} must be a whole number from {low} to {high:,}",
            "write it as digits, without quotes",
        )
    return value


def table_value(value: object, where: Where, form: str) -> dict[str, Any]:
    """A table; ``form`` is how one is written. Raises WrongValue."""
    if not isinstance(value, dict):
        raise WrongValue(where, "this must be a table", f"write {form}")
    return value


def list_value(value: object, where: Where, form: str) -> list[Any]:
    """A list; ``form`` is how one is written. Raises WrongValue."""
    if not isinstance(value, list):
        raise WrongValue(where, f"{where[-1]} must be a list", f"write {form}")
    return value


# --- Places ---------------------------------------------------------------------------------------
def place_of(text: str, path: Where, word: str | None = None) -> tuple[int, int]:
    """Return line and column (from 1) of the value at ``path``, or of ``word`` within it; if it is
    hidden, of what it is in.
    """
    at, end, rest = _section(text, path)
    for key in rest:
        line = text.rfind("\n", 0, at) + 1
        if isinstance(key, str) and (match := _value_of(key).search(text, line, end)):
            at = match.end()
    if word and (found := text.find(word, at, end)) >= 0:
        at = found
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _section(text: str, path: Where) -> tuple[int, int, Where]:
    """Return where the table that a path leads into begins and ends, and the rest of the path."""
    headers = list(_HEADER.finditer(text))
    starts = [match.start() for match in headers] + [len(text)]
    mark, number = ("[[", path[1]) if len(path) > 1 and isinstance(path[1], int) else ("[", 0)
    named = [
        at for at, match in enumerate(headers) if (match["mark"], match["name"]) == (mark, path[0])
    ]
    if len(named) > number:
        return starts[named[number]], starts[named[number] + 1], path[1:]
    return 0, starts[0] if _value_of(str(path[0])).search(text, 0, starts[0]) else len(text), path


def _value_of(key: str) -> re.Pattern[str]:
    """What stands before the value that a key is given."""
    return re.compile(
        rf"""(?:^|[{{,.])[ \t]*["']?{re.escape(key)}["']?[ \t]*[.=][ \t]*""", re.MULTILINE
    )


# --- Templates of links to pay with ---------------------------------------------------------------
HANDLE: Final = "handle"
CURRENCY: Final = "currency"
FIELDS: Final = (HANDLE, "amount", CURRENCY, "note")
"""What a template may have in braces: who is paid, how much (``12.50``), in what (``USD``), and
what for.
"""

FIELD: Final = re.compile(r"\{([^{}]*)\}")
_NAMED: Final = " ".join(f"{{{name}}}" for name in FIELDS)
_EXAMPLE: Final = "https://venmo.com/{handle}?txn=pay&amount={amount}&note={note}"
_FORM: Final = f'[pay] on a line of its own, and below it link = "{_EXAMPLE}"'


@dataclass(frozen=True, slots=True)
class PayLinks:
    """Templates of links: one for payments in any currency, and those for single ones."""

    usual: str | None = None
    by_currency: Mapping[str, str] = field(default_factory=dict)


def read_links(value: object) -> PayLinks:
    """The templates in the table ``pay`` of a ``book.toml``. Raises WrongValue."""
    table = table_value(value, ("pay",), _FORM)
    found = {
        key: template_value(text, ("pay", key), anybody=True)
        for key, text in table.items()
        if _is_key(key)
    }
    return PayLinks(found.pop("link", None), found)


def _is_key(key: str) -> bool:
    try:
        return key == "link" or bool(currency_from([key], 0))
    except Problem as problem:
        remedy = did_you_mean(key, ["link"]) or "expected link, or a currency such as EUR"
        raise WrongValue(
            ("pay", key), f"{shown(key)} is neither `link` nor a currency", remedy
        ) from problem


def template_value(value: object, where: Where, *, anybody: bool = False) -> str:
    """A template for links; with ``anybody`` it must have a field for whom it pays.

    Raises WrongValue.
    """
    text = text_value(value, where)
    for name in FIELD.findall(text):
        if name not in FIELDS:
            remedy = did_you_mean(name, FIELDS) or f"expected one of {_NAMED}"
            raise WrongValue(where, f"there is no field {{{visible(name)}}}", remedy, f"{{{name}}}")
    bare = FIELD.sub("", text)
    if "{" in bare or "}" in bare:
        raise WrongValue(
            where,
            "an unmatched brace",
            f"write the fields as {_NAMED}",
            "{" if "{" in bare else "}",
        )
    if not _is_page(text):
        # Anything else, such as javascript:, would run where somebody clicks; a name before the
        # path, where money is sent.
        message = (
            "a payment link must be the address of a page: https://, a host, and fields only "
            "after the host"
        )
        raise WrongValue(where, message, f"write it like this: {_EXAMPLE}")
    if anybody and HANDLE not in FIELD.findall(text):
        raise WrongValue(
            where,
            "every payment would go to the same person",
            "put {handle} where the payee's name belongs",
        )
    return text


def _is_page(template: str) -> bool:
    """True for http and https with a fixed host, and characters that an address may have."""
    try:
        parts = urlsplit(template)
    except ValueError:  # brackets that are no IPv6 address
        return False
    fixed = bool(parts.hostname) and "{" not in parts.netloc and "@" not in parts.netloc
    return (
        parts.scheme in {"http", "https"}
        and fixed
        and template.isascii()
        and not re.search(r'[\s<>"\\^`|]', template)
    )


# --- Roles and access -----------------------------------------------------------------------------
REACH: Final = "BOURRE_DASHBOARD"
"""The environment variable that says who can reach the dashboard: ``local`` is this machine alone,
which needs no password.
"""

LOCAL_KEY: Final = "BOURRE_DASHBOARD_KEY"
"""The environment variable with the key that opens the dashboard on this machine, where other
people may have accounts.
"""
LOCAL_KEY_IN: Final = "token"  # the name of that key in the address that is printed
OTHERS: Final = "BOURRE_DASHBOARD_ADDRESS"
"""The environment variable with the address at which others on the network can reach the dashboard,
if it is shared.
"""


class Role(IntEnum):
    """Each may do what the ones before may: a viewer reads, a scorer stores and records sessions, a
    banker pays and rules.
    """

    VIEWER = 1
    SCORER = 2
    BANKER = 3

    @property
    def word(self) -> str:
        """The name of the role as ``book.toml`` has it."""
        return self.name.lower()


RIGHTS: Final[Mapping[str, Role]] = {
    "edit": Role.SCORER,
    "dispute": Role.VIEWER,
    "answer": Role.SCORER,
}
"""From which role on people may edit stored evenings, say that a hand or a payment is wrong, and
answer, unless the table ``access`` of ``book.toml`` names another role. To record an evening is to
mend it: whoever records mends its earlier hands.
"""


class Forbidden(UserError):  # noqa: N818 - it is the answer that a person reads
    """Somebody asked for something that their role does not allow."""

    def __init__(self, role: Role, needed: Role, what: str) -> None:
        super().__init__(
            f"a {role.word} may not {what}", f"this needs a {needed.word}: log in as one"
        )


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use a dashboard that others can reach.

    For each role there is the Argon2 hash of its password or, with ``oidc``, the lower-case e-mail
    addresses of those who log in elsewhere. ``proxies`` are the addresses of machines that are
    trusted to say for whom they forward a request. ``rights`` are the ``RIGHTS`` as this book gives
    them.
    """

    oidc: bool = False
    passwords: Mapping[Role, str] = field(default_factory=dict)
    people: Mapping[Role, tuple[str, ...]] = field(default_factory=dict)
    proxies: tuple[str, ...] = ()
    rights: Mapping[str, Role] = field(default_factory=lambda: RIGHTS)

    def __bool__(self) -> bool:
        """True if anybody may use it."""
        return bool(self.passwords or self.people)


def read_access(value: object) -> Access:
    """Who may do what, from the table ``access`` of a ``book.toml``. Raises WrongValue."""
    table = table_value(
        value, ("access",), "[access] on a line of its own, with viewer, scorer or banker below it"
    )
    roles = {role.word: role for role in Role}
    for key in table:
        if key not in {"oidc", "proxies", *roles, *RIGHTS}:
            known = ["oidc", "proxies", *roles, *RIGHTS]
            remedy = did_you_mean(key, known) or f"expected one of {', '.join(known)}"
            raise WrongValue(("access", key), f"there is no role {shown(key)}", remedy)
    oidc = table.get("oidc", False)
    if not isinstance(oidc, bool):
        raise WrongValue(
            ("access", "oidc"),
            "oidc must be true or false",
            "write oidc = true to let people log in elsewhere",
        )
    proxies = _machines(table.get("proxies", []), ("access", "proxies"))
    rights = {
        right: _role(table.get(right, usual.word), ("access", right))
        for right, usual in RIGHTS.items()
    }
    given = {role: table[word] for word, role in roles.items() if word in table}
    if oidc:
        people = {role: _addresses(value, ("access", role.word)) for role, value in given.items()}
        return Access(oidc, people=people, proxies=proxies, rights=rights)
    passwords = {role: _hash(value, ("access", role.word)) for role, value in given.items()}
    return Access(oidc, passwords, proxies=proxies, rights=rights)


def _role(value: object, where: Where) -> Role:
    words = [role.word for role in Role]
    said = text_value(value, where)
    if said not in words:
        raise WrongValue(
            where,
            f"there is no role {shown(said)}",
            did_you_mean(said, words) or "expected viewer, scorer or banker",
        )
    return Role[said.upper()]


def _hash(value: object, where: Where) -> str:
    if not isinstance(value, str) or not _ARGON2.fullmatch(value):
        raise WrongValue(
            where,
            "this is not a password hash",
            f"bourre dashboard password {where[-1]} asks for one and writes it",
        )
    return value


def _addresses(value: object, where: Where) -> tuple[str, ...]:
    addresses = [text_value(one, where) for one in list_value(value, where, _ADDRESSES)]
    for address in addresses:
        if not re.fullmatch(r"[^\s@]+@[^\s@]+", address):
            raise WrongValue(
                where, f"{shown(address)} is not an e-mail address", f"write {_ADDRESSES}", address
            )
    return tuple(address.casefold() for address in addresses)


def _machines(value: object, where: Where) -> tuple[str, ...]:
    machines = [text_value(one, where) for one in list_value(value, where, _MACHINES)]
    for machine in machines:
        try:
            ip_network(machine)
        except ValueError as error:
            raise WrongValue(
                where,
                f"{shown(machine)} is not the address of a machine",
                f"write {_MACHINES}",
                machine,
            ) from error
    return tuple(machines)


_MACHINES: Final = 'a list of addresses such as ["127.0.0.1"] or ["10.0.0.0/8"]'
_ADDRESSES: Final = 'a list of e-mail addresses such as ["ann@example.org"]'
_ARGON2: Final = re.compile(
    r"\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}"
)


# --- The file as a whole --------------------------------------------------------------------------
# the version of what a book may have in it; ``format`` says the first that a program must know to
# read it
FORMAT: Final = 1
USUAL_CURRENCY: Final = "USD"
USUAL_GAME: Final = "book"
MOST_BYTES: Final = 1_000_000  # in a file: thousands of players
HIGHEST_ID: Final = 999_999_999
_SYNTAX_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")


@dataclass(frozen=True, slots=True)
class Player:
    """One person: every log that says ``name`` or one of ``aliases`` means this ``id``.

    ``handle`` is where to send money, and ``link`` the template of a link for a player who is not
    paid like the others.
    """

    id: int
    name: str
    aliases: tuple[str, ...] = ()
    handle: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class House:
    """What a new session starts with: the words after ``rules``, chips in an ante, minor units in a
    chip; None if not said.
    """

    rules: str | None = None
    ante: int | None = None
    chip: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``book.toml`` says.

    ``currency`` is that of payments which name none, ``game`` that of sessions which name none.

    A new book says no ``currency`` until its first session in money (``currency_said``).
    """

    name: str
    currency: str = USUAL_CURRENCY
    game: str = USUAL_GAME
    house: House = House()
    players: tuple[Player, ...] = ()
    # every name and alias to the id of its player
    by_name: Mapping[str, int] = field(default_factory=dict)
    access: Access = field(default_factory=Access)
    links: PayLinks = field(default_factory=PayLinks)
    currency_said: bool = False
    # the time zone in which the group plays, for times that a file gives in UTC
    zone: str | None = None

    @property
    def usual_currency(self) -> str | None:
        """The currency, None if none is said."""
        return self.currency if self.currency_said else None


def read_settings(path: Path) -> Settings:
    """Return the settings at ``path``; those of a new book if there is no such file.

    Raises UserError if they cannot be used.
    """
    text = settings_text(path)
    while lost := _lost(path, text):
        again = settings_text(path)  # somebody may have written both in the meantime
        if again == text:
            refuse_losses(path, lost)
        text = again
    return parse_settings(text, str(path))


def last_good(path: Path) -> Path:
    """Where the copy of the settings at ``path`` is, as they last were when nothing was missing."""
    return path.with_name(f".{path.name}")


def mark_of(text: str) -> str:
    """What the last good copy ends in while settings that say ``text`` are replaced: a program may
    be killed before they are.
    """
    return f"# before: {hashlib.sha256(text.encode()).hexdigest()}\n"


def _lost(path: Path, text: str) -> list[str]:
    try:
        before = settings_text(last_good(path))
        return losses(before, text) if before != text and not before.endswith(mark_of(text)) else []
    except UserError:
        # what cannot be read has an error of its own, or, if it is the copy, says nothing
        return []


def losses(before: str, now: str) -> list[str]:
    """What one text of settings says and another does not: settings, roles, names and where they
    are paid. Raises UserError.
    """
    said = _said(now)
    return [what for key, what in _said(before).items() if key not in said]


def _said(text: str) -> dict[Where, str]:
    """The place of everything that settings say, with the words for it."""
    data = _data(text, SETTINGS)
    settings = parse_settings(text)
    return {
        **{
            (key,): f"the {key}"
            for key, value in data.items()
            if not isinstance(value, dict | list)
        },
        **{
            (table, key): f"{key} of {table}"
            for table in ("access", "house", "pay")
            for key in data.get(table, {})
        },
        **{("names", name): shown(name) for name in settings.by_name},
        **{
            ("handles", one.id): f"where {shown(one.name)} is paid"
            for one in settings.players
            if one.handle or one.link
        },
    }


def refuse_losses(path: Path, lost: list[str]) -> NoReturn:
    """Raise UserError for settings that have ``lost`` something: a sync may be half done."""
    more = f" and {len(lost) - _MOST_TOLD:,} more" if len(lost) > _MOST_TOLD else ""
    back = (
        f"copy {last_good(path)} over it"
        if last_good(path).exists()
        else "bring an older copy back"
    )
    meant = f"bourre rebuild --settings-as-they-are --book {shell_text([str(path.parent)])}"
    raise UserError(
        f"{path}: what it said before is no longer in it: {', '.join(lost[:_MOST_TOLD])}{more}",
        f"wait until a sync is done, or {back}; if it is meant: {meant}",
    )


_MOST_TOLD: Final = 8


def settings_text(path: Path) -> str:
    """Return the text of the settings at ``path``, empty if there is no such file.

    Raises UserError if it cannot be read.
    """
    try:
        if path.is_fifo():  # it would keep us waiting for ever
            raise UserError(f"{path}: not a regular file", "move it out of the folder")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        if path.is_symlink():  # who a name means is on a disk that is not there now
            raise UserError(
                f"{path}: a link to a file that is missing", "bring that file back"
            ) from error
        return ""
    except OSError as error:
        raise UserError(
            f"{path}: cannot be read: {error.strerror or error}", "check its permissions"
        ) from error
    if len(raw) > MOST_BYTES:
        raise UserError(
            f"{path}: larger than {MOST_BYTES:,} bytes",
            "check that this is the settings file of a book",
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"byte {raw[error.start]:#04x} is not UTF-8"
        raise _at(
            str(path), raw.decode("utf-8", "replace"), place, message, "save the file as UTF-8"
        ) from error


def parse_settings(text: str, file: str = "book.toml") -> Settings:
    """What the text of a ``book.toml`` says; ``file`` is its path.

    Raises UserError with the place of what is wrong.
    """
    return _parsed(text, file, Path(file).parent.resolve().name)


@lru_cache(maxsize=8)
def _parsed(text: str, file: str, folder: str) -> Settings:
    """The settings of a book in a folder of this name, cached: every question reads them, and they
    seldom change.
    """
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
        raise _at(
            file, text, place, f"not valid TOML: {message}", 'write it like this: name = "Ann"'
        ) from error
    except (ValueError, RecursionError) as error:
        # a number of thousands of digits; thousands of brackets
        raise UserError(
            f"{file}: something in it is too long or too deeply nested for settings",
            "check the file",
        ) from error


def _at(file: str, text: str, place: tuple[int, int], message: str, remedy: str) -> UserError:
    line, column = place
    excerpt = text.split("\n")[line - 1].rstrip("\r")
    return UserError(
        format_diagnostic(Diagnostic(file, line, column, excerpt, message, "", "")), remedy
    )


def _settings(data: dict[str, Any], folder: str) -> Settings:
    if whole_value(data.get("format", FORMAT), ("format",), 1, HIGHEST_ID) > FORMAT:
        message = (
            f"this book needs a newer bourre: it is of version {data['format']}, and this program "
            f"knows {FORMAT}"
        )
        raise WrongValue(
            ("format",),
            message,
            "install the latest bourre; this one would leave out what it does not know",
        )
    currency = USUAL_CURRENCY
    if "currency" in data:
        currency = word_value(
            ("currency",), currency_from, text_value(data["currency"], ("currency",))
        )
    players, by_name = _players(data.get("players", []))
    return Settings(
        name=text_value(data.get("name", folder or "book"), ("name",)),
        currency=currency,
        currency_said="currency" in data,
        game=normalize("NFC", text_value(data.get("game", USUAL_GAME), ("game",))),
        house=_house(data.get("house", {}), currency),
        players=players,
        by_name=by_name,
        access=read_access(data.get("access", {})),
        links=read_links(data.get("pay", {})),
        zone=_zone(data["zone"]) if "zone" in data else None,
    )


def _zone(value: object) -> str:
    from ledger.book.files.input_values import parse_zone  # noqa: PLC0415 - it reads a folder, and few books say one

    try:
        return parse_zone(text_value(value, ("zone",)))
    except UserError as error:
        raise WrongValue(("zone",), error.message, error.remedy) from error


_EACH_PLAYER: Final = "[[players]] on a line of its own for each player, and below it id and name"
_ALIASES: Final = 'a list such as ["Annie", "Ann B."]'
_WAS: Final = 'a list such as [{ id = 2, name = "Bea" }]'


def _house(value: object, currency: str) -> House:
    house = table_value(
        value, ("house",), "[house] on a line of its own, and its settings below it"
    )
    rules = ante = chip = None
    if "rules" in house:
        rules = _rules(text_value(house["rules"], ("house", "rules")))
    if "ante" in house:
        ante = whole_value(house["ante"], ("house", "ante"), 0, MOST_CHIPS)
    if "chip" in house:
        where = ("house", "chip")
        chip = word_value(
            where,
            lambda words, index: money_from(words, index, currency),
            text_value(house["chip"], where),
        )
        if not chip:
            raise WrongValue(
                where,
                "a chip cannot be worth nothing",
                "leave the line out if you do not play for money",
            )
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
                raise WrongValue(
                    (*where, key),
                    f"the id {one} is given twice",
                    "give one of them the next free number",
                    str(one),
                )
            taken.add(one)
        for at, name in enumerate([player.name, *player.aliases]):
            if by_name.setdefault(name, player.id) != player.id:
                key = "aliases" if at else "name"
                raise WrongValue(
                    (*where, key),
                    f"{shown(name)} is the name of two players",
                    "remove it from one of them",
                    name,
                )
        players.append(player)
    return tuple(players), by_name


def _player(entry: dict[str, Any], where: Where) -> tuple[Player, list[int]]:
    """Return a player, and the ids of those who were merged into this one."""
    for key in ("id", "name"):
        if key not in entry:
            raise WrongValue(where, f"a player without {key}", f"add a line {key} = …")
    aliases = [
        _name(alias, (*where, "aliases"))
        for alias in list_value(entry.get("aliases", []), (*where, "aliases"), _ALIASES)
    ]
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
