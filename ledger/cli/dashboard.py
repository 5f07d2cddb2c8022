"""``bourre dashboard``: the book to look at, in a browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from ledger.cli.book_options import add_book_option, folder_of

DESCRIPTION = """Look at the book in a browser: who owes what, what went wrong, how everyone plays.

The address is printed; Ctrl-C ends it. Only this machine can reach it, unless
you say --share: then everyone on your network can, who knows a password. There
is one for each role that you set one for:

  viewer   may look at everything and change nothing
  scorer   may also import and record sessions
  banker   may also record payments and rule on reneges

examples:
  bourre dashboard
  bourre dashboard --book ~/cards --port 8600 --open
  bourre dashboard password viewer         asks for one, and keeps a hash of it
  bourre dashboard --share

exit status: 0 it was ended; 2 it could not be started
"""

USUAL_PORT = 8501
TASKS = ("password",)
ROLES = ("viewer", "scorer", "banker")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``dashboard`` to the command line."""
    parser = subparsers.add_parser("dashboard", help="the book to look at, in a browser", description=DESCRIPTION)
    parser.add_argument("task", nargs="?", choices=TASKS, metavar="password", help="set the password of a role instead")
    parser.add_argument("role", nargs="?", choices=ROLES, metavar="ROLE", help="of this role: viewer, scorer or banker")
    add_book_option(parser)
    parser.add_argument("--port", type=_port, metavar="N", help=f"the port (default: {USUAL_PORT}, or the next free one)")
    parser.add_argument("--open", action="store_true", help="open the browser too")
    parser.add_argument("--share", action="store_true", help="let others on the network in, who know a password")
    parser.add_argument("--stdin", action="store_true", help="read the password from standard input, up to the line's end")


def run(args: argparse.Namespace) -> int:
    """Serve the dashboard until it is ended, or set a password."""
    from ledger.errors import UserError

    if args.task:
        if args.role is None:
            raise UserError("whose password?", "name a role: viewer, scorer or banker")
        return _set_password(folder_of(args), args.role, from_stdin=args.stdin)
    if args.stdin:
        raise UserError("--stdin goes with a password", "such as: bourre dashboard password viewer --stdin")
    from ledger.cli.dashboard_server import serve

    return serve(folder_of(args), args.port, share=args.share, browse=args.open)


def _port(word: str) -> int:
    if not word.isascii() or not word.isdecimal() or not 0 < int(word) < 65536:
        raise argparse.ArgumentTypeError(f"{word} is no port: it is a number from 1 to 65535")
    return int(word)


def _set_password(folder: Path, word: str, *, from_stdin: bool) -> int:
    from ledger.book.folder import SETTINGS
    from ledger.book.passwords import set_password
    from ledger.book.roles import Role

    set_password(folder, Role[word.upper()], _from_stdin() if from_stdin else _asked(word))
    print(f"{folder / SETTINGS}: the password of the {word} is set; whoever was logged in with another one is out")
    return 0


def _from_stdin() -> str:
    import sys

    return sys.stdin.readline().rstrip("\r\n")


def _asked(word: str) -> str:
    import sys
    from getpass import getpass

    from ledger.errors import UserError

    if not sys.stdin.isatty():
        raise UserError("there is nobody to ask for a password", "--stdin reads one from standard input")
    password = getpass(f"Password of the {word}: ")
    if getpass("The same again: ") != password:
        raise UserError("these were two different passwords", "nothing was changed: try again")
    return password
