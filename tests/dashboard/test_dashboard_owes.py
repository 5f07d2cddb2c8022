"""Home and who owes what: the figures of ``bourre owes``, a payment recorded and taken back, and where figures come from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from dashboard_app import look_at, page, said, tables
from streamlit.testing.v1 import AppTest

from ledger import Book, owing
from ledger.book.closing import Act, close
from ledger.book.importing import ImportOptions, import_files
from ledger.book.paying import Paid, Wish
from ledger.book.roles import Role
from ledger.cli.demo import sample_folder
from ledger.cli.main import main
from ledger.money import WINNERS
from ledger.money.amounts import amount_text

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a book of the samples, which the pages show."""
    import_files(tmp_path / "book", [sample_folder()], ImportOptions())
    look_at(tmp_path / "book", monkeypatch)
    return tmp_path / "book"


def balances(app: AppTest) -> dict[str, str]:
    """Return what the page says of everybody's balance."""
    return {name: f"{stands} {amount}" for name, stands, amount in tables(app)["Where everybody stands, in USD"]}


def button(app: AppTest, label: str) -> AppTest:
    """Press a button."""
    return next(one for one in app.button if one.label == label).click().run()


def payments(folder: Path) -> list[str]:
    path = folder / "payments.bourre"
    return (
        [line for line in path.read_text("utf-8").splitlines() if line.startswith(("pay ", "expense "))] if path.exists() else []
    )


def test_home_and_who_owes_what_say_what_is_closed_and_what_was_changed_after_it(folder: Path) -> None:
    head = close(folder, "2026-06-30", Act("Ann"), anyway=True).closed.sentence
    for name in ("home", "owes"):
        text = said(page(name)).replace("\\", "")
        assert head in text
        assert "Not as it was when the book was closed" not in text
    path = folder / "payments.bourre"
    path.write_text(path.read_text("utf-8").replace("6.05", "6.06", 1), "utf-8")
    for name in ("home", "owes"):
        text = said(page(name)).replace("\\", "")
        assert "Not as it was when the book was closed" in text
        assert "payments.bourre, line 5 has changed" in text


def test_everybody_stands_where_the_command_says(folder: Path) -> None:
    app = page("owes")
    standing = Book(folder, Role.VIEWER).ask(owing)
    people = [one for one in standing.balances if one.account > 0]
    assert {name: text.split()[-1] for name, text in balances(app).items()} == {
        one.name: amount_text(one.amount, one.unit, signed=True) for one in people
    }
    text = said(app).replace("\\", "")
    for one in standing.transfers:
        if one.payer_account > 0 and one.payee_account > 0:
            assert f"{one.payer} pays {one.payee} {amount_text(one.amount, one.unit)}" in text


def test_what_goes_into_the_pot_is_no_payment_to_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.bourre"
    log.write_text(
        "bourre 1\nsession 2026-11-20 friday\nrules acadiana\nchip 1 USD\nante 1\nseats Ann Bea Cal\ntransfer Ann Bea 5\n"
        "hand 1 Cal 9h\n  pass Ann Bea Cal\n",
        "utf-8",
    )
    import_files(tmp_path / "book", [log], ImportOptions())
    look_at(tmp_path / "book", monkeypatch)
    text = said(page("owes")).replace("\\", "")
    assert len(Book(tmp_path / "book", Role.VIEWER).ask(owing).transfers) == 3
    assert "2 payments to make" in text
    assert "the pot is for the next session of its game" in text
    assert text.index("for whoever wins it next time") < text.index("into the pot")


def test_the_plan_is_chosen_in_the_address_and_is_that_of_the_command(folder: Path) -> None:
    standing = Book(folder, Role.VIEWER).ask(lambda connection: owing(connection, WINNERS))
    sentences = [f"{one.payer} pays {one.payee} {amount_text(one.amount, one.unit)}" for one in standing.transfers]
    text = said(page("owes", plan=WINNERS)).replace("\\", "")
    assert "to somebody whom the payer lost to" in text
    assert all(sentence in text for sentence in sentences if " pot" not in sentence and "unexplained" not in sentence)
    assert said(page("owes", plan="nonsense")) == said(page("owes"))


def test_a_suggested_payment_is_recorded_and_taken_back(folder: Path) -> None:
    app = page("owes")
    before, paid_before = balances(app), payments(folder)
    payer, payee = app.selectbox(key="payment which").value.split(" pays ")
    payee, amount = payee.split(" $")
    preview = {row[0]: row[2] for row in tables(app)["Balances before and after the payment"]}
    app.text_input(key="payment note").set_value("cash")
    app = button(app, "Record it")
    assert "Recorded" in app.success[0].value
    after = balances(app)
    assert {name for name in after if after[name] != before[name]} == {payer, payee}
    assert all(after[name].endswith(preview[name]) for name in (payer, payee))
    assert payments(folder)[len(paid_before) :] == [f"pay {payer} {payee} {amount} cash"]
    done: Paid = app.session_state["payment done"]  # was made a while ago: the page was open over midnight
    app.session_state["payment done"] = replace(done, payment=done.payment._replace(date="2026-11-21"))
    app = button(app.run(), "Undo")
    assert "Taken back" in app.success[0].value
    undone = (folder / "payments.bourre").read_text("utf-8").splitlines()[-2:]
    assert undone == ["date 2026-11-21", f"pay {payee} {payer} {amount} taken back"]
    assert balances(app) == before
    assert len(payments(folder)) == len(paid_before) + 2


def test_one_click_too_many_pays_nothing_twice(folder: Path) -> None:
    app = page("owes")
    number = len(payments(folder))
    record = next(one for one in app.button if one.label == "Record it")
    app = record.click().run()
    assert not any(one.label == "Record it" for one in app.button)
    app.run()
    assert len(payments(folder)) == number + 1


@pytest.mark.usefixtures("folder")
def test_any_other_payment_can_be_recorded() -> None:
    app = page("owes")
    app = app.selectbox(key="payment which").set_value("Another payment").run()
    names = app.selectbox(key="payment payer").options
    app.selectbox(key="payment payer").select_index(0)
    app.selectbox(key="payment payee").select_index(1)
    app.text_input(key="payment amount").set_value("2.50")
    app = button(app.run(), "Record it")
    assert f"{names[0]} paid {names[1]} $2.50" in app.success[0].value.replace("\\", "")


def test_a_payment_that_makes_a_debt_larger_is_said_to_be_one(folder: Path) -> None:
    standing = [one for one in Book(folder, Role.VIEWER).ask(owing).balances if one.account > 0]
    creditor, debtor = (pick(standing, key=lambda one: one.amount).name for pick in (max, min))
    app = page("owes")
    app = app.selectbox(key="payment which").set_value("Another payment").run()
    names = app.selectbox(key="payment payer").options
    app.selectbox(key="payment payer").select_index(names.index(creditor))
    app.selectbox(key="payment payee").select_index(names.index(debtor))
    app = app.text_input(key="payment amount").set_value("2.50").run()
    assert any("makes a debt larger" in warning.value for warning in app.warning)
    number = len(payments(folder))
    app = button(app, "Record it all the same")
    assert f"{creditor} paid {debtor} $2.50" in app.success[0].value.replace("\\", "")
    assert len(payments(folder)) == number + 1


@pytest.mark.parametrize(("amount", "complaint"), [("1,50", "1,50"), ("0", "nothing to pay"), ("-3", "-3"), ("abc", "abc")])
def test_an_amount_that_makes_no_sense_is_told_before_anything_is_written(amount: str, complaint: str, folder: Path) -> None:
    before = payments(folder)
    app = page("owes")
    app = app.selectbox(key="payment which").set_value("Another payment").run()
    app.selectbox(key="payment payer").select_index(0)
    app.selectbox(key="payment payee").select_index(1)
    app = app.text_input(key="payment amount").set_value(amount).run()
    assert complaint in app.error[0].value.replace("\\", "")
    assert not any(one.label == "Record it" for one in app.button)
    assert payments(folder) == before


def test_nobody_pays_himself(folder: Path) -> None:
    before = payments(folder)
    app = page("owes")
    app = app.selectbox(key="payment which").set_value("Another payment").run()
    app.selectbox(key="payment payer").select_index(0)
    app.selectbox(key="payment payee").select_index(0)
    app = app.text_input(key="payment amount").set_value("1").run()
    assert "Nobody pays himself" in app.error[0].value
    assert payments(folder) == before


def test_a_shared_cost_is_recorded_with_everybodys_share(folder: Path) -> None:
    app = page("owes")
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
    assert payments(folder)[number:] == [f"expense {names[0]} 10 pizza for {' '.join(row[0] for row in shares)}"]
    app = app.button(key="undo cost").click().run()
    assert "Taken back" in app.success[0].value
    assert len(payments(folder)) == number


def test_a_payment_from_the_shell_shows_at_the_next_look(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = page("owes")
    before = balances(app)
    first, second = list(before)[:2]
    assert main(["pay", first, second, "1", "--book", str(folder)]) == 0
    capsys.readouterr()
    after = balances(app.run())
    assert {name for name in after if after[name] != before[name]} == {first, second}


@pytest.mark.usefixtures("folder")
def test_home_says_whether_everybody_is_square_and_the_books_balance() -> None:
    app = page("home")
    text = said(app)
    assert "7 payments to make" in text
    assert "the pot is for the next session of its game" in text
    assert "Last session" in text
    assert "to look at" in text or "They balance" in text


def test_home_says_so_when_all_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.bourre"
    log.write_text(
        "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nchip 1 USD\nseats Ann Bea\nhand 1 Bea 9h\n"
        "  play Ann 0\n  play Bea 0\n  tricks Ann 3 Bea 2\n  take Ann 2\n",
        "utf-8",
    )
    import_files(tmp_path / "book", [log], ImportOptions())
    Book(tmp_path / "book", Role.BANKER).pay(Wish("Bea", "Ann", "1"))
    look_at(tmp_path / "book", monkeypatch)
    text = said(page("home"))
    assert "Everybody is square" in text
    assert "They balance" in text
    assert "Nothing that was found is open" in text
