"""``bourre why`` and ``bourre statement``: every figure is the sum of those below it, and the
topmost is what ``owes`` says.
"""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from book_on_disk import Book, flat
from planted_faults import Plan, write_down
from trials import drawn

from ledger.book.files.folder import PAYMENTS
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main
from ledger.game import PRESETS


def total(rows: Iterable[dict[str, Any]], name: str = "amount") -> Decimal:
    return sum((Decimal(row[name]) for row in rows), Decimal(0))


def check_sums(told: dict[str, Any]) -> dict[str, Decimal]:
    """Check that every level of ``why --format json`` adds up to the one above, and return the
    positions by currency.
    """
    for position in told["positions"]:
        for night in position["sessions"]:
            for hand in night["hands"]:
                assert total(hand["postings"]) == Decimal(hand["amount"])
                assert total(hand["postings"], "chips") == hand["chips"]
            parts = {
                "played": [*night["hands"], *night["between"]],
                "bank": night["bank"],
                "paid": night["paid"],
            }
            subtotals = {part: Decimal(amount) for part, amount in night["subtotals"].items()}
            assert {part: total(rows) for part, rows in parts.items()} == subtotals
            assert sum(subtotals.values()) == Decimal(night["amount"])
            assert (
                total(night["hands"], "chips") + total(night["between"], "chips") == night["chips"]
            )
            if night["chip"] is not None:
                played = [
                    one
                    for part in (*(hand["postings"] for hand in night["hands"]), night["between"])
                    for one in part
                ]
                assert total(played) == night["chips"] * Decimal(night["chip"])
        assert total(position["sessions"]) + total(position["payments"]) == Decimal(
            position["amount"]
        )
        assert sum(map(Decimal, position["subtotals"].values())) == Decimal(position["amount"])
    return {position["currency"]: Decimal(position["amount"]) for position in told["positions"]}


BY = drawn(("evening", "hand", "posting"), 1)
"""How a statement is grouped."""


def check_everybody(book: Book) -> None:
    """Check the figures of everybody in a book: ``why``, ``statement``, ``owes``, ``night`` and
    ``standings`` agree.
    """
    owed: dict[str, dict[str, Decimal]] = {}
    for one in book.json("owes")["balances"]:
        owed.setdefault(one["player"], {})[one["currency"]] = Decimal(one["amount"])
    owed.pop("unexplained", None)
    assert owed
    played: dict[tuple[str, str], Decimal] = {}
    nights: dict[tuple[str, str, str], tuple[Decimal, Decimal]] = {}
    for player, positions in owed.items():
        told = book.json("why", player)
        assert check_sums(told) == positions
        for position in told["positions"]:
            played[player, position["currency"]] = Decimal(position["subtotals"]["played"])
            for one in position["sessions"]:
                worth = Decimal(one["subtotals"]["played"])
                nights[player, one["session"], position["currency"]] = worth, Decimal(one["amount"])
        for by in BY:
            accounts = book.json("statement", player, "--by", by)["accounts"]
            assert {
                account["currency"]: Decimal(account["closing"]) for account in accounts
            } == positions
            for account in accounts:
                balance = Decimal(account["opening"])
                assert balance == 0
                for entry in account["entries"]:
                    balance += Decimal(entry["in"]) - Decimal(entry["out"])
                    assert Decimal(entry["balance"]) == balance
                assert Decimal(account["in"]) - Decimal(account["out"]) == balance
    places = book.json("standings")["standings"]
    assert {(one["player"], one["currency"]): Decimal(one["amount"]) for one in places}.items() >= {
        (who, amount) for who, amount in played.items() if amount
    }
    for session in {session for _, session, _ in nights}:
        check_night(
            book,
            session,
            {(who, unit): both for (who, one, unit), both in nights.items() if one == session},
        )


def check_night(
    book: Book, session: str, wanted: dict[tuple[str, str], tuple[Decimal, Decimal]]
) -> None:
    """Check that ``night`` and ``owes --session`` say what was played, and what is left by it, of
    each player and unit.
    """
    told, owed = book.json("night", session), book.json("owes", "--session", session)
    won = {one["player"]: Decimal(one["amount"]) for one in told["results"]}
    for (player, unit), (played, left) in wanted.items():
        assert played == (won.get(player, 0) if unit == told["currency"] else 0)
        for balances in (told["balances"], owed["balances"]):
            balance = {(one["player"], one["currency"]): Decimal(one["amount"]) for one in balances}
            assert balance.get((player, unit), 0) == left
    assert told["transfers"] == owed["transfers"]


NIGHT = """
    chip 0.25 USD
    buyin Ann 40
    buyin Bea 40 from Ann
    hand 1 Dot 9h
      play Bea 2
      play Cal 3
      play Dot 1
      tricks Bea 2 Dot 3
      take Dot 4
    hand 2 Ann 9h
      play Bea 2
    transfer Dot Ann 1 for 1
    pay Bea Ann 2.50 venmo
    cashout Ann 38
    cashout Bea 39 from Ann
    """


def test_the_samples_add_up_at_every_level(book: Book, sample_book: Path) -> None:
    shutil.copytree(sample_book, book.folder, dirs_exist_ok=True)
    check_everybody(book)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("preset", ["indiana", "acadiana", "louisiana"])
def test_simulated_books_add_up_at_every_level(book: Book, tmp_path: Path, preset: str) -> None:
    out = tmp_path / "games"
    write_down(Plan(PRESETS[preset], 5, (8, 8), "mixed", faults=0.3, club=True), 3, 11, out)
    import_files(book.folder, [out], ImportOptions())
    check_everybody(book)


def test_a_night_with_everything_in_it_adds_up(book: Book) -> None:
    book.add(NIGHT, "session 2026-11-27 chips\npot 4\nhand 1 Ann 9h\npay Ann Bea 1\nend divide\n")
    book.run("pay", "Cal", "Ann", "0.25")
    check_everybody(book)


def test_the_answer_comes_first_then_sessions_hands_and_log_lines(book: Book) -> None:
    book.add(NIGHT)
    told = book.run("why", "Ann")
    assert told.status == 0
    above, answer = told.out.split("\n\n", 1)
    assert (
        "what Ann and Bea counted in 20 November 2026 (friday), which differs from the hands"
        in flat(above)
    )
    assert answer == (
        "Ann owes $3.00.\n"
        "\n"
        "Date        Evening  Chips  Played    Bank    Paid  In all\n"
        "2026-11-20  friday      −1  −$0.25  −$0.25  −$2.50  −$3.00\n"
        "            in all          −$0.25  −$0.25  −$2.50  −$3.00\n"
        "\n"
        "2026-11-20 friday\n"
        "sessions/friday.bourre   (a chip is worth $0.25)\n"
        "                         Rule  Chips   Amount  Line  In the log\n"
        "played                            −1   −$0.25\n"
        "  hand 1                           0    $0.00\n"
        "    ante                  2.1     −1   −$0.25     8  by the rules\n"
        "    transfer from Dot             +1   +$0.25    16  transfer Dot Ann 1 for 1\n"
        "  hand 2                          −1   −$0.25\n"
        "    ante                  2.1     −1   −$0.25    14  by the rules\n"
        "chips bought and cashed                −$0.25\n"
        "  chips bought                   +40  +$10.00     6  buyin Ann 40\n"
        "  price of chips bought               −$10.00     6  buyin Ann 40\n"
        "  price of chips bought               −$10.00     7  buyin Bea 40 from Ann\n"
        "  chips cashed                   −38   −$9.50    18  cashout Ann 38\n"
        "  price of chips cashed                +$9.50    18  cashout Ann 38\n"
        "  price of chips cashed                +$9.75    19  cashout Bea 39 from Ann\n"
        "paid                                   −$2.50\n"
        "  paid by Bea                          −$2.50    17  pay Bea Ann 2.50 venmo\n"
        "in all                            −1   −$3.00\n"
    )


def test_chips_cashed_by_somebody_else_show_in_the_figures_of_both(book: Book) -> None:
    """
    chip 1 USD
    buyin Bea 40 from Ann
    """
    (ann,) = book.json("why", "Ann")["positions"][0]["sessions"]
    (bea,) = book.json("why", "Bea")["positions"][0]["sessions"]
    assert [(one["kind"], one["chips"], one["amount"]) for one in ann["bank"]] == [
        ("buy-in", 0, "-40.00")
    ]
    assert [(one["kind"], one["chips"], one["amount"]) for one in bea["bank"]] == [
        ("buy-in", 40, "40.00")
    ]
    assert (bea["chips"], bea["amount"]) == (0, "40.00")


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("rules", "log", "player", "expected"),
    [
        ("louisiana", "  play Bea 1\n", "Bea", [("ante", "2.1"), ("take", "3.6")]),
        (
            "louisiana",
            "  play Bea 1\n  play Cal 1\n  tricks Bea 5\n",
            "Bea",
            [("ante", "2.1"), ("take", "5.1")],
        ),
        (
            "louisiana",
            "  play Bea 1\n  play Cal 1\n  tricks Bea 5\n",
            "Cal",
            [("ante", "2.1"), ("match", "5.4")],
        ),
        (
            "casino",
            "  play Bea 1\n  play Cal 1\n  tricks Bea 5\n",
            "Cal",
            [("ante", "2.1"), ("second ante", "3.7"), ("match", "5.4")],
        ),
        (
            "indiana",
            "  play Bea 1\n  play Cal 1\n  tricks Cal 4\n",
            "Cal",
            [("ante", "2.1"), ("second ante", "7.4"), ("take", "5.1")],
        ),
        ("louisiana dealer-antes=yes", "  pass Bea\n", "Dot", [("ante", "2.2")]),
        (
            "louisiana",
            "  play Bea 1\n  play Cal 1\n  tricks Bea 5\n  renege Bea 3\n",
            "Bea",
            [("ante", "2.1"), ("renege", "5.5")],
        ),
        (
            "louisiana",
            "  pass Bea\npenalty Cal 5 for 1\n",
            "Cal",
            [("ante", "2.1"), ("penalty", "5.5")],
        ),
    ],
)
def test_each_posting_names_its_rule(
    book: Book, rules: str, log: str, player: str, expected: list[tuple[str, str]]
) -> None:
    book.add(f"rules {rules}\nhand 1 Dot 9h\n{log}")
    (night,) = book.json("why", player)["positions"][0]["sessions"]
    (hand,) = night["hands"]
    assert [(one["kind"], one["rule"]) for one in hand["postings"]] == expected


def test_a_share_of_the_pot_names_its_rule(book: Book) -> None:
    """
    hand 1 Dot 9h
    end divide
    """
    (night,) = book.json("why", "Ann")["positions"][0]["sessions"]
    assert [(one["kind"], one["rule"], one["text"]) for one in night["between"]] == [
        ("share", "5.12", "end divide")
    ]


def test_the_log_line_is_quoted_word_for_word(book: Book) -> None:
    book.add(NIGHT)
    lines = book.log().splitlines()
    for night in book.json("why", "Ann")["positions"][0]["sessions"]:
        for one in [
            *night["between"],
            *night["bank"],
            *(one for hand in night["hands"] for one in hand["postings"]),
        ]:
            assert one["file"] == "sessions/friday.bourre"
            assert one["text"] == lines[one["line"] - 1].strip()


def test_one_session_and_no_other(book: Book) -> None:
    book.add(NIGHT, "session 2026-11-27 saturday\nchip 1 EUR\ntransfer Ann Bea 2\n")
    book.run("pay", "Ann", "Bea", "1")
    told = book.run("why", "Ann", "--session", "saturday")
    assert told.out.startswith("Ann in saturday: −€2.00\n\n2026-11-27 saturday\n")
    assert "friday" not in told.out
    assert [
        one["currency"] for one in book.json("why", "Ann", "--session", "saturday")["positions"]
    ] == ["EUR"]


def test_brief_is_the_sessions_alone(book: Book) -> None:
    book.add(NIGHT)
    told = book.run("why", "Ann", "--brief")
    assert told.out.endswith("            in all          −$0.25  −$0.25  −$2.50  −$3.00\n")
    assert "hands" not in book.json("why", "Ann", "--brief")["positions"][0]["sessions"][0]
    assert book.run("why", "Ann", "--brief", "--format", "csv").out == (
        "currency,date,session,chips,played,bank,paid,amount\r\n"
        "USD,2026-11-20,friday,-1,-0.25,-0.25,-2.50,-3.00\r\n"
    )


def test_the_csv_has_a_row_for_each_posting_that_add_up(book: Book) -> None:
    book.add(NIGHT)
    book.run("pay", "Ann", "Bea", "1", "--note", "=1+1")
    rows = list(csv.DictReader(io.StringIO(book.run("why", "Ann", "--format", "csv").out)))
    assert total(rows) == Decimal("-2.00")
    assert rows[-1]["note"] == "'=1+1"
    assert {row["hand"] for row in rows} == {"1", "2", ""}


def test_payments_between_sessions_have_a_table_of_their_own(book: Book) -> None:
    book.add(NIGHT)
    book.run("pay", "Ann", "Bea", "1", "--date", "2026-11-21", "--note", "venmo")
    book.run("pay", "Dot", "Ann", "0.25", "--anyway", "--date", "2026-11-22")
    out = book.run("why", "Ann").out
    assert "            payments between evenings                         +$0.75  +$0.75\n" in out
    assert "            in all                            −$0.25  −$0.25  −$1.75  −$2.25\n" in out
    assert out.endswith(
        "Date        Payments between evenings  Amount  In the log\n"
        "2026-11-21  paid Bea: venmo            +$1.00  payments.bourre:4\n"
        "2026-11-22  paid by Dot                −$0.25  payments.bourre:6\n"
        "            in all                     +$0.75\n"
    )
    assert (
        "USD,2026-11-22,,0,0.00,0.00,-0.25,-0.25\r\n"
        in book.run("why", "Ann", "--brief", "--format", "csv").out
    )


def test_shared_costs_and_what_was_not_written_down_are_told_as_what_they_are(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal
    buyin Ann 40
    buyin Bea 40
    expense Bea 10 pizza
    count Ann 55
    count Bea 25
    """
    (book.folder / PAYMENTS).write_text(
        "bourre 1\ndate 2027-01-01\nexpense Ann 2 beer for Bea Cal\n", "utf-8"
    )
    check_everybody(book)
    out = book.run("why", "Bea").out
    assert "    lost, as counted             −15   −$3.75    10  count Bea 25\n" in out
    assert "  paid for Cal                         +$3.33     8  expense Bea 10 pizza\n" in out
    assert out.endswith("            in all                        −$1.00\n")
    told = book.run("statement", "Bea").out
    assert "paid for Ann: pizza" in told
    assert "share of what Ann paid: beer" in told


def test_chips_without_a_value_have_one_column_of_figures(book: Book) -> None:
    """
    hand 1 Dot 9h
      play Bea 1
      tricks Bea 5
    """
    out = book.run("why", "Bea").out
    assert out.startswith(
        "Bea is owed 3 chips.\n\nDate        Evening  Chips\n2026-11-20  friday      +3\n"
    )
    assert "Amount" not in out


@pytest.mark.nightly
def test_a_session_in_a_parquet_file_has_no_line_to_quote(book: Book, tmp_path: Path) -> None:
    log = tmp_path / "a.bourre"
    book.add(NIGHT)
    log.write_text(book.log())
    (book.folder / "sessions" / "friday.bourre").unlink()
    assert main(["convert", str(log), str(tmp_path / "a.parquet")]) == 0
    book.capsys.readouterr()
    import_files(book.folder, [tmp_path / "a.parquet"], ImportOptions())
    check_everybody(book)
    (night,) = book.json("why", "Ann")["positions"][0]["sessions"]
    assert {one["text"] for one in night["bank"]} == {""}


@pytest.mark.parametrize("command", ["why", "statement"])
def test_a_misspelt_player_is_asked_about(book: Book, command: str) -> None:
    book.add(NIGHT)
    told = book.run(command, "Anne")
    assert (told.status, told.err) == (2, "bourre: there is no player Anne\n  did you mean Ann?\n")


def test_a_misspelt_session_is_asked_about(book: Book) -> None:
    book.add(NIGHT)
    assert (
        book.run("why", "Ann", "--session", "firday").err
        == "bourre: there is no evening firday\n  did you mean friday?\n"
    )


def test_who_never_moved_a_chip_is_told_so(book: Book) -> None:
    """
    ante 0
    hand 1 Dot 9h
      pass Ann Bea Cal Dot
    """
    assert book.run("why", "Ann").out == "No postings for Ann in the book.\n"
    assert (
        book.run("why", "Ann", "--session", "friday").out
        == "No postings for Ann in evening friday.\n"
    )
    assert book.run("statement", "Ann").out == "Nothing moved for Ann up to that day.\n"


def test_a_statement_looks_like_a_banks(book: Book) -> None:
    """
    chip 0.25 USD
    hand 1 Dot 9h
      play Bea 2
      play Cal 3
      tricks Bea 5
    """
    book.run("pay", "Cal", "Bea", "1", "--date", "2026-11-21", "--note", "venmo")
    assert book.run("statement", "Cal").out == (
        "Cal, USD: owes $0.25\n"
        "Date        Evening  What                In    Out  Balance\n"
        "                     opening balance                  $0.00\n"
        "2026-11-20  friday   lost                    $1.25   −$1.25\n"
        "2026-11-21           paid Bea: venmo  $1.00          −$0.25\n"
        "                     closing balance  $1.00  $1.25   −$0.25\n"
        "\n"
        "As of 21 November 2026: 1 evening and 1 payment.\n"
    )
    assert (
        "2026-11-20  friday      1  matched the pot         $1.00   −$1.25\n"
        in book.run("statement", "Cal", "--by", "posting").out
    )


def test_a_line_of_a_statement_is_an_evening_a_hand_or_a_posting(book: Book) -> None:
    book.add(NIGHT)

    def lines(by: str) -> list[tuple[int | None, str, str, str]]:
        (account,) = book.json("statement", "Ann", "--by", by)["accounts"]
        return [(one["hand"], one["kind"], one["in"], one["out"]) for one in account["entries"]]

    bank, paid = (None, "bank", "0.00", "0.25"), (None, "payment", "0.00", "2.50")
    assert lines("evening") == [bank, (None, "played", "0.00", "0.25"), paid]
    assert lines("hand") == [
        bank,
        (1, "played", "0.00", "0.00"),
        (2, "played", "0.00", "0.25"),
        paid,
    ]
    assert len(lines("posting")) == 10


def test_everybodys_statements_go_into_a_folder_and_say_what_they_leave_out(
    book: Book, tmp_path: Path
) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal "R&B <b" "r-b -b"
    hand 1 Cal 9h
      play Bea 2
      play Cal 3
      tricks Bea 5
    """
    log = book.folder / "sessions" / "friday.bourre"
    log.write_text(f"{book.log()}pay Jenny Ann $20\n", "utf-8")
    names = ["Ann", "Bea", "Cal", "R-B -b", "r-b -b-2"]
    for form, suffix in (("text", ".txt"), ("csv", ".csv"), ("html", ".html")):
        out = tmp_path / form
        told = book.run("statement", "--all", str(out), "--format", form)
        assert told.status == 0
        assert "could not be read" in told.err
        wanted = ["statements"] if form == "html" else names
        assert sorted(file.name for file in out.iterdir()) == [f"{name}{suffix}" for name in wanted]
        friday = "“friday, 20 November 2026”" if form == "html" else "20 November 2026 (friday)"
        if form != "csv":
            assert all(
                f"1 line of {friday} could not be read" in file.read_text()
                for file in out.iterdir()
            )
    page = (tmp_path / "html" / "statements.html").read_text()
    assert "<time datetime=2026-11-20>20 November 2026</time> <small>friday</small>" in page
    assert page.count("<section>") == 5
    assert "<h1>R&amp;B &lt;b</h1>" in page
    # first of all how it stands, in large type
    assert "<p class='stands lost'>Owes $0.25</p>" in page
    assert "<p class='stands lost'>Owes $" in page
    (tmp_path / "text" / "notes.md").write_text("mine")
    assert book.run("statement", "--all", str(tmp_path / "text")).status == 2
    told = book.run("statement", "--all", str(tmp_path / "text"), "--force")
    assert (told.status, "notes.md" in told.err) == (2, True)  # nobody loses anything else by it
    assert book.run("statement").err.startswith("bourre: whose statement?\n")


def test_days_before_are_in_the_opening_balance_and_days_after_are_left_out(book: Book) -> None:
    """
    chip 1 USD
    transfer Ann Bea 4
    ---
    session 2026-11-21 b
    chip 1 USD
    transfer Ann Bea 2
    ---
    session 2026-11-22 c
    chip 1 USD
    transfer Ann Bea 1
    """
    (account,) = book.json("statement", "Bea", "--from", "2026-11-21", "--to", "2026-11-21")[
        "accounts"
    ]
    assert (account["opening"], account["closing"]) == ("4.00", "6.00")
    assert [
        (one["session"], one["in"], one["out"], one["balance"]) for one in account["entries"]
    ] == [("b", "2.00", "0.00", "6.00")]
    (account,) = book.json("statement", "Bea", "--from", "2026-12-01")["accounts"]
    assert (account["opening"], account["entries"], account["closing"]) == ("7.00", [], "7.00")
    assert book.json("statement", "Bea", "--to", "2026-11-01")["accounts"] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--from", "2026-11-31"), "2026-11-31 is not a date"),
        (("--to", "yesterday"), "yesterday is not a date"),
        (
            ("--from", "2026-11-02", "--to", "2026-11-01"),
            "there are no days from 2026-11-02 to 2026-11-01",
        ),
    ],
)
def test_days_that_make_no_sense_are_refused(
    book: Book, words: tuple[str, ...], message: str
) -> None:
    book.add(NIGHT)
    told = book.run("statement", "Ann", *words)
    assert told.status == 2
    assert told.err.startswith(f"bourre: {message}\n")


def test_the_statement_as_csv_ends_with_what_owes_says(book: Book) -> None:
    book.add(NIGHT)
    rows = list(csv.DictReader(io.StringIO(book.run("statement", "Ann", "--format", "csv").out)))
    assert (rows[0]["kind"], rows[0]["balance"]) == ("opening balance", "0.00")
    assert rows[-1]["balance"] == "-3.00"
    assert total(rows[1:], "in") - total(rows[1:], "out") == Decimal("-3.00")


@pytest.mark.parametrize("words", [("why", "Ann"), ("statement", "Ann"), ("owes",), ("players",)])
def test_every_table_fits_80_columns(book: Book, words: tuple[str, ...]) -> None:
    book.add(
        "session 2026-11-20 a-session-with-a-very-long-name-of-its-own\nchip 1000 USD\n"
        'seats Ann "Somebody with a name as long as this one, really"\nbuyin Ann 1000000\n'
        'transfer Ann "Somebody with a name as long as this one, really" 1234567\n'
    )
    told = book.run(*words)
    assert told.status == 0
    table_lines = [
        line for line in told.out.splitlines() if "  " in line and not line.startswith("sessions/")
    ]
    assert table_lines
    assert max(map(len, table_lines)) <= 80
