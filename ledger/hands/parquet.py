"""Parquet files of hands, for bulk and for other programs (ledger/docs/parquet.md): written, read,
and held to a size.

First writing and reading, a few ten thousand hands at a time, through ``parquet_encode`` and
``parquet_decode``. Then how large a small file becomes, for those who may upload one: a file of a
few kilobytes can hold gigabytes, as one long text that every row points to, or as rows without end.
What it says of itself is looked at first: rows, values and bytes of each column. Then its values
are counted a few rows at a time, with texts left in their dictionaries. It may lie about all of
that, so this is done by another process (``python -m ledger.hands.parquet FILE``), which gets no
more memory and time than an honest file needs.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ledger.files import LogError, replacing
from ledger.hands.admitted import no_name
from ledger.hands.model import Hands
from ledger.hands.parquet_decode import decode
from ledger.hands.parquet_encode import LATER, SCHEMA, VERSION, VERSION_KEY, Refusal, encode, valid
from ledger.hands.parquet_footer import footer_size, groups_of
from ledger.log.words import MOST_CARDS, MOST_HANDS, MOST_SEATS
from ledger.workers import guarded, limit

# rows of a group in the file, and about the most hands that are in memory at a time
ROWS: Final = 50_000
_AGAIN: Final = "make it again with `bourre convert`"


def write_hands(path: str | Path, parts: Iterable[Hands]) -> int:
    """Write hands to a Parquet file, in place of one that is there, and return how many.

    Parts must be of whole sessions; each is forgotten once it is written. The file appears when it
    is whole. Raises LogError if it cannot be written.
    """
    with replacing(path) as file:
        return write_hands_into(file, parts)


def write_hands_into(
    file: BinaryIO, parts: Iterable[Hands], about: Callable[[], dict[bytes, bytes]] = dict
) -> int:
    """Write hands to an open file as ``write_hands`` does, at the end with what they are ``about``:
    by key, in the metadata.
    """
    count = 0
    with (
        pq.ParquetWriter(file, SCHEMA, compression="zstd", write_page_checksum=True) as writer,
        ThreadPoolExecutor(1) as beside,
    ):
        writing: Future[None] | None = None
        waiting: list[pa.Table] = []
        for part in _small(parts):
            count += len(part)
            waiting.append(encode(part))
            if sum(table.num_rows for table in waiting) >= ROWS:
                _wait(writing)
                writing = beside.submit(writer.write_table, pa.concat_tables(waiting), ROWS)
                waiting = []
        _wait(writing)
        writer.write_table(pa.concat_tables([SCHEMA.empty_table(), *waiting]), ROWS)
        writer.add_key_value_metadata(about())
    return count


def _wait(writing: Future[None] | None) -> None:
    """Wait until a group of rows is written; only one is, so that memory stays small."""
    if writing is not None:
        writing.result()


def _small(parts: Iterable[Hands]) -> Iterator[Hands]:
    """Yield parts, splitting those with too many hands; unreadable lines of logs without a session
    stay with the first.
    """
    for part in parts:
        if len(part) <= ROWS:
            yield part
        else:
            known = {info.file for info in part.sessions}
            lost = [error for error in part.errors if error.file not in known]
            for index, smaller in enumerate(part.parts(ROWS)):
                smaller.errors += lost if index == 0 else []
                yield smaller


def read_hands(
    path: str | Path, most: int = ROWS, groups: range | None = None, name: str | None = None
) -> Iterator[Hands]:
    """Yield the hands of a Parquet file in parts of whole sessions: about ``most`` hands, and the
    rest of the last session.

    With ``groups`` (of its rows), only sessions that begin in those. ``name`` is the file given for
    sessions that come from no log; without it, the path. Raises LogError if the file cannot be
    opened, has no hands, is damaged, or has values that no log can have.
    """
    rows = max(1, most // 2)
    at = 0 if groups is None else None
    for table in _whole_sessions(
        _tables(path, rows) if groups is None else _tables_of(path, rows, groups), rows, path
    ):
        yield _decoded(table, path if name is None else name, at)
        at = None if at is None else at + table.num_rows


def row_groups(path: str | Path) -> list[int]:
    """Return how many rows each group of a Parquet file has.

    Raises LogError for a file that cannot be opened.
    """
    with _opened(path) as file:
        found = [
            file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)
        ]
        _check_missing(path, file.metadata.num_rows - sum(found))
        return found


def read_session(path: str | Path, session: str) -> Hands | None:
    """Return the hands of one session of a Parquet file, None if it is not in there.

    Raises LogError as ``read_hands`` does.
    """
    found = _rows_of(path, session)
    if found is None:
        return None
    whole, ends = [], list(accumulate(row_groups(path)))
    groups = range(bisect_right(ends, found.start), bisect_left(ends, found.stop) + 1)
    at = ends[groups.start - 1] if groups.start else 0
    for table in _tables(path, _SOME, groups=groups):
        first, last = max(found.start - at, 0), min(found.stop - at, table.num_rows)
        if first < last:
            whole.append(table.slice(first, last - first))
        at += table.num_rows
    return _decoded(pa.concat_tables(whole), path, found.start)


# rows of a file that are taken at a time: others before and after those that are wanted need not be
# kept
_SOME: Final = 5000


def _rows_of(path: str | Path, session: str) -> range | None:
    """The rows of the file that a session has, None if it is not in there: only two columns are
    read for it.
    """
    start, at = None, 0
    for table in _tables(path, ROWS, ["players", "session"]):
        starts = np.flatnonzero(valid(table.column("players").combine_chunks()))
        ids = table.column("session").take(pa.array(starts)).to_pylist()
        for row, name in zip(starts.tolist(), ids, strict=True):
            if start is not None:
                return range(start, at + row)
            if name == session:
                start = at + row
        at += table.num_rows
    return None if start is None else range(start, at)


def count_sessions(path: str | Path) -> int:
    """Return how many sessions a Parquet file has. Raises LogError as ``read_hands`` does."""
    return sum(
        int(valid(table.column("players").combine_chunks()).sum())
        for table in _tables(path, ROWS, ["players"])
    )


def session_ids(path: str | Path) -> list[str]:
    """Return the ids of the sessions of a Parquet file, in order.

    Raises LogError as ``read_hands`` does.
    """
    return [name for name, _ in session_players(path)]


def session_players(
    path: str | Path, groups: range | None = None
) -> Iterator[tuple[str, list[str]]]:
    """Yield id and players of a Parquet file's sessions, or those that begin in some groups.

    Raises as ``read_hands`` does.
    """
    for table in _tables(path, ROWS, ["players", "session"], groups):
        first = table.filter(table.column("players").is_valid())
        for name, players in zip(
            first.column("session").to_pylist(), first.column("players").to_pylist(), strict=True
        ):
            if problem := next(filter(None, (no_name(player or "") for player in players)), ""):
                message = (
                    "it has values that no log has: the column players has a name that no log "
                    f"can have: {problem}"
                )
                raise LogError(str(path), message, _PUT_RIGHT)
            if name is not None:
                yield name, players


def _decoded(table: pa.Table, path: str | Path, at: int | None) -> Hands:
    """Return rows as hands.

    Raises LogError for what no log can say, with its row where ``at`` is the row of the first.
    """
    try:
        return decode(table, str(path))
    except _NO_HANDS as error:
        row, error = _first_refused(table, error)
        where = "" if at is None else f"row {at + row:,}: "
        raise LogError(
            str(path), f"it has values that no log has: {where}{error}", _PUT_RIGHT
        ) from error


_NO_HANDS: Final = (Refusal, pa.ArrowException, ValueError, ArithmeticError)
_PUT_RIGHT: Final = "put the value right, or make the file again with `bourre convert`"


def _first_refused(table: pa.Table, found: Exception) -> tuple[int, Exception]:
    """Return the number of the first row that no log has, from 1, and why: of the first session
    that is refused.
    """
    starts = [
        0,
        *np.flatnonzero(valid(table.column("players").combine_chunks())).tolist(),
        table.num_rows,
    ]
    _, stop = _bisected(table, starts[1:], whole=True)
    start = max(start for start in starts if start < stop) if stop else 0
    session = table.slice(start, stop - start)
    why, rows = _bisected(session, range(1, session.num_rows + 1), whole=False)
    return (start + rows, why) if why else (start + 1, found)


def _bisected(table: pa.Table, ends: Sequence[int], *, whole: bool) -> tuple[Exception | None, int]:
    """Return the first of some numbers of rows that are refused, and why."""
    reasons: dict[int, Exception] = {}

    def refused(rows: int) -> bool:
        try:
            decode(table.slice(0, rows), "", whole=whole)
        except _NO_HANDS as error:
            reasons[rows] = error
        return rows in reasons

    at = bisect_left(ends, True, key=refused)
    end = ends[min(at, len(ends) - 1)]
    return reasons.get(end), end


def _whole_sessions(tables: Iterable[pa.Table], rows: int, path: str | Path) -> Iterator[pa.Table]:
    """Yield rows of whole sessions, about as many as ``rows`` or twice that."""
    whole: list[pa.Table] = []
    begun: list[pa.Table] = []
    for table in tables:
        starts = np.flatnonzero(valid(table.column("players").combine_chunks()))
        if not len(starts):
            begun.append(table)
            if sum(part.num_rows for part in begun) > MOST_HANDS + rows:
                raise LogError(
                    str(path), f"more than {MOST_HANDS:,} rows are of one session", _HOSTILE
                )
            continue
        whole += [*begun, table.slice(0, starts[-1])]
        begun = [table.slice(starts[-1])]
        if sum(part.num_rows for part in whole) >= rows:
            yield pa.concat_tables(whole)
            whole = []
    if whole or begun:
        yield pa.concat_tables([*whole, *begun])


def _tables_of(path: str | Path, rows: int, groups: range) -> Iterator[pa.Table]:
    """Yield the rows of the sessions that begin in some groups."""
    begun = groups.start == 0
    for table in _tables(path, rows, groups=groups):
        first = _first_start(table)
        if not begun and first is not None:
            yield table.slice(first)
        elif begun:
            yield table
        begun |= first is not None
    after = range(groups.stop, len(row_groups(path)))
    # what completes the last session
    for table in _tables(path, _A_FEW, groups=after) if begun and after else ():
        first = _first_start(table)
        yield table.slice(0, first)
        if first is not None:
            return


_A_FEW: Final = 1000


def _first_start(table: pa.Table) -> int | None:
    starts = np.flatnonzero(valid(table.column("players").combine_chunks()))
    return int(starts[0]) if len(starts) else None


def _tables(
    path: str | Path, rows: int, columns: list[str] | None = None, groups: range | None = None
) -> Iterator[pa.Table]:
    """Yield the rows of the file, or of some groups, as they come, in our schema whoever
    wrote it.
    """
    names = columns or SCHEMA.names
    schema = pa.schema([SCHEMA.field(name) for name in names])
    with _opened(path) as file:
        there = set(file.schema_arrow.names)
        lacking = [name for name in names if name not in there]
        wanted = [name for name in names if name not in lacking]
        data = file.metadata
        chosen = range(data.num_row_groups) if groups is None else groups
        missing = (
            data.num_rows
            if groups is None
            else sum(data.row_group(group).num_rows for group in groups)
        )
        for batch in file.iter_batches(rows, row_groups=[*chosen], columns=wanted):
            missing -= batch.num_rows
            table = pa.Table.from_batches([batch])
            for name in lacking:
                table = table.append_column(name, pa.nulls(table.num_rows, SCHEMA.field(name).type))
            yield table if table.schema.equals(schema) else table.select(names).cast(schema)
        _check_missing(path, missing)


@contextmanager
def _opened(path: str | Path) -> Iterator[pq.ParquetFile]:
    """Open a file of hands; whatever is wrong with it is a LogError, also as long as it is read."""
    try:
        with (
            Path(path).open("rb") as opened,
            pq.ParquetFile(opened, page_checksum_verification=True) as file,
        ):
            _check_inside(path)
            _check_version(path, file)
            yield file
    except FileNotFoundError as error:
        raise LogError(
            str(path), "there is no such file", "check the spelling of the path"
        ) from error
    except (pa.ArrowException, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno:
            message = f"cannot be read: {error.strerror}"
            raise LogError(str(path), message, "check the path and its permissions") from error
        raise LogError(
            str(path), f"it is no Parquet file, or a damaged one: {error}", _AGAIN
        ) from error


def _check_inside(path: str | Path) -> None:
    """Raise LogError for a file that becomes larger than so many hands can be, before anything of
    it is decoded.
    """
    about = Path(path).stat()
    if found := _inside(Path(path), about.st_mtime_ns, about.st_size):
        raise LogError(str(path), found, _HOSTILE)


@lru_cache(maxsize=1000)
def _inside(path: Path, _changed: int, size: int) -> str:
    return (problem_of if size < _SMALL else _said)(path, upload=False)


def _check_missing(path: str | Path, missing: int) -> None:
    """Raise LogError for a file with fewer rows than it says.

    Damage to the part that locates the rows fails no checksum, because then no row is read.
    """
    if missing:
        what = f"{abs(missing):,} rows are {'missing' if missing > 0 else 'too many'}"
        raise LogError(str(path), f"it is no Parquet file, or a damaged one: {what}", _AGAIN)


def _check_version(path: str | Path, file: pq.ParquetFile) -> None:
    """Raise LogError for a file that is none of hands, or of another version."""
    version = (file.metadata.metadata or {}).get(VERSION_KEY, b"").decode("utf-8", "replace")
    there = set(file.schema_arrow.names)
    missing = [name for name in SCHEMA.names if name not in there and name not in LATER]
    if not version and not missing:  # another program has read hands and written some of them
        message = "it has the columns of hands, but does not say of which version they are"
        mark = f"{VERSION_KEY.decode()} = {VERSION}"
        raise LogError(
            str(path),
            message,
            f"write {mark} into its metadata: `bourre help parquet`, “Writing one”",
        )
    if not version:
        raise LogError(
            str(path),
            "it is a Parquet file, but not one of hands",
            "`bourre convert` makes one from logs",
        )
    if version != VERSION:
        message = (
            f"it has version {version} of the columns, and this program reads version {VERSION}"
        )
        raise LogError(str(path), message, _AGAIN)
    if missing:
        raise LogError(str(path), f"it lacks the column {missing[0]}", _AGAIN)


# --- Size -----------------------------------------------------------------------------------------
MOST_ROWS: Final = 10_000  # hands: those of two hundred evenings
MOST_BYTES: Final = 20_000_000  # of all columns as they are written, and again as they are decoded
MEMORY: Final = 150_000_000  # bytes that counting may take
SECONDS: Final = 8  # the same in time of its own; others may keep the machine busy for longer
TOO_LARGE: Final = (
    f"it becomes larger than {MOST_BYTES // 1_000_000} MB when it is read, more than so many "
    "hands can be"
)
_LARGER: Final = "import larger files on the command line: bourre import"
_HOSTILE: Final = (
    "it is not a file that a program made of logs: make it again with `bourre convert`"
)
_FOOTER: Final = 1_000_000  # bytes of what a file says of itself
_AT_ONCE: Final = 1_000
# values of one column that a row has at most, of all that were ever written by us
_EACH: Final = 2 * MOST_SEATS * MOST_CARDS
_SPARE: Final = 100_000
_SMALL: Final = 5_000_000
"""Bytes of a file that is counted before it is read wherever it lies: larger ones do not become so
much larger.
"""


def check_size(path: Path, name: str, *, upload: bool = True) -> None:
    """Raise LogError, with ``name`` for the file, if it becomes too large when it is decoded, or
    cannot be read.

    One that is no ``upload`` may have any number of hands. Another process with little memory and
    time counts.
    """
    seconds = SECONDS + path.stat().st_size // _A_SECOND
    done = guarded("ledger.hands.parquet", [str(path), *(["upload"] if upload else [])], seconds)
    if done is None:
        raise LogError(name, f"it takes more than {seconds} seconds to read", _HOSTILE)
    if done.returncode:
        said = done.stdout.decode().strip() or "it takes too much memory or time to read"
        raise LogError(name, said, _LARGER if done.returncode == _FOR_UPLOAD else _HOSTILE)


_A_SECOND: Final = 2_000_000  # bytes of an honest file that are counted in a second
_FOR_UPLOAD: Final = 2
"""What the process ends with for a file that is only too large to be uploaded; 1 for one that is
refused everywhere.
"""


def problem_of(path: Path, *, upload: bool) -> str:
    """What is too large in a file, empty if nothing is; of an ``upload`` all rows together, of
    another some at a time.
    """
    if footer_size(path) > _FOOTER + path.stat().st_size // 10:
        return f"it says more than {_FOOTER // 1_000_000} MB about itself"
    texts = [field.name for field in SCHEMA if _has_text(field.type)]
    if found := _said(path, upload=upload):
        return found
    with pq.ParquetFile(path) as file:
        leaves = [file.metadata.schema.column(at).path for at in range(file.metadata.num_columns)]
    with pq.ParquetFile(
        path, read_dictionary=[leaf for leaf in leaves if leaf.partition(".")[0] in texts]
    ) as file:
        room = MOST_BYTES
        # one by one: dictionaries of two are not put together
        for group in range(file.metadata.num_row_groups):
            for batch in file.iter_batches(_AT_ONCE, row_groups=[group], use_threads=False):
                room += 0 if upload else _A_ROW * batch.num_rows
                room -= sum(
                    _leaf_size(leaf) for column in batch.columns for leaf in _leaves(column)
                )
                if room < 0:
                    return TOO_LARGE
    return ""


def _said(path: Path, *, upload: bool) -> str:
    """What in the file's own description of its size is too large.

    Raises ValueError if that cannot be read.
    """
    size, groups = path.stat().st_size, groups_of(path)
    rows = sum(group.rows for group in groups)
    if upload and rows > MOST_ROWS:
        return f"it has {rows:,} rows, and at most {MOST_ROWS:,} can be uploaded"
    if rows > 10 * MOST_ROWS + 2 * size:
        return f"it has {rows:,} rows, more than so small a file can have"
    room = MOST_BYTES + (0 if upload else _A_ROW * rows)
    for group in groups:
        for name, values, becomes in group.columns:
            room -= becomes
            if values > _EACH * group.rows + _SPARE:
                return f"the column {name} has more values than so many hands have"
    return "" if room >= 0 else TOO_LARGE


_A_ROW: Final = 4_000  # bytes of a hand with all that is written of it


def _has_text(kind: pa.DataType) -> bool:
    if pa.types.is_list(kind):
        return _has_text(kind.value_type)
    if pa.types.is_struct(kind):
        return any(_has_text(field.type) for field in kind)
    return bool(pa.types.is_string(kind))


def _leaves(array: pa.Array) -> Iterator[pa.Array]:
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        yield from _leaves(array.values)
    elif pa.types.is_struct(array.type):
        for child in array.flatten():
            yield from _leaves(child)
    else:
        yield array


def _leaf_size(array: pa.Array) -> int:
    if not pa.types.is_dictionary(array.type):
        return int(array.nbytes)
    lengths = pc.binary_length(array.dictionary)
    return int(pc.sum(pc.take(lengths, array.indices)).as_py() or 0) + 8 * len(array)


def main(path: str, upload: str = "") -> int:
    """Look at the file at ``path``; not 0 if something is too large."""
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    limit(SECONDS + Path(path).stat().st_size // _A_SECOND, MEMORY)
    honest = False
    try:
        found = problem_of(Path(path), upload=bool(upload))
        honest = bool(found and upload) and not problem_of(Path(path), upload=False)
    except MemoryError:
        found = TOO_LARGE
    except (pa.ArrowException, OSError, ValueError) as error:
        found = f"it is no Parquet file, or a damaged one: {str(error)[:200]}"
    sys.stdout.write(found)
    return _FOR_UPLOAD if honest else bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
