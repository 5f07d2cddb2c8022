"""From what the columns have of one hand to the statements of the log, in the order that log-format.md shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from ledger.game.play import NONE, UNKNOWN
from ledger.hands.model import ABSENT, BY_RULE, DROPPED, PASSED, PLAYED, SILENT, TRICKS
from ledger.log.context import Context
from ledger.log.hand_statements import (
    DEFAULT,
    HAND,
    Ante,
    Claim,
    Dealt,
    Early,
    HandLine,
    Match,
    Misdeal,
    Pass,
    Play,
    Pot,
    Renege,
    Take,
    Trick,
    Tricks,
)
from ledger.log.records import HandRecord, Unreadable
from ledger.log.words import split

Row = dict[str, Any]
"""What each column of ``Hands`` has of one hand; lists by seat where the column is by seat."""
Names = tuple[str, ...]
"""Who is seated, from the dealer's left on."""


def first_line(said: Row, names: Names) -> HandLine:
    """Return the ``hand`` line."""
    return HandLine(0, said["number"], names[-1], said["turned"], said["trump"])


def read_first_line(written: Unreadable, names: Names) -> HandLine:
    """Return the ``hand`` line of a hand in quarantine, from its text."""
    context = Context()
    context.seat(list(names))
    words, _, comment, _ = split(written.text)
    return HAND.read(context, written.line, words, comment, written.text)


def statements(said: Row, names: Names, unit: int) -> Iterator[HandRecord]:
    """Yield the statements of a hand; ``unit`` is one ante in chips. Their lines are not numbered."""
    if said["has_ante"]:
        yield _ante(said["ante"], names, unit)
    for seat, name in enumerate(names):
        if said["dealt_count"][seat] >= 0:
            yield Dealt(0, name, _cards(said["dealt"], said["dealt_count"], seat) or ())
    for seat, name in enumerate(names):
        if said["early"][seat]:
            yield Early(0, name)
    if not said["score"]:
        yield from _declarations(said, names)
    yield from _play(said, names)
    yield from _outcome(said, names)
    yield from _payments(said, names)
    if said["misdeal"]:
        yield Misdeal(0)


def _play(said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield the tricks, and a claim where it was made among them."""
    before = said["claim_after"] if said["claim"] >= 0 else said["trick_count"]
    tricks = list(_tricks(said, names))
    yield from tricks[:before]
    if said["claim"] >= 0:
        yield Claim(0, names[said["claim"]], tuple(card for card in said["shown"] if card != NONE))
    yield from tricks[before:]


def _outcome(said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield the tricks that each won, and the pot as counted."""
    if said["has_counts"]:
        won = said["counted"]
        yield Tricks(0, tuple((name, won[seat]) for seat, name in enumerate(names) if won[seat] >= 0))
    if said["pot"] >= 0:
        yield Pot(0, said["pot"])


def _cards(lists: list[list[int]], counts: list[int], seat: int) -> tuple[int, ...] | None:
    """Return a seat's list of cards (lists by card, then seat), None where it was not written."""
    return tuple(lists[at][seat] for at in range(counts[seat])) if counts[seat] >= 0 else None


def _ante(chips: list[int], names: Names, unit: int) -> Ante:
    amounts = tuple((name, DEFAULT if chips[seat] == unit else chips[seat]) for seat, name in enumerate(names) if chips[seat])
    return Ante(0, amounts or ((names[-1], 0),))


def _declarations(said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield who plays and who passes, in order, then who passed after the draw."""
    declared, order = said["declared"], said["order"]
    spoken = sorted((seat for seat in range(len(names)) if declared[seat] != SILENT), key=lambda seat: order[seat])
    for passed, seats in groupby(spoken, key=lambda seat: declared[seat] == PASSED):
        if passed:
            yield Pass(0, tuple(names[seat] for seat in seats))
            continue
        for seat in seats:
            draw = said["draw"][seat]
            out = _cards(said["out"], said["out_count"], seat)
            drawn = _cards(said["drawn"], said["drawn_count"], seat)
            yield Play(0, names[seat], draw if draw >= 0 else None, out, drawn)
    dropped = tuple(names[seat] for seat in spoken if declared[seat] == DROPPED)
    if dropped:
        yield Pass(0, dropped)


def _tricks(said: Row, names: Names) -> Iterator[HandRecord]:
    """Yield the tricks; of a trick too many, and of cards too many in a trick, the columns have only the number."""
    for trick in range(min(said["trick_count"], TRICKS)):
        size = said["trick_size"][trick]
        cards = said["cards"][trick][:size]
        cards += [UNKNOWN] * (size - len(cards))
        withdrawn = tuple((turn, card) for turn, card in enumerate(said["withdrawn"][trick]) if card != NONE)
        yield Trick(0, names[said["leader"][trick]], tuple(cards), withdrawn)
    for _ in range(TRICKS, said["trick_count"]):
        playing = said["declared"].count(PLAYED)
        yield Trick(0, names[0], (UNKNOWN,) * max(playing, 1))


def _payments(said: Row, names: Names) -> Iterator[HandRecord]:
    for column, record in (("take", Take), ("match", Match)):
        if not said[f"has_{column}"]:
            continue
        paid = [(name, chips) for name, chips in zip(names, said[column], strict=False) if chips != ABSENT]
        for name, chips in paid:
            yield record(0, name, _amount(chips))
        if not paid:
            yield record(0, None)
    for name, chips in zip(names, said["renege"], strict=False):
        if chips != ABSENT:
            yield Renege(0, name, _amount(chips))


def _amount(chips: int) -> int:
    return DEFAULT if chips == BY_RULE else chips
