"""``bourre players``: who plays in the book, and putting several names of one person together."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledger.cli.book_options import add_book_option, add_format_option, ask_book, folder_of, say_waiting

if TYPE_CHECKING:
    from ledger.book.people import Change

DESCRIPTION = """Who plays in the book, under which names, how often, and where everybody stands.

Each name that a log has is a player, until somebody says that two of them are
one person. Logs are never changed: names are put together in book.toml, and
every change can be undone with the command that is printed.

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
    "rename": ("another name for a player; the old one stays an alias", (("old", "OLD"), ("new", "NEW"))),
    "separate": ("an alias is a player of its own after all", (("alias", "ALIAS"),)),
    "handle": ("where to send a player money", (("player", "PLAYER"), ("text", "TEXT"))),
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``players`` to the command line."""
    parser = subparsers.add_parser("players", help="who plays, and which names are one person", description=DESCRIPTION)
    add_book_option(parser)
    add_format_option(parser)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", prog="bourre players")
    for name, (text, words) in ACTIONS.items():
        action = actions.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        for word, shown in words:
            action.add_argument(word, metavar=shown)
        # Without a default here, what stands before the action counts too.
        action.add_argument("--book", metavar="DIR", default=argparse.SUPPRESS, help="the folder of the book")
        if not words:
            formats = ("text", "json", "csv")
            action.add_argument("--format", choices=formats, default=argparse.SUPPRESS, help="text, json or csv")


def run(args: argparse.Namespace) -> int:
    """List the players, or change them as ``args`` say and print what became of them."""
    if args.action in {None, "list"}:
        return _list(args)
    from ledger.cli.players_text import changed, undoing

    change = _CHANGES[args.action](folder_of(args), args)
    print(changed(args.action, change))
    print("To undo it: " + "\n            ".join(undoing(args.action, change, args.book)))
    return 0


def _list(args: argparse.Namespace) -> int:
    from ledger.book.people import alike, people

    folder = folder_of(args)
    everybody, pairs = ask_book(args, lambda connection: (people(connection), alike(connection, folder)))
    if args.format == "json":
        from ledger.cli.output import print_json
        from ledger.cli.players_rows import as_dict

        print_json(as_dict(everybody, pairs))
    elif args.format == "csv":
        from ledger.cli.output import print_csv
        from ledger.cli.players_rows import HEADINGS, rows

        print_csv(HEADINGS, rows(everybody))
    else:
        from ledger.cli.players_text import as_text

        print(as_text(everybody, pairs, args.book))
    return 0


def _merge(folder: Path, args: argparse.Namespace) -> Change:
    from ledger.book.people import merge

    return merge(folder, args.kept, args.other, say_waiting)


def _rename(folder: Path, args: argparse.Namespace) -> Change:
    from ledger.book.people import rename

    return rename(folder, args.old, args.new, say_waiting)


def _separate(folder: Path, args: argparse.Namespace) -> Change:
    from ledger.book.people import separate

    return separate(folder, args.alias, say_waiting)


def _handle(folder: Path, args: argparse.Namespace) -> Change:
    from ledger.book.people import send_to

    return send_to(folder, args.player, args.text or None, say_waiting)


_CHANGES: Final = {"merge": _merge, "rename": _rename, "separate": _separate, "handle": _handle}
