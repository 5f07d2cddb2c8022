"""The caret stands under the character it means, whatever is before it."""

import pytest
from log_text import session_of

from ledger.log.records import format_diagnostic


@pytest.mark.parametrize(
    ("line", "before", "columns"),
    [
        ("pass Xavier", "pass ", 5),
        ("\tpass\tXavier", " pass ", 6),
        ("pass Zoë Xavier", "pass Zoë ", 9),
        ("pass Zoe\u0308 Xavier", "pass Zoe\u0308 ", 9),
        ("pass 王 Xavier", "pass 王 ", 8),
        ("pass 👩\u200d👧 Xavier", "pass 👩\u200d👧 ", 8),
        ('pass "Big Al" Xavier', 'pass "Big Al" ', 14),
        ("pass " + "Ann " * 100 + "Xavier", "…" + ("Ann " * 100)[-50:], 51),
        ("pass Xavier" + " Ann" * 100, "pass ", 5),
    ],
)
def test_the_caret_stands_under_the_word(line: str, before: str, columns: int) -> None:
    session = session_of(
        f"hand 1 Ann 9h\n{line.replace('Xavier', '?')}\nhand 2 Ann 9h\n{line}\n",
        'bourre 1\nsession 2026-11-20 x\nrules louisiana\nseats Ann Bea "Big Al" Zoë 王 👩\u200d👧\n',  # noqa: E501
    )
    _, excerpt, caret, *_ = format_diagnostic(session.errors[-1]).split("\n")
    assert excerpt.startswith(f"  | {before}Xavier")
    assert caret == "  | " + " " * columns + "^"


def test_something_missing_is_pointed_at_behind_the_last_word() -> None:
    session = session_of("count Ann   # how many?\n")
    assert session.errors[0].column == len("count Ann") + 1


def test_escapes_in_file_names_and_lines_are_not_obeyed() -> None:
    session = session_of("pass \x1b[2J\n")
    printed = format_diagnostic(session.errors[0]._replace(file="a\x1b\nb"))
    assert "\x1b" not in printed
    assert printed.startswith("a\\x1b\\x0ab:5:6: ")


def test_a_suggested_name_is_written_as_the_log_needs_it() -> None:
    (error,) = session_of("leave Big\n").errors
    assert error.remedy == 'did you mean "Big Al"?'


def test_only_the_first_errors_get_a_suggestion() -> None:
    errors = session_of("leave Anne\n" * 300).errors
    assert errors[0].remedy == "did you mean Ann?"
    assert errors[-1].remedy == "`sit` seats a player who joins"


def test_what_has_no_remedy_says_nothing_instead() -> None:
    error = session_of("leave Anne\n").errors[0]._replace(expected="", remedy="")
    assert format_diagnostic(error).split("\n") == [
        "friday.bourre:5:7: Anne is not seated",
        "  | leave Anne",
        "  |       ^",
    ]
