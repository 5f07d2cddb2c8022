"""``bourre owes``: where everybody stands, and who pays whom."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ledger import book, stats
from ledger.book.balances.transfer_words import (
    payment_lines,
    transfer_sentence,
    unexplained_sentence,
)
from ledger.cli.book_options import (
    Forms,
    add_part_options,
    ask_about_money,
    command_on_book,
    folder_of,
    handles_missing,
    note_part,
    part_of,
    print_answer,
    transfer_as_dict,
)
from ledger.cli.terminal import add_book_option, add_format_option, folded, paint, table
from ledger.errors import UserError, shell_text
from ledger.export import figure
from ledger.log.words import visible
from ledger.money import CHIPS, FEWEST, PLANS, amount_text, money_as_dict, standing_in_words

DESCRIPTION: Final = """\
Where everybody in the book stands, and who pays whom so that all are square.

The plan has few payments (the fewest possible, as long as at most 24 are
not square) or, with --plan winners, pays the players one really lost to. It
stays as it was at the end of the last evening: a payment strikes out its line,
and only a payment that is not in the plan makes a new one. Chips in a pot that was carried over belong to whoever wins it: such a
pot takes part like a player. Each currency is kept apart, and so are chips that
were never given a value.

examples:
  bourre owes
  bourre owes --plan winners      pay whom you lost to
  bourre owes --session friday    of one evening; --game, --until too
  bourre owes --book ~/cards --format json
  bourre why Cal                  where Cal's figure comes from, to the log line
  bourre pay Cal Eve 12.50        note that Cal paid
  bourre settle                   note that all of them paid

Each payment gets a link to pay it with, if book.toml says what it looks like
and the payee has a handle (bourre players handle Eve @eve):

  [pay]
  link = "https://venmo.com/{handle}?txn=pay&amount={amount}&note={note}"

exit status: 0 the figures were printed; 2 there is no book, or it cannot be read
"""  # noqa: E501

HEADINGS: Final = ("kind", "from", "to", "game", "chips", "currency", "amount")


class Standing(NamedTuple):
    """Who owes what; the payment handles of players by account; how many sessions the book has; and
    its settings.

    ``part`` is the part of the book it covers, and ``without`` what that leaves out. ``left_out``
    are lines of the plan of one session that are not payments, or may have been paid, each with the
    reason.
    """

    owing: book.figures.Owing
    handles: Mapping[int, str]
    sessions: int
    settings: book.Settings
    part: stats.Filter
    without: book.figures.Without
    left_out: Sequence[book.payment_lines.LeftOut] = ()
    told: Collection[str] = ()  # the kinds of finding that there are


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_part_options(parser, "session", "game", "until")
    add_book_option(parser)
    help_text = (
        "few payments (default; the fewest for up to 24), or pay whom you lost to, which takes "
        "more of them"
    )
    parser.add_argument("--plan", choices=list(PLANS), help=help_text)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print who owes what."""
    part = part_of(args)
    if part.sessions and args.plan is not None:
        raise UserError(
            "--session has one plan, with few payments", "leave out --plan, or --session"
        )
    standing, left_out = ask_about_money(args, lambda connection: _standing(connection, args, part))
    for session in standing.part.sessions:
        left_out = book.unread.of_evening(left_out, session)
    if args.format == "csv":
        note_part(standing.part, standing.without)
    answer = Forms(
        lambda: as_text(standing, args.book),
        lambda: as_dict(standing),
        HEADINGS,
        lambda: rows(standing.owing),
    )
    print_answer(args, answer, left_out)
    return 0


def _standing(
    connection: book.Connection, args: argparse.Namespace, asked: stats.Filter
) -> Standing:
    folder = folder_of(args)
    part = book.figures.require_part(connection, asked, folder)
    owed, left_out = book.figures.owing(connection, args.plan or FEWEST, part), []
    if part.sessions:  # payments made for it since then are struck
        settled = book.payment_lines.settlement(connection, session=part.sessions[0])
        owed, left_out = owed._replace(transfers=settled.payments), settled.left_out
    about = (
        book.figures.session_count(connection),
        book.read_settings(folder / book.folder.SETTINGS),
        part,
        book.figures.without(connection, part),
    )
    return Standing(
        owed,
        book.figures.handles(connection),
        *about,
        left_out,
        book.figures.kinds_found(connection),
    )


# --- For people -----------------------------------------------------------------------------------
def as_text(standing: Standing, book: str | None = None) -> str:
    """What ``bourre owes`` prints: balances, pots, and who pays whom.

    ``book`` is its folder as the user typed it.
    """
    from ledger.book.balances.figures import part_sentence

    if not standing.sessions and not standing.owing.balances:
        bring = f"Import some: {command_on_book('import PATH…', book)}"
        return f"Nobody owes anybody anything: the book has no evenings yet.\n{bring}"
    owing = standing.owing
    units = sorted({one.unit for one in owing.balances} | {pot.unit for pot in owing.pots})
    parts = [folded(part_sentence(standing.part, standing.without))]
    parts += [_unit(standing, unit, book, several=len(units) > 1) for unit in units]
    if standing.left_out:
        from ledger.book.balances.one_session import open_lines

        parts.append(
            "\n".join(
                folded(line, "", "  ", long_words=False) for line in open_lines(standing.left_out)
            )
        )
    elif not owing.transfers:
        parts.append("Nobody owes anybody anything.")
    parts.append(handles_missing(standing.settings, owing.payments, book))
    return "\n\n".join(part for part in parts if part)


def _unit(standing: Standing, unit: str, book: str | None, *, several: bool) -> str:
    """Everything in one currency, as blocks of lines with a blank line between them."""
    owing = standing.owing
    people = [one for one in owing.balances if one.unit == unit and one.account > 0]
    blocks = []
    if people:
        people.sort(key=lambda one: -one.amount)
        rows = (
            [one.name, standing_in_words(one.amount), amount_text(one.amount, unit, signed=True)]
            for one in people
        )
        blocks.append(table(["Player", "", "Balance"], rows, right=("Balance",)))
    pots = list(_pots(standing, unit))
    if pots:
        blocks.append("\n".join(pots))
    payments = [one for one in owing.payments if one.unit == unit]
    sentences = list(payment_lines(standing.settings, standing.handles, payments))
    if sentences:
        blocks.append("\n".join(sentences))
    unexplained = list(_unexplained(standing, unit, book))
    if unexplained:
        blocks.append("\n".join(["Unexplained:", *unexplained]))
    if several:
        blocks[0] = (
            f"{paint('Chips without a value' if unit == CHIPS else unit, 'bold')}\n{blocks[0]}"
        )
    return "\n\n".join(blocks)


def _pots(standing: Standing, unit: str) -> Iterator[str]:
    owing = standing.owing
    for pot in owing.pots:
        if pot.unit == unit:
            worth = "" if unit == CHIPS else f", worth {amount_text(pot.amount, unit)}"
            name, chips = (
                visible(book.figures.pot_name(pot.game, owing.pots)),
                amount_text(pot.chips, CHIPS),
            )
            if standing.part.sessions:  # what lay there before belongs to another session
                worth = "" if unit == CHIPS else f", worth {amount_text(abs(pot.amount), unit)},"
                way = "went into" if pot.chips > 0 else "came out of"
                yield f"{amount_text(abs(pot.chips), CHIPS)}{worth} {way} the {name}."
            else:
                yield f"In the {name}: {chips}{worth}, for the next evening of the game."


def _unexplained(standing: Standing, unit: str, book: str | None) -> Iterator[str]:
    """Yield the amounts without a known source, each with its line of the log and the player whose
    balance stays open.
    """
    some = [one for one in standing.owing.unexplained if one.unit == unit]
    for one in some:
        yield folded(unexplained_sentence(one), "  ", "    ", long_words=False)
    for transfer in standing.owing.open:
        if transfer.unit == unit:
            yield f"  until then {transfer_sentence(transfer, standing.handles)}"
    if some:
        rules = dict.fromkeys(
            rule
            for one in some
            for rule in _TOLD_BY.get(one.kind, ("count",))
            if rule in standing.told
        )
        if rules:
            words = ["audit", *(word for rule in rules for word in ("--rule", rule))]
            yield f"  more: {command_on_book(shell_text(words), book)}"


_TOLD_BY: Final = {"opening": ("carried-pot",), "pot count": ("pot", "unverified-pot")}
"""The kinds of finding that say more about an unexplained amount, by its source; ``count`` for all
others.
"""


# --- For other programs ---------------------------------------------------------------------------
def as_dict(standing: Standing) -> dict[str, object]:
    """The object of ``bourre owes --format json``; amounts are decimals as text, and ``link`` is
    null where there is none.

    For a part of the book it says which part, and what that leaves out.
    """
    owed = _owing_as_dict(standing.owing, standing.settings)
    if standing.part == stats.EVERYTHING:
        return owed
    left_out = [transfer_as_dict(one) | {"reason": why} for one, why in standing.left_out]
    part = {"part": standing.part.as_dict(), "not_in_part": standing.without._asdict()}
    return {**part, **owed, "left_out": left_out}


def _owing_as_dict(owing: book.figures.Owing, settings: book.Settings) -> dict[str, object]:
    return {
        "unexplained": [
            {
                "session": one.session,
                "file": one.file,
                "line": one.line,
                **money_as_dict(one.amount, one.unit),
            }
            for one in owing.unexplained
        ],
        "balances": [
            {"player": one.name, **money_as_dict(one.amount, one.unit)} for one in owing.balances
        ],
        "transfers": [
            transfer_as_dict(one) | {"link": book.transfer_words.link_of(settings, one)}
            for one in owing.transfers
        ],
        "pots": [
            {"game": pot.game, "chips": pot.chips, **money_as_dict(pot.amount, pot.unit)}
            for pot in owing.pots
        ],
    }


def rows(owing: book.figures.Owing) -> Iterator[tuple[object, ...]]:
    """Yield a row for each balance (its player under ``from``), each transfer and each pot."""
    for one in owing.balances:
        yield "balance", one.name, "", "", "", one.unit, figure(one.amount, one.unit)
    for transfer in owing.transfers:
        amount = figure(transfer.amount, transfer.unit)
        yield "transfer", transfer.payer, transfer.payee, "", "", transfer.unit, amount
    for pot in owing.pots:
        yield "pot", "", "", pot.game, pot.chips, pot.unit, figure(pot.amount, pot.unit)
