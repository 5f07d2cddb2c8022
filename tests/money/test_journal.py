"""Postings: everything that moves is in them once, with its line, and what a player is owed is their sum."""

from __future__ import annotations

import secrets
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from audit_text import log_of

from ledger.book.folder import PAYMENTS
from ledger.cli.demo import sample_folder
from ledger.engine.judge import Judged, judge
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.model import Hands
from ledger.log import read, read_path
from ledger.money.journal import BANK, POT, UNEXPLAINED, Journal, journal, largest
from ledger.money.posting_kinds import POSTING_KINDS
from ledger.simulation.sessions import simulate

KINDS = tuple(POSTING_KINDS)
CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def posted(request: pytest.FixtureRequest) -> list[str]:
    """Return the postings of the log in the test's docstring, a short line each: ``1: 3 ante Ann>pot 1 (25)``."""
    return lines_of(judge(columns([read(log_of(request.function.__doc__ or ""), "friday.bourre")])))


def lines_of(judged: Judged) -> list[str]:
    booked = journal(judged)
    names = (*judged.hands.sessions[0].players, "?", "bank", "pot")
    return [
        f"{booked.line[at]} {KINDS[booked.kind[at]]} {names[booked.credit[at]]}>{names[booked.debit[at]]} "
        f"{booked.chips[at]} ({booked.amount[at]})" + (f" hand {booked.number[at]}" if booked.number[at] >= 0 else "")
        for at in range(len(booked))
    ]


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


def every_kind_of_session() -> Iterator[Hands]:
    for folder in (CASES / "clean", CASES / "dirty", CASES / "slips", sample_folder()):
        yield columns(read_path(path) for path in sorted(folder.glob("*.bourre")) if path.name != PAYMENTS)
    seed = secrets.randbelow(1 << 32)
    print("seed", seed)
    for preset in PRESETS.values():
        yield simulate(preset, 3, 12, seed=seed, mistakes=0.3)


def test_the_chips_of_the_postings_are_those_of_the_books() -> None:
    for hands in every_kind_of_session():
        judged = judge(hands)
        held = sums(journal(judged), "chips")
        for at, info in enumerate(hands.sessions):
            assert [held[at, player] for player in range(len(info.players))] == judged.books.chips[at], info.id
            assert (info.pot or 0) + held[at, POT] == judged.books.pot[at], info.id
            assert held[at, UNEXPLAINED] == judged.books.unexplained[at], info.id


def test_nothing_comes_from_nowhere_and_the_bank_is_always_even() -> None:
    for hands in every_kind_of_session():
        judged = judge(hands)
        booked = journal(judged)
        worth = sums(booked, "amount")
        assert sum(worth.values()) == 0
        assert all(amount == 0 for (_, account), amount in worth.items() if account == BANK)
        assert (booked.amount >= 0).all()
        assert (booked.chips >= 0).all()
        assert not ((booked.debit == booked.credit) & (booked.debit < 0)).any()


def test_every_posting_stands_on_a_line_of_its_session() -> None:
    for path in sorted((CASES / "dirty").glob("*.bourre")):
        hands = columns([read_path(path)])
        lines = path.read_text("utf-8").splitlines()
        for line, kind in zip(*(getattr(journal(judge(hands)), name).tolist() for name in ("line", "kind")), strict=True):
            word = lines[line - 1].split()[0]
            assert word in WORDS[KINDS[kind]], (path.name, line, word, KINDS[kind])


WORDS = {
    "ante": {"hand", "ante"},
    "second ante": {"play", "stay", "hand"},
    "pot count": {"pot"},
    "take": {"take", "hand"},
    "match": {"match", "hand"},
    "renege": {"renege", "hand"},
    "penalty": {"penalty"},
    "transfer": {"transfer"},
    "buy-in": {"buyin"},
    "cash-out": {"cashout"},
    "payment": {"pay"},
    "share": {"end"},
}


def test_antes_go_into_the_pot_and_the_stake_out_of_it(posted: list[str]) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal

    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    """
    assert posted == [
        "7 ante Ann>pot 1 (25) hand 1",
        "7 ante Bea>pot 1 (25) hand 1",
        "7 ante Cal>pot 1 (25) hand 1",
        "7 take pot>Ann 3 (75) hand 1",
        "7 match Bea>pot 3 (75) hand 1",
    ]


def test_a_recorded_payment_is_booked_on_its_own_line(posted: list[str]) -> None:
    """
    seats Ann Bea Cal

    hand 1 Cal 9h
      ante Ann Bea Cal=2
      play Ann 0
      play Bea 0
      tricks Ann 5
      take Ann 4
      match Bea 4
      renege Bea 1
    """
    assert [line.split(" hand")[0] for line in posted[2:]] == [
        "7 ante Cal>pot 2 (2)",
        "11 take pot>Ann 4 (4)",
        "12 match Bea>pot 4 (4)",
        "13 renege Bea>pot 1 (1)",
    ]


def test_chips_on_credit_cancel_and_chips_for_cash_are_a_payment_to_the_banker(posted: list[str]) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    buyin Ann 40
    buyin Ann 8 from Bea
    cashout Ann 50
    cashout Ann 4 from Bea
    """
    assert posted == [
        "6 buy-in bank>Ann 40 (1000)",
        "6 buy-in Ann>bank 0 (1000)",
        "7 buy-in bank>Ann 8 (200)",
        "7 buy-in Bea>bank 0 (200)",
        "8 cash-out Ann>bank 50 (1250)",
        "8 cash-out bank>Ann 0 (1250)",
        "9 cash-out Ann>bank 4 (100)",
        "9 cash-out bank>Bea 0 (100)",
    ]


def test_rulings_name_their_hand_and_payments_move_no_chips(posted: list[str]) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    penalty Ann 7 for 12
    transfer Ann Bea 3 for 9
    pay Bea Ann 12.50 venmo
    """
    assert posted == [
        "6 penalty Ann>pot 7 (175) hand 12",
        "7 transfer Ann>Bea 3 (75) hand 9",
        "8 payment Ann>Bea 0 (1250)",
    ]


def test_a_pot_that_is_divided_goes_to_those_who_share_it(posted: list[str]) -> None:
    """
    pot 5
    seats Ann Bea
    end divide
    """
    assert posted == ["6 share pot>Ann 3 (3)", "6 share pot>Bea 2 (2)"]


def test_a_count_of_an_unverified_pot_is_booked_as_unexplained(posted: list[str]) -> None:
    """
    seats Ann Bea

    hand 1 Bea 9h
      play Ann what

    hand 2 Ann 9h
      ante Ann Bea
      pot 9
    """
    assert "11 pot count ?>pot 7 (7) hand 2" in posted


def test_the_bound_is_above_every_figure() -> None:
    for hands in every_kind_of_session():
        judged = judge(hands)
        booked = journal(judged)
        peaks = largest(judged)
        biggest = Counter[int]()
        for session, amount in zip(booked.session.tolist(), booked.amount.tolist(), strict=True):
            biggest[session] = max(biggest[session], amount)
        assert all(peaks[session] >= amount for session, amount in biggest.items())
