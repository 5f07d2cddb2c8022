"""The payments file: what people paid each other between sessions, and what a bad line of
it costs.
"""

import re
from typing import AnyStr

import pytest
import trials
from hypothesis import assume, example, given, strategies as st
from log_text import HEADER, error_cases
from test_log_fuzz import NUMBER, damage

from ledger.errors import UserError
from ledger.log import format_diagnostic, is_payments, with_payments, words, write_payments
from ledger.log.grammar import Version
from ledger.log.payments import Currency, Date, ExpenseLine, PaymentLine, Payments, read_payments
from ledger.log.records import Comment, Foreign, Unreadable

FULL = """# of the Friday game
bourre 1
# what was paid between evenings
date 2026-11-21
pay Bea Ann 12.50 venmo   # at last
x-bank 7
currency EUR
pay "Big Al" Ann 3 for "two" evenings
date 2026-11-23   # Monday
pay Ann Cal 0.05
expense "Big Al" 12.50 pizza, beer for Ann Bea   # late
expense Ann 3 for Ann
"""


def payments(text: str, currency: str | None = None) -> Payments:
    return read_payments(text, "payments.bourre", currency)


def booked(text: str, currency: str | None = None) -> list[str]:
    """Return what is booked, a line each: day, payer, payee, minor units, currency."""
    return [
        f"{said.date} {said.payer} {said.payee} {said.amount} {said.currency}"
        for said in payments(text, currency).payments
    ]


def complaints(text: str) -> list[str]:
    return [f"{error.line}:{error.column} {error.message}" for error in payments(text).errors]


# --- What it says ---


def test_every_payment_has_its_day_its_currency_and_its_note() -> None:
    said = payments(FULL, "USD")
    assert said.readable
    assert said.errors == []
    assert said.payments == [
        PaymentLine(5, "2026-11-21", "Bea", "Ann", 1250, "USD", "venmo", None, "# at last"),
        PaymentLine(8, "2026-11-21", "Big Al", "Ann", 300, "EUR", 'for "two" evenings'),
        PaymentLine(10, "2026-11-23", "Ann", "Cal", 5, "EUR", ""),
    ]
    assert said.expenses == [
        ExpenseLine(
            11, "2026-11-23", "Big Al", 1250, "EUR", "pizza, beer", ("Ann", "Bea"), (), "# late"
        ),
        ExpenseLine(12, "2026-11-23", "Ann", 300, "EUR", "", ("Ann",)),
    ]
    assert (said.date, said.currency, said.lost) == ("2026-11-23", "EUR", {})


def test_everything_is_kept_in_order() -> None:
    said = payments(FULL)
    assert [type(statement) for statement in said.statements] == [
        *(
            Comment,
            Version,
            Comment,
            Date,
            PaymentLine,
            Foreign,
            Currency,
            PaymentLine,
            Date,
            PaymentLine,
        ),
        *(ExpenseLine, ExpenseLine),
    ]


def test_the_canonical_text_is_written_as_it_was_read() -> None:
    assert write_payments(payments(FULL)) == FULL


def test_there_is_one_way_to_write_a_file() -> None:
    text = '\ufeffbourre 1\r\n\r\n  date   2026-11-21#x\r\npay\t"Ann" Bea 03.50 "venmo"'.replace(
        "#", " # "
    )
    assert (
        write_payments(payments(text))
        == "bourre 1\ndate 2026-11-21   # x\npay Ann Bea 3.50 venmo\n"
    )


def test_amounts_have_the_digits_of_their_currency() -> None:
    text = "bourre 1\ndate 2026-11-21\npay Ann Bea 1200\ncurrency KWD\npay Ann Bea 1.250\n"
    assert booked(text, "JPY") == ["2026-11-21 Ann Bea 1200 JPY", "2026-11-21 Ann Bea 1250 KWD"]
    assert booked(text) == ["2026-11-21 Ann Bea 120000 None", "2026-11-21 Ann Bea 1250 KWD"]
    assert complaints(text.replace("1.250", "1.2505")) == [
        "5:13 1.2505 has too many digits after the point"
    ]


@pytest.mark.parametrize("name", ["out", "date", "Ah", "x-men", "5a", "#1"])
def test_a_player_need_sit_nowhere_and_may_have_any_name(name: str) -> None:
    word = f'"{name}"' if name.startswith("#") else name
    assert booked(f"bourre 1\ndate 2026-11-21\npay {word} Zo\u0065\u0308 3\n") == [
        f"2026-11-21 {name} Zo\u00eb 300 None"
    ]


def test_a_file_without_payments_has_none() -> None:
    assert payments("bourre 1\n").readable
    assert booked("bourre 1\n") == []


def test_an_expense_has_for_before_the_names_only() -> None:
    text = "bourre 1\ndate 2026-11-21\nexpense Ann 3 {}\n"
    for line, note, canonical in (
        (
            "chips for everyone for Ann, Bea",
            "chips for everyone",
            '"chips for everyone" for Ann Bea',
        ),
        ('"food for thought" for Ann, Bea', "food for thought", '"food for thought" for Ann Bea'),
        ("pizza, beer for Ann , Bea,", "pizza, beer", "pizza, beer for Ann Bea"),
    ):
        said = payments(text.format(line))
        assert [(spent.note, spent.sharers) for spent in said.expenses] == [(note, ("Ann", "Bea"))]
        assert write_payments(said) == text.format(canonical)


@pytest.mark.parametrize(
    ("currency", "word"), [("USD", "$12.50"), ("EUR", "12,50€"), ("GBP", "£12.5")]
)
def test_the_sign_is_that_of_the_currency_in_force(currency: str, word: str) -> None:
    text = (
        f"bourre 1\ndate 2026-11-21\ncurrency {currency}\npay Ann Bea {word}\nexpense Ann {word} "
        "for Bea\n"
    )
    assert write_payments(payments(text)) == text.replace(word, "12.50")
    assert complaints(text.replace(currency, "CHF")) == [
        f"4:13 {word.strip('0125.,')} is not the sign of CHF",
        f"5:13 {word.strip('0125.,')} is not the sign of CHF",
    ]


@pytest.mark.parametrize("line", ["date yesterday", "currency euro"])
def test_expenses_below_a_date_or_a_currency_that_cannot_be_read_are_not_booked(line: str) -> None:
    again = "date 2026-11-22" if line.startswith("date") else "currency EUR"
    text = (
        f"bourre 1\ndate 2026-11-21\n{line}\nexpense Ann 3 for Bea\n{again}\nexpense Ann 4 for "
        "Bea\n"
    )
    assert [spent.amount for spent in payments(text).expenses] == [400]
    assert complaints(text)[1] == (
        f"4:1 the {line.split(maxsplit=1)[0]} of this expense is not known: line 3 cannot be read"
    )


# --- What a bad line costs ---


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pay Ann", "a player is missing"),
        ("pay Ann Bea", "an amount of money is missing"),
        ("pay Ann 3 Bea", "3 is a number, not a player"),
        ("pay Ann Bea three", "three is not an amount of money"),
        ("pay Ann Bea 3.501", "3.501 has too many digits after the point"),
        ("pay Ann Bea -3", "-3 is not an amount of money"),
        ("pay Ann B=a 3", "B=a cannot be a name: = has a meaning"),
        ('pay Ann "Bea 3', "a quote is opened and not closed"),
        ("expense Ann 3 pizza", "the people it was for are missing"),
        ("expense Ann 3 pizza for", "a player is missing"),
        ("expense Ann 3 pizza for Ann, Ann", "Ann is named twice"),
        ("expense Ann pizza for Ann", "pizza is not an amount of money"),
        ("expense 3 Ann for Ann", "3 is a number, not a player"),
        ("apy Ann Bea 3", "a line cannot begin with apy"),
        ("count Ann 3", "a line cannot begin with count"),
        ("bourre 1", "`bourre` stands here twice"),
        ("pay Ann Bea 3 \x07", "the character U+0007 cannot be shown"),
    ],
)
def test_a_bad_line_costs_only_itself(line: str, message: str) -> None:
    text = f"bourre 1\ndate 2026-11-21\npay Ann Bea 1\n{line}\npay Ann Bea 2\n"
    said = payments(text)
    assert [error.message for error in said.errors] == [message]
    assert [paid.amount for paid in said.payments] == [100, 200]
    assert Unreadable(4, line) in said.statements
    assert write_payments(said) == text


def test_a_payment_before_any_date_is_not_booked() -> None:
    assert booked("bourre 1\npay Ann Bea 1\ndate 2026-11-21\npay Ann Bea 2\n") == [
        "2026-11-21 Ann Bea 200 None"
    ]
    assert complaints("bourre 1\npay Ann Bea 1\n") == ["2:1 a payment without a date"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "date",
            "date 2026-11-31",
            "date 23.11.2026",
            "date 2026-11-23 Monday",
            'date "2026-11-23',
            '"date" x',
        ),
        *(
            "dat 2026-11-23",
            "Date: 2026-11-23",
            "2026-11-23",
            "on 2026-11-23",
            "date\u00a02026-11-23",
            "date\x072026-11-23",
        ),
        *(
            "1.12.2026",
            "December 1",
            "1 Dec 2026",
            "> date 2026-12-01",
            "Date 2026-12-01",
            "on 2026–12–01",
        ),
    ],
)
def test_nothing_is_booked_below_a_date_that_cannot_be_read_until_the_next_one(line: str) -> None:
    text = (
        f"bourre 1\ndate 2026-11-21\npay Ann Bea 1\n{line}\npay Ann Bea 2\npay Ann Bea 3\ndate "
        "2026-11-24\npay Ann Bea 4\n"
    )
    assert booked(text) == ["2026-11-21 Ann Bea 100 None", "2026-11-24 Ann Bea 400 None"]
    assert complaints(text)[1:] == [
        f"{at}:1 the date of this payment is not known: line 4 cannot be read" for at in (5, 6)
    ]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "currency",
            "currency eur",
            "currency €",
            "currency EUR or USD",
            "curency EUR",
            "Currency = EUR",
            "EUR",
            "€",
            "in EUR",
        ),
        *("> currency EUR", "Currency EUR", "[22:14] Ann: currency EUR", "сurrency EUR"),
    ],
)
def test_nothing_is_booked_below_a_currency_that_cannot_be_read_until_the_next_one(
    line: str,
) -> None:
    text = (
        f"bourre 1\ndate 2026-11-21\n{line}\npay Ann Bea 2\ndate 2026-11-22\npay Ann Bea 3\n"
        "currency CAD\npay Ann Bea 4\n"
    )
    assert booked(text, "USD") == ["2026-11-22 Ann Bea 400 CAD"]
    assert complaints(text)[1:] == [
        f"{at}:1 the currency of this payment is not known: line 3 cannot be read" for at in (4, 6)
    ]


# --- What is no payments file ---


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf \r\n", "the file is empty"),
        (b"# of the Friday game\n", "`bourre 1` is missing"),
        (b"date 2026-11-21\npay Ann Bea 1\n", "a payments file does not begin with date"),
        (b"bourre 2\npay Ann Bea 1\n", "version 2 of the format"),
        ("bourre 1\n".encode("utf-16"), "this is text in UTF-16"),
        (b"\0" * 100, "this is not text"),
        (b"#" * (words.MOST_BYTES + 1), "the file is larger than 16 MB"),
        (b"\n" * words.MOST_LINES + b"#\n", "the file has more than 500,000 lines"),
    ],
)
def test_what_is_no_payments_file_is_said_once(content: bytes, message: str) -> None:
    said = read_payments(content, "payments.bourre")
    assert not said.readable
    assert [error.message for error in said.errors] == [message]
    assert said.errors[0].expected
    assert said.errors[0].remedy
    with pytest.raises(ValueError, match="cannot be written"):
        write_payments(said)


def test_after_ten_thousand_bad_lines_the_file_is_given_up() -> None:
    said = payments("bourre 1\n" + "pay\n" * (words.MOST_ERRORS + 2))
    assert not said.readable
    assert (
        said.errors[-1].message
        == "more than 10,000 lines cannot be read: the rest of the file is given up"
    )
    assert said.errors[-1].expected == "a payments file"


@pytest.mark.parametrize("keyword", ["date", "currency", "pay"])
def test_a_payments_file_is_told_by_its_first_statement(keyword: str) -> None:
    assert is_payments(f"\ufeff# x\r\nbourre 1\r\n\r\nx-app session\r\n  {keyword}\r\n")
    assert is_payments(f"bourre 1\n{keyword} \udcff".encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bourre 1\n",
        "bourre 1\n# none yet",
        "bourre 1\ndat 2026-11-21\n",
        "date 2026-11-21\n",
        "\0",
    ],
)
def test_a_file_that_does_not_say_what_it_is_is_told_by_its_name(text: str) -> None:
    assert is_payments(text, "book/payments.bourre")
    assert not is_payments(text, "book/friday.bourre")
    assert not is_payments(text)


@pytest.mark.parametrize(
    "text",
    [
        HEADER,
        "bourre 1\nsession",
        "session 2026-11-20 friday\n",
        "bourre 1\nseats Ann\npay Ann Bea 3\n",
    ],
)
def test_a_session_is_never_taken_for_payments(text: str) -> None:
    assert not is_payments(text, "payments.bourre")


# --- One more payment ---

DUE = PaymentLine(0, "2026-11-24", "Bea", "Ann", 1250, "USD", "venmo")


def with_payment(text: AnyStr, payment: PaymentLine, currency: str | None = None) -> AnyStr:
    return with_payments(text, [payment], currency)[0]


def test_an_empty_text_becomes_a_file_with_one_payment() -> None:
    assert (
        with_payment("", DUE, "USD")
        == "bourre 1\ndate 2026-11-24\ncurrency USD\npay Bea Ann 12.50 venmo\n"
    )
    assert (
        with_payment("\ufeff", DUE, "USD")
        == "\ufeffbourre 1\ndate 2026-11-24\ncurrency USD\npay Bea Ann 12.50 venmo\n"
    )
    assert (
        with_payment(b"", DUE)
        == b"bourre 1\ndate 2026-11-24\ncurrency USD\npay Bea Ann 12.50 venmo\n"
    )


def test_date_and_currency_are_written_only_where_others_hold() -> None:
    text = with_payment("", DUE, "USD")
    text = with_payment(text, DUE._replace(amount=5, note=""), "USD")
    text = with_payment(text, DUE._replace(currency="EUR"), "USD")
    text = with_payment(text, DUE._replace(currency="EUR", date="2026-11-25"), "USD")
    text = with_payment(text, DUE._replace(date="2026-11-25", comment="late"), "USD")
    assert text == (
        "bourre 1\ndate 2026-11-24\ncurrency USD\npay Bea Ann 12.50 venmo\npay Bea Ann 0.05\n"
        "currency EUR\npay Bea Ann 12.50 venmo\ndate 2026-11-25\npay Bea Ann 12.50 venmo\n"
        "currency USD\npay Bea Ann 12.50 venmo   # late\n"
    )


def test_a_payment_names_its_currency_where_only_the_book_did() -> None:
    """A book's currency is a setting, and settings get lost: what 5 was paid in would follow
    whatever comes after them.
    """
    text = with_payment(
        "bourre 1\ndate 2026-11-24\npay Bea Ann 5\n", DUE._replace(currency="EUR"), "EUR"
    )
    assert (
        text == "bourre 1\ndate 2026-11-24\npay Bea Ann 5\ncurrency EUR\npay Bea Ann 12.50 venmo\n"
    )
    assert [one.currency for one in read_payments(text, "", "USD").payments] == ["USD", "EUR"]


def test_a_date_or_currency_that_cannot_be_read_is_followed_by_a_new_one() -> None:
    text = "bourre 1\ndate 2026-11-24\ncurrency USD\ndate x\ncurrency x"
    longer = with_payment(text, DUE, "USD")
    assert longer == f"{text}\ndate 2026-11-24\ncurrency USD\npay Bea Ann 12.50 venmo\n"
    assert len(payments(longer).payments) == 1


def test_lines_end_as_they_did_and_stray_bytes_stay() -> None:
    text = b"bourre 1\r\nx-\xff\r\ndate 2026-11-24\r\ncurrency USD"
    assert with_payment(text, DUE) == text + b"\r\npay Bea Ann 12.50 venmo\r\n"


@pytest.mark.parametrize(
    ("payment", "message"),
    [
        (DUE._replace(payer="7"), "7 is a number, not a player"),
        (DUE._replace(payee="A>B"), "A>B cannot be a name"),
        (DUE._replace(payee=""), "a name cannot be empty"),
        (DUE._replace(payee="Ann\nBob"), "one line of plain text"),
        (DUE._replace(note="two\r\nlines"), "one line of plain text"),
        (DUE._replace(comment="two\nlines"), "one line of plain text"),
        (DUE._replace(note="n" * 10_000), "characters"),
        (DUE._replace(amount=-5), "is not an amount of money"),
        (DUE._replace(amount=words.MOST_CHIPS + 1), "is too large"),
        (DUE._replace(date="2026-11-31"), "2026-11-31 is not a date"),
        (DUE._replace(date="2026-11-24 # x"), "read as something else"),
        (DUE._replace(currency="Euro"), "Euro is not a currency"),
        (DUE._replace(currency=None), "the payment has no currency"),
    ],
)
def test_a_payment_that_no_line_can_hold_is_refused(payment: PaymentLine, message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)) as caught:
        with_payment("", payment, "USD")
    assert caught.value.remedy


def test_nothing_is_added_to_what_is_no_payments_file() -> None:
    with pytest.raises(UserError) as caught:
        with_payment(HEADER.replace("bourre 1", "bourre 2"), DUE)
    assert (
        caught.value.message
        == "nothing can be added to payments.bourre: line 1, version 2 of the format"
    )


TEXTS = st.sampled_from(["", "\ufeff", "bourre 1\r\n", "# x\nbourre 1", FULL])
NASTY = st.text(
    st.sampled_from(list('ab "#\\,-é\u00a0\u0308'))
    | st.characters(exclude_categories=["Cc", "Cs"]),
    max_size=12,
)
DATES = st.dates().map(str)
CURRENCIES = st.sampled_from(["USD", "EUR", "JPY", "KWD"])
PAYMENTS = st.builds(
    PaymentLine,
    st.just(0),
    DATES,
    NASTY,
    NASTY,
    st.integers(0, words.MOST_CHIPS),
    CURRENCIES,
    NASTY,
    st.none(),
    st.just(""),
)


@pytest.mark.slow
@given(st.lists(PAYMENTS, max_size=4), st.none() | CURRENCIES, TEXTS)
@example([DUE._replace(note='"thanks # so far"')], None, "")
@example([DUE._replace(note='""'), DUE._replace(note=" "), DUE._replace(note="#")], None, "")
@example([DUE._replace(payer='"', payee="#x", note="a\\")], None, "")
def test_any_payments_come_back_as_they_were(
    paid: list[PaymentLine], currency: str | None, text: str
) -> None:
    known = len(payments(text, currency).payments)
    kept = []
    for payment in paid:
        try:
            longer = with_payment(text, payment, currency)
        except UserError:  # a name that no player may have
            assume(False)
        assert longer.startswith(text)
        text = longer
        kept.append(payment)
    said = payments(text, currency)
    composed = [read_back(payment) for payment in kept]
    assert [payment._replace(line=0) for payment in said.payments[known:]] == composed
    if said.readable:
        assert write_payments(payments(write_payments(said), currency)) == write_payments(said)


def read_back(payment: PaymentLine) -> PaymentLine:
    """Return a payment with its names as a file has them: accents composed."""
    names = payments(with_payment("", payment)).payments[0]
    assert names.note == payment.note
    return payment._replace(payer=names.payer, payee=names.payee)


WORDS = [
    "date",
    "currency",
    "pay",
    "bourre",
    "x-a",
    "#",
    "2026-11-21",
    "EUR",
    "Ann",
    '"Big Al"',
    "3",
    "3.5",
    '"',
    "\\",
]
LINES = st.builds(
    lambda indent, words, comment: f"{indent}{' '.join(words)}{comment}",
    st.sampled_from(["", "  ", "\t"]),
    st.lists(st.sampled_from(WORDS), max_size=6),
    st.sampled_from(["", "", " # so", "\r", " ", "\x07"]),
)


def without_lines(said: Payments) -> list[object]:
    return [statement._replace(line=0) for statement in said.statements]


@pytest.mark.slow
@given(st.lists(LINES, max_size=12).map("\n".join) | st.text() | st.binary())
def test_writing_and_reading_again_changes_nothing(text: str | bytes) -> None:
    said = read_payments(
        b"bourre 1\n" + text if isinstance(text, bytes) else "bourre 1\n" + text, "x"
    )
    assert said.readable
    again = payments(write_payments(said))
    assert without_lines(again) == without_lines(said)
    assert [paid[1:] for paid in again.payments] == [paid[1:] for paid in said.payments]
    assert write_payments(again) == write_payments(said)


def test_damaged_files_are_read_without_failing_and_grow_without_losing_a_byte() -> None:
    rng = trials.luck()
    sources = [
        FULL.encode(),
        *(case.content for case in error_cases() if case.name.startswith("payment")),
    ]
    for _ in range(NUMBER // 2):
        content = rng.choice(sources)
        for _ in range(rng.randrange(1, 5)):
            content = damage(content, rng.choice(sources), rng)
        said = read_payments(content, "x")
        assert said.readable or said.errors
        for error in said.errors:
            assert all(line.isprintable() for line in format_diagnostic(error).split("\n"))
        if said.readable:
            longer = with_payment(content, DUE)
            assert longer.startswith(content)
            assert read_payments(longer, "x").payments[:-1] == said.payments


@pytest.mark.nightly
@pytest.mark.drawn(2)
@pytest.mark.parametrize(
    "line",
    [
        "nonsense and more",
        "pay Ann Bea 1",
        "pay " + '"' + "\\\\" * 4_000,
        "#",
        "",
        "x-",
        '"" ' * 3_000,
    ],
)
def test_a_megabyte_of_anything_is_read_to_the_end(line: str) -> None:
    number = min(1_000_000 // (len(line) + 1), words.MOST_LINES - 10)
    said = payments("bourre 1\n" + f"{line}\n" * number)
    assert len(said.errors) <= words.MOST_ERRORS + 1
    assert all(format_diagnostic(error) for error in said.errors)


def test_a_remark_without_its_mark_costs_nothing_but_itself() -> None:
    paid = read_payments(
        "bourre 1\ndate 2026-11-21\nBea still owes Ann 5 EUR\npay Ann Bea 7\n", "", "USD"
    )
    assert ([one.amount for one in paid.payments], len(paid.errors)) == ([700], 1)


def test_a_cost_is_for_nobody_called_half_a_name() -> None:
    (error,) = read_payments(
        "bourre 1\ndate 2026-11-21\nexpense Ann 5 “pizza” for Ann “Big Al”\n", "", "USD"
    ).errors
    assert (error.column, error.remedy) == (31, 'write plain quotes (") in place of “ and ”')


@pytest.mark.parametrize(
    "line",
    ["pay Ann Ann 5", 'pay "Big Al" "Big Al" 5 venmo', "pay Ann, Ann 5", "pay Béa Be\u0301a 5"],
)
def test_nobody_pays_themselves(line: str) -> None:
    found = read_payments(f"bourre 1\ndate 2026-11-21\n{line}\npay Ann Bea 1\n", "p")
    (error,) = found.errors
    assert (error.line, error.text, error.remedy) == (3, line, "name who paid, then who got it")
    assert error.column == line.rindex(" ", 0, line.index(" 5")) + 2 or line.count('"') == 4
    assert "cannot pay themselves" in error.message
    assert [one.payee for one in found.payments] == ["Bea"]
