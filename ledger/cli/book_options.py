"""What the commands on a book share: asking it, saying what its figures leave out, and options for
a part of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from ledger import book, stats
from ledger.cli.terminal import counter, first_of, folded, note, paint, print_csv, print_json
from ledger.errors import UserError, shell_text
from ledger.log.words import visible
from ledger.money import money_as_dict

if TYPE_CHECKING:
    from ledger.log import Doubt


T = TypeVar("T")
# sentences printed on what the figures leave out; the rest are only counted
MOST_LEFT_OUT: Final = 5


def folder_of(args: argparse.Namespace) -> Path:
    """The folder of the book that the command line means."""
    return book.folder.book_folder(args.book)


def command_on_book(words: str, book: str | None) -> str:
    """A command to type for the same book; ``book`` is its folder as the user typed it."""
    return f"bourre {words}" + (f" --book {shell_text([book])}" if book else "")


def doubt_words(some: Sequence[Doubt], most: int = 20) -> str:
    """A paragraph for each kind of doubt (a line read as it stands that may mean something else):
    where, and what to do.
    """
    from ledger.log import DOUBTS

    lines: list[str] = []
    for kind, told in DOUBTS.items():
        found = [one for one in some if one.kind == kind]
        if not found:
            continue
        lines.append(folded(told.heading))
        places = [(visible(f"{one.file}, line {one.line}"), visible(one.words)) for one in found]
        each = [
            folded(f"{place}: {words}", "  ", "    ") if words else f"  {place}"
            for place, words in places
        ]
        lines += first_of(each, most)
        lines += [folded(told.remedy, "  ", "  ")] if told.remedy else []
    return "\n".join(lines)


def ask_book(args: argparse.Namespace, question: Callable[[book.Connection], T]) -> T:
    """Ask the book a question, once it is up to date.

    Says on standard error what the figures leave out.
    """
    answer, left_out = ask_about_money(args, question)
    note_unread(args, left_out)
    return answer


def ask_about_money(
    args: argparse.Namespace, question: Callable[[book.Connection], T]
) -> tuple[T, book.unread.Unread]:
    """Ask the book a question, and what its figures leave out; the command must say that with its
    answer.
    """

    def both(connection: book.Connection) -> tuple[T, book.unread.Unread]:
        return question(connection), book.unread.unread(connection)

    with counter() as progress:
        answer = book.ask(folder_of(args), both, say_waiting, progress)
    if folder_of(args) in book.READ_ONLY:
        note(
            f"bourre: {folder_of(args)} cannot be written here: its figures were worked out anew, "
            "and nothing is kept of that"
        )
    return answer


def not_read(left_out: book.unread.Unread, folder: Path) -> Iterator[str]:
    """Yield as text what the figures leave out: a few lines for each thing, with the command that
    shows it.
    """
    said = list(book.unread.sentences(left_out))
    for one in said[:MOST_LEFT_OUT]:
        yield folded(one.text, "  ", "    ", long_words=False)
        if todo := book.unread.remedy(folder, one):
            yield (
                folded(f"→ {todo}", "    ", "      ", long_words=False)
                if one.remedy
                else f"    → {todo}"
            )
    if len(said) > MOST_LEFT_OUT:
        yield f"  and {len(said) - MOST_LEFT_OUT:,} more"


def left_out_text(args: argparse.Namespace, left_out: book.unread.Unread) -> str:
    """What the figures leave out, and what was changed after it was closed, as blocks of lines with
    headings.
    """
    lines = list(_changed(left_out))
    missing = list(not_read(left_out, folder_of(args)))
    lines += ["Not in these figures:", *missing] if missing else []
    return "\n".join([*lines, f"  everything: {command_on_book('check', args.book)}"])


def _changed(left_out: book.unread.Unread) -> Iterator[str]:
    """Yield what has changed since the book was closed."""
    if left_out.changed:
        yield "Changed since the book was closed:"
    yield from first_of(
        [folded(text, "  ", "    ", long_words=False) for text in left_out.changed], MOST_LEFT_OUT
    )


def note_unread(args: argparse.Namespace, left_out: book.unread.Unread) -> None:
    """Say on standard error what an answer for other programs leaves out."""
    if left_out:
        note(left_out_text(args, left_out))


def print_money(args: argparse.Namespace, text: str, left_out: book.unread.Unread) -> None:
    """Print an answer for people, and before it what it leaves out."""
    if left_out:
        print(f"{paint(left_out_text(args, left_out), 'yellow')}\n")
    print(text)


class Forms(NamedTuple):
    """An answer about money as each format has it: a text, the fields of an object, or headings and
    rows.
    """

    text: Callable[[], str]
    fields: Callable[[], dict[str, object]]
    headings: Sequence[str]
    rows: Callable[[], Iterable[Sequence[object]]]


def print_answer(args: argparse.Namespace, answer: Forms, left_out: book.unread.Unread) -> None:
    """Print an answer as ``--format`` wants it, with what it leaves out; for a table that is said
    on standard error.
    """
    if args.format == "json":
        print_json(answer.fields() | {"not_read": left_out.as_dict()})
    elif args.format == "csv":
        note_unread(args, left_out)
        print_csv(answer.headings, answer.rows())
    else:
        print_money(args, answer.text(), left_out)


def transfer_as_dict(one: book.figures.SuggestedTransfer) -> dict[str, object]:
    """A transfer in answers in JSON."""
    return {"from": one.payer, "to": one.payee, **money_as_dict(one.amount, one.unit)}


def closed_line(args: argparse.Namespace) -> list[str]:
    """The last line of statements and receipts: until when the book is closed, and the head; empty
    if it was never closed.
    """
    found = book.chain.closed(folder_of(args))
    return [] if found is None else ["", paint(found.sentence, "dim")]


def closed_as_dict(args: argparse.Namespace) -> dict[str, str | None] | None:
    """The field ``closed`` of JSON answers: the last closed day and the full head; None if the book
    was never closed.
    """
    found = book.chain.closed(folder_of(args))
    return None if found is None else found.as_dict()


def say_waiting() -> None:
    """Say that another process is writing in the book."""
    note("bourre: another program is writing to this book; waiting for it to finish …")


# --- The part of the book that is meant -----------------------------------------------------------
_HELP: Final = {
    "session": ("ID", "only this evening: its id, its file in the book, or its day"),
    "game": ("NAME", "only evenings of this game"),
    "since": ("DATE", "the first day that counts (default: the first of all)"),
    "until": ("DATE", "the last day that counts (default: the last of all)"),
    "season": ("SEASON", "only a year (2026), a quarter (2026-q4) or a month (2026-11)"),
}


def add_part_options(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add the options with these names."""
    for name in names:
        metavar, text = _HELP[name]
        parser.add_argument(f"--{name}", metavar=metavar, help=text)


def part_of(args: argparse.Namespace) -> stats.Filter:
    """The part of the book that the command line means.

    Raises UserError for days that make no sense.
    """
    given = {name: getattr(args, name, None) for name in _HELP}
    if given["session"] is not None and any(
        given[name] is not None for name in given if name != "session"
    ):
        raise UserError("--session names one evening", "leave out the other options, or --session")
    first, last = days_typed(given["since"], given["until"])
    if given["season"] is not None:
        if first or last:
            raise UserError(
                "--season already sets the days", "leave out --season, or --since and --until"
            )
        first, last = book.figures.season(given["season"])
    return stats.Filter(
        first, last, () if given["session"] is None else (given["session"],), game=given["game"]
    )


def note_part(part: stats.Filter, without: book.figures.Without, *, payments: bool = True) -> None:
    """Say on standard error which part of the book JSON or CSV covers, and what is not in it;
    silent for the whole book.
    """
    if sentence := book.figures.part_sentence(part, without, payments=payments):
        note(folded(sentence))


def days_typed(first: str | None, last: str | None) -> tuple[date | None, date | None]:
    """The first and the last day that were typed, None if none was.

    Raises UserError for what is no day, and no span of days.
    """
    begin, end = (
        None if word is None else date.fromisoformat(book.input_values.parse_day(word))
        for word in (first, last)
    )
    if begin and end and begin > end:
        raise UserError(f"there are no days from {begin} to {end}", "give the earlier day first")
    return begin, end
