"""How much a request may bring, and how many there may be: memory is bounded for whoever is logged in too."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

FRAME: Final = 1_048_576
"""Bytes of a message on a socket: what somebody typed and chose on one page."""
BODY: Final = 1_048_576
"""Bytes of a request that uploads no file."""
PASSWORD: Final = 4_096
"""Bytes of a request that brings a password."""
UPLOAD: Final = 8
"""Megabytes of a file that is uploaded; larger ones are imported on the command line."""
HELD: Final = 32
"""Megabytes of files that everybody together has uploaded and not yet stored."""
_FRAMING: Final = 65_536
SOCKETS: Final = 200
SOCKETS_OF_ONE: Final = 24
"""Windows of one login."""
_MEGABYTE: Final = 1_048_576
_UPLOADS: Final = "/_stcore/upload_file/"


def refusal(request: Request) -> Response | None:
    """Why a request is not looked at: it says itself that it is too large. None if it may be."""
    length = request.headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal() and len(length) <= 12):
        return PlainTextResponse("Content-Length is no number", 400)
    size = int(length)
    if not request.url.path.startswith(_UPLOADS):
        return PlainTextResponse(f"at most {BODY:,} bytes at once", 413) if size > BODY else None
    if request.method == "PUT" and "content-length" not in request.headers:
        return PlainTextResponse("how long is it?", 411)
    if size > UPLOAD * _MEGABYTE + _FRAMING:
        return PlainTextResponse(f"at most {UPLOAD} MB in a file here: import larger ones on the command line", 413)
    if size and _held() + size > HELD * _MEGABYTE:
        return PlainTextResponse(f"more than {HELD} MB wait to be stored: store them, or remove some", 413)
    return None


def limited(request: Request, receive: Receive) -> Receive:
    """What a request brings, up to the bound, whatever it says about its length; after that the line is dead."""
    most = UPLOAD * _MEGABYTE + _FRAMING if request.url.path.startswith(_UPLOADS) else BODY
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= most else {"type": "http.disconnect"}

    return bounded


async def small_body(receive: Receive, seconds: float) -> bytes | None:
    """What somebody brings who is not logged in; None if it is too much, or takes too long."""
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
    """Bytes of the files that wait."""
    manager = Runtime.instance().uploaded_file_mgr
    if not isinstance(manager, MemoryUploadedFileManager):
        return 0
    return sum(len(file.data) for files in list(manager.file_storage.values()) for file in list(files.values()))
