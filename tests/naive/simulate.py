"""Deals and plays one hand at random, knowing every card, and writes down only part of it.

The truth is known here, so whatever a judge proves from the record must agree with it (6.2, 6.6).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from ledger.game.options import read_rules
from ledger.game.rules import Rules

from .hand import DECK, suit_of
from .referee import Table, allowed, best_of, cinch_cards, sure_tricks

NAMES = ("Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
HOUSES = (
    "louisiana",
    "louisiana declare=two-rounds",
    "double-ante",
    "separate-trump",
    "dealer-takes-trump",
    "dealer-takes-trump must-trump=no",
    "simultaneous",
    "indiana",
    "indiana must-trump=no",
    "tutorial",
    "acadiana",
    "acadiana draw-cap=none",
    "casino",
)


@dataclass
class Simulated:
    """One hand as it was. ``truth`` says of each (trick, player) whether the card was right;
    ``seats`` ends with the dealer.
    """

    line: str
    rules: Rules
    seats: list[str]
    turned: str
    dealt: dict[str, list[str]]
    out: dict[str, list[str]] = field(default_factory=dict)
    drawn: dict[str, list[str]] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)
    tricks: list[tuple[str, list[str]]] = field(default_factory=list)
    truth: dict[tuple[int, str], bool] = field(default_factory=dict)
    ran_out: bool = False
    left: bool = True  # the separate card was not taken


def simulate(rng: random.Random, slips: float = 0.0) -> Simulated | None:
    """Play a hand in which each card is any card of the hand with probability ``slips``; None if
    the cards do not suffice.
    """
    line = rng.choice(HOUSES)
    rules = read_rules(line)
    seats = list(NAMES[: rng.randint(*rules.seats)])
    deck = list(DECK)
    rng.shuffle(deck)
    dealt = {player: [deck.pop() for _ in range(rules.hand_size)] for player in seats}
    turned = dealt[seats[-1]][-1] if rules.trump == "dealer" else deck.pop()
    hand = Simulated(line, rules, seats, turned, dealt)
    trump = suit_of(turned)

    passing = rng.choice((0.1, 0.4, 0.7))
    playing = []
    for player in seats:
        bound = rules.ace_must_play and player == seats[-1] and turned[0] == "A"
        unfit = rules.qualify and not any(suit_of(card) in (trump, "c") for card in dealt[player])
        if bound or (rng.random() > passing and not unfit):
            playing.append(player)
    held = draw(hand, deck, playing, rng)
    if held is None:
        return None
    if rules.stay_ante:
        hand.dropped = [player for player in playing if rng.random() < 0.2]
    active = [player for player in playing if player not in hand.dropped]
    if len(active) > 1:
        play(hand, active, held, slips, rng)
    return hand


def draw(
    hand: Simulated, stock: list[str], playing: list[str], rng: random.Random
) -> dict[str, list[str]] | None:
    """Draw in seat order (3.2), gathering passed hands and discards when the stock runs out
    (3.4).
    """
    rules, dealer = hand.rules, hand.seats[-1]
    cap = rules.cap(len(hand.seats))
    most = rules.hand_size if cap is None else cap
    gathered = []
    if rules.declare != "with-draw":
        gathered = [
            card for player in hand.seats if player not in playing for card in hand.dealt[player]
        ]
    held = {}
    for player in hand.seats:
        if player not in playing:
            if rules.declare == "with-draw":
                gathered += hand.dealt[player]
            continue
        number = min(rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)), most)
        cards = list(hand.dealt[player])
        takes = rules.trump == "dealer-may-take" and player == dealer and rng.random() < 0.5
        if takes:
            cards.append(hand.turned)
            hand.left = False
        hand.out[player] = rng.sample(cards, number + takes)
        hand.drawn[player] = []
        for _ in range(number):
            if not stock:
                hand.ran_out = True
                stock, gathered = gathered, []
                rng.shuffle(stock)
                if not stock:
                    return None
            hand.drawn[player].append(stock.pop())
        held[player] = [card for card in cards if card not in hand.out[player]] + hand.drawn[player]
        gathered += hand.out[player]
    return held


def play(
    hand: Simulated, active: list[str], held: dict[str, list[str]], slips: float, rng: random.Random
) -> None:
    """Play all tricks, by 4.3-4.8 but for the slips."""
    lead, finished = 0, set()
    void: set[str] = set()  # who have shown that no trump is left in their hands
    won = dict.fromkeys(active, 0)
    own = {player: set(held[player]) for player in active}
    for number in range(1, hand.rules.hand_size + 1):
        cards: list[str] = []
        for place in range(len(active)):
            player = active[(lead + place) % len(active)]
            table = Table(cards, len(active), suit_of(hand.turned))
            alone = all(other in void for other in active if other != player)
            right = right_cards(
                hand, player, own[player], table, won[player], finished, nothing_out=alone
            )
            card = rng.choice(sorted(own[player] if rng.random() < slips else right))
            hand.truth[number, player] = card in right
            own[player].discard(card)
            cards = [*cards, card]
        hand.tricks.append((active[lead], cards))
        finished |= set(cards)
        void |= shows_void(hand, active[lead:] + active[:lead], cards, own)
        best = best_of(cards, suit_of(cards[0]), suit_of(hand.turned))
        lead = (lead + cards.index(best)) % len(active)
        won[active[lead]] += 1


def shows_void(
    hand: Simulated, order: list[str], cards: list[str], own: dict[str, set[str]]
) -> set[str]:
    """Return who shows in a trick that no trump is left, and has none (4.8); ``own`` are the cards
    left after the trick.
    """
    trump, led = suit_of(hand.turned), suit_of(cards[0])
    shown = set()
    for player, card in zip(order, cards, strict=True):
        failed = suit_of(card) not in (led, trump) and (led == trump or hand.rules.must_trump)
        if failed and not any(suit_of(other) == trump for other in own[player]):
            shown.add(player)
    return shown


def right_cards(
    hand: Simulated,
    player: str,
    own: set[str],
    table: Table,
    won: int,
    finished: set[str],
    *,
    nothing_out: bool,
) -> set[str]:
    """Return what the player may play, knowing what a player knows; ``nothing_out`` if all others
    have shown to have no trump.
    """
    rules = hand.rules
    legal = allowed(own, table, rules)
    trumps = {card for card in own if suit_of(card) == table.trump}
    out = {card for card in DECK if suit_of(card) == table.trump} - own - finished
    if not hand.ran_out:
        out -= set(hand.out[player])
    if rules.trump == "separate":
        out.discard(hand.turned)
    if nothing_out:
        out = set()
    if rules.cinch == "no" or won + sure_tricks(trumps, out) < rules.tricks_for_pot:
        return legal
    between = out - set(hand.out[player])
    if hand.left and rules.trump != "dealer":
        between.discard(hand.turned)
    return cinch_cards(own, legal, table, between)


def write(hand: Simulated, rng: random.Random, hide: float = 0.0, unknown: float = 0.0) -> str:
    """Write the hand as a log, leaving out each part with probability ``hide`` and making cards
    ``??`` with ``unknown``.
    """

    def cards(known: list[str]) -> str:
        return " ".join("??" if rng.random() < unknown else card for card in known)

    dealer = hand.seats[-1]
    turned = hand.turned if rng.random() >= hide / 4 else suit_of(hand.turned)
    seats = " ".join([dealer, *hand.seats[:-1]])
    lines = [
        "bourre 1",
        "session 2026-11-20 simulated",
        f"rules {hand.line}",
        f"seats {seats}",
        "",
        f"hand 1 {dealer} {turned}",
    ]
    lines += [
        f"  dealt {player} {cards(known)}"
        for player, known in hand.dealt.items()
        if rng.random() >= hide
    ]
    for player in hand.seats:
        if player not in hand.out:
            lines.append(f"  pass {player}")
            continue
        out, drawn = hand.out[player], hand.drawn[player]
        words = [f"  play {player}"]
        if rng.random() >= hide / 3:
            words.append(str(len(drawn)))
        announced = len(words) > 1
        in_words = f"in {cards(drawn)}" if drawn and rng.random() >= hide else ""
        # Discards alone would be read as the number drawn: one too many where the dealer took the
        # separate card.
        if out and rng.random() >= hide and (announced or in_words or len(out) == len(drawn)):
            words.append(f"out {cards(out)}")
        lines.append(" ".join([*words, in_words]).rstrip())
    lines += [f"  pass {player}" for player in hand.dropped]
    lines += [f"  trick {leader} {cards(played)}" for leader, played in hand.tricks]
    return "\n".join(lines) + "\n"
