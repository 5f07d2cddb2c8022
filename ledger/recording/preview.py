"""What a hand comes to if it is confirmed as it stands: who passed, takes and pays, and what nobody
has recorded (5.16).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ledger.story import Retelling, match_verb
from ledger.wording import count, listing


class Paid(NamedTuple):
    """Chips that change hands: by player.

    ``take`` and ``match`` are True if the table has said who did.
    """

    takes: Mapping[str, int]
    matches: Mapping[str, int]
    penalties: Mapping[str, int]
    tied: tuple[str, ...]
    take: bool
    match: bool


def preview(told: Retelling, paid: Paid, unsaid: int) -> Iterator[str]:
    """Yield the sentences to be read before a hand is confirmed.

    ``unsaid`` tricks of a claim are nobody's for certain.
    """
    if told.misdeal:
        yield "Thrown in: this hand does not count."
        return
    passed = [seat.player for seat in told.seats if seat.declared == "passes"]
    if passed:
        yield (
            "Everybody passed: the pot stays."
            if len(passed) == len(told.seats)
            else f"{listing(passed)} passed."
        )
    if paid.tied:
        yield f"{listing(paid.tied)} split: the pot stays."
    yield from (f"{name} takes {chips}." for name, chips in paid.takes.items())
    if not paid.takes and not paid.tied and len(passed) < len(told.seats):
        yield (
            "Nobody takes the pot."
            if told.outcome or paid.take
            else "Who took the pot is not recorded."
        )
    verb = match_verb(told)
    none = [seat.player for seat in told.seats if seat.won == 0]
    for name in none:
        chips = paid.matches.get(name)
        yield f"{name} stayed and took none" + (f": bourré, {verb} {chips}." if chips else ".")
    yield from (
        f"{name} went bourré and {verb} {chips}."
        for name, chips in paid.matches.items()
        if name not in none
    )
    yield from (f"{name} pays {chips} for a renege." for name, chips in paid.penalties.items())
    if unsaid:
        yield (
            f"Nobody has said who took the other {count(unsaid, 'trick')}, so nobody goes bourré "
            "for having none."
        )
    yield from _not_recorded(told, paid)


def _not_recorded(told: Retelling, paid: Paid) -> Iterator[str]:
    """Yield what the record leaves open, and whose chips may depend on it."""
    silent = [seat.player for seat in told.seats if not seat.declared]
    certain = {*paid.takes, *paid.matches}
    uncounted = [
        one.player
        for one in told.seats
        if one.declared == "plays" and one.won is None and one.player not in certain
    ]
    if uncounted and not told.claim:
        yield f"{listing(uncounted)} stayed: tricks not recorded."
    may = (
        [seat.player for seat in told.seats if seat.player in {*silent, *uncounted}]
        if told.open
        else []
    )
    what = "may owe for staying" if told.outcome or paid.take else "may have taken it"
    owing = what if paid.match else "may owe a match"
    if silent:
        who = "Who stayed" if len(silent) == len(told.seats) else "Who else stayed"
        split = paid.take and not paid.takes  # whoever tied may be exempt from the next ante
        changes = f": {listing(may)} {owing}" if may else "" if split else ": no chips depend on it"
        yield f"{who} is not recorded{changes}."
    elif may:
        yield f"{listing(may)} {owing}."
