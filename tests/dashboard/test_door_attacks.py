"""What strangers can do to a dashboard that others can reach: fill it, keep it busy, guess, or
speak through another page.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest
from argon2 import PasswordHasher
from browser import cookie_for, serving
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from dashboard.door.connections import SECONDS
from dashboard.door.login_form import LONGEST_WAIT
from ledger.book import logins
from ledger.book.files.settings import Role

pytestmark = pytest.mark.slow

PASSWORDS = {
    Role.VIEWER: "three blind mice",
    Role.SCORER: "four calling birds",
    Role.BANKER: "five golden rings",
}
PROXY = "127.0.0.3"
PATIENCE = 120
"""Seconds to wait for an answer."""
MEGABYTE = 1_000_000


class Server:
    """A dashboard as others meet it."""

    def __init__(self, address: str, folder: Path) -> None:
        self.origin, self.folder = address, folder
        self.host = address.removeprefix("http://")
        self._process = process_at(self.host.rpartition(":")[2])

    def memory(self) -> int:
        """Return the megabytes that the server takes."""
        found = re.search(
            r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._process}/status").read_text("utf-8")
        )
        assert found
        return int(found[1]) // 1024

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        source: str = "127.0.0.1",
        **headers: str,
    ) -> HTTPResponse:
        """Return what is answered; headers are written with ``_`` for ``-``, and the page they come
        from is ours unless said.
        """
        connection = HTTPConnection(self.host, timeout=PATIENCE, source_address=(source, 0))
        told = {"Origin": self.origin} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        connection.request(
            method, path, body, {name: value for name, value in told.items() if value}
        )
        answer = connection.getresponse()
        answer.text = answer.read().decode("utf-8", "replace")  # type: ignore[attr-defined]
        connection.close()
        return answer

    def log_in(self, password: str, source: str = "127.0.0.1", **headers: str) -> HTTPResponse:
        body = urlencode({"password": password, "next": "/owes"}).encode()
        return self.ask("POST", "/bourre/login", body, source, **headers)

    def cookie(self, role: Role) -> str:
        """Return what the browser of somebody in a role keeps."""
        answer = self.log_in(PASSWORDS[role], f"127.0.1.{role}")
        assert answer.status == 303, answer.status
        return str(answer.getheader("set-cookie")).partition(";")[0]

    def socket(self, cookie: str = "", origin: str | None = "") -> ClientConnection:
        headers = {"Cookie": cookie} if cookie else {}
        asked = self.origin if origin == "" else origin
        return connect(
            f"ws://{self.host}/_stcore/stream",
            origin=asked,  # type: ignore[arg-type]
            subprotocols=["streamlit"],  # type: ignore[list-item]
            additional_headers=headers,
            max_size=None,
            legacy=True,
        )


def process_at(port: str) -> int:
    """Return the process that listens at a port."""
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    (inode,) = [
        words[9]
        for words in sockets
        if words[3] == "0A" and int(words[1].partition(":")[2], 16) == int(port)
    ]
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            with suppress(OSError):
                if any(
                    one.readlink().name == f"socket:[{inode}]" for one in (path / "fd").iterdir()
                ):
                    return int(path.name)
    raise AssertionError(port)


def set_cheaply(folder: Path, role: Role, password: str) -> None:
    """Set a password whose hash takes no time to look at; how the attacks come out is not for the
    hash to say.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logins, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
        logins.set_password(folder, role, password)


@contextmanager
def shared(folder: Path) -> Iterator[Server]:
    for role, password in PASSWORDS.items():
        set_cheaply(folder, role, password)
    settings = folder / "book.toml"
    settings.write_text(
        settings.read_text("utf-8").replace("[access]", f'[access]\nproxies = ["{PROXY}"]'), "utf-8"
    )
    with serving(folder, "--share") as address:
        yield Server(address, folder)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a dashboard with a password for each role, that has loaded what its pages need: its
    memory is looked at.
    """
    with shared(tmp_path_factory.mktemp("shared") / "book") as found:
        with found.socket(found.cookie(Role.VIEWER)) as line:
            look(line)
        yield found


@pytest.fixture(scope="module")
def cookies(server: Server) -> dict[Role, str]:
    """Return what the browsers of three people keep, one in each role."""
    return {role: server.cookie(role) for role in Role}


def rerun(at: ClientConnection) -> None:
    """Ask for a page as a browser does."""
    message = BackMsg()
    message.rerun_script.query_string = ""
    at.send(message.SerializeToString())


def look(at: ClientConnection) -> None:
    """Look at a page, to its end: what is still drawn takes the memory of whoever comes next."""
    rerun(at)
    told(at, "script_finished")


def told(at: ClientConnection, kind: str) -> ForwardMsg:
    """Return the first message of a kind."""
    while True:
        message = ForwardMsg()
        message.ParseFromString(at.recv(timeout=PATIENCE))  # type: ignore[arg-type]
        if message.WhichOneof("type") == kind:
            return message


# --- Before a login -------------------------------------------------------------------------------

OUTSIDE = {
    "/_stcore/health": 200,
    "/": 401,
    "/owes?player=1": 401,
    "/bourre/login": 401,
    "/_stcore/host-config": 401,
    "/_stcore/metrics": 401,
    "/_stcore/script-health-check": 401,
    "/_stcore/agent/openapi.json": 401,
    "/_stcore/bidi-components/x/y": 401,
    "/static/js/index.js": 401,
    "/favicon.png": 401,
    "/media/0.png": 401,
    "/component/x": 401,
    "/auth/login": 401,
    "/bourre/picture": 401,
}


@pytest.mark.parametrize("path", OUTSIDE)
def test_before_a_login_there_is_nothing_but_its_page(path: str, server: Server) -> None:
    answer = server.ask("GET", path, Accept="*/*")
    assert answer.status == OUTSIDE[path]
    assert "streamlit" not in answer.text.lower()  # type: ignore[attr-defined]
    assert ("password" in answer.text) == (
        not path.startswith(("/_stcore", "/static", "/media", "/component", "/bourre/p"))
    )  # type: ignore[attr-defined]


def test_twelve_uploads_of_60_megabytes_without_a_login_take_no_memory(server: Server) -> None:
    before = server.memory()

    def upload(number: int) -> str:
        with socket.create_connection(tuple(server.host.split(":")), timeout=PATIENCE) as line:  # type: ignore[arg-type]
            head = (
                f"PUT /_stcore/upload_file/x/{number} HTTP/1.1\r\nHost: {server.host}\r\nOrigin: "
                f"{server.origin}\r\n"
            )
            line.sendall(f"{head}Content-Length: {60 * MEGABYTE}\r\n\r\n".encode())
            try:
                for _ in range(60):
                    line.sendall(b"z" * MEGABYTE)
                return line.recv(12).decode()
            except OSError:
                return "cut"

    with ThreadPoolExecutor(12) as people:
        assert set(people.map(upload, range(12))) <= {"cut", "HTTP/1.1 401"}
    assert server.memory() - before < 25


def test_a_login_that_is_no_password_is_not_read_to_its_end(server: Server) -> None:
    before = server.memory()
    with (
        socket.create_connection(tuple(server.host.split(":")), timeout=PATIENCE) as line,
        suppress(OSError),
    ):  # type: ignore[arg-type]
        head = f"POST /bourre/login HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {server.origin}\r\n"
        line.sendall(f"{head}Content-Length: {20 * MEGABYTE}\r\n\r\npassword=".encode())
        line.sendall(b"x" * 20 * MEGABYTE)
        assert line.recv(12) == b"HTTP/1.1 400"
    assert server.memory() - before < 25


def test_300_lines_without_a_login_keep_nobody_out(server: Server) -> None:
    """A third says nothing, a third half of something, and a third wants a socket."""
    before = server.memory()
    with ExitStack() as kept:
        for number in range(300):
            line = kept.enter_context(
                socket.create_connection(tuple(server.host.split(":")), timeout=PATIENCE)
            )  # type: ignore[arg-type]
            if number % 3 == 1:
                line.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000)
            elif number % 3 == 2:
                line.sendall(
                    b"GET /_stcore/stream HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
                )
        start = time.monotonic()
        assert server.log_in(PASSWORDS[Role.VIEWER], "127.0.2.1").status == 303
        assert time.monotonic() - start < SECONDS  # before any of them was cut for its age
    assert server.memory() - before < 25


@pytest.mark.parametrize("origin", ["", None, "http://127.0.0.1:1", "http://evil.example", "null"])
def test_a_socket_needs_a_login_and_a_page_of_ours(
    origin: str | None, server: Server, cookies: dict[Role, str]
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        server.socket("", origin)
    assert refused.value.response.status_code == 403
    if origin != "":
        with pytest.raises(InvalidStatus):
            server.socket(cookies[Role.BANKER], origin)


# --- Guessing -------------------------------------------------------------------------------------


def test_who_guesses_from_other_addresses_makes_nobody_wait(server: Server) -> None:
    with ThreadPoolExecutor(16) as people:
        addresses = [f"127.0.3.{number}" for number in range(1, 6)]
        assert {
            one.status
            for one in people.map(lambda address: server.log_in("guess", address), addresses)
        } == {401}
        time.sleep(1)
        guesses = [people.submit(server.log_in, "guess", address) for address in addresses * 3]
        time.sleep(0.1)
        start = time.monotonic()
        assert server.log_in(PASSWORDS[Role.SCORER], "127.0.4.1").status == 303
        assert time.monotonic() - start < LONGEST_WAIT  # after the one that was being looked at
        assert {one.result().status for one in guesses} == {401, 429}


def test_who_guesses_from_the_same_address_makes_it_wait_a_second_at_first_and_never_more_than_a_minute(  # noqa: E501
    server: Server,
) -> None:
    here = "127.0.5.1"
    answers = []
    for _ in range(4):  # a slow machine takes longer for one look than the first wait lasts
        assert server.log_in("guess", here).status in {401, 429}
        answers.append(server.log_in(PASSWORDS[Role.SCORER], here))
    waits = [int(str(one.getheader("retry-after"))) for one in answers if one.status == 429]
    assert waits
    assert all(1 <= wait <= LONGEST_WAIT for wait in waits)
    time.sleep(waits[-1])
    assert server.log_in(PASSWORDS[Role.SCORER], here).status == 303


def test_only_a_proxy_that_the_settings_name_is_believed(server: Server) -> None:
    """Whoever says on whose behalf they ask, and is no proxy of ours, cannot have each guess count
    as another's.
    """

    def wrong(source: str, first: int) -> set[int]:
        return {
            server.log_in("guess", source, X_Forwarded_For=f"198.51.100.{first + n}").status
            for n in range(5)
        }

    assert wrong(PROXY, 1) == {401}
    assert wrong("127.0.0.4", 11) == {401, 429}


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(server: Server) -> None:
    found = str(
        server.log_in(PASSWORDS[Role.VIEWER], PROXY, X_Forwarded_For="198.51.100.9").getheader(
            "set-cookie"
        )
    ).lower()
    assert "httponly" in found
    assert "samesite=lax" in found
    assert "secure" not in found
    https = {"X_Forwarded_For": "198.51.100.9", "X_Forwarded_Proto": "https"}
    assert (
        "secure"
        in str(
            server.log_in(PASSWORDS[Role.VIEWER], PROXY, **https).getheader("set-cookie")
        ).lower()
    )


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "/owes\r\nX: y", "javascript:1"],
)
def test_a_login_leads_to_no_other_site(wanted: str, server: Server) -> None:
    body = urlencode({"password": PASSWORDS[Role.VIEWER], "next": wanted}).encode()
    answer = server.ask("POST", "/bourre/login", body, "127.0.6.1")
    assert (answer.status, answer.getheader("location")) == (303, "/")


# --- After a login --------------------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_each_role_reaches_what_it_may(
    role: Role, server: Server, cookies: dict[Role, str]
) -> None:
    """Pages by role are in test_dashboard_access; here is what lies beside them."""
    cookie = cookies[role]
    assert server.ask("GET", "/", Cookie=cookie).status == 200
    assert server.ask("GET", "/_stcore/host-config", Cookie=cookie).status == 200
    assert server.ask("GET", "/media/none.png", Cookie=cookie).status == 404
    token = str(
        server.ask("GET", "/_stcore/health", Cookie=cookie).getheader("set-cookie")
    ).partition(";")[0]
    both = {"Cookie": f"{cookie}; {token}", "X-Xsrftoken": token.partition("=")[2].strip('"')}
    upload = server.ask("PUT", "/_stcore/upload_file/x/y", b"", **both)
    refused = "may not import" if role < Role.SCORER else "Invalid session_id"
    assert refused in upload.text  # type: ignore[attr-defined]
    with server.socket(cookie) as line:
        look(line)


def test_a_cookie_that_somebody_made_up_opens_nothing(
    server: Server, cookies: dict[Role, str]
) -> None:
    name, _, value = cookies[Role.VIEWER].partition("=")
    for made_up in ("x", value[:-2], value[1:], value.replace(".", "..", 1), ""):
        assert server.ask("GET", "/", Cookie=f"{name}={made_up}").status == 401
        with pytest.raises(InvalidStatus):
            server.socket(f"{name}={made_up}")


def test_a_frame_of_50_megabytes_is_not_taken_in(server: Server, cookies: dict[Role, str]) -> None:
    before = server.memory()
    with server.socket(cookies[Role.VIEWER]) as line, suppress(ConnectionClosed, OSError):
        line.send(b"z" * 50 * MEGABYTE)
        assert line.recv(timeout=PATIENCE) == b""
    assert line.close_code in {1006, 1009}  # too large; or the line was cut before that was heard
    assert server.memory() - before < 25
    with server.socket(cookies[Role.VIEWER]) as line:  # the others go on
        look(line)


def test_one_login_has_no_more_windows_than_somebody_can_look_at(server: Server) -> None:
    cookie = server.cookie(Role.VIEWER)
    before = server.memory()
    with ExitStack() as kept:
        opened = 0
        for _ in range(60):
            try:
                kept.enter_context(server.socket(cookie))
                opened += 1
            except InvalidStatus:
                continue
        assert opened == 24
        with server.socket(server.cookie(Role.BANKER)) as line:  # somebody else's are their own
            look(line)
    assert server.memory() - before < 60


def test_an_upload_says_how_long_it_is_and_is_not_too_long(
    server: Server, cookies: dict[Role, str]
) -> None:
    def answered(**headers: str) -> int:
        connection = HTTPConnection(server.host, timeout=PATIENCE)
        connection.putrequest("PUT", "/_stcore/upload_file/x/y")
        for name, value in {
            "Origin": server.origin,
            "Cookie": cookies[Role.SCORER],
            **headers,
        }.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        status = connection.getresponse().status
        connection.close()
        return status

    assert answered(Content_Length=str(60 * MEGABYTE)) == 413
    assert answered(Transfer_Encoding="chunked") == 411
    assert answered(Content_Length="-1") == 400


# --- Changed passwords ----------------------------------------------------------------------------


def test_an_open_window_ends_with_the_next_message(tmp_path: Path) -> None:
    """Nothing that it sends then reaches a page; it is told to load itself again, and its routes
    are shut.
    """
    with shared(tmp_path / "book") as server:
        for end in (leave, lambda at: change_password(server, at)):
            mine, other = server.cookie(Role.SCORER), server.cookie(Role.VIEWER)
            with server.socket(mine) as line, server.socket(other) as theirs:
                look(line)
                end(line)
                assert told(line, "auth_redirect").auth_redirect.url == ""
                with pytest.raises(ConnectionClosed):
                    line.recv(timeout=PATIENCE)
                look(theirs)
            assert server.ask("GET", "/", Cookie=mine).status == 401
            assert server.ask("PUT", "/_stcore/upload_file/x/y", b"x", Cookie=mine).status == 401
            assert server.ask("GET", "/bourre/picture", Cookie=mine).status == 401
            with server.socket(mine) as line:  # a phone that was asleep is told, too
                assert told(line, "auth_redirect").auth_redirect.url == ""


def change_password(server: Server, at: ClientConnection) -> None:
    """Set another password, then ask for a page; the end of what the server had to say may be the
    next message already.
    """
    set_cheaply(server.folder, Role.SCORER, "another password")
    with suppress(ConnectionClosed):
        rerun(at)


def leave(at: ClientConnection) -> None:
    """Press the button that logs out, in this window or another one."""
    found = ""
    rerun(at)
    while not found:
        message = ForwardMsg()
        message.ParseFromString(at.recv(timeout=PATIENCE))  # type: ignore[arg-type]
        if message.delta.new_element.button.label == "Log out":
            found = message.delta.new_element.button.id
    press = BackMsg()
    press.rerun_script.query_string = ""
    press.rerun_script.widget_states.widgets.add(id=found, trigger_value=True)
    at.send(press.SerializeToString())


# --- Other pages ----------------------------------------------------------------------------------


@pytest.mark.drawn(8)
@pytest.mark.parametrize("local", [True, False])
@pytest.mark.parametrize(
    ("method", "headers", "allowed"),
    [
        ("GET", {}, True),  # a bookmark
        ("GET", {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}, True),
        # a link
        (
            "GET",
            {
                "Sec-Fetch-Site": "cross-site",
                "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-Dest": "document",
            },
            True,
        ),
        (
            "GET",
            {
                "Sec-Fetch-Site": "cross-site",
                "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-Dest": "iframe",
            },
            False,
        ),
        (
            "GET",
            {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
            False,
        ),
        ("GET", {"Origin": "http://127.0.0.1:1"}, False),
        ("POST", {}, False),
        ("POST", {"Origin": "http://127.0.0.1:1"}, False),
        ("POST", {"Origin": "null"}, False),
        ("POST", {"Origin": "http://localhost.evil.example"}, False),
    ],
)
def test_only_a_page_of_ours_may_ask(
    method: str,
    headers: dict[str, str],
    allowed: bool,
    local: bool,
    server: Server,
    samples_at: str,
) -> None:
    host = samples_at.removeprefix("http://") if local else server.host
    connection = HTTPConnection(host, timeout=PATIENCE)
    connection.request(method, "/bourre/login", b"" if method == "POST" else None, headers)
    status = connection.getresponse().status
    connection.close()
    assert (status != 403) == allowed


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1:1", "http://evil.example", "null"])
def test_on_this_machine_too_a_socket_is_for_our_page_only(
    origin: str | None, samples_at: str
) -> None:
    here = Server(samples_at, Path())
    with pytest.raises(InvalidStatus):
        here.socket(origin=origin)
    with pytest.raises(InvalidStatus):
        here.socket()
    with here.socket("=".join(cookie_for(samples_at))) as line:
        look(line)


def test_on_this_machine_the_printed_address_opens_it_and_another_account_has_no_key(
    samples_at: str,
) -> None:
    """Any account of the machine can reach the port; before, it could write as its owner does."""
    here = Server(samples_at, Path())
    name, key = cookie_for(samples_at)
    for path, status in (
        ("/owes", 401),
        (f"/owes?token={key[:-1]}", 401),
        ("/bourre/desk", 401),
        ("/_stcore/health", 200),
    ):
        assert here.ask("GET", path).status == status
    page = here.ask("GET", "/")
    assert "Open the address that “bourre dashboard” printed" in page.text  # type: ignore[attr-defined]
    assert "<form" not in page.text  # type: ignore[attr-defined]
    assert here.ask("POST", "/bourre/login", b"password=x").status == 401
    opened = here.ask("GET", f"/owes?player=Ann&token={key}")
    assert (opened.status, opened.getheader("location")) == (303, "/owes?player=Ann")
    kept = str(opened.getheader("set-cookie"))
    assert kept.startswith(f"{name}={key};")
    assert "HttpOnly" in kept
    assert here.ask("GET", "/owes", Cookie=f"{name}={key}").status == 200


@pytest.mark.parametrize(
    ("headers", "ends"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        (
            {
                "Sec-Fetch-Site": "cross-site",
                "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-Dest": "document",
            },
            False,
        ),
        (
            {
                "Sec-Fetch-Site": "same-site",
                "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-Dest": "document",
            },
            False,
        ),
        ({"Referer": "http://evil.example/"}, False),
        ({}, False),
    ],
)
def test_another_site_logs_nobody_out(headers: dict[str, str], ends: bool, server: Server) -> None:
    cookie = server.cookie(Role.VIEWER)
    answer = server.ask("GET", "/auth/logout", Cookie=cookie, Origin="", **headers)
    assert (answer.status != 403) == ends
    assert (server.ask("GET", "/owes", Cookie=cookie).status == 401) == ends


def test_on_this_machine_nobody_answers_to_another_name(samples_at: str) -> None:
    """A page on the internet may give its own name our address."""
    for name in ("evil.example", "127.0.0.1.evil.example", "localhost:8501@evil.example", " "):
        assert Server(samples_at, Path()).ask("GET", "/", Host=name, Origin="").status == 403


def test_every_answer_forbids_frames_and_what_is_not_ours(
    server: Server, cookies: dict[Role, str], samples_at: str
) -> None:
    here = Server(samples_at, Path())
    for answer in (
        server.ask("GET", "/"),
        server.ask("GET", "/", Cookie=cookies[Role.VIEWER]),
        here.ask("GET", "/owes"),
    ):
        policy = str(answer.getheader("content-security-policy"))
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert not re.search(r"https?:|[ ;]\*", policy)
        assert answer.getheader("x-frame-options") == "DENY"
        assert answer.getheader("access-control-allow-origin") is None
