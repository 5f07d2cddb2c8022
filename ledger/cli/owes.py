"""``bourre owes``: where everybody stands, and who pays whom."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from ledger.book.pay_links import payment_lines
from ledger.book.posting_words import transfer_sentence, unexplained_sentence
from ledger.cli.book_options import (
    add_book_option,
    ask_about_money,
    folder_of,
    handles_missing,
    note_unread,
    print_money,
)
from ledger.cli.terminal import add_format_option, folded, paint, print_csv, print_json, table
from ledger.export import figure
from ledger.log.words import visible
from ledger.money import CHIPS, FEWEST, PLANS, amount_text, decimal_text, standing_in_words

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.book import Connection, Settings
    from ledger.book.figures import Balance, Owing

DESCRIPTION: Final = """Where everybody in the book stands, and who pays whom so that all are square.

The payments are as few as there can be, or, with --plan winners, go to whom one
really lost to. The plan stays as it was at the end of the last session: a payment
strikes its line, and only one that is no line of it makes a new plan. Chips in a pot that was carried over
belong to whoever wins it: such a pot takes part like a player. Currencies are
kept apart, and so are chips that were never given a value.

examples:
  bourre owes
  bourre owes --plan winners      pay whom you lost to
  bourre owes --book ~/cards --format json
  bourre why Cal                  where Cal's figure comes from, to the log line
  bourre pay Cal Eve 12.50        note that Cal paid
  bourre settle                   note that all of them paid

Each payment gets a link to pay it with, if book.toml says what it looks like
and the payee has a handle (bourre players handle Eve @eve):

  [pay]
  link = "https://venmo.com/{handle}?txn=pay&amount={amount}&note={note}"

exit status: 0 the figures were printed; 2 there is no book, or it cannot be read
"""

HEADINGS: Final = ("kind", "from", "to", "game", "chips", "currency", "amount")


class Standing(NamedTuple):
    """Who owes what; the payment handles of players by account; how many sessions the book has; and its settings."""

    owing: Owing
    handles: Mapping[int, str]
    sessions: int
    settings: Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what stands behind the command's name."""
    add_book_option(parser)
    help_text = "the fewest payments (if absent), or to whom one lost, which takes more of them"
    parser.add_argument("--plan", choices=list(PLANS), default=FEWEST, help=help_text)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print who owes what."""
    standing, left_out = ask_about_money(args, lambda connection: _standing(connection, args.plan, folder_of(args)))
    if args.format == "json":
        print_json(as_dict(standing.owing, standing.settings) | {"not_read": left_out.as_dict()})
    elif args.format == "csv":
        note_unread(args, left_out)
        print_csv(HEADINGS, rows(standing.owing))
    else:
        print_money(args, as_text(standing, args.book), left_out)
    return 0


def _standing(connection: Connection, how: str, folder: Path) -> Standing:
    from ledger.book import read_settings
    from ledger.book.figures import handles, owing, session_count
    from ledger.book.folder import SETTINGS

    return Standing(owing(connection, how), handles(connection), session_count(connection), read_settings(folder / SETTINGS))


# --- For people -----------------------------------------------------------------------------------------------------


def as_text(standing: Standing, book: str | None = None) -> str:
    """Everything that ``bourre owes`` says to people: balances, pots, and the payments that make everybody square.

    ``book`` is its folder as somebody typed it.
    """
    if not standing.sessions and not standing.owing.balances:
        return "Nobody owes anybody anything: the book has no sessions yet.\nBring some in: bourre import PATH…"
    owing = standing.owing
    units = sorted({one.unit for one in owing.balances} | {pot.unit for pot in owing.pots})
    parts = [_unit(standing, unit, several=len(units) > 1) for unit in units]
    if not owing.transfers:
        parts.append("Nobody owes anybody anything.")
    parts.append(handles_missing(standing.settings, owing.payments, book))
    return "\n\n".join(part for part in parts if part)


def _unit(standing: Standing, unit: str, *, several: bool) -> str:
    """Everything in one currency; each block of lines has a blank line before the next."""
    owing = standing.owing
    people = [one for one in owing.balances if one.unit == unit and one.account > 0]
    blocks = []
    if people:
        people.sort(key=lambda one: -one.amount)
        blocks.append(table(["Player", "", "Balance"], map(_row, people), right=("Balance",)))
    pots = list(_pots(owing, unit))
    if pots:
        blocks.append("\n".join(pots))
    payments = [one for one in owing.payments if one.unit == unit]
    sentences = list(payment_lines(standing.settings, standing.handles, payments))
    if sentences:
        blocks.append("\n".join(sentences))
    unexplained = list(_unexplained(standing, unit))
    if unexplained:
        blocks.append("\n".join(["Unexplained:", *unexplained]))
    if several:
        blocks[0] = f"{paint('Chips without a value' if unit == CHIPS else unit, 'bold')}\n{blocks[0]}"
    return "\n\n".join(blocks)


def _row(one: Balance) -> list[str]:
    return [one.name, standing_in_words(one.amount), amount_text(one.amount, one.unit, signed=True)]


def _pots(owing: Owing, unit: str) -> Iterator[str]:
    from ledger.book.figures import pot_name

    for pot in owing.pots:
        if pot.unit == unit:
            worth = "" if unit == CHIPS else f", worth {amount_text(pot.amount, unit)}"
            name, chips = visible(pot_name(pot.game, owing.pots)), amount_text(pot.chips, CHIPS)
            yield f"In the {name}: {chips}{worth}, for the next session of the game."


def _unexplained(standing: Standing, unit: str) -> Iterator[str]:
    """Yield what came from nowhere or went there, with the line that says so, and whose balance stays open for it."""
    some = [one for one in standing.owing.unexplained if one.unit == unit]
    for one in some:
        yield folded(unexplained_sentence(one), "  ", "    ", long_words=False)
    for transfer in standing.owing.open:
        if transfer.unit == unit:
            yield f"  until then {transfer_sentence(transfer, standing.handles)}"
    if some:
        yield "  more: bourre audit --rule count --rule pot --rule carried-pot"


# --- For other programs ---------------------------------------------------------------------------------------------


def as_dict(owing: Owing, settings: Settings) -> dict[str, list[dict[str, object]]]:
    """The object of ``bourre owes --format json``; amounts are decimals as text, and ``link`` is null where there is none."""
    from ledger.book.pay_links import link_of

    return {
        "unexplained": [
            {
                "session": one.session,
                "file": one.file,
                "line": one.line,
                "currency": one.unit,
                "amount": decimal_text(one.amount, one.unit),
            }
            for one in owing.unexplained
        ],
        "balances": [
            {"player": one.name, "currency": one.unit, "amount": decimal_text(one.amount, one.unit)} for one in owing.balances
        ],
        "transfers": [
            {
                "from": one.payer,
                "to": one.payee,
                "currency": one.unit,
                "amount": decimal_text(one.amount, one.unit),
                "link": link_of(settings, one),
            }
            for one in owing.transfers
        ],
        "pots": [
            {"game": pot.game, "chips": pot.chips, "currency": pot.unit, "amount": decimal_text(pot.amount, pot.unit)}
            for pot in owing.pots
        ],
    }


def rows(owing: Owing) -> Iterator[tuple[object, ...]]:
    """Yield a row for each balance (its player under ``from``), each transfer and each pot."""
    for one in owing.balances:
        yield "balance", one.name, "", "", "", one.unit, figure(one.amount, one.unit)
    for transfer in owing.transfers:
        amount = figure(transfer.amount, transfer.unit)
        yield "transfer", transfer.payer, transfer.payee, "", "", transfer.unit, amount
    for pot in owing.pots:
        yield "pot", "", "", pot.game, pot.chips, pot.unit, figure(pot.amount, pot.unit)
