"""The sample sessions: what the audit finds in them, and the chips that they leave, as their README says."""

from pathlib import Path

import pytest
from audit_text import briefs

from ledger.audit import audit
from ledger.log import write
from ledger.log.reader import read_path
from ledger.samples import sample_folder

FOLDER = sample_folder()

FINDINGS = {
    "worked-example": ["all-passed 4"],
    "full-record": [],
    "plays-only": ["recall 8.1 Bernadette 4h"],
    "partial": ["follow-suit 12.1 Paulette 4h [8c]", "unpaid-renege 12 Paulette +29"],
    "score-only": ["match 1 Ines -1", "syntax 12", "unverified-pot 13"],
    "claims": ["claim 1.5 Ana", "claim 7.4 Big Al"],
    "mistakes": [
        "cinch 5.3 Remy Th [Qd]",
        "dealer 12 Alcide",
        "follow-suit 12.1 Alcide 5h [8s]",
        "match 11 Lucille -5",
        "must-trump 10.1 Mae 3c [Ad Qd Jd]",
        "must-trump 8.3 Mae 8c [Td 6d]",
        "recall 6.2 Mae 3c",
        "take 9 Lucille -1",
        "unpaid-renege 12 Alcide +9",
        "unpaid-renege 5 Remy +5",
    ],
    "indiana": ["follow-suit 2.3 Walt Jc [As]", "qualify 9 Ruth"],
    "fists": ["dealer 8 Priya"],
    "guests": ["count Paul -3"],
}

BOOKS = {
    "worked-example": {"A": -3, "B": -4, "C": -39, "D": 26, "E": -38, "F": -3, "G": -4, "pot": 65},
    "full-record": {"Ray": 48, "Odile": 26, "Tee": 29, "Marcel": 22, "Yvonne": 66, "pot": 9},
    "plays-only": {"Josie": -5, "Hank": 15, "Lou": -8, "Bernadette": -2, "pot": 0},
    "partial": {"Mamou": 6, "Celeste": -15, "Guidry": -9, "Nolan": 8, "Paulette": -19, "pot": 29},
    "score-only": {"Deshawn": 7, "Ines": 12, "Walt": -12, "Kim": 4, "Tariq": 28, "Bo": -1, "?": -38, "pot": 0},
    "claims": {"Wes": -7, "Clotile": 8, "Ana": -1, "Pierre": 2, "Big Al": -11, "pot": 9},
    "mistakes": {"Alcide": -8, "Mae": -18, "Remy": -11, "Theo": 11, "Lucille": 26, "pot": 0},
    "indiana": {"Vicky": 4, "Dale": -23, "Ruth": 25, "Walt": -4, "Joan": -38, "pot": 36},
    "fists": {"Priya": -13, "Jordan": 7, "Sam": 7, "Kenji": -5, "pot": 4},
    "guests": {"Nadine": 20, "Otis": 0, "Paul": 0, "Reba": 0, "Joe": 0, "Tess": 47, "pot": 26},
}


def logs() -> list[Path]:
    return sorted(FOLDER.glob("*.bourre"))


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
    assert [(found.hand, found.severity) for found in report.findings] == [(1, "warning"), (7, "error")]


def test_all_together_as_one_by_one() -> None:
    together = audit(read_path(path) for path in logs())
    assert sorted(briefs(together)) == sorted(line for lines in FINDINGS.values() for line in lines)
    assert together.sessions == together.files == len(FINDINGS)
    assert together.quarantined == 1
    assert together.status == 1


@pytest.mark.parametrize("path", logs(), ids=lambda path: path.stem)
def test_written_in_canonical_form(path: Path) -> None:
    assert write(read_path(path)) == path.read_text(encoding="utf-8")
