"""Postings: everything that moves is in them once, with its line, and what a player is owed is
their sum.
"""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from audit_text import log_of
from simulated_hands import simulate
from text_cases import Case, cases_in
from trials import drawn
from worked_cases import CASES, LOGS, session_in

from ledger.book.files.folder import PAYMENTS
from ledger.cli.demo import sample_folder
from ledger.engine.judge import Judged, judge
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.model import Hands
from ledger.log import read
from ledger.money.journal import BANK, POT, UNEXPLAINED, Journal, journal, largest
from ledger.money.posting_kinds import POSTING_KINDS

KINDS = tuple(POSTING_KINDS)


def lines_of(judged: Judged) -> list[str]:
    """The postings of a session, a short line each: ``3 ante Ann>pot 1 (25) hand 1``."""
    booked = journal(judged)
    names = (*judged.hands.sessions[0].players, "?", "bank", "pot")
    return [
        f"{booked.line[at]} {KINDS[booked.kind[at]]} "
        f"{names[booked.credit[at]]}>{names[booked.debit[at]]} "
        f"{booked.chips[at]} ({booked.amount[at]})"
        + (f" hand {booked.number[at]}" if booked.number[at] >= 0 else "")
        for at in range(len(booked))
    ]


@pytest.mark.parametrize("case", cases_in(Path(__file__).parent / "journal.txt"), ids=str)
def test_what_is_posted(case: Case) -> None:
    posted = lines_of(judge(columns([read(log_of(case.log), "friday.bourre")])))
    assert [f"> {line}" for line in posted] == case.expected.splitlines()


def sums(booked: Journal, what: str) -> dict[tuple[int, int], int]:
    """Return what each account of each session got, of ``chips`` or ``amount``."""
    found: dict[tuple[int, int], int] = defaultdict(int)
    values = getattr(booked, what).tolist()
    for session, debit, credit, value in zip(
        booked.session.tolist(), booked.debit.tolist(), booked.credit.tolist(), values, strict=True
    ):
        found[session, debit] += value
        found[session, credit] -= value
    return found


@cache
def every_kind_of_session() -> list[Judged]:
    """Return sessions of every kind judged, once for all tests that look at them; nobody changes
    them.
    """
    return [judge(hands) for hands in _every_kind()]


def _every_kind() -> Iterator[Hands]:
    samples = [path for path in sorted(sample_folder().glob("*.bourre")) if path.name != PAYMENTS]
    for paths in (LOGS[::2], LOGS[1::2], samples):
        yield columns(session_in(path) for path in paths)
    seed = secrets.randbelow(1 << 32)
    print("seed", seed)
    for preset in drawn(list(PRESETS.values()), 3):
        yield simulate(preset, 3, 8, seed=seed, mistakes=0.3)


def test_the_chips_of_the_postings_are_those_of_the_books() -> None:
    for judged in every_kind_of_session():
        held = sums(journal(judged), "chips")
        for at, info in enumerate(judged.hands.sessions):
            assert [held[at, player] for player in range(len(info.players))] == judged.books.chips[
                at
            ], info.id
            assert (info.pot or 0) + held[at, POT] == judged.books.pot[at], info.id
            assert held[at, UNEXPLAINED] == judged.books.unexplained[at], info.id


def test_nothing_comes_from_nowhere_and_the_bank_is_always_even() -> None:
    for judged in every_kind_of_session():
        booked = journal(judged)
        worth = sums(booked, "amount")
        assert sum(worth.values()) == 0
        assert all(amount == 0 for (_, account), amount in worth.items() if account == BANK)
        assert (booked.amount >= 0).all()
        assert (booked.chips >= 0).all()
        assert not ((booked.debit == booked.credit) & (booked.debit < 0)).any()


def test_every_posting_stands_on_a_line_of_its_session() -> None:
    paths = sorted((CASES / "first-dirty").glob("*.bourre"))
    booked = journal(judge(columns([session_in(path) for path in paths])))
    lines = [path.read_text("utf-8").splitlines() for path in paths]
    for session, line, kind in zip(
        booked.session.tolist(), booked.line.tolist(), booked.kind.tolist(), strict=True
    ):
        word = lines[session][line - 1].split()[0]
        assert word in WORDS[KINDS[kind]], (paths[session].name, line, word, KINDS[kind])


WORDS = {
    "ante": {"hand", "ante"},
    "second ante": {"play", "stay", "hand"},
    "pot count": {"pot", "hand"},  # a hand before which the books have less than nothing (5.10)
    "take": {"take", "tricks", "trick", "claim", "hand"},
    "match": {"match", "tricks", "trick", "claim", "hand"},
    "renege": {"renege", "hand"},
    "penalty": {"penalty"},
    "transfer": {"transfer"},
    "buy-in": {"buyin"},
    "cash-out": {"cashout"},
    "payment": {"pay"},
    "share": {"end"},
}


def test_postings_of_several_sessions_stand_one_session_after_the_other() -> None:
    hand = "hand 1 Bea 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 3 Bea 2\n"
    text = log_of(
        f"chip 1 USD\nseats Ann Bea\ntransfer Ann Bea 1\n{hand}transfer Bea Ann 2\nend divide\n"
    )
    other = log_of(
        "chip 2 USD\npot 7\nseats Bea Ann\ntransfer Ann Bea 3\n"
        f"{hand.replace('Bea 9h', 'Ann 9h')}  take Ann 4\nend divide\n"
    )
    booked = journal(judge(columns([read(text, "a.bourre"), read(other, "b.bourre")])))
    found = zip(
        *(getattr(booked, name).tolist() for name in ("session", "row", "chips", "amount")),
        strict=True,
    )
    assert list(found) == [
        (0, -1, 1, 100),
        (0, 0, 1, 100),
        (0, 0, 1, 100),
        (0, 0, 2, 200),
        (0, -1, 2, 200),
        (1, -1, 3, 600),
        (1, 1, 1, 200),
        (1, 1, 1, 200),
        (1, 1, 4, 800),
        (1, -1, 3, 600),
        (1, -1, 2, 400),
    ]
    assert [KINDS[kind] for kind in booked.kind[-2:].tolist()] == ["share", "share"]


def test_chips_bought_are_posted_before_what_was_paid_for_them_however_many() -> None:
    booked = journal(
        judge(
            columns(
                [
                    read(
                        log_of(
                            "seats Ann Bea\n"
                            + "buyin Ann 3\ncashout Ann 2\n" * 200
                            + "result Bea 0\n"
                        ),
                        "friday.bourre",
                    )
                ]
            )
        )
    )
    assert booked.chips.tolist() == [3, 0, 2, 0] * 200
    assert booked.line.tolist() == [5 + at // 2 for at in range(800)]


def test_columns_have_the_types_of_the_tables() -> None:
    for booked in (
        journal(judge(columns([]))),
        journal(judge(columns([read(log_of("seats Ann\nbuyin Ann 3\n"), "friday.bourre")]))),
    ):
        types = {name: str(getattr(booked, name).dtype) for name in Journal.__slots__}
        assert types == {
            "session": "int32",
            "row": "int64",
            "number": "int64",
            "line": "int64",
            "kind": "uint8",
            "debit": "int32",
            "credit": "int32",
            "chips": "int64",
            "amount": "int64",
            "paid": "bool",
        }


def peak_of(text: str) -> int:
    """Return the bound on every figure of one log."""
    (found,) = largest(judge(columns([read(log_of(text), "friday.bourre")])))
    return found


HAND = "hand 1 Bea 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"


def test_the_bound_of_a_session_without_a_figure_is_nothing() -> None:
    assert largest(judge(columns([]))) == []
    assert peak_of("seats Ann Bea\n") == 0


def test_the_bound_adds_up_the_pot_and_all_that_was_paid_and_taken() -> None:
    # Antes of 2 and the pot of 6 that they make, as computed and as taken; the match of 6 in and
    # the fine of 3, both left.
    assert peak_of(f"pot 4\nseats Ann Bea\n{HAND}  renege Bea 3\n") == 2 + 6 + 6 + 6 + 6 + 3 + (
        6 + 3
    )


def test_the_bound_counts_what_a_pot_below_nothing_lacks() -> None:
    # Antes of 2, the pot of 2 as computed, and again; 9 taken leave 7 too few; Bea matches with
    # nothing.
    first = f"seats Ann Bea\n{HAND}  take Ann 9\n  match Bea 0\n"
    assert peak_of(first) == 2 + 2 + 2 + 9 + 7
    # 7 lacking are unexplained, and nothing is in the pot (5.10); antes of 2 again, the pot of 2 as
    # computed, and again, which Ann takes; nothing is left.
    second = "hand 2 Ann 9h\n  play Bea 0\n  play Ann 0\n  tricks Ann 3 Bea 2\n"
    assert peak_of(first + second) == 2 + 2 + 2 + 9 + 7 + 2 + 2 + 2 + 2


def test_the_bound_counts_what_a_pot_line_brought_to_light() -> None:
    unread = f"pot what\nseats Ann Bea\n{HAND.replace('5', '3 Bea 2')}"
    # Antes of 2, the pot of 2 as computed, 7 found, 9 in the pot, and 9 taken.
    assert peak_of(f"{unread}  pot 9\n") == 2 + 2 + 7 + 9 + 9
    # One of the two is not found.
    assert peak_of(f"{unread}  pot 1\n") == 2 + 2 + 1 + 1 + 1


def test_the_bound_values_chips_and_takes_money_as_it_is() -> None:
    header = "chip 0.25 USD\nseats Ann Bea\n"
    assert peak_of(f"{header}buyin Ann 8\n") == 8 * 25
    assert peak_of(f"{header}pay Bea Ann 12.50\n") == 1250
    assert peak_of(f"{header}transfer Ann Bea 3\ncashout Ann 4\n") == 3 * 25 + 4 * 25
    assert peak_of(f"pot 4\n{header}") == 4 * 25
    assert peak_of("seats Ann Bea\ntransfer Ann Bea 3\n") == 3


def test_the_bound_of_each_session_is_its_own() -> None:
    texts = (
        "pot 5\nseats Ann Bea\n",
        "chip 2 USD\nseats Ann Bea\nbuyin Ann 3\n",
        f"seats Ann Bea\n{HAND}",
    )
    judged = judge(columns([read(log_of(text), f"{at}.bourre") for at, text in enumerate(texts)]))
    assert largest(judged) == [5, 600, 2 + 2 + 2 + 2 + 2 + 2]


def test_the_bound_is_exact_past_64_bits() -> None:
    # What is moved 20 times, a million million chips of a million dollars each: 64 bits hold less
    # than ten times that.
    header = "chip 1000000 USD\nseats Ann Bea\n"
    assert peak_of(header + "transfer Ann Bea 1000000000000\n" * 20) == 20 * 10**12 * 10**8
    assert peak_of(header + "penalty Ann 1000000000000\n" * 20) == 2 * 20 * 10**12 * 10**8


def test_the_bound_is_above_every_figure() -> None:
    for judged in every_kind_of_session():
        booked = journal(judged)
        peaks = largest(judged)
        biggest = Counter[int]()
        for session, amount in zip(booked.session.tolist(), booked.amount.tolist(), strict=True):
            biggest[session] = max(biggest[session], amount)
        assert all(peaks[session] >= amount for session, amount in biggest.items())
