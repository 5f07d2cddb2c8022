"""``python -m ledger.hands.parquet FILE``: says what is too large in a Parquet file, with little memory and time to find out."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from ledger.hands.parquet.size import MEMORY, SECONDS, TOO_LARGE, problem_of


def main(path: str) -> int:
    """Look at the file at ``path``; 1 if something is too large."""
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    _limit()
    try:
        found = problem_of(Path(path))
    except MemoryError:
        found = TOO_LARGE
    except (pa.ArrowException, OSError, ValueError) as error:
        found = f"it is no Parquet file, or a damaged one: {str(error)[:200]}"
    sys.stdout.write(found)
    return 1 if found else 0


def _limit() -> None:
    """Have the system refuse us more memory and time; where it cannot, what is said of the file must do."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not everywhere

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text("utf-8").splitlines())
        most = int(status["VmData"].split()[0]) * 1024 + MEMORY
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
