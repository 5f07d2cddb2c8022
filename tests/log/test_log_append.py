"""A statement added at the end of a log: it is read back as it is, and every byte that was there
stays.
"""

import pytest
from hypothesis import assume, example, given, strategies as st
from log_text import HEADER
from torn_logs import torn_logs

from ledger.errors import UserError
from ledger.log import read, with_statement, words
from ledger.log.between_hands import (
    BETWEEN_HANDS,
    DIVIDE,
    AnteChange,
    BetweenHands,
    BuyIn,
    CashOut,
    Count,
    End,
    Expense,
    Leave,
    Pay,
    Penalty,
    Result,
    RulesChange,
    Sit,
    Transfer,
    Waive,
)
from ledger.log.reader import SECOND_LOG
from ledger.log.records import Unreadable

LOG = HEADER.replace("seats", "chip 0.25 USD\nseats") + "\nhand 1 Ann 9h\n  pass Bea\n"

STATEMENTS: list[tuple[BetweenHands, str]] = [
    (Sit(0, "Hal", "Big Al"), 'sit Hal after "Big Al"'),
    (Leave(0, "Cal"), "leave Cal"),
    (BuyIn(0, "Ann", 40, "Bea"), "buyin Ann 40 from Bea"),
    (CashOut(0, "Ann", 40, None), "cashout Ann 40"),
    (Count(0, "Ann", 55), "count Ann 55"),
    (Pay(0, "Bea", "Ann", 1250, "venmo"), "pay Bea Ann 12.50 venmo"),
    (Penalty(0, "Bea", 7, 1), "penalty Bea 7 for 1"),
    (Transfer(0, "Cal", "Bea", 7, 9), "transfer Cal Bea 7 for 9"),
    (Waive(0, 12, "Big Al", "we were all tired"), 'waive 12 "Big Al"   # we were all tired'),
    (AnteChange(0, 2), "ante 2"),
    (RulesChange(0, None, (("limit", "40"),), (7,)), "rules limit=40"),
    (
        Expense(0, "Bea", 1250, "pizza", ("Ann", "Big Al")),
        'expense Bea 12.50 pizza for Ann "Big Al"',
    ),
    (Result(0, (("Ann", 12), ("Bea", -7))), "result Ann 12 Bea -7"),
    (End(0, DIVIDE), "end divide"),
]


@pytest.mark.parametrize(("record", "line"), STATEMENTS)
def test_a_statement_stands_at_the_end_and_is_between_hands(
    record: BetweenHands, line: str
) -> None:
    longer = with_statement(LOG, record)
    assert longer == f"{LOG}{line}\n"
    assert read(longer, "x").body[-1][:-1] == record._replace(line=9)[:-1]  # type: ignore[index]


def test_there_is_an_example_of_every_statement_between_hands() -> None:
    assert {line.split()[0] for _, line in STATEMENTS} == set(BETWEEN_HANDS)


@pytest.mark.parametrize(
    ("log", "longer"),
    [
        (LOG[:-1], f"{LOG}count Ann 5\n"),
        (LOG + "  ", f"{LOG}  \ncount Ann 5\n"),
        (LOG.replace("\n", "\r\n"), (LOG + "count Ann 5\n").replace("\n", "\r\n")),
        (LOG.replace("\n", "\r\n")[:-2], (LOG + "count Ann 5\n").replace("\n", "\r\n")),
        (LOG.replace("\n", "\r\n")[:-1], (LOG + "count Ann 5\n").replace("\n", "\r\n")),
        (LOG[:-1] + "\r", LOG[:-1] + "\r\ncount Ann 5\n"),
        ("\ufeff" + LOG, f"\ufeff{LOG}count Ann 5\n"),
        (LOG + "hand 2 \udcff\n", f"{LOG}hand 2 \udcff\ncount Ann 5\n"),
    ],
    ids=[
        "no newline",
        "blanks",
        "CRLF",
        "CRLF without the last",
        "CRLF torn",
        "a stray CR",
        "BOM",
        "a stray byte",
    ],
)
def test_only_a_missing_newline_is_added_and_lines_end_as_they_did(log: str, longer: str) -> None:
    assert with_statement(log, Count(0, "Ann", 5)) == longer
    assert with_statement(
        log.encode("utf-8", "surrogateescape"), Count(0, "Ann", 5)
    ) == longer.encode("utf-8", "surrogateescape")


def test_money_is_that_of_the_session() -> None:
    yen = LOG.replace("0.25 USD", "10 JPY")
    assert with_statement(yen, Pay(0, "Ann", "Bea", 1250, "")).endswith("pay Ann Bea 1250\n")


def refusal(log: str, record: BetweenHands) -> UserError:
    with pytest.raises(UserError) as caught:
        with_statement(log, record, "friday.bourre")
    return caught.value


def test_a_player_who_never_sat_is_refused() -> None:
    refused = refusal(LOG, Penalty(0, "Beaa", 7, 1))
    assert refused.message == (
        "`penalty Beaa 7 for 1` cannot be added to friday.bourre: Beaa is not a player of "
        "this evening"
    )
    assert refused.remedy == "did you mean Bea?"


def test_nobody_sits_down_after_the_end() -> None:
    assert "after the evening's `end`" in refusal(LOG + "end\n", Sit(0, "Hal", "Ann")).message


@pytest.mark.parametrize("note", ["two\nlines", "bell\x07", "\udcff"])
def test_a_note_that_is_not_one_line_of_text_is_refused(note: str) -> None:
    refused = refusal(LOG, Pay(0, "Ann", "Bea", 5, note))
    assert refused.message == "a `pay` statement must be one line of plain text"
    assert refused.remedy


def test_a_remark_of_several_lines_is_refused() -> None:
    assert "one line" in refusal(LOG, Waive(0, 1, "Bea", "tired\nhand 2 Ann 9h")).message


def test_a_log_that_cannot_be_read_is_refused() -> None:
    refused = refusal("bourre 2\n", Count(0, "Ann", 5))
    assert (
        refused.message == "nothing can be added to friday.bourre: line 1, version 2 of the format"
    )
    assert refused.remedy


def test_a_log_grows_to_its_limits_and_not_beyond() -> None:
    full = LOG + "\n" * (words.MOST_LINES - LOG.count("\n"))
    assert "more than 500,000 lines" in refusal(full, Count(0, "Ann", 5)).message
    wide = LOG + "x-" + " " * (words.MOST_BYTES - len(LOG) - 12) + "\nnonsense\n"
    assert "larger than 16 MB" in refusal(wide, Count(0, "Ann", 5)).message


NOTES = st.text(
    st.sampled_from(list('ab "#\\\t,=-é\u00a0')) | st.characters(exclude_categories=["Cc", "Cs"]),
    max_size=12,
)


@given(NOTES)
@example('"thanks # so far"')
@example('""')
@example(" ")
@example("# all of it")
@example('for "two" \\ evenings')
def test_any_note_of_one_line_comes_back_as_it_was(note: str) -> None:
    record = Pay(0, "Ann", "Bea", 5, note)
    said = read(with_statement(LOG, record), "x").body[-1]
    assert isinstance(said, Pay)
    assert (said.note, said.comment) == (note, "")


@given(
    torn_logs(),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", "hand 99 Ann", 'pass "', "# so"]),
)
def test_torn_logs_keep_every_byte_and_gain_one_statement(text: str, end: str, rest: str) -> None:
    log = (text + rest).replace("\n", end).encode("utf-8", "surrogateescape")
    before = read(log, "x")
    assume(before.readable and not any(error.message == SECOND_LOG for error in before.errors))
    record = Count(0, before.players[0], 7)
    longer = with_statement(log, record)
    after = read(longer, "x")
    assert longer.startswith(log)
    assert after.body[-1] == record._replace(line=longer.count(b"\n"))
    assert after.errors == before.errors
    assert [item for item in after.body[:-1] if isinstance(item, Unreadable)] == [
        item for item in before.body if isinstance(item, Unreadable)
    ]
