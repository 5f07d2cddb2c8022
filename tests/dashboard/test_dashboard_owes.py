"""Home and who owes what: the figures of ``bourre owes``, a payment recorded and taken back, and
where figures come from.
"""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path

import pytest
from book_on_disk import Book as Folder
from dashboard_app import cells, look_at, page, said, sent, tables, ways
from streamlit.testing.v1 import AppTest

from ledger import Book, owing
from ledger.book.balances.figures import SuggestedTransfer
from ledger.book.balances.payment_lines import Wish
from ledger.book.checks.closing import Act, close
from ledger.book.files.settings import Role
from ledger.cli.main import main
from ledger.money import WINNERS
from ledger.money.amounts import amount_text

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(samples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a book of the samples, which the pages show."""
    look_at(samples, monkeypatch)
    return samples


def balances(app: AppTest) -> dict[str, str]:
    """Return what the page says of everybody's balance."""
    return {
        name: f"{stands} {amount}"
        for name, stands, amount in tables(app)["Where everybody stands, in USD"]
    }


def button(app: AppTest, label: str) -> AppTest:
    """Press a button."""
    return next(one for one in app.button if one.label == label).click().run()


def payments(folder: Path) -> list[str]:
    path = folder / "payments.bourre"
    return (
        [
            line
            for line in path.read_text("utf-8").splitlines()
            if line.startswith(("pay ", "expense "))
        ]
        if path.exists()
        else []
    )


def test_home_and_who_owes_what_say_what_is_closed_and_what_was_changed_after_it(
    folder: Path,
) -> None:
    head = close(folder, "2026-06-30", Act("Ann"), anyway=True).closed.sentence
    for name in ("home", "owes"):
        text = said(page(name)).replace("\\", "")
        assert head in text
        assert "Changed since the book was closed" not in text
    path = folder / "payments.bourre"
    path.write_text(path.read_text("utf-8").replace("6.05", "6.06", 1), "utf-8")
    for name in ("home", "owes"):
        text = said(page(name)).replace("\\", "")
        assert "Changed since the book was closed" in text
        assert "payments.bourre, line 5 has changed" in text


def test_what_is_left_out_is_said_by_what_people_call_the_evening(folder: Path) -> None:  # noqa: ARG001
    for name in ("home", "owes", "players", "standings"):
        (told,) = re.findall('<details class="left-out".*</details>', said(page(name)))
        assert "<b>Not in these figures:</b> <span>2 things</span>" in told  # in one short line
        first, last = re.findall(r"<li>(.*?)</li>", told)
        assert first.startswith(
            "1 line and 1 hand of “Gate B12, four hours late, Fri 24 Apr 2026” could not be read; "
            "that may change"
        )
        assert last == (
            "what Bea counted in “Birthday at Delphine&#x27;s, Fri 6 Nov 2026”, which differs "
            "from the hands"
        )


def test_home_says_whether_everybody_is_square_and_the_books_balance_and_shows_the_last_line_of_the_plan(  # noqa: E501
    folder: Path,
) -> None:
    """In place of one that says one more."""
    assert len(Book(folder, Role.VIEWER).ask(owing).between_players) == 7
    app = page("home")
    text = said(app)
    assert len([line for one in sent(app) for line in one.get("lines", []) if line["paid"]]) == 7
    assert "And 1 more" not in text
    assert "7 payments to make" in text
    assert "what is left stays in the pot for the next evening" in text
    assert "Last evening" in text
    assert "to look at" in text or "The books are right" in text


def test_everybody_stands_where_the_command_says(folder: Path) -> None:
    app = page("owes")
    standing = Book(folder, Role.VIEWER).ask(owing)
    people = [one for one in standing.balances if one.account > 0]
    assert {name: text.split()[-1] for name, text in balances(app).items()} == {
        one.name: amount_text(one.amount, one.unit, signed=True) for one in people
    }
    rows = cells(app, "Where everybody stands, in USD")
    assert {row[0]["text"]: row[0]["query"] for row in rows} == {
        one.name: {"player": str(one.account)} for one in people
    }
    text = said(app).replace("\\", "")
    for one in standing.transfers:
        if one.payer_account > 0 and one.payee_account > 0:
            assert f"{one.payer} pays {one.payee} {amount_text(one.amount, one.unit)}" in text


def test_what_goes_into_the_pot_is_no_payment_to_make(
    book: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(
        "rules acadiana\nchip 1 USD\nseats Ann Bea Cal\ntransfer Ann Bea 5\nhand 1 Cal 9h\n  pass "
        "Ann Bea Cal\n"
    )
    look_at(book.folder, monkeypatch)
    text = said(page("owes")).replace("\\", "")
    assert len(Book(book.folder, Role.VIEWER).ask(owing).transfers) == 3
    assert "2 payments to make" in text
    assert "what is left stays in the pot for the next evening" in text
    assert text.index("for whoever wins it next time") < text.index("owes the pot")


def test_the_plan_is_chosen_in_the_address_and_is_that_of_the_command(folder: Path) -> None:
    standing = Book(folder, Role.VIEWER).ask(lambda connection: owing(connection, WINNERS))
    sentences = [
        f"{one.payer} pays {one.payee} {amount_text(one.amount, one.unit)}"
        for one in standing.transfers
    ]
    text = said(page("owes", plan=WINNERS)).replace("\\", "")
    assert "to somebody whom the payer lost to" in text
    assert all(
        sentence in text
        for sentence in sentences
        if " pot" not in sentence and "unexplained" not in sentence
    )
    assert said(page("owes", plan="nonsense")) == said(page("owes"))


def paid(app: AppTest, folder: Path, which: int = 0) -> tuple[AppTest, SuggestedTransfer]:
    """Say that a line of the plan was paid; return the page after it, and the line."""
    one = Book(folder, Role.VIEWER).ask(owing).between_players[which]
    key = f"paid {one.payer_account} {one.payee_account} USD"
    app.session_state[key] = True
    return app.run().button(key=f"{key} record").click().run(), one


def test_a_line_of_the_plan_is_paid_by_a_button_and_taken_back(folder: Path) -> None:
    line = Book(folder, Role.VIEWER).ask(owing).between_players[0]
    key = f"paid {line.payer_account} {line.payee_account} USD"
    app = page("owes", unfolded=[key])
    before, paid_before = balances(app), payments(folder)
    app.text_input(key=f"{key} note").set_value("cash")
    app.date_input(key=f"{key} day").set_value(date(2026, 11, 21))
    app, one = paid(app, folder)
    amount = amount_text(one.amount, one.unit)
    assert f"{one.payer} paid {one.payee} {amount}" in app.success[0].value.replace("\\", "")
    after = balances(app)
    assert {name for name in after if after[name] != before[name]} == {one.payer, one.payee}
    assert payments(folder)[len(paid_before) :] == [
        f"pay {one.payer} {one.payee} {amount.removeprefix('$')} cash"
    ]
    row = tables(app)["Payments that were made"][0]
    assert (row[0], row[1], row[2]) == (f"{one.payer} paid {one.payee}", amount, "cash")
    app = app.button(key="undo paid").click().run()
    assert f"Taken back: {one.payer} paid {one.payee} {amount}" in app.success[0].value.replace(
        "\\", ""
    )
    undone = (folder / "payments.bourre").read_text("utf-8").splitlines()
    assert undone[-3:-1] == [
        "date 2026-11-21",
        f"pay {one.payer} {one.payee} {amount.removeprefix('$')} cash",
    ]
    assert undone[-1] == f"pay {one.payee} {one.payer} {amount.removeprefix('$')} taken back"
    assert balances(app) == before
    assert [row[3] for row in tables(app)["Payments that were made"][:2]] == [
        "taken back",
        "taken back",
    ]


def test_two_who_say_that_the_same_line_was_paid_pay_it_once(folder: Path) -> None:
    line = next(
        one for one in Book(folder, Role.VIEWER).ask(owing).between_players if one.payer == "Etta"
    )  # who owes another too
    key = f"paid {line.payer_account} {line.payee_account} USD"
    one_window, other_window = page("owes", unfolded=[key]), page("owes", unfolded=[key])
    one_window.button(key=f"{key} record").click().run()
    number = len(payments(folder))
    told = other_window.button(key=f"{key} record").click().run()
    assert "no longer has this payment" in told.error[0].value
    assert len(payments(folder)) == number
    one_window.run()
    assert len(payments(folder)) == number


def test_a_payment_of_the_list_is_taken_back_after_one_question(folder: Path) -> None:
    app = page("owes")
    place, row = next(
        (place, row)
        for place, row in enumerate(tables(app)["Payments that were made"])
        if row[3] == "Undo"
    )
    (line,) = (
        number
        for number, text in enumerate(
            (folder / "payments.bourre").read_text("utf-8").splitlines(), 1
        )
        if "rest" in text
    )
    app = page("owes", app, undo=line)
    assert "Take this payment back?" in said(app)
    there = payments(folder)
    app = app.button(key="keep payment").click().run()
    assert "Take this payment back?" not in said(app)
    assert payments(folder) == there
    app = page("owes", app, undo=line).button(key="take back").click().run()
    assert f"Taken back: {row[0]}" in app.success[0].value.replace("\\", "")
    assert len(payments(folder)) == len(there) + 1
    assert tables(app)["Payments that were made"][place + 1][3] == "taken back"
    assert page("owes", app, undo=line).button(key="take back").disabled
    for nonsense in ("x", 10**9, -1):
        assert "Take this payment back?" not in said(page("owes", undo=nonsense))


def test_a_payment_of_a_closed_period_says_so_and_is_not_taken_back(folder: Path) -> None:
    close(folder, "2026-06-30", Act("Ann"), anyway=True)
    app = page("owes", undo=5)
    assert [row[3] for row in tables(app)["Payments that were made"]] == [
        "",
        "",
        "Undo",
        "Undo",
        "closed",
        "closed",
    ]
    assert "It cannot be: Closed to 30 June 2026" in said(app).replace("\\", "")
    assert app.button(key="take back").disabled


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_whoever_keeps_no_money_sees_payments_and_can_change_none(
    role: Role, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = payments(folder)
    monkeypatch.setattr("dashboard.frame.shown_book.role", lambda: role)
    for name in ("home", "owes"):
        app = page(name, seen_by="Bea", undo=5)
        assert "You owe Faye $6.40" in said(app).replace("\\", "")
        assert not any("paid" in str(one.key) or "take back" in str(one.key) for one in app.button)
        assert not any(
            line.get("paid")
            for one in sent(app)
            for line in (*one.get("lines", ()), *one.get("arrows", ()))
        )
        assert "Undo" not in {cell for rows in tables(app).values() for row in rows for cell in row}
    assert payments(folder) == there


def test_any_other_payment_can_be_recorded_and_what_makes_no_sense_is_told_before_anything_is_written(  # noqa: E501
    folder: Path,
) -> None:
    before = payments(folder)
    app = page("owes", unfolded=["payment form"])
    names = app.selectbox(key="payment payer").options
    for payee, amount, complaint in (
        (0, "1", "Choose two different players"),
        (1, "1,50", "1,50"),
        (1, "0", "not an amount to pay"),
        (1, "-3", "-3"),
        (1, "abc", "abc"),
    ):
        app.selectbox(key="payment payer").select_index(0)
        app.selectbox(key="payment payee").select_index(payee)
        app = app.text_input(key="payment amount").set_value(amount).run()
        assert complaint in app.error[0].value.replace("\\", "")
        assert not any(one.key == "record payment" for one in app.button)
    assert payments(folder) == before
    app = (
        app.text_input(key="payment amount")
        .set_value("2.50")
        .run()
        .button(key="record payment")
        .click()
        .run()
    )
    assert f"{names[0]} paid {names[1]} $2.50" in app.success[0].value.replace("\\", "")


def test_a_payment_that_makes_a_debt_larger_is_said_to_be_one(folder: Path) -> None:
    standing = [one for one in Book(folder, Role.VIEWER).ask(owing).balances if one.account > 0]
    creditor, debtor = (pick(standing, key=lambda one: one.amount).name for pick in (max, min))
    app = page("owes", unfolded=["payment form"])
    names = app.selectbox(key="payment payer").options
    app.selectbox(key="payment payer").select_index(names.index(creditor))
    app.selectbox(key="payment payee").select_index(names.index(debtor))
    app.text_input(key="payment note").set_value("EUR, cash")
    app = app.text_input(key="payment amount").set_value("2.50").run()
    assert any("makes a debt larger" in warning.value for warning in app.warning)
    assert any(
        "The note says EUR, cash, but the amount noted is $2.50." in one.value.replace("\\", "")
        for one in app.warning
    )
    number = len(payments(folder))
    app = button(app, "Record it anyway")
    assert f"{creditor} paid {debtor} $2.50" in app.success[0].value.replace("\\", "")
    assert len(payments(folder)) == number + 1


def test_a_shared_cost_is_recorded_with_everybodys_share(folder: Path) -> None:
    app = page("owes", unfolded=["cost form"])
    names = app.selectbox(key="cost payer").options
    app.selectbox(key="cost payer").select_index(0)
    app.text_input(key="cost amount").set_value("10")
    app.text_input(key="cost note").set_value("pizza")
    app = app.multiselect(key="cost sharers").set_value([1, 2, 3]).run()
    shares = tables(app)["The shares of this cost"]
    assert [row[1] for row in shares] == ["$3.34", "$3.33", "$3.33"]
    number = len(payments(folder))
    app = app.button(key="record cost").click().run()
    assert f"Recorded: {names[0]} paid $10.00 for" in app.success[0].value.replace("\\", "")
    assert payments(folder)[number:] == [
        f"expense {names[0]} 10 pizza for {' '.join(row[0] for row in shares)}"
    ]
    app = app.button(key="undo cost").click().run()
    assert "Taken back" in app.success[0].value
    assert len(payments(folder)) == number


def test_a_shared_cost_may_have_uneven_shares(folder: Path) -> None:
    app = page("owes", unfolded=["cost form"])
    app.selectbox(key="cost payer").select_index(0)
    app.text_input(key="cost amount").set_value("10")
    app = app.multiselect(key="cost sharers").set_value([1, 2]).run()
    app = app.toggle(key="cost uneven").set_value(True).run()
    first, second = (one.label for one in app.text_input if str(one.key).startswith("cost share"))
    app = app.text_input(key=f"cost share {first}").set_value("7.50").run()
    assert [row[1] for row in tables(app)["The shares of this cost"]] == ["$7.50", "$2.50"]
    app = app.button(key="record cost").click().run()
    assert payments(folder)[-1].endswith(f"10 for {first}=7.50 {second}")
    app = app.button(key="another cost").click().run()
    app.selectbox(key="cost payer").select_index(0)
    app.text_input(key="cost amount").set_value("5")
    app = app.multiselect(key="cost sharers").set_value([1, 2]).run()
    app = app.toggle(key="cost uneven").set_value(True).run()
    app = app.text_input(key=f"cost share {first}").set_value("7.50").run()
    assert "these shares are 2.50 more than 5" in app.error[0].value.replace("\\", "")
    assert not any(one.key == "record cost" for one in app.button)


ABROAD = "session 2026-11-20 abroad\nchip 1 EUR\nseats Ann Bea Cal\ntransfer Ann Bea 5\n"
AT_HOME = "session 2026-11-21 home\nchip 1 ZAR\nseats Ann Bea Cal\ntransfer Cal Bea 3\n"


def unit_boxes(app: AppTest) -> list[tuple[list[str], str | None]]:
    return [(one.options, one.value) for one in app.selectbox if one.label == "Currency"]


def test_a_page_proposes_the_currency_that_the_book_plays_in(
    book: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its settings say, which say dollars."""
    book.add(ABROAD)
    look_at(book.folder, monkeypatch)
    app = page("owes", unfolded=["payment form", "cost form"])
    app.selectbox(key="cost payer").select_index(0)
    app.text_input(key="cost amount").set_value("10")
    app = app.multiselect(key="cost sharers").set_value([1, 2, 3]).run()
    assert unit_boxes(app) == []
    assert [row[1] for row in tables(app)["The shares of this cost"]] == ["€3.34", "€3.33", "€3.33"]
    app.selectbox(key="payment payer").select_index(0)
    app.selectbox(key="payment payee").select_index(1)
    app.text_input(key="payment amount").set_value("2")
    app = app.run().button(key="record payment").click().run()
    assert "Ann paid Bea €2.00" in app.success[0].value.replace("\\", "")


def test_of_several_currencies_a_page_proposes_what_the_two_owe_each_other_or_none(
    book: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(ABROAD, AT_HOME)
    look_at(book.folder, monkeypatch)
    app = page("owes", unfolded=["payment form"])
    app.text_input(key="payment amount").set_value("2")
    for payer, payee, unit in ((0, 1, "EUR"), (2, 1, "ZAR"), (0, 2, None)):
        app.selectbox(key="payment payer").select_index(payer)
        app = app.selectbox(key="payment payee").select_index(payee).run()
        assert unit_boxes(app) == [(["EUR", "ZAR"], unit)]
        assert any(one.key == "record payment" for one in app.button) == (unit is not None)


def test_a_payment_from_the_shell_shows_at_the_next_look(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = page("owes")
    before = balances(app)
    first, second = list(before)[:2]
    assert main(["pay", first, second, "1", "--book", str(folder)]) == 0
    capsys.readouterr()
    after = balances(app.run())
    assert {name for name in after if after[name] != before[name]} == {first, second}


def test_home_says_so_when_all_is_well(book: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    chip 1 USD
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      take Ann 2
    """
    Book(book.folder, Role.BANKER).pay(Wish("Bea", "Ann", "1"))
    look_at(book.folder, monkeypatch)
    text = said(page("home"))
    assert "Everybody is square" in text
    assert "The books are right" in text
    assert "There are no open findings" in text


def test_everybody_is_square_only_where_all_is_read(
    book: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who took the pot of hand 1 is not written down: nobody owes anything that we know of, and
    more is not said.
    """
    book.add(
        "chip 1 USD\nseats Ann Bea\nhand 1 Bea 9h\n  play Ann 0\n  play Bea 0\nhand 2 Ann 9h\nend "
        "divide\n"
    )
    look_at(book.folder, monkeypatch)
    text = said(page("home")) + said(page("owes"))
    assert "as far as the record goes" in text
    assert "verybody is square" not in text
    Book(book.folder, Role.BANKER).pay(Wish("Bea", "Ann", "1"))
    text = said(page("home"))
    assert "1 payment to make" in text
    assert "as far as the record goes" in text
    assert "everybody square" not in text


def test_home_does_not_tell_below_what_it_has_told_beside_the_figures(
    book: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same sentences stood twice on one screen, the second time with ids in place of titles."""
    book.add(
        "chip 1 USD\nseats Ann Bea\nhand 1 Bea 9h\n  play Ann 0\n  play Bea 0\nhand 2 Ann 9h\nend "
        "divide\n"
    )
    look_at(book.folder, monkeypatch)
    app = page("home")
    assert "What is not in these figures is named above" in said(app)
    assert not [one for one in app.expander if one.label == "What does not fit"]


def test_what_is_left_out_leads_to_its_findings_and_nowhere_if_it_has_none(
    book: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It led to *Audit* in any case, which often had nothing to show."""
    look_at(book.folder, monkeypatch)
    book.add("chip 1 USD\nseats Ann Bea\nresult Ann 5 Bea -5\n")
    (book.folder / "payments.bourre").write_text(
        "bourre 1\ndate 2026-11-21\ncurrency USD\npay Bea Ann 1 €\n", "utf-8"
    )
    app = page("owes")
    assert "the words after the amount in line 4" in said(app)
    assert "See which lines" not in [one.label for one in ways(app)]
    night = (
        "session 2026-11-27 late\nchip 1 USD\nseats Ann Bea\nbuyin Ann 5\nhand 1 Bea 9h\n  tricks "
        "Ann 3 Bea 2\n"
    )
    book.add(f"{night}count Ann 1\nend divide\n")
    (way,) = [one for one in ways(page("owes")) if one.label == "See which lines"]
    assert (way.page, way.query) == ("audit", {"kind": "count"})
    assert "1 open finding" in said(page("audit", **way.query))


def test_a_page_says_that_it_answers_from_a_copy(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A book on a disk that may only be read, whose database is out of date, is answered for from a
    copy.
    """
    (folder / "payments.bourre").write_text(
        "bourre 1\ndate 2026-11-21\ncurrency USD\npay Ann Bea 1\n", "utf-8"
    )
    monkeypatch.setattr(os, "access", lambda *_args, **_more: False)
    assert (
        "This book cannot be written here: its figures were worked out anew from a copy."
        in said(page("owes"))
    )
