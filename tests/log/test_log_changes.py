"""Stakes and house rules that change during a night, hands thrown in, and what nobody wrote
down.
"""

import pytest
from log_text import HEADER, from_docstring, hands_of, messages, session_of

from ledger.log import write
from ledger.log.between_hands import AnteChange, End, Expense, Result, RulesChange, Waive
from ledger.log.hand_statements import Ante, Misdeal, Play, Plays
from ledger.log.records import Session, Unreadable


@from_docstring
def test_every_statement_of_these_is_read(session: Session) -> None:
    """
    ante 2   # doubled
    rules acadiana limit=40
    rules recall=free
    expense Bea 40 pizza and beer for Ann "Big Al"
    expense Bea 12.50
    result Ann 12 Bea -7
    end counted divide
    """
    assert not session.errors
    assert session.body == [
        AnteChange(6, 2, "# doubled"),
        RulesChange(7, "acadiana", (("limit", "40"),), (7, 16)),
        RulesChange(8, None, (("recall", "free"),), (7,)),
        Expense(9, "Bea", 4000, "pizza and beer", ("Ann", "Big Al"), everyone=False),
        Expense(10, "Bea", 1250, "", ("Ann", "Bea", "Cal", "Big Al"), everyone=True),
        Result(11, (("Ann", 12), ("Bea", -7))),
        End(12, 3),
    ]


# --- ante ---


@pytest.mark.parametrize(
    "line",
    [
        "pass Bea",
        "play Bea",
        "trick Ann Ks",
        "tricks Ann 5",
        "claim Ann",
        "take Ann",
        "match -",
        "play Bea Cal",
        "misdeal",
    ],
)
def test_an_ante_ends_a_hand_in_which_somebody_declared_or_played(line: str) -> None:
    session = session_of(f"hand 1 Ann 9h\n  {line}\nante 2\n")
    assert not session.errors
    assert isinstance(session.body[-1], AnteChange)


@pytest.mark.parametrize(
    "lines",
    ["", "  ante Ann\n", "  dealt Ann Ks\n", "  pot 7\n", "  early Bea\n", "  renege Bea\n"],
)
def test_an_ante_in_a_hand_that_has_only_begun_is_an_error_of_that_line(lines: str) -> None:
    session = session_of(f"hand 1 Ann 9h\n{lines}ante 2\n  pass Bea\nhand 2 Bea 9h\n")
    assert messages(session) == ["the ante cannot change during a hand"]
    first, second = hands_of(session)
    assert (first.quarantined, second.quarantined) == (True, False)
    assert session.errors[0].hand == 1


def test_an_unreadable_declaration_says_that_the_hand_was_played() -> None:
    session = session_of("hand 1 Ann 9h\n  pass Nobody\nante 2\n")
    assert [error.line for error in session.errors] == [6]
    assert isinstance(session.body[-1], AnteChange)


def test_an_ante_that_names_somebody_belongs_to_the_hand() -> None:
    session = session_of("hand 1 Ann 9h\n  pass Bea\nante Ann\n")
    assert isinstance(hands_of(session)[0].statements[-1], Ante)
    assert messages(session_of("ante Ann\n")) == ["`ante` is outside a hand"]


@pytest.mark.parametrize("line", ["ante 2.5", "ante 1000000000001"])
def test_an_ante_that_cannot_be_read_ends_the_hand_too(line: str) -> None:
    session = session_of(f"hand 1 Ann 9h\n  pass Bea\n{line}\n")
    assert not hands_of(session)[0].quarantined
    assert isinstance(session.body[-1], Unreadable)


# --- who may be named ---


@pytest.mark.parametrize(
    "line", ["result Hal 3", "expense Hal 3", "expense Ann 3 beer for Ann Hal", "count Hal 3"]
)
def test_only_those_who_have_sat_may_be_named(line: str) -> None:
    assert messages(session_of(f"{line}\nsit Hal after Ann\n")) == [
        "Hal is not a player of this evening"
    ]
    assert not session_of(f"sit Hal after Ann\nleave Hal\n{line}\n").errors


def test_a_waive_may_stand_before_the_player_sits() -> None:
    session = session_of("waive 3 hal\nsit Hal after Ann\n")
    assert not session.errors
    assert session.body[0] == Waive(5, 3, "Hal")
    assert session.players == ["Ann", "Bea", "Cal", "Big Al", "Hal"]


def test_a_waive_for_somebody_who_never_sat_is_an_error_in_its_place() -> None:
    session = session_of("waive 3 Hal # so\ncount Nobody 3\n")
    assert [(error.line, error.message) for error in session.errors] == [
        (5, "Hal is not a player of this evening"),
        (6, "Nobody is not a player of this evening"),
    ]
    assert write(session) == HEADER + "waive 3 Hal # so\ncount Nobody 3\n"


# --- hands thrown in ---


@from_docstring
def test_a_misdeal_is_the_last_line_of_its_hand(session: Session) -> None:
    """
    hand 1 Ann 9h
      ante Ann Bea
      misdeal   # a card lay face up
      # somebody laughed
      x-app 3
    hand 1 Ann 9h
    """
    assert not session.errors
    first, second = hands_of(session)
    assert first.statements[1] == Misdeal(8, "# a card lay face up")
    assert (first.misdeal, second.misdeal) == (True, False)
    assert len(first.statements) == 4


@pytest.mark.parametrize("line", ["pass Bea", "misdeal", "ante Ann", "shuffle", "pot 3"])
def test_what_follows_a_misdeal_spoils_its_hand(line: str) -> None:
    session = session_of(f"hand 1 Ann 9h\n  misdeal\n  {line}\nhand 1 Ann 9h\n")
    assert [error.hand for error in session.errors] == [1]
    assert [hand.quarantined for hand in hands_of(session)] == [True, False]


@from_docstring
def test_after_a_misdeal_the_same_dealer_is_due(session: Session) -> None:
    """
    hand 1 Ann 9h
      misdeal
    count Ann 3
    hand 1 Ann 9h
    hand 2 Bea 9h
      misdeal
    leave Bea
    hand 3 Cal 9h
    """
    assert [hand.due for hand in hands_of(session)] == [None, "Ann", "Bea", "Cal"]


@from_docstring
def test_after_a_result_anyone_may_deal(session: Session) -> None:
    """
    hand 1 Ann 9h
    result Ann 3 Bea -3
    count Ann 3
    hand 7 Cal 9h
    hand 8 Ann 9h
    """
    assert [hand.due for hand in hands_of(session)] == [None, None, "Big Al"]


# --- several in one line ---


@from_docstring
def test_several_play_in_one_line_in_the_order_in_which_they_said_so(session: Session) -> None:
    """
    hand 1 Ann 9h
      play Cal 2 "Big Al" Ann 0
      play Bea 1 out Ks
    """
    assert hands_of(session)[0].statements == [
        Plays(7, (("Cal", 2), ("Big Al", None), ("Ann", 0))),
        Play(8, "Bea", 1, (12 - 1,), None),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play Bea 2 Cal 1 out Ks", "`out` in a line for several"),
        ("play Bea 2 Bea 1", "Bea has played already"),
        ("play Cal 2 Ann 1", "Ann has played already"),
        ("play Bea 2 Nobody", "Nobody is not seated"),
        ("play Bea 2 9h", "9h is not `out` or `in`"),
        ("play Bea Cal 1 2", "2 is a number, not a player"),
    ],
)
def test_what_several_cannot_be(line: str, message: str) -> None:
    assert messages(session_of(f"hand 1 Ann 9h\n  play Ann\n  {line}\n")) == [message]


# --- the header ---


@pytest.mark.parametrize(
    ("line", "exempt"),
    [
        ("", None),
        ("exempt -\n", ()),
        ("exempt Cal\n", ("Cal",)),
        ("exempt Cal ann\n", ("Cal", "Ann")),
    ],
)
def test_the_header_says_who_is_exempt(line: str, exempt: tuple[str, ...] | None) -> None:
    session = session_of("", HEADER.replace("seats", f"{line}seats"))
    assert not session.errors
    assert (session.exempt, session.exempt_lost) == (exempt, False)


@pytest.mark.parametrize(
    "line", ["exempt Hal", "exempt", "exempt Cal cal", "exempt 3", "exempt - Cal", "exmpt Cal"]
)
def test_an_exemption_that_cannot_be_read_is_not_the_same_as_none(line: str) -> None:
    header = HEADER.replace("seats", f"{line}\nseats")
    session = session_of("count Nobody 3\n", header)
    assert session.readable
    assert [error.line for error in session.errors] == [4, 6]
    assert (session.exempt, session.exempt_lost) == (None, True)
    assert write(session).startswith(header)


@pytest.mark.parametrize(
    ("line", "pot"),
    [("", (0, False)), ("pot 0\n", (0, True)), ("pot 4\n", (4, True)), ("pot x\n", (None, True))],
)
def test_no_pot_line_is_not_an_empty_pot(line: str, pot: tuple[int | None, bool]) -> None:
    session = session_of("", HEADER.replace("seats", f"{line}seats"))
    assert (session.pot, session.pot_said) == pot
