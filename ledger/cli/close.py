"""``bourre close`` seals everything up to a day, so that a later change shows; ``bourre reopen``
opens it again, on record.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from ledger import book
from ledger.cli.book_options import command_on_book, folder_of, say_waiting
from ledger.cli.terminal import add_book_option, add_format_option, folded, paint, print_json, table
from ledger.errors import UserError
from ledger.log.words import visible
from ledger.money import amount_text, money_as_dict, standing_in_words
from ledger.wording import counted

DESCRIPTION: Final = """Seal the past: every evening and payment up to and including a day.

Their fingerprints, and everybody's balance on that day, go to closed.txt in the
folder of the book. From then on commands refuse to change them, and owes and
check report any change made by hand: which evening, which line, whose balance,
and by how much. The head, a short number, is printed on statements and
receipts: anyone who keeps one can prove later that nobody rewrote the past.
Without a DATE this shows what is closed. More: bourre help closing

examples:
  bourre close 2026-06-30
  bourre close                              what is closed, and by whom
  bourre check --head 7f3a-91c2-04be-66d1   is this still the book I knew?
  bourre reopen --why "the log of 5 June was the wrong one"

exit status: 0 it is closed; 2 nothing was closed
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "day", nargs="?", metavar="DATE", help="the last day to close, before today"
    )
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="close even if something could not be read and is in no figure",
    )
    add_act_options(parser, "a remark that stays with it")
    add_book_option(parser)
    add_format_option(parser, csv=False)


def run(args: argparse.Namespace) -> int:
    """Close the book, or say what is closed."""
    folder = folder_of(args)
    if args.day is not None:
        _print(
            args,
            book.closing.close(
                folder, args.day, act_of(args), anyway=args.anyway, waiting=say_waiting
            ),
        )
        return 0
    book.folder.require_book(folder)
    chain = book.chain.read_chain(folder)
    if chain.problems:
        raise UserError(f"{folder}: {chain.problems[0]}", command_on_book("check", args.book))
    if args.format == "json":
        print_json(
            {
                "until": chain.until or None,
                "head": chain.head or None,
                "acts": [as_dict(one) for one in chain.entries],
            }
        )
    else:
        print("\n".join(_history(args, chain)))
    return 0


def add_act_options(parser: argparse.ArgumentParser, why: str, *, required: bool = False) -> None:
    """Add ``--by`` and the reason: who does something that is recorded for good, and why."""
    parser.add_argument(
        "--by", metavar="NAME", help="who does this (default: the name of this account)"
    )
    parser.add_argument("--why", default="", required=required, metavar="TEXT", help=why)


def act_of(args: argparse.Namespace) -> book.closing.Act:
    """Who closes or reopens the book, and why.

    Raises UserError if no name is given and the system has none.
    """
    from getpass import getuser

    try:
        return book.closing.Act(args.by if args.by is not None else getuser(), args.why)
    except (ImportError, OSError, KeyError) as error:  # the user's account has no name
        raise UserError("cannot tell who does this", "name someone with --by NAME") from error


# --- For people -----------------------------------------------------------------------------------
def _print(args: argparse.Namespace, sealed: book.closing.Sealed) -> None:
    entry = sealed.entry
    assert isinstance(entry, book.chain.Closing)
    if args.format == "json":
        print_json({"closed": sealed.closed.as_dict(), "act": as_dict(entry)})
        return
    sessions = sum(len(file.sessions) for file in entry.files)
    what = [counted(sessions, "evening")]
    if entry.payments is not None:
        what.append(f"{counted(len(entry.payments.prints), 'line')} of payments")
    lines = [
        f"{paint(sealed.closed.sentence, 'bold')}: {', '.join(what)}.",
        "",
        _balances(entry),
        "",
    ]
    lines += _unexplained(entry, args.book)
    head = book.closed.short(sealed.closed.head)
    lines += [
        f"Anyone who keeps the head {head} can prove what was closed:",
        f"  {command_on_book(f'check --head {head}', args.book)}",
        "From now on it is printed on statements and receipts. Keep closed.txt with the book.",
    ]
    print("\n".join(lines))


def _balances(entry: book.chain.Closing) -> str:
    rows = [
        (
            visible(name or "unexplained"),
            standing_in_words(amount) if name else "",
            amount_text(amount, unit, signed=True),
        )
        for (name, unit), amount in sorted(
            entry.balances.items(), key=lambda one: (one[0][1], -one[1])
        )
    ]
    return (
        table(["Player", "", "Balance"], rows, right=("Balance",))
        if rows
        else "Everybody was square."
    )


def _unexplained(entry: book.chain.Closing, book: str | None) -> Iterator[str]:
    """Yield a sentence on amounts that were closed while in nobody's balance, and what to do if
    that is not intended.
    """
    sums = [
        amount_text(abs(amount), unit)
        for (name, unit), amount in sorted(entry.balances.items(), key=str)
        if name is None
    ]
    if sums:
        yield f"Sealed as unexplained, in nobody's balance: {' and '.join(sums)}."
        yield f"  where it comes from: {command_on_book('owes', book)}"
        yield f"  to correct it: {command_on_book('reopen --why TEXT', book)}"
        yield ""


def _history(args: argparse.Namespace, chain: book.chain.Chain) -> Iterator[str]:
    found = book.chain.closed(folder_of(args))
    if found is None:
        yield "Nothing is closed."
        yield f"To seal everything up to a day: {command_on_book('close DATE', args.book)}"
        return
    yield paint(found.sentence, "bold")
    for one in chain.entries:
        act = "closed to" if isinstance(one, book.chain.Closing) else "reopened what was closed to"
        note = f": {visible(one.note)}" if one.note else ""
        yield folded(
            f"{one.on}  {visible(one.by)} {act} {one.until}{note}", "  ", "    ", long_words=False
        )
        yield f"              head {book.closed.short(one.head)}"


# --- For other programs ---------------------------------------------------------------------------
def as_dict(entry: book.chain.Entry) -> dict[str, object]:
    """A closing or reopening as JSON; amounts are decimals as text."""
    said: dict[str, object] = {
        "act": "close" if isinstance(entry, book.chain.Closing) else "reopen",
        "until": entry.until,
        "on": entry.on,
        "by": entry.by,
        "why": entry.note,
        "head": entry.head,
    }
    if isinstance(entry, book.chain.Closing):
        said["sessions"] = [session.id for file in entry.files for session in file.sessions]
        said["balances"] = [
            {"player": name, **money_as_dict(amount, unit)}
            for (name, unit), amount in entry.balances.items()
        ]
    return said


# --- bourre reopen --------------------------------------------------------------------------------
REOPEN_DESCRIPTION: Final = """Reopen what was closed, so that it can be put right.

Who did it, when and why is kept for good in closed.txt, and anyone who kept an
earlier head is told by bourre check --head. Without a DATE the last closing is
reopened; with one, everything that was closed from that day on. Close the book
again when it is right.

examples:
  bourre reopen --why "the log of 5 June was the wrong one"
  bourre reopen 2026-04-01 --why "Bea's payment was never noted" --by Ann

exit status: 0 it is open; 2 nothing was changed
"""


def add_reopen_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "day",
        nargs="?",
        metavar="DATE",
        help="the first day that is to be open (default: the last closing)",
    )
    add_act_options(parser, "the reason, for all to read", required=True)
    add_book_option(parser)
    add_format_option(parser, csv=False)


def run_reopen(args: argparse.Namespace) -> int:
    """Reopen the book and print until when it is still closed."""
    done = book.closing.reopen(folder_of(args), act_of(args), args.day, say_waiting)
    if args.format == "json":
        print_json({"closed": done.closed.as_dict(), "act": as_dict(done.entry)})
        return 0
    print(
        folded(
            f"What was closed to {done.entry.until} is open again; closed.txt records who "
            "reopened it, and why."
        )
    )
    print(f"{done.closed.sentence}.")
    print(f"When it is right: {command_on_book(f'close {done.entry.until}', args.book)}")
    return 0
