"""Best play with open cards by brute force: every legal card of every player in every position, one
hand after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ledger.game import Rules

from .endings import Ending

Values: TypeAlias = tuple[float, ...]
"""What a hand is worth to each who stayed, clockwise, in stakes."""
Worth: TypeAlias = Callable[[tuple[int, ...]], Values]
"""That by the tricks that each has."""


def best_play(now: Ending, worth: Worth) -> Values:
    """What a hand comes to if everybody plays for the most.

    Of cards worth the same to whoever plays: what leaves least to the next, then to the one after,
    and so on.
    """
    found: dict[Ending, Values] = {}

    def value(here: Ending) -> Values:
        cards = here.right()
        if not cards:
            return worth(here.won)
        if here not in found:
            who, players = here.player, len(here.hands)

            def liking(values: Values) -> Values:
                return (
                    values[who],
                    *(-values[(who + after) % players] for after in range(1, players)),
                )

            found[here] = max((value(here.after(card)) for card in cards), key=liking)
        return found[here]

    return value(now)


def worth_in(
    rules: Rules, ante: float, share: Sequence[float], places: Sequence[int], entered: Sequence[int]
) -> Worth:
    """What the tricks of those who stayed, who sit in ``places``, are worth to them (5.1 to 5.7):
    chips, pot left, antes saved.

    ``share`` is the part of a chip left in the pot that each seat has, ``entered`` are all who said
    that they play.
    """

    # An ante is a chip here.
    units = rules.second_ante if isinstance(rules.second_ante, int) else bool(rules.second_ante)
    fee = units * ante

    def worth(won: tuple[int, ...]) -> Values:
        tricks = dict(zip(places, won, strict=True))
        first = [place for place in places if tricks[place] == max(won)]
        own = [-fee * (place in entered) for place in range(len(share))]
        exempt = set()
        if len(first) == 1 or rules.split == "share":
            for place in first:
                if rules.wins == "most" or max(won) > rules.hand_size / 2:
                    own[place] += 1 / len(first)
        if len(first) > 1 and rules.tied_exempt:
            exempt |= set(first)
        for place in places:
            own[place] -= ante * (rules.stay_ante is True)
            if tricks[place] == 0:
                own[place] -= 1 if rules.bourre is None else rules.bourre * ante
                exempt |= {place} if rules.bourre_exempt else set()
        left = sum(own) + ante * len(exempt)
        return tuple(
            round(own[place] + ante * (place in exempt) - left * share[place], 9)
            for place in places
        )

    return worth
