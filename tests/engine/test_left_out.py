"""A record with something left out accuses nobody and tells what it does not know (6.6, 5.16)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

import duckdb
import pytest
from left_out import AT_ITS_WORD, Hand, Partial, partial_records, said
from trials import FULL, RUN

import ledger
from ledger.book.balances.unread import unread
from ledger.book.derived.carried_tables import follow_on
from ledger.book.derived.folder_state import Terms
from ledger.book.derived.rows import insert
from ledger.book.derived.schema import SCHEMA
from ledger.book.derived.tables import tables
from ledger.engine import judge, without_collection
from ledger.findings import Finding, findings
from ledger.findings.kinds import ERROR
from ledger.hands import read_logs

PARTS = 8 if FULL else 1  # of some 2,700 hands each

NAMES_NOBODY = {
    "hand-size": ("if not, there is one `hand-size` for the first trick",),
    "syntax": (
        "in a hand in which nobody has declared or played yet",
        "`draw` follows that player's `play`",
    ),
}
"""The only errors that a partial record may have, and what the log format says of them."""

UNSURE_THOUGH_RIGHT = 0.3
"""How many of all chips won in a hand may be told as unsure though they are right: all could."""


class Chips(NamedTuple):
    """What a player won in a hand by the partial record, and in fact.

    ``unsure`` is True if the record says that it may be another.
    """

    hand: int
    player: str
    won: int
    fact: int
    unsure: bool


class Trial:
    """Partial records judged together, each a game of its own, and what a book says of them.

    ``may_touch`` are players by session, and ``unsure`` those by session and place of a hand.
    """

    def __init__(self, records: list[Partial]) -> None:
        self.records = records
        logs = [log for at, record in enumerate(records) for log in record.logs(str(at))]
        with without_collection():
            judged = judge(read_logs(logs).hands)
        names = sorted({name for info in judged.hands.sessions for name in info.players})
        terms = Terms({name: at for at, name in enumerate(names, 1)}, "USD", "")
        self.judged, _ = follow_on(judged, terms)
        self.moved = self.judged.settlement.moved
        with duckdb.connect(":memory:") as book:
            book.execute(SCHEMA)
            book.executemany(
                "INSERT INTO players (name, player) VALUES (?, ?)", [*terms.people.items()]
            )
            for table, rows in tables(self.judged, terms, {}).items():
                insert(book, table, rows)
            self.may_touch = {one.session: set(one.may_touch) for one in unread(book).sessions}
            unsure = book.execute(_UNSURE).fetchall()
        self.unsure = {(session, hand): set(players) for session, hand, players in unsure}
        self.sessions: defaultdict[int, list[int]] = defaultdict(list)
        for at, info in enumerate(self.judged.hands.sessions):
            self.sessions[_record(info.id)].append(at)
        self.errors: defaultdict[int, list[Finding]] = defaultdict(list)
        for found in findings(self.judged):
            if found.severity == ERROR:
                self.errors[_record(found.session or "")].append(found)

    def failures(self) -> Iterator[str]:
        """Yield every record that breaks a law, and how it does."""
        for at, record in enumerate(self.records):
            errors = (one for one in self.errors[at] if one.player or one.rule not in NAMES_NOBODY)
            wrong = [*(one.message for one in errors), *self.untold(at), *self.unmarked(at)]
            if wrong:
                logs = [log.content.decode() for log in record.logs(str(at))]
                yield "\n".join([*logs, f"Without {record.what}:", *wrong])

    def touched(self, at: int) -> set[str]:
        """Return the players of a record whose chips may be others in the end, as a book says."""
        infos = (self.judged.hands.sessions[session] for session in self.sessions[at])
        return set(chain(*(self.may_touch.get(info.id, ()) for info in infos)))

    def untold(self, at: int) -> Iterator[str]:
        """Yield whose chips at the end are others than told, if nothing says that they may be."""
        held: Counter[str] = Counter()
        for session in self.sessions[at]:
            players = self.judged.hands.sessions[session].players
            held.update(dict(zip(players, self.judged.books.chips[session], strict=True)))
        touched = self.touched(at)
        for player, chips in self.records[at].evening.chips.items():
            if held[player] != chips and player not in touched:
                yield f"{player} has {chips} at the end, not {held[player]}: not told."

    def unmarked(self, at: int) -> Iterator[str]:
        """Yield whose chips in a hand are others than shown, if nothing says that they may be.

        The hand itself says so, but for one that comes after a hand that was thrown in and is not
        there: without exemptions its antes count as known (log-format.md, *Unverified*). Such an
        evening says so at its end, unless the chips counted there are the truth (``end counted``).
        """
        parts = self.records[at].evening.parts
        thrown_in = any(isinstance(part, Hand) and said(part.lines, "misdeal") for part in parts)
        if thrown_in and any(b"end counted" in log.content for log in self.records[at].logs("")):
            return
        touched = self.touched(at) if thrown_in else set()
        for one in self.chips(at):
            if one.won != one.fact and not one.unsure and one.player not in touched:
                yield f"{one.player} won {one.fact} in hand {one.hand}, not {one.won}: not told."

    def chips(self, at: int) -> Iterator[Chips]:
        hands, parts = self.judged.hands, self.records[at].evening.parts
        facts = {part.number: part.won for part in parts if isinstance(part, Hand)}
        for session in self.sessions[at]:
            info = hands.sessions[session]
            for place in range(info.rows):
                row = info.first_row + place
                number, unsure = int(hands.number[row]), self.unsure.get((info.id, place + 1), ())
                for seat in range(int(hands.seated[row])):
                    player = info.players[hands.player[seat, row]]
                    won, fact = int(self.moved[seat, row]), facts[number].get(player, 0)
                    yield Chips(number, player, won, fact, player in unsure)


_UNSURE = """
    SELECT id, hand, list(name)
    FROM unsure JOIN sessions USING (session) JOIN players USING (player) GROUP BY ALL
"""


def _record(session: str) -> int:
    return int(session.partition("-")[0])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_record_with_something_left_out_accuses_nobody_and_tells_what_it_does_not_know(
    part: int,
) -> None:
    print(f"BOURRE_SEED={RUN}")
    trial = Trial([*partial_records(Random(f"{RUN} {part}"))])  # noqa: S311 - to be repeated
    failures = [*trial.failures()]
    assert not failures, "\n\n".join([f"{len(failures)} of {len(trial.records)}:", *failures[:3]])
    chips = [one for at in range(len(trial.records)) for one in trial.chips(at)]
    needless = sum(one.unsure and one.won == one.fact for one in chips)
    assert needless < UNSURE_THOUGH_RIGHT * len(chips)


def test_what_is_taken_at_its_word_stands_in_the_contract() -> None:
    docs = Path(ledger.__file__).parent / "docs"
    pages = {name: (docs / f"{name}.md").read_text("utf-8") for name in ("rules", "log-format")}
    words = {name: " ".join(page.split()) for name, page in pages.items()}
    for word in AT_ITS_WORD:
        assert word.sentence in words[word.page], word.sentence
    for sentence in chain(*NAMES_NOBODY.values()):
        assert sentence in words["log-format"], sentence
