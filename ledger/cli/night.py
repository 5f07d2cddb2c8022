"""``bourre night``: who won an evening, and who owes what of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ledger import book, stats
from ledger.book.balances.transfer_words import bare, no_link, payment_lines, without_handle
from ledger.cli.answers import to_text
from ledger.cli.book_options import (
    Forms,
    ask_about_money,
    closed_as_dict,
    command_on_book,
    folder_of,
    note_unread,
    print_answer,
    transfer_as_dict,
)
from ledger.cli.terminal import (
    add_book_option,
    add_format_option,
    filled_columns,
    folded,
    paint,
    table,
)
from ledger.errors import UserError
from ledger.export import figure
from ledger.money import CHIPS, decimal_text, money_as_dict
from ledger.wording import counted

DESCRIPTION: Final = """\
Who won an evening, the best hand, the worst bourré, and who owes what for it.

Without EVENING it is the last evening. What is owed is for this evening alone,
as in bourre owes --session; what has been paid since is left out. The best hand
is the most chips that anybody took in one, the worst bourré the most that
anybody had to match. --review tells the turning point too, the hand after which
the winner led to the end, and the biggest pot; and the luckiest draw and the
costliest decision, if every card was written down and bourre insight or the
dashboard has worked out luck and prices.

examples:
  bourre night                       the last evening
  bourre night friday-at-anns        another: its id, its file or its day
  bourre night --review              also the hands that stand out
  bourre night --chat                the same as a text to send to the others
  bourre settle --session friday-at-anns     note that all of it is paid

exit status: 0 the evening was told; 2 there is no such evening, or no book
"""

HEADINGS: Final = ("kind", "from", "to", "hand", "chips", "currency", "amount")


class Answer(NamedTuple):
    """The evening, payment handles by account, the settings of the book, the last lines to print,
    and what stands out.
    """

    night: book.one_session.Evening
    handles: Mapping[int, str]
    settings: book.Settings
    foot: list[str]
    review: stats.Review | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "session",
        nargs="?",
        metavar="EVENING",
        help="its id, its file or its day (default: the last evening)",
    )
    parser.add_argument("--chat", action="store_true", help="as a text to send to those who played")
    parser.add_argument("--review", action="store_true", help="also the hands that stand out")
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the evening."""
    if args.chat and (args.review or args.format != "text"):
        raise UserError(
            "--chat always prints the same text", "leave out --chat, or --review and --format"
        )
    answer, whole = ask_about_money(args, lambda connection: _answer(connection, args))
    left_out = book.unread.of_evening(whole, answer.night.session)
    if answer.review and (left_out.sessions or answer.night.unlogged):
        answer = answer._replace(review=answer.review.in_part())
    if args.chat:
        print(book.one_session.chat_text(answer.night, answer.settings, answer.handles, left_out))
        note_unread(args, left_out)
        return 0
    elsewhere = len(whole.sessions) - len(left_out.sessions)
    forms = Forms(
        lambda: as_text(answer, args.book, left_out, elsewhere),
        lambda: as_dict(answer) | {"closed": closed_as_dict(args)},
        HEADINGS,
        lambda: rows(answer.night),
    )
    print_answer(args, forms, left_out)
    return 0


def _answer(connection: book.Connection, args: argparse.Namespace) -> Answer:
    folder, word = folder_of(args), args.session
    session = (
        book.figures.last_session(connection)
        if word is None
        else book.figures.session_called(connection, word, folder)
    )
    night = book.one_session.one_night(connection, session)
    foot = book.chain.statement_footer(connection)
    return Answer(
        night,
        book.figures.handles(connection),
        book.read_settings(folder / book.folder.SETTINGS),
        foot,
        _review(connection, night, args),
    )


def _review(
    connection: book.Connection, night: book.one_session.Evening, args: argparse.Namespace
) -> stats.Review | None:
    """The review of an evening, if it is asked for."""
    if not args.review:
        return None
    found = stats.review_of(connection, night.session)
    if (
        found
        and night.file in book.Book(folder_of(args), book.settings.Role.VIEWER).being_recorded()
    ):  # whoever asks may be playing
        return found.while_played()
    return found


# --- For people -----------------------------------------------------------------------------------
def as_text(answer: Answer, book: str | None, left_out: book.unread.Unread, elsewhere: int) -> str:
    """What ``bourre night`` prints.

    ``book`` is its folder as the user typed it, ``left_out`` what this evening's figures leave out;
    ``elsewhere`` is the number of other sessions that could not be read in full.
    """
    from ledger.book.balances.one_session import feats, heading, in_the_pot, who_won

    night = answer.night
    title = f"{paint(heading(night), 'bold')}\n{who_won(night, left_out)}"
    told = [
        folded(line) for line in (*feats(night), *_marks(answer.review), in_the_pot(night)) if line
    ]
    foot = [f"This evening alone. All evenings: {command_on_book('owes', book)}"]
    if elsewhere:
        others = counted(elsewhere, "other evening")
        foot.append(
            f"{others} could not be read in full, and the pot may differ: "
            f"{command_on_book('check', book)}"
        )
    blocks = [
        title,
        _results(night),
        "\n".join(told),
        *_settled(answer, book),
        "\n".join([*foot, *answer.foot]),
    ]
    return "\n\n".join(block for block in blocks if block)


def _results(night: book.one_session.Evening) -> str:
    """What everybody won or lost; if chips were bought or money was paid, also what is left to
    settle.
    """
    unit = night.unit
    left, differs = night.left, night.left_differs
    lines = [
        [
            one.name,
            bare(one.amount, unit),
            "" if unit == CHIPS else bare(one.chips, CHIPS),
            bare(left.get(one.account, 0), unit) if differs else "",
        ]
        for one in night.results
    ]
    headings, cells = filled_columns(
        ["Player", "Won or lost", "Chips", "With what was paid"], lines
    )
    return table(headings, cells, right=headings[1:]) if lines else ""


def _marks(review: stats.Review | None) -> Iterator[str]:
    """Yield what stands out besides the best hand and the worst bourré, and what of it is not
    known.
    """
    if review is None:
        return
    for one in review.marks:
        if one.kind != "bourre":
            where = "" if one.number is None else f", hand {one.number}"
            yield f"{stats.MARKS[one.kind]}{where}: {one.said()}"
    yield from review.missing


def _settled(answer: Answer, book: str | None) -> Iterator[str]:
    from ledger.book.balances.one_session import open_lines

    payments, left_out = answer.night.settlement.payments, answer.night.settlement.left_out
    yield "\n".join(
        line
        for said in payment_lines(answer.settings, answer.handles, payments)
        for line in said.lines
    )
    yield "\n".join(folded(line.text, "", "  ", long_words=False) for line in open_lines(left_out))
    yield "" if payments or left_out else "Nothing is left to pay for it."
    if names := without_handle(answer.settings, payments):
        yield to_text([no_link(names)], book)


# --- For other programs ---------------------------------------------------------------------------
def as_dict(answer: Answer) -> dict[str, object]:
    """The object of ``bourre night --format json``; amounts are decimals as text."""
    night = answer.night
    unit, settled = night.unit, night.settlement
    return {
        "session": night.session,
        "date": night.date.isoformat(),
        "title": night.title,
        "game": night.game,
        "file": night.file,
        "currency": unit,
        "chip": None if unit == CHIPS else decimal_text(night.chip, unit),
        "hands": night.hands,
        "pot": night.pot,
        "winners": [one.name for one in night.winners],
        "results": [
            {"player": one.name, "chips": one.chips, "amount": decimal_text(one.amount, unit)}
            for one in night.results
        ],
        "best_hand": _feat(night.best, unit),
        "worst_bourre": _feat(night.worst, unit),
        "stands_out": answer.review and [_mark(one) for one in answer.review.marks],
        "balances": [
            {"player": one.name, **money_as_dict(one.amount, one.unit)} for one in night.balances
        ],
        "transfers": [
            transfer_as_dict(one) | {"link": book.transfer_words.link_of(answer.settings, one)}
            for one in settled.payments
        ],
        "left_out": [transfer_as_dict(one) | {"reason": why} for one, why in settled.left_out],
    }


def _feat(one: book.one_session.Feat | None, unit: str) -> dict[str, object] | None:
    if one is None:
        return None
    return {
        "player": one.name,
        "hand": one.hand,
        "chips": one.chips,
        "amount": decimal_text(one.amount, unit),
    }


def _mark(one: stats.Mark) -> dict[str, object]:
    return {"kind": one.kind, "hand": one.number, "players": list(one.names), "text": one.said()}


def rows(night: book.one_session.Evening) -> Iterator[tuple[object, ...]]:
    """Yield a row for what each player won or lost, for the best hand and the worst bourré, and for
    each payment.
    """
    unit = night.unit
    for one in night.results:
        yield "result", one.name, "", "", one.chips, unit, figure(one.amount, unit)
    for kind, feat in (("best hand", night.best), ("worst bourré", night.worst)):
        if feat is not None:
            yield (
                kind,
                feat.name,
                "",
                "" if feat.hand is None else feat.hand,
                feat.chips,
                unit,
                figure(feat.amount, unit),
            )
    for transfer in night.settlement.payments:
        yield (
            "transfer",
            transfer.payer,
            transfer.payee,
            "",
            "",
            transfer.unit,
            figure(transfer.amount, transfer.unit),
        )
