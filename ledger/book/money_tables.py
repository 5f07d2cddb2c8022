"""The tables of what moved in sessions: postings, whose chips went to whom, payments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

import numpy as np
import pyarrow as pa

from ledger.book.database import BANK_ACCOUNT, POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.filing import Filing, in_arrow, table_of, unless
from ledger.hands.model import ABSENT, EXPENSE, PAY, Array
from ledger.money import BANK, CHIPS, POSTING_KINDS, POT, UNEXPLAINED, Journal, won_and_there, won_from


def postings(filing: Filing, booked: Journal) -> pa.Table:
    """Return the table ``postings``, without the opening pots."""
    hands, session = filing.hands, booked.session
    starts = np.searchsorted(session, np.arange(len(hands.sessions)))
    days = np.array([info.date for info in hands.sessions], "datetime64[D]")
    units, codes = np.unique([*filing.units, filing.terms.currency], return_inverse=True)
    unit = np.where(booked.paid & (codes[session] == _code(units, CHIPS)), codes[-1], codes[session])
    return table_of(
        {
            "session": filing.keys[session],
            "n": (np.arange(len(booked)) - starts[session] + 1).astype(np.int32),
            "date": days[session],
            "hand": unless(booked.number, booked.number < 0),
            "line": booked.line.astype(np.int32),
            "kind": _words(booked.kind, POSTING_KINDS),
            "debit": _accounts(filing, session, booked.debit),
            "credit": _accounts(filing, session, booked.credit),
            "chips": booked.chips,
            "unit": _words(unit, units),
            "amount": booked.amount,
        }
    )


def _accounts(filing: Filing, session: Array, account: Array) -> Array:
    """Return accounts as the database has them, from indices of a session's players and the codes of the journal."""
    players = filing.people(session, np.maximum(account, 0)) if len(filing.player_ids) else account
    others = np.array([0, POT_ACCOUNT, BANK_ACCOUNT, UNEXPLAINED_ACCOUNT], np.int32)
    return np.where(account >= 0, players, others[-np.minimum(account, 0)]).astype(np.int32)


def nights(filing: Filing, booked: Journal, beside_hands: Mapping[int, Iterable[int]]) -> pa.Table:
    """Return the table ``nights``; two names of one person are one. ``beside_hands`` are people by session."""
    chips, there = won_and_there(filing.judged, booked)
    session, player = np.nonzero(there)
    won = zip(session.tolist(), filing.people(session, player).tolist(), chips[session, player].tolist(), strict=True)
    nothing = ((at, person, 0) for at, people in beside_hands.items() for person in people)
    sums: defaultdict[tuple[int, int], int] = defaultdict(int)
    for at, person, moved in (*won, *nothing):
        sums[int(filing.keys[at]), person] += moved
    rows = sorted(sums.items())
    return table_of(
        {
            "session": pa.array([key for (key, _), _ in rows], pa.int64()),
            "player": pa.array([person for (_, person), _ in rows], pa.int32()),
            "chips": pa.array([moved for _, moved in rows], pa.int64()),
        }
    )


def winnings(filing: Filing) -> pa.Table:
    """Return the table ``winnings``; two names of one person are one."""
    won = won_from(filing.judged)
    session, winner, loser = np.nonzero(won)
    nobody = loser == won.shape[2] - 1
    winner_id = filing.people(session, winner)
    loser_id = np.where(nobody, POT_ACCOUNT, filing.people(session, np.where(nobody, winner, loser)))
    others = np.flatnonzero(winner_id != loser_id)
    triples = np.stack([session, winner_id, loser_id])[:, others].astype(np.int64)
    size = triples.max(1, initial=0)[:, None] + 1
    # Arrow could group them too, and would bring its data sets and expressions into every command that writes.
    _, first, pair = np.unique(np.ravel_multi_index(triples, size.ravel()), return_index=True, return_inverse=True)
    chips = np.zeros(len(first), np.int64)
    np.add.at(chips, pair, won[session, winner, loser][others])
    at = others[first]
    return table_of(
        {
            "session": filing.keys[session[at]],
            "winner": winner_id[at].astype(np.int32),
            "loser": loser_id[at].astype(np.int32),
            "chips": chips,
        }
    )


def payments(filing: Filing, notes: Mapping[tuple[str, int], str]) -> pa.Table:
    """Return the table ``payments``: what was paid in the sessions."""
    hands, events = filing.hands, filing.hands.events
    rows = []
    for at in np.flatnonzero(events.kind == PAY):
        session, line = int(events.session[at]), int(events.line[at])
        info = hands.sessions[session]
        payer, payee = (filing.terms.people[info.players[players[at]]] for players in (events.player, events.other))
        rows.append(
            {
                "session": int(filing.keys[session]),
                "file": info.file,
                "line": line,
                "date": date.fromisoformat(info.date),
                "payer": payer,
                "payee": payee,
                "unit": info.currency or filing.terms.currency,
                "amount": int(events.amount[at]),
                "note": notes.get((info.file, line), ""),
            }
        )
    return pa.Table.from_pylist(rows, PAYMENTS)


assert (POT, BANK, UNEXPLAINED) == (-1, -2, -3), "the order of the accounts in `_accounts`"


def expenses(filing: Filing, notes: Mapping[tuple[str, int], str]) -> pa.Table:
    """Return the table ``expenses``: what was paid in the sessions for several."""
    hands, events = filing.hands, filing.hands.events
    rows: dict[tuple[int, int, int], dict[str, Any]] = {}
    for at in np.flatnonzero(events.kind == EXPENSE):
        session, line = int(events.session[at]), int(events.line[at])
        info = hands.sessions[session]
        payer, sharer = (filing.terms.people[info.players[players[at]]] for players in (events.player, events.other))
        row = rows.setdefault(
            (session, line, payer),
            {
                "session": int(filing.keys[session]),
                "file": info.file,
                "line": line,
                "date": date.fromisoformat(info.date),
                "payer": payer,
                "sharers": [],
                "unit": info.currency or filing.terms.currency,
                "amount": 0,
                "note": notes.get((info.file, line), ""),
            },
        )
        row["sharers"].append(sharer)
        row["amount"] += int(events.amount[at])
    return pa.Table.from_pylist(list(rows.values()), EXPENSES)


def _words(codes: Array, words: Any) -> pa.DictionaryArray:  # noqa: ANN401 - a sequence of words or an array of them
    """Return text from codes."""
    return pa.DictionaryArray.from_arrays(in_arrow(codes.astype(np.int8)), pa.array(list(words), pa.string()))


def _code(words: Array, word: str) -> int:
    found = np.flatnonzero(words == word)
    return int(found[0]) if len(found) else ABSENT


POSTINGS: Final = pa.schema(
    {
        "session": pa.int64(),
        "n": pa.int32(),
        "date": pa.date32(),
        "hand": pa.int64(),
        "line": pa.int32(),
        "kind": pa.string(),
        "debit": pa.int32(),
        "credit": pa.int32(),
        "chips": pa.int64(),
        "unit": pa.string(),
        "amount": pa.int64(),
    }
)
PAYMENTS: Final = pa.schema(
    {
        "session": pa.int64(),
        "file": pa.string(),
        "line": pa.int32(),
        "date": pa.date32(),
        "payer": pa.int32(),
        "payee": pa.int32(),
        "unit": pa.string(),
        "amount": pa.int64(),
        "note": pa.string(),
    }
)
EXPENSES: Final = pa.schema(
    {
        "session": pa.int64(),
        "file": pa.string(),
        "line": pa.int32(),
        "date": pa.date32(),
        "payer": pa.int32(),
        "sharers": pa.list_(pa.int32()),
        "unit": pa.string(),
        "amount": pa.int64(),
        "note": pa.string(),
    }
)
