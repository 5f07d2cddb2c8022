"""How ``bourre record`` comes to a recording: one to go on with, or a new evening after a few questions."""

from __future__ import annotations

import getpass
import platform
import shlex
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.cli.book_options import say_waiting
from ledger.cli.terminal import number
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.book.book import Book
    from ledger.book.draft_file import Recorder
    from ledger.book.next_evening import NextEvening
    from ledger.book.recordings import Kept
    from ledger.cli.record_input import Lines
    from ledger.recording.spoken import Evening


def this_terminal() -> Recorder:
    """Return who records here: the same person on the same machine is the same recorder."""
    from ledger.book.draft_file import Recorder

    who = getpass.getuser()
    return Recorder(f"terminal {who} {platform.node()}", who)


def chosen(folder: Path, session: str | None, me: Recorder, lines: Lines) -> Kept:
    """Return the recording to go on with, or a new one. Raises UserError if somebody else is recording and goes on."""
    from ledger.book.book import Book
    from ledger.book.roles import Role

    book = Book(folder, Role.SCORER)
    if session is not None:
        return resumed(book, book.load(book.log_of(session)), me, lines)
    for kept in book.unfinished():
        if _yes(lines, f"Go on with {_name(kept)}?"):
            return resumed(book, kept, me, lines)
    return _begun(book, me, lines)


def resumed(book: Book, kept: Kept, me: Recorder, lines: Lines) -> Kept:
    """Go on with a recording, of somebody else only if that is wanted."""
    other = kept.recorder if kept.recorder is not None and kept.recorder.token != me.token else None
    if other is not None and not _yes(lines, f"{other.name} is recording it. Take over?"):
        raise UserError(f"{other.name} is recording {kept.log}", "bourre dashboard shows it live")
    return book.take_over(kept.log, me)


def _begun(book: Book, me: Recorder, lines: Lines) -> Kept:
    from ledger.book.access import ask
    from ledger.book.next_evening import NextEvening, next_evening

    usual = ask(book.folder, next_evening, say_waiting) if book.exists else NextEvening()
    print("A new session. Enter takes what stands there.")
    return book.begin(_evening(usual, lines), me)


def _evening(usual: NextEvening, lines: Lines) -> Evening:
    """Ask what has to be known of a session before its first hand."""
    from ledger.book.typed import currency_typed, money_typed
    from ledger.game.rules import PRESETS
    from ledger.log.words import quote
    from ledger.money.amounts import decimal_text
    from ledger.recording.spoken import Evening

    today = datetime.now().astimezone().date().isoformat()
    free = (name for at in range(1, len(usual.ids) + 2) if (name := today if at == 1 else f"{today}-{at}") not in usual.ids)
    session = lines.ask("Name of the session: ", lambda _before: (), next(free))
    names = [quote(name) for name in usual.players]
    seats = lines.ask("Who plays, clockwise: ", lambda before: _last_word(before, names), " ".join(map(quote, usual.seats)))
    rules = lines.ask("Rules: ", lambda before: _last_word(before, PRESETS), usual.rules)
    worth = "" if usual.unit == "chips" else f"{decimal_text(usual.chip, usual.unit)} {usual.unit}"
    chip = lines.ask("What a chip is worth (- for nothing): ", lambda _before: (), worth or "-").split()
    pot = lines.ask("Chips in the pot from before: ", lambda _before: (), str(usual.pot)).strip()
    unit = currency_typed(chip[1]) if len(chip) > 1 else usual.unit
    worthless = chip in (["-"], [])
    return Evening(
        date=today,
        id=session.strip(),
        seats=tuple(_names(seats)),
        rules=rules,
        game=usual.game,
        chip=None if worthless else money_typed(chip[0], "USD" if unit == "chips" else unit),
        currency=None if worthless else ("USD" if unit == "chips" else unit),
        ante=usual.ante,
        pot=int(pot) if pot.isdecimal() else 0,
    )


def _names(typed: str) -> list[str]:
    try:
        return shlex.split(typed)
    except ValueError as error:
        raise UserError("a quote is opened and not closed", 'write names with spaces so: "Big Al"') from error


def _last_word(before: str, words: object) -> list[str]:
    start = before.rsplit(" ", maxsplit=1)[-1].lower()
    return [word for word in words if word.lower().startswith(start)]  # type: ignore[attr-defined]


def _yes(lines: Lines, question: str) -> bool:
    return lines.ask(f"{question} [Y/n] ", lambda _before: (), "").strip().lower() in {"", "y", "yes"}


def _name(kept: Kept) -> str:
    from ledger.recording.view import view

    seen = view(kept.recording)
    state = f"hand {seen.hand.number} is open" if seen.hand is not None else number(seen.hands, "hand")
    return f"{seen.title or seen.session} of {seen.date} ({state})"
