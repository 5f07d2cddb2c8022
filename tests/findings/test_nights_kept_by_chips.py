"""Nights kept by chips (log-format.md): what was counted is the truth, and what the books lack was
not written down.
"""

import pytest
from audit_text import report_of

from ledger.findings.audit import Report

COUNTED = (
    "pot 6\nseats Ann Bea Cal\nbuyin Ann 40\nbuyin Bea 40 from Ann\nbuyin Cal 20\ncount Ann 56\n"
    "cashout Bea 20\n"
)
"""Ann won 16 and Bea lost 20; Cal is left."""


def told(text: str) -> tuple[dict[str, int], list[tuple[str | None, int | None, int]]]:
    """The books of a log, and each ``count`` finding: player, amount, line below the three above
    it.
    """
    report = report_of(text)
    (held,) = report.books.values()
    return held, [
        (one.player, one.amount, one.line - 3) for one in report.findings if one.rule == "count"
    ]


def test_what_does_not_add_up_is_unexplained_and_one_finding_of_the_session() -> None:
    held, counts = told(COUNTED + "count Cal 29\nend counted")
    assert held == {"Ann": 56, "Bea": 0, "Cal": 29, "?": -5, "pot": 6}
    assert counts == [(None, 5, 9)]


def test_a_night_of_buyins_and_counts_alone_is_one_without_being_told() -> None:
    assert told(COUNTED + "count Cal 24\n") == ({"Ann": 56, "Bea": 0, "Cal": 24, "pot": 6}, [])


@pytest.mark.parametrize(
    "line",
    [
        "",  # Cal was not counted
        "count Cal 24\nresult Ann 1 Bea -1",
        "count Cal 24\nhand 1 Cal 9h\n  misdeal",
        "count Cal 24\nhand 1 Cal 9h\n  nonsense",
    ],
)
def test_any_other_night_is_not(line: str) -> None:
    assert [(player, amount) for player, amount, _ in told(COUNTED + line)[1]][:2] == [
        ("Ann", 16),
        ("Bea", -20),
    ]


def test_what_is_divided_is_in_the_counts_and_who_was_not_counted_gets_a_share() -> None:
    text = COUNTED.replace("cashout Bea 20\n", "cashout Bea 26\n")
    assert told(text + "end counted divide") == (
        {"Ann": 56, "Bea": 0, "Cal": 22, "?": 2, "pot": 0},
        [(None, -2, 8)],
    )
    assert told(text + "count Cal 24\nend counted divide") == (
        {"Ann": 56, "Bea": 0, "Cal": 24, "pot": 0},
        [],
    )


def test_a_result_goes_to_the_players_and_its_rest_to_or_from_the_pot(audited: Report) -> None:
    """
    pot 6
    seats Ann Bea Cal
    result Ann 12 Bea -7
    result Cal -2
    """
    assert list(audited.books.values()) == [{"Ann": 12, "Bea": -7, "Cal": -2, "pot": 3}]
    assert audited.findings == []
