"""``bourre owes``: balances, pots and the fewest payments, in words and for other programs."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
from book_on_disk import Book

from ledger.book.balances.figures import SuggestedTransfer
from ledger.book.balances.transfer_words import transfer_sentence
from ledger.cli.main import main
from ledger.export.cells import csv_text

NOTHING_LEFT_OUT = {
    "sessions": [],
    "payments": 0,
    "files": [],
    "as_written": "",
    "disputed": [],
    "changed_after_closing": [],
}


def totals(owed: dict[str, list[dict[str, str]]]) -> dict[str, Decimal]:
    """Return what the balances and pots of ``owes --format json`` add up to, by currency."""
    sums: Counter[str] = Counter()
    for row in owed["balances"] + owed["pots"]:
        sums[row["currency"]] += Decimal(row["amount"])  # type: ignore[assignment]
    return dict(sums)  # type: ignore[arg-type]


def test_the_answer_in_words(book: Book) -> None:
    """
    chip 0.25 USD
    hand 1 Dot 9h
      play Bea 2
      play Cal 3
      play Dot 1
      tricks Bea 2 Dot 3
    end divide
    """
    told = book.run("owes")
    assert told.status == 0
    assert told.out == (
        "1 payment makes everybody square, the fewest possible.\n"
        "\n"
        "Player             Balance\n"
        "Dot     is owed     +$1.00\n"
        "Ann     is square    $0.00\n"
        "Bea     is square    $0.00\n"
        "Cal     owes        −$1.00\n"
        "\n"
        "Cal pays Dot $1.00\n"
    )


def test_a_carried_pot_takes_part_like_a_player(book: Book) -> None:
    """
    chip 0.25 USD
    hand 1 Dot 9h
      play Bea 2
      play Cal 3
      play Dot 1
      tricks Bea 2 Dot 3
    """
    out = book.run("owes").out
    assert "In the pot: 4 chips, worth $1.00, for whoever wins it next time.\n" in out
    assert "Ann owes the pot $0.25\n" in out


def test_pots_of_several_games_have_names(book: Book) -> None:
    """
    hand 1 Ann 9h
    ---
    session 2026-11-21 saturday
    game Saturdays
    hand 1 Ann 9h
    """
    owed = book.json("owes")
    assert [pot["game"] for pot in owed["pots"]] == ["Saturdays", "book"]
    out = book.run("owes").out
    assert "In the pot of Saturdays: 4 chips" in out
    assert book.run("owes", "--format", "csv").out.endswith(
        "pot,,,Saturdays,4,chips,4\r\npot,,,book,4,chips,4\r\n"
    )
    assert " owes the pot of book " in out
    assert set(totals(owed).values()) == {0}


def test_what_is_unexplained_is_a_balance_so_that_all_adds_up(book: Book) -> None:
    """
    chip 0.25 USD
    pot 5
    hand 1 Dot 9h
      play Bea 2
      tricks Bea 5
    """
    owed = book.json("owes")
    assert owed["balances"][-1] == {"player": "unexplained", "currency": "USD", "amount": "-1.25"}
    assert set(totals(owed).values()) == {0}
    out = book.run("owes").out
    assert "Unexplained:\n  $1.25 came from an unknown source: " in out
    assert "Bea is owed $1.25 by someone unknown\n" in out


def test_a_pot_that_nobody_put_anything_into(book: Book) -> None:
    """
    pot 5
    """
    assert "The pot has 5 chips from an unknown source\n" in book.run("owes").out


def test_a_pot_that_lacks_chips(book: Book) -> None:
    """
    ante 0
    hand 1 Dot 9h
      play Bea 2
      take Bea 3
      match -
    """
    owed = book.json("owes")
    assert owed["pots"] == []  # what it lacks is unexplained (5.10)
    assert owed["balances"] == [
        {"player": "Bea", "currency": "chips", "amount": "3"},
        {"player": "unexplained", "currency": "chips", "amount": "-3"},
    ]
    assert owed["transfers"] == [
        {"from": "unexplained", "to": "Bea", "currency": "chips", "amount": "3", "link": None}
    ]
    out = book.run("owes").out
    assert "Unexplained:\n  3 chips came from an unknown source: " in out
    assert "Bea is owed 3 chips by someone unknown\n" in out


def test_currencies_and_chips_without_a_value_are_kept_apart(book: Book) -> None:
    """
    chip 0.25 USD
    transfer Ann Bea 4
    ---
    session 2026-11-21 saturday
    transfer Ann Bea 3
    ---
    session 2026-11-22 sunday
    chip 10 JPY
    transfer Bea Ann 2
    """
    owed = book.json("owes")
    assert [
        (one["from"], one["to"], one["currency"], one["amount"]) for one in owed["transfers"]
    ] == [
        ("Bea", "Ann", "JPY", "20"),
        ("Ann", "Bea", "USD", "1.00"),
        ("Ann", "Bea", "chips", "3"),
    ]
    out = book.run("owes").out
    assert "Bea pays Ann ¥20\n" in out
    assert "Ann pays Bea 3 chips\n" in out
    assert "\nUSD\n" in out
    assert "Chips without a value\n" in out


def test_it_says_where_to_send_the_money(book: Book) -> None:
    """
    chip 0.25 USD
    transfer Ann Bea 4
    """
    settings = book.folder / "book.toml"
    settings.write_text(
        settings.read_text().replace('name = "Bea"', 'name = "Bea"\nhandle = "@bea-pays"')
    )
    assert book.run("owes").out.endswith("Ann pays Bea $1.00 (@bea-pays)\n")


def test_nobody_owes_anybody_anything(book: Book) -> None:
    """
    seats Ann Bea
    """
    assert book.run("owes").out == "Everybody is square. Nobody owes anybody anything.\n"


def test_a_book_without_sessions_says_what_to_do(book: Book) -> None:
    told = book.run("owes")
    assert (told.status, told.out) == (
        0,
        (
            "Nobody owes anybody anything: the book has no evenings yet.\nImport some: bourre "
            f"import PATH… --book {book.folder}\n"
        ),
    )
    nothing: dict[str, object] = {"balances": [], "transfers": [], "pots": [], "unexplained": []}
    assert book.json("owes") == nothing | {"not_read": NOTHING_LEFT_OUT}


def test_where_there_is_no_book_it_says_how_to_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["owes", "--book", str(tmp_path / "nowhere")]) == 2
    assert "bourre import PATH…" in capsys.readouterr().err


def test_players_named_like_a_pot_are_told_from_it(book: Book) -> None:
    """
    seats pot unexplained "pot of x" "pot (player)"
    hand 1 pot 9h
    """
    names = {one["player"] for one in book.json("owes")["balances"]}
    assert names == {
        "pot (player)",
        "unexplained (player)",
        "pot of x (player)",
        "pot (player) (player)",
    }


@pytest.mark.parametrize(
    ("payer", "payee", "words"),
    [
        (("Ann", 1), ("Bea", 2), "Ann pays Bea $1.00 (@bea)"),
        (("Bea", 2), ("Ann", 1), "Bea pays Ann $1.00"),
        (("Ann", 1), ("pot", 0), "Ann owes the pot $1.00"),
        (("Ann", 1), ("pot of x", 0), "Ann owes the pot of x $1.00"),
        (("pot", 0), ("Ann", 1), "Ann takes $1.00 out of the pot"),
        (("Ann", 1), ("unexplained", -2), "Ann owes $1.00 to someone unknown"),
        (("unexplained", -2), ("Ann", 1), "Ann is owed $1.00 by someone unknown"),
        (("pot of X", 0), ("pot of y", 0), "$1.00 moves from the pot of X to the pot of y"),
        (("unexplained", -2), ("pot of X", 0), "The pot of X has $1.00 from an unknown source"),
        (("pot of X", 0), ("unexplained", -2), "The pot of X owes $1.00 to someone unknown"),
    ],
)
def test_every_payment_can_be_read_out(
    payer: tuple[str, int], payee: tuple[str, int], words: str
) -> None:
    transfer = SuggestedTransfer(payer[0], payee[0], "USD", 100, payer[1], payee[1])
    assert transfer_sentence(transfer, {2: "@bea"}).text == words


def test_other_programs_get_utf_8_whatever_the_terminal_has(book: Book) -> None:
    """
    seats Zoë Bea
    transfer Zoë Bea 1
    """
    for form in ("json", "csv"):
        run = subprocess.run(
            [
                sys.executable,
                "-m",
                "ledger.cli.main",
                "owes",
                "--book",
                str(book.folder),
                "--format",
                form,
            ],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            check=True,
        )
        assert "Zoë" in run.stdout.decode("utf-8")


def test_csv_has_numbers_as_numbers_and_no_formula(book: Book) -> None:
    """
    chip 0.25 USD
    seats @Ann +Bea
    transfer @Ann +Bea 4
    """
    told = book.run("owes", "--format", "csv")
    assert list(csv.reader(io.StringIO(told.out))) == [
        ["kind", "from", "to", "game", "chips", "currency", "amount"],
        ["balance", "'+Bea", "", "", "", "USD", "1.00"],
        ["balance", "'@Ann", "", "", "", "USD", "-1.00"],
        ["transfer", "'@Ann", "'+Bea", "", "", "USD", "1.00"],
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_a_cell_that_a_spreadsheet_would_compute_is_made_text(text: str) -> None:
    assert (
        next(csv.reader(io.StringIO(csv_text(["a"], [[text]]).partition("\n")[2])))[0] == f"'{text}"
    )


def test_the_samples_add_up_and_the_payments_settle_them(book: Book, sample_book: Path) -> None:
    shutil.copytree(sample_book, book.folder, dirs_exist_ok=True)
    owed = book.json("owes")
    assert set(totals(owed).values()) == {0}
    games = {pot["game"] for pot in owed["pots"]}
    left = Counter(
        {(one["player"], one["currency"]): Decimal(one["amount"]) for one in owed["balances"]}
    )
    for pot in owed["pots"]:
        name = "pot" if len(games) == 1 else f"pot of {pot['game']}"
        left[name, pot["currency"]] += Decimal(pot["amount"])
    for one in owed["transfers"]:
        left[one["from"], one["currency"]] += Decimal(one["amount"])
        left[one["to"], one["currency"]] -= Decimal(one["amount"])
    assert set(left.values()) == {0}


def test_what_the_figures_leave_out_is_told(book: Book) -> None:
    """
    session 2026-11-20 friday
    chip 0.25 USD
    seats Ann Bea

    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
    """
    for number in range(7):
        (book.folder / "sessions" / f"lost{number}.bourre").write_text(
            "bourre 1\nsession yesterday\n"
        )
    told = book.run("owes")
    assert (told.status, told.err) == (0, "")
    left_out, _, figures = told.out.partition("\n\n")
    assert figures.endswith("\nBea pays Ann $0.25\n")
    why = "line 2, column 9: yesterday is not a date"
    assert left_out.splitlines() == [
        "Not in these figures:",
        *(f"  sessions/lost{number}.bourre: {why}" for number in range(5)),
        "  and 2 more",
        f"  everything: bourre check --book {book.folder}",
    ]
    # Another program gets all of them in JSON; the rows of CSV stay rows, so that it is said beside
    # them.
    files = [{"file": f"sessions/lost{number}.bourre", "reason": why} for number in range(7)]
    assert book.json("owes")["not_read"] == NOTHING_LEFT_OUT | {"files": files}
    told = book.run("owes", "--format", "csv")
    assert told.err == f"{left_out}\n"
    assert told.out.startswith("kind,")


def test_what_is_unexplained_is_told_apart_with_its_line_and_is_no_payment(book: Book) -> None:
    """
    session 2026-03-14 friday
    rules acadiana
    chip 0.25 USD
    ante 1
    pot 4
    seats Ann Bea Cal

    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      pass Cal
      tricks Ann 3 Bea 2
    """
    told = book.run("owes").out
    payments, unexplained = told.split("Unexplained:")
    assert "unknown" not in payments
    assert "$1.00 came from an unknown source: friday, sessions/friday.bourre:" in " ".join(
        unexplained.split()
    )
    assert "could explain it" in " ".join(unexplained.split())
    assert "  Ann is owed $1.00 by someone unknown\n" in unexplained
    # no session is before it: the audit has nothing to say of its pot
    assert "see more: bourre audit" not in unexplained
    (one,) = book.json("owes")["unexplained"]
    assert (one["session"], one["amount"]) == ("friday", "-1.00")
    text = (book.folder / one["file"]).read_text("utf-8").splitlines()
    assert text[one["line"] - 1].strip() == "pot 4"
