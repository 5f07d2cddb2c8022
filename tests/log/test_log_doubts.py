"""What is read as it stands and was perhaps not meant so: from one player to the same one, and days
that are still to come.
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from ledger.errors import UserError
from ledger.log import doubts
from ledger.log.records import FUTURE, TWICE
from ledger.recording.recording import NewSession, say, start

LOG = 'bourre 1\nsession {day} friday\nrules louisiana\nseats Ann Annie "Big Al"\n{line}\n'


def told(line: str, day: str = "2026-11-20") -> list[tuple[str, int, str]]:
    return [
        (one.kind, one.line, one.words)
        for one in doubts(LOG.format(line=line, day=day).encode(), "friday.bourre")
    ]


@pytest.mark.parametrize(
    "line",
    [
        "pay Ann Ann 5",
        "transfer Ann Ann 5 for 3",
        'transfer "Big Al" "Big Al" 5',
        "buyin Ann 4 from Ann",
        "cashout Ann 4 from Ann",
    ],
)
def test_from_one_player_to_the_same_is_told_of_a_log_and_refused_in_a_recording(line: str) -> None:
    assert told(f"{line}  # so") == [(TWICE, 5, line)]
    recording = start(NewSession("2026-11-20", "friday", ("Ann", "Annie", "Big Al")))
    with pytest.raises(UserError, match=r"is between two players, and .* is named as both"):
        say(recording, line)


@pytest.mark.parametrize(
    "line",
    [
        "pay Ann Annie 5",
        "transfer Annie Ann 5",
        "buyin Ann 4 from Annie",
        "buyin Ann 4",
        "# pay Ann Ann 5",
    ],
)
def test_two_players_are_two_however_alike(line: str) -> None:
    assert told(line) == []


@pytest.mark.parametrize(
    ("ahead", "doubted"), [(-400, False), (0, False), (7, False), (8, True), (36_500, True)]
)
def test_a_day_far_ahead_is_told(ahead: int, doubted: bool) -> None:
    day = date.today() + timedelta(days=ahead)  # noqa: DTZ011 - as it is here
    assert told("", day.isoformat()) == ([(FUTURE, 2, f"session {day}")] if doubted else [])
    payments = f"bourre 1\ndate {day}\npay Ann Bea 5\n".encode()
    assert [one.line for one in doubts(payments, "payments.bourre")] == ([2] if doubted else [])
