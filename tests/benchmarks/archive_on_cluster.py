"""An archive on two workers of Dask: the same as by one process, with a worker killed, with the run
stopped, and in S3.

    python tests/benchmarks/archive_on_cluster.py FOLDER [FILES [SESSIONS_OF_A_FILE
    [HANDS_OF_A_SESSION]]]

It needs ``pip install -e '.[dev,s3]' 'moto[server]'``, and writes into FOLDER, which it leaves
there. Everything is started by it and ended by it. It prints a line for each run: seconds of the
processor, of the command and of the workers, the most memory of one process, and the digest of
every finding and figure. It fails if two digests differ, or if too much was worked out again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

WORDS = ("-m", "ledger")
PATIENCE = 60
AWAY = {
    "AWS_ACCESS_KEY_ID": "nobody",
    "AWS_SECRET_ACCESS_KEY": "nobody",
    "AWS_DEFAULT_REGION": "us-east-1",
}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def answers(port: int) -> None:
    for _ in range(10 * PATIENCE):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing answers at {port}")


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.spent = 0.0
        words = (
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
        )
        self.scheduler = self._started("scheduler", words)
        answers(self.port)

    def add(self, count: int) -> None:
        for _ in range(count):
            words = (
                "-m",
                "distributed.cli.dask_worker",
                self.address,
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
            )
            self.workers.append(
                self._started(
                    f"worker{len(self.workers)}", (*words, "--local-directory", str(self.folder))
                )
            )

    def _started(self, name: str, words: tuple[str, ...]) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen([sys.executable, *words], stdout=log, stderr=log)

    def kill_one(self) -> None:
        worker = next(one for one in self.workers if one.poll() is None)
        self.spent += cpu_of(worker.pid)
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def seconds(self) -> float:
        """Of the processor, that the workers have used so far, those that were killed too."""
        return self.spent + sum(cpu_of(one.pid) for one in self.workers if one.poll() is None)

    def memory(self) -> int:
        """Mebibytes that the largest worker ever held."""
        return max(peak_of(one.pid) for one in self.workers if one.poll() is None)

    def close(self) -> None:
        # one by one: a worker that loses its scheduler meanwhile may never end
        for one in (*self.workers, self.scheduler):
            if one.poll() is None:
                one.terminate()
                try:
                    one.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    one.kill()
                    one.wait()


def cpu_of(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def peak_of(pid: int) -> int:
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text("ascii"))
    assert found is not None
    return int(found[1]) // 1024


@contextmanager
def cluster_in(folder: Path, workers: int) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        cluster.add(workers)
        yield cluster
    finally:
        cluster.close()


@contextmanager
def store(folder: Path) -> Iterator[None]:
    """A server that speaks as S3 does, on this machine."""
    port = free_port()
    os.environ.update(AWAY, AWS_ENDPOINT_URL=f"http://127.0.0.1:{port}")
    with (folder / "store.log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-p", str(port)], stdout=log, stderr=log
        )
    try:
        answers(port)
        yield
    finally:
        server.terminate()
        server.wait(PATIENCE)


class Run:
    """One command, what it said, and what it took."""

    def __init__(
        self,
        title: str,
        *words: str,
        cluster: Cluster | None = None,
        meanwhile: Callable[[], None] | None = None,
    ) -> None:
        used = cluster.seconds() if cluster else 0.0
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, *WORDS, *words], stdout=subprocess.PIPE, text=True
        )
        if meanwhile is not None:
            meanwhile()
            if title.endswith("stopped"):
                process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        with process.stdout:
            self.said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.clock = time.monotonic() - started
        self.command = usage.ru_utime + usage.ru_stime
        self.workers = cluster.seconds() - used if cluster else 0.0
        memory = max(usage.ru_maxrss // 1024, cluster.memory() if cluster else 0)
        print(
            f"{title:<34} status {self.status:>3}  command {self.command:7.1f} s  workers "
            f"{self.workers:7.1f} s  "
            f"clock {self.clock:7.1f} s  most {memory:5,} MiB",
            flush=True,
        )

    def summary(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.said)
        return found


def wait_for(folder: Path, parts: int) -> None:
    while len(list(folder.glob("*.parquet"))) < parts:
        time.sleep(0.02)


def new_parts(before: dict[str, int], folder: Path) -> int:
    return sum(
        before.get(path.name) != path.stat().st_mtime_ns for path in folder.glob("*.parquet")
    )


def times_in(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("*.parquet")}


def made_up(archive: Path, files: int, sessions: int, hands: int) -> None:
    many = (
        "simulate",
        "--sessions",
        str(files * sessions),
        "--hands",
        str(hands),
        "--players",
        "5",
    )
    with cluster_in(archive.parent, 2) as cluster:
        words = (
            *many,
            "--seed",
            "7",
            "--files",
            str(files),
            "-o",
            str(archive),
            "--dask",
            cluster.address,
        )
        print(Run("made up by two workers", *words, cluster=cluster).said.strip())
    print(f"{sum(path.stat().st_size for path in archive.glob('*.parquet')) / 1e6:,.1f} MB")


def by_processes(audit: tuple[str, ...], folder: Path) -> Iterator[Run]:
    yield Run("one process", *audit, str(folder / "one"), "--jobs", "1")
    yield Run("two processes", *audit, str(folder / "two"), "--jobs", "2")


def by_cluster(audit: tuple[str, ...], folder: Path, files: int) -> Iterator[Run]:
    killed, stopped = folder / "killed", folder / "stopped"
    with cluster_in(folder, 2) as cluster:
        words = ("--dask", cluster.address)
        yield Run("two workers", *audit, str(folder / "dask"), *words, cluster=cluster)

        def killing() -> None:
            wait_for(killed, files // 3)
            cluster.kill_one()

        yield Run(
            "one of two killed by SIGKILL",
            *audit,
            str(killed),
            *words,
            cluster=cluster,
            meanwhile=killing,
        )
        cluster.add(1)
        first = Run(
            "stopped",
            *audit,
            str(stopped),
            *words,
            cluster=cluster,
            meanwhile=lambda: wait_for(stopped, files // 2),
        )
        assert first.status == 130
        time.sleep(10)  # what workers are at is finished
        before = times_in(stopped)
        yield Run("and started again", *audit, str(stopped), *words, cluster=cluster)
        computed = new_parts(before, stopped)
        print(f"{len(before)} of {files} parts were there, {computed} were worked out")
        assert 0 < computed == files - len(before)


def in_store(archive: Path, folder: Path) -> Iterator[Run]:
    with store(folder), cluster_in(folder, 2) as cluster:
        import s3fs  # noqa: PLC0415 - the server has to be there

        far = s3fs.S3FileSystem()
        far.mkdir("league")
        for path in sorted(archive.glob("*.parquet")):
            far.put_file(str(path), f"league/2026/{path.name}")
        words = ("audit", "s3://league/2026", "--format", "json", "--dask", cluster.address)
        yield Run("from a store as S3", *words, cluster=cluster)
        yield Run("from there once more", *words, cluster=cluster)
        print(f"{len(far.glob('league/2026.findings/*.parquet'))} parts in the store")


def main(folder: Path, files: int = 50, sessions: int = 2000, hands: int = 1) -> None:
    # where this is run in the background, commands would not hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / "archive"
    made_up(archive, files, sessions, hands)
    audit = ("audit", str(archive), "--format", "json", "--parts")
    runs = [
        *by_processes(audit, folder),
        *by_cluster(audit, folder, files),
        *in_store(archive, folder),
    ]
    digests = [run.summary()["digest"] for run in runs]
    print(f"digests: {set(digests)}")
    assert len(set(digests)) == 1
    for name in ("one", "two", "dask", "killed", "stopped"):
        shutil.rmtree(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
