"""What phones, chats and editors make of a log: the remedy that is told, followed to the letter,
mends the line.
"""

from __future__ import annotations

import pytest
from log_text import HEADER, session_of

from ledger.log import read

MONEY = HEADER.replace("seats", "chip 0.25 EUR\nseats")
HAND = "hand 1 Ann 9h\n  "


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("trick Ann 4♢ 2c", "did you mean 4d?"),
        ("trick Ann J❤️ 2c", "did you mean Jh?"),
        ("trick Ann Аh 2c", "did you mean Ah?"),
        ("trick Ann ７ｈ 2c", "did you mean 7h?"),
        ("trick Ann 1Od 2c", "did you mean Td?"),
        ("trick Ann [8c] 2c", "did you mean 8c?"),
        ("trick Ann 🃞 2c", "did you mean Kc?"),
        ("trick Ann Herz7 2c", "did you mean 7h?"),
        ("trick Ann 4 coeur 2c", "did you mean 4h?"),
        ("trick Ann Vh 2c", "did you mean Jh?"),
        ("trick Ann 2d→3s 2c", "did you mean 2d>3s?"),
        ("trick Ann 2d&gt;3s 2c", "did you mean 2d>3s?"),
        ("trick Ann 2d > 3s 2c", "write it without spaces: 9h>3s"),
        ("trick Ann ？？ 2c", "write ?? for a card that nobody knows"),
        ("trick Ann 4c,?? 2c", "put spaces between the cards: 4c ??"),
        ("trick Ann 4c 2c  trick Ann 3c 5c", "begin a new line before trick"),
        (
            "trick Ann 4c (so it was)",
            "write a card such as Kh, ?? for one that nobody knows, or # before a comment",
        ),
        ("trick Ad 2c", "write who led before the cards"),
        ("play Ann 2 our 7d 6d", "did you mean out?"),
        ("play Ann on 7d 6d", "did you mean in?"),
        ("play Ann In 7d 6d", "did you mean in?"),
        ("take –", "did you mean -?"),
        ("match nobody", "did you mean -?"),
        ("pass Ann and Bea", "leave and out"),
        ("pass\xa0Ann", "put a plain space in place of U+00A0"),
        ('pass\u202f"Big\u202fAl"', "put a plain space in place of U+202F"),
        ("pass \u200eAnn", "delete U+200E, which cannot be seen"),
        ("pass \u200cAnn", "delete U+200C, which cannot be seen"),
        ("pass “Big Al”", 'write plain quotes (") in place of “ and ”'),
        ("take „Big Al“ 4", 'write plain quotes (") in place of „ and “'),
        ("take 'Big Al' 4", 'put it in double quotes: "Big Al"'),
        ('pass "Big Al".', "leave out the . behind it"),
        ("ante ２", "did you mean 2?"),
        ("take Ann ４", "did you mean 4?"),
        ("take Ann two", "did you mean 2?"),
        ("take Ann 4.00", "did you mean 4?"),
        ("take Ann 4 000", "write the number in one word: 4000"),
        ("take Ann 4 EUR", "write how many chips, not what they are worth"),
        ("take Ann 4 chips", "leave chips out"),
        ("40) take Ann 4", "remove what comes before take, or put a # before a comment"),
        (
            "[23.11.26, 22:14] Ann: take Ann 4",
            "remove what comes before take, or put a # before a comment",
        ),
        ("раss Ann", "did you mean pass?"),
        ("take;Ann;4", "put a space in place of each ;"),
        ("out 7d 6d", "join it to the line above"),
        ("7d 6d", "join it to the line above"),
    ],
)
def test_a_line_of_a_hand_has_its_remedy(line: str, remedy: str) -> None:
    assert [error.remedy for error in session_of(HAND + line).errors] == [remedy]


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("pay Ann Bea 1.250,00", "did you mean 1250.00?"),
        ("pay Ann Bea 1,250.00", "did you mean 1250.00?"),
        ("pay Ann Bea 1’250", "did you mean 1250?"),
        ("pay Ann Bea 12\xa0000.50", "did you mean 12000.50?"),
        ("pay Ann Bea 12,000", "did you mean 12000?"),
        (
            "pay Ann Bea 12.000",
            "EUR has 2 digits after the point; no separator between thousands: 12000",
        ),
        ("pay Ann Bea 12,–", "did you mean 12?"),
        ("pay Ann Bea 12€50", "did you mean 12.50?"),
        ("pay Ann Bea 12.50EUR", "did you mean 12.50?"),
        ("pay Ann Bea EUR 12.50", "leave EUR out"),
        ("pay Ann Bea USD 12.50", "write the amount in EUR"),
        ("pay Ann Bea $ 12.50", "write the amount in EUR"),
        ("pay Ann Bea １２.50", "did you mean 12.50?"),
        ("pay Ann Bea 12k", "write it in digits, without a sign or symbol"),
        ("buyin Ann 40 000", "write the number in one word: 40000"),
        ("buyin Ann 40 €", "write how many chips, not what they are worth"),
        ("result Ann 7 Bea −7", "did you mean -7?"),
        ("hand #4 Ann 9h", "leave out the #: it begins a comment"),
        ("for Ann Bea", "join it to the line above"),
        ("count Ann 4\u2028count Bea 5", "end each line with a line feed"),
    ],
)
def test_a_line_between_hands_has_its_remedy(line: str, remedy: str) -> None:
    assert [error.remedy for error in session_of(f"leave Cal\n{line}", MONEY).errors] == [remedy]


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        (
            "Hi all,\n\n" + HEADER,
            (
                "the log begins in line 3: remove what is above it, or put a # before each of "
                "those lines"
            ),
        ),
        (HEADER.replace("bourre 1", "bourre,1"), "the first line is: bourre 1"),
        (
            HEADER.replace("bourre 1", ">bourre 1"),
            "remove what comes before each line, as chat apps add it",
        ),
        (
            HEADER.replace("rules", "- rules"),
            "remove what comes before rules, or put a # before a comment",
        ),
        (HEADER.replace("Cal", "Ca\u200bl"), "delete U+200B, which cannot be seen"),
        (HEADER.replace("Bea", "“Bad Bob”"), 'write plain quotes (") in place of “ and ”'),
        (HEADER.replace("Bea", "'Bad Bob'"), 'put it in double quotes: "Bad Bob"'),
        (
            f"{HEADER}Dot Eve\n",
            "join it to the `seats` line if these are players, or put a # before a comment",
        ),
        (HEADER.replace("seats", "chip 0.25 USD<br>\nseats"), "did you mean USD?"),
    ],
)
def test_a_header_has_its_remedy(text: str, remedy: str) -> None:
    assert read(text, "").errors[0].remedy == remedy


def test_a_nickname_may_stand_in_any_quotes() -> None:
    assert read(HEADER.replace("Bea", "“Doc” O’Brien"), "").seats == (
        "Ann",
        "“Doc”",
        "O’Brien",
        "Cal",
        "Big Al",
    )


def test_a_line_of_a_header_behind_a_prefix_is_not_known() -> None:
    """A pot that nobody can read is no empty pot, and an ante none of one chip."""
    session = read(HEADER.replace("seats", "> pot 4\nseats"), "")
    assert (session.readable, session.pot, session.pot_said) == (True, None, True)
    assert not read(HEADER.replace("seats", "[22:14] Ann: ante 2\nseats"), "").readable
