"""``bourre dashboard``: look at the book in a browser, also from a phone on the same network."""

from __future__ import annotations

import argparse
import errno
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from io import StringIO
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

from ledger import book
from ledger.book.files.settings import LOCAL_KEY, LOCAL_KEY_IN, OTHERS, REACH, Role
from ledger.cli.book_options import folder_of
from ledger.cli.terminal import add_book_option, knows_escapes, note
from ledger.errors import UserError

DESCRIPTION: Final = """Look at the book in a browser: who owes what, what went wrong, how everyone
plays.

The address is printed; Ctrl-C stops it. Only this machine can reach it. With
--share, everyone on your network who knows a password can too. Each role has a
password of its own, once you set one:

  viewer   may look at everything, and say that a hand or a payment is wrong
  scorer   may also import, record and edit evenings, and answer disputes
  banker   may also record payments and rule on reneges

examples:
  bourre dashboard
  bourre dashboard --book ~/cards --port 8600 --open
  bourre dashboard password viewer         asks for one, and keeps a hash of it
  bourre dashboard --share

exit status: 0 it was ended; 2 it could not be started
"""

USUAL_PORT: Final = 8501
TASKS: Final = ("password",)
ROLES: Final = tuple(role.word for role in Role)
LOOPBACK: Final = "127.0.0.1"
ANYWHERE: Final = "0.0.0.0"  # noqa: S104 - only with --share, and behind a login
_PORTS_TRIED: Final = 20
_PATIENCE: Final = 180.0
_GRACE: Final = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "task",
        nargs="?",
        choices=TASKS,
        metavar="password",
        help="set the password of a role instead",
    )
    parser.add_argument(
        "role",
        nargs="?",
        choices=ROLES,
        metavar="ROLE",
        help="of this role: viewer, scorer or banker",
    )
    add_book_option(parser)
    parser.add_argument(
        "--port",
        type=_port,
        metavar="N",
        help=f"the port (default: {USUAL_PORT}, or the next free one)",
    )
    parser.add_argument("--open", action="store_true", help="open the browser too")
    parser.add_argument(
        "--share", action="store_true", help="let others on the network in, who know a password"
    )
    parser.add_argument(
        "--stdin",
        action="store_true",
        help="read the password from standard input, up to the line's end",
    )


def run(args: argparse.Namespace) -> int:
    """Serve the dashboard until it is stopped, or set a password."""
    if args.task:
        if args.role is None:
            raise UserError("whose password?", "name a role: viewer, scorer or banker")
        return _set_password(folder_of(args), args.role, from_stdin=args.stdin)
    if args.stdin:
        raise UserError(
            "--stdin goes with a password", "such as: bourre dashboard password viewer --stdin"
        )
    return serve(folder_of(args), args.port, share=args.share, browse=args.open)


def _port(word: str) -> int:
    if not word.isascii() or not word.isdecimal() or not 0 < int(word) < 65536:
        raise argparse.ArgumentTypeError(f"{word} is not a port: give a number from 1 to 65535")
    return int(word)


def _set_password(folder: Path, word: str, *, from_stdin: bool) -> int:
    book.set_password(
        folder,
        Role[word.upper()],
        sys.stdin.readline().rstrip("\r\n") if from_stdin else _asked(word),
    )
    print(
        f"{folder / book.folder.SETTINGS}: the password of the {word} is set; anyone logged in "
        "with an old one is logged out"
    )
    return 0


def _asked(word: str) -> str:
    from getpass import getpass

    if not sys.stdin.isatty():
        raise UserError(
            "there is no terminal to ask for a password", "--stdin reads one from standard input"
        )
    password = getpass(f"Password of the {word}: ")
    if getpass("The same again: ") != password:
        raise UserError("the two passwords differ", "nothing was changed: try again")
    return password


def serve(folder: Path, port: int | None, *, share: bool, browse: bool) -> int:
    """Serve the book at ``folder`` until interrupted; returns 0 then.

    Raises UserError if the dashboard is not installed, the port is taken, or ``share`` is asked for
    and nobody may log in.
    """
    for name in ("dashboard", "streamlit"):
        if find_spec(name) is None:
            raise UserError(
                f"the dashboard needs {name}, which is not installed",
                "reinstall bourre with all its dependencies",
            )
    settings = book.read_settings(folder / book.folder.SETTINGS)
    if share and not settings.access:
        raise UserError(
            "nobody could log in: this book has no password yet",
            f"set one first: bourre dashboard password viewer --book {folder}",
        )
    if share and settings.access.oidc and find_spec("authlib") is None:
        raise UserError(
            "logins elsewhere (oidc = true) need Authlib, which is not installed",
            "pip install Authlib",
        )
    if not book.folder.is_book(folder):
        remedy = "the first recording or import makes it; --book DIR says where yours is"
        note(f"bourre: {folder}: there is no book here yet\n  {remedy}")
    address = ANYWHERE if share else LOOPBACK
    with ExitStack() as kept, suppress(KeyboardInterrupt):
        listener = kept.enter_context(_listening(address, port))
        chosen = listener.getsockname()[1]
        others = [f"http://{one}:{chosen}" for one in own_addresses()] if share else []
        key = "" if share else book.logins.Logins(folder).local_key()
        reach = {
            REACH: "shared" if share else "local",
            OTHERS: next(iter(others), ""),
            LOCAL_KEY: key,
        }
        server = kept.enter_context(_started(folder, listener, reach))
        _wait_until_it_answers(server, chosen)
        where = f"http://{LOOPBACK}:{chosen}{f'/?{LOCAL_KEY_IN}={key}' if key else ''}"
        elsewhere = f" and {' or '.join(others)} for others" if others else ""
        print(f"The book {folder} is at {where}{elsewhere} (Ctrl-C stops it)", flush=True)
        if others and knows_escapes(sys.stdout):
            print(
                f"\n{qr_code(others[0])}\n\nWhoever scans this is at the login of {others[0]}",
                flush=True,
            )
        if browse:
            import webbrowser

            webbrowser.open(where)
        status = server.wait()
        raise UserError(
            "the dashboard stopped unexpectedly", f"its output is above (status {status})"
        )
    return 0


def _listening(address: str, wanted: int | None) -> socket.socket:
    """Listen at the wanted port, or at the first free one from the default up; says so if it is not
    the default.

    Whoever starts another dashboard at this moment finds it in use: it would show this book. The
    server takes it over.
    """
    if wanted is not None:
        try:
            return _opened(address, wanted)
        except OSError as error:
            why = (
                "is in use"
                if error.errno == errno.EADDRINUSE
                else f"cannot be had: {error.strerror}"
            )
            raise UserError(
                f"port {wanted} {why}", "choose another, or leave --port out"
            ) from error
    for port in range(USUAL_PORT, USUAL_PORT + _PORTS_TRIED):
        with suppress(OSError):
            listener = _opened(address, port)
            if port != USUAL_PORT:
                note(f"bourre: port {USUAL_PORT} is in use; using {port}")
            return listener
    raise UserError(
        f"the ports {USUAL_PORT} to {USUAL_PORT + _PORTS_TRIED - 1} are all in use",
        "choose one with --port",
    )


def _opened(address: str, port: int) -> socket.socket:
    """Listen at a port.

    Raises OSError, even if the system grants a port on which another address already answers.
    """
    if _somebody_listens(port):
        raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
    return socket.create_server((address, port))


def _somebody_listens(port: int) -> bool:
    try:
        socket.create_connection((LOOPBACK, port), timeout=0.2).close()
    except OSError:
        return False
    return True


@contextmanager
def _started(
    folder: Path, listener: socket.socket, reach: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Start the server, and stop it at the end.

    It stops by itself when the pipe to it breaks, however this program ends.
    """
    environment = {**os.environ, book.folder.VARIABLE: str(folder.absolute()), **reach}
    words = [sys.executable, "-P", "-m", "dashboard", str(listener.fileno())]
    listener.set_inheritable(True)
    with subprocess.Popen(  # noqa: S603 - ours
        words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, close_fds=False
    ) as server:
        listener.close()  # the server has it now: once that stops, nothing listens
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
            raise UserError(
                "the dashboard could not be started",
                "its output is above; is another program using its port?",
            )
        time.sleep(0.05)


def _answers(port: int) -> bool:
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(LOOPBACK, port, timeout=2)
    try:
        connection.request("GET", "/_stcore/health")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


# --- Addresses, and one as a QR code --------------------------------------------------------------
_VIRTUAL: Final = re.compile(
    r"docker|br-|veth|virbr|vmnet|vbox|vethernet|wsl|tun|tap|utun|cni|flannel|podman|lxc",
    re.IGNORECASE,
)
"""Names of network interfaces of containers, virtual machines and tunnels."""


def own_addresses() -> list[str]:
    """The addresses at which others on the network may reach this machine; if any is of its own
    hardware, only those.
    """
    import ifaddr

    found = [
        (any(_VIRTUAL.match(name) for name in (adapter.name, adapter.nice_name)), one.ip)
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if isinstance(one.ip, str) and _reachable(IPv4Address(one.ip))
    ]
    found.sort(key=lambda one: (one[0], not IPv4Address(one[1]).is_private))
    return [address for virtual, address in found if virtual == found[0][0]]


def _reachable(address: IPv4Address) -> bool:
    return not (
        address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or address.is_multicast
    )


_WHITE_ON_BLACK: Final = "\x1b[97;40m"
_AS_BEFORE: Final = "\x1b[0m"


def qr_code(address: str) -> str:
    """The lines of a QR code in half blocks: always dark on light, as scanners need it, whatever
    the terminal's colours.
    """
    import segno

    text = StringIO()
    segno.make(address, error="l", micro=False).terminal(out=text, border=2, compact=True)
    return "\n".join(
        f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in text.getvalue().splitlines()
    )
