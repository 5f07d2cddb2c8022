"""Changes to a ``book.toml``: players added, renamed, merged and separated; handles and passwords.

First how the players in a text are edited, then each change. Functions take the text and return the
new text, with comments, layout and everything unknown left as it was, and read the result again
before they return it. A player's ``id`` is never given to anybody else: a player merged into
another leaves the id in ``was``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

from ledger.book.files.input_values import player_meant
from ledger.book.files.settings import (
    Role,
    Settings,
    last_good,
    losses,
    mark_of,
    parse_settings,
    read_settings,
    settings_text,
)
from ledger.errors import UserError
from ledger.files import write_atomically
from ledger.log import Problem
from ledger.log.values import match_name, name_from
from ledger.log.words import quote, shown

# --- The players in a text ------------------------------------------------------------------------
Entry = dict[str, Any]  # a player as TOML has it: plain text, numbers, lists and tables


def with_players(text: str, players: list[Entry]) -> str:
    """Return ``text`` with these players: those it has in their order, without the ones left out,
    then new ones.

    Comments, layout and keys of others stay. Raises UserError for a layout that cannot be changed
    without harm.
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
        (
            "write each player as a [[players]] table of its own, such as: [[players]] id = 1 "
            'name = "Ann", each on its line'
        ),
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
    head = rf"\[\[players\]\]\nid = (?:{'|'.join(str(player['id']) for player in new)})\n"
    # blank lines around new entries
    text = re.sub(rf"(?<=[^\n]\n)(?={head})", "\n", tomlkit.dumps(document))
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


# --- Each change ----------------------------------------------------------------------------------
_TEACHING: Final = """\
# The settings of a book: edit them as you like, remarks and all.
# Whoever appears in a log for the first time gets an entry below. If one person has several names, put them together:
#   bourre players merge Bea Beatrice
"""  # noqa: E501


def new_text(name: str | None = None, currency: str | None = None) -> str:
    """Return the text of a new book's settings.

    Raises UserError for a name or currency that cannot be used.
    """
    import tomlkit  # noqa: PLC0415 - slow to import, and only needed to write

    said = {
        key: value for key, value in (("name", name), ("currency", currency)) if value is not None
    }
    text = "\n".join(
        [
            _TEACHING,
            *(f"{key} = {tomlkit.item(value).as_string()}\n" for key, value in said.items()),
        ]
    )
    parse_settings(text)
    return text


def with_setting(text: str, key: str, value: str) -> str:
    """Return ``text``, in which a key such as ``currency`` does not stand, with it below the
    remarks at its top.
    """
    head = re.match(r"(?:[ \t]*(?:#.*)?\r?\n)*", text)
    at = head.end() if head else 0
    blank = "\n" if text[at : at + 1] == "[" else ""
    after = f'{text[:at]}{key} = "{value}"\n{blank}{text[at:]}'
    parse_settings(after)
    return after


def change_settings(path: Path, change: Callable[[str], str]) -> Settings:
    """Change the text of the settings at ``path`` in one step and return what it says now; the book
    must be held for writing.

    They have names and perhaps passwords then, and only their owner may read them.
    """
    before = settings_text(path)
    read_settings(path)  # so that an error that was there before names its path
    after = change(before)
    if after != before:
        _replace(path, before, after.encode())
    return parse_settings(after, str(path))


def _replace(path: Path, before: str, after: bytes) -> None:
    """Write settings and their good copy: whenever this is cut short, what is there then is no
    loss.
    """
    if losses(before, after.decode("utf-8-sig")):
        write_atomically(last_good(path), after + f"\n{mark_of(before)}".encode(), private=True)
    write_atomically(path, after, private=True)
    keep_copy(path)


def keep_copy(path: Path) -> None:
    """Note that the settings at ``path`` are as they should be; the book must be held for
    writing.
    """
    now = kept(path) or b""
    if kept(last_good(path)) != now:
        write_atomically(last_good(path), now, private=True)


def kept(path: Path) -> bytes | None:
    """Return the settings as they are, for ``put_back``."""
    return path.read_bytes() if path.exists() else None


def put_back(path: Path, content: bytes | None) -> None:
    """Restore the settings to ``content``.

    Players who came only with refused files disappear; others are added again.
    """
    if kept(path) != content:
        _replace(path, settings_text(path), content or b"")
    if content is None:
        path.unlink(missing_ok=True)


def enrolled(text: str, names: Iterable[str]) -> str:
    """Return ``text`` with a new player for each of ``names`` that nobody has, in their order."""
    settings = parse_settings(text)
    new = [name for name in dict.fromkeys(map(_allowed, names)) if name not in settings.by_name]
    if not new:
        return text
    people = _People(text if text.strip() else new_text())
    for name in new:
        people.add(name)
    return people.text()


def without_players(text: str, numbers: Iterable[int]) -> str:
    """Return ``text`` without those of some players who have an id and a name as ``enrolled``
    writes them, and nothing more.

    Somebody may have written an entry, or a remark beside it: it stays.
    """
    for number in numbers:
        shorter = re.sub(_ENROLLED.format(number), "", text)
        if (
            shorter != text
            and len(parse_settings(shorter).players) == len(parse_settings(text).players) - 1
        ):
            text = shorter
    return text


_ENROLLED: Final = r"""(?:(?<=\n)\n|\A)\[\[players\]\]\nid = {}\nname = (?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')\n(?=\n|\[\[|\Z)"""  # noqa: E501


def renamed(text: str, who: str, new_name: str) -> str:
    """Return ``text`` with another name for ``who`` (a name, alias or id); the old one becomes an
    alias, for older logs.
    """
    people = _People(text)
    player, name = people.find(who), _allowed(new_name)
    owner = people.settings.by_name.get(name)
    if owner not in {None, player["id"]}:
        other = people.find(name)["name"]
        raise UserError(
            f"{shown(name)} is another player",
            (
                f"if they are the same person: bourre players merge {quote(player['name'])} "
                f"{quote(other)}"
            ),
        )
    old = normalize("NFC", player["name"])
    if name != old:
        player["name"] = name
        _set_aliases(player, [*_without(player, name), old])
    return people.text()


def merged(text: str, kept: str, other: str) -> str:
    """Return ``text`` with two players made one: ``kept``, with the names of ``other``, whose id
    nobody gets again.
    """
    people = _People(text)
    one, two = people.find(kept), people.find(other)
    if one is two:
        raise UserError(
            f"{shown(kept)} and {shown(other)} are already the same player",
            "bourre players lists all names",
        )
    people.entries.remove(two)
    _set_aliases(one, [*one.get("aliases", []), two["name"], *two.get("aliases", [])])
    one["was"] = [*one.get("was", []), {"id": two["id"], "name": two["name"]}, *two.get("was", [])]
    if "handle" in two and "handle" not in one:  # with the link that it is for
        one |= {key: two[key] for key in ("handle", "link") if key in two}
    return people.text()


def separated(text: str, alias: str) -> str:
    """Return ``text`` with an alias made a player again, with the id from before it was merged, or
    a new one.
    """
    people = _People(text)
    player = people.find(alias)
    aliases = {one: one for one in (normalize("NFC", word) for word in player.get("aliases", []))}
    name = match_name(alias, aliases) or normalize("NFC", alias)
    rest = _without(player, name)
    if len(rest) == len(player.get("aliases", [])):
        raise UserError(f"{shown(alias)} is no alias", f"{shown(player['name'])} has no other name")
    _set_aliases(player, rest)
    past = [one for one in player.get("was", []) if normalize("NFC", one["name"]) == name]
    if past:
        player["was"].remove(past[0])
        if not player["was"]:
            del player["was"]
    people.add(name, past[0]["id"] if past else None)
    return people.text()


def with_handle(text: str, who: str, handle: str | None) -> str:
    """Return ``text`` with the place where ``who`` (a name, alias or id) is sent money; None takes
    it out.
    """
    people = _People(text)
    player = people.find(who)
    player.pop("handle", None)
    if handle is not None:
        player["handle"] = handle
    return people.text()


def with_password(text: str, role: Role, password_hash: str) -> str:
    """Return ``text`` with the hash of the password of a role.

    Raises UserError if people log in elsewhere (``oidc``).
    """
    import tomlkit  # noqa: PLC0415 - slow to import, and only needed to write

    if parse_settings(text).access.oidc:
        raise UserError(
            "this book has oidc = true in [access]: nobody needs a password",
            "remove that line first",
        )
    before = text if text.strip() else new_text()
    wanted = tomllib.loads(before)
    wanted["access"] = {**wanted.get("access", {}), role.word: password_hash}
    document = tomlkit.parse(before)
    if "access" not in document:
        document["access"] = tomlkit.table()
    document["access"][role.word] = password_hash
    after = tomlkit.dumps(document)
    if tomllib.loads(after) != wanted:
        raise UserError(
            "[access] is written in a way that bourre cannot edit",
            f'add to it: {role.word} = "{password_hash}"',
        )
    return after


class _People:
    """The players of a text as they stand in it, to be changed; names in them may not be NFC."""

    def __init__(self, text: str) -> None:
        self.settings = parse_settings(text)
        self.before = text
        self.entries: list[Entry] = tomllib.loads(text).get("players", [])

    def find(self, who: str) -> Entry:
        numbers = {str(entry["id"]): entry for entry in self.entries}
        if who in numbers and who not in self.settings.by_name:
            return numbers[who]
        known = player_meant(who, self.settings.by_name)
        return next(entry for entry in self.entries if entry["id"] == known)

    def add(self, name: str, number: int | None = None) -> None:
        used = [one["id"] for entry in self.entries for one in (entry, *entry.get("was", []))]
        self.entries.append({"id": number or max(used, default=0) + 1, "name": name})

    def text(self) -> str:
        """Return the text with the players as they are now, read again to be sure."""
        text = with_players(self.before, self.entries)
        parse_settings(text)
        return text


def _allowed(name: str) -> str:
    try:
        return name_from([name], 0)
    except Problem as problem:
        raise UserError(problem.message, problem.remedy) from problem


def _without(player: Entry, name: str) -> list[str]:
    return [alias for alias in player.get("aliases", []) if normalize("NFC", alias) != name]


def _set_aliases(player: Entry, aliases: list[str]) -> None:
    player.pop("aliases", None)
    if aliases:
        player["aliases"] = aliases
