"""Fixed deals whose legal lines of play are counted: seats clockwise, the first leads unless said
otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Deal:
    """A deal with every hand known. ``separate`` is the card turned where it is one more than the
    hands (2.4).
    """

    name: str
    trump: str
    separate: str
    hands: tuple[str, ...]
    leader: int = 0

    def cards(self) -> list[list[str]]:
        """Return the hands as lists of cards."""
        return [hand.split() for hand in self.hands]


DEALS = (
    # Two players.
    Deal("a top cinch against nothing", "s", "2s", ("As Ks Qs 3d 2d", "4h 5h 6c 7c 8c")),
    Deal(
        "king to eight: two trumps stand over it", "h", "2h", ("Kh Qh Th 9h 8h", "Ah Jh 3c 4c 5d")
    ),
    Deal("the missing ace is the separate card", "d", "Ad", ("Kd Qd Jd 5s 2c", "Td 9d Ks 3c 4c")),
    Deal("a low trump that can wait", "c", "9c", ("Ah Kh Qh 8c 7c", "2c 3c 5h 9d Td"), 1),
    # Three players.
    Deal("overtrumped twice", "s", "Ts", ("Ad Kd 9s 4h 2h", "As 3s 5h 6h Qc", "Js 2s Jd 8c 7c")),
    Deal(
        "no trumps anywhere", "c", "Ac", ("Ah 9h 4d Ks 7s", "Kh 8h 5d Qd 6s", "Qh 7h Ad 3d 2s"), 2
    ),
    Deal(
        "ace and jack with the queen between",
        "h",
        "Qh",
        ("Ah Kh Jh 9s 8s", "Th 2h As 7s 3d", "9h 8h Kd Qd 2c"),
    ),
    Deal(
        "a cinch that ripens", "d", "8d", ("Ad Qd 6c 5c 4h", "Kd 9d Jc Tc 2h", "Jd 3d Ac Kh 5s"), 1
    ),
    # Four players.
    Deal(
        "everybody follows",
        "s",
        "Ks",
        ("Ah 7h 2d 9c As", "Kh 6h 3d Tc 4s", "Qh 5h 4d Jc 3s", "Jh 4h 5d Qc 2s"),
    ),
    Deal(
        "a crowded trump suit",
        "c",
        "3c",
        ("Ac 9c 5h 6h Td", "Kc 8c 4s 7h Jd", "Qc 7c 3s 8h 2d", "Jc 6c 2s 9h Ad"),
        3,
    ),
    # Four cards each.
    Deal("four cards, three sure", "h", "4h", ("Ah Kh Qh 5c", "Jh Th 6c 7d", "9h 8h 8c Kd")),
    Deal(
        "four cards, a dirty club",
        "s",
        "As",
        ("Ks 9c 8c 2d", "Qs Js Kc 3d", "Ts 2s Ad 7c", "9s 3s Qc 4d"),
        2,
    ),
    Deal("four cards, two players", "d", "Kd", ("Ad Qd Jd 2c", "Td 9d 3c Ah"), 1),
)
