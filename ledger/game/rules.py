"""The rules a session is played by, and the nine ways of playing that the sources describe (rules.md 7)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from ledger.game.option_values import Antes

MOST_SEATS: Final = 10
"""Ten hands of five and a turned card are 51 cards: one deck always suffices (tests/game/test_rules.py)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One way of playing. Fields are named as the options of the log, with ``_`` for ``-``, and stand in their order.

    The default of a field is what the Louisiana game has; what an option may be and what it means is in
    ``ledger.game.options``. ``limit`` is in chips or in antes, None for no limit (5.9). ``bourre`` is what a bourré costs in
    chips, None where it matches the pot (5.13). ``draw_cap`` pairs a number of seats with the most discards allowed there
    (3.3); seats 0 stands for every other table size. ``qualify`` and ``stay_ante`` are the two customs that only the Indiana
    game has (7.4) and are no options.
    """

    preset: str = "louisiana"
    limit: int | Antes | None = None
    limit_caps: str = "all"
    reuse: str = "together"
    split: str = "carry"
    bourre: int | None = None
    dealer_plays: bool = False
    recall: str = "forfeit"
    renege_factor: int = 1
    draw_cap: tuple[tuple[int, int], ...] = ()
    declare: str = "with-draw"
    trump: str = "dealer"
    hand_size: int = 5
    seats: tuple[int, int] = (2, 8)
    second_ante: bool = False
    dealer_antes: bool = False
    bourre_exempt: bool = True
    split_exempt: bool = True
    must_trump: bool = True
    cinch: str = "yes"
    ace_must_play: bool = True
    qualify: bool = False
    stay_ante: bool = False

    def cap(self, seats: int) -> int | None:
        """The most discards allowed at a table of ``seats``, None where there is no cap (3.3)."""
        caps = dict(self.draw_cap)
        return caps.get(seats, caps.get(0))

    def limit_in_chips(self, ante: int) -> int | None:
        """The limit where an ante is so many chips, None where there is none (5.9)."""
        return self.limit.number * ante if isinstance(self.limit, Antes) else self.limit

    @property
    def ace_binds_dealer(self) -> bool:
        """True if a dealer who turns an ace must play: the card must be the dealer's own (3.5)."""
        return self.ace_must_play and self.trump == "dealer"

    @property
    def tied_exempt(self) -> bool:
        """True if those who tied post no ante for the next hand (5.7); nobody does who has shared a pot (5.13)."""
        return self.split_exempt and self.split == "carry"

    @property
    def tricks_for_pot(self) -> int:
        """How many tricks are certain to win the pot: more than half the hand (4.8)."""
        return self.hand_size // 2 + 1

    def stock(self, seats: int) -> int:
        """How many cards are left to draw from after the deal (3.4)."""
        return int(stock_left(self.hand_size, seats, self.trump != "dealer"))


def stock_left(hand_size: Any, seats: Any, separate: Any) -> Any:  # noqa: ANN401 - numbers or arrays of them
    """52 − hand size × seats − any separate trump card (3.4), for numbers or arrays."""
    return 52 - hand_size * seats - separate


_NINE = (
    (Rules(), "the Louisiana game as McLeod gives it (the default)"),
    (
        Rules("double-ante", second_ante=True, bourre_exempt=False, split_exempt=False),
        "players who stay in ante again, and nobody is exempt",
    ),
    (Rules("separate-trump", trump="separate", ace_must_play=False), "one more card is turned for trump and belongs to nobody"),
    (
        Rules("dealer-takes-trump", trump="dealer-may-take", ace_must_play=False),
        "one more card is turned, and the dealer may take it",
    ),
    (Rules("simultaneous", declare="simultaneous"), "all decide at once whether to play"),
    (
        Rules(
            "indiana",
            trump="separate",
            hand_size=4,
            draw_cap=((0, 3),),
            declare="two-rounds",
            second_ante=True,
            ace_must_play=False,
            renege_factor=2,
            qualify=True,
            stay_ante=True,
        ),
        "four cards, a trump or a club to play, reneges cost double",
    ),
    (Rules("tutorial", seats=(3, 8), ace_must_play=False), "the plain game of the tutorial, 3 to 8 players"),
    (
        Rules(
            "acadiana",
            limit_caps="cost",
            reuse="folded-first",
            seats=(2, 7),
            draw_cap=((7, 3),),
            declare="two-rounds",
            split_exempt=False,
            ace_must_play=False,
            must_trump=False,
        ),
        "the encyclopedia's game: declare first, draw after",
    ),
    (
        Rules(
            "casino",
            seats=(2, 7),
            draw_cap=((7, 3),),
            declare="two-rounds",
            second_ante=True,
            split_exempt=False,
            ace_must_play=False,
            must_trump=False,
            cinch="no",
        ),
        "the card site's game: a second ante and no cinch",
    ),
)
PRESETS: Final = MappingProxyType({rules.preset: rules for rules, _ in _NINE})
"""The nine ways of playing that the sources describe (rules.md 7) by name, each as it differs from the Louisiana game."""
SUMMARIES: Final = MappingProxyType({rules.preset: summary for rules, summary in _NINE})
"""Each preset in a line."""
