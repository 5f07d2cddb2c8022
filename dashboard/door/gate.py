"""The gate in front of everything that the server answers: without a login there is only the login
page.

Each request and each message on a socket is checked again, so that a password that was changed, or
a login that has ended, opens nothing from the next message on.

Who sends a request: on a server for this machine alone, whoever sits at it; else whoever is logged
in.
"""

from __future__ import annotations

from collections import Counter
from math import ceil
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.door import connections, elsewhere, login_form, passport, streamlit_inside
from dashboard.door.elsewhere import is_foreign, is_from_page
from dashboard.door.login_form import Attempts, TooSoon
from dashboard.door.passport import is_local
from ledger.book import role_for
from ledger.book.files.settings import LOCAL_KEY_IN, Access, Role
from ledger.book.members.logins import KEPT

ROUTES: Final = "/bourre/"
_NOT_SET_UP: Final = (
    "The login elsewhere is not set up yet: whoever keeps this book can look up how in “bourre "
    "help access”."
)
_NO_KEY: Final = (
    "Open the address that “bourre dashboard” printed: it has a key that other accounts of this "
    "machine do not."
)
_LOG_IN: Final = {"error": "nobody is logged in", "remedy": "log in first"}
_SECONDS: Final = 10.0  # how long a login request may take to arrive
_POLICY, _TRY_LATER = 1008, 1013


class Gate:
    """Guards an application.

    ``colours`` is the style sheet of the login page, ``body`` is at the end of every other.
    """

    def __init__(self, app: ASGIApp, colours: str, body: str = "") -> None:
        self._app, self._colours = app, colours
        self._scripts = elsewhere.scripts_of(streamlit_inside.page_html(body))
        self._attempts = Attempts()
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "http":
            await self._http(Request(scope), receive, self._dressed(HTTPConnection(scope), send))
        elif scope["type"] == "websocket":
            await self._socket(HTTPConnection(scope), receive, send)
        else:
            await self._app(scope, receive, send)

    # --- Requests ---------------------------------------------------------------------------------

    async def _http(self, request: Request, receive: Receive, send: Send) -> None:
        who = known(request)
        if isinstance(who, Known):
            connections.UNPROVEN.done(request.scope.get(connections.PEER))
        answer = await self._own_answer(request, receive, who)
        if answer is None:
            answer = connections.refusal(request)
        if answer is not None:
            if not isinstance(who, Known):
                # do not wait for whatever else it was going to send
                answer.headers["connection"] = "close"
            await answer(request.scope, receive, send)
        else:
            await self._app(request.scope, connections.limited(request, receive), send)

    def _dressed(self, request: HTTPConnection, send: Send) -> Send:
        async def out(message: Message) -> None:
            if message["type"] == "http.response.start":
                elsewhere.dress(MutableHeaders(scope=message), request, self._scripts)
            await send(message)

        return out

    async def _own_answer(
        self, request: Request, receive: Receive, who: Known | Nobody
    ) -> Response | None:
        """The gate's own answer to a request; None if the request is for the application."""
        if is_foreign(request):
            return PlainTextResponse("This page can be used only from its own address.", 403)
        if request.url.path == streamlit_inside.LOGOUT and not is_from_page(request):
            return PlainTextResponse("Log out on a page of this book.", 403)
        if is_local() and passport.is_local_key(request.query_params.get(LOCAL_KEY_IN, "")):
            return _with_key(request)
        return (
            _to_known(request, who)
            if isinstance(who, Known)
            else await self._to_nobody(request, receive, who)
        )

    async def _to_nobody(self, request: Request, receive: Receive, who: Nobody) -> Response | None:
        path, access = request.url.path, passport.access()
        if path == streamlit_inside.HEALTH and not who.was_known:
            return PlainTextResponse("ok")
        is_elsewhere = access is not None and access.oidc
        if (is_elsewhere and path in streamlit_inside.LOGIN_PATHS) or (
            path in {streamlit_inside.HEALTH, streamlit_inside.HOST_CONFIG} and who.was_known
        ):
            # a page that is still open requests these before its socket, which tells it to log in
            return None
        if path == login_form.PATH and request.method == "POST" and not is_local():
            return await self._log_in(request, receive, access)
        if path == login_form.ELSEWHERE and is_elsewhere:
            to_provider = streamlit_inside.login_address()
            return (
                RedirectResponse(to_provider, 303)
                if to_provider
                else _html(login_form.saying(self._colours, _NOT_SET_UP), 503)
            )
        if request.method not in {"GET", "HEAD"} or (
            path.startswith((*streamlit_inside.NO_PAGES, ROUTES)) and path != login_form.PATH
        ):
            is_json = path.startswith(ROUTES)
            return (
                JSONResponse(_LOG_IN, 401) if is_json else PlainTextResponse(_LOG_IN["remedy"], 401)
            )
        return self._page(request, access)

    def _page(self, request: Request, access: Access | None) -> Response:
        if is_local():
            text = login_form.saying(self._colours, _NO_KEY)
        elif access is None:
            text = login_form.saying(
                self._colours,
                (
                    "The settings of this book cannot be read. Whoever keeps it can see why on "
                    "its machine."
                ),
            )
        elif not access:
            text = login_form.saying(
                self._colours,
                "This book is not shared yet. Whoever keeps it can set a password:",
                command="bourre dashboard password viewer",
            )
        elif access.oidc:
            text = login_form.elsewhere(self._colours, elsewhere.stranger(request, access))
        else:
            query = f"?{request.url.query}" if request.url.query else ""
            text = login_form.asking(
                self._colours, login_form.place_to_go(request.url.path + query)
            )
        return _html(text, 401)

    async def _log_in(self, request: Request, receive: Receive, access: Access | None) -> Response:
        """The answer to a password."""
        body = await connections.small_body(receive, _SECONDS)
        if body is None or access is None or access.oidc:
            return PlainTextResponse("That is not a password.", 400)
        # the queue for passwords has its own limit
        connections.UNPROVEN.done(request.scope.get(connections.PEER))
        fields = parse_qs(
            body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=10
        )
        password, goes_to = (
            fields.get("password", [""])[0],
            login_form.place_to_go(fields.get("next", ["/"])[0]),
        )
        address = request.client.host if request.client else ""
        found = await self._attempts.attempt(address, lambda: role_for(access, password))
        if isinstance(found, TooSoon):
            seconds = ceil(found.seconds)
            said = (
                f"Too many wrong passwords. Try again in {seconds} "
                f"second{'s' if seconds > 1 else ''}."
            )
            answer = _html(login_form.asking(self._colours, goes_to, said), 429)
            answer.headers["retry-after"] = str(seconds)
            return answer
        if found is None:
            said = "That is not a password of this book. Ask whoever keeps it."
            return _html(login_form.asking(self._colours, goes_to, said), 401)
        into = RedirectResponse(goes_to, 303)
        into.set_cookie(
            passport.cookie(),
            passport.issue(found, access.passwords[found]),
            max_age=KEPT,
            httponly=True,
            samesite="lax",  # so that links to pages in a chat or a picture work
            secure=request.url.scheme == "https",
        )
        return into

    # --- Sockets ----------------------------------------------------------------------------------

    async def _socket(self, socket: HTTPConnection, receive: Receive, send: Send) -> None:
        who = known(socket)
        if is_foreign(socket) or (isinstance(who, Nobody) and not who.was_known):
            await _refuse(receive, send, _POLICY, "log in first")
            return
        connections.UNPROVEN.done(socket.scope.get(connections.PEER))
        if isinstance(who, Nobody):
            await receive()
            await send(
                {
                    "type": "websocket.accept",
                    "subprotocol": next(iter(socket.scope.get("subprotocols", [])), None),
                }
            )
            await _send_away(send)
            return
        most = connections.SOCKETS_OF_ONE if who.login else connections.SOCKETS
        if self._sockets[who.login] >= most or self._sockets.total() >= connections.SOCKETS:
            await _refuse(receive, send, _TRY_LATER, "too many windows at once")
            return
        self._sockets[who.login] += 1
        try:
            await _Watched(socket, receive, send).run(self._app)
        finally:
            self._sockets[who.login] -= 1
            if not self._sockets[who.login]:
                del self._sockets[who.login]


class _Watched:
    """A socket with every message checked: a login may end while the socket is open."""

    def __init__(self, socket: HTTPConnection, receive: Receive, send: Send) -> None:
        self._socket, self._receive, self._send = socket, receive, send
        self._is_over = False

    async def run(self, app: ASGIApp) -> None:
        """Let the application serve the socket."""
        await app(self._socket.scope, self._in, self._out)

    async def _in(self) -> Message:
        message = await self._receive()
        if message["type"] == "websocket.receive" and not await self._may_go_on():
            return {"type": "websocket.disconnect", "code": _POLICY, "reason": "log in again"}
        return message

    async def _out(self, message: Message) -> None:
        if self._is_over or (message["type"] == "websocket.send" and not await self._may_go_on()):
            return
        await self._send(message)

    async def _may_go_on(self) -> bool:
        if not self._is_over and isinstance(known(self._socket), Nobody):
            self._is_over = True
            await _send_away(self._send)
        return not self._is_over


async def _send_away(send: Send) -> None:
    """Make the page reload, which shows the login, and close its socket."""
    await send({"type": "websocket.send", "bytes": streamlit_inside.reload_message()})
    await send({"type": "websocket.close", "code": _POLICY, "reason": "log in again"})


async def _refuse(receive: Receive, send: Send, code: int, reason: str) -> None:
    await receive()
    await send({"type": "websocket.close", "code": code, "reason": reason})


# --- Answers --------------------------------------------------------------------------------------
def _html(text: str, status: int) -> Response:
    policy = {"content-security-policy": elsewhere.LOGIN_POLICY, "cache-control": "no-store"}
    return HTMLResponse(text, status, headers=policy)


def _with_key(request: Request) -> Response:
    """Keep the key of this machine, and go on to the address without it: it is copied, and stays in
    the browser's history.
    """
    into = RedirectResponse(
        str(request.url.replace(scheme="", netloc="").remove_query_params(LOCAL_KEY_IN)), 303
    )
    key = request.query_params[LOCAL_KEY_IN]
    into.set_cookie(passport.cookie(), key, max_age=KEPT, httponly=True, samesite="lax")
    return into


def _to_known(request: Request, who: Known) -> Response | None:
    path = request.url.path
    if path.startswith(streamlit_inside.UPLOADS) and who.role < Role.SCORER:
        return PlainTextResponse(f"a {who.role.word} may not import evenings", 403)
    if path == streamlit_inside.LOGOUT:
        # Streamlit only deletes the cookie: windows that are open still use the login
        passport.end(who.login)
    return RedirectResponse("/", 303) if path == login_form.PATH else None


# --- Who sends a request --------------------------------------------------------------------------
class Known(NamedTuple):
    """Somebody with a role; ``login`` tells one login from another."""

    role: Role
    login: str


class Nobody(NamedTuple):
    """Somebody without a role; ``was_known`` if their login was one of ours and is no
    longer valid.
    """

    was_known: bool = False


def known(request: HTTPConnection) -> Known | Nobody:
    """Who sends a request, by the cookie of the login and the settings as they are now."""
    if is_local():
        return (
            Known(Role.BANKER, "")
            if passport.is_local_key(request.cookies.get(passport.cookie(), ""))
            else Nobody()
        )
    access = passport.access()
    if access is not None and access.oidc:
        user = elsewhere.user_of(request)
        if user is None:
            return Nobody()
        role = elsewhere.role_of(access, user.data)
        return (
            Nobody(was_known=True)
            if role is None or passport.has_ended(user.login)
            else Known(role, user.login)
        )
    found = passport.read(request.cookies.get(passport.cookie()))
    if found is None:
        return Nobody()
    return (
        Known(found.role, found.login) if passport.holds(found, access) else Nobody(was_known=True)
    )


def role_of(request: HTTPConnection) -> Role | None:
    """The role of whoever sends a request to one of our routes; None for somebody without one."""
    who = known(request)
    return who.role if isinstance(who, Known) else None
