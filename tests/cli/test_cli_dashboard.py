"""``bourre dashboard``: it starts, says where it is, and ends cleanly; passwords are set; sharing
wants a login.
"""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import ifaddr
import pytest
from browser import cookie_for, serving, told_address

from ledger.book.files.settings import Role, read_settings
from ledger.book.members.logins import role_for, set_password
from ledger.cli import dashboard as command
from ledger.cli.dashboard import USUAL_PORT, own_addresses
from ledger.cli.main import main
from ledger.errors import UserError

LONG = 120
"""Seconds after which something that should have happened never will."""


def answer(
    address: str, path: str = "/_stcore/health", host: str | None = None
) -> tuple[int, bytes]:
    connection = HTTPConnection(address.removeprefix("http://"), timeout=LONG)
    try:
        connection.request(
            "GET",
            path,
            headers={"Cookie": "=".join(cookie_for(address)), **({"Host": host} if host else {})},
        )
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def is_gone(address: str) -> bool:
    """Tell whether nobody answers any more, in a while."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        try:
            answer(address)
        except OSError:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def free() -> int:
    """Return a port that no other dashboard would take: they look from the usual one on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        return int(other.getsockname()[1])


@pytest.fixture
def taken() -> Iterator[int]:
    """Return a port that somebody else is using."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.slow
def test_it_serves_a_book_that_is_not_there_yet_and_makes_none(free: int, tmp_path: Path) -> None:
    with serving(tmp_path / "none", "--port", str(free)) as address:
        assert address.startswith("http://127.0.0.1:")
        assert answer(address) == (200, b"ok")
        assert answer(address, "/owes")[0] == 200
    assert is_gone(address)
    assert not (tmp_path / "none").exists()


def test_where_there_is_no_book_it_says_what_would_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that was mistyped looked like a book without an evening."""

    def not_started(*_args: object) -> None:
        raise UserError("not now")

    monkeypatch.setattr(command, "_started", not_started)
    assert main(["dashboard", "--book", str(tmp_path / "nowhere")]) == 2
    said = capsys.readouterr().err
    assert (
        f"{tmp_path / 'nowhere'}: there is no book here yet\n  the first recording or import "
        "makes it; --book DIR"
    ) in said
    (tmp_path / "here" / "sessions").mkdir(parents=True)
    assert main(["dashboard", "--book", str(tmp_path / "here")]) == 2
    assert "no book" not in capsys.readouterr().err


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
def test_ctrl_c_ends_it_cleanly(free: int, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "ledger.cli.main",
        "dashboard",
        "--book",
        str(tmp_path / "none"),
        "--port",
        str(free),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        address = told_address(server)
        os.killpg(server.pid, signal.SIGINT)  # a terminal sends it to all programs in it
        assert server.wait(LONG) == 0
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()
    assert is_gone(address)


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
def test_it_does_not_outlive_the_command_that_started_it(free: int, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "ledger.cli.main",
        "dashboard",
        "--book",
        str(tmp_path / "none"),
        "--port",
        str(free),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        address = told_address(server)
        server.kill()
    assert is_gone(address)


@pytest.mark.slow
def test_sharing_says_both_addresses_and_asks_nobody_for_them(tmp_path: Path) -> None:
    """Streamlit would ask a service on the internet, and say on standard error if that does not
    answer.
    """
    set_password(tmp_path, Role.VIEWER, "three blind mice")
    command = [
        sys.executable,
        "-m",
        "ledger.cli.main",
        "dashboard",
        "--share",
        "--book",
        str(tmp_path),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        line = server.stdout.readline()
        server.terminate()
        assert len(re.findall(r"http://[\d.]+:\d+", line)) == 1 + len(own_addresses())
        assert "external" not in server.stderr.read()


def test_the_address_for_others_is_that_of_the_hardware_and_nothing_is_opened_to_find_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def adapter(name: str, *addresses: str) -> ifaddr.Adapter:
        return ifaddr.Adapter(name, name, [ifaddr.IP(address, 24, name) for address in addresses])

    machine = [
        adapter("lo", "127.0.0.1"),
        adapter("docker0", "172.17.0.1"),
        adapter("wlan0", "169.254.1.1", "192.168.1.5"),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: machine)
    monkeypatch.setattr(socket, "socket", None)
    assert own_addresses() == ["192.168.1.5"]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: machine[:2])
    assert own_addresses() == ["172.17.0.1"]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: machine[:1])
    assert own_addresses() == []


def test_a_port_in_use_is_told(
    taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dashboard", "--port", str(taken), "--book", str(tmp_path)]) == 2
    assert f"port {taken} is in use" in capsys.readouterr().err


def test_two_that_start_at_one_moment_never_take_the_same_port(
    free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "USUAL_PORT", free)
    with (
        command._listening("127.0.0.1", None) as one,
        command._listening("127.0.0.1", None) as other,
    ):
        port = one.getsockname()[1]
        assert other.getsockname()[1] != port
        with pytest.raises(UserError, match=f"port {port} is in use"):
            command._listening("127.0.0.1", port)
    with command._listening("127.0.0.1", port) as again:
        assert again.getsockname()[1] == port


def test_a_port_that_is_answered_is_in_use_though_the_system_would_give_it(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # as some systems allow
    monkeypatch.setattr(socket, "create_server", lambda _address: pytest.fail("it was asked for"))
    with pytest.raises(UserError, match=f"port {taken} is in use"):
        command._listening("0.0.0.0", taken)  # noqa: S104 - nothing is listened to


def test_a_port_that_may_not_be_had_is_not_said_to_be_in_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(_address: object) -> socket.socket:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refused)
    with pytest.raises(UserError, match="port 80 cannot be had: Permission denied"):
        command._listening("127.0.0.1", 80)


def test_without_a_wish_the_next_free_port_is_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    free = socket.create_server
    tried: list[int] = []

    def third(address: tuple[str, int]) -> socket.socket:
        tried.append(address[1])
        if len(tried) < 3:
            raise OSError(errno.EADDRINUSE, "Address already in use")
        return free((address[0], 0))

    monkeypatch.setattr(socket, "create_server", third)
    # whatever else runs here now
    monkeypatch.setattr(command, "_somebody_listens", lambda _port: False)
    command._listening("127.0.0.1", None).close()
    assert tried == [USUAL_PORT, USUAL_PORT + 1, USUAL_PORT + 2]
    assert f"port {USUAL_PORT} is in use; using {USUAL_PORT + 2}" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1"])
def test_a_port_that_is_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dashboard", f"--port={port}"]) == 2
    assert "is not a port" in capsys.readouterr().err


def test_sharing_wants_a_login(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dashboard", "--share", "--book", str(tmp_path / "none")]) == 2
    told = capsys.readouterr().err
    assert "nobody could log in" in told
    assert f"bourre dashboard password viewer --book {tmp_path / 'none'}" in told


def test_a_login_elsewhere_wants_its_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "book.toml").write_text(
        '[access]\noidc = true\nviewer = ["ann@example.org"]\n', "utf-8"
    )
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "authlib" else name)
    assert main(["dashboard", "--share", "--book", str(tmp_path)]) == 2
    assert "pip install Authlib" in capsys.readouterr().err


def test_a_dashboard_that_is_not_installed_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    assert main(["dashboard"]) == 2
    assert "not installed" in capsys.readouterr().err


@pytest.mark.parametrize("role", Role)
def test_a_password_is_set(
    role: Role, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse battery\nmore"))
    assert (
        main(["dashboard", "password", role.word, "--stdin", "--book", str(tmp_path / "book")]) == 0
    )
    assert "correct horse" not in capsys.readouterr().out
    access = read_settings(tmp_path / "book" / "book.toml").access
    assert role_for(access, "correct horse battery") == role


def test_a_password_replaces_the_one_before(tmp_path: Path) -> None:
    set_password(tmp_path, Role.VIEWER, "a first password")
    set_password(tmp_path, Role.VIEWER, "a second password")
    access = read_settings(tmp_path / "book.toml").access
    assert role_for(access, "a first password") is None
    assert role_for(access, "a second password") == Role.VIEWER


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["password"], "whose password"),
        (["password", "king"], "king"),
        (["password", "viewer"], "no terminal to ask"),
        (["passwort"], "passwort"),
        (["--stdin"], "goes with a password"),
    ],
)
def test_a_password_for_nobody(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["dashboard", *words, "--book", str(tmp_path / "book")]) == 2
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "book").exists()


def test_a_password_is_asked_for_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal())
    answers = iter(
        [
            "correct horse battery",
            "correct horse bakery",
            "correct horse battery",
            "correct horse battery",
        ]
    )
    monkeypatch.setattr("getpass.getpass", lambda _prompt: next(answers))
    words = ["dashboard", "password", "viewer", "--book", str(tmp_path / "book")]
    assert main(words) == 2
    assert "the two passwords differ" in capsys.readouterr().err
    assert main(words) == 0


def test_settings_of_access_that_make_no_sense_are_told_with_their_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_password(tmp_path, Role.VIEWER, "a good password")
    path = tmp_path / "book.toml"
    path.write_text(path.read_text("utf-8").replace("viewer =", "veiwer ="), "utf-8")
    assert main(["dashboard", "--share", "--book", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "there is no role veiwer" in told
    assert "did you mean viewer?" in told
