"""What the others may hold during the play: hands consistent with what they played, how many they drew, and that they stayed.

Random hands would make good plays look like errors: a player who stayed and drew one kept four good cards. So each way of
dealing starts from a random one and swaps two cards at a time, accepting a swap according to how much likelier it makes
the hands (Metropolis 1953). The walks are independent.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from ledger.engine.form import bits
from ledger.game.play import NONE
from ledger.hands.model import ABSENT, Array
from ledger.insight.beliefs import chance_to_stay
from ledger.insight.hand_class import ACES, KINGS, SUITS
from ledger.insight.keyed_dice import KeyedDice
from ledger.insight.rollout import codes_of
from ledger.insight.stay_table import StayTable

SWAPS: Final = 6
"""Swaps tried for each card that the others hold."""
SLIPS: Final = 0.02
"""The likelihood of a hand that no sensible player would have stayed with and drawn that many to, relative to one they would."""
NEVER: Final = 1e-5
"""The same for a hand from which a card was played illegally; above zero, so that the walk can leave it."""


@dataclass(slots=True)
class OthersSeen:
    """What one player knows of the opponents still in, in many hands; arrays (places, hands) or (hands,).

    ``played`` are the cards they have played, ``left`` is how many they hold, ``surely`` are cards they certainly hold, ``never``
    those they cannot hold, or they would have had to play them. ``draw`` is how many they drew (ABSENT if that was not
    recorded), ``in_before`` how many had stayed before them. ``unseen`` are all cards whose place is unknown.
    """

    table: StayTable
    loose: Array
    turned: Array
    played: Array
    left: Array
    surely: Array
    never: Array
    draw: Array
    in_before: Array
    unseen: Array


def likely_hands(seen: OthersSeen, dice: KeyedDice) -> tuple[Array, Array]:
    """Likely remaining cards of each place, as masks (places, hands), and True where they break no constraint (hands,)."""
    places, count = seen.left.shape
    rows = np.arange(count)
    wanted = seen.left - np.bitwise_count(seen.surely).astype(np.int64)
    ends = np.cumsum(wanted, 0)
    held_by_others = ends[-1]
    cards = dice.shuffled(count, seen.unseen)
    size = np.bitwise_count(seen.unseen).astype(np.int64)
    holder = (np.arange(52)[:, None, None] >= ends).sum(1)  # (slots, hands): the place, ``places`` for nobody
    holds = seen.surely.copy()
    for slot in range(int(held_by_others.max(initial=0))):
        mine = holder[slot]
        there = np.flatnonzero(mine < places)
        holds[mine[there], there] |= bits(cards[there, slot])
    weight = np.stack([_weight(seen, np.full(count, place), holds[place], rows) for place in range(places)])
    for _ in range(int(held_by_others.max(initial=0)) * SWAPS):
        one = dice.below(np.maximum(held_by_others, 1), count)
        other = dice.below(np.maximum(size, 1), count)
        takes, gives = holder[one, rows], holder[other, rows]
        here = np.flatnonzero((takes != gives) & (held_by_others > 0))
        takes, gives = takes[here], gives[here]
        exchanged = bits(cards[here, one[here]]) | bits(cards[here, other[here]])
        tried = holds[:, here].copy()
        at = np.arange(len(here))
        tried[takes, at] ^= exchanged
        from_player = np.flatnonzero(gives < places)
        tried[gives[from_player], from_player] ^= exchanged[from_player]
        likelier = np.ones(len(here))
        new = weight[:, here].copy()
        for who, some in ((takes, at), (gives[from_player], from_player)):
            new[who, some] = _weight(seen, who, tried[who, some], here[some])
            likelier[some] *= new[who, some] / weight[who, here[some]]
        accepted = dice.bits(count)[here] * 2.0**-32 < likelier
        made = here[accepted]
        holds[:, made], weight[:, made] = tried[:, accepted], new[:, accepted]
        cards[made, one[made]], cards[made, other[made]] = cards[made, other[made]], cards[made, one[made]]
    return holds, (holds & seen.never == 0).all(0)


_KEPT: Final = [np.array([[at in chosen for at in range(5)] for chosen in combinations(range(5), size)]) for size in range(6)]
"""For each number of cards kept, the choices of that many out of five (choices, 5)."""


def _weight(seen: OthersSeen, place: Array, holds: Array, rows: Array) -> Array:
    """The relative likelihood that ``place`` (some,) holds ``holds`` in ``rows``: a sum over the cards it may have kept."""
    hand = holds | seen.played[place, rows]
    draw, size = seen.draw[place, rows], seen.table.rules.hand_size
    weight = np.ones(len(rows))
    told = (draw != ABSENT) & (seen.left[place, rows] > 0)
    for drawn in range(size + 1):
        here = np.flatnonzero(told & (draw == drawn))
        if len(here):
            weight[here] = _kept(seen, place[here], hand[here], rows[here], size - drawn)
    banned = np.bitwise_count(holds & seen.never[place, rows])
    return np.asarray(weight * NEVER**banned)


def _kept(seen: OthersSeen, place: Array, hand: Array, rows: Array, many: int) -> Array:
    """As ``_weight``, for hands in which ``many`` cards were kept."""
    size = seen.table.rules.hand_size
    ways = _KEPT[many] if size == 5 else np.array([[at in one for at in range(size)] for one in combinations(range(size), many)])
    cards = bits(codes_of(hand, size))
    cards = np.where(codes_of(hand, size) == NONE, 0, cards)
    kept = np.stack([np.bitwise_or.reduce(cards[way], 0) if way.any() else np.zeros_like(hand) for way in ways])
    trump = seen.turned[rows] // 13
    good = SUITS[trump] | ACES
    turned = np.where(
        (place == seen.table.seats - 1) & (seen.table.rules.trump == "dealer") & (many > 0), bits(seen.turned[rows]), 0
    )
    sensible = 0.5 * (kept & ~good == 0) + 0.5 * (kept & ~(good | KINGS) == 0)
    sensible = np.where(kept & turned == turned, sensible, 0.0)
    total = np.zeros(len(hand))
    for way in range(len(kept)):
        likely = np.flatnonzero(sensible[way])
        if len(likely):
            total[likely] += sensible[way, likely] * chance_to_stay(
                _margin(seen, place[likely], kept[way, likely], rows[likely]) + seen.loose[rows[likely]]
            )
    return np.asarray(SLIPS + (1 - SLIPS) * total)


def _margin(seen: OthersSeen, place: Array, kept: Array, rows: Array) -> Array:
    return seen.table.of(kept, seen.turned[rows] // 13, place, seen.in_before[place, rows])
