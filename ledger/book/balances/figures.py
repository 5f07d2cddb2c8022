"""What a book says in figures; questions to ask through ``ledger.book.derived.access.ask``.

First the part of a book that a question is about (one session, one game, some days) and what it
leaves out; then what the plan of payments is made from besides balances; then positions, pots and
the plan; then the table of a season.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.derived.database import (
    BANK_ACCOUNT,
    POT_ACCOUNT,
    UNEXPLAINED_ACCOUNT,
    names_in,
    player_names,
)
from ledger.book.files.input_values import player_meant
from ledger.errors import UserError, did_you_mean
from ledger.log.words import shown, visible
from ledger.money import EXACT, FEWEST, WINNERS, Debts, Moved, Transfer, plan
from ledger.stats import BETWEEN, EVENINGS, EVERYTHING, MOVED, STANDINGS, SUMMED, Filter
from ledger.wording import counted, day_in_words


# --- A part of a book -----------------------------------------------------------------------------
class Without(NamedTuple):
    """What a part leaves out of the book: how many sessions, and how many payments and shared costs
    between sessions.
    """

    sessions: int
    payments: int


def without(connection: DuckDBPyConnection, part: Filter) -> Without:
    """What is not in a part."""
    ((sessions, payments),) = connection.execute(_WITHOUT, part._asdict()).fetchall()
    return Without(sessions, payments)


def require_part(connection: DuckDBPyConnection, part: Filter, folder: Path) -> Filter:
    """Return the part by the id of its session.

    Raises UserError if the book has no such session, file or game.
    """
    if part.game is not None:
        games = [
            game
            for (game,) in connection.execute(
                "SELECT DISTINCT game FROM sessions ORDER BY game"
            ).fetchall()
        ]
        if part.game not in games:
            remedy = (
                did_you_mean(part.game, games)
                or f"the games are {', '.join(map(shown, games[:_MOST])) or 'still to come'}"
            )
            raise UserError(f"the book has no game {shown(part.game)}", remedy)
    return part._replace(
        sessions=tuple(session_called(connection, word, folder) for word in part.sessions)
    )


def session_called(connection: DuckDBPyConnection, word: str, folder: Path | None = None) -> str:
    """Return the id of the session that somebody means: by its id, its file in the book at
    ``folder``, or a day that has one.

    Raises UserError if there is none, or more than one.
    """
    sessions = connection.execute(
        "SELECT id, file, date FROM sessions ORDER BY date, id"
    ).fetchall()
    if any(word == name for name, _, _ in sessions):
        return word
    path = None if folder is None else Path(word).resolve()
    named = [
        name
        for name, file, _ in sessions
        if word == file or (folder and path == (folder / file).resolve())
    ]
    found = (
        named if len(named) == 1 else [name for name, _, day in sessions if word == day.isoformat()]
    )
    if len(found) > 1:
        raise UserError(
            f"{len(found)} evenings are dated {word}",
            f"choose one: {', '.join(map(shown, found[:_MOST]))}",
        )
    if not found:
        latest = "import some: bourre import PATH…"
        if sessions:
            name, _, day = sessions[-1]
            latest = f"the last is {shown(name)}, of {day_in_words(day)}"
        raise UserError(
            f"there is no evening {shown(word)}",
            did_you_mean(word, [name for name, _, _ in sessions]) or latest,
        )
    return str(found[0])


def last_session(connection: DuckDBPyConnection) -> str:
    """Return the id of the last session. Raises UserError if the book has none."""
    found = connection.execute(
        "SELECT id FROM sessions ORDER BY date DESC, id DESC LIMIT 1"
    ).fetchall()
    if not found:
        raise UserError("the book has no evenings yet", "import some: bourre import PATH…")
    return str(found[0][0])


# --- Days and seasons -----------------------------------------------------------------------------
def season(word: str) -> tuple[date, date]:
    """Return the first and last day of a year (``2026``), quarter (``2026-q4``) or month
    (``2026-11``), or raise UserError.
    """
    match = _SEASON.fullmatch(word.lower())
    if match is None or not int(match["year"]):
        remedy = (
            "give a year (2026), a quarter (2026-q4), a month (2026-11), or days with --since and "
            "--until"
        )
        raise UserError(f"{visible(word)} is not a season", remedy)
    year, quarter, month = int(match["year"]), match["quarter"], match["month"]
    first = 3 * int(quarter) - 2 if quarter else int(month or 1)
    last = first + 2 if quarter else int(month or 12)
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])


_SEASON: Final = re.compile(
    r"(?P<year>\d{4})(?:-q(?P<quarter>[1-4])|-(?P<month>0[1-9]|1[0-2]))?", re.ASCII
)


# --- In words -------------------------------------------------------------------------------------
def part_sentence(part: Filter, left: Without, *, payments: bool = True) -> str:
    """Return a sentence on the part and what it leaves out, empty for the whole book; ``payments``:
    payments would count too.
    """
    if part == EVERYTHING:
        return ""
    named = [("the evening", one) for one in part.sessions] + (
        [("the game", part.game)] if part.game else []
    )
    said = ["only", *(f"{what} {visible(name)}" for what, name in named)] if named else []
    if part.since and part.until:
        said.append(f"from {day_in_words(part.since)} to {day_in_words(part.until)}")
    elif part.since:
        said.append(f"since {day_in_words(part.since)}")
    elif part.until:
        said.append(f"until {day_in_words(part.until)}")
    only = " ".join(said)
    only = only[:1].upper() + only[1:]
    out = [counted(left.sessions, "other evening")] if left.sessions else []
    out += (
        [counted(left.payments, "payment") + " between evenings"]
        if payments and left.payments
        else []
    )
    are = "is" if left.sessions + (left.payments if payments else 0) == 1 else "are"
    return (
        f"{only}: {' and '.join(out)} {are} not in these figures."
        if out
        else f"{only}: that is everything."
    )


_MOST: Final = 8  # names that an error lists
_WITHOUT: Final = f"""
    WITH {EVENINGS}
    SELECT (SELECT count(*) FROM sessions ANTI JOIN evenings USING (session)),
        (SELECT count(DISTINCT (kind, line)) FROM postings WHERE session IS NULL AND NOT {BETWEEN})
"""  # noqa: S608 - our own names


# --- What the plan is made from -------------------------------------------------------------------
def moved_since(
    connection: DuckDBPyConnection, part: Filter = EVERYTHING
) -> dict[str, list[Moved]]:
    """Return by unit what moved between sessions on the day of its last session or later, in the
    order of the payments file.

    A payment of that very day was made after the session as a rule, when the chips were counted. If
    it was made before, it is no line of the plan, or as good as one. What is paid within a session
    counts with the session.
    """
    found: defaultdict[str, list[Moved]] = defaultdict(list)
    for unit, kind, payer, payee, amount in connection.execute(_SINCE, part._asdict()).fetchall():
        found[unit].append(Moved(Transfer(payer, payee, int(amount)), settles=kind == "payment"))
    return found


def debts(connection: DuckDBPyConnection, part: Filter = EVERYTHING) -> dict[str, Debts]:
    """Return by unit what players lost to each other, minus what they have paid each other, in
    minor units.
    """
    found: defaultdict[str, defaultdict[tuple[int, int], int]] = defaultdict(
        lambda: defaultdict(int)
    )
    for unit, debtor, creditor, amount in connection.execute(_DEBTS, part._asdict()).fetchall():
        found[unit][debtor, creditor] += int(amount)
    return dict(found)


_SINCE: Final = f"""
    WITH {MOVED}, {SUMMED},
    last AS (SELECT unit, max(date) AS day FROM summed WHERE session IS NOT NULL GROUP BY unit)
    SELECT moved.unit, kind, account, other, amount FROM moved LEFT JOIN last USING (unit)
    WHERE session IS NULL AND account <> other AND amount > 0 AND (day IS NULL OR date >= day)
        ORDER BY n
"""  # noqa: S608 - our own names
_DEBTS: Final = f"""
    WITH {MOVED}
    SELECT unit, loser, winner, sum(chips * chip) FROM winnings JOIN evenings USING (session)
        WHERE loser > 0
    GROUP BY unit, loser, winner
    UNION ALL
    SELECT unit, other, account, sum(amount) FROM moved WHERE account > 0 AND other > 0
        AND account <> other AND amount > 0
    GROUP BY unit, other, account
"""  # noqa: S608 - our own names


# --- Positions, pots, the plan --------------------------------------------------------------------
UNEXPLAINED_NAME: Final = "unexplained"
POT_NAME: Final = "pot"
BANK_NAME: Final = "bank"


class Balance(NamedTuple):
    """A player's position in one unit, a currency or chips: above zero is owed, below zero owes;
    minor units.
    """

    account: int
    name: str
    unit: str
    amount: int


class Pot(NamedTuple):
    """What lies in the pot of a game; ``amount`` is what it is worth, in minor units."""

    game: str
    unit: str
    chips: int
    amount: int


class SuggestedTransfer(NamedTuple):
    """One payment that settles debts, in minor units.

    Accounts above zero are players; others are a pot, or unexplained.
    """

    payer: str
    payee: str
    unit: str
    amount: int
    payer_account: int
    payee_account: int


class Unexplained(NamedTuple):
    """Value from an unknown source (``amount`` below zero) or gone to one, in minor units, and the
    log line that says so.
    """

    session: str
    date: date
    file: str
    line: int
    kind: str
    unit: str
    amount: int


class Owing(NamedTuple):
    """Positions, which add up to zero with the pots in each unit, what is left of the plan, and
    what nobody can explain.
    """

    balances: list[Balance]
    pots: list[Pot]
    transfers: list[SuggestedTransfer]
    unexplained: Sequence[Unexplained] = ()
    is_fewest: bool = False  # true if it is proved that no plan has fewer transfers

    @property
    def payments(self) -> list[SuggestedTransfer]:
        """The transfers that somebody can make: those without an unexplained side."""
        return [one for one in self.transfers if not _is_unexplained(one)]

    @property
    def between_players(self) -> list[SuggestedTransfer]:
        """The payments from one player to another."""
        return [one for one in self.payments if min(one.payer_account, one.payee_account) > 0]

    @property
    def of_pots(self) -> list[SuggestedTransfer]:
        """What goes into pots or comes out of them: not a payment, since those who play on play for
        it.
        """
        return [one for one in self.payments if min(one.payer_account, one.payee_account) == 0]

    @property
    def open(self) -> list[SuggestedTransfer]:
        """What stays open as long as it is unexplained."""
        return [one for one in self.transfers if _is_unexplained(one)]


def _is_unexplained(one: SuggestedTransfer) -> bool:
    return UNEXPLAINED_ACCOUNT in {one.payer_account, one.payee_account}


def owing(connection: DuckDBPyConnection, how: str = FEWEST, part: Filter = EVERYTHING) -> Owing:
    """Who owes what, by unit and then by name; ``how`` is the plan, one of ``ledger.money.PLANS``,
    ``part`` the part of the book.

    The plan is that of the end of the last session in the unit. A later payment that equals one of
    its lines strikes that line and leaves the others alone; any other payment makes a new plan.
    """
    balances, pots = balances_and_pots(connection, part)
    settled: list[SuggestedTransfer] = []
    moved, lost = moved_since(connection, part), debts(connection, part) if how == WINNERS else {}
    for unit in sorted({one.unit for one in balances} | {pot.unit for pot in pots}):
        settled += _settled(
            unit,
            balances,
            pots,
            moved.get(unit, ()),
            lost.get(unit, {}) if how == WINNERS else None,
        )
    return Owing(
        balances,
        pots,
        settled,
        unexplained(connection, part),
        how == FEWEST and _is_proved(balances, pots, moved),
    )


def _is_proved(
    balances: list[Balance], pots: list[Pot], moved: Mapping[str, Sequence[Moved]]
) -> bool:
    """True if in no unit more parties were open at any time than ``ledger.money.plan`` can look at
    in every way.
    """
    parties = [(one.unit, one.account) for one in balances if one.amount] + [
        (pot.unit, id(pot)) for pot in pots if pot.amount
    ]
    parties += [
        (unit, who) for unit, some in moved.items() for one in some for who in one.transfer[:2]
    ]
    return all(many <= EXACT for many in Counter(unit for unit, _ in set(parties)).values())


def balances_and_pots(
    connection: DuckDBPyConnection, part: Filter = EVERYTHING
) -> tuple[list[Balance], list[Pot]]:
    """Everybody's balance in a part of the book, and what is unexplained, by unit and name; pots
    with chips by unit and game.
    """
    names = account_names(connection)
    balances, pots = [], []
    for unit, account, game, chips, amount in connection.execute(_SUMS, part._asdict()).fetchall():
        if account == POT_ACCOUNT:
            pots.append(Pot(game, unit, int(chips), int(amount)))
        elif account > 0 or amount:
            balances.append(Balance(account, names[account], unit, int(amount)))
    balances.sort(key=lambda one: (one.unit, one.account <= 0, one.name, one.account))
    return balances, [pot for pot in pots if pot.chips or pot.amount]


def unexplained(connection: DuckDBPyConnection, part: Filter = EVERYTHING) -> list[Unexplained]:
    """Where unexplained amounts come from: line by line, by date."""
    return [
        Unexplained(*row) for row in connection.execute(_UNEXPLAINED, part._asdict()).fetchall()
    ]


def settled_tonight(connection: DuckDBPyConnection, session: str) -> list[SuggestedTransfer]:
    """Return the fewest transfers that settle one session by itself, by unit; its pot is a party
    too.
    """
    names = account_names(connection)
    stands = connection.execute(_STANDS, {"session": session}).fetchall()
    balances = [
        Balance(account, names[account], unit, int(amount)) for account, unit, amount in stands
    ]
    units = sorted({one.unit for one in balances})
    return [transfer for unit in units for transfer in _settled(unit, balances, [])]


def _settled(
    unit: str,
    balances: list[Balance],
    pots: list[Pot],
    moved: Sequence[Moved] = (),
    lost: Debts | None = None,
) -> list[SuggestedTransfer]:
    """Return the transfers that settle one unit, as ``plan`` has them; each pot is a party of its
    own.
    """
    parties = {
        one.account: (one.name, one.account, one.amount) for one in balances if one.unit == unit
    }
    for place, pot in enumerate(pots):
        if pot.unit == unit:
            parties[UNEXPLAINED_ACCOUNT - 1 - place] = (
                pot_name(pot.game, pots),
                POT_ACCOUNT,
                pot.amount,
            )
    found = []
    for payer, payee, amount in plan(
        {party: owed for party, (_, _, owed) in parties.items()}, moved, lost
    ):
        (giver, giver_account, _), (getter, getter_account, _) = parties[payer], parties[payee]
        found.append(SuggestedTransfer(giver, getter, unit, amount, giver_account, getter_account))
    return sorted(found)


def pot_name(game: str, pots: list[Pot]) -> str:
    """What to call the pot of a game: with the game's name if there are several."""
    return POT_NAME if len({pot.game for pot in pots}) == 1 else f"{POT_NAME} of {game}"


_OTHERS: Final = {
    POT_ACCOUNT: POT_NAME,
    BANK_ACCOUNT: BANK_NAME,
    UNEXPLAINED_ACCOUNT: UNEXPLAINED_NAME,
}
_MISTAKEN: Final = re.compile(
    rf"{POT_NAME}|{BANK_NAME}|{UNEXPLAINED_NAME}|{POT_NAME} of .*|.* \(player\)", re.DOTALL
)


def account_names(connection: DuckDBPyConnection) -> dict[int, str]:
    """Return the name of each account.

    A player whose name might be taken for a pot's is called ``pot (player)``.
    """
    people = player_names(connection)
    return _OTHERS | {
        player: f"{name} (player)" if _MISTAKEN.fullmatch(name) else name
        for player, name in people.items()
    }


def player_called(connection: DuckDBPyConnection, word: str) -> int:
    """Return the account of the player with a name or alias.

    Raises UserError if nobody is called that, or several are.
    """
    return player_meant(word, names_in(connection))


def positions(connection: DuckDBPyConnection, account: int) -> dict[str, int]:
    """Return the position of an account by unit, in minor units; only units in which something
    moved.
    """
    rows = connection.execute(
        "SELECT unit, amount FROM balances WHERE account = ? ORDER BY unit", [account]
    ).fetchall()
    return {unit: int(amount) for unit, amount in rows}


def kinds_found(connection: DuckDBPyConnection) -> set[str]:
    """The kinds of finding that the sessions of the book have."""
    return {rule for (rule,) in connection.execute("SELECT DISTINCT rule FROM findings").fetchall()}


def handles(connection: DuckDBPyConnection) -> dict[int, str]:
    """Where to send money to each player who has said so."""
    return dict(
        connection.execute("SELECT player, handle FROM players WHERE handle IS NOT NULL").fetchall()
    )


def session_count(connection: DuckDBPyConnection) -> int:
    """How many sessions the book has."""
    ((count,),) = connection.execute("SELECT count(*) FROM sessions").fetchall()
    return int(count)


_SUMS: Final = f"""
    WITH {EVENINGS}, {SUMMED}
    SELECT unit, account, CASE WHEN account = {POT_ACCOUNT} THEN game ELSE '' END AS place,
        sum(chips), sum(amount)
    FROM summed WHERE account <> {BANK_ACCOUNT} GROUP BY unit, account, place ORDER BY unit,
        account, place
"""  # noqa: S608 - our own names
_UNEXPLAINED: Final = f"""
    WITH {MOVED}
    SELECT moved.id, moved.date, file, moved.line, kind, moved.unit, amount FROM moved JOIN sessions
        USING (session)
    WHERE account = {UNEXPLAINED_ACCOUNT} AND amount <> 0 ORDER BY moved.date, moved.id, n
"""  # noqa: S608 - our own names
_STANDS: Final = """
    SELECT account, totals.unit, sum(amount) AS moved FROM totals JOIN sessions USING (session)
        WHERE id = $session
    GROUP BY account, totals.unit HAVING moved <> 0
"""


# --- The table of a season ------------------------------------------------------------------------
class EveningOfSeason(NamedTuple):
    """A player's result in one session, in minor units."""

    session: str
    date: date
    amount: int


class Place(NamedTuple):
    """A player's place in a unit: ``amount`` is what was won (above zero) or lost, payments and
    chips bought and cashed aside.

    ``evenings`` is how many sessions the player was there for, ``won`` in how many nobody won more.
    Players with equal amounts share a ``place``. ``best`` and ``worst`` are the player's best and
    worst sessions, the earlier of equals.
    """

    place: int
    account: int
    name: str
    unit: str
    evenings: int
    won: int
    amount: int
    best: EveningOfSeason
    worst: EveningOfSeason
    nights: Sequence[EveningOfSeason] = ()  # the player's sessions, the first first

    @property
    def in_a_row(self) -> int:
        """How many of the last sessions were won (above zero) or lost (below), 0 if nothing moved
        in the last.
        """
        ways = [(one.amount > 0) - (one.amount < 0) for one in reversed(self.nights)]
        return ways[0] * len(list(takewhile(ways[0].__eq__, ways))) if ways else 0


def standings(connection: DuckDBPyConnection, part: Filter = EVERYTHING) -> list[Place]:
    """Return the places of everybody who was there, unit by unit, the first place first."""
    rows = connection.execute(
        f"{STANDINGS} ORDER BY unit, place, name, player", part._asdict()
    ).fetchall()
    found = []
    for row in rows:
        best, worst = (EveningOfSeason(*row[at : at + 3]) for at in (7, 10))
        nights = [
            EveningOfSeason(session, day, int(amount))
            for session, day, amount in zip(*row[13:], strict=True)
        ]
        found.append(Place._make((*row[:7], best, worst, nights)))
    return found


def evenings_of(places: Iterable[Place]) -> list[tuple[date, str]]:
    """The day and id of each session that some places are made of, the first first."""
    return sorted({(one.date, one.session) for place in places for one in place.nights})


def places_after(
    places: Sequence[Place], evenings: Sequence[tuple[date, str]]
) -> dict[tuple[str, int], int]:
    """Everybody's place after each of some ``evenings`` of one unit, by session and account;
    players level share one.

    Ranked are all who were there until then, but only those who were there that evening are in the
    answer.
    """
    there: defaultdict[tuple[date, str], dict[int, int]] = defaultdict(dict)
    for place in places:
        for one in place.nights:
            there[one.date, one.session][place.account] = one.amount
    wanted, so_far = set(evenings), Counter[int]()
    found: dict[tuple[str, int], int] = {}
    for evening in sorted(there):
        for account, amount in there[evening].items():
            so_far[account] += amount
        if evening in wanted:
            ranked = sorted(so_far.values(), reverse=True)
            found |= {
                (evening[1], account): ranked.index(so_far[account]) + 1
                for account in there[evening]
            }
    return found


class Form(NamedTuple):
    """How one of the last evenings went for a player, as a ``sign``; ``night`` is None if nothing
    is known to have moved.

    ``unread``: not everything that was written down of the evening could be read, so that the
    figure may be another.
    """

    session: str
    date: date
    night: EveningOfSeason | None
    unread: bool

    @property
    def sign(self) -> str:
        """One character; hollow if it may be another.

        Nobody is said to have been away from an evening that cannot be read.
        """
        if self.night is None:
            return "?" if self.unread else "·"
        lost, even, won = "▽≈△" if self.unread else "▼=▲"
        return won if self.night.amount > 0 else lost if self.night.amount < 0 else even


# the evenings of a player's form: the last of everybody's, whether the player was there or not
FORM: Final = 5
SIGNS: Final = "▲ up, ▼ down, = even, · not there"
UNREAD_SIGNS: Final = "hollow or ?: not all of that evening could be read"


def form(
    one: Place, evenings: Sequence[tuple[date, str]], unread: Container[str] = ()
) -> list[Form]:
    """How each of the last ``evenings`` (as ``evenings_of`` the unit) went for a player; ``unread``
    are ids of sessions.
    """
    nights = {night.session: night for night in one.nights}
    return [
        Form(session, day, nights.get(session), session in unread)
        for day, session in evenings[-FORM:]
    ]


def streak_in_words(
    one: Place, evenings: Sequence[tuple[date, str]], unread: Container[str] = ()
) -> str:
    """``3 up``, ``2 down``, or nothing if nothing moved in the last evening of a player, who may
    have been away since.

    Ends in ``?`` if an evening not all of which could be read may have ended it, or made it longer.
    """
    streak = one.in_a_row
    before = one.nights[: -abs(streak)] if streak else one.nights
    since = (before[-1].date, before[-1].session) if before else (date.min, "")
    sure = not any(session in unread for day, session in evenings if (day, session) >= since)
    return (
        f"{abs(streak):,} {'up' if streak > 0 else 'down'}{'' if sure else '?'}" if streak else ""
    )
