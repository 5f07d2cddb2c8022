"""Limits on the size and number of requests and sockets: nobody can fill the memory, not even somebody who is logged in."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

FRAME: Final = 1_048_576
"""Bytes in a message on a socket: what a user typed and chose on one page."""
BODY: Final = 1_048_576
"""Bytes in a request that does not upload a file."""
PASSWORD: Final = 4_096
"""Bytes in a request with a password."""
UPLOAD: Final = 8
"""Megabytes in an uploaded file; larger ones are imported on the command line."""
HELD: Final = 32
"""Megabytes in all files that were uploaded and are not stored yet, of all users together."""
_FRAMING: Final = 65_536
"""Bytes that an upload may have around its file."""
SOCKETS: Final = 200
"""Windows of all logins together."""
SOCKETS_OF_ONE: Final = 24
"""Windows of one login."""
_MEGABYTE: Final = 1_048_576
_UPLOADS: Final = "/_stcore/upload_file/"


def refusal(request: Request) -> Response | None:
    """The answer to a request that is too large by its own headers, or does not say how large it is; None if it may go on."""
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal() and len(length) <= 12):
        return PlainTextResponse("Content-Length is not a number", 400)
    size = int(length)
    if not request.url.path.startswith(_UPLOADS):
        return PlainTextResponse(f"at most {BODY:,} bytes at once", 413) if size > BODY else None
    if request.method == "PUT" and "content-length" not in request.headers:
        return PlainTextResponse("Content-Length is missing", 411)
    if size > UPLOAD * _MEGABYTE + _FRAMING:
        return PlainTextResponse(f"at most {UPLOAD} MB in a file here: import larger ones on the command line", 413)
    if size and _held() + size > HELD * _MEGABYTE:
        return PlainTextResponse(f"more than {HELD} MB of files are waiting to be stored: store them, or remove some", 413)
    return None


def limited(request: Request, receive: Receive) -> Receive:
    """Receive a request up to its limit, whatever length it says that it has; beyond that it counts as disconnected."""
    most = UPLOAD * _MEGABYTE + _FRAMING if request.url.path.startswith(_UPLOADS) else BODY
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= most else {"type": "http.disconnect"}

    return bounded


async def small_body(receive: Receive, seconds: float) -> bytes | None:
    """The body of a request from somebody who is not logged in; None if it is too large or takes longer than ``seconds``."""
    body = b""
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                body += bytes(message.get("body", b""))
                if len(body) > PASSWORD or message["type"] != "http.request":
                    return None
                if not message.get("more_body"):
                    return body
    except TimeoutError:
        return None


def _held() -> int:
    """Bytes in the files that are waiting to be stored."""
    manager = Runtime.instance().uploaded_file_mgr
    if not isinstance(manager, MemoryUploadedFileManager):
        return 0
    return sum(len(file.data) for files in list(manager.file_storage.values()) for file in list(files.values()))
