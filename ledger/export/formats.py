"""The formats of exports: one table, from which ``bourre export`` takes its choices, its help and its writers.

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
    """A book to be exported: its connection, its name, and a function to call with how many more things were written."""

    connection: DuckDBPyConnection
    title: str
    written: Callable[[int], object]


Counts = Mapping[str, int]
"""What was written, and how much of each, such as ``{"transaction": 12, "account": 5}``."""


class Format(NamedTuple):
    """A format: its name, a few words about it, what it writes, and the ending of that on the disk.

    ``unit`` is what the progress counts. The function ``write`` of ``module``, a module of this package, takes
    an Export and where to write: an open file, or an existing empty folder.
    """

    name: str
    sentence: str
    is_folder: bool
    suffix: str
    unit: str
    module: str

    def write(self, export: Export, out: BinaryIO | Path) -> Counts:
        """Write a book into an open file, or as files into an empty folder; return what was written."""
        # Import what the format needs only now: every --help reads this table.
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
