"""``bourre show``: one hand as it was played, trick by trick."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledger import book, engine, insight, story
from ledger.cli import terminal
from ledger.cli.audit import records, say_what_books_know
from ledger.cli.book_options import folder_of, say_waiting
from ledger.errors import UserError
from ledger.files import PARQUET, SUFFIX
from ledger.findings.kinds import HANGS_ON_THE_EVENING_BEFORE
from ledger.game.play import NAMES, NONE, SYMBOLS, UNKNOWN, pretty
from ledger.log.words import visible
from ledger.wording import SUIT_NAMES

if TYPE_CHECKING:
    from ledger.hands.model import Hands

DESCRIPTION: Final = """\
Show one hand as it was played: who sat and dealt, what was drawn, every trick,
who took and who paid, and what was wrong.

LOG is a file, or an evening of the book by its id or its day. Without HAND: a
line for every hand. HAND is the hand's number; 12#2 is the second hand with the
number 12, and :41 is the hand that line 41 of the log stands in, as the audit
names it.

examples:
  bourre show friday.bourre
  bourre show friday.bourre 12
  bourre show friday.bourre :41
  bourre show friday.bourre 12 --open-cards
  bourre show friday-at-anns 12 --book ~/cards
"""

EPILOG: Final = """A card that nobody wrote down is ??. A hand with a line that cannot be read is
shown as it was written, with what is wrong with it.

exit status: 0 done; 2 a hand or a file that is not there or cannot be read"""

MOST_LISTED: Final = 12  # errors, or hands of the same number, that are listed
NARROWEST: Final = 4  # the least number of columns for a player in the table of tricks


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "path",
        metavar="LOG",
        help="a log, a Parquet file, an evening of the book, or - for standard input",
    )
    parser.add_argument(
        "hand",
        nargs="?",
        metavar="HAND",
        help="the hand's number, such as 12; all hands in brief without it",
    )
    parser.add_argument(
        "--open-cards",
        action="store_true",
        help="in hindsight: what HAND comes to if everybody sees all cards",
    )
    parser.add_argument(
        "--session", metavar="ID", help="only hands of this evening, in a Parquet file of several"
    )
    terminal.add_book_option(parser)
    terminal.add_format_option(parser, csv=False)


def run(args: argparse.Namespace) -> int:
    """Print a hand, or a line for each.

    Raises UserError if there is no such hand, or more than one.
    """
    asked = None if args.hand is None else story.parse_hand_name(args.hand)
    if args.open_cards and asked is None:
        raise UserError(
            "--open-cards is about one hand", f"name it: bourre show {args.path} 12 --open-cards"
        )
    found: list[story.Retelling] = []
    where: list[tuple[engine.Judged, int]] = []
    numbers: list[str] = []
    nights: list[str] = []
    for judged in _judged(args):
        hands = judged.hands
        wanted = [args.session in {None, info.id} for info in hands.sessions]
        nights += without_hands(judged, wanted)
        for row in (row for row in range(len(hands)) if wanted[int(hands.session[row])]):
            numbers.append(
                str(hands.number[row]) if hands.number[row] >= 0 else f":{hands.line[row]}"
            )
            if asked is None or asked.fits(hands, row):
                found.append(story.retell(judged, row))
                where.append((judged, row))
    if args.session is not None and not numbers and not nights:
        raise UserError(
            f"the file has no evening {args.session}", f"bourre show {args.path} lists the evenings"
        )
    hand = None if asked is None else _one(found, args.hand, asked.nth, numbers)
    seen = (
        _hindsight(args, hand, *where[found.index(hand)])
        if hand is not None and args.open_cards
        else None
    )
    if args.format == "json":
        beside = {} if seen is None else {"open_cards": _as_dict(seen)}
        terminal.print_json(
            [story.as_dict(one) for one in found] if hand is None else story.as_dict(hand) | beside,
            indent=1,
        )
    elif hand is None:
        print("\n\n".join([as_list(found), *nights] if found else nights or ["no hands"]))
    else:
        print(as_text(hand))
        print(
            "".join(f"{line}\n" for line in ["", *_open_cards(seen)]) if seen is not None else "",
            end="",
        )
        for one in _history(args, hand):
            print(visible(f"{one.heading[0].upper()}{one.heading[1:]}: {one.words}"))
    told = found if hand is None else [hand]
    if any(one.rule in HANGS_ON_THE_EVENING_BEFORE for shown in told for one in shown.findings):
        say_what_books_know(path for path in [args.path] if Path(path).exists())
    return 0


def _hindsight(
    args: argparse.Namespace, hand: story.Retelling, judged: engine.Judged, row: int
) -> insight.Hindsight:
    """The hand with open cards.

    Raises UserError for an evening being recorded: whoever asks may be playing.
    """
    folder, here = folder_of(args), Path(hand.file)
    for log in book.Book(folder, book.settings.Role.VIEWER).being_recorded():
        if hand.file == log or (
            here.exists() and (folder / log).exists() and here.samefile(folder / log)
        ):
            raise UserError(
                "this evening is still being recorded", "ask for open cards once it is over"
            )
    return insight.hindsight(judged, row)


def _history(args: argparse.Namespace, hand: story.Retelling) -> list[book.disputes.Remark]:
    """What became of a hand: edits and disputes, from comments in its log."""
    here = Path(hand.file)
    return book.disputes.history(here if here.is_file() else folder_of(args) / here, hand.line)


def _judged(args: argparse.Namespace) -> Iterator[engine.Judged]:
    """Yield the hands of a file or a session, judged.

    Raises UserError for what is not there or cannot be read.
    """
    from ledger.hands import columns
    from ledger.hands.model import Hands
    from ledger.log.payments import Payments

    path = args.path
    for record in _of_book(args) or records(path):
        if isinstance(record, Payments):
            raise UserError(
                f"{path} is a payments file: it has no hands", "give the log of an evening"
            )
        hands = record if isinstance(record, Hands) else columns([record])
        if not isinstance(record, Hands) and not record.readable:
            from ledger.log import format_diagnostic

            raise UserError(
                "\n".join(format_diagnostic(error) for error in record.errors[:MOST_LISTED])
            )
        yield engine.judge(hands)


def _of_book(args: argparse.Namespace) -> list[Hands]:
    """The hands of a session of the book, which begins with what earlier sessions left; empty if
    ``args`` name a file.

    Raises UserError if they name neither.
    """
    word, folder = args.path, folder_of(args)
    if (
        word == "-"
        or Path(word).exists()
        or (args.book is None and not book.folder.is_book(folder))
    ):
        return []

    def question(connection: book.Connection) -> Hands:
        return book.session_in_book(
            connection, folder, book.figures.session_called(connection, word, folder)
        )

    try:
        return [book.ask(folder, question, say_waiting)]
    except UserError:
        if args.book is None and (word.endswith((SUFFIX, PARQUET)) or "/" in word):
            return []  # a mistyped path: the error about the file says more
        raise


def _one(
    found: list[story.Retelling], asked: str, nth: int | None, numbers: list[str]
) -> story.Retelling:
    """The hand that was asked for. Raises UserError if there is none, or more than one."""
    if not found:
        what = (
            f"line {asked[1:]} is not in any hand"
            if asked.startswith(":")
            else f"there is no hand {asked}"
        )
        raise UserError(what, _what_there_is(numbers))
    if nth is not None:
        if not 1 <= nth <= len(found):
            raise UserError(
                f"there is no hand {asked}",
                f"{len(found)} hands have that number: write #1 to #{len(found)}",
            )
        return found[nth - 1]
    if len(found) > 1:
        places = [
            f"{asked}#{at} at {hand.file}:{hand.line}"
            for at, hand in enumerate(found[:MOST_LISTED], 1)
        ]
        more = ["…"] if len(found) > MOST_LISTED else []
        raise UserError(
            f"{len(found)} hands have the number {asked}",
            "\n  ".join(["write one of", *places, *more]),
        )
    return found[0]


def _what_there_is(numbers: list[str]) -> str:
    """The hands of a file in words; runs of numbers are shortened."""
    runs: list[list[str]] = []
    for number in numbers:
        if (
            runs
            and number.isdigit()
            and runs[-1][-1].isdigit()
            and int(number) == int(runs[-1][-1]) + 1
        ):
            runs[-1].append(number)
        else:
            runs.append([number])
    named = [run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    more = ["…"] if len(named) > MOST_LISTED else []
    return (
        f"the hands are {', '.join(named[:MOST_LISTED] + more)}"
        if named
        else "the file has no hands"
    )


# --- In words -------------------------------------------------------------------------------------
def as_text(hand: story.Retelling) -> str:
    """What ``bourre show`` prints of a hand."""
    parts = [_heading(hand)]
    if hand.text:
        parts.append("\n".join(f"{number:>6}  {visible(line)}" for number, line in hand.text))
    if hand.seats:
        parts += [*_seats(hand), *_tricks(hand), _money(hand)]
    if hand.rulings:
        parts.append("\n".join(_rulings(hand)))
    parts.append("\n".join(_findings(hand)))
    return "\n\n".join(part for part in parts if part)


def _heading(hand: story.Retelling) -> str:
    name = "A hand without a number" if hand.number is None else f"Hand {hand.number}"
    lines = [
        terminal.paint(name, "bold")
        + f"  {visible(hand.file)}:{hand.line}  evening {visible(hand.session)}, {hand.date}",
        terminal.folded(f"rules {hand.rules}", "", "  "),
    ]
    if hand.text:
        lines.append(
            terminal.paint(
                "In quarantine: a line cannot be read, so nothing is judged or booked.", "yellow"
            )
        )
    elif hand.dealer is None:
        suit = SUIT_NAMES[hand.trump] if hand.trump >= 0 else "a suit that was not recorded"
        lines.append(f"Nobody noted who dealt; trumps: {suit}")
    elif hand.turned < UNKNOWN:
        lines.append(
            f"{hand.dealer} deals and turns {pretty(hand.turned)}: {SUIT_NAMES[hand.trump]} are "
            "trumps"
        )
    elif hand.trump >= 0:
        lines.append(
            f"{hand.dealer} deals; {SUIT_NAMES[hand.trump]} {SYMBOLS[hand.trump]} are trumps"
        )
    else:
        lines.append(f"{hand.dealer} deals; the trump suit was not recorded")
    return "\n".join(lines)


def _seats(hand: story.Retelling) -> Iterator[str]:
    """Yield a table of the seats, clockwise from the dealer's left, and one of the cards
    changed.
    """
    rows = []
    for seat in hand.seats:
        name = f"{seat.player} (D)" if seat.player == hand.dealer else seat.player
        declared = _declared(seat) or ("" if hand.misdeal else "not recorded")
        rows.append([name, _cards(seat.dealt), declared, "" if seat.won is None else str(seat.won)])
    yield terminal.table(*terminal.filled_columns(["Seat", "Dealt", "Declares", "Tricks"], rows))
    changed = [
        [seat.player, _cards(seat.out), _cards(seat.drawn)]
        for seat in hand.seats
        if seat.out or seat.drawn
    ]
    if changed:
        yield terminal.table(*terminal.filled_columns(["Draw", "Discards", "Receives"], changed))


def _declared(seat: story.Seat) -> str:
    drew = "" if seat.draw is None else f", draws {seat.draw}" if seat.draw else ", draws none"
    return {"plays": f"plays{drew}", "drops": f"plays{drew}, then passes"}.get(
        seat.declared, seat.declared
    )


def _cards(cards: list[int] | None) -> str:
    return "" if cards is None else " ".join(pretty(card) for card in cards)


def _tricks(hand: story.Retelling) -> Iterator[str]:
    if hand.tricks:
        order = [seat.player for seat in hand.seats if seat.declared == "plays"]
        yield "\n".join(_grid(hand.tricks, order))
        yield "\n".join(_legend(hand))
    said = []
    if hand.misdeal:
        said.append("The hand was thrown in: it does not count, and is dealt again.")
    if hand.unfollowed is not None:
        said.append(
            f"Trick {hand.unfollowed} and everything after it were not replayed: see below."
        )
    if hand.claim is not None:
        said.append(story.claims(hand))
    if said:
        yield "\n".join(said)


def _grid(tricks: list[story.Trick], order: list[str]) -> Iterator[str]:
    """Yield a row for each trick and a column for each player, clockwise from the dealer's left."""
    cells = [[_cell(trick, player) for player in order] for trick in tricks]
    widths = [
        max(NARROWEST, *(terminal.width_of(text) for text, _ in column))
        for column in zip(*cells, strict=True)
    ]
    for at, name in enumerate(order):
        room = (terminal.WIDTH - 7 - sum(widths)) // len(order) - 1
        widths[at] = max(widths[at], min(terminal.width_of(name), widths[at] + max(room, 0)))
    yield (
        "Trick  "
        + " ".join(
            terminal.padded(terminal.cut(name, width), width)
            for name, width in zip(order, widths, strict=True)
        ).rstrip()
    )
    for trick, row in zip(tricks, cells, strict=True):
        line = " ".join(
            terminal.paint(text, style) + " " * (width - terminal.width_of(text))
            if style
            else terminal.padded(text, width)
            for (text, style), width in zip(row, widths, strict=True)
        )
        yield f"{trick.number:>5}  {line}".rstrip()


def _cell(trick: story.Trick, player: str) -> tuple[str, str]:
    turn = next(at for at, play in enumerate(trick.plays) if play.player == player)
    play = trick.plays[turn]
    card = (
        pretty(play.card)
        if play.withdrawn == NONE
        else f"{pretty(play.withdrawn)}>{pretty(play.card)}"
    )
    won = trick.winner == player
    text = (
        ("→" if turn == 0 else " ")
        + card
        + ("*" if won else "")
        + {"wrong": "!", "not provable": "?"}.get(play.verdict, "")
    )
    return text, "red" if play.verdict == "wrong" else "green" if won else ""


def _legend(hand: story.Retelling) -> Iterator[str]:
    """Yield what the marks in use mean, and which cards would have been right instead of each wrong
    one.
    """
    plays = [play for trick in hand.tricks for play in trick.plays]
    marks = ["→ led", "* won the trick"]
    if any(play.verdict == "wrong" for play in plays):
        marks.append("! against the rules")
    if any(play.verdict == "not provable" for play in plays):
        marks.append("? cannot be proved")
    if any(play.withdrawn != NONE for play in plays):
        marks.append("9♥>4♥ taken back")
    indent = " " * 7
    glued = "   ".join(mark.replace(" ", "\xa0") for mark in marks)
    yield from (
        terminal.paint(line.replace("\xa0", " "), "dim")
        for line in textwrap.wrap(
            glued, terminal.WIDTH, initial_indent=indent, subsequent_indent=indent
        )
    )
    for found in hand.findings:
        if found.required is not None:
            cards = " or ".join(pretty(NAMES.index(card)) for card in found.required)
            yield f"       trick {found.trick}, {found.player}: {cards} was right"


def _money(hand: story.Retelling) -> str:
    """The settlement line by line, its figures aligned."""
    lines = story.settlement(hand)
    width = max(len(figure) for figure, _ in lines) + 2
    text = ["Chips"]
    for figure, what in lines:
        text.append(terminal.folded(what, f"{figure:>{width}}  ", " " * (width + 4), hyphens=True))
    text += [terminal.folded(said, "") for said in story.not_known(hand)]
    if not hand.verified:
        text.append(
            "The pot of this hand cannot be checked: not all that went into it is recorded."
        )
    return "\n".join(text)


def _rulings(hand: story.Retelling) -> Iterator[str]:
    yield "Ruled later"
    for ruling in hand.rulings:
        what = "let stand" if ruling.chips is None else f"a penalty of {ruling.chips}"
        yield f"  {ruling.player}: {what} (line {ruling.line})"


def _findings(hand: story.Retelling) -> Iterator[str]:
    if not hand.findings:
        yield terminal.paint("Nothing wrong.", "green")
    for found in hand.findings:
        where = ", ".join(
            part for part in (found.trick and f"trick {found.trick}", found.player) if part
        )
        yield (
            f"{terminal.level(found)}: {where}{' ' if where else ''}[{found.rule}], line "
            f"{found.line}"
        )
        yield terminal.wrapped(found.message)


def _open_cards(seen: insight.Hindsight) -> Iterator[str]:
    """Yield what best play by all comes to with open cards, and each card that would have done more
    for whoever played.
    """
    yield "Hindsight"
    yield terminal.wrapped(insight.par_in_words(seen) or "Nobody had a card to choose.")
    for choice in seen.choices:
        if said := insight.would_have(choice):
            yield terminal.folded(f"trick {choice.trick}: {said}", "    ", "    ")


def _as_dict(seen: insight.Hindsight) -> dict[str, object]:
    """``open_cards`` of the JSON: endings, and what each legal card of each choice leads to; chips
    in stakes.
    """
    return {
        "needed": seen.needed or None,
        "par": seen.par and seen.par._asdict(),
        "choices": [
            {
                **choice._asdict(),
                "chosen": NAMES[choice.chosen],
                "leads_to": {
                    NAMES[card]: ending._asdict() for card, ending in choice.leads_to.items()
                },
            }
            for choice in seen.choices
        ],
    }


def as_list(hands: list[story.Retelling]) -> str:
    """A line for each hand."""
    rows = []
    several = len({hand.session for hand in hands}) > 1
    for hand in hands:
        takes = ", ".join(
            f"{paid.player} {-paid.chips}" for paid in hand.payments if paid.what == "takes"
        )
        plays = sum(seat.declared == "plays" for seat in hand.seats)
        rows.append(
            [
                visible(hand.session) if several else "",
                f":{hand.line}" if hand.number is None else str(hand.number),
                hand.dealer or "",
                "in quarantine" if hand.text else _turned(hand),
                str(plays) if hand.seats else "",
                str(hand.pot) if hand.seats else "",
                takes,
                str(len(hand.findings) or ""),
            ]
        )
    return terminal.table(
        *terminal.filled_columns(
            ["Evening", "Hand", "Dealer", "Turned", "Play", "Pot", "Takes", "Findings"], rows
        )
    )


def without_hands(judged: engine.Judged, wanted: Sequence[bool]) -> Iterator[str]:
    """Yield a text on each ``wanted`` session that has results but no hand."""
    infos = judged.hands.sessions
    if all(info.rows for info in infos):
        return
    from ledger.money import won

    for info, wins, asked in zip(infos, won(judged), wanted, strict=True):
        if asked and not info.rows and any(wins):
            said = (
                f"Evening {visible(info.id)}, {info.date}: no hand was recorded. Results from "
                "counts and other statements:"
            )
            order = sorted(zip(info.players, wins, strict=True), key=lambda one: -one[1])
            rows = [
                [visible(name), f"{chips:+,}".replace("-", "−") if chips else "0"]
                for name, chips in order
            ]
            yield (
                f"{terminal.folded(said)}\n\n"
                f"{terminal.table(['Player', 'Chips'], rows, right=('Chips',))}"
            )


def _turned(hand: story.Retelling) -> str:
    if hand.turned < UNKNOWN:
        return pretty(hand.turned)
    return SYMBOLS[hand.trump] if hand.trump >= 0 else "-"
