"""A hand as plain data: the whole of it, and its state at each moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.findings.kinds import Finding
from ledger.game import Rules
from ledger.game.play import NAMES, SUITS, UNKNOWN


@dataclass(slots=True)
class Seat:
    """A player in one hand; card lists, and ``draw``, are None where nothing was written.

    ``declared`` is ``plays``, ``passes`` or ``drops`` (passes after the draw); ``won`` is None if the tricks are not known.
    """

    player: str
    declared: str
    dealt: list[int] | None
    draw: int | None
    out: list[int] | None
    drawn: list[int] | None
    won: int | None


@dataclass(slots=True)
class Play:
    """A card played; ``withdrawn`` is the card taken back for it, or NONE. ``verdict`` is empty if the play was not judged."""

    player: str
    card: int
    withdrawn: int
    verdict: str


@dataclass(slots=True)
class Trick:
    """A trick in order of play; ``winner`` is None if an unrecorded card leaves it open; ``line`` is its line in the log."""

    number: int
    plays: list[Play]
    winner: str | None
    line: int


@dataclass(slots=True)
class Payment:
    """Chips into the pot (positive) or out of it, by one player."""

    what: str
    player: str
    chips: int


@dataclass(slots=True)
class Ruling:
    """A later ruling about a renege in the hand: the penalty in chips, None where the table waived it."""

    player: str
    chips: int | None
    line: int


@dataclass(slots=True)
class Retelling:
    """A hand. If it is in quarantine, only its numbered lines, ``text``, are known.

    ``number`` is None if its first line could not be read. ``pot`` is the pot before it was taken, ``stake`` what was
    at stake, ``next_pot`` what is left for the next hand before its antes, ``counted`` the pot as the table counted it;
    ``claimed`` are the numbers of the tricks that ``claim`` laid down cards for, empty if the claim does not count.
    ``verified`` is True if the pot could be followed, ``outcome`` if it is known who won what. ``known[t]`` are the cards that
    each active player is known to hold before trick ``t`` (from 0, with a last entry after the last trick), whether or not the
    table knew them at that moment (rules.md 6.1). ``misdeal`` is True if the hand was thrown in: nobody plays it (5.14).
    """

    file: str
    line: int
    session: str
    date: str
    rules: str
    number: int | None
    dealer: str | None
    turned: int
    trump: int
    findings: list[Finding]
    text: list[tuple[int, str]] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    unfollowed: int | None = None
    claim: str | None = None
    shown: list[int] = field(default_factory=list)
    claimed: range = range(0)
    opening: int = 0
    antes: dict[str, int] = field(default_factory=dict)
    payments: list[Payment] = field(default_factory=list)
    pot: int = 0
    counted: int | None = None
    booked: int = 0
    stake: int = 0
    next_pot: int = 0
    verified: bool = True
    outcome: bool = True
    rulings: list[Ruling] = field(default_factory=list)
    game: Rules = field(default_factory=Rules)
    known: list[dict[str, list[int]]] = field(default_factory=list)
    misdeal: bool = False


def trump_of(hand: Retelling) -> str:
    """The letter of the trump suit, empty if it is not known."""
    return SUITS[hand.trump] if hand.trump >= 0 else ""


def turned_of(hand: Retelling) -> str:
    """The card turned up for trump, as canonical text, empty if it is not known."""
    return NAMES[hand.turned] if 0 <= hand.turned < UNKNOWN else ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table, as canonical text. ``best``: it takes the trick as it stands. ``wrong``: it broke a rule of play."""

    player: str
    card: str
    led: bool
    best: bool
    wrong: bool


@dataclass(frozen=True, slots=True)
class Place:
    """The state of one player at a moment; places are clockwise from the dealer's left.

    ``cards`` are those known to be in the hand, as canonical text, ``hidden`` is how many more it has. ``state`` is
    ``plays``, ``passed``, or empty before the declaration. ``chips`` were paid (negative) or taken since the hand began.
    """

    player: str
    cards: tuple[str, ...]
    hidden: int
    state: str
    tricks: int
    chips: int


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a hand.

    ``kind`` is ``antes``, ``deal``, ``declares``, ``draws``, ``drops``, ``card``, ``trick``, ``claim``, ``unfollowed`` or
    ``settled``. ``said`` says what happens; ``reason`` in a few words why a card is wrong, and ``right`` are the cards of
    that hand that would have been right. ``trick`` counts from 1, and is None outside tricks. ``turned`` is a turned card that
    lies on the table and belongs to nobody, else empty. ``findings`` are those that belong here; the moments of a hand have each
    finding once.
    """

    kind: str
    said: str
    places: tuple[Place, ...]
    pot: int
    trick: int | None = None
    player: str | None = None
    turn: str | None = None
    laid: tuple[Laid, ...] = ()
    verdict: str = ""
    reason: str = ""
    right: tuple[str, ...] = ()
    turned: str = ""
    findings: tuple[Finding, ...] = ()
