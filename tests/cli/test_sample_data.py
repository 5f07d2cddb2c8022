"""The sample sessions: what the audit finds in them, the chips they leave and who owes what, as
their README says.
"""

import re
from pathlib import Path

import pytest
from audit_text import briefs

from ledger.book.balances.figures import Owing, owing
from ledger.book.derived.access import ask
from ledger.book.derived.findings import audited
from ledger.book.files.folder import SETTINGS
from ledger.book.files.settings_edit import change_settings, merged
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.findings.audit import audit
from ledger.log import write
from ledger.log.payments import read_payments
from ledger.log.reader import read_path

FOLDER = sample_folder()

FINDINGS = {
    "worked-example": ["all-passed 4"],
    "plays-only": ["recall 8.1 Faye 4h"],
    "partial": ["follow-suit 12.1 Delphine 4h [8c]", "unpaid-renege 12 Delphine +29"],
    "score-only": ["match 1 Delphine -1", "syntax 12", "unverified-pot 13"],
    "claims": ["claim 1.5 Renée"],
    "indiana": ["follow-suit 2.3 Clovis Jc [As]", "qualify 9 Delphine"],
    "mistakes": [
        "cinch 5.3 Alcide Th [Qd]",
        "dealer 12 Gus",
        "follow-suit 12.1 Gus 5h [8s]",
        "match 11 Renée -5",
        "must-trump 10.1 Bea 3c [Ad Qd Jd]",
        "must-trump 8.3 Bea 8c [Td 6d]",
        "recall 6.2 Bea 3c",
        "take 9 Renée -1",
        "unpaid-renege 12 Gus +9",
        "unpaid-renege 5 Alcide +5",
    ],
    "full-record": [],
    "fists": ["dealer 8 Bea"],
    "guests": ["count Bea -3"],
}

BOOKS = {
    "worked-example": {
        "Alcide": -3,
        "Bea": -4,
        "Clovis": -39,
        "Delphine": 26,
        "Etta": -38,
        "Faye": -3,
        "Gus": -4,
        "pot": 65,
    },
    "plays-only": {"Uncle Joe": -5, "Alcide": 15, "Bea": -8, "Faye": -2, "pot": 0},
    "partial": {"Etta": 12, "Uncle Joe": -9, "Gus": -3, "Renée": 14, "Delphine": -14, "pot": 0},
    "score-only": {
        "Clovis": 5,
        "Delphine": 11,
        "Gus": -43,
        "Renée": 2,
        "Etta": 28,
        "Beatrice": -3,
        "pot": 0,
    },
    "claims": {"Delphine": -7, "Alcide": 8, "Renée": 64, "Bea": 2, "Uncle Joe": -11, "pot": 9},
    "indiana": {"Faye": 11, "Etta": -16, "Delphine": 32, "Clovis": 3, "Alcide": -30, "pot": 0},
    "mistakes": {"Gus": -8, "Bea": -18, "Alcide": -2, "Clovis": 11, "Renée": 26, "pot": 0},
    "full-record": {"Renée": 48, "Etta": 26, "Delphine": 29, "Alcide": 22, "Faye": 66, "pot": 9},
    "fists": {"Bea": -12, "Renée": 8, "Gus": 8, "Alcide": -4, "pot": 0},
    "guests": {
        "Delphine": 20,
        "Faye": 0,
        "Bea": 0,
        "Alcide": 0,
        "Uncle Joe": 0,
        "Gus": 47,
        "pot": 26,
    },
}

PAYMENTS = FOLDER / "payments.bourre"


def logs() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.bourre") if path != PAYMENTS)


def test_every_sample_is_pinned_and_explained() -> None:
    names = {path.stem for path in logs()}
    assert names == set(FINDINGS) == set(BOOKS)
    explained = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in names if f"| `{name}` |" not in explained] == []
    assert {path.suffix for path in FOLDER.iterdir() if path.is_file()} <= {".bourre", ".md", ".py"}


@pytest.mark.parametrize("name", FINDINGS)
def test_findings(name: str) -> None:
    assert briefs(audit([read_path(FOLDER / f"{name}.bourre")])) == sorted(FINDINGS[name])


@pytest.mark.parametrize("name", BOOKS)
def test_books(name: str) -> None:
    (books,) = audit([read_path(FOLDER / f"{name}.bourre")]).books.values()
    assert books == BOOKS[name]


def test_severity_of_the_claims() -> None:
    report = audit([read_path(FOLDER / "claims.bourre")])
    assert [(found.hand, found.severity) for found in report.findings] == [(1, "warning")]


def test_all_together_as_one_by_one() -> None:
    together = audit(read_path(path) for path in logs())
    assert sorted(briefs(together)) == sorted(line for lines in FINDINGS.values() for line in lines)
    assert together.sessions == together.files == len(FINDINGS)
    assert together.quarantined == 1
    assert together.status == 1


@pytest.mark.parametrize("path", logs(), ids=lambda path: path.stem)
def test_written_in_canonical_form(path: Path) -> None:
    assert write(read_path(path)) == path.read_text(encoding="utf-8")


def test_the_payments_file_can_be_read() -> None:
    assert read_payments(PAYMENTS.read_bytes(), str(PAYMENTS)).errors == []


# --- As a book ------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a book of all the samples and payments."""
    import_files(tmp_path, logs(), ImportOptions())
    (tmp_path / PAYMENTS.name).write_bytes(PAYMENTS.read_bytes())
    return tmp_path


def sentences(owed: Owing) -> list[str]:
    """Return the transfers, in dollars."""
    return [f"{one.payer} {one.payee} {one.amount / 100:.2f}" for one in owed.transfers]


def test_who_owes_what_in_the_end(folder: Path) -> None:
    owed = ask(folder, owing)
    assert {one.name: one.amount for one in owed.balances} == {
        "Faye": 1330,
        "Gus": 1015,
        "Renée": 635,
        "Uncle Joe": 0,
        "Beatrice": -30,
        "Etta": -350,
        "Clovis": -575,
        "Bea": -640,
        "Alcide": -695,
        "Delphine": -1340,
    }
    assert [(pot.chips, pot.amount) for pot in owed.pots] == [(26, 650)]
    assert sentences(owed) == [
        "Alcide Gus 6.95",
        "Bea Faye 6.40",
        "Beatrice Renée 0.30",
        "Clovis Renée 5.75",
        "Delphine Faye 6.90",
        "Delphine pot 6.50",
        "Etta Gus 3.20",
        "Etta Renée 0.30",
    ]
    assert owed.unexplained == []


def test_bea_and_beatrice_are_one_person_once_somebody_says_so(folder: Path) -> None:
    change_settings(folder / SETTINGS, lambda text: merged(text, "Bea", "Beatrice"))
    owed = ask(folder, owing)
    assert len([one for one in owed.balances if one.account > 0]) == 9
    assert {one.name: one.amount for one in owed.balances}["Bea"] == -670


def test_the_book_has_no_finding_that_a_session_by_itself_has_not(folder: Path) -> None:
    found = briefs(ask(folder, audited))
    assert found == sorted(line for lines in FINDINGS.values() for line in lines)


@pytest.mark.slow
def test_three_payments_are_what_the_book_asked_for_on_that_day(tmp_path: Path) -> None:
    asked = []
    for day in read_payments(PAYMENTS.read_bytes(), "").payments:
        before = [path for path in logs() if read_path(path).date < day.date]
        book = tmp_path / day.payer
        import_files(book, before, ImportOptions())
        earlier = PAYMENTS.read_text("utf-8").partition(f"date {day.date}")[0]
        (book / PAYMENTS.name).write_text(earlier, "utf-8")
        payment = f"{day.payer} {day.payee} {day.amount / 100:.2f}"
        asked.append((day.payer, payment in sentences(ask(book, owing))))
    assert asked == [("Gus", True), ("Uncle Joe", True), ("Etta", True), ("Alcide", False)]


def test_a_result_mends_the_books_of_the_score(tmp_path: Path) -> None:
    """Without it 38 chips of the hand that cannot be read are unexplained; with it, each player has
    what the hand itself says.
    """
    text = (FOLDER / "score-only.bourre").read_text("utf-8")
    without = re.sub(r"\nresult .*", "", text)
    (tmp_path / "without.bourre").write_text(without, "utf-8")
    (tmp_path / "read.bourre").write_text(without.replace("Beatrice one", "Beatrice 1"), "utf-8")
    (unmended,), (read,) = (
        audit([read_path(tmp_path / name)]).books.values()
        for name in ("without.bourre", "read.bourre")
    )
    assert unmended["?"] == -38
    assert read == BOOKS["score-only"]
