"""What ``bourre record`` asks before the first hand. A wrong answer is explained, and the question asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from ledger.book.new_session import read_chip, read_id, read_pot, read_rules_answer, read_seats
from ledger.cli.record_prompt import HELP
from ledger.cli.terminal import folded
from ledger.errors import UserError
from ledger.game import PRESETS
from ledger.log.words import quote
from ledger.money import CHIPS, decimal_text
from ledger.recording.recording import NewSession
from ledger.wording import listing

if TYPE_CHECKING:
    from ledger.book.new_session import NextSession
    from ledger.cli.record_prompt import Lines

T = TypeVar("T")


class Question(NamedTuple):
    """A question: its words, the possible answers, and completions for an answer."""

    words: str
    about: str
    offered: tuple[str, ...] = ()


NAME: Final = Question("Name of the session", "A short name that no other session has, such as the day, or friday-at-anns.")
SEATS: Final = Question(
    "Who plays, clockwise",
    "Everybody at the table, separated by commas: Ann, Big Al, Cal. Names that are already in the book need no commas, "
    "capitals or accents; Tab completes them.",
)
RULES: Final = Question(
    "Rules",
    f"One of {', '.join(PRESETS)}, followed by any options that differ: louisiana limit=20 recall=free. To see what they mean, "
    "run bourre rules in another terminal.",
    tuple(PRESETS),
)
CHIP: Final = Question(
    "What a chip is worth, - for nothing",
    "An amount, with its currency if it is not the book's: 0.25, 0.25 USD, 0.10 EUR; - if you do not play for money.",
)
POT: Final = Question("Chips already in the pot", "Chips in the pot before the first hand: a whole number, 0 if it is empty.")


def evening(usual: NextSession, currency: str, source: Lines) -> NewSession:
    """Ask what must be known of a session before its first hand; ``currency`` is that of the book."""
    unit = currency if usual.unit == CHIPS else usual.unit
    worth = "-" if usual.unit == CHIPS else f"{decimal_text(usual.chip, usual.unit)} {usual.unit}"
    today = datetime.now().astimezone().date().isoformat()
    print("A new session. Enter accepts the answer in brackets; help explains the question.")
    session = _ask(source, NAME, usual.free_id(today), lambda said: read_id(said, usual, today))
    who = SEATS._replace(offered=tuple(map(quote, usual.players)))
    seats = _ask(source, who, ", ".join(usual.seats), lambda said: _seats(said, usual, source))
    rules = _ask(source, RULES, usual.rules, read_rules_answer)
    chip = _ask(source, CHIP, worth, lambda said: read_chip(said, unit))
    pot = _ask(source, POT, str(usual.pot), read_pot)
    exempt = usual.exempt_line(pot, seats)
    if exempt:
        print(f"No ante in the first hand, carried over from the last session: {', '.join(exempt)}")
    return NewSession(
        date=today,
        id=session,
        seats=seats,
        rules=rules,
        game=usual.game,
        chip=chip and chip[0],
        currency=chip and chip[1],
        ante=usual.ante,
        pot=usual.pot_line(pot),
        exempt=exempt,
    )


def _seats(answer: str, usual: NextSession, source: Lines) -> tuple[str, ...]:
    """The players in an answer, printed back on a terminal: a misread name would be a new player."""
    seats = usual.seats if answer == ", ".join(usual.seats) else read_seats(answer, usual.players)
    new = [quote(name) for name in seats if name not in usual.players] if usual.players else []
    if source.attended:
        print(
            folded(
                f"{len(seats)} players: {', '.join(map(quote, seats))}" + (f"; new in the book: {listing(new)}" if new else ""),
                "  ",
                "  ",
            )
        )
    return seats


def _ask(source: Lines, question: Question, usual: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be used; an answer that cannot is offered again for editing.

    Raises UserError for such an answer if nobody is at the terminal.
    """
    typed = ""
    while True:
        prompt = f"{question.words} [{usual}]: " if usual else f"{question.words}: "
        said = source.ask(prompt, lambda before: _completed(before, question.offered), typed).strip()
        if said.lower() in HELP:
            print(folded(question.about, "  ", "  "))
            typed = ""
            continue
        try:
            return read(said or usual)
        except UserError as error:
            if not source.attended:
                raise
            print("\n".join(f"  {line}" for line in (error.message, error.remedy) if line))
            typed = said


def _completed(before: str, words: Sequence[str]) -> list[str]:
    """The completions of the last word before the cursor."""
    start = before.rsplit(" ", maxsplit=1)[-1].lstrip('"').lower()
    return [word for word in words if word.lstrip('"').lower().startswith(start)]
