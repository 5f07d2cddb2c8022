"""``bourre night``, ``standings`` and ``owes`` of a part of the book: one evening, a season, a day;
and what is not in it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from audit_text import log_of
from book_on_disk import Book

from ledger.book import ImportOptions, Wish, import_files, pay

pytestmark = pytest.mark.slow

EVENINGS = (
    """session 2026-11-20 friday "Friday at Ann's"
game fridays
chip 0.25 USD
hand 1 Dot 9h
  play Bea 2
  play Cal 3
  play Dot 1
  tricks Bea 2 Dot 3
  take Dot 4
hand 2 Ann 9h
  play Bea 2
end divide
""",
    """session 2027-01-08 january
game others
chip 0.25 USD
hand 1 Ann 9h
  play Bea 2
  play Cal 3
  tricks Bea 5
end divide
""",
)


@pytest.fixture(scope="module")
def whole_season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of two evenings in two years, of two games, with a payment after each; nobody
    writes to it.
    """
    here = tmp_path_factory.mktemp("season")
    for at, log in enumerate(EVENINGS):
        (here / f"{at}.bourre").write_text(log_of(log), "utf-8")
    assert not import_files(
        here / "book", [here / "0.bourre", here / "1.bourre"], ImportOptions()
    ).refused
    for wish in (
        Wish("Cal", "Bea", "1", day="2026-11-21"),
        Wish("Ann", "Bea", "0.25", day="2027-01-09"),
    ):
        pay(here / "book", wish)
    return here / "book"


@pytest.fixture
def season(whole_season: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """Return that book, to ask."""
    return Book(whole_season, capsys)


@pytest.fixture
def own_season(whole_season: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """Return a copy of it, to write in."""
    return Book(Path(shutil.copytree(whole_season, tmp_path / "book")), capsys)


def test_a_night_says_who_won_how_and_who_owes_what_of_it(season: Book) -> None:
    assert season.run("night", "friday").out.replace(str(season.folder), "BOOK") == (
        "Friday at Ann's, 20 November 2026: 2 hands\n"
        "Bea won the evening with +$1.25 (5 chips). Bea won 1 of 2 hands, the biggest for\n"
        "7 chips (hand 2). Cal went bourré once.\n"
        "\n"
        "Player  Won or lost  Chips\n"
        "Bea          +$1.25     +5\n"
        "Dot          +$0.50     +2\n"
        "Ann          −$0.50     −2\n"
        "Cal          −$1.25     −5\n"
        "\n"
        "Best hand: Bea took $1.75 (7 chips) in hand 2.\n"
        "Worst bourré: Cal matched $1.00 (4 chips) in hand 1.\n"
        "\n"
        "Ann pays Dot $0.50\n"
        "\n"
        "Cal pays Bea $1.25: Cal paid Bea $1.00 on 2026-11-21, which may have been for\n  this\n"
        "\n"
        "This evening alone.\n"
        "  to see all evenings: bourre owes --book BOOK\n"
        "\n"
        "As of 9 January 2027: 2 evenings and 2 payments.\n"
    )


def test_a_night_in_review_tells_the_hands_that_stand_out(season: Book) -> None:
    told = season.run("night", "friday", "--review").out
    assert "Turning point, hand 2: Bea took the lead from Dot for good, with 6 chips won." in told
    assert "Biggest pot, hand 2: Bea took 7 chips." in told
    assert told.count("Worst bourré") == 1
    found = json.loads(season.run("night", "friday", "--review", "--format", "json").out)[
        "stands_out"
    ]
    assert [(one["kind"], one["hand"]) for one in found] == [("bourre", 1), ("turn", 2), ("pot", 2)]


def test_a_night_is_the_last_or_has_an_id_a_file_or_a_day(season: Book) -> None:
    assert season.json("night")["session"] == "january"
    for word in (
        "friday",
        "2026-11-20",
        "sessions/friday.bourre",
        str(season.folder / "sessions" / "friday.bourre"),
    ):
        assert season.json("night", word)["session"] == "friday"
        assert season.json("owes", "--session", word)["part"]["session"] == "friday"
        assert len(season.json("why", "Bea", "--session", word)["positions"][0]["sessions"]) == 1
    assert (
        season.run("night", "firday").err
        == "bourre: there is no evening firday\n  did you mean friday?\n"
    )
    assert season.run("night", "2020-01-01").err.endswith(
        "\n  the last is january, of 8 January 2027\n"
    )


def test_the_text_for_the_chat_says_what_was_not_read(own_season: Book) -> None:
    log = own_season.folder / "sessions" / "january.bourre"
    log.write_text(f"{own_season.log('january')}pay Jenny Ann 20\n", "utf-8")
    text = own_season.run("night", "--chat").out
    assert text.startswith(
        "january, 8 January 2027: 1 hand\nAs far as it is recorded, Bea won the evening with +$"
    )
    assert text.endswith(
        "\nNot in these figures: 1 line of this evening could not be read; that may change its "
        "balances\n"
    )
    assert "could not be read" not in own_season.run("night", "friday", "--chat").out
    assert "1 other evening could not be read in full" in own_season.run("night", "friday").out


def test_the_text_for_the_chat_has_the_amounts_that_the_payments_add_up_to(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    hand 1 Bea -
    tricks Ann 5
    expense Bea 4 pizza
    end divide
    """
    text = book.run("night", "--chat").out
    assert "\nAnn +$0.25, after payments −$1.75\nBea −$0.25, after payments +$1.75\n" in text
    assert "\nAnn pays Bea $1.75\n" in text


def test_a_match_in_a_hand_whose_tricks_nobody_knows_is_a_bourre(book: Book) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal -
    take Ann 3
    match Bea 3
    end carry
    """
    assert "Worst bourré: Bea matched 3 chips in hand 1.\n" in book.run("night").out


def test_standings_are_of_a_season_a_game_or_some_days(season: Book) -> None:
    def places(*words: str) -> list[tuple[int, str, int, int, str]]:
        some = season.json("standings", *words)["standings"]
        return [
            (one["place"], one["player"], one["evenings"], one["won"], one["amount"])
            for one in some
        ]

    friday = [
        (1, "Bea", 1, 1, "1.25"),
        (2, "Dot", 1, 0, "0.50"),
        (3, "Ann", 1, 0, "-0.50"),
        (4, "Cal", 1, 0, "-1.25"),
    ]
    for words in (
        ["--season", "2026"],
        ["--season", "2026-q4"],
        ["--season", "2026-11"],
        ["--game", "fridays"],
        ["--until", "2027-01-07"],
    ):
        assert places(*words) == friday
    assert places("--since", "2027-01-09") == []
    assert {row[2] for row in places()} == {2}
    told = season.run("standings", "--season", "2026", "--format", "csv")
    assert "1 other evening is not in these" in told.err
    assert (
        told.out.splitlines()[1]
        == "1,Bea,1,1,USD,1.25,2026-11-20,friday,1.25,2026-11-20,friday,1.25"
    )
    out = season.run("standings", "--season", "2026").out
    assert out.startswith(
        "From 1 January 2026 to 31 December 2026: 1 other evening is not in these\nfigures.\n"
    )


def test_owes_of_a_part_says_what_is_not_in_it(season: Book) -> None:
    def owed(*words: str) -> dict[str, str]:
        return {one["player"]: one["amount"] for one in season.json("owes", *words)["balances"]}

    assert owed("--session", "friday") == owed("--game", "fridays") == owed("--until", "2026-11-20")
    assert owed("--until", "2026-11-21") == {
        "Ann": "-0.50",
        "Bea": "0.25",
        "Cal": "-0.25",
        "Dot": "0.50",
    }
    assert owed("--until", "2027-01-09") == owed()
    for words, sentence in (
        (
            ("--session", "friday"),
            "Only the evening friday: 1 other evening and 2 payments between evenings are not",
        ),
        (
            ("--game", "fridays"),
            "Only the game fridays: 1 other evening and 2 payments between evenings are not",
        ),
        (
            ("--until", "2026-11-21"),
            "Until 21 November 2026: 1 other evening and 1 payment between evenings are not",
        ),
    ):
        assert " ".join(season.run("owes", *words).out.split()).startswith(
            f"{sentence} in these figures."
        )


def test_what_was_paid_since_is_no_longer_owed_of_a_night(own_season: Book) -> None:
    (first, *_) = own_season.json("night", "january")["transfers"]
    assert (
        own_season.run(
            "pay", first["from"], first["to"], first["amount"], "--date", "2027-01-10", "--future"
        ).status
        == 0
    )
    assert first not in own_season.json("night", "january")["transfers"]


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("owes", "--session", "friday", "--until", "2027-01-01"), "--session names one evening"),
        (
            ("owes", "--session", "friday", "--plan", "winners"),
            "--session has one plan, with few payments",
        ),
        (("owes", "--game", "friday"), "the book has no game friday\n  did you mean fridays?"),
        (("standings", "--season", "spring"), "spring is not a season"),
        (("standings", "--season", "2026-13"), "2026-13 is not a season"),
        (
            ("standings", "--season", "2026", "--since", "2026-02-01"),
            "--season already sets the days",
        ),
        (
            ("standings", "--since", "2026-02-01", "--until", "2026-01-01"),
            "there are no days from 2026-02-01 to 2026-01-01",
        ),
        (("night", "--chat", "--format", "json"), "--chat always prints the same text"),
    ],
)
def test_a_part_that_makes_no_sense_is_refused(
    season: Book, words: tuple[str, ...], message: str
) -> None:
    told = season.run(*words)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"bourre: {message}")


def test_show_takes_a_session_of_the_book(season: Book) -> None:
    assert season.run("show", "friday", "2").out.startswith("Hand 2  sessions/friday.bourre:")
    assert (
        season.run("show", "frday", "2").err
        == "bourre: there is no evening frday\n  did you mean friday?\n"
    )


def test_the_answers_of_every_day_load_no_data_frames(season: Book) -> None:
    code = (
        "import sys; from ledger.cli.main import main; "
        "[main([name, '--book', sys.argv[1]]) for name in ('owes', 'night', 'standings')]; "
        "print([*({'numpy', 'polars', 'pandas', 'pyarrow', 'plotly'} & {*sys.modules})], "
        "file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(season.folder)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_a_chart_draws_how_everybody_got_there(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal
    result Ann 7 Bea -7
    ---
    session 2026-11-21 saturday
    chip 1 USD
    seats Ann Bea Cal
    result Ann -14 Bea 14 Cal 0
    """
    lead, _, *lines = book.run("standings", "--chart").out.splitlines()
    assert lead == "Bea leads with +$7.00 in 2 evenings."
    assert lines[0].split() == [
        "Player",
        "Evenings",
        "Wins",
        "Won",
        "or",
        "lost",
        "Evening",
        "by",
        "evening",
    ]
    assert [(line.split()[1], line.split()[-1]) for line in lines[1:4]] == [
        ("Bea", "▄▁█"),
        ("Cal", "▄▄"),
        ("Ann", "▄█▁"),
    ]
