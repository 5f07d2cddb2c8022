"""What some tests need beside our own program: where it is missing they are skipped, and fail where
changes are checked.
"""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """End a test, or a file of tests, that cannot run: a failure where ``CI`` is set, as a check
    that nobody made is none.
    """
    if os.environ.get("CI"):
        pytest.fail(
            f"{what}, and nothing is skipped where changes are checked (CI is set)", pytrace=False
        )
    pytest.skip(what, allow_module_level=True)


def need_program(name: str, how: str) -> str:
    """Return the path of a program."""
    return shutil.which(name) or missing(f"there is no {name} here: {how}")


def need_browser() -> str:
    """Return the path of Chromium; without a window if it is there, as it draws the same pages in
    two thirds of the time.
    """
    return shutil.which("chromium-headless-shell") or need_program(
        "chromium", "apt-get install chromium-headless-shell"
    )


def need_package(name: str, extra: str = "dev") -> None:
    if find_spec(name) is None:
        missing(f"{name} is not installed: pip install -e '.[{extra}]'")
