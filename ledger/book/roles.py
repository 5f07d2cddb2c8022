"""What somebody may do with a book: look, keep records, or move money; and who that is, where others can reach it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from ipaddress import ip_network
from typing import Final

from ledger.book.toml_values import Where, WrongValue, list_value, table_value, text_value
from ledger.errors import UserError, did_you_mean
from ledger.log.words import shown

REACH: Final = "BOURRE_DASHBOARD"
"""The environment variable that says who can reach the dashboard: ``local`` is this machine alone, which needs no password."""

OTHERS: Final = "BOURRE_DASHBOARD_ADDRESS"
"""The environment variable with the address at which others on the network can reach the dashboard, if it is shared."""


class Role(IntEnum):
    """Each may do what the ones before may: a viewer reads, a scorer stores and records sessions, a banker pays and rules."""

    VIEWER = 1
    SCORER = 2
    BANKER = 3

    @property
    def word(self) -> str:
        """The name of the role as ``book.toml`` has it."""
        return self.name.lower()


class Forbidden(UserError):  # noqa: N818 - it is the answer that a person reads
    """Somebody asked for something that their role does not allow."""

    def __init__(self, role: Role, needed: Role, what: str) -> None:
        super().__init__(f"a {role.word} may not {what}", f"this needs a {needed.word}: log in as one")


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use a dashboard that others can reach.

    For each role there is the Argon2 hash of its password or, with ``oidc``, the lower-case e-mail addresses of those who log
    in elsewhere. ``proxies`` are the addresses of machines that are trusted to say for whom they forward a request.
    """

    oidc: bool = False
    passwords: Mapping[Role, str] = field(default_factory=dict)
    people: Mapping[Role, tuple[str, ...]] = field(default_factory=dict)
    proxies: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """True if anybody may use it."""
        return bool(self.passwords or self.people)


def read_access(value: object) -> Access:
    """Who may do what, from the table ``access`` of a ``book.toml``. Raises WrongValue."""
    table = table_value(value, ("access",), "[access] on a line of its own, with viewer, scorer or banker below it")
    roles = {role.word: role for role in Role}
    for key in table:
        if key not in {"oidc", "proxies", *roles}:
            remedy = did_you_mean(key, ["oidc", "proxies", *roles]) or "expected viewer, scorer, banker, oidc or proxies"
            raise WrongValue(("access", key), f"there is no role {shown(key)}", remedy)
    oidc = table.get("oidc", False)
    if not isinstance(oidc, bool):
        raise WrongValue(("access", "oidc"), "oidc must be true or false", "write oidc = true to let people log in elsewhere")
    proxies = _machines(table.get("proxies", []), ("access", "proxies"))
    given = {role: table[word] for word, role in roles.items() if word in table}
    if oidc:
        return Access(
            oidc, people={role: _addresses(value, ("access", role.word)) for role, value in given.items()}, proxies=proxies
        )
    passwords = {role: _hash(value, ("access", role.word)) for role, value in given.items()}
    return Access(oidc, passwords, proxies=proxies)


def _hash(value: object, where: Where) -> str:
    if not isinstance(value, str) or not _ARGON2.fullmatch(value):
        raise WrongValue(
            where, "this is not a password hash", f"bourre dashboard password {where[-1]} asks for one and writes it"
        )
    return value


def _addresses(value: object, where: Where) -> tuple[str, ...]:
    addresses = [text_value(one, where) for one in list_value(value, where, _ADDRESSES)]
    for address in addresses:
        if not re.fullmatch(r"[^\s@]+@[^\s@]+", address):
            raise WrongValue(where, f"{shown(address)} is not an e-mail address", f"write {_ADDRESSES}", address)
    return tuple(address.casefold() for address in addresses)


def _machines(value: object, where: Where) -> tuple[str, ...]:
    machines = [text_value(one, where) for one in list_value(value, where, _MACHINES)]
    for machine in machines:
        try:
            ip_network(machine)
        except ValueError as error:
            raise WrongValue(where, f"{shown(machine)} is not the address of a machine", f"write {_MACHINES}", machine) from error
    return tuple(machines)


_MACHINES: Final = 'a list of addresses such as ["127.0.0.1"] or ["10.0.0.0/8"]'
_ADDRESSES: Final = 'a list of e-mail addresses such as ["ann@example.org"]'
_ARGON2: Final = re.compile(r"\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}")
