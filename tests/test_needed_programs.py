"""A test that cannot run is skipped at home, and fails where changes are checked."""

from collections.abc import Callable

import pytest
from needed_programs import missing, need_package, need_program

NEEDS = (
    lambda: missing("there is none"),
    lambda: need_program("no-such-program", "buy one"),
    lambda: need_package("no_such_package"),
)


@pytest.mark.parametrize("need", NEEDS)
def test_at_home_it_is_skipped(need: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"there is no|not installed"):
        need()


@pytest.mark.parametrize("need", NEEDS)
def test_where_changes_are_checked_it_fails(
    need: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(
        pytest.fail.Exception, match=r"(there is no|not installed).* nothing is skipped"
    ):
        need()


def test_what_is_there_is_found() -> None:
    assert need_program("sh", "every system has one").endswith("sh")
    need_package("pytest")
