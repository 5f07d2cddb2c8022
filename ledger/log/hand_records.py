"""What the statements of a hand say, each as a record (``ledger.log.records`` says what is common to all)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

DEFAULT = -1
"""An amount that was left out: the one the rules give (one ante, for ``ante``)."""


class HandLine(NamedTuple):
    """``hand 12 Gus 9h``: ``turned`` is a card, or NONE where only the suit or nothing is known; ``trump`` a suit 0-3 or -1."""

    line: int
    number: int
    dealer: str
    turned: int
    trump: int
    comment: str = ""


class Ante(NamedTuple):
    """``ante Ann Gus=5``: pairs of player and chips, DEFAULT for one ante."""

    line: int
    amounts: tuple[tuple[str, int], ...]
    comment: str = ""


class Dealt(NamedTuple):
    """``dealt Bea Ks Qs ?? 3c 2h``."""

    line: int
    player: str
    cards: tuple[int, ...]
    comment: str = ""


class Early(NamedTuple):
    """``early Ann``."""

    line: int
    player: str
    comment: str = ""


class Pass(NamedTuple):
    """``pass Ann Bea``."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Play(NamedTuple):
    """``play Cal 3 out 7d 6d 2c in Ah ?? ??``.

    ``draw`` is None if no number was given, ``out`` and ``drawn`` are None if their word is missing.
    """

    line: int
    player: str
    draw: int | None
    out: tuple[int, ...] | None
    drawn: tuple[int, ...] | None
    comment: str = ""


class Plays(NamedTuple):
    """``play Bea 2 Cal Dot 1``: several who play, in the order in which they said so, each with a draw or None."""

    line: int
    draws: tuple[tuple[str, int | None], ...]
    comment: str = ""


class Stay(NamedTuple):
    """``stay Bea Cal``."""

    line: int
    players: tuple[str, ...]
    comment: str = ""


class Trick(NamedTuple):
    """``trick Eve Ah 9h>4h 7h Th``: ``cards`` in order of play; ``withdrawn`` pairs (index in ``cards``, card taken back)."""

    line: int
    leader: str
    cards: tuple[int, ...]
    withdrawn: tuple[tuple[int, int], ...] = ()
    comment: str = ""


class Claim(NamedTuple):
    """``claim Eve Kh Qh``; ``cards`` may be empty."""

    line: int
    player: str
    cards: tuple[int, ...]
    comment: str = ""


class Misdeal(NamedTuple):
    """``misdeal``: the hand was thrown in; the last line of a hand."""

    line: int
    comment: str = ""


class Tricks(NamedTuple):
    """``tricks Bea 1 Eve 3 Gus 1``."""

    line: int
    won: tuple[tuple[str, int], ...]
    comment: str = ""


class Pot(NamedTuple):
    """``pot 7`` in a hand: as counted, before it was taken."""

    line: int
    chips: int
    comment: str = ""


class Take(NamedTuple):
    """``take Eve 7``; ``take -`` has player None."""

    line: int
    player: str | None
    chips: int = DEFAULT
    comment: str = ""


class Match(NamedTuple):
    """``match Cal 7``; ``match -`` has player None."""

    line: int
    player: str | None
    chips: int = DEFAULT
    comment: str = ""


class Renege(NamedTuple):
    """``renege Bea 7``: the table's call."""

    line: int
    player: str
    chips: int = DEFAULT
    comment: str = ""


InHand: TypeAlias = (
    Ante | Dealt | Early | Pass | Play | Plays | Stay | Trick | Claim | Misdeal | Tricks | Pot | Take | Match | Renege
)  # fmt: skip
