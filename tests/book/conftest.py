"""What tests of the book share: a process that forks the programs that are to be killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from book_trials import Server


@pytest.fixture(scope="session")
def fork_server() -> Iterator[Server]:
    """Return a server whose actions may be killed, one for all tests of a process: it takes as long
    to start as ten of them.
    """
    with Server() as started:
        yield started
