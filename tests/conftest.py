"""A test's docstring is the log it is about. These fixtures read it and audit it; a missing header is filled in (audit_text)."""

import pytest
from audit_text import briefs, report_of

from ledger.audit import Report


@pytest.fixture
def audited(request: pytest.FixtureRequest) -> Report:
    """Return the audit of the log in the test's docstring."""
    return report_of(request.function.__doc__ or "")


@pytest.fixture
def findings(audited: Report) -> list[str]:
    """Return everything found in the log of the docstring, one short line each, sorted: ``must-beat 1.2 Cal 6h [Ah Kh]``."""
    return briefs(audited)


@pytest.fixture
def books(audited: Report) -> dict[str, int]:
    """Return the chips that the log of the docstring leaves each player, the pot, and ``?`` if any are unexplained."""
    (held,) = audited.books.values()
    return held
