"""A recording on the disk: every step is there before it is acknowledged, whoever dies when, and
nobody overwrites anybody.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE
from typing import Final

import pytest
from trials import FULL, luck

from ledger.book import recordings
from ledger.book.balances.figures import owing
from ledger.book.book import Book
from ledger.book.derived.access import ask
from ledger.book.files.folder import forget
from ledger.book.files.settings import Forbidden, Role
from ledger.book.sessions.corrections import Case, waive
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.book.sessions.recordings import (
    Numbered,
    StaleError,
    TakenError,
    Tapped,
    apply_taps,
    begin,
    close,
    load,
    save,
    take_over,
    unfinished,
)
from ledger.book.sessions.stored_recording import (
    DraftFile,
    Recorder,
    StoredRecording,
    draft_of,
    path_for,
    told_aside,
    write_draft,
)
from ledger.errors import UserError
from ledger.files import LogError
from ledger.recording import enter_line, read_tap, tapped
from ledger.recording.recording import NewSession, Recording, confirm, opened, say, start, undo_line

ANN: Final = Recorder("ann-1", "Ann")
BEA: Final = Recorder("bea-1", "Bea")
EVENING: Final = NewSession("2026-11-20", "friday", ("Ann", "Bea", "Cal"), chip=25, currency="USD")
HAND: Final = ("hand 1 Cal 9h", "play Ann 2", "play Bea 0", "tricks Ann 3 Bea 2")


def said(recording: Recording, *lines: str) -> Recording:
    for line in lines:
        if line.startswith("dealt 1"):
            recording = enter_line(recording, line)
        else:
            recording = (
                confirm(recording)
                if line == "ok"
                else undo_line(recording)
                if line == "undo"
                else say(recording, line)
            )
    return recording


def step(folder: Path, kept: StoredRecording, *lines: str, me: Recorder = ANN) -> StoredRecording:
    return save(folder, kept, said(kept.recording, *lines), me)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "PATIENCE", 1e6)  # however busy this machine is


@pytest.fixture
def kept(tmp_path: Path) -> StoredRecording:
    """A session that has been begun in the book at ``tmp_path / "book"``."""
    return begin(tmp_path / "book", EVENING, ANN)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "book"


def test_a_session_is_in_the_book_from_the_start(folder: Path, kept: StoredRecording) -> None:
    assert (folder / kept.log).read_text() == kept.recording.log
    assert ask(
        folder, lambda connection: connection.execute("SELECT id FROM sessions").fetchall()
    ) == [("friday",)]
    with pytest.raises(UserError, match="the book already has an evening"):
        begin(folder, EVENING, ANN)


def test_the_hand_that_is_open_is_kept_and_not_in_the_figures(
    folder: Path, kept: StoredRecording
) -> None:
    state = Book(folder, Role.VIEWER).state()
    for line in HAND:
        kept = step(folder, kept, line)
        assert load(folder, kept.log) == kept
        assert unfinished(folder) == [kept]
    assert Book(folder, Role.VIEWER).state() == state  # the files of the book are as they were
    assert all(pot.chips == 0 for pot in ask(folder, owing).pots)
    kept = step(folder, kept, "ok")
    assert (folder / kept.log).read_text() == kept.recording.text
    assert ask(folder, owing).balances


def test_a_draft_step_does_not_touch_the_database(
    folder: Path, kept: StoredRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        recordings.HeldBook, "settle", lambda *_args: pytest.fail("the database was asked")
    )
    assert step(folder, kept, HAND[0]).recording.playing


def test_a_stale_page_overwrites_nothing(folder: Path, kept: StoredRecording) -> None:
    newer = step(folder, kept, "buyin Ann 40")
    with pytest.raises(StaleError) as told:
        step(folder, kept, "buyin Bea 10")
    assert told.value.current == newer
    assert told.value.changed == ["+ buyin Ann 40"]
    assert load(folder, kept.log) == newer


def test_lines_that_others_add_stay_and_the_open_hand_goes_on_top(
    folder: Path, kept: StoredRecording
) -> None:
    """A ruling at the shell, and an editor that puts in a remark, while a hand is being
    recorded.
    """
    wrong = (
        "hand 1 Cal 9h",
        "play Ann 0",
        "play Bea 0",
        "trick Ann Ks 2c",
        "trick Ann As 2s",
        "tricks Ann 3 Bea 2",
        "ok",
    )
    kept = step(folder, kept, *wrong, "hand 2 Ann 8h", "play Bea 1")
    waive(folder, Case("friday", 1, "Bea"))
    with pytest.raises(StaleError, match="waive 1 Bea"):
        step(folder, kept, "play Cal 1")
    now = load(folder, kept.log)
    assert now.recording.draft == kept.recording.draft
    log = folder / kept.log
    log.write_text(log.read_text().replace("seats", "# a cold evening\nseats"))
    now = load(folder, kept.log)
    assert now.recording.draft == kept.recording.draft
    now = step(folder, now, "play Cal 1", "tricks Bea 5", "ok")
    assert "# a cold evening\nseats" in log.read_text()
    assert re.search(r"waive 1 Bea   # ruled [-0-9]+\n\nhand 2 Ann 8h\n", log.read_text())


@pytest.mark.parametrize("confirmed", [True, False])
def test_killed_while_a_hand_is_confirmed_and_the_log_edited_before_it_is_resumed(
    confirmed: bool, folder: Path, kept: StoredRecording
) -> None:
    """Neither draft belongs to the log that is there now: the hand itself tells, which is in it or
    not.
    """
    playing = step(folder, kept, *HAND).recording
    done = said(playing, "ok")
    both = tuple(draft_of(one.log.encode(), one) for one in (playing, done))
    write_draft(folder, DraftFile(kept.log, ANN, both))
    (folder / kept.log).write_text(
        (done if confirmed else playing).log.replace("seats", "# a cold evening\nseats")
    )
    now = load(folder, kept.log).recording
    assert now.draft == (() if confirmed else playing.draft)
    assert now.text.count("hand 1 Cal 9h") == 1


def test_killed_between_hands_and_the_log_edited_a_tap_is_not_taken_for_written(
    folder: Path, kept: StoredRecording
) -> None:
    """Between hands a statement goes to the log at once: nothing in the draft tells whether it came
    to that.
    """
    before = replace(kept, applied={"tab": 4})
    content = (folder / kept.log).read_bytes()
    after = said(kept.recording, "leave Cal")
    both = (
        draft_of(content, before.recording, before.applied),
        draft_of(after.log.encode(), after, {"tab": 5}),
    )
    write_draft(folder, DraftFile(kept.log, ANN, both))
    (folder / kept.log).write_text(content.decode().replace("seats", "# a cold evening\nseats"))
    assert load(folder, kept.log).applied == {"tab": 4}


@pytest.mark.parametrize("edited", [True, False])
def test_an_open_hand_that_a_newer_log_has_already_is_set_aside_and_told_and_never_booked_twice(
    edited: bool, folder: Path, kept: StoredRecording
) -> None:
    """A backup, or a sync that is half done, brings back the draft of a hand that has been
    confirmed since.
    """
    playing = step(folder, kept, *HAND)
    draft, log = path_for(folder, kept.log), folder / kept.log
    stale = draft.read_bytes()
    later = step(folder, playing, "ok", *(HAND[0].replace("1 Cal", "2 Ann"), *HAND[1:]), "ok")
    draft.write_bytes(stale)
    if edited:
        log.write_text(log.read_text().replace("seats", "# a cold evening\nseats"))
    found = load(folder, kept.log)
    assert (found.recording.draft, found.aside) == ((), playing.recording.draft)
    assert "hand 1 Cal 9h was set aside, in recording/" in told_aside(found)
    assert draft.read_bytes() == stale
    now = take_over(folder, kept.log, BEA)
    assert told_aside(now)
    assert not load(folder, kept.log).aside
    (aside,) = (folder / "recording").glob("*.aside")
    assert aside.read_bytes() == stale
    now = step(folder, now, "hand 3 Bea 9h", "play Ann 2", me=BEA)
    assert now.recording.text.count("hand 1 Cal 9h") == 1
    assert len(list((folder / "recording").glob("*.aside"))) == 1
    assert later.recording.log.count("hand ") == now.recording.log.count("hand ") == 2
    draft.write_bytes(stale)  # and by the taps of a phone
    done = apply_taps(
        folder, kept.log, ANN, "s", [Numbered(1, {"kind": "note", "words": "so it was"})]
    )
    assert not done.refused
    assert load(folder, kept.log).recording.log.count("hand ") == 2
    assert len(list((folder / "recording").glob("*.aside"))) == 1


def test_a_book_that_was_there_and_is_gone_is_said_so_and_none_is_begun_in_its_place(
    folder: Path, kept: StoredRecording
) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.mkdir()
    for attempt in (
        lambda: begin(folder, replace(EVENING, id="other"), ANN),
        lambda: apply_taps(folder, kept.log, ANN, "s", []),
        lambda: Book(folder).exists,
        lambda: import_files(folder, [folder.with_name("elsewhere") / kept.log], ImportOptions()),
    ):
        with pytest.raises(LogError, match="a book was here, and its folder sessions is gone"):
            attempt()
    assert not list(folder.iterdir())
    (folder.with_name("elsewhere") / "book.duckdb").rename(folder / "book.duckdb")
    forget(folder)  # as a new program, which only finds what is left
    with pytest.raises(LogError, match="a book was here"):
        begin(folder, EVENING, ANN)


def test_the_second_is_told_and_may_take_over(folder: Path, kept: StoredRecording) -> None:
    kept = step(folder, kept, HAND[0])
    with pytest.raises(TakenError, match="Ann is recording this evening"):
        step(folder, load(folder, kept.log), HAND[1], me=BEA)
    with pytest.raises(TakenError):
        close(folder, kept, BEA)
    mine = take_over(folder, kept.log, BEA)
    assert mine.recording == kept.recording
    mine = step(folder, mine, HAND[1], me=BEA)
    with pytest.raises(TakenError, match="Bea is recording"):
        step(folder, kept, HAND[1])
    assert load(folder, kept.log) == mine


def test_closed_when_it_is_over(folder: Path, kept: StoredRecording) -> None:
    kept = step(folder, kept, *HAND)
    with pytest.raises(UserError, match="still open"):
        close(folder, kept, ANN)
    kept = step(folder, kept, "ok", "end carry")
    close(folder, kept, ANN)
    assert unfinished(folder) == []
    assert load(folder, kept.log).recording == kept.recording


def test_a_log_that_was_typed_can_be_gone_on_with(folder: Path, kept: StoredRecording) -> None:
    """Typed with capitals and tabs; it is put in order when the next hand is confirmed, and not
    before.
    """
    close(folder, kept, ANN)
    typed = (
        kept.recording.log + "HAND".lower() + " 1 Cal 9h\n\tplay  Ann\n\tplay Bea\n tricks Ann 5\n"
    )
    (folder / kept.log).write_text(typed)
    log = recordings.home_of(folder, "friday")
    mine = take_over(folder, log, ANN)
    mine = step(folder, mine, "hand 2 Ann -")
    assert (folder / log).read_text() == typed
    mine = step(folder, mine, "play Bea", "pass Ann Cal", "ok")
    assert (
        (folder / log).read_text()
        == mine.recording.log
        == opened(typed, "x").log + "\nhand 2 Ann -\n  play Bea\n  pass Ann Cal\n"
    )


def test_the_role_decides(folder: Path, kept: StoredRecording) -> None:
    viewer = Book(folder, Role.VIEWER)
    assert viewer.load(kept.log) == kept
    for attempt in (
        lambda: viewer.begin(EVENING, ANN),
        lambda: viewer.save(kept, kept.recording, ANN),
        lambda: viewer.take_over(kept.log, ANN),
        lambda: viewer.close(kept, ANN),
    ):
        with pytest.raises(Forbidden):
            attempt()


def test_a_watcher_sees_each_step(folder: Path, kept: StoredRecording) -> None:
    book = Book(folder, Role.VIEWER)
    seen = [book.pulse(kept.log)]
    for line in (*HAND, "ok", "undo", "undo"):
        kept = step(folder, kept, line)
        assert book.pulse(kept.log) == book.pulse(kept.log)
        seen.append(book.pulse(kept.log))
    assert len(set(seen)) == len(seen)
    assert book.unfinished() == [kept]
    assert Book(folder.parent / "nowhere", Role.VIEWER).unfinished() == []


def test_a_session_in_a_parquet_file_is_no_log_to_write_in(
    folder: Path, kept: StoredRecording
) -> None:
    from ledger.hands.from_log import columns  # noqa: PLC0415 - only here
    from ledger.hands.parquet import write_hands  # noqa: PLC0415 - only here
    from ledger.log import read  # noqa: PLC0415 - only here

    saturday = said(opened(kept.recording.log.replace("friday", "saturday"), "x"), *HAND, "ok").log
    write_hands(folder / "sessions" / "more.parquet", iter([columns([read(saturday, "x")])]))
    with pytest.raises(UserError, match="evening saturday is in sessions/more"):
        recordings.home_of(folder, "saturday")


def test_a_damaged_draft_is_told(folder: Path, kept: StoredRecording) -> None:
    path_for(folder, kept.log).write_text("{")
    with pytest.raises(UserError, match="cannot be read"):
        load(folder, kept.log)


# --- Killed ---------------------------------------------------------------------------------------

DEATHS: Final = """
import json, os, signal, sys, tempfile
from pathlib import Path
import ledger.book.sessions.recordings as recordings
from test_recording_store import ANN, step

def deadly(function):
    def call(*args, **kwargs):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return function(*args, **kwargs)
    return call

os.fsync = deadly(os.fsync)
Path.replace = deadly(Path.replace)
tempfile.mkstemp = deadly(tempfile.mkstemp)
recordings._settle = lambda hold: None
for line in sys.stdin:
    folder, log, left, lines = json.loads(line)
    child = os.fork()
    if not child:
        step(Path(folder), recordings.load(Path(folder), log), *lines)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""For each line of input, takes a step in a process of its own that is killed at so many file
operations.
"""
STEPS: Final = {
    "a card": ((*HAND[:3], "trick Ann Ks"), ("trick Bea 2s",)),
    "a hand is confirmed": (HAND, ("ok",)),
    "a hand is opened again": ((*HAND, "ok"), ("undo",)),
    "a buy-in": ((), ("buyin Ann 40",)),
    "a buy-in is taken back": (("buyin Ann 40",), ("undo",)),
    "cards dealt in the hand before": (
        (*HAND, "ok", "hand 2 Ann 8h", "play Bea 1"),
        ("dealt 1 Cal 7s 8s",),
    ),
    "a hand is confirmed that the log has already": ((*HAND, "ok", *HAND), ("ok",)),
}


@pytest.mark.drawn(1)
@pytest.mark.crash
@pytest.mark.skipif(os.name != "posix", reason="programs are killed otherwise elsewhere")
@pytest.mark.parametrize("name", STEPS)
def test_killed_between_any_two_operations_it_is_the_old_state_or_the_new(
    name: str, folder: Path, kept: StoredRecording
) -> None:
    """And somebody rules on the log before it is resumed: the hand is neither lost nor
    there twice.
    """
    first, lines = STEPS[name]
    old = step(folder, kept, *first) if first else kept
    new = said(old.recording, *lines)
    before = {path: path.read_bytes() for path in (folder / old.log, path_for(folder, old.log))}
    seen = set()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[:2])),
    }
    with subprocess.Popen(
        [sys.executable, "-c", DEATHS], stdin=PIPE, stdout=PIPE, text=True, env=environment
    ) as program:
        assert program.stdin
        assert program.stdout
        for when in range(40):
            for path, content in before.items():
                path.write_bytes(content)
            print(json.dumps([str(folder), old.log, when, lines]), file=program.stdin, flush=True)
            ended = int(program.stdout.readline())
            now = load(folder, old.log).recording
            assert now in {old.recording, new}
            seen.add(now)
            with (folder / old.log).open("a") as log:
                log.write("count Ann 3\n")
            added = load(folder, old.log).recording
            # set aside, as the log has it and has gone on
            again = bool(now.draft) and "\n".join(now.draft) in now.log
            assert added == Recording(now.log + "count Ann 3\n", () if again else now.draft)
            if ended == 0:
                break
            assert ended == -9
    assert ended == 0, "it never came to its end"
    assert now == new
    assert seen == {old.recording, new}


# --- Taps -----------------------------------------------------------------------------------------

STAYS: Final = [{"kind": "stays", "player": name, "yes": True} for name in ("Ann", "Bea")]
SCORE: Final = [
    {"kind": "dealer", "player": "Cal"},
    *STAYS,
    {"kind": "took", "player": "Ann", "tricks": 3},
    {"kind": "confirm"},
]
UNDO: Final = {"kind": "undo"}
NOTES: Final = [{"kind": "note", "words": "so it was"}] * 2
"""Each of them is one line more: twice is not once."""


def tap(
    folder: Path,
    kept: StoredRecording,
    *taps: dict[str, object],
    first: int = 1,
    stream: str = "tab",
    me: Recorder = ANN,
) -> Tapped:
    return apply_taps(
        folder,
        kept.log,
        me,
        stream,
        [Numbered(number, said) for number, said in enumerate(taps, first)],
    )


def test_taps_that_are_sent_again_are_in_it_once(folder: Path, kept: StoredRecording) -> None:
    """In another order, with more, from another tab, and across a confirmation; what a person would
    have typed comes out.
    """
    assert tap(folder, kept, *SCORE[:2]).applied == 2
    done = tap(folder, kept, *SCORE, *NOTES)
    assert done.applied == 7
    assert done.refused is None
    again = tap(folder, kept, *SCORE, *NOTES)
    assert again == done
    assert load(folder, kept.log) == done.kept
    other = tap(folder, kept, *NOTES, stream="another tab")
    assert other.kept.applied == {"tab": 7, "another tab": 2}
    hand = "\nhand 1 Cal -\n  play Ann\n  play Bea\n  tricks Ann 3 Bea 2\n"
    assert (folder / kept.log).read_text() == kept.recording.log + hand + "# so it was\n" * 4


def test_the_book_is_held_only_so_long_and_what_is_left_is_sent_again(
    folder: Path, kept: StoredRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "PATIENCE", 0)
    assert [tap(folder, kept, *SCORE[:3]).applied for _ in range(4)] == [1, 2, 3, 3]


def test_a_tap_that_cannot_stand_stops_those_behind_it_until_another_takes_its_place(
    folder: Path, kept: StoredRecording
) -> None:
    wrong = {"kind": "card", "player": "Ann", "card": "Ah"}
    done = tap(folder, kept, SCORE[0], wrong, STAYS[0])
    assert done.applied == 1
    assert done.refused is not None
    assert (done.refused.number, done.refused.gap) == (2, False)
    assert done.kept.recording.draft == ("hand 1 Cal -",)
    done = tap(folder, kept, {"kind": "nothing"}, STAYS[0], first=2)
    assert done.applied == 3
    assert done.kept.recording.draft == ("hand 1 Cal -", "  play Ann")
    done = tap(folder, kept, STAYS[1], first=5)
    assert done.refused is not None
    assert (done.refused.number, done.refused.gap) == (4, True)


def test_a_tap_that_meets_a_defect_is_refused_and_holds_nothing_up(
    folder: Path,
    kept: StoredRecording,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(recordings, "tapped", lambda *_args: 1 // 0)
        done = tap(folder, kept, SCORE[0])
    assert done.refused is not None
    assert "bug in bourre" in done.refused.error.message
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert tap(folder, kept, {"kind": "nothing"}, SCORE[0]).applied == 2


def test_taps_of_a_phone_that_was_taken_over_change_nothing(
    folder: Path, kept: StoredRecording
) -> None:
    tap(folder, kept, *SCORE[:2])
    mine = take_over(folder, kept.log, BEA)
    assert mine.applied == {"tab": 2}
    with pytest.raises(TakenError):
        tap(folder, kept, *SCORE[2:], first=3)
    assert load(folder, kept.log) == mine


def test_a_phone_that_never_got_the_answer_and_comes_back_when_the_evening_is_over_doubles_nothing(
    folder: Path, kept: StoredRecording
) -> None:
    tap(folder, kept, *NOTES)
    close(folder, take_over(folder, kept.log, BEA), BEA)
    assert unfinished(folder) == []
    before = (folder / kept.log).read_text()
    assert tap(folder, kept, *NOTES).applied == 2
    assert (folder / kept.log).read_text() == before
    assert tap(folder, kept, NOTES[0], first=3).applied == 3
    assert (folder / kept.log).read_text() == f"{before}# so it was\n"


def test_an_evening_begins_once_for_a_stream(folder: Path) -> None:
    first = begin(folder, EVENING, ANN, stream="tab")
    assert begin(folder, replace(EVENING, id="friday-2"), ANN, stream="tab") == first
    assert [one.log for one in unfinished(folder)] == [first.log]


def test_only_so_many_streams_are_remembered_and_those_that_tap_are(
    folder: Path, kept: StoredRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "STREAMS", 3)
    for number in range(5):
        done = tap(folder, kept, NOTES[0], stream=f"{number}")
        tap(folder, kept, NOTES[0], first=number + 1, stream="busy")
    assert list(done.kept.applied) == ["3", "busy", "4"]
    assert load(folder, kept.log).applied["busy"] == 5


def test_what_is_taken_back_is_the_last_tap_that_is_on_the_disk(
    folder: Path, kept: StoredRecording
) -> None:
    """And no other line, though Bea's stands below Ann's; what somebody says at a terminal goes
    before that.
    """
    tap(folder, kept, SCORE[0], *reversed(STAYS))
    assert load(folder, kept.log).recording.draft == ("hand 1 Cal -", "  play Ann", "  play Bea")
    assert tap(folder, kept, UNDO, first=4).kept.recording.draft == ("hand 1 Cal -", "  play Bea")
    typed = step(folder, load(folder, kept.log), "play Ann")
    assert typed.recording.draft == ("hand 1 Cal -", "  play Bea", "  play Ann")
    assert tap(folder, kept, UNDO, first=5).kept.recording.draft == ("hand 1 Cal -", "  play Bea")
    assert tap(folder, kept, UNDO, first=6).kept.recording.draft == ("hand 1 Cal -",)


def test_a_draft_from_before_there_were_taps_is_read_and_gone_on_with(
    folder: Path, kept: StoredRecording
) -> None:
    kept = step(folder, kept, HAND[0])
    path = path_for(folder, kept.log)
    said = json.loads(path.read_text())
    for draft in said["drafts"]:
        del draft["applied"], draft["past"]
    path.write_text(json.dumps(said))
    assert load(folder, kept.log) == kept
    assert tap(folder, kept, *STAYS).kept.recording.draft == (
        *kept.recording.draft,
        "  play Ann",
        "  play Bea",
    )


@pytest.mark.parametrize(
    "log",
    [
        "../secret.bourre",
        "sessions/../x.bourre",
        "sessions/.x.bourre",
        "/etc/passwd",
        "sessions/x\0.bourre",
    ],
)
def test_only_logs_of_the_book_are_opened(log: str, folder: Path, kept: StoredRecording) -> None:  # noqa: ARG001 - there is a book
    with pytest.raises(UserError, match="not a log of this book"):
        load(folder, log)


def test_taps_do_not_wait_for_the_database(
    folder: Path, kept: StoredRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(
            recordings.HeldBook, "settle", lambda *_args: pytest.fail("the database was asked")
        )
        tap(folder, kept, *SCORE)
    assert ask(folder, owing).balances


DEADLY_TAPS: Final = (
    DEATHS.replace("import ANN, step", "import ANN, tap")
    .replace("step(Path", "tap(Path")
    .replace(
        "recordings._settle",
        "import ledger.book.sessions.recordings as tapping\n"
        "tapping.PATIENCE = 1e6\nrecordings._settle",
    )
)
FOLDED: Final = {"kind": "dealt", "of": 1, "player": "Cal", "cards": "7s 8s"}
AGAIN: Final = [STAYS[0], *SCORE[3:], NOTES[0], STAYS[0], FOLDED]
WAS: Final = [
    "hand 1 Cal -",
    "dealt Cal 7s 8s ?? ?? ??",
    "play Ann",
    "play Bea",
    "tricks Ann 3 Bea 2",
    "# so it was",
]
RIGHT: Final = [*WAS[:4], "tricks Ann 2 Bea 3", WAS[5]]
MENDS: Final = {
    "kind": "mends",
    "of": 1,
    "was": WAS,
    "lines": RIGHT,
    "when": "2026-11-20 23:05",
    "by": "",
}
EVENING_OF_TAPS: Final = [SCORE[0], *reversed(STAYS), *SCORE[3:], UNDO, UNDO, UNDO, *AGAIN, MENDS]
"""A hand is confirmed, taken back to the one who stayed first, and said again; what Cal folded is
said while the next is open.

Then a wrong number of tricks is mended in the hand before.
"""


@pytest.mark.crash
@pytest.mark.skipif(os.name != "posix", reason="programs are killed otherwise elsewhere")
def test_killed_between_any_two_operations_taps_are_neither_lost_nor_doubled(
    folder: Path, kept: StoredRecording
) -> None:
    """A phone sends all it has until it has an answer; the program is killed at every third
    operation (in full: at each).
    """
    states = [start(EVENING)]
    for said in EVENING_OF_TAPS:
        states.append(tapped(states[-1], read_tap(said)))
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[:2])),
    }
    with subprocess.Popen(
        [sys.executable, "-c", DEADLY_TAPS], stdin=PIPE, stdout=PIPE, text=True, env=environment
    ) as program:
        assert program.stdin
        assert program.stdout
        before = {
            path: path.read_bytes() for path in (folder / kept.log, path_for(folder, kept.log))
        }
        for when in range(luck().randrange(3), 200, 1 if FULL else 3):
            for path, content in before.items():
                path.write_bytes(content)
            print(
                json.dumps([str(folder), kept.log, when, EVENING_OF_TAPS]),
                file=program.stdin,
                flush=True,
            )
            ended = int(program.stdout.readline())
            assert load(folder, kept.log).recording in states
            # it holds the book only so long
            while (done := tap(folder, kept, *EVENING_OF_TAPS)).applied < len(EVENING_OF_TAPS):
                assert done.refused is None
            assert done.kept.recording == states[-1]
            if ended == 0:
                break
            assert ended == -9
    assert ended == 0, "it never came to its end"
    assert when > 15
