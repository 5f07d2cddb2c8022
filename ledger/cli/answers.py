"""An answer as a terminal shows it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from ledger.answer import (
    Amount,
    Answer,
    Block,
    Column,
    Day,
    Evening,
    File,
    Hand,
    Listed,
    NotKnown,
    Player,
    Remedy,
    Section,
    Sentence,
    Strong,
    Table,
    Value,
)
from ledger.book.balances.unread import Unread
from ledger.cli.book_options import command_on_book, note_unread, print_money
from ledger.cli.terminal import (
    WIDTH,
    folded,
    paint,
    print_csv,
    print_json,
    table,
    width_of,
)
from ledger.errors import shell_text
from ledger.export import to_csv, to_json


def print_answer(
    args: argparse.Namespace,
    answer: Answer,
    left_out: Unread,
    more: Mapping[str, object] | None = None,
) -> None:
    """Print an answer as ``--format`` wants it, with what it leaves out; for a table that is said
    on standard error.

    JSON has ``more`` fields.
    """
    if args.format == "json":
        found = {name: to_json(value) for name, value in answer.data.items()}
        print_json({**found, **(more or {}), "not_read": left_out.as_dict()})
    elif args.format == "csv":
        note_unread(args, left_out)
        print_csv(answer.headings, to_csv(answer.headings, answer.rows))
    else:
        print_money(args, to_text(answer.blocks, args.book), left_out)


# --- For people -----------------------------------------------------------------------------------
def to_text(blocks: Iterable[Block], book: str | None) -> str:
    """Blocks as a terminal shows them, with a blank line between two; ``book`` is the folder of the
    book as the user typed it.
    """
    text = ""
    for one in blocks:
        said = _block(one, book)
        # what to do stands with what it is about
        text += ("\n" if isinstance(one, Remedy) else "\n\n") * bool(text and said) + said
    return text


def _block(one: Block, book: str | None) -> str:
    if isinstance(one, Sentence):
        return _sentence(one)
    if isinstance(one, Table):
        return table_text(one)
    if isinstance(one, Listed):
        return "\n".join(_listed(one, book))
    if isinstance(one, NotKnown):
        return "\n".join([_sentence(one.what), *_remedies([one.remedy], book)])
    if isinstance(one, Remedy):
        return _remedy(one, book)
    if isinstance(one, Section):
        heading = f"{paint(one.heading, 'bold')}\n" if one.heading else ""
        return heading + to_text(one.blocks, book)
    assert_never(one)


def _sentence(one: Sentence, first: str = "", below: str = "") -> str:
    said = folded(one.text, first, below, long_words=False)
    return f"{said}\n{first}  {one.link}" if one.link else said


def _listed(one: Listed, book: str | None) -> Iterator[str]:
    if one.heading:
        yield folded(one.heading)
    first = "  " if one.heading else ""
    for said in one.sentences:
        yield _sentence(said, first, f"{first}  ")
    yield from _remedies(one.more, book)


def _remedies(some: Iterable[Remedy | None], book: str | None) -> Iterator[str]:
    """Yield, below what they are about, those that a command does."""
    for one in some:
        if one is not None and one.command:
            yield f"  to {_remedy(one, book, capital=False)}"


def _remedy(one: Remedy, book: str | None, *, capital: bool = True) -> str:
    do = one.do.text
    do = f"{do[0].upper()}{do[1:]}" if capital else do
    if one.option:
        return f"{do}: add {one.option}"
    return f"{do}: {command_text(one, book)}" if one.command else f"{do}."


def command_text(one: Remedy, book: str | None) -> str:
    """The command of a remedy, to type for the same book."""
    # PATH… stands for what somebody will type
    typed = (word if word.endswith("…") else shell_text([word]) for word in one.command)
    return command_on_book(" ".join(typed), book)


def remedies_inline(some: Iterable[Remedy]) -> str:
    """What to do about something that a command refused, on one line."""
    return "; ".join(map(_inline, some))


def _inline(one: Remedy) -> str:
    if one.option:
        return f"add {one.option} to {one.do.text}"
    if one.command:
        return f"to {one.do.text}: {shell_text(['bourre', *one.command])}"
    return one.do.text


def table_text(one: Table, most: int | None = None) -> str:
    """A table as a terminal shows it, of its rows at ``most`` so many."""
    columns = [at for at, column in enumerate(one.columns) if column.heading or column.shown]
    if not one.rows:
        return ""
    lines = [
        [one.columns[at].heading for at in columns],
        *([_cell(row[at], one.columns[at]) for at in columns] for row in one.rows[:most]),
    ]
    if _width(lines) > WIDTH:
        kept = [nth for nth, at in enumerate(columns) if not one.columns[at].spare]
        lines = [[line[nth] for nth in kept] for line in lines]
    right = [one.columns[at].heading for at in columns if one.columns[at].right]
    return table(lines[0], lines[1:], right=right)


def _width(lines: Sequence[Sequence[str]]) -> int:
    """How wide a table with these lines is if nothing is cut."""
    return sum(max(map(width_of, column)) + 2 for column in zip(*lines, strict=True)) - 2


def _cell(value: Value, column: Column) -> str:
    if isinstance(value, Amount) and column.bare:
        return value.bare
    if isinstance(value, int):
        return f"{value:,}"
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, Day):
        return value.day.isoformat()
    assert isinstance(value, Strong | Player | Amount | Evening | Hand | File | Sentence), (
        value
    )  # what no reader can take in has no heading
    return value.text
