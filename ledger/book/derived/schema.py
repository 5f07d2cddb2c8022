"""The tables of a book's database: their columns and types, as ``schema.sql`` declares them and
nothing else does.

Code that makes, compares or deletes rows goes by these. A new column is a line of ``schema.sql``
and its value where the rows of its table are made.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ledger.money import WON_BETWEEN

SCHEMA: Final = (
    Path(__file__)
    .with_name("schema.sql")
    .read_text("utf-8")
    .replace("{won between}", ", ".join(map(repr, WON_BETWEEN)))
)
"""The SQL that creates the tables, with the kinds of postings filled in that are won or lost
between hands.
"""

TABLES: Final[dict[str, dict[str, str]]] = {
    table: dict(re.findall(r"^ {4}(\w+) ([A-Z]+(?:\[\])?)", columns, re.MULTILINE))
    for table, columns in re.findall(
        r"^CREATE TABLE (\w+) \(\n(.*?)^\);", SCHEMA, re.MULTILINE | re.DOTALL
    )
}
"""The type of each column in SQL, by table and name, in the order of ``schema.sql``."""
