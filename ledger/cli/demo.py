"""``bourre demo``: an audit of the sample sessions, and what to do next."""

from __future__ import annotations

import argparse
from pathlib import Path

DESCRIPTION = """Audit the sample sessions that come with the program.

Their mistakes are planted, so that there is something to see: the exit status
is 0 although the audit of the same folder would end with 1.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``demo`` to the command line."""
    subparsers.add_parser("demo", help="audit the sample sessions that come with the program", description=DESCRIPTION)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - demo takes no arguments
    """Audit the sample sessions and say what can be done next."""
    from ledger.cli.main import run_command
    from ledger.samples import sample_folder

    folder = _short(sample_folder())
    unreadable = run_command(["audit", str(folder)]) == 2
    print(f"\nThis was: bourre audit {folder}\nThe mistakes are planted: the README beside the logs says where, and why.")
    return 2 if unreadable else 0


def _short(folder: Path) -> Path:
    """Return ``folder`` as seen from where the user is, if it is below."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder
