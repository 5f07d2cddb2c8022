"""Parts of some work done by a Dask cluster; if a worker dies, what it had begun is begun again by
another one.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ledger.errors import UserError

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")
PATIENCE: Final = 20  # seconds to wait for a scheduler that answers, and then for a first worker
_START: Final = "bourre help scale says how to start a cluster"


def spread_on_cluster(work: Callable[[T], R], parts: Iterable[T], address: str) -> Iterator[R]:
    """Yield what ``work`` makes of each part, in the order of the parts, done by the workers of the
    scheduler at ``address``.

    Twice as many parts are under way as there are threads of workers; workers may come and go.
    Raises what ``work`` raises, and UserError if Dask is not installed, if there is no cluster, if
    it is lost, and for a part at which workers die again and again.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - only where somebody names a cluster
        from distributed.client import FutureCancelledError  # noqa: PLC0415 - the same
        from distributed.comm import CommClosedError  # noqa: PLC0415 - the same
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 - the same
    except ImportError as error:
        raise UserError(
            "--dask needs Dask, which is not installed here", 'pip install "dask[distributed]"'
        ) from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UserError(f"no Dask scheduler answers at {address}", _START) from error
    # what matters of it is said below, without a traceback
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            yield from _done(client, work, iter(parts))
        except TimeoutError as error:
            raise UserError(f"the Dask scheduler at {address} has no workers", _START) from error
        except KilledWorker as error:
            message = "the workers that were to do a part of the work died, one after the other"
            raise UserError(
                message, "see their logs; give each more memory, or start fewer on a machine"
            ) from error
        except RuntimeError as error:
            if "deserialization" not in str(error):
                raise
            message = (
                f"the scheduler or a worker cannot load this program: {error.__cause__ or error}"
            )
            raise UserError(
                message, "install the same bourre, with its packages, on every machine"
            ) from error
        except (FutureCancelledError, CommClosedError) as error:
            raise UserError(
                f"the Dask scheduler at {address} was lost", "start it again, and then this command"
            ) from error


def _done(client: Client, work: Callable[[T], R], left: Iterator[T]) -> Iterator[R]:
    under_way: deque[Any] = deque()
    while True:
        room = max(1, 2 * sum(client.nthreads().values())) - len(under_way)
        # Not pure: Dask would answer a part that looks like an earlier one from memory, whatever
        # became of its file.
        under_way += (client.submit(work, part, pure=False) for part in islice(left, max(0, room)))
        if not under_way:
            return
        yield under_way.popleft().result()
