"""Whatever the address of a page says, the page stands; it is read in one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dashboard_app import look_at, page

import dashboard


@pytest.mark.slow
@pytest.mark.parametrize("value", ["0" * 5000, "1" * 5000, "\u0661", "-1", "1e9"])
def test_no_number_crashes_a_page(
    value: str, sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    assert not page("owes", player=value).exception
    assert not page("audit", page=value).exception


def test_the_address_is_read_in_one_place() -> None:
    folder = Path(dashboard.__file__).parent
    readers = [
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"\bst\.query_params\.get", path.read_text("utf-8"))
    ]
    assert readers == ["address.py"]
