"""``bourre record``: writes down a session while it is played, and says at once what the rules make of it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ledger.cli.book_options import add_book_option, folder_of
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.book.book import Book
    from ledger.book.draft_file import Recorder
    from ledger.book.recordings import Kept
    from ledger.cli.record_input import Lines
    from ledger.recording.state import View

DESCRIPTION = """Write down a session while it is played.

At the prompt you type statements of the log, such as `hand 9h`, `play Bea 2`,
`tricks Bea 3 Cal 2`, or cards alone as they fall. Each is checked at once: who
deals, who antes and who takes what is said after every hand, and a renege as
soon as it is proved. Nothing is forbidden; what happened is written down.

Every step is on the disk before the next prompt. Without SESSION one that was
not finished is gone on with, or a new one begun.

Lines can be piped in too: the exit status is then 1 if any was refused.

examples:
  bourre record
  bourre record friday-at-anns
  bourre record --book ~/cards
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``record`` to the command line."""
    parser = subparsers.add_parser("record", help="write down a session while it is played", description=DESCRIPTION)
    parser.add_argument("session", nargs="?", metavar="SESSION", help="the id of a session to go on with")
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Record until the session is over or somebody quits."""
    from ledger.book.book import Book
    from ledger.book.roles import Role
    from ledger.cli.record_input import lines
    from ledger.cli.record_start import chosen, this_terminal

    source, me = lines(), this_terminal()
    try:
        kept = chosen(folder_of(args), args.session, me, source)
    except EOFError:
        return 0
    desk = _Desk(Book(folder_of(args), Role.SCORER), kept, me, source)
    desk.run()
    return int(desk.refused and not source.attended)


class _Desk:
    """Where a session is recorded: takes lines, keeps them, and says what they come to."""

    def __init__(self, book: Book, kept: Kept, me: Recorder, source: Lines) -> None:
        self.book, self.kept, self.me, self.source = book, kept, me, source
        self.over = False
        self.refused = 0

    def run(self) -> None:
        """Take lines until there are no more."""
        from ledger.cli.record_text import awaited, status
        from ledger.recording.typed import completions

        print(f"Recording {self.book.folder / self.kept.log}; help tells what can be typed.")
        print("\n".join(status(self.seen)))
        while not self.over:
            seen = self.seen
            name = f"hand {seen.hand.number}" if seen.hand is not None else seen.session
            try:
                line = self.source.ask(f"{name}> ", lambda before, seen=seen: completions(seen, before), below=awaited(seen))  # type: ignore[misc]
            except EOFError:
                break
            except KeyboardInterrupt:
                continue
            self.take(line)
        self.leave()

    @property
    def seen(self) -> View:
        """Return what the recording comes to now."""
        from ledger.recording.view import view

        return view(self.kept.recording)

    def take(self, line: str) -> None:
        """Do what a line says, or say what is wrong with it."""
        from ledger.book.recordings import StaleError
        from ledger.cli.record_text import HELP, status

        word = line.strip()
        if word in {"quit", "exit"}:
            self.over = True
        elif word in {"help", "?"}:
            print(HELP)
        elif word == "status":
            print("\n".join(status(self.seen)))
        elif word == "takeover":
            self.kept = self.book.take_over(self.kept.log, self.me)
        elif word or self.seen.awaits == "confirm":
            try:
                self.step(line)
            except UserError as error:
                self.kept = error.current if isinstance(error, StaleError) else self.kept
                self.refused += 1
                _complain(error)

    def step(self, line: str) -> None:
        """Take a step, keep it, and say what it comes to."""
        from ledger.recording.typed import typed

        before = self.kept
        after = typed(before.recording, line)
        self.kept = self.book.save(before, after, self.me)
        self.tell(before)

    def tell(self, before: Kept) -> None:
        """Say what a step proved, and what a hand came to."""
        from ledger.cli.record_text import coming, objection, settling
        from ledger.recording.referee import objections
        from ledger.recording.view import view

        then, seen = view(before.recording), self.seen
        if then.hand is not None and seen.hands > then.hands:
            print(f"Hand {then.hand.number}: {settling(then.hand)}")
        for found in objections(before.recording, self.kept.recording):
            print("\n".join(objection(found)))
        if seen.hand is not None and seen.awaits == "confirm":
            print(f"{settling(seen.hand)} Enter confirms.")
        elif seen.hand is None and seen.coming is not None and (then.hand is not None or seen.coming != then.coming):
            print(coming(seen.coming))

    def leave(self) -> None:
        """Say how to go on; a session that has ended is closed."""
        seen = self.seen
        if seen.awaits != "end":
            print(f"To go on: bourre record {seen.session}")
            return
        try:
            self.book.close(self.kept, self.me)
        except UserError as error:
            _complain(error)
        print(f"{self.book.folder / self.kept.log} is complete.")


def _complain(error: UserError) -> None:
    print(error.message)
    if error.remedy:
        print(f"  {error.remedy}")
