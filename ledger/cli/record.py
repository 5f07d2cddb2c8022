"""``bourre record``: records a session while it is played, and checks it against the rules line by
line.
"""

from __future__ import annotations

import argparse
import getpass
import platform
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Final

from ledger import book, recording
from ledger.book.files.folder import TERMINAL_TOKEN_PREFIX, is_book
from ledger.cli.book_options import folder_of, say_waiting
from ledger.cli.record_prompt import (
    HELP,
    Lines,
    awaited,
    coming,
    evening,
    help_text,
    lines,
    objection,
    settling,
    status,
)
from ledger.cli.terminal import add_book_option
from ledger.errors import UserError
from ledger.log.words import visible
from ledger.wording import counted

DESCRIPTION: Final = """Write down an evening while it is played.

At the prompt you type statements of the log, such as `hand 9h`, `play Bea 2`,
`tricks Bea 3 Cal 2`, or just the cards as they fall. Each is checked at once:
after every hand you see who deals, who antes and who takes what, and a renege
is reported as soon as it is proved. Nothing is forbidden; what happened is
written down.

`start chip 0.50` corrects what was set at the start, and `discard` throws away
an evening that was begun by mistake. `--date` and `--title` correct an evening
that is over.

Every step is on the disk before the next prompt. Without EVENING this resumes
the evening that was not finished, or begins a new one.

Lines can be piped in too: the exit status is then 1 if any was refused.

examples:
  bourre record
  bourre record friday-at-anns
  bourre record friday-at-anns --date 2026-11-20
  bourre record --book ~/cards
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "session", nargs="?", metavar="EVENING", help="the id of the evening to resume"
    )
    parser.add_argument(
        "--bring-back", action="store_true", help="resume an evening that was discarded"
    )
    parser.add_argument(
        "--date",
        metavar="DAY",
        help="put the date of EVENING right, such as 2026-11-20, and record nothing",
    )
    parser.add_argument("--title", metavar="TEXT", help="put its title right; '' is none")
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Record until the session is over or the user quits."""
    if args.date is not None or args.title is not None:
        return _renamed(args)
    source, me = lines(), this_terminal()
    try:
        kept = (
            brought_back(folder_of(args), me, source)
            if args.bring_back
            else chosen(folder_of(args), args.session, me, source)
        )
    except EOFError:
        return 0
    prompt = _Prompt(folder_of(args), kept, me, source)
    prompt.run()
    return int(prompt.refused and not source.attended)


def _renamed(args: argparse.Namespace) -> int:
    if args.session is None or args.bring_back:
        raise UserError(
            "--date and --title correct one evening",
            "name its evening: bourre record friday --date 2026-11-20",
        )
    done = book.corrections.rename_evening(
        folder_of(args), book.corrections.Named(args.session, args.date, args.title)
    )
    print(
        f"Line {done.line} of {done.path} was\n  {visible(done.before)}\nand is now\n  "
        f"{visible(done.now)}"
    )
    for said in book.corrections.order_words(done):
        print(visible(said))
    return 0


def this_terminal() -> book.Recorder:
    """The recorder at this terminal: its token is its own, and no phone can guess it."""
    who = getpass.getuser()
    return book.Recorder(f"{TERMINAL_TOKEN_PREFIX}{who} {platform.node()} {token_hex(16)}", who)


def chosen(
    folder: Path, session: str | None, me: book.Recorder, source: Lines
) -> book.StoredRecording:
    """The recording to continue, or a new one.

    Raises UserError if somebody else is recording it and is not to be replaced.
    """
    if session is not None:
        return resumed(
            folder,
            book.recordings.load(folder, book.recordings.home_of(folder, session, say_waiting)),
            me,
            source,
        )
    for kept in book.recordings.unfinished(folder) if is_book(folder) else ():
        if _yes(source, f"Continue {_name(kept)}?"):
            return resumed(folder, kept, me, source)
    return _begun(folder, me, source)


def brought_back(folder: Path, me: book.Recorder, source: Lines) -> book.StoredRecording:
    """Bring a discarded evening back into the book.

    Raises UserError if there is none, or none is chosen.
    """
    for one in book.recordings.discarded(folder) if is_book(folder) else ():
        seen = recording.view(one.recording)
        if _yes(
            source,
            (
                f"Bring back {seen.title or seen.session} of {seen.date} "
                f"({recording.contents(one.recording)})?"
            ),
        ):
            return book.recordings.bring_back(folder, one.key, me)
    raise UserError(
        "no other evening was discarded", "discarded evenings are in the book's folder discarded"
    )


def resumed(
    folder: Path, kept: book.StoredRecording, me: book.Recorder, source: Lines
) -> book.StoredRecording:
    """Continue a recording; if it is somebody else's, ask first.

    Raises UserError if the answer is no.
    """
    other = (
        kept.recorder if kept.recorder is not None and _place(kept.recorder) != _place(me) else None
    )
    if other is not None and not _yes(source, f"{other.name} is recording it. Take over?"):
        raise UserError(f"{other.name} is recording {kept.log}", "bourre dashboard shows it live")
    return book.recordings.take_over(folder, kept.log, me, say_waiting)


def _place(recorder: book.Recorder) -> str:
    """The user and the machine of a terminal: whoever recorded there before need not be asked."""
    return recorder.token.rpartition(" ")[0] or recorder.token


def _begun(folder: Path, me: book.Recorder, source: Lines) -> book.StoredRecording:
    usual, settings = book.new_session.usual_session(folder, say_waiting)
    return book.recordings.begin(folder, evening(usual, settings.currency, source), me, say_waiting)


def _yes(source: Lines, question: str, *, usual: bool = True) -> bool:
    said = (
        source.ask(f"{question} [{'Y/n' if usual else 'y/N'}] ", lambda _before: (), "")
        .strip()
        .lower()
    )
    return said in {"y", "yes"} or (usual and not said)


def _name(kept: book.StoredRecording) -> str:
    seen = recording.view(kept.recording)
    state = (
        f"hand {seen.hand.number} is open" if seen.hand is not None else counted(seen.hands, "hand")
    )
    return f"{seen.title or seen.session} of {seen.date} ({state})"


class _Prompt:
    """The prompt at which a session is recorded: takes lines, stores them, and prints what follows
    from them.
    """

    def __init__(
        self, folder: Path, kept: book.StoredRecording, me: book.Recorder, source: Lines
    ) -> None:
        self.folder, self.kept, self.me, self.source = folder, kept, me, source
        self.over = self.gone = False
        self.refused = 0

    def run(self) -> None:
        print(f"Recording {self.folder / self.kept.log}; type help to see what you can type.")
        print("\n".join(filter(None, [book.told_aside(self.kept), *status(self.seen)])))
        while not self.over:
            seen = self.seen
            name = f"hand {seen.hand.number}" if seen.hand is not None else seen.session
            try:
                line = self.source.ask(
                    f"{name}> ", partial(recording.completions, seen), below=awaited(seen)
                )
            except EOFError:
                break
            except KeyboardInterrupt:
                continue
            self.take(line)
        self.leave()

    @property
    def seen(self) -> recording.RecordingView:
        return recording.view(self.kept.recording)

    def take(self, line: str) -> None:
        """Carry out a line, or say what is wrong with it."""
        word = line.strip()
        if word in {"quit", "exit"}:
            self.over = True
        elif word in HELP or word.split(maxsplit=1)[:1] == ["help"]:
            print(help_text(self.seen, word.partition(" ")[2].strip()))
        elif word == "status":
            print("\n".join(status(self.seen)))
        elif word == "takeover":
            self.kept = book.recordings.take_over(self.folder, self.kept.log, self.me, say_waiting)
        elif word == "discard":
            self.discard()
        elif word or self.seen.awaits == "confirm":
            try:
                self.step(line)
            except UserError as error:
                self.kept = (
                    error.current if isinstance(error, book.recordings.StaleError) else self.kept
                )
                self.refused += 1
                _complain(error)

    def discard(self) -> None:
        """Discard the recording, after saying what would be lost and asking."""
        lost = recording.contents(self.kept.recording)
        told = (
            f"It has {lost}; all of it will be removed from the book."
            if lost
            else "Nothing was recorded."
        )
        if not _yes(self.source, f"{told} Discard {_name(self.kept)}?", usual=False):
            return
        try:
            key = book.recordings.discard(self.folder, self.kept, self.me)
        except UserError as error:
            self.refused += 1
            _complain(error)
            return
        self.over = self.gone = True
        print("Discarded. To bring it back: bourre record --bring-back" if key else "It is gone.")

    def step(self, line: str) -> None:
        """Take a step, store it, and print what follows from it."""
        before = self.kept
        after = recording.enter_line(before.recording, line)
        self.kept = book.recordings.save(self.folder, before, after, self.me, say_waiting)
        self.tell(before)

    def tell(self, before: book.StoredRecording) -> None:
        """Print what a step proved, and the result of a hand that it confirmed."""
        then, seen = recording.view(before.recording), self.seen
        if then.hand is not None and seen.hands > then.hands:
            print(f"Hand {then.hand.number}: {settling(then.hand)}")
        for found in recording.objections(before.recording, self.kept.recording):
            print("\n".join(objection(found)))
        written = _written(before.recording, self.kept.recording)
        if seen.hand is not None and seen.awaits == "confirm" and not written:
            print(f"{settling(seen.hand)} Enter confirms.")
        elif (
            seen.hand is None
            and seen.coming is not None
            and (then.hand is not None or seen.coming != then.coming)
        ):
            print(coming(seen.coming))
        else:
            print("".join(f"Written: {visible(line.strip())}\n" for line in written), end="")

    def leave(self) -> None:
        """Say how to continue; close a session that has ended."""
        if self.gone:
            return
        seen = self.seen
        if seen.awaits != "end":
            print(f"To continue: bourre record {seen.session}")
            return
        try:
            book.recordings.close(self.folder, self.kept, self.me, say_waiting)
        except UserError as error:
            _complain(error)
        print(f"{self.folder / self.kept.log} is complete.")


def _written(
    before: recording.recording.Recording, after: recording.recording.Recording
) -> list[str]:
    """The lines that a step added to the log; none if it changed the open hand."""
    if after.draft != before.draft:
        return []
    old, new = before.log.split("\n"), after.log.split("\n")
    same = recording.recording.alike(old, new)
    below = recording.recording.alike(old[same:][::-1], new[same:][::-1])
    return [line for line in new[same : len(new) - below] if line]


def _complain(error: UserError) -> None:
    print(error.message)
    if error.remedy:
        print(f"  {error.remedy}")
