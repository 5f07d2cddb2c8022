"""Judged sessions as tables of the database: one Arrow table each, with the columns of ``schema.sql`` in their order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

import numpy as np
import pyarrow as pa

from ledger.book.carried import Opening
from ledger.book.database import BANK_ACCOUNT, POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.folder_state import Terms
from ledger.book.rows import Tables
from ledger.engine.form import BIT, mask_of_lists
from ledger.engine.judge import Judged
from ledger.engine.verdicts import NO_PLAY, RIGHT, UNPROVED, WRONG
from ledger.findings.finding import Finding
from ledger.findings.from_facts import findings
from ledger.game.cards import NAMES, UNKNOWN
from ledger.game.play import player_at
from ledger.game.rules_line import rules_text
from ledger.hands.events import PAY
from ledger.hands.model import ABSENT, Array, SessionInfo
from ledger.log.payment_records import Payments
from ledger.money.amounts import CHIPS
from ledger.money.attribution import won_from
from ledger.money.journal import BANK, POT, UNEXPLAINED, journal
from ledger.money.posting_kinds import POSTING_KINDS

_CARD: Final = {name: card for card, name in enumerate(NAMES[:UNKNOWN])}


def session_key(name: str) -> int:
    """Return the number of a session in the database: 62 bits that follow from its id."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 2


def tables(judged: Judged, terms: Terms, notes: Mapping[tuple[str, int], str], file: str | None = None) -> Tables:
    """Return the rows that some sessions fill.

    ``notes`` are the free words of ``pay`` lines by file and line. ``file`` is where the sessions are, if it is not a
    log each.
    """
    filing = _Filing(judged, terms)
    found = {
        "sessions": filing.sessions(),
        "hands": filing.hands_played(),
        "seats": filing.seats(),
        "plays": filing.plays(),
        "findings": findings_table(findings(judged)),
        "postings": filing.postings(),
        "winnings": filing.winnings(),
        "payments": filing.payments(notes),
    }
    return found if file is None else {name: _in_file(table, file) for name, table in found.items()}


def _in_file(table: pa.Table, file: str) -> pa.Table:
    """Return a table with another file in its column ``file``, if it has one."""
    at = table.schema.get_field_index("file")
    return table if at < 0 else table.set_column(at, "file", pa.array([file] * table.num_rows, pa.string()))


class _Filing:
    """Some judged sessions, with what every table needs of them: keys, ordinals and players."""

    def __init__(self, judged: Judged, terms: Terms) -> None:
        self.judged, self.hands, self.terms = judged, judged.hands, terms
        infos = self.hands.sessions
        self.keys = np.array([session_key(info.id) for info in infos], np.int64)
        self.units = [info.currency or CHIPS for info in infos]
        sizes = np.array([len(info.players) for info in infos], np.int64)
        self.first_player = np.cumsum(sizes) - sizes
        self.player_ids = np.array([terms.people[name] for info in infos for name in info.players], np.int32)
        first_row = np.array([info.first_row for info in infos], np.int64)
        self.key = self.keys[self.hands.session] if len(infos) else np.zeros(0, np.int64)
        self.ordinal = (np.arange(len(self.hands)) + 1 - first_row[self.hands.session]) if len(infos) else np.zeros(0, np.int64)

    def people(self, session: Array, player: Array) -> Array:
        """Return the players behind indices of sessions' players."""
        return np.asarray(self.player_ids[self.first_player[session] + player])

    def sessions(self) -> pa.Table:
        """Return the table ``sessions``."""
        judged, rows = self.judged, []
        counts = self._verdicts()
        nameless = {error.file for error in self.hands.errors if error.text.split()[:1] == ["game"]}
        for at, info in enumerate(self.hands.sessions):
            part = slice(info.first_row, info.first_row + info.rows)
            lines = info.header_lines
            rows.append(
                {
                    "session": int(self.keys[at]),
                    "id": info.id,
                    "file": info.file,
                    "date": date.fromisoformat(info.date),
                    "title": info.title,
                    "game": f"? {info.id}" if info.file in nameless else info.game or self.terms.game,
                    "rules": rules_text(info.rules),
                    "unit": self.units[at],
                    "chip": info.chip or 1,
                    "ante": info.ante,
                    "pot_line": (lines[-2] or lines[1]) if lines else 0,
                    "opening": info.pot,
                    "closing": judged.books.pot[at],
                    "sure": self._sure(info),
                    "hands": info.rows,
                    "quarantined": int(self.hands.quarantined[part].sum()),
                    "plays": int(counts[1:, at].sum()),
                    "proved": int(counts[RIGHT, at]),
                    "wrong": int(counts[WRONG, at]),
                }
            )
        return pa.Table.from_pylist(rows, _SESSIONS)

    def _verdicts(self) -> Array:
        """Return how often each verdict was given in each session (4, sessions)."""
        counts = np.zeros((4, len(self.hands.sessions)), np.int64)
        verdict = self.judged.replay.verdict
        for code in (RIGHT, UNPROVED, WRONG):
            np.add.at(counts[code], self.hands.session, (verdict == code).sum((0, 1)))
        return counts

    def _sure(self, info: SessionInfo) -> bool:
        """Tell whether the pot at the end of a session can be relied upon."""
        if not info.rows:
            return info.pot is not None
        last = info.first_row + info.rows - 1
        settled = self.judged.settlement
        recorded = self.hands.has_take[last] & self.hands.has_match[last]
        return bool(settled.verified[last] & (self.judged.outcome.known[last] | recorded) & ~self.hands.quarantined[last])

    def hands_played(self) -> pa.Table:
        """Return the table ``hands``."""
        hands, replay = self.hands, self.judged.replay
        settled, won = self.judged.settlement, self.judged.outcome
        return pa.table(
            {
                "session": self.key,
                "hand": self.ordinal.astype(np.int32),
                "number": _unless(hands.number, hands.number == ABSENT),
                "line": hands.line,
                "quarantined": hands.quarantined,
                "seated": hands.seated.astype(np.uint8),
                "stayed": replay.form.players.astype(np.uint8),
                "turned": _unless(replay.turned, replay.turned >= UNKNOWN),
                "trump": _unless(hands.trump.astype(np.uint8), hands.trump < 0),
                "pot": settled.pot.astype(np.int64),
                "stake": settled.stake.astype(np.int64),
                "verified": settled.verified,
                "known": won.known,
                "split": won.tied.any(0),
            }
        )

    def seats(self) -> pa.Table:
        """Return the table ``seats``."""
        hands, replay = self.hands, self.judged.replay
        settled, won = self.judged.settlement, self.judged.outcome
        rows, seats = np.nonzero(hands.player.T >= 0)
        at = (seats, rows)
        dealt, held = self._known_cards()
        draws = replay.form.draws[at]
        tricks = won.won[at]
        return pa.table(
            {
                "session": self.key[rows],
                "hand": self.ordinal[rows].astype(np.int32),
                "seat": seats.astype(np.uint8),
                "player": self.people(hands.session[rows], hands.player[at]),
                "declared": hands.declared[at].astype(np.uint8),
                "draw": _unless(draws.astype(np.uint8), (draws < 0) | ~replay.form.playing[at]),
                "tricks": _unless(tricks.astype(np.uint8), ~won.known[rows] | ~replay.form.active[at]),
                "winner": won.winner[rows] == seats,
                "tied": won.tied[at],
                "bourre": won.bourre[at],
                "reneged": replay.wrong[at],
                "dealt": dealt[at].view(np.uint64),
                "held": held[at].view(np.uint64),
                "ante": (settled.ante[at] + settled.second[at]).astype(np.int64),
                "taken": settled.taken[at].astype(np.int64),
                "matched": settled.matched[at].astype(np.int64),
                "penalty": settled.penalty[at].astype(np.int64),
            }
        )

    def _known_cards(self) -> tuple[Array, Array]:
        """Return the cards known to have been dealt to each place, and to have been in its hand when the play began."""
        hands, replay = self.hands, self.judged.replay
        form = replay.form
        dealt = mask_of_lists(replay.dealt)
        dealer = np.arange(hands.width, dtype=np.int8)[:, None] == hands.seated - 1
        dealt |= np.where(dealer & (hands.by_rule("trump") == "dealer"), BIT[replay.turned], 0)
        held = np.zeros_like(dealt)
        for (trick, turn), seat in self._turns():
            rows = np.flatnonzero(seat >= 0)
            card = BIT[replay.cards[trick, turn, rows]] | BIT[replay.withdrawn[trick, turn, rows]]
            held[seat[rows], rows] |= card
        claim = np.flatnonzero(form.claimed)
        held[hands.claim[claim], claim] |= mask_of_lists(hands.shown[:, claim])
        return dealt, held

    def _turns(self) -> Iterable[tuple[tuple[int, int], Array]]:
        """Yield (trick, turn) and the place that plays then in each hand (-1: nobody)."""
        replay = self.judged.replay
        form = replay.form
        tricks, turns, count = replay.verdict.shape
        players, here = np.maximum(form.players, 1), np.arange(count)
        for trick in range(tricks):
            for turn in range(turns):
                active = player_at(np.maximum(form.lead[trick], 0), turn, players)
                seat = form.seat_of[active, here]
                yield (trick, turn), np.where(replay.verdict[trick, turn] == NO_PLAY, np.int8(ABSENT), seat)

    def plays(self) -> pa.Table:
        """Return the table ``plays``."""
        replay = self.judged.replay
        seat = np.full(replay.verdict.shape, ABSENT, np.int8)
        for at, seats in self._turns():
            seat[at] = seats
        seat, cards, verdict = (np.ascontiguousarray(a.transpose(2, 0, 1)) for a in (seat, replay.cards, replay.verdict))
        rows, trick, turn = np.nonzero(verdict != NO_PLAY)
        card = cards[rows, trick, turn]
        return pa.table(
            {
                "session": self.key[rows],
                "hand": self.ordinal[rows].astype(np.int32),
                "trick": (trick + 1).astype(np.uint8),
                "turn": (turn + 1).astype(np.uint8),
                "seat": seat[rows, trick, turn].astype(np.uint8),
                "card": _unless(card, card >= UNKNOWN),
                "verdict": verdict[rows, trick, turn],
            }
        )

    def postings(self) -> pa.Table:
        """Return the table ``postings``, without the opening pots."""
        hands, booked = self.hands, journal(self.judged)
        session = booked.session
        starts = np.searchsorted(session, np.arange(len(hands.sessions)))
        days = np.array([info.date for info in hands.sessions], "datetime64[D]")
        units, codes = np.unique([*self.units, self.terms.currency], return_inverse=True)
        unit = np.where(booked.paid & (codes[session] == _code(units, CHIPS)), codes[-1], codes[session])
        return pa.table(
            {
                "session": self.keys[session],
                "n": (np.arange(len(booked)) - starts[session] + 1).astype(np.int32),
                "date": days[session],
                "hand": _unless(booked.number, booked.number < 0),
                "line": booked.line.astype(np.int32),
                "kind": _words(booked.kind, POSTING_KINDS),
                "debit": self._accounts(session, booked.debit),
                "credit": self._accounts(session, booked.credit),
                "chips": booked.chips,
                "unit": _words(unit, units),
                "amount": booked.amount,
            }
        )

    def _accounts(self, session: Array, account: Array) -> Array:
        """Return accounts as the database has them, from indices of a session's players and the codes of the journal."""
        players = self.people(session, np.maximum(account, 0)) if len(self.player_ids) else account
        others = np.array([0, POT_ACCOUNT, BANK_ACCOUNT, UNEXPLAINED_ACCOUNT], np.int32)
        return np.where(account >= 0, players, others[-np.minimum(account, 0)]).astype(np.int32)

    def winnings(self) -> pa.Table:
        """Return the table ``winnings``; two names of one person are one."""
        won = won_from(self.judged)
        session, winner, loser = np.nonzero(won)
        nobody = loser == won.shape[2] - 1
        winner_id = self.people(session, winner)
        loser_id = np.where(nobody, POT_ACCOUNT, self.people(session, np.where(nobody, winner, loser)))
        found = pa.table(
            {
                "session": self.keys[session],
                "winner": winner_id.astype(np.int32),
                "loser": loser_id.astype(np.int32),
                "chips": won[session, winner, loser],
            }
        ).filter(pa.array(winner_id != loser_id))
        return found.group_by(["session", "winner", "loser"]).aggregate([("chips", "sum")])

    def payments(self, notes: Mapping[tuple[str, int], str]) -> pa.Table:
        """Return the table ``payments``: what was paid in the sessions."""
        hands, events = self.hands, self.hands.events
        rows = []
        for at in np.flatnonzero(events.kind == PAY):
            session, line = int(events.session[at]), int(events.line[at])
            info = hands.sessions[session]
            payer, payee = (self.terms.people[info.players[players[at]]] for players in (events.player, events.other))
            rows.append(
                {
                    "session": int(self.keys[session]),
                    "file": info.file,
                    "line": line,
                    "date": date.fromisoformat(info.date),
                    "payer": payer,
                    "payee": payee,
                    "unit": info.currency or self.terms.currency,
                    "amount": int(events.amount[at]),
                    "note": notes.get((info.file, line), ""),
                }
            )
        return pa.Table.from_pylist(rows, PAYMENTS)


assert (POT, BANK, UNEXPLAINED) == (-1, -2, -3), "the order of the accounts in `_accounts`"


def findings_table(found: Iterable[Finding]) -> pa.Table:
    """Return the table ``findings``."""
    rows = [
        one._asdict()
        | {
            "session": None if one.session is None else session_key(one.session),
            "card": _CARD.get(one.card or ""),
            "required": None if one.required is None else sum(1 << _CARD[card] for card in one.required),
        }
        for one in found
    ]
    return pa.Table.from_pylist(rows, _FINDINGS)


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


def opening_postings(openings: Iterable[Opening]) -> pa.Table:
    """Return the postings for the pots that sessions start with, as far as nobody knows where they come from."""
    rows: list[dict[str, object]] = []
    placed: dict[int, int] = {}
    for evening, chips, unit, amount in openings:
        n = placed[evening.session] = placed.get(evening.session, 1) - 1
        comes = chips > 0
        rows.append(
            {
                "session": evening.session,
                "n": n,
                "date": evening.date,
                "line": evening.line,
                "kind": "opening",
                "debit": POT_ACCOUNT if comes else UNEXPLAINED_ACCOUNT,
                "credit": UNEXPLAINED_ACCOUNT if comes else POT_ACCOUNT,
                "chips": abs(chips),
                "unit": unit,
                "amount": abs(amount),
            }
        )
    return pa.Table.from_pylist(rows, POSTINGS)


def _unless(values: Array, missing: Array) -> pa.Array:
    """Return values with NULL where they are missing."""
    return pa.array(values, mask=missing)


def _words(codes: Array, words: Any) -> pa.DictionaryArray:  # noqa: ANN401 - a sequence of words or an array of them
    """Return text from codes."""
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int8)), pa.array(list(words), pa.string()))


def _code(words: Array, word: str) -> int:
    found = np.flatnonzero(words == word)
    return int(found[0]) if len(found) else ABSENT


_SESSIONS: Final = pa.schema(
    {
        "session": pa.int64(),
        "id": pa.string(),
        "file": pa.string(),
        "date": pa.date32(),
        "title": pa.string(),
        "game": pa.string(),
        "rules": pa.string(),
        "unit": pa.string(),
        "chip": pa.int64(),
        "ante": pa.int64(),
        "pot_line": pa.int32(),
        "opening": pa.int64(),
        "closing": pa.int64(),
        "sure": pa.bool_(),
        **dict.fromkeys(("hands", "quarantined", "plays", "proved", "wrong"), pa.int32()),
    }
)
_FINDINGS: Final = pa.schema(
    {
        "session": pa.int64(),
        "file": pa.string(),
        "line": pa.int32(),
        "hand": pa.int64(),
        "trick": pa.uint8(),
        "player": pa.string(),
        "rule": pa.string(),
        "severity": pa.string(),
        "card": pa.uint8(),
        "required": pa.uint64(),
        "amount": pa.int64(),
        "message": pa.string(),
    }
)
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
