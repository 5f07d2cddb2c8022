"""Changes the players in the text of a ``book.toml`` and leaves everything else in it as somebody wrote it."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from ledger.errors import UserError

Entry = dict[str, Any]
"""A player as TOML has it: plain text, numbers, lists and tables."""


def with_players(text: str, players: list[Entry]) -> str:
    """Return ``text`` with these players: those it has in their order, without the ones left out, then new ones.

    Comments, layout and keys of others stay. Raises UserError for a layout that cannot be changed without harm.
    """
    wanted = {**tomllib.loads(text), "players": players}
    try:
        result = _edited(text, players)
        if tomllib.loads(result) == wanted:
            return result
    except (LookupError, TypeError, ValueError, AttributeError):
        pass  # the library that keeps the layout does not know this one
    raise UserError(
        "book.toml: the list of players is written in a way that bourre cannot edit",
        'write each player as a [[players]] table of its own, such as: [[players]] id = 1 name = "Ann", each on its line',
    )


def _edited(text: str, players: list[Entry]) -> str:
    import tomlkit  # noqa: PLC0415 - slow to import, and only needed to change something
    from tomlkit.items import AoT  # noqa: PLC0415

    document = tomlkit.parse(text if text.endswith("\n") or not text else text + "\n")
    if "players" not in document:
        document.append("players", tomlkit.aot())
    entries: Any = document["players"]
    by_id = {entry["id"]: entry for entry in players}
    for index in reversed(range(len(entries))):
        if entries[index]["id"] not in by_id:
            del entries[index]
    for entry in entries:
        _update(entry, by_id[entry["id"]])
    new = players[len(entries) :]
    for player in new:
        table = tomlkit.table() if isinstance(entries, AoT) else tomlkit.inline_table()
        table.update(player)
        entries.append(table)
    return _spaced(tomlkit.dumps(document), [player["id"] for player in new])


def _spaced(text: str, new: list[int]) -> str:
    """Put blank lines around new entries."""
    head = rf"\[\[players\]\]\nid = (?:{'|'.join(map(str, new))})\n"
    text = re.sub(rf"(?<=[^\n]\n)(?={head})", "\n", text)
    return re.sub(rf"({head}(?:[a-z]+ = .*\n)+)(?=[\[#])", r"\1\n", text)


def _update(entry: Any, wanted: Entry) -> None:  # noqa: ANN401 - an entry of the library, in one of its forms
    for key in [key for key in entry if key not in wanted]:
        del entry[key]
    for key, value in wanted.items():
        if key not in entry:
            entry[key] = _item(value)
        elif isinstance(value, list):
            _update_list(entry[key], value)
        elif entry[key] != value:
            entry[key] = value


def _update_list(items: Any, wanted: list[Any]) -> None:  # noqa: ANN401 - the same
    """Remove and append single items, so that comments beside the others stay."""
    for index in reversed(range(len(items))):
        if items[index] not in wanted:
            del items[index]
    for item in wanted[len(items) :]:
        items.append(_item(item))


def _item(value: Any) -> Any:  # noqa: ANN401 - the same
    """Return a new value, with tables on one line."""
    import tomlkit  # noqa: PLC0415 - as above

    if isinstance(value, dict):
        table = tomlkit.inline_table()
        table.update(value)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        array.extend(map(_item, value))
        return array
    return value
