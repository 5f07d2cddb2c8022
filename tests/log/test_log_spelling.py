"""Other ways to write a name, a list and an amount, and the one that is canonical."""

import pytest
from log_text import HEADER, messages, session_of

from ledger.log import write
from ledger.log.between_hands import Pay
from ledger.log.records import Hand

MONEY = HEADER.replace("seats", "chip 0.25 USD\nseats")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("pass Ann, Bea, Cal", "pass Ann Bea Cal"),
        ("pass Ann , Bea , Cal", "pass Ann Bea Cal"),
        ('pass "Big Al", Bea', 'pass "Big Al" Bea'),
        ("pass Ann, # all, tired", "pass Ann   # all, tired"),
        ("ante Ann, Bea=5, Cal", "ante Ann Bea=5 Cal"),
        ("tricks Bea 3, Cal 2", "tricks Bea 3 Cal 2"),
        ("dealt Ann Ks, Qs, ??", "dealt Ann Ks Qs ??"),
        ("trick Ann Ks, 2s>9s, As", "trick Ann Ks 2s>9s As"),
        ("play Ann 2 out Ks, 2s in As, ??", "play Ann 2 out Ks 2s in As ??"),
        ("play Ann 2, Bea, Cal 1", "play Ann 2 Bea Cal 1"),
        ("play Ann Bea", "play Ann Bea"),
        ("play BEA 2", "play Bea 2"),
        ('play "big al"', 'play "Big Al"'),
        ('ante "BIG AL=5"', 'ante "Big Al=5"'),
        ('ante " Big Al =5"', 'ante "Big Al=5"'),
        ('trick " bea " Ks', "trick Bea Ks"),
        ("take cal 7", "take Cal 7"),
    ],
)
def test_a_hand_has_one_canonical_form(written: str, canonical: str) -> None:
    session = session_of(f"hand 1 Ann 9h\n{written}\n")
    assert not session.errors
    assert write(session) == f"{HEADER}\nhand 1 Ann 9h\n  {canonical}\n"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("pay Ann, Bea 12.50 for pizza, beer,", "pay Ann Bea 12.50 for pizza, beer,"),
        ('pay Ann Bea 12 ", beer"', 'pay Ann Bea 12 ", beer"'),
        ("pay Ann Bea $12.50", "pay Ann Bea 12.50"),
        ("pay Ann Bea 12,50$", "pay Ann Bea 12.50"),
        ("expense Bea $40 pizza for ann, bea, cal", "expense Bea 40 pizza for Ann Bea Cal"),
        (
            "expense Bea 40 chips for everyone for Ann",
            'expense Bea 40 "chips for everyone" for Ann',
        ),
        ('expense Bea 40 "food for thought"', 'expense Bea 40 "food for thought"'),
        ("expense Bea 40", "expense Bea 40"),
        ("result ann 12, bea -7, CAL -5", "result Ann 12 Bea -7 Cal -5"),
        ('sit "  Hal " after ANN', "sit Hal after Ann"),
        ("leave CAL", "leave Cal"),
        ("end", "end carry"),
        ("end  counted   divide", "end counted divide"),
        ("rules  limit=40  recall=free", "rules limit=40 recall=free"),
        ("ante 02", "ante 2"),
    ],
)
def test_a_statement_between_hands_has_one_canonical_form(written: str, canonical: str) -> None:
    session = session_of(f"{written}\n", MONEY)
    assert not session.errors
    assert write(session) == f"{MONEY}{canonical}\n"


def test_seats_and_the_exempt_may_be_listed_with_commas() -> None:
    session = session_of(
        "", HEADER.replace("seats Ann Bea Cal", "exempt cal, BEA\nseats Ann, Bea, Cal,")
    )
    assert not session.errors
    assert write(session) == HEADER.replace("seats", "exempt Cal Bea\nseats")


def test_a_name_that_ends_with_a_comma_is_quoted() -> None:
    text = f'{HEADER}sit "Hal," after Ann\nleave "Hal,"\n'
    assert write(session_of('sit "Hal," after Ann\nleave "Hal,"\n')) == text


@pytest.mark.parametrize("word", ["zoe", "ZOË", "Zoe", "zoë", "Zoe\u0308"])
def test_a_name_without_its_accents_is_the_only_one_that_fits(word: str) -> None:
    session = session_of(f"hand 1 {word} 9h\n  pass {word}\n", HEADER.replace("Cal", "Zoë"))
    assert write(session).endswith("\nhand 1 Zoë 9h\n  pass Zoë\n")


def test_where_two_names_fit_only_the_exact_one_is_meant() -> None:
    header = HEADER.replace("Cal", "bea")
    assert messages(session_of("hand 1 BEA 9h\n", header)) == ["BEA may be Bea or bea"]
    assert not session_of("hand 1 bea 9h\n  pass Bea\n", header).errors


def test_once_the_namesake_has_left_the_other_is_meant() -> None:
    session = session_of("leave bea\nhand 1 BEA 9h\n", HEADER.replace("Cal", "bea"))
    hand = session.body[1]
    assert isinstance(hand, Hand)
    assert hand.seats[-1] == "Bea"


@pytest.mark.parametrize(
    ("currency", "word", "amount"),
    [
        ("USD", "$12.50", 1250),
        ("CAD", "$3", 300),
        ("EUR", "12,50€", 1250),
        ("EUR", "€12.50", 1250),
        ("JPY", "¥500", 500),
    ],
)
def test_the_sign_of_the_currency_in_force_may_be_written(
    currency: str, word: str, amount: int
) -> None:
    session = session_of(
        f"pay Ann Bea {word}\n", HEADER.replace("seats", f"chip 1 {currency}\nseats")
    )
    assert [item.amount for item in session.body if isinstance(item, Pay)] == [amount]


@pytest.mark.parametrize("word", ["$12.50", "12,50€", "£12.50"])
def test_where_no_line_names_a_currency_a_sign_names_none_either(word: str) -> None:
    session = session_of(f"pay Ann Bea {word}\n", HEADER)
    assert [item.amount for item in session.body if isinstance(item, Pay)] == [1250]
    assert session.currency is None


def test_a_chip_may_have_its_sign() -> None:
    session = session_of("", HEADER.replace("seats", "chip 0,25€ EUR\nseats"))
    assert write(session) == HEADER.replace("seats", "chip 0.25 EUR\nseats")


@pytest.mark.parametrize(
    "word", ["€12.50", "12,50€", "12,50", "$1,250.00", "$", "$-3", "$$3", "$3$", "$1,250"]
)
def test_another_sign_or_a_comma_between_thousands_spoils_the_line(word: str) -> None:
    assert len(session_of(f"pay Ann Bea {word}\n", MONEY).errors) == 1
