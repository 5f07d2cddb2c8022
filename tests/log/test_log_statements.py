"""The specifications of the statements: each is complete, and what follows from it agrees with what
is written about it.
"""

from typing import Any

import pytest

from ledger.log import read, write
from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.grammar import HEADER_STATEMENTS, Statement
from ledger.log.hand_statements import HAND_STATEMENTS
from ledger.log.records import Hand
from ledger.log.words import KEYWORDS
from ledger.log.writer import PAGE, every_statement, help_rows, help_table

HEADER = """bourre 1
session 2026-11-20 friday
rules louisiana
seats Gus Ann Bea Cal Dot Eve
"""
FIRST = "\nhand 12 Gus 9h\n"


def named(statement: Statement[Any]) -> str:
    return f"{statement.record.__name__}"


@pytest.mark.parametrize("statement", list(every_statement()), ids=named)
def test_a_statement_says_what_it_is_for(statement: Statement[Any]) -> None:
    assert statement.help.endswith(".")
    assert statement.form.startswith(statement.keyword)
    assert statement.example.startswith(statement.keyword) or not statement.example
    assert statement.record._fields[0] == "line"
    assert statement.record._fields[-1] == "comment"


@pytest.mark.parametrize(
    "statement", [one for one in every_statement() if one.own_reader is None], ids=named
)
def test_the_record_has_a_field_for_each_part_in_its_order(statement: Statement[Any]) -> None:
    assert statement.record._fields[1:-1] == tuple(part.field for part in statement.parts)
    assert all(part.kind.name or part.kind.form for part in statement.parts)


def test_keywords_are_those_of_the_statements() -> None:
    assert {"hand", *HAND_STATEMENTS, *BETWEEN_HANDS} == KEYWORDS


@pytest.mark.parametrize(
    "statement", [one for one in BETWEEN_HANDS.values() if one.example], ids=named
)
def test_the_example_of_a_statement_between_hands_is_read_and_canonical(
    statement: Statement[Any],
) -> None:
    text = HEADER + statement.example + "\n"
    session = read(text, "x")
    assert not session.errors
    assert write(session) == text
    assert isinstance(session.body[-1], statement.record)


@pytest.mark.parametrize("statement", list(HAND_STATEMENTS.values()), ids=named)
def test_the_example_of_a_statement_of_a_hand_is_read_and_canonical(
    statement: Statement[Any],
) -> None:
    before = "  play Cal\n" if statement.keyword == "draw" else ""
    text = HEADER + FIRST + before + "  " + (statement.example or statement.form) + "\n"
    session = read(text, "x")
    assert not session.errors
    assert write(session) == text
    hand = session.body[-1]
    assert isinstance(hand, Hand)
    assert isinstance(hand.statements[-1], statement.record)


@pytest.mark.parametrize(
    "statement", [one for one in HEADER_STATEMENTS.values() if one.example], ids=named
)
def test_the_example_of_a_statement_of_the_header_is_read_and_canonical(
    statement: Statement[Any],
) -> None:
    lines = {keyword: one.example for keyword, one in HEADER_STATEMENTS.items()} | {
        "bourre": "bourre 1"
    }
    text = "".join(
        line + "\n"
        for keyword, line in lines.items()
        if HEADER_STATEMENTS[keyword].needed or keyword == statement.keyword
    )
    session = read(text, "x")
    assert not session.errors
    assert write(session) == text
    assert any(isinstance(said, statement.record) for said in session.header)


def test_canonical_forms() -> None:
    forms = {row.form for row in help_rows()}
    assert {
        "bourre 1",
        "session DATE ID [TITLE]",
        "sit PLAYER after PLAYER",
        "buyin PLAYER CHIPS [from PLAYER]",
        "pay PLAYER PLAYER MONEY [WORDS]",
        "transfer PLAYER PLAYER CHIPS [for HAND]",
        "waive HAND PLAYER",
        "end carry|divide|counted|counted divide",
        "hand NUMBER PLAYER CARD|SUIT|-",
        "play PLAYER [NUMBER] [out CARD …] [in CARD …]",
        "claim PLAYER [CARD …]",
        "take PLAYER|- [CHIPS]",
        "currency CURRENCY",
    } <= forms
    # `bourre 1`, `ante CHIPS`, `pot CHIPS` and `pay …` stand in two places
    assert len(help_rows()) == len(forms) + 4


def test_the_page_about_the_log_has_the_table_of_the_statements() -> None:
    """Else: python -m ledger.log."""
    assert help_table() in PAGE.read_text("utf-8")
