"""``bourre why``: where a player's balance comes from, down to the line of the log."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import Final

from ledger import book
from ledger.book.balances.transfer_words import bare
from ledger.cli.book_options import Forms, ask_about_money, folder_of, print_answer
from ledger.cli.terminal import add_book_option, add_format_option, paint, table
from ledger.export import figure
from ledger.log.words import visible
from ledger.money import CHIPS, amount_text, decimal_text, money_as_dict, standings

DESCRIPTION: Final = """Where a player's figure comes from: position, evenings, hands, log lines.

Every figure is the sum of those below it, so you can add it up by hand. Each
posting has the number of its rule (bourre rules says what it means) and the
line of the log that says so. Play, chips bought and cashed, and money paid are
shown apart. Buying and cashing chips wins and loses nothing: the two cancel
out, unless somebody else put up the cash.

examples:
  bourre why Cal --brief                    the evenings
  bourre why Cal --session friday-at-anns   one evening, hand by hand
  bourre why Cal                            everything

exit status: 0 the figures were printed; 2 nobody is called that, or there is no book
"""

NIGHTS: Final = ("currency", "date", "session", "chips", "played", "bank", "paid", "amount")
ITEMS: Final = (
    "currency",
    "date",
    "session",
    "hand",
    "kind",
    "rule",
    "with",
    "chips",
    "amount",
    "file",
    "line",
    "text",
    "note",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("player", metavar="PLAYER", help="any name of a player of the book")
    parser.add_argument(
        "--session", metavar="ID", help="only what this evening did: its id, its file or its day"
    )
    parser.add_argument("--brief", action="store_true", help="the evenings, without their hands")
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print where the balances of ``args.player`` come from."""
    folder = folder_of(args)

    def question(connection: book.Connection) -> tuple[book.trail.Trail, str | None]:
        found = book.trail.trail(connection, folder, args.player, args.session)
        return found, args.session and book.figures.session_called(connection, args.session, folder)

    (found, session), left_out = ask_about_money(args, question)
    left_out = left_out if session is None else book.unread.of_evening(left_out, session)
    forms = Forms(
        lambda: as_text(found, args.session, brief=args.brief),
        lambda: as_dict(found, brief=args.brief),
        NIGHTS if args.brief else ITEMS,
        lambda: nights(found) if args.brief else items(found),
    )
    print_answer(args, forms, left_out)
    return 0


# --- For people -----------------------------------------------------------------------------------
def as_text(trail: book.trail.Trail, session: str | None, *, brief: bool) -> str:
    """What ``bourre why`` prints; ``session`` is the one that was asked for, None for all."""
    blocks = [_answer(trail, session)]
    for account in trail.accounts:
        if session is None:
            blocks.append(_sessions(account))
        if not brief:
            blocks += [_night(night, account.unit) for night in account.nights]
            if account.payments:
                blocks.append(_payments(account))
    return "\n\n".join(blocks)


def _answer(trail: book.trail.Trail, session: str | None) -> str:
    if not trail.accounts:
        where = "the book" if session is None else f"evening {visible(session)}"
        return f"No postings for {trail.player} in {where}."
    if session is None:
        return (
            f"{trail.player} "
            f"{standings({account.unit: account.amount for account in trail.accounts})}."
        )
    return "\n".join(
        (
            f"{trail.player} in {visible(night.session)}: "
            f"{amount_text(night.amount, account.unit, signed=True)}"
        )
        for account in trail.accounts
        for night in account.nights
    )


def _sessions(account: book.trail.Account) -> str:
    """A line for each session and each payment between sessions, and the sum; columns for play,
    chips and payments as needed.
    """
    unit, parts = account.unit, _parts_of(account)
    lines: list[tuple[str, str, int | None, book.trail.Subtotals]] = [
        (night.date.isoformat(), visible(night.session), night.chips, night.subtotals)
        for night in account.nights
    ]
    if account.payments:
        paid = sum(item.amount for item in account.payments)
        lines.append(("", "payments between evenings", None, book.trail.Subtotals(0, 0, paid)))
    lines.append(("", "in all", None, account.subtotals))
    rows = []
    for day, words, chips, sums in lines:
        apart = [bare(getattr(sums, part), unit) if getattr(sums, part) else "" for part in parts]
        figures = _figures(chips, sums.amount, unit)
        rows.append([day, words, *figures[:-1], *apart, figures[-1]])
    *chips_column, amount = _headings(unit)
    headings = [
        *chips_column,
        *(part.capitalize() for part in parts),
        "In all" if parts else amount,
    ]
    return table(["Date", "Evening", *headings], rows, right=headings)


def _parts_of(account: book.trail.Account) -> list[str]:
    """The subtotals to show as columns: none if there was nothing but play, else play and those in
    which anything moved.
    """
    bank = any(night.bank for night in account.nights)
    paid = account.payments or any(night.paid for night in account.nights)
    return (
        ["played", *(["bank"] if bank else []), *(["paid"] if paid else [])] if bank or paid else []
    )


def _night(night: book.trail.SessionTrail, unit: str) -> str:
    """A session hand by hand.

    Lines of one indentation add up to the line above them, the outermost to the last line.
    """
    apart = bool(night.bank or night.paid)
    inner = "  " if apart else ""
    rows, sums = [], night.subtotals
    if apart:
        rows.append(_sum("played", night.chips, sums.played, unit))
    for part in night.hands:
        rows += [
            _sum(f"{inner}hand {part.hand}", part.chips, part.amount, unit),
            *_items(part.items, inner),
        ]
    if night.between:
        moved = (
            sum(item.chips for item in night.between),
            sum(item.amount for item in night.between),
        )
        rows += [_sum(f"{inner}between hands", *moved, unit), *_items(night.between, inner)]
    if night.bank:
        rows += [_sum("chips bought and cashed", None, sums.bank, unit), *_items(night.bank)]
    if night.paid:
        rows += [_sum("paid", None, sums.paid, unit), *_items(night.paid)]
    rows.append(_sum("in all", night.chips, sums.amount, unit))
    title = [paint(f"{night.date} {visible(night.session)}", "bold")]
    title += [visible(night.title)] if night.title else []
    worth = "" if unit == CHIPS else f"   (a chip is worth {amount_text(night.chip, unit)})"
    lines = table(["", "Rule", *_headings(unit), "Line", "In the log"], rows, right=_headings(unit))
    return f"{'  '.join(title)}\n{visible(night.file)}{worth}\n{lines}"


def _sum(words: str, chips: int | None, amount: int, unit: str) -> list[str]:
    return [words, "", *_figures(chips, amount, unit), "", ""]


def _payments(account: book.trail.Account) -> str:
    rows = [
        [
            item.date.isoformat(),
            item.words(note=True),
            bare(item.amount, account.unit),
            f"{visible(item.file)}:{item.line}",
        ]
        for item in account.payments
    ]
    rows.append(
        ["", "in all", bare(sum(item.amount for item in account.payments), account.unit), ""]
    )
    return table(
        ["Date", "Payments between evenings", "Amount", "In the log"], rows, right=("Amount",)
    )


def _items(items: Iterable[book.trail.Item], indent: str = "") -> list[list[str]]:
    rows = []
    for item in items:
        figures = _figures(item.chips or None, item.amount, item.unit)
        rows.append(
            [
                f"{indent}  {item.words()}",
                item.rule or "",
                *figures,
                str(item.line),
                item.in_the_log,
            ]
        )
    return rows


def _headings(unit: str) -> list[str]:
    """The headings of the figures; for chips without a value only one column, since the amount is
    the chips.
    """
    return ["Chips"] if unit == CHIPS else ["Chips", "Amount"]


def _figures(chips: int | None, amount: int, unit: str) -> list[str]:
    if unit == CHIPS:
        return [bare(amount, unit)]
    return ["" if chips is None else bare(chips, CHIPS), bare(amount, unit)]


# --- For other programs ---------------------------------------------------------------------------
def as_dict(trail: book.trail.Trail, *, brief: bool) -> dict[str, object]:
    """The object of ``bourre why --format json``; amounts are decimals as text, chips those won or
    lost.
    """
    return {
        "player": trail.player,
        "positions": [
            {
                **money_as_dict(account.amount, account.unit),
                **_subtotals(account.subtotals, account.unit),
                "sessions": [
                    _night_as_dict(night, account.unit, brief=brief) for night in account.nights
                ],
                "payments": [_item_as_dict(item) for item in account.payments],
            }
            for account in trail.accounts
        ],
    }


def _night_as_dict(night: book.trail.SessionTrail, unit: str, *, brief: bool) -> dict[str, object]:
    told: dict[str, object] = {
        "session": night.session,
        "date": night.date.isoformat(),
        "title": night.title,
        "game": night.game,
        "file": night.file,
        "chip": None if unit == CHIPS else decimal_text(night.chip, unit),
        "chips": night.chips,
        "amount": decimal_text(night.amount, unit),
        **_subtotals(night.subtotals, unit),
    }
    if brief:
        return told
    hands = [
        {
            "hand": part.hand,
            "chips": part.chips,
            "amount": decimal_text(part.amount, unit),
            "postings": [_item_as_dict(item) for item in part.items],
        }
        for part in night.hands
    ]
    return told | {
        "hands": hands,
        "between": [_item_as_dict(item) for item in night.between],
        "bank": [_item_as_dict(item) for item in night.bank],
        "paid": [_item_as_dict(item) for item in night.paid],
    }


def _subtotals(sums: book.trail.Subtotals, unit: str) -> dict[str, object]:
    return {
        "subtotals": {part: decimal_text(amount, unit) for part, amount in sums._asdict().items()}
    }


def _item_as_dict(item: book.trail.Item) -> dict[str, object]:
    return {
        "date": item.date.isoformat(),
        "kind": item.kind,
        "rule": item.rule,
        "with": item.other,
        "chips": item.chips,
        "amount": decimal_text(item.amount, item.unit),
        "file": item.file,
        "line": item.line,
        "text": item.text,
        "note": item.note,
    }


def nights(trail: book.trail.Trail) -> Iterator[tuple[object, ...]]:
    """Yield a row for each session, and one for each payment between sessions."""
    for account in trail.accounts:
        unit = account.unit
        for night in account.nights:
            sums = (figure(amount, unit) for amount in night.subtotals)
            yield unit, night.date, night.session, night.chips, *sums, figure(night.amount, unit)
        for item in account.payments:
            paid = figure(item.amount, unit)
            yield unit, item.date, "", 0, figure(0, unit), figure(0, unit), paid, paid


def items(trail: book.trail.Trail) -> Iterator[tuple[object, ...]]:
    """Yield a row for each posting, session by session; the amounts of a currency add up to the
    position.
    """
    for account in trail.accounts:
        for night in account.nights:
            for part in night.hands:
                yield from map(_row, part.items)
            yield from map(_row, (*night.between, *night.bank, *night.paid))
        yield from map(_row, account.payments)


def _row(item: book.trail.Item) -> tuple[object, ...]:
    hand = "" if item.hand is None else item.hand
    amount = figure(item.amount, item.unit)
    place = (item.file, item.line, item.text, item.note)
    return (
        item.unit,
        item.date,
        item.session or "",
        hand,
        item.kind,
        item.rule or "",
        item.other,
        item.chips,
        amount,
        *place,
    )
