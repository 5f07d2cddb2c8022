"""Where a record contradicts itself: duplicate cards, cards not held, hands too full (6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .hand import DECK, Draw, Reading, known


def stock_exceeded(reading: Reading, player: str | None) -> bool:
    """Return whether the draws up to and including this player's (None: all of them) may have used
    up the stock (3.4).
    """
    return any(drawn > stock for drawn, stock, _ in served(reading, player))


def discards_reused(reading: Reading, player: str | None) -> bool:
    """Return whether this player (None: anyone) may have drawn what somebody discarded: passed
    hands may go first (3.4).
    """
    passed_first = reading.rules.reuse == "folded-first"
    return any(
        drawn > stock + (passed if passed_first else 0)
        for drawn, stock, passed in served(reading, player)
    )


def served(reading: Reading, last: str | None) -> Iterator[tuple[int, int, int]]:
    """Yield for each player up to ``last``: cards drawn by then, cards in the stock, cards of those
    who had passed by then.
    """
    last = last if reading.dealer is not None else None  # nobody knows who was served first
    size = reading.rules.hand_size
    stock = reading.rules.stock(len(reading.seats))
    everyone_has_passed = size * sum(seat not in reading.draws for seat in reading.seats)
    drawn = passed = 0
    for seat in reading.seats:
        if seat in reading.draws:
            draw = reading.draws[seat]
            drawn += size if draw.count is None else max(draw.count, len(draw.drawn or []))
            yield (
                drawn,
                stock,
                passed if reading.rules.declare == "with-draw" else everyone_has_passed,
            )
        else:
            passed += size
        if seat == last:
            return


def mentions(reading: Reading) -> dict[str, dict[str, list]]:
    """Return for every card where it stands: kind of place to players (with trick numbers where it
    has one).
    """
    places: dict[str, dict[str, list]] = {}

    def put(card: str | None, kind: str, player: str, number: int = 0) -> None:
        if card is not None:
            kinds = places.setdefault(
                card, {kind: [] for kind in ("dealt", "out", "in", "played", "withdrawn", "shown")}
            )
            kinds[kind].append((player, number))

    for player, cards in reading.dealt.items():
        for card in cards:
            put(card, "dealt", player)
    for player, draw in reading.draws.items():
        for card in draw.out or []:
            put(card, "out", player)
        for card in draw.drawn or []:
            put(card, "in", player)
    for trick in reading.tricks:
        for player, card in [] if trick.laid else trick.cards:
            put(card, "played", player, trick.number)
        for player, card in trick.withdrawn:
            put(card, "withdrawn", player, trick.number)
    for card in reading.shown:
        put(card, "shown", reading.claimant)
    return places


def duplicates(reading: Reading) -> list[str]:
    """Return the cards that stand in two places at once where 3.4 cannot explain it."""
    places = mentions(reading)
    return [card for card in DECK if card in places and in_two_places(reading, card, places[card])]


def in_two_places(reading: Reading, card: str, places: dict[str, list]) -> bool:
    dealt = [player for player, _ in places["dealt"]]
    out = [player for player, _ in places["out"]]
    drawn = [player for player, _ in places["in"]]
    played = [player for player, _ in places["played"]]
    withdrawn = [player for player, _ in places["withdrawn"]]
    shown = [player for player, _ in places["shown"]]

    if card == reading.unowned:
        thrown = [player for player in out if player not in reading.draws]
        if dealt or drawn or thrown:
            return True
    if card == reading.turned:
        if not reading.separate:
            # 2.3: the turned card is one of those dealt to the dealer, whether or not that deal is
            # recorded.
            if reading.dealer not in dealt:
                dealt.append(reading.dealer)
        elif reading.rules.trump == "separate":
            return True  # 2.4 form 1: it is in nobody's hand
        else:
            # 2.4 form 2: the dealer alone may have it, and only by taking it.
            if dealt or drawn or set(out + played + withdrawn + shown) != {reading.dealer}:
                return True
            if reading.took_turned() is False and (played or withdrawn or shown):
                return True

    for kind in (dealt, out, drawn, played, shown):
        if len(kind) > 1:
            return True
    holders = set(drawn + played + withdrawn + shown)
    if len(holders) > 1:
        return True
    if dealt and out and dealt != out:
        return True  # a card dealt to one is never discarded by another
    if set(drawn) & set(dealt + out):
        return True  # a player's own card or discard is never drawn again
    if set(out) & holders:
        return True  # an own discard is never played
    if played and shown:
        return True
    if played and any(number > places["played"][0][1] for _, number in places["withdrawn"]):
        return True  # once played, never withdrawn later
    for holder in holders:
        for source in set(dealt + out) - {holder}:
            if not passes_on(reading, card, source, holder, bool(drawn)):
                return True
    return False


def passes_on(reading: Reading, card: str, source: str, taker: str, named: bool) -> bool:
    """Say whether 3.4 lets a card dealt to, or discarded by, ``source`` be drawn by ``taker``."""
    if taker not in reading.draws:
        return False
    draw = reading.draws[taker]
    if not named and draw.drawn_named():
        return False  # every card drawn is written down and this is not one of them
    before = reading.dealer is None or reading.seats.index(source) < reading.seats.index(taker)
    if source not in reading.draws:  # a passed hand
        return stock_exceeded(reading, taker) and (before or reading.rules.declare != "with-draw")
    return discards_reused(reading, taker) and before and card not in kept(reading, source)


def kept(reading: Reading, player: str) -> list[str]:
    """Return the dealt cards that the player has certainly kept (log-format, *What a hand is known
    to hold*).
    """
    draw = reading.draws.get(player)
    if draw is None or draw.count is None:
        return []
    cards = known(reading.dealt.get(player, []))
    if (
        player == reading.dealer
        and not reading.separate
        and reading.turned
        and reading.turned not in cards
    ):
        cards.append(reading.turned)
    if reading.may_take(player):
        if draw.out is None:
            return []
        if reading.took_turned() and reading.turned:
            cards.append(reading.turned)
    if not draw.out_named():
        return []
    return [card for card in cards if card not in (draw.out or [])]


def deal_in_full(reading: Reading, player: str) -> list[str] | None:
    """Return the dealt hand if it is recorded card by card, with the separate card for the dealer
    who may take it.
    """
    cards = reading.dealt.get(player)
    if cards is None or None in cards or len(cards) != reading.rules.hand_size:
        return None
    if reading.may_take(player):
        return [*cards, reading.turned] if reading.turned else None
    if (
        player == reading.dealer
        and not reading.separate
        and reading.turned
        and reading.turned not in cards
    ):
        return [*cards, reading.turned]  # 2.3: it is the dealer's, whatever the deal says
    return list(cards)


def whole_hand(reading: Reading, player: str) -> list[str] | None:
    """Return the hand after the draw if it is recorded card by card."""
    draw = reading.draws.get(player)
    if draw is None or draw.count is None or not draw.drawn_named():
        return None
    if draw.count == reading.rules.hand_size and len(draw.out or []) <= reading.rules.hand_size + 1:
        dealt = reading.dealt.get(player, [])
        if None in dealt and len(dealt) > reading.rules.hand_size:
            return None  # a card too many was dealt, and which one was kept is not known
        # everything was changed but for a card too many
        return kept(reading, player) + list(draw.drawn)
    deal = deal_in_full(reading, player)
    if deal is None or not draw.out_named():
        return None
    discards = draw.count
    if reading.may_take(player):
        if reading.took_turned() is None:
            return None
        discards += reading.took_turned()
    if len(draw.out or []) != discards:
        return None
    return kept(reading, player) + (draw.drawn or [])


@dataclass
class Hands:
    """What the record proves about each hand once contradictions are read as ``??`` (6.5)."""

    reading: Reading
    kept: dict[str, list[str]] = field(default_factory=dict)
    drawn: dict[str, list[str]] = field(default_factory=dict)
    whole_discards: dict[str, bool] = field(default_factory=dict)
    suspect: set[str] = field(default_factory=set)
    duplicated: list[str] = field(default_factory=list)
    not_held: list[tuple[str, int | None, str]] = field(default_factory=list)
    too_full: list[str] = field(default_factory=list)


def settle_contradictions(reading: Reading) -> Hands:
    """Change the reading as 6.5 says, first duplicates, then cards not held and hands too full."""
    hands = Hands(reading)
    hands.duplicated = duplicates(reading)
    blank(reading, set(hands.duplicated))

    for player in reading.seats:
        deal, draw = deal_in_full(reading, player), reading.draws.get(player)
        if deal is not None and draw is not None and draw.out is not None:
            wrong = [card for card in known(draw.out) if card not in deal]
            hands.not_held += [(player, None, card) for card in wrong]
            # Read as ?? at once: what was really discarded is not known, so nothing is certain to
            # have been kept.
            draw.out = [None if card in wrong else card for card in draw.out]
    for player in reading.seats:
        whole = whole_hand(reading, player)
        if whole is not None:
            for trick in reading.tricks:
                for who, card in [] if trick.laid else trick.cards:
                    if who == player and card is not None and card not in whole:
                        hands.not_held.append((player, trick.number, card))
    for player in reading.seats:
        if len(certain_cards(reading, player)) > reading.rules.hand_size:
            hands.too_full.append(player)

    # A card played but not held still counts above: it makes the hand too full as well.
    for player, number, _ in hands.not_held:
        hands.suspect.add(player)
        if number is not None:
            trick = reading.tricks[number - 1]
            trick.cards = [(who, None if who == player else other) for who, other in trick.cards]
    for player in reading.seats:
        hands.kept[player] = kept(reading, player)
        draw = reading.draws.get(player)
        hands.drawn[player] = known(draw.drawn or []) if draw else []
        hands.whole_discards[player] = (
            draw is not None
            and draw.out_named()
            and not (reading.may_take(player) and reading.took_turned() is None)
        )
    for player in hands.too_full:
        hands.suspect.add(player)
        hands.kept[player] = hands.drawn[player] = []
        hands.whole_discards[player] = False
        for trick in reading.tricks:
            trick.cards = [(who, None if who == player else other) for who, other in trick.cards]
        if reading.claimant == player:
            reading.shown = [None for _ in reading.shown]
    return hands


def certain_cards(reading: Reading, player: str) -> set[str]:
    """Return the cards that certainly were in this hand after the draw."""
    cards = set(kept(reading, player))
    if player in reading.draws:
        cards |= set(known(reading.draws[player].drawn or []))
    for trick in reading.tricks:
        cards |= {
            card
            for who, card in trick.cards + trick.withdrawn
            if who == player and card is not None
        }
    if reading.claimant == player:
        cards |= set(known(reading.shown))
    return cards


def blank(reading: Reading, cards: set[str]) -> None:
    """Read these cards as ``??`` wherever they stand; the suit of the turned card stays trump."""

    def swept(line: list[str | None] | None) -> list[str | None] | None:
        return None if line is None else [None if card in cards else card for card in line]

    if reading.turned in cards:
        reading.turned = None
    reading.dealt = {player: swept(line) for player, line in reading.dealt.items()}
    reading.draws = {
        player: Draw(draw.announced, swept(draw.out), swept(draw.drawn))
        for player, draw in reading.draws.items()
    }
    for trick in reading.tricks:
        trick.cards = [(player, None if card in cards else card) for player, card in trick.cards]
        trick.withdrawn = [
            (player, None if card in cards else card) for player, card in trick.withdrawn
        ]
    reading.shown = swept(reading.shown)
