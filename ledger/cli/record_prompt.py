"""The prompt of ``bourre record``: lines from a terminal, with completion, or from a pipe; and what is said to them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, Protocol

from ledger.cli.terminal import has_colour, level, table, wrapped

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

    from ledger.recording import HandNow, HandToCome, Objection, RecordingView

HELP: Final = """Type statements of the log, one a line. What they need besides is filled in.

  hand 9h           the next hand, by its turned card; hand Ann 9h: Ann deals
  play Bea 2        Bea plays and draws two; pass Cal; pass alone: all the others
  tricks Bea 3 Cal 2     the tricks of each player, in a hand kept as a score
  Ah 4s 7h          cards as they fall, one or more at a time; ?? is not seen
  back As           the last card is taken back, and the ace played instead
  claim, renege, take, match, pot, early …   as in a log
  ok, or Enter      the hand is over: put it into the log
  buyin Ann 40, cashout, count, pay, sit, leave, penalty, end   between hands
  note TEXT         a remark in the log
  undo              take back the last step, as often as you like
  status            the hand, the pot, everybody's chips
  quit              stop for now; bourre record goes on where you left it"""

Offer = Callable[[str], Iterable[str]]
"""From what stands before the cursor to the words that its last word may become."""


class Lines(Protocol):
    """Where lines come from; each call raises EOFError at the end. ``attended`` is true if somebody is looking."""

    attended: bool

    def ask(self, prompt: str, offer: Offer, usual: str = "", below: str = "") -> str:
        """One line; ``usual`` is there to be changed or taken, ``below`` is shown under it."""
        ...  # pragma: no cover


class Piped:
    """Lines of standard input that is no terminal: nothing is prompted."""

    attended = False

    def ask(self, prompt: str, offer: Offer, usual: str = "", below: str = "") -> str:  # noqa: ARG002 - nobody looks
        """The next line, or ``usual`` if it is empty."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n") or usual


class Typed:
    """Lines that somebody types, with history, completion and a line of status below."""

    attended = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession

        self.session: PromptSession[str] = PromptSession()

    def ask(self, prompt: str, offer: Offer, usual: str = "", below: str = "") -> str:
        """What is typed."""
        toolbar = below if below and has_colour() else None
        return self.session.prompt(prompt, default=usual, completer=_completer(offer), bottom_toolbar=toolbar)


def lines() -> Lines:
    """The lines of standard input."""
    return Typed() if sys.stdin.isatty() and sys.stdout.isatty() else Piped()


def _completer(offer: Offer) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        """Offers whole words for the one before the cursor."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
            before = document.text_before_cursor
            start = -len(before.split(" ")[-1])
            return (Completion(word, start) for word in offer(before))

    return Words()


# --- What is said ---------------------------------------------------------------------------------------------------


def settling(hand: HandNow) -> str:
    """Who takes the pot of a hand and who pays into the next one."""
    from ledger.findings import listing

    now = hand.settling
    said = [f"{name} takes {chips}" for name, chips in now.takes.items()]
    if now.tied:
        said.append(f"{listing(now.tied)} split: the pot stays")
    said += [f"{name} matches {chips}" for name, chips in now.matches.items()]
    said += [f"{name} pays {chips} for a renege" for name, chips in now.penalties.items()]
    return f"{'; '.join(said) or 'nobody takes the pot'}; {now.next_pot} in the pot."


def coming(next_hand: HandToCome) -> str:
    """Who deals next, who is let off the ante, and what then lies in the pot."""
    who = f"{next_hand.dealer} deals" if next_hand.dealer else "anybody may deal"
    free = [f"{name} does not ante ({reason})" for name, reason in next_hand.exempt.items()]
    free = free or (["everybody antes"] if next_hand.sure else ["who antes is not known"])
    return f"{who} hand {next_hand.number}; {'; '.join(free)}; {next_hand.pot} with the antes."


def awaited(seen: RecordingView) -> str:
    """In a few words, what may come next."""
    hand = seen.hand
    if hand is None:
        return "the session has ended" if seen.awaits == "end" else "hand, or a statement between hands"
    if seen.awaits == "declare":
        whose = f"{hand.declaring} plays or passes" if hand.declaring else "who plays, who passes"
        return f"{whose}; pass alone is all the others" if hand.active else whose
    if seen.awaits in {"play", "card"}:
        score = " or the tricks of each" if seen.awaits == "play" else ""
        return f"{hand.turn} {'plays' if hand.open_trick else 'leads'}{score}" if hand.turn else "trick, its leader and its cards"
    return "the tricks of each player" if seen.awaits == "tricks" else "Enter confirms the hand"


def objection(found: Objection) -> Iterator[str]:
    """Yield the lines that tell an objection."""
    yield f"{level(found.finding)}: [{found.finding.rule}]"
    yield wrapped(found.words)
    for card, _ in found.recalls:
        yield f"    back {card}  takes it back"
    if found.call:
        yield f"    {found.call}  calls it; otherwise just go on"


def status(seen: RecordingView) -> Iterator[str]:
    """Yield everything there is to know now."""
    from ledger.findings import count

    name = seen.title or seen.session
    name = name if name.startswith(seen.date) else f"{name}, {seen.date}"
    yield f"{name}: {count(seen.hands, 'hand')}, {count(seen.pot, 'chip')} in the pot"
    hand = seen.hand
    if hand is not None:
        trump = f", trump {hand.turned or hand.trump}" if hand.trump else ""
        yield f"hand {hand.number}: {hand.dealer} deals{trump}, {hand.pot} in the pot with the antes"
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
    yield table(
        ("Player", "Chips"), [(name, f"{chips:+}".replace("-", "−") if chips else "0") for name, chips in seen.chips.items()]
    )
    yield f"next: {awaited(seen)}"
