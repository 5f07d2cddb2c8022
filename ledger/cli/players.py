"""``bourre players``: who plays in the book, and putting several names of one person together."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from ledger import book
from ledger.cli.book_options import (
    Forms,
    ask_about_money,
    command_on_book,
    folder_of,
    print_answer,
    say_waiting,
)
from ledger.cli.terminal import add_book_option, add_format_option, filled_columns, table
from ledger.errors import shell_text
from ledger.export import figure
from ledger.log.words import visible
from ledger.money import amount_text, money_as_dict

DESCRIPTION: Final = """\
Who plays in the book, under which names, how often, and where everybody stands.

Each name in a log is a player of its own, until you say that two of them are
one person. Logs are never changed: names are joined in book.toml, and every
change prints the command that undoes it.

examples:
  bourre players                        who there is
  bourre players merge Bea Beatrice     they are one person, who is called Bea
  bourre players separate Beatrice      no, they are not
  bourre players rename Bea "Bea B."    another name, for the old logs too
  bourre players handle Bea @bea-pays   where to send Bea money; "" forgets it

exit status: 0 done; 2 nothing was changed
"""

ACTIONS: Final = {
    "list": ("who there is", ()),
    "merge": ("two names are one person", (("kept", "KEPT"), ("other", "OTHER"))),
    "rename": (
        "another name for a player; the old one stays an alias",
        (("old", "OLD"), ("new", "NEW")),
    ),
    "separate": ("an alias is a player of its own after all", (("alias", "ALIAS"),)),
    "handle": ("where to send a player money", (("player", "PLAYER"), ("text", "TEXT"))),
}

HEADINGS: Final = ("id", "player", "aliases", "handle", "sessions", "hands", "currency", "amount")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_book_option(parser)
    add_format_option(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", prog="bourre players")
    for name, (text, words) in ACTIONS.items():
        action = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        for word, shown in words:
            action.add_argument(word, metavar=shown)
        # Without a default here, an option before the action would be overwritten by the default of
        # the action's parser.
        action.add_argument(
            "--book", metavar="DIR", default=argparse.SUPPRESS, help="the folder of the book"
        )
        if not words:
            formats = ("text", "json", "csv")
            action.add_argument(
                "--format", choices=formats, default=argparse.SUPPRESS, help="text, json or csv"
            )


def run(args: argparse.Namespace) -> int:
    """List the players, or change them as ``args`` say and print the result."""
    if args.action in {None, "list"}:
        return _list(args)
    change = _changed(folder_of(args), args)
    print(changed(args.action, change))
    print("To undo it: " + "\n            ".join(undoing(args.action, change, args.book)))
    return 0


def _list(args: argparse.Namespace) -> int:
    folder = folder_of(args)
    (everybody, pairs), left_out = ask_about_money(
        args,
        lambda connection: (book.people.people(connection), book.people.alike(connection, folder)),
    )
    forms = Forms(
        lambda: as_text(everybody, pairs, args.book),
        lambda: as_dict(everybody, pairs),
        HEADINGS,
        lambda: rows(everybody),
    )
    print_answer(args, forms, left_out)
    return 0


def _changed(folder: Path, args: argparse.Namespace) -> book.people.PeopleChange:
    if args.action == "merge":
        return book.people.merge(folder, args.kept, args.other, say_waiting)
    if args.action == "rename":
        return book.people.rename(folder, args.old, args.new, say_waiting)
    if args.action == "separate":
        return book.people.separate(folder, args.alias, say_waiting)
    return book.people.send_to(folder, args.player, args.text or None, say_waiting)


# --- For people -----------------------------------------------------------------------------------
def as_text(
    everybody: Sequence[book.people.Person], pairs: Iterable[tuple[str, str]], book: str | None
) -> str:
    """What ``bourre players`` prints; ``book`` is the folder as the user typed it."""
    if not everybody:
        return (
            f"This book has no players yet: {command_on_book('import PATH…', book)} imports "
            "evenings."
        )
    hints = []
    for one, other in pairs:
        merge = command_on_book(f"players merge {shell_text([one, other])}", book)
        hints.append(f"{one} and {other} may be one person: {merge}")
    return "\n\n".join([_table(everybody), *(["\n".join(hints)] if hints else [])])


def _table(everybody: Iterable[book.people.Person]) -> str:
    """The players line by line; a column that is empty for everybody is left out."""
    headings = ["Id", "Player", "Also called", "Send money to", "Evenings", "Hands", "Balance"]
    lines = []
    for one in everybody:
        balance = ", ".join(
            amount_text(amount, unit, signed=True) for unit, amount in one.positions.items()
        )
        names = [str(one.id), one.name, ", ".join(one.aliases), visible(one.handle or "")]
        lines.append([*names, f"{one.sessions:,}", f"{one.hands:,}", balance])
    return table(*filled_columns(headings, lines), right=("Balance",))


def changed(action: str, change: book.people.PeopleChange) -> str:
    """The players after a change, as text."""
    one, now = change.before[0], change.after[0]
    if action == "merge":
        sentence = (
            f"{change.before[-1].name} is now {now.name}: one person, also called "
            f"{', '.join(now.aliases)}."
        )
    elif action == "rename":
        renamed = f"{one.name} is now called {now.name}; {one.name} stays an alias."
        sentence = renamed if one.name != now.name else f"{now.name} keeps that name."
    elif action == "separate":
        sentence = f"{change.after[-1].name} is now a separate player from {now.name}."
    elif now.handle:
        sentence = f"Payments to {now.name} now go to {visible(now.handle)}."
    else:
        sentence = f"{now.name} no longer has a payment handle."
    return f"{sentence}\n\nBefore\n{_table(change.before)}\n\nNow\n{_table(change.after)}\n"


def undoing(action: str, change: book.people.PeopleChange, book: str | None) -> list[str]:
    """The commands that undo a change."""
    one, now = change.before[0], change.after[0]
    if action == "merge":
        other = change.before[-1]
        commands = [["separate", other.name]]
        # these aliases moved with the name; each must be moved back by itself
        for alias in other.aliases:
            commands += [["separate", alias], ["merge", other.name, alias]]
        if other.handle:
            commands.append(["handle", other.name, other.handle])
        if other.handle and not one.handle:
            commands.append(["handle", one.name, ""])
    elif action == "rename":
        commands = [["rename", now.name, one.name]]
    elif action == "separate":
        commands = [["merge", now.name, change.after[-1].name]]
    else:
        commands = [["handle", now.name, one.handle or ""]]
    return [command_on_book(f"players {shell_text(words)}", book) for words in commands]


# --- For other programs ---------------------------------------------------------------------------
def as_dict(
    everybody: Iterable[book.people.Person], pairs: Iterable[tuple[str, str]]
) -> dict[str, object]:
    """The object of ``bourre players --format json``; ``alike`` has names that may be one
    person's.
    """
    return {
        "players": [
            {
                "id": one.id,
                "player": one.name,
                "aliases": list(one.aliases),
                "handle": one.handle,
                "sessions": one.sessions,
                "hands": one.hands,
                "positions": [
                    money_as_dict(amount, unit) for unit, amount in one.positions.items()
                ],
            }
            for one in everybody
        ],
        "alike": [list(pair) for pair in pairs],
    }


def rows(everybody: Iterable[book.people.Person]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each player and currency, with an empty amount if a player has no balance;
    ``|`` separates aliases.
    """
    for one in everybody:
        about = (one.id, one.name, "|".join(one.aliases), one.handle or "", one.sessions, one.hands)
        for unit, amount in one.positions.items():
            yield *about, unit, figure(amount, unit)
        if not one.positions:
            yield *about, "", ""
