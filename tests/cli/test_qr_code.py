"""The address for others as a QR code: in the terminal, and on every page of a dashboard that is
shared.
"""

from __future__ import annotations

import re

import pytest
import segno

from dashboard.frame.me import address_for_others
from ledger.cli.dashboard import qr_code

ADDRESS = "http://192.168.1.23:8501"
LIGHT = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
"""Which of the two modules of a half block are light."""


def test_in_the_terminal_its_modules_are_those_of_the_code_dark_on_light() -> None:
    lines = qr_code(ADDRESS).split("\n")
    assert all(re.fullmatch(r"\x1b\[97;40m[ ▀▄█]+\x1b\[0m", line) for line in lines)
    pairs = [[LIGHT[sign] for sign in line[len("\x1b[97;40m") : -len("\x1b[0m")]] for line in lines]
    rows = [[1 - pair[half] for pair in line] for line in pairs for half in (0, 1)]
    wanted = [
        list(row) for row in segno.make(ADDRESS, error="l", micro=False).matrix_iter(border=2)
    ]
    assert rows[: len(wanted)] == wanted
    assert max(map(len, rows)) < 80


@pytest.mark.parametrize(
    ("here", "found"),
    [
        ("http://192.168.1.23:8501/record?x=1", ADDRESS),
        ("https://cards.example.org/owes", "https://cards.example.org"),
        ("http://127.0.0.1:8501/", "told"),
        ("http://localhost:8501/", "told"),
        ("http://[::1]:8501/", "told"),
        ("", "told"),
    ],
)
def test_on_a_page_it_is_where_whoever_is_looking_found_it_but_on_the_machine_itself(
    here: str, found: str
) -> None:
    assert address_for_others(here, "told") == found
