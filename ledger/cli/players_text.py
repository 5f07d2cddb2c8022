"""The players of a book, and what became of some of them, in words."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from ledger.book.people import Change, Person
from ledger.cli.import_text import command
from ledger.cli.terminal import table
from ledger.log.words import visible
from ledger.money.amounts import amount_text


def as_text(everybody: Sequence[Person], pairs: Iterable[tuple[str, str]], book: str | None) -> str:
    """Return everything that ``bourre players`` says; ``book`` is the folder as somebody typed it."""
    if not everybody:
        return f"Nobody plays in this book yet: {command('import PATH…', book)} brings sessions in."
    lines = [_table(everybody)]
    hints = [
        f"{one} and {other} may be one person: {command(f'players merge {_words(one, other)}', book)}" for one, other in pairs
    ]
    return "\n\n".join([*lines, *(["\n".join(hints)] if hints else [])])


def _table(everybody: Iterable[Person]) -> str:
    """Return the players line by line; a column in which nobody has anything is left out."""
    columns = {
        "Id": [str(one.id) for one in everybody],
        "Player": [one.name for one in everybody],
        "Also called": [", ".join(one.aliases) for one in everybody],
        "Send money to": [visible(one.handle or "") for one in everybody],
        "Sessions": [f"{one.sessions:,}" for one in everybody],
        "Hands": [f"{one.hands:,}" for one in everybody],
        "Balance": [
            ", ".join(amount_text(amount, unit, signed=True) for unit, amount in one.positions.items()) for one in everybody
        ],
    }
    shown = {heading: cells for heading, cells in columns.items() if any(cells)}
    return table(list(shown), zip(*shown.values(), strict=True), right=("Balance",))


def changed(action: str, change: Change) -> str:
    """Return what became of the people that a change was about."""
    one, now = change.before[0], change.after[0]
    if action == "merge":
        sentence = f"{change.before[-1].name} is {now.name} now: one person, who is also called {', '.join(now.aliases)}."
    elif action == "rename":
        sentence = f"{one.name} is called {now.name} now" + (
            f"; {one.name} stays an alias." if one.name != now.name else " as before."
        )
    elif action == "separate":
        sentence = f"{change.after[-1].name} is a player apart from {now.name} now."
    elif now.handle:
        sentence = f"Payments to {now.name} go to {visible(now.handle)} now."
    else:
        sentence = f"Nothing is known about where to send {now.name} money now."
    return f"{sentence}\n\nBefore\n{_table(change.before)}\n\nNow\n{_table(change.after)}\n"


def undoing(action: str, change: Change, book: str | None) -> list[str]:
    """Return the commands after which everything is as it was before."""
    one, now = change.before[0], change.after[0]
    if action == "merge":
        other = change.before[-1]
        commands = [_words("separate", other.name)]
        for alias in other.aliases:  # those went over with the name; each comes back by itself
            commands += [_words("separate", alias), _words("merge", other.name, alias)]
        if other.handle:
            commands.append(_words("handle", other.name, other.handle))
        if other.handle and not one.handle:
            commands.append(_words("handle", one.name, ""))
    elif action == "rename":
        commands = [_words("rename", now.name, one.name)]
    elif action == "separate":
        commands = [_words("merge", now.name, change.after[-1].name)]
    else:
        commands = [_words("handle", now.name, one.handle or "")]
    return [command(f"players {words}", book) for words in commands]


def _words(*words: str) -> str:
    return shlex.join(words)
