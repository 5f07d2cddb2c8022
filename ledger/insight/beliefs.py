"""What the unseen cards may be: dealt at random, and kept where they agree with what those before
said and drew.

A uniform deal invents errors: whoever has stayed holds better cards than whoever has not spoken. So
a deal is kept as often as reference players with its cards would have said what was said, and drawn
as many cards.

What the others may hold during the play: hands consistent with what they played, how many they
drew, and that they stayed.

Random hands would make good plays look like errors: a player who stayed and drew one kept four good
cards. So each way of dealing starts from a random one and swaps two cards at a time, accepting a
swap according to how much likelier it makes the hands (Metropolis 1953). The walks are independent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from ledger.engine.form import bits, mask_of_lists
from ledger.game.play import NONE
from ledger.hands.model import ABSENT, Array
from ledger.insight.rollout import ALL, KeyedDice, codes_of, worlds
from ledger.insight.stay_table import ACES, KINGS, SUITS, StayTable, class_of
from ledger.simulation.hand import thrown

TRIES: Final = 3  # deals looked at for each one wanted
# stakes by which a margin must be clear for people to decide by it nearly always
WAVERS: Final = 0.04
SLIPS: Final = 0.015  # how often anybody does anything


@dataclass(slots=True)
class Seen:
    """What players in ``place`` know when it is their turn, each in another hand; arrays (hands,)
    or (places, hands).

    ``loose`` (places, hands) is how loose each of the others is taken to be. ``own`` are masks of
    their five cards (the dealer's with the turned one where it is the dealer's), ``entered`` who
    plays of those who have declared, from the first place on, and ``draw`` how many cards those
    before them drew who have drawn, ABSENT where nobody wrote it.
    """

    table: StayTable
    loose: Array
    place: int
    own: Array
    turned: Array
    entered: Array
    draw: Array


def likely_worlds(seen: Seen, keys: Array, wanted: int) -> tuple[Array, Array]:
    """Deals (hand size, places, worlds) that agree with what was seen, in order, and the hand that
    each belongs to (worlds,).

    At most ``wanted`` for each hand. The unseen cards are shuffled and divided into lots of one
    hand each. Each player who has declared takes one of the remaining lots, with a probability in
    proportion to how well it agrees with what that player did. The deal is weighted by the mean
    agreement of the lots, so that every deal is as likely as if random deals had been kept or
    rejected as a whole; but few deals are drawn in vain.
    """
    table, count = seen.table, len(seen.own)
    size = table.rules.hand_size
    spoke = [place for place in range(len(seen.entered)) if place != seen.place]
    tries = wanted * TRIES if spoke else wanted
    which = np.repeat(np.arange(count), tries)
    dice = KeyedDice(worlds(keys, tries))
    unseen = ALL & ~seen.own & ~bits(seen.turned)
    many = int(np.bitwise_count(unseen).min(initial=52)) // size
    deck = dice.shuffled(len(which), unseen[which])
    lots = np.ascontiguousarray(deck[:, : many * size].T).reshape(many, size, len(which))
    left = np.ones((many, len(which)), bool)
    taken = np.zeros((table.seats, len(which)), np.int64)
    weight = np.ones(len(which))
    for place, chance in _agreement(seen, spoke, lots, which):
        sums = np.cumsum(chance * left, 0)
        taken[place] = (sums <= dice.bits(len(which)) * 2.0**-32 * sums[-1]).sum(0)
        weight *= sums[-1] / left.sum(0)
        left[taken[place], np.arange(len(which))] = False
    # So many times likelier than the mean are few: those count for no more than that, and enough of
    # the others are kept.
    mean = np.add.reduceat(weight, np.arange(0, len(which), tries)) / tries
    kept = dice.bits(len(which)) * 2.0**-32 < weight / (mean[which] * (tries // wanted))
    number = np.cumsum(kept.reshape(count, tries), 1).reshape(-1)
    chosen = np.flatnonzero(kept & (number <= wanted))
    for place in set(range(table.seats)) - {*spoke, seen.place}:
        taken[place] = left.argmax(0)
        left[taken[place], np.arange(len(which))] = False
    dealt = np.full((size, table.seats, len(chosen)), NONE, np.uint8)
    for place in range(table.seats):
        if place == seen.place:
            dealt[:, place] = codes_of(seen.own, size)[:, which[chosen]]
        else:
            dealt[:, place] = lots[taken[place, chosen], :, chosen].T
            if _turned_is_dealt(table, place):
                dealt[-1, place] = seen.turned[which[chosen]]
    return dealt, which[chosen]


def _turned_is_dealt(table: StayTable, place: int) -> bool:
    """True if the card turned is one of those dealt to a place: the dealer's last (2.4)."""
    return table.rules.trump == "dealer" and place == table.seats - 1


def _agreement(
    seen: Seen, spoke: list[int], lots: Array, which: Array
) -> Iterator[tuple[int, Array]]:
    """Yield each player who has declared, and how likely that player would declare and draw so with
    each of ``lots``.

    ``lots`` is (lots, hand size, worlds).
    """
    table, count = seen.table, len(seen.own)
    trump = (seen.turned // 13)[which]
    for place in spoke:
        hand = mask_of_lists(
            lots[:, :-1].swapaxes(0, 1) if _turned_is_dealt(table, place) else lots.swapaxes(0, 1)
        )
        if place == table.seats - 1 and table.rules.trump != "separate":
            hand |= bits(seen.turned[which])
        in_so_far = (
            np.zeros(count, np.int64)
            if table.rules.declare == "simultaneous"
            else seen.entered[:place].sum(0)
        )
        stays = chance_to_stay(table.of_classes(place, in_so_far) + seen.loose[place]).T
        said = np.where(seen.entered[place][:, None], stays, 1 - stays)
        chance = said.take(class_of(hand, trump) + which * stays.shape[1])
        if place < len(seen.draw):
            chance *= np.where(
                seen.entered[place][which],
                _chance_to_draw(hand, trump, seen.draw[place][which]),
                1.0,
            )
        yield place, chance


def chance_to_stay(margin: Array) -> Array:
    """The probability that people stay when staying is worth so much more than passing, in
    stakes.
    """
    return np.asarray(SLIPS / 2 + (1 - SLIPS) / (1 + np.exp(-np.clip(margin / WAVERS, -50, 50))))


def _chance_to_draw(hand: Array, trump: Array, draw: Array) -> Array:
    """The probability of drawing so many from these hands: all but trumps and aces, or but kings
    too; 1 if not known.
    """
    trumps = SUITS[trump]
    either = (
        np.bitwise_count(thrown(hand, trumps, np.array(keeps))) == draw for keeps in (True, False)
    )
    agrees = sum((one * 0.5 for one in either), np.zeros(hand.shape))
    return np.where(draw == ABSENT, 1.0, SLIPS + (1 - SLIPS) * agrees)


# --- During the play ------------------------------------------------------------------------------
SWAPS: Final = 6  # swaps tried for each card that the others hold
SLIPS_OF_PLAY: Final = 0.02
"""The likelihood of a hand that no sensible player would have stayed with and drawn that many to,
relative to one they would.
"""
NEVER: Final = 1e-5
"""The same for a hand from which a card was played illegally; above zero, so that the walk can
leave it.
"""


@dataclass(slots=True)
class OthersSeen:
    """What one player knows of the opponents still in, in many hands; arrays (places, hands) or
    (hands,).

    ``played`` are the cards they have played, ``left`` is how many they hold, ``surely`` are cards
    they certainly hold, ``never`` those they cannot hold, or they would have had to play them.
    ``draw`` is how many they drew (ABSENT if that was not recorded), ``in_before`` how many had
    stayed before them. ``unseen`` are all cards whose place is unknown.
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
    """Likely remaining cards of each place, as masks (places, hands), and True where they break no
    constraint (hands,).
    """
    places, count = seen.left.shape
    rows = np.arange(count)
    wanted = seen.left - np.bitwise_count(seen.surely).astype(np.int64)
    ends = np.cumsum(wanted, 0)
    held_by_others = ends[-1]
    cards = dice.shuffled(count, seen.unseen)
    size = np.bitwise_count(seen.unseen).astype(np.int64)
    # (slots, hands): the place, ``places`` for nobody
    holder = (np.arange(52)[:, None, None] >= ends).sum(1)
    holds = seen.surely.copy()
    for slot in range(int(held_by_others.max(initial=0))):
        mine = holder[slot]
        there = np.flatnonzero(mine < places)
        holds[mine[there], there] |= bits(cards[there, slot])
    weight = np.stack(
        [_weight(seen, np.full(count, place), holds[place], rows) for place in range(places)]
    )
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
        cards[made, one[made]], cards[made, other[made]] = (
            cards[made, other[made]],
            cards[made, one[made]],
        )
    return holds, (holds & seen.never == 0).all(0)


_KEPT: Final = [
    np.array([[at in chosen for at in range(5)] for chosen in combinations(range(5), size)])
    for size in range(6)
]
"""For each number of cards kept, the choices of that many out of five (choices, 5)."""


def _weight(seen: OthersSeen, place: Array, holds: Array, rows: Array) -> Array:
    """The relative likelihood that ``place`` (some,) holds ``holds`` in ``rows``: a sum over the
    cards it may have kept.
    """
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
    ways = (
        _KEPT[many]
        if size == 5
        else np.array(
            [[at in one for at in range(size)] for one in combinations(range(size), many)]
        )
    )
    cards = bits(codes_of(hand, size))
    cards = np.where(codes_of(hand, size) == NONE, 0, cards)
    kept = np.stack(
        [np.bitwise_or.reduce(cards[way], 0) if way.any() else np.zeros_like(hand) for way in ways]
    )
    trump = seen.turned[rows] // 13
    good = SUITS[trump] | ACES
    turned = np.where(
        (place == seen.table.seats - 1) & (seen.table.rules.trump == "dealer") & (many > 0),
        bits(seen.turned[rows]),
        0,
    )
    sensible = 0.5 * (kept & ~good == 0) + 0.5 * (kept & ~(good | KINGS) == 0)
    sensible = np.where(kept & turned == turned, sensible, 0.0)
    total = np.zeros(len(hand))
    for way in range(len(kept)):
        likely = np.flatnonzero(sensible[way])
        if len(likely):
            at, who = rows[likely], place[likely]
            margin = seen.table.of(
                kept[way, likely], seen.turned[at] // 13, who, seen.in_before[who, at]
            )
            total[likely] += sensible[way, likely] * chance_to_stay(margin + seen.loose[at])
    return np.asarray(SLIPS_OF_PLAY + (1 - SLIPS_OF_PLAY) * total)
