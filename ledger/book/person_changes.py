"""Changes to who is who: merging and separating the names of one person, another name, where to send somebody money."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from duckdb import DuckDBPyConnection

from ledger.book.access import Waiting, held
from ledger.book.breaches import breaches
from ledger.book.chain import AGAIN, ClosedError
from ledger.book.figures import player_called
from ledger.book.folder import SETTINGS
from ledger.book.payment_lines import settled
from ledger.book.people import Person, people, together
from ledger.book.settings import settings_text
from ledger.book.settings_edit import change_settings, merged, renamed, separated, with_handle
from ledger.errors import UserError
from ledger.log.words import quote, shown


@dataclass(frozen=True, slots=True)
class Change:
    """The people that a change concerns, before and after it."""

    before: list[Person]
    after: list[Person]


def merge(folder: Path, kept: str, other: str, waiting: Waiting | None = None) -> Change:
    """Make two players one: ``kept`` gets the names of ``other``, and everything that the logs say of them.

    Raises UserError if nobody has one of the names, or if they sat at the same table, so that they cannot be one person.
    """

    def check(connection: DuckDBPyConnection, before: list[Person]) -> None:
        met = together(connection, before[0].id, before[-1].id) if len(before) > 1 else None
        if met:
            session, hand = met
            where = f"evening {shown(session)}" + ("" if hand is None else f", hand {hand}")
            message = f"{shown(kept)} and {shown(other)} cannot be the same person: both sat at the table on {where}"
            raise UserError(message, "if one of the names in that log is wrong, correct it there")

    return _change(folder, (kept, other), lambda text: merged(text, kept, other), waiting, check)


def rename(folder: Path, who: str, new_name: str, waiting: Waiting | None = None) -> Change:
    """Rename a player; the old name stays an alias. Raises UserError if it is another player's."""
    return _change(folder, (who,), lambda text: renamed(text, who, new_name), waiting)


def separate(folder: Path, alias: str, waiting: Waiting | None = None) -> Change:
    """Make an alias a player again, apart from the one it was an alias of. Raises UserError if it is none."""

    def check(_connection: DuckDBPyConnection, before: list[Person]) -> None:
        (person,) = before
        if person.aliases and person.name == normalize("NFC", alias):
            rename = f"bourre players rename {quote(person.name)} {quote(person.aliases[0])}"
            raise UserError(f"{shown(alias)} is the player's name, not an alias", f"rename the player first: {rename}")

    return _change(folder, (alias,), lambda text: separated(text, alias), waiting, check)


def send_to(folder: Path, who: str, handle: str | None, waiting: Waiting | None = None) -> Change:
    """Note where to send a player money; None takes the note out. Raises UserError for more than a line of plain text."""
    return _change(folder, (who,), lambda text: with_handle(text, who, handle), waiting)


def _change(
    folder: Path,
    words: tuple[str, ...],
    edit: Callable[[str], str],
    waiting: Waiting | None,
    check: Callable[[DuckDBPyConnection, list[Person]], None] = lambda _connection, _before: None,
) -> Change:
    """Change the settings if ``check`` raises nothing, and look at the players called ``words`` before and after."""

    def look(connection: DuckDBPyConnection) -> list[Person]:
        before = people(connection, dict.fromkeys(player_called(connection, word) for word in words))
        check(connection, before)
        return before

    def look_again(connection: DuckDBPyConnection) -> list[Person]:
        called = (player_called(connection, word) for word in words)
        return people(connection, dict.fromkeys([*(person.id for person in before), *called]))

    with held(folder, waiting) as hold:
        before, broken = hold.settle(lambda connection: (look(connection), breaches(connection)))
        text = settings_text(folder / SETTINGS)
        change_settings(folder / SETTINGS, edit)
        written = f"the change is in {folder / SETTINGS}"
        after, now = settled(hold, lambda connection: (look_again(connection), breaches(connection)), written)
        new = [one.message for one in now if one not in broken]
        if new:
            change_settings(folder / SETTINGS, lambda _now: text)
            settled(hold, lambda _connection: None, f"{folder / SETTINGS} is as it was")
            raise ClosedError(f"this would change something that is closed: {new[0]}", AGAIN)
        return Change(before, after)
