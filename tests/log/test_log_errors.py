"""Every kind of error has a file that reproduces it and the complete message it gives, side by side in ``tests/errors``."""

from pathlib import Path

import pytest

from ledger.log import format_diagnostic, read, read_path
from ledger.log.payment_file import read_payments
from ledger.log.records import Payments, Session

FILES = sorted((Path(__file__).parents[1] / "errors").glob("*.bourre"))
GIVEN_UP = ("file-", "header-", "session-", "rules-", "ante-unreadable", "seats-", "payments-")
"""Files whose rest means nothing; of the others, only a line is lost."""
HARMLESS = ("header-unknown", "header-stray-line")


def reproduce(file: Path) -> Session | Payments:
    return (read_payments if file.stem.startswith("payment") else read)(file.read_bytes(), file.name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_complete_message_is(file: Path) -> None:
    printed = "".join(format_diagnostic(error) + "\n" for error in reproduce(file).errors)
    assert printed == file.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_error_says_what_was_expected_and_what_to_do(file: Path) -> None:
    errors = reproduce(file).errors
    assert errors
    for error in errors:
        assert error.message
        assert error.expected
        assert error.remedy


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_only_a_broken_header_costs_the_file(file: Path) -> None:
    broken = file.stem.startswith(GIVEN_UP) and file.stem not in HARMLESS
    assert reproduce(file).readable is not broken


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_message_shows_nothing_that_a_terminal_would_obey(file: Path) -> None:
    for error in reproduce(file).errors:
        assert all(line.isprintable() for line in format_diagnostic(error).split("\n"))


def test_the_errors_of_a_file_on_disk_name_it() -> None:
    assert read_path(FILES[0]).errors[0].file == str(FILES[0])
