"""Files that are not what they should be: each is refused in words, and never a traceback."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hands_alike import case_sessions
from trials import FULL

from ledger.files import LogError
from ledger.hands.from_log import columns
from ledger.hands.model import Hands
from ledger.hands.parquet import count_sessions, read_hands, write_hands
from ledger.hands.parquet_encode import SCHEMA, encode
from ledger.log.words import shown

ROWS = 300 if FULL else 45


@pytest.fixture(scope="module")
def hands() -> Hands:
    return columns(case_sessions()[:30])


@pytest.fixture(scope="module")
def table(hands: Hands) -> pa.Table:
    return encode(hands)


def refusal(path: Path) -> str:
    with pytest.raises(LogError) as caught:
        list(read_hands(path))
    assert caught.value.message.startswith(f"{path}: ")
    assert caught.value.remedy
    return caught.value.message.removeprefix(f"{path}: ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.parquet") == "there is no such file"


def test_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path).startswith("cannot be read: ")


@pytest.mark.hostile
@pytest.mark.parametrize(
    "content", [b"", b"bourre 1\n", b"PAR1", b"PAR1" * 100, bytes(range(256)) * 40]
)
def test_a_file_that_is_no_parquet(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.parquet"
    path.write_bytes(content)
    assert refusal(path).startswith("it is no Parquet file, or a damaged one: ")
    with pytest.raises(LogError):
        count_sessions(path)


def test_a_parquet_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "prices.parquet"
    pq.write_table(pa.table({"price": [1, 2]}), path)
    assert refusal(path) == "it is a Parquet file, but not one of hands"


def test_hands_that_another_program_wrote_without_the_version(
    tmp_path: Path, table: pa.Table
) -> None:
    path = tmp_path / "filtered.parquet"
    pq.write_table(table.replace_schema_metadata(None), path)
    with pytest.raises(LogError) as refused:
        list(read_hands(path))
    assert refused.value.message.endswith(
        "it has the columns of hands, but does not say of which version they are"
    )
    assert "bourre = 1" in refused.value.remedy


def test_another_version(tmp_path: Path, table: pa.Table) -> None:
    path = tmp_path / "later.parquet"
    pq.write_table(table.replace_schema_metadata({"bourre": "2"}), path)
    assert refusal(path) == "it has version 2 of the columns, and this program reads version 1"


@pytest.mark.parametrize("name", ["kind", "players", "cards", "lines"])
def test_a_column_that_is_not_there(tmp_path: Path, table: pa.Table, name: str) -> None:
    path = tmp_path / "less.parquet"
    pq.write_table(table.drop_columns([name]), path)
    assert refusal(path) == f"it lacks the column {name}"


def test_a_column_of_another_type(tmp_path: Path, table: pa.Table) -> None:
    path = tmp_path / "odd.parquet"
    pq.write_table(
        table.set_column(
            table.schema.get_field_index("cards"), "cards", pa.nulls(len(table), pa.float64())
        ),
        path,
    )
    assert "cast" in refusal(path)


@pytest.mark.hostile
def test_a_file_cut_short(tmp_path: Path, hands: Hands) -> None:
    whole = tmp_path / "whole.parquet"
    write_hands(whole, [hands])
    content = whole.read_bytes()
    path = tmp_path / "short.parquet"
    for length in range(0, len(content), len(content) // 50):
        path.write_bytes(content[:length])
        assert refusal(path)


@pytest.mark.hostile
@pytest.mark.slow
def test_a_damaged_file_is_refused_or_read(tmp_path: Path, hands: Hands) -> None:
    """A checksum tells of damaged values; damage of what is not read does no harm."""
    whole = tmp_path / "whole.parquet"
    write_hands(whole, [hands])
    content = np.frombuffer(whole.read_bytes(), np.uint8)
    rng = np.random.default_rng(6)
    path = tmp_path / "damaged.parquet"
    refused = 0
    for _ in range(ROWS):
        damaged = content.copy()
        damaged[rng.integers(len(content), size=rng.integers(1, 4))] ^= rng.integers(
            1, 256, dtype=np.uint8
        )
        path.write_bytes(damaged.tobytes())
        try:
            assert sum(map(len, read_hands(path))) == len(hands)
        except LogError:
            refused += 1
    assert refused > ROWS // 2


def test_rows_that_are_not_where_the_file_says_are_damage(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damage to the places of the columns once made a file of 360 hands one of none, without a
    word.
    """
    path = tmp_path / "whole.parquet"
    write_hands(path, [hands])
    monkeypatch.setattr(pq.ParquetFile, "iter_batches", lambda *_args, **_named: iter(()))
    with pytest.raises(LogError, match=f"damaged one: {len(hands):,} rows are missing"):
        list(read_hands(path))


Change = Callable[[dict[str, Any]], None]


def put(name: str, value: object) -> Change:
    def change(row: dict[str, Any]) -> None:
        row[name] = value

    return change


def seat(name: str, value: object) -> Change:
    def change(row: dict[str, Any]) -> None:
        row[name] = [value] * len(row["seats"])

    return change


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("kind", "game"), "kind is none of hand, quarantined, empty, unreadable"),
        (put("kind", None), "kind is none of hand, quarantined, empty, unreadable"),
        (put("session", None), "session is null"),
        (
            put("players", None),
            "players is null on the first row of a session: were rows taken out?",
        ),
        (put("players", ["Ann"]), "players does not have everyone who sat"),
        (put("players", ["Ann", "Ann"]), "players does not have everyone who sat"),
        (put("rules", "poker"), "rules cannot be read: there are no rules named 'poker'"),
        (put("rules", ""), "rules cannot be read: there are no rules named ''"),
        (put("ante_unit", None), "ante_unit is null"),
        (put("header_lines", [1]), "header_lines does not have the lines of a header"),
        (put("hand", None), "hand has no number"),
        (put("seats", None), "seats has no list of at most 12 names"),
        (put("seats", ["Ann"] * 13), "seats has no list of at most 12 names"),
        (put("seats", []), "seats has a hand without players"),
        (seat("seats", "Nobody"), "seats has a name that is not among the players of its session"),
        (put("due", 9), "due has a place where nobody sits"),
        (put("due", 0), "due has a place where nobody sits"),
        (put("turned", 52), "turned has a value not in 0 to 51"),
        (put("trump", 4), "trump has a value not in 0 to 3"),
        (put("declared", None), "declared is missing"),
        (seat("declared", "fold"), "declared is none of pass, play, drop"),
        (put("declared", ["play"]), "declared has a list of the wrong length"),
        (put("declared_order", [1]), "declared_order has a list of the wrong length"),
        (seat("draw", 101), "draw has a value not in 0 to 100"),
        (seat("dealt", [53]), "dealt has a value not in 0 to 52"),
        (seat("dealt", [None]), "dealt has a card that is null: one that nobody knows is 52"),
        (seat("out", [1] * 13), "out has a list of more than 12 cards"),
        (put("dealt", [[1]]), "dealt has a list of the wrong length"),
        (put("trick_count", 200), "trick_count has a value not in 0 to 10"),
        (put("cards", None), "cards has no tricks though they were counted"),
        (put("cards", [[1, 2]]), "cards has a list of the wrong length"),
        (put("cards", [[]] * 5), "cards has a trick of no cards or more than 12"),
        (put("cards", [[99]] * 5), "cards has a value not in 0 to 52"),
        (put("cards", [[None]] * 5), "cards has a card that is null: one that nobody knows is 52"),
        (put("leaders", None), "leaders does not fit the tricks"),
        (put("leaders", [13] * 5), "leaders is not seated"),
        (put("withdrawn", [[1]] * 5), "withdrawn does not fit the cards of the tricks"),
        (put("claim", 13), "claim has a place where nobody sits"),
        (put("shown", [60]), "shown has a value not in 0 to 52"),
        (put("shown", [1]), "shown has cards where nobody claims"),
        (seat("counted", 101), "counted has a value not in 0 to 100"),
        (seat("ante", -1), "ante has a value not in 0 to 1,000,000,000,000"),
        (seat("take", -2), "take has a value not in -1 to 1,000,000,000,000"),
        (put("lines", [1]), "lines has a list of the wrong length"),
        (
            put("before", [{"kind": "tip"}]),
            "before has a statement that is none of sit, leave, buyin, ",
        ),
        (put("before", [{"kind": "leave"}]), "before has a statement without a player"),
        (
            put("before", [{"kind": "leave", "player": "Zoe"}]),
            "before has a name that is not among the players of its session",
        ),
    ],
)
@pytest.mark.nightly
def test_values_that_no_log_has(
    tmp_path: Path, table: pa.Table, change: Change, message: str
) -> None:
    rows = table.slice(0, 60).to_pylist()
    names = {"trick_count", "leaders", "cards", "withdrawn"}
    first = next(at for at, row in enumerate(rows) if row["players"])
    at = first if message.startswith(("players", "rules", "ante_unit", "header", "session")) else 1
    if message.startswith(tuple(names)):
        at = next(at for at, row in enumerate(rows) if row["trick_count"] == 5)
    change(rows[at])
    path = tmp_path / "odd.parquet"
    pq.write_table(pa.Table.from_pylist(rows, SCHEMA), path)
    assert refusal(path).startswith(
        f"it has values that no log has: row {at + 1}: the column {message}"
    )


def test_nobody_sits_in_two_places(tmp_path: Path, table: pa.Table) -> None:
    """It was read, and the money of both places went to one player."""
    rows = table.to_pylist()
    row = next(row for row in rows if row["kind"] == "hand")
    row["seats"][1] = row["seats"][0]
    path = tmp_path / "twice.parquet"
    pq.write_table(pa.Table.from_pylist(rows, SCHEMA), path)
    where = f"hand {row['hand']} of session {shown(row['session'])}"
    told = f"the column seats has {shown(row['seats'][0])} in two places in {where}"
    assert refusal(path) == f"it has values that no log has: row {rows.index(row) + 1}: {told}"


def test_players_that_nobody_is(tmp_path: Path, table: pa.Table) -> None:
    row = table.slice(0, 1).to_pylist()[0] | {
        "players": [],
        "opening_seats": [],
        "exempt": None,
        "sharing": None,
        "before": [],
    }
    path = tmp_path / "nobody.parquet"
    pq.write_table(pa.Table.from_pylist([row], SCHEMA), path)
    assert refusal(path).endswith("seats has a name that is not among the players of its session")


def test_a_session_that_lost_its_first_row(tmp_path: Path, table: pa.Table) -> None:
    starts = [at for at, row in enumerate(table.column("players").to_pylist()) if row]
    path = tmp_path / "torn.parquet"
    pq.write_table(pa.concat_tables([table.slice(0, starts[2]), table.slice(starts[2] + 1)]), path)
    assert refusal(path).endswith("players is null where a session begins: were rows taken out?")


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, hands: Hands) -> None:
    path = tmp_path / "hands.parquet"
    write_hands(path, [hands])
    before = path.read_bytes()

    def broken() -> Iterator[Hands]:
        yield hands
        raise LogError("friday.bourre", "cannot be read")

    with pytest.raises(LogError, match="friday"):
        write_hands(path, broken())
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["hands.parquet"]


def test_a_folder_that_is_not_there(tmp_path: Path, hands: Hands) -> None:
    with pytest.raises(LogError, match="cannot be written"):
        write_hands(tmp_path / "no" / "hands.parquet", [hands])
