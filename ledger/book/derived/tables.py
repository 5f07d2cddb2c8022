"""Judged sessions as rows of the database: one Arrow table each, with the columns of
``schema.sql``.

First the numbers by which the database knows sessions and players, and how arrays become columns;
then what moved (postings, winnings, payments); then what was played (sessions, hands, seats).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from ledger.book.derived.database import BANK_ACCOUNT, POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.derived.findings import finding_records
from ledger.book.derived.folder_state import Terms
from ledger.book.derived.rows import Tables
from ledger.book.derived.schema import TABLES
from ledger.engine import NO_PLAY, RIGHT, UNPROVED, WRONG, Judged, endings
from ledger.engine.form import bits, mask_of_lists
from ledger.findings import Finding, findings
from ledger.game.options import rules_text
from ledger.game.play import UNKNOWN, player_at
from ledger.hands import model
from ledger.hands.model import Array
from ledger.log.between_hands import COUNTED
from ledger.money import (
    BANK,
    CHIPS,
    POSTING_KINDS,
    POT,
    UNEXPLAINED,
    Journal,
    journal,
    won_and_there,
    won_from,
)


# --- Numbers of sessions and players --------------------------------------------------------------
def session_key(name: str, day: str) -> int:
    """Return the number of a session in the database: 62 bits made from its day and, the last 46,
    from its id.

    Sessions of one season have numbers close together, so that DuckDB can skip the parts of a table
    without the numbers it seeks.
    """
    days = date.fromisoformat(day).toordinal() - _FIRST_DAY
    return (
        min(max(days, 0), 0xFFFF) << 46
        | int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 18
    )


_FIRST_DAY: Final = date(1970, 1, 1).toordinal()


class Filing:
    """Some judged sessions, and the numbers by which the database knows their sessions, hands and
    players.

    ``keys`` and ``units`` are by session, ``key`` and ``ordinal`` (from 1) by hand; ``ids_of`` are
    the accounts of the players of each session.
    """

    def __init__(self, judged: Judged, terms: Terms) -> None:
        self.judged, self.hands, self.terms = judged, judged.hands, terms
        infos = self.hands.sessions
        self.keys = np.array([session_key(info.id, info.date) for info in infos], np.int64)
        self.units = [info.currency or CHIPS for info in infos]
        sizes = np.array([len(info.players) for info in infos], np.int64)
        self.first_player = np.cumsum(sizes) - sizes
        self.ids_of = [[terms.people[name] for name in info.players] for info in infos]
        self.player_ids = np.array(list(chain.from_iterable(self.ids_of)), np.int32)
        first_row = np.array([info.first_row for info in infos], np.int64)
        self.key = self.keys[self.hands.session] if len(infos) else np.zeros(0, np.int64)
        self.ordinal = (
            (np.arange(len(self.hands)) + 1 - first_row[self.hands.session])
            if len(infos)
            else np.zeros(0, np.int64)
        )

    @property
    def by_id(self) -> dict[str, int]:
        """The number of each session by its id."""
        return {info.id: int(key) for info, key in zip(self.hands.sessions, self.keys, strict=True)}

    def people(self, session: Array, player: Array) -> Array:
        """Return the players behind indices of sessions' players."""
        return np.asarray(self.player_ids[self.first_player[session] + player])


# --- From arrays to columns -----------------------------------------------------------------------
_ARROW: Final = {
    "BOOLEAN": pa.bool_(),
    "UTINYINT": pa.uint8(),
    "INTEGER": pa.int32(),
    "BIGINT": pa.int64(),
    "UBIGINT": pa.uint64(),
    "DOUBLE": pa.float64(),
    "VARCHAR": pa.string(),
    "DATE": pa.date32(),
    "INTEGER[]": pa.list_(pa.int32()),
    "UINTEGER[]": pa.list_(pa.uint32()),
}
"""Arrow's types for those of ``schema.sql``."""


@cache
def types_of(table: str) -> pa.Schema:
    """Return the columns of a table of the database with Arrow's types."""
    return pa.schema({name: _ARROW[kind] for name, kind in TABLES[table].items()})


class Unless(NamedTuple):
    """Values of a column, which is NULL where they are ``missing``."""

    values: Array
    missing: Array


def rows_of(
    table: str, columns: Mapping[str, Array | Unless | pa.Array | Sequence[Any]]
) -> pa.Table:
    """Return rows of a table of the database from its columns, with the types that they
    have there.
    """
    types = types_of(table)
    assert columns.keys() == set(types.names), table
    return pa.table({one.name: column_of(columns[one.name], one.type) for one in types})


def records_of(table: str, records: Iterable[Mapping[str, object]]) -> pa.Table:
    """Return rows of a table of the database from values by column; what is missing is NULL."""
    return pa.Table.from_pylist(list(records), types_of(table))


def column_of(values: Array | Unless | pa.Array | Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Return a column with one of Arrow's types; what is an array of Arrow's already stays as it
    is.
    """
    if isinstance(values, pa.Array):
        return values
    if isinstance(values, Unless):
        return in_arrow(values.values, kind, np.packbits(~values.missing, bitorder="little"))
    return in_arrow(values, kind) if isinstance(values, np.ndarray) else pa.array(values, kind)


def in_arrow(values: Array, kind: pa.DataType, known: Array | None = None) -> pa.Array:
    """Return flags, whole numbers or days in Arrow's layout; ``known`` are bits.

    Arrow would turn them into its own as well, but first asks whether they are masked. For that it
    loads numpy's masked arrays, which takes a short command longer than to write its rows.
    """
    count = len(values)
    if values.dtype == bool:
        values = np.packbits(values, bitorder="little")
    elif values.dtype.kind == "M":
        values = values.astype("datetime64[D]").astype(np.int64).astype(np.int32)
    else:
        values = values.astype(str(kind), copy=False)
    valid = None if known is None else pa.py_buffer(known)
    return pa.Array.from_buffers(kind, count, [valid, pa.py_buffer(np.ascontiguousarray(values))])


# --- What moved -----------------------------------------------------------------------------------
def postings(filing: Filing, booked: Journal) -> pa.Table:
    """Return the table ``postings``, without the opening pots."""
    hands, session = filing.hands, booked.session
    starts = np.searchsorted(session, np.arange(len(hands.sessions)))
    days = np.array([info.date for info in hands.sessions], "datetime64[D]")
    units, codes = np.unique([*filing.units, filing.terms.currency], return_inverse=True)
    unit = np.where(
        booked.paid & (codes[session] == _code(units, CHIPS)), codes[-1], codes[session]
    )
    return rows_of(
        "postings",
        {
            "session": filing.keys[session],
            "n": np.arange(len(booked)) - starts[session] + 1,
            "date": days[session],
            "hand": Unless(booked.number, booked.number < 0),
            "line": booked.line,
            "kind": _words(booked.kind, POSTING_KINDS),
            "debit": _accounts(filing, session, booked.debit),
            "credit": _accounts(filing, session, booked.credit),
            "chips": booked.chips,
            "unit": _words(unit, units),
            "amount": booked.amount,
        },
    )


assert (POT, BANK, UNEXPLAINED) == (-1, -2, -3), "the order of the accounts in `_accounts`"


def _accounts(filing: Filing, session: Array, account: Array) -> Array:
    """Return accounts as the database has them, from indices of a session's players and the codes
    of the journal.
    """
    players = filing.people(session, np.maximum(account, 0)) if len(filing.player_ids) else account
    others = np.array([0, POT_ACCOUNT, BANK_ACCOUNT, UNEXPLAINED_ACCOUNT], np.int32)
    return np.where(account >= 0, players, others[-np.minimum(account, 0)]).astype(np.int32)


def nights(filing: Filing, booked: Journal, beside_hands: Mapping[int, Iterable[int]]) -> pa.Table:
    """Return the table ``nights``; two names of one person are one.

    ``beside_hands`` are people by session.
    """
    chips, there = won_and_there(filing.judged, booked)
    session, player = np.nonzero(there)
    won = zip(
        session.tolist(),
        filing.people(session, player).tolist(),
        chips[session, player].tolist(),
        strict=True,
    )
    nothing = ((at, person, 0) for at, people in beside_hands.items() for person in people)
    sums: defaultdict[tuple[int, int], int] = defaultdict(int)
    for at, person, moved in (*won, *nothing):
        sums[int(filing.keys[at]), person] += moved
    rows = sorted(sums.items())
    return rows_of(
        "nights",
        {
            "session": [key for (key, _), _ in rows],
            "player": [person for (_, person), _ in rows],
            "chips": [moved for _, moved in rows],
        },
    )


def winnings(filing: Filing) -> pa.Table:
    """Return the table ``winnings``; two names of one person are one."""
    won = won_from(filing.judged)
    session, winner, loser = np.nonzero(won)
    nobody = loser == won.shape[2] - 1
    winner_id = filing.people(session, winner)
    loser_id = np.where(
        nobody, POT_ACCOUNT, filing.people(session, np.where(nobody, winner, loser))
    )
    others = np.flatnonzero(winner_id != loser_id)
    triples = np.stack([session, winner_id, loser_id])[:, others].astype(np.int64)
    size = triples.max(1, initial=0)[:, None] + 1
    # Arrow could group them too, and would bring its data sets and expressions into every command
    # that writes.
    _, first, pair = np.unique(
        np.ravel_multi_index(triples, size.ravel()), return_index=True, return_inverse=True
    )
    chips = np.zeros(len(first), np.int64)
    np.add.at(chips, pair, won[session, winner, loser][others])
    at = others[first]
    return rows_of(
        "winnings",
        {
            "session": filing.keys[session[at]],
            "winner": winner_id[at],
            "loser": loser_id[at],
            "chips": chips,
        },
    )


def payments(filing: Filing, notes: Mapping[tuple[str, int], str]) -> pa.Table:
    """Return the table ``payments``: what was paid in the sessions."""
    paid = (
        _money(filing, notes, at)
        for at in map(int, np.flatnonzero(filing.hands.events.kind == model.PAY))
    )
    return records_of(
        "payments", [{**row, "payee": payee, "amount": amount} for row, payee, amount in paid]
    )


def expenses(filing: Filing, notes: Mapping[tuple[str, int], str]) -> pa.Table:
    """Return the table ``expenses``: what was paid in the sessions for several."""
    rows: dict[tuple[int, int, int], dict[str, Any]] = {}
    for at in map(int, np.flatnonzero(filing.hands.events.kind == model.EXPENSE)):
        about, sharer, share = _money(filing, notes, at)
        whole = about["session"], about["line"], about["payer"]
        row = rows.setdefault(whole, {**about, "sharers": [], "amount": 0})
        row["sharers"].append(sharer)
        row["amount"] += share
    return records_of("expenses", rows.values())


def _money(
    filing: Filing, notes: Mapping[tuple[str, int], str], at: int
) -> tuple[dict[str, Any], int, int]:
    """Of an event about money the columns that both tables have alike, then whom else it names, and
    the amount.
    """
    events = filing.hands.events
    session, line = int(events.session[at]), int(events.line[at])
    info = filing.hands.sessions[session]
    payer, other = (
        filing.terms.people[info.players[players[at]]] for players in (events.player, events.other)
    )
    row = {
        "session": int(filing.keys[session]),
        "file": info.file,
        "line": line,
        "date": date.fromisoformat(info.date),
        "payer": payer,
        "unit": info.currency or filing.terms.currency,
        "note": notes.get((info.file, line), ""),
    }
    return row, other, int(events.amount[at])


def _words(codes: Array, words: Any) -> pa.DictionaryArray:  # noqa: ANN401 - a sequence of words or an array of them
    return pa.DictionaryArray.from_arrays(
        in_arrow(codes, pa.int8()), pa.array(list(words), pa.string())
    )


def _code(words: Array, word: str) -> int:
    found = np.flatnonzero(words == word)
    return int(found[0]) if len(found) else model.ABSENT


# --- What was played ------------------------------------------------------------------------------
def tables(
    judged: Judged, terms: Terms, notes: Mapping[tuple[str, int], str], file: str | None = None
) -> Tables:
    """Return the rows that some sessions fill.

    ``notes`` are the free words of ``pay`` and ``expense`` lines by file and line. ``file`` is
    where the sessions are, if it is not a log each.
    """
    filing, booked = _Tables(judged, terms), journal(judged)
    found = {
        "sessions": filing.sessions(),
        "hands": filing.hands_played(),
        "seats": filing.seats(),
        "findings": findings_table(findings(judged), filing.by_id),
        "postings": postings(filing, booked),
        "nights": nights(filing, booked, filing.beside_hands()),
        "winnings": winnings(filing),
        "payments": payments(filing, notes),
        "expenses": expenses(filing, notes),
    }
    return found if file is None else {name: _in_file(table, file) for name, table in found.items()}


def session_rows(judged: Judged, terms: Terms) -> pa.Table:
    """Return the rows of the table ``sessions`` alone."""
    return _Tables(judged, terms).sessions()


def session_columns(judged: Judged, terms: Terms) -> dict[str, Sequence[Any]]:
    """Return the columns of the same rows."""
    return _Tables(judged, terms).session_columns()


def _in_file(table: pa.Table, file: str) -> pa.Table:
    at = table.schema.get_field_index("file")
    return (
        table
        if at < 0
        else table.set_column(at, "file", pa.array([file] * table.num_rows, pa.string()))
    )


class _Tables(Filing):
    """The tables of what was played."""

    def sessions(self) -> pa.Table:
        return rows_of("sessions", self.session_columns())

    def session_columns(self) -> dict[str, Sequence[Any]]:
        judged, infos = self.judged, self.hands.sessions
        ends, settled = range(len(infos)), judged.settlement
        counts, beside = self._verdicts(), self.beside_hands()
        nameless = {error.file for error in self.hands.errors if error.text.split()[:1] == ["game"]}
        turns = [
            judged.turns.get(at) if info.shares is None else None for at, info in enumerate(infos)
        ]
        closing, sure = judged.books.pot, settled.sure.tolist()
        quarantined = np.bincount(self.hands.session[self.hands.quarantined], minlength=len(infos))
        return {
            "session": self.keys.tolist(),
            "id": [info.id for info in infos],
            "file": [info.file for info in infos],
            "date": [date.fromisoformat(info.date) for info in infos],
            "title": [info.title for info in infos],
            "game": [
                f"? {info.id}" if info.file in nameless else info.game or self.terms.game
                for info in infos
            ],
            "rules": [rules_text(info.rules) for info in infos],
            "unit": self.units,
            "chip": [info.chip or 1 for info in infos],
            "ante": [info.ante for info in infos],
            "pot_line": [
                (lines[model.HEADER.index("pot")] or lines[1])
                if (lines := info.header_lines)
                else 0
                for info in infos
            ],
            "opening": [info.pot for info in infos],
            "closing": [int(closing[at]) for at in ends],
            "sure": sure,
            "pot_said": [info.pot_said for info in infos],
            "exempt_said": [self._people_of(at, info.exempt) for at, info in enumerate(infos)],
            "sharers": [
                self._people_of(at, info.shares or ())
                for at, info in enumerate(self.hands.sessions)
            ],
            "people": [sorted({*ids}) for ids in self.ids_of],
            "seated_first": self._seated_first(),
            "beside_hands": [sorted(beside.get(at, ())) for at in ends],
            "counted": self.counted(),
            "alone": [int(closing[at]) if sure[at] else None for at in ends],
            "exempt": self._exempt(),
            "forfeits": [
                self._people_of(at, (one.certain + one.possible).elements()) if one else []
                for at, one in enumerate(turns)
            ],
            "start": [None] * len(infos),
            "hands": [info.rows for info in infos],
            "quarantined": quarantined.tolist(),
            "plays": counts[1:].sum(0).tolist(),
            "proved": counts[RIGHT].tolist(),
            "wrong": counts[WRONG].tolist(),
        }

    def _people_of(self, session: int, players: Iterable[int] | None) -> list[int] | None:
        """Return the people behind some players of a session, in order; None for None."""
        if players is None:
            return None
        ids = self.ids_of[session]
        return sorted(ids[player] for player in players)

    def _exempt(self) -> list[list[int] | None]:
        """Return who posts no ante next in each session, None if that is not known: nobody once the
        pot is divided.
        """
        settled, infos = self.judged.settlement, self.hands.sessions
        found: list[list[int] | None] = [
            [] if info.shares is not None or known else None
            for info, known in zip(infos, settled.exempt_known, strict=True)
        ]
        session, player = np.nonzero(settled.exempt)
        for at, who in zip(session.tolist(), player.tolist(), strict=True):
            if infos[at].shares is None and (those := found[at]) is not None:
                those.append(self.ids_of[at][who])
        return [None if those is None else sorted(those) for those in found]

    def _seated_first(self) -> list[list[int]]:
        """Return who sits in the first hand of each session."""
        first = np.array(
            [info.first_row if info.rows else model.ABSENT for info in self.hands.sessions],
            np.int64,
        )
        seated = (
            np.where(first >= 0, self.hands.player[:, first], model.ABSENT)
            if len(self.hands)
            else np.zeros((0, len(first)), np.int8)
        )
        return [
            sorted(ids[player] for player in players if player >= 0)
            for ids, players in zip(self.ids_of, seated.T.tolist(), strict=True)
        ]

    def counted(self) -> list[list[int]]:
        """Return of each session whose chips at its end are those counted (``end counted``)."""
        events = self.hands.events
        ends = events.session[(events.kind == model.END) & (events.amount & COUNTED > 0)]
        told = np.isin(events.kind, (model.COUNT, model.CASHOUT)) & np.isin(events.session, ends)
        found: list[set[int]] = [set() for _ in self.hands.sessions]
        sessions = events.session[told]
        people = self.people(sessions, events.player[told])
        for session, player in zip(sessions.tolist(), people.tolist(), strict=True):
            found[session].add(player)
        return [sorted(players) for players in found]

    def beside_hands(self) -> defaultdict[int, set[int]]:
        """Return who was there in each session by lines other than hands: nothing is posted for who
        broke even.
        """
        events = self.hands.events
        by_chips = np.array([info.rows == 0 for info in self.hands.sessions], bool)
        by_chips[events.session[(events.kind == model.END) & (events.amount & COUNTED > 0)]] = True
        told = (events.kind == model.RESULT) | np.isin(
            events.kind, (model.BUYIN, model.COUNT, model.CASHOUT)
        ) & by_chips[events.session]
        sessions = events.session[told]
        found: defaultdict[int, set[int]] = defaultdict(set)
        for session, player in zip(
            sessions.tolist(), self.people(sessions, events.player[told]).tolist(), strict=True
        ):
            found[session].add(player)
        return found

    def _verdicts(self) -> Array:
        """Return how often each verdict was given in each session (4, sessions)."""
        counts = np.zeros((4, len(self.hands.sessions)), np.int64)
        verdict = self.judged.replay.verdict
        for code in (RIGHT, UNPROVED, WRONG):
            np.add.at(counts[code], self.hands.session, (verdict == code).sum((0, 1)))
        return counts

    def hands_played(self) -> pa.Table:
        hands, replay = self.hands, self.judged.replay
        settled, won, form = self.judged.settlement, self.judged.outcome, replay.form
        exempts = hands.rules.bourre_exempt & ~hands.rules.dealer_antes
        return rows_of(
            "hands",
            {
                "session": self.key,
                "hand": self.ordinal,
                "number": Unless(hands.number, hands.number == model.ABSENT),
                "line": hands.line,
                "quarantined": hands.quarantined,
                "seated": hands.seated,
                "stayed": form.players,
                "stayers_said": self.hands.stayers_said,
                "turned": Unless(replay.turned, replay.turned >= UNKNOWN),
                "trump": Unless(hands.trump, hands.trump < 0),
                "pot": settled.pot,
                "stake": settled.stake,
                "verified": settled.verified
                & ~settled.doubted
                & ~(won.fees_missing & (hands.pot == model.ABSENT)),
                "antes_known": (settled.antes_known & ~(self._after_unsaid() & exempts))
                | hands.has_ante
                | (hands.unit == 0),
                "known": won.known,
                "split": won.tied.any(0),
                "misdeal": hands.misdeal,
                "no_dealer": hands.no_dealer,
                "open": won.open,
                "ending": endings(self.judged),
                "one_ante": hands.unit,
                "hand_size": hands.rules.hand_size,
                "deals_shown": self._deals_shown(),
                "cards_played": self.cards_played(),
            },
        )

    def _after_unsaid(self) -> Array:
        """True (hands,) after a hand that a claim ended, with nobody to say who went bourré: they
        may post no ante (5.6).
        """
        hands, unsaid = self.hands, self.judged.outcome.bourre_unsaid
        unsaid = unsaid & ~self.judged.settlement.nobody_bourre
        found = np.zeros(len(hands), bool)
        found[1:] = unsaid[:-1] & (hands.session[1:] == hands.session[:-1])
        return found

    def seats(self) -> pa.Table:
        hands, replay = self.hands, self.judged.replay
        settled, won = self.judged.settlement, self.judged.outcome
        rows, seats = np.nonzero(hands.player.T >= 0)
        place = seats * len(hands) + rows

        def those(values: Array) -> Array:
            return np.take(values, place)  # faster than by seat and row, and there are many columns

        dealt, held = self.known_cards
        people = self.people(hands.session[rows], those(hands.player))
        bourre = those(won.bourre | (replay.form.active & ~won.known & (settled.matched > 0)))
        bourre_known = those(
            won.known & (won.scored | (won.won > 0) | won.bourre | hands.has_match)
        )
        form = replay.form
        declared = those(
            np.where(
                form.active, model.PLAYED, np.where(form.playing, model.DROPPED, hands.declared)
            )
        )
        unproved = self._unproved()
        draws, tricks = those(replay.form.draws), those(won.won)
        return rows_of(
            "seats",
            {
                "session": self.key[rows],
                "hand": self.ordinal[rows],
                "seat": seats,
                "player": people,
                "declared": np.where(hands.misdeal[rows], model.SILENT, declared),
                "draw": Unless(draws, (draws < 0) | ~those(replay.form.playing)),
                "tricks": Unless(tricks, ~won.scored[rows] | ~those(replay.form.active)),
                "perhaps": those(won.perhaps),
                "winner": won.winner[rows] == seats,
                "tied": those(won.tied),
                "bourre": bourre,
                "bourre_known": bourre_known,
                "after_bourre": self._after_bourre(
                    rows, people, bourre, bourre_known | (declared != model.PLAYED)
                ),
                "reneged": those(replay.wrong),
                "unproved": those(unproved),
                "dealt": those(dealt),
                "held": those(held),
                "ante": those(settled.ante) + those(settled.second),
                "taken": those(settled.taken),
                "matched": those(settled.matched),
                "penalty": those(settled.penalty),
            },
        )

    def _after_bourre(self, rows: Array, people: Array, bourre: Array, known: Array) -> Unless:
        """Return whether each person, in the order of hands, went bourré in the hand before of the
        evening; null if not known.

        ``known`` is whether it is certain of those who did not. Hands thrown in were dealt to
        nobody: they count neither before nor after.
        """
        hands = self.hands
        dealt = np.flatnonzero(~hands.misdeal[rows])
        who = (
            hands.session[rows[dealt]].astype(np.int64) * (int(people.max(initial=0)) + 1)
            + people[dealt]
        )
        if who.max(initial=0) < 1 << 16:
            who = who.astype(np.uint16)  # which numpy sorts ten times as fast
        order = np.argsort(who, kind="stable")
        after, before = dealt[order[1:]], dealt[order[:-1]]
        same = who[order[1:]] == who[order[:-1]]
        after, before = after[same], before[same]
        found, unknown = np.zeros(len(rows), bool), hands.misdeal[rows].copy()
        found[after] = bourre[before]
        unknown[after] = hands.quarantined[rows[before]] | ~(known | bourre)[before]
        return Unless(found, unknown)

    def _deals_shown(self) -> Array:
        """Return in which hands all deals are known, of evenings in which that of somebody who
        passed is.

        Where only those show their cards who stay, everybody whose cards are known stayed: such
        hands would favour them.
        """
        hands = self.hands
        dealt, _ = self.known_cards
        there = hands.player >= 0
        whole = (np.bitwise_count(dealt) == hands.rules.hand_size) & there
        usable = ~hands.quarantined & ~hands.misdeal & (hands.trump >= 0) & hands.stayers_said
        passed = (whole & (hands.declared < model.PLAYED)).any(0) & usable
        told = np.zeros(len(hands.sessions), bool)
        told[hands.session[passed]] = True
        return np.asarray(usable & (whole == there).all(0) & told[hands.session])

    @cached_property
    def known_cards(self) -> tuple[Array, Array]:
        """Return the cards known to have been dealt to each place, and to have been in its hand
        when the play began.
        """
        hands, replay = self.hands, self.judged.replay
        form = replay.form
        dealt = mask_of_lists(replay.dealt)
        dealer = (
            np.arange(hands.width, dtype=np.int8)[:, None] == hands.seated - 1
        ) & ~hands.no_dealer
        dealt |= np.where(dealer & (hands.rules.trump_is_dealer), bits(replay.turned), 0)
        held = np.zeros_like(dealt)
        for (trick, turn), seat in self.turns:
            rows = np.flatnonzero(seat >= 0)
            card = bits(replay.cards[trick, turn, rows]) | bits(replay.withdrawn[trick, turn, rows])
            held[seat[rows], rows] |= card
        claim = np.flatnonzero(form.claimed)
        held[hands.claim[claim], claim] |= mask_of_lists(hands.shown[:, claim])
        return dealt, held

    def _unproved(self) -> Array:
        """Return which places (seats, hands) have a play that the record does not prove right or
        wrong.
        """
        verdict = self.judged.replay.verdict
        unproved = np.zeros(self.hands.player.shape, bool)
        for at, seat in self.turns:
            rows = np.flatnonzero(verdict[at] == UNPROVED)
            unproved[seat[rows], rows] = True
        return unproved

    @cached_property
    def turns(self) -> list[tuple[tuple[int, int], Array]]:
        """Each (trick, turn), and the place that plays then in each hand (-1: nobody)."""
        replay, found = self.judged.replay, []
        form = replay.form
        tricks, turns, count = replay.verdict.shape
        players, here = np.maximum(form.players, 1), np.arange(count)
        for trick in range(tricks):
            # as many as the largest table has: in smaller ones the last are nobody's
            for turn in range(turns):
                active = player_at(
                    np.maximum(form.lead[trick], 0), np.minimum(turn, players - 1), players
                )
                seat = form.seat_of[active, here]
                found.append(
                    (
                        (trick, turn),
                        np.where(
                            replay.verdict[trick, turn] == NO_PLAY, np.int8(model.ABSENT), seat
                        ),
                    )
                )
        return found

    def cards_played(self) -> pa.ListArray:
        """The column ``cards_played``: the plays of each hand in order, a number each, which the
        view ``plays`` takes apart.
        """
        replay = self.judged.replay
        tricks, turns, count = replay.verdict.shape
        plays = np.empty((count, tricks, turns), np.uint32)
        for (trick, turn), seat in self.turns:
            when = np.uint32(trick + 1 << 16 | turn + 1 << 12)
            card = replay.cards[trick, turn].astype(np.uint32) << 2
            who = np.maximum(seat, 0).astype(np.uint32) << 8
            plays[:, trick, turn] = when | who | card | replay.verdict[trick, turn]
        there = replay.verdict != NO_PLAY
        ends = np.cumsum(there.sum((0, 1)))
        played = plays[np.ascontiguousarray(there.transpose(2, 0, 1))]
        return pa.ListArray.from_arrays(
            in_arrow(np.concatenate(([0], ends)), pa.int32()), in_arrow(played, pa.uint32())
        )


def with_values(sessions: pa.Table, values: Mapping[str, Sequence[object]]) -> pa.Table:
    """Return rows of ``sessions`` with some columns replaced."""
    for name, column_values in values.items():
        at = sessions.schema.get_field_index(name)
        column = sessions.schema.field(at)
        sessions = sessions.set_column(at, column, pa.array(column_values, column.type))
    return sessions


def findings_table(found: Iterable[Finding], sessions: Mapping[str, int]) -> pa.Table:
    """Return the table ``findings``; ``sessions`` are their numbers by id."""
    return records_of("findings", finding_records(found, sessions))


def joined(found: Sequence[Tables]) -> Tables:
    """Return rows one after the other."""
    return {name: pa.concat_tables([rows[name] for rows in found]) for name in found[0]}
