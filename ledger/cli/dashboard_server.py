"""Starts the dashboard as a program of its own, says where it is, and ends it with this one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from portalocker import LockException, LockFlags, lock

from ledger.book.folder import SETTINGS, VARIABLE
from ledger.book.settings import read_settings
from ledger.cli.dashboard import USUAL_PORT
from ledger.errors import UserError

LOOPBACK: Final = "127.0.0.1"
ANYWHERE: Final = "0.0.0.0"  # noqa: S104 - only with --share, and behind a login
REACH: Final = "BOURRE_DASHBOARD"
"""The environment variable that tells the dashboard who can reach it; without ``local`` it asks for a password."""

_PORTS_TRIED: Final = 20
_PATIENCE: Final = 60.0
_GRACE: Final = 5.0


def serve(folder: Path, port: int | None, *, share: bool, browse: bool) -> int:
    """Serve the book at ``folder`` until somebody interrupts; returns 0 then.

    Raises UserError if the dashboard is not installed, the port is taken, or ``share`` is asked for and nobody may log in.
    """
    _require_program()
    settings = read_settings(folder / SETTINGS)
    if share and not settings.access:
        raise UserError(
            "nobody could log in: this book has no password yet",
            f"set one first: bourre dashboard password viewer --book {folder}",
        )
    if share and settings.access.oidc and find_spec("authlib") is None:
        raise UserError("logins elsewhere (oidc = true) need Authlib, which is not installed", "pip install Authlib")
    address = ANYWHERE if share else LOOPBACK
    with ExitStack() as kept, suppress(KeyboardInterrupt):
        chosen = _free_port(address, port, kept)
        server = kept.enter_context(_started(folder, chosen, address, share=share))
        _wait_until_it_answers(server, chosen)
        where = f"http://{LOOPBACK}:{chosen}"
        elsewhere = f" and http://{_own_address()}:{chosen} for others" if share else ""
        print(f"The book {folder} is at {where}{elsewhere} (Ctrl-C ends it)", flush=True)
        if browse:
            import webbrowser

            webbrowser.open(where)
        status = server.wait()
        raise UserError("the dashboard has ended by itself", f"what it said stands above (status {status})")
    return 0


def _require_program() -> None:
    for name in ("dashboard", "streamlit"):
        if find_spec(name) is None:
            raise UserError(f"the dashboard needs {name}, which is not installed", "install bourre again, with all it needs")


def _free_port(address: str, wanted: int | None, kept: ExitStack) -> int:
    """Return the port wanted, or the first free one from the usual on, ours while ``kept`` is; says so if that is another."""
    if wanted is not None:
        if not (_reserved(wanted, kept) and _is_free(address, wanted)):
            raise UserError(f"port {wanted} is in use", "choose another, or leave --port out")
        return wanted
    for port in range(USUAL_PORT, USUAL_PORT + _PORTS_TRIED):
        if _reserved(port, kept) and _is_free(address, port):
            if port != USUAL_PORT:
                print(f"bourre: port {USUAL_PORT} is in use; taking {port}", file=sys.stderr)
            return port
    raise UserError(f"the ports {USUAL_PORT} to {USUAL_PORT + _PORTS_TRIED - 1} are all in use", "choose one with --port")


def _reserved(port: int, kept: ExitStack) -> bool:
    """Take a port before another dashboard does that starts at this moment and finds it free too; it would show our book."""
    with ExitStack() as stack:
        try:
            mark = stack.enter_context(Path(tempfile.gettempdir(), f"bourre-dashboard-{port}.lock").open("ab"))
            lock(mark, LockFlags.EXCLUSIVE | LockFlags.NON_BLOCKING)
        except (OSError, LockException):
            return False
        kept.push(stack.pop_all())
        return True


def _is_free(address: str, port: int) -> bool:
    with socket.socket() as probe:
        if os.name == "posix":  # as the server will: a port that was closed just now is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError:
            return False
    return True


@contextmanager
def _started(folder: Path, port: int, address: str, *, share: bool) -> Iterator[subprocess.Popen[bytes]]:
    """Start the server, and end it afterwards. It ends by itself when the pipe to it breaks, however this program ends."""
    environment = {**os.environ, VARIABLE: str(folder.absolute()), REACH: "shared" if share else "local"}
    words = [sys.executable, "-P", "-m", "dashboard", str(port), address]
    with subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as server:  # noqa: S603
        try:
            yield server
        finally:
            server.terminate()
            try:
                server.wait(_GRACE)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait_until_it_answers(server: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while not _answers(port):
        if server.poll() is not None or time.monotonic() > end:
            raise UserError("the dashboard could not be started", "what it said stands above; is another program on its port?")
        time.sleep(0.05)


def _answers(port: int) -> bool:
    connection = HTTPConnection(LOOPBACK, port, timeout=2)
    try:
        connection.request("GET", "/_stcore/health")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _own_address() -> str:
    """Return the address of this machine on its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
