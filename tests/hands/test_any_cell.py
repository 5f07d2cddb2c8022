"""Parquet with any one cell replaced: it is read as what a log could say, or refused with row and
column.
"""

from __future__ import annotations

import re
from datetime import date
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from audit_text import log_of
from hands_alike import case_sessions, differences
from trials import FULL, luck

from ledger.book.balances.figures import owing
from ledger.book.derived.access import ask
from ledger.book.sessions.import_outcome import REFUSED
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.files import LogError
from ledger.hands import columns, read_hands, sessions_of
from ledger.hands.parquet_encode import SCHEMA, encode
from ledger.log import read, write

TEXTS = (
    *(
        "",
        "Ann",
        " Ann",
        "x\ny",
        "\x00",
        "-",
        "=cmd|x",
        "a" * 100_000,
        "12",
        "hand",
        "play",
        "drop",
        "tricks",
        "buyin",
        "sit",
    ),
    *("end divide", "rules", "louisiana", "EUR", "é", "\u202e", "a>b", "\U0010ff85"),
)
NUMBERS = (
    -1,
    0,
    1,
    2,
    5,
    11,
    13,
    51,
    52,
    53,
    100,
    128,
    255,
    1000,
    2**31,
    2**62,
    -(2**63),
    -25,
    10**12,
    10**12 + 1,
)
DAYS = (date(1, 1, 1), date(9999, 12, 31), date(2026, 1, 1))


def some(kind: pa.DataType, rng: Random) -> Any:  # noqa: ANN401 - any value of any type
    """A value of a type."""
    if pa.types.is_list(kind):
        return [some(kind.value_type, rng)]
    if pa.types.is_struct(kind):
        return {field.name: some(field.type, rng) for field in kind}
    values = TEXTS if pa.types.is_string(kind) else DAYS if pa.types.is_date(kind) else NUMBERS
    return rng.choice((None, *((True, False) if pa.types.is_boolean(kind) else values)))


def changed(kind: pa.DataType, value: Any, rng: Random) -> Any:  # noqa: ANN401 - as above
    """Another value in place of one, or of something in it."""
    if pa.types.is_list(kind) and value and rng.random() < 0.6:
        at = rng.randrange(len(value))
        return [*value[:at], changed(kind.value_type, value[at], rng), *value[at + 1 :]]
    if pa.types.is_list(kind) and value is not None:
        return rng.choice(
            (None, [], [None], value[:-1], value[::-1], [*value, some(kind.value_type, rng)])
        )
    if pa.types.is_struct(kind) and value is not None:
        part = rng.choice(list(kind))
        return value | {part.name: changed(part.type, value[part.name], rng)}
    return some(kind, rng)


Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def rows() -> Rows:
    short = [
        session for session in case_sessions() if len(session.body) < 12 and not session.errors
    ]
    return encode(columns(luck().sample(short, 4))).to_pylist()


def with_another(rows: Rows, rng: Random) -> tuple[pa.Table, str]:
    """The rows with one cell replaced, and its column."""
    for _ in count():
        at, name = rng.randrange(len(rows)), rng.choice(SCHEMA.names)
        value = changed(SCHEMA.field(name).type, rows[at][name], rng)
        # where nobody is the dealer, seats begin anywhere
        free = rows[at]["no_dealer"] or name == "no_dealer"
        if value == rows[at][name] or (free and name in {"seats", "no_dealer"}):
            continue
        try:
            return pa.Table.from_pylist(
                [*rows[:at], rows[at] | {name: value}, *rows[at + 1 :]], SCHEMA
            ), name
        except (pa.ArrowException, OverflowError):  # no value of this type
            continue
    raise AssertionError


def check_read(path: Path) -> None:
    """Read a file: what a log could say, or refused with row and column."""
    refused: LogError | None = None
    try:
        parts = list(read_hands(path))
    except LogError as error:
        refused = error
    if refused is not None:
        assert re.search(r": row \d+: the column \w+ ", refused.message), refused.message
        assert refused.remedy
        return
    again = [
        read(write(session), session.file or "x")
        for hands in parts
        for session in sessions_of(hands)
    ]
    assert sum(len(session.errors) for session in again) == sum(
        len(hands.errors) for hands in parts
    )
    # which are read anew, as text
    assert not set(differences(parts[0], [columns(again)], places=False)) - {"errors"}


@pytest.mark.nightly
def test_any_cell_with_any_value_is_what_a_log_can_say_or_refused(
    rows: Rows, tmp_path: Path
) -> None:
    rng = luck()
    for _ in range(5_000 if FULL else 40):
        table, name = with_another(rows, rng)
        pq.write_table(table, tmp_path / "one.parquet")
        try:
            check_read(tmp_path / "one.parquet")
        except Exception as error:
            raise AssertionError(name) from error


def test_the_book_afterwards_answers_as_before(rows: Rows, tmp_path: Path) -> None:
    rng = luck()
    folder, first = tmp_path / "book", tmp_path / "first.bourre"
    first.write_text(
        log_of("session 2020-01-01 first\nchip 0.25 USD\nseats Ann Bea\nresult Ann 4 Bea -4\n"),
        "utf-8",
    )
    import_files(folder, [first], ImportOptions())
    before = ask(folder, owing)
    for at in range(100 if FULL else 2):
        table, name = with_another(rows, rng)
        path = tmp_path / f"{at}.parquet"
        pq.write_table(table, path)
        done = import_files(folder, [path], ImportOptions(keep_both=True))
        stored = [one for one in done.sessions if one.outcome != REFUSED]
        assert stored or done.sessions[0].unreadable, name
        if stored:
            (folder / "sessions" / path.name).unlink()
        assert ask(folder, owing) == before, name
        assert [one.name for one in (folder / "sessions").iterdir()] == ["first.bourre"], name
