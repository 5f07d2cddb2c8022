"""What staying earns besides chips: antes saved by a bourré or a tie (rules.md 5.6, 5.7), counted
hand by hand.

Nothing of the reference tables is used: who stays is a rule of thumb, and who plays which card is
the lowest that wins, or else the lowest. Everything is counted in hands dealt here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ledger.game.rules import Rules

from .hand import DECK, height, suit_of
from .perft import right_cards
from .referee import best_of


@dataclass(frozen=True)
class Ended:
    """How a hand ended, by place from the dealer's left: of a stake, what each took and paid, and
    who posts no next ante.
    """

    net: tuple[int, ...]
    exempt: tuple[bool, ...]


def worth_staying_with(cards: Sequence[str], trump: str) -> bool:
    """Two trumps, or the ace or king of trumps."""
    trumps = [card for card in cards if suit_of(card) == trump]
    return len(trumps) > 1 or any(card[0] in "AK" for card in trumps)


def dealt(
    rng: random.Random, seats: int, place: int, own: Sequence[str], turned: str
) -> tuple[list[list[str]], list[str]]:
    """Hands, and the stock, where ``place`` holds ``own`` and the dealer's last card is
    ``turned``.
    """
    stock = [card for card in DECK if card not in own and card != turned]
    rng.shuffle(stock)
    hands = [
        list(own) if at == place else [stock.pop() for _ in range(5 - (at == seats - 1))]
        for at in range(seats)
    ]
    if place != seats - 1:
        hands[-1].append(turned)
    return hands, stock


def ended(
    hands: Sequence[Sequence[str]], stock: list[str], trump: str, forced: dict[int, bool]
) -> Ended:
    """Play a hand out; ``forced`` says of some places whether they stay."""
    stock, held = list(stock), {}
    for place, cards in enumerate(hands):
        if forced.get(place, worth_staying_with(cards, trump)):
            kept = [card for card in cards if suit_of(card) == trump or card[0] == "A"]
            held[place] = {*kept, *(stock.pop() for _ in range(min(5 - len(kept), len(stock))))}
    won = dict.fromkeys(held, 0)
    if len(held) == 1:
        won = dict.fromkeys(held, 5)
    elif held:
        play(held, trump, won)
    most = max(won.values(), default=0)
    leaders = [place for place in won if won[place] == most]
    bourre = [won.get(place) == 0 for place in range(len(hands))]
    tied = [len(leaders) > 1 and place in leaders for place in range(len(hands))]
    net = tuple((leaders == [place]) - bourre[place] for place in range(len(hands)))
    return Ended(net, tuple(one or other for one, other in zip(bourre, tied, strict=True)))


def play(held: dict[int, set[str]], trump: str, won: dict[int, int]) -> None:
    """Play five tricks; each plays the lowest card that wins so far, or else the lowest, of those
    that are right.
    """
    order, finished = sorted(held), set[str]()
    while held[order[0]]:
        table: list[str] = []
        for place in order:
            right = right_cards(
                held[place], trump, None, table, len(order), won[place], finished, Rules()
            )
            cards = sorted(right, key=lambda card: (suit_of(card) == trump, height(card)))
            best = [
                card
                for card in cards
                if best_of([*table, card], suit_of((*table, card)[0]), trump) == card
            ]
            card = cards[-1] if not table else (best or cards)[0]
            held[place].discard(card)
            table.append(card)
        taker = order[table.index(best_of(table, suit_of(table[0]), trump))]
        won[taker] += 1
        finished |= set(table)
        order = order[order.index(taker) :] + order[: order.index(taker)]


def shares(rng: random.Random, seats: int, hands: int) -> np.ndarray:
    """What part of a chip in the pot each place gets in the end: taken, matched, or carried on with
    the deal passing left.
    """
    total = np.zeros(seats)
    for _ in range(hands):
        deck = rng.sample(DECK, len(DECK))
        cards = [deck[5 * place : 5 * place + 5] for place in range(seats)]
        total += ended(cards, deck[5 * seats :], suit_of(cards[-1][-1]), {}).net
    net = total / hands
    # A player in a place sits one nearer to the dealer's left in the next hand; the first deals it.
    worth = np.linalg.solve(
        np.eye(seats) - (1 - net.sum()) * np.roll(np.eye(seats), -1, axis=1), net
    )
    return np.roll(worth, 1)


def antes_saved(
    rng: random.Random,
    own: Sequence[str],
    turned: str,
    places: tuple[int, int],
    said: dict[int, bool],
    hands: int,
) -> tuple[float, float]:
    """How many antes staying saves more than passing, and its standard error; ``places`` are one's
    own, and the seats.

    An ante that anybody saves is missing in the next pot, of which each has a share.
    """
    place, seats = places
    part = shares(rng, seats, 10 * hands)[place]
    found = []
    for _ in range(hands):
        cards, stock = dealt(rng, seats, place, own, turned)
        both = [
            ended(cards, stock, suit_of(turned), {**said, place: stays}).exempt
            for stays in (True, False)
        ]
        stayed, passed = (one[place] - part * sum(one) for one in both)
        found.append(stayed - passed)
    return float(np.mean(found)), float(np.std(found) / np.sqrt(hands))
