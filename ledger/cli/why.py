"""``bourre why``: where a player's figure comes from, down to the log line."""

from __future__ import annotations

import argparse

from ledger.cli.book_options import add_book_option, add_format_option, ask_book, folder_of

DESCRIPTION = """Where a player's figure comes from: position, sessions, hands, log lines.

Every figure is the sum of those below it, so it can be added up by hand. Each
posting has the number of its rule (bourre rules says what it means) and the line
of the log that says so. Chips bought and cashed win and lose nothing: they cancel
out, unless somebody else put up the cash.

examples:
  bourre why Cal --brief                    the sessions
  bourre why Cal --session friday-at-anns   one session, hand by hand
  bourre why Cal                            everything

exit status: 0 the figures were printed; 2 nobody is called that, or there is no book
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``why`` to the command line."""
    parser = subparsers.add_parser("why", help="where a player's figure comes from, to the log line", description=DESCRIPTION)
    parser.add_argument("player", metavar="PLAYER", help="any name of a player of the book")
    parser.add_argument("--session", metavar="ID", help="only what this session did")
    parser.add_argument("--brief", action="store_true", help="the sessions, without their hands")
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print where the figures of ``args.player`` come from."""
    from ledger.book.trail import trail

    folder = folder_of(args)
    found = ask_book(args, lambda connection: trail(connection, folder, args.player, args.session))
    if args.format == "json":
        from ledger.cli.output import print_json
        from ledger.cli.why_rows import as_dict

        print_json(as_dict(found, brief=args.brief))
    elif args.format == "csv":
        from ledger.cli import why_rows
        from ledger.cli.output import print_csv

        print_csv(*((why_rows.NIGHTS, why_rows.nights(found)) if args.brief else (why_rows.ITEMS, why_rows.items(found))))
    else:
        from ledger.cli.why_text import as_text

        print(as_text(found, args.session, brief=args.brief))
    return 0
