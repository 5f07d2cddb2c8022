"""Points 1 to 6 of the first evening, by the commands alone: the books never look right when they are not."""

from __future__ import annotations

import os
import re
import stat

from audit_text import log_of
from book_on_disk import Book, Told, flat

FRIDAY = log_of("""
    session 2026-03-14 friday
    chip 0.25 USD
    ante 5
    seats Jenny Mike Sue
    buyin Sue 40

    hand 1 Sue 9h
      play Jenny 0
      play Mike 0
      tricks Jenny 3 Mike 2
    ante 1
    sit Renée after Sue

    hand 2 Jenny 9h
      play Mike 0
      play Jenny 0
      tricks Mike 2 Jenny 3
    result Jenny 48 Mike -28 Sue -20
    """)
"""Jenny wins ten chips, three, and 48 that nobody wrote down hand by hand: $15.25."""
SLIPS = (
    FRIDAY.replace("buyin Sue 40", "buyin Sue 4O")
    .replace("hand 1 Sue 9h", "hand 1 Sue 9")
    .replace("  play Mike 0\n  play Jenny 0", "  play Mkie 0\n  play Jenny 0")
)
CAMP = log_of("""
    session 2026-03-15 camp
    game camp
    chip 0.05 USD
    pot 71
    seats Renée Mike

    hand 1 Mike 9h
      play Renée 0
      play Mike 0
      tricks Renée 3 Mike 2
    """)
"""Of what Renée wins $3.55 lay in the pot, and nobody knows from where."""
UNEVEN = log_of("""
    session 2026-03-16 uneven
    game uneven
    chip 1 EUR
    seats Ann Bea Cal Dot Eve
    result Ann -2 Bea -1 Cal 1 Dot 1 Eve 1
    """)


def bring(book: Book, log: str, *options: str) -> Told:
    return book.run("import", book.put(log), *options)


def transfers(book: Book, currency: str) -> list[tuple[str, str, str]]:
    found = [one for one in book.json("owes")["transfers"] if one["currency"] == currency]
    return [(one["from"], one["to"], one["amount"]) for one in found]


def test_what_was_not_read_is_said_until_it_is_put_right(book: Book) -> None:
    """1 and 4."""
    told = bring(book, SLIPS)
    words = "3 lines and 2 hands of 14 March 2026 (friday) could not be read"
    assert told.status == 1
    assert flat(told.out).startswith(f"Stored, but not in the figures: {words}")
    assert bring(book, SLIPS).status == 1
    assert book.balances()["Jenny"] == "12.00"
    for command in (("owes",), ("export", "hledger", "-")):
        assert words in flat(book.run(*command).out.replace(";", "")), command
    assert book.run("check").status == 1
    right = bring(book, FRIDAY)
    assert (right.status, "keeping the rulings" in flat(right.err)) == (1, True)
    right = bring(book, FRIDAY, "--replace")
    assert right.status == 0
    assert "friday  Jenny    +48  +61  +$12.00  +$15.25\n" in right.out
    assert "Jenny    +$12.00  +$15.25  is owed\n" in right.out
    assert [path.read_text("utf-8") for path in (book.folder / "replaced").iterdir()] == [SLIPS]
    assert "Not in these figures" not in book.run("owes").out
    assert book.run("check").status == 0


def test_what_lies_in_the_book_and_does_not_count_is_said(book: Book) -> None:
    """1 and 6: a payment in dollars and one that cannot be read, copies that a sync made, a name in no encoding."""
    assert bring(book, FRIDAY).status == 0
    payments = book.folder / "payments.bourre"
    payments.write_text("bourre 1\ndate 2026-03-17\npay Mike Jenny $2.00\n")
    assert book.balances()["Jenny"] == "13.25"
    payments.write_text(payments.read_text() + "pay Jenny Mike $2O\n")
    (book.folder / "payments (conflicted copy).bourre").write_text("bourre 1\n")
    (book.folder / "sessions" / "friday (conflicted copy).bourre").write_text(SLIPS, "utf-8")
    odd = os.path.join(os.fsencode(book.folder), b"sessions", b"caf\xe9.bourre")  # noqa: PTH118 - no Path has such a name
    with open(odd, "wb"):  # noqa: PTH123
        pass
    said = flat(book.run("owes").out)
    for words in (
        "1 line of payments.bourre could not be read",
        "payments (conflicted copy).bourre: not used",
        "friday (conflicted copy).bourre: evening friday is also in sessions/friday.bourre, and that file counts",
        "sessions/caf\\xe9.bourre: not used: its name is not UTF-8",
    ):
        assert words in said
    assert book.balances()["Jenny"] == "13.25"
    assert book.run("check").status == 1


def test_payments_are_what_somebody_can_pay(book: Book) -> None:
    """2: three dollars and 55 cents that nobody knows the origin of are told apart, with their session and line."""
    assert bring(book, CAMP).status == 0
    said = book.run("owes").out
    assert said.split("Unexplained:")[0].endswith("Mike pays Renée $0.05\n\n")
    assert "$3.55" in said.split("Unexplained:")[1]
    (one,) = book.json("owes")["unexplained"]
    assert (one["session"], one["line"], one["amount"]) == ("camp", 6, "-3.55")


def test_a_refused_import_leaves_no_book_and_one_that_is_made_is_named(book: Book) -> None:
    """3."""
    other = Book(book.folder.parent / "other", book.capsys)
    assert bring(other, FRIDAY.replace("2026-03-14", "2026-13-14")).status == 2
    told = bring(other, SLIPS.replace("rules louisiana", "rules lousiana"))  # the last thing that is looked at
    assert told.status == 2
    assert "did you mean louisiana?" in told.err
    assert re.search(r"\n  to see all \d+ errors: bourre audit ", told.err)
    assert not other.folder.exists()
    assert f"A new book was made: {other.folder}" in bring(other, FRIDAY).out
    assert {stat.S_IMODE((other.folder / name).stat().st_mode) for name in ("book.toml", "book.duckdb")} == {0o600}
    assert (other.folder / ".gitignore").exists()


def test_a_payment_of_the_plan_leaves_the_rest_of_it(book: Book) -> None:
    """5: of {-2, -1, +1, +1, +1} any line paid leaves the other two."""
    assert bring(book, UNEVEN).status == 0
    plan = transfers(book, "EUR")
    assert len(plan) == 3
    for payer, payee, amount in plan:
        payments = book.folder / "payments.bourre"
        payments.unlink(missing_ok=True)
        assert book.run("pay", payer, payee, amount, "--currency", "EUR").status == 0
        assert transfers(book, "EUR") == [line for line in plan if line != (payer, payee, amount)]
    assert book.run("owes", "--plan", "winners").status == 0
