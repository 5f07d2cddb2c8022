"""The options that name a part of the book: ``--session``, ``--game``, ``--since``, ``--until``, ``--season``."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING, Final

from ledger.cli.terminal import folded, note
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.book.figures import Part, Without

_HELP: Final = {
    "session": ("ID", "only this session: its id, its file in the book, or its day"),
    "game": ("NAME", "only sessions of this game"),
    "since": ("DATE", "the first day that counts (default: the first of all)"),
    "until": ("DATE", "the last day that counts (default: the last of all)"),
    "season": ("SEASON", "only a year (2026), a quarter (2026-q4) or a month (2026-11)"),
}


def add_part_options(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add the options with these names."""
    for name in names:
        metavar, text = _HELP[name]
        parser.add_argument(f"--{name}", metavar=metavar, help=text)


def part_of(args: argparse.Namespace) -> Part:
    """The part of the book that the command line means. Raises UserError for days that make no sense."""
    from ledger.book.figures import Part, season

    given = {name: getattr(args, name, None) for name in _HELP}
    if given["session"] is not None and any(given[name] is not None for name in given if name != "session"):
        raise UserError("a session is one evening of one game", "leave out the other options, or --session")
    first, last = _day(given["since"]), _day(given["until"])
    if given["season"] is not None:
        if first or last:
            raise UserError("--season already sets the days", "leave out --season, or --since and --until")
        first, last = season(given["season"])
    if first and last and first > last:
        raise UserError(f"there are no days from {first} to {last}", "give the earlier day first")
    return Part(given["session"], given["game"], first, last)


def note_part(part: Part, without: Without, *, payments: bool = True) -> None:
    """Say on standard error which part of the book JSON or CSV covers, and what is not in it; silent for the whole book."""
    from ledger.book.figures import part_sentence

    if sentence := part_sentence(part, without, payments=payments):
        note(folded(sentence))


def _day(word: str | None) -> date | None:
    from ledger.book.input_values import parse_day

    return None if word is None else date.fromisoformat(parse_day(word))
