"""What a recording is at one moment: plain data for a page or a prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ledger.findings.finding import Finding
from ledger.game import Rules

HAND: Final = "hand"
"""``RecordingView.awaits``: a hand, or a statement between hands."""
DECLARE: Final = "declare"
"""Who plays and who passes; those of whom nothing is said pass."""
PLAY: Final = "play"
"""The tricks of each player, or the first card."""
CARD: Final = "card"
"""A card; or the tricks of each player, in a hand that nobody follows any more."""
TRICKS: Final = "tricks"
"""The tricks of each player: the cards do not tell, or the numbers do not add up."""
CONFIRM: Final = "confirm"
"""Nothing more: it is known who won."""
END: Final = "end"
"""Settlements only: the session has ended."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card on the table: canonical text; ``withdrawn`` is a card taken back for it, else empty."""

    player: str
    card: str
    withdrawn: str = ""


@dataclass(frozen=True, slots=True)
class TrickPlayed:
    """A trick in order of play; ``winner`` is None while it is open, or where a card that nobody saw hides it."""

    number: int
    plays: tuple[CardPlayed, ...]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Settling:
    """What the hand that is open comes to, if it is confirmed as it stands; chips.

    ``takes``, ``matches`` and ``penalties`` are by player; ``known`` is False where the tricks do not tell who won.
    ``tied`` are those who split. ``next_pot`` is what is left for the next hand before its antes.
    """

    known: bool
    pot: int
    stake: int
    takes: Mapping[str, int]
    matches: Mapping[str, int]
    penalties: Mapping[str, int]
    tied: tuple[str, ...]
    next_pot: int


@dataclass(frozen=True, slots=True)
class HandNow:
    """The hand that is open.

    ``seats`` go clockwise from the dealer's left, the dealer last. ``antes`` are chips by player, ``exempt`` says of each
    player who is let off why. ``declared`` is ``plays``, ``passes``, ``drops`` (after the draw) or empty, ``declaring`` whose
    word is awaited (None where all speak at once, or the hand was thrown in). ``active`` are those who play, ``won`` their
    tricks so far. ``turn`` is who plays the next card, None if that is not known or no card is to come; ``led`` the suit of
    the open trick as a letter and ``best`` the card that takes it as it stands. ``seen`` are cards that ``turn`` cannot play:
    played, discarded, or known to be in another hand. ``holds`` are cards that ``turn`` is known to hold. ``unsaid`` is how
    many tricks a claim leaves of which nobody has said who took them, while that may make somebody bourré.
    """

    number: int
    dealer: str
    turned: str
    trump: str
    seats: tuple[str, ...]
    antes: Mapping[str, int]
    exempt: Mapping[str, str]
    declared: Mapping[str, str]
    declaring: str | None
    active: tuple[str, ...]
    tricks: tuple[TrickPlayed, ...]
    open_trick: int
    won: Mapping[str, int]
    turn: str | None
    led: str
    best: CardPlayed | None
    seen: tuple[str, ...]
    holds: tuple[str, ...]
    pot: int
    settling: Settling
    findings: tuple[Finding, ...]
    """What the record proves of this hand already."""
    misdeal: bool = False
    unsaid: int = 0
    draws: Mapping[str, int | None] = field(default_factory=dict)
    """How many cards each has drawn, None where nobody noted it."""
    stayed: tuple[str, ...] = ()
    """Who is said to stay in after the draw (``stay``), in the order of the seats."""


@dataclass(frozen=True, slots=True)
class HandToCome:
    """The next hand by the rules.

    ``dealer`` is None where anybody may deal; ``sure`` is False where the exemptions are not known. ``antes`` are chips by
    player (nobody's where the dealer antes for all, and anybody may deal), ``exempt`` says of each player who is let off
    why, ``pot`` is what lies there with the antes.
    """

    number: int
    dealer: str | None
    antes: Mapping[str, int]
    exempt: Mapping[str, str]
    sure: bool
    pot: int


@dataclass(frozen=True, slots=True)
class RecordingView:
    """A recording now. ``pot`` and ``chips`` (by player, all who ever sat) are without the hand that is open.

    ``verified`` is False where the pot cannot be trusted. ``hands`` are those confirmed. ``coming`` is None after ``end``
    or with nobody seated; while a hand is open it is what follows if that is confirmed as it stands.
    """

    session: str
    date: str
    title: str | None
    game: str | None
    rules: Rules
    ante: int
    chip: int | None
    currency: str | None
    hands: int
    seats: tuple[str, ...]
    players: tuple[str, ...]
    chips: Mapping[str, int]
    pot: int
    verified: bool
    awaits: str
    hand: HandNow | None
    coming: HandToCome | None
