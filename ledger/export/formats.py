"""The formats that a book is exported in: one table, which ``bourre export`` has its choices, its help and its writers from.

A new format is a module of this room with a function ``write``, and an entry here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from ledger.files import PARQUET

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Export(NamedTuple):
    """A book on its way out: where to ask, what it is called, and who is told how many more things are written."""

    connection: DuckDBPyConnection
    title: str
    written: Callable[[int], object]


Counts = Mapping[str, int]
"""What was written, and how much of each, such as ``{"transaction": 12, "account": 5}``."""


class Format(NamedTuple):
    """A format: what it is called, and in a few words what it is; what it writes and how that is called on the disk.

    ``unit`` says what is counted while it is written. The function ``write`` of ``module``, which is in this room, takes
    an Export and where to write: a file that is open, or a folder that is there and empty.
    """

    name: str
    sentence: str
    is_folder: bool
    suffix: str
    unit: str
    module: str

    def write(self, export: Export, out: BinaryIO | Path) -> Counts:
        """Write a book into an open file, or as files into an empty folder; return what was written."""
        # Only now is imported what the format needs: the table itself is read for every --help.
        writer: Callable[[Export, BinaryIO | Path], Counts] = import_module(f"ledger.export.{self.module}").write
        return writer(export, out)


FORMATS: Final = {
    one.name: one
    for one in (
        Format(
            "beancount",
            "a beancount file; bean-check proves its figures",
            is_folder=False,
            suffix=".beancount",
            unit="transactions",
            module="beancount",
        ),
        Format(
            "hledger",
            "an hledger journal; hledger check --strict proves its figures",
            is_folder=False,
            suffix=".journal",
            unit="transactions",
            module="hledger",
        ),
        Format(
            "csv",
            "a folder of tables for a spreadsheet",
            is_folder=True,
            suffix=".csv",
            unit="rows",
            module="spreadsheets",
        ),
        Format(
            "parquet",
            "a folder with the tables of the book's database",
            is_folder=True,
            suffix=PARQUET,
            unit="rows",
            module="database_tables",
        ),
    )
}
"""By name, in the order in which the help lists them."""
