"""The way back from columns to a log."""

import pytest
from hands_alike import case_sessions, differences, verdicts
from hypothesis import given
from log_text import HEADER
from torn_logs import torn_logs
from trials import drawn

from ledger.findings.audit import audit
from ledger.hands.from_log import columns
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.log.records import Session


@pytest.mark.slow
def test_what_came_back_is_the_same_can_be_written_and_read_and_has_the_same_findings_but_for_their_lines() -> (  # noqa: E501
    None
):
    sessions = drawn(case_sessions(), 30)
    hands = columns(sessions)
    back = list(sessions_of(hands))
    of_back = columns(back)
    assert differences(hands, [of_back], places=False) == []
    assert (
        differences(of_back, [columns([read(write(session), session.file) for session in back])])
        == []
    )
    before, after = audit(sessions), audit(back)
    assert verdicts(after, places=False) == verdicts(before, places=False)
    assert after.books == before.books


@given(torn_logs())
def test_torn_logs_come_back_as_they_were(text: str) -> None:
    session = read(text, "torn.bourre")
    hands = columns([session])
    if session.readable:
        (back,) = sessions_of(hands)
        assert differences(hands, [columns([back])], places=False) == []
        assert differences(columns([back]), [columns([read(write(back), "torn.bourre")])]) == []


def there_and_back(text: str) -> str:
    (session,) = sessions_of(columns([read(HEADER + text, "friday.bourre")]))
    return write(session).removeprefix(HEADER)


def test_a_hand_comes_back_in_the_order_of_the_format() -> None:
    text = """
hand 12 Ann 9h
  ante Bea Ann=5
  dealt Bea Ks Qs 7c 3c ??
  early Cal
  pass Bea
  play Cal 3 out 7d 6d 2c in Ah ?? ??
  play "Big Al" 1
  play Ann
  pass "Big Al"
  trick Cal Ah 9h>4h
  claim Cal Kh Qh
  tricks Cal 5
  pot 7
  take Cal
  match Ann 7
  renege Ann
"""
    assert there_and_back(text) == text


def test_who_declared_before_the_turn_comes_back_first() -> None:
    text = """
hand 1 Ann h
  play Ann 0
  pass Cal Bea
  take -
  match -
"""
    assert there_and_back(text) == text


def test_statements_between_hands_come_back() -> None:
    text = """buyin Ann 40
buyin Bea 40 from Ann
sit Dot after Cal
cashout Cal 38 from Ann
leave Cal
count Ann 41
penalty Bea 7 for 1
penalty Bea 7
transfer Ann Bea 7 for 9
waive 12 Bea
end divide
pay Bea Ann 12.50
"""
    assert there_and_back(text) == text


def test_a_hand_in_quarantine_comes_back_word_for_word() -> None:
    text = """
hand 1 Ann 9h   # the first
  play Ann
\ttrick  Ann 1h  # a slip of the pen
  x-note kept
buyin Zoe 40

hand two
  pass Cal
"""
    assert there_and_back(text) == text


def test_lines_of_the_header_that_could_not_be_read_stay_in_their_place() -> None:
    header = HEADER.replace("seats", "chip a lot\nante 1\npot x\nseats")
    session = read(header, "friday.bourre")
    (back,) = sessions_of(columns([session]))
    assert write(back) == header
    assert back.errors == session.errors


def test_what_the_columns_do_not_have_is_lost() -> None:
    text = "# a remark\npay Bea Ann 12.50 venmo\n\nhand 1 Ann h\n  play Ann Bea\n".replace(
        "Ann Bea", "Ann"
    )
    assert there_and_back(text) == "pay Bea Ann 12.50\n\nhand 1 Ann h\n  play Ann\n"


def test_a_trick_too_many_comes_back_as_a_trick_too_many() -> None:
    tricks = "  trick Ann 2h 3h\n" * 6
    session = read(f"{HEADER}hand 1 Ann h\n  play Ann\n  play Bea\n{tricks}", "friday.bourre")
    hands = columns([session])
    assert differences(hands, [columns(sessions_of(hands))], places=False) == []
    assert (
        len([found for found in audit(sessions_of(hands)).findings if found.rule == "hand-size"])
        == 1
    )


def test_nobody_anted_is_not_the_same_as_nothing_written() -> None:
    assert there_and_back("\nhand 1 Ann h\n  ante Bea=0\n") == "\nhand 1 Ann h\n  ante Ann=0\n"


def test_sessions_are_yielded_one_by_one() -> None:
    sessions = sessions_of(columns(case_sessions()))
    assert isinstance(next(sessions), Session)


@pytest.mark.parametrize("before", ["session", "rules", "seats"])
def test_the_game_comes_back_where_it_stood(before: str) -> None:
    header = HEADER.replace(before, f"game fridays\n{before}", 1)
    (back,) = sessions_of(columns([read(header, "friday.bourre")]))
    assert back.game == "fridays"
    assert write(back) == header


def test_in_a_new_log_the_game_stands_below_the_session() -> None:
    hands = columns([read(HEADER, "friday.bourre")])
    lines = hands.sessions[0].header_lines
    for hands.sessions[0].header_lines in (lines, ()):
        hands.sessions[0].game = "fridays"
        (back,) = sessions_of(hands)
        assert write(back) == HEADER.replace("rules", "game fridays\nrules")
