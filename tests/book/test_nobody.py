"""Nobody stays known in a book by a name that no log has any more, unless somebody gave them
something there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from book_trials import check_whole

from ledger.book.balances.payment_lines import Wish, pay
from ledger.book.derived.access import ask
from ledger.book.files.folder import SETTINGS
from ledger.book.files.settings_edit import enrolled, without_players
from ledger.book.members.people import merge, people, send_to
from ledger.book.sessions.recordings import begin, bring_back, discard, load, save
from ledger.book.sessions.stored_recording import Recorder
from ledger.recording import enter_line
from ledger.recording.recording import NewSession

ANN = Recorder("ann-1", "Ann")
LOG = "sessions/friday.bourre"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book of one evening that has just begun, with a name that is wrong."""
    begin(
        tmp_path / "book",
        NewSession("2026-11-20", "friday", ("Ann", "Bee", "Cal"), chip=25, currency="USD"),
        ANN,
    )
    assert known(tmp_path / "book") == ["Ann", "Bee", "Cal"]
    return tmp_path / "book"


def known(book: Path) -> list[str]:
    """Everybody in the database, who are those in the settings."""
    names = [one.name for one in ask(book, people)]
    assert (
        sorted(
            one["name"] for one in tomllib.loads((book / SETTINGS).read_text()).get("players", [])
        )
        == names
    )
    return names


def say(book: Path, line: str) -> None:
    kept = load(book, LOG)
    save(book, kept, enter_line(kept.recording, line), ANN)


def test_a_name_that_is_put_right_leaves_nobody_behind(book: Path) -> None:
    """Before the first hand, when nothing but the line of the seats names anybody; and back again,
    and after a hand.
    """
    say(book, "called Bee Bea")
    assert known(book) == ["Ann", "Bea", "Cal"]
    say(book, "undo")
    assert known(book) == ["Ann", "Bee", "Cal"]
    for line in ("hand Cal 9h", "play Bee", "tricks Bee 5", "", 'called Bee "Big \\"B\\""'):
        say(book, line)
    assert known(book) == ["Ann", 'Big "B"', "Cal"]
    (book / LOG).write_text((book / LOG).read_text().replace('"Big \\"B\\""', "Bo"))
    assert known(book) == ["Ann", "Bo", "Cal"]
    check_whole(book)


GIVEN: dict[str, Callable[[Path], object]] = {
    "where to send money": lambda book: send_to(book, "Bee", "@bee"),
    "another name": lambda book: merge(book, "Bee", _met(book, "Beatrice")),
    "a payment": lambda book: pay(book, Wish("Bee", "Ann", "1")),
    "another evening": lambda book: (book / "sessions" / "saturday.bourre").write_text(
        (book / LOG).read_text().replace("20 friday", "21 saturday")
    ),
    "a remark": lambda book: _edit(book, 'name = "Bee"\n', 'name = "Bee"  # from work\n'),
    "a remark above": lambda book: _edit(
        book, "[[players]]\nid = 2\n", "# from work\n[[players]]\nid = 2\n"
    ),
    "a log that cannot be read, and may be hers": lambda book: (
        book / "sessions" / "x.bourre"
    ).write_text("bourre 1\nBee\n"),
}


def _edit(book: Path, old: str, new: str) -> None:
    text = (book / SETTINGS).read_text()
    assert old in text
    (book / SETTINGS).write_text(text.replace(old, new))


def _met(book: Path, name: str) -> str:
    (book / SETTINGS).write_text(enrolled((book / SETTINGS).read_text(), [name]))
    return name


@pytest.mark.drawn(3)
@pytest.mark.parametrize("what", GIVEN)
def test_whoever_was_given_something_stays(what: str, book: Path) -> None:
    GIVEN[what](book)
    say(book, "called Bee Bea")
    assert "Bee" in known(book)


def test_whoever_plays_in_a_discarded_evening_only_is_nobody_until_it_is_back(book: Path) -> None:
    say(book, "note hello")
    key = discard(book, load(book, LOG), ANN)
    assert known(book) == []
    bring_back(book, str(key), ANN)
    assert known(book) == ["Ann", "Bee", "Cal"]


def test_a_log_that_is_away_may_come_again_and_whoever_was_written_in_by_hand_stays(
    book: Path,
) -> None:
    _met(book, "Dot")
    (book / LOG).rename(book / "away")
    assert known(book) == ["Ann", "Bee", "Cal", "Dot"]
    (book / "away").rename(book / LOG)
    assert known(book) == ["Ann", "Bee", "Cal", "Dot"]
    say(book, "called Bee Bea")
    assert known(book) == ["Ann", "Bea", "Cal", "Dot"]


def test_everything_else_in_the_settings_stays_as_it_is() -> None:
    ann = '[[players]]\nid = 1\nname = "Ann"\n\n'
    bee = "[[players]]\nid = 2\nname = 'Bee'\n\n"
    text = f'name = "x"\n\n# people\n\n{ann}{bee}[house]\nante = 1\n'
    assert without_players(text, [3, 12, 2]) == text.replace(bee, "")
    assert without_players(text, [1, 2]) == text.replace(ann + bee, "")
    for other in (
        text.replace("\n", "\r\n"),
        'players = [{ id = 1, name = "Ann" }]\n',
        text.replace("# people\n", "# people"),
    ):
        assert without_players(other, [1]) == other
