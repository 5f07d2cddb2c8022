"""Keeps pandas out of programs that have no use for it."""

from __future__ import annotations

import sys


class WithoutPandas:
    """Lets pandas count as not installed: Arrow imports it to ask whether values are of its types, which ours never are.

    It is there for the dashboard, whose server is another process, and would cost a command a quarter of a second.
    """

    def find_spec(self, name: str, *_: object) -> None:
        """Raise ModuleNotFoundError for pandas; other modules are not our business."""
        if name == "pandas":
            raise ModuleNotFoundError("a command needs no pandas", name=name)


def do_without_pandas() -> None:
    """From now on this process imports no pandas."""
    sys.meta_path.insert(0, WithoutPandas())
