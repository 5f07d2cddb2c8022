"""The state of a recording, as plain data for a page or a prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ledger.findings.finding import Finding
from ledger.game import Rules

HAND: Final = "hand"
"""``RecordingView.awaits``: a new hand, or a statement between hands."""
DECLARE: Final = "declare"
"""Who plays and who passes; players who are not named pass."""
PLAY: Final = "play"
"""The tricks of each player, or the first card."""
CARD: Final = "card"
"""A card; or the tricks of each player, if the hand is no longer followed card by card."""
TRICKS: Final = "tricks"
"""The tricks of each player: the cards do not show them, or the numbers do not add up."""
CONFIRM: Final = "confirm"
"""Only confirmation: it is known who won."""
END: Final = "end"
"""Only settlements: the session has ended."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card on the table, as canonical text; ``withdrawn`` is the card taken back for it, else empty."""

    player: str
    card: str
    withdrawn: str = ""


@dataclass(frozen=True, slots=True)
class TrickPlayed:
    """A trick in order of play; ``winner`` is None while it is open, or if an unseen card leaves that open."""

    number: int
    plays: tuple[CardPlayed, ...]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Settling:
    """The settlement of the open hand if it is confirmed as it stands, in chips.

    ``takes``, ``matches`` and ``penalties`` are by player; ``known`` is False if the tricks do not show who won.
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
    """The open hand.

    ``seats`` go clockwise from the dealer's left, the dealer last. ``antes`` are chips by player, ``exempt`` has the
    reason for each player who antes nothing. ``declared`` is ``plays``, ``passes``, ``drops`` (after the draw) or empty,
    ``declaring`` whose turn it is to declare (None if all declare at once, or the hand was thrown in). ``active`` are
    those who play, ``won`` their tricks so far. ``turn`` is who plays the next card, None if that is not known or no card
    is to come; ``led`` the suit of the open trick as a letter and ``best`` the card that takes it as it stands. ``seen``
    are cards that ``turn`` cannot play: played, discarded, or known to be in another hand. ``holds`` are cards that
    ``turn`` is known to hold. ``unsaid`` is how many tricks a claim leaves of which nobody has said who took them, while
    that may make somebody bourré.
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
    """What is proved about this hand already."""
    misdeal: bool = False
    unsaid: int = 0
    draws: Mapping[str, int | None] = field(default_factory=dict)
    """How many cards each player has drawn, None if it was not noted."""
    stayed: tuple[str, ...] = ()
    """Who stays in after the draw according to ``stay`` lines, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class HandToCome:
    """The next hand by the rules.

    ``dealer`` is None if anybody may deal; ``sure`` is False if the exemptions are not known. ``antes`` are chips by
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
    """The state of a recording. ``pot`` and ``chips`` (by player, all who ever sat) exclude the open hand.

    ``verified`` is False if the pot cannot be trusted. ``hands`` counts those confirmed. ``coming`` is None after ``end``
    or with nobody seated; while a hand is open it is the one that follows if that is confirmed as it stands.
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
