"""One night under two ids: found by its hands, or by its results, and refused unless somebody says
so.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from audit_text import log_of
from book_on_disk import Book, Told

from ledger.cli.main import main

CARDS = """
hand 1 Dot 9h
  play Bea 0
  play Cal 0
  trick Bea Ks Qs
  trick Bea Qd 3d
  trick Bea 5c 6c
  trick Cal 8s 2s
  trick Cal 7s 3s
"""
SCORES = """
hand {} Ann h
  play Bea 0
  play Ann 0
  tricks Ann 3 Bea 2
hand {} Bea h
  play Cal 0
  play Bea 0
  tricks Bea 4 Cal 1
hand {} Cal h
  play Dot 0
  play Cal 0
  tricks Cal 3 Dot 2
"""


def imported(book: Book, text: str, *words: str, name: str = "again.bourre") -> Told:
    path = book.folder.parent / name
    path.write_text(log_of(text), "utf-8")
    return book.run("import", str(path), *words)


def found(book: Book) -> list[str]:
    return next(
        check["found"]
        for check in book.json("check")["checks"]
        if check["name"] == "no evening is recorded twice"
    )


def test_mostly_the_same_cards_are_one_night_whatever_the_players_are_called(book: Book) -> None:
    book.add(f"session 2026-11-20 friday\n{CARDS}hand 2 Ann h\n  pass Bea Cal Dot Ann\n")
    again = CARDS.replace("Bea", "Beatrice").replace("hand 1", "hand 7")
    told = imported(book, f"session 2026-11-21 late\nseats Ann Beatrice Cal Dot\n{again}")
    path = book.folder.parent / "again.bourre"
    assert (told.status, told.out) == (1, f"1 refused\nBook: {book.folder}\n")
    assert told.err == (
        f"bourre: {path}: evening late of 2026-11-21 looks like evening friday of 2026-11-20 "
        "again: "
        "its only hand is the same (7)\n"
        "  add --keep-both to store it, if it is another evening; if it is the same one,\n"
        "    keep the better log\n"
    )
    assert not (book.folder / "sessions" / "late.bourre").exists()
    assert 'name = "Beatrice"' not in (book.folder / "book.toml").read_text()
    assert found(book) == []


def test_keep_both_stores_it_and_check_finds_the_pair(book: Book) -> None:
    book.add(f"session 2026-11-20 friday\n{CARDS}")
    assert imported(book, f"session 2026-11-20 again\n{CARDS}", "--keep-both").status == 0
    assert found(book) == [
        (
            "evening friday of 2026-11-20 looks like evening again of 2026-11-20 again: its only "
            "hand is the same (1)"
        )
    ]
    assert book.run("check").status == 0


def test_three_hands_with_the_same_scores_are_one_night_and_two_are_not(book: Book) -> None:
    book.add(f"session 2026-11-20 friday\n{SCORES.format(1, 2, 3)}")
    fewer = SCORES.format(1, 2, 3).partition("hand 3")[0]
    assert imported(book, f"session 2026-11-21 fewer\n{fewer}").status == 0
    told = imported(
        book, f"session 2026-11-21 again\n{SCORES.format(4, 5, 6)}", name="third.bourre"
    )
    assert told.status == 1
    assert (
        "evening again of 2026-11-21 looks like evening friday of 2026-11-20 again: 3 of its "
        "3 hands are the same (4 to 6)"
    ) in told.err


def weekend(book: Book, *words: str) -> list[Path]:
    """Return the logs of some evenings of the same people, of which every second is on the day
    after the others.
    """
    logs = book.folder.parent / "weekend"
    assert main(["simulate", "--club", "--seed", "5", *words, "-o", str(logs)]) == 0
    book.capsys.readouterr()
    found = sorted(logs.glob("*.bourre"))
    for at, path in enumerate(found):
        path.write_text(
            re.sub(r"(?m)^session \S+", f"session 2026-11-{20 + at % 2}", path.read_text("utf-8")),
            "utf-8",
        )
    return found


@pytest.mark.parametrize(
    "words", [("4", "--players", "2", "--level", "score"), ("8", "--players", "3")]
)
def test_two_who_meet_the_same_scores_again_every_evening_play_on_two_evenings(
    book: Book, words: tuple[str, ...]
) -> None:
    """Each score of one evening is somewhere in the other, but never many of them one after the
    other.
    """
    logs = weekend(book, "--hands", "40", "--sessions", *words)
    assert book.run("import", *map(str, logs)).out.startswith(f"{len(logs)} evenings stored\n")
    assert found(book) == []


def test_a_second_writer_may_miss_some_hands_and_count_from_another(book: Book) -> None:
    (log,) = weekend(book, "--sessions", "1", "--hands", "40", "--players", "4", "--level", "score")
    header, *hands = re.split(r"(?m)^(?=hand )", log.read_text("utf-8"))
    again = [
        re.sub(r"^hand (\d+)", lambda number: f"hand {int(number[1]) + 3}", hand)
        for at, hand in enumerate(hands)
        if at % 9
    ]
    log.with_name("again.bourre").write_text(
        header.replace("sim5-000000", "again", 1) + "".join(again), "utf-8"
    )
    assert book.run("import", str(log)).status == 0
    told = book.run("import", str(log.with_name("again.bourre")))
    assert told.status == 1
    assert (
        "evening again of 2026-11-20 looks like evening sim5-000000 of 2026-11-20 again: "
        in told.err
    )


def test_half_of_the_hands_is_not_most(book: Book) -> None:
    """The host copied a file to begin the next one, and left a hand in it: that is for the audit of
    the hands, not for this.
    """
    book.add(f"session 2026-11-20 friday\n{CARDS}hand 2 Ann h\n  tricks Ann 3 Bea 2\n")
    other = CARDS + "hand 2 Ann h\n  tricks Bea 5\n"
    assert imported(book, f"session 2026-11-20 other\n{other}").status == 0


def test_two_days_apart_are_two_nights(book: Book) -> None:
    book.add(f"session 2026-11-20 friday\n{CARDS}")
    assert imported(book, f"session 2026-11-22 sunday\n{CARDS}").status == 0


def test_of_two_in_one_import_the_later_is_refused(book: Book, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.bourre").write_text(log_of(f"session 2026-11-20 one\n{CARDS}"))
    (games / "b.bourre").write_text(log_of(f"session 2026-11-20 two\n{CARDS}"))
    told = book.run("import", str(games))
    assert told.out.startswith("1 evening stored, 1 refused\n")
    assert "b.bourre: evening two of 2026-11-20 looks like evening one" in told.err


def test_columns_are_refused_as_a_whole_file(book: Book, tmp_path: Path) -> None:
    book.add(f"session 2026-11-20 friday\n{CARDS}")
    (tmp_path / "again.bourre").write_text(log_of(f"session 2026-11-20 again\n{CARDS}"))
    assert main(["convert", str(tmp_path / "again.bourre"), str(tmp_path / "again.parquet")]) == 0
    book.capsys.readouterr()
    told = book.run("import", str(tmp_path / "again.parquet"))
    assert (told.status, told.out) == (1, f"1 refused\nBook: {book.folder}\n")
    assert "its only hand is the same (1); nothing from this file was stored" in told.err
    assert [path.name for path in (book.folder / "sessions").iterdir()] == ["friday.bourre"]
