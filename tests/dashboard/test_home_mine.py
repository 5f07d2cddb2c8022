"""Home for a player who said who they are: what I owe, my last night, my year; and for whoever has
not.
"""

from __future__ import annotations

import pytest
from book_on_disk import Book
from dashboard_app import look_at, page, said

from dashboard.frame.wording import nth

pytestmark = pytest.mark.slow


@pytest.fixture
def home(book: Book, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return what home says to each player."""
    look_at(book.folder, monkeypatch)
    return {
        name: said(page("home", seen_by=name)).replace("\\", "")
        for name in ("Ann", "Bea", "Cal", "Dot")
    }


def test_home_begins_with_what_i_owe_and_tells_my_last_night_and_my_year(
    home: dict[str, str],
) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      pass Cal
      tricks Ann 3 Bea 2
      take Ann 3
    hand 2 Ann 9h
      play Bea 0
      play Cal 0
      pass Ann
      tricks Bea 5 Cal 0
      take Bea 3
      match Cal 3
    ---
    session 2026-11-13 earlier
    chip 1 USD
    seats Ann Bea
    result Ann -5 Bea 5
    """
    ann = home["Ann"]
    assert '"You owe Bea $1.00"' in ann
    assert "**You owe the pot $3.00**" in ann
    assert (
        ann.index("You owe Bea")
        < ann.index("2 payments to make")
        < ann.index("My last evening: friday")
    )
    assert "**:blue[▲\u00a0+$1.00]**, 1st of 3" in ann  # with Bea, who won as much
    assert "Best hand, 1: ▲ +2 chips" in ann
    assert "Worst hand, 2: ▼ −1 chip" in ann
    assert "**:orange[▼\u00a0−$4.00]** in 2 evenings, ahead in 1." in ann

    assert '"Ann owes you $1.00"' in home["Bea"]
    assert '"Cal owes you $5.00"' in home["Bea"]
    assert "**:orange[▼\u00a0−$5.00]**, 3rd of 3" in home["Cal"]
    assert "Best hand" not in home["Cal"]  # who won none
    assert "Worst hand, 2: ▼ −4 chips" in home["Cal"]


def test_a_night_kept_by_chips_has_a_place_and_no_hands(home: dict[str, str]) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal Dot
    result Ann -2 Bea 5 Cal -2 Dot -1
    """
    assert "**:orange[▼\u00a0−$2.00]**, 3rd of 4" in home["Ann"]
    assert "**:orange[▼\u00a0−$2.00]**, 3rd of 4" in home["Cal"]
    assert "**:orange[▼\u00a0−$1.00]**, 2nd of 4" in home["Dot"]
    assert "hand, " not in home["Ann"]


def test_somebody_who_never_played_is_told_nothing_of_a_night_or_a_year(
    home: dict[str, str],
) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal Dot
    result Ann -1 Bea 1
    pay Dot Ann 1
    """
    assert '"Ann owes you $1.00"' in home["Dot"]
    assert "My last evening" not in home["Dot"]


def test_a_place_is_said_as_people_say_it() -> None:
    said = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th"
    assert [nth(int(one[:-2])) for one in said.split()] == said.split()
