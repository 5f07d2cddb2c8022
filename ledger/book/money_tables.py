"""The tables of what moved: postings, whose chips went to whom, payments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import numpy as np
import pyarrow as pa

from ledger.book.database import BANK_ACCOUNT, POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.filing import Filing, unless
from ledger.book.rows import Tables
from ledger.hands.events import PAY
from ledger.hands.model import ABSENT, Array
from ledger.log.records import Payments
from ledger.money import BANK, CHIPS, POSTING_KINDS, POT, UNEXPLAINED, journal, won_from


def postings(filing: Filing) -> pa.Table:
    """Return the table ``postings``, without the opening pots."""
    hands, booked = filing.hands, journal(filing.judged)
    session = booked.session
    starts = np.searchsorted(session, np.arange(len(hands.sessions)))
    days = np.array([info.date for info in hands.sessions], "datetime64[D]")
    units, codes = np.unique([*filing.units, filing.terms.currency], return_inverse=True)
    unit = np.where(booked.paid & (codes[session] == _code(units, CHIPS)), codes[-1], codes[session])
    return pa.table(
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


def winnings(filing: Filing) -> pa.Table:
    """Return the table ``winnings``; two names of one person are one."""
    won = won_from(filing.judged)
    session, winner, loser = np.nonzero(won)
    nobody = loser == won.shape[2] - 1
    winner_id = filing.people(session, winner)
    loser_id = np.where(nobody, POT_ACCOUNT, filing.people(session, np.where(nobody, winner, loser)))
    found = pa.table(
        {
            "session": filing.keys[session],
            "winner": winner_id.astype(np.int32),
            "loser": loser_id.astype(np.int32),
            "chips": won[session, winner, loser],
        }
    ).filter(pa.array(winner_id != loser_id))
    return found.group_by(["session", "winner", "loser"]).aggregate([("chips", "sum")])


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


def payment_tables(paid: Payments, people: Mapping[str, int]) -> Tables:
    """Return the rows for what was paid between sessions: in ``payments`` and in ``postings``."""
    rows = [
        {
            "session": None,
            "file": paid.file,
            "line": one.line,
            "date": date.fromisoformat(one.date),
            "payer": people[one.payer],
            "payee": people[one.payee],
            "unit": one.currency,
            "amount": one.amount,
            "note": one.note,
        }
        for one in paid.payments
    ]
    postings = [
        {key: row[key] for key in ("session", "date", "line", "unit", "amount")}
        | {"n": n, "kind": "payment", "debit": row["payer"], "credit": row["payee"], "chips": 0}
        for n, row in enumerate(rows, 1)
        if row["amount"]
    ]
    return {"payments": pa.Table.from_pylist(rows, PAYMENTS), "postings": pa.Table.from_pylist(postings, POSTINGS)}


def _words(codes: Array, words: Any) -> pa.DictionaryArray:  # noqa: ANN401 - a sequence of words or an array of them
    """Return text from codes."""
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int8)), pa.array(list(words), pa.string()))


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
