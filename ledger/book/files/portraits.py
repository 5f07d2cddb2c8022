"""The pictures that players have: a file for each in the folder ``faces`` of a book, called like
its player.

Anybody may put a file there. Only a small, whole JPEG is ever shown: that can hold no script, and
asks nobody for anything.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from ledger.book.files.folder import FACES, SETTINGS, file_name, is_utf8
from ledger.book.files.settings import Player, Settings, read_settings
from ledger.errors import UserError
from ledger.files import not_written, write_atomically

MOST_BYTES: Final = 32 * 1024
SIDE: Final = 256  # the most pixels of a side; the dashboard makes far fewer
_SUFFIX: Final = ".jpg"
_BEGIN, _END = b"\xff\xd8\xff", b"\xff\xd9"
# segments with the size of a picture, of the kinds that browsers draw
_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2})
_NO_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xDB)})
"""Segments that come without a length, and the one after which there are only pixels."""


def portraits(folder: Path, settings: Settings) -> dict[int, bytes]:
    """The picture of every player who has one that can be shown, as a JPEG, by number; one file is
    read for each, and no other.

    A file is called like one of its player's names, so that it stays with whoever is renamed,
    merged or separated again.
    """
    try:
        here = set(os.listdir(folder / FACES))  # noqa: PTH208 - the names alone are wanted
    except OSError:
        return {}
    ours = ((one.id, name) for one in settings.players for name in _files_of(one) if name in here)
    found: dict[int, bytes] = {}
    for player, name in ours:
        if player not in found and (content := _read(folder / FACES / name)) is not None:
            found[player] = content
    return found


def set_portrait(folder: Path, who: int, content: bytes | None) -> None:
    """Make ``content`` the picture of the player with a number, or take that player's pictures
    away.

    Raises UserError if there is no such player, or for what is not a picture that can be shown.
    """
    player = next((one for one in read_settings(folder / SETTINGS).players if one.id == who), None)
    if player is None:
        raise UserError(f"there is no player {who}", "bourre players lists everybody")
    if content is not None and not is_portrait(content):
        raise UserError("that is not a picture that can be shown", f"choose another: {_FORM}")
    place, (name, *others) = folder / FACES, _files_of(player)
    try:
        if content is not None:
            place.mkdir(exist_ok=True)
            write_atomically(place / name, content)
        else:
            for one in (name, *others):
                (place / one).unlink(missing_ok=True)
    except OSError as error:
        raise not_written(place / name, error) from error


def is_portrait(content: bytes) -> bool:
    """True for a whole JPEG of at most ``MOST_BYTES`` and ``SIDE`` pixels; what follows the head is
    not looked at.
    """
    if not (len(content) <= MOST_BYTES and content.startswith(_BEGIN) and content.endswith(_END)):
        return False
    at = 2
    while at + 9 <= len(content) and content[at] == _BEGIN[0]:
        kind = content[at + 1]
        if kind in _FRAMES:
            height, width = (
                int.from_bytes(content[from_ : from_ + 2]) for from_ in (at + 5, at + 7)
            )
            return 0 < height <= SIDE and 0 < width <= SIDE
        if kind in _NO_LENGTH:
            break
        at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return False


def unused_portraits(folder: Path) -> Iterator[str]:
    """Yield a sentence for each file in the folder of pictures that is never shown."""
    if not (folder / FACES).is_dir():
        return
    players = read_settings(folder / SETTINGS).players
    ours = {name for one in players for name in _files_of(one)}
    for name in sorted(os.listdir(folder / FACES)):  # noqa: PTH208 - the names alone are wanted
        if name.startswith("."):
            continue
        shown = (
            f"{FACES}/{name}"
            if is_utf8(name)
            else os.fsencode(f"{FACES}/{name}").decode("utf-8", "backslashreplace")
        )
        if name not in ours:
            yield f"{shown}: no player is called that"
        elif _read(folder / FACES / name) is None:
            yield f"{shown}: not shown, because it is not {_FORM}"


_FORM: Final = f"a whole JPEG of at most {SIDE} by {SIDE} pixels and {MOST_BYTES // 1024} KB"


def _files_of(player: Player) -> list[str]:
    """The names of the files that may be a player's picture, those of the present name first."""
    return [f"{file_name(name)}{_SUFFIX}" for name in (player.name, *player.aliases)]


def _read(path: Path) -> bytes | None:
    """The picture in a file, None if it is not one; neither a large file nor a pipe is read."""
    with suppress(OSError):
        about = path.stat()
        if stat.S_ISREG(about.st_mode) and about.st_size <= MOST_BYTES:
            content = path.read_bytes()
            return content if is_portrait(content) else None
    return None
