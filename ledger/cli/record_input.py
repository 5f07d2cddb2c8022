"""Lines from a person at a terminal, with completion, or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

Offer = Callable[[str], Iterable[str]]
"""From what stands before the cursor to the words that its last word may become."""


class Lines(Protocol):
    """Where lines come from; each call raises EOFError at the end. ``attended`` tells whether somebody is looking."""

    attended: bool

    def ask(self, prompt: str, offer: Offer, usual: str = "", below: str = "") -> str:
        """Return one line; ``usual`` is there to be changed or taken, ``below`` is shown under it."""
        ...  # pragma: no cover


class Piped:
    """Lines of standard input that is no terminal: nothing is prompted."""

    attended = False

    def ask(self, prompt: str, offer: Offer, usual: str = "", below: str = "") -> str:  # noqa: ARG002 - nobody looks
        """Return the next line, or ``usual`` if it is empty."""
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
        """Return what is typed."""
        from ledger.cli.terminal import has_colour

        toolbar = below if below and has_colour() else None
        return self.session.prompt(prompt, default=usual, completer=_completer(offer), bottom_toolbar=toolbar)


def lines() -> Lines:
    """Return the lines of standard input."""
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
