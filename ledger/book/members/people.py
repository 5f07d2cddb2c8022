"""The people of a book: who they are, whom they sat with, which names may be one person's; and
changes to who is who.

Changes merge and separate the names of one person, rename a player, and say where to send somebody
money.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import normalize

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import player_called
from ledger.book.derived.access import Waiting, held
from ledger.book.derived.breaches import breaches
from ledger.book.files.chain import AGAIN, Chain, ClosedError, read_chain, refusal
from ledger.book.files.folder import CLOSED, PAYMENTS, SETTINGS
from ledger.book.files.settings import Player, Settings, read_settings, settings_text
from ledger.book.files.settings_edit import change_settings, merged, renamed, separated, with_handle
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.log.values import plain_name
from ledger.log.words import plain_letters, quote, shown


# --- Who they are ---------------------------------------------------------------------------------
class Person(NamedTuple):
    """A player: names, how often they played (without unreadable hands), and positions in minor
    units by unit.
    """

    id: int
    name: str
    aliases: tuple[str, ...]
    handle: str | None
    sessions: int
    hands: int
    positions: dict[str, int]


def people(connection: DuckDBPyConnection, accounts: Iterable[int] | None = None) -> list[Person]:
    """Return everybody, by name, or those with some accounts, in their order."""
    wanted = None if accounts is None else list(accounts)
    found = [
        Person._make((account, name, tuple(aliases or ()), *rest, stands or {}))
        for account, name, aliases, *rest, stands in connection.execute(
            _PEOPLE, {"players": wanted}
        ).fetchall()
    ]
    return found if wanted is None else sorted(found, key=lambda one: wanted.index(one.id))


def by_last_played(connection: DuckDBPyConnection) -> dict[str, int]:
    """The accounts of everybody by name: who sat at the last session first, then those of the one
    before, and so on.
    """
    return {
        str(name): int(player) for name, player in connection.execute(_BY_LAST_PLAYED).fetchall()
    }


def player_named(connection: DuckDBPyConnection, name: str) -> tuple[int, str] | None:
    """The account and the name of the player who has or had just this name; None if there
    is none.
    """
    found = connection.execute(_NAMED, [name]).fetchone()
    return None if found is None else (int(found[0]), str(found[1]))


_NAMED: Final = (
    "SELECT player, players.name FROM names JOIN players USING (player) WHERE names.name = ?"
)
_WITHOUT_HANDS: Final = """
    SELECT session, account AS player FROM totals JOIN sessions USING (session) WHERE hands = 0
        AND account > 0
    UNION SELECT session, player FROM there_beside JOIN sessions USING (session) WHERE hands = 0
"""
"""Who was there, or paid somebody, in evenings without a hand: nobody has a seat in one."""
_BY_LAST_PLAYED: Final = """
    SELECT name, player FROM players LEFT JOIN (
        SELECT player, max(date) AS date, max_by(id, (date, id)) AS id,
            count(DISTINCT session) AS times
        FROM (SELECT session, player FROM seats UNION ALL FROM there_beside) JOIN sessions
            USING (session) GROUP BY player
    ) AS played USING (player)
    ORDER BY date DESC NULLS LAST, id DESC, times DESC, name
"""
_PEOPLE: Final = """
    SELECT player, name, called, handle, coalesce(sessions, 0), coalesce(hands, 0), stands
    FROM players LEFT JOIN (
        SELECT player, list(names.name ORDER BY names.name) AS called
        FROM names JOIN players USING (player) WHERE names.name <> players.name GROUP BY player
    ) USING (player) LEFT JOIN (
        SELECT player, count(DISTINCT session) AS sessions, count_if(counts) AS hands
        FROM (
            SELECT session, player, NOT misdeal AS counts FROM seats JOIN hands
                USING (session, hand) WHERE NOT quarantined
            UNION ALL SELECT session, player, FALSE FROM there_beside
        ) GROUP BY player
    ) USING (player) LEFT JOIN (
        SELECT account AS player, map_from_entries(list((unit, amount) ORDER BY unit)) AS stands
            FROM balances GROUP BY account
    ) USING (player)
    WHERE $players IS NULL OR list_contains($players, player) ORDER BY name
"""


def together(connection: DuckDBPyConnection, one: int, other: int) -> tuple[str, int | None] | None:
    """Return the first session and hand that two players played at one table; None if they never
    did.
    """
    return connection.execute(_TOGETHER, [one, other, one, other]).fetchone()


_TOGETHER: Final = f"""
    SELECT id, number FROM (
        SELECT session, hand FROM seats AS a JOIN seats AS b USING (session, hand)
            WHERE a.player = ? AND b.player = ?
        UNION ALL
        SELECT session, NULL FROM ({_WITHOUT_HANDS}) AS a JOIN ({_WITHOUT_HANDS}) AS b
            USING (session)
        WHERE a.player = ? AND b.player = ?
    ) JOIN sessions USING (session) LEFT JOIN hands USING (session, hand) ORDER BY date, id,
        hand LIMIT 1
"""  # noqa: S608 - our own names


def alike(connection: DuckDBPyConnection, folder: Path) -> list[tuple[str, str]]:
    """Return pairs of players whose names may be one person's, and who never sat at one table; the
    older player first.
    """
    settings = read_settings(folder / SETTINGS)
    numbers = {player.name: player.id for player in settings.players}
    pairs = (
        (other, player.name)
        for player in settings.players
        for other in similar(settings, player.name)
    )
    return [
        (one, other)
        for one, other in pairs
        if numbers[one] < numbers[other] and not together(connection, numbers[one], numbers[other])
    ]


def spelt_alike(settings: Settings) -> list[tuple[Player, Player]]:
    """Return pairs of players, the older first, whose names differ only in case, accents, blanks or
    apostrophes.
    """
    by_name: dict[str, list[Player]] = {}
    for player in sorted(settings.players, key=lambda one: one.id):
        for bare in {_bare(name) for name in (player.name, *player.aliases)} - {""}:
            by_name.setdefault(bare, []).append(player)
    pairs = {
        (same[0].id, other.id): (same[0], other) for same in by_name.values() for other in same[1:]
    }
    return [pairs[ids] for ids in sorted(pairs)]


def never_met(
    connection: DuckDBPyConnection, pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return those of some pairs of players who never sat at one table."""
    return [(one, other) for one, other in pairs if not together(connection, one, other)]


_PREFIX: Final = 3  # letters that a short form must have: Bea for Beatrice, but not Al for Alice
_LETTERS: Final = 4  # letters that a misspelt name must have: Ann and Dan are two people


def similar(settings: Settings, name: str) -> list[str]:
    """Return the players that a name may mean, by another spelling, a short form or a letter more,
    less or wrong.

    Case, accents, blanks and punctuation do not count, nor which of two letters that look alike it
    is, and digits must be the same. A player who has the very name is not among them.
    """
    word = _bare(name)
    return [
        player.name
        for player in settings.players
        if name not in (known := (player.name, *player.aliases))
        and any(_alike(word, _bare(one)) for one in known)
    ]


@lru_cache(16_384)
def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, plain_name(plain_letters(name))))


def _alike(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if not shorter or _digits(one) != _digits(other):
        return False
    return (
        one == other
        or (len(shorter) >= _PREFIX and longer.startswith(shorter))
        or (len(shorter) >= _LETTERS and _is_one_slip(shorter, longer))
    )


@lru_cache(16_384)
def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _is_one_slip(shorter: str, longer: str) -> bool:
    """True if two words differ by one letter that is wrong, missing or has changed places with its
    neighbour.
    """
    same = next(
        (place for place, letter in enumerate(shorter) if letter != longer[place]), len(shorter)
    )
    one, other = shorter[same:], longer[same:]
    if len(one) < len(other):
        return one == other[1:]
    return one[1:] == other[1:] or (one[:2] == other[1::-1] and one[2:] == other[2:])


# --- Changes to who is who ------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PeopleChange:
    """The people that a change concerns, before and after it."""

    before: list[Person]
    after: list[Person]


def merge(folder: Path, kept: str, other: str, waiting: Waiting | None = None) -> PeopleChange:
    """Make two players one: ``kept`` gets the names of ``other``, and everything that the logs say
    of them.

    Raises UserError if nobody has one of the names, or if they sat at the same table, so that they
    cannot be one person.
    """

    def check(connection: DuckDBPyConnection, before: list[Person]) -> None:
        met = together(connection, before[0].id, before[-1].id) if len(before) > 1 else None
        if met:
            session, hand = met
            where = f"evening {shown(session)}" + ("" if hand is None else f", hand {hand}")
            message = (
                f"{shown(kept)} and {shown(other)} cannot be the same person: both sat at the "
                f"table on {where}"
            )
            raise UserError(message, "if one of the names in that log is wrong, correct it there")

    return _change(folder, (kept, other), lambda text: merged(text, kept, other), waiting, check)


def rename(folder: Path, who: str, new_name: str, waiting: Waiting | None = None) -> PeopleChange:
    """Rename a player; the old name stays an alias. Raises UserError if it is another player's."""
    return _change(folder, (who,), lambda text: renamed(text, who, new_name), waiting)


def separate(folder: Path, alias: str, waiting: Waiting | None = None) -> PeopleChange:
    """Make an alias a player again, apart from the one it was an alias of.

    Raises UserError if it is none.
    """

    def check(_connection: DuckDBPyConnection, before: list[Person]) -> None:
        (person,) = before
        if person.aliases and person.name == normalize("NFC", alias):
            rename = f"bourre players rename {quote(person.name)} {quote(person.aliases[0])}"
            raise UserError(
                f"{shown(alias)} is the player's name, not an alias",
                f"rename the player first: {rename}",
            )
        if (folder / CLOSED).exists() and _is_closed(
            folder, chain := read_chain(folder), normalize("NFC", alias)
        ):
            raise refusal(
                f"{shown(alias)} is in what is closed, and would be another player there",
                chain.until,
            )

    return _change(folder, (alias,), lambda text: separated(text, alias), waiting, check)


def _is_closed(folder: Path, chain: Chain, alias: str) -> bool:
    """True if a name was another one's when the book was closed, and stands in a file of that
    period.

    Balances need not show it: what was won in an evening and paid at once comes to nothing.
    """
    if not any(alias in others for closing in chain.closings for _, *others in closing.people):
        return False
    there = [folder / name for name in chain.files if (folder / name).exists()]
    texts = [
        path.read_bytes().decode("utf-8", "replace") for path in there if path.suffix != PARQUET
    ]
    if chain.payments and (folder / PAYMENTS).exists():
        texts += (
            (folder / PAYMENTS).read_text("utf-8", "replace").splitlines()[: chain.payments.lines]
        )
    name = re.compile(rf"(?<!\w){re.escape(alias)}(?!\w)")
    return any(path.suffix == PARQUET for path in there) or any(
        name.search(normalize("NFC", text)) for text in texts
    )


def send_to(
    folder: Path, who: str, handle: str | None, waiting: Waiting | None = None
) -> PeopleChange:
    """Note where to send a player money; None takes the note out.

    Raises UserError for more than a line of plain text.
    """
    return _change(folder, (who,), lambda text: with_handle(text, who, handle), waiting)


def _change(
    folder: Path,
    words: tuple[str, ...],
    edit: Callable[[str], str],
    waiting: Waiting | None,
    check: Callable[[DuckDBPyConnection, list[Person]], None] = lambda _connection, _before: None,
) -> PeopleChange:
    """Change the settings if ``check`` raises nothing, and look at the players called ``words``
    before and after.
    """

    def look(connection: DuckDBPyConnection) -> list[Person]:
        before = people(
            connection, dict.fromkeys(player_called(connection, word) for word in words)
        )
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
        after, now = hold.settle_written(
            lambda connection: (look_again(connection), breaches(connection)), written
        )
        new = [one.message for one in now if one not in broken]
        if new:
            change_settings(folder / SETTINGS, lambda _now: text)
            hold.settle_written(lambda _connection: None, f"{folder / SETTINGS} is as it was")
            raise ClosedError(f"this would change something that is closed: {new[0]}", AGAIN)
        return PeopleChange(before, after)
