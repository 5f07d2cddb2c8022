"""A spreadsheet that comes again: which of its evenings are on another day, which have changed, are
gone, or are new.

A log that is made of a spreadsheet says in a comment where it is from: ``# from results.xlsx, sheet
2026, row 14``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import PurePath
from typing import Final, NamedTuple

from ledger.log.words import visible
from ledger.wording import counted

_MARK: Final = re.compile(r"^# from (.+?)(?:, sheet (.+))?, row ([0-9]+)$", re.MULTILINE)
_NUMBERED: Final = re.compile(r" \([0-9]+\)(?=\.\w+$|$)")
"""What a browser puts behind the name of a file that it has fetched before, and we behind that of
another spreadsheet.
"""
_RESULTS: Final = ("chip", "result", "buyin", "count", "end")
_LISTED: Final = 5


class SheetNight(NamedTuple):
    """An evening from a spreadsheet: the lines with its results, its notes, and where it is from,
    as far as that is known.
    """

    id: str
    results: tuple[str, ...]
    notes: tuple[str, ...]
    file: str = ""
    sheet: str = ""
    row: str = ""

    @property
    def day(self) -> str:
        """The evening by its day."""
        return visible(self.id.removeprefix("results-"))

    @property
    def told(self) -> str:
        """The evening by its day, and its row."""
        place = f"sheet {self.sheet}, row {self.row}" if self.sheet else f"row {self.row}"
        return self.day + (f" ({visible(place)})" if self.row else "")

    @property
    def tells(self) -> bool:
        """True if its results are like no others: not everybody broke even."""
        return any(
            re.search(r" -?[1-9]", line)
            for line in self.results
            if not line.startswith(("chip", "end"))
        )


class Version(NamedTuple):
    """What another version of a spreadsheet says; the book knows it by this ``name``, and
    ``shared`` evenings are alike.

    ``noted`` are evenings that are the same but for notes that the book does not have.
    """

    name: str
    shared: int
    moved: list[tuple[SheetNight, SheetNight]]
    changed: list[tuple[SheetNight, SheetNight]]
    gone: list[SheetNight]
    new: list[SheetNight]
    noted: list[SheetNight]

    @property
    def others(self) -> list[str]:
        """The other spreadsheets that have evenings of the same days with other results; none if it
        is a version of one.
        """
        files = [old.file for old, _ in self.changed]
        return [] if self.shared or self.name in files else sorted({file for file in files if file})

    @property
    def leaving(self) -> list[SheetNight]:
        """The evenings that the book has and this version has not."""
        return [*(old for old, _ in self.moved), *self.gone]

    @property
    def told(self) -> str:
        """What is different, in words: ``2 evenings moved (…), 1 changed (…), 3 new (…)``."""
        parts = [
            ("on another day", [f"{old.day} to {new.told}" for old, new in self.moved]),
            ("changed", [new.told for _, new in self.changed]),
            ("gone", [old.told for old in self.gone]),
            ("new", [new.told for new in self.new]),
        ]
        return "; ".join(
            f"{counted(len(which), 'evening')} {what}: {', '.join(which[:_LISTED])}"
            + (" and more" if len(which) > _LISTED else "")
            for what, which in parts
            if which
        )


def mark(file: str, sheet: str, row: int) -> str:
    """The comment that says where an evening is from; ``row`` counts from 0."""
    return (
        f"# from {visible(PurePath(file).name)}"
        + (f", sheet {visible(sheet)}" if sheet else "")
        + f", row {row + 1}"
    )


def sheet_night(session: str, log: str) -> SheetNight:
    """What a log from a spreadsheet says."""
    lines = log.splitlines()
    results = tuple(line for line in lines if line.startswith(_RESULTS))
    notes = tuple(line for line in lines if line.startswith("#") and not _MARK.fullmatch(line))
    file, sheet, row = next(
        (match.groups() for match in reversed(list(_MARK.finditer(log)))), ("", "", "")
    )
    return SheetNight(session, results, notes, file, sheet or "", row)


def version(book: Sequence[SheetNight], new: Sequence[SheetNight]) -> Version:
    """Compare the evenings of a spreadsheet with those that a ``book`` has from spreadsheets."""
    name, shared = _known_as(book, new)
    ids = {one.id for one in new}
    had = {one.id: one for one in book}
    changed = [
        (had[one.id], one) for one in new if one.id in had and had[one.id].results != one.results
    ]
    same = [
        (had[one.id], one) for one in new if one.id in had and had[one.id].results == one.results
    ]
    noted = [one for old, one in same if set(one.notes) - set(old.notes)]
    elsewhere: defaultdict[tuple[str, ...], list[SheetNight]] = defaultdict(list)
    for one in sorted(book, key=lambda one: one.file == name):  # the last is taken first
        if one.id not in ids and one.tells:
            elsewhere[one.results].append(one)
    moved, added = [], []
    for one in new:
        if one.id not in had and elsewhere[one.results]:
            moved.append((elsewhere[one.results].pop(), one))
        elif one.id not in had:
            added.append(one)
    left = ids | {old.id for old, _ in moved}
    sheets = {"", *(one.sheet for one in new)}  # of a workbook it may be one sheet of several
    gone = [
        one
        for one in book
        if name and one.file == name and one.sheet in sheets and one.id not in left
    ]
    return Version(name, shared, moved, changed, gone, added, noted)


def _known_as(book: Sequence[SheetNight], new: Sequence[SheetNight]) -> tuple[str, int]:
    """The name by which a book knows a spreadsheet, and how many evenings come to the same in both.

    It is its own name (with a number, if there are several), or else that of another which has
    mostly the same evenings, for a file is often saved under a new name.
    """
    own = new[0].file
    if not own:
        return "", 0
    files: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for one in book:
        files[one.file][one.results] += 1
    results = Counter(one.results for one in new if one.tells)
    known = [(0, True, own)]
    for file, nights in files.items():
        is_own = _NUMBERED.sub("", file) == _NUMBERED.sub("", own)
        shared = (nights & results).total()
        if file and (is_own or 2 * shared > max(nights.total(), len(new))):
            known.append((shared, is_own, file))
    shared, _, name = max(
        known, key=lambda one: (one[1] and one[0] > 0, one[0], one[2] in files, one[2] == own)
    )
    return name, shared


def another_name(name: str, book: Iterable[SheetNight]) -> str:
    """A name for another spreadsheet that has the name of one in the book: it gets a number."""
    taken = {one.file for one in book}
    return next(
        numbered
        for number in count(2)
        if (numbered := f"{_NUMBERED.sub('', name)} ({number})") not in taken
    )


def renamed(log: bytes, name: str) -> bytes:
    """Return a log from a spreadsheet that the book knows by this name."""
    text = log.decode()
    match = next(reversed(list(_MARK.finditer(text))), None)
    return (
        log if match is None else f"{text[: match.start(1)]}{name}{text[match.end(1) :]}".encode()
    )
