"""Hands in Parquet and back: nothing is lost that an audit uses."""

import re
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hands_alike import case_sessions, differences, verdicts
from hypothesis import given
from log_text import HEADER
from simulated_hands import simulate
from torn_logs import TEXTS, torn_logs
from worked_cases import LOGS

import ledger.hands.parquet
from ledger.findings.audit import audit
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.model import KEPT, Hands
from ledger.hands.parquet import count_sessions, read_hands, read_session, row_groups, write_hands
from ledger.hands.parquet_decode import decode
from ledger.hands.parquet_encode import SCHEMA, encode
from ledger.log import read

README = (Path(ledger.__file__).parent / "docs" / "parquet.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cases() -> Hands:
    return columns(case_sessions())


@pytest.fixture(scope="module")
def file(cases: Hands, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parquet") / "cases.parquet"
    assert write_hands(path, [cases]) == len(cases) > 800
    return path


def hands_of(*texts: str) -> Hands:
    return columns([read(HEADER + text, f"log{at}.bourre") for at, text in enumerate(texts)])


# --- There and back ---


@pytest.mark.nightly
def test_every_column_of_every_case_comes_back(cases: Hands, file: Path) -> None:
    assert differences(cases, read_hands(file)) == []
    assert count_sessions(file) == len(cases.sessions) == len(LOGS)


@pytest.mark.slow
@pytest.mark.nightly
def test_the_audit_of_the_file_is_that_of_the_logs_with_their_names_and_lines(file: Path) -> None:
    before, after = audit(case_sessions()), audit(read_hands(file))
    assert verdicts(after) == verdicts(before)
    assert (after.books, after.plays, after.hands, after.sessions) == (
        before.books,
        before.plays,
        before.hands,
        before.sessions,
    )
    assert after.quarantined == before.quarantined > 0


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("most", [40, 100, 2000])
def test_parts_are_of_whole_sessions_and_about_as_large_as_asked(
    cases: Hands, file: Path, most: int
) -> None:
    parts = list(read_hands(file, most))
    longest = max(info.rows for info in cases.sessions)
    assert max(map(len, parts)) <= most + longest
    assert differences(cases, parts) == []


@pytest.mark.nightly
def test_parts_that_are_written_join_into_one_file(cases: Hands, tmp_path: Path) -> None:
    path = tmp_path / "parts.parquet"
    assert write_hands(path, cases.parts(100)) == len(cases)
    assert differences(cases, read_hands(path)) == []


@pytest.mark.slow
@given(torn_logs())
def test_torn_logs_come_back_as_they_were(text: str) -> None:
    hands = columns([read(text, "torn.bourre"), read(TEXTS[0], "whole.bourre")])
    assert differences(hands, [decode(encode(hands), "torn.parquet")]) == []


@pytest.mark.slow
@pytest.mark.drawn(2)
@pytest.mark.parametrize("preset", PRESETS)
def test_simulated_sessions_come_back(preset: str) -> None:
    hands = simulate(PRESETS[preset], 20, seed=7)
    assert differences(hands, [decode(encode(hands), "simulated.parquet")]) == []


def test_the_game_comes_back_and_a_file_from_before_there_was_one_has_none(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    hands = columns([read(HEADER.replace("rules", "game fridays\nrules"), "friday.bourre")])
    write_hands(path, [hands])
    assert differences(hands, read_hands(path)) == []

    table = pq.read_table(path)
    lines = SCHEMA.field("header_lines")
    older = table.set_column(
        table.column_names.index("header_lines"),
        lines,
        pa.array([[1, 2, 4, 0, 0, 0, 5]], lines.type),
    )
    pq.write_table(older.drop_columns(["game"]), path)
    (info,) = next(read_hands(path)).sessions
    assert (info.game, info.header_lines) == (None, (1, 2, 0, 4, 0, 0, 0, 0, 5))
    assert count_sessions(path) == 1


def test_a_session_of_more_hands_than_a_group_of_rows_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.hands.parquet.ROWS", 10)
    hands = hands_of("hand 1 Ann h\n  pass Bea\n" * 35, "hand 1 Ann h\n  pass Bea\n" * 3)
    path = tmp_path / "long.parquet"
    write_hands(path, [hands])
    assert pq.ParquetFile(path).num_row_groups == 5
    assert [len(part) for part in read_hands(path, 4)] == [35, 3]
    assert differences(hands, read_hands(path, 4)) == []


def test_no_hands_at_all(tmp_path: Path) -> None:
    path = tmp_path / "none.parquet"
    assert write_hands(path, []) == 0
    assert list(read_hands(path)) == []
    assert count_sessions(path) == 0


def test_a_session_without_hands_keeps_its_statements() -> None:
    hands = hands_of("buyin Ann 40\ncount Ann 41\n", "hand 1 Ann h\ncount Ann 0\n", "")
    table = encode(hands)
    assert table.column("kind").to_pylist() == ["empty", "hand", "empty"]
    assert differences(hands, [decode(table, "x.parquet")]) == []
    assert [found.rule for found in audit([decode(table, "x.parquet")]).findings] == [
        "count",
        "count",
    ]


def test_a_log_that_could_not_be_read_keeps_its_errors() -> None:
    hands = columns([read("bourre 2\n", "old.bourre"), read(HEADER, "new.bourre")])
    table = encode(hands)
    assert table.column("kind").to_pylist() == ["empty", "unreadable"]
    assert differences(hands, [decode(table, "x.parquet")]) == []


def test_bytes_that_are_not_utf_8_come_back() -> None:
    hands = columns(
        [read((HEADER + "hand 1 Ann h\n  pass Zo").encode() + b"\xeb\n", "fri\udceb.bourre")]
    )
    table = encode(hands)
    assert table.column("text").to_pylist() == [
        [{"line": 5, "text": "hand 1 Ann h"}, {"line": 6, "text": "  pass Zo\U0010ffeb"}]
    ]
    assert differences(hands, [decode(table, "x.parquet")]) == []


def test_a_session_that_was_never_a_log_has_the_name_of_the_file() -> None:
    hands = hands_of("hand 1 Ann h\n")
    hands.sessions = [replace(hands.sessions[0], file="", header_lines=())]
    hands.lines = np.zeros_like(hands.lines)
    table = encode(hands)
    assert table.column("log").to_pylist() == table.column("lines").to_pylist() == [None]
    assert decode(table, "made-up.parquet").sessions[0].file == "made-up.parquet"


# --- For other programs ---


def test_every_column_is_described_with_its_type() -> None:
    described = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", README, re.MULTILINE))
    assert described == {field.name: in_words(field.type) for field in SCHEMA}


def test_the_columns_of_a_hand_are_described_as_in_their_table() -> None:
    page = README.partition("\n## The hand\n")[2].partition("\n## ")[0]
    described = re.findall(r"^\| `(\w+)` \| ([^|]+) \| (.+) \|$", page, re.MULTILINE)
    assert described == [(kept.name, kept.type, kept.help) for kept in KEPT]


def in_words(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return "list of " + in_words(kind.value_type).replace("list of", "lists of")
    return {"date32[day]": "date", "string": "text"}.get(str(kind), str(kind).partition("<")[0])


def example(language: str, at: int, file: Path) -> str:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)[at].replace(
        "hands.parquet", str(file)
    )


def test_the_duckdb_example_says_what_was_taken(cases: Hands, file: Path) -> None:
    taken = dict(duckdb.sql(example("sql", 0, file)).fetchall())
    said: dict[str, int] = {}
    for seat, row in zip(*np.nonzero(cases.take > 0), strict=True):
        name = cases.name(row, seat)
        said[name] = said.get(name, 0) + int(cases.take[seat, row])
    assert taken == said


def test_the_polars_example_says_how_often_each_stays(cases: Hands, file: Path) -> None:
    code = example("python", 0, file).replace("import polars as pl", "")
    stays = eval(code.strip(), {"pl": pl})  # noqa: S307 - our own documentation
    assert set(stays["seats"]) == {name for info in cases.sessions for name in info.players}
    assert 0 < stays["stays_in"].min() < stays["stays_in"].max() < 1


def test_rows_that_duckdb_copied_can_be_read(cases: Hands, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "friday.parquet"
    name = cases.sessions[3].id
    duckdb.sql(
        example("sql", 1, file)
        .replace("friday.parquet", str(copy))
        .replace("'friday'", f"'{name}'")
    )
    hands = list(read_hands(copy))
    assert [info.id for part in hands for info in part.sessions] == [name]
    assert differences(cases.part(slice(3, 4)), hands) == []


def test_rows_that_polars_wrote_can_be_read(cases: Hands, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "polars.parquet"
    pl.read_parquet(file).write_parquet(copy, metadata={"bourre": "1"})
    assert differences(cases, read_hands(copy)) == []


def test_a_hand_as_others_see_it() -> None:
    """hand 1 Ann 9h
    pass Bea
    play "Big Al" 1 out 2c in ??
    play Cal
    play Ann 0
    trick Cal Ah 9h>4h 7h
    claim Ann
    take Ann
    match Cal 7
    """
    row = encode(hands_of(test_a_hand_as_others_see_it.__doc__ or "")).to_pylist()[0]
    assert {name: value for name, value in row.items() if value not in (None, [], "")} | {
        "errors": None
    } == {
        "kind": "hand",
        "no_dealer": False,
        "log": "log0.bourre",
        "session": "friday",
        "date": row["date"],
        "rules": "louisiana",
        "ante_unit": 1,
        "opening_pot": 0,
        "players": ["Ann", "Bea", "Cal", "Big Al"],
        "opening_seats": ["Ann", "Bea", "Cal", "Big Al"],
        "header_lines": [1, 2, 0, 3, 0, 0, 0, 0, 4],
        "misdeal": False,
        "pot_said": False,
        "exempt_lost": False,
        "errors": None,
        "hand": 1,
        "line": 5,
        "seats": ["Bea", "Cal", "Big Al", "Ann"],
        "turned": 20,
        "trump": 1,
        "declared": ["pass", "play", "play", "play"],
        "declared_order": [1, 3, 2, 4],
        "draw": [None, None, 1, 0],
        "out": [None, None, [39], None],
        "drawn": [None, None, [52], None],
        "trick_count": 1,
        "leaders": [2],
        "cards": [[25, 15, 18]],
        "withdrawn": [[None, 20, None]],
        "claim": 4,
        "claim_after": 1,
        "take": [None, None, None, -1],
        "match": [None, 7, None, None],
        "lines": row["lines"],
    }
    assert row["lines"][:7] == [0, 6, 0, 0, 7, 8, 5]
    assert row["lines"][12:20] == [0, 0, 0, 0, 1, 3, 2, 4]


@pytest.mark.nightly
@pytest.mark.parametrize("rows", [1, 3, 7])
def test_groups_of_rows_have_the_sessions_that_begin_in_them(rows: int, tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    write_hands(path, [simulate(PRESETS["louisiana"], 6, (1, 9), seed=3)])
    pq.write_table(pq.read_table(path, partitioning=None), path, row_group_size=rows)
    whole = [info.id for hands in read_hands(path) for info in hands.sessions]
    count = len(row_groups(path))
    parts = [
        list(read_hands(path, groups=range(at, min(at + 2, count)))) for at in range(0, count, 2)
    ]
    assert [info.id for part in parts for hands in part for info in hands.sessions] == whole
    together, apart = audit(read_hands(path)), audit(hands for part in parts for hands in part)
    assert together.as_dict() == apart.as_dict()
    assert together.hands == sum(row_groups(path))


@pytest.mark.nightly
@pytest.mark.parametrize("rows", [3, 7, 1000])
def test_one_session_is_read_as_it_is_among_the_others(
    rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.hands.parquet._SOME", 4)
    path = tmp_path / "hands.parquet"
    write_hands(path, [simulate(PRESETS["louisiana"], 8, (1, 9), seed=3)])
    pq.write_table(pq.read_table(path, partitioning=None), path, row_group_size=rows)
    (whole,) = read_hands(path)
    for at, info in enumerate(whole.sessions):
        alone = read_session(path, info.id)
        assert alone is not None
        assert differences(whole.part(slice(at, at + 1)), [alone]) == []
    assert read_session(path, "no such session") is None
