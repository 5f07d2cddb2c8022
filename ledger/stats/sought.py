"""Which hands are looked for: what players did in them, what became of the hand, how large the pot was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.game.play import SUITS


class Deed(NamedTuple):
    """Something that a player does in a hand: its name in addresses, a condition on ``seats`` and ``hands``, and its wording.

    ``said`` follows a name, ``noun`` stands alone: ``Bea went bourré``, ``a bourré``.
    """

    name: str
    sql: str
    said: str
    noun: str


TRICKS: Final = ("no trick", "one trick", "two tricks", "three tricks", "four tricks", "five tricks")

DEEDS: Final[Mapping[str, Deed]] = MappingProxyType(
    {
        one.name: one
        for one in (
            Deed("bourre", "seats.bourre", "went bourré", "a bourré"),
            Deed("renege", "seats.reneged", "reneged", "a renege"),
            Deed("penalty", "seats.penalty > 0", "paid for a renege", "a renege paid for"),
            Deed("won", "seats.winner", "won", "a winner"),
            Deed("lost", "taken - ante - matched - penalty < 0", "lost chips", "chips lost"),
            Deed("tied", "seats.tied", "split the pot", "a split pot"),
            Deed("stayed", "declared = 2", "stayed", "somebody who stayed"),
            # Nothing need be written of who passed, but of a hand thrown in, or of payments alone, nothing follows from that.
            Deed("passed", "declared < 2 AND stayers_said AND NOT misdeal", "passed", "a pass"),
            Deed("dropped", "declared = 3", "dropped after the draw", "somebody who dropped after the draw"),
            Deed("dealt", "seat = hands.seated - 1", "dealt", "a dealer"),
            Deed("every-trick", "tricks = hand_size", "took every trick", "somebody who took every trick"),
            *(
                Deed(f"tricks-{number}", f"tricks = {number}", f"took {words}", f"somebody who took {words}")
                for number, words in enumerate(TRICKS)
            ),
            Deed("there", "TRUE", "at the table", "somebody at the table"),
        )
    }
)
"""What players do that hands are found by. What is added here can be chosen on the page, and stands in addresses."""


class Fate(NamedTuple):
    """Something that happens to a whole hand: its name in addresses, a condition on ``hands``, and its wording."""

    name: str
    sql: str
    said: str


FATES: Final[Mapping[str, Fate]] = MappingProxyType(
    {
        one.name: one
        for one in (
            Fate("split", "hands.split", "split pots"),
            Fate(
                "all-passed",
                "EXISTS (SELECT 1 FROM findings WHERE findings.session = hands.session AND findings.line = hands.line "
                "AND findings.hand IS NOT DISTINCT FROM hands.number AND rule = 'all-passed')",
                "everybody passed",
            ),
            Fate("all-stayed", "stayed = seated", "everybody stayed"),
            Fate("misdeal", "misdeal", "thrown in"),
            Fate("unsure", "NOT verified AND NOT misdeal", "pots that are not certain"),
            Fate("unread", "hands.quarantined", "hands with a line that cannot be read"),
        )
    }
)
"""What becomes of hands that they are found by."""
UNREAD: Final = "unread"


class Did(NamedTuple):
    """A player (None: anybody) who did something (the name of a ``Deed``)."""

    deed: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Sought:
    """Which hands are looked for; what is left out is no restriction, and all of it must be true of a hand.

    ``fates`` are names of ``FATES``. ``pot_from`` and ``pot_to`` are chips, both ends included. ``trump`` is a suit (``s``
    ``h`` ``d`` ``c``), ``stayed`` how many did, ``number`` that of the hand as written. Of a hand in quarantine nothing is
    known: it is found only if nothing is asked that one would have to know.
    """

    did: tuple[Did, ...] = ()
    fates: tuple[str, ...] = ()
    pot_from: int | None = None
    pot_to: int | None = None
    trump: str | None = None
    stayed: int | None = None
    number: int | None = None

    def conditions(self) -> str:
        """The condition on ``hands``; what somebody chose is in it as parameters only."""
        said = [f"({FATES[name].sql})" for name in self.fates]
        said += [_did(DEEDS[one.deed].sql, at, anybody=one.player is None) for at, one in enumerate(self.did)]
        said += [f"{column} {compared} ${name}" for name, column, compared in _COMPARED if getattr(self, name) is not None]
        if said and self.fates != (UNREAD,):
            said.append("NOT hands.quarantined")
        if self.number is not None:
            said.append("number = $number")
        return " AND ".join(["TRUE", *said])

    def values(self) -> dict[str, object]:
        """The parameters of the conditions."""
        values = {f"player_{at}": one.player for at, one in enumerate(self.did) if one.player is not None}
        numbers = {name: getattr(self, name) for name in ("pot_from", "pot_to", "stayed", "number")}
        numbers["trump"] = None if self.trump is None else SUITS.index(self.trump)
        return values | {name: number for name, number in numbers.items() if number is not None}


def _did(sql: str, at: int, *, anybody: bool) -> str:
    whose = "" if anybody else f" AND player = $player_{at}"
    return f"EXISTS (SELECT 1 FROM seats WHERE seats.session = hands.session AND seats.hand = hands.hand AND {sql}{whose})"


_COMPARED: Final = (
    ("pot_from", "pot", ">="),
    ("pot_to", "pot", "<="),
    ("stayed", "CASE WHEN stayers_said AND NOT misdeal THEN stayed END", "="),
    ("trump", "trump", "="),
)
ANY_HAND: Final = Sought()
"""Every hand."""
