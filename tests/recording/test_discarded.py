"""An evening that is thrown away and brought back: it is in the book or among those thrown away,
whoever dies when.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from trials import drawn

from ledger.book.derived.access import ask
from ledger.book.files.folder import RECORDINGS, SESSIONS
from ledger.book.sessions.import_plan import LogFile, Store, holdings, planned
from ledger.book.sessions.recordings import (
    begin,
    bring_back,
    discard,
    discarded,
    load,
    save,
    unfinished,
)
from ledger.book.sessions.stored_recording import (
    DISCARDED,
    GoneError,
    Recorder,
    StoredRecording,
    path_for,
)
from ledger.errors import UserError
from ledger.files import LogError
from ledger.recording.recording import NewSession, confirm, say

pytestmark = pytest.mark.slow

ANN: Final = Recorder("ann-1", "Ann")
BEA: Final = Recorder("bea-1", "Bea")
EVENING: Final = NewSession("2026-11-20", "friday", ("Ann", "Bea", "Cal"))
CALLS: Final = ("open", "rename", "replace", "unlink", "fsync", "mkdir")
"""All by which Python changes what is on the disk; ``open`` makes files that are not there."""


@pytest.fixture
def kept(tmp_path: Path) -> StoredRecording:
    """An evening of a hand and another that is open."""
    kept = begin(tmp_path / "book", EVENING, ANN, stream="tab")
    recording = kept.recording
    for line in ("hand 1 Cal 9h", "play Ann 2", "play Bea 0", "tricks Ann 3 Bea 2"):
        recording = say(recording, line)
    for line in ("hand 2 Ann 8h", "play Bea 1"):
        recording = say(confirm(recording) if line.startswith("hand") else recording, line)
    return save(tmp_path / "book", kept, recording, ANN)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "book"


class Killed(BaseException):
    """The program is dead: whatever it still tries to put right does nothing."""


class Deadly:
    """Calls that change the disk, of which so many can be made before the program is killed."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.made = 0

    def instead(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """What stands in the place of such a call."""

        def instead(*words: Any, **more: Any) -> Any:  # noqa: ANN401 - as the call itself
            if call is not OPEN or words[1] & os.O_CREAT:
                if self.made == self.left:
                    raise Killed
                self.made += 1
            return call(*words, **more)

        return instead

    def do(self, act: Callable[[], object]) -> None:
        """Do something, and be killed in the middle of it."""
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            for name in CALLS:
                patch.setattr(os, name, self.instead(getattr(os, name)))
            act()


OPEN: Final = os.open


def ids(folder: Path) -> list[str]:
    return [
        str(name)
        for (name,) in ask(
            folder, lambda connection: connection.execute("SELECT id FROM sessions").fetchall()
        )
    ]


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def killed(folder: Path, act: Callable[[Path], object]) -> Iterator[Path]:
    """Copies of a book in which something was killed: after no call, after one, and so on; and one
    where it came to its end.
    """
    whole = Deadly(1000)
    whole.do(lambda: act(shutil.copytree(folder, folder.parent / "whole" / "book")))
    assert whole.made > 9, "it changed nothing"
    for calls in (*sorted(drawn(range(whole.made), 5)), whole.made):
        copy = shutil.copytree(folder, folder.parent / f"{calls}" / "book")
        Deadly(calls).do(lambda: act(copy))  # noqa: B023 - called at once
        yield copy


def check_whole(folder: Path, kept: StoredRecording) -> bool:
    """Check that the evening is in the book or among those thrown away, all of it, and not in both;
    True if it is in the book.
    """
    there, away = unfinished(folder), discarded(folder)
    assert [one.recording for one in (*there, *away)] == [kept.recording]
    assert ids(folder) == ["friday"] * len(there)
    if away:
        with pytest.raises(GoneError):
            load(folder, kept.log)
    return bool(there)


def check_tidy(folder: Path, kept: StoredRecording) -> None:
    """Check that an evening is in the book, and nothing is left of the way there."""
    assert check_whole(folder, kept)
    assert load(folder, kept.log).applied == kept.applied
    assert names(folder / SESSIONS) == [Path(kept.log).name]
    assert names(folder / RECORDINGS) == [path_for(folder, kept.log).name]
    assert not names(folder / DISCARDED)


@pytest.mark.crash
def test_killed_anywhere_an_evening_is_in_the_book_or_among_those_thrown_away(
    folder: Path, kept: StoredRecording
) -> None:
    ends = []
    for book in killed(folder, lambda book: discard(book, kept, ANN)):
        ends.append(check_whole(book, kept))
        if ends[-1]:
            assert discard(book, load(book, kept.log), ANN)
        (one,) = discarded(book)
        assert bring_back(book, one.key, BEA).recording == kept.recording
        check_tidy(book, kept)
    assert ends == sorted(ends, reverse=True)


@pytest.mark.crash
def test_killed_anywhere_as_it_is_brought_back_under_another_id_it_is_there_once(
    folder: Path, kept: StoredRecording
) -> None:
    """An evening begun since has its id."""
    discard(folder, kept, ANN)
    begin(folder, EVENING, ANN)
    (one,) = discarded(folder)
    for book in killed(folder, lambda book: bring_back(book, one.key, BEA)):
        if discarded(book):
            assert ids(book) == ["friday"]
            bring_back(book, one.key, BEA)
        assert sorted(ids(book)) == ["friday", "friday-2"]
        assert load(book, f"{SESSIONS}/friday-2.bourre").recording.draft == kept.recording.draft
        assert not discarded(book)


def test_what_is_in_the_book_is_not_brought_back_once_more(
    folder: Path, kept: StoredRecording
) -> None:
    """A program that copied the log was killed before it took it out of the book; and once more
    after it was gone on with.
    """
    log, draft = (folder / kept.log).read_bytes(), path_for(folder, kept.log).read_bytes()
    key = discard(folder, kept, ANN)
    (folder / kept.log).write_bytes(log)
    path_for(folder, kept.log).write_bytes(draft)
    for line in ("tricks Bea 5", "hand 3 Bea 7h"):
        with pytest.raises(UserError, match="already in the book, as evening friday"):
            bring_back(folder, str(key), ANN)
        now = load(folder, kept.log)
        save(folder, now, confirm(say(now.recording, line)), ANN)
    assert ids(folder) == ["friday"]
    discard(folder, load(folder, kept.log), ANN)
    assert bring_back(folder, str(key), ANN).recording == kept.recording


def test_another_evening_of_the_same_people_is_another(folder: Path) -> None:
    """Only a hand was open: what the log says of this evening it says of the next one too."""
    kept = begin(folder, EVENING, ANN)
    key = discard(folder, save(folder, kept, say(kept.recording, "hand 1 Cal 9h"), ANN), ANN)
    begin(folder, EVENING, ANN)
    assert bring_back(folder, str(key), ANN).log == f"{SESSIONS}/friday-2.bourre"


def test_an_open_hand_goes_on_top_of_no_other_log(
    folder: Path, kept: StoredRecording, tmp_path: Path
) -> None:
    """Left behind by a program that was killed; then a log of that name is imported. One whose log
    is only away stays.
    """
    draft = path_for(folder, kept.log).read_bytes()
    discard(folder, kept, ANN)
    path_for(folder, kept.log).write_bytes(draft)
    with pytest.raises(GoneError):
        load(folder, kept.log)
    text = b"bourre 1\nsession 2026-11-20 friday\nrules louisiana\nseats Ann Bea\n"
    log = LogFile("friday.bourre", text)
    (store,) = planned(holdings(folder, [], "USD"), [log]).changes
    assert isinstance(store, Store)
    assert store.home == f"{SESSIONS}/friday-2.bourre"
    other = begin(folder, EVENING, ANN)
    (folder / other.log).rename(tmp_path / "away")
    with pytest.raises(LogError, match="No such file"):
        load(folder, other.log)
    (tmp_path / "away").rename(folder / other.log)
    assert load(folder, other.log) == other
