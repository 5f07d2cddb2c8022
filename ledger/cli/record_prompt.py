"""The prompt of ``bourre record``: lines from a terminal, with completion, or from a pipe, and what
it answers.

At the end, the questions before the first hand: a wrong answer is explained, and the question asked
again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from ledger import book, recording
from ledger.cli.terminal import folded, has_colour, level, listed, table, wrapped
from ledger.errors import UserError, did_you_mean
from ledger.game import SUMMARIES
from ledger.log.words import quote
from ledger.money import CHIPS, decimal_text
from ledger.wording import count, listing

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer


HELP: Final = frozenset(("help", "?"))  # words that ask for help if typed alone

OWN_WORDS: Final = (
    ("hand 9h", "Start the next hand with its turned card; hand Ann 9h: Ann deals."),
    ("Ah 4s 7h", "Cards in the order played, one or more at a time; ?? is a card nobody saw."),
    ("pass", "By itself: everybody who has not declared yet passes."),
    (
        "take Ann, match Cal",
        "Nobody counted the tricks: Ann took the pot, Cal went bourré; match -: nobody did.",
    ),
    ("back As", "Take back the last card and play the ace instead."),
    (
        "dealt 3 Ann Ah Kh 7c",
        (
            "The cards that Ann was dealt in hand 3, even if she passed; without a number, in the "
            "last hand."
        ),
    ),
    ("ok, or Enter", "Confirm the hand: it goes into the log."),
    ("note TEXT", "Add a remark to the log."),
    ("undo", "Take back the last step, as often as you like."),
    (
        "start chip 0.50 USD",
        "Correct what was set at the start: chip, ante, rules, pot, exempt, seats, date, title.",
    ),
    ("called Anne Ann", "Correct a player's name throughout the evening."),
    ("status", "Show the hand, the pot and everybody's chips."),
    ("help WORD", "Explain one statement: help play."),
    ("takeover", "Take over from whoever is recording."),
    ("discard", "Discard the evening; bourre record --bring-back brings it back."),
    ("quit", "Stop for now; bourre record continues where you left off."),
)
"""What can be typed besides statements of the log, each with what it does."""

EXAMPLE: Final = 27  # columns for an example; a longer example has a line of its own
# from the text before the cursor to the completions of its last word
Offer = Callable[[str], Iterable[str]]


class Lines(Protocol):
    """Where lines come from; ``ask`` raises EOFError at the end.

    ``attended`` is True if a person types them.
    """

    attended: bool

    def ask(self, prompt: str, offer: Offer, typed: str = "", below: str = "") -> str:
        """One line.

        At a terminal, ``typed`` is there to be edited, and ``below`` is shown under it.
        """
        ...  # pragma: no cover


class Piped:
    """Lines of a standard input that is not a terminal: there is no prompt."""

    attended = False

    def ask(self, prompt: str, offer: Offer, typed: str = "", below: str = "") -> str:  # noqa: ARG002 - nobody looks
        """The next line."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


class Typed:
    """Lines typed at a terminal, with history, completion and a status line below."""

    attended = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession

        self.session: PromptSession[str] = PromptSession()

    def ask(self, prompt: str, offer: Offer, typed: str = "", below: str = "") -> str:
        """The line that is typed."""
        toolbar = below if below and has_colour() else None
        return self.session.prompt(
            prompt, default=typed, completer=_completer(offer), bottom_toolbar=toolbar
        )


def lines() -> Lines:
    """The source of lines for standard input: a terminal or not."""
    return Typed() if sys.stdin.isatty() and sys.stdout.isatty() else Piped()


def _completer(offer: Offer) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        """Offers whole words for the one before the cursor."""

        def get_completions(
            self,
            document: Document,
            complete_event: CompleteEvent,  # noqa: ARG002
        ) -> Iterable[Completion]:
            before = document.text_before_cursor
            start = -len(before.split(" ")[-1])
            return (Completion(word, start) for word in offer(before))

    return Words()


# --- Help -----------------------------------------------------------------------------------------
def help_text(seen: recording.RecordingView, keyword: str = "") -> str:
    """What can be typed now, with examples; or only ``keyword``.

    Raises UserError for one that cannot begin a line.
    """
    from ledger.log import HelpRow, help_rows

    rows = [row for row in help_rows() if row.where in {"hand", "between hands"}]
    if keyword:
        meant = [row for row in rows if row.keyword == keyword]
        own = [row for row in OWN_WORDS if row[0].split()[0].rstrip(",") == keyword]
        if not meant and not own:
            raise UserError(
                f"there is no statement {keyword}",
                did_you_mean(keyword, [row.keyword for row in rows]) or "see: help",
            )
        said = [
            line
            for row in meant
            for line in (f"  {row.form}", listed(row.example, row.help, EXAMPLE))
        ]
        return "\n".join([*said, *(listed(*row, EXAMPLE) for row in own)])

    def fits(row: HelpRow) -> bool:
        return row.keyword != "hand" and (row.where == "hand") == (seen.hand is not None)

    where = "In a hand" if seen.hand is not None else "Between hands"
    said = [listed(row.example, row.help, EXAMPLE) for row in rows if fits(row)]
    return "\n".join(
        [
            "Whatever else the log needs is filled in.",
            *(listed(*own, EXAMPLE) for own in OWN_WORDS),
            f"{where}:",
            *said,
        ]
    )


# --- The questions before the first hand ----------------------------------------------------------
def settling(hand: recording.HandNow) -> str:
    """Who passed, who takes the pot of a hand and who pays into the next one, and what of it is not
    recorded.
    """
    return " ".join([*hand.preview, f"{count(hand.settling.next_pot, 'chip')} in the pot."])


def coming(next_hand: recording.HandToCome) -> str:
    """Who deals next, who antes nothing, and what is in the pot with the antes."""
    who = f"{next_hand.dealer} deals" if next_hand.dealer else "anybody may deal"
    free = [
        (
            f"{listing(names) or 'nobody'} "
            f"{'do not ante' if len(names) > 1 else 'does not ante' if names else 'antes'} "
            f"({reason})"
        )
        for names, reason in recording.let_off(next_hand)
    ]
    far = "" if next_hand.verified else ", as far as recorded"
    free = free or (["everybody antes"] if next_hand.sure else ["not known who antes"])
    return f"{who} hand {next_hand.number}; {'; '.join(free)}; {next_hand.pot} with the antes{far}."


def awaited(seen: recording.RecordingView) -> str:
    """What may be typed next, in a few words."""
    hand = seen.hand
    if hand is None:
        return (
            "the evening has ended"
            if seen.awaits == "end"
            else "hand, or a statement between hands"
        )
    if seen.awaits == "declare":
        whose = f"{hand.declaring} plays or passes" if hand.declaring else "who plays, who passes"
        return (
            f"{whose}; pass by itself: all the others pass"
            if hand.active
            else f"{whose}, or only who took the pot: take NAME"
        )
    if seen.awaits in {"play", "card"}:
        score = (
            ", or the tricks of each, or who took the pot: take NAME, match NAME"
            if seen.awaits == "play"
            else ""
        )
        if (
            score
            and seen.rules.declare != "with-draw"
            and all(hand.draws.get(name) is None for name in hand.active)
        ):
            return f"what each draws (draw {quote(hand.active[0])} 2), or {hand.turn} leads{score}"
        return (
            f"{hand.turn} {'plays' if hand.open_trick else 'leads'}{score}"
            if hand.turn
            else "trick, with its leader and cards"
        )
    return (
        "the tricks of each player, or who took the pot"
        if seen.awaits == "tricks"
        else "Enter confirms the hand"
    )


def objection(found: recording.Objection) -> Iterator[str]:
    """Yield an objection as lines of text."""
    yield f"{level(found.finding)}: [{found.finding.rule}]"
    yield wrapped(found.words)
    for card, _ in found.recalls:
        yield f"    back {card}  takes it back"
    if found.call:
        yield f"    {found.call}  calls it; otherwise continue"


def status(seen: recording.RecordingView) -> Iterator[str]:
    """Yield the state of the table: what ``status`` prints."""
    name = seen.title or seen.session
    name = name if name.startswith(seen.date) else f"{name}, {seen.date}"
    yield f"{name}: {count(seen.hands, 'hand')}, {count(seen.pot, 'chip')} in the pot"
    hand = seen.hand
    if hand is not None:
        trump = f", trump {hand.turned or hand.trump}" if hand.trump else ""
        yield (
            f"hand {hand.number}: {hand.dealer} deals{trump}, {hand.pot} in the pot with the antes"
        )
        for name in hand.seats:
            said = hand.declared[name] or "nothing said"
            free = f"; no ante, {hand.exempt[name]}" if name in hand.exempt else ""
            won = f", {count(hand.won[name], 'trick')}" if name in hand.won and hand.tricks else ""
            yield f"  {name}: {said}{won}{free}"
        for trick in hand.tricks:
            cards = "  ".join(f"{play.player} {play.card}" for play in trick.plays)
            yield f"  trick {trick.number}: {cards}{f' → {trick.winner}' if trick.winner else ''}"
    elif seen.coming is not None:
        yield coming(seen.coming)
    yield table(("Player", "Chips"), [(name, seen.figure(name)) for name in seen.chips])
    if seen.doubt:
        yield seen.doubt
    yield f"next: {awaited(seen)}"


# --- The questions before the first hand ----------------------------------------------------------
T = TypeVar("T")


class Question(NamedTuple):
    """A question: its words, the possible answers, and completions for an answer."""

    words: str
    about: str
    offered: tuple[str, ...] = ()


NAME: Final = Question(
    "Name of the evening",
    "A short name that no other evening has, such as the day, or friday-at-anns.",
)
SEATS: Final = Question(
    "Who plays, clockwise",
    "Everybody at the table, separated by commas: Ann, Big Al, Cal. Names that are already in the "
    "book need no commas, "
    "capitals or accents; Tab completes them.",
)
RULES: Final = Question(
    "What do you play",
    "\n".join(
        (
            *(f"{name}: {about}" for name, about in SUMMARIES.items()),
            (
                "Options that differ follow, a limit in chips or in money: louisiana limit=$10 "
                "recall=free."
            ),
            "To see what they mean, run bourre rules in another terminal.",
        )
    ),
    tuple(SUMMARIES),
)
CHIP: Final = Question(
    "What a chip is worth, - for nothing",
    (
        "An amount, with its currency if it is not the book's: 0.25, 0.25 USD, 0.10 EUR; - if you "
        "do not play for money."
    ),
)
POT: Final = Question(
    "Chips already in the pot",
    "Chips in the pot before the first hand: a whole number, 0 if it is empty.",
)


def evening(
    usual: book.new_session.NextSession, currency: str, source: Lines
) -> recording.recording.NewSession:
    """Ask what must be known of a session before its first hand; ``currency`` is that of
    the book.
    """
    unit = currency if usual.unit == CHIPS else usual.unit
    worth = (
        ""
        if not usual.chip
        else "-"
        if usual.unit == CHIPS
        else f"{decimal_text(usual.chip, usual.unit)} {usual.unit}"
    )
    today = book.input_values.tonight()
    print(
        f"A new evening, dated {today} (until 6 in the morning it is still yesterday's; start "
        "date corrects it)."
    )
    print("Enter accepts the answer in brackets; help explains the question.")
    session = _ask(
        source,
        NAME,
        usual.free_id(today),
        lambda said: book.new_session.read_id(said, usual, today),
    )
    who = SEATS._replace(offered=tuple(map(quote, usual.players)))
    seats = _ask(source, who, ", ".join(usual.seats), lambda said: _seats(said, usual, source))
    chip = _ask(source, CHIP, worth, lambda said: book.new_session.read_chip(said, unit))
    rules = _ask(
        source, RULES, usual.rules, lambda said: book.new_session.read_rules_answer(said, chip)
    )
    pot = _ask(source, POT, str(usual.pot), book.new_session.read_pot)
    exempt = usual.exempt_line(pot, seats)
    if exempt:
        print(f"No ante in the first hand, carried over from the last evening: {', '.join(exempt)}")
    return recording.recording.NewSession(
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


def _seats(answer: str, usual: book.new_session.NextSession, source: Lines) -> tuple[str, ...]:
    """The players in an answer, printed back on a terminal: a misread name would be a new
    player.
    """
    seats = (
        usual.seats
        if answer == ", ".join(usual.seats)
        else book.new_session.read_seats(answer, usual.players)
    )
    new = [quote(name) for name in seats if name not in usual.players] if usual.players else []
    if source.attended:
        print(
            folded(
                f"{len(seats)} players: {', '.join(map(quote, seats))}"
                + (f"; new in the book: {listing(new)}" if new else ""),
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
        said = source.ask(
            prompt, lambda before: _completed(before, question.offered), typed
        ).strip()
        if said.lower() in HELP:
            print("\n".join(folded(line, "  ", "    ") for line in question.about.splitlines()))
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
