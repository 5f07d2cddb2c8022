"""Cards, hands and positions as people write them, for programs that ask what may be played
(rules.md 4).

They never change: a play gives a new position. ``int`` of a card or a hand is its number or mask in
``ledger.game.play``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from copy import copy
from dataclasses import dataclass
from typing import Final, TypeAlias

from ledger.game import play
from ledger.game.options import read_rules
from ledger.game.rules import Rules


class IllegalPlayError(ValueError):
    """A card that the rules do not allow; ValueError itself is for what is no card, or is not there
    to be played.
    """


@dataclass(frozen=True, order=True, slots=True, init=False, repr=False)
class Card:
    """A card: ``Card("Ah")``; ``10h`` and ``A♥`` are read too.

    Cards sort by suit, spades first, then upward by rank.
    """

    _code: int

    def __init__(self, text: str) -> None:
        code = _CODES.get(text)
        if code is None:
            code = _CODES.get(
                text[:-1].replace("10", "T").upper() + text[-1:].lower().translate(_SIGNS)
            )
        if code is None:
            raise ValueError(f"{text!r} is no card: write rank and suit, such as Ah or Td")
        object.__setattr__(self, "_code", code)

    @property
    def rank(self) -> str:
        """``2`` to ``9``, ``T``, ``J``, ``Q``, ``K`` or ``A``."""
        return str(self)[0]

    @property
    def suit(self) -> str:
        """``s``, ``h``, ``d`` or ``c``."""
        return str(self)[1]

    @property
    def pretty(self) -> str:
        """As people read it: ``10♥``."""
        return play.pretty(self._code)

    def __int__(self) -> int:
        return self._code

    def __str__(self) -> str:
        """As a log has it: ``Th``."""
        return play.NAMES[self._code]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


_CODES: Final = {name: code for code, name in enumerate(play.NAMES[: play.UNKNOWN])}
_SIGNS: Final = str.maketrans(play.SYMBOLS, play.SUITS)


class Hand(AbstractSet[Card]):
    """A set of cards: ``Hand("Ah Kd")``, or of cards.

    ``in``, ``&``, ``|``, ``-`` and ``<=`` are those of a set.
    """

    __slots__ = ("_mask",)

    def __init__(self, cards: str | Iterable[Card | str] = ()) -> None:
        self._mask = 0
        for card in cards.split() if isinstance(cards, str) else cards:
            bit = _bit(card)
            if self._mask & bit:
                raise ValueError(f"{card} is in it twice")
            self._mask |= bit

    @classmethod
    def _from_iterable(cls, it: Iterable[Card]) -> Hand:  # type: ignore[override]
        return cls(set(it))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card | str) and bool(self._mask & _bit(card))

    def __iter__(self) -> Iterator[Card]:
        return (Card(play.NAMES[code]) for code in play.cards_in(self._mask))

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __int__(self) -> int:
        return self._mask

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"


Cards: TypeAlias = Hand | str  # a hand, or the names of its cards with spaces between


class Position:
    """The play of one hand at some moment: what lies on the table, whose turn it is, and what is
    legal.

    ``hands`` are the cards of the active players after the draw, in order of play: the first leads
    to trick 1. None stands for cards that nobody knows. ``trump`` is a suit, or the card turned up.
    ``discards`` are the own discards of players, which cinches (4.8) heed; leave them out where the
    stock ran out. ``gone`` are cards that nobody can hold, such as the separate trump card of form
    1. Raises ValueError for what is no card or no suit, and for a card that is there twice.
    """

    def __init__(
        self,
        hands: Mapping[str, Cards | None],
        trump: Card | str,
        rules: Rules | str = "louisiana",
        *,
        discards: Mapping[str, Cards] | None = None,
        gone: Cards = "",
    ) -> None:
        self.hands = {name: None if cards is None else Hand(cards) for name, cards in hands.items()}
        self.trump = str(trump)[-1:].lower().translate(_SIGNS)
        if not self.trump or self.trump not in play.SUITS:
            raise ValueError(
                f"{str(trump)!r} is no trump: write a suit, one of s h d c, or the card turned up"
            )
        Hand(card for hand in self.hands.values() if hand for card in hand)
        self.rules = read_rules(rules) if isinstance(rules, str) else rules
        self.won = dict.fromkeys(self.hands, 0)
        """The tricks that each player has taken."""
        self.trick: tuple[tuple[str, Card], ...] = ()
        """Who has played what to the trick that is on the table; empty before a lead."""
        self.turn: str | None = next(iter(self.hands), None)
        """Who plays next; None once all is played."""
        self._kept = {name: int(Hand(cards)) for name, cards in (discards or {}).items()}
        self._seen = int(Hand(gone))
        self._trumpless: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        table = " ".join(str(card) for _, card in self.trick)
        return (
            f"<Position: trump {self.trump}, on the table {table or 'nothing'}, to play "
            f"{self.turn}>"
        )

    def legal(self) -> Hand:
        """The cards that 4.3 to 4.8 allow whose turn it is; of a player with unknown cards, those
        that nobody has seen.
        """
        if self.turn is None:
            return Hand()
        hand = self.hands[self.turn]
        if hand is None:
            elsewhere = sum(int(known) for known in self.hands.values() if known) | self._seen
            elsewhere |= sum(_bit(card) for _, card in self.trick)
            return _hand_of(play.DECK & ~elsewhere)
        laid = [_bit(card) for _, card in self.trick]
        led, best = (play.suit_of(laid[0]), play.best_of(laid, self._trumps)) if laid else (0, 0)
        must, over = self.rules.must_trump, self.rules.over_trump
        allowed = play.legal_plays(int(hand), led, best, self._trumps, must, over)
        return _hand_of(allowed & self._highest(self.turn, int(hand)) or allowed)

    def play(self, card: Card | str) -> Position:
        """The position after ``card``.

        Raises IllegalPlayError for one that is held and not legal, ValueError for another.
        """
        after = copy(self)
        after._put(Card(str(card)))  # noqa: SLF001 - it is not handed out yet
        return after

    def _put(self, card: Card) -> None:
        name, legal = self.turn, self.legal()
        if name is None:
            raise ValueError("all cards have been played")
        hand = self.hands[name]
        if card not in (legal if hand is None else hand):
            raise ValueError(
                f"{name} cannot have {card}" if hand is None else f"{name} does not hold {card}"
            )
        if card not in legal:
            raise IllegalPlayError(f"{name} may not play {card}: legal is {legal}")
        self.hands = {
            **self.hands,
            name: None if hand is None else _hand_of(int(hand) & ~_bit(card)),
        }
        self.trick = (*self.trick, (name, card))
        order = list(self.hands)
        self.turn = order[(order.index(name) + 1) % len(order)]
        if len(self.trick) == len(order):
            self._collect()

    @property
    def _trumps(self) -> int:
        return play.mask_of_suit(play.SUITS.index(self.trump))

    def _highest(self, name: str, mine: int) -> int:
        """The own trumps that a cinch asks for (4.8); 0 if there is none."""
        literal = self.rules.cinch == "literal"
        if self.rules.cinch == "no" or (len(self.trick) == len(self.hands) - 1 and not literal):
            return 0
        suit = play.SUITS.index(self.trump)
        alone = self._trumpless >= self.hands.keys() - {name}
        out = (
            0
            if alone
            else play.ranks(self._trumps & ~(mine | self._seen | self._kept.get(name, 0)), suit)
        )
        own = play.ranks(mine, suit)
        if self.won[name] + play.sure_tricks(own, out) < self.rules.tricks_for_pot:
            return 0
        return int(play.highest_trumps(own, play.ALL_RANKS if literal else out)) << 13 * suit

    def _collect(self) -> None:
        """Give a trick to whoever takes it, and the lead with it."""
        laid, must = [_bit(card) for _, card in self.trick], -int(self.rules.must_trump)
        winner = self.trick[laid.index(play.best_of(laid, self._trumps))][0]
        led = play.suit_of(laid[0])
        self._trumpless |= {
            name
            for name, card in self.trick
            if play.shows_no_trump(_bit(card), led, self._trumps, must)
        }
        self._seen |= sum(laid)
        self.won = {**self.won, winner: self.won[winner] + 1}
        self.trick = ()
        done = self.hands[winner] == Hand() or sum(self.won.values()) == self.rules.hand_size
        self.turn = None if done else winner


def _bit(card: Card | str) -> int:
    return 1 << int(card if isinstance(card, Card) else Card(card))


def _hand_of(mask: int) -> Hand:
    hand = Hand()
    hand._mask = mask  # noqa: SLF001 - the only one that is made of a mask
    return hand
