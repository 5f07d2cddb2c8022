"""Work spread over a Dask cluster, here one of a single process; two machines and more are tried by
tests/benchmarks.
"""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from needed_programs import need_package

from ledger.errors import UserError
from ledger.workers import cluster, spread

pytestmark = pytest.mark.nightly


def doubled(number: int) -> int:
    return 2 * number


def refused(_part: int) -> None:
    raise UserError("nothing can be done", "do another thing")


def unknown(_part: int) -> None:
    raise RuntimeError("Error during deserialization of the task graph") from ModuleNotFoundError(
        "No module named 'ledger'"
    )


def broken(_part: int) -> None:
    raise RuntimeError("a defect of ours")


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two threads of this process, which a scheduler takes for a worker."""
    need_package("distributed")
    from distributed import LocalCluster  # noqa: PLC0415 - it may not be there

    quiet = {
        "silence_logs": logging.CRITICAL,
        "dashboard_address": ":0",
        "worker_dashboard_address": ":0",
    }
    with LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", **quiet
    ) as found:
        yield found


def test_results_come_in_the_order_of_the_parts(workers: Any) -> None:  # noqa: ANN401 - Dask has no types
    parts = iter(range(20))
    assert list(spread(doubled, parts, 1, workers.scheduler_address)) == [
        2 * number for number in range(20)
    ]


def test_few_parts_are_under_way_at_a_time(workers: Any) -> None:  # noqa: ANN401 - the same
    parts = iter(range(1000))
    results = spread(doubled, parts, 1, workers.scheduler_address)
    assert [next(results), next(results)] == [0, 2]
    results.close()  # type: ignore[attr-defined]
    assert next(parts) < 10


def test_what_a_worker_says_reaches_the_user(workers: Any) -> None:  # noqa: ANN401 - the same
    with pytest.raises(UserError, match="nothing can be done") as told:
        list(spread(refused, [1], 1, workers.scheduler_address))
    assert told.value.remedy == "do another thing"


def test_a_worker_without_the_program_is_told_and_a_defect_is_not_hidden(workers: Any) -> None:  # noqa: ANN401 - the same
    with pytest.raises(UserError, match="cannot load this program: No module named 'ledger'"):
        list(spread(unknown, [1], 1, workers.scheduler_address))
    with pytest.raises(RuntimeError, match="a defect of ours"):
        list(spread(broken, [1], 1, workers.scheduler_address))


def test_a_cluster_without_workers_is_told(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401 - the same
    from distributed import Client  # noqa: PLC0415 - it may not be there

    wait = Client.wait_for_workers  # the scheduler itself may be slow to answer
    monkeypatch.setattr(
        Client,
        "wait_for_workers",
        lambda client, number, timeout: wait(client, number, timeout / 100),
    )
    workers.scale(0)
    workers.sync(workers._correct_state)
    try:
        with pytest.raises(UserError, match="has no workers"):
            list(spread(doubled, [1], 1, workers.scheduler_address))
    finally:
        workers.scale(1)
        workers.sync(workers._correct_state)


def test_an_address_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    need_package("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.2)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    for wrong in (address, "no address at all:"):
        with pytest.raises(UserError, match="no Dask scheduler answers"):
            list(spread(doubled, [1], 1, wrong))


def test_without_dask_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UserError, match="needs Dask") as told:
        list(spread(doubled, [1], 1, "tcp://127.0.0.1:1"))
    assert told.value.remedy == 'pip install "dask[distributed]"'
