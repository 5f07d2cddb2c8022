"""The logs themselves, line by line, beside the tables of an export: with them it can be imported
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ledger.book import Settings, read_settings
from ledger.book.files.folder import PAYMENTS, SETTINGS, sources
from ledger.files import PARQUET, SUFFIX
from ledger.log import write

LOGS: Final = "logs"  # the name of the table
HEADINGS: Final = ("file", "line", "text")


def log_lines(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Yield every line of the payments and logs of a book, and of settings that say who is who, as
    ``HEADINGS`` has them.
    """
    for file, text in _texts(folder):
        yield from ((file, number, line) for number, line in enumerate(text.split("\n"), 1))


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    yield SETTINGS, _people(read_settings(folder / SETTINGS))
    for home in (*([PAYMENTS] if (folder / PAYMENTS).exists() else []), *sources(folder)):
        if home.endswith(PARQUET):
            from ledger.hands import read_hands, sessions_of  # noqa: PLC0415 - few books have such files

            for hands in read_hands(folder / home):
                yield from (
                    (f"{session.id}{SUFFIX}", write(session)) for session in sessions_of(hands)
                )
        else:
            yield home, (folder / home).read_bytes().decode("utf-8", "replace")


def _people(settings: Settings) -> str:
    """The settings on which balances depend: currency, game, and the names of players.

    Nobody's password or handle.
    """
    import tomlkit  # noqa: PLC0415 - slow to import

    said = {
        "name": settings.name,
        "game": settings.game,
        "zone": settings.zone,
        "currency": settings.usual_currency,
    }
    document = tomlkit.document()
    document.update({key: value for key, value in said.items() if value is not None})
    players = tomlkit.aot()
    for one in settings.players:
        aliases = {"aliases": list(one.aliases)} if one.aliases else {}
        players.append(tomlkit.item({"id": one.id, "name": one.name, **aliases}))
    document.append("players", players)
    return tomlkit.dumps(document)
