"""A made-up archive: Parquet files of hands, each made independently, so that an interrupted run
can be continued.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from ledger.archive.places import names_below, remove, said_in, storing, whole
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.hands import Hands, write_hands_into
from ledger.program_digest import digest_of
from ledger.simulation import BATCH, Plan, simulation
from ledger.workers import spread

# the packages whose code determines what is made up
MAKERS: Final = ("game", "log", "hands", "engine", "simulation")
_KEY: Final = b"bourre.made"
_NAME: Final = re.compile(r"hands-\d{5,}-of-\d{5,}-[0-9a-f]{16}\.parquet")


class Making(NamedTuple):
    """What is to be made up: sessions by a plan and a seed, in how many files, in which folder, by
    which program.
    """

    plan: Plan
    sessions: int
    seed: int
    files: int
    place: str
    program: str

    def file(self, number: int) -> str:
        """The name of file ``number`` (from 1).

        It has a digest of its inputs, so that no other file is taken for it.
        """
        mark = hashlib.sha256(
            repr((self.plan, self.sessions, self.seed, self.files, self.program)).encode()
        ).hexdigest()
        return f"hands-{number:05}-of-{self.files:05}-{mark[:16]}{PARQUET}"

    def keep_apart(self, *, force: bool) -> None:
        """Make sure that the folder has no files of another simulation, which would end up in the
        same archive.

        Deletes them with ``force``, otherwise raises UserError.
        """
        mine = {self.file(number + 1) for number in range(self.files)}
        others = [
            name for name in names_below(self.place) if _NAME.fullmatch(name) and name not in mine
        ]
        if others and not force:
            raise UserError(
                f"{self.place} has files of another simulation",
                "use --force to delete them, or another folder",
            )
        for name in others:
            remove(f"{self.place}/{name}")


class Made(NamedTuple):
    """A made-up file: how many hands it has; ``is_new`` is False if it existed already."""

    hands: int
    is_new: bool


def make_up(plan: Plan, sessions: int, seed: int, files: int, place: str) -> Making:
    """Describe an archive to make up.

    Raises UserError for plans that cannot be made file by file.
    """
    batches = -(-sessions // BATCH)
    if plan.club:
        raise UserError(
            (
                "a club is not made up file by file: each evening begins with the pot of the one "
                "before"
            ),
            "leave out --club",
        )
    if not 1 <= files <= batches:
        raise UserError(
            (
                f"{sessions:,} evenings are made {BATCH:,} at a time, so there can be {batches:,} "
                "files at most"
            ),
            "ask for fewer files, or for more evenings",
        )
    return Making(plan, sessions, seed, files, whole(place), digest_of(MAKERS))


def made_up(making: Making, jobs: int, cluster: str | None) -> Iterator[Made]:
    """Yield the files in order as they are made, in ``jobs`` processes or on a Dask cluster.

    Raises as ``spread`` does.
    """
    return spread(partial(_made, making), range(making.files), jobs, cluster)


def _made(making: Making, at: int) -> Made:
    if making.program != digest_of(MAKERS):
        raise UserError(
            "a worker has another version of bourre than this command",
            "install the same on every machine",
        )
    name = making.file(at + 1)
    place = f"{making.place}/{name}"
    with suppress(Exception):  # whatever a store or a damaged file raises: the file is made again
        return Made(**said_in(place, _KEY), is_new=False)
    counts = {"hands": 0}

    def parts() -> Iterator[Hands]:
        batches = -(-making.sessions // BATCH)
        for batch in range(at * batches // making.files, (at + 1) * batches // making.files):
            made = simulation(making.plan, making.sessions, making.seed, batch)
            counts["hands"] += len(made)
            yield made

    with storing(place) as file:
        write_hands_into(file, parts(), lambda: {_KEY: json.dumps(counts).encode()})
    return Made(**counts, is_new=True)
