"""How commands print: colour, tables that fit 80 columns, JSON and CSV, progress, errors."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO, TypeVar

from ledger.errors import ON_WINDOWS, UserError, shell_text

if TYPE_CHECKING:
    from ledger.findings import Finding

T = TypeVar("T")
WIDTH: Final = 80
STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
SEVERITY_COLOURS: Final = {"error": "red", "warning": "yellow", "remark": "blue"}
_SAY_SO: Final = frozenset({"WT_SESSION", "TERM", "TERM_PROGRAM", "ANSICON", "ConEmuANSI"})
"""What the terminals on Windows set that know escape sequences: the old one prints them as they
are.
"""


def knows_escapes(stream: TextIO) -> bool:
    """True if ``stream`` is a terminal with colours."""
    known = not ON_WINDOWS or not _SAY_SO.isdisjoint(os.environ)
    return stream.isatty() and known and os.environ.get("TERM") != "dumb"


def has_colour(stream: TextIO | None = None) -> bool:
    """True if ``stream`` (default: standard output) is a terminal with colours, and NO_COLOR is not
    set.
    """
    return knows_escapes(stream or sys.stdout) and not os.environ.get("NO_COLOR")


def paint(text: str, style: str, stream: TextIO | None = None) -> str:
    """``text`` in a style of STYLES where ``stream`` is coloured, else as it is."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if has_colour(stream) else text


def program() -> str:
    """How to call this program again from here: ``bourre`` if the shell finds it, else the path it
    was called by.
    """
    called = Path(sys.argv[0])
    if called.stem == "__main__":  # python -m bourre
        return f"{shell_text([sys.executable])} -m {called.parent.name}"
    if called.stem != "bourre":  # started by a test
        return "bourre"
    found = shutil.which("bourre")
    # uv runs a program with a folder of its own at the front of PATH, which the user's shell does
    # not have
    if (
        found is not None
        and called.exists()
        and Path(found).samefile(called)
        and "UV" not in os.environ
    ):
        return "bourre"
    return shell_text([str(called)])


def level(found: Finding) -> str:
    """The severity of a finding, in its colour; ``error, settled`` if it was settled later."""
    if found.settled is not None:
        return paint(f"{found.severity}, settled", "dim")
    return paint(found.severity, SEVERITY_COLOURS[found.severity])


# --- Lines and columns ----------------------------------------------------------------------------
# non-ASCII signs of our own sentences; each takes one column
_NARROW: Final = str.maketrans("", "", "♠♥♦♣−–…→▲▼·\xa0")


def _is_narrow(text: str) -> bool:
    """True if every character surely takes one column: Latin letters, none combining or wide, and
    ``_NARROW``.
    """
    letters = text if text.isascii() else text.translate(_NARROW)
    return letters.isprintable() and (letters.isascii() or max(letters) < "\u0300")


def width_of(text: str) -> int:
    """How many columns ``text`` takes: two for a wide character or an emoji sequence, none for a
    combining character.
    """
    if _is_narrow(text):
        return len(text)
    import wcwidth  # loading its tables takes longer than auditing a session

    return wcwidth.width(text)


def cut(text: str, width: int) -> str:
    """``text`` if it fits ``width`` columns, else cut and ended with ``…``; no emoji or accented
    letter is split.
    """
    if width_of(text) <= width:
        return text
    if _is_narrow(text):
        return text[: max(width - 1, 0)] + "…"
    import wcwidth

    kept = ""
    for cluster in wcwidth.iter_graphemes(text):
        if width_of(kept + cluster) >= width:
            break
        kept += cluster
    return kept + "…"


def padded(text: str, width: int, *, right: bool = False) -> str:
    """``text`` padded with spaces to ``width`` columns; ``right`` aligns it to the right."""
    space = " " * (width - width_of(text))
    return space + text if right else text + space


def folded(
    text: str, first: str = "", below: str = "", *, long_words: bool = True, hyphens: bool = False
) -> str:
    """``text`` on lines that fit 80 columns, the first beginning with ``first`` and the others with
    ``below``.

    ``long_words`` allows breaking words that are longer than a line, ``hyphens`` breaking others
    after a hyphen.
    """
    # textwrap counts characters, wcwidth counts columns: use the slow one only where the two
    # differ.
    if width_of(text) == len(text):
        wrap: Callable[..., list[str]] = textwrap.wrap
    else:
        from wcwidth import wrap
    lines = wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=below,
        break_long_words=long_words,
        break_on_hyphens=hyphens,
    )
    return "\n".join(lines)


def wrapped(message: str, indent: str = "    ") -> str:
    """A sentence on lines that fit; a rule and its number stay on one line."""
    glued = message.replace("rule ", "rule\xa0").replace("rules ", "rules\xa0")
    return folded(glued, indent, indent).replace("\xa0", " ")


def complaint(message: str, remedy: str = "") -> str:
    """What is wrong and what to do about it, on lines that fit; lines with a path or an excerpt of
    a file stay whole.
    """
    lines = f"bourre: {message}\n  {remedy}".rstrip().splitlines()
    whole = (width_of(line) <= WIDTH or "/" in line or line.startswith("  |") for line in lines)
    return "\n".join(
        line if fits else _fitting(line) for line, fits in zip(lines, whole, strict=True)
    )


def _fitting(line: str) -> str:
    """A line broken into lines that fit; a command in it stays on one line, so that it can be
    copied.
    """
    text = line.lstrip()
    indent = line[: len(line) - len(text)]
    glued = _COMMAND.sub(lambda found: found[0].replace(" ", "\xa0"), text)
    return folded(glued, indent, indent + "  ", long_words=False).replace("\xa0", " ")


_COMMAND: Final = re.compile(r"(?<=: )bourre [^;,]*")


def listed(words: str, meaning: str, column: int) -> str:
    """``words``, and from ``column`` on what they mean; longer words have a line of their own."""
    first, below = f"  {words:<{column}}  ", " " * (column + 4)
    if len(words) > column:
        return f"{first.rstrip()}\n{folded(meaning, below, below)}"
    return folded(meaning, first, below)


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    width: int = WIDTH,
    right: Container[str] = (),
) -> str:
    """Lines of columns two spaces apart, the widest words cut to fit ``width``.

    Columns of figures, and those whose heading is in ``right``, are aligned to the right and never
    cut.
    """
    lines = [headings, *rows]
    columns = range(len(headings))
    taken = [[width_of(cell) for cell in line] for line in lines]
    widths = [max(column) for column in zip(*taken, strict=True)]
    figures = [
        headings[column] in right or all(_is_figure(line[column]) for line in lines[1:])
        for column in columns
    ]
    words = [column for column in columns if not figures[column]]
    while words and sum(widths) + 2 * (len(widths) - 1) > width:
        widest = max(words, key=widths.__getitem__)
        if widths[widest] <= 4:
            break
        widths[widest] -= 1
    return "\n".join(
        "  ".join(map(_placed, line, its_widths, widths, figures)).rstrip()
        for line, its_widths in zip(lines, taken, strict=True)
    )


def _placed(cell: str, its_width: int, width: int, right: bool) -> str:
    """A cell that takes ``its_width`` columns, padded or cut to ``width``.

    Fast where it fits: a table may have thousands.
    """
    if its_width > width:
        return padded(cut(cell, width), width, right=right)
    space = " " * (width - its_width)
    return space + cell if right else cell + space


def filled_columns(
    headings: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """The same headings and rows without empty columns."""
    filled = [at for at in range(len(headings)) if any(row[at] for row in rows)]
    return [headings[at] for at in filled], [[row[at] for at in filled] for row in rows]


def first_of(lines: Sequence[str], most: int, more: str = "  and {:,} more") -> list[str]:
    """At most so many lines, and how many ``more`` there are."""
    return [*lines[:most], *([more.format(len(lines) - most)] if len(lines) > most else [])]


def change_table(rows: Iterable[tuple[str, str, int, int]]) -> str:
    """A table of balances before and after, from rows of name, unit and the two amounts in minor
    units.
    """
    from ledger.money import amount_text, standing_in_words

    lines = [
        (
            name,
            amount_text(before, unit, signed=True),
            amount_text(after, unit, signed=True),
            standing_in_words(after),
        )
        for name, unit, before, after in rows
    ]
    return table(["Balance", "before", "now", ""], lines, right=("before", "now"))


def _is_figure(cell: str) -> bool:
    return (
        not cell
        or cell.strip("+-−×% ").replace(",", "").replace(".", "").isdigit()
        or cell in {"-", "–"}
    )


# --- For other programs ---------------------------------------------------------------------------
def plain_output() -> None:
    """Make standard output UTF-8 without translating line ends, whatever the defaults of the
    terminal or the system.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="")


def print_json(value: object, indent: int = 2) -> None:
    """Print a value as JSON."""
    plain_output()
    print(json.dumps(value, ensure_ascii=False, indent=indent))


def print_csv(headings: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Print rows as CSV that is safe to open in a spreadsheet (``ledger.export.cells``)."""
    from ledger.export import csv_text

    plain_output()
    sys.stdout.write(csv_text(headings, rows))


# --- On standard error ----------------------------------------------------------------------------
def note(text: str) -> None:
    """Print something that is not the answer."""
    print(text, file=sys.stderr)


def is_attended() -> bool:
    """True if there is a person at a terminal to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def answer_to(question: str) -> str:
    """Ask, and return what is typed; empty at the end of the input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def confirms(question: str) -> bool:
    """Ask, and return True if the answer is yes."""
    return answer_to(f"{question} [y/N] ").lower() in {"y", "yes"}


def complain(error: UserError) -> None:
    """Print what is wrong, and on the next line what to do about it."""
    note(f"bourre: {error.message}" + (f"\n  {error.remedy}" if error.remedy else ""))


def progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """Yield ``items``, with a progress bar if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm import tqdm

    yield from tqdm(items, total=total, unit=f" {unit}", leave=False, delay=0.5, file=sys.stderr)


@contextmanager
def counter(unit: str = "hands") -> Iterator[Callable[[int], None]]:
    """A function to call with the number of hands, or of ``unit``, just done; a terminal shows the
    sum if it takes long.
    """
    if not sys.stderr.isatty():
        yield lambda _more: None
        return
    from tqdm import tqdm

    with tqdm(unit=f" {unit}", leave=False, delay=0.5, file=sys.stderr) as bar:
        yield lambda more: bar.update(more) and None


# --- Options that commands share ------------------------------------------------------------------
def add_book_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--book``."""
    parser.add_argument(
        "--book",
        metavar="DIR",
        help="the folder of the book (default: $BOURRE_BOOK, else ./bourre-book)",
    )


def add_format_option(parser: argparse.ArgumentParser, *, csv: bool = True) -> None:
    """Add ``--format``; ``csv`` is False where the answer is not a table."""
    others = ("json", "csv") if csv else ("json",)
    help_text = f"text for people (the default), or {' or '.join(others)}"
    parser.add_argument("--format", choices=("text", *others), default="text", help=help_text)


def add_jobs_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how many processes do the work; ``jobs`` is None if it is
    not given.
    """
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help="how many processes to use (default: one per processor, for large jobs)",
    )


def jobs_for(args: argparse.Namespace, hands: int) -> int:
    """How many processes to use for about ``hands`` hands.

    Raises UserError for a number below one.
    """
    from ledger.workers import WORTH_IT, processors

    jobs: int | None = args.jobs
    if jobs is not None and jobs < 1:
        raise UserError(f"{jobs} processes are too few", "ask for at least one")
    return jobs or (processors() if hands >= WORTH_IT else 1)


def add_dask_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--dask``: the address of a cluster."""
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="use the workers of this Dask scheduler (bourre help scale)",
    )


def add_parts_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--parts``: the folder for the results of an archive."""
    parser.add_argument(
        "--parts",
        metavar="FOLDER",
        help="process an archive file by file, keeping a part for each in FOLDER",
    )
