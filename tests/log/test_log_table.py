"""What stands between hands: seats, chips and money."""

import pytest
from log_text import HEADER, from_docstring, hands_of, messages, session_of

from ledger.log.between_hands import (
    BuyIn,
    CashOut,
    Count,
    End,
    Leave,
    Pay,
    Penalty,
    Sit,
    Transfer,
    Waive,
)
from ledger.log.records import Session
from ledger.log.values import Seating, money_text


@from_docstring
def test_every_statement_between_hands_is_read(session: Session) -> None:
    """
    sit Hal after Cal
    leave Bea
    buyin Hal 40
    buyin Hal 40 from Bea
    cashout Bea 55
    cashout "Big Al" 55 from Hal
    count Ann 055
    pay Bea "Big Al" 12.5  venmo   "for #7"  # late
    penalty Bea 7 for 12
    penalty Bea 7
    transfer Ann Bea 7 for 9
    transfer Ann Bea 7
    waive 12 Bea
    end
    """
    assert not session.errors
    assert session.body == [
        Sit(6, "Hal", "Cal"),
        Leave(7, "Bea"),
        BuyIn(8, "Hal", 40, None),
        BuyIn(9, "Hal", 40, "Bea"),
        CashOut(10, "Bea", 55, None),
        CashOut(11, "Big Al", 55, "Hal"),
        Count(12, "Ann", 55),
        Pay(13, "Bea", "Big Al", 1250, 'venmo   "for #7"', "# late"),
        Penalty(14, "Bea", 7, 12),
        Penalty(15, "Bea", 7, None),
        Transfer(16, "Ann", "Bea", 7, 9),
        Transfer(17, "Ann", "Bea", 7, None),
        Waive(18, 12, "Bea"),
        End(19, 0),
    ]
    assert session.players == ["Ann", "Bea", "Cal", "Big Al", "Hal"]


def test_a_player_is_unknown_until_seated() -> None:
    assert messages(session_of("buyin Hal 40\nsit Hal after Ann\nbuyin Hal 40\n")) == [
        "Hal is not a player of this evening"
    ]


@pytest.mark.parametrize(
    ("currency", "text", "amount", "written"),
    [
        ("USD", "12.50", 1250, "12.50"),
        ("USD", "12.5", 1250, "12.50"),
        ("USD", "0012", 1200, "12"),
        ("USD", "0.05", 5, "0.05"),
        ("JPY", "500", 500, "500"),
        ("KWD", "1.234", 1234, "1.234"),
        ("XYZ", "1.25", 125, "1.25"),
    ],
)
def test_money_is_whole_minor_units(currency: str, text: str, amount: int, written: str) -> None:
    session = session_of(
        f"pay Ann Bea {text}\n", HEADER.replace("seats", f"chip 1 {currency}\nseats")
    )
    assert [item.amount for item in session.body if isinstance(item, Pay)] == [amount]
    assert money_text(amount, currency) == written


@pytest.mark.parametrize(
    "text",
    ["1.234", "1,50", "-1", "+1", "1e3", ".5", "5.", "٣", "$", "1_000", "²", "1000000000001"],
)
def test_what_is_no_amount_of_money_spoils_its_line(text: str) -> None:
    assert len(session_of(f"pay Ann Bea {text}\n").errors) == 1


@pytest.mark.parametrize("text", ["-1", "+1", "1.0", "٣", "1_0", "²", "1000000000001", "9" * 5000])
def test_what_is_no_number_of_chips_spoils_its_line(text: str) -> None:
    assert len(session_of(f"count Ann {text}\n").errors) == 1


def test_numbers_are_read_up_to_the_limit_and_with_zeros_in_front() -> None:
    session = session_of("count Ann 0001000000000000\ncount Ann " + "0" * 5000 + "\n")
    assert session.body == [Count(5, "Ann", 10**12), Count(6, "Ann", 0)]


@from_docstring
def test_seats_run_from_the_dealers_left_to_the_dealer(session: Session) -> None:
    """
    hand 1 Bea 9h
    sit Hal after Cal
    hand 2 Cal 9h
    """
    first, second = hands_of(session)
    assert first.seats == ("Cal", "Big Al", "Ann", "Bea")
    assert second.seats == ("Hal", "Big Al", "Ann", "Bea", "Cal")


@from_docstring
def test_the_next_deal_is_reckoned_from_the_chair_of_the_last(session: Session) -> None:
    """
    hand 1 Bea 9h
    leave Bea
    sit Hal after Ann
    hand 2 Cal 9h
    hand 3 Ann 9h
    """
    assert [hand.due for hand in hands_of(session)] == [None, "Cal", "Big Al"]


@from_docstring
def test_a_chair_put_beside_an_empty_one_is_on_the_side_that_was_said(session: Session) -> None:
    """
    hand 1 Bea 9h
    leave Bea
    sit Bea after Ann
    hand 2 Ann 9h
    """
    assert hands_of(session)[1].due == "Cal"
    assert hands_of(session)[1].seats == ("Bea", "Cal", "Big Al", "Ann")


@from_docstring
def test_nobody_is_due_after_a_quarantined_hand(session: Session) -> None:
    """
    hand 1 Ann 9h
      nonsense
    hand 2 Bea 9h
    hand x Cal 9h
    hand 4 Ann 9h
    hand 5 Bea 9h
    """
    assert [hand.due for hand in hands_of(session)] == [None, None, None, None, "Bea"]


def test_the_last_player_at_the_table_is_due() -> None:
    seating = Seating(["Ann", "Bea"])
    seating.deal("Bea")
    seating.leave("Bea")
    assert seating.due() == "Ann"
    seating.leave("Ann")
    assert seating.due() is None


def test_empty_chairs_do_not_pile_up() -> None:
    session = session_of("".join(f"sit P{n} after Ann\nleave P{n}\n" for n in range(20_000)))
    assert not session.errors
