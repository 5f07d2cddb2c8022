"""What an import did, in words."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator
from typing import Final

from ledger.book.importing import EXISTS, REFUSED, REPLACED, STORED, Fate, Imported
from ledger.cli.audit_text import wrapped
from ledger.cli.terminal import WIDTH, number, paint
from ledger.log.words import visible

MOST: Final = 20
"""Of sessions refused, names that look alike and the like: more are counted."""


def refusals(refused: list[Fate]) -> str:
    """Return what was refused, why, and what to do about it."""
    lines = []
    for fate in refused[:MOST]:
        lines.append(f"bourre: {fate.reason}" if fate.unreadable else f"bourre: {visible(fate.reason)}")
        if fate.remedy:
            lines.append(wrapped(fate.remedy, "  "))
    if len(refused) > MOST:
        lines.append(f"bourre: and {len(refused) - MOST:,} more; --format csv lists them all")
    return "\n".join(lines)


def as_text(done: Imported, book: str | None, *, dry_run: bool) -> str:
    """Return the summary; ``book`` is the folder as somebody typed it, to say how to go on."""
    lines = [", ".join(_counts(done))]
    if done.quarantined:
        hands = "1 hand is" if done.quarantined == 1 else f"{done.quarantined:,} hands are"
        lines.append(f"{hands} left out of the books, because a line cannot be read")
    if done.findings:
        lines.append(f"{number(done.findings, 'finding')}: {command('audit', book)}")
    lines += _people(done, book)
    if dry_run:
        lines.append(paint("This was a trial: nothing is written.", "bold"))
    return "\n".join(lines)


def command(words: str, book: str | None) -> str:
    """Return a command to type, for the same book."""
    return f"bourre {words}" + (f" --book {shlex.quote(book)}" if book else "")


def _counts(done: Imported) -> Iterator[str]:
    """Yield how many sessions were stored and so on; what did not happen is left out, but never everything."""
    words = {STORED: "stored", REPLACED: "replaced", EXISTS: "in the book already", REFUSED: "refused"}
    found = {outcome: len(done.of(outcome)) for outcome in words}
    for outcome, count in found.items():
        if count or (outcome == STORED and not any(found.values())):
            what = "" if outcome == REFUSED else " session" if count == 1 else " sessions"
            text = f"{count:,}{what} {words[outcome]}"
            yield paint(text, "red") if outcome == REFUSED else text
    if done.payments:
        yield f"{number(done.payments, 'payment')} between sessions"


def _people(done: Imported, book: str | None) -> Iterator[str]:
    new = done.new_players
    if not new:
        return
    names = ", ".join(visible(one.name) for one in new)
    told = f"{number(len(new), 'new player')}: {names}"
    yield textwrap.fill(told, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
    pairs = [(one.name, other) for one in new for other in one.similar]
    for name, other in pairs[:MOST]:
        merge = command(f"players merge {shlex.quote(other)} {shlex.quote(name)}", book)
        yield f"  {visible(name)} is new; if it is {visible(other)}: {visible(merge)}"
    if len(pairs) > MOST:
        yield f"  and {len(pairs) - MOST:,} more names that look alike: {command('players', book)}"
